//! Proposals: draft, answer, review, test, change, install.

use super::args::{Chosen, InstallOptions, Lane, ReviseOptions};
use super::{label, latest, nothing_under_way};
use crate::engine::{CliContext, Engine, with_engine};
use crate::output::{CommandError, CommandResult, Report};
use crate::show::{call, rows};
use apprentice_api::client::Call;
use apprentice_api::operations as op;
use apprentice_contracts::action::{ProposalAction, SessionAction};
use apprentice_contracts::checkpoint::{LintFinding, LintSeverity};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::graph::{DemonstratedValue, ValueAnswer, ValueChange, ValueSource};
use apprentice_contracts::improvement::ImproveAbilityResponse;
use apprentice_contracts::proposal::{
    EditedFields, ProposalDetailResponse, ProposalInstallResponse, QuestionView, RequestedLane, RevisionPreviewResponse,
};
use apprentice_contracts::session::{
    AnswerNextAction, AnswerQuestionsResponse, GenerateProposalResponse, LearnSessionDetailResponse,
};
use apprentice_contracts::validation::{
    OverallResult, RunKind, StepResult, ValidationRunResponse, ValidationRunsListResponse, ValidationStepResult,
};
use serde_json::{Value, json};
use std::fmt::{Display, Write};
use std::io::Read;
use std::path::Path;
use uuid::Uuid;

async fn detail(engine: &Engine, id: &dyn Display) -> Result<ProposalDetailResponse, CommandError> {
    engine.call(op::PROPOSAL_DETAIL.call([id])).await
}

pub async fn propose(context: &CliContext, chosen: &Chosen, answers: Vec<(String, String)>) -> CommandResult {
    with_engine(context, async |engine| {
        let session = latest(engine, chosen).await?.ok_or_else(nothing_under_way)?;
        let mut drafted = drafted(engine, &session).await?;
        if !answers.is_empty() {
            let id = drafted.proposal.proposal_id;
            answer(engine, &session, &drafted, &answers).await?;
            drafted = detail(engine, &id).await?;
        }
        let lint = drafted.checkpoint_lint_report.clone().unwrap_or_default().findings;
        let open = drafted.questions.iter().any(|question| question.required && !question.answered);
        let document = json!({
            "proposal": drafted.proposal, "questions": drafted.questions, "lint": lint, "skill_md": drafted.skill_md,
        });
        Ok(Report::new(&document, text(&drafted))?.with_findings(open && !answers.is_empty()))
    })
    .await
}

/// The proposal of a session, drafted now when there is none yet. A draft with an open required question is not built with assumptions.
async fn drafted(engine: &Engine, session: &str) -> Result<ProposalDetailResponse, CommandError> {
    let found: LearnSessionDetailResponse = engine.call(op::SESSION_DETAIL.call([&session])).await?;
    if let Some(id) = found.session.proposal_id {
        let drafted = detail(engine, &id).await?;
        let asks = drafted.questions.iter().any(|question| question.required && !question.answered);
        if asks || !found.actions.contains(&SessionAction::GenerateProposal) {
            return Ok(drafted);
        }
    }
    let made: GenerateProposalResponse = engine.call(op::GENERATE_PROPOSAL.call([&session])).await?;
    detail(engine, &made.proposal_id).await
}

/// FIELD is a question's field or id. An answer to something that was not asked changes the draft if it can; otherwise it is refused.
async fn answer(
    engine: &Engine,
    session: &str,
    drafted: &ProposalDetailResponse,
    answers: &[(String, String)],
) -> Result<(), CommandError> {
    let fits = |question: &&QuestionView, field: &str| {
        question.question_id.to_string() == field || label(&question.field).replace(' ', "_") == field.replace('-', "_")
    };
    let (mut asked, mut unasked) = (Vec::new(), Vec::new());
    for (field, text) in answers {
        match drafted.questions.iter().find(|question| fits(question, field)) {
            Some(question) => asked.push(json!({ "question_id": question.question_id, "answer_text": text })),
            None => unasked.push(edit(field, text).ok_or_else(|| not_asked(field, drafted))?),
        }
    }
    if !asked.is_empty() {
        let call = op::ANSWER_QUESTIONS.call([&session]).json(json!({ "answers": asked }));
        let answered: AnswerQuestionsResponse = engine.call(call).await?;
        if answered.next_action == AnswerNextAction::GenerateProposal {
            let _: GenerateProposalResponse = engine.call(op::GENERATE_PROPOSAL.call([&session])).await?;
        }
    }
    for (field, value) in unasked.into_iter().flatten() {
        let body = json!({ "revision_instructions": "", "edited_fields": { field: value } });
        let call = op::REVISE_PROPOSAL.call([&drafted.proposal.proposal_id]).json(body);
        let _: ProposalDetailResponse = engine.call(call).await?;
    }
    Ok(())
}

