//! A disabled ability is removed from every agent's folder, and is put back into all of them when it is enabled.

use crate::install_world::{self, AGENTS, files, skill_md};
use apprentice_contracts::Time;
use apprentice_contracts::ability::{
    AbilityPlacement, AbilityPlacementState as Standing, QuarantineRequest, SetAbilityProjectsRequest,
};
use apprentice_contracts::app::DoctorStatus;
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::proposal::InstallLane;
use apprentice_contracts::runtime::Clock;
use apprentice_contracts::skill::SkillPathQuery;
use apprentice_contracts::skill_page::{SkillRow, SkillState};
use apprentice_engine::core::system::SystemClock;
use apprentice_engine::core::system::SystemIds;
use apprentice_engine::install::install;
use apprentice_engine::{Engine, EngineOptions};
use apprentice_store::sagas::{self, Placement};
use apprentice_testkit::{World, dispatch_of};
use chrono::Duration;
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

pub const SLUG: &str = "add-customer";
const FOLDER: &str = "APPRENTICE_PRESENCE_FOLDER";
const AT: &str = "APPRENTICE_PRESENCE_AT";
const ON: &str = "APPRENTICE_PRESENCE_ON";

pub fn id() -> AbilityId {
    AbilityId(format!("ability_{SLUG}"))
}

/// A machine on which an ability is installed in the folders of three agents.
pub async fn installed() -> World {
    let world = World::new();
    let writer = install_world::World::open(world.folder.path());
    let record = writer.reviewed(SLUG).await;
    writer.install(&record).await.unwrap();
    writer.context.store.close().await;
    world
}

pub fn skill(world: &World, agent: &str) -> PathBuf {
    world.folder.path().join("agents").join(agent).join("skills").join(SLUG)
}

/// What every agent reads now, file by file.
pub fn standing(world: &World) -> BTreeMap<&'static str, BTreeMap<String, String>> {
    AGENTS.iter().map(|agent| (*agent, files(&skill(world, agent)))).filter(|(_, files)| !files.is_empty()).collect()
}

fn nothing_staged(world: &World) {
    for agent in AGENTS {
        let root = skill(world, agent).parent().unwrap().to_path_buf();
        let names: Vec<_> = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert!(names.iter().all(|name| !name.to_string_lossy().starts_with('.')), "{agent}: {names:?}");
    }
}

pub fn of(places: &[AbilityPlacement]) -> Vec<Standing> {
    places.iter().map(|place| place.standing).collect()
}

fn because(reason: &str) -> QuarantineRequest {
    QuarantineRequest { reason: reason.into(), client_request_id: None }
}

async fn row(engine: &Engine) -> SkillRow {
    let shelf = engine.skill_shelf(Default::default()).await.unwrap();
    shelf.skills.into_iter().find(|row| row.ability_id == Some(id())).expect("an ability that is off stays in the list")
}

async fn told(engine: &Engine) -> Vec<String> {
    let receipts = engine.receipts(PageQuery { page: 1, page_size: 100 }).await.unwrap().receipts;
    receipts.into_iter().map(|receipt| receipt.summary).collect()
}

fn placements(world: &World) -> Vec<Placement> {
    sagas::placements(&world.raw(), &id()).unwrap()
}

/// Installs a new revision of the ability into the first agent's folder only. The engine must be closed.
async fn install_a_revision_in_one_folder(world: &World, words: &str) {
    let writer = install_world::World::open(world.folder.path());
    let proposal = writer.read(|db| apprentice_store::proposals::all(db)).await.remove(0).proposal.proposal_id;
    let revised = writer.revised(proposal, SLUG, words).await;
    let mut order = writer.order(&revised, InstallLane::ExperimentalPrivate);
    order.targets.truncate(1);
    install(&writer.context, order).await.unwrap();
    writer.context.store.close().await;
}

