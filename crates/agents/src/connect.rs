//! One change of one configuration file: plan it, show it, then make exactly that change.

use crate::clients::{Client, NAME};
use crate::edit::{EntryPath, entry_at};
use apprentice_contracts::agent::{ConnectionChange, ConnectionState};
use apprentice_platform::files::sync_folder;
use apprentice_skills::agents::targets::Machine;
use sha2::{Digest, Sha256};
use similar::TextDiff;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A larger file is not a configuration.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// Why a configuration was not read or changed.
#[derive(Debug, thiserror::Error)]
pub enum ConfigurationError {
    /// The user has no home folder.
    #[error("there is no home folder to look in")]
    NoHome,
    /// The file is not a readable configuration.
    #[error("{} cannot be read: {why}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// A clause for people.
        why: String,
    },
    /// The file is written in a way that cannot be changed safely.
    #[error("{} is not changed: {why}. Add the entry by hand:\n\n{snippet}", path.display())]
    Unchangeable {
        /// The file.
        path: PathBuf,
        /// A clause for people.
        why: String,
        /// What the person can add by hand.
        snippet: String,
    },
    /// The file changed after the preview.
    #[error("{} changed since it was shown. Preview the change again.", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// An entry that Apprentice replaced is no longer what Apprentice wrote.
    #[error("“{name}” in {} was changed since Apprentice replaced it, so nothing is put back. Change it by hand, or back to what it was.", path.display())]
    EntryChanged {
        /// The file.
        path: PathBuf,
        /// The entry.
        name: String,
    },
    /// The file cannot be written.
    #[error("{} cannot be written: {source}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system answered.
        source: io::Error,
    },
}

/// Whether an agent is connected.
#[derive(Clone, Debug)]
pub struct ConnectionStatus {
    /// The state of our entry.
    pub state: ConnectionState,
    /// The configuration file; `None` without a home folder.
    pub file: Option<PathBuf>,
    /// A sentence for people.
    pub note: Option<String>,
}

/// A change that can be made.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The configuration file.
    pub file: PathBuf,
    /// Whether the file does not exist yet.
    pub creates_file: bool,
    /// A unified diff with two lines of context. Empty: there is nothing to do.
    pub diff: String,
    /// The digest of the texts before and after, which [`apply`] requires.
    pub digest: String,
    before: Option<String>,
    after: String,
}

/// Reads whether an agent is connected. `command` is the program and its arguments that our entry starts.
pub fn status(machine: &Machine, client: &Client, command: &[String]) -> ConnectionStatus {
    let file = client.file(machine);
    if !machine.has(client.agent()) {
        return ConnectionStatus { state: ConnectionState::NotInstalled, file, note: None };
    }
    let state = file.as_deref().map_or(Err(ConfigurationError::NoHome), |file| state(file, client, command));
    status_of(file, state)
}

pub(crate) fn status_of(file: Option<PathBuf>, state: Result<ConnectionState, ConfigurationError>) -> ConnectionStatus {
    match state {
        Ok(state) => ConnectionStatus { state, file, note: None },
        // The file is named in `file`.
        Err(ConfigurationError::Unreadable { why, .. }) => {
            ConnectionStatus { state: ConnectionState::Unreadable, file, note: Some(format!("It is left alone: {why}.")) }
        }
        Err(trouble) => ConnectionStatus { state: ConnectionState::Unreadable, file, note: Some(trouble.to_string()) },
    }
}

fn state(file: &Path, client: &Client, command: &[String]) -> Result<ConnectionState, ConfigurationError> {
    let text = read(file)?.unwrap_or_default();
    let meaning = client.format.read(&text).map_err(|why| ConfigurationError::Unreadable { path: file.to_path_buf(), why })?;
    Ok(match entry_at(&meaning, entry_path(client)) {
        None => ConnectionState::Absent,
        Some(entry) if client.starts(&entry, command) => ConnectionState::Connected,
        Some(_) => ConnectionState::Outdated,
    })
}

/// Plans a change of the file as it is now.
///
/// # Errors
/// `NoHome`, `Unreadable`, `Unchangeable`.
pub fn plan(
    machine: &Machine,
    client: &Client,
    command: &[String],
    change: ConnectionChange,
) -> Result<Plan, ConfigurationError> {
    let file = client.file(machine).ok_or(ConfigurationError::NoHome)?;
    let before = read(&file)?;
    let text = before.clone().unwrap_or_default();
    let entry = match change {
        ConnectionChange::Connect => Some(client.entry(command)),
        ConnectionChange::Disconnect => None,
    };
    let after = client.format.set_entry(&text, entry_path(client), entry.as_ref()).map_err(|why| {
        let fresh = client.format.set_entry("", entry_path(client), Some(&client.entry(command)));
        ConfigurationError::Unchangeable { path: file.clone(), why, snippet: fresh.unwrap_or_default() }
    })?;
    Ok(Plan::new(file, before, after))
}

/// Makes a change whose preview had the digest `shown`.
///
/// # Errors
/// Those of [`plan`], `Unwritable`, and `Changed` if the change would be different now.
pub fn apply(
    machine: &Machine,
    client: &Client,
    command: &[String],
    change: ConnectionChange,
    shown: &str,
) -> Result<(), ConfigurationError> {
    plan(machine, client, command, change)?.apply(shown)
}

