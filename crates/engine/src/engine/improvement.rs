//! Improves an installed ability by what was reported of it (§0C.4): the ordinary session, draft and review of an improvement, with the
//! changes of the rules in the draft.

use crate::core::blocking::blocking;
use crate::core::idempotency::IdempotencyKey;
use crate::core::request;
use crate::proposal::{draft::WorkingDraft, experience};
use crate::{Answer, Engine};
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{AbilityId, LearnSessionId, ProposalId};
use apprentice_contracts::improvement::{ExperienceResponse, ImproveAbilityRequest, ImproveAbilityResponse, ProposedChange};
use apprentice_contracts::proposal::ProposalReviseRequest;
use apprentice_contracts::session::{
    BoundarySource, BuildPolicy, CreateLearnSessionRequest, LearnExecutionMode, LearnTargetKind, LearningEntryMode,
    ObservationMode,
};
use apprentice_store::sagas;

impl Engine {
    /// Lists what was reported of the installed version of an ability, and the changes that follow. Errors: `ABILITY_NOT_FOUND`.
    pub async fn ability_experience(&self, id: AbilityId) -> Answer<ExperienceResponse> {
        self.core.store.read(move |db| experience::read(db, &id)).await
    }

    /// Drafts the changes that the reports on an ability suggest. Nothing is installed. Errors: `ABILITY_NOT_FOUND`,
    /// `CONFLICT` when nothing was reported, `INVALID_REQUEST` on `accepted_weakenings` when one is not proposed, and those of an
    /// improvement.
    pub async fn improve_ability(&self, id: AbilityId, request: ImproveAbilityRequest) -> Answer<ImproveAbilityResponse> {
        let key = IdempotencyKey::new("improve_ability", &id, request.client_request_id.as_ref(), &request)?;
        self.core.run_once(key, self.improve_now(id, request.accepted_weakenings)).await
    }

    async fn improve_now(&self, id: AbilityId, accepted: Vec<String>) -> Answer<ImproveAbilityResponse> {
        let found = self.ability_experience(id.clone()).await?;
        let proposed = |id: &String| {
            found.changes.iter().any(|change| change.weakening.as_ref().is_some_and(|weak| weak.weakening_id == *id))
        };
        if let Some(unknown) = accepted.iter().find(|id| !proposed(id)) {
            let message = format!("no proposed change has the weakening {unknown}; read the experience of the ability again");
            return Err(request::invalid("accepted_weakenings", &message));
        }
        let (applied, left_out) = experience::accepted(found.changes, &accepted);
        if applied.is_empty() {
            let message = "Nothing was reported of the installed version that a change could follow from. Edit the draft yourself, or show the task again.";
            return Err(Failure::new(ErrorCode::Conflict, message));
        }
        if !found.taught {
            let ability = id.clone();
            let text = self.core.store.read(move |db| sagas::last_done(db, &ability)).await.map_err(crate::stored)?;
            let text = text.and_then(|saga| saga.bundle.get("SKILL.md").cloned());
            let text =
                text.ok_or_else(|| Failure::new(ErrorCode::Conflict, "The text of this ability is gone. Import it again."))?;
            let answer = move || experience::as_text(id, &text, applied, left_out);
            return blocking("scanning a skill", answer).await;
        }
        let created = self.sessions.create_session(improvement_of(&id)).await?.session.learn_session_id;
        match self.drafted_with(created, applied).await {
            Ok((proposal_id, applied, without_room)) => Ok(ImproveAbilityResponse {
                ability_id: id,
                learn_session_id: Some(created),
                proposal_id: Some(proposal_id),
                skill_md: None,
                applied,
                left_out: left_out.into_iter().chain(without_room).collect(),
                schema_version: SCHEMA_VERSION,
            }),
            Err(failure) => {
                // The refusal is reported, so a failure to cancel is only logged.
                if let Err(left) = self.sessions.cancel_session(created, BoundarySource::UserClick).await {
                    tracing::warn!(%left, "the session of an improvement could not be cancelled");
                }
                Err(failure)
            }
        }
    }

    /// The draft, the changes that it has, and those for which the section “When it fails” has no room. Errors: `CONFLICT` when none fits.
    async fn drafted_with(
        &self,
        id: LearnSessionId,
        changes: Vec<ProposedChange>,
    ) -> Answer<(ProposalId, Vec<ProposedChange>, Vec<ProposedChange>)> {
        self.sessions.start_session(id, BoundarySource::UserClick).await?;
        self.sessions.stop_session(id, BoundarySource::UserClick).await?;
        let proposal = self.proposals.generate_proposal(id).await?.proposal_id;
        let working = WorkingDraft::read(&self.core, proposal).await?;
        let (changes, without_room) = experience::fitting(changes, &working.meaning.when_it_fails);
        if changes.is_empty() {
            let message = "The section “When it fails” of this ability is full, and its lines are kept. Remove a line that is no longer true, then try again.";
            return Err(Failure::new(ErrorCode::Conflict, message));
        }
        let edits = experience::edits(&changes, &working.meaning.when_it_fails, &working.record.draft.checkpoints);
        let edits = match working.record.draft.skill_md_edited {
            // A text that a person wrote is kept as it is, with the new lines.
            true => {
                let skill_md = Some(experience::with_lines(&working.record.draft.skill_md, &changes));
                apprentice_contracts::proposal::EditedFields { skill_md, ..edits }
            }
            false => edits,
        };
        let change = ProposalReviseRequest { edited_fields: edits, ..ProposalReviseRequest::default() };
        self.proposals.revise_proposal(proposal, change).await?;
        Ok((proposal, changes, without_room))
    }
}

/// An improvement for which nothing is shown. A person reviews it, whatever other sessions authorized.
fn improvement_of(ability: &AbilityId) -> CreateLearnSessionRequest {
    CreateLearnSessionRequest {
        entry_mode: LearningEntryMode::ImprovingExistingSkill,
        observation_mode: ObservationMode::None,
        build_policy: BuildPolicy::default(),
        execution_mode: LearnExecutionMode::default(),
        target_kind: LearnTargetKind::ExistingSkill,
        goal: None,
        project_id: None,
        room_id: None,
        target_skill_id: Some(ability.0.clone()),
        target_app_family: None,
        target_app_whitelist: Vec::new(),
        ask_before_build: false,
        allow_private_install: false,
        requested_safe_target_ref: None,
        watch: Vec::new(),
        start_url: None,
        require_adapters: Vec::new(),
        client_request_id: None,
        example_of: None,
        from_receipts: Vec::new(),
        from_run: None,
        outline: None,
        practice: None,
    }
}
