//! The trigger test (§0C.10): whether look-up finds the ability for requests in other words than its own, and leaves it alone for
//! requests that mean something else. Each request is scored as `POST /api/abilities/lookup` scores it (§0C.11C).

use crate::validation::checks::{Step, Subject};
use apprentice_compiler::requests::{self, TaskWords};
use apprentice_contracts::validation::StepResult;
use apprentice_lookup::{self as lookup, THRESHOLD};
use apprentice_store::proposals::{DraftRecord, ProposalRecord, TriggerCase, TriggerCaseKind as Kind};
use std::collections::BTreeSet;

/// Requests of each kind in every test.
const EACH: usize = 4;
/// Requests of each kind that Request More Tests adds.
pub(crate) const MORE: usize = 3;
/// Most requests of each kind that a proposal keeps.
pub(crate) const KEPT: usize = 24;
/// Fewer requests of a kind make no test.
const ENOUGH: usize = 3;
/// Skills and abilities near the task whose own requests are tried, at most.
const NEIGHBORS: usize = 3;
/// From this share of common words on, another skill does the same; the review reports it as a collision.
const SAME: f64 = 0.6;

/// The requests of a test, and what became of them.
pub(crate) fn check(subject: &Subject) -> Vec<Step> {
    let mut steps = own_phrases(subject);
    let cases = cases(&subject.record, &subject.goal);
    // What a model wrote is shown, and changes no share: easy requests would make a failed test pass.
    let (mut found, mut left_alone, mut by_model) = (Vec::new(), Vec::new(), Vec::new());
    for (n, case) in cases.iter().enumerate() {
        let id = format!("{}:{n}", word(case.kind));
        let step = match case.kind {
            Kind::Paraphrase => finds(subject, &id, case),
            Kind::Unrelated | Kind::NearMiss => leaves_alone(subject, &id, case),
        };
        match case.kind {
            _ if case.by_author => by_model.push(step),
            Kind::Paraphrase => found.push(step),
            Kind::Unrelated | Kind::NearMiss => left_alone.push(step),
        }
    }
    left_alone.extend(of_neighbors(subject));
    steps.push(enough_found(&found, requests::has_spaced_words(&subject.record.proposal.title)));
    steps.push(not_greedy(&left_alone));
    steps.extend(found.into_iter().chain(left_alone).chain(by_model));
    steps.extend(rivals(subject));
    steps
}

/// The requests that a test of this proposal tries: those that every test makes, and those that were added.
/// `goal` is what the task is for, in sentences.
pub(crate) fn cases(record: &ProposalRecord, goal: &str) -> Vec<TriggerCase> {
    let own = |case: &TriggerCase| {
        case.kind == Kind::Paraphrase && requests::is_own(&case.phrase, "", &record.proposal.trigger_phrases)
    };
    let kept: Vec<TriggerCase> = record.draft.trigger_cases.iter().filter(|case| !own(case)).cloned().collect();
    let mut all = Vec::new();
    for kind in [Kind::Paraphrase, Kind::Unrelated, Kind::NearMiss] {
        let of_kind = || kept.iter().filter(move |case| case.kind == kind);
        let first = made(record, goal, kind).into_iter().take(EACH);
        let first = first.filter(|phrase| !of_kind().any(|case| case.phrase == *phrase));
        let first: Vec<TriggerCase> = first.map(|phrase| TriggerCase { phrase, kind, by_author: false }).collect();
        all.extend(first.into_iter().chain(of_kind().cloned()));
    }
    all
}

/// Up to three new requests of each kind, which no test of this proposal tried before.
pub(crate) fn more(record: &ProposalRecord, goal: &str) -> Vec<TriggerCase> {
    let known = cases(record, goal);
    let mut new = Vec::new();
    for kind in [Kind::Paraphrase, Kind::Unrelated, Kind::NearMiss] {
        let room = KEPT.saturating_sub(record.draft.trigger_cases.iter().filter(|case| case.kind == kind).count());
        let fresh = made(record, goal, kind).into_iter().filter(|phrase| !known.iter().any(|case| case.phrase == *phrase));
        new.extend(fresh.take(MORE.min(room)).map(|phrase| TriggerCase { phrase, kind, by_author: false }));
    }
    new
}