impl Plan {
    /// The text of the file after the change. It may hold secrets.
    pub fn after_text(&self) -> &str {
        &self.after
    }

    pub(crate) fn new(file: PathBuf, before: Option<String>, after: String) -> Self {
        let diff = diff(before.as_deref().unwrap_or_default(), &after);
        let digest = digest(before.as_deref(), &after);
        Self { creates_file: before.is_none() && !diff.is_empty(), file, diff, digest, before, after }
    }

    /// Makes the change, if it is the one that was shown.
    ///
    /// # Errors
    /// `Changed`, `Unreadable`, `Unwritable`.
    pub fn apply(self, shown: &str) -> Result<(), ConfigurationError> {
        if self.digest != shown {
            return Err(ConfigurationError::Changed { path: self.file });
        }
        if self.diff.is_empty() {
            return Ok(());
        }
        replace(&self)
    }
}

fn entry_path(client: &Client) -> EntryPath<'static> {
    EntryPath { path: client.path, name: NAME }
}

/// A unified diff with two lines of context. Empty: both are the same.
pub(crate) fn diff(before: &str, after: &str) -> String {
    if before == after {
        return String::new();
    }
    TextDiff::from_lines(before, after).unified_diff().context_radius(2).to_string()
}

pub(crate) fn digest(before: Option<&str>, after: &str) -> String {
    let mut hash = Sha256::new();
    for text in [before.unwrap_or("\0"), after] {
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The text of a configuration file. `None`: it does not exist.
pub(crate) fn read(path: &Path) -> Result<Option<String>, ConfigurationError> {
    let unreadable = |why: String| ConfigurationError::Unreadable { path: path.to_path_buf(), why };
    let metadata = match fs::metadata(path) {
        // The target of a link may only be missing for a while, such as a disk that is not mounted.
        Err(error) if error.kind() == io::ErrorKind::NotFound && fs::symlink_metadata(path).is_ok() => {
            return Err(unreadable("it is a link whose target does not exist".into()));
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        other => other.map_err(|error| unreadable(error.to_string()))?,
    };
    if !metadata.is_file() || metadata.len() > MAX_BYTES {
        return Err(unreadable("it is not a text file of a reasonable size".into()));
    }
    let bytes = fs::read(path).map_err(|error| unreadable(error.to_string()))?;
    String::from_utf8(bytes).map(Some).map_err(|_| unreadable("it is not UTF-8 text".into()))
}

fn replace(plan: &Plan) -> Result<(), ConfigurationError> {
    replace_text(&plan.file, plan.before.as_deref(), &plan.after)
}

/// Replaces the file by one rename and keeps its permissions. A link is kept and its target is replaced. The agent may write the file at
/// any time, so it is read again just before the rename.
pub(crate) fn replace_text(file: &Path, before: Option<&str>, after: &str) -> Result<(), ConfigurationError> {
    let unwritable = |source: io::Error| ConfigurationError::Unwritable { path: file.to_path_buf(), source };
    let path = fs::canonicalize(file).unwrap_or_else(|_| file.to_path_buf());
    let folder = path.parent().unwrap_or(Path::new("/"));
    let fresh = write_temporary(folder, &path, after.as_bytes()).map_err(unwritable)?;
    if read(file)?.as_deref() != before {
        return Err(ConfigurationError::Changed { path: file.to_path_buf() });
    }
    fresh.persist(&path).map_err(|error| unwritable(error.error))?;
    sync_folder(folder).map_err(unwritable)
}

/// Writes and flushes the new file under a temporary name.
fn write_temporary(folder: &Path, path: &Path, bytes: &[u8]) -> io::Result<tempfile::NamedTempFile> {
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    if let Ok(metadata) = fs::metadata(path) {
        file.as_file().set_permissions(metadata.permissions())?;
    }
    file.as_file().sync_all()?;
    Ok(file)
}

#[cfg(test)]
#[allow(clippy::disallowed_types, reason = "tests set up conditions of one system")]
mod tests {
    use super::*;
    use crate::clients::{CLIENTS, find};
    use std::os::unix::fs::PermissionsExt;

    struct World {
        folder: tempfile::TempDir,
        machine: Machine,
    }

    fn world(folders: &[&str]) -> World {
        let folder = tempfile::tempdir().unwrap();
        for name in folders {
            fs::create_dir_all(folder.path().join(name)).unwrap();
        }
        let machine = Machine { user_home: Some(folder.path().to_path_buf()), ..Machine::default() };
        World { folder, machine }
    }

    fn command() -> Vec<String> {
        ["/opt/apprentice", "mcp"].map(str::to_owned).to_vec()
    }

    #[test]
    fn every_agent_is_connected_seen_and_disconnected() {
        let world = world(&[".claude", ".codex", ".gemini", ".config/goose", ".openclaw"]);
        for client in &CLIENTS {
            let state = |command: &[String]| status(&world.machine, client, command).state;
            assert_eq!(state(&command()), ConnectionState::Absent, "{}", client.id);
            let shown = plan(&world.machine, client, &command(), ConnectionChange::Connect).unwrap();
            assert!(shown.creates_file && shown.diff.contains("/opt/apprentice"), "{}", shown.diff);
            apply(&world.machine, client, &command(), ConnectionChange::Connect, &shown.digest).unwrap();
            assert_eq!(state(&command()), ConnectionState::Connected, "{}", client.id);
            assert_eq!(state(&["/elsewhere".into(), "mcp".into()]), ConnectionState::Outdated);
            let again = plan(&world.machine, client, &command(), ConnectionChange::Connect).unwrap();
            assert_eq!(again.diff, "");
            let shown = plan(&world.machine, client, &command(), ConnectionChange::Disconnect).unwrap();
            apply(&world.machine, client, &command(), ConnectionChange::Disconnect, &shown.digest).unwrap();
            assert_eq!(state(&command()), ConnectionState::Absent, "{}", client.id);
        }
    }

    #[test]
    fn an_agent_that_is_not_there_is_told() {
        let world = world(&[]);
        for client in &CLIENTS {
            assert_eq!(status(&world.machine, client, &command()).state, ConnectionState::NotInstalled);
        }
    }

    #[test]
    fn what_changed_since_it_was_shown_is_not_written() {
        let world = world(&[".codex"]);
        let codex = find("codex").unwrap();
        let file = world.folder.path().join(".codex/config.toml");
        fs::write(&file, "model = \"a\"\n").unwrap();
        let shown = plan(&world.machine, codex, &command(), ConnectionChange::Connect).unwrap();
        fs::write(&file, "model = \"b\"\n").unwrap();
        let refused = apply(&world.machine, codex, &command(), ConnectionChange::Connect, &shown.digest);
        assert!(matches!(refused, Err(ConfigurationError::Changed { .. })));
        assert_eq!(fs::read_to_string(&file).unwrap(), "model = \"b\"\n");
    }

    #[test]
    fn what_an_agent_wrote_meanwhile_stays() {
        let world = world(&[".codex"]);
        let codex = find("codex").unwrap();
        let planned = plan(&world.machine, codex, &command(), ConnectionChange::Connect).unwrap();
        fs::write(&planned.file, "model = \"b\"\n").unwrap();
        assert!(matches!(replace(&planned), Err(ConfigurationError::Changed { .. })));
        assert_eq!(fs::read_to_string(&planned.file).unwrap(), "model = \"b\"\n");
        assert_eq!(fs::read_dir(world.folder.path().join(".codex")).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn a_file_that_cannot_be_understood_stays_and_the_entry_is_told() {
        let world = world(&[".codex"]);
        let codex = find("codex").unwrap();
        let file = world.folder.path().join(".codex/config.toml");
        fs::write(&file, "model = \n").unwrap();
        assert_eq!(status(&world.machine, codex, &command()).state, ConnectionState::Unreadable);
        let refused = plan(&world.machine, codex, &command(), ConnectionChange::Connect).unwrap_err().to_string();
        assert!(refused.contains("[mcp_servers.apprentice]") && refused.contains("/opt/apprentice"), "{refused}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "model = \n");
    }

    #[test]
    fn a_link_and_the_rights_of_a_file_stay() {
        let world = world(&[".gemini", "dotfiles"]);
        let gemini = find("gemini-cli").unwrap();
        let (kept, link) =
            (world.folder.path().join("dotfiles/settings.json"), world.folder.path().join(".gemini/settings.json"));
        fs::write(&kept, "{\"theme\": \"dark\"}").unwrap();
        fs::set_permissions(&kept, fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&kept, &link).unwrap();
        let shown = plan(&world.machine, gemini, &command(), ConnectionChange::Connect).unwrap();
        apply(&world.machine, gemini, &command(), ConnectionChange::Connect, &shown.digest).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(fs::read_to_string(&kept).unwrap().contains("apprentice"));
        assert_eq!(fs::metadata(&kept).unwrap().permissions().mode() & 0o777, 0o640);
    }

    #[test]
    fn a_link_that_leads_nowhere_stays() {
        let world = world(&[".gemini"]);
        let gemini = find("gemini").unwrap();
        let link = world.folder.path().join(".gemini/settings.json");
        std::os::unix::fs::symlink(world.folder.path().join("away/settings.json"), &link).unwrap();
        assert_eq!(status(&world.machine, gemini, &command()).state, ConnectionState::Unreadable);
        let refused = plan(&world.machine, gemini, &command(), ConnectionChange::Connect);
        assert!(matches!(refused, Err(ConfigurationError::Unreadable { .. })));
    }

    #[test]
    fn a_moved_configuration_is_followed() {
        let mut world = world(&[".claude", "elsewhere"]);
        let moved = world.folder.path().join("elsewhere");
        let claude = find("claude").unwrap();
        assert_eq!(claude.file(&world.machine), Some(world.folder.path().join(".claude.json")));
        world.machine.environment = vec![("CLAUDE_CONFIG_DIR".into(), moved.display().to_string())];
        assert_eq!(claude.file(&world.machine), Some(moved.join(".claude.json")));
    }
}
