//! Attempts to get out of a run: each is refused by the walls. They fail where this machine cannot isolate; `scripts/test` leaves them out there,
//! and says so.

pub mod egress;

use crate::scripted::{Notes, Stage};
use apprentice_agents::isolation::Isolation;
use apprentice_agents::run::End;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A run with walls.
pub fn walled() -> Stage {
    let mut stage = Stage::new();
    stage.isolation = Isolation::find(&["/usr/bin".into()]);
    assert!(stage.isolation.has_places(), "needs bubblewrap (scripts/setup installs it) that may isolate: {:?}", stage.isolation);
    with_secrets(&stage);
    stage
}

/// Writes what nobody within may read.
pub fn with_secrets(stage: &Stage) {
    let outside = stage.folder.path();
    fs::write(outside.join("home/endpoint.json"), "the token").unwrap();
    fs::write(outside.join("user/.ssh/id_ed25519"), "the key").unwrap();
    fs::write(outside.join("user/diary.txt"), "the diary").unwrap();
    fs::write(outside.join("user/.gemini/settings.json"), "the settings").unwrap();
}

pub async fn said(stage: &Stage, steps: &serde_json::Value) -> String {
    let notes = Arc::new(Notes::default());
    assert_eq!(stage.runs(&json!({ "steps": steps }), &notes).await, End::Finished("end_turn"));
    notes.said()
}

#[tokio::test]
async fn what_lies_outside_cannot_be_read() {
    let stage = walled();
    let outside = stage.folder.path().display().to_string();
    for path in ["home/endpoint.json", "user/.ssh/id_ed25519", "user/diary.txt"] {
        let path = format!("{outside}/{path}");
        let said = said(&stage, &json!([{ "read": path }, { "run": format!("cat {path}") }])).await;
        assert!(said.contains("ENOENT") && said.contains("No such file"), "{said}");
    }
    let said = said(&stage, &json!([{ "read": "/etc/shadow" }, { "read": "/proc/1/environ" }, { "read": format!("{outside}/user/.gemini/settings.json") }])).await;
    assert!(said.contains("/etc/shadow: ENOENT"), "{said}");
    assert!(said.contains("the settings"), "its own configuration can be read: {said}");
    assert!(!said.contains("CARGO_MANIFEST_DIR"), "the environment of other processes cannot be read: {said}");
}

#[tokio::test]
async fn only_the_folder_of_the_run_and_its_own_configuration_can_be_written() {
    let stage = walled();
    let user = stage.walls.user_home.clone().unwrap();
    let commands = [
        "echo x > inside.txt".to_owned(),
        format!("echo x > {}/.gemini/session.json", user.display()),
        format!("echo x > {}/.bashrc", user.display()),
        format!("echo x > {}/beside.txt", stage.folder.path().display()),
        "echo x > /usr/bin/apprentice-test".to_owned(),
        "echo x > /etc/apprentice-test".to_owned(),
        format!("ln -s {}/diary.txt link; echo x > link", user.display()),
    ];
    let steps: Vec<_> = commands.iter().map(|command| json!({ "run": command })).collect();
    let said = said(&stage, &json!(steps)).await;
    assert!(stage.file("inside.txt").exists() && user.join(".gemini/session.json").exists());
    assert!(!user.join(".bashrc").exists(), "what is written into the home is gone with the run");
    assert!(!stage.folder.path().join("beside.txt").exists());
    assert_eq!(fs::read_to_string(user.join("diary.txt")).unwrap(), "the diary");
    assert_eq!(said.matches("Read-only file system").count(), 2, "{said}");
    for path in ["/usr/bin/apprentice-test", "/etc/apprentice-test"] {
        assert!(!PathBuf::from(path).exists(), "{path}");
    }
}

