//! The floors inside a crate: a module imports only from its own floor group or from lower floors, and no circle runs across groups.
//!
//! The test reads the `use` lines and the inline paths of every source file (`crate::…`, `super::…`). Tests inside a file may import
//! what they like.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The floors of one crate, from the lowest up. Each floor lists prefixes of modules; the longest prefix that fits a module decides.
/// Prefixes of one floor must not import each other, except when they are the same prefix.
struct Crate {
    folder: &'static str,
    /// Fewer imports mean that the reader is broken.
    fewest_imports: usize,
    floors: &'static [&'static [&'static str]],
}

/// A new crate gets one entry here.
const CRATES: [Crate; 2] = [
    Crate {
        folder: "crates/engine",
        fewest_imports: 50,
        floors: &[
            &["core"],
            &[
                "author",
                "connectors",
                "lookup",
                "app::settings",
                "app::categories",
                "app::desktop",
                "stream::tail",
                "imports::transitions",
            ],
            &["catalogue"],
            &["hooks"],
            &["session"],
            &["ability"],
            &["install"],
            &["proposal"],
            &["validation"],
            &["proposal::operations", "ability::operations"],
            &["session::operations", "imports"],
            &["skills_page", "projections", "mining", "agent_runs"],
            &["app", "stream"],
            &["schedule"],
            &["engine"],
        ],
    },
    Crate {
        folder: "crates/testkit",
        fewest_imports: 5,
        floors: &[&["actions", "clock", "keychain", "script"], &["world"], &["tasks"]],
    },
];

/// One import: where it is and what it names.
struct Import {
    file: PathBuf,
    line: usize,
    from: Vec<String>,
    to: Vec<String>,
}

#[test]
fn modules_import_only_from_lower_floors() {
    for map in CRATES {
        let src = Path::new(env!("CARGO_MANIFEST_DIR")).join(map.folder).join("src");
        let imports = imports(&src);
        assert!(
            imports.len() > map.fewest_imports,
            "{} imports were found in {}: the reader is broken",
            imports.len(),
            src.display()
        );
        let mut wrong = String::new();
        let mut used = BTreeSet::new();
        for import in &imports {
            let (Some(from), Some(to)) = (group(&map, &import.from), group(&map, &import.to)) else {
                let unknown = if group(&map, &import.from).is_none() { &import.from } else { &import.to };
                // The root of the crate holds its re-exports and the few types that every module shares.
                if !unknown.is_empty() {
                    report(&mut wrong, import, &format!("{} is on no floor", unknown.join("::")));
                }
                continue;
            };
            used.extend([from.1, to.1]);
            if from.1 != to.1 && to.0 >= from.0 {
                let what = format!("{} (floor {}) imports {} (floor {})", from.1, from.0, import.to.join("::"), to.0);
                report(&mut wrong, import, &what);
            }
        }
        assert!(wrong.is_empty(), "imports that do not run down in {}:\n{wrong}", map.folder);
        let unused: Vec<_> = map.floors.iter().copied().flatten().filter(|prefix| !used.contains(**prefix)).collect();
        assert!(
            unused.is_empty(),
            "{}: no module has these prefixes, or nothing imports from or into them: {unused:?}",
            map.folder
        );
    }
}

fn report(wrong: &mut String, import: &Import, what: &str) {
    writeln!(wrong, "  {}:{}: {what}", import.file.display(), import.line).unwrap();
}

/// The floor and the prefix of a module.
fn group(map: &Crate, module: &[String]) -> Option<(usize, &'static str)> {
    let path = module.join("::");
    let fits = |prefix: &str| path == prefix || path.starts_with(&format!("{prefix}::"));
    let all = map.floors.iter().enumerate().flat_map(|(floor, prefixes)| prefixes.iter().map(move |prefix| (floor, *prefix)));
    all.filter(|(_, prefix)| fits(prefix)).max_by_key(|(_, prefix)| prefix.len())
}

/// Every import of one module of the crate by another one.
fn imports(src: &Path) -> Vec<Import> {
    let mut files = BTreeMap::new();
    modules(src, &mut Vec::new(), &mut files);
    let known: BTreeSet<Vec<String>> = files.keys().cloned().collect();
    let mut imports = Vec::new();
    for (module, file) in &files {
        if module.last().is_some_and(|name| name.ends_with("_test")) {
            continue;
        }
        let text = code(&std::fs::read_to_string(file).unwrap());
        for (line, path) in paths(&text) {
            let Some(named) = absolute(module, &path) else { continue };
            let to = (0..=named.len()).rev().map(|length| named[..length].to_vec()).find(|path| known.contains(path)).unwrap();
            if to != *module && !module.is_empty() {
                let file = file.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(file).to_owned();
                imports.push(Import { file, line, from: module.clone(), to });
            }
        }
    }
    imports
}

fn modules(folder: &Path, at: &mut Vec<String>, found: &mut BTreeMap<Vec<String>, PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name().into_string().unwrap());
        if path.is_dir() {
            at.push(name);
            modules(&path, at, found);
            at.pop();
        } else if let Some(stem) = name.strip_suffix(".rs") {
            let own = !matches!(stem, "mod" | "lib" | "main");
            found.insert(at.iter().cloned().chain(own.then(|| stem.to_owned())).collect(), path);
        }
    }
}

