//! Command lines as words: split like a shell would, matched word by word, read for values.

mod call;
mod matching;
mod variables;

pub use call::{FILE_PROGRAMS, INTERPRETERS, call};
pub use matching::{capture, matches};
pub use variables::ShellVariables;

use crate::untrusted;
use apprentice_contracts::observation::CommandRun;

/// A word of a command line. Operators (`|`, `&&`, `;`, `>` ...) are separate words.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    pub text: String,
    pub quoted: bool,
    /// Whether the shell leaves its `$` and backticks alone: `'$2'` is literal, `"$2"` is not.
    pub literal: bool,
    pub operator: bool,
}

impl Word {
    fn operator(text: String) -> Self {
        Self { text, quoted: false, literal: false, operator: true }
    }

    /// Whether it is an option: also one of whose value a part is quoted, as `--format='- %s'`.
    pub fn is_option(&self) -> bool {
        let name = self.text.strip_prefix("--").and_then(|rest| rest.split_once('=')).map(|(name, _)| name);
        let named =
            name.is_some_and(|name| !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || letter == '-'));
        !self.operator && self.text.starts_with('-') && (!self.quoted || named)
    }

    /// Another text in its place, with quotes if necessary.
    pub fn requoted(&self, text: &str) -> String {
        match self.literal && text.contains(is_expanded) {
            _ if self.operator => text.to_owned(),
            true if !text.contains('\'') => format!("'{text}'"),
            true => format!("\"{}\"", escaped(text, "\\\"$`")),
            false => quote(text),
        }
    }
}

/// The pipeline of a line that prints into a file, and that file: `sort a | head > b` is `sort a | head` and `b`. `None`: the line does
/// something else too.
pub fn printed_into(line: &str) -> Option<(String, String)> {
    let mut words = words(line);
    let into = words.pop().filter(|word| !word.operator)?;
    words.pop().filter(|word| word.operator && word.text == ">")?;
    let plain = words.iter().all(|word| !word.operator || word.text == "|") && words.first().is_some_and(|word| !word.operator);
    plain.then(|| (written(&words), into.text.trim_start_matches("./").to_owned()))
}

/// Replaces the text of a here-document while its line is split.
const HERE: char = '\u{e000}';

/// A line with a here-document, as `cat > f << END`, some lines, `END`: its three parts make up the line.
pub struct HereDocument<'l> {
    /// The line that begins it, with its line end.
    pub head: &'l str,
    /// Each line of the text with its line end.
    pub text: &'l str,
    /// The line that ends it, and all that follows.
    pub end: &'l str,
    /// The word that ends it.
    pub mark: &'l str,
    /// Whether the shell leaves the text as it is, because the mark is quoted.
    pub literal: bool,
    /// What `head` has before the sign and after the mark.
    around: (&'l str, &'l str),
}

/// The here-document that the first line begins, if it has an end.
pub fn here_document(line: &str) -> Option<HereDocument<'_>> {
    let (first, rest) = line.split_once('\n')?;
    let at = first.find("<<").filter(|at| !first[at + 2..].starts_with('<'))?;
    let after = &first[at + 2..];
    let tabs = after.starts_with('-');
    let after = after.trim_start_matches('-').trim_start();
    let end = after.find(|letter: char| letter.is_whitespace() || matches!(letter, ';' | '|' | '&' | '>' | '<'));
    let (quoted, after) = after.split_at(end.unwrap_or(after.len()));
    let mark = quoted.trim_matches(['\'', '"', '\\']);
    let is_end = |text: &str| if tabs { text.trim_start_matches('\t') == mark } else { text == mark };
    if mark.is_empty() || !mark.chars().all(|letter| letter.is_alphanumeric() || letter == '_') {
        return None;
    }
    let lines = rest.split_inclusive('\n');
    let length = lines.clone().take_while(|text| !is_end(text.trim_end_matches('\n'))).map(str::len).sum();
    let (text, end) = rest.split_at_checked(length).filter(|(_, end)| !end.is_empty())?;
    let head = &line[..=first.len()];
    Some(HereDocument { head, text, end, mark, literal: mark != quoted, around: (&first[..at], after) })
}

