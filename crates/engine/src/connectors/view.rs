//! Servers and tools as callers see them.

use super::receipts::mark_teachable;
use super::{Connectors, identity, oauth_client, policy, sign_in};
use crate::Answer;
use crate::core::keychain;
use apprentice_agents::servers;
use apprentice_connectors::{findings, pins};
use apprentice_contracts::ability::AbilityAvailabilityEntry;
use apprentice_contracts::connector::*;
use apprentice_contracts::ids::{McpServerId, ReceiptId};
use apprentice_contracts::{SCHEMA_VERSION, Time};
use apprentice_store::mcp_servers::{self, McpServerRecord};
use apprentice_store::mcp_tools::{self, McpToolRecord};
use apprentice_store::{Connection, StoreError, abilities, mcp_receipts, mcp_tool_health};
use serde_json::Value;
use std::collections::BTreeMap;

/// Receipts of a server in its detail.
const RECEIPTS: u32 = 20;

impl Connectors {
    pub(crate) async fn servers(&self) -> Answer<McpServerListResponse> {
        let now = self.core.now();
        let read = self.core.store.read(move |db| {
            let (all, links) = (mcp_servers::all(db)?.into_iter(), Links::read(db)?);
            all.map(|record| {
                let seen = Seen::read(db, &record.entry.server_id)?;
                Ok((policy::server_view(db, &record, now)?, seen, links.of(&record), record))
            })
            .collect::<Result<Vec<_>, StoreError>>()
        });
        let found = read.await.map_err(crate::stored)?;
        let mut servers: Vec<McpServerListItem> =
            found.into_iter().map(|(policy, seen, links, record)| self.item(record, seen, policy, links)).collect();
        servers.sort_by_key(|item| (item.registry.display_name.to_lowercase(), item.registry.server_id.clone()));
        let no_keychain = keychain::missing(&self.core).await;
        let global_policy = self.global_policy().await?;
        Ok(McpServerListResponse {
            servers,
            global_policy,
            no_keychain,
            secrets_file: keychain::file(&self.core),
            generated_at: self.core.now(),
            schema_version: SCHEMA_VERSION,
        })
    }

    pub(crate) async fn server(&self, id: &McpServerId) -> Answer<McpServerDetailResponse> {
        let record = self.record(id).await?;
        let (wanted, now, owner) = (id.clone(), self.core.now(), record.clone());
        let read = self.core.store.read(move |db| {
            let tools = mcp_tools::of_server(db, &wanted)?;
            let listed = tools.iter().filter(|tool| tool.listed);
            let views = listed.map(|tool| view(db, &owner, tool, now)).collect::<Result<Vec<_>, StoreError>>()?;
            let (seen, policy) = (Seen::read(db, &wanted)?, policy::server_view(db, &owner, now)?);
            let links = Links::read(db)?.of(&owner);
            let mut receipts = mcp_receipts::latest(db, &wanted, RECEIPTS)?;
            mark_teachable(db, receipts.iter_mut())?;
            Ok::<_, StoreError>((seen, policy, links, views, receipts))
        });
        let (seen, policy, links, tools, receipts) = read.await.map_err(crate::stored)?;
        let (resources, prompts, listed_at) = (record.resources.clone(), record.prompts.clone(), record.listed_at);
        Ok(McpServerDetailResponse {
            server: self.item(record, seen, policy, links),
            tools,
            resources,
            prompts,
            listed_at,
            log: self.connections.log(id),
            receipts,
            schema_version: SCHEMA_VERSION,
        })
    }

    pub(crate) async fn health(&self, id: &McpServerId) -> Answer<McpConnectionHealth> {
        let record = self.record(id).await?;
        let wanted = id.clone();
        let seen = self.core.store.read(move |db| Seen::read(db, &wanted)).await.map_err(crate::stored)?;
        Ok(self.health_of(&record, seen.tools))
    }

    /// A server as it is in the database.
    pub(super) async fn item_of(&self, id: &McpServerId) -> Answer<McpServerListItem> {
        let record = self.record(id).await?;
        let (wanted, now, owner) = (id.clone(), self.core.now(), record.clone());
        let read = self.core.store.read(move |db| {
            let (seen, policy) = (Seen::read(db, &wanted)?, policy::server_view(db, &owner, now)?);
            Ok::<_, StoreError>((seen, policy, Links::read(db)?.of(&owner)))
        });
        let (seen, policy, links) = read.await.map_err(crate::stored)?;
        Ok(self.item(record, seen, policy, links))
    }

