//! What the agent of a try is asked: the same in each arm, and then what the arm adds.

use crate::agent_runs::practice::request::one_line;
use apprentice_contracts::gate::GateArm;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// What a try is about.
pub(super) struct Task<'t> {
    pub goal: &'t str,
    pub inputs: &'t BTreeMap<String, String>,
    pub skill_md: &'t str,
    /// The folder of the skill, which the agent can read in tries with it.
    pub skill_folder: Option<&'t Path>,
    /// The recorded actions, in words.
    pub trace: &'t [String],
}

/// The request as one text. What the arm adds comes last, so that nothing in it is taken for a part of what is said here.
pub(super) fn prompt(task: &Task<'_>, arm: GateArm) -> String {
    let mut text = format!(
        "Do this task once, in your working folder, with your own tools: {}\n\nDo nothing else, and do not ask: where something is open, choose \
         what fits the task. The folder is read after you end; what you say of it decides nothing.\n",
        one_line(task.goal)
    );
    if !task.inputs.is_empty() {
        text.push_str("\nUse these values:\n");
        for (name, value) in task.inputs {
            // Writing to a String does not fail.
            let _ = writeln!(text, "- {name}: {}", value.replace(['\r', '\n'], " "));
        }
    }
    match arm {
        GateArm::None => {}
        GateArm::Trace => {
            text.push_str("\nThis was recorded when a person did the task once, with other values, in another folder:\n");
            for line in task.trace {
                let _ = writeln!(text, "- {line}");
            }
        }
        GateArm::Skill => {
            text.push_str("\nDo it as the skill at the end describes.\n");
            if let Some(folder) = task.skill_folder {
                let _ = writeln!(text, "Its other files are in {}; read them there.", folder.display());
            }
            let _ = write!(text, "\nThe skill:\n\n{}", task.skill_md);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arms_differ_in_what_they_are_given_alone() {
        let inputs = BTreeMap::from([("customer".to_owned(), "Ada\nLovelace".to_owned())]);
        let task = Task {
            goal: "Copy the\ntable",
            inputs: &inputs,
            skill_md: "---\nname: copy\n---\n",
            skill_folder: Some(Path::new("/skills/copy")),
            trace: &["Ran `cp raw.csv clean.csv`".to_owned()],
        };
        let [none, trace, skill] = [GateArm::None, GateArm::Trace, GateArm::Skill].map(|arm| prompt(&task, arm));
        assert!(none.contains("your own tools: Copy the table\n") && none.ends_with("- customer: Ada Lovelace\n"), "{none}");
        assert!(!none.contains("skill"), "nothing says that there is one: {none}");
        for (text, added) in [(&trace, "- Ran `cp raw.csv clean.csv`\n"), (&skill, "name: copy\n---\n")] {
            assert!(text.starts_with(&none) && text.ends_with(added), "{text}");
        }
        assert!(!trace.contains("name: copy") && !skill.contains("cp raw.csv") && skill.contains("/skills/copy"));
    }
}
