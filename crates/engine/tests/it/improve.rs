//! Improving an ability that is installed: by editing its draft, or by showing it again.

use crate::road::{drafted, edit, install, refused, settled, state};
use crate::sessions::until_actions;
use apprentice_contracts::ability::{AbilityLookupQuery, QuarantineRequest};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::ids::*;
use apprentice_contracts::proposal::*;
use apprentice_contracts::runtime::Clock;
use apprentice_contracts::session::*;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_engine::Engine;
use apprentice_testkit::*;
use serde_json::json;

const CLICK: BoundarySource = BoundarySource::UserClick;

fn improving(ability: &str) -> CreateLearnSessionRequest {
    serde_json::from_value(json!({ "entry_mode": "improving_existing_skill", "target_skill_id": ability })).unwrap()
}

/// An ability that was taught and installed privately.
async fn taught(world: &World, engine: &Engine) -> (LearnSessionId, ProposalId, AbilityId) {
    world.with_a_target(engine).await;
    let (session, proposal) = drafted(world, engine, demonstrating()).await;
    let installed = engine.install_proposal(proposal, install(RequestedLane::ExperimentalPrivate)).await.unwrap();
    (session, proposal, installed.ability_id)
}

/// The draft of an improvement for which nothing is shown.
async fn begun(engine: &Engine, ability: &AbilityId) -> (LearnSessionId, ProposalId) {
    let created = engine.create_session(improving(&ability.0)).await.unwrap();
    assert_eq!((created.ui_mode, created.next_action), (UiMode::Drawer, CreateNextAction::ShowSkillDeltaEditor));
    assert_eq!(created.session.target_kind, LearnTargetKind::ExistingSkill);
    let id = created.session.learn_session_id;
    let started = engine.start_session(id, CLICK).await.unwrap();
    assert!(!started.observation_active, "nothing was allowed to be watched");
    assert_eq!(engine.stop_session(id, CLICK).await.unwrap().next_action, StopNextAction::GenerateProposal);
    let proposal = engine.generate_proposal(id).await.unwrap().proposal_id;
    settled(engine).await;
    (id, proposal)
}

/// An installed ability whose text a person edited before the installation, with that text.
async fn taught_and_edited(world: &World, engine: &Engine) -> (String, AbilityId) {
    world.with_a_target(engine).await;
    let (_, proposal) = drafted(world, engine, demonstrating()).await;
    let text = engine.proposal_detail(proposal).await.unwrap().skill_md + "\nAsk who pays.\n";
    let edited = EditedFields { skill_md: Some(text.clone()), ..EditedFields::default() };
    engine.revise_proposal(proposal, edit(edited)).await.unwrap();
    let installed = engine.install_proposal(proposal, install(RequestedLane::ExperimentalPrivate)).await.unwrap();
    (text, installed.ability_id)
}

fn file(world: &World, slug: &str) -> String {
    std::fs::read_to_string(world.home().join("sandbox/skills").join(slug).join("SKILL.md")).unwrap()
}

#[tokio::test]
async fn an_edited_draft_takes_the_place_of_what_is_installed_and_nothing_before() {
    let world = World::new();
    let engine = world.open().await;
    let (first_session, first, ability) = taught(&world, &engine).await;
    let before = engine.proposal_detail(first).await.unwrap();
    let slug = before.proposal.proposed_skill_slug.clone();

    let (session, second) = begun(&engine, &ability).await;
    assert_eq!(state(&engine, session).await, State::ReadyForReview);
    let draft = engine.proposal_detail(second).await.unwrap();
    assert_eq!((&draft.skill_md, &draft.checkpoints), (&before.skill_md, &before.checkpoints), "it begins with what stands");
    assert_eq!(draft.installed_skill_md.as_ref(), Some(&before.skill_md), "for the diff");
    assert_eq!(draft.proposal.ability_id.as_ref(), Some(&ability));
    assert!(draft.targets.iter().all(|target| !target.occupied), "its own folder is no obstacle: {:?}", draft.targets);

    let goal = "Add a customer who has paid before.".to_owned();
    engine
        .revise_proposal(second, edit(EditedFields { goal_summary: Some(goal.clone()), ..EditedFields::default() }))
        .await
        .unwrap();
    assert_eq!(file(&world, &slug), before.skill_md, "never in place");
    let installed = engine.install_proposal(second, install(RequestedLane::ExperimentalPrivate)).await.unwrap();
    assert_eq!(installed.ability_id, ability, "the same ability");
    assert!(file(&world, &slug).contains(&goal));
    let query: AbilityLookupQuery = serde_json::from_value(json!({ "user_query": before.proposal.trigger_phrases[0] })).unwrap();
    assert_eq!(engine.lookup(query).await.unwrap().matches.len(), 1);

    let replaced = engine.proposal_detail(first).await.unwrap().proposal;
    assert_eq!(replaced.superseded_by, Some(second));
    let back = refused(engine.approve_proposal(first, crate::road::approval()).await);
    assert_eq!(back.code, ErrorCode::Conflict, "an older draft never takes the place of a newer one");
    assert!(file(&world, &slug).contains(&goal));
    engine.delete_session(first_session).await.unwrap();
    engine.approve_proposal(second, crate::road::approval()).await.unwrap();
    assert!(file(&world, &slug).contains(&goal));
}

