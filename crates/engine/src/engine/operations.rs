//! Every operation of the engine, in one list. Each is one call into an area; the router, the window and the MCP server all call these.
//!
//! The list is one file on purpose: it has no logic, and a reader searches it for a name. An `impl` block for each area is its index.

use crate::Answer;
use crate::agent_runs::AgentRunToken;
use crate::connectors::{ConnectorCaller, Outside};
use crate::engine::Engine;
use crate::imports::Upload;
use apprentice_contracts::Time;
use apprentice_contracts::ability::{
    AbilityActivationResponse, AbilityAvailabilityResponse, AbilityAvailabilitySnapshot, AbilityCanaryResponse,
    AbilityExplainMatchRequest, AbilityExplainMatchResponse, AbilityLookupQuery, AbilityLookupResult, AbilityPromotionResponse,
    AbilityQuarantineResponse, AbilityRemovedResponse, QuarantineRequest, RemoveAbilityQuery, SetAbilityProjectsRequest,
};
use apprentice_contracts::ability_skill::*;
use apprentice_contracts::agent::{
    AgentConnection, AgentConnectionPreview, AgentConnectionsResponse, ChangeAgentConnectionRequest,
    PreviewAgentConnectionRequest,
};
use apprentice_contracts::agent_definition::{
    AgentDefinitionDetail, AgentDefinitionPreview, AgentDefinitionsQuery, AgentDefinitionsResponse,
    InstallAgentDefinitionRequest, InstalledAgentDefinition, PreviewAgentDefinitionRequest,
};
use apprentice_contracts::agent_practice::{AgentPractice, PracticeQuery};
use apprentice_contracts::agent_run::{AgentRun, AgentRunQuery, AgentRuntimesResponse, StartAgentRunRequest};
use apprentice_contracts::app::{
    Deleted, DoctorResponse, Done, OpenTerminalRequest, OpenTerminalResponse, Settings, SettingsResponse, TerminalInputRequest,
    TerminalResizeRequest, UpdateCheckResponse,
};
use apprentice_contracts::author::{
    AuthorKeyRequest, AuthorPreviewResponse, AuthorSettings, AuthorSettingsResponse, AuthorStatusResponse, AuthorTestResponse,
};
use apprentice_contracts::capability::{BridgeCurrent, CapabilityHealthCurrent, CapabilityStatsCurrent};
use apprentice_contracts::category::*;
use apprentice_contracts::checkpoint::CheckpointReceiptsResponse;
use apprentice_contracts::connector::*;
use apprentice_contracts::data::{
    DataExport, DataUsageResponse, DeleteEverythingRequest, DeleteEverythingResponse, ExportRequest, FolderQuery, FolderResponse,
    RestoreRequest, RestoreResponse,
};
use apprentice_contracts::drawing::{
    FilmFileQuery, FilmFileResponse, FilmPicturesQuery, FilmPicturesResponse, FilmstripResponse, FlowResponse,
};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::event::{LearnSessionEvent, RuntimeCurrentResponse};
use apprentice_contracts::friction::{FrictionResponse, RepairsResponse, ReportsQuery};
use apprentice_contracts::gate::{Gate, GatesQuery, GatesResponse, StartGateRequest};
use apprentice_contracts::history::{HistoryQuery, LearnHistoryResponse};
use apprentice_contracts::hook::{
    AgentHooksResponse, ChangeAgentHooksRequest, DecideHookRequest, HookAnswer, PreviewAgentHooksRequest,
};
use apprentice_contracts::ids::{
    AbilityId, CandidateId, CategoryId, DispatchId, EventId, GateId, ImportId, ItemId, LearnSessionId, McpAuthProfileId,
    McpDispatchId, McpServerId, ProposalId, TerminalId, ValidationRunId,
};
use apprentice_contracts::import::{SkillPacksListResponse, *};
use apprentice_contracts::intent::*;
use apprentice_contracts::live_draft::LiveDraftResponse;
use apprentice_contracts::mining::{
    AnswerCandidateRequest, BuildCandidateResponse, MiningCandidatesResponse, MiningSettingsResponse, SkillMiningSettings,
};
use apprentice_contracts::observation::{ObservationScopeRuntime, ObservedActionsResponse};
use apprentice_contracts::page::{PageQuery, WholeOrPageQuery};
use apprentice_contracts::project::{ProjectsResponse, ResolveProjectQuery, ResolveProjectResponse};
use apprentice_contracts::proposal::{
    ApproveProposalRequest, LearnProposalsListResponse, ProposalDetailResponse, ProposalInstallRequest, ProposalInstallResponse,
    ProposalReviseRequest, RejectProposalRequest, ReviseValuesRequest, RevisionPreviewResponse,
};
use apprentice_contracts::receipt::{LearnReceiptsResponse, LearningReceipt, ReceiptsExportQuery, ReceiptsQuery};
use apprentice_contracts::report::{
    AbilityReportsResponse, ObservationReport, ObservationReportResponse, VerifyCheckpointRequest, VerifyCheckpointResponse,
};
use apprentice_contracts::schedule::SchedulesResponse;
use apprentice_contracts::session::{
    AnswerQuestionsRequest, AnswerQuestionsResponse, BoundarySource, CreateLearnSessionRequest, CreateLearnSessionResponse,
    GenerateProposalResponse, LearnSessionDetailResponse, LearnSessionsListResponse, MarkGoalRequest, MarkStepRequest,
    RetainSessionRequest, SessionActionResponse, SetTestPolicyRequest, StartSessionResponse, StopSessionResponse, TrimRequest,
    UseExampleResponse,
};
use apprentice_contracts::shown_check::{FinishShownCheckRequest, ShownCheckStatus, StartShownCheckRequest};
use apprentice_contracts::skill::{SkillContentResponse, SkillPathQuery, SkillsListResponse};
use apprentice_contracts::skill_page::{
    AbilityHealthHistoryResponse, RemovedSkillsResponse, RestoreSkillsRequest, SkillStatusResponse, SkillVersionQuery,
    SkillVersionResponse, SkillVersionsResponse, SkillsPageQuery, SkillsPageResponse, *,
};
use apprentice_contracts::skill_prompt::{SkillPromptRequest, SkillPromptResponse, SkillPromptsResponse};
use apprentice_contracts::test_policy::{AbilityTestPolicyResponse, SetAbilityTestPolicyRequest};
use apprentice_contracts::validation::{
    FinishRehearsalRequest, MarkCheckpointRequest, RehearsalStatus, StartValidationRunRequest, ValidationRunResponse,
    ValidationRunsListResponse,
};
use apprentice_observe::terminal::panel::TerminalOutput;
use futures::FutureExt;
use futures::stream::{BoxStream, Stream};
use std::path::PathBuf;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// What the front ends tell the engine.
impl Engine {
    /// The time of the clock in [`EngineOptions`](crate::EngineOptions).
    pub fn now(&self) -> Time {
        self.core.now()
    }

    /// Hosts (`127.0.0.1:PORT`) at which this program itself is served. They are never recorded.
    pub fn set_own_hosts(&self, hosts: Vec<String>) {
        self.core.addresses().own_hosts = hosts;
    }

    /// The address of the bundled sample page; `start_url: "practice"` opens it.
    pub fn set_sample_page_url(&self, url: String) {
        self.core.addresses().sample_page_url = Some(url);
    }
}

/// Sessions.
impl Engine {
    /// Creates a session in state `armed`. Errors: `LEARN_SESSION_ALREADY_ACTIVE` while another one holds the slot,
    /// `ADAPTER_UNAVAILABLE` when a requested source cannot be watched, `INSTALL_LANE_DENIED`, `INVALID_REQUEST` with the field.
    /// A refusal stores nothing.
    pub async fn create_session(&self, request: CreateLearnSessionRequest) -> Answer<CreateLearnSessionResponse> {
        self.sessions.create_session(request).await
    }

    /// Lists sessions, newest first.
    pub async fn list_sessions(&self, page: PageQuery) -> Answer<LearnSessionsListResponse> {
        self.sessions.list_sessions(page).await
    }

    /// The session that holds the one-session slot.
    pub async fn active_session(&self) -> Answer<Option<LearnSessionId>> {
        self.sessions.active_session().await
    }

    /// The session that a proposal came from. `None` also when there is no such proposal.
    pub async fn session_of_proposal(&self, id: ProposalId) -> Answer<Option<LearnSessionId>> {
        self.sessions.session_of_proposal(id).await
    }

    /// One session with its proposal, boundaries, observation scope, rehearsal and latest receipts.
    pub async fn session_detail(&self, id: LearnSessionId) -> Answer<LearnSessionDetailResponse> {
        self.sessions.session_detail(id).await
    }

    /// Deletes a settled session and everything that was typed in it. What was installed stays; a running rehearsal is given up.
    /// Errors: `INVALID_LEARN_STATE_TRANSITION` while the session holds the slot.
    pub async fn delete_session(&self, id: LearnSessionId) -> Answer<Deleted> {
        self.sessions.delete_session(id).await
    }

