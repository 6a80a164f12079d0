//! Drafts.
use crate::{Answer, Engine};
use apprentice_contracts::ids::*;
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::proposal::*;
use apprentice_contracts::session::*;
use apprentice_contracts::validation::*;

impl Engine {
    pub(crate) async fn go_on_with_drafts(&self) -> Answer<()> {
        Ok(())
    }
    pub async fn answer_questions(&self, _id: LearnSessionId, _request: AnswerQuestionsRequest) -> Answer<AnswerQuestionsResponse> { todo!() }
    pub async fn generate_proposal(&self, _id: LearnSessionId) -> Answer<GenerateProposalResponse> { todo!() }
    pub async fn list_proposals(&self, _page: PageQuery) -> Answer<LearnProposalsListResponse> { todo!() }
    pub async fn proposal_detail(&self, _id: ProposalId) -> Answer<ProposalDetailResponse> { todo!() }
    pub async fn validation_runs(&self, _id: ProposalId, _page: PageQuery) -> Answer<ValidationRunsListResponse> { todo!() }
    pub async fn revise_proposal(&self, _id: ProposalId, _request: ProposalReviseRequest) -> Answer<ProposalDetailResponse> { todo!() }
    pub async fn validate_proposal(&self, _id: ProposalId, _request: StartValidationRunRequest) -> Answer<ValidationRunResponse> { todo!() }
    pub async fn request_more_tests(&self, _id: ProposalId) -> Answer<ProposalDetailResponse> { todo!() }
    pub async fn install_proposal(&self, _id: ProposalId, _request: ProposalInstallRequest) -> Answer<ProposalInstallResponse> { todo!() }
    pub async fn approve_proposal(&self, _id: ProposalId, _request: ApproveProposalRequest) -> Answer<ProposalDetailResponse> { todo!() }
    pub async fn reject_proposal(&self, _id: ProposalId, _request: RejectProposalRequest) -> Answer<ProposalDetailResponse> { todo!() }
}
