//! The arguments of handlers: bodies, queries, path parameters and headers. What does not fit is refused by its name.

use crate::failure::{Disconnected, Problem};
use crate::handler::{Argument, Request, Takes};
use crate::openapi::Description;
use crate::scope::{Caller, unknown_caller};
use crate::validation::{invalid, valid_json, valid_query};
use apprentice_contracts::category::CategoryItemKind;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::ids::{
    AbilityId, CandidateId, CategoryId, EventId, GateId, ImportId, ItemId, LearnSessionId, McpDispatchId, ProposalId, TerminalId,
    ValidationRunId,
};
use apprentice_contracts::session::BoundarySource;
use garde::Validate;
use http::HeaderValue;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::json;

/// The header that says how the person asked: `user_click`, `hotkey` or `api_call`.
pub(crate) const SOURCE_HEADER: &str = "x-boundary-source";
/// The header with the key of an agent's connection.
pub(crate) const AGENT_CONNECTION_HEADER: &str = "x-agent-connection";

/// A JSON body whose limits hold. Its content type does not matter: the token, not the type, keeps other sites out. An empty body is `{}`.
pub(crate) struct Valid<T>(pub T);

impl<T: DeserializeOwned + Validate<Context = ()> + JsonSchema + Send + 'static> Argument for Valid<T> {
    const TAKES: Takes = Takes::BODY;

    fn read(request: &mut Request) -> Result<Self, Problem> {
        let empty = request.bytes.iter().all(u8::is_ascii_whitespace);
        valid_json(if empty { b"{}" } else { &request.bytes }).map(Self)
    }

    fn describe(description: &mut Description<'_>) {
        description.body::<T>();
    }
}

/// A query string whose limits hold.
pub(crate) struct ValidQuery<T>(pub T);

impl<T: DeserializeOwned + Validate<Context = ()> + JsonSchema + Send + 'static> Argument for ValidQuery<T> {
    const TAKES: Takes = Takes::QUERY;

    fn read(request: &mut Request) -> Result<Self, Problem> {
        valid_query(request.parts.uri.query().unwrap_or_default()).map(Self)
    }

    fn describe(description: &mut Description<'_>) {
        description.query::<T>();
    }
}

macro_rules! path_ids {
    ($($wrapper:ident($id:ty), $parameter:literal, $code:ident, $noun:literal;)+) => {$(
        pub(crate) struct $wrapper(pub $id);

        impl Argument for $wrapper {
            fn read(request: &mut Request) -> Result<Self, Problem> {
                let text = path_parameter(request, $parameter)?;
                text.parse().map(Self).map_err(|_| Problem::new(ErrorCode::$code, format!("There is no {} “{text}”.", $noun)))
            }

            fn describe(description: &mut Description<'_>) {
                description.path::<$id>($parameter);
            }
        }
    )+};
}

path_ids! {
    Session(LearnSessionId), "sessionId", LearnSessionNotFound, "session";
    Proposal(ProposalId), "proposalId", ProposalNotFound, "proposal";
    Event(EventId), "eventId", NotFound, "observed action";
    Terminal(TerminalId), "terminalId", NotFound, "terminal";
    Run(ValidationRunId), "runId", NotFound, "run";
    GatePath(GateId), "gateId", NotFound, "gate";
    CategoryPath(CategoryId), "categoryId", CategoryNotFound, "category";
    Import(ImportId), "importId", SkillImportNotFound, "import";
    Candidate(CandidateId), "candidateId", NotFound, "candidate";
    McpDispatch(McpDispatchId), "dispatchId", NotFound, "request";
}

