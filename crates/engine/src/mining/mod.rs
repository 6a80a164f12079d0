//! Mining (inherited text §0.4): finds tasks that were done several times with success and that no ability covers, and builds drafts of
//! them. It reads only what a person demonstrated or rehearsed while Apprentice watched, and, if the person wants it, runs of agents
//! whose results Apprentice saw itself. Goals and pages are data here: no word of them changes a gate or a lane.

mod assess;
mod build;
mod questions;
mod runs;
mod traces;
mod words;

use crate::Answer;
use crate::app::settings::UserSettings;
use crate::core::notify::ChangeNotice;
use crate::core::transaction::{ReceiptSubject, WriteTx};
use crate::core::{Core, request};
use crate::mining::assess::Assessed;
use crate::mining::traces::MinedTrace;
use crate::proposal::operations::Proposals;
use apprentice_compiler::{weakens_a_guard, without_secrets};
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::app::Settings;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{CandidateId, LearnSessionId};
use apprentice_contracts::mining::*;
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_store::workflow_traces;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use tokio_util::sync::CancellationToken;

/// The search for repeated tasks.
pub(crate) struct Mining {
    core: Arc<Core>,
    settings: UserSettings,
    pub proposals: Proposals,
    /// One search at a time.
    searching: tokio::sync::Mutex<()>,
    /// The candidates of the last search, with how far they were.
    known: Mutex<Vec<(CandidateId, CandidateState)>>,
}

impl Mining {
    pub(crate) fn new(core: Arc<Core>, settings: UserSettings, proposals: Proposals) -> Self {
        Self { core, settings, proposals, searching: tokio::sync::Mutex::default(), known: Mutex::default() }
    }

    /// Searches whenever a session is settled or a rehearsal ends, until the engine is dropped.
    pub(crate) async fn follow(mining: Weak<Self>, cancel: CancellationToken) {
        let Some(mut settled) = mining.upgrade().map(|mining| mining.core.notifier.settled()) else { return };
        loop {
            let Some(mining) = mining.upgrade() else { return };
            tokio::select! {
                () = cancel.cancelled() => return,
                found = mining.search() => if let Err(failure) = found {
                    tracing::warn!(%failure, "repeated tasks are searched again after the next session");
                },
            }
            drop(mining);
            tokio::select! {
                () = cancel.cancelled() => return,
                changed = settled.changed() => if changed.is_err() { return },
            }
        }
    }

    pub(crate) async fn mining_settings(&self) -> Answer<MiningSettingsResponse> {
        let settings = self.settings.read().await?.mining;
        Ok(MiningSettingsResponse { settings, schema_version: SCHEMA_VERSION })
    }

    pub(crate) async fn update_mining_settings(&self, mining: SkillMiningSettings) -> Answer<MiningSettingsResponse> {
        let now = self.settings.read().await?;
        self.settings.update_settings(Settings { mining, ..now }).await?;
        self.core.notifier.notify(ChangeNotice::Candidates);
        self.mining_settings().await
    }

    pub(crate) async fn candidates(&self) -> Answer<MiningCandidatesResponse> {
        let settings = self.settings.read().await?.mining;
        let candidates = self.assessed(&settings).await?.into_iter().map(|one| one.candidate).collect();
        Ok(MiningCandidatesResponse { settings, candidates, schema_version: SCHEMA_VERSION })
    }

    pub(crate) async fn scan(&self) -> Answer<MiningCandidatesResponse> {
        self.search().await?;
        self.candidates().await
    }

    /// Reads what ended since the last search, and builds what the settings allow.
    async fn search(&self) -> Answer<()> {
        let _one = self.searching.lock().await;
        let settings = self.settings.read().await?.mining;
        if settings.mode == MiningMode::Off {
            return Ok(());
        }
        self.read_new_traces().await?;
        self.compare_showings(&settings).await?;
        let found = self.assessed(&settings).await?;
        self.tell_changes(&found);
        let builds = matches!(settings.mode, MiningMode::BuildThenReview | MiningMode::AutoInstallPrivate);
        let ready = found.iter().map(|one| &one.candidate).find(|one| builds && one.state == CandidateState::Ready);
        match ready {
            Some(candidate) => self.build_if_free(candidate.candidate_id).await,
            None => Ok(()),
        }
    }

    fn tell_changes(&self, found: &[Assessed]) {
        let now: Vec<_> = found.iter().map(|one| (one.candidate.candidate_id, one.candidate.state)).collect();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if *known != now {
            *known = now;
            self.core.notifier.notify(ChangeNotice::Candidates);
        }
    }

    async fn assessed(&self, settings: &SkillMiningSettings) -> Answer<Vec<Assessed>> {
        if settings.mode == MiningMode::Off {
            return Ok(Vec::new());
        }
        let settings = settings.clone();
        self.core.store.read(move |db| assess::all(db, &settings)).await
    }

    async fn find(&self, id: CandidateId) -> Answer<Assessed> {
        let settings = self.settings.read().await?.mining;
        let found = self.assessed(&settings).await?.into_iter().find(|one| one.candidate.candidate_id == id);
        found.ok_or_else(|| {
            let message = format!("There is no candidate {id}. `apprentice learn mining candidates` lists them.");
            Failure::new(ErrorCode::NotFound, message)
        })
    }

