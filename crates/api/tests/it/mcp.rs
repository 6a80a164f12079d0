//! The Model Context Protocol as its own client sees it, over both wires and both revisions.

use crate::support::{TEA, TestServer};
use apprentice_api::client;
use apprentice_api::mcp::serve_stdio;
use apprentice_testkit::archives::{skill, zipped};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::{Method, StatusCode};
use rmcp::model::*;
use rmcp::service::{ClientLifecycleMode, RoleClient, RunningService, serve_client_with_lifecycle};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use serde_json::{Value, json};

type Client = RunningService<RoleClient, ClientConfig>;

const NAMES: [&str; 8] = [
    "lookup_abilities",
    "explain_match",
    "get_skill",
    "verify_checkpoint",
    "report_observation",
    "submit_configuration_intent",
    "search_connector_tools",
    "call_connector_tool",
];

fn modes() -> [ClientLifecycleMode; 2] {
    [ClientLifecycleMode::Initialize, ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] }]
}

fn me() -> ClientConfig {
    ClientConfig::new(ClientCapabilities::default(), Implementation::new("a-test", "0"))
}

async fn over_http(server: &TestServer, mode: ClientLifecycleMode) -> Client {
    let agent = server.agent();
    let config = StreamableHttpClientTransportConfig::with_uri(format!("{}/mcp", agent.address)).auth_header(agent.token);
    let client = crate::support::http_client().no_proxy().build().unwrap();
    serve_client_with_lifecycle(me(), StreamableHttpClientTransport::with_client(client, config), mode).await.unwrap()
}

async fn over_a_pipe(server: &TestServer, mode: ClientLifecycleMode) -> Client {
    let engine = client::Client::connect_as_agent(server.folder.path()).await.unwrap();
    let (ours, theirs) = tokio::io::duplex(64 * 1024);
    let (input, output) = tokio::io::split(ours);
    tokio::spawn(serve_stdio(engine, input, output));
    serve_client_with_lifecycle(me(), theirs, mode).await.unwrap()
}

/// Every wire in every revision.
async fn clients(server: &TestServer) -> Vec<Client> {
    let mut all = Vec::new();
    for mode in modes() {
        all.push(over_http(server, mode.clone()).await);
        all.push(over_a_pipe(server, mode).await);
    }
    all
}

async fn call(client: &Client, tool: &'static str, arguments: Value) -> CallToolResult {
    let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
    client.call_tool(CallToolRequestParams::new(tool).with_arguments(arguments)).await.unwrap()
}

/// The answer of a tool that did its work.
async fn did(client: &Client, tool: &'static str, arguments: Value) -> Value {
    let result = call(client, tool, arguments).await;
    assert_eq!(result.is_error, Some(false), "{tool}: {result:?}");
    let structured = result.structured_content.unwrap();
    let text: Value = serde_json::from_str(&result.content[0].as_text().unwrap().text).unwrap();
    assert_eq!(text, structured, "{tool}: what is read and what is parsed are the same");
    structured
}

/// The error of a tool that refused, which is an answer and no failure of the protocol.
async fn refused(client: &Client, tool: &'static str, arguments: Value) -> Value {
    let result = call(client, tool, arguments).await;
    assert_eq!(result.is_error, Some(true), "{tool}: {result:?}");
    assert!(result.structured_content.is_none(), "an error does not fit the output schema");
    let envelope: Value = serde_json::from_str(&result.content[0].as_text().unwrap().text).unwrap();
    let error = envelope["error"].clone();
    assert_eq!(result.meta.unwrap().0["apprentice/error"], error);
    assert!(error["correlation_id"].as_str().is_some_and(|id| id.len() == 36), "{error}");
    assert!(!error["message"].as_str().unwrap().is_empty());
    error
}

