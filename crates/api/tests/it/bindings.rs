//! `openapi.json` is derived from the Rust types and committed; here it is compared, or written.

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
