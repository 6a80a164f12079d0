//! Texts with holes: every demonstrated value in a text becomes the name of its input.

use crate::forms;
use crate::inputs::Inputs;
use crate::normal::Normal;
use crate::text::{collapse, fold, fold_char, mentions, whole_words};
use crate::untrusted::LINE;
use apprentice_contracts::graph::VariableBinding;
use std::collections::HashSet;

/// The demonstrated values, in all their forms, and what the person entered that is the same every time.
pub struct KnownValues {
    /// Letters of a form, folded unless it is exact, and the input; the longest first.
    forms: Vec<Form>,
    /// What the values are worth, and the input.
    normals: Vec<(Normal, String)>,
    /// Inputs that were put into a line which another input names.
    in_lines: HashSet<String>,
    /// Inputs by which a line was chosen.
    pub lines: Vec<ChosenLine>,
    /// Folded values that were entered and are no inputs.
    constants: HashSet<String>,
}

/// An input that says which line was meant, or which of several fields of one name.
pub struct ChosenLine {
    /// Name of the field.
    pub control: String,
    pub input: String,
    pub example: String,
}

/// One way in which a value is written.
struct Form {
    letters: Vec<char>,
    name: String,
    /// Whether a text must have it in these very letters.
    exact: bool,
}

/// A text with holes.
#[derive(Clone, Debug, PartialEq)]
pub struct Holes {
    /// A pattern: `{{name}}` for a value, `*` for a word that differs every time.
    pub pattern: String,
    /// Names of the inputs in it.
    pub used: Vec<String>,
    /// Whether the whole text is a value that was entered, of an input or a constant.
    pub entered: bool,
}

impl KnownValues {
    pub fn of(inputs: &Inputs, constants: impl IntoIterator<Item = String>) -> Self {
        let mut list: Vec<Form> = Vec::new();
        let mut normals: Vec<(Normal, String)> = Vec::new();
        for input in inputs.list.iter().filter(|input| !input.variable.secret) {
            for value in std::iter::once(&input.variable.example).chain(&input.other_values).chain(&input.variable.more_examples)
            {
                // A word such as “on” says nothing without its label.
                let normal = Normal::of(value).filter(|normal| !matches!(normal, Normal::State(_)));
                normals.extend(normal.map(|normal| (normal, input.variable.name.clone())));
                let exact = inputs.is_exact(input);
                let written = if exact { vec![collapse(value)] } else { forms::of(&fold(value)) };
                for form in written {
                    let letters: Vec<char> = form.chars().collect();
                    if !letters.is_empty() && !list.iter().any(|known| known.letters == letters) {
                        list.push(Form { letters, name: input.variable.name.clone(), exact });
                    }
                }
            }
        }
        list.sort_by_key(|form| std::cmp::Reverse(form.letters.len()));
        let lines: Vec<(&String, &String)> = inputs
            .list
            .iter()
            .filter_map(|input| match &input.variable.binding {
                VariableBinding::Record { role, name, header, .. } if header == LINE => Some((role, name)),
                _ => None,
            })
            .collect();
        let in_line =
            |binding: &VariableBinding| matches!(binding, VariableBinding::Field { role, name } if lines.contains(&(role, name)));
        let in_lines = inputs.list.iter().map(|input| &input.variable).filter(|one| in_line(&one.binding));
        let in_lines = in_lines.map(|one| one.name.clone()).collect();
        let is_value = |text: &String| list.iter().any(|form| fold(&String::from_iter(&form.letters)) == *text);
        let constants =
            constants.into_iter().map(|text| fold(&text)).filter(|text| !text.is_empty() && !is_value(text)).collect();
        let chosen = inputs.list.iter().filter_map(|input| match &input.variable.binding {
            VariableBinding::Record { name, header, .. } if header == LINE => Some(ChosenLine {
                control: name.clone(),
                input: input.variable.name.clone(),
                example: input.variable.example.clone(),
            }),
            _ => None,
        });
        Self { forms: list, normals, constants, in_lines, lines: chosen.collect() }
    }

