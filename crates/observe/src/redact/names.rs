//! What a name says about its value: `DB_PASSWORD`, `--api-key`, `access_token`, `max_tokens`.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// Any value is a secret.
    Secret,
    /// A value of digits is a secret (`pin`, `cvv`, `otp`).
    Digits,
    /// A value that looks random is a secret (`key`, `session`, `auth`).
    Perhaps,
    Plain,
}

const SECRET: &str = "
    password passwd passwort kennwort passphrase passcode pwd passw psw secret secrets token apikey apitoken
    authtoken accesstoken secretkey accesskey privatekey clientsecret userpass authkey appkey masterkey
    requirepass masterauth bindpw rootpw mdp contrasena contraseña senha wachtwoord lozinka haslo hasło heslo
    salasana пароль 密码 密碼 パスワード 비밀번호 jwt sharedaccesskey accountkey motdepasse parola lösenord adgangskode passord
    dbpass pgpassword รหัสผ่าน पासवर्ड סיסמה pw psk wpapsk iban ssn nino aadhaar mnemonic seedphrase keymaterial
";
/// `key` is a secret only after one of these.
const SECRET_KEYS: &str = "
    api access secret private signing sign encryption encrypt master auth account license licence subscription app
    application client service admin deploy webhook hmac aes session crypt decryption write ingest integration
    restricted storage rpc recovery unseal
";
const DIGITS: &str = "
    pin cvv cvc cvv2 cvc2 csc otp totp tan mfa 2fa puk passkey
";
const PERHAPS: &str = "
    key keys auth session sessionid sid sessid phpsessid jsessionid csrf xsrf csrftoken credential credentials
    creds tokens bearer cookie sig signature ticket nonce assertion seed salt pat login passwords jwts
";
/// After the word of a secret: the value only describes the secret.
const DESCRIBES: &str = "
    file files path dir directory name names id ids count counts limit length len type types url uri endpoint
    expiry expires expiration expire exp ttl age policy stdin min max hint prompt field fields label store manager
    version ref env var required enabled disabled size command cmd helper algorithm alg lifetime budget limits
    usage budgets rate cost price used total strength input column attribute source format prefix suffix mode
    method status state valid invalid changed rotation scope scopes address symbol class error message text title
    page form link button icon visible shown confirmation generator provider authentication reset change update
    vault protected protection encoding index position santa per agent server service account user username owner
    arn region bucket host port timeout issuer audience windows window
";
/// Before the word of a secret: `max_tokens`, `public_key`, `primary_key`.
const PLAIN_BEFORE: &str = "
    max min num total count public pub primary foreign sort partition cache row object registry hash map dict
    translation i18n unique composite forgot no has is use show hide without want enable disable skip need needs
    requires require allow by group search range known host prompt input output completion idempotency storybook
    design syntax next page continuation sync cancellation shortcut hot existing
";

/// A word that ends with one of these without anything between is a secret: `MYPASS`, `storepass`, `rootpw`.
const GLUED: [&str; 12] = [
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "pass",
    "pwd",
    "secret",
    "apikey",
    "secretkey",
    "privatekey",
    "token",
    "passwort",
];
/// Words that only end like one.
const NOT_GLUED: &str = "
    bypass compass trespass encompass overpass underpass surpass impasse onepass renderpass cwd oldpwd firstpass
    singlepass multipass lowpass highpass bandpass allpass nonsecret
";

fn is_glued(word: &str) -> bool {
    let by_end = GLUED.iter().any(|end| word.len() > end.len() && word.len() <= 24 && word.ends_with(end));
    let short = word.len() <= 8 && word.len() > 2 && word.ends_with("pw");
    (by_end || short) && !lists(NOT_GLUED, word)
}

/// Whether `word` is one of the words, which are separated by white space.
fn lists(words: &str, word: &str) -> bool {
    words.split_ascii_whitespace().any(|listed| listed == word)
}

