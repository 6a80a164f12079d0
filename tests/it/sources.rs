//! The workspace as its tests read it: its packages and its sources.

use cargo_metadata::{Metadata, MetadataCommand};
use std::fs;
use std::path::{Path, PathBuf};

/// The root of the workspace. Cargo runs the tests of a package in its folder.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The packages of the workspace, without what they depend on.
pub fn workspace() -> Metadata {
    let manifest = root().join("Cargo.toml");
    MetadataCommand::new().manifest_path(manifest).no_deps().other_options(["--offline".into()]).exec().unwrap()
}

/// Every Rust source below these folders, relative to the root, in the order of paths.
pub fn rust_files(folders: &[&str]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut waiting: Vec<PathBuf> = folders.iter().map(PathBuf::from).collect();
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(root().join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let path = folder.join(entry.file_name());
            if entry.file_type().unwrap().is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    assert!(files.len() > 10, "no sources below {folders:?}: then this guards nothing");
    files
}

/// The lines of a source before its module of unit tests.
pub fn without_tests(text: &str) -> impl Iterator<Item = &str> {
    let lines: Vec<&str> = text.lines().collect();
    let starts_tests = |at: usize| {
        let item = lines[at..].iter().find(|line| !line.starts_with("#["));
        lines[at] == "#[cfg(test)]" && item.is_some_and(|line| line.starts_with("mod "))
    };
    let end = (0..lines.len()).find(|at| starts_tests(*at)).unwrap_or(lines.len());
    lines.into_iter().take(end)
}
