//! People who are quicker than their pages: tabs that are still on their way, and pages that nobody has read yet.

use super::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tabs_that_load_slowly_are_what_each_click_led_to() {
    let mut scene = scene("/page/slowlinks").await;
    scene.watching.flush().await;
    // One after the other, as people open search results: the first tab is still on its way when the second is asked for.
    scene.user.click_with(&scene.tab, "document.getElementById('a')", 2).await;
    scene.user.click_with(&scene.tab, "document.getElementById('b')", 2).await;
    scene
        .until(|reported| {
            reported.actions.iter().filter(|(seen, change)| seen.action_label.contains("report") && change.is_some()).count() == 2
        })
        .await;
    let reported = scene.reported().await;
    assert_eq!(reported.labels().len(), 3, "no tab is a step of its own: {:?}", reported.labels());
    for (label, name) in [("First report", "one"), ("Second report", "two")] {
        let change = reported.change(label);
        assert!(
            change.before.url.ends_with("/page/slowlinks") && change.after.url.ends_with(&format!("/slow/{name}")),
            "{change:?}"
        );
        assert!(names(&change.appeared).contains(&format!("heading {name}")), "{label}: {:?}", names(&change.appeared));
    }
    scene.watching.stop().await;
}

/// Until the page is released, it is loading and nobody has read it.
async fn early_scene() -> Scene {
    let scene = scene_while("/page/early", "document.querySelector('script') !== null").await;
    assert_eq!(scene.user.eval(&scene.tab, "document.readyState").await, "loading");
    scene
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_an_action_changed_before_the_page_was_ever_read_is_reported() {
    let mut scene = early_scene().await;
    scene.user.eval(&scene.tab, "document.getElementById('go').focus()").await;
    scene.user.press(&scene.tab, "Enter").await;
    scene.user.until(&scene.tab, "document.getElementById('out').textContent === 'Fresh news'").await;
    scene.site.release();
    let reported = scene.reported().await;
    assert_eq!(reported.labels()[1..], ["Clicked “Go” in “Early”"]);
    assert_eq!(
        names(&reported.change("Go").appeared),
        ["text Hidden before", "text Fresh news"],
        "and nothing that stood there before"
    );
    let opened = names(&reported.change("Opened").appeared);
    assert!(opened.contains(&"text Old news".into()) && !opened.contains(&"text Fresh news".into()), "{opened:?}");
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_page_that_was_never_read_led_to_is_reported() {
    let mut scene = early_scene().await;
    scene.user.eval(&scene.tab, "document.getElementById('name').focus()").await;
    scene.user.type_text(&scene.tab, "Quick").await;
    scene.user.press(&scene.tab, "Enter").await;
    scene.user.until(&scene.tab, "document.title === 'Customers' && document.readyState === 'complete'").await;
    let reported = scene.reported().await;
    assert_eq!(reported.labels()[1..], ["Filled “Name” in “Customer” with “Quick”", "Pressed Enter in “Name” in “Customer”"]);
    let change = reported.change("Pressed Enter");
    assert!(
        change.after.url.ends_with("/customers") && names(&change.appeared).contains(&"row Quick | active".into()),
        "{change:?}"
    );
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_was_left_before_it_was_read_is_read_in_the_background() {
    let mut scene = early_scene().await;
    let tab = scene.tab.clone();
    scene.user.click(&tab, "document.getElementById('on')").await;
    scene.user.until(&tab, "document.title === 'inner'").await;
    scene.site.release();
    let missed = scene.next_reading("Old news").await;
    assert!(format!("{:?}", missed.source).contains("/page/early"), "{missed:?}");
    scene.watching.stop().await;
}
