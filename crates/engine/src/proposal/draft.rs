//! The draft of a proposal: compiles the demonstration, keeps answers and edits, writes the SKILL.md, and lints it.

use crate::Answer;
use crate::core::Core;
use crate::core::blocking::blocking;
use crate::core::stale::Projection;
use crate::core::transaction::WriteTx;
use crate::proposal::record::find_proposal;
use crate::proposal::{examples, improve};
use crate::session::boundaries::trimmed_span;
use crate::session::{practice, readings};
use apprentice_compiler::{Demonstration, Draft, SkillText, SourceReadings, compile, lint, render};
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::checkpoint::{Checkpoint, CheckpointRole, LintFinding, LintReport, LintSeverity};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::graph::ValueAnswer;
use apprentice_contracts::ids::{CheckpointId, InterpretationId, LearnSessionId, ProposalId};
use apprentice_contracts::interpretation::{Meaning, SemanticWorkflowInterpretation};
use apprentice_contracts::observation::ObservedAction;
use apprentice_contracts::proposal::{
    CheckpointEdit, EditedFields, InstallLane, LearningQuestion, OpenQuestion, ProposalState, QuestionField, SkillBundleProposal,
};
use apprentice_contracts::reading::{Reading, ReadingSource};
use apprentice_contracts::session::LearnExecutionMode;
use apprentice_contracts::skill::{FindingSeverity, SkillFinding};
use apprentice_skills::format::bundle;
use apprentice_skills::format::bundle::Profile;
use apprentice_store::proposals::{DraftRecord, ProposalRecord};
use apprentice_store::sessions::SessionRecord;
use apprentice_store::{Connection, actions, boundaries, interpretations, proposals};

/// A proposal that is being changed, with its meaning.
#[derive(Clone)]
pub(crate) struct WorkingDraft {
    pub record: ProposalRecord,
    pub meaning: Meaning,
    /// Whether a person accepted the meaning.
    pub confirmed: bool,
}

/// The actions that remain after trimming.
pub(crate) fn trimmed(db: &Connection, record: &SessionRecord) -> Answer<Vec<ObservedAction>> {
    let id = record.session.learn_session_id;
    let (first, last) = trimmed_span(&boundaries::of_session(db, id)?);
    Ok(actions::of_session(db, id)?.into_iter().filter(|action| (first..=last).contains(&action.seq)).collect())
}

fn demonstration(db: &Connection, record: &SessionRecord, answers: GivenAnswers) -> Answer<Demonstration> {
    let first = match answers.first_showing {
        Some(id) => examples::recorded(db, id)?,
        None => record.clone(),
    };
    let (record, session) = (&first, &first.session);
    Ok(Demonstration {
        examples: examples::read(db, &answers.examples)?,
        decision_answers: answers.decisions,
        goal: session.goal.clone(),
        actions: trimmed(db, record)?,
        readings: with_shown_check(readings::of_session(db, session.learn_session_id)?, answers.new_check),
        boundaries: boundaries::of_session(db, session.learn_session_id)?,
        execution_mode: session.execution_mode,
        project_id: session.project_id.clone(),
        answers: answers.questions,
        value_answers: answers.values,
        shown_checks: answers.shown_checks,
        outline: session.outline.clone(),
        practice: practice::practised(db, session)?,
        gap_answers: answers.gaps,
        ability_id: None,
    })
}

/// What the person said of a draft: it is compiled again with these.
#[derive(Clone, Debug, Default)]
pub(crate) struct GivenAnswers {
    /// The answers to questions, by field. The last answer to a question counts.
    questions: Vec<(QuestionField, String)>,
    /// The answers to questions about steps of an outline, each with its prompt.
    gaps: Vec<(String, String)>,
    /// What was said of demonstrated values.
    values: Vec<ValueAnswer>,
    /// Where they showed that they look.
    shown_checks: Vec<ReadingSource>,
    /// What was read where they look now. It is not stored yet.
    new_check: Option<Reading>,
    /// The session of the first showing, if it is another one.
    first_showing: Option<LearnSessionId>,
    /// The sessions of the further showings.
    examples: Vec<LearnSessionId>,
    /// The answers about decisions, by the words of the question.
    decisions: Vec<(String, String)>,
}

