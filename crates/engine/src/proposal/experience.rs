//! Changes of an installed ability that follow from what was reported of it: rules over receipts, repair candidates and frictions.
//!
//! What an agent or a page said is quoted as data. It becomes a line of text; it never becomes a checkpoint, an instruction, or a weaker
//! check, unless a person accepts that by its sentence. What instructs its reader or weakens a guard becomes nothing at all, and the scan of
//! skills reads every line with the text that it joins.

use crate::Answer;
use crate::ability::{health, record};
use crate::core::scan;
use crate::proposal::weakenings;
use apprentice_compiler::weakens_a_guard;
use apprentice_contracts::ability::AbilitySource;
use apprentice_contracts::checkpoint::{Checkpoint, CheckpointStatus, CheckpointVerificationReceipt};
use apprentice_contracts::friction::{FrictionKind, FrictionRecord, RepairRecord};
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::improvement::{ChangeKind, ExperienceResponse, ImproveAbilityResponse, ProposedChange, Weakening};
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::proposal::{CheckpointEdit, EditedFields};
use apprentice_contracts::{SCHEMA_VERSION, Time};
use apprentice_injection::{addresses_reader_somewhere as addresses_reader, instructs_somewhere as instructs, is_invisible};
use apprentice_store::{Connection, checkpoint_receipts, friction, repairs, sagas};
use std::collections::BTreeSet;

/// Most lines that the section “When it fails” gets.
const LINES: usize = 8;
/// Longest line, in characters.
const LONGEST: usize = 240;
/// Most frictions that a response lists.
const SHOWN: u32 = 20;
/// The heading of the section.
const HEADING: &str = "## When it fails";

/// What the rules look at.
struct Reports {
    checkpoints: Vec<Checkpoint>,
    /// The deciding receipts of each run, oldest run first.
    runs: Vec<Vec<CheckpointVerificationReceipt>>,
    repairs: Vec<RepairRecord>,
    frictions: Vec<FrictionRecord>,
}

/// What was reported since the installed version, and the changes that follow.
pub(crate) fn read(db: &Connection, id: &AbilityId) -> Answer<ExperienceResponse> {
    let ability = record::find(db, id)?;
    let since = installed_at(db, id)?;
    let page = PageQuery { page: 1, page_size: SHOWN };
    let receipts: Vec<_> =
        checkpoint_receipts::of_ability(db, id)?.into_iter().filter(|receipt| receipt.created_at >= since).collect();
    let all = health::runs_by_id(&receipts);
    let newest = all.len().saturating_sub(health::RUNS as usize);
    let frictions: Vec<FrictionRecord> =
        friction::list(db, Some(id), page)?.0.into_iter().filter(|friction| friction.created_at >= since).collect();
    let reports = Reports {
        checkpoints: record::checkpoints(db, &ability)?,
        runs: all[newest..].iter().map(|(_, receipts)| receipts.iter().map(|receipt| (*receipt).clone()).collect()).collect(),
        repairs: repairs::open_of_ability(db, id)?,
        frictions,
    };
    Ok(ExperienceResponse {
        ability_id: id.clone(),
        runs: u32::try_from(reports.runs.len()).unwrap_or(u32::MAX),
        changes: changes(&reports),
        repairs: reports.repairs,
        frictions: reports.frictions,
        taught: ability.entry.source == AbilitySource::Learned,
        schema_version: SCHEMA_VERSION,
    })
}

/// When the installed version was installed. Earlier reports were about another text.
fn installed_at(db: &Connection, id: &AbilityId) -> Answer<Time> {
    Ok(sagas::last_done(db, id)?.map_or(Time::MIN_UTC, |saga| saga.updated_at))
}

fn changes(reports: &Reports) -> Vec<ProposedChange> {
    let mut out: Vec<ProposedChange> =
        reports.checkpoints.iter().flat_map(|checkpoint| of_checkpoint(reports, checkpoint)).collect();
    let mut seen = BTreeSet::new();
    let noted = reports.frictions.iter().filter(|friction| friction.kind != FrictionKind::CheckpointSkipped);
    for friction in noted {
        let Some(said) = quoted(&friction.summary, 150) else { continue };
        if seen.insert(said.to_lowercase()) {
            let name = friction.agent.as_deref().filter(|agent| is_data(agent) && !addresses_reader(agent));
            let who = name.map_or_else(|| "An agent".to_owned(), |agent| plain(agent, 40));
            out.push(ProposedChange {
                kind: ChangeKind::Note,
                checkpoint_id: friction.checkpoint_id.clone(),
                words: clip(&format!("An agent reported, unchecked: {said}.")),
                evidence: format!("{who} reported it on {}.", friction.created_at.format("%Y-%m-%d")),
                weakening: None,
            });
        }
    }
    let (lines, others): (Vec<_>, Vec<_>) = out.into_iter().partition(is_line);
    lines.into_iter().take(LINES).chain(others).collect()
}

