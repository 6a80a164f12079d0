//! Which pages of a demonstration may be opened again.

use apprentice_contracts::observation::{ActionDetails, ObservedAction};

/// The sources of a demonstration's actions: addresses of pages in the order of their last visit, the last first.
pub fn visited(actions: &[ObservedAction]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut see = |url: &str| {
        if url.starts_with("http") {
            out.retain(|known| known != url);
            out.push(url.to_owned());
        }
    };
    for action in actions {
        if let ActionDetails::Navigate { url, .. } = &action.details {
            see(url);
        }
        if let Some(change) = &action.change {
            see(&change.before.url);
            see(&change.after.url);
        }
    }
    out.reverse();
    out
}
