//! The one file of the shell that reads the environment.

use apprentice_api::environment::{self, Variables};
use apprentice_platform::signals::{EndSignal, EndSignals};

/// The variables whose names are UTF-8.
pub fn read() -> Variables {
    std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value))).collect()
}

/// The arguments of the program, without its name.
pub fn arguments() -> Vec<String> {
    std::env::args_os().skip(1).filter_map(|argument| argument.into_string().ok()).collect()
}

/// The name on the session bus that keeps this program apart from those of other homes. `None` for the usual home.
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

/// Waits until the system asks the program to end. `false`: the system gave no way to hear of it.
pub async fn end_requested() -> bool {
    let Ok(mut signals) = EndSignals::listen(&[EndSignal::Terminate, EndSignal::Interrupt]) else { return false };
    signals.next().await;
    true
}
