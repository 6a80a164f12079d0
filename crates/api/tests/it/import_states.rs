//! The graph of imports (§0C.20) over HTTP: from every state, every route that would move one. What the graph lists moves; all else is
//! refused and changes nothing.

use crate::support::TestServer;
use apprentice_contracts::import::SkillImportState as S;
use apprentice_testkit::archives::tea;
use serde_json::{Value, json};

struct Route {
    step: &'static str,
    body: Value,
    taken_from: S,
    to: S,
}

fn routes(id: &str, artifact: &str) -> Vec<Route> {
    let route = |step, body, taken_from, to| Route { step, body, taken_from, to };
    let retry = |kind: &str| json!({ "import_id": id, "retry_kind": kind });
    let plain = json!({ "import_id": id });
    vec![
        route("scan", json!({ "source": "manual_upload", "temp_artifact_ref": artifact }), S::Uploaded, S::ScanComplete),
        route("stage", plain.clone(), S::ScanComplete, S::ReadyForReview),
        route("install-private", plain.clone(), S::ReadyForReview, S::InstalledPrivate),
        route("approve", plain.clone(), S::ReadyForReview, S::Approved),
        route("reject", json!({ "import_id": id, "reason": "Not that" }), S::ReadyForReview, S::Rejected),
        route("discard", plain, S::ScanComplete, S::Discarded),
        route("retry", retry("scan"), S::ScanFailed, S::ScanComplete),
        route("retry", retry("stage"), S::StageFailed, S::ReadyForReview),
        route("retry", retry("install"), S::InstallFailed, S::InstalledPrivate),
    ]
}

/// Everything that a refusal must leave as it is.
fn everything(database: &rusqlite::Connection) -> Vec<String> {
    let all = |sql: &str| {
        let mut statement = database.prepare(sql).unwrap();
        statement.query_map([], |row| row.get::<_, String>(0)).unwrap().map(Result::unwrap).collect::<Vec<_>>()
    };
    let tables = [
        "SELECT body FROM imports",
        "SELECT body FROM import_artifacts",
        "SELECT body FROM receipts",
        "SELECT body FROM abilities",
    ];
    tables.into_iter().flat_map(all).collect()
}

#[tokio::test]
async fn every_route_from_every_state_is_as_the_graph_says() {
    let server = TestServer::open().await;
    let folder = server.with_a_folder().await;
    let id = server.staged(&tea()).await;
    let detail = server.detail(&id).await;
    let artifact = detail["temp_artifact"]["temp_artifact_ref"].as_str().unwrap().to_owned();
    let database = rusqlite::Connection::open(server.folder.path().join("apprentice.db")).unwrap();
    let staged: String = database.query_row("SELECT body FROM imports", [], |row| row.get(0)).unwrap();
    let put = |state: S| {
        database.execute("DELETE FROM imports WHERE import_id <> ?1", [&id]).unwrap();
        let sql = "UPDATE imports SET state = ?1, body = json_set(?2, '$.record.stage_state', ?1)";
        database.execute(sql, [state.as_str(), &staged]).unwrap();
    };
    let (mut moved, mut refused) = (0, 0);
    for from in S::ALL {
        for route in routes(&id, &artifact) {
            put(from);
            let before = everything(&database);
            let (status, answer) = server.import(route.step, route.body.clone()).await;
            let at = format!("{} from {from:?}: {answer}", route.step);
            // What is staged or parked for review can be dropped too; and what came to its end is scanned again as another import.
            let discards = route.step == "discard" && matches!(from, S::Staging | S::ReadyForReview);
            let anew = route.step == "scan" && from.is_terminal();
            if from != route.taken_from && !discards && !anew {
                refused += 1;
                assert_eq!(status.as_u16(), 400, "{at}");
                let told = &answer["error"];
                assert_eq!(
                    (&told["code"], &told["details"]["stage_state"]),
                    (&json!("INVALID_SKILL_IMPORT_TRANSITION"), &json!(from)),
                    "{at}"
                );
                assert!(everything(&database) == before, "{at}: it changed something");
                continue;
            }
            moved += 1;
            assert_eq!(status.as_u16(), 200, "{at}");
            assert_eq!(answer["import_record"]["stage_state"], json!(route.to), "{at}");
            assert_eq!(answer["import_record"]["import_id"] != json!(id), anew, "{at}");
            if matches!(route.to, S::Rejected | S::Discarded) {
                assert_eq!(server.kept("staged"), [""; 0], "{at}: its bundle is gone");
                // Back for the next ones.
                put(S::ScanComplete);
                server.imported("stage", json!({ "import_id": id })).await;
            }
            if folder.join("brew-oolong").exists() {
                assert!(matches!(route.to, S::InstalledPrivate | S::Approved) || moved > 1, "{at}");
            }
        }
    }
    // Nine rows of the table, two more ways to discard, and a scan after each of the five ends.
    assert_eq!((moved, moved + refused), (9 + 2 + 5, S::ALL.len() * 9));
}
