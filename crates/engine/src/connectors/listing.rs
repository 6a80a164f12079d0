//! What a server lists, compared with what the person read (pins).

use super::live::Open;
use super::receipts::{self, Event};
use super::{ConnectorCaller, Connectors, identity};
use crate::Answer;
use crate::core::request::invalid;
use apprentice_connectors::connection::{ConnectionError, Listing};
use apprentice_connectors::findings::{doubt, hidden_character, looks_like, visible};
use apprentice_connectors::pins;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::connector::*;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::McpServerId;
use apprentice_store::mcp_servers::{self, McpLastConnection, McpServerRecord};
use apprentice_store::mcp_tools::{self, McpToolRecord};
use apprentice_store::{Connection, StoreError};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Longest name of a tool, in characters.
const LONGEST_NAME: usize = 160;

impl Connectors {
    /// Reads what a server offers and stores it.
    pub(super) async fn list(&self, record: &McpServerRecord, open: &Open, patience: Duration) -> Result<(), ConnectionError> {
        let (changes, began) = (open.connection.changes(), self.core.now());
        let listing = open.connection.list(patience).await?;
        check(&listing)?;
        let (id, revision) = (record.entry.server_id.clone(), open.connection.revision());
        let asked = open.identity.clone();
        let is_new = open.listed_at.load(Ordering::Acquire) == i64::MIN;
        let stored = self.core.change(move |tx| {
            let Some(mut record) = mcp_servers::get(tx.db, &id)? else { return Ok(()) };
            // They are tools of a server that was changed in the meantime.
            if identity::of(&record) != asked {
                return Ok(());
            }
            let known = mcp_tools::of_server(tx.db, &id)?;
            // A server that the person has just trusted is trusted with the tools that it lists first.
            let first = record.listed_at.is_none();
            let identity = identity::of(&record);
            store_tools(tx.db, &id, &identity, known, &listing.tools, first)?;
            record.entry.tool_schema_hash =
                Some(pins::sha256(listing.tools.iter().map(pins::canonical).collect::<Vec<_>>().join("\n")));
            record.entry.supported_tools = listing.tools.iter().filter_map(name).map(str::to_owned).collect();
            record.entry.protocol_revision = revision;
            (record.resources, record.prompts) = (listing.resources, listing.prompts);
            record.listed_at = Some(tx.now);
            // A server that fails its calls may list its tools all the same.
            if is_new || record.last.failures == 0 {
                record.last = McpLastConnection { at: Some(tx.now), ..McpLastConnection::default() };
            }
            mcp_servers::put(tx.db, &record)?;
            Ok(())
        });
        stored
            .await
            .map_err(|failure| ConnectionError::Protocol(format!("what it lists could not be stored: {}", failure.message)))?;
        open.connection.has_listed(changes);
        open.listed_at.store(began.timestamp_millis(), Ordering::Release);
        Ok(())
    }

    pub(crate) async fn connect(&self, id: &McpServerId) -> Answer<McpServerDetailResponse> {
        self.open(id, &ConnectorCaller::Person).await?;
        self.server(id).await
    }

    pub(crate) async fn disconnect(&self, id: &McpServerId) -> Answer<McpServerMutationResponse> {
        self.record(id).await?;
        let updated = self.connections.close(id).await;
        Ok(McpServerMutationResponse {
            server: self.item_of(id).await?,
            updated,
            accepted: true,
            receipt_id: None,
            schema_version: SCHEMA_VERSION,
        })
    }

