//! The road of an import over HTTP (§0C.20), and the acceptance rows `skill_import_*` of §0C.28.

use crate::importing::form;
use crate::support::{TestServer, error};
use apprentice_testkit::archives::{skill, tea, zipped};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::os::unix::fs::PermissionsExt;

#[tokio::test]
async fn a_bundle_is_uploaded_scanned_staged_and_installed() {
    let server = TestServer::open().await;
    let folder = server.with_a_folder().await;
    let upload = server.upload(&tea()).await;
    assert_eq!(upload["accepted"], true);
    assert_eq!(upload["skills"][0]["skill_path"], "brew-oolong", "{upload}");
    let id = upload["import_id"].as_str().unwrap().to_owned();
    assert_eq!(server.detail(&id).await["import_record"]["stage_state"], "uploaded");

    let artifact = &upload["temp_artifact"]["temp_artifact_ref"];
    let scan = server.imported("scan", json!({ "source": "manual_upload", "staged_upload_ref": artifact })).await;
    assert_eq!(scan["import_record"]["import_id"], id, "the first scan goes on with the upload's import");
    assert_eq!(scan["import_record"]["source_ref"], *artifact, "the deprecated name is normalised");
    assert_eq!(
        (&scan["compatibility_report"]["compatible"], &scan["compatibility_report"]["file_count"]),
        (&json!(true), &json!(3))
    );

    let files = server.get(&format!("/api/skills/import/{id}/files")).await.1;
    let file = |path: &str| files["files"].as_array().unwrap().iter().find(|file| file["path"] == path).unwrap().clone();
    assert_eq!(file("scripts/boil.sh")["executable"], true);
    assert_eq!(file("assets/leaf.png")["executable"], false);
    let text = server.get(&format!("/api/skills/import/{id}/file?path=scripts/boil.sh")).await.1;
    assert_eq!(text["text"], "#!/bin/sh\necho boiling\n");
    assert_eq!(server.get(&format!("/api/skills/import/{id}/file?path=assets/leaf.png")).await.1["text"], Value::Null);
    for path in ["../../endpoint.json", "/etc/passwd", "scripts/none.sh"] {
        let (status, answer) = server.get(&format!("/api/skills/import/{id}/file?path={path}")).await;
        assert!(status.is_client_error() && error(status, &answer)["details"]["field"] == "path", "{path}: {answer}");
    }

    let stage = server.imported("stage", json!({ "import_id": id, "requested_pack_id": "tea-pack" })).await;
    assert_eq!(stage["import_record"]["source_ref_kind"], "materialized_bundle");
    assert_eq!(server.detail(&id).await["targets"][0]["occupied"], false);
    let done = server.imported("install-private", json!({ "import_id": id })).await;
    assert_eq!(done["import_record"]["stage_state"], "installed_private");
    assert_eq!(done["import_record"]["ability_id"], "ability_brew-oolong");
    assert!(done["saga_id"].is_string());
    let detail = server.detail(&id).await;
    assert_eq!(detail["partial_deployment"]["state"], "none");

    let installed = folder.join("brew-oolong");
    assert!(std::fs::read_to_string(installed.join("SKILL.md")).unwrap().starts_with("---\nname: brew-oolong\n"));
    assert_eq!(std::fs::read(installed.join("assets/leaf.png")).unwrap().len(), 8, "files that are no text too");
    let mode = std::fs::metadata(installed.join("scripts/boil.sh")).unwrap().permissions().mode();
    assert_eq!(mode & 0o111, 0o111, "what may be run may be run there");

    let (_, availability) = server.get("/api/abilities/availability").await;
    let ability = &availability["abilities"][0];
    assert_eq!(
        (&ability["source"], &ability["install_lane"], &ability["usable_now"]),
        (&json!("imported"), &json!("experimental_private"), &json!(true))
    );
    let lookup = server.post("/api/abilities/lookup", json!({ "user_query": "a pot of oolong" })).await.1;
    assert_eq!(lookup["matches"][0]["ability_id"], "ability_brew-oolong", "{lookup}");
    let test = json!({ "import_id": id, "trigger_text": "brews oolong tea" });
    let tested = server.post("/api/skills/trigger-test", test).await.1;
    assert_eq!(
        (&tested["matched"], &tested["candidate_ability_id"], &tested["candidate_import_id"]),
        (&json!(true), &json!("ability_brew-oolong"), &json!(id)),
        "what was installed is named by its ability too: {tested}"
    );
    let read = server.get("/api/abilities/skill?ability=ability_brew-oolong").await.1;
    assert!(read["skill_md"].as_str().unwrap().contains("Boil water"), "{read}");
    for step in ["deactivate", "activate"] {
        let (status, answer) = server.post(&format!("/api/abilities/ability_brew-oolong/{step}"), json!({})).await;
        assert_eq!(status, StatusCode::OK, "{step}: {answer}");
    }
    let (status, answer) =
        server.post("/api/abilities/ability_brew-oolong/quarantine", json!({ "reason": "It burnt the tea" })).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let packs = server.get("/api/skills/packs").await.1;
    assert_eq!(packs["packs"][0]["pack_id"], "tea-pack", "{packs}");
    let receipts = server.get("/api/learn/receipts").await.1;
    let kinds: Vec<&str> =
        receipts["receipts"].as_array().unwrap().iter().map(|receipt| receipt["kind"].as_str().unwrap()).collect();
    for kind in [
        "import_uploaded",
        "import_scanned",
        "import_staged",
        "import_install_requested",
        "install_completed",
        "import_installed",
    ] {
        assert!(kinds.contains(&kind), "{kind} in {kinds:?}");
    }
}