fn is_line(change: &ProposedChange) -> bool {
    matches!(change.kind, ChangeKind::WhenItFails | ChangeKind::Note)
}

fn of_checkpoint(reports: &Reports, checkpoint: &Checkpoint) -> Vec<ProposedChange> {
    let id = &checkpoint.checkpoint_id;
    let of = |status: CheckpointStatus| -> Vec<&CheckpointVerificationReceipt> {
        let mine = |receipt: &&CheckpointVerificationReceipt| receipt.checkpoint_id == *id && receipt.status == status;
        let judged = |receipt: &&CheckpointVerificationReceipt| {
            !health::is_undecided(receipt.status, receipt.not_reached, receipt.reason.as_deref())
        };
        reports.runs.iter().filter_map(|run| run.iter().find(mine)).filter(judged).collect()
    };
    let (failed, skipped) = (of(CheckpointStatus::Failed), of(CheckpointStatus::Skipped));
    let repair = reports.repairs.iter().find(|repair| repair.checkpoint_id == *id);
    let runs = reports.runs.len();
    let goal = plain(&checkpoint.goal, 80);
    let change = |kind, words: String, evidence: String| ProposedChange {
        kind,
        checkpoint_id: Some(id.clone()),
        words: clip(&words),
        evidence,
        weakening: None,
    };
    let mut out = Vec::new();
    // A failure that belongs to no run is only in the repair candidate.
    let failures = failed.len().max(repair.map_or(0, |repair| repair.failures as usize));
    if failures > 0 {
        let last = failed.last();
        let reason = last.and_then(|one| one.reason.clone()).or_else(|| repair.map(|repair| repair.reason.clone()));
        let seen = last.map(|one| one.evidence.clone()).or_else(|| repair.map(|repair| repair.evidence.clone()));
        let times = if failed.is_empty() {
            format!("{failures} reports say that it failed")
        } else {
            format!("{} of {runs} runs failed", failed.len())
        };
        // In two pieces an order is one too.
        let together = is_data(&format!("{} {}", reason.as_deref().unwrap_or_default(), seen.as_deref().unwrap_or_default()));
        let (reason, seen) = if together { (reason, seen) } else { (None, None) };
        let why = reason.as_deref().and_then(|why| quoted(why, 70)).map(|why| format!(" Reported reason: {why}."));
        let saw = seen.as_deref().and_then(|saw| quoted(saw, 60)).map(|saw| format!(" Seen: {saw}."));
        let critical = repair.is_some_and(|repair| repair.safety_critical);
        let advice = if critical { "Stop and ask before it." } else { "Look here first; if it fails again, stop and ask." };
        let words = format!("“{goal}”: {advice}{}{}", why.clone().unwrap_or_default(), saw.unwrap_or_default());
        out.push(change(ChangeKind::WhenItFails, words, format!("{times} at {id}.{}", why.unwrap_or_default())));
        out.extend(other_value(checkpoint, &failed, runs));
    }
    if !skipped.is_empty() {
        let reason = skipped.last().and_then(|one| quoted(one.reason.as_deref()?, 90));
        let why = reason.map(|reason| format!(" Reported reason: {reason}.")).unwrap_or_default();
        let evidence = format!("{} of {runs} runs skipped {id}.{why}", skipped.len());
        let words = format!("“{goal}”: do not skip it silently; say what stands in the way.{why}");
        out.push(change(ChangeKind::WhenItFails, words, evidence.clone()));
        if !checkpoint.optional && skipped.len() >= 3 && skipped.len() * 2 > runs {
            let words = format!("“{goal}” becomes optional.");
            let weakening = Some(weakenings::optional(checkpoint));
            out.push(ProposedChange { weakening, ..change(ChangeKind::MakeOptional, words, evidence) });
        }
    }
    out
}

