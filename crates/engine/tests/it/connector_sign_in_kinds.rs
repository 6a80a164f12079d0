//! Sign-ins that ask for more, that need no person, and that show a code: whole ways, and servers that are wrong or hostile.

use crate::connector_sign_in::{Service, add, browse, echo, item, kept_tokens, read, reason, sign_in, start};
use crate::connectors::contains;
use apprentice_contracts::MASK;
use apprentice_contracts::connector::*;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::McpServerId;
use apprentice_engine::Engine;
use apprentice_testkit::World;
use serde_json::{Value, json};
use std::time::Duration;

/// Methods of the handshake, which some servers answer without a token.
const HANDSHAKE: [&str; 3] = ["server/discover", "initialize", "notifications/initialized"];

fn scopes(failure: &Failure) -> Value {
    failure.details.as_ref().unwrap()["scopes"].clone()
}

#[tokio::test]
async fn a_person_is_asked_again_for_what_a_call_needs_and_sees_what_it_is() {
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    let id = add(&engine, &service).await;
    // The server lets everybody shake hands, and says only afterwards which scope it wants.
    let script = |more: Value| {
        let mut script = json!({ "open": HANDSHAKE, "challengeScope": "files", "grant": "asked" });
        script.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        script
    };
    service.does(script(json!({})));
    assert_eq!(reason(&engine.connect_mcp_server(id.clone()).await.unwrap_err()), "SIGN_IN_REQUIRED");
    let begun = start(&engine, &id).await.unwrap();
    assert_eq!(begun.scopes, ["files"], "what it said to the request that failed, and not all that it knows");
    assert_eq!(browse(&begun.authorization_url).await.0, 200);
    assert_eq!(echo(&engine, &id).await.unwrap(), format!("hello {MASK}"));

    service.does(script(json!({ "needs": "write" })));
    let refused = echo(&engine, &id).await.unwrap_err();
    assert_eq!(
        (refused.code, reason(&refused), scopes(&refused)),
        (ErrorCode::McpCallFailed, "INSUFFICIENT_SCOPE", json!(["write"]))
    );
    assert!(refused.message.contains("write") && refused.message.contains("connectors sign-in"), "{}", refused.message);
    assert!(!refused.message.contains("may have had an effect"), "{}", refused.message);
    let shown = item(&engine, &id).await;
    assert_eq!(shown.auth_state, McpAuthState::ChallengeRequired);
    assert!(
        shown.badge_states.contains(&McpBadgeState::AuthRequired) && shown.available_actions.contains(&McpServerAction::SignIn)
    );
    assert_eq!(engine.mcp_sign_in_status(id.clone()).await.unwrap().scopes_missing, ["write"]);
    // It is still asked after a restart, and what was granted is asked for too.
    engine.close().await;
    let engine = world.open().await;
    let begun = start(&engine, &id).await.unwrap();
    let mut asked = begun.scopes.clone();
    asked.sort();
    assert_eq!(asked, ["files", "mail", "write"], "after a restart the server is asked again what it wants");
    assert_eq!(browse(&begun.authorization_url).await.0, 200);
    assert_eq!(echo(&engine, &id).await.unwrap(), format!("hello {MASK}"));
    let status = engine.mcp_sign_in_status(id.clone()).await.unwrap();
    assert_eq!((status.auth_state, status.scopes_missing.len()), (McpAuthState::Healthy, 0));
    engine.close().await;
}

#[tokio::test]
async fn an_old_server_that_answers_what_it_does_not_know_is_spoken_to_in_its_version() {
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    let id = add(&engine, &service).await;
    service.does(json!({ "polite": true }));
    sign_in(&engine, &id).await;
    assert_eq!(echo(&engine, &id).await.unwrap(), format!("hello {MASK}"));
    assert_eq!(item(&engine, &id).await.registry.protocol_revision.as_deref(), Some("2025-11-25"));
    engine.close().await;
}