#[tokio::test]
async fn both_wires_tell_the_same_tools_and_nothing_of_what_skills_say() {
    let server = TestServer::with_abilities().await;
    let mut lists = Vec::new();
    for client in clients(&server).await {
        let info = client.peer_info().unwrap();
        assert_eq!(info.server_info.as_ref().unwrap().name, "apprentice");
        lists.push(client.list_all_tools().await.unwrap());
        client.cancel().await.unwrap();
    }
    let tools = lists[0].clone();
    assert!(lists.iter().all(|other| *other == tools), "every wire tells the same");
    for tool in &tools {
        let annotations = tool.annotations.as_ref().unwrap();
        let reaches_out = tool.name == "call_connector_tool";
        assert!(annotations.read_only_hint.is_some() && annotations.open_world_hint == Some(reaches_out), "{}", tool.name);
        assert_eq!(tool.input_schema["type"], "object", "{}", tool.name);
        assert_eq!(tool.input_schema["additionalProperties"], json!(false), "{}: what does not fit is refused", tool.name);
        // The form of a connector's result is that of its server.
        let output = tool.output_schema.as_ref().map(|schema| schema["type"].clone());
        assert_eq!(output, (!reaches_out).then(|| json!("object")), "{}", tool.name);
        let told = serde_json::to_string(tool).unwrap();
        assert!(!told.contains("\"format\":\"uint"), "{}: a format that JSON Schema does not know", tool.name);
        for word in ["tea", "thirsty", "Ignore everything"] {
            assert!(!told.contains(word), "{} repeats what a skill says", tool.name);
        }
    }
    assert_eq!(tools.iter().map(|tool| tool.name.as_ref()).collect::<Vec<_>>(), NAMES);
    server.host.close().await;
}

#[tokio::test]
async fn an_agent_finds_an_ability_and_reads_its_skill() {
    let server = TestServer::with_abilities().await;
    for client in clients(&server).await {
        let found = did(&client, "lookup_abilities", json!({ "user_query": "please make tea" })).await;
        assert_eq!(found["matches"][0]["ability_id"], "ability_make-tea", "{found}");
        let why = did(&client, "explain_match", json!({ "user_query": "make tea", "ability_id": "ability_make-tea" })).await;
        assert_eq!(why["matched"], true);
        let by_id = did(&client, "get_skill", json!({ "ability": "ability_make-tea" })).await;
        let by_slug = did(&client, "get_skill", json!({ "ability": "make-tea" })).await;
        assert_eq!(by_id["skill"], by_slug["skill"]);
        assert_eq!(by_id["skill_md"], TEA);
        assert_ne!(by_id["dispatch_id"], by_slug["dispatch_id"], "each reading begins a use");
        let files = by_id["skill"]["files"].as_array().unwrap();
        assert_eq!(files.len(), 2);
        assert_eq!(files[0]["size"], TEA.len());
        client.cancel().await.unwrap();
    }
    server.host.close().await;
}

#[tokio::test]
async fn what_cannot_be_used_is_refused_with_its_reason() {
    let server = TestServer::with_abilities().await;
    for client in clients(&server).await {
        let error = refused(&client, "get_skill", json!({ "ability": "ability_lost-trick" })).await;
        assert_eq!(error["code"], "ABILITY_NOT_USABLE");
        assert_eq!(error["details"]["reason"], "quarantined: a checkpoint failed five times");
        for (name, code) in [
            ("nobody", "ABILITY_NOT_FOUND"),
            ("../../settings", "ABILITY_NOT_FOUND"),
            ("make-tea/SKILL.md", "ABILITY_NOT_FOUND"),
            ("make-tea&page=2", "ABILITY_NOT_FOUND"),
            ("", "INVALID_REQUEST"),
        ] {
            assert_eq!(refused(&client, "get_skill", json!({ "ability": name })).await["code"], code, "{name}");
        }
        for (tool, arguments, field) in [
            ("lookup_abilities", json!({}), "user_query"),
            ("lookup_abilities", json!({ "user_query": "x", "speed": 1 }), "speed"),
            ("lookup_abilities", json!({ "user_query": 7 }), "user_query"),
            ("get_skill", json!({ "ability": 7 }), "ability"),
            // Longer than an address may be, which is no fault of the engine.
            ("get_skill", json!({ "ability": "x".repeat(100_000) }), "ability"),
        ] {
            let error = refused(&client, tool, arguments).await;
            assert_eq!((&error["code"], &error["details"]["field"]), (&json!("INVALID_REQUEST"), &json!(field)), "{error}");
        }
        let unknown = client.call_tool(CallToolRequestParams::new("delete_everything")).await.unwrap_err();
        assert!(unknown.to_string().contains("delete_everything"), "{unknown}");
        client.cancel().await.unwrap();
    }
    server.host.close().await;
}

