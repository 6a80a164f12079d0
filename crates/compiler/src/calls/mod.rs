//! Calls of connectors: a draft of a run through the gate, whose actions are calls of tools that were answered without an error.
//!
//! A call that changes something is a step. A call that only reads is one where a later call uses what it answered, or where nothing else was done.
//! What the same reading call answered before and after the task is its effect ([`effects`]).

mod effects;
mod steps;
mod values;
mod words;

use crate::lint::{DemonstratedValues, cleaned, cleaned_without};
use crate::text::{clip, fold, sentence};
use crate::{Demonstration, Draft, NothingToLearn, OtherTask, SkillText};
use crate::{coaching, english, meaning, skill_md};
use apprentice_contracts::checkpoint::{Checkpoint, CheckpointRole, EvidencePredicate as Predicate};
use apprentice_contracts::graph::{
    NeededTool, NodeKind, SettledKind, SettledPoint, ValueSource, Variable, WorkflowEdge, WorkflowGraph, WorkflowNode,
};
use apprentice_contracts::interpretation::{Meaning, ProjectScope};
use apprentice_contracts::observation::{ActionDetails, ConnectorCall, ObservedAction};
use apprentice_contracts::proposal::QuestionField;
use apprentice_contracts::session::BoundaryKind;
use steps::{CallStep, Showing};
use values::CallValues;

/// The most checkpoints of a draft.
const MOST_CHECKPOINTS: usize = 12;

/// The call of an action.
pub(crate) fn call_of(action: &ObservedAction) -> Option<&ConnectorCall> {
    match &action.details {
        ActionDetails::Call(call) => Some(call),
        _ => None,
    }
}

/// Whether a demonstration was done with calls of connectors alone.
pub fn are_calls(actions: &[ObservedAction]) -> bool {
    !actions.is_empty() && actions.iter().all(|action| call_of(action).is_some())
}

/// A draft of calls. `actions` and `shown`: those of the first showing and of the further ones, with sanitized texts.
pub fn draft(
    demonstration: &Demonstration,
    actions: &[ObservedAction],
    shown: &[Vec<ObservedAction>],
) -> Result<Draft, NothingToLearn> {
    let first = Showing::of(actions);
    let mut steps = first.steps();
    if steps.is_empty() {
        return Err(NothingToLearn);
    }
    let mut unused = Vec::new();
    let mut settled = Vec::new();
    for (number, actions) in shown.iter().enumerate() {
        let again = Showing::of(actions);
        if let Err(other) = steps::add_showing(&mut steps, &again) {
            settled.push(SettledPoint {
                kind: SettledKind::Unused,
                text: clip(&format!("Example {} was not used: {}", number + 1, other.in_words()), 400),
            });
            unused.push((number, other));
        }
    }
    let values = CallValues::of(demonstration, &first, &steps, shown.len() > unused.len());
    settled.splice(0..0, values.settled());
    let variables = values.variables();
    let shown_values = DemonstratedValues::of(&variables);

    let goal = meaning::stated_goal(demonstration).map(|goal| coaching::with_names(&goal, &variables));
    let title = title(demonstration, goal.as_deref(), &steps, &shown_values);
    let found = effects::of(&first, &steps, &values);
    let checkpoints = checkpoints(&steps, &values, &found, &shown_values);
    let meaning = meaning_of(demonstration, goal.as_deref(), &title, &steps, &checkpoints, &shown_values);
    let (trigger_phrases, negative_triggers, description) = coaching::words(&meaning, goal.as_deref(), &shown_values);
    let slug = meaning::slug(&title);
    let tools = needed_tools(&steps, &found);
    let (skill_md, lint) = skill_md::render(&SkillText {
        slug: &slug,
        description: &description,
        meaning: &meaning,
        trigger_phrases: &trigger_phrases,
        negative_triggers: &negative_triggers,
        variables: &variables,
        checkpoints: &checkpoints,
        execution_mode: demonstration.execution_mode,
        ability_id: demonstration.ability_id.as_deref(),
        tools: &tools,
    });
    Ok(Draft {
        graph: graph(demonstration, &steps, &values, &checkpoints, variables, tools),
        values: values.rows(),
        meaning,
        slug,
        description,
        trigger_phrases,
        negative_triggers,
        checkpoints,
        checks_at: Vec::new(),
        settled,
        unused,
        questions: Vec::new(),
        skill_md,
        lint,
    })
}