/// A line without the here-document that it begins, and the text of that: `cat > f << END`, some lines, `END` is `cat > f <<< TEXT`, as a
/// here-string has it. The flag says whether the shell leaves the text as it is.
fn without_here_document(line: &str) -> Option<(String, String, bool)> {
    let document = here_document(line)?;
    let (before, after) = document.around;
    let more = document.end.split_once('\n').map_or("", |(_, more)| more);
    let text = document.text.strip_suffix('\n').unwrap_or_default().to_owned();
    Some((format!("{before}<<< {HERE}{after}\n{more}"), text, document.literal))
}

/// Splits at unquoted blanks and operators. An unclosed quotation ends at the end of the line.
pub fn words(line: &str) -> Vec<Word> {
    if line.contains("<<")
        && let Some((line, text, as_it_is)) = without_here_document(line)
    {
        let mut words = words(&line);
        if let Some(word) = words.iter_mut().find(|word| word.text.starts_with(HERE)) {
            let literal = as_it_is && text.contains(is_expanded);
            *word = Word { text, quoted: true, literal, operator: false };
        }
        return words;
    }
    let mut out = Vec::new();
    let mut current = String::new();
    let mut quoted = false;
    let mut literal = false;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\'' | '"' => {
                quoted = true;
                while let Some(inner) = letters.next() {
                    match inner {
                        _ if inner == letter => break,
                        '\\' if letter == '"' => {
                            literal |= letters.peek().is_some_and(|next| is_expanded(*next));
                            current.extend(letters.next());
                        }
                        _ => {
                            literal |= letter == '\'' && is_expanded(inner);
                            current.push(inner);
                        }
                    }
                }
            }
            '\\' => {
                literal |= letters.peek().is_some_and(|next| is_expanded(*next));
                current.extend(letters.next());
            }
            _ if letter.is_whitespace() => finish(&mut current, &mut quoted, &mut literal, &mut out),
            '>' if letters.peek() == Some(&'&') && (current.is_empty() || is_stream(&current)) => {
                // `2>&1` joins two streams, which does not matter for the effect.
                current.clear();
                letters.next();
                while letters.next_if(|next| next.is_ascii_digit() || *next == '-').is_some() {}
            }
            '>' if !quoted && is_stream(&current) => {
                let stream = std::mem::take(&mut current);
                while letters.next_if_eq(&'>').is_some() {}
                let text = if stream == "1" { ">".to_owned() } else { format!("{stream}>") };
                out.push(Word::operator(text));
            }
            '|' | '&' | ';' | '>' | '<' => {
                finish(&mut current, &mut quoted, &mut literal, &mut out);
                let mut operator = letter.to_string();
                while let Some(next) = letters.next_if_eq(&letter) {
                    operator.push(next);
                }
                out.push(Word::operator(operator));
            }
            _ => current.push(letter),
        }
    }
    finish(&mut current, &mut quoted, &mut literal, &mut out);
    without_leading_cd(out)
}

fn is_stream(word: &str) -> bool {
    matches!(word, "1" | "2")
}

fn finish(current: &mut String, quoted: &mut bool, literal: &mut bool, out: &mut Vec<Word>) {
    if !current.is_empty() || *quoted {
        out.push(Word { text: std::mem::take(current), quoted: *quoted, literal: *literal, operator: false });
    }
    (*quoted, *literal) = (false, false);
}

/// Removes a leading `cd`: the working folder is recorded separately.
fn without_leading_cd(words: Vec<Word>) -> Vec<Word> {
    let is_cd = words.first().is_some_and(|word| word.text == "cd");
    match words.iter().position(|word| word.operator) {
        Some(at) if is_cd && at + 1 < words.len() => without_leading_cd(words[at + 1..].to_vec()),
        _ => words,
    }
}

/// The part of a path below a folder, without a slash before it; empty for the folder itself. `None`: it is elsewhere.
pub fn below<'p>(folder: &str, path: &'p str) -> Option<&'p str> {
    let rest = path.trim_end_matches('/').strip_prefix(folder.trim_end_matches('/'))?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}

/// A path below a folder, as it is called from the folder around it.
pub fn joined(inside: &str, path: &str) -> String {
    if inside.is_empty() { path.to_owned() } else { format!("{inside}/{path}") }
}

