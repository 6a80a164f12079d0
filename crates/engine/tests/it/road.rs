//! The whole road: card, demonstration, draft, tests, review, installation, later use.

use apprentice_contracts::ability::{AbilityExplainMatchRequest, AbilityLookupQuery};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::event::EventKind;
use apprentice_contracts::history::HistoryOutcome;
use apprentice_contracts::ids::*;
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::proposal::*;
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_contracts::session::*;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_contracts::validation::*;
use apprentice_engine::Engine;
use apprentice_testkit::*;
use futures::StreamExt;
use serde_json::json;

pub fn refused<T>(answer: Result<T, Failure>) -> Failure {
    match answer {
        Ok(_) => panic!("this should have been refused"),
        Err(failure) => failure,
    }
}

/// A session whose draft went through its tests.
pub async fn drafted(world: &World, engine: &Engine, request: CreateLearnSessionRequest) -> (LearnSessionId, ProposalId) {
    let id = world.demonstrates(engine, request).await;
    let proposal = engine.generate_proposal(id).await.unwrap().proposal_id;
    settled(engine).await;
    (id, proposal)
}

/// Waits for what the engine does by itself: the deadlines are in line behind it.
pub async fn settled(engine: &Engine) {
    engine.keep_deadlines().await.unwrap();
}

pub async fn state(engine: &Engine, id: LearnSessionId) -> State {
    engine.session_detail(id).await.unwrap().session.state
}

pub fn install(lane: RequestedLane) -> ProposalInstallRequest {
    ProposalInstallRequest {
        install_lane: lane,
        targets: Vec::new(),
        into: None,
        accepted_weakenings: Vec::new(),
        acknowledged_findings: Vec::new(),
        without_rehearsal: true,
        client_request_id: None,
    }
}

/// An approval by a person who rehearses nothing.
pub fn approval() -> ApproveProposalRequest {
    ApproveProposalRequest { without_rehearsal: true, ..ApproveProposalRequest::default() }
}

fn query(text: &str) -> AbilityLookupQuery {
    serde_json::from_value(json!({ "user_query": text })).unwrap()
}

/// A revision in words.
pub fn say(words: &str) -> ProposalReviseRequest {
    ProposalReviseRequest {
        revision_instructions: words.into(),
        edited_fields: EditedFields::default(),
        confirm_weaker: false,
        findings: Vec::new(),
    }
}

pub fn edit(edited_fields: EditedFields) -> ProposalReviseRequest {
    ProposalReviseRequest { edited_fields, ..say("") }
}

