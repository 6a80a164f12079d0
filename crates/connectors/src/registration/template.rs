//! Texts with inputs in them, and what becomes of them once the person answered.

use super::{Offer, Reach};
use apprentice_contracts::connector::{McpImportInput, McpImportInputKind};
use std::collections::BTreeMap;

/// A text with inputs in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(pub Vec<Part>);

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// As the file has it.
    Fixed(String),
    /// The answer to the input of this name.
    Input(String),
}

/// A word of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// A text, and the option that is before it as a word of its own. Both are left out if the person gave nothing.
    Text(Option<String>, Text),
    /// `-e NAME`: a container is given this variable, if it has a value or waits for one.
    Passed(String),
}

/// What the person answered: the values of each input.
pub type Answers = BTreeMap<String, Vec<String>>;

/// A variable or header of an offer with its answers.
#[derive(Clone, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its value. `None`: the person has to give it.
    pub value: Option<String>,
    /// The file calls it a secret.
    pub secret: bool,
}

impl std::fmt::Debug for Variable {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Variable").field("name", &self.name).field("secret", &self.secret).finish_non_exhaustive()
    }
}

/// An offer with its answers. A value that is a secret or missing is in the command as `${NAME}`, which is a variable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filled {
    /// The arguments of its program.
    pub arguments: Vec<String>,
    /// Its address; an input without an answer is in it as `{NAME}`.
    pub address: Option<String>,
    /// An input without an answer that the address needs.
    pub address_lacks: Option<String>,
    /// Variables of its environment.
    pub environment: Vec<Variable>,
    /// Headers.
    pub headers: Vec<Variable>,
}

/// The answer to one input.
enum Value {
    Given(Vec<String>),
    /// It is left out.
    Absent,
    Missing,
}

impl Text {
    /// The text that the file has as it is.
    pub fn fixed_text(text: impl Into<String>) -> Self {
        Self(vec![Part::Fixed(text.into())])
    }

    /// The pieces that the file has as they are.
    pub fn fixed(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|part| match part {
            Part::Fixed(text) => Some(text.as_str()),
            Part::Input(_) => None,
        })
    }

    /// The names of its inputs.
    pub fn inputs(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|part| match part {
            Part::Fixed(_) => None,
            Part::Input(name) => Some(name.as_str()),
        })
    }

    /// The name of the input that it is as a whole.
    fn only_input(&self) -> Option<&str> {
        match &self.0[..] {
            [Part::Input(name)] => Some(name),
            _ => None,
        }
    }
}

impl Word {
    /// The pieces that the file has as they are.
    pub fn fixed(&self) -> Vec<&str> {
        match self {
            Self::Text(flag, text) => flag.as_deref().into_iter().chain(text.fixed()).collect(),
            Self::Passed(name) => vec!["-e", name],
        }
    }
}

impl Offer {
    /// The offer with these answers. `Err`: the name of the input, and why its answer does not fit.
    pub fn filled(&self, answers: &Answers) -> Result<Filled, (String, String)> {
        self.check(answers)?;
        let mut filled = Filled {
            environment: self.variables(&self.environment, answers),
            headers: self.variables(&self.headers, answers),
            ..Filled::default()
        };
        match &self.reach {
            Reach::Program(_, words, _) => words.iter().for_each(|word| self.word(word, answers, &mut filled)),
            Reach::Address(address) => {
                let written = address.0.iter().map(|part| match part {
                    Part::Fixed(text) => text.clone(),
                    Part::Input(name) => match self.value(name, answers) {
                        Value::Given(values) => values.concat(),
                        Value::Absent => String::new(),
                        Value::Missing => {
                            filled.address_lacks.get_or_insert(name.clone());
                            format!("{{{name}}}")
                        }
                    },
                });
                filled.address = Some(written.collect());
            }
            Reach::Unsupported(_) => {}
        }
        Ok(filled)
    }

    fn input(&self, name: &str) -> Option<&McpImportInput> {
        self.inputs.iter().find(|input| input.name == name)
    }

    fn value(&self, name: &str, answers: &Answers) -> Value {
        let Some(input) = self.input(name) else { return Value::Absent };
        let given = answers.get(name).map(|values| values.iter().filter(|value| !value.is_empty()).cloned().collect::<Vec<_>>());
        match given.filter(|values| !values.is_empty()) {
            Some(values) => Value::Given(values),
            None if !input.default.is_empty() => Value::Given(input.default.clone()),
            None if input.required => Value::Missing,
            None => Value::Absent,
        }
    }

