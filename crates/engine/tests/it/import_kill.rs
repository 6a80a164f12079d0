//! `kill -9` in the middle of an import, on every road that one can take: no skill in an agent's folder is ever torn, every import is
//! in a state of the graph that goes on, and a day later no temporary file is left.
//!
//! The test runs itself again as a child that takes one road. First the child ends itself in every state of the graph, with each road
//! among them; then it is killed at moments that are spread over each road. `APPRENTICE_KILLS` says how often in all (`make soak`: 200).

use crate::imports::{of, scan, stage, upload};
use apprentice_contracts::Time;
use apprentice_contracts::ids::ImportId;
use apprentice_contracts::import::{SkillImportState as S, *};
use apprentice_contracts::runtime::Clock;
use apprentice_engine::core::system::SystemClock;
use apprentice_engine::core::system::SystemIds;
use apprentice_engine::{Engine, EngineOptions};
use apprentice_testkit::World;
use apprentice_testkit::archives::{skill, tea};
use rusqlite::{Connection, OpenFlags};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

const FOLDER: &str = "APPRENTICE_IMPORT_KILL_FOLDER";
const ROAD: &str = "APPRENTICE_IMPORT_KILL_ROAD";
/// The state of an import in which the child ends itself; without it, it goes to the end of its road.
const AT: &str = "APPRENTICE_IMPORT_KILL_AT";
const SLUG: &str = "brew-oolong";
const FILES: [&str; 3] = ["SKILL.md", "scripts/boil.sh", "assets/leaf.png"];
const AGENTS: [&str; 2] = ["one", "two"];
/// A skill that somebody else wrote.
const THEIRS: &str = "theirs";
/// Moments on each road in the short run.
const FEW: u32 = 2;
/// Longer than any road, so that the first kill, which is the latest, measures it.
const LONG: Duration = Duration::from_secs(8);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Road {
    Install,
    Approve,
    Reject,
    Discard,
    /// Every step fails once and is tried again.
    Retry,
    /// The upload is deleted after its scan.
    Delete,
    /// The upload is deleted before its scan.
    Withdraw,
    /// From an address of an archive.
    Download,
    /// From a repository.
    Clone,
    /// From an agent's folder.
    Pick,
    /// A folder of two skills, each an import of its own.
    Both,
}

use Road as R;

const ROADS: [Road; 11] =
    [R::Install, R::Approve, R::Reject, R::Discard, R::Retry, R::Delete, R::Withdraw, R::Download, R::Clone, R::Pick, R::Both];

/// Each road and each state at least once. What comes in has no record yet: its files are all there is of `upload_pending`.
const EXACT: [(Road, S); 19] = [
    (R::Install, S::UploadPending),
    (R::Clone, S::UploadPending),
    (R::Pick, S::Uploaded),
    (R::Download, S::Scanning),
    (R::Retry, S::ScanFailed),
    (R::Both, S::ScanComplete),
    (R::Delete, S::ScanComplete),
    (R::Clone, S::Staging),
    (R::Retry, S::StageFailed),
    (R::Approve, S::ReadyForReview),
    (R::Pick, S::InstallQueued),
    (R::Retry, S::InstallFailed),
    (R::Both, S::InstalledPrivate),
    (R::Install, S::InstalledPrivate),
    (R::Approve, S::Approved),
    (R::Reject, S::Rejected),
    (R::Discard, S::Discarded),
    (R::Delete, S::Discarded),
    (R::Withdraw, S::Expired),
];

#[expect(clippy::disallowed_methods, reason = "the child is told by its environment what to do")]
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// The machine in a folder that several processes work on, one after the other.
fn options(folder: &Path) -> EngineOptions {
    let mut options = World::new().options();
    options.home = folder.join("home");
    options.machine.user_home = Some(folder.join("user"));
    options.machine.sandbox = options.home.join("sandbox/skills");
    options.clock = Arc::new(SystemClock);
    options.ids = Arc::new(SystemIds);
    options
}

