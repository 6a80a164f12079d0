//! Open connections. A server is started or reached when it is first used, and ended when nobody used it for some minutes.

use super::known_secrets::KnownSecrets;
use super::secrets::Kind;
use super::{ConnectorCaller, Connectors, identity, oauth_client, policy, secrets, tokens};
use crate::Answer;
use crate::core::request::invalid;
use apprentice_connectors::address;
use apprentice_connectors::connection::{Connection, ConnectionError, Target};
use apprentice_connectors::oauth::Session;
use apprentice_connectors::policy::Effective;
use apprentice_connectors::process::{Log, Program};
use apprentice_contracts::Time;
use apprentice_contracts::connector::{McpAuthState, McpPolicyMode, McpTransport, McpVariable};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::McpServerId;
use apprentice_platform::permissions;
use apprentice_store::mcp_servers::{self, McpLastConnection, McpServerRecord};
use chrono::Duration as Span;
use serde_json::json;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How long a server may take to start and to list what it offers; a first `npx` downloads it.
pub(super) const OPENING: Duration = Duration::from_secs(60);
/// How long a server stays open without use.
const IDLE: Duration = Duration::from_secs(300);
const LOOK: Duration = Duration::from_secs(30);
/// How old a list of tools may be when one of them is called, and how old while another call is on its way, which may keep a server from
/// answering. A server need not say that its tools changed, and some cannot.
const LIST_AGE: Span = Span::seconds(60);
const LIST_AGE_BUSY: Span = Span::minutes(10);
/// How long the calls of a server that is ended may take to tell it that they are given up.
const GIVING_UP: Duration = Duration::from_secs(2);
/// The first pause after a failure; each further failure doubles it.
const FIRST_PAUSE: Span = Span::seconds(5);
const LONGEST_PAUSE: Span = Span::minutes(5);
/// The longest pause that a server may ask for.
const LONGEST_ASKED: Span = Span::hours(1);

/// One connection with what belongs to it.
pub(super) struct Open {
    pub connection: Connection,
    /// What was trusted when it was opened.
    pub identity: String,
    /// The secrets that it was given.
    pub secrets: KnownSecrets,
    /// When the token that it was given ends, if it is renewed.
    token_ends: Option<Time>,
    /// Cancelled when the server is ended, so that its calls are given up.
    pub ending: CancellationToken,
    /// The calls on their way.
    pub calls: TaskTracker,
    /// When it was listed last, in milliseconds since 1970.
    pub listed_at: AtomicI64,
}

#[derive(Default)]
struct Slot {
    /// Held while the server is opened, so that it is opened once.
    open: tokio::sync::Mutex<Option<Arc<Open>>>,
    about: Mutex<About>,
}

#[derive(Default)]
struct About {
    last_used: Option<Instant>,
    is_open: bool,
    log: Option<Log>,
    /// Cancelled, and replaced, when the server is to be ended while it is opened.
    ending: CancellationToken,
    /// Nobody finds this slot any more.
    is_forgotten: bool,
}

/// The open connections, by server.
#[derive(Default)]
pub(super) struct Connections(Mutex<HashMap<McpServerId, Arc<Slot>>>);

