//! YAML as a tree that knows where and how each value was written.
//!
//! It is built from parser events, which alone carry the style of a value and the line of a nested one. Depth, size and aliases
//! are bounded, so that a hostile file costs bounded time and memory (SEC-SKILL-01).

use granit_parser::{Event, Options, Parser, ScalarStyle, Span, StrInput, StructureStyle};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::HashMap;

/// Levels of lists and mappings below a top-level field.
pub(crate) const MAX_DEPTH: usize = 10;
const MAX_NODES: usize = 4_000;
/// A text that is nested deeper is refused whole: readers of other programs may run out of stack.
const MAX_NESTING: usize = 64;

#[derive(Clone, Debug)]
pub(crate) struct Node<'a> {
    /// 1-based line of the file.
    pub line: u32,
    column: usize,
    pub kind: Kind<'a>,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind<'a> {
    /// `plain`: without quotes, so that `true` may mean a flag.
    Text {
        text: Cow<'a, str>,
        plain: bool,
    },
    List {
        items: Vec<Node<'a>>,
        flow: bool,
    },
    Map {
        entries: Vec<Entry<'a>>,
        flow: bool,
    },
}

#[derive(Clone, Debug)]
pub(crate) struct Entry<'a> {
    pub key: Cow<'a, str>,
    pub line: u32,
    pub node: Node<'a>,
}

/// A mapping and the unusual ways in which it was written, each with its line.
#[derive(Debug, Default)]
pub(crate) struct Document<'a> {
    /// Each key once; of a key given twice the last one.
    pub entries: Vec<Entry<'a>>,
    pub flow: Option<u32>,
    /// Anchors, aliases, tags.
    pub tricks: Option<u32>,
    /// A tab in text without quotes: YAML 1.2 reads it, and most readers in use do not.
    pub tabs: Option<u32>,
    /// Sibling mappings that are not indented alike.
    pub uneven: Option<u32>,
    pub duplicates: Vec<(String, u32)>,
    /// The top-level field of a value that is nested too deep, and its line. The value is not read.
    pub too_deep: Option<(String, u32)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub kind: ProblemKind,
    pub message: String,
    pub line: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProblemKind {
    Syntax,
    NotAMapping,
    TooLarge,
    /// Nested more than [`MAX_NESTING`] levels deep.
    TooDeep,
}

/// Reads `text`, whose first line is line `first_line` of the file.
pub(crate) fn read(text: &str, first_line: u32) -> Result<Document<'_>, Problem> {
    let mut options = Options::default();
    options.set_emit_comments(false);
    let parser = Parser::new_from_str_with_options(text, options);
    let mut build =
        Build { parser, first_line, nodes: 0, top: String::new(), anchors: HashMap::new(), document: Document::default() };
    let root = build.root().map_err(|problem| match problem.kind {
        // The parser gives up at a depth of its own, and what cannot be parsed would be read word by word.
        ProblemKind::Syntax if nesting(text) > MAX_NESTING => too_deep(problem.line),
        _ => problem,
    });
    let Some(root) = root? else { return Err(not_a_mapping(first_line)) };
    let line = root.line;
    let Kind::Map { entries, .. } = root.kind else { return Err(not_a_mapping(line)) };
    build.document.entries = entries;
    Ok(build.document)
}

fn too_deep(line: u32) -> Problem {
    let message = format!("it is nested more than {MAX_NESTING} levels deep");
    Problem { kind: ProblemKind::TooDeep, message, line }
}

/// About how deep brackets and entries within one line are nested. Text in quotes may count too.
fn nesting(text: &str) -> usize {
    let (mut open, mut deepest) = (0_usize, 0);
    for line in text.lines() {
        let entries = line.split(' ').take_while(|word| ["-", "?", ""].contains(word)).filter(|word| !word.is_empty()).count();
        deepest = deepest.max(entries);
        for sign in line.chars() {
            match sign {
                '[' | '{' => open += 1,
                ']' | '}' => open = open.saturating_sub(1),
                _ => {}
            }
            deepest = deepest.max(open);
        }
    }
    deepest
}

fn not_a_mapping(line: u32) -> Problem {
    Problem { kind: ProblemKind::NotAMapping, message: String::new(), line }
}

struct Build<'a> {
    parser: Parser<'a, StrInput<'a>>,
    first_line: u32,
    nodes: usize,
    /// The top-level field that is being read.
    top: String,
    anchors: HashMap<usize, Node<'a>>,
    document: Document<'a>,
}

