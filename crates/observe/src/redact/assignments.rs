//! Finds secrets by the name that they are assigned to: `PASSWORD=…`, `--token …`, `"apiKey": "…"`, `the key is …`.

use super::names::{Named, classify, looks_mixed, looks_random};
use super::shapes::is_reference;
use super::shown::is_beside_label;
use regex::{Captures, Regex};
use std::ops::Range;
use std::sync::LazyLock;

/// A value: one quoted text, an escaped quoted text, or a shell word that may hold quoted parts.
const VALUE: &str = r#"(?:\\+"(?P<e>[^"\\▮\n]*)\\*"?|"(?P<d>(?:[^"\\▮]|\\[^▮])*)(?:"|\z)|'(?P<q>[^'▮]*)(?:'|\z)|(?P<w>(?:[^\s"'&;|<>()▮\\`]|\\[^▮]|"(?:[^"\\▮]|\\[^▮])*"|'[^'▮]*')+)(?P<call>\()?)"#;

static ASSIGNED: LazyLock<Regex> = LazyLock::new(|| {
    let name = r"(?P<name>[\p{L}_][\p{L}\p{N}_.-]*|--?[\p{L}][\p{L}\p{N}_-]*)";
    // A closing quote or bracket may end the name; a type may come between (`token: str = "…"`, `secret: &'static str = "…"`).
    let pattern = format!(
        r#"{name}\\*["'\]]{{0,2}}(?:\[\d*\])?(?::[ \t]*[&*]?(?:'\w+[ \t]+)?[A-Za-z_][\w<>\[\].?]*(?:[ \t]*\|[ \t]*\w+)?[ \t]+|[ \t]+(?:string|String|\[\]byte)[ \t]+)?(?P<sep>[ \t]*(?::=|=>|={{1,3}}|!=|:|%3[Dd])[ \t]*){VALUE}"#
    );
    Regex::new(&pattern).expect("constant")
});
static FLAG: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&format!(r"(?:^|[\s\x22'(])(?P<name>--?[A-Za-z][A-Za-z0-9_-]*)[ \t]+{VALUE}")).expect("constant")
});
/// `set -x NAME value`, as fish and csh write it.
static SET: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&format!(r"\bset(?:env)?[ \t]+(?:-\S+[ \t]+)*(?P<name>[A-Za-z_][A-Za-z0-9_]*)[ \t]+{VALUE}")).expect("constant")
});
static SPOKEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?i)\b(?P<name>passwords?|passwd|passphrase|passwort|kennwort|wachtwoord|mot de passe|contraseña|senha|parola|hasło|heslo|пароль|lösenord|adgangskode|passord|salasana|şifre|pwd?|secret|token|credentials?|keys?|pin|puk|cvv|cvc|otp)\b["']?(?:\s+(?:is|was|are|to|ist|lautet|est|es|è|é|er|är|это|jest|je|value|of|code|number|nummer|set|now|will|be|[:=–—-])){0,3}[\s:]+["'`“„«]?(?P<v>[^\s"'`”“»▮]+)"#).expect("constant")
});

/// An element of XML, and two quoted texts of a call: `define('DB_PASSWORD', '…')`.
static TAGGED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"<(?P<name>[A-Za-z][\w:.-]*)(?:\s[^<>]*)?>(?P<v>[^<>\s▮]+)</").expect("constant"));
static QUOTED_PAIR: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\(\s*[\x22'](?P<name>[A-Za-z][\w.-]*)[\x22']\s*,\s*[\x22'](?P<v>[^\x22'\s▮]+)[\x22']").expect("constant")
});
/// A label of at most five words in any language, as a person writes it before a value: `Mot de passe : …`, `密码：…`.
static LABELLED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?P<label>[\p{L}\p{M}][\p{L}\p{M}'’-]*(?: [\p{L}\p{M}][\p{L}\p{M}'’-]*){0,4})[ \u{a0}]?[:：](?:\*\*|__)?[ \u{a0}]?`?(?P<v>[^\s\x22'`▮]{3,})")
        .expect("constant")
});

pub(super) fn find(text: &str, found: &mut Vec<Range<usize>>) {
    let assigned = overlapping(&ASSIGNED, text);
    found.extend(assigned.iter().filter_map(|captures| assigned_secret(text, captures)));
    found.extend(overlapping(&FLAG, text).iter().filter_map(flag_secret));
    found.extend(overlapping(&SET, text).iter().filter_map(flag_secret));
    for captures in overlapping(&SPOKEN, text) {
        let (Some(name), Some(value)) = (captures.name("name"), captures.name("v")) else { continue };
        let bare = value.as_str().trim_end_matches([',', '.', ';', ')', ']', ':']);
        // `gpg: key 95bb79641bd625c9: public key imported` names a key, and `type="password" placeholder="…"` is an element of a form.
        let names_key = value.as_str().ends_with(':') && bare.len() >= 8 && bare.bytes().all(|byte| byte.is_ascii_hexdigit());
        if names_key && name.as_str().eq_ignore_ascii_case("key") || value.as_str().ends_with('=') {
            continue;
        }
        let digits = matches!(name.as_str().to_lowercase().as_str(), "pin" | "puk" | "cvv" | "cvc" | "otp") && is_code(bare);
        // `Passwort vergessen?` is a question.
        let asked = bare.trim_end_matches(['?', '!']);
        let password = is_word_for_password(&name.as_str().to_lowercase())
            && (looks_chosen(asked) || looks_chosen(bare) && !asked.chars().all(char::is_alphabetic));
        if !is_reference(bare) && (digits || password || looks_random(bare)) {
            found.push(value.start()..value.start() + bare.len());
        }
    }
    // Most texts have none of these signs; a page has thousands of texts.
    let tagged = text.contains("</").then(|| TAGGED.captures_iter(text)).into_iter().flatten();
    let pairs = text.contains('(').then(|| QUOTED_PAIR.captures_iter(text)).into_iter().flatten();
    for captures in tagged.chain(pairs) {
        let (Some(name), Some(value)) = (captures.name("name"), captures.name("v")) else { continue };
        let tagged = captures.get(0).is_some_and(|whole| whole.as_str().starts_with('<'));
        let says = tagged && says_something(value.as_str()) || looks_chosen(value.as_str()) || looks_random(value.as_str());
        let named = classify(name.as_str());
        let perhaps = !tagged && named == Named::Perhaps && looks_random(value.as_str());
        if (perhaps || named == Named::Secret && says) && !is_reference(value.as_str()) {
            found.push(value.range());
        }
    }
    for captures in text.contains([':', '：']).then(|| LABELLED.captures_iter(text)).into_iter().flatten() {
        let (Some(label), Some(value)) = (captures.name("label"), captures.name("v")) else { continue };
        let bare = value.as_str().trim_end_matches([',', '.', ';', ')', ']', ':']);
        // `Tokens: 500` counts.
        let of_code = || label.as_str().to_lowercase().trim_end_matches('s').ends_with("code");
        let is_value =
            looks_chosen(bare) || looks_random(bare) || of_code() && bare.chars().any(|letter| letter.is_ascii_digit());
        if is_value && !is_reference(bare) && is_beside_label(label.as_str()) {
            found.push(value.start()..value.start() + bare.len());
        }
    }
}

/// Whether a word of [`SPOKEN`] is one for a password: a person chose its value, and it need not look random.
fn is_word_for_password(name: &str) -> bool {
    !["secret", "token", "credential", "key", "pin", "puk", "cvv", "cvc", "otp"].contains(&name.trim_end_matches('s'))
}

/// Matches that may start inside each other's values: `x: password=y`.
fn overlapping<'a>(pattern: &Regex, text: &'a str) -> Vec<Captures<'a>> {
    let mut all = Vec::new();
    let mut at = 0;
    while let Some(captures) = pattern.captures_at(text, at) {
        at = captures.name("name").map_or(text.len(), |name| name.end()).max(at + 1);
        while !text.is_char_boundary(at.min(text.len())) {
            at += 1;
        }
        all.push(captures);
        if at >= text.len() {
            break;
        }
    }
    all
}

