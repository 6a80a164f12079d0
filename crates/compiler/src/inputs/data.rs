//! Which words of a command line are data, and their names.

use super::kinds::value_kind;
use crate::command::{self, Word};
use crate::steps::Step;
use crate::text::fold;
use apprentice_contracts::MASK;
use apprentice_contracts::graph::VariableKind;
use apprentice_contracts::observation::CommandRun;
use std::collections::HashMap;
use std::ops::Range;

/// Programs of which a quoted argument is a program in a language of its own. It stays as it is, with a hole only where a value is that
/// is known from elsewhere.
const LANGUAGES: &[&str] = &[
    "jq",
    "yq",
    "xq",
    "sed",
    "awk",
    "gawk",
    "mawk",
    "nawk",
    "perl",
    "ruby",
    "python",
    "node",
    "php",
    "sh",
    "bash",
    "zsh",
    "sqlite3",
    "psql",
    "mysql",
    "mariadb",
    "duckdb",
    "clickhouse-client",
    "mongosh",
    "bc",
    "dc",
    "mlr",
    "xmllint",
    "xmlstarlet",
    "expr",
    "datamash",
];

/// Whether an argument of a program is a query: its words are the language, and its values are in quotation marks.
pub(super) fn is_query_language(program: &str) -> bool {
    const QUERIES: &[&str] =
        &["sqlite3", "psql", "mysql", "mariadb", "duckdb", "clickhouse-client", "jq", "yq", "xq", "awk", "gawk", "mawk", "nawk"];
    QUERIES.contains(&program)
}

/// Whether an interpreter takes the word after this option as a program: `python3 -c 'print(1)'`.
pub(super) fn is_script(call: &str, option: Option<&str>) -> bool {
    matches!(
        (call.split_whitespace().next(), option),
        (Some("python"), Some("-c")) | (Some("node" | "ruby"), Some("-e")) | (Some("php"), Some("-r"))
    )
}

/// The part of a word that is data (a byte range), and its name.
pub(super) struct DataWord {
    pub from: usize,
    /// End of the range, exclusive.
    pub to: usize,
    pub label: String,
    pub fallback: &'static str,
    pub kind: VariableKind,
    /// Whether a program puts it in where another value stood: the person gave it.
    pub put_in: bool,
}

/// Flags whose value is always data, and its name.
const DATA_FLAGS: &[(&str, &str)] = &[
    ("-m", "message"),
    ("--message", "message"),
    ("-o", "output file"),
    ("--output", "output file"),
    ("--out", "output file"),
    ("--title", "title"),
    ("--body", "body"),
    ("--notes", "notes"),
    ("--name", "name"),
    ("--tag", "tag"),
    ("--label", "label"),
    ("--input", "input file"),
    ("--file", "file"),
    ("--to", "to"),
    ("--from", "from"),
    ("--subject", "subject"),
    ("--version", "version"),
    ("--description", "description"),
    ("--assignee", "assignee"),
    ("--author", "author"),
    ("--date", "date"),
    ("--branch", "branch"),
];

pub(super) fn data_words(words: &[Word], run: &CommandRun, rounds: &[Vec<Word>]) -> Vec<(usize, DataWord)> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut in_loop = false;
    for end in (0..=words.len()).filter(|&at| words.get(at).is_none_or(|word| word.operator && !command::is_redirect(word))) {
        let first = words.get(start).map_or("", |word| word.text.as_str());
        in_loop &= !matches!(first, "done" | "end");
        data_of_part(words, start..end, run, rounds, in_loop, &mut out);
        in_loop |= matches!(first, "for" | "while" | "until");
        start = end + 1;
    }
    out
}

