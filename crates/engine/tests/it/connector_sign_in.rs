//! Signing in to a connector: a whole way, and authorization servers that are wrong or hostile.

use crate::connectors::contains;
use apprentice_contracts::MASK;
use apprentice_contracts::connector::*;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::McpServerId;
use apprentice_engine::{ConnectorCaller, Engine};
use apprentice_skills::source::fetch::client;
use apprentice_testkit::World;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// A server that wants a sign-in, with its authorization server.
pub(crate) struct Service {
    child: Child,
    pub(crate) base: String,
    script: PathBuf,
}

impl Service {
    pub(crate) fn start(world: &World) -> Self {
        let script = world.folder.path().join("auth.json");
        std::fs::write(&script, "{}").unwrap();
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testkit/agents/auth_server.mjs");
        let mut child =
            Command::new("node").arg(program).arg(format!("@{}", script.display())).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        std::io::BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        Self { child, base: format!("http://127.0.0.1:{}", line.trim()), script }
    }

    pub(crate) fn does(&self, script: Value) {
        // In one step: the server may read it at any moment.
        let new = self.script.with_extension("new");
        std::fs::write(&new, script.to_string()).unwrap();
        std::fs::rename(new, &self.script).unwrap();
    }

    pub(crate) async fn count(&self, name: &str) -> u64 {
        self.counts().await[name].as_u64().unwrap()
    }

    /// Waits until something happened this often.
    pub(crate) async fn until(&self, name: &str, count: u64) {
        let counted = async {
            while self.count(name).await < count {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), counted).await.unwrap_or_else(|_| panic!("{name} is never {count}"));
    }

    async fn counts(&self) -> Value {
        serde_json::from_str(&browse(&format!("{}/counts", self.base)).await.1).unwrap()
    }

    pub(crate) async fn nothing_is_wrong(&self) {
        let counts = self.counts().await;
        assert_eq!((&counts["wrong"], &counts["reuse"]), (&json!([]), &json!(0)), "{counts}");
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Opens an address as a browser does: the status and text of the page where it ends.
pub(crate) async fn browse(address: &str) -> (u16, String) {
    let browser = client::builder(None).unwrap().redirect(reqwest::redirect::Policy::default()).build().unwrap();
    let response = browser.get(address).send().await.unwrap();
    (response.status().as_u16(), response.text().await.unwrap())
}

pub(crate) fn read<T: serde::de::DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).unwrap()
}

pub(crate) async fn add(engine: &Engine, service: &Service) -> McpServerId {
    let request = json!({ "display_name": "Private", "transport": "remote_http", "endpoint_url": format!("{}/mcp", service.base), "trust": true });
    engine.register_mcp_server(read(request)).await.unwrap().server.registry.server_id
}

pub(crate) async fn item(engine: &Engine, id: &McpServerId) -> McpServerListItem {
    engine.mcp_servers().await.unwrap().servers.into_iter().find(|item| item.registry.server_id == *id).unwrap()
}

pub(crate) async fn start(engine: &Engine, id: &McpServerId) -> Result<McpAuthStartResponse, Failure> {
    engine.start_mcp_sign_in(id.clone(), McpAuthStartRequest { schema_version: 1, ..Default::default() }).await
}

/// The `state` of an address at which a person signs in.
fn state_of(begun: &McpAuthStartResponse) -> String {
    let address = url::Url::parse(&begun.authorization_url).unwrap();
    address.query_pairs().find(|(name, _)| name == "state").unwrap().1.into_owned()
}

pub(crate) async fn sign_in(engine: &Engine, id: &McpServerId) {
    let begun = start(engine, id).await.unwrap();
    let (status, page) = browse(&begun.authorization_url).await;
    assert_eq!(status, 200, "{page}");
}

pub(crate) async fn echo(engine: &Engine, id: &McpServerId) -> Result<String, Failure> {
    let request = json!({ "tool_name": "echo", "arguments": { "text": "hello" } });
    let answered = engine.call_mcp_tool(id.clone(), read(request), ConnectorCaller::Person, CancellationToken::new()).await?;
    Ok(answered.result["content"][0]["text"].as_str().unwrap().to_owned())
}

