//! *Use as Example*: a further showing of a draft or of an installed ability.

use crate::road::{drafted, edit, install, refused, settled, state};
use crate::sessions::until_actions;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::graph::{SettledKind, ValueAnswer, ValueChange};
use apprentice_contracts::history::HistoryOutcome;
use apprentice_contracts::ids::*;
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::proposal::*;
use apprentice_contracts::session::*;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_engine::Engine;
use apprentice_testkit::*;
use chrono::Duration;
use serde_json::json;

const CLICK: BoundarySource = BoundarySource::UserClick;

fn example_of(id: &str) -> CreateLearnSessionRequest {
    serde_json::from_value(json!({ "entry_mode": "demonstrating_skill", "example_of": id })).unwrap()
}

/// A further showing, stopped.
async fn shown(world: &World, engine: &Engine, of: &str, name: &str, email: &str) -> LearnSessionId {
    let created = engine.create_session(example_of(of)).await.unwrap();
    let id = created.session.learn_session_id;
    engine.start_session(id, CLICK).await.unwrap();
    world.inserts_a_customer(name, email);
    until_actions(engine, id, 6).await;
    assert_eq!(engine.stop_session(id, CLICK).await.unwrap().next_action, StopNextAction::UseExample);
    id
}

fn names(detail: &ProposalDetailResponse) -> Vec<&str> {
    detail.variables.iter().map(|variable| variable.name.as_str()).collect()
}

async fn slot(engine: &Engine) -> Option<LearnSessionId> {
    engine.runtime_current().await.unwrap().current.filter(|one| one.state.holds_slot()).map(|one| one.learn_session_id)
}

#[tokio::test]
async fn a_second_showing_settles_what_changes_and_is_used_by_every_new_draft() {
    let world = World::new();
    let engine = world.open().await;
    let (first, proposal) = drafted(&world, &engine, demonstrating()).await;
    let before = engine.proposal_detail(proposal).await.unwrap();
    assert_eq!(names(&before), ["name", "email"]);
    assert!(before.actions.contains(&apprentice_contracts::action::ProposalAction::UseAsExample));

    // Watched like the first time; meanwhile the draft can be read and says so.
    let id = shown(&world, &engine, &proposal.to_string(), "Grace Hopper", "ada@example.net").await;
    let session = engine.session_detail(id).await.unwrap().session;
    assert_eq!(
        (session.watch.as_slice(), session.goal.as_deref()),
        (&[WatchSource::Browser][..], Some(before.proposal.title.as_str()))
    );
    assert_eq!(engine.proposal_detail(proposal).await.unwrap().example_session_id, Some(id));
    assert_eq!(slot(&engine).await, Some(id));

    let used = engine.use_example(id).await.unwrap();
    assert_eq!((used.proposal_id, used.session.state), (proposal, State::Cancelled));
    let texts: Vec<&str> = used.settled.iter().map(|point| point.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "Name was “Ada Lovelace” and then “Grace Hopper”: it is an input.",
            "Both times Email was “ada@example.net”: it is always the same."
        ]
    );
    settled(&engine).await;
    assert_eq!((state(&engine, first).await, slot(&engine).await), (State::ReadyForReview, Some(first)), "the slot is back");
    let detail = engine.proposal_detail(proposal).await.unwrap();
    assert_eq!((names(&detail), detail.showings, detail.example_session_id), (vec!["name"], 2, None));
    assert!(detail.proposal.revision > before.proposal.revision);

    // The person's own answer wins, and an edit in words compiles all showings again.
    let answer = ValueAnswer { example: "ada@example.net".into(), name: None, changes: ValueChange::Changes };
    let detail = engine.revise_values(proposal, ReviseValuesRequest { values: vec![answer] }).await.unwrap();
    assert_eq!(names(&detail), ["name", "email"]);
    assert!(detail.settled.iter().any(|point| point.text.ends_with("but you said that it changes: your answer is used.")));
    let again = ProposalReviseRequest { revision_instructions: "compile it again".into(), ..Default::default() };
    assert_eq!(engine.revise_proposal(proposal, again).await.unwrap().showings, 2);

    let history = engine.history(PageQuery { page: 1, page_size: 100 }).await.unwrap().items;
    let row = history.iter().find(|item| item.learn_session_id == id).unwrap();
    assert_eq!(row.outcome, HistoryOutcome::Cancelled);
    assert!(row.title.as_deref().unwrap().starts_with("An example of “"), "{row:?}");
}

