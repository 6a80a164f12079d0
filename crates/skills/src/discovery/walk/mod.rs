//! Walks one skills folder, bounded in depth and in the number of folders. It never blocks: pipes, sockets, circles of links and
//! unreadable folders are reported, not followed.
//!
//! A skill costs five system calls: its SKILL.md is opened without listing the folder first, and read with one call into a reused
//! buffer.

mod files;

use crate::agents::rules::ReadsAlso;
use crate::agents::table::Agent;
use crate::discovery::discover::LinkTargets;
use crate::discovery::listing::{CompactFinding, HasInstallerNote, ListingEntry, SearchedRoot, item_id_of};
use crate::disk::STAGE;
use crate::format::bundle::{self, Head};
use crate::format::findings::finding;
use crate::format::folder::{self, SkillFile};
use crate::format::profile::Profile;
use apprentice_contracts::skill::{SkillFinding, SkillFormat, SkillScope, SkippedSkill};
use apprentice_platform::files::{Folder, open_no_follow};
use files::{is_absent, is_in, modified, open_in, read_folder, with_text};
use rayon::prelude::*;
use std::ffi::OsString;
use std::fs::{self, File, FileType};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

const MAX_DEPTH: usize = 6;
/// Folders without a skill of their own that are looked into.
const MAX_FOLDERS: usize = 10_000;
/// With fewer folders, threads cost more than they save.
const ENOUGH_FOR_THREADS: usize = 16;

/// What the walk found in one folder, sorted by name.
pub(crate) enum WalkItem {
    Skill(ListingEntry),
    Skipped(SkippedSkill),
    /// Reported once for each root: a deep tree has thousands of them.
    TooDeep(PathBuf),
    TooMany(PathBuf),
    /// A folder that was searched and is no skill; reported on request.
    Folder(PathBuf),
}

pub(crate) struct Walk<'a> {
    root: &'a Path,
    scope: SkillScope,
    namespace: Option<&'a str>,
    real: &'a Path,
    /// The skills folders that a link may lead into.
    known: &'a LinkTargets,
    folders: AtomicUsize,
    reports_folders: bool,
    /// The agent whose rules apply; `None`: those of a listing of all agents.
    agent: Option<&'static Agent>,
}

/// The position of a folder in the walk.
#[derive(Clone, Copy)]
struct Position<'a> {
    depth: usize,
    hidden: bool,
    /// The real path, when a link out of this root led here.
    linked: Option<&'a Path>,
    /// The open parent folder: the system resolves names relative to it faster than whole paths.
    parent: Option<&'a Folder>,
}

impl<'a> Walk<'a> {
    pub fn new(searched: &'a SearchedRoot, known: &'a LinkTargets) -> Self {
        Self {
            root: &searched.root.path,
            scope: searched.root.scope,
            namespace: searched.root.namespace.as_deref(),
            real: &searched.real,
            known,
            folders: AtomicUsize::new(0),
            reports_folders: false,
            agent: None,
        }
    }

    /// Also reports the folders that it searched.
    pub fn with_folders(self) -> Self {
        Self { reports_folders: true, ..self }
    }

    /// Also reads what this agent reads beyond a listing of all agents.
    pub fn of(self, agent: Option<&'static Agent>) -> Self {
        Self { agent, ..self }
    }

    fn reads_also(&self, reads_also: ReadsAlso) -> bool {
        let has = |reads_also| self.agent.is_some_and(|agent| agent.rules.reads_also.contains(&reads_also));
        let of_user = reads_also == ReadsAlso::LinkedFolders && self.scope != SkillScope::Project;
        has(reads_also) || (of_user && has(ReadsAlso::LinkedFoldersOfUser))
    }

    /// Adds to `message` that the agent reads what we leave out, if it does.
    fn with_agent_note(&self, reads_also: ReadsAlso, message: String) -> String {
        match self.agent.filter(|_| self.reads_also(reads_also)) {
            Some(agent) => format!("{message}; {} reads it anyway", agent.label),
            None => message,
        }
    }

