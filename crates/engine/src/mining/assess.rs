//! Which repeated tasks are candidates, and which gates they meet (§0.4F).

use crate::Answer;
use crate::mining::questions::{self, Ambiguity};
use crate::mining::runs::Runs;
use crate::mining::traces::{MinedTrace, grouped};
use crate::mining::words::{percent, why};
use crate::proposal::examples;
use apprentice_compiler::requests::telling_words;
use apprentice_contracts::friction::{FrictionKind, RepairRecord, RepairState};
use apprentice_contracts::ids::{AbilityId, CandidateId, LearnSessionId};
use apprentice_contracts::mining::*;
use apprentice_contracts::{SCHEMA_VERSION, Time};
use apprentice_store::{Connection, abilities, friction, repairs, sessions};
use std::collections::{BTreeSet, HashSet};

/// From this many successful runs on a task is repeated.
const REPEATED: u32 = 2;

/// The traces of one task, the oldest first.
pub(crate) struct Cluster {
    pub traces: Vec<MinedTrace>,
    pub variation: f32,
    /// Whether every showing changed something that was read before and after.
    pub has_effect: bool,
    /// The fewest steps of a showing that do something.
    pub telling_steps: usize,
}

/// A candidate with its traces.
pub(crate) struct Assessed {
    pub candidate: MiningCandidate,
    pub traces: Vec<MinedTrace>,
}

/// What the database says besides the traces. It is read once for all.
struct Facts {
    /// Sessions whose recordings an undecided draft is made of.
    drafted: HashSet<LearnSessionId>,
    abilities: HashSet<AbilityId>,
    /// The words of each name and trigger phrase of an ability.
    phrases: HashSet<BTreeSet<String>>,
    repairs: Vec<RepairRecord>,
}

impl Facts {
    fn read(db: &Connection) -> Answer<Self> {
        let all = abilities::all(db)?;
        let phrases = all.iter().flat_map(|one| one.entry.trigger_phrases.iter().chain([&one.entry.title]));
        Ok(Self {
            drafted: examples::needed(db)?,
            phrases: phrases.map(|phrase| telling_words(phrase)).filter(|words| words.len() > 1).collect(),
            abilities: all.into_iter().map(|one| one.entry.ability_id).collect(),
            repairs: repairs::all(db)?,
        })
    }

    /// Whether an installed ability, or a draft that waits for a decision, does the task already.
    fn covers(&self, cluster: &Cluster) -> bool {
        let known = |trace: &MinedTrace| {
            self.drafted.contains(&trace.session)
                || trace.ability.as_ref().is_some_and(|id| self.abilities.contains(id))
                || self.phrases.contains(&telling_words(&trace.title))
        };
        cluster.traces.iter().any(known)
    }

    fn repairs<'a>(&'a self, traces: &'a [MinedTrace]) -> impl Iterator<Item = &'a RepairRecord> {
        self.repairs.iter().filter(|repair| {
            traces.iter().any(|trace| {
                repair.learn_session_id == Some(trace.session)
                    || repair.ability_id.is_some() && repair.ability_id == trace.ability
            })
        })
    }
}

/// Every candidate: those with the newest evidence first, dismissed ones last.
pub(super) fn all(db: &Connection, settings: &SkillMiningSettings) -> Answer<Vec<Assessed>> {
    let clusters = grouped(db)?;
    let facts = Facts::read(db)?;
    let mut found = Vec::new();
    for cluster in clusters {
        found.extend(assess(db, &facts, cluster, settings)?);
    }
    let is_dismissed = |one: &Assessed| one.candidate.state == CandidateState::Dismissed;
    found.sort_by(|one, two| {
        let age = two.candidate.updated_at.cmp(&one.candidate.updated_at);
        is_dismissed(one).cmp(&is_dismissed(two)).then(age).then(one.candidate.candidate_id.cmp(&two.candidate.candidate_id))
    });
    Ok(found)
}

fn assess(db: &Connection, facts: &Facts, cluster: Cluster, settings: &SkillMiningSettings) -> Answer<Option<Assessed>> {
    if facts.covers(&cluster) {
        return Ok(None);
    }
    let Some(decided) = decided_at(db, facts, &cluster.traces)? else { return Ok(None) };
    let mut runs = Runs::default();
    for trace in &cluster.traces {
        runs.add(db, trace, settings)?;
    }
    let (Some(first), Some(last)) = (runs.first(), runs.last()) else { return Ok(None) };
    if runs.successes() < REPEATED.min(settings.min_successful_traces) || decided.otherwise.is_some_and(|at| at >= last) {
        return Ok(None);
    }
    let gates = gates(db, facts, &cluster, &runs, settings)?;
    let ambiguity = Ambiguity::of(&cluster.traces);
    let questions = ambiguity.questions(&cluster.traces, settings);
    let is_open = |question: &MiningQuestion| question.required && question.answer.is_none();
    let state = match () {
        () if decided.dismissed.is_some_and(|at| at >= last) => CandidateState::Dismissed,
        () if gates.iter().any(|gate| !gate.met) => CandidateState::Collecting,
        () if questions.iter().any(is_open) => CandidateState::AwaitingAnswers,
        () => CandidateState::Ready,
    };
    let Cluster { traces, variation, .. } = cluster;
    let title = questions::answer(&traces, MiningTopic::Name).or_else(|| {
        let named = traces.iter().rev().find(|trace| trace.named).or(traces.last());
        named.map(|trace| trace.title.clone())
    });
    let candidate = MiningCandidate {
        candidate_id: CandidateId(traces[0].session.0),
        title: title.unwrap_or_default(),
        app_family: traces[0].app.clone(),
        state,
        why: why(&runs, &traces, variation, &gates, settings),
        gates,
        successful_session_ids: traces.iter().filter(|one| one.rejected_at.is_none()).map(|one| one.session).collect(),
        successful_traces: runs.successes(),
        failed_traces: runs.failed,
        variation_score: variation,
        verification_coverage_score: runs.coverage(),
        project_specificity: ambiguity.scope,
        ambiguity_flags: ambiguity.flags,
        questions,
        actions: actions(state),
        created_at: first,
        updated_at: last,
        schema_version: SCHEMA_VERSION,
    };
    Ok(Some(Assessed { candidate, traces }))
}

