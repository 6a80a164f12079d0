//! The commands of a demonstration as a program that can be performed again with other values.
//!
//! Only what would do the same on a copy of the folder is kept: commands of one kind of shell, all of whose inputs have a place in the lines as they were
//! typed. The program says how each command ended in the demonstration. When one ends otherwise, nothing follows from what it left.

use crate::command::{self, Word};
use crate::evidence::{EvidenceContext, pattern_variable};
use crate::pattern::{Bindings, variables_in};
use crate::steps::Step;
use crate::untrusted::LEFT_OUT;
use apprentice_contracts::MASK;
use apprentice_contracts::graph::{CommandProgram, ProgramCommand, ValueSource, Variable};
use apprentice_contracts::observation::{ActionDetails, CommandRun, ObservedAction};
use std::collections::BTreeMap;

/// The hole of the working folder.
const FOLDER: &str = "{{@folder}}";
/// The hole of the number of items.
const COUNT: &str = "{{@count}}";
/// The most commands of a program, and of a script with all its rounds.
const MOST: usize = 60;
const MOST_IN_SCRIPT: usize = 400;

/// The program of a demonstration whose effects are all those of commands in one folder. `root`: the working folder; `actions`: those of the first showing.
pub fn program(actions: &[ObservedAction], context: &EvidenceContext<'_>, root: Option<&str>) -> Option<CommandProgram> {
    let root = root?.trim_end_matches('/');
    let plain = |step: &Step<'_>| step.showing == 0 && !step.optional && step.branch.is_none() && step.command().is_some();
    if root.is_empty() || context.steps.is_empty() || context.steps.len() > MOST || !context.steps.iter().all(plain) {
        return None;
    }
    let mut preparing = actions.iter().filter_map(prepares).peekable();
    let shell = context.steps.first()?.command()?.shell.clone();
    let mut commands = Vec::new();
    for (at, step) in context.steps.iter().enumerate() {
        let run = step.command()?;
        if run.shell != shell {
            return None;
        }
        while let Some((_, prepared)) = preparing.next_if(|(seq, _)| *seq < step.seq) {
            commands.push(recorded(prepared, context, at, root, None)?);
        }
        let round = context.rounds.iter().position(|round| round.steps().contains(&at));
        commands.push(recorded(run, context, at, root, round)?);
    }
    Some(CommandProgram { shell, commands })
}

/// A command that only changes its shell, and its place among the actions. To change the folder alone is none: each command says where it ran.
fn prepares(action: &ObservedAction) -> Option<(u32, &CommandRun)> {
    let ActionDetails::Command(run) = &action.details else { return None };
    let words = command::words(&run.command_line);
    let moves =
        |part: &[Word]| command::head(part).first().is_some_and(|program| matches!(program.as_str(), "cd" | "pushd" | "popd"));
    let only_moves = command::simple_commands(&words).all(moves);
    (command::only_changes_shell(run) && run.exit_code == Some(0) && !only_moves).then_some((action.seq, run))
}

fn recorded(
    run: &CommandRun,
    context: &EvidenceContext<'_>,
    until: usize,
    root: &str,
    round: Option<usize>,
) -> Option<ProgramCommand> {
    let line = run.command_line.trim_end();
    let words = command::words(line);
    // Their shell ends with them, or they are not what was typed.
    let ends =
        |part: &[Word]| part.first().is_some_and(|first| matches!(first.text.as_str(), "exit" | "logout" | "exec" | "return"));
    if line.contains(MASK) || line.contains(LEFT_OUT) || line.contains("{{") || command::simple_commands(&words).any(ends) {
        return None;
    }
    let folder = command::below(root, &run.directory)?;
    let with_holes = |text: &str| context.inputs.template_until(text, until, pattern_variable).0;
    let line = split_at_folder(line, root).into_iter().map(with_holes).collect::<Vec<_>>().join(FOLDER);
    let line = match context.rounds.iter().map(|round| round.count).max() {
        Some(count) if round.is_none() => with_count(&line, count),
        _ => line,
    };
    // A value that is otherwise in the line than in its words, such as `a\ b`, would stay as it was.
    let named = variables_in(&line);
    if variables_in(&with_holes(&command::written(&words))).iter().any(|name| !named.contains(name)) {
        return None;
    }
    let round = round.map(u32::try_from).transpose().ok()?;
    Some(ProgramCommand { line, folder: with_holes(folder), exit_code: run.exit_code?, round })
}

