//! What a step does, without its values and records: the key by which the steps of two showings are compared.

use crate::address;
use crate::command;
use crate::inputs::records::is_tick;
use crate::lint::replaced;
use crate::loops::in_record;
use crate::steps::{Step, only_navigates};
use crate::text::fold;
use apprentice_contracts::observation::{ActionDetails, Control};
use serde::{Deserialize, Serialize};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The best [`Key::likeness`].
pub const SAME: u32 = 100;

/// What is done, to which kind of control.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Act {
    SignIn,
    Click {
        role: String,
        name: String,
    },
    /// A record's own link, or a row without a name: whichever record it is.
    OpenRecord {
        role: String,
    },
    TickRecords,
    Field {
        role: String,
        name: String,
    },
    Upload {
        name: String,
    },
    Drag {
        onto: String,
    },
    Press {
        key: String,
    },
    Open {
        page: String,
    },
    Download,
    Dialog {
        accepted: bool,
    },
    Command {
        calls: Vec<String>,
        flags: Vec<String>,
        words: usize,
    },
}

/// A step without its values and records.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Key {
    act: Act,
    /// The form, dialog or section. Empty where it is not known, or is a record.
    context: String,
    /// The parts of the page's address. Empty where it is not known.
    page: Vec<String>,
    commits: bool,
    /// How much it says about the task: what is only opened says little, a sign-in nothing.
    pub weight: u32,
}

