//! Which demonstrations are of the same task, among all of them. A [`Trace`] is what is compared: the keys of its steps without a word of
//! the pages or commands, so that it can be kept without keeping what was seen.

use super::key::{Key, keys, token};
use super::pairs::{Pairs, pairs};
use super::{SAME_TASK, changed};
use crate::loops;
use crate::meaning;
use crate::requests::telling_words;
use crate::steps::{steps, worth_learning};
use crate::{Demonstration, untrusted};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Two demonstrations must be more alike than this as wholes, out of 100.
const SAME_WORKFLOW: u32 = 70;
/// From this likeness on the goals need not agree: the same steps are the same task.
const SAME_STEPS: u32 = 95;

/// A demonstration as it is compared with others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// Where it was done: a site, or the terminal.
    surface: String,
    keys: Vec<Key>,
    /// Where it changed something, and how.
    changed: BTreeSet<String>,
    /// The telling words of its stated goal. Empty: none was stated.
    goal: BTreeSet<String>,
}

/// Traces of the same task.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Places of the traces, in order. The others are compared with the first one.
    pub members: Vec<usize>,
    /// How much the steps differ, from 0 (not at all) to 1.
    pub variation: f32,
}

impl Trace {
    /// What a demonstration did. `None`: nothing that can be learned.
    pub fn of(demonstration: &Demonstration) -> Option<Self> {
        let actions = untrusted::sanitized(&demonstration.actions);
        let (steps, _) = loops::collapse(steps(&actions));
        if !steps.iter().any(worth_learning) {
            return None;
        }
        let keys = keys(&steps);
        let readings: Vec<_> = demonstration.readings.iter().map(untrusted::source).collect();
        let goal = meaning::stated_goal(demonstration).unwrap_or_default();
        Some(Self {
            surface: token(&surface(&keys)),
            keys: keys.iter().map(Key::without_words).collect(),
            changed: changed(&readings).iter().map(|one| token(one)).collect(),
            goal: telling_words(&goal).iter().map(|word| token(word)).collect(),
        })
    }

    /// Whether something was read before and after, and differed.
    pub fn has_effect(&self) -> bool {
        !self.changed.is_empty()
    }

    /// Number of steps that do something, apart from opening and signing in.
    pub fn telling_steps(&self) -> usize {
        self.keys.iter().filter(|key| key.weight > 1).count()
    }

    /// What is submitted last.
    fn end(&self) -> Option<&Key> {
        self.keys.iter().rfind(|key| key.submits())
    }

    fn weight(&self) -> u32 {
        self.keys.iter().map(|key| key.weight).sum()
    }

    /// How alike both are as wholes, from 0 to 100. `None`: they are of different tasks.
    fn same_task(&self, other: &Self) -> Option<u32> {
        if self.surface != other.surface {
            return None;
        }
        let apart = !self.changed.is_empty() && !other.changed.is_empty() && self.changed.is_disjoint(&other.changed);
        if apart {
            return None;
        }
        let found = pairs(&self.keys, &other.keys);
        let (one, two) = (self.weight(), other.weight());
        // `likeness` is a part of the shorter one: a task within a longer task is another task.
        let repeated = |rounds: &mut dyn Iterator<Item = &Key>| rounds.map(|key| key.weight).sum::<u32>();
        let one = one - repeated(&mut found.more_of_task.iter().map(|at| &self.keys[*at]));
        let two = two - repeated(&mut found.rounds.keys().map(|at| &other.keys[*at]));
        let whole = found.likeness * one.min(two) / one.max(two).max(1);
        let same = found.likeness > SAME_TASK && whole > SAME_WORKFLOW && same_end(self, other, &found);
        (same && (whole >= SAME_STEPS || self.same_goal(other))).then_some(whole)
    }

    /// Whether the stated goals share more than half of the words of the shorter one. A goal that was not stated fits any.
    fn same_goal(&self, other: &Self) -> bool {
        let shorter = self.goal.len().min(other.goal.len());
        shorter == 0 || self.goal.intersection(&other.goal).count() * 2 > shorter
    }
}

/// The site on which most was done. Empty: none, as in a terminal.
fn surface(keys: &[Key]) -> String {
    let mut sites: BTreeMap<&str, u32> = BTreeMap::new();
    for key in keys {
        *sites.entry(key.site()).or_default() += key.weight;
    }
    sites.into_iter().max_by_key(|(_, weight)| *weight).map(|(site, _)| site.to_owned()).unwrap_or_default()
}

