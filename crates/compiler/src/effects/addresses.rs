//! Which pages of a demonstration may be opened again.

use apprentice_contracts::observation::{ActionDetails, ObservedAction};

/// Whether an address says that opening it does something, or ends the session. Such an address is never opened by itself.
pub fn is_unsafe_address(url: &str) -> bool {
    const ACTS: &[&str] = &[
        "delete",
        "del",
        "rm",
        "erase",
        "remove",
        "destroy",
        "drop",
        "purge",
        "logout",
        "signout",
        "sign_out",
        "log_out",
        "logoff",
        "unsubscribe",
        "approve",
        "reject",
        "cancel",
        "toggle",
        "run",
        "execute",
        "trigger",
        "reset",
        "clear",
        "revoke",
        "disable",
        "enable",
        "activate",
        "deactivate",
        "publish",
        "unpublish",
        "archive",
        "restore",
        "merge",
        "close",
        "reopen",
        "pay",
        "send",
        "buy",
        "checkout",
        "vote",
        "confirm",
        "start",
        "stop",
        "restart",
    ];
    let Ok(parsed) = url::Url::parse(url) else { return true };
    let [query, fragment] = [parsed.query(), parsed.fragment()].map(Option::unwrap_or_default);
    let words = format!("{} {query} {fragment}", parsed.path()).to_lowercase();
    let has = |with: char| {
        words.split(move |letter: char| !letter.is_alphanumeric() && letter != with).any(|word| ACTS.contains(&word))
    };
    // `sign_out` is one word, `delete_user` are two.
    has('_') || has(' ')
}

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