    /// Keeps the raw observations of a session until the request is reversed or the session is deleted (§0C.16D). Errors:
    /// `INVALID_REQUEST` when the observations were deleted already.
    pub async fn retain_session(&self, id: LearnSessionId, request: RetainSessionRequest) -> Answer<SessionActionResponse> {
        self.sessions.retain_session(id, request).await
    }

    /// Sets what a rehearsal of this session's draft, and of the ability that it became, may touch. Errors: `INVALID_REQUEST` naming a field that the program
    /// cannot enforce.
    pub async fn set_test_policy(&self, id: LearnSessionId, request: SetTestPolicyRequest) -> Answer<SessionActionResponse> {
        self.sessions.set_test_policy(id, request).await
    }

    /// Starts to observe; where an agent practises, its tries begin. A session whose adapters or agent cannot start stays `armed`.
    pub async fn start_session(&self, id: LearnSessionId, source: BoundarySource) -> Answer<StartSessionResponse> {
        if self.practices.is_practice(id).await? {
            return self.sessions.or_timeout(id, self.practices.start(id, source).await).await;
        }
        self.sessions.or_timeout(id, self.sessions.start_session(id, source).await).await
    }

    /// The tries of an agent that practises in a session, with the transcript of one of them. Errors: `NOT_FOUND` where none was started.
    pub async fn agent_practice(&self, id: LearnSessionId, query: PracticeQuery) -> Answer<AgentPractice> {
        self.practices.status(id, query).await
    }

    /// Pauses a capture. Everything that happened before is stored first.
    pub async fn pause_session(&self, id: LearnSessionId, source: BoundarySource) -> Answer<SessionActionResponse> {
        self.sessions.or_timeout(id, self.sessions.pause_session(id, source).await).await
    }

    /// Resumes a paused capture. Adapters that ended (closed by the user, or by a crash of this program) are started again.
    pub async fn resume_session(&self, id: LearnSessionId, source: BoundarySource) -> Answer<SessionActionResponse> {
        self.sessions.or_timeout(id, self.sessions.resume_session(id, source).await).await
    }

    /// Stores what already happened and ends observation. Errors: `CAPTURE_ALREADY_STOPPED`.
    pub async fn stop_session(&self, id: LearnSessionId, source: BoundarySource) -> Answer<StopSessionResponse> {
        self.sessions.or_timeout(id, self.sessions.stop_session(id, source).await).await
    }

    /// Cancels a session, its observation and its rehearsal.
    pub async fn cancel_session(&self, id: LearnSessionId, source: BoundarySource) -> Answer<SessionActionResponse> {
        self.sessions.or_timeout(id, self.sessions.cancel_session(id, source).await).await
    }

    /// Marks what the demonstration is about.
    pub async fn mark_goal(
        &self,
        id: LearnSessionId,
        request: MarkGoalRequest,
        source: BoundarySource,
    ) -> Answer<SessionActionResponse> {
        self.sessions.or_timeout(id, self.sessions.mark_goal(id, request, source).await).await
    }

    /// Marks the start of a step.
    pub async fn mark_step(
        &self,
        id: LearnSessionId,
        request: MarkStepRequest,
        source: BoundarySource,
    ) -> Answer<SessionActionResponse> {
        self.sessions.or_timeout(id, self.sessions.mark_step(id, request, source).await).await
    }

    /// Moves the start or the end of the trace that is learned from. Allowed until a proposal exists.
    pub async fn trim_session(&self, id: LearnSessionId, request: TrimRequest) -> Answer<SessionActionResponse> {
        self.sessions.trim_session(id, request).await
    }

    /// The timeline of a session: a page of it, or all when no page is asked for.
    pub async fn observed_actions(&self, id: LearnSessionId, query: WholeOrPageQuery) -> Answer<ObservedActionsResponse> {
        self.sessions.observed_actions(id, query).await
    }

    /// The moments of a demonstration, with the inputs and checkpoints that belong to each.
    pub async fn session_filmstrip(&self, id: LearnSessionId) -> Answer<FilmstripResponse> {
        self.sessions.session_filmstrip(id).await
    }

    /// The masked pictures of some of its moments.
    pub async fn filmstrip_pictures(&self, id: LearnSessionId, query: FilmPicturesQuery) -> Answer<FilmPicturesResponse> {
        self.sessions.filmstrip_pictures(id, query).await
    }

    /// The moments and their pictures as one file.
    pub async fn filmstrip_file(&self, id: LearnSessionId, query: FilmFileQuery) -> Answer<FilmFileResponse> {
        self.sessions.filmstrip_file(id, query).await
    }

    /// What is understood of a session while it records. Nothing of it is stored.
    pub async fn live_draft(&self, id: LearnSessionId) -> Answer<LiveDraftResponse> {
        self.sessions.live_draft(id).await
    }

    /// Deletes one observed action, also from the event stream. Allowed until a proposal exists.
    pub async fn delete_observed_action(&self, id: LearnSessionId, event: EventId) -> Answer<Deleted> {
        self.sessions.delete_observed_action(id, event).await
    }

    /// The runtime snapshot (§0C.7).
    pub async fn runtime_current(&self) -> Answer<RuntimeCurrentResponse> {
        self.sessions.runtime_current().await
    }

    /// What a session observes now, with the health of its adapters (§0C.8).
    pub async fn observation_scope(&self, id: LearnSessionId) -> Answer<ObservationScopeRuntime> {
        self.sessions.observation_scope(id).await
    }

    /// Opens a terminal in the panel.
    pub async fn open_terminal(&self, request: OpenTerminalRequest) -> Answer<OpenTerminalResponse> {
        self.sessions.open_terminal(request).await
    }

    /// Writes to a terminal.
    pub async fn terminal_input(&self, id: TerminalId, request: TerminalInputRequest) -> Answer<Done> {
        self.sessions.terminal_input(id, request).await
    }

    /// Changes the size of a terminal, in columns and rows.
    pub async fn resize_terminal(&self, id: TerminalId, request: TerminalResizeRequest) -> Answer<Done> {
        self.sessions.resize_terminal(id, request).await
    }

    /// Closes a terminal.
    pub async fn close_terminal(&self, id: TerminalId) -> Answer<Done> {
        self.sessions.close_terminal(id).await
    }

    /// The output of a terminal: the screen so far, then everything after it. The stream ends with the shell.
    pub fn terminal_output(&self, id: TerminalId) -> Answer<BoxStream<'static, TerminalOutput>> {
        self.sessions.terminal_output(id)
    }
}

/// Proposals.
impl Engine {
    /// Drafts a proposal of a session in `stopped` or `reviewing`. The session ends in `awaiting_questions` when a required
    /// question is open, in `reviewing` when it asks before it builds, else in `drafting_proposal`; from there the engine runs
    /// the tests by itself.
    pub async fn generate_proposal(&self, id: LearnSessionId) -> Answer<GenerateProposalResponse> {
        self.proposals.generate_proposal(id).await
    }

    /// Compiles the draft of a task again with this session as a further showing; of an installed ability it makes the draft of an
    /// improvement. A showing of another task is refused, and stays a session of its own that can be drafted.
    pub async fn use_example(&self, id: LearnSessionId) -> Answer<UseExampleResponse> {
        self.proposals.use_example(id).await
    }

    /// Drafts again with the answers. When no required question is open any more, the engine runs the tests.
    pub async fn answer_questions(&self, id: LearnSessionId, request: AnswerQuestionsRequest) -> Answer<AnswerQuestionsResponse> {
        self.proposals.answer_questions(id, request).await
    }

    /// Lists proposals, newest first.
    pub async fn list_proposals(&self, page: PageQuery) -> Answer<LearnProposalsListResponse> {
        self.reader.list_proposals(page).await
    }

    /// One proposal with its tests, its questions, similar skills, and the folders that an installation would write into.
    pub async fn proposal_detail(&self, id: ProposalId) -> Answer<ProposalDetailResponse> {
        self.reader.proposal_detail(id).await
    }

    /// The flow of a draft: what a window paints, and the same as an SVG file. A draft without steps has no nodes.
    pub async fn proposal_flow(&self, id: ProposalId) -> Answer<FlowResponse> {
        self.reader.proposal_flow(id).await
    }

    /// Changes a draft in review, in quarantine or in drafting. With `edited_fields` the change is applied and tested. With
    /// instructions alone the draft is compiled again (answers and edits stay) and waits as a draft.
    pub async fn revise_proposal(&self, id: ProposalId, request: ProposalReviseRequest) -> Answer<ProposalDetailResponse> {
        self.proposals.revise_proposal(id, request).await
    }

    /// Who improves drafts, and which agents of this machine can.
    pub async fn author_settings(&self) -> Answer<AuthorSettingsResponse> {
        self.proposals.author_settings().await
    }

