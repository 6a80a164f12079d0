//! Reads what must be true at the end of a try, in its folder, after everything that the agent started has ended. A file is read as a later
//! rehearsal reads it, and its text is looked for in the same way, so that a result that held in practice can hold there.

use apprentice_compiler::missing_line;
use apprentice_contracts::agent_practice::{
    PracticeCheck, PracticeCheckStatus as Status, PracticeResult, PracticeResultKind as Kind,
};
use apprentice_observe::redact::mask_text;
use apprentice_observe::terminal::text_lines;
use std::path::{Path, PathBuf};

/// How much of a file is shown where it lacks something.
const SHOWN: usize = 160;

/// What became of each result. Blocks.
pub(in crate::agent_runs) fn read(folder: &Path, results: &[PracticeResult]) -> Vec<PracticeCheck> {
    results.iter().map(|result| check(folder, result)).collect()
}

/// How the words begin that say that a file could not be read, and that only a part of it was.
const UNREADABLE: &str = "It could not be read";
const IN_PART: &str = "In what is read of the file";

/// Whether nobody knows if a result holds: the file is there, and could not be read, or not to its end.
pub(in crate::agent_runs) fn is_undecided(check: &PracticeCheck) -> bool {
    check.status == Status::Fails && (check.evidence.starts_with(UNREADABLE) || check.evidence.starts_with(IN_PART))
}

fn check(folder: &Path, result: &PracticeResult) -> PracticeCheck {
    let (status, evidence) = match result.kind {
        Kind::OnYourWord => (Status::OnYourWord, "Apprentice cannot read it. Look yourself.".to_owned()),
        Kind::FileExists => match file(folder, result) {
            Ok(_) => (Status::Holds, "Read again, the file is there.".to_owned()),
            Err(why) => (Status::Fails, why),
        },
        Kind::FileContains => match file(folder, result).map(|path| text_lines(&path)) {
            Ok(Ok((lines, whole))) => contains(&lines, whole, result.text.as_deref().unwrap_or_default()),
            Ok(Err(error)) => (Status::Fails, format!("{UNREADABLE}: {error}.")),
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

/// Whether each line that is wanted is within a line of the file. `whole`: these are all of its lines.
fn contains(lines: &[String], whole: bool, wanted: &str) -> (Status, String) {
    match missing_line(wanted, lines) {
        None => (Status::Holds, "Read again, the file contains it.".to_owned()),
        Some(line) if !whole => {
            let read = "of a file, the text is read up to 256 KiB and 5,000 lines. Name another file";
            (Status::Fails, format!("{IN_PART}, “{line}” was not there; {read}."))
        }
        Some(_) if lines.iter().all(|line| line.trim().is_empty()) => (Status::Fails, "The file was empty.".to_owned()),
        Some(line) => {
            let words: Vec<&str> = lines.iter().flat_map(|line| line.split_whitespace()).take(SHOWN).collect();
            let shown: String = words.join(" ").chars().take(SHOWN).collect();
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
        let many: String = (0..5_001).map(|at| format!("line {at}\n")).collect();
        std::fs::write(folder.join("long"), format!("{many}the end")).unwrap();
        std::fs::write(folder.join("wide"), format!("{} the end", "x".repeat(500))).unwrap();
        std::fs::write(folder.join("binary"), b"Ada\0").unwrap();
        let twelve: String = (0..12).map(|at| format!("line {at}\n")).collect();
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
            (result(Kind::FileContains, "long", &twelve), Status::Holds, "contains"),
            (result(Kind::FileContains, "long", &format!("{twelve}no such line")), Status::Fails, "“no such line”"),
            (result(Kind::FileContains, "long", "the end"), Status::Fails, "5,000 lines"),
            (result(Kind::FileContains, "wide", "the end"), Status::Fails, "lacked “the end”"),
            (result(Kind::FileContains, "binary", "Ada"), Status::Fails, "256 KiB"),
            (result(Kind::FileContains, "out/a.csv", "a*e,1"), Status::Fails, "lacked"),
            (result(Kind::FileContains, "out/a.csv", "a*e, 1"), Status::Holds, "contains"),
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
