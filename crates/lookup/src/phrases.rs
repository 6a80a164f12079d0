//! Finds which phrases a query contains, with an automaton that starts at every character of the query.

use super::numbers::{Bits, Lists};
use fst::raw::{Builder, Fst};
use std::fmt;

/// Why no index could be built.
#[derive(Debug)]
pub struct IndexError(fst::Error);

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for IndexError {}

pub(super) struct Phrases {
    /// Phrase to its position in sorted order.
    phrases: Fst<Vec<u8>>,
    /// By position, the owners of the phrase.
    numbers: Lists,
}

impl Phrases {
    /// From phrases with the number (below `limit`) of their owner.
    pub fn new(mut all: Vec<(&str, u32)>, limit: usize) -> Result<Self, IndexError> {
        all.sort_unstable();
        let mut builder = Builder::memory();
        let mut pairs = Vec::with_capacity(all.len());
        let mut places = 0;
        for group in all.chunk_by(|a, b| a.0 == b.0) {
            builder.insert(group[0].0, u64::from(places)).map_err(IndexError)?;
            pairs.extend(group.iter().map(|(_, number)| (places, *number)));
            places += 1;
        }
        let phrases = builder.into_fst();
        Ok(Self { phrases, numbers: Lists::new(places as usize, limit, pairs) })
    }

    /// Adds the owners of phrases that `query` contains. Every query contains an empty phrase.
    pub fn held_by(&self, query: &str, found: &mut Bits) {
        let starts = query.char_indices().map(|(at, _)| at).chain([query.len()]);
        let mut places: Vec<u32> = starts.flat_map(|at| self.beginning(&query.as_bytes()[at..])).collect();
        places.sort_unstable();
        places.dedup();
        places.iter().for_each(|place| self.numbers.get(*place).insert_into(found));
    }

    /// Positions of the phrases that are a prefix of `text`.
    fn beginning(&self, text: &[u8]) -> impl Iterator<Item = u32> {
        let mut node = Some((self.phrases.root(), 0));
        let mut bytes = text.iter();
        std::iter::from_fn(move || {
            loop {
                let (here, sum) = node.take()?;
                node = bytes.next().and_then(|byte| here.find_input(*byte)).map(|way| {
                    let way = here.transition(way);
                    (self.phrases.node(way.addr), sum + way.out.value())
                });
                if here.is_final() {
                    return Some((sum + here.final_output().value()) as u32);
                }
            }
        })
    }
}
