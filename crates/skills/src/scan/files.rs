//! Finds files whose name hides what they are, and files that nobody can review.

use super::unicode::mixed;
use super::{Finding, finding};
use crate::source::package::{MIB, Package};
use apprentice_contracts::skill::FindingSeverity::{self, Error, Info, Warning};

const MANY: usize = 100;
const LARGE: usize = 5 * MIB as usize;
const HARMLESS: [&str; 14] =
    ["md", "txt", "png", "jpg", "jpeg", "gif", "webp", "svg", "pdf", "csv", "json", "yaml", "yml", "docx"];
const RUNNABLE: [&str; 15] =
    ["sh", "bash", "zsh", "py", "js", "mjs", "cjs", "rb", "pl", "ps1", "bat", "cmd", "exe", "scr", "command"];
/// Documents that are archives. Those with macros and those that hold programs (`jar`, `whl`) are not among them.
const OFFICE: [&str; 10] = ["docx", "xlsx", "pptx", "odt", "ods", "odp", "epub", "potx", "dotx", "xltx"];

pub(super) fn check(package: &Package) -> Vec<Finding> {
    let mut found = Vec::new();
    for config in package.files.0.keys().filter(|path| path.as_str() == "config" || path.ends_with("/config")) {
        let folder = config.strip_suffix("config").unwrap_or_default();
        let has = |name: &str| {
            package
                .files
                .0
                .range(format!("{folder}{name}")..)
                .next()
                .is_some_and(|(path, _)| path.starts_with(&format!("{folder}{name}")))
        };
        if package.files.0.contains_key(&format!("{folder}HEAD")) && (has("objects/") || has("refs/")) {
            found.push(finding(
                "HOOKS",
                Error,
                config,
                0,
                "",
                "Git takes this folder for a repository, and runs commands that its settings name",
            ));
        }
    }
    if package.files.0.len() > MANY {
        let reason = format!("It has {} files, which few people review", package.files.0.len());
        found.push(finding("MANY_FILES", Info, "", 0, "", &reason));
    }
    for (path, bytes) in &package.files.0 {
        let mut say = |code, severity: FindingSeverity, reason: &str| found.push(finding(code, severity, path, 0, "", reason));
        let kind = Kind::of(bytes);
        let name = path.rsplit('/').next().unwrap_or(path);
        let end = end(name);
        let may_run = package.executable.contains(path);
        let runs = matches!(kind, Kind::Program | Kind::Script) || (may_run && RUNNABLE.contains(&end.as_str()));
        if bytes.len() > LARGE {
            say("LARGE_FILE", Warning, "It is larger than 5 MB; the scan does not read such files");
        }
        if path.split('/').any(|part| part.starts_with('-')) {
            // `tar *` takes a file `--checkpoint-action=exec=sh x.sh` for an option.
            let severity = if path.split('/').any(|part| part.starts_with("--") && part.contains('=')) { Error } else { Warning };
            say("OPTION_NAME", severity, "A name that programs take for an option where a command names all files of the folder");
        }
        if bytes.contains(&0) && is_text_by_name(name, &end) && !has_mark(bytes) {
            say("HIDDEN_DATA", Warning, "A text with NUL characters, at which some readers end and which others pass over");
        }
        if path.split(['/', '.', '-', '_']).any(mixed) {
            say("HOMOGLYPH_NAME", Error, "The file's name mixes letters of two scripts that look alike");
        }
        if runs && HARMLESS.contains(&end.as_str()) && !(kind == Kind::Script && end == "md") || disguised(name) {
            say("DISGUISED_EXECUTABLE", Error, "The name says it is a document or a picture; it is a program");
        } else if (runs || RUNNABLE.contains(&end.as_str())) && path.split('/').any(is_hidden) {
            say("HIDDEN_EXECUTABLE", Error, "A program in a hidden file or folder");
        } else if kind == Kind::Program {
            say("BINARY_EXECUTABLE", Warning, "A compiled program, which nobody can review");
        }
        if ["pyc", "pyo", "class"].contains(&end.as_str()) {
            match has_source(package, path) {
                true => say("BYTECODE", Info, "Compiled code next to its source; the two may differ"),
                false => say("BYTECODE_NO_SOURCE", Error, "Compiled code without its source"),
            }
        }
        if name == "SKILL.md" && path.contains('/') {
            say("SKILL_INSIDE", Warning, "A skill inside the skill, which some agents load as one of its own");
        }
        if kind == Kind::Archive && !OFFICE.contains(&end.as_str()) {
            say("NESTED_ARCHIVE", Warning, "An archive in the skill; the scan does not open it");
        }
        if unpickles_to_code(bytes) {
            say("OBSCURED_EXECUTE", Error, "A pickle that runs code when it is loaded");
        }
        if runs_when_found(name, &end, bytes) {
            say("INSTALL_HOOK", Warning, "A file that other programs run by themselves when they find it");
        }
        if name == "package.json" && runs_on_install(bytes) {
            say("INSTALL_HOOK", Warning, "Installing its packages runs a command of this file");
        }
        if name == "package.json" && installs_from_elsewhere(bytes) {
            say(
                "UNSAFE_INSTALL",
                Warning,
                "Installing it fetches a package from an address instead of a registry, and builds it",
            );
        }
    }
    found
}

