//! The values of a run: what its actions entered, and since when each value is known.

use crate::page;
use crate::pattern::{self, Bindings};
use crate::text::{fold, unnumbered};
use crate::untrusted::{BLOCK, LINE, is_line};
use crate::{address, command};
use apprentice_contracts::graph::{RecordPlace, Variable, VariableBinding};
use apprentice_contracts::observation::{ActionDetails, Control, ControlRecord, NavigationCause, ObservedAction};
use std::collections::BTreeMap;

#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    pub bindings: Bindings,
    /// The action at which each variable got its current value.
    bound_at: BTreeMap<String, usize>,
    /// The action at which each variable was last entered, even with the same value.
    given_at: BTreeMap<String, usize>,
}

impl Values {
    /// Takes the values that an action entered. A corrected value replaces the previous one.
    pub fn take(&mut self, found: Vec<(String, String)>, now: usize) {
        for (name, value) in found {
            let same = self.bindings.get(&name).is_some_and(|known| fold(known) == fold(&value));
            if !same {
                self.bound_at.insert(name.clone(), now);
            }
            self.given_at.insert(name.clone(), now);
            self.bindings.insert(name, value);
        }
    }

    /// The variables whose previous value was submitted before they get these new ones: a new item begins.
    pub fn ended(&self, found: &[(String, String)], sent_at: usize) -> Vec<String> {
        let sent = |name: &String| self.given_at.get(name).is_some_and(|given| *given <= sent_at);
        found.iter().map(|(name, _)| name.clone()).filter(sent).collect()
    }

    pub fn same(&self, other: &Self, name: &str) -> bool {
        self.bindings.get(name).map(|value| fold(value)) == other.bindings.get(name).map(|value| fold(value))
    }

    /// The action from which on an element with these variables can be an effect of this run.
    pub fn known_since(&self, pattern: &str) -> usize {
        pattern::variables_in(pattern).iter().filter_map(|name| self.bound_at.get(name)).copied().max().unwrap_or(0)
    }
}

/// Whether the action submits what was entered and no message complains about it.
pub(super) fn sends(action: &ObservedAction) -> bool {
    let change = action.change.as_ref().filter(|change| page::has_effect(change));
    match &action.details {
        ActionDetails::Command(run) => run.exit_code == Some(0),
        ActionDetails::Call(call) => !call.read_only,
        ActionDetails::Click { .. } | ActionDetails::Press { .. } => change.is_some_and(|change| {
            !page::new_elements(change)
                .any(|element| matches!(element.role.as_str(), "alert" | "status") && page::is_error_message(&element.name))
        }),
        ActionDetails::Dialog { accepted, .. } => *accepted,
        _ => false,
    }
}

/// The field and the value that the action entered.
pub(super) fn committed(details: &ActionDetails) -> Option<(&Control, String)> {
    match details {
        ActionDetails::Fill { target, value, .. } => Some((target, value.text.clone())),
        ActionDetails::Choose { target, chosen, .. } => {
            let own_name = target.role == "radio" && chosen.iter().all(|chosen| chosen == "on");
            Some((target, if own_name { target.name.clone() } else { chosen.join(", ") }))
        }
        _ => None,
    }
}

