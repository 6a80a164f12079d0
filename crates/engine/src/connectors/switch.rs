//! Switching an agent over: the servers in its own configuration that are registered here are replaced by Apprentice, as a saga with an undo.
//!
//! What was there before holds secrets, so it is kept in the keychain, under the agent's name, before the file is changed. A record in the database,
//! without secrets, says how far the change is; after a crash the file decides whether it was made.
//!
//! Invariant: an entry is replaced only by a connector that starts or reaches the same with the same values, and that the person trusts.

use super::import::{Candidate, candidate};
use super::receipts::{self, Event};
use super::secrets::{self, Kind};
use super::{Connectors, chunks, identity, settings};
use crate::Answer;
use crate::core::Core;
use crate::core::agent_configuration::{masked, refused};
use crate::core::blocking::blocking;
use crate::core::keychain::{self, SOON, UNLOCKING};
use crate::core::secrets_file::KEY_FILE_VARIABLE;
use crate::core::transaction::WriteTx;
use apprentice_agents::Plan;
use apprentice_agents::clients::{CLIENTS, Client, find};
use apprentice_agents::server_entries::{EntryName, Mark, Replaced, Replacement, is_replaced, put_back, replace};
use apprentice_connectors::dialects;
use apprentice_contracts::connector::*;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::McpServerId;
use apprentice_contracts::{MASK, SCHEMA_VERSION, Time};
use apprentice_store::mcp_servers::{self, McpServerRecord};
use apprentice_store::settings as stored;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The key of the records among the settings of the database.
const RECORDS: &str = "mcp_switches";

/// How far a change is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Phase {
    Switching,
    Switched,
    Undoing,
}

/// What is known of an agent that was switched over. It has no secret.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Record {
    phase: Phase,
    mode: McpSwitchMode,
    entries: Vec<McpSwitchEntry>,
    mark: Mark,
    at: Time,
}

type Records = BTreeMap<String, Record>;

/// A planned change, with all that it needs.
struct Planned {
    plan: Plan,
    entries: Vec<McpSwitchEntry>,
    mode: McpSwitchMode,
    /// For a switch: what is to be kept.
    replaced: Option<Replaced>,
    /// Values that are secrets, which no difference shows.
    hidden: Vec<String>,
}

impl Connectors {
    pub(crate) async fn switches(&self) -> Answer<McpSwitchListResponse> {
        let records = records(&self.core).await?;
        let machine = self.core.options.machine.clone();
        let agents = blocking("looking for agents", move || {
            let known = CLIENTS.iter().filter(|client| machine.has(client.agent()) || records.contains_key(client.id));
            known.map(|client| shown(client, client.file(&machine), records.get(client.id))).collect()
        });
        Ok(McpSwitchListResponse { agents: agents.await?, schema_version: SCHEMA_VERSION })
    }

    /// Errors: `NOT_FOUND`, `CONFLICT`, `TARGET_NOT_WRITABLE`, `ADAPTER_UNAVAILABLE` when what was there before cannot be read.
    pub(crate) async fn preview_switch(&self, agent: &str, request: McpSwitchPreviewRequest) -> Answer<McpSwitchPreview> {
        let client = known(agent)?;
        let planned = self.planned(client, request.change, request.mode).await?;
        let mut diff = masked(&planned.plan.diff);
        for secret in planned.hidden.iter().filter(|secret| !secret.is_empty()) {
            diff = diff.replace(secret, MASK);
        }
        Ok(McpSwitchPreview {
            agent_id: client.id.to_owned(),
            label: client.agent().label.to_owned(),
            change: request.change,
            mode: planned.mode,
            config_path: planned.plan.file.display().to_string(),
            entries: planned.entries,
            diff,
            digest: planned.plan.digest,
            schema_version: SCHEMA_VERSION,
        })
    }

