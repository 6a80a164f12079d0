//! Sessions: begin, mark, pause, end, look.

use super::args::{Chosen, Mode, StartOptions, Watch};
use super::proposal::read_text;
use super::{label, latest, under_way};
use crate::engine::{CliContext, Engine, with_engine};
use crate::output::{CommandError, CommandResult, Report};
use crate::projects::absolute;
use crate::show::{call, rows};
use apprentice_api::{Operation, operations as op};
use apprentice_contracts::action::SessionAction;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::live_draft::{LiveDraft, LiveDraftResponse};
use apprentice_contracts::observation::ObservationScopeRuntime;
use apprentice_contracts::proposal::ProposalDetailResponse;
use apprentice_contracts::session::{
    CreateLearnSessionResponse, GenerateProposalResponse, LearnSessionDetailResponse, LearningEntryMode, ObservationMode,
    SessionActionResponse, StartSessionResponse, StopNextAction, StopSessionResponse, UseExampleResponse, WatchSource,
};
use serde_json::{Value, json};
use std::fmt::{Display, Write};

/// After a stop, the pages and files of the demonstration are read again. The draft waits for it.
const READING: &str = " Reading the result …";

pub async fn start(context: &CliContext, options: StartOptions) -> CommandResult {
    let request = request(options)?;
    if request["from_run"].is_string() || request["from_receipts"].as_array().is_some_and(|all| !all.is_empty()) {
        return from_calls(context, &request).await;
    }
    if request["watch"].as_array().is_some_and(Vec::is_empty) {
        return coach(context, &request).await;
    }
    let engine = Engine::connect_lasting(context).await?;
    let created: CreateLearnSessionResponse = engine.call(op::CREATE_SESSION.call([]).json(request)).await?;
    let session = created.session.learn_session_id;
    let started = engine.try_call(op::START_SESSION.call([&session])).await?.into::<StartSessionResponse>();
    let started = match started {
        Ok(started) => started,
        Err(refused) => {
            // Nothing is left behind by a refusal.
            engine.try_call(op::CANCEL_SESSION.call([&session])).await?;
            return Err(refused.into());
        }
    };
    let watched: ObservationScopeRuntime = engine.call(op::OBSERVATION_SCOPE.call([&session])).await?;
    let unheard = troubles(&watched).map(|note| format!("{note}\n")).collect::<String>();
    let text = format!("Watching: {}.\n{unheard}Show it, then: apprentice learn stop", watched.adapters_active.join(", "));
    Report::new(&json!({ "session": started.session, "watched": watched }), text)
}

/// A session of calls that took place before: it has ended, and its draft is made at once. One that cannot be drafted is cancelled.
async fn from_calls(context: &CliContext, request: &Value) -> CommandResult {
    with_engine(context, async |engine| {
        let created: CreateLearnSessionResponse = engine.call(op::CREATE_SESSION.call([]).json(request.clone())).await?;
        let session = created.session.learn_session_id;
        if request["example_of"].is_string() {
            let text = format!("Recorded as {session}. Compare it with the first showing: apprentice learn use-example");
            return Report::new(&created, text);
        }
        let drafted: GenerateProposalResponse = match engine.call(op::GENERATE_PROPOSAL.call([&session])).await {
            Ok(drafted) => drafted,
            Err(refused) => {
                // The refusal is reported, so a failure to cancel is ignored.
                let _ = engine.try_call(op::CANCEL_SESSION.call([&session])).await;
                return Err(refused);
            }
        };
        let id = drafted.proposal_id;
        Report::new(&drafted, format!("Drafted: {id}. Review it: apprentice learn review {id}"))
    })
    .await
}

/// A session that watches nothing: its draft is made from what was typed, at once.
async fn coach(context: &CliContext, request: &Value) -> CommandResult {
    with_engine(context, async |engine| {
        let drafted = drafted_at_once(engine, request).await?;
        let detail: ProposalDetailResponse = engine.call(op::PROPOSAL_DETAIL.call([&drafted.proposal_id])).await?;
        let open: Vec<String> = detail
            .questions
            .iter()
            .filter(|question| question.required && !question.answered)
            .map(|question| format!("\n  {}: {}", question.question_id, question.question_text))
            .collect();
        let id = drafted.proposal_id;
        let text = match open.is_empty() {
            true => format!("Drafted: {id}. Review it: apprentice learn review {id}"),
            false => {
                format!("Drafted: {id}. Open:{}\nAnswer: apprentice learn propose --answer ID=TEXT, once for each", open.concat())
            }
        };
        Report::new(&drafted, text)
    })
    .await
}