fn place(folder: &Path) -> PathBuf {
    folder.join("home/system/skills/import")
}

/// The system's folder for temporary files, as the child is told.
fn temporary(folder: &Path) -> PathBuf {
    folder.join("tmp")
}

/// What is there of an import. The watch over skills tries itself on an empty folder there, which is no part of one.
fn elsewhere(folder: &Path) -> Vec<String> {
    names(&temporary(folder)).into_iter().filter(|name| !name.starts_with("apprentice-watch-")).collect()
}

fn agent(folder: &Path, name: &str) -> PathBuf {
    folder.join("agents").join(name).join("skills")
}

/// Where every import is, as a look into the files says.
fn standing(folder: &Path) -> BTreeMap<String, S> {
    let db = Connection::open_with_flags(folder.join("home/apprentice.db"), OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    let mut rows = db.prepare("SELECT import_id, state FROM imports").unwrap();
    let rows = rows.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))).unwrap();
    let mut all: BTreeMap<String, S> =
        rows.map(|row| row.unwrap()).map(|(id, state)| (id, serde_json::from_value(Value::String(state)).unwrap())).collect();
    if all.is_empty() && !(names(&place(folder).join("uploads")).is_empty() && elsewhere(folder).is_empty()) {
        all.insert(String::new(), S::UploadPending);
    }
    all
}

/// A clock of the child: any caller may end there.
struct Deadly {
    folder: PathBuf,
    at: Option<S>,
    /// Somebody puts a skill of that name into the second folder as soon as it is in the first, so that the installation fails.
    blocks: AtomicBool,
}

impl Clock for Deadly {
    fn now(&self) -> Time {
        let [first, second] = AGENTS.map(|name| agent(&self.folder, name).join(SLUG));
        if self.blocks.load(Ordering::SeqCst) && first.exists() && !second.exists() {
            // By one rename, as everything of ours: a kill must not leave half of this either.
            let theirs = self.folder.join("theirs");
            fs::create_dir(&theirs).unwrap();
            fs::write(theirs.join("SKILL.md"), THEIRS).unwrap();
            fs::rename(theirs, &second).unwrap();
        }
        if self.at.is_some_and(|at| standing(&self.folder).values().any(|state| *state == at)) {
            nix::sys::signal::raise(nix::sys::signal::Signal::SIGKILL).unwrap();
        }
        SystemClock.now()
    }
}

/// The child. Without its environment it has nothing to do.
#[tokio::test]
async fn child() {
    let Some(folder) = variable(FOLDER).map(PathBuf::from) else { return };
    let road = ROADS[variable(ROAD).unwrap().parse::<usize>().unwrap()];
    let at = variable(AT).map(|at| serde_json::from_value(Value::String(at)).unwrap());
    let clock = Arc::new(Deadly { folder: folder.clone(), at, blocks: AtomicBool::new(false) });
    let mut options = options(&folder);
    options.clock = clock.clone();
    let engine = Engine::open(options).await.unwrap();
    println!("\nREADY");
    walk(&engine, road, &folder, &clock).await;
    // The last chance to end in the state that the road led to.
    clock.now();
    println!("\nDONE");
}

async fn walk(engine: &Engine, road: Road, folder: &Path, clock: &Arc<Deadly>) {
    match road {
        R::Retry => stumble(engine, folder, clock).await,
        R::Delete | R::Withdraw => {
            let upload = upload(engine, &tea()).await;
            if road == R::Delete {
                scan(engine, &upload).await;
            }
            let name = upload.temp_artifact.temp_artifact_ref;
            engine.delete_upload(name, serde_json::from_value(json!({})).unwrap()).await.unwrap();
        }
        R::Both => {
            let both = bring(engine, road, folder, clock).await;
            for (path, ending) in [(SLUG, R::Install), ("make-cocoa", R::Reject)] {
                let request = SkillImportScanRequest { skill_path: Some(path.into()), ..of(&both) };
                let scanned = engine.scan_import(request, CancellationToken::new()).await.unwrap();
                let id = scanned.import_record.import_id;
                stage(engine, id).await;
                end(engine, ending, id, &scanned.compatibility_report).await;
            }
        }
        _ => {
            let brought = bring(engine, road, folder, clock).await;
            let report = scan(engine, &brought).await.compatibility_report;
            stage(engine, brought.import_id).await;
            end(engine, road, brought.import_id, &report).await;
        }
    }
}

