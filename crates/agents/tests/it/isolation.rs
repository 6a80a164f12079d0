//! Attempts to get out of a run: each is refused by the walls.

use crate::scripted::{Notes, Stage};
use apprentice_agents::isolation::Isolation;
use apprentice_agents::run::End;
use serde_json::json;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

/// A run with walls. `None`: this machine has none, and says why.
pub fn walled() -> Option<Stage> {
    let mut stage = Stage::new();
    stage.isolation = Isolation::find(&["/usr/bin".into()]);
    if let Isolation::None(why) = &stage.isolation {
        assert!(!PathBuf::from("/usr/bin/bwrap").exists(), "bubblewrap is here, so the walls must hold: {why}");
        eprintln!("skipped: {why}");
        return None;
    }
    let outside = stage.folder.path();
    fs::write(outside.join("home/endpoint.json"), "the token").unwrap();
    fs::write(outside.join("user/.ssh/id_ed25519"), "the key").unwrap();
    fs::write(outside.join("user/diary.txt"), "the diary").unwrap();
    fs::write(outside.join("user/.gemini/settings.json"), "the settings").unwrap();
    Some(stage)
}

pub async fn said(stage: &Stage, steps: &serde_json::Value) -> String {
    let notes = Arc::new(Notes::default());
    assert_eq!(stage.runs(&json!({ "steps": steps }), &notes).await, End::Finished("end_turn"));
    notes.said()
}

#[tokio::test]
async fn what_lies_outside_cannot_be_read() {
    let Some(stage) = walled() else { return };
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
    let Some(stage) = walled() else { return };
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

#[tokio::test]
async fn no_other_process_can_be_seen_or_ended() {
    let Some(stage) = walled() else { return };
    let own = std::process::id();
    let said =
        said(&stage, &json!([{ "run": format!("ls /proc | grep -c '^[0-9]'; kill -9 {own}; ls -d /proc/{own}; id -u") }])).await;
    let count: u32 = said.lines().next().unwrap().parse().unwrap();
    assert!(count < 15, "{said}");
    assert!(said.contains("No such process") || said.contains("no such process"), "{said}");
}

#[tokio::test]
async fn a_program_that_changes_its_user_gains_nothing() {
    let Some(stage) = walled() else { return };
    let said = said(
        &stage,
        &json!([{ "run": "grep -E 'NoNewPrivs|CapEff' /proc/self/status; mount -t tmpfs none /mnt || echo no mount" }]),
    )
    .await;
    assert!(said.contains("NoNewPrivs:\t1") && said.contains("CapEff:\t0000000000000000") && said.contains("no mount"), "{said}");
}

#[tokio::test]
async fn children_in_sessions_of_their_own_end_with_the_walls() {
    let Some(stage) = walled() else { return };
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
