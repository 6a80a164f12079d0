//! *Show me how you check*: where the person looks becomes a checkpoint that is read again.

use crate::road::{drafted, install, refused, settled};
use apprentice_contracts::checkpoint::{EvidencePredicate, Grade, SourcePattern};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::event::EventKind;
use apprentice_contracts::ids::{LearnSessionId, ProposalId};
use apprentice_contracts::observation::{ActionDetails, NavigationCause};
use apprentice_contracts::proposal::{ProposalDetailResponse, RejectProposalRequest, RequestedLane};
use apprentice_contracts::reading::{Reading, ReadingSource};
use apprentice_contracts::runtime::Clock;
use apprentice_contracts::shown_check::{FinishShownCheckRequest, StartShownCheckRequest};
use apprentice_contracts::validation::{FinishRehearsalRequest, OverallResult, RunKind, StartValidationRunRequest};
use apprentice_engine::Engine;
use apprentice_observe::Observation;
use apprentice_testkit::{World, customers, demonstrating, seen};
use futures::StreamExt;
use std::time::Duration;

const GRACE: (&str, &str) = ("Grace Hopper", "grace@example.org");
const ADA: (&str, &str) = ("Ada Lovelace", "ada@example.net");
const ALAN: (&str, &str) = ("Alan Turing", "alan@example.net");

struct Showing {
    world: World,
    engine: Engine,
    session: LearnSessionId,
    proposal: ProposalId,
}

impl Showing {
    /// A draft of a task of which nothing could be read, whose person begins to show how they check.
    async fn begun() -> Self {
        let world = World::new();
        let engine = world.open().await;
        world.with_a_target(&engine).await;
        let (session, proposal) = drafted(&world, &engine, demonstrating()).await;
        let one = Self { world, engine, session, proposal };
        one.begins().await;
        one
    }

    async fn begins(&self) {
        self.engine.start_shown_check(self.proposal, StartShownCheckRequest::default()).await.unwrap();
    }

    /// The person opens a page, and waits until the look is counted.
    async fn looks_at(&self, reading: &Reading) {
        let ReadingSource::Page { url } = reading.source.clone() else { unreachable!("a page") };
        let open = ActionDetails::Navigate { url, cause: NavigationCause::Typed };
        self.world.browser.act(seen(self.world.clock.now(), "Opened a page", open));
        self.world.browser.tell(Observation::Read(Box::new(reading.clone())));
        let counted = async {
            while self.looks().first().is_none_or(|(source, _)| *source != reading.source) {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), counted).await.expect("the look is counted");
    }

    fn looks(&self) -> Vec<(ReadingSource, String)> {
        let status = self.engine.shown_check_status(self.proposal).expect("a check is shown");
        status.looks.into_iter().map(|look| (look.source, look.title)).collect()
    }

    async fn finish(&self) -> Result<ProposalDetailResponse, apprentice_contracts::error::Failure> {
        self.engine.finish_shown_check(self.proposal, FinishShownCheckRequest::default()).await
    }

    async fn detail(&self) -> ProposalDetailResponse {
        self.engine.proposal_detail(self.proposal).await.unwrap()
    }

    /// The result of a rehearsal after which the list shows these customers.
    async fn rehearsed(&self, after: &[(&str, &str)]) -> (OverallResult, Vec<Option<Grade>>) {
        self.world.browser.shows(customers(&[GRACE, ADA]));
        let start = StartValidationRunRequest { selected_tests: vec![RunKind::Rehearsal], ..Default::default() };
        let reads = || self.world.browser.sources_read.lock().unwrap().len();
        let before = reads();
        self.engine.validate_proposal(self.proposal, start).await.unwrap();
        self.world.opens_the_list(&[GRACE, ADA]);
        let read_before_the_run = async {
            while reads() == before {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), read_before_the_run).await.expect("the list is read before the run");
        self.world.inserts_a_customer(ALAN.0, ALAN.1);
        self.world.browser.shows(customers(after));
        let done = self.engine.finish_rehearsal(self.proposal, FinishRehearsalRequest::default()).await.unwrap();
        (done.overall_result, done.receipts.iter().map(|receipt| receipt.grade).collect())
    }
}

/// A page of the same site that shows no value of the demonstration.
fn welcome() -> Reading {
    let ReadingSource::Page { url } = customers(&[]).source else { unreachable!("a page") };
    let source = ReadingSource::Page { url: url.replace("/customers/content/", "/welcome/") };
    Reading { source, title: "Welcome".into(), ..customers(&[GRACE]) }
}

