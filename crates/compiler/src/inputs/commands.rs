//! Values of command lines as inputs, and the pattern of each line.

use super::kinds::value_kind;
use super::{Inputs, data};
use crate::command::{self, Word};
use crate::steps::Step;
use crate::text::fold;
use apprentice_contracts::MASK;
use apprentice_contracts::graph::{VariableBinding, VariableKind};
use apprentice_contracts::observation::CommandRun;
use std::collections::{BTreeMap, HashMap, HashSet};

impl Inputs {
    pub(super) fn command(&mut self, index: usize, step: &Step<'_>, run: &CommandRun) {
        let words = command::words(&run.command_line);
        let stems: Vec<String> = self.stems.iter().filter(|stem| stem.step == index).map(|stem| stem.text.clone()).collect();
        let mut shared = Vec::new();
        for stem in stems {
            let (stem, thing) = self.number_in_stem(stem);
            if self.is_known_stem(&stem) {
                continue;
            }
            let label = match thing {
                Some(thing) => thing,
                None => self.stem_label(&words, &stem),
            };
            let binding = VariableBinding::Command { pattern: String::new() };
            shared.push(self.add(index, step, "name", &label, value_kind(&stem, ""), &stem, false, binding));
        }
        let known_before = !self.stems.is_empty() || self.puts_in;
        let rounds: Vec<Vec<Word>> =
            step.others().filter_map(Step::command).map(|run| command::words(&run.command_line)).collect();
        let found: Vec<(usize, data::DataWord)> = data::data_words(&words, run, &rounds);
        let mut pattern: Vec<String> = words.iter().map(|word| word.text.clone()).collect();
        if known_before {
            // A value is also in programs of other languages, and in words that are no data.
            for (text, word) in pattern.iter_mut().zip(&words).filter(|(_, word)| !word.operator) {
                *text = self.template(&word.text, |name| format!("{{{{{name}}}}}")).0;
            }
        }
        let mut new_names = shared.clone();
        // What is put into each word: where, and the hole.
        let mut holes: BTreeMap<usize, Vec<(usize, usize, String)>> = BTreeMap::new();
        for (place, datum) in found {
            let text = words[place].text.clone();
            let datum = self.number_of_a_thing(datum, &text);
            let (literal_before, value, literal_after) = (&text[..datum.from], &text[datum.from..datum.to], &text[datum.to..]);
            let line = data::line_around(&text, datum.from);
            if line != value.trim() && self.kept.contains(line) {
                continue;
            }
            let (templated, used) = self.template(value, |name| format!("{{{{{name}}}}}"));
            // “A stage with its host”: the host is given, also where a part of it is the stage.
            let of_section = datum.fallback == data::SECTION;
            let datum = match of_section {
                true => data::DataWord { label: self.thing_for(value), ..datum },
                false => datum,
            };
            let is_asked =
                of_section || datum.put_in && self.goal_words.contains(&fold(&datum.label)) && !self.is_input(&datum.label);
            let is_whole = self.list.iter().any(|input| input.is_value(value));
            if !used.is_empty() && (is_whole || !is_asked) {
                holes.entry(place).or_default().push((datum.from, datum.to, templated));
                continue;
            }
            let varies = rounds.iter().any(|round| round.get(place).is_some_and(|word| word.text != text));
            let said = words[place].quoted && text.contains(' ');
            let general = matches!(datum.fallback, "folder" | "value" | "input_file" | "output_file")
                && datum.label == datum.fallback.replace('_', " ");
            let counted = matches!(datum.kind, VariableKind::File | VariableKind::Number);
            if known_before && !varies && !said && !datum.put_in && (counted || general) {
                // The names of files around the values are the same every time.
                continue;
            }
            if self.created_files.contains(text.trim_start_matches("./").trim_end_matches('/')) && rounds.is_empty() {
                // An earlier command of the task created it, so its name is the same every time.
                continue;
            }
            let secret = value.contains(MASK);
            let binding = VariableBinding::Command { pattern: String::new() };
            let name = self.add(index, step, datum.fallback, &datum.label, datum.kind, value, secret, binding);
            if let Some(input) = self.list.last_mut() {
                let inner = |word: &Word| {
                    let text = word.text.strip_prefix(literal_before)?.strip_suffix(literal_after)?;
                    Some(text.to_owned())
                };
                input.other_values = rounds.iter().filter_map(|words| inner(words.get(place)?)).collect();
            }
            holes.entry(place).or_default().push((datum.from, datum.to, format!("{{{{{name}}}}}")));
            new_names.push(name);
        }
        for (place, mut put) in holes {
            // A value is also beside what a program puts in.
            let beside = |text: &str| match known_before {
                true => self.template(text, |name| format!("{{{{{name}}}}}")).0,
                false => text.to_owned(),
            };
            let word = &words[place].text;
            put.sort_by_key(|(from, ..)| *from);
            let (mut text, mut at) = (String::new(), 0);
            for (from, to, hole) in put {
                // Two that overlap are one.
                if from < at {
                    continue;
                }
                text.push_str(&beside(&word[at..from]));
                text.push_str(&hole);
                at = to;
            }
            text.push_str(&beside(&word[at..]));
            pattern[place] = text;
        }
        let line: Vec<String> = pattern.iter().zip(&words).map(|(text, word)| word.requoted(text)).collect();
        for name in &shared {
            let hole = format!("{{{{{name}}}}}");
            let place = (0..pattern.len()).find(|&place| pattern[place].contains(&hole));
            let captured = |round: &Vec<Word>| {
                let place = place?;
                crate::pattern::capture(&pattern[place], &round.get(place)?.text)?.remove(name)
            };
            let others: Vec<String> = rounds.iter().filter_map(captured).collect();
            if let Some(input) = self.list.iter_mut().find(|input| input.variable.name == *name) {
                input.other_values = others;
            }
        }
        let parts = command::chain(&line.join(" "));
        for input in self.list.iter_mut().filter(|input| new_names.contains(&input.variable.name)) {
            let hole = format!("{{{{{}}}}}", input.variable.name);
            let part = parts.iter().find(|part| part.contains(&hole)).unwrap_or(&parts[0]);
            input.variable.binding = VariableBinding::Command { pattern: part.clone() };
        }
        self.commands.insert(index, parts);
        self.created_files
            .extend(run.files.iter().map(|file| file.path.trim_start_matches("./").trim_end_matches('/').to_owned()));
    }
}

