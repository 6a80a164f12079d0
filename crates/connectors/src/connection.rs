//! One connection to one server: streamable HTTP, or the standard input and output of a program. Both generations of the protocol are
//! spoken: `server/discover` (2026-07-28) is tried first, then the handshake of 2025-11-25 and older.
//!
//! A server is foreign code: every request has a deadline, every list a bound, and nothing that it sends is believed.

use crate::address::is_loopback;
use crate::elicit::{self, Answer, Asking, Question};
use crate::findings::visible;
use crate::links::{Asked, Danger, danger};
use crate::oauth::Challenge;
use crate::process::{Log, Program, Running};
use apprentice_contracts::connector::{McpPrompt, McpResource};
use apprentice_skills::source::fetch::client;
use http::{HeaderName, HeaderValue};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ClientCapabilities, ClientConfig, CustomNotification, CustomRequest, CustomResult,
    ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationCapability, ErrorCode, ErrorData, FormElicitationCapability,
    Implementation, InputRequest, InputRequests, InputResponses, PaginatedRequestParams, ProtocolVersion, Tool,
    UrlElicitationCapability,
};
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, NotificationContext, RequestContext, RoleClient, RunningService, ServiceError,
    serve_client_with_lifecycle,
};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::streamable_http_client::{HttpStatusError, StreamableHttpClientTransportConfig, StreamableHttpError};
use rmcp::{ClientCacheConfig, ClientHandler};
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, broadcast};
use url::Url;

/// Largest message of a server, in bytes.
pub const LARGEST: usize = 16 * 1024 * 1024;
/// Most tools of one server.
pub const MOST_TOOLS: usize = 1000;
/// Most resources, and most prompts, that are kept of one server.
pub const MOST_OTHERS: usize = 200;
/// Most pages of one list.
const PAGES: usize = 50;
/// Largest definition of one tool, in bytes of its JSON.
pub const LARGEST_DEFINITION: usize = 256 * 1024;
/// Largest list of tools, in bytes of its JSON.
pub const LARGEST_LISTING: usize = 4 * 1024 * 1024;
/// Deepest definition of a tool: how many objects and lists may be in each other.
pub const DEEPEST: usize = 32;

/// How often one call may ask the person, and for how many things at a time (2026-07-28).
const ROUNDS: usize = 10;
const MOST_REQUESTS: usize = 10;
/// The error with which a server refuses a call until the person has opened addresses (2025-11-25).
const ADDRESSES_FIRST: ErrorCode = ErrorCode(-32042);
/// How a server says that the person has done what it wanted at an address.
const IS_DONE: &str = "notifications/elicitation/complete";
/// How many of these notifications wait to be read.
const DONE: usize = 64;
/// How long a call may take with all of its questions.
const LONGEST_CALL: Duration = Duration::from_secs(1800);

/// Replaces the secrets in words of a server. What a server says passes it before it is cut, so that no part of a secret is left over.
pub type Mask = Arc<dyn Fn(&str) -> String + Send + Sync>;

/// What is reached.
pub enum Target {
    /// A program of this machine.
    Local(Box<Program>),
    /// An address, with the headers of every request.
    Remote(Url, Vec<(String, String)>),
}

/// Why a server could not be reached or asked.
#[derive(Debug, thiserror::Error)]
pub enum ConnectionError {
    /// Its program could not be started.
    #[error("its program could not be started: {0}")]
    Start(String),
    /// Its program ended.
    #[error("{0}")]
    Ended(String),
    /// It did not answer in time.
    #[error("it did not answer within {} seconds", .0.as_secs())]
    Timeout(Duration),
    /// It wants the person to sign in.
    #[error("it asks for a sign-in: sign in to it, or give it a header such as Authorization")]
    SignIn(Challenge),
    /// It takes the token, and wants one with more scopes (HTTP 403, RFC 6750 §3.1).
    #[error("it wants more than the sign-in allows: {}", named_scopes(.0))]
    MoreScopes(Challenge),
    /// It no longer knows the session of this connection. A new one is another server: its tools are listed before it is called.
    #[error("it no longer knows this session, so the call was not made; repeat it")]
    SessionEnded,
    /// It asked for a pause.
    #[error("it asked for a pause (HTTP 429)")]
    RateLimited(Option<Duration>),
    /// It cannot be reached, or answered with a failure.
    #[error("{0}")]
    Unreachable(String),
    /// It broke the protocol.
    #[error("it does not speak the protocol as expected: {0}")]
    Protocol(String),
    /// It refused the request.
    #[error("it refused the request: {0}")]
    Refused(String),
    /// It takes the call once the person has done something at an address (-32042). They agreed to open it, and it has not said that they
    /// are done.
    #[error("the person has to do something at {0} first, and agreed to open it")]
    OpenFirst(String),
    /// The same, and the person did not agree.
    #[error("the person has to do something at {0} first, and did not agree to open it")]
    NotOpened(String),
}

