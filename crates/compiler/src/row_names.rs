//! Controls that are called by their row: “Edit row 6 Pipe wrench”, “Delete invoice INV-2031”, “Seed swap (Edit)”. Without the name of the row
//! they are one control for all rows.

use crate::text::{fold, mentions};
use apprentice_contracts::observation::Control;

/// Shorter names of rows are only left out where the name of the control ends with them.
const SHORTEST: usize = 3;

/// Leaves the name of its row out of the name of a control, if something is left that says what it does.
pub fn leave_out_row(control: &mut Control) {
    let Some(record) = control.record.as_ref().filter(|record| record.cells.len() > 1 && !record.own_link) else { return };
    let mut names = vec![record.name.trim()];
    names.extend(control.context.as_deref().map(str::trim));
    // A cell that says a state may be in the name of what changes it: “Mark as paid”.
    let is_name = |cell: &&str| cell.chars().filter(|letter| letter.is_alphabetic()).count() >= SHORTEST;
    names.extend(record.cells.iter().map(|cell| cell.text.trim()).find(is_name));
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    names.dedup();
    let mut left = control.name.clone();
    for name in names.into_iter().filter(|name| !name.is_empty()) {
        if name.chars().count() >= SHORTEST || fold(&left).ends_with(&format!(" {}", fold(name))) {
            left = without(&left, name);
        }
    }
    let says = left.chars().filter(|letter| letter.is_alphabetic()).count() >= SHORTEST;
    if says && left != control.name {
        control.name = left;
    }
}

/// A text without a whole name in it, and without the signs that stood around the name.
fn without(text: &str, name: &str) -> String {
    let at = text.to_lowercase().find(&name.to_lowercase()).filter(|_| mentions(text, name));
    let Some((before, after)) = at.and_then(|at| Some((text.get(..at)?, text.get(at + name.len()..)?))) else {
        return text.to_owned();
    };
    let is_around = |letter: char| letter.is_whitespace() || "“”\"'«»„‘’()[]{}<>:#-–—".contains(letter);
    let parts = [before.trim_matches(is_around), after.trim_matches(is_around)];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use apprentice_contracts::observation::ControlRecord;
    use apprentice_contracts::reading::ReadCell;

    #[test]
    fn a_control_is_called_by_what_it_does() {
        let named = |name: &str, row: &str, context: &str, texts: &[&str]| {
            let cells = texts.iter().map(|text| ReadCell { header: String::new(), text: (*text).to_owned() }).collect();
            let record = ControlRecord { cells, name: row.to_owned(), own_link: false };
            let context = Some(context.to_owned()).filter(|context| !context.is_empty());
            let mut control = Control { name: name.to_owned(), context, record: Some(Box::new(record)), ..Control::default() };
            leave_out_row(&mut control);
            control.name
        };
        let wrench = ["6", "Pipe wrench", "ready"];
        assert_eq!(named("Edit row 6 Pipe wrench", "6", "Pipe wrench", &wrench), "Edit row");
        assert_eq!(named("Pipe wrench (Edit)", "Pipe wrench", "", &wrench), "Edit");
        assert_eq!(named("Edit “Pipe wrench”", "Pipe wrench", "", &wrench), "Edit");
        assert_eq!(named("Delete Pipe wrench now", "6", "", &wrench), "Delete now");
        assert_eq!(named("Mark ready", "Pipe wrench", "", &wrench), "Mark ready", "a state is no name");
        assert_eq!(named("Pipe wrench", "Pipe wrench", "", &wrench), "Pipe wrench", "nothing else is left");
        assert_eq!(named("Open 6 months", "6", "", &wrench), "Open 6 months", "a short name may be any word");
        assert_eq!(named("Edit wrench", "Pipe wrench", "", &wrench), "Edit wrench");
        assert_eq!(named("Edit Pipe wrench", "Pipe wrench", "", &["Pipe wrench"]), "Edit Pipe wrench", "no row of a table");
    }
}
