//! Whether a command line does what a pattern says: the same call with the same data, in any arrangement of its words.
//!
//! These may differ: the order and spelling of options, quotes, and options that change only the output. These must be the same: the
//! program, its subcommand or script, every other option, and the order of plain arguments.

use super::{Word, call, is_assignment, is_redirect, words};
use crate::pattern::{self, Bindings};
use std::collections::HashSet;

/// The values at the placeholders of `template`, if the line, or a part of it that must have succeeded, matches.
pub fn capture(template: &str, line: &str) -> Option<Bindings> {
    found(template, line, true, &|pairs| {
        let mut bindings = Bindings::new();
        for (want, give) in pairs {
            if pattern::variables_in(&want.text).is_empty() {
                if !same_word(&want.text, &give.text) {
                    return None;
                }
                continue;
            }
            for (name, value) in pattern::capture(&want.text, &give.text)? {
                if bindings.get(&name).is_some_and(|known| *known != value) {
                    return None;
                }
                bindings.insert(name, value);
            }
        }
        Some(bindings)
    })
}

/// Whether the line matches the pattern with the values of this run. `succeeded`: the line ended with exit code 0, so every command of an
/// `&&` chain did.
pub fn matches(template: &str, line: &str, succeeded: bool, bindings: &Bindings) -> bool {
    let all_fit = |pairs: &[Pair]| pairs.iter().all(|(want, give)| word_fits(want, give, bindings)).then_some(());
    found(template, line, succeeded, &all_fit).is_some()
}

fn word_fits(want: &Word, give: &Word, bindings: &Bindings) -> bool {
    let names = pattern::variables_in(&want.text);
    if names.is_empty() {
        return same_word(&want.text, &give.text);
    }
    let filled = names.iter().try_fold(want.text.clone(), |text, name| {
        let value = bindings.get(name).filter(|value| !value.is_empty())?;
        Some(text.replace(&format!("{{{{{name}}}}}"), value))
    });
    filled.is_some_and(|filled| same_word(&filled, &give.text))
        || !want.text.contains('*') && pattern::matches(&want.text, &give.text, bindings)
}

/// Words of a command line are compared with their case. `./a` is `a`, and `reports/` is `reports`.
fn same_word(one: &str, other: &str) -> bool {
    let plain = |word: &str| {
        let word = word.strip_prefix("./").unwrap_or(word);
        word.strip_suffix('/').filter(|rest| !rest.is_empty()).unwrap_or(word).to_owned()
    };
    one == other || plain(one) == plain(other)
}

/// A word of the pattern and its counterpart in the line.
type Pair = (Word, Word);

/// The result of `judge` for the first part of the line that matches the pattern.
fn found<T>(template: &str, line: &str, succeeded: bool, judge: &dyn Fn(&[Pair]) -> Option<T>) -> Option<T> {
    let (template, line) = (words(template), words(line));
    let (wanted, given) = (Line::of(&template), Line::of(&line));
    // The exit code of a background command is unknown.
    let in_background = line.last().is_some_and(|word| word.operator && word.text == "&");
    if in_background || wanted.parts.is_empty() {
        return None;
    }
    given.windows(wanted.parts.len(), succeeded).into_iter().find_map(|start| {
        let same_operators = wanted.operators.iter().zip(&given.operators[start..]).all(|(one, other)| one == other);
        if !same_operators {
            return None;
        }
        let mut pairs = Vec::new();
        for (want, give) in wanted.parts.iter().zip(&given.parts[start..]) {
            pairs.extend(pair(want, give)?);
        }
        judge(&pairs)
    })
}

/// Simple commands and the operators between them.
struct Line<'a> {
    parts: Vec<&'a [Word]>,
    operators: Vec<&'a str>,
}

impl<'a> Line<'a> {
    fn of(words: &'a [Word]) -> Self {
        let operators = words.iter().filter(|word| word.operator && !is_redirect(word)).map(|word| word.text.as_str());
        let parts: Vec<_> = super::simple_commands(words).collect();
        Self { operators: operators.take(parts.len().saturating_sub(1)).collect(), parts }
    }

