//! Servers that mean harm, over both transports, and authorization servers that do: each is refused or contained, with a message that helps.

use crate::{PATIENCE, left, mask, program};
use apprentice_connectors::connection::{Connection, ConnectionError, Target};
use apprentice_connectors::oauth::{
    Challenge, Client, Discovered, Grant, OAuthError, SafeHttp, ServerMetadata, begin, discover, exchange, read_callback,
    register,
};
use serde_json::{Map, Value, json};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use url::Url;

/// Long enough for an honest answer, and short enough for a test of one that never comes.
const SHORT: Duration = Duration::from_secs(4);

async fn open(how: &str, patience: Duration) -> Result<Connection, ConnectionError> {
    let mut program = program(how, &json!({}));
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testkit/agents/hostile_mcp.mjs");
    program.arguments = vec![script.display().to_string(), how.to_owned()];
    Connection::open(Target::Local(Box::new(program)), mask(), "0.0.0", patience).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hostile_program_is_contained_and_ends_whole() {
    for how in ["early", "stranger", "requests", "malformed", "notices", "line", "errors", "garbage", "deaf"] {
        let began = Instant::now();
        match open(how, SHORT).await {
            Ok(connection) => {
                let listed = connection.list(SHORT).await;
                let names = |tools: &[Value]| tools.iter().filter_map(|tool| tool["name"].as_str()).collect::<Vec<_>>().join(" ");
                match &listed {
                    Ok(listing) => assert_eq!(names(&listing.tools), "echo", "{how}"),
                    Err(error) => assert!(["TIMEOUT", "PROTOCOL", "ENDED"].contains(&error.code()), "{how}: {error}"),
                }
                // These hold up only themselves.
                assert!(listed.is_ok() || ["requests", "malformed", "notices", "line"].contains(&how), "{how}: {listed:?}");
                if how == "requests" {
                    assert!(listed.as_ref().unwrap_err().to_string().contains("without reading the answers"), "{listed:?}");
                }
                assert!(connection.log().text().len() <= 8 * 1024, "{how}");
                assert_eq!(connection.close().await, 0, "{how}");
            }
            Err(error) => assert!(["TIMEOUT", "PROTOCOL", "ENDED"].contains(&error.code()) && how != "deaf", "{how}: {error}"),
        }
        assert_eq!(left(how), 0, "{how}");
        assert!(began.elapsed() < PATIENCE, "{how}");
    }
}

/// The processes whose command line is this.
fn running(command: &str) -> usize {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).trim_end_matches('\0').replace('\0', " ") == command).count()
}

#[tokio::test]
async fn a_daemon_without_a_mark_ends_with_its_server() {
    let connection = open("daemon", PATIENCE).await.unwrap();
    let begun = async {
        while running("/bin/sleep 54321") == 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, begun).await.unwrap();
    assert_eq!(connection.close().await, 0);
    let gone = async {
        while running("/bin/sleep 54321") > 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, gone).await.unwrap();
}

