//! From a demonstration to a draft.

use crate::alignment::replay::Showing;
use crate::alignment::{self, Merged};
use crate::effects::Mentioned;
use crate::evidence::{Applications, Candidate, EFFECT, EvidenceContext, READ_AGAIN, ValueIndex};
use crate::inputs::Inputs;
use crate::linked::RecordNames;
use crate::references::References;
use crate::steps::{self, Step, worth_learning};
use crate::text::clip;
use crate::{Demonstration, Draft, NothingToLearn, SkillText};
use crate::{
    SourceReadings, calls, command, effects, graph, linked, lint, loops, meaning, program, questions, skill_md, triggers,
    untrusted,
};
use crate::{checkpoints, coaching};
use apprentice_contracts::checkpoint::{Checkpoint, RecordChange};
use apprentice_contracts::graph::{ValueAnswer, WorkflowGraph};
use apprentice_contracts::interpretation::Meaning;
use apprentice_contracts::observation::ObservedAction;
use apprentice_contracts::proposal::QuestionField;
use apprentice_contracts::reading::ReadingSource;

/// The most points that further showings settle.
const MOST_SETTLED: usize = 24;

/// The names of the records that stood in lists before and after.
fn record_names(readings: &[SourceReadings]) -> RecordNames {
    let places = readings.iter().filter(|one| one.is_place());
    RecordNames::of(places.flat_map(|one| one.before.iter().chain(one.after.as_ref().and_then(|after| after.as_ref().ok()))))
}