#[tokio::test]
async fn skills_are_resources_whose_bytes_are_what_their_list_promises() {
    let server = TestServer::with_abilities().await;
    for client in clients(&server).await {
        let resources = client.list_all_resources().await.unwrap();
        let addresses: Vec<_> = resources.iter().map(|resource| resource.uri.as_str()).collect();
        assert_eq!(addresses, ["skill://make-tea/SKILL.md", "skill://make-tea/references/how%20to.md"], "only usable ones");
        let skills = client.list_all_skills().await.unwrap();
        validate_skills(&skills).unwrap();
        assert_eq!(skills.len(), 1);
        assert_eq!(skills[0].frontmatter.extra["license"], "MIT");
        let one = client.get_skill(GetSkillRequestParams::new(&skills[0].uri)).await.unwrap();
        assert_eq!(one.skill, skills[0]);
        let SkillResources::Files(files) = &skills[0].resources else { panic!("its files are known") };
        for file in files {
            let read = client.read_resource(ReadResourceRequestParams::new(&file.uri)).await.unwrap();
            let ResourceContents::TextResourceContents { text, .. } = &read.contents[0] else { panic!("text") };
            file.verify(text.as_bytes()).unwrap();
        }
        for uri in [
            "skill://lost-trick/SKILL.md",
            "skill://make-tea/nothing.md",
            "skill://make-tea/../make-tea/SKILL.md",
            "skill://make-tea/%53KILL.md",
            "skill:///etc/passwd",
            "file:///etc/passwd",
            "skill://make-tea",
        ] {
            let error = client.read_resource(ReadResourceRequestParams::new(uri)).await.unwrap_err();
            assert!(!error.to_string().contains("root:"), "{uri}");
            assert!(client.get_skill(GetSkillRequestParams::new(uri)).await.is_err(), "{uri}");
        }
        client.cancel().await.unwrap();
    }
    server.host.close().await;
}

#[tokio::test]
async fn an_agent_tells_what_came_of_a_use() {
    let server = TestServer::with_abilities().await;
    for (number, client) in clients(&server).await.into_iter().enumerate() {
        let read = did(&client, "get_skill", json!({ "ability": "make-tea" })).await;
        let (ability, dispatch) = (&read["skill"]["ability_id"], &read["dispatch_id"]);
        let report = |status: &str| {
            json!({ "ability_id": ability, "dispatch_id": dispatch, "checkpoint_id": "cp-01", "status": status, "evidence": "Steam.",
                    "client_request_id": format!("{status} of {dispatch}") })
        };
        let told = did(&client, "verify_checkpoint", report("reached")).await;
        assert_eq!((&told["receipt"]["dispatch_id"], &told["receipt"]["source"]), (dispatch, &json!("agent")));
        // Over HTTP the older revision names the client in its handshake only, which leaves nothing behind.
        let named = number != 0;
        assert_eq!(told["receipt"]["agent"], if named { json!("a-test") } else { Value::Null }, "{told}");
        assert_eq!(did(&client, "verify_checkpoint", report("reached")).await, told, "the same request reports once");
        assert_eq!(refused(&client, "verify_checkpoint", report("failed")).await["details"]["field"], "reason");
        let mut elsewhere = report("reached");
        elsewhere["checkpoint_id"] = json!("cp-99");
        elsewhere["client_request_id"] = json!("another");
        assert!(refused(&client, "verify_checkpoint", elsewhere).await["message"].as_str().unwrap().contains("cp-99"));
        let note = json!({ "kind": "note", "summary": "The kettle is blue.", "ability_id": ability, "dispatch_id": dispatch });
        assert_eq!(did(&client, "report_observation", note).await["record"]["summary"], "The kettle is blue.");
        let outcome = json!({ "kind": "outcome", "outcome": "succeeded", "summary": "Tea.", "ability_id": ability, "dispatch_id": dispatch });
        assert_eq!(did(&client, "report_observation", outcome).await["dispatch"]["outcome"], "succeeded");
        let receipts = format!("/api/dispatches/{}/checkpoint-receipts", dispatch.as_str().unwrap());
        assert_eq!(server.get(&receipts).await.1["total"], 1);
        client.cancel().await.unwrap();
    }
    server.host.close().await;
}

#[tokio::test]
async fn a_person_can_ask_for_an_ability_by_a_prompt() {
    let server = TestServer::with_abilities().await;
    for client in clients(&server).await {
        let prompts = client.list_all_prompts().await.unwrap();
        let names: Vec<&str> = prompts.iter().map(|prompt| prompt.name.as_str()).collect();
        assert_eq!(names, ["make-tea"], "those that can be used now");
        assert_eq!(prompts[0].arguments.as_ref().unwrap()[0].required, Some(false));
        let wanted = json!({ "request": "two cups" }).as_object().unwrap().clone();
        let got = client.get_prompt(GetPromptRequestParams::new("make-tea").with_arguments(wanted)).await.unwrap();
        let words = got.messages[0].content.as_text().unwrap().text.clone();
        assert!(words.contains("This time: two cups") && words.contains("ability_make-tea"), "{words}");
        let ContentBlock::Resource(skill) = &got.messages[1].content else { panic!("{got:?}") };
        let ResourceContents::TextResourceContents { uri, text, .. } = &skill.resource else { panic!("{skill:?}") };
        assert_eq!(uri, "skill://make-tea/SKILL.md");
        assert!(text.contains("name: make-tea"), "{text}");
        for (name, arguments) in
            [("no-such", json!({})), ("make-tea", json!({"size": "big"})), ("make-tea", json!({"request": 2}))]
        {
            let asked = GetPromptRequestParams::new(name).with_arguments(arguments.as_object().unwrap().clone());
            let error = client.get_prompt(asked).await.unwrap_err().to_string();
            assert!(error.contains("-32602"), "{error}");
        }
        client.cancel().await.unwrap();
    }
    server.host.close().await;
}

