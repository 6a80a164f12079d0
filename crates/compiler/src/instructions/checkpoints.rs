//! Checkpoints: drop, rename, reorder, make optional or required, add.

use super::{Outcome, Work, fitting, given, refused, unclear};
use crate::checkpoints::MAX_CHECKPOINTS;
use crate::text::{clip, fold, mentions, sentence};
use apprentice_contracts::checkpoint::{Checkpoint, CheckpointRole};
use apprentice_contracts::proposal::CheckpointEdit;
use regex::Regex;
use std::sync::LazyLock;

macro_rules! regex {
    ($pattern:literal) => {
        LazyLock::new(|| Regex::new($pattern).expect("a valid expression"))
    };
}

static DROP: LazyLock<Regex> = regex!(r"(?i)^(?:drop|remove|delete|leave\s+out|skip|omit|cut|get\s+rid\s+of)\s+(.+)$");
static NEEDLESS: LazyLock<Regex> = regex!(r"(?i)^(.+?)\s+(?:is\s+not\s+needed|isn['’]t\s+needed|is\s+unnecessary|can\s+go)$");
static OPTIONAL: LazyLock<Regex> = regex!(
    r"(?i)^(?:(?:make|mark)\s+)?(.+?)\s+(?:is\s+|should\s+be\s+|becomes\s+|as\s+)?(optional|required|mandatory|not\s+optional)$"
);
static RENAME: LazyLock<Regex> = regex!(
    r"(?i)^(?:(?:rename|call|reword|change)\s+)?(.+?)\s*(?:\s(?:to|as|into|should\s+say|says|should\s+read)\b\s*:?|:)\s*(.+)$"
);
static VERIFY: LazyLock<Regex> = regex!(r"(?i)^(?:verify|check)\s+(.+?)\s+by\s+(.+)$");
static MOVE: LazyLock<Regex> =
    regex!(r"(?i)^(?:move|put)\s+(.+?)\s+(?:to\s+the\s+|at\s+the\s+)?(first|top|start|beginning|last|end|bottom|up|down)$");
static BESIDE: LazyLock<Regex> =
    regex!(r"(?i)^(?:(?:move|put)\s+)?(.+?)\s+(?:comes?\s+|goes\s+|happens\s+|is\s+)?(before|after)\s+(.+)$");
static SWAP: LazyLock<Regex> = regex!(r"(?i)^(?:swap|exchange)\s+(.+?)\s+(?:and|with)\s+(.+)$");
static ADD: LazyLock<Regex> =
    regex!(r"(?i)^add\s+(?:a\s+|another\s+|the\s+)?(?:checkpoint|check|step)\s*(?:that\s+says\s+|that\s+)?:?\s*(.+)$");
static NUMBERED: LazyLock<Regex> = regex!(
    r"(?i)^(?:the\s+)?(?:(?:checkpoint|step|check)\s*(?:no\.?\s*|number\s+|#\s*)?(\d{1,2})|(?:checkpoint\s+|step\s+)?cp-(\d{1,2}))$"
);
static ORDINAL: LazyLock<Regex> =
    regex!(r"(?i)^(?:the\s+)?(first|second|third|fourth|fifth|sixth|seventh|last)\s+(?:checkpoint|step|check)$");
static NAMED: LazyLock<Regex> = regex!(r"(?i)^(?:the\s+)?(?:checkpoint|step|check)\s+(?:about\s+|that\s+|called\s+)?(.+)$");

const DECIDES: &str = "Nothing would decide any more whether a run worked. Add another checkpoint first.";

pub fn read(work: &mut Work<'_>, clause: &str) -> Outcome {
    if let Some(found) = ADD.captures(clause) {
        return add(work, &found[1]);
    }
    if let Some(found) = SWAP.captures(clause) {
        let (one, other) = (find(work, &found[1])?, find_other(work, &found[2])?);
        return pair(work, one, other, |list, one, other| list.swap(one, other), "change places");
    }
    if let Some(found) = MOVE.captures(clause) {
        let at = match find(work, &found[1])? {
            Ok(at) => at,
            Err(why) => return unclear(why),
        };
        return moved(work, at, &fold(&found[2]));
    }
    if let Some(found) = DROP.captures(clause).or_else(|| NEEDLESS.captures(clause))
        && let Some(found) = find(work, &found[1])
    {
        return found.map_or_else(unclear, |at| dropped(work, at));
    }
    if let Some(found) = OPTIONAL.captures(clause)
        && let Some(at) = find(work, &found[1])
    {
        let optional = fold(&found[2]) == "optional";
        return at.map_or_else(unclear, |at| set_optional(work, at, optional));
    }
    if let Some(found) = VERIFY.captures(clause)
        && let Some(at) = find(work, &found[1])
    {
        return at.map_or_else(unclear, |at| reworded(work, at, &found[2], false));
    }
    if let Some(found) = RENAME.captures(clause)
        && let Some(at) = find_exact(work, &found[1])
    {
        return at.map_or_else(unclear, |at| reworded(work, at, &found[2], true));
    }
    let found = BESIDE.captures(clause)?;
    let (one, other) = (find_exact(work, &found[1])?, find_other(work, &found[3])?);
    match fold(&found[2]).as_str() {
        "before" => pair(work, one, other, |list, one, other| carry(list, one, other, 0), "comes before"),
        _ => pair(work, one, other, |list, one, other| carry(list, one, other, 1), "comes after"),
    }
}