impl ConnectionError {
    /// The same without scopes that are secrets.
    #[must_use]
    pub fn without_secrets(self, is_secret: impl Fn(&str) -> bool) -> Self {
        match self {
            Self::SignIn(challenge) => Self::SignIn(challenge.without_secrets(is_secret)),
            Self::MoreScopes(challenge) => Self::MoreScopes(challenge.without_secrets(is_secret)),
            other => other,
        }
    }

    /// The failure as a code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Start(_) => "START_FAILED",
            Self::Ended(_) => "ENDED",
            Self::Timeout(_) => "TIMEOUT",
            Self::SignIn(_) => "SIGN_IN_REQUIRED",
            Self::MoreScopes(_) => "INSUFFICIENT_SCOPE",
            Self::SessionEnded => "SESSION_ENDED",
            Self::RateLimited(_) => "RATE_LIMITED",
            Self::Unreachable(_) => "UNREACHABLE",
            Self::Protocol(_) => "PROTOCOL",
            Self::Refused(_) => "REFUSED",
            Self::OpenFirst(_) => "OPEN_FIRST",
            Self::NotOpened(_) => "NOT_OPENED",
        }
    }

    /// Whether the server refused the request, so that it has had no effect.
    pub fn is_refusal(&self) -> bool {
        matches!(
            self,
            Self::Refused(_)
                | Self::SignIn(_)
                | Self::MoreScopes(_)
                | Self::SessionEnded
                | Self::OpenFirst(_)
                | Self::NotOpened(_)
        )
    }
}

/// What a server offers.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// The definitions of its tools, in the form of the protocol.
    pub tools: Vec<Value>,
    /// Its resources, at most [`MOST_OTHERS`].
    pub resources: Vec<McpResource>,
    /// Its prompts, at most [`MOST_OTHERS`].
    pub prompts: Vec<McpPrompt>,
}

/// An open connection. [`Connection::close`] ends it in good order; dropping it ends it too, with everything that its program started.
pub struct Connection {
    service: RunningService<RoleClient, Client>,
    running: Option<Running>,
    log: Log,
    client: Client,
    /// Which of these changes the newest list contains.
    listed: AtomicU64,
}

/// How a server asks the person something.
#[derive(Clone)]
pub struct Asks {
    /// Asks them.
    pub asking: Asking,
    /// Whether the server is on this machine.
    pub local: bool,
}

/// What waits on a connection.
struct Waits {
    /// Calls on their way. A server asks the person during a call alone.
    calls: AtomicUsize,
    /// Questions to the person. A call has more time as long as one of its server waits.
    questions: AtomicUsize,
    /// Woken when no call is left.
    none_left: Notify,
    /// Woken when no question is left.
    answered: Notify,
    /// What the server says that the person has done, by the identifiers that it gave the addresses.
    done: broadcast::Sender<String>,
}

impl Default for Waits {
    fn default() -> Self {
        let (none_left, answered) = (Notify::new(), Notify::new());
        Self { calls: AtomicUsize::new(0), questions: AtomicUsize::new(0), none_left, answered, done: broadcast::channel(DONE).0 }
    }
}

impl Waits {
    /// Returns when no call is on its way any more.
    async fn no_call(&self) {
        loop {
            let mut none_left = std::pin::pin!(self.none_left.notified());
            // One that ends from here on is heard.
            none_left.as_mut().enable();
            if self.calls.load(Ordering::Acquire) == 0 {
                return;
            }
            none_left.await;
        }
    }
}

/// Counts a call, or a question, as long as it lives, and wakes who waits until none is left.
struct Counted<'a>(&'a AtomicUsize, &'a Notify);

impl<'a> Counted<'a> {
    fn new(count: &'a AtomicUsize, none_left: &'a Notify) -> Self {
        count.fetch_add(1, Ordering::AcqRel);
        Self(count, none_left)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        if self.0.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.1.notify_waiters();
        }
    }
}

/// Our side. It offers elicitation where somebody can be asked, and no sampling and no roots. It counts how often lists changed.
#[derive(Clone)]
struct Client {
    config: ClientConfig,
    changes: Arc<AtomicU64>,
    asks: Option<Asks>,
    waits: Arc<Waits>,
    mask: Mask,
}