/// Whether both end alike: what is submitted last in one was submitted in the other. “Save the invoice” is no “Save and delete the invoice”.
fn same_end(one: &Trace, two: &Trace, found: &Pairs) -> bool {
    let last = |keys: &[Key]| keys.iter().rposition(Key::submits);
    let paired = |at: &usize| found.of_showing.values().any(|known| known == at) || found.more_of_task.contains(at);
    let shown = |at: &usize| found.of_showing.contains_key(at) || found.rounds.contains_key(at);
    last(&one.keys).is_none_or(|at| paired(&at)) && last(&two.keys).is_none_or(|at| shown(&at))
}

/// Groups traces by task. Deterministic: each trace joins the group with whose first trace it has most in common, the oldest one among
/// equals. Traces that end differently, or have few steps in common, are not aligned.
pub fn groups(traces: &[Trace]) -> Vec<Group> {
    let mut found: Vec<Found> = Vec::new();
    let mut index = Index::default();
    for (at, trace) in traces.iter().enumerate() {
        let acts = acts(trace);
        let mut best: Option<(u32, usize)> = None;
        for number in index.near(trace, &acts) {
            let group = &found[number];
            let shared: u32 = acts.iter().filter(|(act, _)| group.acts.contains_key(act)).map(|(_, weight)| weight).sum();
            if shared * 2 < trace.weight() {
                continue;
            }
            if let Some(likeness) = traces[group.members[0]].same_task(trace)
                && best.is_none_or(|(known, _)| likeness > known)
            {
                best = Some((likeness, number));
            }
        }
        match best {
            Some((likeness, group)) => {
                found[group].members.push(at);
                found[group].differing += 100 - likeness.min(100);
            }
            None => {
                index.add(trace, &acts, found.len());
                found.push(Found { members: vec![at], differing: 0, acts });
            }
        }
    }
    found.into_iter().map(Found::into_group).collect()
}

/// A group under construction.
struct Found {
    members: Vec<usize>,
    differing: u32,
    /// What its first trace does.
    acts: BTreeMap<u64, u32>,
}

impl Found {
    fn into_group(self) -> Group {
        let others = self.members.len() - 1;
        let variation = if others == 0 { 0.0 } else { self.differing as f32 / 100.0 / others as f32 };
        Group { members: self.members, variation }
    }
}

/// Finds the groups that may be of the same task.
#[derive(Default)]
struct Index<'a> {
    /// Groups by what their first trace does.
    by_act: HashMap<(&'a str, u64), Vec<usize>>,
    /// Groups whose first trace ends with a key, which may be about any button.
    by_key: HashMap<&'a str, Vec<usize>>,
    /// Every group of a site.
    all: HashMap<&'a str, Vec<usize>>,
}

impl<'a> Index<'a> {
    fn add(&mut self, trace: &'a Trace, acts: &BTreeMap<u64, u32>, group: usize) {
        let surface = trace.surface.as_str();
        for act in acts.keys() {
            self.by_act.entry((surface, *act)).or_default().push(group);
        }
        if trace.end().is_none_or(Key::is_press) {
            self.by_key.entry(surface).or_default().push(group);
        }
        self.all.entry(surface).or_default().push(group);
    }

    /// The groups that end alike, or whose end says nothing.
    fn near(&self, trace: &Trace, acts: &BTreeMap<u64, u32>) -> BTreeSet<usize> {
        let surface = trace.surface.as_str();
        let groups = |list: Option<&Vec<usize>>| list.cloned().unwrap_or_default();
        match trace.end().filter(|end| !end.is_press()).map(Key::act_number) {
            Some(end) => groups(self.by_act.get(&(surface, end))).into_iter().chain(groups(self.by_key.get(surface))).collect(),
            None if acts.is_empty() => BTreeSet::new(),
            None => groups(self.all.get(surface)).into_iter().collect(),
        }
    }
}

/// What a trace does, with its weight.
fn acts(trace: &Trace) -> BTreeMap<u64, u32> {
    let mut acts = BTreeMap::new();
    for key in &trace.keys {
        *acts.entry(key.act_number()).or_default() += key.weight;
    }
    acts
}
