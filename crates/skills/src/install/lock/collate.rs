//! The order of JavaScript's `localeCompare` (Unicode collation, root locale), in which the other installer hashes files. Exact
//! for ASCII and for Latin letters with accents, of which paths consist; other letters follow by code point.

use std::cmp::Ordering;
use unicode_normalization::UnicodeNormalization;

const ORDER: &str = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789";

pub(super) fn compare(a: &str, b: &str) -> Ordering {
    let (a_keys, b_keys) = (keys(a), keys(b));
    let by = |level: fn(&Key) -> u32| {
        a_keys.iter().map(level).filter(|weight| *weight > 0).cmp(b_keys.iter().map(level).filter(|weight| *weight > 0))
    };
    by(|key| key.letter).then_with(|| by(|key| key.accent)).then_with(|| by(|key| key.case)).then_with(|| a.cmp(b))
}

/// Weights of one character. Letters of all of a name are compared first, then all accents, then all cases.
struct Key {
    letter: u32,
    accent: u32,
    case: u32,
}

fn keys(text: &str) -> Vec<Key> {
    text.nfd().flat_map(|c| if c == 'ß' { vec!['s', 's'] } else { vec![c] }).map(key).collect()
}

fn key(c: char) -> Key {
    if ('\u{300}'..='\u{36f}').contains(&c) {
        return Key { letter: 0, accent: 2 + c as u32, case: 0 };
    }
    let letter = match ORDER.chars().position(|known| known == c) {
        Some(at) => 1 + u32::try_from(at).unwrap_or(0),
        None if c.is_ascii_alphabetic() => 100 + u32::from(c.to_ascii_lowercase() as u8),
        None if c.is_control() => 0,
        None => 1000 + c as u32,
    };
    Key { letter, accent: 1, case: if c.is_ascii_uppercase() { 2 } else { 1 } }
}

#[cfg(test)]
mod tests {
    /// The expected orders come from Node 20.
    #[test]
    fn names_are_sorted_as_javascript_sorts_them() {
        let expected = [
            "a",
            "ä",
            "a b",
            "a_b",
            "a-b",
            "a.b",
            "a/b",
            "ab",
            "aB",
            "Ab",
            "AB",
            "e",
            "é",
            "f",
            "readme.md",
            "README.md",
            "references/a",
            "scripts/x",
            "SKILL.md",
            "ss",
            "ß",
            "z",
            "日本",
            "語",
        ];
        let mut names = expected;
        names.sort_unstable();
        names.sort_by(|a, b| super::compare(a, b));
        assert_eq!(names, expected);
        let ascii = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789aAbBcCdDeEfFgGhHiIjJkKlLmMnNoOpPqQrRsStTuUvVwWxXyYzZ";
        let mut letters: Vec<String> = (32u8..127).map(|byte| char::from(byte).to_string()).collect();
        letters.sort_by(|a, b| super::compare(a, b));
        assert_eq!(letters.concat(), ascii);
    }
}
