//! Table tests of the requests that test a skill.

use super::*;

fn task<'a>(title: &'a str, goal: &'a str, trigger_phrases: &'a [String]) -> TaskWords<'a> {
    TaskWords { title, goal, trigger_phrases }
}

fn phrases(list: &[&str]) -> Vec<String> {
    list.iter().map(|phrase| (*phrase).to_owned()).collect()
}

#[test]
fn a_task_is_said_in_words_that_its_entry_does_not_have() {
    let own = phrases(&["add a customer", "create a customer", "register a customer"]);
    let said = paraphrases(&task("Add a customer", "Add a customer, in the web application “Shop”.", &own));
    assert!(said.len() >= 12, "{said:?}");
    assert_eq!(said[..3], ["could you enter a customer", "add a client for me please", "help with adding a customer"]);
    for phrase in &said {
        assert!(own.iter().all(|trigger| !trigger.contains(phrase.as_str())), "{phrase} is one of its own");
    }
}

#[test]
fn near_misses_ask_for_the_opposite_or_for_something_else() {
    let own = phrases(&["add a customer"]);
    let near = near_misses(&task("Add a customer", "", &own));
    assert_eq!(near[..3], ["delete that customer", "add that holiday photo", "add that tax return"]);
    assert!(near.contains(&"erase that customer".to_owned()), "{near:?}");
    let about = task("Take a holiday photo", "Add a holiday photo.", &own);
    assert!(near_misses(&about).iter().all(|phrase| phrase != "add that holiday photo"), "it would be the same request");
}

#[test]
fn a_title_that_says_nothing_has_no_other_words() {
    for title in ["Do it", "Handle the task", "Repeat the demonstrated task", "Stuff"] {
        assert_eq!(paraphrases(&task(title, title, &[])), Vec::<String>::new(), "{title}");
    }
}

#[test]
fn titles_without_a_known_verb_are_put_in_another_order() {
    let said = paraphrases(&task("Quarterly totals for Aster", "", &[]));
    assert_eq!(said[0], "aster totals quarterly please");
}

#[test]
fn names_and_places_of_a_goal_are_no_part_of_a_request() {
    let said = paraphrases(&task("Tag a release", "Tag a release `<version>` in “shop”, from the terminal.", &[]));
    assert!(said.iter().all(|phrase| !phrase.contains(['“', '`', '<'])), "{said:?}");
}

#[test]
fn a_description_becomes_a_request() {
    let made = |text: &str| from_description(text);
    assert_eq!(made("Extracts the text of a PDF file. Use for scans.").as_deref(), Some("extracts text pdf file"));
    assert_eq!(made("Does it."), None);
}

#[test]
fn everyday_requests_about_the_task_are_left_out() {
    let near = unrelated(&task("Play jazz music", "", &[]));
    assert!(near.len() > 10 && near.iter().all(|phrase| !phrase.contains("jazz")), "{near:?}");
}