impl GivenAnswers {
    pub(crate) fn of(draft: &DraftRecord) -> Self {
        Self {
            questions: question_answers(draft),
            gaps: answers_by_prompt(draft, QuestionField::Step),
            values: draft.value_answers.clone(),
            shown_checks: draft.shown_checks.clone(),
            new_check: None,
            first_showing: draft.first_showing,
            examples: draft.examples.clone(),
            decisions: answers_by_prompt(draft, QuestionField::Decision),
        }
    }

    /// What was said before there was a draft, and the sessions of further showings.
    pub(crate) fn of_showings(questions: Vec<(QuestionField, String)>, examples: Vec<LearnSessionId>) -> Self {
        Self { questions, examples, ..Self::default() }
    }

    /// With a further showing of the task. `first`: the session of the first one, if it is not that of the proposal.
    pub(crate) fn with_example(mut self, first: Option<LearnSessionId>, example: LearnSessionId) -> Self {
        self.first_showing = first;
        self.examples.push(example);
        self
    }

    /// With what was read where the person looks now.
    pub(crate) fn with_shown_check(mut self, reading: Reading) -> Self {
        self.shown_checks.retain(|source| *source != reading.source);
        self.shown_checks.push(reading.source.clone());
        self.new_check = Some(reading);
        self
    }
}

fn with_shown_check(mut readings: Vec<SourceReadings>, check: Option<Reading>) -> Vec<SourceReadings> {
    let Some(check) = check else { return readings };
    match readings.iter_mut().find(|one| one.source == check.source) {
        Some(known) => known.after = Some(Ok(check)),
        None => {
            let source = check.source.clone();
            readings.push(SourceReadings { source, before: None, seen_after: u32::MAX, after: Some(Ok(check)) });
        }
    }
    readings
}

/// The answered questions of a draft, with the answers.
fn answered(draft: &DraftRecord) -> impl Iterator<Item = (&LearningQuestion, String)> {
    draft.questions.iter().filter_map(|question| {
        let answer = draft.answers.iter().rev().find(|answer| answer.question_id == question.question_id)?;
        Some((question, answer.answer.clone()))
    })
}

fn question_answers(draft: &DraftRecord) -> Vec<(QuestionField, String)> {
    let once = answered(draft).filter(|(question, _)| !question.field.is_asked_often());
    once.map(|(question, answer)| (question.field, answer)).collect()
}

/// The answers to a field that is asked often: each question is found by its words.
fn answers_by_prompt(draft: &DraftRecord, field: QuestionField) -> Vec<(String, String)> {
    let of_field = answered(draft).filter(|(question, _)| question.field == field);
    of_field.map(|(question, answer)| (question.prompt.clone(), answer)).collect()
}

fn nothing_to_learn() -> Failure {
    let message = "Nothing was captured that an ability could be made of. Cancel this session and demonstrate the task again.";
    Failure::new(ErrorCode::InsufficientTraces, message)
}

