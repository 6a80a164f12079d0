//! Notifications of the system: what happened while the window was not in front. A click opens the page about it.

use crate::activity::{self, ConnectorWaits};
use crate::attachment::Attachment;
use crate::links::PageLink;
use crate::window;
use apprentice_api::operations as op;
use apprentice_contracts::app::SettingsResponse;
use apprentice_contracts::capability::CapabilityHealthStatus;
use apprentice_contracts::event::PauseReason;
use apprentice_contracts::ids::{AbilityId, ImportId, ProposalId};
use apprentice_contracts::validation::OverallResult;
use notify_rust::NotificationHandle;
use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tauri::{AppHandle, Manager};

/// What a notification says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notification {
    /// One line.
    pub title: String,
    /// One or two sentences, as plain text.
    pub body: String,
    /// What a click opens.
    pub link: PageLink,
}

impl Notification {
    fn new(title: &str, body: &str, link: PageLink) -> Self {
        Self { title: title.to_owned(), body: body.to_owned(), link }
    }

    /// The program paused a demonstration.
    pub fn paused(reason: PauseReason) -> Self {
        let body = match reason {
            PauseReason::CaptureTimeout => "It ran for a long time without being stopped. Nothing is recorded until you resume.",
            _ => "Nothing is recorded until you resume.",
        };
        Self::new("Watching was paused", body, PageLink::page("/learn/active"))
    }

    /// The draft of a new ability can be reviewed. `goal`: what the person wants the ability to do.
    pub fn ready(proposal: Option<ProposalId>, goal: Option<&str>) -> Self {
        let body = goal.filter(|goal| !goal.is_empty()).unwrap_or("Review it, then install it.");
        Self::new("An ability is ready for review", body, proposal_page(proposal))
    }

    /// A rehearsal ended.
    pub fn rehearsed(proposal: ProposalId, result: OverallResult) -> Self {
        let body = match result {
            OverallResult::Passed => "Every checkpoint was reached.",
            OverallResult::Failed => "It did not reach every checkpoint.",
            OverallResult::Partial | OverallResult::Cancelled => "See which checkpoints were reached.",
        };
        Self::new("A rehearsal has finished", body, proposal_page(Some(proposal)))
    }

    /// One notification for all imports that became ready for review; `None` for none.
    pub fn imports(imports: &[ImportId]) -> Option<Self> {
        let mut link = PageLink::page("/skills/import");
        match imports {
            [] => None,
            [import] => {
                link.search.insert("id".to_owned(), import.to_string());
                Some(Self::new("An import is ready for review", "Review its skills, then install them.", link))
            }
            several => {
                let title = format!("{} imports are ready for review", several.len());
                Some(Self::new(&title, "Review their skills, then install them.", link))
            }
        }
    }

    /// One notification for all calls and questions of connectors that began to wait; `None` for none. It holds the
    /// name under which a connector is registered, and no word that a server or an agent says.
    pub fn connectors(waiting: &[ConnectorWaits]) -> Option<Self> {
        let link = PageLink::page("/connectors");
        let expires = "It waits for some minutes. Read it before you answer.";
        match waiting {
            [] => None,
            [ConnectorWaits::Call { connector }] => {
                Some(Self::new(&format!("A call of {connector} waits for you"), expires, link))
            }
            [ConnectorWaits::Question { connector }] => {
                Some(Self::new(&format!("{connector} asks you something"), expires, link))
            }
            several => {
                let title = format!("{} calls and questions of connectors wait for you", several.len());
                Some(Self::new(&title, "They wait for some minutes. Read each before you answer.", link))
            }
        }
    }

    /// An ability became degraded or quarantined.
    pub fn health(ability: &AbilityId, health: CapabilityHealthStatus) -> Self {
        let mut link = PageLink::page("/skills");
        link.search.insert("open".to_owned(), ability.0.clone());
        match health {
            CapabilityHealthStatus::Quarantined => {
                Self::new("An ability was quarantined", "Agents do not use it until you release it.", link)
            }
            _ => Self::new("An ability is degraded", "Agents failed at the same checkpoint several times.", link),
        }
    }
}

