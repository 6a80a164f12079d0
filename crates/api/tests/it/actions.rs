//! `actions` of sessions, proposals and abilities over HTTP: in every state, what is offered is done, and what is not offered is refused.

use crate::scripted_server::{ScriptedServer, TestedProposal};
use apprentice_contracts::action::{AbilityAction, ProposalAction, SessionAction};
use apprentice_contracts::state::LearnSessionState as S;
use reqwest::Method;
use serde_json::{Value, json};

/// The tables that an operation on a session, a proposal or an ability changes.
const TABLES: [&str; 12] = [
    "sessions",
    "proposals",
    "abilities",
    "interpretations",
    "observed_actions",
    "boundaries",
    "install_sagas",
    "placements",
    "validation_runs",
    "validation_steps",
    "test_policies",
    "archive",
];

/// A copy of the database, to be put back. The folder of the installed skill is emptied, because its files would be those of a later
/// installation.
struct Copy {
    raw: rusqlite::Connection,
    skills: std::path::PathBuf,
}

impl Copy {
    fn of(server: &ScriptedServer) -> Self {
        let raw = server.world.raw();
        for table in TABLES {
            raw.execute_batch(&format!("CREATE TEMP TABLE saved_{table} AS SELECT * FROM main.{table}")).unwrap();
        }
        Self { raw, skills: server.world.home().join("sandbox/skills") }
    }

    fn put_back(&self) {
        let tables =
            TABLES.map(|table| format!("DELETE FROM main.{table}; INSERT INTO main.{table} SELECT * FROM saved_{table};"));
        self.raw.execute_batch(&format!("BEGIN IMMEDIATE; {} COMMIT", tables.join(" "))).unwrap();
        if self.skills.exists() {
            std::fs::remove_dir_all(&self.skills).unwrap();
        }
    }

    /// Puts everything back, with the session in this state. Before its first draft a session has no proposal.
    fn put_into(&self, state: S, draft: &TestedProposal) {
        self.put_back();
        let drafted = !matches!(state, S::Idle | S::Armed | S::Capturing | S::Paused | S::Stopped);
        let body = if drafted { "body" } else { "json_remove(body, '$.session.proposal_id')" };
        let sql = format!(
            "UPDATE sessions SET state = ?2, holds_slot = ?3, ended_at = NULL, body = json_set({body}, '$.session.state', ?2)
             WHERE session_id = ?1"
        );
        self.raw.execute(&sql, rusqlite::params![draft.session, state.as_str(), state.holds_slot()]).unwrap();
    }

    fn text(&self, sql: &str) -> String {
        self.raw.query_row(sql, [], |row| row.get(0)).unwrap()
    }
}

/// A draft with a question, whose ability is installed.
async fn installed(server: &ScriptedServer) -> TestedProposal {
    server.with_a_target().await;
    let draft = server.tested_proposal().await;
    let question = json!({
        "question_id": uuid::Uuid::from_u128(7), "proposal_id": draft.proposal, "field": "success_condition",
        "prompt": "How do you know that it worked?", "required": false, "choices": [],
        "created_at": "2027-01-15T08:00:00Z", "schema_version": 1,
    });
    let sql = "UPDATE proposals SET body = json_insert(body, '$.draft.questions[#]', json(?1))";
    server.world.raw().execute(sql, [question.to_string()]).unwrap();
    server.post(&draft.proposal("install"), json!({ "install_lane": "experimental_private", "without_rehearsal": true })).await;
    draft
}

