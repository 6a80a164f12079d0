//! The person's own agents, as programs without a window. Each is started without a shell, in a folder of its own, with the request on its
//! standard input, an environment of what it needs alone, and without tools where it has an option for that. When it is cancelled, its whole
//! group of processes ends. It is not isolated: what it can do besides, it does as the person.

use super::{Answer, Author, AuthorFailure, MAX_OUTPUT};
use apprentice_agents::hooks::WITHIN;
use apprentice_agents::runtimes;
use apprentice_compiler::author::AuthorRequest;
use apprentice_contracts::author::AuthorAgent;
use apprentice_platform::processes::{Group, Signal, start_in_own_group};
use apprentice_skills::agents::targets::Machine;
use async_trait::async_trait;
use serde_json::Value;
use std::path::PathBuf;
use std::process::Stdio;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};

const ALL: [AuthorAgent; 5] =
    [AuthorAgent::Claude, AuthorAgent::Codex, AuthorAgent::Gemini, AuthorAgent::Opencode, AuthorAgent::Goose];

/// A program.
pub(super) struct AgentAuthor {
    pub agent: AuthorAgent,
    pub program: PathBuf,
    pub model: Option<String>,
    /// Its whole environment.
    pub environment: Vec<(String, String)>,
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

/// The whole environment of an agent: what its sign-in needs, and [`ENVIRONMENT`].
pub(super) fn environment(agent: AuthorAgent, machine: &Machine) -> Vec<(String, String)> {
    let id = match agent {
        AuthorAgent::Claude => "claude-code",
        AuthorAgent::Codex => "codex",
        AuthorAgent::Gemini => "gemini",
        AuthorAgent::Opencode => "opencode",
        AuthorAgent::Goose => "goose",
    };
    let of_agent = runtimes::find(id).map(|runtime| runtime.variables).unwrap_or_default();
    let named =
        ENVIRONMENT.iter().chain(of_agent).filter_map(|name| Some(((*name).to_owned(), machine.variable(name)?.to_owned())));
    let path = std::env::join_paths(&machine.search_path).ok().and_then(|path| path.into_string().ok());
    let home = machine.user_home.as_ref().map(|home| home.display().to_string());
    let fixed = [("PATH", path), ("HOME", home), (WITHIN, Some("1".to_owned()))];
    let fixed = fixed.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    let (name, value) = OPENCODE_WITHOUT_TOOLS;
    let without_tools = (agent == AuthorAgent::Opencode).then(|| (name.to_owned(), value.to_owned()));
    named.chain(fixed).chain(without_tools).collect()
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

/// Ends the group of a program that is still running when it is dropped.
struct KillGuard(Option<Group>);

impl Drop for KillGuard {
    fn drop(&mut self) {
        if let Some(group) = self.0.take() {
            // It may have ended by itself.
            let _ended = group.signal(Signal::Kill);
        }
    }
}

#[async_trait]
impl Author for AgentAuthor {
    async fn write(&self, request: &AuthorRequest) -> Result<Answer, AuthorFailure> {
        let named = name(self.agent);
        let terminal = format!("Check that `{}` answers in a terminal and is signed in, then try again.", program(self.agent));
        let failed =
            |what: &str, error: &dyn std::fmt::Display| AuthorFailure::new(format!("{named} {what}: {error}."), &*terminal);
        let folder = tempfile::Builder::new().prefix("apprentice-author-").tempdir();
        let folder = folder.map_err(|error| failed("has no folder to run in", &error))?;
        let mut command = std::process::Command::new(&self.program);
        command
            .args(arguments(self.agent, self.model.as_deref()))
            .current_dir(folder.path())
            .env_clear()
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        start_in_own_group(&mut command);
        let mut command = tokio::process::Command::from(command);
        let mut child = command.kill_on_drop(true).spawn().map_err(|error| failed("could not be started", &error))?;
        let mut guard = KillGuard(child.id().and_then(Group::led_by));
        let prompt = format!("{}\n\nJSON schema of the answer:\n{}\n\n{}", request.system, request.schema, request.user);
        let input = child.stdin.take();
        let give = async move {
            if let Some(mut input) = input {
                // A program that does not read all of it says why in its output.
                let _closed = input.write_all(prompt.as_bytes()).await;
            }
        };
        let (output, errors) = (child.stdout.take(), child.stderr.take());
        let ((), output, errors) = tokio::join!(give, limited(output), limited(errors));
        let (Some(output), Some(errors)) = (output, errors) else {
            let words = format!("{named} answered with more than {} KiB.", MAX_OUTPUT / 1024);
            return Err(AuthorFailure::new(words, "Try again, or choose another model."));
        };
        let status = child.wait().await.map_err(|error| failed("did not end", &error))?;
        // The leader is reaped: its number may belong to another.
        guard.0 = None;
        if !status.success() {
            let said = if errors.trim().is_empty() { &output } else { &errors };
            let last: String = said.trim().lines().next_back().unwrap_or_default().chars().take(200).collect();
            return Err(AuthorFailure::new(format!("{named} ended with {status}: {last}"), terminal));
        }
        let answer = read(self.agent, &output, self.model.as_deref());
        match answer.text.trim().is_empty() {
            true => Err(AuthorFailure::new(format!("{named} answered nothing."), terminal)),
            false => Ok(answer),
        }
    }
}

/// Everything that is printed; `None` when it is too long. The pipe is dropped then, which ends a program that prints on.
async fn limited(pipe: Option<impl AsyncRead + Unpin>) -> Option<String> {
    let Some(pipe) = pipe else { return Some(String::new()) };
    let mut bytes = Vec::new();
    // What was read before an error is all that there is.
    let _read = pipe.take(MAX_OUTPUT as u64 + 1).read_to_end(&mut bytes).await;
    (bytes.len() <= MAX_OUTPUT).then(|| String::from_utf8_lossy(&bytes).into_owned())
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
    use serde_json::json;

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
        ];
        let machine = Machine {
            user_home: Some(folder.path().to_owned()),
            search_path: vec!["/usr/bin".into(), "/bin".into()],
            environment: named.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
            ..Machine::default()
        };
        let [system, user, fingerprint] = [(); 3].map(|()| String::new());
        let request = AuthorRequest { system, user, schema: json!({}), fingerprint };
        for (agent, expected) in
            [(AuthorAgent::Claude, "ANTHROPIC_API_KEY=of claude"), (AuthorAgent::Codex, "OPENAI_API_KEY=of codex")]
        {
            let author = AgentAuthor { agent, program: program.clone(), model: None, environment: environment(agent, &machine) };
            let said = author.write(&request).await.unwrap().text;
            let named: std::collections::BTreeSet<&str> = said.lines().filter_map(|line| Some(line.split_once('=')?.0)).collect();
            assert!(said.lines().any(|line| line == expected), "{said}");
            // The shell adds some of its own.
            let allowed =
                ["PATH", "HOME", WITHIN, "HTTPS_PROXY", expected.split_once('=').unwrap().0, "PWD", "OLDPWD", "SHLVL", "_"];
            let others: Vec<&&str> = named.iter().filter(|name| !allowed.contains(*name)).collect();
            assert!(others.is_empty(), "{others:?}");
            assert!(named.is_superset(&["PATH", "HOME", WITHIN, "HTTPS_PROXY"].into()), "{named:?}");
        }
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
        let of_opencode = environment(AuthorAgent::Opencode, &Machine::default());
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
