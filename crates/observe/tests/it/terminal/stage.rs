//! A home, a user, a watcher, and shells to type in.

use apprentice_contracts::Time;
use apprentice_contracts::observation::{ActionDetails, CommandRun, WatchedShell};
use apprentice_contracts::reading::{Reading, ReadingSource};
use apprentice_contracts::runtime::Clock;
use apprentice_observe::scope::Scope;
use apprentice_observe::terminal::{Shell, Terminal, hook_script};
use apprentice_observe::{Adapter, Observation, RecordedAction, WatchRequest, Watching};
use apprentice_platform::ptys::{self, Child, Command, Pty, Started};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;
use tempfile::TempDir;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

/// Long enough for two busy cores.
pub const PATIENCE: Duration = Duration::from_secs(30);

pub struct RealClock;

impl Clock for RealClock {
    #[allow(clippy::disallowed_methods, reason = "shells write real times")]
    fn now(&self) -> Time {
        chrono::Utc::now()
    }
}

pub struct Stage {
    folder: TempDir,
}

impl Stage {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["home", "user", "work"] {
            std::fs::create_dir(folder.path().join(name)).unwrap();
        }
        Self { folder }
    }

    /// Apprentice's own.
    pub fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    /// The user's.
    pub fn user(&self) -> PathBuf {
        self.folder.path().join("user")
    }

    pub fn work(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join("work")
    }

    pub async fn watch(&self) -> Watch {
        self.watch_only(&[]).await
    }

    pub async fn watch_only(&self, allowed: &[&str]) -> Watch {
        self.watch_with(Arc::new(RealClock), allowed).await
    }

    pub async fn watch_with(&self, clock: Arc<dyn Clock>, allowed: &[&str]) -> Watch {
        let (sink, reported) = unbounded_channel();
        let allowed: Vec<String> = allowed.iter().map(ToString::to_string).collect();
        let request = WatchRequest {
            home: self.home(),
            scope: Scope::new(&allowed),
            start_url: None,
            clock,
            sink,
            memory: apprentice_observe::redact::Memory::new().unwrap(),
            bar: None,
            keep_folder: None,
        };
        let terminal = Terminal::new(self.home());
        let watching = terminal.watch(request).await.unwrap();
        Watch { watching: Some(watching), terminal, reported, shells: Vec::new(), dropped: 0 }
    }

    /// A shell of the user's own, without start-up files (the user has none for fish, which would be private without), that has not evaluated the hook yet.
    pub fn plain(&self, shell: Shell) -> Typing {
        let mut command = Command::new(shell.installed().unwrap());
        command.args(match shell {
            Shell::Bash => vec!["--noprofile", "--norc", "-i"],
            Shell::Zsh => vec!["-f", "-i"],
            Shell::Fish => vec!["-i"],
        });
        command.env_clear();
        for (name, value) in
            [("PATH", "/usr/local/bin:/usr/bin:/bin"), ("TERM", "xterm-256color"), ("LANG", "C.UTF-8"), ("PS1", "> ")]
        {
            command.env(name, value);
        }
        command.env("HOME", self.user());
        command.cwd(self.work());
        Typing::start(command)
    }

    /// The hook as a file, so that tests can evaluate it without the program.
    pub fn hook_file(&self, shell: Shell) -> String {
        let path = self.folder.path().join(format!("hook.{}", shell.as_str()));
        std::fs::write(&path, hook_script(shell, &self.home())).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// A bash that evaluated the hook while `watch` looks, after `before` was typed.
    pub async fn hooked_bash(&self, watch: &mut Watch, before: &[&str]) -> Typing {
        let typing = self.plain(Shell::Bash);
        for line in before {
            typing.line(line);
        }
        typing.line(&format!("eval \"$(cat {})\"", self.hook_file(Shell::Bash)));
        watch.shell().await;
        typing
    }
}

/// A running observation and what it reported.
pub struct Watch {
    pub watching: Option<Box<dyn Watching>>,
    pub terminal: Terminal,
    reported: UnboundedReceiver<Observation>,
    pub shells: Vec<WatchedShell>,
    pub dropped: u32,
}

impl Watch {
    /// The next command.
    pub async fn seen(&mut self) -> RecordedAction {
        loop {
            match self.next().await {
                Observation::Action(seen) => return *seen,
                Observation::Read(_) => {}
                Observation::Dropped => self.dropped += 1,
                Observation::Shell(_) => {}
                other => panic!("unexpected: {other:?}"),
            }
        }
    }

    pub async fn command(&mut self) -> CommandRun {
        run(self.seen().await)
    }

