//! Clones a repository with the `git` program: one commit deep, without hooks, submodules, filters or questions.

use super::{FetchOptions, Fetched, Material, last_name};
use crate::files::tree_size;
use crate::refusal::{Refusal, RefusalCode, refuse};
use crate::source::locator::{SourceLocation, checked_path, checked_reference};
use apprentice_platform::processes::{Group, Signal, start_in_own_group};
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Bytes of the clone, checked out: repositories hold more than their skills.
const MAX_BYTES: u64 = 1024 * 1024 * 1024;
const MAX_WORDS: u64 = 64 * 1024;

pub(super) fn clone(place: &SourceLocation, watch: &FetchOptions) -> Result<Fetched, Refusal> {
    let began = Instant::now();
    let (url, reference, path) = match place {
        SourceLocation::Git { url, reference, path } => (url, reference.clone(), path.clone()),
        SourceLocation::GitTree { url, tree } => split_tree(url, tree, began, watch)?,
        _ => return refuse(RefusalCode::SourceKind, "Only a repository can be cloned"),
    };
    let reference = reference.as_deref().map(checked_reference).transpose()?;
    let path = checked_path(path.as_deref().unwrap_or_default())?;
    let temporary = watch.temporary()?;
    let folder = temporary.path().join("repository");
    run(&["init", "--quiet", "--template=", "--", &folder.to_string_lossy()], temporary.path(), None, began, watch)?;
    let wanted = reference.as_deref().unwrap_or("HEAD");
    let fetch = ["fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--", url, wanted];
    run(&fetch, &folder, Some(temporary.path()), began, watch)?;
    run(&["checkout", "--quiet", "--detach", "FETCH_HEAD", "--"], &folder, Some(temporary.path()), began, watch)?;
    let commit = run(&["rev-parse", "HEAD"], &folder, None, began, watch)?.trim().to_owned();
    let start = folder.join(path.as_deref().unwrap_or_default());
    if !inside(&start, &folder) {
        return refuse(RefusalCode::SourceMissing, format!("{url} has no folder {}", path.unwrap_or_default()));
    }
    Ok(Fetched {
        material: Material::Disk { root: folder, start, _temporary: Some(temporary) },
        called: path.as_deref().map_or_else(|| last_name(url), last_name),
        place: SourceLocation::Git { url: url.clone(), reference, path },
        commit: Some(commit),
    })
}

fn inside(start: &Path, folder: &Path) -> bool {
    match (fs::canonicalize(start), fs::canonicalize(folder)) {
        (Ok(start), Ok(folder)) => start.is_dir() && start.starts_with(folder),
        _ => false,
    }
}

type Split<'a> = (&'a String, Option<String>, Option<String>);

/// The longest beginning of `tree` that is a branch or a tag; else its first part, which may be a commit.
fn split_tree<'a>(url: &'a String, tree: &str, began: Instant, watch: &FetchOptions) -> Result<Split<'a>, Refusal> {
    let folder = watch.temporary()?;
    let listed = run(&["ls-remote", "--quiet", "--heads", "--tags", "--", url], folder.path(), None, began, watch)?;
    let names = listed
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .filter_map(|(_, name)| name.strip_prefix("refs/heads/").or_else(|| name.strip_prefix("refs/tags/")));
    let fits = |name: &&str| tree == *name || tree.strip_prefix(*name).is_some_and(|rest| rest.starts_with('/'));
    let first = tree.split('/').next().unwrap_or(tree);
    let reference = names.filter(fits).max_by_key(|name| name.len()).unwrap_or(first);
    let path = tree[reference.len()..].trim_start_matches('/');
    Ok((url, Some(reference.to_owned()), (!path.is_empty()).then(|| path.to_owned())))
}

