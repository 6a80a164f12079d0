//! `/api/skills`: the skills on this machine (§0B.9): the list, one skill, and operations on several.

use super::{ABILITY_CHANGED, Routes, reply};
use crate::App;
use crate::extract::{Valid, ValidQuery};
use crate::failure::Reply;
use crate::operation::CacheTag as Tag;
use crate::operation::{Operation, get, post, put};
use apprentice_contracts::app::Done;
use apprentice_contracts::error::ErrorCode as E;
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::skill::{SkillContentResponse, SkillPathQuery};
use apprentice_contracts::skill_page::*;
use apprentice_contracts::skill_prompt::{SkillPromptRequest, SkillPromptResponse, SkillPromptsResponse};

pub(super) fn routes(api: &mut impl Routes) {
    api.add(LIST_SKILLS, list_skills);
    api.add(SEARCH_SKILLS, search_skills);
    api.add(READ_SKILL, read_skill);
    api.add(SAVE_SKILL, save_skill);
    api.add(READ_SKILL_FILE, read_skill_file);
    api.add(SKILL_STANDING, skill_standing);
    api.add(CHECK_SKILL, check_skill);
    api.add(SKILL_VERSIONS, skill_versions);
    api.add(SKILL_VERSION, skill_version);
    api.add(PIN_SKILLS, pin_skills);
    api.add(UNPIN_SKILLS, unpin_skills);
    api.add(FIX_SKILLS, fix_skills);
    api.add(UPDATE_SKILLS, update_skills);
    api.add(REMOVE_SKILLS, remove_skills);
    api.add(REMOVED_SKILLS, removed_skills);
    api.add(RESTORE_SKILLS, restore_skills);
    api.add(SWITCH_SKILLS, switch_skills);
    api.add(CANCEL_SKILLS, cancel_skills);
    api.add(SKILL_PROMPTS, skill_prompts);
    api.add(SKILL_PROMPT, skill_prompt);
}

pub const SKILL_PROMPTS: Operation =
    get("skill_prompts", "/api/skills/prompts", "List the skills that a person can start by name, abilities first.")
        .agents()
        .provides(&[Tag::Skills]);

async fn skill_prompts(app: App, ValidQuery(page): ValidQuery<PageQuery>) -> Reply<SkillPromptsResponse> {
    reply(app.engine.skill_prompts(page).await)
}

pub const SKILL_PROMPT: Operation =
    post("skill_prompt", "/api/skills/prompt", "Read a skill that a person started, with its placeholders filled in.")
        .agents()
        .refuses(&[E::NotFound])
        .provides(&[Tag::Skills]);

async fn skill_prompt(app: App, Valid(request): Valid<SkillPromptRequest>) -> Reply<SkillPromptResponse> {
    reply(app.engine.skill_prompt(request).await)
}

pub const LIST_SKILLS: Operation =
    get("list_skills", "/api/skills", "List skills and installed abilities; `since` limits the list to changes.")
        .person()
        .provides(&[Tag::Skills]);

async fn list_skills(app: App, ValidQuery(query): ValidQuery<SkillsPageQuery>) -> Reply<SkillsPageResponse> {
    reply(app.engine.skill_shelf(query).await)
}

pub const SEARCH_SKILLS: Operation =
    get("search_skills", "/api/skills/search", "Search skills whose text contains every word.").person().provides(&[Tag::Skills]);

async fn search_skills(app: App, ValidQuery(query): ValidQuery<SkillSearchQuery>) -> Reply<SkillSearchResponse> {
    reply(app.engine.search_skills(query).await)
}

pub const READ_SKILL: Operation =
    get("read_skill", "/api/skills/content", "Read the text of a skill that `GET /api/skills` lists.")
        .person()
        .refuses(&[E::NotFound])
        .provides(&[Tag::Skills]);

async fn read_skill(app: App, ValidQuery(query): ValidQuery<SkillPathQuery>) -> Reply<SkillContentResponse> {
    reply(app.engine.read_skill(query).await)
}

pub const SAVE_SKILL: Operation =
    put("save_skill", "/api/skills/content", "Replace the text of a skill, unless it changed since it was read.")
        .person()
        .refuses(&[E::NotFound, E::TargetNotWritable])
        .changes(&[Tag::Skills]);

async fn save_skill(app: App, Valid(request): Valid<SaveSkillRequest>) -> Reply<SkillContentResponse> {
    reply(app.engine.save_skill(request).await)
}

pub const READ_SKILL_FILE: Operation = get("read_skill_file", "/api/skills/file", "Read a file next to a SKILL.md.")
    .person()
    .refuses(&[E::NotFound])
    .provides(&[Tag::Skills]);

async fn read_skill_file(app: App, ValidQuery(query): ValidQuery<SkillFileQuery>) -> Reply<SkillFileResponse> {
    reply(app.engine.read_skill_file(query).await)
}

pub const SKILL_STANDING: Operation =
    get("skill_standing", "/api/skills/standing", "Read who installed a skill, where it is, and which skills it shadows.")
        .person()
        .refuses(&[E::Conflict, E::NotFound])
        .provides(&[Tag::Skills]);

