//! The automatic checks of a proposal. They work on copies and do not touch the database.

use crate::ability::evidence::{BUILTINS, first_words};
use crate::ability::health::is_undecided;
use crate::proposal::draft::WorkingDraft;
use crate::validation::triggers;
use crate::validation::verdicts::NOT_SEEN;
use apprentice_compiler::{Evaluation, ReadBack, ReadBackResult, SourceReadings};
use apprentice_contracts::ability::{AbilityAvailabilityEntry, AbilitySource};
use apprentice_contracts::checkpoint::{CheckpointRole, CheckpointStatus, CheckpointVerdict, LintSeverity};
use apprentice_contracts::ids::{AbilityId, CheckpointId};
use apprentice_contracts::observation::{ActionDetails, ObservedAction};
use apprentice_contracts::proposal::InstallLane;
use apprentice_contracts::reading::Reading;
use apprentice_contracts::validation::{RunKind, StepResult, ValidationRun, ValidationStepResult};
use apprentice_contracts::{SCHEMA_VERSION, Time};
use apprentice_platform::permissions::is_program;
use apprentice_skills::format::bundle;
use apprentice_skills::format::bundle::Profile;
use apprentice_store::proposals::ProposalRecord;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What is checked.
#[derive(Clone)]
pub(crate) struct Subject {
    pub record: ProposalRecord,
    /// What the task is for, in sentences.
    pub goal: String,
    /// The ability as a private installation would create it.
    pub entry: AbilityAvailabilityEntry,
    /// Installed abilities.
    pub others: Vec<AbilityAvailabilityEntry>,
    /// Skills in agents' folders that are not abilities: name and description.
    pub neighbors: Vec<(String, String)>,
    pub actions: Vec<ObservedAction>,
    pub readings: Vec<SourceReadings>,
    /// A folder for the dry run. It does not exist yet.
    pub folder: PathBuf,
    pub search_path: Vec<PathBuf>,
}

/// The result of one check.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step {
    pub id: String,
    pub label: String,
    pub result: StepResult,
    pub details: Option<String>,
    /// Whether the test fails when this step does. A single request of a trigger test does not decide: its share does.
    pub decides: bool,
}

impl Step {
    pub(crate) fn passed(id: &str, label: &str) -> Self {
        Self { id: id.into(), label: label.into(), result: StepResult::Passed, details: None, decides: true }
    }

    pub(crate) fn failed(id: &str, label: &str, details: String) -> Self {
        Self { result: StepResult::Failed, details: Some(details), ..Self::passed(id, label) }
    }

    pub(crate) fn skipped(id: &str, label: &str, details: String) -> Self {
        Self { result: StepResult::Skipped, details: Some(details), ..Self::passed(id, label) }
    }

    pub(crate) fn check(id: &str, label: &str, good: bool, otherwise: impl FnOnce() -> String) -> Self {
        if good { Self::passed(id, label) } else { Self::failed(id, label, otherwise()) }
    }

    pub(crate) fn stored(&self, run: &ValidationRun, at: Time) -> ValidationStepResult {
        ValidationStepResult {
            validation_run_id: run.validation_run_id,
            test_case_id: self.id.chars().take(160).collect(),
            label: self.label.chars().take(240).collect(),
            result: self.result,
            details: self.details.as_ref().map(|details| details.chars().take(1000).collect()),
            created_at: at,
            schema_version: SCHEMA_VERSION,
        }
    }
}

pub(crate) fn run(kind: RunKind, subject: &Subject) -> Vec<Step> {
    match kind {
        RunKind::Lint => lint(subject),
        RunKind::Trigger => triggers::check(subject),
        RunKind::DependencyCheck => dependencies(subject),
        RunKind::DryRun => dry_run(subject),
        RunKind::Canary | RunKind::AdapterCheck | RunKind::Rehearsal => Vec::new(),
    }
}