/// Classifies a name of code, a flag, a header or a query.
pub(super) fn classify(name: &str) -> Named {
    let words = words(name);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    // The shell's own working directories.
    if matches!(name, "PWD" | "OLDPWD") {
        return Named::Plain;
    }
    for (place, word) in words.iter().enumerate().rev() {
        let before = place.checked_sub(1).map(|place| words[place]);
        let named = match *word {
            "key" | "keys" if before.is_some_and(|before| lists(SECRET_KEYS, before)) => Named::Secret,
            "pass" => Named::Secret,
            "code" | "codes"
                if before
                    .is_some_and(|b| ["security", "verification", "mfa", "otp", "backup", "recovery", "auth"].contains(&b)) =>
            {
                Named::Digits
            }
            word if lists(SECRET, word) => Named::Secret,
            word if lists(DIGITS, word) => Named::Digits,
            word if lists(PERHAPS, word) => Named::Perhaps,
            word if is_glued(word) => Named::Secret,
            _ => continue,
        };
        // The id of a session opens it, so it is a secret.
        let after = &words[place + 1..];
        let described = after.iter().any(|word| lists(DESCRIBES, word)) && !(*word == "session" && after == ["id"]);
        let plain = before.is_some_and(|before| lists(PLAIN_BEFORE, before));
        return match (described, plain, named) {
            (true, ..) => Named::Plain,
            // `next_token`, `page_token`: a random value may be a secret, a plain one is not.
            (_, true, Named::Secret)
                if word_is_token(word) && before.is_some_and(|before| !["max", "min", "num", "total"].contains(&before)) =>
            {
                Named::Perhaps
            }
            (_, true, _) => Named::Plain,
            (.., named) => named,
        };
    }
    Named::Plain
}

fn word_is_token(word: &str) -> bool {
    matches!(word, "token" | "password" | "secret")
}

/// Signs that belong to the letter before them, and that Unicode does not call alphabetic: tones of Thai, viramas, points, accents.
fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5bd}' | '\u{64b}'..='\u{65f}' | '\u{93c}' | '\u{94d}' | '\u{9bc}' | '\u{9cd}' | '\u{e47}'..='\u{e4e}')
}