    /// Positions where a sequence of `len` commands (at least one) can begin whose result the exit code of the line determines: the whole
    /// line, its end after `&&` or `;`, and any part of an `&&` chain that succeeded.
    fn windows(&self, len: usize, succeeded: bool) -> Vec<usize> {
        let Some(last) = self.parts.len().checked_sub(len) else { return Vec::new() };
        let certain = |start: usize| {
            let before = start.checked_sub(1).map(|at| self.operators[at]);
            let behind = &self.operators[start + len - 1..];
            let begins = matches!(before, None | Some("&&" | ";"));
            let ends =
                behind.is_empty() || succeeded && behind.iter().all(|joint| matches!(*joint, "&&" | "|")) && behind[0] == "&&";
            // After `||`, or in the background, it is unknown what ran.
            let known = !self.operators[..start].iter().any(|joint| matches!(*joint, "||" | "&"));
            start == 0 && behind.is_empty() || begins && ends && known
        };
        (0..=last).filter(|start| certain(*start)).collect()
    }
}

/// A parsed command.
struct Parsed {
    name: Vec<String>,
    assignments: Vec<Word>,
    options: Vec<(String, Option<Word>)>,
    plain: Vec<Word>,
}

/// The words of two commands that must be equal. `None`: the commands differ.
fn pair(wanted: &[Word], given: &[Word]) -> Option<Vec<Pair>> {
    let valued: HashSet<String> = [wanted, given].iter().flat_map(|part| joined_options(part)).collect();
    let (wanted, mut given) = (parse(wanted, &valued), parse(given, &valued));
    // `git *`: any use of the program. A star in a command line itself is quoted.
    let any = wanted.plain.last().is_some_and(|word| word.text == "*" && !word.quoted);
    let name_fits = if any { given.name.starts_with(&wanted.name) } else { given.name == wanted.name };
    if wanted.name.is_empty() || !name_fits {
        return None;
    }
    if any {
        return Some(Vec::new());
    }
    let mut pairs = Vec::new();
    for assignment in wanted.assignments {
        let name = |word: &Word| word.text.split('=').next().map(str::to_owned);
        let at = given.assignments.iter().position(|other| name(other) == name(&assignment))?;
        pairs.push((assignment, given.assignments.remove(at)));
    }
    for (option, value) in wanted.options {
        match given.options.iter().position(|(other, _)| *other == option) {
            Some(at) => match (value, given.options.remove(at).1) {
                (Some(want), Some(give)) => pairs.push((want, give)),
                (None, None) => {}
                _ => return None,
            },
            None if harmless(&wanted.name, &option) => {}
            None => return None,
        }
    }
    let rest_is_harmless = given.options.iter().all(|(option, _)| harmless(&given.name, option))
        && given.assignments.iter().all(|word| HARMLESS_ASSIGNMENTS.iter().any(|name| word.text.starts_with(name)));
    if !rest_is_harmless || wanted.plain.len() != given.plain.len() {
        return None;
    }
    pairs.extend(wanted.plain.into_iter().zip(given.plain));
    Some(pairs)
}

const HARMLESS_ASSIGNMENTS: &[&str] =
    &["CI=", "LC_ALL=", "LANG=", "NO_COLOR=", "FORCE_COLOR=", "TERM=", "PAGER=", "GIT_PAGER=", "DEBIAN_FRONTEND="];

/// Options in the form `--name=value` take a value in any position.
fn joined_options(part: &[Word]) -> Vec<String> {
    let joined = part.iter().filter(|word| word.text.starts_with("--"));
    joined.filter_map(|word| word.text.split_once('=').map(|(name, _)| name.to_owned())).collect()
}

fn parse(part: &[Word], valued: &HashSet<String>) -> Parsed {
    let call = call(part);
    let mut out = Parsed { name: call.name, assignments: Vec::new(), options: Vec::new(), plain: Vec::new() };
    let program = out.name.first().cloned().unwrap_or_default();
    let mut rest: std::collections::VecDeque<Word> = std::collections::VecDeque::new();
    for (place, word) in part.iter().enumerate() {
        if !call.places.contains(&place) {
            rest.extend(split_cluster(&program, word, rest.is_empty()));
        } else if is_assignment(word) {
            out.assignments.push(word.clone());
        }
    }
    let mut only_plain = false;
    while let Some(word) = rest.pop_front() {
        if is_redirect(&word) {
            let target = rest.pop_front();
            // A redirection of errors changes nothing else.
            if !word.text.starts_with('2') {
                out.options.push((word.text, target));
            }
        } else if only_plain || !word.text.starts_with('-') || word.text == "-" {
            out.plain.push(word);
        } else if word.text == "--" {
            only_plain = true;
        } else if let Some((name, value)) = word.text.split_once('=').filter(|_| word.text.starts_with("--")) {
            out.options.push((long(name), Some(Word { text: value.to_owned(), ..word.clone() })));
        } else {
            let takes = valued.contains(&word.text) || takes_value(&out.name, &word.text);
            let value = if takes { rest.pop_front() } else { None };
            out.options.push((long(&word.text), value));
        }
    }
    out
}

