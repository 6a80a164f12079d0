//! Reads proposals.

use crate::ability::rehearsed;
use crate::app::settings::UserSettings;
use crate::catalogue::Catalogue;
use crate::core::Core;
use crate::core::blocking::blocking;
use crate::core::scan;
use crate::proposal::actions::actions;
use crate::proposal::record::{find_proposal, steps_of};
use crate::proposal::{collisions, examples, gates, portability, weakenings};
use crate::session::preflight;
use crate::{Answer, install};
use apprentice_compiler::drawing::{self, FlowSource};
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::action::ProposalAction;
use apprentice_contracts::drawing::FlowResponse;
use apprentice_contracts::gate::GateNotice;
use apprentice_contracts::ids::{LearnSessionId, ProposalId, QuestionId};
use apprentice_contracts::improvement::Weakening;
use apprentice_contracts::interpretation::SemanticWorkflowInterpretation;
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::proposal::{
    Collision, LearnProposalRow, LearnProposalsListResponse, ProposalDetailResponse, QuestionView, SkillBundleProposal,
    SkillValidationReport, TargetPreview, Unrehearsed,
};
use apprentice_contracts::validation::{RunKind, ValidationRun, ValidationStepResult};
use apprentice_store::proposals::{DraftRecord, ProposalRecord};
use apprentice_store::{Connection, interpretations, proposals, sagas, sessions, validation_runs};
use std::sync::Arc;

/// What the database has of a proposal.
struct Stored {
    record: ProposalRecord,
    actions: Vec<ProposalAction>,
    interpretation: Option<SemanticWorkflowInterpretation>,
    runs: Vec<ValidationRun>,
    steps: Vec<ValidationStepResult>,
    installed: Option<String>,
    example: Option<LearnSessionId>,
    weakenings: Vec<Weakening>,
    gate: Option<GateNotice>,
    unrehearsed: Option<Unrehearsed>,
}

/// Reads proposals, and what an installation of them would meet.
#[derive(Clone)]
pub(crate) struct ProposalReader {
    pub core: Arc<Core>,
    pub settings: UserSettings,
    pub catalogue: Catalogue,
}

impl ProposalReader {
    pub(crate) async fn list_proposals(&self, page: PageQuery) -> Answer<LearnProposalsListResponse> {
        self.core
            .store
            .read(move |db| {
                let (records, total) = proposals::list(db, page)?;
                let row =
                    |record: ProposalRecord| Ok(LearnProposalRow { actions: actions(db, &record)?, proposal: record.proposal });
                Ok(LearnProposalsListResponse {
                    proposals: records.into_iter().map(row).collect::<Answer<_>>()?,
                    total,
                    page: page.page,
                    page_size: page.page_size,
                    schema_version: SCHEMA_VERSION,
                })
            })
            .await
    }

    pub(crate) async fn proposal_detail(&self, id: ProposalId) -> Answer<ProposalDetailResponse> {
        let stored = self.core.store.read(move |db| stored(db, id)).await?;
        let practice = self.is_practice(&stored.record.proposal).await?;
        let (collisions, targets) = self.surroundings(&stored.record, practice).await?;
        Ok(view(stored, practice, collisions, targets))
    }
}

impl ProposalReader {
    /// The flow of a draft, drawn.
    pub(crate) async fn proposal_flow(&self, id: ProposalId) -> Answer<FlowResponse> {
        let record = self.core.store.read(move |db| find_proposal(db, id)).await?;
        let draft = &record.draft;
        let answered = |id: QuestionId| draft.answers.iter().any(|answer| answer.question_id == id);
        let open: Vec<_> = draft.questions.iter().filter(|question| !answered(question.question_id)).collect();
        let drawing = drawing::flow(&FlowSource {
            title: &record.proposal.title,
            graph: &draft.graph,
            checkpoints: &draft.checkpoints,
            open: &open,
        });
        Ok(FlowResponse { svg: drawing::flow_svg(&drawing), drawing })
    }
}

