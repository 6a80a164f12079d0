//! Whose effect is it? The rules of attribution, without a browser.

use super::*;
use apprentice_contracts::observation::{Control, NavigationCause, SnapshotElement};

const URL: &str = "http://127.0.0.1/a";

fn click(name: &str) -> ActionDetails {
    ActionDetails::Click { target: Control { role: "button".into(), name: name.into(), context: None } }
}

fn showing(url: &str, names: &[&str]) -> Taken {
    let element = |name: &&str| PageElement { role: "text".into(), name: (*name).into(), context: None };
    let elements = names.iter().map(|name| SnapshotElement { element: element(name), ..SnapshotElement::default() }).collect();
    let identity = PageIdentity { url: mask_url(url).0, title: "T".into() };
    Taken { page: PageSnapshot { identity, elements }, state_ref: format!("ax:{}", names.join("-")) }
}

fn page_showing(names: &[&str], now: Instant) -> Page {
    let mut page = Page::new("T".into(), "S".into(), None, URL.into(), now);
    page.reading(now);
    page.read(Some(showing(URL, names)), now);
    page
}

fn look(page: &mut Page, url: &str, names: &[&str], now: Instant) {
    page.reading(now);
    page.read(Some(showing(url, names)), now);
}

fn effects(page: &mut Page) -> Vec<(u64, Vec<String>)> {
    page.effects()
        .into_iter()
        .map(|effect| (effect.key, effect.change.appeared.into_iter().map(|element| element.name).collect()))
        .collect()
}

#[test]
fn a_page_at_rest_ends_the_action() {
    let start = Instant::now();
    let mut page = page_showing(&["a"], start);
    page.begin(1, &click("Add"), start);
    let early = page.due().unwrap();
    assert_eq!(early, start + EARLY, "first read soon");
    look(&mut page, URL, &["a", "b"], early);
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
    look(&mut page, URL, &["a", "b"], start + EARLY);
    page.begin(2, &click("Two"), start + EARLY);
    assert_eq!(effects(&mut page), [(1, vec!["b".to_owned()])]);
    look(&mut page, URL, &["a", "b", "c"], start + EARLY + QUIET);
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
    assert_eq!(effects(&mut page), [(1, vec![])], "a reading that was answered late may show either");
    look(&mut page, URL, &["a", "b"], start + QUIET);
    assert_eq!(effects(&mut page), [(2, vec!["b".to_owned()])]);
}

#[test]
fn a_new_page_belongs_to_what_led_there_even_when_the_next_action_comes_first() {
    let (start, url) = (Instant::now(), "http://127.0.0.1/b");
    let mut page = page_showing(&["a"], start);
    let details = ActionDetails::Navigate { url: url.into(), cause: NavigationCause::Typed };
    page.begin(1, &details, start);
    page.moved(url.into(), start);
    page.begin(2, &click("Quick"), start);
    assert!(effects(&mut page).is_empty(), "nobody has seen the new page yet");
    look(&mut page, url, &["x", "y"], start);
    assert_eq!(effects(&mut page), [(1, vec!["x".to_owned(), "y".to_owned()])]);
    look(&mut page, url, &["x", "y", "z"], start + QUIET);
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
    look(&mut page, URL, &["a", "b"], now);
    assert_eq!(effects(&mut page), [(1, vec!["b".to_owned()])]);
}
