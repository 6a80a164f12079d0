//! The person's own agents, as programs without a window. Each is started without a shell, in a folder of its own, with the request on its
//! standard input, an environment of what it needs alone, and without tools where it has an option for that. It has the walls, the network and the
//! limits of a run ([`apprentice_agents::run::answer`]); where this machine has no walls, what it can do besides, it does as the person. When it is
//! cancelled, everything that it started ends.

use super::{Answer, Author, AuthorFailure, MAX_OUTPUT};
use crate::core::agent_files::OwnOfTry;
use crate::core::blocking::blocking;
use apprentice_agents::egress::{Egress, Names, Upstream};
use apprentice_agents::hooks::WITHIN;
use apprentice_agents::isolation::{Isolation, Walls};
use apprentice_agents::own::SIGN_IN;
use apprentice_agents::run::{self, Launch, Limits, Unanswered};
use apprentice_agents::runtimes::{self, Runtime};
use apprentice_compiler::author::AuthorRequest;
use apprentice_contracts::author::AuthorAgent;
use apprentice_skills::agents::targets::Machine;
use async_trait::async_trait;
use serde_json::Value;
use std::path::{Path, PathBuf};

const ALL: [AuthorAgent; 5] =
    [AuthorAgent::Claude, AuthorAgent::Codex, AuthorAgent::Gemini, AuthorAgent::Opencode, AuthorAgent::Goose];

/// A program.
#[derive(Clone)]
pub(super) struct AgentAuthor {
    pub agent: AuthorAgent,
    pub program: PathBuf,
    pub model: Option<String>,
    pub place: Place,
}

/// Where agents are started.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    /// The folder of Apprentice.
    pub home: PathBuf,
    pub machine: Machine,
    /// The program `apprentice`, which starts first within walls.
    pub command_line: Option<PathBuf>,
    /// Names this start, unlike any other one.
    pub mark: String,
}

/// Variables of the system that an agent may need: its user and language, where its files and its keychain are, the way to the internet, and whom it
/// trusts there.
pub const ENVIRONMENT: [&str; 24] = [
    "ALL_PROXY",
    "DBUS_SESSION_BUS_ADDRESS",
    "HTTPS_PROXY",
    "HTTP_PROXY",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LOGNAME",
    "NODE_EXTRA_CA_CERTS",
    "NODE_USE_ENV_PROXY",
    "NO_PROXY",
    "SSL_CERT_DIR",
    "SSL_CERT_FILE",
    "TMPDIR",
    "USER",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_RUNTIME_DIR",
    "XDG_STATE_HOME",
    "all_proxy",
    "http_proxy",
    "https_proxy",
    "no_proxy",
];

/// Settings of one start of opencode, which has no option for them: every tool is denied.
const OPENCODE_WITHOUT_TOOLS: (&str, &str) = ("OPENCODE_CONFIG_CONTENT", r#"{"permission":{"*":"deny"},"tools":{"*":false}}"#);

/// Its row in the table of agents that are run.
fn runtime(agent: AuthorAgent) -> Option<&'static Runtime> {
    runtimes::find(match agent {
        AuthorAgent::Claude => "claude-code",
        AuthorAgent::Codex => "codex",
        AuthorAgent::Gemini => "gemini",
        AuthorAgent::Opencode => "opencode",
        AuthorAgent::Goose => "goose",
    })
}

/// The whole environment of an agent within walls: that of its runs.
fn environment_within_walls(agent: AuthorAgent, machine: &Machine) -> Vec<(String, String)> {
    let of_run = runtime(agent).map(|runtime| runtime.environment(machine)).unwrap_or_default();
    of_run.into_iter().chain(without_tools(agent)).collect()
}

/// What keeps an agent from tools and from hooks of its own.
fn without_tools(agent: AuthorAgent) -> Vec<(String, String)> {
    let of_opencode = Some(OPENCODE_WITHOUT_TOOLS).filter(|_| agent == AuthorAgent::Opencode);
    of_opencode.into_iter().chain([(WITHIN, "1")]).map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// The whole environment of an agent without walls: what its sign-in needs, and [`ENVIRONMENT`].
fn environment(agent: AuthorAgent, machine: &Machine) -> Vec<(String, String)> {
    let of_agent = runtime(agent).map(|runtime| runtime.variables).unwrap_or_default();
    let named =
        ENVIRONMENT.iter().chain(of_agent).filter_map(|name| Some(((*name).to_owned(), machine.variable(name)?.to_owned())));
    let path = std::env::join_paths(&machine.search_path).ok().and_then(|path| path.into_string().ok());
    let home = machine.user_home.as_ref().map(|home| home.display().to_string());
    let fixed = [("PATH", path), ("HOME", home)];
    let fixed = fixed.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    named.chain(fixed).chain(without_tools(agent)).collect()
}

/// The name of an agent for people.
pub(super) fn name(agent: AuthorAgent) -> &'static str {
    match agent {
        AuthorAgent::Claude => "Claude Code",
        AuthorAgent::Codex => "Codex",
        AuthorAgent::Gemini => "Gemini CLI",
        AuthorAgent::Opencode => "opencode",
        AuthorAgent::Goose => "goose",
    }
}

