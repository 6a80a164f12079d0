//! Every operation of the engine, in one list. Each is one call into an area; the router, the window and the MCP server all call these.

use crate::Answer;
use crate::engine::Engine;
use crate::imports::Upload;
use apprentice_contracts::Time;
use apprentice_contracts::ability::{
    AbilityActivationResponse, AbilityAvailabilityEntry, AbilityAvailabilitySnapshot, AbilityCanaryResponse,
    AbilityExplainMatchRequest, AbilityExplainMatchResponse, AbilityLookupQuery, AbilityLookupResult, AbilityPromotionResponse,
    AbilityQuarantineResponse, AbilityRemovedResponse, QuarantineRequest, RemoveAbilityQuery,
};
use apprentice_contracts::ability_skill::*;
use apprentice_contracts::agent::{
    AgentConnection, AgentConnectionPreview, AgentConnectionsResponse, ChangeAgentConnectionRequest,
    PreviewAgentConnectionRequest,
};
use apprentice_contracts::app::{
    Deleted, DoctorResponse, Done, OpenTerminalRequest, OpenTerminalResponse, Settings, SettingsResponse, TerminalInputRequest,
    TerminalResizeRequest, UpdateCheckResponse,
};
use apprentice_contracts::capability::{BridgeCurrent, CapabilityHealthCurrent, CapabilityStatsCurrent};
use apprentice_contracts::category::*;
use apprentice_contracts::checkpoint::CheckpointReceiptsResponse;
use apprentice_contracts::data::{
    DataExport, DataUsageResponse, DeleteEverythingRequest, DeleteEverythingResponse, ExportRequest, FolderQuery, FolderResponse,
};
use apprentice_contracts::event::{LearnSessionEvent, RuntimeCurrentResponse};
use apprentice_contracts::friction::{FrictionResponse, RepairsResponse, ReportsQuery};
use apprentice_contracts::history::{HistoryQuery, LearnHistoryResponse};
use apprentice_contracts::ids::{AbilityId, CategoryId, EventId, ImportId, LearnSessionId, ProposalId, TerminalId};
use apprentice_contracts::import::{SkillPacksListResponse, *};
use apprentice_contracts::intent::*;
use apprentice_contracts::observation::{ObservationScopeRuntime, ObservedActionsResponse};
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::proposal::{
    ApproveProposalRequest, LearnProposalsListResponse, ProposalDetailResponse, ProposalInstallRequest, ProposalInstallResponse,
    ProposalReviseRequest, RejectProposalRequest,
};
use apprentice_contracts::receipt::{LearnReceiptsResponse, LearningReceipt, ReceiptsExportQuery, ReceiptsQuery};
use apprentice_contracts::report::{
    AbilityReportsResponse, ObservationReport, ObservationReportResponse, VerifyCheckpointRequest, VerifyCheckpointResponse,
};
use apprentice_contracts::session::{
    AnswerQuestionsRequest, AnswerQuestionsResponse, BoundarySource, CreateLearnSessionRequest, CreateLearnSessionResponse,
    GenerateProposalResponse, LearnSessionDetailResponse, LearnSessionsListResponse, MarkGoalRequest, MarkStepRequest,
    RetainSessionRequest, SessionActionResponse, SetTestPolicyRequest, StartSessionResponse, StopSessionResponse, TrimRequest,
};
use apprentice_contracts::skill::{SkillContentResponse, SkillPathQuery, SkillsListResponse};
use apprentice_contracts::skill_page::{
    AbilityHealthHistoryResponse, RemovedSkillsResponse, RestoreSkillsRequest, SkillShelfQuery, SkillShelfResponse,
    SkillStandingResponse, SkillVersionQuery, SkillVersionResponse, SkillVersionsResponse, *,
};
use apprentice_contracts::validation::{
    FinishRehearsalRequest, MarkCheckpointRequest, RehearsalStatus, StartValidationRunRequest, ValidationRunResponse,
    ValidationRunsListResponse,
};
use apprentice_observe::terminal::panel::TerminalOutput;
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

    /// The address of the bundled practice page; `start_url: "practice"` opens it.
    pub fn set_practice_url(&self, url: String) {
        self.core.addresses().practice_url = Some(url);
    }
}