/// Whether a word says permissions: `640` of `chmod 640 a.txt`, of `find . -exec chmod 640 {} +` and of `install -m 640 a b`. They are about the kind
/// of files, so they are the same in each run.
pub fn sets_permissions(words: &[Word], at: usize) -> bool {
    let is_mode = (3..=4).contains(&words[at].text.len()) && words[at].text.bytes().all(|digit| (b'0'..=b'7').contains(&digit));
    let before = words[..at].iter().rev().find(|word| word.text == "-m" || word.text == "--mode" || !word.text.starts_with('-'));
    is_mode && before.is_some_and(|word| matches!(word.text.as_str(), "chmod" | "-m" | "--mode"))
}

/// The commands of an `&&` chain, one by one; any other line as a whole, because its exit code is about all of it. Never empty.
pub fn chain(line: &str) -> Vec<String> {
    let words = words(line);
    let operators: Vec<&str> = words.iter().filter(|w| w.operator && !is_redirect(w)).map(|w| w.text.as_str()).collect();
    if !operators.contains(&"&&") || operators.iter().any(|joint| !matches!(*joint, "&&" | "|")) {
        return vec![written(&words)];
    }
    let parts: Vec<String> =
        words.split(|word| word.operator && word.text == "&&").filter(|part| !part.is_empty()).map(written).collect();
    if parts.is_empty() { vec![written(&words)] } else { parts }
}

/// The line of these words.
pub fn written(words: &[Word]) -> String {
    words.iter().map(|word| word.requoted(&word.text)).collect::<Vec<_>>().join(" ")
}

/// The line for people: a star needs no quotes, and an argument that instructs its reader, such as the name of a file, is left out.
pub fn shown(line: &str) -> String {
    let text = |word: Word| {
        if !word.operator && untrusted::argument_instructs(&word.text) {
            return untrusted::LEFT_OUT.to_owned();
        }
        if !word.literal && word.text.contains('*') && !word.text.contains(' ') { word.text } else { word.requoted(&word.text) }
    };
    words(line).into_iter().map(text).collect::<Vec<_>>().join(" ")
}

/// The line of a pattern with its inputs, as a code span can hold it: `$(…)` in the place of backticks.
pub fn spelled(pattern: &str) -> String {
    // A line end, as in a text that follows `<<`, is a sign of its own: a code span has one line.
    let line = shown(pattern).replace("{{", "<").replace("}}", ">").replace('\n', " ⏎ ");
    let parts: Vec<&str> = line.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return parts.join("'");
    }
    parts.iter().enumerate().map(|(at, part)| if at % 2 == 1 { format!("$({part})") } else { (*part).to_owned() }).collect()
}

/// Whether the shell puts something else in the place of this letter, or of what follows it.
const fn is_expanded(letter: char) -> bool {
    matches!(letter, '$' | '`')
}

/// The word as a pattern or a command line needs it, with quotes if necessary.
pub fn quote(word: &str) -> String {
    let plain = !word.is_empty() && !word.contains(|c: char| c.is_whitespace() || "'\"|&;<>\\*".contains(c));
    if plain { word.to_owned() } else { format!("\"{}\"", escaped(word, "\\\"")) }
}

fn escaped(word: &str, letters: &str) -> String {
    word.chars().flat_map(|letter| letters.contains(letter).then_some('\\').into_iter().chain([letter])).collect()
}

/// Whether two lines call the same program and, if they have one, the same subcommand or script.
pub fn same_call(one: &str, other: &str) -> bool {
    let calls = |line: &str| -> Vec<Vec<String>> { simple_commands(&words(line)).map(|part| call(part).name).collect() };
    let (one, other) = (calls(one), calls(other));
    one.iter().any(|name| !name.is_empty() && other.contains(name))
}

/// Program and subcommand of the first command of a line, such as `git tag`, without the script of an interpreter.
pub fn head(words: &[Word]) -> Vec<String> {
    let first = simple_commands(words).next().unwrap_or_default();
    let mut name = call(first).name;
    if name.first().is_some_and(|program| INTERPRETERS.contains(&program.as_str())) {
        name.truncate(1);
    }
    name
}

/// The whole name that the last command of a line calls: `npm run build`.
pub fn call_name(words: &[Word]) -> String {
    simple_commands(words).last().map(|part| call(part).name.join(" ")).unwrap_or_default()
}

/// The parts between `|`, `&&`, `;` and similar operators. Redirections belong to their command.
pub fn simple_commands(words: &[Word]) -> impl Iterator<Item = &[Word]> {
    words.split(|word| word.operator && !is_redirect(word)).filter(|part| !part.is_empty())
}

