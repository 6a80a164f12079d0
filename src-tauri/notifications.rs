//! Notifications of the system: what happened while the window was not in front, and the way to it.

use crate::attachment::Attachment;
use crate::links::PageLink;
use crate::{activity, window};
use std::borrow::Cow;
use tauri::{AppHandle, Manager};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notification {
    pub title: String,
    pub body: String,
    /// What a click shows.
    pub link: PageLink,
}

impl Notification {
    fn new(title: &str, body: &str, link: PageLink) -> Self {
        Self { title: title.to_owned(), body: body.to_owned(), link }
    }

    pub fn paused(reason: &str) -> Self {
        let body = match reason {
            "capture_timeout" => "Nobody stopped it for a long time. Nothing is recorded until you resume.",
            _ => "Nothing is recorded until you resume.",
        };
        Self::new("Watching was paused", body, PageLink::page("/learn/active"))
    }

    pub fn ready(proposal: &str, goal: &str) -> Self {
        let body = if goal.is_empty() { "Look it over, then install it." } else { goal };
        Self::new("An ability is ready for review", body, proposal_page(proposal))
    }

    pub fn rehearsed(proposal: &str, result: &str) -> Self {
        let body = match result {
            "passed" => "Every checkpoint was reached.",
            "failed" => "It did not reach every checkpoint.",
            _ => "See which checkpoints were reached.",
        };
        Self::new("A rehearsal has finished", body, proposal_page(proposal))
    }

    /// Of those that wait for the person since now; one note for all of them.
    pub fn imports(imports: &[String]) -> Option<Self> {
        let mut link = PageLink::page("/skills/import");
        match imports {
            [] => None,
            [import] => {
                link.search.insert("id".to_owned(), import.clone());
                Some(Self::new("An import is ready for review", "Look its skills over, then install them.", link))
            }
            several => {
                let title = format!("{} imports are ready for review", several.len());
                Some(Self::new(&title, "Look their skills over, then install them.", link))
            }
        }
    }

    pub fn health(ability: &str, health: &str) -> Self {
        let mut link = PageLink::page("/skills");
        link.search.insert("open".to_owned(), ability.to_owned());
        match health {
            "quarantined" => Self::new("An ability was quarantined", "Agents do not use it until you release it.", link),
            _ => Self::new("An ability is degraded", "Agents failed at the same checkpoint several times.", link),
        }
    }
}

fn proposal_page(proposal: &str) -> PageLink {
    PageLink::page(&if proposal.is_empty() { "/learn/pending".to_owned() } else { format!("/learn/pending/{proposal}") })
}

/// Shows it, unless the person looks at the window or switched notifications off.
pub async fn notify(app: &AppHandle, note: Notification) {
    if window::is_in_front(app) {
        return;
    }
    let settings = activity::get(&app.state::<Attachment>(), "/api/settings").await;
    if settings.is_some_and(|answer| answer["settings"]["desktop"]["notifications"] == serde_json::Value::Bool(false)) {
        return;
    }
    let app = app.clone();
    // It waits for the click, which may come hours later.
    let shown = std::thread::Builder::new().name("notification".into()).spawn(move || show(&app, &note));
    if let Err(error) = shown {
        tracing::warn!(%error, "a notification could not be shown");
    }
}

fn show(app: &AppHandle, content: &Notification) {
    let mut notification = notify_rust::Notification::new();
    notification.appname("Apprentice").summary(&content.title).body(&escape_body(&content.body, supports_markup()));
    #[cfg(all(unix, not(target_os = "macos")))]
    notification.action("default", "Open").icon("apprentice-desktop").hint(notify_rust::Hint::DesktopEntry("Apprentice".into()));
    match notification.show() {
        #[cfg(all(unix, not(target_os = "macos")))]
        Ok(shown) => shown.wait_for_action(|action| {
            if action == "default" {
                window::open_page(app, content.link.clone());
            }
        }),
        // There a click brings the program to the front.
        #[cfg(not(all(unix, not(target_os = "macos"))))]
        Ok(_) => {}
        Err(error) => tracing::warn!(%error, "this machine shows no notifications"),
    }
}

/// Whether the words of a body are read as markup, as the freedesktop specification lets a desktop do. One that does not say is taken to.
#[cfg(all(unix, not(target_os = "macos")))]
fn supports_markup() -> bool {
    notify_rust::get_capabilities().map_or(true, |can| can.iter().any(|word| word == "body-markup"))
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
fn supports_markup() -> bool {
    false
}

/// What a person typed, or a page is called, is never a link or a picture.
fn escape_body(text: &str, markup: bool) -> Cow<'_, str> {
    if !markup || !text.contains(['&', '<', '>']) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_words_become_markup() {
        for (text, markup, expected) in [
            ("Make tea", true, "Make tea"),
            ("<a href=\"https://evil.example\">Make</a> tea", true, "&lt;a href=\"https://evil.example\"&gt;Make&lt;/a&gt; tea"),
            ("Tea & <b>milk</b>", true, "Tea &amp; &lt;b&gt;milk&lt;/b&gt;"),
            ("&lt;b&gt;", true, "&amp;lt;b&amp;gt;"),
            ("Tea & <b>milk</b>", false, "Tea & <b>milk</b>"),
        ] {
            assert_eq!(escape_body(text, markup), expected, "{text}");
        }
    }

    #[test]
    fn a_note_leads_to_what_it_tells_of() {
        for (note, path) in [
            (Notification::paused("capture_timeout"), "/learn/active"),
            (Notification::ready("p", ""), "/learn/pending/p"),
            (Notification::ready("", "Make tea"), "/learn/pending"),
            (Notification::rehearsed("p", "passed"), "/learn/pending/p"),
            (Notification::health("ability_tea", "degraded"), "/skills"),
            (Notification::imports(&["i".to_owned()]).unwrap(), "/skills/import"),
            (Notification::imports(&["i".to_owned(), "j".to_owned()]).unwrap(), "/skills/import"),
        ] {
            assert_eq!(note.link.path, path, "{note:?}");
            assert!(!note.title.is_empty() && !note.body.is_empty());
        }
        let told = |count: usize| Notification::imports(&vec!["i".to_owned(); count]);
        assert_eq!(told(0), None);
        assert_eq!(told(1).unwrap().link.search["id"], "i");
        assert_eq!(told(12).unwrap().title, "12 imports are ready for review");
        assert!(told(12).unwrap().link.search.is_empty(), "the list shows all of them");
        assert_eq!(Notification::health("ability_tea", "quarantined").link.search["open"], "ability_tea");
    }
}
