//! `/api/abilities/skills`: what agents read of installed skills.

use super::{Routes, reply};
use crate::App;
use crate::extract::ValidQuery;
use crate::failure::{Problem, Reply};
use crate::operation::CacheTag as Tag;
use crate::operation::{Operation, get};
use crate::sse::{EventStream, frame};
use apprentice_contracts::ability_skill::*;
use apprentice_contracts::error::ErrorCode as E;
use apprentice_contracts::page::PageQuery;
use futures::StreamExt;

pub(super) fn routes(api: &mut impl Routes) {
    api.add(ABILITY_SKILLS, ability_skills);
    api.add(ABILITY_SKILL, ability_skill);
    api.add(ABILITY_SKILL_FILE, ability_skill_file);
    api.add(ABILITY_CHANGES, ability_changes);
}

pub const ABILITY_SKILLS: Operation =
    get("ability_skills", "/api/abilities/skills", "List the skills of usable abilities.").agents().provides(&[Tag::Abilities]);

async fn ability_skills(app: App, ValidQuery(page): ValidQuery<PageQuery>) -> Reply<AbilitySkillsResponse> {
    reply(app.engine.ability_skills(page).await)
}

pub const ABILITY_SKILL: Operation =
    get("ability_skill", "/api/abilities/skill", "Read a skill and open a dispatch, which identifies this use of it.")
        .agents()
        .refuses(&[E::AbilityNotFound, E::AbilityNotUsable])
        .provides(&[Tag::Abilities]);

async fn ability_skill(app: App, ValidQuery(query): ValidQuery<AbilitySkillQuery>) -> Reply<AbilitySkillResponse> {
    reply(app.engine.ability_skill(query).await)
}

pub const ABILITY_SKILL_FILE: Operation = get("ability_skill_file", "/api/abilities/skill/file", "Read a file of a skill.")
    .agents()
    .refuses(&[E::AbilityNotFound, E::AbilityNotUsable, E::Conflict, E::NotFound])
    .provides(&[Tag::Abilities]);

async fn ability_skill_file(app: App, ValidQuery(query): ValidQuery<AbilitySkillFileQuery>) -> Reply<AbilitySkillFileResponse> {
    reply(app.engine.ability_skill_file(query).await)
}

pub const ABILITY_CHANGES: Operation =
    get("ability_changes", "/api/abilities/changes", "Stream a frame whenever the readable skills change.")
        .agents()
        .provides(&[]);

async fn ability_changes(app: App) -> Result<EventStream<AbilitiesChanged>, Problem> {
    Ok(EventStream::new(&app, app.engine.ability_changes().map(|_| frame(None, "abilities.changed", r#"{"changed":true}"#))))
}