fn stored(db: &Connection, id: ProposalId) -> Answer<Stored> {
    let record = find_proposal(db, id)?;
    let runs = validation_runs::latest_of_each_kind(db, id)?;
    let saga = record.proposal.ability_id.as_ref().map(|ability| sagas::last_done(db, ability)).transpose()?.flatten();
    Ok(Stored {
        weakenings: weakenings::of(db, &record)?,
        gate: gates::notice(db, &gates::of_draft(&record.draft.skill_md))?,
        actions: actions(db, &record)?,
        unrehearsed: rehearsed::missing(db, &record)?,
        interpretation: record.proposal.interpretation_id.map(|id| interpretations::get(db, id)).transpose()?.flatten(),
        steps: steps_of(db, &runs)?,
        runs,
        example: examples::under_way(db, &record)?,
        installed: saga.and_then(|saga| saga.bundle.get("SKILL.md").cloned()),
        record,
    })
}

fn view(stored: Stored, practice: bool, collisions: Vec<Collision>, targets: Vec<TargetPreview>) -> ProposalDetailResponse {
    let ProposalRecord { proposal, draft } = stored.record;
    let checks = stored.runs.iter().filter(|run| run.run_kind == RunKind::DependencyCheck);
    let checks: Vec<_> = checks.map(|run| run.validation_run_id).collect();
    let needs = stored.steps.iter().filter(|step| checks.contains(&step.validation_run_id));
    let dependencies = portability::dependencies(needs, &proposal.support_pack_refs);
    ProposalDetailResponse {
        portability: portability::grade(&dependencies, &draft.lint),
        dependencies,
        interpretation: stored.interpretation,
        weakenings: stored.weakenings,
        gate: stored.gate,
        rehearsed: stored.unrehearsed.is_none(),
        unrehearsed: stored.unrehearsed,
        practice,
        findings: scan::of_text(&draft.skill_md),
        checkpoint_lint_report: Some(draft.lint.clone()),
        questions: questions(&draft),
        validation: SkillValidationReport { latest_runs: stored.runs, steps: stored.steps, lint: draft.lint, collisions },
        token_estimate: (draft.skill_md.chars().count() / 4) as u32,
        checkpoints: draft.checkpoints,
        variables: draft.graph.variables,
        values: draft.values,
        showings: draft.examples.len() as u32 + 1,
        settled: draft.settled,
        example_session_id: stored.example,
        skill_md: draft.skill_md,
        installed_skill_md: stored.installed,
        skill_md_edited: draft.skill_md_edited,
        author: draft.author,
        revision_changes: Vec::new(),
        targets,
        actions: stored.actions,
        proposal,
    }
}

fn questions(draft: &DraftRecord) -> Vec<QuestionView> {
    let view = |question: &apprentice_contracts::proposal::LearningQuestion| {
        let answer = draft.answers.iter().rev().find(|answer| answer.question_id == question.question_id);
        QuestionView {
            question_id: question.question_id,
            field: question.field,
            question_text: question.prompt.clone(),
            required: question.required,
            choices: question.choices.clone(),
            assumed: question.assumed.clone(),
            answered: answer.is_some(),
            answer_text: answer.map(|answer| answer.answer.clone()),
        }
    };
    draft.questions.iter().map(view).collect()
}

impl ProposalReader {
    /// Whether the proposal was taught on the bundled sample page.
    pub(crate) async fn is_practice(&self, proposal: &SkillBundleProposal) -> Answer<bool> {
        let Some(id) = proposal.learn_session_id else { return Ok(false) };
        let session = self.core.store.read(move |db| sessions::get(db, id)).await.map_err(crate::stored)?;
        Ok(session.is_some_and(|record| record.start_url.as_deref() == Some(preflight::SAMPLE_PAGE)))
    }

    /// Similar skills, and the folders that an installation would write into.
    async fn surroundings(&self, record: &ProposalRecord, practice: bool) -> Answer<(Vec<Collision>, Vec<TargetPreview>)> {
        let settings = self.settings.read().await?;
        let context = install::InstallContext::of(&self.core);
        let targets = install::preview(&context, &self.core.options.machine, &settings, &record.proposal, practice).await?;
        let (search, placements) = self.catalogue.search_and_placements().await?;
        let (catalogue, record, enabled) = (self.catalogue.clone(), record.clone(), targets.clone());
        let find = move || catalogue.look(search, |listing| collisions::find(&record, listing.skills(), &placements, &enabled));
        let collisions = blocking("comparing skills", find).await?;
        Ok((collisions, targets))
    }
}
