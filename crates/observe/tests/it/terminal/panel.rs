//! The terminals of the window.

use super::stage::{PATIENCE, Stage};
use apprentice_contracts::app::OpenTerminalRequest;
use apprentice_contracts::ids::TerminalId;
use apprentice_observe::terminal::Shell;
use apprentice_observe::terminal::panel::{MAX_SHELLS, Panel, TerminalOutput};
use std::path::Path;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

const ID: TerminalId = TerminalId(uuid::Uuid::from_u128(7));

fn request(stage: &Stage) -> OpenTerminalRequest {
    OpenTerminalRequest { columns: 200, rows: 40, directory: Some(stage.work().to_str().unwrap().to_owned()) }
}

fn panel(stage: &Stage, shell: Shell) -> Panel {
    Panel::new(stage.home(), shell.installed(), Some(stage.user()))
}

/// Bytes of the screen until it shows `wanted`.
async fn until(so_far: Vec<u8>, output: &mut Receiver<TerminalOutput>, wanted: &[u8]) -> Vec<u8> {
    let mut screen = so_far;
    while !screen.windows(wanted.len()).any(|window| window == wanted) {
        let shown = String::from_utf8_lossy(&screen).into_owned();
        let reported = tokio::time::timeout(PATIENCE, output.recv()).await;
        match reported.unwrap_or_else(|_| panic!("the screen never showed {}:\n{shown}", String::from_utf8_lossy(wanted))) {
            Ok(TerminalOutput::Bytes(bytes)) => screen.extend(bytes),
            other => panic!("{other:?} before {}:\n{shown}", String::from_utf8_lossy(wanted)),
        }
    }
    screen
}

async fn ends(output: &mut Receiver<TerminalOutput>) {
    loop {
        match tokio::time::timeout(PATIENCE, output.recv()).await.expect("the terminal ends") {
            Ok(TerminalOutput::Ended) | Err(RecvError::Closed) => return,
            Ok(TerminalOutput::Bytes(_)) | Err(RecvError::Lagged(_)) => {}
        }
    }
}

