//! Receipts that left the database: `system/learning/archived/receipts-YYYY.jsonl`, one file for each year in which they were created, one
//! line for each receipt. They are in no list any more, and are never deleted.
//!
//! Invariant: a receipt is in the file, durably and once, before it leaves the database. A program that was killed in between appends it
//! again, and an incomplete last line is cut off first.

use crate::core::files::replace;
use apprentice_contracts::json;
use apprentice_contracts::receipt::LearningReceipt;
use apprentice_platform::files::sync_folder;
use apprentice_platform::permissions::open_private;
use chrono::Datelike;
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

fn folder(home: &Path) -> PathBuf {
    crate::core::home::system(home).join("learning/archived")
}

/// Appends the receipts that are not there yet. When it returns they are durable.
pub(crate) fn append(home: &Path, receipts: &[LearningReceipt]) -> io::Result<()> {
    let mut years: BTreeMap<i32, Vec<&LearningReceipt>> = BTreeMap::new();
    for receipt in receipts {
        years.entry(receipt.created_at.year()).or_default().push(receipt);
    }
    let folder = folder(home);
    std::fs::create_dir_all(&folder)?;
    for (year, receipts) in years {
        append_to(&folder.join(format!("receipts-{year:04}.jsonl")), &receipts)?;
    }
    sync_folder(&folder)
}

fn append_to(path: &Path, receipts: &[&LearningReceipt]) -> io::Result<()> {
    let mut file = open_private(OpenOptions::new().read(true).write(true).create(true), path)?;
    let (known, end) = known(&file)?;
    file.set_len(end)?;
    file.seek(SeekFrom::Start(end))?;
    let mut lines = Vec::new();
    for receipt in receipts.iter().filter(|receipt| !known.contains(&receipt.receipt_id.to_string())) {
        lines.extend(json::to_text(receipt)?.into_bytes());
        lines.push(b'\n');
    }
    file.write_all(&lines)?;
    file.sync_all()
}

/// The ids in the file, and where its last complete line ends.
fn known(file: &File) -> io::Result<(HashSet<String>, u64)> {
    let (mut ids, mut end) = (HashSet::new(), 0);
    let mut lines = BufReader::new(file);
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line)? > 0 && line.ends_with(b"\n") {
        end += line.len() as u64;
        ids.extend(json::read::<Value>(&line).ok().and_then(|receipt| Some(receipt["receipt_id"].as_str()?.to_owned())));
        line.clear();
    }
    Ok((ids, end))
}

/// Changes the archived receipts that `wanted` picks. A file without one stays as it is.
pub(crate) fn change(
    home: &Path,
    wanted: impl Fn(&LearningReceipt) -> bool,
    change: impl Fn(&mut LearningReceipt),
) -> io::Result<()> {
    let entries = match std::fs::read_dir(folder(home)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            change_in(&path, &wanted, &change)?;
        }
    }
    Ok(())
}

fn change_in(path: &Path, wanted: &impl Fn(&LearningReceipt) -> bool, change: &impl Fn(&mut LearningReceipt)) -> io::Result<()> {
    let (mut content, mut changed) = (Vec::new(), false);
    for line in std::fs::read(path)?.split_inclusive(|byte| *byte == b'\n') {
        match json::read::<LearningReceipt>(line).ok().filter(|receipt| wanted(receipt)) {
            Some(mut receipt) => {
                changed = true;
                change(&mut receipt);
                content.extend(json::to_text(&receipt)?.into_bytes());
                content.push(b'\n');
            }
            None => content.extend(line),
        }
    }
    if changed { replace(path, &content) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use uuid::Uuid;

    fn receipt(n: u128, created_at: &str) -> LearningReceipt {
        serde_json::from_value(json!({
            "receipt_id": Uuid::from_u128(n), "kind": "trigger_tested", "summary": format!("Receipt {n}."),
            "correlation_id": Uuid::from_u128(9), "created_at": created_at, "schema_version": 1,
        }))
        .unwrap()
    }

    fn archived(home: &Path, year: u32) -> Vec<LearningReceipt> {
        let text = std::fs::read_to_string(folder(home).join(format!("receipts-{year}.jsonl"))).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn a_receipt_goes_into_the_file_of_its_year_once() {
        let home = tempfile::tempdir().unwrap();
        let all = [receipt(1, "2026-12-31T23:59:59Z"), receipt(2, "2027-01-01T00:00:00Z"), receipt(3, "2027-06-01T00:00:00Z")];
        append(home.path(), &all[..2]).unwrap();
        append(home.path(), &all).unwrap();
        assert_eq!(archived(home.path(), 2026), all[..1]);
        assert_eq!(archived(home.path(), 2027), all[1..]);
    }

    /// Killed at any byte: the next append has every receipt once.
    #[test]
    fn an_append_that_was_interrupted_is_completed() {
        let home = tempfile::tempdir().unwrap();
        let all = [receipt(1, "2027-01-01T00:00:00Z"), receipt(2, "2027-01-02T00:00:00Z")];
        append(home.path(), &all).unwrap();
        let path = folder(home.path()).join("receipts-2027.jsonl");
        let whole = std::fs::read(&path).unwrap();
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            append(home.path(), &all).unwrap();
            assert_eq!(archived(home.path(), 2027), all, "killed after {length} bytes");
        }
    }

    #[test]
    fn words_of_a_deleted_session_leave_the_archive_too() {
        let home = tempfile::tempdir().unwrap();
        change(home.path(), |_| true, |_| panic!("there is no archive")).unwrap();
        append(home.path(), &[receipt(1, "2027-01-01T00:00:00Z"), receipt(2, "2027-01-02T00:00:00Z")]).unwrap();
        change(home.path(), |receipt| receipt.summary == "Receipt 2.", |receipt| receipt.summary = "Gone.".into()).unwrap();
        let summaries: Vec<_> = archived(home.path(), 2027).into_iter().map(|receipt| receipt.summary).collect();
        assert_eq!(summaries, ["Receipt 1.", "Gone."]);
    }
}
