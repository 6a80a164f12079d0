//! Tables that a page draws with boxes, fields that nothing names, and fields that only the page fills.

use super::*;
use apprentice_contracts::observation::ActionDetails;

const CELL: &str = "document.querySelectorAll('.cell')";

/// What was filled in: the name of the field, the record that it is in, and the value.
fn fills(reported: &Reported) -> Vec<String> {
    let fill = |details: &ActionDetails| match details {
        ActionDetails::Fill { target, value, .. } => {
            let record = target.record.as_deref().map_or(String::new(), |record| format!(" of {}", record.name));
            Some(format!("{}{record} = {}", target.name, value.text))
        }
        _ => None,
    };
    reported.actions.iter().filter_map(|(seen, _)| fill(&seen.details)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cell_that_becomes_a_field_is_called_as_its_column_and_belongs_to_its_row() {
    let mut scene = scene("/page/boxes").await;
    let (user, tab) = (&scene.user, scene.tab.clone());
    for (row, amount) in [(0, "40.00"), (2, "12.50")] {
        user.click(&tab, &format!("{CELL}[{row}]")).await;
        user.fill(&tab, &format!("{CELL}[{row}].firstElementChild"), amount).await;
    }
    user.fill(&tab, "document.getElementById('fresh')", "7.00").await;
    user.click(&tab, "document.querySelector('h1')").await;
    let reported = scene.reported().await;
    assert_eq!(fills(&reported), ["Given of Garden = 40.00", "Given of Bicycle = 12.50", "Given = 7.00"]);
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fields_that_nothing_names_are_told_by_their_place() {
    let mut scene = scene("/page/boxes").await;
    let (user, tab) = (&scene.user, scene.tab.clone());
    for (field, text) in [("[data-is=begin]", "08:15"), ("[data-is=end]", "12:50"), ("#tag", "field")] {
        user.fill(&tab, &format!("document.querySelector('{field}')"), text).await;
    }
    user.click(&tab, "document.getElementById('save')").await;
    let reported = scene.reported().await;
    let (saved, _) = reported.actions.iter().find(|(seen, _)| seen.action_label.contains("Save")).unwrap();
    let form: Vec<String> = saved.form.iter().map(|field| format!("{} = {}", field.label, field.value.text)).collect();
    assert_eq!(
        form,
        [
            "Time, first date = ",
            "Time, first field = 08:15",
            "Time, second date = ",
            "Time, second field = 12:50",
            "Time, third field = 08:15 to 12:50",
            "Tag = field",
        ],
        "a field that nobody sees is not a part of what was sent"
    );
    let expected = ["Time, first field = 08:15", "Time, second field = 12:50", "Tag = field"];
    assert_eq!(fills(&reported), expected, "the page filled the rest");
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_stands_above_its_field_and_a_link_to_a_part_of_the_page_is_no_record() {
    let mut scene = scene("/page/boxes").await;
    let (user, tab) = (&scene.user, scene.tab.clone());
    user.fill(&tab, "document.querySelector('[data-is=phone]')", "555 0111").await;
    user.click(&tab, "document.getElementById('turn')").await;
    let reported = scene.reported().await;
    assert_eq!(fills(&reported), ["Work phone = 555 0111"]);
    let (turned, _) = reported.actions.iter().find(|(seen, _)| seen.action_label.contains("Stock")).unwrap();
    assert!(matches!(&turned.details, ActionDetails::Click { target } if target.record.is_none()), "{:?}", turned.details);
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn words_for_browsers_without_a_canvas_name_no_drawing() {
    let mut scene = scene("/page/boxes").await;
    let (user, tab) = (&scene.user, scene.tab.clone());
    user.click(&tab, "document.getElementById('plan')").await;
    let reported = scene.reported().await;
    assert_eq!(reported.labels().last(), Some(&"Clicked “the first drawing” in “Budget”"));
    scene.watching.stop().await;
}