#[tokio::test]
async fn a_disabled_or_quarantined_ability_leaves_the_folders_and_returns_unchanged() {
    let world = installed().await;
    let engine = world.open().await;
    let whole = standing(&world);
    assert_eq!(whole.len(), 3);
    let kinds = async || {
        let details = engine.skill_standing(SkillPathQuery { path: id().0 }).await.unwrap();
        let places = details.places.into_iter().map(|place| (place.agents[0].clone(), place.kind)).collect::<Vec<_>>();
        (places, details.locked.unwrap())
    };
    let all = |kind: &str| ["ONE", "THREE", "TWO"].map(|agent| (agent.to_owned(), kind.to_owned())).to_vec();
    let (places, locked) = kinds().await;
    assert!(places == all("folder") && locked.starts_with("It is an ability"), "{places:?} {locked}");
    let off = engine.deactivate_ability(id()).await.unwrap();
    assert_eq!(of(&off.places), [Standing::TakenOut; 3]);
    assert!(standing(&world).is_empty(), "{:?}", standing(&world));
    assert!(told(&engine).await.contains(&"add customer was removed from ONE, THREE, TWO.".to_owned()));
    let listed = row(&engine).await;
    assert_eq!((listed.state, listed.path), (SkillState::Disabled, None));
    assert_eq!(listed.reason.as_deref(), Some("Deactivated. Taken out of: ONE, THREE, TWO."));

    engine.quarantine_ability(id(), because("It failed.")).await.unwrap();
    let on = engine.activate_ability(id()).await.unwrap_err();
    assert!(on.message.contains("quarantined") && standing(&world).is_empty());
    assert_eq!(row(&engine).await.state, SkillState::Quarantined);
    assert_eq!(kinds().await, (all("taken_out"), "Its files are in no agent's folder.".to_owned()));
    let released = engine.unquarantine_ability(id()).await.unwrap();
    assert_eq!(of(&released.places), [Standing::TakenOut; 3], "it is deactivated still");
    let on = engine.activate_ability(id()).await.unwrap();
    assert_eq!(of(&on.places), [Standing::Placed; 3]);
    assert_eq!(standing(&world), whole, "the same bytes in the same places");
    assert!(told(&engine).await.contains(&"add customer is in ONE, THREE, TWO again.".to_owned()));
    engine.quarantine_ability(id(), because("It failed.")).await.unwrap();
    assert!(standing(&world).is_empty());
    engine.unquarantine_ability(id()).await.unwrap();
    assert_eq!(standing(&world), whole);
    nothing_staged(&world);
}

