//! Lock files of other installers, read and written as they do, so that people can switch between installers.
//!
//! Invariant: entries of other skills and unknown fields stay unchanged, in their order. A file that cannot be read is never
//! overwritten.

mod collate;
mod entry;
mod hash;
mod node;
mod others;

pub use entry::{global_entry, is_from, project_entry, source_of};
pub use hash::computed_hash;
pub use others::{InstallerNote, clawhub, openskills};

use crate::refusal::{Refusal, RefusalCode, refuse};
use apprentice_platform::files::{inode, modified_ns};
use apprentice_platform::permissions::make_readable_by_all;
use node::Node;
use serde_json::Value;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// `skills-lock.json` of a project.
pub const PROJECT_FILE: &str = "skills-lock.json";
/// `.skill-lock.json` of a user, in `~/.agents` or `$XDG_STATE_HOME/skills`.
pub const USER_FILE: &str = ".skill-lock.json";

const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// The kind of lock file; the two differ in version, order and last byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `skills-lock.json` of a project.
    Project,
    /// `.skill-lock.json` of a user.
    User,
}

impl Form {
    const fn version(self) -> u64 {
        match self {
            Self::Project => 1,
            Self::User => 3,
        }
    }
}

/// A lock file in memory. A missing one is an empty one.
#[derive(Clone, Debug)]
pub struct Lock {
    path: PathBuf,
    form: Form,
    root: Node,
    existed: bool,
    stamp: Stamp,
}

/// Identifies the file at a path: its writers replace the whole file. The default: no file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stamp(Option<u64>, i128, u64);

impl Stamp {
    pub(crate) fn of(path: &Path) -> Self {
        fs::metadata(path).map_or_else(|_| Self::default(), |file| Self(inode(&file), modified_ns(&file), file.len()))
    }
}

