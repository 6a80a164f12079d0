//! What callers know of an operation: its route, its summary, who may call it, how it refuses, and which data it reads or changes.
//!
//! A module of [`crate::routes`] declares each of its operations once, as a constant, and gives it a handler. Every other list is
//! derived from that: the router, OpenAPI (and the TypeScript of the interface), the rights of agents, the requests of the command
//! line, and the tools of the MCP server.
//!
//! A declaration that leaves out who may call the operation, or what it reads or changes, does not compile.

use crate::client::Call;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::event::EventKind;
use std::fmt::Display;

/// One operation. Made by [`get`], [`post`], [`patch`], [`put`] and [`delete`].
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// The `operationId` of OpenAPI: the name of the engine's method.
    pub id: &'static str,
    /// `DELETE`, `GET`, `PATCH`, `POST` or `PUT`.
    pub method: &'static str,
    /// The template of the route, such as `/api/learn/sessions/{sessionId}/start`.
    pub path: &'static str,
    /// One sentence in the imperative.
    pub summary: &'static str,
    /// Who may call it.
    pub callers: Callers,
    /// What it does to the data that clients keep copies of.
    pub effect: Effect,
    /// For a stream of events: which data each kind of event makes stale (`x-invalidates-by-event` in OpenAPI).
    pub events: &'static [EventTags],
    refuses: &'static [ErrorCode],
}

/// A kind of event, and the data that it makes stale. `session` and `actions` are those of the event's `session_id`.
pub type EventTags = (EventKind, &'static [CacheTag]);

/// Who may call an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callers {
    /// Only the person, by the window or the command line.
    Person,
    /// Agents too, with the weaker token of `agent.json`.
    PersonAndAgents,
}

/// What an operation does to the data that clients keep copies of.
#[derive(Clone, Copy, Debug)]
pub enum Effect {
    /// It writes nothing; its answer is made from this data (`x-provides` in OpenAPI).
    Reads(&'static [CacheTag]),
    /// It writes; copies of this data are stale afterwards (`x-invalidates` in OpenAPI).
    Writes(&'static [CacheTag]),
}

/// Data that a client may keep a copy of (cache tag, as in RTK Query). A read provides tags, a change invalidates them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CacheTag {
    /// Abilities: their list, each of them, their health and reports.
    Abilities,
    /// The observed actions of one session.
    Actions,
    /// Tasks that were repeated and may become abilities.
    Candidates,
    /// Categories and what is in them.
    Categories,
    /// Which agents start Apprentice.
    Connections,
    /// Connectors: the MCP servers of the person, their tools and receipts.
    Connectors,
    /// What works on this machine.
    Doctor,
    /// The last export of a person's data.
    Export,
    /// How sessions ended.
    History,
    /// Imports of skills: their list and each of them.
    Imports,
    /// Configuration intents.
    Intents,
    /// The live draft of the session that records.
    LiveDraft,
    /// Packs of skills.
    Packs,
    /// One proposal with its validation runs.
    Proposal,
    /// The list of proposals.
    Proposals,
    /// Learning receipts.
    Receipts,
    /// The rehearsal of one proposal.
    Rehearsal,
    /// What agents reported, and what follows from it: frictions, repairs, capabilities.
    Reports,
    /// The session that is under way.
    Runtime,
    /// One session, apart from its observed actions.
    Session,
    /// The list of sessions.
    Sessions,
    /// The settings.
    Settings,
    /// The check that is being shown for a proposal.
    ShownCheck,
    /// Skills on this machine: their list and each of them.
    Skills,
    /// How much room a person's data takes.
    Usage,
}

impl CacheTag {
    /// Every tag.
    pub const ALL: &[Self] = &[
        Self::Abilities,
        Self::Actions,
        Self::Candidates,
        Self::Categories,
        Self::Connections,
        Self::Connectors,
        Self::Doctor,
        Self::Export,
        Self::History,
        Self::Imports,
        Self::Intents,
        Self::LiveDraft,
        Self::Packs,
        Self::Proposal,
        Self::Proposals,
        Self::Receipts,
        Self::Rehearsal,
        Self::Reports,
        Self::Runtime,
        Self::Session,
        Self::Sessions,
        Self::Settings,
        Self::ShownCheck,
        Self::Skills,
        Self::Usage,
    ];

