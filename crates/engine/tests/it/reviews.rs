//! A review: what is changed in it, and how it ends.

use crate::road::*;
use apprentice_contracts::checkpoint::LintSeverity;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::graph::{ValueAnswer, ValueChange, ValueSource};
use apprentice_contracts::proposal::*;
use apprentice_contracts::session::*;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_testkit::*;

#[tokio::test]
async fn r11_2_15_22_23_25_a_bad_checkpoint_goes_back_to_the_draft_and_a_good_one_comes_through() {
    let world = World::new();
    let engine = world.open().await;
    world.with_a_target(&engine).await;
    let (id, proposal) = drafted(&world, &engine, demonstrating()).await;
    let good = engine.proposal_detail(proposal).await.unwrap();
    let with = |condition: &str| {
        let edit_of = |c: &apprentice_contracts::checkpoint::Checkpoint| CheckpointEdit {
            checkpoint_id: c.checkpoint_id.clone(),
            goal: c.goal.clone(),
            success_condition: c.success_condition.clone(),
            optional: c.optional,
        };
        let mut checkpoints: Vec<_> = good.checkpoints.iter().map(edit_of).collect();
        checkpoints[0].success_condition = condition.into();
        edit(EditedFields { checkpoints: Some(checkpoints), ..EditedFields::default() })
    };
    for (condition, code) in [("div-8472", "CKP-001"), ("(340, 220)", "CKP-002")] {
        let revised = engine.revise_proposal(proposal, with(condition)).await.unwrap();
        let finding = revised.validation.lint.findings.iter().find(|finding| finding.code == code).unwrap();
        assert_eq!(
            (finding.severity, finding.checkpoint_id.as_ref().map(|id| id.as_str())),
            (LintSeverity::Error, Some("cp-01"))
        );
        assert_eq!(state(&engine, id).await, State::DraftingProposal, "{condition} cannot reach the review");
        let denied = refused(engine.install_proposal(proposal, install(RequestedLane::ExperimentalPrivate)).await);
        assert_eq!(denied.code, ErrorCode::CheckpointLintFailed);
    }
    let mended = engine.revise_proposal(proposal, with(&good.checkpoints[0].success_condition)).await.unwrap();
    assert_eq!(state(&engine, id).await, State::ReadyForReview);
    assert_eq!(mended.proposal.revision, good.proposal.revision + 3);
    assert_eq!(mended.checkpoints[0].evidence, good.checkpoints[0].evidence, "the evidence stays with its checkpoint");
}

fn said(example: &str, changes: ValueChange, name: Option<&str>) -> ValueAnswer {
    ValueAnswer { example: example.into(), name: name.map(str::to_owned), changes }
}

#[tokio::test]
async fn what_is_said_of_a_value_changes_the_draft_and_can_be_taken_back() {
    let world = World::new();
    let engine = world.open().await;
    let (id, proposal) = drafted(&world, &engine, demonstrating()).await;
    let before = engine.proposal_detail(proposal).await.unwrap();
    let first = before.values.iter().find(|value| value.changes).expect("an input").clone();
    let put = |values: Vec<ValueAnswer>| engine.revise_values(proposal, ReviseValuesRequest { values });

    let same = put(vec![said(&first.example.to_uppercase(), ValueChange::Same, None)]).await.unwrap();
    assert!(same.variables.iter().all(|variable| variable.name != first.name), "{:?}", same.variables);
    assert!(same.skill_md.contains(&first.example), "{}", same.skill_md);
    assert!(!same.validation.lint.has_errors(), "{:?}", same.validation.lint);
    assert_eq!(state(&engine, id).await, State::ReadyForReview, "it is tested again");
    let row = same.values.iter().find(|value| value.example == first.example).unwrap();
    assert_eq!((row.changes, row.decided, row.source), (false, true, ValueSource::Constant));

    let renamed = put(vec![said(&first.example, ValueChange::Read, Some("given_here"))]).await.unwrap();
    let variable = renamed.variables.iter().find(|variable| variable.name == "given_here").expect("the new name");
    assert_eq!(variable.source, ValueSource::Read);
    let kept = engine.revise_proposal(proposal, crate::road::say("compile it again")).await.unwrap();
    assert_eq!(kept.variables, renamed.variables, "answers outlive a new draft");

    let back = put(Vec::new()).await.unwrap();
    assert_eq!((&back.variables, &back.values), (&before.variables, &before.values));
    assert_eq!(back.skill_md, before.skill_md);
}

