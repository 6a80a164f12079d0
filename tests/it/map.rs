//! The code map of `ARCHITECTURE.md`: complete, and without paths that do not exist.

use crate::sources::{root, workspace};
use std::fs;

/// Parts of the repository that are no package but need a row.
const FOLDERS: [&str; 9] =
    ["ui", "tests/it", "tests/window", "tests/eval", "tests/agents", "tests/attack", "tests/conformance", "scripts", "docs"];

/// The rows of the table in a section of `ARCHITECTURE.md`, without the backtick before the first column.
fn table(section: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let (_, rest) = text.split_once(&format!("\n## {section}\n")).unwrap_or_else(|| panic!("ARCHITECTURE.md lacks “{section}”"));
    let section = rest.split("\n## ").next().unwrap_or_default();
    let rows: Vec<String> = section.lines().filter_map(|line| line.strip_prefix("| `")).map(str::to_owned).collect();
    assert!(!rows.is_empty(), "it is a table whose first column is in backticks");
    rows
}

/// The path of each row of the code map.
fn rows() -> Vec<String> {
    table("Code map").iter().filter_map(|row| row.split_once('`')).map(|(path, _)| path.to_owned()).collect()
}

#[test]
fn every_type_for_one_skill_is_where_the_table_says() {
    for row in table("Types for one skill") {
        let mut cells = row.split('`');
        let (Some(name), Some(_), Some(file)) = (cells.next(), cells.next(), cells.next()) else { panic!("no file: {row}") };
        let text = fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        let declared = text
            .match_indices(&format!("struct {name}"))
            .any(|(at, found)| text[at + found.len()..].starts_with([' ', '<', ';', '(']));
        assert!(declared, "{file} declares no {name}: mend the table of ARCHITECTURE.md");
    }
}

#[test]
fn every_part_of_the_repository_has_a_row() {
    let rows = rows();
    let workspace = workspace();
    let packages = workspace.workspace_packages().into_iter().map(|package| {
        let folder = package.manifest_path.parent().unwrap().strip_prefix(root().to_str().unwrap()).unwrap();
        // The package of the root has its sources in src-tauri.
        if folder.as_str().is_empty() { "src-tauri".to_owned() } else { folder.to_string() }
    });
    let missing: Vec<String> =
        packages.chain(FOLDERS.map(str::to_owned)).filter(|path| !rows.iter().any(|row| row == path)).collect();
    assert!(missing.is_empty(), "add a row to the code map of ARCHITECTURE.md for {missing:?}");
}

#[test]
fn every_row_names_a_folder() {
    let gone: Vec<String> = rows().into_iter().filter(|row| !root().join(row).is_dir()).collect();
    assert!(gone.is_empty(), "the code map of ARCHITECTURE.md names folders that do not exist: {gone:?}");
}

/// The lint sees only the crates that ask for it.
#[test]
fn every_library_asks_for_documentation() {
    let workspace = workspace();
    let libraries =
        workspace.workspace_packages().into_iter().flat_map(|package| &package.targets).filter(|target| target.is_lib());
    let sources: Vec<_> = libraries.map(|target| target.src_path.clone()).collect();
    assert!(sources.len() > 5, "no libraries found: then this guards nothing");
    let without: Vec<_> =
        sources.iter().filter(|path| !fs::read_to_string(path).unwrap().contains("#![warn(missing_docs)]")).collect();
    assert!(without.is_empty(), "add #![warn(missing_docs)] to {without:?}");
}