pub(super) fn value_of(variable: &Variable, action: &ObservedAction) -> Option<String> {
    let value = match (&variable.binding, &action.details) {
        (VariableBinding::Field { role, name }, details) => {
            committed(details).filter(|(target, _)| is(target, role, name)).map(|(_, value)| value)
        }
        (VariableBinding::Command { pattern }, ActionDetails::Command(run)) => {
            command::capture(pattern, &run.command_line).and_then(|mut found| found.remove(&variable.name))
        }
        (VariableBinding::Url { pattern }, details) => {
            // A pattern without a word fits every page. Only what somebody opens by typing it names a thing.
            let is_bare = !pattern.split('/').any(|part| !part.is_empty() && part != "*" && !part.contains("{{"));
            let opened = match details {
                ActionDetails::Navigate { url, cause: NavigationCause::Typed } => Some(url),
                ActionDetails::Navigate { url, .. } => Some(url).filter(|_| !is_bare),
                _ => action.change.as_ref().map(|change| &change.after.url).filter(|_| !is_bare),
            };
            let found = opened.and_then(|url| address::url_capture(pattern, url)?.remove(&variable.name));
            found.map(|name| if variable.example.contains(' ') { address::readable(&name) } else { name })
        }
        (VariableBinding::File { control }, ActionDetails::Upload { target, file_names })
            if fold(control) == fold(&target.name) =>
        {
            Some(file_names.join(", "))
        }
        (
            VariableBinding::Record { role, name, header, .. },
            ActionDetails::Click { target } | ActionDetails::Choose { target, .. } | ActionDetails::Drag { target, .. },
        ) if (role == "*" || *role == target.role) && name.contains("{{") => {
            // The name of the record is in that of its link.
            pattern::capture(name, &target.name).and_then(|mut found| found.remove(&variable.name))
        }
        (
            VariableBinding::Record { role, name, header, .. },
            ActionDetails::Click { target } | ActionDetails::Choose { target, .. } | ActionDetails::Drag { target, .. },
        ) if (role == "*" || *role == target.role) && (name == "*" || fold(name) == fold(&target.name)) => {
            target.record.as_ref().map(|record| named_by(record, header))
        }
        (VariableBinding::Record { role, name, header, .. }, ActionDetails::Fill { target, previous, input_type, .. })
            if header == LINE && *role == target.role =>
        {
            let line = target.record.as_ref().filter(|record| record.cells.iter().any(|cell| cell.header == LINE));
            let is_of_editor = input_type == BLOCK && fold(name) == fold(&target.name);
            let former = || previous.clone().filter(|former| is_of_editor && is_line(former));
            line.map(|record| record.name.clone()).or_else(former)
        }
        (VariableBinding::Argument { server_id, tool_name, path }, ActionDetails::Call(call))
            if *server_id == call.server_id && *tool_name == call.tool_name =>
        {
            call.arguments.iter().find(|argument| argument.path == *path).map(|argument| argument.value.clone())
        }
        (VariableBinding::Context { role, name }, ActionDetails::Click { target }) if is(target, role, name) => {
            target.context.clone()
        }
        _ => None,
    };
    value.filter(|value| !value.trim().is_empty())
}

/// Takes out the values of inputs that are chosen by controls called alike, where the action chose the record of another one: the list
/// “House repairs” is no entry of it. The columns of the record say most, then its group, then the page, whose address may have the name of a
/// list. What is neither on the page of such a record, nor in its columns or its group, is another thing: an entry of a menu.
pub(super) fn in_their_places(
    found: Vec<(String, String)>,
    variables: &[Variable],
    action: &ObservedAction,
) -> Vec<(String, String)> {
    let page = action.change.as_ref().map_or("", |change| change.before.url.as_str());
    match &action.details {
        ActionDetails::Click { target } | ActionDetails::Choose { target, .. } | ActionDetails::Drag { target, .. } => {
            of_place(found, variables, target, page)
        }
        _ => found,
    }
}

/// The same for what was chosen by this control on this page.
fn of_place(found: Vec<(String, String)>, variables: &[Variable], target: &Control, page: &str) -> Vec<(String, String)> {
    let group = page::group_of(target);
    let has_header = |header: &str| match target.record.as_deref() {
        Some(record) if header.is_empty() => record.cells.iter().all(|cell| cell.header.trim().is_empty()),
        Some(record) => record.cells.iter().any(|cell| crate::effects::same_header(&cell.header, header)),
        None => false,
    };
    let fits = |place: &RecordPlace, header: &str| {
        let is_grouped = place.group.is_empty() == group.is_empty();
        let is_on_page = place.page.is_empty() || page.is_empty() || address::url_fits(&place.page, page, &Bindings::default());
        (has_header(header), fold(&place.group) == fold(group), is_grouped, is_on_page)
    };
    let place_of = |name: &String| match &variables.iter().find(|variable| variable.name == *name)?.binding {
        VariableBinding::Record { place: Some(place), header, .. } => {
            let fit = fits(place, header);
            let (has_header, of_group, _, is_on_page) = fit;
            let is_there = is_on_page || has_header && !header.is_empty() || of_group && !place.group.is_empty();
            Some((fit, is_there))
        }
        _ => None,
    };
    let best = found.iter().filter_map(|(name, _)| place_of(name)).max_by_key(|(fit, is_there)| (*is_there, *fit));
    found.into_iter().filter(|(name, _)| place_of(name).is_none_or(|place| place.1 && Some(place) == best)).collect()
}

