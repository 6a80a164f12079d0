//! Auth profiles: what servers share, what each refusal names, and what stays when a server goes.

use crate::connector_sign_in::{Service, add, browse, echo, item, read, reason, sign_in, start};
use apprentice_contracts::MASK;
use apprentice_contracts::connector::*;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{McpAuthProfileId, McpServerId};
use apprentice_engine::Engine;
use apprentice_testkit::World;
use serde_json::{Value, json};

async fn register(engine: &Engine, name: &str, url: &str, more: Value) -> Result<McpServerId, Failure> {
    let mut request = json!({ "display_name": name, "transport": "remote_http", "endpoint_url": url, "trust": true });
    request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    Ok(engine.register_mcp_server(read(request)).await?.server.registry.server_id)
}

async fn create(engine: &Engine, request: Value) -> Result<McpAuthProfile, Failure> {
    engine.create_mcp_auth_profile(read(request)).await
}

async fn profiles(engine: &Engine) -> Vec<McpAuthProfile> {
    engine.mcp_auth_profiles().await.unwrap().auth_profiles
}

async fn profile(engine: &Engine, id: &McpAuthProfileId) -> McpAuthProfile {
    profiles(engine).await.into_iter().find(|profile| profile.auth_profile_id == *id).unwrap()
}

fn field(failure: &Failure) -> String {
    failure.details.as_ref().unwrap()["field"].as_str().unwrap().to_owned()
}

fn secrets(world: &World) -> usize {
    world.keychain.keys.lock().unwrap().len()
}

#[tokio::test]
async fn servers_below_one_resource_share_its_tokens_and_others_get_none() {
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    let shared =
        create(&engine, json!({ "display_name": "Work", "shared_profile": true, "refresh_policy": "auto_if_refresh_token" }));
    let id = shared.await.unwrap().auth_profile_id;
    let (at, below) = (format!("{}/mcp", service.base), format!("{}/mcp/second", service.base));
    let with = json!({ "auth_profile_id": id });
    let first = register(&engine, "First", &at, with.clone()).await.unwrap();
    let second = register(&engine, "Second", &below, with.clone()).await.unwrap();
    sign_in(&engine, &first).await;
    assert_eq!(echo(&engine, &first).await.unwrap(), format!("hello {MASK}"));
    assert_eq!(echo(&engine, &second).await.unwrap(), format!("hello {MASK}"), "one sign-in for both");
    let shown = profile(&engine, &id).await;
    assert_eq!((shown.status, shown.sign_ins.len(), shown.server_ids.len()), (McpAuthState::Healthy, 1, 2));
    assert_eq!((shown.sign_ins[0].resource.as_str(), shown.sign_ins[0].server_ids.len()), (at.as_str(), 2));
    assert!(shown.refresh_at.unwrap() < shown.expires_at.unwrap());
    let status = engine.mcp_sign_in_status(second.clone()).await.unwrap();
    assert_eq!((status.auth_profile_id, status.auth_state), (Some(id.clone()), McpAuthState::Healthy));

    // A server at another address shares the profile, and gets none of these tokens.
    let elsewhere = World::new();
    let other = Service::start(&elsewhere);
    let third = register(&engine, "Third", &format!("{}/mcp", other.base), with.clone()).await.unwrap();
    assert_eq!(reason(&echo(&engine, &third).await.unwrap_err()), "SIGN_IN_REQUIRED");
    sign_in(&engine, &third).await;
    assert_eq!(echo(&engine, &third).await.unwrap(), format!("hello {MASK}"));
    assert_eq!(echo(&engine, &first).await.unwrap(), format!("hello {MASK}"), "its own sign-in stays");
    assert_eq!(profile(&engine, &id).await.sign_ins.len(), 2);
    // One renewal serves both that share the tokens.
    world.clock.advance(chrono::Duration::minutes(60));
    echo(&engine, &first).await.unwrap();
    echo(&engine, &second).await.unwrap();
    assert_eq!(service.count("refresh").await, 1);
    service.nothing_is_wrong().await;
    other.nothing_is_wrong().await;

    // Deleting a server never deletes what others use.
    let gone = engine.delete_mcp_server(first.clone()).await.unwrap();
    assert_eq!(
        (gone.auth_profile_action, gone.detached_auth_profile_id),
        (McpAuthProfileAction::RetainedShared, Some(id.clone()))
    );
    assert_eq!(echo(&engine, &second).await.unwrap(), format!("hello {MASK}"));
    let refused = engine.delete_mcp_auth_profile(id.clone()).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::McpAuthProfileInUse);
    assert_eq!(refused.details.as_ref().unwrap()["blocked_by_server_ids"], json!(["second", "third"]));
    assert!(refused.message.contains("Second") && refused.message.contains("Third"), "{}", refused.message);
    let alone = engine.update_mcp_auth_profile(id.clone(), read(json!({ "shared_profile": false }))).await.unwrap_err();
    assert_eq!(alone.code, ErrorCode::McpAuthProfileInUse);
    // What it has holds after a restart, and for a server that comes back.
    engine.close().await;
    let engine = world.open().await;
    let again = register(&engine, "First", &at, with).await.unwrap();
    assert_eq!(echo(&engine, &again).await.unwrap(), format!("hello {MASK}"));
    for server in [again, second, third] {
        engine.delete_mcp_server(server).await.unwrap();
    }
    assert!(secrets(&world) > 0, "the person made the profile, so it keeps its tokens");
    let done = engine.delete_mcp_auth_profile(id.clone()).await.unwrap();
    assert_eq!((done.deleted, done.secrets_left.len(), secrets(&world)), (true, 0, 0));
    assert_eq!(engine.delete_mcp_auth_profile(id).await.unwrap_err().code, ErrorCode::McpAuthProfileNotFound);
    engine.close().await;
}

