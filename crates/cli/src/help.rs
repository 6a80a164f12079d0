//! `help`: the usage of a command, or a topic.

use crate::args::Arguments;
use crate::output::{CommandError, CommandResult, Report};
use apprentice_contracts::error::ErrorCode;
use clap::CommandFactory;
use serde_json::json;

/// Name and text of each topic.
const TOPICS: [(&str, &str); 7] = [
    ("skills", include_str!("help/skills.md")),
    ("agents", include_str!("help/agents.md")),
    ("commands", include_str!("help/commands.md")),
    ("config", include_str!("help/config.md")),
    ("memory", include_str!("help/memory.md")),
    ("tools", include_str!("help/tools.md")),
    ("workspace", include_str!("help/workspace.md")),
];

/// Prints the usage of the command `words`, and the topic of this name. Without words: the usage of the program and the topics.
pub fn run(words: &[String]) -> CommandResult {
    let topic = match words {
        [name] => TOPICS.iter().find(|(topic, _)| topic == name).map(|(_, text)| text.trim_end()),
        _ => None,
    };
    let usage = usage(words);
    let text = match (topic, usage) {
        (Some(topic), Some(usage)) => format!("{topic}\n\n{usage}"),
        (Some(topic), None) => topic.to_owned(),
        (None, Some(usage)) if words.is_empty() => format!("{usage}\n\nTopics (apprentice help TOPIC): {}", names()),
        (None, Some(usage)) => usage,
        (None, None) => {
            let message = format!("There is no command and no topic “{}”. Topics: {}.", words.join(" "), names());
            return Err(CommandError::refused(ErrorCode::NotFound, message));
        }
    };
    Report::new(&json!({ "topic": words.join(" "), "text": text }), text)
}

fn names() -> String {
    TOPICS.map(|(name, _)| name).join(", ")
}

/// The usage of a command; `None`: no command has this name.
fn usage(words: &[String]) -> Option<String> {
    let mut program = Arguments::command();
    program.build();
    let mut command = &mut program;
    for word in words {
        command = command.find_subcommand_mut(word)?;
    }
    Some(command.render_long_help().to_string().trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_that_a_topic_names_exists() {
        for (topic, text) in TOPICS {
            for line in text.lines().filter_map(|line| line.trim().strip_prefix("apprentice ")) {
                let words = line.split(' ').take_while(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == '-'));
                let mut words: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_owned).collect();
                words.truncate(2);
                if usage(&words).is_none() {
                    words.truncate(1);
                }
                assert!(!words.is_empty() && usage(&words).is_some(), "{topic}: {line}");
            }
        }
    }
}
