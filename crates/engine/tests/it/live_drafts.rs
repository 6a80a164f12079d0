//! What is understood of a demonstration while it is recorded.

use crate::road::refused;
use crate::sessions::{CLICK, capturing, until_actions};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::event::{EventKind, LearnSessionEvent};
use apprentice_contracts::ids::LearnSessionId;
use apprentice_contracts::live_draft::{LiveDraft, MAX_LIVE_ACTIONS};
use apprentice_contracts::observation::{ActionDetails, Control, FieldValue, MaskReason};
use apprentice_contracts::runtime::Clock;
use apprentice_contracts::session::{BoundarySource, TrimKind, TrimRequest};
use apprentice_engine::Engine;
use apprentice_testkit::*;
use futures::StreamExt;
use futures::stream::BoxStream;

const MASK: &str = "▮▮▮▮▮▮";

/// The notices that the live draft changed, from now on.
async fn changes(engine: &Engine) -> BoxStream<'static, LearnSessionEvent> {
    let events = engine.all_events().await.unwrap();
    events.filter(|event| std::future::ready(event.event_kind == EventKind::LiveDraftChanged)).boxed()
}

async fn live(engine: &Engine, id: LearnSessionId) -> Option<LiveDraft> {
    engine.live_draft(id).await.unwrap().live_draft
}

/// Waits for the live draft of so many actions that fits.
async fn until(
    engine: &Engine,
    id: LearnSessionId,
    changes: &mut BoxStream<'static, LearnSessionEvent>,
    fits: impl Fn(&LiveDraft) -> bool,
) -> LiveDraft {
    loop {
        if let Some(draft) = live(engine, id).await.filter(&fits) {
            return draft;
        }
        changes.next().await.expect("the stream goes on");
    }
}

fn values(draft: &LiveDraft) -> Vec<(&str, Option<&str>)> {
    draft.inputs.iter().map(|input| (input.name.as_str(), input.example.as_deref())).collect()
}

#[tokio::test]
async fn values_and_checkpoints_appear_while_the_person_demonstrates() {
    let world = World::new();
    let engine = world.open().await;
    let mut changes = changes(&engine).await;
    let id = capturing(&engine).await;
    assert_eq!(live(&engine, id).await, None, "nothing was done yet");
    world.fills_the_form("Ada Lovelace", "ada@example.net");
    let draft = until(&engine, id, &mut changes, |draft| draft.actions == 5 && draft.checkpoints.len() > 1).await;
    assert_eq!(values(&draft), [("name", Some("Ada Lovelace")), ("email", Some("ada@example.net"))]);
    assert!(draft.title.as_deref().is_some_and(|title| title.contains("customer")), "{draft:?}");
    assert!(draft.checkpoints.iter().any(|one| one.goal.contains("`name`")), "{draft:?}");
    assert_eq!((draft.unnamed.len(), draft.stopped_at), (0, None));
}

#[tokio::test]
async fn the_draft_after_the_stop_is_what_was_shown() {
    let world = World::new();
    let engine = world.open().await;
    let mut changes = changes(&engine).await;
    let id = capturing(&engine).await;
    world.inserts_a_customer("Ada Lovelace", "ada@example.net");
    // The last change of a page is the list, which shows the new row.
    let shown = until(&engine, id, &mut changes, |draft| {
        draft.actions == 6 && draft.checkpoints.iter().any(|one| one.goal.contains("customers"))
    })
    .await;
    engine.stop_session(id, CLICK).await.unwrap();
    let proposal = engine.generate_proposal(id).await.unwrap().proposal_id;
    let detail = engine.proposal_detail(proposal).await.unwrap();
    let goals: Vec<_> = detail.checkpoints.iter().map(|one| (one.checkpoint_id.clone(), one.goal.clone())).collect();
    let live: Vec<_> = shown.checkpoints.iter().map(|one| (one.checkpoint_id.clone(), one.goal.clone())).collect();
    assert_eq!(live, goals);
    let inputs: Vec<_> = detail.variables.iter().map(|one| (one.name.as_str(), Some(one.example.as_str()))).collect();
    assert_eq!(values(&shown), inputs);
    assert_eq!(shown.title, Some(detail.proposal.title));
}

#[tokio::test]
async fn a_masked_value_is_never_shown() {
    let world = World::new();
    let engine = world.open().await;
    let mut changes = changes(&engine).await;
    let id = capturing(&engine).await;
    let details = ActionDetails::Fill {
        target: control("textbox", "API key"),
        value: FieldValue { text: MASK.into(), masked: Some(MaskReason::Token) },
        previous: None,
        input_type: "text".into(),
    };
    world.browser.act(fill(world.clock.now(), "Name", "Ada"));
    world.browser.act(seen(world.clock.now(), "Filled “API key”", details));
    world.browser.act(click(world.clock.now(), "button", "Save"));
    let draft = until(&engine, id, &mut changes, |draft| draft.inputs.len() == 2).await;
    assert_eq!(values(&draft), [("name", Some("Ada")), ("api_key", None)]);
    assert!(!serde_json::to_string(&draft).unwrap().contains('▮'), "{draft:?}");
}

