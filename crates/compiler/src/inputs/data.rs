//! Which words of a command line are data, and what to call them.

use super::value_kind;
use crate::command::{self, Word};
use apprentice_contracts::MASK;
use apprentice_contracts::graph::VariableKind;
use apprentice_contracts::observation::CommandRun;

/// A word of a command that is data: from which byte on, and what to call it.
pub(super) struct Datum {
    pub from: usize,
    pub label: String,
    pub fallback: &'static str,
    pub kind: VariableKind,
}

/// Interpreters: their first file is the program, not data.
const INTERPRETERS: &[&str] =
    &["python", "python3", "node", "ruby", "perl", "bash", "sh", "zsh", "php", "Rscript", "deno", "bun", "source"];
/// Programs all of whose plain arguments are data.
const FILE_PROGRAMS: &[&str] =
    &["mkdir", "touch", "cp", "mv", "rm", "rmdir", "ln", "chmod", "unzip", "zip", "tar", "scp", "rsync", "rename"];
/// Flags whose value is data whatever it looks like, and what to call it.
const DATA_FLAGS: &[(&str, &str)] = &[
    ("-m", "message"),
    ("--message", "message"),
    ("-o", "output file"),
    ("--output", "output file"),
    ("--out", "output file"),
    ("--title", "title"),
    ("--body", "body"),
    ("--notes", "notes"),
    ("--name", "name"),
    ("--tag", "tag"),
    ("--label", "label"),
    ("--input", "input file"),
    ("--file", "file"),
    ("--to", "to"),
    ("--from", "from"),
    ("--subject", "subject"),
    ("--version", "version"),
    ("--description", "description"),
    ("--assignee", "assignee"),
    ("--author", "author"),
    ("--date", "date"),
    ("--branch", "branch"),
];

pub(super) fn data_words(words: &[Word], run: &CommandRun, rounds: &[Vec<Word>]) -> Vec<(usize, Datum)> {
    let mut out = Vec::new();
    let mut program_at = true;
    let mut script_due = false;
    let mut plain_is_data = false;
    let mut subcommand_due = false;
    let mut flag: Option<String> = None;
    let mut redirect = false;
    for (place, word) in words.iter().enumerate() {
        if word.operator {
            redirect = word.text.starts_with('>');
            program_at = !redirect && word.text != "<";
            flag = None;
            continue;
        }
        if program_at {
            if command::is_assignment(word) || command::is_prefix(&word.text) {
                continue;
            }
            let program = command::base_name(&word.text);
            program_at = false;
            script_due = INTERPRETERS.contains(&program);
            plain_is_data = FILE_PROGRAMS.contains(&program);
            subcommand_due = command::MULTI_COMMAND.contains(&program);
            continue;
        }
        if !word.quoted && word.text.starts_with('-') {
            let option = word.text.split('=').next().unwrap_or_default();
            if let Some(value) = word.text.split_once('=').map(|(_, value)| value).filter(|value| !value.is_empty()) {
                if let Some(datum) = as_datum(value, Some(option), word, false, run) {
                    let from = word.text.len() - value.len() + datum.from;
                    out.push((place, Datum { from, ..datum }));
                }
                flag = None;
            } else {
                flag = Some(option.to_owned());
            }
            continue;
        }
        let after = flag.take();
        if std::mem::take(&mut script_due) && after.as_deref() != Some("-m") && after.as_deref() != Some("-c") {
            continue;
        }
        if std::mem::take(&mut subcommand_due) && !word.quoted {
            continue;
        }
        let varies = rounds.iter().any(|round| round.len() == words.len() && round[place].text != word.text);
        let certain = varies || plain_is_data || std::mem::take(&mut redirect);
        out.extend(as_datum(&word.text, after.as_deref(), word, certain, run).map(|datum| (place, datum)));
    }
    out
}

/// Whether a word reads like data, and what it would be called.
fn as_datum(value: &str, flag: Option<&str>, word: &Word, certain: bool, run: &CommandRun) -> Option<Datum> {
    if value.is_empty() || value == "." || value == ".." || value == "-" || value.starts_with('$') || value == "/dev/null" {
        return None;
    }
    let flag_label = flag.and_then(|flag| DATA_FLAGS.iter().find(|(name, _)| *name == flag)).map(|(_, label)| *label);
    let is_file = looks_like_file(value) || run.files.iter().any(|file| file.path == value.trim_start_matches("./"));
    let is_version = version_digits(value).is_some();
    let has_digit = value.chars().any(|c| c.is_ascii_digit());
    let is_url = value.contains("://");
    let is_glob = value.contains('*') && !word.quoted;
    let is_data = certain
        || flag_label.is_some()
        || is_file
        || is_version
        || is_url
        || value.contains(MASK)
        || (word.quoted && value.contains(' '));
    if is_glob || !(is_data || has_digit && value.len() > 1) {
        return None;
    }
    let long_flag = flag.filter(|flag| flag.starts_with("--")).map(|flag| flag.trim_start_matches('-').replace('-', " "));
    let plain = value.trim_start_matches("./").trim_end_matches('/');
    let made = run.files.iter().any(|file| file.path == plain);
    let made_folder = run.files.iter().any(|file| file.path.strip_suffix('/') == Some(plain));
    let (fallback, kind) = match () {
        () if is_url => ("url", VariableKind::Url),
        () if is_version => ("version", VariableKind::Text),
        () if is_file && made => ("output_file", VariableKind::File),
        () if is_file => ("input_file", VariableKind::File),
        () if made_folder => ("folder", VariableKind::Text),
        () if word.quoted && value.contains(' ') => ("text", VariableKind::Text),
        () => ("value", value_kind(value, "")),
    };
    let label = flag_label.map(str::to_owned).or(long_flag).unwrap_or_else(|| fallback.replace('_', " "));
    let from = version_digits(value).filter(|_| flag_label.is_none() || is_version).unwrap_or(0);
    Some(Datum { from, label, fallback, kind })
}

/// Where the number of a version begins: `v1.2.0` at 1. `None`: no version.
fn version_digits(value: &str) -> Option<usize> {
    let digits = value.strip_prefix(['v', 'V']).unwrap_or(value);
    let number = digits.split(['-', '+']).next().unwrap_or_default();
    let parts: Vec<&str> = number.split('.').collect();
    let numeric = parts.len() >= 2 && parts.iter().all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit()));
    numeric.then(|| value.len() - digits.len())
}

fn looks_like_file(value: &str) -> bool {
    let extension = command::base_name(value).rsplit_once('.');
    let has_extension = extension.is_some_and(|(stem, extension)| {
        !stem.is_empty()
            && (1..=5).contains(&extension.len())
            && extension.chars().all(|c| c.is_ascii_alphanumeric())
            && extension.chars().any(|c| c.is_ascii_alphabetic())
    });
    !value.contains("://") && !value.contains(' ') && (has_extension || value.starts_with(['/', '~']) || value.starts_with("./"))
}
