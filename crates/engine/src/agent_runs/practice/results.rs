//! Reads what must be true at the end of a try, in its folder, after everything that the agent started has ended.

use apprentice_contracts::agent_practice::{
    PracticeCheck, PracticeCheckStatus as Status, PracticeResult, PracticeResultKind as Kind,
};
use apprentice_observe::redact::mask_text;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The most that is read of a file.
const MAX_FILE: u64 = 1 << 20;
/// How much of a file is shown where it lacks something.
const SHOWN: usize = 160;

/// What became of each result. Blocks.
pub(super) fn read(folder: &Path, results: &[PracticeResult]) -> Vec<PracticeCheck> {
    results.iter().map(|result| check(folder, result)).collect()
}

fn check(folder: &Path, result: &PracticeResult) -> PracticeCheck {
    let (status, evidence) = match result.kind {
        Kind::OnYourWord => (Status::OnYourWord, "Apprentice cannot read it. Look yourself.".to_owned()),
        Kind::FileExists => match file(folder, result) {
            Ok(_) => (Status::Holds, "Read again, the file is there.".to_owned()),
            Err(why) => (Status::Fails, why),
        },
        Kind::FileContains => match file(folder, result).and_then(|path| text(&path)) {
            Ok(text) => contains(&text, result.text.as_deref().unwrap_or_default()),
            Err(why) => (Status::Fails, why),
        },
    };
    let evidence = mask_text(&evidence).0.chars().take(400).collect();
    PracticeCheck { result: result.clone(), status, evidence }
}

/// The file of a result. A link that leads out of the folder is no file of it. Errors: why there is none, in words.
fn file(folder: &Path, result: &PracticeResult) -> Result<PathBuf, String> {
    let path = result.path.as_deref().unwrap_or_default();
    let missing = || format!("“{path}” was not there.");
    let real = folder.join(path).canonicalize().map_err(|_| missing())?;
    let inside = folder.canonicalize().is_ok_and(|folder| real.starts_with(folder));
    if !inside {
        return Err(format!("“{path}” leads out of the folder."));
    }
    match std::fs::metadata(&real) {
        Ok(found) if found.is_file() => Ok(real),
        Ok(_) => Err(format!("“{path}” is no file.")),
        Err(_) => Err(missing()),
    }
}

fn text(path: &Path) -> Result<String, String> {
    let mut bytes = Vec::new();
    let unread = |error: std::io::Error| format!("it could not be read: {error}.");
    std::fs::File::open(path).map_err(unread)?.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(unread)?;
    if bytes.len() as u64 > MAX_FILE {
        return Err("it has more than 1 MiB, which is not read. Name another file.".to_owned());
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Whether each line that is wanted stands within a line of the text. White space and case count as little as in every other check.
fn contains(text: &str, wanted: &str) -> (Status, String) {
    let plain = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let lines: Vec<String> = text.lines().map(plain).collect();
    let missing = wanted.lines().map(str::trim).filter(|line| !line.is_empty()).find(|wanted| {
        let wanted = plain(wanted);
        !lines.iter().any(|line| line.contains(&wanted))
    });
    match missing {
        None => (Status::Holds, "Read again, the file contains it.".to_owned()),
        Some(_) if text.trim().is_empty() => (Status::Fails, "The file was empty.".to_owned()),
        Some(line) => {
            let shown: String = text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(SHOWN).collect();
            (Status::Fails, format!("The file lacked “{line}”. It began with “{shown}”."))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(kind: Kind, path: &str, text: &str) -> PracticeResult {
        PracticeResult { kind, path: Some(path.to_owned()), text: Some(text.to_owned()) }
    }

    #[test]
    fn a_result_is_what_stands_in_the_folder() {
        let world = tempfile::tempdir().unwrap();
        let folder = world.path().join("work");
        std::fs::create_dir_all(folder.join("out")).unwrap();
        std::fs::write(folder.join("out/a.csv"), "Name,Value\nAda   Lovelace, 1\n").unwrap();
        std::fs::write(folder.join("empty"), "").unwrap();
        std::fs::write(folder.join("large"), vec![b'x'; (MAX_FILE + 1) as usize]).unwrap();
        std::fs::write(world.path().join("secret"), "s").unwrap();
        apprentice_platform::links::symlink(&world.path().join("secret"), &folder.join("link")).unwrap();
        for (result, status, words) in [
            (result(Kind::FileExists, "out/a.csv", ""), Status::Holds, "there"),
            (result(Kind::FileExists, "empty", ""), Status::Holds, "there"),
            (result(Kind::FileExists, "out", ""), Status::Fails, "no file"),
            (result(Kind::FileExists, "b.csv", ""), Status::Fails, "was not there"),
            (result(Kind::FileExists, "link", ""), Status::Fails, "leads out"),
            (result(Kind::FileContains, "out/a.csv", "ada lovelace"), Status::Holds, "contains"),
            (result(Kind::FileContains, "out/a.csv", "name\n\n  lovelace, 1 "), Status::Holds, "contains"),
            (result(Kind::FileContains, "out/a.csv", "name\nBob"), Status::Fails, "lacked “Bob”. It began with “Name,Value Ada"),
            (result(Kind::FileContains, "empty", "x"), Status::Fails, "was empty"),
            (result(Kind::FileContains, "large", "x"), Status::Fails, "1 MiB"),
            (result(Kind::FileContains, "link", "s"), Status::Fails, "leads out"),
            (
                PracticeResult { kind: Kind::OnYourWord, path: None, text: Some("it is nice".into()) },
                Status::OnYourWord,
                "Look yourself",
            ),
        ] {
            let check = check(&folder, &result);
            assert_eq!(check.status, status, "{check:?}");
            assert!(check.evidence.contains(words), "{check:?}");
        }
    }
}
