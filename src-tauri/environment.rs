//! The one file of the shell that reads the environment.

use apprentice_api::environment::{self, Variables};
use apprentice_platform::signals::{EndSignal, EndSignals};
use tracing_subscriber::EnvFilter;

pub fn read() -> Variables {
    std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value))).collect()
}

/// How the program was called, without its own name.
pub fn arguments() -> Vec<String> {
    std::env::args_os().skip(1).filter_map(|argument| argument.into_string().ok()).collect()
}

/// A name on the session's bus for the home of this program, when it is not the usual one.
pub fn instance_name(variables: &Variables) -> Option<String> {
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

/// Waits until the system asks the program to end. `false`: it cannot be heard.
pub async fn end_requested() -> bool {
    let Ok(mut signals) = EndSignals::listen(&[EndSignal::Terminate, EndSignal::Interrupt]) else { return false };
    signals.next().await;
    true
}
