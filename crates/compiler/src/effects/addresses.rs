//! Which pages of a demonstration may be opened again.

use crate::sent::answered_posts;
use apprentice_contracts::observation::{ActionDetails, NavigationCause, ObservedAction};
use apprentice_contracts::reading::Reading;
use std::collections::BTreeSet;

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

/// Pages that are nothing but the answer to a form (POST, RFC 9110, 9.3.3): a preview, or a list of what was asked for. Nobody can open them by
/// their address. They were first reached by sending something that was filled in.
pub fn form_answers(actions: &[ObservedAction], sent: Option<&Reading>) -> BTreeSet<String> {
    let whole = |url: &str| url.split('#').next().unwrap_or_default().to_owned();
    let answered: BTreeSet<String> = sent.into_iter().flat_map(answered_posts).map(whole).collect();
    let mut out = BTreeSet::new();
    let mut known: BTreeSet<&str> = BTreeSet::new();
    let mut filled = false;
    for action in actions {
        filled |=
            matches!(action.details, ActionDetails::Fill { .. } | ActionDetails::Choose { .. } | ActionDetails::Upload { .. });
        let mut arrivals: Vec<(&str, bool)> = Vec::new();
        if let ActionDetails::Navigate { url, cause } = &action.details {
            arrivals.push((url, filled && *cause == NavigationCause::FormSubmit));
        }
        if let Some(change) = &action.change {
            arrivals.extend([(change.before.url.as_str(), false), (change.after.url.as_str(), filled)]);
            filled &= change.before.url == change.after.url;
        }
        for (url, by_form) in arrivals {
            if known.insert(url) && by_form && answered.contains(&whole(url)) {
                out.insert(url.to_owned());
            }
        }
    }
    out
}
