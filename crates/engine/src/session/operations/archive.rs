//! Archives sessions and proposals that ended long ago: each becomes a document under `learning/archived` and leaves the lists
//! (§0C.16D).
//!
//! An archived session can still be read, found in the history, and deleted. A session that continues leaves the archive.

use crate::core::stale::Projection;
use crate::core::transaction::WriteTx;
use crate::proposal::record::steps_of;
use crate::session::operations::Sessions;
use crate::{Answer, internal};
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::json;
use apprentice_store::archive::Archived;
use apprentice_store::proposals::ProposalRecord;
use apprentice_store::sessions::SessionRecord;
use apprentice_store::{archive, boundaries, interpretations, receipts, test_policies, validation_runs};
use chrono::Duration;
use serde_json::{Value, json};

/// How long after its end a session is archived.
const SESSIONS: Duration = Duration::days(30);
/// How long after its cancellation or rejection a proposal is archived.
const PROPOSALS: Duration = Duration::days(14);

impl Sessions {
    /// Archives what is due. The caller holds the gate.
    pub(crate) async fn archive(&self) -> Answer<()> {
        let now = self.core.now();
        let look = move |db: &apprentice_store::Transaction<'_>| {
            Ok((archive::due_sessions(db, now - SESSIONS)?, archive::due_proposals(db, now - PROPOSALS)?))
        };
        let (sessions, proposals) = self.core.store.read(look).await.map_err(crate::stored)?;
        if sessions.is_empty() && proposals.is_empty() {
            return Ok(());
        }
        // Read again inside the transaction, because a report of an agent moves a session without the gate.
        self.core
            .change(move |tx| {
                let proposals = archive::due_proposals(tx.db, now - PROPOSALS)?;
                proposals.iter().try_for_each(|record| proposal(tx, record))?;
                let sessions = archive::due_sessions(tx.db, now - SESSIONS)?;
                sessions.iter().try_for_each(|record| session(tx, record))
            })
            .await
    }
}

fn session(tx: &WriteTx<'_>, record: &SessionRecord) -> Answer<()> {
    let (session, db) = (&record.session, tx.db);
    let id = session.learn_session_id;
    let document = json!({
        "session": session,
        "ended_at": record.ended_at,
        "boundaries": boundaries::of_session(db, id)?,
        "interpretation": session.interpretation_id.map(|id| interpretations::get(db, id)).transpose()?.flatten(),
        "test_policy": test_policies::of_session(db, id)?,
        "receipts": receipts::about(db, id, session.proposal_id)?,
    });
    keep(tx, Archived::Session(id), document)
}

fn proposal(tx: &WriteTx<'_>, record: &ProposalRecord) -> Answer<()> {
    let id = record.proposal.proposal_id;
    let runs = validation_runs::all_of_proposal(tx.db, id)?;
    let document = json!({
        "proposal": record.proposal,
        "draft": record.draft,
        "validation_runs": runs,
        "validation_steps": steps_of(tx.db, &runs)?,
    });
    keep(tx, Archived::Proposal(id), document)?;
    Projection::of_draft(id).iter().try_for_each(|projection| tx.stale(projection))?;
    // Its test runs are archived with it.
    tx.stale(&Projection::ValidationRuns)?;
    tx.rewrite(&Projection::ValidationSteps)
}

fn keep(tx: &WriteTx<'_>, what: Archived, mut document: Value) -> Answer<()> {
    document["archived_at"] = json!(tx.now);
    document["schema_version"] = json!(SCHEMA_VERSION);
    let text = json::to_pretty_text(&document).map_err(|error| internal("archiving", &error))?;
    archive::put(tx.db, what, &format!("{text}\n"), tx.now)?;
    tx.stale(&Projection::Archived(what))
}
