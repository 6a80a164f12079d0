//! The program in an environment of its own: a user, a home, nothing of ours.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

pub struct Machine {
    folder: TempDir,
}

impl Machine {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["user", "home", "work"] {
            std::fs::create_dir(folder.path().join(name)).unwrap();
        }
        Self { folder }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_apprentice"));
        command.args(arguments).current_dir(self.path("work")).env_clear().stdin(Stdio::null());
        command.env("HOME", self.path("user")).env("APPRENTICE_HOME", self.path("home"));
        command.env("SHELL", "/bin/bash").env("PATH", "/usr/bin:/bin").env("APPRENTICE_HEADLESS", "1");
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Ran {
        Ran::of(self.command(arguments).output().unwrap())
    }

    /// With `--json`: the one document and the exit code.
    pub fn json(&self, arguments: &[&str]) -> (i32, Value) {
        let ran = self.run(&[&["--json"], arguments].concat());
        let document = serde_json::from_str(&ran.stdout);
        (ran.code, document.unwrap_or_else(|error| panic!("{arguments:?}: {error}: {ran:?}")))
    }

    /// Writes the skill `name` below the user's folder `root`.
    pub fn skill(&self, root: &str, name: &str, text: &str) -> PathBuf {
        let folder = self.path("user").join(root).join(name);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("SKILL.md"), text).unwrap();
        folder
    }
}

impl Machine {
    /// Kills the engine that a command left in the background.
    pub fn kill_engine(&self) {
        let endpoint = std::fs::read(self.path("home").join("endpoint.json")).unwrap_or_default();
        let Ok(endpoint) = serde_json::from_slice::<Value>(&endpoint) else { return };
        if let Some(pid) = endpoint["pid"].as_i64().and_then(|pid| i32::try_from(pid).ok()) {
            let _ = nix::sys::signal::kill(nix::unistd::Pid::from_raw(pid), nix::sys::signal::Signal::SIGKILL);
        }
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        self.kill_engine();
    }
}

#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    pub fn of(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

pub const GOOD: &str =
    "---\nname: make-tea\ndescription: Makes tea. Use when somebody is thirsty.\n---\n\n# Make tea\n\nBoil water.\n";
