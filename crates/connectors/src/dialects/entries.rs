//! One entry of each dialect.

use super::references::{argument, value};
use super::{Value, Way};
use serde_json::Value as Json;

/// What an entry says, before its references are resolved. `local`: program, arguments, folder.
#[derive(Default)]
pub(super) struct Entry {
    pub local: Option<(String, Vec<String>, Option<String>)>,
    pub url: Option<String>,
    pub unsupported: Option<String>,
    /// It is no server at all.
    pub skipped: bool,
    pub environment: Vec<(String, Value)>,
    pub headers: Vec<(String, Value)>,
    pub enabled: bool,
}

/// An entry with its references resolved.
pub(super) struct Complete {
    pub way: Way,
    pub environment: Vec<(String, Value)>,
    pub headers: Vec<(String, Value)>,
    pub enabled: bool,
}

/// `None`: it is no server.
pub(super) fn complete(mut entry: Entry) -> Option<Complete> {
    if entry.skipped {
        return None;
    }
    let way = way(&mut entry);
    Some(Complete { way, environment: entry.environment, headers: entry.headers, enabled: entry.enabled })
}

fn way(entry: &mut Entry) -> Way {
    if let Some(why) = entry.unsupported.take() {
        return Way::Unsupported(why);
    }
    if let Some((program, arguments, folder)) = entry.local.take() {
        let own = std::path::Path::new(&program).file_stem().is_some_and(|name| name == "apprentice");
        if own && arguments.iter().any(|argument| argument == "mcp" || argument == "mcp-proxy") {
            return Way::Unsupported(super::ITSELF.to_owned());
        }
        let mut all = Vec::new();
        for text in std::iter::once(&program).chain(&arguments).chain(&folder) {
            match argument(text) {
                Ok((written, names)) => {
                    all.push(written);
                    for name in names {
                        if !entry.environment.iter().any(|(known, _)| *known == name) {
                            let from = format!("the variable {name} of the agent, for its command");
                            entry.environment.push((name, Value::Wanted(from)));
                        }
                    }
                }
                Err(why) => return Way::Unsupported(why),
            }
        }
        let folder = folder.is_some().then(|| all.pop()).flatten();
        let program = all.remove(0);
        if program.contains("${") || folder.as_ref().is_some_and(|folder| folder.contains("${")) {
            return Way::Unsupported("Its program or folder depends on a variable of the agent. Register it by hand.".to_owned());
        }
        return Way::Local(program, all, folder);
    }
    match entry.url.take() {
        Some(url) => match value(&url) {
            Value::Given(url) => Way::Remote(url),
            Value::Wanted(from) => Way::Unsupported(format!("Its address depends on {from}. Register it by hand.")),
        },
        None => Way::Unsupported("It names neither a program nor an address.".to_owned()),
    }
}

fn text(value: &Json, field: &str) -> Option<String> {
    value.get(field).and_then(Json::as_str).filter(|text| !text.is_empty()).map(str::to_owned)
}

fn texts(value: &Json, field: &str) -> Vec<String> {
    value.get(field).and_then(Json::as_array).into_iter().flatten().filter_map(scalar).collect()
}

/// A scalar as text: configurations write numbers and switches without quotes.
fn scalar(value: &Json) -> Option<String> {
    match value {
        Json::String(text) => Some(text.clone()),
        Json::Number(number) => Some(number.to_string()),
        Json::Bool(switch) => Some(switch.to_string()),
        _ => None,
    }
}

fn values(entry: &Json, field: &str) -> Vec<(String, Value)> {
    let fields = entry.get(field).and_then(Json::as_object).into_iter().flatten();
    fields.filter_map(|(name, text)| Some((name.clone(), value(&scalar(text)?)))).collect()
}

fn is_on(entry: &Json) -> bool {
    entry.get("enabled") != Some(&Json::Bool(false)) && entry.get("disabled") != Some(&Json::Bool(true))
}

fn local(entry: &Json, program: &str) -> Option<(String, Vec<String>, Option<String>)> {
    Some((text(entry, program)?, texts(entry, "args"), text(entry, "cwd")))
}