/// The text of a prompt.
async fn prompted(client: &Client, name: &str, arguments: Value) -> String {
    let asked = GetPromptRequestParams::new(name).with_arguments(arguments.as_object().unwrap().clone());
    let got = client.get_prompt(asked).await.unwrap();
    got.messages[0].content.as_text().unwrap().text.clone()
}

#[tokio::test]
async fn every_skill_that_a_person_may_start_is_a_prompt_with_its_places_filled() {
    let server = TestServer::with_abilities().await;
    let root = server.folder.path().join("user/.claude/skills");
    let skill = |name: &str, front: &str, body: &str| {
        std::fs::create_dir_all(root.join(name)).unwrap();
        let text = format!("---\nname: {name}\ndescription: Does {name}.\n{front}---\n\n{body}\n");
        std::fs::write(root.join(name).join("SKILL.md"), text).unwrap();
    };
    skill(
        "deploy",
        "arguments: [stage, version]\nargument-hint: stage and version\n",
        "Deploy $version to $stage in ${CLAUDE_SKILL_DIR}.",
    );
    skill("talk", "disable-model-invocation: true\n", "Say $ARGUMENTS[0], then $ARGUMENTS[1].");
    skill("lore", "user-invocable: false\n", "Known to the model.");
    let parameters = "## Parameters\n\n```yaml\nrequired:\n  - name: input\noptional:\n  - name: format\n    default: json\n```";
    skill("convert", "", &format!("Convert.\n\n{parameters}"));
    for client in clients(&server).await {
        let prompts = client.list_all_prompts().await.unwrap();
        let told: Vec<(String, Vec<(String, bool)>)> = prompts
            .into_iter()
            .map(|prompt| {
                let arguments = prompt.arguments.unwrap_or_default().into_iter();
                (prompt.name, arguments.map(|argument| (argument.name, argument.required == Some(true))).collect())
            })
            .collect();
        let one = |name: &str, arguments: &[(&str, bool)]| {
            (name.to_owned(), arguments.iter().map(|(name, required)| ((*name).to_owned(), *required)).collect::<Vec<_>>())
        };
        let expected = [
            one("make-tea", &[("request", false)]),
            one("convert", &[("arguments", false), ("input", true), ("format", false)]),
            one("deploy", &[("stage", false), ("version", false)]),
            one("talk", &[("arguments", false)]),
        ];
        assert_eq!(told, expected, "abilities first; what is only for the model is no command");
        let text = prompted(&client, "deploy", json!({ "version": "1.2", "stage": "live" })).await;
        let folder = root.join("deploy").display().to_string();
        assert!(
            text.ends_with(&format!("\n\nDeploy 1.2 to live in {folder}."))
                && text.contains(&format!("Base directory: {folder}")),
            "{text}"
        );
        assert!(prompted(&client, "talk", json!({ "arguments": "'good day' Ann" })).await.ends_with("Say good day, then Ann."));
        let text = prompted(&client, "convert", json!({ "input": "a.txt" })).await;
        assert!(text.ends_with("Parameters:\n- input: a.txt"), "{text}");
        for (name, arguments) in [
            ("lore", json!({})),
            ("convert", json!({})),
            ("deploy", json!({ "size": "big" })),
            ("talk", json!({ "arguments": "x".repeat(5000) })),
        ] {
            let asked = GetPromptRequestParams::new(name).with_arguments(arguments.as_object().unwrap().clone());
            let error = client.get_prompt(asked).await.unwrap_err().to_string();
            assert!(error.contains("-32602"), "{name}: {error}");
        }
        client.cancel().await.unwrap();
    }
    server.host.close().await;
}

/// Remembers that it was told.
struct Listening(tokio::sync::mpsc::UnboundedSender<()>);

impl rmcp::ClientHandler for Listening {
    async fn on_resource_list_changed(&self, _: rmcp::service::NotificationContext<RoleClient>) {
        self.0.send(()).unwrap();
    }

