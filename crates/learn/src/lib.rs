//! The product's rules. [`Engine`] has one method per operation; every face is a list of these.

pub mod clock;
pub mod ids;

use apprentice_contracts::ability::*;
use apprentice_contracts::app::*;
use apprentice_contracts::checkpoint::*;
use apprentice_contracts::error::Failure;
use apprentice_contracts::event::*;
use apprentice_contracts::ids::*;
use apprentice_contracts::observation::*;
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::proposal::*;
use apprentice_contracts::receipt::*;
use apprentice_contracts::runtime::{Clock, Ids};
use apprentice_contracts::session::*;
use apprentice_contracts::skill::*;
use apprentice_contracts::validation::*;
use apprentice_observe::Adapter;
use apprentice_observe::terminal::panel::{Panel, TerminalOutput};
use apprentice_skills::targets::Machine;
use futures::stream::BoxStream;
use std::path::PathBuf;
use std::sync::Arc;

/// Everything that comes from outside: places, time, identity, devices.
#[derive(Clone)]
pub struct Edge {
    /// `<home>`; created when missing.
    pub home: PathBuf,
    pub machine: Machine,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn Ids>,
    pub browser: Arc<dyn Adapter>,
    pub terminal: Arc<dyn Adapter>,
    pub panel: Arc<Panel>,
    /// `CARGO_PKG_VERSION` of the program.
    pub version: String,
}

pub type Answer<T> = Result<T, Failure>;

/// The engine. Clones share one state. One process holds a home at a time (a lock file).
#[derive(Clone)]
pub struct Engine {}

impl Engine {
    /// Opens the home: takes its lock, migrates the database, finishes or undoes what the last run left, starts timers.
    pub async fn open(_edge: Edge) -> Answer<Self> {
        todo!()
    }

    /// Ends observation and background work and closes the database.
    pub async fn close(&self) {}

    /// Hosts (`127.0.0.1:PORT`) at which this program itself is served; never recorded.
    pub fn set_own_hosts(&self, _hosts: Vec<String>) {}

    /// Where the bundled practice page is served; `start_url: "practice"` opens it.
    pub fn set_practice_url(&self, _url: String) {}

    // Sessions. `source` says how the person asked.
    pub async fn create_session(&self, _request: CreateLearnSessionRequest) -> Answer<CreateLearnSessionResponse> { todo!() }
    pub async fn list_sessions(&self, _page: PageQuery) -> Answer<LearnSessionsListResponse> { todo!() }
    pub async fn session_detail(&self, _id: LearnSessionId) -> Answer<LearnSessionDetailResponse> { todo!() }
    pub async fn start_session(&self, _id: LearnSessionId, _source: BoundarySource) -> Answer<StartSessionResponse> { todo!() }
    pub async fn pause_session(&self, _id: LearnSessionId, _source: BoundarySource) -> Answer<SessionActionResponse> { todo!() }
    pub async fn resume_session(&self, _id: LearnSessionId, _source: BoundarySource) -> Answer<SessionActionResponse> { todo!() }
    pub async fn stop_session(&self, _id: LearnSessionId, _source: BoundarySource) -> Answer<StopSessionResponse> { todo!() }
    pub async fn cancel_session(&self, _id: LearnSessionId, _source: BoundarySource) -> Answer<SessionActionResponse> { todo!() }
    pub async fn mark_goal(&self, _id: LearnSessionId, _request: MarkGoalRequest, _source: BoundarySource) -> Answer<SessionActionResponse> { todo!() }
    pub async fn mark_step(&self, _id: LearnSessionId, _request: MarkStepRequest, _source: BoundarySource) -> Answer<SessionActionResponse> { todo!() }
    pub async fn trim_session(&self, _id: LearnSessionId, _request: TrimRequest) -> Answer<SessionActionResponse> { todo!() }
    pub async fn answer_questions(&self, _id: LearnSessionId, _request: AnswerQuestionsRequest) -> Answer<AnswerQuestionsResponse> { todo!() }
    pub async fn set_test_policy(&self, _id: LearnSessionId, _request: SetTestPolicyRequest) -> Answer<SessionActionResponse> { todo!() }
    /// From `stopped` or `reviewing`. Ends in `awaiting_questions` when a required question is open, else in `drafting_proposal`.
    pub async fn generate_proposal(&self, _id: LearnSessionId) -> Answer<GenerateProposalResponse> { todo!() }
    pub async fn observation_scope(&self, _id: LearnSessionId) -> Answer<ObservationScopeRuntime> { todo!() }
    pub async fn session_checkpoint_receipts(&self, _id: LearnSessionId, _page: PageQuery) -> Answer<CheckpointReceiptsResponse> { todo!() }
    /// Purges a settled session's observations and the session with them; refused while it holds the slot.
    pub async fn delete_session(&self, _id: LearnSessionId) -> Answer<Deleted> { todo!() }
    pub async fn observed_actions(&self, _id: LearnSessionId) -> Answer<ObservedActionsResponse> { todo!() }
    /// Before a proposal exists.
    pub async fn delete_observed_action(&self, _id: LearnSessionId, _event: EventId) -> Answer<Deleted> { todo!() }
    /// Events with `seq > after`, stored ones first, then live ones, without gap or repeat. Ends when the session is settled.
    pub async fn session_events(&self, _id: LearnSessionId, _after: u32) -> Answer<BoxStream<'static, LearnSessionEvent>> { todo!() }
    /// Live events of all sessions, from now on.
    pub fn all_events(&self) -> BoxStream<'static, LearnSessionEvent> { todo!() }

