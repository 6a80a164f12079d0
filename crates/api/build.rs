//! Makes sure that there is something to embed: a page that says how to build the interface, when it was not built yet.

use std::{fs, path::Path};

const PLACEHOLDER: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Apprentice</title>\
<body><h1>The interface is not built</h1><p>Run <code>make ui</code> and start Apprentice again.</p></body></html>\n";

fn main() {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui/dist");
    let index = dist.join("index.html");
    if !index.exists() {
        fs::create_dir_all(&dist).expect("ui/dist can be created");
        fs::write(&index, PLACEHOLDER).expect("ui/dist can be written");
    }
    println!("cargo:rerun-if-changed={}", dist.display());
    println!("cargo:rerun-if-changed=build.rs");
}
