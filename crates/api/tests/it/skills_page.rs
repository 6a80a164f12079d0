//! The Skills page (§0B.9): what its routes do, and what they refuse.

use crate::support::{TestServer, error};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

/// A skill of the person's own in the folder that Claude Code reads.
fn skill(server: &TestServer, name: &str, body: &str) -> PathBuf {
    let folder = server.folder.path().join("user/.claude/skills").join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("SKILL.md"), text(name, body)).unwrap();
    folder
}

fn text(name: &str, body: &str) -> String {
    format!("---\nname: {name}\ndescription: Says what {name} does. Use when asked.\n---\n\n{body}\n")
}

fn rows(list: &Value) -> Vec<(String, String, String)> {
    let word = |row: &Value, field: &str| row[field].as_str().unwrap_or_default().to_owned();
    let each = list["skills"].as_array().unwrap().iter();
    each.map(|row| (word(row, "name"), word(row, "source"), word(row, "state"))).collect()
}

/// Percent-encoded, for a query.
fn query(path: &std::path::Path) -> String {
    path.display().to_string().replace('%', "%25").replace(' ', "%20").replace('&', "%26")
}

async fn content(server: &TestServer, folder: &std::path::Path) -> (StatusCode, Value) {
    server.get(&format!("/api/skills/content?path={}", query(folder))).await
}

async fn save(server: &TestServer, folder: &std::path::Path, text: &str, digest: &str) -> (StatusCode, Value) {
    let body = json!({ "path": folder, "text": text, "base_digest": digest });
    let answer = server.request(Method::PUT, "/api/skills/content").json(&body).send().await.unwrap();
    crate::support::parts(answer).await
}

#[tokio::test]
async fn skills_and_abilities_stand_in_one_list_and_only_what_changed_is_told_again() {
    let server = TestServer::with_abilities().await;
    let folder = skill(&server, "tidy", "Boil the kettle.");
    let (_, first) = server.get("/api/skills").await;
    let expected = [("tidy", "native", "active"), ("lost-trick", "learned", "quarantined"), ("make-tea", "learned", "missing")];
    let expected = expected.map(|(name, source, state)| (name.to_owned(), source.to_owned(), state.to_owned()));
    let mut found = rows(&first);
    found.sort_by_key(|row| (row.1.clone() != "native", row.0.clone()));
    assert_eq!((found, first["whole"].as_bool()), (expected.to_vec(), Some(true)));
    let row = &first["skills"].as_array().unwrap().iter().find(|row| row["name"] == "tidy").unwrap().clone();
    assert_eq!((row["item_id"].as_str().unwrap().len(), row["kind"].as_str()), (32, Some("skill")));
    assert!(first["agent_sets"][row["agents"].as_u64().unwrap() as usize].as_array().unwrap().contains(&json!("Claude Code")));

    let since = first["as_of"].as_str().unwrap().to_owned();
    let (_, same) = server.get(&format!("/api/skills?since={since}")).await;
    assert_eq!((rows(&same).len(), same["whole"].as_bool(), &same["as_of"]), (0, Some(false), &first["as_of"]));
    fs::write(folder.join("SKILL.md"), text("tidy", "Changed.").replace("Says", "Tells")).unwrap();
    let (_, changed) = server.get(&format!("/api/skills?since={since}")).await;
    assert_eq!(rows(&changed).len(), 1, "{changed}");
    assert!(changed["skills"][0]["description"].as_str().unwrap().starts_with("Tells"));
    fs::remove_dir_all(&folder).unwrap();
    let (_, gone) = server.get(&format!("/api/skills?since={since}")).await;
    assert_eq!((rows(&gone).len(), &gone["gone"]), (0, &json!([row["item_id"]])));
    let (_, restarted) = server.get("/api/skills?since=another.3").await;
    assert_eq!((restarted["whole"].as_bool(), rows(&restarted).len()), (Some(true), 2));
}

