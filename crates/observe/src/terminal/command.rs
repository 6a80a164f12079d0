//! Reads a command line as a person would: its program, and a sentence about it.

use crate::redact::Memory;
use crate::{RecordedAction, next_key};
use apprentice_contracts::Time;
use apprentice_contracts::observation::{
    ActionDetails, CommandRun, ControlSurface, FileChange, ObservationAdapterKind, is_open_assignment,
};
use std::path::Path;

const MAX_LINE: usize = 2_000;
const MOST_IN_LABEL: usize = 140;
const MAX_PLACE: usize = 60;

/// A command as its shell reported it.
#[derive(Clone, Debug)]
pub(super) struct Command {
    pub at: Time,
    pub directory: String,
    pub line: String,
    pub shell: String,
    pub pid: u32,
}

/// How a command ended, if the shell reported it.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcome {
    pub exit_code: Option<i32>,
    pub duration_ms: Option<u32>,
    pub files: Vec<FileChange>,
}

impl Command {
    pub(super) fn seen(&self, outcome: Outcome, memory: &Memory) -> RecordedAction {
        let (line, in_line) = memory.mask_text(self.line.trim_end());
        let (directory, in_directory) = memory.mask_text(&self.directory);
        let (program, _) = memory.mask_text(&program(&line));
        let mut in_files = 0;
        let files = outcome.files.into_iter().map(|file| {
            let (path, count) = memory.mask_text(&file.path);
            in_files += count;
            FileChange { path, ..file }
        });
        let files = files.collect();
        let label = label(&line, &directory, outcome.exit_code);
        RecordedAction {
            key: next_key(),
            adapter_kind: ObservationAdapterKind::TerminalCommand,
            at: self.at,
            app_family: Some(program.clone()),
            window_title: None,
            action_label: label,
            control_surface: Some(ControlSurface::NativeExec),
            details: ActionDetails::Command(CommandRun {
                command_line: cut(&line, MAX_LINE),
                program,
                directory,
                exit_code: outcome.exit_code,
                duration_ms: outcome.duration_ms,
                shell: self.shell.clone(),
                shell_pid: self.pid,
                files,
            }),
            change: None,
            form: Vec::new(),
            screen: None,
            before_state_ref: None,
            after_state_ref: None,
            masked: in_line + in_directory + in_files,
        }
    }

    /// Whether it is a command of Apprentice itself, or only affects the screen.
    pub(super) fn is_ignored(&self) -> bool {
        let programs: Vec<String> = pipelines(&self.line).iter().map(|words| first_program(words)).collect();
        self.line.trim().is_empty()
            || self.line.contains("apprentice hook")
            || programs.iter().any(|program| program == "apprentice")
            || programs.iter().all(|program| matches!(program.as_str(), "exit" | "logout" | "clear" | "reset" | ""))
                && !self.assigns()
    }

    /// Whether the line gives a value to a variable of its shell, which later lines use: `client=orion`.
    fn assigns(&self) -> bool {
        let first = pipelines(&self.line).into_iter().flatten().next().unwrap_or_default();
        first.split_once('=').is_some_and(|(name, value)| {
            let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            is_open_assignment(name, value)
                && name.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_')
                && name.chars().all(is_name)
        })
    }
}

/// First word of the line that is a program, without its folder.
pub(super) fn program(line: &str) -> String {
    pipelines(line).first().map(|words| first_program(words)).unwrap_or_default()
}

fn label(line: &str, directory: &str, exit_code: Option<i32>) -> String {
    let flat = line.split_whitespace().collect::<Vec<_>>().join(" ");
    let place = Path::new(directory).file_name().map_or_else(|| directory.to_owned(), |name| name.to_string_lossy().into_owned());
    let end = exit_code.map_or_else(|| "still running".to_owned(), |code| format!("exit {code}"));
    format!("Ran “{}” in {} ({end})", cut(&flat, MOST_IN_LABEL), cut(&place, MAX_PLACE))
}

fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