impl WorkingDraft {
    /// Makes the first draft of a session.
    pub(crate) fn first(tx: &WriteTx<'_>, of: &SessionRecord, draft: Draft) -> Answer<Self> {
        let session = &of.session;
        let proposal_id: ProposalId = tx.id();
        let interpretation_id: InterpretationId = tx.id();
        let folder = format!("system/learning/proposals/{proposal_id}");
        let proposal = SkillBundleProposal {
            proposal_id,
            learn_session_id: Some(session.learn_session_id),
            interpretation_id: Some(interpretation_id),
            source_trace_ids: session.active_trace_ids.clone(),
            title: String::new(),
            proposed_skill_slug: String::new(),
            trigger_phrases: Vec::new(),
            negative_triggers: Vec::new(),
            draft_skill_path: format!("{folder}/SKILL.md"),
            draft_manifest_path: format!("{folder}/manifest.json"),
            draft_graph_ref: Some(format!("{folder}/graph.json")),
            proposal_state: ProposalState::Draft,
            install_lane: InstallLane::Pending,
            ability_id: None,
            primary_capability_id: None,
            support_pack_refs: Vec::new(),
            superseded_by: None,
            revision: 0,
            created_at: tx.now,
            updated_at: tx.now,
            schema_version: SCHEMA_VERSION,
        };
        let record = ProposalRecord { proposal, draft: DraftRecord::default() };
        let mut working = Self { record, meaning: draft.meaning.clone(), confirmed: false };
        working.compiled(tx, draft);
        if let Some(base) = improve::base(tx.db, session)? {
            base.claim(&mut working.record.proposal);
            if trimmed(tx.db, of)?.is_empty() {
                working.edit(&base.text());
            }
        }
        Ok(working)
    }

    /// Reads the stored draft in a transaction of its own.
    pub(crate) async fn read(core: &Core, id: ProposalId) -> Answer<Self> {
        core.store.read(move |db| Self::load(db, id)).await
    }

    /// Reads the stored draft.
    pub(crate) fn load(db: &Connection, id: ProposalId) -> Answer<Self> {
        let record = find_proposal(db, id)?;
        let interpretation = record.proposal.interpretation_id.map(|id| interpretations::get(db, id)).transpose()?.flatten();
        let interpretation =
            interpretation.ok_or_else(|| crate::internal("reading a proposal", &"its interpretation is gone"))?;
        Ok(Self { record, meaning: interpretation.meaning, confirmed: interpretation.user_confirmed })
    }

    /// Takes over a compiled draft. Answers and edits stay.
    pub(crate) fn compiled(&mut self, tx: &WriteTx<'_>, draft: Draft) {
        let proposal = &mut self.record.proposal;
        self.meaning = draft.meaning;
        proposal.title.clone_from(&self.meaning.title);
        proposal.proposed_skill_slug = draft.slug;
        proposal.trigger_phrases = draft.trigger_phrases;
        proposal.negative_triggers = draft.negative_triggers;
        let kept = &mut self.record.draft;
        kept.author = None;
        kept.description = draft.description;
        kept.graph = draft.graph;
        kept.checkpoints = draft.checkpoints;
        kept.values = draft.values;
        kept.settled = draft.settled;
        kept.questions = merge_questions(tx, proposal.proposal_id, kept, draft.questions);
        let edits = kept.edits.clone();
        self.edit(&edits);
    }

    /// Applies a person's edits and keeps them for the next draft.
    pub(crate) fn edit(&mut self, edits: &EditedFields) {
        let proposal = &mut self.record.proposal;
        over(&mut proposal.title, &edits.title);
        over(&mut self.meaning.title, &edits.title);
        over(&mut proposal.proposed_skill_slug, &edits.proposed_skill_slug);
        over(&mut self.meaning.goal_summary, &edits.goal_summary);
        over(&mut self.meaning.use_conditions, &edits.use_conditions);
        over(&mut self.meaning.when_it_fails, &edits.when_it_fails);
        over(&mut self.meaning.non_use_conditions, &edits.non_use_conditions);
        over(&mut proposal.trigger_phrases, &edits.trigger_phrases);
        over(&mut proposal.negative_triggers, &edits.negative_triggers);
        over(&mut self.meaning.guards, &edits.guards);
        let draft = &mut self.record.draft;
        over(&mut draft.description, &edits.description);
        if let Some(checkpoints) = &edits.checkpoints {
            draft.checkpoints = edit_checkpoints(&draft.checkpoints, checkpoints);
        }
        over(&mut draft.skill_md, &edits.skill_md);
        draft.skill_md_edited |= edits.skill_md.is_some();
        merge(&mut draft.edits, edits);
    }

