//! The floors of ARCHITECTURE.md: a crate depends only on crates of lower floors, and only the shell depends on Tauri.

use crate::sources::{root, rust_files, workspace};
use cargo_metadata::{DependencyKind, MetadataCommand, Package};

/// Tests and benchmarks of every crate may use it, and nothing else may. It uses what is below the faces.
const TESTKIT: &str = "apprentice-testkit";

const FLOORS: [(&str, u8); 15] = [
    ("apprentice-contracts", 1),
    ("apprentice-injection", 1),
    ("apprentice-platform", 1),
    ("apprentice-lookup", 2),
    ("apprentice-skills", 2),
    ("apprentice-compiler", 2),
    ("apprentice-store", 2),
    ("apprentice-observe", 3),
    ("apprentice-agents", 3),
    ("apprentice-connectors", 3),
    ("apprentice-engine", 4),
    ("apprentice-api", 5),
    (TESTKIT, 5),
    ("apprentice-cli", 6),
    ("apprentice-desktop", 6),
];

fn floor(name: &str) -> Option<u8> {
    FLOORS.iter().find(|(known, _)| *known == name).map(|(_, floor)| *floor)
}

/// Dependencies of `package` that are not on a lower floor.
fn wrong_dependencies(package: &Package) -> Vec<String> {
    let from =
        floor(&package.name).unwrap_or_else(|| panic!("{} has no floor: give it one in ARCHITECTURE.md and here", package.name));
    let inside = package.dependencies.iter().filter(|dependency| dependency.path.is_some());
    // Tests may use crates of their own floor too, never of a higher one, except the testkit.
    inside
        .filter(|dependency| dependency.kind != DependencyKind::Development || dependency.name != TESTKIT)
        .filter(|dependency| dependency.kind != DependencyKind::Development || floor(&dependency.name) > Some(from))
        .filter(|dependency| floor(&dependency.name).is_none_or(|to| to >= from))
        .map(|dependency| format!("{} (floor {from}) -> {} (floor {:?})", package.name, dependency.name, floor(&dependency.name)))
        .collect()
}

#[test]
fn every_crate_depends_on_lower_floors_only() {
    let workspace = workspace();
    let wrong: Vec<String> = workspace.workspace_packages().into_iter().flat_map(wrong_dependencies).collect();
    assert!(wrong.is_empty(), "these dependencies lead to the same or a higher floor: {wrong:#?}");
    assert_eq!(workspace.workspace_packages().len(), FLOORS.len(), "a crate with a floor does not exist");
}

#[test]
fn only_dev_dependencies_use_the_testkit() {
    let workspace = workspace();
    let mut users = Vec::new();
    for package in workspace.workspace_packages() {
        for dependency in package.dependencies.iter().filter(|dependency| dependency.name == TESTKIT) {
            users.push(package.name.to_string());
            assert_eq!(dependency.kind, DependencyKind::Development, "{} uses {TESTKIT} outside its tests", package.name);
        }
    }
    assert!(!users.is_empty(), "nothing uses {TESTKIT}");
}

/// A test helper of two crates belongs into the testkit: a file that is compiled into several binaries by `#[path]` is dead code in each.
#[test]
fn no_crate_compiles_files_of_another_test_binary() {
    let sources = rust_files(&["crates", "src-tauri", "tests"]);
    let shares = |path: &&std::path::PathBuf| {
        let text = std::fs::read_to_string(root().join(path)).unwrap();
        text.lines().any(|line| line.trim_start().starts_with("#[path") && line.contains(".."))
    };
    let found: Vec<_> = sources.iter().filter(shares).collect();
    assert!(found.is_empty(), "move what they share to crates/testkit: {found:?}");
}

/// The sign-in code of the MCP library has known holes: it sends tokens to foreign servers, follows redirects and trusts answers. We do not
/// compile it in. Before somebody turns it on, they must close these holes.
#[test]
fn the_sign_in_code_of_the_mcp_library_is_not_compiled_in() {
    let manifest = root().join("Cargo.toml");
    // Libraries of other platforms are not on this machine.
    let options = ["--offline", "--filter-platform", "x86_64-unknown-linux-gnu"];
    let whole = MetadataCommand::new().manifest_path(manifest).other_options(options.map(Into::into)).exec().unwrap();
    let libraries: Vec<_> = whole.packages.iter().filter(|package| package.name.as_str() == "rmcp").collect();
    assert!(!libraries.is_empty(), "without rmcp this test checks nothing");
    let nodes = whole.resolve.unwrap().nodes;
    for library in libraries {
        let features = &nodes.iter().find(|node| node.id == library.id).unwrap().features;
        let sign_in: Vec<String> = features.iter().map(ToString::to_string).filter(|name| name.starts_with("auth")).collect();
        assert!(sign_in.is_empty(), "rmcp {} is built with {sign_in:?}", library.version);
        assert!(library.features.keys().any(|name| name.starts_with("auth")), "the feature has a new name");
    }
}

#[test]
fn only_the_shell_depends_on_tauri() {
    let workspace = workspace();
    let depends = |package: &&Package| package.dependencies.iter().any(|dependency| dependency.name.starts_with("tauri"));
    let found: Vec<String> =
        workspace.workspace_packages().into_iter().filter(depends).map(|package| package.name.to_string()).collect();
    assert_eq!(found, ["apprentice-desktop"], "only the root package may depend on tauri");
}
