//! Acceptance rows of §0C.25 and §0C.28 about categories, over HTTP.

use crate::scripted_server::ScriptedServer;
use futures::StreamExt;
use reqwest::Method;
use serde_json::{Value, json};

async fn category(server: &ScriptedServer, title: &str) -> String {
    let made = server.post("/api/categories", json!({ "title": title })).await;
    made["category"]["category_id"].as_str().unwrap().to_owned()
}

async fn assign(server: &ScriptedServer, category: &str, kind: &str, item: &str) -> Value {
    server.post(&format!("/api/categories/{category}/assign"), json!({ "item_kind": kind, "item_id": item })).await
}

async fn items(server: &ScriptedServer, category: &str) -> Vec<String> {
    let found = server.get(&format!("/api/categories/{category}/items")).await;
    found["items"].as_array().unwrap().iter().map(|item| item["item_id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn r11_2_41_a_skill_that_was_assigned_is_among_the_items() {
    let server = ScriptedServer::open().await;
    let made = server.post("/api/categories", json!({ "title": " Litigation ", "color": "#3366ff" })).await["category"].clone();
    assert_eq!((&made["title"], &made["color"]), (&json!("Litigation"), &json!("#3366ff")));
    let id = made["category_id"].as_str().unwrap();
    let first = assign(&server, id, "skill", "file a motion").await;
    assert_eq!(assign(&server, id, "skill", "file a motion").await, first, "again: the same assignment");
    assert_eq!(items(&server, id).await, ["file a motion"]);
    let (status, renamed) = server.ask(Method::PUT, &format!("/api/categories/{id}"), Some(json!({ "title": "Courts" }))).await;
    assert_eq!((status, &renamed["category"]["color"]), (200, &json!("#3366ff")), "only what is given changes");
    let listed = server.get("/api/categories").await;
    assert_eq!((&listed["total"], &listed["limit"], &listed["item_counts"][id]), (&json!(1), &json!(200), &json!(1)));
    assert_eq!(server.world.projection("categories/categories_current.json")[0]["title"], "Courts");
    let path = format!("/api/categories/{id}/items/skill/file%20a%20motion");
    assert_eq!(server.ask(Method::DELETE, &path, None).await, (200, json!({ "deleted": true })));
    assert_eq!(server.ask(Method::DELETE, &path, None).await, (200, json!({ "deleted": false })));
    assert!(items(&server, id).await.is_empty());
    let lines = server.world.lines("categories/assignments.jsonl");
    assert_eq!(
        (lines.len(), &lines[0]["removed"], &lines[1]["removed"]),
        (2, &Value::Null, &json!(true)),
        "lines are only added"
    );
    server.close().await;
}

#[tokio::test]
async fn r11_2_42_a_skill_belongs_to_many_categories_at_once() {
    let server = ScriptedServer::open().await;
    server.with_a_target().await;
    let tested = server.tested_proposal().await;
    server.post(&tested.proposal("approve"), json!({ "without_rehearsal": true })).await;
    let availability = server.get("/api/abilities/availability").await;
    let ability = availability["abilities"][0]["ability_id"].as_str().unwrap();
    let slug = availability["abilities"][0]["skill_slug"].as_str().unwrap();
    let (work, daily, other) =
        (category(&server, "Work").await, category(&server, "Daily").await, category(&server, "Other").await);
    assign(&server, &work, "learned_ability", ability).await;
    assign(&server, &daily, "learned_ability", ability).await;
    assign(&server, &daily, "proposal", &tested.proposal).await;
    let of = server.get(&format!("/api/categories/assignments?item_kind=learned_ability&item_id={ability}")).await;
    let mut found: Vec<_> = of["assignments"].as_array().unwrap().iter().map(|one| one["category_id"].clone()).collect();
    found.sort_by_key(Value::to_string);
    let mut both = vec![json!(work), json!(daily)];
    both.sort_by_key(Value::to_string);
    assert_eq!(found, both);
    assign(&server, &other, "skill", slug).await;
    let entry = server.world.projection("abilities/catalog_current.json")["items"][0].clone();
    assert_eq!(
        entry["category_ids"].as_array().unwrap().len(),
        3,
        "the catalogue names them all, by ability and by skill: {entry}"
    );
    assert_eq!(server.get("/api/categories/assignments").await["assignments"].as_array().unwrap().len(), 4);
    let deleted = server.ask(Method::DELETE, &format!("/api/learn/sessions/{}", tested.session), None).await;
    assert_eq!(deleted.0, 200, "{deleted:?}");
    assert_eq!(items(&server, &daily).await.len(), 2, "what was installed stays, and so does its proposal");
    server.close().await;
}

#[tokio::test]
async fn r11_2_43_deleting_a_category_takes_its_assignments_with_it() {
    let server = ScriptedServer::open().await;
    let (gone, stays) = (category(&server, "Gone").await, category(&server, "Stays").await);
    for (id, item) in [(&gone, "pdf"), (&gone, "mail"), (&stays, "pdf")] {
        assign(&server, id, "skill", item).await;
    }
    assert_eq!(server.ask(Method::DELETE, &format!("/api/categories/{gone}"), None).await.0, 200);
    let left = server.get("/api/categories/assignments").await["assignments"].clone();
    assert_eq!((left.as_array().unwrap().len(), &left[0]["category_id"]), (1, &json!(stays)));
    let removed: Vec<_> =
        server.world.lines("categories/assignments.jsonl").into_iter().filter(|line| line["removed"] == true).collect();
    assert_eq!(removed.len(), 2);
    for (method, rest, body) in [
        (Method::GET, "/items", Value::Null),
        (Method::PUT, "", json!({ "title": "x" })),
        (Method::DELETE, "", Value::Null),
        (Method::POST, "/assign", json!({ "item_kind": "skill", "item_id": "pdf" })),
        (Method::DELETE, "/items/skill/pdf", Value::Null),
    ] {
        let path = format!("/api/categories/{gone}{rest}");
        assert_eq!(server.refused(method, &path, body).await, (404, "CATEGORY_NOT_FOUND".into()), "{path}");
    }
    let before = std::fs::read(server.world.home().join("system/categories/assignments.jsonl")).unwrap();
    std::fs::remove_dir_all(server.world.home().join("system/categories")).unwrap();
    server.post("/api/repair/projections", json!({})).await;
    assert_eq!(std::fs::read(server.world.home().join("system/categories/assignments.jsonl")).unwrap(), before);
    server.close().await;
}

#[tokio::test]
async fn many_items_are_put_into_a_category_and_taken_out_at_once() {
    let server = ScriptedServer::open().await;
    let work = category(&server, "Work").await;
    let path = format!("/api/categories/{work}/items");
    let refs = |range: std::ops::Range<usize>| {
        range.map(|n| json!({ "item_kind": "skill", "item_id": format!("s{n}") })).collect::<Vec<_>>()
    };
    assign(&server, &work, "skill", "s0").await;
    assert_eq!(server.post(&path, json!({ "items": refs(0..200), "assigned": true })).await, json!({ "changed": 199 }));
    assert_eq!(server.get("/api/categories").await["item_counts"][&work], 200);
    assert_eq!(server.post(&path, json!({ "items": refs(100..300), "assigned": false })).await, json!({ "changed": 100 }));
    assert_eq!(server.get("/api/categories").await["item_counts"][&work], 100);
    for items in [refs(0..0), refs(0..1001), vec![refs(0..1)[0].clone(), json!({ "item_kind": "skill", "item_id": "" })]] {
        assert_eq!(server.refused(Method::POST, &path, json!({ "items": items, "assigned": false })).await.0, 400);
    }
    assert_eq!(server.get("/api/categories").await["item_counts"][&work], 100, "a refusal changes nothing");
    let nowhere = "/api/categories/01900000-0000-7000-8000-000000000000/items";
    let answer = server.refused(Method::POST, nowhere, json!({ "items": refs(0..1), "assigned": true })).await;
    assert_eq!(answer, (404, "CATEGORY_NOT_FOUND".into()));
    server.close().await;
}

#[tokio::test]
async fn category_limit_reached_answers_409_until_one_is_deleted() {
    let server = ScriptedServer::open().await;
    let mut last = String::new();
    for number in 0..200 {
        last = category(&server, &format!("Category {number}")).await;
    }
    let more = json!({ "title": "One more" });
    assert_eq!(server.refused(Method::POST, "/api/categories", more.clone()).await, (409, "CATEGORY_LIMIT_REACHED".into()));
    assert_eq!(server.get("/api/categories").await["total"], 200, "nothing was left behind");
    server.ask(Method::DELETE, &format!("/api/categories/{last}"), None).await;
    server.post("/api/categories", more).await;
    server.close().await;
}

#[tokio::test]
async fn what_a_category_cannot_be_is_refused_by_name() {
    let server = ScriptedServer::open().await;
    let taken = category(&server, "Ünal & Söhne").await;
    let other = category(&server, "Other").await;
    let at = |rest: &str| format!("/api/categories/{other}{rest}");
    let long = "x".repeat(81);
    for (method, path, body, field) in [
        (Method::POST, "/api/categories".to_owned(), json!({ "title": "ünal & SÖHNE " }), "title"),
        (Method::POST, "/api/categories".to_owned(), json!({ "title": "  " }), "title"),
        (Method::POST, "/api/categories".to_owned(), json!({ "title": long }), "title"),
        (Method::POST, "/api/categories".to_owned(), json!({ "title": "Red", "color": "red" }), "color"),
        (Method::POST, "/api/categories".to_owned(), json!({ "title": "Red", "colour": "#ff0000" }), "colour"),
        (Method::PUT, at(""), json!({ "title": "ÜNAL & söhne" }), "title"),
        (Method::PUT, at(""), json!({ "color": "#12345" }), "color"),
        (Method::PUT, at(""), json!({}), "title"),
        (Method::POST, at("/assign"), json!({ "item_kind": "song", "item_id": "x" }), "item_kind"),
        (Method::POST, at("/assign"), json!({ "item_kind": "skill", "item_id": "x".repeat(161) }), "item_id"),
        (Method::DELETE, at("/items/song/x"), Value::Null, "itemKind"),
    ] {
        let (status, answer) = server.ask(method, &path, Some(body.clone())).await;
        assert_eq!((status, &answer["error"]["code"]), (400, &json!("INVALID_REQUEST")), "{path} {body}: {answer}");
        assert_eq!(answer["error"]["details"]["field"], field, "{path} {body}: {answer}");
    }
    let (status, _) =
        server.ask(Method::PUT, &format!("/api/categories/{taken}"), Some(json!({ "title": "ÜNAL & Söhne" }))).await;
    assert_eq!(status, 200, "its own title in another case is free");
    server.close().await;
}

#[tokio::test]
async fn the_stream_of_all_sessions_tells_of_categories() {
    let server = ScriptedServer::open().await;
    let id = category(&server, "Before").await;
    let mut frames = server.frames("/api/learn/events").await;
    let told = tokio::spawn(async move { frames.next().await.unwrap().unwrap() });
    // The listener begins when the server polls its stream: whichever change it hears first is told alike.
    for number in 0..100 {
        if told.is_finished() {
            break;
        }
        assign(&server, &id, "skill", &number.to_string()).await;
    }
    let frame = told.await.unwrap();
    assert_eq!(frame.event, "categories.changed");
    server.close().await;
}

#[tokio::test]
async fn what_is_installed_stays_in_the_categories_of_its_draft() {
    let server = ScriptedServer::open().await;
    server.with_a_target().await;
    let tested = server.tested_proposal().await;
    let (work, daily) = (category(&server, "Work").await, category(&server, "Daily").await);
    assign(&server, &work, "proposal", &tested.proposal).await;
    assign(&server, &daily, "proposal", &tested.proposal).await;
    server.post(&tested.proposal("install"), json!({ "install_lane": "experimental_private", "without_rehearsal": true })).await;
    let ability = server.get("/api/abilities/availability").await["abilities"][0]["ability_id"].clone();
    for id in [&work, &daily] {
        assert_eq!(items(&server, id).await, [ability.as_str().unwrap()], "the draft is in it no more");
    }
    server.post(&tested.proposal("approve"), json!({ "without_rehearsal": true })).await;
    assert_eq!(items(&server, &work).await.len(), 1, "once, however often it is installed");
    server.close().await;
}