    fn health_of(&self, record: &McpServerRecord, tool_health: BTreeMap<String, McpToolHealth>) -> McpConnectionHealth {
        let (last, now) = (&record.last, self.core.now());
        let backoff = last.backoff_until.filter(|until| *until > now);
        let status = match (record.entry.enabled, last.at, &last.code) {
            (false, ..) => McpHealthStatus::Disabled,
            (true, None, _) => McpHealthStatus::Unknown,
            (true, Some(_), None) => McpHealthStatus::Healthy,
            (true, Some(_), Some(_)) => McpHealthStatus::Degraded,
        };
        let throttle = match (&backoff, last.code.as_deref()) {
            (None, _) => McpThrottle::None,
            (Some(_), Some("RATE_LIMITED")) => McpThrottle::RateLimited,
            (Some(_), _) => McpThrottle::ServerBackoff,
        };
        McpConnectionHealth {
            server_id: record.entry.server_id.clone(),
            health_status: status,
            health_reason_code: last.code.clone(),
            health_reason: last.reason.clone(),
            last_checked_at: last.at,
            failure_count_rolling: last.failures,
            backoff_until: backoff,
            throttle_state: McpThrottleState {
                state: throttle,
                retry_after_ms: backoff.map(|until| u64::try_from((until - now).num_milliseconds()).unwrap_or_default()),
                reason_code: last.code.clone().filter(|_| backoff.is_some()),
            },
            auth_state: sign_in::state_of(record),
            interactive_capable: record.entry.interaction_mode == McpInteractionMode::InteractiveUser,
            tool_health,
            connected: self.connections.is_open(&record.entry.server_id),
            schema_version: SCHEMA_VERSION,
        }
    }

    fn item(
        &self,
        record: McpServerRecord,
        seen: Seen,
        policy: McpEffectivePolicy,
        links: Vec<McpLinkedAbility>,
    ) -> McpServerListItem {
        let Seen { counts, tools, last_receipt_id } = seen;
        let health = self.health_of(&record, tools);
        let trusted = identity::is_trusted(&record);
        let auth_state = sign_in::state_of(&record);
        let mut registry = record.entry.clone();
        registry.identity = identity::of(&record);
        registry.trusted = trusted;
        let badges = [
            (McpBadgeState::Disabled, !registry.enabled),
            (McpBadgeState::TrustRequired, !trusted),
            (McpBadgeState::AuthRequired, matches!(auth_state, McpAuthState::ChallengeRequired | McpAuthState::Expired)),
            (McpBadgeState::Degraded, health.health_status == McpHealthStatus::Degraded),
            (McpBadgeState::ToolsChanged, counts.changed > 0),
            (McpBadgeState::ApprovalRequired, policy.decision.mode == McpPolicyMode::AskFirst),
            (McpBadgeState::Connected, health.connected),
            (McpBadgeState::BackgroundOnly, registry.interaction_mode == McpInteractionMode::BackgroundService),
        ];
        let usable = registry.enabled && trusted;
        let is_remote = registry.transport == McpTransport::RemoteHttp;
        let by_itself = oauth_client::signs_in_itself(&record);
        let is_signed_in = !by_itself && record.sign_in().is_some_and(|sign_in| sign_in.state == McpAuthState::Healthy);
        let has_enough = is_signed_in && auth_state == McpAuthState::Healthy;
        let has_header = registry.headers.iter().any(|header| header.name.eq_ignore_ascii_case("authorization"));
        let actions = [
            (McpServerAction::Edit, true),
            (McpServerAction::Trust, !trusted),
            (McpServerAction::Connect, usable && !health.connected),
            (McpServerAction::Disconnect, health.connected),
            (McpServerAction::SmokeTest, usable),
            (McpServerAction::SignIn, usable && is_remote && !has_enough && !has_header && !by_itself),
            (McpServerAction::SignOut, is_signed_in),
            (McpServerAction::PolicyUpdate, true),
            (McpServerAction::Delete, true),
        ];
        McpServerListItem {
            registry,
            auth_state,
            scopes_needed: record.sign_in().map(|sign_in| sign_in.scopes_needed.clone()).unwrap_or_default(),
            health,
            effective_policy: policy,
            badge_states: badges.into_iter().filter(|(_, is_so)| *is_so).map(|(badge, _)| badge).collect(),
            available_actions: actions.into_iter().filter(|(_, can)| *can).map(|(action, _)| action).collect(),
            tool_count: counts.listed,
            changed_tools: counts.changed,
            linked_abilities: links,
            last_receipt_id,
            schema_version: SCHEMA_VERSION,
        }
    }
}

