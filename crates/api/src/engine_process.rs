//! An engine in a process of its own: the command-line program, started with `serve`. The window and the commands that leave an engine
//! running start it.

use crate::client::Client;
use apprentice_contracts::error::{ApiErrorEnvelope, ErrorCode, Failure};
use apprentice_engine::Answer;
use std::io;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::timeout;

/// How long an engine may take to print its address.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// When a started engine ends by itself.
#[derive(Clone, Copy, Debug)]
pub enum Lifetime {
    /// After so long without a request and without a live session. It leaves the terminal of the process that started it.
    Idle(Duration),
    /// When the [`EngineProcess`] is dropped, or the process that holds it ends, in whichever way.
    Holder,
}

/// A started engine.
#[derive(Debug)]
pub struct EngineProcess(Child);

impl EngineProcess {
    /// Starts `program serve` for `home`, and connects to it. `log` receives its log.
    ///
    /// `None`: another process serves the home; the client is connected to that one.
    ///
    /// Errors: what the engine refused with, or `INTERNAL` if it did not start.
    pub async fn start(program: &Path, home: &Path, lifetime: Lifetime, log: Stdio) -> Answer<(Client, Option<Self>)> {
        let failed = |problem: &dyn std::fmt::Display| {
            Failure::new(ErrorCode::Internal, format!("The engine {} did not start: {problem}.", program.display()))
        };
        let mut child = spawn(program, home, lifetime, log).map_err(|error| failed(&error))?;
        let Some(stdout) = child.stdout.take() else { return Err(failed(&"its output cannot be read")) };
        let said = timeout(START_TIMEOUT, first_words(stdout)).await;
        let said = said.map_err(|_| failed(&format!("it said nothing for {} s", START_TIMEOUT.as_secs())))?;
        match said.map_err(|error| failed(&error))? {
            FirstWords::Address => {
                let client = Client::of_started(home).ok_or_else(|| failed(&"it has removed its address again"))?;
                Ok((client, Some(Self(child))))
            }
            // `serve` has waited for a holder of the home that was starting or ending.
            FirstWords::Refusal(refusal) if refusal.code == ErrorCode::Conflict => {
                Client::connect(home).await.map(|client| (client, None)).ok_or(*refusal)
            }
            FirstWords::Refusal(refusal) => Err(*refusal),
            FirstWords::Other(said) => Err(failed(&format!("it said “{}”", said.trim()))),
        }
    }

    /// Whether it has ended.
    pub fn has_ended(&mut self) -> bool {
        // An error says that there is no such process.
        !matches!(self.0.try_wait(), Ok(None))
    }

    /// Ends it, and waits until it has stored everything. `false`: it took longer than `limit` and was killed.
    pub async fn close(mut self, limit: Duration) -> bool {
        drop(self.0.stdin.take());
        if timeout(limit, self.0.wait()).await.is_ok() {
            return true;
        }
        // Fails only if it has ended by now.
        let _ = self.0.kill().await;
        false
    }
}

fn spawn(program: &Path, home: &Path, lifetime: Lifetime, log: Stdio) -> io::Result<Child> {
    let mut command = Command::new(program);
    command.args(["serve", "--json"]).arg("--home").arg(home).stdout(Stdio::piped()).stderr(log);
    match lifetime {
        Lifetime::Idle(limit) => command.args(["--background", "--idle-exit", &limit.as_secs().to_string()]).stdin(Stdio::null()),
        Lifetime::Holder => command.arg("--until-stdin-closes").stdin(Stdio::piped()),
    };
    command.spawn()
}

/// What an engine prints first.
enum FirstWords {
    /// It serves the home.
    Address,
    /// It has ended with this refusal.
    Refusal(Box<Failure>),
    /// It is no engine, or it crashed.
    Other(String),
}

async fn first_words(stdout: ChildStdout) -> io::Result<FirstWords> {
    let mut lines = BufReader::new(stdout).lines();
    let mut said = String::new();
    while let Some(line) = lines.next_line().await? {
        said.push_str(&line);
        said.push('\n');
        if serde_json::from_str::<serde_json::Value>(&said).is_ok() {
            break;
        }
    }
    if serde_json::from_str::<serde_json::Value>(&said).is_ok_and(|said| said["address"].is_string()) {
        return Ok(FirstWords::Address);
    }
    let Ok(ApiErrorEnvelope { error }) = serde_json::from_str(&said) else { return Ok(FirstWords::Other(said)) };
    let failure = Failure::new(error.code, error.message);
    Ok(FirstWords::Refusal(Box::new(match error.details {
        Some(details) => failure.with_details(details),
        None => failure,
    })))
}
