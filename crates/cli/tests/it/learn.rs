//! `learn`: what can be said without a browser, and an engine that goes on in the background.

use crate::support::Machine;
use apprentice_engine::core::keyed;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Stdio;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};

const NOBODY: &str = "01900000-0000-7000-8000-000000000000";

#[test]
fn refusals_are_1_with_the_envelope() {
    let machine = Machine::new();
    for (arguments, code) in [
        (&["learn", "review", NOBODY][..], "PROPOSAL_NOT_FOUND"),
        (&["learn", "flow", NOBODY, "--svg", "flow.svg"], "PROPOSAL_NOT_FOUND"),
        (&["learn", "filmstrip", NOBODY], "LEARN_SESSION_NOT_FOUND"),
        (&["learn", "filmstrip", NOBODY, "--html", "film.html"], "LEARN_SESSION_NOT_FOUND"),
        (&["learn", "install", NOBODY, "--lane", "experimental_private"], "PROPOSAL_NOT_FOUND"),
        (&["learn", "stop"], "LEARN_SESSION_NOT_FOUND"),
        (&["learn", "live"], "LEARN_SESSION_NOT_FOUND"),
        (&["learn", "live", "--session", NOBODY], "LEARN_SESSION_NOT_FOUND"),
        (&["learn", "retain"], "LEARN_SESSION_NOT_FOUND"),
        (&["learn", "mark-step", "Begin", "--session", NOBODY], "LEARN_SESSION_NOT_FOUND"),
        (&["learn", "propose"], "LEARN_SESSION_NOT_FOUND"),
        (&["learn", "events"], "LEARN_SESSION_NOT_FOUND"),
    ] {
        let (exit, answer) = machine.json(arguments);
        assert_eq!((exit, &answer["error"]["code"]), (1, &json!(code)), "{arguments:?}");
        assert!(answer["error"]["correlation_id"].is_string());
        let ran = machine.run(arguments);
        assert!(ran.stdout.is_empty() && ran.stderr.starts_with("apprentice: "), "{ran:?}");
    }
    assert_eq!(machine.json(&["learn", "status"]), (0, json!({ "session": null })));
    assert!(!machine.path("home").join("endpoint.json").exists(), "no engine was left behind");
}

#[test]
fn a_demonstration_goes_on_between_commands() {
    let machine = Machine::new();
    let (code, started) = machine.json(&["learn", "start", "--goal", "Make a report", "--watch", "terminal", "--allow", "sh"]);
    assert_eq!(code, 0, "{started}");
    assert_eq!(started["session"]["state"], "capturing");
    assert_eq!(started["session"]["target_app_whitelist"], json!(["sh"]));
    assert_eq!(started["watched"]["adapters_active"], json!(["terminal_command"]));
    let id = &started["session"]["learn_session_id"];

    let (code, second) = machine.json(&["learn", "start", "--watch", "terminal"]);
    assert_eq!((code, &second["error"]["code"]), (1, &json!("LEARN_SESSION_ALREADY_ACTIVE")));
    assert_eq!(&second["error"]["details"]["active_session_id"], id);

    assert_eq!(machine.json(&["learn", "mark-step", "Write it"]).0, 0);
    assert_eq!(machine.json(&["learn", "mark-goal", "The report is there"]).0, 0);
    assert_eq!(machine.json(&["learn", "pause"]).1["session"]["state"], "paused");
    assert_eq!(machine.json(&["learn", "resume"]).1["session"]["state"], "capturing");
    let (_, status) = machine.json(&["learn", "status"]);
    assert_eq!(&status["session"]["learn_session_id"], id);
    assert!(machine.run(&["learn", "status"]).stdout.contains("capturing"));

    assert_eq!(machine.json(&["learn", "live"]), (0, json!({ "live_draft": null })), "nothing was done yet");
    assert!(machine.run(&["learn", "live"]).stdout.starts_with("Nothing is understood yet."));

    let film = machine.path("film.html");
    let session = id.as_str().unwrap();
    let (code, refused) = machine.json(&["learn", "filmstrip", session, "--html", film.to_str().unwrap()]);
    assert_eq!((code, &refused["error"]["code"]), (1, &json!("NOT_FOUND")), "{refused}");
    assert!(!film.exists() && machine.run(&["learn", "filmstrip", session]).stdout.starts_with("Nothing was recorded"));

    let (_, events) = machine.json(&["learn", "events"]);
    let seqs: Vec<_> = events.as_array().unwrap().iter().map(|event| event["seq"].as_u64().unwrap()).collect();
    assert_eq!(seqs, (1..=seqs.len() as u64).collect::<Vec<_>>());

    let (code, stopped) = machine.json(&["learn", "stop"]);
    assert_eq!((code, &stopped["captured_event_count"]), (0, &json!(0)), "{stopped}");
    let (code, refused) = machine.json(&["learn", "propose"]);
    assert_eq!((code, &refused["error"]["code"]), (1, &json!("INSUFFICIENT_TRACES")));
    assert_eq!(machine.json(&["learn", "retain"]).1["session"]["retain"], true);
    assert_eq!(machine.json(&["learn", "cancel"]).1["session"]["state"], "cancelled");
    let (code, released) = machine.json(&["learn", "retain", "--off"]);
    assert_eq!((code, &released["session"]["retain"]), (0, &json!(null)), "also of one that has ended");
    let followed = machine.run(&["learn", "events", "--follow", "--json"]);
    assert_eq!(followed.code, 0, "a settled session has an end");
    assert!(followed.stdout.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()));
}

