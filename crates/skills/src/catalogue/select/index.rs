//! How well each skill matches a text: BM25 over name, description and body; the fields are weighted before the counts are
//! dampened.
//!
//! The body counts, because it often names what the description leaves out. Weights and thresholds were chosen on the first half
//! of the labelled tasks in `tests/it/select.rs` and are judged on the second.

use super::words::{is_weak, terms};
use std::collections::{BTreeMap, BTreeSet, HashMap};

const NAME: f64 = 5.0;
const DESCRIPTION: f64 = 2.5;
const BODY: f64 = 0.6;
/// Count at which a term has half of its possible effect.
const HALF: f64 = 1.4;
/// How much a long body dampens its counts.
const LENGTH: f64 = 0.75;
/// Weight of words that occur in every plan.
const WEAK: f64 = 0.2;
/// Weight of words that no skill has: the text asks for them, but they do not tell the skills apart.
const UNKNOWN: f64 = 0.35;
/// More of a body than this adds nothing but time.
const MAX_BODY: usize = 64 * 1024;

/// A skill's texts.
#[derive(Clone, Copy, Debug)]
pub struct Document<'a> {
    /// Name of the skill.
    pub name: &'a str,
    /// Its description.
    pub description: &'a str,
    /// Its instructions.
    pub body: &'a str,
}

impl Document<'_> {
    /// As much of the body as counts.
    pub(super) fn body(&self) -> &str {
        &self.body[..self.body.floor_char_boundary(MAX_BODY)]
    }
}

/// Skills, ready to be searched.
#[derive(Debug, Default)]
pub struct Index {
    names: Vec<String>,
    /// For each term the skills that have it, with its weighted count.
    postings: HashMap<String, Vec<(u32, Count)>>,
    mean_length: f64,
    lengths: Vec<f64>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    name: u16,
    description: u16,
    body: u16,
}

/// A skill that fits.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// Place of the skill among the indexed ones.
    pub index: usize,
    /// 0 to 1: the share of the text's terms, by weight, that the skill has.
    pub score: f64,
    /// The terms that count most, strongest first, as the text spells them.
    pub because: Vec<String>,
    /// Whether the skill's name has one of the terms that count.
    pub in_name: bool,
}

impl Index {
    /// Indexes `documents`.
    pub fn new<'a>(documents: impl IntoIterator<Item = Document<'a>>) -> Index {
        let mut index = Index::default();
        for document in documents {
            index.add(&document);
        }
        let total: f64 = index.lengths.iter().sum();
        index.mean_length = if index.lengths.is_empty() { 1.0 } else { (total / index.lengths.len() as f64).max(1.0) };
        index
    }

    fn add(&mut self, document: &Document<'_>) {
        let number = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        let mut counts: HashMap<String, Count> = HashMap::new();
        for term in terms(document.name) {
            bump(&mut counts.entry(term).or_default().name);
        }
        for term in terms(document.description) {
            bump(&mut counts.entry(term).or_default().description);
        }
        let body = terms(document.body());
        self.lengths.push(body.len() as f64);
        for term in body {
            bump(&mut counts.entry(term).or_default().body);
        }
        for (term, count) in counts {
            self.postings.entry(term).or_default().push((number, count));
        }
        self.names.push(document.name.to_owned());
    }

    /// How many skills are indexed.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether nothing is indexed.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The skills that share terms with `text`, best first, ties by name.
    pub fn search(&self, text: &str) -> Vec<Match> {
        let wanted = spelled(text);
        let mut found: BTreeMap<u32, TermHits> = BTreeMap::new();
        let mut possible = 0.0;
        for (term, spelling) in &wanted {
            let postings = self.postings.get(term).map_or(&[][..], Vec::as_slice);
            let rarity = self.rarity(postings) * if is_weak(term) { WEAK } else { 1.0 };
            possible += if postings.is_empty() { rarity * UNKNOWN } else { rarity };
            for (number, count) in postings {
                let found = found.entry(*number).or_default();
                let effect = rarity * self.effect(*number, count);
                found.effects.push((effect, spelling.as_str()));
                found.in_name |= count.name > 0 && !is_weak(term);
            }
        }
        let mut matches: Vec<Match> =
            found.into_iter().map(|(number, found)| found.into_match(number as usize, possible)).collect();
        matches.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| self.names[a.index].cmp(&self.names[b.index])));
        matches
    }

    /// Inverse document frequency between 0 and 1, also for few skills: a term of all skills counts 0, a term of none counts as
    /// asked for.
    fn rarity(&self, postings: &[(u32, Count)]) -> f64 {
        let all = self.names.len() as f64;
        // A term that only bodies mention counts less: the skill may not be about it.
        let has: f64 = postings.iter().map(|(_, count)| if count.name > 0 || count.description > 0 { 1.0 } else { 0.35 }).sum();
        ((1.0 + all) / (0.5 + has)).ln().max(0.0) / (2.0 * (1.0 + all)).ln()
    }

    fn effect(&self, number: u32, count: &Count) -> f64 {
        let length = self.lengths.get(number as usize).copied().unwrap_or(0.0) / self.mean_length;
        let body = f64::from(count.body) / (1.0 - LENGTH + LENGTH * length.max(0.2));
        let weighted =
            NAME * f64::from(count.name.min(1)) + DESCRIPTION * f64::from(count.description.min(2)) + BODY * body.min(6.0);
        weighted / (weighted + HALF)
    }
}

fn bump(count: &mut u16) {
    *count = count.saturating_add(1);
}

/// The terms of a text, each with the first spelling.
pub(super) fn spelled(text: &str) -> Vec<(String, String)> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        for term in terms(word) {
            if seen.insert(term.clone()) {
                found.push((term, word.to_lowercase()));
            }
        }
    }
    found
}

#[derive(Default)]
struct TermHits<'a> {
    effects: Vec<(f64, &'a str)>,
    in_name: bool,
}

impl TermHits<'_> {
    fn into_match(mut self, index: usize, possible: f64) -> Match {
        self.effects.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
        let total: f64 = self.effects.iter().map(|(effect, _)| effect).sum();
        let because =
            self.effects.iter().filter(|(effect, _)| *effect > 0.05).take(4).map(|(_, word)| (*word).to_owned()).collect();
        let score = if possible > 0.0 { (total / possible).clamp(0.0, 1.0) } else { 0.0 };
        Match { index, score, because, in_name: self.in_name }
    }
}
