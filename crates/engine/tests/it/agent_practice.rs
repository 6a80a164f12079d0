//! Autonomous Agent Practice: an agent tries a task until what Apprentice reads is what the person named, and nothing is left of its tries.

use crate::agent_runs::{needs_bubblewrap, options};
use crate::road::{refused, settled, state};
use crate::sessions::CLICK;
use apprentice_contracts::action::SessionAction;
use apprentice_contracts::agent_practice::*;
use apprentice_contracts::agent_run::*;
use apprentice_contracts::checkpoint::CheckpointRole;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::ids::*;
use apprentice_contracts::session::*;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_contracts::validation::OverallResult;
use apprentice_engine::Engine;
use apprentice_testkit::*;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A machine with the scripted agent in place of Gemini CLI, and a folder with a table.
struct Stage {
    world: World,
    engine: Engine,
}

const COPIES: &str = "cp raw.csv clean.csv";

impl Stage {
    async fn new() -> Self {
        let world = World::new();
        let agent = world.options().machine.search_path[0].join("gemini");
        std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("../testkit/agents/scripted.mjs"), &agent).unwrap();
        std::fs::set_permissions(&agent, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        std::fs::create_dir_all(world.folder.path().join("user/.gemini")).unwrap();
        std::fs::create_dir_all(world.folder.path().join("tables")).unwrap();
        std::fs::write(world.folder.path().join("tables/raw.csv"), "a,b\n1,2\n").unwrap();
        let engine = Engine::open(options(&world)).await.unwrap();
        Self { world, engine }
    }

    fn script(&self, script: &Value) {
        std::fs::write(self.world.folder.path().join("user/.gemini/script.json"), script.to_string()).unwrap();
    }

    /// Copy the table, until there is a copy with its line.
    fn request(&self, change: impl FnOnce(&mut Value)) -> CreateLearnSessionRequest {
        let mut request = json!({
            "entry_mode": "autonomous_agent_practice", "observation_mode": "inside_agent", "goal": "Copy the table",
            "practice": {
                "agent": "gemini", "hints": ["Keep the header"], "limits": ["raw.csv changes"],
                "results": [
                    { "kind": "file_contains", "path": "clean.csv", "text": "1,2" },
                    { "kind": "on_your_word", "text": "The copy is tidy" },
                ],
                "folder": self.world.folder.path().join("tables"), "without_isolation": true,
            },
        });
        change(&mut request);
        serde_json::from_value(request).unwrap()
    }

    async fn starts_as(&self, request: CreateLearnSessionRequest, script: &Value) -> LearnSessionId {
        self.script(script);
        let id = self.engine.create_session(request).await.unwrap().session.learn_session_id;
        let started = self.engine.start_session(id, CLICK).await.unwrap();
        assert_eq!(started.session.state, State::Capturing);
        id
    }

    async fn starts(&self, script: &Value) -> LearnSessionId {
        self.starts_as(self.request(|_| {}), script).await
    }

    async fn now(&self, id: LearnSessionId) -> AgentPractice {
        self.engine.agent_practice(id, PracticeQuery::default()).await.unwrap()
    }