    /// Chooses who improves drafts. Errors: `INVALID_REQUEST` naming the field.
    pub async fn update_author(&self, settings: AuthorSettings) -> Answer<AuthorSettingsResponse> {
        self.proposals.update_author(settings).await
    }

    /// Keeps the key of the chosen server in the keychain. No response contains it. Errors: `CONFLICT` when no server is chosen,
    /// `ADAPTER_UNAVAILABLE` without a keychain.
    pub async fn keep_author_key(&self, request: AuthorKeyRequest) -> Answer<AuthorSettingsResponse> {
        self.proposals.keep_author_key(request).await
    }

    /// Forgets the key of the chosen server. Errors as above.
    pub async fn forget_author_key(&self) -> Answer<AuthorSettingsResponse> {
        self.proposals.forget_author_key().await
    }

    /// Asks the author for one word. Errors: `ADAPTER_UNAVAILABLE` when none is chosen or something is missing.
    pub async fn test_author(&self) -> Answer<AuthorTestResponse> {
        self.proposals.test_author().await
    }

    /// Exactly what the author would be sent about a draft. Nothing is sent.
    pub async fn preview_author(&self, id: ProposalId) -> Answer<AuthorPreviewResponse> {
        self.proposals.preview_author(id).await
    }

    /// How the writing of a draft goes, and who wrote it.
    pub async fn author_status(&self, id: ProposalId) -> Answer<AuthorStatusResponse> {
        self.proposals.author_status(id).await
    }

    /// Starts to let the author improve a draft. Its answer is checked and replaces the working draft, which is tested again; when it
    /// fails, the draft of the rules remains. Errors: `CONFLICT` while an author writes, or when the text was edited by hand.
    pub async fn write_draft(&self, id: ProposalId) -> Answer<AuthorStatusResponse> {
        self.proposals.write_draft(id).await
    }

    /// Cancels the writing of a draft. No-op when nobody writes.
    pub async fn cancel_author(&self, id: ProposalId) -> Answer<AuthorStatusResponse> {
        self.proposals.cancel_author(id).await
    }

    /// Goes back to the draft of the rules. Errors: `CONFLICT` while an author writes, or when the text was edited by hand.
    pub async fn undo_author(&self, id: ProposalId) -> Answer<AuthorStatusResponse> {
        self.proposals.undo_author(id).await
    }

    /// Says what a revision would change. Nothing is changed.
    pub async fn preview_revision(&self, id: ProposalId, request: ProposalReviseRequest) -> Answer<RevisionPreviewResponse> {
        self.proposals.preview_revision(id, request).await
    }

    /// Replaces what the person said of demonstrated values, compiles the draft again with it, and tests it.
    pub async fn revise_values(&self, id: ProposalId, request: ReviseValuesRequest) -> Answer<ProposalDetailResponse> {
        self.proposals.revise_values(id, request).await
    }

    /// Installs a reviewed proposal: privately, or for the workspace (which approves it).
    pub async fn install_proposal(&self, id: ProposalId, request: ProposalInstallRequest) -> Answer<ProposalInstallResponse> {
        self.proposals.install_proposal(id, request).await
    }

    /// Installs a reviewed proposal for the workspace, and shares it if the scope says so. A private installation is written
    /// again into the same folders, unless the request names others.
    pub async fn approve_proposal(&self, id: ProposalId, request: ApproveProposalRequest) -> Answer<ProposalDetailResponse> {
        self.proposals.approve_proposal(id, request).await
    }

    /// Rejects a proposal. Its session is settled.
    pub async fn reject_proposal(&self, id: ProposalId, request: RejectProposalRequest) -> Answer<ProposalDetailResponse> {
        self.proposals.reject_proposal(id, request).await
    }
}

/// The checks that a person shows.
impl Engine {
    /// Begins to watch where the person looks to see that the task worked. Errors: `CONFLICT` while something is watched,
    /// `INVALID_LEARN_STATE_TRANSITION`, `ADAPTER_UNAVAILABLE`.
    pub async fn start_shown_check(&self, id: ProposalId, request: StartShownCheckRequest) -> Answer<ShownCheckStatus> {
        self.proposals.start_shown_check(id, request).await
    }

    /// What the person looked at so far. `None`: no check of this proposal is being shown.
    pub fn shown_check_status(&self, id: ProposalId) -> Option<ShownCheckStatus> {
        self.validation.shown_check_status(id)
    }

    /// Reads the last look again and makes it a checkpoint; the tests run again. Errors: `CONFLICT` when it cannot be read or shows no
    /// value of the demonstration; the person can then look elsewhere.
    pub async fn finish_shown_check(&self, id: ProposalId, request: FinishShownCheckRequest) -> Answer<ProposalDetailResponse> {
        self.proposals.finish_shown_check(id, request).await
    }
}

/// Validation.
impl Engine {
    /// Runs tests. `lint`, `trigger`, `dependency_check` and `dry_run` run to their end; when all pass, the proposal is
    /// `ready_for_review`. `rehearsal` (alone) starts to watch, and this returns while it runs.
    pub async fn validate_proposal(&self, id: ProposalId, request: StartValidationRunRequest) -> Answer<ValidationRunResponse> {
        self.validation.validate_proposal(id, request).await
    }

    /// Runs the tests of a reviewed proposal again.
    pub async fn request_more_tests(&self, id: ProposalId) -> Answer<ProposalDetailResponse> {
        self.validation.request_more_tests(id).await
    }

    /// Lists the test runs of a proposal, newest first, with the steps of the runs on this page.
    pub async fn validation_runs(&self, id: ProposalId, page: PageQuery) -> Answer<ValidationRunsListResponse> {
        self.validation.validation_runs(id, page).await
    }

    /// The running rehearsal of this proposal, or its last one.
    pub async fn rehearsal_status(&self, id: ProposalId) -> Answer<Option<RehearsalStatus>> {
        self.validation.rehearsal_status(id).await
    }

    /// Stores a person's verdict on a checkpoint that the observer cannot see.
    pub async fn mark_checkpoint(&self, id: ProposalId, request: MarkCheckpointRequest) -> Answer<RehearsalStatus> {
        self.validation.mark_checkpoint(id, request).await
    }

    /// Opens again what the person closed during their rehearsal, such as the watched browser. What was seen before counts, but for what the browser had sent. No-op while
    /// everything is watched.
    ///
    /// Errors: `CONFLICT` while no rehearsal of this proposal runs, or an agent does it; `ADAPTER_UNAVAILABLE`.
    pub async fn reopen_rehearsal(&self, id: ProposalId) -> Answer<RehearsalStatus> {
        self.validation.reopen_rehearsal(id).await
    }

    /// Ends a rehearsal. Pages and files that durable checkpoints need are read again, while other operations continue. The run
    /// passes only when every required checkpoint was reached. With `cancel` it ends without a verdict, also while it is being
    /// finished.
    pub async fn finish_rehearsal(&self, id: ProposalId, request: FinishRehearsalRequest) -> Answer<RehearsalStatus> {
        self.validation.finish_rehearsal(id, request).await
    }
}

/// Abilities.
impl Engine {
    /// Finds the ten best abilities for a request (§0C.11C).
    pub async fn lookup(&self, query: AbilityLookupQuery) -> Answer<AbilityLookupResult> {
        self.lookup.lookup(query).await
    }

    /// Explains the score of one ability for a request.
    pub async fn explain_match(&self, request: AbilityExplainMatchRequest) -> Answer<AbilityExplainMatchResponse> {
        self.abilities.explain_match(request).await
    }

    /// All abilities and whether they can be used now (§0C.11A). `stale`: the files that agents read lag behind.
    pub async fn availability(&self) -> Answer<AbilityAvailabilitySnapshot> {
        self.abilities.availability().await
    }

    /// Whether one ability can be used now. Errors: `ABILITY_NOT_FOUND`.
    pub async fn ability_availability(&self, id: AbilityId) -> Answer<AbilityAvailabilityResponse> {
        self.abilities.ability_availability(id).await
    }

    /// Lists the skills of all abilities that can be used now.
    pub async fn ability_skills(&self, page: PageQuery) -> Answer<AbilitySkillsResponse> {
        self.abilities.ability_skills(page).await
    }

    /// One skill with its text. Errors: `ABILITY_NOT_FOUND`, `ABILITY_NOT_USABLE` with the reason.
    pub async fn ability_skill(&self, query: AbilitySkillQuery) -> Answer<AbilitySkillResponse> {
        self.abilities.ability_skill(query).await
    }

    /// One file of the skill of an ability. Errors: `NOT_FOUND`, `PAYLOAD_TOO_LARGE`, `CONFLICT` when the file changed after its
    /// review.
    pub async fn ability_skill_file(&self, query: AbilitySkillFileQuery) -> Answer<AbilitySkillFileResponse> {
        self.abilities.ability_skill_file(query).await
    }

