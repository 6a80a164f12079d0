//! Variables of a shell that were given a plain value: `client=orion` and then `grep "$client" list`. With the value in their place, a
//! line says what it works on.

use super::{Word, is_assignment, only_changes_shell, simple_commands, words};
use apprentice_contracts::MASK;
use apprentice_contracts::observation::{ActionDetails, CommandRun, ObservedAction, is_open_assignment};
use std::collections::HashMap;

/// The most variables that are remembered, and the longest value of one.
const MOST: usize = 100;
const LONGEST: usize = 200;

/// The variables of the shells of one demonstration or run so far, by the process of the shell.
#[derive(Clone, Debug, Default)]
pub struct ShellVariables {
    values: HashMap<(u32, String), String>,
}

impl ShellVariables {
    /// Puts known values into a command line, and remembers what it assigns. Any other action stays as it is.
    pub fn fill(&mut self, action: &mut ObservedAction) {
        let ActionDetails::Command(run) = &mut action.details else { return };
        let line = self.filled(run);
        self.note(run);
        if let Some(line) = line {
            run.command_line = line;
        }
    }

    /// Remembers what a line that only assigns gives to variables. What any other line may change is not known any more.
    fn note(&mut self, run: &CommandRun) {
        let shell = run.shell_pid;
        let words = words(&run.command_line);
        let runs_others =
            |part: &[Word]| matches!(part.first().map(|word| word.text.as_str()), Some("source" | "." | "eval" | "exec"));
        if simple_commands(&words).any(runs_others) {
            self.values.retain(|(of, _), _| *of != shell);
            return;
        }
        let ended_well = run.exit_code == Some(0);
        let in_order = words.iter().filter(|word| word.operator).all(|word| word.text == ";");
        for part in simple_commands(&words) {
            for (name, value) in given(part, &run.shell) {
                let value = value.filter(|value| ended_well && in_order && is_open_assignment(name, value) && is_plain(value));
                let key = (shell, name.to_owned());
                match value.filter(|_| self.values.len() < MOST) {
                    Some(value) => drop(self.values.insert(key, value.to_owned())),
                    None => drop(self.values.remove(&key)),
                }
            }
        }
    }

    /// The line with known values. `None`: it stays as it is.
    fn filled(&self, run: &CommandRun) -> Option<String> {
        let line = &run.command_line;
        if self.values.is_empty() || !line.contains('$') || line.contains("<<") || only_changes_shell(run) {
            return None;
        }
        let own = self.given_here(line);
        let mut out = String::new();
        let mut quote: Option<char> = None;
        let mut at = 0;
        let mut changed = false;
        while let Some(letter) = line[at..].chars().next() {
            let here = at;
            at += letter.len_utf8();
            match (letter, quote) {
                ('\\', None | Some('"')) => {
                    at += line[at..].chars().next().map_or(0, char::len_utf8);
                    out.push_str(&line[here..at]);
                    continue;
                }
                ('\'' | '"', None) => quote = Some(letter),
                (mark, Some(open)) if mark == open => quote = None,
                ('$', None | Some('"')) => {
                    if let Some((name, end)) = named(line, at)
                        && !(run.shell == "zsh" && line[end..].starts_with(':'))
                        && let Some(value) = self
                            .values
                            .get(&(run.shell_pid, name.to_owned()))
                            .filter(|_| !own.contains(&name) && !is_credential(&out))
                        && fits(value, quote.is_some())
                    {
                        out.push_str(value);
                        at = end;
                        changed = true;
                        continue;
                    }
                }
                _ => {}
            }
            out.push(letter);
        }
        changed.then_some(out)
    }

    /// The variables to which the line itself gives a value.
    fn given_here<'l>(&self, line: &'l str) -> Vec<&'l str> {
        let tokens: Vec<&str> = line.split(|letter: char| letter.is_whitespace() || matches!(letter, ';' | '(' | ')')).collect();
        let after =
            |word: &str| -> Vec<&'l str> { tokens.windows(2).filter(|pair| pair[0] == word).map(|pair| pair[1]).collect() };
        let assigned = tokens.iter().filter_map(|token| token.split_once('=').map(|(name, _)| name));
        ["for", "read", "select", "set"].into_iter().flat_map(after).chain(assigned).collect()
    }
}

/// The variables that a command may give a value to, and the value where it is plain to see.
fn given<'w>(part: &'w [Word], shell: &str) -> Vec<(&'w str, Option<&'w str>)> {
    const KEYWORDS: &[&str] = &["then", "do", "else", "{", "while", "until", "if", "!"];
    let at = part.iter().position(|word| !KEYWORDS.contains(&word.text.as_str())).unwrap_or(part.len());
    // Within a loop or a condition, nobody knows whether it ran.
    let certain = at == 0;
    let part = &part[at..];
    let texts: Vec<&str> = part.iter().map(|word| word.text.as_str()).collect();
    let assigned = |text: &'w str| {
        let (name, value) = text.split_once('=')?;
        Some((name.trim_end_matches('+'), Some(value).filter(|_| certain && !name.ends_with('+'))))
    };
    let reads = texts.iter().position(|text| *text == "read");
    match texts.first().copied() {
        Some("for" | "select") => texts.get(1).map(|name| (*name, None)).into_iter().collect(),
        _ if reads.is_some_and(|at| part[..at].iter().all(is_assignment)) => {
            texts[reads.unwrap_or(0) + 1..].iter().map(|name| (*name, None)).collect()
        }
        Some("unset") => texts[1..].iter().map(|name| (*name, None)).collect(),
        Some("set") if shell == "fish" => {
            let plain: Vec<&str> = texts[1..].iter().copied().filter(|text| !text.starts_with('-')).collect();
            let value = if plain.len() == 2 && certain { Some(plain[1]) } else { None };
            plain.first().map(|name| (*name, value)).into_iter().collect()
        }
        Some("export" | "local" | "declare" | "typeset" | "readonly") => {
            texts[1..].iter().copied().filter_map(assigned).collect()
        }
        // `STAGE=test make` sets it for one program only.
        _ if part.iter().all(|word| word.text.contains('=')) => texts.iter().copied().filter_map(assigned).collect(),
        _ => Vec::new(),
    }
}

