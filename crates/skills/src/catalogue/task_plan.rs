//! A plan in Markdown: which task is next, and which skills it asks for.
//!
//! A task is a list item with a box: `- [ ] text` (also `*`, `+`, `1.`). The next one is the first that is open and has no open
//! task below it. Not meant for an agent, and passed over with everything below them: `[ ]?` items, items that begin with
//! `Verify:`, `Verification:`, `Manual QA:` or `QA:`, and sections whose heading says so. Boxes with other signs than a space
//! or `x` (`[-]` dropped, `[~]` under way, …) are not open. Fenced blocks and comments are text.
//!
//! A task names its skills with `(skill: name)`, `[skills: a, b]`, `<!-- skill: a -->`, or at the end of its text or on a line of
//! its own below it: `skills: a, b`.

use regex::Regex;
use serde::Serialize;
use std::sync::LazyLock;

/// The next task of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Task {
    /// The text after the box, on one line.
    pub label: String,
    /// 1-based line of the box.
    pub line: u32,
    /// Headings above it, outermost first.
    pub sections: Vec<String>,
    /// Tasks that it is part of, outermost first.
    pub parents: Vec<String>,
    /// The text below it, on one line.
    pub details: String,
    /// Names of skills, as they are written, without doubles.
    pub hints: Vec<String>,
}

impl Task {
    /// A task that is no part of a plan.
    pub fn from_text(text: &str) -> Task {
        let label = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let hints = hints(&label);
        Task { label, line: 1, sections: Vec::new(), parents: Vec::new(), details: String::new(), hints }
    }

    /// The words that say what is to be done, without the hints.
    pub fn words(&self) -> String {
        HINT.replace_all(&format!("{} {}", self.label, self.details), " ").into_owned()
    }
}

/// Why a plan names no task; the agent then chooses for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoTask {
    /// There is no task list.
    #[error("the plan has no task list (lines like `- [ ] task`)")]
    NoList,
    /// There is no open task for an agent.
    #[error("every task of the plan is done, dropped or meant for people")]
    AllDone,
}

/// The next task of `plan`.
pub fn next_task(plan: &str) -> Result<Task, NoTask> {
    let items = items(plan);
    if items.is_empty() {
        return Err(NoTask::NoList);
    }
    let is_open = |item: &Item| item.state == State::Open && !item.is_for_people;
    let next = items.iter().enumerate().find(|(index, item)| is_open(item) && !below(&items, *index).any(is_open));
    let (index, item) = next.ok_or(NoTask::AllDone)?;
    Ok(Task {
        label: item.label.clone(),
        line: item.line,
        sections: item.sections.clone(),
        parents: parents(&items, index),
        details: item.details.join(" "),
        hints: item.hints(),
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    Closed,
}

struct Item {
    state: State,
    is_for_people: bool,
    indent: usize,
    label: String,
    line: u32,
    sections: Vec<String>,
    details: Vec<String>,
}

impl Item {
    fn hints(&self) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for text in std::iter::once(&self.label).chain(&self.details) {
            for name in hints(text) {
                if !found.contains(&name) {
                    found.push(name);
                }
            }
        }
        found
    }
}

/// The items below the one at `index`.
fn below(items: &[Item], index: usize) -> impl Iterator<Item = &Item> {
    let (indent, sections) = (items[index].indent, &items[index].sections);
    items[index + 1..].iter().take_while(move |item| item.indent > indent && item.sections == *sections)
}

fn parents(items: &[Item], index: usize) -> Vec<String> {
    let mut indent = items[index].indent;
    let mut found = Vec::new();
    for item in items[..index].iter().rev() {
        if item.sections == items[index].sections && item.indent < indent {
            indent = item.indent;
            found.push(item.label.clone());
        }
    }
    found.reverse();
    found
}

fn items(plan: &str) -> Vec<Item> {
    let mut reading = Reading::default();
    for (index, line) in plan.lines().enumerate() {
        reading.line(line, u32::try_from(index + 1).unwrap_or(u32::MAX));
    }
    reading.items
}

#[derive(Default)]
struct Reading {
    items: Vec<Item>,
    /// Level and text of the headings above.
    sections: Vec<(usize, String)>,
    fence: Option<String>,
    comment: bool,
    /// Whether lines still belong to the last item.
    within: bool,
}

impl Reading {
    fn line(&mut self, line: &str, number: u32) {
        let text = line.trim();
        if let Some(fence) = &self.fence {
            if text.starts_with(fence.as_str()) && text.trim_start_matches(['`', '~']).is_empty() {
                self.fence = None;
            }
            return;
        }
        if self.comment {
            self.comment = !text.contains("-->");
            return;
        }
        if let Some(mark) = ["```", "~~~"].iter().find(|mark| text.starts_with(**mark)) {
            self.fence = Some(text.chars().take_while(|c| mark.starts_with(*c)).collect());
        } else if text.starts_with("<!--") && !text.contains("-->") {
            self.comment = true;
        } else if let Some((level, title)) = heading(text) {
            self.sections.retain(|(above, _)| *above < level);
            self.sections.push((level, title));
            self.within = false;
        } else if let Some(found) = BOX.captures(line) {
            self.item(&found, number);
        } else if text.is_empty() {
            // A blank line ends nothing that is indented below it.
        } else if self.within && is_deeper(line, self.items.last()) {
            if let Some(item) = self.items.last_mut() {
                item.details.push(text.to_owned());
            }
        } else {
            self.within = false;
        }
    }

    fn item(&mut self, found: &regex::Captures<'_>, line: u32) {
        let text = found.name("text").map_or("", |text| text.as_str());
        let label = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let indent = width(&found["indent"]);
        let sections: Vec<String> = self.sections.iter().map(|(_, title)| title.clone()).collect();
        let above = self.items.iter().rev().filter(|item| item.sections == sections).find(|item| item.indent < indent);
        let inherited = above.is_some_and(|item| item.is_for_people);
        let is_for_people = inherited
            || &found["unsure"] == "?"
            || FOR_PEOPLE_ITEM.is_match(&label)
            || sections.iter().any(|title| is_for_people(title));
        // A box without text is no task.
        let state = if &found["sign"] == " " && !label.is_empty() { State::Open } else { State::Closed };
        self.items.push(Item { state, is_for_people, indent, label, line, sections, details: Vec::new() });
        self.within = true;
    }
}

fn is_deeper(line: &str, item: Option<&Item>) -> bool {
    let indent = &line[..line.len() - line.trim_start().len()];
    item.is_some_and(|item| width(indent) > item.indent)
}

fn width(indent: &str) -> usize {
    indent.chars().map(|c| if c == '\t' { 4 } else { 1 }).sum()
}

fn heading(text: &str) -> Option<(usize, String)> {
    let title = text.trim_start_matches('#');
    let level = text.len() - title.len();
    ((1..=6).contains(&level) && title.starts_with([' ', '\t']))
        .then(|| (level, title.trim().trim_end_matches('#').trim().to_owned()))
}

fn is_for_people(title: &str) -> bool {
    FOR_PEOPLE_SECTION.is_match(title)
}

#[allow(clippy::unwrap_used, reason = "constant patterns, compiled by every test")]
static BOX: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?P<indent>[ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+\[(?P<sign>[^\]\[])\](?P<unsure>\??)(?:[ \t]+(?P<text>.*))?$")
        .unwrap()
});