    pub fn all(&self) -> Vec<WalkItem> {
        self.folder(self.root, Position { depth: 0, hidden: false, linked: None, parent: None })
    }

    /// Walks `path`, a folder inside the root, again. Returns what [`Walk::all`] would return for it; nothing if it does not
    /// exist.
    pub fn rewalk(&self, path: &Path) -> Vec<WalkItem> {
        let Ok(below) = path.strip_prefix(self.root) else { return Vec::new() };
        let mut spot = Position { depth: 0, hidden: false, linked: None, parent: None };
        let mut folder = self.root.to_path_buf();
        let names: Vec<OsString> = below.iter().map(OsString::from).collect();
        for (index, name) in names.iter().enumerate() {
            let Ok(metadata) = fs::symlink_metadata(folder.join(name)) else { return Vec::new() };
            let last = index + 1 == names.len();
            if last {
                return self.child(&folder, name, metadata.file_type(), spot);
            }
            if !metadata.is_dir() || is_left_out(name) || spot.depth == MAX_DEPTH {
                return Vec::new();
            }
            folder.push(name);
            spot = Position { depth: spot.depth + 1, hidden: spot.hidden || is_hidden(name), ..spot };
        }
        self.all()
    }

    fn folder(&self, folder: &Path, spot: Position<'_>) -> Vec<WalkItem> {
        if spot.depth > 0 {
            match open_in(folder, "SKILL.md", spot.parent) {
                Ok(file) => return self.with_inner(self.skill(folder, "SKILL.md", Some(file), spot), folder, spot),
                Err(error) if is_absent(&error) => {}
                Err(_) => return vec![self.skill(folder, "SKILL.md", None, spot)],
            }
        }
        if self.folders.fetch_add(1, Ordering::Relaxed) >= MAX_FOLDERS {
            return vec![WalkItem::TooMany(folder.to_path_buf())];
        }
        match read_folder(folder) {
            Ok(names) => self.inside(folder, names, spot),
            Err(error) if is_absent(&error) => Vec::new(),
            Err(error) => vec![skipped(folder, "UNREADABLE", format!("The folder cannot be read: {error}"))],
        }
    }

    /// A skill, and the skills nested in it for an agent that reads those.
    fn with_inner(&self, skill: WalkItem, folder: &Path, spot: Position<'_>) -> Vec<WalkItem> {
        let mut items = vec![skill];
        if self.reads_also(ReadsAlso::Skills) {
            items.extend(self.children(folder, read_folder(folder).unwrap_or_default(), spot));
        }
        items
    }

    fn inside(&self, folder: &Path, names: Vec<(OsString, FileType)>, spot: Position<'_>) -> Vec<WalkItem> {
        let mut items = Vec::new();
        if self.reports_folders {
            items.push(WalkItem::Folder(folder.to_path_buf()));
        }
        // `skill.md`, `Skill.md`, and at the root also `SKILL.md`. The upper-case name sorts first.
        let file = names.iter().filter_map(|(name, _)| name.to_str()).find(|name| name.eq_ignore_ascii_case("SKILL.md"));
        match file {
            Some(file) if spot.depth > 0 => return vec![self.skill(folder, file, open_no_follow(&folder.join(file)).ok(), spot)],
            Some(file) => {
                let message = "A SKILL.md directly in the skills folder belongs to no skill; move it into a folder of its own";
                items.push(skipped(&folder.join(file), "AT_ROOT", message.to_owned()));
            }
            None if spot.depth > 0 && names.iter().any(|(name, _)| name == "skill.json") => {
                if let Some(legacy) = self.legacy(folder, &names, spot) {
                    return vec![legacy];
                }
            }
            None => {}
        }
        items.extend(self.children(folder, names, spot));
        items
    }