/// The value that at least two failed runs quoted, and that the checkpoint does not know.
fn other_value(checkpoint: &Checkpoint, failed: &[&CheckpointVerificationReceipt], runs: usize) -> Option<ProposedChange> {
    let known = format!("{} {}", checkpoint.goal, checkpoint.success_condition).to_lowercase();
    let mut counts: Vec<(String, usize)> = Vec::new();
    for receipt in failed.iter().filter(|receipt| is_data(&receipt.evidence)) {
        let values: BTreeSet<String> =
            quotes(&receipt.evidence).into_iter().filter(|value| !known.contains(&value.to_lowercase())).collect();
        for value in values {
            match counts.iter_mut().find(|(known, _)| *known == value) {
                Some((_, count)) => *count += 1,
                None => counts.push((value, 1)),
            }
        }
    }
    let (value, count) = counts.into_iter().filter(|(_, count)| *count >= 2).max_by_key(|(_, count)| *count)?;
    let words = format!("{} “{value}” counts as well.", checkpoint.success_condition.trim_end());
    if words.chars().count() > 400 {
        return None;
    }
    let id = &checkpoint.checkpoint_id;
    Some(ProposedChange {
        kind: ChangeKind::AcceptOtherValue,
        checkpoint_id: Some(id.clone()),
        weakening: Some(weakenings::condition(checkpoint, &words)),
        words,
        evidence: format!("{count} of {runs} runs saw “{value}” when {id} failed."),
    })
}

/// The text in quotes, plain and at most 60 characters long.
fn quotes(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    for (open, close) in [('“', '”'), ('"', '"'), ('«', '»')] {
        let mut rest = text;
        while let Some((_, inner)) = rest.split_once(open) {
            let Some((value, after)) = inner.split_once(close) else { break };
            let value = plain(value, 60);
            if value.chars().count() > 1 {
                out.push(value);
            }
            rest = after;
        }
    }
    out
}

/// One line without signs that mean something in a SKILL.md, in its quotes. `None`: it says nothing, or is no data.
fn quoted(text: &str, longest: usize) -> Option<String> {
    let line = plain(text, longest);
    (!line.is_empty() && is_data(text)).then(|| format!("“{line}”"))
}

/// Whether a report neither instructs its reader nor weakens a guard, as it was sent and as it would be quoted.
fn is_data(text: &str) -> bool {
    let whole = plain(text, usize::MAX);
    !instructs(text) && !instructs(&whole) && !weakens_a_guard(&whole)
}

fn plain(text: &str, longest: usize) -> String {
    let signs = ['“', '”', '"', '`', '<', '>', '#', '*', '[', ']', '|', '{', '}'];
    let kept: String = text
        .chars()
        .filter(|c| !is_invisible(*c))
        .map(|c| if c.is_whitespace() || c.is_control() || signs.contains(&c) { ' ' } else { c })
        .collect();
    let line = kept.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = line.trim_end_matches(['.', ' ']);
    match line.chars().count() > longest {
        true => format!("{}…", line.chars().take(longest.saturating_sub(1)).collect::<String>().trim_end()),
        false => line.to_owned(),
    }
}

fn clip(line: &str) -> String {
    if line.chars().count() <= LONGEST { line.to_owned() } else { line.chars().take(LONGEST - 1).chain(['…']).collect() }
}

/// Parts the changes into those that are applied and those whose weakening was not accepted.
pub(crate) fn accepted(changes: Vec<ProposedChange>, ids: &[String]) -> (Vec<ProposedChange>, Vec<ProposedChange>) {
    let takes =
        |change: &ProposedChange| change.weakening.as_ref().is_none_or(|weak: &Weakening| ids.contains(&weak.weakening_id));
    changes.into_iter().partition(takes)
}

/// Parts the changes into those that fit and the lines for which the section has no room. `before` are the lines that it has already:
/// they may be the person's own, so no new line takes their place.
pub(crate) fn fitting(changes: Vec<ProposedChange>, before: &[String]) -> (Vec<ProposedChange>, Vec<ProposedChange>) {
    let mut room = (2 * LINES).saturating_sub(before.len());
    changes.into_iter().partition(|change| {
        let fits = !is_line(change) || before.contains(&change.words) || room > 0;
        if fits && is_line(change) && !before.contains(&change.words) {
            room -= 1;
        }
        fits
    })
}