impl Connections {
    fn slot(&self, id: &McpServerId) -> Arc<Slot> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(id.clone()).or_default().clone()
    }

    fn known(&self, id: &McpServerId) -> Option<Arc<Slot>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    pub(super) fn is_open(&self, id: &McpServerId) -> bool {
        self.known(id).is_some_and(|slot| slot.about().is_open)
    }

    /// The end of what the program of a server wrote to standard error, masked.
    pub(super) fn log(&self, id: &McpServerId) -> String {
        let Some(slot) = self.known(id) else { return String::new() };
        let about = slot.about();
        about.log.as_ref().map(Log::text).unwrap_or_default()
    }

    /// Ends the connection to a server, if there is one.
    pub(super) async fn close(&self, id: &McpServerId) -> bool {
        match self.known(id) {
            Some(slot) => slot.close().await,
            None => false,
        }
    }

    /// Ends this connection, unless another one is in its place by now.
    pub(super) async fn close_this(&self, id: &McpServerId, this: &Weak<Open>) {
        let Some(slot) = self.known(id) else { return };
        let mut open = slot.open.lock().await;
        if let Some(found) = take_this(&mut open, this) {
            slot.about().is_open = false;
            found.end().await;
        }
    }

    pub(super) async fn close_all(&self) {
        let slots: Vec<Arc<Slot>> = self.0.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect();
        futures::future::join_all(slots.iter().map(|slot| slot.close())).await;
    }

    /// Forgets a server that is no longer registered.
    pub(super) async fn forget(&self, id: &McpServerId) {
        let slot = self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
        if let Some(slot) = slot {
            // Who has found it already looks for another one.
            slot.about().is_forgotten = true;
            slot.close().await;
        }
    }

    /// The servers that are open.
    pub(super) fn open_ones(&self) -> Vec<McpServerId> {
        let slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        slots.iter().filter(|(_, slot)| slot.about().is_open).map(|(id, _)| id.clone()).collect()
    }

    async fn close_idle(&self) {
        let slots: Vec<Arc<Slot>> = self.0.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect();
        for slot in slots {
            // A call may wait for an answer of the person. One that opens the server now is no idle one either.
            let (is_busy, ended) = match slot.open.try_lock().as_deref() {
                Ok(Some(open)) => (!open.calls.is_empty(), open.connection.is_closed()),
                Ok(None) => (false, false),
                Err(_) => (true, false),
            };
            if is_busy {
                slot.about().last_used = Some(Instant::now());
            }
            let idle = slot.about().last_used.is_some_and(|used| used.elapsed() >= IDLE);
            // What a server that ended by itself left running does not wait for its next use.
            if (idle || ended) && slot.about().is_open {
                slot.close().await;
            }
        }
    }
}

impl Slot {
    fn about(&self) -> std::sync::MutexGuard<'_, About> {
        self.about.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the connection, and an opening that is on its way.
    async fn close(&self) -> bool {
        std::mem::take(&mut self.about().ending).cancel();
        let mut open = self.open.lock().await;
        self.about().is_open = false;
        match open.take() {
            Some(found) => {
                found.end().await;
                true
            }
            None => false,
        }
    }
}

impl Open {
    /// Whether what it offers may be something else by now.
    fn is_stale(&self, now: Time) -> bool {
        let age = if self.calls.is_empty() { LIST_AGE } else { LIST_AGE_BUSY };
        // A clock that was set back says nothing of the age.
        let passed = now.timestamp_millis().abs_diff(self.listed_at.load(Ordering::Acquire));
        self.connection.is_stale() || passed >= age.num_milliseconds().unsigned_abs()
    }

    /// Gives its calls up, and ends it with every process of it.
    async fn end(self: Arc<Self>) {
        self.ending.cancel();
        self.calls.close();
        // A server that does not take the message that a call is given up is ended anyway.
        let _told = tokio::time::timeout(GIVING_UP, self.calls.wait()).await;
        match Arc::try_unwrap(self) {
            Ok(open) => {
                let left = open.connection.close().await;
                if left > 0 {
                    tracing::error!(left, "processes of a server do not end");
                }
            }
            // It ends with the last one who holds it.
            Err(shared) => drop(shared),
        }
    }
}

impl Connectors {
    /// Ends connections that nobody uses, until the engine closes.
    pub(crate) async fn end_idle(connectors: Weak<Self>, cancel: CancellationToken) {
        loop {
            tokio::select! {
                () = cancel.cancelled() => return,
                () = tokio::time::sleep(LOOK) => {}
            }
            let Some(connectors) = connectors.upgrade() else { return };
            connectors.connections.close_idle().await;
        }
    }

