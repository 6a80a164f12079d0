//! Archives of skills.

use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;

/// A zip of these files; a name that ends with `!` is executable.
pub fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        let mode = if name.ends_with('!') { 0o755 } else { 0o644 };
        zip.start_file(name.trim_end_matches('!'), SimpleFileOptions::default().unix_permissions(mode)).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// The text of a SKILL.md.
pub fn skill(name: &str, description: &str) -> String {
    format!("---\nname: {name}\ndescription: {description}\n---\n\n# {name}\n\nBoil water, then pour it over the leaves.\n")
}

/// A zip of one skill with several files, one of them executable.
pub fn tea() -> Vec<u8> {
    let main = skill("brew-oolong", "Brews oolong tea. Use when somebody wants a pot of oolong.");
    zipped(&[
        ("brew-oolong/SKILL.md", main.as_bytes()),
        ("brew-oolong/scripts/boil.sh!", b"#!/bin/sh\necho boiling\n"),
        ("brew-oolong/assets/leaf.png", &[0x89, b'P', b'N', b'G', 0, 1, 2, 3]),
    ])
}