/// Sessions.
impl Engine {
    /// Creates a session that is armed, or refuses and leaves nothing behind.
    pub async fn create_session(&self, request: CreateLearnSessionRequest) -> Answer<CreateLearnSessionResponse> {
        self.sessions.create_session(request).await
    }

    /// Newest first.
    pub async fn list_sessions(&self, page: PageQuery) -> Answer<LearnSessionsListResponse> {
        self.sessions.list_sessions(page).await
    }

    /// The session that holds the slot.
    pub async fn active_session(&self) -> Answer<Option<LearnSessionId>> {
        self.sessions.active_session().await
    }

    /// The session that a proposal came from; `None` also when there is no such proposal.
    pub async fn session_of_proposal(&self, id: ProposalId) -> Answer<Option<LearnSessionId>> {
        self.sessions.session_of_proposal(id).await
    }

    pub async fn session_detail(&self, id: LearnSessionId) -> Answer<LearnSessionDetailResponse> {
        self.sessions.session_detail(id).await
    }

    /// Deletes a settled session and everything that was typed in it; what was installed stays. A rehearsal of it is given up.
    /// Refused while it holds the slot.
    pub async fn delete_session(&self, id: LearnSessionId) -> Answer<Deleted> {
        self.sessions.delete_session(id).await
    }

    /// Keeps the raw observations of a session until this is taken back, or the session is deleted (§0C.16D). `INVALID_REQUEST` when
    /// they are gone already.
    pub async fn retain_session(&self, id: LearnSessionId, request: RetainSessionRequest) -> Answer<SessionActionResponse> {
        self.sessions.retain_session(id, request).await
    }

    /// What a rehearsal of this session's ability may touch. What cannot be kept here is refused by the name of its field.
    pub async fn set_test_policy(&self, id: LearnSessionId, request: SetTestPolicyRequest) -> Answer<SessionActionResponse> {
        self.sessions.set_test_policy(id, request).await
    }

    /// Begins to observe. A session whose adapters cannot start stays armed.
    pub async fn start_session(&self, id: LearnSessionId, source: BoundarySource) -> Answer<StartSessionResponse> {
        self.sessions.start_session(id, source).await
    }

    pub async fn pause_session(&self, id: LearnSessionId, source: BoundarySource) -> Answer<SessionActionResponse> {
        self.sessions.pause_session(id, source).await
    }

    /// Goes on observing; adapters that are gone (closed by the user, or by a kill of this program) are started anew.
    pub async fn resume_session(&self, id: LearnSessionId, source: BoundarySource) -> Answer<SessionActionResponse> {
        self.sessions.resume_session(id, source).await
    }

    /// Takes in what already happened and ends observation. `CAPTURE_ALREADY_STOPPED` when it had ended.
    pub async fn stop_session(&self, id: LearnSessionId, source: BoundarySource) -> Answer<StopSessionResponse> {
        self.sessions.stop_session(id, source).await
    }

    pub async fn cancel_session(&self, id: LearnSessionId, source: BoundarySource) -> Answer<SessionActionResponse> {
        self.sessions.cancel_session(id, source).await
    }

    pub async fn mark_goal(
        &self,
        id: LearnSessionId,
        request: MarkGoalRequest,
        source: BoundarySource,
    ) -> Answer<SessionActionResponse> {
        self.sessions.mark_goal(id, request, source).await
    }

    pub async fn mark_step(
        &self,
        id: LearnSessionId,
        request: MarkStepRequest,
        source: BoundarySource,
    ) -> Answer<SessionActionResponse> {
        self.sessions.mark_step(id, request, source).await
    }

    /// Moves the start or the end of what is learned from. Before a proposal exists.
    pub async fn trim_session(&self, id: LearnSessionId, request: TrimRequest) -> Answer<SessionActionResponse> {
        self.sessions.trim_session(id, request).await
    }

    /// The timeline, whole.
    pub async fn observed_actions(&self, id: LearnSessionId) -> Answer<ObservedActionsResponse> {
        self.sessions.observed_actions(id).await
    }

    /// Forgets one observation, also in the event stream. Before a proposal exists.
    pub async fn delete_observed_action(&self, id: LearnSessionId, event: EventId) -> Answer<Deleted> {
        self.sessions.delete_observed_action(id, event).await
    }

    pub async fn runtime_current(&self) -> Answer<RuntimeCurrentResponse> {
        self.sessions.runtime_current().await
    }

