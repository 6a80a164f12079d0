//! History and receipts by what is looked for, and receipts as a file to keep.

use crate::scripted_server::ScriptedServer;
use crate::support::{TestServer, error, parts};
use apprentice_api::client::Client;
use apprentice_store::{Store, StoreError, receipts};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

const MANY: usize = 1203;

/// A home with so many receipts that no page and no batch holds them.
async fn recorded() -> TestServer {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("apprentice.db")).unwrap();
    let all: Vec<_> = (0..MANY)
        .map(|n| {
            let summary = match n {
                7 => "=HYPERLINK(\"http://example.org\",\"click\")".to_owned(),
                8 => "Two, with \"quotes\"\r\nand a second line; ÜBUNG".to_owned(),
                _ => format!("Number {n} of the week"),
            };
            let minute = format!("2026-03-{:02}T{:02}:{:02}:00Z", n / 1440 + 1, n / 60 % 24, n % 60);
            let receipt = json!({
                "receipt_id": uuid::Uuid::from_u128(n as u128 + 1), "kind": if n % 2 == 0 { "session_created" } else { "install_completed" },
                "ability_id": if n % 3 == 0 { Some("ability_tea") } else { None }, "summary": summary, "reason": if n == 9 { Some("@disk") } else { None },
                "correlation_id": uuid::Uuid::from_u128(1), "created_at": minute, "schema_version": 1,
            });
            serde_json::from_value(receipt).unwrap()
        })
        .collect();
    let written =
        store.write(move |db| all.iter().try_for_each(|receipt| receipts::add(db, receipt)).map_err(|error: StoreError| error));
    written.await.unwrap();
    store.close().await;
    TestServer::open_in(folder).await
}

/// The rows of an RFC 4180 text.
fn rows(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => cell.push(letters.next().unwrap()),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !quoted => {
                assert_eq!(letters.next(), Some('\n'), "lines end in CRLF");
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            '\n' if !quoted => panic!("a line break outside of quotes"),
            letter => cell.push(letter),
        }
    }
    assert!(row.is_empty() && cell.is_empty() && !quoted, "the last line ends too");
    rows
}

async fn csv(server: &TestServer, filter: &str) -> Vec<Vec<String>> {
    let response = server.request(Method::GET, &format!("/api/learn/receipts/export?format=csv{filter}")).send().await.unwrap();
    assert_eq!(response.headers()["content-type"], "text/csv; charset=utf-8");
    assert_eq!(response.headers()["content-disposition"], "attachment; filename=\"apprentice-receipts.csv\"");
    rows(&response.text().await.unwrap())
}

#[tokio::test]
async fn receipts_export_holds_every_page_as_csv_that_no_spreadsheet_runs() {
    let server = recorded().await;
    let all = csv(&server, "").await;
    assert_eq!((all.len(), all[0][0].as_str(), all[0].len()), (MANY + 1, "created_at", 10));
    assert!(all.iter().all(|row| row.len() == 10));
    assert_eq!(all[1][2], format!("Number {} of the week", MANY - 1), "newest first");
    let of = |n: usize| &all[MANY - n];
    assert_eq!(of(7)[2], "'=HYPERLINK(\"http://example.org\",\"click\")");
    assert_eq!(of(8)[2], "Two, with \"quotes\"\r\nand a second line; ÜBUNG");
    assert_eq!(of(9)[3], "'@disk");
    for row in all.iter().flatten() {
        assert!(!row.starts_with(['=', '+', '-', '@', '\t', '\r']), "{row}");
    }
    for (filter, rows) in [
        ("&kind=install_completed", MANY / 2),
        ("&ability_id=ability_tea", MANY.div_ceil(3)),
        ("&text=%C3%BCbung%20TWO", 1),
        ("&text=install%20completed%20number&from=2026-03-01T20:00:00Z", 1),
        ("&from=2026-03-01T20:02:00Z", 1),
        ("&to=2026-03-01T00:05:00Z", 5),
        ("&text=nothing-like-it", 0),
    ] {
        assert_eq!(csv(&server, filter).await.len() - 1, rows, "{filter}");
    }
    server.host.close().await;
}

