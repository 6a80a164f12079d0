//! Untrusted text: what pages, dialogs, files and outputs show. A skill may quote it as data; it never becomes words of the skill itself.
//!
//! All untrusted text is sanitized here. Afterwards it contains nothing invisible and nothing that ends a quotation, so it cannot leave the
//! quotation marks that our own sentences put around it. A text that [instructs its reader](instructs) is replaced by [`LEFT_OUT`], in a
//! demonstration as in a later run: whatever a page says, its task can be learned and judged.

pub use apprentice_injection::{addresses_reader, argument_instructs, instructs};

use crate::SourceReadings;
use crate::command::ShellVariables;
use crate::text::{edited_line, put_in, visible};
use apprentice_contracts::observation::{
    ActionDetails, Control, ControlRecord, ObservedAction, PageElement, PageIdentity, PageLink, PageSnapshot, SnapshotElement,
    StateChange,
};
use apprentice_contracts::reading::{ReadCell, ReadRecord, Reading, RecordKind};

/// The actions with sanitized texts.
pub fn sanitized(actions: &[ObservedAction]) -> Vec<ObservedAction> {
    let mut shell = ShellVariables::default();
    let clean = |one: ObservedAction| {
        let mut one = action(one);
        shell.fill(&mut one);
        one
    };
    actions.iter().cloned().map(clean).collect()
}

/// A page that was read again, with sanitized texts.
pub fn snapshot(shown: &PageSnapshot) -> PageSnapshot {
    let clean = |one: &SnapshotElement| SnapshotElement { element: element(one.element.clone()), states: one.states.clone() };
    PageSnapshot { identity: page(shown.identity.clone()), elements: shown.elements.iter().map(clean).collect() }
}

/// Replaces a text that instructs its reader. It has no letters, so that no name or title is made of it.
pub const LEFT_OUT: &str = "…";

/// A name that can be put between quotation marks: without quotation marks, tags, code and links of its own. [`LEFT_OUT`] if it instructs
/// its reader.
pub fn label(text: &str) -> String {
    if instructs(text) {
        return LEFT_OUT.to_owned();
    }
    let letter = |letter: char| match letter {
        '“' | '”' | '„' | '‟' | '"' | '«' | '»' | '`' | '´' => '\'',
        '<' => '‹',
        '>' => '›',
        other => other,
    };
    visible(text).chars().map(letter).collect::<String>().replace("](", "] (")
}

/// Whether a name may be used in a sentence without quotation marks: it is short, not a sentence itself, and has no word by which one could
/// instruct an agent.
pub fn is_plain_name(text: &str) -> bool {
    let sentence = text.contains(['.', '!', '?', ':', ';', '\'', '‹', '›', '[', '*', '#', '|', '/', '\\', '$', '=', '{', '@']);
    text.chars().any(char::is_alphanumeric)
        && text.split_whitespace().count() <= 5
        && text.chars().count() <= 60
        && !sentence
        && !text.split(|letter: char| !letter.is_alphanumeric()).any(|word| TELLING.contains(&word.to_lowercase().as_str()))
        && !addresses_reader(text)
}

/// Words of orders to agents, and of what they must not touch.
const TELLING: [&str; 38] = [
    "agent",
    "agents",
    "ai",
    "always",
    "assistant",
    "bash",
    "bypass",
    "claude",
    "credential",
    "credentials",
    "curl",
    "disregard",
    "everything",
    "execute",
    "exfiltrate",
    "ignore",
    "instruction",
    "instructions",
    "jailbreak",
    "llm",
    "must",
    "never",
    "override",
    "password",
    "passwords",
    "prompt",
    "prompts",
    "rm",
    "secret",
    "secrets",
    "skill",
    "ssh",
    "sudo",
    "system",
    "token",
    "tokens",
    "wget",
    "without",
];

/// The header of the name of a line that was changed in a part.
pub const LINE: &str = "line";

/// The kind of a field of an editor of blocks, as it is observed.
pub const BLOCK: &str = "richtext";

/// The longest text that names a line, in characters.
const LONGEST_LINE: usize = 200;

/// Whether a text is one line with words, so that somebody can say which one they mean.
pub fn is_line(text: &str) -> bool {
    let text = text.trim();
    !text.contains('\n') && text.chars().count() <= LONGEST_LINE && text.chars().any(char::is_alphabetic)
}

