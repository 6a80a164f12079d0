//! Reads the folder of one skill: chooses its skill file and never leaves the skills folder.

use crate::format::bundle::{self, Bundle, MAX_BYTES};
use crate::format::findings::finding;
use crate::format::profile::Profile;
use crate::format::{legacy, openai};
use apprentice_contracts::skill::{SkillFinding, SkillFormat};
use std::fs;
use std::path::Path;

/// Which file of a folder is the skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SkillFile {
    /// `SKILL.md`, `skill.md` or another spelling, as on the disk.
    SkillMd(String),
    /// `skill.json`, which may belong to another program.
    Legacy,
}

impl SkillFile {
    /// The name of the file.
    pub fn name(&self) -> &str {
        match self {
            SkillFile::SkillMd(name) => name,
            SkillFile::Legacy => "skill.json",
        }
    }
}

/// A skill read from its folder.
#[derive(Clone, Debug, PartialEq)]
pub struct FolderSkill {
    /// Its contents.
    pub bundle: Bundle,
    /// Name of the file that was read.
    pub file: String,
    /// The whole text of that file.
    pub text: String,
    /// Which format it has.
    pub format: SkillFormat,
}

/// The skill file among the names of a folder: SKILL.md, then skill.md, then another spelling, then skill.json.
pub fn choose<N: AsRef<str>>(names: &[N]) -> Option<SkillFile> {
    let has = |wanted: &str| names.iter().any(|name| name.as_ref() == wanted);
    if let Some(name) = ["SKILL.md", "skill.md"].into_iter().find(|name| has(name)) {
        return Some(SkillFile::SkillMd(name.to_owned()));
    }
    let mut other: Vec<&str> = names.iter().map(AsRef::as_ref).filter(|name| name.eq_ignore_ascii_case("skill.md")).collect();
    other.sort_unstable();
    match other.first() {
        Some(name) => Some(SkillFile::SkillMd((*name).to_owned())),
        None => has("skill.json").then_some(SkillFile::Legacy),
    }
}

/// Reads the skill in `folder`, which is inside the skills folder `root`. No file outside of `root` is read, wherever links lead.
///
/// `Err` with code `NO_SKILL_FILE`: there is no skill file; with `NOT_A_SKILL`: the skill.json belongs to another program.
pub fn read_folder(folder: &Path, root: &Path, profile: Profile) -> Result<FolderSkill, SkillFinding> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .map_err(|error| unreadable(profile, folder, &error))?
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    names.sort_unstable();
    let Some(file) = choose(&names) else {
        return Err(finding(profile, "NO_SKILL_FILE", "Missing required file: SKILL.md", None));
    };
    read_chosen(folder, &names, &file, root, profile)
}

/// [`read_folder`] for a caller that has listed the folder and chosen already.
pub fn read_chosen(
    folder: &Path,
    names: &[String],
    file: &SkillFile,
    root: &Path,
    profile: Profile,
) -> Result<FolderSkill, SkillFinding> {
    let label = label(folder, profile)?;
    let root = fs::canonicalize(root).map_err(|error| unreadable(profile, root, &error))?;
    let text = |name: &str| contained_text(&folder.join(name), &root, profile);
    let has = |name: &str| names.iter().any(|known| known == name);
    match file {
        SkillFile::SkillMd(name) => {
            let skill = text(name)?;
            let mut bundle = bundle::read(&skill, &label, profile)?;
            bundle.findings.extend(file_findings(name, has("skill.json"), profile));
            if has("agents") && folder.join("agents/openai.yaml").exists() {
                match text("agents/openai.yaml").and_then(|text| openai::read(&text, profile)) {
                    Ok(openai) => bundle.definition.openai = Some(openai),
                    Err(problem) => bundle.findings.push(failed_open(problem, profile)),
                }
            }
            Ok(FolderSkill { bundle, file: name.clone(), text: skill, format: SkillFormat::SkillMd })
        }
        SkillFile::Legacy => {
            let json = text("skill.json")?;
            let prompt = match legacy::prompt_file(&json, has(legacy::PROMPT)) {
                Some(file) if folder.join(&file).exists() => Some(own_text(folder, &file, &root, profile)?),
                _ => None,
            };
            let bundle = legacy::read(&json, prompt.as_deref(), &label, profile)?;
            Ok(FolderSkill { bundle, file: "skill.json".to_owned(), text: json, format: SkillFormat::Legacy })
        }
    }
}

