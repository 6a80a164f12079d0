//! The fields by which an author limits agents: they reach the agents that act on them, and a person reads which agents do not.

use crate::imports::{scan, stage, state, upload};
use apprentice_contracts::ability::AbilityLookupQuery;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::ids::ImportId;
use apprentice_contracts::import::SkillImportState as S;
use apprentice_engine::Engine;
use apprentice_testkit::World;
use apprentice_testkit::archives::zipped;
use serde_json::{Value, json};
use std::path::PathBuf;

const LIMITED: &str = "---\nname: wipe-disk\ndescription: Wipes the disk. Use when the disk must be wiped.\n\
                       disable-model-invocation: true\nuser-invocable: false\npaths:\n  - disk/**\nmodel: opus\n---\n\n# Wipe\n\nWipe it.\n";

/// With these agents installed and switched on; answers their skills folders.
pub(crate) async fn with_agents(world: &World, engine: &Engine, agents: &[&str]) -> Vec<PathBuf> {
    let homes: Vec<PathBuf> = agents.iter().map(|agent| world.folder.path().join(format!("user/.{agent}"))).collect();
    homes.iter().for_each(|home| std::fs::create_dir_all(home).unwrap());
    let mut settings = engine.settings().await.unwrap().settings;
    settings.enabled_targets =
        agents.iter().map(|agent| if *agent == "claude" { "claude-code" } else { *agent }.into()).collect();
    engine.update_settings(settings).await.unwrap();
    homes.into_iter().map(|home| home.join("skills")).collect()
}

pub(crate) async fn staged(engine: &Engine, files: &[(&str, &[u8])]) -> ImportId {
    let upload = upload(engine, &zipped(files)).await;
    scan(engine, &upload).await;
    stage(engine, upload.import_id).await;
    upload.import_id
}

pub(crate) async fn install(engine: &Engine, id: ImportId, more: Value) -> Result<(), (ErrorCode, Value)> {
    let mut request = json!({ "import_id": id });
    request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let answer = engine.install_import(serde_json::from_value(request).unwrap()).await;
    answer.map(drop).map_err(|failure| (failure.code, failure.details.unwrap_or_default()["codes"].clone()))
}

#[tokio::test]
async fn a_safety_switch_reaches_the_agents_that_act_on_it() {
    let world = World::new();
    let engine = world.open().await;
    let folders = with_agents(&world, &engine, &["claude", "codex"]).await;
    let id = staged(&engine, &[("wipe-disk/SKILL.md", LIMITED.as_bytes())]).await;
    let told = engine.import_detail(id).await.unwrap();
    let report = told.compatibility_report.unwrap();
    let messages: Vec<&str> =
        report.findings.iter().filter(|found| found.code == "SWITCH_NOT_HELD").map(|found| found.message.as_str()).collect();
    assert_eq!(messages.len(), 2, "Codex knows neither user-invocable nor paths: {messages:?}");
    assert!(messages.iter().all(|message| message.ends_with("ignored by Codex.")), "{messages:?}");
    assert!(report.findings.iter().all(|found| found.code != "FIELDS_MOVED"), "{:?}", report.findings);
    assert!(report.person_only && told.acknowledgements_needed.contains(&"SWITCH_NOT_HELD".to_owned()));

    let refused = install(&engine, id, json!({})).await.unwrap_err();
    assert_eq!(refused, (ErrorCode::SkillImportFindingsNotAcknowledged, json!(["SWITCH_NOT_HELD"])));
    assert_eq!(state(&engine, id).await, S::ReadyForReview);
    assert!(!folders[1].exists());
    install(&engine, id, json!({ "acknowledged_findings": ["SWITCH_NOT_HELD"] })).await.unwrap();
    for folder in &folders {
        assert_eq!(std::fs::read_to_string(folder.join("wipe-disk/SKILL.md")).unwrap(), LIMITED, "as its author wrote it");
        let codex = std::fs::read_to_string(folder.join("wipe-disk/agents/openai.yaml")).unwrap();
        assert_eq!(codex, "policy:\n  allow_implicit_invocation: false\n", "the same switch for Codex");
    }

    let query: AbilityLookupQuery = serde_json::from_value(json!({
        "user_query": "the disk must be wiped", "include_private_owned_by_user": true, "install_lanes_allowed": [],
    }))
    .unwrap();
    assert_eq!(engine.lookup(query).await.unwrap().matches, [], "no look-up offers it to an agent");
    let read = engine.ability_skill(serde_json::from_value(json!({ "ability": "wipe-disk" })).unwrap()).await.unwrap_err();
    assert_eq!(
        (read.code, read.details.unwrap()["reason"].clone()),
        (ErrorCode::AbilityNotUsable, json!("only_a_person_may_start_it"))
    );
}

