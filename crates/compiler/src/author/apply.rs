//! Applies an answer: each part is checked by itself, and what fails is dropped with its reason.

use super::answer::{self, AnsweredQuestion, AnsweredRule, AnsweredValue};
use super::texts::{self, Demonstrated};
use super::trial::{Trial, trial};
use super::{AuthorError, Authored, Dropped, checkpoints, values};
use crate::lint::{DemonstratedValues, cleaned_without};
use crate::text::{clip, fold, lower_first, mentions, sentence};
use crate::{Demonstration, Draft, english, meaning, skill_md, untrusted};
use apprentice_contracts::checkpoint::{LintReport, LintSeverity};
use apprentice_contracts::graph::{ValueSource, Variable};
use apprentice_contracts::proposal::{OpenQuestion, QuestionField};
use serde_json::Value;
use std::collections::BTreeSet;

const MOST_RULES: usize = 6;
const MOST_QUESTIONS: usize = 3;
/// Of the rules and of the author together.
const ALL_QUESTIONS: usize = 5;

/// A draft that is being improved.
pub struct Work<'a> {
    /// With sanitized texts.
    pub demonstration: &'a Demonstration,
    pub shown: &'a Demonstrated,
    pub draft: Draft,
    pub kept: Vec<String>,
    pub dropped: Vec<Dropped>,
    events: BTreeSet<u32>,
    /// Whether each effect of the rules holds on the demonstration.
    held: usize,
}

impl Work<'_> {
    pub fn drop(&mut self, what: &str, why: &str) {
        self.dropped.push(Dropped { what: clip(what, 160), why: clip(why, 240) });
    }

    pub fn clean(&self, text: &str, max: usize) -> Result<String, String> {
        texts::clean(text, max, &self.draft.graph.variables, self.shown)
    }

    /// Every event that a part cites must be there.
    pub fn know_events(&self, events: &[u32]) -> Result<(), String> {
        match events.iter().find(|event| !self.events.contains(event)) {
            Some(unknown) => Err(format!("there is no event {unknown} in the demonstration")),
            None if events.is_empty() => Err("it rests on no event of the demonstration".to_owned()),
            None => Ok(()),
        }
    }

    /// Takes over a draft with other values, if every effect that held still holds.
    pub fn accept(&mut self, draft: Draft) -> Result<(), String> {
        if holding(self.demonstration, &draft) < self.held {
            return Err("a proven effect would not hold any more".to_owned());
        }
        self.draft = draft;
        Ok(())
    }
}

fn holding(demonstration: &Demonstration, draft: &Draft) -> usize {
    let checks = draft.checkpoints.iter().filter_map(|one| one.evidence.as_ref());
    checks.filter(|evidence| trial(demonstration, &draft.graph.variables, evidence) == Trial::Holds).count()
}

pub fn apply(demonstration: &Demonstration, rules: &Draft, text: &str) -> Result<Authored, AuthorError> {
    let answer = answer::parse(text)?;
    let demonstration = Demonstration {
        actions: untrusted::sanitized(&demonstration.actions),
        readings: demonstration.readings.iter().map(untrusted::source).collect(),
        ..demonstration.clone()
    };
    let shown = Demonstrated::of(&demonstration);
    let mut work = Work {
        demonstration: &demonstration,
        shown: &shown,
        draft: rules.clone(),
        kept: Vec::new(),
        dropped: Vec::new(),
        events: match (&demonstration.outline, demonstration.actions.is_empty()) {
            // Of a task that was only outlined, the steps are what a part can rest on.
            (Some(outline), true) => (1..=outline.steps.len() as u32).collect(),
            _ => demonstration.actions.iter().map(|action| action.seq).collect(),
        },
        held: holding(&demonstration, rules),
    };
    for name in answer.unknown.keys() {
        work.drop(&format!("field “{name}”"), "nobody asked for it");
    }
    for (at, value) in answer.values.iter().take(40).enumerate() {
        match answer::item::<AnsweredValue>(value) {
            Ok(value) => values::apply(&mut work, &value),
            Err(why) => work.drop(&format!("value {}", at + 1), &why),
        }
    }
    words(&mut work, &answer.title, &answer.goal, &answer.description);
    house_rules(&mut work, &answer.house_rules);
    checkpoints::apply(&mut work, &answer.checkpoints);
    incidental(&mut work, &answer.incidental_steps);
    questions(&mut work, &answer.questions);
    if work.kept.is_empty() {
        return Err(AuthorError::NothingKept(work.dropped));
    }
    finish(work, rules)
}