    fn get_info(&self) -> ClientConfig {
        me()
    }
}

const PATIENCE: std::time::Duration = std::time::Duration::from_secs(30);

/// Takes the one usable ability out of use and back, as its person, for as long as it is asked to: a client may begin to listen late.
async fn keep_changing(server: &TestServer) {
    loop {
        for (change, body) in [("quarantine", json!({ "reason": "It spills." })), ("unquarantine", json!({}))] {
            let (status, body) = server.post(&format!("/api/abilities/ability_make-tea/{change}"), body).await;
            assert_eq!(status, StatusCode::OK, "{body}");
        }
    }
}

#[tokio::test]
async fn a_client_of_the_older_revision_is_told_over_its_pipe_that_the_list_changed() {
    let server = TestServer::with_abilities().await;
    let engine = client::Client::connect_as_agent(server.folder.path()).await.unwrap();
    let (ours, theirs) = tokio::io::duplex(64 * 1024);
    let (input, output) = tokio::io::split(ours);
    tokio::spawn(serve_stdio(engine, input, output));
    let (tell, mut told) = tokio::sync::mpsc::unbounded_channel();
    let client = serve_client_with_lifecycle(Listening(tell), theirs, ClientLifecycleMode::Initialize).await.unwrap();
    tokio::select! {
        told = tokio::time::timeout(PATIENCE, told.recv()) => told.expect("the list changed").unwrap(),
        () = keep_changing(&server) => {}
    }
    client.cancel().await.unwrap();
    server.host.close().await;
}

#[tokio::test]
async fn a_client_of_the_newer_revision_subscribes_on_either_wire() {
    for wire in ["http", "pipe"] {
        let server = TestServer::with_abilities().await;
        let newer = modes()[1].clone();
        let client = if wire == "http" { over_http(&server, newer).await } else { over_a_pipe(&server, newer).await };
        let filter = SubscriptionFilter::builder().resources_list_changed().prompts_list_changed().tools_list_changed().build();
        let mut subscription = client.listen(filter).await.unwrap();
        assert_eq!(subscription.acknowledged().resources_list_changed, Some(true), "{wire}");
        assert_eq!(subscription.acknowledged().tools_list_changed, None, "the tools never change");
        tokio::select! {
            told = tokio::time::timeout(PATIENCE, subscription.next()) => {
                let told = told.expect("the list changed").unwrap().unwrap();
                assert!(matches!(told, ServerNotification::ResourceListChangedNotification(_)), "{wire}: {told:?}");
                let told = tokio::time::timeout(PATIENCE, subscription.next()).await.expect("so did the prompts").unwrap().unwrap();
                assert!(matches!(told, ServerNotification::PromptListChangedNotification(_)), "{wire}: {told:?}");
            }
            () = keep_changing(&server) => {}
        }
        client.cancel().await.unwrap();
        server.host.close().await;
    }
}

#[tokio::test]
async fn an_agent_configures_skills_and_nothing_else() {
    let server = TestServer::with_abilities().await;
    for client in clients(&server).await {
        let capability = did(&client, "get_skill", json!({ "ability": "make-tea" })).await["skill"]["capability_id"].clone();
        let asked = json!({ "capability_id": capability, "payload": { "kettle": "blue" } });
        let done = did(&client, "submit_configuration_intent", asked).await;
        assert_eq!(done["intent"]["target"], "skill_config");
        let claims = json!({ "capability_id": capability, "payload": { "kettle": "blue" }, "requested_by": "ui" });
        let done = did(&client, "submit_configuration_intent", claims).await;
        assert_eq!(done["intent"]["requested_by"], "wrapper", "an agent does not speak as the person's window");
        for target in ["user_preference", "support_pack_binding", "connector_policy"] {
            let asked = json!({ "target": target, "payload": { "theme": "dark" } });
            let error = refused(&client, "submit_configuration_intent", asked).await;
            assert_eq!((&error["code"], &error["details"]["field"]), (&json!("FORBIDDEN"), &json!("target")), "{error}");
        }
        let missing = json!({ "capability_id": "capability_none", "payload": { "a": 1 } });
        assert_eq!(refused(&client, "submit_configuration_intent", missing).await["code"], "ABILITY_NOT_FOUND");
        client.cancel().await.unwrap();
    }
    assert_eq!(server.get("/api/settings").await.1["settings"]["theme"], "system");
    server.host.close().await;
}

