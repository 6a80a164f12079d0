//! The projects that an installed ability is for. A look-up for another project, or for none, scores it lower (§0C.11C).

use crate::Answer;
use crate::ability::lifecycle::save;
use crate::ability::operations::Abilities;
use crate::ability::record::find;
use crate::core::projects::Projects;
use crate::core::transaction::WriteTx;
use apprentice_contracts::ability::{AbilityAvailabilityResponse, SetAbilityProjectsRequest};
use apprentice_contracts::ids::AbilityId;

const FIELD: &str = "project_scopes";

impl Abilities {
    /// No-op when the same was chosen before. Later versions keep a choice, also where it changes nothing now, unless `keep` is false.
    pub(crate) async fn set_ability_projects(
        &self,
        id: AbilityId,
        request: SetAbilityProjectsRequest,
    ) -> Answer<AbilityAvailabilityResponse> {
        let _gate = self.core.gate.lock().await;
        let chosen = id.clone();
        self.core
            .change(move |tx| {
                let mut record = find(tx.db, &chosen)?;
                let scopes = checked(tx, &request.project_scopes)?;
                if record.entry.project_scopes == scopes && record.standing.projects_chosen == request.keep {
                    return Ok(());
                }
                let title = &record.entry.title;
                let summary = match scopes.is_empty() {
                    true => format!("{title} is for every project now."),
                    false => format!("{title} is for these projects now: {}.", scopes.join(", ")),
                };
                record.entry.project_scopes = scopes;
                record.standing.projects_chosen = request.keep;
                save(tx, &mut record, Some(&summary.chars().take(500).collect::<String>()))
            })
            .await?;
        self.core.deliver_projections().await;
        self.ability_availability(id).await
    }
}

/// The ids of these projects, each once.
fn checked(tx: &WriteTx<'_>, scopes: &[String]) -> Answer<Vec<String>> {
    let projects = Projects::read(tx.db)?;
    let mut found: Vec<String> = Vec::new();
    for scope in scopes {
        let id = projects.id_to_store(FIELD, scope)?;
        if !found.contains(&id) {
            found.push(id);
        }
    }
    Ok(found)
}
