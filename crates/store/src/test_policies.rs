//! Table `test_policies`: the limits of a session's rehearsals (§0C.14).

use crate::StoreError;
use crate::codec::{query_one, to_json};
use apprentice_contracts::ids::LearnSessionId;
use apprentice_contracts::test_policy::TestPolicy;
use rusqlite::{Connection, params};

pub(crate) const CREATE: &str = "
CREATE TABLE test_policies (
    session_id TEXT PRIMARY KEY REFERENCES sessions (session_id) ON DELETE CASCADE,
    body       TEXT NOT NULL
) STRICT;
";

/// Inserts or replaces the policy of a session.
pub fn put(db: &Connection, session: LearnSessionId, policy: &TestPolicy) -> Result<(), StoreError> {
    db.execute(
        "INSERT INTO test_policies (session_id, body) VALUES (?1, ?2) ON CONFLICT (session_id) DO UPDATE SET body = ?2",
        params![session.to_string(), to_json(policy)?],
    )?;
    Ok(())
}

/// The policy of a session.
pub fn of_session(db: &Connection, session: LearnSessionId) -> Result<Option<TestPolicy>, StoreError> {
    query_one(db, "SELECT body FROM test_policies WHERE session_id = ?1", params![session.to_string()])
}
