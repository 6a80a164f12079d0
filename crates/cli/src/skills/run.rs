//! `skills run`: a skill as the prompt that it is. Nothing is executed.

use super::{Roots, Warning, chosen, hidden, named, warn, warnings};
use crate::engine::CliContext;
use crate::output::{CommandError, CommandResult, Report};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::runtime::Ids;
use apprentice_engine::core::configured;
use apprentice_engine::core::system::SystemIds;
use apprentice_skills::catalogue::render;
use apprentice_skills::discovery::discover;
use apprentice_skills::format::definition::Context;
use apprentice_skills::format::template::{self, Invocation, Placeholders, PromptNote};
use clap::Args;
use serde_json::json;
use std::path::Path;

#[derive(Args)]
pub struct Options {
    name: String,
    /// Words that fill the skill's placeholders; what begins with a hyphen goes behind `--`
    arguments: Vec<String>,
    /// Fills $SESSION_ID; made up when left out
    #[arg(long, value_name = "ID")]
    session_id: Option<String>,
    /// Fill Claude Code's $0 and $name too
    #[arg(long)]
    claude: bool,
    /// Bytes of the prompt
    #[arg(long, value_name = "BYTES", default_value_t = template::MAX_PROMPT_BYTES)]
    max_bytes: usize,
    /// A tool that the session permits; may be repeated. The answer names those that the skill may use
    #[arg(long = "tool", value_name = "TOOL")]
    tools: Vec<String>,
    #[command(flatten)]
    roots: Roots,
}

pub fn run(context: &CliContext, options: &Options) -> CommandResult {
    let found = discover::list(&chosen(context, &options.roots)?);
    let skill = named(&found, &options.name)?;
    let loaded = render::load(skill).map_err(|problem| CommandError::refused(ErrorCode::NotFound, problem))?;
    let definition = &loaded.bundle.definition;
    if !definition.user_invocable {
        let message = format!(
            "The skill “{}” is not made to be run by a person (user-invocable: false). `apprentice skills read` shows it.",
            skill.name
        );
        return Err(CommandError::refused(ErrorCode::Forbidden, message));
    }
    let session_id = options.session_id.clone().unwrap_or_else(|| SystemIds.next().to_string());
    let placeholders = if options.claude { Placeholders::Claude { names: &definition.arguments } } else { Placeholders::Common };
    let of = |ability: &AbilityId| configured::text_of_ability(&context.home, ability.as_str(), &skill.name);
    let configured = skill.ability_id.as_ref().map(of).unwrap_or_default();
    let mut prompt = template::render(
        &loaded.bundle.body,
        &Invocation {
            arguments: &options.arguments,
            session_id: &session_id,
            skill_dir: Path::new(&skill.path),
            placeholders,
            max_bytes: options.max_bytes.saturating_sub(configured.len()),
        },
    );
    prompt.text.push_str(&configured);
    let mut findings = warnings(context, &found, skill, &definition.requires);
    let noted = |note: &PromptNote| Warning { code: note.code.to_owned(), message: note.message.clone(), line: note.line };
    findings.extend(prompt.findings.iter().map(noted));
    if definition.context == Context::Fork {
        let message = "subagent fork not yet supported, running inline".to_owned();
        findings.push(Warning { code: "CONTEXT_FORK".to_owned(), message, line: None });
    }
    warn(&findings);
    // Without the session's tools nothing is known of those that the skill may use: that is not the same as none.
    let permitted =
        (!options.tools.is_empty()).then(|| template::permitted_tools(&definition.allowed_tools, &options.tools, skill.scope));
    let document = json!({
        "name": skill.name, "path": skill.path, "prompt": prompt.text, "truncated": prompt.truncated, "findings": findings,
        "allowed_tools": definition.allowed_tools, "permitted_tools": permitted, "hides": hidden(&found, skill),
    });
    Report::new(&document, prompt.text)
}
