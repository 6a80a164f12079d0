//! Finds the skills in a list of roots: first root wins, losers stay visible as shadowed.
//!
//! Invariant: a SKILL.md that was found stands either among the skills or, with a reason, among the skipped.

use crate::bundle::{self, Bundle, MAX_BYTES, Profile};
use crate::swap::STAGE;
use apprentice_contracts::skill::{
    FindingSeverity, SkillContentResponse, SkillFinding, SkillFormat, SkillRoot, SkillScope, SkillSummary, SkillsListResponse,
    SkippedSkill,
};
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A folder to search.
#[derive(Clone, Debug)]
pub struct Root {
    pub path: PathBuf,
    pub scope: SkillScope,
    /// Labels of the agents that read it.
    pub agents: Vec<String>,
}

/// Front-matter `metadata` key by which our own skills name their ability.
pub const ABILITY_KEY: &str = "apprentice-ability";

const MAX_DEPTH: usize = 6;
const MAX_FOLDERS: usize = 10_000;
const MAX_LISTED_FILES: usize = 500;

/// Every file found is either loaded or listed with a reason.
pub fn list(roots: &[Root]) -> SkillsListResponse {
    let mut answer = SkillsListResponse::default();
    let mut seen_roots = HashSet::new();
    for root in roots {
        let Ok(real) = fs::canonicalize(&root.path) else { continue };
        if !seen_roots.insert(real.clone()) {
            continue;
        }
        let mut walk = Walk { root, real, folders: HashSet::new(), found: Vec::new(), skipped: Vec::new() };
        walk.enter(&root.path, 0, false);
        answer.roots.push(SkillRoot {
            path: root.path.display().to_string(),
            scope: root.scope,
            found: u32::try_from(walk.found.len()).unwrap_or(u32::MAX),
        });
        answer.skills.append(&mut walk.found);
        answer.skipped.append(&mut walk.skipped);
    }
    shadow(&mut answer.skills);
    answer
}

/// The content of one skill that [`list`] found under `roots`. `None`: no such skill there.
pub fn read(roots: &[Root], path: &Path) -> Option<SkillContentResponse> {
    let skill = list(roots).skills.into_iter().find(|skill| Path::new(&skill.path) == path)?;
    let content = fs::read_to_string(path.join(&skill.file)).ok()?;
    let mut files = Vec::new();
    other_files(path, "", &skill.file, 0, &mut files);
    Some(SkillContentResponse { skill, content, files })
}

/// The first of a name wins; the others say who did.
fn shadow(skills: &mut [SkillSummary]) {
    let mut winners: BTreeMap<String, String> = BTreeMap::new();
    for skill in skills {
        match winners.get(&skill.name) {
            Some(winner) => skill.shadowed_by = Some(winner.clone()),
            None => {
                winners.insert(skill.name.clone(), skill.path.clone());
            }
        }
    }
}

struct Walk<'a> {
    root: &'a Root,
    real: PathBuf,
    /// Real paths that were entered: links can make a circle.
    folders: HashSet<PathBuf>,
    found: Vec<SkillSummary>,
    skipped: Vec<SkippedSkill>,
}