/// What the database knows of a server besides its record.
struct Seen {
    counts: mcp_tools::Counts,
    /// How its tools answered last.
    tools: BTreeMap<String, McpToolHealth>,
    last_receipt_id: Option<ReceiptId>,
}

impl Seen {
    fn read(db: &Connection, server: &McpServerId) -> Result<Self, StoreError> {
        Ok(Self {
            counts: mcp_tools::counts(db, server)?,
            tools: mcp_tool_health::of_server(db, server)?,
            last_receipt_id: mcp_receipts::latest(db, server, 1)?.first().map(|receipt| receipt.receipt_id),
        })
    }
}

/// Which installed abilities need which servers, as they were checked last.
struct Links(Vec<(Vec<String>, McpLinkedAbility)>);

impl Links {
    fn read(db: &Connection) -> Result<Self, StoreError> {
        let needing = abilities::all(db)?.into_iter().filter(|record| !record.standing.connectors.is_empty());
        let link = |record: abilities::AbilityRecord| {
            let AbilityAvailabilityEntry { ability_id, title, .. } = record.entry;
            let link = McpLinkedAbility { ability_id, label: Some(title), relation: McpLinkRelation::Primary };
            (record.standing.connectors, link)
        };
        let mut all: Vec<(Vec<String>, McpLinkedAbility)> = needing.map(link).collect();
        all.sort_by(|(_, a), (_, b)| (&a.label, &a.ability_id.0).cmp(&(&b.label, &b.ability_id.0)));
        Ok(Self(all))
    }

    fn of(&self, record: &McpServerRecord) -> Vec<McpLinkedAbility> {
        let names = tool_prefixes(record);
        let needs = |(needed, _): &&(Vec<String>, McpLinkedAbility)| needed.iter().any(|one| names.contains(one));
        self.0.iter().filter(needs).map(|(_, link)| link.clone()).collect()
    }
}

/// What the names of its tools begin with in the words of agents: its name, and its id.
fn tool_prefixes(record: &McpServerRecord) -> [String; 2] {
    [record.entry.display_name.as_str(), record.entry.server_id.as_str()].map(servers::tool_prefix)
}

/// The same of every server, so that an ability that needs one of them does not lack it.
pub(crate) fn all_tool_prefixes(db: &Connection) -> Result<Vec<String>, StoreError> {
    Ok(mcp_servers::all(db)?.iter().flat_map(tool_prefixes).collect())
}

fn visible_change(change: McpToolChange) -> McpToolChange {
    let shown = |value: Option<Value>| value.as_ref().map(findings::visible_value);
    McpToolChange { field: findings::visible(&change.field), before: shown(change.before), after: shown(change.after) }
}

/// A tool as the person sees it, with what is suspicious in it.
pub(super) fn view(db: &Connection, record: &McpServerRecord, tool: &McpToolRecord, now: Time) -> Result<McpTool, StoreError> {
    let elsewhere = mcp_tools::others_with(db, &tool.server_id, &tool.name)?;
    let mut elsewhere: Vec<&str> = elsewhere.iter().map(McpServerId::as_str).collect();
    // A name with letters of another script that looks like theirs.
    let alike = match findings::looks_like(&tool.name) {
        Some(name) => mcp_tools::others_like(db, &tool.server_id, &name)?,
        None => Vec::new(),
    };
    elsewhere.extend(alike.iter().map(McpServerId::as_str));
    let definition = &tool.definition;
    let text = |field: &str| definition[field].as_str().map(findings::visible);
    let hint = |field: &str| definition["annotations"][field].as_bool();
    Ok(McpTool {
        name: tool.name.clone(),
        title: text("title").or_else(|| definition["annotations"]["title"].as_str().map(findings::visible)),
        description: text("description").unwrap_or_default(),
        input_schema: definition.get("inputSchema").map_or(Value::Null, findings::visible_value),
        hints: McpToolHints {
            read_only: hint("readOnlyHint"),
            destructive: hint("destructiveHint"),
            idempotent: hint("idempotentHint"),
            open_world: hint("openWorldHint"),
        },
        digest: tool.digest.clone(),
        pin: tool.state,
        changes: match (&tool.pinned, tool.state) {
            (Some(pinned), McpPinState::Changed) => pins::changes(pinned, definition).into_iter().map(visible_change).collect(),
            _ => Vec::new(),
        },
        findings: findings::of_tool(definition, &elsewhere),
        policy: policy::tool_view(db, record, tool, now)?,
    })
}