    /// The connection to a server: the one that is open, or a new one. A new one lists what the server offers, and so does one whose server
    /// said that it changed, or whose list is old. The record is read while nobody else opens or ends the server, and once more when it is open: what was
    /// changed, switched off or deleted in the meantime is ended and not handed out.
    ///
    /// Errors: `MCP_SERVER_DISABLED`, `MCP_TRUST_REQUIRED`, `MCP_CONNECTION_FAILED`, `CONFLICT`; `MCP_SERVER_BACKOFF` for agents.
    pub(super) async fn open(&self, id: &McpServerId, caller: &ConnectorCaller) -> Answer<Arc<Open>> {
        loop {
            // Only a server that exists gets a slot.
            let slot = match self.connections.known(id) {
                Some(slot) => slot,
                None => {
                    self.usable(id, caller).await?;
                    self.connections.slot(id)
                }
            };
            let mut open = slot.open.lock().await;
            if slot.about().is_forgotten {
                continue;
            }
            let ending = slot.about().ending.clone();
            slot.about().last_used = Some(Instant::now());
            let record = self.usable(id, caller).await?;
            let opened = tokio::select! {
                biased;
                () = ending.cancelled() => Err(interrupted(&record)),
                opened = self.opened(&record, &slot, &mut open, caller) => opened,
            };
            match opened {
                Ok(found) => return Ok(found),
                Err(failure) => {
                    slot.about().is_open = false;
                    if let Some(old) = open.take() {
                        old.end().await;
                    }
                    return Err(failure);
                }
            }
        }
    }

    /// The connection of a slot, which the caller has locked. `Err`: it is to be ended.
    async fn opened(
        &self,
        record: &McpServerRecord,
        slot: &Slot,
        open: &mut Option<Arc<Open>>,
        caller: &ConnectorCaller,
    ) -> Answer<Arc<Open>> {
        let identity = identity::of(record);
        let now = self.core.now();
        let is_this = |open: &&Arc<Open>| {
            !open.connection.is_closed() && open.identity == identity && open.token_ends.is_none_or(|ends| ends > now)
        };
        let known = match open.as_ref().filter(is_this).cloned() {
            Some(found) if !found.is_stale(now) => return Ok(found),
            Some(found) => match self.list(record, &found, OPENING).await {
                Ok(()) => Some(found),
                Err(ConnectionError::SessionEnded) => None,
                // A new connection has a new token, or says that the person has to sign in.
                Err(ConnectionError::SignIn(challenge)) => {
                    self.sign_ins.set_challenge(record, &challenge);
                    None
                }
                Err(error) => {
                    // What it offers now is not known: nothing of it is called before it was listed.
                    let error = error.without_secrets(|text| found.secrets.has(text));
                    return Err(self.failed(record, &error, found.secrets.words(&error.to_string())).await);
                }
            },
            None => None,
        };
        let found = match known {
            Some(found) => found,
            None => {
                // It ended by itself, or is another server by now.
                slot.about().is_open = false;
                if let Some(old) = open.take() {
                    old.end().await;
                }
                let new = open.insert(self.reach(record, identity.clone(), slot).await?).clone();
                slot.about().is_open = true;
                new
            }
        };
        // It took a while.
        let now = self.usable(&record.entry.server_id, caller).await?;
        match identity::of(&now) == identity {
            true => Ok(found),
            false => Err(interrupted(record)),
        }
    }

