//! Finds numbers that identify a person or an account, and codes that were sent to a person: IBANs by their check digits (ISO 13616),
//! national ids and texted codes by the words beside them.

use regex::{Regex, RegexSet};
use std::ops::Range;
use std::sync::LazyLock;

static IBAN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b[A-Z]{2}[0-9]{2}(?:[ \u{a0}]?[A-Z0-9]{4}){2,7}(?:[ \u{a0}]?[A-Z0-9]{1,3})?\b").expect("constant")
});

/// The group `s` is the secret.
const LABELLED: &[&str] = &[
    // National ids, of countries and in general.
    r"(?i)\b(?:ssn|social\s+security(?:\s+(?:number|no\.?|nr\.?|#))?|national\s+(?:id|identity|identification|insurance)(?:\s+(?:card|number|no\.?|code))?|nino|tax\s*(?:payer)?\s*(?:id|identification)(?:\s+number)?|steuer-?(?:id|identifikationsnummer|nummer)|sozialversicherungsnummer|passport(?:\s+(?:number|no\.?|nr\.?))?|reisepass(?:nummer)?|ausweisnummer|aadhaar|cpf|cnpj|bsn|dni|nie|nif|nir|codice\s+fiscale|personnummer|fødselsnummer|cpr(?:-nummer)?|pesel|nhs\s+number|driver'?s?\s+licen[cs]e(?:\s+(?:number|no\.?))?|health\s+insurance\s+(?:number|id)|medicare(?:\s+number)?|curp|rut|my\s?number|resident\s+id)\b[\s\x22']*(?:is|ist|:|=|#|-)?[\s\x22'=:#]*(?P<s>[A-Z]{0,3}[0-9][0-9A-Z](?:[ ./-]?[0-9A-Z]){4,18})\b",
    r"(?i)\bcodice\s+fiscale\b[\s:=]*(?P<s>[A-Z]{6}[0-9]{2}[A-Z][0-9]{2}[A-Z][0-9]{3}[A-Z])\b",
    // A code that was sent, before or after the word.
    r"(?i)\b(?:(?:your|ihr|dein|votre|su|tu|il\s+tuo)\s+(?:[\p{L}-]+\s+){0,3}|(?:verification|security|confirmation|login|log-?in|sign-?in|access|one[- ]?time|authenti\w+|2fa|mfa|sms|activation|recovery|backup|bestätigungs|sicherheits|einmal)[- ]?)(?:codes?|otp|passcode|pin|tan|password)\b[^.\n0-9]{0,24}?\b(?P<s>[0-9]{3}[ -][0-9]{3}|[0-9]{4,8}|[A-Z0-9]{1,2}-[0-9]{4,8})\b",
    r"(?i)\b(?P<s>[0-9]{3}[ -][0-9]{3}|[0-9]{4,8}|[A-Z]-[0-9]{4,8})\s+(?:is|ist|es|est)\s+(?:your|ihr|dein|votre|su|tu|the)\s+(?:[\p{L}-]+\s+){0,4}(?:codes?|otp|passcode|pin|tan|password)\b",
    r"(?i)\b(?:use|enter|type)\s+(?:the\s+)?(?:code\s+)?(?P<s>[0-9]{3}[ -][0-9]{3}|[0-9]{5,8})\s+(?:to|for|as)\s+(?:\w+\s+){0,3}(?:sign|log|verify|confirm|authenticate|complete|access)\b",
    r"(?i)\b(?:otp|totp|tan|einmalcode|bestätigungscode|sicherheitscode|passcode)\b[\s:=#-]{1,4}(?P<s>[0-9]{3}[ -][0-9]{3}|[0-9]{4,8})\b",
    // The key of a wireless network: as a code for cameras, and as it is written down.
    r"\bWIFI:(?:[^▮\n]*?;)?P:(?P<s>(?:[^;\\▮\n]|\\.)+);",
    r"(?i)\b(?:wi-?fi|wlan|network|hotspot|wpa2?|wpa3|router)[\s-]*(?:password|passphrase|passwort|key|psk|schlüssel|kennwort|code)\b[\x22']?\s*(?:is|ist|:|=|-)\s*[\x22'“]?(?P<s>[^\s\x22'”▮]{8,63})",
    // A code of a service, in two groups or one.
    r"\b(?:WhatsApp|Telegram|Signal|Google|Instagram|Facebook|Apple|Microsoft|Amazon|PayPal|Discord|Slack|Uber|Viber|WeChat|LINE|TikTok|Snapchat)\s+code:?\s+(?P<s>[0-9]{3}[ -][0-9]{3}|[0-9]{5,8})\b",
];

static SET: LazyLock<RegexSet> = LazyLock::new(|| RegexSet::new(LABELLED).expect("the patterns are constant"));
static EACH: LazyLock<Vec<Regex>> =
    LazyLock::new(|| LABELLED.iter().map(|pattern| Regex::new(pattern).expect("the patterns are constant")).collect());

pub(super) fn find(text: &str, found: &mut Vec<Range<usize>>) {
    for run in IBAN.find_iter(text) {
        // The last group may be the next word.
        let ends = (0..3).map(|cut| run.as_str().len().saturating_sub(cut * 5)).chain(ends_of_groups(run.as_str()));
        if let Some(end) = ends.filter(|end| run.as_str().is_char_boundary(*end)).find(|end| is_iban(&run.as_str()[..*end])) {
            found.push(run.start()..run.start() + end);
        }
    }
    for index in SET.matches(text) {
        for captures in EACH[index].captures_iter(text) {
            let Some(secret) = captures.name("s") else { continue };
            let digits = secret.as_str().bytes().filter(u8::is_ascii_digit).count();
            let year =
                secret.as_str().len() == 4 && secret.as_str().starts_with(['1', '2']) && index > 1 && is_year(secret.as_str());
            if (digits >= 4 || index == 6 || index == 7) && !year {
                found.push(secret.range());
            }
        }
    }
}

fn is_year(text: &str) -> bool {
    text.parse::<u32>().is_ok_and(|year| (1950..=2100).contains(&year))
}

fn ends_of_groups(text: &str) -> Vec<usize> {
    text.char_indices().rev().filter(|(_, letter)| letter.is_whitespace()).map(|(at, _)| at).collect()
}

/// Whether the text is an IBAN: 15 to 34 letters and digits whose check digits are right (modulo 97).
fn is_iban(text: &str) -> bool {
    let plain: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    if !(15..=34).contains(&plain.len()) {
        return false;
    }
    let (head, tail) = plain.split_at(4);
    let rest = tail.iter().chain(head).try_fold(0_u32, |rest, letter| {
        let value = letter.to_digit(36)?;
        Some(if value < 10 { (rest * 10 + value) % 97 } else { (rest * 100 + value) % 97 })
    });
    rest == Some(1)
}
