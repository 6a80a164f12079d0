//! Repairs a SKILL.md without changing its meaning: after every step the skill is read again, and a step that changes its name,
//! description, fields or body is undone.

mod emit;
mod file;

pub use file::{diff, write};

use crate::format::bundle::{self, Bundle, MAX_BYTES};
use crate::format::check::is_slug;
use crate::format::definition::Definition;
use crate::format::front_matter;
use crate::format::profile::{BodyCap, Profile};
use crate::format::rescue::{self, Chunk};
use crate::format::yaml::{self, Kind};
use serde_json::{Map, Value};

/// The repaired text and the changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// The whole file.
    pub text: String,
    /// The repairs, in order.
    pub done: Vec<AppliedFix>,
}

/// One repair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedFix {
    /// The code of the finding that it fixes.
    pub code: &'static str,
    /// 1-based line of the text as it was before this step.
    pub line: u32,
    /// What was done, in words.
    pub what: String,
}

const MAX_ROUNDS: usize = 8;
/// More edits than this are applied all together or not at all.
const MAX_SINGLE_EDITS: usize = 32;

/// Repairs `text`, the SKILL.md of a folder named `folder`. Idempotent.
pub fn fix(text: &str, folder: &str) -> Fixed {
    let mut draft = Draft { folder, meaning: Meaning::of(text, folder), text: text.to_owned(), done: Vec::new() };
    // One repair may make another one possible.
    for _round in 0..MAX_ROUNDS {
        let before = draft.done.len();
        if text.len() <= MAX_BYTES {
            draft.round();
        }
        if draft.done.len() == before {
            break;
        }
    }
    Fixed { text: draft.text, done: draft.done }
}

/// The meaning, which must stay the same. `Err`: the code for which the skill cannot be read.
#[derive(Debug, PartialEq)]
struct Meaning(Result<Box<Content>, String>);

#[derive(Debug, PartialEq)]
struct Content {
    name: String,
    description: String,
    fields: Map<String, Value>,
    definition: Definition,
    body: String,
}

impl Meaning {
    fn of(text: &str, folder: &str) -> Meaning {
        let read = bundle::read_capped(text, folder, Profile::Lenient, BodyCap::Bytes(MAX_BYTES));
        Meaning(read.map(|bundle| Box::new(said(bundle))).map_err(|finding| finding.code))
    }
}

fn said(bundle: Bundle) -> Content {
    let mut fields = bundle.front_matter;
    // The name is compared separately, and may be written out where it was the folder's; tools may become words instead of a
    // list.
    for key in ["name", "allowed-tools", "allowed_tools"] {
        fields.remove(key);
    }
    Content { name: bundle.name, description: bundle.description, fields, definition: bundle.definition, body: bundle.body }
}

struct Draft<'a> {
    folder: &'a str,
    meaning: Meaning,
    text: String,
    done: Vec<AppliedFix>,
}

/// New lines for one field.
struct Edit {
    /// 1-based line of the file.
    line: u32,
    /// How many lines are replaced.
    lines: usize,
    text: String,
    what: String,
}

