//! The size of each kind of data, and its retention.

use super::files;
use crate::core::home::is_ours;
use apprentice_contracts::data::{DataKind, DataUsage, DataUsageResponse, RetentionRule};
use std::collections::BTreeMap;
use std::path::{Component, Path};

pub(super) fn of(home: &Path) -> DataUsageResponse {
    let mut kinds: BTreeMap<DataKind, (u64, u64)> = BTreeMap::new();
    let ours = std::fs::read_dir(home).into_iter().flatten().flatten();
    let ours = ours.map(|entry| entry.path()).filter(|path| path.file_name().and_then(|name| name.to_str()).is_some_and(is_ours));
    for (file, bytes) in ours.flat_map(|path| files(&path)) {
        let kind = kind(file.strip_prefix(home).unwrap_or(&file));
        let sum = kinds.entry(kind).or_default();
        *sum = (sum.0 + bytes, sum.1 + 1);
    }
    let kinds: Vec<_> = kinds.into_iter().map(|(kind, (bytes, files))| DataUsage { kind, bytes, files }).collect();
    DataUsageResponse {
        home: home.display().to_string(),
        total_bytes: kinds.iter().map(|usage| usage.bytes).sum(),
        kinds,
        retention: retention(),
    }
}

/// The kind of a path relative to the home.
fn kind(path: &Path) -> DataKind {
    let parts: Vec<_> =
        path.components().filter_map(|part| if let Component::Normal(name) = part { name.to_str() } else { None }).collect();
    let under = |name: &str| parts.iter().rev().skip(1).any(|part| *part == name);
    match parts.as_slice() {
        [file] if file.starts_with("apprentice.db") => DataKind::Database,
        ["sandbox", ..] => DataKind::Sandbox,
        _ if under("versions") => DataKind::Versions,
        _ if under("import") => DataKind::Imports,
        _ if under("archived") => DataKind::Archives,
        ["system", ..] => DataKind::Projections,
        _ => DataKind::Other,
    }
}

fn retention() -> Vec<RetentionRule> {
    let rule = |what: &str, after_hours: Option<u32>, outcome: &str| RetentionRule {
        what: what.into(),
        after_hours,
        outcome: outcome.into(),
    };
    vec![
        rule("A session that was set up and not started", Some(1), "is cancelled"),
        rule("A demonstration that nobody stops", Some(4), "is paused"),
        rule("What was observed in a session that has ended", Some(7 * 24), "is deleted"),
        rule("Calls of connectors that are kept to teach from", Some(7 * 24), "are deleted; at most 2,000 are kept"),
        rule("Uploaded skills that were not staged", Some(24), "are deleted"),
        rule("Imports that have ended", Some(30 * 24), "are forgotten, unless what they installed is there still"),
        rule("Copies of skills that were removed or overwritten", Some(30 * 24), "are deleted; at most 1 GiB is kept"),
        rule("Drafts that were rejected or cancelled", Some(14 * 24), "are archived"),
        rule("Sessions that have ended", Some(30 * 24), "are archived"),
        rule("Test results", None, "are kept and archived with their draft"),
        rule(
            "Receipts of checkpoints",
            None,
            "are kept: the latest 100 of each ability, its last 20 runs and 7 days; the rest as counts",
        ),
        rule("Receipts of what happened", Some(365 * 24), "are archived, in a file for each year"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_a_kind() {
        for (path, expected) in [
            ("apprentice.db", DataKind::Database),
            ("apprentice.db-wal", DataKind::Database),
            ("system/learning/receipts.jsonl", DataKind::Projections),
            ("system/learning/archived/sessions/a.json", DataKind::Archives),
            ("system/skills/import/staged/a/SKILL.md", DataKind::Imports),
            ("versions/a/SKILL.md", DataKind::Versions),
            ("sandbox/skills/versions/SKILL.md", DataKind::Sandbox),
            ("run/browser/Preferences", DataKind::Other),
            ("import", DataKind::Other),
        ] {
            assert_eq!(kind(Path::new(path)), expected, "{path}");
        }
    }

    #[test]
    fn all_files_are_counted_once() {
        let home = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(home.path().join("system/a")).unwrap();
        std::fs::write(home.path().join("system/a/b"), "12345").unwrap();
        std::fs::write(home.path().join("apprentice.db"), "123").unwrap();
        std::fs::write(home.path().join("letter.txt"), "not ours").unwrap();
        std::os::unix::fs::symlink(home.path(), home.path().join("system/loop")).unwrap();
        let usage = of(home.path());
        assert_eq!(usage.total_bytes, 8);
        assert_eq!(usage.kinds.iter().map(|kind| kind.files).sum::<u64>(), 2);
    }
}
