//! Records of a bash that evaluated the hook, command by command.

use super::stage::{Stage, Watch, run};
use apprentice_contracts::MASK;
use apprentice_contracts::observation::{ControlSurface, ObservationAdapterKind};
use apprentice_observe::terminal::Shell;

#[tokio::test(flavor = "multi_thread")]
async fn a_command_is_reported_with_all_its_details() {
    let stage = Stage::new();
    let mut watch = stage.watch().await;
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    bash.line("sh -c 'exit 3'");
    let seen = watch.seen().await;
    assert_eq!(seen.adapter_kind, ObservationAdapterKind::TerminalCommand);
    assert_eq!(seen.control_surface, Some(ControlSurface::NativeExec));
    assert_eq!(seen.app_family.as_deref(), Some("sh"));
    assert_eq!(seen.action_label, "Ran “sh -c 'exit 3'” in work (exit 3)");
    let run = run(seen);
    assert_eq!((run.program.as_str(), run.command_line.as_str()), ("sh", "sh -c 'exit 3'"));
    assert_eq!((run.exit_code, run.shell.as_str(), run.shell_pid), (Some(3), "bash", bash.pid()));
    assert_eq!(run.directory, stage.work().to_str().unwrap());
    assert!(run.duration_ms.is_some_and(|duration| duration < 20_000), "{:?}", run.duration_ms);
    assert!(run.files.is_empty(), "{:?}", run.files);
}

