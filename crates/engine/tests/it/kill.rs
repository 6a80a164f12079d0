//! `kill -9` in the middle of an installation: no target is ever torn, and the next start finishes or undoes in under two seconds.
//!
//! The test runs itself again as a child that installs, and kills it: at every step once, then at random moments.
//! `APPRENTICE_KILLS` says how many (`make soak`: 200).

use crate::install_world::{AGENTS, World, files, skill_md};
use apprentice_contracts::Time;
use apprentice_contracts::ability::AbilityAvailabilitySnapshot;
use apprentice_contracts::capability::BridgeCurrent;
use apprentice_contracts::ids::SagaId;
use apprentice_contracts::proposal::{InstallLane, ProposalState};
use apprentice_contracts::runtime::Clock;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_engine::core::system::SystemClock;
use apprentice_engine::install::{Recovered, install, recover};
use apprentice_skills::install::put::{Files, fingerprint};
use apprentice_store::proposals::ProposalRecord;
use apprentice_store::sagas::{SagaStatus, SagaStep};
use apprentice_store::{abilities, proposals};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

const FOLDER: &str = "APPRENTICE_KILL_FOLDER";
const AT: &str = "APPRENTICE_KILL_AT";
/// Set: somebody puts a skill of that name into the last folder as soon as the first one is written, so that the saga fails.
const BLOCK: &str = "APPRENTICE_KILL_BLOCK";
const KILLS: &str = "APPRENTICE_KILLS";
const SLUG: &str = "add-customer";
/// The saga asks for the time when it begins and once per commit: begun, materialized, three targets, projected, bridge, done.
const MOMENTS: u32 = 9;

#[expect(clippy::disallowed_methods, reason = "the child is told by its environment what to do")]
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Ends this process the hard way when it is asked for the time for the n-th time.
struct Deadly {
    left: AtomicU32,
    /// The skill whose appearance in the first folder puts a foreign one into the last.
    block: Option<(PathBuf, PathBuf)>,
}

impl Clock for Deadly {
    fn now(&self) -> Time {
        if let Some((seen, block)) = &self.block
            && seen.exists()
            && !block.exists()
        {
            std::fs::create_dir_all(block).unwrap();
            std::fs::write(block.join("SKILL.md"), "theirs").unwrap();
        }
        if self.left.fetch_sub(1, Ordering::SeqCst) == 1 {
            nix::sys::signal::raise(nix::sys::signal::Signal::SIGKILL).unwrap();
        }
        SystemClock.now()
    }
}

/// The child. Without its environment it has nothing to do.
#[tokio::test]
async fn child() {
    let Some(folder) = variable(FOLDER) else { return };
    let left = AtomicU32::new(variable(AT).map_or(u32::MAX, |at| at.parse().unwrap()));
    let skill = |agent: &str| Path::new(&folder).join("agents").join(agent).join("skills").join(SLUG);
    let block = variable(BLOCK).map(|_| (skill("one"), skill("three")));
    let world = World::with_clock(Path::new(&folder), Arc::new(Deadly { left, block }));
    let record = world.read(|db| proposals::all(db)).await.remove(0);
    println!("\nREADY");
    install(&world.context, world.order(&record, InstallLane::ExperimentalPrivate)).await.unwrap();
}

fn start(folder: &Path, at: Option<u32>, block: bool) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "kill::child", "--nocapture"]).env(FOLDER, folder).stdout(Stdio::piped()).stderr(Stdio::null());
    if let Some(at) = at {
        command.env(AT, at.to_string());
    }
    if block {
        command.env(BLOCK, "yes");
    }
    let mut child = command.spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap() == "READY"), "the child got ready");
    // The pipe must stay open, or the child would fail at its last word instead of being killed.
    std::thread::spawn(move || lines.for_each(drop));
    child
}

/// What was there before, and what is being installed over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scene {
    First,
    Update,
    Rename,
}

const SCENES: [Scene; 3] = [Scene::First, Scene::Update, Scene::Rename];

struct Prepared {
    before: Option<Skill>,
    after: ProposalRecord,
}

struct Skill {
    slug: String,
    text: String,
}

async fn prepare(world: &World, scene: Scene) -> Prepared {
    let first = world.reviewed(SLUG).await;
    if scene == Scene::First {
        return Prepared { before: None, after: first };
    }
    world.install(&first).await.unwrap();
    let slug = if scene == Scene::Rename { "new-customer" } else { SLUG };
    let after = world.revised(first.proposal.proposal_id, slug, "Add a customer quickly").await;
    Prepared { before: Some(Skill { slug: SLUG.to_owned(), text: first.draft.skill_md }), after }
}