/// The checkpoints as they are after the instructions so far.
fn edits(work: &Work<'_>) -> Vec<CheckpointEdit> {
    work.out.edits.checkpoints.clone().unwrap_or_else(|| work.draft.checkpoints.iter().map(edit_of).collect())
}

fn edit_of(checkpoint: &Checkpoint) -> CheckpointEdit {
    CheckpointEdit {
        checkpoint_id: checkpoint.checkpoint_id.clone(),
        goal: checkpoint.goal.clone(),
        success_condition: checkpoint.success_condition.clone(),
        optional: checkpoint.optional,
    }
}

/// Whether a checkpoint decides a run. One that was only added does.
fn decides(work: &Work<'_>, edit: &CheckpointEdit) -> bool {
    let of = work.draft.checkpoints.iter().find(|one| one.checkpoint_id == edit.checkpoint_id);
    !edit.optional && of.is_none_or(|one| one.role == CheckpointRole::Effect)
}

/// The checkpoint that words name: by its number in the draft, or by its own words. `None`: they name none.
fn find(work: &Work<'_>, words: &str) -> Option<Result<usize, String>> {
    find_exact(work, words).or_else(|| {
        let own = NAMED.captures(words.trim()).map_or_else(|| given(words), |found| given(&found[1]));
        let list = edits(work);
        let fits: Vec<usize> = (0..list.len()).filter(|at| own.contains(' ') && mentions(&list[*at].goal, &own)).collect();
        match (fits.as_slice(), NAMED.is_match(words.trim())) {
            ([one], _) => Some(Ok(*one)),
            ([], false) => None,
            ([], true) => Some(Err(no_checkpoint(&list, &own))),
            _ => Some(Err(format!("Several checkpoints say “{}”. Give the number of one.", clip(&own, 60)))),
        }
    })
}

/// By number, id or the whole goal.
fn find_exact(work: &Work<'_>, words: &str) -> Option<Result<usize, String>> {
    let words = words.trim();
    let list = edits(work);
    // A number is one of the draft that the person sees, also when an instruction before has moved it.
    let by_id = |at: usize| {
        let id = &work.draft.checkpoints.get(at)?.checkpoint_id;
        list.iter().position(|edit| edit.checkpoint_id == *id)
    };
    if let Some(found) = NUMBERED.captures(words) {
        let at = match (found.get(1), found.get(2)) {
            (Some(number), _) => number.as_str().parse::<usize>().ok().and_then(|number| by_id(number.checked_sub(1)?)),
            (_, id) => {
                let id = format!("cp-{:0>2}", id.map_or("", |id| id.as_str()));
                list.iter().position(|edit| edit.checkpoint_id.as_str() == id)
            }
        };
        return Some(at.ok_or_else(|| no_checkpoint(&list, words)));
    }
    if let Some(found) = ORDINAL.captures(words) {
        let names = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh"];
        let at = match fold(&found[1]).as_str() {
            "last" => work.draft.checkpoints.len().checked_sub(1),
            name => names.iter().position(|one| *one == name),
        };
        return Some(at.and_then(by_id).ok_or_else(|| no_checkpoint(&list, words)));
    }
    let own = NAMED.captures(words).map_or_else(|| given(words), |found| given(&found[1]));
    list.iter().position(|edit| fold(&edit.goal) == fold(&own)).map(Ok)
}

/// The second checkpoint of two may be a bare number.
fn find_other(work: &Work<'_>, words: &str) -> Option<Result<usize, String>> {
    match words.trim().parse::<usize>() {
        Ok(number) => find_exact(work, &format!("checkpoint {number}")),
        Err(_) => find(work, words),
    }
}

fn no_checkpoint(list: &[CheckpointEdit], words: &str) -> String {
    let listed: Vec<String> = list.iter().enumerate().map(|(at, edit)| format!("{}: {}", at + 1, clip(&edit.goal, 50))).collect();
    format!("There is no checkpoint “{}”. The checkpoints are: {}.", clip(words, 60), listed.join("; "))
}

