//! The records of pages: as they are before the first action, and by a fresh request.

use super::*;
use apprentice_contracts::reading::{ReadRecord, ReadingSource};

/// One line for each record: kind, cells with headers, place, link.
pub fn lines(reading: &Reading) -> Vec<String> {
    let line = |record: &ReadRecord| {
        let cell = |header: &str, text: &str| if header.is_empty() { text.to_owned() } else { format!("{header}: {text}") };
        let cells: Vec<String> = record.cells.iter().map(|it| cell(&it.header, &it.text)).collect();
        let place = record.place.as_ref().map_or(String::new(), |place| format!(" @ {place}"));
        let link = record.link.as_ref().map_or(String::new(), |link| format!(" > {}", &link[link.find("/page").unwrap_or(0)..]));
        format!("{:?} {}{place}{link}", record.kind, cells.join(" | "))
    };
    reading.records.iter().map(line).collect()
}

impl Scene {
    async fn read(&self, url: &str) -> Result<Reading, String> {
        let source = ReadingSource::Page { url: url.to_owned() };
        self.watching.read(&source).await.unwrap().map_err(|error| error.to_string())
    }
}

fn readings(heard: &[Observation]) -> Vec<&Reading> {
    heard
        .iter()
        .filter_map(|observation| if let Observation::Read(reading) = observation { Some(&**reading) } else { None })
        .collect()
}

