//! Everything measured, taken along, deleted.

use crate::support::{TEA, TestServer, error, parts};
use apprentice_skills::install::put::{Files, fingerprint};
use apprentice_store::sagas::{self, Placement};
use apprentice_store::{Store, StoreError};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::io::{Cursor, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// Waits until the export has ended; answers how.
async fn ended(server: &TestServer) -> Value {
    let look = async {
        loop {
            let (_, body) = server.get("/api/data/export").await;
            if body["export"]["state"] != "running" {
                return body["export"].clone();
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), look).await.expect("the export ends")
}

/// Names and contents of a zip file.
fn unpack(bytes: Vec<u8>) -> Vec<(String, String)> {
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let names: Vec<_> = (0..zip.len()).map(|at| zip.by_index(at).unwrap().name().unwrap().into_owned()).collect();
    let read = |name: String| {
        let mut text = Vec::new();
        zip.by_name(&name).unwrap().read_to_end(&mut text).unwrap();
        (name, String::from_utf8_lossy(&text).into_owned())
    };
    names.into_iter().map(read).collect()
}

#[tokio::test]
async fn what_is_kept_is_measured() {
    let server = TestServer::with_abilities().await;
    server.post("/api/repair/projections", json!({})).await;
    let (status, usage) = server.get("/api/data/usage").await;
    assert_eq!(status, StatusCode::OK, "{usage}");
    let kinds = usage["kinds"].as_array().unwrap();
    let bytes =
        |kind: &str| kinds.iter().find(|row| row["kind"] == kind).and_then(|row| row["bytes"].as_u64()).unwrap_or_default();
    assert!(bytes("database") > 4096 && bytes("projections") > 0, "{usage}");
    assert_eq!(usage["total_bytes"], json!(kinds.iter().map(|row| row["bytes"].as_u64().unwrap()).sum::<u64>()));
    assert!(usage["retention"].as_array().unwrap().len() >= 6);
    server.host.close().await;
}

#[tokio::test]
async fn an_export_holds_every_record_and_no_token() {
    let server = TestServer::with_abilities().await;
    server.post("/api/repair/projections", json!({})).await;
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("all.zip");
    let (status, begun) = server.post("/api/data/export", json!({ "path": path })).await;
    assert_eq!((status, &begun["export"]["path"]), (StatusCode::OK, &json!(path)), "{begun}");
    let done = ended(&server).await;
    assert_eq!(done["state"], "done", "{done}");
    assert_eq!(done["done"], done["total"], "{done}");
    assert_eq!(done["bytes"], json!(path.metadata().unwrap().len()));
    let files = unpack(std::fs::read(&path).unwrap());
    let text = |name: &str| &files.iter().find(|(known, _)| known == name).unwrap_or_else(|| panic!("{name} is in it")).1;
    assert_eq!(text("database/abilities.jsonl").lines().count(), 2);
    let ability: Value = serde_json::from_str(text("database/abilities.jsonl").lines().next().unwrap()).unwrap();
    assert!(ability["body"]["entry"]["title"].is_string(), "records are written as JSON: {ability}");
    assert!(text("system/abilities/availability_current.json").contains("make-tea"));
    for token in [server.endpoint().token, server.agent().token] {
        assert!(files.iter().all(|(_, text)| !text.contains(&token)), "a token is in the export");
    }
    assert!(files.iter().all(|(name, _)| !name.starts_with("run/") && !name.contains("endpoint.json")), "{files:?}");
    assert_eq!(place.path().read_dir().unwrap().count(), 1, "nothing else is left");
    assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600, "only its owner reads it");
    server.host.close().await;
}

#[tokio::test]
async fn an_export_without_a_path_is_fetched_and_taken_back() {
    let server = TestServer::open().await;
    server.post("/api/data/export", json!({})).await;
    let done = ended(&server).await;
    let at = format!("/api/data/export/file?export_id={}", done["export_id"].as_str().unwrap());
    let response = server.request(Method::GET, &at).send().await.unwrap();
    assert_eq!(response.headers()["content-type"], "application/zip");
    let files = unpack(response.bytes().await.unwrap().to_vec());
    assert!(files.iter().any(|(name, _)| name == "README.txt"));
    let response = server.request(Method::DELETE, "/api/data/export").send().await.unwrap();
    assert_eq!(parts(response).await.1["deleted"], true);
    let (status, body) = server.get(&at).await;
    assert_eq!(error(status, &body)["code"], "NOT_FOUND");
    let left = std::fs::read_dir(server.folder.path().join("run")).unwrap().flatten();
    assert!(left.into_iter().all(|entry| !entry.file_name().to_string_lossy().starts_with("export")), "the file is gone");
    server.host.close().await;
}

#[tokio::test]
async fn an_export_that_nobody_fetched_goes_with_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("run")).unwrap();
    let stray = ["export-1.zip", "export-2.zip.part"].map(|name| folder.path().join("run").join(name));
    stray.iter().for_each(|file| std::fs::write(file, "everything").unwrap());
    let server = TestServer::open_in(folder).await;
    assert!(stray.iter().all(|file| !file.exists()));
    server.host.close().await;
}