/// Folders of one agent as a reader sees them now: never half a skill, whatever was killed.
fn whole(world: &World, prepared: &Prepared) -> BTreeMap<String, [Option<String>; 3]> {
    let mut allowed: Vec<(&str, &str)> = vec![(&prepared.after.proposal.proposed_skill_slug, &prepared.after.draft.skill_md)];
    if let Some(before) = &prepared.before {
        allowed.push((&before.slug, &before.text));
    }
    let mut seen: BTreeMap<String, [Option<String>; 3]> = BTreeMap::new();
    for (index, agent) in AGENTS.iter().enumerate() {
        let visible = world.skills(agent).into_iter().filter(|(name, _)| !name.starts_with('.'));
        for (name, text) in visible {
            assert!(allowed.contains(&(name.as_str(), text.as_str())), "{agent} has something else in {name}: {text}");
            let files = files(&world.root(agent).join(&name));
            assert_eq!(files.len(), 4, "{agent} has all of {name}: {:?}", files.keys());
            seen.entry(name).or_default()[index] = Some(print(&files));
        }
    }
    seen
}

fn print(files: &BTreeMap<String, String>) -> String {
    fingerprint(&Files(files.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes())).collect()))
}

#[derive(Default, Debug)]
struct Tally {
    kills: u32,
    too_late: u32,
    before_begin: u32,
    by_step: BTreeMap<&'static str, u32>,
    slowest: Duration,
}

/// One scene, one kill, one recovery, all checks.
async fn round(scene: Scene, kill: impl FnOnce(&Path), tally: &mut Tally) {
    let temp = tempfile::tempdir().unwrap();
    let prepared = {
        let world = World::open(temp.path());
        let prepared = prepare(&world, scene).await;
        world.context.store.close().await;
        prepared
    };
    kill(temp.path());

    // As an agent would read it while nobody runs.
    let world = World::open(temp.path());
    whole(&world, &prepared);
    let begun: BTreeSet<SagaId> = world.sagas().await.into_iter().map(|saga| saga.saga_id).collect();
    let unsettled = world.sagas().await.into_iter().find(|saga| saga.status == SagaStatus::Running);
    world.context.store.close().await;

    // The whole program starts again over it.
    let folder = temp.path().to_path_buf();
    let machine = apprentice_testkit::World { folder: temp, ..apprentice_testkit::World::new() };
    let started = Instant::now();
    let engine = machine.open().await;
    let took = started.elapsed();
    assert!(took < Duration::from_secs(2), "{took:?} to start and recover");
    let usable = engine.availability().await.unwrap().abilities.iter().filter(|ability| ability.usable_now).count();
    engine.close().await;

    let world = World::open(&folder);
    let sagas = world.sagas().await;
    assert!(sagas.iter().all(|saga| saga.status == SagaStatus::Done), "nothing stood in the way, so each was finished");
    let before = usize::from(prepared.before.is_some());
    assert_eq!(usable, usize::from(!sagas.is_empty()), "R11.2-29");
    tally.kills += 1;
    tally.slowest = tally.slowest.max(took);
    match unsettled {
        Some(saga) => *tally.by_step.entry(word(saga.step)).or_default() += 1,
        None if begun.len() > before => tally.too_late += 1,
        None => tally.before_begin += 1,
    }
    agree(&world, &prepared).await;
    assert_eq!(recover(&world.context).await.unwrap(), Recovered::default(), "once is enough");
}

fn word(step: SagaStep) -> &'static str {
    match step {
        SagaStep::Materialize => "materialize",
        SagaStep::Project => "project",
        SagaStep::Bridge => "bridge",
        SagaStep::Availability => "availability",
    }
}

/// Database and folders say the same.
async fn agree(world: &World, prepared: &Prepared) {
    let slug = prepared.after.proposal.proposed_skill_slug.clone();
    let record = world.proposal(prepared.after.proposal.proposal_id).await;
    let session = world.session_of(&record).await.session.state;
    let seen = whole(world, prepared);
    for agent in AGENTS {
        assert!(world.skills(agent).keys().all(|name| !name.starts_with('.')), "nothing staged is left in {agent}");
    }
    let expected = match record.proposal.proposal_state {
        ProposalState::InstalledPrivate => {
            assert_eq!(session, State::InstalledPrivate);
            Some((slug.clone(), prepared.after.draft.skill_md.clone()))
        }
        ProposalState::ReadyForReview => {
            assert_eq!(session, State::ReadyForReview);
            prepared.before.as_ref().map(|before| (before.slug.clone(), before.text.clone()))
        }
        other => panic!("the proposal is {other:?}"),
    };
    let Some((slug, text)) = expected else {
        assert!(seen.is_empty() && world.system().is_empty(), "nothing anywhere: {seen:?}");
        return;
    };
    assert_eq!(seen.keys().collect::<Vec<_>>(), [&slug]);
    let prints = &seen[&slug];
    assert!(prints.iter().all(|print| print.is_some() && *print == prints[0]), "the same in every target");
    let abilities = world.read(|db| abilities::all(db)).await;
    assert_eq!(abilities.len(), 1);
    assert_eq!(abilities[0].entry.skill_slug.as_ref(), Some(&slug));
    let placements = world.read(|db| apprentice_store::sagas::all_placements(db)).await;
    assert_eq!(placements.len(), 3);
    assert!(placements.iter().all(|placement| Some(&placement.fingerprint) == prints[0].as_ref() && placement.slug == slug));
    let system = world.system();
    assert_eq!(system[&format!("learning/installed/{slug}/SKILL.md")], text);
    assert_eq!(system.keys().filter(|path| path.starts_with("learning/installed/")).count(), 3);
    let availability: AbilityAvailabilitySnapshot = serde_json::from_str(&system["abilities/availability_current.json"]).unwrap();
    assert!(availability.abilities.len() == 1 && availability.abilities[0].usable_now, "the file says so too");
    let bridge: BridgeCurrent = serde_json::from_str(&system["capabilities/bridge_current.json"]).unwrap();
    assert_eq!(bridge.entries.len(), 1);
    assert_eq!(Some(&bridge.entries[0].capability_id), abilities[0].entry.primary_capability_id.as_ref());
    assert!(system.keys().all(|path| !path.ends_with(".tmp")), "no temporary file: {:?}", system.keys());
    assert_eq!(text, skill_md(&slug, if prepared.after.draft.skill_md == text { words(prepared) } else { "Add a customer" }));
}

