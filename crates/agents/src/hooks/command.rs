//! Commands of rules (§7.1): which text is one command, which the person permits, and starting one without a shell.

use super::{Opinion, WITHIN, answer};
use apprentice_contracts::hook::{HookDecision, HookSettings};
use apprentice_platform::processes::{Group, Signal, start_in_own_group};
use globset::GlobBuilder;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};

/// The most bytes that are read of what a command prints.
const MAX_OUTPUT: u64 = 64 * 1024;
/// A command that ends with this code denies, and says why on its standard error, as it does for Claude Code and Gemini CLI.
const DENIES: i32 = 2;

/// The words of a single command. `Err`: why it is none, as the end of a sentence.
pub fn words(command: &str) -> Result<Vec<String>, String> {
    let parts = [";", "&", "|", "\n", "\r", "`", "$", "<", ">", "(", ")"];
    if let Some(part) = parts.iter().find(|part| command.contains(**part)) {
        let part = part.escape_debug();
        return Err(format!(
            "it holds {part}, and only a single command is started, without a shell; put the rest into a script"
        ));
    }
    let words = shlex::split(command).ok_or("a quotation mark in it is not closed")?;
    match words.first().is_some_and(|program| !program.is_empty()) {
        true => Ok(words),
        false => Err("it names no program".to_owned()),
    }
}

/// Whether the person permits a command. `Err`: why not, and what permits it.
pub fn permitted(words: &[String], settings: &HookSettings) -> Result<(), String> {
    if !settings.commands {
        return Err("commands of hooks are off (setting hooks.commands)".to_owned());
    }
    if settings.full_access || settings.allowed_commands.iter().any(|allowed| lists(allowed, words)) {
        return Ok(());
    }
    Err(format!("“{}” is not on the list of commands (setting hooks.allowed_commands)", words.join(" ")))
}

/// Whether an entry of the list permits these words. An entry that is no single command permits nothing.
fn lists(allowed: &str, words: &[String]) -> bool {
    let Ok(allowed) = self::words(allowed) else { return false };
    let (allowed, rest) = match allowed.split_last() {
        Some((last, before)) if last == "*" && !before.is_empty() => (before, true),
        _ => (allowed.as_slice(), false),
    };
    let enough = if rest { words.len() >= allowed.len() } else { words.len() == allowed.len() };
    enough && allowed.iter().zip(words).all(|(pattern, word)| fits(pattern, word))
}

fn fits(pattern: &str, word: &str) -> bool {
    let glob = GlobBuilder::new(pattern).literal_separator(true).build();
    pattern == word || glob.is_ok_and(|glob| glob.compile_matcher().is_match(word))
}

/// Checks the list of permitted commands. `Err`: the entry, and why it permits nothing.
pub fn check_list(allowed: &[String]) -> Result<(), String> {
    allowed.iter().try_for_each(|entry| words(entry).map(drop).map_err(|why| format!("“{entry}”: {why}")))
}

/// Where commands run, and where a bare name is looked for.
#[derive(Clone, Debug)]
pub struct Place {
    /// The folder that they run in. A program with a `/` is found from here.
    pub folder: PathBuf,
    /// The folders of programs.
    pub search_path: Vec<PathBuf>,
}

impl Place {
    fn program(&self, name: &str) -> Option<PathBuf> {
        if name.contains('/') {
            return Some(self.folder.join(name));
        }
        let folders = self.search_path.iter().filter(|folder| folder.is_absolute());
        folders.map(|folder| folder.join(name)).find(|program| program.is_file())
    }
}

/// Ends everything that a command started, if it is dropped while the command runs.
struct KillGuard(Option<Group>);

impl Drop for KillGuard {
    fn drop(&mut self) {
        if let Some(group) = self.0.take() {
            // It may have ended by itself.
            let _ended = group.signal(Signal::Kill);
        }
    }
}