fn program(agent: AuthorAgent) -> &'static str {
    match agent {
        AuthorAgent::Claude => "claude",
        AuthorAgent::Codex => "codex",
        AuthorAgent::Gemini => "gemini",
        AuthorAgent::Opencode => "opencode",
        AuthorAgent::Goose => "goose",
    }
}

/// The agents of this machine, with their programs.
pub(super) fn found(machine: &Machine) -> Vec<(AuthorAgent, PathBuf)> {
    let of = |agent: AuthorAgent| {
        let folders = machine.search_path.iter().filter(|folder| folder.is_absolute());
        let program = folders.map(|folder| folder.join(program(agent))).find(|program| program.is_file())?;
        Some((agent, program))
    };
    ALL.into_iter().filter_map(of).collect()
}

/// The words after the name of the program. The request comes on standard input.
fn arguments(agent: AuthorAgent, model: Option<&str>) -> Vec<String> {
    let fixed: &[&str] = match agent {
        AuthorAgent::Claude => &["-p", "--output-format", "json", "--tools", "", "--strict-mcp-config"],
        AuthorAgent::Codex => &["exec", "--json", "--sandbox", "read-only", "--skip-git-repo-check"],
        // Without a person, what would have to be asked is denied.
        AuthorAgent::Gemini => &[
            "--output-format",
            "json",
            "--approval-mode",
            "default",
            "--extensions",
            "none",
            "--allowed-mcp-server-names",
            "none",
            "-p",
            "Answer with the JSON object and nothing else.",
        ],
        AuthorAgent::Opencode => &["run", "--format", "json"],
        // Its tools are extensions, and those of the profile are not loaded.
        AuthorAgent::Goose => &["run", "--no-session", "--no-profile", "--quiet", "--instructions", "-"],
    };
    let mut words: Vec<String> = fixed.iter().map(|word| (*word).to_owned()).collect();
    if let Some(model) = model {
        words.extend(["--model".to_owned(), model.to_owned()]);
    }
    if agent == AuthorAgent::Codex {
        words.push("-".to_owned());
    }
    words
}

/// An agent that is ready to be started. Dropping it deletes its folder, and the copies of its own files.
struct Ready {
    launch: Launch,
    own: Option<OwnOfTry>,
    _folder: tempfile::TempDir,
}

impl AgentAuthor {
    /// Waits for the turn of its sign-in, if it is kept in files: of two agents that renew it at once, one would be left with what is worth nothing.
    async fn turn(&self) -> Option<tokio::sync::MutexGuard<'static, ()>> {
        static TURNS: [tokio::sync::Mutex<()>; ALL.len()] = [const { tokio::sync::Mutex::const_new(()) }; ALL.len()];
        let own = runtime(self.agent).map(|runtime| runtime.own(&self.place.machine)).unwrap_or_default();
        let is_in_files = own.iter().any(|own| SIGN_IN.iter().any(|name| own.join(name).is_file()));
        let turn = ALL.iter().zip(&TURNS).find(|(agent, _)| is_in_files && **agent == self.agent)?.1;
        Some(turn.lock().await)
    }

    /// Makes its folder, and what it has of its own. Blocks. Errors: why it cannot be started, for people.
    fn ready(&self) -> Result<Ready, String> {
        let Place { home, machine, command_line, mark } = &self.place;
        let Some(runtime) = runtime(self.agent) else { return Err("it is no agent that can be run".to_owned()) };
        let folder = tempfile::Builder::new().prefix("apprentice-author-").tempdir();
        let folder = folder.map_err(|error| format!("it has no folder to run in: {error}"))?;
        let work = folder.path().canonicalize().map(|folder| folder.join("work")).and_then(|work| {
            std::fs::create_dir(&work)?;
            Ok(work)
        });
        let work = work.map_err(|error| format!("it has no folder to run in: {error}"))?;
        let isolation = Isolation::find(&machine.search_path);
        let walls = walls(runtime, machine, home, &self.program, work);
        let own = isolation.has_places().then(|| {
            let own: Vec<PathBuf> = walls.shown_writable().map(Path::to_owned).collect();
            OwnOfTry::for_an_answer(home, mark, &own)
        });
        let own = own.transpose().map_err(|failure| failure.message)?;
        let copies = own.as_ref().map(|own| own.copies.clone()).unwrap_or_default();
        let environment = match isolation.holds() {
            true => environment_within_walls(self.agent, machine),
            false => environment(self.agent, machine),
        };
        let launch = Launch {
            program: self.program.clone(),
            arguments: arguments(self.agent, self.model.as_deref()),
            environment,
            walls: Walls { copies, ..walls },
            isolation,
            egress: Egress {
                allowed: runtime.allowed(machine),
                program: command_line.clone(),
                names: Names::System,
                upstream: Upstream::of(machine),
            },
            mark: mark.clone(),
        };
        Ok(Ready { launch, own, _folder: folder })
    }
}