#[tokio::test]
async fn a_newer_version_takes_the_place_of_what_was_imported_and_nothing_else() {
    let server = TestServer::open().await;
    let folder = server.with_a_folder().await;
    let first = server.staged(&tea()).await;
    server.imported("approve", json!({ "import_id": first, "approval_note": "Read it" })).await;
    let main = skill("brew-oolong", "Brews oolong tea faster.");
    let newer = zipped(&[("SKILL.md", main.as_bytes())]);
    let id = server.scanned(&newer).await;
    let report = server.detail(&id).await["compatibility_report"].clone();
    let codes: Vec<&str> = report["findings"].as_array().unwrap().iter().map(|found| found["code"].as_str().unwrap()).collect();
    assert!(codes.contains(&"REPLACES_IMPORT"), "{codes:?}");
    assert_eq!(report["suggested_name"], Value::Null, "it may keep its name");
    let replaces = &report["replaces"];
    assert_eq!(
        (&replaces["ability_id"], &replaces["free_name"]),
        (&json!("ability_brew-oolong"), &json!("imported-brew-oolong"))
    );
    let first = server.detail(&first).await;
    assert_eq!(replaces["imported_at"], first["import_record"]["updated_at"], "{first}");
    server.imported("stage", json!({ "import_id": id, "stage_notes": "Look at its assets" })).await;
    let done = server.imported("approve", json!({ "import_id": id })).await;
    assert_eq!(done["import_record"]["stage_state"], "approved");
    let receipts = server.get("/api/learn/receipts?kind=import_approved").await.1;
    let receipts = receipts["receipts"].as_array().unwrap();
    let mut reasons: Vec<Option<&str>> = receipts.iter().map(|receipt| receipt["reason"].as_str()).collect();
    reasons.sort_unstable();
    assert_eq!(reasons, [None, Some("Read it")], "a note of another step is no reason of an approval");
    assert!(std::fs::read_to_string(folder.join("brew-oolong/SKILL.md")).unwrap().contains("faster"));
    assert!(!folder.join("brew-oolong/assets").exists(), "the old files are gone");

    // Under a name that somebody else has it is refused, says which is free, and stays in its review.
    std::fs::create_dir_all(folder.join("theirs")).unwrap();
    std::fs::write(folder.join("theirs/SKILL.md"), skill("theirs", "Not ours.")).unwrap();
    let id = server.scanned(&newer).await;
    server.imported("stage", json!({ "import_id": id, "install_as": "theirs" })).await;
    for step in ["approve", "install-private"] {
        let (status, answer) = server.import(step, json!({ "import_id": id })).await;
        let told = error(status, &answer);
        assert_eq!(
            (status.as_u16(), &told["code"], &told["details"]["suggestion"]),
            (409, &json!("SKILL_ALREADY_EXISTS"), &json!("theirs-2"))
        );
        assert_eq!(server.detail(&id).await["import_record"]["stage_state"], "ready_for_review");
    }
    assert!(std::fs::read_to_string(folder.join("theirs/SKILL.md")).unwrap().contains("Not ours"));
}