#[tokio::test]
async fn an_answer_about_an_unknown_value_or_with_a_bad_name_is_refused_with_the_remedy() {
    let world = World::new();
    let engine = world.open().await;
    let (_, proposal) = drafted(&world, &engine, demonstrating()).await;
    let before = engine.proposal_detail(proposal).await.unwrap();
    let values: Vec<_> = before.values.iter().filter(|value| value.changes).take(2).cloned().collect();
    let (one, two) = (values[0].example.as_str(), values[1].example.as_str());
    let twice = || vec![said(one, ValueChange::Changes, None), said(one, ValueChange::Same, None)];
    for (answers, says) in [
        (vec![said("nowhere", ValueChange::Same, None)], one),
        (vec![said(one, ValueChange::Changes, Some("Not a name"))], "lower-case letters"),
        (vec![said(one, ValueChange::Changes, Some(&values[1].name))], "Choose another name"),
        (vec![said(one, ValueChange::Changes, Some("x")), said(two, ValueChange::Changes, Some("x"))], "Choose another name"),
        (twice(), "answered twice"),
    ] {
        let failure = refused(engine.revise_values(proposal, ReviseValuesRequest { values: answers }).await);
        assert_eq!(failure.code, ErrorCode::InvalidRequest);
        assert!(failure.message.contains(says), "{failure}");
    }
    assert_eq!(engine.proposal_detail(proposal).await.unwrap().proposal.revision, before.proposal.revision);
}

#[tokio::test]
async fn edits_reach_the_text_until_a_person_writes_it_by_hand() {
    let world = World::new();
    let engine = world.open().await;
    let (id, proposal) = drafted(&world, &engine, demonstrating()).await;
    let slug = Some("enter-a-customer".to_owned());
    let renamed = engine
        .revise_proposal(proposal, edit(EditedFields { proposed_skill_slug: slug, ..EditedFields::default() }))
        .await
        .unwrap();
    assert!(renamed.skill_md.starts_with("---\nname: enter-a-customer\n"), "{}", renamed.skill_md);
    let by_hand = format!("{}\nAsk Ada when in doubt.\n", renamed.skill_md);
    let text = EditedFields { skill_md: Some(by_hand.clone()), ..EditedFields::default() };
    let written = engine.revise_proposal(proposal, edit(text)).await.unwrap();
    assert!(written.skill_md_edited && written.skill_md == by_hand);
    assert_eq!(state(&engine, id).await, State::ReadyForReview);
    let title = EditedFields { goal_summary: Some("Something else".into()), ..EditedFields::default() };
    let kept = engine.revise_proposal(proposal, edit(title)).await.unwrap();
    assert_eq!(kept.skill_md, by_hand, "the hand's text is kept");
    assert!(kept.validation.lint.findings.iter().any(|finding| finding.code == "EDITED_BY_HAND"), "and that is said");
    let secret = vec!["log in with ghp_16C7e42F292c6912E7710c838347Ae178B4a".to_owned()];
    let phrases = EditedFields { trigger_phrases: Some(secret), ..EditedFields::default() };
    let found = engine.revise_proposal(proposal, edit(phrases)).await.unwrap().validation.lint.findings;
    let told = found.iter().find(|finding| finding.code == "CKP-005").expect("the phrases are installed too");
    assert!(told.message.contains("installed with the SKILL.md"), "{}", told.message);
    let phrases = EditedFields { trigger_phrases: Some(vec!["enter a customer".into()]), ..EditedFields::default() };
    assert!(!engine.revise_proposal(proposal, edit(phrases)).await.unwrap().validation.lint.has_errors());
    let compiled = engine.revise_proposal(proposal, crate::road::say("compile it again")).await.unwrap();
    assert_eq!(compiled.skill_md, by_hand);
    assert_eq!(compiled.proposal.proposed_skill_slug, "enter-a-customer", "edits outlive a new draft");
    assert_eq!(state(&engine, id).await, State::ReadyForReview, "it is tested again");
    let nameless = EditedFields { skill_md: Some("no front matter".into()), ..EditedFields::default() };
    let broken = engine.revise_proposal(proposal, edit(nameless)).await.unwrap();
    assert!(broken.validation.lint.has_errors(), "the strict profile is part of the lint");
    assert_eq!(state(&engine, id).await, State::DraftingProposal);
    let nothing = refused(engine.revise_proposal(proposal, edit(EditedFields::default())).await);
    assert_eq!(nothing.code, ErrorCode::InvalidRequest);
}

