//! Titles and elements of pages: what identifies a page, and what is volatile.

use crate::text::{collapse, fold, is_telling, mentions};
use apprentice_contracts::observation::{Control, PageElement, PageIdentity, StateChange};

/// Roles that take input. Their text is input, not evidence.
pub fn is_input_role(role: &str) -> bool {
    matches!(
        role,
        "textbox"
            | "searchbox"
            | "combobox"
            | "spinbutton"
            | "checkbox"
            | "switch"
            | "radio"
            | "radiogroup"
            | "listbox"
            | "option"
            | "slider"
            | "button"
            | "menuitem"
            | "menuitemradio"
            | "menuitemcheckbox"
            | "tab"
            | "menu"
            | "menubar"
            | "toolbar"
            | "LabelText"
            | "label"
    )
}

/// Roles of messages that disappear by themselves.
pub fn is_transient_role(role: &str) -> bool {
    matches!(role, "alert" | "status" | "log" | "alertdialog" | "dialog" | "tooltip" | "timer" | "progressbar" | "marquee")
}

/// Whether the action had a visible effect.
pub fn has_effect(change: &StateChange) -> bool {
    !change.appeared.is_empty() || !change.vanished.is_empty() || !change.changed.is_empty() || change.before != change.after
}

/// Replaces words that differ every time (numbers, times, ids) by `*`. `None` when no significant word is left.
pub fn stable_text(text: &str) -> Option<String> {
    let mut out: Vec<String> = Vec::new();
    for word in collapse(text).split(' ') {
        let has_digit = word.chars().any(|c| c.is_ascii_digit());
        let word = if word.contains("{{") {
            word.replace('*', "")
        } else if has_digit || word.contains('*') || word.contains(apprentice_contracts::MASK) {
            "*".to_owned()
        } else {
            word.to_owned()
        };
        if !(word == "*" && out.last().is_some_and(|last| last == "*")) {
            out.push(word);
        }
    }
    let telling = out.iter().any(|word| word.chars().filter(|c| c.is_alphabetic()).count() >= 2);
    telling.then(|| out.join(" "))
}

/// Elements that are new with this action. If an identical one vanished with it, the element is not new.
pub fn new_elements(change: &StateChange) -> impl Iterator<Item = &PageElement> {
    change.appeared.iter().filter(|element| {
        let twin = |gone: &&PageElement| gone.role == element.role && fold(&gone.name) == fold(&element.name);
        !change.vanished.iter().any(|gone| twin(&gone))
    })
}

/// The name of the application, from its page titles: the part that they share, or the last part.
pub fn app_name(pages: &[&PageIdentity]) -> Option<String> {
    // A count and the address of the machine are in many a title, and name nothing: “library: tools: 9 rows”, “Desk - 127.0.0.1:8080”.
    let is_name = |page: &PageIdentity, part: &str| {
        let counts = part.split(' ').next().is_some_and(|word| word.chars().all(|letter| letter.is_ascii_digit()));
        !counts && !page.url.split('/').any(|host| host == part)
    };
    let named = |page: &&PageIdentity| title_parts(&page.title).into_iter().filter(|part| is_name(page, part)).collect();
    let parts: Vec<Vec<String>> = pages.iter().map(named).filter(|parts: &Vec<String>| !parts.is_empty()).collect();
    let first = parts.first()?;
    if first.iter().all(|part| *part == first[0]) && parts.iter().all(|other| other == first) {
        return Some(first[0].clone());
    }
    // All pages have one title, so it is not known which part names the application: use all of it.
    let several = pages.iter().any(|page| !crate::address::same_page(&page.url, &pages[0].url));
    if several && first.len() > 1 && pages.iter().all(|page| page.title == pages[0].title) {
        return Some(collapse(&pages[0].title));
    }
    let shared = first.iter().rev().find(|part| parts.len() > 1 && parts.iter().all(|other| other.contains(part)));
    let last = || parts.iter().filter(|parts| parts.len() > 1).flat_map(|parts| parts.last()).next();
    // “Desk is starting” and “Desk Login” are pages of “Desk”.
    let titled = |part: &&String| {
        let of = pages.iter().filter(|page| crate::text::mentions(&page.title, part));
        of.map(|page| crate::address::path_of(&page.url)).collect::<std::collections::BTreeSet<_>>().len()
    };
    let common = || parts.iter().flat_map(|parts| parts.last()).rev().max_by_key(titled);
    shared.or_else(last).or_else(common).cloned()
}

