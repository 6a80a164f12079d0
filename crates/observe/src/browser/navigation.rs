//! Why a page navigated: because the user acted on the browser, as the effect of an action in the page, or automatically.

use apprentice_contracts::observation::NavigationCause;
use url::Url;

/// Whether a page at this address is the requested one: its path contains all parts of the requested path, in this order.
pub fn leads_to(asked: &str, landed: &str) -> bool {
    let (Ok(asked), Ok(landed)) = (Url::parse(asked), Url::parse(landed)) else { return false };
    let mut rest = landed.path().split('/');
    asked.path().trim_end_matches('/').split('/').all(|part| rest.any(|other| other == part))
}

#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The effect of the action that is settling.
    Effect,
    /// An action of its own.
    Act(NavigationCause),
    /// The page navigated by itself.
    NotByUser,
}

/// What is known when the top frame shows a new document.
#[derive(Clone, Debug, Default)]
pub struct Navigation {
    /// Why the page asked for it (`anchorClick`, `formSubmissionPost`, `scriptInitiated` ...); `None`: the browser itself did.
    pub requested: Option<String>,
    /// How the browser began it (`reload`, `historyDifferentDocument`, `differentDocument` ...).
    pub started: Option<String>,
    /// Whether the user asked for it, by the event of the page. `None`: the page got no event (the browser sends none across sites).
    pub by_user: Option<bool>,
    /// An action of this page is still settling.
    pub pending: bool,
    /// The user clicked something without a name just before.
    pub touched: bool,
    /// The page was opened by another one.
    pub opened: bool,
}

impl Navigation {
    pub fn verdict(&self) -> Verdict {
        let started = self.started.as_deref().unwrap_or_default();
        let by_user = self.by_user == Some(true);
        match self.requested.as_deref() {
            Some(_) if self.pending => Verdict::Effect,
            // A script can follow links, send forms and go back at any time; then the user did not do it.
            Some("anchorClick") if by_user => Verdict::Act(NavigationCause::Link),
            Some(reason) if by_user && reason.starts_with("formSubmission") => Verdict::Act(NavigationCause::FormSubmit),
            Some(_) => self.scripted(),
            None if started.starts_with("reload") => Verdict::Act(NavigationCause::Reload),
            None if started.starts_with("history") || started.starts_with("restore") => match self.by_user {
                Some(true) => Verdict::Act(NavigationCause::BackForward),
                // A page's own "Back" button.
                _ if self.pending => Verdict::Effect,
                None => Verdict::Act(NavigationCause::BackForward),
                Some(false) => self.scripted(),
            },
            None if self.opened && self.pending => Verdict::Effect,
            None if self.opened => Verdict::Act(NavigationCause::Link),
            None => Verdict::Act(NavigationCause::Typed),
        }
    }

    const fn scripted(&self) -> Verdict {
        if self.touched { Verdict::Act(NavigationCause::Script) } else { Verdict::NotByUser }
    }
}

/// Host and port as in [`crate::scope::Scope`]; empty for addresses without a site (`about:`, `data:`, `file:`).
pub fn host_of(url: &str) -> String {
    let Ok(url) = Url::parse(url.strip_prefix("blob:").unwrap_or(url)) else { return String::new() };
    match (url.host_str(), url.port()) {
        (Some(host), Some(port)) => format!("{host}:{port}"),
        (Some(host), None) if matches!(url.scheme(), "http" | "https") => host.to_owned(),
        _ => String::new(),
    }
}

/// Whether this is a page of the browser itself, or the empty page. Nobody demonstrates there.
pub fn is_blank(url: &str) -> bool {
    url.is_empty()
        || ["about:", "chrome:", "chrome-untrusted:", "edge:", "brave:", "vivaldi:", "devtools:", "chrome-search:"]
            .iter()
            .any(|scheme| url.starts_with(scheme))
}

/// The address at which the browser may start. `None`: it may not open this one.
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
        const USER: Option<bool> = Some(true);
        const SCRIPT: Option<bool> = Some(false);
        for (requested, started, by_user, pending, touched, opened, verdict) in [
            ("", "differentDocument", None, false, false, false, Verdict::Act(Typed)),
            ("", "differentDocument", None, true, false, false, Verdict::Act(Typed)),
            ("", "reload", None, true, false, false, Verdict::Act(Reload)),
            ("reload", "reload", SCRIPT, false, false, false, Verdict::NotByUser),
            ("", "historyDifferentDocument", None, false, false, false, Verdict::Act(BackForward)),
            ("", "historyDifferentDocument", None, true, false, false, Verdict::Effect),
            ("", "historyDifferentDocument", USER, true, false, false, Verdict::Act(BackForward)),
            ("", "historySameDocument", SCRIPT, false, false, false, Verdict::NotByUser),
            ("", "historyDifferentDocument", SCRIPT, false, true, false, Verdict::Act(Script)),
            ("", "historyDifferentDocument", SCRIPT, true, false, false, Verdict::Effect),
            ("", "differentDocument", None, true, false, true, Verdict::Effect),
            ("", "differentDocument", None, false, false, true, Verdict::Act(Link)),
            ("anchorClick", "differentDocument", USER, true, false, false, Verdict::Effect),
            ("anchorClick", "differentDocument", USER, false, false, false, Verdict::Act(Link)),
            ("anchorClick", "differentDocument", SCRIPT, false, false, false, Verdict::NotByUser),
            ("formSubmissionPost", "differentDocument", USER, false, false, false, Verdict::Act(FormSubmit)),
            ("formSubmissionPost", "differentDocument", SCRIPT, false, false, false, Verdict::NotByUser),
            ("scriptInitiated", "differentDocument", SCRIPT, false, true, false, Verdict::Act(Script)),
            ("metaTagRefresh", "differentDocument", SCRIPT, false, false, false, Verdict::NotByUser),
        ] {
            let given = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
            let take_navigation =
                Navigation { requested: given(requested), started: given(started), by_user, pending, touched, opened };
            assert_eq!(take_navigation.verdict(), verdict, "{take_navigation:?}");
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