#[tokio::test]
async fn a_category_of_a_skill_stands_in_its_row() {
    let server = TestServer::open().await;
    skill(&server, "tidy", "Body.");
    let (_, list) = server.get("/api/skills").await;
    let (_, made) = server.post("/api/categories", json!({ "title": "Chores" })).await;
    let category = made["category"]["category_id"].as_str().unwrap();
    let item = json!({ "item_kind": "skill", "item_id": list["skills"][0]["item_id"] });
    let (status, answer) = server.post(&format!("/api/categories/{category}/assign"), item).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let (_, list) = server.get(&format!("/api/skills?since={}", list["as_of"].as_str().unwrap())).await;
    assert_eq!(list["skills"][0]["categories"], json!([category]));
}

#[tokio::test]
async fn texts_are_searched_for_every_word() {
    let server = TestServer::open().await;
    let folder = skill(&server, "tidy", "Boil the KETTLE\nthen pour.");
    skill(&server, "other", "Pour only.");
    let (_, found) = server.get("/api/skills/search?q=pour%20kettle").await;
    assert_eq!(found["searched"], 2);
    assert_eq!(found["hits"], json!([{ "path": folder, "line": 7, "excerpt": "then pour." }]));
    let (status, refused) = server.get("/api/skills/search?q=").await;
    assert_eq!((status, error(status, &refused)["details"]["field"].as_str()), (StatusCode::BAD_REQUEST, Some("q")));
}

#[tokio::test]
async fn a_saved_text_replaces_only_what_it_was_made_from_and_leaves_a_version() {
    let server = TestServer::open().await;
    let folder = skill(&server, "tidy", "First.");
    let (_, read) = content(&server, &folder).await;
    let digest = read["digest"].as_str().unwrap().to_owned();
    let (status, saved) = save(&server, &folder, &text("tidy", "Second."), &digest).await;
    assert_eq!(status, StatusCode::OK, "{saved}");
    assert_eq!(fs::read_to_string(folder.join("SKILL.md")).unwrap(), text("tidy", "Second."));
    let (_, versions) = server.get(&format!("/api/skills/versions?path={}", query(&folder))).await;
    let id = versions["versions"][0]["version_id"].as_str().unwrap();
    assert_eq!(versions["versions"][0]["cause"], "save");
    let (_, version) = server.get(&format!("/api/skills/version?path={}&version_id={id}", query(&folder))).await;
    assert_eq!(version["text"], text("tidy", "First."));
    assert!(version["diff"].as_str().unwrap().contains("-First.\n+Second."), "{version}");

    let (status, refused) = save(&server, &folder, &text("tidy", "Third."), &digest).await;
    assert_eq!((status, error(status, &refused)["code"].as_str()), (StatusCode::CONFLICT, Some("CONFLICT")));
    fs::write(folder.join("SKILL.md"), text("tidy", "Outside.")).unwrap();
    let now = saved["digest"].as_str().unwrap();
    assert_eq!(save(&server, &folder, &text("tidy", "Third."), now).await.0, StatusCode::CONFLICT);
    assert_eq!(fs::read_to_string(folder.join("SKILL.md")).unwrap(), text("tidy", "Outside."), "theirs stays");
}