/// A pack of several skills, each its own import.
#[tokio::test]
async fn a_pack_is_imported_skill_by_skill() {
    let server = TestServer::open().await;
    let (one, two) = (skill("one", "Does one thing."), skill("two", "Does another."));
    let upload = server.upload(&zipped(&[("pack/one/SKILL.md", one.as_bytes()), ("pack/two/SKILL.md", two.as_bytes())])).await;
    let artifact = upload["temp_artifact"]["temp_artifact_ref"].clone();
    let (status, answer) = server.import("scan", json!({ "source": "manual_upload", "temp_artifact_ref": artifact })).await;
    let told = error(status, &answer);
    assert_eq!((status.as_u16(), &told["code"]), (400, &json!("SKILL_IMPORT_SKILL_PATH_REQUIRED")));
    assert_eq!(told["details"]["skills"].as_array().unwrap().len(), 2, "{answer}");
    let scan = async |path: &str| {
        server.imported("scan", json!({ "source": "manual_upload", "temp_artifact_ref": artifact, "skill_path": path })).await
    };
    let [first, second] = [scan("pack/one").await, scan("pack/two").await];
    assert_eq!(first["import_record"]["import_id"], upload["import_id"]);
    assert_ne!(second["import_record"]["import_id"], upload["import_id"]);
    assert_eq!(second["import_record"]["skill_name"], "two");
    assert_eq!(second["compatibility_report"]["suggested_pack_id"], "tea");
    let list = server.get("/api/skills/import/list?stage_state=scan_complete&page_size=1").await.1;
    assert_eq!((&list["total"], list["items"].as_array().unwrap().len()), (&json!(2), 1));
}

#[tokio::test]
async fn skill_import_retry_idempotent() {
    let server = TestServer::open().await;
    let upload = server.upload(&zipped(&[("readme.txt", b"no skill")])).await;
    let artifact = &upload["temp_artifact"]["temp_artifact_ref"];
    let scan = server.imported("scan", json!({ "source": "manual_upload", "temp_artifact_ref": artifact })).await;
    assert_eq!(
        (&scan["import_record"]["stage_state"], &scan["import_record"]["last_error_code"]),
        (&json!("scan_failed"), &json!("NO_SKILL_FILE"))
    );
    let id = &scan["import_record"]["import_id"];
    let retry = |key: &str| json!({ "import_id": id, "retry_kind": "scan", "client_request_id": key });
    let first = server.imported("retry", retry("once")).await;
    let again = server.imported("retry", retry("once")).await;
    assert_eq!(first, again, "the same request gets the same answer");
    assert_eq!(first["import_record"]["retry_count"], 1);
    let both = tokio::join!(server.imported("retry", retry("twice")), server.imported("retry", retry("twice")));
    assert_eq!(both.0, both.1, "also when both come at once");
    assert_eq!(server.detail(id.as_str().unwrap()).await["import_record"]["retry_count"], 2, "no work was done twice");
    let (status, answer) =
        server.import("retry", json!({ "import_id": id, "retry_kind": "stage", "client_request_id": "once" })).await;
    assert_eq!((status.as_u16(), &error(status, &answer)["code"]), (409, &json!("CLIENT_REQUEST_ID_REUSED")));

    assert_eq!(server.detail(id.as_str().unwrap()).await["warnings"], json!([]));
    server.imported("retry", retry("thrice")).await;
    let warnings = server.detail(id.as_str().unwrap()).await["warnings"].clone();
    assert_eq!(warnings, json!(["retry_limit_reached"]), "after three failed retries of one kind");
}

