//! What a skill requires of the machine, and what the machine has. A missing requirement becomes a finding; the skill loads
//! anyway (NFR-3F-002).

use crate::agents::table;
use crate::agents::targets::Machine;
use crate::format::findings::finding;
use crate::format::json5;
use crate::format::openclaw::Requires;
use crate::format::profile::Profile;
use apprentice_contracts::skill::SkillFinding;
use apprentice_platform::permissions::is_program;
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The machine as a skill sees it. The caller hands it in: this crate reads no environment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// `darwin`, `linux` or `win32`; the names of Rust's `std::env::consts::OS` do too.
    pub os: String,
    /// Folders in which programs are looked for.
    pub search_path: Vec<PathBuf>,
    /// Names of the environment variables that are set. Their values are not read.
    pub variables: BTreeSet<String>,
    /// The agent's configuration.
    pub config: Value,
}

/// Remembers which programs were found, so that each is looked for once in a listing.
pub struct ProgramCache<'e> {
    environment: &'e Environment,
    programs: Mutex<HashMap<String, bool>>,
}

/// Files of OpenClaw's configuration, the newest name first.
const CONFIGS: [&str; 3] = ["openclaw.json", "clawdbot.json", "moltbot.json"];
const MOST_CONFIG_BYTES: u64 = 512 * 1024;
const DEEPEST_CONFIG: usize = 64;

impl Environment {
    /// What the machine has for skills, with the configuration of OpenClaw: no other agent's is asked for by skills.
    pub fn of(machine: &Machine) -> Environment {
        let folder = table::AGENTS.iter().find(|agent| agent.id == "openclaw").and_then(|agent| machine.config(agent));
        let config = folder.and_then(|folder| CONFIGS.iter().find_map(|file| configuration(&folder.join(file))));
        Environment {
            os: std::env::consts::OS.to_owned(),
            search_path: machine.search_path.clone(),
            variables: machine.variables.clone(),
            config: config.unwrap_or_default(),
        }
    }

    /// An empty cache of found programs, for one listing.
    pub fn programs(&self) -> ProgramCache<'_> {
        ProgramCache { environment: self, programs: Mutex::default() }
    }

    fn has_program(&self, name: &str) -> bool {
        // A name with a path in it would be looked up outside of the search path.
        let plain = !name.is_empty() && !name.contains(['/', '\\']);
        plain && self.search_path.iter().any(|folder| is_program(&folder.join(name)))
    }

    fn has_config(&self, path: &str) -> bool {
        let found = path.split('.').try_fold(&self.config, |value, key| value.get(key));
        match found {
            None | Some(Value::Null | Value::Bool(false)) => false,
            Some(Value::String(text)) => !text.is_empty(),
            Some(_) => true,
        }
    }
}

impl Requires {
    /// One finding for each requirement that `environment` does not meet.
    pub fn unmet(&self, environment: &Environment, profile: Profile) -> Vec<SkillFinding> {
        self.unmet_in(&environment.programs(), profile)
    }

    /// [`Requires::unmet`] for one of many skills.
    pub fn unmet_in(&self, programs: &ProgramCache<'_>, profile: Profile) -> Vec<SkillFinding> {
        let mut found = Vec::new();
        let mut say = |code: &str, message: String| found.push(finding(profile, code, message, None));
        let here = os_name(&programs.environment.os);
        if !self.os.is_empty() && !self.os.iter().any(|os| os_name(os) == here) {
            say("OTHER_OS", format!("It is made for {}, and this is {here}", self.os.join(", ")));
        }
        for program in self.bins.iter().filter(|program| !programs.has_program(program)) {
            say("MISSING_BINARY", format!("The program '{program}' was not found"));
        }
        if !self.any_bins.is_empty() && !self.any_bins.iter().any(|program| programs.has_program(program)) {
            say("MISSING_BINARY", format!("None of the programs {} was found", self.any_bins.join(", ")));
        }
        let environment = programs.environment;
        for name in self.env.iter().filter(|name| !environment.variables.contains(*name)) {
            say("MISSING_ENV", format!("The environment variable '{name}' is not set"));
        }
        for path in self.config.iter().filter(|path| !environment.has_config(path)) {
            say("MISSING_CONFIG", format!("The setting '{path}' is not set"));
        }
        found
    }

    /// Whether it requires nothing.
    pub fn is_empty(&self) -> bool {
        *self == Requires::default()
    }
}

impl ProgramCache<'_> {
    fn has_program(&self, name: &str) -> bool {
        let known = || self.programs.lock().unwrap_or_else(PoisonError::into_inner);
        let looked_for = known().get(name).copied();
        // The lock is released during the search: a folder may be on a slow disk.
        looked_for.unwrap_or_else(|| {
            let found = self.environment.has_program(name);
            known().insert(name.to_owned(), found);
            found
        })
    }
}

/// `None`: the file does not exist, or is too large or nested too deep to read.
fn configuration(file: &Path) -> Option<Value> {
    let metadata = fs::metadata(file).ok().filter(|metadata| metadata.is_file() && metadata.len() <= MOST_CONFIG_BYTES);
    metadata?;
    let text = fs::read_to_string(file).ok()?;
    // The JSON5 parser recurses for every level.
    if is_too_deep(&text) { None } else { json5::parse(&text).ok() }
}

/// Counts brackets outside of strings and comments: inside they would hide the true depth.
fn is_too_deep(text: &str) -> bool {
    let mut depth = 0_usize;
    let mut quote: Option<char> = None;
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match (quote, c) {
            (Some(_), '\\') => {
                rest.next();
            }
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '/') if rest.peek() == Some(&'/') => {
                while rest.next().is_some_and(|c| !matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}')) {}
            }
            (None, '/') if rest.peek() == Some(&'*') => {
                rest.next();
                let mut before = ' ';
                for c in rest.by_ref() {
                    if before == '*' && c == '/' {
                        break;
                    }
                    before = c;
                }
            }
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST_CONFIG {
            return true;
        }
    }
    false
}

fn os_name(os: &str) -> String {
    match os.to_ascii_lowercase().as_str() {
        "macos" | "mac" | "osx" => "darwin".to_owned(),
        "windows" | "win" => "win32".to_owned(),
        other => other.to_owned(),
    }
}