/// What options call the folded values after them, in all commands.
pub(super) fn option_labels(steps: &[Step<'_>]) -> HashMap<String, String> {
    let mut out = HashMap::new();
    for run in steps.iter().filter_map(Step::command) {
        for pair in command::words(&run.command_line).windows(2).filter(|pair| !pair[0].quoted && !pair[1].operator) {
            let option = pair[0].text.as_str();
            let known = DATA_FLAGS.iter().find(|(flag, _)| *flag == option).map(|(_, label)| (*label).to_owned());
            let long = option.strip_prefix("--").filter(|name| !name.is_empty() && !name.contains('='));
            if let Some(label) = known.or(long.map(|name| name.replace('-', " "))) {
                out.entry(fold(&pair[1].text)).or_insert(label);
            }
        }
    }
    out
}

/// Whether a command has a text whose lines set several values.
pub(super) fn sets_several(run: &CommandRun) -> bool {
    let words = command::words(&run.command_line);
    let texts = words.windows(2).filter(|pair| pair[0].operator && pair[0].text == "<<<").map(|pair| &pair[1].text);
    texts.filter(|text| text.contains('\n')).any(|text| settings(text).len() > 1)
}

/// Positions of the words that are data, judged without other repetitions.
pub(crate) fn data_places(words: &[Word], run: &CommandRun) -> Vec<usize> {
    data_words(words, run, &[]).into_iter().map(|(place, _)| place).collect()
}

/// The data of one simple command, at this range of the line. `in_loop`: a loop does it for each item, so that its plain words are the same for each.
fn data_of_part(
    words: &[Word],
    range: Range<usize>,
    run: &CommandRun,
    rounds: &[Vec<Word>],
    in_loop: bool,
    out: &mut Vec<(usize, DataWord)>,
) {
    let part = &words[range.clone()];
    let call = command::call(part);
    let plain_is_data = !in_loop && call.name.first().is_some_and(|program| command::FILE_PROGRAMS.contains(&program.as_str()));
    let speaks = call.name.first().is_some_and(|program| LANGUAGES.contains(&program.as_str()));
    let mut flag: Option<String> = None;
    let mut redirect = false;
    let mut complaints = false;
    let mut here = false;
    let mut plain_seen = false;
    for (at, word) in part.iter().enumerate() {
        let place = range.start + at;
        if word.operator {
            redirect = word.text == ">" || word.text == ">>";
            complaints = word.text.starts_with('2');
            here = word.text == "<<<";
            flag = None;
            continue;
        }
        // A redirection of errors is not part of the task; see `matching`.
        if std::mem::take(&mut complaints) {
            continue;
        }
        if call.places.contains(&at) {
            continue;
        }
        if std::mem::take(&mut here) && word.text.contains('\n') && !speaks {
            out.extend(settings(&word.text).into_iter().map(|datum| (place, datum)));
            continue;
        }
        let prints = call.name.first().is_some_and(|program| program == "printf");
        // Where a format has places, the values are its other arguments.
        if prints && !plain_seen && word.text.contains('%') {
            plain_seen = true;
            continue;
        }
        // What `printf` writes are lines, as in a here-document.
        if prints && word.text.contains("\\n") {
            let mut lines = settings(&word.text.replace("\\n", "\n "));
            // A sentence sets nothing.
            lines.retain(|datum| {
                let by_sign = word.text[..datum.from].trim_end_matches([' ', '"', '\'']).ends_with(['=', ':']);
                by_sign && !word.text[datum.from..datum.to].contains('\\')
            });
            if !lines.is_empty() {
                out.extend(lines.into_iter().map(|datum| (place, datum)));
                continue;
            }
        }
        if word.is_option() {
            let option = word.text.split('=').next().unwrap_or_default();
            if let Some(value) = word.text.split_once('=').map(|(_, value)| value).filter(|value| !value.is_empty()) {
                if let Some(datum) = quantity(option, value).or_else(|| as_datum(value, Some(option), word, false, run)) {
                    let before = word.text.len() - value.len();
                    out.push((place, DataWord { from: before + datum.from, to: before + datum.to, ..datum }));
                }
                flag = None;
            } else {
                flag = Some(option.to_owned());
            }
            continue;
        }
        // `-d' '`: a separator.
        if word.text.strip_prefix('-').is_some_and(|rest| (2..=3).contains(&rest.chars().count()) && rest.ends_with(is_separator))
        {
            continue;
        }
        let after = flag.take();
        let plain_before = plain_seen;
        if let Some(datum) = after.as_deref().and_then(|option| quantity(option, &word.text)) {
            out.push((place, datum));
            plain_seen = true;
            continue;
        }
        // `tar czf`: option letters, not data.
        let letters = !std::mem::replace(&mut plain_seen, true)
            && call.name.first().is_some_and(|program| program == "tar")
            && after.is_none()
            && word.text.chars().all(|c| c.is_ascii_lowercase());
        if letters {
            continue;
        }
        // `read name team` names variables of the shell.
        if call.name.first().is_some_and(|program| program == "read") {
            continue;
        }
        if call.name.first().is_some_and(|program| program == "sed") && after.as_deref().is_none_or(|flag| flag != "-f") {
            let mut values = sed_values(&word.text);
            values.extend(inserted_sentences(&word.text));
            if !values.is_empty() || is_sed_program(&word.text) {
                out.extend(values.into_iter().map(|datum| (place, datum)));
                continue;
            }
        }
        if command::sets_permissions(part, at) {
            continue;
        }
        if call.name.first().is_some_and(|program| matches!(program.as_str(), "jq" | "yq")) {
            let values = json_values(&word.text);
            if !values.is_empty() {
                out.extend(values.into_iter().map(|datum| (place, datum)));
                continue;
            }
        }
        if word.quoted && call.name.first().is_some_and(|program| is_query_language(program)) {
            let limits = compared_numbers(&word.text);
            if !limits.is_empty() {
                out.extend(limits.into_iter().map(|datum| (place, datum)));
                continue;
            }
        }
        if let Some((name, value)) = assigned(&word.text).filter(|_| !call.places.contains(&at)) {
            // `echo WORKERS=2 >> app.env` sets what is in the file.
            let written = || part.windows(2).any(|pair| pair[0].operator && matches!(pair[0].text.as_str(), ">" | ">>"));
            let sets = call.name.first().is_some_and(|program| program == "echo") && written();
            let named =
                sets || after.as_deref().is_some_and(|flag| matches!(flag, "-v" | "-e" | "--env" | "--set" | "--var" | "-D"));
            if let Some(datum) = as_datum(value, None, word, named, run) {
                let from = word.text.len() - value.len();
                let label = name.replace(['_', '-'], " ").to_lowercase();
                out.push((place, DataWord { from: from + datum.from, to: from + datum.to, label, put_in: named, ..datum }));
            }
            continue;
        }
        let of_rounds: Vec<&str> =
            rounds.iter().filter(|round| round.len() == words.len()).map(|round| round[place].text.as_str()).collect();
        let varies = of_rounds.iter().any(|text| *text != word.text);
        if let Some(datum) = differing_part(&word.text, &of_rounds).filter(|_| varies) {
            let named = DATA_FLAGS.iter().find(|(flag, _)| after.as_deref() == Some(*flag)).map(|(_, label)| (*label).to_owned());
            let label = named.unwrap_or_else(|| datum.label.clone());
            out.push((place, DataWord { label, ..datum }));
            redirect = false;
            continue;
        }
        let target = std::mem::take(&mut redirect);
        if speaks && word.quoted && !target && !varies && word.text.contains(|letter: char| !letter.is_alphanumeric()) {
            continue;
        }
        // What two files or folders are compared with stays where it is.
        let compares = call.name.first().is_some_and(|program| matches!(program.as_str(), "diff" | "cmp" | "comm"));
        // What a format has a place for.
        let is_put_in = prints && plain_before && !target;
        let is_place =
            compares && word.text.chars().all(|letter| letter.is_lowercase() || matches!(letter, '/' | '_' | '-' | '.'));
        let certain = varies || plain_is_data && !is_place || target || is_put_in;
        if is_put_in && !word.text.contains(['$', '(', '`']) {
            let label = place_in_format(words, &word.text).unwrap_or_else(|| "value".to_owned());
            let datum = as_datum(&word.text, None, word, true, run);
            out.extend(datum.map(|datum| (place, DataWord { label, put_in: true, ..datum })));
            continue;
        }
        if let Some(datum) = numbered_part(&word.text).filter(|_| target && !varies) {
            out.push((place, datum));
            continue;
        }
        out.extend(as_datum(&word.text, after.as_deref(), word, certain, run).map(|datum| (place, datum)));
    }
}

/// The number of an option that says how much or how large: `16`, called `size`, of `-resize 16x`. A person chooses it. The numbers of other
/// options, such as `--depth 1`, belong to the way in which something is done.
fn quantity(option: &str, value: &str) -> Option<DataWord> {
    const QUANTITIES: &[&str] = &[
        "width",
        "height",
        "size",
        "resize",
        "scale",
        "quality",
        "density",
        "rotate",
        "limit",
        "price",
        "amount",
        "rate",
        "percent",
        "copies",
        "replicas",
        "days",
        "weeks",
        "months",
        "hours",
        "minutes",
        "port",
        "memory",
        "cpus",
        "priority",
        "duration",
        "resolution",
        "budget",
        "seats",
    ];
    let name = option.trim_start_matches('-');
    let is_quantity = QUANTITIES.contains(&name.rsplit('-').next().unwrap_or_default());
    let end = value.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(value.len());
    let (number, unit) = value.split_at(end);
    let is_number = number.parse::<f64>().is_ok()
        && unit.chars().count() <= 3
        && unit.chars().all(|sign| sign.is_alphabetic() || sign == '%');
    (is_quantity && is_number).then(|| DataWord {
        from: 0,
        to: end,
        label: if name == "resize" { "size".to_owned() } else { name.replace('-', " ") },
        fallback: "number",
        kind: VariableKind::Number,
        put_in: true,
    })
}

fn is_separator(letter: char) -> bool {
    !letter.is_alphanumeric()
}

/// Name and value of `VERSION=1.2.0`.
fn assigned(word: &str) -> Option<(&str, &str)> {
    let (name, value) = word.split_once('=')?;
    let plain = name.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_')
        && name.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-'));
    (plain && !value.is_empty()).then_some((name, value))
}

/// The substitutions of a sed program as ranges: what is searched for and what is put in its place.
fn substitutions(program: &str) -> Vec<(Range<usize>, Range<usize>)> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(found) = program[at..].find('s') {
        let start = at + found;
        at = start + 1;
        // `s` begins a command: at the start, after `;`, an address or a blank.
        let before = program[..start].trim_end().chars().next_back();
        let Some(mark) =
            program[at..].chars().next().filter(|mark| !mark.is_alphanumeric() && !mark.is_whitespace() && *mark != '\\')
        else {
            continue;
        };
        if before.is_some_and(|letter| !matches!(letter, ';' | '{' | '/' | '$' | '0'..='9' | '\n' | '!')) {
            continue;
        }
        let end_of = |from: usize| {
            let mut escaped = false;
            program[from..].char_indices().find_map(|(place, letter)| {
                let ends = letter == mark && !escaped;
                escaped = letter == '\\' && !escaped;
                ends.then_some(from + place)
            })
        };
        let from = at + mark.len_utf8();
        let Some(middle) = end_of(from) else { continue };
        let Some(end) = end_of(middle + mark.len_utf8()) else { continue };
        out.push((from..middle, middle + mark.len_utf8()..end));
        at = end + mark.len_utf8();
    }
    out
}