/// Whether what follows here is a credential: `-u ada:`, `--password `, `sshpass -p `.
fn is_credential(before: &str) -> bool {
    const FLAGS: &[&str] =
        &["-p", "-P", "-u", "-a", "--password", "--pass", "--passwd", "--user", "--token", "--key", "--secret", "--auth"];
    let before = before.trim_end_matches(['"', ' ', '=']);
    let last = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    FLAGS.contains(&last)
        || last.contains(':') && !last.contains("://") && FLAGS.iter().any(|flag| before.contains(&format!(" {flag} ")))
        || last.contains("://") && last.rsplit("://").next().is_some_and(|rest| rest.contains(':') && !rest.contains('/'))
}

/// The name of a variable after `$`, and where it ends: `client` of `$client` and `${client}`.
fn named(line: &str, from: usize) -> Option<(&str, usize)> {
    let rest = &line[from..];
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let braced = rest.strip_prefix('{');
    let text = braced.unwrap_or(rest);
    let len = text.find(|letter: char| !is_name(letter)).unwrap_or(text.len());
    let name = &text[..len];
    let ends = |letter: char| text[len..].starts_with(letter);
    let end = from + len + if braced.is_some() { 2 } else { 0 };
    let whole = if braced.is_some() { ends('}') } else { !ends('[') };
    (whole && name.starts_with(|letter: char| !letter.is_ascii_digit())).then_some((name, end))
}

/// Whether a value is text that no shell reads otherwise when it is assigned.
fn is_plain(value: &str) -> bool {
    let length = value.chars().count();
    (1..=LONGEST).contains(&length)
        && !value.contains(['$', '`', '\\', '"', '\'', '\n', '(', '*', '?', '['])
        && !value.contains(MASK)
}

/// Whether a value may be in a line as it is.
fn fits(value: &str, quoted: bool) -> bool {
    quoted || value.chars().all(|letter| letter.is_alphanumeric() || "_-./:@%+,".contains(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(shell: &str, lines: &[&str]) -> String {
        let mut variables = ShellVariables::default();
        let mut last = String::new();
        for line in lines {
            let run = CommandRun {
                command_line: (*line).to_owned(),
                program: String::new(),
                directory: "/work".into(),
                exit_code: Some(0),
                duration_ms: None,
                shell: shell.to_owned(),
                shell_pid: 1,
                files: Vec::new(),
            };
            last = variables.filled(&run).unwrap_or_else(|| run.command_line.clone());
            variables.note(&run);
        }
        last
    }

    #[test]
    fn a_variable_with_a_plain_value_is_its_value() {
        assert_eq!(filled("bash", &["client=orion", "grep \"$client\" list > ${client}.txt"]), "grep \"orion\" list > orion.txt");
        assert_eq!(filled("zsh", &["export limit=420", "echo limit: $limit"]), "echo limit: 420");
        assert_eq!(filled("fish", &["set -g port 9090", "sed -i s/8080/$port/ app.conf"]), "sed -i s/8080/9090/ app.conf");
        assert_eq!(filled("bash", &["who='Nora Weiss'", "echo \"$who\""]), "echo \"Nora Weiss\"");
    }

    #[test]
    fn other_uses_stay() {
        for lines in [
            &["client=orion", "echo '$client'"][..],
            &["client=orion", "echo \\$client"],
            &["client=orion", "for client in a b; do echo $client; done"],
            &["client=orion", "client=vega", "unset client", "echo $client"],
            &["client=$(head -1 list)", "echo $client"],
            &["who='Nora Weiss'", "echo $who"],
            &["client=orion", "echo ${client%n} ${client[0]} $client[1]"],
            &["STAGE=test make", "echo $STAGE"],
            &["client=orion", "client+=2", "echo $client"],
            &["client=orion", "if true; then client=vega; fi", "echo $client"],
            &["client=orion", "cat names | while read client; do echo; done", "echo $client"],
            &["client=orion", "[ -f x ] || client=vega", "echo $client"],
            &["client=orion", "source env", "echo $client"],
            &["pw=orion", "echo $pw"],
            &["word=Tr0ub4dor", "echo $word"],
            &["word=orion", "curl -u ada:$word https://example.org"],
            &["word=orion", "sshpass -p \"$word\" ssh host"],
            &["client=orion", "cat << END\n$client\nEND"],
        ] {
            assert_eq!(filled("bash", lines), *lines.last().unwrap(), "{lines:?}");
        }
    }
}