async fn bring(engine: &Engine, road: Road, folder: &Path, clock: &Arc<Deadly>) -> SkillImportUploadResponse {
    let fetch = async |address: String| {
        let request = serde_json::from_value(json!({ "address": address })).unwrap();
        engine.fetch_import(request, CancellationToken::new()).await.unwrap()
    };
    match road {
        R::Download => fetch(format!("http://{}/tea.zip", serve(archive))).await,
        R::Clone => {
            let (base, clock) = (folder.join("git"), clock.clone());
            let answer = move |stream| {
                // In the middle of a clone.
                clock.now();
                repository(stream, &base);
            };
            fetch(format!("git://{}/tea", serve(answer))).await
        }
        R::Pick | R::Both => {
            let names = if road == R::Both { vec![SLUG, "make-cocoa"] } else { vec![SLUG] };
            let paths: Vec<PathBuf> = names.iter().map(|name| folder.join("user/.claude/skills").join(name)).collect();
            let request = serde_json::from_value(json!({ "paths": paths })).unwrap();
            engine.pick_import(request, CancellationToken::new()).await.unwrap()
        }
        _ => upload(engine, &tea()).await,
    }
}

/// The last step of a road.
async fn end(engine: &Engine, road: Road, id: ImportId, report: &SkillCompatibilityReport) {
    let grave = report.findings.iter().filter(|finding| finding.needs_acknowledgement);
    let read: BTreeSet<&str> = grave.map(|finding| finding.code.as_str()).collect();
    match road {
        R::Approve => {
            let request = json!({ "import_id": id, "acknowledged_findings": read });
            engine.approve_import(serde_json::from_value(request).unwrap()).await.unwrap()
        }
        R::Reject => {
            let request = json!({ "import_id": id, "reason": "It is not needed." });
            engine.reject_import(serde_json::from_value(request).unwrap()).await.unwrap()
        }
        R::Discard => engine.discard_import(serde_json::from_value(json!({ "import_id": id })).unwrap()).await.unwrap(),
        _ => {
            let request = json!({ "import_id": id, "acknowledged_findings": read });
            engine.install_import(serde_json::from_value(request).unwrap()).await.unwrap()
        }
    };
}

/// Each of the three steps fails and is tried again.
async fn stumble(engine: &Engine, folder: &Path, clock: &Deadly) {
    let again = async |id: ImportId, kind: &str| {
        let request = serde_json::from_value(json!({ "import_id": id, "retry_kind": kind })).unwrap();
        engine.retry_import(request, CancellationToken::new()).await.unwrap().import_record.stage_state
    };
    let upload = upload(engine, &tea()).await;
    let id = upload.import_id;
    let hung_up = CancellationToken::new();
    hung_up.cancel();
    let scanned = engine.scan_import(of(&upload), hung_up).await.unwrap();
    assert_eq!(scanned.import_record.stage_state, S::ScanFailed);
    assert_eq!(again(id, "scan").await, S::ScanComplete);

    let staged = place(folder).join("staged");
    let _none_yet = fs::remove_dir(&staged);
    fs::write(&staged, "in the way").unwrap();
    assert_eq!(stage(engine, id).await.import_record.stage_state, S::StageFailed);
    fs::remove_file(&staged).unwrap();
    assert_eq!(again(id, "stage").await, S::ReadyForReview);

    clock.blocks.store(true, Ordering::SeqCst);
    let request = serde_json::from_value(json!({ "import_id": id })).unwrap();
    engine.install_import(request).await.unwrap_err();
    clock.blocks.store(false, Ordering::SeqCst);
    fs::rename(agent(folder, AGENTS[1]).join(SLUG), folder.join("taken away")).unwrap();
    assert_eq!(again(id, "install").await, S::InstalledPrivate);
}