    pub async fn observation_scope(&self, id: LearnSessionId) -> Answer<ObservationScopeRuntime> {
        self.sessions.observation_scope(id).await
    }

    pub async fn open_terminal(&self, request: OpenTerminalRequest) -> Answer<OpenTerminalResponse> {
        self.sessions.open_terminal(request).await
    }

    pub async fn terminal_input(&self, id: TerminalId, request: TerminalInputRequest) -> Answer<Done> {
        self.sessions.terminal_input(id, request).await
    }

    pub async fn resize_terminal(&self, id: TerminalId, request: TerminalResizeRequest) -> Answer<Done> {
        self.sessions.resize_terminal(id, request).await
    }

    pub async fn close_terminal(&self, id: TerminalId) -> Answer<Done> {
        self.sessions.close_terminal(id).await
    }

    /// What the screen got so far, then everything after it; ends with the shell.
    pub fn terminal_output(&self, id: TerminalId) -> Answer<BoxStream<'static, TerminalOutput>> {
        self.sessions.terminal_output(id)
    }
}

/// Proposals.
impl Engine {
    /// From `stopped` or `reviewing`. Ends in `awaiting_questions` when a required question is open, in `reviewing` when the
    /// session asks before it builds, else in `drafting_proposal`; from there the engine goes on by itself to the tests.
    pub async fn generate_proposal(&self, id: LearnSessionId) -> Answer<GenerateProposalResponse> {
        self.proposals.generate_proposal(id).await
    }

    /// Drafts anew with the answers. When no required question is open any more, the engine goes on to the tests.
    pub async fn answer_questions(&self, id: LearnSessionId, request: AnswerQuestionsRequest) -> Answer<AnswerQuestionsResponse> {
        self.proposals.answer_questions(id, request).await
    }

    /// Newest first.
    pub async fn list_proposals(&self, page: PageQuery) -> Answer<LearnProposalsListResponse> {
        self.reader.list_proposals(page).await
    }

    pub async fn proposal_detail(&self, id: ProposalId) -> Answer<ProposalDetailResponse> {
        self.reader.proposal_detail(id).await
    }

    /// With `edited_fields` the change is made at once and tested; with instructions alone the draft is compiled anew (answers and
    /// edits stay) and waits as a draft. From a review, a quarantine or a draft.
    pub async fn revise_proposal(&self, id: ProposalId, request: ProposalReviseRequest) -> Answer<ProposalDetailResponse> {
        self.proposals.revise_proposal(id, request).await
    }

    /// Installs from a review: privately, or for the workspace (which is an approval).
    pub async fn install_proposal(&self, id: ProposalId, request: ProposalInstallRequest) -> Answer<ProposalInstallResponse> {
        self.proposals.install_proposal(id, request).await
    }

    /// From a review: installs for the workspace, and shares it where that is the scope. From a private installation: raises it, in the same folders unless others are named.
    pub async fn approve_proposal(&self, id: ProposalId, request: ApproveProposalRequest) -> Answer<ProposalDetailResponse> {
        self.proposals.approve_proposal(id, request).await
    }

    pub async fn reject_proposal(&self, id: ProposalId, request: RejectProposalRequest) -> Answer<ProposalDetailResponse> {
        self.proposals.reject_proposal(id, request).await
    }
}

/// Validation.
impl Engine {
    /// `lint`, `trigger`, `dependency_check`, `dry_run` run to their end; all passed leads to `ready_for_review`.
    /// `rehearsal` (alone) begins to watch and returns while it runs.
    pub async fn validate_proposal(&self, id: ProposalId, request: StartValidationRunRequest) -> Answer<ValidationRunResponse> {
        self.validation.validate_proposal(id, request).await
    }

    /// `ready_for_review` back through the tests.
    pub async fn request_more_tests(&self, id: ProposalId) -> Answer<ProposalDetailResponse> {
        self.validation.request_more_tests(id).await
    }

    /// Newest first, with the steps of the runs on this page.
    pub async fn validation_runs(&self, id: ProposalId, page: PageQuery) -> Answer<ValidationRunsListResponse> {
        self.validation.validation_runs(id, page).await
    }

    /// The running rehearsal of this proposal, or its last one.
    pub async fn rehearsal_status(&self, id: ProposalId) -> Answer<Option<RehearsalStatus>> {
        self.validation.rehearsal_status(id).await
    }