    /// A stream with one item whenever a skill becomes readable or unreadable, or its text changes. It starts when it is polled
    /// first.
    pub fn ability_changes(&self) -> BoxStream<'static, AbilitiesChanged> {
        self.abilities.ability_changes()
    }

    /// Enables an ability and puts it back into agents' folders. Errors: `INSTALL_LANE_DENIED` while it is quarantined.
    pub async fn activate_ability(&self, id: AbilityId) -> Answer<AbilityActivationResponse> {
        self.abilities.activate_ability(id).await
    }

    /// Disables an ability and removes it from agents' folders.
    pub async fn deactivate_ability(&self, id: AbilityId) -> Answer<AbilityActivationResponse> {
        self.abilities.deactivate_ability(id).await
    }

    /// Quarantines an ability: no lookup finds it, and it is removed from agents' folders. Its session, if settled, becomes
    /// `quarantined`.
    pub async fn quarantine_ability(&self, id: AbilityId, request: QuarantineRequest) -> Answer<AbilityQuarantineResponse> {
        self.abilities.quarantine_ability(id, request).await
    }

    /// Ends a quarantine and restores the former lane. The state of the session does not change: a person revises or cancels it.
    pub async fn unquarantine_ability(&self, id: AbilityId) -> Answer<AbilityQuarantineResponse> {
        self.abilities.unquarantine_ability(id).await
    }

    /// Chooses the projects that an ability is for; none: every project. Errors: `INVALID_REQUEST` naming `project_scopes`.
    pub async fn set_ability_projects(
        &self,
        id: AbilityId,
        request: SetAbilityProjectsRequest,
    ) -> Answer<AbilityAvailabilityResponse> {
        self.abilities.set_ability_projects(id, request).await
    }

    /// What the next run of an ability may touch, and where that was chosen.
    pub async fn ability_test_policy(&self, id: AbilityId) -> Answer<AbilityTestPolicyResponse> {
        self.validation.ability_test_policy(id).await
    }

    /// Chooses what the runs of an ability may touch. Errors: `INVALID_REQUEST` naming a field that the program cannot enforce.
    pub async fn set_ability_test_policy(
        &self,
        id: AbilityId,
        request: SetAbilityTestPolicyRequest,
    ) -> Answer<AbilityTestPolicyResponse> {
        self.validation.set_ability_test_policy(id, request).await
    }

    /// Shares an ability: from `approved_workspace` or `experimental_private` to `shared_promoted`.
    pub async fn promote_ability(&self, id: AbilityId) -> Answer<AbilityPromotionResponse> {
        self.abilities.promote_ability(id).await
    }

    /// Uninstalls an ability. Errors: `CONFLICT` while an installation of it runs, and when a copy was edited and `force` is not
    /// set; a copy of the edit is kept.
    pub async fn remove_ability(&self, id: AbilityId, query: RemoveAbilityQuery) -> Answer<AbilityRemovedResponse> {
        self.abilities.remove_ability(id, query).await
    }

    /// Probes an installed ability. Errors: `PROPOSAL_NOT_FOUND` for an ability that was not taught here, because there is
    /// nothing to check it against.
    pub async fn run_canary(&self, id: AbilityId) -> Answer<AbilityCanaryResponse> {
        self.abilities.run_canary(id).await
    }

    /// The capability bridge (§0C.12). While the file lags behind, or its last rebuild failed, these are the last good entries,
    /// marked `stale`.
    pub async fn capability_bridge(&self) -> Answer<BridgeCurrent> {
        self.abilities.capability_bridge().await
    }

    /// The health of every capability (§1.1D).
    pub async fn capability_health(&self) -> Answer<CapabilityHealthCurrent> {
        self.abilities.capability_health().await
    }

    /// What agents reported of every capability, as counts.
    pub async fn capability_stats(&self) -> Answer<CapabilityStatsCurrent> {
        self.abilities.capability_stats().await
    }

    /// Stores what an agent reports of a checkpoint. Errors: `ABILITY_NOT_FOUND`, `LEARN_SESSION_NOT_FOUND`, `INVALID_REQUEST`
    /// naming the field.
    pub async fn verify_checkpoint(&self, request: VerifyCheckpointRequest) -> Answer<VerifyCheckpointResponse> {
        if self.agent_runs.is_claim(&request) {
            return self.agent_runs.claim(request).await;
        }
        self.abilities.verify_checkpoint(request).await
    }

    /// Stores a friction, a note, or the outcome of a dispatch that an agent reports.
    pub async fn report_observation(&self, report: ObservationReport) -> Answer<ObservationReportResponse> {
        self.abilities.report_observation(report).await
    }

    /// The checkpoint receipts of one dispatch, oldest first.
    pub async fn dispatch_checkpoint_receipts(
        &self,
        dispatch: DispatchId,
        page: PageQuery,
    ) -> Answer<CheckpointReceiptsResponse> {
        self.abilities.dispatch_checkpoint_receipts(dispatch, page).await
    }

    /// The latest reports of agents about an ability.
    pub async fn ability_reports(&self, id: AbilityId) -> Answer<AbilityReportsResponse> {
        self.abilities.ability_reports(id).await
    }

    /// The known runs of an ability, with its health after each.
    pub async fn ability_health_history(&self, id: AbilityId) -> Answer<AbilityHealthHistoryResponse> {
        self.skills_page.ability_health_history(id).await
    }

    /// Lists frictions, newest first.
    pub async fn frictions(&self, query: ReportsQuery) -> Answer<FrictionResponse> {
        self.abilities.frictions(query).await
    }

    /// Lists repair candidates: open ones first, each group newest first.
    pub async fn repairs(&self, query: ReportsQuery) -> Answer<RepairsResponse> {
        self.abilities.repairs(query).await
    }
}

/// Imports.
impl Engine {
    /// Starts an upload. Errors: `SKILL_IMPORT_UNSUPPORTED_EXTENSION`, `SKILL_IMPORT_UNSUPPORTED_MIME`.
    pub async fn begin_upload(&self, filename: Option<&str>, mime: Option<&str>) -> Answer<Upload> {
        self.imports.begin_upload(filename, mime).await
    }

    /// Fetches skills from an address. Cancelling `hung_up` ends the fetch. Errors: `SKILL_IMPORT_FETCH_FAILED` with a reason,
    /// `SKILL_IMPORT_FILE_TOO_LARGE`.
    pub async fn fetch_import(
        &self,
        request: SkillImportFetchRequest,
        hung_up: CancellationToken,
    ) -> Answer<SkillImportUploadResponse> {
        self.imports.fetch_import(request, hung_up).await
    }

    /// Copies skills that `GET /api/skills` lists. Cancelling `hung_up` ends the copy.
    pub async fn pick_import(
        &self,
        request: SkillImportPickRequest,
        hung_up: CancellationToken,
    ) -> Answer<SkillImportUploadResponse> {
        self.imports.pick_import(request, hung_up).await
    }

    /// Scans one skill of an artefact. Cancelling `hung_up` or deleting the upload ends the scan.
    pub async fn scan_import(
        &self,
        request: SkillImportScanRequest,
        hung_up: CancellationToken,
    ) -> Answer<SkillImportScanResponse> {
        self.imports.scan_import(request, hung_up).await
    }

    /// Writes the strict bundle of a scanned import, which then waits for its review.
    pub async fn stage_import(&self, request: SkillImportStageRequest) -> Answer<SkillImportStageResponse> {
        self.imports.stage_import(request).await
    }

    /// Installs a reviewed import through the install queue.
    pub async fn install_import(&self, request: SkillImportInstallPrivateRequest) -> Answer<SkillImportTerminalActionResponse> {
        self.imports.install_import(request).await
    }

    /// Installs a reviewed import for the workspace at once. After a failure it is still in review.
    pub async fn approve_import(&self, request: SkillImportApproveRequest) -> Answer<SkillImportTerminalActionResponse> {
        self.imports.approve_import(request).await
    }

    /// Rejects an import and deletes its staged bundle.
    pub async fn reject_import(&self, request: SkillImportRejectRequest) -> Answer<SkillImportTerminalActionResponse> {
        self.imports.reject_import(request).await
    }

    /// Discards an import and deletes its staged bundle. The upload stays until it expires.
    pub async fn discard_import(&self, request: SkillImportDiscardRequest) -> Answer<SkillImportTerminalActionResponse> {
        self.imports.discard_import(request).await
    }

    /// Repeats the step that failed, with the former request.
    pub async fn retry_import(
        &self,
        request: SkillImportRetryRequest,
        hung_up: CancellationToken,
    ) -> Answer<SkillImportTerminalActionResponse> {
        self.imports.retry_import(request, hung_up).await
    }

    /// Deletes an upload and ends its scans. Errors: `SKILL_IMPORT_UPLOAD_IN_USE` while it is being staged or installed (rule 9).
    pub async fn delete_upload(&self, name: String, query: DeleteUploadQuery) -> Answer<SkillImportDeleteUploadResponse> {
        self.imports.delete_upload(name, query).await
    }