#[tokio::test]
async fn the_whole_way_from_the_card_to_later_use() {
    let world = World::new();
    let engine = world.open().await;
    world.with_a_target(&engine).await;
    let id = world.demonstrates(&engine, demonstrating()).await;
    let generated = engine.generate_proposal(id).await.unwrap();
    assert_eq!(generated.session.state, State::DraftingProposal, "R11.2-11");
    settled(&engine).await;
    let detail = engine.proposal_detail(generated.proposal_id).await.unwrap();
    let findings: Vec<_> = detail.validation.steps.iter().filter(|step| step.result == StepResult::Failed).collect();
    assert!(findings.is_empty(), "{findings:#?}\n{}", detail.skill_md);
    assert_eq!(state(&engine, id).await, State::ReadyForReview);
    let kinds: Vec<_> = detail.validation.latest_runs.iter().map(|run| (run.run_kind, run.overall_result)).collect();
    assert_eq!(
        kinds,
        [RunKind::Lint, RunKind::Trigger, RunKind::DependencyCheck, RunKind::DryRun].map(|kind| (kind, OverallResult::Passed))
    );
    assert!(!detail.skill_md.contains("Lovelace") && !detail.skill_md.contains("ada@example.net"), "{}", detail.skill_md);

    let installed = engine.install_proposal(generated.proposal_id, install(RequestedLane::ExperimentalPrivate)).await.unwrap();
    assert_eq!(state(&engine, id).await, State::InstalledPrivate);
    let file = world.home().join("sandbox/skills").join(&detail.proposal.proposed_skill_slug).join("SKILL.md");
    assert_eq!(std::fs::read_to_string(file).unwrap(), detail.skill_md);
    assert!(
        engine.list_skills().await.unwrap().skills.iter().any(|skill| skill.ability_id == Some(installed.ability_id.clone()))
    );

    let file = world.projection("abilities/availability_current.json");
    assert_eq!(
        (file["abilities"][0]["usable_now"].as_bool(), file["abilities"][0]["install_lane"].as_str()),
        (Some(true), Some("experimental_private")),
        "R11.2-29"
    );
    let found = engine.lookup(query(&detail.proposal.trigger_phrases[0])).await.unwrap().matches;
    assert_eq!(found[0].ability_id, installed.ability_id, "R11.2-30");
    let privately = AbilityLookupQuery { include_private_owned_by_user: false, ..query(&detail.proposal.trigger_phrases[0]) };
    assert!(engine.lookup(privately).await.unwrap().matches.is_empty(), "private ones only when asked for");

    let approved = engine.approve_proposal(generated.proposal_id, crate::road::approval()).await.unwrap();
    assert_eq!(
        (approved.proposal.proposal_state, approved.proposal.install_lane),
        (ProposalState::Approved, InstallLane::ApprovedWorkspace)
    );
    assert_eq!(state(&engine, id).await, State::Approved);
    let better = engine.lookup(query(&detail.proposal.trigger_phrases[0])).await.unwrap().matches;
    assert!(better[0].score > found[0].score, "a better lane scores higher");
    let why = AbilityExplainMatchRequest {
        user_query: "bake a cake".into(),
        ability_id: installed.ability_id.clone(),
        project_id: None,
    };
    let why = engine.explain_match(why).await.unwrap();
    assert!(!why.matched && why.rejection_reasons[0].starts_with("score_below_threshold"), "{why:?}");
    engine.create_session(demonstrating()).await.expect("the slot is free again");

    let events: Vec<_> = engine.session_events(id, 0).await.unwrap().collect().await;
    assert_eq!(events.iter().map(|event| event.seq).collect::<Vec<_>>(), (1..=events.len() as u32).collect::<Vec<_>>());
    let passed: Vec<_> = events
        .iter()
        .filter(|e| e.event_kind == EventKind::SessionChanged)
        .map(|e| e.payload["state"].as_str().unwrap().to_owned())
        .collect();
    let mut passed: Vec<_> = passed.iter().map(String::as_str).collect();
    passed.dedup();
    let expected = [
        "armed",
        "capturing",
        "stopped",
        "reviewing",
        "drafting_proposal",
        "testing_proposal",
        "ready_for_review",
        "installing_private",
        "installed_private",
        "approved",
    ];
    assert_eq!(passed, expected, "R11.2-04, as the stream tells it");
    let receipts = engine.receipts(PageQuery { page: 1, page_size: 100 }).await.unwrap().receipts;
    for wanted in [
        ReceiptKind::SessionCreated,
        ReceiptKind::ObservationArmed,
        ReceiptKind::ObservationStopped,
        ReceiptKind::ProposalCreated,
        ReceiptKind::ValidationStarted,
        ReceiptKind::ValidationFinished,
        ReceiptKind::InstallRequested,
        ReceiptKind::InstallCompleted,
        ReceiptKind::BridgeRebuildCompleted,
        ReceiptKind::AbilityAvailabilityUpdated,
        ReceiptKind::ProposalApproved,
    ] {
        assert!(receipts.iter().any(|receipt| receipt.kind == wanted && receipt.learn_session_id == Some(id)), "{wanted:?}");
    }
    let item = &engine.history(PageQuery::default()).await.unwrap().items[1];
    assert_eq!((item.outcome, item.ability_id.clone()), (HistoryOutcome::Approved, Some(installed.ability_id)));
}

#[tokio::test]
async fn nothing_captured_is_nothing_to_learn_and_the_session_can_be_cancelled() {
    let world = World::new();
    let engine = world.open().await;
    let id = engine.create_session(demonstrating()).await.unwrap().session.learn_session_id;
    engine.start_session(id, BoundarySource::UserClick).await.unwrap();
    let stopped = engine.stop_session(id, BoundarySource::UserClick).await.unwrap();
    assert_eq!((stopped.captured_event_count, stopped.next_action), (0, StopNextAction::Cancel));
    assert_eq!(refused(engine.generate_proposal(id).await).code, ErrorCode::InsufficientTraces);
    assert_eq!(state(&engine, id).await, State::Stopped);
    engine.cancel_session(id, BoundarySource::UserClick).await.unwrap();
}

