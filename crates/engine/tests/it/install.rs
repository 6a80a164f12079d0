//! The install saga: whole, or as if it had never been.

use crate::install_world::{AGENTS, INTERNAL, World, files, skill_md};
use apprentice_contracts::ability::CheckpointHealth;
use apprentice_contracts::capability::{
    BridgeCurrent, BridgeState, CapabilityManifest, CapabilityMetadata, HealthProbeKind, VerificationKind,
};
use apprentice_contracts::checkpoint::Checkpoint;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::proposal::{InstallLane, ProposalState};
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_contracts::runtime::Clock;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_engine::core::system::SystemClock;
use apprentice_engine::install::{self, InstallSource, Recovered, install, recover, rewrite};
use apprentice_store::proposals::ProposalRecord;
use apprentice_store::sagas::{self, SagaStatus, SagaStep, TargetResult};
use apprentice_store::{abilities, events, outbox, receipts};
use serde_json::json;
use std::fs;
use std::sync::atomic::{AtomicU32, Ordering};

const BRIDGE: &str = "capabilities/bridge_current.json";

/// Does something when it is asked for the time: the saga asks between any two steps.
struct Meddling<F> {
    calls: AtomicU32,
    meddle: F,
}

impl<F: Fn(u32) + Send + Sync> Meddling<F> {
    fn new(meddle: F) -> Self {
        Self { calls: AtomicU32::new(0), meddle }
    }
}

impl<F: Fn(u32) + Send + Sync> Clock for Meddling<F> {
    fn now(&self) -> apprentice_contracts::Time {
        (self.meddle)(self.calls.fetch_add(1, Ordering::SeqCst));
        SystemClock.now()
    }
}

async fn kinds(world: &World, record: &ProposalRecord) -> Vec<String> {
    let id = record.proposal.learn_session_id.unwrap();
    let events = world.read(move |db| events::after(db, id, 0, 100)).await;
    events.into_iter().map(|event| event.event_kind.to_string()).filter(|kind| kind != "session.changed").collect()
}

fn bridge(world: &World) -> BridgeCurrent {
    serde_json::from_str(&world.system()[BRIDGE]).unwrap()
}

fn nothing_in_targets(world: &World) {
    for agent in AGENTS {
        assert!(world.skills(agent).is_empty(), "{agent}: {:?}", world.skills(agent));
    }
}

/// A refusal that came before anything was written.
async fn untouched(world: &World, record: &ProposalRecord, before: &[&str]) {
    assert_eq!(world.proposal(record.proposal.proposal_id).await, *record, "the proposal is as it was");
    assert_eq!(world.session_of(record).await.session.state, State::ReadyForReview);
    assert_eq!(world.system().keys().map(String::as_str).collect::<Vec<_>>(), before, "no file under the home");
    assert!(kinds(world, record).await.is_empty(), "nothing was told");
}

#[tokio::test]
async fn a_private_installation_reaches_every_target_and_the_lookup() {
    let world = World::new();
    let record = world.reviewed("add-customer").await;
    let installed = world.install(&record).await.unwrap();

    for agent in AGENTS {
        assert_eq!(world.skills(agent)["add-customer"], record.draft.skill_md, "{agent}");
    }
    assert_eq!(installed.files.len(), 12);
    assert!(installed.files.iter().all(|file| fs::metadata(file).unwrap().is_file()));
    assert_eq!(installed.ability_id.0, "ability_add-customer");

    let stored = world.proposal(record.proposal.proposal_id).await.proposal;
    assert_eq!(stored, installed.proposal);
    assert_eq!((stored.proposal_state, stored.install_lane), (ProposalState::InstalledPrivate, InstallLane::ExperimentalPrivate));
    assert_eq!(stored.ability_id, Some(installed.ability_id.clone()));
    let session = world.session_of(&record).await.session;
    assert_eq!((session.state, session.ability_id), (State::InstalledPrivate, Some(installed.ability_id.clone())));

    let ability = world.read(|db| abilities::all(db)).await.remove(0);
    assert_eq!(ability.proposal_id, Some(record.proposal.proposal_id));
    assert!(ability.entry.usable_now && ability.entry.enabled, "R11.2-29");
    assert_eq!(ability.entry.project_scopes, ["shop"]);
    assert_eq!(ability.entry.family, "shop_software");
    assert_eq!(ability.entry.checkpoint_health, Some(CheckpointHealth::NoData));
    let stale: Vec<String> = world.read(|db| outbox::stale(db)).await.into_iter().map(|stale| stale.projection).collect();
    for projection in ["abilities/availability_current.json", "abilities/catalog_current.json"] {
        assert!(stale.iter().any(|path| path == projection), "{projection} is to be rewritten: {stale:?}");
    }

    let expected = [
        "learn.install.started",
        "bridge.rebuild.started",
        "bridge.rebuild.completed",
        "learn.install.completed",
        "ability.snapshot.updated",
        "ability.route.enabled",
    ];
    assert_eq!(kinds(&world, &record).await, expected, "R11.2-28");
    let (mut receipts, _) = world.read(|db| receipts::list(db, PageQuery::default(), &Default::default())).await;
    receipts.reverse();
    use ReceiptKind as R;
    let expected = [R::InstallRequested, R::InstallCompleted, R::BridgeRebuildCompleted, R::AbilityAvailabilityUpdated];
    assert_eq!(receipts.iter().map(|receipt| receipt.kind).collect::<Vec<_>>(), expected);
    assert!(receipts.iter().all(|receipt| receipt.correlation_id == receipts[0].correlation_id), "one story");
    assert_eq!(recover(&world.context).await.unwrap(), Recovered::default(), "nothing is left to do");
}

