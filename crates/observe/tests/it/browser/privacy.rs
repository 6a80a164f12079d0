//! What must never be reported: secrets, forgeries, what happened in a pause, other sites, Apprentice itself.

use super::*;
use apprentice_contracts::reading::ReadingSource;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn secrets_stay_in_the_page() {
    let mut scene = scene("/page/secrets").await;
    let (user, tab) = (&scene.user, scene.tab.clone());
    user.fill(&tab, "document.getElementById('user')", "ada").await;
    user.fill(&tab, "document.getElementById('plain')", "correct-horse").await;
    user.click(&tab, "document.getElementById('show')").await;
    scene.watching.flush().await;
    user.fill(&tab, "document.getElementById('plain')", "-battery").await;
    user.fill(&tab, "document.getElementById('code')", "482915").await;
    user.fill(&tab, "document.getElementById('card')", "4111111111111111").await;
    user.fill(&tab, "document.getElementById('key')", "zz-top-42").await;
    user.fill(&tab, "document.getElementById('comment')", "my token is ghp_abcdefghijklmnopqrstuvwxyz0123456789 ok").await;
    user.click(&tab, "document.getElementById('in')").await;
    let reported = scene.reported().await;
    assert!(reported.labels().contains(&"Filled “User” in “Sign in” with “ada”"), "{:?}", reported.labels());
    let masked: u32 = reported.actions.iter().map(|(seen, _)| seen.masked).sum();
    assert_eq!(masked, 6, "{:?}", reported.labels());
    assert!(
        reported.labels().contains(&"Clicked “Sign in”")
            || reported.labels().iter().any(|label| label.starts_with("Clicked “Sign in”"))
    );
    for secret in ["correct-horse", "battery", "482915", "4111111111111111", "zz-top-42", "ghp_abc"] {
        assert!(!reported.text().contains(secret), "{secret} in {}", reported.text());
    }
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn text_that_nobody_can_see_is_not_read() {
    let mut scene = scene("/page/veiled").await;
    let tab = scene.tab.clone();
    scene.reported().await;
    scene.user.click(&tab, "document.getElementById('save')").await;
    let saved = scene.reported().await;
    assert!(saved.labels()[0].starts_with("Clicked “Save the customer”"), "a label for screen readers names its button");
    assert!(saved.text().contains("Saved") && !saved.text().contains("unseen"), "{}", saved.text());
    scene.user.click(&tab, "document.getElementById('edit')").await;
    let edited = scene.reported().await;
    assert!(edited.text().contains("London") && !edited.text().contains("unseen"), "{}", edited.text());
    let address = scene.site.url("/page/veiled");
    let page = scene.watching.read_page(&address).await.unwrap().unwrap();
    let shown = format!("{page:?}");
    assert!(!shown.contains("unseen"), "{shown}");
    for seen in [
        "Seen plainly",
        "Seen on dark",
        "Seen on a box",
        "Seen after scrolling back",
        "Seen tall",
        "Customers",
        "Save the customer",
    ] {
        assert!(shown.contains(seen), "{seen} in {shown}");
    }
    let reading = scene.watching.read(&ReadingSource::Page { url: address }).await.unwrap().unwrap();
    assert!(!format!("{reading:?}").contains("unseen"), "{reading:?}");
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_secret_stays_masked_wherever_it_is_typed_or_shown_again() {
    let mut scene = scene("/page/again").await;
    let (user, tab) = (&scene.user, scene.tab.clone());
    user.fill(&tab, "document.getElementById('pass')", "correct-horse-9").await;
    user.fill(&tab, "document.getElementById('plain')", "correct-horse-9").await;
    user.fill(&tab, "document.getElementById('turns')", "battery-staple-4").await;
    user.fill(&tab, "document.getElementById('dotted')", "dotted-words-5").await;
    user.click(&tab, "document.getElementById('go')").await;
    let reported = scene.reported().await;
    assert!(reported.labels().contains(&"Filled “Nickname” with a secret that is not kept"), "{:?}", reported.labels());
    assert!(reported.text().contains("Ada-Marie"), "{}", reported.text());
    let page = scene.watching.read_page(&scene.site.url("/page/again")).await.unwrap().unwrap();
    let all = format!("{}{page:?}", reported.text());
    for secret in ["correct-horse-9", "battery-staple-4", "dotted-words-5", "kiwi-parrot-77", "8f3a-11cd", "99ab-77ef"] {
        assert!(!all.contains(secret), "{secret} in {all}");
    }
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_page_does_to_itself_is_not_what_the_user_did() {
    let mut scene = scene("/page/forger").await;
    let reported = scene.reported().await;
    assert_eq!(reported.actions.len(), 1, "{:?}", reported.labels());
    assert_eq!(scene.user.eval(&scene.tab, "document.title").await, "globals: 0", "and the page cannot see the recorder");
    scene.user.click(&scene.tab, "document.getElementById('target')").await;
    assert_eq!(scene.reported().await.labels(), ["Clicked “Target” in “Forger”"], "a real click is seen");
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_whose_fields_are_called_like_the_platform_cannot_blind_the_recorder() {
    let mut scene = scene("/page/clobbered").await;
    let tab = scene.tab.clone();
    scene.user.fill(&tab, "document.getElementById('first')", "News").await;
    scene.user.click(&tab, "document.getElementById('publish')").await;
    assert_eq!(
        scene.reported().await.labels()[1..],
        ["Filled “Title” in “Article” with “News”", "Clicked “Publish” in “Article”"]
    );
    scene.user.click(&tab, "document.getElementById('half')").await;
    let reported = scene.reported().await;
    assert_eq!(reported.labels(), ["Clicked “Half \u{fffd}” in “Article”"]);
    let appeared = names(&reported.change("Half").appeared);
    assert!(appeared.contains(&"text All done".to_owned()), "half a character hides nothing else of the page: {appeared:?}");
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_read_again_is_not_followed_to_another_site() {
    let scene = scene_with(|site| Scope::new(&[site.host()]), "/customers").await;
    let read = scene.watching.read_page(&scene.site.url("/away")).await.unwrap();
    assert!(read.is_err(), "{read:?}");
    assert!(scene.watching.read_page(&scene.site.url("/customers")).await.unwrap().is_ok());
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pause_is_blind_and_does_not_look_back() {
    let mut scene = scene("/page/new").await;
    let tab = scene.tab.clone();
    scene.user.fill(&tab, "document.querySelector('[name=name]')", "before").await;
    scene.watching.set_paused(true).await;
    let reported = scene.reported().await;
    assert_eq!(
        reported.labels()[1..],
        ["Filled “Name” in “Customer” with “before”"],
        "what happened before the pause is reported"
    );
    scene.user.type_text(&tab, " hidden").await;
    scene.user.click(&tab, "document.getElementById('urgent')").await;
    scene.user.goto(&tab, &scene.site.url("/page/secrets")).await;
    scene.user.goto(&tab, &scene.site.url("/page/new")).await;
    scene.user.fill(&tab, "document.getElementById('notes')", "unseen").await;
    scene.watching.set_paused(false).await;
    assert_eq!(scene.reported().await.labels().len(), 0);
    scene.user.fill(&tab, "document.getElementById('notes')", "?").await;
    scene.user.click(&tab, "document.querySelector('[name=name]')").await;
    let reported = scene.reported().await;
    // The caret is where the click put it. The text from before capturing is the former value of the field, not an action.
    assert_eq!(reported.labels().len(), 1, "{:?}", reported.labels());
    assert!(reported.labels()[0].starts_with("Filled “Notes”"));
    assert_eq!(reported.dropped, 0);
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_sites_are_counted_and_nothing_else() {
    let mut scene = scene_with(|site| Scope::new(&[site.host()]), "/page/frames").await;
    let tab = scene.tab.clone();
    let frame = scene.user.frame(&tab, "document.getElementById('other')", "localhost").await;
    scene.user.click(&frame, "document.getElementById('go')").await;
    scene.user.goto(&tab, &format!("http://localhost:{}/page/inner", scene.site.port)).await;
    scene.user.click(&tab, "document.getElementById('go')").await;
    scene.user.fill(&tab, "document.getElementById('field')", "elsewhere").await;
    let reported = scene.reported().await;
    assert_eq!(reported.labels(), [format!("Opened {}", scene.site.url("/page/frames"))]);
    assert_eq!(reported.dropped, 4, "a click in a foreign frame, an address, a click, a field");
    assert!(!reported.text().contains("localhost") && !reported.text().contains("elsewhere"));
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn apprentice_itself_is_never_seen() {
    let mut scene = scene_with(|site| Scope::default().excluding(&[site.host()]), "/page/new").await;
    let tab = scene.tab.clone();
    scene.user.click(&tab, "document.getElementById('urgent')").await;
    let reported = scene.reported().await;
    assert_eq!((reported.actions.len(), reported.dropped), (0, 2));
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_a_page_goes_by_itself_nobody_went() {
    let mut scene = scene("/page/there").await;
    let (tab, session) = (scene.tab.clone(), User::session(&scene.tab).to_owned());
    scene.user.goto(&tab, &scene.site.url("/page/wanderer")).await;
    scene.reported().await;
    let site = scene.site.url("");
    for (how, there) in [
        ("location", "location.search === '?1'"),
        ("link", "location.pathname === '/page/there' && location.search === ''"),
        ("form", "location.pathname === '/page/there' && location.search === ''"),
        ("reload", "document.readyState === 'complete' && window.old === undefined"),
        ("push", "location.search === '?pushed'"),
        ("back", "location.pathname === '/page/there'"),
    ] {
        scene.user.eval(&tab, &format!("window.old = true; wander('{how}')")).await;
        scene.user.until(&tab, &format!("document.readyState === 'complete' && {there}")).await;
        let reported = scene.reported().await;
        assert_eq!(reported.labels(), Vec::<&str>::new(), "{how}");
        // The person may go anywhere, and back as well.
        if how == "push" {
            scene.user.eval(&tab, "wander('back')").await;
            scene.user.until(&tab, "location.search === ''").await;
            assert_eq!(scene.reported().await.labels(), Vec::<&str>::new(), "back within the page");
        } else if how != "reload" {
            let history = scene.user.call(Some(&session), "Page.getNavigationHistory", serde_json::json!({})).await;
            let at = history["currentIndex"].as_u64().unwrap() as usize;
            let entry = &history["entries"][if how == "back" { at + 1 } else { at - 1 }];
            scene.user.call(Some(&session), "Page.navigateToHistoryEntry", serde_json::json!({ "entryId": entry["id"] })).await;
            scene.user.until(&tab, "document.readyState === 'complete' && document.title === 'wanderer'").await;
            assert_eq!(scene.reported().await.labels(), [format!("Went back or forward to {site}/page/wanderer")], "after {how}");
        }
    }
    scene.user.click(&tab, "document.getElementById('icon')").await;
    scene.user.until(&tab, "document.title === 'there'").await;
    assert_eq!(
        scene.reported().await.labels(),
        ["Clicked “the first icon” in “Wanderer”"],
        "a button of the page without a name"
    );
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_download_that_ends_in_a_pause_is_not_reported() {
    let mut scene = scene("/page/wanderer").await;
    let tab = scene.tab.clone();
    let mut events = scene.user.listen();
    let folder = std::fs::read_dir(scene.home.path().join("run")).unwrap().next().unwrap().unwrap().path().join("downloads");
    let watched = serde_json::json!({ "behavior": "allow", "downloadPath": folder, "eventsEnabled": true });
    scene.user.call(None, "Browser.setDownloadBehavior", watched).await;
    scene.user.click(&tab, "document.getElementById('download')").await;
    scene.user.wait_for(&mut events, "Browser.downloadWillBegin", |_| true).await;
    assert_eq!(scene.reported().await.labels()[1..], ["Clicked “Slow file” in “Wanderer”"]);
    scene.watching.set_paused(true).await;
    scene.site.release();
    scene.user.wait_for(&mut events, "Browser.downloadProgress", |reported| reported["state"] == "completed").await;
    assert_eq!(scene.reported().await.labels(), Vec::<&str>::new());
    scene.watching.set_paused(false).await;
    // The next one is reported when it ends.
    scene.user.click(&tab, "document.getElementById('download')").await;
    scene.site.release();
    scene.until(|reported| reported.labels().iter().any(|label| label.starts_with("Downloaded “slow"))).await;
    assert_eq!(scene.reported().await.labels().len(), 2, "the click and its download");
    scene.watching.stop().await;
}
