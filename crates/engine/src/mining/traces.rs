//! Traces: what is kept of a settled demonstration, so that it can be compared with others without its recording. A trace is deleted with
//! the recording, unless an ability was made of it.

use crate::Answer;
use crate::ability::evidence::is_read_again;
use crate::core::transaction::WriteTx;
use crate::mining::{Mining, assess};
use crate::proposal::draft::{self, GivenAnswers};
use apprentice_compiler::{Demonstration, Draft, Trace};
use apprentice_contracts::Time;
use apprentice_contracts::checkpoint::{Checkpoint, CheckpointRole};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::ids::{AbilityId, LearnSessionId, ProposalId};
use apprentice_contracts::mining::{MiningAnswer, SkillMiningSettings};
use apprentice_contracts::session::{BoundaryKind, LearnTargetKind, LearningEntryMode};
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_store::sessions::SessionRecord;
use apprentice_store::{Connection, boundaries, sessions, workflow_traces};
use serde::{Deserialize, Serialize};

/// The most points that a comparison of examples returns.
const POINTS: usize = 3;

/// What is kept of one settled session.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct MinedTrace {
    pub session: LearnSessionId,
    pub shown_at: Time,
    pub title: String,
    /// Whether the person named the task.
    pub named: bool,
    pub app: String,
    pub project: Option<String>,
    /// `None`: nothing was shown to its end that can be learned.
    pub shape: Option<Trace>,
    /// Share of its results that was read again.
    pub coverage: f32,
    /// When the person rejected the draft of it.
    pub rejected_at: Option<Time>,
    pub proposal: Option<ProposalId>,
    pub ability: Option<AbilityId>,
    /// The session of the draft that was built of it.
    #[serde(default)]
    pub built: Option<LearnSessionId>,
    #[serde(default)]
    pub dismissed_at: Option<Time>,
    #[serde(default)]
    pub answers: Vec<MiningAnswer>,
    /// The result of a comparison with the other examples.
    #[serde(default)]
    pub compared: Option<Comparison>,
}

/// What differed between showings.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Comparison {
    pub with: Vec<LearnSessionId>,
    pub words: Vec<String>,
}

impl MinedTrace {
    fn of(record: &SessionRecord, read: Option<(Demonstration, Draft)>) -> Self {
        let session = &record.session;
        let shown_at = record.capture.stopped_at.unwrap_or(session.updated_at);
        let shape = read.as_ref().and_then(|(demonstration, _)| Trace::of(demonstration));
        let app = read
            .as_ref()
            .and_then(|(demonstration, _)| demonstration.actions.iter().rev().find_map(|action| action.app_family.clone()));
        Self {
            session: session.learn_session_id,
            shown_at,
            title: read.as_ref().map(|(_, draft)| draft.meaning.title.clone()).unwrap_or_default(),
            named: session.goal.is_some(),
            app: session.target_app_family.clone().or(app).unwrap_or_else(|| "terminal".to_owned()),
            project: session.project_id.clone(),
            coverage: read.as_ref().map_or(0.0, |(demonstration, draft)| coverage(demonstration, &draft.checkpoints)),
            shape,
            rejected_at: (session.state == State::Rejected).then_some(record.ended_at.unwrap_or(session.updated_at)),
            proposal: session.proposal_id,
            ability: session.ability_id.clone(),
            built: None,
            dismissed_at: None,
            answers: Vec::new(),
            compared: None,
        }
    }

    /// Takes over what the person said of an older reading of the same session.
    fn keep(&mut self, known: Self) {
        self.built = known.built;
        self.dismissed_at = known.dismissed_at;
        self.answers = known.answers;
        self.compared = known.compared;
    }
}

/// The share of the effects that were read before and after.
fn coverage(demonstration: &Demonstration, checkpoints: &[Checkpoint]) -> f32 {
    let is_read = demonstration.readings.iter().any(|one| one.is_place() && matches!(one.after, Some(Ok(_))));
    let effects: Vec<_> = checkpoints.iter().filter(|checkpoint| checkpoint.role == CheckpointRole::Effect).collect();
    if !is_read || effects.is_empty() {
        return 0.0;
    }
    let verified = effects.iter().filter(|checkpoint| checkpoint.evidence.as_ref().is_some_and(is_read_again)).count();
    verified as f32 / effects.len() as f32
}

