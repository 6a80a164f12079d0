//! The recording bar of a watched page: it says what is watched, only a person presses it, and it is no part of what is learned.

use super::*;
use apprentice_observe::bar::{BarCheckpoint, BarState};
use serde_json::json;

/// The element of the bar, as the page sees it.
const HOST: &str = "[...document.documentElement.children].find(one => !['HEAD', 'BODY'].includes(one.tagName))";

fn rehearsal() -> Bar {
    let point = |goal: &str, state| BarCheckpoint { goal: goal.into(), state, decides: true };
    Bar {
        purpose: BarPurpose::Rehearsal,
        checkpoints: vec![
            point("The customer is listed", BarState::Reached),
            point("The report is sent", BarState::Open),
            point("The page is closed", BarState::Open),
        ],
        ..demonstration()
    }
}

impl Scene {
    async fn shows_the_bar(&self) {
        self.user.until(&self.tab, &format!("Boolean({HOST})")).await;
    }

    async fn press_at(&self, x: f64) {
        let height = self.user.eval(&self.tab, "innerHeight").await.as_f64().unwrap();
        for kind in ["mousePressed", "mouseReleased"] {
            let buttons = i32::from(kind == "mousePressed");
            let event =
                json!({ "type": kind, "x": x, "y": height - 34.0, "button": "left", "buttons": buttons, "clickCount": 1 });
            self.user.call(Some(User::session(&self.tab)), "Input.dispatchMouseEvent", event).await;
        }
        // Afterwards everything that the page sent has arrived.
        self.watching.flush().await;
    }

    /// Presses along the lower edge until a button answers, and says where it is.
    async fn presses(&mut self, wanted: BarButton) -> f64 {
        let width = self.user.eval(&self.tab, "innerWidth").await.as_f64().unwrap();
        let mut x = 20.0;
        while x < width - 20.0 {
            self.press_at(x).await;
            while let Ok(button) = self.pressed.try_recv() {
                if button == wanted {
                    return x;
                }
            }
            x += 24.0;
        }
        panic!("no {wanted:?} along the edge");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_presses_the_bar_and_nothing_of_it_is_recorded() {
    let mut scene = scene("/customers").await;
    scene.shows_the_bar().await;
    let tab = scene.tab.clone();
    let mark = scene.presses(BarButton::Mark).await;
    let pause = scene.presses(BarButton::Pause).await;
    let stop = scene.presses(BarButton::Stop).await;
    let _ = scene.reported().await;
    let listen = "window.heard = []; for (const type of ['pointerdown', 'mousedown', 'click', 'focusin', 'focusout']) addEventListener(type, () => heard.push(type), true); 1";
    scene.user.eval(&tab, "document.querySelector('button').focus()").await;
    scene.user.eval(&tab, listen).await;
    for (at, button) in [(mark, BarButton::Mark), (pause, BarButton::Pause), (stop, BarButton::Stop)] {
        scene.press_at(at).await;
        assert_eq!(scene.pressed.try_recv(), Ok(button));
    }
    assert_eq!(
        scene.user.eval(&tab, "[document.activeElement.tagName, ...heard]").await,
        json!(["BUTTON"]),
        "the page hears nothing"
    );
    let reported = scene.reported().await;
    assert_eq!(reported.labels(), Vec::<&str>::new(), "nothing is recorded");
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_can_neither_read_nor_press_the_bar() {
    let mut scene = scene("/customers").await;
    scene.shows_the_bar().await;
    let tab = scene.tab.clone();
    let seen = scene
        .user
        .eval(&tab, &format!("(() => {{ const host = {HOST}; return [host.shadowRoot, host.textContent, document.documentElement.innerText.includes('Bar words'), window.find('Bar words'), typeof apprenticeBar, Object.keys(window).some(name => /^w[0-9a-f]{{24}}$/.test(name))]; }})()"))
        .await;
    assert_eq!(seen, json!([null, "", false, false, "undefined", false]));
    scene
        .user
        .eval(
            &tab,
            &format!(
                "(() => {{ const host = {HOST}; for (let x = 10; x < innerWidth; x += 5) for (const type of ['pointerdown', 'pointerup', 'click']) \
                 host.dispatchEvent(new PointerEvent(type, {{ bubbles: true, composed: true, clientX: x, clientY: innerHeight - 34, button: 0, buttons: 1 }})); \
                 host.style.cssText = 'display: none !important; opacity: 0 !important; z-index: -1 !important'; \
                 return getComputedStyle(host).display + getComputedStyle(host).opacity; }})()"
            ),
        )
        .await;
    let style = scene
        .user
        .eval(&tab, &format!("(() => {{ const style = getComputedStyle({HOST}); return style.display + style.opacity; }})()"))
        .await;
    assert_eq!(style, "block1", "the page does not hide it");
    scene.user.eval(&tab, &format!("{HOST}.remove(); 1")).await;
    scene.shows_the_bar().await;
    assert_eq!(scene.pressed.try_recv().ok(), None, "a script presses nothing");
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_bar_is_no_part_of_a_reading() {
    let mut scene = scene("/customers").await;
    scene.shows_the_bar().await;
    let tab = scene.tab.clone();
    let is_silent = |seen: &str| {
        for words in
            ["Bar words", "Browser, Terminal", "Watching", "Rehearsing", "Mark step", "Finish rehearsal", "The report is sent"]
        {
            assert!(!seen.contains(words), "{words} in {seen}");
        }
    };
    // The page changes while it shows the bar, so it is read once more.
    let more = "const row = document.querySelector('table').insertRow(); for (const text of ['Late Customer', 'active', '']) row.insertCell().textContent = text; 1";
    scene.user.eval(&tab, more).await;
    let reading = scene.next_reading("Late Customer").await;
    assert!(format!("{reading:?}").contains("Ada Lovelace"), "the whole page is read: {reading:?}");
    is_silent(&format!("{reading:?}"));
    // The bar of a rehearsal is there, and changes while the person acts.
    scene.show.send(Some(rehearsal())).unwrap();
    scene.presses(BarButton::Finish).await;
    let _ = scene.reported().await;
    scene.show.send(Some(demonstration())).unwrap();
    // Until it has changed, the list of checkpoints may cover the link.
    scene.presses(BarButton::Mark).await;
    scene.user.click(&tab, "document.querySelector('a')").await;
    scene.user.until(&tab, "document.title === 'new'").await;
    scene.shows_the_bar().await;
    let reported = scene.reported().await;
    let change = reported.change("New customer");
    assert!(!change.appeared.is_empty(), "{change:?}");
    is_silent(&reported.text());
    scene.show.send(None).unwrap();
    scene.user.until(&tab, &format!("!{HOST}")).await;
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rehearsal_is_finished_in_the_bar() {
    let mut scene = scene("/customers").await;
    scene.show.send(Some(rehearsal())).unwrap();
    scene.shows_the_bar().await;
    scene.presses(BarButton::Finish).await;
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_outside_of_the_scope_shows_no_bar() {
    let scene = scene_with(|_| Scope::new(&["example.org".into()]), "/customers").await;
    scene.watching.flush().await;
    assert_eq!(scene.user.eval(&scene.tab, &format!("Boolean({HOST})")).await, false);
    scene.watching.stop().await;
}