pub(crate) fn reason(failure: &Failure) -> &str {
    failure.details.as_ref().unwrap()["reason"].as_str().unwrap()
}

/// The secrets of the keychain: every part, and every long text in them together.
fn tokens(world: &World) -> Vec<String> {
    let keys = world.keychain.keys.lock().unwrap();
    let whole: String =
        keys.iter().filter(|(account, _)| account.matches(':').count() > 2).map(|(_, part)| part.as_str()).collect();
    let session: Value = serde_json::from_str(&whole).unwrap();
    ["access_token", "refresh_token"].into_iter().map(|name| session[name].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_person_signs_in_calls_renews_and_signs_out() {
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    let id = add(&engine, &service).await;
    assert!(item(&engine, &id).await.available_actions.contains(&McpServerAction::SignIn));
    let refused = engine.connect_mcp_server(id.clone()).await.unwrap_err();
    assert_eq!(reason(&refused), "SIGN_IN_REQUIRED");
    let shown = item(&engine, &id).await;
    assert_eq!(shown.auth_state, McpAuthState::ChallengeRequired);
    assert!(shown.badge_states.contains(&McpBadgeState::AuthRequired));

    let begun = start(&engine, &id).await.unwrap();
    assert_eq!(
        (begun.issuer.as_str(), begun.scopes.as_slice()),
        (service.base.as_str(), &["files".to_owned(), "mail".into()][..])
    );
    assert_eq!(begun.authorization_url, begun.auth_url);
    assert!(engine.mcp_sign_in_status(id.clone()).await.unwrap().waits_until.is_some());
    let (status, page) = browse(&begun.authorization_url).await;
    assert!(status == 200 && page.contains("You are signed in"), "{page}");
    let status = engine.mcp_sign_in_status(id.clone()).await.unwrap();
    assert_eq!((status.auth_state, status.renews, status.waits_until), (McpAuthState::Healthy, true, None));
    assert_eq!((status.scopes_granted, status.scopes_missing), (vec!["files".to_owned()], vec!["mail".to_owned()]));
    // The scripted tool answers the token that it got.
    assert_eq!(echo(&engine, &id).await.unwrap(), format!("hello {MASK}"));
    assert!(!item(&engine, &id).await.badge_states.contains(&McpBadgeState::AuthRequired));

    let before = tokens(&world);
    for token in &before {
        assert!(!contains(&world.home(), token), "a token is in a file");
        let shown = serde_json::to_string(&engine.mcp_server(id.clone()).await.unwrap()).unwrap();
        assert!(!shown.contains(token.as_str()));
    }
    // It ends while it is open; agents notice nothing.
    world.clock.advance(chrono::Duration::minutes(60));
    assert_eq!(echo(&engine, &id).await.unwrap(), format!("hello {MASK}"));
    assert_eq!(service.count("refresh").await, 1);
    assert_ne!(tokens(&world), before);
    // It ends sooner than was said.
    service.does(json!({ "expireAll": 1 }));
    let failed = echo(&engine, &id).await.unwrap_err();
    assert_eq!(reason(&failed), "SIGN_IN_REQUIRED", "one call is not repeated: {}", failed.message);
    assert_eq!(echo(&engine, &id).await.unwrap(), format!("hello {MASK}"), "the next one has a new token");
    assert_eq!(service.count("refresh").await, 2);
    engine.refresh_mcp_sign_in(id.clone(), McpAuthRefreshRequest { force: true, ..Default::default() }).await.unwrap();
    assert_eq!(service.count("refresh").await, 3);
    engine.refresh_mcp_sign_in(id.clone(), McpAuthRefreshRequest::default()).await.unwrap();
    assert_eq!(service.count("refresh").await, 3, "it has not ended");
    // With an old list this is found before the call, which is then made.
    service.does(json!({ "expireAll": 2 }));
    world.clock.advance(chrono::Duration::seconds(61));
    assert_eq!(echo(&engine, &id).await.unwrap(), format!("hello {MASK}"));
    assert_eq!(service.count("refresh").await, 4);

    // What was kept holds after a restart.
    engine.close().await;
    let engine = world.open().await;
    assert_eq!(echo(&engine, &id).await.unwrap(), format!("hello {MASK}"));
    let done =
        engine.revoke_mcp_sign_in(id.clone(), McpAuthRevokeRequest { revoke_remote: true, ..Default::default() }).await.unwrap();
    assert_eq!((done.revoked_remotely, done.auth_status.auth_state, done.note), (true, McpAuthState::Revoked, None));
    assert_eq!((done.revoked, done.status, done.receipt_id.is_some()), (true, McpRevokeStatus::Revoked, true));
    let again = engine.revoke_mcp_sign_in(id.clone(), McpAuthRevokeRequest::default()).await.unwrap();
    assert_eq!((again.revoked, again.status), (false, McpRevokeStatus::AlreadyRevoked));
    assert!(world.keychain.keys.lock().unwrap().is_empty());
    assert_eq!(reason(&echo(&engine, &id).await.unwrap_err()), "SIGN_IN_REQUIRED");
    let kinds: BTreeSet<String> = engine
        .mcp_receipts(McpReceiptsQuery::default())
        .await
        .unwrap()
        .receipts
        .iter()
        .map(|receipt| serde_json::to_value(receipt.receipt_kind).unwrap().as_str().unwrap().to_owned())
        .collect();
    for kind in ["auth_start", "auth_callback", "auth_refresh", "auth_revoke"] {
        assert!(kinds.contains(kind), "{kinds:?}");
    }
    service.nothing_is_wrong().await;
    engine.close().await;
}

/// As after a restoration, or where two homes share a keychain: an entry of the same name, with tokens of somebody else.
#[tokio::test]
async fn tokens_that_were_made_out_for_another_server_are_not_sent() {
    let (world, other) = (World::new(), World::new());
    let (service, stranger) = (Service::start(&world), Service::start(&other));
    let (engine, elsewhere) = (world.open().await, other.open().await);
    let (id, theirs) = (add(&engine, &service).await, add(&elsewhere, &stranger).await);
    sign_in(&engine, &id).await;
    sign_in(&elsewhere, &theirs).await;
    engine.close().await;
    let own = world.keychain.keys.lock().unwrap().clone();
    let issuer = |base: &str| format!("\"issuer\":\"{base}\"");
    let (from, to) = (issuer(&service.base), issuer(&stranger.base));
    let renamed: BTreeMap<_, _> = own.iter().map(|(account, part)| (account.clone(), part.replace(&from, &to))).collect();
    assert_ne!(renamed, own);
    // Each home has names of its own in a keychain.
    let prefix = |keys: &BTreeMap<String, String>| keys.keys().next().unwrap().split_once(':').unwrap().0.to_owned();
    let strange = other.keychain.keys.lock().unwrap().clone();
    let (from, to) = (prefix(&strange), prefix(&own));
    assert_ne!(from, to);
    // And each resource has one of its own.
    let entry = |keys: &BTreeMap<String, String>| keys.keys().next().unwrap().split(':').nth(2).unwrap().to_owned();
    let (their, our) = (entry(&strange), entry(&own));
    assert_ne!(their, our);
    let renamed_account = |account: &str| account.replace(&from, &to).replace(&their, &our);
    let strange = strange.into_iter().map(|(account, part)| (renamed_account(&account), part)).collect();
    for kept in [strange, renamed] {
        *world.keychain.keys.lock().unwrap() = kept;
        let engine = world.open().await;
        let refused = echo(&engine, &id).await.unwrap_err();
        assert_eq!(reason(&refused), "SIGN_IN_REQUIRED");
        assert!(refused.message.contains("belong to another address or sign-in"), "{}", refused.message);
        let refused = engine
            .refresh_mcp_sign_in(id.clone(), McpAuthRefreshRequest { force: true, ..Default::default() })
            .await
            .unwrap_err();
        assert_eq!(reason(&refused), "SIGN_IN_REQUIRED");
        engine.close().await;
    }
    assert_eq!((service.count("refresh").await, stranger.count("refresh").await), (0, 0), "nothing was sent");
    *world.keychain.keys.lock().unwrap() = own;
    let engine = world.open().await;
    assert_eq!(echo(&engine, &id).await.unwrap(), format!("hello {MASK}"));
    engine.close().await;
    elsewhere.close().await;
}

#[tokio::test]
async fn an_answer_is_used_once_however_many_bring_it() {
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    let id = add(&engine, &service).await;
    for round in 1..=20 {
        let begun = start(&engine, &id).await.unwrap();
        let state = state_of(&begun);
        let mut address = url::Url::parse(begun.redirect_uri.as_deref().unwrap()).unwrap();
        address.query_pairs_mut().append_pair("code", "x").append_pair("state", &state).append_pair("iss", &service.base);
        let answers =
            (0..8).map(|_| engine.finish_mcp_sign_in(id.clone(), McpAuthCallbackRequest { address: address.to_string() }));
        let codes: Vec<ErrorCode> =
            futures::future::join_all(answers).await.into_iter().map(|answer| answer.unwrap_err().code).collect();
        let used = codes.iter().filter(|code| **code == ErrorCode::McpSignInFailed).count();
        let unknown = codes.iter().filter(|code| **code == ErrorCode::McpOauthStateInvalid).count();
        assert_eq!((used, unknown), (1, 7), "{codes:?}");
        assert_eq!(service.count("code").await, round, "one exchange for each sign-in");
    }
    // Late, unknown, and of another connector.
    let begun = start(&engine, &id).await.unwrap();
    world.clock.advance(chrono::Duration::minutes(11));
    let (status, page) = browse(&begun.authorization_url).await;
    assert!(status == 400 && page.contains("Begin the sign-in again"), "{page}");
    let begun = start(&engine, &id).await.unwrap();
    let request = json!({ "display_name": "Other", "transport": "remote_http", "endpoint_url": format!("{}/mcp", service.base), "trust": true });
    let other = engine.register_mcp_server(read(request)).await.unwrap().server.registry.server_id;
    let state = state_of(&begun);
    let address = format!("{}?code=x&state={state}", begun.redirect_uri.unwrap());
    let refused = engine.finish_mcp_sign_in(other, McpAuthCallbackRequest { address }).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::McpOauthStateInvalid);
    let refused = engine.finish_mcp_sign_in(id.clone(), McpAuthCallbackRequest { address: "code".into() }).await.unwrap_err();
    assert_eq!(refused.details.unwrap()["field"], "address");
    assert!(world.keychain.keys.lock().unwrap().is_empty());
    engine.close().await;
}

/// How many tokens of sign-ins are kept.
pub(crate) fn kept_tokens(world: &World) -> usize {
    world.keychain.keys.lock().unwrap().keys().filter(|account| account.contains(":tokens")).count()
}

#[tokio::test]
async fn tokens_that_arrive_after_their_sign_in_was_given_up_are_given_back() {
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    let id = add(&engine, &service).await;
    let mut newer = None;
    for (round, how) in (1..).zip(["cancelled", "signed out", "refused and cancelled", "replaced"]) {
        let script = if how.starts_with("refused") { json!({ "tokenError": "invalid_grant" }) } else { json!({}) };
        let mut held = script.clone();
        held["hold"] = json!(true);
        service.does(held);
        let begun = start(&engine, &id).await.unwrap();
        let browser = tokio::spawn(async move { browse(&begun.authorization_url).await });
        // The authorization server has made the tokens, and they are on their way.
        service.until("code", round).await;
        assert!(engine.mcp_sign_in_status(id.clone()).await.unwrap().waits_until.is_some(), "{how}: it can be cancelled");
        match how {
            "signed out" => drop(engine.revoke_mcp_sign_in(id.clone(), McpAuthRevokeRequest::default()).await.unwrap()),
            "replaced" => newer = Some(start(&engine, &id).await.unwrap()),
            _ => drop(engine.cancel_mcp_sign_in(id.clone()).await.unwrap()),
        }
        service.does(script);
        let (status, page) = browser.await.unwrap();
        assert!(status == 400 && page.contains("was cancelled, or another one took its place"), "{how}: {page}");
        let now = engine.mcp_sign_in_status(id.clone()).await.unwrap();
        assert_eq!((now.auth_state, now.issuer, now.last_error), (McpAuthState::Unknown, None, None), "{how}");
        assert_eq!((now.waits_until.is_some(), kept_tokens(&world)), (how == "replaced", 0), "{how}");
    }
    assert_eq!(service.count("revoke").await, 3, "every token that was made is given back");
    // What took its place goes on.
    let (status, page) = browse(&newer.unwrap().authorization_url).await;
    assert!(status == 200 && page.contains("You are signed in"), "{page}");
    assert_eq!(echo(&engine, &id).await.unwrap(), format!("hello {MASK}"));
    service.nothing_is_wrong().await;
    engine.close().await;
}

#[tokio::test]
async fn hostile_authorization_servers_get_no_code() {
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    let id = add(&engine, &service).await;
    for (script, code, words) in [
        (json!({ "server": { "code_challenge_methods_supported": null } }), "SIGN_IN_UNSAFE", "PKCE"),
        (json!({ "server": { "code_challenge_methods_supported": ["plain"] } }), "SIGN_IN_UNSAFE", "PKCE"),
        (json!({ "server": { "issuer": "https://auth.example.com" } }), "SIGN_IN_UNSAFE", "https://auth.example.com"),
        (json!({ "server": { "authorization_endpoint": "javascript:alert(1)" } }), "SIGN_IN_UNSAFE", "javascript:"),
        (json!({ "server": { "authorization_endpoint": "file:///etc/passwd" } }), "SIGN_IN_UNSAFE", "file:"),
        (json!({ "server": { "authorization_endpoint": "http://evil.example.com/" } }), "SIGN_IN_UNSAFE", "https://"),
        (json!({ "server": { "authorization_endpoint": null } }), "SIGN_IN_UNSAFE", "address of the sign-in"),
        (
            json!({ "server": { "token_endpoint": "https://169.254.169.254/latest/meta-data" } }),
            "SIGN_IN_UNSAFE",
            "private network",
        ),
        (json!({ "server": { "token_endpoint": "https://10.0.0.1/token" } }), "SIGN_IN_UNSAFE", "private network"),
        (json!({ "server": { "token_endpoint": "https://[::ffff:10.0.0.1]/token" } }), "SIGN_IN_UNSAFE", "private network"),
        (json!({ "server": { "registration_endpoint": "gopher://x/" } }), "SIGN_IN_UNSAFE", "gopher:"),
        (json!({ "server": { "registration_endpoint": null } }), "SIGN_IN_NOT_OFFERED", "client id"),
        (json!({ "server": { "response_types_supported": ["token"] } }), "SIGN_IN_NOT_OFFERED", "code"),
        (json!({ "resource": { "resource": "https://mcp.example.com/mcp" } }), "SIGN_IN_UNSAFE", "https://mcp.example.com/mcp"),
        (json!({ "resource": { "authorization_servers": [] } }), "SIGN_IN_NOT_OFFERED", "no authorization server"),
        (json!({ "resource": { "authorization_servers": ["https://192.168.1.1"] } }), "SIGN_IN_UNSAFE", "private network"),
        (json!({ "resource": { "authorization_servers": ["javascript:alert(1)"] } }), "SIGN_IN_UNSAFE", "javascript:"),
        (json!({ "challenge": "Bearer resource_metadata=\"file:///etc/passwd\"" }), "SIGN_IN_UNSAFE", "file:"),
        (json!({ "challenge": "Bearer resource_metadata=\"https://10.0.0.1/x\"" }), "SIGN_IN_UNSAFE", "private network"),
        (json!({ "redirectMetadata": "https://10.0.0.1/x" }), "SIGN_IN_NOT_OFFERED", "not there"),
        (json!({ "big": 2_000_000 }), "SIGN_IN_UNREACHABLE", "1 MiB"),
        (json!({ "registerError": "invalid_redirect_uri" }), "SIGN_IN_DENIED", "no client today"),
    ] {
        service.does(script.clone());
        let refused = start(&engine, &id).await.unwrap_err();
        assert_eq!((refused.code, reason(&refused)), (ErrorCode::McpSignInFailed, code), "{script}: {}", refused.message);
        assert!(refused.message.contains(words), "{script}: {}", refused.message);
    }
    // What goes wrong after the browser.
    for (script, code, words, exchanges) in [
        (json!({ "iss": "https://evil.example.com" }), "SIGN_IN_MISMATCH", "https://evil.example.com", 0),
        (json!({ "iss": null }), "SIGN_IN_MISMATCH", "who it comes from", 0),
        (json!({ "deny": "access_denied" }), "SIGN_IN_DENIED", "was refused", 0),
        (json!({ "tokenError": "invalid_grant" }), "SIGN_IN_EXPIRED", "the code was not accepted", 1),
        (json!({ "tokenError": "server_error" }), "SIGN_IN_DENIED", "server_error", 1),
    ] {
        service.does(script.clone());
        let before = service.count("code").await;
        let begun = start(&engine, &id).await.unwrap();
        let (status, page) = browse(&begun.authorization_url).await;
        assert!(status == 400 && page.contains(words), "{script}: {page}");
        assert_eq!(service.count("code").await - before, exchanges, "{script}: a code is sent only to whom it belongs");
        let now = engine.mcp_sign_in_status(id.clone()).await.unwrap();
        assert_eq!((now.auth_state, now.last_error_code.as_deref()), (McpAuthState::Unknown, Some(code)), "{script}");
    }
    assert!(world.keychain.keys.lock().unwrap().is_empty());
    service.nothing_is_wrong().await;
    engine.close().await;
}

#[tokio::test]
async fn a_renewed_token_is_not_lost_when_the_keychain_does_not_take_it() {
    use std::sync::atomic::Ordering;
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    let id = add(&engine, &service).await;
    sign_in(&engine, &id).await;
    echo(&engine, &id).await.unwrap();
    let before = world.keychain.keys.lock().unwrap().clone();
    world.keychain.is_full.store(true, Ordering::Relaxed);
    world.clock.advance(chrono::Duration::minutes(61));
    for _ in 0..2 {
        let refused = echo(&engine, &id).await.unwrap_err();
        assert_eq!(refused.code, ErrorCode::AdapterUnavailable, "{}", refused.message);
        assert!(refused.message.contains("Unlock the keychain"), "{}", refused.message);
    }
    assert_eq!(*world.keychain.keys.lock().unwrap(), before, "the old tokens stay");
    world.keychain.is_full.store(false, Ordering::Relaxed);
    echo(&engine, &id).await.unwrap();
    assert_eq!(service.count("refresh").await, 1, "what was renewed is kept now, and not renewed again");
    service.nothing_is_wrong().await;
    assert_ne!(*world.keychain.keys.lock().unwrap(), before);
    engine.close().await;
}

#[tokio::test]
async fn a_token_is_renewed_by_one_at_a_time_and_a_dead_one_is_told() {
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    let id = add(&engine, &service).await;
    sign_in(&engine, &id).await;
    echo(&engine, &id).await.unwrap();
    for round in 1..=5 {
        service.does(json!({ "slow": 50 }));
        world.clock.advance(chrono::Duration::minutes(61));
        let calls = futures::future::join_all((0..16).map(|_| echo(&engine, &id)));
        assert!(calls.await.iter().all(Result::is_ok));
        assert_eq!(service.count("refresh").await, round, "one renewal for sixteen calls");
    }
    service.nothing_is_wrong().await;

    service.does(json!({ "tokenError": "invalid_grant" }));
    world.clock.advance(chrono::Duration::minutes(61));
    let failed = echo(&engine, &id).await.unwrap_err();
    assert_eq!((failed.code, reason(&failed)), (ErrorCode::McpSignInFailed, "SIGN_IN_EXPIRED"), "{}", failed.message);
    let shown = item(&engine, &id).await;
    assert_eq!(shown.auth_state, McpAuthState::Expired);
    assert!(
        shown.badge_states.contains(&McpBadgeState::AuthRequired) && shown.available_actions.contains(&McpServerAction::SignIn)
    );
    let refused = engine.refresh_mcp_sign_in(id.clone(), McpAuthRefreshRequest::default()).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::McpOauthRefreshNotAllowed);
    let asked = service.count("refresh").await;
    assert_eq!(reason(&echo(&engine, &id).await.unwrap_err()), "SIGN_IN_REQUIRED");
    assert_eq!(service.count("refresh").await, asked, "a dead token is not tried again");
    service.does(json!({ "noRefresh": true }));
    sign_in(&engine, &id).await;
    echo(&engine, &id).await.unwrap();
    assert!(!engine.mcp_sign_in_status(id.clone()).await.unwrap().renews);
    engine.close().await;
}