    /// The person tells what the observer cannot see.
    pub async fn mark_checkpoint(&self, id: ProposalId, request: MarkCheckpointRequest) -> Answer<RehearsalStatus> {
        self.validation.mark_checkpoint(id, request).await
    }

    /// Judges what was seen: durable checkpoints by looking again, while other operations go on. Passed only when every required
    /// checkpoint was reached. With `cancel` it ends without a verdict, also while it is being finished.
    pub async fn finish_rehearsal(&self, id: ProposalId, request: FinishRehearsalRequest) -> Answer<RehearsalStatus> {
        self.validation.finish_rehearsal(id, request).await
    }
}

/// Abilities.
impl Engine {
    pub async fn lookup(&self, query: AbilityLookupQuery) -> Answer<AbilityLookupResult> {
        self.lookup.lookup(query).await
    }

    pub async fn explain_match(&self, request: AbilityExplainMatchRequest) -> Answer<AbilityExplainMatchResponse> {
        self.abilities.explain_match(request).await
    }

    pub async fn availability(&self) -> Answer<AbilityAvailabilitySnapshot> {
        self.abilities.availability().await
    }

    pub async fn ability_availability(&self, id: AbilityId) -> Answer<AbilityAvailabilityEntry> {
        self.abilities.ability_availability(id).await
    }

    /// The skills of all abilities that can be used now.
    pub async fn ability_skills(&self, page: PageQuery) -> Answer<AbilitySkillsResponse> {
        self.abilities.ability_skills(page).await
    }

    /// One skill with its text. An ability that cannot be used now is refused, with the reason.
    pub async fn ability_skill(&self, query: AbilitySkillQuery) -> Answer<AbilitySkillResponse> {
        self.abilities.ability_skill(query).await
    }

    /// One file of such a skill.
    pub async fn ability_skill_file(&self, query: AbilitySkillFileQuery) -> Answer<AbilitySkillFileResponse> {
        self.abilities.ability_skill_file(query).await
    }

    /// One item whenever a skill can be read that could not before, or the other way round, or has other text; from the moment on at
    /// which it is first polled.
    pub fn ability_changes(&self) -> BoxStream<'static, AbilitiesChanged> {
        self.abilities.ability_changes()
    }

    /// Routes to it again. `INSTALL_LANE_DENIED` while it is quarantined.
    pub async fn activate_ability(&self, id: AbilityId) -> Answer<AbilityActivationResponse> {
        self.abilities.activate_ability(id).await
    }

    /// Routes to it no more, and takes it out of agents' folders.
    pub async fn deactivate_ability(&self, id: AbilityId) -> Answer<AbilityActivationResponse> {
        self.abilities.deactivate_ability(id).await
    }

    /// Takes it out of use, out of every lookup and out of agents' folders. Its session, where it is settled, becomes `quarantined`.
    pub async fn quarantine_ability(&self, id: AbilityId, request: QuarantineRequest) -> Answer<AbilityQuarantineResponse> {
        self.abilities.quarantine_ability(id, request).await
    }

    /// Gives it back the lane of before, and to agents. Its session stays as the state table has it: it is revised or cancelled.
    pub async fn unquarantine_ability(&self, id: AbilityId) -> Answer<AbilityQuarantineResponse> {
        self.abilities.unquarantine_ability(id).await
    }

    /// From `approved_workspace` or `experimental_private` to `shared_promoted`.
    pub async fn promote_ability(&self, id: AbilityId) -> Answer<AbilityPromotionResponse> {
        self.abilities.promote_ability(id).await
    }

    /// Uninstalls an ability. `CONFLICT` while an installation of it is under way and, unless `force` says so, where somebody edited a
    /// copy; of that a copy is kept.
    pub async fn remove_ability(&self, id: AbilityId, query: RemoveAbilityQuery) -> Answer<AbilityRemovedResponse> {
        self.abilities.remove_ability(id, query).await
    }

    /// `PROPOSAL_NOT_FOUND` for an ability that was not taught here: it has nothing to be checked against.
    pub async fn run_canary(&self, id: AbilityId) -> Answer<AbilityCanaryResponse> {
        self.abilities.run_canary(id).await
    }

    /// What stands in the file. When that lags behind, or the last renewal failed: the last good entries, marked `stale`.
    pub async fn capability_bridge(&self) -> Answer<BridgeCurrent> {
        self.abilities.capability_bridge().await
    }

    pub async fn capability_health(&self) -> Answer<CapabilityHealthCurrent> {
        self.abilities.capability_health().await
    }

    pub async fn capability_stats(&self) -> Answer<CapabilityStatsCurrent> {
        self.abilities.capability_stats().await
    }

    /// `ABILITY_NOT_FOUND`, `LEARN_SESSION_NOT_FOUND`, or `INVALID_REQUEST` naming the field.
    pub async fn verify_checkpoint(&self, request: VerifyCheckpointRequest) -> Answer<VerifyCheckpointResponse> {
        self.abilities.verify_checkpoint(request).await
    }

    pub async fn report_observation(&self, report: ObservationReport) -> Answer<ObservationReportResponse> {
        self.abilities.report_observation(report).await
    }

    /// Oldest first. A dispatch that told nothing has none.
    pub async fn dispatch_checkpoint_receipts(&self, dispatch: String, page: PageQuery) -> Answer<CheckpointReceiptsResponse> {
        self.abilities.dispatch_checkpoint_receipts(dispatch, page).await
    }

    /// What agents told of an ability of late.
    pub async fn ability_reports(&self, id: AbilityId) -> Answer<AbilityReportsResponse> {
        self.abilities.ability_reports(id).await
    }

    /// Newest first.
    pub async fn frictions(&self, query: ReportsQuery) -> Answer<FrictionResponse> {
        self.abilities.frictions(query).await
    }

    /// Open ones first, each group newest first.
    pub async fn repairs(&self, query: ReportsQuery) -> Answer<RepairsResponse> {
        self.abilities.repairs(query).await
    }
}

