//! Table `receipts`: what happened, for the record (§0C.12). Receipts are kept when their session is deleted.

use crate::StoreError;
use crate::codec::{limit_offset, query_all, query_count, query_numbered, sortable_time, to_body, wire_name};
use apprentice_contracts::ids::{AbilityId, LearnSessionId, ProposalId};
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::receipt::{LearningReceipt, ReceiptFilter};
use rusqlite::{Connection, params};

pub(crate) const CREATE: &str = "
CREATE TABLE receipts (
    ordinal     INTEGER PRIMARY KEY AUTOINCREMENT,
    receipt_id  TEXT NOT NULL UNIQUE,
    session_id  TEXT,
    proposal_id TEXT,
    ability_id  TEXT,
    kind        TEXT NOT NULL,
    created_at  TEXT NOT NULL,
    body        TEXT NOT NULL
) STRICT;
CREATE INDEX receipts_by_session ON receipts (session_id, ordinal);
";

/// Older programs recorded four things under the kind of another one. A receipt whose words were deleted keeps its kind.
pub(crate) const NAME_WHAT_HAPPENED: &str = "
UPDATE receipts SET kind = 'proposal_rejected', body = json_set(body, '$.kind', 'proposal_rejected')
    WHERE kind = 'ability_deactivated' AND json_valid(body) AND body ->> 'summary' = 'The proposal was rejected.';
UPDATE receipts SET kind = 'proposal_approved', body = json_set(body, '$.kind', 'proposal_approved')
    WHERE kind = 'ability_activated' AND json_valid(body) AND body ->> 'summary' = 'Approved for the workspace.';
UPDATE receipts SET kind = 'install_failed', body = json_set(body, '$.kind', 'install_failed')
    WHERE kind = 'ability_quarantined' AND json_valid(body) AND body ->> 'summary' LIKE 'Installing % failed and was undone.';
UPDATE receipts SET kind = 'draft_quarantined', body = json_set(body, '$.kind', 'draft_quarantined')
    WHERE kind = 'ability_quarantined' AND json_valid(body)
    AND body ->> 'summary' LIKE 'The draft % is quarantined: its rehearsal broke the test policy.';
";

