//! The one file of the shell that reads the environment.

use apprentice_api::environment::{self, Variables};
use tracing_subscriber::EnvFilter;

pub fn read() -> Variables {
    std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value))).collect()
}

/// How the program was called, without its own name.
pub fn arguments() -> Vec<String> {
    std::env::args_os().skip(1).filter_map(|argument| argument.into_string().ok()).collect()
}

/// A name on the session's bus for the home of this program, when it is not the usual one.
pub fn other_home(variables: &Variables) -> Option<String> {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let home = environment::home(variables, None).ok()?;
    let usual: Variables = variables
        .iter()
        .filter(|(name, _)| *name != "APPRENTICE_HOME")
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    if environment::home(&usual, None).is_ok_and(|usual| usual == home) {
        return None;
    }
    let mut hasher = DefaultHasher::new();
    home.hash(&mut hasher);
    Some(format!("dev.apprentice.desktop.home_{:x}", hasher.finish()))
}

/// `APPRENTICE_LOG` chooses what is logged (such as `debug`); warnings otherwise.
pub fn log_to_stderr(variables: &Variables) {
    let filter = EnvFilter::try_new(environment::log_filter(variables)).unwrap_or_else(|_| EnvFilter::new("warn"));
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