/// Skips assignments, brackets and programs that only run another one.
fn first_program(words: &[String]) -> String {
    const CARRIERS: &[&str] = &[
        "sudo", "doas", "time", "nohup", "command", "builtin", "exec", "env", "nice", "!", "{", "then", "do", "else", "not",
        "and", "or", "begin",
    ];
    let assigns = |word: &str| {
        word.split_once('=').is_some_and(|(name, _)| {
            !name.is_empty() && name.chars().all(|character| character.is_alphanumeric() || character == '_')
        })
    };
    let mut words = words.iter().map(String::as_str).filter(|word| !assigns(word)).peekable();
    while let Some(word) = words.next() {
        // If a carrier has flags, it is hard to say which word is the program. Then the carrier is named.
        let carries = CARRIERS.contains(&word) && words.peek().is_some_and(|next| !next.starts_with('-'));
        if !carries {
            return word.rsplit('/').find(|part| !part.is_empty()).unwrap_or(word).to_owned();
        }
    }
    String::new()
}

/// The words of each command of the line, without quotes. Operators separate commands.
fn pipelines(line: &str) -> Vec<Vec<String>> {
    let mut commands = vec![Vec::new()];
    let (mut word, mut quote, mut characters) = (None::<String>, None, line.chars());
    while let Some(character) = characters.next() {
        match (quote, character) {
            (Some(open), _) if character == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(characters.next()),
            (Some(_), _) => word.get_or_insert_default().push(character),
            (None, ' ' | '\t') => end_word(&mut commands, &mut word),
            (None, '|' | ';' | '&' | '(' | ')' | '\n') => {
                end_word(&mut commands, &mut word);
                commands.push(Vec::new());
            }
            (None, _) => word.get_or_insert_default().push(character),
        }
    }
    end_word(&mut commands, &mut word);
    commands.retain(|words| !words.is_empty());
    commands
}

fn end_word(commands: &mut [Vec<String>], word: &mut Option<String>) {
    if let (Some(words), Some(word)) = (commands.last_mut(), word.take()) {
        words.push(word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Command {
        Command { at: Time::default(), directory: "/home/ada/release".into(), line: line.into(), shell: "bash".into(), pid: 7 }
    }

    #[test]
    fn the_program_of_a_line() {
        for (line, expected) in [
            ("git tag v1.2", "git"),
            ("/usr/bin/git status", "git"),
            ("FOO=1 BAR='a b' make all", "make"),
            ("sudo apt update", "apt"),
            ("sudo -u postgres psql", "sudo"),
            ("time ./build.sh", "build.sh"),
            ("(cd /tmp; ls)", "cd"),
            ("\"my tool\" --x", "my tool"),
            ("echo 'a | b' | wc", "echo"),
            ("for i in 1 2; do echo $i; done", "for"),
            ("X=1", ""),
            ("", ""),
        ] {
            assert_eq!(program(line), expected, "{line}");
        }
    }

    #[test]
    fn the_recorder_does_not_record_itself() {
        for (line, expected) in [
            ("apprentice learn stop", true),
            ("/opt/bin/apprentice doctor", true),
            ("cd x && apprentice learn stop", true),
            ("eval \"$(apprentice hook bash)\"", true),
            ("apprentice hook fish | source", true),
            ("exit", true),
            ("clear; exit 3", true),
            ("   ", true),
            ("echo apprentice", false),
            ("make && exit", false),
            ("grep exit notes", false),
        ] {
            assert_eq!(command(line).is_ignored(), expected, "{line}");
        }
    }

    #[test]
    fn a_command_becomes_one_sentence() {
        let reported = |line: &str, exit_code| {
            command(line).seen(Outcome { exit_code, ..Outcome::default() }, &Memory::new().unwrap()).action_label
        };
        assert_eq!(reported("git tag v1.2", Some(0)), "Ran “git tag v1.2” in release (exit 0)");
        assert_eq!(reported("sleep\n  9", None), "Ran “sleep 9” in release (still running)");
        assert_eq!(reported("./deploy --token abc", Some(1)), "Ran “./deploy --token ▮▮▮▮▮▮” in release (exit 1)");
        assert!(reported(&"x".repeat(5_000), Some(0)).chars().count() <= 240);
    }
}
