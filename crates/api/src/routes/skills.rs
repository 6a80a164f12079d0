//! `/api/skills`: the skills on this machine (§0B.9): the list, one of them, and what is done to several.

use super::reply;
use crate::App;
use crate::extract::{Body, Params};
use crate::failure::Reply;
use crate::openapi::doc;
use aide::axum::ApiRouter;
use aide::axum::routing::{get_with, post_with};
use apprentice_contracts::app::Done;
use apprentice_contracts::skill::{SkillContentResponse, SkillPathQuery};
use apprentice_contracts::skill_page::*;
use axum::extract::State;

const TAG: &str = "skills";

pub(super) fn routes() -> ApiRouter<App> {
    ApiRouter::new()
        .api_route(
            "/api/skills",
            get_with(list, doc(TAG, "list_skills", "Every skill and installed ability; with `since` only what changed.")),
        )
        .api_route("/api/skills/search", get_with(search, doc(TAG, "search_skills", "Skills whose text holds every word.")))
        .merge(one())
        .merge(many())
}

fn one() -> ApiRouter<App> {
    ApiRouter::new()
        .api_route(
            "/api/skills/content",
            get_with(read, doc(TAG, "read_skill", "The text of one skill that the list named."))
                .put_with(save, doc(TAG, "save_skill", "Replace the text of a skill, when it is still the one that was edited.")),
        )
        .api_route("/api/skills/file", get_with(file, doc(TAG, "read_skill_file", "One of the files beside a SKILL.md.")))
        .api_route(
            "/api/skills/standing",
            get_with(standing, doc(TAG, "skill_standing", "Who installed a skill, where it is, and what it comes before.")),
        )
        .api_route(
            "/api/skills/check",
            post_with(check, doc(TAG, "check_skill", "What is to be said of a text that is not saved.")),
        )
        .api_route(
            "/api/skills/versions",
            get_with(versions, doc(TAG, "skill_versions", "Former texts of a skill, newest first.")),
        )
        .api_route(
            "/api/skills/version",
            get_with(version, doc(TAG, "skill_version", "One former text, and what changed since.")),
        )
}

fn many() -> ApiRouter<App> {
    ApiRouter::new()
        .api_route("/api/skills/pin", post_with(pin, doc(TAG, "pin_skills", "Keep skills as they are, whatever is updated.")))
        .api_route("/api/skills/unpin", post_with(unpin, doc(TAG, "unpin_skills", "Let skills be updated again.")))
        .api_route(
            "/api/skills/fix",
            post_with(fix, doc(TAG, "fix_skills", "Mend skills without changing what they say; shows it first.")),
        )
        .api_route(
            "/api/skills/update",
            post_with(update, doc(TAG, "update_skills", "Replace skills by what their sources have newer; shows it first.")),
        )
        .api_route(
            "/api/skills/remove",
            post_with(
                remove,
                doc(TAG, "remove_skills", "Take skills and abilities out of agents' folders; shows it first, keeps a copy."),
            ),
        )
        .api_route(
            "/api/skills/removed",
            get_with(removed, doc(TAG, "removed_skills", "What was removed and can be brought back.")),
        )
        .api_route("/api/skills/restore", post_with(restore, doc(TAG, "restore_skills", "Bring back what was removed.")))
        .api_route(
            "/api/skills/switch",
            post_with(switch, doc(TAG, "switch_skills", "Turn the switch that an agent has for one skill, where it has one.")),
        )
        .api_route(
            "/api/skills/cancel",
            post_with(cancel, doc(TAG, "cancel_skills", "End an operation on skills before its next one.")),
        )
}

async fn list(State(app): State<App>, Params(query): Params<SkillsPageQuery>) -> Reply<SkillsPageResponse> {
    reply(app.engine.skill_shelf(query).await)
}

async fn search(State(app): State<App>, Params(query): Params<SkillSearchQuery>) -> Reply<SkillSearchResponse> {
    reply(app.engine.search_skills(query).await)
}

async fn read(State(app): State<App>, Params(query): Params<SkillPathQuery>) -> Reply<SkillContentResponse> {
    reply(app.engine.read_skill(query).await)
}

async fn save(State(app): State<App>, Body(request): Body<SaveSkillRequest>) -> Reply<SkillContentResponse> {
    reply(app.engine.save_skill(request).await)
}

async fn file(State(app): State<App>, Params(query): Params<SkillFileQuery>) -> Reply<SkillFileResponse> {
    reply(app.engine.read_skill_file(query).await)
}

async fn standing(State(app): State<App>, Params(query): Params<SkillPathQuery>) -> Reply<SkillStatusResponse> {
    reply(app.engine.skill_standing(query).await)
}

async fn check(State(app): State<App>, Body(request): Body<CheckSkillRequest>) -> Reply<CheckSkillResponse> {
    reply(app.engine.check_skill(request).await)
}

async fn versions(State(app): State<App>, Params(query): Params<SkillPathQuery>) -> Reply<SkillVersionsResponse> {
    reply(app.engine.skill_versions(query).await)
}

async fn version(State(app): State<App>, Params(query): Params<SkillVersionQuery>) -> Reply<SkillVersionResponse> {
    reply(app.engine.skill_version(query).await)
}

async fn pin(State(app): State<App>, Body(request): Body<SkillsRequest>) -> Reply<SkillsResponse> {
    reply(app.engine.pin_skills(request).await)
}

async fn unpin(State(app): State<App>, Body(request): Body<SkillsRequest>) -> Reply<SkillsResponse> {
    reply(app.engine.unpin_skills(request).await)
}

async fn fix(State(app): State<App>, Body(request): Body<SkillsRequest>) -> Reply<SkillsResponse> {
    reply(app.engine.fix_skills(request).await)
}

async fn update(State(app): State<App>, Body(request): Body<SkillsRequest>) -> Reply<SkillsResponse> {
    reply(app.engine.update_skills(request).await)
}

async fn remove(State(app): State<App>, Body(request): Body<SkillsRequest>) -> Reply<SkillsResponse> {
    reply(app.engine.remove_skills(request).await)
}

async fn removed(State(app): State<App>) -> Reply<RemovedSkillsResponse> {
    reply(app.engine.removed_skills().await)
}

async fn restore(State(app): State<App>, Body(request): Body<RestoreSkillsRequest>) -> Reply<SkillsResponse> {
    reply(app.engine.restore_skills(request).await)
}

async fn switch(State(app): State<App>, Body(request): Body<SwitchSkillsRequest>) -> Reply<SkillsResponse> {
    reply(app.engine.switch_skills(request).await)
}

async fn cancel(State(app): State<App>, Body(request): Body<CancelSkillsRequest>) -> Reply<Done> {
    reply(app.engine.cancel_skills(request).await)
}