/// The wire itself, without the client library.
async fn post(server: &TestServer, headers: &[(&str, &str)], body: &str) -> reqwest::Response {
    let mut request = server.bare(Method::POST, "/mcp").bearer_auth(server.agent().token).body(body.to_owned());
    for (name, value) in [("content-type", "application/json"), ("accept", "application/json, text/event-stream")] {
        if !headers.iter().any(|(given, _)| *given == name) {
            request = request.header(name, value);
        }
    }
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.send().await.unwrap()
}

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"0"}}}"#;
const CALL: &str = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"lookup_abilities","arguments":{"user_query":"make tea"}}}"#;

#[tokio::test]
async fn the_door_of_the_protocol_is_as_narrow_as_the_others() {
    let server = TestServer::with_abilities().await;
    let own = server.agent().address;
    for origin in ["null", "https://evil.example", "http://127.0.0.1:1", "http://localhost"] {
        assert_eq!(
            post(&server, &[("origin", origin)], INITIALIZE).await.status(),
            StatusCode::FORBIDDEN,
            "Origin alone: {origin}"
        );
    }
    let twice = post(&server, &[("origin", own.as_str()), ("origin", "https://evil.example")], INITIALIZE).await;
    assert_eq!(twice.status(), StatusCode::FORBIDDEN);
    for host in ["evil.example", "127.0.0.1", "localhost", "127.0.0.1:1"] {
        assert_eq!(post(&server, &[("host", host)], INITIALIZE).await.status(), StatusCode::FORBIDDEN, "Host: {host}");
    }
    assert_eq!(post(&server, &[("origin", own.as_str())], INITIALIZE).await.status(), StatusCode::OK);
    let bare = server.bare(Method::POST, "/mcp").header("content-type", "application/json").body(CALL).send().await.unwrap();
    assert_eq!(bare.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(post(&server, &[("content-type", "text/plain")], CALL).await.status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let large = CALL.replace("make tea", &"x".repeat(1024 * 1024));
    assert_eq!(post(&server, &[], &large).await.status(), StatusCode::PAYLOAD_TOO_LARGE);
    for method in [Method::GET, Method::DELETE] {
        let request = server.bare(method.clone(), "/mcp").bearer_auth(server.agent().token).header("accept", "text/event-stream");
        assert_eq!(request.send().await.unwrap().status(), StatusCode::METHOD_NOT_ALLOWED, "{method}");
    }
    assert!(post(&server, &[], "{").await.status().is_client_error());
    server.host.close().await;
}

#[tokio::test]
async fn no_session_is_begun_that_could_be_left_behind() {
    let server = TestServer::with_abilities().await;
    for _ in 0..20 {
        let response = post(&server, &[], INITIALIZE).await;
        assert!(!response.headers().contains_key("mcp-session-id"));
        let answer: Value = response.json().await.unwrap();
        assert_eq!(answer["result"]["protocolVersion"], "2025-11-25");
        assert!(answer["result"]["capabilities"]["resources"].get("listChanged").is_none(), "nothing could tell of it: {answer}");
    }
    // No handshake is needed, and an id of a session that never was changes nothing.
    for headers in [&[][..], &[("mcp-session-id", "made-up")]] {
        let answer: Value = post(&server, headers, CALL).await.json().await.unwrap();
        assert_eq!(answer["result"]["structuredContent"]["matches"][0]["ability_id"], "ability_make-tea", "{answer}");
    }
    server.host.close().await;
}

#[tokio::test]
async fn what_is_not_offered_is_no_method() {
    let server = TestServer::with_abilities().await;
    let body = r#"{"jsonrpc":"2.0","id":3,"method":"logging/setLevel","params":{"level":"info"}}"#;
    let answer: Value = post(&server, &[], body).await.json().await.unwrap();
    assert_eq!(answer["error"]["code"], -32601, "{answer}");
    server.host.close().await;
}

#[tokio::test]
async fn an_overlong_line_is_dropped_and_the_next_one_heard() {
    let server = TestServer::with_abilities().await;
    let engine = client::Client::connect_as_agent(server.folder.path()).await.unwrap();
    let (ours, mut theirs) = tokio::io::duplex(64 * 1024);
    let (input, output) = tokio::io::split(ours);
    tokio::spawn(serve_stdio(engine, input, output));
    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
    let lines = format!(
        "{INITIALIZE}\n{}\n{}\n{CALL}\n",
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        CALL.replace("make tea", &"x".repeat(2 * 1024 * 1024)).replace(r#""id":2"#, r#""id":3"#),
    );
    let (reading, mut writing) = tokio::io::split(&mut theirs);
    let write = async { writing.write_all(lines.as_bytes()).await.unwrap() };
    let read = async {
        let mut lines = BufReader::new(reading).lines();
        while let Some(line) = lines.next_line().await.unwrap() {
            let answer: Value = serde_json::from_str(&line).unwrap();
            assert_ne!(answer["id"], json!(3), "the long line was heard");
            if answer["id"] == json!(2) {
                return answer;
            }
        }
        panic!("it ended")
    };
    let ((), answer) =
        tokio::time::timeout(std::time::Duration::from_secs(30), async { tokio::join!(write, read) }).await.unwrap();
    assert_eq!(answer["result"]["isError"], json!(false), "{answer}");
    server.host.close().await;
}

#[tokio::test]
async fn every_file_of_an_imported_skill_is_listed_and_read_or_refused_by_name() {
    let server = TestServer::open().await;
    server.with_a_folder().await;
    let picture = [0x89, b'P', b'N', b'G', 0, 1, 2, 3];
    let (long, huge) = ("tea ".repeat(100_000), noise(5 * 1024 * 1024));
    let main = skill("brew-oolong", "Brews oolong tea. Use when somebody wants a pot of oolong.");
    let files: [(&str, &[u8]); 4] = [
        ("SKILL.md", main.as_bytes()),
        ("assets/leaf.png", &picture),
        ("assets/film.bin", &huge),
        ("references/long.md", long.as_bytes()),
    ];
    let named = files.map(|(path, bytes)| (format!("brew-oolong/{path}"), bytes));
    let id = server.staged(&zipped(&named.each_ref().map(|(path, bytes)| (path.as_str(), *bytes)))).await;
    server.imported("install-private", json!({ "import_id": id })).await;
    let client = over_http(&server, ClientLifecycleMode::Initialize).await;
    let listed = client.list_all_resources().await.unwrap();
    let told: Vec<_> = listed.iter().map(|resource| (resource.uri.clone(), resource.size.unwrap())).collect();
    let at = |path: &str| format!("skill://brew-oolong/{path}");
    for (path, bytes) in files.iter().skip(1) {
        assert!(told.contains(&(at(path), bytes.len() as u64)), "{path}: {told:?}");
    }
    assert_eq!(listed.len(), files.len());
    let read = async |path: &str| client.read_resource(ReadResourceRequestParams::new(at(path))).await;
    let ResourceContents::BlobResourceContents { blob, mime_type, .. } = &read("assets/leaf.png").await.unwrap().contents[0]
    else {
        panic!("a picture is no text")
    };
    assert_eq!((STANDARD.decode(blob).unwrap(), mime_type.as_deref()), (picture.to_vec(), Some("image/png")));
    let ResourceContents::TextResourceContents { text, .. } = &read("references/long.md").await.unwrap().contents[0] else {
        panic!("a long text is a text")
    };
    assert_eq!(*text, long);
    let refusal = read("assets/film.bin").await.unwrap_err().to_string();
    assert!(refusal.contains("assets/film.bin has 5242880 bytes"), "{refusal}");
    // What it is not any more is not handed over as what was reviewed.
    let bundle = format!("{}/system/skills/import", server.folder.path().display());
    let place = walk(std::path::Path::new(&bundle)).into_iter().find(|path| path.ends_with("assets/leaf.png")).unwrap();
    std::fs::write(place, "other").unwrap();
    let refusal = read("assets/leaf.png").await.unwrap_err().to_string();
    assert!(refusal.contains("was changed since the skill was reviewed"), "{refusal}");
    client.cancel().await.unwrap();
    server.host.close().await;
}

/// Bytes that no archive makes smaller.
fn noise(length: usize) -> Vec<u8> {
    let next = |state: &mut u64| {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        Some(state.to_le_bytes()[3])
    };
    std::iter::successors(Some(()), |()| Some(()))
        .take(length)
        .scan(88_172_645_463_325_252, move |state, ()| next(state))
        .collect()
}

fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path());
    entries.flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] }).collect()
}

