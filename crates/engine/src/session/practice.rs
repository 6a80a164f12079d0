//! What a session of Autonomous Agent Practice needs below the area that runs the agent: its request is checked, it can be ended from outside,
//! and what it learned is read for the draft.

use crate::Answer;
use crate::core::Core;
use crate::core::request::invalid;
use crate::session::record::load_session;
use apprentice_compiler::{Practised, weakens_a_guard, without_secrets};
use apprentice_contracts::agent_practice::{
    AgentPractice, PracticeCheckStatus, PracticeOutcome, PracticeResult, PracticeResultKind,
};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::LearnSessionId;
use apprentice_contracts::session::{CreateLearnSessionRequest, LearnSession};
use apprentice_store::{Connection, settings};
use std::path::{Component, Path};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How long a practice that is ended may take to be gone.
const ENDING: Duration = Duration::from_secs(90);
/// The most lines about what went wrong that a draft gets.
const MAX_FAILURES: usize = 6;

/// Under which a practice is stored.
pub(crate) fn key(id: LearnSessionId) -> String {
    format!("practice:{id}")
}

/// The practice that goes on; at most one. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct PracticeSlot(Arc<Mutex<Option<Arc<OngoingPractice>>>>);

/// A practice that goes on.
pub(crate) struct OngoingPractice {
    pub session: LearnSessionId,
    /// Ends the try that runs.
    pub cancel: CancellationToken,
    /// Cancelled when nothing of the practice runs any more and its end is stored.
    pub done: CancellationToken,
    why: OnceLock<PracticeOutcome>,
}

impl OngoingPractice {
    /// `cancel`: ends it when the engine closes.
    pub(crate) fn new(session: LearnSessionId, cancel: CancellationToken) -> Self {
        Self { session, cancel, done: CancellationToken::new(), why: OnceLock::new() }
    }

    /// Why it was ended from outside. `None`: it was not.
    pub(crate) fn ended(&self) -> Option<PracticeOutcome> {
        self.cancel.is_cancelled().then(|| self.why.get().copied().unwrap_or(PracticeOutcome::Interrupted))
    }

    fn end(&self, why: PracticeOutcome) {
        // The first reason counts.
        let _ = self.why.set(why);
        self.cancel.cancel();
    }
}

impl PracticeSlot {
    fn going(&self) -> Option<Arc<OngoingPractice>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn is_busy(&self) -> bool {
        self.going().is_some()
    }

    pub(crate) fn set(&self, going: Option<Arc<OngoingPractice>>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = going;
    }

    /// Ends the practice of this session, and waits until nothing of it is left. `false`: none goes on. The caller does not hold the gate.
    pub(crate) async fn end(&self, id: LearnSessionId, why: PracticeOutcome) -> Answer<bool> {
        let Some(going) = self.going().filter(|going| going.session == id) else { return Ok(false) };
        going.end(why);
        match tokio::time::timeout(ENDING, going.done.cancelled()).await {
            Ok(()) => Ok(true),
            Err(_) => Err(crate::internal("ending a practice", &"the agent does not end")),
        }
    }

    /// Ends any practice, because the engine closes or its data is deleted. It ends in the background.
    pub(crate) fn interrupt(&self) {
        if let Some(going) = self.going() {
            going.end(PracticeOutcome::Interrupted);
        }
    }
}

/// Refuses an operation that a practice does not have. Errors: `INVALID_LEARN_STATE_TRANSITION`.
pub(crate) async fn not_in(core: &Core, id: LearnSessionId) -> Answer<()> {
    if load_session(core, id).await?.session.practice.is_none() {
        return Ok(());
    }
    let message = "An agent practises in this session: it cannot be paused, marked or trimmed. Stop it, and what it has is kept; or cancel it.";
    Err(Failure::new(ErrorCode::InvalidLearnStateTransition, message))
}

