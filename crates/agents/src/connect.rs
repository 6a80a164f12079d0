//! One change of one configuration file: looked at, planned and shown, made as it was shown.

use crate::clients::{Client, NAME};
use crate::edit::{Place, at};
use apprentice_contracts::agent::{ConnectionChange, ConnectionState};
use apprentice_platform::files::sync_folder;
use apprentice_skills::agents::targets::Machine;
use sha2::{Digest, Sha256};
use similar::TextDiff;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A configuration is text that a person could read.
const MOST_BYTES: u64 = 16 * 1024 * 1024;

#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    #[error("there is no home folder to look in")]
    NoHome,
    #[error("{} cannot be read: {why}", path.display())]
    Unreadable { path: PathBuf, why: String },
    #[error("{} is not changed: {why}. Add the entry by hand:\n\n{snippet}", path.display())]
    Unchangeable { path: PathBuf, why: String, snippet: String },
    #[error("{} changed since it was shown. Look at the change again.", path.display())]
    Changed { path: PathBuf },
    #[error("{} cannot be written: {source}", path.display())]
    Unwritable { path: PathBuf, source: io::Error },
}

/// How an agent stands to us.
#[derive(Clone, Debug)]
pub struct Look {
    pub state: ConnectionState,
    pub file: Option<PathBuf>,
    pub note: Option<String>,
}

/// A change that can be made.
#[derive(Clone, Debug)]
pub struct Plan {
    pub file: PathBuf,
    pub creates_file: bool,
    /// Unified diff with two lines around a change; empty: there is nothing to do.
    pub diff: String,
    /// Of the text of now and the text after; [`apply`] demands it.
    pub digest: String,
    before: Option<String>,
    after: String,
}

pub fn look(machine: &Machine, client: &Client, command: &[String]) -> Look {
    let file = client.file(machine);
    if !machine.has(client.agent()) {
        return Look { state: ConnectionState::NotInstalled, file, note: None };
    }
    let state = file.as_deref().map_or(Err(Trouble::NoHome), |file| state(file, client, command));
    match state {
        Ok(state) => Look { state, file, note: None },
        // Which file it is, stands beside.
        Err(Trouble::Unreadable { why, .. }) => {
            Look { state: ConnectionState::Unreadable, file, note: Some(format!("It is left alone: {why}.")) }
        }
        Err(trouble) => Look { state: ConnectionState::Unreadable, file, note: Some(trouble.to_string()) },
    }
}

fn state(file: &Path, client: &Client, command: &[String]) -> Result<ConnectionState, Trouble> {
    let text = read(file)?.unwrap_or_default();
    let meaning = client.format.read(&text).map_err(|why| Trouble::Unreadable { path: file.to_path_buf(), why })?;
    Ok(match at(&meaning, place(client)) {
        None => ConnectionState::Absent,
        Some(entry) if client.starts(&entry, command) => ConnectionState::Connected,
        Some(_) => ConnectionState::Outdated,
    })
}

/// What a change would do to the file as it is now.
pub fn plan(machine: &Machine, client: &Client, command: &[String], change: ConnectionChange) -> Result<Plan, Trouble> {
    let file = client.file(machine).ok_or(Trouble::NoHome)?;
    let before = read(&file)?;
    let text = before.clone().unwrap_or_default();
    let entry = match change {
        ConnectionChange::Connect => Some(client.entry(command)),
        ConnectionChange::Disconnect => None,
    };
    let after = client.format.put(&text, place(client), entry.as_ref()).map_err(|why| {
        let fresh = client.format.put("", place(client), Some(&client.entry(command)));
        Trouble::Unchangeable { path: file.clone(), why, snippet: fresh.unwrap_or_default() }
    })?;
    let diff = if after == text {
        String::new()
    } else {
        TextDiff::from_lines(&text, &after).unified_diff().context_radius(2).to_string()
    };
    let digest = digest(before.as_deref(), &after);
    Ok(Plan { creates_file: before.is_none() && !diff.is_empty(), file, diff, digest, before, after })
}