/// Creates a session, begins and ends it, and drafts. A refusal leaves no session behind.
async fn drafted_at_once(engine: &Engine, request: &Value) -> Result<GenerateProposalResponse, CommandError> {
    let created: CreateLearnSessionResponse = engine.call(op::CREATE_SESSION.call([]).json(request.clone())).await?;
    let session = created.session.learn_session_id;
    match drafted(engine, &session).await {
        Ok(drafted) => Ok(drafted),
        Err(refused) => {
            // The refusal is reported, so a failure to cancel is ignored.
            let _ = engine.try_call(op::CANCEL_SESSION.call([&session])).await;
            Err(refused)
        }
    }
}

fn request(options: StartOptions) -> Result<Value, CommandError> {
    let mode = match options.mode {
        Mode::DemonstratingSkill => LearningEntryMode::DemonstratingSkill,
        Mode::CoachingAgent => LearningEntryMode::CoachingAgent,
        Mode::AutonomousAgentPractice => {
            let message = "An agent practises with a command of its own: apprentice learn practice start --agent NAME --goal TEXT --file PATH";
            return Err(CommandError::refused(ErrorCode::InvalidRequest, message));
        }
        Mode::ImprovingExistingSkill => LearningEntryMode::ImprovingExistingSkill,
        Mode::ImportSkill => LearningEntryMode::ImportSkill,
    };
    let source = |watch: &Watch| match watch {
        Watch::Browser => WatchSource::Browser,
        Watch::Terminal => WatchSource::Terminal,
        Watch::Connectors => WatchSource::Connectors,
    };
    let outline = options.outline.as_deref().map(read_text).transpose()?.map(|text| {
        let steps: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        json!({ "steps": steps, "hints": options.hints, "limits": options.limits })
    });
    let from_calls = !options.from_receipts.is_empty() || options.from_run.is_some();
    let is_bare = options.watch.is_empty() && outline.is_none() && options.example_of.is_none() && !from_calls;
    let watch: Vec<WatchSource> = match is_bare {
        true => vec![WatchSource::Browser, WatchSource::Terminal],
        false => options.watch.iter().map(source).collect(),
    };
    let observation =
        if watch.is_empty() && options.example_of.is_none() { ObservationMode::None } else { ObservationMode::OutsideAgent };
    let observation = if from_calls { ObservationMode::None } else { observation };
    Ok(json!({
        "entry_mode": mode,
        "from_receipts": options.from_receipts,
        "from_run": options.from_run,
        "target_skill_id": options.skill,
        "example_of": options.example_of,
        "observation_mode": observation,
        "goal": options.goal,
        "outline": outline,
        "watch": watch,
        "start_url": options.url,
        "target_app_whitelist": options.allowed,
        "project_id": options.project.as_deref().map(absolute),
    }))
}

/// A session that watches nothing: begun and ended at once, so that its draft is the ability as it is now.
pub async fn improve(context: &CliContext, ability: &str) -> CommandResult {
    with_engine(context, async |engine| {
        let wish = json!({ "entry_mode": LearningEntryMode::ImprovingExistingSkill, "target_skill_id": ability });
        let drafted = drafted_at_once(engine, &wish).await?;
        let id = drafted.proposal_id;
        let text = format!("Drafted: {id}. Change it: apprentice learn revise {id} --skill-md FILE, rehearse it: apprentice learn rehearse start {id}, then: apprentice learn install {id} --lane experimental_private");
        Report::new(&drafted, text)
    })
    .await
}

async fn drafted(engine: &Engine, session: &dyn Display) -> Result<GenerateProposalResponse, CommandError> {
    for step in [op::START_SESSION, op::STOP_SESSION] {
        let _: Value = engine.call(step.call([session])).await?;
    }
    engine.call(op::GENERATE_PROPOSAL.call([session])).await
}

