//! The history: sessions with their outcome, and receipts.

use crate::Answer;
use crate::app::App;
use crate::session::record::find_session;
use apprentice_contracts::checkpoint::CheckpointReceiptsResponse;
use apprentice_contracts::error::Failure;
use apprentice_contracts::history::{HistoryFilter, HistoryItem, HistoryOutcome, HistoryQuery, LearnHistoryResponse};
use apprentice_contracts::ids::LearnSessionId;
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::receipt::{LearnReceiptsResponse, LearningReceipt, ReceiptsExportQuery, ReceiptsQuery};
use apprentice_contracts::session::LearnSession;
use apprentice_contracts::{SCHEMA_VERSION, text_search};
use apprentice_store::sessions::SessionRecord;
use apprentice_store::{Connection, checkpoint_receipts, proposals, receipts, sessions};
use futures::stream::{Stream, try_unfold};
use std::collections::BTreeMap;

impl App {
    pub(crate) async fn history(&self, query: impl Into<HistoryQuery>) -> Answer<LearnHistoryResponse> {
        let (page, filter) = query.into().page_and_filter();
        self.core
            .store
            .read(move |db| match &filter.text {
                Some(text) => searched(db, page, &filter, text),
                None => filtered(db, page, &filter),
            })
            .await
    }

    pub(crate) async fn receipts(&self, query: impl Into<ReceiptsQuery>) -> Answer<LearnReceiptsResponse> {
        let (page, filter) = query.into().page_and_filter();
        let (receipts, total) = self.core.store.read(move |db| receipts::list(db, page, &filter)).await.map_err(crate::stored)?;
        Ok(LearnReceiptsResponse { receipts, total, page: page.page, page_size: page.page_size })
    }

    pub(crate) fn receipts_export(
        &self,
        query: ReceiptsExportQuery,
    ) -> Answer<impl Stream<Item = Answer<Vec<LearningReceipt>>> + Send + use<>> {
        let filter = query.filter();
        let store = self.core.store.clone();
        Ok(try_unfold(Some(i64::MAX), move |position| {
            let (store, filter) = (store.clone(), filter.clone());
            async move {
                let Some(position) = position else { return Ok(None) };
                let batch = store.read(move |db| receipts::batch_before(db, position, &filter)).await.map_err(crate::stored)?;
                Ok(Some((batch.receipts, batch.next)))
            }
        }))
    }

    pub(crate) async fn session_checkpoint_receipts(
        &self,
        id: LearnSessionId,
        page: PageQuery,
    ) -> Answer<CheckpointReceiptsResponse> {
        let (receipts, total) = self
            .core
            .store
            .read(move |db| {
                find_session(db, id)?;
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

/// Without search words the database does the filtering.
fn filtered(db: &Connection, page: PageQuery, filter: &HistoryFilter) -> Answer<LearnHistoryResponse> {
    let records = sessions::history_page(db, page, filter)?;
    let items = records.iter().map(|record| item(db, record)).collect::<Answer<Vec<_>>>()?;
    let mut outcome_counts = BTreeMap::new();
    for (state, count) in sessions::history_states(db, filter)? {
        *outcome_counts.entry(HistoryOutcome::of(state)).or_default() += count;
    }
    Ok(answer(items, outcome_counts, page, filter))
}

/// The title may come from the draft, so every session is read.
fn searched(db: &Connection, page: PageQuery, filter: &HistoryFilter, text: &str) -> Answer<LearnHistoryResponse> {
    let mut outcome_counts = BTreeMap::new();
    let mut found = Vec::new();
    for record in sessions::history(db, filter)? {
        let item = item(db, &record)?;
        if !text_search::contains_all_words(text, &[item.title.as_deref().unwrap_or_default()]) {
            continue;
        }
        *outcome_counts.entry(item.outcome).or_default() += 1;
        if filter.outcome.is_none_or(|outcome| outcome == item.outcome) {
            found.push(item);
        }
    }
    let items = found.into_iter().skip(page.offset() as usize).take(page.page_size as usize).collect();
    Ok(answer(items, outcome_counts, page, filter))
}

fn answer(
    items: Vec<HistoryItem>,
    outcome_counts: BTreeMap<HistoryOutcome, u32>,
    page: PageQuery,
    filter: &HistoryFilter,
) -> LearnHistoryResponse {
    let counted = outcome_counts.iter().filter(|(outcome, _)| filter.outcome.is_none_or(|asked| asked == **outcome));
    let total = counted.map(|(_, count)| count).sum();
    LearnHistoryResponse { items, total, outcome_counts, page: page.page, page_size: page.page_size }
}

/// The goal, or of which task the session was an example.
fn title_of(session: &LearnSession) -> Option<String> {
    match &session.example_of {
        Some(of) if of.used => Some(format!("An example of “{}”", of.title)),
        _ => session.goal.clone(),
    }
}

fn item(db: &Connection, record: &SessionRecord) -> Answer<HistoryItem> {
    let session = &record.session;
    let proposal = session.proposal_id.map(|id| proposals::get(db, id)).transpose()?.flatten();
    Ok(HistoryItem {
        learn_session_id: session.learn_session_id,
        entry_mode: session.entry_mode,
        state: session.state,
        title: proposal.map(|record| record.proposal.title).or_else(|| title_of(session)),
        created_at: session.created_at,
        completed_at: session.state.is_settled().then_some(record.ended_at.unwrap_or(session.updated_at)),
        proposal_id: session.proposal_id,
        ability_id: session.ability_id.clone(),
        outcome: HistoryOutcome::of(session.state),
    })
}