/// Fields of one skill, in the order in which they are written. `None` takes a field away.
pub type Fields = Vec<(&'static str, Option<String>)>;

impl Lock {
    /// Reads the file at `path`; a missing one is empty. `LOCK_DAMAGED`: it cannot be read or has no version or skills.
    pub fn read(path: &Path, form: Form) -> Result<Self, Refusal> {
        let damaged = |why: String| {
            let message = format!("{} is damaged ({why}); repair or move it; it is not overwritten", path.display());
            Refusal::new(RefusalCode::LockDamaged, message)
        };
        #[cfg(test)]
        READS.with(|count| count.set(count.get() + 1));
        let stamp = Stamp::of(path);
        let mut bytes = Vec::new();
        match fs::File::open(path) {
            Ok(file) => file.take(MAX_BYTES).read_to_end(&mut bytes).map_err(|error| damaged(error.to_string()))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Self { path: path.to_path_buf(), form, root: empty(form), existed: false, stamp });
            }
            Err(error) => return Err(damaged(error.to_string())),
        };
        let root: Node = serde_json::from_slice(&bytes).map_err(|error| damaged(error.to_string()))?;
        if root.get("version").and_then(Node::as_u64).is_none() || root.get("skills").is_none_or(|skills| !skills.is_object()) {
            return Err(damaged("it has no version or no skills".to_owned()));
        }
        Ok(Self { path: path.to_path_buf(), form, root, existed: true, stamp })
    }

    /// The names in it, in its order.
    pub fn names(&self) -> Vec<String> {
        self.root.get("skills").map(Node::keys).unwrap_or_default()
    }

    /// A field of the entry `name`, if it is text.
    pub fn field(&self, name: &str, field: &str) -> Option<&str> {
        self.entry(name)?.get(field)?.as_str()
    }

    /// Whether there is an entry `name`.
    pub fn has(&self, name: &str) -> bool {
        self.entry(name).is_some()
    }

    /// Sets fields of the entry `name`; its other fields stay.
    pub fn set(&mut self, name: &str, fields: Fields) {
        let Some(skills) = self.root.get_mut("skills") else { return };
        skills.change(name, |entry| {
            for (key, value) in fields {
                match value {
                    Some(value) => entry.set(key, Node::Scalar(Value::String(value))),
                    None => entry.remove(key),
                }
            }
        });
    }

    /// Reads the file again. `None`: nobody wrote it since.
    pub(crate) fn newer(&self) -> Result<Option<Self>, Refusal> {
        let now = Stamp::of(&self.path);
        if now == self.stamp { Ok(None) } else { Self::read(&self.path, self.form).map(Some) }
    }

    /// Records that the file now has this content.
    pub(crate) fn written(&mut self) {
        self.stamp = Stamp::of(&self.path);
        self.existed |= self.stamp != Stamp::default();
    }

    /// Whether both have the same entry of `name`.
    pub(crate) fn same_entry(&self, name: &str, other: &Self) -> bool {
        self.entry(name) == other.entry(name)
    }

    /// Copies the entry of `name` from `other`, or removes it if `other` has none.
    pub(crate) fn take(&mut self, name: &str, other: &Self) {
        let Some(skills) = self.root.get_mut("skills") else { return };
        match other.entry(name) {
            Some(entry) => skills.set(name, entry.clone()),
            None => skills.remove(name),
        }
    }

    fn entry(&self, name: &str) -> Option<&Node> {
        self.root.get("skills")?.get(name)
    }

    /// Removes the entry `name`.
    pub fn remove(&mut self, name: &str) {
        if let Some(skills) = self.root.get_mut("skills") {
            skills.remove(name);
        }
    }

    /// The bytes of the file as the other installer would write them.
    pub fn to_text(&self) -> String {
        let mut root = self.root.clone();
        if self.form == Form::Project
            && let Some(skills) = root.get_mut("skills")
        {
            skills.sort();
        }
        let mut text = serde_json::to_string_pretty(&root).unwrap_or_default();
        if self.form == Form::Project {
            text.push('\n');
        }
        text
    }

    /// Writes the file, all or nothing. Leaves a file of a newer version alone (`LOCK_NEWER`).
    pub fn write(&self) -> Result<(), Refusal> {
        let version = self.root.get("version").and_then(Node::as_u64).unwrap_or_default();
        if version > self.form.version() {
            return refuse(
                RefusalCode::LockNewer,
                format!(
                    "{} has version {version}, which is newer than this program knows; it was not changed",
                    self.path.display()
                ),
            );
        }
        if !self.existed && self.names().is_empty() {
            return Ok(());
        }
        write_whole(&self.path, self.to_text().as_bytes()).map_err(|error| {
            Refusal::new(RefusalCode::LockUnwritable, format!("{} cannot be written: {error}", self.path.display()))
        })
    }
}

fn empty(form: Form) -> Node {
    let mut root = Node::Object(Vec::new());
    root.set("version", Node::Scalar(form.version().into()));
    root.set("skills", Node::Object(Vec::new()));
    if form == Form::User {
        root.set("dismissed", Node::Object(Vec::new()));
    }
    root
}

#[cfg(test)]
thread_local! {
    /// How often this thread read a lock file.
    pub(crate) static READS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Writes a file atomically: beside it, flushed, then renamed over it. Keeps its permissions, and follows a link.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let folder = path.parent().ok_or_else(|| io::Error::other("it has no folder"))?;
    fs::create_dir_all(folder)?;
    let mut file = tempfile::Builder::new().prefix(".apprentice-").tempfile_in(folder)?;
    file.write_all(bytes)?;
    match fs::metadata(&path) {
        Ok(metadata) => file.as_file().set_permissions(metadata.permissions())?,
        Err(_) => make_readable_by_all(file.as_file())?,
    }
    file.as_file().sync_all()?;
    file.persist(&path).map_err(|error| error.error)?;
    crate::install::swap::sync(folder)
}
