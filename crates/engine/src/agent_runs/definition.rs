//! Who does a run, and how: the agent, the agent definition that it works by, and the model.

use crate::Answer;
use crate::agent_runs::AgentRuns;
use crate::core::blocking::blocking;
use crate::core::definitions::usable;
use crate::core::request::invalid;
use apprentice_agents::definitions::{Definition, ToolLimits};
use apprentice_agents::runtimes::{self, Presence};
use apprentice_contracts::agent_definition::AgentDefinition;
use apprentice_contracts::agent_run::{AgentRunDefinition, StartAgentRunRequest};
use apprentice_contracts::skill::FindingSeverity;
use apprentice_contracts::test_policy::TestPolicy;

/// What was chosen for a run.
pub(super) struct Chosen {
    /// The id or alias of the agent.
    pub agent: String,
    pub definition: Option<Definition>,
    pub model: Option<String>,
    max_iterations: Option<u32>,
}

impl AgentRuns {
    /// Errors: `NOT_FOUND` and `INVALID_REQUEST`, for a definition that is not there or has errors, and where no agent is chosen.
    pub(super) async fn choose(&self, request: &StartAgentRunRequest) -> Answer<Chosen> {
        let definition = match &request.definition {
            Some(name) => {
                let found = self.core.definitions(request.project.as_deref()).await?;
                Some(usable(&found, name, "definition")?.clone())
            }
            None => None,
        };
        let about = definition.as_ref().map(|definition| &definition.about);
        let agent = request.agent.clone().or_else(|| about.and_then(|about| about.runtime.clone()));
        Ok(Chosen {
            agent: match agent {
                Some(agent) => agent,
                None => self.only_agent().await?,
            },
            model: request.model.clone().or_else(|| about.and_then(|about| about.model.clone())),
            max_iterations: request.max_iterations.or_else(|| about.and_then(|about| about.max_iterations)),
            definition,
        })
    }

    /// The only agent that is here. Errors: `INVALID_REQUEST` where there are several, or none.
    async fn only_agent(&self) -> Answer<String> {
        let machine = self.core.options.machine.clone();
        let found = blocking("looking for agents", move || runtimes::detect(&machine)).await?;
        let here: Vec<&str> = found.iter().filter(|one| one.presence == Presence::Found).map(|one| one.runtime.id).collect();
        match here[..] {
            [only] => Ok(only.to_owned()),
            [] => Err(invalid("agent", "no agent that can be run was found. Install one, such as Claude Code")),
            _ => Err(invalid(
                "agent",
                &format!("the definition names no agent, and there are several: {}. Choose one", here.join(", ")),
            )),
        }
    }
}

impl Chosen {
    /// The policy with the calls that are left of it.
    pub(super) fn limited(&self, policy: TestPolicy) -> TestPolicy {
        let most = self.max_iterations.map_or(policy.max_actions, |most| most.min(policy.max_actions));
        TestPolicy { max_actions: most, ..policy }
    }

    /// The name of the definition, and the tools that it allows.
    pub(super) fn tools(&self) -> Option<(&str, ToolLimits)> {
        let about = &self.definition.as_ref()?.about;
        Some((&about.name, ToolLimits::new(about.tool_access, &about.tools)))
    }

    /// The definition as the run shows it.
    pub(super) fn shown(&self) -> Option<AgentRunDefinition> {
        let AgentDefinition { name, scope, file, fingerprint, .. } = self.definition.as_ref()?.about.clone();
        Some(AgentRunDefinition { name, scope, file, fingerprint })
    }

    /// What the definition says and a run does not hold, and what its reader warned of, as sentences.
    pub(super) fn notes(&self) -> Vec<String> {
        let Some(about) = self.definition.as_ref().map(|definition| &definition.about) else { return Vec::new() };
        let mut notes: Vec<String> = about
            .findings
            .iter()
            .filter(|finding| finding.severity == FindingSeverity::Warning)
            .map(|finding| format!("Definition “{}”: {}", about.name, finding.message))
            .collect();
        let not_held = |field: &str| {
            format!(
                "Definition “{}”: {field} is not applied, because the agent has no option for it. Set it in the agent's own settings.",
                about.name
            )
        };
        let similar = self.tools().map(|(_, tools)| tools.of_one_kind()).unwrap_or_default();
        if !similar.is_empty() {
            notes.push(format!(
                "Definition “{}”: a call is refused where the agent does not say by name or title whether it is one of the tools that are allowed, or {}.",
                about.name,
                similar.join(", ")
            ));
        }
        notes.extend(about.temperature.map(|_| not_held("temperature")));
        notes.extend(about.context_window.map(|_| not_held("context_window")));
        notes
    }
}