/// The keys of the steps of one showing.
pub fn keys(steps: &[Step<'_>]) -> Vec<Key> {
    let mut here: Vec<String> = Vec::new();
    let mut out = Vec::new();
    for step in steps {
        if let Some(page) = step.page_before() {
            here = parts(&page.url);
        }
        out.push(Key::of(step, &here));
        if let Some(page) = step.page() {
            here = parts(&page.url);
        }
    }
    out
}

fn parts(url: &str) -> Vec<String> {
    let pattern = address::url_pattern(url, &|_| None);
    let origin = address::origin(url).unwrap_or_default();
    std::iter::once(origin).chain(pattern.split(['/', '#', '?']).skip(1).map(str::to_owned)).collect()
}

impl Key {
    fn of(step: &Step<'_>, here: &[String]) -> Self {
        let opens = matches!(step.details(), ActionDetails::Navigate { .. });
        let weight = match step.details() {
            _ if step.sign_in => 0,
            _ if opens || only_navigates(step) && !opens_record(step) => 1,
            _ => 3,
        };
        let of_record = step.target().is_some_and(|target| target.record.is_some()) || in_record(step);
        let context = step.target().and_then(|target| target.context.as_deref()).filter(|_| !of_record);
        let page = if opens { Vec::new() } else { here.to_vec() };
        Self { act: act(step), context: context.map(fold).unwrap_or_default(), page, commits: step.commits(), weight }
    }

    /// How alike two steps are, from 0 (not alike) to [`SAME`].
    pub fn likeness(&self, other: &Self) -> u32 {
        match (&self.act, &other.act) {
            (Act::SignIn, Act::SignIn) | (Act::Download, Act::Download) => SAME,
            (
                Act::Command { calls, flags, words },
                Act::Command { calls: other_calls, flags: other_flags, words: other_words },
            ) => {
                let more = u32::from(flags == other_flags) * 20 + u32::from(words == other_words) * 10;
                if calls == other_calls { 70 + more } else { 0 }
            }
            (Act::Open { page }, Act::Open { page: other }) => u32::from(page == other) * SAME,
            (one, two) if one == two => 50 + self.place(other),
            // A form is sent with its button, or with Enter.
            (Act::Press { key }, Act::Click { role, .. }) | (Act::Click { role, .. }, Act::Press { key })
                if key == "enter" && role == "button" && self.commits && other.commits =>
            {
                30 + self.place(other)
            }
            _ => 0,
        }
    }

    /// How alike the places are in which two steps were done, from 0 to 50. An unknown place is like any other.
    fn place(&self, other: &Self) -> u32 {
        let context = self.context.is_empty() || other.context.is_empty() || self.context == other.context;
        let unknown = self.page.is_empty() || other.page.is_empty();
        let differing = self.page.iter().zip(&other.page).filter(|(one, two)| one != two).count();
        let same_shape = self.page.len() == other.page.len() && self.page.first() == other.page.first();
        let page = match differing {
            _ if unknown => 25,
            0 if same_shape => 25,
            1 if same_shape => 12,
            _ => 0,
        };
        u32::from(context) * 25 + page
    }

    /// The same key without a word of the page or the command: every text is replaced by a number that is the same for the same text.
    pub fn without_words(&self) -> Self {
        let act = match self.act.clone() {
            Act::Click { role, name } => Act::Click { role, name: token(&name) },
            Act::Field { role, name } => Act::Field { role, name: token(&name) },
            Act::Upload { name } => Act::Upload { name: token(&name) },
            Act::Drag { onto } => Act::Drag { onto: token(&onto) },
            Act::Open { page } => Act::Open { page: token(&page) },
            Act::Command { calls, flags, words } => {
                Act::Command { calls: calls.iter().map(|call| token(call)).collect(), flags: tokens(&flags), words }
            }
            act @ (Act::SignIn
            | Act::OpenRecord { .. }
            | Act::TickRecords
            | Act::Press { .. }
            | Act::Download
            | Act::Dialog { .. }) => act,
        };
        Self { act, context: token(&self.context), page: tokens(&self.page), ..*self }
    }

    /// Whether it submits something, as a button or a command does.
    pub fn submits(&self) -> bool {
        self.weight > 1 && (self.commits || matches!(self.act, Act::Command { .. }))
    }

    /// The origin of the page on which it was done. Empty where it is not known.
    pub fn site(&self) -> &str {
        self.page.first().map_or("", String::as_str)
    }

    /// Whether it is a pressed key.
    pub fn is_press(&self) -> bool {
        matches!(self.act, Act::Press { .. })
    }

    /// A number for what is done, whatever the place.
    pub fn act_number(&self) -> u64 {
        // `DefaultHasher::new` has fixed keys; the number is never stored.
        let mut hasher = DefaultHasher::new();
        self.act.hash(&mut hasher);
        hasher.finish()
    }

    /// Whether it sets a value, for which the order does not matter.
    pub fn sets_value(&self) -> bool {
        matches!(self.act, Act::Field { .. } | Act::TickRecords | Act::Upload { .. })
    }

    /// Whether it does something by itself: a button, a command, a file that is handed over.
    pub fn acts(&self) -> bool {
        self.weight > 1 && !matches!(self.act, Act::Field { .. } | Act::TickRecords | Act::OpenRecord { .. })
    }
}

fn tokens(texts: &[String]) -> Vec<String> {
    texts.iter().map(|text| token(text)).collect()
}

/// A short number in place of a text (FNV-1a, which stays the same in every version). An empty text stays empty.
pub fn token(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{:x}", hash >> 12)
}

fn opens_record(step: &Step<'_>) -> bool {
    step.target().is_some_and(is_own)
}

fn is_own(target: &Control) -> bool {
    target.record.as_ref().is_some_and(|record| record.own_link || target.unnamed)
}

fn act(step: &Step<'_>) -> Act {
    if step.sign_in {
        return Act::SignIn;
    }
    // “Delete Ada” in the row of Ada deletes whichever record.
    let name = |target: &Control| match &target.record {
        Some(record) if !record.name.trim().is_empty() => fold(&replaced(&target.name, &record.name, "")),
        _ => fold(&target.name),
    };
    match step.details() {
        ActionDetails::Choose { target, .. } if is_tick(target) => Act::TickRecords,
        ActionDetails::Click { target } if is_own(target) => Act::OpenRecord { role: target.role.clone() },
        ActionDetails::Click { target } => Act::Click { role: target.role.clone(), name: name(target) },
        ActionDetails::Fill { target, .. } | ActionDetails::Choose { target, .. } => {
            // The buttons of a group have a name for each choice.
            let name = if target.role == "radio" { String::new() } else { name(target) };
            Act::Field { role: target.role.clone(), name }
        }
        ActionDetails::Upload { target, .. } => Act::Upload { name: name(target) },
        ActionDetails::Drag { onto, .. } => Act::Drag { onto: fold(&onto.name) },
        ActionDetails::Press { key, .. } => Act::Press { key: fold(key) },
        ActionDetails::Navigate { url, .. } => Act::Open { page: parts(url).join("/") },
        ActionDetails::Download { .. } => Act::Download,
        ActionDetails::Dialog { accepted, .. } => Act::Dialog { accepted: *accepted },
        // Calls are aligned by themselves.
        ActionDetails::Call(call) => Act::Open { page: format!("{}/{}", call.server_id, call.tool_name) },
        ActionDetails::Command(run) => {
            let words = command::words(&run.command_line);
            let calls = command::simple_commands(&words).map(|part| command::call(part).name.join(" ")).collect();
            let flag = |word: &&command::Word| !word.quoted && (word.text.starts_with('-') || word.operator);
            let mut flags: Vec<String> =
                words.iter().filter(flag).map(|word| word.text.split('=').next().unwrap_or_default().to_owned()).collect();
            flags.sort();
            Act::Command { calls, flags, words: words.len() }
        }
    }
}
