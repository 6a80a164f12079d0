//! Reads pages again by a new request, in a tab that the user does not see.

use super::session;
use super::snapshot::Snapshot;
use super::watch::{Watcher, hash_of};
use crate::{Observation, ObserveError};
use apprentice_contracts::observation::PageSnapshot;
use apprentice_contracts::reading::{Reading, ReadingSource, is_unsafe_address};
use serde_json::json;
use std::collections::{HashMap, HashSet};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::Instant;

/// How long reading a page again may take in all.
const READ_TIME: Duration = Duration::from_secs(30);
/// How long it may take when the page has loaded; after that it is read as it is.
pub(super) const DRAW_TIME: Duration = Duration::from_secs(15);
/// How long a page is waited for that does nothing any more and shows less than half of what it showed before, or is at another address: an
/// application may fetch its content late.
const FULL_TIME: Duration = Duration::from_secs(6);
/// How long to wait for a page that is idle and empty, if its former content is unknown.
const EMPTY_TIME: Duration = Duration::from_secs(3);

/// Who waits for a page, and for what of it.
#[derive(Debug)]
pub enum Reply {
    /// Its elements.
    Snapshot(oneshot::Sender<Result<PageSnapshot, ObserveError>>),
    /// Its records. A page that answers with an error is a failure.
    Records(oneshot::Sender<Result<Reading, ObserveError>>),
    /// What it is answered meanwhile, for those who wait for these data.
    Data,
    /// The number of writes so far, if the reading began and ended before anything was sent.
    Before(u64),
}

impl Reply {
    fn answer(self, answer: Result<&Snapshot, ObserveError>) {
        // Fails only if nobody waits any more.
        match self {
            Self::Snapshot(reply) => drop(reply.send(answer.map(|taken| taken.page.clone()))),
            Self::Records(reply) => {
                let unread = || ObserveError::Failed("the page could not be read".into());
                drop(reply.send(answer.and_then(|taken| taken.records.clone().ok_or_else(unread))));
            }
            Self::Data | Self::Before(_) => {}
        }
    }
}

/// Whether an address says that opening it makes something: `/cart/add?id=5`. The form of a new thing may be called so too.
fn adds(url: &str) -> bool {
    const MAKES: &[&str] = &["add", "accept", "move", "copy", "duplicate", "verify", "join", "follow", "create", "new", "import"];
    let (path, query) = url.split_once('?').unwrap_or((url, ""));
    let words =
        |text: &str| text.to_lowercase().split(|letter: char| !letter.is_alphanumeric()).map(str::to_owned).collect::<Vec<_>>();
    !query.is_empty() && words(path).iter().chain(&words(query)).any(|word| MAKES.contains(&word.as_str()))
}

/// What a page showed when it was seen last.
#[derive(Clone, Default)]
pub(super) struct Shown {
    title: String,
    /// A hash of each record.
    records: HashSet<u64>,
}

/// The fewest records by which a page is known again.
const TELLING: usize = 3;

impl Shown {
    pub fn of(reading: &Reading) -> Self {
        Self { title: without_counts(&reading.title), records: reading.records.iter().map(hash_of).collect() }
    }

    /// Whether it showed more than twice as many records.
    fn is_more_than_twice(&self, count: usize) -> bool {
        count < self.records.len() / 2
    }

    /// Whether nothing is shown of what was seen, its menus included, and the application says that it still loads: in words, or with the
    /// ellipsis after what it does.
    fn is_undrawn(&self, taken: &Reading) -> bool {
        const LOADS: &[&str] =
            &["load", "wait", "initiali", "lädt", "laden", "charge", "cargando", "caric", "加载", "読み込", "로드", "загруз"];
        let mut texts = taken.records.iter().flat_map(|record| &record.cells).map(|cell| cell.text.to_lowercase());
        let begins = |word: &str, load: &str| word.starts_with(load) || !load.is_ascii() && word.contains(load);
        let loads = |text: &str| text.split_whitespace().any(|word| LOADS.iter().any(|load| begins(word, load)));
        // A longer text was cut when it was read.
        let says_so =
            |text: String| text.chars().count() <= LONGEST_VIEW && (text.ends_with('…') || text.ends_with("...") || loads(&text));
        let is_empty = taken.records.is_empty() && self.records.len() >= 2 * TELLING;
        taken.records.len() <= TELLING
            && (is_empty || texts.any(says_so))
            && !taken.records.iter().any(|record| self.records.contains(&hash_of(record)))
    }

