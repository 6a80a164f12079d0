//! Only `crates/platform` makes calls that one operating system has and another has not. Tests may make them too: they set up the
//! conditions of the system that they run on.

use crate::sources::{rust_files, without_tests, workspace};
use cargo_metadata::DependencyKind;
use std::fs;

/// Libraries whose calls exist on one system only.
const LIBRARIES: [&str; 5] = ["nix", "libc", "rustix", "portable-pty", "windows-sys"];

/// What a source says when it calls one of them, or the same calls of the standard library and of Tokio.
const CALLS: [&str; 10] = [
    "nix::",
    "libc::",
    "rustix::",
    "portable_pty::",
    "windows_sys::",
    "os::unix",
    "os::linux",
    "os::fd",
    "os::windows",
    "signal::unix",
];

#[test]
fn only_platform_depends_on_libraries_of_one_system() {
    let mut found = Vec::new();
    for package in workspace().workspace_packages() {
        for dependency in &package.dependencies {
            let of_one_system = LIBRARIES.contains(&dependency.name.as_str());
            if of_one_system && dependency.kind == DependencyKind::Normal && package.name.as_str() != "apprentice-platform" {
                found.push(format!("{} -> {}", package.name, dependency.name));
            }
        }
    }
    assert!(found.is_empty(), "call these through apprentice-platform: {found:#?}");
}

#[test]
fn only_platform_calls_the_system() {
    let mut found = Vec::new();
    for path in rust_files(&["crates", "src-tauri"]) {
        let is_test = path.iter().any(|part| part == "tests" || part == "benches")
            || path.file_stem().and_then(|stem| stem.to_str()).is_some_and(|stem| stem == "tests" || stem.ends_with("_test"));
        if is_test || path.starts_with("crates/platform") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        for (number, line) in without_tests(&text).enumerate().filter(|(_, line)| calls_the_system(line)) {
            found.push(format!("{}:{}: {}", path.display(), number + 1, line.trim()));
        }
    }
    assert!(found.is_empty(), "move these behind a module of crates/platform: {found:#?}");
}

fn calls_the_system(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default();
    let is_word = |at: usize| !code[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_');
    CALLS.iter().any(|call| code.match_indices(call).any(|(at, _)| is_word(at)))
}

#[test]
fn only_the_module_of_unit_tests_is_left_out() {
    let text = "a\n#[cfg(test)]\nfn b() {}\nc\n#[cfg(test)]\n#[allow(x)]\nmod tests {\nd\n}\n";
    assert_eq!(without_tests(text).collect::<Vec<_>>(), ["a", "#[cfg(test)]", "fn b() {}", "c"]);
}

#[test]
fn calls_are_recognised() {
    for (line, expected) in [
        ("use nix::unistd::Pid;", true),
        ("    use std::os::unix::fs::PermissionsExt;", true),
        ("use std::{os::fd::AsFd, path::Path};", true),
        ("use tokio::signal::unix::signal;", true),
        ("let x = libc::mallopt(1, 2);", true),
        ("use portable_pty::CommandBuilder;", true),
        ("/// Not `nix::unistd`.", false),
        ("#[cfg(unix)]", false),
        ("use crate::phoenix::Bird;", false),
        ("use apprentice_platform::links::symlink;", false),
    ] {
        assert_eq!(calls_the_system(line), expected, "{line}");
    }
}
