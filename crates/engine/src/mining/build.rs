//! Builds the draft of a candidate: its showings are aligned as examples, and the draft is reviewed and installed like every other one. Nothing is
//! installed here; only a session of the mode `auto_install_private` authorizes that, after every test.

use crate::Answer;
use crate::core::transaction::{ReceiptSubject, WriteTx};
use crate::mining::assess::Assessed;
use crate::mining::questions::{self, ASK, THIS_PROJECT};
use crate::mining::traces::MinedTrace;
use crate::mining::{Mining, allows};
use crate::proposal::draft::{self, GivenAnswers, WorkingDraft};
use crate::proposal::examples;
use crate::proposal::operations::generate::announce;
use crate::session::boundaries::Mark;
use crate::session::operations::records;
use crate::session::record::find_session;
use crate::session::transitions::move_to;
use apprentice_compiler::{Demonstration, Draft, slug};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{CandidateId, LearnSessionId};
use apprentice_contracts::mining::*;
use apprentice_contracts::proposal::{EditedFields, QuestionField};
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_contracts::session::{BoundaryKind, BoundarySource, BuildPolicy, CreateLearnSessionRequest, LearningEntryMode};
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_store::sessions::SessionRecord;
use apprentice_store::{Connection, actions, sessions, workflow_traces};

/// The guard of the answer that asks for approval.
const APPROVAL: &str = "Ask before each run of this task.";

impl Mining {
    pub(crate) async fn build_candidate(&self, id: CandidateId) -> Answer<BuildCandidateResponse> {
        let gate = self.core.gate.clone().lock_owned().await;
        let found = self.find(id).await?;
        allows(&found.candidate, CandidateAction::Build)?;
        self.core.store.read(|db| records::ensure_free(db)).await?;
        let settings = self.settings.read().await?.mining;
        let members = found.members();
        let given = given(&found);
        let (mut showings, mut draft) = self.compile_showings(&members, &given).await?;
        if !draft.unused.is_empty() {
            // Aligned with each other, one of them turns out to be of another task.
            let others: Vec<usize> = draft.unused.iter().map(|(number, _)| number + 1).collect();
            let kept: Vec<_> = showings.iter().enumerate().filter(|(at, _)| !others.contains(at)).map(|(_, id)| *id).collect();
            (showings, draft) = self.compile_showings(&kept, &given).await?;
        }
        let built = self.core.commit(move |tx| begin(tx, &found, &showings, draft, &settings)).await?;
        if built.session.state == State::DraftingProposal {
            self.proposals.continue_draft(gate, built.proposal_id);
        }
        Ok(built)
    }

    /// Builds unless another session is active. A refusal waits for the next search.
    pub(super) async fn build_if_free(&self, id: CandidateId) -> Answer<()> {
        match self.build_candidate(id).await {
            Ok(_) => Ok(()),
            Err(refused) if refused.code == ErrorCode::Internal => Err(refused),
            Err(refused) => {
                tracing::info!(%refused, "a repeated task is not drafted now");
                Ok(())
            }
        }
    }

    /// Compiles the recordings of these sessions that are still there, and says which were used. Errors: `INSUFFICIENT_TRACES`.
    pub(super) async fn compile_showings(
        &self,
        members: &[LearnSessionId],
        given: &[(QuestionField, String)],
    ) -> Answer<(Vec<LearnSessionId>, Draft)> {
        let members = members.to_vec();
        let (first, rest) = self.core.store.read(move |db| recordings(db, &members)).await?;
        let mut showings = vec![first.session.learn_session_id];
        showings.extend(&rest);
        let answers = GivenAnswers::of_showings(given.to_vec(), rest);
        let (_, draft): (Demonstration, Draft) = draft::compile_demonstration(&self.core, &first, answers).await?;
        Ok((showings, draft))
    }
}

/// The newest recordings that a draft can hold; the first one as a record.
fn recordings(db: &Connection, members: &[LearnSessionId]) -> Answer<(SessionRecord, Vec<LearnSessionId>)> {
    let mut kept = Vec::new();
    for id in members {
        let Some(record) = sessions::get(db, *id)?.filter(|record| !record.purged) else { continue };
        if actions::count_of_session(db, *id)? > 0 && record.session.state != State::Rejected {
            kept.push(record);
        }
    }
    let mut kept = kept.split_off(kept.len().saturating_sub(examples::MOST + 1)).into_iter();
    let first = kept.next().ok_or_else(|| {
        let message = "The recordings of this task were deleted, so no draft can be made of them. Show the task again.";
        Failure::new(ErrorCode::InsufficientTraces, message)
    })?;
    Ok((first, kept.map(|record| record.session.learn_session_id).collect()))
}