#[tokio::test]
async fn a_person_who_granted_all_is_not_asked_for_it_again() {
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    let id = add(&engine, &service).await;
    sign_in(&engine, &id).await;
    echo(&engine, &id).await.unwrap();
    assert_eq!(engine.mcp_sign_in_status(id.clone()).await.unwrap().scopes_granted, ["files"]);
    // It names what was granted, and refuses anyway.
    let challenge = "Bearer error=\"insufficient_scope\", scope=\"files\"";
    service.does(json!({ "needs": "never", "refusal": challenge }));
    let refused = echo(&engine, &id).await.unwrap_err();
    assert!(refused.message.contains("does not help"), "{}", refused.message);
    let shown = item(&engine, &id).await;
    assert_eq!(shown.auth_state, McpAuthState::Healthy);
    assert!(!shown.available_actions.contains(&McpServerAction::SignIn));
    engine.close().await;
}

fn client(service: &Service, change: Value) -> Value {
    let mut client = json!({
        "auth_mode": "oauth2_client_credentials", "client_id": "me", "client_auth": "client_secret_basic",
        "credential": "a-secret-of-the-client", "issuer": service.base,
    });
    client.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    client
}

async fn add_client(engine: &Engine, service: &Service, client: Value) -> Result<McpServerId, Failure> {
    let request = json!({
        "display_name": "Batch", "transport": "remote_http", "endpoint_url": format!("{}/mcp", service.base), "trust": true,
        "oauth_client": client,
    });
    Ok(engine.register_mcp_server(read(request)).await?.server.registry.server_id)
}

/// What the authorization server publishes, so that it fits a way in which a client proves who it is.
fn takes(method: &str) -> Value {
    json!({ "server": {
        "token_endpoint_auth_methods_supported": [method], "token_endpoint_auth_signing_alg_values_supported": ["ES256"],
        "grant_types_supported": ["client_credentials"], "authorization_endpoint": null, "code_challenge_methods_supported": null,
    }, "secret": "a-secret-of-the-client" })
}

#[tokio::test]
async fn apprentice_signs_in_by_itself_with_a_secret_or_a_key() {
    let world = World::new();
    let service = Service::start(&world);
    let key: String = serde_json::from_str(&browse(&format!("{}/key", service.base)).await.1).unwrap();
    let engine = world.open().await;
    let mut before = 0;
    for (method, credential) in [
        ("client_secret_basic", "a-secret-of-the-client"),
        ("client_secret_post", "a-secret-of-the-client"),
        ("private_key_jwt", key.as_str()),
    ] {
        service.does(takes(method));
        let wanted = client(&service, json!({ "client_auth": method, "credential": credential }));
        let id = add_client(&engine, &service, wanted).await.unwrap();
        assert!(!item(&engine, &id).await.available_actions.contains(&McpServerAction::SignIn), "nobody has to");
        let calls = futures::future::join_all((0..8).map(|_| echo(&engine, &id))).await;
        assert!(calls.iter().all(|call| call.as_ref().is_ok_and(|text| *text == format!("hello {MASK}"))), "{method}: {calls:?}");
        assert_eq!(service.count("client").await, before + 1, "{method}: one token for eight calls");
        let status = engine.mcp_sign_in_status(id.clone()).await.unwrap();
        assert_eq!((status.auth_state, status.auth_mode), (McpAuthState::Healthy, McpAuthMode::ClientCredentials));
        // A token that ends, and one that the server no longer takes.
        world.clock.advance(chrono::Duration::minutes(61));
        echo(&engine, &id).await.unwrap();
        assert_eq!(service.count("client").await, before + 2, "{method}");
        let refused = start(&engine, &id).await.unwrap_err();
        assert_eq!(refused.details.unwrap()["field"], "oauth_client.auth_mode");
        let secret = credential.lines().nth(1).unwrap_or(credential);
        assert!(!contains(&world.home(), secret), "{method}: the secret is in a file");
        let shown = serde_json::to_string(&engine.mcp_server(id.clone()).await.unwrap()).unwrap();
        assert!(!shown.contains(secret) && shown.contains("\"credential\":\"keychain\""), "{shown}");
        let kept: String = world.keychain.keys.lock().unwrap().values().map(String::as_str).collect();
        assert!(kept.contains(secret) && !kept.contains("access_token"), "{method}: tokens are in memory alone");
        let deleted = engine.delete_mcp_server(id).await.unwrap();
        assert_eq!(deleted.secrets_left.len(), 0);
        assert!(world.keychain.keys.lock().unwrap().is_empty(), "{method}");
        before = service.count("client").await;
    }
    service.nothing_is_wrong().await;
    engine.close().await;
}

