//! Converts import records of older versions when they are first loaded (§0C.20 "Import migration / backfill rules"). Every
//! conversion gets a receipt.

use super::report;
use super::transitions::{add_receipt, new_row, step_failed, store};
use super::uploads::place;
use crate::Answer;
use crate::core::transaction::WriteTx;
use crate::imports::Imports;
use apprentice_contracts::ids::ImportId;
use apprentice_contracts::import::{SkillImportState as S, *};
use apprentice_contracts::json;
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_contracts::skill::FindingSeverity;
use apprentice_store::imports;
use apprentice_store::imports::ImportRow;
use serde_json::Value;
use std::path::Path;

impl Imports {
    /// Converts every row of an older form. An import in a state that has no successor any more is scanned again, or ends.
    pub(super) async fn backfill_imports(&self) -> Answer<()> {
        let home = self.core.options.home.clone();
        self.core
            .change(move |tx| {
                for (ordinal, old) in imports::legacy(tx.db)? {
                    let mut row = converted(tx, &old);
                    rescan_or_expire(tx, &home, &mut row)?;
                    imports::replace(tx.db, ordinal, &row)?;
                    say(tx, &row, state_of(&old).unwrap_or("nothing"))?;
                }
                for mut row in imports::unfinished(tx.db)? {
                    let was = row.record.stage_state;
                    if rescan_or_expire(tx, &home, &mut row)? {
                        store(tx, &mut row)?;
                        say(tx, &row, was.as_str())?;
                    }
                }
                Ok(())
            })
            .await
    }
}

fn say(tx: &WriteTx<'_>, row: &ImportRow, was: &str) -> Answer<()> {
    let is = row.record.stage_state.as_str();
    let summary = format!("The import {} was converted: {was} is {is} now.", row.record.skill_name);
    add_receipt(tx, row, ReceiptKind::MigrationBackfill, &summary, Some("skill_import")).map(drop)
}

/// An older version left the import in a state from which the wizard cannot continue. While its source exists it is scanned
/// again, else it expires. This is not a transition of the graph. Returns whether the state changed.
fn rescan_or_expire(tx: &WriteTx<'_>, home: &Path, row: &mut ImportRow) -> Answer<bool> {
    let source = match (&row.artifact_ref, &row.legacy_path) {
        (Some(name), _) => {
            imports::artifact(tx.db, name)?.is_some_and(|artifact| !artifact.gone && place(home, &artifact.temp).exists())
        }
        (None, Some(path)) => Path::new(path).is_dir(),
        (None, None) => false,
    };
    let needs_an_upload = row.artifact_ref.is_none();
    let stands = match row.record.stage_state {
        S::UploadPending | S::Uploaded | S::Scanning | S::Staging | S::InstallQueued => needs_an_upload,
        S::ReadyForReview | S::InstallFailed => row.fingerprint.is_none(),
        S::ScanFailed | S::ScanComplete | S::StageFailed => needs_an_upload && !source,
        _ => false,
    };
    if !stands {
        return Ok(false);
    }
    let (to, code, message) = match source {
        true => (S::ScanFailed, "SCAN_AGAIN", "An older version left this import where it could not go on. Scan it again."),
        false => (S::Expired, "SOURCE_GONE", "What an older version imported does not exist any more. Import the skill again."),
    };
    row.record.stage_state = to;
    row.since = tx.now;
    step_failed(row, SkillImportRetryKind::Scan, code, message, false);
    Ok(true)
}

/// The record is the whole value, or its field `record`.
fn record_of(old: &Value) -> &Value {
    old.get("record").unwrap_or(old)
}

fn state_of(old: &Value) -> Option<&str> {
    record_of(old)["stage_state"].as_str()
}

fn converted(tx: &WriteTx<'_>, old: &Value) -> ImportRow {
    let record = record_of(old);
    let text = |key: &str| record[key].as_str().filter(|text| !text.is_empty());
    let mut row = match json::from_value::<ImportRow>(&with_known_state(old)) {
        Ok(row) => row,
        Err(_) => {
            let source = json::from_value(&record["source"]).unwrap_or_default();
            let mut row = new_row(tx, source, "", text("skill_name").unwrap_or("An older import"));
            row.artifact_ref = None;
            row
        }
    };
    if let Some(id) = text("import_id").and_then(|id| id.parse::<ImportId>().ok()) {
        row.record.import_id = id;
    }
    if let Some(path) = text("input_path") {
        row.record.source_ref_kind = ImportSourceRefKind::LegacyPath;
        row.record.source_ref = path.chars().take(240).collect();
        row.legacy_path = Some(path.to_owned());
    }
    row.record.skill_pack = text("skill_pack").map(str::to_owned).or(row.record.skill_pack);
    row.record.updated_at = tx.now;
    row.since = tx.now;
    row.record.stage_state = match state_of(old) {
        // The ability, not the import, is shared now.
        Some("promoted_shared") => S::Approved,
        Some("cancelled") => S::Discarded,
        Some("needs_adapter") => S::ScanComplete,
        Some(word) => serde_json::from_value(Value::String(word.to_owned())).unwrap_or(S::Discarded),
        None => S::Discarded,
    };
    if state_of(old) == Some("needs_adapter") {
        let message = "An older version noted that this skill needs an adapter. Stage it to see whether it does without.";
        let mut found = row.report.take().unwrap_or_else(|| report::refused("NEEDS_ADAPTER", message));
        if !found.findings.iter().any(|finding| finding.code == "NEEDS_ADAPTER") {
            found.findings.extend(report::refused("NEEDS_ADAPTER", message).findings);
        }
        for finding in found.findings.iter_mut().filter(|finding| finding.code == "NEEDS_ADAPTER") {
            finding.severity = FindingSeverity::Warning;
        }
        found.requires_adapter = true;
        // Staging finds out whether agents can read it.
        found.compatible = true;
        row.report = Some(found);
        row.record.requires_adapter = true;
    }
    row
}

/// Replaces an unknown state, so that the rest of the row can be parsed.
fn with_known_state(old: &Value) -> Value {
    let mut known = old.clone();
    if let Some(record) = known.get_mut("record") {
        record["stage_state"] = S::Discarded.as_str().into();
    }
    known
}