/// What the name of a section is when nothing else is known of it.
pub(super) const SECTION: &str = "section";

/// The name of a section that is about one thing: `alder-media` of `[alder-media]`. `[Unit]` belongs to the form of the file.
fn section(line: &str) -> Option<&str> {
    let name = line.strip_prefix('[')?.strip_suffix(']')?;
    let plain = name.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '_'));
    let is_code = name.contains(['-', '_']) || name.contains(|letter: char| letter.is_ascii_digit());
    (plain && is_code && name.starts_with(|letter: char| letter.is_lowercase())).then_some(name)
}

/// What the lines of a text set: `frieda`, called `user`, of `    User frieda`, `user=frieda` and `user: frieda`. A line that only begins a block
/// or that is a sentence sets nothing.
fn settings(text: &str) -> Vec<DataWord> {
    const MOST_WORDS: usize = 4;
    let mut at = 0;
    let mut out = Vec::new();
    for line in text.split('\n') {
        let start = at;
        at += line.len() + 1;
        if let Some(name) = section(line.trim()) {
            let from = start + line.find(name).unwrap_or_default();
            let label = "section".to_owned();
            out.push(DataWord { from, to: from + name.len(), label, fallback: SECTION, kind: VariableKind::Text, put_in: true });
            continue;
        }
        let inner = line.trim().trim_start_matches(['"', '\'', '-', ' ']);
        let key = inner.find(|letter: char| !(letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.')));
        let Some((key, rest)) = key.map(|end| inner.split_at(end)) else { continue };
        let rest = rest.strip_prefix(['"', '\'']).unwrap_or(rest);
        let by_sign = rest.trim_start().starts_with(['=', ':']);
        let value = rest.trim_start().trim_start_matches(['=', ':']).trim().trim_matches(['"', '\'', ',', ';']).trim();
        let is_key = key.starts_with(|letter: char| letter.is_alphabetic()) && (by_sign || rest.starts_with(char::is_whitespace));
        let few = by_sign || value.split_whitespace().count() < MOST_WORDS && !value.ends_with(['.', '!', '?']);
        if !is_key || !few || value.is_empty() || value.contains(['$', '`', '{', '(']) {
            continue;
        }
        let from = start + line.rfind(value).unwrap_or_default();
        let label = key.replace(['_', '-', '.'], " ").to_lowercase();
        let kind = value_kind(value, "");
        out.push(DataWord { from, to: from + value.len(), label, fallback: "value", kind, put_in: true });
    }
    out
}

/// What a program for JSON sets: `4`, called `replicas`, of `.web.replicas = 4`. A text with something that the program puts in is made by it.
fn json_values(program: &str) -> Vec<DataWord> {
    let mut out = Vec::new();
    for (at, _) in program.match_indices('=') {
        let (before, after) = (program[..at].trim_end().trim_end_matches(')'), &program[at + 1..]);
        let path = before.rsplit(|letter: char| letter.is_whitespace() || matches!(letter, '|' | '(' | ',')).next();
        let Some(path) = path.filter(|path| path.starts_with('.')) else { continue };
        let key = path.rsplit(['.', '[', ']', '"']).find(|key| !key.is_empty()).unwrap_or_default();
        let blanks = after.len() - after.trim_start().len();
        let from = at + 1 + blanks;
        let rest = &program[from..];
        let (from, value, end) = match rest.strip_prefix('"') {
            Some(inner) => {
                let Some(close) = inner.find('"') else { continue };
                (from + 1, &inner[..close], &inner[close + 1..])
            }
            None => {
                let close = rest.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(rest.len());
                (from, &rest[..close], &rest[close..])
            }
        };
        let ends = end.trim_start().is_empty() || end.trim_start().starts_with(['|', ',', ')']);
        if !ends || value.is_empty() || value.contains('\\') || !key.starts_with(|letter: char| letter.is_alphabetic()) {
            continue;
        }
        let label = key.replace(['_', '-'], " ").to_lowercase();
        let kind = value_kind(value, "");
        out.push(DataWord { from, to: from + value.len(), label, fallback: "value", kind, put_in: true });
    }
    out
}

/// The numbers with which a query compares a field: `25`, called `amount`, of `where amount < 25`. Such a limit may differ next time. A number
/// with one digit does not, nor does one that counts lines or fields.
fn compared_numbers(program: &str) -> Vec<DataWord> {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut out = Vec::new();
    for (at, _) in program.match_indices(['<', '>']) {
        let before = program[..at].trim_end();
        let name = before.rsplit(|letter: char| !is_name(letter)).next().unwrap_or_default();
        let is_field = name.starts_with(|letter: char| letter.is_alphabetic()) && !matches!(name, "NR" | "FNR" | "NF" | "length");
        let rest = program[at + 1..].trim_start_matches('=');
        let rest = rest.trim_start();
        let from = program.len() - rest.len();
        let end = rest.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(rest.len());
        let ends = rest[end..].chars().next().is_none_or(|letter| !is_name(letter));
        let number = rest[..end].trim_end_matches('.');
        if is_field && ends && number.len() > 1 && number.parse::<f64>().is_ok() {
            let label = name.replace('_', " ").to_lowercase();
            let to = from + number.len();
            out.push(DataWord { from, to, label, fallback: "number", kind: VariableKind::Number, put_in: true });
        }
    }
    out
}

/// The sentences that a program for sed puts in as lines of their own: `Reads lists` of `1i ## 2.4\\n- Reads lists\\n`.
fn inserted_sentences(program: &str) -> Vec<DataWord> {
    let mut out = Vec::new();
    for (from, line) in inserted(program) {
        let text = line
            .trim_matches(|letter: char| letter.is_whitespace() || matches!(letter, '\\' | '-' | '*' | '#' | '+' | '"' | '\''));
        let words = text.split_whitespace().filter(|word| word.chars().all(char::is_alphabetic)).count();
        if words > 1 && words == text.split_whitespace().count() {
            let start = from + line.find(text).unwrap_or_default();
            let end = start + text.len();
            out.push(DataWord {
                from: start,
                to: end,
                label: "text".to_owned(),
                fallback: "text",
                kind: VariableKind::Text,
                put_in: true,
            });
        }
    }
    out
}

/// The text by which a program for sed finds its lines, where it is no pattern: `rosa@post.example` of `/^rosa@post.example$/d`.
pub(super) fn addressed(program: &str) -> Option<String> {
    let rest = program.strip_prefix('/')?;
    let end = rest.char_indices().find(|(at, letter)| *letter == '/' && !rest[..*at].ends_with('\\')).map(|(at, _)| at)?;
    let acts = rest[end + 1..].starts_with(['d', 'p', 's', 'c', 'a', 'i', ',']);
    let text = rest[..end].replace("\\/", "/").replace("\\[", "[").replace("\\]", "]");
    let text = text.trim_start_matches('^').trim_end_matches('$').trim_matches(['[', ']']);
    // The last part of a path names the thing.
    let text = text.rsplit('/').next().filter(|_| acts)?;
    let plain = text.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '@' | '.' | '-' | '_' | ' ' | ','));
    (plain && !text.trim().is_empty()).then(|| text.to_owned())
}