/// How an answer to a question that was not asked changes the draft: `Some(None)` when the draft needs nothing for it.
fn edit(field: &str, text: &str) -> Option<Option<(&'static str, Value)>> {
    match field.replace('-', "_").as_str() {
        "name" | "title" => Some(Some(("title", json!(text)))),
        "goal_summary" | "goal" => Some(Some(("goal_summary", json!(text)))),
        "use_conditions" => Some(Some(("use_conditions", json!([text])))),
        "non_use_conditions" => Some(Some(("non_use_conditions", json!([text])))),
        // The demonstration already contains it.
        "success_condition" | "project_scope" | "preferred_surface" | "package_assignment" => Some(None),
        _ => None,
    }
}

fn not_asked(field: &str, drafted: &ProposalDetailResponse) -> CommandError {
    let asked: Vec<String> = drafted.questions.iter().map(|question| label(&question.field).replace(' ', "_")).collect();
    let asked = if asked.is_empty() { "nothing".to_owned() } else { asked.join(", ") };
    CommandError::refused(ErrorCode::InvalidRequest, format!("{field} is not a field of a skill. Search is: {asked}."))
}

pub async fn review(context: &CliContext, id: Uuid) -> CommandResult {
    with_engine(context, async |engine| {
        let found = detail(engine, &id).await?;
        Report::new(&found, text(&found))
    })
    .await
}

pub async fn validate(context: &CliContext, id: Uuid, tests: Vec<RunKind>) -> CommandResult {
    with_engine(context, async |engine| {
        let done: ValidationRunResponse =
            engine.call(op::VALIDATE_PROPOSAL.call([&id]).json(json!({ "selected_tests": tests }))).await?;
        let steps = latest_steps(engine, id).await?;
        let mut text: Vec<String> = Vec::new();
        for run in &done.runs {
            text.push(format!("{:<18}{}", label(&run.run_kind), label(&run.overall_result)));
            let each = steps.iter().filter(|step| step.validation_run_id == run.validation_run_id);
            text.extend(each.filter(|step| shows_each(run.run_kind) || step.result == StepResult::Failed).map(step_line));
        }
        let failed = done.runs.iter().any(|run| run.overall_result != OverallResult::Passed);
        Ok(Report::new(&done, text.join("\n"))?.with_findings(failed))
    })
    .await
}

/// Of the latest runs.
async fn latest_steps(engine: &Engine, id: Uuid) -> Result<Vec<ValidationStepResult>, CommandError> {
    let found: ValidationRunsListResponse = engine.call(op::VALIDATION_RUNS.call([&id]).query("page_size", 10)).await?;
    Ok(found.steps)
}