/// Starts a command with `event` on its standard input, and reads what it says. Cancelling the future ends the command.
///
/// # Errors
/// Why it said nothing that counts, as a clause.
pub async fn run(words: &[String], place: &Place, event: &str, timeout: Duration) -> Result<Opinion, String> {
    let ran = tokio::time::timeout(timeout, output(words, place, event)).await;
    let (code, output, errors) = ran.map_err(|_| format!("it did not end within {} s", timeout.as_secs()))??;
    match code {
        Some(0) if output.trim().is_empty() => Ok(Opinion::default()),
        Some(0) => match serde_json::from_str(&output) {
            Ok(said) => answer::read(&said),
            Err(error) => Err(format!("it printed no JSON: {error}")),
        },
        Some(DENIES) => Ok(Opinion::new(HookDecision::Deny, first_lines(&errors))),
        Some(code) => Err(format!("it ended with {code}: {}", first_lines(&errors))),
        None => Err("a signal ended it".to_owned()),
    }
}

async fn output(words: &[String], place: &Place, event: &str) -> Result<(Option<i32>, String, String), String> {
    let (name, arguments) = words.split_first().ok_or("it names no program")?;
    let program = place.program(name).ok_or_else(|| format!("there is no program {name}"))?;
    let mut command = std::process::Command::new(program);
    command.args(arguments).current_dir(&place.folder).env(WITHIN, "1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    start_in_own_group(&mut command);
    let started = tokio::process::Command::from(command).kill_on_drop(true).spawn();
    let mut child = started.map_err(|error| format!("it could not be started: {error}"))?;
    let mut guard = KillGuard(child.id().and_then(Group::led_by));
    let input = child.stdin.take();
    let give = async move {
        if let Some(mut input) = input {
            // A command may decide without reading all of it.
            let _closed = input.write_all(event.as_bytes()).await;
        }
    };
    let (output, errors) = (child.stdout.take(), child.stderr.take());
    let ((), output, errors) = tokio::join!(give, limited(output), limited(errors));
    let too_much = || format!("it printed more than {} KiB", MAX_OUTPUT / 1024);
    let (output, errors) = (output.ok_or_else(too_much)?, errors.ok_or_else(too_much)?);
    let status = child.wait().await.map_err(|error| format!("it did not end: {error}"))?;
    // The leader is reaped: its number may belong to another.
    guard.0 = None;
    Ok((status.code(), output, errors))
}

/// Everything that is printed; `None` when it is too long.
async fn limited(pipe: Option<impl AsyncRead + Unpin>) -> Option<String> {
    let Some(pipe) = pipe else { return Some(String::new()) };
    let mut bytes = Vec::new();
    // What was read before an error is all that there is.
    let _read = pipe.take(MAX_OUTPUT + 1).read_to_end(&mut bytes).await;
    (bytes.len() as u64 <= MAX_OUTPUT).then(|| String::from_utf8_lossy(&bytes).into_owned())
}

fn first_lines(errors: &str) -> String {
    let text: String = errors.trim().chars().take(500).collect();
    if text.is_empty() { "it did not say why".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn split(command: &str) -> Vec<String> {
        words(command).unwrap()
    }

    #[test]
    fn only_a_single_command_has_words() {
        assert_eq!(split("./check --all 'a b'"), ["./check", "--all", "a b"]);
        for command in [
            "a; b", "a && b", "a || b", "a | b", "a & b", "a\nb", "a\rb", "a $(b)", "a `b`", "a ${B}", "$A", "a > b", "a < b",
            "a >> b", "(a)", "a <(b)", "a 'b; c'", "a 'b", "", "  ", "''", "# a",
        ] {
            assert!(words(command).is_err(), "{command}");
        }
    }

    #[test]
    fn a_command_needs_the_switch_and_the_list_or_full_access() {
        let settings = |commands, full_access, allowed: &[&str]| HookSettings {
            commands,
            full_access,
            allowed_commands: allowed.iter().map(|entry| (*entry).to_owned()).collect(),
            ..HookSettings::default()
        };
        let check = split("./check --all");
        assert!(
            permitted(&check, &settings(false, true, &["./check *"])).unwrap_err().contains("hooks.commands"),
            "the switch is first"
        );
        assert!(permitted(&check, &settings(true, false, &[])).unwrap_err().contains("hooks.allowed_commands"));
        assert!(permitted(&check, &settings(true, true, &[])).is_ok());
        for (entry, expected) in [
            ("./check --all", true),
            ("./check *", true),
            ("./ch* --all", true),
            ("./check --a??", true),
            ("./check", false),
            ("./check --all *", true),
            ("./check --all --more", false),
            ("*", false),
            ("./check --all; x", false),
            ("check --all", false),
        ] {
            assert_eq!(permitted(&check, &settings(true, false, &[entry])).is_ok(), expected, "{entry}");
        }
        let elsewhere = split("./evil/check --all");
        assert!(permitted(&elsewhere, &settings(true, false, &["./*"])).is_err(), "a wildcard stays within its folder");
    }

    proptest! {
        /// What no list names is started by no text, however it is put together.
        #[test]
        fn no_text_with_a_further_command_is_permitted(before in "[a-z ./'\"-]{0,12}", joint in prop::sample::select(vec![";", "&&", "||", "|", "&", "\n", "`", "$("]), after in "[a-z )`]{0,12}") {
            let command = format!("{before}{joint}{after}");
            prop_assert!(words(&command).is_err(), "{}", command);
        }
    }

    fn place() -> (tempfile::TempDir, Place) {
        let folder = tempfile::tempdir().unwrap();
        let place = Place { folder: folder.path().to_path_buf(), search_path: vec!["/bin".into(), "/usr/bin".into()] };
        (folder, place)
    }

    async fn script(text: &str) -> Result<Opinion, String> {
        let (folder, place) = place();
        std::fs::write(folder.path().join("script"), text).unwrap();
        run(&split("sh script"), &place, "{\"event\":1}", Duration::from_secs(10)).await
    }

    #[tokio::test]
    async fn what_a_command_prints_counts_in_both_shapes() {
        let nested = r#"echo '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"no"}}'"#;
        let denied = Opinion::new(HookDecision::Deny, "no");
        assert_eq!(script(nested).await, Ok(denied.clone()));
        assert_eq!(script("echo '{\"decision\":\"block\",\"reason\":\"no\"}'").await, Ok(denied.clone()));
        assert_eq!(script("echo no >&2; exit 2").await, Ok(denied));
        assert_eq!(script("true").await, Ok(Opinion::default()));
        let echoed = r#"read event; [ "$event" = '{"event":1}' ] && echo '{"decision":"ask"}'"#;
        assert_eq!(script(echoed).await.unwrap().decision, HookDecision::Ask, "the event is its input");
    }

    #[tokio::test]
    async fn a_command_that_fails_says_why() {
        for (text, why) in [
            ("echo words", "printed no JSON"),
            ("echo broken >&2; exit 3", "ended with 3: broken"),
            ("kill -9 $$", "a signal ended it"),
            ("echo '{\"decision\":\"maybe\"}'", "decision: “maybe”"),
            ("yes", "more than 64 KiB"),
        ] {
            let failure = script(text).await.unwrap_err();
            assert!(failure.contains(why), "{text}: {failure}");
        }
        let (_folder, place) = place();
        let missing = run(&split("no-such-program"), &place, "", Duration::from_secs(1)).await;
        assert!(missing.unwrap_err().contains("there is no program no-such-program"));
        let missing = run(&split("./no-such-program"), &place, "", Duration::from_secs(1)).await;
        assert!(missing.unwrap_err().contains("could not be started"));
    }

    #[tokio::test]
    async fn a_command_that_does_not_end_is_ended_with_all_that_it_started() {
        let (folder, place) = place();
        let started = folder.path().join("started");
        std::fs::write(folder.path().join("script"), "sleep 1000 & echo $! > started; wait").unwrap();
        let slow = run(&split("sh script"), &place, "", Duration::from_secs(1)).await;
        assert!(slow.unwrap_err().contains("did not end within 1 s"));
        let child = std::fs::read_to_string(started).unwrap();
        // What has ended, and was not waited for yet, has no words any more.
        let words = format!("/proc/{}/cmdline", child.trim());
        let ended = tokio::time::timeout(Duration::from_secs(10), async {
            while std::fs::read_to_string(&words).is_ok_and(|words| !words.is_empty()) {
                tokio::task::yield_now().await;
            }
        });
        assert!(ended.await.is_ok(), "what the command started is ended too");
    }
}