fn on_session(action: SessionAction, draft: &TestedProposal, event: &str) -> (Method, String, Value) {
    use SessionAction as A;
    let post = |rest: &str, body: Value| (Method::POST, draft.session(rest), body);
    match action {
        A::Cancel => post("cancel", json!({})),
        A::Start => post("start", json!({})),
        A::MarkGoal => post("mark-goal", json!({ "goal_description": "It is listed" })),
        A::MarkStep => post("mark-step", json!({ "step_label": "Look" })),
        A::Pause => post("pause", json!({})),
        A::Resume => post("resume", json!({})),
        A::Stop => post("stop", json!({})),
        A::Trim => post("trim", json!({ "trim_kind": "trim_start", "to_event_id": event })),
        A::DeleteObservedAction => (Method::DELETE, draft.session(&format!("observed-actions/{event}")), Value::Null),
        A::AnswerQuestions => {
            let answer = json!({ "question_id": uuid::Uuid::from_u128(7), "answer_text": "The list shows the customer" });
            post("answer-questions", json!({ "answers": [answer] }))
        }
        A::GenerateProposal => post("generate-proposal", json!({})),
        A::UseExample => post("use-example", json!({})),
        A::Retain => post("retain", json!({ "retain": true })),
        A::Delete => (Method::DELETE, format!("/api/learn/sessions/{}", draft.session), Value::Null),
    }
}

fn on_proposal(action: ProposalAction, draft: &TestedProposal) -> (String, Value) {
    use ProposalAction as P;
    let (route, body) = match action {
        P::Reject => ("reject", json!({ "reason": "Not that" })),
        P::Revise => ("revise", json!({ "edited_fields": { "goal_summary": "A customer is in the list" } })),
        P::ShowCheck => ("shown-check", json!({})),
        P::UseAsExample => return ("/api/learn/sessions".to_owned(), example_of(&draft.proposal.to_string())),
        P::Rehearse => ("validate", json!({ "selected_tests": ["rehearsal"] })),
        P::RequestMoreTests => ("request-more-tests", json!({})),
        P::Validate => ("validate", json!({})),
        P::Approve => ("approve", json!({ "without_rehearsal": true })),
        P::Install => ("install", json!({ "install_lane": "experimental_private", "without_rehearsal": true })),
        P::PromoteShared => unreachable!("an operation on the ability"),
    };
    (draft.proposal(route), body)
}

fn example_of(id: &str) -> Value {
    json!({ "entry_mode": "demonstrating_skill", "example_of": id })
}

fn offers<A: serde::Serialize>(answer: &Value, action: A) -> bool {
    answer["actions"].as_array().unwrap().contains(&json!(action))
}

impl ScriptedServer {
    /// Whether the operation was carried out.
    async fn does(&self, method: Method, path: &str, body: Value) -> (bool, String) {
        let (status, answer) = self.ask(method, path, Some(body).filter(|body| !body.is_null())).await;
        self.settled().await;
        (status == 200, format!("{path}: {status} {answer}"))
    }
}

#[tokio::test]
async fn a_session_offers_exactly_what_it_accepts() {
    let server = ScriptedServer::open().await;
    let draft = installed(&server).await;
    let copy = Copy::of(&server);
    let event = copy.text("SELECT event_id FROM observed_actions ORDER BY seq LIMIT 1");
    let mut done = 0;
    for state in S::ALL {
        for action in SessionAction::ALL {
            copy.put_into(state, &draft);
            let detail = server.get(&draft.session("detail")).await;
            let list = server.get("/api/learn/sessions").await;
            assert_eq!(list["sessions"][0]["actions"], detail["actions"], "{state:?}: the list says the same");
            assert_eq!(list["sessions"][0]["pending_ui_state"], detail["pending_ui_state"], "{state:?}: the list says the same");
            let offered = offers(&detail, action);
            let (method, path, body) = on_session(action, &draft, &event);
            let (accepted, answer) = server.does(method, &path, body).await;
            assert_eq!(accepted, offered, "{action:?} in {state:?}: {answer}");
            done += u32::from(accepted);
            if accepted && matches!(action, SessionAction::Start | SessionAction::Resume) {
                server.post(&draft.session("cancel"), json!({})).await;
            }
        }
    }
    assert_eq!(done, 53, "operations that were carried out");
    server.close().await;
}

