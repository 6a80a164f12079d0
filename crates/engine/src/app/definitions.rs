//! Agent definitions, as people read them. Nothing is written.

use crate::Answer;
use crate::app::App;
use crate::core::definitions::first;
use apprentice_agents::definitions::Definition;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::agent_definition::{
    AgentDefinition, AgentDefinitionDetail, AgentDefinitionsQuery, AgentDefinitionsResponse,
};
use apprentice_observe::redact::mask_text;

impl App {
    pub(crate) async fn agent_definitions(&self, query: AgentDefinitionsQuery) -> Answer<AgentDefinitionsResponse> {
        let found = self.core.definitions(query.project.as_deref()).await?;
        let definitions = found.definitions.into_iter().map(|definition| masked(definition.about)).collect();
        let installed = self.installed_definitions().await?;
        Ok(AgentDefinitionsResponse { definitions, places: found.places, installed, schema_version: SCHEMA_VERSION })
    }

    pub(crate) async fn agent_definition(&self, name: &str, query: AgentDefinitionsQuery) -> Answer<AgentDefinitionDetail> {
        let found = self.core.definitions(query.project.as_deref()).await?;
        let Definition { about, prompt, .. } = first(&found, name)?.clone();
        Ok(AgentDefinitionDetail { definition: masked(about), prompt: mask_text(&prompt).0, schema_version: SCHEMA_VERSION })
    }
}

/// What files say may hold secrets.
fn masked(about: AgentDefinition) -> AgentDefinition {
    let findings = about.findings.into_iter().map(|mut finding| {
        finding.message = mask_text(&finding.message).0;
        finding
    });
    AgentDefinition { description: mask_text(&about.description).0, findings: findings.collect(), ..about }
}
