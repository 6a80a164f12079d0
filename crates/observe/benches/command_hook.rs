//! What the hook adds to one command of an interactive shell: without the hook, with it while nobody watches, and while
//! somebody does. Prints p50 and p95; fails when the watched hook adds more than a millisecond at p50. p95 holds what other
//! programs of a busy machine take from both.

use apprentice_contracts::Time;
use apprentice_contracts::runtime::Clock;
use apprentice_observe::scope::Scope;
use apprentice_observe::terminal::{Shell, Terminal, hook_script};
use apprentice_observe::{Adapter, Observation, WatchRequest};
use std::io::Write;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;

const COMMANDS: usize = 2_000;
const MOST_ADDED_US: f64 = 1_000.0;

struct RealClock;

impl Clock for RealClock {
    #[allow(clippy::disallowed_methods, reason = "shells write real times")]
    fn now(&self) -> Time {
        chrono::Utc::now()
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().join("home");
    let hook = folder.path().join("hook.bash");
    std::fs::write(&hook, hook_script(Shell::Bash, &home)).expect("the hook as a file");

    let bare = times(None, folder.path());
    let idle = times(Some(&hook), folder.path());
    let (sink, mut reported) = tokio::sync::mpsc::unbounded_channel();
    let request = WatchRequest {
        home: home.clone(),
        scope: Scope::default(),
        start_url: None,
        clock: Arc::new(RealClock),
        sink,
        memory: apprentice_observe::redact::Memory::new().expect("random numbers"),
        bar: None,
        keep_folder: None,
    };
    let watching = Terminal::new(home).watch(request).await.expect("a watcher");
    let watched = times(Some(&hook), folder.path());
    watching.stop().await;
    let heard =
        std::iter::from_fn(|| reported.try_recv().ok()).filter(|reported| matches!(reported, Observation::Action(_))).count();

    println!("one command of an interactive bash, {COMMANDS} times, in microseconds");
    println!("{:<22}{:>8}{:>8}", "", "p50", "p95");
    for (name, times) in [("without the hook", &bare), ("hook, nobody watches", &idle), ("hook, watched", &watched)] {
        println!("{name:<22}{:>8.1}{:>8.1}", at(times, 50), at(times, 95));
    }
    let added = [50, 95].map(|percent| at(&watched, percent) - at(&bare, percent));
    println!("{:<22}{:>8.1}{:>8.1}", "added while watched", added[0], added[1]);
    println!("{heard} commands were reported");
    let good = added[0] < MOST_ADDED_US && heard >= COMMANDS;
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Microseconds from each command to the next, sorted.
fn times(hook: Option<&Path>, folder: &Path) -> Vec<f64> {
    let mut bash = Command::new("bash")
        .args(["--noprofile", "--norc", "-i"])
        .env("HISTFILE", "/dev/null")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("bash is installed");
    let mut script = String::from("PS1=\nHISTSIZE=100000\n");
    if let Some(hook) = hook {
        script.push_str(&format!(". '{}'\n", hook.display()));
    }
    for _ in 0..=COMMANDS {
        script.push_str("times_reported+=(\"$EPOCHREALTIME\")\n");
    }
    script.push_str(" printf '%s\\n' \"${times_reported[@]/,/.}\"\nexit\n");
    bash.stdin.take().expect("its input").write_all(script.as_bytes()).expect("it reads");
    let output = bash.wait_with_output().expect("it ends").stdout;
    let moments: Vec<f64> = String::from_utf8_lossy(&output).lines().filter_map(|line| line.parse().ok()).collect();
    assert_eq!(moments.len(), COMMANDS + 1, "every command ran");
    let mut times: Vec<f64> = moments.windows(2).map(|pair| (pair[1] - pair[0]) * 1e6).collect();
    times.sort_by(f64::total_cmp);
    times
}

fn at(sorted: &[f64], percent: usize) -> f64 {
    sorted[(sorted.len() - 1) * percent / 100]
}