    /// The record of a server that may be asked now.
    pub(super) async fn usable(&self, id: &McpServerId, caller: &ConnectorCaller) -> Answer<McpServerRecord> {
        let (record, policy) = self.record_with_policy(id).await?;
        let (entry, name) = (&record.entry, &record.entry.display_name);
        if !entry.enabled {
            let message = format!("“{name}” is switched off. Switch it on with `apprentice connectors edit {id} --enable`.");
            return Err(Failure::new(ErrorCode::McpServerDisabled, message).with_details(json!({ "server_id": id })));
        }
        if policy.mode == McpPolicyMode::Disabled {
            let because = policy.because;
            let message =
                format!("“{name}” is not started or reached, because {because}. The person can change that in Apprentice.");
            let details = json!({ "reason": "policy", "server_id": id });
            return Err(Failure::new(ErrorCode::McpServerDisabled, message).with_details(details));
        }
        if !identity::is_trusted(&record) {
            let message = format!(
                "“{name}” was not trusted yet, or it changed. Read what it starts or reaches, then trust it on the Connectors page or with `apprentice connectors trust {id}`."
            );
            let details = json!({
                "server_id": id, "identity": identity::of(&record), "command": entry.command, "endpoint_url": entry.endpoint_url,
                "environment": entry.environment, "headers": entry.headers,
            });
            return Err(Failure::new(ErrorCode::McpTrustRequired, message).with_details(details));
        }
        let waits = record.last.backoff_until.filter(|until| *until > self.core.now());
        if let (Some(until), ConnectorCaller::Agent(_)) = (waits, caller) {
            let seconds = (until - self.core.now()).num_seconds().max(1);
            let why = record.last.reason.as_deref().unwrap_or("it failed");
            let message = format!("“{name}” is left alone for {seconds} s: {why}");
            let details = json!({ "server_id": id, "retry_after_seconds": seconds });
            return Err(Failure::new(ErrorCode::McpServerBackoff, message).with_details(details));
        }
        Ok(record)
    }

    /// A server, and what holds for all of its tools.
    pub(super) async fn record_with_policy(&self, id: &McpServerId) -> Answer<(McpServerRecord, Effective)> {
        let (wanted, now) = (id.clone(), self.core.now());
        let read = self.core.store.read(move |db| {
            let found = mcp_servers::get(db, &wanted)?;
            found.map(|record| Ok((policy::of_server(db, &record, now)?, record))).transpose()
        });
        let found: Option<(Effective, McpServerRecord)> = read.await.map_err(crate::stored)?;
        found.map(|(policy, record)| (record, policy)).ok_or_else(|| super::unknown(id))
    }

    /// Ends the servers that a policy switches off now.
    pub(super) async fn end_switched_off(&self) {
        for id in self.connections.open_ones() {
            // One that is not found is being deleted.
            if let Ok((_, policy)) = self.record_with_policy(&id).await
                && policy.mode == McpPolicyMode::Disabled
            {
                self.connections.close(&id).await;
            }
        }
    }

    async fn reach(&self, record: &McpServerRecord, identity: String, slot: &Slot) -> Answer<Arc<Open>> {
        let mut rejected: Option<String> = None;
        loop {
            let session = self.tokens(record, rejected.as_deref()).await?;
            let (error, secrets) = match self.reach_with(record, &identity, slot, session.as_ref()).await? {
                Ok(open) => return Ok(open),
                Err((error, secrets)) => (error.without_secrets(|text| secrets.has(text)), secrets),
            };
            match (&error, session) {
                // The server no longer takes the token; a new one may do.
                (ConnectionError::SignIn(challenge), Some(session)) if rejected.is_none() => {
                    self.sign_ins.set_challenge(record, challenge);
                    rejected = Some(session.access_token);
                }
                _ => return Err(self.failed(record, &error, secrets.words(&error.to_string())).await),
            }
        }
    }

    /// Opens a server with these tokens, and lists what it offers. `Err`: why it did not work, with the secrets that it was given.
    async fn reach_with(
        &self,
        record: &McpServerRecord,
        identity: &str,
        slot: &Slot,
        session: Option<&Session>,
    ) -> Answer<Result<Arc<Open>, (ConnectionError, KnownSecrets)>> {
        let (connection, secrets) = self.connected(record, session).await?;
        let connection = match connection {
            Ok(connection) => connection,
            Err(error) => return Ok(Err((error, secrets))),
        };
        let renews = session.filter(|session| {
            let renews = session.refresh_token.is_some() && tokens::renews_by_itself(record);
            renews || oauth_client::signs_in_itself(record)
        });
        let token_ends = renews.and_then(|session| session.expires_at).and_then(|ends| Time::from_timestamp(ends - 30, 0));
        slot.about().log = Some(connection.log());
        let open = Arc::new(Open {
            connection,
            identity: identity.to_owned(),
            secrets,
            token_ends,
            ending: CancellationToken::new(),
            calls: TaskTracker::new(),
            listed_at: AtomicI64::new(i64::MIN),
        });
        Ok(match self.list(record, &open, OPENING).await {
            Ok(()) => Ok(open),
            Err(error) => {
                let secrets = open.secrets.clone();
                open.end().await;
                Err((error, secrets))
            }
        })
    }