#[tokio::test]
async fn what_cannot_or_must_not_be_written_is_refused() {
    let server = TestServer::open().await;
    let folder = skill(&server, "tidy", "First.");
    let (_, read) = content(&server, &folder).await;
    let digest = read["digest"].as_str().unwrap().to_owned();
    let unreadable = "---\nname: tidy\ndescription: ''\nno end";
    let (status, refused) = save(&server, &folder, unreadable, &digest).await;
    assert!(status == StatusCode::BAD_REQUEST && error(status, &refused)["details"]["field"] == "text", "{refused}");
    let (status, refused) = save(&server, &folder, &text("tidy", &"x".repeat(256_000)), &digest).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE, "{refused}");

    // Outside of every folder that is listed.
    let elsewhere = server.folder.path().join("elsewhere/tidy");
    fs::create_dir_all(&elsewhere).unwrap();
    fs::write(elsewhere.join("SKILL.md"), text("tidy", "Body.")).unwrap();
    for path in [elsewhere.clone(), folder.join("../../../../elsewhere/tidy"), PathBuf::from("/etc")] {
        assert_eq!(save(&server, &path, &text("tidy", "x"), &digest).await.0, StatusCode::NOT_FOUND, "{}", path.display());
    }
    // Behind a link: what it leads to may belong to others.
    let shared = server.folder.path().join("user/.agents/skills/linked");
    fs::create_dir_all(&shared).unwrap();
    fs::write(shared.join("SKILL.md"), text("linked", "Body.")).unwrap();
    let file = skill(&server, "by-file", "x");
    fs::remove_file(file.join("SKILL.md")).unwrap();
    std::os::unix::fs::symlink(shared.join("SKILL.md"), file.join("SKILL.md")).unwrap();
    let (status, read) = content(&server, &file).await;
    assert_eq!(status, StatusCode::OK, "{read}");
    let (status, refused) = save(&server, &file, &text("by-file", "x"), read["digest"].as_str().unwrap()).await;
    assert_eq!((status, error(status, &refused)["details"]["reason"].as_str()), (StatusCode::FORBIDDEN, Some("LOCKED")));
    assert_eq!(fs::read_to_string(shared.join("SKILL.md")).unwrap(), text("linked", "Body."));
}

#[tokio::test]
async fn a_file_is_shown_and_none_outside_of_its_skill() {
    let server = TestServer::open().await;
    let folder = skill(&server, "tidy", "Body.");
    fs::create_dir_all(folder.join("scripts")).unwrap();
    fs::write(folder.join("scripts/run.sh"), "#!/bin/sh\n").unwrap();
    fs::write(server.folder.path().join("secret"), "x").unwrap();
    std::os::unix::fs::symlink(server.folder.path().join("secret"), folder.join("out")).unwrap();
    let file = |name: &str| format!("/api/skills/file?path={}&file={name}", query(&folder));
    let (_, shown) = server.get(&file("scripts/run.sh")).await;
    assert_eq!((shown["text"].as_str(), shown["cut"].as_bool()), (Some("#!/bin/sh\n"), Some(false)));
    for (name, status) in [("../../secret", 400), ("/etc/hosts", 400), ("out", 403), ("gone", 404)] {
        assert_eq!(server.get(&file(name)).await.0.as_u16(), status, "{name}");
    }
}

#[tokio::test]
async fn a_text_is_checked_before_it_is_saved_and_many_are_mended_at_once() {
    let server = TestServer::open().await;
    let broken = "---\nname: tidy\ndescription: Use when: tidy\n---\n\nBody.\n";
    let (_, checked) = server.post("/api/skills/check", json!({ "text": broken, "folder": "tidy" })).await;
    assert_eq!((checked["findings"][0]["line"].as_u64(), checked["findings"][0]["fixable"].as_bool()), (Some(3), Some(true)));
    let folder = skill(&server, "tidy", "x");
    fs::write(folder.join("SKILL.md"), broken).unwrap();
    let good = skill(&server, "good", "x");
    let paths = json!([folder, good, "/nowhere"]);
    let (_, shown) = server.post("/api/skills/fix", json!({ "paths": paths })).await;
    let codes =
        |answer: &Value| -> Vec<Value> { answer["results"].as_array().unwrap().iter().map(|one| one["code"].clone()).collect() };
    assert_eq!(codes(&shown), [Value::Null, json!("NOTHING_TO_FIX"), json!("NOT_INSTALLED")]);
    assert!(shown["results"][0]["diff"].as_str().unwrap().contains("-description: Use when: tidy"));
    assert_eq!(fs::read_to_string(folder.join("SKILL.md")).unwrap(), broken, "only shown");
    let (_, done) = server.post("/api/skills/fix", json!({ "paths": paths, "apply": true })).await;
    assert_eq!(done["results"][0]["ok"], true);
    assert_eq!(fs::read_to_string(folder.join("SKILL.md")).unwrap(), checked["fixed"]["text"].as_str().unwrap());
}