#[tokio::test]
async fn a_manifest_of_an_import_says_what_is_known() {
    let world = World::new();
    let engine = world.open().await;
    with_agents(&world, &engine, &["claude"]).await;
    let limited =
        LIMITED.replace("model: opus", "allowed-tools: Read Bash\nmetadata:\n  openclaw:\n    requires:\n      bins: [dd]");
    let id = staged(&engine, &[("wipe-disk/SKILL.md", limited.as_bytes())]).await;
    install(&engine, id, json!({})).await.unwrap();
    let read = |file: &str| -> Value {
        serde_json::from_slice(&std::fs::read(world.home().join("system/capabilities").join(file)).unwrap()).unwrap()
    };
    let manifest = read("manifests/capability_wipe-disk.json");
    assert_eq!(manifest["permissions"], json!(["program:dd", "tool:Bash", "tool:Read"]));
    assert_eq!(manifest["required_runtime_caps"], json!(["program:dd"]));
    assert_eq!(manifest["health_probe"], json!({ "kind": "command", "target": "command -v dd", "timeout_ms": 3000 }));
    assert_eq!(manifest["verification"].as_array().unwrap().len(), 1);
    assert_eq!(manifest["verification"][0]["kind"], "manual_confirmation");
    assert_eq!(manifest["routing_eligible"], false, "only a person may start it");
    assert_eq!(read("bridge_current.json")["entries"][0]["routing_eligible"], false);
    assert_eq!(manifest["learning_policy"]["teach_mode_allowed"], false);
}

#[tokio::test]
async fn only_the_chosen_agents_count() {
    let world = World::new();
    let engine = world.open().await;
    with_agents(&world, &engine, &["claude", "codex"]).await;
    let id = staged(&engine, &[("wipe-disk/SKILL.md", LIMITED.as_bytes())]).await;
    install(&engine, id, json!({ "targets": ["claude-code"] })).await.expect("Claude Code acts on all of them");
}

#[tokio::test]
async fn an_agent_that_reads_the_folder_of_another_counts() {
    let world = World::new();
    let engine = world.open().await;
    with_agents(&world, &engine, &["claude"]).await;
    std::fs::create_dir_all(world.folder.path().join("user/.config/opencode")).unwrap();
    let text = "---\nname: wipe-disk\ndescription: Wipes the disk.\ndisable-model-invocation: true\n---\n\nWipe it.\n";
    let id = staged(&engine, &[("wipe-disk/SKILL.md", text.as_bytes())]).await;
    let report = engine.import_detail(id).await.unwrap().compatibility_report.unwrap();
    let found = report.findings.iter().find(|found| found.code == "SWITCH_NOT_HELD").expect("opencode reads ~/.claude/skills");
    assert!(found.message.ends_with("ignored by opencode (which reads Claude Code)."), "{}", found.message);
    assert_eq!(install(&engine, id, json!({})).await.unwrap_err().0, ErrorCode::SkillImportFindingsNotAcknowledged);
}

#[tokio::test]
async fn hooks_stay_and_are_read_first() {
    let world = World::new();
    let engine = world.open().await;
    let folders = with_agents(&world, &engine, &["claude"]).await;
    let text = "---\nname: guarded\ndescription: Works under guard.\nhooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - type: command\n          command: ./guard.sh\n---\n\nWork.\n";
    let id = staged(&engine, &[("guarded/SKILL.md", text.as_bytes())]).await;
    assert_eq!(install(&engine, id, json!({})).await.unwrap_err().1, json!(["HOOKS"]));
    install(&engine, id, json!({ "acknowledged_findings": ["HOOKS"] })).await.unwrap();
    assert_eq!(std::fs::read_to_string(folders[0].join("guarded/SKILL.md")).unwrap(), text);
}