pub async fn revise(context: &CliContext, options: ReviseOptions) -> CommandResult {
    let skill_md = options.skill_md.as_deref().map(read_text).transpose()?;
    let says_values = !options.values.is_empty() || !options.names.is_empty();
    let edits = EditedFields {
        title: options.title,
        proposed_skill_slug: options.slug,
        goal_summary: options.goal,
        skill_md,
        ..EditedFields::default()
    };
    let instructions = options.instructions.unwrap_or_default();
    let edited = edits != EditedFields::default() || !instructions.is_empty();
    let body = json!({
        "revision_instructions": instructions, "edited_fields": edits, "confirm_weaker": options.confirm_weaker,
    });
    if options.preview {
        return with_engine(context, async |engine| preview(engine, &options.proposal, body).await).await;
    }
    with_engine(context, async |engine| {
        let mut changed = None;
        if says_values {
            let known = detail(engine, &options.proposal).await?.values;
            let values = value_answers(&known, &options.values, &options.names)?;
            let call = op::REVISE_VALUES.call([&options.proposal]).json(json!({ "values": values }));
            changed = Some(engine.call::<ProposalDetailResponse>(call).await?);
        }
        let changed = match changed {
            Some(changed) if !edited => changed,
            _ => engine.call(op::REVISE_PROPOSAL.call([&options.proposal]).json(body)).await?,
        };
        let said: String = changed.revision_changes.iter().map(|change| format!("{change}\n")).collect();
        Report::new(&changed, format!("{said}{}", text(&changed)))
    })
    .await
}

/// What instructions would change.
async fn preview(engine: &Engine, proposal: &Uuid, body: Value) -> CommandResult {
    let found: RevisionPreviewResponse = engine.call(op::PREVIEW_REVISION.call([proposal]).json(body)).await?;
    let mut lines: Vec<String> = found.changes.iter().map(|change| format!("Will change: {change}")).collect();
    lines.extend(found.needs_confirmation.iter().map(|change| format!("Needs --confirm-weaker: {change}")));
    lines.extend(found.refused.iter().map(|one| format!("Refused: “{}”. {}", one.words, one.why)));
    for one in &found.unclear {
        lines.push(match &found.author {
            Some(author) => format!("Goes to {author}: “{}”.", one.words),
            None => format!("Not understood: “{}”. {}", one.words, one.why),
        });
    }
    if let Some(none) = found.no_author.as_deref().filter(|_| !found.unclear.is_empty()) {
        lines.push(format!("The rules understand {}. {none}", found.kinds.join("; ")));
    }
    Report::new(&found, lines.join("\n"))
}

/// All answers about values: the earlier ones, with these changes.
fn value_answers(
    known: &[DemonstratedValue],
    changes: &[(String, ValueChange)],
    names: &[(String, String)],
) -> Result<Vec<ValueAnswer>, CommandError> {
    let mut answers: Vec<ValueAnswer> = known.iter().filter(|value| value.decided).map(answer_of).collect();
    let find = |name: &str| {
        let found = known.iter().find(|value| value.name == name).or_else(|| known.iter().find(|value| value.example == name));
        found.ok_or_else(|| {
            let names: Vec<&str> = known.iter().map(|value| value.name.as_str()).collect();
            let message = format!("There is no value {name}. The values are: {}.", names.join(", "));
            CommandError::refused(ErrorCode::InvalidRequest, message)
        })
    };
    let mut set = |value: &DemonstratedValue, change: &dyn Fn(&mut ValueAnswer)| {
        if !answers.iter().any(|answer| answer.example == value.example) {
            answers.push(answer_of(value));
        }
        answers.iter_mut().filter(|answer| answer.example == value.example).for_each(change);
    };
    for (name, changes) in changes {
        set(find(name)?, &|answer| answer.changes = *changes);
    }
    for (old, new) in names {
        set(find(old)?, &|answer| answer.name = Some(new.clone()));
    }
    Ok(answers)
}

/// What is known of a value, as an answer.
fn answer_of(value: &DemonstratedValue) -> ValueAnswer {
    let changes = match (value.changes, value.source) {
        (false, _) => ValueChange::Same,
        (true, ValueSource::Read) => ValueChange::Read,
        (true, ValueSource::Derived) => ValueChange::Derived,
        (true, _) => ValueChange::Changes,
    };
    ValueAnswer { example: value.example.clone(), name: Some(value.name.clone()), changes }
}

pub fn read_text(path: &Path) -> Result<String, CommandError> {
    let mut text = String::new();
    let read = if path == Path::new("-") {
        std::io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        std::fs::read_to_string(path)
    };
    read.map_err(|error| CommandError::refused(ErrorCode::InvalidRequest, format!("{} cannot be read: {error}", path.display())))
}

