//! Files that offer a server: a `server.json` of the MCP registry ([`server_json`]), also as the registry answers it ([`registry`]), and bundles
//! ([`bundle`]). They are only read: no package is downloaded, unpacked or started here.
//!
//! A file is written by a stranger. What it says is shown as it is, what nobody can see in it is refused, and everything that it leaves to
//! the person is an input that they are asked for.

pub mod bundle;
pub mod registry;
pub mod server_json;
mod template;
#[cfg(test)]
mod tests;

pub use template::{Answers, Filled, Part, Text, Variable, Word};

use crate::findings::{hidden_character, visible};
use apprentice_contracts::connector::{McpImportFinding, McpImportFindingCode, McpImportInput, McpImportInputKind};
use serde_json::Value as Json;
use std::path::Path;

/// Largest text of a file that offers servers, in bytes.
pub const LARGEST_TEXT: usize = 256 * 1024;
/// Most ways to reach a server that one file may offer.
const MOST_OFFERS: usize = 50;
/// Most words of a command, as `contracts` limits them.
const MOST_WORDS: usize = 100;
/// Most inputs, variables and headers of one offer.
const MOST_INPUTS: usize = 64;
/// Longest word, in characters, as `contracts` limits it.
const LONGEST: usize = 4000;
/// How much of a description is shown, in characters.
const SHOWN: usize = 300;

/// One way in which a file lets a server be reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// Its name for people.
    pub name: String,
    /// What the file says about it.
    pub description: String,
    /// How it is reached.
    pub reach: Reach,
    /// Variables of its environment.
    pub environment: Vec<(String, Text)>,
    /// Headers.
    pub headers: Vec<(String, Text)>,
    /// What the person is asked.
    pub inputs: Vec<McpImportInput>,
    /// What is suspicious, or has to be known before it is trusted.
    pub findings: Vec<McpImportFinding>,
}

/// How an offer is reached.
#[derive(Clone, Debug, PartialEq)]
pub enum Reach {
    /// By a program, its arguments, and the folder that it starts in.
    Program(String, Vec<Word>, Option<String>),
    /// By streamable HTTP at an address.
    Address(Text),
    /// It cannot be registered; why, as a sentence.
    Unsupported(String),
}

impl Offer {
    fn unsupported(name: &str, description: &str, why: impl Into<String>) -> Self {
        Self {
            name: shown(name),
            description: shown(description),
            reach: Reach::Unsupported(why.into()),
            environment: Vec::new(),
            headers: Vec::new(),
            inputs: Vec::new(),
            findings: Vec::new(),
        }
    }

    fn finding(&mut self, code: McpImportFindingCode, message: String) {
        self.findings.push(McpImportFinding { code, message });
    }

    /// Refuses what nobody can see, what is too much, and code that is in the command.
    fn checked(mut self) -> Self {
        if let Some(why) = self.problem() {
            self.reach = Reach::Unsupported(why);
        }
        self
    }

    fn problem(&self) -> Option<String> {
        let counts = [self.inputs.len(), self.environment.len(), self.headers.len()];
        if counts.iter().any(|count| *count > MOST_INPUTS) {
            return Some(format!("It has more than {MOST_INPUTS} values."));
        }
        let mut texts: Vec<&str> = vec![&self.name];
        texts.extend(self.inputs.iter().flat_map(|input| input.default.iter().chain(&input.choices)).map(String::as_str));
        texts.extend(self.environment.iter().chain(&self.headers).flat_map(|(_, text)| text.fixed()));
        match &self.reach {
            Reach::Program(program, words, _) if words.len() <= MOST_WORDS => {
                texts.push(program);
                texts.extend(words.iter().flat_map(Word::fixed));
            }
            Reach::Program(..) => return Some(format!("Its command has more than {MOST_WORDS} arguments.")),
            Reach::Address(address) => texts.extend(address.fixed()),
            Reach::Unsupported(_) => return None,
        }
        if texts.iter().any(|text| text.chars().count() > LONGEST) {
            return Some(format!("It has a text of more than {LONGEST} characters."));
        }
        if let Some((text, letter)) = texts.iter().find_map(|text| Some((text, hidden_character(text)?))) {
            return Some(format!("“{}” contains U+{:04X}, which cannot be seen.", shown(text), u32::from(letter)));
        }
        let names = self.environment.iter().chain(&self.headers).map(|(name, _)| name);
        if let Some(name) = names.into_iter().find(|name| !is_name(name)) {
            return Some(format!("“{}” is no name of a variable or header.", shown(name)));
        }
        let Reach::Program(program, words, _) = &self.reach else { return None };
        let words: Vec<&str> = std::iter::once(program.as_str()).chain(words.iter().flat_map(Word::fixed)).collect();
        let mut defaults = self.inputs.iter().flat_map(|input| &input.default);
        if words.iter().any(|word| word.contains("${")) || defaults.any(|text| text.contains("${")) {
            return Some("It has a placeholder (${…}) that nothing fills in.".to_owned());
        }
        inline_code(&words)
    }
}