impl Client {
    /// Asks the person what a server wants of them. `Err`: why they are not asked.
    async fn ask(&self, params: ElicitRequestParams) -> Result<ElicitResult, String> {
        let asks = self.asks.as_ref().ok_or("nobody can be asked")?;
        let question = match self.question(params, asks.local) {
            Ok(question) => question,
            Err(why) => return Err(self.refused(why).await),
        };
        let _waits = Counted::new(&self.waits.questions, &self.waits.answered);
        let answer = tokio::select! {
            answer = (asks.asking)(Ok(question)) => answer?,
            // Nobody waits for what the server would do with it.
            () = self.waits.no_call() => Answer::Cancel,
        };
        Ok(match answer {
            Answer::Accept(Some(content)) => ElicitResult::new(ElicitationAction::Accept).with_content(Value::Object(content)),
            Answer::Accept(None) => ElicitResult::new(ElicitationAction::Accept),
            Answer::Decline => ElicitResult::new(ElicitationAction::Decline),
            Answer::Cancel => ElicitResult::new(ElicitationAction::Cancel),
        })
    }

    /// What the person is asked. `Err`: why they are not.
    fn question(&self, params: ElicitRequestParams, local: bool) -> Result<Question, String> {
        if self.waits.calls.load(Ordering::Acquire) == 0 {
            return Err("the person is asked during a call alone, and none is on its way".to_owned());
        }
        match params {
            ElicitRequestParams::FormElicitationParams { message, requested_schema, .. } => {
                let schema = serde_json::to_value(&requested_schema).map_err(|error| error.to_string())?;
                elicit::form(&message, &schema, &self.mask)
            }
            ElicitRequestParams::UrlElicitationParams { message, url, .. } => elicit::open(&message, &url, local, &self.mask),
            _ => Err("a question is a form or an address".to_owned()),
        }
    }

    /// Tells that the person is not asked, and answers why, without secrets.
    async fn refused(&self, why: String) -> String {
        let why = (self.mask)(&why);
        match &self.asks {
            Some(asks) => (asks.asking)(Err(why.clone())).await.err().unwrap_or(why),
            None => why,
        }
    }
}

impl ClientHandler for Client {
    fn get_info(&self) -> ClientConfig {
        self.config.clone()
    }

    async fn create_elicitation(
        &self,
        params: ElicitRequestParams,
        context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        tokio::select! {
            biased;
            () = context.ct.cancelled() => Ok(ElicitResult::new(ElicitationAction::Cancel)),
            answered = self.ask(params) => answered.map_err(|why| ErrorData::invalid_params(why, None)),
        }
    }

    async fn on_custom_request(&self, request: CustomRequest, _: RequestContext<RoleClient>) -> Result<CustomResult, ErrorData> {
        match request.method.as_str() {
            // Its form could not be read.
            "elicitation/create" => {
                let why = "a form has flat fields: texts, numbers, yes or no, and choices of texts";
                Err(ErrorData::invalid_params(self.refused(why.to_owned()).await, None))
            }
            method => Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, method.to_owned(), None)),
        }
    }

    async fn on_custom_notification(&self, notification: CustomNotification, _: NotificationContext<RoleClient>) {
        let id = notification.params.as_ref().and_then(|params| params["elicitationId"].as_str());
        if let Some(id) = id.filter(|_| notification.method == IS_DONE) {
            // Fails when no call waits for one.
            let _heard = self.waits.done.send(id.to_owned());
        }
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.changes.fetch_add(1, Ordering::AcqRel);
    }

    async fn on_resource_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.changes.fetch_add(1, Ordering::AcqRel);
    }

    async fn on_prompt_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.changes.fetch_add(1, Ordering::AcqRel);
    }
}

impl Connection {
    /// Starts or reaches a server that can ask nobody anything: see [`Connection::open_asking`].
    ///
    /// # Errors
    /// Those of [`Connection::open_asking`].
    pub async fn open(target: Target, mask: Mask, version: &str, patience: Duration) -> Result<Self, ConnectionError> {
        Self::open_asking(target, mask, version, patience, None).await
    }

