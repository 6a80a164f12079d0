//! A machine for the engine: a scripted browser and terminal, a stopped clock, ids that count.

use crate::clock::{CountedIds, StillClock};
use crate::keychain::MemoryKeychain;
use crate::script::{BROWSER, Script, Scripted, TERMINAL};
use apprentice_contracts::ids::AbilityId;
use apprentice_engine::core::dispatch_key::DispatchKey;
use apprentice_engine::{Engine, EngineOptions};
use apprentice_observe::terminal::panel::Panel;
use apprentice_skills::agents::targets::Machine;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use uuid::Uuid;

/// One machine. Dropping it deletes its folders.
pub struct World {
    /// Holds the home of Apprentice, the user's home and the programs.
    pub folder: tempfile::TempDir,
    /// The clock of the engine.
    pub clock: Arc<StillClock>,
    /// Gives the engine its identifiers.
    pub ids: Arc<CountedIds>,
    /// The scripted browser.
    pub browser: Arc<Script>,
    /// The scripted terminal.
    pub terminal: Arc<Script>,
    /// The keychain of the desktop.
    pub keychain: Arc<MemoryKeychain>,
}

impl Default for World {
    fn default() -> Self {
        Self::new()
    }
}

/// The id of a dispatch as the engine of this home gives it out for an ability; the same for the same name.
pub fn dispatch_of(home: &Path, ability: &str, name: &str) -> String {
    let key = DispatchKey::open(home).unwrap();
    let number = name.bytes().fold(1_u128, |number, byte| number.wrapping_mul(257).wrapping_add(byte.into()));
    key.issue(&AbilityId(ability.to_owned()), Uuid::from_u128(number)).0
}

impl World {
    /// A machine on which nothing has happened yet.
    pub fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            clock: Arc::default(),
            ids: Arc::default(),
            browser: Arc::default(),
            terminal: Arc::default(),
            keychain: Arc::default(),
        }
    }

    /// The home of Apprentice.
    pub fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    /// What the engine of this machine is opened with.
    pub fn options(&self) -> EngineOptions {
        let home = self.home();
        let bin = self.folder.path().join("bin");
        std::fs::create_dir_all(&bin).unwrap();
        EngineOptions {
            machine: Machine {
                user_home: Some(self.folder.path().join("user")),
                search_path: vec![bin],
                sandbox: home.join("sandbox/skills"),
                system: self.folder.path().join("system"),
                ..Machine::default()
            },
            clock: self.clock.clone(),
            ids: self.ids.clone(),
            browser: Arc::new(Scripted { kinds: BROWSER, script: self.browser.clone() }),
            terminal: Arc::new(Scripted { kinds: TERMINAL, script: self.terminal.clone() }),
            panel: Arc::new(Panel::new(home.clone(), None, None)),
            command_line: Some("/opt/apprentice".into()),
            usual_home: false,
            session_bus: None,
            keychain: self.keychain.clone(),
            version: "0.0.0".into(),
            home,
        }
    }

    /// Opens the engine.
    pub async fn open(&self) -> Engine {
        Engine::open(self.options()).await.unwrap()
    }

    /// Ends the engine as `kill -9` does: nothing is flushed and nobody is informed; only the lock is released.
    pub async fn kill(&self, engine: Engine) {
        self.browser.sink.lock().unwrap().take();
        self.terminal.sink.lock().unwrap().take();
        let copy = self.folder.path().join("killed");
        // Absent before the first kill.
        let _stale = std::fs::remove_dir_all(&copy);
        copy_folder(&self.home(), &copy);
        engine.close().await;
        drop(engine);
        std::fs::remove_dir_all(self.home()).unwrap();
        std::fs::rename(copy, self.home()).unwrap();
    }

    /// Another connection to the database, to make it fail or to inspect it.
    pub fn raw(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(self.home().join("apprentice.db")).unwrap()
    }

    /// From now on every change of `table` fails, as on a full disk.
    pub fn block(&self, change: &str, table: &str) {
        let name = format!("blocked_{table}");
        let sql = format!("CREATE TRIGGER {name} BEFORE {change} ON {table} BEGIN SELECT RAISE(ABORT, 'no room left'); END");
        self.raw().execute_batch(&sql).unwrap();
    }

    /// Takes [`Self::block`] back.
    pub fn unblock(&self, table: &str) {
        self.raw().execute_batch(&format!("DROP TRIGGER blocked_{table}")).unwrap();
    }

    /// A projected file of JSON.
    pub fn projection(&self, path: &str) -> serde_json::Value {
        serde_json::from_str(&std::fs::read_to_string(self.home().join("system").join(path)).unwrap()).unwrap()
    }

    /// A projected file of JSON lines.
    pub fn lines(&self, path: &str) -> Vec<serde_json::Value> {
        let text = std::fs::read_to_string(self.home().join("system").join(path)).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// Copies a folder with everything in it.
pub fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}