    /// Lists imports, newest first, with their warnings.
    pub async fn list_imports(&self, query: SkillImportsQuery) -> Answer<SkillImportListResponse> {
        self.imports.list_imports(query).await
    }

    /// One import with its report, its actions and what a person must acknowledge.
    pub async fn import_detail(&self, id: ImportId) -> Answer<SkillImportDetailResponse> {
        self.imports.import_detail(id).await
    }

    /// Lists the files of the skill: of the staged bundle, else of the upload. Errors: `SKILL_IMPORT_UPLOAD_EXPIRED` when both
    /// are gone.
    pub async fn import_files(&self, id: ImportId) -> Answer<ImportFilesResponse> {
        self.imports.import_files(id).await
    }

    /// The beginning of one text file of an import. Other files are not read.
    pub async fn import_file(&self, id: ImportId, query: ImportFileQuery) -> Answer<ImportFileResponse> {
        self.imports.import_file(id, query).await
    }

    /// The packs of imports and of installed abilities.
    pub async fn skill_packs(&self) -> Answer<SkillPacksListResponse> {
        self.imports.skill_packs().await
    }

    /// Says what a pack is. The pack need not have a skill yet.
    pub async fn describe_skill_pack(&self, request: DescribeSkillPackRequest) -> Answer<SkillPacksListResponse> {
        self.imports.describe_skill_pack(request).await
    }

    /// Tests whether words would find an import, an ability or a skill.
    pub async fn trigger_test(&self, request: SkillTriggerTestRequest) -> Answer<SkillTriggerTestResponse> {
        self.skills_page.trigger_test(request).await
    }
}

/// Skills page.
impl Engine {
    /// Lists every skill that agents on this machine can read.
    pub async fn list_skills(&self) -> Answer<SkillsListResponse> {
        self.catalogue.list_skills().await
    }

    /// The text of one skill.
    pub async fn read_skill(&self, query: SkillPathQuery) -> Answer<SkillContentResponse> {
        self.catalogue.read_skill(query).await
    }

    /// The rows of the Skills page: every skill and every installed ability. With `since`, only what changed.
    pub async fn skill_shelf(&self, query: SkillsPageQuery) -> Answer<SkillsPageResponse> {
        self.skills_page.skill_shelf(query).await
    }

    /// Where a skill is installed, who installed it and how agents reach it. An ability id is accepted too.
    pub async fn skill_standing(&self, query: SkillPathQuery) -> Answer<SkillStatusResponse> {
        self.skills_page.skill_standing(query).await
    }

    /// The skills that a person can start by name, abilities first.
    pub async fn skill_prompts(&self, page: PageQuery) -> Answer<SkillPromptsResponse> {
        self.skills_page.skill_prompts(page).await
    }

    /// One skill with its placeholders filled in. Errors: `NOT_FOUND`, `INVALID_REQUEST` for an argument that it does not take.
    pub async fn skill_prompt(&self, request: SkillPromptRequest) -> Answer<SkillPromptResponse> {
        self.skills_page.skill_prompt(request).await
    }

    /// Finds skills whose text contains every word.
    pub async fn search_skills(&self, query: SkillSearchQuery) -> Answer<SkillSearchResponse> {
        self.skills_page.search_skills(query).await
    }

    /// One file of a skill. A path outside the skill's folder is refused.
    pub async fn read_skill_file(&self, query: SkillFileQuery) -> Answer<SkillFileResponse> {
        self.skills_page.read_skill_file(query).await
    }

    /// Checks a text as the Skills page would, and returns what automatic fixes would change.
    pub async fn check_skill(&self, request: CheckSkillRequest) -> Answer<CheckSkillResponse> {
        self.skills_page.check_skill(request).await
    }

    /// Replaces a SKILL.md. Errors: `CONFLICT` when the file changed since it was read, `FORBIDDEN` when it must not be edited
    /// here.
    pub async fn save_skill(&self, request: SaveSkillRequest) -> Answer<SkillContentResponse> {
        self.skills_page.save_skill(request).await
    }

    /// Former texts of the skill in a folder, or of an ability by its id.
    pub async fn skill_versions(&self, query: SkillPathQuery) -> Answer<SkillVersionsResponse> {
        self.skills_page.skill_versions(query).await
    }

    /// One former text with its difference from the current one.
    pub async fn skill_version(&self, query: SkillVersionQuery) -> Answer<SkillVersionResponse> {
        self.skills_page.skill_version(query).await
    }

    /// Pins skills: updates leave them unchanged.
    pub async fn pin_skills(&self, request: SkillsRequest) -> Answer<SkillsResponse> {
        self.skills_page.pin_skills(request).await
    }

    /// Unpins skills.
    pub async fn unpin_skills(&self, request: SkillsRequest) -> Answer<SkillsResponse> {
        self.skills_page.unpin_skills(request).await
    }

    /// Applies automatic fixes, which do not change what a skill says.
    pub async fn fix_skills(&self, request: SkillsRequest) -> Answer<SkillsResponse> {
        self.skills_page.fix_skills(request).await
    }

    /// Fetches the sources of skills again and installs newer content.
    pub async fn update_skills(&self, request: SkillsRequest) -> Answer<SkillsResponse> {
        self.skills_page.update_skills(request).await
    }

    /// Removes skills from agents' folders and uninstalls abilities. Paths and ability ids are accepted; what is removed can be
    /// restored.
    pub async fn remove_skills(&self, request: SkillsRequest) -> Answer<SkillsResponse> {
        self.skills_page.remove_skills(request).await
    }

    /// Sets the switch that an agent has for one skill, if it has one.
    pub async fn switch_skills(&self, request: SwitchSkillsRequest) -> Answer<SkillsResponse> {
        self.skills_page.switch_skills(request).await
    }

    /// Cancels a batch operation before its next skill. Errors: `NOT_FOUND` when the operation has ended.
    pub async fn cancel_skills(&self, request: CancelSkillsRequest) -> Answer<apprentice_contracts::app::Done> {
        self.skills_page.cancel_skills(request).await
    }

    /// Lists removed skills that can be restored, newest first.
    pub async fn removed_skills(&self) -> Answer<RemovedSkillsResponse> {
        self.skills_page.removed_skills().await
    }

    /// Restores removed skills, unless something else took their place.
    pub async fn restore_skills(&self, request: RestoreSkillsRequest) -> Answer<SkillsResponse> {
        self.skills_page.restore_skills(request).await
    }
}

/// Repeated tasks.
impl Engine {
    /// When repeated work becomes a candidate.
    pub async fn mining_settings(&self) -> Answer<MiningSettingsResponse> {
        self.mining.mining_settings().await
    }

    /// Changes when repeated work becomes a candidate.
    pub async fn update_mining_settings(&self, settings: SkillMiningSettings) -> Answer<MiningSettingsResponse> {
        self.mining.update_mining_settings(settings).await
    }

    /// Compares what ended since the last search, and builds a draft if the settings allow it.
    pub async fn scan_repeated_tasks(&self) -> Answer<MiningCandidatesResponse> {
        self.mining.scan().await
    }

    /// Lists tasks that were repeated with success and that no ability covers, those with the newest evidence first.
    pub async fn list_candidates(&self) -> Answer<MiningCandidatesResponse> {
        self.mining.candidates().await
    }

    /// Builds the draft of a candidate from its showings. Errors: `CONFLICT` naming the gate or question that is open,
    /// `LEARN_SESSION_ALREADY_ACTIVE`, `INSUFFICIENT_TRACES` when the recordings are gone.
    pub async fn build_candidate(&self, id: CandidateId) -> Answer<BuildCandidateResponse> {
        self.mining.build_candidate(id).await
    }

    /// Answers questions about a candidate before its draft is built. Errors: `INVALID_REQUEST`.
    pub async fn answer_candidate(&self, id: CandidateId, request: AnswerCandidateRequest) -> Answer<MiningCandidatesResponse> {
        self.mining.answer_candidate(id, request).await
    }

    /// Dismisses a candidate until there is new evidence.
    pub async fn dismiss_candidate(&self, id: CandidateId) -> Answer<MiningCandidatesResponse> {
        self.mining.dismiss_candidate(id).await
    }

    /// Undoes a dismissal.
    pub async fn restore_candidate(&self, id: CandidateId) -> Answer<MiningCandidatesResponse> {
        self.mining.restore_candidate(id).await
    }
}

/// Settings and categories.
impl Engine {
    /// The settings and the skills folders that they enable.
    pub async fn settings(&self) -> Answer<SettingsResponse> {
        self.settings.settings().await
    }

    /// The projects that the person named, sorted by id.
    pub async fn projects(&self) -> Answer<ProjectsResponse> {
        self.settings.projects().await
    }

    /// Which project an id, another name or a folder means.
    pub async fn resolve_project(&self, query: ResolveProjectQuery) -> Answer<ResolveProjectResponse> {
        self.settings.resolve_project(query).await
    }