impl<'a> Build<'a> {
    fn root(&mut self) -> Result<Option<Node<'a>>, Problem> {
        let mut root = None;
        loop {
            let (event, span) = self.next()?;
            match event {
                Event::StreamStart | Event::DocumentEnd => {}
                Event::DocumentStart(..) if root.is_some() => {
                    return Err(self.problem("there is a second document", &span));
                }
                Event::DocumentStart(..) => {
                    let (event, span) = self.next()?;
                    root = Some(self.node(event, &span, 0)?);
                }
                _ => return Ok(root),
            }
        }
    }

    fn next(&mut self) -> Result<(Event<'a>, Span), Problem> {
        match self.parser.next_event() {
            Some(Ok(found)) => Ok(found),
            Some(Err(error)) => {
                let line = self.line(error.marker().line());
                Err(Problem { kind: ProblemKind::Syntax, message: error.info(), line })
            }
            None => Ok((Event::StreamEnd, Span::default())),
        }
    }

    fn node(&mut self, event: Event<'a>, span: &Span, depth: usize) -> Result<Node<'a>, Problem> {
        let line = self.line(span.start.line());
        self.count(1, line)?;
        let (kind, anchor, tagged) = match event {
            Event::Scalar(text, style, anchor, tag) => {
                if style == ScalarStyle::Plain && text.contains('\t') {
                    self.document.tabs.get_or_insert(line);
                }
                (Kind::Text { text, plain: style == ScalarStyle::Plain }, anchor, tag.is_some())
            }
            Event::SequenceStart(style, anchor, tag) => {
                let flow = self.style(style, line);
                (Kind::List { items: self.list(depth, line)?, flow }, anchor, tag.is_some())
            }
            Event::MappingStart(style, anchor, tag) => {
                let flow = self.style(style, line);
                (Kind::Map { entries: self.map(depth, line)?, flow }, anchor, tag.is_some())
            }
            Event::Alias(id) => {
                let node = self.anchors.get(&id).cloned();
                let node = node.ok_or_else(|| self.problem("an alias is inside of the value that it names", span))?;
                self.count(size(&node), line)?;
                (node.kind, 0, true)
            }
            other => return Err(self.problem(&format!("{other:?} was not expected here"), span)),
        };
        let node = Node { line, column: span.start.col(), kind };
        if anchor != 0 {
            self.anchors.insert(anchor, node.clone());
            self.count(size(&node), line)?;
        }
        if anchor != 0 || tagged {
            self.document.tricks.get_or_insert(line);
        }
        Ok(node)
    }

    fn style(&mut self, style: StructureStyle, line: u32) -> bool {
        let flow = style == StructureStyle::Flow;
        if flow {
            self.document.flow.get_or_insert(line);
        }
        flow
    }

    fn list(&mut self, depth: usize, line: u32) -> Result<Vec<Node<'a>>, Problem> {
        let mut items = Vec::new();
        if self.is_too_deep(depth, line)? {
            return Ok(items);
        }
        loop {
            match self.next()? {
                (Event::SequenceEnd, _) => return Ok(items),
                (event, span) => items.push(self.node(event, &span, depth + 1)?),
            }
        }
    }

    fn map(&mut self, depth: usize, line: u32) -> Result<Vec<Entry<'a>>, Problem> {
        let mut entries: Vec<Entry<'a>> = Vec::new();
        if self.is_too_deep(depth, line)? {
            return Ok(entries);
        }
        let mut column = None;
        loop {
            let (event, span) = self.next()?;
            if event == Event::MappingEnd {
                return Ok(entries);
            }
            let line = self.line(span.start.line());
            let Kind::Text { text: key, .. } = self.node(event, &span, depth + 1)?.kind else {
                return Err(self.problem("a key must be text", &span));
            };
            if depth == 0 {
                self.top.clear();
                self.top.push_str(&key);
            }
            let (event, span) = self.next()?;
            let node = self.node(event, &span, depth + 1)?;
            if matches!(node.kind, Kind::Map { .. }) && *column.get_or_insert(node.column) != node.column {
                self.document.uneven.get_or_insert(node.line);
            }
            match entries.iter_mut().find(|entry| entry.key == key) {
                Some(entry) => {
                    self.document.duplicates.push((key.into_owned(), line));
                    (entry.line, entry.node) = (line, node);
                }
                None => entries.push(Entry { key, line, node }),
            }
        }
    }

    /// Whether the collection that has just begun is nested too deep; then it is skipped.
    fn is_too_deep(&mut self, depth: usize, line: u32) -> Result<bool, Problem> {
        if depth <= MAX_DEPTH {
            return Ok(false);
        }
        self.document.too_deep.get_or_insert_with(|| (self.top.clone(), line));
        let mut open = 1;
        while open > 0 {
            match self.next()?.0 {
                Event::SequenceStart(..) | Event::MappingStart(..) => open += 1,
                Event::SequenceEnd | Event::MappingEnd => open -= 1,
                _ => {}
            }
            if depth + open > MAX_NESTING {
                return Err(too_deep(line));
            }
        }
        Ok(true)
    }

    fn count(&mut self, nodes: usize, line: u32) -> Result<(), Problem> {
        self.nodes += nodes;
        if self.nodes <= MAX_NODES {
            return Ok(());
        }
        let message = format!("there are more than {MAX_NODES} values");
        Err(Problem { kind: ProblemKind::TooLarge, message, line })
    }

    fn problem(&self, message: &str, span: &Span) -> Problem {
        Problem { kind: ProblemKind::Syntax, message: message.to_owned(), line: self.line(span.start.line()) }
    }

    /// The parser counts from 1.
    fn line(&self, line: usize) -> u32 {
        u32::try_from(line.max(1) - 1).unwrap_or(u32::MAX).saturating_add(self.first_line)
    }
}

