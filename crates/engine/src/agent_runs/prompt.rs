//! What an agent is asked to do.

use apprentice_agents::definitions::Definition;
use apprentice_contracts::agent_definition::AgentToolAccess;
use apprentice_contracts::checkpoint::Checkpoint;
use apprentice_contracts::ids::DispatchId;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The parts of the request.
pub(super) struct Task<'t> {
    pub skill_md: &'t str,
    pub checkpoints: &'t [Checkpoint],
    pub inputs: &'t BTreeMap<String, String>,
    /// What is said of the values that were configured for the ability. Empty: there is none.
    pub configured: &'t str,
    pub message: Option<&'t str>,
    /// Identifies the run in the agent's reports.
    pub dispatch: &'t DispatchId,
}

/// The part of the prompt about the agent's definition. Empty: the definition has no instructions and limits no tool.
pub(super) fn as_defined(definition: &Definition) -> String {
    let about = &definition.about;
    let mut text = String::new();
    if !definition.prompt.is_empty() {
        // Writing to a String does not fail.
        let _ = writeln!(text, "Work as “{}”. Your instructions:\n\n{}\n", about.name, definition.prompt);
    }
    match about.tool_access {
        AgentToolAccess::All => {}
        AgentToolAccess::Own => text.push_str("Use your own tools, and no tool of an MCP server.\n\n"),
        AgentToolAccess::Listed => {
            let _ = writeln!(
                text,
                "Use only these tools, whatever you call them: {}. Using another one unasked ends your work.\n",
                about.tools.join(", ")
            );
        }
        AgentToolAccess::None => text.push_str("Use no tool: answer in words. Using one unasked ends your work.\n\n"),
    }
    if !about.skills.is_empty() {
        let _ = writeln!(text, "Read these skills first, if you have them: {}.\n", about.skills.join(", "));
    }
    text
}

/// The request of a task that is no ability.
pub(super) fn of_message(message: &str) -> String {
    format!(
        "Do this, once, in your working folder. Do not ask: where something is open, choose what fits.\n\n{}\n",
        message.trim()
    )
}

/// The request as one text. The skill comes last, so that nothing in it is taken for a part of what is said here.
pub(super) fn prompt(task: &Task<'_>) -> String {
    let mut text = String::from(
        "Do the task that the skill at the end describes, once, in your working folder. Use your own tools. \
         Do nothing else, and do not ask: where something is open, choose what fits the skill.\n",
    );
    if !task.inputs.is_empty() {
        text.push_str("\nUse these values:\n");
        for (name, value) in task.inputs {
            // Writing to a String does not fail.
            let _ = writeln!(text, "- {name}: {}", value.replace(['\r', '\n'], " "));
        }
    }
    if !task.configured.is_empty() {
        let _ = writeln!(text, "\n{}", task.configured.trim_start());
    }
    if let Some(message) = task.message.map(str::trim).filter(|message| !message.is_empty()) {
        let _ = writeln!(text, "\nThe person adds: {message}");
    }
    text.push_str("\nWhen a checkpoint is decided, report it once with the tool verify_checkpoint of the server “apprentice”, with what you saw. ");
    let _ = writeln!(text, "Give dispatch_id {} in each report. The checkpoints:", task.dispatch);
    for checkpoint in task.checkpoints {
        let _ = writeln!(text, "- {}: {} ({})", checkpoint.checkpoint_id, checkpoint.goal, checkpoint.success_condition);
    }
    text.push_str("Report only what is so: the result is read again after you end.\n\nThe skill:\n\n");
    text.push_str(task.skill_md);
    text
}