/// A file that a skill names. Its real path must be inside the skill's own folder.
fn own_text(folder: &Path, file: &str, root: &Path, profile: Profile) -> Result<String, SkillFinding> {
    let own = fs::canonicalize(folder).map_err(|error| unreadable(profile, folder, &error))?;
    contained_text(&folder.join(file), if own.starts_with(root) { &own } else { root }, profile)
}

/// Findings about the file's name and about a `skill.json` beside it.
pub fn file_findings(name: &str, has_legacy: bool, profile: Profile) -> Vec<SkillFinding> {
    let mut found = Vec::new();
    if name != "SKILL.md" {
        let code = if name == "skill.md" { "FILE_NAME" } else { "FILE_NAME_CASE" };
        found.push(finding(profile, code, format!("The file is named {name}, not SKILL.md; some agents do not find it"), None));
    }
    if has_legacy {
        found.push(finding(
            profile,
            "LEGACY_SHADOWED",
            "the folder also contains skill.json, which is ignored: SKILL.md is used",
            None,
        ));
    }
    found
}

/// An unreadable file beside a skill does not keep the skill from loading.
fn failed_open(problem: SkillFinding, profile: Profile) -> SkillFinding {
    match problem.code.as_str() {
        "CODEX_METADATA" => problem,
        _ => finding(profile, "CODEX_METADATA", format!("agents/openai.yaml: {}", problem.message), problem.line),
    }
}

/// The folder's name, checked to be no path (SEC-SKILL-02).
pub(crate) fn label(folder: &Path, profile: Profile) -> Result<String, SkillFinding> {
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_') {
        return Ok(name.to_owned());
    }
    let message = format!("The folder name {name:?} may contain only letters, digits, - and _");
    Err(finding(profile, "FOLDER_NAME", message, None))
}

/// The text of a plain file of at most [`MAX_BYTES`] whose real path is below `root`, which is a real path.
pub fn contained_text(path: &Path, root: &Path, profile: Profile) -> Result<String, SkillFinding> {
    let refuse = |code: &str, message: String| Err(finding(profile, code, message, None));
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let real = match fs::canonicalize(path) {
        Ok(real) => real,
        Err(_) if fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink()) => {
            return refuse("LINK_BROKEN", format!("{file} is a link that leads nowhere"));
        }
        Err(error) => return Err(unreadable(profile, path, &error)),
    };
    if !real.starts_with(root) {
        return refuse("LINK_LEAVES_ROOT", format!("{file} leads to {}, outside of this skills folder", real.display()));
    }
    let metadata = fs::metadata(&real).map_err(|error| unreadable(profile, path, &error))?;
    // Reading a pipe would block the whole listing.
    if !metadata.is_file() {
        return refuse("NOT_A_FILE", format!("{file} is not a plain file"));
    }
    if metadata.len() > MAX_BYTES as u64 {
        return refuse("TOO_LARGE", format!("{file} is larger than {MAX_BYTES} bytes ({})", metadata.len()));
    }
    let bytes = fs::read(&real).map_err(|error| unreadable(profile, path, &error))?;
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = good.iter().filter(|byte| **byte == b'\n').count() + 1;
        finding(profile, "NOT_UTF8", format!("{file} is not UTF-8 text"), u32::try_from(line).ok())
    })
}

fn unreadable(profile: Profile, path: &Path, error: &std::io::Error) -> SkillFinding {
    finding(profile, "UNREADABLE", format!("{} cannot be read: {error}", path.display()), None)
}
