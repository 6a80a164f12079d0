//! The look-up follows every change of the abilities at once, whichever program makes it.

use apprentice_contracts::Time;
use apprentice_contracts::ability::{AbilityAvailabilityEntry, AbilityLookupQuery};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::page::PageQuery;
use apprentice_engine::Engine;
use apprentice_store::abilities::{self, AbilityRecord};
use apprentice_testkit::World;
use serde_json::json;

fn entry(id: &str, trigger: &str) -> AbilityAvailabilityEntry {
    serde_json::from_value(json!({
        "ability_id": id, "title": "Customers", "family": "", "source": "learned", "install_lane": "approved_workspace",
        "enabled": true, "usable_now": true, "trigger_phrases": [trigger], "negative_triggers": [], "aliases": [],
        "project_scopes": [], "preferred_control_surfaces": [], "support_pack_refs": [], "schema_version": 1,
    }))
    .unwrap()
}

fn put(world: &World, entries: impl IntoIterator<Item = AbilityAvailabilityEntry>) {
    let mut raw = world.raw();
    let all = raw.transaction().unwrap();
    for entry in entries {
        let record = AbilityRecord {
            entry,
            proposal_id: None,
            created_at: Time::default(),
            updated_at: Time::default(),
            standing: Default::default(),
        };
        abilities::put(&all, &record).unwrap();
    }
    all.commit().unwrap();
}

async fn found(engine: &Engine, words: &str) -> Vec<String> {
    let query: AbilityLookupQuery = serde_json::from_value(json!({ "user_query": words })).unwrap();
    let matches = engine.lookup(query).await.unwrap().matches;
    matches.into_iter().filter(|found| found.score > 0.3).map(|found| found.ability_id.0).collect()
}

#[tokio::test]
async fn every_change_is_seen_by_the_next_lookup() {
    let world = World::new();
    let engine = world.open().await;
    assert!(found(&engine, "add a customer").await.is_empty());
    put(&world, [entry("b", "add a customer"), entry("a", "add a customer")]);
    assert_eq!(found(&engine, "add a customer").await, ["a", "b"]);
    put(&world, [AbilityAvailabilityEntry { negative_triggers: vec!["customer".into()], ..entry("a", "add a customer") }]);
    assert_eq!(found(&engine, "add a customer").await, ["b"], "one that is in the index and changed");
    put(&world, [entry("b", "bake bread"), entry("c", "add a customer")]);
    assert_eq!(found(&engine, "add a customer").await, ["c"]);
    assert_eq!(found(&engine, "bake bread").await, ["b"]);
    abilities::delete(&world.raw(), &AbilityId("c".into())).unwrap();
    assert!(found(&engine, "add a customer").await.is_empty());
    assert_eq!(found(&engine, "bake bread").await, ["b"]);
    engine.close().await;
}

#[tokio::test]
async fn a_person_is_told_why_abilities_fit_and_why_the_nearest_do_not() {
    let world = World::new();
    let engine = world.open().await;
    let with = |id: &str, trigger: &str, change: serde_json::Value| -> AbilityAvailabilityEntry {
        let mut body = serde_json::to_value(entry(id, trigger)).unwrap();
        body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        serde_json::from_value(body).unwrap()
    };
    put(
        &world,
        [
            entry("fits", "add a customer"),
            with("excluded", "add a customer", json!({ "negative_triggers": ["customer"] })),
            with("ill", "add a customer", json!({ "install_lane": "quarantined" })),
            with("manual", "add a customer", json!({ "person_only": true })),
            with("weak", "customer portal report", json!({ "usable_now": false })),
            entry("unrelated", "bake bread"),
        ],
    );
    let ask = |explain: bool| {
        let query = json!({ "user_query": "please add a customer", "explain": explain });
        engine.lookup(serde_json::from_value(query).unwrap())
    };
    let result = ask(true).await.unwrap();
    assert_eq!(result.matches.len(), 1);
    assert_eq!(result.matches[0].why, ["Your words contain its trigger “add a customer”."]);
    let others: Vec<(&str, &str)> =
        result.not_fitting.iter().map(|other| (other.ability_id.as_str(), other.why_not[0].as_str())).collect();
    assert_eq!(
        others,
        [
            ("manual", "Only you may start it: its file says that agents do not choose it by themselves."),
            ("ill", "It is quarantined. End the quarantine to use it again."),
            (
                "weak",
                "Fewer than two of your words are in one of its triggers or in its title. It is used for “customer portal report”."
            ),
            ("excluded", "It is not meant for “customer”, which is one of its negative triggers."),
        ],
        "what shares no word is not listed"
    );
    let plain = ask(false).await.unwrap();
    assert!(plain.not_fitting.is_empty() && plain.matches[0].why.is_empty(), "agents get what they asked for");
    engine.close().await;
}

