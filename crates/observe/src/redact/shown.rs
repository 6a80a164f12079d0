//! Values that a page shows beside a label: “Password”, “Secret”, “Backup codes”, in the next cell or text.

use super::secret_field;
use apprentice_contracts::MASK;

/// The longest label.
const LONGEST_LABEL: usize = 60;

/// Whether a text is a label, and what is beside it is a secret.
pub fn is_beside_label(label: &str) -> bool {
    let label = label.trim().trim_end_matches([':', '*', ' ']);
    !label.is_empty()
        && label.chars().count() <= LONGEST_LABEL
        && label.split_whitespace().count() <= 5
        && !label.contains(['?', '!', '|'])
        && secret_field("", "", &plural_as_one(label), "").is_some()
}

/// `Backup codes` asks for a backup code.
fn plural_as_one(label: &str) -> String {
    let is_plural = |word: &str| word.len() > 4 && word.ends_with('s') && !word.ends_with("ss");
    label.split(' ').map(|word| if is_plural(word) { &word[..word.len() - 1] } else { word }).collect::<Vec<_>>().join(" ")
}

/// The text beside such a label: masked where it is a value, kept where it is a word for its state, such as “Never changed”. `found` receives
/// the secrets.
pub fn mask_beside(text: &str, found: &mut Vec<String>) -> String {
    let trimmed = text.trim();
    let words: Vec<&str> = trimmed.split([' ', ',', '\n', '\t']).filter(|word| !word.is_empty()).collect();
    // A list of codes.
    if !words.is_empty() && words.iter().all(|word| is_value(word)) {
        found.extend(words.iter().map(|word| (*word).to_owned()));
        found.push(trimmed.to_owned());
        return MASK.to_owned();
    }
    text.to_owned()
}

/// Whether a word is rather a value than a word: it has a digit or a sign, or capitals inside.
fn is_value(word: &str) -> bool {
    let word = word.trim_matches(['.', ':', ';', '(', ')', '“', '”', '"', '\'']);
    let digits = word.chars().any(char::is_numeric);
    let signs = word.chars().any(|letter| !letter.is_alphanumeric() && !"'’/…•●*".contains(letter));
    let capitals = word.chars().skip(1).any(char::is_uppercase) && word.chars().any(char::is_lowercase);
    let dotted = word.chars().all(|letter| "•●*.·▮".contains(letter));
    word.chars().count() >= 4 && !dotted && (digits || signs || capitals)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_beside_a_label_are_masked_and_states_are_not() {
        for label in
            ["Password", "Password:", "Backup codes", "API key", "Recovery codes", "Secret", "Wi-Fi password", "Passwort"]
        {
            assert!(is_beside_label(label), "{label}");
        }
        for label in ["Forgot password?", "Password policy", "Name", "Change your password here to continue", "Secretary", ""] {
            assert!(!is_beside_label(label), "{label}");
        }
        for value in ["correct-horse", "hunter2", "8f3a-11cd, 99ab-77ef", "AbCdEfGh", "1234 5678"] {
            assert_eq!(mask_beside(value, &mut Vec::new()), MASK, "{value}");
        }
        for state in ["Never changed", "Change", "Show", "••••••••", "Required", "", "not set", "2 days ago"] {
            assert_eq!(mask_beside(state, &mut Vec::new()), state);
        }
    }
}