    /// Replaces the settings. Errors: `INVALID_REQUEST` naming the field.
    pub async fn update_settings(&self, settings: Settings) -> Answer<SettingsResponse> {
        self.settings.update_settings(settings).await
    }

    /// Lists all categories with the number of their items.
    pub async fn list_categories(&self) -> Answer<CategoriesListResponse> {
        self.categories.list_categories().await
    }

    /// Creates a category. Errors: `CATEGORY_LIMIT_REACHED`, `INVALID_REQUEST` when the title is empty or taken.
    pub async fn create_category(&self, request: CreateCategoryRequest) -> Answer<CategoryResponse> {
        self.categories.create_category(request).await
    }

    /// Changes the title or the color of a category.
    pub async fn update_category(&self, id: CategoryId, request: UpdateCategoryRequest) -> Answer<CategoryResponse> {
        self.categories.update_category(id, request).await
    }

    /// Deletes a category and its assignments. The items stay.
    pub async fn delete_category(&self, id: CategoryId) -> Answer<Deleted> {
        self.categories.delete_category(id).await
    }

    /// Assigns an item to a category. A repeated assignment returns the existing one.
    pub async fn assign_category(&self, id: CategoryId, request: AssignCategoryRequest) -> Answer<AssignmentResponse> {
        self.categories.assign_category(id, request).await
    }

    /// Removes an item from a category. `deleted` is false when it was not assigned.
    pub async fn unassign_category(&self, id: CategoryId, kind: CategoryItemKind, item: ItemId) -> Answer<Deleted> {
        self.categories.unassign_category(id, kind, item).await
    }

    /// Assigns or removes many items at once: all of them or none.
    pub async fn assign_many(&self, id: CategoryId, request: AssignManyRequest) -> Answer<AssignManyResponse> {
        self.categories.assign_many(id, request).await
    }

    /// Lists the items of a category.
    pub async fn category_items(&self, id: CategoryId, page: PageQuery) -> Answer<CategoryItemsResponse> {
        self.categories.category_items(id, page).await
    }

    /// Lists the categories of an item.
    pub async fn category_assignments(&self, query: AssignmentsQuery) -> Answer<CategoryAssignmentsResponse> {
        self.categories.category_assignments(query).await
    }
}

/// Configuration intents, history and receipts.
impl Engine {
    /// Checks and applies a configuration intent (§0.2G). The same intent again returns the first response and changes nothing.
    pub async fn submit_intent(&self, request: SubmitIntentRequest) -> Answer<ConfigurationIntentResponse> {
        self.app.submit_intent(request).await
    }

    /// Lists configuration intents, newest first.
    pub async fn list_intents(&self, page: PageQuery) -> Answer<ConfigurationIntentsResponse> {
        self.app.list_intents(page).await
    }

    /// Lists sessions that match the query, archived ones included, newest first.
    pub async fn history(&self, query: impl Into<HistoryQuery>) -> Answer<LearnHistoryResponse> {
        self.app.history(query).await
    }

    /// Lists receipts that match the query, newest first.
    pub async fn receipts(&self, query: impl Into<ReceiptsQuery>) -> Answer<LearnReceiptsResponse> {
        self.app.receipts(query).await
    }

    /// Streams all receipts that match the query, newest first, in batches. Receipts that are added meanwhile are not included.
    pub fn receipts_export(
        &self,
        query: ReceiptsExportQuery,
    ) -> Answer<impl Stream<Item = Answer<Vec<LearningReceipt>>> + Send + use<>> {
        self.app.receipts_export(query)
    }

    /// The checkpoint receipts of a session, oldest first.
    pub async fn session_checkpoint_receipts(&self, id: LearnSessionId, page: PageQuery) -> Answer<CheckpointReceiptsResponse> {
        self.app.session_checkpoint_receipts(id, page).await
    }
}

/// The program on this machine.
impl Engine {
    /// The agents of this machine and whether they can reach this home.
    pub async fn agent_connections(&self) -> Answer<AgentConnectionsResponse> {
        self.app.agent_connections().await
    }

    /// Shows what connecting or disconnecting an agent would write.
    pub async fn preview_agent_connection(
        &self,
        agent: &str,
        request: PreviewAgentConnectionRequest,
    ) -> Answer<AgentConnectionPreview> {
        self.app.preview_agent_connection(agent, request).await
    }

    /// Writes what a preview showed. Errors: `CONFLICT` when the file changed since.
    pub async fn change_agent_connection(&self, agent: &str, request: ChangeAgentConnectionRequest) -> Answer<AgentConnection> {
        self.app.change_agent_connection(agent, request).await
    }

    /// The agents of this machine whose hooks can ask this home, and the person's rules.
    pub async fn agent_hooks(&self) -> Answer<AgentHooksResponse> {
        self.app.agent_hooks().await
    }

    /// Shows what a change of the hooks of an agent would write.
    pub async fn preview_agent_hooks(&self, agent: &str, request: PreviewAgentHooksRequest) -> Answer<AgentConnectionPreview> {
        self.app.preview_agent_hooks(agent, request).await
    }

    /// Writes what a preview showed. Errors: `CONFLICT` when the file changed since.
    pub async fn change_agent_hooks(&self, agent: &str, request: ChangeAgentHooksRequest) -> Answer<AgentConnection> {
        self.app.change_agent_hooks(agent, request).await
    }

    /// What the policy says to what an agent is about to do. An answer that is more than silence leaves a receipt.
    pub async fn decide_hook(&self, request: DecideHookRequest) -> Answer<HookAnswer> {
        self.hooks.decide_hook(request).await
    }

    /// What the agents of this machine will do by themselves, as their files say, with the abilities that each of them uses. Nothing is
    /// written.
    pub async fn schedules(&self) -> Answer<SchedulesResponse> {
        self.app.schedules().await
    }

    /// The agent definitions of this machine, in the order of precedence. Nothing is written.
    pub async fn agent_definitions(&self, query: AgentDefinitionsQuery) -> Answer<AgentDefinitionsResponse> {
        self.app.agent_definitions(query).await
    }

    /// The effective agent definition of a name, with its instructions. Errors: `NOT_FOUND`.
    pub async fn agent_definition(&self, name: &str, query: AgentDefinitionsQuery) -> Answer<AgentDefinitionDetail> {
        self.app.agent_definition(name, query).await
    }

    /// Shows what writing an agent definition in the format of an agent would change. Errors: `NOT_FOUND`, `CONFLICT` for a file that
    /// Apprentice did not write, `TARGET_NOT_WRITABLE`.
    pub async fn preview_agent_definition(
        &self,
        agent: &str,
        request: PreviewAgentDefinitionRequest,
    ) -> Answer<AgentDefinitionPreview> {
        self.app.preview_agent_definition(agent, request).await
    }

    /// Writes what a preview showed. Errors: those of the preview, and `CONFLICT` when the file or the definition changed since.
    pub async fn install_agent_definition(
        &self,
        agent: &str,
        request: InstallAgentDefinitionRequest,
    ) -> Answer<InstalledAgentDefinition> {
        self.app.install_agent_definition(agent, request).await
    }

    /// Removes a definition that was written for an agent. Errors: `NOT_FOUND`; `CONFLICT` when somebody edited it.
    pub async fn uninstall_agent_definition(&self, agent: &str, name: &str) -> Answer<InstalledAgentDefinition> {
        self.app.uninstall_agent_definition(agent, name).await
    }

    /// What works on this machine, what is missing, and the command that repairs it.
    pub async fn doctor(&self) -> Answer<DoctorResponse> {
        self.app.doctor().await
    }

    /// Writes every projection under `<home>/system` again from the database. Returns the number of files.
    pub async fn repair_projections(&self) -> Answer<u32> {
        self.app.repair_projections().await
    }

    /// Reads the address in `update_feed` and returns the version that it announces. Errors: `NOT_FOUND` without an address;
    /// `ADAPTER_UNAVAILABLE` when it does not answer with an announcement, with `details.reason`.
    pub async fn check_for_updates(&self) -> Answer<UpdateCheckResponse> {
        self.app.check_for_updates().await
    }

    /// Resolves a folder that a response of this engine named: the home, a skills folder, a skill. Errors: `NOT_FOUND` for any
    /// other path, so that a caller who opens the result cannot be made to open something else.
    pub async fn folder(&self, query: FolderQuery) -> Answer<FolderResponse> {
        self.app.folder(query).await
    }
}

/// Runs of agents and gates.
impl Engine {
    /// Lists the agents that can be run, found or not, and says how their runs are isolated here. Asks each program for its version.
    pub async fn agent_runtimes(&self) -> Answer<AgentRuntimesResponse> {
        self.agent_runs.runtimes().await
    }