/// The answers that the compiler takes.
fn given(found: &Assessed) -> Vec<(QuestionField, String)> {
    let fields = [(QuestionField::Name, MiningTopic::Name), (QuestionField::ProjectScope, MiningTopic::ProjectScope)];
    fields.into_iter().filter_map(|(field, topic)| Some((field, questions::answer(&found.traces, topic)?))).collect()
}

fn begin(
    tx: &WriteTx<'_>,
    found: &Assessed,
    showings: &[LearnSessionId],
    draft: Draft,
    settings: &SkillMiningSettings,
) -> Answer<BuildCandidateResponse> {
    let [first, examples @ ..] = showings else { return Err(crate::internal("building a draft", &"it has no showing")) };
    let first = find_session(tx.db, *first)?;
    let installs = settings.mode == MiningMode::AutoInstallPrivate;
    let session = records::create(tx, &request(found, &first, installs)?, None)?;
    let mut record = find_session(tx.db, session.learn_session_id)?;
    // Nothing is observed: the states are those of a demonstration that is there already.
    for state in [State::Capturing, State::Stopped] {
        move_to(tx, &mut record, state)?;
        let kind = if state == State::Capturing { BoundaryKind::Start } else { BoundaryKind::Stop };
        Mark::new(kind, BoundarySource::SystemInferred).label("repeated_task").set(tx, &mut record)?;
    }
    (record.capture.started_at, record.capture.stopped_at) = (Some(tx.now), Some(tx.now));
    for id in showings {
        record.session.active_trace_ids.extend(find_session(tx.db, *id)?.session.active_trace_ids);
    }
    move_to(tx, &mut record, State::Reviewing)?;
    let mut working = WorkingDraft::first(tx, &record, draft)?;
    working.record.draft.first_showing = Some(first.session.learn_session_id);
    working.record.draft.examples = examples.to_vec();
    let edits = edits(found, &working);
    working.edit(&edits);
    let about = ReceiptSubject::of_session(&record);
    let summary = format!("Built from {} showings of a repeated task.", showings.len());
    tx.receipt(about, ReceiptKind::CandidateBuilt, &summary, None)?;
    for trace in &found.traces {
        let Some(mut kept) = workflow_traces::get::<MinedTrace>(tx.db, trace.session)? else { continue };
        kept.built = Some(record.session.learn_session_id);
        workflow_traces::replace(tx.db, trace.session, &kept)?;
    }
    tx.notify(crate::core::notify::ChangeNotice::Candidates);
    let proposal_id = announce(tx, &mut record, &mut working)?;
    Ok(BuildCandidateResponse { session: record.session, proposal_id })
}

fn request(found: &Assessed, first: &SessionRecord, installs: bool) -> Answer<CreateLearnSessionRequest> {
    let scope = questions::answer(&found.traces, MiningTopic::ProjectScope);
    let in_project = scope.is_none_or(|scope| scope == THIS_PROJECT);
    let base = serde_json::json!({ "entry_mode": LearningEntryMode::DemonstratingSkill });
    let base: CreateLearnSessionRequest =
        serde_json::from_value(base).map_err(|error| crate::internal("building a draft", &error))?;
    let session = &first.session;
    Ok(CreateLearnSessionRequest {
        build_policy: if installs { BuildPolicy::PrivateAutoInstall } else { BuildPolicy::BuildThenReview },
        allow_private_install: installs,
        goal: Some(found.candidate.title.clone()),
        project_id: session.project_id.clone().filter(|_| in_project),
        target_app_family: session.target_app_family.clone(),
        target_app_whitelist: session.target_app_whitelist.clone(),
        watch: session.watch.clone(),
        observation_mode: session.observation_mode,
        execution_mode: session.execution_mode,
        start_url: first.start_url.clone(),
        ..base
    })
}

/// What the person answered, as edits that every new draft keeps. Answers add to what the rules wrote; they take nothing away.
fn edits(found: &Assessed, working: &WorkingDraft) -> EditedFields {
    let said = |topic| questions::answer(&found.traces, topic);
    let with = |list: &[String], text: Option<String>| text.map(|text| list.iter().cloned().chain([text]).collect::<Vec<_>>());
    let name = said(MiningTopic::Name).map(|name| name.chars().take(160).collect::<String>());
    let approval = said(MiningTopic::Approval).filter(|answer| answer == ASK).map(|_| APPROVAL.to_owned());
    EditedFields {
        proposed_skill_slug: name.as_deref().map(slug),
        title: name,
        use_conditions: with(&working.meaning.use_conditions, said(MiningTopic::Use)),
        non_use_conditions: with(&working.meaning.non_use_conditions, said(MiningTopic::NonUse)),
        guards: with(&working.meaning.guards, approval),
        ..EditedFields::default()
    }
}
