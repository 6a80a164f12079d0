//! Finding a tool among those of all connectors, so that an agent need not carry every definition along.

use super::fence::{described, described_schema};
use super::{Connectors, identity, policy};
use crate::Answer;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::connector::{McpPinState, McpPolicyMode, McpToolMatch, McpToolSearchRequest, McpToolSearchResponse};
use apprentice_store::mcp_servers::McpServerRecord;
use apprentice_store::mcp_tools::McpToolRecord;
use apprentice_store::{StoreError, mcp_servers, mcp_tools};
use serde_json::Value;
use std::collections::BTreeSet;

/// Tools of an answer, if the request does not say.
const TOOLS: u32 = 10;
/// Largest answer, in bytes of descriptions and schemas: an agent reads all of it. The best tool always fits.
const ANSWER: usize = 1024 * 1024;
/// Longest description of an answer, in characters.
const DESCRIPTION: usize = 1000;

impl Connectors {
    /// Tools that fit, best first: those of connectors that are on and trusted, that the person has not switched off, and that did not
    /// change.
    pub(crate) async fn search(&self, request: McpToolSearchRequest) -> Answer<McpToolSearchResponse> {
        let now = self.core.now();
        let read = self.core.store.read(move |db| {
            let mut found = Vec::new();
            for record in mcp_servers::all(db)?.into_iter().filter(|record| record.entry.enabled && identity::is_trusted(record))
            {
                let tools = mcp_tools::of_server(db, &record.entry.server_id)?.into_iter();
                for tool in tools.filter(|tool| tool.listed && tool.state != McpPinState::Changed) {
                    let mode = policy::of_tool(db, &record, &tool, now)?.mode;
                    if mode != McpPolicyMode::Disabled {
                        found.push((record.clone(), tool, mode));
                    }
                }
            }
            Ok::<_, StoreError>(found)
        });
        let callable = read.await.map_err(crate::stored)?;
        let total = u32::try_from(callable.len()).unwrap_or(u32::MAX);
        let wanted = words(request.query.as_deref().unwrap_or_default());
        let mut tools: Vec<McpToolMatch> = callable
            .into_iter()
            .map(|(record, tool, policy)| found(&record, &tool, policy, &wanted))
            .filter(|tool| wanted.is_empty() || tool.score > 0.0)
            .collect();
        tools.sort_by(|a, b| {
            b.score.total_cmp(&a.score).then_with(|| (&a.server_id, &a.tool_name).cmp(&(&b.server_id, &b.tool_name)))
        });
        tools.truncate(request.limit.unwrap_or(TOOLS) as usize);
        let mut bytes = 0;
        let fits = |tool: &&McpToolMatch| {
            let is_first = bytes == 0;
            bytes += tool.description.len() + tool.input_schema.to_string().len();
            is_first || bytes <= ANSWER
        };
        let fitting = tools.iter().take_while(fits).count();
        tools.truncate(fitting);
        Ok(McpToolSearchResponse { tools, total, schema_version: SCHEMA_VERSION })
    }
}

fn found(record: &McpServerRecord, tool: &McpToolRecord, policy: McpPolicyMode, wanted: &BTreeSet<String>) -> McpToolMatch {
    let definition = &tool.definition;
    let text = |field: &str| definition[field].as_str().unwrap_or_default();
    let description: String = described(text("description")).chars().take(DESCRIPTION).collect();
    let places = [
        (3.0, words(&format!("{} {}", tool.name, text("title")))),
        (2.0, words(&record.entry.display_name)),
        (1.0, words(&description)),
    ];
    McpToolMatch {
        server_id: tool.server_id.clone(),
        tool_name: tool.name.clone(),
        description,
        input_schema: definition.get("inputSchema").map_or(Value::Null, described_schema),
        policy,
        score: score(wanted, &places),
    }
}

/// The part of the wanted words that are in the places, each counted where it weighs most.
fn score(wanted: &BTreeSet<String>, places: &[(f64, BTreeSet<String>)]) -> f64 {
    if wanted.is_empty() {
        return 0.0;
    }
    let heaviest = places.iter().map(|(weight, _)| *weight).fold(0.0, f64::max);
    let weigh = |word: &String| {
        let fits = |known: &String| {
            known == word
                || (word.len() > 3 && known.starts_with(word.as_str()))
                || (known.len() > 3 && word.starts_with(known.as_str()))
        };
        places.iter().filter(|(_, known)| known.iter().any(fits)).map(|(weight, _)| *weight).fold(0.0, f64::max)
    };
    wanted.iter().map(weigh).sum::<f64>() / (heaviest * wanted.len() as f64)
}

/// The words of a text in lower case, with those that names are made of (`readFile`, `read_file`).
fn words(text: &str) -> BTreeSet<String> {
    let (mut words, mut word, mut lower) = (BTreeSet::new(), String::new(), false);
    for letter in text.chars().chain([' ']) {
        if !letter.is_alphanumeric() || (letter.is_uppercase() && lower) {
            if word.chars().count() > 1 {
                words.insert(std::mem::take(&mut word));
            }
            word.clear();
        }
        lower = letter.is_lowercase();
        if letter.is_alphanumeric() {
            word.extend(letter.to_lowercase());
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_split_into_words() {
        let found: Vec<String> = words("readFile of_the HTTP-server, a").into_iter().collect();
        assert_eq!(found, ["file", "http", "of", "read", "server", "the"]);
    }

    #[test]
    fn a_name_weighs_more_than_a_description() {
        let places = |name: &str, description: &str| [(3.0, words(name)), (1.0, words(description))];
        let wanted = words("send a mail");
        let named = score(&wanted, &places("send_mail", "Delivers."));
        let described = score(&wanted, &places("deliver", "Sends mails to people."));
        assert!(named > described && described > 0.0, "{named} {described}");
        assert_eq!(score(&wanted, &places("read_file", "Reads.")), 0.0);
    }
}
