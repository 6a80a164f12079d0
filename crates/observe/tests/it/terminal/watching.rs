//! The watching itself: flag, pause, flush, stop, scope, wrong words, and shells that outlive it.

use super::stage::{PATIENCE, RealClock, Stage, entries};
use apprentice_contracts::Time;
use apprentice_contracts::runtime::Clock;
use apprentice_observe::scope::Scope;
use apprentice_observe::terminal::{Shell, Terminal};
use apprentice_observe::{Adapter, Observation, WatchRequest};
use std::io::Write;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::sync::Arc;

#[tokio::test(flavor = "multi_thread")]
async fn shells_are_silent_and_never_held_while_nobody_watches() {
    let stage = Stage::new();
    let bash = stage.plain(Shell::Bash);
    bash.line(&format!("eval \"$(cat {})\"", stage.hook_file(Shell::Bash)));
    bash.line("echo unwatched$((1 + 1))");
    bash.shows("unwatched2", 1);
    assert!(entries(&stage.home()).is_empty(), "the hook wrote {:?}", entries(&stage.home()));

    // A prompt that was waiting before the watching began: its next command is reported, the one before is not.
    let mut watch = stage.watch().await;
    bash.line(" echo off the record");
    bash.line("echo watched");
    assert_eq!(watch.command().await.command_line, "echo watched");
    watch.stop().await;
    bash.line("echo unwatched$((2 + 2))");
    bash.shows("unwatched4", 1);
    assert!(watch.rest_of_commands().is_empty());
    assert!(!stage.home().join("run/terminal.watch").exists());

    // And again, with another word in the records.
    let mut watch = stage.watch().await;
    bash.line("echo again");
    assert_eq!(watch.command().await.command_line, "echo again");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_watcher_holds_no_shell() {
    let stage = Stage::new();
    let mut watch = stage.watch().await;
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    bash.line("echo before");
    assert_eq!(watch.command().await.command_line, "echo before");
    // What a kill leaves behind: the flag and the pipe, and nobody at the other end.
    let flag = std::fs::read(stage.home().join("run/terminal.watch")).unwrap();
    watch.stop().await;
    std::fs::write(stage.home().join("run/terminal.watch"), flag).unwrap();
    // More than the pipe would hold.
    let tea = "tea".repeat(300);
    for n in 0..100 {
        bash.line(&format!("true {n} {tea}"));
    }
    bash.line("echo alive$((40 + 2))");
    bash.shows("alive42", 1);
    std::fs::remove_dir_all(stage.home().join("run")).unwrap();
    bash.line("echo alive$((80 + 4))");
    bash.shows("alive84", 1);
    assert!(!bash.screen().contains("apprentice"), "the hook spoke:\n{}", bash.screen());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cleared_run_folder_is_made_again() {
    let stage = Stage::new();
    let mut watch = stage.watch().await;
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    std::fs::remove_dir_all(stage.home().join("run")).unwrap();
    bash.line("echo lost");
    tokio::time::timeout(PATIENCE, async {
        while !stage.home().join("run/terminal.watch").exists() {
            tokio::task::yield_now().await;
        }
    })
    .await
    .expect("the folder comes back");
    bash.line("echo found");
    loop {
        if watch.command().await.command_line == "echo found" {
            break;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn records_without_the_right_word_are_ignored() {
    let stage = Stage::new();
    let mut watch = stage.watch().await;
    let mut pipe = std::fs::OpenOptions::new().write(true).open(stage.home().join("run/terminal.pipe")).unwrap();
    for forged in ["", "0123456789abcdef0123456789abcdef"] {
        write!(pipe, "\u{2}S\u{1f}{forged}\u{1f}bash\u{1f}77\u{1f}0\u{1f}1.0\u{1f}/tmp\u{1f}rm -rf /\u{3}").unwrap();
        write!(pipe, "\u{2}F\u{1f}{forged}\u{1f}bash\u{1f}77\u{1f}0\u{1f}2.0\u{1f}0\u{1f}/tmp\u{3}").unwrap();
        write!(pipe, "\u{2}M\u{1f}{forged}\u{1f}-\u{1f}0\u{1f}0\u{1f}0\u{3}").unwrap();
    }
    pipe.write_all(&[0xff, 0x02, 0x03, 0x1f, b'\n']).unwrap();
    watch.flush().await;
    assert_eq!(watch.rest(), []);
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    bash.line("echo real");
    assert_eq!(watch.command().await.command_line, "echo real");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_user_can_reach_the_pipe() {
    let stage = Stage::new();
    std::fs::create_dir(stage.home().join("run")).unwrap();
    std::fs::set_permissions(stage.home().join("run"), PermissionsExt::from_mode(0o755)).unwrap();
    std::fs::write(stage.home().join("run/terminal.pipe"), "a plain file in the way").unwrap();
    let _watch = stage.watch().await;
    let about = |name: &str| std::fs::metadata(stage.home().join(name)).unwrap();
    assert_eq!(about("run").mode() & 0o777, 0o700);
    assert_eq!(about("run/terminal.pipe").mode() & 0o777, 0o600);
    assert!(about("run/terminal.pipe").file_type().is_fifo());
    assert_eq!(about("run/terminal.watch").mode() & 0o777, 0o600);
}

#[tokio::test(flavor = "multi_thread")]
async fn outside_the_scope_only_the_fact_is_reported() {
    let stage = Stage::new();
    let mut watch = stage.watch_only(&["git", &format!("{}/in", stage.work().display())]).await;
    let bash = stage.hooked_bash(&mut watch, &["mkdir in"]).await;
    for line in ["echo outside", "cd in", "echo inside", "cd /", "git --version"] {
        bash.line(line);
    }
    assert_eq!(watch.command().await.command_line, "echo inside");
    assert_eq!(watch.dropped, 2, "echo and cd outside");
    assert_eq!(watch.command().await.command_line, "cd /");
    assert_eq!(watch.command().await.command_line, "git --version");
}

#[tokio::test(flavor = "multi_thread")]
async fn while_paused_nothing_is_reported_or_counted() {
    let stage = Stage::new();
    let mut watch = stage.watch_only(&["echo"]).await;
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    bash.line("echo before");
    assert_eq!(watch.command().await.command_line, "echo before");
    watch.watching.as_ref().unwrap().set_paused(true).await;
    bash.line("echo secret plans");
    bash.line("true; echo done$((1 + 1))");
    bash.shows("done2", 1);
    watch.flush().await;
    watch.watching.as_ref().unwrap().set_paused(false).await;
    bash.line("echo after");
    assert_eq!(watch.command().await.command_line, "echo after");
    assert_eq!(watch.dropped, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn flush_waits_for_what_was_written_and_stop_reports_what_runs() {
    let stage = Stage::new();
    let mut watch = stage.watch().await;
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    bash.line("true 1");
    bash.line("echo begun$((1 + 1)); sleep 600");
    bash.shows("begun2", 1);
    watch.flush().await;
    let reported = watch.rest_of_commands();
    assert_eq!(reported.len(), 1, "a command that runs is not reported by a flush");
    assert_eq!(reported[0].command_line, "true 1");
    watch.stop().await;
    let reported = watch.rest();
    let [Observation::Action(seen)] = reported.as_slice() else { panic!("{reported:?}") };
    assert_eq!(seen.action_label, "Ran “echo begun$((1 + 1)); sleep 600” in work (still running)");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pause_reports_what_runs_once() {
    let stage = Stage::new();
    let mut watch = stage.watch().await;
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    bash.line("sh -c 'echo begun$((1 + 1)); exec sleep 600'");
    bash.shows("begun2", 1);
    watch.flush().await;
    watch.watching.as_ref().unwrap().set_paused(true).await;
    let reported = watch.rest_of_commands();
    assert_eq!(reported.iter().map(|run| run.exit_code).collect::<Vec<_>>(), [None], "reported when set_paused returned");
    watch.watching.as_ref().unwrap().set_paused(false).await;
    bash.keys("\u{3}");
    bash.line("echo after");
    assert_eq!(watch.command().await.command_line, "echo after");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dropped_watching_leaves_nothing_behind() {
    let stage = Stage::new();
    let watch = stage.watch().await;
    drop(watch);
    assert_eq!(entries(&stage.home().join("run")), ["terminal.lock", "terminal.pipe"]);
    let mut watch = stage.watch().await;
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    bash.line("echo again");
    assert_eq!(watch.command().await.command_line, "echo again");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_watcher_is_refused_with_a_reason() {
    let stage = Stage::new();
    let _watch = stage.watch().await;
    let (sink, _reported) = tokio::sync::mpsc::unbounded_channel();
    let request = WatchRequest {
        home: stage.home(),
        scope: Scope::default(),
        start_url: None,
        clock: Arc::new(RealClock),
        sink,
        memory: apprentice_observe::redact::Memory::new().unwrap(),
        bar: None,
        keep_folder: None,
    };
    let Err(error) = Terminal::new(stage.home()).watch(request).await else { panic!("two watchers would tear records apart") };
    assert!(error.to_string().contains("already being watched"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_status_says_how_to_hook_a_shell_until_one_is_heard() {
    let stage = Stage::new();
    let mut watch = stage.watch().await;
    let [status] = <[_; 1]>::try_from(watch.terminal.status()).unwrap();
    assert!(status.healthy && status.last_seen_at.is_none());
    assert_eq!(status.last_error_code.as_deref(), Some("NO_SHELL_WITH_HOOK"));
    assert!(status.note.unwrap().contains("eval \"$(apprentice hook bash)\""));
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    let [status] = <[_; 1]>::try_from(watch.terminal.status()).unwrap();
    assert_eq!(status.last_error_code, None);
    assert!(status.last_seen_at.is_some());
    let shell = watch.shells.last().unwrap();
    assert_eq!((shell.shell.as_str(), shell.pid, shell.embedded), ("bash", bash.pid(), false));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_shells_at_once_do_not_mix() {
    let stage = Stage::new();
    let mut watch = stage.watch().await;
    let one = stage.hooked_bash(&mut watch, &[]).await;
    let two = stage.hooked_bash(&mut watch, &[]).await;
    let long = "tea ".repeat(400);
    for n in 0..30 {
        one.line(&format!("true one {n} {long}"));
        two.line(&format!("true two {n} {long}"));
    }
    let (mut ones, mut twos) = (0, 0);
    for _ in 0..60 {
        let run = watch.command().await;
        let (pid, expected) = if run.command_line.starts_with("true one") {
            ones += 1;
            (one.pid(), format!("true one {} {long}", ones - 1))
        } else {
            twos += 1;
            (two.pid(), format!("true two {} {long}", twos - 1))
        };
        assert_eq!((run.command_line.trim_end(), run.shell_pid), (expected.trim_end(), pid));
    }
}

/// A clock that blocks its callers until it is opened.
#[derive(Default)]
struct Gate(std::sync::Mutex<bool>, std::sync::Condvar);

impl Gate {
    fn set(&self, open: bool) {
        *self.0.lock().unwrap() = open;
        self.1.notify_all();
    }
}

impl Clock for Gate {
    fn now(&self) -> Time {
        drop(self.1.wait_while(self.0.lock().unwrap(), |open| !*open).unwrap());
        RealClock.now()
    }
}

#[tokio::test(flavor = "current_thread")]
async fn a_pause_waits_for_a_busy_reader_and_holds_nobody_else() {
    let stage = Stage::new();
    let gate = Arc::new(Gate::default());
    gate.set(true);
    let mut watch = stage.watch_with(gate.clone(), &[]).await;
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    gate.set(false);
    bash.line("echo reported$((1 + 1))");
    bash.shows("reported2", 1);
    let watching = watch.watching.take().unwrap();
    let mut pause = Box::pin(watching.set_paused(true));
    // On a runtime of one thread, this goes on only because the pause does not hold it.
    for _ in 0..100 {
        assert!(futures::poll!(pause.as_mut()).is_pending(), "the reader has not come to it yet");
        tokio::task::yield_now().await;
    }
    gate.set(true);
    tokio::time::timeout(PATIENCE, &mut pause).await.expect("paused in time");
    drop(pause);
    let reported = watch.rest_of_commands();
    assert_eq!(reported.iter().map(|run| run.command_line.as_str()).collect::<Vec<_>>(), ["echo reported$((1 + 1))"]);
    watching.stop().await;
}