#[tokio::test]
async fn a_client_that_is_not_taken_says_why_and_its_secret_goes_nowhere_else() {
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    service.does(takes("client_secret_basic"));
    let elsewhere = client(&service, json!({ "issuer": "https://other.example.com" }));
    let id = add_client(&engine, &service, elsewhere).await.unwrap();
    let refused = echo(&engine, &id).await.unwrap_err();
    assert_eq!((refused.code, reason(&refused)), (ErrorCode::McpSignInFailed, "SIGN_IN_MISMATCH"));
    assert!(refused.message.contains("https://other.example.com"), "{}", refused.message);
    assert_eq!(service.count("client").await, 0, "the secret was not sent");
    let shown = item(&engine, &id).await;
    assert_eq!(shown.health.health_reason_code.as_deref(), Some("SIGN_IN_MISMATCH"));
    assert!(shown.health.backoff_until.is_some(), "agents leave it alone for a while");

    // A change of the client has to be trusted again.
    let patch = |client: Value| read::<McpServerPatchRequest>(json!({ "oauth_client": client }));
    let trust = async |identity: String| engine.trust_mcp_server(id.clone(), McpTrustRequest { identity }).await.unwrap();
    let changed =
        engine.update_mcp_server(id.clone(), patch(client(&service, json!({ "credential": "wrong-secret" })))).await.unwrap();
    assert!(!changed.server.registry.trusted);
    assert_eq!(echo(&engine, &id).await.unwrap_err().code, ErrorCode::McpTrustRequired);
    trust(changed.server.registry.identity).await;
    let mut script = takes("client_secret_basic");
    script["says"] = json!("you sent wrong-secret to us");
    service.does(script);
    let refused = echo(&engine, &id).await.unwrap_err();
    assert_eq!(reason(&refused), "SIGN_IN_DENIED");
    assert!(refused.message.contains(MASK) && !refused.message.contains("wrong-secret"), "{}", refused.message);
    assert!(!contains(&world.home(), "wrong-secret"), "what a server says back is masked before it is stored");

    for (script, code, words) in [
        (json!({ "server": { "grant_types_supported": ["authorization_code"] } }), "SIGN_IN_NOT_OFFERED", "without a person"),
        (json!({ "server": { "token_endpoint": "https://10.0.0.1/token" } }), "SIGN_IN_UNSAFE", "private network"),
        (json!({ "server": { "issuer": "https://evil.example.com" } }), "SIGN_IN_UNSAFE", "https://evil.example.com"),
        (json!({ "resource": { "authorization_servers": ["javascript:alert(1)"] } }), "SIGN_IN_UNSAFE", "javascript:"),
        (json!({ "resource": { "resource": "https://mcp.example.com/mcp" } }), "SIGN_IN_UNSAFE", "another address"),
        (json!({ "big": 2_000_000 }), "SIGN_IN_UNREACHABLE", "1 MiB"),
        (json!({ "tokenError": "invalid_grant" }), "SIGN_IN_DENIED", "the client was not accepted"),
    ] {
        let mut all = takes("client_secret_basic");
        for (name, value) in script.as_object().unwrap() {
            match all[name].as_object_mut().zip(value.as_object()) {
                Some((fields, more)) => fields.extend(more.clone()),
                None => all[name] = value.clone(),
            }
        }
        service.does(all);
        let refused = echo(&engine, &id).await.unwrap_err();
        assert_eq!((refused.code, reason(&refused)), (ErrorCode::McpSignInFailed, code), "{script}: {}", refused.message);
        assert!(refused.message.contains(words), "{script}: {}", refused.message);
    }

    // A key for a server that takes secrets alone, and a secret that is not there.
    let key: String = serde_json::from_str(&browse(&format!("{}/key", service.base)).await.1).unwrap();
    let signed = client(&service, json!({ "client_auth": "private_key_jwt", "credential": key }));
    trust(engine.update_mcp_server(id.clone(), patch(signed)).await.unwrap().server.registry.identity).await;
    service.does(takes("client_secret_basic"));
    let refused = echo(&engine, &id).await.unwrap_err();
    assert!(reason(&refused) == "SIGN_IN_NOT_OFFERED" && refused.message.contains("private_key_jwt"), "{}", refused.message);
    let mut nameless = client(&service, json!({ "client_id": "you" }));
    nameless.as_object_mut().unwrap().remove("credential");
    trust(engine.update_mcp_server(id.clone(), patch(nameless)).await.unwrap().server.registry.identity).await;
    let refused = echo(&engine, &id).await.unwrap_err();
    assert_eq!((reason(&refused), &refused.details.as_ref().unwrap()["field"]), ("VALUE_MISSING", &json!("credential")));
    let profile = engine.mcp_sign_in_status(id.clone()).await.unwrap().auth_profile_id.unwrap();
    let remedy = format!("apprentice connectors profiles edit {profile} --secret");
    assert!(refused.message.contains(&remedy), "the secret belongs to the profile: {}", refused.message);
    assert!(world.keychain.keys.lock().unwrap().is_empty(), "the key of the client before is forgotten");
    let both = json!({ "oauth_client": client(&service, json!({})), "remove_oauth_client": true });
    let refused = engine.update_mcp_server(id.clone(), read(both)).await.unwrap_err();
    assert_eq!(refused.details.unwrap()["field"], "remove_oauth_client");
    let header = json!({ "headers": [{ "name": "Authorization", "value": "Bearer mine" }] });
    let refused = engine.update_mcp_server(id.clone(), read(header)).await.unwrap_err();
    assert_eq!(refused.details.unwrap()["field"], "headers.Authorization");
    let removed = engine.update_mcp_server(id.clone(), read(json!({ "remove_oauth_client": true }))).await.unwrap();
    assert!(removed.server.registry.oauth_client.is_none());
    engine.close().await;
}