#[tokio::test]
async fn a_sign_in_makes_a_profile_that_goes_with_its_server_unless_it_is_shared() {
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    let id = add(&engine, &service).await;
    assert!(profiles(&engine).await.is_empty());
    let begun = start(&engine, &id).await.unwrap();
    assert_eq!(begun.auth_profile_id, "private");
    assert_eq!(browse(&begun.authorization_url).await.0, 200);
    let second = register(&engine, "Second", &format!("{}/mcp/second", service.base), json!({})).await.unwrap();
    let take = json!({ "auth_profile_id": "private" });
    let refused = engine.update_mcp_server(second.clone(), read(take.clone())).await.unwrap_err();
    assert!(
        field(&refused) == "auth_profile_id" && refused.message.contains("belongs to “Private” alone"),
        "{}",
        refused.message
    );
    let unknown = engine.update_mcp_server(second.clone(), read(json!({ "auth_profile_id": "nobody" }))).await.unwrap_err();
    assert_eq!(unknown.code, ErrorCode::McpAuthProfileNotFound);
    let profile_id = McpAuthProfileId::from("private");
    engine
        .update_mcp_auth_profile(profile_id.clone(), read(json!({ "shared_profile": true, "display_name": "Mine" })))
        .await
        .unwrap();
    let taken = engine.update_mcp_server(second.clone(), read(take)).await.unwrap().server;
    assert!(taken.registry.trusted, "without another client it is what the person trusted");
    assert_eq!(echo(&engine, &second).await.unwrap(), format!("hello {MASK}"));
    // Its client is not changed behind the back of the others.
    let client = json!({ "oauth_client": { "client_id": "x" } });
    let refused = engine.update_mcp_server(second.clone(), read(client)).await.unwrap_err();
    assert_eq!(field(&refused), "oauth_client");
    // Without the profile it is signed out; the other one is not.
    engine.update_mcp_server(second.clone(), read(json!({ "auth_profile_id": null }))).await.unwrap();
    assert_eq!(engine.mcp_sign_in_status(second.clone()).await.unwrap().auth_profile_id, None);
    assert_eq!(reason(&echo(&engine, &second).await.unwrap_err()), "SIGN_IN_REQUIRED");
    assert_eq!(echo(&engine, &id).await.unwrap(), format!("hello {MASK}"));
    let gone = engine.delete_mcp_server(id).await.unwrap();
    assert_eq!(
        (gone.auth_profile_action, gone.detached_auth_profile_id),
        (McpAuthProfileAction::RetainedUnreferenced, Some(profile_id.clone()))
    );
    assert!(secrets(&world) > 0);
    engine.delete_mcp_auth_profile(profile_id).await.unwrap();
    assert_eq!(secrets(&world), 0);
    let kinds: Vec<McpReceiptKind> =
        engine.mcp_receipts(McpReceiptsQuery::default()).await.unwrap().receipts.iter().map(|one| one.receipt_kind).collect();
    assert!(kinds.contains(&McpReceiptKind::AuthProfilePatch) && kinds.contains(&McpReceiptKind::AuthProfileDelete), "{kinds:?}");
    engine.close().await;
}