/// What a server lists, and why it is not taken. Empty: it is.
#[tokio::test(flavor = "multi_thread")]
async fn a_list_that_is_a_bomb_is_refused_in_words_that_help() {
    fn tool(schema: Value) -> Value {
        json!({ "tools": [{ "name": "a", "inputSchema": schema }] })
    }
    fn nested(levels: usize, with: &str) -> Value {
        (0..levels).fold(json!({ "type": "string" }), |inner, _| match with {
            "properties" => json!({ "type": "object", "properties": { "a": inner } }),
            "items" => json!({ "type": "array", "items": inner }),
            _ => json!({ with: [inner] }),
        })
    }
    let object = |fields: Value| {
        let mut schema = json!({ "type": "object" });
        schema.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        schema
    };
    let words = |count: usize| (0..count).map(|number| number.to_string()).collect::<Vec<_>>();
    let cases: Vec<(&str, Value, &str)> = vec![
        (
            "a pattern of 10 MB",
            tool(object(json!({ "properties": { "a": { "type": "string", "pattern": "(a+)+".repeat(2_000_000) } } }))),
            "256 KiB",
        ),
        ("an enum of 100,000", tool(object(json!({ "properties": { "a": { "enum": words(100_000) } } }))), "256 KiB"),
        (
            "40,000 properties",
            tool(object(json!({ "properties": words(40_000).into_iter().map(|name| (name, json!({}))).collect::<Map<_, _>>() }))),
            "256 KiB",
        ),
        ("properties in each other", tool(nested(60, "properties")), "deeper than 32"),
        ("items in each other", tool(object(json!({ "properties": { "a": nested(60, "items") } }))), "deeper than 32"),
        ("anyOf in each other", tool(object(json!({ "anyOf": [nested(40, "anyOf")] }))), "deeper than 32"),
        ("a default in depth", tool(object(json!({ "default": nested(50, "allOf") }))), "deeper than 32"),
        (
            "annotations in depth",
            json!({ "tools": [{ "name": "a", "inputSchema": { "type": "object" }, "_meta": { "x": nested(50, "items") } }] }),
            "deeper than 32",
        ),
        (
            "a description of 1 MB",
            json!({ "tools": [{ "name": "a", "description": "x".repeat(1_000_000), "inputSchema": { "type": "object" } }] }),
            "256 KiB",
        ),
        (
            "1,001 tools",
            json!({ "tools": words(1001).into_iter().map(|name| json!({ "name": name, "inputSchema": { "type": "object" } })).collect::<Vec<_>>() }),
            "more than 1000 tools",
        ),
        (
            "many large tools",
            json!({ "tools": words(60).into_iter().map(|name| json!({ "name": name, "description": "x".repeat(100_000), "inputSchema": { "type": "object" } })).collect::<Vec<_>>() }),
            "more than 4 MiB",
        ),
        // Only a reader that follows these references is harmed by them.
        ("a reference to itself", tool(object(json!({ "$ref": "#" }))), ""),
        (
            "references in a ring",
            tool(object(
                json!({ "properties": { "a": { "$ref": "#/$defs/a" } }, "$defs": { "a": { "$ref": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } } }),
            )),
            "",
        ),
        (
            "a billion laughs",
            tool(object(json!({ "$defs": words(30).into_iter().map(|number| {
            let next = format!("#/$defs/{}", number.parse::<u32>().unwrap() + 1);
            (number, json!({ "allOf": [{ "$ref": next.clone() }, { "$ref": next }] }))
        }).collect::<Map<_, _>>() }))),
            "",
        ),
        ("a reference to another machine", tool(object(json!({ "$ref": "http://169.254.169.254/latest/meta-data" }))), ""),
        (
            "a pattern that never ends",
            tool(object(json!({ "properties": { "a": { "type": "string", "pattern": "^(([a-z])+.)+[A-Z]([a-z])+$" } } }))),
            "",
        ),
        ("30 levels", tool(nested(13, "properties")), ""),
    ];
    for (name, list, why) in cases {
        let list = Arc::new(list);
        let url = serve(Arc::new(move |method, _, body| {
            let list = list.clone();
            honest(method, body, move || message(body, (*list).clone()))
        }))
        .await;
        let began = Instant::now();
        match (listed(url).await, why) {
            (Ok(count), "") => assert_eq!(count, 1, "{name}"),
            (Err(error), why) if !why.is_empty() => {
                assert!(error.code() == "PROTOCOL" && error.to_string().contains(why), "{name}: {error}");
            }
            (answer, _) => panic!("{name}: {answer:?}"),
        }
        assert!(began.elapsed() < PATIENCE, "{name} took {:?}", began.elapsed());
    }
}

#[tokio::test]
async fn a_result_is_handed_on_as_it_is_within_its_limit() {
    let connection = open("links", PATIENCE).await.unwrap();
    let result = connection.call("echo", Map::new(), PATIENCE).await.unwrap();
    assert_eq!(result["content"].as_array().map(Vec::len), Some(3));
    connection.close().await;
}

/// What a server does with one request.
enum Reply {
    /// Status line, further headers, body.
    Whole(&'static str, String, String),
    /// The head, then this without end.
    Endless(&'static str, &'static str),
    Nothing,
}

type Script = Arc<dyn Fn(&str, &str, &Value) -> Reply + Send + Sync>;

/// Serves on a free port of this machine until the test ends. The script is given the method of HTTP, the path, and the body.
async fn serve(script: Script) -> Url {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(talk(stream, script.clone()));
        }
    });
    Url::parse(&format!("http://127.0.0.1:{port}/mcp")).unwrap()
}

