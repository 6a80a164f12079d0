//! Installs are atomic and never overwrite what somebody else wrote.

use apprentice_skills::install::put::{self, Files, InstallError};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

fn bundle(words: &str) -> Files {
    let files = [("SKILL.md", words), ("capabilities/tidy.json", "{}"), ("tests/evals.json", words)];
    Files(files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect())
}

fn on_disk(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    fn walk(folder: &Path, prefix: &str, files: &mut BTreeMap<String, Vec<u8>>) {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let path = format!("{prefix}{}", entry.file_name().to_str().unwrap());
            if entry.path().is_dir() {
                walk(&entry.path(), &format!("{path}/"), files);
            } else {
                files.insert(path, fs::read(entry.path()).unwrap());
            }
        }
    }
    let mut files = BTreeMap::new();
    walk(folder, "", &mut files);
    files
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().flatten().map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn putting_is_idempotent_and_updates_what_is_ours() {
    let temp = tempfile::tempdir().unwrap();
    let root = temp.path().join("agent/skills");
    let (one, two) = (bundle("one"), bundle("two"));
    let written = put::put(&root, "tidy", &one, None).unwrap();
    assert_eq!(written[0], root.join("tidy/SKILL.md"));
    assert_eq!(written.len(), 3);
    assert_eq!(on_disk(&root.join("tidy")), one.0);
    assert_eq!(put::put(&root, "tidy", &one, None).unwrap(), written, "again, knowing nothing");
    assert_eq!(put::fingerprint_at(&root, "tidy").unwrap(), Some(put::fingerprint(&one)));

    let ours = put::fingerprint(&one);
    put::put(&root, "tidy", &two, Some(&ours)).unwrap();
    assert_eq!(on_disk(&root.join("tidy")), two.0);
    put::put(&root, "tidy", &two, Some(&ours)).unwrap();
    assert_eq!(names(&root), ["tidy"], "nothing staged is left");
}

#[test]
fn taking_back_removes_what_is_ours_and_nothing_else() {
    let temp = tempfile::tempdir().unwrap();
    let one = bundle("one");
    let ours = put::fingerprint(&one);
    put::take_back(temp.path(), "tidy", &ours).unwrap();
    put::put(temp.path(), "tidy", &one, None).unwrap();
    assert!(matches!(put::take_back(temp.path(), "tidy", "other"), Err(InstallError::EditedByUser { .. })));
    assert_eq!(on_disk(&temp.path().join("tidy")), one.0);
    put::take_back(temp.path(), "tidy", &ours).unwrap();
    put::take_back(temp.path(), "tidy", &ours).unwrap();
    assert_eq!(names(temp.path()), [""; 0]);
}

#[test]
fn a_foreign_skill_is_never_touched() {
    let temp = tempfile::tempdir().unwrap();
    let root = temp.path();
    fs::create_dir(root.join("tidy")).unwrap();
    fs::write(root.join("tidy/SKILL.md"), "theirs").unwrap();
    let error = put::put(root, "tidy", &bundle("one"), None).unwrap_err();
    assert!(matches!(error, InstallError::Occupied { .. }), "{error}");
    assert!(error.to_string().starts_with("A skill named tidy is already in "), "{error}");
    assert!(matches!(put::probe(root, "tidy"), Err(InstallError::Occupied { .. })));
    assert_eq!(on_disk(&root.join("tidy"))["SKILL.md"], b"theirs");
    assert_eq!(names(root), ["tidy"]);
}

#[test]
fn an_empty_folder_or_a_file_of_that_name_is_foreign_too() {
    let temp = tempfile::tempdir().unwrap();
    fs::create_dir(temp.path().join("empty")).unwrap();
    fs::write(temp.path().join("file"), "x").unwrap();
    for slug in ["empty", "file"] {
        let error = put::put(temp.path(), slug, &bundle("one"), None).unwrap_err();
        assert!(matches!(error, InstallError::Occupied { .. }), "{slug}: {error}");
    }
    assert_eq!(names(temp.path()), ["empty", "file"]);
}

#[test]
fn edited_skills_stay() {
    let temp = tempfile::tempdir().unwrap();
    let root = temp.path();
    let one = bundle("one");
    let ours = put::fingerprint(&one);
    type Edit = fn(&Path);
    let edits: [Edit; 4] = [
        |skill| fs::write(skill.join("SKILL.md"), "mine now").unwrap(),
        |skill| fs::write(skill.join("notes.md"), "a note").unwrap(),
        |skill| fs::remove_file(skill.join("tests/evals.json")).unwrap(),
        |skill| symlink("/etc/hostname", skill.join("link")).unwrap(),
    ];
    for edit in edits {
        put::put(root, "tidy", &one, None).unwrap();
        edit(&root.join("tidy"));
        let before = on_disk(&root.join("tidy"));
        for result in [put::put(root, "tidy", &bundle("two"), Some(&ours)).map(drop), put::take_back(root, "tidy", &ours)] {
            let error = result.unwrap_err();
            assert!(matches!(error, InstallError::EditedByUser { .. }), "{error}");
        }
        assert_eq!(on_disk(&root.join("tidy")), before);
        fs::remove_dir_all(root.join("tidy")).unwrap();
    }
}