/// The ability that the draft would become.
pub(crate) fn entry(working: &WorkingDraft) -> AbilityAvailabilityEntry {
    let proposal = &working.record.proposal;
    AbilityAvailabilityEntry {
        ability_id: AbilityId(format!("ability_{}", proposal.proposed_skill_slug)),
        title: proposal.title.clone(),
        family: String::new(),
        source: AbilitySource::Learned,
        skill_slug: Some(proposal.proposed_skill_slug.clone()),
        primary_capability_id: None,
        install_lane: InstallLane::ExperimentalPrivate,
        enabled: true,
        usable_now: true,
        reason_unusable: None,
        person_only: false,
        trigger_phrases: proposal.trigger_phrases.clone(),
        negative_triggers: proposal.negative_triggers.clone(),
        aliases: Vec::new(),
        project_scopes: Vec::new(),
        preferred_control_surfaces: Vec::new(),
        support_pack_refs: Vec::new(),
        checkpoint_health: None,
        last_validated_at: None,
        schema_version: SCHEMA_VERSION,
    }
}

/// The findings of the lint, which ran when the draft was written.
fn lint(subject: &Subject) -> Vec<Step> {
    let findings = &subject.record.draft.lint.findings;
    let mut steps: Vec<Step> = findings
        .iter()
        .enumerate()
        .map(|(n, finding)| {
            let place = finding.checkpoint_id.as_ref().map_or("SKILL.md", CheckpointId::as_str);
            let id = format!("{}:{place}:{n}", finding.code);
            let details = format!("{} {}", finding.message, finding.suggestion);
            match finding.severity {
                LintSeverity::Error => Step::failed(&id, &format!("{} in {place}", finding.code), details),
                LintSeverity::Warning => Step::skipped(&id, &format!("{} in {place} (warning)", finding.code), details),
            }
        })
        .collect();
    if !subject.record.draft.lint.has_errors() {
        steps.push(Step::passed("lint", "Checkpoints and SKILL.md pass the lint and the strict profile"));
    }
    steps
}

fn dependencies(subject: &Subject) -> Vec<Step> {
    let mut steps = Vec::new();
    for program in programs(subject) {
        let (id, label) = (format!("program:{program}"), format!("{program} is installed"));
        if BUILTINS.contains(&program.as_str()) {
            steps.push(Step::passed(&id, &format!("{program} is part of the shell")));
        } else {
            steps.push(Step::check(&id, &label, is_installed(&program, &subject.search_path), || {
                format!(
                    "{program} is on none of this machine's program folders. Install it, or say in the skill where it comes from."
                )
            }));
        }
    }
    let sites: BTreeSet<&String> =
        subject.actions.iter().filter(|action| !is_command(action)).filter_map(|action| action.app_family.as_ref()).collect();
    for site in sites {
        let details =
            "The agent must be able to reach and, where needed, sign in to this site. Not checked: tests use no network.";
        steps.push(Step::skipped(&format!("site:{site}"), &format!("{site} can be reached"), details.into()));
    }
    if steps.is_empty() {
        steps.push(Step::passed("none", "Nothing besides the agent itself is needed"));
    }
    steps
}

fn is_command(action: &ObservedAction) -> bool {
    matches!(action.details, ActionDetails::Command(_))
}

/// Programs that the demonstration ran or, if it was purged, that the checkpoints mention.
fn programs(subject: &Subject) -> BTreeSet<String> {
    let ran = subject.actions.iter().filter_map(|action| match &action.details {
        ActionDetails::Command(run) => Some(full_program(&run.command_line, &run.program, &run.directory)),
        _ => None,
    });
    let mut programs: BTreeSet<String> = ran.collect();
    if subject.actions.is_empty() {
        programs = first_words(&subject.record.draft.checkpoints);
    }
    programs.retain(|program| !program.is_empty() && !program.contains(['{', '*', '$']));
    programs
}

/// A program that was called by its path keeps the path.
fn full_program(line: &str, program: &str, directory: &str) -> String {
    let named = line.split_whitespace().find(|word| word.rsplit('/').next() == Some(program) && word.contains('/'));
    match named {
        Some(path) if path.starts_with('/') => path.to_owned(),
        Some(path) => Path::new(directory).join(path).display().to_string(),
        None => program.to_owned(),
    }
}

pub(crate) fn is_installed(program: &str, search_path: &[PathBuf]) -> bool {
    if program.contains('/') {
        is_program(Path::new(program))
    } else {
        search_path.iter().any(|folder| is_program(&folder.join(program)))
    }
}

