//! `/api/abilities/skills` and what else agents read of the skills that were installed.

use super::reply;
use crate::App;
use crate::extract::Params;
use crate::failure::Reply;
use crate::openapi::doc;
use crate::sse::{Frames, frame};
use aide::axum::ApiRouter;
use aide::axum::routing::get_with;
use apprentice_contracts::ability_skill::*;
use apprentice_contracts::page::PageQuery;
use axum::extract::State;
use futures::StreamExt;

const TAG: &str = "abilities";

pub(super) fn routes() -> ApiRouter<App> {
    ApiRouter::new()
        .api_route(
            "/api/abilities/skills",
            get_with(list, doc(TAG, "ability_skills", "The skills of abilities that can be used now.")),
        )
        .api_route(
            "/api/abilities/skill",
            get_with(skill, doc(TAG, "ability_skill", "One skill with its text; begins a use of it.")),
        )
        .api_route("/api/abilities/skill/file", get_with(file, doc(TAG, "ability_skill_file", "One file of a skill.")))
        .api_route(
            "/api/abilities/changes",
            get_with(changes, doc(TAG, "ability_changes", "A frame whenever the skills that can be read become others.")),
        )
}

async fn list(State(app): State<App>, Params(page): Params<PageQuery>) -> Reply<AbilitySkillsResponse> {
    reply(app.engine.ability_skills(page).await)
}

async fn skill(State(app): State<App>, Params(query): Params<AbilitySkillQuery>) -> Reply<AbilitySkillResponse> {
    reply(app.engine.ability_skill(query).await)
}

async fn file(State(app): State<App>, Params(query): Params<AbilitySkillFileQuery>) -> Reply<AbilitySkillFileResponse> {
    reply(app.engine.ability_skill_file(query).await)
}

async fn changes(State(app): State<App>) -> Frames<AbilitiesChanged> {
    Frames::new(&app, app.engine.ability_changes().map(|_| frame(None, "abilities.changed", r#"{"changed":true}"#)))
}