    /// Lets an agent do the task of an ability or of a draft, while its effects are watched. Errors: `CONFLICT` while something else is
    /// watched, `ADAPTER_UNAVAILABLE` when the agent is missing, cannot be isolated, or the task needs a browser,
    /// `TEST_POLICY_VIOLATION` when the policy allows no such run, `ABILITY_NOT_USABLE` for an ability that was not taught here,
    /// `INVALID_REQUEST` naming the field.
    pub async fn start_agent_run(&self, request: StartAgentRunRequest) -> Answer<AgentRun> {
        self.agent_runs.start(request).await
    }

    /// A run, with its transcript from an entry on. Errors: `NOT_FOUND`.
    pub async fn agent_run(&self, id: ValidationRunId, query: AgentRunQuery) -> Answer<AgentRun> {
        self.agent_runs.status(id, query).await
    }

    /// Ends a run without a verdict, and answers when nothing of it is left. One that has ended stays as it ended. Errors: `NOT_FOUND`.
    pub async fn cancel_agent_run(&self, id: ValidationRunId) -> Answer<AgentRun> {
        self.agent_runs.cancel(id).await
    }

    /// Begins to try whether a skill helps an agent. Errors: `CONFLICT` while an agent runs, those of [`Engine::start_agent_run`], `INVALID_REQUEST`
    /// naming `results` where there is nothing to judge a try by.
    pub async fn start_gate(&self, request: StartGateRequest) -> Answer<Gate> {
        self.gates.start(request).await
    }

    /// A gate with its tries and what they come to. Errors: `NOT_FOUND`.
    pub async fn gate(&self, id: GateId) -> Answer<Gate> {
        self.gates.status(id).await
    }

    /// The gates, newest first.
    pub async fn gates(&self, query: GatesQuery) -> Answer<GatesResponse> {
        self.gates.list(query).await
    }

    /// Ends a gate without a verdict, and answers when nothing of it is left. One that has ended stays as it ended. Errors: `NOT_FOUND`.
    pub async fn cancel_gate(&self, id: GateId) -> Answer<Gate> {
        self.gates.cancel(id).await
    }

    /// What the agent of the run that goes on shows to the MCP server of this program. It is worth nothing when the run has ended.
    pub fn agent_run_token(&self) -> Option<AgentRunToken> {
        self.agent_runs.token()
    }
}

/// The data of the person.
impl Engine {
    /// How much space each kind of data takes, and how long it is kept.
    pub async fn data_usage(&self) -> Answer<DataUsageResponse> {
        self.app.data_usage().await
    }

    /// Starts an export. Errors: `CONFLICT` while another one runs, or when the file or its temporary file exists;
    /// `TARGET_NOT_WRITABLE`.
    pub async fn begin_export(&self, request: ExportRequest) -> Answer<DataExport> {
        self.app.begin_export(request).await
    }

    /// The state of the last export.
    pub fn export(&self) -> Option<DataExport> {
        self.app.export()
    }

    /// The finished file of an export that named no path. Errors: `NOT_FOUND`.
    pub fn export_file(&self, id: Uuid) -> Answer<PathBuf> {
        self.app.export_file(id)
    }

    /// Cancels a running export, or deletes a finished file that nobody fetched. A file that the user named stays. Returns
    /// whether there was an export.
    pub fn end_export(&self) -> bool {
        self.app.end_export()
    }

    /// Verifies a backup, unpacks it beside the data and asks for a restart, which puts it in place and keeps the former data. Errors:
    /// `INVALID_REQUEST` for what is no whole backup, `DATABASE_TOO_NEW`, `CONFLICT` while a session or an installation runs.
    pub async fn restore_backup(&self, request: RestoreRequest) -> Answer<RestoreResponse> {
        self.app.restore_backup(request).await
    }

    /// Ends observation and deletes everything. Errors: `INVALID_REQUEST` without the confirmation, `CONFLICT` while an
    /// installation runs.
    pub async fn delete_everything(&self, request: DeleteEverythingRequest) -> Answer<DeleteEverythingResponse> {
        self.app.delete_everything(request).await
    }
}

/// Event streams.
impl Engine {
    /// The events of a session with `seq > after`: stored ones first, then live ones, without a gap and without repetition. The
    /// stream ends when the session is settled and nothing works on it any more.
    pub async fn session_events(&self, id: LearnSessionId, after: u32) -> Answer<BoxStream<'static, LearnSessionEvent>> {
        self.streams.session_events(id, after).await
    }

    /// The `seq` of the last stored event of a session; 0 when there is none.
    pub async fn last_event_seq(&self, id: LearnSessionId) -> Answer<u32> {
        self.streams.last_event_seq(id).await
    }

    /// Live events of all sessions from the first poll on, and notices of other changes: skills, abilities, categories, imports,
    /// settings.
    pub async fn all_events(&self) -> Answer<BoxStream<'static, LearnSessionEvent>> {
        self.streams.all_events().await
    }

    /// Runs what is due now (§0C.16D). The engine does this itself when it opens and every minute.
    pub async fn keep_deadlines(&self) -> Answer<()> {
        self.scheduler.run_due().await
    }
}

/// Connectors: the MCP servers of the person (§0.2D).
impl Engine {
    /// Every connector by name, with its badges and what can be done with it.
    pub async fn mcp_servers(&self) -> Answer<McpServerListResponse> {
        self.connectors.servers().await
    }

    /// Registers a connector. It is started or reached when the person trusts it and it is first used. Errors: `INVALID_REQUEST` with the
    /// field, `ADAPTER_UNAVAILABLE` when a value is a secret and there is no keychain, `CONFLICT` at 500 connectors.
    pub async fn register_mcp_server(&self, request: McpServerCreateRequest) -> Answer<McpServerMutationResponse> {
        self.connectors.register(request).await
    }

    /// One connector with what it offers, its log and its newest receipts.
    pub async fn mcp_server(&self, id: McpServerId) -> Answer<McpServerDetailResponse> {
        self.connectors.server(&id).await
    }

    /// Changes a connector. A change of what is started or reached has to be trusted again. Errors as of a registration.
    pub async fn update_mcp_server(&self, id: McpServerId, request: McpServerPatchRequest) -> Answer<McpServerMutationResponse> {
        self.connectors.update(&id, request).await
    }

    /// Deletes a connector, its tools and its secrets. Its receipts are kept.
    pub async fn delete_mcp_server(&self, id: McpServerId) -> Answer<McpServerDeleteResponse> {
        self.connectors.delete(&id).await
    }

    /// Trusts what a connector starts or reaches, as the person read it. Errors: `CONFLICT` when it changed since.
    pub async fn trust_mcp_server(&self, id: McpServerId, request: McpTrustRequest) -> Answer<McpServerMutationResponse> {
        self.connectors.trust(&id, request).await
    }

    /// Starts or reaches a connector and reads what it offers. Errors: `MCP_TRUST_REQUIRED`, `MCP_SERVER_DISABLED`,
    /// `MCP_CONNECTION_FAILED`.
    pub async fn connect_mcp_server(&self, id: McpServerId) -> Answer<McpServerDetailResponse> {
        self.connectors.connect(&id).await
    }

    /// Ends the program or connection of a connector, with everything that the program started.
    pub async fn disconnect_mcp_server(&self, id: McpServerId) -> Answer<McpServerMutationResponse> {
        self.connectors.disconnect(&id).await
    }

    /// How a connector does. Nothing is asked of it.
    pub async fn mcp_server_health(&self, id: McpServerId) -> Answer<McpConnectionHealth> {
        self.connectors.health(&id).await
    }

    /// Starts or reaches a connector again and lists its tools. A failure is an answer, with a receipt.
    pub async fn smoke_test_mcp_server(&self, id: McpServerId, request: McpSmokeTestRequest) -> Answer<McpSmokeTestResponse> {
        self.connectors.smoke_test(&id, request).await
    }

    /// The person has read these tools as they are now, so that they can be called. Errors: `CONFLICT` when one changed again,
    /// `MCP_TOOL_NOT_FOUND`.
    pub async fn accept_mcp_tools(&self, id: McpServerId, request: McpAcceptToolsRequest) -> Answer<McpServerDetailResponse> {
        self.connectors.accept_tools(&id, request).await
    }

    /// Calls a tool of a connector, and leaves a receipt. The call is given up when `left` is cancelled. Errors: those of a connection,
    /// `MCP_TOOL_NOT_FOUND`, `MCP_TOOL_QUARANTINED`, `MCP_CALL_FAILED`; `FORBIDDEN` for agents while one rehearses an ability.
    pub async fn call_mcp_tool(
        &self,
        id: McpServerId,
        request: McpCallRequest,
        caller: ConnectorCaller,
        left: CancellationToken,
    ) -> Answer<McpCallResponse> {
        let rules = self.hooks.of_connector(&id, &request, &caller).await?;
        let open = self.may_use_connectors(&caller);
        let may = || open().and_then(|()| rules.refusal());
        let asked = (self.hooks.clone(), id.clone(), request.clone(), caller.clone());
        let again = || {
            let (hooks, id, request, caller) = asked.clone();
            async move { hooks.of_connector(&id, &request, &caller).await?.refusal() }.boxed()
        };
        let outside = Outside { may: &may, asks: rules.asks(), again: &again };
        self.connectors.call(&id, request, &caller, &left, &outside).await
    }