#[tokio::test]
async fn what_only_codex_was_told_is_told_to_the_others() {
    let world = World::new();
    let engine = world.open().await;
    let folders = with_agents(&world, &engine, &["claude"]).await;
    let text = "---\nname: wipe-disk\ndescription: Wipes the disk.\n---\n\nWipe it.\n";
    let policy = "policy:\n  allow_implicit_invocation: false\n";
    let files = [("wipe-disk/SKILL.md", text.as_bytes()), ("wipe-disk/agents/openai.yaml", policy.as_bytes())];
    let id = staged(&engine, &files).await;
    install(&engine, id, json!({})).await.unwrap();
    let installed = std::fs::read_to_string(folders[0].join("wipe-disk/SKILL.md")).unwrap();
    assert!(installed.contains("\ndisable-model-invocation: true\n"), "{installed}");
}

#[tokio::test]
async fn an_import_for_the_workspace_is_asked_whether_it_helps() {
    use apprentice_contracts::gate::GateSetting;
    let world = World::new();
    let engine = world.open().await;
    with_agents(&world, &engine, &["claude"]).await;
    let settings = engine.settings().await.unwrap().settings;
    let settings = apprentice_contracts::app::Settings { gate: GateSetting::Require, ..settings };
    engine.update_settings(settings).await.unwrap();
    let plain = "---\nname: tidy-table\ndescription: Tidies a table. Use when a table is untidy.\n---\n\n# Tidy\n\nTidy it.\n";
    let id = staged(&engine, &[("tidy-table/SKILL.md", plain.as_bytes())]).await;
    let (code, _) = install(&engine, id, json!({ "target_scope": "workspace" })).await.unwrap_err();
    assert_eq!(code, ErrorCode::InstallLaneDenied);
    assert_eq!(state(&engine, id).await, S::ReadyForReview, "it can be installed for oneself, or when it was tried");
    install(&engine, id, json!({ "target_scope": "private" })).await.unwrap();
    let shared = engine.promote_ability("ability_tidy-table".into()).await.unwrap_err();
    assert_eq!(shared.code, ErrorCode::InstallLaneDenied, "{shared}");
}

#[tokio::test]
async fn each_lane_to_the_workspace_warns_that_no_gate_found_that_it_helps() {
    use apprentice_contracts::gate::GateSetting;
    let world = World::new();
    let engine = world.open().await;
    with_agents(&world, &engine, &["claude"]).await;
    let settings = engine.settings().await.unwrap().settings;
    let settings = apprentice_contracts::app::Settings { gate: GateSetting::Warn, ..settings };
    engine.update_settings(settings).await.unwrap();
    let skill = async |name: &str| {
        let text =
            format!("---\nname: {name}\ndescription: Tidies a table. Use when a table is untidy.\n---\n\n# Tidy\n\nTidy it.\n");
        let id = staged(&engine, &[(&format!("{name}/SKILL.md"), text.as_bytes())]).await;
        json!({ "import_id": id })
    };
    let asks = |mut request: Value, scope: &str| {
        request["target_scope"] = json!(scope);
        serde_json::from_value(request).unwrap()
    };
    let private = engine.install_import(asks(skill("tidy-one").await, "private")).await.unwrap();
    assert_eq!(private.gate, None, "it is how a skill is tried");
    let workspace = engine.install_import(asks(skill("tidy-two").await, "workspace")).await.unwrap();
    let approved = engine.approve_import(serde_json::from_value(skill("tidy-three").await).unwrap()).await.unwrap();
    let promoted = engine.promote_ability("ability_tidy-one".into()).await.unwrap();
    for told in [workspace.gate, approved.gate, promoted.gate] {
        let told = told.unwrap();
        assert!(told.setting == GateSetting::Warn && told.message.contains("No gate has tried"), "{told:?}");
    }
}
