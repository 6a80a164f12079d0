//! What a person may give of a server. Each refusal names the field and the remedy.

use crate::Answer;
use crate::core::request::invalid;
use apprentice_connectors::address;
use apprentice_connectors::findings::{hidden_character, is_secret_name};
use apprentice_contracts::connector::{McpCommand, McpTransport, McpVariableInput};
use apprentice_contracts::error::Failure;
use apprentice_observe::redact::mask_text;
use std::path::Path;

/// Headers that the protocol or HTTP sets itself.
const RESERVED_HEADERS: [&str; 9] =
    ["accept", "connection", "content-length", "content-type", "host", "last-event-id", "origin", "te", "transfer-encoding"];

/// Checks that transport, command and address fit, and answers the address in its canonical form.
pub(super) fn reach(transport: McpTransport, command: Option<&McpCommand>, url: Option<&str>) -> Answer<Option<String>> {
    match transport {
        McpTransport::LocalBridge => {
            if url.is_some() {
                return Err(invalid(
                    "endpoint_url",
                    "a server of transport local_bridge is a program of this machine; leave the address out",
                ));
            }
            let command = command.ok_or_else(|| invalid("command", "a server of transport local_bridge needs its program"))?;
            check_command(command)?;
            Ok(None)
        }
        McpTransport::RemoteHttp => {
            if command.is_some() {
                return Err(invalid("command", "a server of transport remote_http has an address; leave the program out"));
            }
            let url = url.ok_or_else(|| invalid("endpoint_url", "a server of transport remote_http needs its address"))?;
            address::checked(url)
                .map(|url| Some(url.to_string()))
                .map_err(|why| invalid("endpoint_url", &format!("the address {why}")))
        }
        McpTransport::ProviderNative => Err(invalid(
            "transport",
            "Apprentice cannot reach a server that an agent's provider runs; use local_bridge or remote_http",
        )),
    }
}

fn check_command(command: &McpCommand) -> Answer<()> {
    let texts = || std::iter::once(&command.program).chain(&command.arguments).chain(&command.folder);
    if texts().any(|text| text.contains('\0')) {
        return Err(invalid("command", "it contains a zero byte, which no program takes"));
    }
    texts().try_for_each(|text| seen("command", text))?;
    let program = command.program.trim();
    if program.is_empty() {
        return Err(invalid("command.program", "it is empty"));
    }
    if program.contains('/') && !Path::new(program).is_absolute() {
        return Err(invalid("command.program", "give the name of a program in PATH, or an absolute path"));
    }
    if let Some(folder) = &command.folder
        && !Path::new(folder).is_absolute()
    {
        return Err(invalid("command.folder", "give an absolute path"));
    }
    match secret_argument(&command.arguments) {
        None => Ok(()),
        Some(at) => {
            let why = format!(
                "argument {} looks like a secret, and commands are shown and stored readable. Write ${{NAME}} there, and give NAME in environment",
                at + 1
            );
            Err(invalid("command.arguments", &why))
        }
    }
}

/// Refuses what the person cannot see, because they trust what they read.
pub(super) fn seen(field: &str, text: &str) -> Answer<()> {
    match hidden_character(text) {
        None => Ok(()),
        Some(letter) => {
            Err(invalid(field, &format!("it contains U+{:04X}, which cannot be seen; leave it out", u32::from(letter))))
        }
    }
}

/// The first argument that looks like a secret, from 0.
pub(super) fn secret_argument(arguments: &[String]) -> Option<usize> {
    let follows_name = |at: usize| {
        let before = at.checked_sub(1).and_then(|before| arguments.get(before));
        before.is_some_and(|before| {
            before.starts_with('-') && !before.contains('=') && is_secret_name(before.trim_start_matches('-'))
        }) && !arguments[at].starts_with('-')
    };
    let names_itself = |text: &str| {
        text.starts_with('-')
            && text.split_once('=').is_some_and(|(name, value)| {
                is_secret_name(name.trim_start_matches('-')) && !value.is_empty() && !is_reference(value)
            })
    };
    (0..arguments.len()).find(|at| {
        let text = arguments[*at].as_str();
        names_itself(text) || (!is_reference(text) && (follows_name(*at) || mask_text(&without_references(text)).1 > 0))
    })
}

