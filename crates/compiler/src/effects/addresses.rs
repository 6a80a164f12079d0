//! Which pages of a demonstration may be opened again.

use crate::sent::answered_posts;
use apprentice_contracts::observation::{ActionDetails, NavigationCause, ObservedAction};
use apprentice_contracts::reading::Reading;
use std::collections::{BTreeMap, BTreeSet};

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

/// Pages that are nothing but the answer to a form (POST, RFC 9110, 9.3.3): a preview, a list of what was asked for, or a record that a button
/// opens by its hidden number. Nobody can open them by their address. They were first reached by sending something that was filled in, or by a
/// request whose answer is known to be the page.
pub fn form_answers(actions: &[ObservedAction], sent: Option<&Reading>) -> BTreeSet<String> {
    let whole = |url: &str| url.split('#').next().unwrap_or_default().to_owned();
    let mut answered: BTreeMap<String, bool> = BTreeMap::new();
    for (url, is_page) in sent.into_iter().flat_map(answered_posts) {
        *answered.entry(whole(url)).or_default() |= is_page;
    }
    let mut out = BTreeSet::new();
    let mut known: BTreeSet<&str> = BTreeSet::new();
    let mut filled = false;
    for action in actions {
        filled |=
            matches!(action.details, ActionDetails::Fill { .. } | ActionDetails::Choose { .. } | ActionDetails::Upload { .. });
        let presses = match &action.details {
            ActionDetails::Click { target } => target.role != "link",
            ActionDetails::Press { .. } => true,
            _ => false,
        };
        // The address, and whether a form may have opened it: one that was filled in, or any.
        let mut arrivals: Vec<(&str, bool, bool)> = Vec::new();
        if let ActionDetails::Navigate { url, cause } = &action.details {
            let by_form = *cause == NavigationCause::FormSubmit;
            arrivals.push((url, filled && by_form, by_form));
        }
        if let Some(change) = &action.change {
            arrivals.extend([(change.before.url.as_str(), false, false), (change.after.url.as_str(), filled, presses)]);
            filled &= change.before.url == change.after.url;
        }
        for (url, by_filled, by_form) in arrivals {
            let is_answer = |is_page: &bool| by_filled || by_form && *is_page;
            if known.insert(url) && answered.get(&whole(url)).is_some_and(is_answer) {
                out.insert(url.to_owned());
            }
        }
    }
    out
}