pub fn compile(demonstration: &Demonstration) -> Result<Draft, NothingToLearn> {
    // Most demonstrations tick nothing, and the readings may have thousands of records.
    let showings = std::iter::once(&demonstration.actions).chain(demonstration.examples.iter().map(|one| &one.actions));
    let ticks = showings.flatten().any(linked::is_plain_tick);
    let names = if ticks { record_names(&demonstration.readings) } else { RecordNames::default() };
    let sanitized = |actions: &[ObservedAction]| {
        let mut actions = untrusted::sanitized(actions);
        linked::name_records(&mut actions);
        linked::name_ticks(&mut actions, &names);
        actions
    };
    let actions = sanitized(&demonstration.actions);
    let shown: Vec<Vec<_>> = demonstration.examples.iter().map(|one| sanitized(&one.actions)).collect();
    if calls::are_calls(&actions) {
        return calls::draft(demonstration, &actions, &shown);
    }
    let Merged { steps, rounds, forks, used, unused } = alignment::merge(&actions, &shown, demonstration);
    if !steps.iter().any(|step| step.showing == 0 && worth_learning(step)) {
        return match &demonstration.outline {
            Some(outline) => Ok(coaching::draft(demonstration, outline)),
            None => Err(NothingToLearn),
        };
    }
    // What pages sent is no place at which an effect shows.
    let (sent, readings): (Vec<SourceReadings>, Vec<SourceReadings>) =
        demonstration.readings.iter().map(untrusted::source).partition(|one| !one.is_place());
    let sent = sent.iter().find_map(|one| one.after.as_ref()?.as_ref().ok());
    let answers = effects::form_answers(&demonstration.actions, sent);
    let is_answer = |one: &SourceReadings| matches!(&one.source, ReadingSource::Page { url } if answers.contains(url));
    let readings: Vec<SourceReadings> = readings.into_iter().filter(|one| !is_answer(one)).collect();
    let readings = signed_in(readings, &steps);
    let (constants, mentioned, goal) =
        (questions::constants(demonstration), Mentioned::of(&readings, sent), meaning::stated_goal(demonstration));
    let readings = with_names(readings);
    let found_in =
        |steps: &[Step<'_>], answers: &[ValueAnswer]| Inputs::of(steps, &constants, answers, &mentioned, goal.as_deref());
    let mut inputs = found_in(&steps, &demonstration.value_answers);
    let sources = ValueIndex::of(&steps);
    inputs.mark_read(&steps, &sources);
    inputs.look_up(&steps, goal.as_deref());
    let variables = inputs.variables();
    let values = lint::DemonstratedValues::of(&variables);
    let app = meaning::app(&steps, &|name| without_inputs(&inputs, name));
    let context = EvidenceContext {
        steps: &steps,
        rounds: &rounds,
        inputs: &inputs,
        sources,
        apps: Applications::of(&steps, &inputs),
        form_answers: answers,
        app: lint::cleaned(&app, &values),
    };

    // Where nothing could be read at the end, such as in a browser that was closed, the screen must do.
    let answered = |after: &Result<_, String>| after.as_ref().map_or_else(|words| effects::judge::is_gone(words), |_| true);
    let is_read = readings.iter().any(|one| one.after.as_ref().is_some_and(answered));
    let answer = meaning::answer(demonstration, QuestionField::SuccessCondition);
    let word = effects::on_your_word(&context, answer, goal.as_deref());
    let mut chosen = if is_read {
        let effects = effects::effects(&context, &readings, &demonstration.shown_checks);
        checkpoints::choose_with_effects(&context, &demonstration.boundaries, effects, word)
    } else {
        let mut chosen = checkpoints::choose(&context, &demonstration.boundaries);
        // What the person said about a task that shows nothing becomes a checkpoint on their word.
        let shows = chosen.iter().any(|candidate| candidate.weight >= EFFECT);
        chosen.extend(word.filter(|_| answer.is_some() && !shows));
        chosen
    };
    if chosen.is_empty() {
        return match &demonstration.outline {
            Some(outline) => Ok(coaching::draft(demonstration, outline)),
            None => Err(NothingToLearn),
        };
    }
    let decisions = alignment::decisions(&context, &forks, &demonstration.decision_answers);
    let mut settled = Vec::new();
    if !used.is_empty() {
        let first = loops::collapse(steps::steps(&actions)).0;
        settled = context.inputs.settled(&found_in(&first, &[]));
    }
    settled.extend(alignment::settled(&context, &decisions, &unused));
    let again: Vec<(usize, Vec<SourceReadings>)> = used
        .iter()
        .filter_map(|&number| {
            Some((
                number,
                with_names(
                    demonstration
                        .examples
                        .get(number)?
                        .readings
                        .iter()
                        .filter(|one| one.is_place())
                        .map(untrusted::source)
                        .collect(),
                ),
            ))
        })
        .collect();
    let again: Vec<Showing<'_>> = again.iter().map(|(number, readings)| Showing { actions: &shown[*number], readings }).collect();
    settled.extend(alignment::replay::hold_in_all(&mut chosen, &context, &again));
    settled.truncate(MOST_SETTLED);
    let mut list = checkpoints::number(&chosen, &context);
    for (checkpoint, candidate) in list.iter_mut().zip(&chosen) {
        if checkpoints::of_every_item(&candidate.evidence) {
            checkpoint.success_condition = clip(&format!("{} This holds for every item.", checkpoint.success_condition), 400);
        }
    }

    // What is read again at the end is true after the task, whichever step did it.
    let on_the_way =
        |(one, of): (&Candidate, &Checkpoint)| (one.weight < READ_AGAIN).then(|| (one.step, of.checkpoint_id.clone()));
    let on_the_way: Vec<_> = chosen.iter().zip(&list).filter_map(on_the_way).collect();
    let looks_at = |source: &&ReadingSource| chosen.iter().any(|one| effects::looks_at(&context, &one.evidence, source));
    let checks_at = demonstration.shown_checks.iter().filter(looks_at).cloned().collect();
    let title = meaning::title(demonstration, &context);
    let mut meaning = meaning::meaning(demonstration, &context, &chosen, &title);
    meaning.house_rules.extend(decisions.iter().map(|decision| decision.rule.clone()));
    let repeats = chosen.iter().any(|candidate| checkpoints::of_every_item(&candidate.evidence))
        || variables.iter().any(|variable| variable.list);
    add_conditions(&mut meaning, demonstration, &context, !rounds.is_empty() && repeats);
    if let Some(outline) = &demonstration.outline {
        coaching::name_steps(&mut list, outline, &variables);
        coaching::add_rules(&mut meaning, outline);
    }
    let trigger_phrases = triggers::positive(&title, goal.as_deref(), &context);
    let negative_triggers = triggers::negative(&title, &trigger_phrases, &values);
    let description = lint::cleaned_without(
        &['<', '>', '`'],
        &triggers::description(&meaning, &trigger_phrases, &negative_triggers, &context),
        &values,
    );
    let slug = meaning::slug(&title);
    let (skill_md, lint) = skill_md::render(&SkillText {
        slug: &slug,
        description: &description,
        meaning: &meaning,
        trigger_phrases: &trigger_phrases,
        negative_triggers: &negative_triggers,
        variables: &variables,
        checkpoints: &list,
        execution_mode: demonstration.execution_mode,
        ability_id: demonstration.ability_id.as_deref(),
        tools: &[],
    });
    Ok(Draft {
        questions: questions::questions(demonstration, &context, &chosen, &decisions, &title),
        graph: WorkflowGraph {
            program: program::program(&actions, &context, effects::working_folder(&context, &readings)),
            folder: effects::working_folder(&context, &readings).map(|path| command::base_name(path).to_owned()),
            sent: sent.map(|sent| effects::sent(&context, sent, &readings, adds(&chosen))).unwrap_or_default(),
            lists: effects::lists(&context, &readings, &chosen),
            reads: context.inputs.reads.clone(),
            ..graph::graph(&steps, &rounds, &inputs, &demonstration.boundaries, &on_the_way)
        },
        checkpoints: list,
        checks_at,
        meaning,
        slug,
        description,
        trigger_phrases,
        negative_triggers,
        values: inputs.values,
        settled,
        unused,
        skill_md,
        lint,
    })
}

/// The readings without what a page showed only before the person signed in: that it is gone is no work of theirs.
fn signed_in(mut readings: Vec<SourceReadings>, steps: &[Step<'_>]) -> Vec<SourceReadings> {
    let last = |step: &Step<'_>| step.seq + u32::try_from(step.sources.len()).unwrap_or(u32::MAX).saturating_sub(1);
    let Some(signed) = steps.iter().filter(|step| step.sign_in && step.showing == 0).map(last).max() else { return readings };
    for one in readings.iter_mut().filter(|one| one.seen_after < signed) {
        if let (Some(before), Some(Ok(after))) = (&mut one.before, &one.after) {
            before.records.retain(|record| after.records.contains(record));
        }
    }
    readings
}

/// The readings with what the references in their data are called.
fn with_names(mut readings: Vec<SourceReadings>) -> Vec<SourceReadings> {
    let known = readings.iter().flat_map(|one| one.before.iter().chain(one.after.iter().filter_map(|after| after.as_ref().ok())));
    let references = References::of(known);
    for one in &mut readings {
        let after = one.after.as_mut().and_then(|after| after.as_mut().ok());
        one.before.iter_mut().chain(after).for_each(|reading| references.add_to(reading));
    }
    readings
}

/// Whether something that a page lists is new.
fn adds(chosen: &[Candidate]) -> bool {
    let effects = chosen.iter().flat_map(|one| effects::judge::effects_in(&one.evidence));
    effects.into_iter().any(|one| one.change == RecordChange::Added && one.source.address().is_some())
}

fn without_inputs(inputs: &Inputs, name: &str) -> String {
    inputs.template(name, |name| name.replace('_', " ")).0
}

/// Adds to the meaning what the steps show: the task is done for several items, or a step deletes something.
fn add_conditions(meaning: &mut Meaning, demonstration: &Demonstration, context: &EvidenceContext<'_>, repeats: bool) {
    if repeats {
        meaning.goal_summary =
            clip(&format!("{} Several items may be given: do it for each of them.", meaning.goal_summary), 600);
    }
    if let Some(step) = questions::destructive(context).filter(|_| !questions::may_destroy(demonstration)) {
        let line = format!("The user has not agreed to this very case: “{step}” cannot be undone, so ask before it happens.");
        meaning.non_use_conditions.push(clip(&line, 240));
    }
}