    /// Starts or reaches a server. `mask` replaces secrets in its words, `version` is that of this program, `patience` bounds all of it,
    /// `asking` hands its questions to the person.
    ///
    /// # Errors
    /// Why it could not be reached. Nothing of its program is left then.
    pub async fn open_asking(
        target: Target,
        mask: Mask,
        version: &str,
        patience: Duration,
        asking: Option<Asking>,
    ) -> Result<Self, ConnectionError> {
        let mut capabilities = ClientCapabilities::default();
        if asking.is_some() {
            let offered = ElicitationCapability::new().with_form(FormElicitationCapability::new());
            capabilities.elicitation = Some(offered.with_url(UrlElicitationCapability::new()));
        }
        let local = match &target {
            Target::Local(_) => true,
            Target::Remote(url, _) => is_loopback(url),
        };
        let client = Client {
            config: ClientConfig::new(capabilities, Implementation::new("apprentice", version.to_owned())),
            changes: Arc::default(),
            asks: asking.map(|asking| Asks { asking, local }),
            waits: Arc::default(),
            mask: mask.clone(),
        };
        let known = client.clone();
        let lifecycle = || ClientLifecycleMode::Auto {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
            legacy_version: Some(ProtocolVersion::V_2025_11_25),
        };
        match target {
            Target::Local(program) => {
                let (mut running, input, output) =
                    Running::start(&program, mask.clone()).map_err(|error| start_error(&program, &error))?;
                let log = running.log();
                let transport = AsyncRwTransport::new_client(output, input).with_max_line_length(LARGEST);
                let opening = serve_client_with_lifecycle(client, transport, lifecycle());
                let opened = match tokio::time::timeout(patience, opening).await {
                    Ok(Ok(service)) => return Ok(Self::new(service, Some(running), log, known).await),
                    Ok(Err(error)) => initialize_error(error, &mask),
                    Err(_) => ConnectionError::Timeout(patience),
                };
                let ended = running.ended().await;
                running.end().await;
                Err(match (ended, opened) {
                    // One that ends well after it refused has said why.
                    (Some(status), opened) if !status.success() || matches!(opened, ConnectionError::Ended(_)) => {
                        ConnectionError::Ended(format!("its program ended with {status}{}", last_words(&log)))
                    }
                    (_, opened) => opened,
                })
            }
            Target::Remote(url, headers) => {
                let headers = header_map(&headers)?;
                let transport = || {
                    let mut config = StreamableHttpClientTransportConfig::with_uri(url.as_str()).custom_headers(headers.clone());
                    config.max_sse_event_size = LARGEST;
                    // A new session would be called without a look at its tools.
                    config.reinit_on_expired_session = false;
                    Ok::<_, ConnectionError>(StreamableHttpClientTransport::with_client(http_client()?, config))
                };
                let config = client.config.clone().with_protocol_version(ProtocolVersion::V_2025_11_25);
                let old = Client { config, ..client.clone() };
                let (first, second) = (transport()?, transport()?);
                let opening = async {
                    match serve_client_with_lifecycle(client, first, lifecycle()).await {
                        // An old server that answers every request, also one that it does not know: it has not understood the first one.
                        Err(ClientInitializeError::ExpectedInitResult(_)) => {
                            serve_client_with_lifecycle(old, second, ClientLifecycleMode::Initialize).await
                        }
                        opened => opened,
                    }
                };
                match tokio::time::timeout(patience, opening).await {
                    Ok(Ok(service)) => Ok(Self::new(service, None, Log::default(), known).await),
                    Ok(Err(error)) => Err(initialize_error(error, &mask)),
                    Err(_) => Err(ConnectionError::Timeout(patience)),
                }
            }
        }
    }

    async fn new(service: RunningService<RoleClient, Client>, running: Option<Running>, log: Log, client: Client) -> Self {
        // What is listed decides what is called, so it is never an older answer, for as long as a server says or because it fails now.
        service.peer().set_response_cache_config(ClientCacheConfig::disabled()).await;
        Self { service, running, log, client, listed: AtomicU64::new(0) }
    }

    /// The revision of the protocol that is spoken.
    pub fn revision(&self) -> Option<String> {
        self.service.peer().peer_info().map(|info| info.protocol_version.as_str().to_owned())
    }

    /// What the program wrote to standard error.
    pub fn log(&self) -> Log {
        self.log.clone()
    }

    /// Whether the connection has ended.
    pub fn is_closed(&self) -> bool {
        self.service.is_closed() || self.service.peer().is_transport_closed()
    }

    /// How often the server has said that its lists changed. Read it before a list, and give it to [`Connection::has_listed`] after it.
    pub fn changes(&self) -> u64 {
        self.client.changes.load(Ordering::Acquire)
    }

    /// Whether the server said that its lists changed after the newest list that was kept.
    pub fn is_stale(&self) -> bool {
        self.changes() != self.listed.load(Ordering::Acquire)
    }

    /// Says that a list which contains the first `changes` changes was kept. A list that is given up half way says nothing, so that it is
    /// read again.
    pub fn has_listed(&self, changes: u64) {
        self.listed.store(changes, Ordering::Release);
    }

    /// Reads everything that the server offers. `patience` bounds all of it.
    ///
    /// # Errors
    /// The tools cannot be listed, or there are more than [`MOST_TOOLS`], or one or all of them are too large ([`LARGEST_DEFINITION`],
    /// [`LARGEST_LISTING`], [`DEEPEST`]). Resources and prompts that cannot be listed are left out.
    pub async fn list(&self, patience: Duration) -> Result<Listing, ConnectionError> {
        let listing = async {
            let info = self.service.peer().peer_info();
            let offers = info.as_ref().map(|info| &info.capabilities);
            let tools = if offers.is_none_or(|offers| offers.tools.is_some()) { self.tools().await? } else { Vec::new() };
            let mut listing = Listing { tools, ..Listing::default() };
            if offers.is_some_and(|offers| offers.resources.is_some()) {
                listing.resources = self.resources().await.unwrap_or_default();
            }
            if offers.is_some_and(|offers| offers.prompts.is_some()) {
                listing.prompts = self.prompts().await.unwrap_or_default();
            }
            Ok(listing)
        };
        tokio::time::timeout(patience, listing).await.unwrap_or(Err(ConnectionError::Timeout(patience)))
    }

