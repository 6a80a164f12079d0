//! Why a page moved: by the user's own act on the browser, as an effect of something they did in the page, or by itself.

use apprentice_contracts::observation::NavigationCause;
use url::Url;

#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Belongs to the action that is settling.
    Effect,
    /// An action of its own.
    Act(NavigationCause),
    /// The page moved by itself; nobody did it.
    Unasked,
}

/// What is known when a new document of the top frame is shown.
#[derive(Clone, Debug, Default)]
pub struct Move {
    /// Why the page asked for it (`anchorClick`, `formSubmissionPost`, `scriptInitiated` ...); `None`: the browser itself did.
    pub requested: Option<String>,
    /// How the browser began it (`reload`, `historyDifferentDocument`, `differentDocument` ...).
    pub started: Option<String>,
    /// An action of this page is still settling.
    pub pending: bool,
    /// The user clicked something nameless a moment ago.
    pub touched: bool,
    /// The page was opened by another one.
    pub opened: bool,
}

impl Move {
    pub fn verdict(&self) -> Verdict {
        let started = self.started.as_deref().unwrap_or_default();
        match self.requested.as_deref() {
            Some(_) if self.pending => Verdict::Effect,
            Some("anchorClick") => Verdict::Act(NavigationCause::Link),
            Some(reason) if reason.starts_with("formSubmission") => Verdict::Act(NavigationCause::FormSubmit),
            Some(_) if self.touched => Verdict::Act(NavigationCause::Script),
            Some(_) => Verdict::Unasked,
            None if started.starts_with("reload") => Verdict::Act(NavigationCause::Reload),
            // A page's own "Back" button moves through the history as well.
            None if started.starts_with("history") || started.starts_with("restore") => {
                if self.pending {
                    Verdict::Effect
                } else {
                    Verdict::Act(NavigationCause::BackForward)
                }
            }
            None if self.opened && self.pending => Verdict::Effect,
            None if self.opened => Verdict::Act(NavigationCause::Link),
            None => Verdict::Act(NavigationCause::Typed),
        }
    }
}

/// Host and port as [`crate::scope::Scope`] wants them; empty where there is no site (`about:`, `data:`, `file:`).
pub fn host_of(url: &str) -> String {
    let Ok(url) = Url::parse(url.strip_prefix("blob:").unwrap_or(url)) else { return String::new() };
    match (url.host_str(), url.port()) {
        (Some(host), Some(port)) => format!("{host}:{port}"),
        (Some(host), None) if matches!(url.scheme(), "http" | "https") => host.to_owned(),
        _ => String::new(),
    }
}

/// Pages of the browser itself, and the empty page: nobody demonstrates there.
pub fn is_blank(url: &str) -> bool {
    url.is_empty()
        || ["about:", "chrome:", "chrome-untrusted:", "edge:", "brave:", "vivaldi:", "devtools:", "chrome-search:"]
            .iter()
            .any(|scheme| url.starts_with(scheme))
}

/// Where a watching may begin. `None`: that is no address it may open.
pub fn start_address(url: &str) -> Option<String> {
    if url == "about:blank" {
        return Some(url.into());
    }
    Url::parse(url).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host()).map(Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes() {
        use NavigationCause::{BackForward, FormSubmit, Link, Reload, Script, Typed};
        for (requested, started, pending, touched, opened, verdict) in [
            ("", "differentDocument", false, false, false, Verdict::Act(Typed)),
            ("", "differentDocument", true, false, false, Verdict::Act(Typed)),
            ("", "reload", true, false, false, Verdict::Act(Reload)),
            ("", "historyDifferentDocument", false, false, false, Verdict::Act(BackForward)),
            ("", "historyDifferentDocument", true, false, false, Verdict::Effect),
            ("", "differentDocument", true, false, true, Verdict::Effect),
            ("", "differentDocument", false, false, true, Verdict::Act(Link)),
            ("anchorClick", "differentDocument", true, false, false, Verdict::Effect),
            ("anchorClick", "differentDocument", false, false, false, Verdict::Act(Link)),
            ("formSubmissionPost", "differentDocument", false, false, false, Verdict::Act(FormSubmit)),
            ("scriptInitiated", "differentDocument", false, true, false, Verdict::Act(Script)),
            ("metaTagRefresh", "differentDocument", false, false, false, Verdict::Unasked),
        ] {
            let given = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
            let a_move = Move { requested: given(requested), started: given(started), pending, touched, opened };
            assert_eq!(a_move.verdict(), verdict, "{a_move:?}");
        }
    }

    #[test]
    fn hosts() {
        for (url, host) in [
            ("http://127.0.0.1:8080/a", "127.0.0.1:8080"),
            ("https://wiki.example.org/x?y", "wiki.example.org"),
            ("blob:https://wiki.example.org/1-2", "wiki.example.org"),
            ("about:blank", ""),
            ("data:text/html,x", ""),
        ] {
            assert_eq!(host_of(url), host, "{url}");
        }
    }

    #[test]
    fn only_web_addresses_are_opened() {
        for url in ["file:///etc/passwd", "javascript:alert(1)", "chrome://settings", "wiki", "http://"] {
            assert_eq!(start_address(url), None, "{url}");
        }
        assert_eq!(start_address("https://wiki.example.org").as_deref(), Some("https://wiki.example.org/"));
    }
}
