//! What the shell says to the page, which listens by one channel.

use crate::drag_drop::DroppedFile;
use crate::links::PageLink;
use serde::Serialize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tauri::ipc::Channel;

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ShellEvent {
    /// Show this page.
    Go(PageLink),
    /// The window is to close, and something is watched.
    CloseAsked,
    /// Ask for the name of a step.
    MarkStep,
    /// Files are held over the window, or no longer.
    Dragged { over: bool },
    /// They were let go; the page may ask for each.
    Dropped { offered: Vec<DroppedFile> },
}

#[derive(Default)]
pub struct PageEvents(Mutex<Listener>);

#[derive(Default)]
struct Listener {
    channel: Option<Channel<ShellEvent>>,
    /// Said before the page listened.
    waiting: Option<ShellEvent>,
}

impl PageEvents {
    pub fn listen(&self, channel: Channel<ShellEvent>) {
        let mut listener = self.listener();
        if let Some(word) = listener.waiting.take() {
            let _gone = channel.send(word);
        }
        listener.channel = Some(channel);
    }

    /// The page that listened is gone.
    pub fn disconnect(&self) {
        self.listener().channel = None;
    }

    /// Whether somebody listener it.
    pub fn emit(&self, word: ShellEvent) -> bool {
        self.listener().channel.as_ref().is_some_and(|channel| channel.send(word).is_ok())
    }

    /// Says it, or keeps it for the page that will listen.
    pub fn open(&self, place: PageLink) {
        let word = ShellEvent::Go(place);
        if !self.emit(word.clone()) {
            self.listener().waiting = Some(word);
        }
    }

    fn listener(&self) -> MutexGuard<'_, Listener> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