/// Adds a receipt.
pub fn add(db: &Connection, receipt: &LearningReceipt) -> Result<(), StoreError> {
    db.prepare_cached(
        "INSERT INTO receipts (receipt_id, session_id, proposal_id, ability_id, kind, created_at, body)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?
    .execute(params![
        receipt.receipt_id.to_string(),
        receipt.learn_session_id.map(|id| id.to_string()),
        receipt.proposal_id.map(|id| id.to_string()),
        receipt.ability_id.as_ref().map(ToString::to_string),
        wire_name(&receipt.kind)?,
        sortable_time(receipt.created_at),
        to_body(receipt)?
    ])?;
    Ok(())
}

const OF: &str = "FROM receipts WHERE (?1 IS NULL OR kind = ?1) AND (?2 IS NULL OR session_id = ?2)
    AND (?3 IS NULL OR ability_id = ?3) AND (?4 IS NULL OR created_at >= ?4) AND (?5 IS NULL OR created_at < ?5)
    AND (?6 IS NULL OR EXISTS (SELECT 1 FROM category_items AS item WHERE category_id = ?6 AND (
        (item_kind = 'proposal' AND item_id = receipts.proposal_id)
        OR (item_kind = 'learned_ability' AND item_id = receipts.ability_id))))";

/// Number of rows that a text search reads at a time.
const BATCH_SIZE: u32 = 500;

/// A page of the receipts that match the filter, newest first, and the number of all that match.
pub fn list(db: &Connection, page: PageQuery, filter: &ReceiptFilter) -> Result<(Vec<LearningReceipt>, u32), StoreError> {
    let (limit, offset) = limit_offset(page);
    if filter.text.is_some() {
        return search(db, filter, limit as usize, offset as usize);
    }
    let kind = filter.kind.map(|kind| wire_name(&kind)).transpose()?;
    let session = filter.session_id.map(|id| id.to_string());
    let category = filter.category_id.map(|id| id.to_string());
    let (ability, from, to) =
        (filter.ability_id.as_ref().map(AbilityId::as_str), filter.from.map(sortable_time), filter.to.map(sortable_time));
    let sql = format!("SELECT body {OF} ORDER BY ordinal DESC LIMIT ?7 OFFSET ?8");
    let total = query_count(db, &format!("SELECT count(*) {OF}"), params![kind, session, ability, from, to, category])?;
    Ok((query_all(db, &sql, params![kind, session, ability, from, to, category, limit, offset])?, total))
}

fn search(
    db: &Connection,
    filter: &ReceiptFilter,
    limit: usize,
    offset: usize,
) -> Result<(Vec<LearningReceipt>, u32), StoreError> {
    let (mut page, mut total, mut position) = (Vec::new(), 0, i64::MAX);
    loop {
        let batch = batch_before(db, position, filter)?;
        for receipt in batch.receipts {
            if total >= offset && page.len() < limit {
                page.push(receipt);
            }
            total += 1;
        }
        let Some(next) = batch.next else { break };
        position = next;
    }
    Ok((page, u32::try_from(total).unwrap_or(u32::MAX)))
}

/// Some receipts of a search.
pub struct Batch {
    /// The receipts that match.
    pub receipts: Vec<LearningReceipt>,
    /// The position before which the search continues; `None` at its end.
    pub next: Option<i64>,
}

/// Receipts before a position that match the filter, newest first, a few hundred rows at a time. `i64::MAX` is after the last.
pub fn batch_before(db: &Connection, position: i64, filter: &ReceiptFilter) -> Result<Batch, StoreError> {
    let kind = filter.kind.map(|kind| wire_name(&kind)).transpose()?;
    let session = filter.session_id.map(|id| id.to_string());
    let category = filter.category_id.map(|id| id.to_string());
    let (from, to) = (filter.from.map(sortable_time), filter.to.map(sortable_time));
    let sql = format!("SELECT ordinal, body {OF} AND ordinal < ?7 ORDER BY ordinal DESC LIMIT {BATCH_SIZE}");
    let rows: Vec<(i64, LearningReceipt)> = query_numbered(
        db,
        &sql,
        params![kind, session, filter.ability_id.as_ref().map(AbilityId::as_str), from, to, category, position],
    )?;
    let full = rows.len() == BATCH_SIZE as usize;
    let next = rows.last().filter(|_| full).map(|(position, _)| *position);
    let receipts = rows.into_iter().map(|(_, receipt)| receipt).filter(|receipt| filter.matches_text(receipt)).collect();
    Ok(Batch { receipts, next })
}

/// The newest receipts of a session, newest first, at most `limit`.
pub fn latest_of_session(db: &Connection, id: LearnSessionId, limit: u32) -> Result<Vec<LearningReceipt>, StoreError> {
    let sql = "SELECT body FROM receipts WHERE session_id = ?1 ORDER BY ordinal DESC LIMIT ?2";
    query_all(db, sql, params![id.to_string(), limit])
}

/// Receipts after a position, oldest first, with their positions. 0 is before the first.
pub fn after(db: &Connection, position: i64) -> Result<Vec<(i64, LearningReceipt)>, StoreError> {
    query_numbered(db, "SELECT ordinal, body FROM receipts WHERE ordinal > ?1 ORDER BY ordinal", params![position])
}

/// All receipts about this session or its proposal, oldest first.
pub fn about(db: &Connection, session: LearnSessionId, proposal: Option<ProposalId>) -> Result<Vec<LearningReceipt>, StoreError> {
    let sql = "SELECT body FROM receipts WHERE session_id = ?1 OR proposal_id = ?2 ORDER BY ordinal";
    query_all(db, sql, params![session.to_string(), proposal.map(|id| id.to_string())])
}

/// Replaces the content of a receipt.
pub fn replace(db: &Connection, receipt: &LearningReceipt) -> Result<(), StoreError> {
    db.prepare_cached("UPDATE receipts SET body = ?2 WHERE receipt_id = ?1")?
        .execute(params![receipt.receipt_id.to_string(), to_body(receipt)?])?;
    Ok(())
}
