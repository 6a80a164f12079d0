//! The one file of the shell that reads the environment.

use apprentice_api::edge::{self, Variables};
use tracing_subscriber::EnvFilter;

pub fn read() -> Variables {
    std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value))).collect()
}

/// `APPRENTICE_LOG` chooses what is logged (such as `debug`); warnings otherwise.
pub fn log_to_stderr(variables: &Variables) {
    let filter = EnvFilter::try_new(edge::log_filter(variables)).unwrap_or_else(|_| EnvFilter::new("warn"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
}

/// Waits for the system's wish that the program ends. `false`: this system has no such signals.
#[cfg(unix)]
pub async fn asked_to_end() -> bool {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut terminate), Ok(mut interrupt)) = (signal(SignalKind::terminate()), signal(SignalKind::interrupt())) else {
        return false;
    };
    tokio::select! {
        _ = terminate.recv() => true,
        _ = interrupt.recv() => true,
    }
}

#[cfg(not(unix))]
pub async fn asked_to_end() -> bool {
    tokio::signal::ctrl_c().await.is_ok()
}
