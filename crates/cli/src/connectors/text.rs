//! Connectors in words.

use crate::learn::label;
use apprentice_contracts::connector::*;
use serde_json::Value;
use std::fmt::Write;

pub fn list(found: &McpServerListResponse) -> String {
    if found.servers.is_empty() {
        return "There is no connector yet. `apprentice connectors add NAME -- COMMAND` registers one, `import` finds those of your agents.".to_owned();
    }
    let line = |item: &McpServerListItem| {
        let badges: Vec<String> = item.badge_states.iter().map(|badge| label(badge).replace('_', " ")).collect();
        let tools = if item.tool_count == 1 { "1 tool".to_owned() } else { format!("{} tools", item.tool_count) };
        format!("{:<24}{:<10}{}", item.registry.server_id, tools, badges.join(", ")).trim_end().to_owned()
    };
    found.servers.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// What a connector starts or reaches, whole.
pub fn reach(entry: &McpServerEntry) -> String {
    let mut text = format!("“{}” ", entry.display_name);
    match (&entry.command, &entry.endpoint_url) {
        (Some(command), _) => {
            text.push_str("starts this program with your rights:\n");
            let _ = write!(text, "  {}", command.program);
            for argument in &command.arguments {
                // Each on a line of its own, so that none hides in another.
                let _ = write!(text, "\n    {argument:?}");
            }
            if let Some(folder) = &command.folder {
                let _ = write!(text, "\n  in {folder}");
            }
        }
        (None, url) => {
            let _ = write!(text, "sends what it is given to:\n  {}", url.as_deref().unwrap_or_default());
        }
    }
    for variable in entry.environment.iter().chain(&entry.headers) {
        let _ = write!(text, "\n  with {}", self::variable(variable));
    }
    if let Some(client) = &entry.oauth_client {
        let _ = write!(text, "\n  signed in {}", oauth_client(client));
    }
    text
}

fn oauth_client(client: &McpOauthClient) -> String {
    let who = match client.auth_mode {
        McpAuthMode::ClientCredentials => "automatically",
        McpAuthMode::Delegated => "by you",
    };
    let mut text = format!("{who} as the client {}", client.client_id);
    if let Some(issuer) = &client.issuer {
        let _ = write!(text, " at {issuer}");
    }
    if client.client_auth != McpClientAuth::None {
        let what = if client.client_auth == McpClientAuth::PrivateKeyJwt { "key" } else { "secret" };
        let place = match client.credential {
            McpValuePlace::Keychain | McpValuePlace::Plain => "in the keychain",
            McpValuePlace::Environment => "from the environment of Apprentice",
            McpValuePlace::Missing => "not given yet",
        };
        let _ = write!(text, " (its {what} is {place})");
    }
    text
}

fn variable(variable: &McpVariable) -> String {
    match (&variable.value, variable.place) {
        (Some(value), _) => format!("{}={value}", variable.name),
        (None, McpValuePlace::Missing) => format!("{} (has no value yet)", variable.name),
        (None, McpValuePlace::Environment) => format!("{} (from the environment of Apprentice)", variable.name),
        (None, _) => format!("{} (in the keychain)", variable.name),
    }
}

pub fn detail(found: &McpServerDetailResponse) -> String {
    let entry = &found.server.registry;
    let badges: Vec<String> = found.server.badge_states.iter().map(|badge| label(badge).replace('_', " ")).collect();
    let mut text = reach(entry);
    let _ = write!(text, "\n\nState: {}", if badges.is_empty() { "ready".to_owned() } else { badges.join(", ") });
    if let Some(reason) = &found.server.health.health_reason {
        let _ = write!(text, "\n  {reason}");
    }
    for (tool, health) in found.server.health.tool_health.iter().filter(|(_, health)| !health.ok) {
        let _ = write!(text, "\n  {tool} failed last time: {}", health.last_error.as_deref().unwrap_or("no reason was given"));
    }
    if !found.server.scopes_needed.is_empty() {
        let scopes = found.server.scopes_needed.join(", ");
        let _ = write!(
            text,
            "\n  It wants more than you granted: {scopes}. `apprentice connectors sign-in {}` asks for it.",
            entry.server_id
        );
    }
    let _ = write!(text, "\n\n{}", tools(&found.tools));
    for receipt in &found.receipts {
        let _ = write!(text, "\n{}  {}", receipt.created_at.format("%Y-%m-%d %H:%M"), receipt.summary);
    }
    text
}

pub fn tools(tools: &[McpTool]) -> String {
    if tools.is_empty() {
        return "It lists no tool.".to_owned();
    }
    let line = |tool: &McpTool| {
        let pin = match tool.pin {
            McpPinState::Pinned => "",
            McpPinState::New => "  [new]",
            McpPinState::Changed => "  [changed, not called]",
        };
        let first = tool.description.lines().next().unwrap_or_default();
        let mut text = format!("{:<28}{first}{pin}", tool.name);
        for finding in &tool.findings {
            let _ = write!(text, "\n    ! {}", finding.message);
        }
        text
    };
    tools.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// New and changed tools with what is to be read of each.
pub fn changes(tools: &[&McpTool]) -> String {
    let mut text = String::new();
    for tool in tools {
        if tool.pin == McpPinState::New {
            let _ = writeln!(text, "{} is new: {}", tool.name, tool.description);
        }
        for change in &tool.changes {
            let side = |value: &Option<Value>| value.as_ref().map_or_else(|| "(nothing)".to_owned(), Value::to_string);
            let _ = writeln!(text, "{}, {}:\n  - {}\n  + {}", tool.name, change.field, side(&change.before), side(&change.after));
        }
        for finding in &tool.findings {
            let _ = writeln!(text, "  ! {}", finding.message);
        }
    }
    text.trim_end().to_owned()
}

/// The texts of a result; JSON of what is no text.
pub fn result(result: &Value) -> String {
    let parts = result["content"].as_array().into_iter().flatten();
    let texts: Vec<String> = parts.map(|part| part["text"].as_str().map_or_else(|| part.to_string(), str::to_owned)).collect();
    if texts.is_empty() { result["structuredContent"].to_string() } else { texts.join("\n") }
}

pub fn plan(plan: &McpImportPlan) -> String {
    let mut text = String::new();
    for source in plan.sources.iter().filter(|source| source.found) {
        let _ = writeln!(text, "{}: {}", source.agent_label, source.file);
        if let Some(problem) = &source.problem {
            let _ = writeln!(text, "  ! It cannot be read: {problem}.");
        }
        for item in plan.items.iter().filter(|item| item.file == source.file) {
            self::item(&mut text, item);
        }
    }
    if text.is_empty() {
        text.push_str("No configuration of an agent was found.");
    }
    text.trim_end().to_owned()
}

/// What an import would register, with what has to be known about it.
fn item(text: &mut String, item: &McpImportItem) {
    let verdict = match item.verdict {
        McpImportVerdict::Ready => "+",
        McpImportVerdict::NeedsValues => "+ (needs values)",
        McpImportVerdict::AlreadyRegistered => "= (registered)",
        McpImportVerdict::Unsupported => "- (not imported)",
    };
    let reach = match (&item.command, &item.endpoint_url) {
        (Some(command), _) => std::iter::once(&command.program).chain(&command.arguments).cloned().collect::<Vec<_>>().join(" "),
        (None, url) => url.clone().unwrap_or_default(),
    };
    let _ = writeln!(text, "  {verdict} {}  {reach}", item.name);
    if let Some(folder) = item.command.as_ref().and_then(|command| command.folder.as_ref()) {
        let _ = writeln!(text, "      in {folder}");
    }
    if let Some(words) = &item.description {
        let _ = writeln!(text, "      It says: {words}");
    }
    for one in item.environment.iter().chain(&item.headers) {
        let _ = writeln!(text, "      {}", variable(one));
    }
    for one in &item.inputs {
        let _ = writeln!(text, "      {}", input(one));
    }
    for finding in &item.findings {
        let _ = writeln!(text, "      ! {}", finding.message);
    }
    if let Some(note) = &item.note {
        let _ = writeln!(text, "      {note}");
    }
}

/// What the registry answered.
pub fn found(found: &McpRegistrySearchResponse) -> String {
    let mut text = String::new();
    for server in &found.servers {
        let title = if server.title.is_empty() { String::new() } else { format!("  “{}”", server.title) };
        let _ = writeln!(text, "{} {}{title}", server.name, server.version);
        if let Some(problem) = &server.problem {
            let _ = writeln!(text, "  - (not imported) {problem}");
        }
        server.items.iter().for_each(|one| item(&mut text, one));
    }
    if found.servers.is_empty() {
        let _ = writeln!(text, "{} has no server with these words; one of them has to be in its name.", found.registry);
    } else {
        let _ = writeln!(
            text,
            "`apprentice connectors import --registry NAME` imports one. Anybody can publish there, so read what it starts."
        );
    }
    if found.more {
        let _ = writeln!(text, "It has more of them. Give another word of the name.");
    }
    if found.left_out > 0 {
        let _ = writeln!(text, "{} of its entries could not be read.", found.left_out);
    }
    text.trim_end().to_owned()
}

/// What a file asks for.
fn input(input: &McpImportInput) -> String {
    let kind = match input.kind {
        McpImportInputKind::Text => "",
        McpImportInputKind::Number => "a number",
        McpImportInputKind::Boolean => "true or false",
        McpImportInputKind::Path => "a path",
    };
    let choices = if input.choices.is_empty() { String::new() } else { format!("one of {}", input.choices.join(", ")) };
    let default =
        if input.default.is_empty() { String::new() } else { format!("without an answer {}", input.default.join(", ")) };
    let how = [
        if input.required { "required" } else { "optional" },
        if input.secret { "secret" } else { "" },
        if input.many { "may be repeated" } else { "" },
        kind,
        &choices,
        &default,
    ];
    let how: Vec<&str> = how.into_iter().filter(|word| !word.is_empty()).collect();
    let words = input.description.as_deref().unwrap_or(&input.label);
    format!("asks for {} ({}): {words}", input.name, how.join("; "))
}
