//! Shells of the terminal panel.

use super::reply;
use crate::App;
use crate::extract::{Body, Terminal};
use crate::failure::{Problem, Reply};
use crate::openapi::doc;
use crate::sse::{Frames, frame};
use aide::axum::ApiRouter;
use aide::axum::routing::{delete_with, get_with, post_with};
use apprentice_contracts::app::*;
use apprentice_observe::terminal::panel::TerminalOutput;
use axum::extract::State;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures::StreamExt;

const TAG: &str = "terminals";

pub(super) fn routes() -> ApiRouter<App> {
    let at = |rest: &str| format!("/api/terminals/{{terminalId}}{rest}");
    ApiRouter::new()
        .api_route("/api/terminals", post_with(open, doc(TAG, "open_terminal", "Open a shell that carries the hook.")))
        .api_route(&at("/input"), post_with(input, doc(TAG, "terminal_input", "Type into a shell.")))
        .api_route(&at("/resize"), post_with(resize, doc(TAG, "resize_terminal", "Change the size of a screen.")))
        .api_route(&at(""), delete_with(close, doc(TAG, "close_terminal", "End a shell.")))
        .api_route(
            &at("/output"),
            get_with(output, doc(TAG, "terminal_output", "`output` frames carry base64 bytes; `ended` is the last frame.")),
        )
}

async fn open(State(app): State<App>, Body(request): Body<OpenTerminalRequest>) -> Reply<OpenTerminalResponse> {
    reply(app.engine.open_terminal(request).await)
}

async fn input(State(app): State<App>, Terminal(id): Terminal, Body(request): Body<TerminalInputRequest>) -> Reply<Done> {
    reply(app.engine.terminal_input(id, request).await)
}

async fn resize(State(app): State<App>, Terminal(id): Terminal, Body(request): Body<TerminalResizeRequest>) -> Reply<Done> {
    reply(app.engine.resize_terminal(id, request).await)
}

async fn close(State(app): State<App>, Terminal(id): Terminal) -> Reply<Done> {
    reply(app.engine.close_terminal(id).await)
}

async fn output(State(app): State<App>, Terminal(id): Terminal) -> Result<Frames<String>, Problem> {
    let output = app.engine.terminal_output(id)?.map(|output| match output {
        TerminalOutput::Bytes(bytes) => frame(None, "output", &STANDARD.encode(bytes)),
        TerminalOutput::Ended => frame(None, "ended", ""),
    });
    Ok(Frames::new(&app, output))
}