/// Imports.
impl Engine {
    /// Begins to take in a file (`SKILL_IMPORT_UNSUPPORTED_EXTENSION`, `SKILL_IMPORT_UNSUPPORTED_MIME`).
    pub async fn begin_upload(&self, filename: Option<&str>, mime: Option<&str>) -> Answer<Upload> {
        self.imports.begin_upload(filename, mime).await
    }

    /// Brings skills from an address (`SKILL_IMPORT_FETCH_FAILED` with a reason). `hung_up`, cancelled, ends it.
    pub async fn fetch_import(
        &self,
        request: SkillImportFetchRequest,
        hung_up: CancellationToken,
    ) -> Answer<SkillImportUploadResponse> {
        self.imports.fetch_import(request, hung_up).await
    }

    /// Copies skills that `GET /api/skills` names.
    pub async fn pick_import(
        &self,
        request: SkillImportPickRequest,
        hung_up: CancellationToken,
    ) -> Answer<SkillImportUploadResponse> {
        self.imports.pick_import(request, hung_up).await
    }

    /// Scans one skill of an artefact. `hung_up`, cancelled, ends the scan, as deleting the upload does.
    pub async fn scan_import(
        &self,
        request: SkillImportScanRequest,
        hung_up: CancellationToken,
    ) -> Answer<SkillImportScanResponse> {
        self.imports.scan_import(request, hung_up).await
    }

    pub async fn stage_import(&self, request: SkillImportStageRequest) -> Answer<SkillImportStageResponse> {
        self.imports.stage_import(request).await
    }

    /// Installs from the review, by way of the queue.
    pub async fn install_import(&self, request: SkillImportInstallPrivateRequest) -> Answer<SkillImportTerminalActionResponse> {
        self.imports.install_import(request).await
    }

    /// Installs from the review for the workspace, in one go. A failure leaves it in its review.
    pub async fn approve_import(&self, request: SkillImportApproveRequest) -> Answer<SkillImportTerminalActionResponse> {
        self.imports.approve_import(request).await
    }

    /// Its staged bundle is deleted.
    pub async fn reject_import(&self, request: SkillImportRejectRequest) -> Answer<SkillImportTerminalActionResponse> {
        self.imports.reject_import(request).await
    }

    /// Its staged bundle is deleted; the upload stays until its time is over.
    pub async fn discard_import(&self, request: SkillImportDiscardRequest) -> Answer<SkillImportTerminalActionResponse> {
        self.imports.discard_import(request).await
    }

    /// Does again what failed, as it was asked for.
    pub async fn retry_import(
        &self,
        request: SkillImportRetryRequest,
        hung_up: CancellationToken,
    ) -> Answer<SkillImportTerminalActionResponse> {
        self.imports.retry_import(request, hung_up).await
    }