fn size(node: &Node<'_>) -> usize {
    match &node.kind {
        Kind::Text { .. } => 1,
        Kind::List { items, .. } => 1 + items.iter().map(size).sum::<usize>(),
        Kind::Map { entries, .. } => 1 + entries.iter().map(|entry| 1 + size(&entry.node)).sum::<usize>(),
    }
}

impl Node<'_> {
    /// Converts to JSON. Text becomes a flag or a number only if its spelling survives: `1.10` and `0755` stay text.
    pub(crate) fn value(&self) -> Value {
        match &self.kind {
            Kind::Text { text, plain: true } => plain_value(text),
            Kind::Text { text, .. } => Value::String(text.to_string()),
            Kind::List { items, .. } => Value::Array(items.iter().map(Node::value).collect()),
            Kind::Map { entries, .. } => Value::Object(as_fields(entries)),
        }
    }
}

impl Entry<'_> {
    /// Without borrows from the source text.
    pub(crate) fn into_owned(self) -> Entry<'static> {
        Entry { key: Cow::Owned(self.key.into_owned()), line: self.line, node: self.node.into_owned() }
    }
}

impl Node<'_> {
    fn into_owned(self) -> Node<'static> {
        let kind = match self.kind {
            Kind::Text { text, plain } => Kind::Text { text: Cow::Owned(text.into_owned()), plain },
            Kind::List { items, flow } => Kind::List { items: items.into_iter().map(Node::into_owned).collect(), flow },
            Kind::Map { entries, flow } => Kind::Map { entries: entries.into_iter().map(Entry::into_owned).collect(), flow },
        };
        Node { line: self.line, column: self.column, kind }
    }
}

impl Node<'_> {
    /// Bytes of text, and one for each value and key.
    pub(crate) fn weight(&self) -> usize {
        match &self.kind {
            Kind::Text { text, .. } => 1 + text.len(),
            Kind::List { items, .. } => 1 + items.iter().map(Node::weight).sum::<usize>(),
            Kind::Map { entries, .. } => 1 + entries.iter().map(|entry| 1 + entry.key.len() + entry.node.weight()).sum::<usize>(),
        }
    }

    /// Whether it contains a value in brackets.
    pub(crate) fn has_flow(&self) -> bool {
        match &self.kind {
            Kind::Text { .. } => false,
            Kind::List { items, flow } => *flow || items.iter().any(Node::has_flow),
            Kind::Map { entries, flow } => *flow || entries.iter().any(|entry| entry.node.has_flow()),
        }
    }
}

pub(crate) fn as_fields(entries: &[Entry<'_>]) -> Map<String, Value> {
    entries.iter().map(|entry| (entry.key.to_string(), entry.node.value())).collect()
}

/// Whether `text` without quotes is text to readers of YAML 1.1 and 1.2 alike, and not a flag, a number, a date or nothing.
pub(crate) fn plain_is_text(text: &str) -> bool {
    let word = ["~", "null", "true", "false", "yes", "no", "on", "off", "y", "n"].contains(&text.to_ascii_lowercase().as_str());
    let number = text.starts_with(|first: char| first.is_ascii_digit());
    !word && !number && !text.is_empty()
}

fn plain_value(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Value::Null,
        "true" => return Value::Bool(true),
        "false" => return Value::Bool(false),
        _ => {}
    }
    let number = text.starts_with(|first: char| first.is_ascii_digit() || first == '-');
    match number.then(|| text.parse::<serde_json::Number>().ok()).flatten() {
        Some(number) if number.to_string() == text => Value::Number(number),
        _ => Value::String(text.to_owned()),
    }
}