    /// The tokens of a server that the person, or Apprentice by itself, signed in to. `rejected`: a token that the server no longer takes.
    async fn tokens(&self, record: &McpServerRecord, rejected: Option<&str>) -> Answer<Option<Session>> {
        if let Some(client) = record.entry.oauth_client.as_ref().filter(|_| oauth_client::signs_in_itself(record)) {
            return self.own_session(record, client, rejected).await.map(Some);
        }
        match record.sign_in().map(|sign_in| sign_in.state) {
            Some(McpAuthState::Healthy) => self.valid_session(record, rejected, false).await.map(Some),
            // It says itself that it asks for a sign-in.
            _ => Ok(None),
        }
    }

    /// Starts or reaches a server, and answers the secrets that it was given.
    async fn connected(
        &self,
        record: &McpServerRecord,
        session: Option<&Session>,
    ) -> Answer<(Result<Connection, ConnectionError>, KnownSecrets)> {
        let (mut target, mut secrets) = self.target(record).await?;
        if let (Target::Remote(_, headers), Some(session)) = (&mut target, session) {
            headers.push(("Authorization".to_owned(), format!("Bearer {}", session.access_token)));
            secrets.extend(session.secrets());
        }
        let secrets = KnownSecrets::new(secrets);
        let asking = Some(self.asking(record));
        let version = &self.core.options.version;
        Ok((Connection::open_asking(target, secrets.mask(), version, OPENING, asking).await, secrets))
    }

    /// What is started or reached, and the secrets in it.
    async fn target(&self, record: &McpServerRecord) -> Answer<(Target, Vec<String>)> {
        let entry = &record.entry;
        let (environment, mut secrets) = self.values(record, Kind::Environment, &entry.environment).await?;
        let (headers, more) = self.values(record, Kind::Headers, &entry.headers).await?;
        secrets.extend(more);
        if entry.transport == McpTransport::RemoteHttp {
            let url = entry.endpoint_url.as_deref().unwrap_or_default();
            let url = address::checked(url).map_err(|why| invalid("endpoint_url", &format!("the address {why}")))?;
            return Ok((Target::Remote(url, headers), secrets));
        }
        let command = entry.command.as_ref().ok_or_else(|| invalid("command", "the server has no program"))?;
        let program = self.find_program(&command.program).ok_or_else(|| {
            let message = format!(
                "“{}”: the program {} was not found. Install it, or give its absolute path.",
                entry.display_name, command.program
            );
            Failure::new(ErrorCode::McpConnectionFailed, message)
                .with_details(json!({ "reason": "PROGRAM_NOT_FOUND", "server_id": entry.server_id }))
        })?;
        let arguments = command.arguments.iter().map(|argument| filled(argument, &environment)).collect::<Answer<Vec<_>>>()?;
        let program = Program {
            program,
            arguments,
            environment: self.environment(environment),
            folder: self.folder(command.folder.as_deref()),
            // With the process, because two processes may count their identifiers alike.
            mark: format!("{}-{}", self.core.options.ids.next(), std::process::id()),
            home_mark: super::home_mark(&self.core),
        };
        Ok((Target::Local(Box::new(program)), secrets))
    }

