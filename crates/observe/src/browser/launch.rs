//! Starts the browser with a private profile. Ends its whole process group and deletes every file that it wrote.

use super::BrowserOptions;
use super::find::Found;
use crate::ObserveError;
use apprentice_platform::permissions::create_private_folders;
use apprentice_platform::processes::{Group, Signal, is_alive, start_in_own_group};
use apprentice_platform::users;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

/// How long a browser may take to close before it is killed.
const POLITE: Duration = Duration::from_secs(3);

/// Switches off prompts of the browser that would cover the page.
const PREFERENCES: &str = r#"{"credentials_enable_service":false,"credentials_enable_autosignin":false,
"profile":{"password_manager_enabled":false,"password_manager_leak_detection":false},
"autofill":{"enabled":false,"profile_enabled":false,"credit_card_enabled":false},
"translate":{"enabled":false},"browser":{"has_seen_welcome_page":true},"download":{"prompt_for_download":false},
"search":{"suggest_enabled":false},"signin":{"allowed":false}}"#;

const ALWAYS: [&str; 19] = [
    "--remote-debugging-pipe",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--disable-quic",
    "--disable-breakpad",
    "--disable-crash-reporter",
    "--disable-client-side-phishing-detection",
    "--disable-domain-reliability",
    "--disable-search-engine-choice-screen",
    "--hide-crash-restore-bubble",
    "--password-store=basic",
    "--use-mock-keychain",
    // A page that is read in the background must still render.
    "--disable-background-timer-throttling",
    "--disable-renderer-backgrounding",
    // Load each document once, so that it is recorded from its beginning. RenderDocument would drop what a page reports while it unloads.
    "--disable-features=BackForwardCache,Prerender2,RenderDocument,Translate,AutofillServerCommunication,OptimizationHints,MediaRouter,SideSearch",
];

/// A running browser. Dropping it kills its process group and deletes its folder.
pub struct Launched {
    child: Child,
    group: Option<Group>,
    folder: PathBuf,
}

impl Launched {
    pub fn downloads(&self) -> PathBuf {
        self.folder.join("downloads")
    }

    /// Waits until the browser has closed as it was asked to, or kills it. Then deletes its files.
    pub async fn closed(mut self) {
        if tokio::time::timeout(POLITE, self.child.wait()).await.is_err() {
            tracing::info!("the browser did not close in time and is killed");
            let _ = self.child.kill().await;
        }
        self.kill_group();
        let folder = self.folder.clone();
        let _ = tokio::task::spawn_blocking(move || remove(&folder)).await;
    }

    /// The helpers of the browser share its group, so none outlives the observation.
    fn kill_group(&self) {
        if let Some(group) = self.group {
            let _ = group.signal(Signal::Kill);
        }
    }
}

impl Drop for Launched {
    fn drop(&mut self) {
        self.kill_group();
        let _ = self.child.start_kill();
        let folder = self.folder.clone();
        // A thread of its own: dying processes may still write into the folder.
        std::thread::spawn(move || remove(&folder));
    }
}

/// Starts `found` with a new folder below `<home>/run/`. The pipe carries the DevTools protocol.
pub fn launch(options: &BrowserOptions, found: &Found, home: &Path) -> Result<(Launched, ChildStdout, ChildStdin), ObserveError> {
    static LAST: AtomicU32 = AtomicU32::new(0);
    let run = home.join("run");
    sweep(&run, is_alive);
    let folder = run.join(format!("browser-{}-{}", std::process::id(), LAST.fetch_add(1, Ordering::Relaxed)));
    prepare(&folder)
        .map_err(|error| ObserveError::Failed(format!("cannot make a browser profile in {}: {error}", run.display())))?;
    match start(options, found, &folder) {
        Ok((mut child, input, output)) => {
            let group = child.id().and_then(Group::led_by);
            // Tokio reaps the process even if nobody waits for it.
            child.stderr.take();
            Ok((Launched { child, group, folder }, input, output))
        }
        Err(error) => {
            remove(&folder);
            Err(ObserveError::Unavailable {
                code: "BROWSER_FAILED",
                message: format!("{} could not be started: {error}", found.name),
            })
        }
    }
}

