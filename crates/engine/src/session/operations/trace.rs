//! Edits of a trace: marks, trims, deletions.

use crate::Answer;
use crate::core::deletion::mark_deleted_bytes;
use crate::core::notify::ChangeNotice;
use crate::core::request;
use crate::core::transaction::WriteTx;
use crate::session::boundaries::{Mark, trimmed_span};
use crate::session::observation::Purpose;
use crate::session::operations::Sessions;
use crate::session::practice;
use crate::session::readings;
use crate::session::record::find_session;
use apprentice_contracts::action::SessionAction;
use apprentice_contracts::app::Deleted;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{EventId, LearnSessionId};
use apprentice_contracts::observation::{ObservedAction, ObservedActionsResponse};
use apprentice_contracts::page::WholeOrPageQuery;
use apprentice_contracts::session::{
    BoundaryKind, BoundarySource, LearnSession, MarkGoalRequest, MarkStepRequest, SessionActionResponse, TrimKind, TrimRequest,
};
use apprentice_store::sessions::SessionRecord;
use apprentice_store::{Connection, actions, boundaries, events};
use serde_json::json;

impl Sessions {
    pub(crate) async fn mark_goal(
        &self,
        id: LearnSessionId,
        request: MarkGoalRequest,
        source: BoundarySource,
    ) -> Answer<SessionActionResponse> {
        practice::not_in(&self.core, id).await?;
        let mark = Mark::new(BoundaryKind::MarkGoal, source).label(&request.goal_description);
        self.mark(id, SessionAction::MarkGoal, mark, request.at_event_id).await
    }

    pub(crate) async fn mark_step(
        &self,
        id: LearnSessionId,
        request: MarkStepRequest,
        source: BoundarySource,
    ) -> Answer<SessionActionResponse> {
        practice::not_in(&self.core, id).await?;
        let mark = Mark::new(BoundaryKind::MarkStep, source).label(&request.step_label).hint(request.step_kind_hint);
        self.mark(id, SessionAction::MarkStep, mark, request.at_event_id).await
    }

    pub(crate) async fn trim_session(&self, id: LearnSessionId, request: TrimRequest) -> Answer<SessionActionResponse> {
        practice::not_in(&self.core, id).await?;
        let _gate = self.core.gate.lock().await;
        let session = self.core.commit(move |tx| trim(tx, id, &request)).await?;
        self.live.changed(id);
        Ok(SessionActionResponse { session })
    }

    pub(crate) async fn observed_actions(&self, id: LearnSessionId, query: WholeOrPageQuery) -> Answer<ObservedActionsResponse> {
        self.core
            .store
            .read(move |db| {
                find_session(db, id)?;
                Ok::<_, Failure>(match query.page() {
                    None => {
                        let actions = actions::of_session(db, id)?;
                        let total = u32::try_from(actions.len()).unwrap_or(u32::MAX);
                        ObservedActionsResponse { actions, total, page: 1, page_size: total }
                    }
                    Some(page) => {
                        let (actions, total) = actions::page_of_session(db, id, page)?;
                        ObservedActionsResponse { actions, total, page: page.page, page_size: page.page_size }
                    }
                })
            })
            .await
    }

    pub(crate) async fn delete_observed_action(&self, id: LearnSessionId, event: EventId) -> Answer<Deleted> {
        // What is read at the end would be stored after this.
        self.looks.wait(id).await;
        let _gate = self.core.gate.lock().await;
        let deleted = self
            .core
            .commit(move |tx| {
                let mut record = find_session(tx.db, id)?;
                editable(&record, SessionAction::DeleteObservedAction)?;
                readings::delete_of_action(tx.db, &action_of(tx.db, id, event)?)?;
                actions::delete(tx.db, event)?;
                events::redact_action(tx.db, event)?;
                mark_deleted_bytes(tx)?;
                tx.session(&mut record)?;
                Ok(Deleted { deleted: true })
            })
            .await?;
        self.live.deleted(id);
        self.core.notifier.notify(ChangeNotice::LiveDraft);
        self.tails.forget(id).await;
        self.core.erase_deleted_bytes().await;
        Ok(deleted)
    }
}

impl Sessions {
    async fn mark(
        &self,
        id: LearnSessionId,
        action: SessionAction,
        mark: Mark,
        at: Option<EventId>,
    ) -> Answer<SessionActionResponse> {
        let _gate = self.core.gate.lock().await;
        if at.is_none() {
            self.observation.flush(Purpose::Demonstration(id)).await;
        }
        let session = self
            .core
            .commit(move |tx| {
                let mut record = find_session(tx.db, id)?;
                if !record.session.state.allows(action) {
                    let message = "Marks are set while the session is capturing or paused.";
                    return Err(Failure::new(ErrorCode::InvalidLearnStateTransition, message)
                        .with_details(json!({ "state": record.session.state })));
                }
                let mark = match at {
                    Some(event) => mark.at(event, action_of(tx.db, id, event)?.seq),
                    None => mark,
                };
                mark.set(tx, &mut record)?;
                tx.session(&mut record)?;
                Ok(record.session)
            })
            .await?;
        self.live.changed(id);
        Ok(SessionActionResponse { session })
    }
}

fn trim(tx: &WriteTx<'_>, id: LearnSessionId, request: &TrimRequest) -> Answer<LearnSession> {
    let mut record = find_session(tx.db, id)?;
    editable(&record, SessionAction::Trim)?;
    let seq = action_of(tx.db, id, request.to_event_id)?.seq;
    let (first, last) = trimmed_span(&boundaries::of_session(tx.db, id)?);
    let kind = match request.trim_kind {
        TrimKind::TrimStart if seq > last => return Err(request::invalid("to_event_id", "the start would come after the end")),
        TrimKind::TrimEnd if seq < first => return Err(request::invalid("to_event_id", "the end would come before the start")),
        TrimKind::TrimStart => BoundaryKind::TrimStart,
        TrimKind::TrimEnd => BoundaryKind::TrimEnd,
    };
    Mark::new(kind, BoundarySource::UserClick).at(request.to_event_id, seq).set(tx, &mut record)?;
    tx.session(&mut record)?;
    Ok(record.session)
}

fn editable(record: &SessionRecord, action: SessionAction) -> Answer<()> {
    let state = record.session.state;
    if state.allows(action) && record.session.proposal_id.is_none() {
        return Ok(());
    }
    let message = "The trace can be changed after the capture began and before a proposal exists.";
    Err(Failure::new(ErrorCode::InvalidLearnStateTransition, message).with_details(json!({ "state": state })))
}

fn action_of(db: &Connection, id: LearnSessionId, event: EventId) -> Answer<ObservedAction> {
    let action = actions::get(db, event)?.filter(|action| action.learn_session_id == id);
    action.ok_or_else(|| {
        Failure::new(ErrorCode::NotFound, format!("There is no observed action {event} in this session."))
            .with_details(json!({ "event_id": event }))
    })
}