/// The normal spelling of options that have two.
fn long(option: &str) -> String {
    match option {
        "-m" => "--message",
        "-o" => "--output",
        "-v" => "--verbose",
        "-q" => "--quiet",
        "-y" => "--yes",
        other => other,
    }
    .to_owned()
}

/// `-am` is `-a -m`, and `tar czf` is `tar -c -z -f`, for programs that read letters like this.
fn split_cluster(program: &str, word: &Word, first: bool) -> Vec<Word> {
    let old_style = program == "tar" && first && !word.text.starts_with('-');
    let letters = if old_style { word.text.as_str() } else { word.text.strip_prefix('-').unwrap_or_default() };
    let splits =
        super::FILE_PROGRAMS.contains(&program) || matches!(program, "git" | "docker" | "podman" | "grep" | "sort" | "ls");
    let is_cluster =
        letters.chars().count() >= 2 && letters.chars().count() <= 6 && letters.chars().all(|c| c.is_ascii_alphabetic());
    if word.operator || !splits || !(is_cluster || old_style && !letters.is_empty()) {
        return vec![word.clone()];
    }
    letters.chars().map(|letter| Word { text: format!("-{letter}"), ..word.clone() }).collect()
}

/// Options whose value is the next word.
fn takes_value(name: &[String], option: &str) -> bool {
    let program = name.first().map_or("", String::as_str);
    let sub = name.get(1).map_or("", String::as_str);
    match option {
        "--message" | "--output" | "--out" | "--title" | "--body" | "--notes" | "--name" | "--tag" | "--label" | "--input"
        | "--file" | "--to" | "--from" | "--subject" | "--description" | "--assignee" | "--author" | "--date" | "--branch"
        | "--base" | "--head" | "--format" | "--target" | "--config" | "--env" | "--port" | "--host" | "--user" | "--prefix"
        | "--loglevel" | "--manifest-path" | "--namespace" | "--region" | "--profile" | "--project" | "--repo" | "--reviewer" => {
            true
        }
        "-m" => (program, sub) != ("git", "branch"),
        "-o" => !matches!(program, "unzip" | "grep" | "rg" | "ls" | "tar" | "ps"),
        "-f" => matches!(program, "tar" | "make" | "just" | "docker" | "docker-compose" | "podman" | "kubectl" | "psql"),
        "-C" => matches!(program, "tar" | "git" | "make"),
        "-b" | "-B" => (program, sub) == ("git", "checkout"),
        "-c" => matches!((program, sub), ("git", "switch") | ("psql", _)),
        "-t" | "-p" | "-e" => matches!(program, "docker" | "podman"),
        "-v" => matches!(program, "docker" | "podman"),
        "-n" => matches!(program, "kubectl" | "helm" | "head" | "tail"),
        "-r" => program == "pip",
        "-d" | "-X" | "-H" => program == "curl",
        "-i" => program == "ffmpeg",
        _ => false,
    }
}