fn is_alive(pid: u32) -> bool {
    // A process that was killed but not collected by its parent runs no more.
    std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

async fn shell_of_the_panel(shell: Shell, rc: &Path, marks: &str) {
    let stage = Stage::new();
    assert!(shell.installed().is_some(), "{} is not installed; scripts/setup installs it", shell.as_str());
    let rc = stage.user().join(rc);
    std::fs::create_dir_all(rc.parent().unwrap()).unwrap();
    std::fs::write(rc, marks).unwrap();
    let mut watch = stage.watch().await;
    let panel = panel(&stage, shell);
    let opened = panel.open(ID, &request(&stage)).unwrap();
    assert_eq!((opened.terminal_id, opened.shell.as_str()), (ID, shell.as_str()));
    let heard = watch.shell().await;
    assert_eq!((heard.shell.as_str(), heard.embedded), (shell.as_str(), true), "the hook is alive at the first prompt");
    let (so_far, mut output) = panel.subscribe(ID).unwrap();
    panel.write(ID, "echo from:$USERS_OWN term:$TERM\r").unwrap();
    until(so_far, &mut output, b"from:rc term:xterm-256color").await;
    let run = watch.command().await;
    assert_eq!(run.command_line, "echo from:$USERS_OWN term:$TERM");
    assert_eq!((run.directory.as_str(), run.shell_pid, run.exit_code), (stage.work().to_str().unwrap(), heard.pid, Some(0)));
    // What runs in the shell does not see the word of its records.
    let named = std::fs::read_to_string(stage.home().join(format!("run/panel/{ID}/shell"))).unwrap();
    let word = named.split(' ').next().unwrap();
    panel.write(ID, &format!("env | grep -e {word} -e __apprentice\r")).unwrap();
    assert_eq!(watch.command().await.exit_code, Some(1));
    panel.write(ID, "exit\r").unwrap();
    ends(&mut output).await;
    assert!(panel.subscribe(ID).is_some(), "the last screen can still be read");
    ends(&mut panel.subscribe(ID).unwrap().1).await;
    assert!(panel.write(ID, "x").unwrap_err().to_string().contains("has ended"));
}

#[tokio::test(flavor = "multi_thread")]
async fn bash_of_the_panel_reads_the_users_files_and_carries_the_hook() {
    shell_of_the_panel(Shell::Bash, Path::new(".bashrc"), "USERS_OWN=rc\n").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn zsh_of_the_panel_reads_the_users_files_and_carries_the_hook() {
    shell_of_the_panel(Shell::Zsh, Path::new(".zshrc"), "USERS_OWN=rc\n").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fish_of_the_panel_reads_the_users_files_and_carries_the_hook() {
    shell_of_the_panel(Shell::Fish, Path::new(".config/fish/config.fish"), "set -g USERS_OWN rc\n").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn zsh_of_the_panel_honours_a_zdotdir_of_the_user() {
    assert!(Shell::Zsh.installed().is_some(), "zsh is not installed; scripts/setup installs it");
    let stage = Stage::new();
    std::fs::create_dir(stage.user().join("z")).unwrap();
    std::fs::write(stage.user().join(".zshenv"), "ZDOTDIR=$HOME/z\n").unwrap();
    std::fs::write(stage.user().join("z/.zshrc"), "USERS_OWN=rc\n").unwrap();
    let mut watch = stage.watch().await;
    let panel = panel(&stage, Shell::Zsh);
    panel.open(ID, &request(&stage)).unwrap();
    watch.shell().await;
    let (so_far, mut output) = panel.subscribe(ID).unwrap();
    panel.write(ID, "echo from:$USERS_OWN ${ZDOTDIR##*/}\r").unwrap();
    until(so_far, &mut output, b"from:rc z").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bytes_that_are_no_text_survive() {
    let stage = Stage::new();
    let panel = panel(&stage, Shell::Bash);
    panel.open(ID, &request(&stage)).unwrap();
    let (so_far, mut output) = panel.subscribe(ID).unwrap();
    panel.write(ID, "printf '\\377\\200<'; printf '>\\303\\244'\r").unwrap();
    until(so_far, &mut output, b"\xff\x80<>\xc3\xa4").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_subscriber_gets_the_last_of_the_screen() {
    let stage = Stage::new();
    let panel = panel(&stage, Shell::Bash);
    panel.open(ID, &request(&stage)).unwrap();
    let (so_far, mut output) = panel.subscribe(ID).unwrap();
    panel.write(ID, "stty -onlcr; seq 100000; echo end-$((1 + 1))\r").unwrap();
    let mut screen = so_far;
    loop {
        match tokio::time::timeout(PATIENCE, output.recv()).await.unwrap() {
            Ok(TerminalOutput::Bytes(bytes)) => screen.extend(bytes),
            Err(RecvError::Lagged(_)) => {}
            other => panic!("{other:?}"),
        }
        if screen.windows(5).any(|window| window == b"end-2") {
            break;
        }
    }
    let (late, _) = panel.subscribe(ID).unwrap();
    assert!(late.len() <= 256 * 1024, "{}", late.len());
    assert!(String::from_utf8_lossy(&late).contains("\n99999\n100000\nend-2"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_shell_learns_the_size() {
    let stage = Stage::new();
    let panel = panel(&stage, Shell::Bash);
    panel.open(ID, &request(&stage)).unwrap();
    let (so_far, mut output) = panel.subscribe(ID).unwrap();
    panel.write(ID, "stty size\r").unwrap();
    until(so_far, &mut output, b"40 200").await;
    panel.resize(ID, 91, 27).unwrap();
    panel.write(ID, "stty size\r").unwrap();
    until(Vec::new(), &mut output, b"27 91").await;
}

/// The pids of a shell and of a stubborn program in its foreground.
async fn stubborn(stage: &Stage, panel: &Panel) -> (u32, u32) {
    panel.open(ID, &request(stage)).unwrap();
    let (so_far, mut output) = panel.subscribe(ID).unwrap();
    panel.write(ID, "echo shell=$$=; sh -c 'trap \"\" HUP TERM; echo job=$$=; while :; do sleep 1; done'\r").unwrap();
    let mut screen = so_far;
    loop {
        screen = until(screen, &mut output, b"job=").await;
        let text = String::from_utf8_lossy(&screen).into_owned();
        let number = |word: &str| text.split(&format!("{word}=")).find_map(|rest| rest.split('=').next()?.parse().ok());
        if let (Some(shell), Some(job)) = (number("shell"), number("job")) {
            return (shell, job);
        }
        match tokio::time::timeout(PATIENCE, output.recv()).await.unwrap() {
            Ok(TerminalOutput::Bytes(bytes)) => screen.extend(bytes),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_shell_outlives_the_panel() {
    let stage = Stage::new();
    let panel = panel(&stage, Shell::Bash);
    let (shell, job) = stubborn(&stage, &panel).await;
    assert!(is_alive(shell) && is_alive(job));
    drop(panel);
    assert!(!is_alive(shell) && !is_alive(job), "both ended before the panel was gone");
    assert_eq!(std::fs::read_dir(stage.home().join("run/panel")).unwrap().count(), 0, "its start-up files went too");
}

#[tokio::test(flavor = "multi_thread")]
async fn closing_ends_the_shell_and_reports_subscribers() {
    let stage = Stage::new();
    let panel = panel(&stage, Shell::Bash);
    let (shell, job) = stubborn(&stage, &panel).await;
    let (_, mut output) = panel.subscribe(ID).unwrap();
    panel.close(ID);
    ends(&mut output).await;
    assert!(!is_alive(shell));
    assert!(panel.subscribe(ID).is_none());
    tokio::time::timeout(PATIENCE, async {
        while is_alive(job) {
            tokio::task::yield_now().await;
        }
    })
    .await
    .expect("the job ends too");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_was_only_typed_is_not_run_by_closing() {
    let stage = Stage::new();
    let panel = panel(&stage, Shell::Bash);
    panel.open(ID, &request(&stage)).unwrap();
    let (so_far, mut output) = panel.subscribe(ID).unwrap();
    panel.write(ID, "touch mis'take'").unwrap();
    until(so_far, &mut output, b"mis'take'").await;
    drop(panel);
    assert!(!stage.work().join("mistake").exists());
}

#[test]
fn wrong_requests_are_refused_with_a_reason() {
    let stage = Stage::new();
    let panel = panel(&stage, Shell::Bash);
    let missing = OpenTerminalRequest { columns: 80, rows: 24, directory: Some("/no/such/folder".into()) };
    assert!(panel.open(ID, &missing).unwrap_err().to_string().contains("/no/such/folder"));
    assert!(panel.write(ID, "x").unwrap_err().to_string().contains("not open"));
    assert!(panel.resize(ID, 80, 24).unwrap_err().to_string().contains("not open"));
    assert!(panel.subscribe(ID).is_none());
    panel.close(ID);
    panel.open(ID, &request(&stage)).unwrap();
    assert!(panel.open(ID, &request(&stage)).unwrap_err().to_string().contains("already open"));
}

#[test]
fn a_shell_without_a_hook_gives_way_to_one_that_has_it() {
    let stage = Stage::new();
    let panel = Panel::new(stage.home(), Some("/bin/dash".into()), Some(stage.user()));
    assert_eq!(panel.open(ID, &request(&stage)).unwrap().shell, "bash");
}

#[test]
fn so_many_shells_and_no_more() {
    let stage = Stage::new();
    let panel = panel(&stage, Shell::Bash);
    let id = |n: usize| TerminalId(uuid::Uuid::from_u128(n as u128));
    for n in 0..MAX_SHELLS {
        panel.open(id(n), &request(&stage)).unwrap();
    }
    let refused = panel.open(id(99), &request(&stage)).unwrap_err().to_string();
    assert!(refused.contains("8 terminals") && refused.contains("close one"), "{refused}");
    assert!(panel.subscribe(id(99)).is_none());
    panel.close(id(0));
    panel.open(id(99), &request(&stage)).unwrap();
    panel.open(id(100), &request(&stage)).unwrap_err();
}

#[tokio::test(flavor = "multi_thread")]
async fn shells_that_have_ended_make_room() {
    let stage = Stage::new();
    let panel = panel(&stage, Shell::Bash);
    let id = |n: usize| TerminalId(uuid::Uuid::from_u128(n as u128));
    for n in 0..MAX_SHELLS {
        panel.open(id(n), &request(&stage)).unwrap();
    }
    let (_, mut output) = panel.subscribe(id(3)).unwrap();
    panel.write(id(3), "exit\r").unwrap();
    ends(&mut output).await;
    panel.open(id(99), &request(&stage)).unwrap();
    assert!(panel.subscribe(id(3)).is_none(), "its last screen went");
    assert!(panel.subscribe(id(4)).is_some());
}
