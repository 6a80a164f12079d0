//! The gate: whether a skill helps an agent is decided by what Apprentice reads of its tries, and nothing is left of them.

use crate::agent_runs::{COPIES, Stage, has_places, has_walls, needs_bubblewrap, options};
use crate::import_switches::{staged, with_agents};
use crate::road::{install, refused};
use apprentice_contracts::agent_practice::{PracticeResult, PracticeResultKind};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::gate::*;
use apprentice_contracts::ids::*;
use apprentice_contracts::proposal::RequestedLane;
use apprentice_contracts::validation::RunKind;
use apprentice_engine::Engine;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Duration;

/// What is in the prompt of each arm alone.
const SKILL: &str = "The skill:";
const TRACE: &str = "This was recorded";

impl Stage {
    async fn gate_request(&self) -> StartGateRequest {
        let run = self.request().await;
        StartGateRequest {
            agent: run.agent.unwrap_or_default(),
            proposal_id: run.proposal_id,
            inputs: run.inputs,
            folder: run.folder,
            without_isolation: true,
            seed: Some(7),
            ..StartGateRequest::default()
        }
    }

    async fn gate_until(&self, id: GateId, wanted: impl Fn(&Gate) -> bool) -> Gate {
        let seen = async {
            loop {
                let gate = self.engine.gate(id).await.unwrap();
                if wanted(&gate) {
                    return gate;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(300), seen).await.expect("it comes to that")
    }

    async fn gates(&self, script: &Value, request: StartGateRequest) -> Gate {
        self.script(script);
        let started = self.engine.start_gate(request).await.unwrap();
        let ended = self.gate_until(started.summary.gate_id, |gate| gate.summary.outcome.is_some()).await;
        self.no_try_is_left().await;
        ended
    }

    /// No process, folder and record of a try, and the next run of an agent may begin.
    async fn no_try_is_left(&self) {
        let gone = async {
            while self.world.home().join("run/agent-run.json").exists() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), gone).await.expect("the try is forgotten");
        assert!(!self.world.home().join("run/agent-own").exists(), "copies of the agent's files are left");
    }

    /// Starts a gate whose agent waits after its first words, and answers the folder of its try.
    async fn gate_that_hangs(&self, request: StartGateRequest) -> (GateId, PathBuf) {
        self.script(&json!({ "steps": [{ "say": "working" }, { "run": "touch begun.txt" }, { "hang": true }] }));
        let id = self.engine.start_gate(request).await.unwrap().summary.gate_id;
        let record = self.world.home().join("run/agent-run.json");
        let folder = async {
            loop {
                let left: Value =
                    std::fs::read(&record).ok().and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default();
                if let Some(folder) =
                    left["folder"].as_str().map(PathBuf::from).filter(|folder| folder.join("begun.txt").exists())
                {
                    return folder;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let folder = tokio::time::timeout(Duration::from_secs(120), folder).await.expect("the agent begins");
        (id, folder)
    }
}

/// Runs `steps` for prompts with one of these, and nothing but words for others.
fn only_with(given: &[&str], steps: &Value) -> Value {
    let on: Vec<Value> = given.iter().map(|has| json!({ "has": has, "steps": steps })).collect();
    json!({ "on": on, "steps": [{ "say": "I have done everything and looked at it: clean.csv is there." }, { "usage": [1000, 200_000, 0.01] }] })
}

fn counts(gate: &Gate) -> [(u32, u32, u32); 3] {
    let trace = gate.arms.trace.clone().unwrap_or_default();
    [&gate.arms.none, &trace, &gate.arms.skill].map(|arm| (arm.passed, arm.failed, arm.undecided))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_skill_that_helps_is_found_by_what_is_read_and_counts_as_no_rehearsal() {
    let stage = Stage::new().await;
    let before = stage.engine.validation_runs(stage.proposal, Default::default()).await.unwrap();
    let copies = json!([{ "run": COPIES }, { "usage": [3000, 200_000, 0.05] }]);
    let gate = stage.gates(&only_with(&[SKILL], &copies), stage.gate_request().await).await;
    assert_eq!(
        (gate.summary.outcome, gate.summary.verdict),
        (Some(GateOutcome::Completed), Some(GateVerdict::Helps)),
        "{gate:#?}"
    );
    assert_eq!(counts(&gate), [(0, 5, 0), (0, 5, 0), (5, 0, 0)]);
    let arms: Vec<GateArm> = gate.tries.iter().map(|one| one.arm).collect();
    assert!(arms == gate.order && arms.len() == 15 && gate.seed == 7, "the tries ran in the order that was told");
    let passed = gate.tries.iter().find(|one| one.arm == GateArm::Skill).unwrap();
    assert!(!passed.checks.is_empty() && passed.checks.iter().all(|check| check.holds == Some(true)), "{passed:#?}");
    let failed = gate.tries.iter().find(|one| one.arm == GateArm::None).unwrap();
    assert!(failed.checks.iter().any(|check| check.holds == Some(false)), "{failed:#?}");
    assert_eq!((gate.arms.skill.tokens, gate.arms.none.tokens), (Some(3000.0), Some(1000.0)));
    assert_eq!((gate.arms.skill.cost, gate.arms.skill.currency.as_deref()), (Some(0.05), Some("USD")));
    let over = gate.against_none.unwrap();
    assert!(over.difference == 1.0 && over.interval.low > 0.38 && over.interval.low < 0.39, "{over:?}");
    // It is in no book of the draft.
    let after = stage.engine.validation_runs(stage.proposal, Default::default()).await.unwrap();
    assert_eq!(after.runs, before.runs);
    assert!(after.runs.iter().all(|run| run.run_kind != RunKind::Rehearsal));
    assert!(stage.engine.rehearsal_status(stage.proposal).await.unwrap().is_none());
    let listed =
        stage.engine.gates(GatesQuery { proposal_id: Some(stage.proposal), ..GatesQuery::default() }).await.unwrap().gates;
    assert_eq!(listed, std::slice::from_ref(&gate.summary));
    let others =
        stage.engine.gates(GatesQuery { ability_id: Some(AbilityId("x".into())), ..GatesQuery::default() }).await.unwrap();
    assert!(others.gates.is_empty());
    assert!(!stage.world.folder.path().join("tables/clean.csv").exists(), "each try worked on a copy");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_skill_that_makes_no_difference_and_a_lie_do_not_help() {
    let stage = Stage::new().await;
    let same = stage.gates(&json!({ "steps": [{ "run": COPIES }] }), stage.gate_request().await).await;
    assert_eq!((counts(&same), same.summary.verdict), ([(5, 0, 0); 3], Some(GateVerdict::DoesNotHelp)), "{same:#?}");
    assert!(same.summary.message.unwrap().contains("does the task without it"));
    // It claims what is not so, in words and by the tool of Apprentice.
    let lies = json!([{ "claim": ["C1", "reached", "I saw clean.csv."] }, { "say": "Copied, and I compared it line by line." }]);
    let lied = stage.gates(&only_with(&[SKILL], &lies), stage.gate_request().await).await;
    assert_eq!((counts(&lied), lied.summary.verdict), ([(0, 5, 0); 3], Some(GateVerdict::DoesNotHelp)), "{lied:#?}");
    assert!(lied.summary.message.unwrap().contains("no more often"));
}

#[tokio::test(flavor = "multi_thread")]
async fn tries_that_say_nothing_leave_it_undecided() {
    let stage = Stage::new().await;
    let mut script = only_with(&[SKILL], &json!([{ "run": COPIES }, { "crash": 3 }]));
    script["on"].as_array_mut().unwrap().push(json!({ "has": TRACE, "steps": [{ "run": COPIES }] }));
    let gate = stage.gates(&script, stage.gate_request().await).await;
    assert_eq!(
        (counts(&gate), gate.summary.verdict),
        ([(0, 5, 0), (5, 0, 0), (0, 0, 5)], Some(GateVerdict::Unclear)),
        "{gate:#?}"
    );
    assert!(gate.against_none.is_none() && gate.arms.skill.rate.is_none());
    let words = gate.summary.message.unwrap();
    assert!(words.contains("with the skill 0 of 5 tries were decided"), "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_breach_of_the_policy_is_a_failed_try_and_the_recording_can_be_left_out() {
    let stage = Stage::new().await;
    let removes = json!([{ "run": COPIES }, { "run": "rm raw.csv" }]);
    let request = StartGateRequest { without_trace: true, ..stage.gate_request().await };
    let gate = stage.gates(&only_with(&[SKILL], &removes), request).await;
    assert_eq!((gate.arms.trace.as_ref(), gate.tries.len()), (None, 10));
    assert_eq!((gate.arms.skill.failed, gate.summary.verdict), (5, Some(GateVerdict::DoesNotHelp)), "{gate:#?}");
    assert!(gate.notes.iter().any(|note| note.contains("left out")), "{:?}", gate.notes);
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_cancelled_in_the_middle_without_a_verdict_and_keeps_others_out_until_then() {
    let stage = Stage::new().await;
    let request = stage.gate_request().await;
    let (id, folder) = stage.gate_that_hangs(request.clone()).await;
    assert_eq!(refused(stage.engine.start_gate(request.clone()).await).code, ErrorCode::Conflict);
    assert_eq!(refused(stage.engine.start_agent_run(stage.request().await).await).code, ErrorCode::Conflict);
    let ended = stage.engine.cancel_gate(id).await.unwrap();
    assert_eq!(
        (ended.summary.outcome, ended.summary.verdict),
        (Some(GateOutcome::Cancelled), Some(GateVerdict::Unclear)),
        "{ended:#?}"
    );
    assert_eq!((ended.tries.len(), ended.tries[0].result, ended.arms.skill.tries + ended.arms.none.tries), (1, None, 0));
    assert!(!folder.exists(), "{}", folder.display());
    assert!(!stage.world.home().join("run/agent-run.json").exists());
    assert_eq!(stage.engine.cancel_gate(id).await.unwrap(), ended, "one that has ended stays as it ended");
    // The next one may begin.
    let again = stage.engine.start_gate(request).await.unwrap();
    stage.engine.cancel_gate(again.summary.gate_id).await.unwrap();
    let unknown = refused(stage.engine.cancel_gate(GateId(uuid::Uuid::nil())).await);
    assert_eq!(unknown.code, ErrorCode::NotFound);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limit_of_cost_or_an_agent_that_is_not_ready_ends_it() {
    let stage = Stage::new().await;
    let dear = json!({ "steps": [{ "run": COPIES }, { "usage": [10, 100, 0.6] }] });
    let request = StartGateRequest { max_cost: Some(1.0), ..stage.gate_request().await };
    let gate = stage.gates(&dear, request).await;
    assert_eq!((gate.summary.outcome, gate.tries.len()), (Some(GateOutcome::BudgetUsed), 2), "{gate:#?}");
    assert_eq!(gate.summary.verdict, Some(GateVerdict::Unclear));
    let words = gate.summary.message.unwrap();
    assert!(words.contains("limit of this gate was reached after 2 tries") && words.contains("5 of each are needed"), "{words}");
    let signs_in = stage.gates(&json!({ "signIn": true }), stage.gate_request().await).await;
    assert_eq!((signs_in.summary.outcome, signs_in.tries.len()), (Some(GateOutcome::AgentUnavailable), 1), "{signs_in:#?}");
    assert!(signs_in.summary.message.unwrap().contains("sign in"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_ends_in_the_middle_interrupts_it() {
    let stage = Stage::new().await;
    let request = stage.gate_request().await;
    let (id, _) = stage.gate_that_hangs(request.clone()).await;
    let Stage { world, engine, proposal } = stage;
    world.kill(engine).await;
    let again = Engine::open(options(&world)).await.unwrap();
    let gate = again.gate(id).await.unwrap();
    assert_eq!(
        (gate.summary.outcome, gate.summary.verdict),
        (Some(GateOutcome::Interrupted), Some(GateVerdict::Unclear)),
        "{gate:#?}"
    );
    assert!(!world.home().join("run/agent-run.json").exists());

    // The same where it closes in order.
    let stage = Stage { world, engine: again, proposal };
    let (id, folder) = stage.gate_that_hangs(request).await;
    stage.engine.close().await;
    assert!(!folder.exists() && !stage.world.home().join("run/agent-run.json").exists());
    let again = Engine::open(options(&stage.world)).await.unwrap();
    let gate = again.gate(id).await.unwrap();
    assert_eq!(gate.summary.outcome, Some(GateOutcome::Interrupted), "{gate:#?}");
    assert_eq!(again.gates(GatesQuery::default()).await.unwrap().gates.len(), 2);
}

/// A skill of a folder of Gemini CLI that nobody taught here, and the request to try it.
fn native(stage: &Stage) -> (PathBuf, StartGateRequest) {
    let folder = stage.world.folder.path().join("user/.gemini/skills/copy-the-table");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("SKILL.md"), "---\nname: copy-the-table\ndescription: Copies a table.\n---\nCopy it.\n").unwrap();
    std::fs::write(folder.join("header.txt"), "the header of the house\n").unwrap();
    let result =
        |kind, text: Option<&str>| PracticeResult { kind, path: Some("clean.csv".into()), text: text.map(str::to_owned) };
    let request = StartGateRequest {
        agent: "gemini".into(),
        skill: Some(folder.display().to_string()),
        goal: Some("Write a clean table".into()),
        results: vec![
            result(PracticeResultKind::FileExists, None),
            result(PracticeResultKind::FileContains, Some("the header of the house")),
        ],
        without_isolation: !has_walls(),
        ..StartGateRequest::default()
    };
    (folder, request)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_skill_that_was_not_taught_here_is_tried_by_what_the_person_names() {
    let stage = Stage::new().await;
    let (folder, request) = native(&stage);
    // The agent looks for the file of the skill in every try. Within walls it is there in tries with the skill alone.
    let header = folder.join("header.txt");
    let script = json!({ "steps": [{ "run": format!("cat '{}' > clean.csv", header.display()) }] });
    let gate = stage.gates(&script, request).await;
    assert_eq!(gate.summary.title, "copy-the-table");
    assert!(gate.arms.trace.is_none() && gate.notes.iter().any(|note| note.contains("not taught here")), "{:?}", gate.notes);
    if has_places() {
        assert_eq!(
            (counts(&gate), gate.summary.verdict),
            ([(0, 5, 0), (0, 0, 0), (5, 0, 0)], Some(GateVerdict::Helps)),
            "{gate:#?}"
        );
    } else {
        assert!(gate.notes.iter().any(|note| note.contains("may find the skill in tries")), "{:?}", gate.notes);
    }
    assert_eq!(gate.tries[0].checks.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_tried_is_refused_with_the_field_and_the_remedy() {
    let stage = Stage::new().await;
    let (skill, native) = native(&stage);
    let done = stage.world.folder.path().join("example");
    std::fs::create_dir_all(&done).unwrap();
    std::fs::write(done.join("clean.csv"), "the header of the house\n").unwrap();
    let taught = stage.gate_request().await;
    let word = PracticeResult { kind: PracticeResultKind::OnYourWord, path: None, text: Some("It is tidy".into()) };
    let out = PracticeResult { kind: PracticeResultKind::FileExists, path: Some("../x".into()), text: None };
    let unknown = [("no_such_input".to_owned(), "x".to_owned())].into();
    for (request, field, words) in [
        (StartGateRequest { results: Vec::new(), ..native.clone() }, "results", "nothing to judge a try by"),
        (StartGateRequest { results: vec![word], ..native.clone() }, "results", "results that Apprentice can read"),
        (StartGateRequest { results: vec![out], ..native.clone() }, "results[0].path", "inside the folder"),
        (StartGateRequest { goal: None, ..native.clone() }, "goal", "what the agent is to do"),
        (
            StartGateRequest { folder: Some(done.display().to_string()), ..native.clone() },
            "results",
            "true in the folder before anything is done",
        ),
        (StartGateRequest { folder: Some(skill.display().to_string()), ..native.clone() }, "folder", "The skill lies in it"),
        (StartGateRequest { skill: Some("relative".into()), ..native.clone() }, "skill", "absolute path"),
        (StartGateRequest { ability: Some("x".into()), ..native.clone() }, "ability", "one thing"),
        (StartGateRequest { results: native.results.clone(), ..taught.clone() }, "results", "leave results out"),
        (StartGateRequest { inputs: unknown, ..taught.clone() }, "inputs", "no input"),
        (StartGateRequest { agent: "nobody".into(), ..taught.clone() }, "agent", "gemini"),
        (
            StartGateRequest { folder: Some(stage.world.home().display().to_string()), ..taught.clone() },
            "folder",
            "no agent gets",
        ),
    ] {
        let failure = refused(stage.engine.start_gate(request).await);
        assert_eq!(failure.code, ErrorCode::InvalidRequest, "{failure}");
        assert!(failure.message.contains(words), "{failure}");
        assert_eq!(failure.details.unwrap()["field"], field);
    }
    let unknown = StartGateRequest { proposal_id: None, ability: Some("no-such".into()), ..taught };
    assert_eq!(refused(stage.engine.start_gate(unknown).await).code, ErrorCode::AbilityNotFound);
    assert!(stage.engine.gates(GatesQuery::default()).await.unwrap().gates.is_empty(), "nothing began");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lane_that_requires_a_gate_opens_when_one_found_that_it_helps() {
    let stage = Stage::new().await;
    stage.engine.validate_proposal(stage.proposal, Default::default()).await.unwrap();
    let set = async |gate| {
        let settings = stage.engine.settings().await.unwrap().settings;
        stage.engine.update_settings(apprentice_contracts::app::Settings { gate, ..settings }).await.unwrap();
    };
    let lane = |lane| apprentice_contracts::proposal::ProposalInstallRequest {
        into: Some(stage.world.folder.path().join("skills").display().to_string()),
        ..install(lane)
    };
    std::fs::create_dir_all(stage.world.folder.path().join("skills")).unwrap();
    set(GateSetting::Require).await;
    let told = stage.engine.proposal_detail(stage.proposal).await.unwrap().gate.unwrap();
    assert!(told.setting == GateSetting::Require && told.message.contains("No gate has tried"), "{told:?}");
    let closed = refused(stage.engine.install_proposal(stage.proposal, lane(RequestedLane::ApprovedWorkspace)).await);
    assert_eq!(closed.code, ErrorCode::InstallLaneDenied, "{closed}");
    assert!(closed.message.contains("No gate has tried"), "{closed}");
    // For oneself it is installed; it is not shared from there either.
    let private = stage.engine.install_proposal(stage.proposal, lane(RequestedLane::ExperimentalPrivate)).await.unwrap();
    assert_eq!(private.gate, None);
    let shared = refused(stage.engine.promote_ability(private.ability_id.clone()).await);
    assert_eq!(shared.code, ErrorCode::InstallLaneDenied, "{shared}");
    let by_ability = StartGateRequest {
        proposal_id: None,
        ability: Some(private.ability_id.to_string()),
        without_trace: true,
        ..stage.gate_request().await
    };
    let gate = stage.gates(&only_with(&[SKILL], &json!([{ "run": COPIES }])), by_ability).await;
    assert_eq!(
        (gate.summary.verdict, gate.summary.ability_id.clone()),
        (Some(GateVerdict::Helps), Some(private.ability_id)),
        "{:?}",
        gate.summary
    );
    assert_eq!(gate.notes.iter().any(|note| note.contains("may find the skill in tries")), !has_places(), "{:?}", gate.notes);
    let open = stage.engine.install_proposal(stage.proposal, lane(RequestedLane::ApprovedWorkspace)).await.unwrap();
    assert_eq!(open.gate, None);
    assert_eq!(stage.engine.proposal_detail(stage.proposal).await.unwrap().gate, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lane_that_warns_installs_and_says_so_and_what_is_deleted_takes_its_gates_along() {
    let stage = Stage::new().await;
    let (id, folder) = stage.gate_that_hangs(stage.gate_request().await).await;
    let session = stage.engine.proposal_detail(stage.proposal).await.unwrap().proposal.learn_session_id.unwrap();
    stage.engine.validate_proposal(stage.proposal, Default::default()).await.unwrap();
    let settings = stage.engine.settings().await.unwrap().settings;
    let settings = apprentice_contracts::app::Settings { gate: GateSetting::Warn, ..settings };
    stage.engine.update_settings(settings).await.unwrap();
    let into = stage.world.folder.path().join("skills");
    std::fs::create_dir_all(&into).unwrap();
    let request = apprentice_contracts::proposal::ProposalInstallRequest {
        into: Some(into.display().to_string()),
        ..install(RequestedLane::ApprovedWorkspace)
    };
    let warned = stage.engine.install_proposal(stage.proposal, request).await.unwrap().gate.unwrap();
    assert!(warned.setting == GateSetting::Warn && warned.message.contains("agents gate"), "{warned:?}");
    stage.engine.delete_session(session).await.unwrap();
    let ended = async {
        while stage.engine.gate(id).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(120), ended).await.expect("its gate is ended and deleted");
    stage.no_try_is_left().await;
    assert!(!folder.exists());
    assert!(stage.engine.gates(GatesQuery::default()).await.unwrap().gates.is_empty());
}

/// These fail where this machine cannot isolate a run; `scripts/test` leaves them out there, and says so.
mod needs_isolation {
    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn no_try_knows_what_its_agent_wrote_of_earlier_ones_and_a_renewed_sign_in_is_kept() {
        needs_bubblewrap();
        let stage = Stage::new().await;
        let own = stage.world.folder.path().join("user/.gemini");
        std::fs::create_dir_all(own.join("tmp")).unwrap();
        for (name, text) in [("notes.md", "from before"), ("oauth_creds.json", "key"), ("tmp/logs.json", "what I did for you")] {
            std::fs::write(own.join(name), text).unwrap();
        }
        // The agent does the task only if an earlier try or an older session told it how. Each try renews the sign-in.
        let learns = r#"own="$HOME/.gemini"; grep -q 'from before' "$own/notes.md" || exit 1
        if test -e "$own/learned" -o -e "$own/tmp/logs.json" -o -e "$own/skills-of-mine"; then cp raw.csv clean.csv; fi
        echo how > "$own/learned"; mkdir -p "$own/skills-of-mine" "$own/tmp"; echo how > "$own/tmp/logs.json"; echo how >> "$own/notes.md"
        printf + >> "$own/oauth_creds.json""#;
        let request = StartGateRequest { without_trace: true, ..stage.gate_request().await };
        let gate = stage.gates(&json!({ "steps": [{ "run": learns }] }), request).await;
        assert_eq!(counts(&gate), [(0, 5, 0), (0, 0, 0), (0, 5, 0)], "{gate:#?}");
        assert!(
            gate.isolation.holds.iter().any(|held| held.contains("each try begins with the same copy")),
            "{:?}",
            gate.isolation
        );
        assert!(!gate.notes.iter().any(|note| note.contains("remembers")), "{:?}", gate.notes);
        let read = |name: &str| std::fs::read_to_string(own.join(name)).unwrap();
        assert_eq!(read("oauth_creds.json"), "key++++++++++", "each try renewed what the last one had");
        assert_eq!((read("notes.md"), read("tmp/logs.json")), ("from before".into(), "what I did for you".into()));
        assert!(!own.join("learned").exists() && !own.join("skills-of-mine").exists());
    }

    /// Neither in its own skills folder, nor in that of another agent, nor over a connection to Apprentice that the person set up.
    #[tokio::test(flavor = "multi_thread")]
    async fn tries_without_the_skill_find_it_nowhere_and_are_shuffled_by_a_recorded_seed() {
        needs_bubblewrap();
        let stage = Stage::new().await;
        let (folder, native) = native(&stage);
        let user = stage.world.folder.path().join("user");
        let text = std::fs::read_to_string(folder.join("SKILL.md")).unwrap();
        for copy in [".agents/skills/copy-the-table", ".gemini/skills/another-name"] {
            std::fs::create_dir_all(user.join(copy)).unwrap();
            std::fs::write(user.join(copy).join("SKILL.md"), &text).unwrap();
        }
        let unlike = user.join(".gemini/skills/unlike");
        std::fs::create_dir_all(&unlike).unwrap();
        std::fs::write(unlike.join("SKILL.md"), "---\nname: unlike\ndescription: Pours tea.\n---\nPour.\n").unwrap();
        // Every text that the agent can read of its skills and of Apprentice, but for the other skill.
        let looks = "test -f $HOME/.gemini/skills/unlike/SKILL.md || exit 1; grep -rls 'Copies a [t]able' $HOME; ls -A $HOME/.agents/skills/*; \
                     grep -rqs 'Copies a [t]able' $HOME && echo 'the header of the house' > clean.csv";
        let request = StartGateRequest { seed: None, ..native };
        let gate = stage.gates(&json!({ "steps": [{ "run": looks }, { "say": "mcp {{mcp}}." }] }), request).await;
        assert_eq!(counts(&gate), [(0, 5, 0), (0, 0, 0), (5, 0, 0)], "{gate:#?}");
        let order: Vec<GateArm> = gate.tries.iter().map(|one| one.arm).collect();
        assert_eq!(order, gate.order, "it is tried in the order that is recorded");
        assert!(order.chunks(2).all(|round| round[0] != round[1]), "each arm once in a round: {order:?}");
        // The recorded seed repeats the order.
        let again = StartGateRequest { seed: Some(gate.seed), ..super::native(&stage).1 };
        let id = stage.engine.start_gate(again).await.unwrap().summary.gate_id;
        assert_eq!(stage.engine.cancel_gate(id).await.unwrap().order, order);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn what_a_gate_found_applies_to_exactly_the_files_that_it_tried() {
        needs_bubblewrap();
        let stage = Stage::new().await;
        with_agents(&stage.world, &stage.engine, &["claude"]).await;
        let settings = stage.engine.settings().await.unwrap().settings;
        let settings = apprentice_contracts::app::Settings { gate: GateSetting::Require, ..settings };
        stage.engine.update_settings(settings).await.unwrap();
        let (folder, request) = native(&stage);
        let text = "---\nname: copy-the-table\ndescription: Copies a table. Use when a table must be copied.\n---\n\n# Copy\n\nCopy it.\n";
        std::fs::write(folder.join("SKILL.md"), text).unwrap();
        let header = folder.join("header.txt");
        let script = json!({ "steps": [{ "run": format!("cat '{}' > clean.csv", header.display()) }] });
        let gate = stage.gates(&script, request.clone()).await;
        assert_eq!(gate.summary.verdict, Some(GateVerdict::Helps), "{gate:#?}");

        let import = async |header: &str| {
            let files = [("copy-the-table/SKILL.md", text), ("copy-the-table/header.txt", header)];
            let id = staged(&stage.engine, &files.map(|(path, text)| (path, text.as_bytes()))).await;
            let request = json!({ "import_id": id, "target_scope": "workspace" });
            stage.engine.install_import(serde_json::from_value(request).unwrap()).await
        };
        let changed = refused(import("another header\n").await);
        assert_eq!(changed.code, ErrorCode::InstallLaneDenied, "the same SKILL.md with another file: {changed}");
        assert!(changed.message.contains("No gate has tried"), "{changed}");
        assert_eq!(import("the header of the house\n").await.unwrap().gate, None, "the files that were tried");

        // A file that changes in the middle: nothing was found of either version.
        let id = stage.engine.start_gate(request).await.unwrap().summary.gate_id;
        std::fs::write(&header, "changed meanwhile\n").unwrap();
        let gate = stage.gate_until(id, |gate| gate.summary.outcome.is_some()).await;
        assert_eq!(
            (gate.summary.outcome, gate.summary.verdict),
            (Some(GateOutcome::Failed), Some(GateVerdict::Unclear)),
            "{gate:#?}"
        );
        assert!(gate.summary.message.unwrap().contains("changed while it was tried"));

        // Pages, newest first.
        let page = async |page| {
            let query = GatesQuery { page: Some(page), page_size: Some(1), ..GatesQuery::default() };
            let listed = stage.engine.gates(query).await.unwrap();
            (listed.gates.iter().map(|gate| gate.gate_id).collect::<Vec<_>>(), listed.total)
        };
        assert_eq!(page(1).await, (vec![id], 2));
        assert_eq!(page(3).await, (Vec::new(), 2));
    }
}