#[tokio::test]
async fn a_session_that_asks_before_it_builds_waits_for_the_request() {
    let world = World::new();
    let engine = world.open().await;
    let request = CreateLearnSessionRequest { ask_before_build: true, ..demonstrating() };
    let id = world.demonstrates(&engine, request).await;
    assert_eq!(engine.generate_proposal(id).await.unwrap().session.state, State::Reviewing);
    settled(&engine).await;
    assert_eq!(state(&engine, id).await, State::Reviewing);
    engine.generate_proposal(id).await.unwrap();
    settled(&engine).await;
    assert_eq!(state(&engine, id).await, State::ReadyForReview);
}

#[tokio::test]
async fn a_required_question_is_asked_and_its_answer_carries_the_draft_on() {
    let world = World::new();
    let engine = world.open().await;
    let id = engine.create_session(demonstrating()).await.unwrap().session.learn_session_id;
    engine.start_session(id, BoundarySource::UserClick).await.unwrap();
    use apprentice_contracts::runtime::Clock;
    world.browser.act(fill(world.clock.now(), "Note", "call the dentist"));
    world.browser.act(click(world.clock.now(), "button", "Keep"));
    engine.stop_session(id, BoundarySource::UserClick).await.unwrap();
    let generated = engine.generate_proposal(id).await.unwrap();
    assert_eq!(generated.session.state, State::AwaitingQuestions);
    let detail = engine.proposal_detail(generated.proposal_id).await.unwrap();
    let open = detail.questions.iter().find(|question| question.required && !question.answered).unwrap();
    assert_eq!(open.field, QuestionField::SuccessCondition);
    let answer = |id: &str, text: &str| AnswerQuestionsRequest {
        answers: vec![AnswerItem { question_id: id.into(), answer_text: text.into() }],
    };
    let wrong = refused(engine.answer_questions(id, answer("no-such-question", "x")).await);
    assert_eq!(wrong.code, ErrorCode::InvalidRequest);
    let empty = refused(engine.answer_questions(id, answer(&open.question_id.to_string(), "  ")).await);
    assert_eq!(empty.code, ErrorCode::InvalidRequest);
    let answered =
        engine.answer_questions(id, answer(&open.question_id.to_string(), "The note stands in the list of notes")).await.unwrap();
    assert_eq!((answered.remaining_questions, answered.next_action), (0, AnswerNextAction::ReadyForReview));
    settled(&engine).await;
    let after = engine.proposal_detail(generated.proposal_id).await.unwrap();
    assert!(after.questions.iter().any(|question| question.answered && question.question_id == open.question_id));
    assert!(after.skill_md.contains("note stands in the list"), "{}", after.skill_md);
    assert!(after.proposal.revision > detail.proposal.revision);
    let receipts = engine.receipts(PageQuery { page: 1, page_size: 100 }).await.unwrap().receipts;
    for wanted in [ReceiptKind::ClarificationRequested, ReceiptKind::ClarificationAnswered] {
        assert!(receipts.iter().any(|receipt| receipt.kind == wanted), "{wanted:?}");
    }
}

#[tokio::test]
async fn a_repeated_installation_request_is_answered_the_same() {
    let world = World::new();
    let engine = world.open().await;
    world.with_a_target(&engine).await;
    let (_, proposal) = drafted(&world, &engine, demonstrating()).await;
    let request =
        ProposalInstallRequest { client_request_id: Some("once".into()), ..install(RequestedLane::ExperimentalPrivate) };
    let first = engine.install_proposal(proposal, request.clone()).await.unwrap();
    let second = engine.install_proposal(proposal, request).await.unwrap();
    assert_eq!((first.saga_id, first.files), (second.saga_id, second.files));
    let again = refused(engine.install_proposal(proposal, install(RequestedLane::ExperimentalPrivate)).await);
    assert_eq!(again.code, ErrorCode::InvalidLearnStateTransition);
}

#[tokio::test]
async fn more_tests_can_be_asked_for_and_single_ones_chosen() {
    let world = World::new();
    let engine = world.open().await;
    let (id, proposal) = drafted(&world, &engine, demonstrating()).await;
    let detail = engine.request_more_tests(proposal).await.unwrap();
    assert_eq!(detail.proposal.proposal_state, ProposalState::ReadyForReview);
    let ask = |selected_tests| StartValidationRunRequest { selected_tests, ..StartValidationRunRequest::default() };
    let answer = engine.validate_proposal(proposal, ask(vec![RunKind::Trigger])).await.unwrap();
    assert_eq!((answer.runs.len(), answer.validation_run.overall_result), (1, OverallResult::Passed));
    assert_eq!(state(&engine, id).await, State::ReadyForReview, "the other kinds passed for this revision before");
    let listed = engine.validation_runs(proposal, PageQuery::default()).await.unwrap();
    assert_eq!(listed.total, 10, "the adapters are checked as well");
    assert_eq!(refused(engine.validate_proposal(proposal, ask(vec![RunKind::Canary])).await).code, ErrorCode::InvalidRequest);
    let both = refused(engine.validate_proposal(proposal, ask(vec![RunKind::Lint, RunKind::Rehearsal])).await);
    assert_eq!(both.code, ErrorCode::InvalidRequest);
    assert_eq!(world.lines("learning/validation_runs.jsonl").len(), 10);
}