/// Makes the change that `digest` was shown for. `Changed`: it would be another one by now.
pub fn apply(
    machine: &Machine,
    client: &Client,
    command: &[String],
    change: ConnectionChange,
    shown: &str,
) -> Result<(), Trouble> {
    let plan = plan(machine, client, command, change)?;
    if plan.digest != shown {
        return Err(Trouble::Changed { path: plan.file });
    }
    if plan.diff.is_empty() {
        return Ok(());
    }
    replace(&plan)
}

fn place(client: &Client) -> Place<'static> {
    Place { path: client.path, name: NAME }
}

fn digest(before: Option<&str>, after: &str) -> String {
    let mut hash = Sha256::new();
    for text in [before.unwrap_or("\0"), after] {
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// `None`: there is no such file.
pub(crate) fn read(path: &Path) -> Result<Option<String>, Trouble> {
    let unreadable = |why: String| Trouble::Unreadable { path: path.to_path_buf(), why };
    let metadata = match fs::metadata(path) {
        // What a link leads to may only be away for now.
        Err(error) if error.kind() == io::ErrorKind::NotFound && fs::symlink_metadata(path).is_ok() => {
            return Err(unreadable("it is a link that leads nowhere".into()));
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        other => other.map_err(|error| unreadable(error.to_string()))?,
    };
    if !metadata.is_file() || metadata.len() > MOST_BYTES {
        return Err(unreadable("it is not a text file of a reasonable size".into()));
    }
    let bytes = fs::read(path).map_err(|error| unreadable(error.to_string()))?;
    String::from_utf8(bytes).map(Some).map_err(|_| unreadable("it is not UTF-8 text".into()))
}

fn replace(plan: &Plan) -> Result<(), Trouble> {
    replace_text(&plan.file, plan.before.as_deref(), &plan.after)
}

/// Whole or not at all, with the rights that the file had. A link stays one: what it leads to is replaced. An agent may write its
/// file at any time, so that it is read once more when the new one lies ready beside it.
pub(crate) fn replace_text(file: &Path, before: Option<&str>, after: &str) -> Result<(), Trouble> {
    let unwritable = |source: io::Error| Trouble::Unwritable { path: file.to_path_buf(), source };
    let path = fs::canonicalize(file).unwrap_or_else(|_| file.to_path_buf());
    let folder = path.parent().unwrap_or(Path::new("/"));
    let fresh = beside(folder, &path, after.as_bytes()).map_err(unwritable)?;
    if read(file)?.as_deref() != before {
        return Err(Trouble::Changed { path: file.to_path_buf() });
    }
    fresh.persist(&path).map_err(|error| unwritable(error.error))?;
    sync_folder(folder).map_err(unwritable)
}

/// The new file, on the disk already, under a name of its own.
fn beside(folder: &Path, path: &Path, bytes: &[u8]) -> io::Result<tempfile::NamedTempFile> {
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
            let state = |command: &[String]| look(&world.machine, client, command).state;
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
            assert_eq!(look(&world.machine, client, &command()).state, ConnectionState::NotInstalled);
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
        assert!(matches!(refused, Err(Trouble::Changed { .. })));
        assert_eq!(fs::read_to_string(&file).unwrap(), "model = \"b\"\n");
    }

    #[test]
    fn what_an_agent_wrote_meanwhile_stays() {
        let world = world(&[".codex"]);
        let codex = find("codex").unwrap();
        let planned = plan(&world.machine, codex, &command(), ConnectionChange::Connect).unwrap();
        fs::write(&planned.file, "model = \"b\"\n").unwrap();
        assert!(matches!(replace(&planned), Err(Trouble::Changed { .. })));
        assert_eq!(fs::read_to_string(&planned.file).unwrap(), "model = \"b\"\n");
        assert_eq!(fs::read_dir(world.folder.path().join(".codex")).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn a_file_that_cannot_be_understood_stays_and_the_entry_is_told() {
        let world = world(&[".codex"]);
        let codex = find("codex").unwrap();
        let file = world.folder.path().join(".codex/config.toml");
        fs::write(&file, "model = \n").unwrap();
        assert_eq!(look(&world.machine, codex, &command()).state, ConnectionState::Unreadable);
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
        assert_eq!(look(&world.machine, gemini, &command()).state, ConnectionState::Unreadable);
        let refused = plan(&world.machine, gemini, &command(), ConnectionChange::Connect);
        assert!(matches!(refused, Err(Trouble::Unreadable { .. })));
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