/// What an agent sees: what one of its runs does, and of its folder it writes nothing.
fn walls(runtime: &Runtime, machine: &Machine, home: &Path, program: &Path, folder: PathBuf) -> Walls {
    let walls = Walls {
        folder,
        reads_alone: true,
        user_home: machine.user_home.clone(),
        readable: runtimes::certificates(machine),
        writable: runtime.own(machine),
        hidden: vec![home.to_owned()],
        ..Walls::default()
    };
    walls.show_programs(&machine.search_path).show_program(program)
}

#[async_trait]
impl Author for AgentAuthor {
    async fn write(&self, request: &AuthorRequest) -> Result<Answer, AuthorFailure> {
        let named = name(self.agent);
        let terminal = format!("Check that `{}` answers in a terminal and is signed in, then try again.", program(self.agent));
        let failed = |what: &str| AuthorFailure::new(format!("{named} could not be started: {what}."), &*terminal);
        let _turn = self.turn().await;
        let author = self.clone();
        let ready = blocking("starting an agent", move || author.ready()).await.map_err(|failure| failed(&failure.message))?;
        let Ready { launch, own, _folder } = ready.map_err(|why| failed(&why))?;
        let prompt = format!("{}\n\nJSON schema of the answer:\n{}\n\n{}", request.system, request.schema, request.user);
        let answered = run::answer(launch, prompt, MAX_OUTPUT, Limits::default()).await;
        // A sign-in that it renewed is kept, also where it was cancelled.
        blocking("deleting copies of an agent's files", move || drop((own, _folder)))
            .await
            .map_err(|failure| failed(&failure.message))?;
        let answered = answered.map_err(|why| match why {
            Unanswered::NotStarted(why) => failed(&why),
            Unanswered::TooLong => {
                let words = format!("{named} answered with more than {} KiB.", MAX_OUTPUT / 1024);
                AuthorFailure::new(words, "Try again, or choose another model.")
            }
            Unanswered::TooMuch(what) => {
                AuthorFailure::new(format!("{named} was ended, because it used {what}."), "Try again, or choose another author.")
            }
        })?;
        let failed = |why: String| match answered.refused.as_slice() {
            [] => AuthorFailure::new(why, &*terminal),
            places => AuthorFailure::new(
                format!("{why} It wanted to reach {}, which an agent that writes may not.", places.join(", ")),
                "It reaches the hosts of its maker alone. Choose a server as author for another model.",
            ),
        };
        if let Some(status) = answered.status.filter(|status| !status.success()) {
            let said = if answered.errors.trim().is_empty() { &answered.output } else { &answered.errors };
            let last: String = said.trim().lines().next_back().unwrap_or_default().chars().take(200).collect();
            return Err(failed(format!("{named} ended with {status}: {last}")));
        }
        let answer = read(self.agent, &answered.output, self.model.as_deref());
        match answer.text.trim().is_empty() {
            true => Err(failed(format!("{named} answered nothing."))),
            false => Ok(answer),
        }
    }
}

