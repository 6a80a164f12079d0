//! The modules of this crate are built in floors: a module uses only modules of lower floors.

use std::fs;
use std::path::{Path, PathBuf};

/// Every top module with its floor. Modules of one floor do not use each other, so no circle runs across folders.
const FLOORS: &[(&str, u8)] = &[
    ("disk", 1),
    ("files", 1),
    ("refusal", 1),
    ("temporary", 2),
    ("format", 3),
    ("agents", 4),
    ("discovery", 5),
    ("source", 5),
    ("scan", 6),
    ("catalogue", 7),
    ("install", 8),
    ("bag", 9),
];

/// One mention of a top module by another.
#[derive(Debug, PartialEq, Eq)]
struct Arrow {
    from: String,
    to: String,
    /// 1-based.
    line: usize,
}

#[test]
fn every_module_uses_only_modules_of_lower_floors() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    let mut arrows = 0;
    for file in rust_files(&src) {
        let path = file.strip_prefix(&src).unwrap();
        for arrow in arrows_of(&module_of(path), &fs::read_to_string(&file).unwrap()) {
            arrows += 1;
            if floor(&arrow.from) <= floor(&arrow.to) {
                wrong.push(format!("{}:{}: {} uses {}", file.display(), arrow.line, arrow.from, arrow.to));
            }
        }
    }
    assert!(arrows > 100, "only {arrows} arrows were read: does the reader still understand the sources?");
    assert!(wrong.is_empty(), "these arrows do not run down:\n{}", wrong.join("\n"));
}

#[test]
fn every_module_has_a_floor_and_every_floor_a_module() {
    let lib = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).unwrap();
    let declared = |line: &str| Some(line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';')?.to_owned());
    let mut modules: Vec<String> = lib.lines().filter_map(declared).collect();
    let mut listed: Vec<String> = FLOORS.iter().map(|(name, _)| (*name).to_owned()).collect();
    modules.sort();
    listed.sort();
    assert_eq!(modules, listed);
}

#[test]
fn the_reader_sees_every_form_of_an_arrow() {
    let text = "use crate::format::bundle;\n// use crate::bag;\nuse crate::{\n    files::{Files, fingerprint},\n    scan,\n};\n\
                use super::super::source;\nfn f() { crate::refusal::refuse(); super::own(); }\n\
                #[cfg(test)]\nmod tests {\n    use crate::bag;\n}\n";
    let module = ["install".to_owned(), "put".to_owned()];
    let found: Vec<(String, usize)> = arrows_of(&module, text).into_iter().map(|arrow| (arrow.to, arrow.line)).collect();
    let expected = [("format", 1), ("files", 3), ("scan", 3), ("source", 7), ("refusal", 8)];
    assert_eq!(found, expected.map(|(to, line)| (to.to_owned(), line)));
}

fn floor(module: &str) -> u8 {
    let found = FLOORS.iter().find(|(name, _)| *name == module);
    found.unwrap_or_else(|| panic!("{module} has no floor; add it to FLOORS")).1
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// `install/lock/mod.rs` is `[install, lock]`; `lib.rs` is the crate itself.
fn module_of(path: &Path) -> Vec<String> {
    let mut parts: Vec<String> = path.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if parts.last().is_some_and(|last| ["mod", "lib"].contains(&last.as_str())) {
        parts.pop();
    }
    parts
}

/// The other top modules that the file of `module` names, outside of comments and of its unit tests.
fn arrows_of(module: &[String], text: &str) -> Vec<Arrow> {
    let Some(from) = module.first() else { return Vec::new() };
    let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    let code: String = text[..end].lines().map(|line| format!("{}\n", line.split("//").next().unwrap_or(""))).collect();
    let mut found = Vec::new();
    for root in ["crate::".to_owned(), "super::".repeat(module.len())] {
        for (at, _) in code.match_indices(&root) {
            let before = &code[..at];
            // `pub(crate)` is followed by no `::`; `super::super::super` climbs no higher than the crate.
            if before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            let line = before.matches('\n').count() + 1;
            for to in named(&code[at + root.len()..]) {
                if to != *from {
                    found.push(Arrow { from: from.clone(), to, line });
                }
            }
        }
    }
    found.sort_by_key(|arrow| arrow.line);
    found
}

/// The first names of a path, several where it continues with a list in braces.
fn named(rest: &str) -> Vec<String> {
    let name = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let Some(list) = rest.strip_prefix('{') else { return vec![name(rest)] };
    let (mut depth, mut names, mut start) = (0_usize, Vec::new(), true);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => start = true,
            c if start && !c.is_whitespace() => {
                names.push(name(&list[at..]));
                start = false;
            }
            _ => {}
        }
    }
    names.retain(|name| !name.is_empty());
    names
}
