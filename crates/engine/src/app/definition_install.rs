//! Writes agent definitions into the folders of agents, in their own format, as a saga: the intent is stored, the file is replaced by one
//! rename, and the result is stored. What a killed program or a failure left is settled at the next start, or when the
//! definition is asked for.
//!
//! Invariant: a file that Apprentice did not write, or that somebody edited since, is neither replaced nor removed.

use crate::Answer;
use crate::app::App;
use crate::core::blocking::blocking;
use crate::core::definitions::{Pending, Settled, Written, keep, usable, written};
use crate::core::request::invalid;
use apprentice_agents::ConfigurationError;
use apprentice_agents::definitions::{Compiled, FilePlan, compile, fingerprint_of, plan_file, remove_file, targets, write_file};
use apprentice_contracts::agent_definition::{
    AgentDefinitionPreview, InstallAgentDefinitionRequest, InstalledAgentDefinition, InstalledDefinitionState,
    PreviewAgentDefinitionRequest,
};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::skill::FindingSeverity;
use apprentice_observe::redact::mask_text;
use std::path::{Path, PathBuf};

/// A definition that may be written for an agent.
struct Planned {
    compiled: Compiled,
    plan: FilePlan,
    source_fingerprint: String,
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
            findings: compiled.findings,
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
        let Planned { compiled, plan, source_fingerprint } = planned;
        if let Some(finding) = compiled.findings.iter().find(|finding| finding.severity == FindingSeverity::Error) {
            return Err(invalid("name", &format!("this definition is not written. {}", finding.message)));
        }
        if plan.digest != request.digest {
            let message = format!("{} or the definition changed since it was shown. Preview it again.", plan.file.display());
            return Err(Failure::new(ErrorCode::Conflict, message));
        }
        let id = compiled.agent_id.to_owned();
        let next = Settled { fingerprint: plan.after.clone(), source_fingerprint, written_at: self.core.options.clock.now() };
        let before = self.written_one(&id, &request.name).await?;
        if plan.diff.is_empty() {
            // The same text, but another program's.
            let same = before.as_ref().and_then(shown);
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
            // The file may be there all the same.
            self.settle(record).await?;
            return Err(failure);
        }
        let record = Written { settled: Some(next), pending: None, ..record };
        self.keep_one(&record, true).await?;
        tracing::info!(agent = record.agent_id, name = record.name, "an agent definition was written as shown");
        shown(&record).ok_or_else(|| crate::internal("writing an agent definition", &"its record is incomplete"))
    }

    pub(crate) async fn uninstall_agent_definition(&self, agent: &str, name: &str) -> Answer<InstalledAgentDefinition> {
        let _gate = self.core.gate.lock().await;
        let id = target(agent)?;
        let record = self.settled_one(id, name).await?.filter(|record| record.settled.is_some());
        let Some(record) = record else {
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
        shown(&record).ok_or_else(|| crate::internal("removing an agent definition", &"its record is incomplete"))
    }

    /// Every definition that was written for an agent, with what became of its file.
    pub(super) async fn installed_definitions(&self) -> Answer<Vec<InstalledAgentDefinition>> {
        let all = self.core.store.read(|db| written(db)).await?;
        blocking("looking at agent definitions", move || all.iter().filter_map(shown).collect()).await
    }

    /// Settles what a killed program left of writing or removing a definition.
    pub(crate) async fn recover_definitions(&self) -> Answer<()> {
        for record in self.core.store.read(|db| written(db)).await? {
            self.settle(record).await?;
        }
        Ok(())
    }

    /// Looks what became of a step that did not end, and stores it. A file that cannot be read is settled when it is asked for again.
    async fn settle(&self, record: Written) -> Answer<Written> {
        let Some(pending) = record.pending.clone() else { return Ok(record) };
        let file = record.file.clone();
        let read = blocking("looking at an agent definition", move || fingerprint_of(&file)).await?;
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
        let machine = self.core.options.machine.clone();
        let planned = blocking("looking at an agent definition", move || -> Answer<_> {
            let compiled = compile(&definition, id, &machine).ok_or_else(no_home)?;
            let plan = plan_file(&compiled).map_err(refused)?;
            Ok((compiled, plan))
        });
        let (compiled, plan) = planned.await??;
        let record = self.settled_one(id, name).await?;
        let own = record.and_then(|record| record.settled).map(|settled| settled.fingerprint);
        match &plan.before {
            Some(now) if own.as_ref() != Some(now) && !plan.diff.is_empty() => Err(not_ours(&plan.file)),
            _ => Ok(Planned { compiled, plan, source_fingerprint }),
        }
    }

    async fn written_one(&self, agent: &str, name: &str) -> Answer<Option<Written>> {
        let all = self.core.store.read(|db| written(db)).await?;
        Ok(all.into_iter().find(|one| one.is_of(agent, name)))
    }

    /// The same, after a step that did not end is settled. The gate has to be held.
    async fn settled_one(&self, agent: &str, name: &str) -> Answer<Option<Written>> {
        match self.written_one(agent, name).await? {
            Some(record) => self.settle(record).await.map(Some),
            None => Ok(None),
        }
    }

    /// Stores the record of a file, or removes it.
    async fn keep_one(&self, record: &Written, is_kept: bool) -> Answer<()> {
        let record = record.clone();
        let store = move |tx: &crate::core::transaction::WriteTx<'_>| {
            keep(tx.db, &record.agent_id, &record.name, is_kept.then_some(&record))
        };
        self.core.change(store).await
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

fn refused(trouble: ConfigurationError) -> Failure {
    let code = match &trouble {
        ConfigurationError::NoHome | ConfigurationError::Unwritable { .. } => ErrorCode::TargetNotWritable,
        _ => ErrorCode::Conflict,
    };
    Failure::new(code, trouble.to_string())
}

/// `None`: it was never written.
fn shown(record: &Written) -> Option<InstalledAgentDefinition> {
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
        state,
        written_at: settled.written_at,
    })
}