    async fn tools(&self) -> Result<Vec<Value>, ConnectionError> {
        let (mut tools, mut bytes, mut cursor) = (Vec::new(), 0, None);
        for _ in 0..PAGES {
            let page = self.service.peer().list_tools(params(cursor)).await.map_err(|error| self.service_error(error))?;
            for tool in &page.tools {
                let (definition, size) = weighed(tool).map_err(|why| ConnectionError::Protocol(self.clip(&why)))?;
                bytes += size;
                tools.push(definition);
                if tools.len() > MOST_TOOLS {
                    return Err(ConnectionError::Protocol(format!("it lists more than {MOST_TOOLS} tools")));
                }
                if bytes > LARGEST_LISTING {
                    let most = LARGEST_LISTING / (1024 * 1024);
                    return Err(ConnectionError::Protocol(format!("the definitions of its tools have more than {most} MiB")));
                }
            }
            cursor = page.next_cursor;
            if cursor.is_none() {
                return Ok(tools);
            }
        }
        Err(ConnectionError::Protocol(format!("its list of tools has more than {PAGES} pages")))
    }

    async fn resources(&self) -> Result<Vec<McpResource>, ServiceError> {
        let (mut all, mut cursor) = (Vec::new(), None);
        for _ in 0..PAGES {
            let page = self.service.peer().list_resources(params(cursor)).await?;
            all.extend(page.resources.iter().filter_map(|resource| serde_json::to_value(resource).ok()).map(|resource| {
                McpResource {
                    uri: text(&resource, "uri").map(harmless).unwrap_or_default(),
                    name: text(&resource, "name").unwrap_or_default(),
                    description: text(&resource, "description"),
                    mime_type: text(&resource, "mimeType"),
                }
            }));
            cursor = page.next_cursor;
            if cursor.is_none() || all.len() >= MOST_OTHERS {
                break;
            }
        }
        all.truncate(MOST_OTHERS);
        Ok(all)
    }

    async fn prompts(&self) -> Result<Vec<McpPrompt>, ServiceError> {
        let (mut all, mut cursor) = (Vec::new(), None);
        for _ in 0..PAGES {
            let page = self.service.peer().list_prompts(params(cursor)).await?;
            all.extend(page.prompts.iter().filter_map(|prompt| serde_json::to_value(prompt).ok()).map(|prompt| McpPrompt {
                name: text(&prompt, "name").unwrap_or_default(),
                description: text(&prompt, "description"),
                arguments:
                    prompt["arguments"].as_array().into_iter().flatten().filter_map(|argument| text(argument, "name")).collect(),
            }));
            cursor = page.next_cursor;
            if cursor.is_none() || all.len() >= MOST_OTHERS {
                break;
            }
        }
        all.truncate(MOST_OTHERS);
        Ok(all)
    }

    /// Calls a tool, and answers its result in the form of the protocol. A result that says of itself that it failed is an answer.
    ///
    /// # Errors
    /// There is no result; the call may have had an effect anyway.
    pub async fn call(&self, tool: &str, arguments: Map<String, Value>, patience: Duration) -> Result<Value, ConnectionError> {
        let mut request = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let _on_its_way = Counted::new(&self.client.waits.calls, &self.client.waits.none_left);
        let began = Instant::now();
        for _ in 0..ROUNDS {
            let left = || LONGEST_CALL.saturating_sub(began.elapsed());
            let too_long = |_| ConnectionError::Timeout(LONGEST_CALL);
            let result = match self.call_once(request.clone(), patience, began).await? {
                Called::Answered(CallToolResponse::Complete(result)) => {
                    return serde_json::to_value(&result).map_err(|error| ConnectionError::Protocol(error.to_string()));
                }
                Called::Answered(CallToolResponse::InputRequired(result)) => result,
                // A task that goes on.
                Called::Answered(_) => {
                    return Err(ConnectionError::Refused("it answers later, which Apprentice does not follow yet".to_owned()));
                }
                Called::OpenFirst(data) => {
                    tokio::time::timeout(left(), self.opened(data, patience)).await.map_err(too_long)??;
                    continue;
                }
            };
            let answers = tokio::time::timeout(left(), self.asked(result.input_requests.unwrap_or_default())).await;
            request.input_responses = Some(answers.map_err(too_long)??);
            request.request_state = result.request_state;
        }
        Err(ConnectionError::Refused(format!("it asked the person more than {ROUNDS} times during one call")))
    }