    /// The values of variables or headers, and those among them that are secrets.
    async fn values(
        &self,
        record: &McpServerRecord,
        kind: Kind,
        variables: &[McpVariable],
    ) -> Answer<(Vec<(String, String)>, Vec<String>)> {
        let (mut values, mut found) = (Vec::new(), Vec::new());
        for variable in variables {
            let value = secrets::value(&self.core, record.entry.server_id.as_str(), kind, variable).await.map_err(|why| {
                let details = json!({ "reason": "VALUE_MISSING", "field": format!("{}.{}", kind.field(), variable.name) });
                Failure::new(ErrorCode::McpConnectionFailed, why).with_details(details)
            })?;
            if variable.value.is_none() {
                found.push(value.clone());
            }
            values.push((variable.name.clone(), value));
        }
        Ok((values, found))
    }

    /// The folder that a program starts in: the one that was chosen, else the person's home, else ours.
    fn folder(&self, chosen: Option<&str>) -> PathBuf {
        let home = || self.core.options.machine.user_home.clone().filter(|home| home.is_dir());
        chosen.map(PathBuf::from).or_else(home).unwrap_or_else(|| self.core.options.home.clone())
    }

    pub(super) fn find_program(&self, name: &str) -> Option<PathBuf> {
        let path = Path::new(name);
        if path.is_absolute() {
            return Some(path.to_owned());
        }
        let folders = self.core.options.machine.search_path.iter().filter(|folder| folder.is_absolute());
        folders.map(|folder| folder.join(name)).find(|program| permissions::is_program(program))
    }

    /// The environment of a program: what every program needs, and its own variables, which go first.
    fn environment(&self, own: Vec<(String, String)>) -> Vec<(String, String)> {
        let machine = &self.core.options.machine;
        let folders = machine.search_path.iter().filter(|folder| folder.is_absolute());
        let path = std::env::join_paths(folders).ok().and_then(|path| path.into_string().ok()).unwrap_or_default();
        let home = machine.user_home.as_ref().map(|home| ("HOME".to_owned(), home.display().to_string()));
        let mut all = vec![("PATH".to_owned(), path), ("LANG".to_owned(), "C.UTF-8".to_owned())];
        all.extend(home);
        all.retain(|(name, _)| !own.iter().any(|(known, _)| known == name));
        all.extend(own);
        all
    }

    /// Stores that a server failed, and answers the failure.
    pub(super) async fn failed(&self, record: &McpServerRecord, error: &ConnectionError, words: String) -> Failure {
        let remedy = self.note_refusal(record, error).await;
        // Agents read it too, as the words of Apprentice.
        let words = super::fence::said(words);
        let reason = self.store_failure(record, error.code(), &format!("{words}.{remedy}"), pause(error)).await;
        let message = format!("“{}”: {reason}", record.entry.display_name);
        let mut details = json!({ "reason": error.code(), "server_id": record.entry.server_id });
        if let ConnectionError::MoreScopes(challenge) = error {
            details["scopes"] = json!(challenge.scopes());
        }
        Failure::new(ErrorCode::McpConnectionFailed, message).with_details(details)
    }

    /// Stores that a server which failed answers again.
    pub(super) async fn store_success(&self, record: &McpServerRecord) {
        if record.last.failures == 0 {
            return;
        }
        let (id, identity) = (record.entry.server_id.clone(), identity::of(record));
        let stored = self.core.change(move |tx| {
            if let Some(mut record) = mcp_servers::get(tx.db, &id)?.filter(|now| identity::of(now) == identity) {
                record.last = McpLastConnection { at: Some(tx.now), ..McpLastConnection::default() };
                mcp_servers::put(tx.db, &record)?;
            }
            Ok(())
        });
        if let Err(failure) = stored.await {
            tracing::error!(%failure, "that a server answers again could not be stored");
        }
    }