#[tokio::test]
async fn the_canonical_files_say_what_was_installed() {
    let world = World::new();
    let mut record = world.reviewed("add-customer").await;
    record.proposal.support_pack_refs = vec!["pack-1".to_owned()];
    world.install(&record).await.unwrap();
    let system = world.system();
    let paths: Vec<&str> = system.keys().map(String::as_str).collect();
    let expected = [
        BRIDGE,
        "capabilities/manifests/capability_add-customer.json",
        "capabilities/metadata/capability_add-customer.json",
        "learning/installed/add-customer/SKILL.md",
        "learning/installed/add-customer/support-packs.json",
        "learning/installed/add-customer/tests/evals.json",
        "learning/installed/add-customer/tests/triggers.json",
    ];
    assert_eq!(paths, expected);
    assert_eq!(system["learning/installed/add-customer/SKILL.md"], record.draft.skill_md);

    let manifest: CapabilityManifest =
        serde_json::from_str(&system["capabilities/manifests/capability_add-customer.json"]).unwrap();
    assert_eq!(manifest.origin_skill, "add-customer");
    assert_eq!(manifest.verification.len(), 2);
    assert!(manifest.requires_supervision, "a private ability is supervised");
    let metadata: CapabilityMetadata =
        serde_json::from_str(&system["capabilities/metadata/capability_add-customer.json"]).unwrap();
    assert_eq!(metadata.summary, "A new customer stands in the list.");
    let bridge = bridge(&world);
    assert_eq!((bridge.bridge_state, bridge.entries.len()), (BridgeState::Current, 1));
    assert_eq!(bridge.entries[0].metadata_ref, "system/capabilities/metadata/capability_add-customer.json");
    assert!(bridge.entries[0].routing_eligible);
    let evals: serde_json::Value = serde_json::from_str(&system["learning/installed/add-customer/tests/evals.json"]).unwrap();
    assert_eq!(
        evals["evals"][0]["assertions"],
        serde_json::json!(["The list shows the new customer."]),
        "the optional one is no assertion"
    );

    let target = files(&world.root("one").join("add-customer"));
    let paths: Vec<&str> = target.keys().map(String::as_str).collect();
    assert_eq!(paths, ["SKILL.md", "capabilities/capability_add-customer.json", "tests/evals.json", "tests/triggers.json"]);
    for text in target.values().chain(system.values()) {
        assert!(!text.contains(INTERNAL), "R11.2-27: neither the graph nor the evidence leaves the program");
    }
}

/// The manifest of an ability with checkpoints of this evidence.
async fn manifest_of(title: &str, evidence: &[serde_json::Value]) -> CapabilityManifest {
    let world = World::new();
    let mut record = world.propose("task", title).await;
    let first = record.draft.checkpoints[0].clone();
    let checkpoint = |(number, evidence): (usize, &serde_json::Value)| Checkpoint {
        checkpoint_id: format!("cp-{:02}", number + 1).as_str().into(),
        evidence: serde_json::from_value(evidence.clone()).unwrap(),
        ..first.clone()
    };
    record.draft.checkpoints = evidence.iter().enumerate().map(checkpoint).collect();
    world.install(&record).await.unwrap();
    let text = &world.system()["capabilities/manifests/capability_task.json"];
    assert_eq!(bridge(&world).entries[0].action_verbs, serde_json::from_str::<CapabilityManifest>(text).unwrap().action_verbs);
    assert!(["{{", "customers", "commit", "notes.md"].iter().all(|internal| !text.contains(internal)), "{text}");
    serde_json::from_str(text).unwrap()
}