    /// Deletes an upload and ends its scans. Refused while it is being staged or installed (rule 9).
    pub async fn delete_upload(&self, name: String, query: DeleteUploadQuery) -> Answer<SkillImportDeleteUploadResponse> {
        self.imports.delete_upload(name, query).await
    }

    pub async fn list_imports(&self, query: SkillImportsQuery) -> Answer<SkillImportListResponse> {
        self.imports.list_imports(query).await
    }

    pub async fn import_detail(&self, id: ImportId) -> Answer<SkillImportDetailResponse> {
        self.imports.import_detail(id).await
    }

    /// The files of the skill: of the staged bundle, or of the upload. `SKILL_IMPORT_UPLOAD_EXPIRED` when both are gone.
    pub async fn import_files(&self, id: ImportId) -> Answer<ImportFilesResponse> {
        self.imports.import_files(id).await
    }

    /// The beginning of one of its texts; of its other files nothing is read.
    pub async fn import_file(&self, id: ImportId, query: ImportFileQuery) -> Answer<ImportFileResponse> {
        self.imports.import_file(id, query).await
    }

    pub async fn skill_packs(&self) -> Answer<SkillPacksListResponse> {
        self.imports.skill_packs().await
    }

    pub async fn trigger_test(&self, request: SkillTriggerTestRequest) -> Answer<SkillTriggerTestResponse> {
        self.skills_page.trigger_test(request).await
    }
}

/// Skills page.
impl Engine {
    pub async fn list_skills(&self) -> Answer<SkillsListResponse> {
        self.catalogue.list_skills().await
    }

    pub async fn read_skill(&self, query: SkillPathQuery) -> Answer<SkillContentResponse> {
        self.catalogue.read_skill(query).await
    }

    /// Every skill and every installed ability; with `since` only what changed.
    pub async fn skill_shelf(&self, query: SkillShelfQuery) -> Answer<SkillShelfResponse> {
        self.skills_page.skill_shelf(query).await
    }

    /// What installers wrote down about one skill, and by which ways agents come to it; or where the ability of this id belongs.
    pub async fn skill_standing(&self, query: SkillPathQuery) -> Answer<SkillStandingResponse> {
        self.skills_page.skill_standing(query).await
    }

    /// Skills whose text holds every word.
    pub async fn search_skills(&self, query: SkillSearchQuery) -> Answer<SkillSearchResponse> {
        self.skills_page.search_skills(query).await
    }

    /// One file of a skill, never one outside of its folder.
    pub async fn read_skill_file(&self, query: SkillFileQuery) -> Answer<SkillFileResponse> {
        self.skills_page.read_skill_file(query).await
    }

    /// What would be said of a text, and what mending makes of it.
    pub async fn check_skill(&self, request: CheckSkillRequest) -> Answer<CheckSkillResponse> {
        self.skills_page.check_skill(request).await
    }

    /// Replaces a SKILL.md. `CONFLICT`: another text than the one that was edited stands there.
    pub async fn save_skill(&self, request: SaveSkillRequest) -> Answer<SkillContentResponse> {
        self.skills_page.save_skill(request).await
    }

    /// Former texts of the skill in a folder, or of the ability of this id.
    pub async fn skill_versions(&self, query: SkillPathQuery) -> Answer<SkillVersionsResponse> {
        self.skills_page.skill_versions(query).await
    }

    pub async fn skill_version(&self, query: SkillVersionQuery) -> Answer<SkillVersionResponse> {
        self.skills_page.skill_version(query).await
    }

    /// Keeps skills as they are, whatever is updated.
    pub async fn pin_skills(&self, request: SkillsRequest) -> Answer<SkillsResponse> {
        self.skills_page.pin_skills(request).await
    }

    pub async fn unpin_skills(&self, request: SkillsRequest) -> Answer<SkillsResponse> {
        self.skills_page.unpin_skills(request).await
    }

    /// Mends what can be mended without changing what a skill says.
    pub async fn fix_skills(&self, request: SkillsRequest) -> Answer<SkillsResponse> {
        self.skills_page.fix_skills(request).await
    }

    /// Fetches sources again and replaces what they have newer.
    pub async fn update_skills(&self, request: SkillsRequest) -> Answer<SkillsResponse> {
        self.skills_page.update_skills(request).await
    }

