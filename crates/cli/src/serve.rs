//! `apprentice serve`: the engine, its API and its interface, until a signal ends it.

use crate::args::ServeOptions;
use crate::engine::{CliContext, VERSION};
use crate::output::{CommandError, CommandResult, Report, print};
use apprentice_api::client::Client;
use apprentice_api::host::{Host, attach};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_platform::processes::leave_terminal;
use apprentice_platform::signals::{EndSignal, EndSignals};
use serde_json::json;
use std::pin::pin;
use std::time::Duration;

/// How often a background engine checks whether it is idle.
const IDLE_CHECK_INTERVAL: Duration = Duration::from_secs(5);

pub async fn run(context: &CliContext, options: ServeOptions, json: bool) -> CommandResult {
    if options.background {
        // Not to be ended with the terminal; a leader of its group already is its own.
        let _ = leave_terminal();
    }
    let mut host = serve(context, options.port).await?;
    // Before the address is printed: its reader may send a signal at once.
    let signals = [EndSignal::Terminate, EndSignal::Interrupt, EndSignal::HangUp];
    let mut signals = EndSignals::listen(&signals).map_err(CommandError::internal)?;
    let mut closed = pin!(stdin_closed(options.until_stdin_closes));
    // The program that started an engine in the background starts another one when this one has ended.
    let lasts = !options.background && !options.until_stdin_closes;
    loop {
        announce(&host, json);
        let again = tokio::select! {
            () = signals.next() => false,
            () = idle(&host, options.idle_exit.map(Duration::from_secs)) => false,
            () = &mut closed => false,
            () = host.engine.restart_wanted() => lasts,
        };
        let port = port_of(&host).unwrap_or(options.port);
        host.close().await;
        if !again {
            return Ok(Report::silent());
        }
        host = serve(context, port).await?;
    }
}

/// The port that the engine is served on, so that a page finds the next one there.
fn port_of(host: &Host) -> Option<u16> {
    let address = &host.server.as_ref()?.endpoint().address;
    address.rsplit_once(':')?.1.parse().ok()
}

async fn serve(context: &CliContext, port: u16) -> Result<Host, CommandError> {
    let attached = attach(&context.variables, &context.home, VERSION, Some(port)).await?;
    attached.host.ok_or_else(|| already_served(context, &attached.client))
}

fn already_served(context: &CliContext, client: &Client) -> CommandError {
    let address = client.endpoint().map(|endpoint| endpoint.address.clone()).unwrap_or_default();
    let text = format!("Apprentice already serves {} at {address}.", context.home.display());
    Failure::new(ErrorCode::Conflict, text).with_details(json!({ "address": address })).into()
}

/// The first line; with `--json` others read it, so its shape is fixed.
fn announce(host: &Host, json: bool) {
    let Some(server) = &host.server else { return };
    let endpoint = server.endpoint();
    if json {
        print(&format!("{{\"address\":{},\"token\":{}}}", json!(endpoint.address), json!(endpoint.token)));
    } else {
        print(&format!(
            "Apprentice is running. Open it here:\n\n  {}/#token={}\n\nCtrl-C ends it.",
            endpoint.address, endpoint.token
        ));
    }
}

/// Returns when nobody has wanted anything for `limit` and nothing is being watched; never without a limit.
async fn idle(host: &Host, limit: Option<Duration>) {
    let (Some(limit), Some(server)) = (limit, &host.server) else { return std::future::pending().await };
    loop {
        tokio::time::sleep(IDLE_CHECK_INTERVAL.min(limit)).await;
        if server.quiet_for() >= limit && !is_busy(host).await {
            return;
        }
    }
}

/// Returns when standard input has ended, which means that the program that started this one is gone; never if `watched` is false.
async fn stdin_closed(watched: bool) {
    if !watched {
        return std::future::pending().await;
    }
    let (closed, ended) = tokio::sync::oneshot::channel();
    // A thread of its own, because the runtime waits for its blocking tasks when the program ends for another reason.
    std::thread::spawn(move || {
        // An input that cannot be read has ended too.
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        let _ = closed.send(());
    });
    let _ = ended.await;
}

async fn is_busy(host: &Host) -> bool {
    // If the state is not known, it is safer to stay.
    let Ok(found) = host.engine.runtime_current().await else { return true };
    let live = [State::Armed, State::Capturing, State::Paused, State::TestingProposal, State::InstallingPrivate];
    found.current.is_some_and(|session| live.contains(&session.state))
}
