//! What a command calls: its program, its subcommands, the script of an interpreter. All other words are arguments.

use super::{Word, base_name, is_assignment, is_prefix};

/// The name of what is called, such as `git tag`, `npm run build` or `python clean.py`, and the positions of its words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Call {
    pub name: Vec<String>,
    /// Positions of the words that are not arguments: the name, and what precedes it (`sudo`, `STAGE=test`).
    pub places: Vec<usize>,
}

/// Interpreters: their first file is the program, not data.
pub const INTERPRETERS: &[&str] =
    &["python", "python3", "node", "ruby", "perl", "bash", "sh", "zsh", "php", "Rscript", "deno", "bun", "source", "tsx"];

/// Programs whose plain arguments are all data.
pub const FILE_PROGRAMS: &[&str] = &[
    "mkdir", "touch", "cp", "mv", "rm", "rmdir", "ln", "chmod", "unzip", "zip", "tar", "scp", "rsync", "rename", "gzip", "gunzip",
];

/// Programs whose first bare word is a subcommand.
const MULTI_COMMAND: &[&str] = &[
    "git",
    "docker",
    "podman",
    "kubectl",
    "helm",
    "npm",
    "pnpm",
    "yarn",
    "npx",
    "cargo",
    "gh",
    "glab",
    "systemctl",
    "apt",
    "apt-get",
    "dnf",
    "pip",
    "uv",
    "poetry",
    "make",
    "just",
    "terraform",
    "aws",
    "gcloud",
    "az",
    "go",
    "brew",
    "rustup",
    "dotnet",
    "mvn",
    "gradle",
    "flyctl",
    "heroku",
    "svn",
    "hg",
    "ip",
    "nmcli",
    "snap",
    "flatpak",
    "openssl",
    "composer",
    "bundle",
    "rails",
    "django-admin",
    "docker-compose",
    "vercel",
    "wrangler",
    "supabase",
];

/// Subcommands that have subcommands themselves; `*` means all of a program.
const NESTED: &[(&str, &[&str])] = &[
    ("git", &["remote", "stash", "submodule", "worktree", "bisect", "notes"]),
    ("docker", &["compose", "image", "container", "volume", "network", "buildx", "system", "context"]),
    ("podman", &["compose", "image", "container", "volume", "network", "system"]),
    ("kubectl", &["rollout", "config", "create", "delete", "get", "describe", "set"]),
    ("helm", &["repo"]),
    ("npm", &["run", "run-script", "exec"]),
    ("pnpm", &["run", "exec", "dlx"]),
    ("yarn", &["run", "exec", "dlx", "workspace"]),
    ("uv", &["run", "pip", "tool"]),
    ("poetry", &["run"]),
    ("bundle", &["exec"]),
    ("composer", &["run", "run-script"]),
    ("brew", &["services"]),
    ("rustup", &["target", "toolchain", "component"]),
    ("terraform", &["state", "workspace"]),
    ("go", &["mod", "tool"]),
    ("dotnet", &["tool", "ef"]),
    ("gh", &["*"]),
    ("glab", &["*"]),
    ("aws", &["*"]),
    ("gcloud", &["*"]),
    ("az", &["*"]),
    ("ip", &["*"]),
    ("nmcli", &["*"]),
];

/// First words of unknown programs that count as subcommands, besides the verbs of tasks.
const SUBCOMMAND_WORDS: &[&str] =
    &["init", "up", "down", "serve", "lint", "login", "logout", "pull", "status", "watch", "dev", "runserver", "makemigrations"];

/// Words of the shells before a command.
const KEYWORDS: &[&str] = &["do", "then", "else", "elif", "if", "while", "until", "{", "(", "!", "begin", "and", "or", "not"];

/// Parses the call of a simple command, one without operators between its words.
pub fn call(part: &[Word]) -> Call {
    let mut call = Call::default();
    let Some(at) = program(part, &mut call) else { return call };
    let program = plain_program(&part[at].text);
    call.push(at, program.clone());
    if INTERPRETERS.contains(&program.as_str()) {
        script(part, at + 1, &mut call);
    } else if MULTI_COMMAND.contains(&program.as_str()) {
        let Some(sub) = bare_word(part, at + 1, &program) else { return call };
        // `make out/app.conf` makes a file.
        if matches!(program.as_str(), "make" | "just") && part[sub].text.contains(['/', '.']) {
            return call;
        }
        call.push(sub, part[sub].text.clone());
        let nested = NESTED.iter().find(|(name, _)| *name == program).map_or(&[][..], |(_, subs)| subs);
        if nested.contains(&"*") || nested.contains(&part[sub].text.as_str()) {
            let deeper = bare_word(part, sub + 1, &program);
            deeper.into_iter().for_each(|place| call.push(place, part[place].text.clone()));
        }
    } else if !FILE_PROGRAMS.contains(&program.as_str()) {
        verb(part, at + 1, &mut call);
    }
    call
}

impl Call {
    fn push(&mut self, place: usize, word: String) {
        self.places.push(place);
        self.name.push(word);
    }
}

