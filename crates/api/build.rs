//! Prepares what the crate embeds: a page that says how to build the interface, where it was not built yet, and `openapi.json` without its
//! white space.

use std::path::Path;
use std::{env, fs};

const PLACEHOLDER: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Apprentice</title>\
<body><h1>The interface is not built</h1><p>Run <code>make ui</code> and start Apprentice again.</p></body></html>\n";

#[expect(clippy::disallowed_methods, reason = "cargo tells a build script by a variable where it may write")]
fn main() {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui/dist");
    let index = dist.join("index.html");
    if !index.exists() {
        fs::create_dir_all(&dist).expect("ui/dist can be created");
        fs::write(&index, PLACEHOLDER).expect("ui/dist can be written");
    }
    println!("cargo:rerun-if-changed={}", dist.display());
    let document = fs::read_to_string("openapi.json").expect("openapi.json can be read");
    let out = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("openapi.json"), minified(&document)).expect("OUT_DIR can be written");
    println!("cargo:rerun-if-changed=openapi.json");
    println!("cargo:rerun-if-changed=build.rs");
}

/// A JSON text without the white space outside its strings.
fn minified(json: &str) -> String {
    let (mut in_string, mut escaped) = (false, false);
    let keep = |character: &char| {
        let outside = !in_string;
        if escaped {
            escaped = false;
        } else {
            escaped = in_string && *character == '\\';
            in_string ^= *character == '"';
        }
        !(outside && character.is_ascii_whitespace())
    };
    json.chars().filter(keep).collect()
}
