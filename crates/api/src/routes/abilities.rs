//! `/api/abilities`: lookups (§0C.11), and decisions about installed abilities (§0C.16).

use super::{ABILITY_CHANGED, Routes, reply};
use crate::App;
use crate::extract::{Ability, Valid, ValidQuery};
use crate::failure::Reply;
use crate::operation::CacheTag as Tag;
use crate::operation::{Operation, delete, get, post, put};
use apprentice_contracts::ability::*;
use apprentice_contracts::error::ErrorCode as E;
use apprentice_contracts::improvement::{ExperienceResponse, ImproveAbilityRequest, ImproveAbilityResponse};
use apprentice_contracts::report::AbilityReportsResponse;
use apprentice_contracts::skill_page::AbilityHealthHistoryResponse;
use apprentice_contracts::test_policy::{AbilityTestPolicyResponse, SetAbilityTestPolicyRequest};

pub(super) fn routes(api: &mut impl Routes) {
    api.add(AVAILABILITY, availability);
    api.add(ABILITY_AVAILABILITY, ability_availability);
    api.add(LOOKUP, lookup);
    api.add(EXPLAIN_MATCH, explain_match);
    api.add(REMOVE_ABILITY, remove_ability);
    api.add(ACTIVATE_ABILITY, activate_ability);
    api.add(DEACTIVATE_ABILITY, deactivate_ability);
    api.add(QUARANTINE_ABILITY, quarantine_ability);
    api.add(UNQUARANTINE_ABILITY, unquarantine_ability);
    api.add(PROMOTE_ABILITY, promote_ability);
    api.add(SET_ABILITY_PROJECTS, set_ability_projects);
    api.add(ABILITY_TEST_POLICY, ability_test_policy);
    api.add(SET_ABILITY_TEST_POLICY, set_ability_test_policy);
    api.add(RUN_CANARY, run_canary);
    api.add(ABILITY_HEALTH_HISTORY, ability_health_history);
    api.add(ABILITY_REPORTS, ability_reports);
    api.add(ABILITY_EXPERIENCE, ability_experience);
    api.add(IMPROVE_ABILITY, improve_ability);
}

pub const AVAILABILITY: Operation = get("availability", "/api/abilities/availability", "List abilities with their availability.")
    .agents()
    .provides(&[Tag::Abilities]);

async fn availability(app: App) -> Reply<AbilityAvailabilitySnapshot> {
    reply(app.engine.availability().await)
}

pub const ABILITY_AVAILABILITY: Operation =
    get("ability_availability", "/api/abilities/{abilityId}/availability", "Read the availability of an ability.")
        .agents()
        .provides(&[Tag::Abilities]);

async fn ability_availability(app: App, Ability(id): Ability) -> Reply<AbilityAvailabilityResponse> {
    reply(app.engine.ability_availability(id).await)
}

pub const LOOKUP: Operation =
    post("lookup", "/api/abilities/lookup", "Look up abilities that match a request, best match first.")
        .agents()
        .provides(&[Tag::Abilities]);

async fn lookup(app: App, Valid(query): Valid<AbilityLookupQuery>) -> Reply<AbilityLookupResult> {
    reply(app.engine.lookup(query).await)
}

pub const EXPLAIN_MATCH: Operation =
    post("explain_match", "/api/abilities/explain-match", "Explain why an ability matches a request or does not.")
        .agents()
        .refuses(&[E::AbilityNotFound])
        .provides(&[Tag::Abilities]);

async fn explain_match(app: App, Valid(request): Valid<AbilityExplainMatchRequest>) -> Reply<AbilityExplainMatchResponse> {
    reply(app.engine.explain_match(request).await)
}

pub const REMOVE_ABILITY: Operation = delete(
    "remove_ability",
    "/api/abilities/{abilityId}",
    "Uninstall an ability and keep its history; `POST /api/skills/restore` reverts it.",
)
.person()
.refuses(&[E::NotFound, E::TargetNotWritable])
.changes(ABILITY_CHANGED);

async fn remove_ability(
    app: App,
    Ability(id): Ability,
    ValidQuery(query): ValidQuery<RemoveAbilityQuery>,
) -> Reply<AbilityRemovedResponse> {
    reply(app.engine.remove_ability(id, query).await)
}

pub const ACTIVATE_ABILITY: Operation = post(
    "activate_ability",
    "/api/abilities/{abilityId}/activate",
    "Activate an ability and restore it to agents' folders, unless it is quarantined.",
)
.person()
.refuses(&[E::InstallLaneDenied])
.changes(ABILITY_CHANGED);

async fn activate_ability(app: App, Ability(id): Ability) -> Reply<AbilityActivationResponse> {
    reply(app.engine.activate_ability(id).await)
}

pub const DEACTIVATE_ABILITY: Operation = post(
    "deactivate_ability",
    "/api/abilities/{abilityId}/deactivate",
    "Deactivate an ability and remove it from agents' folders.",
)
.person()
.changes(ABILITY_CHANGED);

async fn deactivate_ability(app: App, Ability(id): Ability) -> Reply<AbilityActivationResponse> {
    reply(app.engine.deactivate_ability(id).await)
}

pub const QUARANTINE_ABILITY: Operation = post(
    "quarantine_ability",
    "/api/abilities/{abilityId}/quarantine",
    "Quarantine an ability: exclude it from use and from lookups.",
)
.person()
.refuses(&[E::ClientRequestIdReused])
.changes(ABILITY_CHANGED);