pub fn is_redirect(word: &Word) -> bool {
    word.operator && word.text.contains(['>', '<'])
}

/// Whether the program follows this word: `sudo`, `env`, `time`.
pub fn is_prefix(word: &str) -> bool {
    matches!(word, "sudo" | "env" | "time" | "nice" | "nohup" | "command" | "exec")
}

pub fn is_assignment(word: &Word) -> bool {
    let name = word.text.split('=').next().unwrap_or_default();
    word.text.contains('=') && !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Whether a text looks like the name of a file: `notes.md`.
pub fn names_a_file(text: &str) -> bool {
    let ending = base_name(text.trim()).rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).map(|(_, ending)| ending);
    !text.trim().contains(char::is_whitespace)
        && ending.is_some_and(|ending| (1..=5).contains(&ending.len()) && ending.chars().all(|c| c.is_ascii_alphanumeric()))
}

pub fn base_name(path: &str) -> &str {
    path.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Whether a file is hidden or in a hidden folder: a part of its path begins with a dot.
pub fn is_hidden(path: &str) -> bool {
    path.split('/').any(|part| part.starts_with('.') && part.len() > 1)
}

const READ_ONLY_PROGRAMS: &[&str] = &[
    "ls", "ll", "la", "dir", "pwd", "cd", "pushd", "popd", "cat", "less", "more", "head", "tail", "bat", "file", "stat", "wc",
    "tree", "which", "whereis", "type", "man", "help", "info", "history", "clear", "reset", "whoami", "hostname", "date",
    "uptime", "ps", "top", "htop", "df", "du", "env", "printenv", "grep", "rg", "ag", "find", "fd", "locate", "echo", "exit",
    "jobs", "fg", "bg", "alias", "id", "uname", "free", "lsof",
];

const READ_ONLY_SUBCOMMANDS: &[(&str, &[&str])] = &[
    ("git", &["status", "log", "diff", "show", "blame", "reflog", "shortlog", "help", "remote", "describe"]),
    ("docker", &["ps", "images", "logs", "inspect", "info", "version"]),
    ("kubectl", &["get", "describe", "logs"]),
    ("systemctl", &["status"]),
    ("npm", &["ls", "list", "help"]),
    ("cargo", &["help", "tree"]),
    ("pip", &["list", "show", "freeze"]),
    ("gh", &["status"]),
    ("apt", &["list", "search", "show"]),
];

/// Programs that print what they make of a text.
const FILTERS: &[&str] =
    &["sed", "jq", "yq", "xq", "awk", "gawk", "mawk", "nawk", "tr", "paste", "join", "comm", "rev", "tac", "nl", "column"];

/// Whether the command is read-only: it changed no file, and its name says so.
pub fn is_read_only(run: &CommandRun) -> bool {
    if !run.files.is_empty() {
        return false;
    }
    let words = words(&run.command_line);
    if words.iter().any(|word| word.operator && word.text.starts_with('>')) {
        return false;
    }
    let asks_help = words.iter().any(|word| matches!(word.text.as_str(), "--help" | "-h" | "--version"));
    asks_help || simple_commands(&words).all(part_is_read_only)
}

fn part_is_read_only(part: &[Word]) -> bool {
    let head = head(part);
    let Some(program) = head.first() else { return true };
    if READ_ONLY_PROGRAMS.contains(&program.as_str()) {
        return true;
    }
    // Filters only print, but for `sed -i`.
    let in_place = |word: &Word| match word.text.strip_prefix("--") {
        Some(long) => long.starts_with("in-place") || long.starts_with("inplace"),
        None => word.text.starts_with('-') && word.text.contains('i'),
    };
    if FILTERS.contains(&program.as_str()) && !part.iter().any(|word| !word.quoted && in_place(word)) {
        return true;
    }
    let looking = READ_ONLY_SUBCOMMANDS.iter().find(|(name, _)| name == program).map(|(_, subs)| *subs);
    match (head.get(1), looking) {
        (Some(sub), Some(subs)) => subs.contains(&sub.as_str()),
        _ => false,
    }
}

/// Whether the command only navigates or lists: not worth teaching, even alone.
pub fn is_navigation(run: &CommandRun) -> bool {
    let words = words(&run.command_line);
    words.is_empty() || matches!(head(&words).first().map(String::as_str), Some("pwd" | "ls" | "ll" | "la" | "clear" | "history"))
}

/// Builtins that change only their shell.
const SHELL_BUILTINS: &[&str] = &[
    "cd", "pushd", "popd", "export", "set", "unset", "alias", "unalias", "source", ".", "shopt", "setopt", "unsetopt", "umask",
    "declare", "typeset", "local", "readonly", "bind", "bindkey", "trap", "hash", "ulimit", "disown", "exit", "logout",
];

/// Whether the line only changes its shell (`cd`, `export`, `NAME=value`): never worth teaching. If a file changed in the meantime, another
/// program changed it.
pub fn only_changes_shell(run: &CommandRun) -> bool {
    let words = words(&run.command_line);
    let writes = words.iter().any(|word| word.operator && word.text.starts_with('>'));
    !writes
        && simple_commands(&words).all(|part| {
            part.iter().all(is_assignment) || head(part).first().is_some_and(|program| SHELL_BUILTINS.contains(&program.as_str()))
        })
}

/// Whether `second` is another attempt at `first`: the same call, or a mistyped name of it.
pub fn is_retry(first: &CommandRun, second: &CommandRun) -> bool {
    if same_call(&first.command_line, &second.command_line) {
        return true;
    }
    // 127: the shell did not find the program.
    let program = |run: &CommandRun| head(&words(&run.command_line)).into_iter().next().unwrap_or_default();
    first.exit_code == Some(127) && (1..=2).contains(&edit_distance(&program(first), &program(second)))
}

fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().take(64).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for j in 0..b.len() {
            let cost = if letter == b[j] { diagonal } else { diagonal + 1 };
            diagonal = row[j + 1];
            row[j + 1] = cost.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_here_document_is_three_parts_of_its_line() {
        let parts = |line| here_document(line).map(|one| (one.head, one.text, one.end, one.mark, one.literal));
        assert_eq!(parts("cat > f <<'END'\na\n\nEND"), Some(("cat > f <<'END'\n", "a\n\n", "END", "END", true)));
        assert_eq!(parts("cat <<-E | sort\n\tb\n\tE\nls"), Some(("cat <<-E | sort\n", "\tb\n", "\tE\nls", "E", false)));
        assert_eq!(parts("cat <<E\nE\n"), Some(("cat <<E\n", "", "E\n", "E", false)));
        assert_eq!(parts("cat <<E\nEND"), None);
        assert_eq!(parts("cat <<< E\nE"), None);
        // The mark is no word, also behind an empty line.
        assert!(words("cat <<E\n\nE\nls").iter().all(|word| word.text != "E"));
    }

    #[test]
    fn the_command_before_a_number_says_whether_it_is_a_permission() {
        for (line, expected) in [
            ("chmod 640 notes.txt", Some("640")),
            ("chmod -R 2770 shared", Some("2770")),
            ("find . -type d -exec chmod 770 {} +", Some("770")),
            ("install -m 755 run.sh bin", Some("755")),
            ("chmod 888 notes.txt", None),
            ("chmod u+x 640", None),
            ("git tag 640", None),
            ("head -n 640 notes.txt", None),
        ] {
            let words = words(line);
            let found = (0..words.len()).find(|&at| sets_permissions(&words, at)).map(|at| words[at].text.as_str());
            assert_eq!(found, expected, "{line}");
        }
    }

    #[test]
    fn a_here_document_is_one_word() {
        let texts = |line: &str| words(line).into_iter().map(|word| word.text).collect::<Vec<_>>();
        let body = "Host depot\n    Port 2222";
        assert_eq!(texts(&format!("cat >> config <<END\n{body}\nEND")), ["cat", ">>", "config", "<<<", body]);
        assert_eq!(texts(&format!("cat <<'END' > a.txt\n{body}\nEND\nls")), ["cat", "<<<", body, ">", "a.txt", "ls"]);
        assert_eq!(texts(&format!("cat <<-END\n{body}\n\tEND")), ["cat", "<<<", body]);
        assert_eq!(texts("cat << END"), ["cat", "<<", "END"], "it has no end");
        assert_eq!(texts("cat <<< 'a b'"), ["cat", "<<<", "a b"]);
        // As a pattern it is read in the same way.
        let pattern = written(&words(&format!("cat > a.txt <<END\n{body}\nEND")));
        assert_eq!(texts(&pattern), ["cat", ">", "a.txt", "<<<", body]);
    }

    #[test]
    fn a_path_is_below_a_folder_by_whole_names() {
        assert_eq!(below("/home/ann/deploy", "/home/ann/deploy/a/b"), Some("a/b"));
        assert_eq!(below("/home/ann/deploy/", "/home/ann/deploy"), Some(""));
        assert_eq!(below("/home/ann/deploy", "/home/ann/deploys.log"), None);
        assert_eq!(below("/", "/etc"), Some("etc"));
        assert_eq!(joined("", "a") + &joined("b", "c"), "ab/c");
    }

    #[test]
    fn lines_split_like_a_shell() {
        let texts = |line: &str| words(line).into_iter().map(|word| word.text).collect::<Vec<_>>();
        assert_eq!(texts("git tag -a v1 -m \"Release 1\""), ["git", "tag", "-a", "v1", "-m", "Release 1"]);
        assert_eq!(texts("cd work && sort a.csv>b.csv"), ["sort", "a.csv", ">", "b.csv"]);
        assert_eq!(texts("echo 'unclosed quote"), ["echo", "unclosed quote"]);
        assert_eq!(texts("a\\ b"), ["a b"]);
        assert_eq!(texts("make 2>&1 >log 2>/dev/null"), ["make", ">", "log", "2>", "/dev/null"]);
    }

    #[test]
    fn what_the_shell_leaves_alone_stays_in_single_quotes() {
        for line in [
            "awk -F, '$2 == \"north\"' sales.csv > north.csv",
            "git commit -m \"Release $VERSION\"",
            "echo \"cost: \\$5, that's all\"",
            "sed 's/a b/c/' list.txt",
        ] {
            let again = written(&words(line));
            assert_eq!(words(&again), words(line), "{again}");
        }
        assert_eq!(written(&words("awk '$2 == \"a\"' t")), "awk '$2 == \"a\"' t");
        assert_eq!(written(&words("echo \\$HOME \"$HOME\"")), "echo '$HOME' $HOME");
        assert_eq!(spelled("awk '$2 == \"{{region}}\"' t > out-`date +%F`"), "awk '$2 == \"<region>\"' t > out-$(date +%F)");
    }

    #[test]
    fn values_are_read_from_fitting_lines() {
        let template = "git tag -a v{{version}} -m \"Release {{version}}\"";
        assert_eq!(capture(template, "git tag -a v2.0 -m 'Release 2.0'").unwrap()["version"], "2.0");
        assert_eq!(capture(template, "git tag -m 'Release 2.0' -a v2.0").unwrap()["version"], "2.0", "in another order");
        assert_eq!(capture(template, "git tag -a v2.0 -m 'Release 3.0'"), None, "two values for one name");
        assert_eq!(capture(template, "git push"), None);
    }

    #[test]
    fn a_mistyped_command_is_a_retry() {
        let run = |line: &str| CommandRun {
            command_line: line.into(),
            program: String::new(),
            directory: String::new(),
            exit_code: Some(127),
            duration_ms: None,
            shell: "bash".into(),
            shell_pid: 1,
            files: vec![],
        };
        assert!(is_retry(&run("gti tag v1"), &run("git tag v1")));
        assert!(!is_retry(&run("git tag v1"), &run("git push origin v1")));
        assert!(is_read_only(&run("git status | head -3")));
        assert!(!is_read_only(&run("cat a > b")));
    }

    #[test]
    fn preparing_the_shell_is_no_step() {
        let run = |line: &str| CommandRun {
            command_line: line.into(),
            program: String::new(),
            directory: String::new(),
            exit_code: Some(0),
            duration_ms: None,
            shell: "bash".into(),
            shell_pid: 1,
            files: vec![apprentice_contracts::observation::FileChange {
                path: "server.log".into(),
                change: apprentice_contracts::observation::FileChangeKind::Changed,
                size: None,
            }],
        };
        for line in
            ["cd /srv/app", "export API_TOKEN=▮▮▮▮▮▮", "STAGE=test", "cd a && source venv/bin/activate", "set -e; umask 022"]
        {
            assert!(only_changes_shell(&run(line)), "{line}");
        }
        for line in ["cd a && make", "STAGE=test make", "export > saved.txt", "make"] {
            assert!(!only_changes_shell(&run(line)), "{line}");
        }
    }
}