#[tokio::test]
async fn every_write_is_done_once() {
    let server = TestServer::open().await;
    server.with_a_folder().await;
    let metadata = json!({ "client_request_id": "up" });
    let [one, two] = [
        server.send(form("tea.zip", "application/zip", &tea(), Some(&metadata))).await,
        server.send(form("tea.zip", "application/zip", &tea(), Some(&metadata))).await,
    ];
    assert_eq!(one, two);
    assert_eq!(server.kept("uploads").len(), 1, "the second file is not kept");
    let artifact = one.1["temp_artifact"]["temp_artifact_ref"].clone();
    let id = one.1["import_id"].clone();
    for (step, body) in [
        ("scan", json!({ "source": "manual_upload", "temp_artifact_ref": artifact, "client_request_id": "scan" })),
        ("stage", json!({ "import_id": id, "client_request_id": "stage" })),
        ("install-private", json!({ "import_id": id, "client_request_id": "install" })),
    ] {
        assert_eq!(server.imported(step, body.clone()).await, server.imported(step, body).await, "{step}");
    }
    for step in ["reject", "discard", "approve"] {
        let id = server.staged(&tea()).await;
        let mut body = json!({ "import_id": id, "client_request_id": step });
        if step == "reject" {
            body["reason"] = json!("No");
        }
        assert_eq!(server.imported(step, body.clone()).await, server.imported(step, body).await, "{step}");
    }
    let upload = server.upload(&tea()).await["temp_artifact"]["temp_artifact_ref"].as_str().unwrap().to_owned();
    let path = format!("/api/skills/import/uploads/{upload}");
    let delete = async |query: &str| {
        let answer = server.request(Method::DELETE, &format!("{path}{query}")).send().await.unwrap();
        answer.json::<Value>().await.unwrap()
    };
    let first = delete("?client_request_id=x").await;
    assert_eq!((&first["deleted"], delete("?client_request_id=x").await), (&json!(true), first.clone()));
    assert_eq!(delete("").await["deleted"], false, "it is gone already");
}

#[tokio::test]
async fn skill_import_routes_not_appendix_only() {
    let server = TestServer::open().await;
    let id = server.scanned(&tea()).await;
    for path in [format!("/api/skills/import/{id}"), "/api/skills/import/list".to_owned(), "/api/skills/packs".to_owned()] {
        let (status, answer) = server.get(&path).await;
        assert_eq!((status, &answer["schema_version"]), (StatusCode::OK, &json!(1)), "{path}: {answer}");
    }
    let test = |words: &str| json!({ "import_id": id, "trigger_text": words });
    let found = server.post("/api/skills/trigger-test", test("brews oolong tea")).await.1;
    assert_eq!((&found["matched"], &found["candidate_import_id"]), (&json!(true), &json!(id)), "{found}");
    assert_eq!(found["candidate_ability_id"], Value::Null, "it is no ability yet");
    assert!(found["receipt_id"].is_string());
    let other = server.post("/api/skills/trigger-test", test("book a flight")).await.1;
    assert_eq!(other["matched"], false);
    assert!(other["rejection_reasons"][0].as_str().unwrap().starts_with("score_below_threshold"), "{other}");
    let around = json!({ "import_id": id, "trigger_text": "do it", "context_excerpt": "we spoke of brew oolong" });
    assert_eq!(server.post("/api/skills/trigger-test", around).await.1["matched"], true);
    let (status, answer) = server.post("/api/skills/trigger-test", json!({ "trigger_text": "x" })).await;
    assert_eq!((status.as_u16(), &error(status, &answer)["code"]), (400, &json!("INVALID_REQUEST")));
    let document = server.get("/api/openapi.json").await.1;
    for path in ["/api/skills/import/uploads", "/api/skills/import/retry", "/api/skills/trigger-test", "/api/skills/packs"] {
        assert!(document["paths"][path].is_object(), "{path}");
    }
    assert!(document["paths"]["/api/skills/import/uploads"]["post"]["requestBody"]["content"]["multipart/form-data"].is_object());
}