    /// The next command; when there is none, the screen says why.
    pub async fn command_of(&mut self, typing: &Typing) -> CommandRun {
        let Ok(seen) = tokio::time::timeout(PATIENCE / 2, self.seen()).await else {
            panic!("nothing was reported:\n{}", typing.screen())
        };
        run(seen)
    }

    /// The next sign of life of a shell.
    pub async fn shell(&mut self) -> WatchedShell {
        loop {
            match self.next().await {
                Observation::Shell(shell) => return shell,
                Observation::Read(_) => {}
                other => panic!("unexpected before a shell: {other:?}"),
            }
        }
    }

    /// The next command, and the readings before it.
    pub async fn readings(&mut self) -> (Vec<Reading>, CommandRun) {
        let mut readings = Vec::new();
        loop {
            match self.next().await {
                Observation::Read(reading) => readings.push(*reading),
                Observation::Action(seen) => return (readings, run(*seen)),
                _ => {}
            }
        }
    }

    /// Reads a source afresh.
    pub async fn read(&self, source: ReadingSource) -> Result<Reading, String> {
        let answer = self.watching.as_ref().unwrap().read(&source).await;
        answer.expect("a terminal reads it").map_err(|error| error.to_string())
    }

    async fn next(&mut self) -> Observation {
        let reported = tokio::time::timeout(PATIENCE, self.reported.recv())
            .await
            .expect("nothing was reported in time")
            .expect("the sink is open");
        if let Observation::Shell(shell) = &reported {
            self.shells.push(shell.clone());
        }
        reported
    }

    /// Everything that was reported until now.
    pub fn rest(&mut self) -> Vec<Observation> {
        std::iter::from_fn(|| self.reported.try_recv().ok()).collect()
    }

    pub fn rest_of_commands(&mut self) -> Vec<CommandRun> {
        let actions = self.rest().into_iter().filter_map(|reported| match reported {
            Observation::Action(seen) => Some(run(*seen)),
            _ => None,
        });
        actions.collect()
    }

    pub async fn flush(&self) {
        tokio::time::timeout(PATIENCE, self.watching.as_ref().unwrap().flush()).await.expect("flushed in time");
    }

    pub async fn stop(&mut self) {
        tokio::time::timeout(PATIENCE, self.watching.take().unwrap().stop()).await.expect("stopped in time");
    }
}

pub fn run(seen: RecordedAction) -> CommandRun {
    match seen.details {
        ActionDetails::Command(run) => run,
        other => panic!("not a command: {other:?}"),
    }
}

/// A shell in a pseudo-terminal of the test.
pub struct Typing {
    pty: Pty,
    writer: Mutex<Box<dyn Write + Send>>,
    child: Mutex<Child>,
    screen: Arc<(Mutex<Vec<u8>>, Condvar)>,
}

impl Typing {
    fn start(command: Command) -> Self {
        let Started { pty, child, mut reader, writer } = ptys::start(command, 200, 40).unwrap();
        let screen = Arc::new((Mutex::new(Vec::new()), Condvar::new()));
        let shown = screen.clone();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                shown.0.lock().unwrap().extend_from_slice(&buffer[..count]);
                shown.1.notify_all();
            }
        });
        Self { pty, writer: Mutex::new(writer), child: Mutex::new(child), screen }
    }

    pub fn line(&self, text: &str) {
        self.keys(&format!("{text}\r"));
    }

    pub fn keys(&self, text: &str) {
        self.writer.lock().unwrap().write_all(text.as_bytes()).unwrap();
    }

    /// Waits until the screen shows the text (once more than `times - 1`).
    pub fn shows(&self, text: &str, times: usize) {
        let (bytes, changed) = &*self.screen;
        let count = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).matches(text).count();
        let (bytes, waited) = changed.wait_timeout_while(bytes.lock().unwrap(), PATIENCE, |bytes| count(bytes) < times).unwrap();
        assert!(!waited.timed_out(), "the screen does not show {text:?} {times} times:\n{}", String::from_utf8_lossy(&bytes));
    }

    pub fn screen(&self) -> String {
        String::from_utf8_lossy(&self.screen.0.lock().unwrap()).into_owned()
    }

    pub fn pid(&self) -> u32 {
        self.child.lock().unwrap().id().unwrap()
    }
}

impl Drop for Typing {
    fn drop(&mut self) {
        let child = self.child.get_mut().unwrap();
        drop(child.kill());
        drop(child.wait());
        drop(self.pty.resize(80, 24));
    }
}

pub fn names(run: &CommandRun) -> Vec<(String, apprentice_contracts::observation::FileChangeKind)> {
    run.files.iter().map(|file| (file.path.clone(), file.change)).collect()
}

pub fn entries(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .map(|entries| entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect())
        .unwrap_or_default();
    names.sort();
    names
}