async fn quarantine_ability(
    app: App,
    Ability(id): Ability,
    Valid(request): Valid<QuarantineRequest>,
) -> Reply<AbilityQuarantineResponse> {
    reply(app.engine.quarantine_ability(id, request).await)
}

pub const UNQUARANTINE_ABILITY: Operation =
    post("unquarantine_ability", "/api/abilities/{abilityId}/unquarantine", "End a quarantine and restore the ability's lane.")
        .person()
        .changes(ABILITY_CHANGED);

async fn unquarantine_ability(app: App, Ability(id): Ability) -> Reply<AbilityQuarantineResponse> {
    reply(app.engine.unquarantine_ability(id).await)
}

pub const PROMOTE_ABILITY: Operation = post(
    "promote_ability",
    "/api/abilities/{abilityId}/promote-shared",
    "Share an ability that is installed privately or for the workspace.",
)
.person()
.refuses(&[E::InstallLaneDenied, E::InvalidLearnStateTransition])
.changes(ABILITY_CHANGED);

async fn promote_ability(app: App, Ability(id): Ability) -> Reply<AbilityPromotionResponse> {
    reply(app.engine.promote_ability(id).await)
}

pub const SET_ABILITY_PROJECTS: Operation = put(
    "set_ability_projects",
    "/api/abilities/{abilityId}/projects",
    "Choose the projects that an ability is for; an empty list means every project.",
)
.person()
.changes(&[Tag::Abilities, Tag::Receipts]);

async fn set_ability_projects(
    app: App,
    Ability(id): Ability,
    Valid(request): Valid<SetAbilityProjectsRequest>,
) -> Reply<AbilityAvailabilityResponse> {
    reply(app.engine.set_ability_projects(id, request).await)
}

pub const ABILITY_TEST_POLICY: Operation = get(
    "ability_test_policy",
    "/api/abilities/{abilityId}/test-policy",
    "Read the effective test policy of an ability, and where it was set.",
)
.person()
.provides(&[Tag::Abilities]);

async fn ability_test_policy(app: App, Ability(id): Ability) -> Reply<AbilityTestPolicyResponse> {
    reply(app.engine.ability_test_policy(id).await)
}

pub const SET_ABILITY_TEST_POLICY: Operation =
    put("set_ability_test_policy", "/api/abilities/{abilityId}/test-policy", "Set or remove the test policy of an ability.")
        .person()
        .changes(&[Tag::Abilities, Tag::Session, Tag::Receipts]);

async fn set_ability_test_policy(
    app: App,
    Ability(id): Ability,
    Valid(request): Valid<SetAbilityTestPolicyRequest>,
) -> Reply<AbilityTestPolicyResponse> {
    reply(app.engine.set_ability_test_policy(id, request).await)
}

pub const RUN_CANARY: Operation =
    post("run_canary", "/api/abilities/{abilityId}/canary", "Check the installed files of an ability without changing them.")
        .person()
        .refuses(&[E::ProposalNotFound])
        .changes(&[Tag::Abilities, Tag::Skills, Tag::Receipts, Tag::Reports, Tag::Proposal]);

async fn run_canary(app: App, Ability(id): Ability) -> Reply<AbilityCanaryResponse> {
    reply(app.engine.run_canary(id).await)
}

pub const ABILITY_HEALTH_HISTORY: Operation = get(
    "ability_health_history",
    "/api/abilities/{abilityId}/health-history",
    "List the health history of an ability, run by run.",
)
.person()
.provides(&[Tag::Abilities]);

async fn ability_health_history(app: App, Ability(id): Ability) -> Reply<AbilityHealthHistoryResponse> {
    reply(app.engine.ability_health_history(id).await)
}

pub const ABILITY_REPORTS: Operation =
    get("ability_reports", "/api/abilities/{abilityId}/checkpoint-reports", "List recent checkpoint reports of an ability.")
        .person()
        .provides(&[Tag::Abilities]);

async fn ability_reports(app: App, Ability(id): Ability) -> Reply<AbilityReportsResponse> {
    reply(app.engine.ability_reports(id).await)
}

pub const ABILITY_EXPERIENCE: Operation = get(
    "ability_experience",
    "/api/abilities/{abilityId}/experience",
    "List the reports on the installed version of an ability, and the changes that they suggest.",
)
.person()
.provides(&[Tag::Abilities]);

async fn ability_experience(app: App, Ability(id): Ability) -> Reply<ExperienceResponse> {
    reply(app.engine.ability_experience(id).await)
}

pub const IMPROVE_ABILITY: Operation =
    post("improve_ability", "/api/abilities/{abilityId}/improve", "Draft the changes that the reports on an ability suggest.")
        .person()
        .refuses(IMPROVE)
        .changes(IMPROVED);

async fn improve_ability(
    app: App,
    Ability(id): Ability,
    Valid(request): Valid<ImproveAbilityRequest>,
) -> Reply<ImproveAbilityResponse> {
    reply(app.engine.improve_ability(id, request).await)
}

/// What the start of an improvement is refused with: no ability, another active session, nothing that was reported.
const IMPROVE: &[E] = &[
    E::AbilityNotFound,
    E::ClientRequestIdReused,
    E::InvalidLearnStateTransition,
    E::LearnSessionAlreadyActive,
    E::ValidationInProgress,
];

/// An improvement is a session with a draft.
const IMPROVED: &[Tag] = &[
    Tag::Abilities,
    Tag::History,
    Tag::Proposal,
    Tag::Proposals,
    Tag::Receipts,
    Tag::Rehearsal,
    Tag::Runtime,
    Tag::Session,
    Tag::Sessions,
];