#[tokio::test]
async fn a_token_that_arrives_for_a_connector_that_was_changed_marks_nothing() {
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    let mut held = takes("client_secret_basic");
    held["hold"] = json!(true);
    service.does(held.clone());
    let id = add_client(&engine, &service, client(&service, json!({}))).await.unwrap();
    // Changes the connector while a token is on its way, and answers what the one who asked for it was told.
    let changed_meanwhile = async |round: u64, patch: Value, script: Value| {
        let (calling, called) = (engine.clone(), id.clone());
        let call = tokio::spawn(async move { echo(&calling, &called).await });
        service.until("client", round).await;
        let before = engine.mcp_server(id.clone()).await.unwrap().server.registry.identity;
        let (changing, changed) = (engine.clone(), id.clone());
        let change = tokio::spawn(async move { changing.update_mcp_server(changed, read(patch)).await });
        let identity = loop {
            let now = engine.mcp_server(id.clone()).await.unwrap().server.registry.identity;
            if now != before {
                break now;
            }
            tokio::task::yield_now().await;
        };
        service.does(script);
        let refused = call.await.unwrap().unwrap_err();
        change.await.unwrap().unwrap();
        (refused, identity)
    };
    let other = json!({ "oauth_client": client(&service, json!({ "scopes": ["mail"] })) });
    let (refused, identity) = changed_meanwhile(1, other, takes("client_secret_basic")).await;
    assert!(refused.code == ErrorCode::Conflict && refused.message.contains("was changed while"), "{}", refused.message);
    let status = engine.mcp_sign_in_status(id.clone()).await.unwrap();
    assert_eq!((status.auth_state, status.issuer, status.last_error), (McpAuthState::Unknown, None, None));
    assert_eq!(service.count("revoke").await, 1, "the token is given back");
    engine.trust_mcp_server(id.clone(), McpTrustRequest { identity }).await.unwrap();
    echo(&engine, &id).await.unwrap();

    // A token that is refused marks it as little.
    world.clock.advance(chrono::Duration::minutes(61));
    held["tokenError"] = json!("invalid_grant");
    service.does(held.clone());
    let other = json!({ "headers": [{ "name": "X-Team", "value": "a" }] });
    held["hold"] = json!(false);
    let (refused, _) = changed_meanwhile(3, other, held).await;
    assert_eq!(refused.code, ErrorCode::Conflict, "{}", refused.message);
    let status = engine.mcp_sign_in_status(id.clone()).await.unwrap();
    assert_eq!((status.auth_state, status.last_error), (McpAuthState::Healthy, None));
    assert_eq!(item(&engine, &id).await.health.health_reason_code, None);
    service.nothing_is_wrong().await;
    engine.close().await;
}