/// Approves a proposal. `accept_weaker` are weakening ids, `acknowledged` codes of findings of the scan.
pub async fn approve(
    context: &CliContext,
    id: Uuid,
    note: Option<String>,
    accept_weaker: Vec<String>,
    acknowledged: Vec<String>,
    without_rehearsal: bool,
) -> CommandResult {
    let body = json!({
        "approval_note": note, "accepted_weakenings": accept_weaker, "acknowledged_findings": acknowledged,
        "without_rehearsal": without_rehearsal,
    });
    decide(context, op::APPROVE_PROPOSAL.call([&id]).json(body)).await
}

pub async fn reject(context: &CliContext, id: Uuid, reason: String) -> CommandResult {
    decide(context, op::REJECT_PROPOSAL.call([&id]).json(json!({ "reason": reason }))).await
}

pub async fn request_more_tests(context: &CliContext, id: Uuid) -> CommandResult {
    with_engine(context, async |engine| {
        let tested: ProposalDetailResponse = engine.call(op::REQUEST_MORE_TESTS.call([&id])).await?;
        let mut text = format!("“{}” is {}.", tested.proposal.title, label(&tested.proposal.proposal_state));
        for run in &tested.validation.latest_runs {
            let _ = write!(text, "\n{:<18}{}", label(&run.run_kind), label(&run.overall_result));
            let each = tested.validation.steps.iter().filter(|step| step.validation_run_id == run.validation_run_id);
            each.filter(|step| shows_each(run.run_kind) || step.result == StepResult::Failed).for_each(|step| {
                let _ = write!(text, "\n{}", step_line(step));
            });
        }
        let failed = tested.validation.latest_runs.iter().any(|run| run.overall_result == OverallResult::Failed);
        Ok(Report::new(&tested, text)?.with_findings(failed))
    })
    .await
}

/// Whether each step of a test is shown, also those that passed: the requests that were tried, and what a rehearsal needs.
fn shows_each(kind: RunKind) -> bool {
    matches!(kind, RunKind::Trigger | RunKind::AdapterCheck)
}

fn step_line(step: &ValidationStepResult) -> String {
    let details = step.details.as_ref().map(|details| format!(": {details}")).unwrap_or_default();
    format!("  {:<8}{}{details}", label(&step.result), step.label)
}

/// Drafts the changes that the reports on an ability suggest.
pub async fn improve_from_reports(context: &CliContext, ability: &str, accept_weaker: Vec<String>) -> CommandResult {
    with_engine(context, async |engine| {
        let body = json!({ "accepted_weakenings": accept_weaker });
        let done: ImproveAbilityResponse = engine.call(op::IMPROVE_ABILITY.call([&ability]).json(body)).await?;
        let mut text = match (&done.proposal_id, &done.skill_md) {
            (Some(id), _) => format!("Drafted: {id}. Review it: apprentice learn review {id}"),
            (None, text) => text.clone().unwrap_or_default(),
        };
        for change in &done.applied {
            let _ = write!(text, "\n  changed: {} ({})", change.words, change.evidence);
        }
        for change in &done.left_out {
            let weak = change
                .weakening
                .as_ref()
                .map(|weak| format!(" {} Accept it: --accept-weaker {}", weak.sentence, weak.weakening_id));
            let _ = write!(text, "\n  left out: {}{}", change.words, weak.unwrap_or_default());
        }
        Report::new(&done, text)
    })
    .await
}

pub async fn list(context: &CliContext, page: u32) -> CommandResult {
    let columns = ["created_at", "proposal_state", "proposal_id", "title"];
    let request = op::LIST_PROPOSALS.call([]).query("page", page);
    call(context, request, &|answer| rows(answer, "proposals", &columns, "Nothing was drafted yet.")).await
}

async fn decide(context: &CliContext, call: Call) -> CommandResult {
    with_engine(context, async |engine| {
        let decided: ProposalDetailResponse = engine.call(call).await?;
        let text = format!("“{}” is {}.", decided.proposal.title, label(&decided.proposal.proposal_state));
        Report::new(&decided, text)
    })
    .await
}

