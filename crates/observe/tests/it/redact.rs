//! Masking measured on a labelled corpus, and its two laws: it never panics, and masking twice changes nothing.

use crate::secrets::{Draw, drawn};
use apprentice_contracts::MASK;
use apprentice_contracts::observation::MaskReason;
use apprentice_observe::redact::{Memory, mask_text, mask_url, secret_field};
use proptest::prelude::*;

/// One text a line. `«…»` is a secret; `·` only keeps the line itself from looking like one to scanners; `␤` is a newline.
const MUST_REDACT: &str = include_str!("redact/must_redact.txt");
/// One text a line that holds no secret.
const MUST_KEEP: &str = include_str!("redact/must_keep.txt");
/// Secrets in the places of a working day, in the form of [`MUST_REDACT`]. `⟦alphabet*count⟧` is drawn.
const DAILY_SECRETS: &str = include_str!("redact/daily_secrets.txt");
/// What is in the same places and is no secret.
const DAILY_LOOKALIKES: &str = include_str!("redact/daily_lookalikes.txt");

fn lines(corpus: &str) -> impl Iterator<Item = String> {
    corpus
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("## "))
        .map(|line| line.replace('·', "").replace('␤', "\n"))
}

/// The text as it would be typed, and its secrets.
fn labelled(line: &str) -> (String, Vec<String>) {
    let secrets = line.split('«').skip(1).filter_map(|rest| rest.split('»').next()).map(str::to_owned).collect();
    (line.replace(['«', '»'], ""), secrets)
}

#[test]
fn every_secret_of_the_corpus_is_masked() {
    let cases: Vec<_> = lines(MUST_REDACT).map(|line| labelled(&line)).collect();
    assert!(cases.len() >= 120, "the corpus has {} texts with secrets", cases.len());
    let missed: Vec<String> = cases
        .iter()
        .filter_map(|(text, secrets)| {
            assert!(!secrets.is_empty(), "no secret is marked in {text}");
            let (masked, count) = mask_text(text);
            let leaks = secrets.iter().any(|secret| masked.contains(secret.as_str())) || count == 0;
            leaks.then(|| format!("{text}\n    -> {masked}"))
        })
        .collect();
    assert!(missed.is_empty(), "recall {}/{}; missed:\n{}", cases.len() - missed.len(), cases.len(), missed.join("\n"));
}

#[test]
fn what_is_no_secret_stays() {
    let cases: Vec<_> = lines(MUST_KEEP).collect();
    assert!(cases.len() >= 120, "the corpus has {} texts without secrets", cases.len());
    let harmed: Vec<String> = cases
        .iter()
        .filter_map(|text| {
            let (masked, count) = mask_text(text);
            (masked != *text || count != 0).then(|| format!("{text}\n    -> {masked}"))
        })
        .collect();
    let redacted = lines(MUST_REDACT).count();
    #[allow(clippy::cast_precision_loss, reason = "a few hundred")]
    let precision = redacted as f64 / (redacted + harmed.len()) as f64;
    assert!(precision >= 0.98 && harmed.is_empty(), "precision {precision:.3}; harmed:\n{}", harmed.join("\n"));
}

/// A line of the daily corpora with its drawn values.
fn with_values(draw: &mut Draw, line: &str) -> String {
    let mut parts = line.split('⟦');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (value, rest) = part.split_once('⟧').expect("a drawn value ends");
        out += &drawn(draw, &format!("{{{value}}}"));
        out += rest;
    }
    out
}

#[test]
fn secrets_of_a_working_day_are_masked_and_their_look_alikes_stay() {
    const ROUNDS: u64 = 5;
    let (mut missed, mut harmed, mut secrets) = (Vec::new(), Vec::new(), 0);
    for round in 0..ROUNDS {
        let mut draw = Draw(20_261_127 + round);
        for line in lines(DAILY_SECRETS) {
            let (text, hidden) = labelled(&with_values(&mut draw, &line));
            assert!(!hidden.is_empty(), "no secret is marked in {line}");
            secrets += hidden.len();
            let (masked, _) = mask_text(&text);
            missed.extend(hidden.iter().filter(|one| masked.contains(one.as_str())).map(|_| format!("{line}\n    -> {masked}")));
        }
        for line in lines(DAILY_LOOKALIKES) {
            let text = with_values(&mut draw, &line);
            let (masked, count) = mask_text(&text);
            harmed.extend((count != 0).then(|| format!("{text}\n    -> {masked}")));
        }
    }
    #[allow(clippy::cast_precision_loss, reason = "a few thousand")]
    let precision = (secrets - missed.len()) as f64 / (secrets - missed.len() + harmed.len()) as f64;
    assert!(
        missed.is_empty() && harmed.is_empty(),
        "{secrets} secrets, {} missed, {} harmed, precision {precision:.3}; missed:\n{}\nharmed:\n{}",
        missed.len(),
        harmed.len(),
        missed.join("\n"),
        harmed.join("\n")
    );
}

