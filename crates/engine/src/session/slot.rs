//! The one-session slot (§0C.1B), and how a draft gives it up while an example is shown.

use crate::Answer;
use crate::core::transaction::WriteTx;
use crate::session::record::find_session;
use apprentice_contracts::ids::LearnSessionId;
use apprentice_store::sessions;
use apprentice_store::sessions::SessionRecord;

/// Gives the slot of a draft's session to a session that shows an example for it.
pub(crate) fn lend(tx: &WriteTx<'_>, of: LearnSessionId, to: LearnSessionId) -> Answer<()> {
    let mut record = find_session(tx.db, of)?;
    record.lent_to = Some(to);
    Ok(sessions::put(tx.db, &record)?)
}

/// Gives the slot back to the session that lent it. No-op for a session that borrowed none. `record` is settled.
pub(crate) fn give_back(tx: &WriteTx<'_>, record: &SessionRecord) -> Answer<()> {
    if record.session.example_of.is_none() {
        return Ok(());
    }
    let Some(mut lender) = sessions::lender(tx.db, record.session.learn_session_id)? else { return Ok(()) };
    // Two sessions never hold the slot at once, so the borrower leaves it first.
    sessions::put(tx.db, record)?;
    lender.lent_to = None;
    Ok(sessions::put(tx.db, &lender)?)
}