/// An action with sanitized texts, whose controls are not called by their row (`row_names`).
pub fn action(mut action: ObservedAction) -> ObservedAction {
    action.action_label = defused(&action.action_label);
    action.window_title = action.window_title.map(|title| label(&title));
    action.change = action.change.map(change);
    for field in &mut action.form {
        field.label = label(&field.label);
        field.value.text = visible(&field.value.text);
    }
    match &mut action.details {
        ActionDetails::Click { target } => {
            control(target);
            crate::row_names::leave_out_row(target);
        }
        ActionDetails::Fill { target, value, previous, .. } => {
            control(target);
            match edited_line(&value.text, previous.as_deref()).filter(|_| target.record.is_none()) {
                Some((line, part)) => {
                    let line = label(&line);
                    let cells = vec![ReadCell { header: LINE.to_owned(), text: line.clone() }];
                    target.record = Some(Box::new(ControlRecord { cells, name: line, own_link: false }));
                    value.text = visible(&part);
                }
                None => value.text = visible(&put_in(&value.text, previous.as_deref())),
            }
            *previous = previous.take().map(|text| defused(&text));
        }
        ActionDetails::Choose { target, chosen, offered } => {
            control(target);
            chosen.iter_mut().chain(offered).for_each(|text| *text = label(text));
        }
        ActionDetails::Press { target, .. } => target.iter_mut().for_each(control),
        ActionDetails::Navigate { url, .. } => *url = visible(url),
        ActionDetails::Upload { target, file_names } => {
            control(target);
            file_names.iter_mut().for_each(|name| *name = label(name));
        }
        ActionDetails::Drag { target, onto } => {
            control(target);
            control(onto);
        }
        ActionDetails::Download { file_name, .. } => *file_name = label(file_name),
        ActionDetails::Dialog { message, .. } => *message = label(message),
        ActionDetails::Command(run) => {
            // The lines of a here-document stay apart.
            run.command_line = run.command_line.split('\n').map(visible).collect::<Vec<_>>().join("\n");
            // A file can be named like an order, such as one of an archive that was unpacked.
            run.files.retain(|file| !instructs(&file.path));
            run.files.iter_mut().for_each(|file| file.path = label(&file.path));
        }
        ActionDetails::Call(call) => {
            call.server_name = label(&call.server_name);
            call.title = call.title.take().map(|title| label(&title));
            call.arguments.iter_mut().for_each(|argument| argument.value = visible(&argument.value));
            for record in &mut call.result {
                record.place = record.place.take().map(|place| label(&place));
                record.cells.iter_mut().for_each(cell);
            }
        }
    }
    action
}

/// The visible text, or [`LEFT_OUT`] if it instructs its reader.
fn defused(text: &str) -> String {
    if instructs(text) { LEFT_OUT.to_owned() } else { visible(text) }
}

fn control(control: &mut Control) {
    control.name = label(&control.name);
    control.context = control.context.take().map(|context| label(&context));
    if let Some(record) = &mut control.record {
        record.name = label(&record.name);
        record.cells.iter_mut().for_each(cell);
    }
}

fn cell(cell: &mut ReadCell) {
    cell.header = label(&cell.header);
    cell.text = label(&cell.text);
}

/// A field keeps its lines: they tell what was put into it.
fn field(of: &mut ReadCell) {
    let lines: Vec<String> = of.text.lines().map(label).collect();
    cell(of);
    if lines.len() > 1 && of.text != LEFT_OUT {
        of.text = lines.join("\n");
    }
}

/// The readings of a source with sanitized texts.
pub fn source(of: &SourceReadings) -> SourceReadings {
    let after = of.after.clone().map(|read| read.map(reading).map_err(|words| label(&words)));
    SourceReadings { before: of.before.clone().map(reading), after, ..of.clone() }
}

/// A reading with sanitized texts.
pub fn reading(mut reading: Reading) -> Reading {
    reading.title = label(&reading.title);
    reading.records.retain(|record| !(is_file(record) && record.cells.iter().any(|cell| instructs(&cell.text))));
    for record in &mut reading.records {
        record.place = record.place.take().map(|place| label(&place));
        match record.kind {
            RecordKind::Field => record.cells.iter_mut().for_each(field),
            _ => record.cells.iter_mut().for_each(cell),
        }
        record.controls.iter_mut().for_each(|name| *name = label(name));
    }
    reading
}

fn is_file(record: &ReadRecord) -> bool {
    matches!(record.kind, RecordKind::File | RecordKind::Entry)
}

fn change(change: StateChange) -> StateChange {
    let elements = |list: Vec<PageElement>| list.into_iter().map(element).collect();
    StateChange {
        before: page(change.before),
        after: page(change.after),
        appeared: elements(change.appeared),
        vanished: elements(change.vanished),
        changed: change
            .changed
            .into_iter()
            .map(|mut changed| {
                changed.element = element(changed.element);
                changed.from = label(&changed.from);
                changed.to = label(&changed.to);
                changed
            })
            .collect(),
        links: change.links.into_iter().map(|link| PageLink { name: label(&link.name), url: link.url }).collect(),
    }
}

/// The identity of a page with sanitized texts.
fn page(page: PageIdentity) -> PageIdentity {
    PageIdentity { url: visible(&page.url), title: label(&page.title) }
}

fn element(element: PageElement) -> PageElement {
    PageElement { role: element.role, name: label(&element.name), context: element.context.map(|context| label(&context)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_hold_nothing_invisible_and_end_no_quotation() {
        assert_eq!(label("Sa\u{200b}ve\u{202e} ”now“ <b>`x`"), "Save 'now' ‹b›'x'");
        assert_eq!(label("\u{f067} Add\u{e0041}\u{feff}"), " Add");
    }

    #[test]
    fn honest_pages_may_address_their_reader_and_are_quoted() {
        for text in ["You must accept the terms", "You are signed in", "New instructions", "Never ask again", "System: Linux"] {
            assert!(!instructs(text) && !is_plain_name(text), "{text}");
        }
        for text in ["Add customer", "Send", "Your name", "Run build", "New release", "Delete row", "Travel agency"] {
            assert!(!addresses_reader(text) && is_plain_name(text), "{text}");
        }
    }
}
