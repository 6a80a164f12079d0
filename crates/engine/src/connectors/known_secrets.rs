//! The secrets that a server was given, so that they are masked wherever its words or the arguments of its calls are shown.

use apprentice_connectors::connection::Mask;
use apprentice_connectors::findings::each_word;
use apprentice_contracts::MASK;
use apprentice_observe::redact::mask_text;
use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_STANDARD_NO_PAD, BASE64_URL_SAFE_NO_PAD};
use serde_json::Value;
use std::sync::Arc;

/// A shorter value would mask half of a text, in bytes.
const SHORTEST: usize = 6;

/// The secrets of one server, in every form in which it may say them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct KnownSecrets(Arc<[String]>);

impl KnownSecrets {
    pub(super) fn new(secrets: impl IntoIterator<Item = String>) -> Self {
        let mut all: Vec<String> = secrets.into_iter().flat_map(|secret| forms(&secret)).collect();
        all.retain(|form| form.len() >= SHORTEST);
        // A form that contains another one goes first, or a part of it would be left.
        all.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        all.dedup();
        Self(all.into())
    }

    /// A text without these secrets, and otherwise as it is.
    pub(super) fn text(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, form| text.replace(form.as_str(), MASK))
    }

    /// A value without these secrets, and otherwise as it is.
    pub(super) fn value(&self, value: &Value) -> Value {
        each_word(value, &|text| self.text(text))
    }

    /// Whether a text holds one of the secrets.
    pub(super) fn has(&self, text: &str) -> bool {
        self.text(text) != text
    }

    /// Words of a server for people, without these secrets and others that are recognized.
    pub(super) fn words(&self, words: &str) -> String {
        mask_text(&self.text(words)).0
    }

    /// The same for a connection.
    pub(super) fn mask(&self) -> Mask {
        let secrets = self.clone();
        Arc::new(move |words| secrets.words(words))
    }
}

/// A secret, its lines and parts, and how JSON, addresses and headers write them.
fn forms(secret: &str) -> Vec<String> {
    let mut parts = vec![secret.to_owned()];
    parts.extend(secret.lines().map(|line| line.trim().to_owned()));
    // `Bearer TOKEN`, `Basic BASE64`.
    if let Some((scheme, rest)) = secret.split_once(' ')
        && scheme.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-')
    {
        parts.push(rest.trim().to_owned());
        let decoded = BASE64_STANDARD.decode(rest.trim()).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        if let Some(decoded) = decoded.filter(|_| scheme.eq_ignore_ascii_case("basic")) {
            parts.extend(decoded.split_once(':').map(|(_, password)| password.to_owned()));
            parts.push(decoded);
        }
    }
    let mut forms = Vec::new();
    for part in parts {
        let json = Value::from(part.as_str()).to_string();
        forms.push(json.trim_matches('"').to_owned());
        forms.push(BASE64_STANDARD_NO_PAD.encode(&part));
        forms.push(BASE64_URL_SAFE_NO_PAD.encode(&part));
        forms.push(percent_encoded(&part));
        forms.push(part);
    }
    forms
}

fn percent_encoded(text: &str) -> String {
    text.bytes().fold(String::with_capacity(text.len()), |mut encoded, byte| {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => encoded.push(char::from(byte)),
            _ => encoded.push_str(&format!("%{byte:02X}")),
        }
        encoded
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_secret_is_masked_in_every_form_and_a_short_one_in_none() {
        let secrets = KnownSecrets::new([
            "Bearer hunter/22".into(),
            "no".into(),
            "first line\nsecond line".into(),
            "a \"quoted\" one".into(),
        ]);
        for (words, expected) in [
            ("login with hunter/22 is no good", format!("login with {MASK} is no good")),
            ("Bearer hunter/22", MASK.to_owned()),
            ("?token=hunter%2F22&x", format!("?token={MASK}&x")),
            ("aHVudGVyLzIy", MASK.to_owned()),
            ("  second line", format!("  {MASK}")),
            (r#"{"a":"a \"quoted\" one"}"#, format!(r#"{{"a":"{MASK}"}}"#)),
        ] {
            assert_eq!(secrets.text(words), expected, "{words}");
        }
        let value = json!({ "hunter/22": ["hunter/22", 7, null], "b": { "c": "Bearer hunter/22" } });
        assert_eq!(secrets.value(&value), json!({ MASK: [MASK, 7, null], "b": { "c": MASK } }));
        let basic = KnownSecrets::new(["Basic YWRhOmNvcnJlY3QtaG9yc2U=".into()]);
        assert_eq!(basic.text("ada and correct-horse"), format!("ada and {MASK}"));
    }

    #[test]
    fn only_words_for_people_lose_what_merely_looks_like_a_secret() {
        const TOKEN: &str = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
        let secrets = KnownSecrets::default();
        assert_eq!(secrets.text(TOKEN), TOKEN);
        assert_eq!(secrets.words(TOKEN), MASK);
    }
}
