//! What a handler reads from a request. Whatever does not fit is refused by name.

use crate::failure::Problem;
use crate::openapi::{describe_body, describe_header, describe_path, describe_query};
use aide::OperationInput;
use aide::generate::GenContext;
use aide::openapi::Operation;
use apprentice_contracts::category::CategoryItemKind;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{AbilityId, CategoryId, EventId, ImportId, LearnSessionId, ProposalId, TerminalId};
use apprentice_contracts::session::BoundarySource;
use axum::body::to_bytes;
use axum::extract::{FromRequest, FromRequestParts, Query, RawPathParams, Request};
use garde::Validate;
use http::HeaderValue;
use http::request::Parts;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::json;

/// Largest body of a request, in bytes.
pub(crate) const BODY_LIMIT: usize = 1024 * 1024;

/// The same where a person acts on thousands of skills at once, each named by its folder.
const MANY_LIMIT: usize = 4 * BODY_LIMIT;

/// Says how the person asked: `user_click`, `hotkey` or `api_call`.
pub(crate) const SOURCE_HEADER: &str = "x-boundary-source";

/// `INVALID_REQUEST`, which names the field in `message` and in `details.field`.
pub(crate) fn invalid(field: &str, message: &str) -> Problem {
    let text = if field.is_empty() { message.to_owned() } else { format!("{field}: {message}") };
    Problem(Failure::new(ErrorCode::InvalidRequest, text).with_details(json!({ "field": field })))
}

fn checked<T: Validate<Context = ()>>(value: T) -> Result<T, Problem> {
    let Err(report) = value.validate() else { return Ok(value) };
    let found: Vec<_> = report.iter().map(|(path, error)| (path.to_string(), error.to_string())).collect();
    let text: Vec<_> = found.iter().map(|(field, message)| format!("{field}: {message}")).collect();
    let fields: Vec<_> = found.iter().map(|(field, message)| json!({ "field": field, "message": message })).collect();
    let first = found.first().map(|(field, _)| field.clone()).unwrap_or_default();
    Err(Problem(
        Failure::new(ErrorCode::InvalidRequest, text.join("; ")).with_details(json!({ "field": first, "fields": fields })),
    ))
}

/// A JSON body, whatever its content type says (the token, not the type, keeps strangers out). An empty body is `{}`.
pub(crate) struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Validate<Context = ()>> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        let limit = if request.uri().path().starts_with("/api/skills/") { MANY_LIMIT } else { BODY_LIMIT };
        let too_large = |_| {
            let message = format!("The request is larger than {} MiB.", limit / BODY_LIMIT);
            Problem(Failure::new(ErrorCode::PayloadTooLarge, message))
        };
        let bytes = to_bytes(request.into_body(), limit).await.map_err(too_large)?;
        checked(parse(if bytes.iter().all(u8::is_ascii_whitespace) { b"{}" } else { &bytes })?).map(Self)
    }
}

/// A JSON text that is not the whole body.
pub(crate) fn json_of<T: DeserializeOwned + Validate<Context = ()>>(bytes: &[u8]) -> Result<T, Problem> {
    checked(parse(bytes)?)
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        invalid(if path == "." { "" } else { &path }, &plain(&error.into_inner().to_string()))
    })?;
    json.end().map_err(|error| invalid("", &error.to_string()))?;
    Ok(value)
}

/// A JSON error without the position, which helps nobody where the field is named.
fn plain(message: &str) -> String {
    message.split(" at line ").next().unwrap_or(message).to_owned()
}

impl<T: JsonSchema> OperationInput for Body<T> {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        describe_body::<T>(ctx, operation);
    }
}

/// A query string.
pub(crate) struct Params<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Validate<Context = ()>> FromRequestParts<S> for Params<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let Query(value) = Query::try_from_uri(&parts.uri).map_err(|rejection| {
            let text = rejection.body_text();
            let text = text.strip_prefix("Failed to deserialize query string: ").unwrap_or(&text);
            invalid(text.split(':').next().filter(|field| !field.contains(' ')).unwrap_or(""), text)
        })?;
        checked(value).map(Self)
    }
}

impl<T: JsonSchema> OperationInput for Params<T> {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        describe_query::<T>(ctx, operation);
    }
}

macro_rules! path_ids {
    ($($wrapper:ident($id:ty), $parameter:literal, $code:ident, $noun:literal;)+) => {$(
        pub(crate) struct $wrapper(pub $id);

        impl<S: Send + Sync> FromRequestParts<S> for $wrapper {
            type Rejection = Problem;

            async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
                let text = path_parameter(parts, state, $parameter).await?;
                text.parse().map(Self).map_err(|_| Problem::new(ErrorCode::$code, format!("There is no {} “{text}”.", $noun)))
            }
        }

        impl OperationInput for $wrapper {
            fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
                describe_path::<$id>(ctx, operation, $parameter);
            }
        }
    )+};
}

