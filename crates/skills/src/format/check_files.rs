//! Checks and repairs skills on the disk: which files a path means, what is wrong with a file, and what a repair changes.

use crate::format::bundle::{self, MAX_BYTES};
use crate::format::findings::finding;
use crate::format::fix::{self, AppliedFix};
use crate::format::folder::{self, SkillFile, contained_text};
use crate::format::profile::Profile;
use crate::format::{legacy, openai};
use apprentice_contracts::skill::SkillFinding;
use std::fs;
use std::path::{Path, PathBuf};

const MAX_DEPTH: usize = 12;
const MAX_FILES: usize = 100_000;

/// A file and its findings.
#[derive(Debug)]
pub struct Checked {
    /// The file.
    pub path: PathBuf,
    /// Its findings, graded by the profile.
    pub findings: Vec<SkillFinding>,
}

/// What a repair did to a file, or would do.
#[derive(Debug)]
pub struct Mended {
    /// Where the file is now.
    pub path: PathBuf,
    /// The repairs.
    pub done: Vec<AppliedFix>,
    /// Unified; empty when only the name changes.
    pub diff: String,
    /// Whether the file was changed on the disk.
    pub written: bool,
    /// Why the repair failed.
    pub problem: Option<String>,
}

/// The skill files that `path` means: the file itself, the one in the folder, or those in the folders below it, sorted. Links are
/// not followed.
pub fn skill_files(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_path_buf()];
    }
    let mut found = Vec::new();
    search(path, 0, &mut found);
    found
}

fn search(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut entries: Vec<_> = entries.flatten().collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    let names: Vec<String> = entries.iter().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    match folder::choose(&names) {
        Some(SkillFile::SkillMd(name)) => return found.push(folder.join(name)),
        // A `skill.json` may belong to another program; only that of a skill counts.
        Some(SkillFile::Legacy) if is_legacy(folder, &names) => return found.push(folder.join("skill.json")),
        _ => {}
    }
    for entry in entries {
        let skipped = [".git", "node_modules"].iter().any(|name| entry.file_name() == *name);
        if !skipped && depth < MAX_DEPTH && found.len() < MAX_FILES && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            search(&entry.path(), depth + 1, found);
        }
    }
}

fn is_legacy(folder: &Path, names: &[String]) -> bool {
    let has_prompt = names.iter().any(|name| name == legacy::PROMPT);
    let text = contained_text(&folder.join("skill.json"), folder, Profile::Lenient);
    text.is_ok_and(|text| {
        serde_json::from_str::<serde_json::Value>(&text).is_err() || legacy::prompt_file(&text, has_prompt).is_some()
    })
}

/// Everything that `profile` finds in the file at `path`, which is a SKILL.md or a skill.json.
pub fn check(path: &Path, profile: Profile) -> Checked {
    let findings = read(path, profile).unwrap_or_else(|finding| vec![finding]);
    Checked { path: path.to_path_buf(), findings }
}

fn read(path: &Path, profile: Profile) -> Result<Vec<SkillFinding>, SkillFinding> {
    let (folder, label) = place(path, profile)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if name == "skill.json" {
        let loaded = bundle::read_folder(&folder, &folder, profile)?;
        return Ok(loaded.bundle.findings);
    }
    let text = contained_text(path, &folder, profile)?;
    let mut findings = bundle::inspect(&text, &label, profile);
    // The standard knows other names too; a list of skills does not (SEC-SKILL-02).
    if profile != Profile::Strict {
        findings.extend(folder::label(&folder, profile).err());
    }
    if name.eq_ignore_ascii_case("skill.md") {
        findings.extend(folder::file_findings(&name, folder.join("skill.json").exists(), profile));
    }
    let codex = folder.join("agents/openai.yaml");
    if codex.exists() {
        let read = contained_text(&codex, &folder, profile).and_then(|text| openai::read(&text, profile));
        findings.extend(read.err().map(|problem| match problem.code.as_str() {
            "CODEX_METADATA" => problem,
            _ => finding(profile, "CODEX_METADATA", problem.message, problem.line),
        }));
    }
    Ok(findings)
}

/// The real folder of a file, and its name.
fn place(path: &Path, profile: Profile) -> Result<(PathBuf, String), SkillFinding> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let unreadable = |error| finding(profile, "UNREADABLE", format!("{} cannot be read: {error}", path.display()), None);
    let folder = fs::canonicalize(parent).map_err(unreadable)?;
    // The name in the path: a link to the folder has its own name.
    let in_path = parent.file_name().filter(|_| parent.is_dir()).map(|name| name.to_string_lossy().into_owned());
    let label = in_path.or_else(|| folder.file_name().map(|name| name.to_string_lossy().into_owned()));
    Ok((folder, label.unwrap_or_default()))
}

/// Repairs the SKILL.md at `path`; with `dry_run` it only reports the changes.
pub fn mend(path: &Path, dry_run: bool) -> Mended {
    let mut mended = Mended { path: path.to_path_buf(), done: Vec::new(), diff: String::new(), written: false, problem: None };
    if let Err(problem) = try_mend(path, dry_run, &mut mended) {
        mended.problem = Some(problem);
        mended.done.clear();
    }
    mended
}

fn try_mend(path: &Path, dry_run: bool, mended: &mut Mended) -> Result<(), String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if !name.eq_ignore_ascii_case("skill.md") {
        return Ok(());
    }
    // The check reports a file that cannot be read.
    let Ok((folder, label)) = place(path, Profile::Lenient) else { return Ok(()) };
    let Ok(text) = contained_text(path, &folder, Profile::Lenient) else { return Ok(()) };
    debug_assert!(text.len() <= MAX_BYTES, "larger files are not read");
    let fixed = fix::fix(&text, &label);
    mended.done = fixed.done;
    let target = folder.join("SKILL.md");
    let rename = name != "SKILL.md" && !another_stands_at(&target, path);
    if rename {
        mended.done.push(AppliedFix { code: "FILE_NAME", line: 1, what: format!("renamed {name} to SKILL.md") });
    }
    if fixed.text != text {
        mended.diff = fix::diff(&format!("{label}/{name}"), &text, &fixed.text);
    }
    if dry_run || mended.done.is_empty() {
        return Ok(());
    }
    if fixed.text != text {
        fix::write(path, &fixed.text).map_err(|error| error.to_string())?;
    }
    if rename {
        let plain = fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file());
        if !plain {
            return Err("it is a link and was not changed".to_owned());
        }
        let new = path.with_file_name("SKILL.md");
        fs::rename(path, &new).map_err(|error| error.to_string())?;
        mended.path = new;
    }
    mended.written = true;
    Ok(())
}

/// Whether a rename to `target` would replace another file. On a disk that knows no case it is the same one.
fn another_stands_at(target: &Path, path: &Path) -> bool {
    target.symlink_metadata().is_ok() && fs::canonicalize(target).ok() != fs::canonicalize(path).ok()
}