/// Answers on a port of this machine as long as the process lives.
fn serve(answer: impl Fn(TcpStream) + Send + 'static) -> std::net::SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || listener.incoming().flatten().for_each(answer));
    address
}

fn archive(mut stream: TcpStream) {
    let _request = stream.read(&mut [0; 4096]).unwrap();
    let bytes = tea();
    write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", bytes.len()).unwrap();
    stream.write_all(&bytes).unwrap();
}

fn repository(stream: TcpStream, base: &Path) {
    let stream = std::os::fd::OwnedFd::from(stream);
    let mut git = Command::new("git");
    git.args(["daemon", "--inetd", "--export-all"]).arg(format!("--base-path={}", base.display())).arg(base);
    git.stdin(stream.try_clone().unwrap()).stdout(stream).stderr(Stdio::null()).status().unwrap();
}

/// A child on its road, and what it says.
struct Walking(Child, Receiver<String>);

fn start(folder: &Path, road: Road, at: Option<S>) -> Walking {
    let number = ROADS.iter().position(|other| *other == road).unwrap();
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "import_kill::child", "--nocapture"]).env(FOLDER, folder).env(ROAD, number.to_string());
    command.env("TMPDIR", temporary(folder));
    if let Some(at) = at {
        command.env(AT, at.as_str());
    }
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let (tell, told) = channel();
    // It reads on whichever program listens: the child must be killed, not fail at its last word.
    std::thread::spawn(move || lines.map_while(Result::ok).for_each(|line| drop(tell.send(line))));
    Walking(child, told)
}

impl Walking {
    fn matches_text(&self, word: &str) -> bool {
        self.1.iter().any(|line| line == word)
    }

    /// Kills it after `wait`. Answers how long the road was, if it came to its end before.
    fn kill_after(mut self, wait: Duration) -> Option<Duration> {
        assert!(self.matches_text("READY"), "the child got ready");
        let started = Instant::now();
        let ended = loop {
            match self.1.recv_timeout(wait.saturating_sub(started.elapsed())) {
                Ok(line) if line == "DONE" => break Some(started.elapsed()),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => break None,
                Err(RecvTimeoutError::Disconnected) => panic!("the child failed on its road"),
            }
        };
        self.0.kill().unwrap();
        self.0.wait().unwrap();
        ended
    }
}

/// With two folders of agents switched on, and where the roads begin.
async fn prepare(folder: &Path, road: Road) {
    let engine = Engine::open(options(folder)).await.unwrap();
    let roots = AGENTS.map(|name| agent(folder, name));
    roots.iter().chain([&temporary(folder)]).for_each(|made| fs::create_dir_all(made).unwrap());
    let mut settings = engine.settings().await.unwrap().settings;
    settings.custom_target_paths = roots.iter().map(|root| root.display().to_string()).collect();
    settings.enabled_targets = roots.iter().map(|root| format!("custom:{}", root.display()).into()).collect();
    engine.update_settings(settings).await.unwrap();
    engine.close().await;
    match road {
        R::Pick | R::Both => source(&folder.join("user/.claude/skills")),
        R::Clone => {
            let repository = folder.join("git/tea");
            source(&repository);
            let git = |words: &[&str]| {
                let who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
                let done = Command::new("git").args(who).args(words).current_dir(&repository).output().unwrap();
                assert!(done.status.success(), "{words:?}: {}", String::from_utf8_lossy(&done.stderr));
            };
            git(&["init", "--quiet"]);
            git(&["add", SLUG]);
            git(&["commit", "--quiet", "--no-gpg-sign", "--message=Tea"]);
        }
        _ => {}
    }
}