#[tokio::test]
async fn what_is_removed_comes_back_as_it_was() {
    let server = TestServer::open().await;
    let folder = skill(&server, "tidy", "Body.");
    fs::write(folder.join("more.txt"), "more").unwrap();
    let body = |apply: bool, force: bool| json!({ "paths": [folder], "apply": apply, "force": force });
    let (_, refused) = server.post("/api/skills/remove", body(true, false)).await;
    assert_eq!(refused["results"][0]["code"], "NOT_OURS");
    let (_, shown) = server.post("/api/skills/remove", body(false, true)).await;
    assert!(shown["results"][0]["ok"] == true && folder.exists());
    let (_, done) = server.post("/api/skills/remove", body(true, true)).await;
    assert!(!folder.exists(), "{done}");
    let undo = done["results"][0]["undo"].as_str().unwrap();
    // Whoever did not take the chance at once finds it here.
    let (_, removed) = server.get("/api/skills/removed").await;
    let one = &removed["removed"][0];
    assert_eq!((&one["undo"], &one["name"], &one["path"]), (&json!(undo), &json!("tidy"), &json!(folder)), "{removed}");
    assert!(one["bytes"].as_u64().unwrap() > 4 && one["kept_until"].as_str() > one["removed_at"].as_str(), "{removed}");
    let (_, back) = server.post("/api/skills/restore", json!({ "undo": [undo, "../../x"] })).await;
    assert_eq!((&back["results"][0]["ok"], &back["results"][1]["code"]), (&json!(true), &json!("NOT_KEPT")));
    assert_eq!(fs::read_to_string(folder.join("more.txt")).unwrap(), "more");
    let (_, again) = server.post("/api/skills/restore", json!({ "undo": [undo] })).await;
    assert_eq!(again["results"][0]["code"], "NOT_KEPT");
    assert_eq!(server.get("/api/skills/removed").await.1, json!({ "removed": [] }));
}

#[tokio::test]
async fn pinned_and_edited_skills_are_not_updated_and_say_why() {
    let server = TestServer::open().await;
    let source = server.folder.path().join("source/tidy");
    fs::create_dir_all(&source).unwrap();
    fs::write(source.join("SKILL.md"), text("tidy", "One.")).unwrap();
    let folder = server.folder.path().join("user/.agents/skills/tidy");
    install(&server, &source);
    let path = json!([folder]);
    let act = |what: &'static str, more: Value| {
        let mut body = json!({ "paths": path, "apply": true });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let server = &server;
        async move { server.post(&format!("/api/skills/{what}"), body).await.1["results"][0].clone() }
    };
    assert_eq!(act("update", json!({})).await["code"], "UP_TO_DATE");
    fs::write(source.join("SKILL.md"), text("tidy", "Two.")).unwrap();
    assert_eq!(act("pin", json!({ "reason": "works" })).await["ok"], true);
    let (_, list) = server.get("/api/skills").await;
    assert_eq!((&list["skills"][0]["pinned"], &list["skills"][0]["source"]), (&json!(true), &json!("imported")));
    assert_eq!(act("update", json!({ "force": true })).await["code"], "PINNED");
    assert_eq!(act("remove", json!({ "force": true })).await["code"], "PINNED");
    assert_eq!(act("unpin", json!({})).await["ok"], true);
    let shown = act("update", json!({ "apply": false })).await;
    assert!(shown["diff"].as_str().unwrap().contains("-One.\n+Two."), "{shown}");
    fs::write(folder.join("SKILL.md"), text("tidy", "Mine.")).unwrap();
    assert_eq!(act("update", json!({})).await["code"], "EDITED");
    let (_, standing) = server.get(&format!("/api/skills/standing?path={}", query(&folder))).await;
    assert_eq!(
        (&standing["state"], &standing["changed"], &standing["installer"]),
        (&json!("edited"), &json!(["SKILL.md"]), &json!("apprentice"))
    );
    assert_eq!(act("update", json!({ "force": true })).await["ok"], true);
    assert_eq!(fs::read_to_string(folder.join("SKILL.md")).unwrap(), text("tidy", "Two."));
    let own = skill(&server, "own", "x");
    let (_, answer) = server.post("/api/skills/update", json!({ "paths": [own] })).await;
    assert_eq!(answer["results"][0]["code"], "NOT_TRACKED");
}

