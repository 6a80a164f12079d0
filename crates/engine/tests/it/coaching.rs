//! Coaching Agent: a draft from a typed outline, whose gaps are asked.

use crate::road::*;
use crate::sessions::CLICK;
use apprentice_contracts::checkpoint::CheckpointRole;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::proposal::*;
use apprentice_contracts::session::*;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_engine::Engine;
use apprentice_testkit::*;

fn coaching(steps: &[&str], limits: &[&str]) -> CreateLearnSessionRequest {
    let list = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
    CreateLearnSessionRequest {
        entry_mode: LearningEntryMode::CoachingAgent,
        goal: Some("Send the monthly report".into()),
        watch: Vec::new(),
        start_url: None,
        observation_mode: ObservationMode::None,
        outline: Some(CoachingOutline { steps: list(steps), hints: list(&["Only closed months"]), limits: list(limits) }),
        ..demonstrating()
    }
}

async fn coached(engine: &Engine, request: CreateLearnSessionRequest) -> (GenerateProposalResponse, ProposalDetailResponse) {
    let session = engine.create_session(request).await.unwrap().session;
    assert_eq!(session.state, State::Armed);
    engine.start_session(session.learn_session_id, CLICK).await.unwrap();
    let stopped = engine.stop_session(session.learn_session_id, CLICK).await.unwrap();
    assert_eq!(stopped.next_action, StopNextAction::GenerateProposal);
    let made = engine.generate_proposal(session.learn_session_id).await.unwrap();
    settled(engine).await;
    let detail = engine.proposal_detail(made.proposal_id).await.unwrap();
    (made, detail)
}

#[tokio::test]
async fn an_outline_becomes_a_draft_whose_gaps_are_asked_before_it_can_be_installed() {
    let world = World::new();
    let engine = world.open().await;
    world.with_a_target(&engine).await;
    let steps = ["Open the page of {month}", "Set the region to \"EMEA\"", "Send the report to the board"];
    let (made, draft) = coached(&engine, coaching(&steps, &["ask me before sending", "other reports change"])).await;
    let session = made.session.learn_session_id;
    assert_eq!(state(&engine, session).await, State::AwaitingQuestions);
    assert_eq!(draft.proposal.title, "Send the monthly report");
    let names: Vec<&str> = draft.variables.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["month", "region"]);
    assert_eq!(draft.values[0].example, "EMEA");
    assert_eq!(draft.checkpoints.len(), 3);
    assert!(draft.checkpoints.iter().all(|one| one.evidence.is_none()), "nothing was seen");
    let roles: Vec<_> = draft.checkpoints.iter().map(|one| one.role).collect();
    assert_eq!(roles, [CheckpointRole::Progress, CheckpointRole::Progress, CheckpointRole::Effect]);
    for says in [
        "`month`",
        "Set the region to `region`",
        "Ask the user before sending.",
        "This must not happen: other reports change.",
        "Only closed months",
        "Still open:",
    ] {
        assert!(draft.skill_md.contains(says), "{says}: {}", draft.skill_md);
    }
    assert!(draft.validation.lint.findings.iter().any(|one| one.code == "CKP-012"), "{:?}", draft.validation.lint);
    let early = refused(engine.install_proposal(made.proposal_id, install(RequestedLane::ExperimentalPrivate)).await);
    assert_eq!(early.code, ErrorCode::CheckpointLintFailed);
    assert!(
        refused(engine.generate_proposal(session).await).message.contains("first answer"),
        "no gap is filled by an assumption"
    );

    let open: Vec<_> = draft.questions.iter().filter(|one| one.required).collect();
    assert_eq!(open.len(), 2, "where, and how to tell: {open:#?}");
    let answers = open
        .iter()
        .map(|one| AnswerItem {
            question_id: one.question_id.to_string(),
            answer_text: match one.field {
                QuestionField::PreferredSurface => "The reporting portal".into(),
                _ => "The sent folder shows the report of {month}".into(),
            },
        })
        .collect();
    let answered = engine.answer_questions(session, AnswerQuestionsRequest { answers, client_request_id: None }).await.unwrap();
    assert_eq!(answered.remaining_questions, 0);
    settled(&engine).await;
    assert_eq!(state(&engine, session).await, State::ReadyForReview);
    let full = engine.proposal_detail(made.proposal_id).await.unwrap();
    assert!(full.skill_md.contains("The sent folder shows the report of `month`."), "{}", full.skill_md);
    assert!(full.skill_md.contains("Where: The reporting portal."), "{}", full.skill_md);
    assert!(!full.skill_md.contains("Still open:") && !full.skill_md.contains("EMEA"), "{}", full.skill_md);
    let installed = engine.install_proposal(made.proposal_id, install(RequestedLane::ExperimentalPrivate)).await.unwrap();
    assert!(!installed.files.is_empty());
}

#[tokio::test]
async fn a_shown_outline_names_the_steps_and_the_demonstration_brings_the_evidence() {
    let world = World::new();
    let engine = world.open().await;
    let (_, plain) = drafted(&world, &engine, demonstrating()).await;
    let shown = engine.proposal_detail(plain).await.unwrap();
    engine.reject_proposal(plain, RejectProposalRequest { reason: "Again".into(), client_request_id: None }).await.unwrap();
    let effect = shown.checkpoints.iter().rfind(|one| one.role == CheckpointRole::Effect).unwrap();
    let step = format!("Truly {}", effect.goal.to_lowercase());
    let outline = CoachingOutline { steps: vec![step.clone()], hints: Vec::new(), limits: vec!["never add it twice".into()] };
    let request =
        CreateLearnSessionRequest { entry_mode: LearningEntryMode::CoachingAgent, outline: Some(outline), ..demonstrating() };
    let request = CreateLearnSessionRequest { goal: Some("Add a customer".into()), ..request };
    let (_, proposal) = drafted(&world, &engine, request).await;
    let both = engine.proposal_detail(proposal).await.unwrap();
    assert_eq!(both.checkpoints.len(), shown.checkpoints.len());
    let named = both.checkpoints.iter().find(|one| one.goal.starts_with("Truly")).expect("the step names it");
    assert!(named.evidence.is_some(), "the evidence is that of the demonstration");
    assert!(both.skill_md.contains("Never add it twice."), "{}", both.skill_md);
}

#[tokio::test]
async fn an_outline_that_says_too_little_or_too_much_is_refused_by_its_field() {
    let world = World::new();
    let engine = world.open().await;
    let none = CreateLearnSessionRequest { outline: None, ..coaching(&["Do it"], &[]) };
    let nameless = CreateLearnSessionRequest { goal: None, ..coaching(&["Do it"], &[]) };
    let shown = CreateLearnSessionRequest { outline: coaching(&["Do it"], &[]).outline, ..demonstrating() };
    for (request, field) in [
        (none, "outline"),
        (nameless, "goal"),
        (shown, "outline"),
        (coaching(&["12."], &[]), "outline.steps"),
        (coaching(&["Do it"], &["delete without asking"]), "outline.limits"),
    ] {
        let failure = refused(engine.create_session(request).await);
        assert_eq!(failure.code, ErrorCode::InvalidRequest);
        assert!(failure.message.starts_with(&format!("{field}:")), "{failure}");
    }
    let secret = coaching(&["Sign in with password: hunter2hunter2"], &[]);
    let stored = engine.create_session(secret).await.unwrap().session.outline.unwrap();
    assert!(!stored.steps[0].contains("hunter2"), "a secret is never stored: {stored:?}");
}