/// The line with a hole for the number of items, if a sentence contains it: “3 revoked”.
fn with_count(line: &str, count: usize) -> String {
    let number = count.to_string();
    let edge = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
    let whole = |text: &str, at: usize| edge(text[..at].chars().next_back()) && edge(text[at + number.len()..].chars().next());
    let mut rest = line;
    while let Some(open) = rest.find(['"', '\'']) {
        let mark = rest[open..].chars().next().unwrap_or_default();
        let inside = &rest[open + 1..];
        let Some(end) = inside.find(mark) else { break };
        let quoted = &inside[..end];
        let at = quoted.match_indices(&number).map(|(at, _)| at).find(|at| whole(quoted, *at));
        if let Some(at) = at.filter(|_| quoted.trim().contains(' ')) {
            let from = line.len() - inside.len() + at;
            return format!("{}{COUNT}{}", &line[..from], &line[from + number.len()..]);
        }
        rest = &inside[end + 1..];
    }
    line.to_owned()
}

/// The parts of a line between the places where it names the folder.
fn split_at_folder<'l>(line: &'l str, root: &str) -> Vec<&'l str> {
    let mut parts = Vec::new();
    let mut rest = line;
    let mut from = 0;
    while let Some(at) = rest[from..].find(root).map(|at| at + from) {
        let after = &rest[at + root.len()..];
        let whole = after.is_empty() || after.starts_with(['/', ' ', '"', '\'', ';', ')', '\n', ':']);
        if whole {
            parts.push(&rest[..at]);
            rest = after;
            from = 0;
        } else {
            from = at + root.len();
        }
    }
    parts.push(rest);
    parts
}

/// A program with the values of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// `bash`, `zsh` or `fish`.
    pub shell: String,
    /// The commands in their order; those of a loop once for each item.
    pub commands: Vec<ScriptCommand>,
    /// Whether a value is only known from what the run itself did: a script with it shows what is wrong, but does not show that all is right.
    pub circular: bool,
}

/// A command of a [`Script`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptCommand {
    /// Its line, as its shell reads it.
    pub line: String,
    /// Where it runs, below the working folder; without `..`.
    pub folder: String,
    /// How it ends if the values are right.
    pub exit_code: i32,
}

impl Script {
    /// The text for its shell. Each command appends how it ended to the file `report`, on a line of its own. `folder`, `report`: absolute paths.
    pub fn text(&self, folder: &str, report: &str) -> String {
        let quote = |text: &str| match self.shell.as_str() {
            "fish" => format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'")),
            _ => format!("'{}'", text.replace('\'', "'\\''")),
        };
        let mut out = String::new();
        for one in &self.commands {
            let place = command::joined(folder.trim_end_matches('/'), &one.folder);
            let status = if self.shell == "fish" { "$status" } else { "$?" };
            out.push_str(&format!(
                "cd {}\n{}\necho {status} >> {}\n",
                quote(place.trim_end_matches('/')),
                one.line,
                quote(report)
            ));
        }
        out
    }
}

/// Values of a run, for [`script`].
pub struct RunValues<'a> {
    /// What the person asked for.
    pub asked: &'a Bindings,
    /// The values of each item; one for a task that is done once.
    pub items: &'a [Bindings],
    /// Where the run is done.
    pub folder: &'a str,
}

/// The program with these values. `None`: one is not known, or cannot be put in its place safely.
pub fn script(program: &CommandProgram, variables: &[Variable], values: &RunValues<'_>) -> Option<Script> {
    let mut out = Script { shell: program.shell.clone(), commands: Vec::new(), circular: false };
    let mut at = 0;
    while let Some(first) = program.commands.get(at) {
        let Some(round) = first.round else {
            push(&mut out, first, variables, values, values.items.first()?, values.items.len() > 1)?;
            at += 1;
            continue;
        };
        let block: Vec<&ProgramCommand> = program.commands[at..].iter().take_while(|one| one.round == Some(round)).collect();
        for item in values.items {
            for one in &block {
                push(&mut out, one, variables, values, item, false)?;
            }
        }
        at += block.len();
    }
    (out.commands.len() <= MOST_IN_SCRIPT).then_some(out)
}