/// Whether a text is `${NAME}` and nothing else.
fn is_reference(text: &str) -> bool {
    text.strip_prefix("${")
        .and_then(|rest| rest.strip_suffix('}'))
        .is_some_and(|name| !name.is_empty() && !name.contains(['{', '}']))
}

/// A text without every `${NAME}`, whose values are no part of it.
fn without_references(text: &str) -> String {
    let (mut plain, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once("${") {
        plain.push_str(before);
        rest = after.split_once('}').map_or("", |(_, rest)| rest);
    }
    plain + rest
}

/// Checks the names of variables or headers. `field`: `environment` or `headers`.
pub(super) fn variables(field: &str, given: &[McpVariableInput], transport: McpTransport) -> Answer<()> {
    let is_header = field == "headers";
    let fits = if is_header { McpTransport::RemoteHttp } else { McpTransport::LocalBridge };
    if !given.is_empty() && transport != fits {
        return Err(invalid(
            field,
            if is_header { "only a server with an address has headers" } else { "only a program has an environment" },
        ));
    }
    for (at, variable) in given.iter().enumerate() {
        check_variable(field, variable, is_header)?;
        let same = |other: &McpVariableInput| match is_header {
            true => other.name.eq_ignore_ascii_case(&variable.name),
            false => other.name == variable.name,
        };
        if given[..at].iter().any(same) {
            return Err(invalid(&format!("{field}.{}", variable.name), "it is there twice"));
        }
    }
    Ok(())
}

fn check_variable(field: &str, variable: &McpVariableInput, is_header: bool) -> Answer<()> {
    let name = &variable.name;
    let wrong = |why: &str| -> Failure { invalid(&format!("{field}.{name}"), why) };
    let lower = name.to_ascii_lowercase();
    if is_header && (RESERVED_HEADERS.contains(&lower.as_str()) || lower.starts_with("mcp-")) {
        return Err(wrong("the protocol sets this header itself; leave it out"));
    }
    if !is_header && (name.contains(['-', '.']) || name.starts_with("APPRENTICE_MCP_")) {
        return Err(wrong("a variable has letters, digits and _, and does not begin with APPRENTICE_MCP_"));
    }
    if variable.from_environment && variable.value.is_some() {
        return Err(wrong("give a value, or from_environment, and not both"));
    }
    if let Some(value) = variable.value.as_deref().filter(|value| !variable.secret && !is_secret(name, value, is_header)) {
        seen(&format!("{field}.{name}"), value)?;
    }
    match &variable.value {
        Some(value) if value.contains(['\0', '\r', '\n']) && is_header => Err(wrong("a header has one line")),
        Some(value) if value.contains('\0') => Err(wrong("it contains a zero byte, which no program takes")),
        _ => Ok(()),
    }
}

/// Whether a value is kept in the keychain rather than in the database.
pub(super) fn is_secret(name: &str, value: &str, is_header: bool) -> bool {
    is_header || is_secret_name(name) || mask_text(value).1 > 0 || has_password(value)
}

/// Whether a value is an address with a password in it, as those of databases are.
fn has_password(value: &str) -> bool {
    let Some((_, rest)) = value.split_once("://") else { return false };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    authority.rsplit_once('@').is_some_and(|(user, _)| user.contains(':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn a_secret_among_arguments_is_seen() {
        for (arguments, at) in [
            ("-y server --api-key abc", Some(3)),
            ("--token=abc", Some(0)),
            ("--token ${TOKEN}", None),
            ("--token=${TOKEN}", None),
            ("-y @scope/server@1.0.0 /home/ada", None),
            ("--keyboard us", None),
            ("run ghp_0123456789abcdefghijABCDEFGHIJ012345", Some(1)),
        ] {
            assert_eq!(secret_argument(&words(arguments)), at, "{arguments}");
        }
    }

    #[test]
    fn values_that_are_secrets_go_to_the_keychain() {
        for (name, value, header, expected) in [
            ("LOG_LEVEL", "debug", false, false),
            ("API_KEY", "x", false, true),
            ("X-Team", "a", true, true),
            ("DATABASE_URL", "postgres://ada:word@host/db", false, true),
            ("DATABASE_URL", "postgres://host/db", false, false),
        ] {
            assert_eq!(is_secret(name, value, header), expected, "{name}={value}");
        }
    }
}
