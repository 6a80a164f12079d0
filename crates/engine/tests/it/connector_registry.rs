//! Connectors of the registry: looked for when the person asks, shown with what they start, and imported as they were shown.

use crate::connectors::{local, read};
use apprentice_contracts::connector::*;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_engine::{Engine, EngineOptions, REGISTRY_VARIABLE};
use apprentice_testkit::World;
use apprentice_testkit::web::Web;
use serde_json::{Value, json};

/// The engine of a machine whose registry is at this address.
async fn open(world: &World, registry: &str) -> Engine {
    let EngineOptions { mut machine, .. } = world.options();
    machine.environment.extend([(REGISTRY_VARIABLE.to_owned(), registry.to_owned())]);
    Engine::open(EngineOptions { machine, ..world.options() }).await.unwrap()
}

async fn search(engine: &Engine, words: &str) -> Result<McpRegistrySearchResponse, Failure> {
    engine.search_mcp_registry(McpRegistryQuery { search: words.to_owned() }).await
}

fn entry(name: &str, server: &Value) -> Value {
    let mut entry = json!({ "server": { "name": name, "title": "Weather", "description": "Of Graz.", "version": "1.0.2" },
        "_meta": { "io.modelcontextprotocol.registry/official": { "isLatest": true, "status": "active" } } });
    entry["server"].as_object_mut().unwrap().extend(server.as_object().unwrap().clone());
    entry
}

