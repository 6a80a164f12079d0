//! `openapi.json` is derived from the Rust types and committed; here it is compared, or written.

use apprentice_contracts::event::EventKind;
use std::{env, fs, path::Path};

#[test]
#[expect(clippy::disallowed_methods, reason = "`make bindings` asks by a variable")]
fn bindings_openapi_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
    let fresh = serde_json::to_string_pretty(&apprentice_api::openapi::document()).unwrap() + "\n";
    if env::var("UPDATE_BINDINGS").is_ok() {
        fs::write(&path, &fresh).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == fresh, "crates/api/openapi.json is stale: run `make bindings` and commit what changes");
}

/// Clients distinguish events by `event_kind`, so the schema lists every kind with its payload.
#[test]
fn the_document_lists_every_kind_of_event() {
    let document = apprentice_api::openapi::document();
    let schema = &document["components"]["schemas"]["LearnSessionEvent"];
    let variants = schema["oneOf"].as_array().unwrap().iter().map(|variant| &variant["properties"]);
    let described: Vec<_> =
        variants.map(|fields| (fields["event_kind"]["const"].as_str().unwrap(), &fields["payload"])).collect();
    assert_eq!(
        described.iter().map(|(kind, _)| *kind).collect::<Vec<_>>(),
        EventKind::ALL.iter().map(|kind| kind.as_str()).collect::<Vec<_>>()
    );
    for (kind, payload) in described {
        assert!(payload["$ref"].is_string(), "the payload of {kind} has no schema: {payload}");
    }
    for field in ["seq", "session_id", "timestamp"] {
        assert!(schema["properties"][field].is_object(), "{field} is not described");
    }
}