/// The browser expects the protocol on descriptors 3 and 4, so a shell moves our pipes there and then becomes the browser. `$0` is the data
/// folder in which the browser creates a certificate store if the user has none. A store of the user stays in use, because it may
/// contain the certificate authority of their company.
const BECOME_BROWSER: &str = r#"[ -d "${XDG_DATA_HOME:-$HOME/.local/share}/pki/nssdb" ] || export XDG_DATA_HOME="$0"
exec "$@" 3<&0 4>&1 0</dev/null 1>/dev/null"#;

fn start(options: &BrowserOptions, found: &Found, folder: &Path) -> std::io::Result<(Child, ChildStdout, ChildStdin)> {
    let mut command = Command::new("/bin/sh");
    command
        .args(["-c", BECOME_BROWSER])
        .arg(folder.join("data"))
        .arg(&found.program)
        .args(ALWAYS)
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .args(options.headless.then_some(["--headless=new", "--disable-gpu", "--window-size=1280,900"]).into_iter().flatten())
        .args(users::is_root().then_some("--no-sandbox"))
        .args(options.debug_port.map(|port| format!("--remote-debugging-port={port}")))
        .args(options.debug_port.map(|_| "--remote-debugging-address=127.0.0.1"))
        .arg("about:blank")
        // Not part of a profile, so these would stay in the user's home: crash reports and caches of GTK.
        .env("BREAKPAD_DUMP_LOCATION", folder.join("crashes"))
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true);
    start_in_own_group(command.as_std_mut());
    let mut child = command.spawn()?;
    let (Some(input), Some(output)) = (child.stdout.take(), child.stdin.take()) else {
        return Err(std::io::Error::other("no pipe to it"));
    };
    Ok((child, input, output))
}

fn prepare(folder: &Path) -> std::io::Result<()> {
    let defaults = folder.join("profile/Default");
    for path in [folder.join("downloads"), defaults.clone()] {
        create_private_folders(&path)?;
    }
    std::fs::write(defaults.join("Preferences"), PREFERENCES)
}

/// Deletes the profiles that killed programs left; a profile whose program `lives` stays. When this returns, their names are free; a
/// thread deletes the files, because a dying browser may still use them.
pub fn sweep(run: &Path, lives: impl Fn(u32) -> bool) {
    let Ok(entries) = std::fs::read_dir(run) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let owner = name.strip_prefix("browser-").and_then(|rest| rest.split('-').next()).and_then(|pid| pid.parse().ok());
        let dead = owner.is_some_and(|pid: u32| !lives(pid));
        let aside = run.join(format!("left-{name}"));
        if dead && std::fs::rename(entry.path(), &aside).is_ok() {
            std::thread::spawn(move || remove(&aside));
        } else if name.starts_with("left-") {
            let path = entry.path();
            std::thread::spawn(move || remove(&path));
        }
    }
}

/// Dying processes may still write into the folder, so this retries for a while. The next sweep deletes what remains.
fn remove(folder: &Path) {
    for _ in 0..100 {
        match std::fs::remove_dir_all(folder) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => std::thread::sleep(Duration::from_millis(20)),
            _ => return,
        }
    }
    tracing::warn!(folder = %folder.display(), "the browser profile could not be deleted yet");
}

#[cfg(test)]
#[allow(clippy::disallowed_types, reason = "tests set up conditions of one system")]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn profiles_are_private_and_those_of_dead_programs_are_deleted() {
        let home = tempfile::tempdir().unwrap();
        // No process can have this id: it is above the limit of the kernel.
        let (dead, alive) =
            (home.path().join("browser-99999999-0"), home.path().join(format!("browser-{}-7", std::process::id())));
        prepare(&dead).unwrap();
        prepare(&alive).unwrap();
        assert_eq!(alive.metadata().unwrap().permissions().mode() & 0o777, 0o700);
        sweep(home.path(), is_alive);
        assert!(!dead.exists() && alive.exists());
        sweep(home.path(), |_| false);
        assert!(!alive.exists(), "the process that holds the home knows that no other lives");
    }
}