    /// Errors: those of a preview; `CONFLICT` when something changed since.
    pub(crate) async fn change_switch(&self, agent: &str, request: McpSwitchRequest) -> Answer<McpSwitchAgent> {
        let client = known(agent)?;
        let _gate = self.core.gate.lock().await;
        let planned = self.planned(client, request.change, request.mode).await?;
        if planned.plan.digest != request.digest {
            let message =
                format!("{} or a connector changed since it was shown. Preview the change again.", planned.plan.file.display());
            return Err(Failure::new(ErrorCode::Conflict, message));
        }
        match request.change {
            McpSwitchChange::Switch => self.switch(client, planned).await?,
            McpSwitchChange::Undo => undo(&self.core, client, planned.plan).await?,
        }
        let records = records(&self.core).await?;
        Ok(shown(client, client.file(&self.core.options.machine), records.get(client.id)))
    }

    async fn planned(&self, client: &'static Client, change: McpSwitchChange, mode: McpSwitchMode) -> Answer<Planned> {
        let record = records(&self.core).await?.remove(client.id);
        let label = client.agent().label;
        match (change, record) {
            (McpSwitchChange::Switch, Some(_)) => {
                let message = format!("{label} is switched over already. To switch over what it has by now, undo that first.");
                Err(Failure::new(ErrorCode::Conflict, message))
            }
            (McpSwitchChange::Undo, None) => {
                Err(Failure::new(ErrorCode::Conflict, format!("{label} is not switched over, so there is nothing to undo.")))
            }
            (McpSwitchChange::Switch, None) => self.planned_switch(client, mode).await,
            (McpSwitchChange::Undo, Some(record)) => {
                let plan = planned_undo(&self.core, client).await?;
                // What is put back may be a secret of any form.
                let hidden = self.values_in(client, &plan).await;
                Ok(Planned { plan, entries: record.entries, mode: record.mode, replaced: None, hidden })
            }
        }
    }

    async fn planned_switch(&self, client: &'static Client, mode: McpSwitchMode) -> Answer<Planned> {
        let Some(program) = self.core.options.command_line.as_ref().map(|program| program.display().to_string()) else {
            let message =
                "The command-line program “apprentice” was not found next to this program or in PATH. Install it first.";
            return Err(Failure::new(ErrorCode::NotFound, message));
        };
        let own = |words: &[&str]| -> Vec<String> {
            let mut command = vec![program.clone()];
            command.extend(words.iter().map(|word| (*word).to_owned()));
            if !self.core.options.usual_home {
                command.extend(["--home".to_owned(), self.core.options.home.display().to_string()]);
            }
            command
        };
        let registered = self.core.store.read(|db| mcp_servers::all(db)).await.map_err(crate::stored)?;
        let machine = self.core.options.machine.clone();
        let agent = client.id;
        let sources = blocking("reading the configuration of an agent", move || dialects::read(&machine, Some(agent))).await?;
        let (mut entries, mut replacements, mut hidden) = (Vec::new(), Vec::new(), Vec::new());
        for found in sources.into_iter().filter_map(|source| source.content?.ok()).flatten() {
            if matches!(&found.way, dialects::Way::Unsupported(why) if why == dialects::ITSELF) {
                continue;
            }
            let name = EntryName { project: found.project.clone(), name: found.name.clone() };
            let on = found.enabled;
            let candidate = candidate(found, &[]);
            hidden.extend(values(&candidate));
            let (server_id, note) = match self.connector_of(&candidate, on, &registered).await {
                Ok(id) => (Some(id), None),
                Err(why) => (None, Some(why)),
            };
            if let Some(id) = &server_id {
                let replacement = match mode {
                    McpSwitchMode::OneEntry => Replacement::Nothing,
                    McpSwitchMode::Wrapped => Replacement::Command(own(&["mcp-proxy", "--connector", id.as_str()])),
                };
                replacements.push((name.clone(), replacement));
            }
            entries.push(McpSwitchEntry { name: name.name, project: name.project, server_id, note });
        }
        let ours = (mode == McpSwitchMode::OneEntry && !replacements.is_empty()).then(|| own(&["mcp"]));
        let machine = self.core.options.machine.clone();
        let planned = blocking("planning a change of an agent's configuration", move || {
            replace(&machine, client, &replacements, ours.as_deref())
        });
        let (plan, replaced) = planned.await?.map_err(refused)?;
        Ok(Planned { plan, entries, mode, replaced: Some(replaced), hidden })
    }

