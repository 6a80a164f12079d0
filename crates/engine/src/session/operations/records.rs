//! Creates, reads and deletes sessions.

use crate::core::blocking::blocking;
use crate::core::idempotency::IdempotencyKey;
use crate::core::projects::Projects;
use crate::core::transaction::{ReceiptSubject, WriteTx};
use crate::core::{receipt_archive, request};
use crate::proposal::examples;
use crate::proposal::examples::Target;
use crate::proposal::improve;
use crate::proposal::record::ensure_not_testing;
use crate::session::actions::SessionFacts;
use crate::session::operations::{Sessions, erase};
use crate::session::record::{find_session, load_session};
use crate::session::transitions::move_to;
use crate::session::{from_calls, preflight, slot, snapshot};
use crate::validation::policy;
use crate::validation::policy::acting::{Task, acting, choose_for_draft};
use crate::{Answer, internal};
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::action::SessionAction;
use apprentice_contracts::app::Deleted;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::event::{Event, SessionStarted};
use apprentice_contracts::ids::{LearnSessionId, ProposalId};
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::receipt::{LearningReceipt, ReceiptKind};
use apprentice_contracts::session::{
    ActorMode, BuildPolicy, CreateLearnSessionRequest, CreateLearnSessionResponse, CreateNextAction, LearnSession,
    LearnSessionDetailResponse, LearnSessionRow, LearnSessionsListResponse, LearnTargetKind, ObservationMode,
    RetainSessionRequest, SessionActionResponse, SetTestPolicyRequest, UiMode,
};
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_store::sessions::SessionRecord;
use apprentice_store::{Connection, actions, boundaries, interpretations, proposals, receipts, sessions, test_policies};
use serde_json::json;

impl Sessions {
    pub(crate) async fn create_session(&self, request: CreateLearnSessionRequest) -> Answer<CreateLearnSessionResponse> {
        let _gate = self.core.gate.lock().await;
        let key = IdempotencyKey::new("create_session", "", request.client_request_id.as_ref(), &request)?;
        if let Some(answer) = self.core.replay(&key).await? {
            return Ok(answer);
        }
        let mut request = request;
        let example = match request.example_of.clone() {
            Some(of) => Some(self.core.store.read(move |db| examples::target(db, &of)).await?),
            None => None,
        };
        if let Some(example) = &example {
            example.complete(&mut request)?;
        }
        if let Some(name) = request.project_id.take().filter(|name| !name.trim().is_empty()) {
            let id = self.core.store.read(move |db| Projects::read(db)?.id_to_store("project_id", &name)).await?;
            request.project_id = Some(id);
        }
        let request = preflight::checked(request)?;
        let lends = example.as_ref().and_then(Target::lends);
        if let Some(active) = self.core.store.read(|db| sessions::active(db)).await.map_err(crate::stored)?
            && Some(active.session.learn_session_id) != lends
        {
            return Err(already_active(&active));
        }
        if let Some(proposal) = example.as_ref().and_then(|example| example.of.proposal_id) {
            ensure_not_testing(&self.core, proposal).await?;
        }
        preflight::start_url(&self.core, request.start_url.as_deref())?;
        preflight::adapters(&self.core, &request)?;
        let calls = from_calls::read(&self.core, &request).await?;
        self.core
            .commit(move |tx| {
                let session = create(tx, &request, example.as_ref())?;
                if let Some(calls) = calls {
                    let session = from_calls::end(tx, session.learn_session_id, calls)?;
                    let next_action = CreateNextAction::GenerateProposal;
                    let response = CreateLearnSessionResponse { session, ui_mode: UiMode::RecentRun, next_action };
                    key.store_response(tx, &response)?;
                    return Ok(response);
                }
                let (ui_mode, next_action) = if session.practice.is_some() {
                    (UiMode::Exploratory, CreateNextAction::LaunchExploration)
                } else if session.watch.is_empty()
                    && (session.target_kind == LearnTargetKind::ExistingSkill || session.outline.is_some())
                {
                    (UiMode::Drawer, CreateNextAction::ShowSkillDeltaEditor)
                } else {
                    (UiMode::Overlay, CreateNextAction::WaitForFirstMeaningfulEvent)
                };
                let response = CreateLearnSessionResponse { session, ui_mode, next_action };
                key.store_response(tx, &response)?;
                Ok(response)
            })
            .await
    }

    pub(crate) async fn list_sessions(&self, page: PageQuery) -> Answer<LearnSessionsListResponse> {
        self.core
            .store
            .read(move |db| {
                let (records, total) = sessions::list(db, page)?;
                let facts = SessionFacts::read(db)?;
                let sessions = records.into_iter().map(|record| row(&facts, record)).collect::<Answer<_>>()?;
                Ok(LearnSessionsListResponse { sessions, total, page: page.page, page_size: page.page_size })
            })
            .await
    }

    pub(crate) async fn active_session(&self) -> Answer<Option<LearnSessionId>> {
        let active = self.core.store.read(|db| sessions::active(db)).await.map_err(crate::stored)?;
        Ok(active.map(|record| record.session.learn_session_id))
    }