fn words(work: &mut Work<'_>, title: &str, goal: &str, description: &str) {
    match title_of(work, title) {
        Ok(title) if title == work.draft.meaning.title => {}
        Ok(title) => {
            work.draft.slug = meaning::slug(&title);
            let phrase = lower_first(&title).replace('`', "");
            let against = work.draft.negative_triggers.iter().any(|other| mentions(&phrase, other));
            if !against
                && phrase.chars().count() <= 120
                && !work.draft.trigger_phrases.iter().any(|one| fold(one) == fold(&phrase))
            {
                work.draft.trigger_phrases.insert(0, phrase);
                work.draft.trigger_phrases.truncate(8);
            }
            work.draft.meaning.title = title;
            work.kept.push("title".to_owned());
        }
        Err(why) => work.drop("title", &why),
    }
    match work.clean(goal, 600) {
        Ok(goal) => {
            const SEVERAL: &str = "Several items may be given: do it for each of them.";
            let several = work.draft.meaning.goal_summary.contains(SEVERAL) && !goal.contains(SEVERAL);
            let goal = if several { clip(&format!("{goal} {SEVERAL}"), 600) } else { goal };
            if goal != work.draft.meaning.goal_summary {
                work.draft.meaning.goal_summary = goal;
                work.kept.push("goal".to_owned());
            }
        }
        Err(why) => work.drop("goal", &why),
    }
    match work.clean(description, 1024) {
        Ok(text) => {
            let values = DemonstratedValues::of(&work.draft.graph.variables);
            let text = cleaned_without(&['<', '>', '`'], &text, &values);
            if text != work.draft.description {
                work.draft.description = text;
                work.kept.push("description".to_owned());
            }
        }
        Err(why) => work.drop("description", &why),
    }
}

fn title_of(work: &Work<'_>, title: &str) -> Result<String, String> {
    let title = work.clean(title, 160)?;
    let title = sentence(title.trim_end_matches(['.', '!', '?', ' ']));
    match english::is_destructive(&work.draft.meaning.title) && !english::is_destructive(&title) {
        true => Err("it hides that something is taken away for good".to_owned()),
        false => Ok(title),
    }
}

fn house_rules(work: &mut Work<'_>, rules: &[Value]) {
    for (at, value) in rules.iter().enumerate() {
        let read = answer::item::<AnsweredRule>(value);
        let what = read.as_ref().map_or_else(|_| format!("house rule {}", at + 1), |one| format!("house rule “{}”", one.text));
        let rule = read.and_then(|rule| {
            work.know_events(&rule.events)?;
            if work.draft.meaning.house_rules.len() >= MOST_RULES {
                return Err(format!("there are {MOST_RULES} already"));
            }
            work.clean(&rule.text, 240)
        });
        match rule {
            Ok(rule) if work.draft.meaning.house_rules.iter().any(|known| fold(known) == fold(&rule)) => {}
            Ok(rule) => {
                work.kept.push(format!("house rule “{}”", clip(&rule, 80)));
                work.draft.meaning.house_rules.push(rule);
            }
            Err(why) => work.drop(&what, &why),
        }
    }
}

