//! The table of agents that Apprentice can run: they speak the Agent Client Protocol (ACP) over standard input and output. A new agent is
//! one row. [`detect`] looks for them on this machine and starts nothing but `--version`.

use crate::egress::AllowList;
use apprentice_platform::processes::{Group, Signal, start_in_own_group};
use apprentice_skills::agents::table::{self, Agent};
use apprentice_skills::agents::targets::Machine;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How the names of variables end that hold the address of a model.
const BASE_URL: &str = "_BASE_URL";
/// Variables that name a file of certificates that programs trust, such as that of a company's proxy.
const AUTHORITIES: [&str; 4] = ["CURL_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE", "SSL_CERT_FILE"];
/// The one that names folders of them.
const AUTHORITY_FOLDERS: &str = "SSL_CERT_DIR";
/// How long `--version` may take.
const VERSION_TIME: Duration = Duration::from_secs(5);
const VERSION_STEP: Duration = Duration::from_millis(10);
/// How much of its output is read.
const VERSION_BYTES: u64 = 4 * 1024;

/// An agent that speaks ACP.
#[derive(Clone, Copy, Debug)]
pub struct Runtime {
    /// The id of the agent in [`table::AGENTS`].
    pub id: &'static str,
    /// The program that speaks ACP.
    pub program: &'static str,
    /// Its arguments.
    pub arguments: &'static [&'static str],
    /// The package of npm that has the program, where the agent needs an adapter.
    pub adapter: Option<&'static str>,
    /// How a person signs in, as a sentence.
    pub sign_in: &'static str,
    /// Environment variables that the agent may see: what its sign-in needs.
    pub variables: &'static [&'static str],
    /// Files and folders of its sign-in and configuration, below the user's home. It may write them.
    pub own: &'static [&'static str],
    /// Hosts of its model and of its sign-in, as [`crate::egress::AllowList::host`] reads them. A run within walls reaches them.
    pub hosts: &'static [&'static str],
    /// Hosts that its program asks for by itself: measurements, updates, lists. A run within walls is refused them, and that breaks no policy.
    pub chatter: &'static [&'static str],
    /// Environment variables that switch that off.
    pub quiet: &'static [(&'static str, &'static str)],
    /// Whether the program only forwards to another process that is running already, which no isolation reaches.
    pub forwards: bool,
}

