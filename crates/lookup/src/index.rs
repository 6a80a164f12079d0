//! An index that finds the best ten of many abilities within a millisecond. Its results equal those of the plain algorithm,
//! [`super::best`]: the index only finds which conditions hold for which ability, and the algorithm itself computed the worth of
//! each combination when the index was built.
//!
//! The index never changes; the cache of the engine keeps one that agrees with the database.

use super::numbers::{Bits, Lines, Numbers, Tally};
use super::phrases::{IndexError, Phrases};
use super::score_table::{NEGATIVE, PROJECT, TITLE, TRIGGER_FULL, TRIGGER_PARTIAL, Worth};
use super::words::Words;
use super::{AT_MOST, score_table, split};
use apprentice_contracts::ability::{AbilityAvailabilityEntry, AbilityLookupQuery};
use std::collections::HashMap;

/// Abilities are numbered in the order of their ids, so that the first of equal ones wins.
pub struct Index {
    ids: Lines,
    /// Class of each ability, from scope, lane, health and usability.
    classes: Vec<u8>,
    projects: HashMap<String, Vec<u32>>,
    titles: Words,
    triggers: Triggers,
    negatives: Phrases,
    worth: Worth,
}

/// Trigger phrases of all abilities, in the order of the abilities and of their lists.
struct Triggers {
    texts: Lines,
    /// Per ability the number of its first phrase, and the total at the end.
    starts: Vec<u32>,
    words: Words,
    phrases: Phrases,
    longest: usize,
}

/// The indexed fields of an ability, in lower case.
pub struct Ingredients {
    id: String,
    class: u8,
    title: String,
    triggers: Vec<String>,
    negatives: Vec<String>,
    projects: Vec<String>,
}

impl Ingredients {
    /// `None` for an ability that no query finds.
    pub fn of(ability: &AbilityAvailabilityEntry) -> Option<Self> {
        let lower = |phrases: &[String]| phrases.iter().map(|phrase| phrase.to_lowercase()).collect();
        Some(Self {
            id: ability.ability_id.0.clone(),
            class: score_table::class(ability)?,
            title: ability.title.to_lowercase(),
            triggers: lower(&ability.trigger_phrases),
            negatives: lower(&ability.negative_triggers),
            projects: ability.project_scopes.clone(),
        })
    }
}

impl Index {
    /// An index of abilities, in any order.
    ///
    /// # Errors
    /// There are more texts than an index can hold.
    pub fn new(mut all: Vec<Ingredients>) -> Result<Self, IndexError> {
        all.sort_by(|a, b| a.id.cmp(&b.id));
        let mut projects: HashMap<String, Vec<u32>> = HashMap::new();
        for (number, ability) in (0..).zip(&all) {
            for project in &ability.projects {
                projects.entry(project.clone()).or_default().push(number);
            }
        }
        let negatives =
            (0..).zip(&all).flat_map(|(number, ability)| ability.negatives.iter().map(move |text| (text.as_str(), number)));
        Ok(Self {
            ids: all.iter().map(|ability| ability.id.as_str()).collect(),
            classes: all.iter().map(|ability| ability.class).collect(),
            projects,
            titles: Words::new(all.iter().map(|ability| ability.title.as_str()), 2),
            negatives: Phrases::new(negatives.collect(), all.len())?,
            triggers: Triggers::new(&all)?,
            worth: Worth::new(),
        })
    }

    /// The position of an ability.
    pub fn find(&self, id: &str) -> Option<u32> {
        self.ids.find(id)
    }

    /// Ids of the best ten, best first, without the positions in `left_out`.
    pub fn best(&self, query: &AbilityLookupQuery, left_out: &[u32]) -> Vec<&str> {
        let marks = self.marks(&query.user_query.to_lowercase(), query.project_id.as_deref(), left_out);
        let worth = self.worth.with_lanes_of(query);
        let mut best: Vec<(f64, u32)> = Vec::with_capacity(AT_MOST + 1);
        let mut least = super::THRESHOLD;
        for (number, (class, marks)) in (0..).zip(self.classes.iter().zip(&marks)) {
            let score = worth.of(*class, *marks);
            // Of equal scores the smaller id wins.
            if score < least || score <= least && best.len() == AT_MOST {
                continue;
            }
            best.insert(best.partition_point(|(better, _)| *better >= score), (score, number));
            best.truncate(AT_MOST);
            if best.len() == AT_MOST {
                least = best[AT_MOST - 1].0;
            }
        }
        best.into_iter().map(|(_, number)| self.ids.get(number)).collect()
    }