    /// Waits until the practice is as wanted.
    async fn until(&self, id: LearnSessionId, wanted: impl Fn(&AgentPractice) -> bool) -> AgentPractice {
        let seen = async {
            loop {
                let practice = self.now(id).await;
                if wanted(&practice) {
                    return practice;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(120), seen).await.expect("it comes to that")
    }

    /// Waits until the practice becomes a draft, which may be ready for review before anybody looks.
    async fn until_drafted(&self, id: LearnSessionId) {
        let seen = async {
            while !matches!(state(&self.engine, id).await, State::DraftingProposal | State::ReadyForReview) {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), seen).await.expect("it becomes a draft");
    }

    /// Practises to the end, which stops the session.
    async fn ends(&self, id: LearnSessionId, outcome: PracticeOutcome) -> AgentPractice {
        let practice = self.until(id, |practice| practice.outcome.is_some()).await;
        assert_eq!(practice.outcome, Some(outcome), "{practice:#?}");
        let left = async {
            while state(&self.engine, id).await == State::Capturing {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), left).await.expect("its session is stopped");
        self.nothing_is_left(&practice);
        practice
    }

    /// Nothing of the practice can be drafted, and the session does not offer it.
    async fn has_no_draft(&self, id: LearnSessionId) {
        let detail = self.engine.session_detail(id).await.unwrap();
        assert!(detail.session.outline.is_none() && detail.session.proposal_id.is_none(), "{:#?}", detail.session);
        assert!(!detail.actions.contains(&SessionAction::GenerateProposal), "{:?}", detail.actions);
        assert_eq!(refused(self.engine.generate_proposal(id).await).code, ErrorCode::InsufficientTraces);
    }

    /// No record of a run, and no folder that an agent told of.
    fn nothing_is_left(&self, practice: &AgentPractice) {
        assert!(!self.world.home().join("run/agent-run.json").exists());
        for folder in practice.tries.iter().flat_map(|one| &one.entries).filter_map(|entry| folder_in(&entry.text)) {
            assert!(!folder.exists(), "{}", folder.display());
        }
    }
}

fn folder_in(text: &str) -> Option<PathBuf> {
    text.split_whitespace().find(|word| word.starts_with('/') && word.contains("apprentice-run-")).map(PathBuf::from)
}

fn said(one: &PracticeTry) -> String {
    let messages = one.entries.iter().filter(|entry| entry.kind == AgentRunEntryKind::Message);
    messages.map(|entry| entry.text.as_str()).collect()
}

fn statuses(one: &PracticeTry) -> Vec<PracticeCheckStatus> {
    one.checks.iter().map(|check| check.status).collect()
}

use PracticeCheckStatus::{Fails, Holds, OnYourWord};

#[tokio::test(flavor = "multi_thread")]
async fn the_first_try_does_it_and_becomes_a_draft_that_an_agent_can_rehearse() {
    let stage = Stage::new().await;
    let script =
        json!({ "steps": [{ "say": "In {{folder}} now \n" }, { "run": COPIES, "ask": true }, { "run": "touch log.txt" }] });
    let id = stage.starts(&script).await;
    let practice = stage.ends(id, PracticeOutcome::Succeeded).await;
    assert_eq!((practice.tries.len(), practice.best_try, practice.agent_label.as_str()), (1, Some(1), "Gemini CLI"));
    let one = &practice.tries[0];
    assert_eq!((one.passed, statuses(one)), (Some(true), vec![Holds, OnYourWord]));
    assert_eq!(one.commands, [COPIES, "touch log.txt"]);
    assert!(one.files.iter().any(|file| file.path == "clean.csv") && one.action_count == 2, "{one:#?}");
    assert!(folder_in(&said(one)).is_some(), "{}", said(one));
    assert!(!stage.world.folder.path().join("tables/clean.csv").exists(), "it worked on a copy");

    stage.until_drafted(id).await;
    settled(&stage.engine).await;
    let session = stage.engine.session_detail(id).await.unwrap().session;
    assert_eq!((session.observation_mode, session.actor_mode), (ObservationMode::InsideAgent, ActorMode::AgentDriven));
    assert_eq!(session.state, State::ReadyForReview);
    let proposal = session.proposal_id.unwrap();
    let draft = stage.engine.proposal_detail(proposal).await.unwrap();
    assert_eq!(draft.proposal.title, "Copy the table");
    assert!(draft.questions.iter().all(|question| !question.required), "{:#?}", draft.questions);
    let effects: Vec<_> = draft.checkpoints.iter().filter(|one| one.role == CheckpointRole::Effect).collect();
    assert_eq!(effects.len(), 2, "{effects:#?}");
    assert!(effects[0].evidence.is_some() && effects[1].evidence.is_none(), "what only the person can tell has none");
    for says in ["`clean.csv`", "1,2", "Keep the header", "raw.csv changes", COPIES, "`log.txt`", "The copy is tidy"] {
        assert!(draft.skill_md.contains(says), "{says}: {}", draft.skill_md);
    }
    assert!(!draft.skill_md.contains("apprentice-run-"), "{}", draft.skill_md);

    // What was practised is rehearsed like any other draft.
    let run = async |script: &Value| {
        stage.script(script);
        let request = StartAgentRunRequest {
            agent: Some("gemini".into()),
            proposal_id: Some(proposal),
            folder: Some(stage.world.folder.path().join("tables").display().to_string()),
            without_isolation: true,
            ..StartAgentRunRequest::default()
        };
        let started = stage.engine.start_agent_run(request).await.unwrap();
        let ended = async {
            loop {
                let run = stage.engine.agent_run(started.run_id, AgentRunQuery::default()).await.unwrap();
                if run.phase == AgentRunPhase::Ended && stage.engine.agent_run_token().is_none() {
                    return run;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(120), ended).await.unwrap()
    };
    let done = run(&script).await;
    let read = |run: &AgentRun| run.checkpoints.iter().find(|one| one.goal.contains("clean.csv")).unwrap().read.clone();
    assert_eq!(read(&done).unwrap().status, apprentice_contracts::checkpoint::CheckpointStatus::Reached, "{done:#?}");
    assert_eq!(done.overall_result, OverallResult::Partial, "one result is on the person's word");
    let lied = run(&json!({ "steps": [{ "say": "It is all there." }] })).await;
    assert_eq!(lied.overall_result, OverallResult::Failed, "{lied:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_failed_is_told_to_the_next_try_which_begins_afresh() {
    let stage = Stage::new().await;
    let script = json!({
        "on": [{ "has": "went wrong", "steps": [{ "run": "ls; cp raw.csv clean.csv" }] }],
        "steps": [{ "run": "echo zebra > clean.csv; touch first.txt" }],
    });
    let id = stage.starts(&script).await;
    let practice = stage.ends(id, PracticeOutcome::Succeeded).await;
    assert_eq!((practice.tries.len(), practice.best_try), (2, Some(2)), "{practice:#?}");
    let [first, second] = &practice.tries[..] else { panic!("two tries") };
    assert_eq!((first.passed, statuses(first)), (Some(false), vec![Fails, OnYourWord]));
    assert!(first.checks[0].evidence.contains("lacked “1,2”"), "{:?}", first.checks);
    assert!(first.lessons.is_empty() && second.lessons.len() == 1, "{:?}", second.lessons);
    assert!(second.lessons[0].contains("clean.csv") && practice.lessons == second.lessons);
    assert!(!said(second).contains("first.txt"), "each try has a fresh folder: {}", said(second));
    let of_first = stage.engine.agent_practice(id, PracticeQuery { try_number: Some(1), from: None }).await.unwrap();
    assert!(!of_first.tries[0].entries.is_empty() && of_first.tries[1].entries.is_empty(), "one transcript at a time");
    stage.until_drafted(id).await;
    settled(&stage.engine).await;
    let proposal = stage.engine.session_detail(id).await.unwrap().session.proposal_id.unwrap();
    let draft = stage.engine.proposal_detail(proposal).await.unwrap();
    assert!(draft.skill_md.contains("did not contain what it must"), "{}", draft.skill_md);
    assert!(!draft.skill_md.contains("zebra"), "what an agent wrote is not in it: {}", draft.skill_md);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_that_lies_does_not_pass_and_a_second_lie_is_no_progress() {
    let stage = Stage::new().await;
    let id = stage.starts(&json!({ "steps": [{ "say": "clean.csv is there, I verified it!" }] })).await;
    let practice = stage.ends(id, PracticeOutcome::NoProgress).await;
    assert_eq!((practice.tries.len(), practice.best_try), (2, None), "{practice:#?}");
    assert!(practice.tries.iter().all(|one| one.passed == Some(false)), "{practice:#?}");
    assert!(practice.message.as_ref().unwrap().contains("nothing to make a draft of"), "{practice:#?}");
    assert_eq!(state(&stage.engine, id).await, State::Stopped);
    stage.has_no_draft(id).await;
    stage.engine.cancel_session(id, CLICK).await.unwrap();
    let kept = stage.now(id).await;
    assert_eq!((kept.outcome, kept.lessons.len()), (Some(PracticeOutcome::NoProgress), 1), "what it learned is kept");
    stage.engine.delete_session(id).await.unwrap();
    let gone = refused(stage.engine.agent_practice(id, PracticeQuery::default()).await);
    assert_eq!(gone.code, ErrorCode::LearnSessionNotFound);
    let keys: u32 =
        stage.world.raw().query_row("SELECT count(*) FROM settings WHERE key LIKE 'practice:%'", [], |row| row.get(0)).unwrap();
    assert_eq!(keys, 0, "it is deleted with its session");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_practice_that_failed_can_still_be_drafted_from_its_best_try() {
    let stage = Stage::new().await;
    let script = json!({
        "on": [{ "has": "went wrong", "steps": [{ "crash": 3 }] }],
        "steps": [{ "run": "echo '1;2' > clean.csv" }],
    });
    let two = stage.request(|request| request["practice"]["tries"] = json!(2));
    let id = stage.starts_as(two, &script).await;
    let practice = stage.ends(id, PracticeOutcome::TriesUsed).await;
    assert_eq!((practice.tries.len(), practice.best_try), (2, Some(1)), "{practice:#?}");
    assert_eq!(practice.tries[1].end.as_ref().unwrap().kind, AgentRunEndKind::Crashed);
    let detail = stage.engine.session_detail(id).await.unwrap();
    assert!(detail.actions.contains(&SessionAction::GenerateProposal), "{:?}", detail.actions);
    let made = stage.engine.generate_proposal(id).await.unwrap();
    settled(&stage.engine).await;
    let draft = stage.engine.proposal_detail(made.proposal_id).await.unwrap();
    assert!(draft.skill_md.contains("`clean.csv`"), "{}", draft.skill_md);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_that_refuses_or_is_cut_short_does_not_pass_whatever_it_left() {
    let stage = Stage::new().await;
    for (stop, kind, words) in
        [("refusal", AgentRunEndKind::Refused, "refused the task"), ("max_tokens", AgentRunEndKind::CutShort, "max_tokens")]
    {
        let id = stage.starts(&json!({ "steps": [{ "run": COPIES }], "stop": stop })).await;
        let practice = stage.ends(id, PracticeOutcome::NoProgress).await;
        assert_eq!(practice.tries.len(), 2, "{practice:#?}");
        for one in &practice.tries {
            let end = one.end.as_ref().unwrap();
            assert!(end.kind == kind && end.message.contains(words), "{end:?}");
            assert_eq!((one.passed, statuses(one)), (Some(false), vec![Holds, OnYourWord]), "{stop}");
        }
        assert!(
            stage.engine.session_detail(id).await.unwrap().session.proposal_id.is_none(),
            "{stop}: no draft is made by itself"
        );
        stage.engine.cancel_session(id, CLICK).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_breach_of_the_policy_ends_the_practice() {
    let stage = Stage::new().await;
    let id = stage.starts(&json!({ "steps": [{ "run": COPIES }, { "run": "rm raw.csv" }, { "say": "later" }] })).await;
    let practice = stage.ends(id, PracticeOutcome::PolicyBreach).await;
    assert_eq!((practice.tries.len(), practice.best_try), (1, None), "{practice:#?}");
    let one = &practice.tries[0];
    assert_eq!(one.end.as_ref().unwrap().kind, AgentRunEndKind::PolicyViolation);
    assert_eq!((one.passed, statuses(one)[0]), (Some(false), Holds), "what it left does not make up for it");
    assert!(practice.message.unwrap().contains("rm raw.csv"));
    assert!(stage.world.folder.path().join("tables/raw.csv").exists());
    stage.has_no_draft(id).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_try_that_broke_the_policy_unseen_is_not_drafted_although_it_was_stopped() {
    let stage = Stage::new().await;
    // What the agent does not tell is seen in its folder when it has ended.
    let breaks = json!({ "steps": [{ "run": COPIES }, { "say": "working in {{folder}} \n" }, { "fork": "rm raw.csv" }, { "hang": true }] });
    let id = stage.starts(&breaks).await;
    let working = stage.until(id, |practice| practice.tries.last().is_some_and(|one| said(one).contains("working"))).await;
    let folder = folder_in(&said(&working.tries[0])).unwrap();
    let gone = async {
        while folder.join("raw.csv").exists() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), gone).await.expect("the agent deletes it");
    stage.engine.stop_session(id, CLICK).await.unwrap();
    let practice = stage.now(id).await;
    assert_eq!((practice.outcome, practice.best_try), (Some(PracticeOutcome::Stopped), None), "{practice:#?}");
    assert_eq!(practice.tries[0].end.as_ref().unwrap().kind, AgentRunEndKind::PolicyViolation);
    stage.has_no_draft(id).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_deleted_while_a_try_ends_does_not_come_back() {
    let stage = Stage::new().await;
    // It takes its time to end.
    let hangs =
        json!({ "ignoreCancel": true, "steps": [{ "run": COPIES }, { "say": "working in {{folder}} \n" }, { "hang": true }] });
    let id = stage.starts(&hangs).await;
    let working = stage.until(id, |practice| practice.tries.last().is_some_and(|one| said(one).contains("working"))).await;
    let folder = folder_in(&said(&working.tries[0])).unwrap();
    assert_eq!(refused(stage.engine.delete_session(id).await).code, ErrorCode::InvalidLearnStateTransition, "it goes on");
    let everything = json!({ "confirm": "delete everything", "installed_skills": true });
    stage.engine.delete_everything(serde_json::from_value(everything).unwrap()).await.unwrap();
    assert!(folder.exists(), "its try has not ended yet");
    // The next practice can begin when the one before has ended.
    stage.script(&json!({ "steps": [{ "run": COPIES }] }));
    let next = stage.engine.create_session(stage.request(|_| {})).await.unwrap().session.learn_session_id;
    let begins = async {
        while let Err(failure) = stage.engine.start_session(next, CLICK).await {
            assert_eq!(failure.code, ErrorCode::Conflict, "{failure}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(120), begins).await.expect("the practice ends");
    assert!(!folder.exists(), "nothing is left of its try");
    let gone = refused(stage.engine.agent_practice(id, PracticeQuery::default()).await);
    assert_eq!(gone.code, ErrorCode::LearnSessionNotFound);
    stage.ends(next, PracticeOutcome::Succeeded).await;
    let keys = stage.world.raw();
    let mut keys = keys.prepare("SELECT key FROM settings WHERE key LIKE 'practice:%'").unwrap();
    let keys: Vec<String> = keys.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    assert_eq!(keys, [format!("practice:{next}")]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_no_program_can_read_rests_on_the_persons_word() {
    let stage = Stage::new().await;
    let word = json!([{ "kind": "on_your_word", "text": "The table is easy to read" }]);
    let request = stage.request(|request| {
        request["practice"]["results"] = word;
        request["ask_before_build"] = json!(true);
    });
    let id = stage.starts_as(request, &json!({ "steps": [{ "run": COPIES }] })).await;
    let practice = stage.ends(id, PracticeOutcome::OnYourWord).await;
    assert!(practice.message.unwrap().contains("for you to say"));
    assert_eq!(state(&stage.engine, id).await, State::Stopped, "no draft is made before the person says so");
    assert!(stage.engine.session_detail(id).await.unwrap().session.proposal_id.is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_keeps_what_there_is_and_cancelling_ends_everything() {
    let stage = Stage::new().await;
    let hangs = json!({ "ignoreCancel": true, "steps": [{ "fork": "setsid sleep 600" }, { "say": "working in {{folder}} \n" }, { "hang": true }] });
    let works = |practice: &AgentPractice| practice.tries.last().is_some_and(|one| said(one).contains("working"));
    let first_fails = json!({
        "on": [{ "has": "went wrong", "steps": [{ "say": "working in {{folder}} \n" }, { "hang": true }] }],
        "steps": [{ "run": "touch other.txt" }],
    });
    let id = stage.starts(&first_fails).await;
    stage.until(id, |practice| practice.tries.len() == 2 && works(practice)).await;
    let detail = stage.engine.session_detail(id).await.unwrap();
    assert!(
        !detail.actions.contains(&SessionAction::Pause) && detail.actions.contains(&SessionAction::Stop),
        "{:?}",
        detail.actions
    );
    let pause = refused(stage.engine.pause_session(id, CLICK).await);
    assert_eq!(pause.code, ErrorCode::InvalidLearnStateTransition);
    assert!(pause.message.contains("cannot be paused"), "{}", pause.message);
    stage.engine.keep_deadlines().await.unwrap();
    assert_eq!(state(&stage.engine, id).await, State::Capturing, "the upkeep leaves it alone");
    let stopped = stage.engine.stop_session(id, CLICK).await.unwrap();
    assert_eq!((stopped.session.state, stopped.next_action), (State::Stopped, StopNextAction::ReviewCaptured));
    let practice = stage.now(id).await;
    assert_eq!((practice.outcome, practice.best_try), (Some(PracticeOutcome::Stopped), Some(1)), "{practice:#?}");
    assert_eq!(practice.tries[1].end.as_ref().unwrap().kind, AgentRunEndKind::Cancelled);
    assert_eq!(practice.tries[1].passed, None, "it has no verdict");
    stage.nothing_is_left(&practice);
    stage.engine.cancel_session(id, CLICK).await.unwrap();

    let id = stage.starts(&hangs).await;
    let working = stage.until(id, works).await;
    let folder = folder_in(&said(&working.tries[0])).unwrap();
    assert!(folder.exists());
    let cancelled = stage.engine.cancel_session(id, CLICK).await.unwrap();
    assert_eq!(cancelled.session.state, State::Cancelled);
    let practice = stage.now(id).await;
    assert_eq!(practice.outcome, Some(PracticeOutcome::Cancelled));
    assert!(!folder.exists(), "nothing is left when it is answered");
    stage.nothing_is_left(&practice);
    let id = stage.starts(&json!({ "steps": [{ "run": COPIES }] })).await;
    stage.ends(id, PracticeOutcome::Succeeded).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_ends_in_the_middle_ends_the_practice() {
    let stage = Stage::new().await;
    let script = json!({
        "on": [{ "has": "went wrong", "steps": [{ "say": "working in {{folder}} \n" }, { "hang": true }] }],
        "steps": [{ "run": "echo '1;2' > clean.csv" }],
    });
    let works = |practice: &AgentPractice| practice.tries.last().is_some_and(|one| said(one).contains("working"));
    let id = stage.starts(&script).await;
    stage.until(id, works).await;
    let Stage { world, engine } = stage;
    world.kill(engine).await;
    let again = Engine::open(options(&world)).await.unwrap();
    let practice = again.agent_practice(id, PracticeQuery::default()).await.unwrap();
    assert_eq!((practice.outcome, practice.tries.len()), (Some(PracticeOutcome::Interrupted), 1), "{practice:#?}");
    assert_eq!((practice.best_try, state(&again, id).await), (Some(1), State::Stopped));
    assert!(again.session_detail(id).await.unwrap().actions.contains(&SessionAction::GenerateProposal));
    assert!(!world.home().join("run/agent-run.json").exists());
    again.cancel_session(id, CLICK).await.unwrap();

    // The same where it closes in order.
    let stage = Stage { world, engine: again };
    let id = stage.starts(&script).await;
    let working = stage.until(id, works).await;
    let folder = folder_in(&said(working.tries.last().unwrap())).unwrap();
    stage.engine.close().await;
    assert!(!folder.exists() && !stage.world.home().join("run/agent-run.json").exists());
    let again = Engine::open(options(&stage.world)).await.unwrap();
    let practice = again.agent_practice(id, PracticeQuery::default()).await.unwrap();
    assert_eq!(practice.outcome, Some(PracticeOutcome::Interrupted), "{practice:#?}");
    assert_eq!(state(&again, id).await, State::Stopped);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_practised_is_refused_with_the_field_and_the_remedy() {
    let stage = Stage::new().await;
    stage.script(&json!({ "steps": [{ "say": "working \n" }, { "hang": true }] }));
    for (name, value, code, field, words) in [
        ("agent", json!("nobody"), ErrorCode::InvalidRequest, "practice.agent", "gemini"),
        ("agent", json!("codex"), ErrorCode::AdapterUnavailable, "practice.agent", "npm install"),
        ("folder", json!(stage.world.home()), ErrorCode::InvalidRequest, "practice.folder", "no agent gets"),
    ] {
        let request = stage.request(|request| request["practice"][name] = value.clone());
        let id = stage.engine.create_session(request).await.unwrap().session.learn_session_id;
        let failure = refused(stage.engine.start_session(id, CLICK).await);
        assert_eq!(failure.code, code, "{failure}");
        assert!(failure.message.contains(words), "{failure}");
        assert_eq!(failure.details.unwrap()["field"], field, "{value}");
        assert_eq!(state(&stage.engine, id).await, State::Armed, "another agent can be asked");
        let none = refused(stage.engine.agent_practice(id, PracticeQuery::default()).await);
        assert_eq!(none.code, ErrorCode::NotFound);
        stage.engine.cancel_session(id, CLICK).await.unwrap();
    }
    let dry = json!({ "policy_id": uuid::Uuid::from_u128(7), "mode": "dry_run_only" });
    let id = stage.engine.create_session(stage.request(|_| {})).await.unwrap().session.learn_session_id;
    let policy = SetTestPolicyRequest { test_policy: Some(serde_json::from_value(dry).unwrap()) };
    stage.engine.set_test_policy(id, policy).await.unwrap();
    assert_eq!(refused(stage.engine.start_session(id, CLICK).await).code, ErrorCode::TestPolicyViolation);
    stage.engine.cancel_session(id, CLICK).await.unwrap();

    let id = stage.starts(&json!({ "steps": [{ "say": "working \n" }, { "hang": true }] })).await;
    let run = StartAgentRunRequest { agent: Some("gemini".into()), ability: Some("x".into()), ..StartAgentRunRequest::default() };
    let busy = refused(stage.engine.start_agent_run(run).await);
    assert_eq!(busy.code, ErrorCode::Conflict, "one agent at a time");
    assert!(busy.message.contains("practice"), "{busy}");
    stage.engine.cancel_session(id, CLICK).await.unwrap();
    let signed_out = stage.starts(&json!({ "signIn": true })).await;
    let practice = stage.ends(signed_out, PracticeOutcome::AgentUnavailable).await;
    assert!(practice.message.unwrap().contains("GEMINI_API_KEY"), "what to do is told");
}

/// These fail where this machine cannot isolate a run; `scripts/test` leaves them out there, and says so.
mod needs_isolation {
    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn each_try_has_walls_and_none_begins_where_they_are_gone() {
        needs_bubblewrap();
        let stage = Stage::new().await;
        let diary = stage.world.folder.path().join("user/diary.txt");
        std::fs::write(&diary, "the diary").unwrap();
        let walled = || stage.request(|request| request["practice"]["without_isolation"] = json!(false));
        let settings = stage.world.folder.path().join("user/.gemini/settings.json");
        let looks = json!({ "steps": [{ "read": diary }, { "run": "touch other.txt; echo a hook > ~/.gemini/settings.json" }] });
        let id = stage.starts_as(walled(), &looks).await;
        let practice = stage.ends(id, PracticeOutcome::NoProgress).await;
        assert_eq!(practice.tries.len(), 2);
        for number in [1, 2] {
            let query = PracticeQuery { try_number: Some(number), from: None };
            let shown = stage.engine.agent_practice(id, query).await.unwrap();
            let words = said(&shown.tries[number as usize - 1]);
            assert!(words.contains("diary.txt: ENOENT"), "try {number}: {words}");
        }
        assert!(!settings.exists(), "a try leaves nothing that its agent obeys later");
        stage.engine.cancel_session(id, CLICK).await.unwrap();

        // While the first try goes on, what isolates it breaks.
        let waits = json!({
            "on": [{ "has": "went wrong", "steps": [{ "run": COPIES }] }],
            "steps": [{ "say": "working in {{folder}} \n" }, { "run": "until [ -e go ]; do sleep 0.05; done" }],
        });
        let id = stage.starts_as(walled(), &waits).await;
        let working = stage.until(id, |practice| practice.tries.last().is_some_and(|one| said(one).contains("working"))).await;
        let broken = stage.world.options().machine.search_path[0].join("bwrap");
        std::fs::write(&broken, "#!/bin/sh\nexit 1\n").unwrap();
        std::fs::set_permissions(&broken, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        std::fs::write(folder_in(&said(&working.tries[0])).unwrap().join("go"), "").unwrap();
        let practice = stage.ends(id, PracticeOutcome::Failed).await;
        assert_eq!(practice.tries.len(), 1, "no second try begins: {practice:#?}");
        let message = practice.message.unwrap();
        assert!(message.contains("without_isolation"), "what to do is told: {message}");
    }
}
