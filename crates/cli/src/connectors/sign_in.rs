//! Signing in to a connector, and out.

use crate::engine::Engine;
use crate::output::{CommandError, CommandResult, Report, without_control_characters};
use apprentice_api::operations as op;
use apprentice_contracts::connector::{McpAuthRevokeResponse, McpAuthStartResponse, McpAuthState, McpServerAuthStatus};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::ids::McpServerId;
use clap::Args;
use serde_json::json;
use std::io::{BufRead, Write};
use std::time::Duration;

/// How often the engine is asked whether the browser came back.
const POLL: Duration = Duration::from_millis(500);

/// How often it is asked again after the browser came back: fetching the tokens takes at most half a minute.
const FETCHING: u32 = 80;

#[derive(Args)]
pub struct SignIn {
    pub name: String,
    /// A scope to request instead of those that the server names. May be repeated
    #[arg(long = "scope", value_name = "SCOPE")]
    scopes: Vec<String>,
    /// The id under which Apprentice is registered at the authorization server, or the https:// address of its metadata document
    #[arg(long, value_name = "ID")]
    client_id: Option<String>,
    /// Read its secret from a line of standard input
    #[arg(long, requires = "client_id")]
    client_secret: bool,
    /// Show a code to type on any device, for a machine without a browser
    #[arg(long)]
    device: bool,
    /// Print the address and exit. Continue with --finish
    #[arg(long, conflicts_with = "finish")]
    no_wait: bool,
    /// End a sign-in that waits
    #[arg(long, conflicts_with_all = ["finish", "no_wait", "device", "scopes", "client_id"])]
    cancel: bool,
    /// Renew the token of a sign-in now, where its auth profile renews it only on request
    #[arg(long, conflicts_with_all = ["finish", "no_wait", "device", "scopes", "client_id", "cancel"])]
    renew: bool,
    /// The browser was on another machine: read the address that it was redirected to from a line of standard input
    #[arg(long)]
    finish: bool,
}

pub async fn run(engine: &Engine, id: &McpServerId, request: &SignIn) -> CommandResult {
    if request.finish {
        let body = json!({ "address": line("the address that the browser was sent to")? });
        let status: McpServerAuthStatus = engine.call(op::FINISH_MCP_SIGN_IN.call([id]).json(body)).await?;
        return Report::new(&status, words(&status));
    }
    if request.renew {
        let status: McpServerAuthStatus = engine.call(op::REFRESH_MCP_SIGN_IN.call([id]).json(json!({ "force": true }))).await?;
        return Report::new(&status, words(&status));
    }
    if request.cancel {
        let status: McpServerAuthStatus = engine.call(op::CANCEL_MCP_SIGN_IN.call([id])).await?;
        return Report::new(&status, format!("No sign-in to {id} waits any more."));
    }
    let secret = if request.client_secret { Some(line("the client secret")?) } else { None };
    let scopes = Some(&request.scopes).filter(|scopes| !scopes.is_empty());
    let body = json!({
        "requested_scopes_override": scopes, "client_id": request.client_id, "client_secret": secret,
        "device_code": request.device,
    });
    let begun: McpAuthStartResponse = engine.call(op::START_MCP_SIGN_IN.call([id]).json(body)).await?;
    let text = what_to_do(&begun);
    if request.no_wait {
        return Report::new(&begun, text.trim_end());
    }
    // Whether it can be written or not, the answer is awaited.
    let _ = writeln!(std::io::stderr(), "{}", without_control_characters(&text));
    let mut left = FETCHING;
    loop {
        tokio::time::sleep(POLL).await;
        let status: McpServerAuthStatus = engine.call(op::MCP_SIGN_IN_STATUS.call([id])).await?;
        if status.waits_until.is_some() {
            continue;
        }
        if let Some(why) = &status.last_error {
            return Err(CommandError::refused(ErrorCode::McpSignInFailed, format!("The sign-in failed: {why}.")));
        }
        // The answer was used, and the tokens are being fetched.
        match status.auth_state {
            McpAuthState::Healthy => return Report::new(&status, words(&status)),
            _ if left == 0 => {
                let message = "The sign-in was cancelled, or nobody answered it in time. Begin again.".to_owned();
                return Err(CommandError::refused(ErrorCode::McpOauthStateInvalid, message));
            }
            _ => left -= 1,
        }
    }
}