#[tokio::test]
async fn another_task_is_refused_and_can_become_a_draft_of_its_own() {
    let world = World::new();
    let engine = world.open().await;
    let (first, proposal) = drafted(&world, &engine, demonstrating()).await;
    let before = engine.proposal_detail(proposal).await.unwrap();
    let id = engine.create_session(example_of(&proposal.to_string())).await.unwrap().session.learn_session_id;
    engine.start_session(id, CLICK).await.unwrap();
    let now = apprentice_contracts::runtime::Clock::now(&*world.clock);
    world.browser.act(fill(now, "Amount", "40 EUR"));
    world.browser.act(click(now, "button", "Pay the invoice"));
    until_actions(&engine, id, 2).await;
    engine.stop_session(id, CLICK).await.unwrap();
    let failure = refused(engine.use_example(id).await);
    assert_eq!(failure.code, ErrorCode::Conflict);
    assert!(
        failure.message.starts_with("This showing is of another task, so nothing was changed: it has “"),
        "{}",
        failure.message
    );
    assert_eq!(engine.proposal_detail(proposal).await.unwrap().skill_md, before.skill_md);
    assert_eq!(state(&engine, id).await, State::Stopped, "nothing is lost");

    let own = engine.generate_proposal(id).await.unwrap().proposal_id;
    settled(&engine).await;
    assert_ne!(own, proposal);
    assert_eq!(engine.proposal_detail(own).await.unwrap().proposal.ability_id, None);
    assert_eq!(slot(&engine).await, Some(id));
    if state(&engine, id).await == State::ReadyForReview {
        engine.reject_proposal(own, serde_json::from_value(json!({ "reason": "only a test" })).unwrap()).await.unwrap();
    } else {
        engine.cancel_session(id, CLICK).await.unwrap();
    }
    assert_eq!(slot(&engine).await, Some(first), "the slot goes back when the other one is done");
}

#[tokio::test]
async fn a_cancelled_showing_changes_nothing_and_gives_the_slot_back() {
    let world = World::new();
    let engine = world.open().await;
    let (first, proposal) = drafted(&world, &engine, demonstrating()).await;
    let before = engine.proposal_detail(proposal).await.unwrap();
    let id = engine.create_session(example_of(&proposal.to_string())).await.unwrap().session.learn_session_id;
    let twice = refused(engine.create_session(example_of(&proposal.to_string())).await);
    assert_eq!((twice.code, &twice.details.unwrap()["active_session_id"]), (ErrorCode::LearnSessionAlreadyActive, &json!(id)));
    engine.start_session(id, CLICK).await.unwrap();
    world.inserts_a_customer("Grace Hopper", "grace@example.net");
    until_actions(&engine, id, 6).await;
    engine.cancel_session(id, CLICK).await.unwrap();
    let after = engine.proposal_detail(proposal).await.unwrap();
    assert_eq!((after.skill_md, after.showings, after.example_session_id), (before.skill_md, 1, None));
    assert_eq!(slot(&engine).await, Some(first));
    assert_eq!(refused(engine.use_example(id).await).code, ErrorCode::InvalidLearnStateTransition);
    // One that nobody starts ends by itself, and gives the slot back too.
    let idle = engine.create_session(example_of(&proposal.to_string())).await.unwrap().session.learn_session_id;
    world.clock.advance(Duration::hours(2));
    engine.keep_deadlines().await.unwrap();
    assert_eq!((state(&engine, idle).await, slot(&engine).await), (State::Cancelled, Some(first)));
}