/// As `apprentice skills install` does it.
fn install(server: &TestServer, source: &std::path::Path) {
    use apprentice_skills::agents::targets::Machine;
    use apprentice_skills::install::manage::{self, Destination, InstallRequest, InstallScope};
    use apprentice_skills::source::fetch;
    use apprentice_skills::source::locator::SourceLocation;
    let machine = Machine { user_home: Some(server.folder.path().join("user")), ..Machine::default() };
    let clock = apprentice_engine::core::system::SystemClock;
    let installer = manage::InstallContext {
        folder: server.folder.path().join("skills"),
        machine: &machine,
        state_home: None,
        clock: &clock,
    };
    let fetched =
        fetch::materialize(&SourceLocation::Folder { path: source.to_path_buf() }, &fetch::FetchOptions::unattended()).unwrap();
    let into = Destination::Linked { scope: InstallScope::User, agents: Vec::new() };
    let wanted = InstallRequest { names: Vec::new(), all: true, into, force: false, accept_risk: false };
    let plan = manage::plan_install(&installer, &fetched, &wanted).unwrap();
    manage::apply(&installer, &plan).unwrap();
}

#[tokio::test]
async fn an_agents_switch_is_turned_and_where_there_is_none_it_is_said() {
    let server = TestServer::open().await;
    let folder = server.folder.path().join("user/.openclaw/skills/tidy");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("SKILL.md"), text("tidy", "Body.")).unwrap();
    let other = skill(&server, "other", "x");
    let (_, answer) = server.post("/api/skills/switch", json!({ "paths": [folder, other], "enabled": false })).await;
    assert_eq!((&answer["results"][0]["ok"], &answer["results"][1]["code"]), (&json!(true), &json!("NO_SWITCH")), "{answer}");
    let (_, list) = server.get("/api/skills").await;
    let row = list["skills"].as_array().unwrap().iter().find(|row| row["name"] == "tidy").unwrap();
    assert_eq!(row["state"], "disabled");
    let config = fs::read_to_string(server.folder.path().join("user/.openclaw/openclaw.json")).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&config).unwrap()["skills"]["entries"]["tidy"]["enabled"], false);
    let (_, standing) = server.get(&format!("/api/skills/standing?path={}", query(&folder))).await;
    assert_eq!(standing["switches"][0]["enabled"], false);

    // Known to the agent's configuration by another name than its own: row, drawer and switch go by that one.
    let keyed = server.folder.path().join("user/.openclaw/skills/brew");
    fs::create_dir_all(&keyed).unwrap();
    let front = "name: brew\ndescription: Brews. Use when asked.\nmetadata:\n  openclaw:\n    skillKey: kettle";
    fs::write(keyed.join("SKILL.md"), format!("---\n{front}\n---\n\nBrew.\n")).unwrap();
    let (_, answer) = server.post("/api/skills/switch", json!({ "paths": [keyed], "enabled": false })).await;
    assert_eq!(answer["results"][0]["ok"], true, "{answer}");
    let config = fs::read_to_string(server.folder.path().join("user/.openclaw/openclaw.json")).unwrap();
    let entries = &serde_json::from_str::<Value>(&config).unwrap()["skills"]["entries"];
    assert!(
        entries["kettle"]["enabled"] == false && entries["brew"].is_null() && entries["tidy"]["enabled"] == false,
        "{config}"
    );
    let (_, list) = server.get("/api/skills").await;
    let row = list["skills"].as_array().unwrap().iter().find(|row| row["name"] == "brew").unwrap();
    assert_eq!(row["state"], "disabled", "{row}");
    let (_, standing) = server.get(&format!("/api/skills/standing?path={}", query(&keyed))).await;
    assert_eq!(standing["switches"][0]["enabled"], false);
}

