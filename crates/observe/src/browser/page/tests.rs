//! Whose effect is it? The rules of attribution, without a browser.

use super::*;
use apprentice_contracts::observation::{Control, NavigationCause, PageSnapshot, SnapshotElement};

const URL: &str = "http://127.0.0.1/a";

fn click(name: &str) -> ActionDetails {
    ActionDetails::Click { target: Control { role: "button".into(), name: name.into(), context: None, ..Control::default() } }
}

fn showing(url: &str, names: &[&str]) -> Snapshot {
    let element = |name: &&str| PageElement { role: "text".into(), name: (*name).into(), context: None };
    let elements = names.iter().map(|name| SnapshotElement { element: element(name), ..SnapshotElement::default() }).collect();
    let identity = PageIdentity { url: mask_url(url).0, title: "T".into() };
    let (in_main, state_ref) = (names.len(), format!("ax:{}", names.join("-")));
    Snapshot { page: PageSnapshot { identity, elements }, state_ref, in_main, records: None, links: Vec::new() }
}

fn page_showing(names: &[&str], now: Instant) -> Page {
    let mut page = Page::new("T".into(), "S".into(), None, URL.into(), now);
    page.reading(now);
    page.read(Some(showing(URL, names)), now);
    page
}

fn read_page(page: &mut Page, url: &str, names: &[&str], now: Instant) {
    page.reading(now);
    page.read(Some(showing(url, names)), now);
}

fn effects(page: &mut Page) -> Vec<(u64, Vec<String>)> {
    page.effects()
        .into_iter()
        .map(|effect| (effect.key, effect.change.expect("reported").appeared.into_iter().map(|element| element.name).collect()))
        .collect()
}

#[test]
fn a_page_at_rest_ends_the_action() {
    let start = Instant::now();
    let mut page = page_showing(&["a"], start);
    page.begin(1, &click("Add"), start);
    let early = page.due().unwrap();
    assert_eq!(early, start + EARLY, "first read soon");
    read_page(&mut page, URL, &["a", "b"], early);
    assert!(effects(&mut page).is_empty() && page.due() == Some(start + QUIET), "it may still change");
    assert!(page.rested(start + QUIET), "it did not: no second reading is needed");
    assert_eq!(effects(&mut page), [(1, vec!["b".to_owned()])]);
    assert_eq!(page.due(), None);
}

#[test]
fn what_was_seen_before_the_next_action_belongs_to_the_former() {
    let start = Instant::now();
    let mut page = page_showing(&["a"], start);
    page.begin(1, &click("One"), start);
    read_page(&mut page, URL, &["a", "b"], start + EARLY);
    page.begin(2, &click("Two"), start + EARLY);
    assert_eq!(effects(&mut page), [(1, vec!["b".to_owned()])]);
    read_page(&mut page, URL, &["a", "b", "c"], start + EARLY + QUIET);
    assert_eq!(effects(&mut page), [(2, vec!["c".to_owned()])]);
}

#[test]
fn what_was_not_seen_in_between_belongs_to_the_later() {
    let start = Instant::now();
    let mut page = page_showing(&["a"], start);
    page.begin(1, &click("One"), start);
    page.reading(start);
    page.begin(2, &click("Two"), start);
    page.read(Some(showing(URL, &["a", "b"])), start);
    let first = page.effects();
    assert!(matches!(first.as_slice(), [Effect { key: 1, change: None, .. }]), "nobody knows what it changed: {first:?}");
    read_page(&mut page, URL, &["a", "b"], start + QUIET);
    assert_eq!(effects(&mut page), [(2, vec!["b".to_owned()])]);
}

#[test]
fn a_new_page_belongs_to_what_led_there_even_when_the_next_action_comes_first() {
    let (start, url) = (Instant::now(), "http://127.0.0.1/b");
    let mut page = page_showing(&["a"], start);
    let details = ActionDetails::Navigate { url: url.into(), cause: NavigationCause::Typed };
    page.begin(1, &details, start);
    page.navigated(url.into(), start);
    page.begin(2, &click("Quick"), start);
    assert!(effects(&mut page).is_empty(), "nobody has seen the new page yet");
    read_page(&mut page, url, &["x", "y"], start);
    assert_eq!(effects(&mut page), [(1, vec!["x".to_owned(), "y".to_owned()])]);
    read_page(&mut page, url, &["x", "y", "z"], start + QUIET);
    assert_eq!(effects(&mut page), [(2, vec!["z".to_owned()])]);
}

#[test]
fn a_page_that_never_rests_is_read_at_the_limit() {
    let start = Instant::now();
    let mut page = page_showing(&["a"], start);
    page.begin(1, &click("Spin"), start);
    let mut now = start;
    while now < start + LIMIT {
        now += Duration::from_millis(40);
        page.active(now);
    }
    assert!(page.due().is_some_and(|due| due <= start + LIMIT));
    read_page(&mut page, URL, &["a", "b"], now);
    assert_eq!(effects(&mut page), [(1, vec!["b".to_owned()])]);
}

