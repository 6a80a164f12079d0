//! Input resolution: from a request, the context files and a skill's defaults to the values that the skill runs with, or to the
//! questions that must be asked first.

use super::{Bag, BagSkill, Parameter};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Where a value comes from, highest precedence first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The user's word in the conversation.
    Conversation,
    /// USER_CONTEXT.md.
    UserContext,
    /// CONTEXT.md.
    Context,
    /// SKILLBAG.md.
    Skillbag,
    /// The default in the SKILL.md.
    SkillDefault,
    /// Found in files or inferred.
    Discovered,
}

/// What the caller knows about a run, besides the files.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Values of the conversation; of one name the last counts.
    pub said: Vec<(String, Value)>,
    /// What was found in files or inferred: every plausible value of a name.
    pub discovered: BTreeMap<String, Vec<Value>>,
    /// Why the run needs a confirmation: it is destructive, security-sensitive, visible to others, or hard to undo.
    pub risk: Option<String>,
    /// Whether the person gave it.
    pub confirmed: bool,
}

/// The value of one parameter.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Input {
    /// Name of the parameter.
    pub name: String,
    /// Its value.
    pub value: Value,
    /// Where the value comes from.
    pub source: Origin,
    /// Whether the skill requires it.
    pub required: bool,
    /// Values of lower precedence that do not count, for a report.
    pub overrides: Vec<(Origin, Value)>,
}

/// Why a question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// A required value is not there.
    Missing,
    /// Discovery found several.
    Ambiguous,
    /// Something was discovered, and the skill does not permit that.
    DiscoveryNotPermitted,
    /// A context file of higher precedence forbids the value.
    Prohibited,
    /// Not one of the values that the skill takes.
    NotTaken,
    /// The conversation gave a value that the skill does not know.
    Unknown,
    /// The run is risky and not confirmed.
    Confirm,
}

/// What to ask a person. These are problems of the inputs, not failures of the skill.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Question {
    /// The parameter in question; `None`: the run as a whole.
    pub parameter: Option<String>,
    /// Why it is asked.
    pub reason: Reason,
    /// The question for a person.
    pub message: String,
    /// Values to choose from; empty: any.
    pub candidates: Vec<Value>,
}

/// The resolved inputs of a skill.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Resolution {
    /// Name of the skill.
    pub skill: String,
    /// `run convert_to_pdf`
    pub execution_id: String,
    /// The values, in the order of the parameters.
    pub values: Vec<Input>,
    /// With any question the skill does not run; the answers become conversation values and everything is resolved again.
    pub questions: Vec<Question>,
    /// Whether there is no question.
    pub ready: bool,
    /// Values of the conversation that the skill wants kept in USER_CONTEXT.md. Never a secret.
    pub worth_keeping: Vec<String>,
}

/// Resolves the inputs of `skill`.
pub fn resolve(bag: &Bag, skill: &BagSkill, request: &Request) -> Resolution {
    let mut resolving = Resolving { bag, skill, request, values: Vec::new(), questions: Vec::new() };
    for parameter in &skill.parameters {
        resolving.parameter(parameter);
    }
    resolving.conditions();
    resolving.rest();
    let Resolving { values, questions, .. } = resolving;
    let kept = |input: &&Input| {
        let parameter = skill.parameters.iter().find(|parameter| parameter.name == input.name);
        input.source == Origin::Conversation && parameter.is_some_and(|parameter| parameter.persist && !parameter.secret)
    };
    Resolution {
        skill: skill.name.clone(),
        execution_id: skill.execution_id(),
        worth_keeping: values.iter().filter(kept).map(|input| input.name.clone()).collect(),
        ready: questions.is_empty(),
        values,
        questions,
    }
}

struct Resolving<'a> {
    bag: &'a Bag,
    skill: &'a BagSkill,
    request: &'a Request,
    values: Vec<Input>,
    questions: Vec<Question>,
}

