//! Writes agent definitions into the folders of agents, in their own format, as a saga: the intent is stored, the file is replaced by one
//! rename, and the result is stored. What a killed program or a failure left is settled at the next start, or when the
//! definition is asked for.
//!
//! Invariant: a file that Apprentice did not write, or that somebody edited since, is neither replaced nor removed.

use crate::Answer;
use crate::app::App;
use crate::core::blocking::blocking;
use crate::core::definitions::{Pending, Settled, Written, keep, located, replace_all, usable, written};
use crate::core::request::invalid;
use apprentice_agents::ConfigurationError;
use apprentice_agents::definitions::{
    Compiled, FilePlan, clear_leftovers, compile, file_of, fingerprint_of, plan_file, remove_file, targets, write_file,
};
use apprentice_contracts::agent_definition::{
    AgentDefinitionFinding, AgentDefinitionPreview, InstallAgentDefinitionRequest, InstalledAgentDefinition,
    InstalledDefinitionState, PreviewAgentDefinitionRequest,
};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::skill::FindingSeverity;
use apprentice_observe::redact::mask_text;
use apprentice_skills::agents::targets::Machine;
use std::io;
use std::path::{Path, PathBuf};

/// A definition that may be written for an agent.
struct Planned {
    compiled: Compiled,
    plan: FilePlan,
    source_fingerprint: String,
    /// What Apprentice wrote there before.
    before: Option<Written>,
}

impl App {
    pub(crate) async fn preview_agent_definition(
        &self,
        agent: &str,
        request: PreviewAgentDefinitionRequest,
    ) -> Answer<AgentDefinitionPreview> {
        // What is under way would be settled too early.
        let _gate = self.core.gate.lock().await;
        let Planned { compiled, plan, .. } = self.plan_definition(agent, &request.name, request.project.as_deref()).await?;
        Ok(AgentDefinitionPreview {
            agent_id: compiled.agent_id.to_owned(),
            name: request.name,
            file: plan.file.display().to_string(),
            creates_file: plan.before.is_none(),
            diff: plan.diff.split_inclusive('\n').map(|line| mask_text(line).0).collect(),
            installable: compiled.holds(),
            findings: compiled.findings.into_iter().chain(plan.real.as_deref().map(linked)).collect(),
            digest: plan.digest,
        })
    }

    pub(crate) async fn install_agent_definition(
        &self,
        agent: &str,
        request: InstallAgentDefinitionRequest,
    ) -> Answer<InstalledAgentDefinition> {
        let _gate = self.core.gate.lock().await;
        let planned = self.plan_definition(agent, &request.name, request.project.as_deref()).await?;
        let Planned { compiled, plan, source_fingerprint, before } = planned;
        if let Some(finding) = compiled.findings.iter().find(|finding| finding.severity == FindingSeverity::Error) {
            return Err(invalid("name", &format!("this definition is not written. {}", finding.message)));
        }
        if plan.digest != request.digest {
            let message = format!("{} or the definition changed since it was shown. Preview it again.", plan.file.display());
            return Err(Failure::new(ErrorCode::Conflict, message));
        }
        let id = compiled.agent_id.to_owned();
        let next = Settled { fingerprint: plan.after.clone(), source_fingerprint, written_at: self.core.options.clock.now() };
        if plan.diff.is_empty() {
            // The same text, but another program's.
            let same = before.as_ref().and_then(|before| shown(before, &self.core.options.machine));
            return same.ok_or_else(|| not_ours(&plan.file));
        }
        let record = Written {
            agent_id: id,
            name: request.name,
            file: plan.file.clone(),
            settled: before.as_ref().and_then(|before| before.settled.clone()),
            pending: Some(Pending::Write(next.clone())),
        };
        self.keep_one(&record, true).await?;
        let wrote = blocking("writing an agent definition", move || write_file(&plan)).await;
        if let Err(failure) = wrote.and_then(|wrote| wrote.map_err(refused)) {
            // The file may be there anyway.
            self.settle(record).await?;
            return Err(failure);
        }
        let record = Written { settled: Some(next), pending: None, ..record };
        self.keep_one(&record, true).await?;
        tracing::info!(agent = record.agent_id, name = record.name, "an agent definition was written as shown");
        shown(&record, &self.core.options.machine)
            .ok_or_else(|| crate::internal("writing an agent definition", &"its record is incomplete"))
    }

