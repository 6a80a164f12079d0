//! The moments of a demonstration: what was done, with what belongs to it, and the masked picture of what the page showed.
//!
//! Invariant: no picture and no caption has a value that the person typed or chose in the demonstration.

use super::text::wrapped;
use crate::address;
use crate::text::collapse;
use apprentice_contracts::MASK;
use apprentice_contracts::checkpoint::Checkpoint;
use apprentice_contracts::drawing::{FilmMoment, FilmPicture, FilmShape, FlowCheckpoint, FlowInput};
use apprentice_contracts::graph::WorkflowGraph;
use apprentice_contracts::ids::EventId;
use apprentice_contracts::observation::{ActionDetails, ObservedAction};
use apprentice_contracts::screen::{BoxKind, Screen, ScreenBox};
use std::collections::{BTreeSet, HashSet};

/// A shorter value says nothing alone, and would mask words that have nothing to do with it.
const SHORTEST_VALUE: usize = 3;
/// A value of this length is masked within a longer name too.
const WITHIN: usize = 5;
/// Height of a line of text that is drawn as a bar, and the most lines of one text.
const LINE: i32 = 22;
const BAR: i32 = 8;
const MOST_LINES: i32 = 10;
/// Sizes of fonts, in pixels of CSS: at least, and as a part of the width of the view, because a picture is shown smaller than the page was.
const SMALLEST: i32 = 11;
const SMALLEST_PART: i32 = 80;
const LARGEST_PART: i32 = 55;
const LARGEST_HEADING: i32 = 28;
const PAD: i32 = 6;

/// What a filmstrip is made of.
#[derive(Clone, Copy, Debug)]
pub struct FilmSource<'a> {
    /// The actions of the demonstration, in order.
    pub actions: &'a [ObservedAction],
    /// The actions of which there is a screen.
    pub pictured: &'a HashSet<EventId>,
    /// The graph and the checkpoints of the draft, if there is one.
    pub draft: Option<(&'a WorkflowGraph, &'a [Checkpoint])>,
}

/// The moments of a demonstration, in order.
pub fn moments(source: &FilmSource<'_>) -> Vec<FilmMoment> {
    let Some(first) = source.actions.first() else { return Vec::new() };
    let values = Values::of(source.actions);
    let mut moments: Vec<FilmMoment> = source
        .actions
        .iter()
        .map(|action| FilmMoment {
            event_id: action.event_id,
            at_ms: u32::try_from((action.created_at - first.created_at).num_milliseconds().max(0)).unwrap_or(u32::MAX),
            label: action.action_label.clone(),
            caption: values.caption(action),
            place: action.app_family.clone(),
            pictured: source.pictured.contains(&action.event_id),
            inputs: Vec::new(),
            checkpoints: Vec::new(),
        })
        .collect();
    if let Some((graph, checkpoints)) = source.draft {
        link(&mut moments, graph, checkpoints);
    }
    moments
}

/// Gives each moment the inputs that were first used in it, and the checkpoints of the step that ends with it.
fn link(moments: &mut [FilmMoment], graph: &WorkflowGraph, checkpoints: &[Checkpoint]) {
    let place = |moments: &[FilmMoment], event: &EventId| moments.iter().position(|moment| moment.event_id == *event);
    for variable in &graph.variables {
        let at = variable.source_event_ids.iter().filter_map(|event| place(moments, event)).min();
        if let Some(at) = at {
            moments[at].inputs.push(FlowInput { name: variable.name.clone(), label: variable.label.clone() });
        }
    }
    for checkpoint in checkpoints {
        let step = graph.nodes.iter().find(|node| node.checkpoints.contains(&checkpoint.checkpoint_id));
        let at = step.and_then(|step| step.source_event_ids.iter().filter_map(|event| place(moments, event)).max());
        // What no step names is true at the end, as in the flow.
        if let Some(moment) = at.or(moments.len().checked_sub(1)).and_then(|at| moments.get_mut(at)) {
            moment.checkpoints.push(FlowCheckpoint {
                checkpoint_id: checkpoint.checkpoint_id.clone(),
                goal: checkpoint.goal.clone(),
                condition: checkpoint.success_condition.clone(),
            });
        }
    }
}

/// What the person typed or chose in a demonstration. Pictures and captions do not show it.
#[derive(Clone, Debug, Default)]
pub struct Values(BTreeSet<String>);

impl Values {
    /// The values of these actions.
    pub fn of(actions: &[ObservedAction]) -> Self {
        let mut values = BTreeSet::new();
        let mut add = |text: &str| {
            let text = collapse(text).to_lowercase();
            if text.chars().count() >= SHORTEST_VALUE && text != "off" {
                values.insert(text);
            }
        };
        for action in actions {
            match &action.details {
                ActionDetails::Fill { value, previous, .. } => {
                    add(&value.text);
                    previous.iter().for_each(|text| add(text));
                }
                ActionDetails::Choose { chosen, .. } => chosen.iter().for_each(|text| add(text)),
                ActionDetails::Upload { file_names, .. } => file_names.iter().for_each(|text| add(text)),
                ActionDetails::Call(call) => call.arguments.iter().for_each(|argument| add(&argument.value)),
                _ => {}
            }
            action.form.iter().filter(|field| field.touched).for_each(|field| add(&field.value.text));
        }
        Self(values)
    }

    /// A text without these values, with one blank between its words.
    pub fn hidden(&self, text: &str) -> String {
        let text = self.without_begun(&collapse(text));
        let lower = text.to_lowercase();
        if self.0.contains(&lower) {
            return MASK.to_owned();
        }
        let mut shown = text;
        // The longest first, so that no part of it is left.
        let mut within: Vec<&String> =
            self.0.iter().filter(|value| value.chars().count() >= WITHIN && lower.contains(value.as_str())).collect();
        within.sort_by_key(|value| std::cmp::Reverse(value.len()));
        for value in within {
            shown = replaced(&shown, value);
        }
        shown
    }

