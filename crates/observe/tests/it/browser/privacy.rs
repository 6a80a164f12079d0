//! What must never be told: secrets, forgeries, what happened in a pause, other sites, Apprentice itself.

use super::*;

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
    let told = scene.told().await;
    assert!(told.labels().contains(&"Filled “User” in “Sign in” with “ada”"), "{:?}", told.labels());
    let masked: u32 = told.actions.iter().map(|(seen, _)| seen.masked).sum();
    assert_eq!(masked, 6, "{:?}", told.labels());
    assert!(
        told.labels().contains(&"Clicked “Sign in”") || told.labels().iter().any(|label| label.starts_with("Clicked “Sign in”"))
    );
    for secret in ["correct-horse", "battery", "482915", "4111111111111111", "zz-top-42", "ghp_abc"] {
        assert!(!told.text().contains(secret), "{secret} in {}", told.text());
    }
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_page_does_to_itself_is_not_what_the_user_did() {
    let mut scene = scene("/page/forger").await;
    let told = scene.told().await;
    assert_eq!(told.actions.len(), 1, "{:?}", told.labels());
    assert_eq!(scene.user.eval(&scene.tab, "document.title").await, "globals: 0", "and the page cannot see the recorder");
    scene.user.click(&scene.tab, "document.getElementById('target')").await;
    assert_eq!(scene.told().await.labels(), ["Clicked “Target” in “Forger”"], "a real click is seen");
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_whose_fields_are_called_like_the_platform_cannot_blind_the_recorder() {
    let mut scene = scene("/page/clobbered").await;
    let tab = scene.tab.clone();
    scene.user.fill(&tab, "document.getElementById('first')", "News").await;
    scene.user.click(&tab, "document.getElementById('publish')").await;
    assert_eq!(scene.told().await.labels()[1..], ["Filled “Title” in “Article” with “News”", "Clicked “Publish” in “Article”"]);
    scene.user.click(&tab, "document.getElementById('half')").await;
    let told = scene.told().await;
    assert_eq!(told.labels(), ["Clicked “Half \u{fffd}” in “Article”"]);
    let appeared = names(&told.change("Half").appeared);
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
    scene.watching.set_paused(true);
    let told = scene.told().await;
    assert_eq!(told.labels()[1..], ["Filled “Name” in “Customer” with “before”"], "what happened before the pause is told");
    scene.user.type_text(&tab, " hidden").await;
    scene.user.click(&tab, "document.getElementById('urgent')").await;
    scene.user.goto(&tab, &scene.site.url("/page/secrets")).await;
    scene.user.goto(&tab, &scene.site.url("/page/new")).await;
    scene.user.fill(&tab, "document.getElementById('notes')", "unseen").await;
    scene.watching.set_paused(false);
    assert_eq!(scene.told().await.labels().len(), 0);
    scene.user.fill(&tab, "document.getElementById('notes')", "?").await;
    scene.user.click(&tab, "document.querySelector('[name=name]')").await;
    let told = scene.told().await;
    // The caret stands where the click put it; what was there before capturing is the field's former text, not an action.
    assert_eq!(told.labels().len(), 1, "{:?}", told.labels());
    assert!(told.labels()[0].starts_with("Filled “Notes”"));
    assert_eq!(told.dropped, 0);
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
    let told = scene.told().await;
    assert_eq!(told.labels(), [format!("Opened {}", scene.site.url("/page/frames"))]);
    assert_eq!(told.dropped, 4, "a click in a foreign frame, an address, a click, a field");
    assert!(!told.text().contains("localhost") && !told.text().contains("elsewhere"));
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn apprentice_itself_is_never_seen() {
    let mut scene = scene_with(|site| Scope::default().excluding(&[site.host()]), "/page/new").await;
    let tab = scene.tab.clone();
    scene.user.click(&tab, "document.getElementById('urgent')").await;
    let told = scene.told().await;
    assert_eq!((told.actions.len(), told.dropped), (0, 2));
    scene.watching.stop().await;
}
