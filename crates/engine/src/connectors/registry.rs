//! Looking connectors up in the registry of MCP servers, when the person asks. What is found is shown with what it would start, and imported like
//! the file of a server: by its text, so that exactly what was shown is registered.

use super::Connectors;
use super::import_file::items_of_text;
use crate::Answer;
use crate::core::blocking::blocking;
use crate::core::request::invalid;
use apprentice_connectors::registration::registry::{self, Listed, OFFICIAL, RegistryError};
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::connector::{McpRegistryQuery, McpRegistrySearchResponse, McpRegistryServer};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_store::mcp_servers::{self, McpServerRecord};
use serde_json::json;

pub(super) const VARIABLE: &str = "APPRENTICE_MCP_REGISTRY";

impl Connectors {
    /// Errors: `INVALID_REQUEST` on `search`, `MCP_CONNECTION_FAILED` with `details.reason`.
    pub(crate) async fn search_registry(&self, query: McpRegistryQuery) -> Answer<McpRegistrySearchResponse> {
        if query.search.split_whitespace().map(|word| word.chars().count()).max().unwrap_or_default() < 2 {
            return Err(invalid("search", "give a word of at least two characters that is in the name of the server"));
        }
        let registry = self.core.options.machine.variable(VARIABLE).unwrap_or(OFFICIAL).to_owned();
        let found = registry::search(&registry, &query.search).await.map_err(|error| failed(&registry, &error))?;
        let registered = self.core.store.read(|db| mcp_servers::all(db)).await.map_err(crate::stored)?;
        let (more, left_out) = (found.more, found.left_out);
        let read = move || found.servers.into_iter().map(|listed| shown(listed, &registered)).collect();
        let servers = blocking("reading what the registry answered", read).await?;
        Ok(McpRegistrySearchResponse { registry, servers, more, left_out, schema_version: SCHEMA_VERSION })
    }
}

fn shown(listed: Listed, registered: &[McpServerRecord]) -> McpRegistryServer {
    let Listed { name, version, title, description, text } = listed;
    let (items, problem) = match items_of_text(&text, registered) {
        Ok(items) => (items, None),
        Err(why) => (Vec::new(), Some(why)),
    };
    McpRegistryServer { name, version, title, description, items, problem, text }
}

fn failed(registry: &str, error: &RegistryError) -> Failure {
    let remedy = match error {
        RegistryError::Address(_) => format!("Correct {VARIABLE} where Apprentice is started"),
        RegistryError::RateLimited => "Try again in a while".to_owned(),
        RegistryError::Unreachable(_) | RegistryError::Wrong(_) => {
            "Try again later, or import the server.json of the server as a file".to_owned()
        }
    };
    let message = format!("The request to the registry {registry} failed: {error}. {remedy}.");
    Failure::new(ErrorCode::McpConnectionFailed, message).with_details(json!({ "reason": error.code(), "registry": registry }))
}
