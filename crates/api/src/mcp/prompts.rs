//! Abilities as prompts. Clients offer prompts to their person as commands: choosing one asks for that ability by name.
//!
//! The words of the prompt are ours; the text of the skill follows as a resource.

use super::reconnect::Reconnect;
use super::skills::{address, get_json, next, page};
use crate::operations as op;
use apprentice_contracts::ability_skill::{AbilitySkill, AbilitySkillResponse};
use rmcp::model::*;

/// The argument: what the person wants this time.
const REQUEST: &str = "request";
/// Longest request, in characters.
const LONGEST_REQUEST: usize = 4000;

pub(super) async fn list(
    engine: &impl Reconnect,
    request: Option<PaginatedRequestParams>,
) -> Result<ListPromptsResult, ErrorData> {
    let page = page(engine, request).await?;
    let mut result =
        ListPromptsResult::with_all_items(page.skills.iter().map(prompt).collect()).with_cache_scope(CacheScope::Private);
    result.next_cursor = next(&page);
    Ok(result)
}

fn prompt(skill: &AbilitySkill) -> Prompt {
    let wanted = PromptArgument::new(REQUEST)
        .with_title("Request")
        .with_description("What you want this time: names, dates, places that differ")
        .with_required(false);
    Prompt::new(skill.slug.clone(), Some(skill.description.clone()), Some(vec![wanted])).with_title(skill.title.clone())
}

pub(super) async fn get(engine: &impl Reconnect, request: GetPromptRequestParams) -> Result<GetPromptResult, ErrorData> {
    let mut arguments = request.arguments.unwrap_or_default();
    let wanted = match arguments.remove(REQUEST) {
        None => String::new(),
        Some(wanted) => wanted.as_str().map(|text| text.trim().to_owned()).ok_or_else(|| refused("request: is a text"))?,
    };
    if let Some(name) = arguments.keys().next() {
        return Err(refused(&format!("{name}: there is no such argument; there is {REQUEST}")));
    }
    if wanted.chars().count() > LONGEST_REQUEST {
        return Err(refused(&format!("{REQUEST}: is longer than {LONGEST_REQUEST} characters")));
    }
    let read: AbilitySkillResponse = get_json(engine, &op::ABILITY_SKILL.call([]).query("ability", &request.name))
        .await
        .map_err(|error| ErrorData { code: rmcp::model::ErrorCode::INVALID_PARAMS, ..error })?;
    let skill = &read.skill;
    let asked = if wanted.is_empty() { String::new() } else { format!(" This time: {wanted}") };
    let words = format!(
        "Use the ability “{}”, whose SKILL.md follows.{asked}\n\nFollow its checkpoints, and report each with verify_checkpoint \
         (ability_id {}, dispatch_id {}).",
        skill.title, skill.ability_id, read.dispatch_id,
    );
    let skill_md = PromptMessage::new_resource(
        Role::User,
        address(&skill.slug, super::skills::MAIN),
        Some("text/markdown".into()),
        Some(read.skill_md.clone()),
        None,
        None,
        None,
    );
    let mut result = GetPromptResult::new(vec![PromptMessage::new_text(Role::User, words), skill_md]);
    result.description = Some(skill.description.clone());
    Ok(result)
}

fn refused(message: &str) -> ErrorData {
    ErrorData::invalid_params(message.to_owned(), None)
}