#[test]
fn links_do_not_lead_out_of_the_root() {
    let temp = tempfile::tempdir().unwrap();
    let (root, outside) = (temp.path().join("skills"), temp.path().join("outside"));
    fs::create_dir_all(&root).unwrap();
    fs::create_dir_all(&outside).unwrap();
    symlink(&outside, root.join("tidy")).unwrap();
    let one = bundle("one");
    for ours in [None, Some(put::fingerprint(&one))] {
        assert!(put::put(&root, "tidy", &one, ours.as_deref()).is_err());
    }
    assert!(put::take_back(&root, "tidy", &put::fingerprint(&one)).is_err());
    assert_eq!(names(&outside), [""; 0], "nothing went through the link");

    fs::write(outside.join("kept"), "x").unwrap();
    symlink(&outside, root.join(".apprentice-stage-tidy-0123456789ab")).unwrap();
    assert_eq!(put::sweep(&root), 0);
    assert_eq!(names(&outside), ["kept"]);
}

#[test]
fn names_and_paths_that_leave_the_folder_are_refused() {
    let temp = tempfile::tempdir().unwrap();
    for slug in ["", ".", "..", "../evil", "a/b", "/etc", "Tidy", "a--b", "-a", "a-", "a b", "ä", &"a".repeat(65)] {
        for error in [
            put::put(temp.path(), slug, &bundle("one"), None).unwrap_err(),
            put::take_back(temp.path(), slug, "x").unwrap_err(),
            put::probe(temp.path(), slug).unwrap_err(),
        ] {
            assert!(matches!(error, InstallError::Refused(_)), "{slug:?}: {error}");
        }
    }
    for path in ["../evil", "/etc/passwd", "a/../../b", "", ".", "a\\b"] {
        let mut files = bundle("one");
        files.0.insert(path.to_owned(), vec![]);
        assert!(matches!(put::put(temp.path(), "tidy", &files, None), Err(InstallError::Refused(_))), "{path:?}");
    }
    let without = Files(BTreeMap::from([("README.md".to_owned(), vec![])]));
    assert!(matches!(put::put(temp.path(), "tidy", &without, None), Err(InstallError::Refused(_))));
    assert_eq!(names(temp.path()), [""; 0]);
}

#[test]
fn a_folder_that_cannot_be_written_is_named_with_the_reason() {
    let temp = tempfile::tempdir().unwrap();
    fs::write(temp.path().join("file"), "x").unwrap();
    // Root ignores modes, so these are folders where nobody can write.
    for root in [PathBuf::from("/proc/apprentice-test/skills"), temp.path().join("file"), temp.path().join("file/skills")] {
        for error in [put::put(&root, "tidy", &bundle("one"), None).unwrap_err(), put::probe(&root, "tidy").unwrap_err()] {
            assert!(matches!(error, InstallError::NotWritable { .. }), "{}: {error}", root.display());
            assert!(error.to_string().contains("cannot be written: "), "{error}");
        }
    }
    assert_eq!(names(temp.path()), ["file"]);
    put::probe(&temp.path().join("not/yet/there"), "tidy").unwrap();
    assert_eq!(names(temp.path()), ["file"], "asking creates nothing");
}

/// Runs itself again under a limit on the size of files, which is how a disk without room looks to a writer.
#[test]
fn a_full_disk_leaves_nothing() {
    const ROOT: &str = "APPRENTICE_TEST_FULL_DISK";
    let big = Files(BTreeMap::from([("SKILL.md".to_owned(), b"small".to_vec()), ("big".to_owned(), vec![b'x'; 200_000])]));
    #[expect(clippy::disallowed_methods, reason = "a child of this test is told its folder this way")]
    let root = std::env::var_os(ROOT);
    if let Some(root) = root {
        let error = put::put(&PathBuf::from(root).join("new/skills"), "tidy", &big, None).unwrap_err();
        assert!(matches!(&error, InstallError::NotWritable { reason, .. } if reason == "the disk is full"), "{error}");
        return;
    }
    let temp = tempfile::tempdir().unwrap();
    let child = std::process::Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 64; exec \"$0\" --exact install::a_full_disk_leaves_nothing"])
        .arg(std::env::current_exe().unwrap())
        .env(ROOT, temp.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&child.stdout);
    assert!(child.status.success() && said.contains("1 passed"), "the child runs this test: {said}");
    assert_eq!(names(temp.path()), [""; 0], "not even the folders on the way");
}