#[tokio::test]
async fn many_changes_at_once_are_seen_before_and_after_a_new_index_is_made() {
    let world = World::new();
    let engine = world.open().await;
    put(&world, [entry("first", "bake bread")]);
    assert_eq!(found(&engine, "bake bread").await, ["first"]);
    for round in 0..4 {
        put(&world, (0..100).map(|n| entry(&format!("a{n:03}"), &format!("sort {round} letters {n:03}"))));
        assert_eq!(found(&engine, &format!("sort {round} letters 042")).await[0], "a042");
        if round > 0 {
            assert!(!found(&engine, &format!("please sort {} letters 042", round - 1)).await.is_empty(), "some words are shared");
        }
        assert_eq!(found(&engine, "bake bread").await, ["first"]);
    }
    engine.close().await;
}

#[tokio::test]
async fn abilities_of_an_older_database_are_found() {
    let world = World::new();
    world.open().await.close().await;
    put(&world, [entry("old", "add a customer")]);
    // They came before changes were counted.
    world.raw().execute_batch("DELETE FROM ability_changes").unwrap();
    let engine = world.open().await;
    assert_eq!(found(&engine, "add a customer").await, ["old"]);
    put(&world, [entry("old", "bake bread")]);
    assert_eq!(found(&engine, "bake bread").await, ["old"]);
    engine.close().await;
}

#[tokio::test]
async fn a_conversation_of_a_lookup_is_refused_by_its_field() {
    let world = World::new();
    let engine = world.open().await;
    let query: AbilityLookupQuery =
        serde_json::from_value(json!({ "user_query": "add a customer", "room_id": "room-1" })).unwrap();
    let refused = engine.lookup(query).await.unwrap_err();
    assert_eq!((refused.code, refused.details.unwrap()["field"].clone()), (ErrorCode::InvalidRequest, json!("room_id")));
    engine.close().await;
}

#[tokio::test]
async fn the_projects_that_a_person_chooses_decide_the_order_of_the_next_lookup() {
    let world = World::new();
    let engine = world.open().await;
    put(&world, [entry("a", "add a customer"), entry("b", "add a customer")]);
    let order = async |project: &str| -> Vec<String> {
        let query = json!({ "user_query": "add a customer", "project_id": project });
        let matches = engine.lookup(serde_json::from_value(query).unwrap()).await.unwrap().matches;
        matches.into_iter().map(|found| found.ability_id.0).collect()
    };
    let choose = |id: &str, scopes: &[&str]| {
        let request = serde_json::from_value(json!({ "project_scopes": scopes })).unwrap();
        engine.set_ability_projects(AbilityId(id.into()), request)
    };
    assert_eq!(order("website").await, ["a", "b"]);
    let answer = choose("b", &[" website ", "shop", "website"]).await.unwrap();
    assert_eq!(answer.ability.project_scopes, ["website", "shop"]);
    assert_eq!(order("website").await, ["b", "a"]);
    assert_eq!(order("notes").await, ["a", "b"], "it is not for this project");
    let receipts = || async { engine.receipts(PageQuery { page: 1, page_size: 100 }).await.unwrap().receipts };
    let stored = receipts().await;
    assert!(stored.iter().any(|receipt| receipt.summary == "Customers is for these projects now: website, shop."), "{stored:?}");
    choose("b", &["website", "shop"]).await.unwrap();
    assert_eq!(receipts().await.len(), stored.len(), "an unchanged choice leaves no receipt");
    choose("b", &[]).await.unwrap();
    assert_eq!(order("website").await, ["a", "b"]);
    for (wrong, remedy) in [
        ("*", "name none"),
        ("  ", "write the name of the project's folder"),
        ("a/b", "write the name of the project's folder alone"),
        ("ghp_0123456789abcdefghijklmnopqrstuvwxyzAB", "looks like a secret"),
    ] {
        let refused = choose("b", &[wrong]).await.unwrap_err();
        assert_eq!(refused.code, ErrorCode::InvalidRequest, "{wrong}");
        assert!(refused.message.starts_with("project_scopes: ") && refused.message.contains(remedy), "{}", refused.message);
    }
    assert_eq!(choose("nobody", &[]).await.unwrap_err().code, ErrorCode::AbilityNotFound);
    engine.close().await;
}