#[tokio::test]
async fn what_a_server_asks_of_a_client_counts_once_and_widens_nothing() {
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    let script = |more: Value| {
        let mut script = takes("client_secret_basic");
        script["grant"] = json!("asked");
        script.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        script
    };
    service.does(script(json!({})));
    let id = add_client(&engine, &service, client(&service, json!({}))).await.unwrap();
    echo(&engine, &id).await.unwrap();
    let granted = async || engine.mcp_sign_in_status(id.clone()).await.unwrap().scopes_granted;
    assert_eq!(granted().await, ["files", "mail"]);

    // A server that takes the token no longer says where there is another one, once.
    service.does(script(json!({ "expireAll": 1, "metadataPath": "/.well-known/first" })));
    assert_eq!(reason(&echo(&engine, &id).await.unwrap_err()), "SIGN_IN_REQUIRED");
    echo(&engine, &id).await.unwrap();
    service.does(script(json!({ "expireAll": 1, "metadataPath": "/.well-known/second" })));
    world.clock.advance(chrono::Duration::minutes(61));
    let now = echo(&engine, &id).await;
    assert!(now.is_ok(), "what it said before the last token counts no more: {now:?}");
    assert_eq!(service.count("client").await, 3);

    // However it asks for more, Apprentice asks nobody, and does not help itself.
    service.does(script(json!({ "expireAll": 1, "needs": "admin" })));
    let refused = echo(&engine, &id).await.unwrap_err();
    assert_eq!((reason(&refused), scopes(&refused)), ("INSUFFICIENT_SCOPE", json!(["admin"])));
    assert!(refused.message.contains("--oauth-scope"), "{}", refused.message);
    world.clock.advance(chrono::Duration::minutes(61));
    assert_eq!(reason(&echo(&engine, &id).await.unwrap_err()), "INSUFFICIENT_SCOPE");
    assert_eq!(granted().await, ["files", "mail"], "after a refusal");
    service.does(script(json!({ "expireAll": 2, "needs": "admin", "challengeScope": "files mail admin" })));
    assert_eq!(reason(&echo(&engine, &id).await.unwrap_err()), "SIGN_IN_REQUIRED");
    assert_eq!(reason(&echo(&engine, &id).await.unwrap_err()), "INSUFFICIENT_SCOPE");
    assert_eq!(granted().await, ["files", "mail"], "after a challenge");
    assert_eq!(service.count("client").await, 5);
    let status = engine.mcp_sign_in_status(id.clone()).await.unwrap();
    assert_eq!((status.auth_state, status.scopes_missing.len()), (McpAuthState::Healthy, 0));
    // The person names what it may have.
    let patch = json!({ "oauth_client": client(&service, json!({ "scopes": ["files", "admin"] })) });
    let identity = engine.update_mcp_server(id.clone(), read(patch)).await.unwrap().server.registry.identity;
    engine.trust_mcp_server(id.clone(), McpTrustRequest { identity }).await.unwrap();
    echo(&engine, &id).await.unwrap();
    assert_eq!(granted().await, ["files", "admin"]);
    service.nothing_is_wrong().await;
    engine.close().await;
}

#[tokio::test]
async fn a_person_signs_in_as_a_client_that_is_registered_once() {
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    let id = add(&engine, &service).await;
    let begun = start(&engine, &id).await.unwrap();
    let address = url::Url::parse(&begun.authorization_url).unwrap();
    let known = address.query_pairs().find(|(name, _)| name == "client_id").unwrap().1.into_owned();
    let registrations = service.count("register").await;
    let patch = json!({ "oauth_client": { "client_id": "somebody", "scopes": ["mail"] } });
    let identity = engine.update_mcp_server(id.clone(), read(patch)).await.unwrap().server.registry.identity;
    assert_eq!(engine.mcp_sign_in_status(id.clone()).await.unwrap().waits_until, None, "it was begun as another client");
    engine.trust_mcp_server(id.clone(), McpTrustRequest { identity }).await.unwrap();
    let begun = start(&engine, &id).await.unwrap();
    assert!(begun.authorization_url.contains("client_id=somebody") && begun.scopes == ["mail"], "{}", begun.authorization_url);
    assert_eq!(service.count("register").await, registrations, "it registers itself no more");
    assert_ne!(known, "somebody");
    engine.close().await;
}

async fn start_device(engine: &Engine, id: &McpServerId) -> Result<McpAuthStartResponse, Failure> {
    let request = McpAuthStartRequest { device_code: true, schema_version: 1, ..Default::default() };
    engine.start_mcp_sign_in(id.clone(), request).await
}