/// Every agent that can be run.
pub const RUNTIMES: [Runtime; 10] = [
    Runtime {
        id: "claude-code",
        program: "claude-agent-acp",
        arguments: &[],
        adapter: Some("@agentclientprotocol/claude-agent-acp"),
        sign_in: "Run `claude` once in a terminal and sign in, or set ANTHROPIC_API_KEY.",
        variables: &[
            "ANTHROPIC_API_KEY",
            "ANTHROPIC_AUTH_TOKEN",
            "ANTHROPIC_BASE_URL",
            "CLAUDE_CODE_OAUTH_TOKEN",
            "CLAUDE_CONFIG_DIR",
        ],
        own: &[".claude", ".claude.json"],
        hosts: &["api.anthropic.com", "console.anthropic.com", "platform.claude.com", "claude.ai"],
        chatter: &[
            "statsig.anthropic.com",
            "*.statsig.com",
            "*.sentry.io",
            "*.datadoghq.com",
            "storage.googleapis.com",
            "downloads.claude.ai",
            "raw.githubusercontent.com",
            "registry.npmjs.org",
            "mcp-proxy.anthropic.com",
        ],
        quiet: &[("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"), ("DISABLE_AUTOUPDATER", "1")],
        forwards: false,
    },
    Runtime {
        id: "codex",
        program: "codex-acp",
        arguments: &[],
        adapter: Some("@agentclientprotocol/codex-acp"),
        sign_in: "Run `codex login` in a terminal, or set OPENAI_API_KEY.",
        variables: &["OPENAI_API_KEY", "OPENAI_BASE_URL", "CODEX_API_KEY", "CODEX_HOME"],
        own: &[".codex"],
        hosts: &["api.openai.com", "auth.openai.com", "chatgpt.com"],
        chatter: &["ab.chatgpt.com", "api.github.com", "github.com", "registry.npmjs.org"],
        quiet: &[],
        forwards: false,
    },
    Runtime {
        id: "gemini",
        program: "gemini",
        arguments: &["--acp"],
        adapter: None,
        sign_in: "Run `gemini` once in a terminal and sign in, or set GEMINI_API_KEY.",
        variables: &[
            "GEMINI_API_KEY",
            "GOOGLE_API_KEY",
            "GOOGLE_GEMINI_BASE_URL",
            "GOOGLE_CLOUD_PROJECT",
            "GOOGLE_CLOUD_LOCATION",
            "GOOGLE_GENAI_USE_VERTEXAI",
        ],
        own: &[".gemini"],
        hosts: &[
            "generativelanguage.googleapis.com",
            "cloudcode-pa.googleapis.com",
            "oauth2.googleapis.com",
            "aiplatform.googleapis.com",
            "*-aiplatform.googleapis.com",
        ],
        chatter: &["play.googleapis.com", "www.googleapis.com", "registry.npmjs.org"],
        quiet: &[("GEMINI_TELEMETRY_ENABLED", "false")],
        forwards: false,
    },
    Runtime {
        id: "goose",
        program: "goose",
        arguments: &["acp"],
        adapter: None,
        sign_in: "Run `goose configure` in a terminal.",
        variables: &[
            "GOOSE_PROVIDER",
            "GOOSE_MODEL",
            "ANTHROPIC_API_KEY",
            "OPENAI_API_KEY",
            "GOOGLE_API_KEY",
            "OPENROUTER_API_KEY",
        ],
        own: &[".config/goose", ".local/share/goose", ".local/state/goose"],
        hosts: &["api.anthropic.com", "api.openai.com", "generativelanguage.googleapis.com", "openrouter.ai"],
        chatter: &["us.i.posthog.com", "registry.npmjs.org"],
        quiet: &[("GOOSE_TELEMETRY_ENABLED", "false")],
        forwards: false,
    },
    Runtime {
        id: "openclaw",
        program: "openclaw",
        arguments: &["acp"],
        adapter: None,
        sign_in: "Start its Gateway, and check it with `openclaw doctor`.",
        variables: &[],
        own: &[".openclaw"],
        hosts: &[],
        chatter: &[],
        quiet: &[],
        forwards: true,
    },
    Runtime {
        id: "opencode",
        program: "opencode",
        arguments: &["acp"],
        adapter: None,
        sign_in: "Run `opencode auth login` in a terminal.",
        variables: &["OPENCODE_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENCODE_CONFIG"],
        own: &[".config/opencode", ".local/share/opencode", ".local/state/opencode", ".cache/opencode"],
        hosts: &[
            "opencode.ai",
            "models.opencode.ai",
            "models.dev",
            "api.anthropic.com",
            "console.anthropic.com",
            "platform.claude.com",
            "api.openai.com",
            "auth.openai.com",
            "chatgpt.com",
        ],
        chatter: &["registry.npmjs.org", "api.github.com"],
        quiet: &[("OPENCODE_DISABLE_AUTOUPDATE", "true")],
        forwards: false,
    },
    Runtime {
        id: "copilot",
        program: "copilot",
        arguments: &["--acp", "--stdio"],
        adapter: None,
        sign_in: "Run `copilot` once in a terminal and enter /login.",
        variables: &["COPILOT_GITHUB_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"],
        own: &[".copilot"],
        hosts: &[
            "api.github.com",
            "*.githubcopilot.com",
            "copilot-proxy.githubusercontent.com",
            "origin-tracker.githubusercontent.com",
        ],
        chatter: &[
            "copilot-telemetry.githubusercontent.com",
            "collector.github.com",
            "default.exp-tas.com",
            "*.applicationinsights.azure.com",
            "registry.npmjs.org",
        ],
        quiet: &[],
        forwards: false,
    },
    Runtime {
        id: "cursor",
        program: "cursor-agent",
        arguments: &["acp"],
        adapter: None,
        sign_in: "Run `cursor-agent login` in a terminal, or set CURSOR_API_KEY.",
        variables: &["CURSOR_API_KEY"],
        own: &[".cursor", ".config/cursor"],
        hosts: &["*.cursor.sh"],
        chatter: &["*.cursor-cdn.com", "*.cursorapi.com", "*.sentry.io"],
        quiet: &[],
        forwards: false,
    },
    Runtime {
        id: "qwen-code",
        program: "qwen",
        arguments: &["--acp"],
        adapter: None,
        sign_in: "Run `qwen` once in a terminal and sign in.",
        variables: &["DASHSCOPE_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL"],
        own: &[".qwen"],
        hosts: &["dashscope.aliyuncs.com", "dashscope-intl.aliyuncs.com", "chat.qwen.ai", "portal.qwen.ai", "api.openai.com"],
        chatter: &["*.rum.aliyuncs.com", "registry.npmjs.org"],
        quiet: &[],
        forwards: false,
    },
    Runtime {
        id: "kimi-code-cli",
        program: "kimi",
        arguments: &["acp"],
        adapter: None,
        sign_in: "Run `kimi login` in a terminal.",
        variables: &["KIMI_API_KEY", "MOONSHOT_API_KEY"],
        own: &[".kimi-code", ".kimi"],
        hosts: &["api.kimi.com", "auth.kimi.com", "api.moonshot.ai", "api.moonshot.cn"],
        chatter: &["code.kimi.com", "cdn.kimi.com", "pypi.org"],
        quiet: &[],
        forwards: false,
    },
];

