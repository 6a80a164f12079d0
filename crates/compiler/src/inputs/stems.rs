//! The values that the commands of a task share: `q4-2031` in `out/q4-2031/`, `*-q4-2031.txt` and `q4-2031.tar.gz`.
//!
//! The words of all commands are split at word borders. A sequence of parts that is in several different words is one value, and the rest
//! of each word is its template.

use crate::command::{self, Word};
use crate::effects::Mentioned;
use crate::steps::Step;
use crate::text::{fold, mentions};
use apprentice_contracts::graph::VariableKind;
use apprentice_contracts::observation::{CommandRun, FileChangeKind};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// A value that several words share.
#[derive(Clone, Debug, PartialEq)]
pub struct Stem {
    /// As it is written where it first occurs.
    pub text: String,
    /// The step in which it first occurs.
    pub step: usize,
}

/// Longer sequences of parts are no values.
const MOST_PARTS: usize = 12;

/// A part of a word between separators: its text and its place.
struct Part {
    folded: String,
    from: usize,
    to: usize,
    /// The number of a version that a `v` precedes.
    after_v: bool,
}

/// Some parts of a word, one after another.
struct Sequence {
    key: Vec<String>,
    text: String,
    after_v: bool,
}

struct Occurrences {
    text: String,
    /// Place among all sequences, in reading order.
    order: usize,
    step: usize,
    /// The different words in which it is.
    words: BTreeSet<String>,
    /// How it is written, and where.
    forms: BTreeMap<String, Form>,
    /// The steps in which it is.
    steps: BTreeSet<usize>,
    /// Whether it is part of the name of a file that the task wrote.
    in_written_file: bool,
    /// Whether a program for JSON chooses an entry by it: `mailer` of `.services.mailer.image`.
    is_key: bool,
    /// Whether a program for sed finds its lines by it.
    is_address: bool,
    /// Whether a command ran in a folder of this name.
    is_folder: bool,
    /// Whether it is in a folder that is called as a thing of the goal: `hall` of `rooms/hall`, where a room is asked for.
    is_thing: bool,
    /// Whether a sentence has it.
    in_sentence: bool,
    /// Whether a `v` precedes it everywhere, so that it belongs to the value.
    after_v: bool,
}

/// Leaves out words that stand only beside another value, such as `crates` of `crates-0.9.tar` and `crates-0.9/`, where the goal asks for
/// fewer things than there are values: they say what kind of thing has the value.
fn leave_out_kinds(chosen: &mut Vec<(Vec<String>, Occurrences)>, things: usize) {
    if chosen.len() <= things {
        return;
    }
    let values: Vec<String> = chosen.iter().map(|(_, one)| fold(&one.text)).filter(|text| has_digit(text)).collect();
    let is_beside = |word: &str, text: &str| {
        let signs = ["-", "_", "-v", "_v"];
        values.iter().any(|value| {
            signs.iter().any(|sign| word.contains(&format!("{text}{sign}{value}")))
                || ["-", "_"].iter().any(|sign| word.contains(&format!("{value}{sign}{text}")))
        })
    };
    chosen.retain(|(_, one)| {
        let text = fold(&one.text);
        let is_word = text.chars().all(char::is_alphabetic);
        !is_word || one.is_thing || one.is_key || !one.words.iter().all(|word| is_beside(word, &text))
    });
}

/// One spelling of a value.
struct Form {
    /// The step in which it first occurs.
    step: usize,
    in_written_file: bool,
}

/// The other spellings of a word that name a file which the task wrote: `linz` of `towns/linz.json`, beside the town `Linz`. In a shell these
/// are two values, and no rule says how one follows from the other.
fn other_forms(one: &Occurrences) -> Vec<Stem> {
    let is_word = |text: &str| text.chars().all(char::is_alphabetic);
    let own = one.forms.get(&one.text).is_some_and(|form| !form.in_written_file);
    let others = one.forms.iter().filter(|(text, form)| own && **text != one.text && is_word(text) && form.in_written_file);
    others.map(|(text, form)| Stem { text: text.clone(), step: form.step }).collect()
}