/// What the person has to do, in words.
pub(super) fn what_to_do(begun: &McpAuthStartResponse) -> String {
    let McpAuthStartResponse { issuer, authorization_url: address, .. } = begun;
    let mut text = match (&begun.user_code, &begun.verification_uri) {
        (Some(code), Some(plain)) => {
            let mut text =
                format!("Open this address on any device, type the code, and agree at {issuer}:\n\n  {plain}\n  {code}\n");
            if address != plain {
                text.push_str(&format!("\nOr open this one, which has the code in it:\n\n  {address}\n"));
            }
            text
        }
        _ => format!("Open this address in your browser, and agree at {issuer}:\n\n  {address}\n"),
    };
    if !begun.scopes.is_empty() {
        text.push_str(&format!("\nIt asks for: {}.\n", begun.scopes.join(", ")));
    }
    text
}

pub async fn out(engine: &Engine, id: &McpServerId, revoke: bool) -> CommandResult {
    let body = json!({ "revoke_remote": revoke });
    let done: McpAuthRevokeResponse = engine.call(op::REVOKE_MCP_SIGN_IN.call([id]).json(body)).await?;
    let mut text = format!("Signed out of {id}.");
    if let Some(note) = &done.note {
        text.push_str(&format!(" {note}"));
    }
    Report::new(&done, text)
}

fn words(status: &McpServerAuthStatus) -> String {
    let scopes = if status.scopes_granted.is_empty() { "nothing named".to_owned() } else { status.scopes_granted.join(", ") };
    let mut text = format!("Signed in to {}. Granted: {scopes}.", status.server_id);
    if !status.scopes_missing.is_empty() {
        text.push_str(&format!(" Not granted: {}.", status.scopes_missing.join(", ")));
    }
    text
}

fn line(what: &str) -> Result<String, CommandError> {
    let mut text = String::new();
    let read = std::io::stdin().lock().read_line(&mut text);
    let refused = |why: String| CommandError::refused(ErrorCode::InvalidRequest, why);
    read.map_err(|error| refused(format!("standard input cannot be read: {error}")))?;
    match text.trim() {
        "" => Err(refused(format!("Give {what} as a line of standard input."))),
        line => Ok(line.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_reads_the_address_the_code_and_what_is_asked_for() {
        let begun = |change: serde_json::Value| {
            let mut all = json!({
                "server_id": "far", "auth_profile_id": "far", "authorization_url": "https://a.example/x", "auth_url": "https://a.example/x",
                "issuer": "https://a.example", "scopes": ["files", "mail"], "oauth_state_ref": "r",
                "expires_at": "2027-01-01T00:00:00Z", "receipt_id": "01900000-0000-7000-8000-000000000001", "schema_version": 1,
            });
            for (name, value) in change.as_object().unwrap() {
                all[name] = value.clone();
            }
            what_to_do(&serde_json::from_value(all).unwrap())
        };
        let browser = begun(json!({}));
        assert!(browser.contains("in your browser") && browser.contains("It asks for: files, mail."), "{browser}");
        let device = begun(json!({ "user_code": "ABCD-EFGH", "verification_uri": "https://a.example/d", "scopes": [] }));
        for words in ["https://a.example/d\n  ABCD-EFGH", "has the code in it:\n\n  https://a.example/x"] {
            assert!(device.contains(words), "{device}");
        }
        assert!(!device.contains("asks for"), "{device}");
        let plain = begun(json!({ "user_code": "A", "verification_uri": "https://a.example/x" }));
        assert!(!plain.contains("Or open"), "{plain}");
    }
}