/// Asserts that a run which may only read its folder changes nothing there, and has another place for what it needs.
pub async fn changes_nothing_where_it_reads_alone(mut stage: Stage) {
    fs::write(stage.file("raw.csv"), "a,b\n").unwrap();
    stage.walls.reads_alone = true;
    let said = said(
        &stage,
        &json!([{ "run": "cat raw.csv; echo x > new.txt; echo x >> raw.csv; rm raw.csv; mv raw.csv b.csv; : > \"${TMPDIR:-/tmp}/own.txt\" && echo has room" }]),
    )
    .await;
    assert!(said.contains("a,b") && said.contains("has room"), "{said}");
    assert_eq!(fs::read_to_string(stage.file("raw.csv")).unwrap(), "a,b\n", "{said}");
    assert_eq!(fs::read_dir(&stage.walls.folder).unwrap().count(), 1, "{said}");
}

#[tokio::test]
async fn a_run_that_only_reads_cannot_change_its_folder() {
    changes_nothing_where_it_reads_alone(walled()).await;
}

#[tokio::test]
async fn no_other_process_can_be_seen_or_ended() {
    let stage = walled();
    let own = std::process::id();
    let said =
        said(&stage, &json!([{ "run": format!("ls /proc | grep -c '^[0-9]'; kill -9 {own}; ls -d /proc/{own}; id -u") }])).await;
    let count: u32 = said.lines().next().unwrap().parse().unwrap();
    assert!(count < 15, "{said}");
    assert!(said.contains("No such process") || said.contains("no such process"), "{said}");
}

#[tokio::test]
async fn a_program_that_changes_its_user_gains_nothing() {
    let stage = walled();
    let said = said(
        &stage,
        &json!([{ "run": "grep -E 'NoNewPrivs|CapEff' /proc/self/status; mount -t tmpfs none /mnt || echo no mount" }]),
    )
    .await;
    assert!(said.contains("NoNewPrivs:\t1") && said.contains("CapEff:\t0000000000000000") && said.contains("no mount"), "{said}");
}

#[tokio::test]
async fn children_in_sessions_of_their_own_end_with_the_walls() {
    let stage = walled();
    let script = json!({ "ignoreCancel": true, "steps": [
        { "fork": "env -i setsid sleep 600" }, { "fork": "setsid sleep 600 & touch forked; wait" },
        { "run": "while [ ! -e forked ]; do :; done; cat /proc/self/uid_map; sleep 0.1" },
    ] });
    let notes = Arc::new(Notes::default());
    assert_eq!(stage.runs(&script, &notes).await, End::Finished("end_turn"));
    // Also the one that took the mark off: it has no name by which it is found, but its walls have ended.
    let sleeping = fs::read_dir("/proc").unwrap().flatten().filter(|entry| {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let folder = fs::read_link(entry.path().join("cwd")).unwrap_or_default();
        line.starts_with(b"sleep\x00600") && folder.ends_with("run")
    });
    assert_eq!(sleeping.count(), 0);
}

/// A program that connects to a socket and says what came of it.
fn connects(address: &str) -> serde_json::Value {
    let program = format!(
        "const s = require('net').connect({address}); s.on('connect', () => {{ console.log('connected'); s.destroy() }}); s.on('error', (e) => console.log('refused ' + e.code))"
    );
    json!({ "run": format!("node -e \"{program}\"") })
}

/// The same for an abstract socket of Linux (unix(7)), which Node does not know.
fn connects_abstract(name: &str) -> serde_json::Value {
    let program = format!(
        r#"use Socket; socket(S, PF_UNIX, SOCK_STREAM, 0); print connect(S, pack_sockaddr_un("\0{name}")) ? "connected\n" : "refused\n""#
    );
    json!({ "run": format!("perl -e '{program}'") })
}

/// The same for a socket of datagrams, from one of a pair: Linux makes such a pair of SOCK_RAW as well (unix(7)).
fn connects_from_a_pair(at: &Path) -> serde_json::Value {
    let program = format!(
        r#"use Socket; print socketpair(A, B, AF_UNIX, SOCK_RAW, 0) && connect(A, pack_sockaddr_un("{}")) ? "connected\n" : "refused\n""#,
        at.display()
    );
    json!({ "run": format!("perl -e '{program}'") })
}