fn records(source: serde_json::Value) -> serde_json::Value {
    json!({ "kind": "records", "source": source, "change": "added", "record": "row", "cells": [], "others_unchanged": false })
}

#[tokio::test]
async fn a_manifest_of_a_task_in_a_browser_says_what_is_known() {
    let manifest = manifest_of(
        "Add a customer",
        &[
            records(json!({ "kind": "page", "url": "https://shop.example:8443/customers" })),
            records(json!({ "kind": "data", "url": "https://shop.example:8443/api/customers?page=*" })),
            json!({ "kind": "page", "url": "*/customers/*", "durable": false }),
            json!({ "kind": "field", "role": "textbox", "name": "Name", "value": "{{name}}" }),
            json!({ "kind": "page", "url": "https://{{host}}/", "durable": true }),
            json!(null),
        ],
    )
    .await;
    use VerificationKind as V;
    let kinds: Vec<V> = manifest.verification.iter().map(|rule| rule.kind).collect();
    let shown = V::SnapshotLabel;
    assert_eq!(kinds, [shown, V::ApiState, shown, shown, shown, V::ManualConfirmation]);
    assert_eq!(manifest.permissions, ["site:shop.example:8443"]);
    assert_eq!(manifest.required_runtime_caps, ["browser"]);
    assert_eq!(manifest.action_verbs, ["add"]);
    assert_eq!(
        (manifest.health_probe.kind, manifest.health_probe.target.as_str()),
        (HealthProbeKind::Browser, "https://shop.example:8443/")
    );
    assert!(manifest.routing_eligible && manifest.learning_policy.teach_mode_allowed);
    assert!(!manifest.learning_policy.auto_capture_trace, "agents report as they choose");
}

#[tokio::test]
async fn a_manifest_of_a_task_in_a_terminal_says_what_is_known() {
    let command = |pattern: &str| json!({ "kind": "command", "pattern": pattern, "exit_code": 0 });
    let manifest = manifest_of(
        "Release",
        &[
            command("make {{target}}"),
            command("git commit *"),
            command("cd {{folder}}"),
            records(json!({ "kind": "output", "command": "git log" })),
            records(json!({ "kind": "folder" })),
            json!({ "kind": "all", "of": [command("./notes.sh"), { "kind": "file", "path": "notes.md", "change": "created", "durable": true }] }),
            json!({ "kind": "any", "of": [command("git push"), { "kind": "used", "role": "button", "name": "Push" }] }),
        ],
    )
    .await;
    use VerificationKind as V;
    let kinds: Vec<V> = manifest.verification.iter().map(|rule| rule.kind).collect();
    let tool = V::ToolResult;
    assert_eq!(kinds, [tool, tool, tool, tool, V::FileHash, V::FileHash, tool]);
    assert_eq!(manifest.permissions, ["files:working_folder", "program:git", "program:make"]);
    assert_eq!(manifest.required_runtime_caps, ["browser", "program:git", "program:make"]);
    assert!(manifest.action_verbs.is_empty(), "the title shows none");
    let probe = (manifest.health_probe.kind, manifest.health_probe.target.as_str());
    assert_eq!(probe, (HealthProbeKind::Command, "command -v git && command -v make"));
}

#[tokio::test]
async fn a_probe_runs_and_opens_only_what_is_certain() {
    let command = |pattern: &str| json!({ "kind": "command", "pattern": pattern, "exit_code": 0 });
    let page = |url: &str| json!({ "kind": "page", "url": url, "durable": true });
    let sites = [page("https://one.example/"), page("https://two.example/")];
    let long: Vec<serde_json::Value> = (0..20).map(|number| command(&format!("program-number-{number} x"))).collect();
    for (evidence, why) in
        [(&sites[..], "which of two sites"), (&long[..], "too long"), (&[command("a;b x")][..], "no plain name")]
    {
        let manifest = manifest_of("Release", evidence).await;
        assert_eq!((manifest.health_probe.kind, manifest.health_probe.target.as_str()), (HealthProbeKind::Noop, ""), "{why}");
    }
}

