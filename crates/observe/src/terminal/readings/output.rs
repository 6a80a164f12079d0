//! The outputs of read-only commands: a fixed table of questions about a repository, and what `lookups` allows to be run again.

use super::lookups::Lookup;
use super::{MAX_TEXT, lines, lookups};
use crate::ObserveError;
use crate::scope::Scope;
use apprentice_contracts::reading::{Reading, ReadingSource};
use apprentice_platform::processes::start_in_own_group;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a command may take.
const TIME: Duration = Duration::from_secs(5);
const STEP: Duration = Duration::from_millis(2);

/// The commands: name, arguments, and whether a repository without commits has no output instead of an error.
const QUERIES: [(&str, &[&str], bool); 6] = [
    ("git branches", &["for-each-ref", "--format=%(refname:short) %(objectname:short)", "refs/heads"], false),
    ("git tags", &["for-each-ref", "--format=%(refname:short) %(objectname:short)", "refs/tags"], false),
    // What was fetched or pushed last: a push that was refused or forgotten leaves the former commit here. Nothing is asked of a server.
    ("git remote branches", &["for-each-ref", "--format=%(refname:short) %(contents:subject)", "refs/remotes"], false),
    ("git log", &["log", "-n", "50", "--format=%s"], true),
    ("git head", &["rev-parse", "--abbrev-ref", "HEAD"], true),
    (
        "git staged and changed",
        &["diff", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all", "--name-status", "HEAD"],
        true,
    ),
];

/// The outputs of all queries about the repository of this folder; none if it is in no repository.
pub(in crate::terminal) fn git_outputs(directory: &Path) -> Vec<Reading> {
    if !is_repository(directory) {
        return Vec::new();
    }
    QUERIES.iter().filter_map(|(command, arguments, may_fail)| query(command, arguments, *may_fail, directory).ok()).collect()
}

fn is_repository(directory: &Path) -> bool {
    directory.ancestors().any(|above| above.join(".git").exists())
}

/// `home`: that of Apprentice, which is never read.
pub(super) fn output(command: &str, directory: &Path, scope: &Scope, home: &Path) -> Result<Reading, ObserveError> {
    match QUERIES.iter().find(|(name, ..)| *name == command) {
        Some((_, arguments, may_fail)) => query(command, arguments, *may_fail, directory),
        None => lookup(command, directory, scope, home),
    }
}

/// Runs a command that can only read.
fn lookup(command: &str, directory: &Path, scope: &Scope, home: &Path) -> Result<Reading, ObserveError> {
    let failed = |message: String| ObserveError::Failed(message);
    let mut printed: Option<Vec<u8>> = None;
    for Lookup { program, arguments } in lookups::parse(command, directory, scope, home).map_err(failed)? {
        if printed.as_ref().is_some_and(|printed| printed.len() > MAX_TEXT) {
            return Err(failed("a part of the pipeline prints too much".into()));
        }
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let done =
            if program == "git" { git(&arguments, directory) } else { run_with(program, &arguments, directory, printed.take()) };
        let (more, succeeded) = done.map_err(|error| failed(format!("{program} could not be run: {error}")))?;
        if !succeeded {
            return Err(failed(format!("“{program}” reported an error")));
        }
        printed = Some(more);
    }
    let (records, complete) = lines(&printed.unwrap_or_default());
    Ok(Reading { source: source(command, directory), title: String::new(), complete, records })
}

fn source(command: &str, directory: &Path) -> ReadingSource {
    ReadingSource::Output { command: command.to_owned(), directory: crate::redact::mask_text(&directory.to_string_lossy()).0 }
}

fn query(command: &str, arguments: &[&str], may_fail: bool, directory: &Path) -> Result<Reading, ObserveError> {
    let failed = |message: String| Err(ObserveError::Failed(message));
    if !is_repository(directory) {
        return failed("the folder is not in a git repository".into());
    }
    let (printed, succeeded) = match git(arguments, directory) {
        Ok(result) => result,
        Err(error) => return failed(format!("git could not be run: {error}")),
    };
    let source = source(command, directory);
    match succeeded {
        true => {
            let (records, complete) = lines(&printed);
            Ok(Reading { source, title: String::new(), complete, records })
        }
        false if may_fail && has_no_commits(directory) => {
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

/// So that `git` runs no program that a repository names, asks no other machine, and writes nothing.
const GIT: [&str; 18] = [
    "--no-pager",
    "--no-optional-locks",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.pager=cat",
    "-c",
    "log.showSignature=false",
    "-c",
    "gpg.program=/bin/false",
    "-c",
    "gpg.ssh.program=/bin/false",
    "-c",
    "gpg.x509.program=/bin/false",
    "-c",
    "protocol.allow=never",
];

/// Runs `git` with [`GIT`], and without the filters of the repository.
pub(in crate::terminal) fn git(arguments: &[&str], directory: &Path) -> std::io::Result<(Vec<u8>, bool)> {
    let filters = filters_off(directory)?;
    let filters: Vec<&str> = filters.iter().flat_map(|setting| ["-c", setting]).collect();
    run("git", &[&GIT, &filters[..], arguments].concat(), directory)
}

/// Settings that switch off every filter which the configuration names: git would run its program to compare a file.
fn filters_off(directory: &Path) -> std::io::Result<Vec<String>> {
    let names = ["config", "--null", "--name-only", "--get-regexp", r"^filter\."];
    let (printed, _) = run("git", &[&GIT, &names[..]].concat(), directory)?;
    let printed = String::from_utf8_lossy(&printed);
    let mut settings = Vec::new();
    for key in printed.split('\0').filter(|key| !key.is_empty()) {
        // Such as `filter.lfs.clean`; the name may have dots.
        let name = key.strip_prefix("filter.").and_then(|rest| rest.rsplit_once('.')).map_or("", |(name, _)| name);
        if name.is_empty() || name.contains(['=', '\n']) {
            return Err(std::io::Error::other("the repository has a filter that cannot be switched off"));
        }
        settings.extend(["clean", "smudge", "process"].map(|what| format!("filter.{name}.{what}=")));
        settings.push(format!("filter.{name}.required=false"));
    }
    settings.sort();
    settings.dedup();
    Ok(settings)
}

/// Runs a program of the system's folders without a shell and without the environment, which may hold secrets. Answers what it printed, and
/// whether it succeeded.
fn run(program: &str, arguments: &[&str], directory: &Path) -> std::io::Result<(Vec<u8>, bool)> {
    run_with(program, arguments, directory, None)
}

/// The same, for a program that reads `input`.
fn run_with(program: &str, arguments: &[&str], directory: &Path, input: Option<Vec<u8>>) -> std::io::Result<(Vec<u8>, bool)> {
    const FOLDERS: [&str; 6] = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", "/bin", "/usr/sbin", "/sbin"];
    let found = FOLDERS.iter().map(|folder| Path::new(folder).join(program)).find(|program| program.is_file());
    let program = found.ok_or_else(|| std::io::Error::new(std::io::ErrorKind::NotFound, "it is not installed"))?;
    let mut command = Command::new(program);
    command
        .args(arguments)
        .current_dir(directory)
        .env_clear()
        .envs([
            ("PATH", "/usr/bin:/usr/local/bin:/opt/homebrew/bin:/bin"),
            ("LC_ALL", "C.UTF-8"),
            ("GIT_OPTIONAL_LOCKS", "0"),
            ("GIT_TERMINAL_PROMPT", "0"),
            // No object is fetched that is missing, by whatever protocol.
            ("GIT_ALLOW_PROTOCOL", ""),
            ("GIT_NO_LAZY_FETCH", "1"),
        ])
        .stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() })
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut child = start_in_own_group(&mut command).spawn()?;
    if let (Some(input), Some(mut stdin)) = (input, child.stdin.take()) {
        // A program that has read enough, such as `head`, closes the pipe.
        std::thread::spawn(move || stdin.write_all(&input));
    }
    finish(child)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn git_in(folder: &Path, arguments: &[&str]) {
        let identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "init.defaultBranch=main"];
        let (printed, done) = run("git", &[&identity, arguments].concat(), folder).unwrap();
        assert!(done, "{arguments:?}: {}", String::from_utf8_lossy(&printed));
    }

    fn look(command: &str, folder: &Path) -> Result<Reading, ObserveError> {
        output(command, folder, &Scope::new(&[folder.to_string_lossy().into_owned()]), Path::new("/home/none/.apprentice"))
    }

    fn repository() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        git_in(folder.path(), &["init", "-q"]);
        std::fs::write(folder.path().join("a.txt"), "tea").unwrap();
        git_in(folder.path(), &["add", "."]);
        git_in(folder.path(), &["commit", "-qm", "Add tea"]);
        folder
    }

    #[test]
    fn a_filter_of_the_repository_is_not_run() {
        let folder = repository();
        let (marker, file) = (folder.path().join("ran"), folder.path().join("a.txt"));
        let clean = format!("sh -c 'touch {}; cat'", marker.display());
        git_in(folder.path(), &["config", "filter.x.y.clean", &clean]);
        git_in(folder.path(), &["config", "filter.x.y.required", "true"]);
        std::fs::write(folder.path().join(".gitattributes"), "* filter=x.y\n").unwrap();
        std::fs::write(&file, "cup").unwrap();
        for command in ["git status --short", "git ls-files -m", "git staged and changed"] {
            assert!(look(command, folder.path()).is_ok(), "{command}");
            assert!(!marker.exists(), "{command} ran the filter");
        }
        // Without the guard it would have run: the test can fail.
        run("git", &["status", "--short"], folder.path()).unwrap();
        assert!(marker.exists(), "the filter is a real one");
    }

    #[test]
    fn a_missing_object_is_not_fetched() {
        let folder = repository();
        let marker = folder.path().join("ran");
        let url = format!("ext::sh -c touch% {}", marker.display());
        for (key, value) in [
            ("core.repositoryformatversion", "1"),
            ("extensions.partialClone", "origin"),
            ("remote.origin.url", &url),
            ("remote.origin.promisor", "true"),
            ("protocol.ext.allow", "always"),
        ] {
            git_in(folder.path(), &["config", key, value]);
        }
        let (tree, _) = run("git", &["rev-parse", "HEAD:a.txt"], folder.path()).unwrap();
        let object = String::from_utf8(tree).unwrap().trim().to_owned();
        let (front, rest) = object.split_at(2);
        std::fs::remove_file(folder.path().join(".git/objects").join(front).join(rest)).unwrap();
        for command in ["git show HEAD", "git log --stat", "git status --short"] {
            // Some of them fail, because the object is missing; what counts is that nothing was run for it.
            let _ = look(command, folder.path());
            assert!(!marker.exists(), "{command} asked another machine");
        }
    }

    #[test]
    fn a_repository_above_the_scope_is_not_read() {
        let folder = repository();
        let inside = folder.path().join("inside");
        std::fs::create_dir(&inside).unwrap();
        let why = look("git show HEAD", &inside).unwrap_err().to_string();
        assert!(why.contains("outside what this session may see"), "{why}");
    }

    #[test]
    fn a_database_that_would_leave_files_is_not_opened() {
        let folder = tempfile::tempdir().unwrap();
        let mut head = b"SQLite format 3\0".to_vec();
        head.extend([16, 0, 2, 2]);
        std::fs::write(folder.path().join("app.db"), head).unwrap();
        let why = look("sqlite3 app.db 'select 1'", folder.path()).unwrap_err().to_string();
        assert!(why.contains("leave files"), "{why}");
    }
}