    pub(crate) async fn session_of_proposal(&self, id: ProposalId) -> Answer<Option<LearnSessionId>> {
        let found = self.core.store.read(move |db| proposals::get(db, id)).await.map_err(crate::stored)?;
        Ok(found.and_then(|record| record.proposal.learn_session_id))
    }

    pub(crate) async fn session_detail(&self, id: LearnSessionId) -> Answer<LearnSessionDetailResponse> {
        // Before the record is read, so that an answer which says that nothing is read has what was read.
        let reading_result = self.looks.is_reading(id);
        let mut detail = self.core.store.read(move |db| detail(db, id)).await?;
        if reading_result && detail.session.state == State::Stopped {
            detail.reading_result = true;
            detail.actions.insert(0, SessionAction::Stop);
        }
        if let Some(scope) = &mut detail.observation_scope {
            self.with_live_adapters(scope, &detail.session.watch).await;
        }
        if let Some(proposal) = &detail.proposal {
            detail.rehearsal = self.validation.rehearsal_status(proposal.proposal_id).await?;
            detail.shown_check = self.validation.shown_check_status(proposal.proposal_id);
        }
        Ok(detail)
    }

    pub(crate) async fn delete_session(&self, id: LearnSessionId) -> Answer<Deleted> {
        let _gate = self.core.gate.lock().await;
        let session = load_session(&self.core, id).await?.session;
        if !session.state.allows(SessionAction::Delete) {
            let message = "This session is still active. Cancel it first, then delete it.";
            return Err(
                Failure::new(ErrorCode::InvalidLearnStateTransition, message).with_details(json!({ "state": session.state }))
            );
        }
        if let Some(proposal) = session.proposal_id {
            self.validation.give_up(proposal).await?;
        }
        self.redact_archived_receipts(id, session.proposal_id).await?;
        let deleted = self
            .core
            .commit(move |tx| {
                erase::session(tx, &find_session(tx.db, id)?)?;
                Ok(Deleted { deleted: true })
            })
            .await?;
        self.tails.forget(id).await;
        self.core.erase_deleted_bytes().await;
        if let Err(failure) = self.abilities.forget_removals_of_deleted_sessions().await {
            tracing::warn!(%failure, "copies of a removed ability are deleted with the next upkeep");
        }
        Ok(deleted)
    }

    /// Removes the words of the session from the archive of receipts. It comes before the deletion, so that a kill in between leaves nothing.
    async fn redact_archived_receipts(&self, id: LearnSessionId, proposal: Option<ProposalId>) -> Answer<()> {
        let home = self.core.options.home.clone();
        let about = move |receipt: &LearningReceipt| {
            receipt.learn_session_id == Some(id) || (proposal.is_some() && receipt.proposal_id == proposal)
        };
        blocking("deleting words of archived receipts", move || receipt_archive::change(&home, about, erase::redact_receipt))
            .await?
            .map_err(|error| internal("deleting words of archived receipts", &error))
    }

    pub(crate) async fn retain_session(
        &self,
        id: LearnSessionId,
        request: RetainSessionRequest,
    ) -> Answer<SessionActionResponse> {
        let session = self
            .core
            .commit(move |tx| {
                let mut record = find_session(tx.db, id)?;
                if request.retain && record.purged {
                    return Err(request::invalid(
                        "retain",
                        "the observations were deleted already; there is nothing left to keep",
                    ));
                }
                if record.session.retain != request.retain {
                    record.session.retain = request.retain;
                    sessions::put(tx.db, &record)?;
                    tx.event(id, &Event::SessionChanged(Box::new(record.session.clone())))?;
                }
                Ok(record.session)
            })
            .await?;
        Ok(SessionActionResponse { session })
    }

    pub(crate) async fn set_test_policy(
        &self,
        id: LearnSessionId,
        request: SetTestPolicyRequest,
    ) -> Answer<SessionActionResponse> {
        request.test_policy.as_ref().map_or(Ok(()), policy::enforceable)?;
        let session = self
            .core
            .commit(move |tx| {
                let mut record = find_session(tx.db, id)?;
                choose_for_draft(tx.db, &mut record.session, request.test_policy.as_ref())?;
                tx.session(&mut record)?;
                Ok(record.session)
            })
            .await?;
        Ok(SessionActionResponse { session })
    }
}