/// Options that change only the output.
fn harmless(name: &[String], option: &str) -> bool {
    let program = name.first().map_or("", String::as_str);
    let inverts = matches!(program, "grep" | "egrep" | "fgrep" | "zgrep" | "rg" | "ag" | "pgrep" | "pkill")
        || name.get(1).is_some_and(|sub| sub == "grep");
    let speaks = !inverts && !matches!(program, "docker" | "podman" | "find" | "sh" | "bash" | "zsh");
    match option {
        "--verbose" | "--quiet" => speaks,
        "--silent" | "--no-pager" | "--color" | "--no-color" | "--progress" | "--no-progress" | "--no-audit" | "--no-fund"
        | "--loglevel" | "--no-input" => true,
        "--yes" => matches!(program, "apt" | "apt-get" | "dnf" | "pip" | "brew" | "npx" | "conda"),
        "-p" => program == "mkdir",
        "-C" => matches!(program, "git" | "make"),
        "--prefix" => matches!(program, "npm" | "pnpm"),
        "-s" => matches!(program, "npm" | "pnpm" | "make"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound() -> Bindings {
        [("version", "2.0"), ("in", "in.csv"), ("out", "out.csv"), ("text", "Fix the door")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into()
    }

    #[test]
    fn the_same_command_may_be_written_in_other_ways() {
        for (pattern, line) in [
            ("git tag -a v{{version}} -m \"Release {{version}}\"", "git tag -m 'Release 2.0' -a v2.0"),
            ("git tag -a v{{version}} -m \"Release {{version}}\"", "git -C shop --no-pager tag -a v2.0 --message='Release 2.0'"),
            ("git commit -a -m {{text}}", "git commit -am 'Fix the door'"),
            ("git commit -m {{text}}", "git add -A && git commit -q -m \"Fix the door\" && git push"),
            ("git push origin main", "cd shop && git push --progress origin main 2>&1"),
            ("python clean.py {{in}} -o {{out}}", "python3 ./clean.py --output=out.csv ./in.csv"),
            ("npm run build", "CI=1 npm --prefix ui run build --silent"),
            ("npm run build", "npm run build --loglevel error"),
            ("tar czf {{out}} reports", "tar -c -z -v -f out.csv reports/"),
            ("make test", "make -C shop test; make test"),
            ("rm \"*.tmp\"", "rm *.tmp"),
            ("sort {{in}} > {{out}}", "sort in.csv >out.csv 2>/dev/null"),
            ("git *", "git push --force origin main"),
        ] {
            assert!(matches(pattern, line, true, &bound()), "{pattern} against {line}");
        }
    }

    #[test]
    fn another_program_subcommand_option_or_value_never_passes() {
        for (pattern, line) in [
            ("git tag v{{version}}", "git push v2.0"),
            ("git tag v{{version}}", "gti tag v2.0"),
            ("git tag v{{version}}", "git tag -d v2.0"),
            ("git tag v{{version}}", "git tag v2.1"),
            ("git tag v{{version}}", "echo git tag v2.0"),
            ("git tag v{{version}}", "git tag v2.0 || true"),
            ("git tag v{{version}}", "git tag v2.0 | cat"),
            ("git tag v{{version}}", "git tag v2.0; echo done"),
            ("git tag v{{version}}", "git tag v2.0 &"),
            ("git tag v{{version}}", "false || git tag v2.0 && true"),
            ("git push origin main", "git push --dry-run origin main"),
            ("git push origin main", "git push --force origin main"),
            ("git push origin main", "git push origin Main"),
            ("git push --tags", "git push"),
            ("npm run build", "npm run deploy"),
            ("npm run build", "npm build"),
            ("sh a.sh", "sh b.sh"),
            ("python x/run.py", "python y/run.py"),
            ("./a/run.sh", "./b/run.sh"),
            ("cp {{in}} {{out}}", "cp out.csv in.csv"),
            ("cp {{in}} {{out}}", "cp --verbose out.csv in.csv"),
            ("tar xf {{in}}", "tar cf in.csv"),
            ("rm \"*.tmp\"", "rm important.tmp"),
            ("STAGE=test make deploy", "STAGE=live make deploy"),
            ("make deploy", "STAGE=live make deploy"),
            ("sort {{in}} > {{out}}", "sort in.csv >> out.csv"),
            ("git commit -m {{text}}", "git commit -m {{text}}"),
            ("git *", "gitk --all"),
            ("pkill node", "pkill -v node"),
            ("git grep TODO", "git grep -v TODO"),
            ("", "git push"),
            ("cd shop && &", "git add a && git push"),
        ] {
            assert!(!matches(pattern, line, true, &bound()), "{pattern} against {line}");
        }
        assert!(!matches("git add a", "git add a && git push", false, &bound()), "which of the two failed is not known");
        assert!(matches("git push", "git add a; git push", false, &bound()), "the last one is");
    }
}