#[tokio::test]
async fn r11_2_12_and_13_approve_and_reject_end_a_review() {
    let world = World::new();
    let engine = world.open().await;
    world.with_a_target(&engine).await;
    let (first, rejected) = drafted(&world, &engine, demonstrating()).await;
    let reject = |reason: &str| RejectProposalRequest { reason: reason.into(), client_request_id: Some("r".into()) };
    let detail = engine.reject_proposal(rejected, reject("Not what I meant")).await.unwrap();
    assert_eq!(detail.proposal.proposal_state, ProposalState::Rejected);
    assert_eq!(state(&engine, first).await, State::Rejected);
    engine.reject_proposal(rejected, reject("Not what I meant")).await.expect("a repeated request is answered the same");
    let late = refused(engine.approve_proposal(rejected, crate::road::approval()).await);
    assert_eq!(late.code, ErrorCode::InvalidLearnStateTransition);
    let (second, approved) = drafted(&world, &engine, demonstrating()).await;
    engine.approve_proposal(approved, crate::road::approval()).await.unwrap();
    assert_eq!(state(&engine, second).await, State::Approved);
}

#[tokio::test]
async fn a_skill_of_that_name_is_never_overwritten_and_a_new_name_helps() {
    let world = World::new();
    let engine = world.open().await;
    world.with_a_target(&engine).await;
    let (id, proposal) = drafted(&world, &engine, demonstrating()).await;
    let slug = engine.proposal_detail(proposal).await.unwrap().proposal.proposed_skill_slug;
    let folder = world.home().join("sandbox/skills").join(&slug);
    std::fs::create_dir_all(&folder).unwrap();
    let theirs = format!("---\nname: {slug}\ndescription: Somebody else's work.\n---\nKeep me.\n");
    std::fs::write(folder.join("SKILL.md"), &theirs).unwrap();
    let detail = engine.proposal_detail(proposal).await.unwrap();
    assert!(
        detail.validation.collisions.iter().any(|collision| collision.kind == CollisionKind::SameName),
        "{:?}",
        detail.validation.collisions
    );
    assert!(detail.targets.iter().any(|target| target.occupied));
    let failure = refused(engine.install_proposal(proposal, install(RequestedLane::ExperimentalPrivate)).await);
    assert_eq!(failure.code, ErrorCode::SkillAlreadyExists);
    let details = failure.details.unwrap();
    assert_eq!(details["path"], folder.display().to_string());
    assert_eq!(std::fs::read_to_string(folder.join("SKILL.md")).unwrap(), theirs, "nothing was touched");
    assert_eq!(state(&engine, id).await, State::ReadyForReview);
    let slug = details["suggestion"].as_str().map(str::to_owned);
    engine.revise_proposal(proposal, edit(EditedFields { proposed_skill_slug: slug, ..EditedFields::default() })).await.unwrap();
    engine.install_proposal(proposal, install(RequestedLane::ExperimentalPrivate)).await.unwrap();
}