#[test]
fn who_follows_keeps_nobody_out() {
    let machine = Machine::new();
    assert_eq!(machine.json(&["learn", "start", "--goal", "Make a report", "--watch", "terminal"]).0, 0);
    machine.kill_engine();
    let mut follower = machine.command(&["learn", "events", "--follow"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut told = BufReader::new(follower.stdout.take().unwrap()).lines();
    assert!(told.next().unwrap().unwrap().contains("learn.session.started"));
    let (code, cancelled) = machine.json(&["learn", "cancel"]);
    assert_eq!((code, &cancelled["session"]["state"]), (0, &json!("cancelled")), "{cancelled}");
    assert!(told.any(|line| line.unwrap().ends_with("cancelled")), "and what others do is followed");
    assert!(follower.wait().unwrap().success());
}

#[test]
fn an_adapter_that_is_missing_is_said_so_and_leaves_nothing_behind() {
    let machine = Machine::new();
    let ran = machine
        .command(&["learn", "start", "--watch", "browser", "--json"])
        .env("APPRENTICE_BROWSER", "/no/such/browser")
        .output();
    let ran = ran.unwrap();
    let answer: serde_json::Value = serde_json::from_slice(&ran.stdout).unwrap();
    assert_eq!((ran.status.code(), &answer["error"]["code"]), (Some(1), &json!("ADAPTER_UNAVAILABLE")), "{answer}");
    assert_eq!(machine.json(&["learn", "status"]).1, json!({ "session": null }));
}

/// In the place of an engine, which it proves to be: tells what it is asked, and answers with a status and a document.
fn engine(machine: &Machine, answers: impl Fn(&str) -> (u16, Value) + Send + 'static) -> Receiver<String> {
    const TOKEN: &str = "token";
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let authority = listener.local_addr().unwrap().to_string();
    // Of no process that could be ended.
    let endpoint = json!({ "address": format!("http://{authority}"), "token": TOKEN, "pid": u32::MAX, "version": "0" });
    std::fs::write(machine.path("home/endpoint.json"), endpoint.to_string()).unwrap();
    let lock = std::fs::File::open(machine.path("home/lock")).unwrap();
    lock.lock().unwrap();
    let (tell, told) = channel();
    let answers = Arc::new(Mutex::new(answers));
    std::thread::spawn(move || {
        let _held = lock;
        for stream in listener.incoming() {
            let (tell, answers, authority) = (tell.clone(), answers.clone(), authority.clone());
            std::thread::spawn(move || {
                let mut stream = BufReader::new(stream.unwrap());
                while let Some(asked) = request(&mut stream) {
                    let (status, kind, body) = match asked.split_once("&challenge=") {
                        Some((_, challenge)) => {
                            let code = keyed::sign(TOKEN.as_bytes(), &["apprentice engine", &authority, challenge]);
                            (200, "text/plain", URL_SAFE_NO_PAD.encode(code))
                        }
                        None => {
                            let (status, body) = (answers.lock().unwrap())(&asked);
                            // Before the answer: who has it may look at once at what was asked.
                            let _nobody_waits = tell.send(asked);
                            (status, "application/json", body.to_string())
                        }
                    };
                    let head = format!("HTTP/1.1 {status} -\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n", body.len());
                    write!(stream.get_mut(), "{head}\r\n{body}").unwrap();
                }
            });
        }
    });
    told
}

/// Reads a request; its method and path. `None`: the connection was closed.
fn request(stream: &mut BufReader<TcpStream>) -> Option<String> {
    let mut lines = stream.by_ref().lines().map_while(Result::ok);
    let asked = lines.next()?.trim_end_matches(" HTTP/1.1").to_owned();
    let headers: Vec<String> = lines.take_while(|line| !line.is_empty()).map(|line| line.to_lowercase()).collect();
    let length = headers.iter().find_map(|header| header.strip_prefix("content-length: ")?.parse().ok());
    stream.read_exact(&mut vec![0; length.unwrap_or(0)]).ok()?;
    Some(asked)
}

#[test]
fn an_improvement_that_is_refused_leaves_no_session_behind() {
    let machine = Machine::new();
    let (_, started) = machine.json(&["learn", "start", "--goal", "Make a report", "--watch", "terminal"]);
    machine.kill_engine();
    let session = started["session"].clone();
    let own = format!("/api/learn/sessions/{}", session["learn_session_id"].as_str().unwrap());
    let refused = json!({ "error": { "code": "CONFLICT", "message": "Not now.", "correlation_id": NOBODY, "retryable": false } });
    let told = engine(&machine, move |asked| match asked {
        "POST /api/learn/sessions" => {
            (200, json!({ "session": session, "ui_mode": "drawer", "next_action": "show_skill_delta_editor" }))
        }
        other if other.ends_with("/stop") => (409, refused.clone()),
        _ => (200, json!({})),
    });
    let (code, answer) = machine.json(&["learn", "improve", "ability_note-tea"]);
    assert_eq!((code, &answer["error"]["code"]), (1, &json!("CONFLICT")), "{answer}");
    let asked: Vec<String> = told.try_iter().filter(|asked| asked.contains(&own)).collect();
    assert_eq!(asked, ["start", "stop", "cancel"].map(|step| format!("POST {own}/{step}")));
}

#[test]
fn an_example_is_started_of_a_draft_and_taken_into_it() {
    let machine = Machine::new();
    // A draft that does not exist is refused, and leaves nothing behind.
    let (code, answer) = machine.json(&["learn", "start", "--example-of", NOBODY]);
    assert_eq!((code, &answer["error"]["code"]), (1, &json!("PROPOSAL_NOT_FOUND")), "{answer}");
    let (code, answer) = machine.json(&["learn", "start", "--example-of", "ability_nowhere", "--watch", "terminal"]);
    assert_eq!((code, &answer["error"]["code"]), (1, &json!("ABILITY_NOT_FOUND")), "{answer}");
    let both = machine.run(&["learn", "start", "--example-of", NOBODY, "--skill", "ability_x"]);
    assert_eq!(both.code, 2, "{both:?}");
    assert_eq!(machine.json(&["learn", "status"]).1, json!({ "session": null }));
    assert_eq!(machine.json(&["learn", "use-example"]).1["error"]["code"], "LEARN_SESSION_NOT_FOUND");

    let (_, started) = machine.json(&["learn", "start", "--goal", "Make a report", "--watch", "terminal"]);
    let session = started["session"].clone();
    let id = session["learn_session_id"].as_str().unwrap().to_owned();
    // A session that was not begun as an example is none.
    assert_eq!(machine.json(&["learn", "stop"]).0, 0);
    let (code, refused) = machine.json(&["learn", "use-example"]);
    assert_eq!((code, &refused["error"]["code"]), (1, &json!("INVALID_REQUEST")), "{refused}");
    machine.kill_engine();

    let used = json!({
        "session": session, "proposal_id": NOBODY,
        "settled": [{ "kind": "input", "text": "Region was “north” and then “south”: it is an input now." }],
    });
    let told = engine(&machine, move |_| (200, used.clone()));
    let ran = machine.run(&["learn", "use-example", "--session", &id]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stdout.contains("\n  Region was “north” and then “south”: it is an input now."), "{}", ran.stdout);
    assert!(ran.stdout.contains(&format!("apprentice learn review {NOBODY}")), "{}", ran.stdout);
    assert!(told.try_iter().any(|asked| asked == format!("POST /api/learn/sessions/{id}/use-example")));
}