/// Status of the sign-in after it stopped waiting.
async fn ended(engine: &Engine, id: &McpServerId) -> McpServerAuthStatus {
    let waits = async {
        loop {
            let status = engine.mcp_sign_in_status(id.clone()).await.unwrap();
            if status.waits_until.is_none() && (status.last_error.is_some() || status.auth_state == McpAuthState::Healthy) {
                return status;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), waits).await.expect("the sign-in does not end")
}

/// What a server publishes that gives codes for devices.
fn devices(service: &Service, more: Value) -> Value {
    let mut script = json!({ "server": { "device_authorization_endpoint": format!("{}/device", service.base) } });
    script.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    script
}

async fn polled(service: &Service, more: u64) {
    let before = service.count("poll").await;
    let asked = async {
        while service.count("poll").await < before + more {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), asked).await.expect("the server is not asked");
}

#[tokio::test]
async fn a_person_types_a_code_on_another_device() {
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    let id = add(&engine, &service).await;
    service.does(json!({}));
    let refused = start_device(&engine, &id).await.unwrap_err();
    assert!(reason(&refused) == "SIGN_IN_NOT_OFFERED" && refused.message.contains("in your browser"), "{}", refused.message);

    // PKCE is for the browser, which is not needed here.
    let no_browser = json!({
        "device_authorization_endpoint": format!("{}/device", service.base), "authorization_endpoint": null,
        "code_challenge_methods_supported": null,
    });
    service.does(json!({ "server": no_browser, "poll": "authorization_pending" }));
    let begun = start_device(&engine, &id).await.unwrap();
    assert_eq!(begun.user_code.as_deref(), Some("ABCD-EFGH"));
    assert_eq!(begun.verification_uri, Some(format!("{}/device", service.base)));
    assert_eq!(begun.authorization_url, format!("{}/device?code=ABCD-EFGH", service.base));
    assert_eq!((begun.redirect_uri, begun.scopes), (None, vec!["files".to_owned(), "mail".into()]));
    polled(&service, 2).await;
    assert!(engine.mcp_sign_in_status(id.clone()).await.unwrap().waits_until.is_some());
    // A server that is away for a moment is asked again.
    service.does(devices(&service, json!({ "pollStatus": 503 })));
    polled(&service, 1).await;
    service.does(devices(&service, json!({})));
    let status = ended(&engine, &id).await;
    assert_eq!((status.auth_state, status.renews, status.last_error), (McpAuthState::Healthy, true, None));
    assert_eq!(echo(&engine, &id).await.unwrap(), format!("hello {MASK}"));
    world.clock.advance(chrono::Duration::minutes(61));
    echo(&engine, &id).await.unwrap();
    assert_eq!(service.count("refresh").await, 1);
    service.nothing_is_wrong().await;
    engine.close().await;
}

#[tokio::test]
async fn a_code_that_is_refused_late_or_cancelled_gives_nothing() {
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    let id = add(&engine, &service).await;
    for (poll, code, words) in [
        ("access_denied", "SIGN_IN_DENIED", "was refused"),
        ("expired_token", "SIGN_IN_EXPIRED", "nobody typed the code"),
        ("invalid_client", "SIGN_IN_DENIED", "no tokens"),
    ] {
        service.does(devices(&service, json!({ "poll": poll })));
        start_device(&engine, &id).await.unwrap();
        let status = ended(&engine, &id).await;
        assert_eq!(status.last_error_code.as_deref(), Some(code), "{poll}");
        assert!(status.last_error.unwrap().contains(words), "{poll}");
    }
    // A server that never answers is asked only as long as its code lasts.
    service.does(devices(&service, json!({ "poll": "authorization_pending", "device": { "expires_in": 999_999_999 } })));
    let begun = start_device(&engine, &id).await.unwrap();
    assert_eq!((begun.expires_at - apprentice_contracts::runtime::Clock::now(&*world.clock)).num_minutes(), 30);
    world.clock.advance(chrono::Duration::minutes(31));
    let status = ended(&engine, &id).await;
    assert_eq!(status.last_error_code.as_deref(), Some("SIGN_IN_EXPIRED"));

    service.does(devices(&service, json!({ "poll": "authorization_pending" })));
    start_device(&engine, &id).await.unwrap();
    polled(&service, 1).await;
    let status = engine.cancel_mcp_sign_in(id.clone()).await.unwrap();
    assert_eq!((status.waits_until, status.last_error), (None, None));
    engine.cancel_mcp_sign_in(id.clone()).await.unwrap();
    // One that is begun and finished afterwards shows that the other is not asked for any more.
    service.does(devices(&service, json!({})));
    start_device(&engine, &id).await.unwrap();
    assert_eq!(ended(&engine, &id).await.auth_state, McpAuthState::Healthy);
    assert_eq!(service.count("deviceTokens").await, 1, "the cancelled one, which was begun first, is not asked for any more");

    // A sign-in in a browser is cancelled too: its answer comes too late.
    let begun = start(&engine, &id).await.unwrap();
    engine.cancel_mcp_sign_in(id.clone()).await.unwrap();
    let address = url::Url::parse(&begun.authorization_url).unwrap();
    let state = address.query_pairs().find(|(name, _)| name == "state").unwrap().1.into_owned();
    let answer = format!("{}?code=x&state={state}", begun.redirect_uri.unwrap());
    let late = engine.finish_mcp_sign_in(id.clone(), McpAuthCallbackRequest { address: answer }).await.unwrap_err();
    assert_eq!(late.code, ErrorCode::McpOauthStateInvalid);
    engine.close().await;
}

#[tokio::test]
async fn tokens_of_a_code_that_arrive_after_it_was_cancelled_are_given_back() {
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    let id = add(&engine, &service).await;
    service.does(devices(&service, json!({ "hold": true })));
    start_device(&engine, &id).await.unwrap();
    service.until("deviceTokens", 1).await;
    engine.cancel_mcp_sign_in(id.clone()).await.unwrap();
    service.does(devices(&service, json!({})));
    service.until("revoke", 1).await;
    let status = engine.mcp_sign_in_status(id.clone()).await.unwrap();
    assert_eq!((status.auth_state, status.last_error), (McpAuthState::Unknown, None));
    assert_eq!(kept_tokens(&world), 0);
    engine.close().await;
}

#[tokio::test]
async fn a_secret_goes_neither_with_a_code_nor_to_another_authorization_server() {
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    let id = add(&engine, &service).await;
    service.does(devices(&service, json!({})));
    let both = json!({ "device_code": true, "client_id": "me", "client_secret": "a-secret-of-the-client" });
    let refused = engine.start_mcp_sign_in(id.clone(), read(both)).await.unwrap_err();
    assert_eq!((refused.code, &refused.details.as_ref().unwrap()["field"]), (ErrorCode::InvalidRequest, &json!("client_secret")));
    assert!(refused.message.contains("oauth_client"), "the remedy is told: {}", refused.message);

    let kept = json!({ "oauth_client": client(&service, json!({ "auth_mode": "oauth2_delegated", "issuer": "https://other.example.com" })) });
    let identity = engine.update_mcp_server(id.clone(), read(kept)).await.unwrap().server.registry.identity;
    engine.trust_mcp_server(id.clone(), McpTrustRequest { identity }).await.unwrap();
    // Another client for one sign-in goes nowhere else either.
    let given = json!({ "client_id": "you", "client_secret": "a-secret-of-the-client" });
    for request in [json!({}), json!({ "device_code": true }), given] {
        let refused = engine.start_mcp_sign_in(id.clone(), read(request.clone())).await.unwrap_err();
        assert_eq!((refused.code, reason(&refused)), (ErrorCode::McpSignInFailed, "SIGN_IN_MISMATCH"), "{request}");
        assert!(refused.message.contains("https://other.example.com"), "{request}: {}", refused.message);
    }
    for name in ["authorize", "register", "device", "poll", "code", "client"] {
        assert_eq!(service.count(name).await, 0, "{name}: nothing was sent");
    }
    engine.close().await;
}

/// Waits until a sign-in that an earlier run began goes on.
async fn resumed(engine: &Engine, id: &McpServerId) {
    let waits = async {
        while engine.mcp_sign_in_status(id.clone()).await.unwrap().waits_until.is_none() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), waits).await.expect("the sign-in does not go on");
}