#[tokio::test]
async fn a_rejected_improvement_leaves_the_ability_as_it_is() {
    let world = World::new();
    let engine = world.open().await;
    let (_, first, ability) = taught(&world, &engine).await;
    let before = engine.proposal_detail(first).await.unwrap();
    let (session, second) = begun(&engine, &ability).await;
    let reason = RejectProposalRequest { reason: "No better.".into(), client_request_id: None };
    engine.reject_proposal(second, reason).await.unwrap();
    engine.delete_session(session).await.unwrap();
    assert_eq!(file(&world, &before.proposal.proposed_skill_slug), before.skill_md);
    assert!(engine.ability_availability(ability).await.unwrap().ability.usable_now);
    engine.approve_proposal(first, crate::road::approval()).await.expect("nothing replaced it");
}

#[tokio::test]
async fn a_second_demonstration_keeps_the_name_and_the_triggers() {
    let world = World::new();
    let engine = world.open().await;
    let (_, first, ability) = taught(&world, &engine).await;
    let before = engine.proposal_detail(first).await.unwrap();
    let request = CreateLearnSessionRequest {
        goal: Some("Register somebody quite different".into()),
        ..CreateLearnSessionRequest { target_skill_id: Some(ability.0.clone()), ..demonstrating() }
    };
    let request = CreateLearnSessionRequest { entry_mode: LearningEntryMode::ImprovingExistingSkill, ..request };
    let (_, second) = drafted(&world, &engine, request).await;
    let draft = engine.proposal_detail(second).await.unwrap();
    assert_eq!(draft.proposal.proposed_skill_slug, before.proposal.proposed_skill_slug);
    assert_eq!(draft.proposal.title, before.proposal.title);
    assert!(before.proposal.trigger_phrases.iter().all(|phrase| draft.proposal.trigger_phrases.contains(phrase)));
    assert!(draft.questions.iter().all(|question| question.field != QuestionField::Name), "its name is known");
    engine.install_proposal(second, install(RequestedLane::ExperimentalPrivate)).await.unwrap();
}

#[tokio::test]
async fn an_improvement_starts_with_the_hand_written_text() {
    let world = World::new();
    let engine = world.open().await;
    let (text, ability) = taught_and_edited(&world, &engine).await;
    let (_, second) = begun(&engine, &ability).await;
    let draft = engine.proposal_detail(second).await.unwrap();
    assert_eq!(draft.skill_md, text);
    assert!(draft.skill_md_edited);
}

#[tokio::test]
async fn what_cannot_be_improved_is_refused_by_the_name_of_its_field() {
    let world = World::new();
    let engine = world.open().await;
    let unknown = refused(engine.create_session(improving("ability_of-nobody")).await);
    assert_eq!(unknown.code, ErrorCode::AbilityNotFound);
    let nothing = CreateLearnSessionRequest { target_skill_id: None, ..improving("x") };
    let nothing = refused(engine.create_session(nothing).await);
    assert_eq!((nothing.code, nothing.message.starts_with("target_skill_id")), (ErrorCode::InvalidRequest, true), "{nothing}");
    let kind = CreateLearnSessionRequest { target_kind: LearnTargetKind::ExistingSkill, ..demonstrating() };
    let kind = refused(engine.create_session(kind).await);
    assert_eq!((kind.code, kind.message.starts_with("target_kind")), (ErrorCode::InvalidRequest, true), "{kind}");
    assert!(engine.active_session().await.unwrap().is_none(), "nothing is left behind by a refusal");
}

#[tokio::test]
async fn an_authorization_lifts_no_quarantine() {
    let world = World::new();
    let engine = world.open().await;
    let (_, _, ability) = taught(&world, &engine).await;
    let reason = QuarantineRequest { reason: "It wrote to the wrong people.".into(), client_request_id: None };
    engine.quarantine_ability(ability.clone(), reason).await.unwrap();
    let request = CreateLearnSessionRequest {
        build_policy: BuildPolicy::PrivateAutoInstall,
        allow_private_install: true,
        ..improving(&ability.0)
    };
    let id = engine.create_session(request).await.unwrap().session.learn_session_id;
    engine.start_session(id, CLICK).await.unwrap();
    engine.stop_session(id, CLICK).await.unwrap();
    engine.generate_proposal(id).await.unwrap();
    settled(&engine).await;
    assert_eq!(state(&engine, id).await, State::ReadyForReview, "a person decides");
    assert!(!engine.ability_availability(ability).await.unwrap().ability.usable_now);
}

/// Shown again, and all of it taken out.
#[tokio::test]
async fn text_that_a_person_wrote_stays_where_nothing_of_what_was_shown_is_left() {
    let world = World::new();
    let engine = world.open().await;
    let (text, ability) = taught_and_edited(&world, &engine).await;
    let request = CreateLearnSessionRequest {
        entry_mode: LearningEntryMode::ImprovingExistingSkill,
        target_skill_id: Some(ability.0),
        ..demonstrating()
    };
    let id = engine.create_session(request).await.unwrap().session.learn_session_id;
    engine.start_session(id, CLICK).await.unwrap();
    world.browser.act(click(world.clock.now(), "button", "Save"));
    world.browser.act(click(world.clock.now(), "button", "Close"));
    until_actions(&engine, id, 2).await;
    let actions = engine.observed_actions(id, Default::default()).await.unwrap().actions;
    let trim = TrimRequest { trim_kind: TrimKind::TrimStart, to_event_id: actions[1].event_id };
    engine.trim_session(id, trim).await.unwrap();
    engine.delete_observed_action(id, actions[1].event_id).await.unwrap();
    engine.stop_session(id, CLICK).await.unwrap();
    let second = engine.generate_proposal(id).await.unwrap().proposal_id;
    settled(&engine).await;
    assert_eq!(engine.proposal_detail(second).await.unwrap().skill_md, text);
}