#[tokio::test]
async fn no_target_no_installation_and_it_says_what_to_do() {
    let world = World::new();
    let engine = world.open().await;
    let (id, proposal) = drafted(&world, &engine, demonstrating()).await;
    let failure = refused(engine.install_proposal(proposal, install(RequestedLane::ExperimentalPrivate)).await);
    assert_eq!(failure.code, ErrorCode::InvalidRequest, "{failure}");
    assert_eq!(state(&engine, id).await, State::ReadyForReview);
    let folder = world.folder.path().join("elsewhere");
    let into = ProposalInstallRequest { into: Some(folder.display().to_string()), ..install(RequestedLane::ApprovedWorkspace) };
    let installed = engine.install_proposal(proposal, into).await.unwrap();
    assert!(installed.files.iter().any(|file| file.starts_with(&folder.display().to_string()) && file.ends_with("SKILL.md")));
    assert_eq!(state(&engine, id).await, State::Approved);
}

#[tokio::test]
async fn what_was_allowed_beforehand_is_installed_without_asking_again() {
    let world = World::new();
    let engine = world.open().await;
    world.with_a_target(&engine).await;
    let request = CreateLearnSessionRequest {
        build_policy: BuildPolicy::PrivateAutoInstall,
        allow_private_install: true,
        ..demonstrating()
    };
    let (id, _) = drafted(&world, &engine, request).await;
    assert_eq!(state(&engine, id).await, State::InstalledPrivate);
}

#[tokio::test]
async fn taking_up_a_quarantined_one_needs_the_slot() {
    let world = World::new();
    let engine = world.open().await;
    world.with_a_target(&engine).await;
    let (id, proposal) = drafted(&world, &engine, demonstrating()).await;
    engine.approve_proposal(proposal, crate::road::approval()).await.unwrap();
    engine.close().await;
    drop(engine);
    let raw = rusqlite::Connection::open(world.home().join("apprentice.db")).unwrap();
    raw.execute("UPDATE sessions SET state = 'quarantined', body = json_set(body, '$.session.state', 'quarantined')", [])
        .unwrap();
    raw.execute("UPDATE proposals SET body = json_set(body, '$.proposal.install_lane', 'quarantined')", []).unwrap();
    drop(raw);
    let engine = world.open().await;
    let other = engine.create_session(demonstrating()).await.unwrap().session.learn_session_id;
    let change = || edit(EditedFields { goal_summary: Some("Add a customer, then look".into()), ..EditedFields::default() });
    let failure = refused(engine.revise_proposal(proposal, change()).await);
    assert_eq!(failure.code, ErrorCode::LearnSessionAlreadyActive);
    assert_eq!(failure.details.unwrap()["active_session_id"], other.to_string());
    engine.cancel_session(other, BoundarySource::UserClick).await.unwrap();
    let taken_up = engine.revise_proposal(proposal, change()).await.unwrap().proposal;
    assert_eq!(taken_up.install_lane, InstallLane::Pending, "it is no longer quarantined");
    assert_eq!(state(&engine, id).await, State::ReadyForReview);
}

#[tokio::test]
async fn a_private_installation_confirms_the_meaning_and_an_authorization_does_not() {
    let world = World::new();
    let engine = world.open().await;
    world.with_a_target(&engine).await;
    let (id, proposal) = drafted(&world, &engine, demonstrating()).await;
    let confirmed = async |id| engine.session_detail(id).await.unwrap().interpretation.unwrap().user_confirmed;
    assert!(!confirmed(id).await);
    engine.install_proposal(proposal, install(RequestedLane::ExperimentalPrivate)).await.unwrap();
    assert!(confirmed(id).await);
    let request = CreateLearnSessionRequest {
        goal: Some("Insert a buyer".into()),
        build_policy: BuildPolicy::PrivateAutoInstall,
        allow_private_install: true,
        ..demonstrating()
    };
    let (id, _) = drafted(&world, &engine, request).await;
    assert!(!confirmed(id).await, "nobody looked at it");
}