pub async fn install(context: &CliContext, options: InstallOptions) -> CommandResult {
    let (lane, action) = match options.lane {
        Lane::ExperimentalPrivate => (RequestedLane::ExperimentalPrivate, ProposalAction::Install),
        Lane::ApprovedWorkspace => (RequestedLane::ApprovedWorkspace, ProposalAction::Approve),
    };
    let into = options.into.map(std::path::absolute).transpose().map_err(CommandError::internal)?;
    let body = json!({
        "install_lane": lane, "targets": options.targets, "into": into, "accepted_weakenings": options.accept_weaker,
        "acknowledged_findings": options.acknowledged, "without_rehearsal": options.without_rehearsal,
    });
    let id = options.proposal;
    with_engine(context, async |engine| {
        test_first(engine, id, action).await?;
        let done: ProposalInstallResponse = engine.call(op::INSTALL_PROPOSAL.call([&id]).json(body)).await?;
        let warned = done.gate.as_ref().map_or_else(String::new, |gate| format!("\nWarning: {}", gate.message));
        let text = format!("Installed {}:\n  {}{warned}", done.ability_id, done.files.join("\n  "));
        Report::new(&done, text)
    })
    .await
}

/// Tests a draft that cannot be installed yet, because it was never tested. A failed test stops the installation.
async fn test_first(engine: &Engine, id: Uuid, installation: ProposalAction) -> Result<(), CommandError> {
    let possible = detail(engine, &id).await?.actions;
    if possible.contains(&installation) || !possible.contains(&ProposalAction::Validate) {
        return Ok(());
    }
    let done: ValidationRunResponse = engine.call(op::VALIDATE_PROPOSAL.call([&id])).await?;
    if done.runs.iter().all(|run| run.overall_result == OverallResult::Passed) {
        return Ok(());
    }
    let failed: Vec<String> = latest_steps(engine, id)
        .await?
        .into_iter()
        .filter(|step| step.result == StepResult::Failed)
        .map(|step| format!("{}: {}", step.label, step.details.unwrap_or_default()))
        .collect();
    Err(CommandError::refused(ErrorCode::CheckpointLintFailed, format!("Its tests did not pass. {}", failed.join("; "))))
}

fn text(found: &ProposalDetailResponse) -> String {
    let proposal = &found.proposal;
    let mut text = format!("{} ({})\n", proposal.title, label(&proposal.proposal_state));
    let _ = writeln!(text, "  proposal: {}\n  skill: {}", proposal.proposal_id, proposal.proposed_skill_slug);
    if !found.rehearsed {
        let start = format!("apprentice learn rehearse start {}", proposal.proposal_id);
        let _ = writeln!(text, "  not rehearsed: no rehearsal of this version passed. Rehearse it: {start}");
    }
    for question in found.questions.iter().filter(|question| !question.answered) {
        let required = if question.required { "" } else { " (may stay open)" };
        let field = label(&question.field).replace(' ', "_");
        let _ = writeln!(text, "  question{required}: {}\n    answer: --answer {field}=...", question.question_text);
    }
    for finding in found.checkpoint_lint_report.iter().flat_map(|report| &report.findings) {
        let _ = writeln!(text, "  {}", lint_line(finding));
    }
    for finding in &found.findings {
        let place = finding.line.map(|line| format!(" (line {line})")).unwrap_or_default();
        let _ = write!(text, "  scan {} {}{place}: {}", label(&finding.severity), finding.code, finding.message);
        text.push_str(&match finding.needs_acknowledgement {
            true => format!(" Acknowledge it: --acknowledge {}\n", finding.code),
            false => "\n".to_owned(),
        });
    }
    let _ = write!(text, "\n{}", found.skill_md.trim_end());
    text
}

fn lint_line(finding: &LintFinding) -> String {
    let severity = if finding.severity == LintSeverity::Error { "error" } else { "warning" };
    format!("{severity} {}: {} {}", finding.code, finding.message, finding.suggestion)
}