/// The shared values of the commands, in the order of their first use.
pub fn shared(steps: &[Step<'_>], mentioned: &Mentioned, goal: Option<&str>) -> Vec<Stem> {
    let written = written_files(steps);
    let mut order = 0;
    let mut found: BTreeMap<Vec<String>, Occurrences> = BTreeMap::new();
    // The words of loops by what they have in common, and the first step.
    let mut of_loops: BTreeMap<Vec<String>, (usize, BTreeSet<String>)> = BTreeMap::new();
    // Full names of files that were there before.
    let mut whole = HashSet::new();
    let mut folders = HashSet::new();
    let mut alternatives = HashSet::new();
    let things = super::asked_things(goal);
    let mut of_things = HashSet::new();
    let outermost = outermost_folder(steps);
    for (index, step) in steps.iter().enumerate() {
        let Some(run) = step.command() else { continue };
        let entered = entered_folder(run, outermost).map(|folder| DataText { is_folder: true, ..DataText::of(folder, false) });
        let words = entered.into_iter().chain(data_words(&command::words(&run.command_line)));
        for DataText { text: word, in_loop, query, is_key, is_folder } in words {
            // A name that several queries have is said several times, although its words are the same in each.
            let is_address = is_key && query.is_some();
            let distinct = query.filter(|_| is_full_name(&word) || is_key).unwrap_or_else(|| word.clone());
            note_places(&word, &written, &mut whole, &mut folders);
            note_alternatives(&word, &mut alternatives);
            note_things(&word, &things, &mut of_things);
            for Sequence { key, text, after_v } in sequences(&word) {
                // What a loop does for each item is the same for each.
                if in_loop && !has_digit(&text) {
                    let (_, words) = of_loops.entry(key).or_insert_with(|| (index, BTreeSet::new()));
                    words.insert(fold(&distinct));
                    continue;
                }
                order += 1;
                let is_written = written.contains(command::base_name(word.trim_end_matches('/')));
                let one = found.entry(key).or_insert_with(|| Occurrences {
                    text: text.clone(),
                    order,
                    step: index,
                    words: BTreeSet::new(),
                    forms: BTreeMap::new(),
                    steps: BTreeSet::new(),
                    in_written_file: false,
                    is_key: false,
                    is_address: false,
                    is_folder: false,
                    is_thing: false,
                    in_sentence: false,
                    after_v,
                });
                let form = one.forms.entry(text).or_insert(Form { step: index, in_written_file: false });
                form.in_written_file |= is_written;
                one.after_v &= after_v;
                one.is_key |= is_key;
                one.is_address |= is_address;
                one.is_folder |= is_folder;
                one.is_thing |= of_things.contains(&fold(&one.text));
                one.in_sentence |= !is_folder && is_sentence(&word);
                one.words.insert(fold(&distinct));
                one.steps.insert(index);
                one.in_written_file |= is_written;
            }
        }
    }
    let of_a_day =
        goal.is_some_and(|goal| ["a day", "one day", "another day", "a date"].iter().any(|words| mentions(goal, words)));
    let mut list: Vec<(Vec<String>, Occurrences)> = found
        .into_iter()
        .filter(|(_, one)| has_digit(&one.text) || !(alternatives.contains(&fold(&one.text)) || is_name_alone(one, &whole)))
        .filter(|(_, one)| {
            (is_shared(one, mentioned, &whole, !things.is_empty()) || of_a_day && is_date(&one.text))
                && !whole.contains(&fold(&one.text))
                && !folders.contains(&fold(&one.text))
        })
        .filter(|(_, one)| {
            !goal.is_some_and(|goal| is_plain_word(&one.text) && goal.contains(&one.text) && mentions(goal, &one.text))
        })
        .collect();
    let dates: Vec<Vec<String>> = list.iter().filter(|(_, one)| is_date(&one.text)).map(|(key, _)| key.clone()).collect();
    // A part of a date is none of its own.
    list.retain(|(key, one)| {
        is_date(&one.text)
            || one.words.len() > 1
            || !dates.iter().any(|date| date.windows(key.len()).any(|part| part == key.as_slice()))
    });
    // What is in most words is the value; longer sequences around it are templates, shorter ones inside it say nothing more.
    // A value that commands share is in the words of a loop as well.
    for (key, one) in &mut list {
        if let Some((step, words)) = of_loops.remove(key) {
            one.words.extend(words);
            one.step = one.step.min(step);
        }
    }
    list.sort_by_key(|(key, one)| (std::cmp::Reverse(one.words.len()), std::cmp::Reverse(key.len()), one.step));
    let mut chosen: Vec<(Vec<String>, Occurrences)> = Vec::new();
    for (key, one) in list {
        let within = |long: &[String], short: &[String]| long.windows(short.len().max(1)).any(|window| window == short);
        // “Nora Weiss” is a name, and `weiss` the word that it is filed under.
        let is_other_case = |long: &Occurrences, short: &Occurrences| {
            long.text.contains(' ') && !has_digit(&long.text) && !long.text.contains(&short.text) && long.words.len() > 1
        };
        let covers = |known: &[String], other: &Occurrences| {
            within(known, &key) && !is_other_case(other, &one) || within(&key, known) && !is_other_case(&one, other)
        };
        if !chosen.iter().any(|(known, other)| covers(known, other)) {
            chosen.push((key, one));
        }
    }
    leave_out_kinds(&mut chosen, things.len());
    chosen.sort_by_key(|(_, one)| one.order);
    let text = |one: &Occurrences| if one.after_v { format!("v{}", one.text) } else { one.text.clone() };
    let files = if goal.is_some_and(asks_for_a_file) { named_files(steps, &whole) } else { Vec::new() };
    // A part of the path of such a file, which is always in it, is none of its own.
    let is_part = |one: &Occurrences| {
        files.iter().any(|file| {
            let path = fold(&file.text);
            mentions(&path, &one.text) && one.words.iter().all(|word| word.contains(&path))
        })
    };
    chosen.retain(|(_, one)| !is_part(one));
    let in_other_cases: Vec<Stem> = chosen.iter().flat_map(|(_, one)| other_forms(one)).collect();
    let mut stems: Vec<Stem> = chosen.into_iter().map(|(_, one)| Stem { text: text(&one), step: one.step }).collect();
    stems.extend(in_other_cases);
    stems.extend(files);
    stems
}

impl super::Inputs {
    /// What a shared value is called.
    pub(super) fn stem_label(&mut self, words: &[Word], stem: &str) -> String {
        match self.option_labels.get(&fold(stem)) {
            Some(label) => label.clone(),
            None if let Some(label) =
                super::data::put_in_for(words, stem).or_else(|| super::data::place_in_format(words, stem)) =>
            {
                label
            }
            None if stem.contains(' ') => "text".to_owned(),
            // `image:1.2` is a version of the image, not an image.
            None if super::kinds::is_version(stem) => self.thing_for(stem),
            None => super::commands::key_of(words, stem).unwrap_or_else(|| self.thing_for(stem)),
        }
    }

    /// Whether an input has this value: as it is written, or with the sign of a count, such as `x3` of 3.
    pub(super) fn is_known_stem(&self, stem: &str) -> bool {
        let is_same = |example: &str| match self.two_cases.contains(&fold(stem)) {
            true => example == stem,
            false => fold(example) == fold(stem),
        };
        let number = |text: &str| text.strip_prefix('x').or_else(|| text.strip_suffix('x')).map(fold);
        let (rest, used) = self.template(stem, |_| String::new());
        // `4:35` of an hour and a minute.
        let is_put_together = used.len() > 1 && !rest.contains(char::is_alphanumeric);
        is_put_together
            || self.list.iter().any(|input| {
                let example = &input.variable.example;
                is_same(example) || number(stem).is_some_and(|number| number == fold(example))
            })
    }

    /// A shared value that is called after a thing of the goal is its number: `release-2.1` is the release 2.1.
    pub(super) fn number_in_stem(&self, stem: String) -> (String, Option<String>) {
        let numbered = self.goal_words.iter().find_map(|word| Some((word, super::table::number_of(&stem, word)?)));
        match numbered {
            Some((word, number)) if !self.is_input(word) => (number.to_owned(), Some(word.clone())),
            _ => (stem, None),
        }
    }
}

/// Whether a goal leaves open which file is meant: “stop tracking a file”.
fn asks_for_a_file(goal: &str) -> bool {
    ["a file", "one file", "another file", "one of its files", "one of the files", "a document", "a script"]
        .iter()
        .any(|words| mentions(goal, words))
}

/// Files that were there before and that a sentence of a later command names, such as the message of a commit.
fn named_files(steps: &[Step<'_>], whole: &HashSet<String>) -> Vec<Stem> {
    let mut out: Vec<Stem> = Vec::new();
    let mut sentences: Vec<String> = Vec::new();
    let mut arguments: Vec<Stem> = Vec::new();
    for (step, run) in steps.iter().enumerate().filter_map(|(at, step)| Some((at, step.command()?))) {
        for DataText { text: word, .. } in data_words(&command::words(&run.command_line)) {
            if word.contains(char::is_whitespace) {
                sentences.push(word);
            } else if whole.contains(&fold(&word)) && !arguments.iter().any(|known| known.text == word) {
                arguments.push(Stem { text: word, step });
            }
        }
    }
    out.extend(arguments.into_iter().filter(|file| sentences.iter().any(|sentence| sentence.contains(&file.text))));
    out
}

fn is_shared(one: &Occurrences, mentioned: &Mentioned, whole: &HashSet<String>, asks: bool) -> bool {
    // Words around one name of a file that was there before are that name again, such as `app.conf.bak`.
    let own = one
        .words
        .iter()
        .filter(|word| !whole.iter().any(|name| name.contains(&fold(&one.text)) && word.contains(name.as_str())))
        .count();
    let words = own + usize::from(own < one.words.len());
    let letters = one.text.chars().count();
    if is_mail(&one.text) {
        return true;
    }
    match has_digit(&one.text) {
        true => {
            let small = one.text.chars().all(|letter| letter.is_ascii_digit()) && letters < 3;
            // Words around a number, such as `on 4`, say what it counts; a number in a sentence is a part of it.
            let is_code = one.text.contains(['-', '.', '_', ':', '#']);
            let bare = one.text.split(char::is_whitespace).all(has_digit)
                && (is_code || !one.words.iter().all(|word| is_sentence(word)));
            // A small number that names the same thing everywhere is a number of it: `12` in a query, in `letters/12-*.txt` and in a log.
            let outside_of_dates = one.words.iter().filter(|word| !is_in_date(word, &one.text)).count();
            let names = !small || outside_of_dates >= 2 && one.steps.len() >= 3;
            letters >= 2 && names && (words >= 2 || bare && mentioned.is_written(&one.text))
        }
        // Words that are said together twice are a title or a message.
        // A word in the name of a file and in two other words is what they are about.
        false => {
            // A folder that was entered and that a sentence names is what the task is about.
            let chooses = one.is_key && words >= 3 && one.steps.len() >= 2 || one.is_folder && one.in_sentence;
            // The lines of one thing are changed, and another command names it.
            let chooses = chooses || one.is_address && asks && one.steps.len() >= 2;
            let is_about = one.in_written_file || one.is_thing || one.text.contains(' ') || own >= 2 && words > own || chooses;
            letters >= 3 && words >= 2 && own > 0 && is_about
        }
    }
}

/// Whether a text is an e-mail address: whose it is differs from run to run.
fn is_mail(text: &str) -> bool {
    const UNITS: &[&str] = &["service", "timer", "socket", "target", "mount", "path"];
    let ending = text.rsplit('.').next().unwrap_or_default();
    super::kinds::value_kind(text, "") == VariableKind::Email
        && !text.contains(['/', ':', '$'])
        && ending.chars().all(char::is_alphabetic)
        && !UNITS.contains(&ending)
}

/// Whether a number is in a word as a part of a date: `12` of `2031-04-12.csv`.
fn is_in_date(word: &str, number: &str) -> bool {
    let is_sign = |letter: Option<char>| matches!(letter, Some('-' | '/' | '.'));
    let is_digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
    word.match_indices(number).any(|(at, _)| {
        let (mut before, mut after) = (word[..at].chars().rev(), word[at + number.len()..].chars());
        is_sign(before.next()) && is_digit(before.next()) || is_sign(after.next()) && is_digit(after.next())
    })
}

/// Whether a text is a date and nothing else: `2031-06-11`.
fn is_date(text: &str) -> bool {
    super::kinds::is_date(text) && !text.contains(|letter: char| letter.is_alphabetic() || letter.is_whitespace())
}

/// Whether a word of a command has two words or more besides numbers.
fn is_sentence(word: &str) -> bool {
    let is_word = |part: &&str| part.chars().count() > 1 && part.chars().all(char::is_alphabetic);
    word.split(|letter: char| letter.is_whitespace() || matches!(letter, ',' | '.' | ';' | ':')).filter(is_word).count() >= 2
}

fn has_digit(text: &str) -> bool {
    text.chars().any(|letter| letter.is_ascii_digit())
}

/// Whether it is the name of a file that was there, with different endings: `CHANGELOG` of `CHANGELOG.md` and `CHANGELOG.new`.
fn is_name_alone(one: &Occurrences, whole: &HashSet<String>) -> bool {
    let stem = |word: &str| command::base_name(word).split('.').next().unwrap_or_default().to_owned();
    let text = fold(&one.text);
    one.words.iter().all(|word| !word.contains(char::is_whitespace) && stem(word) == text)
        && whole.iter().any(|name| stem(name) == text)
}

/// Words between which a shell chooses, such as `{images,tables}`, are a structure.
fn note_alternatives(word: &str, alternatives: &mut HashSet<String>) {
    let inside = word.split_once('{').and_then(|(_, rest)| rest.split_once('}')).map(|(inside, _)| inside);
    if let Some(inside) = inside.filter(|inside| inside.contains(',')) {
        alternatives.extend(inside.split(',').map(fold));
    }
}

fn is_plain_word(text: &str) -> bool {
    text.chars().all(char::is_lowercase)
}

/// Names of files that the commands made: those that were seen to be new, and the targets of redirections.
fn written_files(steps: &[Step<'_>]) -> HashSet<String> {
    let mut out = HashSet::new();
    let mut removed = HashSet::new();
    for run in steps.iter().filter_map(|step| step.command()) {
        let of = |change: FileChangeKind| {
            run.files.iter().filter(move |file| file.change == change).map(|file| (run.directory.as_str(), file.path.as_str()))
        };
        // A file that was taken away and put back was there before.
        let new = of(FileChangeKind::Created).filter(|file| !removed.contains(file));
        out.extend(new.map(|(_, path)| command::base_name(path.trim_end_matches('/')).to_owned()));
        removed.extend(of(FileChangeKind::Removed));
        let words = command::words(&run.command_line);
        let targets = words.windows(2).filter(|pair| pair[0].operator && matches!(pair[0].text.as_str(), ">" | ">>"));
        out.extend(targets.map(|pair| command::base_name(&pair[1].text).to_owned()));
    }
    out
}

/// Words that name a file which was there before are that name; the first folder of a path is a place.
fn note_places(word: &str, written: &HashSet<String>, whole: &mut HashSet<String>, folders: &mut HashSet<String>) {
    let plain = word.trim_start_matches("./").trim_end_matches('/');
    let is_ending =
        |text: &str| text.len() <= 6 && text.chars().all(char::is_alphanumeric) && text.chars().any(char::is_alphabetic);
    let ending = plain.rsplit_once('.').is_some_and(|(_, ending)| is_ending(ending));
    if ending && !written.contains(command::base_name(plain)) && !plain.contains('*') {
        whole.insert(fold(plain));
        whole.insert(fold(command::base_name(plain)));
    }
    if let Some((first, _)) = plain.split_once('/').filter(|(first, _)| !first.is_empty()) {
        folders.insert(fold(first));
    }
}

/// What is in a folder that is called as a thing of the goal: `hall` of `rooms/hall/*.wav`, where a room is asked for.
fn note_things(word: &str, things: &[String], of_things: &mut HashSet<String>) {
    let parts: Vec<&str> = word.split('/').collect();
    for pair in parts.windows(2).filter(|pair| things.contains(&super::labels::singular(&fold(pair[0])))) {
        let name = pair[1].split_once('.').map_or(pair[1], |(stem, _)| stem);
        if !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '_')) {
            of_things.insert(fold(name));
        }
    }
}

/// A text of a command that may hold values.
struct DataText {
    text: String,
    in_loop: bool,
    /// The program in another language that has it in quotation marks.
    query: Option<String>,
    /// See [`Occurrences::is_key`].
    is_key: bool,
    /// The path of a folder that was entered.
    is_folder: bool,
}

impl DataText {
    fn of(text: &str, in_loop: bool) -> Self {
        Self { text: text.to_owned(), in_loop, query: None, is_key: false, is_folder: false }
    }
}

/// The folder around all commands, if one of them ran in it.
fn outermost_folder<'s>(steps: &'s [Step<'_>]) -> Option<&'s str> {
    let mut folders = steps.iter().filter_map(|step| step.command()).map(|run| run.directory.as_str());
    let shortest = folders.clone().min_by_key(|folder| folder.len())?;
    folders.all(|folder| command::below(shortest, folder).is_some()).then_some(shortest)
}

/// The folder in which a command ran, as a path below the outermost one.
fn entered_folder<'r>(run: &'r CommandRun, outermost: Option<&str>) -> Option<&'r str> {
    command::below(outermost?, &run.directory).filter(|inside| !inside.is_empty())
}

