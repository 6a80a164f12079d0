//! Shells of the terminal panel.

use super::{Routes, reply};
use crate::App;
use crate::extract::{Terminal, Valid};
use crate::failure::{Problem, Reply};
use crate::operation::{Operation, delete, get, post};
use crate::sse::{EventStream, frame};
use apprentice_contracts::app::*;
use apprentice_contracts::error::ErrorCode as E;
use apprentice_observe::terminal::panel::TerminalOutput;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures::StreamExt;

pub(super) fn routes(api: &mut impl Routes) {
    api.add(OPEN_TERMINAL, open_terminal);
    api.add(TERMINAL_INPUT, terminal_input);
    api.add(RESIZE_TERMINAL, resize_terminal);
    api.add(CLOSE_TERMINAL, close_terminal);
    api.add(TERMINAL_OUTPUT, terminal_output);
}

pub const OPEN_TERMINAL: Operation = post("open_terminal", "/api/terminals", "Open a shell with the observation hook.")
    .person()
    .refuses(&[E::AdapterUnavailable])
    .changes(&[]);

async fn open_terminal(app: App, Valid(request): Valid<OpenTerminalRequest>) -> Reply<OpenTerminalResponse> {
    reply(app.engine.open_terminal(request).await)
}

pub const TERMINAL_INPUT: Operation = post("terminal_input", "/api/terminals/{terminalId}/input", "Send input to a shell.")
    .person()
    .refuses(&[E::AdapterUnavailable])
    .changes(&[]);

async fn terminal_input(app: App, Terminal(id): Terminal, Valid(request): Valid<TerminalInputRequest>) -> Reply<Done> {
    reply(app.engine.terminal_input(id, request).await)
}

pub const RESIZE_TERMINAL: Operation =
    post("resize_terminal", "/api/terminals/{terminalId}/resize", "Change the screen size of a shell.")
        .person()
        .refuses(&[E::AdapterUnavailable])
        .changes(&[]);

async fn resize_terminal(app: App, Terminal(id): Terminal, Valid(request): Valid<TerminalResizeRequest>) -> Reply<Done> {
    reply(app.engine.resize_terminal(id, request).await)
}

pub const CLOSE_TERMINAL: Operation =
    delete("close_terminal", "/api/terminals/{terminalId}", "Close a shell.").person().changes(&[]);

async fn close_terminal(app: App, Terminal(id): Terminal) -> Reply<Done> {
    reply(app.engine.close_terminal(id).await)
}

pub const TERMINAL_OUTPUT: Operation = get(
    "terminal_output",
    "/api/terminals/{terminalId}/output",
    "Stream the output of a shell: `output` frames carry base64, `ended` is the last frame.",
)
.person()
.provides(&[]);

async fn terminal_output(app: App, Terminal(id): Terminal) -> Result<EventStream<String>, Problem> {
    let output = app.engine.terminal_output(id)?.map(|output| match output {
        TerminalOutput::Bytes(bytes) => frame(None, "output", &STANDARD.encode(bytes)),
        TerminalOutput::Ended => frame(None, "ended", ""),
    });
    Ok(EventStream::new(&app, output))
}
