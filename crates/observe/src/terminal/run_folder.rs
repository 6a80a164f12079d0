//! Watches the folder in which an agent works. What the agent types is not seen; what it leaves is. A flush reports one action with the
//! files that differ, so that the run is judged like one that a person did in a terminal.

use super::files::Listing;
use super::readings::{self, contents, git_outputs};
use crate::redact::Memory;
use crate::scope::Scope;
use crate::{Adapter, Observation, ObserveError, RecordedAction, WatchRequest, Watching, next_key};
use apprentice_contracts::observation::{
    ActionDetails, CommandRun, ControlSurface, FileChange, ObservationAdapterKind, ObservationAdapterStatus,
};
use apprentice_contracts::reading::{Reading, ReadingSource};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The program of the action that is reported: no command has this name.
const PROGRAM: &str = "agent-run";

/// The files of a folder at one moment.
#[derive(Clone, Debug)]
pub struct FolderState(Listing);

impl FolderState {
    /// Lists the files below a folder, at whatever depth, up to 20,000, without those that tools fill, such as `.git`. Blocks.
    pub fn of(directory: &Path, home: &Path) -> Self {
        Self(Listing::whole(directory, home))
    }

    /// Whether every file is known. `false`: there are too many, or a folder could not be opened, so that a file may be gone unseen.
    pub fn is_whole(&self) -> bool {
        self.0.is_whole()
    }

    /// The files that were created, changed or removed since; at most 50, the nearest first.
    pub fn difference(&self, now: &Self) -> Vec<FileChange> {
        self.0.difference(&now.0)
    }

    /// The files that are gone, and are not there under another name.
    pub fn lost(&self, now: &Self) -> Vec<PathBuf> {
        self.0.lost(&now.0)
    }
}

/// The adapter of one folder.
#[derive(Debug)]
pub struct RunFolder {
    directory: PathBuf,
}

impl RunFolder {
    /// Watches nothing yet.
    pub const fn new(directory: PathBuf) -> Self {
        Self { directory }
    }
}

#[async_trait::async_trait]
impl Adapter for RunFolder {
    fn kinds(&self) -> &'static [ObservationAdapterKind] {
        &[ObservationAdapterKind::TerminalCommand]
    }

    fn status(&self) -> Vec<ObservationAdapterStatus> {
        Vec::new()
    }

    async fn watch(&self, request: WatchRequest) -> Result<Box<dyn Watching>, ObserveError> {
        let directory = self.directory.clone();
        let begin = tokio::task::spawn_blocking(move || RunWatching::begin(request, directory));
        let watching = begin.await.map_err(|error| ObserveError::Failed(format!("reading was interrupted: {error}")))??;
        Ok(Box::new(watching))
    }
}

struct RunWatching {
    state: Arc<RunState>,
}

struct RunState {
    request: WatchRequest,
    directory: PathBuf,
    scope: Scope,
    seen: Mutex<Seen>,
}

struct Seen {
    listing: Listing,
    /// What small files contained before the run.
    contents: HashMap<PathBuf, Reading>,
    reported: bool,
}

impl RunWatching {
    /// Reads the folder as it is before the run.
    fn begin(request: WatchRequest, directory: PathBuf) -> Result<Self, ObserveError> {
        let text = directory.to_string_lossy().into_owned();
        let scope = Scope::new(std::slice::from_ref(&text));
        let listing = Listing::of(&directory, &request.home);
        if let Some(keep) = &request.keep_folder {
            keep(&directory);
        }
        let contents = contents(&listing, None);
        let source = ReadingSource::Folder { path: text };
        let folder = readings::read(&source, &scope, &request.home);
        let folder = folder.unwrap_or_else(|| Err(ObserveError::Failed("the folder of the run cannot be read".into())))?;
        for reading in std::iter::once(folder).chain(git_outputs(&directory)) {
            request.report(Observation::Read(Box::new(reading)));
        }
        let seen = Mutex::new(Seen { listing, contents, reported: false });
        Ok(Self { state: Arc::new(RunState { request, directory, scope, seen }) })
    }
}

