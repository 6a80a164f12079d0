//! The agent definitions of this machine, read when they are asked for, and the record of those that Apprentice wrote into folders of agents.

use crate::Answer;
use crate::core::Core;
use crate::core::blocking::blocking;
use crate::core::request::invalid;
use apprentice_agents::definitions::{Definition, Found, file_of, fingerprint_of, read_all};
use apprentice_contracts::Time;
use apprentice_contracts::agent_definition::AgentDefinitionFinding;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::skill::FindingSeverity;
use apprentice_observe::redact::mask_text;
use apprentice_skills::agents::targets::Machine;
use apprentice_store::{Connection, settings};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Under which the record is stored.
const KEY: &str = "installed_agent_definitions";

/// A definition that Apprentice wrote into the folder of an agent, or is about to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Written {
    pub agent_id: String,
    pub name: String,
    pub file: PathBuf,
    /// The file as it was written. `None`: it is written for the first time.
    pub settled: Option<Settled>,
    /// The step that is under way. What a killed program left of it is settled at the next start.
    pub pending: Option<Pending>,
}

/// A file as it was written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Settled {
    pub fingerprint: String,
    pub source_fingerprint: String,
    pub written_at: Time,
}

/// What is about to be done with a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Pending {
    Write(Settled),
    Remove,
}

impl Written {
    pub(crate) fn is_of(&self, agent: &str, name: &str) -> bool {
        self.agent_id == agent && self.name == name
    }

    /// The fingerprint of the file as it was written, or was about to be.
    pub(crate) fn fingerprint(&self) -> Option<&str> {
        let next = match &self.pending {
            Some(Pending::Write(next)) => Some(next),
            Some(Pending::Remove) | None => None,
        };
        self.settled.as_ref().or(next).map(|settled| settled.fingerprint.as_str())
    }

    fn has_written(&self, fingerprint: &str) -> bool {
        let is_next = matches!(&self.pending, Some(Pending::Write(next)) if next.fingerprint == fingerprint);
        is_next || self.settled.as_ref().is_some_and(|settled| settled.fingerprint == fingerprint)
    }
}

/// Every file that was written, by agent and name.
pub(crate) fn written(db: &Connection) -> Answer<Vec<Written>> {
    Ok(settings::get(db, KEY)?.unwrap_or_default())
}

/// Replaces the record of a file, or removes it: Apprentice has no part in the file any more.
pub(crate) fn keep(db: &Connection, record: &Written, is_kept: bool) -> Answer<()> {
    let mut all = written(db)?;
    all.retain(|one| !(one.is_of(&record.agent_id, &record.name) && one.file == record.file));
    all.extend(is_kept.then(|| record.clone()));
    all.sort_by(|a, b| (&a.agent_id, &a.name, &a.file).cmp(&(&b.agent_id, &b.name, &b.file)));
    Ok(settings::put(db, KEY, &all)?)
}

/// Replaces all records. No-op where they are no longer as they were read.
pub(crate) fn replace_all(db: &Connection, read: &[Written], now: &[Written]) -> Answer<()> {
    if written(db)? == read { Ok(settings::put(db, KEY, &now)?) } else { Ok(()) }
}

/// The records, with each file found that moved together with the folder of its agent, such as by `CODEX_HOME`. A file that stayed
/// where it was written keeps its place. Blocks.
pub(crate) fn located(all: &[Written], machine: &Machine) -> Vec<Written> {
    let is_same = |one: &Path, other: &Path| {
        fs::canonicalize(one).is_ok_and(|real| fs::canonicalize(other).is_ok_and(|other| other == real))
    };
    let moved = |record: &Written| {
        let now = file_of(&record.agent_id, &record.name, machine).filter(|now| all.iter().all(|one| one.file != *now))?;
        let is_gone = || fs::symlink_metadata(&record.file).is_err_and(|error| error.kind() == io::ErrorKind::NotFound);
        let is_there = || fingerprint_of(&now).ok().flatten().is_some_and(|found| record.has_written(&found));
        (is_same(&record.file, &now) || is_gone() && is_there()).then_some(now)
    };
    all.iter().map(|record| Written { file: moved(record).unwrap_or_else(|| record.file.clone()), ..record.clone() }).collect()
}

impl Core {
    /// Reads every definition. `project`: the folder of a project, whose definitions come first. Errors: `INVALID_REQUEST`.
    pub(crate) async fn definitions(&self, project: Option<&str>) -> Answer<Found> {
        let project = project.map(folder).transpose()?;
        let machine = &self.options.machine;
        let machine = if project.is_some() { machine.for_named_project() } else { machine.clone() };
        let written = self.store.read(|db| written(db)).await?;
        blocking("reading agent definitions", move || {
            let written = located(&written, &machine);
            // What was written for an agent represents the definition that it was written from. One that somebody edited represents itself.
            let is_copy = |file: &str, fingerprint: &str| {
                let same = |settled: &Settled| settled.fingerprint == fingerprint;
                written.iter().any(|one| one.file == Path::new(file) && one.settled.as_ref().is_some_and(same))
            };
            read_all(&machine, project.as_deref(), &|about| {
                about.file.as_deref().is_some_and(|file| is_copy(file, &about.fingerprint))
            })
        })
        .await
    }
}

/// The effective definition of a name. Errors: `NOT_FOUND`.
pub(crate) fn first<'f>(found: &'f Found, name: &str) -> Answer<&'f Definition> {
    found.first(name).ok_or_else(|| {
        let mut names: Vec<&str> = found.definitions.iter().map(|definition| definition.about.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        let message = format!("There is no agent definition “{name}”. There are {}.", names.join(", "));
        Failure::new(ErrorCode::NotFound, message.chars().take(1_000).collect::<String>())
    })
}

/// The effective definition of a name and can be used. Errors: `NOT_FOUND`; `INVALID_REQUEST` for one with errors.
pub(crate) fn usable<'f>(found: &'f Found, name: &str, field: &str) -> Answer<&'f Definition> {
    let definition = first(found, name)?;
    let about = &definition.about;
    if about.usable {
        return Ok(definition);
    }
    let is_error = |finding: &&AgentDefinitionFinding| finding.severity == FindingSeverity::Error;
    let errors: Vec<&str> = about.findings.iter().filter(is_error).map(|finding| finding.message.as_str()).collect();
    let message = mask_text(&format!("{field}: “{}” has errors. {}", about.name, errors.join(" "))).0;
    let details = json!({ "field": field, "file": about.file });
    Err(Failure::new(ErrorCode::InvalidRequest, message.chars().take(1_000).collect::<String>()).with_details(details))
}

fn folder(path: &str) -> Answer<PathBuf> {
    let folder = Path::new(path);
    if folder.is_absolute() && folder.is_dir() {
        return Ok(folder.to_path_buf());
    }
    Err(invalid("project", &format!("{path} is not the absolute path of a folder")))
}