    fn children(&self, folder: &Path, names: Vec<(OsString, FileType)>, spot: Position<'_>) -> Vec<WalkItem> {
        let opened = Folder::open(folder).ok();
        let spot = Position { parent: opened.as_ref(), ..spot };
        let folders: Vec<_> = names.into_iter().filter(|(name, kind)| !self.leaves_out(name) && !kind.is_file()).collect();
        if folders.len() < ENOUGH_FOR_THREADS {
            return folders.iter().flat_map(|(name, kind)| self.child(folder, name, *kind, spot)).collect();
        }
        let each: Vec<Vec<WalkItem>> = folders.par_iter().map(|(name, kind)| self.child(folder, name, *kind, spot)).collect();
        let mut items = Vec::with_capacity(each.len());
        items.extend(each.into_iter().flatten());
        items
    }

    fn leaves_out(&self, name: &OsString) -> bool {
        is_left_out(name) && !(name == "node_modules" && self.reads_also(ReadsAlso::Modules))
    }

    /// Walks the entry `name` of `folder`, whose position is `spot`.
    fn child(&self, folder: &Path, name: &OsString, kind: FileType, spot: Position<'_>) -> Vec<WalkItem> {
        if self.leaves_out(name) {
            return Vec::new();
        }
        let path = folder.join(name);
        let below = Position { depth: spot.depth + 1, hidden: spot.hidden || is_hidden(name), linked: None, ..spot };
        if kind.is_symlink() {
            return self.link(&path, below, spot.linked.is_some());
        }
        if !kind.is_dir() {
            return Vec::new();
        }
        if spot.depth == MAX_DEPTH {
            return vec![WalkItem::TooDeep(path)];
        }
        match spot.linked {
            Some(real) => self.folder(&path, Position { linked: Some(&real.join(name)), ..below }),
            None => self.folder(&path, below),
        }
    }

    /// A link may lead to another folder in the same root, or into another skills folder, as installers create them; nowhere
    /// else.
    fn link(&self, path: &Path, spot: Position<'_>, behind_link: bool) -> Vec<WalkItem> {
        let Ok(real) = fs::canonicalize(path) else {
            return vec![skipped(path, "LINK_BROKEN", "It is a link that leads nowhere".to_owned())];
        };
        if !real.is_dir() {
            return Vec::new();
        }
        let inside = real.starts_with(self.real);
        if !inside && !self.known.contain(&real) {
            let message = format!("It is a link to {}, outside of this skills folder", real.display());
            return vec![skipped(path, "LINK_LEAVES_ROOT", self.with_agent_note(ReadsAlso::LinkedFolders, message))];
        }
        let is_skill = read_folder(&real).is_ok_and(|names| {
            names.iter().any(|(name, _)| name.to_str().is_some_and(|name| name.eq_ignore_ascii_case("SKILL.md")))
        });
        // Behind a link to a folder that is no skill, no further such links are followed: they make circles. Folders inside the
        // root are reached directly.
        if (!is_skill && (inside || behind_link)) || spot.depth > MAX_DEPTH || real == self.real {
            return Vec::new();
        }
        self.folder(path, Position { linked: Some(&real), ..spot })
    }

    /// `file`: the open file; `None` if it is a link or something special.
    fn skill(&self, folder: &Path, name: &str, file: Option<File>, spot: Position<'_>) -> WalkItem {
        match self.load(folder, name, file, spot) {
            Ok(entry) => WalkItem::Skill(entry),
            Err(reason) => WalkItem::Skipped(skipped_for(folder, &reason)),
        }
    }