/// The agent with this id or alias. `None`: it cannot be run.
pub fn find(id: &str) -> Option<&'static Runtime> {
    let agent = table::find(id)?;
    RUNTIMES.iter().find(|runtime| runtime.id == agent.id)
}

/// Environment variables that agents may see. The program's entry point reads them.
pub fn variables() -> impl Iterator<Item = &'static str> {
    RUNTIMES.iter().flat_map(|runtime| runtime.variables.iter().copied()).chain(AUTHORITIES).chain([AUTHORITY_FOLDERS])
}

/// Which certificates the person trusts besides those of the system: each variable with the files or folders that it names. One that names
/// something else is left out.
fn authorities(machine: &Machine) -> impl Iterator<Item = (&'static str, Vec<PathBuf>)> + '_ {
    let value = |name: &'static str| Some((name, machine.variable(name)?));
    let file = move |name| {
        let (name, path) = value(name).map(|(name, path)| (name, PathBuf::from(path)))?;
        (path.is_absolute() && path.is_file()).then(|| (name, vec![path]))
    };
    let folders = value(AUTHORITY_FOLDERS).and_then(|(name, paths)| {
        let all: Vec<PathBuf> = std::env::split_paths(paths).filter(|path| path.is_absolute() && path.is_dir()).collect();
        (!all.is_empty()).then_some((name, all))
    });
    AUTHORITIES.into_iter().filter_map(file).chain(folders)
}

/// The files and folders of those certificates. A run may read them.
pub fn certificates(machine: &Machine) -> Vec<PathBuf> {
    authorities(machine).flat_map(|(_, paths)| paths).collect()
}

/// Whether an agent can be run here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Its program was found.
    Found,
    /// The agent was found, and its adapter was not.
    AdapterMissing,
    /// The agent was not found.
    Missing,
}

/// What was found of an agent.
#[derive(Clone, Debug)]
pub struct Detected {
    /// The agent.
    pub runtime: &'static Runtime,
    /// Whether it can be run.
    pub presence: Presence,
    /// The program that speaks ACP.
    pub program: Option<PathBuf>,
    /// Its version, as it says itself or as its package says.
    pub version: Option<String>,
    /// What is missing, and what to do; sentences for people.
    pub note: Option<String>,
}

