//! Data for which only a page can ask: what it sends by POST while it loads (`posted`), and what it is told over a WebSocket (`sockets`).
//!
//! We never send such a request, because it may do something. At the end of a run the page that sent it is opened again in a tab that nobody sees,
//! and what the page is answered there is read.

use super::reread::Reply;
use super::watch::Watcher;
use crate::ObserveError;
use apprentice_contracts::reading::Reading;
use std::collections::HashMap;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// How long what a page was answered is taken for what is so now: several data of one page are read one after the other.
const FRESH: Duration = Duration::from_secs(5);

/// Who waits for data of a page.
struct Waiting {
    /// The address of the data, masked.
    data: String,
    page: String,
    reply: oneshot::Sender<Result<Reading, ObserveError>>,
}

/// What is known of such data.
#[derive(Default)]
pub(super) struct PageOnly {
    /// The page that asked, by the masked address of the data.
    pages: HashMap<String, String>,
    /// What pages that were opened again were answered, since the person acted last.
    fresh: HashMap<String, Reading>,
    /// The pages that were opened again since then: when, and why one could not be read.
    opened: HashMap<String, (Instant, Option<String>)>,
    /// How many answers to such pages are being read.
    pub reading: usize,
    waiting: Vec<Waiting>,
}

impl PageOnly {
    /// A page asked for these data.
    pub fn asked(&mut self, masked: String, page: &str) {
        self.pages.entry(masked).or_insert_with(|| page.to_owned());
    }

    pub fn is_known(&self, masked: &str) -> bool {
        self.pages.contains_key(masked)
    }

    /// A page that was opened again was answered, and the answer was read.
    pub fn answered(&mut self, masked: String, reading: Option<Reading>) {
        self.reading = self.reading.saturating_sub(1);
        if let Some(reading) = reading {
            self.fresh.insert(masked, reading);
        }
    }

    /// The person did something: what was read before is out of date.
    pub fn outdate(&mut self) {
        self.fresh.clear();
        self.opened.clear();
    }

    /// Somebody signed in.
    pub fn forget(&mut self) {
        self.pages.clear();
        self.outdate();
    }

    /// Keeps what a page that was opened again was told.
    pub fn told(&mut self, masked: String, reading: Reading) {
        self.fresh.insert(masked, reading);
    }

    /// A page that was opened again has settled, or could not be read. Answers those who wait for its data.
    pub fn settled(&mut self, page: &str, failed: Option<&str>) {
        self.opened.insert(page.to_owned(), (Instant::now(), failed.map(str::to_owned)));
        let (ended, waiting) = std::mem::take(&mut self.waiting).into_iter().partition(|one| one.page == page);
        self.waiting = waiting;
        for Waiting { data, reply, .. } in ended {
            if let Some(answer) = self.answer(&data) {
                drop(reply.send(answer));
            }
        }
    }

    /// What is known of these data since the person acted last. `None`: their page must be opened again.
    fn answer(&self, data: &str) -> Option<Result<Reading, ObserveError>> {
        let failed = |why: String| Some(Err(ObserveError::Failed(why)));
        let Some(page) = self.pages.get(data) else {
            return failed(format!("no page of this run asked for {}", short(data)));
        };
        let (_, why) = self.opened.get(page).filter(|(at, _)| at.elapsed() < FRESH)?;
        match self.fresh.get(data) {
            Some(reading) => Some(Ok(reading.clone())),
            None => failed(why.clone().unwrap_or_else(|| format!("its page was not told {} again", short(data)))),
        }
    }
}

fn short(data: &str) -> &str {
    data.split('?').next().unwrap_or(data)
}

impl Watcher {
    /// Reads data again that only a page can ask for.
    pub(super) fn read_page_only(&mut self, data: String, reply: oneshot::Sender<Result<Reading, ObserveError>>) {
        if let Some(answer) = self.data.page_only.answer(&data) {
            return drop(reply.send(answer));
        }
        let Some(page) = self.data.page_only.pages.get(&data).cloned() else { return };
        self.data.page_only.waiting.push(Waiting { data, page: page.clone(), reply });
        if !self.reads.iter().any(|read| read.url == page && matches!(read.reply, Reply::Data)) {
            self.read_again(page, Reply::Data);
        }
    }
}