#[tokio::test]
async fn a_sign_in_goes_on_after_a_restart_in_its_middle() {
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    let id = add(&engine, &service).await;
    let begun = start(&engine, &id).await.unwrap();
    let kept: String = world.keychain.keys.lock().unwrap().values().map(String::as_str).collect();
    assert!(kept.contains("verifier"), "{kept}");
    let state = kept.split("\"state\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    assert!(!contains(&world.home(), &state), "a secret of the sign-in is in a file");
    world.kill(engine).await;
    let engine = world.open().await;
    resumed(&engine, &id).await;
    let (status, page) = browse(&begun.authorization_url).await;
    assert!(status == 200 && page.contains("You are signed in"), "{page}");
    assert_eq!(echo(&engine, &id).await.unwrap(), format!("hello {MASK}"));
    let of_sign_in = |world: &World| world.keychain.keys.lock().unwrap().keys().filter(|key| key.contains(":waiting")).count();
    assert_eq!(of_sign_in(&world), 0, "what was used is kept no more");

    service.does(devices(&service, json!({ "poll": "authorization_pending" })));
    start_device(&engine, &id).await.unwrap();
    engine.close().await;
    let engine = world.open().await;
    resumed(&engine, &id).await;
    polled(&service, 1).await;
    service.does(devices(&service, json!({})));
    let waits = async {
        while engine.mcp_sign_in_status(id.clone()).await.unwrap().waits_until.is_some() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), waits).await.expect("the sign-in does not end");
    assert_eq!((service.count("deviceTokens").await, of_sign_in(&world)), (1, 0));

    // What was cancelled, and what is of a connector that changed, does not go on; one that began later shows that the engine has looked.
    start(&engine, &id).await.unwrap();
    engine.cancel_mcp_sign_in(id.clone()).await.unwrap();
    assert_eq!(of_sign_in(&world), 0);
    start(&engine, &id).await.unwrap();
    let patch = json!({ "headers": [{ "name": "X-Team", "value": "a" }] });
    engine.update_mcp_server(id.clone(), read(patch)).await.unwrap();
    let request = json!({ "display_name": "Zebra", "transport": "remote_http", "endpoint_url": format!("{}/mcp", service.base), "trust": true });
    let last = engine.register_mcp_server(read(request)).await.unwrap().server.registry.server_id;
    start(&engine, &last).await.unwrap();
    engine.close().await;
    let engine = world.open().await;
    resumed(&engine, &last).await;
    assert_eq!(engine.mcp_sign_in_status(id.clone()).await.unwrap().waits_until, None);
    assert!(world.keychain.keys.lock().unwrap().keys().all(|key| !key.contains(":private:waiting")));
    service.nothing_is_wrong().await;
    engine.close().await;
}

