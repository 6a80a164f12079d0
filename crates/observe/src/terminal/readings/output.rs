//! The outputs of a fixed table of read-only commands.

use super::{MAX_TEXT, lines};
use crate::ObserveError;
use apprentice_contracts::reading::{Reading, ReadingSource};
use apprentice_platform::processes::start_in_own_group;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a command may take.
const TIME: Duration = Duration::from_secs(5);
const STEP: Duration = Duration::from_millis(2);

/// The commands: name, arguments, and whether a repository without commits has no output instead of an error.
const QUERIES: [(&str, &[&str], bool); 5] = [
    ("git branches", &["for-each-ref", "--format=%(refname:short) %(objectname:short)", "refs/heads"], false),
    ("git tags", &["for-each-ref", "--format=%(refname:short) %(objectname:short)", "refs/tags"], false),
    ("git log", &["log", "-n", "50", "--format=%s"], true),
    ("git head", &["rev-parse", "--abbrev-ref", "HEAD"], true),
    ("git staged and changed", &["diff", "--no-ext-diff", "--no-textconv", "--name-status", "HEAD"], true),
];

/// The outputs of all queries about the repository of this folder; none if it is in no repository.
pub(in crate::terminal) fn git_outputs(directory: &Path) -> Vec<Reading> {
    if !is_repository(directory) {
        return Vec::new();
    }
    QUERIES.iter().filter_map(|(command, ..)| output(command, directory).ok()).collect()
}

fn is_repository(directory: &Path) -> bool {
    directory.ancestors().any(|above| above.join(".git").exists())
}

pub(super) fn output(command: &str, directory: &Path) -> Result<Reading, ObserveError> {
    let failed = |message: String| Err(ObserveError::Failed(message));
    let Some((_, arguments, may_fail)) = QUERIES.iter().find(|(name, ..)| *name == command) else {
        return failed("that command is not one that may be run to look something up".into());
    };
    if !is_repository(directory) {
        return failed("the folder is not in a git repository".into());
    }
    let (printed, succeeded) = match git(arguments, directory) {
        Ok(result) => result,
        Err(error) => return failed(format!("git could not be run: {error}")),
    };
    let source = ReadingSource::Output {
        command: command.to_owned(),
        directory: crate::redact::mask_text(&directory.to_string_lossy()).0,
    };
    match succeeded {
        true => {
            let (records, complete) = lines(&printed);
            Ok(Reading { source, title: String::new(), complete, records })
        }
        false if *may_fail && has_no_commits(directory) => {
            Ok(Reading { source, title: String::new(), complete: true, records: Vec::new() })
        }
        false => failed("git reported an error".into()),
    }
}

fn has_no_commits(directory: &Path) -> bool {
    let resolves = git(&["rev-parse", "--verify", "--quiet", "HEAD"], directory).is_ok_and(|(_, succeeded)| succeeded);
    let opens = git(&["rev-parse", "--git-dir"], directory).is_ok_and(|(_, succeeded)| succeeded);
    !resolves && opens
}

/// Runs `git` without a shell, without hooks, monitors and pagers, and without the environment, which may hold secrets. Answers what it
/// printed, and whether it succeeded.
fn git(arguments: &[&str], directory: &Path) -> std::io::Result<(Vec<u8>, bool)> {
    const FOLDERS: [&str; 4] = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", "/bin"];
    let found = FOLDERS.iter().map(|folder| Path::new(folder).join("git")).find(|program| program.is_file());
    let program = found.ok_or_else(|| std::io::Error::new(std::io::ErrorKind::NotFound, "it is not installed"))?;
    let mut command = Command::new(program);
    command
        .args(["--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.pager=cat"])
        .args(arguments)
        .current_dir(directory)
        .env_clear()
        .envs([
            ("PATH", "/usr/bin:/usr/local/bin:/opt/homebrew/bin:/bin"),
            ("LC_ALL", "C.UTF-8"),
            ("GIT_OPTIONAL_LOCKS", "0"),
            ("GIT_TERMINAL_PROMPT", "0"),
        ])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    finish(start_in_own_group(&mut command).spawn()?)
}

/// Waits for a command, at most [`TIME`], and reads a little more than [`MAX_TEXT`] of its output.
fn finish(mut child: Child) -> std::io::Result<(Vec<u8>, bool)> {
    let stdout = child.stdout.take();
    let reading = std::thread::spawn(move || {
        let mut printed = Vec::new();
        // A command that prints more is ended by the closed pipe.
        let read = stdout.map(|stdout| stdout.take(MAX_TEXT as u64 + 1).read_to_end(&mut printed));
        read.transpose().map(|_| printed)
    });
    let began = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        if began.elapsed() >= TIME {
            child.kill()?;
            child.wait()?;
            break None;
        }
        std::thread::sleep(STEP);
    };
    let Some(status) = status else { return Err(std::io::Error::new(std::io::ErrorKind::TimedOut, "it took too long")) };
    let printed = reading.join().unwrap_or_else(|_| Ok(Vec::new()))?;
    let cut = printed.len() > MAX_TEXT;
    Ok((printed, status.success() || cut))
}