/// `outside`: the command is in no loop, although the run has several items.
fn push(
    out: &mut Script,
    one: &ProgramCommand,
    variables: &[Variable],
    values: &RunValues<'_>,
    item: &Bindings,
    outside: bool,
) -> Option<()> {
    let mut known: BTreeMap<String, Value<'_>> = BTreeMap::new();
    for name in variables_in(&one.line).into_iter().chain(variables_in(&one.folder)) {
        let variable = variables.iter().find(|variable| variable.name == name && !variable.secret)?;
        // Several values in one line have a grammar of their own.
        if outside && values.items.iter().any(|other| other.get(&name) != item.get(&name)) {
            return None;
        }
        let asked = values.asked.get(&name).is_some_and(|value| !value.trim().is_empty());
        let entered = item.get(&name).filter(|value| !value.trim().is_empty());
        let text = match entered {
            Some(value) => {
                out.circular |= !asked;
                value.as_str()
            }
            // What nobody asked for and the run did not enter is as it was, if nothing else decides it.
            None if matches!(variable.source, ValueSource::Given | ValueSource::Constant) => variable.example.as_str(),
            None => return None,
        };
        known.insert(name, Value { text, example: &variable.example });
    }
    let folder =
        known.iter().fold(one.folder.clone(), |folder, (name, value)| folder.replace(&pattern_variable(name), value.text));
    if folder.split('/').any(|part| part == "..") || folder.starts_with('/') || folder.contains('\n') {
        return None;
    }
    let one_line = one.line.replace(COUNT, &values.items.len().to_string());
    let line = filled(&one_line, &known, &out.shell, values.folder)?;
    out.commands.push(ScriptCommand { line, folder, exit_code: one.exit_code });
    Some(())
}

struct Value<'a> {
    text: &'a str,
    example: &'a str,
}

/// What has a meaning in a query, an expression or a pattern.
const SYNTAX: &[char] = &['\'', '"', '\\', '/', '&', '$', ';', '|', '*', '[', ']', '^', '`', '{', '}', '(', ')'];

