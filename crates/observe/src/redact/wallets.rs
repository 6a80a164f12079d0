//! Finds the seed phrases of wallets (BIP 39): twelve or more words in a row, all of the standard's list.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

/// The shortest phrase.
const SHORTEST: usize = 12;

static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| bip39::Language::English.word_list().iter().copied().collect());

pub(super) fn find(text: &str, found: &mut Vec<Range<usize>>) {
    // Twelve words of three letters.
    if text.len() < SHORTEST * 4 {
        return;
    }
    let mut run: Option<(usize, usize, usize)> = None;
    let mut end = |run: Option<(usize, usize, usize)>| {
        found.extend(run.filter(|(_, _, count)| *count >= SHORTEST).map(|(start, end, _)| start..end));
    };
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let begin = rest.find(|letter: char| letter.is_alphabetic()).map_or(text.len(), |skip| at + skip);
        let between = &text[at..begin];
        let length = text[begin..].find(|letter: char| !letter.is_alphabetic()).unwrap_or(text.len() - begin);
        let word = &text[begin..begin + length];
        // Words may be numbered, or are on lines of their own.
        let joined = between.len() <= 8
            && between.chars().all(|letter| letter.is_whitespace() || letter.is_ascii_digit() || ".,)|-".contains(letter));
        if !joined {
            end(run.take());
        }
        if WORDS.contains(word) || WORDS.contains(word.to_lowercase().as_str()) {
            run = Some(run.map_or((begin, begin + length, 1), |(start, _, count)| (start, begin + length, count + 1)));
        } else {
            end(run.take());
        }
        at = (begin + length).max(at + 1);
        while !text.is_char_boundary(at.min(text.len())) {
            at += 1;
        }
    }
    end(run);
}