async fn reported(watch: &mut Watch, bash: &super::stage::Typing, line: &str) -> (String, Option<i32>) {
    bash.line(line);
    let run = watch.command_of(bash).await;
    (run.command_line, run.exit_code)
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_are_reported_as_typed() {
    let stage = Stage::new();
    let mut watch = stage.watch().await;
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    for line in [
        "true",
        "false",
        "echo one | tr a-z A-Z | cat",
        "echo \"a  b\" 'c d' e\\ f $HOME # remark",
        "echo 'grüße 世界 🍵'",
        "(cd / && pwd)",
        "{ true; false; }",
        "greet() { echo hi; }",
        "greet",
        "for i in 1 2; do echo $i; done",
        "[[ -d / ]] && echo yes",
        "((1 + 1))",
        "X=1 env true",
        "echo a > out.txt; cat < out.txt",
        "echo %s %d \\x02 \\n",
        "echo !!",
    ] {
        let (reported, exit_code) = reported(&mut watch, &bash, line).await;
        let expected = if line == "echo !!" { "echo echo %s %d \\x02 \\n" } else { line };
        assert_eq!(reported, expected);
        assert_eq!(exit_code, Some(i32::from(line == "false" || line == "{ true; false; }")), "{line}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_over_several_lines_stay_whole() {
    let stage = Stage::new();
    let mut watch = stage.watch().await;
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    bash.line("echo 'first\r  second'");
    assert_eq!(watch.command().await.command_line, "echo 'first\n  second'");
    bash.line("cat <<END\rtext\rEND");
    assert_eq!(watch.command().await.command_line, "cat <<END\ntext\nEND");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_directory_is_where_the_command_started() {
    let stage = Stage::new();
    std::fs::create_dir(stage.work().join("a b")).unwrap();
    let mut watch = stage.watch().await;
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    bash.line("cd 'a b'");
    bash.line("pwd");
    assert_eq!(watch.command().await.directory, stage.work().to_str().unwrap());
    assert_eq!(watch.command().await.directory, stage.work().join("a b").to_str().unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_leading_space_is_off_the_record() {
    for histcontrol in ["ignoreboth", "ignorespace", "", "erasedups"] {
        let stage = Stage::new();
        let mut watch = stage.watch().await;
        let bash = stage.hooked_bash(&mut watch, &[&format!("HISTCONTROL={histcontrol}")]).await;
        bash.line("echo on one");
        bash.line(" echo off two");
        bash.line(" echo off two");
        bash.line("echo on three");
        bash.shows("on three", 2);
        assert_eq!(watch.command().await.command_line, "echo on one", "{histcontrol:?}");
        assert_eq!(watch.command().await.command_line, "echo on three", "{histcontrol:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_line_again_is_reported_again() {
    for histcontrol in ["ignoreboth", "ignoredups", "", "erasedups", "ignoreboth:erasedups"] {
        let stage = Stage::new();
        let mut watch = stage.watch().await;
        let bash = stage.hooked_bash(&mut watch, &[&format!("HISTCONTROL={histcontrol}")]).await;
        for line in ["echo a", "echo a", "echo b", "echo a", "(echo c)", "(echo c)"] {
            assert_eq!(reported(&mut watch, &bash, line).await.0, line, "{histcontrol:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_in_the_background_does_not_hold_the_record() {
    let stage = Stage::new();
    let mut watch = stage.watch().await;
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    assert_eq!(reported(&mut watch, &bash, "sleep 600 &").await, ("sleep 600 &".to_owned(), Some(0)));
    assert_eq!(reported(&mut watch, &bash, "kill %1").await, ("kill %1".to_owned(), Some(0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupted_command_is_reported() {
    let stage = Stage::new();
    let mut watch = stage.watch().await;
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    bash.line("sh -c 'echo begun$((1 + 1)); exec sleep 600'");
    bash.shows("begun2", 1);
    bash.keys("\u{3}");
    assert_eq!(watch.command().await.exit_code, Some(130));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_of_five_thousand_characters_is_cut_with_a_mark() {
    let stage = Stage::new();
    let mut watch = stage.watch().await;
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    let line = format!("true {}", "tea ".repeat(1_250));
    bash.line(&line);
    let run = watch.command().await;
    assert_eq!(run.command_line.chars().count(), 2_000);
    assert!(run.command_line.ends_with('…') && line.starts_with(run.command_line.trim_end_matches('…')));
    assert_eq!(reported(&mut watch, &bash, "true after").await.0, "true after", "the next record is whole");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_quick_commands_are_all_reported_in_order() {
    let stage = Stage::new();
    let mut watch = stage.watch().await;
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    for n in 0..200 {
        bash.line(&format!("true {n}"));
    }
    for n in 0..200 {
        assert_eq!(watch.command().await.command_line, format!("true {n}"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn prompt_commands_and_debug_traps_of_the_user_go_on() {
    let stage = Stage::new();
    let mut watch = stage.watch().await;
    let before = [
        "PROMPT_COMMAND=('echo one:$?' 'echo two')",
        "trap 'echo \"debug $BASH_COMMAND\"' DEBUG",
        "shopt -s extdebug",
        "PS0='[ps0]'",
    ];
    let bash = stage.hooked_bash(&mut watch, &before).await;
    assert_eq!(reported(&mut watch, &bash, "(cd /; sh -c 'exit 7')").await, ("(cd /; sh -c 'exit 7')".to_owned(), Some(7)));
    bash.shows("one:7", 1);
    assert_eq!(reported(&mut watch, &bash, "echo last=$_ status=$?").await.1, Some(0));
    bash.shows("status=7", 1);
    bash.shows("debug echo last", 1);
    bash.shows("[ps0]", 2);
    bash.shows("two", 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_prompt_command_that_is_text_goes_on() {
    let stage = Stage::new();
    let mut watch = stage.watch().await;
    let bash = stage.hooked_bash(&mut watch, &["PROMPT_COMMAND='echo \"st=$? pipe=${PIPESTATUS[*]}\"'"]).await;
    assert_eq!(reported(&mut watch, &bash, "false | true | (exit 4)").await.1, Some(4));
    bash.shows("st=4 pipe=1 0 4", 1);
    assert_eq!(reported(&mut watch, &bash, "echo one two").await.1, Some(0));
    assert_eq!(reported(&mut watch, &bash, "echo \"last=$_\"").await.1, Some(0));
    bash.shows("last=two", 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_debug_trap_set_later_costs_only_the_early_notice() {
    let stage = Stage::new();
    let mut watch = stage.watch().await;
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    assert_eq!(reported(&mut watch, &bash, "trap : DEBUG").await.0, "trap : DEBUG");
    assert_eq!(reported(&mut watch, &bash, "sh -c 'exit 5'").await, ("sh -c 'exit 5'".to_owned(), Some(5)));
}

#[tokio::test(flavor = "multi_thread")]
async fn strict_and_restrictive_settings_do_no_harm() {
    let stage = Stage::new();
    let mut watch = stage.watch().await;
    let before = [
        "set -uCT; IFS=,; trap 'echo ERR' ERR",
        "HISTTIMEFORMAT='%F %T '",
        "alias printf=false history=false read=false local=false",
    ];
    let bash = stage.hooked_bash(&mut watch, &before).await;
    assert_eq!(reported(&mut watch, &bash, "echo strict").await, ("echo strict".to_owned(), Some(0)));
    assert_eq!(reported(&mut watch, &bash, "set -eE").await.1, Some(0));
    assert_eq!(reported(&mut watch, &bash, "set -x").await.1, Some(0));
    assert_eq!(reported(&mut watch, &bash, "echo still").await.1, Some(0));
    let noise: Vec<String> = bash.screen().lines().filter(|line| line.contains("apprentice")).map(str::to_owned).collect();
    // With `set -x` the shell names the functions it calls; what they do is hidden.
    assert!(noise.iter().all(|line| line.starts_with('+') && !line.contains("printf")), "the hook spoke:\n{}", bash.screen());
    assert!(!bash.screen().lines().any(|line| line.trim() == "ERR"), "the hook set off a trap:\n{}", bash.screen());
}

#[tokio::test(flavor = "multi_thread")]
async fn secrets_never_leave_the_adapter() {
    let stage = Stage::new();
    let mut watch = stage.watch().await;
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    bash.line("DB_PASSWORD=hunter2 true --token abc123 https://ada:s3cret@example.org/x");
    let seen = watch.seen().await;
    assert_eq!(seen.masked, 3);
    let text = format!("{seen:?}");
    for secret in ["hunter2", "abc123", "s3cret"] {
        assert!(!text.contains(secret), "{text}");
    }
    assert!(text.contains(&format!("DB_PASSWORD={MASK} true --token {MASK}")), "{text}");
    // Nor do they lie where the shell handed its line over.
    let flag = std::fs::read_to_string(stage.home().join("run/terminal.watch")).unwrap();
    let scratch = std::path::Path::new(flag.lines().nth(2).unwrap());
    assert_eq!(super::stage::entries(scratch), [format!("line.{}", bash.pid())]);
    assert_eq!(std::fs::read_to_string(scratch.join(format!("line.{}", bash.pid()))).unwrap(), "");
    watch.stop().await;
    assert!(!scratch.exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn own_commands_and_screen_keeping_are_not_reported() {
    let stage = Stage::new();
    let mut watch = stage.watch().await;
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    for line in ["apprentice doctor", "clear", "eval \"$(apprentice hook bash)\"", "echo reported"] {
        bash.line(line);
    }
    assert_eq!(watch.command().await.command_line, "echo reported");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_hook_is_safe_to_evaluate_twice_and_outside_of_a_terminal() {
    let stage = Stage::new();
    let hook = stage.hook_file(Shell::Bash);
    let output =
        std::process::Command::new("bash").args(["--norc", "-c", &format!("set -eu; . {hook}; echo done")]).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "done\n");
    assert!(output.stderr.is_empty());

    let mut watch = stage.watch().await;
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    bash.line(&format!(" . {hook}"));
    assert_eq!(reported(&mut watch, &bash, "echo once").await.0, "echo once");
    watch.flush().await;
    assert!(watch.rest_of_commands().is_empty(), "each command is reported once");
}