/// Adds cases to a draft, each once and within the bound. Returns how many were new.
pub(crate) fn keep(draft: &mut DraftRecord, cases: Vec<TriggerCase>) -> usize {
    let before = draft.trigger_cases.len();
    for case in cases {
        let of_kind = draft.trigger_cases.iter().filter(|known| known.kind == case.kind).count();
        if of_kind < KEPT && !draft.trigger_cases.iter().any(|known| known.phrase == case.phrase) {
            draft.trigger_cases.push(case);
        }
    }
    draft.trigger_cases.len() - before
}

/// What the rules make of the words of the task, the most telling first.
fn made(record: &ProposalRecord, goal: &str, kind: Kind) -> Vec<String> {
    let proposal = &record.proposal;
    let task = TaskWords { title: &proposal.title, goal, trigger_phrases: &proposal.trigger_phrases };
    match kind {
        Kind::Paraphrase => requests::paraphrases(&task)
            .into_iter()
            .filter(|phrase| !requests::is_own(phrase, &proposal.title, &proposal.trigger_phrases))
            .collect(),
        Kind::Unrelated => requests::unrelated(&task),
        Kind::NearMiss => requests::near_misses(&task),
    }
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Paraphrase => "paraphrase",
        Kind::Unrelated => "unrelated",
        Kind::NearMiss => "near_miss",
    }
}

/// Whether the entry contradicts itself: each of its phrases must find it, each negative one must not.
fn own_phrases(subject: &Subject) -> Vec<Step> {
    let ability = &subject.entry;
    let mut steps = Vec::new();
    if ability.trigger_phrases.is_empty() {
        let none = "No request would find this ability. Add a trigger phrase.".into();
        steps.push(Step::failed("trigger:none", "There is a trigger phrase", none));
    }
    for (n, phrase) in ability.trigger_phrases.iter().enumerate() {
        let scored = lookup::score(phrase, ability, None);
        let label = format!("“{phrase}”, its own phrase, finds it");
        steps.push(Step::check(&format!("trigger:{n}"), &label, scored.is_match(), || {
            format!("Its score is {:.2}; {THRESHOLD} is needed. {}", scored.score, scored.codes().join("; "))
        }));
    }
    for (n, phrase) in ability.negative_triggers.iter().enumerate() {
        let scored = lookup::score(phrase, ability, None);
        let label = format!("“{phrase}”, its own negative trigger, does not find it");
        steps.push(Step::check(&format!("negative:{n}"), &label, scored.score == 0.0, || {
            format!("Its score is {:.2}, not 0.", scored.score)
        }));
    }
    steps
}

fn by(case: &TriggerCase) -> &'static str {
    if case.by_author { " (written by the model)" } else { "" }
}

fn finds(subject: &Subject, id: &str, case: &TriggerCase) -> Step {
    let scored = lookup::score(&case.phrase, &subject.entry, None);
    let label = format!("“{}”, the task in other words, finds it{}", case.phrase, by(case));
    let step = Step::check(id, &label, scored.is_match(), || match scored.excluded {
        true => format!("A negative trigger excludes it: {}.", scored.codes().join("; ")),
        false => format!("Its score is {:.2}; {THRESHOLD} is needed. Add a trigger phrase with these words.", scored.score),
    });
    Step { decides: false, ..step }
}

/// A request that contains a whole trigger phrase always fails the test: the phrase is too short to mean this task only.
fn leaves_alone(subject: &Subject, id: &str, case: &TriggerCase) -> Step {
    let what = if case.kind == Kind::Unrelated { "an unrelated request" } else { "another request" };
    let label = format!("“{}”, {what}, does not find it{}", case.phrase, by(case));
    not_found(subject, id, &label, &case.phrase)
}

fn not_found(subject: &Subject, id: &str, label: &str, phrase: &str) -> Step {
    let scored = lookup::score(phrase, &subject.entry, None);
    let lower = phrase.to_lowercase();
    let greedy = subject.entry.trigger_phrases.iter().find(|own| lower.contains(&own.to_lowercase()));
    let step = Step::check(id, label, !scored.is_match(), || match greedy {
        Some(own) => format!("The trigger phrase “{own}” is part of it. Use a longer phrase that says what is done to what."),
        None => format!("Its score is {:.2}. {} Add a negative trigger.", scored.score, scored.codes().join("; ")),
    });
    Step { decides: greedy.is_some(), ..step }
}

