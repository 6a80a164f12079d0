//! The record of a session: how operations read it.

use crate::Answer;
use crate::core::Core;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::LearnSessionId;
use apprentice_store::sessions::SessionRecord;
use apprentice_store::{Connection, sessions};

/// Reads a session. Errors: `LEARN_SESSION_NOT_FOUND`.
pub(crate) fn find_session(db: &Connection, id: LearnSessionId) -> Answer<SessionRecord> {
    sessions::get(db, id)?.ok_or_else(|| Failure::new(ErrorCode::LearnSessionNotFound, format!("There is no session {id}.")))
}

/// Reads a session in a transaction of its own. Errors: `LEARN_SESSION_NOT_FOUND`.
pub(crate) async fn load_session(core: &Core, id: LearnSessionId) -> Answer<SessionRecord> {
    core.store.read(move |db| find_session(db, id)).await
}