/// Writes the bundle as an installation would, reads it as an agent would, and checks whether the demonstration reaches its own
/// checkpoints.
fn dry_run(subject: &Subject) -> Vec<Step> {
    let mut steps = vec![materialize(subject)];
    // What cannot be deleted is in the folder for temporary files.
    let _ = std::fs::remove_dir_all(&subject.folder);
    if subject.actions.is_empty() {
        let details = "The observations of the demonstration were deleted; a rehearsal can still show it.";
        steps.push(Step::skipped("replay", "The demonstration reaches its own checkpoints", details.into()));
        return steps;
    }
    let draft = &subject.record.draft;
    let verdicts = replay(subject);
    for checkpoint in &draft.checkpoints {
        let id = format!("checkpoint:{}", checkpoint.checkpoint_id);
        let label = format!("The demonstration reaches {}: {}", checkpoint.checkpoint_id, checkpoint.goal);
        let verdict = verdicts.iter().find(|verdict| verdict.checkpoint_id == checkpoint.checkpoint_id);
        steps.push(match verdict {
            _ if checkpoint.evidence.is_none() => {
                Step::skipped(&id, &label, "Only a person or an agent can judge this; the observer cannot see it.".into())
            }
            Some(verdict) if verdict.status == CheckpointStatus::Reached => {
                Step { details: Some(verdict.evidence.clone()), ..Step::passed(&id, &label) }
            }
            _ if checkpoint.role == CheckpointRole::Progress => Step::skipped(&id, &label, NOT_SEEN.into()),
            Some(verdict) if is_undecided(verdict.status, verdict.not_reached, verdict.reason.as_deref()) => {
                Step::skipped(&id, &label, reason(Some(verdict)))
            }
            other if checkpoint.optional => Step::skipped(&id, &label, reason(other)),
            other => Step::failed(&id, &label, reason(other)),
        });
    }
    steps
}

fn reason(verdict: Option<&CheckpointVerdict>) -> String {
    verdict.map_or_else(
        || "No verdict was given.".into(),
        |verdict| verdict.reason.clone().unwrap_or_else(|| verdict.evidence.clone()),
    )
}

/// Judges the demonstration by its own checkpoints. A dry run opens nothing: what was read of the demonstration counts.
fn replay(subject: &Subject) -> Vec<CheckpointVerdict> {
    let draft = &subject.record.draft;
    let mut evaluation = Evaluation::new(&draft.checkpoints, &draft.graph.variables);
    let mut before: Vec<(u32, &Reading)> =
        subject.readings.iter().filter_map(|one| Some((one.seen_after, one.before.as_ref()?))).collect();
    before.sort_by_key(|(seen_after, _)| *seen_after);
    let mut before = before.into_iter().peekable();
    for action in &subject.actions {
        while let Some((_, reading)) = before.next_if(|(seen_after, _)| *seen_after < action.seq) {
            evaluation.read_before(reading.clone());
        }
        evaluation.observe(action);
    }
    before.for_each(|(_, reading)| evaluation.read_before(reading.clone()));
    let read = evaluation.read_all(|target| Some(stored_reading(subject, target)));
    evaluation.finish(&read)
}

fn stored_reading(subject: &Subject, target: ReadBack) -> ReadBackResult {
    match target {
        ReadBack::Source(source) => {
            let stored = subject.readings.iter().find(|one| one.source == source).and_then(|one| one.after.clone());
            ReadBackResult::Source(source, stored.unwrap_or_else(|| Err("nothing was read of it".into())))
        }
        target => ReadBackResult::Unavailable { target, reason: "A dry run opens nothing again.".into() },
    }
}

fn materialize(subject: &Subject) -> Step {
    let (id, label) = ("materialize", "An agent can read the SKILL.md as it will be installed");
    let slug = &subject.record.proposal.proposed_skill_slug;
    let folder = subject.folder.join(slug);
    let file = folder.join("SKILL.md");
    let text = std::fs::create_dir_all(&folder)
        .and_then(|()| std::fs::write(&file, &subject.record.draft.skill_md))
        .and_then(|()| std::fs::read_to_string(&file));
    match text.map(|text| bundle::read(&text, slug, Profile::Strict)) {
        Err(error) => Step::failed(id, label, error.to_string()),
        Ok(Err(finding)) => Step::failed(id, label, finding.message),
        Ok(Ok(bundle)) => Step::check(id, label, bundle.findings.is_empty(), || {
            bundle.findings.iter().map(|finding| finding.message.as_str()).collect::<Vec<_>>().join("; ")
        }),
    }
}