fn looks_at_the_list(detail: &ProposalDetailResponse) -> bool {
    fn looks(evidence: &EvidencePredicate) -> bool {
        match evidence {
            EvidencePredicate::Records { source: SourcePattern::Page { url }, .. } => url.contains("/customers/content/"),
            EvidencePredicate::All { of } | EvidencePredicate::Any { of } => of.iter().any(looks),
            EvidencePredicate::Each { holds, .. } => looks(holds),
            _ => false,
        }
    }
    detail.checkpoints.iter().filter_map(|checkpoint| checkpoint.evidence.as_ref()).any(looks)
}

#[tokio::test]
async fn what_the_person_looks_at_becomes_a_checkpoint_and_is_read_again() {
    let showing = Showing::begun().await;
    assert!(!looks_at_the_list(&showing.detail().await));
    let list = customers(&[GRACE, ADA]);
    showing.world.browser.shows(list.clone());
    showing.looks_at(&list).await;
    let detail = showing.engine.session_detail(showing.session).await.unwrap();
    assert_eq!(detail.shown_check.expect("the session says that a check is shown").looks.len(), 1);

    let drafted = showing.finish().await.unwrap();
    assert!(looks_at_the_list(&drafted), "{:#?}", drafted.checkpoints);
    assert!(!showing.world.browser.is_watching());
    assert_eq!(showing.engine.shown_check_status(showing.proposal), None);
    settled(&showing.engine).await;
    assert!(looks_at_the_list(&showing.detail().await), "it stays when the draft is tested");

    let (result, grades) = showing.rehearsed(&[GRACE, ADA, ALAN]).await;
    assert_eq!(result, OverallResult::Passed);
    assert!(grades.contains(&Some(Grade::ReadAgain)));
    let (result, _) = showing.rehearsed(&[GRACE, ADA, (ALAN.0, "wrong@example.net")]).await;
    assert_eq!(result, OverallResult::Failed, "another address");
}

#[tokio::test]
async fn a_look_that_does_not_help_is_refused_and_the_person_looks_elsewhere() {
    let showing = Showing::begun().await;
    let before = showing.detail().await.checkpoints;
    assert_eq!(refused(showing.finish().await).code, ErrorCode::InvalidRequest, "nothing was looked at");

    showing.world.browser.shows(welcome());
    showing.looks_at(&welcome()).await;
    let failure = refused(showing.finish().await);
    assert_eq!(failure.code, ErrorCode::Conflict);
    assert!(failure.message.contains("Ada Lovelace"), "it names what was looked for: {}", failure.message);

    let list = customers(&[GRACE, ADA]);
    showing.world.browser.sources.lock().unwrap().insert(list.source.clone(), Err("it answered 503".into()));
    showing.looks_at(&list).await;
    let failure = refused(showing.finish().await);
    assert!(failure.message.contains("503"), "{}", failure.message);
    assert_eq!(showing.detail().await.checkpoints, before, "a refusal changes nothing");

    showing.world.browser.shows(list);
    assert!(looks_at_the_list(&showing.finish().await.unwrap()));
}

#[tokio::test]
async fn an_earlier_look_can_be_chosen_and_no_other_place() {
    let showing = Showing::begun().await;
    let list = customers(&[GRACE, ADA]);
    for page in [&list, &welcome()] {
        showing.world.browser.shows(page.clone());
        showing.looks_at(page).await;
    }
    assert_eq!(showing.looks()[0].0, welcome().source, "the last look is first");
    let choose = |source| FinishShownCheckRequest { source: Some(source), cancel: false };
    let elsewhere = ReadingSource::File { path: "/etc/passwd".into() };
    let failure = refused(showing.engine.finish_shown_check(showing.proposal, choose(elsewhere)).await);
    assert_eq!((failure.code, failure.details.unwrap()["field"].as_str()), (ErrorCode::InvalidRequest, Some("source")));
    let done = showing.engine.finish_shown_check(showing.proposal, choose(list.source)).await.unwrap();
    assert!(looks_at_the_list(&done));
}

