//! What was: sessions with their outcome, and receipts.

use crate::sessions::find;
use crate::{Answer, Engine, asked};
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::checkpoint::CheckpointReceiptsResponse;
use apprentice_contracts::error::Failure;
use apprentice_contracts::ids::LearnSessionId;
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::receipt::{LearnReceiptsResponse, ReceiptsQuery};
use apprentice_contracts::session::{HistoryItem, HistoryOutcome, HistoryQuery, LearnHistoryResponse};
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_store::sessions::SessionRecord;
use apprentice_store::{Connection, checkpoint_receipts, proposals, receipts, sessions};

impl Engine {
    /// All sessions that the query lets through, archived ones too, newest first.
    pub async fn history(&self, query: impl Into<HistoryQuery>) -> Answer<LearnHistoryResponse> {
        let (page, filter) = asked::valid(query.into())?.parts();
        let (items, total) = self
            .inner
            .store
            .read(move |db| {
                let (records, total) = sessions::history(db, page, &filter)?;
                let items = records.iter().map(|record| item(db, record)).collect::<Answer<Vec<_>>>()?;
                Ok::<_, Failure>((items, total))
            })
            .await?;
        Ok(LearnHistoryResponse { items, total, page: page.page, page_size: page.page_size })
    }

    /// Those that the query lets through, newest first.
    pub async fn receipts(&self, query: impl Into<ReceiptsQuery>) -> Answer<LearnReceiptsResponse> {
        let (page, filter) = asked::valid(query.into())?.parts();
        let (receipts, total) =
            self.inner.store.read(move |db| receipts::list(db, page, &filter)).await.map_err(crate::stored)?;
        Ok(LearnReceiptsResponse { receipts, total, page: page.page, page_size: page.page_size })
    }

    /// Oldest first.
    pub async fn session_checkpoint_receipts(&self, id: LearnSessionId, page: PageQuery) -> Answer<CheckpointReceiptsResponse> {
        asked::page(page)?;
        let (receipts, total) = self
            .inner
            .store
            .read(move |db| {
                find(db, id)?;
                Ok::<_, Failure>(checkpoint_receipts::of_session(db, id, page)?)
            })
            .await?;
        Ok(CheckpointReceiptsResponse {
            receipts,
            total,
            page: page.page,
            page_size: page.page_size,
            schema_version: SCHEMA_VERSION,
        })
    }
}

fn item(db: &Connection, record: &SessionRecord) -> Answer<HistoryItem> {
    let session = &record.session;
    let proposal = session.proposal_id.map(|id| proposals::get(db, id)).transpose()?.flatten();
    Ok(HistoryItem {
        learn_session_id: session.learn_session_id,
        entry_mode: session.entry_mode,
        state: session.state,
        title: proposal.map(|record| record.proposal.title).or_else(|| session.goal.clone()),
        created_at: session.created_at,
        completed_at: session.state.is_settled().then_some(record.ended_at.unwrap_or(session.updated_at)),
        proposal_id: session.proposal_id,
        ability_id: session.ability_id.clone(),
        outcome: match session.state {
            State::Approved => HistoryOutcome::Approved,
            State::Rejected => HistoryOutcome::Rejected,
            State::Cancelled => HistoryOutcome::Cancelled,
            State::Quarantined => HistoryOutcome::Quarantined,
            _ => HistoryOutcome::InProgress,
        },
    })
}