/// `dbPassword2`, `DB_PASSWORD`, `db-password`, `db.password` → `db`, `password`.
pub(crate) fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut last = ' ';
    let mut characters = name.chars().peekable();
    while let Some(character) = characters.next() {
        let ends_acronym =
            last.is_uppercase() && character.is_uppercase() && characters.peek().is_some_and(|next| next.is_lowercase());
        let in_word = character.is_alphanumeric() || is_mark(character);
        if !in_word || (last.is_lowercase() && character.is_uppercase()) || ends_acronym {
            words.push(String::new());
        }
        if in_word && let Some(word) = words.last_mut() {
            word.extend(character.to_lowercase());
        }
        last = character;
    }
    for word in &mut words {
        let stem = word.trim_end_matches(|digit: char| digit.is_ascii_digit());
        if !["cvv2", "cvc2", "i18n", "2fa"].contains(&word.as_str()) && !stem.is_empty() {
            word.truncate(stem.len());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Whether letters and digits are mixed as in no word.
pub(super) fn looks_random(value: &str) -> bool {
    let allowed = value.chars().all(|character| character.is_ascii_alphanumeric() || "_-.~+/=!@#$%^&*:".contains(character));
    let count = |test: fn(&char) -> bool| value.chars().filter(test).count();
    let (digits, lower, upper) = (count(char::is_ascii_digit), count(char::is_ascii_lowercase), count(char::is_ascii_uppercase));
    let letters = lower + upper;
    let hexadecimal = value.chars().all(|character| character.is_ascii_hexdigit());
    let long_enough = if hexadecimal { value.len() >= 16 } else { value.len() >= 12 };
    long_enough && allowed && digits >= 2 && letters >= 2 && !is_ordinary(value) && entropy(value) >= 3.0
}

/// Whether a segment of an address after a word of a one-time link is what opens it.
pub(super) fn opens(segment: &str) -> bool {
    let count = |test: fn(&char) -> bool| segment.chars().filter(test).count();
    let (upper, lower) = (count(char::is_ascii_uppercase), count(char::is_ascii_lowercase));
    let one_word = segment.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    let is_hexadecimal = segment.len() >= 20 && segment.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    looks_random(segment) || is_hexadecimal || one_word && segment.len() >= 16 && upper >= 3 && lower >= 3
}

/// Whether this is an ordinary identifier that also mixes letters and digits: UUIDs, dates, versions, paths, addresses, file names.
fn is_ordinary(value: &str) -> bool {
    let dashes: Vec<usize> = value.split('-').map(str::len).collect();
    let uuid = dashes == [8, 4, 4, 4, 12] && value.chars().all(|character| character.is_ascii_hexdigit() || character == '-');
    let path = value.starts_with(['/', '.', '~', '@']) || value.contains("://") || value.matches('/').count() >= 2;
    // Words and numbers joined: `release-notes-2024`, `user_profile_v2`, `sha256:...` is not.
    let pieces: Vec<&str> = value.split(['-', '_', '.', '/', ':', '@', '=', '+']).filter(|piece| !piece.is_empty()).collect();
    let readable = pieces.len() > 1
        && pieces.iter().all(|piece| {
            let digits = piece.chars().filter(char::is_ascii_digit).count();
            digits == piece.len() || digits == 0 || (piece.len() <= 8 && digits <= 4 && turns(piece) <= 2)
        });
    uuid || path || readable || (pieces.len() == 1 && turns(value) <= 1 && value.len() < 20)
}

/// How often letters and digits alternate.
fn turns(text: &str) -> usize {
    text.chars().zip(text.chars().skip(1)).filter(|(one, next)| one.is_ascii_digit() != next.is_ascii_digit()).count()
}

/// Shannon entropy in bits per character.
fn entropy(text: &str) -> f64 {
    let length = text.chars().count();
    let mut characters: Vec<char> = text.chars().collect();
    characters.sort_unstable();
    characters
        .chunk_by(PartialEq::eq)
        .map(|same| {
            #[allow(clippy::cast_precision_loss, reason = "lengths of texts are small")]
            let share = same.len() as f64 / length as f64;
            -share * share.log2()
        })
        .sum()
}

/// Letters of both sizes, mixed as in no word and no name of words in capitals, with or without digits: `RlQmVhxpGDlnuEWQsUkB`.
pub(super) fn looks_mixed(value: &str) -> bool {
    // Base64 may end with signs that fill it up.
    let value = value.trim_end_matches('=');
    let count = |test: fn(&char) -> bool| value.chars().filter(test).count();
    let (upper, lower) = (count(char::is_ascii_uppercase), count(char::is_ascii_lowercase));
    let changes = |(one, next): &(char, char)| {
        one.is_ascii_lowercase() && next.is_ascii_uppercase() || one.is_ascii_uppercase() && next.is_ascii_lowercase()
    };
    let turns = value.chars().zip(value.chars().skip(1)).filter(changes).count();
    let is_one_word = value.chars().all(|letter| letter.is_ascii_alphanumeric());
    is_one_word && value.len() >= 20 && upper * 4 >= value.len() && lower * 4 >= value.len() && turns >= 8
}

/// Letters of both sizes, mixed as in no word: `xKqTbWzRaLmU` has no digit and is drawn.
pub(super) fn looks_drawn(value: &str) -> bool {
    let turns = value.chars().zip(value.chars().skip(1)).filter(|(one, next)| one.is_lowercase() && next.is_uppercase()).count();
    value.len() >= 10 && turns >= 3 && value.chars().all(|letter| letter.is_ascii_alphanumeric())
}
