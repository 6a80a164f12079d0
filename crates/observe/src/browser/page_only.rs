//! Data for which only a page can ask: what it sends by POST while it loads (`posted`), and what it is told over a WebSocket (`sockets`).
//!
//! We send no such request, because it may do something. At the end of a run the page that sent it is opened again in a tab that nobody sees, as every
//! page that is read again, and what the page is answered there is read. Pages whose address says that they act are left out.

use super::reread::Reply;
use super::watch::Watcher;
use crate::ObserveError;
use apprentice_contracts::reading::{Reading, is_unsafe_address};
use std::collections::HashMap;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// The most addresses of such data.
const MOST_ADDRESSES: usize = 64;
/// How long what a page was answered is taken for what is so now: several data of one page are read one after the other.
const FRESH: Duration = Duration::from_secs(5);

/// Who waits for data of a page.
struct Waiting {
    /// The address of the data, masked.
    data: String,
    page: String,
    /// How often the person had acted when its page was asked for.
    acts: u64,
    reply: oneshot::Sender<Result<Reading, ObserveError>>,
}

/// What is known of such data.
#[derive(Default)]
pub(super) struct PageOnly {
    /// The page that asked, by the masked address of the data.
    pages: HashMap<String, String>,
    /// What pages that were opened again were answered when they were opened last.
    fresh: HashMap<String, Reading>,
    /// The pages that were opened again since the person acted last, and when.
    opened: HashMap<String, Instant>,
    /// How often the person acted.
    acts: u64,
    /// How many answers to pages that were opened again are being read.
    pub reading: usize,
    waiting: Vec<Waiting>,
}

impl PageOnly {
    /// A page asked for these data.
    pub fn asked(&mut self, masked: String, page: &str) {
        if self.pages.len() < MOST_ADDRESSES && !is_unsafe_address(page) {
            self.pages.entry(masked).or_insert_with(|| page.to_owned());
        }
    }

    pub fn is_known(&self, masked: &str) -> bool {
        self.pages.contains_key(masked)
    }

    /// A page that was opened again was answered, and the answer was read.
    pub fn answered(&mut self, masked: String, reading: Option<Reading>) {
        self.reading = self.reading.saturating_sub(1);
        if let Some(reading) = reading.filter(|_| self.is_known(&masked)) {
            self.fresh.insert(masked, reading);
        }
    }

    /// The person did something: what is read next must be read after it.
    pub fn outdate(&mut self) {
        self.opened.clear();
        self.acts += 1;
    }

    /// Somebody signed in.
    pub fn forget(&mut self) {
        self.pages.clear();
        self.fresh.clear();
        self.outdate();
    }

    /// What is known of these data. `None`: their page must be opened again.
    fn known(&self, data: &str, page: &str) -> Option<Result<Reading, ObserveError>> {
        let is_fresh = self.opened.get(page).is_some_and(|at| at.elapsed() < FRESH);
        is_fresh.then(|| self.answer(data, None))
    }

    fn answer(&self, data: &str, failed: Option<&str>) -> Result<Reading, ObserveError> {
        match (failed, self.fresh.get(data)) {
            (None, Some(reading)) => Ok(reading.clone()),
            (Some(why), _) => Err(ObserveError::Failed(why.to_owned())),
            (None, None) => Err(ObserveError::Failed(format!("its page was not told {} again", short(data)))),
        }
    }

    /// A page that was opened again has settled, or could not be read. Answers those who wait for its data.
    pub fn settled(&mut self, page: &str, failed: Option<&str>) {
        let (ended, waiting): (Vec<_>, Vec<_>) = std::mem::take(&mut self.waiting).into_iter().partition(|one| one.page == page);
        self.waiting = waiting;
        if failed.is_none() && ended.first().is_some_and(|one| one.acts == self.acts) {
            self.opened.insert(page.to_owned(), Instant::now());
        }
        for Waiting { data, reply, .. } in ended {
            drop(reply.send(self.answer(&data, failed)));
        }
    }
}

fn short(data: &str) -> &str {
    data.split('?').next().unwrap_or(data)
}

impl Watcher {
    /// Reads data again that only a page can ask for.
    pub(super) fn read_page_only(&mut self, data: String, reply: oneshot::Sender<Result<Reading, ObserveError>>) {
        let known = &mut self.data.page_only;
        let Some(page) = known.pages.get(&data).cloned() else {
            let why = format!("no page of this run asked for {}", short(&data));
            return drop(reply.send(Err(ObserveError::Failed(why))));
        };
        if let Some(answer) = known.known(&data, &page) {
            return drop(reply.send(answer));
        }
        known.waiting.push(Waiting { data, page: page.clone(), acts: known.acts, reply });
        if !self.reads.iter().any(|read| read.url == page && matches!(read.reply, Reply::Data)) {
            let PageOnly { pages, fresh, .. } = &mut self.data.page_only;
            fresh.retain(|data, _| pages.get(data) != Some(&page));
            self.read_again(page, Reply::Data);
        }
    }
}