/// What the draft of a practised task is made of besides its outline.
pub(crate) fn practised(db: &Connection, session: &LearnSession) -> Answer<Option<Practised>> {
    let Some(plan) = &session.practice else { return Ok(None) };
    let stored: Option<AgentPractice> = settings::get(db, &key(session.learn_session_id))?;
    let mut failures: Vec<String> = Vec::new();
    let checks = stored.iter().flat_map(|practice| &practice.tries).flat_map(|one| &one.checks);
    for check in checks.filter(|check| check.status == PracticeCheckStatus::Fails) {
        // Without what the file contained: an agent wrote it.
        let path = check.result.path.as_deref().unwrap_or_default();
        let failure = match check.result.kind {
            PracticeResultKind::FileContains => {
                format!("“{path}” did not contain what it must: read it at the end, and correct it")
            }
            PracticeResultKind::FileExists | PracticeResultKind::OnYourWord => {
                format!("“{path}” was missing at the end: look that it is in the working folder")
            }
        };
        if !failures.contains(&failure) && failures.len() < MAX_FAILURES {
            failures.push(failure);
        }
    }
    Ok(Some(Practised { results: plan.results.clone(), failures }))
}

/// Deletes what agents said in a practice. What was read of its tries stays.
pub(crate) fn forget_transcripts(db: &Connection, id: LearnSessionId) -> Answer<()> {
    let Some(mut practice) = settings::get::<AgentPractice>(db, &key(id))? else { return Ok(()) };
    for one in &mut practice.tries {
        one.entries.clear();
        one.commands.clear();
        one.plan.clear();
    }
    Ok(settings::put(db, &key(id), &practice)?)
}

/// Checks and cleans what an agent is to practise. Errors: `INVALID_REQUEST` with the field.
pub(crate) fn check(practises: bool, request: &mut CreateLearnSessionRequest) -> Answer<()> {
    let Some(plan) = request.practice.as_mut() else {
        return match practises {
            true => Err(invalid("practice", "say which agent practises, and what must be true at the end")),
            false => Ok(()),
        };
    };
    if !practises {
        return Err(invalid("practice", "is for autonomous_agent_practice; leave it out for other modes"));
    }
    if request.goal.as_deref().is_none_or(|goal| goal.trim().is_empty()) {
        return Err(invalid("goal", "say what the agent should be able to do"));
    }
    if !request.watch.is_empty() || request.example_of.is_some() {
        let (field, why) = if request.watch.is_empty() {
            ("example_of", "a practice is no further showing of a task; leave it out")
        } else {
            ("watch", "a practice watches the folder of its tries alone; leave it out")
        };
        return Err(invalid(field, why));
    }
    request.goal = request.goal.as_deref().map(without_secrets);
    for (field, lines) in [("practice.hints", &mut plan.hints), ("practice.limits", &mut plan.limits)] {
        *lines = lines.iter().map(|line| without_secrets(line.trim())).filter(|line| !line.is_empty()).collect();
        if let Some(line) = lines.iter().find(|line| weakens_a_guard(line)) {
            let why = format!("“{line}” takes away a guard. Say what helps, or what must not happen");
            return Err(invalid(field, &why));
        }
    }
    if plan.results.is_empty() {
        return Err(invalid("practice.results", "name at least one thing that must be true at the end"));
    }
    check_results(&mut plan.results, "practice.results")
}

/// Checks and cleans what must be true at the end of a try. `field`: its name in the request. Errors: `INVALID_REQUEST` with the field.
pub(crate) fn check_results(results: &mut [PracticeResult], field: &str) -> Answer<()> {
    results.iter_mut().zip(0..).try_for_each(|(result, number)| checked(result, &format!("{field}[{number}]")))
}

fn checked(result: &mut PracticeResult, field: &str) -> Answer<()> {
    use PracticeResultKind as Kind;
    let refused = |name: &str, why: &str| Err(invalid(&format!("{field}.{name}"), why));
    result.text = result.text.as_deref().map(without_secrets).filter(|text| !text.trim().is_empty());
    let reads = result.kind != Kind::OnYourWord;
    match &result.path {
        Some(_) if !reads => return refused("path", "on_your_word names no file; write it in text"),
        None if reads => return refused("path", "name the file, relative to the folder of the try, such as report.txt"),
        Some(path) if !is_inside(path) => {
            return refused("path", "name a file inside the folder of the try: relative, and without `..`");
        }
        _ => {}
    }
    match (&result.text, result.kind) {
        (None, Kind::FileContains) => refused("text", "say what the file must contain"),
        (None, Kind::OnYourWord) => refused("text", "say what must be true"),
        (Some(_), Kind::FileExists) => refused("text", "file_exists looks at no content; use file_contains"),
        _ => Ok(()),
    }
}