/// Half of the requests in other words must find it.
fn enough_found(found: &[Step], spaced: bool) -> Step {
    let (id, label) = ("paraphrases", "Requests in other words find it");
    if found.len() < ENOUGH && !spaced {
        let why = "The rules know no other words in this language. Ask your agent for it once in your own words.";
        return Step::skipped(id, label, why.into());
    }
    if found.len() < ENOUGH {
        let why = "Title and goal name no task that could be said in other words. Say in the title what is done to what, such as “Add a customer”.";
        return Step::failed(id, label, why.into());
    }
    let missed = failing(found);
    let hit = found.len() - missed.len();
    let step = Step::check(id, label, hit * 2 >= found.len(), || {
        format!(
            "Only {hit} of {} find it. Not found by: {}. Add trigger phrases with such words.",
            found.len(),
            missed.join(", ")
        )
    });
    let details = step.details.or_else(|| Some(format!("{hit} of {} find it; half is needed.", found.len())));
    Step { details, ..step }
}

/// At most a third of the requests for something else may find it.
fn not_greedy(left_alone: &[Step]) -> Step {
    let (id, label) = ("near_misses", "Requests for something else do not find it");
    if left_alone.len() < ENOUGH {
        return Step::failed(id, label, "Title and goal name no task to which other requests could be compared.".into());
    }
    let wrong = failing(left_alone);
    let step = Step::check(id, label, wrong.len() * 3 <= left_alone.len(), || {
        format!(
            "{} of {} find it: {}. Title or trigger phrases use words that fit too much; make them say what is done to what.",
            wrong.len(),
            left_alone.len(),
            wrong.join(", ")
        )
    });
    let details = step.details.or_else(|| Some(format!("{} of {} find it; a third may.", wrong.len(), left_alone.len())));
    Step { details, ..step }
}

/// The phrases of failed cases, as their labels quote them.
fn failing(steps: &[Step]) -> Vec<String> {
    let failed = steps.iter().filter(|step| step.result == StepResult::Failed);
    failed.map(|step| step.label.split_inclusive('”').next().unwrap_or(&step.label).to_owned()).collect()
}

/// The purposes of the skills nearest to the task. A skill for the same task is no near miss; the review shows it as a collision.
fn of_neighbors(subject: &Subject) -> Vec<Step> {
    let proposal = &subject.record.proposal;
    let ours = format!("{} {} {}", proposal.title, subject.record.draft.description, proposal.trigger_phrases.join(" "));
    let ours = requests::telling_words(&ours);
    let mut near: Vec<(usize, &String, String)> = Vec::new();
    for (name, description) in subject.neighbors.iter().filter(|(name, _)| *name != proposal.proposed_skill_slug) {
        let theirs = requests::telling_words(description);
        let common = ours.intersection(&theirs).count();
        let same = common as f64 / ours.len().min(theirs.len()).max(1) as f64 >= SAME;
        if let (false, Some(request)) = (same, requests::from_description(description)) {
            near.push((common, name, request));
        }
    }
    near.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    let mut tried = BTreeSet::new();
    let near = near.into_iter().filter(|(_, _, request)| tried.insert(request.clone())).take(NEIGHBORS);
    near.enumerate()
        .map(|(n, (_, name, request))| {
            let label = format!("“{request}”, which the skill {name} is for, does not find it");
            not_found(subject, &format!("neighbor:{n}"), &label, &request)
        })
        .collect()
}

/// Requests of installed abilities that this one would win. A note for the review unless a phrase of ours is part of theirs.
fn rivals(subject: &Subject) -> Vec<Step> {
    let mut steps = Vec::new();
    for other in subject.others.iter().filter(|other| other.ability_id != subject.entry.ability_id) {
        for (n, phrase) in other.trigger_phrases.iter().enumerate() {
            let (ours, theirs) = (lookup::score(phrase, &subject.entry, None).score, lookup::score(phrase, other, None).score);
            if ours >= THRESHOLD && ours > theirs {
                let details =
                    format!("It would score {ours:.2}, “{}” only {theirs:.2}. A negative trigger keeps them apart.", other.title);
                let label = format!("“{phrase}” would find this ability first");
                steps.push(Step::skipped(&format!("rival:{}:{n}", other.ability_id), &label, details));
            }
        }
    }
    steps
}