/// What stands around a text in another one.
const IN_ANOTHER: [(&str, &str); 15] = [
    ("true '", "'"),
    ("true \"", "\""),
    ("say (", ")"),
    ("see: `", "`."),
    ("<td>", "</td>"),
    ("| a | ", " | b |"),
    ("> ", ""),
    ("- ", ""),
    ("1. ", ""),
    ("12:01:33 INFO ", ""),
    ("ada@host:~$ ", ""),
    ("Note: ", ""),
    ("sudo ", ""),
    ("cd /srv && ", " && echo ok"),
    ("", "  # see the wiki"),
];

#[test]
fn a_secret_within_another_text_is_masked_and_where_it_stands_alone_later() {
    let mut draw = Draw(20_261_130);
    let (mut left, mut secrets) = (Vec::new(), 0);
    for line in lines(DAILY_SECRETS).filter(|line| !line.contains(['\n', '\'', '"', '`'])) {
        let (text, hidden) = labelled(&with_values(&mut draw, &line));
        for (open, close) in IN_ANOTHER {
            let memory = Memory::new().expect("random numbers");
            let (masked, _) = memory.mask_text(&format!("{open}{text}{close}"));
            // The memory knows values from four characters on.
            for secret in hidden.iter().filter(|secret| secret.len() >= 4) {
                secrets += 1;
                let (alone, _) = memory.mask(secret);
                if masked.contains(secret) || alone.contains(secret) {
                    left.push(format!("{open}{line}{close}\n    -> {masked}, alone {alone}"));
                }
            }
        }
    }
    assert!(secrets >= 400 && left.is_empty(), "{secrets} secrets, {} left:\n{}", left.len(), left.join("\n"));
}

#[test]
fn only_the_secret_goes_and_the_words_around_it_stay() {
    let blurred: Vec<String> = lines(MUST_REDACT)
        .filter_map(|line| {
            let (text, secrets) = labelled(&line);
            let expected = secrets.iter().fold(line.clone(), |line, secret| line.replace(&format!("«{secret}»"), MASK));
            let (masked, _) = mask_text(&text);
            (masked != expected).then(|| format!("{expected}\n    -> {masked}"))
        })
        .collect();
    assert!(blurred.is_empty(), "{} texts lost more or less than their secret:\n{}", blurred.len(), blurred.join("\n"));
}

proptest! {
    #[test]
    fn any_text_can_be_masked_and_masking_twice_changes_nothing(text in "\\PC{0,200}") {
        let (once, _) = mask_text(&text);
        prop_assert_eq!(mask_text(&once), (once.clone(), 0));
    }

    #[test]
    fn so_can_texts_made_of_the_words_that_the_rules_look_for(words in prop::collection::vec(prop::sample::select(WORDS.to_vec()), 0..12)) {
        let text = words.concat();
        let (once, _) = mask_text(&text);
        prop_assert_eq!(mask_text(&once), (once.clone(), 0));
        let (address, _) = mask_url(&format!("https://ada:x@example.org/{text}"));
        prop_assert_eq!(mask_url(&address), (address.clone(), 0));
    }
}

const WORDS: &[&str] = &[
    "password",
    "=",
    ": ",
    " ",
    "\"",
    "'",
    "\\",
    "token",
    "--token ",
    "hunter2",
    "▮",
    MASK,
    "mysql -p",
    "curl -u ",
    ":",
    "@",
    "https://",
    "&",
    "?",
    "4111 1111 1111 1111",
    "-",
    "\n",
    "ghp_0123456789abcdefghijABCDEFGHIJ",
    "Bearer ",
    "Authorization: ",
    "ü",
    "密码",
    "key ",
    "Aa1Bb2Cc3Dd4Ee5Ff6",
    "(",
    ")",
    "$",
    "{",
    "}",
    ";",
    "|",
    "<<< ",
    "cookie: a=",
    "%41",
    "/",
    "#/",
    "1234",
    "pin ",
    "is ",
];

#[test]
fn masked_texts_are_counted() {
    assert_eq!(mask_text("PASSWORD=one TOKEN=two ls"), (format!("PASSWORD={MASK} TOKEN={MASK} ls"), 2));
    assert_eq!(mask_text("nothing here"), ("nothing here".to_owned(), 0));
}