/// Asserts that a run reaches no socket of this machine: neither an abstract one, nor those that are made at this place, nor a port.
pub async fn reaches_no_socket(stage: &Stage, at: &Path) {
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener};
    let name = format!("apprentice-{}", at.file_name().unwrap().display());
    let _abstract = UnixListener::bind_addr(&SocketAddr::from_abstract_name(&name).unwrap()).unwrap();
    let _named = UnixListener::bind(at).unwrap();
    let beside = at.with_extension("datagrams");
    let _datagrams = UnixDatagram::bind(&beside).unwrap();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let steps = json!([
        connects_abstract(&name),
        connects(&format!("{{ path: '{}' }}", at.display())),
        connects_from_a_pair(&beside),
        connects(&format!("{{ host: '127.0.0.1', port: {} }}", port.local_addr().unwrap().port())),
    ]);
    let free = said(&Stage::new(), &steps).await;
    assert_eq!(free.matches("connected").count(), 4, "without walls each is reached, so the steps are right: {free}");
    let said = said(stage, &steps).await;
    assert_eq!((said.matches("refused").count(), said.matches("connected").count()), (4, 0), "{said}");
}

#[tokio::test]
async fn no_socket_of_this_machine_is_reached() {
    let stage = walled();
    reaches_no_socket(&stage, &stage.folder.path().join(format!("user/bubblewrap-{}", std::process::id()))).await;
}

/// Asserts that a run uses no call and no socket that leads out of its namespaces: the keys of the session (keyctl(2), add_key(2)), programs and
/// events of the kernel, rings, and vsock(7).
pub async fn leads_out_by_no_call(stage: &Stage) {
    let numbers = match std::env::consts::ARCH {
        "x86_64" => [250, 248, 321, 298, 425],
        _ => [219, 217, 280, 241, 425],
    };
    let [keyctl, add_key, bpf, perf, ring] = numbers;
    // The clock of the processor without the kernel: what perf_event_open(2) gives to everybody unless the system is stricter.
    let calls = format!(
        r#"sub said {{ print "$_[0]: ", ($_[1] == -1 ? "$!" : "done"), "\n" }} my $one = "user"; my $two = "a"; my $room = "\0" x 128;
my $clock = pack("LLQQQQQ", 1, 128, 0, 0, 0, 0, 96) . "\0" x 80;
said("keyctl", syscall({keyctl}, 0, -3, 1)); said("add_key", syscall({add_key}, $one, $two, $two, 1, -3)); said("bpf", syscall({bpf}, 0, $room, 128));
said("perf", syscall({perf}, $clock, 0, -1, -1, 0)); said("ring", syscall({ring}, 1, $room)); said("vsock", socket(S, 40, 1, 0) ? 0 : -1);
said("packets", socket(S, 17, 3, 0) ? 0 : -1); said("file", socket(S, 1, 1, 0) ? 0 : -1); said("internet", socket(S, 2, 1, 0) ? 0 : -1);"#
    );
    fs::write(stage.file("calls.pl"), calls).unwrap();
    let said = said(stage, &json!([{ "run": "perl calls.pl" }])).await;
    for call in ["keyctl", "add_key", "bpf", "perf", "ring", "vsock", "packets"] {
        assert!(said.contains(&format!("{call}: Permission denied\n")), "{call}: {said}");
    }
    assert!(said.contains("internet: done\n"), "{said}");
}

#[tokio::test]
async fn no_call_leads_out_of_the_namespaces() {
    leads_out_by_no_call(&walled()).await;
}

