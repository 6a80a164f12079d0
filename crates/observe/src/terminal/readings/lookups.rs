//! The commands that may be run again to look something up: programs that can do nothing but read, with the options that keep it so.
//!
//! A line is split like a shell would, but no shell runs it: a redirection, a variable or a pattern of file names refuses the line. Of a
//! pipeline, each program must be in the table.
//! An option that is not in the table refuses it too, so a new option of a program cannot let something through.

use crate::scope::Scope;
use std::path::{Component, Path};

/// A command that may be run: the program, and its arguments.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Lookup {
    pub program: &'static str,
    pub arguments: Vec<String>,
}

/// What is beside the options of a command.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operands {
    /// Nothing.
    None,
    /// At most so many files or names.
    AtMost(usize),
}

/// One way to call a program.
struct Form {
    program: &'static str,
    /// The words after the program that select this form.
    subcommand: &'static [&'static str],
    /// Short options without a value.
    flags: &'static str,
    /// Short options with a value.
    valued: &'static str,
    /// Long options; a value may follow after `=`.
    long: &'static [&'static str],
    /// One of these must be given, else the program would do something else.
    needs: &'static [&'static str],
    operands: Operands,
    /// Arguments that are put before all others.
    first: &'static [&'static str],
    /// Arguments that are put after the subcommand.
    then: &'static [&'static str],
}

const ANY: Operands = Operands::AtMost(8);

const PLAIN: Form =
    Form { program: "", subcommand: &[], flags: "", valued: "", long: &[], needs: &[], operands: ANY, first: &[], then: &[] };

const fn git(subcommand: &'static [&'static str], flags: &'static str, long: &'static [&'static str]) -> Form {
    Form { program: "git", subcommand, flags, long, ..PLAIN }
}

const GIT_LOG: &[&str] = &[
    "--oneline",
    "--format",
    "--pretty",
    "--stat",
    "--name-only",
    "--name-status",
    "--all",
    "--graph",
    "--decorate",
    "--no-color",
    "--reverse",
    "--author",
    "--since",
    "--until",
    "--grep",
    "--max-count",
    "--no-merges",
    "--merges",
    "--first-parent",
];
const CONTAINER: &[&str] = &["--format", "--filter", "--all", "--quiet", "--no-trunc", "--latest"];

