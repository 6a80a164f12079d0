//! What a server offers, weighed before anybody reads it.

use super::{Connection, ConnectionError};
use crate::findings::visible;
use crate::links::{Asked, Danger, danger};
use apprentice_contracts::connector::{McpPrompt, McpResource};
use rmcp::model::{PaginatedRequestParams, Tool};
use rmcp::service::ServiceError;
use serde_json::Value;
use std::time::Duration;

/// Most tools of one server.
pub const MOST_TOOLS: usize = 1000;
/// Most resources, and most prompts, that are kept of one server.
pub const MOST_OTHERS: usize = 200;
/// Most pages of one list.
const PAGES: usize = 50;
/// Largest definition of one tool, in bytes of its JSON.
pub const LARGEST_DEFINITION: usize = 256 * 1024;
/// Largest list of tools, in bytes of its JSON.
pub const LARGEST_LISTING: usize = 4 * 1024 * 1024;
/// Deepest definition of a tool: how many objects and lists may be in each other.
pub const DEEPEST: usize = 32;

/// What a server offers.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// The definitions of its tools, in the form of the protocol.
    pub tools: Vec<Value>,
    /// Its resources, at most [`MOST_OTHERS`].
    pub resources: Vec<McpResource>,
    /// Its prompts, at most [`MOST_OTHERS`].
    pub prompts: Vec<McpPrompt>,
}

impl Connection {
    /// Reads everything that the server offers. `patience` bounds all of it.
    ///
    /// # Errors
    /// The tools cannot be listed, or there are more than [`MOST_TOOLS`], or one or all of them are too large ([`LARGEST_DEFINITION`],
    /// [`LARGEST_LISTING`], [`DEEPEST`]). Resources and prompts that cannot be listed are left out.
    pub async fn list(&self, patience: Duration) -> Result<Listing, ConnectionError> {
        let listing = async {
            let info = self.service.peer().peer_info();
            let offers = info.as_ref().map(|info| &info.capabilities);
            let tools = if offers.is_none_or(|offers| offers.tools.is_some()) { self.tools().await? } else { Vec::new() };
            let mut listing = Listing { tools, ..Listing::default() };
            if offers.is_some_and(|offers| offers.resources.is_some()) {
                listing.resources = self.resources().await.unwrap_or_default();
            }
            if offers.is_some_and(|offers| offers.prompts.is_some()) {
                listing.prompts = self.prompts().await.unwrap_or_default();
            }
            Ok(listing)
        };
        tokio::time::timeout(patience, listing).await.unwrap_or(Err(ConnectionError::Timeout(patience)))
    }

    async fn tools(&self) -> Result<Vec<Value>, ConnectionError> {
        let (mut tools, mut bytes, mut cursor) = (Vec::new(), 0, None);
        for _ in 0..PAGES {
            let page = self.service.peer().list_tools(params(cursor)).await.map_err(|error| self.service_error(error))?;
            for tool in &page.tools {
                let (definition, size) = weighed(tool).map_err(|why| ConnectionError::Protocol(self.clip(&why)))?;
                bytes += size;
                tools.push(definition);
                if tools.len() > MOST_TOOLS {
                    return Err(ConnectionError::Protocol(format!("it lists more than {MOST_TOOLS} tools")));
                }
                if bytes > LARGEST_LISTING {
                    let most = LARGEST_LISTING / (1024 * 1024);
                    return Err(ConnectionError::Protocol(format!("the definitions of its tools have more than {most} MiB")));
                }
            }
            cursor = page.next_cursor;
            if cursor.is_none() {
                return Ok(tools);
            }
        }
        Err(ConnectionError::Protocol(format!("its list of tools has more than {PAGES} pages")))
    }

    async fn resources(&self) -> Result<Vec<McpResource>, ServiceError> {
        let (mut all, mut cursor) = (Vec::new(), None);
        for _ in 0..PAGES {
            let page = self.service.peer().list_resources(params(cursor)).await?;
            all.extend(page.resources.iter().filter_map(|resource| serde_json::to_value(resource).ok()).map(|resource| {
                McpResource {
                    uri: text(&resource, "uri").map(harmless).unwrap_or_default(),
                    name: text(&resource, "name").unwrap_or_default(),
                    description: text(&resource, "description"),
                    mime_type: text(&resource, "mimeType"),
                }
            }));
            cursor = page.next_cursor;
            if cursor.is_none() || all.len() >= MOST_OTHERS {
                break;
            }
        }
        all.truncate(MOST_OTHERS);
        Ok(all)
    }

    async fn prompts(&self) -> Result<Vec<McpPrompt>, ServiceError> {
        let (mut all, mut cursor) = (Vec::new(), None);
        for _ in 0..PAGES {
            let page = self.service.peer().list_prompts(params(cursor)).await?;
            all.extend(page.prompts.iter().filter_map(|prompt| serde_json::to_value(prompt).ok()).map(|prompt| McpPrompt {
                name: text(&prompt, "name").unwrap_or_default(),
                description: text(&prompt, "description"),
                arguments:
                    prompt["arguments"].as_array().into_iter().flatten().filter_map(|argument| text(argument, "name")).collect(),
            }));
            cursor = page.next_cursor;
            if cursor.is_none() || all.len() >= MOST_OTHERS {
                break;
            }
        }
        all.truncate(MOST_OTHERS);
        Ok(all)
    }
}

fn params(cursor: Option<String>) -> Option<PaginatedRequestParams> {
    cursor.map(|cursor| PaginatedRequestParams::default().with_cursor(Some(cursor)))
}

fn text(value: &Value, field: &str) -> Option<String> {
    value[field].as_str().map(|text| visible(text).chars().take(2000).collect())
}

/// An address as it is shown: one that nobody should open is none.
fn harmless(address: String) -> String {
    match danger(&address, &Asked::default()) {
        Some(danger @ (Danger::Script | Danger::Program | Danger::Share)) => format!("(left out: it {})", danger.words()),
        Some(Danger::File) | None => address,
    }
}

/// The definition of a tool in the form of the protocol, with its size in bytes. `Err`: why it is refused.
fn weighed(tool: &Tool) -> Result<(Value, usize), String> {
    let definition = serde_json::to_value(tool).map_err(|error| error.to_string())?;
    let size = definition.to_string().len();
    if size > LARGEST_DEFINITION {
        return Err(format!("the definition of its tool “{}” has more than {} KiB", tool.name, LARGEST_DEFINITION / 1024));
    }
    if is_deeper(&definition, DEEPEST) {
        return Err(format!("the definition of its tool “{}” is nested deeper than {DEEPEST} levels", tool.name));
    }
    Ok((definition, size))
}

/// Whether objects and lists are in each other more than `levels` deep.
fn is_deeper(value: &Value, levels: usize) -> bool {
    let mut inner: Box<dyn Iterator<Item = &Value>> = match value {
        Value::Object(fields) => Box::new(fields.values()),
        Value::Array(items) => Box::new(items.iter()),
        _ => return false,
    };
    levels == 0 || inner.any(|value| is_deeper(value, levels - 1))
}