fn actions(state: CandidateState) -> Vec<CandidateAction> {
    use CandidateAction as A;
    match state {
        CandidateState::Ready => vec![A::Build, A::Answers, A::Dismiss],
        CandidateState::AwaitingAnswers | CandidateState::Collecting => vec![A::Answers, A::Dismiss],
        CandidateState::Dismissed => vec![A::Restore],
    }
}

/// When the person last decided about a task.
struct Decided {
    /// They dismissed the candidate.
    dismissed: Option<Time>,
    /// They rejected or cancelled a draft of it, or removed its ability.
    otherwise: Option<Time>,
}

/// `None`: a draft that was built of it waits for a decision, or became an ability.
fn decided_at(db: &Connection, facts: &Facts, traces: &[MinedTrace]) -> Answer<Option<Decided>> {
    let mut otherwise: Option<Time> = None;
    for trace in traces {
        // The ability is gone, or `covers` would have said so.
        let removed = trace.ability.as_ref().map(|_| trace.shown_at);
        otherwise = otherwise.max(trace.rejected_at).max(removed);
        let Some(built) = trace.built else { continue };
        let Some(record) = sessions::get(db, built)? else { continue };
        let ability = record.session.ability_id.as_ref();
        if !record.session.state.is_settled() || ability.is_some_and(|id| facts.abilities.contains(id)) {
            return Ok(None);
        }
        otherwise = otherwise.max(record.ended_at);
    }
    let dismissed = traces.iter().filter_map(|trace| trace.dismissed_at).max();
    Ok(Some(Decided { dismissed, otherwise }))
}

fn gates(
    db: &Connection,
    facts: &Facts,
    cluster: &Cluster,
    runs: &Runs,
    settings: &SkillMiningSettings,
) -> Answer<Vec<MiningGate>> {
    use MiningGateKind as K;
    let traces = &cluster.traces;
    let (successes, needed) = (runs.successes(), settings.min_successful_traces);
    let coverage = runs.coverage();
    let (least, most) = (settings.min_verification_coverage_score, settings.max_variation_score);
    let harm = facts.repairs(traces).any(|repair| repair.safety_critical);
    let open = facts.repairs(traces).filter(|repair| repair.state == RepairState::Open).count();
    let mut hard = 0;
    for trace in traces {
        let reported = friction::of_session(db, trace.session)?;
        let counts = |kind: FrictionKind| matches!(kind, FrictionKind::Reported | FrictionKind::CheckpointSkipped);
        hard += reported.iter().filter(|one| counts(one.kind) && runs.last().is_some_and(|last| one.created_at > last)).count();
    }
    let words = traces.iter().map(|trace| telling_words(&trace.title).len()).max().unwrap_or_default();
    let specific = cluster.telling_steps > 0 && (words > 1 || words == 1 && cluster.has_effect);
    let gate = |kind, met, words: String| MiningGate { kind, met, words };
    Ok(vec![
        gate(K::SuccessfulTraces, successes >= needed, format!("{successes} of {needed} successful runs.")),
        gate(
            K::Variation,
            cluster.variation <= most,
            format!("The steps differ by {} %; at most {} % are allowed.", percent(cluster.variation), percent(most)),
        ),
        gate(
            K::VerificationCoverage,
            coverage >= least,
            format!("{} % of the results were verified; at least {} % are needed.", percent(coverage), percent(least)),
        ),
        gate(K::Safety, !harm, if harm { "A run did harm, or nearly did." } else { "No run did harm." }.to_owned()),
        gate(
            K::Friction,
            open + hard == 0,
            match open + hard {
                0 => "Nothing that was reported is open.".to_owned(),
                1 => "One report of a difficulty is still open.".to_owned(),
                count => format!("{count} reports of difficulties are still open."),
            },
        ),
        gate(
            K::Specific,
            specific,
            if specific {
                "The task is specific enough."
            } else {
                "The task says too little: name it by what is done, such as “Add a customer”."
            }
            .to_owned(),
        ),
    ])
}