/// The name before an equals sign or colon: `port` of `s/port=8080/port=9090/`.
pub(super) fn key_of(words: &[Word], value: &str) -> Option<String> {
    words.iter().find_map(|word| {
        let at = word.text.find(value)?;
        // The key of `test.example` is none of `test`.
        let goes_on = |rest: &str| rest.strip_prefix(['.', '-', '_']).is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
        if goes_on(&word.text[at + value.len()..]) {
            return None;
        }
        // `\\n` ends a line of what `printf` writes.
        let before = word.text[..at].replace("\\n", "\n");
        let before = before.trim_end_matches(['\'', '"']);
        let key = before.strip_suffix(['=', ':']).or_else(|| before.strip_suffix("= ")).or_else(|| before.strip_suffix(": "))?;
        let letters = key.trim_end().chars().rev().take_while(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '-'));
        let key: String = letters.collect::<Vec<_>>().into_iter().rev().collect();
        (key.chars().count() > 1 && key.chars().any(char::is_alphabetic)).then_some(key)
    })
}

/// Words of letters that the commands have in more than one case, folded.
pub(super) fn words_in_two_cases(steps: &[Step<'_>]) -> HashSet<String> {
    let mut seen: HashMap<String, &str> = HashMap::new();
    let mut out = HashSet::new();
    for run in steps.iter().filter_map(Step::command) {
        for word in run.command_line.split(|letter: char| !letter.is_alphabetic()).filter(|word| word.chars().count() > 2) {
            let known = seen.entry(fold(word)).or_insert(word);
            if *known != word {
                out.insert(fold(word));
            }
        }
    }
    out
}
