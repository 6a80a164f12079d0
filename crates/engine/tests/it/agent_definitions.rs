//! An agent works by a definition: its instructions, its model, its tools, and how often it may use them.

use crate::agent_runs::{COPIES, Stage, notes, said};
use crate::road::refused;
use apprentice_contracts::agent_definition::{
    AgentDefinitionScope, AgentDefinitionsQuery, AgentToolAccess, InstallAgentDefinitionRequest, InstalledAgentDefinition,
    InstalledDefinitionState, PreviewAgentDefinitionRequest,
};
use apprentice_contracts::agent_run::*;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::validation::OverallResult;
use apprentice_engine::Engine;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const HELPER: &str = "name: helper\ndescription: Helps\nmodel: large\nsystem_prompt: Answer in verse.\ntools: [read_file]\nskills: [rhymes]\nmax_tool_iterations: 3\ntemperature: 0.5\n";

fn define(stage: &Stage, path: &str, text: &str) {
    let file = stage.world.folder.path().join(path);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, text).unwrap();
}

fn of_person(stage: &Stage, name: &str, text: &str) {
    let file = stage.world.home().join("agents").join(name);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, text).unwrap();
}

fn asks(definition: &str) -> StartAgentRunRequest {
    StartAgentRunRequest {
        agent: Some("gemini".into()),
        definition: Some(definition.into()),
        message: Some("What is WASM?".into()),
        without_isolation: true,
        ..StartAgentRunRequest::default()
    }
}