#[tokio::test]
async fn a_place_that_cannot_hold_an_export_is_refused_by_name() {
    let server = TestServer::open().await;
    let place = tempfile::tempdir().unwrap();
    let there = place.path().join("there.zip");
    std::fs::write(&there, "mine").unwrap();
    let inside = server.folder.path().join("system/all.zip");
    for (path, code, words) in [
        (Path::new("all.zip"), "INVALID_REQUEST", "absolute"),
        (&place.path().join("gone/all.zip"), "INVALID_REQUEST", "not there"),
        (place.path(), "INVALID_REQUEST", "is a folder"),
        (&inside, "INVALID_REQUEST", "outside"),
        (&there, "CONFLICT", "there already"),
        (Path::new("/proc/all.zip"), "TARGET_NOT_WRITABLE", "cannot be written"),
    ] {
        let (status, body) = server.post("/api/data/export", json!({ "path": path })).await;
        let error = error(status, &body);
        assert_eq!(error["code"], code, "{path:?}: {body}");
        assert!(error["message"].as_str().unwrap().contains(words), "{path:?}: {body}");
    }
    assert_eq!(std::fs::read_to_string(&there).unwrap(), "mine");
    let part = place.path().join("there.zip.part");
    std::fs::write(&part, "half a download").unwrap();
    let (status, body) = server.post("/api/data/export", json!({ "path": there, "replace": true })).await;
    assert_eq!(error(status, &body)["code"], "CONFLICT", "{body}");
    assert_eq!(std::fs::read_to_string(&part).unwrap(), "half a download");
    std::fs::remove_file(&part).unwrap();
    let (status, body) = server.post("/api/data/export", json!({ "path": there, "replace": true })).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(ended(&server).await["state"], "done");
    assert!(std::fs::read(&there).unwrap().starts_with(b"PK"));
    server.host.close().await;
}

#[tokio::test]
async fn a_full_disk_fails_the_export_and_leaves_nothing() {
    let server = TestServer::open().await;
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("all.zip");
    std::os::unix::fs::symlink("/dev/full", place.path().join("all.zip.part")).unwrap();
    server.post("/api/data/export", json!({ "path": path })).await;
    let failed = ended(&server).await;
    assert_eq!(failed["state"], "failed", "{failed}");
    assert!(failed["problem"].as_str().unwrap().contains("No space left"), "{failed}");
    assert_eq!(place.path().read_dir().unwrap().count(), 0);
    server.host.close().await;
}

#[tokio::test]
async fn a_cancelled_export_leaves_nothing() {
    let server = TestServer::open().await;
    let many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)
                INSERT INTO settings SELECT 'key' || i, '{}' FROM n";
    rusqlite::Connection::open(server.folder.path().join("apprentice.db")).unwrap().execute(many, []).unwrap();
    let place = tempfile::tempdir().unwrap();
    server.post("/api/data/export", json!({ "path": place.path().join("all.zip") })).await;
    let (status, body) = server.post("/api/data/export", json!({})).await;
    assert_eq!(error(status, &body)["code"], "CONFLICT", "one at a time");
    server.request(Method::DELETE, "/api/data/export").send().await.unwrap();
    assert_eq!(ended(&server).await["state"], "cancelled");
    assert_eq!(place.path().read_dir().unwrap().count(), 0);
    server.host.close().await;
}

/// Skills in an agent's folder: `ours`, `edited` (by the person since), and `theirs`, which we did not install.
async fn installed(folder: &TempDir) -> PathBuf {
    let root = folder.path().join("user/.claude/skills");
    let files = Files([("SKILL.md".to_owned(), TEA.as_bytes().to_vec())].into());
    for slug in ["ours", "edited", "theirs"] {
        std::fs::create_dir_all(root.join(slug)).unwrap();
        std::fs::write(root.join(slug).join("SKILL.md"), TEA).unwrap();
    }
    std::fs::write(root.join("edited/SKILL.md"), "my own words").unwrap();
    let store = Store::open(&folder.path().join("apprentice.db")).unwrap();
    let placements: Vec<Placement> = ["ours", "edited"]
        .into_iter()
        .map(|slug| {
            let id = "01900000-0000-7000-8000-000000000001";
            let placement = json!({ "root": root, "slug": slug, "ability_id": format!("ability_{slug}"), "target_id": "claude-code",
                                    "label": "Claude Code", "fingerprint": fingerprint(&files), "saga_id": id });
            serde_json::from_value(placement).unwrap()
        })
        .collect();
    let write = store.write(move |db| placements.iter().try_for_each(|placement| sagas::put_placement(db, placement)));
    let written: Result<(), StoreError> = write.await;
    written.unwrap();
    store.close().await;
    root
}

/// Files below `folder` that hold these bytes.
fn holding(folder: &Path, bytes: &[u8]) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let kind = entry.file_type().unwrap();
            if kind.is_dir() {
                folders.push(entry.path());
            } else if kind.is_file()
                && std::fs::read(entry.path()).is_ok_and(|text| text.windows(bytes.len()).any(|part| part == bytes))
            {
                found.push(entry.path());
            }
        }
    }
    found
}