const SSE: &str = "It uses the old transport “sse”, which is no longer supported. Ask for its address of streamable HTTP.";

/// `{type?, command, args, env, cwd}` or `{type?, url, headers}`: Claude Desktop, Claude Code, Cursor, VS Code, OpenClaw.
pub(super) fn common(entry: &Json) -> Entry {
    let kind = text(entry, "type").or_else(|| text(entry, "transport")).unwrap_or_default();
    let mut unsupported = (kind == "sse").then(|| SSE.to_owned());
    if let Some(file) = text(entry, "envFile") {
        unsupported.get_or_insert(format!(
            "It reads variables from {file}, which is not read. Register it by hand with these variables."
        ));
    }
    Entry {
        local: local(entry, "command"),
        url: text(entry, "url").or_else(|| text(entry, "serverUrl")),
        unsupported,
        environment: values(entry, "env"),
        headers: values(entry, "headers"),
        enabled: is_on(entry),
        ..Entry::default()
    }
}

/// `{command, args, env, env_vars, cwd}` or `{url, bearer_token_env_var, http_headers, env_http_headers}`.
pub(super) fn codex(entry: &Json) -> Entry {
    let of_agent = |name: &str| Value::Wanted(format!("the variable {name} of the agent"));
    let mut environment = values(entry, "env");
    environment.extend(texts(entry, "env_vars").into_iter().map(|name| (name.clone(), of_agent(&name))));
    let mut headers = values(entry, "http_headers");
    let named = entry.get("env_http_headers").and_then(Json::as_object).into_iter().flatten();
    headers.extend(named.filter_map(|(header, variable)| Some((header.clone(), of_agent(variable.as_str()?)))));
    if let Some(variable) = text(entry, "bearer_token_env_var") {
        let from = format!("the variable {variable} of the agent, as “Bearer” and that value");
        headers.push(("Authorization".to_owned(), Value::Wanted(from)));
    }
    Entry {
        local: local(entry, "command"),
        url: text(entry, "url"),
        environment,
        headers,
        enabled: is_on(entry),
        ..Entry::default()
    }
}

/// `{command, args, env, cwd}`, `{httpUrl, headers}`, or `{url}` for the old transport.
pub(super) fn gemini(entry: &Json) -> Entry {
    let streamable =
        text(entry, "httpUrl").or_else(|| text(entry, "url").filter(|_| text(entry, "type").as_deref() == Some("http")));
    let old = streamable.is_none() && entry.get("command").is_none() && entry.get("url").is_some();
    Entry {
        local: local(entry, "command"),
        url: streamable,
        unsupported: old.then(|| SSE.to_owned()),
        environment: values(entry, "env"),
        headers: values(entry, "headers"),
        enabled: is_on(entry),
        ..Entry::default()
    }
}

/// `{type: stdio, cmd, args, envs, env_keys}` or `{type: streamable_http, uri, headers}`. Extensions of the agent itself are no servers.
pub(super) fn goose(entry: &Json) -> Entry {
    let kind = text(entry, "type").unwrap_or_default();
    let mut environment = values(entry, "envs");
    let kept = texts(entry, "env_keys").into_iter();
    environment.extend(kept.map(|name| (name, Value::Wanted("the agent's own keychain".to_owned()))));
    Entry {
        local: local(entry, "cmd"),
        url: text(entry, "uri"),
        unsupported: (kind == "sse").then(|| SSE.to_owned()),
        skipped: !matches!(kind.as_str(), "stdio" | "sse" | "streamable_http"),
        environment,
        headers: values(entry, "headers"),
        enabled: is_on(entry),
    }
}

/// `{type: local, command: [..], environment}` or `{type: remote, url, headers}`.
pub(super) fn opencode(entry: &Json) -> Entry {
    let mut command = texts(entry, "command").into_iter();
    Entry {
        local: command.next().map(|program| (program, command.collect(), text(entry, "cwd"))),
        url: text(entry, "url"),
        environment: values(entry, "environment"),
        headers: values(entry, "headers"),
        enabled: is_on(entry),
        ..Entry::default()
    }
}
