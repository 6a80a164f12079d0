//! What a terminal reads: folders and repositories before the first command in them, and any source afresh.

use super::stage::Stage;
use apprentice_contracts::reading::{MAX_RECORDS, Reading, ReadingSource};
use std::io::Write;
use std::path::Path;

/// The cells of each record, with the header where there is one; digests are shortened.
fn lines(reading: &Reading) -> Vec<String> {
    let line = |record: &apprentice_contracts::reading::ReadRecord| {
        let cells: Vec<&str> =
            record.cells.iter().map(|cell| if cell.header == "digest" { &cell.text[..6] } else { cell.text.as_str() }).collect();
        format!("{:?} {}", record.kind, cells.join(" "))
    };
    reading.records.iter().map(line).collect()
}

fn text(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}

fn folder(path: &Path) -> ReadingSource {
    ReadingSource::Folder { path: text(path) }
}

fn file(path: &Path) -> ReadingSource {
    ReadingSource::File { path: text(path) }
}

fn output(command: &str, directory: &Path) -> ReadingSource {
    ReadingSource::Output { command: command.into(), directory: text(directory) }
}

fn git(directory: &Path, arguments: &[&str]) {
    let identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "init.defaultBranch=main"];
    let mut command = std::process::Command::new("git");
    let done = command.args(identity).args(arguments).current_dir(directory).stdout(std::process::Stdio::null()).status();
    assert!(done.unwrap().success(), "git {arguments:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_is_read_before_the_first_command_in_it() {
    let stage = Stage::new();
    let work = stage.work();
    std::fs::write(work.join("notes.txt"), "tea\n").unwrap();
    std::fs::write(work.join("empty"), "").unwrap();
    std::fs::write(work.join("image"), [0, 1, 2]).unwrap();
    std::fs::create_dir_all(work.join("sub/node_modules/x")).unwrap();
    let mut watch = stage.watch().await;
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    bash.line("echo coffee > notes.txt");
    let (read, run) = watch.readings().await;
    assert_eq!(run.command_line, "echo coffee > notes.txt");
    // What the file contained before the command changed it.
    assert_eq!(read.len(), 2);
    assert_eq!((&read[1].source, lines(&read[1])), (&file(&work.join("notes.txt")), vec!["Line tea".to_owned()]));
    assert_eq!((&read[0].source, read[0].complete), (&folder(&work), true));
    assert_eq!(
        lines(&read[0]),
        ["File empty empty 0 e3b0c4", "File image binary 3 ae4b32", "File notes.txt text 4 b49c87", "File sub folder"]
    );
    bash.line("echo again > notes.txt");
    assert_eq!(watch.readings().await.0, [], "once for each folder and file");
    bash.line("cd sub");
    watch.command().await;
    bash.line("touch new");
    let (read, _) = watch.readings().await;
    assert_eq!((read[0].source.clone(), lines(&read[0])), (folder(&work.join("sub")), vec![]));
    let fresh = watch.read(folder(&work)).await.unwrap();
    let again = lines(&fresh).into_iter().find(|line| line.contains("notes")).unwrap();
    assert!(again.starts_with("File notes.txt text 6 ") && !again.ends_with("b49c87"), "{again}");
    assert!(lines(&fresh).contains(&"File sub/new empty 0 e3b0c4".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repository_is_asked_what_it_holds() {
    let stage = Stage::new();
    let work = stage.work();
    git(&work, &["init", "-q"]);
    let mut watch = stage.watch().await;
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    bash.line("true");
    let (read, _) = watch.readings().await;
    assert_eq!(read.len(), 7, "the folder and six outputs, also without a commit");
    assert!(read[1..].iter().all(|reading| reading.records.is_empty() && reading.complete));

    std::fs::write(work.join("a.txt"), "tea").unwrap();
    git(&work, &["add", "."]);
    git(&work, &["commit", "-qm", "Add tea ghp_abcdefghijklmnopqrstuvwxyz0123456789"]);
    git(&work, &["branch", "release/v1"]);
    git(&work, &["tag", "v1"]);
    git(&work, &["update-ref", "refs/remotes/origin/main", "HEAD"]);
    std::fs::write(work.join("a.txt"), "coffee").unwrap();
    std::fs::create_dir(work.join("deep")).unwrap();
    for (command, expected) in [
        ("git branches", vec!["Line main", "Line release/v1"]),
        ("git tags", vec!["Line v1"]),
        ("git remote branches", vec!["Line origin/main Add tea ▮▮▮▮▮▮"]),
        ("git log", vec!["Line Add tea ▮▮▮▮▮▮"]),
        ("git head", vec!["Line main"]),
        ("git staged and changed", vec!["Line M\ta.txt"]),
    ] {
        let reading = watch.read(output(command, &work.join("deep"))).await.unwrap();
        let read: Vec<String> = lines(&reading);
        assert_eq!(read.len(), expected.len(), "{command}: {read:?}");
        assert!(read.iter().zip(&expected).all(|(line, start)| line.starts_with(start)), "{command}: {read:?}");
    }
    for command in ["git push", "rm a.txt", "git log; ls", ""] {
        assert!(watch.read(output(command, &work)).await.is_err(), "{command} is not in the table");
    }
    assert!(watch.read(output("git log", &stage.user())).await.unwrap_err().contains("not in a git repository"));
}

#[tokio::test(flavor = "multi_thread")]
async fn files_are_lines_or_entries() {
    let stage = Stage::new();
    let work = stage.work();
    let watch = stage.watch().await;
    let read = async |name: &str, bytes: &[u8]| {
        std::fs::write(work.join(name), bytes).unwrap();
        let reading = watch.read(file(&work.join(name))).await.unwrap();
        (lines(&reading), reading.complete)
    };
    let secret =
        "password=hunter2secret\n-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----\n";
    let (read_lines, complete) = read("config", format!("host=example\n{secret}last").as_bytes()).await;
    assert!(complete && read_lines[0] == "Line host=example" && read_lines.last().unwrap() == "Line last", "{read_lines:?}");
    let all = read_lines.join("\n");
    assert!(!all.contains("hunter2") && !all.contains("MIIEv"), "{all}");
    let (many, complete) = read("long", "x\n".repeat(MAX_RECORDS + 1).as_bytes()).await;
    assert_eq!((many.len(), complete), (MAX_RECORDS, false));
    assert!(!read("big", &vec![b'x'; 300 * 1024]).await.1);
    assert_eq!(read("empty", b"").await, (vec![], true));
    assert_eq!(read("picture", &[0x89, b'P', b'N', b'G', 0, 1]).await, (vec![], false));

    let mut tar = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.set_size(3);
    header.set_mode(0o644);
    tar.append_data(&mut header, "site/index.html", &b"tea"[..]).unwrap();
    let tar = tar.into_inner().unwrap();
    let zipped = |bytes: &[u8]| {
        let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        gz.write_all(bytes).unwrap();
        gz.finish().unwrap()
    };
    assert_eq!(read("a.tar", &tar).await, (vec!["Entry site/index.html 3".into()], true));
    assert_eq!(read("a.tar.gz", &zipped(&tar)).await, (vec!["Entry site/index.html 3".into()], true));
    assert_eq!(read("dump.sql.gz", &zipped(b"select")).await, (vec!["Entry dump.sql 6".into()], true));
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    zip.start_file("b/c.txt", zip::write::SimpleFileOptions::default()).unwrap();
    zip.write_all(b"four").unwrap();
    let zip = zip.finish().unwrap().into_inner();
    assert_eq!(read("a.zip", &zip).await, (vec!["Entry b/c.txt 4".into()], true));
    for (name, bytes) in [("cut.zip", &zip[..zip.len() - 9]), ("cut.tgz", &zipped(&tar)[..30]), ("cut.tar", &tar[..513])] {
        assert_eq!(read(name, bytes).await, (vec![], false), "{name} is damaged");
    }
    let bomb = read("bomb.gz", &zipped(&vec![0; 300 << 20])).await;
    assert!(!bomb.1, "what inflates without end is not read to its end: {:?}", bomb.0);
    assert!(watch.read(file(&work.join("nowhere"))).await.unwrap_err().contains("is not there"));
    assert!(watch.read(folder(&work.join("nowhere"))).await.unwrap_err().contains("is not there"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_file_contained_before_a_pause_is_not_reported() {
    let stage = Stage::new();
    let notes = stage.work().join("notes.txt");
    std::fs::write(&notes, "tea\n").unwrap();
    let mut watch = stage.watch().await;
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    bash.line("true");
    assert_eq!(watch.readings().await.0.len(), 1, "the folder");
    watch.watching.as_ref().unwrap().set_paused(true).await;
    std::fs::write(&notes, "a secret of the pause\n").unwrap();
    watch.watching.as_ref().unwrap().set_paused(false).await;
    bash.line("echo coffee > notes.txt");
    assert_eq!(watch.readings().await.0, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_outside_the_scope_is_read() {
    let stage = Stage::new();
    let (work, user) = (stage.work(), stage.user());
    std::fs::write(work.join("in.txt"), "tea").unwrap();
    std::fs::write(user.join("out.txt"), "secret recipe").unwrap();
    std::os::unix::fs::symlink(user.join("out.txt"), work.join("link.txt")).unwrap();
    let mut watch = stage.watch_only(&[&text(&work)]).await;
    assert!(watch.read(file(&work.join("in.txt"))).await.is_ok());
    for source in [
        file(&user.join("out.txt")),
        file(&work.join("link.txt")),
        file(&work.join("../user/out.txt")),
        folder(&user),
        output("git log", &user),
    ] {
        assert!(watch.read(source.clone()).await.unwrap_err().contains("outside"), "{source:?}");
    }
    let bash = stage.hooked_bash(&mut watch, &[]).await;
    bash.line(&format!("cd {}", user.display()));
    bash.line("cat out.txt");
    bash.line(&format!("cd {}", work.display()));
    bash.line("echo done > in.txt");
    let mut all = Vec::new();
    loop {
        let (read, run) = watch.readings().await;
        all.extend(read);
        if run.command_line.starts_with("echo") {
            break;
        }
    }
    assert_eq!(all.iter().map(|reading| &reading.source).collect::<Vec<_>>(), [&folder(&work), &file(&work.join("in.txt"))]);
    watch.stop().await;
    // Without a scope, Apprentice's own folder is out of reach anyway.
    let watch = stage.watch().await;
    std::fs::write(stage.home().join("own"), "x").unwrap();
    assert!(watch.read(file(&stage.home().join("own"))).await.is_err());
}