/// The text without comments, string literals and the tests at the end, with the same lines.
fn code(text: &str) -> String {
    let text = text.find("#[cfg(test)]\nmod tests {").map_or(text, |tests| &text[..tests]);
    let mut code = String::new();
    let mut in_string = false;
    for line in text.lines() {
        let mut letters = line.chars().peekable();
        while let Some(letter) = letters.next() {
            match letter {
                '\\' if in_string => drop(letters.next()),
                '\'' if !in_string && letters.peek() == Some(&'"') => drop(letters.next()),
                '"' => in_string = !in_string,
                '/' if !in_string && letters.peek() == Some(&'/') => break,
                letter if !in_string => code.push(letter),
                _ => {}
            }
        }
        code.push('\n');
    }
    code
}

/// Every path that begins with `crate` or `super`, or is imported relative to the module, with its line.
fn paths(code: &str) -> Vec<(usize, Vec<String>)> {
    let mut found = Vec::new();
    let tokens = tokens(code);
    let mut at = 0;
    while at < tokens.len() {
        let starts_path = |token: &str| matches!(token, "crate" | "super");
        if starts_path(tokens[at].1)
            && (at == 0 || tokens[at - 1].1 != "::")
            && tokens.get(at + 1).is_some_and(|next| next.1 == "::")
        {
            at = tree(&tokens, at, &mut Vec::new(), &mut found);
        } else {
            at += 1;
        }
    }
    found
}

/// Reads one path, or the tree of a `use` line, and answers where it ends.
fn tree(tokens: &[(usize, &str)], mut at: usize, before: &mut Vec<String>, found: &mut Vec<(usize, Vec<String>)>) -> usize {
    let (start, length) = (at, before.len());
    loop {
        match tokens.get(at) {
            Some((_, "{")) => {
                at += 1;
                while tokens.get(at).is_some_and(|(_, token)| *token != "}") {
                    at = tree(tokens, at, before, found);
                    at += usize::from(tokens.get(at).is_some_and(|(_, token)| *token == ","));
                }
                before.truncate(length);
                return at + 1;
            }
            Some((_, name)) if is_name(name) => {
                before.push((*name).to_owned());
                at += 1;
            }
            _ => at += 1,
        }
        if tokens.get(at).is_some_and(|(_, token)| *token == "::") {
            at += 1;
            continue;
        }
        found.push((tokens[start].0, before.clone()));
        before.truncate(length);
        // `as name`
        if tokens.get(at).is_some_and(|(_, token)| *token == "as") {
            at += 2;
        }
        return at;
    }
}

fn is_name(token: &str) -> bool {
    token.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
}

fn tokens(code: &str) -> Vec<(usize, &str)> {
    let mut tokens = Vec::new();
    for (line, text) in code.lines().enumerate() {
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
            let length = match first {
                letter if is_word(letter) => rest.find(|letter| !is_word(letter)).unwrap_or(rest.len()),
                ':' if rest.starts_with("::") => 2,
                other => other.len_utf8(),
            };
            if !first.is_whitespace() {
                tokens.push((line + 1, &rest[..length]));
            }
            rest = &rest[length..];
        }
    }
    tokens
}

/// The path from the root of the crate.
fn absolute(module: &[String], path: &[String]) -> Option<Vec<String>> {
    let names = |path: &[String]| path.iter().filter(|name| *name != "self").cloned().collect::<Vec<_>>();
    match path.first()?.as_str() {
        "crate" => Some(names(&path[1..])),
        "super" => {
            let ups = path.iter().take_while(|name| *name == "super").count();
            let above = &module[..module.len().checked_sub(ups)?];
            Some(above.iter().cloned().chain(names(&path[ups..])).collect())
        }
        _ => None,
    }
}

#[test]
fn the_reader_of_imports_finds_every_form() {
    let text = "use crate::a::{self, b::C, d::{E, F}};\n// use crate::no;\nfn f() { let s = \"crate::no\"; crate::g::h(); super::i::j() }\n";
    let found: Vec<_> = paths(&code(text)).into_iter().map(|(line, path)| format!("{line} {}", path.join("::"))).collect();
    assert_eq!(
        found,
        ["1 crate::a::self", "1 crate::a::b::C", "1 crate::a::d::E", "1 crate::a::d::F", "3 crate::g::h", "3 super::i::j"]
    );
    let module = ["x".to_owned(), "y".to_owned()];
    let path = |text: &str| text.split("::").map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(absolute(&module, &path("super::i::j")).unwrap().join("::"), "x::i::j");
    assert_eq!(absolute(&module, &path("crate::a::self")).unwrap().join("::"), "a");
}