impl Value<'_> {
    /// Whether it has a letter that the demonstrated value has not, and that a program could read as more than text.
    fn has_new_syntax(&self) -> bool {
        self.text.chars().any(|letter| SYNTAX.contains(&letter) && !self.example.contains(letter))
    }

    /// Whether no shell changes it, wherever it is.
    fn is_plain(&self) -> bool {
        self.text.chars().all(|letter| letter.is_alphanumeric() || "_./:@%+=,-".contains(letter))
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Quotes {
    None,
    Single,
    Double,
}

/// The line with the values in its holes, each quoted as its place needs it.
fn filled(line: &str, known: &BTreeMap<String, Value<'_>>, shell: &str, folder: &str) -> Option<String> {
    match command::here_document(line).filter(|document| document.head.matches("<<").count() == 1) {
        Some(document) => {
            let head = filled_line(document.head, known, shell, folder, false)?;
            let text = filled_document(&document, known, folder)?;
            // Of a second document only values that need no quotes are put in.
            let end = filled_line(document.end, known, shell, folder, document.end.contains("<<"))?;
            Some(head + &text + &end)
        }
        None => filled_line(line, known, shell, folder, line.contains("<<")),
    }
}

/// The text of a here-document with the values in its holes. Nothing can be quoted there, so a value that the shell would read as more than text has
/// no place in it.
fn filled_document(document: &command::HereDocument<'_>, known: &BTreeMap<String, Value<'_>>, folder: &str) -> Option<String> {
    let mut out = document.text.replace(FOLDER, folder);
    for (name, value) in known {
        let hole = pattern_variable(name);
        let is_read = !document.literal && value.text.contains(['$', '`', '\\']);
        if out.contains(&hole) && (is_read || value.text.contains(['\n', '\0']) || value.text.contains("{{")) {
            return None;
        }
        out = out.replace(&hole, value.text);
    }
    // A value that is the mark would end the text.
    (!out.lines().any(|line| line.trim_start_matches('\t') == document.mark)).then_some(out)
}

/// `plain_only`: no value is put in that a shell could change.
fn filled_line(line: &str, known: &BTreeMap<String, Value<'_>>, shell: &str, folder: &str, plain_only: bool) -> Option<String> {
    let root = Value { text: folder, example: folder };
    // Commands within the line, and the quotes around each.
    let mut around: Vec<Quotes> = Vec::new();
    let mut in_ticks = false;
    let mut out = String::new();
    let mut quotes = Quotes::None;
    let mut rest = line;
    while let Some(letter) = rest.chars().next() {
        if let Some((name, after)) = rest.strip_prefix("{{").and_then(|inner| inner.split_once("}}"))
            && (name == "@folder" || known.contains_key(name))
        {
            let value = if name == "@folder" { &root } else { known.get(name)? };
            let in_query = quotes != Quotes::None && name != "@folder";
            let nested = plain_only || in_ticks || !around.is_empty();
            if value.text.contains(['\n', '\0']) || nested && !value.is_plain() || in_query && value.has_new_syntax() {
                return None;
            }
            out.push_str(&quoted(value.text, quotes, shell));
            rest = after;
            continue;
        }
        let mut taken = letter.len_utf8();
        let begins =
            letter == '(' && quotes != Quotes::Single && (shell == "fish" && quotes == Quotes::None || out.ends_with('$'));
        match (quotes, letter) {
            _ if begins => around.push(std::mem::replace(&mut quotes, Quotes::None)),
            (Quotes::None, ')') => quotes = around.pop().unwrap_or(Quotes::None),
            (Quotes::None | Quotes::Double, '`') => in_ticks = !in_ticks,
            (Quotes::None, '\'') => quotes = Quotes::Single,
            (Quotes::None, '"') => quotes = Quotes::Double,
            (Quotes::Single, '\'') | (Quotes::Double, '"') => quotes = Quotes::None,
            (Quotes::None | Quotes::Double, '\\') => taken += rest[taken..].chars().next().map_or(0, char::len_utf8),
            (Quotes::Single, '\\') if shell == "fish" => taken += rest[taken..].chars().next().map_or(0, char::len_utf8),
            _ => {}
        }
        out.push_str(&rest[..taken]);
        rest = &rest[taken..];
    }
    Some(out)
}

fn quoted(text: &str, quotes: Quotes, shell: &str) -> String {
    let escaped = |letters: &dyn Fn(char) -> bool| -> String {
        text.chars().flat_map(|letter| letters(letter).then_some('\\').into_iter().chain([letter])).collect()
    };
    match (quotes, shell) {
        (Quotes::None, _) => escaped(&|letter| !letter.is_alphanumeric() && !"_./:@%+=,-".contains(letter)),
        (Quotes::Single, "fish") => escaped(&|letter| matches!(letter, '\'' | '\\')),
        (Quotes::Single, _) => text.replace('\'', "'\\''"),
        (Quotes::Double, "fish") => escaped(&|letter| matches!(letter, '"' | '\\' | '$')),
        (Quotes::Double, _) => escaped(&|letter| matches!(letter, '"' | '\\' | '$' | '`')),
    }
}

/// Whether the run typed the commands of the program with another word in a place that is no input, or another number or name within a word, such as a
/// query: the first of these, as it is in the program and in the run.
///
/// `None`: it did something else.
pub fn other_words(program: &CommandProgram, typed: &[String]) -> Option<Option<(String, String)>> {
    let mut found = None;
    let mut left: Vec<Vec<Word>> = typed.iter().map(|line| command::words(line)).collect();
    for one in &program.commands {
        // The folder and the number of items are of the run.
        let words = command::words(&one.line.replace(FOLDER, "*").replace(COUNT, "*"));
        let (at, other) = left.iter().enumerate().find_map(|(at, line)| Some((at, other_word(&words, line)?)))?;
        left.remove(at);
        found = found.or(other);
    }
    Some(found)
}

/// Whether a line is that of the program but for one word: which, if any.
fn other_word(words: &[Word], typed: &[Word]) -> Option<Option<(String, String)>> {
    let operators = |line: &[Word]| line.iter().map(|word| word.operator.then(|| word.text.clone())).collect::<Vec<_>>();
    if operators(words) != operators(typed) || command::head(words).first() != command::head(typed).first() {
        return None;
    }
    let mut others = (0..words.len()).zip(typed).filter(|(at, typed)| !is_fitting(&words[*at].text, &typed.text));
    let Some((at, typed)) = others.next() else { return Some(None) };
    if others.next().is_some() || command::sets_permissions(words, at) {
        return None;
    }
    let word = &words[at];
    if variables_in(&word.text).is_empty() && !word.text.contains(char::is_whitespace) {
        return Some(Some((word.text.clone(), typed.text.clone())));
    }
    // A number or a name within a query: the rest is the same.
    let names = variables_in(&word.text);
    let mut from = 0;
    let parts = word.text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').filter(|part| !part.is_empty());
    for part in parts {
        let at = word.text[from..].find(part)? + from;
        from = at + part.len();
        let shape = format!("{}*{}", &word.text[..at], &word.text[from..]);
        if !names.iter().any(|name| name == part) && is_fitting(&shape, &typed.text) {
            let (before, after) = (shape[..at].chars().count(), shape[at + 1..].chars().count());
            let letters: Vec<char> = typed.text.chars().collect();
            let known = names.is_empty().then(|| letters.get(before..letters.len().saturating_sub(after))).flatten();
            let known = known.map_or_else(|| typed.text.clone(), |letters| letters.iter().collect());
            return Some(Some((part.to_owned(), known)));
        }
    }
    None
}

fn is_fitting(word: &str, typed: &str) -> bool {
    let names = variables_in(word);
    match names.is_empty() && !word.contains('*') {
        true => word == typed,
        false => {
            let shape = names.iter().fold(word.to_owned(), |shape, name| shape.replace(&pattern_variable(name), "*"));
            word == typed || crate::pattern::matches(&shape, typed, &Bindings::new())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(line: &str, shell: &str, value: &str, example: &str) -> Option<String> {
        let known = BTreeMap::from([("name".to_owned(), Value { text: value, example })]);
        filled(line, &known, shell, "/tmp/copy")
    }

    #[test]
    fn a_value_is_quoted_as_its_place_needs_it() {
        for (typed, shell, value, expected) in [
            ("git tag {{name}}", "bash", "v1.3", Some("git tag v1.3")),
            ("mkdir {{name}}", "bash", "two words", Some(r"mkdir two\ words")),
            ("mkdir {{name}}", "zsh", "a;rm -rf ~", Some(r"mkdir a\;rm\ -rf\ \~")),
            ("git commit -m '{{name}}'", "bash", "Ada's", None),
            ("echo \"{{name}}\"", "bash", "50 % of 10", Some("echo \"50 % of 10\"")),
            ("echo \"${HOME} {{name}}\"", "fish", "x", Some("echo \"${HOME} x\"")),
            (r#"echo "a \" {{name}}" b"#, "bash", "x y", Some(r#"echo "a \" x y" b"#)),
            ("sed -i 's/^a: .*/a: {{name}}/' f", "bash", "1 2", Some("sed -i 's/^a: .*/a: 1 2/' f")),
            ("sed -i 's/^a: .*/a: {{name}}/' f", "bash", "1/2", None),
            ("echo $(date {{name}}) x", "bash", "two words", None),
            ("echo \"$(date +\"%F\") {{name}}\"", "bash", "two words", Some("echo \"$(date +\"%F\") two words\"")),
            ("echo (date +%F)\": {{name}}\"", "fish", "two words", Some("echo (date +%F)\": two words\"")),
            ("echo `date {{name}}`", "bash", "two words", None),
            ("echo $(date) {{name}}", "bash", "word", Some("echo $(date) word")),
            ("ls {{@folder}}/in/{{name}}", "bash", "a", Some("ls /tmp/copy/in/a")),
            ("echo {{name}}", "bash", "two\nlines", None),
            ("awk '{print}' {{name}}", "bash", "a.csv", Some("awk '{print}' a.csv")),
        ] {
            assert_eq!(line(typed, shell, value, "demo").as_deref(), expected, "{typed} {value}");
        }
        assert_eq!(
            line("sed 's/x/{{name}}/' f", "bash", "a.b/c", "w/v").as_deref(),
            Some("sed 's/x/a.b/c/' f"),
            "as it was shown"
        );
    }

    #[test]
    fn the_text_of_a_here_document_takes_a_value_as_it_is() {
        let unit = |mark: &str, end: &str| format!("cat > {{{{name}}}}.txt <<{mark}\nDescription={{{{name}}}}'s \"x\"\n{end}");
        let filled = |text: &str, value: &str| line(text, "bash", value, "demo");
        assert_eq!(
            filled(&unit("'END'", "END"), "Notes of the $team").as_deref(),
            Some("cat > Notes\\ of\\ the\\ \\$team.txt <<'END'\nDescription=Notes of the $team's \"x\"\nEND")
        );
        assert_eq!(
            filled(&unit("END", "END\nchmod 600 {{name}}.txt"), "two words").as_deref(),
            Some("cat > two\\ words.txt <<END\nDescription=two words's \"x\"\nEND\nchmod 600 two\\ words.txt")
        );
        for (text, value, why) in [
            (unit("END", "END"), "$(id)", "the shell would read it"),
            (unit("END", "END"), "a\\b", "the shell would read it"),
            (unit("'END'", "END"), "two\nlines", "it could end the text"),
            ("cat <<'END'\n{{name}}\nEND".to_owned(), "END", "it ends the text"),
            ("cat <<-'END'\n\t{{name}}\n\tEND".to_owned(), "END", "it ends the text"),
            (format!("{}\n{}", unit("'A'", "A"), unit("'B'", "B")), "two words", "there are two"),
            ("cat <<'END'\n{{name}}".to_owned(), "two words", "it has no end"),
            ("cat <<< {{name}}".to_owned(), "two words", "it is no document"),
        ] {
            assert_eq!(filled(&text, value), None, "{text}: {why}");
        }
    }

    #[test]
    fn the_text_of_a_script_says_how_each_command_ended() {
        let one = |line: &str, folder: &str| ScriptCommand { line: line.to_owned(), folder: folder.to_owned(), exit_code: 0 };
        let script =
            |shell: &str| Script { shell: shell.to_owned(), commands: vec![one("make", ""), one("ls", "it's")], circular: false };
        assert_eq!(
            script("bash").text("/tmp/c/", "/tmp/r"),
            "cd '/tmp/c'\nmake\necho $? >> '/tmp/r'\ncd '/tmp/c/it'\\''s'\nls\necho $? >> '/tmp/r'\n"
        );
        assert!(script("fish").text("/tmp/c", "/tmp/r").contains("cd '/tmp/c/it\\'s'\nls\necho $status >> '/tmp/r'\n"));
    }

    #[test]
    fn a_sentence_that_counts_the_items_has_a_hole() {
        for (line, expected) in [
            ("echo \"3 revoked, 13 left\" >> log", "echo \"{{@count}} revoked, 13 left\" >> log"),
            ("echo \"13 left\" >> log", "echo \"13 left\" >> log"),
            ("echo (date +%F)\": 3 revoked\" >> log", "echo (date +%F)\": {{@count}} revoked\" >> log"),
            ("head -n 3 log", "head -n 3 log"),
        ] {
            assert_eq!(with_count(line, 3), expected);
        }
    }

    #[test]
    fn the_folder_is_found_as_a_whole_name() {
        assert_eq!(split_at_folder("cp /srv/a/x /srv/ab \"/srv/a\"", "/srv/a"), ["cp ", "/x /srv/ab \"", "\""]);
    }

    #[test]
    fn another_word_where_the_program_has_no_hole_is_named() {
        let one = |line: &str| ProgramCommand { line: line.to_owned(), folder: String::new(), exit_code: 0, round: None };
        let program = CommandProgram {
            shell: "bash".to_owned(),
            commands: vec![one("split -l 3 members.csv out/{{name}}-"), one("ls out > {{name}}.txt")],
        };
        let typed = |lines: &[&str]| other_words(&program, &lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>());
        assert_eq!(typed(&["split -l 3 members.csv out/may-", "ls out > may.txt"]), Some(None));
        let other = Some(Some(("3".to_owned(), "5".to_owned())));
        assert_eq!(typed(&["split -l 5 members.csv out/may-", "echo ok", "ls out > may.txt"]), other);
        assert_eq!(typed(&["split -l 5 members.csv out/may-"]), None, "a command is missing");
        assert_eq!(typed(&["split -l 5 others.csv out/may-", "ls out > may.txt"]), None, "more than one word");
        assert_eq!(typed(&["split -l 3 members.csv elsewhere", "ls out > may.txt"]), None, "a word with a value");
        let private = CommandProgram { shell: "bash".to_owned(), commands: vec![one("chmod 600 {{name}}.env")] };
        assert_eq!(other_words(&private, &["chmod 644 chat.env".to_owned()]), None, "permissions are no value");
        let query = CommandProgram {
            shell: "bash".to_owned(),
            commands: vec![one("sqlite3 a.db \"update t set cents = cents * 106 / 100 where supplier = '{{name}}'\"")],
        };
        let typed = |line: &str| other_words(&query, &[line.to_owned()]).flatten().map(|(shown, _)| shown);
        let update = |number: &str, end: &str| format!("sqlite3 a.db \"update t set cents = cents * {number} / 100{end}\"");
        assert_eq!(typed(&update("104", " where supplier = 'Tepp'")).as_deref(), Some("106"));
        assert_eq!(typed(&update("106", " where supplier = 'Tepp'")), None, "the same");
        assert_eq!(other_words(&query, &[update("106", "")]), None, "less than was shown");
    }
}