/// Stores a session in state `armed`. Errors: `LEARN_SESSION_ALREADY_ACTIVE`.
pub(crate) fn create(tx: &WriteTx<'_>, request: &CreateLearnSessionRequest, example: Option<&Target>) -> Answer<LearnSession> {
    let lends = example.and_then(Target::lends);
    if let Some(active) = sessions::active(tx.db)?
        && Some(active.session.learn_session_id) != lends
    {
        return Err(already_active(&active));
    }
    let mut record = record(tx, request);
    record.session.example_of = example.map(|example| example.of.clone());
    if let Some(lends) = lends {
        slot::lend(tx, lends, record.session.learn_session_id)?;
    }
    if let Some(base) = improve::base(tx.db, &record.session)? {
        record.session.goal.get_or_insert(base.entry.title);
    }
    move_to(tx, &mut record, State::Armed)?;
    sessions::put(tx.db, &record)?;
    let session = &record.session;
    let about = ReceiptSubject::of_session(&record);
    tx.receipt(
        about.clone(),
        ReceiptKind::SessionCreated,
        &format!("Created: {}.", session.goal.as_deref().unwrap_or("no goal named")),
        None,
    )?;
    let watched = if session.watch.is_empty() { "nothing".into() } else { words(&session.watch)? };
    tx.receipt(about, ReceiptKind::ObservationArmed, &format!("Ready to watch: {watched}."), None)?;
    let started = SessionStarted {
        entry_mode: session.entry_mode,
        observation_mode: session.observation_mode,
        watch: session.watch.clone(),
    };
    tx.event(session.learn_session_id, &Event::SessionStarted(started))?;
    tx.session(&mut record)?;
    Ok(record.session)
}

fn record(tx: &WriteTx<'_>, request: &CreateLearnSessionRequest) -> SessionRecord {
    let asks = request.ask_before_build;
    let session = LearnSession {
        learn_session_id: tx.id(),
        entry_mode: request.entry_mode,
        observation_mode: request.observation_mode,
        build_policy: if asks { BuildPolicy::AskBeforeBuild } else { request.build_policy },
        execution_mode: request.execution_mode,
        target_kind: request.target_kind,
        state: State::Idle,
        actor_mode: match request.observation_mode {
            _ if request.practice.is_some() => ActorMode::AgentDriven,
            ObservationMode::InsideAgent => ActorMode::AgentDriven,
            ObservationMode::Mixed => ActorMode::Mixed,
            _ => ActorMode::UserDriven,
        },
        goal: request.goal.clone().filter(|goal| !goal.trim().is_empty()),
        project_id: request.project_id.clone(),
        room_id: request.room_id.clone(),
        target_skill_id: request.target_skill_id.clone(),
        example_of: None,
        target_app_family: request.target_app_family.clone(),
        target_app_whitelist: request.target_app_whitelist.clone(),
        watch: request.watch.clone(),
        active_trace_ids: Vec::new(),
        proposal_id: None,
        interpretation_id: None,
        validation_run_id: None,
        ability_id: None,
        start_boundary_ref: None,
        stop_boundary_ref: None,
        test_policy_ref: None,
        outline: request.outline.clone(),
        practice: request.practice.clone(),
        retain: false,
        created_at: tx.now,
        updated_at: tx.now,
        schema_version: SCHEMA_VERSION,
    };
    SessionRecord {
        session,
        start_url: request.start_url.clone(),
        allow_private_install: request.allow_private_install,
        capture: Default::default(),
        ended_at: None,
        purged: false,
        lent_to: None,
    }
}

fn row(facts: &SessionFacts<'_>, record: SessionRecord) -> Answer<LearnSessionRow> {
    Ok(LearnSessionRow {
        actions: facts.actions(&record)?,
        pending_ui_state: facts.pending(&record.session)?,
        session: record.session,
    })
}

fn detail(db: &Connection, id: LearnSessionId) -> Answer<LearnSessionDetailResponse> {
    let record = find_session(db, id)?;
    let facts = SessionFacts::read(db)?;
    let session = record.session.clone();
    Ok(LearnSessionDetailResponse {
        actions: facts.actions(&record)?,
        interpretation: session.interpretation_id.map(|id| interpretations::get(db, id)).transpose()?.flatten(),
        proposal: session.proposal_id.map(|id| proposals::get(db, id)).transpose()?.flatten().map(|record| record.proposal),
        boundaries: boundaries::of_session(db, id)?,
        captured_event_count: actions::count_of_session(db, id)?,
        pending_ui_state: facts.pending(&session)?,
        reading_result: false,
        observation_scope: Some(snapshot::scope(&record)),
        test_policy: test_policies::of_session(db, id)?,
        acting_test_policy: acting(db, &Task { session: Some(id), ..Task::default() })?,
        rehearsal: None,
        shown_check: None,
        latest_receipts: receipts::latest_of_session(db, id, 20)?,
        session,
    })
}

/// Errors: `LEARN_SESSION_ALREADY_ACTIVE` while a session holds the slot.
pub(crate) fn ensure_free(db: &Connection) -> Answer<()> {
    sessions::active(db)?.map_or(Ok(()), |active| Err(already_active(&active)))
}

fn already_active(active: &SessionRecord) -> Failure {
    let id = active.session.learn_session_id;
    let state = active.session.state.as_str().replace('_', " ");
    let message = format!("Another session is active ({state}). Finish or cancel it first.");
    Failure::new(ErrorCode::LearnSessionAlreadyActive, message)
        .with_details(json!({ "active_session_id": id, "state": active.session.state }))
}

fn words<T: serde::Serialize>(list: &[T]) -> Answer<String> {
    let words = list.iter().map(crate::core::transaction::payload).collect::<Answer<Vec<_>>>()?;
    Ok(words.iter().filter_map(|word| word.as_str()).collect::<Vec<_>>().join(", "))
}