impl Runtime {
    /// The agent of this row.
    pub fn agent(&self) -> &'static Agent {
        table::find(self.id).unwrap_or(&table::AGENTS[0])
    }

    /// The program that speaks ACP, in the folders of programs.
    pub fn program(&self, machine: &Machine) -> Option<PathBuf> {
        in_path(machine, self.program)
    }

    /// The existing files and folders of its sign-in and configuration.
    pub fn own(&self, machine: &Machine) -> Vec<PathBuf> {
        let below_home = machine.user_home.iter().flat_map(|home| self.own.iter().map(|own| home.join(own)));
        let mut own: Vec<PathBuf> = below_home.chain(machine.config(self.agent())).filter(|path| path.exists()).collect();
        own.sort();
        own.dedup();
        own
    }

    /// The whole environment of a run of it: the system's programs, language and home, whom the person trusts, and what its sign-in needs.
    pub fn environment(&self, machine: &Machine) -> Vec<(String, String)> {
        let path = machine.search_path.iter().filter(|folder| folder.is_absolute()).map(|folder| folder.display().to_string());
        let home = machine.user_home.as_ref().map(|home| ("HOME".to_owned(), home.display().to_string()));
        let fixed = [("LANG", "C.UTF-8"), ("TERM", "dumb"), ("TMPDIR", "/tmp"), ("NO_BROWSER", "1")];
        let of_agent = self.variables.iter().filter_map(|name| Some(((*name).to_owned(), machine.variable(name)?.to_owned())));
        let fixed = fixed.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let quiet = self.quiet.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let path = [("PATH".to_owned(), path.collect::<Vec<_>>().join(":"))];
        let trusted = authorities(machine).filter_map(|(name, _)| Some((name.to_owned(), machine.variable(name)?.to_owned())));
        path.into_iter().chain(home).chain(fixed).chain(trusted).chain(of_agent).chain(quiet).collect()
    }

    /// What a run of it reaches: the hosts of its row, and the address of a model that the environment of the run names.
    pub fn allowed(&self, machine: &Machine) -> AllowList {
        let mut allowed = AllowList::default();
        self.hosts.iter().for_each(|host| allowed.host(host));
        let addresses = self.variables.iter().filter(|name| name.ends_with(BASE_URL));
        addresses.filter_map(|name| machine.variable(name)).for_each(|address| allowed.address(address));
        allowed
    }

    /// Whether its program asks for this host by itself, not for a task.
    pub fn chatters_with(&self, host: &str) -> bool {
        let mut chatter = AllowList::default();
        self.chatter.iter().for_each(|host| chatter.host(host));
        chatter.names(host)
    }

    /// What is there, without its version. Starts nothing.
    pub fn look(&'static self, machine: &Machine) -> Detected {
        let program = self.program(machine);
        let label = self.agent().label;
        let (presence, note) = match (&program, self.adapter) {
            (Some(_), _) if self.forwards => {
                let words = format!(
                    "`{} {}` forwards to a Gateway that runs already, so Apprentice cannot isolate {label}.",
                    self.program,
                    self.arguments.join(" ")
                );
                (Presence::Found, Some(words))
            }
            (Some(_), _) => (Presence::Found, None),
            (None, Some(package)) if machine.has(self.agent()) => {
                let words = format!("{label} is here, and its adapter is not. Install it with `npm install -g {package}`.");
                (Presence::AdapterMissing, Some(words))
            }
            (None, Some(package)) => {
                (Presence::Missing, Some(format!("Install {label}, then its adapter with `npm install -g {package}`.")))
            }
            (None, None) => (Presence::Missing, Some(format!("Install {label}; `{}` was not found in PATH.", self.program))),
        };
        Detected { runtime: self, presence, program, version: None, note }
    }
}

/// Every agent of the table, with what was found of it. Programs are asked for their version at the same time, each for at most five seconds.
pub fn detect(machine: &Machine) -> Vec<Detected> {
    let mut all: Vec<Detected> = RUNTIMES.iter().map(|runtime| runtime.look(machine)).collect();
    std::thread::scope(|scope| {
        for detected in &mut all {
            scope.spawn(move || {
                detected.version = detected.program.as_deref().and_then(|program| version(program, machine));
            });
        }
    });
    all
}

fn in_path(machine: &Machine, program: &str) -> Option<PathBuf> {
    let folders = machine.search_path.iter().filter(|folder| folder.is_absolute());
    folders.map(|folder| folder.join(program)).find(|program| program.is_file())
}

