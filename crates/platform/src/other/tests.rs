//! The answers of a system without an implementation of its own. Compiled on Unix, so that this code never rots unseen.

use super::*;
use crate::processes::{Group, Signal};
use std::fs::{self, File, OpenOptions};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[test]
fn what_the_system_lacks_is_unsupported_and_changes_nothing() {
    let temp = tempfile::tempdir().unwrap();
    let (one, other) = (temp.path().join("one"), temp.path().join("other"));
    fs::write(&one, "1").unwrap();
    let file = File::open(&one).unwrap();
    let group = Group::led_by(std::process::id()).unwrap();
    for (call, answer) in [
        ("symlink", links::symlink(&one, &other)),
        ("create_private_folder", permissions::create_private_folder(&other)),
        ("create_private_folders", permissions::create_private_folders(&other)),
        ("make_private", permissions::make_private(temp.path())),
        ("open_private", permissions::open_private(OpenOptions::new().write(true).create(true), &other).map(drop)),
        ("check_can_create_in", permissions::check_can_create_in(temp.path())),
        ("without_replacing", rename::without_replacing(&one, &other)),
        ("exchange", rename::exchange(&one, &one)),
        ("pipes::create", pipes::create(&other)),
        ("pipes::open", pipes::open(&one).map(drop)),
        ("set_capacity", pipes::set_capacity(&file, 1)),
        ("wait_readable", pipes::wait_readable(&file, Duration::ZERO).map(drop)),
        ("path_of_open", pipes::path_of_open(&file).map(drop)),
        ("signal", processes::signal(group, Signal::Kill)),
        ("handover", handover::Handover::at(&other).map(drop)),
        ("give", handover::give(&one, &[])),
        ("replace", Err(processes::replace(&mut std::process::Command::new("/bin/true")))),
        ("leave_terminal", processes::leave_terminal()),
        ("users::id", users::id().map(drop)),
    ] {
        let error = answer.expect_err(call);
        assert_eq!(error.kind(), ErrorKind::Unsupported, "{call}");
        assert!(error.to_string().ends_with("on this system yet"), "{call}: {error}");
    }
    assert!(!other.exists() && one.exists());
}

#[test]
fn what_cannot_be_known_is_not_claimed() {
    let temp = tempfile::tempdir().unwrap();
    let about = temp.path().metadata().unwrap();
    assert!(!permissions::is_executable(&about));
    assert!(!users::is_root() && !users::is_same_owner(&about, &about) && !users::is_own_private_folder(temp.path()));
    assert!(files::inode(&about).is_none() && !files::is_same_file(&about, &about));
    assert!(disk::obstacle(temp.path()).is_none() && folders::in_memory().is_none());
    assert!(processes::is_alive(u32::MAX), "files of a program that may live are not swept");
    assert!(!pipes::is_pipe(&about));
}

#[test]
fn a_program_is_known_by_its_extension() {
    let temp = tempfile::tempdir().unwrap();
    for (name, expected) in [("a.exe", true), ("a.CMD", true), ("a.txt", false), ("a", false), ("exe", false)] {
        let path = temp.path().join(name);
        fs::write(&path, "").unwrap();
        assert_eq!(permissions::is_program(&path), expected, "{name}");
    }
    assert!(!permissions::is_program(&temp.path().join("missing.exe")));
}

#[test]
fn files_are_opened_and_links_are_refused_by_the_standard_library() {
    let temp = tempfile::tempdir().unwrap();
    fs::write(temp.path().join("file"), "").unwrap();
    crate::links::symlink(Path::new("file"), &temp.path().join("link")).unwrap();
    let folder = files::Folder::open(temp.path()).unwrap();
    for (name, opens, exists) in [("file", true, true), ("link", false, true), ("missing", false, false)] {
        assert_eq!(files::open_no_follow(&temp.path().join(name)).is_ok(), opens, "{name}");
        assert_eq!(folder.open_file(Path::new(name)).is_ok(), opens, "{name}");
        assert_eq!(folder.contains(Path::new(name)), exists, "{name}");
    }
    assert_eq!(files::Folder::open(&temp.path().join("file")).unwrap_err().kind(), ErrorKind::NotADirectory);
    let about = fs::metadata(temp.path().join("file")).unwrap();
    assert_eq!(files::modified_ns(&about), crate::files::modified_ns(&about));
    assert_eq!(files::changed_ns(&about), files::modified_ns(&about));
}

#[test]
fn folders_of_the_user_are_those_of_windows() {
    let variable = |name: &str| match name {
        "USERPROFILE" => Some(PathBuf::from("C:/Users/ada")),
        "APPDATA" => Some(PathBuf::from("C:/Users/ada/AppData/Roaming")),
        _ => None,
    };
    assert_eq!(folders::user_home(&variable), Some("C:/Users/ada".into()));
    assert_eq!(folders::user_data(&variable), Some("C:/Users/ada/AppData/Roaming".into()));
}