/// What a format of `printf` calls one of its arguments: `port` of `printf 'PORT=%s\n' 8137`.
pub(super) fn place_in_format(words: &[Word], value: &str) -> Option<String> {
    let part = words.split(|word| word.operator).find(|part| part.first().is_some_and(|word| word.text == "printf"))?;
    let at = part.iter().skip(2).position(|word| word.text == value)?;
    let format = part.get(1)?.text.replace("%%", "").replace("\\n", "\n");
    let (place, _) = format.match_indices('%').nth(at)?;
    let before = format[..place].strip_suffix(['=', ':']).or_else(|| format[..place].strip_suffix(": "))?;
    let is_of_key = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-');
    let key = before.rsplit(|letter: char| !is_of_key(letter)).next().filter(|key| key.chars().count() > 1)?;
    Some(key.replace(['_', '-'], " ").to_lowercase())
}

/// The lines that a program for sed puts in, and where each begins in it.
fn inserted(program: &str) -> impl Iterator<Item = (usize, &str)> {
    let at = program.trim_start_matches(|letter: char| letter.is_ascii_digit() || matches!(letter, '$' | ',' | '!'));
    let lines = at.strip_prefix(['i', 'a', 'c']).filter(|rest| rest.starts_with([' ', '\\']));
    let mut from = program.len() - lines.map_or(0, str::len);
    lines.into_iter().flat_map(|lines| lines.split("\\n")).map(move |line| {
        let start = from;
        from += line.len() + 2;
        (start, line)
    })
}