    /// Starts or reaches a server again and lists its tools. A failure is an answer.
    pub(crate) async fn smoke_test(&self, id: &McpServerId, request: McpSmokeTestRequest) -> Answer<McpSmokeTestResponse> {
        super::same_server(id, request.server_id.as_ref())?;
        let record = self.record(id).await?;
        let (started_at, began) = (self.core.now(), Instant::now());
        let patience = Duration::from_millis(request.max_duration_ms.unwrap_or(30_000).into());
        // One that is open proves nothing about the next start.
        self.connections.close(id).await;
        let opened = match tokio::time::timeout(patience, self.open(id, &ConnectorCaller::Person)).await {
            Ok(opened) => opened,
            Err(_) => {
                let error = ConnectionError::Timeout(patience);
                Err(self.failed(&record, &error, error.to_string()).await)
            }
        };
        let milliseconds = u32::try_from(began.elapsed().as_millis()).unwrap_or(u32::MAX);
        let name = &record.entry.display_name;
        let (status, code, summary) = match &opened {
            Ok(_) => {
                let listed = self.record(id).await?.entry.supported_tools;
                let tools = listed.len();
                let word = if tools == 1 { "tool" } else { "tools" };
                match request.tool_name.as_ref().filter(|tool| !listed.contains(tool)) {
                    None => (McpSmokeTestStatus::Passed, None, format!("“{name}” answered and lists {tools} {word}.")),
                    Some(tool) => {
                        let summary = format!("“{name}” answered and lists {tools} {word}, but not {}.", visible(tool));
                        (McpSmokeTestStatus::Degraded, Some("MCP_TOOL_NOT_FOUND".to_owned()), summary)
                    }
                }
            }
            Err(failure) => {
                let blocked = matches!(failure.code, ErrorCode::McpTrustRequired | ErrorCode::McpServerDisabled);
                let status = if blocked { McpSmokeTestStatus::Blocked } else { McpSmokeTestStatus::Failed };
                let reason = failure.details.as_ref().and_then(|details| details["reason"].as_str().map(str::to_owned));
                let code = reason.unwrap_or_else(|| {
                    serde_json::to_value(failure.code).ok().and_then(|code| code.as_str().map(str::to_owned)).unwrap_or_default()
                });
                (status, Some(code), failure.message.chars().take(500).collect())
            }
        };
        let (server, words) = (id.clone(), summary.clone());
        let receipt_id = self
            .core
            .change(move |tx| {
                let status = match status {
                    McpSmokeTestStatus::Passed => McpReceiptStatus::Ok,
                    McpSmokeTestStatus::Failed => McpReceiptStatus::Failed,
                    McpSmokeTestStatus::Blocked => McpReceiptStatus::Blocked,
                    McpSmokeTestStatus::Degraded => McpReceiptStatus::Degraded,
                };
                let event = Event::ok(McpReceiptKind::SmokeTest, &server, words);
                let correlation = request.correlation_id;
                receipts::add(tx, Event { status, milliseconds: Some(milliseconds), correlation, ..event })
            })
            .await?;
        Ok(McpSmokeTestResponse {
            server_id: id.clone(),
            transport_ok: opened.is_ok(),
            tool_discovery_ok: opened.is_ok(),
            // A server that did not answer said nothing of the sign-in.
            auth_ok: opened.is_ok(),
            status,
            error_code: code,
            summary,
            smoke_test_id: receipt_id,
            receipt_id,
            started_at,
            completed_at: self.core.now(),
            milliseconds,
            schema_version: SCHEMA_VERSION,
        })
    }

    /// The person has read these tools as they are now. Errors: `CONFLICT` when one changed since they read it, `MCP_TOOL_NOT_FOUND`.
    pub(crate) async fn accept_tools(&self, id: &McpServerId, request: McpAcceptToolsRequest) -> Answer<McpServerDetailResponse> {
        self.record(id).await?;
        let server = id.clone();
        self.core
            .change(move |tx| {
                for read in &request.tools {
                    let field = format!("tools.{}", read.name);
                    let mut tool = mcp_tools::get(tx.db, &server, &read.name)?.filter(|tool| tool.listed).ok_or_else(|| {
                        let message = format!("{field}: the server lists no such tool.");
                        Failure::new(ErrorCode::McpToolNotFound, message).with_details(json!({ "field": field }))
                    })?;
                    if tool.digest != read.digest {
                        let message = format!("{field}: it changed again since it was shown. Read it once more.");
                        return Err(Failure::new(ErrorCode::Conflict, message).with_details(json!({ "field": field })));
                    }
                    (tool.pinned, tool.pinned_digest) = (Some(tool.definition.clone()), Some(tool.digest.clone()));
                    tool.state = McpPinState::Pinned;
                    mcp_tools::put(tx.db, &tool)?;
                }
                let names: Vec<&str> = request.tools.iter().map(|tool| tool.name.as_str()).collect();
                let summary = format!("The person read these tools: {}.", names.join(", "));
                receipts::add(tx, Event::ok(McpReceiptKind::ToolsAccepted, &server, summary)).map(drop)
            })
            .await?;
        self.server(id).await
    }
}