#[test]
fn an_action_before_the_first_reading_changed_what_did_not_stand_there() {
    let start = Instant::now();
    let mut page = Page::new("T".into(), "S".into(), None, URL.into(), start);
    page.record_shown(Some("Old NEWS\n standing"));
    page.begin(1, &click("Go"), start);
    read_page(&mut page, URL, &["old news", "fresh"], start + EARLY);
    assert!(page.rested(start + EARLY + QUIET));
    assert_eq!(effects(&mut page), [(1, vec!["fresh".to_owned()])]);
}

#[test]
fn what_nobody_saw_is_not_reported_as_nothing() {
    let start = Instant::now();
    let mut page = Page::new("T".into(), "S".into(), None, URL.into(), start);
    page.begin(1, &click("Go"), start);
    read_page(&mut page, URL, &["a"], start + EARLY);
    read_page(&mut page, URL, &["a"], start + EARLY + QUIET);
    let reported = page.effects();
    assert!(matches!(reported.as_slice(), [effect] if effect.key == 1 && effect.change.is_none()), "{reported:?}");

    // What is seen later is reported.
    page.forget(start);
    page.begin(2, &click("Go"), start);
    read_page(&mut page, URL, &["a"], start + EARLY);
    read_page(&mut page, URL, &["a", "b"], start + EARLY + QUIET);
    assert_eq!(effects(&mut page), [(2, vec!["b".to_owned()])]);
}

#[test]
fn a_new_page_is_new_when_the_one_before_was_never_read() {
    let (start, url) = (Instant::now(), "http://127.0.0.1/b");
    for (stood, appeared) in [(None, vec!["menu", "row"]), (Some("Menu"), vec!["row"])] {
        let mut page = Page::new("T".into(), "S".into(), None, URL.into(), start);
        page.record_shown(stood);
        page.begin(1, &click("Go"), start);
        page.navigated(url.into(), start);
        read_page(&mut page, url, &["menu", "row"], start + QUIET);
        assert_eq!(effects(&mut page), [(1, appeared.into_iter().map(str::to_owned).collect())], "{stood:?}");
    }
}

#[test]
fn an_action_waits_for_the_tab_that_it_asked_for() {
    let start = Instant::now();
    let mut page = page_showing(&["a"], start);
    let mut tabs = Vec::new();
    for key in [1, 2] {
        page.begin(key, &click("Open"), start);
        assert_eq!(page.asks_for_tab(start), Some(Some(key)));
        read_page(&mut page, URL, &["a"], start + EARLY);
    }
    let late = start + QUIET * 4;
    assert!(!page.rested(late) && effects(&mut page).is_empty() && page.is_pending(), "the page rests, its tabs are not there");
    assert!(page.due() > Some(late), "and it is not read again and again meanwhile");
    for key in [1, 2] {
        let mut tab = Page::new(format!("T{key}"), "S".into(), Some("T".into()), String::new(), late);
        page.hand_over(Some(key), &mut tab, late);
        tab.navigated("http://127.0.0.1/b".into(), late);
        read_page(&mut tab, "http://127.0.0.1/b", &["b"], late + QUIET);
        tabs.extend(effects(&mut tab));
    }
    assert_eq!(tabs, [(1, vec!["b".to_owned()]), (2, vec!["b".to_owned()])]);
    assert!(!page.is_pending());
}

#[test]
fn a_tab_that_never_comes_is_not_waited_for_for_ever() {
    let start = Instant::now();
    let mut page = page_showing(&["a"], start);
    page.begin(1, &click("Open"), start);
    page.asks_for_tab(start);
    read_page(&mut page, URL, &["a", "b"], start + EARLY);
    page.begin(2, &click("Next"), start + QUIET);
    page.asks_for_tab(start + QUIET);
    read_page(&mut page, URL, &["a", "b", "c"], start + QUIET + EARLY);
    let late = page.tab_due().unwrap();
    page.give_up_tabs(late);
    assert_eq!(effects(&mut page), [(1, vec!["b".to_owned()])]);
    let late = page.tab_due().unwrap();
    page.give_up_tabs(late);
    assert!(page.rested(late) && page.tab_due().is_none());
    assert_eq!(effects(&mut page), [(2, vec!["c".to_owned()])]);
}

#[test]
fn a_request_that_waits_for_news_does_not_keep_a_page_from_settling() {
    let start = Instant::now();
    let mut page = page_showing(&["a"], start);
    page.asks("5.1".into(), start);
    page.asks("5.2".into(), start);
    assert!(page.answered("5.1"));
    read_page(&mut page, URL, &["a", "b"], start + IDLE);
    assert!(page.settled().is_none(), "it waits for an answer");
    let late = page.asked_until().unwrap();
    page.give_up_requests(late);
    assert!(!page.is_asking() && page.due().is_some(), "it is read once more");
    read_page(&mut page, URL, &["a", "b"], late);
    assert!(page.settled().is_some() && page.asked_until().is_none());
}