/// The keys of the paths in a program for JSON, without the last of each path, which is the name of a field: `services` and `mailer` of
/// `.services.mailer.image = 1`.
fn keys(program: &str) -> impl Iterator<Item = &str> {
    let is_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.');
    let paths = program.split(move |letter| !is_name(letter)).filter_map(|path| path.strip_prefix('.'));
    paths.flat_map(|path| path.rsplit('.').skip(1)).filter(|key| key.starts_with(|letter: char| letter.is_alphabetic()))
}

/// Whether a text is two words or more with capitals, as people are called.
fn is_full_name(text: &str) -> bool {
    let is_name = |word: &str| word.chars().next().is_some_and(char::is_uppercase) && !has_digit(word);
    text.contains(' ') && text.split_whitespace().all(is_name)
}

/// The words of a line that may hold values: no programs, subcommands, options and operators. Of `--option=value` the value.
fn data_words(words: &[Word]) -> Vec<DataText> {
    let mut out = Vec::new();
    let mut in_loop = false;
    for part in words.split(|word| word.operator) {
        let begins = matches!(part.first().map(|word| word.text.as_str()), Some("for" | "while" | "until"));
        let ends = matches!(part.first().map(|word| word.text.as_str()), Some("done" | "end"));
        in_loop &= !ends;
        let call = command::call(part);
        let only_target = part.len() == 1;
        for (at, word) in part.iter().enumerate() {
            if call.places.contains(&at) && !only_target {
                continue;
            }
            if word.is_option() {
                let value = word.text.split_once('=').map(|(_, value)| value).filter(|value| !value.is_empty());
                out.extend(value.map(|value| DataText::of(value, in_loop)));
                continue;
            }
            let of_query = |text: String| DataText { query: Some(word.text.clone()), ..DataText::of(&text, in_loop) };
            let option = at.checked_sub(1).map(|before| part[before].text.as_str());
            match call.name.first().map(String::as_str) {
                // Names of variables of the shell.
                Some("read") => continue,
                Some("sed") if let Some(texts) = super::data::sed_texts(&word.text) => {
                    out.extend(texts.into_iter().map(|text| DataText::of(&text, in_loop)));
                    out.extend(super::data::addressed(&word.text).map(|key| DataText { is_key: true, ..of_query(key) }));
                    continue;
                }
                Some(program) if word.quoted && !word.text.starts_with('.') && super::data::is_query_language(program) => {
                    out.extend(literals(&word.text).into_iter().map(of_query));
                    continue;
                }
                Some(name) if super::data::is_script(name, option) => {
                    out.extend(literals(&word.text).into_iter().map(of_query));
                    continue;
                }
                Some("jq" | "yq") if word.text.starts_with('.') => {
                    out.extend(literals(&word.text).into_iter().map(of_query));
                    out.extend(keys(&word.text).map(|key| DataText { is_key: true, ..DataText::of(key, in_loop) }));
                    continue;
                }
                _ => {}
            }
            out.push(DataText::of(&word.text, in_loop));
        }
        in_loop |= begins;
    }
    out
}

