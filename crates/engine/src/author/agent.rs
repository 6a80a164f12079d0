//! The person's own agents, as programs without a window. Each is started without a shell, in a folder of its own, with the request on its
//! standard input and without tools where it has an option for that. When it is cancelled, its whole group of processes ends.

use super::{Answer, Author, AuthorFailure, KEY_VARIABLE, MAX_OUTPUT};
use apprentice_agents::hooks::WITHIN;
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
        AuthorAgent::Gemini => &["--output-format", "json", "-p", "Answer with the JSON object and nothing else."],
        AuthorAgent::Opencode => &["run", "--format", "json"],
        AuthorAgent::Goose => &["run", "--no-session", "--quiet", "--instructions", "-"],
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
            .env_remove(KEY_VARIABLE)
            .env(WITHIN, "1")
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