    /// Sends a call once. A question to the person stops its time, up to [`LONGEST_CALL`] in all.
    async fn call_once(
        &self,
        request: CallToolRequestParams,
        patience: Duration,
        began: Instant,
    ) -> Result<Called, ConnectionError> {
        let mut calling = std::pin::pin!(self.service.peer().call_tool_once(request));
        let waits = &self.client.waits;
        loop {
            // After an answer of the person, the time limit starts again.
            let is_over = tokio::select! {
                answer = &mut calling => return match answer {
                    Ok(answer) => Ok(Called::Answered(answer)),
                    Err(ServiceError::McpError(error)) if error.code == ADDRESSES_FIRST => Ok(Called::OpenFirst(error.data)),
                    Err(error) => Err(self.service_error(error)),
                },
                () = waits.answered.notified() => false,
                () = tokio::time::sleep(patience) => waits.questions.load(Ordering::Acquire) == 0,
            };
            if is_over || began.elapsed() >= LONGEST_CALL {
                return Err(ConnectionError::Timeout(patience));
            }
        }
    }

    /// The answers of the person to what a call needs (2026-07-28), one after the other.
    async fn asked(&self, requests: InputRequests) -> Result<InputResponses, ConnectionError> {
        if requests.len() > MOST_REQUESTS {
            return Err(ConnectionError::Refused(format!("it asked for more than {MOST_REQUESTS} things at a time")));
        }
        let mut answers = InputResponses::new();
        for (name, request) in requests {
            let InputRequest::Elicitation(request) = request else {
                let message = "it wants a model to write for it (sampling) or a list of folders, which Apprentice does not offer";
                return Err(ConnectionError::Refused(message.to_owned()));
            };
            let answer = self.client.ask(request.params).await.map_err(|why| ConnectionError::Refused(self.clip(&why)))?;
            let answer = serde_json::to_value(answer).map_err(|error| ConnectionError::Protocol(error.to_string()))?;
            answers.insert(name, answer);
        }
        Ok(answers)
    }

    /// Asks the person to open what a server wants opened before it takes a call, and waits until it says that they are done there, at most
    /// `patience`. `Err`: the failure for the caller.
    async fn opened(&self, data: Option<Value>, patience: Duration) -> Result<(), ConnectionError> {
        let refused = |why: &str| ConnectionError::Refused(format!("it wants an address opened first, and {}", self.clip(why)));
        let wanted = match addresses(data.unwrap_or_default()) {
            Ok(wanted) => wanted,
            Err(why) => return Err(refused(&self.client.refused(why).await)),
        };
        // The person may be done before they say that they agree.
        let mut done = self.client.waits.done.subscribe();
        let (mut waited, mut hosts) = (Vec::new(), Vec::new());
        for Address { id, host, params } in wanted {
            let answer = self.client.ask(params).await.map_err(|why| refused(&why))?;
            if answer.action != ElicitationAction::Accept {
                return Err(ConnectionError::NotOpened(self.clip(&host)));
            }
            waited.push(id);
            hosts.push(host);
        }
        hosts.dedup();
        // An address without an identifier is never said to be done.
        let patience = if waited.iter().any(String::is_empty) { Duration::ZERO } else { patience };
        let all_done = async {
            while !waited.is_empty() {
                // `Err`: more were said than are kept.
                let id = done.recv().await.unwrap_or_default();
                waited.retain(|waited| *waited != id);
            }
        };
        let is_done = tokio::time::timeout(patience, all_done).await;
        is_done.map_err(|_| ConnectionError::OpenFirst(self.clip(&hosts.join(", "))))
    }

    /// Ends the connection and the program of the server. Answers how many of its processes are left.
    pub async fn close(mut self) -> usize {
        self.running.iter_mut().for_each(Running::look);
        // A server that does not answer is ended below.
        let _closed = tokio::time::timeout(Duration::from_secs(2), self.service.close()).await;
        match self.running.take() {
            Some(running) => running.end().await,
            None => 0,
        }
    }

    fn clip(&self, text: &str) -> String {
        clip(&self.client.mask, text)
    }

    fn service_error(&self, error: ServiceError) -> ConnectionError {
        match error {
            ServiceError::McpError(error) => ConnectionError::Refused(self.clip(&error.message)),
            ServiceError::TransportClosed => match self.running {
                Some(_) => ConnectionError::Ended(format!("its program ended{}", last_words(&self.log))),
                None => ConnectionError::Unreachable("the connection was closed".to_owned()),
            },
            ServiceError::Timeout { timeout } => ConnectionError::Timeout(timeout),
            ServiceError::TransportSend(error) => transport_error(&*error.error, &self.client.mask),
            other => ConnectionError::Protocol(self.clip(&other.to_string())),
        }
    }
}