impl Resolving<'_> {
    fn parameter(&mut self, parameter: &Parameter) {
        let mut all = self.candidates(parameter);
        let forbidden: Vec<(Origin, Value)> =
            all.iter().filter(|(origin, value)| self.is_forbidden(&parameter.name, *origin, value)).cloned().collect();
        all.retain(|found| !forbidden.contains(found));
        if all.is_empty() {
            let was_asked = self.discovered(parameter, &mut all);
            if was_asked {
                return;
            }
        }
        let Some((source, value)) = all.first().cloned() else {
            if let Some((_, value)) = forbidden.first() {
                let message = format!("'{}' would be {value}, which a context file forbids", parameter.name);
                self.ask(Some(&parameter.name), Reason::Prohibited, message, Vec::new());
            } else if parameter.required {
                self.ask(
                    Some(&parameter.name),
                    Reason::Missing,
                    format!("'{}' is required and has no value", parameter.name),
                    parameter.values.clone(),
                );
            }
            return;
        };
        if !parameter.values.is_empty() && !parameter.values.contains(&value) {
            let message = format!("'{}' does not take {value}", parameter.name);
            return self.ask(Some(&parameter.name), Reason::NotTaken, message, parameter.values.clone());
        }
        let overrides = all.split_off(1);
        self.values.push(Input { name: parameter.name.clone(), value, source, required: parameter.required, overrides });
    }

    /// Every given value, highest precedence first.
    fn candidates(&self, parameter: &Parameter) -> Vec<(Origin, Value)> {
        let name = &parameter.name;
        let said = self.request.said.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value);
        let of = |context: &Option<super::context::Context>| {
            context.as_ref().and_then(|context| context.value(&self.skill.name, name).cloned())
        };
        [
            (Origin::Conversation, said.cloned()),
            (Origin::UserContext, of(&self.bag.user_context)),
            (Origin::Context, of(&self.bag.context)),
            (Origin::Skillbag, self.bag.rules.value(&self.skill.name, name).cloned()),
            (Origin::SkillDefault, parameter.default.clone()),
        ]
        .into_iter()
        .filter_map(|(origin, value)| Some((origin, value.filter(|value| !value.is_null())?)))
        .collect()
    }

    /// Lower precedence never overrides a prohibition of higher precedence.
    fn is_forbidden(&self, name: &str, origin: Origin, value: &Value) -> bool {
        let forbids = |context: Option<&super::context::Context>, level: Origin| {
            origin > level && context.is_some_and(|context| context.forbids(&self.skill.name, name, value))
        };
        forbids(self.bag.user_context.as_ref(), Origin::UserContext)
            || forbids(self.bag.context.as_ref(), Origin::Context)
            || forbids(Some(&self.bag.rules), Origin::Skillbag)
    }

    /// Fills a missing value with a discovered one, where the skill permits that. `true`: a question was asked.
    fn discovered(&mut self, parameter: &Parameter, all: &mut Vec<(Origin, Value)>) -> bool {
        let found: Vec<Value> = self
            .request
            .discovered
            .get(&parameter.name)
            .into_iter()
            .flatten()
            .filter(|value| !self.is_forbidden(&parameter.name, Origin::Discovered, value))
            .cloned()
            .collect();
        let (reason, message) = match found.as_slice() {
            [] => return false,
            [one] if parameter.may_be_discovered => {
                all.push((Origin::Discovered, one.clone()));
                return false;
            }
            [_] => (
                Reason::DiscoveryNotPermitted,
                format!("'{}' was discovered, which the skill does not permit. Is the value right?", parameter.name),
            ),
            several => (Reason::Ambiguous, format!("'{}' could be any of {} values", parameter.name, several.len())),
        };
        self.ask(Some(&parameter.name), reason, message, found);
        true
    }

    /// Conditional requirements hold for the values after defaults and contexts.
    fn conditions(&mut self) {
        for parameter in self.skill.parameters.iter().filter(|parameter| !parameter.required_when.is_empty()) {
            let value = |name: &str| self.values.iter().find(|input| input.name == name).map(|input| &input.value);
            let holds = parameter.required_when.iter().all(|(name, wanted)| value(name) == Some(wanted));
            let asked = self.questions.iter().any(|question| question.parameter.as_ref() == Some(&parameter.name));
            if holds && !asked && value(&parameter.name).is_none() {
                let when: Vec<String> =
                    parameter.required_when.iter().map(|(name, wanted)| format!("{name} is {wanted}")).collect();
                let message = format!("'{}' is required when {}", parameter.name, when.join(" and "));
                self.ask(Some(&parameter.name), Reason::Missing, message, parameter.values.clone());
            }
        }
    }

    fn rest(&mut self) {
        for (name, value) in &self.request.said {
            if !self.skill.parameters.iter().any(|parameter| parameter.name == *name) {
                let known: Vec<&str> = self.skill.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
                let message = format!("The skill has no parameter '{name}'; it has: {}", known.join(", "));
                self.ask(Some(name), Reason::Unknown, message, vec![value.clone()]);
            }
        }
        let forbidden =
            self.bag.files().find(|context| context.forbids_skill(&self.skill.name)).map(|context| context.file.clone());
        if let Some(file) = forbidden {
            self.ask(None, Reason::Prohibited, format!("{file} forbids this skill"), Vec::new());
        }
        if let Some(risk) = self.request.risk.as_ref().filter(|_| !self.request.confirmed) {
            self.ask(None, Reason::Confirm, format!("The run is risky ({risk}). Continue?"), Vec::new());
        }
    }

    fn ask(&mut self, parameter: Option<&str>, reason: Reason, message: String, candidates: Vec<Value>) {
        self.questions.push(Question { parameter: parameter.map(str::to_owned), reason, message, candidates });
    }
}