#[tokio::test]
async fn a_missing_program_fails_the_dependency_check() {
    use apprentice_contracts::observation::*;
    use apprentice_contracts::runtime::Clock;
    let world = World::new();
    let engine = world.open().await;
    let request = CreateLearnSessionRequest {
        watch: vec![WatchSource::Terminal],
        start_url: None,
        goal: Some("Clean the table".into()),
        ..demonstrating()
    };
    let id = engine.create_session(request).await.unwrap().session.learn_session_id;
    engine.start_session(id, BoundarySource::UserClick).await.unwrap();
    let run = CommandRun {
        command_line: "tidytable raw.csv -o clean.csv".into(),
        program: "tidytable".into(),
        directory: "/work".into(),
        exit_code: Some(0),
        duration_ms: Some(3),
        shell: "bash".into(),
        shell_pid: 7,
        files: vec![FileChange { path: "clean.csv".into(), change: FileChangeKind::Created, size: Some(3) }],
    };
    let mut told = seen(world.clock.now(), "Ran tidytable", ActionDetails::Command(run));
    told.adapter_kind = ObservationAdapterKind::TerminalCommand;
    told.app_family = Some("tidytable".into());
    world.terminal.act(told);
    engine.stop_session(id, BoundarySource::UserClick).await.unwrap();
    let proposal = engine.generate_proposal(id).await.unwrap().proposal_id;
    settled(&engine).await;
    assert_eq!(state(&engine, id).await, State::DraftingProposal);
    let steps = engine.proposal_detail(proposal).await.unwrap().validation.steps;
    let step = steps.iter().find(|step| step.test_case_id == "program:tidytable").unwrap();
    assert_eq!(step.result, StepResult::Failed);
    let program = world.folder.path().join("bin/tidytable");
    std::fs::write(&program, "#!/bin/sh\n").unwrap();
    std::fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    engine.validate_proposal(proposal, StartValidationRunRequest::default()).await.unwrap();
    assert_eq!(
        state(&engine, id).await,
        State::ReadyForReview,
        "{:?}",
        engine.proposal_detail(proposal).await.unwrap().validation.steps
    );
}

/// Puts a session back into the middle of its tests, as a kill there leaves it.
fn as_killed_while_testing(world: &World) {
    let raw = rusqlite::Connection::open(world.home().join("apprentice.db")).unwrap();
    let last: i64 = raw.query_row("SELECT max(ordinal) FROM validation_runs", [], |row| row.get(0)).unwrap();
    raw.execute(
        "UPDATE validation_runs SET running = 1, body = json_remove(json_set(body, '$.overall_result', 'partial'), '$.completed_at') WHERE ordinal = ?1",
        [last],
    )
    .unwrap();
    raw.execute(
        "UPDATE sessions SET state = 'testing_proposal', body = json_set(body, '$.session.state', 'testing_proposal')",
        [],
    )
    .unwrap();
}

#[tokio::test]
async fn a_kill_in_the_middle_of_the_tests_is_made_good_at_the_next_start() {
    let world = World::new();
    let engine = world.open().await;
    let (id, proposal) = drafted(&world, &engine, demonstrating()).await;
    engine.close().await;
    drop(engine);
    as_killed_while_testing(&world);
    let engine = world.open().await;
    settled(&engine).await;
    assert_eq!(state(&engine, id).await, State::ReadyForReview);
    let runs = engine.validation_runs(proposal, PageQuery::default()).await.unwrap().runs;
    let cancelled: Vec<_> = runs.iter().filter(|run| run.overall_result == OverallResult::Cancelled).collect();
    assert_eq!((cancelled.len(), runs.len()), (1, 8), "the lost run ended, and all were run anew");
    assert!(runs.iter().all(|run| run.completed_at.is_some()));
}