/// The text that names a record, under this header where it has one.
fn named_by(record: &ControlRecord, header: &str) -> String {
    let headed = record.cells.iter().find(|cell| !header.is_empty() && crate::effects::same_header(&cell.header, header));
    unnumbered(headed.map_or(record.name.as_str(), |cell| cell.text.as_str())).to_owned()
}

pub(super) fn is(target: &Control, role: &str, name: &str) -> bool {
    (role == "*" || role == target.role) && (name == "*" || unvalued(name) == unvalued(&target.name))
}

/// The name of a control, folded, without the numbers after its colon, which say how it stands: “Paid: 80 Euros”. Other numbers tell two
/// controls apart: “Street 2”, “12 May 2031”, “Book 10:30”.
fn unvalued(name: &str) -> String {
    let name = fold(name);
    let is_value = |word: &str| word.contains(|letter: char| letter.is_ascii_digit()) && !word.contains(char::is_alphabetic);
    match name.split_once(": ").filter(|(label, _)| label.contains(char::is_alphabetic)) {
        Some((label, rest)) => {
            let words: Vec<&str> = rest.split(' ').map(|word| if is_value(word) { "*" } else { word }).collect();
            format!("{label}: {}", words.join(" "))
        }
        None => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_control_is_called_the_same_whatever_value_its_name_tells() {
        assert_eq!(unvalued("Paid: 80 Euros"), unvalued("Paid: 0 Euros"));
        for (one, other) in [("12 May 2031", "13 May 2031"), ("Book 10:30", "Book 11:30"), ("Row 1 column 2", "Row 2 column 1")] {
            assert_ne!(unvalued(one), unvalued(other));
        }
        assert_ne!(unvalued("Order 1001: paid"), unvalued("Order 1002: paid"), "two records");
        assert_ne!(unvalued("Street 1"), unvalued("Street 2"), "two fields");
        assert_ne!(unvalued("Delete order 1001"), unvalued("Delete order 1002"), "two records");
        assert_ne!(unvalued("12"), unvalued("13"), "there is nothing else");
    }
    use apprentice_contracts::reading::ReadCell;
    use serde_json::json;

    fn input(name: &str, header: &str, page: &str, group: &str) -> Variable {
        let place = json!({ "page": page, "group": group });
        let binding = json!({ "kind": "record", "role": "link", "name": "*", "header": header, "place": place });
        let variable = json!({
            "name": name, "label": name, "kind": "text", "example": name, "secret": false, "source_event_ids": [], "binding": binding,
        });
        serde_json::from_value(variable).expect("an input")
    }

    fn link(context: &str, cells: &[(&str, &str)]) -> Control {
        let cells = cells.iter().map(|(header, text)| ReadCell { header: (*header).into(), text: (*text).into() }).collect();
        let record = ControlRecord { cells, name: "name".into(), own_link: true };
        let (context, record) = (Some(context.to_owned()), Some(Box::new(record)));
        Control { role: "link".into(), name: "name".into(), context, record, ..Control::default() }
    }

    #[test]
    fn an_entry_of_a_menu_is_the_value_of_no_input() {
        let inputs = [input("project", "", "*/projects", ""), input("issue", "Subject", "*/projects/*/issues", "")];
        let of = |target: &Control, page: &str| -> Vec<String> {
            let found = inputs.iter().map(|one| (one.name.clone(), "name".to_owned())).collect();
            of_place(found, &inputs, target, page).into_iter().map(|(name, _)| name).collect()
        };
        let (project, menu) = (link("", &[("", "name"), ("", "Forty rooms")]), link("Hotel Bellevue", &[("", "name")]));
        let row = link("", &[("Subject", "name"), ("Status", "New")]);
        assert_eq!(of(&project, "http://127.0.0.1/projects"), ["project"]);
        assert_eq!(of(&menu, "http://127.0.0.1/projects/bellevue/wiki"), [""; 0]);
        assert_eq!(of(&row, "http://127.0.0.1/projects/bellevue/issues"), ["issue"]);
        assert_eq!(of(&row, "http://127.0.0.1/issues"), ["issue"], "the columns say it on another page");
    }
}
