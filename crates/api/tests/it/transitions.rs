//! The state table (§0C.1A) over HTTP: from every state, every route that would move the session. What the table lists moves, by steps
//! that it lists; all else is refused and changes nothing.

use crate::scripted_server::{ScriptedServer, TestedProposal};
use apprentice_contracts::state::LearnSessionState as State;
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A route, its body, the states from which it is taken, and what it says of the others.
struct Route {
    path: String,
    body: Value,
    taken_from: &'static [State],
    /// Where it takes the session at least; from there the engine may go on by itself.
    to: State,
    /// It is about the ability: from any other state it does its work and leaves the session where it is.
    of_ability: bool,
}

use State as S;

fn routes(tested: &TestedProposal, ability_id: &str) -> Vec<Route> {
    let route = |path: String, body: Value, to: State, taken_from: &'static [State]| Route {
        path,
        body,
        taken_from,
        to,
        of_ability: false,
    };
    let ability = |rest: &str, body: Value, to: State, taken_from: &'static [State]| Route {
        path: format!("/api/abilities/{ability_id}/{rest}"),
        body,
        taken_from,
        to,
        of_ability: true,
    };
    vec![
        route(tested.session("start"), json!({}), S::Capturing, &[S::Armed]),
        route(tested.session("pause"), json!({}), S::Paused, &[S::Capturing]),
        route(tested.session("resume"), json!({}), S::Capturing, &[S::Paused]),
        route(tested.session("stop"), json!({}), S::Stopped, &[S::Capturing, S::Paused]),
        route(
            tested.session("cancel"),
            json!({}),
            S::Cancelled,
            &[
                S::Idle,
                S::Armed,
                S::Capturing,
                S::Paused,
                S::Stopped,
                S::Reviewing,
                S::AwaitingQuestions,
                S::DraftingProposal,
                S::TestingProposal,
                S::Quarantined,
            ],
        ),
        route(
            tested.session("generate-proposal"),
            json!({}),
            S::DraftingProposal,
            &[S::Stopped, S::Reviewing, S::AwaitingQuestions],
        ),
        route(tested.proposal("validate"), json!({}), S::TestingProposal, &[S::DraftingProposal, S::ReadyForReview]),
        route(tested.proposal("request-more-tests"), json!({}), S::TestingProposal, &[S::DraftingProposal, S::ReadyForReview]),
        route(
            tested.proposal("revise"),
            json!({ "edited_fields": { "goal_summary": "A customer is in the list" } }),
            S::DraftingProposal,
            &[S::Reviewing, S::AwaitingQuestions, S::DraftingProposal, S::ReadyForReview, S::Quarantined],
        ),
        route(
            tested.proposal("install"),
            json!({ "install_lane": "experimental_private", "without_rehearsal": true }),
            S::InstallingPrivate,
            &[S::ReadyForReview],
        ),
        route(
            tested.proposal("approve"),
            json!({ "without_rehearsal": true }),
            S::Approved,
            &[S::ReadyForReview, S::InstalledPrivate],
        ),
        route(tested.proposal("reject"), json!({ "reason": "Not that" }), S::Rejected, &[S::ReadyForReview]),
        ability("quarantine", json!({ "reason": "It failed." }), S::Quarantined, &[S::InstalledPrivate, S::Approved]),
        ability("promote-shared", json!({}), S::Approved, &[S::InstalledPrivate]),
        // By the table a quarantined session is revised or cancelled, whatever becomes of its ability.
        ability("unquarantine", json!({}), S::Quarantined, &[]),
    ]
}

/// What the table lists and no route asks for by itself.
const WITHOUT_A_ROUTE: [(State, State); 7] = [
    // A session is born armed.
    (S::Idle, S::Armed),
    // Answering the last question drafts at once.
    (S::AwaitingQuestions, S::Reviewing),
    // A draft without an open question is never asked about.
    (S::Reviewing, S::AwaitingQuestions),
    // A draft is tested before it can be reviewed.
    (S::DraftingProposal, S::ReadyForReview),
    // The program's own ends of a test and of an installation that fail.
    (S::TestingProposal, S::DraftingProposal),
    (S::TestingProposal, S::Quarantined),
    (S::InstallingPrivate, S::Quarantined),
];

/// The rows of a session and its proposal, to be put back.
struct Rows {
    session: String,
    proposal: String,
    ability: Option<String>,
}

impl ScriptedServer {
    fn rows(&self, tested: &TestedProposal) -> Rows {
        let raw = self.world.raw();
        let body = |sql: &str, id: &str| raw.query_row(sql, [id], |row| row.get(0)).unwrap();
        Rows {
            session: body("SELECT body FROM sessions WHERE session_id = ?1", &tested.session),
            proposal: body("SELECT body FROM proposals WHERE proposal_id = ?1", &tested.proposal),
            ability: raw.query_row("SELECT body FROM abilities", [], |row| row.get(0)).ok(),
        }
    }