#[tokio::test]
async fn approving_installs_and_approving_a_private_one_widens_it() {
    let world = World::new();
    let record = world.reviewed("add-customer").await;
    world.install(&record).await.unwrap();
    let record = world.proposal(record.proposal.proposal_id).await;
    install(&world.context, world.order(&record, InstallLane::ApprovedWorkspace)).await.unwrap();
    let stored = world.proposal(record.proposal.proposal_id).await.proposal;
    assert_eq!((stored.proposal_state, stored.install_lane), (ProposalState::Approved, InstallLane::ApprovedWorkspace));
    assert_eq!(world.session_of(&record).await.session.state, State::Approved);
    let ability = world.read(|db| abilities::all(db)).await.remove(0);
    assert_eq!(ability.entry.install_lane, InstallLane::ApprovedWorkspace);
    assert!(!bridge(&world).entries[0].requires_supervision);
    assert_eq!(files(&world.root("one").join("add-customer")).len(), 4);

    let other = world.reviewed("count-customers").await;
    install(&world.context, world.order(&other, InstallLane::ApprovedWorkspace)).await.unwrap();
    assert_eq!(world.session_of(&other).await.session.state, State::Approved, "straight from review");
    assert_eq!(bridge(&world).entries.len(), 2);
}

#[tokio::test]
async fn a_foreign_skill_of_that_name_stops_it_before_anything_is_written() {
    let world = World::new();
    let record = world.reviewed("add-customer").await;
    let theirs = world.root("two").join("add-customer");
    fs::create_dir_all(&theirs).unwrap();
    fs::write(theirs.join("SKILL.md"), "theirs").unwrap();
    let failure = world.install(&record).await.unwrap_err();
    assert_eq!(failure.code, ErrorCode::SkillAlreadyExists);
    assert!(failure.message.contains("Choose another name, or improve that skill."), "{failure}");
    assert_eq!(failure.details.unwrap()["target_id"], "two");
    untouched(&world, &record, &[]).await;
    assert_eq!(world.skills("two")["add-customer"], "theirs");
    assert!(world.skills("one").is_empty(), "nor in the others");
}

#[tokio::test]
async fn a_folder_that_cannot_be_written_stops_it_before_anything_is_written() {
    let world = World::new();
    let record = world.reviewed("add-customer").await;
    fs::create_dir_all(world.root("three").parent().unwrap()).unwrap();
    fs::write(world.root("three"), "a file").unwrap();
    let failure = world.install(&record).await.unwrap_err();
    assert_eq!(failure.code, ErrorCode::TargetNotWritable);
    assert!(failure.message.contains("is a file, not a folder"), "{failure}");
    assert!(failure.code.retryable());
    untouched(&world, &record, &[]).await;
    assert!(world.skills("one").is_empty());
}

#[tokio::test]
async fn a_revision_updates_in_place_and_what_the_user_edited_stays() {
    let world = World::new();
    let record = world.reviewed("add-customer").await;
    world.install(&record).await.unwrap();
    let revised = world.revised(record.proposal.proposal_id, "add-customer", "Add a customer with an address").await;
    world.install(&revised).await.unwrap();
    for agent in AGENTS {
        assert_eq!(world.skills(agent)["add-customer"], revised.draft.skill_md, "{agent}");
    }
    assert_eq!(world.system()["learning/installed/add-customer/SKILL.md"], revised.draft.skill_md);

    let own = world.root("two").join("add-customer/SKILL.md");
    fs::write(&own, "my own words").unwrap();
    let again = world.revised(record.proposal.proposal_id, "add-customer", "Add a customer quickly").await;
    let failure = world.install(&again).await.unwrap_err();
    assert_eq!(failure.code, ErrorCode::Conflict);
    assert!(failure.message.contains("was edited after Apprentice installed it. Nothing was changed."), "{failure}");
    assert_eq!(fs::read_to_string(own).unwrap(), "my own words");
    assert_eq!(world.skills("one")["add-customer"], revised.draft.skill_md);
    assert_eq!(world.proposal(record.proposal.proposal_id).await, again);
}