fn npm(version: &str) -> Value {
    json!({ "registryType": "npm", "identifier": "@ada/weather", "version": version, "transport": { "type": "stdio" },
        "packageArguments": [{ "type": "positional", "valueHint": "place", "isRequired": true }] })
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_registry_has_is_shown_with_what_it_starts_and_imported_as_shown() {
    let remote = json!({ "type": "streamable-http", "url": "https://weather.example.com/mcp" });
    let servers = [
        entry("io.github.bob/weather-2", &json!({ "packages": [npm("latest")] })),
        entry("io.github.ada/weather", &json!({ "packages": [npm("1.0.2")], "remotes": [remote] })),
        entry("io.github.eve/weather-none", &json!({})),
        entry("io.github.eve/wea\u{200b}ther", &json!({})),
    ];
    let list = json!({ "servers": servers, "metadata": { "count": 4, "nextCursor": "more" } }).to_string();
    // It knows only the older interface, and lies below a path.
    let web = Web::new(move |path| match path.strip_prefix("/mcp/v0/servers?") {
        Some(_) => (200, list.clone()),
        None => (404, String::new()),
    });
    let world = World::new();
    let engine = open(&world, &format!("{}/mcp/", web.address)).await;
    crate::connectors::add(&engine, local("Other", &[])).await.unwrap();
    engine.mcp_servers().await.unwrap();
    assert!(web.asked().is_empty(), "it is asked only when the person asks");
    let found = search(&engine, "graz weather").await.unwrap();
    let asked = "servers?search=weather&version=latest&limit=50";
    assert_eq!(web.asked(), [format!("/mcp/v0.1/{asked}"), format!("/mcp/v0/{asked}")]);
    assert_eq!((found.more, found.left_out, found.servers.len()), (true, 1, 3));
    let [bob, ada, none] = &found.servers[..] else { panic!("{found:?}") };
    assert_eq!((ada.name.as_str(), ada.version.as_str(), ada.title.as_str()), ("io.github.ada/weather", "1.0.2", "Weather"));
    assert_eq!(ada.items[0].command.as_ref().unwrap().arguments, ["-y", "@ada/weather@1.0.2", "${place}"]);
    assert_eq!(ada.items[1].endpoint_url.as_deref(), Some("https://weather.example.com/mcp"));
    assert_eq!(bob.items[0].verdict, McpImportVerdict::Unsupported, "no exact version");
    assert!(none.items.is_empty() && none.problem.as_ref().unwrap().contains("neither packages nor remotes"), "{none:?}");
    let first = search(&engine, "weather").await.unwrap().servers.remove(0);
    assert_eq!(first.name, "io.github.ada/weather", "the one that is called so");

    let file = McpImportFile { path: None, text: Some(ada.text.clone()) };
    assert_eq!(engine.plan_mcp_file_import(file.clone()).await.unwrap().items, ada.items, "the plan is the same");
    let import = |key: &str| McpImportRequest {
        keys: vec![key.to_owned()],
        file: Some(file.clone()),
        values: read(json!([{ "name": "place", "value": "Graz" }])),
    };
    let changed = engine.import_mcp_servers(import(&bob.items[0].key)).await.unwrap_err();
    assert_eq!(changed.code, ErrorCode::Conflict, "another text is not what was shown");
    let entry = engine.import_mcp_servers(import(&ada.items[0].key)).await.unwrap().servers.remove(0).registry;
    assert_eq!(entry.command.unwrap().arguments, ["-y", "@ada/weather@1.0.2", "Graz"]);
    assert!(!entry.trusted, "nothing is started before it is trusted");
    let failed = engine.connect_mcp_server(entry.server_id).await.unwrap_err();
    assert_eq!(failed.code, ErrorCode::McpTrustRequired);
    engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_registry_that_does_not_answer_as_one_is_refused_in_words() {
    let reason = |failure: &Failure| failure.details.as_ref().unwrap()["reason"].as_str().unwrap_or_default().to_owned();
    let (large, deep) = (format!("{{\"servers\":[{}]}}", "1,".repeat(600_000)), "[".repeat(100_000));
    for (status, body, code, words) in [
        (302, "", "PROTOCOL", "not followed"),
        (307, "", "PROTOCOL", "not followed"),
        (404, "", "PROTOCOL", "HTTP 404"),
        (429, "", "RATE_LIMITED", "a pause"),
        (500, "", "UNREACHABLE", "HTTP 500"),
        (401, "", "UNREACHABLE", "HTTP 401"),
        (200, "<html>Sign in</html>", "PROTOCOL", "something else"),
        (200, &deep, "PROTOCOL", "something else"),
        (200, r#"{"servers":"weather"}"#, "PROTOCOL", "something else"),
        (200, &large, "UNREACHABLE", "1 MiB"),
    ] {
        let body = body.to_owned();
        let web = Web::new(move |_| (status, body.clone()));
        let world = World::new();
        let engine = open(&world, &web.address).await;
        let failure = search(&engine, "weather").await.unwrap_err();
        assert_eq!(
            (failure.code, reason(&failure).as_str()),
            (ErrorCode::McpConnectionFailed, code),
            "{status}: {}",
            failure.message
        );
        assert!(failure.message.contains(words) && failure.message.contains(&web.address), "{status}: {}", failure.message);
        assert!(!web.asked().iter().any(|path| path == "/elsewhere"), "no redirection is followed");
        engine.close().await;
    }
    for (address, code) in [
        ("http://example.com", "ADDRESS"),
        ("file:///etc/passwd", "ADDRESS"),
        ("https://ada:word@example.com", "ADDRESS"),
        ("https://10.0.0.1", "ADDRESS"),
        ("https://169.254.169.254/latest", "ADDRESS"),
        ("https://registry.internal", "ADDRESS"),
        ("registry", "ADDRESS"),
        ("http://127.0.0.1:9", "UNREACHABLE"),
    ] {
        let world = World::new();
        let engine = open(&world, address).await;
        let failure = search(&engine, "weather").await.unwrap_err();
        assert_eq!(reason(&failure), code, "{address}: {}", failure.message);
        assert!(code != "ADDRESS" || failure.message.contains(REGISTRY_VARIABLE), "{address}: {}", failure.message);
        for words in ["w", " a b ", ""] {
            let failure = search(&engine, words).await.unwrap_err();
            assert_eq!(
                (failure.code, &failure.details.unwrap()["field"]),
                (ErrorCode::InvalidRequest, &json!("search")),
                "{words}"
            );
        }
        engine.close().await;
    }
}
