//! Fields whose whole value is a secret, by type, autocomplete, label or name.

use super::names::words;
use apprentice_contracts::observation::MaskReason;
use std::sync::LazyLock;

/// Why the whole value of a field must be masked. `None`: it may be kept after [`super::mask_text`].
///
/// `input_type` and `autocomplete` are the attributes, `label` is the accessible name, `field_name` the name or id.
pub fn secret_field(input_type: &str, autocomplete: &str, label: &str, field_name: &str) -> Option<MaskReason> {
    let input_type = input_type.trim().to_lowercase();
    if input_type == "password" {
        return Some(MaskReason::Password);
    }
    // Their value is a choice, not a text: "Show password".
    if ["checkbox", "radio", "button", "submit", "reset", "image", "range", "color", "date", "time", "month", "week"]
        .contains(&input_type.as_str())
    {
        return None;
    }
    let of_component = !words(label).is_empty() && is_token_field(field_name);
    by_autocomplete(autocomplete).or_else(|| by_words(label)).or_else(|| by_words(field_name).filter(|_| !of_component))
}

/// Whether a field is one in which each word that is entered becomes a chip: `components-form-token-input-0`. Its label says what the words are.
/// Any word that is not of such a component, such as the name of a service, says whose token it is.
fn is_token_field(name: &str) -> bool {
    let words = words(name);
    let is_plain =
        |word: &str| word.len() < 2 || WORDS_OF_CHIPS.contains(&word) || word.bytes().all(|letter| letter.is_ascii_digit());
    words.windows(2).any(|pair| pair[0] == "token" && PARTS.contains(&pair[1].as_str()))
        && words.iter().all(|word| is_plain(word))
}

/// What a component is called in which words become chips, behind `token`.
const PARTS: &[&str] = &["input", "field", "box", "list", "editor"];
/// The words that its name may have. The recorder gets them.
pub const WORDS_OF_CHIPS: &[&str] = &[
    "token",
    "input",
    "field",
    "box",
    "list",
    "editor",
    "components",
    "component",
    "form",
    "new",
    "add",
    "tag",
    "tags",
    "topic",
    "topics",
    "category",
    "categories",
    "keyword",
    "keywords",
    "label",
    "labels",
    "react",
    "multi",
    "select",
];

fn by_autocomplete(autocomplete: &str) -> Option<MaskReason> {
    autocomplete.to_lowercase().split_whitespace().find_map(|token| match token {
        "current-password" | "new-password" => Some(MaskReason::Password),
        "one-time-code" => Some(MaskReason::OneTimeCode),
        token if token.starts_with("cc-") => Some(MaskReason::CardNumber),
        _ => None,
    })
}

/// Why the answer to a question of the browser must be masked, such as “Enter the password to open this file”. It is a whole sentence, so every
/// word counts, whatever else it speaks of.
pub fn secret_question(text: &str) -> Option<MaskReason> {
    by_phrases(text, names_secret)
}

/// Why a clause announces a secret: “The new password of the server”, “您的验证码”. A clause about a property of a secret, such as its length, announces none.
pub(super) fn announced(clause: &str) -> Option<MaskReason> {
    by_words(clause)
}

fn by_words(text: &str) -> Option<MaskReason> {
    by_phrases(text, asks_for)
}

fn by_phrases(text: &str, fits: impl Fn(&str, &str, &str) -> bool) -> Option<MaskReason> {
    let words = words(text);
    if words.is_empty() {
        return None;
    }
    // One space around every word, so that a phrase matches whole words only.
    let spaced = format!(" {} ", words.join(" "));
    let squeezed = words.concat();
    PHRASES.iter().find_map(|(reason, phrases)| phrases.iter().any(|phrase| fits(phrase, &spaced, &squeezed)).then_some(*reason))
}

fn names_secret(phrase: &str, spaced: &str, squeezed: &str) -> bool {
    let word = format!(" {phrase} ");
    if is_unspaced_script(phrase) {
        squeezed.contains(&phrase.replace(' ', ""))
    } else if WHOLE.contains(&phrase) {
        spaced == word
    } else {
        // Also without spaces (`cardnumber`), unless the phrase is so short that other words contain it.
        spaced.contains(&word) || (phrase.chars().count() >= 8 && squeezed.contains(&phrase.replace(' ', "")))
    }
}

fn asks_for(phrase: &str, spaced: &str, squeezed: &str) -> bool {
    let rest = spaced.replace(&format!(" {phrase} "), " ");
    names_secret(phrase, spaced, squeezed)
        && !SAYS_ABOUT.split('|').map(str::trim).any(|about| rest.contains(&format!(" {about} ")))
}

/// Scripts that write words without spaces.
fn is_unspaced_script(text: &str) -> bool {
    text.chars().any(|character| matches!(character, '\u{e00}'..='\u{e7f}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}'))
}

/// Words that mean a secret only if they are the whole label.
const WHOLE: &[&str] = &["pass", "tan", "parole", "clave", "sandi", "secrets", "csc"];

/// Words of fields about secrets that contain none: "Token name", "Maximum password length", "Key ID", "Search secrets".
const SAYS_ABOUT: &str = "
    name | length | limit | expiry | expires | expiration | policy | type | description | count | max | maximum |
    minimum | min | search | filter | santa | days | lifetime | scope | scopes | budget | pin to | pin this |
    pin it | forgot | tooltip | id | rotation | url | endpoint | algorithm | prefix | länge | longueur | longitud |
    bezeichnung | ablaufdatum | usage | manager | path | file | email | e mail | title | label | strength | format |
    generator | note | notes | map
";

/// `fields.txt`: phrases in many languages, separated by `|`, below their reason. The first match counts.
static PHRASES: LazyLock<Vec<(MaskReason, Vec<&str>)>> = LazyLock::new(|| {
    let mut groups: Vec<(MaskReason, Vec<&str>)> = Vec::new();
    for line in include_str!("fields.txt").lines() {
        if let Some(reason) = line.strip_prefix("## ") {
            groups.push((reason_called(reason), Vec::new()));
        } else if let Some((_, phrases)) = groups.last_mut() {
            phrases.extend(line.split('|').map(str::trim).filter(|phrase| !phrase.is_empty()));
        }
    }
    groups
});

fn reason_called(name: &str) -> MaskReason {
    match name {
        "PrivateKey" => MaskReason::PrivateKey,
        "OneTimeCode" => MaskReason::OneTimeCode,
        "CardNumber" => MaskReason::CardNumber,
        "Token" => MaskReason::Token,
        "Password" => MaskReason::Password,
        "SecretLabel" => MaskReason::SecretLabel,
        other => panic!("fields.txt names no reason {other}"),
    }
}