const FORMS: &[Form] = &[
    Form { program: "cat", flags: "nbsAETv", ..PLAIN },
    Form { program: "head", flags: "qv", valued: "nc", long: &["--lines", "--bytes"], ..PLAIN },
    Form { program: "tail", flags: "qv", valued: "nc", long: &["--lines", "--bytes"], ..PLAIN },
    Form { program: "wc", flags: "lwcm", long: &["--lines", "--words", "--bytes"], ..PLAIN },
    Form {
        program: "ls",
        flags: "laAhtrS1dFign",
        long: &["--all", "--human-readable", "--reverse", "--sort", "--full-time"],
        ..PLAIN
    },
    Form { program: "stat", flags: "L", valued: "c", long: &["--format", "--printf"], ..PLAIN },
    Form { program: "du", flags: "shackb", valued: "d", long: &["--human-readable", "--summarize", "--max-depth"], ..PLAIN },
    Form { program: "file", flags: "bi", long: &["--brief", "--mime-type"], ..PLAIN },
    Form { program: "sha256sum", ..PLAIN },
    Form { program: "sha1sum", ..PLAIN },
    Form { program: "md5sum", ..PLAIN },
    Form { program: "cksum", ..PLAIN },
    Form { program: "cmp", flags: "s", ..PLAIN },
    Form { program: "diff", flags: "quwbiNy", long: &["--brief", "--side-by-side", "--unified"], ..PLAIN },
    Form { program: "grep", flags: "invwxcolhHsEF", valued: "emABC", long: &["--count", "--color", "--include"], ..PLAIN },
    Form { program: "sort", flags: "nrufbdhV", valued: "kt", ..PLAIN },
    Form { program: "uniq", flags: "cdui", operands: Operands::AtMost(1), ..PLAIN },
    Form { program: "cut", flags: "s", valued: "dfc", long: &["--delimiter", "--fields"], ..PLAIN },
    Form { program: "tr", flags: "cCdst", operands: Operands::AtMost(2), ..PLAIN },
    Form { program: "paste", flags: "s", valued: "d", ..PLAIN },
    Form { program: "column", flags: "t", valued: "s", ..PLAIN },
    Form { program: "nl", flags: "b", valued: "w", ..PLAIN },
    // No script of it writes a file, reads one that is not named, or runs a program (GNU sed 4.3).
    Form { program: "sed", flags: "nEru", valued: "e", first: &["--sandbox"], ..PLAIN },
    Form { program: "rev", ..PLAIN },
    Form { program: "tac", ..PLAIN },
    Form { program: "comm", flags: "123", ..PLAIN },
    Form { program: "join", valued: "t12jo", ..PLAIN },
    Form { program: "jq", flags: "rcsejSM", long: &["--raw-output", "--compact-output"], ..PLAIN },
    Form {
        program: "tar",
        flags: "tvzjJ",
        valued: "f",
        long: &["--list", "--file", "--verbose"],
        needs: &["t", "--list"],
        // A name with a colon would be a file on another machine.
        first: &["--force-local"],
        ..PLAIN
    },
    Form { program: "unzip", flags: "lZ1tv", needs: &["l", "Z", "t", "v"], ..PLAIN },
    Form { program: "zipinfo", flags: "1l", ..PLAIN },
    Form { program: "crontab", flags: "l", needs: &["l"], operands: Operands::None, ..PLAIN },
    Form { program: "dpkg", flags: "lsL", needs: &["l", "s", "L"], ..PLAIN },
    Form {
        program: "dpkg-query",
        flags: "Wls",
        long: &["--show", "--list", "--status"],
        needs: &["W", "l", "s", "--show", "--list"],
        ..PLAIN
    },
    Form { program: "rpm", flags: "qail", needs: &["q"], ..PLAIN },
    Form { program: "pip", subcommand: &["list"], operands: Operands::None, ..PLAIN },
    Form { program: "pip", subcommand: &["freeze"], operands: Operands::None, ..PLAIN },
    Form { program: "pip", subcommand: &["show"], ..PLAIN },
    Form { program: "id", flags: "unGg", ..PLAIN },
    Form { program: "getent", subcommand: &["passwd"], ..PLAIN },
    Form { program: "getent", subcommand: &["group"], ..PLAIN },
    Form { program: "systemctl", subcommand: &["status"], long: &["--user", "--no-pager"], first: &["--no-pager"], ..PLAIN },
    Form { program: "systemctl", subcommand: &["is-active"], long: &["--user"], ..PLAIN },
    Form { program: "systemctl", subcommand: &["is-enabled"], long: &["--user"], ..PLAIN },
    Form {
        program: "systemctl",
        subcommand: &["list-units"],
        long: &["--user", "--all", "--type"],
        first: &["--no-pager"],
        ..PLAIN
    },
    Form { program: "systemctl", subcommand: &["list-timers"], long: &["--user", "--all"], first: &["--no-pager"], ..PLAIN },
    Form {
        program: "docker",
        subcommand: &["ps"],
        flags: "aqln",
        valued: "f",
        long: CONTAINER,
        operands: Operands::None,
        ..PLAIN
    },
    Form { program: "docker", subcommand: &["images"], flags: "aq", valued: "f", long: CONTAINER, ..PLAIN },
    Form { program: "docker", subcommand: &["inspect"], valued: "f", long: &["--format", "--type"], ..PLAIN },
    Form {
        program: "docker",
        subcommand: &["volume", "ls"],
        flags: "q",
        valued: "f",
        long: CONTAINER,
        operands: Operands::None,
        ..PLAIN
    },
    Form {
        program: "docker",
        subcommand: &["network", "ls"],
        flags: "q",
        valued: "f",
        long: CONTAINER,
        operands: Operands::None,
        ..PLAIN
    },
    Form {
        program: "docker",
        subcommand: &["container", "ls"],
        flags: "aql",
        valued: "f",
        long: CONTAINER,
        operands: Operands::None,
        ..PLAIN
    },
    Form { program: "docker", subcommand: &["image", "ls"], flags: "aq", valued: "f", long: CONTAINER, ..PLAIN },
    Form { valued: "n", ..git(&["log"], "", GIT_LOG) },
    Form {
        then: &["--no-textconv", "--no-ext-diff"],
        ..git(
            &["show"],
            "s",
            &["--stat", "--name-only", "--name-status", "--format", "--pretty", "--oneline", "--no-color", "--no-patch"],
        )
    },
    Form { then: &["--ignore-submodules=all"], ..git(&["status"], "sbu", &["--short", "--branch", "--porcelain"]) },
    // A name without one of these options would be a new branch.
    Form { operands: Operands::None, ..git(&["branch"], "avr", &["--all", "--show-current"]) },
    Form {
        needs: &["--list", "--contains", "--merged", "--no-merged"],
        ..git(&["branch"], "avr", &["--list", "--all", "--contains", "--merged", "--no-merged"])
    },
    Form { needs: &["l", "--list", "n", ""], ..git(&["tag"], "ln", &["--list", "--sort", "--contains", "--points-at"]) },
    git(&["rev-parse"], "", &["--abbrev-ref", "--short", "--verify", "--show-toplevel"]),
    Form { operands: Operands::None, ..git(&["remote"], "v", &["--verbose"]) },
    Form { operands: Operands::None, ..git(&["stash", "list"], "", &[]) },
    git(&["describe"], "", &["--tags", "--always", "--abbrev"]),
    git(&["ls-files"], "cdmos", &["--others", "--modified", "--exclude-standard"]),
    Form {
        needs: &["l", "--list", "--get"],
        then: &["--no-includes"],
        ..git(&["config"], "l", &["--list", "--get", "--local", "--global"])
    },
];

