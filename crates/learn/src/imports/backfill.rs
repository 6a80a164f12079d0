//! Records of an older form, brought over when they are first loaded (§0C.20 "Import migration / backfill rules"). Every one gets a
//! receipt.

use super::record::{fresh, tell};
use super::report;
use crate::Answer;
use crate::engine::Inner;
use crate::ledger::Ledger;
use apprentice_contracts::ids::ImportId;
use apprentice_contracts::import::{SkillImportState as S, *};
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_contracts::skill::FindingSeverity;
use apprentice_store::imports::{self, ImportRow};
use serde_json::Value;

impl Inner {
    pub(super) async fn backfill_imports(&self) -> Answer<()> {
        self.change(|ledger| {
            for (ordinal, old) in imports::legacy(ledger.db)? {
                let row = brought_over(ledger, &old);
                imports::replace(ledger.db, ordinal, &row)?;
                let was = state_of(&old).unwrap_or("nothing");
                let summary = format!(
                    "The import {} was brought over: {was} is {} now.",
                    row.record.skill_name,
                    row.record.stage_state.as_str()
                );
                tell(ledger, &row, ReceiptKind::MigrationBackfill, &summary, Some("skill_import"))?;
            }
            Ok(())
        })
        .await
    }
}

/// The record stands by itself, or where ours has it.
fn record_of(old: &Value) -> &Value {
    old.get("record").unwrap_or(old)
}

fn state_of(old: &Value) -> Option<&str> {
    record_of(old)["stage_state"].as_str()
}

fn brought_over(ledger: &Ledger<'_>, old: &Value) -> ImportRow {
    let record = record_of(old);
    let text = |key: &str| record[key].as_str().filter(|text| !text.is_empty());
    let mut row = match serde_json::from_value::<ImportRow>(with_a_known_state(old)) {
        Ok(row) => row,
        Err(_) => {
            let source = serde_json::from_value(record["source"].clone()).unwrap_or_default();
            let mut row = fresh(ledger, source, "", text("skill_name").unwrap_or("An older import"));
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
    row.record.updated_at = ledger.now;
    row.since = ledger.now;
    row.record.stage_state = match state_of(old) {
        // Shared promotion is a matter of the ability now.
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
        row.report = Some(found);
        row.record.requires_adapter = true;
    }
    row
}

/// So that the rest of a row of ours can be read.
fn with_a_known_state(old: &Value) -> Value {
    let mut known = old.clone();
    if let Some(record) = known.get_mut("record") {
        record["stage_state"] = S::Discarded.as_str().into();
    }
    known
}
