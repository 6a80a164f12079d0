//! The filmstrip of a demonstration: stored with its actions, drawn without values, deleted with them.

use crate::road::refused;
use crate::sessions::{CLICK, capturing};
use apprentice_contracts::MASK;
use apprentice_contracts::drawing::{FilmFileQuery, FilmFormat, FilmPicturesQuery};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::ids::*;
use apprentice_contracts::runtime::Clock;
use apprentice_contracts::screen::{BoxKind, Screen, ScreenBox};
use apprentice_contracts::session::*;
use apprentice_engine::Engine;
use apprentice_observe::RecordedAction;
use apprentice_testkit::*;
use chrono::Duration;

const ALL: FilmPicturesQuery = FilmPicturesQuery { first: 1, count: 40 };

fn with_screen(action: RecordedAction, names: &[&str]) -> RecordedAction {
    let shown =
        |name: &&str| ScreenBox { kind: BoxKind::Control, name: (*name).into(), width: 300, height: 30, ..ScreenBox::default() };
    let screen = Screen { width: 800, height: 600, boxes: names.iter().map(shown).collect() };
    RecordedAction { screen: Some(Box::new(screen)), ..action }
}

/// Fills, saves, and opens the entry that was made, of which there is no picture.
async fn recorded(world: &World, engine: &Engine) -> LearnSessionId {
    let id = capturing(engine).await;
    world.browser.act(with_screen(fill(world.clock.now(), "Name", "Ada Lovelace"), &["Quincunx menu"]));
    world.clock.advance(Duration::seconds(4));
    world.browser.act(with_screen(click(world.clock.now(), "button", "Save"), &["Save", "Ada Lovelace"]));
    world.clock.advance(Duration::seconds(3));
    world.browser.act(click(world.clock.now(), "link", "Customers"));
    engine.pause_session(id, CLICK).await.unwrap();
    id
}

async fn pictures(engine: &Engine, id: LearnSessionId, query: FilmPicturesQuery) -> Vec<Vec<String>> {
    let found = engine.filmstrip_pictures(id, query).await.unwrap().pictures;
    found.into_iter().map(|picture| picture.shapes.into_iter().map(|shape| shape.text).collect()).collect()
}

#[tokio::test]
async fn the_moments_of_a_demonstration_have_pictures_without_what_was_typed() {
    let world = World::new();
    let engine = world.open().await;
    let id = recorded(&world, &engine).await;
    let film = engine.session_filmstrip(id).await.unwrap();
    let seen: Vec<_> = film.moments.iter().map(|one| (one.at_ms, one.caption.as_str(), one.pictured)).collect();
    assert_eq!(
        seen,
        [(0, "Filled “Name”", true), (4_000, "Clicked button “Save”", true), (7_000, "Clicked link “Customers”", false)]
    );
    assert_eq!((film.title.as_str(), film.moments[0].place.as_deref()), ("Add a customer", Some(SITE)));
    assert_eq!(pictures(&engine, id, ALL).await, [vec!["Quincunx menu".to_owned()], vec!["Save".to_owned(), MASK.to_owned()]]);
    assert_eq!(pictures(&engine, id, FilmPicturesQuery { first: 2, count: 1 }).await.len(), 1);
    assert_eq!(pictures(&engine, id, FilmPicturesQuery { first: 9, count: 40 }).await.len(), 0, "beyond the end");
    for (format, words) in [(FilmFormat::Html, "<!doctype html>"), (FilmFormat::Svg, "<svg")] {
        let file = engine.filmstrip_file(id, FilmFileQuery { format }).await.unwrap();
        assert!(file.moments == 3 && file.text.contains(words) && file.text.contains("Quincunx menu"), "{file:?}");
        assert!(!file.text.contains("Lovelace"), "{file:?}");
    }
    let stored = serde_json::to_string(&engine.observed_actions(id, Default::default()).await.unwrap()).unwrap();
    assert!(!stored.contains("Quincunx"), "the timeline is as small as it was");
}

#[tokio::test]
async fn trimmed_and_deleted_actions_are_in_no_filmstrip() {
    let world = World::new();
    let engine = world.open().await;
    let id = recorded(&world, &engine).await;
    let events: Vec<EventId> = engine.session_filmstrip(id).await.unwrap().moments.iter().map(|one| one.event_id).collect();
    let end = TrimRequest { trim_kind: TrimKind::TrimEnd, to_event_id: events[1] };
    engine.trim_session(id, end).await.unwrap();
    assert_eq!(engine.session_filmstrip(id).await.unwrap().moments.len(), 2);
    engine.delete_observed_action(id, events[0]).await.unwrap();
    let left = engine.session_filmstrip(id).await.unwrap().moments;
    assert_eq!(left.iter().map(|one| one.event_id).collect::<Vec<_>>(), [events[1]]);
    assert_eq!(pictures(&engine, id, ALL).await.len(), 1);
    for file in ["apprentice.db", "apprentice.db-wal"] {
        let bytes = std::fs::read(world.home().join(file)).unwrap();
        assert!(!bytes.windows(8).any(|window| window == b"Quincunx"), "its picture is in {file} still");
    }
}

#[tokio::test]
async fn a_session_whose_recording_was_deleted_has_no_moments() {
    let world = World::new();
    let engine = world.open().await;
    let id = recorded(&world, &engine).await;
    engine.cancel_session(id, CLICK).await.unwrap();
    engine.delete_session(id).await.unwrap();
    assert_eq!(refused(engine.session_filmstrip(id).await).code, ErrorCode::LearnSessionNotFound);
    assert_eq!(refused(engine.filmstrip_pictures(id, ALL).await).code, ErrorCode::LearnSessionNotFound);
    let html = FilmFileQuery { format: FilmFormat::Html };
    assert_eq!(refused(engine.filmstrip_file(id, html).await).code, ErrorCode::LearnSessionNotFound);
    let empty = capturing(&engine).await;
    assert!(engine.session_filmstrip(empty).await.unwrap().moments.is_empty());
    assert_eq!(engine.filmstrip_file(empty, html).await.unwrap().moments, 0);
}