    pub(crate) async fn answer_candidate(
        &self,
        id: CandidateId,
        request: AnswerCandidateRequest,
    ) -> Answer<MiningCandidatesResponse> {
        let found = self.find(id).await?;
        allows(&found.candidate, CandidateAction::Answers)?;
        let answers = checked(&found.candidate, request.answers)?;
        // The newest trace outlasts the others.
        let holder = found.newest();
        let count = answers.len();
        let change = move |tx: &WriteTx<'_>| {
            let Some(mut trace) = workflow_traces::get::<MinedTrace>(tx.db, holder)? else { return Err(gone()) };
            trace.answers.retain(|known| answers.iter().all(|answer| answer.topic != known.topic));
            trace.answers.extend(answers);
            workflow_traces::replace(tx.db, holder, &trace)?;
            let about = ReceiptSubject { session: Some(holder), ..ReceiptSubject::default() };
            tx.receipt(about, ReceiptKind::ClarificationAnswered, &format!("Answered {count} questions."), None).map(drop)
        };
        self.core.commit(change).await?;
        self.told().await
    }

    pub(crate) async fn dismiss_candidate(&self, id: CandidateId) -> Answer<MiningCandidatesResponse> {
        self.set_dismissed(id, CandidateAction::Dismiss).await
    }

    pub(crate) async fn restore_candidate(&self, id: CandidateId) -> Answer<MiningCandidatesResponse> {
        self.set_dismissed(id, CandidateAction::Restore).await
    }

    async fn set_dismissed(&self, id: CandidateId, action: CandidateAction) -> Answer<MiningCandidatesResponse> {
        let found = self.find(id).await?;
        allows(&found.candidate, action)?;
        let members = found.members();
        let change = move |tx: &WriteTx<'_>| {
            let dismisses = action == CandidateAction::Dismiss;
            for session in &members {
                let Some(mut trace) = workflow_traces::get::<MinedTrace>(tx.db, *session)? else { continue };
                trace.dismissed_at = dismisses.then_some(tx.now);
                workflow_traces::replace(tx.db, *session, &trace)?;
            }
            let about = ReceiptSubject { session: members.first().copied(), ..ReceiptSubject::default() };
            let (kind, summary) = match dismisses {
                true => (ReceiptKind::CandidateDismissed, "A suggestion was dismissed; it returns only with new evidence."),
                false => (ReceiptKind::CandidateRestored, "The dismissal of a suggestion was undone."),
            };
            tx.receipt(about, kind, summary, None).map(drop)
        };
        self.core.commit(change).await?;
        self.told().await
    }

    async fn told(&self) -> Answer<MiningCandidatesResponse> {
        self.core.notifier.notify(ChangeNotice::Candidates);
        self.candidates().await
    }
}

impl Assessed {
    fn members(&self) -> Vec<LearnSessionId> {
        self.traces.iter().map(|trace| trace.session).collect()
    }

    /// The session that was shown last.
    fn newest(&self) -> LearnSessionId {
        self.traces.last().map_or(LearnSessionId(self.candidate.candidate_id.0), |trace| trace.session)
    }
}

fn gone() -> Failure {
    Failure::new(ErrorCode::NotFound, "The sessions of this candidate were deleted meanwhile. Scan again.")
}

/// Refuses what the candidate does not offer, with the reason.
fn allows(candidate: &MiningCandidate, action: CandidateAction) -> Answer<()> {
    if candidate.actions.contains(&action) {
        return Ok(());
    }
    let unmet = candidate.gates.iter().find(|gate| !gate.met).map(|gate| gate.words.as_str());
    let message = match (action, candidate.state, unmet) {
        (CandidateAction::Restore, ..) => "This candidate is not dismissed.".to_owned(),
        (_, CandidateState::Dismissed, _) => "This candidate was dismissed. Undo that first.".to_owned(),
        (CandidateAction::Build, CandidateState::AwaitingAnswers, _) => {
            let open = candidate.questions.iter().find(|question| question.required && question.answer.is_none());
            format!("First answer “{}”", open.map_or("the open questions", |question| question.prompt.as_str()))
        }
        (CandidateAction::Build, _, Some(unmet)) => format!("A condition for a draft is not met yet: {unmet}"),
        _ => "This cannot be done with the candidate now.".to_owned(),
    };
    Err(Failure::new(ErrorCode::Conflict, message))
}

/// Answers to questions that are asked, without secrets. Errors: `INVALID_REQUEST`.
fn checked(candidate: &MiningCandidate, answers: Vec<MiningAnswer>) -> Answer<Vec<MiningAnswer>> {
    let mut kept: Vec<MiningAnswer> = Vec::new();
    for answer in answers {
        let asked = candidate.questions.iter().find(|question| question.topic == answer.topic);
        let asked = asked.ok_or_else(|| request::invalid("answers", "this candidate does not ask that question"))?;
        if kept.iter().any(|known| known.topic == answer.topic) {
            return Err(request::invalid("answers", &format!("“{}” is answered twice", asked.prompt)));
        }
        let text = without_secrets(answer.text.trim());
        if !text.chars().any(char::is_alphanumeric) {
            return Err(request::invalid("answers", &format!("the answer to “{}” is empty", asked.prompt)));
        }
        let closed = matches!(answer.topic, MiningTopic::ProjectScope | MiningTopic::Approval);
        if closed && !asked.choices.contains(&text) {
            let choices = asked.choices.join("” or “");
            return Err(request::invalid("answers", &format!("answer “{}” with “{choices}”", asked.prompt)));
        }
        if answer.topic != MiningTopic::Approval && weakens_a_guard(&text) {
            let why = format!("“{text}” takes away a guard. Say what the task is, or when it is right");
            return Err(request::invalid("answers", &why));
        }
        kept.push(MiningAnswer { topic: answer.topic, text });
    }
    Ok(kept)
}
