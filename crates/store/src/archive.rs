//! Table `archive`: sessions and proposals that ended long ago (§0C.16D), each with its document as JSON. Lists leave archived records out;
//! their rows stay, so that the history and their details still work.

use crate::StoreError;
use crate::codec::{query_all, sortable_time, whole_json};
use crate::proposals::ProposalRecord;
use crate::seal::sealed;
use crate::sessions::SessionRecord;
use apprentice_contracts::Time;
use apprentice_contracts::ids::{LearnSessionId, ProposalId};
use rusqlite::{Connection, params};

pub(crate) const CREATE: &str = "
CREATE TABLE archive (
    kind        TEXT NOT NULL CHECK (kind IN ('session', 'proposal')),
    id          TEXT NOT NULL,
    archived_at TEXT NOT NULL,
    body        TEXT NOT NULL,
    PRIMARY KEY (kind, id)
) STRICT;
";

/// A record that can be archived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Archived {
    /// A session.
    Session(LearnSessionId),
    /// A proposal.
    Proposal(ProposalId),
}

impl Archived {
    fn key(self) -> (&'static str, String) {
        match self {
            Self::Session(id) => ("session", id.to_string()),
            Self::Proposal(id) => ("proposal", id.to_string()),
        }
    }
}

/// Archives a record. `document` is JSON.
pub fn put(db: &Connection, what: Archived, document: &str, at: Time) -> Result<(), StoreError> {
    let (kind, id) = what.key();
    db.prepare_cached("INSERT OR REPLACE INTO archive (kind, id, archived_at, body) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![kind, id, sortable_time(at), sealed(document.to_owned())])?;
    Ok(())
}

/// The document of an archived record.
pub fn get(db: &Connection, what: Archived) -> Result<Option<String>, StoreError> {
    let (kind, id) = what.key();
    let mut statement = db.prepare_cached("SELECT body FROM archive WHERE archive.kind = ?1 AND id = ?2")?;
    let mut rows = statement.query(params![kind, id])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    Ok(Some(String::from_utf8_lossy(whole_json(row.get_ref(0)?)?).into_owned()))
}

/// Whether the record is archived.
pub fn contains(db: &Connection, what: Archived) -> Result<bool, StoreError> {
    let (kind, id) = what.key();
    Ok(db.prepare_cached("SELECT 1 FROM archive WHERE archive.kind = ?1 AND id = ?2")?.exists(params![kind, id])?)
}

/// Removes a record from the archive. Returns whether it was archived.
pub fn delete(db: &Connection, what: Archived) -> Result<bool, StoreError> {
    let (kind, id) = what.key();
    Ok(db.prepare_cached("DELETE FROM archive WHERE archive.kind = ?1 AND id = ?2")?.execute(params![kind, id])? > 0)
}

/// Every archived record.
pub fn all(db: &Connection) -> Result<Vec<Archived>, StoreError> {
    let mut statement = db.prepare_cached("SELECT kind, id FROM archive ORDER BY kind, id")?;
    let mut rows = statement.query([])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let (kind, id): (String, String) = (row.get(0)?, row.get(1)?);
        let what = if kind == "session" { id.parse().map(Archived::Session) } else { id.parse().map(Archived::Proposal) };
        found.extend(what.ok());
    }
    Ok(found)
}

/// Sessions that were settled before `before`, are not archived, and have no installation in progress.
pub fn due_sessions(db: &Connection, before: Time) -> Result<Vec<SessionRecord>, StoreError> {
    let sql = "SELECT body FROM sessions
               WHERE state IN ('approved', 'rejected', 'cancelled') AND holds_slot = 0 AND coalesce(ended_at, updated_at) < ?1
               AND NOT EXISTS (SELECT 1 FROM archive WHERE archive.kind = 'session' AND id = session_id)
               AND NOT EXISTS (SELECT 1 FROM install_sagas WHERE status IN ('running', 'compensating')
                               AND proposal_id = json_extract(sessions.body, '$.session.proposal_id'))";
    query_all(db, sql, params![sortable_time(before)])
}

/// Cancelled and rejected proposals that last changed before `before`, are not archived, and that neither an active session nor an ability
/// refers to.
pub fn due_proposals(db: &Connection, before: Time) -> Result<Vec<ProposalRecord>, StoreError> {
    let sql = "SELECT body FROM proposals
               WHERE state IN ('cancelled', 'rejected')
               AND NOT EXISTS (SELECT 1 FROM archive WHERE archive.kind = 'proposal' AND id = proposal_id)
               AND NOT EXISTS (SELECT 1 FROM abilities WHERE json_extract(abilities.body, '$.proposal_id') = proposals.proposal_id)
               AND NOT EXISTS (SELECT 1 FROM sessions WHERE (holds_slot = 1 OR json_extract(sessions.body, '$.lent_to') IS NOT NULL)
                               AND json_extract(sessions.body, '$.session.proposal_id') = proposals.proposal_id)";
    let due: Vec<ProposalRecord> = query_all(db, sql, [])?;
    Ok(due.into_iter().filter(|record| record.proposal.updated_at < before).collect())
}