    /// The connector that an entry of an agent is. `Err`: why there is none that can take its place, as sentences.
    async fn connector_of(&self, candidate: &Candidate, on: bool, registered: &[McpServerRecord]) -> Result<McpServerId, String> {
        let item = &candidate.item;
        if !on {
            return Err("The agent has it switched off.".to_owned());
        }
        let Some(transport) = item.transport else { return Err(item.note.clone().unwrap_or_default()) };
        let canonical = settings::reach(transport, item.command.as_ref(), item.endpoint_url.as_deref())
            .map_err(|failure| format!("{}.", failure.message))?;
        let is_same = |record: &&McpServerRecord| {
            record.entry.command == item.command && (item.command.is_some() || record.entry.endpoint_url == canonical)
        };
        let mut problem = "It is no connector yet. Import it first.".to_owned();
        for record in registered.iter().filter(is_same) {
            let name = &record.entry.display_name;
            match self.differs(candidate, record).await {
                Some(why) => problem = format!("The connector “{name}” is started or reached in the same way, but {why}."),
                None if !record.entry.enabled => problem = format!("The connector “{name}” is switched off."),
                None if !identity::is_trusted(record) => {
                    problem = format!("The connector “{name}” waits for your trust. Read it first.");
                }
                None => return Ok(record.entry.server_id.clone()),
            }
        }
        Err(problem)
    }

    /// Why a connector gives a server other values than the agent does, as a clause.
    async fn differs(&self, candidate: &Candidate, record: &McpServerRecord) -> Option<String> {
        let kinds = [
            (Kind::Environment, &candidate.environment, &record.entry.environment),
            (Kind::Headers, &candidate.headers, &record.entry.headers),
        ];
        for (kind, wanted, known) in kinds {
            for input in wanted {
                let same_name = |variable: &&McpVariable| match kind {
                    Kind::Headers => variable.name.eq_ignore_ascii_case(&input.name),
                    _ => variable.name == input.name,
                };
                let Some(variable) = known.iter().find(same_name) else {
                    return Some(format!("it has no {}", input.name));
                };
                match (secrets::value(&self.core, record.entry.server_id.as_str(), kind, variable).await, &input.value) {
                    (Ok(value), Some(wanted)) if value != *wanted => return Some(format!("with another {}", input.name)),
                    (Ok(_), _) => {}
                    (Err(why), _) => return Some(format!("its values cannot be compared: {}", why.trim_end_matches('.'))),
                }
            }
        }
        None
    }

    /// The values of servers in the texts before and after a change.
    async fn values_in(&self, client: &'static Client, plan: &Plan) -> Vec<String> {
        let (machine, agent, text) = (self.core.options.machine.clone(), client.id, plan.after_text().to_owned());
        let found = blocking("reading the configuration of an agent", move || dialects::read_text(&machine, agent, &text)).await;
        let found = found.ok().flatten().unwrap_or_default();
        found.into_iter().flat_map(|found| values(&candidate(found, &[]))).collect()
    }