/// The servers that a file offers. `bytes`: a `server.json` or a bundle; `bundles`: the folder that bundles are unpacked below; `home`: of the
/// person. `Err`: why the file offers none, as a sentence.
pub fn read(bytes: &[u8], bundles: &Path, home: Option<&Path>) -> Result<Vec<Offer>, String> {
    if bundle::is_bundle(bytes) {
        return bundle::read(bytes, bundles, home).map(|offer| vec![offer]);
    }
    if bytes.len() > LARGEST_TEXT {
        return Err(format!("The file is no bundle, and as a server.json it has more than {} KiB.", LARGEST_TEXT / 1024));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| "The file is neither a bundle nor UTF-8 text.".to_owned())?;
    server_json::read(text)
}

/// The kind of a file, as it is shown and kept.
pub fn kind_of(bytes: &[u8]) -> &'static str {
    if bundle::is_bundle(bytes) { "mcpb" } else { "server.json" }
}

/// Words of the file for people, on one line.
fn shown(text: &str) -> String {
    let line = visible(text).split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() > SHOWN { line.chars().take(SHOWN).chain("…".chars()).collect() } else { line }
}

fn text<'a>(value: &'a Json, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_default()
}

/// A scalar as text.
fn scalar(value: &Json) -> Option<String> {
    match value {
        Json::String(text) => Some(text.clone()),
        Json::Number(number) => Some(number.to_string()),
        Json::Bool(switch) => Some(switch.to_string()),
        _ => None,
    }
}

/// A scalar, or each of a list.
fn scalars(value: &Json) -> Vec<String> {
    match value {
        Json::Array(all) => all.iter().filter_map(scalar).collect(),
        one => scalar(one).into_iter().collect(),
    }
}

fn kind(words: &str) -> McpImportInputKind {
    match words {
        "number" => McpImportInputKind::Number,
        "boolean" => McpImportInputKind::Boolean,
        "filepath" | "file" | "directory" => McpImportInputKind::Path,
        _ => McpImportInputKind::Text,
    }
}

/// Whether a variable or header may have this name.
fn is_name(name: &str) -> bool {
    name.len() <= 120
        && name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.bytes().all(|letter| letter.is_ascii_alphanumeric() || b"_.-".contains(&letter))
}

/// Programs that carry out what an argument says, and the options after which it is: short ones, and long ones.
const INTERPRETERS: [(&[&str], &[char], &[&str]); 4] = [
    (&["sh", "bash", "dash", "zsh", "ksh", "fish", "ash", "npx", "npm", "su"], &['c'], &["--command", "--call"]),
    (&["node", "nodejs", "bun", "perl", "ruby", "lua", "osascript"], &['e', 'p'], &["--eval", "--print"]),
    (&["python", "python2", "python3"], &['c'], &[]),
    (&["env"], &['S'], &["--split-string"]),
];
/// Shells that take code without an option too.
const WINDOWS_SHELLS: [&str; 3] = ["cmd", "powershell", "pwsh"];
/// Options of these programs whose value is the next word.
const VALUED: [&str; 11] = ["-o", "-O", "--rcfile", "--init-file", "-r", "--require", "--import", "-p", "--package", "-W", "-X"];

/// Why a command is refused: it carries code, which nobody reviews and no version names. An interpreter behind another program (`env bash -c …`)
/// counts too.
fn inline_code(words: &[&str]) -> Option<String> {
    words.iter().enumerate().find_map(|(at, word)| {
        let program = base(word);
        let rest = &words[at + 1..];
        let option = if WINDOWS_SHELLS.contains(&program.as_str()) {
            rest.first()
        } else {
            let (_, short, long) = INTERPRETERS.iter().find(|(programs, ..)| programs.contains(&program.as_str()))?;
            options(rest).find(|word| is_code_option(word, short, long))
        };
        let option = shown(option?);
        Some(format!("Its command carries code for {program} (after {option}), which is in no package and no file."))
    })
}

/// The name of a program without its folder.
fn base(word: &str) -> String {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word).to_ascii_lowercase();
    name.strip_suffix(".exe").map(str::to_owned).unwrap_or(name)
}

/// The options before the first argument that is none.
fn options<'a>(words: &'a [&'a str]) -> impl Iterator<Item = &'a &'a str> {
    let is_option = |at: usize| words[at].starts_with('-') || at > 0 && VALUED.contains(&words[at - 1]);
    let end = (0..words.len()).find(|at| !is_option(*at)).unwrap_or(words.len());
    words[..end].iter().filter(|word| word.starts_with('-'))
}

fn is_code_option(word: &str, short: &[char], long: &[&str]) -> bool {
    match word.strip_prefix("--") {
        Some(_) => {
            long.iter().any(|option| word == *option || word.strip_prefix(option).is_some_and(|rest| rest.starts_with('=')))
        }
        None => word[1..].chars().take_while(char::is_ascii_alphabetic).any(|letter| short.contains(&letter)),
    }
}