    /// A text that was cut may end within a value: without what such a value begins with.
    fn without_begun(&self, text: &str) -> String {
        let Some(kept) = text.strip_suffix('…') else { return text.to_owned() };
        let begins = |at: usize| {
            let rest = kept[at..].to_lowercase();
            let is_word = !kept[..at].ends_with(char::is_alphanumeric);
            is_word && rest.chars().count() >= SHORTEST_VALUE && self.0.iter().any(|value| value.starts_with(&rest))
        };
        match kept.char_indices().map(|(at, _)| at).find(|at| begins(*at)) {
            Some(at) => format!("{}{MASK}…", &kept[..at]),
            None => text.to_owned(),
        }
    }

    /// An address without values, also where it writes them with its own signs: `/wiki/Grace_Hopper`.
    fn hidden_address(&self, address: &str) -> String {
        let read = self.hidden(&address::readable(address));
        if read.contains(MASK) { read } else { self.hidden(address) }
    }

    /// What was done, without values.
    fn caption(&self, action: &ObservedAction) -> String {
        let named = |name: &str, role: &str| match name {
            "" => format!("the {role}"),
            name => format!("“{}”", self.hidden(name)),
        };
        match &action.details {
            ActionDetails::Fill { target, value, .. } if value.text.is_empty() => {
                format!("Cleared {}", named(&target.name, &target.role))
            }
            ActionDetails::Fill { target, .. } => format!("Filled {}", named(&target.name, &target.role)),
            ActionDetails::Choose { target, chosen, .. } => match chosen.as_slice() {
                [state] if state == "on" || state == "off" => format!("Turned {} {state}", named(&target.name, &target.role)),
                _ => format!("Chose for {}", named(&target.name, &target.role)),
            },
            ActionDetails::Upload { target, .. } => format!("Chose a file for {}", named(&target.name, &target.role)),
            ActionDetails::Download { .. } => "Downloaded a file".to_owned(),
            ActionDetails::Dialog { .. } => "Answered a dialog".to_owned(),
            ActionDetails::Command(run) => format!("Ran {}", run.program),
            ActionDetails::Call(call) => format!("Called “{}” of “{}”", call.tool_name, call.server_name),
            ActionDetails::Navigate { url, .. } => {
                let address = url.split(['?', '#']).next().unwrap_or_default();
                format!("Opened {}", self.hidden_address(address))
            }
            ActionDetails::Click { .. } | ActionDetails::Press { .. } | ActionDetails::Drag { .. } => {
                self.hidden(&action.action_label)
            }
        }
    }

    /// The picture of what a page showed.
    pub fn picture(&self, event_id: EventId, screen: &Screen) -> FilmPicture {
        let shapes = screen.boxes.iter().flat_map(|shown| self.shapes(shown, screen.width)).collect();
        FilmPicture { event_id, width: screen.width, height: screen.height, shapes }
    }

    fn shapes(&self, shown: &ScreenBox, view: i32) -> Vec<FilmShape> {
        let ScreenBox { kind, left, top, width, height, acted, private, .. } = *shown;
        let shape = FilmShape { kind, x: left, y: top, width, height, text: String::new(), font: 0, acted, private };
        if kind == BoxKind::Text {
            return bars(&shape);
        }
        let smallest = (view / SMALLEST_PART).max(SMALLEST);
        let font = match kind {
            BoxKind::Heading => (height * 7 / 10).clamp(smallest, LARGEST_HEADING.max(smallest)),
            _ => (height * 6 / 10).clamp(smallest, (view / LARGEST_PART).max(smallest)),
        };
        // The name of a tick box is beside it.
        let room = if kind == BoxKind::Tick { 160 } else { width - 2 * PAD };
        let name = self.hidden(&shown.name);
        let text = match kind {
            BoxKind::Field if private => String::new(),
            BoxKind::Field if shown.filled && name.is_empty() => MASK.to_owned(),
            BoxKind::Field if shown.filled => format!("{name}: {MASK}"),
            _ => name,
        };
        let text = if room < font { None } else { wrapped(&text, room, font, 1).pop() }.unwrap_or_default();
        vec![FilmShape { text, font, ..shape }]
    }
}

/// A text that is not kept, as bars.
fn bars(shape: &FilmShape) -> Vec<FilmShape> {
    let lines = (shape.height / LINE).clamp(1, MOST_LINES);
    let pitch = shape.height / lines;
    let bar = |line: i32| FilmShape {
        y: shape.y + line * pitch + (pitch - BAR).max(0) / 2,
        height: BAR.min(pitch.max(1)),
        // The last line of a paragraph is shorter.
        width: if lines > 1 && line == lines - 1 { shape.width * 6 / 10 } else { shape.width },
        ..shape.clone()
    };
    (0..lines).map(bar).collect()
}

/// A text with every place of a value in it masked, whatever the case of its letters. `value` is in small letters.
fn replaced(text: &str, value: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        match prefix(rest, value) {
            Some(length) => {
                out.push_str(MASK);
                rest = &rest[length..];
            }
            None => {
                out.push(letter);
                rest = &rest[letter.len_utf8()..];
            }
        }
    }
    out
}

/// Number of bytes of `text` that are `value` in small letters.
fn prefix(text: &str, value: &str) -> Option<usize> {
    let mut left = value;
    for (at, letter) in text.char_indices() {
        if left.is_empty() {
            return Some(at);
        }
        for small in letter.to_lowercase() {
            left = left.strip_prefix(small)?;
        }
    }
    left.is_empty().then_some(text.len())
}