#[test]
fn fields_that_hold_a_secret() {
    use MaskReason::{CardNumber, OneTimeCode, Password, PrivateKey, SecretLabel, Token};
    for (input_type, autocomplete, label, name, expected) in [
        ("password", "", "Anything", "", Some(Password)),
        ("PASSWORD", "", "", "", Some(Password)),
        ("text", "current-password", "", "", Some(Password)),
        ("text", "section-a new-password", "", "", Some(Password)),
        ("text", "one-time-code", "", "", Some(OneTimeCode)),
        ("text", "", "Add New Tag", "components-form-token-input-0", None),
        ("text", "", "", "components-form-token-input-0", Some(Token)),
        ("text", "", "Value", "api-token-input", Some(Token)),
        ("text", "", "GitHub", "github-token-input", Some(Token)),
        ("text", "", "Slack", "slack-token-field", Some(Token)),
        ("text", "cc-number", "", "", Some(CardNumber)),
        ("text", "cc-csc", "", "", Some(CardNumber)),
        ("text", "billing cc-exp", "", "", Some(CardNumber)),
        ("text", "", "Password", "", Some(Password)),
        ("text", "", "", "user_password", Some(Password)),
        ("text", "", "", "txtPassword", Some(Password)),
        ("text", "", "Confirm password *", "", Some(Password)),
        ("text", "", "Passwort", "", Some(Password)),
        ("text", "", "Neues Kennwort wiederholen", "", Some(Password)),
        ("text", "", "Mot de passe", "", Some(Password)),
        ("text", "", "Contraseña", "", Some(Password)),
        ("text", "", "Senha", "", Some(Password)),
        ("text", "", "Wachtwoord", "", Some(Password)),
        ("text", "", "Пароль", "", Some(Password)),
        ("text", "", "请输入密码", "", Some(Password)),
        ("text", "", "パスワードを入力", "", Some(Password)),
        ("text", "", "비밀번호", "", Some(Password)),
        ("text", "", "Hasło", "", Some(Password)),
        ("text", "", "كلمة المرور", "", Some(Password)),
        ("text", "", "PIN", "", Some(Password)),
        ("tel", "", "Enter your PIN code", "", Some(Password)),
        ("text", "", "CVV", "", Some(CardNumber)),
        ("text", "", "CVC2", "", Some(CardNumber)),
        ("text", "", "Security code", "", Some(CardNumber)),
        ("text", "", "Card number", "", Some(CardNumber)),
        ("text", "", "", "cardnumber", Some(CardNumber)),
        ("text", "", "Kreditkartennummer", "", Some(CardNumber)),
        ("text", "", "Numéro de carte", "", Some(CardNumber)),
        ("text", "", "カード番号", "", Some(CardNumber)),
        ("text", "", "Verification code", "", Some(OneTimeCode)),
        ("text", "", "", "otp", Some(OneTimeCode)),
        ("text", "", "Bestätigungscode", "", Some(OneTimeCode)),
        ("text", "", "短信验证码", "", Some(OneTimeCode)),
        ("text", "", "API key", "", Some(Token)),
        ("text", "", "", "apiKey", Some(Token)),
        ("text", "", "Personal access token", "", Some(Token)),
        ("text", "", "Client secret", "", Some(Token)),
        ("textarea", "", "SSH private key", "", Some(PrivateKey)),
        ("textarea", "", "Seed phrase", "", Some(PrivateKey)),
        ("text", "", "Social Security Number", "", Some(SecretLabel)),
        ("text", "", "SSN", "", Some(SecretLabel)),
        ("text", "", "Tax ID", "", Some(SecretLabel)),
        ("text", "", "Secret", "", Some(SecretLabel)),
        ("text", "", "Sozialversicherungsnummer", "", Some(SecretLabel)),
        ("text", "", "Title", "title", None),
        ("text", "name", "Full name", "name", None),
        ("email", "email", "Email", "email", None),
        ("text", "postal-code", "Postal code", "zip", None),
        ("text", "", "Compass bearing", "", None),
        ("text", "", "Passenger name", "passenger", None),
        ("text", "", "Shipping address", "shipping", None),
        ("text", "", "Pinned message", "", None),
        ("text", "", "Token name", "token_name", None),
        ("number", "", "Max tokens", "max_tokens", None),
        ("number", "", "Minimum password length", "", None),
        ("text", "", "API key description", "", None),
        ("text", "", "Keyboard layout", "", None),
        ("text", "", "Keywords", "", None),
        ("text", "", "Palabras clave", "", None),
        ("text", "", "Secretary", "", None),
        ("text", "", "Secret Santa wish", "", None),
        ("text", "", "Standard", "", None),
        ("text", "", "Boarding pass", "", None),
        ("checkbox", "", "Show password", "show_password", None),
        ("radio", "", "Card", "card", None),
        ("text", "", "Coupon code", "coupon", None),
        ("search", "", "Search", "q", None),
        ("text", "", "Discount code", "", None),
        ("text", "", "Card title", "", None),
        ("text", "", "Public key", "", None),
        ("text", "", "", "", None),
    ] {
        assert_eq!(
            secret_field(input_type, autocomplete, label, name),
            expected,
            "{input_type} {autocomplete:?} {label:?} {name:?}"
        );
    }
}