#[tokio::test]
async fn tokens_are_renewed_only_as_the_profile_says() {
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    let id = add(&engine, &service).await;
    sign_in(&engine, &id).await;
    echo(&engine, &id).await.unwrap();
    let profile_id = McpAuthProfileId::from("private");
    let set = async |policy: &str| {
        engine.update_mcp_auth_profile(profile_id.clone(), read(json!({ "refresh_policy": policy }))).await.unwrap();
    };
    set("manual").await;
    assert!(!engine.mcp_sign_in_status(id.clone()).await.unwrap().renews);
    engine.disconnect_mcp_server(id.clone()).await.unwrap();
    world.clock.advance(chrono::Duration::minutes(61));
    let failed = echo(&engine, &id).await.unwrap_err();
    assert_eq!((failed.code, reason(&failed)), (ErrorCode::McpSignInFailed, "SIGN_IN_EXPIRED"));
    assert_eq!(service.count("refresh").await, 0, "nobody asked for it");
    assert!(item(&engine, &id).await.badge_states.contains(&McpBadgeState::AuthRequired));
    let renewed = engine.refresh_mcp_sign_in(id.clone(), McpAuthRefreshRequest::default()).await.unwrap();
    assert_eq!((renewed.auth_state, service.count("refresh").await), (McpAuthState::Healthy, 1));
    assert_eq!(echo(&engine, &id).await.unwrap(), format!("hello {MASK}"));
    set("deny").await;
    let refused =
        engine.refresh_mcp_sign_in(id.clone(), McpAuthRefreshRequest { force: true, ..Default::default() }).await.unwrap_err();
    assert_eq!((refused.code, service.count("refresh").await), (ErrorCode::McpOauthRefreshNotAllowed, 1));
    engine.close().await;
}