#[tokio::test]
async fn a_page_that_asks_to_sign_in_is_no_check() {
    let showing = Showing::begun().await;
    let mut list = customers(&[]);
    list.records = vec![apprentice_contracts::reading::ReadRecord {
        kind: apprentice_contracts::reading::RecordKind::Field,
        place: None,
        cells: vec![apprentice_contracts::reading::ReadCell { header: "Password".into(), text: String::new() }],
        controls: Vec::new(),
        link: None,
    }];
    showing.world.browser.shows(list.clone());
    showing.looks_at(&list).await;
    let failure = refused(showing.finish().await);
    assert!(failure.message.contains("sign in"), "{}", failure.message);
}

#[tokio::test]
async fn only_one_thing_is_watched() {
    let showing = Showing::begun().await;
    let again = showing.engine.start_shown_check(showing.proposal, StartShownCheckRequest::default()).await;
    assert_eq!(refused(again).code, ErrorCode::Conflict);
    let rehearsal = StartValidationRunRequest { selected_tests: vec![RunKind::Rehearsal], ..Default::default() };
    assert_eq!(refused(showing.engine.validate_proposal(showing.proposal, rehearsal.clone()).await).code, ErrorCode::Conflict);

    let before = showing.detail().await.checkpoints;
    let cancel = FinishShownCheckRequest { cancel: true, source: None };
    assert_eq!(showing.engine.finish_shown_check(showing.proposal, cancel.clone()).await.unwrap().checkpoints, before);
    assert!(!showing.world.browser.is_watching());
    assert_eq!(refused(showing.engine.finish_shown_check(showing.proposal, cancel).await).code, ErrorCode::Conflict);

    showing.engine.validate_proposal(showing.proposal, rehearsal).await.unwrap();
    let during = showing.engine.start_shown_check(showing.proposal, StartShownCheckRequest::default()).await;
    assert!(matches!(refused(during).code, ErrorCode::Conflict | ErrorCode::ValidationInProgress));
}

#[tokio::test]
async fn a_decision_ends_it_and_an_installed_ability_needs_none() {
    let showing = Showing::begun().await;
    showing.engine.install_proposal(showing.proposal, install(RequestedLane::ExperimentalPrivate)).await.unwrap();
    assert!(!showing.world.browser.is_watching());
    assert_eq!(refused(showing.finish().await).code, ErrorCode::Conflict);
    let start = showing.engine.start_shown_check(showing.proposal, StartShownCheckRequest::default()).await;
    assert_eq!(refused(start).code, ErrorCode::InvalidLearnStateTransition);
}

#[tokio::test]
async fn a_rejected_draft_ends_it() {
    let showing = Showing::begun().await;
    let reject = RejectProposalRequest { reason: "Not that".into(), client_request_id: None };
    showing.engine.reject_proposal(showing.proposal, reject).await.unwrap();
    assert!(!showing.world.browser.is_watching());
    assert_eq!(showing.engine.shown_check_status(showing.proposal), None);
}

#[tokio::test]
async fn windows_are_told_when_it_begins_changes_and_ends() {
    let world = World::new();
    let engine = world.open().await;
    let (session, proposal) = drafted(&world, &engine, demonstrating()).await;
    let events = engine.all_events().await.unwrap();
    let mut changes = Box::pin(events.filter(|event| std::future::ready(event.event_kind == EventKind::ShownCheckChanged)));
    let showing = Showing { world, engine, session, proposal };
    showing.begins().await;
    assert!(changes.next().await.is_some(), "it begins");
    showing.looks_at(&welcome()).await;
    assert!(changes.next().await.is_some(), "a look");
    showing.engine.finish_shown_check(proposal, FinishShownCheckRequest { cancel: true, source: None }).await.unwrap();
    assert!(changes.next().await.is_some(), "it ends");
}

#[tokio::test]
async fn a_check_that_nobody_finishes_ends_after_an_hour() {
    let one = Showing::begun().await;
    one.world.clock.advance(chrono::Duration::minutes(59));
    one.engine.keep_deadlines().await.unwrap();
    assert!(one.engine.shown_check_status(one.proposal).is_some());
    one.world.clock.advance(chrono::Duration::minutes(2));
    one.engine.keep_deadlines().await.unwrap();
    assert!(one.engine.shown_check_status(one.proposal).is_none());
    assert!(!one.world.browser.is_watching(), "nothing is watched any more");
    assert_eq!(refused(one.finish().await).code, ErrorCode::Conflict);
    one.begins().await;
}
