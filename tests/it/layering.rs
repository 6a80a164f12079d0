//! The floors of the house (architecture.md): a crate imports only from lower floors, and only the shell knows the window toolkit.

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};
use std::path::Path;

const FLOORS: [(&str, u8); 11] = [
    ("apprentice-contracts", 1),
    ("apprentice-platform", 1),
    ("apprentice-skills", 2),
    ("apprentice-compiler", 2),
    ("apprentice-store", 2),
    ("apprentice-observe", 3),
    ("apprentice-agents", 3),
    ("apprentice-engine", 4),
    ("apprentice-api", 5),
    ("apprentice-cli", 6),
    ("apprentice-desktop", 6),
];

fn house() -> Metadata {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    MetadataCommand::new().manifest_path(manifest).no_deps().other_options(["--offline".into()]).exec().unwrap()
}

fn floor(name: &str) -> Option<u8> {
    FLOORS.iter().find(|(known, _)| *known == name).map(|(_, floor)| *floor)
}

/// Arrows of `package` that do not run down.
fn wrong_arrows(package: &Package) -> Vec<String> {
    let from = floor(&package.name)
        .unwrap_or_else(|| panic!("{} stands on no floor: give it one in architecture.md and here", package.name));
    let inside = package.dependencies.iter().filter(|dependency| dependency.path.is_some());
    // Tests may look down from the top as they like, never up.
    inside
        .filter(|dependency| dependency.kind != DependencyKind::Development || floor(&dependency.name) > Some(from))
        .filter(|dependency| floor(&dependency.name).is_none_or(|to| to >= from))
        .map(|dependency| format!("{} (floor {from}) -> {} (floor {:?})", package.name, dependency.name, floor(&dependency.name)))
        .collect()
}

#[test]
fn every_arrow_runs_down() {
    let house = house();
    let wrong: Vec<String> = house.workspace_packages().into_iter().flat_map(wrong_arrows).collect();
    assert!(wrong.is_empty(), "these imports run up or along: {wrong:#?}");
    assert_eq!(house.workspace_packages().len(), FLOORS.len(), "a floor is named for a crate that does not exist");
}

/// The holes of the MCP library that its research lists in signing in (tokens told to strangers, redirects that are followed, answers
/// that are trusted) are closed by not compiling that part in. Whoever needs it closes them first.
#[test]
fn signing_in_of_the_protocol_library_is_not_compiled_in() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    // What other platforms need is not on this machine.
    let options = ["--offline", "--filter-platform", "x86_64-unknown-linux-gnu"];
    let whole = MetadataCommand::new().manifest_path(manifest).other_options(options.map(Into::into)).exec().unwrap();
    let libraries: Vec<_> = whole.packages.iter().filter(|package| package.name.as_str() == "rmcp").collect();
    assert!(!libraries.is_empty(), "no rmcp: then this test guards nothing");
    let nodes = whole.resolve.unwrap().nodes;
    for library in libraries {
        let features = &nodes.iter().find(|node| node.id == library.id).unwrap().features;
        let signing_in: Vec<String> = features.iter().map(ToString::to_string).filter(|name| name.starts_with("auth")).collect();
        assert!(signing_in.is_empty(), "rmcp {} is built with {signing_in:?}", library.version);
        assert!(library.features.keys().any(|name| name.starts_with("auth")), "the feature has another name now");
    }
}

#[test]
fn only_the_shell_knows_the_window_toolkit() {
    let house = house();
    let knows = |package: &&Package| package.dependencies.iter().any(|dependency| dependency.name.starts_with("tauri"));
    let found: Vec<String> =
        house.workspace_packages().into_iter().filter(knows).map(|package| package.name.to_string()).collect();
    assert_eq!(found, ["apprentice-desktop"], "only the root package may depend on tauri");
}
