//! The projects that an installed ability is for. A look-up for another project scores it lower (§0C.11C).

use crate::Answer;
use crate::ability::lifecycle::save;
use crate::ability::operations::Abilities;
use crate::ability::record::find;
use crate::core::request::{invalid, refuse_secret};
use apprentice_contracts::ability::{AbilityAvailabilityResponse, SetAbilityProjectsRequest};
use apprentice_contracts::ids::AbilityId;

impl Abilities {
    /// No-op when the same was chosen before. A choice is kept by later versions, also where it changes nothing now.
    pub(crate) async fn set_ability_projects(
        &self,
        id: AbilityId,
        request: SetAbilityProjectsRequest,
    ) -> Answer<AbilityAvailabilityResponse> {
        let scopes = checked(request.project_scopes)?;
        let _gate = self.core.gate.lock().await;
        let chosen = id.clone();
        self.core
            .change(move |tx| {
                let mut record = find(tx.db, &chosen)?;
                if record.entry.project_scopes == scopes && record.standing.projects_chosen {
                    return Ok(());
                }
                let title = &record.entry.title;
                let summary = match scopes.is_empty() {
                    true => format!("{title} is for every project now."),
                    false => format!("{title} is for these projects now: {}.", scopes.join(", ")),
                };
                record.entry.project_scopes = scopes;
                record.standing.projects_chosen = true;
                save(tx, &mut record, Some(&summary.chars().take(500).collect::<String>()))
            })
            .await?;
        self.core.deliver_projections().await;
        self.ability_availability(id).await
    }
}

/// The ids without white space around them, each once.
fn checked(scopes: Vec<String>) -> Answer<Vec<String>> {
    const FIELD: &str = "project_scopes";
    let mut found: Vec<String> = Vec::new();
    for scope in scopes.iter().map(|scope| scope.trim()) {
        if scope.is_empty() || scope.chars().any(char::is_control) {
            return Err(invalid(FIELD, "an id is empty or has a line break; write the name of the project's folder"));
        }
        if scope == "*" {
            return Err(invalid(FIELD, "`*` is no project; leave the list empty for every project"));
        }
        if scope.contains(['/', '\\']) {
            return Err(invalid(FIELD, &format!("{scope} is a path; write the name of the project's folder alone")));
        }
        refuse_secret(FIELD, Some(scope))?;
        if !found.iter().any(|known| known == scope) {
            found.push(scope.to_owned());
        }
    }
    Ok(found)
}
