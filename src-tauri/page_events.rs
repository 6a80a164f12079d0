//! Events that the shell sends to the page, which listens on one channel.

use crate::drag_drop::DesktopFile;
use crate::links::PageLink;
use serde::Serialize;
use specta::Type;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tauri::ipc::Channel;

/// Events that the shell sends to the page.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum DesktopEvent {
    /// Show this page of the interface.
    Go {
        /// Its path, such as `/skills`.
        path: String,
        /// The parameters of its search.
        search: BTreeMap<String, String>,
        /// A message for the person.
        note: Option<String>,
    },
    /// The person wants to close the window while something is watched.
    CloseAsked,
    /// Ask for the name of a step.
    MarkStep,
    /// Files are held over the window, or no longer.
    Dragged {
        /// `true` while they are.
        over: bool,
    },
    /// Files were dropped; the page may ask for each.
    Dropped {
        /// In the order in which they were dropped.
        offered: Vec<DesktopFile>,
    },
}

impl From<PageLink> for DesktopEvent {
    fn from(PageLink { path, search, note }: PageLink) -> Self {
        Self::Go { path, search, note }
    }
}

/// The channel to the page that listens now.
#[derive(Default)]
pub struct PageEvents(Mutex<Listener>);

#[derive(Default)]
struct Listener {
    channel: Option<Channel<DesktopEvent>>,
    /// Sent before a page listened.
    waiting: Option<DesktopEvent>,
}

impl PageEvents {
    /// Sends events to this channel from now on, and the one that waits for a listener.
    pub fn listen(&self, channel: Channel<DesktopEvent>) {
        let mut listener = self.listener();
        if let Some(event) = listener.waiting.take() {
            // Fails only if the page is gone already.
            let _ = channel.send(event);
        }
        listener.channel = Some(channel);
    }

    /// Forgets the channel of a page that is gone.
    pub fn disconnect(&self) {
        self.listener().channel = None;
    }

    /// Answers whether a page received the event.
    pub fn emit(&self, event: DesktopEvent) -> bool {
        self.listener().channel.as_ref().is_some_and(|channel| channel.send(event).is_ok())
    }

    /// Shows a page of the interface, as soon as a page listens.
    pub fn open(&self, link: PageLink) {
        let event = DesktopEvent::from(link);
        if !self.emit(event.clone()) {
            self.listener().waiting = Some(event);
        }
    }

    fn listener(&self) -> MutexGuard<'_, Listener> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