#[tokio::test]
async fn a_client_is_kept_once_for_all_that_share_it_and_its_secret_can_be_replaced() {
    let world = World::new();
    let service = Service::start(&world);
    service.does(json!({ "server": {
        "token_endpoint_auth_methods_supported": ["client_secret_basic"], "grant_types_supported": ["client_credentials"],
        "authorization_endpoint": null, "code_challenge_methods_supported": null,
    }, "secret": "the-second-secret" }));
    let engine = world.open().await;
    let made = create(
        &engine,
        json!({
            "display_name": "Robot", "auth_mode": "oauth2_client_credentials", "client_id": "me", "client_auth": "client_secret_basic",
            "credential": "the-first-secret", "issuer": service.base, "shared_profile": true,
        }),
    );
    let made = made.await.unwrap();
    assert_eq!((made.token_subject_kind, made.secret_ref.as_deref()), (McpTokenSubject::Service, Some("keychain")));
    assert!(!serde_json::to_string(&made).unwrap().contains("the-first-secret"));
    let with = json!({ "auth_profile_id": "robot" });
    let first = register(&engine, "First", &format!("{}/mcp", service.base), with.clone()).await.unwrap();
    let second = register(&engine, "Second", &format!("{}/mcp/second", service.base), with).await.unwrap();
    assert_eq!(echo(&engine, &first).await.unwrap_err().code, ErrorCode::McpSignInFailed, "another secret");
    let replaced =
        engine.update_mcp_auth_profile(made.auth_profile_id.clone(), read(json!({ "credential": "the-second-secret" })));
    replaced.await.unwrap();
    for id in [&first, &second] {
        assert_eq!(echo(&engine, id).await.unwrap_err().code, ErrorCode::McpTrustRequired, "a new secret is read by the person");
        let identity = item(&engine, id).await.registry.identity;
        engine.trust_mcp_server(id.clone(), McpTrustRequest { identity }).await.unwrap();
        assert_eq!(echo(&engine, id).await.unwrap(), format!("hello {MASK}"));
    }
    assert_eq!(secrets(&world), 2, "one entry for its head and one for its part");
    // A change that is refused keeps the secret that it would have replaced.
    create(&engine, json!({ "display_name": "Other" })).await.unwrap();
    let kept = world.keychain.keys.lock().unwrap().clone();
    for (with, code) in [
        (json!({ "display_name": "OTHER" }), ErrorCode::InvalidRequest),
        (json!({ "shared_profile": false }), ErrorCode::McpAuthProfileInUse),
    ] {
        let mut patch = json!({ "credential": "the-third-secret" });
        patch.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
        let refused = engine.update_mcp_auth_profile(made.auth_profile_id.clone(), read(patch)).await.unwrap_err();
        assert_eq!(refused.code, code, "{with}: {}", refused.message);
        assert_eq!(*world.keychain.keys.lock().unwrap(), kept, "{with}");
    }
    engine.close().await;
}

#[tokio::test]
async fn a_profile_that_the_person_made_keeps_its_sign_in_without_a_server() {
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    let id = create(&engine, json!({ "display_name": "Mine" })).await.unwrap().auth_profile_id;
    let (at, with) = (format!("{}/mcp", service.base), json!({ "auth_profile_id": id }));
    let first = register(&engine, "First", &at, with.clone()).await.unwrap();
    sign_in(&engine, &first).await;
    // It is shared with nobody, and stays signed in when its only server goes or takes no profile.
    engine.update_mcp_server(first.clone(), read(json!({ "auth_profile_id": null }))).await.unwrap();
    assert_eq!(reason(&echo(&engine, &first).await.unwrap_err()), "SIGN_IN_REQUIRED");
    engine.update_mcp_server(first.clone(), read(with.clone())).await.unwrap();
    assert_eq!(engine.mcp_sign_in_status(first.clone()).await.unwrap().auth_state, McpAuthState::Healthy);
    let gone = engine.delete_mcp_server(first).await.unwrap();
    assert_eq!(gone.auth_profile_action, McpAuthProfileAction::RetainedUnreferenced);
    assert_eq!(profile(&engine, &id).await.status, McpAuthState::Healthy);
    let second = register(&engine, "Second", &at, with).await.unwrap();
    assert_eq!(echo(&engine, &second).await.unwrap(), format!("hello {MASK}"), "with the same tokens");
    engine.delete_mcp_server(second).await.unwrap();
    assert_eq!(engine.delete_mcp_auth_profile(id).await.unwrap().secrets_left.len(), 0);
    assert_eq!(secrets(&world), 0, "they go with the profile");
    engine.close().await;
}