/// Programs with two names that take the same words.
const TWINS: &[(&str, &str)] = &[("podman", "docker"), ("pip3", "pip"), ("egrep", "grep"), ("fgrep", "grep")];

/// The most programs of a pipeline.
const MOST_PARTS: usize = 6;

/// What the line looks up, as the programs of a pipeline, or why it may not be run.
pub(super) fn parse(line: &str, directory: &Path, scope: &Scope, home: &Path) -> Result<Vec<Lookup>, String> {
    let parts = split_pipes(line);
    if parts.len() > MOST_PARTS {
        return Err(format!("a pipeline that is run again has at most {MOST_PARTS} programs"));
    }
    parts.into_iter().map(|part| parse_one(part, directory, scope, home)).collect()
}

/// The parts between pipes that are not quoted. Two pipes leave an empty part, which is no command.
fn split_pipes(line: &str) -> Vec<&str> {
    let (mut parts, mut from) = (Vec::new(), 0);
    let mut quote = None;
    let mut letters = line.char_indices();
    while let Some((at, letter)) = letters.next() {
        match (letter, quote) {
            ('\\', None | Some('"')) => drop(letters.next()),
            ('\'' | '"', None) => quote = Some(letter),
            (_, Some(open)) if open == letter => quote = None,
            ('|', None) => {
                parts.push(&line[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&line[from..]);
    parts
}

fn parse_one(line: &str, directory: &Path, scope: &Scope, home: &Path) -> Result<Lookup, String> {
    if line.contains('\n') || has_shell_syntax(line) {
        return Err("a command that is run again to look something up has no redirections and variables".into());
    }
    let words = shlex::split(line).ok_or("its quotation marks do not match")?;
    let (program, rest) = words.split_first().ok_or("there is no command")?;
    let found = match program.as_str() {
        "sqlite3" => sqlite(rest, directory),
        "awk" | "gawk" | "mawk" => awk(program, rest),
        "curl" => curl(rest, scope),
        _ => by_table(program, rest),
    }?;
    if rest.iter().flat_map(|word| possible_files(word)).any(|file| leads_out(file, directory, scope, home)) {
        return Err("it reads a file outside what this session may see".into());
    }
    let is_folder = |word: &String| !word.starts_with('-') && directory.join(word).is_dir();
    match program.as_str() {
        "diff" if rest.iter().any(is_folder) => Err("it compares folders, and would follow links out of them".into()),
        "unzip" | "zipinfo" if rest.iter().any(|word| word.contains(['*', '?', '['])) => {
            Err("its pattern may name an archive outside what this session may see".into())
        }
        "git" if leads_above(directory, scope) => Err("the repository reaches outside what this session may see".into()),
        _ => Ok(found),
    }
}

/// Whether a shell would do more with the line than split it into words: quoted letters are only letters, but for `$` and backticks in double
/// quotes.
fn has_shell_syntax(line: &str) -> bool {
    let mut quote = None;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match (letter, quote) {
            ('\\', None | Some('"')) => drop(letters.next()),
            ('\'' | '"', None) => quote = Some(letter),
            (_, Some(open)) if open == letter => quote = None,
            ('$' | '`', None | Some('"')) | ('>' | '<' | ';' | '&' | '~', None) => return true,
            _ => {}
        }
    }
    false
}

/// Whether the folder is within what the session may see, and the repository that it belongs to is not.
fn leads_above(directory: &Path, scope: &Scope) -> bool {
    let top = directory.ancestors().find(|above| above.join(".git").exists());
    top.is_some_and(|top| scope.allows_command("", directory) && !scope.allows_command("", top))
}

/// The parts of a word that may name a file: all of it, or the value that is written next to an option.
fn possible_files(word: &str) -> Vec<&str> {
    match word.strip_prefix('-') {
        None => vec![word],
        Some(long) if long.starts_with('-') => long.split_once('=').map(|(_, value)| value).into_iter().collect(),
        Some(short) => short.char_indices().skip(1).map(|(at, _)| &short[at..]).collect(),
    }
}

fn by_table(program: &str, rest: &[String]) -> Result<Lookup, String> {
    let known = TWINS.iter().find(|(name, _)| *name == program).map_or(program, |(_, other)| other);
    let mut why = format!("“{program}” is not a command that may be run to look something up");
    for form in FORMS.iter().filter(|form| form.program == known) {
        let selected =
            rest.len() >= form.subcommand.len() && rest.iter().zip(form.subcommand).all(|(word, wanted)| word == wanted);
        if !selected {
            continue;
        }
        match form.check(&rest[form.subcommand.len()..]) {
            Ok(()) => {
                let program = TWINS.iter().find(|(name, _)| *name == program).map_or(form.program, |(name, _)| name);
                let own = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
                let (subcommand, rest) = rest.split_at(form.subcommand.len());
                let arguments = [own(form.first), subcommand.to_vec(), own(form.then), rest.to_vec()].concat();
                return Ok(Lookup { program, arguments });
            }
            Err(option) => why = format!("“{program} {option}” may do more than read"),
        }
    }
    Err(why)
}

impl Form {
    /// Whether these words are options and operands of the form. The error is the word that is not.
    fn check(&self, words: &[String]) -> Result<(), String> {
        let mut operands = 0;
        let mut given: Vec<String> = Vec::new();
        let mut only_operands = false;
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if !word.starts_with('-') || word == "-" {
                operands += 1;
                continue;
            }
            // An option may take `--` for its value, so what follows could be an option anyway.
            if only_operands {
                return Err(word.clone());
            }
            if word == "--" {
                only_operands = true;
            } else if word.starts_with("--") {
                let name = word.split('=').next().unwrap_or(word);
                self.long.contains(&name).then_some(()).ok_or_else(|| word.clone())?;
                given.push(name.to_owned());
            } else if word[1..].chars().all(|letter| letter.is_ascii_digit()) && self.valued.contains('n') {
                given.push("n".to_owned());
            } else {
                self.check_short(word, &mut words, &mut given)?;
            }
        }
        let allowed = match self.operands {
            Operands::None => 0,
            Operands::AtMost(most) => most,
        };
        if operands > allowed {
            return Err("with so many names".to_owned());
        }
        let bare = given.is_empty() && operands == 0;
        let has = |need: &&str| if need.is_empty() { bare } else { given.iter().any(|one| one == *need) };
        if self.needs.is_empty() || self.needs.iter().any(has) {
            Ok(())
        } else {
            Err("without the option that makes it read only".to_owned())
        }
    }

    fn check_short<'w>(
        &self,
        word: &str,
        rest: &mut impl Iterator<Item = &'w String>,
        given: &mut Vec<String>,
    ) -> Result<(), String> {
        for (at, letter) in word.char_indices().skip(1) {
            if self.flags.contains(letter) {
                given.push(letter.to_string());
            } else if self.valued.contains(letter) {
                given.push(letter.to_string());
                // The value follows at once, or is the next word.
                if at + letter.len_utf8() == word.len() {
                    rest.next().filter(|value| !value.starts_with('-')).ok_or_else(|| word.to_owned())?;
                }
                return Ok(());
            } else {
                return Err(word.to_owned());
            }
        }
        Ok(())
    }
}

/// `sqlite3 FILE "SELECT …"`, opened read only, without functions that reach files and programs.
fn sqlite(words: &[String], directory: &Path) -> Result<Lookup, String> {
    const SHOWN: [&str; 10] =
        ["-header", "-csv", "-column", "-line", "-list", "-json", "-box", "-table", "-readonly", "-noheader"];
    let options: Vec<&String> = words.iter().take_while(|word| word.starts_with('-')).collect();
    if let Some(other) = options.iter().find(|word| !SHOWN.contains(&word.as_str())) {
        return Err(format!("“sqlite3 {other}” may do more than read"));
    }
    let [file, query] = &words[options.len()..] else {
        return Err("“sqlite3” is run again with one file and one question".into());
    };
    if file.starts_with("file:") {
        return Err("“sqlite3” is run again with the name of a file, not with an address".into());
    }
    if leaves_files(&directory.join(file)) {
        return Err("reading this database would leave files next to it".into());
    }
    let begin = query.trim_start().to_lowercase();
    if !(begin.starts_with("select ") || begin.starts_with("with ") || matches!(begin.trim(), ".tables" | ".schema")) {
        return Err("only questions are asked of a database again: SELECT, .tables, .schema".into());
    }
    let safe = ["-batch", "-readonly", "-safe"].map(str::to_owned);
    let options = options.into_iter().filter(|word| *word != "-readonly").cloned();
    Ok(Lookup { program: "sqlite3", arguments: safe.into_iter().chain(options).chain([file.clone(), query.clone()]).collect() })
}

/// `awk [-F SEPARATOR] [-v NAME=VALUE] 'PROGRAM' FILE…`, with a program that prints and does nothing else. Not every awk has an option for that, so its
/// text must show it.
fn awk(program: &str, words: &[String]) -> Result<Lookup, String> {
    let mut at = 0;
    while let Some(option) = words.get(at).filter(|word| word.starts_with('-')) {
        match option.as_str() {
            "-F" | "-v" => at += 2,
            _ if option.starts_with("-F") || option.starts_with("-v") => at += 1,
            _ => return Err(format!("“{program} {option}” may do more than read")),
        }
    }
    let text = words.get(at).ok_or_else(|| format!("“{program}” is run again with its program on the command line"))?;
    if !only_prints(text) {
        return Err(format!("this program of “{program}” may do more than print"));
    }
    let program = ["gawk", "mawk"].into_iter().find(|name| *name == program).unwrap_or("awk");
    Ok(Lookup { program, arguments: words.to_vec() })
}

/// Whether a program of awk starts no other one, opens no file by itself, and writes into none. Outside of braces, where nothing is printed,
/// `>` compares.
fn only_prints(program: &str) -> bool {
    const REACHES_OUT: [&str; 9] = ["|", "@", "system", "getline", "ARGV", "ARGC", "ENVIRON", "PROCINFO", "SYMTAB"];
    if REACHES_OUT.iter().any(|word| program.contains(word)) {
        return false;
    }
    if !program.contains('>') {
        return true;
    }
    // A pattern between slashes may hold braces and quotation marks, so that nobody knows what is outside.
    let (mut depth, mut in_text) = (0_u32, false);
    let mut letters = program.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if in_text => drop(letters.next()),
            '"' => in_text = !in_text,
            _ if in_text => {}
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '/' | '#' => return false,
            '>' if depth > 0 => return false,
            _ => {}
        }
    }
    true
}