async fn skill_standing(app: App, ValidQuery(query): ValidQuery<SkillPathQuery>) -> Reply<SkillStatusResponse> {
    reply(app.engine.skill_standing(query).await)
}

pub const CHECK_SKILL: Operation =
    post("check_skill", "/api/skills/check", "Check a skill text that is not saved.").person().provides(&[]);

async fn check_skill(app: App, Valid(request): Valid<CheckSkillRequest>) -> Reply<CheckSkillResponse> {
    reply(app.engine.check_skill(request).await)
}

pub const SKILL_VERSIONS: Operation =
    get("skill_versions", "/api/skills/versions", "List former versions of a skill, newest first.")
        .person()
        .refuses(&[E::NotFound])
        .provides(&[Tag::Skills]);

async fn skill_versions(app: App, ValidQuery(query): ValidQuery<SkillPathQuery>) -> Reply<SkillVersionsResponse> {
    reply(app.engine.skill_versions(query).await)
}

pub const SKILL_VERSION: Operation = get("skill_version", "/api/skills/version", "Read a former version and the changes since.")
    .person()
    .refuses(&[E::NotFound])
    .provides(&[Tag::Skills]);

async fn skill_version(app: App, ValidQuery(query): ValidQuery<SkillVersionQuery>) -> Reply<SkillVersionResponse> {
    reply(app.engine.skill_version(query).await)
}

pub const PIN_SKILLS: Operation = post("pin_skills", "/api/skills/pin", "Pin skills, so that updates leave them unchanged.")
    .person()
    .refuses(&[E::NotFound])
    .changes(&[Tag::Skills]);

async fn pin_skills(app: App, Valid(request): Valid<SkillsRequest>) -> Reply<SkillsResponse> {
    reply(app.engine.pin_skills(request).await)
}

pub const UNPIN_SKILLS: Operation =
    post("unpin_skills", "/api/skills/unpin", "Unpin skills.").person().refuses(&[E::NotFound]).changes(&[Tag::Skills]);

async fn unpin_skills(app: App, Valid(request): Valid<SkillsRequest>) -> Reply<SkillsResponse> {
    reply(app.engine.unpin_skills(request).await)
}

pub const FIX_SKILLS: Operation = post(
    "fix_skills",
    "/api/skills/fix",
    "Fix the form of skills without changing their meaning; without `apply` only preview it.",
)
.person()
.refuses(&[E::NotFound])
.changes(&[Tag::Skills]);

async fn fix_skills(app: App, Valid(request): Valid<SkillsRequest>) -> Reply<SkillsResponse> {
    reply(app.engine.fix_skills(request).await)
}

pub const UPDATE_SKILLS: Operation =
    post("update_skills", "/api/skills/update", "Update skills from their sources; without `apply` only preview it.")
        .person()
        .refuses(&[E::NotFound])
        .changes(&[Tag::Skills]);

async fn update_skills(app: App, Valid(request): Valid<SkillsRequest>) -> Reply<SkillsResponse> {
    reply(app.engine.update_skills(request).await)
}

pub const REMOVE_SKILLS: Operation = post(
    "remove_skills",
    "/api/skills/remove",
    "Remove skills and abilities from agents' folders and keep copies; without `apply` only preview it.",
)
.person()
.refuses(&[E::NotFound])
.changes(ABILITY_CHANGED);

async fn remove_skills(app: App, Valid(request): Valid<SkillsRequest>) -> Reply<SkillsResponse> {
    reply(app.engine.remove_skills(request).await)
}

pub const REMOVED_SKILLS: Operation =
    get("removed_skills", "/api/skills/removed", "List removed skills that can be restored.").person().provides(&[Tag::Skills]);

async fn removed_skills(app: App) -> Reply<RemovedSkillsResponse> {
    reply(app.engine.removed_skills().await)
}

pub const RESTORE_SKILLS: Operation = post("restore_skills", "/api/skills/restore", "Restore removed skills.")
    .person()
    .refuses(&[E::NotFound])
    .changes(ABILITY_CHANGED);

async fn restore_skills(app: App, Valid(request): Valid<RestoreSkillsRequest>) -> Reply<SkillsResponse> {
    reply(app.engine.restore_skills(request).await)
}

pub const SWITCH_SKILLS: Operation =
    post("switch_skills", "/api/skills/switch", "Enable or disable skills by the agents' own switches.")
        .person()
        .refuses(&[E::NotFound])
        .changes(&[Tag::Skills]);

async fn switch_skills(app: App, Valid(request): Valid<SwitchSkillsRequest>) -> Reply<SkillsResponse> {
    reply(app.engine.switch_skills(request).await)
}

pub const CANCEL_SKILLS: Operation =
    post("cancel_skills", "/api/skills/cancel", "Cancel an operation on several skills before its next skill.")
        .person()
        .refuses(&[E::NotFound])
        .changes(&[]);

async fn cancel_skills(app: App, Valid(request): Valid<CancelSkillsRequest>) -> Reply<Done> {
    reply(app.engine.cancel_skills(request).await)
}