async fn talk(mut stream: TcpStream, script: Script) {
    let mut heard = Vec::new();
    let (head, sent) = loop {
        let mut buffer = [0; 4096];
        match stream.read(&mut buffer).await {
            Ok(count @ 1..) => heard.extend_from_slice(&buffer[..count]),
            _ => return,
        }
        let text = String::from_utf8_lossy(&heard).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let lower = head.to_ascii_lowercase();
            let length = lower.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok()).unwrap_or(0);
            if body.len() >= length {
                break (head.to_owned(), body.to_owned());
            }
        }
    };
    let body: Value = serde_json::from_str(&sent).unwrap_or_default();
    let mut words = head.split(' ');
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    // The client may hang up at any moment.
    match script(method, path, &body) {
        Reply::Whole(status, headers, body) => {
            let answer =
                format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len());
            let _sent = stream.write_all(answer.as_bytes()).await;
        }
        Reply::Endless(head, piece) => {
            let piece = piece.repeat(1 + 65_536 / piece.len());
            let mut going = stream.write_all(format!("HTTP/1.1 {head}\r\nConnection: close\r\n\r\n").as_bytes()).await;
            while going.is_ok() {
                going = stream.write_all(piece.as_bytes()).await;
            }
        }
        Reply::Nothing => tokio::time::sleep(PATIENCE).await,
    }
}

fn message(body: &Value, result: Value) -> Reply {
    let answer = json!({ "jsonrpc": "2.0", "id": body["id"], "result": result });
    Reply::Whole("200 OK", "Content-Type: application/json\r\n".into(), answer.to_string())
}

/// An honest beginning; `then` answers everything after it.
fn honest(method: &str, body: &Value, then: impl Fn() -> Reply) -> Reply {
    match (method, body["method"].as_str()) {
        ("GET" | "DELETE", _) => Reply::Whole("405 Method Not Allowed", String::new(), String::new()),
        (_, Some("server/discover")) => {
            let error = json!({ "jsonrpc": "2.0", "id": body["id"], "error": { "code": -32601, "message": "unknown" } });
            Reply::Whole("200 OK", "Content-Type: application/json\r\n".into(), error.to_string())
        }
        (_, Some("initialize")) => message(
            body,
            json!({ "protocolVersion": "2025-11-25", "capabilities": { "tools": {} }, "serverInfo": { "name": "h", "version": "1" } }),
        ),
        (_, Some(name)) if name.starts_with("notifications/") => Reply::Whole("202 Accepted", String::new(), String::new()),
        _ => then(),
    }
}

async fn listed(url: Url) -> Result<usize, ConnectionError> {
    let connection = Connection::open(Target::Remote(url, Vec::new()), mask(), "0.0.0", SHORT).await?;
    let listed = connection.list(SHORT).await;
    connection.close().await;
    listed.map(|listing| listing.tools.len())
}