    pub(crate) async fn uninstall_agent_definition(&self, agent: &str, name: &str) -> Answer<InstalledAgentDefinition> {
        let _gate = self.core.gate.lock().await;
        let id = target(agent)?;
        let mut records = self.records_of(id, name).await?;
        records.retain(|record| record.settled.is_some());
        // The one that the agent reads goes first.
        let now = file_of(id, name, &self.core.options.machine);
        records.sort_by_key(|record| Some(&record.file) != now.as_ref());
        let Some(record) = records.into_iter().next() else {
            let message = format!("Apprentice wrote no definition “{name}” for {id}.");
            return Err(Failure::new(ErrorCode::NotFound, message));
        };
        let settled = record.settled.clone();
        let removing = Written { pending: Some(Pending::Remove), ..record.clone() };
        self.keep_one(&removing, true).await?;
        let (file, fingerprint) = (record.file.clone(), settled.map(|settled| settled.fingerprint).unwrap_or_default());
        let removed = blocking("removing an agent definition", move || remove_file(&file, &fingerprint)).await;
        if let Err(failure) = removed.and_then(|removed| removed.map_err(refused)) {
            self.settle(removing).await?;
            return Err(failure);
        }
        self.keep_one(&record, false).await?;
        shown(&record, &self.core.options.machine)
            .ok_or_else(|| crate::internal("removing an agent definition", &"its record is incomplete"))
    }

    /// Every definition that was written for an agent, with what became of its file.
    pub(super) async fn installed_definitions(&self) -> Answer<Vec<InstalledAgentDefinition>> {
        let all = self.core.store.read(|db| written(db)).await?;
        let machine = self.core.options.machine.clone();
        let look = move || located(&all, &machine).iter().filter_map(|record| shown(record, &machine)).collect();
        blocking("looking at agent definitions", look).await
    }

    /// Settles what a killed program left of writing or removing a definition.
    pub(crate) async fn recover_definitions(&self) -> Answer<()> {
        self.settled_definitions().await.map(drop)
    }

    /// Every record, after what did not end is settled. The gate has to be held, or nobody else be there yet.
    pub(super) async fn settled_definitions(&self) -> Answer<Vec<Written>> {
        let mut settled = Vec::new();
        for record in self.found_records().await? {
            settled.extend(Some(self.settle(record).await?).filter(|record| record.fingerprint().is_some()));
        }
        Ok(settled)
    }

    /// Looks what became of a step that did not end, and stores it. A file that cannot be read is settled when it is asked for again.
    async fn settle(&self, record: Written) -> Answer<Written> {
        let Some(pending) = record.pending.clone() else { return Ok(record) };
        let (file, ours) = (record.file.clone(), record.settled.clone().map(|settled| settled.fingerprint));
        let next = match &pending {
            Pending::Write(next) => Some(next.fingerprint.clone()),
            Pending::Remove => None,
        };
        let look = move || {
            clear_leftovers(&file, ours.as_deref(), next.as_deref())?;
            fingerprint_of(&file)
        };
        let read = blocking("looking at an agent definition", look).await?;
        let Ok(now) = read else {
            tracing::warn!(file = %record.file.display(), "an agent definition cannot be read, so it is settled later");
            return Ok(record);
        };
        let is = |settled: &Settled| now.as_deref() == Some(settled.fingerprint.as_str());
        let settled = match pending {
            Pending::Write(next) if is(&next) => Some(next),
            Pending::Write(_) => record.settled.clone(),
            Pending::Remove if now.is_none() => None,
            // It was not removed yet. The person asks again.
            Pending::Remove => record.settled.clone(),
        };
        let record = Written { settled, pending: None, ..record };
        self.keep_one(&record, record.settled.is_some()).await?;
        Ok(record)
    }

    async fn plan_definition(&self, agent: &str, name: &str, project: Option<&str>) -> Answer<Planned> {
        let id = target(agent)?;
        let found = self.core.definitions(project).await?;
        let definition = usable(&found, name, "name")?.clone();
        let source_fingerprint = definition.about.fingerprint.clone();
        if definition.about.agent_id.as_deref() == Some(id) {
            return Err(invalid("name", &format!("{id} has “{name}” in its own folder already")));
        }
        let records = self.records_of(id, name).await?;
        let machine = self.core.options.machine.clone();
        let planned = blocking("looking at an agent definition", move || -> Answer<_> {
            let compiled = compile(&definition, id, &machine).ok_or_else(no_home)?;
            let plan = plan_file(&compiled).map_err(refused)?;
            Ok((compiled, plan))
        });
        let (compiled, plan) = planned.await??;
        let before = records.into_iter().find(|record| record.file == plan.file);
        let own = before.as_ref().and_then(|record| record.settled.as_ref()).map(|settled| &settled.fingerprint);
        match &plan.before {
            Some(now) if own != Some(now) && !plan.diff.is_empty() => Err(not_ours(&plan.file)),
            _ => Ok(Planned { compiled, plan, source_fingerprint, before }),
        }
    }