    fn load(&self, folder: &Path, name: &str, file: Option<File>, spot: Position<'_>) -> Result<ListingEntry, SkillFinding> {
        let own = own_name(folder)?;
        let mut linked_file = false;
        let file = match file {
            Some(file) => file,
            None => {
                linked_file = true;
                self.linked_file(folder, name, spot)?
            }
        };
        let metadata = file.metadata().map_err(|error| unreadable(&error))?;
        let head = with_text(file, &metadata, name, |text| bundle::summary(text, own, Profile::Lenient))??;
        let mut findings = head.findings;
        let has_legacy = is_in(folder, "skill.json", spot.parent);
        findings.extend(folder::file_findings(name, has_legacy, Profile::Lenient));
        if linked_file {
            findings.push(finding(Profile::Lenient, "FILE_LINK", format!("{name} is a link to a file elsewhere"), None));
        }
        let head = Head { findings, ..head };
        Ok(self.entry(folder, name, SkillFormat::SkillMd, head, modified(&metadata), spot))
    }

    /// Opens a SKILL.md that is not a plain file: a link within a skills folder is followed.
    fn linked_file(&self, folder: &Path, name: &str, spot: Position<'_>) -> Result<File, SkillFinding> {
        let path = folder.join(name);
        let no_file = || refused("NOT_A_FILE", format!("{name} is not a plain file"));
        let metadata = fs::symlink_metadata(&path).map_err(|error| unreadable(&error))?;
        if !metadata.is_symlink() {
            // A socket cannot be opened; a file without permission reports its error.
            return if metadata.is_file() { open_no_follow(&path).map_err(|error| unreadable(&error)) } else { Err(no_file()) };
        }
        let nowhere = || refused("LINK_BROKEN", format!("{name} is a link that leads nowhere"));
        let real = fs::canonicalize(&path).map_err(|_| nowhere())?;
        let shadowed_by = spot.linked.is_some_and(|linked| real.starts_with(linked));
        if !shadowed_by && !real.starts_with(self.real) && !self.known.contain(&real) {
            let message = format!("{name} leads to {}, outside of this skills folder", real.display());
            return Err(refused("LINK_LEAVES_ROOT", self.with_agent_note(ReadsAlso::LinkedFiles, message)));
        }
        if real.is_file() { open_no_follow(&real).map_err(|error| unreadable(&error)) } else { Err(no_file()) }
    }

    /// A folder with a `skill.json` and no SKILL.md. `None`: it is something else of that name.
    fn legacy(&self, folder: &Path, names: &[(OsString, FileType)], spot: Position<'_>) -> Option<WalkItem> {
        let names: Vec<String> = names.iter().filter_map(|(name, _)| name.to_str()).map(str::to_owned).collect();
        let root = spot.linked.unwrap_or(self.real);
        match folder::read_chosen(folder, &names, &SkillFile::Legacy, root, Profile::Lenient) {
            Err(reason) if reason.code == "NOT_A_SKILL" => None,
            Err(reason) => Some(WalkItem::Skipped(skipped_for(folder, &reason))),
            Ok(loaded) => {
                let modified_at = fs::metadata(folder.join(&loaded.file)).as_ref().map_or(0.0, modified);
                Some(WalkItem::Skill(self.entry(
                    folder,
                    &loaded.file,
                    SkillFormat::Legacy,
                    loaded.bundle.into_head(),
                    modified_at,
                    spot,
                )))
            }
        }
    }

