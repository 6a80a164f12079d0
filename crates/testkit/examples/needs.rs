//! Prints what this machine does not give to tests, a line each: the name of the need, a tab, and the reason. `scripts/test` leaves out the tests in
//! modules `needs_NAME`, and says so.

use apprentice_agents::isolation::Isolation;
use apprentice_platform::confinement;
use apprentice_platform::processes::ControlGroup;
use std::process::Command;

/// Why bubblewrap isolates nothing here.
fn isolation() -> Result<(), String> {
    match Isolation::find(&["/usr/bin".into()]) {
        Isolation::Bubblewrap(_) => Ok(()),
        Isolation::Landlock(_) => Err("bubblewrap is missing or may not isolate; Landlock takes its place".into()),
        Isolation::None(why) => Err(why),
    }
}

/// Why this user has no control group.
fn control_groups() -> Result<(), String> {
    let group = ControlGroup::new(&format!("apprentice-test-needs-{}", std::process::id()));
    group.map(drop).ok_or_else(|| "this machine gives no control group (cgroup v2) to this user".into())
}

/// Why no small file system can be mounted.
fn mounts() -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let run = |program: &str, arguments: &[&str]| -> Result<(), String> {
        let done = Command::new(program).args(arguments).arg(folder.path()).output().map_err(|error| error.to_string())?;
        if done.status.success() {
            Ok(())
        } else {
            Err(String::from_utf8_lossy(&done.stderr).trim().replace(char::is_control, " "))
        }
    };
    run("mount", &["-t", "tmpfs", "-o", "size=64k", "none"])?;
    run("umount", &[])
}

/// Why no file can be given to another user.
fn other_users() -> Result<(), String> {
    let file = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
    let done = Command::new("chown").arg("4711").arg(file.path()).output().map_err(|error| error.to_string())?;
    if done.status.success() { Ok(()) } else { Err("a file cannot be given to another user; root can".to_owned()) }
}

fn main() {
    let needs = [
        ("isolation", isolation()),
        ("landlock", confinement::support().map(drop)),
        ("control_groups", control_groups()),
        ("mounts", mounts()),
        ("other_users", other_users()),
    ];
    for (name, why) in needs.iter().filter_map(|(name, found)| Some((name, found.as_ref().err()?))) {
        println!("{name}\t{}", why.replace(char::is_control, " "));
    }
}