/// How a request for a call ended.
enum Called {
    Answered(CallToolResponse),
    /// The person has to open addresses first; what the error says of them.
    OpenFirst(Option<Value>),
}

/// An address that a server wants opened before it takes a call.
struct Address {
    /// What the server calls it when it says that the person is done.
    id: String,
    host: String,
    params: ElicitRequestParams,
}

/// The addresses of an error -32042. `Err`: why nobody is asked.
fn addresses(mut data: Value) -> Result<Vec<Address>, String> {
    let Some(Value::Array(all)) = data.get_mut("elicitations").map(Value::take) else { return Err("it names none".to_owned()) };
    if all.is_empty() || all.len() > MOST_REQUESTS {
        return Err(format!("it names {} of them, where 1 to {MOST_REQUESTS} are possible", all.len()));
    }
    let read = |params: Value| {
        let params = serde_json::from_value(params).ok()?;
        let ElicitRequestParams::UrlElicitationParams { url, elicitation_id, .. } = &params else { return None };
        let host = Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default();
        Some(Address { id: elicitation_id.clone(), host, params })
    };
    all.into_iter().map(read).collect::<Option<_>>().ok_or_else(|| "it asks for something else with it".to_owned())
}

fn params(cursor: Option<String>) -> Option<PaginatedRequestParams> {
    cursor.map(|cursor| PaginatedRequestParams::default().with_cursor(Some(cursor)))
}

fn text(value: &Value, field: &str) -> Option<String> {
    value[field].as_str().map(|text| visible(text).chars().take(2000).collect())
}

/// An address as it is shown: one that nobody should open is none.
fn harmless(address: String) -> String {
    match danger(&address, &Asked::default()) {
        Some(danger @ (Danger::Script | Danger::Program | Danger::Share)) => format!("(left out: it {})", danger.words()),
        Some(Danger::File) | None => address,
    }
}

fn start_error(program: &Program, error: &std::io::Error) -> ConnectionError {
    if !program.folder.is_dir() {
        return ConnectionError::Start(format!("its folder {} does not exist", program.folder.display()));
    }
    ConnectionError::Start(format!("{}: {error}", program.program.display()))
}

/// The last line that a program wrote to standard error, as the end of a sentence.
fn last_words(log: &Log) -> String {
    let text = log.text();
    match text.trim().lines().next_back().map(str::trim).filter(|line| !line.is_empty()) {
        Some(line) => format!(": {}", cut(line)),
        None => String::new(),
    }
}

/// Words of a server as they are shown: masked, then visible, then short.
fn clip(mask: &Mask, text: &str) -> String {
    cut(&mask(text))
}

/// Masked words in which everything can be seen, short.
fn cut(text: &str) -> String {
    visible(text).chars().take(300).collect()
}

/// The definition of a tool in the form of the protocol, with its size in bytes. `Err`: why it is refused.
fn weighed(tool: &Tool) -> Result<(Value, usize), String> {
    let definition = serde_json::to_value(tool).map_err(|error| error.to_string())?;
    let size = definition.to_string().len();
    if size > LARGEST_DEFINITION {
        return Err(format!("the definition of its tool “{}” has more than {} KiB", tool.name, LARGEST_DEFINITION / 1024));
    }
    if is_deeper(&definition, DEEPEST) {
        return Err(format!("the definition of its tool “{}” is nested deeper than {DEEPEST} levels", tool.name));
    }
    Ok((definition, size))
}

/// Whether objects and lists are in each other more than `levels` deep.
fn is_deeper(value: &Value, levels: usize) -> bool {
    let mut inner: Box<dyn Iterator<Item = &Value>> = match value {
        Value::Object(fields) => Box::new(fields.values()),
        Value::Array(items) => Box::new(items.iter()),
        _ => return false,
    };
    levels == 0 || inner.any(|value| is_deeper(value, levels - 1))
}

fn initialize_error(error: ClientInitializeError, mask: &Mask) -> ConnectionError {
    match error {
        ClientInitializeError::TransportError { error, .. } => transport_error(&*error.error, mask),
        ClientInitializeError::LegacyFallbackFailed { fallback, .. } => initialize_error(*fallback, mask),
        ClientInitializeError::ConnectionClosed(_) => {
            ConnectionError::Ended("it closed the connection before it answered".to_owned())
        }
        ClientInitializeError::JsonRpcError(error) => ConnectionError::Refused(clip(mask, &error.message)),
        other => ConnectionError::Protocol(clip(mask, &other.to_string())),
    }
}