fn words(prepared: &Prepared) -> &'static str {
    if prepared.before.is_some() { "Add a customer quickly" } else { "Add a customer" }
}

#[tokio::test]
async fn after_a_kill_at_any_step_the_next_start_finishes() {
    let mut tally = Tally::default();
    for scene in SCENES {
        for at in 1..=MOMENTS {
            round(
                scene,
                |folder| {
                    let status = start(folder, Some(at), false).wait().unwrap();
                    assert!(!status.success(), "{scene:?}: it was killed at moment {at}");
                },
                &mut tally,
            )
            .await;
        }
    }
    for step in [SagaStep::Materialize, SagaStep::Project, SagaStep::Bridge, SagaStep::Availability] {
        assert!(tally.by_step.contains_key(word(step)), "the kills reached {step:?}: {tally:?}");
    }
    println!("{tally:?}");
}

/// The installation fails at the last folder, and is killed at each moment of the way back.
#[tokio::test]
async fn killed_while_it_undoes_the_next_start_undoes_the_rest() {
    // Asked for the time: beginning, begun, materialized, two targets; compensating, three targets, failed.
    for at in 5..=10 {
        let temp = tempfile::tempdir().unwrap();
        let record = {
            let world = World::open(temp.path());
            let record = world.reviewed(SLUG).await;
            world.context.store.close().await;
            record
        };
        assert!(!start(temp.path(), Some(at), true).wait().unwrap().success(), "killed at moment {at}");
        let world = World::open(temp.path());
        let status = world.sagas().await[0].status;
        assert_eq!(status, if at <= 6 { SagaStatus::Running } else { SagaStatus::Compensating }, "moment {at}");
        let recovered = recover(&world.context).await.unwrap();
        assert_eq!((recovered.finished, recovered.undone), (0, 1));
        assert!(world.skills("one").is_empty() && world.skills("two").is_empty(), "moment {at}: nothing of it is left");
        assert_eq!(world.skills("three")[SLUG], "theirs");
        assert!(world.system().is_empty(), "{:?}", world.system().keys());
        assert_eq!(world.proposal(record.proposal.proposal_id).await.proposal.proposal_state, ProposalState::Quarantined);
        assert_eq!(world.session_of(&record).await.session.state, State::Quarantined);
        assert_eq!(world.sagas().await[0].status, SagaStatus::Failed);
    }
}

#[tokio::test]
async fn kills_at_random_moments_leave_nothing_half_written() {
    let kills: u32 = variable(KILLS).map_or(20, |kills| kills.parse().expect("a number of kills"));
    let seed = variable("APPRENTICE_KILL_SEED").map_or(42, |seed| seed.parse().expect("a number"));
    let mut random = Random(seed);
    let mut tally = Tally::default();
    let mut span = Duration::from_millis(200);
    for number in 0..kills {
        let scene = SCENES[number as usize % SCENES.len()];
        let wait = span.mul_f64(random.share());
        round(
            scene,
            |folder| {
                let mut child = start(folder, None, false);
                let started = Instant::now();
                while started.elapsed() < wait {
                    if child.try_wait().unwrap().is_some() {
                        // The next ones are aimed at the time that an installation really takes here.
                        span = started.elapsed();
                        break;
                    }
                    std::hint::spin_loop();
                }
                child.kill().unwrap();
                child.wait().unwrap();
            },
            &mut tally,
        )
        .await;
    }
    println!("seed {seed}: {tally:?}");
    assert_eq!(tally.kills, kills);
}

/// SplitMix64: the same moments for the same seed.
struct Random(u64);

impl Random {
    fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) as f64 / u64::MAX as f64
    }
}