/// `Customers – Shop` is `Customers` and `Shop`.
pub fn title_parts(title: &str) -> Vec<String> {
    split_title(title, true)
}

/// The parts of a title that are not separated by a mere colon: `Edit: Customers – Shop` is `Edit: Customers` and `Shop`.
pub fn title_sections(title: &str) -> Vec<String> {
    split_title(title, false)
}

fn split_title(title: &str, at_colons: bool) -> Vec<String> {
    let mut parts = vec![String::new()];
    let title = collapse(title);
    let mut words = title.split(' ').peekable();
    while let Some(word) = words.next() {
        if matches!(word, "-" | "–" | "—" | "|" | "·" | "•" | "::" | "»" | "«" | "›" | "‹" | "/") {
            parts.push(String::new());
            continue;
        }
        let ends = at_colons && word.ends_with(':') && words.peek().is_some();
        if let Some(part) = parts.last_mut() {
            if !part.is_empty() {
                part.push(' ');
            }
            part.push_str(word.strip_suffix(':').filter(|_| ends).unwrap_or(word));
        }
        if ends {
            parts.push(String::new());
        }
    }
    parts.retain(|part| is_telling(part));
    parts
}

/// Whether the element is the row or entry that this text identifies: its first text, or its number.
pub fn is_record(element: &PageElement, named: &str) -> bool {
    matches!(element.role.as_str(), "row" | "listitem" | "article") && mentions(&element.name, named)
}

/// Whether a message reports an error.
pub fn is_error_message(message: &str) -> bool {
    ["error", "invalid", "failed", "required", "not found", "denied", "wrong", "must", "cannot", "could not", "already exists"]
        .iter()
        .any(|word| mentions(message, word))
}

/// Whether both are the same control. What selects a record is another control for each record, whatever it is called.
pub fn same_control(one: &Control, other: &Control) -> bool {
    let record = |control: &Control| {
        control.record.as_ref().filter(|_| crate::inputs::records::is_tick(control)).map(|record| record.cells.clone())
    };
    one.role == other.role && fold(&one.name) == fold(&other.name) && one.context == other.context && record(one) == record(other)
}

/// The group or the heading to which a record belongs. The row of a control is the record itself.
pub fn group_of(target: &Control) -> &str {
    let context = target.context.as_deref().unwrap_or_default();
    let is_row = target.record.as_deref().is_some_and(|record| {
        let texts = record.cells.iter().map(|cell| cell.text.as_str()).chain([record.name.as_str()]);
        texts.filter(|text| !text.trim().is_empty()).any(|text| mentions(context, text))
    });
    if is_row { "" } else { context }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn volatile_words_become_wildcards() {
        assert_eq!(stable_text("1 row inserted in 0.02 s").as_deref(), Some("* row inserted in * s"));
        assert_eq!(stable_text("12 34"), None);
    }

    #[test]
    fn the_application_is_the_shared_part_of_its_titles() {
        let page = |path: &str, title: &str| PageIdentity { url: format!("https://shop.example{path}"), title: title.into() };
        let (a, b) = (page("/customers", "Customers – Shop"), page("/new", "New customer – Shop"));
        assert_eq!(app_name(&[&a, &b]).as_deref(), Some("Shop"));
        let (a, b) = (page("/customers", "SQLite Web: shop.db"), page("/new", "SQLite Web: shop.db"));
        assert_eq!(app_name(&[&a, &b]).as_deref(), Some("SQLite Web: shop.db"), "one title for all pages");
        let named = |titles: &[&str]| {
            let pages: Vec<PageIdentity> = titles
                .iter()
                .zip(1..)
                .map(|(title, at)| PageIdentity { url: format!("http://127.0.0.1/{at}"), title: (*title).to_owned() })
                .collect();
            app_name(&pages.iter().collect::<Vec<_>>())
        };
        assert_eq!(named(&["Desk is still starting", "Desk", "Desk Login"]).as_deref(), Some("Desk"));
        assert_eq!(named(&["notes - notes", "notes - notes"]).as_deref(), Some("notes"));
        assert_eq!(named(&["Desk - 127.0.0.1", "Desk - 127.0.0.1"]).as_deref(), Some("Desk"), "the host names nothing");
        assert_eq!(named(&["library: 9 rows", "library: 10 rows"]).as_deref(), Some("library"), "a count names nothing");
    }
}