/// Whether the session is a demonstration of its own that was shown to its end. A showing that became an example, or that the person
/// ended before its end, is none.
fn is_complete(db: &Connection, record: &SessionRecord) -> Answer<bool> {
    let session = &record.session;
    let own = session.entry_mode == LearningEntryMode::DemonstratingSkill
        && session.target_kind == LearnTargetKind::NewSkill
        && session.example_of.as_ref().is_none_or(|of| !of.used)
        && session.outline.is_none();
    let stopped = |kind: BoundaryKind| kind == BoundaryKind::Stop;
    Ok(own && boundaries::of_session(db, session.learn_session_id)?.iter().any(|boundary| stopped(boundary.kind)))
}

impl Mining {
    /// Reads the sessions that were settled since the last search.
    pub(super) async fn read_new_traces(&self) -> Answer<()> {
        let due = self.core.store.read(|db| workflow_traces::due(db)).await.map_err(crate::stored)?;
        for record in due.into_iter().filter(|record| record.session.state.is_settled()) {
            let complete = {
                let record = record.clone();
                self.core.store.read(move |db| is_complete(db, &record)).await?
            };
            let read = match complete {
                false => None,
                true => match draft::compile_demonstration(&self.core, &record, GivenAnswers::default()).await {
                    Ok(read) => Some(read),
                    Err(failure) if failure.code == ErrorCode::InsufficientTraces => None,
                    Err(failure) => return Err(failure),
                },
            };
            let trace = MinedTrace::of(&record, read);
            self.core.change(move |tx| store(tx, &record, trace)).await?;
        }
        Ok(())
    }

    /// Compares the showings of each candidate, to say what varied. A comparison is kept until there is another showing.
    pub(super) async fn compare_showings(&self, settings: &SkillMiningSettings) -> Answer<()> {
        for found in self.assessed(settings).await? {
            let with = found.members();
            let Some(newest) = found.traces.last() else { continue };
            let known = newest.compared.as_ref().is_some_and(|known| known.with == with);
            if known || with.len() < 2 {
                continue;
            }
            let id = newest.session;
            let words = match self.compile_showings(&with, &[]).await {
                Ok((_, draft)) => draft.settled.into_iter().map(|point| point.text).take(POINTS).collect(),
                Err(failure) if failure.code == ErrorCode::InsufficientTraces => Vec::new(),
                Err(failure) => return Err(failure),
            };
            let keep = move |tx: &WriteTx<'_>| {
                if let Some(mut trace) = workflow_traces::get::<MinedTrace>(tx.db, id)? {
                    trace.compared = Some(Comparison { with, words });
                    workflow_traces::replace(tx.db, id, &trace)?;
                }
                Ok(())
            };
            self.core.change(keep).await?;
        }
        Ok(())
    }
}

/// Stores a trace, unless its session was deleted or purged meanwhile.
fn store(tx: &WriteTx<'_>, record: &SessionRecord, mut trace: MinedTrace) -> Answer<()> {
    let id = record.session.learn_session_id;
    if sessions::get(tx.db, id)?.is_none_or(|now| now.purged) {
        return Ok(());
    }
    if let Some(known) = workflow_traces::get::<MinedTrace>(tx.db, id)? {
        trace.keep(known);
    }
    Ok(workflow_traces::put(tx.db, id, trace.shown_at, record.session.updated_at, &trace)?)
}

/// The traces that can be compared, grouped by task; the oldest first.
pub(super) fn grouped(db: &Connection) -> Answer<Vec<assess::Cluster>> {
    let mut shapes = Vec::new();
    let mut traces = Vec::new();
    for mut trace in workflow_traces::all::<MinedTrace>(db)? {
        if let Some(shape) = trace.shape.take() {
            shapes.push(shape);
            traces.push(Some(trace));
        }
    }
    let groups = apprentice_compiler::groups(&shapes);
    Ok(groups
        .into_iter()
        .map(|group| assess::Cluster {
            variation: group.variation,
            has_effect: group.members.iter().all(|at| shapes[*at].has_effect()),
            telling_steps: group.members.iter().map(|at| shapes[*at].telling_steps()).min().unwrap_or_default(),
            traces: group.members.iter().filter_map(|at| traces[*at].take()).collect(),
        })
        .collect())
}
