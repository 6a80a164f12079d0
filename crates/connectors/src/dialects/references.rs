//! References in configurations to values that are kept elsewhere: `${NAME}`, `${NAME:-default}`, `${env:NAME}`, `$NAME`, `{env:NAME}`,
//! `${input:ID}`.

use super::Value;

/// One reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reference {
    /// A variable of the agent's environment.
    Variable(String),
    /// A variable, with its default value.
    WithDefault(String, String),
    /// An answer that the editor asks for.
    Input(String),
    /// Something that only the agent knows, such as `workspaceFolder`.
    Other(String),
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Text(String),
    Reference(Reference),
}

/// The pieces of a text.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let (mut pieces, mut plain, mut rest) = (Vec::new(), String::new(), text);
    while let Some(at) = rest.find(['$', '{']) {
        let (before, here) = rest.split_at(at);
        plain.push_str(before);
        match reference(here) {
            Some((found, length)) => {
                if !plain.is_empty() {
                    pieces.push(Piece::Text(std::mem::take(&mut plain)));
                }
                pieces.push(Piece::Reference(found));
                rest = &here[length..];
            }
            None => {
                plain.push_str(&here[..1]);
                rest = &here[1..];
            }
        }
    }
    plain.push_str(rest);
    if !plain.is_empty() {
        pieces.push(Piece::Text(plain));
    }
    pieces
}

/// The reference that `text` begins with, and its length.
fn reference(text: &str) -> Option<(Reference, usize)> {
    if let Some(rest) = text.strip_prefix("${") {
        let inside = &rest[..rest.find('}')?];
        return Some((named(inside)?, inside.len() + 3));
    }
    if let Some(rest) = text.strip_prefix("{env:") {
        let name = &rest[..rest.find('}')?];
        return is_name(name).then(|| (Reference::Variable(name.to_owned()), name.len() + 6));
    }
    let name: String =
        text.strip_prefix('$')?.chars().take_while(|letter| letter.is_ascii_alphanumeric() || *letter == '_').collect();
    // Only what looks like a variable: a password may contain a `$`.
    let is_variable = name.len() > 1 && is_name(&name) && !name.chars().any(|letter| letter.is_ascii_lowercase());
    is_variable.then(|| (Reference::Variable(name.clone()), name.len() + 1))
}

fn named(inside: &str) -> Option<Reference> {
    if let Some(name) = inside.strip_prefix("env:").filter(|name| is_name(name)) {
        return Some(Reference::Variable(name.to_owned()));
    }
    if let Some(id) = inside.strip_prefix("input:") {
        return Some(Reference::Input(id.to_owned()));
    }
    if let Some((name, default)) = inside.split_once(":-").filter(|(name, _)| is_name(name)) {
        return Some(Reference::WithDefault(name.to_owned(), default.to_owned()));
    }
    let of_agent = ["workspaceFolder", "userHome", "pathSeparator", "cwd"].contains(&inside) || inside.contains(':');
    match of_agent {
        true => Some(Reference::Other(inside.to_owned())),
        false => is_name(inside).then(|| Reference::Variable(inside.to_owned())),
    }
}

fn is_name(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// The value of a variable or header that a configuration writes as `text`.
pub(super) fn value(text: &str) -> Value {
    let mut given = String::new();
    for piece in pieces(text) {
        match piece {
            Piece::Text(text) => given.push_str(&text),
            Piece::Reference(Reference::WithDefault(_, default)) => given.push_str(&default),
            Piece::Reference(Reference::Variable(name)) => return Value::Wanted(format!("the variable {name} of the agent")),
            Piece::Reference(Reference::Input(id)) => {
                return Value::Wanted(format!("the answer “{id}” that the editor asks for"));
            }
            Piece::Reference(Reference::Other(what)) => return Value::Wanted(format!("{what}, which only the agent knows")),
        }
    }
    Value::Given(given)
}

/// An argument with every variable written as `${NAME}`, and the names of these variables. `Err`: it refers to something that only the
/// agent knows.
pub(super) fn argument(text: &str) -> Result<(String, Vec<String>), String> {
    let (mut written, mut names) = (String::new(), Vec::new());
    for piece in pieces(text) {
        match piece {
            Piece::Text(text) => written.push_str(&text),
            Piece::Reference(Reference::WithDefault(_, default)) => written.push_str(&default),
            Piece::Reference(Reference::Variable(name)) => {
                written.push_str(&format!("${{{name}}}"));
                names.push(name);
            }
            Piece::Reference(Reference::Input(id)) => {
                let name = id.to_ascii_uppercase().replace(|letter: char| !letter.is_ascii_alphanumeric(), "_");
                let name = if is_name(&name) { name } else { format!("INPUT_{name}") };
                written.push_str(&format!("${{{name}}}"));
                names.push(name);
            }
            Piece::Reference(Reference::Other(what)) => {
                return Err(format!("It uses ${{{what}}}, which only the agent knows. Register it by hand with a fixed value."));
            }
        }
    }
    Ok((written, names))
}
