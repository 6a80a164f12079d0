//! Tables `test_policies` and `ability_test_policies`: the limits that were chosen for the rehearsals of a session and the runs of an ability
//! (§0C.14).

use crate::StoreError;
use crate::codec::{query_one, to_body};
use apprentice_contracts::ids::{AbilityId, LearnSessionId};
use apprentice_contracts::test_policy::TestPolicy;
use rusqlite::{Connection, params};

pub(crate) const CREATE: &str = "
CREATE TABLE test_policies (
    session_id TEXT PRIMARY KEY REFERENCES sessions (session_id) ON DELETE CASCADE,
    body       TEXT NOT NULL
) STRICT;
";

pub(crate) const CREATE_OF_ABILITIES: &str = "
CREATE TABLE ability_test_policies (
    ability_id TEXT PRIMARY KEY REFERENCES abilities (ability_id) ON DELETE CASCADE,
    body       TEXT NOT NULL
) STRICT;
";

/// Inserts or replaces the policy of a session.
pub fn put(db: &Connection, session: LearnSessionId, policy: &TestPolicy) -> Result<(), StoreError> {
    db.execute(
        "INSERT INTO test_policies (session_id, body) VALUES (?1, ?2) ON CONFLICT (session_id) DO UPDATE SET body = ?2",
        params![session.to_string(), to_body(policy)?],
    )?;
    Ok(())
}

/// The policy of a session.
pub fn of_session(db: &Connection, session: LearnSessionId) -> Result<Option<TestPolicy>, StoreError> {
    query_one(db, "SELECT body FROM test_policies WHERE session_id = ?1", params![session.to_string()])
}

/// Deletes the policy of a session.
pub fn delete(db: &Connection, session: LearnSessionId) -> Result<(), StoreError> {
    db.execute("DELETE FROM test_policies WHERE session_id = ?1", params![session.to_string()])?;
    Ok(())
}

/// Inserts or replaces the policy of an installed ability.
pub fn put_of_ability(db: &Connection, ability: &AbilityId, policy: &TestPolicy) -> Result<(), StoreError> {
    db.execute(
        "INSERT INTO ability_test_policies (ability_id, body) VALUES (?1, ?2) ON CONFLICT (ability_id) DO UPDATE SET body = ?2",
        params![ability.0, to_body(policy)?],
    )?;
    Ok(())
}

/// Deletes the policy of an ability.
pub fn delete_of_ability(db: &Connection, ability: &AbilityId) -> Result<(), StoreError> {
    db.execute("DELETE FROM ability_test_policies WHERE ability_id = ?1", params![ability.0])?;
    Ok(())
}

/// The policy of an ability.
pub fn of_ability(db: &Connection, ability: &AbilityId) -> Result<Option<TestPolicy>, StoreError> {
    query_one(db, "SELECT body FROM ability_test_policies WHERE ability_id = ?1", params![ability.0])
}