/// The line of a text in which this place is. `\\n` ends a line too, as `printf` reads it.
pub(super) fn line_around(text: &str, place: usize) -> &str {
    let ends = |text: &str| text.find("\\n").into_iter().chain(text.find('\n')).min();
    let begins = |text: &str| text.rfind("\\n").map(|at| at + 2).into_iter().chain(text.rfind('\n').map(|at| at + 1)).max();
    let start = begins(&text[..place]).unwrap_or_default();
    let end = ends(&text[place..]).map_or(text.len(), |at| place + at);
    text[start..end].trim()
}

/// The part of a word from the first difference between the rounds to the last: `alder` of `hosts/alder.conf`, called after its folder. A value
/// begins and ends at the border of a word.
fn differing_part(text: &str, rounds: &[&str]) -> Option<DataWord> {
    // `2031-04` and `1.2` are one value.
    let is_border = |at: usize| {
        let digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
        let mut rest = text[at..].chars();
        let sign = rest.next();
        let joins = matches!(sign, Some('-' | '.' | ':' | '/')) && digit(text[..at].chars().next_back()) && digit(rest.next());
        matches!(sign, Some('/' | '.' | '-' | '_' | ':' | '=' | '@')) && !joins
    };
    let borders: Vec<usize> = text.char_indices().map(|(at, _)| at).filter(|at| is_border(*at)).collect();
    let same = |(one, other): &(char, char)| one == other;
    let shared = |other: &&str| text.chars().zip(other.chars()).take_while(same).map(|(letter, _)| letter.len_utf8()).sum();
    let shared: usize = rounds.iter().map(shared).min()?;
    let start = borders.iter().rfind(|at| **at < shared).map_or(0, |at| at + 1);
    let shared_end = |other: &&str| {
        let other = other.get(start..).unwrap_or_default();
        text[start..].chars().rev().zip(other.chars().rev()).take_while(same).map(|(letter, _)| letter.len_utf8()).sum()
    };
    let shared_end: usize = rounds.iter().map(shared_end).min()?;
    let end = borders.iter().find(|at| **at >= text.len() - shared_end && **at > start).copied().unwrap_or(text.len());
    // An ending alone names nothing, and a file in this folder is recognised by its kind.
    if start == 0 || text[..start].ends_with('.') || text.contains(char::is_whitespace) {
        return None;
    }
    let value = &text[start..end];
    if value.is_empty() || value.contains(['$', '*', '/']) {
        return None;
    }
    let label = thing_in(&text[..start]).unwrap_or_else(|| "name".to_owned());
    Some(DataWord { from: start, to: end, label, fallback: "name", kind: value_kind(value, ""), put_in: true })
}

/// What a folder holds, of the path that ends with it: `host` of `hosts/`.
fn thing_in(folder: &str) -> Option<String> {
    let name = folder.strip_suffix('/')?.rsplit('/').next().map(super::labels::singular)?;
    (name.chars().all(char::is_alphabetic) && name.chars().count() > 1).then_some(name)
}