const ROWS: [&str; 13] = [
    "Heading Invoices",
    "Row checked | No.: 7 | Sum:  |  @ Open invoices > /page/inner?invoice=7",
    "Row Who: Ada | What: Tea @ Grid",
    "Field Title: Week 47 @ Invoices",
    "Field State: Paid @ Invoices",
    "Field Pass phrase: ▮▮▮▮▮▮ @ Invoices",
    "Field API key: ▮▮▮▮▮▮ @ Invoices",
    "Field Owner: Grace @ Invoices",
    "Item Milk @ Invoices",
    "Item checked Bread @ Invoices",
    "Item Card | Some text @ Invoices",
    "Message One selected @ Invoices",
    "Text Framed text",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_is_read_once_before_the_first_action_on_it() {
    let mut scene = scene("/page/rows").await;
    scene.watching.flush().await;
    scene.user.click(&scene.tab, "document.querySelector('a')").await;
    scene.user.until(&scene.tab, "document.title === 'inner'").await;
    scene.watching.flush().await;
    scene.user.goto(&scene.tab, &scene.site.url("/page/rows")).await;
    scene.watching.flush().await;
    while let Ok(observation) = scene.reported.try_recv() {
        scene.heard.push(observation);
    }
    let order: Vec<String> = scene
        .heard
        .iter()
        .filter_map(|observation| match observation {
            Observation::Read(reading) => Some(format!("read {}", reading.title)),
            Observation::Action(seen) => Some(seen.action_label.split(' ').next().unwrap().to_owned()),
            _ => None,
        })
        .collect();
    assert_eq!(order, ["Opened", "read rows", "Clicked", "read inner", "Opened"]);
    let read = readings(&scene.heard);
    assert_eq!(read[0].source, ReadingSource::Page { url: scene.site.url("/page/rows") });
    assert_eq!(read[1].source, ReadingSource::Page { url: scene.site.url("/page/inner?invoice=7") });
    assert_eq!(lines(read[0]), ROWS);
    assert!(read[0].complete);
    for secret in ["correct-horse", "zz-top-42"] {
        assert!(!format!("{:?}", scene.heard).contains(secret), "{secret} is reported");
    }
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fresh_reading_sees_what_changed_and_what_is_gone() {
    let scene = scene("/customers").await;
    scene.site.rename("Ada Lovelace", "Countess");
    let reading = scene.read(&scene.site.url("/customers")).await.unwrap();
    assert_eq!(lines(&reading)[1], "Row Name: Countess | State: active | Do:  @ Customers");
    for (status, words) in [(404, "answered 404 (Not Found)"), (410, "answered 410 (Gone)"), (500, "answered 500")] {
        let answer = scene.read(&scene.site.url(&format!("/status/{status}"))).await.unwrap_err();
        assert!(answer.contains(words), "{answer}");
    }
    let moved = scene.read(&scene.site.url("/moved")).await.unwrap();
    assert_eq!((moved.source, moved.title.as_str()), (ReadingSource::Page { url: scene.site.url("/customers") }, "Customers"));
    let nobody = scene.read("http://127.0.0.1:1/").await.unwrap_err();
    assert!(nobody.contains("could not be loaded"), "{nobody}");
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_draws_itself_in_frames_is_read_unseen() {
    let scene = scene("/customers").await;
    let reading = scene.read(&scene.site.url("/page/drawn")).await.unwrap();
    assert_eq!(
        lines(&reading),
        ["Heading Drawn", "Item Drawn in a frame @ Drawn", "Item Came into view @ Drawn", "Text Has a width @ Drawn"]
    );
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_application_that_draws_itself_late_is_read_when_it_is_there() {
    let mut scene = scene("/customers").await;
    scene.reported().await;
    let url = scene.site.url("/page/late#/tasks/7");
    let reading = scene.read(&url).await.unwrap();
    assert_eq!(
        (reading.source.clone(), lines(&reading)),
        (ReadingSource::Page { url }, vec!["Heading Late".into(), "Text #/tasks/7 @ Late".into()])
    );
    let polling = scene.read(&scene.site.url("/page/polling")).await.unwrap();
    assert_eq!(lines(&polling)[0], "Heading Polling");
    scene.watching.flush().await;
    assert!(scene.reported.try_recv().is_err(), "nothing is reported of what nobody did");
    scene.watching.stop().await;
}

impl Scene {
    /// The readings of one address that were reported so far.
    pub async fn readings_of(&mut self, path: &str) -> Vec<Reading> {
        self.watching.flush().await;
        while let Ok(observation) = self.reported.try_recv() {
            self.heard.push(observation);
        }
        let source = ReadingSource::Page { url: self.site.url(path) };
        readings(&self.heard).into_iter().filter(|reading| reading.source == source).cloned().collect()
    }
}

const THERE: &str = "document.body.textContent.includes('Was there before')";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn data_that_come_after_the_first_action_are_how_the_page_was() {
    let mut scene = scene_while("/page/filling", "document.getElementById('list') !== null").await;
    let tab = scene.tab.clone();
    scene.user.click(&tab, "document.getElementById('open')").await;
    let early = scene.readings_of("/page/filling").await;
    scene.site.release();
    let whole = scene.next_reading("Was there before").await;
    assert!(early.iter().all(|reading| !reading.complete), "the first data were on their way: {early:?}");
    assert!(whole.complete, "{whole:?}");
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_page_shows_after_it_sent_something_is_not_how_it_was() {
    let mut scene = scene_while("/page/filling", "document.getElementById('list') !== null").await;
    let tab = scene.tab.clone();
    scene.user.click(&tab, "document.getElementById('save')").await;
    scene.user.until(&tab, "document.body.textContent.includes('Sent by the person')").await;
    scene.site.release();
    scene.user.until(&tab, THERE).await;
    let all = scene.readings_of("/page/filling").await;
    assert!(!format!("{all:?}").contains("Sent by the person"), "{all:?}");
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_sign_in_without_a_new_document_a_page_is_read_once_more() {
    let mut scene = scene("/page/notes").await;
    let tab = scene.tab.clone();
    scene.watching.flush().await;
    scene.user.click(&tab, "document.getElementById('login')").await;
    scene.user.until(&tab, "document.getElementById('word') !== null").await;
    scene.user.fill(&tab, "document.getElementById('user')", "ada").await;
    scene.user.fill(&tab, "document.getElementById('word')", "correct-horse").await;
    scene.user.click(&tab, "document.getElementById('enter')").await;
    scene.user.until(&tab, "document.body.textContent.includes('Private note')").await;
    let all = scene.readings_of("/page/notes").await;
    let told: Vec<bool> = all.iter().map(|reading| format!("{reading:?}").contains("Private note")).collect();
    assert_eq!((told.first(), told.last()), (Some(&false), Some(&true)), "{all:?}");
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_that_shows_another_page_is_not_read() {
    let mut scene = scene("/page/shop").await;
    let tab = scene.tab.clone();
    scene.user.click(&tab, "document.getElementById('list')").await;
    scene.user.until(&tab, "document.title === 'Teas'").await;
    assert_eq!(scene.readings_of("/page/nowhere").await.len(), 1);
    let answer = scene.read(&scene.site.url("/page/nowhere")).await.unwrap_err();
    assert!(answer.contains("shows another page, “nowhere”"), "{answer}");
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_data_of_a_page_are_read_before_and_asked_for_again() {
    let mut scene = scene("/page/chart").await;
    let tab = scene.tab.clone();
    let source = ReadingSource::Data { url: scene.site.url("/api/customers") };
    scene.user.until(&tab, "document.body.textContent.includes('Drawn 1')").await;
    let before = scene.next_reading("Ada Lovelace").await;
    assert_eq!(
        (&before.source, lines(&before)),
        (&source, vec!["Row api key: ▮▮▮▮▮▮ | name: Ada Lovelace @ customers".to_owned()])
    );
    scene.user.fill(&tab, "document.getElementById('name')", "Grace Hopper").await;
    scene.user.click(&tab, "document.getElementById('add')").await;
    scene.user.until(&tab, "document.body.textContent.includes('Drawn 2')").await;
    scene.watching.flush().await;
    let after = scene.watching.read(&source).await.unwrap().unwrap();
    assert_eq!(lines(&after).len(), 2, "{after:?}");
    assert!(lines(&after)[1].contains("Grace Hopper"), "the headers of the page were sent again: {after:?}");
    while let Ok(observation) = scene.reported.try_recv() {
        scene.heard.push(observation);
    }
    let of_data = readings(&scene.heard).into_iter().filter(|reading| reading.source == source).count();
    assert_eq!(of_data, 0, "only the state before is reported, and that was heard above");
    let secret = format!("{:?}", scene.heard);
    assert!(!secret.contains("sk-not-for-anybody"), "a secret of the data is masked");
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn data_that_a_page_asks_for_by_post_are_read_by_opening_it_again() {
    let mut scene = scene("/page/board").await;
    let tab = scene.tab.clone();
    scene.user.until(&tab, "document.body.textContent.includes('Drawn 1')").await;
    let before = scene.next_reading("Ada Lovelace").await;
    let known = format!("{}?POST=&query=query+Customers", scene.site.url("/graphql/Customers"));
    assert!(before.source.address().is_some_and(|url| url.starts_with(&known)), "{before:?}");
    assert_eq!(lines(&before), ["Row name: Ada Lovelace @ customers"]);
    let read = async |scene: &Scene, source: &ReadingSource| scene.watching.read(source).await.unwrap();
    assert_eq!(lines(&read(&scene, &before.source).await.unwrap()), ["Row name: Ada Lovelace @ customers"]);
    for (count, name) in [(2, "Grace Hopper"), (3, "Alan Turing")] {
        scene.user.fill(&tab, "document.getElementById('name')", name).await;
        scene.user.click(&tab, "document.getElementById('add')").await;
        scene.user.until(&tab, &format!("document.body.textContent.includes('Drawn {count}')")).await;
        scene.watching.flush().await;
        let after = lines(&read(&scene, &before.source).await.unwrap());
        assert!(after.len() == count && after.last().unwrap().contains(name), "{after:?}");
    }
    // The result is read while nothing is recorded any more.
    scene.user.fill(&tab, "document.getElementById('name')", "unsaved").await;
    scene.watching.flush().await;
    scene.watching.set_paused(true).await;
    scene.site.rename("Grace Hopper", "Grace B. Hopper");
    assert!(lines(&read(&scene, &before.source).await.unwrap())[1].contains("Grace B. Hopper"));
    while let Ok(observation) = scene.reported.try_recv() {
        scene.heard.push(observation);
    }
    let of_data = readings(&scene.heard).into_iter().filter(|reading| matches!(reading.source, ReadingSource::Data { .. }));
    assert_eq!(of_data.count(), 0, "what the person sent is no data of the page");
    assert_eq!(scene.site.customers().len(), 3, "nothing was sent again");
    let other = ReadingSource::Data { url: format!("{}?POST=", scene.site.url("/graphql/Other")) };
    assert!(read(&scene, &other).await.unwrap_err().to_string().contains("no page of this run asked for"));
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_whose_address_says_that_it_acts_is_not_opened_for_its_data() {
    for (page, expected) in [("board", None), ("cancel", Some("no page of this run asked for"))] {
        let scene = scene(&format!("/page/{page}")).await;
        scene.user.until(&scene.tab, "document.body.textContent.includes('Drawn 1')").await;
        scene.watching.flush().await;
        let query = "POST=&query=query+Customers+%7B+customers+%7B+name+%7D+%7D&variables.first=50";
        let source = ReadingSource::Data { url: format!("{}?{query}", scene.site.url("/graphql/Customers")) };
        let found = scene.watching.read(&source).await.unwrap().map_err(|error| error.to_string());
        match expected {
            None => assert_eq!(lines(&found.unwrap()), ["Row name: Ada Lovelace @ customers"]),
            Some(words) => assert!(found.as_ref().is_err_and(|why| why.contains(words)), "{found:?}"),
        }
        scene.watching.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_page_is_told_over_a_websocket_is_read_by_opening_it_again() {
    let mut scene = scene("/page/live").await;
    let tab = scene.tab.clone();
    scene.user.until(&tab, "document.body.textContent.includes('Drawn 1')").await;
    let before = scene.next_reading("Ada Lovelace").await;
    assert!(before.source.address().is_some_and(|url| url.ends_with("/live/customers?WebSocket=")), "{before:?}");
    assert_eq!(lines(&before), ["Row name: Ada Lovelace @ customers"]);
    scene.user.fill(&tab, "document.getElementById('name')", "Grace Hopper").await;
    scene.user.click(&tab, "document.getElementById('add')").await;
    scene.user.until(&tab, "document.title === 'Added'").await;
    // The result is read while nothing is recorded any more.
    scene.watching.set_paused(true).await;
    let after = scene.watching.read(&before.source).await.unwrap().unwrap();
    assert_eq!(lines(&after), ["Row name: Ada Lovelace @ customers", "Row name: Grace Hopper @ customers"]);
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_over_a_websocket_is_a_source_of_its_own_and_what_acts_is_a_request() {
    let mut scene = scene("/page/talk").await;
    let tab = scene.tab.clone();
    scene.user.until(&tab, "document.readyState === 'complete'").await;
    scene.watching.flush().await;
    // The person asks for the list; that changes nothing, so it is the state before.
    scene.user.click(&tab, "document.getElementById('list')").await;
    scene.user.until(&tab, "document.body.textContent.includes('Drawn 1')").await;
    let before = scene.next_reading("customers/list?WebSocket=&shop=harbour").await;
    assert_eq!(lines(&before), ["Row name: Ada Lovelace @ customers"], "{before:?}");
    scene.user.fill(&tab, "document.getElementById('name')", "Grace Hopper").await;
    scene.user.click(&tab, "document.getElementById('add')").await;
    scene.user.until(&tab, "document.title === 'Added'").await;
    scene.watching.set_paused(true).await;
    let sent = scene.watching.read(&ReadingSource::Sent).await.unwrap().unwrap();
    let request = lines(&sent).into_iter().find(|line| line.contains("customers/add")).expect("a request");
    assert!(request.contains("SEND") && request.contains("name: Grace Hopper") && request.contains(":status: 200"), "{request}");
    let after = scene.watching.read(&before.source).await.unwrap().unwrap();
    assert_eq!(lines(&after), ["Row name: Ada Lovelace @ customers", "Row name: Grace Hopper @ customers"]);
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn data_that_cannot_be_asked_for_say_why() {
    let scene = scene("/page/chart").await;
    scene.user.until(&scene.tab, "document.body.textContent.includes('Drawn 1')").await;
    scene.watching.flush().await;
    let read = async |url: String| {
        let source = ReadingSource::Data { url };
        scene.watching.read(&source).await.unwrap().unwrap_err().to_string()
    };
    assert!(read(scene.site.url("/status/404")).await.contains("answered 404"));
    assert!(read(scene.site.url("/customers")).await.contains("does not answer with data"));
    assert!(read(scene.site.url("/moved")).await.contains("could not be asked for again"), "no redirect is followed");
    assert!(read("http://localhost:1/api".into()).await.contains("no page of localhost:1 is open"));
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn data_outside_the_scope_are_not_asked_for() {
    let scene = scene_with(|site| Scope::default().excluding(&[site.host()]), "/page/chart").await;
    let source = ReadingSource::Data { url: scene.site.url("/api/customers") };
    let refused = scene.watching.read(&source).await.unwrap().unwrap_err().to_string();
    assert!(refused.contains("outside what this session may see"), "{refused}");
    scene.watching.stop().await;
}

impl Scene {
    /// The addresses of data that were reported, once the page has asked for the customers by this query too.
    async fn data_until(&mut self, query: &str) -> Vec<String> {
        self.next_reading(query).await;
        let heard = readings(&self.heard).into_iter();
        heard
            .filter(|reading| matches!(reading.source, ReadingSource::Data { .. }))
            .map(|reading| format!("{:?}", reading.source))
            .collect()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_frame_asks_for_is_no_data_of_the_page() {
    let mut scene = scene("/page/framed").await;
    let tab = scene.tab.clone();
    scene.user.until(&tab, "frames[0].document.body.textContent.includes('Drawn 1')").await;
    scene.user.click(&tab, "document.getElementById('ask')").await;
    assert_eq!(scene.data_until("own=1").await, Vec::<String>::new());
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn data_that_come_during_a_pause_are_not_kept() {
    let mut scene = scene("/page/new").await;
    let tab = scene.tab.clone();
    scene.watching.set_paused(true).await;
    scene.user.goto(&tab, &scene.site.url("/page/chart")).await;
    scene.user.until(&tab, "document.body.textContent.includes('Drawn 1')").await;
    scene.watching.set_paused(false).await;
    scene.user.goto(&tab, &scene.site.url("/page/framed")).await;
    scene.user.click(&tab, "document.getElementById('ask')").await;
    assert_eq!(scene.data_until("own=1").await, Vec::<String>::new());
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_is_read_again_at_the_part_that_was_looked_at_last() {
    let scene = scene("/page/parts").await;
    scene.watching.flush().await;
    let url = scene.site.url("/page/parts");
    let says = |reading: &Reading, text: &str| lines(reading).contains(&format!("Text {text} @ Room"));
    assert!(says(&scene.read(&url).await.unwrap(), "Two beds"));
    scene.user.click(&scene.tab, "document.getElementById('to-price')").await;
    scene.user.until(&scene.tab, "location.hash === '#price'").await;
    scene.watching.flush().await;
    let reading = scene.read(&url).await.unwrap();
    assert_eq!(reading.source, ReadingSource::Page { url });
    assert!(says(&reading, "Ninety a night") && !says(&reading, "Two beds"), "{:?}", lines(&reading));
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_fields_of_other_tabs_are_read_and_nothing_else_of_them() {
    let scene = scene("/page/tabs").await;
    scene.watching.flush().await;
    let url = scene.site.url("/page/tabs");
    let fields = |reading: &Reading| {
        let fields = lines(reading).into_iter().filter(|line| line.starts_with("Field"));
        let mut fields: Vec<String> = fields.map(|line| line.split(" @ ").next().unwrap().to_owned()).collect();
        fields.sort();
        fields
    };
    let all = [
        "Field Default price Optional: 58.00",
        "Field Most per order: 4",
        "Field Note: Ask Ann",
        "Field Sold out: checked",
        "Field State: paused",
    ];
    let reading = scene.read(&url).await.unwrap();
    assert_eq!(fields(&reading), all);
    let text = lines(&reading).join("\n");
    assert!(!text.contains("unseen") && !text.contains("zz-top") && !text.contains("correct-horse"), "{text}");
    scene.watching.stop().await;
}
