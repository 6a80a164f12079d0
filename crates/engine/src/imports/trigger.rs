//! Tests whether words would find an import or an ability. The score is that of the lookup (§0C.11C).

use super::decision::title;
use super::transitions::find;
use crate::Answer;
use crate::ability::record;
use crate::core::projects::Projects;
use crate::core::request;
use crate::core::transaction::ReceiptSubject;
use crate::imports::Imports;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::ability::{AbilityAvailabilityEntry, AbilitySource, CheckpointHealth};
use apprentice_contracts::ids::{AbilityId, ItemId};
use apprentice_contracts::import::*;
use apprentice_contracts::observation::ControlSurface;
use apprentice_contracts::proposal::InstallLane;
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_lookup::{Scored, rejected, score};
use apprentice_store::imports::ImportRow;
use apprentice_store::{Connection, abilities as stored};

/// Longest reason, in characters.
const MAX_REASON: usize = 240;

impl Imports {
    /// Tests words against an import or an installed ability and stores a receipt. `item_id`: the row of the Skills page, if the
    /// request named one.
    pub(crate) async fn trigger_test(
        &self,
        request: SkillTriggerTestRequest,
        item_id: Option<ItemId>,
    ) -> Answer<SkillTriggerTestResponse> {
        self.core
            .commit(move |tx| {
                let (entry, installed) = candidate(tx.db, &request)?;
                let project = Projects::read(tx.db)?.id("project_id", request.project_id.as_deref())?;
                let scored = scored(&request, project.as_deref(), &entry);
                let against = rejected(&entry).into_iter().chain(scored.shortfall());
                let rejection_reasons: Vec<String> = against.map(|reason| reason.to_string()).collect();
                let matched = rejection_reasons.is_empty();
                let summary = format!(
                    "Trigger test of {}: {} ({:.2}).",
                    entry.title,
                    if matched { "matched" } else { "not matched" },
                    scored.score
                );
                let installed = installed.then(|| entry.ability_id.clone());
                let about = ReceiptSubject { ability: installed.clone(), import: request.import_id, ..ReceiptSubject::default() };
                let receipt = tx.receipt(about, ReceiptKind::TriggerTested, &summary, None)?;
                Ok(SkillTriggerTestResponse {
                    matched,
                    candidate_ability_id: installed,
                    candidate_import_id: request.import_id,
                    candidate_item_id: item_id,
                    score: Some(scored.score),
                    reasons: if scored.excluded { Vec::new() } else { scored.codes().into_iter().map(cut).collect() },
                    rejection_reasons: rejection_reasons.into_iter().map(cut).collect(),
                    receipt_id: Some(receipt),
                    schema_version: SCHEMA_VERSION,
                })
            })
            .await
    }
}

/// The tested entry, and whether it is installed.
fn candidate(db: &Connection, request: &SkillTriggerTestRequest) -> Answer<(AbilityAvailabilityEntry, bool)> {
    if let Some(id) = &request.ability_id {
        return Ok((record::find(db, id)?.entry, true));
    }
    let Some(id) = request.import_id else { return Err(request::invalid("import_id", "give import_id, ability_id or item_id")) };
    let row = find(db, id)?;
    // The ability may have been removed since.
    let ability = row.record.ability_id.as_ref().map(|ability| stored::get(db, ability)).transpose()?.flatten();
    match ability {
        Some(record) => Ok((record.entry, true)),
        None => Ok((hypothetical_entry(row)?, false)),
    }
}

/// The entry that a private installation would create.
fn hypothetical_entry(row: ImportRow) -> Answer<AbilityAvailabilityEntry> {
    let Some(report) = row.report.filter(|report| report.compatible) else {
        return Err(request::invalid("import_id", "this import has no scan that could be tested; scan it first"));
    };
    let slug = row.record.install_as.unwrap_or_else(|| report.install_name.clone());
    Ok(entry_of(slug, &report, row.record.skill_pack))
}

/// The entry that a private installation of a scanned skill under the name `slug` would create.
pub(super) fn entry_of(slug: String, report: &SkillCompatibilityReport, pack: Option<String>) -> AbilityAvailabilityEntry {
    AbilityAvailabilityEntry {
        ability_id: AbilityId(format!("ability_{slug}")),
        title: title(&slug),
        family: "general".to_owned(),
        source: AbilitySource::Imported,
        skill_slug: Some(slug),
        primary_capability_id: None,
        install_lane: InstallLane::ExperimentalPrivate,
        enabled: true,
        usable_now: true,
        reason_unusable: None,
        person_only: report.person_only,
        trigger_phrases: report.trigger_phrases.clone(),
        negative_triggers: Vec::new(),
        aliases: Vec::new(),
        project_scopes: Vec::new(),
        preferred_control_surfaces: vec![ControlSurface::RawUi],
        support_pack_refs: pack.into_iter().collect(),
        checkpoint_health: Some(CheckpointHealth::NoData),
        last_validated_at: None,
        schema_version: SCHEMA_VERSION,
    }
}

/// The better score of the words alone and of the words with their context. A negative trigger in either excludes.
fn scored(request: &SkillTriggerTestRequest, project: Option<&str>, entry: &AbilityAvailabilityEntry) -> Scored {
    let alone = score(&request.trigger_text, entry, project);
    let Some(context) = request.context_excerpt.as_deref().filter(|context| !context.trim().is_empty()) else { return alone };
    let together = score(&format!("{} {context}", request.trigger_text), entry, project);
    match (alone.excluded, together.excluded) {
        (true, _) => alone,
        (_, true) => together,
        _ if together.score > alone.score => together,
        _ => alone,
    }
}

pub(crate) fn cut(reason: String) -> String {
    reason.chars().take(MAX_REASON).collect()
}
