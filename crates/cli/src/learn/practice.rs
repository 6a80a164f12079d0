//! `learn practice`: an agent tries a task until the expected results are there.

use super::args::{Chosen, Practice, PracticeOptions};
use super::{label, latest, nothing_under_way};
use crate::engine::{CliContext, Engine, with_engine};
use crate::output::{CommandError, CommandResult, Report};
use crate::skills::agent_run::{line, real, say, walls};
use crate::test_policy;
use apprentice_api::operations as op;
use apprentice_contracts::agent_practice::{AgentPractice, PracticeCheck, PracticeOutcome, PracticeResultKind, PracticeTry};
use apprentice_contracts::agent_run::AgentRunPhase;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::session::{
    CreateLearnSessionResponse, LearnSessionDetailResponse, LearningEntryMode, ObservationMode, SessionActionResponse,
    StartSessionResponse, StopSessionResponse,
};
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_platform::signals::{EndSignal, EndSignals};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::time::Duration;

/// How often it is looked at.
const STEP: Duration = Duration::from_millis(200);
/// How often is looked for the draft of a practice that succeeded.
const DRAFT_LOOKS: u32 = 150;

pub async fn run(context: &CliContext, command: Practice) -> CommandResult {
    match command {
        Practice::Start(options) => start(context, *options).await,
        Practice::Status(chosen) => status(context, &chosen).await,
    }
}

async fn status(context: &CliContext, chosen: &Chosen) -> CommandResult {
    with_engine(context, async |engine| {
        let session = latest(engine, chosen).await?.ok_or_else(nothing_under_way)?;
        let found: AgentPractice = engine.call(op::AGENT_PRACTICE.call([&session])).await?;
        let text = summary(&found);
        Report::new(&found, text)
    })
    .await
}

fn request(options: &PracticeOptions) -> Result<Value, CommandError> {
    let folder = options.folder.as_ref().map(|folder| real(folder)).transpose().map_err(CommandError::internal)?;
    let there = options.files.iter().map(|path| json!({ "kind": PracticeResultKind::FileExists, "path": path }));
    let contains = options.contains.iter();
    let contains = contains.map(|(path, text)| json!({ "kind": PracticeResultKind::FileContains, "path": path, "text": text }));
    let words = options.words.iter().map(|text| json!({ "kind": PracticeResultKind::OnYourWord, "text": text }));
    let results: Vec<Value> = there.chain(contains).chain(words).collect();
    if results.is_empty() {
        let message =
            "Name the expected results: --file PATH, --contains PATH=TEXT, or --word TEXT for one that only you can judge.";
        return Err(CommandError::refused(ErrorCode::InvalidRequest, message));
    }
    Ok(json!({
        "entry_mode": LearningEntryMode::AutonomousAgentPractice,
        "observation_mode": ObservationMode::InsideAgent,
        "goal": options.goal,
        "ask_before_build": options.ask_before_build,
        "practice": {
            "agent": options.agent, "hints": options.hints, "limits": options.limits, "results": results, "folder": folder,
            "minutes": options.minutes, "tries": options.tries, "use_author": options.use_author,
            "without_isolation": options.without_isolation,
        },
    }))
}

async fn start(context: &CliContext, options: PracticeOptions) -> CommandResult {
    let body = request(&options)?;
    let policy = test_policy::read_some(options.policy.as_ref())?;
    // Held here instead, the home would be closed to every other command while the agent works.
    let engine = Engine::connect_lasting(context).await?;
    // Listens first, so that no Ctrl-C leaves a try behind.
    let mut signals =
        EndSignals::listen(&[EndSignal::Interrupt, EndSignal::Terminate, EndSignal::HangUp]).map_err(CommandError::internal)?;
    let created: CreateLearnSessionResponse = engine.call(op::CREATE_SESSION.call([]).json(body)).await?;
    let session = created.session.learn_session_id;
    let id = session.to_string();
    if let Err(refused) = begin(&engine, &id, policy).await {
        // The refusal is reported, so a failure to cancel is ignored.
        let _ = engine.try_call(op::CANCEL_SESSION.call([&session])).await;
        return Err(refused);
    }
    let ended = tokio::select! {
        ended = follow(&engine, &id) => ended?,
        () = signals.next() => {
            say("Stopping…");
            let _: StopSessionResponse = engine.call(op::STOP_SESSION.call([&session])).await?;
            engine.call(op::AGENT_PRACTICE.call([&session])).await?
        }
    };
    let drafts = succeeded(&ended) && !options.ask_before_build;
    let drafted = if drafts { draft(&engine, &id).await? } else { None };
    let next = match (&drafted, ended.best_try) {
        (Some(proposal), _) => format!("\nDrafted: {proposal}. Review it: apprentice learn review {proposal}"),
        (None, Some(_)) => "\nMake a draft of it: apprentice learn propose. Give it up: apprentice learn cancel".to_owned(),
        (None, None) => "\nGive it up: apprentice learn cancel".to_owned(),
    };
    let text = format!("{}{next}", summary(&ended));
    Ok(Report::new(&json!({ "practice": ended, "proposal_id": drafted }), text)?.with_findings(!succeeded(&ended)))
}