    /// Writes the SKILL.md (unless it was edited by hand), lints it, and increases the revision.
    pub(crate) fn finish(&mut self, mode: LearnExecutionMode) {
        let proposal = &mut self.record.proposal;
        let draft = &mut self.record.draft;
        let ability =
            proposal.ability_id.as_ref().map_or_else(|| format!("ability_{}", proposal.proposed_skill_slug), ToString::to_string);
        let (rendered, report) = render(&SkillText {
            slug: &proposal.proposed_skill_slug,
            description: &draft.description,
            meaning: &self.meaning,
            trigger_phrases: &proposal.trigger_phrases,
            negative_triggers: &proposal.negative_triggers,
            variables: &draft.graph.variables,
            checkpoints: &draft.checkpoints,
            execution_mode: mode,
            ability_id: Some(&ability),
            tools: &draft.graph.tools,
        });
        if !draft.skill_md_edited {
            draft.skill_md = rendered;
        }
        proposal.revision += 1;
        self.record.draft.lint = self.lint(report);
    }

    /// `rendered` is the report on the rendered text; a text that was edited by hand is linted as it is.
    fn lint(&mut self, rendered: LintReport) -> LintReport {
        let draft = &mut self.record.draft;
        let mut report = match draft.skill_md_edited {
            true => lint(&draft.checkpoints, Some(&draft.skill_md), &draft.graph.variables),
            false => rendered,
        };
        match bundle::read(&draft.skill_md, &self.record.proposal.proposed_skill_slug, Profile::Strict) {
            Ok(bundle) => {
                draft.description = bundle.description;
                report.findings.extend(bundle.findings.iter().map(as_lint));
            }
            Err(finding) => report.findings.push(as_lint(&finding)),
        }
        if draft.skill_md_edited {
            let message = "This SKILL.md was edited by hand and is kept as it is; changes of the fields above do not reach it.";
            report.findings.push(warning("EDITED_BY_HAND", message, "Change the text too, where it should say the same."));
            let fields = installed_beside(&self.record.proposal, &self.meaning);
            report.findings.extend(lint(&[], Some(&fields), &draft.graph.variables).findings.into_iter().filter_map(in_a_field));
        }
        report
    }

    /// Stores the proposal and its interpretation, and marks their projections as stale.
    pub(crate) fn save(&mut self, tx: &WriteTx<'_>) -> Answer<()> {
        let proposal = &mut self.record.proposal;
        proposal.updated_at = tx.now;
        let id = proposal.proposal_id;
        if let (Some(interpretation_id), Some(learn_session_id)) = (proposal.interpretation_id, proposal.learn_session_id) {
            let before = interpretations::get(tx.db, interpretation_id)?;
            let interpretation = SemanticWorkflowInterpretation {
                interpretation_id,
                learn_session_id,
                proposal_id: Some(id),
                meaning: self.meaning.clone(),
                user_confirmed: self.confirmed,
                created_at: before.map_or(tx.now, |before| before.created_at),
                schema_version: SCHEMA_VERSION,
            };
            interpretations::put(tx.db, &interpretation)?;
            tx.stale(&Projection::Interpretation(interpretation_id))?;
        }
        proposals::put(tx.db, &self.record)?;
        Projection::of_draft(id).iter().try_for_each(|projection| tx.stale(projection))
    }

    /// Required questions without an answer.
    pub(crate) fn open_required(&self) -> Vec<&LearningQuestion> {
        self.record.draft.open_required().collect()
    }
}

fn over<T: Clone>(field: &mut T, edit: &Option<T>) {
    if let Some(edit) = edit {
        field.clone_from(edit);
    }
}