impl Walk<'_> {
    fn enter(&mut self, folder: &Path, depth: usize, hidden: bool) {
        if self.folders.len() >= MAX_FOLDERS {
            return self.skip(
                folder,
                "TOO_MANY_FOLDERS",
                format!("More than {MAX_FOLDERS} folders here; the rest was not searched"),
            );
        }
        let Ok(real) = fs::canonicalize(folder) else { return };
        if !self.folders.insert(real) {
            return;
        }
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => return self.skip(folder, "UNREADABLE", format!("The folder cannot be read: {error}")),
        };
        let mut names: Vec<String> = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort();
        // The upper-case name wins where both stand; a skill's folder is not searched for further skills.
        if let Some(file) = ["SKILL.md", "skill.md"].iter().find(|file| names.iter().any(|name| name == *file)) {
            if depth > 0 {
                return self.skill(folder, file, hidden);
            }
            self.skip(
                &folder.join(file),
                "AT_ROOT",
                "A SKILL.md in the skills folder itself belongs to no skill; give it a folder".to_owned(),
            );
        }
        for name in names {
            let path = folder.join(&name);
            if [".git", "node_modules"].contains(&name.as_str()) || name.starts_with(STAGE) || !self.is_folder_inside(&path) {
                continue;
            }
            if depth == MAX_DEPTH {
                // Once is enough: a deep tree has thousands of them.
                if !self.skipped.iter().any(|skipped| skipped.code == "TOO_DEEP") {
                    self.skip(&path, "TOO_DEEP", format!("Folders more than {MAX_DEPTH} levels down are not searched"));
                }
                continue;
            }
            // `.system` is where agents keep skills of their own, and do look.
            self.enter(&path, depth + 1, hidden || (name.starts_with('.') && name != ".system"));
        }
    }

    /// A link may lead to another place in the same root, never out of it.
    fn is_folder_inside(&mut self, path: &Path) -> bool {
        let Ok(metadata) = fs::symlink_metadata(path) else { return false };
        if !metadata.is_symlink() {
            return metadata.is_dir();
        }
        match fs::canonicalize(path) {
            Ok(real) if real.starts_with(&self.real) => real.is_dir(),
            Ok(real) => {
                if real.is_dir() {
                    let message = format!("It is a link to {}, outside of this skills folder", real.display());
                    self.skip(path, "LINK_LEAVES_ROOT", message);
                }
                false
            }
            Err(_) => {
                self.skip(path, "LINK_BROKEN", "It is a link that leads nowhere".to_owned());
                false
            }
        }
    }

    fn skill(&mut self, folder: &Path, file: &str, hidden: bool) {
        match self.load(folder, file, hidden) {
            Ok(summary) => self.found.push(summary),
            Err((code, message)) => self.skip(folder, &code, message),
        }
    }

    fn load(&self, folder: &Path, file: &str, hidden: bool) -> Result<SkillSummary, (String, String)> {
        let refuse = |code: &str, message: String| Err((code.to_owned(), message));
        let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.is_empty() || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_') {
            return refuse("FOLDER_NAME", format!("The folder name {name:?} has other characters than letters, digits, - and _"));
        }
        let path = folder.join(file);
        let inside = fs::canonicalize(&path).is_ok_and(|real| real.starts_with(&self.real));
        if !inside {
            return refuse("LINK_LEAVES_ROOT", format!("{file} is a link that leaves this skills folder"));
        }
        let metadata = fs::metadata(&path).map_err(|error| ("UNREADABLE".to_owned(), error.to_string()))?;
        // Reading a pipe would wait for a writer, and the whole list with it.
        if !metadata.is_file() {
            return refuse("NOT_A_FILE", format!("{file} is no plain file"));
        }
        if metadata.len() > MAX_BYTES as u64 {
            return refuse("TOO_LARGE", format!("{file} is larger than {MAX_BYTES} bytes ({})", metadata.len()));
        }
        let bytes = fs::read(&path).map_err(|error| ("UNREADABLE".to_owned(), error.to_string()))?;
        let Ok(text) = String::from_utf8(bytes) else { return refuse("not-utf8", format!("{file} is not UTF-8 text")) };
        let mut bundle = bundle::read(&text, name, Profile::Lenient).map_err(|finding| (finding.code, finding.message))?;
        if file != "SKILL.md" {
            bundle.findings.push(overlooked("FILE_NAME", "The file should be named SKILL.md; some agents do not find it"));
        }
        if hidden {
            bundle
                .findings
                .push(overlooked("HIDDEN_FOLDER", "Some agents do not look into folders whose name begins with a dot"));
        }
        let modified = metadata.modified().ok().and_then(|at| at.duration_since(SystemTime::UNIX_EPOCH).ok());
        Ok(self.summary(folder, file, bundle, modified.map_or(0.0, |since| since.as_secs_f64())))
    }

    fn summary(&self, folder: &Path, file: &str, bundle: Bundle, modified_at: f64) -> SkillSummary {
        let ability_id =
            bundle.front_matter.get("metadata").and_then(|metadata| metadata.get(ABILITY_KEY)).and_then(|id| id.as_str());
        let system = folder.components().any(|part| part.as_os_str() == ".system");
        SkillSummary {
            ability_id: ability_id.map(str::to_owned),
            name: bundle.name,
            description: bundle.description,
            path: folder.display().to_string(),
            file: file.to_owned(),
            root: self.root.path.display().to_string(),
            scope: if system { SkillScope::System } else { self.root.scope },
            format: SkillFormat::SkillMd,
            findings: bundle.findings,
            shadowed_by: None,
            agents: self.root.agents.clone(),
            modified_at,
        }
    }

    fn skip(&mut self, path: &Path, code: &str, message: String) {
        self.skipped.push(SkippedSkill { path: path.display().to_string(), code: code.to_owned(), message });
    }
}

fn overlooked(code: &str, message: &str) -> SkillFinding {
    SkillFinding { code: code.to_owned(), severity: FindingSeverity::Warning, message: message.to_owned(), line: None, suggestion: None }
}

/// Plain files below a skill, relative, without those behind links.
fn other_files(folder: &Path, prefix: &str, skip: &str, depth: usize, files: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut entries: Vec<_> = entries.flatten().collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (Ok(name), Ok(kind)) = (entry.file_name().into_string(), entry.file_type()) else { continue };
        let path = format!("{prefix}{name}");
        if files.len() >= MAX_LISTED_FILES {
            return;
        }
        if kind.is_file() && path != skip {
            files.push(path);
        } else if kind.is_dir() && depth < MAX_DEPTH && ![".git", "node_modules"].contains(&name.as_str()) {
            other_files(&entry.path(), &format!("{path}/"), skip, depth + 1, files);
        }
    }
}