#[tokio::test]
async fn links_lead_to_nothing_outside() {
    let stage = walled();
    let (user, home) = (stage.folder.path().join("user"), stage.folder.path().join("home"));
    let (diary, token, settings) = (user.join("diary.txt"), home.join("endpoint.json"), user.join(".gemini/settings.json"));
    let steps: Vec<_> = [
        format!("ln -s {} soft; cat soft", diary.display()),
        format!("ln -s {} folder; cat folder/endpoint.json", home.display()),
        format!("ln {} hard; cat hard", diary.display()),
        format!("ln {} hard; cat hard", token.display()),
        "cat /proc/self/root/../../../../../../etc/shadow /proc/1/root/etc/shadow".to_owned(),
        // What may not be written is not written under another name either.
        format!("ln {} alias; echo changed > alias", settings.display()),
        format!(
            "ln {} {}/alias; echo changed > {}/alias",
            settings.display(),
            user.join(".gemini").display(),
            user.join(".gemini").display()
        ),
        format!("mv {} {}.old; rm {}", settings.display(), settings.display(), settings.display()),
        format!("mount --bind {} . || echo no mount", user.display()),
    ]
    .into_iter()
    .map(|command| json!({ "run": command }))
    .collect();
    let said = said(&stage, &json!(steps)).await;
    for secret in ["the diary", "the token", "root:"] {
        assert!(!said.contains(secret), "{secret}: {said}");
    }
    assert!(said.contains("no mount"), "{said}");
    assert_eq!(fs::read_to_string(&settings).unwrap(), "the settings", "{said}");
    assert_eq!(fs::read_to_string(&diary).unwrap(), "the diary");
}

#[tokio::test]
async fn another_namespace_shows_nothing_that_the_walls_hide() {
    let stage = walled();
    let user = stage.folder.path().join("user");
    let uncovers = format!("umount -l {0}; umount -l /tmp; cat {0}/diary.txt", user.display());
    let said = said(
        &stage,
        &json!([{ "run": format!("unshare -Urm sh -c '{uncovers}' || echo hidden") }, { "run": format!("unshare -Urn sh -c '{uncovers}' || echo hidden") }]),
    )
    .await;
    assert!(!said.contains("the diary") && said.matches("hidden").count() == 2, "{said}");
}

/// Only root gives a file to another user, and so makes a program that changes its user.
mod needs_other_users {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, chown};

    /// Copies `id` into the folder of a run and beside it, as programs of other users that take their rights: of root, and of somebody else.
    fn programs_of_others(stage: &mut Stage) -> Vec<PathBuf> {
        let beside = stage.folder.path().join("bin");
        fs::create_dir(&beside).unwrap();
        stage.walls.readable.push(beside.clone());
        let mut programs = Vec::new();
        for (folder, user) in [&stage.walls.folder, &beside].into_iter().flat_map(|folder| [(folder, 0), (folder, 4711)]) {
            let program = folder.join(format!("id-{user}"));
            fs::copy("/usr/bin/id", &program).unwrap();
            chown(&program, Some(user), Some(user)).unwrap();
            fs::set_permissions(&program, fs::Permissions::from_mode(0o6755)).unwrap();
            programs.push(program);
        }
        programs
    }

    #[tokio::test]
    async fn a_program_that_takes_the_rights_of_another_user_gets_none_of_them() {
        let steps = |programs: &[PathBuf]| -> serde_json::Value {
            // Its output differs from that of the ordinary one only if it changed its user.
            let shows = |program: &PathBuf| format!("{0} -u; {0} -g", program.display());
            programs.iter().map(|program| json!({ "run": shows(program) })).collect()
        };
        let mut free = Stage::new();
        let programs = programs_of_others(&mut free);
        let without = said(&free, &steps(&programs)).await;
        assert_eq!(
            without.lines().filter(|line| *line == "4711").count(),
            4,
            "without walls it takes them, so the programs are right: {without}"
        );
        let mut stage = walled();
        let programs = programs_of_others(&mut stage);
        let ordinary = said(&stage, &steps(&["/usr/bin/id".into()])).await;
        let within = said(&stage, &steps(&programs)).await;
        assert_eq!(within, ordinary.repeat(programs.len()));
        assert!(!within.contains("4711"), "{within}");
    }
}

#[tokio::test]
async fn no_folder_of_a_run_gives_a_program_other_rights() {
    let stage = walled();
    let said = said(&stage, &json!([{ "run": "grep -F \" $(pwd) \" /proc/self/mountinfo" }])).await;
    assert!(said.contains("nosuid"), "{said}");
}