path_ids! {
    Session(LearnSessionId), "sessionId", LearnSessionNotFound, "session";
    Proposal(ProposalId), "proposalId", ProposalNotFound, "proposal";
    Event(EventId), "eventId", NotFound, "observed action";
    Terminal(TerminalId), "terminalId", NotFound, "terminal";
    CategoryPath(CategoryId), "categoryId", CategoryNotFound, "category";
    Import(ImportId), "importId", SkillImportNotFound, "import";
}

/// The id or alias of an agent.
pub(crate) struct AgentId(pub String);

impl<S: Send + Sync> FromRequestParts<S> for AgentId {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        path_parameter(parts, state, "agentId").await.map(Self)
    }
}

impl OperationInput for AgentId {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        describe_path::<String>(ctx, operation, "agentId");
    }
}

pub(crate) struct Ability(pub AbilityId);

impl<S: Send + Sync> FromRequestParts<S> for Ability {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        path_parameter(parts, state, "abilityId").await.map(|id| Self(AbilityId(id)))
    }
}

impl OperationInput for Ability {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        describe_path::<AbilityId>(ctx, operation, "abilityId");
    }
}

/// The name of an upload.
pub(crate) struct Artifact(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Artifact {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let name = path_parameter(parts, state, "tempArtifactRef").await?;
        if name.chars().count() > 240 { Err(invalid("tempArtifactRef", "is longer than 240 characters")) } else { Ok(Self(name)) }
    }
}

impl OperationInput for Artifact {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        describe_path::<String>(ctx, operation, "tempArtifactRef");
    }
}

/// The name that an agent gave to a use of an ability.
pub(crate) struct Dispatch(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Dispatch {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let id = path_parameter(parts, state, "dispatchId").await?;
        if id.chars().count() > 160 { Err(invalid("dispatchId", "is longer than 160 characters")) } else { Ok(Self(id)) }
    }
}

impl OperationInput for Dispatch {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        describe_path::<String>(ctx, operation, "dispatchId");
    }
}

/// What is in a category, as the path names it.
pub(crate) struct CategoryItem {
    pub kind: CategoryItemKind,
    pub id: String,
}

impl<S: Send + Sync> FromRequestParts<S> for CategoryItem {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let kind = path_parameter(parts, state, "itemKind").await?;
        let kind = serde_json::from_value(json!(kind)).map_err(|error| invalid("itemKind", &error.to_string()))?;
        Ok(Self { kind, id: path_parameter(parts, state, "itemId").await? })
    }
}

impl OperationInput for CategoryItem {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        describe_path::<CategoryItemKind>(ctx, operation, "itemKind");
        describe_path::<String>(ctx, operation, "itemId");
    }
}

async fn path_parameter<S: Send + Sync>(parts: &mut Parts, state: &S, name: &str) -> Result<String, Problem> {
    let parameters = RawPathParams::from_request_parts(parts, state).await.map_err(|_| invalid(name, "is not readable text"))?;
    let found = parameters.iter().find(|(key, _)| *key == name).map(|(_, value)| value.to_owned());
    found.ok_or_else(|| invalid(name, "is missing"))
}

/// How the person asked, as the header `x-boundary-source` says; a call of the API when it says nothing.
pub(crate) struct Source(pub BoundarySource);

impl<S: Send + Sync> FromRequestParts<S> for Source {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        match parts.headers.get(SOURCE_HEADER).map(HeaderValue::as_bytes) {
            None | Some(b"api_call") => Ok(Self(BoundarySource::ApiCall)),
            Some(b"user_click") => Ok(Self(BoundarySource::UserClick)),
            Some(b"hotkey") => Ok(Self(BoundarySource::Hotkey)),
            Some(_) => Err(invalid(SOURCE_HEADER, "is user_click, hotkey or api_call")),
        }
    }
}

impl OperationInput for Source {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        describe_header(ctx, operation, SOURCE_HEADER, "How the person asked: user_click, hotkey or api_call.");
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

impl<S: Send + Sync> FromRequestParts<S> for Events {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Params(query) = Params::<EventsQuery>::from_request_parts(parts, state).await?;
        let Some(header) = parts.headers.get("last-event-id") else {
            return Ok(Self { after: query.after, follow: query.follow });
        };
        let seq = header.to_str().ok().and_then(|text| text.trim().parse().ok());
        seq.map(|after| Self { after, follow: query.follow }).ok_or_else(|| invalid("Last-Event-ID", "is the number of an event"))
    }
}

impl OperationInput for Events {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        describe_query::<EventsQuery>(ctx, operation);
        describe_header(ctx, operation, "Last-Event-ID", "The last event that arrived; wins over `after`.");
    }
}