#[tokio::test]
async fn tokens_go_to_no_other_address_and_end_with_their_connector() {
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    let id = add(&engine, &service).await;
    sign_in(&engine, &id).await;
    assert!(!world.keychain.keys.lock().unwrap().is_empty());
    let patch = json!({ "endpoint_url": "https://other.example.com/mcp" });
    engine.update_mcp_server(id.clone(), read(patch)).await.unwrap();
    assert!(world.keychain.keys.lock().unwrap().is_empty(), "they were made out for another address");
    assert_eq!(engine.mcp_sign_in_status(id.clone()).await.unwrap().auth_state, McpAuthState::Unknown);

    // Changed while the browser is open.
    let patch = json!({ "endpoint_url": format!("{}/mcp", service.base) });
    let identity = engine.update_mcp_server(id.clone(), read(patch)).await.unwrap().server.registry.identity;
    engine.trust_mcp_server(id.clone(), McpTrustRequest { identity }).await.unwrap();
    let begun = start(&engine, &id).await.unwrap();
    let patch = json!({ "headers": [{ "name": "X-Team", "value": "a" }] });
    let identity = engine.update_mcp_server(id.clone(), read(patch)).await.unwrap().server.registry.identity;
    let (status, page) = browse(&begun.authorization_url).await;
    assert!(status == 400 && page.contains("was changed while you signed in"), "{page}");
    assert_eq!(service.count("revoke").await, 1, "what is not kept is given back");
    assert_eq!(start(&engine, &id).await.unwrap_err().code, ErrorCode::McpTrustRequired);
    engine.trust_mcp_server(id.clone(), McpTrustRequest { identity }).await.unwrap();
    sign_in(&engine, &id).await;
    let deleted = engine.delete_mcp_server(id.clone()).await.unwrap();
    assert_eq!((deleted.auth_profile_action, deleted.secrets_left.len()), (McpAuthProfileAction::DeletedUnreferenced, 0));
    assert!(world.keychain.keys.lock().unwrap().is_empty());

    let id = add(&engine, &service).await;
    let header = json!({ "headers": [{ "name": "Authorization", "value": "Bearer something-of-mine" }] });
    let identity = engine.update_mcp_server(id.clone(), read(header)).await.unwrap().server.registry.identity;
    engine.trust_mcp_server(id.clone(), McpTrustRequest { identity }).await.unwrap();
    let refused = start(&engine, &id).await.unwrap_err();
    assert_eq!(refused.details.unwrap()["field"], "headers.Authorization");
    let patch = json!({ "headers": [] });
    let identity = engine.update_mcp_server(id.clone(), read(patch)).await.unwrap().server.registry.identity;
    engine.trust_mcp_server(id.clone(), McpTrustRequest { identity }).await.unwrap();
    world.keychain.absent.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(start(&engine, &id).await.unwrap_err().code, ErrorCode::AdapterUnavailable, "before a browser is opened");
    engine.close().await;
}