#[tokio::test]
async fn a_session_without_a_capture_or_with_an_expired_one_offers_less() {
    let server = ScriptedServer::open().await;
    let draft = installed(&server).await;
    let copy = Copy::of(&server);
    copy.put_into(S::Stopped, &draft);
    copy.raw.execute_batch("DELETE FROM observed_actions").unwrap();
    let detail = server.get(&draft.session("detail")).await;
    assert!(!offers(&detail, SessionAction::GenerateProposal), "{detail}");
    let (drafted, answer) = server.does(Method::POST, &draft.session("generate-proposal"), json!({})).await;
    assert!(!drafted, "{answer}");

    copy.put_into(S::ReadyForReview, &draft);
    copy.raw.execute_batch("UPDATE sessions SET purged = 1, body = json_set(body, '$.purged', json('true'))").unwrap();
    let detail = server.get(&draft.session("detail")).await;
    for action in [SessionAction::Retain, SessionAction::AnswerQuestions] {
        let (method, path, body) = on_session(action, &draft, "");
        let (accepted, answer) = server.does(method, &path, body).await;
        assert_eq!((offers(&detail, action), accepted), (false, false), "{action:?}: {answer}");
    }
    server.close().await;
}

#[tokio::test]
async fn a_proposal_offers_exactly_what_it_accepts() {
    let server = ScriptedServer::open().await;
    let draft = installed(&server).await;
    let copy = Copy::of(&server);
    let mut done = 0;
    for (state, superseded) in S::ALL.into_iter().flat_map(|state| [(state, false), (state, true)]) {
        for action in ProposalAction::ALL.into_iter().filter(|action| *action != ProposalAction::PromoteShared) {
            copy.put_into(state, &draft);
            if superseded {
                let sql = "UPDATE proposals SET body = json_set(body, '$.proposal.superseded_by', ?1)";
                copy.raw.execute(sql, [uuid::Uuid::from_u128(8).to_string()]).unwrap();
            }
            let detail = server.get(&draft.proposal("detail")).await;
            let list = server.get("/api/learn/proposals").await;
            assert_eq!(list["proposals"][0]["actions"], detail["actions"], "{state:?}: the list says the same");
            let offered = offers(&detail, action);
            let (path, body) = on_proposal(action, &draft);
            let (accepted, answer) = server.does(Method::POST, &path, body).await;
            assert_eq!(accepted, offered, "{action:?} in {state:?}, superseded: {superseded}: {answer}");
            done += u32::from(accepted);
            if accepted && action == ProposalAction::Rehearse {
                server.post(&draft.proposal("rehearsal/finish"), json!({ "cancel": true })).await;
            }
            if accepted && action == ProposalAction::ShowCheck {
                server.post(&draft.proposal("shown-check/finish"), json!({ "cancel": true })).await;
            }
        }
    }
    assert_eq!(done, 29, "operations that were carried out");
    server.close().await;
}