/// An id, another name and a folder mean a project; a name of two is refused with the remedy, or finds what fits in either.
#[tokio::test]
async fn a_lookup_knows_a_project_by_id_alias_and_folder() {
    let world = World::new();
    let engine = world.open().await;
    let of = |id: &str, project: &str| AbilityAvailabilityEntry {
        project_scopes: vec![project.into()],
        ..entry(id, "add a customer")
    };
    put(&world, [of("a", "other"), of("b", "shop-eu"), of("c", "shop-us")]);
    let bind = async |policy: &str| {
        let binding = |id: &str, folder: &str| json!({ "project_id": id, "aliases": ["Shop"], "folders": [folder], "ambiguity_policy": policy });
        let mut settings = serde_json::to_value(engine.settings().await.unwrap().settings).unwrap();
        settings["project_bindings"] = json!([binding("shop-eu", "/srv/eu"), binding("shop-us", "/srv/us")]);
        engine.update_settings(serde_json::from_value(settings).unwrap()).await.unwrap();
    };
    bind("require_disambiguation").await;
    let ask = |project: &str| {
        let query = json!({ "user_query": "add a customer", "project_id": project });
        engine.lookup(serde_json::from_value(query).unwrap())
    };
    let first = async |project: &str| ask(project).await.unwrap().matches[0].ability_id.0.clone();
    assert_eq!(first("shop-us").await, "c");
    assert_eq!(first("/srv/eu/app").await, "b");
    assert_eq!(first("/work/other").await, "a", "a folder that is not known is its name");
    let refused = ask("shop").await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::InvalidRequest);
    let remedy = "project_id: shop fits the projects shop-eu, shop-us. Name one of them by its id, or change the aliases in Settings, Projects.";
    assert_eq!(refused.message, remedy);
    let explain = json!({ "user_query": "add a customer", "ability_id": "a", "project_id": "shop" });
    assert_eq!(engine.explain_match(serde_json::from_value(explain).unwrap()).await.unwrap_err().message, remedy);
    bind("return_all").await;
    let found: Vec<String> = ask("shop").await.unwrap().matches.into_iter().map(|found| found.ability_id.0).collect();
    assert_eq!(found, ["b", "c", "a"], "each once, and those of either project first");
    let explain = json!({ "user_query": "add a customer", "ability_id": "c", "project_id": "shop" });
    let reasons = engine.explain_match(serde_json::from_value(explain).unwrap()).await.unwrap().match_reasons;
    assert!(reasons.contains(&"project_scope_match: shop-us".to_owned()), "{reasons:?}");
    let scoped = serde_json::from_value(json!({ "project_scopes": ["/srv/eu/app"] })).unwrap();
    let scopes = engine.set_ability_projects(AbilityId("a".into()), scoped).await.unwrap().ability.project_scopes;
    assert_eq!(scopes, ["shop-eu"]);
    engine.close().await;
}