#[allow(clippy::unwrap_used, reason = "as above")]
static FOR_PEOPLE_SECTION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:[\d.]+[ \t]+)?\W*(?:verification|verify|validation checklist|manual (?:qa|test(?:s|ing)?|verification|check(?:s)?)|qa)\b(?:[ \t]*(?:checklist|checks?|items?|steps?|tasks?|plan|criteria|&.*|and .*|\(.*\)|:.*|[-–—].*))*\W*$").unwrap()
});

#[allow(clippy::unwrap_used, reason = "as above")]
static FOR_PEOPLE_ITEM: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^[\W_]*(?:verify|verification|manual (?:qa|test|testing|verification|check)|qa)[*_]*[ \t]*(?::|[-–—][ \t])")
        .unwrap()
});

/// Two forms: in brackets anywhere, and bare up to the end of the text, behind its beginning or a dash.
#[allow(clippy::unwrap_used, reason = "as above")]
static HINT: LazyLock<Regex> = LazyLock::new(|| {
    const NAME: &str = r#"[`"']?[A-Za-z0-9][A-Za-z0-9_-]*[`"']?"#;
    let list = format!(r"{NAME}(?:[ \t]*(?:,|&|\band\b)[ \t]*{NAME})*");
    Regex::new(&format!(
        r"(?i)(?:[(\[]|<!--)[ \t]*skills?[ \t]*[:=][ \t]*(?P<a>{list})[ \t]*(?:[)\]]|-->)|(?:^|[-–—;|.][ \t]+|[*_])skills?[*_]*[ \t]*[:=][*_]*[ \t]*(?P<b>{list})[ \t]*\.?[ \t]*$"
    ))
    .unwrap()
});

static HINT_END: [char; 3] = ['`', '"', '\''];

fn hints(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for hint in HINT.captures_iter(text) {
        let list = hint.name("a").or_else(|| hint.name("b")).map_or("", |list| list.as_str());
        for name in list.split([',', '&', ' ', '\t']) {
            let name = name.trim_matches(HINT_END);
            if !name.is_empty() && !name.eq_ignore_ascii_case("and") && !found.iter().any(|known| known == name) {
                found.push(name.to_owned());
            }
        }
    }
    found
}