/// Node and the scripted MCP server.
#[expect(clippy::disallowed_methods, reason = "tests find Node as a shell does")]
fn scripted() -> (String, String) {
    let folders = std::env::var_os("PATH").unwrap();
    let node = std::env::split_paths(&folders).map(|folder| folder.join("node")).find(|node| node.is_file()).unwrap();
    let server = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../testkit/agents/mcp_server.mjs");
    (node.display().to_string(), server.display().to_string())
}

#[tokio::test]
async fn agents_call_connectors_through_us_and_only_the_person_answers() {
    let server = TestServer::with_abilities().await;
    let (node, script) = scripted();
    let body = json!({ "display_name": "Scripted", "transport": "local_bridge", "command": { "program": node, "arguments": [script] }, "trust": true });
    assert_eq!(server.post("/api/mcp/servers/register", body).await.0, 200);
    assert_eq!(server.post("/api/mcp/servers/scripted/connect", json!({})).await.0, 200);
    for (at, client) in clients(&server).await.into_iter().enumerate() {
        let found = did(&client, "search_connector_tools", json!({ "query": "echo" })).await;
        assert_eq!((&found["tools"][0]["server_id"], &found["tools"][0]["tool_name"]), (&json!("scripted"), &json!("echo")));
        let echo = json!({ "server_id": "scripted", "tool_name": "echo", "arguments": { "text": "hello" } });
        assert_eq!(call(&client, "call_connector_tool", echo).await.content[0].as_text().unwrap().text, "hello");
        let write = json!({ "server_id": "scripted", "tool_name": "write", "arguments": { "text": at } });
        let asked = refused(&client, "call_connector_tool", write.clone()).await;
        assert_eq!(asked["code"], "MCP_ASK_FIRST_REQUIRED");
        let approve = format!("/api/mcp/ask-first/{}/approve", asked["details"]["dispatch_id"].as_str().unwrap());
        let answer = json!({ "decision": "approve_once" });
        let by_agent = server.bare(reqwest::Method::POST, &approve).bearer_auth(server.agent().token).json(&answer);
        assert_eq!(by_agent.send().await.unwrap().status(), 403, "an agent answers no request");
        let (status, done) = server.post(&approve, answer).await;
        assert_eq!(status, 200);
        // Over HTTP without a handshake an older client says no name.
        let by = done["dispatch"]["requested_by"].as_str().unwrap();
        assert!(["agent:a-test", "agent:"].contains(&by), "{by}");
        assert_eq!(call(&client, "call_connector_tool", write.clone()).await.is_error, Some(false));
        assert_eq!(
            refused(&client, "call_connector_tool", write).await["code"],
            "MCP_ASK_FIRST_REQUIRED",
            "an answer is used once"
        );
        assert_eq!(
            refused(&client, "call_connector_tool", json!({ "tool_name": "echo" })).await["details"]["field"],
            "server_id"
        );
        client.cancel().await.unwrap();
    }
    server.host.close().await;
}

