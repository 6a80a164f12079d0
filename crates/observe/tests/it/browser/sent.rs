//! What watched pages send that may change something.

use super::readings::lines;
use super::*;
use apprentice_contracts::reading::ReadingSource;

impl Scene {
    async fn sent(&self) -> Vec<String> {
        let reading = self.watching.read(&ReadingSource::Sent).await.unwrap().unwrap();
        let site = self.site.url("");
        lines(&reading).into_iter().map(|line| line.replace(site.trim_end_matches('/'), "")).collect()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_that_may_change_something_are_kept_with_their_answers() {
    let scene = scene("/page/chart").await;
    scene.user.until(&scene.tab, "document.body.textContent.includes('Drawn 1')").await;
    assert_eq!(scene.sent().await, [""; 0], "asking for data changes nothing");
    scene.user.fill(&scene.tab, "document.getElementById('name')", "Grace Hopper").await;
    scene.user.click(&scene.tab, "document.getElementById('add')").await;
    scene.user.until(&scene.tab, "document.body.textContent.includes('Drawn 2')").await;
    scene.watching.flush().await;
    let added = "Request :method: POST | :url: /api/customers | :status: 200 | name: Grace Hopper";
    assert_eq!(scene.sent().await, [added]);

    // While paused nothing is kept, and afterwards nothing is asked for again.
    scene.watching.set_paused(true).await;
    scene.user.click(&scene.tab, "document.getElementById('add')").await;
    scene.user.until(&scene.tab, "document.body.textContent.includes('Drawn 3')").await;
    assert_eq!(scene.sent().await, [added]);
    assert_eq!(scene.site.customers().len(), 3, "nothing was sent again");
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_is_kept_with_where_it_leads_and_not_with_a_password() {
    let scene = scene("/page/new").await;
    scene.user.fill(&scene.tab, "document.querySelector('[name=name]')", "Grace Hopper").await;
    scene.user.fill(&scene.tab, "document.getElementById('pw')", "tulip-bulb-9").await;
    scene.user.click(&scene.tab, "document.getElementById('save')").await;
    scene.user.until(&scene.tab, "location.pathname === '/customers'").await;
    scene.watching.flush().await;
    // Of a request with a password and little more, only that it was sent.
    let created = "Request :method: POST | :url: /customers | :status: 303 | :destination: document";
    assert_eq!(scene.sent().await, [created]);

    scene.user.goto(&scene.tab, &scene.site.url("/page/board")).await;
    scene.user.until(&scene.tab, "document.body.textContent.includes('Drawn')").await;
    scene.user.fill(&scene.tab, "document.getElementById('name')", "Alan Turing").await;
    scene.user.click(&scene.tab, "document.getElementById('add')").await;
    scene.user.until(&scene.tab, "document.body.textContent.includes('Drawn 3')").await;
    scene.watching.flush().await;
    // The query with which the board was drawn is none, and moments are left out.
    let added = "Request :method: POST | :url: /graphql | :status: 200 | :operation: mutation Add | variables.name: Alan Turing";
    assert_eq!(scene.sent().await, [created, added]);
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_that_acts_is_kept_and_one_that_only_asks_is_not() {
    let scene = scene("/customers").await;
    for path in ["/status/200?do=cancel", "/moved", "/customers/ada/archive"] {
        scene.user.goto(&scene.tab, &scene.site.url(path)).await;
    }
    scene.user.until(&scene.tab, "location.pathname === '/customers'").await;
    scene.watching.flush().await;
    assert_eq!(
        scene.sent().await,
        ["Request :method: GET | :url: /customers/ada/archive | :status: 303 | :destination: document"]
    );
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_that_is_sent_on_is_kept_at_both_addresses() {
    let scene = scene("/page/new").await;
    scene.user.fill(&scene.tab, "document.querySelector('[name=name]')", "Grace Hopper").await;
    let form = "document.getElementById('save').form.action = '/former'";
    scene.user.until(&scene.tab, &format!("({form}) !== ''")).await;
    scene.user.click(&scene.tab, "document.getElementById('save')").await;
    scene.user.until(&scene.tab, "location.pathname === '/customers'").await;
    scene.watching.flush().await;
    let sent = scene.sent().await;
    let [first, then] = sent.as_slice() else { panic!("{sent:?}") };
    assert!(first.contains(":method: POST | :url: /former | :status: 307 | :destination: document"), "{first}");
    assert!(then.contains(":method: POST | :url: /customers | :status: 303 | :destination: document"), "{then}");
    scene.watching.stop().await;
}