/// The changes as edits of a draft. `before` are the lines that the section has already.
pub(crate) fn edits(changes: &[ProposedChange], before: &[String], checkpoints: &[Checkpoint]) -> EditedFields {
    let mut lines: Vec<String> = changes.iter().filter(|change| is_line(change)).map(|change| change.words.clone()).collect();
    lines.extend(before.iter().filter(|line| !lines.contains(line)).cloned().collect::<Vec<_>>());
    let changed = changes.iter().any(|change| !is_line(change));
    let edit = |checkpoint: &Checkpoint| {
        let mut edit = CheckpointEdit {
            checkpoint_id: checkpoint.checkpoint_id.clone(),
            goal: checkpoint.goal.clone(),
            success_condition: checkpoint.success_condition.clone(),
            optional: checkpoint.optional,
        };
        for change in changes.iter().filter(|change| change.checkpoint_id.as_ref() == Some(&edit.checkpoint_id)) {
            match change.kind {
                ChangeKind::AcceptOtherValue => edit.success_condition.clone_from(&change.words),
                ChangeKind::MakeOptional => edit.optional = true,
                ChangeKind::WhenItFails | ChangeKind::Note => {}
            }
        }
        edit
    };
    EditedFields {
        when_it_fails: Some(lines),
        checkpoints: changed.then(|| checkpoints.iter().map(edit).collect()),
        ..EditedFields::default()
    }
}

/// A SKILL.md with these lines in its section “When it fails”, which is added at the end when it has none.
pub(crate) fn with_lines(skill_md: &str, changes: &[ProposedChange]) -> String {
    let has = |line: &str| skill_md.lines().any(|known| known.trim_start_matches("- ") == line);
    let new: String = changes
        .iter()
        .filter(|change| is_line(change) && !has(&change.words))
        .map(|change| format!("- {}\n", change.words))
        .collect();
    let mut out = String::new();
    let mut placed = false;
    for line in skill_md.lines() {
        out.push_str(line);
        out.push('\n');
        if line.trim_end() == HEADING && !placed {
            out.push('\n');
            out.push_str(&new);
            placed = true;
        }
    }
    if !placed && !new.is_empty() {
        out = format!("{}\n\n{HEADING}\n\n{new}", out.trim_end());
    }
    out
}

/// The answer for an ability that was not taught here.
pub(crate) fn as_text(
    id: AbilityId,
    skill_md: &str,
    applied: Vec<ProposedChange>,
    left_out: Vec<ProposedChange>,
) -> ImproveAbilityResponse {
    // Its checkpoints are those of its text, which only a person changes.
    let (lines, mut fixed): (Vec<_>, Vec<_>) = applied.into_iter().partition(is_line);
    let (text, applied, dangerous) = scanned(skill_md, lines);
    fixed.extend(dangerous);
    ImproveAbilityResponse {
        ability_id: id,
        learn_session_id: None,
        proposal_id: None,
        skill_md: Some(text),
        applied,
        left_out: left_out.into_iter().chain(fixed).collect(),
        schema_version: SCHEMA_VERSION,
    }
}

/// The text with those lines that add nothing which a person must have read before, these lines, and the others.
fn scanned(skill_md: &str, lines: Vec<ProposedChange>) -> (String, Vec<ProposedChange>, Vec<ProposedChange>) {
    let serious = |text: &str| scan::of_text(text).iter().filter(|finding| finding.needs_acknowledgement).count();
    // A text that has many findings of a kind shows no further ones of it, so a line is also looked at alone.
    let alone = |line: &str| serious(&format!("---\nname: line\ndescription: One line.\n---\n\n- {line}\n"));
    let before = serious(skill_md);
    let (mut text, mut applied, mut dangerous) = (skill_md.to_owned(), Vec::new(), Vec::new());
    for mut line in lines {
        let with = with_lines(&text, std::slice::from_ref(&line));
        if serious(&with) > before || alone(&line.words) > 0 {
            line.evidence.push_str(" Left out: the scan of skills finds it dangerous.");
            dangerous.push(line);
        } else {
            text = with;
            applied.push(line);
        }
    }
    (text, applied, dangerous)
}

#[cfg(test)]
#[path = "experience_test.rs"]
mod tests;