/// The version in the package of a program, or what `--version` prints.
fn version(program: &Path, machine: &Machine) -> Option<String> {
    packaged_version(program).or_else(|| printed_version(program, machine))
}

fn packaged_version(program: &Path) -> Option<String> {
    let real = program.canonicalize().ok()?;
    let package = real.ancestors().skip(1).take(5).map(|folder| folder.join("package.json")).find(|file| file.is_file())?;
    let document: serde_json::Value = serde_json::from_slice(&std::fs::read(package).ok()?).ok()?;
    Some(document["version"].as_str()?.to_owned())
}

fn printed_version(program: &Path, machine: &Machine) -> Option<String> {
    let path = std::env::join_paths(&machine.search_path).ok()?;
    let mut command = Command::new(program);
    command.arg("--version").env_clear().env("PATH", path).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    if let Some(home) = &machine.user_home {
        command.env("HOME", home);
    }
    let mut child = start_in_own_group(&mut command).spawn().ok()?;
    let group = Group::led_by(child.id());
    let output = child.stdout.take()?;
    let reading = std::thread::spawn(move || {
        let mut text = String::new();
        // What was read before an error is all that there is.
        let _read = output.take(VERSION_BYTES).read_to_string(&mut text);
        text
    });
    let began = Instant::now();
    let succeeded = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status.success(),
            Ok(None) if began.elapsed() < VERSION_TIME => std::thread::sleep(VERSION_STEP),
            Ok(None) | Err(_) => break false,
        }
    };
    if let Some(group) = group {
        // Children may hold the pipe open; the group may have ended by itself.
        let _ended = group.signal(Signal::Kill);
    }
    if !succeeded {
        // Reaps it: the group was just ended.
        let _ended = child.wait();
        return None;
    }
    version_in(&reading.join().ok()?)
}

