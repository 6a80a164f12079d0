//! Data for which only a page can ask: what it sends by POST while it loads (`posted`), and what it receives over a WebSocket (`sockets`).
//!
//! Apprentice sends no such request, because it may change something. At the end of a run the page that sent it is opened again in a hidden tab,
//! like every page that is read again, and the responses that it receives there are read. Pages whose address says that they act are left out.

use super::reread::Reply;
use super::watch::Watcher;
use crate::ObserveError;
use crate::redact::mask_url;
use apprentice_contracts::reading::{Reading, is_unsafe_address};
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// The most addresses of such data.
const MOST_ADDRESSES: usize = 200;
/// The most pages that are opened again for them.
const MOST_PAGES: usize = 8;
/// How long a response that a page received counts as current. Several responses of one page are read one after the other.
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
    /// The pages that were opened again since the person acted last: when, and why one could not be read.
    opened: HashMap<String, (Instant, Option<String>)>,
    /// How often the person acted.
    acts: u64,
    /// How many answers to pages that were opened again are being read.
    pub reading: usize,
    waiting: Vec<Waiting>,
}

impl PageOnly {
    /// A page asked for these data. Whether they can be read again: the page is opened for that, so not if its address says that it acts.
    pub fn asked(&mut self, masked: &str, page: &str) -> bool {
        let is_new_page = || !self.pages.values().any(|known| known == page);
        let pages = || self.pages.values().collect::<HashSet<_>>().len();
        let is_full = self.pages.len() >= MOST_ADDRESSES || is_new_page() && pages() >= MOST_PAGES;
        if !self.is_known(masked) && !is_full && !is_unsafe_address(page) {
            self.pages.insert(masked.to_owned(), page.to_owned());
        }
        self.is_known(masked)
    }

    /// A page has another address now, in the same document. One with a secret, such as that to which a sign-in leads back, works only once.
    pub fn moved(&mut self, from: &str, to: &str) {
        if mask_url(from).1 > 0 && !is_unsafe_address(to) {
            self.pages.values_mut().filter(|page| *page == from).for_each(|page| to.clone_into(page));
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
        let (_, failed) = self.opened.get(page).filter(|(at, _)| at.elapsed() < FRESH)?;
        Some(self.answer(data, page, failed.as_deref()))
    }

    fn answer(&self, data: &str, page: &str, failed: Option<&str>) -> Result<Reading, ObserveError> {
        match (failed, self.fresh.get(data)) {
            (None, Some(reading)) => Ok(reading.clone()),
            (Some(why), _) => Err(ObserveError::Failed(why.to_owned())),
            (None, None) => {
                let page = mask_url(page).0;
                Err(ObserveError::Failed(format!("{page} did not receive {} again", short(data))))
            }
        }
    }

    /// Whether a page that was opened again has not asked for all the data yet for which it was opened.
    pub fn lacks(&self, page: &str) -> bool {
        self.waiting.iter().any(|one| one.page == page && !self.fresh.contains_key(&one.data))
    }

    /// A page that was opened again has settled, or could not be read. Answers those who wait for its data.
    pub fn settled(&mut self, page: &str, failed: Option<&str>) {
        let (ended, waiting): (Vec<_>, Vec<_>) = std::mem::take(&mut self.waiting).into_iter().partition(|one| one.page == page);
        self.waiting = waiting;
        if ended.first().is_some_and(|one| one.acts == self.acts) {
            self.opened.insert(page.to_owned(), (Instant::now(), failed.map(str::to_owned)));
        }
        for Waiting { data, reply, .. } in ended {
            drop(reply.send(self.answer(&data, page, failed)));
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

#[cfg(test)]
mod tests {
    use super::*;
    use apprentice_contracts::reading::ReadingSource;

    const DATA: &str = "http://a/search?POST=";
    const PAGE: &str = "http://a/list";

    fn opened_again(known: &mut PageOnly, failed: Option<&str>) -> Result<Reading, ObserveError> {
        let (reply, mut answer) = oneshot::channel();
        known.waiting.push(Waiting { data: DATA.into(), page: PAGE.into(), acts: known.acts, reply });
        known.settled(PAGE, failed);
        answer.try_recv().unwrap()
    }

    #[test]
    fn a_page_to_which_a_sign_in_leads_back_is_opened_at_its_next_address() {
        let mut known = PageOnly::default();
        let back = "http://a/?auth_callback=1&code=5f2b9c1e7d3a48069b1c&state=k3Jd9sLq0PzX7vRtA1bC";
        assert!(known.asked(DATA, back) && known.asked("http://a/live?WebSocket=", PAGE));
        known.moved(back, "http://a/overview");
        known.moved(PAGE, "http://a/other");
        assert_eq!(known.pages[DATA], "http://a/overview");
        assert_eq!(known.pages["http://a/live?WebSocket="], PAGE);
    }

    #[test]
    fn an_answer_counts_until_the_person_acts_and_a_failure_of_the_page_is_told_for_all_its_data() {
        let mut known = PageOnly::default();
        assert!(known.asked(DATA, PAGE) && !known.asked("http://a/other?POST=", "http://a/orders/5/cancel"));
        assert!(known.known(DATA, PAGE).is_none());
        known.reading = 1;
        let source = ReadingSource::Data { url: DATA.into() };
        known.answered(DATA.into(), Some(Reading { source, title: String::new(), complete: true, records: Vec::new() }));
        assert!(opened_again(&mut known, None).is_ok() && known.reading == 0);
        assert!(known.known(DATA, PAGE).unwrap().is_ok());
        known.outdate();
        assert!(known.known(DATA, PAGE).is_none(), "it may say something else now");
        let failed = opened_again(&mut known, Some("it answered 500")).unwrap_err().to_string();
        assert_eq!(failed, "it answered 500", "what it said before is no answer");
        assert!(known.known(DATA, PAGE).unwrap().is_err(), "the page is not opened again at once");
        known.forget();
        assert!(!known.is_known(DATA));
    }
}