fn dropped(work: &mut Work<'_>, at: usize) -> Outcome {
    let mut list = edits(work);
    let gone = list.remove(at);
    if !list.iter().any(|edit| decides(work, edit)) {
        return refused(DECIDES);
    }
    let was_effect = decides(work, &gone);
    work.out.edits.checkpoints = Some(list);
    match was_effect {
        true => work.done_weaker(format!("The checkpoint “{}” is dropped: nothing checks it any more.", clip(&gone.goal, 100))),
        false => work.done(format!("The checkpoint “{}” is dropped.", clip(&gone.goal, 100))),
    }
}

fn set_optional(work: &mut Work<'_>, at: usize, optional: bool) -> Outcome {
    let mut list = edits(work);
    let decided = decides(work, &list[at]);
    list[at].optional = optional;
    let goal = clip(&list[at].goal, 100);
    if optional && !list.iter().any(|edit| decides(work, edit)) {
        return refused(DECIDES);
    }
    work.out.edits.checkpoints = Some(list);
    match (optional, decided) {
        (true, true) => work.done_weaker(format!("The checkpoint “{goal}” is optional: a run can pass without it.")),
        (true, false) => work.done(format!("The checkpoint “{goal}” is optional.")),
        (false, _) => work.done(format!("The checkpoint “{goal}” is required.")),
    }
}

fn reworded(work: &mut Work<'_>, at: usize, words: &str, goal: bool) -> Outcome {
    let (max, what) = if goal { (240, "The checkpoint") } else { (400, "How to tell") };
    let text = match fitting(words, max, what) {
        Ok(text) => sentence(&text),
        Err(problem) => return Some(Err(problem)),
    };
    let mut list = edits(work);
    let before = clip(&list[at].goal, 100);
    let weaker = !goal && decides(work, &list[at]);
    if goal {
        list[at].goal.clone_from(&text);
    } else {
        list[at].success_condition = format!("{}.", text.trim_end_matches('.'));
    }
    work.out.edits.checkpoints = Some(list);
    match (goal, weaker) {
        (true, _) => work.done(format!("The checkpoint “{before}” says: “{text}”.")),
        (false, false) => work.done(format!("The checkpoint “{before}” is verified by: “{text}”.")),
        // Rules cannot decide whether the new words require less.
        (false, true) => work.done_weaker(format!("The checkpoint “{before}” is verified by something else: “{text}”.")),
    }
}

fn add(work: &mut Work<'_>, words: &str) -> Outcome {
    let text = match fitting(words, 240, "The checkpoint") {
        Ok(text) => sentence(&text),
        Err(problem) => return Some(Err(problem)),
    };
    let mut list = edits(work);
    if list.len() >= MAX_CHECKPOINTS {
        return unclear(format!("There are {MAX_CHECKPOINTS} checkpoints already."));
    }
    // Any id that is not taken makes a new checkpoint.
    let checkpoint_id = format!("new-{}", list.len() + 1).into();
    let success_condition = format!("{}.", text.trim_end_matches('.'));
    list.push(CheckpointEdit { checkpoint_id, goal: text.clone(), success_condition, optional: false });
    work.out.edits.checkpoints = Some(list);
    work.done(format!("A checkpoint is added: “{text}”. Apprentice cannot read it, so it rests on your word."))
}

fn moved(work: &mut Work<'_>, at: usize, place: &str) -> Outcome {
    let mut list = edits(work);
    let edit = list.remove(at);
    let to = match place {
        "first" | "top" | "start" | "beginning" => 0,
        "up" => at.saturating_sub(1),
        "down" => (at + 1).min(list.len()),
        _ => list.len(),
    };
    let words = format!("The checkpoint “{}” is number {}.", clip(&edit.goal, 100), to + 1);
    list.insert(to, edit);
    work.out.edits.checkpoints = Some(list);
    work.done(words)
}

fn carry(list: &mut Vec<CheckpointEdit>, one: usize, other: usize, behind: usize) {
    let edit = list.remove(one);
    let other = other - usize::from(one < other);
    list.insert(other + behind, edit);
}

fn pair(
    work: &mut Work<'_>,
    one: Result<usize, String>,
    other: Result<usize, String>,
    change: fn(&mut Vec<CheckpointEdit>, usize, usize),
    verb: &str,
) -> Outcome {
    let (one, other) = match (one, other) {
        (Ok(one), Ok(other)) if one != other => (one, other),
        (Ok(_), Ok(_)) => return unclear("Both are the same checkpoint."),
        (Err(why), _) | (_, Err(why)) => return unclear(why),
    };
    let mut list = edits(work);
    let (first, second) = (clip(&list[one].goal, 80), clip(&list[other].goal, 80));
    change(&mut list, one, other);
    work.out.edits.checkpoints = Some(list);
    match verb {
        "change places" => work.done(format!("The checkpoints “{first}” and “{second}” change places.")),
        verb => work.done(format!("The checkpoint “{first}” {verb} “{second}”.")),
    }
}