/// Nobody waits for what agents' reports bring about.
#[tokio::test]
async fn what_two_agents_report_takes_it_out_of_the_folders_too() {
    let world = installed().await;
    let engine = world.open().await;
    for agent in ["one", "two"] {
        let report = serde_json::from_value(json!({
            "checkpoint_id": "cp-01", "status": "failed", "evidence": "It deleted a customer.", "reason": "The wrong one.", "agent": agent,
            "ability_id": id(), "dispatch_id": dispatch_of(&world.home(), id().as_str(), agent), "safety_critical": true,
        }));
        engine.verify_checkpoint(report.unwrap()).await.unwrap();
        world.clock.advance(chrono::Duration::hours(2));
    }
    let patience = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while AGENTS.iter().any(|agent| skill(&world, agent).exists()) {
        assert!(std::time::Instant::now() < patience, "it is still there");
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_copy_that_somebody_edited_is_left_and_that_is_said() {
    let world = installed().await;
    let engine = world.open().await;
    let mine = skill(&world, "two").join("SKILL.md");
    fs::write(&mine, "mine now").unwrap();
    let answer = engine.quarantine_ability(id(), because("It failed.")).await.unwrap();
    assert_eq!(of(&answer.places), [Standing::TakenOut, Standing::TakenOut, Standing::Edited]);
    assert_eq!(standing(&world).into_keys().collect::<Vec<_>>(), ["two"]);
    assert_eq!(fs::read_to_string(&mine).unwrap(), "mine now");
    let edited = format!("{} was edited after it was installed and stays.", skill(&world, "two").display());
    assert!(told(&engine).await.iter().any(|summary| summary.ends_with(&edited)), "{:?}", told(&engine).await);
    let answer = engine.unquarantine_ability(id()).await.unwrap();
    assert_eq!(of(&answer.places), [Standing::Placed; 3]);
    assert_eq!(fs::read_to_string(&mine).unwrap(), "mine now", "it is as it was");
    assert_eq!(standing(&world).len(), 3);
}

#[tokio::test]
async fn an_unwritable_folder_is_reported_and_retried() {
    let world = installed().await;
    let engine = world.open().await;
    let whole = standing(&world);
    let print = placements(&world)[0].fingerprint.clone();
    let stage = skill(&world, "one").with_file_name(format!(".apprentice-stage-{SLUG}-{}", &print[..12]));
    let upkeep = async || {
        let checks = engine.doctor().await.unwrap().checks;
        checks.into_iter().find(|check| check.check_id == "upkeep").map(|check| check.status)
    };
    // A file where a folder must be made represents a folder without rights, also where the tests run as root.
    let obstacle = PathBuf::from(format!("{}.gone", stage.display()));
    fs::write(&obstacle, "in the way").unwrap();
    let answer = engine.deactivate_ability(id()).await.unwrap();
    assert_eq!(of(&answer.places), [Standing::Waiting, Standing::TakenOut, Standing::TakenOut]);
    assert!(answer.places[0].note.as_ref().unwrap().contains("cannot be written"), "{answer:?}");
    engine.keep_deadlines().await.unwrap_err();
    assert_eq!(upkeep().await, Some(DoctorStatus::Warning));
    fs::remove_file(&obstacle).unwrap();
    world.clock.advance(Duration::minutes(1));
    engine.keep_deadlines().await.unwrap();
    assert!(standing(&world).is_empty() && upkeep().await.is_none());

    fs::write(&stage, "in the way").unwrap();
    let answer = engine.activate_ability(id()).await.unwrap();
    assert_eq!(of(&answer.places), [Standing::Waiting, Standing::Placed, Standing::Placed]);
    fs::remove_file(&stage).unwrap();
    world.clock.advance(Duration::minutes(1));
    engine.keep_deadlines().await.unwrap();
    assert_eq!(standing(&world), whole);
    nothing_staged(&world);
}

#[tokio::test]
async fn what_was_off_before_leaves_the_folders_with_the_next_start() {
    let world = installed().await;
    let sql = "UPDATE abilities SET body = json_set(body, '$.entry.enabled', json('false'), '$.entry.usable_now', json('false'))";
    world.raw().execute(sql, []).unwrap();
    let whole = standing(&world);
    let engine = world.open().await;
    assert!(standing(&world).is_empty());
    engine.activate_ability(id()).await.unwrap();
    assert_eq!(standing(&world), whole);
}

#[tokio::test]
async fn another_skill_in_the_place_is_not_touched() {
    let world = installed().await;
    let engine = world.open().await;
    engine.deactivate_ability(id()).await.unwrap();
    let theirs = skill(&world, "two");
    fs::create_dir(&theirs).unwrap();
    fs::write(theirs.join("SKILL.md"), "theirs").unwrap();
    let answer = engine.activate_ability(id()).await.unwrap();
    assert_eq!(of(&answer.places), [Standing::Placed, Standing::Placed, Standing::Waiting]);
    assert_eq!(files(&theirs), BTreeMap::from([("SKILL.md".to_owned(), "theirs".to_owned())]));
    engine.deactivate_ability(id()).await.unwrap();
    assert_eq!(fs::read_to_string(theirs.join("SKILL.md")).unwrap(), "theirs");
}

/// Between the folders and what is written down of them there is a moment in which somebody may ask.
#[tokio::test]
async fn a_copy_that_is_put_back_is_that_of_its_ability_before_it_is_written_down() {
    let world = installed().await;
    let engine = world.open().await;
    let mut settings = engine.settings().await.unwrap().settings;
    settings.custom_target_paths = AGENTS.map(|agent| skill(&world, agent).parent().unwrap().display().to_string()).to_vec();
    engine.update_settings(settings).await.unwrap();
    let rows = async || engine.skill_shelf(Default::default()).await.unwrap().skills;
    let taken = r#"UPDATE placements SET body = json_set(body, '$.out', json('{"stage":"taken"}'))"#;
    assert_eq!(world.raw().execute(taken, []).unwrap(), 3);
    let listed = rows().await;
    assert_eq!((listed.len(), listed[0].state), (1, SkillState::Active), "{listed:?}");
    fs::write(skill(&world, "three").join("SKILL.md"), "---\nname: add-customer\ndescription: Theirs.\n---\n").unwrap();
    assert_eq!(rows().await.len(), 2, "what somebody else put there is theirs");
}

/// The program was killed between the removal and its end.
#[tokio::test]
async fn what_was_removed_leaves_the_folders_with_the_next_start() {
    let world = installed().await;
    let kept = world.home().join(format!("system/learning/installed/{SLUG}"));
    assert!(kept.exists());
    fs::write(skill(&world, "two").join("SKILL.md"), "mine now").unwrap();
    let whole = standing(&world);
    world.raw().execute("DELETE FROM abilities", []).unwrap();
    world.open().await.close().await;
    assert_eq!(standing(&world), whole, "what only the database lost stays");
    world.raw().execute(r#"UPDATE placements SET body = json_set(body, '$.out', json('{"stage":"going"}'))"#, []).unwrap();
    let engine = world.open().await;
    assert_eq!(standing(&world).into_keys().collect::<Vec<_>>(), ["two"], "an edited copy stays");
    assert!(placements(&world).is_empty() && !kept.exists());
    engine.keep_deadlines().await.unwrap();
}

/// An agent's folder that the new revision was not installed into has the former revision again.
#[tokio::test]
async fn a_reinstalled_ability_is_enabled_in_every_folder_and_keeps_its_projects() {
    let world = installed().await;
    let engine = world.open().await;
    let projects = SetAbilityProjectsRequest { project_scopes: vec!["website".into()], keep: true };
    engine.set_ability_projects(id(), projects).await.unwrap();
    engine.deactivate_ability(id()).await.unwrap();
    engine.close().await;
    drop(engine);
    install_a_revision_in_one_folder(&world, "Add a customer quickly").await;
    let engine = world.open().await;
    assert_eq!(engine.ability_availability(id()).await.unwrap().ability.project_scopes, ["website"]);
    let now = standing(&world);
    assert_eq!(now["one"]["SKILL.md"], skill_md(SLUG, "Add a customer quickly"));
    assert_eq!((&now["two"]["SKILL.md"], now.len()), (&skill_md(SLUG, "Add a customer"), 3));
}

/// Without a choice an ability is for the project of its session. An undo of the first choice leaves none.
#[tokio::test]
async fn each_later_version_keeps_the_chosen_projects_until_the_choice_is_undone() {
    let world = installed().await;
    let mut engine = world.open().await;
    let choose = |scope: &str, keep| SetAbilityProjectsRequest { project_scopes: vec![scope.into()], keep };
    let before = engine.ability_availability(id()).await.unwrap();
    assert_eq!((before.ability.project_scopes, before.projects_chosen), (vec!["shop".to_owned()], false));
    assert!(engine.set_ability_projects(id(), choose("website", true)).await.unwrap().projects_chosen);
    for (words, expected) in [("quickly", "website"), ("at once", "website"), ("with care", "shop")] {
        if expected == "shop" {
            assert!(!engine.set_ability_projects(id(), choose("notes", false)).await.unwrap().projects_chosen);
        }
        engine.close().await;
        drop(engine);
        install_a_revision_in_one_folder(&world, &format!("Add a customer {words}")).await;
        engine = world.open().await;
        let now = engine.ability_availability(id()).await.unwrap();
        assert_eq!(
            (now.ability.project_scopes, now.projects_chosen),
            (vec![expected.to_owned()], expected == "website"),
            "{words}"
        );
    }
}

/// Nothing of what was quarantined comes back, also where it could not be taken out.
#[tokio::test]
async fn the_replacement_of_a_quarantined_revision_is_in_the_same_folders() {
    let world = installed().await;
    let engine = world.open().await;
    let print = placements(&world)[0].fingerprint.clone();
    let obstacle = skill(&world, "two").with_file_name(format!(".apprentice-stage-{SLUG}-{}.gone", &print[..12]));
    fs::write(&obstacle, "in the way").unwrap();
    let answer = engine.quarantine_ability(id(), because("It deletes customers.")).await.unwrap();
    assert_eq!(of(&answer.places), [Standing::TakenOut, Standing::TakenOut, Standing::Waiting]);
    engine.close().await;
    drop(engine);
    fs::remove_file(&obstacle).unwrap();
    install_a_revision_in_one_folder(&world, "Add a customer with care").await;
    let _engine = world.open().await;
    let now = standing(&world);
    assert_eq!(now.len(), 3);
    for (agent, files) in now {
        assert_eq!(files["SKILL.md"], skill_md(SLUG, "Add a customer with care"), "{agent}");
    }
    nothing_staged(&world);
}

#[tokio::test]
async fn what_has_nothing_left_to_do_is_not_waited_for() {
    let waiting = async || {
        let world = installed().await;
        let engine = world.open().await;
        let print = placements(&world)[0].fingerprint.clone();
        let stage = skill(&world, "one").with_file_name(format!(".apprentice-stage-{SLUG}-{}.gone", &print[..12]));
        fs::write(&stage, "in the way").unwrap();
        engine.deactivate_ability(id()).await.unwrap();
        engine.keep_deadlines().await.unwrap_err();
        (world, engine)
    };
    let (world, engine) = waiting().await;
    world.raw().execute("DELETE FROM placements", []).unwrap();
    world.clock.advance(Duration::minutes(1));
    engine.keep_deadlines().await.unwrap();

    let (_world, engine) = waiting().await;
    let request = json!({ "confirm": "delete everything", "installed_skills": true });
    engine.delete_everything(serde_json::from_value(request).unwrap()).await.unwrap();
    engine.keep_deadlines().await.unwrap();
}

/// Ends this process the hard way when it is asked for the time for the n-th time.
struct Deadly(AtomicU32);

impl Clock for Deadly {
    fn now(&self) -> Time {
        if self.0.fetch_sub(1, Ordering::SeqCst) == 1 {
            nix::sys::signal::raise(nix::sys::signal::Signal::SIGKILL).unwrap();
        }
        SystemClock.now()
    }
}

#[expect(clippy::disallowed_methods, reason = "the child is told by its environment what to do")]
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

fn options(folder: &Path, clock: Arc<dyn Clock>) -> EngineOptions {
    let here = World::new();
    let options = here.options();
    let home = folder.join("home");
    let machine = apprentice_skills::agents::targets::Machine { sandbox: home.join("sandbox/skills"), ..options.machine.clone() };
    EngineOptions { home, machine, clock, ids: Arc::new(SystemIds), ..options }
}

/// The child. Without its environment it has nothing to do.
#[tokio::test]
async fn child() {
    let Some(folder) = variable(FOLDER) else { return };
    let clock = Deadly(AtomicU32::new(u32::MAX));
    let clock = Arc::new(clock);
    let engine = Engine::open(options(Path::new(&folder), clock.clone())).await.unwrap();
    clock.0.store(variable(AT).unwrap().parse().unwrap(), Ordering::SeqCst);
    match variable(ON) {
        Some(_) => engine.activate_ability(id()).await,
        None => engine.deactivate_ability(id()).await,
    }
    .unwrap();
}

/// Killed at every moment between the decision and its end, the next start ends it; no agent ever reads half a skill.
#[tokio::test]
async fn after_a_kill_the_next_start_reconciles_the_folders() {
    for on in [false, true] {
        let mut kills = 0;
        for at in 1..40 {
            let world = installed().await;
            let whole = standing(&world);
            if on {
                let engine = Engine::open(options(world.folder.path(), Arc::new(SystemClock))).await.unwrap();
                engine.deactivate_ability(id()).await.unwrap();
                engine.close().await;
            }
            let mut command = Command::new(std::env::current_exe().unwrap());
            command.args(["--exact", "reconcile::child", "--nocapture"]).env(FOLDER, world.folder.path()).env(AT, at.to_string());
            if on {
                command.env(ON, "1");
            }
            let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
            for (agent, found) in standing(&world) {
                assert_eq!(found, whole[agent], "on: {on}, moment {at}: {agent} reads half a skill");
            }
            let engine = Engine::open(options(world.folder.path(), Arc::new(SystemClock))).await.unwrap();
            let enabled = engine.ability_availability(id()).await.unwrap().ability.enabled;
            let now = standing(&world);
            assert_eq!(now, if enabled { whole } else { BTreeMap::new() }, "on: {on}, moment {at}");
            nothing_staged(&world);
            engine.close().await;
            if status.success() {
                assert_eq!(enabled, on);
                break;
            }
            kills += 1;
        }
        assert!((3..39).contains(&kills), "on: {on}: killed at {kills} moments");
    }
}

async fn usability(engine: &Engine) -> (bool, Option<String>) {
    let entry = engine.ability_availability(id()).await.unwrap().ability;
    (entry.usable_now, entry.reason_unusable)
}

/// Every face reads the same answer: the row, the panel, the lookup, and the agent that asks for the skill.
#[tokio::test]
async fn an_ability_whose_files_are_gone_cannot_be_used_until_they_are_back() {
    let world = installed().await;
    let engine = world.open().await;
    assert_eq!(usability(&engine).await, (true, None));
    let whole = standing(&world);
    for agent in &AGENTS[1..] {
        fs::remove_dir_all(skill(&world, agent)).unwrap();
    }
    engine.keep_deadlines().await.unwrap();
    assert_eq!(usability(&engine).await, (true, None), "one agent reads it still");

    fs::remove_dir_all(skill(&world, AGENTS[0])).unwrap();
    engine.keep_deadlines().await.unwrap();
    let gone = "Its files are not in any agent's folder any more. Install it again, or remove it.";
    assert_eq!(usability(&engine).await, (false, Some(gone.to_owned())));
    let listed = row(&engine).await;
    assert_eq!((listed.state, listed.reason.as_deref()), (SkillState::Missing, Some(gone)));
    let query = serde_json::from_value(json!({ "user_query": "add customer" })).unwrap();
    let found = engine.lookup(query).await.unwrap().matches;
    assert_eq!(
        found.iter().map(|found| (found.usable_now, found.reason_unusable.as_deref())).collect::<Vec<_>>(),
        [(false, Some(gone))]
    );
    let asked = engine.ability_skill(serde_json::from_value(json!({ "ability": SLUG })).unwrap()).await.unwrap_err();
    assert!(asked.message.contains(gone), "{}", asked.message);
    let health = engine.capability_health().await.unwrap();
    assert!(health.capabilities[0].reason_codes.contains(&"files_missing".to_owned()), "{health:?}");

    let root = skill(&world, AGENTS[0]);
    for (path, text) in &whole[AGENTS[0]] {
        let file = root.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    engine.keep_deadlines().await.unwrap();
    assert_eq!(usability(&engine).await, (true, None));
    assert!(told(&engine).await.contains(&"add customer can be used now.".to_owned()));
}

/// The requirements in a SKILL.md count for every skill, taught here or not.
#[tokio::test]
async fn an_ability_whose_program_is_missing_cannot_be_used_until_it_is_installed() {
    let world = installed().await;
    let engine = world.open().await;
    let file = skill(&world, AGENTS[0]).join("SKILL.md");
    let text = fs::read_to_string(&file).unwrap();
    let requires = "---\nmetadata:\n  openclaw:\n    requires:\n      bins: [ledger-tool]\n";
    let (_, rest) = text.split_once("---\n").unwrap();
    let without = rest.split("metadata:").next().unwrap();
    let body = text.rsplit("\n---\n").next().unwrap();
    fs::write(&file, format!("{requires}{without}---\n{body}")).unwrap();
    engine.keep_deadlines().await.unwrap();
    let missing = "The program 'ledger-tool' was not found. Install it to use this ability.";
    assert_eq!(usability(&engine).await, (false, Some(missing.to_owned())));

    let program = world.options().machine.search_path[0].join("ledger-tool");
    fs::write(&program, "#!/bin/sh\n").unwrap();
    fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    engine.keep_deadlines().await.unwrap();
    assert_eq!(usability(&engine).await, (true, None));
}

/// An agent may bring its own browser, so only one that was here before can be missing.
#[tokio::test]
async fn an_ability_of_the_browser_cannot_be_used_while_the_browser_is_gone() {
    let world = installed().await;
    let engine = world.open().await;
    let browser_only = r#"UPDATE abilities SET body = json_set(body, '$.entry.preferred_control_surfaces', json('["native_browser"]'),
        '$.standing.had_browser', json('false'))"#;
    world.raw().execute(browser_only, []).unwrap();
    let is_gone = |gone| world.browser.missing.store(gone, Ordering::SeqCst);
    is_gone(true);
    engine.keep_deadlines().await.unwrap();
    assert_eq!(usability(&engine).await, (true, None), "there never was one");

    is_gone(false);
    engine.keep_deadlines().await.unwrap();
    is_gone(true);
    engine.keep_deadlines().await.unwrap();
    let missing = "It works in a browser. It is not installed.";
    assert_eq!(usability(&engine).await, (false, Some(missing.to_owned())));
    let health = engine.capability_health().await.unwrap();
    assert!(health.capabilities[0].reason_codes.contains(&"browser_missing".to_owned()), "{health:?}");

    is_gone(false);
    engine.keep_deadlines().await.unwrap();
    assert_eq!(usability(&engine).await, (true, None));
}

/// A server of tools may belong to a plugin or an account, so only one that was in the configuration of an agent before can be missing.
#[tokio::test]
async fn an_ability_whose_server_of_tools_was_removed_cannot_be_used_until_it_is_back() {
    let world = installed().await;
    let engine = world.open().await;
    let file = skill(&world, AGENTS[0]).join("SKILL.md");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen("---\n", "---\nallowed-tools: mcp__Our_Mail__send Read\n", 1)).unwrap();
    let user = world.options().machine.user_home.unwrap();
    fs::create_dir_all(user.join(".claude")).unwrap();
    let servers = |servers: &str| fs::write(user.join(".claude.json"), format!("{{\"mcpServers\": {servers}}}")).unwrap();
    engine.keep_deadlines().await.unwrap();
    assert_eq!(usability(&engine).await, (true, None), "it was never in a file of this machine");

    servers(r#"{"Our Mail": {"command": "mail-server"}}"#);
    engine.keep_deadlines().await.unwrap();
    assert_eq!(usability(&engine).await, (true, None));

    servers("{}");
    engine.keep_deadlines().await.unwrap();
    let missing = "It uses tools of the server 'our_mail', which no agent of this machine has any more. Add it again.";
    assert_eq!(usability(&engine).await, (false, Some(missing.to_owned())));
    let health = engine.capability_health().await.unwrap();
    assert!(health.capabilities[0].reason_codes.contains(&"connector_missing".to_owned()), "{health:?}");

    servers(r#"{"Our Mail": {"command": "mail-server"}}"#);
    engine.keep_deadlines().await.unwrap();
    assert_eq!(usability(&engine).await, (true, None));

    // Agents reach it through Apprentice as well.
    servers("{}");
    let request = r#"{ "display_name": "Our Mail", "transport": "remote_http", "endpoint_url": "https://mail.example.com/mcp" }"#;
    engine.register_mcp_server(serde_json::from_str(request).unwrap()).await.unwrap();
    let other = r#"{ "display_name": "Files", "transport": "remote_http", "endpoint_url": "https://files.example.com/mcp" }"#;
    engine.register_mcp_server(serde_json::from_str(other).unwrap()).await.unwrap();
    engine.keep_deadlines().await.unwrap();
    assert_eq!(usability(&engine).await, (true, None));
    let shown = engine.mcp_servers().await.unwrap().servers;
    let linked: Vec<(&str, usize)> =
        shown.iter().map(|item| (item.registry.display_name.as_str(), item.linked_abilities.len())).collect();
    assert_eq!(linked, [("Files", 0), ("Our Mail", 1)]);
    assert_eq!(shown[1].linked_abilities[0].label.as_deref(), Some("add customer"));
}
