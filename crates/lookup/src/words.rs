//! Finds which texts contain a word, or a word with a given part. Words are separated by white space, as in
//! [`split`](super::split).

use super::numbers::{Bits, Lines, Lists, Numbers};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// A part that more than this share of the texts contain has a precomputed result.
const COMMON: usize = 16;

pub(super) struct Words {
    /// Sorted.
    words: Lines,
    /// By word, the texts that hold it.
    texts: Lists,
    /// The start of each suffix of each word, and the word, sorted by the suffix.
    ends: Vec<(u32, u32)>,
    /// Texts by short parts that many texts contain.
    common: HashMap<Box<str>, Bits>,
    limit: usize,
}

impl Words {
    /// From texts 0, 1, 2, …; `ready` is the length in characters up to which common parts are precomputed.
    pub fn new<'a>(texts: impl ExactSizeIterator<Item = &'a str>, ready: usize) -> Self {
        let limit = texts.len();
        let mut numbers: HashMap<&str, u32> = HashMap::new();
        let mut pairs = Vec::new();
        for (text, line) in texts.enumerate() {
            for word in super::split(line) {
                let next = numbers.len() as u32;
                pairs.push((*numbers.entry(word).or_insert(next), text as u32));
            }
        }
        let mut sorted: Vec<(&str, u32)> = numbers.into_iter().collect();
        sorted.sort_unstable();
        let mut place = vec![0; sorted.len()];
        for (now, (_, before)) in sorted.iter().enumerate() {
            place[*before as usize] = now as u32;
        }
        pairs.iter_mut().for_each(|(word, _)| *word = place[*word as usize]);
        let words: Lines = sorted.iter().map(|(word, _)| *word).collect();
        let texts = Lists::new(words.len(), limit, pairs);
        let mut new = Self { ends: ends(&words), words, texts, common: HashMap::new(), limit };
        new.common = new.common_parts(ready);
        new
    }

    /// The number of texts.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Texts that contain exactly this word.
    pub fn exactly(&self, word: &str) -> Numbers<'_> {
        self.words.find(word).map_or(Numbers::Few(&[]), |word| self.texts.get(word))
    }

    /// Adds the texts with a word that contains `part`, which has no white space.
    pub fn holding(&self, part: &str, found: &mut Bits) {
        if let Some(ready) = self.common.get(part) {
            return found.add(ready);
        }
        let range = self.range(part, |end| end.starts_with(part));
        self.ends[range].iter().for_each(|(_, word)| self.texts.get(*word).insert_into(found));
    }

    /// Adds the texts that contain `part`, which is empty or has no white space.
    pub fn holding_or_all(&self, part: &str, found: &mut Bits) {
        if part.is_empty() {
            return (0..self.limit as u32).for_each(|text| found.insert(text));
        }
        self.holding(part, found);
    }

    /// Adds the texts with a word that ends in `part`.
    pub fn ending(&self, part: &str, found: &mut Bits) {
        let range = self.range(part, |end| end == part);
        self.ends[range].iter().for_each(|(_, word)| self.texts.get(*word).insert_into(found));
    }

    /// Adds the texts with a word that begins with `part`.
    pub fn beginning(&self, part: &str, found: &mut Bits) {
        let words =
            self.words.first_after(|word| word < part)..self.words.first_after(|word| word < part || word.starts_with(part));
        words.for_each(|word| self.texts.get(word).insert_into(found));
    }

    /// The range of suffixes for which `fit` holds; the first of them is at `part` or after it.
    fn range(&self, part: &str, fit: impl Fn(&str) -> bool) -> Range<usize> {
        let low = self.ends.partition_point(|end| end_part(&self.words, *end) < part);
        low..low + self.ends[low..].partition_point(|end| fit(end_part(&self.words, *end)))
    }

    fn common_parts(&self, ready: usize) -> HashMap<Box<str>, Bits> {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for number in 0..self.words.len() as u32 {
            let texts = self.texts.len(number);
            for part in parts(self.words.get(number), ready) {
                *counts.entry(part).or_default() += texts;
            }
        }
        let common = counts.into_iter().filter(|(_, texts)| texts * COMMON > self.limit);
        common
            .map(|(part, _)| {
                let mut found = Bits::new(self.limit);
                self.holding(part, &mut found);
                (part.into(), found)
            })
            .collect()
    }
}

fn end_part(words: &Lines, (at, word): (u32, u32)) -> &str {
    &words.get(word)[at as usize..]
}

fn ends(words: &Lines) -> Vec<(u32, u32)> {
    let all = (0..words.len() as u32).flat_map(|word| words.get(word).char_indices().map(move |(at, _)| (at as u32, word)));
    let mut ends: Vec<_> = all.collect();
    ends.sort_unstable_by(|a, b| end_part(words, *a).cmp(end_part(words, *b)));
    ends.shrink_to_fit();
    ends
}

/// Every part of one to `longest` characters, once.
fn parts(word: &str, longest: usize) -> BTreeSet<&str> {
    let from = |at: usize| word[at..].char_indices().take(longest).map(move |(last, c)| &word[at..at + last + c.len_utf8()]);
    word.char_indices().flat_map(|(at, _)| from(at)).collect()
}