    /// Stores that a server failed, so that agents leave it alone for a while. `asked`: the pause that it asked for. Answers the reason as it
    /// was stored, at most 400 characters.
    pub(super) async fn store_failure(
        &self,
        record: &McpServerRecord,
        code: &'static str,
        reason: &str,
        asked: Option<Span>,
    ) -> String {
        let (id, identity) = (record.entry.server_id.clone(), identity::of(record));
        let reason: String = reason.chars().take(400).collect();
        let stored = self.core.change({
            let reason = reason.clone();
            move |tx| {
                // What was changed in the meantime has not failed.
                if let Some(mut record) = mcp_servers::get(tx.db, &id)?.filter(|now| identity::of(now) == identity) {
                    let last = &mut record.last;
                    last.failures = last.failures.saturating_add(1);
                    let doubled = FIRST_PAUSE * 2_i32.pow(last.failures.saturating_sub(1).min(10));
                    last.backoff_until =
                        Some(tx.now + asked.map_or(doubled.min(LONGEST_PAUSE), |asked| asked.min(LONGEST_ASKED)));
                    (last.at, last.code, last.reason) = (Some(tx.now), Some(code.to_owned()), Some(reason));
                    mcp_servers::put(tx.db, &record)?;
                }
                Ok(())
            }
        });
        if let Err(failure) = stored.await {
            tracing::error!(%failure, "the failure of a server could not be stored");
        }
        reason
    }
}

/// Takes out what is held, if it is this.
fn take_this<T>(held: &mut Option<Arc<T>>, this: &Weak<T>) -> Option<Arc<T>> {
    held.take_if(|held| std::ptr::eq(Arc::as_ptr(held), this.as_ptr()))
}

/// The pause that a server asked for.
pub(super) fn pause(error: &ConnectionError) -> Option<Span> {
    match error {
        ConnectionError::RateLimited(pause) => pause.and_then(|pause| Span::from_std(pause).ok()),
        _ => None,
    }
}

/// The refusal of a connection that was given up while it was opened.
fn interrupted(record: &McpServerRecord) -> Failure {
    let name = &record.entry.display_name;
    let message = format!("“{name}” was changed, switched off or ended while it was being opened. Try again.");
    Failure::new(ErrorCode::Conflict, message).with_details(json!({ "server_id": record.entry.server_id }))
}

/// An argument with the values of its `${NAME}`. A name that is no variable of the server stays as it is written.
fn filled(argument: &str, environment: &[(String, String)]) -> Answer<String> {
    let (mut text, mut rest) = (String::new(), argument);
    while let Some(at) = rest.find("${") {
        let (before, here) = rest.split_at(at);
        text.push_str(before);
        let end = here.find('}').unwrap_or(here.len() - 1);
        let name = here.get(2..end).unwrap_or_default();
        match environment.iter().find(|(known, _)| known == name) {
            Some((_, value)) => text.push_str(value),
            None => {
                let why = format!("{argument} needs the variable {name}; give it in environment");
                return Err(invalid("command.arguments", &why));
            }
        }
        rest = &here[end + 1..];
    }
    text.push_str(rest);
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_connection_that_failed_is_ended() {
        let (failed, next) = (Arc::new("a"), Arc::new("a"));
        let this = Arc::downgrade(&failed);
        let mut held = Some(next.clone());
        assert!(take_this(&mut held, &this).is_none() && held.is_some_and(|held| Arc::ptr_eq(&held, &next)));
        let mut held = Some(failed);
        assert!(take_this(&mut held, &this).is_some() && held.is_none());
        assert!(take_this(&mut held, &this).is_none());
    }

    #[test]
    fn arguments_take_the_values_of_variables() {
        let environment = [("A".to_owned(), "1".to_owned()), ("B_C".to_owned(), "${A}".to_owned())];
        for (argument, expected) in [("x", "x"), ("--a=${A}", "--a=1"), ("${A}${B_C}!", "1${A}!"), ("$A", "$A")] {
            assert_eq!(filled(argument, &environment).unwrap(), expected, "{argument}");
        }
        assert!(filled("${D}", &environment).unwrap_err().message.contains('D'));
        assert!(filled("${A", &environment).is_err());
    }
}