/// An old server answers what it does not know with an empty result, so that it is reached a second time. What it asked before waits for no
/// answer then: the same name is a new question, and not one too many.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_server_asked_over_its_first_transport_does_not_count_over_the_second() {
    let asks_first = |body: &Value, result: &Value| {
        let ping = json!({ "jsonrpc": "2.0", "id": "are you there", "method": "ping" });
        let answer = json!({ "jsonrpc": "2.0", "id": body["id"], "result": result });
        let events = format!("data: {ping}\n\ndata: {answer}\n\n");
        Reply::Whole("200 OK", "Content-Type: text/event-stream\r\n".into(), events)
    };
    let url = serve(Arc::new(move |method, _, body| match (method, body["method"].as_str()) {
        ("POST", Some("server/discover")) => asks_first(body, &json!({})),
        ("POST", Some("initialize")) => asks_first(
            body,
            &json!({ "protocolVersion": "2025-11-25", "capabilities": { "tools": {} }, "serverInfo": { "name": "h", "version": "1" } }),
        ),
        ("POST", None) => Reply::Whole("202 Accepted", String::new(), String::new()),
        _ => honest(method, body, || message(body, json!({ "tools": [] }))),
    }))
    .await;
    assert_eq!(listed(url).await.unwrap(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hostile_address_is_refused_in_words_that_help() {
    type Case = (&'static str, fn() -> Reply, &'static str, &'static str);
    let cases: [Case; 13] = [
        ("json without end", || Reply::Endless("200 OK\r\nContent-Type: application/json", " "), "UNREACHABLE", "16777216"),
        (
            "1 GB that was announced",
            || Reply::Endless("200 OK\r\nContent-Type: application/json\r\nContent-Length: 1073741824", "x"),
            "UNREACHABLE",
            "16777216",
        ),
        ("event without end", || Reply::Endless("200 OK\r\nContent-Type: text/event-stream", "x"), "", ""),
        (
            "comments without end",
            || Reply::Endless("200 OK\r\nContent-Type: text/event-stream", ": stay\n\n"),
            "TIMEOUT",
            "4 seconds",
        ),
        ("no answer", || Reply::Nothing, "TIMEOUT", "4 seconds"),
        (
            "a page with a number",
            || Reply::Whole("404 Not Found", "Content-Type: text/html\r\n".into(), "<p>Error 401 <script>x</script>".into()),
            "UNREACHABLE",
            "a web page; look whether",
        ),
        (
            "a page that is fine",
            || Reply::Whole("200 OK", "Content-Type: text/html\r\n".into(), "<p>Welcome".into()),
            "PROTOCOL",
            "text/html",
        ),
        ("a failure without words", || Reply::Whole("418 Teapot", String::new(), String::new()), "UNREACHABLE", "HTTP 418"),
        (
            "a redirection inward",
            || Reply::Whole("302 Found", "Location: http://169.254.169.254/latest/meta-data\r\n".into(), String::new()),
            "UNREACHABLE",
            "HTTP 302",
        ),
        (
            "two challenges",
            || {
                Reply::Whole(
                    "401 Unauthorized",
                    "WWW-Authenticate: Basic realm=\"bearer x\", Bearer scope=\"a\"\r\n".into(),
                    String::new(),
                )
            },
            "SIGN_IN_REQUIRED",
            "sign in",
        ),
        (
            "a pause for ever",
            || Reply::Whole("429 Too Many Requests", "Retry-After: 18446744073709551615\r\n".into(), String::new()),
            "RATE_LIMITED",
            "429",
        ),
        (
            "a pause before now",
            || Reply::Whole("429 Too Many Requests", "Retry-After: -5\r\n".into(), String::new()),
            "RATE_LIMITED",
            "429",
        ),
        ("deep json", || Reply::Whole("200 OK", "Content-Type: application/json\r\n".into(), "[".repeat(100_000)), "", ""),
    ];
    for (name, then, code, words) in cases {
        let url = serve(Arc::new(move |method, _, body| honest(method, body, then))).await;
        let began = Instant::now();
        let error = listed(url).await.unwrap_err();
        assert!(code.is_empty() || error.code() == code, "{name}: {} {error}", error.code());
        assert!(error.to_string().contains(words) && !error.to_string().contains("<script"), "{name}: {error}");
        assert!(began.elapsed() < SHORT * 4, "{name} took {:?}", began.elapsed());
    }
}

/// A server that ends every stream at once, and wants it to be begun again at once.
#[tokio::test(flavor = "multi_thread")]
async fn a_stream_is_not_begun_again_and_again_without_a_pause() {
    const STREAM: &str = "Content-Type: text/event-stream\r\n";
    let begun = Arc::new(AtomicU64::new(0));
    let counted = begun.clone();
    let url = serve(Arc::new(move |method, _, body| {
        let again = || Reply::Whole("200 OK", STREAM.into(), "id: 1\nretry: 0\ndata:\n\n".into());
        if method == "GET" {
            counted.fetch_add(1, Ordering::AcqRel);
            return again();
        }
        honest(method, body, again)
    }))
    .await;
    let error = listed(url).await.unwrap_err();
    assert_eq!(error.code(), "TIMEOUT", "{error}");
    // One a second at most, for as long as the list may take, for each of its streams.
    let begun = begun.load(Ordering::Acquire);
    assert!((1..=2 * (SHORT.as_secs() + 3)).contains(&begun), "{begun}");
}

/// An authorization server whose answers a test changes.
async fn authorization(registration: Value, token: fn() -> Reply) -> (Url, SafeHttp) {
    let url = serve(Arc::new(move |_, path, _| match path {
        "/register" => Reply::Whole("201 Created", "Content-Type: application/json\r\n".into(), registration.to_string()),
        _ => token(),
    }))
    .await;
    let http = SafeHttp::for_server(&url).await.unwrap();
    (url, http)
}

fn discovered(url: &Url) -> Discovered {
    let at = |path: &str| url.join(path).unwrap().to_string();
    Discovered {
        resource: url.to_string(),
        server: ServerMetadata {
            issuer: at("/"),
            authorization_endpoint: at("/authorize"),
            token_endpoint: at("/token"),
            registration_endpoint: Some(at("/register")),
            ..ServerMetadata::default()
        },
        scopes: Vec::new(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hostile_answer_with_tokens_gives_no_session() {
    const JSON: &str = "Content-Type: application/json\r\n";
    type Case = (&'static str, fn() -> Reply, &'static str);
    let cases: [Case; 11] = [
        (
            "another kind",
            || Reply::Whole("200 OK", JSON.into(), json!({ "access_token": "a", "token_type": "DPoP" }).to_string()),
            "dpop",
        ),
        ("mac", || Reply::Whole("200 OK", JSON.into(), json!({ "access_token": "a", "token_type": "mac" }).to_string()), "mac"),
        (
            "no kind",
            || Reply::Whole("200 OK", JSON.into(), json!({ "access_token": "a" }).to_string()),
            "did not answer with tokens",
        ),
        (
            "a line break",
            || {
                Reply::Whole(
                    "200 OK",
                    JSON.into(),
                    json!({ "access_token": "a\r\nX-Evil: 1", "token_type": "Bearer" }).to_string(),
                )
            },
            "cannot be sent",
        ),
        (
            "a line break to renew",
            || {
                Reply::Whole(
                    "200 OK",
                    JSON.into(),
                    json!({ "access_token": "a", "refresh_token": "b\n", "token_type": "Bearer" }).to_string(),
                )
            },
            "cannot be sent",
        ),
        (
            "a long token",
            || {
                Reply::Whole(
                    "200 OK",
                    JSON.into(),
                    json!({ "access_token": "a".repeat(100_000), "token_type": "Bearer" }).to_string(),
                )
            },
            "cannot be sent",
        ),
        (
            "a time before now",
            || {
                Reply::Whole(
                    "200 OK",
                    JSON.into(),
                    json!({ "access_token": "a", "token_type": "Bearer", "expires_in": -1 }).to_string(),
                )
            },
            "did not answer with tokens",
        ),
        ("without end", || Reply::Endless("200 OK\r\nContent-Type: application/json", " "), "more than 1 MiB"),
        (
            "100 MB",
            || Reply::Endless("200 OK\r\nContent-Type: application/json\r\nContent-Length: 104857600", "x"),
            "more than 1 MiB",
        ),
        (
            "a page",
            || Reply::Whole("502 Bad Gateway", "Content-Type: text/html\r\n".into(), "<script>alert(1)</script>".into()),
            "did not answer with tokens",
        ),
        (
            "a redirection inward",
            || Reply::Whole("307 Temporary Redirect", "Location: http://169.254.169.254/\r\n".into(), String::new()),
            "did not answer with tokens",
        ),
    ];
    for (name, token, words) in cases {
        let (url, http) = authorization(Value::Null, token).await;
        let pending = begin(discovered(&url), Client::public("me".into()), "http://127.0.0.1:9/callback".into(), None).unwrap();
        let callback = read_callback(&format!("code=a&state={}", pending.state)).unwrap();
        let error = exchange(&http, pending, callback, 0).await.err().unwrap_or_else(|| panic!("{name} gave a session"));
        assert!(error.to_string().contains(words) && !error.to_string().contains("alert"), "{name}: {error}");
    }
    // One that lasts for ever is kept for ten years at most, and scopes that are none are left out.
    let (url, http) = authorization(Value::Null, || {
        let scopes = format!("read \u{202e}x {}", "s ".repeat(500));
        let answer = json!({ "access_token": "a", "token_type": "bEaReR", "expires_in": u64::MAX, "scope": scopes });
        Reply::Whole("200 OK", JSON.into(), answer.to_string())
    })
    .await;
    let pending = begin(discovered(&url), Client::public("me".into()), "http://127.0.0.1:9/callback".into(), None).unwrap();
    let callback = read_callback(&format!("code=a&state={}", pending.state)).unwrap();
    let session = exchange(&http, pending, callback, 100).await.unwrap();
    assert!(session.expires_at.unwrap() < 400_000_000 && session.scopes.len() <= 100, "{:?}", session.scopes.len());
    assert!(session.scopes.iter().all(|scope| scope.is_ascii()), "{:?}", session.scopes);
}

#[tokio::test]
async fn a_registration_or_a_page_of_somebody_else_is_refused() {
    let back = "http://127.0.0.1:4711/callback";
    for (registration, fine) in [
        (json!({ "client_id": "me", "redirect_uris": [back] }), true),
        (json!({ "client_id": "me" }), true),
        (json!({ "client_id": "me", "redirect_uris": ["https://evil.example/callback"] }), false),
    ] {
        let (url, http) = authorization(registration.clone(), || Reply::Nothing).await;
        let registered = register(&http, &discovered(&url), Grant::Code, Some(back)).await;
        assert_eq!(registered.is_ok(), fine, "{registration}");
        assert!(fine || matches!(registered, Err(OAuthError::Unsafe(_))), "{registration}");
    }
    // The mix-up: the page is that of an honest authorization server, and the token is fetched from the attacker.
    for (page, announced, fine) in [
        ("https://login.honest.example/authorize", false, false),
        ("https://login.honest.example/authorize", true, true),
        ("https://auth.evil.test/authorize", false, true),
        ("https://mcp.tools.test/authorize", false, true),
        ("https://tools.test.honest.example/authorize", false, false),
    ] {
        let mixed = Discovered {
            resource: "https://api.tools.test/mcp".into(),
            server: ServerMetadata {
                issuer: "https://evil.test".into(),
                authorization_endpoint: page.into(),
                authorization_response_iss_parameter_supported: announced,
                ..ServerMetadata::default()
            },
            scopes: Vec::new(),
        };
        let checked = mixed.check_site();
        assert_eq!(checked.is_ok(), fine, "{page} {announced}");
        assert!(checked.err().is_none_or(|error| error.to_string().contains("by hand")), "{page}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn metadata_that_lies_is_refused() {
    for (issuer, fine) in [("", true), ("/", true), ("//", false), ("/other", false), ("?x", false), ("\u{0}", false)] {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let origin = format!("http://127.0.0.1:{}", listener.local_addr().unwrap().port());
        let metadata = json!({
            "issuer": format!("{origin}{issuer}"), "authorization_endpoint": format!("{origin}/authorize"), "token_endpoint": format!("{origin}/token"),
            "code_challenge_methods_supported": ["S256"],
        });
        let script: Script = Arc::new(move |_, path, _| match path {
            "/.well-known/oauth-authorization-server" => {
                Reply::Whole("200 OK", "Content-Type: application/json\r\n".into(), metadata.to_string())
            }
            _ => Reply::Whole("404 Not Found", String::new(), String::new()),
        });
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(talk(stream, script.clone()));
            }
        });
        let endpoint = Url::parse(&format!("{origin}/mcp")).unwrap();
        let http = SafeHttp::for_server(&endpoint).await.unwrap();
        let found = discover(&http, &endpoint, &Challenge::default(), Grant::Code).await;
        assert_eq!(found.is_ok(), fine, "{issuer:?}: {:?}", found.err());
    }
}

/// These fail where this user has no control group (cgroup v2); `scripts/test` leaves them out there, and says so.
mod needs_control_groups {
    use super::*;

    #[tokio::test]
    async fn a_daemon_of_a_server_that_ended_first_ends_with_its_connection() {
        let group = apprentice_platform::processes::ControlGroup::new(&format!("apprentice-test-{}", std::process::id()));
        assert!(
            group.is_some(),
            "needs a control group of this user, without which such a daemon is not found (docs/connectors.md)"
        );
        drop(group);
        let count = || running("/bin/sleep 54322");
        let until = async |wanted: usize| {
            while count() != wanted {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        for dropped in [false, true] {
            let connection = open("escape", PATIENCE).await.unwrap();
            tokio::time::timeout(PATIENCE, until(1)).await.unwrap();
            assert_eq!(connection.call("echo", Map::new(), PATIENCE).await.unwrap_err().code(), "ENDED");
            assert_eq!(count(), 1, "its daemon outlives it");
            match dropped {
                true => drop(connection),
                false => assert_eq!(connection.close().await, 0),
            }
            tokio::time::timeout(PATIENCE, until(0)).await.unwrap();
        }
    }
}