#[tokio::test]
async fn an_ability_offers_exactly_what_changes_it() {
    let server = ScriptedServer::open().await;
    let draft = installed(&server).await;
    let copy = Copy::of(&server);
    let id = copy.text("SELECT ability_id FROM abilities");
    let ability = |rest: &str| format!("/api/abilities/{id}/{rest}");
    let lanes = ["pending", "experimental_private", "approved_workspace", "shared_promoted", "quarantined"];
    for (lane, enabled) in lanes.into_iter().flat_map(|lane| [(lane, true), (lane, false)]) {
        for action in AbilityAction::ALL {
            copy.put_into(S::InstalledPrivate, &draft);
            let by = json!({ "reason": "It failed.", "by": "person", "lane_before": "approved_workspace", "since": "2027-01-15T08:00:00Z" });
            let quarantine = if lane == "quarantined" { by } else { Value::Null };
            copy.raw
                .execute(
                    "UPDATE abilities SET lane = ?1, body = json_set(body, '$.entry.install_lane', ?1, '$.entry.enabled', json(?2),
                     '$.standing.quarantine', json(?3))",
                    [lane, &enabled.to_string(), &quarantine.to_string()],
                )
                .unwrap();
            let before = server.get(&ability("availability")).await;
            let offered = offers(&before, action);
            let (method, path, body) = match action {
                AbilityAction::Activate => (Method::POST, ability("activate"), json!({})),
                AbilityAction::Deactivate => (Method::POST, ability("deactivate"), json!({})),
                AbilityAction::Quarantine => (Method::POST, ability("quarantine"), json!({ "reason": "It failed." })),
                AbilityAction::Unquarantine => (Method::POST, ability("unquarantine"), json!({})),
                AbilityAction::PromoteShared => (Method::POST, ability("promote-shared"), json!({})),
                AbilityAction::Improve => {
                    let body = json!({ "entry_mode": "improving_existing_skill", "target_skill_id": id });
                    (Method::POST, "/api/learn/sessions".to_owned(), body)
                }
                AbilityAction::UseAsExample => (Method::POST, "/api/learn/sessions".to_owned(), example_of(&id)),
                AbilityAction::Canary => (Method::POST, ability("canary"), json!({})),
                AbilityAction::Remove => (Method::DELETE, format!("/api/abilities/{id}"), Value::Null),
            };
            let (accepted, answer) = server.does(method, &path, body).await;
            let lasting = matches!(
                action,
                AbilityAction::Improve | AbilityAction::UseAsExample | AbilityAction::Canary | AbilityAction::Remove
            );
            let changed = lasting || {
                let after = server.get(&ability("availability")).await;
                (&after["install_lane"], &after["enabled"]) != (&before["install_lane"], &before["enabled"])
            };
            assert_eq!(accepted && changed, offered, "{action:?} in {lane}, enabled: {enabled}: {answer}");
        }
    }
    // An ability that was not taught here has no draft to improve, and nothing to be checked against.
    copy.put_back();
    copy.raw
        .execute_batch("UPDATE abilities SET body = json_set(json_remove(body, '$.proposal_id'), '$.entry.source', 'imported')")
        .unwrap();
    let imported = server.get(&ability("availability")).await;
    let of_taught = [AbilityAction::Improve, AbilityAction::UseAsExample, AbilityAction::Canary];
    assert!(of_taught.iter().all(|action| !offers(&imported, *action)), "{imported}");
    let (checked, answer) = server.does(Method::POST, &ability("canary"), json!({})).await;
    assert!(!checked, "{answer}");
    server.close().await;
}

#[tokio::test]
async fn a_session_is_pending_until_its_ability_is_removed_or_replaced() {
    let server = ScriptedServer::open().await;
    let draft = installed(&server).await;
    let pending = async || server.get(&draft.session("detail")).await["pending_ui_state"].clone();
    assert_eq!(pending().await, "private_active");
    let id = server.get(&draft.proposal("detail")).await["proposal"]["ability_id"].as_str().unwrap().to_owned();
    let (_, removed) = server.ask(Method::DELETE, &format!("/api/abilities/{id}"), None).await;
    assert_eq!(pending().await, Value::Null, "{removed}");
    server.post("/api/skills/restore", json!({ "undo": [removed["undo"]] })).await;
    assert_eq!(pending().await, "private_active");
    let sql = "UPDATE proposals SET body = json_set(body, '$.proposal.superseded_by', ?1)";
    server.world.raw().execute(sql, [uuid::Uuid::from_u128(8).to_string()]).unwrap();
    assert_eq!(pending().await, Value::Null, "a newer version is installed");
    server.close().await;
}

#[tokio::test]
async fn an_installed_draft_can_be_shared_once() {
    let server = ScriptedServer::open().await;
    let draft = installed(&server).await;
    let detail = server.get(&draft.proposal("detail")).await;
    assert_eq!(detail["actions"], json!(["use_as_example", "rehearse", "approve", "promote_shared"]));
    let id = detail["proposal"]["ability_id"].as_str().unwrap();
    server.post(&format!("/api/abilities/{id}/promote-shared"), json!({})).await;
    assert_eq!(server.get(&draft.proposal("detail")).await["actions"], json!(["use_as_example", "rehearse"]));
    server.close().await;
}