#[tokio::test]
async fn an_example_of_an_ability_is_reviewed_although_installing_was_authorized() {
    let world = World::new();
    let engine = world.open().await;
    world.with_a_target(&engine).await;
    let (_, first) = drafted(&world, &engine, demonstrating()).await;
    let ability = engine.install_proposal(first, install(RequestedLane::ExperimentalPrivate)).await.unwrap().ability_id;
    let request = CreateLearnSessionRequest {
        build_policy: BuildPolicy::PrivateAutoInstall,
        allow_private_install: true,
        ..example_of(&ability.0)
    };
    let id = engine.create_session(request).await.unwrap().session.learn_session_id;
    engine.start_session(id, CLICK).await.unwrap();
    world.inserts_a_customer("Grace Hopper", "ada@example.net");
    until_actions(&engine, id, 6).await;
    engine.stop_session(id, CLICK).await.unwrap();
    engine.use_example(id).await.unwrap();
    settled(&engine).await;
    assert_eq!(state(&engine, id).await, State::ReadyForReview, "a person decides");
}

#[tokio::test]
async fn an_example_of_an_installed_ability_is_a_draft_of_its_improvement() {
    let world = World::new();
    let engine = world.open().await;
    world.with_a_target(&engine).await;
    let (_, first) = drafted(&world, &engine, demonstrating()).await;
    let ability = engine.install_proposal(first, install(RequestedLane::ExperimentalPrivate)).await.unwrap().ability_id;
    let installed = engine.proposal_detail(first).await.unwrap();
    let file = world.home().join("sandbox/skills").join(&installed.proposal.proposed_skill_slug).join("SKILL.md");

    let id = shown(&world, &engine, &ability.0, "Grace Hopper", "ada@example.net").await;
    let used = engine.use_example(id).await.unwrap();
    settled(&engine).await;
    assert_ne!(used.proposal_id, first);
    let draft = engine.proposal_detail(used.proposal_id).await.unwrap();
    assert_eq!((names(&draft), draft.showings), (vec!["name"], 2));
    assert_eq!(draft.proposal.ability_id.as_ref(), Some(&ability));
    assert_eq!(draft.installed_skill_md.as_ref(), Some(&installed.skill_md), "for the diff");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), installed.skill_md, "what is installed stays");
    assert_eq!(draft.proposal.title, installed.proposal.title);

    // A third showing of the draft of the improvement, before it is installed.
    let third = shown(&world, &engine, &used.proposal_id.to_string(), "Alan Turing", "alan@example.net").await;
    engine.use_example(third).await.unwrap();
    settled(&engine).await;
    let draft = engine.proposal_detail(used.proposal_id).await.unwrap();
    assert_eq!((names(&draft), draft.showings), (vec!["name", "email"], 3));
    let again = engine.install_proposal(used.proposal_id, install(RequestedLane::ExperimentalPrivate)).await.unwrap();
    assert_eq!(again.ability_id, ability);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), draft.skill_md);

    // And a fourth one, of what is installed now: all showings before it count.
    let fourth = shown(&world, &engine, &ability.0, "Edsger Dijkstra", "ewd@example.net").await;
    let used = engine.use_example(fourth).await.unwrap();
    settled(&engine).await;
    let draft = engine.proposal_detail(used.proposal_id).await.unwrap();
    assert_eq!((names(&draft), draft.showings), (vec!["name", "email"], 4));
    assert!(draft.settled.iter().all(|point| point.kind == SettledKind::Input), "{:#?}", draft.settled);
}

#[tokio::test]
async fn without_the_first_recording_an_example_is_refused() {
    let world = World::new();
    let engine = world.open().await;
    world.with_a_target(&engine).await;
    let (_, first) = drafted(&world, &engine, demonstrating()).await;
    let ability = engine.install_proposal(first, install(RequestedLane::ExperimentalPrivate)).await.unwrap().ability_id;
    world.clock.advance(Duration::days(8));
    engine.keep_deadlines().await.unwrap();
    for of in [ability.0.clone(), first.to_string()] {
        let failure = refused(engine.create_session(example_of(&of)).await);
        assert_eq!(failure.code, ErrorCode::InsufficientTraces);
        assert!(failure.message.starts_with("The recording of the first showing was deleted"), "{}", failure.message);
    }
    assert_eq!(slot(&engine).await, None, "nothing is left behind");
}