    /// Takes skills out of agents' folders, and uninstalls abilities, which a folder or their id names; what is taken away is kept and
    /// can be brought back.
    pub async fn remove_skills(&self, request: SkillsRequest) -> Answer<SkillsResponse> {
        self.skills_page.remove_skills(request).await
    }

    /// Turns the switch that an agent has for one skill, where it has one.
    pub async fn switch_skills(&self, request: SwitchSkillsRequest) -> Answer<SkillsResponse> {
        self.skills_page.switch_skills(request).await
    }

    /// Ends an operation before its next skill. `NOT_FOUND`: it is over.
    pub async fn cancel_skills(&self, request: CancelSkillsRequest) -> Answer<apprentice_contracts::app::Done> {
        self.skills_page.cancel_skills(request).await
    }

    /// The newest first.
    pub async fn removed_skills(&self) -> Answer<RemovedSkillsResponse> {
        self.skills_page.removed_skills().await
    }

    /// Brings back what was removed, where nothing took its place.
    pub async fn restore_skills(&self, request: RestoreSkillsRequest) -> Answer<SkillsResponse> {
        self.skills_page.restore_skills(request).await
    }

    /// The runs that are still known, and how well the ability stood after each.
    pub async fn ability_health_history(&self, id: AbilityId) -> Answer<AbilityHealthHistoryResponse> {
        self.skills_page.ability_health_history(id).await
    }
}

/// Settings, categories, history.
impl Engine {
    pub async fn settings(&self) -> Answer<SettingsResponse> {
        self.settings.settings().await
    }

    pub async fn update_settings(&self, settings: Settings) -> Answer<SettingsResponse> {
        self.settings.update_settings(settings).await
    }

    pub async fn list_categories(&self) -> Answer<CategoriesListResponse> {
        self.categories.list_categories().await
    }

    /// `CATEGORY_LIMIT_REACHED` when there are as many as there can be.
    pub async fn create_category(&self, request: CreateCategoryRequest) -> Answer<CategoryResponse> {
        self.categories.create_category(request).await
    }

    pub async fn update_category(&self, id: CategoryId, request: UpdateCategoryRequest) -> Answer<CategoryResponse> {
        self.categories.update_category(id, request).await
    }

    /// With all its assignments; the items themselves stay.
    pub async fn delete_category(&self, id: CategoryId) -> Answer<Deleted> {
        self.categories.delete_category(id).await
    }

    /// Assigning what is assigned already answers the assignment of before.
    pub async fn assign_category(&self, id: CategoryId, request: AssignCategoryRequest) -> Answer<AssignmentResponse> {
        self.categories.assign_category(id, request).await
    }

    /// `deleted` is false where it was not assigned.
    pub async fn unassign_category(&self, id: CategoryId, kind: CategoryItemKind, item: String) -> Answer<Deleted> {
        self.categories.unassign_category(id, kind, item).await
    }

    /// Many items at once, all of them or none.
    pub async fn assign_many(&self, id: CategoryId, request: AssignManyRequest) -> Answer<AssignManyResponse> {
        self.categories.assign_many(id, request).await
    }

    pub async fn category_items(&self, id: CategoryId, page: PageQuery) -> Answer<CategoryItemsResponse> {
        self.categories.category_items(id, page).await
    }

    /// What a menu needs to know of an item: the categories that it is in.
    pub async fn category_assignments(&self, query: AssignmentsQuery) -> Answer<CategoryAssignmentsResponse> {
        self.categories.category_assignments(query).await
    }

    /// Checks and writes it. The same intent again is answered as the first time and changes nothing.
    pub async fn submit_intent(&self, request: SubmitIntentRequest) -> Answer<ConfigurationIntentResponse> {
        self.app.submit_intent(request).await
    }

    /// Newest first.
    pub async fn list_intents(&self, page: PageQuery) -> Answer<ConfigurationIntentsResponse> {
        self.app.list_intents(page).await
    }

    /// All sessions that the query lets through, archived ones too, newest first.
    pub async fn history(&self, query: impl Into<HistoryQuery>) -> Answer<LearnHistoryResponse> {
        self.app.history(query).await
    }

    /// Those that the query lets through, newest first.
    pub async fn receipts(&self, query: impl Into<ReceiptsQuery>) -> Answer<LearnReceiptsResponse> {
        self.app.receipts(query).await
    }

