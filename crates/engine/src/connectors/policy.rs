//! What the person decided about connectors, and what holds for each.

use super::receipts::{self, Event};
use super::{ConnectorCaller, Connectors};
use crate::Answer;
use crate::core::request::invalid;
use apprentice_connectors::policy::{self, Effective, Rules};
use apprentice_contracts::connector::*;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::McpServerId;
use apprentice_contracts::{SCHEMA_VERSION, Time};
use apprentice_store::mcp_policies::{self, McpPolicyRecord};
use apprentice_store::mcp_servers::{self, McpServerRecord};
use apprentice_store::mcp_tools::{self, McpToolRecord};
use apprentice_store::{Connection, StoreError};
use serde_json::json;

/// What is set for a server and, if there is one, a tool of it.
pub(super) fn rules(db: &Connection, record: &McpServerRecord, tool: Option<&str>, now: Time) -> Result<Rules, StoreError> {
    let server_id = record.entry.server_id.clone();
    let holds = |target: McpPolicyTarget| -> Result<Option<McpPolicyMode>, StoreError> {
        let found = mcp_policies::get(db, &target)?.map(|found| found.decision);
        Ok(found.filter(|decision| decision.expires_at.is_none_or(|until| until > now)).map(|decision| decision.mode))
    };
    Ok(Rules {
        global: holds(McpPolicyTarget::Global {})?,
        provider: holds(McpPolicyTarget::Provider { provider: record.entry.provider })?,
        server: holds(McpPolicyTarget::Server { server_id: server_id.clone() })?,
        tool: match tool {
            Some(name) => holds(McpPolicyTarget::Tool { server_id, tool_name: name.to_owned() })?,
            None => None,
        },
    })
}

/// What holds for a tool.
pub(super) fn of_tool(
    db: &Connection,
    record: &McpServerRecord,
    tool: &McpToolRecord,
    now: Time,
) -> Result<Effective, StoreError> {
    Ok(policy::of_tool(rules(db, record, Some(&tool.name), now)?, &tool.definition, tool.state, tool.doubt.as_deref()))
}

/// What holds for every tool of a server at least.
pub(super) fn of_server(db: &Connection, record: &McpServerRecord, now: Time) -> Result<Effective, StoreError> {
    Ok(policy::of_server(rules(db, record, None, now)?))
}

/// The same as callers see it.
pub(super) fn tool_view(
    db: &Connection,
    record: &McpServerRecord,
    tool: &McpToolRecord,
    now: Time,
) -> Result<McpEffectivePolicy, StoreError> {
    let rules = rules(db, record, Some(&tool.name), now)?;
    let target = McpPolicyTarget::Tool { server_id: tool.server_id.clone(), tool_name: tool.name.clone() };
    view(db, target, rules.tool, policy::of_tool(rules, &tool.definition, tool.state, tool.doubt.as_deref()), now)
}

/// What holds for a server as callers see it.
pub(super) fn server_view(db: &Connection, record: &McpServerRecord, now: Time) -> Result<McpEffectivePolicy, StoreError> {
    let rules = rules(db, record, None, now)?;
    let target = McpPolicyTarget::Server { server_id: record.entry.server_id.clone() };
    view(db, target, rules.server, policy::of_server(rules), now)
}

fn view(
    db: &Connection,
    target: McpPolicyTarget,
    own: Option<McpPolicyMode>,
    effective: Effective,
    now: Time,
) -> Result<McpEffectivePolicy, StoreError> {
    let stored = mcp_policies::get(db, &target)?.filter(|_| own.is_some()).map(|record| record.decision);
    let system = McpPolicyDecision {
        mode: effective.mode,
        expires_at: None,
        updated_by: McpPolicyAuthor::System,
        updated_at: now,
        schema_version: SCHEMA_VERSION,
    };
    let decision = stored.map_or(system, |stored| McpPolicyDecision { mode: effective.mode, ..stored });
    Ok(McpEffectivePolicy {
        // A server that decides for itself inherits from nobody.
        inherited_from: if own == Some(effective.mode) { McpInheritedFrom::None } else { effective.from },
        target,
        decision,
        own,
        because: effective.because,
        schema_version: SCHEMA_VERSION,
    })
}

/// What holds for everything, or for a family.
fn wide_view(db: &Connection, target: McpPolicyTarget, now: Time) -> Result<McpEffectivePolicy, StoreError> {
    let set = mcp_policies::get(db, &target)?.map(|record| record.decision);
    let own = set.filter(|decision| decision.expires_at.is_none_or(|until| until > now)).map(|decision| decision.mode);
    let effective = policy::of_server(Rules { global: own, ..Rules::default() });
    view(db, target, own, effective, now)
}