/// The number in the name of a file that a command writes, such as that of a ticket: `OPS-204` of `patches/OPS-204.diff`.
fn numbered_part(text: &str) -> Option<DataWord> {
    let name = command::base_name(text);
    let stem = name.split('.').next().unwrap_or(name);
    let (letters, digits) = stem.rsplit_once('-')?;
    let is_code = letters.chars().all(|letter| letter.is_ascii_uppercase())
        && (2..=8).contains(&letters.len())
        && digits.len() > 1
        && digits.bytes().all(|digit| digit.is_ascii_digit());
    let from = text.len() - name.len();
    is_code.then(|| DataWord {
        from,
        to: from + stem.len(),
        label: thing_in(&text[..from]).unwrap_or_else(|| "number".to_owned()),
        fallback: "number",
        kind: VariableKind::Text,
        put_in: true,
    })
}

/// Whether a word is a program for sed that changes lines in another way, such as `1i name,mail`, `$d` and `/^#/d`.
fn is_sed_program(word: &str) -> bool {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit() || matches!(letter, '$' | ',' | '!'));
    let rest = rest.strip_prefix('/').and_then(|rest| rest.split_once('/')).map_or(rest, |(_, rest)| rest);
    let mut letters = rest.chars();
    !substitutions(word).is_empty()
        || letters.next().is_some_and(|first| matches!(first, 'i' | 'a' | 'c' | 'd' | 'p' | 'q'))
            && letters.next().is_none_or(|second| matches!(second, '\\' | ' ' | ';'))
}

/// The word of a placeholder in a template, such as `@NAME@`, `{{name}}`, `__NAME__`, `<name>`, `%NAME%` and `NAME`.
fn placeholder(searched: &str) -> Option<&str> {
    let is_mark = |letter: char| matches!(letter, '@' | '{' | '}' | '_' | '<' | '>' | '%' | '#' | '[' | ']' | '$' | '\\');
    let word = searched.trim_matches(is_mark);
    let marked = word.len() + 2 <= searched.len();
    let plain = word.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '-' | ' '));
    let shouted = word.chars().count() > 2 && word.chars().all(|letter| letter.is_ascii_uppercase() || letter == '_');
    (plain && word.contains(char::is_alphabetic) && (marked || shouted)).then_some(word)
}

/// What is put in by `s/^replicas: .*/replicas: 4/`: `4`, called `replicas`. What is on both sides is no part of it.
fn sed_values(program: &str) -> Vec<DataWord> {
    let values = |(search, replacement): (Range<usize>, Range<usize>)| {
        if let Some(several) = values_for_patterns(program, search.clone(), replacement.clone()) {
            return several;
        }
        let of_search = search.start + usize::from(program[search.clone()].starts_with('^'));
        let (old, new) = (program[search].trim_start_matches('^').trim_end_matches('$'), &program[replacement.clone()]);
        let same = |(one, other): &(char, char)| one == other;
        let start: usize = old.chars().zip(new.chars()).take_while(same).map(|(letter, _)| letter.len_utf8()).sum();
        // A value begins at a word.
        let start = new[..start].rfind(|letter: char| !letter.is_alphanumeric() && letter != '.').map_or(0, |at| at + 1);
        let (old, rest) = (old.get(start..).unwrap_or_default(), &new[start..]);
        let end: usize = old.chars().rev().zip(rest.chars().rev()).take_while(same).map(|(letter, _)| letter.len_utf8()).sum();
        let end =
            rest[rest.len() - end..].find(|letter: char| !letter.is_alphanumeric() && letter != '.').map_or(0, |at| end - at);
        let text = &rest[..rest.len() - end];
        let key = new[..start].trim_end_matches(|letter: char| !letter.is_alphanumeric());
        let key = key.rsplit(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '_' | '-')).next().unwrap_or_default();
        // What refers to the old text is made by the program.
        let is_text = text.chars().any(char::is_alphanumeric) && !new.contains(['\\', '&']) && !text.contains(['$', '{', '`']);
        let key = if key.is_empty() { placeholder(old).unwrap_or_default() } else { key };
        let named = key.chars().any(char::is_alphabetic);
        let has_digit = |text: &str| text.chars().any(|letter| letter.is_ascii_digit());
        let label = if named { key.replace(['_', '-'], " ").to_lowercase() } else { "value".to_owned() };
        let word = |from: usize, text: &str, label: String, put_in| {
            let kind = value_kind(text, "");
            DataWord { from, to: from + text.len(), label, fallback: "value", kind, put_in }
        };
        // What was there was read somewhere, unless any text is meant.
        let former = old.get(..old.len() - end).unwrap_or_default();
        let is_former = is_text
            && has_digit(former)
            && former.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '.' | '-' | ' '));
        let former = is_former.then(|| word(of_search + start, former, format!("old {label}"), false));
        let put_in = (is_text && (named || has_digit(text))).then(|| word(replacement.start + start, text, label, named));
        former.into_iter().chain(put_in).collect::<Vec<_>>()
    };
    substitutions(program).into_iter().flat_map(values).collect()
}

