//! Prepares what the crate embeds: the files of the interface (or a page that says how to build it) and `openapi.json` without its white
//! space. Texts are compressed with gzip, because they are a quarter of that size and browsers take them so.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use std::path::Path;
use std::{env, fs};

const PLACEHOLDER: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Apprentice</title>\
<body><h1>The interface is not built</h1><p>Run <code>make ui</code> and start Apprentice again.</p></body></html>\n";

#[expect(clippy::disallowed_methods, reason = "cargo tells a build script by a variable where it may write")]
fn main() {
    // A build script runs in the folder of its crate. `env!` would name the clone that compiled the script.
    let dist = Path::new("../../ui/dist");
    let index = dist.join("index.html");
    if !index.exists() {
        fs::create_dir_all(dist).expect("ui/dist can be created");
        fs::write(&index, PLACEHOLDER).expect("ui/dist can be written");
    }
    println!("cargo:rerun-if-changed={}", dist.display());
    let out = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    let out = Path::new(&out);
    // Files of an older interface must not stay.
    if out.join("ui").exists() {
        fs::remove_dir_all(out.join("ui")).expect("OUT_DIR can be written");
    }
    compress_folder(dist, &out.join("ui"));
    let document = fs::read_to_string("openapi.json").expect("openapi.json can be read");
    fs::write(out.join("openapi.json.gz"), compressed(minified(&document).as_bytes())).expect("OUT_DIR can be written");
    println!("cargo:rerun-if-changed=openapi.json");
    println!("cargo:rerun-if-changed=build.rs");
}

/// Copies a folder. A file that becomes smaller gets the ending `.gz`.
fn compress_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("OUT_DIR can be written");
    for entry in fs::read_dir(from).expect("ui/dist can be read") {
        let entry = entry.expect("ui/dist can be read");
        let name = entry.file_name().into_string().expect("the names of the interface are UTF-8");
        if entry.path().is_dir() {
            compress_folder(&entry.path(), &to.join(name));
            continue;
        }
        let plain = fs::read(entry.path()).expect("ui/dist can be read");
        let small = compressed(&plain);
        let (name, bytes) = if small.len() < plain.len() { (format!("{name}.gz"), small) } else { (name, plain) };
        fs::write(to.join(name), bytes).expect("OUT_DIR can be written");
    }
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory can be written")
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
