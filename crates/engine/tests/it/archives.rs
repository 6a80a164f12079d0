//! Archives of skills, made here.

use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;

/// A zip of these files; a name that ends with `!` is one that may be run.
pub fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        let mode = if name.ends_with('!') { 0o755 } else { 0o644 };
        zip.start_file(name.trim_end_matches('!'), SimpleFileOptions::default().unix_permissions(mode)).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

pub fn skill(name: &str, description: &str) -> String {
    format!("---\nname: {name}\ndescription: {description}\n---\n\n# {name}\n\nBoil water, then pour it over the leaves.\n")
}

/// One skill of several files.
pub fn tea() -> Vec<u8> {
    let main = skill("brew-oolong", "Brews oolong tea. Use when somebody wants a pot of oolong.");
    zipped(&[
        ("brew-oolong/SKILL.md", main.as_bytes()),
        ("brew-oolong/scripts/boil.sh!", b"#!/bin/sh\necho boiling\n"),
        ("brew-oolong/assets/leaf.png", &[0x89, b'P', b'N', b'G', 0, 1, 2, 3]),
    ])
}