    /// The agents of this machine whose own servers can be replaced by Apprentice.
    pub async fn mcp_switches(&self) -> Answer<McpSwitchListResponse> {
        self.connectors.switches().await
    }

    /// What switching an agent over, or its undo, would write. Errors: `NOT_FOUND`, `CONFLICT` with the reason, `TARGET_NOT_WRITABLE`,
    /// `ADAPTER_UNAVAILABLE` when the keychain does not give what was there before.
    pub async fn preview_mcp_switch(&self, agent: &str, request: McpSwitchPreviewRequest) -> Answer<McpSwitchPreview> {
        self.connectors.preview_switch(agent, request).await
    }

    /// Writes a change that was previewed. Errors: those of the preview; `CONFLICT` when something changed since.
    pub async fn change_mcp_switch(&self, agent: &str, request: McpSwitchRequest) -> Answer<McpSwitchAgent> {
        self.connectors.change_switch(agent, request).await
    }

    /// The connector that an agent's configuration wraps, with its tools that can be called. Errors: `MCP_SERVER_NOT_FOUND`, those of a
    /// connection.
    pub async fn proxied_mcp_server(&self, request: McpProxyRequest, caller: ConnectorCaller) -> Answer<McpProxyResponse> {
        let may = self.may_use_connectors(&caller);
        self.connectors.proxied(request, caller, &may).await
    }

    /// Asks again and again whether connectors are open to a caller.
    fn may_use_connectors(&self, caller: &ConnectorCaller) -> impl Fn() -> Answer<()> + Send + Sync + use<> {
        let (runs, is_agent) = (self.agent_runs.clone(), matches!(caller, ConnectorCaller::Agent(_)));
        move || match is_agent && runs.is_busy() {
            true => {
                // What it did there would be no part of the rehearsal, and out of reach of its test policy.
                let message =
                    "An agent rehearses an ability or practises now, so connectors are closed to agents until that has ended.";
                Err(Failure::new(ErrorCode::Forbidden, message))
            }
            false => Ok(()),
        }
    }

    /// Begins a sign-in to a remote connector, and answers the address to open in a browser. Errors: `INVALID_REQUEST`, those of a connection,
    /// `ADAPTER_UNAVAILABLE` without a keychain, `MCP_SIGN_IN_FAILED`.
    pub async fn start_mcp_sign_in(&self, id: McpServerId, request: McpAuthStartRequest) -> Answer<McpAuthStartResponse> {
        self.connectors.start_sign_in(&id, request).await
    }

    /// Sign-in status of a connector.
    pub async fn mcp_sign_in_status(&self, id: McpServerId) -> Answer<McpServerAuthStatus> {
        self.connectors.sign_in_status(&id).await
    }

    /// Uses the address that a browser of another machine was sent to. Errors: `MCP_OAUTH_STATE_INVALID`, `MCP_SIGN_IN_FAILED`.
    pub async fn finish_mcp_sign_in(&self, id: McpServerId, request: McpAuthCallbackRequest) -> Answer<McpServerAuthStatus> {
        self.connectors.sign_in_callback(&id, request).await
    }

    /// Ends a sign-in that waits for the person. No-op if none waits.
    pub async fn cancel_mcp_sign_in(&self, id: McpServerId) -> Answer<McpServerAuthStatus> {
        self.connectors.cancel_sign_in(&id).await
    }

    /// Renews the token of a sign-in. Errors: `MCP_OAUTH_REFRESH_NOT_ALLOWED`, `MCP_SIGN_IN_FAILED`.
    pub async fn refresh_mcp_sign_in(&self, id: McpServerId, request: McpAuthRefreshRequest) -> Answer<McpServerAuthStatus> {
        self.connectors.refresh_sign_in(&id, request).await
    }

    /// Signs out of a connector: its tokens are forgotten, and given back if that is asked for.
    pub async fn revoke_mcp_sign_in(&self, id: McpServerId, request: McpAuthRevokeRequest) -> Answer<McpAuthRevokeResponse> {
        self.connectors.revoke_sign_in(&id, request).await
    }

    /// Answers a call that waits for a sign-in, or a question to open an address. Errors: `NOT_FOUND` when it does not wait.
    pub async fn respond_to_mcp_challenge(
        &self,
        request: McpAuthChallengeRespondRequest,
    ) -> Answer<McpAuthChallengeRespondResponse> {
        self.connectors.respond_to_challenge(request).await
    }

    /// Auth profiles, by name.
    pub async fn mcp_auth_profiles(&self) -> Answer<McpAuthProfileListResponse> {
        self.connectors.auth_profiles().await
    }

    /// Makes an auth profile. Its secret is kept in the keychain.
    pub async fn create_mcp_auth_profile(&self, request: McpAuthProfileCreateRequest) -> Answer<McpAuthProfile> {
        self.connectors.create_auth_profile(request).await
    }

    /// Changes an auth profile.
    pub async fn update_mcp_auth_profile(
        &self,
        id: McpAuthProfileId,
        request: McpAuthProfilePatchRequest,
    ) -> Answer<McpAuthProfile> {
        self.connectors.update_auth_profile(&id, request).await
    }

    /// Deletes an auth profile that no server uses.
    pub async fn delete_mcp_auth_profile(&self, id: McpAuthProfileId) -> Answer<McpAuthProfileDeleteResponse> {
        self.connectors.delete_auth_profile(&id).await
    }

    /// Receipts of connectors, newest first.
    pub async fn mcp_receipts(&self, query: McpReceiptsQuery) -> Answer<McpReceiptListResponse> {
        self.connectors.receipts(query).await
    }

    /// The MCP servers in the configuration of agents, and what an import would do. Nothing is changed.
    pub async fn plan_mcp_import(&self, query: McpImportQuery) -> Answer<McpImportPlan> {
        self.connectors.plan_import(query).await
    }

    /// The servers that a file offers, and what an import would do. Nothing is changed, downloaded or unpacked. Errors: `INVALID_REQUEST`
    /// for a file that offers none.
    pub async fn plan_mcp_file_import(&self, file: McpImportFile) -> Answer<McpImportPlan> {
        self.connectors.plan_file_import(file).await
    }

    /// Looks for servers in the registry of MCP servers, and says what each would start. Nothing is registered, downloaded or started. Errors:
    /// `MCP_CONNECTION_FAILED` when it gives no answer.
    pub async fn search_mcp_registry(&self, query: McpRegistryQuery) -> Answer<McpRegistrySearchResponse> {
        self.connectors.search_registry(query).await
    }

    /// Registers servers of a plan. None is trusted or started, and no file of an agent is changed. A bundle is unpacked into the home. Errors:
    /// `CONFLICT` when a configuration or the file changed since the plan.
    pub async fn import_mcp_servers(&self, request: McpImportRequest) -> Answer<McpImportResponse> {
        self.connectors.import(request).await
    }

    /// Decides what connectors may do, or lets a target inherit again. Errors: `INVALID_REQUEST` with the field, `MCP_SERVER_NOT_FOUND`,
    /// `MCP_TOOL_NOT_FOUND`.
    pub async fn update_mcp_policy(&self, request: McpPolicyUpdateRequest) -> Answer<McpEffectivePolicy> {
        self.connectors.update_policy(request).await
    }

    /// Calls that wait for the person, before the newest of the settled ones.
    pub async fn pending_mcp_calls(&self) -> Answer<McpAskFirstListResponse> {
        self.connectors.pending().await
    }

    /// Allows a call that waits. Errors: `NOT_FOUND`, `MCP_ASK_FIRST_EXPIRED`, `CONFLICT` when it was answered already.
    pub async fn approve_mcp_call(
        &self,
        id: McpDispatchId,
        request: McpAskFirstDecisionRequest,
    ) -> Answer<McpAskFirstDecisionResponse> {
        self.connectors.answer(id, request, false).await
    }

    /// Refuses a call that waits. Errors as of allowing one.
    pub async fn deny_mcp_call(
        &self,
        id: McpDispatchId,
        request: McpAskFirstDecisionRequest,
    ) -> Answer<McpAskFirstDecisionResponse> {
        self.connectors.answer(id, request, true).await
    }

    /// Answers what a server asks the person. Errors: `NOT_FOUND` when it waits no longer, `INVALID_REQUEST` with the field.
    pub async fn answer_mcp_question(
        &self,
        id: McpDispatchId,
        request: McpElicitationAnswerRequest,
    ) -> Answer<McpElicitationAnswerResponse> {
        self.connectors.answer_question(id, request).await
    }

    /// Finds tools of connectors that fit a request, best first. Only those that can be called are found.
    pub async fn search_mcp_tools(&self, request: McpToolSearchRequest) -> Answer<McpToolSearchResponse> {
        self.connectors.search(request).await
    }
}