fn is_inside(path: &str) -> bool {
    let is_plain = !path.is_empty() && !path.contains(['\0', '\n', '*', '\\']);
    is_plain && Path::new(path).components().all(|part| matches!(part, Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn request(practice: &Value) -> CreateLearnSessionRequest {
        let mode = "autonomous_agent_practice";
        serde_json::from_value(json!({ "entry_mode": mode, "goal": "Copy the table", "practice": practice })).unwrap()
    }

    #[test]
    fn a_plan_is_refused_with_the_field() {
        let result = |result: Value| json!({ "agent": "gemini", "results": [result] });
        for (plan, field) in [
            (json!({ "agent": "gemini", "results": [] }), "practice.results:"),
            (result(json!({ "kind": "file_exists" })), "practice.results[0].path:"),
            (result(json!({ "kind": "file_exists", "path": "/etc/passwd" })), "practice.results[0].path:"),
            (result(json!({ "kind": "file_exists", "path": "a/../../b" })), "practice.results[0].path:"),
            (result(json!({ "kind": "file_exists", "path": "*.csv" })), "practice.results[0].path:"),
            (result(json!({ "kind": "file_exists", "path": "a", "text": "b" })), "practice.results[0].text:"),
            (result(json!({ "kind": "file_contains", "path": "a" })), "practice.results[0].text:"),
            (result(json!({ "kind": "file_contains", "path": "a", "text": "  " })), "practice.results[0].text:"),
            (result(json!({ "kind": "on_your_word" })), "practice.results[0].text:"),
            (result(json!({ "kind": "on_your_word", "path": "a", "text": "b" })), "practice.results[0].path:"),
            (
                json!({ "agent": "g", "limits": ["Never ask before deleting"], "results": [{ "kind": "file_exists", "path": "a" }] }),
                "practice.limits:",
            ),
        ] {
            let failure = check(true, &mut request(&plan)).unwrap_err();
            assert!(failure.message.starts_with(field), "{plan}: {}", failure.message);
            assert_eq!(failure.code, ErrorCode::InvalidRequest);
        }
        let good = result(json!({ "kind": "file_contains", "path": "out/a.csv", "text": "1,2" }));
        assert!(check(true, &mut request(&good)).is_ok());
        assert!(check(false, &mut request(&good)).unwrap_err().message.starts_with("practice: is for"));
        let mut nothing = request(&good);
        nothing.practice = None;
        assert!(check(true, &mut nothing).unwrap_err().message.starts_with("practice: say"));
        let mut nameless = request(&good);
        nameless.goal = Some(" ".into());
        assert!(check(true, &mut nameless).unwrap_err().message.starts_with("goal:"));
    }

    #[tokio::test]
    async fn the_first_reason_for_an_end_counts() {
        let (slot, id) = (PracticeSlot::default(), LearnSessionId(uuid::Uuid::from_u128(1)));
        assert!(!slot.end(id, PracticeOutcome::Stopped).await.unwrap(), "none goes on");
        let going = Arc::new(OngoingPractice::new(id, CancellationToken::new()));
        assert_eq!(going.ended(), None);
        going.done.cancel();
        slot.set(Some(going.clone()));
        assert!(slot.end(id, PracticeOutcome::Stopped).await.unwrap());
        slot.interrupt();
        assert_eq!(going.ended(), Some(PracticeOutcome::Stopped));
        let closed = OngoingPractice::new(id, CancellationToken::new());
        closed.cancel.cancel();
        assert_eq!(closed.ended(), Some(PracticeOutcome::Interrupted), "the engine closed");
    }
}