fn incidental(work: &mut Work<'_>, steps: &[Value]) {
    let mut known = Vec::new();
    for step in steps {
        match step.as_u64().and_then(|step| u32::try_from(step).ok()).filter(|step| work.events.contains(step)) {
            Some(step) => known.push(step.to_string()),
            None => work.drop(&format!("incidental step {}", clip(&step.to_string(), 20)), "there is no such event"),
        }
    }
    if !known.is_empty() {
        work.kept.push(format!("steps that do not belong to the task: {}", clip(&known.join(", "), 80)));
    }
}

fn questions(work: &mut Work<'_>, asked: &[Value]) {
    let mut own = 0;
    for (at, value) in asked.iter().enumerate() {
        let question = answer::item::<AnsweredQuestion>(value).and_then(|question| {
            if own >= MOST_QUESTIONS || work.draft.questions.len() >= ALL_QUESTIONS {
                return Err("there are enough questions".to_owned());
            }
            let field = question.field.unwrap_or(QuestionField::UseConditions);
            if work.draft.questions.iter().any(|known| known.field == field) {
                return Err("the rules ask about the same".to_owned());
            }
            let prompt = work.clean(&question.prompt, 400)?;
            let choices = question.choices.iter().take(6).map(|choice| work.clean(choice, 120)).collect::<Result<_, _>>()?;
            Ok(OpenQuestion { field, prompt, required: false, choices, assumed: None })
        });
        match question {
            Ok(question) => {
                own += 1;
                work.kept.push(format!("question “{}”", clip(&question.prompt, 80)));
                work.draft.questions.push(question);
            }
            Err(why) => work.drop(&format!("question {}", at + 1), &why),
        }
    }
}

/// The table of values says what the improved draft says.
fn list_values(draft: &mut Draft, rules: &Draft) {
    let of = |variables: &[Variable], example: &str| {
        let example = fold(example);
        let is = |text: &String| fold(text) == example;
        variables.iter().find(|one| is(&one.example) || one.more_examples.iter().any(is)).cloned()
    };
    for value in &mut draft.values {
        let (before, now) = (of(&rules.graph.variables, &value.example), of(&draft.graph.variables, &value.example));
        if before == now {
            continue;
        }
        match now {
            Some(now) => {
                value.name = now.name;
                value.source = now.source;
                value.changes = true;
                if before.is_none() {
                    value.evidence = SAID.to_owned();
                }
            }
            None => {
                value.source = ValueSource::Constant;
                value.changes = false;
                value.evidence = SAID.to_owned();
            }
        }
    }
}

const SAID: &str = "the model says so";

fn errors(report: &LintReport) -> usize {
    report.findings.iter().filter(|finding| finding.severity == LintSeverity::Error).count()
}

fn finish(mut work: Work<'_>, rules: &Draft) -> Result<Authored, AuthorError> {
    let of = |draft: &Draft| {
        skill_md::guards(&draft.text(work.demonstration)).into_iter().filter(|line| !line.contains('`')).collect::<Vec<String>>()
    };
    let now = of(&work.draft);
    if let Some(lost) = of(rules).into_iter().find(|guard| !now.contains(guard)) {
        return Err(AuthorError::Unsound(format!("the guard “{lost}” would be lost.")));
    }
    if holding(work.demonstration, &work.draft) < work.held {
        return Err(AuthorError::Unsound("a proven effect would be lost.".to_owned()));
    }
    let (skill_md, lint) = skill_md::render(&work.draft.text(work.demonstration));
    if errors(&lint) > errors(&rules.lint) {
        let first = lint.findings.iter().find(|finding| finding.severity == LintSeverity::Error);
        let words = first.map_or_else(String::new, |finding| format!("{} {}", finding.code, finding.message));
        return Err(AuthorError::Unsound(words));
    }
    list_values(&mut work.draft, rules);
    work.draft.skill_md = skill_md;
    work.draft.lint = lint;
    Ok(Authored { draft: work.draft, kept: work.kept, dropped: work.dropped })
}