#[tokio::test]
async fn hostile_answers_with_codes_are_refused() {
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    let id = add(&engine, &service).await;
    for (device, code, words) in [
        (json!({ "verification_uri": "javascript:alert(1)" }), "SIGN_IN_UNSAFE", "javascript:"),
        (json!({ "verification_uri": "http://evil.example.com/" }), "SIGN_IN_UNSAFE", "https://"),
        (json!({ "verification_uri": "https://10.0.0.1/" }), "SIGN_IN_UNSAFE", "private network"),
        (json!({ "verification_uri_complete": "file:///etc/passwd" }), "SIGN_IN_UNSAFE", "file:"),
        (json!({ "user_code": "AB\u{202e}CD" }), "SIGN_IN_UNSAFE", "nobody can type"),
        (json!({ "device_code": null }), "SIGN_IN_UNREACHABLE", "something else than a code"),
        (json!({ "expires_in": null }), "SIGN_IN_UNREACHABLE", "something else than a code"),
        (json!({ "padding": "x".repeat(2_000_000) }), "SIGN_IN_UNREACHABLE", "1 MiB"),
    ] {
        service.does(devices(&service, json!({ "device": device })));
        let refused = start_device(&engine, &id).await.unwrap_err();
        let shown: String = device.to_string().chars().take(80).collect();
        assert_eq!((refused.code, reason(&refused)), (ErrorCode::McpSignInFailed, code), "{shown}: {}", refused.message);
        assert!(refused.message.contains(words), "{shown}: {}", refused.message);
    }
    let endpoint = json!({ "server": { "device_authorization_endpoint": "https://192.168.0.1/device" } });
    service.does(endpoint);
    assert_eq!(reason(&start_device(&engine, &id).await.unwrap_err()), "SIGN_IN_UNSAFE");
    assert_eq!(service.count("poll").await, 0);
    engine.close().await;
}