impl Connectors {
    /// Errors: `MCP_SERVER_NOT_FOUND`, `MCP_TOOL_NOT_FOUND`, `INVALID_REQUEST` for a temporary grant or a time that is over.
    pub(crate) async fn update_policy(&self, request: McpPolicyUpdateRequest) -> Answer<McpEffectivePolicy> {
        let McpPolicyUpdateRequest { target, decision, .. } = request;
        if matches!(target, McpPolicyTarget::TemporaryGrant { .. }) {
            return Err(invalid("target.target_kind", "a temporary grant is made by answering a request, and never set"));
        }
        let past = decision.as_ref().and_then(|choice| choice.expires_at).is_some_and(|until| until <= self.core.now());
        if past {
            return Err(invalid("decision.expires_at", "it is over already"));
        }
        let view = self
            .core
            .change(move |tx| {
                let summary = match &decision {
                    Some(choice) => format!("The policy of {} is now {}.", words(&target), mode_words(choice.mode)),
                    None => format!("The policy of {} was removed; it inherits again.", words(&target)),
                };
                let view = match &target {
                    McpPolicyTarget::Server { server_id } => Some(server_of(tx.db, server_id)?),
                    McpPolicyTarget::Tool { server_id, tool_name } => {
                        let record = server_of(tx.db, server_id)?;
                        tool_of(tx.db, server_id, tool_name)?;
                        Some(record)
                    }
                    _ => None,
                };
                match decision {
                    Some(choice) => {
                        let decision = McpPolicyDecision {
                            mode: choice.mode,
                            expires_at: choice.expires_at,
                            updated_by: McpPolicyAuthor::User,
                            updated_at: tx.now,
                            schema_version: SCHEMA_VERSION,
                        };
                        mcp_policies::put(tx.db, &McpPolicyRecord { target: target.clone(), decision })?;
                    }
                    None => mcp_policies::delete(tx.db, &target)?,
                }
                let server = view.as_ref().map(|record| &record.entry.server_id);
                let event = Event {
                    caller: Some(&ConnectorCaller::Person),
                    server,
                    tool: None,
                    kind: McpReceiptKind::PolicyUpdate,
                    status: McpReceiptStatus::Ok,
                    summary,
                    arguments: None,
                    milliseconds: None,
                    correlation: None,
                };
                receipts::add(tx, event)?;
                Ok(match (&target, view) {
                    (McpPolicyTarget::Tool { server_id, tool_name }, Some(record)) => {
                        tool_view(tx.db, &record, &tool_of(tx.db, server_id, tool_name)?, tx.now)?
                    }
                    (_, Some(record)) => server_view(tx.db, &record, tx.now)?,
                    (_, None) => wide_view(tx.db, target.clone(), tx.now)?,
                })
            })
            .await?;
        self.end_switched_off().await;
        Ok(view)
    }

    /// What holds for everything.
    pub(super) async fn global_policy(&self) -> Answer<McpEffectivePolicy> {
        let now = self.core.now();
        self.core.store.read(move |db| wide_view(db, McpPolicyTarget::Global {}, now)).await.map_err(crate::stored)
    }
}

fn server_of(db: &Connection, id: &McpServerId) -> Answer<McpServerRecord> {
    mcp_servers::get(db, id)?.ok_or_else(|| super::unknown(id))
}

fn tool_of(db: &Connection, id: &McpServerId, name: &str) -> Answer<McpToolRecord> {
    mcp_tools::get(db, id, name)?.ok_or_else(|| {
        let message = format!("target.tool_name: {id} has listed no tool “{name}” yet. Connect it first.");
        Failure::new(ErrorCode::McpToolNotFound, message).with_details(json!({ "field": "target.tool_name" }))
    })
}

fn words(target: &McpPolicyTarget) -> String {
    match target {
        McpPolicyTarget::Global {} => "all connectors".to_owned(),
        McpPolicyTarget::Provider { .. } => "a family of connectors".to_owned(),
        McpPolicyTarget::Server { server_id } => server_id.to_string(),
        McpPolicyTarget::Tool { server_id, tool_name } => format!("{tool_name} of {server_id}"),
        McpPolicyTarget::TemporaryGrant { .. } => "a grant".to_owned(),
    }
}

fn mode_words(mode: McpPolicyMode) -> &'static str {
    match mode {
        McpPolicyMode::Enabled => "“allowed”",
        McpPolicyMode::AskFirst => "“ask first”",
        McpPolicyMode::Disabled => "“off”",
    }
}