fn title(demonstration: &Demonstration, goal: Option<&str>, steps: &[CallStep<'_>], values: &DemonstratedValues<'_>) -> String {
    let told = meaning::answer(demonstration, QuestionField::Name).map(str::to_owned);
    // The last call that changes something says what the task is for; without one, the last one that reads.
    let main = steps.iter().rev().find(|step| !step.call().read_only).or(steps.last());
    let derived = || main.map(|step| words::with_connector(step.call())).unwrap_or_default();
    let title = told.or_else(|| goal.map(meaning::imperative)).unwrap_or_else(derived);
    let title = clip(&cleaned_without(&['`'], &title, values), 160);
    let title = sentence(title.trim_end_matches(['.', '!', '?', ' ']));
    if title.is_empty() { "Repeat the calls of a connector".to_owned() } else { title }
}

/// One for each step, and one for each effect that a reading call shows. Where an effect is read again, the calls are on the way.
fn checkpoints(
    steps: &[CallStep<'_>],
    values: &CallValues,
    found: &[effects::ReadEffect<'_>],
    shown: &DemonstratedValues<'_>,
) -> Vec<Checkpoint> {
    let changes = steps.iter().any(|step| !step.call().read_only);
    let room = MOST_CHECKPOINTS.saturating_sub(found.len());
    let mut seen: Vec<String> = Vec::new();
    let mut named = |goal: String| {
        let goal = clip(&cleaned(&goal, shown), 230);
        let count = seen.iter().filter(|known| **known == fold(&goal)).count();
        seen.push(fold(&goal));
        if count == 0 { goal } else { format!("{goal} ({})", count + 1) }
    };
    let mut out: Vec<(String, String, CheckpointRole, bool, Predicate)> = Vec::new();
    for (at, step) in steps.iter().enumerate().take(room) {
        // A reading call leaves nothing behind. Without a reading that shows the effect, the answers of the calls must do.
        let decides = if changes { !step.call().read_only && found.is_empty() } else { at + 1 == steps.len() };
        let role = if decides && !step.optional { CheckpointRole::Effect } else { CheckpointRole::Progress };
        let called = values.patterns(at);
        let predicate = Predicate::Call {
            server_id: step.call().server_id.clone(),
            server_name: step.call().server_name.clone(),
            tool_name: step.call().tool_name.clone(),
            arguments: called,
        };
        let predicate = match values.over(at) {
            over if over.is_empty() => predicate,
            over => Predicate::Each { over, holds: Box::new(predicate) },
        };
        let goal = named(format!("Done without an error: {}", crate::text::lower_first(&words::with_connector(step.call()))));
        let given = values.given_in_words(at);
        let given = if given.is_empty() { String::new() } else { format!(", with {given} as given") };
        let success = format!(
            "The tool {} of {} answered without an error{given}.",
            words::tool(step.call()),
            words::connector(step.call())
        );
        out.push((goal, clip(&cleaned(&success, shown), 400), role, step.optional, predicate));
    }
    for effect in found {
        let goal = named(effect.goal.clone());
        out.push((goal, clip(&cleaned(&effect.success, shown), 400), CheckpointRole::Effect, false, effect.evidence.clone()));
    }
    let number = |(at, (goal, success_condition, role, optional, evidence)): (usize, _)| Checkpoint {
        checkpoint_id: format!("cp-{:02}", at + 1).into(),
        goal,
        success_condition,
        order_hint: at as u32 + 1,
        optional,
        role,
        evidence: Some(evidence),
    };
    out.into_iter().enumerate().map(number).collect()
}

fn meaning_of(
    demonstration: &Demonstration,
    goal: Option<&str>,
    title: &str,
    steps: &[CallStep<'_>],
    checkpoints: &[Checkpoint],
    values: &DemonstratedValues<'_>,
) -> Meaning {
    let answer = |field| meaning::answer(demonstration, field);
    let lines = |field| answer(field).map(|text| meaning::split_lines(text).into_iter().map(|line| clip(&line, 240)).collect());
    let summary = answer(QuestionField::GoalSummary).or(goal).unwrap_or(title);
    let success = checkpoints.iter().filter(|one| one.role == CheckpointRole::Effect).map(|one| clip(&one.goal, 240)).collect();
    let repeats =
        if steps.iter().any(|step| step.times() > 1) { " Several items may be given: do it for each of them." } else { "" };
    let destroys = steps.iter().filter(|step| !step.call().read_only && english::is_destructive(&words::phrase(step.call())));
    let mut guards: Vec<String> = destroys
        .map(|step| format!("Ask before this call, because it may not be undone: {}.", words::with_connector(step.call())))
        .collect();
    guards.dedup();
    let mut connectors: Vec<String> = steps.iter().map(|step| words::connector(step.call())).collect();
    connectors.sort();
    connectors.dedup();
    Meaning {
        title: title.to_owned(),
        goal_summary: clip(&cleaned(&format!("{}.{repeats}", sentence(summary.trim_end_matches('.'))), values), 600),
        use_conditions: lines(QuestionField::UseConditions).unwrap_or_default(),
        non_use_conditions: lines(QuestionField::NonUseConditions).unwrap_or_else(|| meaning::non_use_conditions(title)),
        project_scope: if demonstration.project_id.is_some() { ProjectScope::ProjectScoped } else { ProjectScope::Global },
        preferred_control_surfaces: vec!["mcp_connector".to_owned()],
        success_conditions: lines(QuestionField::SuccessCondition).unwrap_or(success),
        house_rules: vec![clip(&cleaned(&format!("Use the tools of {}.", crate::text::list(&connectors)), values), 240)],
        guards: guards.into_iter().map(|line| clip(&cleaned(&line, values), 240)).collect(),
        when_it_fails: vec![
            "A call that failed may still have had an effect. Read what it was about before you repeat it.".to_owned(),
            "If a call waits for the user or is refused, say so and stop; do not do it in another way.".to_owned(),
        ],
    }
}

/// The tools of the steps, and those that show the effects.
fn needed_tools(steps: &[CallStep<'_>], found: &[effects::ReadEffect<'_>]) -> Vec<NeededTool> {
    let mut out: Vec<NeededTool> = Vec::new();
    for call in steps.iter().map(CallStep::call).chain(found.iter().map(|effect| effect.read)) {
        let tool = NeededTool {
            server_id: call.server_id.clone(),
            server_name: call.server_name.clone(),
            tool_name: call.tool_name.clone(),
        };
        if !out.contains(&tool) {
            out.push(tool);
        }
    }
    out
}

fn graph(
    demonstration: &Demonstration,
    steps: &[CallStep<'_>],
    values: &CallValues,
    checkpoints: &[Checkpoint],
    variables: Vec<Variable>,
    tools: Vec<NeededTool>,
) -> WorkflowGraph {
    let marked = |step: &CallStep<'_>| {
        let mark = demonstration
            .boundaries
            .iter()
            .find(|mark| mark.kind == BoundaryKind::MarkStep && step.events().any(|(_, seq)| mark.after_seq == seq));
        mark.and_then(|mark| mark.label.clone())
    };
    let node = |(at, step): (usize, &CallStep<'_>)| {
        let given = values.given_in_words(at);
        let given = if given.is_empty() { String::new() } else { format!(": {given}") };
        let label = marked(step).unwrap_or_else(|| format!("{}{given}", words::with_connector(step.call())));
        WorkflowNode {
            node_id: format!("n{}", at + 1),
            kind: if step.call().read_only { NodeKind::Verification } else { NodeKind::Step },
            label: clip(&cleaned(&label, &DemonstratedValues::of(&variables)), 240),
            source_event_ids: step.events().map(|(event, _)| event).collect(),
            checkpoints: checkpoints
                .get(at)
                .filter(|one| one.role == CheckpointRole::Progress)
                .map(|one| one.checkpoint_id.clone())
                .into_iter()
                .collect(),
            optional: step.optional,
        }
    };
    let nodes: Vec<WorkflowNode> = steps.iter().enumerate().map(node).collect();
    let edge = |number: usize| WorkflowEdge { from: format!("n{number}"), to: format!("n{}", number + 1), observed: 1 };
    WorkflowGraph { edges: (1..nodes.len()).map(edge).collect(), nodes, variables, tools, ..WorkflowGraph::default() }
}

/// A value that comes from the request.
fn is_given(source: ValueSource) -> bool {
    source == ValueSource::Given
}

/// What distinguishes a showing of another task.
fn other_task(missing: Vec<String>, other: Vec<String>) -> OtherTask {
    OtherTask { likeness: 0, missing: missing.into_iter().take(3).collect(), other: other.into_iter().take(3).collect() }
}