#[tokio::test]
async fn deleting_everything_takes_what_is_ours_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let root = installed(&folder).await;
    let server = TestServer::open_in(folder).await;
    let session = server.session().await;
    server.post(&format!("/api/learn/sessions/{session}/start"), json!({})).await;
    let goal = json!({ "goal_description": "xyzzy was reached" });
    let (status, body) = server.post(&format!("/api/learn/sessions/{session}/mark-goal"), goal).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let (copies, foreign) = (server.folder.path().join("skill-backups/removed/tidy"), server.folder.path().join("skills/own"));
    let former = server.folder.path().join("skills/backups/removed/tidy-20261122T010203.004-0");
    for place in [&copies, &foreign, &former] {
        std::fs::create_dir_all(place).unwrap();
        std::fs::write(place.join("SKILL.md"), "text").unwrap();
    }
    let (status, body) = server.post("/api/data/delete", json!({ "confirm": "yes", "installed_skills": true })).await;
    assert_eq!(error(status, &body)["details"]["field"], "confirm", "{body}");
    assert!(root.join("ours").exists());

    let ask = json!({ "confirm": "delete everything", "installed_skills": true });
    let (status, answer) = server.post("/api/data/delete", ask).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    assert_eq!(answer["removed_skills"], json!([root.join("ours")]));
    assert_eq!(answer["kept_skills"][0]["path"], json!(root.join("edited")), "{answer}");
    assert_eq!(answer["left"], json!([]));
    assert!(!root.join("ours").exists() && root.join("edited").exists() && root.join("theirs").exists());
    for list in ["/api/learn/sessions", "/api/learn/receipts", "/api/learn/proposals"] {
        assert_eq!(server.get(list).await.1["total"], 0, "{list}");
    }
    let mut left = holding(server.folder.path(), b"xyzzy");
    left.extend(holding(server.folder.path(), session.as_bytes()));
    assert_eq!(left, Vec::<PathBuf>::new(), "no byte is left in any file");
    assert!(!server.folder.path().join("deleting.json").exists());
    assert!(
        !copies.exists() && !former.exists() && foreign.exists(),
        "copies of removed skills go, a folder that is not ours stays"
    );
    // And it goes on.
    server.session().await;
    server.host.close().await;
}

#[tokio::test]
async fn installed_skills_stay_when_they_are_to_stay() {
    let folder = tempfile::tempdir().unwrap();
    let root = installed(&folder).await;
    let server = TestServer::open_in(folder).await;
    let ask = json!({ "confirm": "delete everything", "installed_skills": false });
    let (_, answer) = server.post("/api/data/delete", ask).await;
    assert_eq!(answer["removed_skills"], json!([]));
    assert_eq!(answer["kept_skills"].as_array().unwrap().len(), 2, "{answer}");
    assert!(root.join("ours").exists());
    server.host.close().await;
}

#[tokio::test]
async fn a_deletion_that_was_killed_comes_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let root = installed(&folder).await;
    let store = Store::open(&folder.path().join("apprentice.db")).unwrap();
    let placements = store.read(|db| sagas::all_placements(db)).await.unwrap();
    store.close().await;
    std::fs::write(folder.path().join("deleting.json"), json!({ "skills": placements }).to_string()).unwrap();
    std::fs::write(folder.path().join("letter.txt"), "not ours").unwrap();
    std::fs::create_dir_all(folder.path().join("system/learning")).unwrap();
    std::fs::write(folder.path().join("system/learning/receipts.jsonl"), "old").unwrap();
    let server = TestServer::open_in(folder).await;
    assert!(!server.folder.path().join("deleting.json").exists());
    assert_eq!(server.get("/api/abilities/availability").await.1["abilities"], json!([]));
    assert!(!root.join("ours").exists() && root.join("edited").exists() && root.join("theirs").exists());
    assert!(server.folder.path().join("letter.txt").exists(), "what is not ours stays, also in the home");
    let receipts = server.folder.path().join("system/learning/receipts.jsonl");
    assert!(std::fs::read_to_string(receipts).map_or(true, |text| text != "old"));
    server.host.close().await;
}

#[tokio::test]
async fn only_a_folder_that_was_named_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let root = installed(&folder).await;
    let server = TestServer::open_in(folder).await;
    let home = server.folder.path();
    for known in [home.to_path_buf(), home.join("system"), root.clone(), root.join("theirs")] {
        let (status, body) = server.get(&format!("/api/folders?path={}", known.display())).await;
        assert_eq!((status, &body["path"]), (StatusCode::OK, &json!(known.canonicalize().unwrap())), "{body}");
    }
    for unknown in [Path::new("/etc"), &home.join("run"), &root.join("theirs/.."), Path::new("relative")] {
        let (status, body) = server.get(&format!("/api/folders?path={}", unknown.display())).await;
        assert_eq!(error(status, &body)["code"], "NOT_FOUND", "{unknown:?}");
    }
    server.host.close().await;
}
