//! What calls are called in sentences. Names of tools and connectors come from servers: a name that is not plain is put between quotation marks.

use crate::english;
use crate::meaning::with_article;
use crate::text::{lower_first, sentence};
use crate::untrusted::{is_plain_name, label};
use apprentice_contracts::observation::ConnectorCall;

/// Verbs of tools that only read.
const READS: &[&str] = &["get", "read", "fetch", "show"];

/// What a tool does, as an order: `Create an issue`. Its title if that is an order, else its name: `create_issue`.
pub fn phrase(call: &ConnectorCall) -> String {
    let spoken = spoken(&call.tool_name);
    let told = call.title.as_deref().filter(|title| is_plain_name(title) && !english::verb_words(title).1.is_empty());
    let told = told.filter(|title| is_order(title)).map(str::to_owned);
    let text = told.unwrap_or(spoken);
    if !is_plain_name(&text) {
        return format!("Use “{}”", label(&call.tool_name));
    }
    let (verb, rest) = english::verb_words(&text);
    match is_order(&text) && !rest.is_empty() {
        // What is read is there already.
        true if READS.contains(&crate::text::fold(&verb).as_str()) && with_article(&rest) != rest => {
            format!("{} the {}", sentence(&verb), lower_first(&rest))
        }
        true => format!("{} {}", sentence(&verb), with_article(&lower_first(&rest))),
        false => format!("Use “{text}”"),
    }
}

/// Whether a name begins with a verb.
fn is_order(text: &str) -> bool {
    const MORE: &[&str] =
        &["get", "list", "read", "search", "find", "fetch", "query", "set", "put", "post", "send", "move", "write", "run"];
    let first = crate::text::fold(text.split(' ').next().unwrap_or_default());
    MORE.contains(&first.as_str()) || english::third_person(&first).is_some()
}

/// The words of a name: `createIssue` and `create_issue` are `create issue`.
fn spoken(name: &str) -> String {
    let mut out = String::new();
    let mut before = ' ';
    for letter in name.chars() {
        if matches!(letter, '_' | '-' | '.' | '/' | ' ') {
            out.push(' ');
        } else {
            if letter.is_uppercase() && (before.is_lowercase() || before.is_ascii_digit()) {
                out.push(' ');
            }
            out.extend(letter.to_lowercase());
        }
        before = letter;
    }
    crate::text::collapse(&out)
}

/// A connector in a sentence: `the GitHub connector`.
pub fn connector(call: &ConnectorCall) -> String {
    named_connector(&call.server_name)
}

/// The same by its name.
pub fn named_connector(name: &str) -> String {
    let name = label(name);
    let bare = name.strip_suffix(" connector").or(name.strip_suffix(" Connector")).unwrap_or(&name);
    match is_plain_name(bare) {
        true => format!("the {bare} connector"),
        false => format!("the connector “{bare}”"),
    }
}

/// `Create an issue with the GitHub connector`.
pub fn with_connector(call: &ConnectorCall) -> String {
    format!("{} with {}", phrase(call), connector(call))
}

/// A tool in a sentence.
pub fn tool(call: &ConnectorCall) -> String {
    format!("“{}”", label(&call.tool_name))
}

/// The name of an argument in a sentence: the last part of its path that is no number.
pub fn argument(path: &str) -> String {
    let is_name = |part: &&str| !part.is_empty() && part.parse::<usize>().is_err();
    spoken(path.rsplit('.').find(is_name).unwrap_or(path))
}
