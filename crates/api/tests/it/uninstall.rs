//! Abilities are uninstalled and brought back.

use crate::seeded_server::{SeededServer, ids};
use serde_json::{Value, json};

async fn lookup(server: &SeededServer) -> Value {
    server.post("/api/abilities/lookup", json!({ "user_query": "add customer" })).await["matches"].clone()
}

async fn restore(server: &SeededServer, undo: &Value) -> Value {
    server.post("/api/skills/restore", json!({ "undo": [undo] })).await["results"][0].clone()
}

#[tokio::test]
async fn an_ability_is_uninstalled_with_all_that_agents_see_of_it_and_brought_back_as_it_was() {
    let server = SeededServer::open(&["add-customer"]).await;
    let at = server.install(0, "experimental_private").await;
    let file = server.skills().join("add-customer/SKILL.md");
    let canonical = server.home().join("system/learning/installed/add-customer/SKILL.md");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(canonical.exists() && !lookup(&server).await.as_array().unwrap().is_empty());

    let (status, removed) = server.delete(&at).await;
    assert_eq!((status, &removed["ability_id"]), (200, &json!("ability_add-customer")), "{removed}");
    assert_eq!(removed["places"][0]["standing"], "taken_out");
    assert!(!file.parent().unwrap().exists() && !canonical.exists());
    assert_eq!(lookup(&server).await, json!([]));
    assert_eq!(server.get("/api/abilities/availability").await["abilities"], json!([]));
    assert_eq!(server.get("/api/capabilities/bridge").await["entries"], json!([]));
    let (status, gone) = server.delete(&at).await;
    assert_eq!((status, &gone["error"]["code"]), (404, &json!("ABILITY_NOT_FOUND")));
    let receipt = server.receipts("ability_deactivated").await.remove(0);
    assert_eq!(
        (&receipt["reason"], &receipt["proposal_id"], &receipt["ability_id"]),
        (&json!("removed"), &json!(ids(0).1), &json!("ability_add-customer"))
    );
    assert_eq!(server.state(0).await, "installed_private", "its history stays");
    server.post("/api/repair/projections", json!({})).await;
    assert!(!canonical.exists(), "a repair brings nothing back");

    let back = restore(&server, &removed["undo"]).await;
    assert_eq!((&back["ok"], &back["path"]), (&json!(true), &json!("ability_add-customer")), "{back}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    assert!(canonical.exists());
    assert_eq!(server.ability(&at).await["usable_now"], true);
    assert_eq!(lookup(&server).await[0]["ability_id"], "ability_add-customer");
    assert_eq!(restore(&server, &removed["undo"]).await["code"], "NOT_KEPT");
    server.close().await;
}

#[tokio::test]
async fn an_edited_copy_is_taken_only_by_force_and_comes_back_edited() {
    let server = SeededServer::open(&["add-customer"]).await;
    let at = server.install(0, "approved_workspace").await;
    let file = server.skills().join("add-customer/SKILL.md");
    std::fs::write(&file, "mine now").unwrap();
    let (status, refused) = server.delete(&at).await;
    assert_eq!((status, &refused["error"]["code"]), (409, &json!("CONFLICT")), "{refused}");
    assert_eq!(refused["error"]["details"]["paths"], json!([file.parent().unwrap()]));
    assert_eq!(server.ability(&at).await["usable_now"], true, "nothing was changed");
    let (status, removed) = server.delete(&format!("{at}?force=true")).await;
    assert_eq!((status, file.parent().unwrap().exists()), (200, false), "{removed}");
    assert_eq!(restore(&server, &removed["undo"]).await["ok"], true);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine now");
    let (status, unknown) = server.delete(&format!("{at}?sure=true")).await;
    assert_eq!((status, &unknown["error"]["code"]), (400, &json!("INVALID_REQUEST")));
    server.close().await;
}

/// The Skills page shows first what would go, and removes abilities and plain skills alike.
#[tokio::test]
async fn many_are_removed_at_once_each_with_its_own_answer() {
    let server = SeededServer::open(&["add-customer", "drop-customer"]).await;
    server.install(0, "approved_workspace").await;
    server.install(1, "approved_workspace").await;
    let edited = server.skills().join("drop-customer/SKILL.md");
    std::fs::write(&edited, "mine now").unwrap();
    let paths = json!(["ability_add-customer", "ability_drop-customer", "/nowhere"]);
    let shown = server.post("/api/skills/remove", json!({ "paths": paths })).await;
    let codes = |answer: &Value| -> Vec<Value> {
        answer["results"].as_array().unwrap().iter().map(|result| result["code"].clone()).collect()
    };
    assert_eq!(codes(&shown), [Value::Null, json!("EDITED"), json!("NOT_INSTALLED")], "{shown}");
    assert!(server.skills().join("add-customer").exists(), "a preview takes nothing away");
    let done = server.post("/api/skills/remove", json!({ "paths": paths, "apply": true })).await;
    assert_eq!(codes(&done), codes(&shown));
    assert!(!server.skills().join("add-customer").exists() && edited.exists());
    let undone = restore(&server, &done["results"][0]["undo"]).await;
    assert_eq!(undone["ok"], true, "{undone}");
    assert!(server.skills().join("add-customer/SKILL.md").exists());
    server.close().await;
}

#[tokio::test]
async fn what_took_its_name_meanwhile_stays() {
    let server = SeededServer::open(&["add-customer"]).await;
    let at = server.install(0, "approved_workspace").await;
    let (_, removed) = server.delete(&at).await;
    let theirs = server.skills().join("add-customer");
    std::fs::create_dir_all(&theirs).unwrap();
    std::fs::write(theirs.join("SKILL.md"), "theirs").unwrap();
    assert_eq!(restore(&server, &removed["undo"]).await["ok"], true);
    assert_eq!(std::fs::read_to_string(theirs.join("SKILL.md")).unwrap(), "theirs");
    let places = server.post(&format!("{at}/activate"), json!({})).await["places"].clone();
    assert_eq!(places[0]["standing"], "waiting", "{places}");
    server.close().await;
}

/// Edits of abilities are kept through the same record that holds plain skills until all of them are done.
#[tokio::test]
async fn an_edited_ability_goes_with_plain_skills_and_is_listed_once_among_what_was_removed() {
    let server = SeededServer::open(&["add-customer"]).await;
    let plain = server.folder.path().join("user/.claude/skills/plain-one");
    std::fs::create_dir_all(&plain).unwrap();
    std::fs::write(plain.join("SKILL.md"), "---\nname: plain-one\ndescription: Does it. Use when asked.\n---\n\nDo it.\n")
        .unwrap();
    server.install(0, "approved_workspace").await;
    let place = server.skills().join("add-customer");
    std::fs::write(place.join("SKILL.md"), "mine now").unwrap();
    let paths = json!([plain, "ability_add-customer"]);
    let done = server.post("/api/skills/remove", json!({ "paths": paths, "apply": true, "force": true })).await;
    let results = done["results"].as_array().unwrap();
    assert!(results.iter().all(|result| result["ok"] == true), "{done}");
    assert_eq!((&results[0]["path"], &results[1]["path"]), (&paths[0], &paths[1]));
    assert!(!plain.exists() && !place.exists());

    let listed = server.get("/api/skills/removed").await["removed"].as_array().unwrap().clone();
    let mut named: Vec<_> = listed.iter().map(|copy| (copy["name"].as_str().unwrap(), &copy["path"], &copy["undo"])).collect();
    named.sort_by_key(|(name, ..)| *name);
    let expected = [("add-customer", &json!(place), &results[1]["undo"]), ("plain-one", &json!(plain), &results[0]["undo"])];
    assert_eq!(named, expected);
    for result in results {
        assert_eq!(restore(&server, &result["undo"]).await["ok"], true);
    }
    assert!(plain.join("SKILL.md").exists());
    assert_eq!(std::fs::read_to_string(place.join("SKILL.md")).unwrap(), "mine now");
    assert_eq!(server.get("/api/skills/removed").await["removed"], json!([]));
    server.close().await;
}