#[tokio::test]
async fn receipts_export_as_json_is_the_list_of_all_pages() {
    let server = recorded().await;
    let (status, all) = server.get("/api/learn/receipts/export?format=json").await;
    let kept = all["receipts"].as_array().unwrap();
    assert_eq!((status, kept.len()), (StatusCode::OK, MANY));
    let mut listed = Vec::new();
    for page in 1..=MANY.div_ceil(100) {
        let (_, answer) = server.get(&format!("/api/learn/receipts?page_size=100&page={page}")).await;
        listed.extend(answer["receipts"].as_array().unwrap().clone());
    }
    assert!(*kept == listed, "the same receipts in the same order");
    assert_eq!(server.get("/api/learn/receipts/export?format=json&text=nothing-like-it").await.1, json!({ "receipts": [] }));
    let (_, second) = server.get("/api/learn/receipts?page_size=10&page=2&text=number%20week").await;
    assert_eq!((&second["total"], second["receipts"].as_array().unwrap().len()), (&json!(MANY - 2), 10));
    assert_eq!(second["receipts"][0]["summary"], format!("Number {} of the week", MANY - 11));

    // The window asks in its own process; a text is no JSON there.
    let client = Client::connect(server.folder.path()).await.unwrap();
    let answer = client.request("GET", "/api/learn/receipts/export?format=csv&text=second", None).await.unwrap();
    assert_eq!((answer.status, rows(&answer.read::<String>().unwrap()).len()), (200, 2));
    let here = server.host.client().request("GET", "/api/learn/receipts/export?format=json&text=second", None).await.unwrap();
    assert_eq!(here.read::<Value>().unwrap()["receipts"].as_array().unwrap().len(), 1);

    for (query, field) in
        [("", "format"), ("?format=pdf", "format"), ("?format=csv&page=2", "page"), ("?format=csv&text=", "text")]
    {
        let response = server.request(Method::GET, &format!("/api/learn/receipts/export{query}")).send().await.unwrap();
        let (status, answer) = parts(response).await;
        let error = error(status, &answer);
        assert_eq!((status, &error["code"]), (StatusCode::BAD_REQUEST, &json!("INVALID_REQUEST")), "{query}");
        assert!(error["message"].as_str().unwrap().contains(field), "{query}: {answer}");
    }
    server.host.close().await;
}

#[tokio::test]
async fn history_is_found_by_outcome_and_by_words_of_the_title() {
    let server = ScriptedServer::open().await;
    let drafted = server.tested_proposal().await;
    server.post(&drafted.proposal("reject"), json!({ "reason": "No." })).await;
    let cancelled = server.armed().await;
    server.post(&format!("/api/learn/sessions/{cancelled}/cancel"), json!({})).await;
    let title = server.get("/api/learn/history?outcome=rejected").await["items"][0]["title"].as_str().unwrap().to_owned();
    let word = title.split_whitespace().max_by_key(|word| word.len()).unwrap().to_uppercase();
    for (query, total, counts) in [
        ("", 2, json!({ "rejected": 1, "cancelled": 1 })),
        ("?outcome=cancelled", 1, json!({ "rejected": 1, "cancelled": 1 })),
        ("?outcome=approved", 0, json!({ "rejected": 1, "cancelled": 1 })),
        ("?page=2&page_size=1", 2, json!({ "rejected": 1, "cancelled": 1 })),
        ("?text=nothing-like-it", 0, json!({})),
    ] {
        let answer = server.get(&format!("/api/learn/history{query}")).await;
        assert_eq!((&answer["total"], &answer["outcome_counts"]), (&json!(total), &counts), "{query}");
    }
    let found = server.get(&format!("/api/learn/history?outcome=rejected&text={word}")).await;
    assert_eq!((&found["total"], &found["items"][0]["learn_session_id"]), (&json!(1), &json!(drafted.session)));
    assert_eq!(
        server.refused(Method::GET, "/api/learn/history?outcome=lost", Value::Null).await,
        (400, "INVALID_REQUEST".into())
    );
    server.close().await;
}
