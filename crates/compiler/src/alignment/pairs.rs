//! Pairs the steps of two showings: a weighted longest common subsequence of their keys, then what has no order.

use super::key::{Key, SAME};
use std::collections::BTreeMap;

/// From this likeness on two steps are the same step.
const ALIKE: u32 = 50;
/// From this likeness on a step is the same step although it is elsewhere.
const CERTAIN: u32 = 75;
/// The most comparisons; longer showings are compared around the diagonal only.
const COMPARISONS: usize = 4_000_000;

/// How the steps of a further showing correspond to those of the task.
#[derive(Debug, Default)]
pub struct Pairs {
    /// Pairs in order: a step of the task, and one of the showing.
    pub ordered: Vec<(usize, usize)>,
    /// Steps of the showing to the step of the task that each is: the ordered pairs, and those that were done at another place.
    pub of_showing: BTreeMap<usize, usize>,
    /// Steps of the showing that do a step of the task once more, as in another round of a loop.
    pub rounds: BTreeMap<usize, usize>,
    /// Steps of the task that do once more what a paired step does.
    pub more_of_task: Vec<usize>,
    /// Likeness of both as a whole, from 0 to [`SAME`].
    pub likeness: u32,
}

pub fn pairs(task: &[Key], showing: &[Key]) -> Pairs {
    let mut out = Pairs { ordered: common(task, showing), ..Pairs::default() };
    out.of_showing = out.ordered.iter().map(|&(one, two)| (two, one)).collect();
    let mut taken: Vec<bool> = vec![false; task.len()];
    for &(one, _) in &out.ordered {
        taken[one] = true;
    }
    // Fields may be filled in another order.
    for (two, key) in showing.iter().enumerate().filter(|(_, key)| key.sets_value()) {
        if out.of_showing.contains_key(&two) {
            continue;
        }
        let twin = (0..task.len()).find(|&one| !taken[one] && task[one].likeness(key) >= CERTAIN);
        if let Some(one) = twin {
            taken[one] = true;
            out.of_showing.insert(two, one);
        }
    }
    let paired: Vec<(usize, usize)> = out.of_showing.iter().map(|(two, one)| (*one, *two)).collect();
    out.likeness = likeness(task, showing, &paired);
    for (two, key) in showing.iter().enumerate().filter(|(two, _)| !out.of_showing.contains_key(two)) {
        if let Some((one, _)) = paired.iter().find(|(one, _)| task[*one].likeness(key) >= CERTAIN) {
            out.rounds.insert(two, *one);
        }
    }
    let again = |one: &usize| paired.iter().any(|(_, two)| showing[*two].likeness(&task[*one]) >= CERTAIN);
    out.more_of_task = (0..task.len()).filter(|one| !taken[*one]).filter(again).collect();
    out
}

/// The likeness of what both have, as a part of the shorter one: a showing may leave out what is optional.
fn likeness(task: &[Key], showing: &[Key], paired: &[(usize, usize)]) -> u32 {
    let weight = |keys: &[Key]| keys.iter().map(|key| key.weight).sum::<u32>();
    let most = weight(task).min(weight(showing));
    let common: u32 =
        paired.iter().map(|&(one, two)| task[one].weight.min(showing[two].weight) * task[one].likeness(&showing[two])).sum();
    common.checked_div(most).map_or(0, |share| share.min(SAME))
}

/// The pairs in order whose weighted likeness is the greatest.
fn common(task: &[Key], showing: &[Key]) -> Vec<(usize, usize)> {
    let (rows, columns) = (task.len() + 1, showing.len() + 1);
    let band =
        if task.len().saturating_mul(showing.len()) > COMPARISONS { COMPARISONS / task.len().max(1) / 2 } else { showing.len() };
    let gain = |one: usize, two: usize| {
        let expected = one * showing.len() / task.len().max(1);
        if expected.abs_diff(two) > band {
            return 0;
        }
        let likeness = task[one].likeness(&showing[two]);
        if likeness < ALIKE { 0 } else { u64::from(likeness * (task[one].weight + 1)) }
    };
    // The best of the rest, from each pair of places on.
    let mut best = vec![0_u64; rows * columns];
    for one in (0..task.len()).rev() {
        for two in (0..showing.len()).rev() {
            let skip = best[(one + 1) * columns + two].max(best[one * columns + two + 1]);
            let gained = gain(one, two);
            let take = if gained > 0 { gained + best[(one + 1) * columns + two + 1] } else { 0 };
            best[one * columns + two] = skip.max(take);
        }
    }
    let (mut one, mut two) = (0, 0);
    let mut out = Vec::new();
    while one < task.len() && two < showing.len() {
        let here = best[one * columns + two];
        let gained = gain(one, two);
        if gained > 0 && here == gained + best[(one + 1) * columns + two + 1] {
            out.push((one, two));
            one += 1;
            two += 1;
        } else if here == best[(one + 1) * columns + two] {
            one += 1;
        } else {
            two += 1;
        }
    }
    out
}