pub async fn mark(context: &CliContext, chosen: &Chosen, mark: &Operation, field: &str, text: String) -> CommandResult {
    with_engine(context, async |engine| {
        let session = under_way(engine, chosen).await?;
        let done: SessionActionResponse = engine.call(mark.call([&session]).json(json!({ field: text }))).await?;
        Report::new(&done, format!("Marked: {text}"))
    })
    .await
}

pub async fn act(context: &CliContext, chosen: &Chosen, action: &Operation) -> CommandResult {
    with_engine(context, async |engine| changed(engine, chosen, action).await).await
}

/// Watching goes on after the command, so the engine must too.
pub async fn resume(context: &CliContext, chosen: &Chosen) -> CommandResult {
    let engine = Engine::connect_lasting(context).await?;
    changed(&engine, chosen, &op::RESUME_SESSION).await
}

async fn changed(engine: &Engine, chosen: &Chosen, action: &Operation) -> CommandResult {
    let session = under_way(engine, chosen).await?;
    let done: SessionActionResponse = engine.call(action.call([&session])).await?;
    Report::new(&done, format!("The session is {}.", label(&done.session.state)))
}

/// Of a session that has ended, too: the last one when none is under way.
pub async fn retain(context: &CliContext, chosen: &Chosen, retain: bool) -> CommandResult {
    with_engine(context, async |engine| {
        let session = latest(engine, chosen).await?.ok_or_else(super::nothing_under_way)?;
        let done: SessionActionResponse =
            engine.call(op::RETAIN_SESSION.call([&session]).json(json!({ "retain": retain }))).await?;
        let text =
            if retain { "What was observed is kept until you take this back." } else { "What was observed goes in its time." };
        Report::new(&done, text)
    })
    .await
}

pub async fn list(context: &CliContext, page: u32) -> CommandResult {
    let columns = ["created_at", "state", "learn_session_id", "goal"];
    let request = op::LIST_SESSIONS.call([]).query("page", page);
    call(context, request, &|answer| rows(answer, "sessions", &columns, "There is no session yet.")).await
}

pub async fn stop(context: &CliContext, chosen: &Chosen) -> CommandResult {
    with_engine(context, async |engine| {
        let session = under_way(engine, chosen).await?;
        let done: StopSessionResponse = engine.call(op::STOP_SESSION.call([&session])).await?;
        let detail: LearnSessionDetailResponse = engine.call(op::SESSION_DETAIL.call([&session])).await?;
        let reading = if detail.reading_result { READING } else { "" };
        let next = match done.next_action {
            StopNextAction::UseExample => "use-example",
            _ => "propose",
        };
        let text = format!("Captured {} actions.{reading} Next: apprentice learn {next}", done.captured_event_count);
        Report::new(&done, text)
    })
    .await
}

/// The result of the example. An example of another task is refused; it can be drafted as a separate task.
pub async fn use_example(context: &CliContext, chosen: &Chosen) -> CommandResult {
    with_engine(context, async |engine| {
        let session = under_way(engine, chosen).await?;
        let done: UseExampleResponse = engine.call(op::USE_EXAMPLE.call([&session])).await?;
        let settled = done.settled.iter().map(|point| format!("\n  {}", point.text)).collect::<String>();
        let said = if settled.is_empty() { "\n  Nothing new: both showings say the same." } else { &settled };
        let text = format!(
            "The draft has this showing now: {}{said}\nNext: apprentice learn review {}",
            done.proposal_id, done.proposal_id
        );
        Report::new(&done, text)
    })
    .await
}

pub async fn status(context: &CliContext, chosen: &Chosen) -> CommandResult {
    with_engine(context, async |engine| {
        let Some(session) = latest(engine, chosen).await? else {
            return Report::new(&json!({ "session": null }), "No session yet. `apprentice learn start` begins one.");
        };
        let detail: LearnSessionDetailResponse = engine.call(op::SESSION_DETAIL.call([&session])).await?;
        Report::new(&detail, text(&detail)?)
    })
    .await
}

pub async fn live(context: &CliContext, chosen: &Chosen) -> CommandResult {
    with_engine(context, async |engine| {
        let session = under_way(engine, chosen).await?;
        let answer: LiveDraftResponse = engine.call(op::LIVE_DRAFT.call([&session])).await?;
        let text = answer.live_draft.as_ref().map_or_else(
            || "Nothing is understood yet. While the session records, inputs and checkpoints appear here.".to_owned(),
            live_text,
        );
        Report::new(&answer, text)
    })
    .await
}