/// Where the search is several patterns with blanks between them, and as many words are put in, each word is a value: 35 and 4 of
/// `s/^[0-9]+ [0-9]+ /35 4 /`. A word that is added to what was found is one as well: `soil` of `s/^ALL =.*/& soil/`.
fn values_for_patterns(program: &str, search: Range<usize>, replacement: Range<usize>) -> Option<Vec<DataWord>> {
    let (old, new) = (program[search].trim_start_matches('^').trim_end_matches('$'), &program[replacement.clone()]);
    let is_plain = |word: &str| {
        word.contains(char::is_alphanumeric)
            && word.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '_' | '.' | ':' | '@'))
    };
    let is_pattern = |word: &str| word.contains(['[', '*', '+', '.']) && word.contains(['*', '+', ']']);
    let parts: Vec<&str> = new.split(' ').filter(|word| !word.is_empty()).collect();
    let patterns: Vec<&str> = old.split(' ').filter(|word| !word.is_empty()).collect();
    let added = parts.len() > 1 && parts.iter().filter(|word| **word == "&").count() == 1;
    let several = parts.len() > 1 && parts.len() == patterns.len() && patterns.iter().all(|word| is_pattern(word));
    let values: Vec<&str> = parts.iter().copied().filter(|word| *word != "&").collect();
    if !(added || several) || values.is_empty() || !values.iter().all(|word| is_plain(word)) || new.contains(['\\', '$', '`']) {
        return None;
    }
    let key = old.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
    let label = if added && key.chars().count() > 1 { super::labels::singular(&key.to_lowercase()) } else { "value".to_owned() };
    let mut at = 0;
    let word = |text: &&str| {
        let from = at + new[at..].find(*text)?;
        at = from + text.len();
        let from = replacement.start + from;
        Some(DataWord {
            from,
            to: from + text.len(),
            label: label.clone(),
            fallback: "value",
            kind: value_kind(text, ""),
            put_in: true,
        })
    };
    Some(values.iter().filter_map(word).collect())
}

/// A quoted program without its values; `None` if the word is none.
pub(crate) fn program_shape(program: &str, word: &str) -> Option<String> {
    let without = |texts: Vec<String>| texts.iter().fold(word.to_owned(), |shape, text| shape.replacen(text.as_str(), "", 1));
    match program {
        "sed" => sed_texts(word).map(|texts| without(texts.into_iter().chain(addressed(word)).collect())),
        _ if is_query_language(program) && !word.starts_with('.') => Some(without(super::stems::literals(word))),
        _ => None,
    }
}

/// What a substitution of these words calls the text that it puts in: `name` of `s/@NAME@/Nora Weiss/`.
pub(super) fn put_in_for(words: &[Word], text: &str) -> Option<String> {
    let values = words
        .iter()
        .filter(|word| is_sed_program(&word.text))
        .flat_map(|word| sed_values(&word.text).into_iter().map(|value| (word.text[value.from..value.to].to_owned(), value)));
    values.filter(|(put_in, value)| put_in == text && value.put_in).map(|(_, value)| value.label).next()
}

/// The words of a sed program that may be values; `None` if a word is no such program.
pub(super) fn sed_texts(word: &str) -> Option<Vec<String>> {
    let values = || sed_values(word).into_iter().map(|value| word[value.from..value.to].to_owned());
    let texts = || values().chain(inserted(word).map(|(_, line)| line.to_owned()));
    is_sed_program(word).then(|| texts().collect())
}

/// The data in a word, if it looks like data.
fn as_datum(value: &str, flag: Option<&str>, word: &Word, certain: bool, run: &CommandRun) -> Option<DataWord> {
    // Blanks around a value are its place.
    let before = value.len() - value.trim_start().len();
    let datum = datum_in(value.trim(), flag, word, certain, run)?;
    Some(DataWord { from: before + datum.from, to: before + datum.to, ..datum })
}

fn datum_in(value: &str, flag: Option<&str>, word: &Word, certain: bool, run: &CommandRun) -> Option<DataWord> {
    if value.is_empty() || value == "." || value == ".." || value == "-" || value.starts_with('$') || value == "/dev/null" {
        return None;
    }
    // A format says how something is printed: `%h %s`.
    let is_format = |option: &str| matches!(option.trim_start_matches('-'), "format" | "pretty" | "printf" | "template");
    if flag.is_some_and(is_format) && value.contains('%') {
        return None;
    }
    // What the shell puts in the place of a variable is not known.
    if !word.literal && value.contains('$') {
        return None;
    }
    let flag_label = flag.and_then(|flag| DATA_FLAGS.iter().find(|(name, _)| *name == flag)).map(|(_, label)| *label);
    let is_file = looks_like_file(value) || run.files.iter().any(|file| file.path == value.trim_start_matches("./"));
    if let Some((from, to)) = version_inside(value).filter(|_| is_file) {
        let label = "version".to_owned();
        return Some(DataWord { from, to, label, fallback: "version", kind: VariableKind::Text, put_in: false });
    }
    let is_version = version_digits(value).is_some();
    let has_digit = value.chars().any(|c| c.is_ascii_digit());
    let is_url = value.contains("://");
    let is_email = value_kind(value, "") == VariableKind::Email;
    // `'*.sh'` means a kind of files, whatever expands it.
    let is_glob = value.contains('*') && (!word.quoted || value.starts_with("*."));
    let is_data = certain
        || flag_label.is_some()
        || is_file
        || is_version
        || is_url
        || is_email
        || value.contains(MASK)
        || (word.quoted && value.contains(' '));
    if is_glob || !(is_data || has_digit && value.len() > 1) {
        return None;
    }
    let long_flag = flag.filter(|flag| flag.starts_with("--")).map(|flag| flag.trim_start_matches('-').replace('-', " "));
    let plain = value.trim_start_matches("./").trim_end_matches('/');
    let made = run.files.iter().any(|file| file.path == plain);
    let made_folder = run.files.iter().any(|file| file.path.strip_suffix('/') == Some(plain));
    let (fallback, kind) = match () {
        () if is_url => ("url", VariableKind::Url),
        () if is_email => ("email", VariableKind::Email),
        () if is_version => ("version", VariableKind::Text),
        () if is_file && made => ("output_file", VariableKind::File),
        () if is_file => ("input_file", VariableKind::File),
        () if made_folder => ("folder", VariableKind::Text),
        () if word.quoted && value.contains(' ') => ("text", VariableKind::Text),
        () => ("value", value_kind(value, "")),
    };
    let label = flag_label.map(str::to_owned).or(long_flag).unwrap_or_else(|| fallback.replace('_', " "));
    Some(DataWord { from: 0, to: value.len(), label, fallback, kind, put_in: false })
}