struct Value<'a> {
    range: Range<usize>,
    text: &'a str,
    quoted: bool,
    call: bool,
}

fn value<'a>(captures: &Captures<'a>) -> Option<Value<'a>> {
    let quoted = captures.name("d").or_else(|| captures.name("q")).or_else(|| captures.name("e"));
    let inner = quoted.or_else(|| captures.name("w"))?;
    let text = if quoted.is_some() { inner.as_str() } else { unclosed(inner.as_str()) };
    let range = inner.start()..inner.start() + text.len();
    Some(Value { range, text, quoted: quoted.is_some(), call: captures.name("call").is_some() })
}

/// The word without the signs of a sentence and the brackets that it does not open itself: `${TOKEN}` is whole, `abc}}` ends a structure.
fn unclosed(word: &str) -> &str {
    let mut word = word;
    while let Some(shorter) =
        word.strip_suffix([',', '}', ']', '.', ':', '”', '“', '»', '」']).or_else(|| word.strip_suffix("**"))
    {
        let closes =
            |open: char, close: char| word.ends_with(close) && shorter.matches(open).count() > shorter.matches(close).count();
        if closes('{', '}') || closes('[', ']') {
            break;
        }
        word = shorter;
    }
    word
}

fn assigned_secret(text: &str, captures: &Captures<'_>) -> Option<Range<usize>> {
    let name = captures.name("name")?;
    let separator = captures.name("sep")?.as_str();
    let value = value(captures)?;
    let colon = separator.trim() == ":";
    let spaced = separator.len() > separator.trim().len();
    // A color of a theme (`--color-token-primary: #1f2937`), and the name of a stored secret.
    let names_one = name.as_str() == "--secret" && text.contains("secrets versions");
    if is_color(value.text) || names_one {
        return None;
    }
    // A schema of JSON, and a line of a file: `"password": {"type": …`, `token.rs:42`.
    let structure = !value.quoted && ["{\"", "{'", "[\"", "['", "{\\"].iter().any(|begin| value.text.starts_with(begin));
    let line = colon
        && !spaced
        && name.as_str().contains('.')
        && value.text.len() < 6
        && value.text.bytes().all(|digit| digit.is_ascii_digit());
    // The quote before it closes a text: `input("Password: ")`.
    let closed = value.quoted && value.text.starts_with(')');
    if structure || line || closed {
        return None;
    }
    // A scheme, not a name: `token://`.
    if (colon && value.text.starts_with("//")) || value.call && !value.quoted {
        return None;
    }
    let secret = match classify(name.as_str().trim_start_matches('-')) {
        // `pass: 42` counts tests.
        Named::Secret if name.as_str().eq_ignore_ascii_case("pass") && colon => looks_chosen(value.text),
        Named::Secret if colon && spaced && !value.quoted => {
            // In prose, more words follow: `Password: must be long`.
            let rest = text[value.range.end..].lines().next().unwrap_or_default();
            let prose = rest.starts_with(' ') && rest.trim_start().starts_with(char::is_alphabetic);
            says_something(value.text) && (!prose || looks_chosen(value.text) || looks_random(value.text))
        }
        Named::Secret if !value.quoted && spaced => says_something(value.text) && !is_code_word(value.text),
        Named::Secret => says_something(value.text),
        Named::Digits => is_code(value.text) || (value.quoted && looks_random(value.text)) || looks_random(value.text),
        Named::Perhaps => looks_random(value.text) || looks_mixed(value.text),
        Named::Plain => false,
    };
    (secret && !is_reference(value.text)).then_some(value.range)
}