fn proposal_page(proposal: Option<ProposalId>) -> PageLink {
    PageLink::page(&proposal.map_or_else(|| "/learn/pending".to_owned(), |proposal| format!("/learn/pending/{proposal}")))
}

/// Shows it, unless the window is in front or the person switched notifications off.
pub async fn notify(app: &AppHandle, notification: Notification) {
    show_in_thread(app, move |app| show(app, &notification)).await;
}

/// Notifies the person of `new` imports that are ready for review. While the notification of earlier ones is on the
/// screen, this one replaces it and counts those of them that are still in `ready`.
pub async fn notify_imports(app: &AppHandle, new: Vec<ImportId>, ready: HashSet<ImportId>) {
    if !new.is_empty() {
        show_in_thread(app, move |app| show_imports(app, new, &ready)).await;
    }
}

/// Runs `show` in a thread of its own, because it waits for the click, which may come hours later.
async fn show_in_thread(app: &AppHandle, show: impl FnOnce(&AppHandle) + Send + 'static) {
    if window::is_in_front(app) {
        return;
    }
    let settings: Option<SettingsResponse> = activity::get(&app.state::<Attachment>(), &op::SETTINGS.call([])).await;
    if settings.is_some_and(|answer| !answer.settings.desktop.notifications) {
        return;
    }
    let app = app.clone();
    let thread = std::thread::Builder::new().name("notification".into()).spawn(move || show(&app));
    if let Err(error) = thread {
        tracing::warn!(%error, "a notification could not be shown");
    }
}

fn show(app: &AppHandle, content: &Notification) {
    if let Some(shown) = put_on_screen(content, None) {
        wait_for_click(shown, || window::open_page(app, content.link.clone()));
    }
}

/// The notification of imports that is on the screen.
#[derive(Debug, Default)]
pub struct ShownImports(Mutex<Option<OnScreen>>);

#[derive(Debug)]
struct OnScreen {
    /// Its number on the desktop.
    id: u32,
    imports: Vec<ImportId>,
    link: PageLink,
}

impl ShownImports {
    fn on_screen(&self) -> MutexGuard<'_, Option<OnScreen>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn show_imports(app: &AppHandle, new: Vec<ImportId>, ready: &HashSet<ImportId>) {
    let state = app.state::<ShownImports>();
    let mut on_screen = state.on_screen();
    let before = on_screen.as_ref();
    let mut imports: Vec<_> = before.iter().flat_map(|shown| &shown.imports).filter(|id| ready.contains(id)).copied().collect();
    imports.extend(new);
    let before = before.map(|shown| shown.id);
    let Some(content) = Notification::imports(&imports) else { return };
    let Some(shown) = put_on_screen(&content, before) else { return };
    let id = number(&shown);
    *on_screen = Some(OnScreen { id, imports, link: content.link });
    drop(on_screen);
    // The thread that showed it first still waits for its click.
    if before != Some(id) {
        let mut link = None;
        wait_for_click(shown, || link = state.on_screen().as_ref().map(|shown| shown.link.clone()));
        let mut on_screen = state.on_screen();
        if on_screen.as_ref().is_some_and(|shown| shown.id == id) {
            *on_screen = None;
        }
        drop(on_screen);
        if let Some(link) = link {
            window::open_page(app, link);
        }
    }
}

/// Shows it in place of the one with the number `replaced`. `None`: this machine shows no notifications.
fn put_on_screen(content: &Notification, replaced: Option<u32>) -> Option<NotificationHandle> {
    let mut notification = notify_rust::Notification::new();
    notification.appname("Apprentice").summary(&content.title).body(&escape_body(&content.body, supports_markup()));
    if let Some(id) = replaced {
        notification.id(id);
    }
    #[cfg(all(unix, not(target_os = "macos")))]
    notification.action("default", "Open").icon("apprentice-desktop").hint(notify_rust::Hint::DesktopEntry("Apprentice".into()));
    let unavailable = |error: &notify_rust::error::Error| tracing::warn!(%error, "this machine shows no notifications");
    notification.show().inspect_err(unavailable).ok()
}