    fn entry(
        &self,
        folder: &Path,
        file: &str,
        format: SkillFormat,
        head: Head,
        modified_at: f64,
        spot: Position<'_>,
    ) -> ListingEntry {
        let mut findings: Vec<CompactFinding> = head.findings.into_iter().map(CompactFinding::from).collect();
        let mut say = |code, message: String| findings.push(finding(Profile::Lenient, code, message, None).into());
        if spot.hidden {
            say("HIDDEN_FOLDER", "Some agents do not search folders whose name begins with a dot".to_owned());
        }
        if let Some(real) = spot.linked {
            say("LINKED", format!("It is a link to {}", real.display()));
        }
        ListingEntry {
            id: item_id_of(&folder.to_string_lossy()),
            // OpenClaw knows no namespaces.
            key: match self.namespace {
                None => head.skill_key.filter(|key| *key != head.name).map(Into::into),
                Some(_) => Some(head.skill_key.unwrap_or_else(|| head.name.clone()).into()),
            },
            name: self.namespace.map_or_else(|| head.name.clone(), |space| format!("{space}:{}", head.name)).into(),
            description: head.description.into(),
            below: folder.strip_prefix(self.root).unwrap_or(folder).into(),
            file: file.into(),
            format,
            system: folder.components().any(|part| part.as_os_str() == ".system"),
            findings: findings.into(),
            ability_id: head.ability_id.map(Into::into),
            requires: (!head.requires.is_empty()).then(|| Box::new(head.requires)),
            modified_at,
            real: spot.linked.map(Into::into),
            noted: HasInstallerNote::default(),
        }
    }
}

/// The name of a skill's folder, which becomes a path and a command of agents. One that is hidden is read by some of them.
fn own_name(folder: &Path) -> Result<&str, SkillFinding> {
    let name = folder.file_name().unwrap_or_default();
    let is_plain = |name: &str| {
        let bare = name.strip_prefix('.').unwrap_or(name);
        !bare.is_empty() && bare.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
    };
    match name.to_str().filter(|name| is_plain(name)) {
        Some(plain) => Ok(plain),
        None => {
            let message = format!("The folder name {name:?} may contain only letters, digits, - and _");
            Err(refused("FOLDER_NAME", message))
        }
    }
}

fn is_left_out(name: &OsString) -> bool {
    name == ".git" || name == "node_modules" || name.to_str().is_some_and(|name| name.starts_with(STAGE))
}

/// `.system` is where agents keep skills of their own, and do look.
fn is_hidden(name: &OsString) -> bool {
    name != ".system" && name.as_encoded_bytes().starts_with(b".")
}

fn refused(code: &str, message: String) -> SkillFinding {
    finding(Profile::Lenient, code, message, None)
}

fn unreadable(error: &io::Error) -> SkillFinding {
    refused("UNREADABLE", format!("It cannot be read: {error}"))
}

fn skipped_for(path: &Path, reason: &SkillFinding) -> SkippedSkill {
    let at = reason.line.map(|line| format!(" (line {line})")).unwrap_or_default();
    SkippedSkill { path: path.display().to_string(), code: reason.code.clone(), message: format!("{}{at}", reason.message) }
}

fn skipped(path: &Path, code: &str, message: String) -> WalkItem {
    WalkItem::Skipped(SkippedSkill { path: path.display().to_string(), code: code.to_owned(), message })
}

/// Sorts the items of a walk into entries and skipped files.
pub(crate) fn sort(items: Vec<WalkItem>) -> (Vec<ListingEntry>, Vec<SkippedSkill>) {
    let (mut entries, mut rest) = (Vec::with_capacity(items.len()), Vec::new());
    for items in items {
        match items {
            WalkItem::Skill(entry) => entries.push(entry),
            WalkItem::Skipped(skipped) => rest.push(skipped),
            WalkItem::Folder(_) => {}
            WalkItem::TooDeep(path) => {
                push_once(&mut rest, &path, "TOO_DEEP", || format!("Folders more than {MAX_DEPTH} levels down are not searched"));
            }
            WalkItem::TooMany(path) => {
                let message = || format!("More than {MAX_FOLDERS} folders here; the rest was not searched");
                push_once(&mut rest, &path, "TOO_MANY_FOLDERS", message);
            }
        }
    }
    (entries, rest)
}

fn push_once(rest: &mut Vec<SkippedSkill>, path: &Path, code: &str, message: impl Fn() -> String) {
    if rest.iter().all(|skipped| skipped.code != code) {
        rest.push(SkippedSkill { path: path.display().to_string(), code: code.to_owned(), message: message() });
    }
}