/// The answer in what an agent prints: one JSON document, one document per line, or the words themselves.
fn read(agent: AuthorAgent, output: &str, model: Option<&str>) -> Answer {
    let count = |value: &Value| value.as_u64().and_then(|count| u32::try_from(count).ok());
    let mut answer = Answer {
        text: String::new(),
        tokens_in: None,
        tokens_out: None,
        cost: None,
        model: model.unwrap_or(name(agent)).to_owned(),
    };
    let documents: Vec<Value> = match serde_json::from_str(output.trim()) {
        Ok(document) => vec![document],
        Err(_) => output.lines().filter_map(|line| serde_json::from_str(line.trim()).ok()).collect(),
    };
    for document in &documents {
        let said = match agent {
            AuthorAgent::Claude => document["result"].as_str(),
            AuthorAgent::Codex => match document["item"]["type"].as_str() {
                Some("agent_message") => document["item"]["text"].as_str(),
                _ => document["msg"]["message"].as_str(),
            },
            AuthorAgent::Gemini => document["response"].as_str(),
            AuthorAgent::Opencode => document["part"]["text"].as_str(),
            AuthorAgent::Goose => None,
        };
        if let Some(said) = said {
            // opencode prints an answer in parts; the others print the last one whole.
            match agent {
                AuthorAgent::Opencode => answer.text.push_str(said),
                _ => said.clone_into(&mut answer.text),
            }
        }
        let usage = &document["usage"];
        answer.tokens_in = count(&usage["input_tokens"]).or(answer.tokens_in);
        answer.tokens_out = count(&usage["output_tokens"]).or(answer.tokens_out);
        answer.cost = document["total_cost_usd"].as_f64().or(answer.cost);
        if let Some((used, _)) = document["modelUsage"].as_object().and_then(|models| models.iter().next()) {
            answer.model.clone_from(used);
        }
    }
    if answer.text.is_empty() {
        output.clone_into(&mut answer.text);
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;
    use apprentice_platform::permissions::make_executable;

    #[tokio::test]
    async fn an_agent_gets_what_it_needs_of_the_environment_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("agent");
        std::fs::write(&program, "#!/bin/sh\nenv\n").unwrap();
        make_executable(&program).unwrap();
        let named = [
            ("ANTHROPIC_API_KEY", "of claude"),
            ("OPENAI_API_KEY", "of codex"),
            (super::super::KEY_VARIABLE, "of a server"),
            ("GITHUB_TOKEN", "of a person"),
            ("HTTPS_PROXY", "http://proxy.example"),
            ("NODE_EXTRA_CA_CERTS", program.to_str().unwrap()),
            ("SSL_CERT_FILE", "/nowhere/ca.pem"),
        ];
        let machine = Machine {
            user_home: Some(folder.path().to_owned()),
            search_path: vec!["/usr/bin".into(), "/bin".into()],
            environment: named.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
            ..Machine::default()
        };
        for (agent, expected) in
            [(AuthorAgent::Claude, "ANTHROPIC_API_KEY=of claude"), (AuthorAgent::Codex, "OPENAI_API_KEY=of codex")]
        {
            let place = Place { home: folder.path().join("home"), machine: machine.clone(), ..Place::default() };
            let author = AgentAuthor { agent, program: program.clone(), model: None, place };
            let mut ready = author.ready().unwrap();
            ready.launch.isolation = Isolation::None("It is a test.".to_owned());
            ready.launch.environment = environment(agent, &machine);
            let said = run::answer(ready.launch, String::new(), MAX_OUTPUT, Limits::default()).await.unwrap().output;
            let named: std::collections::BTreeSet<&str> = said.lines().filter_map(|line| Some(line.split_once('=')?.0)).collect();
            assert!(said.lines().any(|line| line == expected), "{said}");
            // The shell adds some of its own.
            let key = expected.split_once('=').unwrap().0;
            let of_machine = ["HTTPS_PROXY", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"];
            let allowed = ["PATH", "HOME", WITHIN, key, "PWD", "OLDPWD", "SHLVL", "_", "APPRENTICE_AGENT_RUN"];
            let is_other = |name: &&&str| !allowed.contains(*name) && !of_machine.contains(*name);
            let others: Vec<&&str> = named.iter().filter(is_other).collect();
            assert!(others.is_empty(), "{others:?}");
            assert!(named.is_superset(&["PATH", "HOME", WITHIN, "HTTPS_PROXY"].into()), "{named:?}");
            // Within walls: what a run of it has.
            let within = environment_within_walls(agent, &machine);
            let named: std::collections::BTreeSet<&str> = within.iter().map(|(name, _)| name.as_str()).collect();
            assert!(named.is_superset(&["PATH", "HOME", WITHIN, key].into()), "{named:?}");
            assert!(
                !named.contains("HTTPS_PROXY") && !named.contains("GITHUB_TOKEN"),
                "its proxy is that of the walls: {named:?}"
            );
            assert!(named.contains("NODE_EXTRA_CA_CERTS"), "whom the person trusts: {named:?}");
            assert!(!named.contains("SSL_CERT_FILE"), "a file that is not there: {named:?}");
            // The proxy of the walls leads to that of the person, and the certificates can be read.
            let ready = author.ready().unwrap();
            assert!(ready.launch.egress.upstream.is_some() && ready.launch.walls.readable.contains(&program));
        }
    }

    #[tokio::test]
    async fn agents_with_one_sign_in_in_files_answer_one_after_the_other() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join(".codex")).unwrap();
        let machine = Machine { user_home: Some(folder.path().to_owned()), ..Machine::default() };
        let author = |agent| AgentAuthor {
            agent,
            program: "agent".into(),
            model: None,
            place: Place { machine: machine.clone(), ..Place::default() },
        };
        assert!(author(AuthorAgent::Codex).turn().await.is_none(), "a key in the environment is not renewed");
        std::fs::write(folder.path().join(".codex/auth.json"), "{}").unwrap();
        let first = author(AuthorAgent::Codex).turn().await;
        assert!(first.is_some());
        let codex = author(AuthorAgent::Codex);
        let mut second = Box::pin(codex.turn());
        assert!(futures::poll!(second.as_mut()).is_pending());
        assert!(author(AuthorAgent::Claude).turn().await.is_none(), "that is another sign-in");
        drop(first);
        assert!(second.await.is_some());
    }

    #[test]
    fn agents_are_told_to_use_no_tools() {
        let has = |agent, words: &[&str]| {
            let all = arguments(agent, None);
            assert!(all.windows(words.len()).any(|some| some == words), "{agent:?}: {words:?} in {all:?}");
        };
        has(AuthorAgent::Claude, &["--tools", ""]);
        has(AuthorAgent::Claude, &["--strict-mcp-config"]);
        has(AuthorAgent::Codex, &["--sandbox", "read-only"]);
        has(AuthorAgent::Gemini, &["--approval-mode", "default"]);
        has(AuthorAgent::Gemini, &["--extensions", "none"]);
        has(AuthorAgent::Gemini, &["--allowed-mcp-server-names", "none"]);
        has(AuthorAgent::Goose, &["--no-profile"]);
        let of_opencode = environment_within_walls(AuthorAgent::Opencode, &Machine::default());
        assert!(without_tools(AuthorAgent::Opencode).iter().all(|one| of_opencode.contains(one)));
        let given = of_opencode.iter().find(|(name, _)| name == "OPENCODE_CONFIG_CONTENT").map(|(_, value)| value.as_str());
        let settings: Value = serde_json::from_str(given.unwrap()).unwrap();
        assert_eq!(settings["permission"]["*"], "deny");
    }

    #[test]
    fn answers_are_found_in_what_agents_print() {
        let claude = r#"{"type":"result","result":"{\"title\":1}","total_cost_usd":0.02,"usage":{"input_tokens":5,"output_tokens":7},"modelUsage":{"opus":{}}}"#;
        let answer = read(AuthorAgent::Claude, claude, None);
        assert_eq!((answer.text.as_str(), answer.model.as_str()), ("{\"title\":1}", "opus"));
        assert_eq!((answer.tokens_in, answer.tokens_out, answer.cost), (Some(5), Some(7), Some(0.02)));
        let codex = "{\"type\":\"thread.started\"}\n{\"type\":\"item.completed\",\"item\":{\"type\":\"agent_message\",\"text\":\"yes\"}}\n{\"type\":\"turn.completed\",\"usage\":{\"input_tokens\":3,\"output_tokens\":1}}\n";
        let answer = read(AuthorAgent::Codex, codex, Some("big"));
        assert_eq!((answer.text.as_str(), answer.model.as_str(), answer.tokens_in), ("yes", "big", Some(3)));
        assert_eq!(read(AuthorAgent::Gemini, "{\"response\":\"yes\"}", None).text, "yes");
        let parts = "{\"type\":\"text\",\"part\":{\"text\":\"ye\"}}\n{\"type\":\"text\",\"part\":{\"text\":\"s\"}}";
        assert_eq!(read(AuthorAgent::Opencode, parts, None).text, "yes");
        assert_eq!(read(AuthorAgent::Goose, "{\"title\":1}", None).text, "{\"title\":1}");
    }
}