    /// The name in OpenAPI and TypeScript.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Abilities => "abilities",
            Self::Actions => "actions",
            Self::Candidates => "candidates",
            Self::Categories => "categories",
            Self::Connections => "connections",
            Self::Connectors => "connectors",
            Self::Doctor => "doctor",
            Self::Export => "export",
            Self::History => "history",
            Self::Imports => "imports",
            Self::Intents => "intents",
            Self::LiveDraft => "live-draft",
            Self::Packs => "packs",
            Self::Proposal => "proposal",
            Self::Proposals => "proposals",
            Self::Receipts => "receipts",
            Self::Rehearsal => "rehearsal",
            Self::Reports => "reports",
            Self::Runtime => "runtime",
            Self::Session => "session",
            Self::Sessions => "sessions",
            Self::Settings => "settings",
            Self::ShownCheck => "shown-check",
            Self::Skills => "skills",
            Self::Usage => "usage",
        }
    }

    /// The path parameter that names one item, for a tag of single items.
    const fn parameter(self) -> Option<&'static str> {
        match self {
            Self::Actions | Self::Session => Some("{sessionId}"),
            Self::Proposal | Self::Rehearsal | Self::ShownCheck => Some("{proposalId}"),
            _ => None,
        }
    }

    /// The tag as an operation at `path` means it: `session:{sessionId}` where the path names the item, else `session`, which means
    /// every one.
    pub fn at(self, path: &str) -> String {
        match self.parameter().filter(|parameter| path.contains(parameter)) {
            Some(parameter) => format!("{}:{parameter}", self.name()),
            None => self.name().to_owned(),
        }
    }
}

impl Operation {
    /// Every code that it may refuse with, by status and then in the order of declaration.
    ///
    /// Besides the codes of its declaration these are: what every operation may answer, what every change may answer, and that what
    /// the path names is not there.
    pub fn codes(&self) -> Vec<ErrorCode> {
        let always: &[ErrorCode] = &[
            ErrorCode::InvalidRequest,
            ErrorCode::Unauthorized,
            ErrorCode::Forbidden,
            ErrorCode::PayloadTooLarge,
            ErrorCode::Internal,
        ];
        // The disk may be full, or another change of the same moment may win.
        let writing: &[ErrorCode] = match self.effect {
            Effect::Writes(_) => &[ErrorCode::DiskFull, ErrorCode::Conflict],
            Effect::Reads(_) => &[],
        };
        let named = NAMED.iter().filter(|(parameter, _)| self.path.contains(parameter)).map(|(_, code)| code);
        let mut codes: Vec<ErrorCode> = Vec::new();
        for code in always.iter().chain(writing).chain(named).chain(self.refuses) {
            if !codes.contains(code) {
                codes.push(*code);
            }
        }
        codes.sort_by_key(|code| code.status());
        codes
    }

    /// Whether agents may call it.
    pub fn is_for_agents(&self) -> bool {
        self.callers == Callers::PersonAndAgents
    }

    /// A request for it. `parameters` fill the template in its order; they may hold any character.
    pub fn call<const N: usize>(&self, parameters: [&dyn Display; N]) -> Call {
        debug_assert_eq!(self.path.matches('{').count(), N, "{} has other parameters", self.path);
        let mut parameters = parameters.iter();
        let segments = self.path.split('/').map(|segment| match segment.starts_with('{') {
            true => parameters.next().map(|value| percent_encoded(&value.to_string())).unwrap_or_default(),
            false => segment.to_owned(),
        });
        Call::new(self.method, segments.collect::<Vec<_>>().join("/"))
    }
}

/// What a path names may not be there.
const NAMED: [(&str, ErrorCode); 14] = [
    ("{abilityId}", ErrorCode::AbilityNotFound),
    ("{agentId}", ErrorCode::NotFound),
    ("{authProfileId}", ErrorCode::McpAuthProfileNotFound),
    ("{candidateId}", ErrorCode::NotFound),
    ("{categoryId}", ErrorCode::CategoryNotFound),
    ("{definitionName}", ErrorCode::NotFound),
    ("{eventId}", ErrorCode::NotFound),
    ("{gateId}", ErrorCode::NotFound),
    ("{importId}", ErrorCode::SkillImportNotFound),
    ("{proposalId}", ErrorCode::ProposalNotFound),
    ("{runId}", ErrorCode::NotFound),
    ("{serverId}", ErrorCode::McpServerNotFound),
    ("{sessionId}", ErrorCode::LearnSessionNotFound),
    ("{terminalId}", ErrorCode::NotFound),
];

fn percent_encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    text.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

/// A declaration that does not say yet who may call the operation.
#[derive(Clone, Copy)]
pub(crate) struct Declared(Operation);

/// A declaration that says who may call the operation, and not yet what it reads or changes.
#[derive(Clone, Copy)]
pub(crate) struct Scoped(Operation);

/// Declares `GET path`. `id` names the engine's method.
pub(crate) const fn get(id: &'static str, path: &'static str, summary: &'static str) -> Declared {
    declare("GET", id, path, summary)
}