#[test]
fn addresses_keep_their_place_and_lose_their_secrets() {
    for (url, expected, count) in [
        ("https://example.org/orders?page=2&sort=name", "https://example.org/orders?page=2&sort=name".to_owned(), 0),
        ("https://example.org", "https://example.org/".to_owned(), 0),
        ("http://127.0.0.1:8080/a%20b", "http://127.0.0.1:8080/a%20b".to_owned(), 0),
        ("https://ada:hunter2@example.org/x", "https://example.org/x".to_owned(), 1),
        ("https://ada@example.org/x", "https://example.org/x".to_owned(), 0),
        ("https://example.org/x?token=abc&page=1", format!("https://example.org/x?token={MASK}&page=1"), 1),
        ("https://example.org/x?access_token=abc", format!("https://example.org/x?access_token={MASK}"), 1),
        ("https://example.org/x?api_key=1&q=tea", format!("https://example.org/x?api_key={MASK}&q=tea"), 1),
        (
            "https://example.org/cb?code=4/0AfJohXk9sd8fQ2r7&state=9f8s7d6f5g4h3j2k",
            format!("https://example.org/cb?code={MASK}&state={MASK}"),
            2,
        ),
        ("https://example.org/x?code=DE", "https://example.org/x?code=DE".to_owned(), 0),
        ("https://example.org/x?card=4111+1111+1111+1111", format!("https://example.org/x?card={MASK}"), 1),
        ("https://example.org/docs#install", "https://example.org/docs".to_owned(), 0),
        ("https://example.org/#/orders/7", "https://example.org/#/orders/7".to_owned(), 0),
        ("https://example.org/#!/orders", "https://example.org/#!/orders".to_owned(), 0),
        ("https://example.org/#access_token=abc123", "https://example.org/".to_owned(), 0),
        ("https://example.org/#code=SplxlOBeZQQYbYS6WxSbIA&state=xyz", "https://example.org/".to_owned(), 0),
        ("https://example.org/#tgWebAppData=query_id%3Dx%26hash%3D5f2b9c1e&v=7", "https://example.org/".to_owned(), 0),
        ("https://example.org/folder/a#kF3xQ7vT9bLmPzRw/file/b", "https://example.org/folder/a".to_owned(), 0),
        ("https://example.org/#send/kF3xQ7vT9bLmPzRwXcVd", "https://example.org/".to_owned(), 1),
        ("https://example.org/#shop/order/5;name=Tea", "https://example.org/#shop/order/5;name=Tea".to_owned(), 0),
        ("https://example.org/#/a;lang=en/reset/kF3xQ7vT9bLmPzRw", format!("https://example.org/#/a;lang=en/reset/{MASK}"), 1),
        ("https://example.org/#/cb?token=abc123", format!("https://example.org/#/cb?token={MASK}"), 1),
        ("https://example.org/reset-password/9f8s7d6f5g4h3j2kAAzz", format!("https://example.org/reset-password/{MASK}"), 1),
        (
            "https://example.org/orders/550e8400-e29b-41d4-a716-446655440000",
            "https://example.org/orders/550e8400-e29b-41d4-a716-446655440000".to_owned(),
            0,
        ),
        ("https://example.org/?next_page_token=", "https://example.org/?next_page_token=".to_owned(), 0),
        ("about:blank", "about:blank".to_owned(), 0),
        ("file:///home/ada/notes.html", "file:///home/ada/notes.html".to_owned(), 0),
        ("data:text/html;base64,PGI+cGFzc3dvcmQ8L2I+", "data:text/html;base64".to_owned(), 0),
        ("not a url with password=hunter2", format!("not a url with password={MASK}"), 1),
    ] {
        assert_eq!(mask_url(url), (expected.clone(), count), "{url}");
        assert_eq!(mask_url(&expected).0, expected, "masking the masked address {expected}");
    }
}