    /// For each ability, the conditions that hold.
    fn marks(&self, query: &str, project: Option<&str>, left_out: &[u32]) -> Vec<u8> {
        let tokens = split(query);
        let mut marks = vec![0; self.ids.len()];
        self.triggers.mark(query, &tokens, &mut marks);
        for number in self.in_title(&tokens).iter() {
            marks[number as usize] |= TITLE;
        }
        let here = project.filter(|project| !project.is_empty()).and_then(|project| self.projects.get(project));
        for number in here.into_iter().flatten() {
            marks[*number as usize] |= PROJECT;
        }
        let mut excluded = Bits::new(self.ids.len());
        self.negatives.held_by(query, &mut excluded);
        for number in excluded.iter().chain(left_out.iter().copied()) {
            marks[number as usize] |= NEGATIVE;
        }
        marks
    }

    /// Abilities whose title contains two or more tokens.
    fn in_title(&self, tokens: &[&str]) -> Bits {
        let mut tally = Tally::new(self.ids.len());
        let mut found = Bits::new(self.ids.len());
        for (token, times) in counted(tokens) {
            found.clear();
            if token.is_empty() {
                (0..self.ids.len() as u32).for_each(|number| found.insert(number));
            } else {
                self.titles.holding(token, &mut found);
            }
            tally.meet(Numbers::Many(&found), times);
        }
        tally.twice
    }
}

impl Triggers {
    fn new(all: &[Ingredients]) -> Result<Self, IndexError> {
        let each =
            || (0..).zip(all).flat_map(|(number, ability)| ability.triggers.iter().map(move |text| (text.as_str(), number)));
        let texts: Lines = each().map(|(text, _)| text).collect();
        let numbers = || (0..texts.len() as u32).map(|number| texts.get(number));
        Ok(Self {
            starts: starts(all),
            words: Words::new(numbers(), 1),
            phrases: Phrases::new(numbers().zip(0..).collect(), texts.len())?,
            longest: numbers().map(str::len).max().unwrap_or_default(),
            texts,
        })
    }

    /// The first phrase of an ability that matches fully or partly decides.
    fn mark(&self, query: &str, tokens: &[&str], marks: &mut [u8]) {
        let mut whole = Bits::new(self.texts.len());
        self.phrases.held_by(query, &mut whole);
        self.holding(query, tokens, &mut whole);
        let mut fitting = self.sharing_words(tokens);
        fitting.add(&whole);
        for (mark, own) in marks.iter_mut().zip(self.starts.windows(2)) {
            if let Some(first) = fitting.first(own[0], own[1]) {
                *mark |= if whole.has(first) { TRIGGER_FULL } else { TRIGGER_PARTIAL };
            }
        }
    }

    /// Phrases with two or more tokens among their words.
    fn sharing_words(&self, tokens: &[&str]) -> Bits {
        let mut tally = Tally::new(self.texts.len());
        for (token, times) in counted(tokens) {
            tally.meet(self.words.exactly(token), times);
        }
        tally.twice
    }

    /// Adds the phrases that contain the query: its first token ends a word, its last one starts a word, and those between are
    /// words. Few phrases pass; those are read.
    fn holding(&self, query: &str, tokens: &[&str], whole: &mut Bits) {
        if query.len() > self.longest {
            return;
        }
        let [first, between @ .., last] = tokens else {
            return self.words.holding_or_all(query, whole);
        };
        let mut likely: Option<Bits> = None;
        let mut found = Bits::new(self.words.limit());
        let mut narrow = |find: &dyn Fn(&mut Bits)| {
            found.clear();
            find(&mut found);
            match &mut likely {
                Some(likely) => likely.keep(&found),
                None => likely = Some(found.clone()),
            }
            likely.as_ref().is_some_and(Bits::is_empty)
        };
        let none = between.iter().any(|token| narrow(&|found| self.words.exactly(token).insert_into(found)))
            || !first.is_empty() && narrow(&|found| self.words.ending(first, found))
            || !last.is_empty() && narrow(&|found| self.words.beginning(last, found));
        if none {
            return;
        }
        match likely {
            Some(likely) => likely.iter().filter(|number| self.texts.get(*number).contains(query)).for_each(|n| whole.insert(n)),
            // The query is only white space.
            None => (0..self.texts.len() as u32).filter(|n| self.texts.get(*n).contains(query)).for_each(|n| whole.insert(n)),
        }
    }
}

fn starts(all: &[Ingredients]) -> Vec<u32> {
    let mut end = 0;
    let ends = all.iter().map(|ability| {
        end += ability.triggers.len() as u32;
        end
    });
    [0].into_iter().chain(ends).collect()
}

/// Each token once, with its count.
fn counted<'a>(tokens: &[&'a str]) -> Vec<(&'a str, usize)> {
    let mut sorted = tokens.to_vec();
    sorted.sort_unstable();
    sorted.chunk_by(|a, b| a == b).map(|group| (group[0], group.len())).collect()
}

#[cfg(test)]
#[path = "index_test.rs"]
mod tests;