/// Whether a database writes ahead and nobody has it open: a reader would then make its `-wal` and `-shm` files.
fn leaves_files(database: &Path) -> bool {
    use std::io::Read;
    const WRITES_AHEAD: u8 = 2;
    let mut head = [0; 20];
    let read = std::fs::File::open(database).and_then(|mut file| file.read_exact(&mut head));
    let mut ahead = database.as_os_str().to_owned();
    ahead.push("-wal");
    read.is_ok() && head[18] == WRITES_AHEAD && !Path::new(&ahead).exists()
}

/// `curl http://127.0.0.1:PORT/…`: a request that reads, to this machine.
fn curl(words: &[String], scope: &Scope) -> Result<Lookup, String> {
    /// Parts of words that say that a request does something.
    const DOES: [&str; 15] = [
        "delet", "remov", "destroy", "logout", "signout", "drop", "purge", "cancel", "reset", "shutdown", "approv", "restart",
        "execut", "publish", "trigger",
    ];
    /// The same, as whole words.
    const DO: [&str; 10] = ["pay", "send", "run", "start", "stop", "add", "create", "update", "set", "do"];
    let (options, addresses): (Vec<&String>, Vec<&String>) = words.iter().partition(|word| word.starts_with('-'));
    let long = ["--silent", "--fail", "--show-error", "--compressed"];
    let reads = |word: &&&String| {
        long.contains(&word.as_str()) || !word.starts_with("--") && word[1..].chars().all(|c| "sSf".contains(c))
    };
    if let Some(other) = options.iter().find(|word| !reads(word)) {
        return Err(format!("“curl {other}” may do more than read"));
    }
    let [address] = addresses[..] else { return Err("“curl” is run again with one address".into()) };
    let url = url::Url::parse(address).map_err(|_| "its address is not one".to_owned())?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err("its address contains a name or a password".into());
    }
    let host = url.host_str().unwrap_or_default();
    let with_port = url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
    let local = matches!(host, "127.0.0.1" | "localhost" | "[::1]");
    if !local || url.scheme() != "http" || !scope.allows_site(&with_port) {
        return Err("only addresses of this machine are asked again, within what this session may see".into());
    }
    let lower = format!("{}?{}", url.path(), url.query().unwrap_or_default()).to_lowercase();
    let mut words_of_it = lower.split(|letter: char| !letter.is_ascii_alphabetic());
    if lower.contains('%') || DOES.iter().any(|part| lower.contains(part)) || words_of_it.any(|word| DO.contains(&word)) {
        return Err("its address may do something".into());
    }
    // The address as it was checked: programs do not agree on how to read an odd one. Brackets and braces represent themselves.
    let first = ["-q", "--globoff", "--noproxy", "*", "--max-time", "5", "--max-redirs", "0"].map(str::to_owned);
    let options = options.into_iter().cloned();
    Ok(Lookup { program: "curl", arguments: first.into_iter().chain(options).chain([url.to_string()]).collect() })
}