#[tokio::test]
async fn a_new_name_moves_the_skill() {
    let world = World::new();
    let record = world.reviewed("add-customer").await;
    world.install(&record).await.unwrap();
    let renamed = world.revised(record.proposal.proposal_id, "new-customer", "Add a customer").await;
    let installed = world.install(&renamed).await.unwrap();
    assert_eq!(installed.ability_id.0, "ability_add-customer", "it is the same ability");
    for agent in AGENTS {
        assert_eq!(world.skills(agent).keys().collect::<Vec<_>>(), ["new-customer"], "{agent}");
    }
    assert!(world.system().keys().all(|path| !path.starts_with("learning/installed/add-customer")));
    assert!(world.read(|db| sagas::all_placements(db)).await.iter().all(|placement| placement.slug == "new-customer"));

    // The same again, failing at the last target: everything is back under the name of before.
    let third = world.revised(record.proposal.proposal_id, "third-name", "Add a customer").await;
    fail_at_the_last_target(&world, &third, "third-name").await;
    for agent in ["one", "two"] {
        assert_eq!(world.skills(agent).keys().collect::<Vec<_>>(), ["new-customer"], "{agent}");
    }
    assert_eq!(world.skills("three").keys().collect::<Vec<_>>(), ["new-customer", "third-name"], "the foreign one stays");
}

/// Somebody puts a skill of that name into the last folder while the saga is at work.
async fn fail_at_the_last_target(world: &World, record: &ProposalRecord, slug: &str) -> Failure {
    let (place, first) = (world.root("three").join(slug), world.root("one").join(slug));
    let before = fs::read_to_string(first.join("SKILL.md")).ok();
    let context = world.clocked(Meddling::new(move |_| {
        if fs::read_to_string(first.join("SKILL.md")).ok() != before {
            fs::create_dir_all(&place).unwrap();
            fs::write(place.join("SKILL.md"), "theirs").unwrap();
        }
    }));
    install(&context, world.order(record, InstallLane::ExperimentalPrivate)).await.unwrap_err()
}

#[tokio::test]
async fn a_failure_at_the_second_step_undoes_everything() {
    let world = World::new();
    let other = world.reviewed("count-customers").await;
    world.install(&other).await.unwrap();
    let before = world.system();

    let record = world.reviewed("add-customer").await;
    let failure = fail_at_the_last_target(&world, &record, "add-customer").await;
    assert_eq!(failure.code, ErrorCode::SkillAlreadyExists);
    assert!(failure.message.contains("The installation was undone; the proposal waits for a revision."), "{failure}");
    assert_eq!(world.system(), before, "R11.2-36: the bridge and all else under the home are as before");
    for agent in ["one", "two"] {
        assert_eq!(world.skills(agent).keys().collect::<Vec<_>>(), ["count-customers"], "{agent}");
    }
    assert_eq!(world.skills("three")["add-customer"], "theirs");

    let stored = world.proposal(record.proposal.proposal_id).await.proposal;
    assert_eq!((stored.proposal_state, stored.install_lane), (ProposalState::Quarantined, InstallLane::Quarantined));
    assert_eq!(world.session_of(&record).await.session.state, State::Quarantined);
    let told = kinds(&world, &record).await;
    assert_eq!(told, ["learn.install.started", "learn.install.failed", "ability.snapshot.updated"]);
    assert_eq!(world.read(|db| abilities::all(db)).await.len(), 1, "no ability came of it");
    let saga = world.sagas().await.pop().unwrap();
    assert_eq!((saga.status, saga.step), (SagaStatus::Failed, SagaStep::Project));
    assert!(saga.targets.iter().all(|target| target.result == TargetResult::Undone), "{:?}", saga.targets);

    // The way out: away with the other skill, revise, install.
    fs::remove_dir_all(world.root("three").join("add-customer")).unwrap();
    let revised = world.revised(record.proposal.proposal_id, "add-customer", "Add a customer").await;
    world.install(&revised).await.unwrap();
}

#[tokio::test]
async fn a_failed_update_restores_the_former_version() {
    let world = World::new();
    let record = world.reviewed("add-customer").await;
    world.install(&record).await.unwrap();
    let before = (world.system(), world.skills("one"), world.read(|db| abilities::all(db)).await);

    let revised = world.revised(record.proposal.proposal_id, "add-customer", "Add a customer quickly").await;
    let failure = fail_at_the_last_target(&world, &revised, "add-customer").await;
    assert_eq!(failure.code, ErrorCode::Conflict, "an edit by the user: {failure}");
    assert_eq!((world.system(), world.skills("one"), world.read(|db| abilities::all(db)).await), before);
    assert_eq!(world.skills("two"), before.1);
    assert_eq!(world.skills("three")["add-customer"], "theirs", "what they wrote stays");
    assert_eq!(world.proposal(record.proposal.proposal_id).await.proposal.proposal_state, ProposalState::Quarantined);
}