/// The version in a file name: `shop-2.3.0.tar.gz`.
fn version_inside(value: &str) -> Option<(usize, usize)> {
    let bytes = value.as_bytes();
    let is_part = |at: usize| bytes.get(at).is_some_and(|byte| byte.is_ascii_digit() || *byte == b'.');
    let starts = |at: usize| {
        bytes[at].is_ascii_digit()
            && (at == 0 || matches!(bytes[at - 1], b'-' | b'_' | b'v'))
            && (at < 2 || bytes[at - 1] != b'v' || matches!(bytes[at - 2], b'-' | b'_'))
    };
    (0..bytes.len()).filter(|&at| starts(at)).find_map(|from| {
        let end = (from..=bytes.len()).find(|&at| !is_part(at))?;
        let number = value[from..end].trim_end_matches('.');
        let parts: Vec<&str> = number.split('.').collect();
        (parts.len() >= 2 && parts.iter().all(|part| !part.is_empty())).then_some((from, from + number.len()))
    })
}

/// The position at which a version number begins: 1 in `v1.2.0`. `None`: not a version.
fn version_digits(value: &str) -> Option<usize> {
    let digits = value.strip_prefix(['v', 'V']).unwrap_or(value);
    let number = digits.split(['-', '+']).next().unwrap_or_default();
    let parts: Vec<&str> = number.split('.').collect();
    let numeric = parts.len() >= 2 && parts.iter().all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit()));
    numeric.then(|| value.len() - digits.len())
}

fn looks_like_file(value: &str) -> bool {
    let extension = command::base_name(value).rsplit_once('.');
    let has_extension = extension.is_some_and(|(stem, extension)| {
        !stem.is_empty()
            && (1..=5).contains(&extension.len())
            && extension.chars().all(|c| c.is_ascii_alphanumeric())
            && extension.chars().any(|c| c.is_ascii_alphabetic())
    });
    !value.contains("://") && !value.contains(' ') && (has_extension || value.starts_with(['/', '~']) || value.starts_with("./"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_sed_puts_in_is_a_value() {
        for (program, values) in [
            ("s/^replicas: .*/replicas: 4/", vec![("replicas", "4")]),
            ("s/^Phone: .*/Phone: 0662 81 90/", vec![("phone", "0662 81 90")]),
            ("s|image: .*|image: registry.example/catalog:2.8.1|", vec![("image", "registry.example/catalog:2.8.1")]),
            ("s/port=8080/port=9090/", vec![("old port", "8080"), ("port", "9090")]),
            ("s/^2031/2032/g; s/draft/final/", vec![("old value", "2031"), ("value", "2032")]),
            ("2s/a 1/a 2/", vec![("old a", "1"), ("a", "2")]),
            ("s/,/;/g", vec![]),
            ("s/\\(.*\\)/\\1 x/", vec![]),
            ("1i name,mail", vec![]),
            ("$d", vec![]),
        ] {
            let found: Vec<(String, &str)> =
                sed_values(program).iter().map(|value| (value.label.clone(), &program[value.from..value.to])).collect();
            let found: Vec<(&str, &str)> = found.iter().map(|(label, text)| (label.as_str(), *text)).collect();
            assert_eq!(found, values, "{program}");
            assert!(is_sed_program(program), "{program}");
        }
        assert!(!is_sed_program("notes.txt") && !is_sed_program("sales.csv") && !is_sed_program("archive"));
    }

    #[test]
    fn what_a_program_for_json_sets_is_a_value() {
        for (program, values) in [
            (".services.web.replicas = 4", vec![("replicas", "4")]),
            (".a.image = \"lan/web:2.3\" | .a.n=2", vec![("image", "lan/web:2.3"), ("n", "2")]),
            ("(.[0].price) = 3.5", vec![("price", "3.5")]),
            (".log_level = \"very low\"", vec![("log level", "very low")]),
            (".a = $n", vec![]),
            (".a = .b + 1", vec![]),
            (".a = 1 + .b", vec![]),
            (".a = \"x\\(.b)\"", vec![]),
            ("select(.state == \"open\")", vec![]),
            ("map(select(.n >= 3)) | length", vec![]),
            (".n |= 3", vec![]),
            (".n += 3", vec![]),
        ] {
            let found: Vec<(String, &str)> =
                json_values(program).iter().map(|value| (value.label.clone(), &program[value.from..value.to])).collect();
            let found: Vec<(&str, &str)> = found.iter().map(|(label, text)| (label.as_str(), *text)).collect();
            assert_eq!(found, values, "{program}");
        }
    }

    #[test]
    fn an_assignment_is_a_name_and_a_value() {
        assert_eq!(assigned("VERSION=1.2.0"), Some(("VERSION", "1.2.0")));
        assert_eq!(assigned("rate=0.085"), Some(("rate", "0.085")));
        assert!(assigned("a/b=c").is_none() && assigned("==").is_none() && assigned("x=").is_none());
    }
}
