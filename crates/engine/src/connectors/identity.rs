//! What the person trusts: everything that decides what is started or reached. A change of any part has to be trusted again.

use apprentice_connectors::pins::{canonical, sha256};
use apprentice_store::mcp_servers::McpServerRecord;
use serde_json::json;

/// SHA-256 over command, folder, variables, address, headers and the client of the sign-in. Secrets count by the number of their changes.
pub(super) fn of(record: &McpServerRecord) -> String {
    let entry = &record.entry;
    let mut what = json!({
        "transport": entry.transport,
        "command": entry.command,
        "endpoint_url": entry.endpoint_url,
        "environment": entry.environment,
        "headers": entry.headers,
        "secrets_version": record.secrets_version,
    });
    // Without a client it is as it was before there were clients.
    if let Some(client) = &entry.oauth_client {
        what["oauth_client"] = json!(client);
    }
    sha256(canonical(&what))
}

/// Whether the person trusts the server as it is.
pub(super) fn is_trusted(record: &McpServerRecord) -> bool {
    record.trusted_identity.as_deref() == Some(of(record).as_str())
}