    async fn switch(&self, client: &'static Client, planned: Planned) -> Answer<()> {
        let label = client.agent().label;
        let (Some(replaced), false) = (planned.replaced, planned.plan.diff.is_empty()) else {
            let message = format!("No server of {label} can be replaced. The preview says why for each.");
            return Err(Failure::new(ErrorCode::Conflict, message));
        };
        let kept = serde_json::to_string(&replaced).map_err(|error| crate::internal("keeping what was there before", &error))?;
        let account = account(&self.core, client.id);
        let put = keychain::call(&self.core, UNLOCKING, move |keychain| chunks::put(keychain, &account, &kept)).await;
        put.map_err(|why| {
            let message = format!(
                "What is replaced may hold secrets, so it is kept in the keychain for the undo, and that cannot be used: {why}. \
                 Without one, use a secrets file ({KEY_FILE_VARIABLE})."
            );
            Failure::new(ErrorCode::AdapterUnavailable, message)
        })?;
        let replaced_entries: Vec<McpSwitchEntry> =
            planned.entries.into_iter().filter(|entry| entry.server_id.is_some()).collect();
        let record = Record {
            phase: Phase::Switching,
            mode: planned.mode,
            mark: replaced.mark(),
            at: self.core.now(),
            entries: replaced_entries,
        };
        let count = record.entries.len();
        set(&self.core, client.id, Some(record.clone()), None).await?;
        if let Err(failure) = written(planned.plan).await {
            forget(&self.core, client.id).await?;
            return Err(failure);
        }
        let summary = format!("{count} servers of {label} were replaced by Apprentice.");
        set(&self.core, client.id, Some(Record { phase: Phase::Switched, ..record }), Some(summary)).await
    }

    /// Refuses to delete a connector that an agent was switched over to.
    pub(super) async fn check_unused(&self, id: &McpServerId) -> Answer<()> {
        let records = records(&self.core).await?;
        let uses = |record: &Record| {
            record.mode == McpSwitchMode::Wrapped && record.entries.iter().any(|entry| entry.server_id.as_ref() == Some(id))
        };
        match records.iter().find(|(_, record)| uses(record)) {
            None => Ok(()),
            Some((agent, _)) => {
                let message = format!(
                    "{agent} uses this connector since it was switched over. Undo that first: `apprentice connectors switch {agent} --undo`."
                );
                Err(Failure::new(ErrorCode::Conflict, message))
            }
        }
    }
}

/// Finishes or drops the changes that a killed program left.
pub(super) async fn recover(core: &Core) -> Answer<()> {
    for (agent, record) in records(core).await? {
        let Some(client) = find(&agent).filter(|_| record.phase != Phase::Switched) else { continue };
        let (machine, mark) = (core.options.machine.clone(), record.mark.clone());
        let made = blocking("looking at an agent's configuration", move || is_replaced(&machine, client, &mark)).await?;
        match made {
            Some(false) => forget(core, &agent).await?,
            // What is there in part can still be undone, entry by entry.
            Some(true) | None => set(core, &agent, Some(Record { phase: Phase::Switched, ..record }), None).await?,
        }
    }
    Ok(())
}

/// Puts everything back before Apprentice forgets it. Returns what stayed, in words.
pub(super) async fn undo_all(core: &Core) -> Answer<Vec<String>> {
    let mut left = Vec::new();
    for agent in records(core).await?.into_keys() {
        let Some(client) = find(&agent) else { continue };
        let undone = match planned_undo(core, client).await {
            Ok(plan) => undo(core, client, plan).await,
            Err(failure) => Err(failure),
        };
        if let Err(failure) = undone {
            left.push(format!(
                "the servers of {} as they were before it was switched over: {}",
                client.agent().label,
                failure.message
            ));
        }
    }
    Ok(left)
}

async fn planned_undo(core: &Core, client: &'static Client) -> Answer<Plan> {
    let lost = |why: &str| {
        let message = format!(
            "What {} had before is not in the keychain any more ({why}). Put its servers back by hand.",
            client.agent().label
        );
        Failure::new(ErrorCode::AdapterUnavailable, message)
    };
    let account = account(core, client.id);
    let found = keychain::call(core, UNLOCKING, move |keychain| chunks::get(keychain, &account)).await;
    let text = found.map_err(|why| lost(&why))?.ok_or_else(|| lost("it was deleted"))?;
    let replaced: Replaced = serde_json::from_str(&text).map_err(|_| lost("it cannot be read"))?;
    let machine = core.options.machine.clone();
    blocking("planning a change of an agent's configuration", move || put_back(&machine, client, &replaced))
        .await?
        .map_err(refused)
}