/// A path parameter that is text of at most so many characters.
macro_rules! path_texts {
    ($($(#[$doc:meta])* $wrapper:ident, $parameter:literal, $longest:literal;)+) => {$(
        $(#[$doc])*
        pub(crate) struct $wrapper(pub String);

        impl Argument for $wrapper {
            fn read(request: &mut Request) -> Result<Self, Problem> {
                let text = path_parameter(request, $parameter)?;
                match text.chars().count() > $longest {
                    true => Err(invalid($parameter, concat!("is longer than ", $longest, " characters"))),
                    false => Ok(Self(text)),
                }
            }

            fn describe(description: &mut Description<'_>) {
                description.path::<String>($parameter);
            }
        }
    )+};
}

path_texts! {
    /// The name of an upload.
    Artifact, "tempArtifactRef", 240;
    /// The id of a connector's server.
    McpServer, "serverId", 120;
    /// The id of an auth profile.
    McpAuthProfilePath, "authProfileId", 120;
    /// The name that an agent gave to one use of an ability.
    Dispatch, "dispatchId", 160;
}

/// The id or alias of an agent.
pub(crate) struct AgentId(pub String);

impl Argument for AgentId {
    fn read(request: &mut Request) -> Result<Self, Problem> {
        path_parameter(request, "agentId").map(Self)
    }

    fn describe(description: &mut Description<'_>) {
        description.path::<String>("agentId");
    }
}

/// The name of an agent definition.
pub(crate) struct DefinitionName(pub String);

impl Argument for DefinitionName {
    fn read(request: &mut Request) -> Result<Self, Problem> {
        path_parameter(request, "definitionName").map(Self)
    }

    fn describe(description: &mut Description<'_>) {
        description.path::<String>("definitionName");
    }
}

pub(crate) struct Ability(pub AbilityId);

impl Argument for Ability {
    fn read(request: &mut Request) -> Result<Self, Problem> {
        path_parameter(request, "abilityId").map(|id| Self(AbilityId(id)))
    }

    fn describe(description: &mut Description<'_>) {
        description.path::<AbilityId>("abilityId");
    }
}

/// What is in a category, as the path names it.
pub(crate) struct CategoryItem {
    pub kind: CategoryItemKind,
    pub id: ItemId,
}

impl Argument for CategoryItem {
    fn read(request: &mut Request) -> Result<Self, Problem> {
        let kind = path_parameter(request, "itemKind")?;
        let kind = serde_json::from_value(json!(kind)).map_err(|error| invalid("itemKind", &error.to_string()))?;
        Ok(Self { kind, id: ItemId(path_parameter(request, "itemId")?) })
    }

    fn describe(description: &mut Description<'_>) {
        description.path::<CategoryItemKind>("itemKind");
        description.path::<String>("itemId");
    }
}

fn path_parameter(request: &Request, name: &str) -> Result<String, Problem> {
    let parameters = request.parameters.as_ref().ok_or_else(|| invalid(name, "is not readable text"))?;
    let found = parameters.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
    found.ok_or_else(|| invalid(name, "is missing"))
}

/// How the person asked, as the header `x-boundary-source` says; without it, an API call.
pub(crate) struct Source(pub BoundarySource);

impl Argument for Source {
    fn read(request: &mut Request) -> Result<Self, Problem> {
        match request.parts.headers.get(SOURCE_HEADER).map(HeaderValue::as_bytes) {
            None | Some(b"api_call") => Ok(Self(BoundarySource::ApiCall)),
            Some(b"user_click") => Ok(Self(BoundarySource::UserClick)),
            Some(b"hotkey") => Ok(Self(BoundarySource::Hotkey)),
            Some(_) => Err(invalid(SOURCE_HEADER, "is user_click, hotkey or api_call")),
        }
    }

    fn describe(description: &mut Description<'_>) {
        description.header(SOURCE_HEADER, "How the person asked: user_click, hotkey or api_call.");
    }
}

/// For handlers that allow an agent less than a person.
impl Argument for Caller {
    fn read(request: &mut Request) -> Result<Self, Problem> {
        request.parts.extensions.get().copied().ok_or_else(unknown_caller)
    }
}

/// Who calls, and the key of its connection if it is an agent: the header `x-agent-connection`. A program that serves one agent makes
/// a key at its start and sends it with every request of that agent. Nobody else knows the key, so nobody else can be taken for that agent.
pub(crate) struct AgentConnection(pub Caller, pub Option<String>);

impl Argument for AgentConnection {
    fn read(request: &mut Request) -> Result<Self, Problem> {
        let caller = Caller::read(request)?;
        let mut given = request.parts.headers.get_all(AGENT_CONNECTION_HEADER).iter();
        let Some(key) = given.next().filter(|_| caller == Caller::Agent) else { return Ok(Self(caller, None)) };
        let key =
            key.to_str().ok().filter(|key| (64..=128).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_hexdigit()));
        if key.is_none() || given.next().is_some() {
            return Err(invalid(
                AGENT_CONNECTION_HEADER,
                "is 32 to 64 random bytes in hexadecimal, once; leave it out to call without one",
            ));
        }
        Ok(Self(caller, key.map(str::to_owned)))
    }

    fn describe(description: &mut Description<'_>) {
        description.header(
            AGENT_CONNECTION_HEADER,
            "A secret key of the agent's connection, at least 32 random bytes in hexadecimal. Answers of the person that hold for a while are bound to it.",
        );
    }
}

/// For handlers whose work only the caller waits for.
impl Argument for Disconnected {
    fn read(request: &mut Request) -> Result<Self, Problem> {
        Ok(request.parts.extensions.get().cloned().unwrap_or_default())
    }
}

/// Which events of a session: after the header `Last-Event-ID`, else after `?after=`, else from the beginning.
pub(crate) struct Events {
    pub after: u32,
    /// `false`: only those that are stored now.
    pub follow: bool,
}

#[derive(serde::Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct EventsQuery {
    /// Only events with a greater `seq`.
    #[serde(default)]
    #[garde(skip)]
    after: u32,
    /// `false` ends the stream after what is stored now.
    #[serde(default = "yes")]
    #[garde(skip)]
    follow: bool,
}

fn yes() -> bool {
    true
}

impl Argument for Events {
    const TAKES: Takes = Takes::QUERY;

    fn read(request: &mut Request) -> Result<Self, Problem> {
        let ValidQuery(query) = ValidQuery::<EventsQuery>::read(request)?;
        let Some(header) = request.parts.headers.get("last-event-id") else {
            return Ok(Self { after: query.after, follow: query.follow });
        };
        let seq = header.to_str().ok().and_then(|text| text.trim().parse().ok());
        seq.map(|after| Self { after, follow: query.follow }).ok_or_else(|| invalid("Last-Event-ID", "is the number of an event"))
    }

    fn describe(description: &mut Description<'_>) {
        description.query::<EventsQuery>();
        description.header("Last-Event-ID", "The last event that arrived; wins over `after`.");
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use crate::handler::Request;
    use axum::body::{Body, Bytes};

    /// A request for `uri` without a body.
    pub fn request(uri: &str) -> Request {
        let (parts, ()) = http::Request::builder().uri(uri).body(()).unwrap().into_parts();
        Request { parts, bytes: Bytes::new(), body: Body::empty(), parameters: Some(Vec::new()) }
    }
}
