//! Runs a program that answers once: it reads a text from its standard input, and what it prints is the answer. It has the walls, the network and
//! the limits of a run, and no protocol.

use super::process::{Pipes, Process};
use super::{Launch, Limits, Permission, Refused, ToolCall, Update, Watcher, limits};
use crate::egress::Network;
use futures::future::BoxFuture;
use std::process::ExitStatus;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// How long the exit status of a program is waited for after its output ended.
const EXIT_TIME: Duration = Duration::from_secs(5);
/// The most refused places that are listed.
const MAX_REFUSED: usize = 10;

/// What a program printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// Its whole standard output.
    pub output: String,
    /// The end of its standard error.
    pub errors: String,
    /// How it ended. `None`: it did not end by itself shortly after its output.
    pub status: Option<ExitStatus>,
    /// Places that it wanted to reach and was refused.
    pub refused: Vec<String>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unanswered {
    /// It could not be started. Why, for people.
    NotStarted(String),
    /// It printed more than it may.
    TooLong,
    /// It used more memory, processes or threads than it may. What, for people.
    TooMuch(String),
}

/// Gives the program `input` and reads at most `most` bytes of its output. `limits`: of memory, processes and threads; the caller limits the
/// time by dropping the future, which ends everything that the program started, as its end does.
///
/// # Errors
/// [`Unanswered`].
pub async fn answer(launch: Launch, input: String, most: usize, limits: Limits) -> Result<Answered, Unanswered> {
    let heard = Arc::new(Heard::default());
    let network = match launch.isolation.holds() {
        true => {
            let threads = limits.threads.saturating_mul(2);
            let network = Network::new(launch.egress.clone(), None, heard.clone(), threads);
            Some(network.map_err(Unanswered::NotStarted)?)
        }
        false => None,
    };
    let mut process = Process::start(launch, network.as_ref()).await.map_err(Unanswered::NotStarted)?;
    if let Some(network) = &network {
        network.serve();
    }
    let Some(Pipes { input: mut to, output: from }) = process.pipes.take() else {
        return Err(Unanswered::NotStarted("its input and output could not be opened".to_owned()));
    };
    let give = async move {
        // A program that does not read all of it says why in its output.
        let _closed = to.write_all(input.as_bytes()).await;
    };
    let read = async move {
        let mut bytes = Vec::new();
        // What was read before an error is all that there is. Closing the pipe ends a program that prints on.
        let _read = from.take(most as u64 + 1).read_to_end(&mut bytes).await;
        bytes
    };
    let unserved = async {
        match &network {
            Some(network) => network.unserved().await,
            None => std::future::pending().await,
        }
    };
    let talked = tokio::select! {
        ((), bytes) = async { tokio::join!(give, read) } => match bytes.len() <= most {
            true => Ok(bytes),
            false => Err(Unanswered::TooLong),
        },
        what = limits::exceeded(process.watched(), limits) => Err(Unanswered::TooMuch(what)),
        why = unserved => Err(Unanswered::NotStarted(why)),
    };
    // The answer counts only if the program ended well, so its status is waited for, also on a busy machine.
    let moment = if talked.is_err() { Duration::ZERO } else { EXIT_TIME };
    let (status, errors) = process.end(moment).await;
    if let Some(network) = &network {
        network.end().await;
    }
    let output = String::from_utf8_lossy(&talked?).into_owned();
    Ok(Answered { output, errors, status, refused: heard.0.lock().unwrap_or_else(PoisonError::into_inner).clone() })
}

/// Hears which places are refused. Nothing else is reported without a protocol.
#[derive(Default)]
struct Heard(Mutex<Vec<String>>);

impl Watcher for Heard {
    fn permit<'a>(&'a self, _: &'a ToolCall) -> BoxFuture<'a, Permission> {
        Box::pin(std::future::ready(Permission::Reject("It has no tools.".to_owned())))
    }

    fn hear(&self, update: Update) -> Option<String> {
        if let Update::Refused(Refused { host, port, .. }) = update {
            let mut refused = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let place = format!("{host}:{port}");
            if refused.len() < MAX_REFUSED && !refused.contains(&place) {
                refused.push(place);
            }
        }
        None
    }
}