async fn undo(core: &Core, client: &'static Client, plan: Plan) -> Answer<()> {
    let Some(record) = records(core).await?.remove(client.id) else { return Ok(()) };
    let label = client.agent().label;
    set(core, client.id, Some(Record { phase: Phase::Undoing, ..record.clone() }), None).await?;
    if let Err(failure) = written(plan).await {
        set(core, client.id, Some(record), None).await?;
        return Err(failure);
    }
    set(core, client.id, None, Some(format!("The servers of {label} were put back."))).await?;
    forget_kept(core, client.id).await;
    Ok(())
}

/// Writes a change as it was planned.
async fn written(plan: Plan) -> Answer<()> {
    blocking("changing an agent's configuration", move || {
        let digest = plan.digest.clone();
        plan.apply(&digest)
    })
    .await?
    .map_err(refused)
}

async fn forget(core: &Core, agent: &str) -> Answer<()> {
    set(core, agent, None, None).await?;
    forget_kept(core, agent).await;
    Ok(())
}

async fn forget_kept(core: &Core, agent: &str) {
    let account = account(core, agent);
    if let Err(why) = keychain::call(core, SOON, move |keychain| chunks::forget(keychain, &account)).await {
        tracing::warn!(agent, %why, "what an agent had before it was switched over stays in the keychain");
    }
}

async fn records(core: &Core) -> Answer<Records> {
    Ok(core.store.read(|db| stored::get(db, RECORDS)).await.map_err(crate::stored)?.unwrap_or_default())
}

/// Stores how far the change of an agent is, with a receipt that says so.
async fn set(core: &Core, agent: &str, record: Option<Record>, summary: Option<String>) -> Answer<()> {
    let agent = agent.to_owned();
    core.change(move |tx: &WriteTx<'_>| {
        let mut records: Records = stored::get(tx.db, RECORDS)?.unwrap_or_default();
        match record {
            Some(record) => drop(records.insert(agent, record)),
            None => drop(records.remove(&agent)),
        }
        stored::put(tx.db, RECORDS, &records)?;
        if let Some(summary) = summary {
            receipts::add(
                tx,
                Event { server: None, ..Event::ok(McpReceiptKind::AgentSwitch, &McpServerId(String::new()), summary) },
            )?;
        }
        Ok(())
    })
    .await
}

fn account(core: &Core, agent: &str) -> String {
    secrets::account(core, &format!("agent-{agent}"), "switch")
}

fn known(agent: &str) -> Answer<&'static Client> {
    find(agent).ok_or_else(|| {
        let ids: Vec<&str> = CLIENTS.iter().map(|client| client.id).collect();
        let message = format!("There is no agent “{agent}” that can be switched over. There are {}.", ids.join(", "));
        Failure::new(ErrorCode::NotFound, message)
    })
}

fn shown(client: &Client, file: Option<std::path::PathBuf>, record: Option<&Record>) -> McpSwitchAgent {
    McpSwitchAgent {
        agent_id: client.id.to_owned(),
        label: client.agent().label.to_owned(),
        config_path: file.map(|file| file.display().to_string()),
        mode: record.map(|record| record.mode),
        switched_at: record.map(|record| record.at),
        entries: record.map(|record| record.entries.clone()).unwrap_or_default(),
        actions: vec![if record.is_some() { McpSwitchChange::Undo } else { McpSwitchChange::Switch }],
    }
}

/// The values of a server that are secrets.
fn values(candidate: &Candidate) -> Vec<String> {
    let of = |inputs: &[McpVariableInput], headers: bool| -> Vec<String> {
        let secret = |input: &McpVariableInput| {
            let value = input.value.clone()?;
            (input.secret || settings::is_secret(&input.name, &value, headers)).then_some(value)
        };
        inputs.iter().filter_map(secret).collect()
    };
    [of(&candidate.environment, false), of(&candidate.headers, true)].concat()
}