impl Draft<'_> {
    fn round(&mut self) {
        self.byte_order_mark();
        self.line_ends();
        self.late_front_matter();
        self.misread_fields();
        self.brackets();
        self.name();
        self.spaces();
    }

    /// Accepts `text` if it has the same meaning.
    fn take(&mut self, text: String, done: Vec<AppliedFix>) -> bool {
        let same = text != self.text && Meaning::of(&text, self.folder) == self.meaning;
        if same {
            self.text = text;
            self.done.extend(done);
        }
        same
    }

    fn byte_order_mark(&mut self) {
        if let Some(bare) = self.text.strip_prefix('\u{feff}') {
            self.take(bare.to_owned(), vec![AppliedFix { code: "BOM", line: 1, what: "removed the byte order mark".to_owned() }]);
        }
    }

    fn line_ends(&mut self) {
        if self.text.contains('\r') {
            let text = self.text.replace("\r\n", "\n").replace('\r', "\n");
            self.take(text, vec![AppliedFix { code: "CRLF", line: 1, what: "wrote Unix line ends".to_owned() }]);
        }
    }

    fn late_front_matter(&mut self) {
        let bare = self.text.trim_start_matches([' ', '\t', '\n']);
        if bare.len() < self.text.len() && front_matter::split(bare).is_ok() {
            let what = "removed the blank lines before the front matter".to_owned();
            self.take(bare.to_owned(), vec![AppliedFix { code: "FRONT_MATTER_LATE", line: 1, what }]);
        }
    }

    /// Fields that YAML cannot read, or reads as something else than text.
    fn misread_fields(&mut self) {
        let Ok(parts) = front_matter::split(&self.text) else { return };
        let chunks = rescue::chunks(parts.yaml, parts.first_line);
        if chunks.len() > rescue::MAX_FIELDS {
            return;
        }
        let quoted =
            |line: u32, key: &str, text: String| edit(&chunks, line, text, format!("put the value of '{key}' in quotes"));
        let (code, edits): (_, Vec<Edit>) = match yaml::read(parts.yaml, parts.first_line) {
            Err(_) => {
                let repairs = rescue::rescue(parts.yaml, parts.first_line).repairs.into_iter();
                ("YAML_REPAIRED", repairs.filter_map(|repair| quoted(repair.line, &repair.key, repair.text?)).collect())
            }
            Ok(document) => {
                let words = document.entries.iter().filter(|entry| ["name", "description"].contains(&entry.key.as_ref()));
                let misread = words.filter(|entry| !matches!(entry.node.kind, Kind::Text { .. })).filter_map(|entry| {
                    let chunk = chunks.iter().find(|chunk| chunk.line == entry.line)?;
                    let text = format!("{}: {}", entry.key, rescue::quote(&rescue::value(chunk)));
                    quoted(entry.line, &entry.key, text)
                });
                ("NOT_TEXT", misread.collect())
            }
        };
        self.apply(code, edits);
    }

    /// Lists and mappings in brackets.
    fn brackets(&mut self) {
        let Ok(parts) = front_matter::split(&self.text) else { return };
        let Ok(document) = yaml::read(parts.yaml, parts.first_line) else { return };
        let chunks = rescue::chunks(parts.yaml, parts.first_line);
        if document.tricks.is_some() || chunks.len() > rescue::MAX_FIELDS {
            return;
        }
        let written = |line: u32| chunks.iter().find(|chunk| chunk.line == line);
        let edits: Vec<Edit> = document
            .entries
            .iter()
            .filter(|entry| entry.node.has_flow())
            // A comment would be lost.
            .filter(|entry| written(entry.line).is_some_and(|chunk| !chunk.lines.iter().any(|line| has_comment(line))))
            .filter_map(|entry| edit(&chunks, entry.line, emit::field(entry)?, format!("wrote '{}' without brackets", entry.key)))
            .collect();
        self.apply("FLOW_STYLE", edits);
    }

    /// The folder's name, where there is none.
    fn name(&mut self) {
        let inferred = bundle::summary(&self.text, self.folder, Profile::Lenient)
            .is_ok_and(|head| head.findings.iter().any(|finding| finding.code == "NAME_INFERRED"));
        let Ok(parts) = front_matter::split(&self.text) else { return };
        if !inferred || !is_slug(self.folder) {
            return;
        }
        let text = format!("name: {}", plain(self.folder));
        let what = format!("wrote the folder's name, '{}'", self.folder);
        let chunks = rescue::chunks(parts.yaml, parts.first_line);
        let empty = chunks.iter().find(|chunk| chunk.key == "name");
        let (line, lines) = empty.map_or((parts.first_line, 0), |chunk| (chunk.line, chunk.lines.len()));
        self.apply("NAME_MISSING", vec![Edit { line, lines, text, what }]);
    }

    /// Spaces at line ends of the front matter, and a missing end of the last line.
    fn spaces(&mut self) {
        let Ok(parts) = front_matter::split(&self.text) else { return };
        let head = &self.text[..self.text.len() - parts.body.len()];
        let trimmed: String = head.lines().map(|line| format!("{}\n", line.trim_end_matches([' ', '\t']))).collect();
        let end = if parts.body.is_empty() || parts.body.ends_with('\n') { "" } else { "\n" };
        let text = format!("{trimmed}{}{end}", parts.body);
        let what = "removed spaces at line ends and ended the last line".to_owned();
        self.take(text, vec![AppliedFix { code: "SPACES", line: 1, what }]);
    }

    /// Applies all edits at once; if that changes the meaning, those that do not.
    fn apply(&mut self, code: &'static str, mut edits: Vec<Edit>) {
        // From the end, so that earlier lines keep their numbers.
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.line));
        let done = |edit: &Edit| AppliedFix { code, line: edit.line, what: edit.what.clone() };
        let whole = edits.iter().fold(self.text.clone(), |text, edit| replaced(&text, edit));
        if self.take(whole, edits.iter().rev().map(done).collect()) || edits.len() > MAX_SINGLE_EDITS {
            return;
        }
        for edit in &edits {
            self.take(replaced(&self.text, edit), vec![done(edit)]);
        }
    }
}

/// Whether a line may hold a comment; text that looks like one counts.
fn has_comment(line: &str) -> bool {
    line.trim_start().starts_with('#') || line.contains(" #") || line.contains("\t#")
}

fn edit(chunks: &[Chunk<'_>], line: u32, text: String, what: String) -> Option<Edit> {
    let chunk = chunks.iter().find(|chunk| chunk.line == line)?;
    (chunk.lines.join("\n") != text).then_some(Edit { line, lines: chunk.lines.len(), text, what })
}

fn replaced(text: &str, edit: &Edit) -> String {
    let first = usize::try_from(edit.line).unwrap_or(usize::MAX).saturating_sub(1);
    let mut out = String::with_capacity(text.len() + edit.text.len());
    for (index, line) in text.split_inclusive('\n').enumerate() {
        if index == first {
            out.push_str(&edit.text);
            out.push('\n');
        }
        if index < first || index >= first + edit.lines {
            out.push_str(line);
        }
    }
    out
}

/// A name of digits, or `true`, needs quotes to stay a name to every reader.
fn plain(name: &str) -> String {
    let text = yaml::plain_is_text(name);
    if text { name.to_owned() } else { rescue::quote(name) }
}
