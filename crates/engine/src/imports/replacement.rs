//! The installed skill that an import would replace. The scan reported it; a later installation or another name may change it.

use super::report;
use super::report::REPLACES;
use super::transitions::{find, store};
use crate::Answer;
use crate::imports::Imports;
use apprentice_contracts::Time;
use apprentice_contracts::ability::AbilitySource;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{AbilityId, ImportId};
use apprentice_contracts::import::{ReplacedImport, SkillCompatibilityReport};
use apprentice_store::imports::ImportRow;
use apprentice_store::{Connection, abilities, imports, sagas};
use serde_json::json;

impl Imports {
    /// The report of a staged import with the names as they are now. `None` when its stored report is still right about what it
    /// would replace.
    pub(super) async fn current_report(&self, row: &ImportRow) -> Answer<Option<SkillCompatibilityReport>> {
        let Some(slug) = row.record.install_as.clone() else { return Ok(None) };
        let report = row.report.clone().unwrap_or_else(report::unscanned);
        let told = report.replaces.as_ref().filter(|_| report.install_name == slug);
        let told = told.map(|replaced| (replaced.ability_id.clone(), replaced.imported_at));
        let (name, id) = (slug.clone(), row.record.import_id);
        if self.core.store.read(move |db| replaced(db, &name, id)).await? == told {
            return Ok(None);
        }
        let context = self.context(row.record.skill_pack.clone()).await?;
        Ok(Some(report::renamed(report, slug, &context)))
    }

    /// Stores a report that the person has read, so that a retry need not ask again.
    pub(super) async fn store_report(&self, id: ImportId, report: SkillCompatibilityReport) -> Answer<ImportRow> {
        self.core
            .change(move |tx| {
                let mut row = find(tx.db, id)?;
                row.report = Some(report);
                store(tx, &mut row)?;
                Ok(row)
            })
            .await
    }
}

/// The imported ability with this name and the time of its import, unless this import installed it.
fn replaced(db: &Connection, slug: &str, own: ImportId) -> Answer<Option<(AbilityId, Time)>> {
    let imported = abilities::of_slug(db, slug)?.filter(|record| record.entry.source == AbilitySource::Imported);
    let Some(record) = imported else { return Ok(None) };
    if sagas::last_done(db, &record.entry.ability_id)?.is_some_and(|saga| saga.import_id == Some(own)) {
        return Ok(None);
    }
    let since = imports::installed_at(db)?.get(&record.entry.ability_id).copied().unwrap_or(record.created_at);
    Ok(Some((record.entry.ability_id, since)))
}

/// Refuses a replacement that is not acknowledged. `acknowledged`: codes that the person has read.
pub(super) fn may_replace(there: &ReplacedImport, acknowledged: &[String]) -> Answer<()> {
    let (title, details) = (&there.title, json!({ "codes": [REPLACES], "ability_id": there.ability_id }));
    if acknowledged.iter().any(|code| code == REPLACES) {
        return Ok(());
    }
    let message = format!(
        "{title} was imported under this name meanwhile, and this import would replace it. Send {REPLACES} as acknowledged_findings, or import it under another name."
    );
    Err(Failure::new(ErrorCode::SkillImportFindingsNotAcknowledged, message).with_details(details))
}