    /// The session as it was, but in this state.
    fn put_into(&self, state: State, tested: &TestedProposal, rows: &Rows, ability: &str) {
        let raw = self.world.raw();
        raw.execute("UPDATE abilities SET lane = 'experimental_private', body = ?1", [ability]).unwrap();
        let word = state.as_str();
        let proposal = match state {
            S::TestingProposal => "testing",
            S::Idle | S::Armed | S::Capturing | S::Paused | S::Stopped | S::Reviewing | S::DraftingProposal => "draft",
            _ => word,
        };
        raw.execute("DELETE FROM proposals WHERE proposal_id <> ?1", [&tested.proposal]).unwrap();
        raw.execute(
            "UPDATE proposals SET state = ?2, body = json_set(?3, '$.proposal.proposal_state', ?2) WHERE proposal_id = ?1",
            [tested.proposal.as_str(), proposal, &rows.proposal],
        )
        .unwrap();
        let holds = i32::from(state.holds_slot());
        raw.execute(
            "UPDATE sessions SET state = ?2, holds_slot = ?3, ended_at = NULL, body = json_set(?4, '$.session.state', ?2)
             WHERE session_id = ?1",
            rusqlite::params![tested.session, word, holds, rows.session],
        )
        .unwrap();
    }

    fn last_seq(&self) -> u32 {
        self.world.raw().query_row("SELECT max(seq) FROM session_events", [], |row| row.get(0)).unwrap()
    }

    /// Everything that a refusal must leave as it is.
    fn everything(&self) -> Vec<String> {
        let raw = self.world.raw();
        let all = |sql: &str| {
            let mut statement = raw.prepare(sql).unwrap();
            let rows = statement.query_map([], |row| row.get::<_, String>(0)).unwrap();
            rows.map(Result::unwrap).collect::<Vec<_>>()
        };
        [
            "SELECT body FROM sessions",
            "SELECT body FROM proposals",
            "SELECT body FROM session_events",
            "SELECT body FROM receipts",
            // What a machine has is looked at by itself.
            "SELECT json_remove(body, '$.standing.programs', '$.standing.had_browser') FROM abilities",
            "SELECT body FROM validation_runs",
        ]
        .into_iter()
        .flat_map(all)
        .collect()
    }
}

fn refusal(route: &Route, from: State) -> (u16, &'static str) {
    let past = !matches!(from, S::Idle | S::Armed | S::Cancelled | S::Rejected);
    if route.to == S::Stopped && past { (409, "CAPTURE_ALREADY_STOPPED") } else { (400, "INVALID_LEARN_STATE_TRANSITION") }
}

#[tokio::test]
async fn every_route_from_every_state_is_as_the_table_says() {
    let server = ScriptedServer::open().await;
    server.with_a_target().await;
    let tested = server.tested_proposal().await;
    let drafted = server.rows(&tested);
    // What an installed session looks like is known from one that was installed.
    server.post(&tested.proposal("install"), json!({ "install_lane": "experimental_private", "without_rehearsal": true })).await;
    let installed = server.rows(&tested);
    let ability = installed.ability.clone().unwrap();
    let entry: Value = serde_json::from_str(&ability).unwrap();
    let ability_id = entry["entry"]["ability_id"].as_str().unwrap();
    let (mut moved, mut refused) = (0, 0);
    let mut seen = BTreeSet::new();
    for from in State::ALL {
        for route in routes(&tested, ability_id) {
            let rows = if matches!(from, S::InstalledPrivate | S::Approved) { &installed } else { &drafted };
            server.put_into(from, &tested, rows, &ability);
            let before = server.everything();
            let seq = server.last_seq();
            let (status, answer) = server.ask(Method::POST, &route.path, Some(route.body.clone())).await;
            let at = format!("{} from {from:?}: {answer}", route.path);
            if !route.taken_from.contains(&from) && route.of_ability {
                refused += 1;
                assert_eq!(status, 200, "{at}");
                assert_eq!(server.state(&tested.session).await, from.as_str(), "{at}: it moved the session");
                continue;
            }
            if !route.taken_from.contains(&from) {
                refused += 1;
                assert_eq!((status, answer["error"]["code"].as_str().unwrap()), refusal(&route, from), "{at}");
                assert!(server.everything() == before, "{at}: it changed something");
                continue;
            }
            moved += 1;
            assert_eq!(status, 200, "{at}");
            server.settled().await;
            let told = server.states_told_after(&tested.session, seq).await;
            let walked: Vec<State> = told.iter().map(|word| serde_json::from_value(json!(word)).unwrap()).collect();
            let mut is = from;
            for next in walked {
                assert!(is == next || is.may_become(next), "{at}: {is:?} -> {next:?} is not in the table");
                if is != next {
                    seen.insert((is.as_str(), next.as_str()));
                }
                is = next;
            }
            assert_eq!(server.state(&tested.session).await, is.as_str(), "{at}: every step was told");
            let stays = matches!((route.to, from), (S::DraftingProposal, S::Reviewing | S::AwaitingQuestions))
                && route.path.ends_with("revise");
            assert!(stays || is != from || matches!(from, S::ReadyForReview), "{at}: it did not move");
            // What is watched ends with it.
            if matches!(is, S::Capturing) {
                server.post(&tested.session("cancel"), json!({})).await;
            }
        }
    }
    assert_eq!((moved, moved + refused), (34, State::ALL.len() * routes(&tested, ability_id).len()));
    let table = State::ALL.into_iter().flat_map(|from| from.successors().iter().map(move |to| (from, *to)));
    let asked_for = table.filter(|pair| !WITHOUT_A_ROUTE.contains(pair));
    let asked_for: BTreeSet<_> = asked_for.map(|(from, to)| (from.as_str(), to.as_str())).collect();
    assert_eq!(seen, asked_for, "every pair of the table was walked, save those that no route asks for");
    server.close().await;
}