/// The skill of the archive, and another, as folders.
fn source(root: &Path) {
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(tea())).unwrap();
    zip.extract(root).unwrap();
    fs::create_dir_all(root.join("make-cocoa")).unwrap();
    fs::write(root.join("make-cocoa/SKILL.md"), skill("make-cocoa", "Makes a cup of cocoa.")).unwrap();
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().into_string().unwrap()).collect()
}

/// What an agent reads: the whole skill or none, or what somebody else put there.
fn is_there(root: &Path) -> bool {
    let visible: Vec<String> = names(root).into_iter().filter(|name| !name.starts_with('.')).collect();
    let skill = root.join(SLUG);
    if visible.is_empty() || fs::read(skill.join("SKILL.md")).is_ok_and(|text| text == THEIRS.as_bytes()) {
        return false;
    }
    assert_eq!(visible, [SLUG]);
    for file in FILES {
        assert!(skill.join(file).is_file(), "{file} is there: never half a skill");
    }
    true
}

/// Git's own processes outlive a program that was killed, for as long as a clone takes.
fn wait_for_git(folder: &Path) {
    let works = |process: &fs::DirEntry| fs::read_link(process.path().join("cwd")).is_ok_and(|cwd| cwd.starts_with(folder));
    let patience = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while fs::read_dir("/proc").unwrap().flatten().any(|process| works(&process)) {
        assert!(std::time::Instant::now() < patience, "git works in {} still", folder.display());
        std::thread::yield_now();
    }
}

/// What the imports came to after the next start.
async fn settle(folder: &Path, killed: &BTreeMap<String, S>) -> BTreeMap<String, S> {
    let engine = Engine::open(options(folder)).await.unwrap();
    let list = engine.list_imports(serde_json::from_value(json!({})).unwrap()).await.unwrap();
    for import in &list.items {
        let state = import.stage_state;
        let waits = matches!(state, S::Scanning | S::Staging | S::InstallQueued | S::UploadPending);
        assert!(!waits, "nobody works on it: {state:?}");
        let detail = engine.import_detail(import.import_id).await.unwrap();
        assert!(!detail.actions.is_empty() || state.is_terminal(), "it goes on: {state:?}");
        let before = killed[&import.import_id.to_string()];
        assert!(state == before || before.may_become(state), "{before:?} became {state:?}, which the graph does not list");
    }
    let states: BTreeMap<String, S> =
        list.items.iter().map(|import| (import.import_id.to_string(), import.stage_state)).collect();
    let kept: Vec<&String> = killed.keys().filter(|id| !id.is_empty()).collect();
    assert_eq!(states.keys().collect::<Vec<_>>(), kept, "none is lost");
    let installed = states.values().filter(|state| matches!(state, S::InstalledPrivate | S::Approved)).count();
    assert_eq!(engine.availability().await.unwrap().abilities.len(), installed, "{states:?}");
    for name in AGENTS {
        let root = agent(folder, name);
        assert_eq!(usize::from(is_there(&root)), installed, "{name}: {states:?}");
        assert!(names(&root).iter().all(|name| !name.starts_with('.')), "nothing staged is left");
    }
    engine.close().await;
    states
}

struct Tomorrow;

impl Clock for Tomorrow {
    fn now(&self) -> Time {
        SystemClock.now() + chrono::Duration::hours(25)
    }
}

/// Every upload is due.
async fn a_day_later(folder: &Path) {
    let mut later = options(folder);
    later.clock = Arc::new(Tomorrow);
    let engine = Engine::open(later).await.unwrap();
    engine.keep_deadlines().await.unwrap();
    engine.close().await;
    assert_eq!(names(&place(folder).join("uploads")), [""; 0], "no temporary file is left");
    assert_eq!(elsewhere(folder), [""; 0], "nor anywhere else");
    let keeps = |state: &S| matches!(state, S::ReadyForReview | S::InstallFailed | S::InstalledPrivate | S::Approved);
    let bundles: Vec<String> = standing(folder).into_iter().filter(|(_, state)| keeps(state)).map(|(id, _)| id).collect();
    let mut staged = names(&place(folder).join("staged"));
    staged.sort();
    assert_eq!(staged, bundles, "the bundles of those that wait or are installed, and no other");
    assert_eq!(unfinished(&folder.join("home")), Vec::<PathBuf>::new(), "nothing half-written anywhere");
}

