//! The unit of work: a write transaction that also stores receipts, events and stale projections.

use crate::Answer;
use crate::core::notify::{ChangeNotice, ChangeNotifier};
use crate::core::stale::Projection;
use apprentice_contracts::error::Failure;
use apprentice_contracts::event::{Event, LearnSessionEvent};
use apprentice_contracts::ids::{AbilityId, CorrelationId, ImportId, LearnSessionId, ProposalId, ReceiptId};
use apprentice_contracts::json;
use apprentice_contracts::receipt::{LearningReceipt, ReceiptKind};
use apprentice_contracts::runtime::{Clock, Ids};
use apprentice_contracts::{SCHEMA_VERSION, Time};
use apprentice_store::events::NewEvent;
use apprentice_store::sessions::SessionRecord;
use apprentice_store::{Store, Transaction, events, outbox, receipts, sessions};
use serde::Serialize;
use serde_json::Value;
use std::cell::RefCell;
use std::sync::Arc;
use uuid::Uuid;

/// The database with what a change needs: the clock, identifiers, and the notifier for listeners.
#[derive(Clone)]
pub(crate) struct UnitOfWork {
    pub store: Store,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn Ids>,
    pub notifier: ChangeNotifier,
}

impl UnitOfWork {
    /// Runs a change in one transaction that also holds its receipts and events. Listeners are notified after the commit.
    pub(crate) async fn change<T, F>(&self, change: F) -> Answer<T>
    where
        F: FnOnce(&WriteTx<'_>) -> Answer<T> + Send + 'static,
        T: Send + 'static,
    {
        let (now, ids) = (self.clock.now(), self.ids.clone());
        let written = self.store.write(move |tx| {
            let tx = WriteTx::new(tx, now, ids);
            Ok::<_, Failure>((change(&tx)?, tx.into_notices()))
        });
        let (value, notices) = written.await?;
        notices.into_iter().for_each(|notice| self.notifier.notify(notice));
        Ok(value)
    }
}

/// A write transaction with its time and the correlation id of its receipts.
pub(crate) struct WriteTx<'t> {
    pub db: &'t Transaction<'t>,
    pub now: Time,
    pub correlation: CorrelationId,
    ids: Arc<dyn Ids>,
    notices: RefCell<Vec<ChangeNotice>>,
}

/// What a receipt is about.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReceiptSubject {
    pub session: Option<LearnSessionId>,
    pub proposal: Option<ProposalId>,
    pub ability: Option<AbilityId>,
    pub import: Option<ImportId>,
}

impl ReceiptSubject {
    pub(crate) fn of_session(record: &SessionRecord) -> Self {
        let session = &record.session;
        Self {
            session: Some(session.learn_session_id),
            proposal: session.proposal_id,
            ability: session.ability_id.clone(),
            import: None,
        }
    }
}

impl<'t> WriteTx<'t> {
    pub(crate) fn new(db: &'t Transaction<'t>, now: Time, ids: Arc<dyn Ids>) -> Self {
        Self { db, now, correlation: CorrelationId(ids.next()), ids, notices: RefCell::default() }
    }

    /// Notifies listeners after the commit. A repeated notice is sent once.
    pub(crate) fn notify(&self, notice: ChangeNotice) {
        let mut notices = self.notices.borrow_mut();
        if !notices.contains(&notice) {
            notices.push(notice);
        }
    }

    /// The notices to send after the commit.
    pub(crate) fn into_notices(self) -> Vec<ChangeNotice> {
        self.notices.into_inner()
    }

    pub(crate) fn id<T: From<Uuid>>(&self) -> T {
        self.ids.next().into()
    }

    pub(crate) fn receipt(
        &self,
        about: ReceiptSubject,
        kind: ReceiptKind,
        summary: &str,
        reason: Option<&str>,
    ) -> Answer<ReceiptId> {
        let receipt = LearningReceipt {
            receipt_id: self.id(),
            learn_session_id: about.session,
            proposal_id: about.proposal,
            ability_id: about.ability,
            import_id: about.import,
            kind,
            summary: summary.chars().take(500).collect(),
            reason: reason.map(str::to_owned),
            correlation_id: self.correlation,
            created_at: self.now,
            schema_version: SCHEMA_VERSION,
        };
        receipts::add(self.db, &receipt)?;
        self.stale(&Projection::Receipts)?;
        self.stale(&Projection::Runtime)?;
        Ok(receipt.receipt_id)
    }

    pub(crate) fn event(&self, session: LearnSessionId, event: &Event) -> Answer<LearnSessionEvent> {
        let payload = event.payload().map_err(apprentice_store::StoreError::from)?;
        let event = NewEvent { session_id: session, kind: event.kind(), payload, action: None, at: self.now };
        Ok(events::append(self.db, event)?)
    }

    pub(crate) fn stale(&self, projection: &Projection) -> Answer<()> {
        Ok(outbox::mark(self.db, &projection.path())?)
    }

    /// Marks a growing file as stale as a whole, because older lines changed.
    pub(crate) fn rewrite(&self, projection: &Projection) -> Answer<()> {
        Ok(outbox::mark(self.db, &projection.whole())?)
    }

    /// Stores a session and adds an event with its new state.
    pub(crate) fn session(&self, record: &mut SessionRecord) -> Answer<()> {
        record.session.updated_at = self.now;
        sessions::put(self.db, record)?;
        if record.session.state.is_settled() {
            self.notify(ChangeNotice::Settled);
        }
        self.event(record.session.learn_session_id, &Event::SessionChanged(Box::new(record.session.clone())))?;
        self.stale(&Projection::Runtime)?;
        self.stale(&Projection::ObservationScope)
    }
}

/// A record as the payload of an event.
pub(crate) fn payload<T: Serialize>(record: &T) -> Answer<Value> {
    json::to_value(record).map_err(|error| apprentice_store::StoreError::from(error).into())
}