fn parts(word: &str) -> Vec<Part> {
    let letters: Vec<(usize, char)> = word.char_indices().collect();
    let mut out = Vec::new();
    let mut start = None;
    for (at, (place, letter)) in letters.iter().enumerate() {
        let digit =
            |offset: isize| letters.get(at.wrapping_add_signed(offset)).is_some_and(|(_, letter)| letter.is_ascii_digit());
        let inside = !in_variable(word, *place) && letter.is_alphanumeric() || *letter == '.' && at > 0 && digit(-1) && digit(1);
        match (inside, start) {
            (true, None) => start = Some(*place),
            (false, Some(from)) => {
                out.push(part(word, from, *place));
                start = None;
            }
            _ => {}
        }
    }
    if let Some(from) = start {
        out.push(part(word, from, word.len()));
    }
    out
}

/// The texts in quotation marks of a program in another language, and its numbers: its other words are the language.
pub(super) fn literals(program: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = program;
    while let Some(at) = rest.find(|letter: char| matches!(letter, '\'' | '"') || letter.is_ascii_digit()) {
        let before = rest[..at].chars().next_back();
        let first = rest[at..].chars().next().unwrap_or_default();
        let from = if first.is_ascii_digit() { at } else { at + 1 };
        let len = match first.is_ascii_digit() {
            true => rest[from..].find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(rest.len() - from),
            false => match rest[from..].find(first) {
                Some(len) => len,
                None => break,
            },
        };
        let in_name =
            first.is_ascii_digit() && before.is_some_and(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '$'));
        if !in_name && len > 0 {
            out.push(rest[from..from + len].to_owned());
        }
        rest = &rest[(from + len + usize::from(!first.is_ascii_digit())).min(rest.len())..];
    }
    out
}