#[tokio::test]
async fn what_has_no_name_is_asked_about() {
    let world = World::new();
    let engine = world.open().await;
    let mut changes = changes(&engine).await;
    let id = capturing(&engine).await;
    let icon = |name: &str| Control { unnamed: true, ..control("button", name) };
    let at = world.clock.now();
    world.browser.act(fill(at, "", "12"));
    // A click that did nothing is not worth a question.
    world.browser.act(seen(at, "Clicked the first icon", ActionDetails::Click { target: icon("the first icon") }));
    let mut works = seen(at, "Clicked the second icon", ActionDetails::Click { target: icon("the second icon") });
    works.change = Some(change("/customers", "Customers", &[("alert", "Saved")]));
    world.browser.act(works);
    let draft = until(&engine, id, &mut changes, |draft| draft.actions == 3).await;
    let asked: Vec<_> = draft.unnamed.iter().map(|one| (one.question.as_str(), one.action_label.as_str())).collect();
    let field = "Filled “” with “12”";
    assert_eq!(asked, [("Which field was that?", field), ("What did you click there?", "Clicked the second icon")]);
}

#[tokio::test]
async fn what_is_taken_out_is_not_understood_any_more() {
    let world = World::new();
    let engine = world.open().await;
    let mut changes = changes(&engine).await;
    let id = capturing(&engine).await;
    world.browser.act(fill(world.clock.now(), "Name", "Ada"));
    world.browser.act(fill(world.clock.now(), "Town", "London"));
    until(&engine, id, &mut changes, |draft| draft.inputs.len() == 2).await;
    let actions = engine.observed_actions(id, Default::default()).await.unwrap().actions;
    engine.delete_observed_action(id, actions[0].event_id).await.unwrap();
    let draft = until(&engine, id, &mut changes, |draft| draft.actions == 1).await;
    assert_eq!(values(&draft), [("town", Some("London"))]);
    world.browser.act(fill(world.clock.now(), "Country", "England"));
    until(&engine, id, &mut changes, |draft| draft.actions == 2).await;
    let trim = TrimRequest { trim_kind: TrimKind::TrimEnd, to_event_id: actions[1].event_id };
    engine.trim_session(id, trim).await.unwrap();
    let draft = until(&engine, id, &mut changes, |draft| draft.actions == 1).await;
    assert_eq!(values(&draft), [("town", Some("London"))]);
    engine.delete_observed_action(id, actions[1].event_id).await.unwrap();
    let shown = live(&engine, id).await;
    assert!(
        !shown.iter().flat_map(values).any(|(_, value)| value == Some("London")),
        "what was deleted is gone at once: {shown:?}"
    );
}

#[tokio::test]
async fn nothing_is_compiled_after_the_end() {
    let world = World::new();
    let engine = world.open().await;
    for cancels in [false, true] {
        let mut changes = changes(&engine).await;
        let id = capturing(&engine).await;
        world.browser.act(fill(world.clock.now(), "Name", "Ada"));
        until(&engine, id, &mut changes, |draft| draft.inputs.len() == 1).await;
        // It is recorded, and its live draft would be compiled after the pause.
        world.browser.act(fill(world.clock.now(), "Town", "London"));
        until_actions(&engine, id, 2).await;
        match cancels {
            true => drop(engine.cancel_session(id, CLICK).await.unwrap()),
            false => drop(engine.stop_session(id, CLICK).await.unwrap()),
        }
        assert_eq!(live(&engine, id).await, None);
        if !cancels {
            engine.cancel_session(id, BoundarySource::UserClick).await.unwrap();
        }
        // A later recording compiles its own draft, and the ended one stays gone.
        let later = capturing(&engine).await;
        world.browser.act(fill(world.clock.now(), "Country", "England"));
        let draft = until(&engine, later, &mut changes, |draft| draft.inputs.len() == 1).await;
        assert_eq!(values(&draft), [("country", Some("England"))]);
        assert_eq!(live(&engine, id).await, None);
        engine.cancel_session(later, CLICK).await.unwrap();
    }
}

#[tokio::test]
async fn it_goes_on_after_a_pause_and_a_restart() {
    let world = World::new();
    let engine = world.open().await;
    let mut told = changes(&engine).await;
    let id = capturing(&engine).await;
    world.browser.act(fill(world.clock.now(), "Name", "Ada"));
    until(&engine, id, &mut told, |draft| draft.inputs.len() == 1).await;
    engine.pause_session(id, CLICK).await.unwrap();
    assert_eq!(live(&engine, id).await.unwrap().inputs.len(), 1, "it is still there in a pause");
    engine.close().await;
    let engine = world.open().await;
    assert_eq!(live(&engine, id).await, None, "nothing of it is stored");
    let mut told = changes(&engine).await;
    engine.resume_session(id, CLICK).await.unwrap();
    let draft = until(&engine, id, &mut told, |_| true).await;
    assert_eq!(values(&draft), [("name", Some("Ada"))], "what was recorded before is compiled at once");
}

#[tokio::test]
async fn a_very_long_session_says_that_it_is_not_followed() {
    let world = World::new();
    let engine = world.open().await;
    let mut changes = changes(&engine).await;
    let id = capturing(&engine).await;
    world.browser.act(fill(world.clock.now(), "Name", "Ada"));
    until(&engine, id, &mut changes, |draft| draft.inputs.len() == 1).await;
    for _ in 0..MAX_LIVE_ACTIONS {
        world.browser.act(click(world.clock.now(), "button", "More"));
    }
    let draft = until(&engine, id, &mut changes, |draft| draft.stopped_at.is_some()).await;
    assert_eq!(draft.stopped_at, Some(MAX_LIVE_ACTIONS));
    assert_eq!(values(&draft), [("name", Some("Ada"))], "what was understood stays");
}

#[tokio::test]
async fn an_unknown_session_is_refused() {
    let world = World::new();
    let engine = world.open().await;
    let nobody = LearnSessionId(uuid::Uuid::from_u128(7));
    assert_eq!(refused(engine.live_draft(nobody).await).code, ErrorCode::LearnSessionNotFound);
}