/// Files and folders whose names say that they are not whole yet.
fn unfinished(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let name = entry.file_name().into_string().unwrap();
        if [".part", ".tmp", ".gone"].iter().any(|end| name.ends_with(end)) {
            found.push(entry.path());
        } else if entry.file_type().unwrap().is_dir() {
            found.extend(unfinished(&entry.path()));
        }
    }
    found
}

#[derive(Default, Debug)]
struct Tally {
    kills: u32,
    /// The road was at its end before.
    too_late: u32,
    roads: BTreeMap<Road, u32>,
    states: BTreeMap<S, u32>,
}

/// One road, one kill, all checks. `kill` answers whether the child was on its road still.
async fn round(road: Road, kill: impl FnOnce(&Path) -> bool, tally: &mut Tally) -> BTreeMap<String, S> {
    let temp = tempfile::tempdir().unwrap();
    let folder = temp.path();
    prepare(folder, road).await;
    let on_its_road = kill(folder);
    // As an agent would read it while nobody runs.
    for name in AGENTS {
        is_there(&agent(folder, name));
    }
    wait_for_git(folder);
    // What the child put in the way of its staging is not there for ever.
    let staged = place(folder).join("staged");
    if staged.is_file() {
        fs::remove_file(&staged).unwrap();
    }
    let killed = standing(folder);
    settle(folder, &killed).await;
    a_day_later(folder).await;
    tally.kills += 1;
    if on_its_road {
        *tally.roads.entry(road).or_default() += 1;
        killed.values().for_each(|state| *tally.states.entry(*state).or_default() += 1);
    } else {
        tally.too_late += 1;
    }
    killed
}

#[tokio::test]
async fn killed_on_every_road_in_every_state_no_import_is_torn_and_no_file_is_left() {
    let exact = u32::try_from(EXACT.len()).unwrap();
    let roads = u32::try_from(ROADS.len()).unwrap();
    let kills: u32 = variable("APPRENTICE_KILLS").map_or(exact + FEW * roads, |kills| kills.parse().expect("a number of kills"));
    let mut tally = Tally::default();
    for (road, at) in EXACT {
        let die = |folder: &Path| {
            let mut walking = start(folder, road, Some(at));
            assert!(!walking.matches_text("DONE"), "{road:?} leads through {at:?}");
            assert!(!walking.0.wait().unwrap().success());
            true
        };
        let killed = round(road, die, &mut tally).await;
        assert!(killed.values().any(|state| *state == at), "{road:?} ended in {at:?}: {killed:?}");
    }
    let random = kills.saturating_sub(exact);
    let turns = random.div_ceil(roads);
    let mut spans: BTreeMap<Road, Duration> = ROADS.into_iter().map(|road| (road, LONG)).collect();
    for number in 0..random {
        let (road, turn) = (ROADS[(number % roads) as usize], number / roads);
        // From the end to the beginning.
        let wait = spans[&road].mul_f64(1.0 - (f64::from(turn) + 0.5) / f64::from(turns));
        let mut took = None;
        let kill = |folder: &Path| {
            took = start(folder, road, None).kill_after(wait);
            took.is_none()
        };
        round(road, kill, &mut tally).await;
        // The next ones are aimed at the time that the road really takes here.
        if let Some(took) = took {
            spans.insert(road, took);
        }
    }
    println!("{tally:?}");
    assert_eq!(tally.kills, kills.max(exact));
    assert_eq!(tally.roads.keys().copied().collect::<Vec<_>>(), ROADS, "every road was killed on: {tally:?}");
    let states: BTreeSet<S> = S::ALL.into_iter().collect();
    assert_eq!(tally.states.keys().copied().collect::<BTreeSet<_>>(), states, "in every state: {tally:?}");
}
