//! The records of pages: as they are before the first action, and by a fresh request.

use super::*;
use apprentice_contracts::reading::{ReadRecord, Reading, ReadingSource};

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
