//! Looking for words in what a person can read.

/// Whether every word of `query` stands somewhere in `texts`, in whatever case.
pub fn contains_all_words(query: &str, texts: &[&str]) -> bool {
    let text = texts.join(" ").to_lowercase();
    query.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

#[cfg(test)]
mod tests {
    use super::contains_all_words;

    #[test]
    fn every_word_must_stand_somewhere() {
        for (query, found) in
            [("notes", true), ("NOTES week", true), ("week 48", false), ("ÜBUNG", true), ("  ", true), ("otes", true)]
        {
            assert_eq!(contains_all_words(query, &["Post the notes", "of week 47", "Übung"]), found, "{query}");
        }
    }
}
