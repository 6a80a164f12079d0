//! zsh and fish, which scripts/setup installs.

use super::stage::{Stage, Typing, Watch, names};
use apprentice_contracts::MASK;
use apprentice_contracts::observation::FileChangeKind::Created;
use apprentice_observe::terminal::Shell;

/// A hooked shell that is being watched.
async fn hooked(stage: &Stage, shell: Shell) -> (Watch, Typing) {
    assert!(shell.installed().is_some(), "{} is not installed; scripts/setup installs it", shell.as_str());
    let mut watch = stage.watch().await;
    let typing = stage.plain(shell);
    let file = stage.hook_file(shell);
    typing.line(&match shell {
        Shell::Fish => format!("cat {file} | source"),
        _ => format!("eval \"$(cat {file})\""),
    });
    let heard = watch.shell().await;
    assert_eq!((heard.shell.as_str(), heard.pid, heard.embedded), (shell.as_str(), typing.pid(), false));
    (watch, typing)
}

async fn tells_commands(shell: Shell) {
    let stage = Stage::new();
    let (mut watch, typing) = hooked(&stage, shell).await;
    for (line, exit_code) in [
        ("true", 0),
        ("false", 1),
        ("sh -c 'exit 3'", 3),
        ("echo one | tr a-z A-Z | cat", 0),
        ("echo \"a  b\" 'c d' $HOME", 0),
        ("echo 'grüße 世界 🍵'", 0),
    ] {
        typing.line(line);
        let run = watch.command_of(&typing).await;
        assert_eq!((run.command_line.as_str(), run.exit_code), (line, Some(exit_code)));
        assert_eq!((run.shell.as_str(), run.shell_pid), (shell.as_str(), typing.pid()));
        assert_eq!(run.directory, stage.work().to_str().unwrap());
        assert!(run.duration_ms.is_some());
    }
    typing.line("echo tea > new.txt");
    assert_eq!(names(&watch.command_of(&typing).await), [("new.txt".to_owned(), Created)]);
    typing.line("cd /");
    typing.line(" echo off the record");
    typing.line("apprentice doctor");
    typing.line("true --token abc123");
    assert_eq!(watch.command_of(&typing).await.directory, stage.work().to_str().unwrap());
    let run = watch.command_of(&typing).await;
    assert_eq!((run.command_line, run.directory), (format!("true --token {MASK}"), "/".to_owned()));
}

async fn survives_bad_days(shell: Shell) {
    let stage = Stage::new();
    let (mut watch, typing) = hooked(&stage, shell).await;
    // Longer than one record, and than what is kept.
    typing.line(&format!("true {}", "tea ".repeat(550)));
    let reported = watch.command_of(&typing).await.command_line;
    assert_eq!((reported.chars().count(), reported.ends_with('…')), (2_000, true));
    for n in 0..50 {
        typing.line(&format!("true {n}"));
    }
    for n in 0..50 {
        assert_eq!(watch.command_of(&typing).await.command_line, format!("true {n}"));
    }
    let flag = std::fs::read_to_string(stage.home().join("run/terminal.watch")).unwrap();
    watch.stop().await;
    // A watcher that was killed: its flag is there, its end of the pipe is not.
    let word = flag.lines().next().unwrap();
    std::fs::write(stage.home().join("run/terminal.watch"), format!("{word}\n/proc/999999999/fd/9\n")).unwrap();
    // zsh writes into the pipe, more than it holds; fish finds the watcher's end gone.
    let (times, tea) = if shell == Shell::Zsh { (80, "tea".repeat(300)) } else { (5, "tea".to_owned()) };
    for n in 0..times {
        typing.line(&format!("true {n} {tea}"));
    }
    typing.line(
        "echo alive; echo (math 40 + 2) 2>/dev/null; echo $((40 + 2))".split("; ").collect::<Vec<_>>()
            [usize::from(shell == Shell::Zsh) + 1],
    );
    typing.shows("42", 1);
    std::fs::remove_dir_all(stage.home().join("run")).unwrap();
    typing.line("echo still'-'here");
    typing.shows("still-here", 1);
    assert!(!typing.screen().contains("apprentice_"), "the hook spoke:\n{}", typing.screen());
}

#[tokio::test(flavor = "multi_thread")]
async fn zsh_reports_its_commands() {
    tells_commands(Shell::Zsh).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fish_reports_its_commands() {
    tells_commands(Shell::Fish).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn zsh_is_never_held() {
    survives_bad_days(Shell::Zsh).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fish_is_never_held() {
    survives_bad_days(Shell::Fish).await;
}