#[tokio::test]
async fn an_ability_is_told_its_runs_and_nothing_is_cancelled_that_does_not_run() {
    let server = TestServer::with_abilities().await;
    let (status, history) = server.get("/api/abilities/ability_make-tea/health-history").await;
    assert_eq!((status, &history["runs"]), (StatusCode::OK, &json!([])));
    assert_eq!(server.get("/api/abilities/ability_nobody/health-history").await.0, StatusCode::NOT_FOUND);
    assert_eq!(server.post("/api/skills/cancel", json!({ "operation_id": "x" })).await.0, StatusCode::NOT_FOUND);
    let (_, versions) = server.get("/api/skills/versions?path=ability_make-tea").await;
    assert_eq!(versions["versions"][0]["cause"], "installed");
}

#[tokio::test]
async fn any_row_is_asked_whether_words_would_bring_an_agent_to_it() {
    let server = TestServer::with_abilities().await;
    let put = |name: &str, front: &str, body: &str| {
        let folder = skill(&server, name, body);
        fs::write(folder.join("SKILL.md"), format!("---\nname: {name}\n{front}\n---\n\n{body}\n")).unwrap();
    };
    put("brew-tea", "description: Brews tea. Use when somebody is thirsty.", "Preheat the samovar.");
    put("fold-paper", "description: Folds paper into cranes and boats.", "Fold.");
    put("water-plants", "description: Waters the plants in the hall.", "Water them.");
    put("dust-shelves", "description: Dusts the shelves.\ndisable-model-invocation: true", "Dust them.");
    let (_, list) = server.get("/api/skills").await;
    let id = |name: &str| {
        let row = list["skills"].as_array().unwrap().iter().find(|row| row["name"] == name).unwrap();
        row["item_id"].as_str().unwrap().to_owned()
    };
    let ask = async |name: &str, words: &str| {
        let (status, answer) =
            server.post("/api/skills/trigger-test", json!({ "item_id": id(name), "trigger_text": words })).await;
        assert_eq!((status, &answer["candidate_item_id"]), (StatusCode::OK, &json!(id(name))), "{answer}");
        answer
    };
    let words = |answer: &Value, field: &str| -> Vec<String> {
        answer[field].as_array().unwrap().iter().map(|reason| reason.as_str().unwrap().to_owned()).collect()
    };
    let found = ask("brew-tea", "brew some tea").await;
    assert_eq!((&found["matched"], words(&found, "reasons")), (&json!(true), vec!["words_match: \"brew\", \"tea\"".to_owned()]));
    assert!(found["score"].as_f64().unwrap() > 0.33 && found["receipt_id"].is_null(), "{found}");
    let other = ask("fold-paper", "brew some tea").await;
    let reasons = words(&other, "rejection_reasons");
    assert_eq!((&other["matched"], reasons.len()), (&json!(false), 2), "{other}");
    assert!(reasons[0].starts_with("score_below_threshold: 0.00 < ") && reasons[1].starts_with("better_match: brew-tea ("));
    let hidden = words(&ask("brew-tea", "heat up the samovar").await, "rejection_reasons");
    assert!(hidden.iter().any(|reason| reason.starts_with("only_in_text: \"samovar\"")), "{hidden:?}");
    let around = json!({ "item_id": id("brew-tea"), "trigger_text": "do it", "context_excerpt": "brew some tea" });
    assert_eq!(server.post("/api/skills/trigger-test", around).await.1["matched"], true);
    let refused = ask("dust-shelves", "dust the shelves").await;
    assert_eq!(refused["matched"], false);
    assert!(words(&refused, "rejection_reasons")[0].starts_with("for_people_only"), "{refused}");
    // The row of an ability is that ability.
    let ability = ask("make-tea", "anything").await;
    assert!(ability["candidate_ability_id"].is_string() && ability["receipt_id"].is_string(), "{ability}");

    let (status, refused) = server.post("/api/skills/trigger-test", json!({ "item_id": "nothing", "trigger_text": "x" })).await;
    assert_eq!((status, &error(status, &refused)["details"]["field"]), (StatusCode::NOT_FOUND, &json!("item_id")));
    let two = json!({ "item_id": id("brew-tea"), "ability_id": "make-tea", "trigger_text": "x" });
    let (status, refused) = server.post("/api/skills/trigger-test", two).await;
    assert_eq!((status, &error(status, &refused)["details"]["field"]), (StatusCode::BAD_REQUEST, &json!("item_id")));
}
