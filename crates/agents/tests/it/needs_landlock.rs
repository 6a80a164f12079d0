//! The same attempts to get out of a run where Landlock is the walls, because bubblewrap is missing. They fail where the kernel has no Landlock;
//! `scripts/test` leaves them out there, and says so.

use crate::needs_isolation::egress::reaches_what_is_allowed_alone;
use crate::needs_isolation::{changes_nothing_where_it_reads_alone, leads_out_by_no_call, reaches_no_socket, said, with_secrets};
use crate::scripted::Stage;
use apprentice_agents::isolation::Isolation;
use apprentice_platform::confinement;
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

/// A run that Landlock confines.
fn confined() -> Stage {
    let support = confinement::support().unwrap_or_else(|why| panic!("needs Landlock: {why}"));
    let mut stage = Stage::new();
    stage.isolation = Isolation::Landlock(support);
    with_secrets(&stage);
    fs::create_dir(stage.folder.path().join("user/.gemini/tmp")).unwrap();
    stage
}

fn runs(commands: impl IntoIterator<Item = String>) -> Value {
    commands.into_iter().map(|command| json!({ "run": command })).collect()
}

#[tokio::test]
async fn what_lies_outside_cannot_be_read_by_any_name() {
    let stage = confined();
    let outside = stage.folder.path().display().to_string();
    let own = std::process::id();
    let mut steps = Vec::new();
    for path in ["home/endpoint.json", "user/.ssh/id_ed25519", "user/diary.txt"] {
        steps.push(json!({ "read": format!("{outside}/{path}") }));
        steps.push(
            json!({ "run": format!("ln -s {outside}/{path} soft; cat soft; rm soft; ln {outside}/{path} hard; cat hard") }),
        );
    }
    steps.extend([
        json!({ "run": format!("ln -s {outside}/home folder; cat folder/endpoint.json; ls {outside}/user {outside}/home") }),
        json!({ "run": format!("cat /proc/{own}/environ /proc/{own}/cmdline /proc/{own}/root/{outside}/user/diary.txt; ls /proc/{own}/fd") }),
        json!({ "run": "cat /etc/shadow; for folder in /root /home /run /var /tmp; do ls $folder && echo listed; done" }),
        json!({ "read": format!("{outside}/user/.gemini/settings.json") }),
    ]);
    let said = said(&stage, &json!(steps)).await;
    for secret in ["the diary", "the token", "the key", "root:", "CARGO_MANIFEST_DIR", "listed"] {
        assert!(!said.contains(secret), "{secret}: {said}");
    }
    assert!(said.contains("EACCES") && said.contains("ermission denied"), "it is refused, and not missing: {said}");
    assert!(said.contains("the settings"), "its own configuration can be read: {said}");
}

#[tokio::test]
async fn only_the_folder_of_the_run_and_what_is_there_of_its_own_can_be_written() {
    let stage = confined();
    let user = stage.walls.user_home.clone().unwrap();
    let (gemini, outside) = (user.join(".gemini"), stage.folder.path().to_owned());
    let said = said(
        &stage,
        &runs([
            "echo x > inside.txt; mkdir deep; mv inside.txt deep/; cp deep/inside.txt .; rm deep/inside.txt".to_owned(),
            format!("echo x > {}/tmp/session.json; echo own words > \"$TMPDIR/own.txt\"; cat \"$TMPDIR/own.txt\"", gemini.display()),
            format!("echo changed > {}/settings.json; rm {}/settings.json", gemini.display(), gemini.display()),
            format!(
                "mv {}/settings.json {}/tmp/; ln {}/settings.json {}/tmp/alias",
                gemini.display(),
                gemini.display(),
                gemini.display(),
                gemini.display()
            ),
            format!("echo x > {}/hooks.json; mkdir {}/hooks", gemini.display(), gemini.display()),
            format!(
                "echo x > {}/.bashrc; echo x > {}/beside.txt; echo x > /tmp/apprentice-test; echo x > /dev/shm/apprentice-test",
                user.display(),
                outside.display()
            ),
            format!(
                "chmod 777 {0}/diary.txt; chown 1 {0}/diary.txt; perl -e 'my ($path, $name, $value) = (\"{0}/diary.txt\", \"system.posix_acl_access\", pack(\"QLL\", 0, 0, 0)); syscall(463, -100, $path, 0, $name, $value, 16) == -1 and print \"attributes: $!\\n\"'; rm {0}/diary.txt; mv {0}/diary.txt .; : > {0}/diary.txt",
                user.display()
            ),
            format!("ln -s {}/diary.txt link; echo x > link", user.display()),
            format!("mount --bind {} . || echo no mount; unshare -Urm true || echo no namespace", user.display()),
        ]),
    )
    .await;
    assert!(
        stage.file("inside.txt").exists() && gemini.join("tmp/session.json").exists() && said.contains("own words"),
        "{said}"
    );
    assert_eq!(fs::read_to_string(gemini.join("settings.json")).unwrap(), "the settings", "{said}");
    for path in [
        gemini.join("hooks.json"),
        gemini.join("hooks"),
        gemini.join("tmp/alias"),
        user.join(".bashrc"),
        outside.join("beside.txt"),
    ] {
        assert!(!path.exists(), "{}: {said}", path.display());
    }
    for path in ["/tmp/apprentice-test", "/dev/shm/apprentice-test"] {
        assert!(!PathBuf::from(path).exists(), "{path}");
    }
    assert_eq!(fs::read_to_string(user.join("diary.txt")).unwrap(), "the diary");
    let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(user.join("diary.txt")).unwrap().permissions());
    assert_eq!(mode & 0o002, 0, "{said}");
    assert!(said.contains("no mount") && said.contains("no namespace"), "{said}");
    assert!(said.contains("attributes: Permission denied"), "setxattrat is refused: {said}");
}