    /// Words of the constants that the text contains, folded.
    fn constant_words(&self, text: &str) -> HashSet<String> {
        let known = self.constants.iter().filter(|constant| constant.chars().count() > 2 && mentions(text, constant));
        known.flat_map(|constant| constant.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect()
    }

    /// The pattern of a text that describes a whole record: it keeps given and entered values, and `*` replaces the rest.
    /// `more`: further words that count, folded.
    pub fn gist(&self, text: &str, more: &[String]) -> String {
        let mut known = self.constant_words(text);
        known.extend(more.iter().cloned());
        let bare = |word: &str| fold(word.trim_matches(|letter: char| !letter.is_alphanumeric()));
        let mut out = String::new();
        for word in self.holes(text).pattern.split(' ') {
            let kept = word.contains("{{") || known.contains(&bare(word));
            match (kept, out.is_empty() || out.ends_with('*')) {
                (true, false) => out.push_str(&format!(" {word}")),
                (true, true) => out.push_str(word),
                (false, _) if out.ends_with('*') => {}
                (false, _) => out.push('*'),
            }
        }
        out
    }

    /// The compared part of a cell. Of a text of several lines, such as a file in an editor, only given values are compared.
    pub fn cell(&self, text: &str) -> Holes {
        let holes = self.holes(text);
        match text.trim().contains('\n') && !holes.entered && !holes.used.is_empty() {
            true => Holes { pattern: format!("*{}*", self.gist(text, &[]).trim_matches('*')), ..holes },
            false => holes,
        }
    }

    pub fn holes(&self, text: &str) -> Holes {
        self.holes_in(text, stable)
    }

    /// The same with the rest of the text as it is: numbers and stars of a command are a part of it.
    pub fn holes_as_written(&self, text: &str) -> Holes {
        self.holes_in(text, str::to_owned)
    }

    fn holes_in(&self, text: &str, rest: fn(&str) -> String) -> Holes {
        let text = collapse(text);
        let letters: Vec<char> = text.chars().collect();
        let folded: Vec<char> = letters.iter().copied().map(fold_char).collect();
        let mut taken: Vec<Option<usize>> = vec![None; letters.len()];
        for (number, Form { letters: value, name, exact }) in self.forms.iter().enumerate() {
            let text = if *exact { &letters } else { &folded };
            // A short value is meaningful only in the line into which it was entered, not as part of another text.
            let named = || self.in_lines.contains(name) && taken.iter().any(Option::is_some);
            if value.len() > folded.len() || value.len() <= 2 && value.len() != folded.len() && !named() {
                continue;
            }
            for at in whole_words(text, value) {
                if taken[at..at + value.len()].iter().all(Option::is_none) {
                    taken[at..at + value.len()].fill(Some(number));
                }
            }
        }
        let mut pattern = String::new();
        let mut used: Vec<String> = Vec::new();
        let mut at = 0;
        while at < letters.len() {
            let end = (at..letters.len()).find(|&end| taken[end] != taken[at]).unwrap_or(letters.len());
            match taken[at] {
                Some(number) => {
                    let name = &self.forms[number].name;
                    // Two equal values side by side are two holes.
                    for _ in 0..((end - at) / self.forms[number].letters.len()).max(1) {
                        pattern.push_str(&format!("{{{{{name}}}}}"));
                    }
                    if !used.contains(name) {
                        used.push(name.clone());
                    }
                }
                None => pattern.push_str(&rest(&letters[at..end].iter().collect::<String>())),
            }
            at = end;
        }
        let at_once = || {
            let normal = Normal::of(&text)?;
            self.normals.iter().find(|(known, _)| known.is_same(&normal)).map(|(_, name)| name.clone())
        };
        // The whole text is a value in another form: `1,234.50 €`.
        if used.is_empty()
            && let Some(name) = at_once()
        {
            return Holes { pattern: format!("{{{{{name}}}}}"), used: vec![name], entered: true };
        }
        let whole = taken.first().copied().flatten().is_some_and(|number| self.forms[number].letters.len() == letters.len());
        let entered = whole || self.constants.contains(&fold(&text));
        Holes { pattern, used, entered }
    }
}

/// A text with `*` for each word with a digit: numbers, times, ids.
fn stable(text: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    let flush = |word: &mut String, out: &mut String| {
        if word.chars().any(|letter| letter.is_ascii_digit() || letter == '*') {
            if !out.ends_with('*') {
                out.push('*');
            }
        } else {
            out.push_str(word);
        }
        word.clear();
    };
    for letter in text.chars() {
        if letter == ' ' {
            flush(&mut word, &mut out);
            out.push(' ');
        } else {
            word.push(letter);
        }
    }
    flush(&mut word, &mut out);
    out
}

/// Whether a text may differ in each run although nobody entered it: it has a digit.
pub fn is_volatile(text: &str) -> bool {
    text.chars().any(|letter| letter.is_ascii_digit())
}
