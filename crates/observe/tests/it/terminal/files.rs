//! Files that a command created, changed or removed.

use super::stage::{Stage, names};
use apprentice_contracts::observation::FileChangeKind::{Changed, Created, Removed};

#[tokio::test(flavor = "multi_thread")]
async fn each_command_is_credited_with_its_own_files() {
    let stage = Stage::new();
    let work = stage.work();
    std::fs::write(work.join("old.txt"), "old").unwrap();
    std::fs::write(work.join("gone.txt"), "gone").unwrap();
    std::fs::create_dir_all(work.join("sub/.git")).unwrap();
    let mut watch = stage.watch().await;
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    for (line, expected) in [
        ("echo one > new.txt", vec![("new.txt", Created)]),
        ("cat new.txt", vec![]),
        ("echo more >> old.txt", vec![("old.txt", Changed)]),
        ("rm gone.txt", vec![("gone.txt", Removed)]),
        (
            "mkdir -p release/v1; echo tea > release/v1/note",
            vec![("release/", Created), ("release/v1/", Created), ("release/v1/note", Created)],
        ),
        ("mv new.txt sub/moved.txt", vec![("new.txt", Removed), ("sub/moved.txt", Created)]),
        ("echo x > sub/.git/index", vec![]),
        ("chmod 600 old.txt", vec![("old.txt", Changed)]),
        ("echo same > 'a b.txt'; rm 'a b.txt'", vec![]),
        ("rm -r release", vec![("release/", Removed), ("release/v1/", Removed), ("release/v1/note", Removed)]),
    ] {
        bash.line(line);
        let run = watch.command().await;
        let expected: Vec<_> = expected.into_iter().map(|(name, change)| (name.to_owned(), change)).collect();
        assert_eq!((run.command_line.as_str(), names(&run)), (line, expected));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sizes_are_reported_and_at_most_fifty_files() {
    let stage = Stage::new();
    let mut watch = stage.watch().await;
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    bash.line("printf 12345 > five; mkdir d; : > d/empty");
    let run = watch.command().await;
    let sizes: Vec<_> = run.files.iter().map(|file| (file.path.as_str(), file.size)).collect();
    assert_eq!(sizes, [("d/", None), ("five", Some(5)), ("d/empty", Some(0))]);
    bash.line("touch f{1..80}");
    assert_eq!(watch.command().await.files.len(), 50);
}

#[tokio::test(flavor = "multi_thread")]
async fn apprentice_own_home_and_the_rest_of_the_disk_do_not_count() {
    let stage = Stage::new();
    let mut watch = stage.watch().await;
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    bash.line("cd ..");
    watch.command().await;
    bash.line("echo x > home/own.txt; echo y > user/theirs.txt");
    let run = watch.command().await;
    assert_eq!(names(&run), [("user/theirs.txt".to_owned(), Created)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn quick_commands_keep_their_files_apart() {
    let stage = Stage::new();
    let mut watch = stage.watch().await;
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    for n in 0..20 {
        bash.line(&format!("sleep 0.05; echo {n} > file{n}"));
    }
    for n in 0..20 {
        let run = watch.command().await;
        assert_eq!(names(&run), [(format!("file{n}"), Created)], "{}", run.command_line);
    }
}

/// More files than are listed in an instant.
fn fill(folder: &std::path::Path) {
    std::fs::create_dir_all(folder).unwrap();
    for n in 0..4_500 {
        std::fs::write(folder.join(format!("{n}")), "").unwrap();
    }
    std::fs::write(folder.join("gone.txt"), "gone").unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_is_known_before_its_shell_or_the_way_there_is_reported_of() {
    let stage = Stage::new();
    fill(&stage.work());
    fill(&stage.user().join("other"));
    let mut watch = stage.watch().await;
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    for step in [None, Some("cd ../user/other")] {
        if let Some(line) = step {
            bash.line(line);
            watch.command().await;
        }
        bash.line("rm gone.txt");
        assert_eq!(names(&watch.command().await), [("gone.txt".to_owned(), Removed)], "after {step:?}");
    }
}