#[tokio::test]
async fn the_recordings_of_a_draft_are_kept_until_it_is_decided() {
    let world = World::new();
    let engine = world.open().await;
    let (_, proposal) = drafted(&world, &engine, demonstrating()).await;
    let id = shown(&world, &engine, &proposal.to_string(), "Grace Hopper", "ada@example.net").await;
    engine.use_example(id).await.unwrap();
    settled(&engine).await;
    world.clock.advance(Duration::days(20));
    engine.keep_deadlines().await.unwrap();
    let again = ProposalReviseRequest { revision_instructions: "compile it again".into(), ..Default::default() };
    assert_eq!(names(&engine.revise_proposal(proposal, again).await.unwrap()), ["name"]);
    settled(&engine).await;
    let reject = RejectProposalRequest { reason: "enough".into(), client_request_id: None };
    engine.reject_proposal(proposal, reject).await.unwrap();
    world.clock.advance(Duration::days(8));
    engine.keep_deadlines().await.unwrap();
    let left = engine.observed_actions(id, Default::default()).await.unwrap();
    assert!(left.actions.is_empty(), "a decided draft needs no recording");
}

#[tokio::test]
async fn what_cannot_be_an_example_is_named() {
    let world = World::new();
    let engine = world.open().await;
    let (_, proposal) = drafted(&world, &engine, demonstrating()).await;
    let of = |change: serde_json::Value| {
        let mut wish = json!({ "entry_mode": "demonstrating_skill", "example_of": proposal });
        wish.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        serde_json::from_value::<CreateLearnSessionRequest>(wish).unwrap()
    };
    for (change, code, field) in [
        (json!({ "example_of": " " }), ErrorCode::InvalidRequest, "example_of"),
        (json!({ "example_of": "ability_nowhere" }), ErrorCode::AbilityNotFound, ""),
        (json!({ "example_of": "01900000-0000-7000-8000-0000000000ff" }), ErrorCode::ProposalNotFound, ""),
        (json!({ "entry_mode": "improving_existing_skill" }), ErrorCode::InvalidRequest, "entry_mode"),
        (json!({ "target_skill_id": "ability_x" }), ErrorCode::InvalidRequest, "target_skill_id"),
    ] {
        let failure = refused(engine.create_session(of(change.clone())).await);
        assert_eq!(failure.code, code, "{change}: {}", failure.message);
        let named = failure.details.unwrap_or_default();
        assert!(field.is_empty() || named["field"] == field, "{change}: {named}");
    }
    // A session that is none, and another session in the slot.
    assert_eq!(refused(engine.use_example(LearnSessionId(uuid::Uuid::nil())).await).code, ErrorCode::LearnSessionNotFound);
    let rejected = serde_json::from_value(json!({ "reason": "no" })).unwrap();
    engine.reject_proposal(proposal, rejected).await.unwrap();
    assert_eq!(refused(engine.create_session(of(json!({}))).await).code, ErrorCode::InvalidLearnStateTransition);
    let (busy, other) = drafted(&world, &engine, demonstrating()).await;
    engine
        .revise_proposal(other, edit(EditedFields { title: Some("Add one customer".into()), ..EditedFields::default() }))
        .await
        .unwrap();
    let id = engine.create_session(example_of(&other.to_string())).await.unwrap().session.learn_session_id;
    let failure = refused(engine.create_session(demonstrating()).await);
    assert_eq!(failure.code, ErrorCode::LearnSessionAlreadyActive);
    assert_ne!(busy, id);
}

#[tokio::test]
async fn a_deleted_showing_leaves_no_words_in_the_draft() {
    let world = World::new();
    let engine = world.open().await;
    let (_, proposal) = drafted(&world, &engine, demonstrating()).await;
    let id = shown(&world, &engine, &proposal.to_string(), "Grace Hopper", "ada@example.net").await;
    engine.use_example(id).await.unwrap();
    settled(&engine).await;
    engine.delete_session(id).await.unwrap();
    let detail = engine.proposal_detail(proposal).await.unwrap();
    assert_eq!((detail.showings, detail.settled.len()), (1, 0));
    let told = serde_json::to_string(&(&detail.values, &detail.variables, &detail.skill_md)).unwrap();
    assert!(!told.contains("Hopper"), "{told}");
    let again = ProposalReviseRequest { revision_instructions: "compile it again".into(), ..Default::default() };
    assert_eq!(names(&engine.revise_proposal(proposal, again).await.unwrap()), ["name", "email"], "as after one showing");
}
