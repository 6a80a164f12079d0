//! Skills as prompts. Clients offer prompts to their person as commands: choosing one asks for that skill by name. Abilities are among
//! them, and every other skill of this machine that a person may start.
//!
//! The words around a skill are ours; its text follows, with its placeholders filled in.

use super::reconnect::Reconnect;
use super::skills::{PAGE_SIZE, address, get_json, next, number};
use crate::operations as op;
use apprentice_contracts::skill_prompt::{SkillPrompt, SkillPromptResponse, SkillPromptsResponse};
use rmcp::model::*;
use serde_json::json;
use std::collections::BTreeMap;

/// What the person wants of an ability this time.
const REQUEST: &str = "request";

pub(super) async fn list(
    engine: &impl Reconnect,
    request: Option<PaginatedRequestParams>,
) -> Result<ListPromptsResult, ErrorData> {
    let call = op::SKILL_PROMPTS.call([]).query("page", number(request)?).query("page_size", PAGE_SIZE);
    let page: SkillPromptsResponse = get_json(engine, &call).await?;
    let mut result =
        ListPromptsResult::with_all_items(page.prompts.iter().map(prompt).collect()).with_cache_scope(CacheScope::Private);
    result.next_cursor = next(page.page, page.page_size, page.total);
    Ok(result)
}

fn prompt(skill: &SkillPrompt) -> Prompt {
    let arguments = skill.arguments.iter().map(|argument| {
        let shown = PromptArgument::new(argument.name.clone()).with_required(argument.required);
        if argument.description.is_empty() { shown } else { shown.with_description(argument.description.clone()) }
    });
    Prompt::new(skill.name.clone(), Some(skill.description.clone()), Some(arguments.collect())).with_title(skill.title.clone())
}

pub(super) async fn get(engine: &impl Reconnect, request: GetPromptRequestParams) -> Result<GetPromptResult, ErrorData> {
    let mut arguments = BTreeMap::new();
    for (name, value) in request.arguments.unwrap_or_default() {
        let text = value.as_str().map(str::to_owned);
        let text = text.ok_or_else(|| ErrorData::invalid_params(format!("{name}: is a text"), None))?;
        arguments.insert(name, text);
    }
    let call = op::SKILL_PROMPT.call([]).json(json!({ "name": request.name, "arguments": arguments }));
    let read: SkillPromptResponse =
        get_json(engine, &call).await.map_err(|error| ErrorData { code: rmcp::model::ErrorCode::INVALID_PARAMS, ..error })?;
    let mut result = GetPromptResult::new(messages(&read, arguments.get(REQUEST).map_or("", |text| text.trim())));
    result.description = Some(read.prompt.description.clone());
    Ok(result)
}

fn messages(read: &SkillPromptResponse, wanted: &str) -> Vec<PromptMessage> {
    let skill = &read.prompt;
    let (Some(ability), Some(dispatch)) = (&skill.ability_id, &read.dispatch_id) else {
        let folder = read.folder.iter().map(|folder| format!("\nBase directory: {folder}")).collect::<String>();
        let words = format!("Use the skill “{}”; its instructions follow.{folder}\n\n{}", skill.name, read.text);
        return vec![PromptMessage::new_text(Role::User, words)];
    };
    let asked = if wanted.is_empty() { String::new() } else { format!(" This time: {wanted}") };
    let words = format!(
        "Use the ability “{}”, whose SKILL.md follows.{asked}\n\nFollow its checkpoints, and report each with verify_checkpoint \
         (ability_id {ability}, dispatch_id {dispatch}).",
        skill.title,
    );
    let skill_md = PromptMessage::new_resource(
        Role::User,
        address(&skill.name, super::skills::MAIN),
        Some("text/markdown".into()),
        Some(read.text.clone()),
        None,
        None,
        None,
    );
    vec![PromptMessage::new_text(Role::User, words), skill_md]
}