/// Whether a word names a file that this session may not see. A word that names no file cannot.
fn leads_out(word: &str, directory: &Path, scope: &Scope, home: &Path) -> bool {
    let path = directory.join(word);
    let climbs = path.components().any(|part| matches!(part, Component::ParentDir));
    match super::place(&path, scope, home) {
        super::Place::Within(place) => super::is_of_kernel(&place),
        super::Place::Missing => climbs,
        // A program's own words, such as a pattern, name nothing; a file that is there is out of sight.
        super::Place::Outside => climbs || path.exists(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str, scope: &Scope) -> Result<Lookup, String> {
        let mut parts = parse(line, Path::new("/usr"), scope, Path::new("/home/none/.apprentice"))?;
        parts.pop().filter(|_| parts.is_empty()).ok_or_else(|| "it is a pipeline".to_owned())
    }

    #[test]
    fn reading_is_allowed() {
        for line in [
            "cat report.csv",
            "head -n 3 a.txt",
            "tail -5 a.txt",
            "wc -l a.txt b.txt",
            "ls -la out",
            "grep -n 'late fee' ledger.txt",
            "git log --oneline -5",
            "git tag",
            "git tag -l",
            "git branch --list 'release/*'",
            "git branch -av",
            "git tag -n",
            "git branch",
            "git status -sb",
            "git show --stat HEAD",
            "tar -tzf backup.tgz",
            "tar -t -f backup.tar",
            "unzip -l a.zip",
            "crontab -l",
            "docker ps -a",
            "podman images",
            "systemctl is-active nginx",
            "sqlite3 app.db 'select name from users'",
            "sqlite3 -header -csv app.db 'SELECT 1'",
            "jq -r .name a.json",
            "awk -F, '$2 == \"north\" {print $1}' sales.csv",
            "awk -F ';' -v day=2 '$1 > 100 && NR > day' sales.csv",
            "awk '/north/ {s += $3} END {print s}' sales.csv",
            "gawk 'NR>1' sales.csv",
            "sed -n '2,5p' a.txt",
            "sed -E 's/a>b;c/$1/' a.txt",
            "sqlite3 app.db 'select name from users where age > 3'",
            "curl -s http://localhost:8080/items/3",
            "id -un",
            "dpkg -l htop",
            "pip show requests",
            "git config --get user.name",
            "diff -u a b",
        ] {
            assert!(parsed(line, &Scope::default()).is_ok(), "{line}: {:?}", parsed(line, &Scope::default()));
        }
    }

    #[test]
    fn what_may_do_something_is_refused() {
        for line in [
            "awk '{print > \"x\"}' a",
            "awk '{ if (x = /}/) print > \"f\" }' a",
            "awk 'BEGIN {system(\"id\")}'",
            "awk '{\"date\" | getline d; print d}' a",
            "awk 'BEGIN {ARGV[1] = \"/etc/passwd\"} 1' a",
            "awk -f program a",
            "awk -i inplace 1 a",
            "awk \"$1 == 2\" a",
            "sed -i s/a/b/ a",
            "sed -f script a",
            "sed s/a/`id`/ a",
            "grep \"$(id)\" a",
            "",
            "rm -rf out",
            "cat a.txt | sh",
            "cat a.txt > b.txt",
            "cat $HOME/.ssh/id_rsa",
            "cat ~/.netrc",
            "cat `id`",
            "cat a; rm b",
            "cat a && rm b",
            "cat a & rm b",
            "cat a\nrm b",
            "git push",
            "git commit -m x",
            "git branch new-branch",
            "git branch -D main",
            "git branch -m a b",
            "git tag v2",
            "git tag -d v1",
            "git log --output=/tmp/x",
            "git -c core.pager=sh log",
            "git config user.name x",
            "git config --unset user.name",
            "git show --ext-diff",
            "git stash",
            "git remote add x y",
            "tar -xzf a.tgz",
            "tar -czf a.tgz .",
            "tar -tf a.tar --to-command=sh",
            "tar -tf a.tar -I sh",
            "tar -f a.tar",
            "unzip a.zip",
            "unzip -o a.zip",
            "crontab",
            "crontab -r",
            "crontab -l -e",
            "sort -o out.txt in.txt",
            "sort --compress-program=sh a",
            "uniq in.txt out.txt",
            "tail -f log",
            "docker run x",
            "docker rm x",
            "docker exec c ls",
            "docker ps --format x y",
            "systemctl restart nginx",
            "systemctl stop nginx",
            "sqlite3 app.db 'delete from users'",
            "sqlite3 app.db '.shell rm x'",
            "sqlite3 app.db",
            "sqlite3 -cmd '.shell x' app.db 'select 1'",
            "sqlite3 app.db '.output x'",
            "curl -X DELETE http://localhost/x",
            "curl -d a=b http://localhost/x",
            "curl -o f http://localhost/x",
            "curl https://example.org/",
            "curl http://localhost/logout",
            "curl http://localhost/items/3/delete",
            "curl -K file http://localhost/",
            "curl file:///etc/passwd",
            "curl http://localhost@evil.example/",
            "curl http://ann:secret@localhost/x",
            "getent shadow",
            "sqlite3 file:/etc/other.db 'select 1'",
            "grep -R x .",
            "grep -r x .",
            "ls -R",
            "diff -r a b",
            "getent hosts example.org",
            "git branch -v new-branch",
            "git branch -a new-branch",
            "git show -sn --output=report.csv HEAD",
            "git log -n --output=report.csv",
            "tar --list --file -- --use-compress-program=sh",
            "grep --include -- -R x",
            "cat -- -link",
            "unzip -l '/other/*.zip'",
            "curl http://localhost/items/%64elete",
            "curl http://localhost/deleteItem?id=3",
            "curl http://localhost/pay?id=3",
            "pip install x",
            "dpkg -i x.deb",
            "dpkg -r x",
            "rpm -e x",
            "find . -delete",
            "xargs rm",
            "env rm x",
            "sh -c 'ls'",
            "bash script.sh",
            "python3 -c 1",
            "sed -i s/a/b/ f",
            "/bin/rm x",
            "./cat x",
            "'cat",
            "jq -f prog a.json",
            "jq --rawfile a /etc/shadow .",
            "grep --file=/etc/shadow x",
        ] {
            assert!(parsed(line, &Scope::default()).is_err(), "{line}");
        }
    }

    #[test]
    fn each_program_of_a_pipeline_is_in_the_table() {
        let parse = |line: &str| parse(line, Path::new("/usr"), &Scope::default(), Path::new("/home/none/.apprentice"));
        let programs = |line: &str| parse(line).unwrap().iter().map(|part| part.program).collect::<Vec<_>>();
        assert_eq!(programs("grep '^north|' sales.csv | sort -t, -k2 -nr | head -n 3"), ["grep", "sort", "head"]);
        assert_eq!(programs("jq -r '.[] | .day' a.json | sort"), ["jq", "sort"]);
        assert_eq!(programs(r"grep a\|b x | wc -l"), ["grep", "wc"]);
        for line in [
            "cat a | sh",
            "cat a | tee b",
            "cat a || rm b",
            "cat a |& cat",
            "cat a | xargs rm",
            "| cat a",
            "cat a |",
            "cat a | sort -o a",
            "cat a | sort > b",
            "cat a | cat | cat | cat | cat | cat | cat",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }

    #[test]
    fn an_odd_address_is_asked_as_it_was_checked() {
        let lookup = parsed("curl 'http://localhost\\@evil.example/x'", &Scope::default()).unwrap();
        assert_eq!(lookup.arguments.last().unwrap(), "http://localhost/@evil.example/x");
    }

    #[test]
    fn nothing_outside_the_scope_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let (inside, outside) = (folder.path().join("in"), folder.path().join("out"));
        std::fs::create_dir_all(&inside).unwrap();
        std::fs::create_dir_all(&outside).unwrap();
        std::fs::write(inside.join("a.txt"), "a").unwrap();
        std::fs::write(outside.join("secret.txt"), "s").unwrap();
        apprentice_platform::links::symlink(&outside.join("secret.txt"), &inside.join("link.txt")).unwrap();
        let scope = Scope::new(&[inside.to_string_lossy().into_owned()]);
        let home = Path::new("/home/none/.apprentice");
        let parse = |line: &str| parse(line, &inside, &scope, home);
        assert!(parse("cat a.txt").is_ok());
        let secret = outside.join("secret.txt");
        for line in [
            format!("cat {}", secret.display()),
            format!("tar -t --file={}", secret.display()),
            format!("tar -tf{}", secret.display()),
            "diff . .".into(),
            "cat ../out/secret.txt".into(),
            "cat link.txt".into(),
            "curl http://localhost:9/x".into(),
        ] {
            assert!(parse(&line).is_err(), "{line}");
        }
    }
}