    /// Whether this is another page than was seen: it has another title, and hardly anything of what was there. Some applications show “Not
    /// found” under an address of their own when they are opened there.
    fn is_another(&self, taken: &Reading) -> bool {
        let shared = taken.records.iter().filter(|record| self.records.contains(&hash_of(record))).count();
        // Its title said that it was not there yet.
        let loads = self.title.to_lowercase().split_whitespace().any(|word| word == "loading");
        let telling = !loads && self.records.len() >= TELLING && taken.records.len() >= TELLING;
        telling && self.title != without_counts(&taken.title) && 5 * shared < self.records.len()
    }
}

/// Says that a page did not show in time what it showed before.
fn undrawn(read: &Read) -> String {
    format!("{} did not draw itself in time", crate::redact::mask_url(&read.url).0)
}

/// Whether a reading is of another page than was seen. One that was seen under the title of a page which was shown elsewhere had not got its own
/// title yet.
fn is_another(shown: &HashMap<String, Shown>, read: &Read, taken: &Reading) -> bool {
    let address = crate::redact::mask_url(&read.url).0;
    let is_of_another = shown.iter().any(|(other, page)| *other != address && page.title == read.expected.title);
    read.expected.is_another(taken) && !is_of_another
}

/// A title without what it counts: `Cart (6)` and `Cart (0)` are one page.
fn without_counts(title: &str) -> String {
    title
        .chars()
        .filter(|letter| letter.is_alphabetic() || letter.is_whitespace())
        .collect::<String>()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// A page that is read again in the background.
pub(super) struct Read {
    pub url: String,
    pub reply: Reply,
    pub deadline: Instant,
    /// In its first address. It identifies the tab until it is attached; then its target does.
    pub mark: String,
    pub target: Option<String>,
    pub loaded: bool,
    /// What the page showed when it was seen before.
    expected: Shown,
    /// A hash of what it shows, and since when it shows that and asks for nothing.
    shows: Option<u64>,
    still_since: Instant,
    /// What it showed at the last look, and how often it was looked at.
    pub looks: Looks,
}

/// The looks at a page that is read again: it counts as settled when two of them show the same.
#[derive(Default)]
pub(super) struct Looks {
    times: u8,
    said: Option<u64>,
}

/// A page that never shows the same twice, such as one with a clock, is read at this look.
const MOST_LOOKS: u8 = 4;

impl Looks {
    /// Whether the page has settled with this look.
    fn settled(&mut self, taken: &Snapshot) -> bool {
        let said = taken.records.as_ref().map(|reading| hash_of(&reading.records));
        self.times += 1;
        let settled = said.is_none() || self.said == said || self.times >= MOST_LOOKS;
        self.said = said;
        settled
    }
}

/// The longest name of a part of a page.
const LONGEST_VIEW: usize = 80;

/// The most pages whose part is remembered.
const MOST_VIEWS: usize = 200;

/// The name of the part of a page that is looked at, such as a tab: a fragment that neither leads to another page of an application, nor has
/// parameters, nor says that it acts.
fn view_of(url: &str) -> Option<&str> {
    let fragment = url.split_once('#')?.1;
    let is_name = (1..=LONGEST_VIEW).contains(&fragment.len())
        && fragment.chars().all(|letter| letter.is_alphanumeric() || "-_.:%".contains(letter));
    (is_name && !is_unsafe_address(url)).then_some(fragment)
}

impl Watcher {
    /// Notes which part of a page somebody looks at. A page that is read again is opened at that part.
    pub(super) fn note_view(&mut self, url: &str) {
        let host = super::navigation::host_of(url);
        let page = crate::redact::mask_url(url).0;
        if self.paused || page.contains('#') || !self.allows(&host, &host) {
            return;
        }
        match view_of(url) {
            Some(view) if self.views.len() < MOST_VIEWS || self.views.contains_key(&page) => {
                self.views.insert(page, view.to_owned());
            }
            Some(_) => {}
            None => drop(self.views.remove(&page)),
        }
    }

    /// The address at which a page is read again.
    pub(super) fn view_again(&self, url: &str) -> String {
        match self.views.get(&crate::redact::mask_url(url).0).filter(|_| !url.contains('#')) {
            Some(view) => format!("{url}#{view}"),
            None => url.to_owned(),
        }
    }

    pub(super) fn is_read(&self, target: &str) -> bool {
        self.reads.iter().any(|read| read.target.as_deref() == Some(target))
    }

    pub(super) fn read_failed(&mut self, target: &str, message: String) {
        self.answer_read(target, Err(ObserveError::Failed(message)));
    }

    /// Returns a settled page. An empty page is read again until a time limit, because an application may draw itself late.
    pub(super) fn answer_read(&mut self, target: &str, answer: Result<&Snapshot, ObserveError>) {
        let Some(at) = self.reads.iter().position(|read| read.target.as_deref() == Some(target)) else { return };
        if let Ok(taken) = &answer {
            let is_empty = match &taken.records {
                Some(reading) => reading.records.is_empty(),
                None => taken.page.elements.is_empty(),
            };
            let read = &mut self.reads[at];
            let count = taken.records.as_ref().map_or(usize::MAX, |reading| reading.records.len());
            let now = Instant::now();
            let busy = self.pages.get(target).is_some_and(super::page::Page::is_asking);
            let shows = taken.records.as_ref().map(|reading| hash_of(&reading.records));
            if busy || std::mem::replace(&mut read.shows, shows) != shows {
                read.still_since = now;
            }
            let is_elsewhere = self.pages.get(target).is_some_and(|page| !super::navigation::leads_to(&read.url, &page.url));
            let is_another = taken.records.as_ref().is_some_and(|reading| is_another(&self.shown, read, reading));
            let is_poor = is_empty || is_elsewhere || is_another || read.expected.is_more_than_twice(count);
            let patience = if is_empty && read.expected.records.is_empty() { EMPTY_TIME } else { FULL_TIME };
            let is_for_data = matches!(read.reply, Reply::Data);
            let is_answered = is_for_data && self.data.page_only.reading > 0;
            let lacks_data = is_for_data && self.data.page_only.lacks(&read.url) && now - read.still_since < EMPTY_TIME;
            let is_awaited = is_answered || lacks_data || is_poor && now - read.still_since < patience;
            if !read.loaded || is_awaited || !read.looks.settled(taken) {
                if let Some(page) = self.pages.get_mut(target) {
                    page.active(Instant::now());
                }
                return;
            }
        }
        let read = self.reads.swap_remove(at);
        match answer.as_ref().map(|taken| &taken.records) {
            Ok(Some(reading)) if read.expected.is_undrawn(reading) => {
                let why = undrawn(&read);
                self.end_read(read, Err(ObserveError::Failed(why)))
            }
            Ok(Some(reading)) if is_another(&self.shown, &read, reading) => {
                let address = crate::redact::mask_url(&read.url).0;
                let why = format!("{address} shows another page, “{}”, when it is opened by its address", reading.title);
                self.end_read(read, Err(ObserveError::Failed(why)));
            }
            Ok(Some(reading)) => {
                self.shown.insert(crate::redact::mask_url(&read.url).0, Shown::of(reading));
                self.end_read(read, answer);
            }
            _ => self.end_read(read, answer),
        }
        self.close_read(target);
    }

    fn end_read(&mut self, read: Read, answer: Result<&Snapshot, ObserveError>) {
        if matches!(read.reply, Reply::Data) {
            self.data.page_only.settled(&read.url, answer.as_ref().err().map(ToString::to_string).as_deref());
        }
        if let Reply::Before(writes) = read.reply
            && let Ok(Some(reading)) = answer.as_ref().map(|taken| &taken.records)
        {
            self.missed_read(&read.url, writes, reading);
        }
        read.reply.answer(answer);
    }

    /// Reads the pages that were left before they could be read, now that the tab shows another one. A server that is slow, or a person who
    /// knows the way, leaves no time to read a page while it is shown.
    pub(super) fn read_missed(&mut self, shown: &str) {
        let here = crate::redact::mask_url(shown).0;
        let missed = std::mem::take(&mut self.missed);
        for url in missed {
            let (address, masked) = crate::redact::mask_url(&url);
            // A page that was written by its script alone is read where it is shown; an address that acts, or that holds a secret and may
            // work only once, is not asked for again.
            let may_act = masked > 0 || is_unsafe_address(&url) || adds(&url);
            if address != here && self.late.contains(&address) && !may_act {
                self.read_again(url, Reply::Before(self.writes));
            }
        }
    }

    /// Ends the readings of missed pages: something was sent, so they would not show how it was before.
    pub(super) fn end_missed_reads(&mut self) {
        let (ended, kept) = std::mem::take(&mut self.reads).into_iter().partition(|read| matches!(read.reply, Reply::Before(_)));
        self.reads = kept;
        let ended: Vec<Read> = ended;
        ended.into_iter().filter_map(|read| read.target).for_each(|target| self.close_read(&target));
    }

    fn missed_read(&mut self, url: &str, writes: u64, reading: &Reading) {
        let address = crate::redact::mask_url(url).0;
        let is_same = matches!(&reading.source, ReadingSource::Page { url } if *url == address);
        if self.paused || !is_same || writes != self.writes || reading.records.is_empty() || !self.late.remove(&address) {
            return;
        }
        self.request.report(Observation::Read(Box::new(reading.clone())));
    }

    fn close_read(&mut self, target: &str) {
        self.forget_page(target);
        self.connection.send(None, "Target.closeTarget", json!({ "targetId": target }));
    }

    /// The document of a tab that is read again has this status.
    pub(super) fn read_status(&mut self, target: &str, status: u64, text: &str) {
        let of_records =
            |read: &&Read| read.target.as_deref() == Some(target) && !matches!(read.reply, Reply::Snapshot(_)) && status >= 400;
        let Some(read) = self.reads.iter().find(of_records) else { return };
        let text = if text.is_empty() { status_text(status) } else { text };
        let address = crate::redact::mask_url(&read.url).0;
        self.read_failed(target, format!("{address} answered {status} ({text})"));
    }

    pub(super) fn read_again(&mut self, url: String, reply: Reply) {
        let expected = self.shown.get(&crate::redact::mask_url(&url).0).cloned().unwrap_or_default();
        let mut read = Read {
            url,
            reply,
            expected,
            shows: None,
            still_since: Instant::now(),
            deadline: Instant::now() + READ_TIME,
            mark: String::new(),
            target: None,
            loaded: false,
            looks: Looks::default(),
        };
        if !self.request.scope.allows_site(&super::navigation::host_of(&read.url)) {
            return self.end_read(read, Err(ObserveError::Failed("that page is outside what this session may see".into())));
        }
        let Ok(mark) = session::random_name() else {
            return self.end_read(read, Err(ObserveError::Failed("no randomness".into())));
        };
        read.mark = mark;
        session::open_hidden(self.connection.clone(), format!("about:blank#{}", read.mark));
        self.reads.push(read);
    }

    /// Answers with what is known of pages that took too long.
    pub(super) fn end_late_reads(&mut self, now: Instant) {
        while let Some(at) = self.reads.iter().position(|read| read.deadline <= now) {
            let read = self.reads.swap_remove(at);
            let seen = read.target.as_ref().filter(|_| read.loaded).and_then(|target| self.pages.get(target)?.latest());
            let unseen = || ObserveError::Failed(format!("{} was not loaded in time", crate::redact::mask_url(&read.url).0));
            // What goes on drawing itself and shows less than half of what was there is no state of it.
            let is_part = |taken: &Snapshot| {
                taken.records.as_ref().is_some_and(|reading| {
                    (reading.records.is_empty() && !read.expected.records.is_empty())
                        || read.expected.is_more_than_twice(reading.records.len())
                        || read.expected.is_undrawn(reading)
                })
            };
            let answer = match seen {
                Some(taken) if is_part(taken) => Err(ObserveError::Failed(undrawn(&read))),
                seen => seen.cloned().ok_or_else(unseen),
            };
            let target = read.target.clone();
            match answer {
                Ok(taken) => self.end_read(read, Ok(&taken)),
                Err(error) => self.end_read(read, Err(error)),
            }
            if let Some(target) = target {
                self.close_read(&target);
            }
        }
    }
}

/// What a status means. HTTP/2 and later send no words.
pub(super) const fn status_text(status: u64) -> &'static str {
    match status {
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        410 => "Gone",
        429 => "Too Many Requests",
        500..=599 => "Server Error",
        _ => "Error",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use apprentice_contracts::reading::{ReadCell, ReadRecord, RecordKind};

    fn page(title: &str, texts: &[&str]) -> Reading {
        let record = |text: &&str| ReadRecord {
            kind: RecordKind::Item,
            place: None,
            cells: vec![ReadCell { header: String::new(), text: (*text).to_owned() }],
            controls: Vec::new(),
            link: None,
        };
        let source = ReadingSource::Page { url: "http://127.0.0.1/orders".into() };
        Reading { source, title: title.into(), complete: true, records: texts.iter().map(record).collect() }
    }

    #[test]
    fn an_address_that_makes_something_is_not_asked_for_again() {
        for url in ["http://127.0.0.1/cart/add?id=5", "http://127.0.0.1/cart?action=add&id=5", "http://127.0.0.1/mail/verify?u=7"]
        {
            assert!(adds(url), "{url}");
        }
        for url in ["http://127.0.0.1/vouchers/add", "http://127.0.0.1/orders?address=5", "http://127.0.0.1/news"] {
            assert!(!adds(url), "{url}");
        }
    }

    #[test]
    fn views_are_named_parts_of_a_page() {
        assert_eq!(view_of("http://127.0.0.1/orders/5#notes"), Some("notes"));
        for fragment in ["", "#", "#/orders", "#access_token=1&b=2", "#logout"] {
            assert_eq!(view_of(&format!("http://127.0.0.1/a{fragment}")), None, "{fragment}");
        }
    }

    #[test]
    fn a_page_that_still_loads_is_not_drawn() {
        let seen = Shown::of(&page(
            "To-do lists",
            &["Groceries", "House repairs", "Active", "Oil the door", "Completed", "Fix the tap"],
        ));
        assert!(seen.is_undrawn(&page("Home", &["Loading data"])));
        assert!(seen.is_undrawn(&page("Home", &["Opening the database…", "No server", "App: 2"])), "that is not all of it");
        assert!(!seen.is_undrawn(&page("Home", &["Downloads"])), "a list of them");
        assert!(!seen.is_undrawn(&page("To-do lists", &["Groceries"])), "the rest may be gone");
        assert!(!seen.is_undrawn(&page("To-do lists", &["Nothing here"])), "all of it may be gone");
        assert!(!seen.is_undrawn(&page("Home", &["Log in", "Name", "Password"])), "that is another page");
        assert!(seen.is_more_than_twice(2) && !seen.is_more_than_twice(3));
    }

    #[test]
    fn a_page_that_was_seen_while_it_loaded_is_not_another() {
        let orders = page("Orders (7)", &["Tea", "Milk", "Salt", "Sugar"]);
        let missing = page("Not found", &["Nothing", "is", "here"]);
        assert!(Shown::of(&orders).is_another(&missing));
        assert!(!Shown::of(&orders).is_another(&page("Orders (8)", &["Oil", "Rice", "Corn"])));
        assert!(!Shown::of(&page("Loading…", &["Home", "Users", "Files"])).is_another(&orders));
        assert!(Shown::of(&orders).is_another(&page("Page not found", &["Go", "Back", "Home", "Help", "Menu"])));
    }
}