/// The failure of a transport, which is an HTTP failure or the end of a pipe.
fn transport_error(error: &(dyn Error + 'static), mask: &Mask) -> ConnectionError {
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(found) = cause {
        if let Some(error) = found.downcast_ref::<StreamableHttpError<reqwest::Error>>() {
            match error {
                StreamableHttpError::AuthRequired(error) => return refused_token(&error.www_authenticate_header),
                StreamableHttpError::InsufficientScope(error) => return refused_token(&error.www_authenticate_header),
                StreamableHttpError::SessionExpired => return ConnectionError::SessionEnded,
                StreamableHttpError::HttpStatus(status) => return status_error(status),
                StreamableHttpError::UnexpectedServerResponse(answer) => return unexpected(answer, mask),
                StreamableHttpError::UnexpectedContentType(kind) => {
                    let kind = kind.as_deref().unwrap_or("nothing that says what it is");
                    return ConnectionError::Protocol(clip(mask, &format!("it answered with {kind} instead of JSON; {LOOK}")));
                }
                _ => {}
            }
        }
        if let Some(error) = found.downcast_ref::<reqwest::Error>() {
            if error.status().is_some_and(|status| status == 401) {
                return ConnectionError::SignIn(Challenge::default());
            }
            if error.is_connect() {
                return ConnectionError::Unreachable(clip(mask, &format!("it cannot be reached: {}", client::cause(error))));
            }
        }
        cause = found.source();
    }
    ConnectionError::Unreachable(clip(mask, &error.to_string()))
}

/// What to do when something else than a server of tools answers.
const LOOK: &str = "look whether the address is that of a server of tools (MCP)";

/// An answer that is no message: `HTTP 404 Not Found: …`. Its own words are shown unless they are a web page, and decide nothing.
fn unexpected(answer: &str, mask: &Mask) -> ConnectionError {
    let (status, body) = answer.split_once(": ").unwrap_or((answer, ""));
    let code = status.strip_prefix("HTTP ").and_then(|status| status.split(' ').next());
    match code {
        Some("401") => ConnectionError::SignIn(Challenge::default()),
        Some(code) if body.trim_start().starts_with('<') => {
            ConnectionError::Unreachable(format!("it answered with HTTP {code} and a web page; {LOOK}"))
        }
        Some(code) if body.trim().is_empty() => ConnectionError::Unreachable(format!("it answered with HTTP {code}; {LOOK}")),
        Some(code) => ConnectionError::Unreachable(clip(mask, &format!("it answered with HTTP {code}: {}", body.trim()))),
        None => ConnectionError::Protocol(clip(mask, answer)),
    }
}

/// What a server says that takes no token, or wants another one.
fn refused_token(header: &str) -> ConnectionError {
    let challenge = Challenge::read(header).unwrap_or_default();
    match challenge.wants_more_scopes() {
        true => ConnectionError::MoreScopes(challenge),
        false => ConnectionError::SignIn(challenge),
    }
}

/// The scopes of a challenge as a person reads them, at most ten.
fn named_scopes(challenge: &Challenge) -> String {
    let scopes = challenge.scopes();
    match scopes.len() {
        0 => "it does not say which scopes".to_owned(),
        count if count > 10 => format!("{}, and {} more", scopes[..10].join(", "), count - 10),
        _ => scopes.join(", "),
    }
}

fn status_error(status: &HttpStatusError) -> ConnectionError {
    match status.status {
        429 => {
            let seconds = status.retry_after.as_deref().and_then(|after| after.trim().parse().ok());
            ConnectionError::RateLimited(seconds.map(Duration::from_secs))
        }
        code => ConnectionError::Unreachable(format!("it answered with HTTP {code}")),
    }
}

fn header_map(headers: &[(String, String)]) -> Result<HashMap<HeaderName, HeaderValue>, ConnectionError> {
    let read = |(name, value): &(String, String)| {
        let wrong = |_| {
            ConnectionError::Start(format!(
                "the header {name} cannot be sent: its name or value has characters that HTTP does not allow"
            ))
        };
        let mut value = HeaderValue::from_str(value).map_err(|error| wrong(error.to_string()))?;
        value.set_sensitive(true);
        Ok((HeaderName::try_from(name.as_str()).map_err(|error| wrong(error.to_string()))?, value))
    };
    headers.iter().map(read).collect()
}

/// A client that follows no redirection: a header with a secret goes to the address of the person, and nowhere else.
fn http_client() -> Result<reqwest::Client, ConnectionError> {
    // Fails if a provider is installed already, which is as well.
    let _installed = rustls::crypto::ring::default_provider().install_default();
    client::plain()
        .connect_timeout(Duration::from_secs(10))
        .build()
        .map_err(|error| ConnectionError::Start(format!("no HTTP client could be made: {}", client::cause(&error))))
}