    /// Every record, with files found that moved with the folder of their agent. The gate has to be held.
    async fn found_records(&self) -> Answer<Vec<Written>> {
        let all = self.core.store.read(|db| written(db)).await?;
        let (read, machine) = (all.clone(), self.core.options.machine.clone());
        let found = blocking("looking for agent definitions", move || located(&all, &machine)).await?;
        if found != read {
            let now = found.clone();
            self.core.change(move |tx| replace_all(tx.db, &read, &now)).await?;
        }
        Ok(found)
    }

    /// The records of one name for an agent, after a step that did not end is settled. There are several where the folder of the agent is
    /// another one by now. The gate has to be held.
    async fn records_of(&self, agent: &str, name: &str) -> Answer<Vec<Written>> {
        let mut records = Vec::new();
        for record in self.found_records().await?.into_iter().filter(|record| record.is_of(agent, name)) {
            records.push(self.settle(record).await?);
        }
        Ok(records)
    }

    /// Stores the record of a file, or removes it.
    async fn keep_one(&self, record: &Written, is_kept: bool) -> Answer<()> {
        let record = record.clone();
        self.core.change(move |tx| keep(tx.db, &record, is_kept)).await
    }
}

/// The id of an agent for which definitions are written. Errors: `NOT_FOUND`.
fn target(agent: &str) -> Answer<&'static str> {
    let known = apprentice_skills::agents::table::find(agent).map(|agent| agent.id);
    known.filter(|id| targets().contains(id)).ok_or_else(|| {
        let message = format!("Definitions are not written for “{agent}”. They are for {}.", targets().join(", "));
        Failure::new(ErrorCode::NotFound, message)
    })
}

fn no_home() -> Failure {
    Failure::new(ErrorCode::TargetNotWritable, "There is no home folder to write into.")
}

fn not_ours(file: &Path) -> Failure {
    let message = format!(
        "{} is there already, and Apprentice did not write it, or somebody edited it. Rename or remove it first.",
        file.display()
    );
    Failure::new(ErrorCode::Conflict, message)
}

/// A folder above the file is a link of the person.
fn linked(real: &Path) -> AgentDefinitionFinding {
    AgentDefinitionFinding {
        code: "LINK".to_owned(),
        severity: FindingSeverity::Info,
        field: None,
        message: format!("A folder above it is a link: the file is written as {}.", real.display()),
    }
}

fn refused(trouble: ConfigurationError) -> Failure {
    use io::ErrorKind::{QuotaExceeded, StorageFull};
    let code = match &trouble {
        ConfigurationError::Unwritable { source, .. } if matches!(source.kind(), StorageFull | QuotaExceeded) => {
            ErrorCode::DiskFull
        }
        ConfigurationError::NoHome | ConfigurationError::Unwritable { .. } => ErrorCode::TargetNotWritable,
        _ => ErrorCode::Conflict,
    };
    Failure::new(code, trouble.to_string())
}

/// `None`: it was never written. Blocks.
fn shown(record: &Written, machine: &Machine) -> Option<InstalledAgentDefinition> {
    let settled = record.settled.as_ref()?;
    let file: PathBuf = record.file.clone();
    let state = match fingerprint_of(&file) {
        Ok(None) => InstalledDefinitionState::Missing,
        Ok(Some(now)) if now == settled.fingerprint => InstalledDefinitionState::Unchanged,
        _ => InstalledDefinitionState::Edited,
    };
    Some(InstalledAgentDefinition {
        agent_id: record.agent_id.clone(),
        name: record.name.clone(),
        file: file.display().to_string(),
        fingerprint: settled.fingerprint.clone(),
        source_fingerprint: settled.source_fingerprint.clone(),
        note: note(record, state, machine),
        state,
        written_at: settled.written_at,
    })
}

/// What a person has to know where the agent does not read the file any more.
fn note(record: &Written, state: InstalledDefinitionState, machine: &Machine) -> Option<String> {
    let now = file_of(&record.agent_id, &record.name, machine).filter(|now| *now != record.file)?;
    let (agent, folder) = (&record.agent_id, now.parent()?.display());
    let is_there = fingerprint_of(&now).map_or(true, |found| found.is_some());
    Some(match (state, is_there) {
        (InstalledDefinitionState::Missing, true) => {
            format!("{agent} reads {folder} now. The file of this name there is not as it was written, so it is left alone.")
        }
        (InstalledDefinitionState::Missing, false) => format!("{agent} reads {folder} now, and the file is in neither place."),
        _ => format!("{agent} reads {folder} now, and not this file. Install it again, or uninstall it."),
    })
}