async fn runs(stage: &Stage, request: StartAgentRunRequest, script: &Value) -> AgentRun {
    stage.script(script);
    let started = stage.engine.start_agent_run(request).await.unwrap();
    stage.until(started.run_id, |run| run.phase == AgentRunPhase::Ended).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_is_done_by_a_definition() {
    let stage = Stage::new().await;
    of_person(&stage, "helper.yaml", HELPER);
    let script = json!({ "models": ["small", "large"], "steps": [{ "say": "{{prompt}} I am {{model}}." }] });
    let run = runs(&stage, asks("helper"), &script).await;
    stage.label(AgentRunEndKind::Finished, &run);
    let words = said(&run);
    for part in ["Answer in verse.", "What is WASM?", "rhymes", "read_file", "I am large."] {
        assert!(words.contains(part), "{part}: {words}");
    }
    assert_eq!((run.proposal_id, run.learn_session_id, run.checkpoints.len()), (None, None, 0));
    assert_eq!((run.overall_result, run.policy.max_actions), (OverallResult::Partial, 3));
    let definition = run.definition.as_ref().unwrap();
    assert_eq!((definition.name.as_str(), definition.scope), ("helper", AgentDefinitionScope::Person));
    assert!(notes(&run).contains("temperature is not applied") && notes(&run).contains("the model large"), "{}", notes(&run));
    let stored = stage.engine.agent_run(run.run_id, AgentRunQuery::default()).await.unwrap();
    assert_eq!(stored.entry_count, run.entry_count);
    stage.nothing_is_left().await;
    // What the person says goes before the definition; more than the definition allows is theirs to say.
    let request = StartAgentRunRequest { model: Some("small".into()), max_iterations: Some(1), ..asks("helper") };
    let run = runs(&stage, request, &script).await;
    assert!(said(&run).contains("I am small.") && run.policy.max_actions == 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_the_agent_does_not_report_is_refused_before_it_is_asked() {
    let stage = Stage::new().await;
    let request = StartAgentRunRequest { model: Some("http://evil.example/model".into()), ..asks("default") };
    let run = runs(&stage, request, &json!({ "models": ["small"], "steps": [{ "say": "I was asked." }] })).await;
    stage.label(AgentRunEndKind::NotStarted, &run);
    assert!(run.end.as_ref().unwrap().message.contains("Choose one that it reports: small"), "{:?}", run.end);
    assert_eq!(said(&run), "");
    stage.nothing_is_left().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tool_outside_the_definition_is_refused_or_ends_the_run() {
    let stage = Stage::new().await;
    let asked = json!({ "steps": [{ "run": "touch x", "ask": true }, { "run": "true", "kind": "read" }, { "say": "Done." }] });
    let run = runs(&stage, asks("explore"), &asked).await;
    stage.label(AgentRunEndKind::PolicyViolation, &run);
    let rejected = run.entries.iter().find(|entry| entry.status.as_deref() == Some("rejected")).unwrap();
    assert!(rejected.text.contains("“explore” does not allow this tool"), "{}", rejected.text);
    assert!(run.files.is_empty(), "{:?}", run.files);
    let unasked = json!({ "steps": [{ "run": "touch x" }, { "say": "Done." }] });
    for definition in ["explore", "planner"] {
        let run = runs(&stage, asks(definition), &unasked).await;
        stage.label(AgentRunEndKind::PolicyViolation, &run);
        assert!(run.end.as_ref().unwrap().message.contains(definition), "{:?}", run.end);
    }
    let run = runs(&stage, asks("coder"), &unasked).await;
    stage.label(AgentRunEndKind::Finished, &run);
    assert!(run.files.iter().any(|file| file.path == "x"));
    let limited = StartAgentRunRequest { max_iterations: Some(1), ..asks("coder") };
    let run = runs(&stage, limited, &json!({ "steps": [{ "run": "touch x" }, { "run": "touch y" }, { "say": "Done." }] })).await;
    stage.label(AgentRunEndKind::PolicyViolation, &run);
    assert!(run.end.as_ref().unwrap().message.contains("More than 1 actions"), "{:?}", run.end);
    stage.nothing_is_left().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_task_of_a_draft_is_done_by_a_definition_and_judged() {
    let stage = Stage::new().await;
    let request = StartAgentRunRequest { definition: Some("coder".into()), ..stage.request().await };
    let run = runs(&stage, request.clone(), &json!({ "steps": [{ "run": COPIES, "ask": true }] })).await;
    assert_eq!((run.overall_result, run.proposal_id), (OverallResult::Passed, Some(stage.proposal)), "{run:#?}");
    let request = StartAgentRunRequest { definition: Some("planner".into()), ..request };
    let run = runs(&stage, request, &json!({ "steps": [{ "run": COPIES, "ask": true }] })).await;
    assert_eq!(run.overall_result, OverallResult::Failed, "it may use no tool");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_project_comes_first_and_says_so() {
    let stage = Stage::new().await;
    of_person(&stage, "helper.yaml", HELPER);
    define(&stage, "project/.apprentice/agents/helper.yaml", "name: helper\ndescription: d\nsystem_prompt: Of the project.\n");
    let project = stage.world.folder.path().join("project").display().to_string();
    let script = json!({ "steps": [{ "say": "{{prompt}}" }] });
    let run = runs(&stage, StartAgentRunRequest { project: Some(project.clone()), ..asks("helper") }, &script).await;
    assert!(said(&run).contains("Of the project.") && notes(&run).contains("It hides the definition"), "{run:#?}");
    let query = || AgentDefinitionsQuery { project: Some(project.clone()) };
    let detail = stage.engine.agent_definition("helper", query()).await.unwrap();
    assert_eq!((detail.definition.scope, detail.definition.tool_access), (AgentDefinitionScope::Project, AgentToolAccess::Own));
    let list = stage.engine.agent_definitions(query()).await.unwrap();
    assert_eq!(list.definitions.iter().filter(|one| one.name == "helper" && one.usable).count(), 1);
    assert!(list.places.iter().any(|place| place.found == 1 && place.scope == AgentDefinitionScope::Project));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_project_of_a_request_counts_before_that_of_the_environment() {
    let world = apprentice_testkit::World::new();
    let at = |below: &str| world.folder.path().join(below);
    for project in ["asked", "named"] {
        let file = at(project).join(".apprentice/agents/helper.yaml");
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, format!("name: helper\ndescription: {project}\nsystem_prompt: x\n")).unwrap();
    }
    let mut options = world.options();
    options.machine.environment.push(("APPRENTICE_PROJECT".into(), at("named").display().to_string()));
    let engine = Engine::open(options).await.unwrap();
    for (project, expected) in [(Some("asked"), "asked"), (None, "named")] {
        let query = AgentDefinitionsQuery { project: project.map(|project| at(project).display().to_string()) };
        assert_eq!(engine.agent_definition("helper", query).await.unwrap().definition.description, expected);
    }
    engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_used_is_refused_with_the_field_and_the_remedy() {
    let stage = Stage::new().await;
    of_person(&stage, "broken.yaml", "name: broken\ndescription: d\ntemprature: 1\n");
    of_person(
        &stage,
        "secret.yaml",
        "name: secret\ndescription: d\nsystem_prompt: Use ghp_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789.\n",
    );
    let start = async |request: StartAgentRunRequest| -> Failure { refused(stage.engine.start_agent_run(request).await) };
    let field = |failure: &Failure| failure.details.as_ref().and_then(|details| details["field"].as_str().map(str::to_owned));
    let unknown = start(asks("nobody")).await;
    assert_eq!(unknown.code, ErrorCode::NotFound);
    assert!(unknown.message.contains("explore"), "{}", unknown.message);
    let broken = start(asks("broken")).await;
    assert_eq!((broken.code, field(&broken).as_deref()), (ErrorCode::InvalidRequest, Some("definition")));
    assert!(broken.message.contains("temprature"), "{}", broken.message);
    for (request, wanted) in [
        (StartAgentRunRequest { message: None, ..asks("default") }, "message"),
        (StartAgentRunRequest { message: Some("  ".into()), ..asks("default") }, "message"),
        (StartAgentRunRequest { inputs: BTreeMap::from([("a".to_owned(), "b".to_owned())]), ..asks("default") }, "inputs"),
        (StartAgentRunRequest { project: Some("relative".into()), ..asks("default") }, "project"),
        (StartAgentRunRequest { project: Some("/no/such/folder".into()), ..asks("default") }, "project"),
    ] {
        let failure = start(request).await;
        assert_eq!((failure.code, field(&failure).as_deref()), (ErrorCode::InvalidRequest, Some(wanted)), "{failure}");
    }
    let detail = stage.engine.agent_definition("secret", AgentDefinitionsQuery::default()).await.unwrap();
    assert!(!detail.prompt.contains("AbCdEf") && detail.prompt.starts_with("Use "), "{}", detail.prompt);
    let nobody = refused(stage.engine.agent_definition("../x", AgentDefinitionsQuery::default()).await);
    assert_eq!(nobody.code, ErrorCode::NotFound);
    // The only agent that is here is taken where none is named.
    let run = runs(&stage, StartAgentRunRequest { agent: None, ..asks("default") }, &json!({ "steps": [] })).await;
    assert_eq!(run.agent_id, "gemini");
    stage.nothing_is_left().await;
}

/// Writes `name` for `agent` as the preview shows it.
pub(crate) async fn installs(engine: &Engine, agent: &str, name: &str) -> Result<InstalledAgentDefinition, Failure> {
    let preview = PreviewAgentDefinitionRequest { name: name.into(), project: None };
    let shown = engine.preview_agent_definition(agent, preview).await?;
    let request = InstallAgentDefinitionRequest { name: name.into(), project: None, digest: shown.digest };
    engine.install_agent_definition(agent, request).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_definition_is_written_for_an_agent_updated_and_removed() {
    let stage = Stage::new().await;
    of_person(&stage, "helper.yaml", HELPER);
    let done = installs(&stage.engine, "gemini", "helper").await.unwrap();
    let file = stage.world.folder.path().join("user/.gemini/agents/helper.md");
    assert_eq!(done.file, file.display().to_string());
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("Answer in verse.") && text.contains("tools: [\"read_file\"]"), "{text}");
    let list = stage.engine.agent_definitions(AgentDefinitionsQuery::default()).await.unwrap();
    assert_eq!(list.definitions.iter().filter(|one| one.name == "helper").count(), 1, "what was written stands for the same");
    assert_eq!(list.installed, std::slice::from_ref(&done));
    of_person(&stage, "helper.yaml", &HELPER.replace("verse", "prose"));
    let again = installs(&stage.engine, "gemini", "helper").await.unwrap();
    assert!(again.fingerprint != done.fingerprint && std::fs::read_to_string(&file).unwrap().contains("prose"));
    assert_eq!(installs(&stage.engine, "gemini", "helper").await.unwrap(), again, "nothing is left to do");
    // One that somebody edited stays.
    std::fs::write(&file, "mine").unwrap();
    assert_eq!(installs(&stage.engine, "gemini", "helper").await.unwrap_err().code, ErrorCode::Conflict);
    let edited = refused(stage.engine.uninstall_agent_definition("gemini", "helper").await);
    assert_eq!((edited.code, std::fs::read_to_string(&file).unwrap().as_str()), (ErrorCode::Conflict, "mine"));
    let list = stage.engine.agent_definitions(AgentDefinitionsQuery::default()).await.unwrap();
    assert_eq!(list.installed[0].state, InstalledDefinitionState::Edited);
    std::fs::remove_file(&file).unwrap();
    installs(&stage.engine, "gemini", "helper").await.unwrap();
    stage.engine.uninstall_agent_definition("gemini", "helper").await.unwrap();
    assert!(!file.exists());
    assert_eq!(refused(stage.engine.uninstall_agent_definition("gemini", "helper").await).code, ErrorCode::NotFound);
    assert!(stage.engine.agent_definitions(AgentDefinitionsQuery::default()).await.unwrap().installed.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_not_shown_or_is_not_ours_is_not_written() {
    let stage = Stage::new().await;
    of_person(&stage, "helper.yaml", HELPER);
    let preview = || PreviewAgentDefinitionRequest { name: "helper".into(), project: None };
    let shown = stage.engine.preview_agent_definition("gemini", preview()).await.unwrap();
    assert!(shown.creates_file && shown.installable && shown.findings.iter().any(|one| one.field.as_deref() == Some("skills")));
    of_person(&stage, "helper.yaml", &HELPER.replace("verse", "prose"));
    let request = InstallAgentDefinitionRequest { name: "helper".into(), project: None, digest: shown.digest };
    let stale = refused(stage.engine.install_agent_definition("gemini", request).await);
    let file = stage.world.folder.path().join("user/.gemini/agents/helper.md");
    assert!(stale.code == ErrorCode::Conflict && !file.exists(), "{stale}");
    // Another program's file stays, also with the same text.
    let text = {
        installs(&stage.engine, "gemini", "helper").await.unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        stage.engine.uninstall_agent_definition("gemini", "helper").await.unwrap();
        text
    };
    for text in [text.as_str(), "---\nname: helper\n---\nx\n"] {
        std::fs::write(&file, text).unwrap();
        assert_eq!(installs(&stage.engine, "gemini", "helper").await.unwrap_err().code, ErrorCode::Conflict);
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    }
    std::fs::remove_file(&file).unwrap();
    for name in ["helper", "coder"] {
        let wider = installs(&stage.engine, "codex", name).await.unwrap_err();
        assert_eq!(wider.code, ErrorCode::InvalidRequest, "it would be allowed more");
        assert!(wider.message.contains("no list of tools"), "{wider}");
    }
    installs(&stage.engine, "codex", "default").await.unwrap();
    assert_eq!(installs(&stage.engine, "cursor", "helper").await.unwrap_err().code, ErrorCode::NotFound);
    assert_eq!(installs(&stage.engine, "gemini", "nobody").await.unwrap_err().code, ErrorCode::NotFound);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_killed_program_left_is_settled_at_the_next_start() {
    let stage = Stage::new().await;
    of_person(&stage, "helper.yaml", HELPER);
    let done = installs(&stage.engine, "gemini", "helper").await.unwrap();
    let file = std::path::PathBuf::from(&done.file);
    let Stage { world, engine, .. } = stage;
    engine.close().await;
    let settled =
        json!({ "fingerprint": done.fingerprint, "source_fingerprint": done.source_fingerprint, "written_at": done.written_at });
    let record = |settled: Value, pending: Value| json!([{ "agent_id": "gemini", "name": "helper", "file": done.file, "settled": settled, "pending": pending }]);
    let text = std::fs::read_to_string(&file).unwrap();
    for (there, left, installed) in [
        // Killed before the file was written, and after.
        (None, record(Value::Null, json!({ "write": settled })), false),
        (Some(text.as_str()), record(Value::Null, json!({ "write": settled })), true),
        // Killed before the file was removed, and after.
        (Some(text.as_str()), record(settled.clone(), json!("remove")), true),
        (None, record(settled.clone(), json!("remove")), false),
    ] {
        let db = rusqlite::Connection::open(world.home().join("apprentice.db")).unwrap();
        db.execute("UPDATE settings SET body = ?1 WHERE key = 'installed_agent_definitions'", [left.to_string()]).unwrap();
        drop(db);
        match there {
            Some(text) => std::fs::write(&file, text).unwrap(),
            None => std::fs::remove_file(&file).unwrap_or_default(),
        }
        let engine = Engine::open(crate::agent_runs::options(&world)).await.unwrap();
        let list = engine.agent_definitions(AgentDefinitionsQuery::default()).await.unwrap();
        assert_eq!(list.installed.len() == 1, installed, "{left}");
        if installed {
            engine.uninstall_agent_definition("gemini", "helper").await.unwrap();
        }
        assert!(!file.exists());
        engine.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_that_did_not_end_is_settled_without_a_restart() {
    let stage = Stage::new().await;
    of_person(&stage, "helper.yaml", HELPER);
    let done = installs(&stage.engine, "gemini", "helper").await.unwrap();
    let file = std::path::PathBuf::from(&done.file);
    let text = std::fs::read_to_string(&file).unwrap();
    let Stage { world, engine, .. } = stage;
    engine.close().await;
    let next =
        json!({ "fingerprint": done.fingerprint, "source_fingerprint": done.source_fingerprint, "written_at": done.written_at });
    let left =
        json!([{ "agent_id": "gemini", "name": "helper", "file": done.file, "settled": null, "pending": { "write": next } }]);
    let db = rusqlite::Connection::open(world.home().join("apprentice.db")).unwrap();
    db.execute("UPDATE settings SET body = ?1 WHERE key = 'installed_agent_definitions'", [left.to_string()]).unwrap();
    drop(db);
    // At the start nothing can be read there.
    std::fs::remove_file(&file).unwrap();
    std::fs::create_dir(&file).unwrap();
    let engine = Engine::open(crate::agent_runs::options(&world)).await.unwrap();
    let list = async || engine.agent_definitions(AgentDefinitionsQuery::default()).await.unwrap().installed;
    assert_eq!(refused(engine.uninstall_agent_definition("gemini", "helper").await).code, ErrorCode::NotFound);
    std::fs::remove_dir(&file).unwrap();
    std::fs::write(&file, text).unwrap();
    // Looking at it again finds that the file is ours.
    std::fs::write(world.home().join("agents/helper.yaml"), HELPER.replace("verse", "prose")).unwrap();
    let preview = PreviewAgentDefinitionRequest { name: "helper".into(), project: None };
    let shown = engine.preview_agent_definition("gemini", preview).await.unwrap();
    assert!(!shown.creates_file && shown.diff.contains("prose"), "{shown:?}");
    assert_eq!(list().await, [done]);
    engine.uninstall_agent_definition("gemini", "helper").await.unwrap();
    assert!(!file.exists() && list().await.is_empty());
}