    fn is_secret(&self, name: &str) -> bool {
        self.input(name).is_some_and(|input| input.secret)
    }

    fn check(&self, answers: &Answers) -> Result<(), (String, String)> {
        for (name, values) in answers {
            let wrong = |why: String| Err((name.clone(), why));
            let Some(input) = self.input(name) else {
                let known: Vec<&str> = self.inputs.iter().map(|input| input.name.as_str()).collect();
                let known = if known.is_empty() { "nothing".to_owned() } else { known.join(", ") };
                return wrong(format!("it asks for no value of this name; it asks for {known}"));
            };
            if values.len() > 1 && !input.many {
                return wrong("it takes one value".to_owned());
            }
            for value in values.iter().filter(|value| !value.is_empty()) {
                if let Some(why) = misfit(input, value) {
                    return wrong(why);
                }
            }
        }
        Ok(())
    }

    fn variables(&self, all: &[(String, Text)], answers: &Answers) -> Vec<Variable> {
        all.iter().filter_map(|(name, text)| self.variable(name, text, answers)).collect()
    }

    /// `None`: it is nothing but an input that the person may leave out, and did.
    fn variable(&self, name: &str, text: &Text, answers: &Answers) -> Option<Variable> {
        let secret = text.inputs().any(|input| self.is_secret(input));
        let mut value = Some(String::new());
        for part in &text.0 {
            let piece = match part {
                Part::Fixed(text) => Some(text.clone()),
                Part::Input(input) => match self.value(input, answers) {
                    Value::Given(values) => Some(values.concat()),
                    Value::Absent if text.only_input().is_some() => return None,
                    Value::Absent => Some(String::new()),
                    Value::Missing => None,
                },
            };
            value = value.zip(piece).map(|(before, piece)| before + &piece);
        }
        Some(Variable { name: name.to_owned(), value, secret })
    }

    fn word(&self, word: &Word, answers: &Answers, filled: &mut Filled) {
        let (flag, text) = match word {
            Word::Text(flag, text) => (flag, text),
            Word::Passed(name) => {
                if filled.environment.iter().any(|variable| variable.name == *name) {
                    filled.arguments.extend(["-e".to_owned(), name.clone()]);
                }
                return;
            }
        };
        let mut written = vec![String::new()];
        for part in &text.0 {
            let pieces = match part {
                Part::Fixed(text) => vec![text.clone()],
                Part::Input(name) => match self.value(name, answers) {
                    Value::Absent => return,
                    Value::Given(values) if !self.is_secret(name) => values,
                    _ => vec![format!("${{{}}}", self.stand_in(name, answers, filled))],
                },
            };
            written = written.iter().flat_map(|before| pieces.iter().map(move |piece| format!("{before}{piece}"))).collect();
        }
        filled.arguments.extend(written.into_iter().flat_map(|text| flag.clone().into_iter().chain([text])));
    }

    /// The variable that holds an input for the command: one that has just this value already, or a new one.
    fn stand_in(&self, name: &str, answers: &Answers, filled: &mut Filled) -> String {
        let mut variable = name.to_owned();
        if let Some((_, text)) = self.environment.iter().find(|(known, _)| known == name)
            && text.only_input() != Some(name)
        {
            variable.push_str("_VALUE");
        }
        if !filled.environment.iter().any(|known| known.name == variable) {
            let value = match self.value(name, answers) {
                Value::Given(values) => Some(values.concat()),
                _ => None,
            };
            filled.environment.push(Variable { name: variable.clone(), value, secret: self.is_secret(name) });
        }
        variable
    }
}

/// Why an answer does not fit its input.
fn misfit(input: &McpImportInput, value: &str) -> Option<String> {
    if !input.choices.is_empty() && !input.choices.iter().any(|choice| choice == value) {
        return Some(format!("choose one of: {}", input.choices.join(", ")));
    }
    match input.kind {
        McpImportInputKind::Number if value.parse::<f64>().is_err() => Some("give a number".to_owned()),
        McpImportInputKind::Boolean if !["true", "false"].contains(&value) => Some("give true or false".to_owned()),
        _ => None,
    }
}