/// Declares `POST path`. `id` names the engine's method.
pub(crate) const fn post(id: &'static str, path: &'static str, summary: &'static str) -> Declared {
    declare("POST", id, path, summary)
}

/// Declares `PATCH path`. `id` names the engine's method.
pub(crate) const fn patch(id: &'static str, path: &'static str, summary: &'static str) -> Declared {
    declare("PATCH", id, path, summary)
}

/// Declares `PUT path`. `id` names the engine's method.
pub(crate) const fn put(id: &'static str, path: &'static str, summary: &'static str) -> Declared {
    declare("PUT", id, path, summary)
}

/// Declares `DELETE path`. `id` names the engine's method.
pub(crate) const fn delete(id: &'static str, path: &'static str, summary: &'static str) -> Declared {
    declare("DELETE", id, path, summary)
}

const fn declare(method: &'static str, id: &'static str, path: &'static str, summary: &'static str) -> Declared {
    Declared(Operation {
        id,
        method,
        path,
        summary,
        callers: Callers::Person,
        effect: Effect::Reads(&[]),
        events: &[],
        refuses: &[],
    })
}

impl Operation {
    /// Its answer is a stream of events, which make this data stale.
    pub(crate) const fn events(self, events: &'static [EventTags]) -> Self {
        Self { events, ..self }
    }
}

impl Declared {
    /// Only the person may call it.
    pub const fn person(self) -> Scoped {
        Scoped(self.0)
    }

    /// Agents may call it too.
    pub const fn agents(self) -> Scoped {
        Scoped(Operation { callers: Callers::PersonAndAgents, ..self.0 })
    }
}

impl Scoped {
    /// Codes that it refuses with besides those that follow from its path and effect (see [`Operation::codes`]).
    pub const fn refuses(self, codes: &'static [ErrorCode]) -> Self {
        Self(Operation { refuses: codes, ..self.0 })
    }

    /// It writes nothing, and answers from this data.
    pub const fn provides(self, tags: &'static [CacheTag]) -> Operation {
        Operation { effect: Effect::Reads(tags), ..self.0 }
    }

    /// It writes, and copies of this data are stale afterwards.
    pub const fn changes(self, tags: &'static [CacheTag]) -> Operation {
        Operation { effect: Effect::Writes(tags), ..self.0 }
    }
}

/// Every operation, in the order of the document.
pub fn all() -> Vec<Operation> {
    let mut all = Vec::new();
    crate::routes::list(&mut all);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_id_and_no_route_is_declared_twice() {
        let (mut ids, mut routes) = (BTreeSet::new(), BTreeSet::new());
        for operation in all() {
            assert!(ids.insert(operation.id), "{} is declared twice", operation.id);
            assert!(routes.insert((operation.method, operation.path)), "{} {} is there twice", operation.method, operation.path);
        }
        assert!(ids.len() > 100, "only {} operations", ids.len());
    }

    /// A constant without a handler would be an operation that nobody can call.
    #[test]
    fn every_declared_operation_has_a_handler_and_a_constant_of_its_name() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/routes");
        let mut declared = BTreeSet::new();
        for file in std::fs::read_dir(folder).unwrap() {
            let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
            for declaration in text.split("pub const ").skip(1) {
                let (name, rest) = declaration.split_once(": Operation =").unwrap();
                let id = rest.split('"').nth(1).unwrap().to_owned();
                assert_eq!(name, id.to_uppercase(), "the constant is named like its operation");
                declared.insert(id);
            }
        }
        let handled: BTreeSet<String> = all().iter().map(|operation| operation.id.to_owned()).collect();
        assert_eq!(declared, handled);
    }

    #[test]
    fn reads_are_get_or_take_a_body() {
        for operation in all() {
            match operation.effect {
                Effect::Writes(_) => assert_ne!(operation.method, "GET", "{} writes", operation.id),
                Effect::Reads(_) => assert!(["GET", "POST"].contains(&operation.method), "{} reads", operation.id),
            }
        }
    }

    #[test]
    fn a_tag_of_one_item_is_narrowed_where_the_path_names_the_item() {
        assert_eq!(CacheTag::Session.at("/api/learn/sessions/{sessionId}/start"), "session:{sessionId}");
        assert_eq!(CacheTag::Session.at("/api/learn/proposals/{proposalId}/install"), "session");
        assert_eq!(CacheTag::Sessions.at("/api/learn/sessions/{sessionId}/start"), "sessions");
    }

    #[test]
    fn a_call_fills_the_route_and_escapes_what_a_path_cannot_hold() {
        let call = crate::operations::ACTIVATE_ABILITY.call([&"a/b ü"]);
        assert_eq!((call.method(), call.path().as_str()), ("POST", "/api/abilities/a%2Fb%20%C3%BC/activate"));
    }
}