/// Git's hash of a folder of the checked-out commit.
pub(super) fn tree_hash(folder: &Path, path: &str) -> Option<String> {
    let mut command = command(&["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("HEAD:{path}")], folder);
    let output = command.stderr(Stdio::null()).output().ok()?;
    let hash = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && hash.len() >= 40).then_some(hash)
}

fn command(arguments: &[&str], folder: &Path) -> Command {
    let mut command = Command::new("git");
    // The user's settings (credentials, proxies) apply, except those that run or fetch something else.
    for setting in [
        "core.hooksPath=/dev/null",
        "core.fsmonitor=false",
        "core.protectNTFS=true",
        "core.protectHFS=true",
        "submodule.recurse=false",
        "filter.lfs.smudge=",
        "filter.lfs.process=",
        "filter.lfs.required=false",
        "fetch.fsckObjects=true",
        "credential.interactive=false",
        "gc.auto=0",
        "maintenance.auto=false",
        "advice.detachedHead=false",
    ] {
        command.args(["-c", setting]);
    }
    for variable in [
        "GIT_DIR",
        "GIT_WORK_TREE",
        "GIT_INDEX_FILE",
        "GIT_OBJECT_DIRECTORY",
        "GIT_ALTERNATE_OBJECT_DIRECTORIES",
        "GIT_EXTERNAL_DIFF",
        "GIT_ASKPASS",
        "SSH_ASKPASS",
    ] {
        command.env_remove(variable);
    }
    // Only loopback addresses may be unencrypted here.
    let plain = arguments.iter().any(|argument| argument.starts_with("http://"));
    let protocols = if plain { "file:https:ssh:git:http" } else { "file:https:ssh:git" };
    command.env("GIT_TERMINAL_PROMPT", "0").env("GIT_ALLOW_PROTOCOL", protocols).env("GIT_LFS_SKIP_SMUDGE", "1");
    command.env("GIT_SSH_COMMAND", "ssh -o BatchMode=yes").env("LC_ALL", "C");
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

/// Runs git in `folder`; the size of `grows` is limited.
fn run(arguments: &[&str], folder: &Path, grows: Option<&Path>, began: Instant, watch: &FetchOptions) -> Result<String, Refusal> {
    let mut command = command(arguments, folder);
    let started = start_in_own_group(command.stdout(Stdio::piped()).stderr(Stdio::piped())).spawn();
    let mut child = started.map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => {
            Refusal::new(RefusalCode::GitMissing, "The program git is needed for repositories; install it")
        }
        _ => Refusal::new(RefusalCode::GitFailed, format!("git cannot be started: {error}")),
    })?;
    let (words, complaints) = (reader(child.stdout.take()), reader(child.stderr.take()));
    let outcome = wait(&mut child, grows, began, watch);
    if outcome.is_err() {
        // Git has children of its own (transport, index-pack); they are one group.
        if let Some(group) = Group::led_by(child.id()) {
            // They may have ended already.
            let _ = group.signal(Signal::Kill);
        }
        let _ = child.wait();
    }
    let (words, complaints) = (words.join().unwrap_or_default(), complaints.join().unwrap_or_default());
    if outcome? {
        return Ok(words);
    }
    let reason: Vec<&str> = complaints.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let reason = reason[reason.len().saturating_sub(3)..].join("; ");
    refuse(RefusalCode::GitFailed, format!("git {} failed: {reason}", arguments.first().unwrap_or(&"")))
}

/// Whether it succeeded.
fn wait(child: &mut Child, grows: Option<&Path>, began: Instant, watch: &FetchOptions) -> Result<bool, Refusal> {
    let mut looked = Instant::now();
    loop {
        let status = child.try_wait().map_err(|error| Refusal::new(RefusalCode::GitFailed, format!("git was lost: {error}")))?;
        if let Some(status) = status {
            return Ok(status.success());
        }
        watch.check()?;
        if began.elapsed() > watch.patience {
            return refuse(RefusalCode::DownloadSlow, format!("git took longer than {} seconds", watch.patience.as_secs()));
        }
        if let Some(folder) = grows.filter(|_| looked.elapsed() > Duration::from_millis(250)) {
            looked = Instant::now();
            let bytes = tree_size(folder);
            (watch.progress)(bytes, None);
            if bytes > MAX_BYTES {
                return refuse(
                    RefusalCode::ArchiveTooLarge,
                    format!("The repository has more than {} MB", MAX_BYTES / 1024 / 1024),
                );
            }
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Reads to the end, so that git never blocks; keeps enough for a message.
fn reader(from: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let Some(mut from) = from else { return String::new() };
        let mut kept = Vec::new();
        let _ = from.by_ref().take(MAX_WORDS * 64).read_to_end(&mut kept);
        let _ = std::io::copy(&mut from, &mut std::io::sink());
        String::from_utf8_lossy(&kept).into_owned()
    })
}