fn live_text(draft: &LiveDraft) -> String {
    let mut lines =
        vec![draft.title.clone().unwrap_or_else(|| "Nothing was done yet that an ability could be made of.".to_owned())];
    let mut section = |title: &str, list: Vec<String>| {
        if !list.is_empty() {
            lines.push(format!("{title}:"));
            lines.extend(list.into_iter().map(|line| format!("  {line}")));
        }
    };
    let value = |example: &Option<String>| example.clone().unwrap_or_else(|| "masked".to_owned());
    section("Inputs", draft.inputs.iter().map(|one| format!("{}: {}", one.label, value(&one.example))).collect());
    section("Checkpoints", draft.checkpoints.iter().map(|one| one.goal.clone()).collect());
    section("Without a name", draft.unnamed.iter().map(|one| format!("{} {}", one.question, one.action_label)).collect());
    if let Some(limit) = draft.stopped_at {
        lines.push(format!(
            "With more than {limit} actions this is not updated any more. The draft after the stop has all of them."
        ));
    }
    lines.join("\n")
}

fn text(detail: &LearnSessionDetailResponse) -> Result<String, CommandError> {
    let session = &detail.session;
    let mut text = format!("Session {}\n  state: {}", session.learn_session_id, label(&session.state));
    if let Some(goal) = &session.goal {
        write!(text, "\n  goal: {goal}").map_err(CommandError::internal)?;
    }
    write!(text, "\n  actions: {}", detail.captured_event_count).map_err(CommandError::internal)?;
    if detail.reading_result {
        write!(text, "\n {READING}").map_err(CommandError::internal)?;
    }
    if let Some(scope) = &detail.observation_scope {
        write!(text, "\n  watching: {}", scope.adapters_active.join(", ")).map_err(CommandError::internal)?;
        for shell in &scope.shells {
            write!(text, "\n  heard: {} (process {})", shell.shell, shell.pid).map_err(CommandError::internal)?;
        }
        let watches =
            |action: &SessionAction| matches!(action, SessionAction::Start | SessionAction::Pause | SessionAction::Resume);
        for note in troubles(scope).filter(|_| detail.actions.iter().any(watches)) {
            write!(text, "\n  {note}").map_err(CommandError::internal)?;
        }
    }
    if let Some(proposal) = &detail.proposal {
        write!(text, "\n  proposal: {} “{}” ({})", proposal.proposal_id, proposal.title, label(&proposal.proposal_state))
            .map_err(CommandError::internal)?;
    }
    Ok(text)
}

/// What prevents the adapters from seeing anything, such as no shell with the hook, and the remedy.
fn troubles(scope: &ObservationScopeRuntime) -> impl Iterator<Item = &str> {
    let mut notes: Vec<&str> = scope
        .adapters
        .iter()
        .filter(|adapter| adapter.last_error_code.is_some())
        .filter_map(|adapter| adapter.note.as_deref())
        .collect();
    // The two adapters of the browser say the same.
    notes.dedup();
    notes.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_live_draft_in_words() {
        let draft: LiveDraft = serde_json::from_value(json!({
            "learn_session_id": uuid::Uuid::nil(), "title": "Add a customer", "actions": 3, "stopped_at": 2000,
            "inputs": [
                { "name": "name", "label": "Name", "example": "Ada", "list": false },
                { "name": "api_key", "label": "API key", "example": null, "list": false },
            ],
            "checkpoints": [{ "checkpoint_id": "cp-01", "goal": "The form holds the given `name`" }],
            "unnamed": [{
                "event_id": uuid::Uuid::nil(), "question": "Which field was that?", "action_label": "Filled “” with “12”",
                "window_title": null,
            }],
        }))
        .unwrap();
        let expected = "Add a customer
Inputs:
  Name: Ada
  API key: masked
Checkpoints:
  The form holds the given `name`
Without a name:
  Which field was that? Filled “” with “12”
With more than 2000 actions this is not updated any more. The draft after the stop has all of them.";
        assert_eq!(live_text(&draft), expected);
    }
}
