//! Search for words in texts that people read.

/// Whether each word of `query` is part of one of the `texts`. Case does not matter; an empty query matches.
pub fn contains_all_words(query: &str, texts: &[&str]) -> bool {
    let text = texts.join(" ").to_lowercase();
    query.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

#[cfg(test)]
mod tests {
    use super::contains_all_words;

    #[test]
    fn every_word_must_be_part_of_some_text() {
        for (query, found) in
            [("notes", true), ("NOTES week", true), ("week 48", false), ("ÜBUNG", true), ("  ", true), ("otes", true)]
        {
            assert_eq!(contains_all_words(query, &["Post the notes", "of week 47", "Übung"]), found, "{query}");
        }
    }
}