#[tokio::test]
async fn each_refusal_of_a_profile_names_the_field() {
    let world = World::new();
    let engine = world.open().await;
    create(&engine, json!({ "display_name": "Work" })).await.unwrap();
    for (request, expected) in [
        (json!({ "display_name": "work" }), "display_name"),
        (json!({ "display_name": "a\u{202e}b" }), "display_name"),
        (json!({ "auth_mode": "oauth2_client_credentials" }), "client_id"),
        (json!({ "credential": "x" }), "client_id"),
        (json!({ "client_id": "me", "client_auth": "client_secret_basic", "credential": "x" }), "issuer"),
        (json!({ "client_id": "me", "auth_mode": "oauth2_client_credentials" }), "client_auth"),
        (json!({ "issuer": "https://auth.example.com" }), "issuer"),
        (json!({ "provider": "m365", "tenant_id": "contoso.example" }), "tenant_id"),
        (json!({ "redirect_uri": "http://127.0.0.1/callback" }), "redirect_uri"),
        (json!({ "redirect_uri": "https://example.com/callback" }), "redirect_uri"),
        (json!({ "redirect_uri": "http://127.0.0.1:9/other" }), "redirect_uri"),
    ] {
        let refused = create(&engine, request.clone()).await.unwrap_err();
        assert_eq!(
            (refused.code, field(&refused)),
            (ErrorCode::InvalidRequest, expected.to_owned()),
            "{request}: {}",
            refused.message
        );
    }
    assert_eq!(profiles(&engine).await.len(), 1, "nothing is kept of what was refused");
    // A tenant of Microsoft names its authorization server.
    let made = create(
        &engine,
        json!({
            "provider": "m365", "tenant_id": "contoso.example", "client_id": "app", "client_auth": "client_secret_post", "credential": "a",
            "redirect_uri": "http://127.0.0.1:8765/callback",
        }),
    );
    let made = made.await.unwrap();
    assert_eq!(made.issuer.as_deref(), Some("https://login.microsoftonline.com/contoso.example/v2.0"));
    assert_eq!((made.auth_profile_id.as_str(), made.redirect_uri.is_some()), ("microsoft-365-as-app", true));
    let patch = |patch: Value| engine.update_mcp_auth_profile(made.auth_profile_id.clone(), read(patch));
    assert_eq!(patch(json!({ "redirect_uri": null })).await.unwrap().redirect_uri, None);
    assert_eq!(patch(json!({ "scopes": ["Mail.Read"] })).await.unwrap().scopes, ["Mail.Read"]);
    assert_eq!(field(&patch(json!({ "credential": "two\nlines" })).await.unwrap_err()), "credential");
    assert_eq!(field(&patch(json!({ "display_name": "WORK" })).await.unwrap_err()), "display_name");
    // A program has no sign-in.
    let program =
        json!({ "display_name": "P", "transport": "local_bridge", "command": { "program": "x" }, "auth_profile_id": "work" });
    assert_eq!(field(&engine.register_mcp_server(read(program)).await.unwrap_err()), "auth_profile_id");
    let both = json!({ "auth_profile_id": "work", "oauth_client": { "client_id": "x" } });
    assert_eq!(field(&register(&engine, "B", "https://example.com/mcp", both).await.unwrap_err()), "auth_profile_id");
    world.keychain.absent.store(true, std::sync::atomic::Ordering::Relaxed);
    let secret =
        json!({ "client_id": "me", "client_auth": "client_secret_basic", "credential": "x", "issuer": "https://a.example" });
    let refused = create(&engine, secret).await.unwrap_err();
    assert_eq!((refused.code, field(&refused)), (ErrorCode::AdapterUnavailable, "credential".to_owned()));
    assert!(refused.message.starts_with("credential: "), "{}", refused.message);
    assert_eq!(profiles(&engine).await.len(), 2);
    engine.close().await;
}

#[tokio::test]
async fn the_browser_comes_back_to_the_port_that_the_profile_names() {
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    let id = add(&engine, &service).await;
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let uri = format!("http://127.0.0.1:{}/callback", taken.local_addr().unwrap().port());
    create(&engine, json!({ "display_name": "Fixed", "redirect_uri": uri })).await.unwrap();
    engine.update_mcp_server(id.clone(), read(json!({ "auth_profile_id": "fixed" }))).await.unwrap();
    let refused = start(&engine, &id).await.unwrap_err();
    assert_eq!(reason(&refused), "SIGN_IN_UNREACHABLE", "another program has the port: {}", refused.message);
    drop(taken);
    let begun = start(&engine, &id).await.unwrap();
    assert_eq!(begun.redirect_uri.as_deref(), Some(uri.as_str()));
    assert_eq!(browse(&begun.authorization_url).await.0, 200);
    assert_eq!(echo(&engine, &id).await.unwrap(), format!("hello {MASK}"));
    engine.close().await;
}