fn flag_secret(captures: &Captures<'_>) -> Option<Range<usize>> {
    let name = captures.name("name")?.as_str();
    let value = value(captures)?;
    let stated = !value.text.starts_with('-') || value.quoted;
    let secret = match classify(name.trim_start_matches('-')) {
        Named::Secret => stated && (says_something(value.text) || value.text.len() < 3),
        Named::Digits => is_code(value.text) || looks_random(value.text),
        Named::Perhaps => looks_random(value.text),
        Named::Plain => false,
    };
    (secret && !is_reference(value.text)).then_some(value.range)
}

/// Whether the value is more than a type, a state, or a word for nothing.
pub(super) fn says_something(value: &str) -> bool {
    const NOTHING: &str = "
        true false null none nil undefined string str number int integer bool boolean any object option required
        optional yes no on off redacted hidden masked unset missing invalid incorrect wrong expired empty todo
        the a an is must your needed default varchar text char not and or if for in to of changed updated saved
        ok set revoked created deleted accepted rejected valid unknown { [ [] {} &str &self self option<string>
        \\ | protected secretstr bytes never enabled disabled strong weak medium type value input password token
        n/a - -- = * ? + '' \"\" await new return function const let
    ";
    let plain = value.to_lowercase();
    let plain = plain.trim_end_matches(['?', '!', ';', ',']);
    plain.contains(char::is_alphanumeric) && !NOTHING.split_ascii_whitespace().any(|nothing| nothing == plain)
}

/// An expression of a programming language: `config.token`, `get_token`, `args[0]`.
fn is_code_word(value: &str) -> bool {
    let identifier = value.chars().all(|character| character.is_ascii_alphanumeric() || "_.[]:&*\"'".contains(character));
    let member =
        value.contains(['.', '[', ':']) && value.starts_with(|first: char| first.is_ascii_alphabetic() || "&*_".contains(first));
    identifier && (member || value.starts_with(['&', '*'])) && !looks_random(value) && !value.chars().any(|c| c.is_ascii_digit())
}

/// Whether a person could have chosen this as a password: letters with digits or punctuation, unlike a word of a sentence.
pub(super) fn looks_chosen(value: &str) -> bool {
    let letters = value.chars().any(char::is_alphabetic);
    let digits = value.chars().any(|character| character.is_ascii_digit());
    let marks = value.chars().any(|character| "!@#$%^&*+=~?".contains(character));
    let readable = value.contains('/') || value.contains("://") || value.contains('(');
    (6..=128).contains(&value.chars().count())
        && !readable
        && !is_color(value)
        && ((letters && digits) || (marks && (letters || digits)))
}

/// `#1f2937`, `#fff`.
fn is_color(value: &str) -> bool {
    value
        .strip_prefix('#')
        .is_some_and(|digits| matches!(digits.len(), 3 | 4 | 6 | 8) && digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

/// The digits of a PIN, a card's check number or a one-time code.
fn is_code(value: &str) -> bool {
    (3..=10).contains(&value.len()) && value.chars().all(|character| character.is_ascii_digit())
}