fn name(definition: &Value) -> Option<&str> {
    definition["name"].as_str()
}

/// Refuses a list in which a name is missing, too long or there twice: such tools could not be distinguished.
fn check(listing: &Listing) -> Result<(), ConnectionError> {
    let mut names = BTreeSet::new();
    for definition in &listing.tools {
        let name = name(definition).unwrap_or_default();
        if name.is_empty() || name.chars().count() > LONGEST_NAME {
            return Err(ConnectionError::Protocol(format!("a tool has no name, or one of more than {LONGEST_NAME} characters")));
        }
        if let Some(letter) = hidden_character(name).or_else(|| name.chars().find(|letter| letter.is_control())) {
            let (name, code) = (visible(name), u32::from(letter));
            return Err(ConnectionError::Protocol(format!(
                "the name of its tool “{name}” contains U+{code:04X}, which cannot be seen"
            )));
        }
        if !names.insert(name) {
            return Err(ConnectionError::Protocol(format!("two of its tools have the name “{name}”")));
        }
    }
    let mut seen: HashMap<String, &str> = HashMap::new();
    for name in names {
        let shape = looks_like(name).unwrap_or_else(|| name.to_ascii_lowercase());
        if let Some(twin) = seen.insert(shape, name).filter(|twin| !twin.is_ascii() || !name.is_ascii()) {
            return Err(ConnectionError::Protocol(format!("the names of two of its tools, “{name}” and “{twin}”, look alike")));
        }
    }
    Ok(())
}

fn store_tools(
    db: &Connection,
    server: &McpServerId,
    identity: &str,
    known: Vec<McpToolRecord>,
    listed: &[Value],
    first: bool,
) -> Result<(), StoreError> {
    let mut known: BTreeMap<String, McpToolRecord> = known.into_iter().map(|tool| (tool.name.clone(), tool)).collect();
    for definition in listed {
        let Some(name) = name(definition) else { continue };
        let before = known.remove(name);
        let pinned = before.as_ref().and_then(|tool| tool.pinned.clone());
        let state = pins::state(pinned.as_ref(), definition, first);
        let digest = pins::digest(definition, identity);
        let pin = match state {
            McpPinState::Pinned => (Some(definition.clone()), Some(digest.clone())),
            _ => (pinned, before.as_ref().and_then(|tool| tool.pinned_digest.clone())),
        };
        let tool = McpToolRecord {
            server_id: server.clone(),
            name: name.to_owned(),
            definition: definition.clone(),
            digest,
            pinned: pin.0,
            pinned_digest: pin.1,
            state,
            doubt: doubt(definition).map(str::to_owned),
            listed: true,
        };
        if before.as_ref() != Some(&tool) {
            mcp_tools::put(db, &tool)?;
        }
    }
    // A tool that comes back is compared with its pin, so it is kept.
    for mut gone in known.into_values().filter(|tool| tool.listed) {
        gone.listed = false;
        mcp_tools::put(db, &gone)?;
    }
    Ok(())
}

/// The refusal to call a tool that changed.
pub(super) fn quarantined(server: &str, tool: &McpToolRecord) -> Failure {
    let changes = tool.pinned.as_ref().map(|pinned| pins::changes(pinned, &tool.definition)).unwrap_or_default();
    let fields: Vec<&str> = changes.iter().map(|change| change.field.as_str()).collect();
    let message = format!(
        "“{}” of “{server}” changed ({}) since you read it, so it is not called. Read the difference on the Connectors page and accept it.",
        tool.name,
        fields.join(", ")
    );
    Failure::new(ErrorCode::McpToolQuarantined, message)
        .with_details(json!({ "server_id": tool.server_id, "tool_name": tool.name, "changes": fields }))
}

/// The refusal of a tool that a server does not have.
pub(super) fn no_tool(record: &McpServerRecord, tool: &str) -> Failure {
    let some: Vec<&String> = record.entry.supported_tools.iter().take(20).collect();
    let shown: String = visible(tool).chars().take(80).collect();
    let failure = invalid("tool_name", &format!("“{}” has no tool “{shown}”", record.entry.display_name));
    Failure::new(ErrorCode::McpToolNotFound, failure.message).with_details(json!({ "field": "tool_name", "tools": some }))
}
