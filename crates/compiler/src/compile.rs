//! From a demonstration to a draft.

use crate::effects::Mentioned;
use crate::evidence::{Applications, EFFECT, EvidenceContext, ValueIndex};
use crate::inputs::Inputs;
use crate::steps::{steps, worth_learning};
use crate::text::clip;
use crate::{Demonstration, Draft, NothingToLearn, SkillText};
use crate::{SourceReadings, effects, graph, lint, loops, meaning, questions, skill_md, triggers, untrusted};
use crate::{checkpoints, coaching};
use apprentice_contracts::interpretation::Meaning;
use apprentice_contracts::proposal::QuestionField;
use apprentice_contracts::reading::ReadingSource;

pub fn compile(demonstration: &Demonstration) -> Result<Draft, NothingToLearn> {
    let actions = untrusted::sanitized(&demonstration.actions);
    let (steps, rounds) = loops::collapse(steps(&actions));
    if !steps.iter().any(worth_learning) {
        return match &demonstration.outline {
            Some(outline) => Ok(coaching::draft(demonstration, outline)),
            None => Err(NothingToLearn),
        };
    }
    let readings: Vec<SourceReadings> = demonstration.readings.iter().map(untrusted::source).collect();
    let inputs = Inputs::of(
        &steps,
        &questions::constants(demonstration),
        &demonstration.value_answers,
        &Mentioned::of(&readings),
        meaning::stated_goal(demonstration).as_deref(),
    );
    let sources = ValueIndex::of(&steps);
    let mut inputs = inputs;
    inputs.mark_read(&steps, &sources);
    let variables = inputs.variables();
    let values = lint::DemonstratedValues::of(&variables);
    let app = meaning::app(&steps, &|name| without_inputs(&inputs, name));
    let context = EvidenceContext {
        steps: &steps,
        rounds: &rounds,
        inputs: &inputs,
        sources,
        apps: Applications::of(&steps, &inputs),
        app: lint::cleaned(&app, &values),
    };

    // Where nothing could be read at the end, such as in a browser that was closed, the screen must do.
    let is_read = readings.iter().any(|one| matches!(one.after, Some(Ok(_))));
    let answer = meaning::answer(demonstration, QuestionField::SuccessCondition);
    let word = effects::on_your_word(&context, answer);
    let chosen = if is_read {
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
    let mut list = checkpoints::number(&chosen, &context);
    for (checkpoint, candidate) in list.iter_mut().zip(&chosen) {
        if checkpoints::of_every_item(&candidate.evidence) {
            checkpoint.success_condition = clip(&format!("{} This holds for every item.", checkpoint.success_condition), 400);
        }
    }

    let looks_at = |source: &&ReadingSource| chosen.iter().any(|one| effects::looks_at(&context, &one.evidence, source));
    let checks_at = demonstration.shown_checks.iter().filter(looks_at).cloned().collect();
    let title = meaning::title(demonstration, &context);
    let mut meaning = meaning::meaning(demonstration, &context, &chosen, &title);
    add_conditions(&mut meaning, demonstration, &context, !rounds.is_empty());
    if let Some(outline) = &demonstration.outline {
        coaching::name_steps(&mut list, outline, &variables);
        coaching::add_rules(&mut meaning, outline);
    }
    let goal = meaning::stated_goal(demonstration);
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
    });
    Ok(Draft {
        questions: questions::questions(demonstration, &context, &chosen, &title),
        graph: graph::graph(&steps, &rounds, &inputs, &demonstration.boundaries),
        checkpoints: list,
        checks_at,
        meaning,
        slug,
        description,
        trigger_phrases,
        negative_triggers,
        values: inputs.values,
        skill_md,
        lint,
    })
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
