//! *Use as Example* over HTTP: a further showing of a draft.

use crate::scripted_server::ScriptedServer;
use reqwest::Method;
use serde_json::json;

#[tokio::test]
async fn a_showing_is_begun_compared_and_named_in_the_draft() {
    let server = ScriptedServer::open().await;
    let draft = server.tested_proposal().await;
    let wish = json!({ "entry_mode": "demonstrating_skill", "example_of": draft.proposal });
    let created = server.post("/api/learn/sessions", wish.clone()).await;
    let session = created["session"]["learn_session_id"].as_str().unwrap().to_owned();
    assert_eq!(created["session"]["example_of"]["proposal_id"], json!(draft.proposal));
    assert_eq!(created["session"]["watch"], json!(["browser"]), "as the first time");
    assert_eq!(server.refused(Method::POST, "/api/learn/sessions", wish).await, (409, "LEARN_SESSION_ALREADY_ACTIVE".into()));
    assert_eq!(server.get(&draft.proposal("detail")).await["example_session_id"], json!(session));

    let own = |rest: &str| format!("/api/learn/sessions/{session}/{rest}");
    server.post(&own("start"), json!({})).await;
    let early = server.refused(Method::POST, &own("use-example"), json!({})).await;
    assert_eq!(early, (409, "INVALID_LEARN_STATE_TRANSITION".into()), "while it is shown");
    server.world.inserts_a_customer("Grace Hopper", "grace@example.net");
    let stopped = server.post(&own("stop"), json!({})).await;
    assert_eq!(stopped["next_action"], "use_example");
    let actions = server.get(&own("detail")).await["actions"].clone();
    assert!(actions.as_array().unwrap().contains(&json!("use_example")), "{actions}");

    let used = server.post(&own("use-example"), json!({})).await;
    assert_eq!((&used["proposal_id"], &used["session"]["example_of"]["used"]), (&json!(draft.proposal), &json!(true)));
    server.settled().await;
    let detail = server.get(&draft.proposal("detail")).await;
    assert_eq!((&detail["showings"], &detail["settled"]), (&json!(2), &used["settled"]));
    assert_eq!(detail["settled"][0]["kind"], "input");
    assert_eq!(server.state(&draft.session).await, "ready_for_review");
    let twice = server.refused(Method::POST, &own("use-example"), json!({})).await;
    assert_eq!(twice, (409, "INVALID_LEARN_STATE_TRANSITION".into()), "once");

    let unknown = json!({ "entry_mode": "demonstrating_skill", "example_of": "x".repeat(161) });
    assert_eq!(server.refused(Method::POST, "/api/learn/sessions", unknown).await.0, 400);
    let plain = format!("/api/learn/sessions/{}/use-example", draft.session);
    assert_eq!(server.refused(Method::POST, &plain, json!({})).await, (400, "INVALID_REQUEST".into()));
    server.close().await;
}