impl RunState {
    /// Reports what differs since the last time. The first report also says that nothing differs.
    fn report(&self) {
        let now = Listing::of(&self.directory, &self.request.home);
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let files = seen.listing.difference(&now);
        if files.is_empty() && seen.reported {
            return;
        }
        for file in &files {
            if let Some(reading) = seen.contents.remove(&self.directory.join(&file.path)) {
                self.request.report(Observation::Read(Box::new(reading)));
            }
        }
        seen.listing = now;
        seen.reported = true;
        self.request.report(Observation::Action(Box::new(self.action(files, &self.request.memory))));
    }

    fn action(&self, files: Vec<FileChange>, memory: &Memory) -> RecordedAction {
        let (directory, mut masked) = memory.mask_text(&self.directory.to_string_lossy());
        let count = files.len();
        let files = files.into_iter().map(|file| {
            let (path, in_path) = memory.mask_text(&file.path);
            masked += in_path;
            FileChange { path, ..file }
        });
        let files = files.collect();
        RecordedAction {
            key: next_key(),
            adapter_kind: ObservationAdapterKind::TerminalCommand,
            at: self.request.clock.now(),
            app_family: Some(PROGRAM.to_owned()),
            window_title: None,
            action_label: format!("The agent left {count} files new, changed or removed"),
            control_surface: Some(ControlSurface::NativeExec),
            details: ActionDetails::Command(CommandRun {
                command_line: PROGRAM.to_owned(),
                program: PROGRAM.to_owned(),
                directory,
                exit_code: Some(0),
                duration_ms: None,
                shell: "agent".to_owned(),
                shell_pid: 0,
                files,
            }),
            change: None,
            form: Vec::new(),
            screen: None,
            before_state_ref: None,
            after_state_ref: None,
            masked,
        }
    }
}

#[async_trait::async_trait]
impl Watching for RunWatching {
    async fn set_paused(&self, _paused: bool) {}

    async fn flush(&self) {
        let state = self.state.clone();
        if let Err(error) = tokio::task::spawn_blocking(move || state.report()).await {
            tracing::error!(%error, "the folder of a run could not be read");
        }
    }

    async fn read(&self, source: &ReadingSource) -> Option<Result<Reading, ObserveError>> {
        let (source, state) = (source.clone(), self.state.clone());
        let failed = |error| Some(Err(ObserveError::Failed(format!("reading was interrupted: {error}"))));
        let read = tokio::task::spawn_blocking(move || readings::read(&source, &state.scope, &state.request.home));
        let mut read = read.await.unwrap_or_else(failed);
        if let Some(Ok(reading)) = &mut read {
            self.state.request.memory.reading(reading);
        }
        read
    }

    async fn stop(self: Box<Self>) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use apprentice_contracts::observation::FileChangeKind as Kind;
    use std::fs;

    #[test]
    fn a_file_under_another_name_is_not_lost() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        for name in ["moved.txt", "removed.txt", "kept.txt"] {
            fs::write(file(name), name).unwrap();
        }
        let home = Path::new("/nowhere");
        let before = FolderState::of(folder.path(), home);
        assert!(before.difference(&FolderState::of(folder.path(), home)).is_empty());
        fs::create_dir(file("archive")).unwrap();
        fs::rename(file("moved.txt"), file("archive/moved.txt")).unwrap();
        fs::remove_file(file("removed.txt")).unwrap();
        fs::write(file("kept.txt"), "changed").unwrap();
        let after = FolderState::of(folder.path(), home);
        let changes: Vec<(String, Kind)> = before.difference(&after).into_iter().map(|file| (file.path, file.change)).collect();
        let expected = [
            ("archive/", Kind::Created),
            ("kept.txt", Kind::Changed),
            ("moved.txt", Kind::Removed),
            ("removed.txt", Kind::Removed),
            ("archive/moved.txt", Kind::Created),
        ];
        assert_eq!(changes, expected.map(|(path, kind)| (path.to_owned(), kind)));
        assert_eq!(before.lost(&after), [PathBuf::from("removed.txt")]);
    }

    #[test]
    fn a_file_far_below_is_known_to_be_gone() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("a/b/c/d/e/f");
        fs::create_dir_all(&deep).unwrap();
        fs::write(deep.join("raw.csv"), "1").unwrap();
        let state = || FolderState::of(folder.path(), Path::new("/nowhere"));
        let before = state();
        fs::remove_file(deep.join("raw.csv")).unwrap();
        assert_eq!(before.lost(&state()), [PathBuf::from("a/b/c/d/e/f/raw.csv")]);
        assert!(before.is_whole());
    }
}