async fn begin(engine: &Engine, session: &str, policy: Option<Value>) -> Result<(), CommandError> {
    if let Some(policy) = policy {
        let body = json!({ "test_policy": policy });
        let _: SessionActionResponse = engine.call(op::SET_TEST_POLICY.call([&session]).json(body)).await?;
    }
    let detail: LearnSessionDetailResponse = engine.call(op::SESSION_DETAIL.call([&session])).await?;
    say(&test_policy::words(&detail.acting_test_policy));
    let _: StartSessionResponse = engine.call(op::START_SESSION.call([&session])).await?;
    let started: AgentPractice = engine.call(op::AGENT_PRACTICE.call([&session])).await?;
    say(&walls(&started.isolation));
    Ok(())
}

fn succeeded(practice: &AgentPractice) -> bool {
    matches!(practice.outcome, Some(PracticeOutcome::Succeeded | PracticeOutcome::OnYourWord))
}

/// The draft that the engine makes of a practice that succeeded.
async fn draft(engine: &Engine, session: &str) -> Result<Option<String>, CommandError> {
    for _ in 0..DRAFT_LOOKS {
        let detail: LearnSessionDetailResponse = engine.call(op::SESSION_DETAIL.call([&session])).await?;
        let waits = matches!(detail.session.state, State::Capturing | State::Stopped | State::Reviewing);
        if let Some(proposal) = detail.session.proposal_id {
            return Ok(Some(proposal.to_string()));
        }
        if !waits {
            break;
        }
        tokio::time::sleep(STEP).await;
    }
    Ok(None)
}

/// Prints what comes to standard error, until the practice has ended. Standard output has the result alone.
async fn follow(engine: &Engine, session: &str) -> Result<AgentPractice, CommandError> {
    let (mut number, mut printed, mut announced) = (1, 0, 0);
    loop {
        let call = op::AGENT_PRACTICE.call([&session]).query("try_number", number).query("from", printed);
        let now: AgentPractice = engine.call(call).await?;
        let Some(one) = now.tries.iter().find(|one| one.number == number) else {
            if now.outcome.is_some() {
                return engine.call(op::AGENT_PRACTICE.call([&session])).await;
            }
            tokio::time::sleep(STEP).await;
            continue;
        };
        if announced < number {
            say(&format!("Try {number}"));
            one.lessons.iter().for_each(|lesson| say(&format!("  told: {lesson}")));
            announced = number;
        }
        let ended = one.phase == AgentRunPhase::Ended && one.passed.is_some() || now.outcome.is_some();
        // The last entry may grow, so it is printed when another one comes.
        let whole = if ended { one.entries.len() } else { one.entries.len().saturating_sub(1) };
        for entry in &one.entries[..whole] {
            say(&line(entry));
            printed = entry.number + 1;
        }
        if ended {
            say(&format!("  {}", verdict(one)));
            one.checks.iter().for_each(|check| say(&format!("  {}", checked(check))));
            (number, printed) = (number + 1, 0);
        } else {
            tokio::time::sleep(STEP).await;
        }
    }
}

fn verdict(one: &PracticeTry) -> String {
    let end = one.end.as_ref().map(|end| end.message.as_str()).unwrap_or_default();
    let verdict = match one.passed {
        Some(true) => "passed",
        Some(false) => "failed",
        None if one.phase == AgentRunPhase::Ended => "no verdict",
        None => "runs",
    };
    format!("{verdict}. {end}").trim_end().to_owned()
}

fn checked(check: &PracticeCheck) -> String {
    let result = &check.result;
    let what = match result.kind {
        PracticeResultKind::FileExists => format!("{} is there", result.path.as_deref().unwrap_or_default()),
        PracticeResultKind::FileContains => format!(
            "{} contains “{}”",
            result.path.as_deref().unwrap_or_default(),
            result.text.as_deref().unwrap_or_default().replace('\n', " / ")
        ),
        PracticeResultKind::OnYourWord => result.text.clone().unwrap_or_default(),
    };
    format!("{:<13} {what}. {}", label(&check.status), check.evidence)
}

fn summary(practice: &AgentPractice) -> String {
    let mut text = match (practice.outcome, &practice.message) {
        (Some(outcome), Some(message)) => format!("{}: {message}", label(&outcome)),
        _ => format!("{} practises.", practice.agent_label),
    };
    for one in &practice.tries {
        let took = one.ended_at.map_or_else(String::new, |ended| format!(", {} s", (ended - one.started_at).num_seconds()));
        let best = if practice.best_try == Some(one.number) { " (the best)" } else { "" };
        let _ = write!(text, "\n  Try {}{best}: {} actions{took}. {}", one.number, one.action_count, verdict(one));
        for check in &one.checks {
            let _ = write!(text, "\n    {}", checked(check));
        }
        for refused in &one.refusals {
            let _ = write!(text, "\n    refused: {refused}");
        }
    }
    for lesson in &practice.lessons {
        let _ = write!(text, "\n  learned: {lesson}");
    }
    text
}