    // Proposals.
    pub async fn list_proposals(&self, _page: PageQuery) -> Answer<LearnProposalsListResponse> { todo!() }
    pub async fn proposal_detail(&self, _id: ProposalId) -> Answer<ProposalDetailResponse> { todo!() }
    pub async fn validation_runs(&self, _id: ProposalId, _page: PageQuery) -> Answer<ValidationRunsListResponse> { todo!() }
    pub async fn revise_proposal(&self, _id: ProposalId, _request: ProposalReviseRequest) -> Answer<ProposalDetailResponse> { todo!() }
    /// `lint`, `trigger`, `dependency_check`, `dry_run` run to their end; all passed leads to `ready_for_review`.
    /// `rehearsal` (alone) begins to watch and returns while it runs.
    pub async fn validate_proposal(&self, _id: ProposalId, _request: StartValidationRunRequest) -> Answer<ValidationRunResponse> { todo!() }
    pub async fn request_more_tests(&self, _id: ProposalId) -> Answer<ProposalDetailResponse> { todo!() }
    pub async fn install_proposal(&self, _id: ProposalId, _request: ProposalInstallRequest) -> Answer<ProposalInstallResponse> { todo!() }
    pub async fn approve_proposal(&self, _id: ProposalId, _request: ApproveProposalRequest) -> Answer<ProposalDetailResponse> { todo!() }
    pub async fn reject_proposal(&self, _id: ProposalId, _request: RejectProposalRequest) -> Answer<ProposalDetailResponse> { todo!() }
    /// The running rehearsal of this proposal, or its last one.
    pub async fn rehearsal_status(&self, _id: ProposalId) -> Answer<Option<RehearsalStatus>> { todo!() }
    pub async fn mark_checkpoint(&self, _id: ProposalId, _request: MarkCheckpointRequest) -> Answer<RehearsalStatus> { todo!() }
    pub async fn finish_rehearsal(&self, _id: ProposalId, _request: FinishRehearsalRequest) -> Answer<RehearsalStatus> { todo!() }

    // Abilities.
    pub async fn availability(&self) -> Answer<AbilityAvailabilitySnapshot> { todo!() }
    pub async fn ability_availability(&self, _id: AbilityId) -> Answer<AbilityAvailabilityEntry> { todo!() }
    pub async fn lookup(&self, _query: AbilityLookupQuery) -> Answer<AbilityLookupResult> { todo!() }
    pub async fn explain_match(&self, _request: AbilityExplainMatchRequest) -> Answer<AbilityExplainMatchResponse> { todo!() }

    // History.
    pub async fn history(&self, _page: PageQuery) -> Answer<LearnHistoryResponse> { todo!() }
    pub async fn receipts(&self, _page: PageQuery) -> Answer<LearnReceiptsResponse> { todo!() }
    pub async fn runtime_current(&self) -> Answer<RuntimeCurrentResponse> { todo!() }

    // Skills and the program.
    pub async fn list_skills(&self) -> Answer<SkillsListResponse> { todo!() }
    pub async fn read_skill(&self, _query: SkillPathQuery) -> Answer<SkillContentResponse> { todo!() }
    pub async fn settings(&self) -> Answer<SettingsResponse> { todo!() }
    pub async fn update_settings(&self, _settings: Settings) -> Answer<SettingsResponse> { todo!() }
    pub async fn doctor(&self) -> Answer<DoctorResponse> { todo!() }
    /// Rewrites every projection under `<home>/system` from the database. Returns how many files.
    pub async fn repair_projections(&self) -> Answer<u32> { todo!() }

    // Terminals of the panel.
    pub async fn open_terminal(&self, _request: OpenTerminalRequest) -> Answer<OpenTerminalResponse> { todo!() }
    pub async fn terminal_input(&self, _id: TerminalId, _request: TerminalInputRequest) -> Answer<Done> { todo!() }
    pub async fn resize_terminal(&self, _id: TerminalId, _request: TerminalResizeRequest) -> Answer<Done> { todo!() }
    pub async fn close_terminal(&self, _id: TerminalId) -> Answer<Done> { todo!() }
    /// What the screen got so far, then everything after it; ends with the shell.
    pub fn terminal_output(&self, _id: TerminalId) -> Answer<BoxStream<'static, TerminalOutput>> { todo!() }
}