/// The position of the program: after assignments, and after `sudo` and similar prefixes with their options.
fn program(part: &[Word], call: &mut Call) -> Option<usize> {
    let mut at = 0;
    let mut prefix = "";
    while let Some(word) = part.get(at).filter(|word| !word.operator) {
        let option = !prefix.is_empty() && word.text.starts_with('-');
        let keyword = prefix.is_empty() && !word.quoted && KEYWORDS.contains(&word.text.as_str());
        if !is_assignment(word) && !is_prefix(&word.text) && !option && !keyword {
            return Some(at);
        }
        if is_prefix(&word.text) {
            prefix = &word.text;
        }
        call.places.push(at);
        // `nice -n 5` has a value, `sudo -n` has none.
        let takes_value = match word.text.as_str() {
            "-u" => prefix != "nice",
            "-g" | "--user" | "--group" => prefix == "sudo",
            "-n" => prefix == "nice",
            _ => false,
        };
        if option && takes_value {
            at += 1;
            call.places.push(at);
        }
        at += 1;
    }
    None
}

/// The normal name of a program: without the folder of installed programs and without its major version.
fn plain_program(word: &str) -> String {
    let name = base_name(word);
    let installed = !word.contains(['/', '\\']) || word.contains("/bin/") || word.contains("/sbin/");
    match name {
        _ if !installed => word.trim_start_matches("./").to_owned(),
        "python3" => "python".to_owned(),
        "pip3" => "pip".to_owned(),
        _ => name.to_owned(),
    }
}

/// `x.py`, `-m module`, and the verb after them (`manage.py migrate`). Code in the line itself is an argument.
fn script(part: &[Word], from: usize, call: &mut Call) {
    // For a shell `-e` means to stop at errors; for other interpreters code follows it.
    let shell = matches!(call.name.first().map(String::as_str), Some("bash" | "sh" | "zsh"));
    for (place, word) in part.iter().enumerate().skip(from) {
        match word.text.as_str() {
            _ if word.operator => return,
            "-e" if shell => {}
            "-c" | "-e" | "--eval" => return call.push(place, "-c".to_owned()),
            "-m" => {
                call.push(place, "-m".to_owned());
                if let Some(module) = part.get(place + 1) {
                    call.push(place + 1, module.text.clone());
                    verb(part, place + 2, call);
                }
                return;
            }
            text if text.starts_with('-') => {}
            "run" if !word.quoted => call.push(place, "run".to_owned()),
            text => {
                call.push(place, text.trim_start_matches("./").to_owned());
                return verb(part, place + 1, call);
            }
        }
    }
}

/// A bare verb directly after a program is its subcommand: `manage.py migrate`, `tool deploy`.
fn verb(part: &[Word], at: usize, call: &mut Call) {
    let Some(word) = part.get(at).filter(|word| !word.quoted && !word.operator) else { return };
    let lower = word.text.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    let is_verb = SUBCOMMAND_WORDS.contains(&word.text.as_str()) || crate::english::third_person(&word.text).is_some();
    if lower && is_verb {
        call.push(at, word.text.clone());
    }
}

/// The next word that is neither an option nor the value of an option before the subcommand.
fn bare_word(part: &[Word], from: usize, program: &str) -> Option<usize> {
    let mut at = from;
    while let Some(word) = part.get(at).filter(|word| !word.operator) {
        if word.text.starts_with('-') {
            at += if leads_value(program, &word.text) { 2 } else { 1 };
        } else if is_assignment(word) {
            at += 1;
        } else if word.text == "*" {
            return None;
        } else {
            return Some(at);
        }
    }
    None
}

/// Options before a subcommand that take a value: `git -C shop tag`, `npm --prefix ui run build`.
fn leads_value(program: &str, option: &str) -> bool {
    match option {
        "-C" | "--prefix" | "--git-dir" | "--work-tree" | "--namespace" | "--context" | "--project" | "--profile"
        | "--region" | "--manifest-path" | "--directory" | "--kubeconfig" => true,
        "-c" => program == "git",
        "-n" => matches!(program, "kubectl" | "helm"),
        "-f" | "-p" => matches!(program, "docker" | "docker-compose" | "podman" | "make" | "just" | "kubectl"),
        "-w" => matches!(program, "npm" | "pnpm"),
        "-R" => program == "gh",
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::words;
    use super::*;

    #[test]
    fn a_call_is_program_subcommand_and_script() {
        for (line, name) in [
            ("git tag -a v1", "git tag"),
            ("/usr/bin/git -C shop tag v1", "git tag"),
            ("sudo -u ada git tag v1", "git tag"),
            ("sudo -n git tag v1", "git tag"),
            ("nice -n 5 make deploy", "make deploy"),
            ("env -u CI npm run build", "npm run build"),
            ("git remote add origin x", "git remote add"),
            ("npm run build --silent", "npm run build"),
            ("npm --prefix ui run deploy", "npm run deploy"),
            ("sh a.sh x", "sh a.sh"),
            ("bash -e a.sh x", "bash a.sh"),
            ("node -e 'f()'", "node -c"),
            ("python3 ./clean.py in.csv", "python clean.py"),
            ("python3 -m http.server 80", "python -m http.server"),
            ("python manage.py migrate", "python manage.py migrate"),
            ("./a/run.sh x", "a/run.sh"),
            ("docker compose -f x.yml up", "docker compose up"),
            ("gh pr create --title x", "gh pr create"),
            ("make DEBUG=1 deploy", "make deploy"),
            ("make out/app.conf", "make"),
            ("STAGE=test tool deploy shop", "tool deploy"),
            ("convert a.png a.jpg", "convert"),
            ("cp build deploy", "cp"),
            ("do sed -i s/a/b/ x", "sed"),
            ("while read name", "read"),
            ("if ! git diff --quiet", "git diff"),
        ] {
            let found = call(&words(line)).name.join(" ");
            assert_eq!(found, name, "{line}");
        }
    }
}