pub(crate) fn merge(all: &mut EditedFields, new: &EditedFields) {
    fn newer<T: Clone>(old: &mut Option<T>, new: &Option<T>) {
        if new.is_some() {
            old.clone_from(new);
        }
    }
    newer(&mut all.title, &new.title);
    newer(&mut all.proposed_skill_slug, &new.proposed_skill_slug);
    newer(&mut all.goal_summary, &new.goal_summary);
    newer(&mut all.use_conditions, &new.use_conditions);
    newer(&mut all.non_use_conditions, &new.non_use_conditions);
    newer(&mut all.when_it_fails, &new.when_it_fails);
    newer(&mut all.trigger_phrases, &new.trigger_phrases);
    newer(&mut all.negative_triggers, &new.negative_triggers);
    newer(&mut all.description, &new.description);
    newer(&mut all.guards, &new.guards);
    newer(&mut all.checkpoints, &new.checkpoints);
    newer(&mut all.skill_md, &new.skill_md);
}

/// Checkpoints in the person's order. A known one keeps its evidence; a new one gets the next free id.
fn edit_checkpoints(known: &[Checkpoint], edits: &[CheckpointEdit]) -> Vec<Checkpoint> {
    let mut taken: Vec<CheckpointId> = known.iter().map(|checkpoint| checkpoint.checkpoint_id.clone()).collect();
    let mut edited: Vec<Checkpoint> = Vec::new();
    for (n, edit) in edits.iter().enumerate() {
        let before = known.iter().find(|checkpoint| checkpoint.checkpoint_id == edit.checkpoint_id);
        let before = before.filter(|before| edited.iter().all(|earlier| earlier.checkpoint_id != before.checkpoint_id));
        let checkpoint_id = before.map_or_else(|| free_name(&mut taken), |before| before.checkpoint_id.clone());
        edited.push(Checkpoint {
            checkpoint_id,
            goal: edit.goal.clone(),
            success_condition: edit.success_condition.clone(),
            order_hint: n as u32 + 1,
            optional: edit.optional,
            role: before.map_or(CheckpointRole::Effect, |before| before.role),
            evidence: before.and_then(|before| before.evidence.clone()),
        });
    }
    edited
}

fn free_name(taken: &mut Vec<CheckpointId>) -> CheckpointId {
    let name = (1..).map(|n| CheckpointId(format!("cp-{n:02}"))).find(|name| !taken.contains(name)).unwrap_or("cp".into());
    taken.push(name.clone());
    name
}

/// Keeps answered questions. A question that is asked again keeps its id.
fn merge_questions(
    tx: &WriteTx<'_>,
    proposal_id: ProposalId,
    kept: &DraftRecord,
    asked: Vec<OpenQuestion>,
) -> Vec<LearningQuestion> {
    let answered = |question: &&LearningQuestion| kept.answers.iter().any(|answer| answer.question_id == question.question_id);
    let mut questions: Vec<LearningQuestion> = kept.questions.iter().filter(answered).cloned().collect();
    for open in asked {
        let same =
            |known: &LearningQuestion| known.field == open.field && (!open.field.is_asked_often() || known.prompt == open.prompt);
        if questions.iter().any(same) {
            continue;
        }
        let known = kept.questions.iter().find(|known| known.field == open.field && known.prompt == open.prompt);
        questions.push(LearningQuestion {
            question_id: known.map_or_else(|| tx.id(), |known| known.question_id),
            proposal_id,
            field: open.field,
            prompt: open.prompt,
            required: open.required,
            choices: open.choices,
            assumed: open.assumed,
            created_at: known.map_or(tx.now, |known| known.created_at),
            schema_version: SCHEMA_VERSION,
        });
    }
    questions
}

/// Texts that are installed in other files, and may be missing in a hand-edited SKILL.md.
fn installed_beside(proposal: &SkillBundleProposal, meaning: &Meaning) -> String {
    let phrases = proposal.trigger_phrases.iter().chain(&proposal.negative_triggers);
    phrases.chain([&proposal.title, &meaning.goal_summary]).map(|words| format!("{words}\n")).collect()
}

