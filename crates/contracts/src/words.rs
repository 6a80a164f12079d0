//! Looking for words in what a person can read.

/// Whether every word of `sought` stands somewhere in `texts`, in whatever case.
pub fn all_in(sought: &str, texts: &[&str]) -> bool {
    let text = texts.join(" ").to_lowercase();
    sought.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

#[cfg(test)]
mod tests {
    use super::all_in;

    #[test]
    fn every_word_must_stand_somewhere() {
        for (sought, found) in
            [("notes", true), ("NOTES week", true), ("week 48", false), ("ÜBUNG", true), ("  ", true), ("otes", true)]
        {
            assert_eq!(all_in(sought, &["Post the notes", "of week 47", "Übung"]), found, "{sought}");
        }
    }
}