#[tokio::test]
async fn a_result_of_a_connector_reaches_an_agent_as_its_server_gave_it() {
    let picture = json!({ "type": "image", "data": "aGk=", "mimeType": "image/png", "annotations": { "priority": 0.5 } });
    let text = json!({ "type": "text", "text": "Rows: 3" });
    let results = json!({
        "echo": { "content": [text, picture], "isError": false },
        "variable": { "content": [
            { "type": "resource_link", "uri": "note://one", "name": "One" },
            { "type": "resource", "resource": { "uri": "note://two", "mimeType": "text/plain", "text": "Two" } },
            { "type": "audio", "data": "aGk=", "mimeType": "audio/wav" },
        ] },
        "fail": { "content": [text], "isError": true },
        "big": { "content": [], "structuredContent": { "rows": [1, 2, 3] }, "_meta": { "example.com/page": 2, "apprentice/receipt_id": "forged" } },
        "sleep": { "structuredContent": [1, 2] },
    });
    let server = TestServer::with_abilities().await;
    let (node, script) = scripted();
    let arguments = [script, json!({ "results": results }).to_string()];
    let body = json!({ "display_name": "Scripted", "transport": "local_bridge", "command": { "program": node, "arguments": arguments }, "trust": true });
    assert_eq!(server.post("/api/mcp/servers/register", body).await.0, 200);
    for client in clients(&server).await {
        for (tool, expected) in results.as_object().unwrap() {
            let asked = json!({ "server_id": "scripted", "tool_name": tool, "arguments": {} });
            let answered = serde_json::to_value(call(&client, "call_connector_tool", asked).await).unwrap();
            let content = expected.get("content").cloned().unwrap_or_else(|| json!([]));
            assert_eq!(answered["content"], content, "{tool}");
            assert_eq!(answered.get("structuredContent"), expected.get("structuredContent"), "{tool}");
            assert_eq!(answered["isError"], json!(tool == "fail"), "{tool}");
            let receipt = answered["_meta"]["apprentice/receipt_id"].as_str().unwrap();
            assert!(receipt.len() == 36 && receipt != "forged", "{tool}: {answered}");
            assert_eq!(answered["_meta"].get("example.com/page"), expected["_meta"].get("example.com/page"), "{tool}");
        }
        client.cancel().await.unwrap();
    }
    server.host.close().await;
}