/// Whether a letter is a part of `$name` or `${name}`.
fn in_variable(word: &str, place: usize) -> bool {
    let before = word[..place].trim_end_matches(|letter: char| letter.is_ascii_alphanumeric() || letter == '_');
    before.ends_with('$') || before.ends_with("${")
}

/// The number of a version without its `v`.
fn part(word: &str, from: usize, to: usize) -> Part {
    let text = &word[from..to];
    let version =
        text.strip_prefix('v').filter(|rest| rest.starts_with(|letter: char| letter.is_ascii_digit()) && rest.contains('.'));
    let from = version.map_or(from, |rest| to - rest.len());
    Part { folded: fold(&word[from..to]), from, to, after_v: version.is_some() }
}

/// Every sequence of parts of a word. An ending such as `csv` begins none.
fn sequences(word: &str) -> Vec<Sequence> {
    let parts = parts(word);
    let is_ending = |at: usize| {
        let part = &parts[at];
        part.from > 0
            && word[..part.from].ends_with('.')
            && (part.folded.len() <= 5 || at + 1 == parts.len() && part.folded.len() <= 8 && !word.contains(['@', ' ']))
            && part.folded.chars().any(char::is_alphabetic)
    };
    let mut out = Vec::new();
    if is_mail(word) {
        let key = parts.iter().map(|part| part.folded.clone()).collect();
        out.push(Sequence { key, text: word.to_owned(), after_v: false });
        return out;
    }
    for from in 0..parts.len().min(40) {
        if is_ending(from) {
            continue;
        }
        for to in from..parts.len().min(from + MOST_PARTS) {
            if is_ending(to) {
                break;
            }
            let text = &word[parts[from].from..parts[to].to];
            // A value does not reach over folders, and is no sentence.
            if text.contains(['/', '\n', '=', '"', '\'', '$', '{', '(']) {
                break;
            }
            // `Q4 2031` is `q4-2031`, and `Frieda` is filed under `frieda`; `SHARED` is another word than `shared`.
            let shouted = |part: &Part| {
                let text = &word[part.from..part.to];
                text.chars().count() > 2 && text.chars().all(|letter| letter.is_ascii_uppercase())
            };
            let coded = !parts[from..=to].iter().all(shouted);
            let written = |part: &Part| if coded { part.folded.clone() } else { word[part.from..part.to].to_owned() };
            let mut key = Vec::new();
            for at in from..=to {
                // `mailer:1.2` and “mailer 1.2” are two values beside each other, not one.
                if at > from && word[parts[at - 1].to..parts[at].from].contains(':') {
                    key.push(":".to_owned());
                }
                key.push(written(&parts[at]));
            }
            out.push(Sequence { key, text: text.to_owned(), after_v: parts[from].after_v });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_query_are_the_language() {
        assert_eq!(literals("select sku from t2 where supplier = 'Tepp' and price > 106"), ["Tepp", "106"]);
        assert_eq!(literals("$2 == \"north\" { n += $3 }"), ["north"]);
        assert_eq!(literals("it's open"), Vec::<String>::new());
    }

    #[test]
    fn the_keys_of_a_path_are_those_that_choose() {
        let found = |program| keys(program).collect::<Vec<_>>();
        assert_eq!(found(".services.mailer.image = \"a.b\" | .n = 3"), ["mailer", "services"]);
        assert_eq!(found(".version"), Vec::<&str>::new());
        assert_eq!(found(".[0].a"), Vec::<&str>::new());
    }

    #[test]
    fn people_are_called_by_words_with_capitals() {
        assert!(is_full_name("Ida Moser") && is_full_name("Anna Maria Ott"));
        assert!(!["open", "Ida", "in progress", "Batch 7", "In progress", ""].into_iter().any(is_full_name));
    }

    #[test]
    fn what_a_colon_parts_is_not_one_value_with_what_a_blank_parts() {
        let keys = |word: &str| sequences(word).into_iter().map(|one| one.key.join("+")).collect::<Vec<_>>();
        assert!(keys("mailer:0.9.0").contains(&"mailer+:+0.9.0".to_owned()));
        assert!(keys("mailer 0.9.0").contains(&"mailer+0.9.0".to_owned()));
        assert_eq!(keys("Q4 2031"), keys("q4-2031"));
    }

    #[test]
    fn a_variable_of_the_shell_is_no_part() {
        let texts: Vec<String> = parts("homes/$name/${team}-a").iter().map(|part| part.folded.clone()).collect();
        assert_eq!(texts, ["homes", "a"]);
    }
}
