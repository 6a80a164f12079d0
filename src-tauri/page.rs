//! What the shell says to the page, which listens by one channel.

use crate::drops::Offered;
use crate::links::Place;
use serde::Serialize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tauri::ipc::Channel;

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Word {
    /// Show this page.
    Go(Place),
    /// The window is to close, and something is watched.
    CloseAsked,
    /// Ask for the name of a step.
    MarkStep,
    /// Files are held over the window, or no longer.
    Dragged { over: bool },
    /// They were let go; the page may ask for each.
    Dropped { offered: Vec<Offered> },
}

#[derive(Default)]
pub struct Page(Mutex<Heard>);

#[derive(Default)]
struct Heard {
    channel: Option<Channel<Word>>,
    /// Said before the page listened.
    waiting: Option<Word>,
}

impl Page {
    pub fn listen(&self, channel: Channel<Word>) {
        let mut heard = self.heard();
        if let Some(word) = heard.waiting.take() {
            let _gone = channel.send(word);
        }
        heard.channel = Some(channel);
    }

    /// The page that listened is gone.
    pub fn forget(&self) {
        self.heard().channel = None;
    }

    /// Whether somebody heard it.
    pub fn say(&self, word: Word) -> bool {
        self.heard().channel.as_ref().is_some_and(|channel| channel.send(word).is_ok())
    }

    /// Says it, or keeps it for the page that will listen.
    pub fn go(&self, place: Place) {
        let word = Word::Go(place);
        if !self.say(word.clone()) {
            self.heard().waiting = Some(word);
        }
    }

    fn heard(&self) -> MutexGuard<'_, Heard> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