/// Waits until it is clicked or closed.
#[cfg(all(unix, not(target_os = "macos")))]
fn wait_for_click(shown: NotificationHandle, clicked: impl FnOnce()) {
    shown.wait_for_action(|action| {
        if action == "default" {
            clicked();
        }
    });
}

#[cfg(all(unix, not(target_os = "macos")))]
fn number(shown: &NotificationHandle) -> u32 {
    shown.id()
}

/// A click brings the program to the front here.
#[cfg(not(all(unix, not(target_os = "macos"))))]
fn wait_for_click(_: NotificationHandle, _: impl FnOnce()) {}

/// These systems replace no notification.
#[cfg(not(all(unix, not(target_os = "macos"))))]
fn number(_: &NotificationHandle) -> u32 {
    0
}

/// Whether the desktop reads a body as markup, as the freedesktop specification allows. A desktop that does not answer is assumed to.
#[cfg(all(unix, not(target_os = "macos")))]
fn supports_markup() -> bool {
    notify_rust::get_capabilities().map_or(true, |can| can.iter().any(|word| word == "body-markup"))
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
fn supports_markup() -> bool {
    false
}

/// Keeps the goal that a person typed, or the title of a page, from becoming a link or a picture.
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
    fn no_text_becomes_markup() {
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
    fn a_notification_links_to_what_it_is_about() {
        const ID: &str = "01900000-0000-7000-8000-000000000001";
        let (proposal, import): (ProposalId, ImportId) = (ID.parse().unwrap(), ID.parse().unwrap());
        let ability = AbilityId("ability_tea".to_owned());
        let page = format!("/learn/pending/{ID}");
        let asks = || ConnectorWaits::Question { connector: "Rooms".to_owned() };
        let calls = || ConnectorWaits::Call { connector: "Rooms".to_owned() };
        for (notification, path) in [
            (Notification::paused(PauseReason::CaptureTimeout), "/learn/active"),
            (Notification::ready(Some(proposal), Some("")), &page),
            (Notification::ready(None, Some("Make tea")), "/learn/pending"),
            (Notification::rehearsed(proposal, OverallResult::Passed), &page),
            (Notification::health(&ability, CapabilityHealthStatus::Degraded), "/skills"),
            (Notification::imports(&[import]).unwrap(), "/skills/import"),
            (Notification::imports(&[import, import]).unwrap(), "/skills/import"),
            (Notification::connectors(&[asks()]).unwrap(), "/connectors"),
            (Notification::connectors(&[calls(), asks()]).unwrap(), "/connectors"),
        ] {
            assert_eq!(notification.link.path, path, "{notification:?}");
            assert!(!notification.title.is_empty() && !notification.body.is_empty());
        }
        let title = |waiting: &[ConnectorWaits]| Notification::connectors(waiting).map(|shown| shown.title);
        assert_eq!(title(&[]), None);
        assert_eq!(title(&[asks()]).unwrap(), "Rooms asks you something");
        assert_eq!(title(&[calls()]).unwrap(), "A call of Rooms waits for you");
        assert_eq!(title(&[calls(), asks()]).unwrap(), "2 calls and questions of connectors wait for you");
        let of = |count: usize| Notification::imports(&vec![import; count]);
        assert_eq!(of(0), None);
        assert_eq!(of(1).unwrap().link.search["id"], ID);
        assert_eq!(of(12).unwrap().title, "12 imports are ready for review");
        assert!(of(12).unwrap().link.search.is_empty(), "the list shows all of them");
        let quarantined = Notification::health(&ability, CapabilityHealthStatus::Quarantined);
        assert_eq!(quarantined.link.search["open"], "ability_tea");
    }
}