#[tokio::test]
async fn a_failed_bridge_rebuild_keeps_the_former_bridge() {
    let world = World::new();
    let other = world.reviewed("count-customers").await;
    world.install(&other).await.unwrap();
    let good = world.system()[BRIDGE].clone();

    // The temporary file of the bridge cannot be created.
    let blocked = world.home().join("system").join(format!("{BRIDGE}.tmp"));
    fs::create_dir_all(&blocked).unwrap();
    let record = world.reviewed("add-customer").await;
    let failure = world.install(&record).await.unwrap_err();
    assert_eq!(failure.code, ErrorCode::BridgeRebuildFailed);
    assert_eq!(world.system()[BRIDGE], good, "the last good one stays");
    for agent in AGENTS {
        assert_eq!(world.skills(agent).keys().collect::<Vec<_>>(), ["count-customers"], "{agent}");
    }
    assert_eq!(world.proposal(record.proposal.proposal_id).await.proposal.proposal_state, ProposalState::Quarantined);

    fs::remove_dir(blocked).unwrap();
    let revised = world.revised(record.proposal.proposal_id, "add-customer", "Add a customer").await;
    world.install(&revised).await.unwrap();
    assert_eq!(bridge(&world).entries.len(), 2);
}

#[tokio::test]
async fn an_invalid_installable_is_refused_before_anything_is_written() {
    let world = World::new();
    let record = world.reviewed("add-customer").await;

    let mut wrong_name = world.order(&record, InstallLane::ExperimentalPrivate);
    wrong_name.skill_md = skill_md("other-name", "Add a customer");
    let failure = install(&world.context, wrong_name).await.unwrap_err();
    assert_eq!(failure.code, ErrorCode::CheckpointLintFailed);
    assert!(failure.message.contains("(line 2): Directory name 'add-customer' must match skill name 'other-name'"), "{failure}");

    let mut outdated = world.order(&record, InstallLane::ExperimentalPrivate);
    let InstallSource::Proposal(source) = &mut outdated.source else { panic!("the skill comes from a proposal") };
    source.proposal.revision = 7;
    assert_eq!(install(&world.context, outdated).await.unwrap_err().code, ErrorCode::Conflict);
    untouched(&world, &record, &[]).await;
    nothing_in_targets(&world);
}

#[tokio::test]
async fn two_abilities_cannot_have_one_name() {
    let world = World::new();
    let first = world.reviewed("add-customer").await;
    world.install(&first).await.unwrap();
    let second = world.propose("add-customer", "Another lesson").await;
    let mut order = world.order(&second, InstallLane::ExperimentalPrivate);
    order.targets =
        vec![install::TargetFolder { target_id: "x".into(), label: "X".into(), root: world.folder.join("elsewhere") }];
    let failure = install(&world.context, order).await.unwrap_err();
    assert_eq!(failure.code, ErrorCode::SkillAlreadyExists);
    assert!(failure.message.contains("You already taught an ability named add-customer"), "{failure}");
    assert!(!world.folder.join("elsewhere").exists());
}

#[tokio::test]
async fn an_identical_skill_that_lies_there_already_is_left_alone() {
    let world = World::new();
    let record = world.reviewed("add-customer").await;
    world.install(&record).await.unwrap();
    // The database was lost; the skills are still in the agents' folders.
    world.write(|tx| Ok(tx.execute_batch("DELETE FROM placements; DELETE FROM abilities; DELETE FROM install_sagas;")?)).await;
    let again = world.revised(record.proposal.proposal_id, "add-customer", "Add a customer").await;
    world.install(&again).await.unwrap();
    assert_eq!(world.read(|db| sagas::all_placements(db)).await.len(), 3);
}

#[tokio::test]
async fn projections_that_were_lost_are_written_again() {
    let world = World::new();
    let record = world.reviewed("add-customer").await;
    world.install(&record).await.unwrap();
    let before = world.system();
    for folder in ["learning", "capabilities/manifests", "capabilities/metadata"] {
        fs::remove_dir_all(world.home().join("system").join(folder)).unwrap();
    }
    assert_eq!(rewrite(&world.context).await.unwrap(), 5);
    assert_eq!(world.system(), before);
}