/// Whether a name is that of a text, which has no NUL.
fn is_text_by_name(name: &str, end: &str) -> bool {
    const TEXTS: [&str; 10] = ["md", "mdx", "txt", "csv", "json", "yaml", "yml", "toml", "xml", "html"];
    TEXTS.contains(&end) || is_script(name)
}

/// The mark of UTF-16, in whose text every second byte may be zero.
fn has_mark(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff")
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Program,
    Script,
    Archive,
    Other,
}

impl Kind {
    fn of(bytes: &[u8]) -> Self {
        let starts = |magic: &[u8]| bytes.starts_with(magic);
        let mach = [b"\xfe\xed\xfa\xce", b"\xfe\xed\xfa\xcf", b"\xce\xfa\xed\xfe", b"\xcf\xfa\xed\xfe"];
        if starts(b"\0asm")
            || starts(b"L\0\0\0\x01\x14\x02\0")
            || starts(b"\xca\xfe\xba\xbe") && !bytes.starts_with(b"\xca\xfe\xba\xbe\0\0\0\0")
        {
            return Self::Program;
        }
        if starts(b"\x7fELF") || (starts(b"MZ") && bytes.contains(&0)) || mach.iter().any(|magic| starts(*magic)) {
            return Self::Program;
        }
        if starts(b"#!") {
            return Self::Script;
        }
        let archives: [&[u8]; 6] = [b"PK\x03\x04", b"\x1f\x8b", b"7z\xbc\xaf\x27\x1c", b"Rar!", b"BZh", b"\xfd7zXZ"];
        if archives.iter().any(|magic| starts(magic)) { Self::Archive } else { Self::Other }
    }
}

fn end(name: &str) -> String {
    name.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase()).unwrap_or_default()
}

/// Whether a name is that of a script or a text for a program.
pub(super) fn is_script(path: &str) -> bool {
    let end = end(path.rsplit('/').next().unwrap_or(path));
    RUNNABLE.contains(&end.as_str()) && end != "exe" && end != "scr"
        || ["ts", "psm1", "html", "svg", "csv", "xml"].contains(&end.as_str())
}

/// `invoice.pdf.sh`.
fn disguised(name: &str) -> bool {
    let mut parts = name.rsplit('.').map(str::to_ascii_lowercase);
    let (Some(last), Some(before), Some(_)) = (parts.next(), parts.next(), parts.next()) else { return false };
    RUNNABLE.contains(&last.as_str())
        && ["pdf", "png", "jpg", "jpeg", "gif", "docx", "xlsx", "txt", "csv"].contains(&before.as_str())
}

fn is_hidden(part: &str) -> bool {
    part.starts_with('.')
        && ![
            ".github",
            ".claude",
            ".claude-plugin",
            ".husky",
            ".devcontainer",
            ".storybook",
            ".vscode",
            ".eslintrc.js",
            ".prettierrc.js",
            ".eslintrc.cjs",
        ]
        .contains(&part)
}

fn has_source(package: &Package, path: &str) -> bool {
    let stem = path.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or_default();
    package.files.0.keys().any(|other| {
        let name = other.rsplit('/').next().unwrap_or(other);
        name.strip_prefix(stem).is_some_and(|rest| [".py", ".java", ".kt"].contains(&rest))
    })
}

/// A pickle (Python) that names something which runs commands.
fn unpickles_to_code(bytes: &[u8]) -> bool {
    let is_pickle = matches!(bytes, [0x80, 2..=5, ..]);
    let names: [&[u8]; 7] = [b"system", b"subprocess", b"popen", b"exec", b"eval", b"__import__", b"runpy"];
    is_pickle && names.iter().any(|name| memchr::memmem::find(bytes, name).is_some())
}

/// Files that Python, pip and Yarn run where they find them.
fn runs_when_found(name: &str, end: &str, bytes: &[u8]) -> bool {
    let has = |text: &[u8]| memchr::memmem::find(bytes, text).is_some();
    let installs = name == "setup.py" && (has(b"os.system(") || has(b"subprocess."));
    installs
        || matches!(name, "sitecustomize.py" | "usercustomize.py")
        || end == "pth" && has(b"import")
        || name == ".yarnrc.yml" && has(b"yarnPath")
}

fn runs_on_install(bytes: &[u8]) -> bool {
    let Ok(manifest) = serde_json::from_slice::<serde_json::Value>(bytes) else { return false };
    // `dependencies` runs after each change of the installed packages, `prepublish` and what surrounds `prepare` with each install (npm-scripts(7)).
    let hooks = [
        "preinstall",
        "install",
        "postinstall",
        "preprepare",
        "prepare",
        "postprepare",
        "prepublish",
        "dependencies",
        "preuninstall",
        "postuninstall",
    ];
    hooks.iter().any(|hook| manifest["scripts"][hook].is_string()) || manifest["gypfile"] == true
}

/// Whether a dependency is an address, such as a repository or an archive, which npm fetches, and whose `prepare` it runs.
fn installs_from_elsewhere(bytes: &[u8]) -> bool {
    let Ok(manifest) = serde_json::from_slice::<serde_json::Value>(bytes) else { return false };
    let groups = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies", "overrides", "resolutions"];
    let mut given = groups.iter().filter_map(|group| manifest[group].as_object()).flat_map(|group| group.values());
    let starts = ["git+", "git:", "git@", "ssh:", "http:", "https:", "github:", "gitlab:", "bitbucket:", "gist:"];
    given.any(|version| version.as_str().is_some_and(|version| starts.iter().any(|start| version.starts_with(start))))
}