#[tokio::test]
async fn a_run_that_only_reads_cannot_change_its_folder() {
    changes_nothing_where_it_reads_alone(confined()).await;
}

#[tokio::test]
async fn no_socket_of_this_machine_is_reached() {
    let stage = confined();
    // Even in a place that it may write.
    reaches_no_socket(&stage, &stage.folder.path().join(format!("user/.gemini/tmp/landlock-{}", std::process::id()))).await;
}

#[tokio::test]
async fn no_call_leads_out_of_the_namespaces() {
    leads_out_by_no_call(&confined()).await;
}

#[tokio::test]
async fn no_process_outside_is_ended_and_no_right_is_gained() {
    let stage = confined();
    let Isolation::Landlock(support) = stage.isolation else { unreachable!("it is confined") };
    let mut other = std::process::Command::new("sleep").arg("600").spawn().unwrap();
    // /proc is not shown, so the system is asked: prctl(2) for PR_GET_NO_NEW_PRIVS, capget(2) for its three sets.
    let (prctl, capget) = if cfg!(target_arch = "x86_64") { (157, 125) } else { (167, 90) };
    let rights = format!(
        r#"print "no new privileges: ", syscall({prctl}, 39, 0, 0, 0, 0), "\n"; my $sets = "\0" x 24; my $head = pack("L2", 0x20080522, 0); print "asked: ", syscall({capget}, $head, $sets), ", capabilities: ", join(" ", unpack("L6", $sets)), "\n""#
    );
    let said = said(
        &stage,
        &json!([{ "run": format!("kill -9 {0} || echo not ended; prlimit --pid {0} --cpu=1 || echo not limited", other.id()) }, { "run": format!("perl -e '{rights}'") }]),
    )
    .await;
    let ended = other.try_wait().unwrap();
    other.kill().unwrap();
    other.wait().unwrap();
    if support.signals {
        assert!(ended.is_none() && said.contains("not ended"), "{said}");
    }
    assert!(said.contains("not limited"), "{said}");
    assert!(said.contains("no new privileges: 1\n") && said.contains("asked: 0, capabilities: 0 0 0 0 0 0\n"), "{said}");
}

#[tokio::test]
async fn what_is_closed_is_not_allowed_whatever_holds_it() {
    let mut stage = confined();
    let outside = stage.folder.path().to_owned();
    // Each would show more than it may.
    stage.walls.readable = vec![outside.clone(), outside.join("user"), outside.join("home"), outside.join("user/.ssh")];
    stage.walls.writable.push(outside.join("home"));
    std::os::unix::fs::symlink(outside.join("home"), outside.join("user/.gemini/home")).unwrap();
    let paths = ["home/endpoint.json", "user/.ssh/id_ed25519", "user/diary.txt", "user/.gemini/home/endpoint.json"];
    let said =
        said(&stage, &runs(paths.map(|path| format!("cat {}/{path}; echo x > {}/{path}", outside.display(), outside.display()))))
            .await;
    assert!(!said.contains("the "), "{said}");
    assert_eq!(fs::read_to_string(outside.join("home/endpoint.json")).unwrap(), "the token");
}

#[tokio::test]
async fn the_same_places_are_reached_where_landlock_is_the_walls() {
    let stage = confined();
    reaches_what_is_allowed_alone(stage).await;
}