#[test]
fn a_reader_sees_the_whole_skill_or_none() {
    let temp = tempfile::tempdir().unwrap();
    let root = temp.path().to_path_buf();
    let versions = [bundle("one"), bundle("two")];
    let prints = [put::fingerprint(&versions[0]), put::fingerprint(&versions[1])];
    let done = AtomicBool::new(false);
    let seen = std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut seen = [0u32; 3];
            while !done.load(Ordering::Relaxed) {
                // The folder is opened once, as a reader that lists it would, so that a swap cannot mix two versions.
                match fs::read_dir(root.join("tidy")) {
                    Err(_) => seen[2] += 1,
                    Ok(_) => match fs::read_to_string(root.join("tidy/SKILL.md")).as_deref() {
                        Ok("one") => seen[0] += 1,
                        Ok("two") => seen[1] += 1,
                        Ok(other) => panic!("half a skill: {other:?}"),
                        // It was taken away between the two looks; a torn one would still have the folder.
                        Err(_) => seen[2] += 1,
                    },
                }
            }
            seen
        });
        for round in 0..200 {
            let (now, before) = (round % 2, (round + 1) % 2);
            let ours = (round > 0 && round % 20 != 0).then(|| prints[before].as_str());
            put::put(&root, "tidy", &versions[now], ours).unwrap();
            if round % 20 == 19 {
                put::take_back(&root, "tidy", &prints[now]).unwrap();
            }
        }
        done.store(true, Ordering::Relaxed);
        reader.join().unwrap()
    });
    assert!(seen[0] + seen[1] > 0, "the reader saw skills: {seen:?}");
    assert_eq!(names(&root), [""; 0]);
}

#[test]
fn sweeping_removes_what_a_crash_left_and_nothing_else() {
    let temp = tempfile::tempdir().unwrap();
    let root = temp.path();
    for folder in [
        ".apprentice-stage-tidy-0123456789ab",
        ".apprentice-stage-tidy-0123456789ab.gone",
        ".apprentice-stage-lost-0123456789ab.old",
        ".apprentice-stage-tidy-notours",
        ".apprentice-stage-tidy-0123456789ab.backup",
        "tidy",
    ] {
        fs::create_dir_all(root.join(folder)).unwrap();
        fs::write(root.join(folder).join("SKILL.md"), folder).unwrap();
    }
    assert_eq!(put::sweep(root), 3);
    assert_eq!(
        names(root),
        [".apprentice-stage-tidy-0123456789ab.backup", ".apprentice-stage-tidy-notours", "lost", "tidy"],
        "what was moved aside is back"
    );
    assert_eq!(put::sweep(root), 0);
    assert_eq!(put::sweep(&root.join("missing")), 0);
}

#[test]
fn the_fingerprint_depends_on_names_and_bytes() {
    let of = |files: &[(&str, &str)]| {
        put::fingerprint(&Files(files.iter().map(|(p, t)| ((*p).to_owned(), t.as_bytes().to_vec())).collect()))
    };
    assert_eq!(of(&[("a", "1"), ("b", "2")]), of(&[("b", "2"), ("a", "1")]));
    for other in [&[("a", "1")][..], &[("a", "2"), ("b", "2")], &[("c", "1"), ("b", "2")]] {
        assert_ne!(of(&[("a", "1"), ("b", "2")]), of(other));
    }
    assert_eq!(of(&[("SKILL.md", "x")]).len(), 64);
}

/// These fail where this user may not mount a file system; `scripts/test` leaves them out there, and says so.
mod needs_mounts {
    use super::*;

    #[test]
    fn a_full_disk_keeps_the_version_before() {
        let temp = tempfile::tempdir().unwrap();
        let mounted =
            std::process::Command::new("mount").args(["-t", "tmpfs", "-o", "size=256k", "none"]).arg(temp.path()).output();
        let mounted = mounted.unwrap();
        assert!(mounted.status.success(), "needs to mount a small file system, as root: {mounted:?}");
        let root = temp.path().join("skills");
        let one = bundle("one");
        put::put(&root, "tidy", &one, None).unwrap();
        let mut two = bundle("two");
        two.0.insert("big".to_owned(), vec![b'x'; 400_000]);
        let error = put::put(&root, "tidy", &two, Some(&put::fingerprint(&one)));
        let (kept, left) = (on_disk(&root.join("tidy")), names(&root));
        fs::write(temp.path().join("filler"), vec![0; 400_000]).unwrap_err();
        let probed = put::probe(&root, "other");
        assert!(std::process::Command::new("umount").arg(temp.path()).status().unwrap().success());
        assert!(matches!(error, Err(InstallError::NotWritable { reason, .. }) if reason == "the disk is full"));
        assert_eq!(kept, one.0);
        assert_eq!(left, ["tidy"]);
        assert!(matches!(probed, Err(InstallError::NotWritable { reason, .. }) if reason == "the disk is full"));
    }
}