    /// All that the query lets through, newest first, a batch at a time. Receipts that come meanwhile are not among them.
    pub fn receipts_export(
        &self,
        query: ReceiptsExportQuery,
    ) -> Answer<impl Stream<Item = Answer<Vec<LearningReceipt>>> + Send + use<>> {
        self.app.receipts_export(query)
    }

    /// Oldest first.
    pub async fn session_checkpoint_receipts(&self, id: LearnSessionId, page: PageQuery) -> Answer<CheckpointReceiptsResponse> {
        self.app.session_checkpoint_receipts(id, page).await
    }
}

/// The program and its data.
impl Engine {
    pub async fn agent_connections(&self) -> Answer<AgentConnectionsResponse> {
        self.app.agent_connections().await
    }

    pub async fn preview_agent_connection(
        &self,
        agent: &str,
        request: PreviewAgentConnectionRequest,
    ) -> Answer<AgentConnectionPreview> {
        self.app.preview_agent_connection(agent, request).await
    }

    /// Writes what a preview showed. `CONFLICT`: the file changed since.
    pub async fn change_agent_connection(&self, agent: &str, request: ChangeAgentConnectionRequest) -> Answer<AgentConnection> {
        self.app.change_agent_connection(agent, request).await
    }

    pub async fn doctor(&self) -> Answer<DoctorResponse> {
        self.app.doctor().await
    }

    /// Rewrites every projection under `<home>/system` from the database. Returns how many files.
    pub async fn repair_projections(&self) -> Answer<u32> {
        self.app.repair_projections().await
    }

    /// What the address of `update_feed` announces. `NOT_FOUND` without such an address; `ADAPTER_UNAVAILABLE` where it does not answer, or
    /// not with an announcement; `details.reason` says why.
    pub async fn check_for_updates(&self) -> Answer<UpdateCheckResponse> {
        self.app.check_for_updates().await
    }

    pub async fn data_usage(&self) -> Answer<DataUsageResponse> {
        self.app.data_usage().await
    }

    /// A folder that an answer of this engine names: the home, a skills folder, a skill. `NOT_FOUND` for every other one, so that
    /// whoever opens what this answers opens nothing that a page made up.
    pub async fn folder(&self, query: FolderQuery) -> Answer<FolderResponse> {
        self.app.folder(query).await
    }

    /// Begins an export. `CONFLICT` while another runs, or when a file stands there or where it is written first;
    /// `TARGET_NOT_WRITABLE` when none can be made there.
    pub async fn begin_export(&self, request: ExportRequest) -> Answer<DataExport> {
        self.app.begin_export(request).await
    }

    pub fn export(&self) -> Option<DataExport> {
        self.app.export()
    }

    /// The finished file of an export that named no path.
    pub fn export_file(&self, id: Uuid) -> Answer<PathBuf> {
        self.app.export_file(id)
    }

    /// Cancels what runs and takes back what nobody fetched. A file that was written where the person wanted it stays.
    pub fn end_export(&self) -> bool {
        self.app.end_export()
    }

    /// Ends what is watched and deletes everything. `INVALID_REQUEST` without the words; `CONFLICT` while an installation is under way.
    pub async fn delete_everything(&self, request: DeleteEverythingRequest) -> Answer<DeleteEverythingResponse> {
        self.app.delete_everything(request).await
    }
}

/// Event streams.
impl Engine {
    /// Events with `seq > after`, stored ones first, then live ones, without gap or repeat. Ends when the session is settled
    /// and nothing works on it any more.
    pub async fn session_events(&self, id: LearnSessionId, after: u32) -> Answer<BoxStream<'static, LearnSessionEvent>> {
        self.streams.session_events(id, after).await
    }

    /// `seq` of the last stored event of a session; 0 when there is none.
    pub async fn last_event_seq(&self, id: LearnSessionId) -> Answer<u32> {
        self.streams.last_event_seq(id).await
    }

    /// Live events of all sessions, from now on whenever the stream is polled, and word of what else changed: skills, abilities,
    /// categories, imports, settings.
    pub async fn all_events(&self) -> Answer<BoxStream<'static, LearnSessionEvent>> {
        self.streams.all_events().await
    }

    /// Does what is due now (§0C.16D). The engine does it itself when it opens and every minute.
    pub async fn keep_deadlines(&self) -> Answer<()> {
        self.scheduler.run_due().await
    }
}