/// The first word of the first line that looks like a version.
fn version_in(printed: &str) -> Option<String> {
    let words = printed.lines().next()?.split_whitespace();
    let plain = |word: &str| word.trim_start_matches('v').trim_end_matches([',', ';', ')']).to_owned();
    words.map(plain).find(|word| word.starts_with(|first: char| first.is_ascii_digit()) && word.contains('.'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;

    fn machine(folder: &Path) -> Machine {
        let bin = folder.join("bin");
        fs::create_dir_all(&bin).unwrap();
        Machine {
            user_home: Some(folder.join("user")),
            search_path: vec![bin, "/usr/bin".into(), "/bin".into()],
            ..Machine::default()
        }
    }

    fn program(folder: &Path, name: &str, text: &str) {
        let path = folder.join("bin").join(name);
        fs::write(&path, text).unwrap();
        apprentice_platform::permissions::make_executable(&path).unwrap();
    }

    #[test]
    fn every_row_is_an_agent_of_the_table_and_says_how_to_sign_in() {
        let ids: BTreeSet<&str> = RUNTIMES.iter().map(|runtime| runtime.id).collect();
        assert_eq!(ids.len(), RUNTIMES.len());
        for runtime in RUNTIMES {
            assert!(table::AGENTS.iter().any(|agent| agent.id == runtime.id), "{}", runtime.id);
            assert_eq!(find(runtime.id).map(|found| found.id), Some(runtime.id));
            assert!(runtime.sign_in.ends_with('.') && !runtime.own.is_empty(), "{}", runtime.id);
            assert!(runtime.own.iter().all(|own| Path::new(own).is_relative() && !own.contains("..")), "{}", runtime.id);
        }
        assert_eq!(find("claude").map(|found| found.id), Some("claude-code"), "an alias finds it too");
        assert!(find("nobody").is_none());
    }

    #[test]
    fn a_run_reaches_the_hosts_of_its_agent_and_the_model_that_is_set() {
        for runtime in RUNTIMES {
            let text = |host: &&str| host.contains('.') && !host.contains(['/', ':', ' ']) && **host == host.to_lowercase();
            assert!(runtime.hosts.iter().chain(runtime.chatter).all(text), "{}", runtime.id);
            assert_eq!(runtime.hosts.is_empty(), runtime.forwards, "{}: each needs its model", runtime.id);
            let allowed = runtime.allowed(&Machine::default());
            assert!(!runtime.chatter.iter().any(|host| allowed.names(host.trim_start_matches("*."))), "{}: both", runtime.id);
        }
        let claude = find("claude-code").unwrap();
        let machine = Machine {
            environment: vec![
                ("ANTHROPIC_BASE_URL".into(), "http://127.0.0.1:8123/v1".into()),
                // Of another agent.
                ("OPENAI_BASE_URL".into(), "http://other.example/v1".into()),
            ],
            ..Machine::default()
        };
        let allowed = claude.allowed(&machine);
        assert!(allowed.names("api.anthropic.com") && allowed.names("127.0.0.1") && !allowed.names("other.example"));
        assert!(!claude.allowed(&Machine::default()).names("127.0.0.1"));
        assert!(claude.chatters_with("o1.ingest.sentry.io") && !claude.chatters_with("evil.example"));
    }

    #[test]
    fn what_is_missing_is_named_with_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        let machine = machine(folder.path());
        let look = |id: &str| find(id).unwrap().look(&machine);
        let missing = look("gemini");
        assert_eq!((missing.presence, missing.program), (Presence::Missing, None));
        assert!(missing.note.unwrap().contains("`gemini` was not found"));
        program(folder.path(), "claude", "#!/bin/sh\n");
        let adapter = look("claude-code");
        assert_eq!(adapter.presence, Presence::AdapterMissing);
        assert!(adapter.note.unwrap().contains("npm install -g @agentclientprotocol/claude-agent-acp"));
        program(folder.path(), "claude-agent-acp", "#!/bin/sh\n");
        let found = look("claude-code");
        assert_eq!((found.presence, found.note), (Presence::Found, None));
        program(folder.path(), "openclaw", "#!/bin/sh\n");
        assert!(look("openclaw").note.unwrap().contains("cannot isolate"));
    }

    #[test]
    fn a_version_is_read_from_the_package_or_asked_for_with_a_time_limit() {
        let folder = tempfile::tempdir().unwrap();
        let machine = machine(folder.path());
        program(folder.path(), "goose", "#!/bin/sh\necho 'goose v1.20.3 (stable)'\n");
        program(folder.path(), "kimi", "#!/bin/sh\nexit 3\n");
        let package = folder.path().join("lib/node_modules/gemini");
        fs::create_dir_all(package.join("dist")).unwrap();
        fs::write(package.join("package.json"), r#"{"version":"0.61.0"}"#).unwrap();
        fs::write(package.join("dist/index.js"), "#!/bin/sh\nexit 1\n").unwrap();
        apprentice_platform::links::symlink(&package.join("dist/index.js"), &folder.path().join("bin/gemini")).unwrap();
        let all = detect(&machine);
        let of = |id: &str| all.iter().find(|detected| detected.runtime.id == id).unwrap();
        assert_eq!(of("goose").version.as_deref(), Some("1.20.3"));
        assert_eq!((of("kimi-code-cli").presence, of("kimi-code-cli").version.as_deref()), (Presence::Found, None));
        assert_eq!(of("gemini").version.as_deref(), Some("0.61.0"));
        assert_eq!(all.len(), RUNTIMES.len());
    }

    #[test]
    fn a_program_that_does_not_answer_is_ended() {
        let folder = tempfile::tempdir().unwrap();
        let machine = machine(folder.path());
        program(folder.path(), "qwen", "#!/bin/sh\nsleep 600 & wait\n");
        let began = Instant::now();
        assert_eq!(printed_version(&folder.path().join("bin/qwen"), &machine), None);
        assert!(began.elapsed() < VERSION_TIME * 3);
    }

    #[test]
    fn a_version_is_told_from_other_words() {
        for (printed, expected) in [
            ("1.2.3", Some("1.2.3")),
            ("codex-acp 0.169.0\n", Some("0.169.0")),
            ("GitHub Copilot CLI v1.0.4, build 7", Some("1.0.4")),
            ("2 agents", None),
            ("", None),
            ("usage:\n1.2.3", None),
        ] {
            assert_eq!(version_in(printed).as_deref(), expected, "{printed}");
        }
    }
}