/// Findings about the words of a field; findings about a missing file structure are dropped.
fn in_a_field(finding: LintFinding) -> Option<LintFinding> {
    let message = format!("In a field that is installed with the SKILL.md: {}", finding.message);
    finding.line.map(|_| LintFinding { line: None, message, ..finding })
}

fn as_lint(finding: &SkillFinding) -> LintFinding {
    LintFinding {
        code: finding.code.clone(),
        severity: if finding.severity == FindingSeverity::Error { LintSeverity::Error } else { LintSeverity::Warning },
        checkpoint_id: None,
        line: finding.line,
        excerpt: String::new(),
        message: finding.message.clone(),
        suggestion: "Correct the front matter as the message says.".into(),
    }
}

fn warning(code: &str, message: &str, suggestion: &str) -> LintFinding {
    LintFinding {
        code: code.into(),
        severity: LintSeverity::Warning,
        checkpoint_id: None,
        line: None,
        excerpt: String::new(),
        message: message.into(),
        suggestion: suggestion.into(),
    }
}

/// Compiles the demonstration of a session with these answers. Errors: `INSUFFICIENT_TRACES` when there is nothing to learn from.
pub(crate) async fn compile_session(core: &Core, record: &SessionRecord, answers: GivenAnswers) -> Answer<Draft> {
    compile_either(core, record, answers).await.map(|(_, draft)| draft)
}

/// Compiles a demonstration, and returns it too. Errors: `INSUFFICIENT_TRACES` also when the draft begins as an installed ability.
pub(crate) async fn compile_demonstration(
    core: &Core,
    record: &SessionRecord,
    answers: GivenAnswers,
) -> Answer<(Demonstration, Draft)> {
    let (demonstration, draft) = compile_either(core, record, answers).await?;
    let is_empty = demonstration.actions.is_empty() && demonstration.outline.is_none();
    if is_empty { Err(nothing_to_learn()) } else { Ok((demonstration, draft)) }
}

/// A demonstration as it is recorded so far, with what an ability that it improves adds. [`compile_so_far`] compiles it.
pub(crate) fn recorded_so_far(db: &Connection, record: &SessionRecord) -> Answer<(Option<improve::Base>, Demonstration)> {
    let base = improve::base(db, &record.session)?;
    let mut demonstration = demonstration(db, record, GivenAnswers::default())?;
    if let Some(base) = &base {
        base.answers(&mut demonstration.answers);
    }
    Ok((base, demonstration))
}

/// The draft that a demonstration would give now. `None`: nothing was recorded that an ability could be made of.
pub(crate) fn compile_so_far(base: Option<&improve::Base>, demonstration: &Demonstration) -> Option<Draft> {
    let mut draft = compile(demonstration).ok()?;
    if let Some(base) = base {
        base.shown_again(&mut draft);
    }
    Some(draft)
}

async fn compile_either(core: &Core, record: &SessionRecord, answers: GivenAnswers) -> Answer<(Demonstration, Draft)> {
    if record.purged {
        let message = "The observations of this session have expired and were deleted, so it cannot be drafted again. Edit the draft itself.";
        return Err(Failure::new(ErrorCode::InsufficientTraces, message));
    }
    let record = record.clone();
    let look = move |db: &Connection| {
        let base = improve::base(db, &record.session)?;
        let mut demonstration = demonstration(db, &record, answers)?;
        if let Some(base) = &base {
            base.answers(&mut demonstration.answers);
        }
        Ok::<_, Failure>((base, demonstration))
    };
    let (base, demonstration) = core.store.read(move |db| look(db)).await?;
    let base = match base {
        Some(base) if demonstration.actions.is_empty() => return Ok((demonstration, base.into_draft())),
        other => other,
    };
    let (demonstration, draft) = blocking("drafting", move || {
        let draft = compile(&demonstration);
        (demonstration, draft)
    })
    .await?;
    let mut draft = draft.map_err(|_| nothing_to_learn())?;
    if let Some(base) = base {
        base.shown_again(&mut draft);
    }
    Ok((demonstration, draft))
}
