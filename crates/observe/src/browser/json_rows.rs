//! Turns JSON into records: every object is a row, and its keys are the headers of its cells.

use crate::redact::{Memory, mask_text, secret_field};
use apprentice_contracts::MASK;
use apprentice_contracts::reading::{ReadCell, ReadRecord, RecordKind};
use chrono::{DateTime, Datelike, Local, NaiveDateTime, TimeDelta, Timelike, Utc};
use serde_json::{Map, Value};
use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The most rows and lines of one answer.
const MOST_ROWS: usize = 2_000;
/// The most filled cells of one answer.
const MOST_CELLS: usize = 20_000;
/// The most columns of one list. Settings of an application are one object with a hundred keys.
const MOST_COLUMNS: usize = 256;
/// The longest text of a cell, in characters.
const LONGEST_TEXT: usize = 2_000;
/// How deep lists may lie in each other.
const DEPTH: usize = 8;
/// How deep objects are cells of the row around them.
const FLAT: usize = 3;
/// A moment since this long before the watching began is no value of the task: it says when something was done.
const RECENT: TimeDelta = TimeDelta::days(2);
/// By how much a clock may be ahead.
const AHEAD: TimeDelta = TimeDelta::minutes(15);
/// The same for a time without a zone.
const AHEAD_LOCAL: TimeDelta = TimeDelta::hours(14);
/// The shortest text that may be a secret.
const SHORTEST_SECRET: usize = 8;
/// The most lines of a text that are records of their own.
const MOST_LINES: usize = 400;

/// The records of a JSON value.
pub(crate) struct Rows<'a> {
    pub list: Vec<ReadRecord>,
    /// Whether everything is here.
    pub complete: bool,
    /// When the watching began, and now.
    watched: Range<DateTime<Utc>>,
    memory: &'a Memory,
    cells: usize,
    /// Whether it has several values that have nothing in common.
    is_mixed: bool,
}

/// A key and what it holds, where objects within objects are cells of one row.
type Flat<'v> = Vec<(String, &'v Value)>;

impl<'a> Rows<'a> {
    /// Reads `value`, which was answered at the end of `watched`. Secrets are masked, and remembered in `memory`.
    pub fn of(value: &Value, watched: Range<DateTime<Utc>>, memory: &'a Memory) -> Self {
        Self::of_each(&[value], watched, memory)
    }

    /// The same of several values that have nothing in common.
    pub fn of_each(values: &[impl Borrow<Value>], watched: Range<DateTime<Utc>>, memory: &'a Memory) -> Self {
        let mut rows = Self { list: Vec::new(), complete: true, watched, memory, cells: 0, is_mixed: values.len() > 1 };
        values.iter().for_each(|value| rows.read(value.borrow(), "", None, 0));
        rows
    }

    /// `key`: what the value is called. `within`: the name of the object around it.
    fn read(&mut self, value: &Value, key: &str, within: Option<&str>, depth: usize) {
        if depth > DEPTH {
            self.complete = false;
            return;
        }
        match value {
            Value::Array(list) if list.iter().any(Value::is_object) => {
                let rows: Vec<(Flat<'_>, &Value)> = list.iter().filter_map(|one| Some((flat(one.as_object()?), one))).collect();
                self.table(&rows, key, within, depth);
            }
            Value::Array(list) => {
                for one in list {
                    match one {
                        Value::Array(_) => self.read(one, key, within, depth + 1),
                        one => self.row(vec![(words(key), one)], key, within),
                    }
                }
            }
            Value::Object(object) if is_dictionary(object) => {
                let named = |(name, one): (&String, &'_ Value)| -> Option<(Value, Value)> {
                    Some((Value::from(name.as_str()), Value::Object(one.as_object()?.clone())))
                };
                let named: Vec<(Value, Value)> = object.iter().filter_map(named).collect();
                let rows: Vec<(Flat<'_>, &Value)> = named
                    .iter()
                    .filter_map(|(name, one)| {
                        let mut cells = vec![("key".to_owned(), name)];
                        cells.extend(flat(one.as_object()?));
                        Some((cells, one))
                    })
                    .collect();
                self.table(&rows, key, within, depth);
            }
            Value::Object(object) => {
                let mut cells = flat(object);
                if depth == 0 {
                    // The list that an answer is about is no part of what is around it.
                    cells.retain(|(_, value)| !value.as_array().is_some_and(|list| list.iter().any(Value::is_object)));
                }
                let rows = [(cells, value)];
                self.table(&rows, key, within, depth);
            }
            _ => {}
        }
    }

    /// Rows with the same columns, and after each row the lists in it.
    fn table(&mut self, rows: &[(Flat<'_>, &Value)], key: &str, within: Option<&str>, depth: usize) {
        let mut columns: BTreeSet<&String> = BTreeSet::new();
        for (name, _) in rows.iter().flat_map(|(cells, _)| cells) {
            if columns.contains(name) {
                continue;
            }
            if columns.len() < MOST_COLUMNS {
                columns.insert(name);
            } else if rows.len() > 1 || depth > 0 || !self.is_mixed {
                // The other parts of a message that is one wide object, such as the words of an interface, are no records.
                self.complete = false;
            }
        }
        for (cells, of) in rows {
            if self.is_full() {
                return;
            }
            let known: BTreeMap<&String, &Value> = cells.iter().rev().map(|(name, value)| (name, *value)).collect();
            let cell = |column: &String| known.get(column).copied().unwrap_or(&Value::Null);
            // An envelope has nothing of its own: its lists are what it says.
            if !columns.is_empty() {
                self.row(columns.iter().map(|column| ((*column).clone(), cell(column))).collect(), key, within);
            }
            let Some(object) = of.as_object() else { continue };
            let name = name_of(object);
            for (inner, value) in lists(object) {
                self.read(value, inner, name.or(within), depth + 1);
            }
        }
    }

    /// Whether nothing more is kept. Then the reading is not complete.
    fn is_full(&mut self) -> bool {
        let full = self.list.len() >= MOST_ROWS || self.cells >= MOST_CELLS;
        self.complete &= !full;
        full
    }

    fn row(&mut self, cells: Flat<'_>, key: &str, within: Option<&str>) {
        if self.is_full() {
            return;
        }
        let place = match within {
            Some(name) => format!("{} {}", self.masked("", name), words(key)),
            None => words(key),
        };
        let place = Some(place.trim().to_owned()).filter(|place| !place.is_empty());
        let mut lines = Vec::new();
        let cells: Vec<ReadCell> = cells
            .into_iter()
            .map(|(header, value)| {
                let text = self.text(&header, value);
                if text.trim().contains('\n') {
                    let mut all = text.lines().map(str::trim_end).filter(|line| !line.trim().is_empty()).map(str::to_owned);
                    lines.extend(all.by_ref().take(MOST_LINES));
                    self.complete &= all.next().is_none();
                } else {
                    self.complete &= text.chars().count() <= LONGEST_TEXT;
                }
                self.cells += usize::from(!text.is_empty());
                let text = super::message::shorten(&text, LONGEST_TEXT);
                ReadCell { header: self.masked("", &header), text }
            })
            .collect();
        if cells.iter().all(|cell| cell.text.is_empty()) {
            return;
        }
        self.list.push(ReadRecord { kind: RecordKind::Row, place: place.clone(), cells, controls: Vec::new(), link: None });
        for line in lines {
            if self.list.len() >= MOST_ROWS {
                self.complete = false;
                return;
            }
            let cells = vec![ReadCell { header: String::new(), text: super::message::shorten(&line, LONGEST_TEXT) }];
            self.list.push(ReadRecord { kind: RecordKind::Line, place: place.clone(), cells, controls: Vec::new(), link: None });
        }
    }

    fn text(&self, header: &str, value: &Value) -> String {
        let is_secret = secret_field("text", "", header, header).is_some();
        match value {
            Value::Null => String::new(),
            Value::Number(number) if is_secret => self.masked(header, &number.to_string()),
            Value::Bool(on) => on.to_string(),
            Value::Number(number) if number.as_f64().is_some_and(|number| self.is_now(number)) => String::new(),
            Value::Number(number) => moment(header, number).unwrap_or_else(|| number.to_string()),
            Value::String(text) if is_token(header) || self.says_now(text) => String::new(),
            Value::String(text) => self.masked(header, &plain(text)),
            // Only a list of plain values is a cell, or one of named objects, such as tags.
            Value::Array(list) => {
                let texts = list.iter().map(|one| match one {
                    Value::Object(object) => name_of(object).map(str::to_owned).unwrap_or_default(),
                    one => self.text(header, one),
                });
                let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
                self.masked(header, &texts.join(", "))
            }
            Value::Object(_) => String::new(),
        }
    }

    fn masked(&self, header: &str, text: &str) -> String {
        if text.chars().count() < SHORTEST_SECRET && secret_field("text", "", header, header).is_none() {
            return text.to_owned();
        }
        if !text.is_empty() && secret_field("text", "", header, header).is_some() {
            self.memory.remember(text);
            return MASK.to_owned();
        }
        mask_text(text).0
    }

    /// Whether a number counts seconds, or thousandths or millionths of a second, and means a moment ago.
    fn is_now(&self, number: f64) -> bool {
        let from = (self.watched.start - RECENT).timestamp() as f64;
        let to = (self.watched.end + AHEAD).timestamp() as f64;
        [1.0, 1e3, 1e6].into_iter().any(|unit| (from..to).contains(&(number / unit)))
    }

    /// Whether a text is a date and time of a moment ago.
    fn says_now(&self, text: &str) -> bool {
        let text = text.trim();
        if !(16..=40).contains(&text.len()) || !text.as_bytes()[0].is_ascii_digit() && !text.contains(',') {
            return false;
        }
        let is_recent = |at: DateTime<Utc>, ahead: TimeDelta| at > self.watched.start - RECENT && at < self.watched.end + ahead;
        // Midnight is how a day is written.
        let is_day = |at: NaiveDateTime| at.time() == chrono::NaiveTime::MIN;
        let zoned = DateTime::parse_from_rfc3339(text).or_else(|_| DateTime::parse_from_rfc2822(text));
        let local = || {
            let forms = ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"];
            forms.iter().find_map(|form| NaiveDateTime::parse_from_str(text, form).ok())
        };
        match zoned {
            Ok(at) => !is_day(at.naive_local()) && is_recent(at.to_utc(), AHEAD),
            Err(_) => local().is_some_and(|at| !is_day(at) && is_recent(at.and_utc(), AHEAD_LOCAL)),
        }
    }
}

/// A number that counts the seconds, or thousandths of a second, since 1970 (POSIX.1-2017, 4.16), as the date and time that a person would
/// write here, if the key says that it is a moment.
fn moment(header: &str, number: &serde_json::Number) -> Option<String> {
    const MOMENTS: &[&str] = &[
        "at",
        "begin",
        "begins",
        "closed",
        "created",
        "date",
        "datetime",
        "day",
        "deadline",
        "due",
        "end",
        "ended",
        "ends",
        "expires",
        "modified",
        "opened",
        "published",
        "start",
        "started",
        "starts",
        "t",
        "t1",
        "t2",
        "time",
        "timestamp",
        "ts",
        "until",
        "updated",
        "when",
    ];
    const YEARS: Range<i32> = 1990..2100;
    let is_moment = header.split(' ').any(|word| MOMENTS.contains(&word));
    let number = number.as_f64().filter(|number| is_moment && number.fract() == 0.0)?;
    let of = |unit: f64| DateTime::from_timestamp_millis((number * unit) as i64).map(|at| at.with_timezone(&Local));
    let at = [1000.0, 1.0].into_iter().filter_map(of).find(|at| YEARS.contains(&at.year()))?;
    let form = if at.second() == 0 { "%Y-%m-%d %H:%M" } else { "%Y-%m-%d %H:%M:%S" };
    Some(at.format(form).to_string())
}

/// What an object is called, if it says so.
fn name_of(object: &Map<String, Value>) -> Option<&str> {
    ["name", "title", "label", "value", "key", "slug"]
        .iter()
        .find_map(|key| object.get(*key)?.as_str())
        .filter(|name| !name.trim().is_empty())
}

/// Whether the keys of an object are names of things of one kind: every value is an object, and all of them have a key in common.
fn is_dictionary(object: &Map<String, Value>) -> bool {
    let mut values = object.values().map(Value::as_object);
    let Some(Some(first)) = values.next() else { return false };
    object.len() > 1
        && first.keys().any(|key| object.values().all(|value| value.as_object().is_some_and(|one| one.contains_key(key))))
}

/// The members of an object in the order of their keys: two answers may have them in another order.
fn sorted(object: &Map<String, Value>) -> Vec<(&String, &Value)> {
    let mut members: Vec<(&String, &Value)> = object.iter().collect();
    members.sort_by_key(|(key, _)| *key);
    members
}

/// The plain values of an object, and those of the objects in it.
fn flat(object: &Map<String, Value>) -> Flat<'_> {
    fn add<'v>(object: &'v Map<String, Value>, before: &str, depth: usize, out: &mut Flat<'v>) {
        for (key, value) in sorted(object) {
            let name = format!("{before} {}", words(key)).trim().to_owned();
            match value {
                Value::Object(inner) if depth < FLAT && !is_dictionary(inner) => add(inner, &name, depth + 1, out),
                Value::Object(_) => {}
                Value::Array(list) if list.iter().any(Value::is_array) => {}
                Value::Array(list) if list.iter().any(|one| one.as_object().is_some_and(|one| name_of(one).is_none())) => {}
                value => out.push((name, value)),
            }
        }
    }
    let mut out = Vec::new();
    add(object, "", 1, &mut out);
    out
}

/// The parts of an object that are separate rows: lists of objects or of lists, and dictionaries, also in the objects that are cells of its row.
fn lists(object: &Map<String, Value>) -> Vec<(&str, &Value)> {
    fn add<'v>(object: &'v Map<String, Value>, depth: usize, out: &mut Vec<(&'v str, &'v Value)>) {
        for (key, value) in sorted(object) {
            match value {
                Value::Array(list) if list.iter().any(|one| one.is_object() || one.is_array()) => out.push((key, value)),
                Value::Object(inner) if is_dictionary(inner) || depth >= FLAT => out.push((key, value)),
                Value::Object(inner) => add(inner, depth + 1, out),
                _ => {}
            }
        }
    }
    let mut out = Vec::new();
    add(object, 1, &mut out);
    out
}

/// A key in words: `dueDate` and `due_date` are `due date`.
fn words(key: &str) -> String {
    // A key may be a secret itself, as in a list of tokens.
    let key = &mask_text(key).0;
    let mut out = String::new();
    let mut before = ' ';
    for letter in key.chars().take(80) {
        if letter.is_alphanumeric() {
            if letter.is_uppercase() && (before.is_lowercase() || before.is_ascii_digit()) {
                out.push(' ');
            }
            out.extend(letter.to_lowercase());
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
        before = letter;
    }
    out.trim().to_owned()
}

/// Whether a key says that its value is made for one visit or one version.
fn is_token(header: &str) -> bool {
    const MADE: &[&str] =
        &["etag", "csrf", "xsrf", "nonce", "revision id", "sha", "sha1", "sha256", "hash", "digest", "checksum", "signature"];
    MADE.iter().any(|made| header == *made || header.ends_with(&format!(" {made}")))
}

/// Whether what follows a `<` is a mark of a text in HTML.
fn is_mark(after: &str) -> bool {
    const MARKS: &[&str] = &[
        "a",
        "b",
        "blockquote",
        "br",
        "code",
        "div",
        "em",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "i",
        "img",
        "li",
        "mark",
        "ol",
        "p",
        "pre",
        "s",
        "span",
        "strong",
        "sub",
        "sup",
        "table",
        "tbody",
        "td",
        "th",
        "thead",
        "tr",
        "u",
        "ul",
    ];
    let name = after.strip_prefix('/').unwrap_or(after);
    let end = name.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(name.len());
    let rest = &name[end..];
    let has_attributes = || rest.starts_with(' ') && rest.split('>').next().is_some_and(|inside| inside.contains('='));
    (rest.starts_with(['>', '/']) || has_attributes()) && MARKS.contains(&name[..end].to_ascii_lowercase().as_str())
}

/// A text as it is read: without the marks of HTML. A long text without a space is no text.
fn plain(text: &str) -> String {
    if text.len() > LONGEST_TEXT && !text.contains(char::is_whitespace) {
        return String::new();
    }
    let last = text.rfind('>').unwrap_or(0);
    if !text[..last].match_indices('<').any(|(at, _)| is_mark(&text[at + 1..])) {
        return text.trim().to_owned();
    }
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        match Some(after).filter(|after| is_mark(after)).and_then(|after| after.find('>')) {
            Some(end) => {
                if !out.ends_with(char::is_whitespace) {
                    out.push(' ');
                }
                rest = &after[end + 1..];
            }
            None => {
                out.push('<');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    let named = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&")];
    named.iter().fold(out, |text, (name, letter)| text.replace(name, letter)).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeZone;
    use serde_json::json;

    #[test]
    fn a_number_of_seconds_is_read_as_a_moment_where_its_key_says_so() {
        let at = Local.with_ymd_and_hms(2026, 3, 6, 8, 15, 0).unwrap().timestamp();
        let value = json!([{ "t1": at, "dueAt": (at + 5) * 1000, "number": at, "time": 75, "started": 1.5 }]);
        assert_eq!(
            lines(&value),
            [format!("Row due at: 2026-03-06 08:15:05 | number: {at} | started: 1.5 | t1: 2026-03-06 08:15 | time: 75")]
        );
    }

    fn lines(value: &Value) -> Vec<String> {
        let memory = Memory::new().unwrap();
        let now = DateTime::parse_from_rfc3339("2031-04-09T10:00:00Z").unwrap().to_utc();
        let rows = Rows::of(value, now..now, &memory);
        let line = |record: &ReadRecord| {
            let cells: Vec<String> = record.cells.iter().map(|cell| format!("{}: {}", cell.header, cell.text)).collect();
            let place = record.place.as_ref().map_or(String::new(), |place| format!(" @ {place}"));
            format!("{:?} {}{place}", record.kind, cells.join(" | "))
        };
        rows.list.iter().map(line).collect()
    }

    #[test]
    fn objects_are_rows_with_equal_columns() {
        let read = lines(&json!({ "count": 2, "results": [
            { "id": 1, "textColor": "#fff", "owner": { "name": "Ada" }, "tags": ["a", "b"] },
            { "id": 2, "textColor": null, "done": true, "tags": [{ "name": "late" }] },
        ] }));
        assert_eq!(
            read,
            [
                "Row count: 2",
                "Row done:  | id: 1 | owner name: Ada | tags: a, b | text color: #fff @ results",
                "Row done: true | id: 2 | owner name:  | tags: late | text color:  @ results",
                "Row name: late @ tags",
            ]
        );
    }

    #[test]
    fn lists_in_lists_are_placed_below_the_name_of_what_has_them() {
        let board =
            json!([{ "title": "Open", "cards": [{ "text": "Tea" }] }, { "title": "Done", "cards": [{ "text": "Milk" }] }]);
        let read = lines(&board);
        assert_eq!(read, ["Row title: Open", "Row text: Tea @ Open cards", "Row title: Done", "Row text: Milk @ Done cards"]);
    }

    #[test]
    fn a_dictionary_of_things_is_a_list_with_their_keys() {
        let read = lines(&json!({ "users": { "ada": { "role": "admin" }, "bob": { "role": "guest" } } }));
        assert_eq!(read, ["Row key: ada | role: admin @ users", "Row key: bob | role: guest @ users"]);
    }

    #[test]
    fn what_differs_by_itself_and_what_is_secret_is_no_text() {
        let read = lines(&json!({
            "name": "Tea", "updated_at": "2031-04-09T09:59:58.123Z", "changed": 1933491600000_u64, "due": "2032-01-01T00:00:00Z",
            "etag": "abc", "password": "hunter22", "cvv": 123, "day": "2031-04-09T00:00:00Z", "code": "Map<String, A> if a<b and c>d", "note": "<p>Buy <b>green</b> tea &amp; milk</p>",
        }));
        assert_eq!(
            read,
            [
                "Row changed:  | code: Map<String, A> if a<b and c>d | cvv: ▮▮▮▮▮▮ | day: 2031-04-09T00:00:00Z | due: 2032-01-01T00:00:00Z | etag:  | name: Tea | note: Buy green  tea & milk | password: ▮▮▮▮▮▮ | updated at: "
            ]
        );
    }

    #[test]
    fn lines_of_a_text_are_records() {
        let read = lines(&json!({ "name": "stock.csv", "content": "tea,4\nmilk,2\n" }));
        assert_eq!(read, ["Row content: tea,4\nmilk,2 | name: stock.csv", "Line : tea,4", "Line : milk,2"]);
    }

    #[test]
    fn an_answer_without_end_is_cut_and_says_so() {
        let memory = Memory::new().unwrap();
        let many: Vec<Value> = (0..MOST_ROWS + 1).map(|at| json!({ "id": at })).collect();
        let noon: DateTime<Utc> = "2031-05-01T12:00:00Z".parse().unwrap();
        let rows = Rows::of(&Value::from(many), noon..noon, &memory);
        assert_eq!((rows.list.len(), rows.complete), (MOST_ROWS, false));
        let deep = (0..100).fold(json!([{ "a": 1 }]), |inner, _| json!([{ "b": inner }]));
        let complete = |value: &Value| Rows::of(value, noon..noon, &memory).complete;
        assert!(!complete(&deep));
        let lines = |count: usize| json!({ "content": "line\n".repeat(count) });
        assert_eq!((complete(&lines(MOST_LINES)), complete(&lines(MOST_LINES + 1))), (true, false));
        assert!(!complete(&json!({ "content": "lorem ipsum ".repeat(LONGEST_TEXT) })));
        let columns: Map<String, Value> = (0..=MOST_COLUMNS).map(|at| (format!("c{at}"), json!(at))).collect();
        let wide = Value::Object(columns);
        assert!(!complete(&wide));
        assert!(Rows::of_each(&[wide, json!({ "id": 5 })], noon..noon, &memory).complete, "words of an interface");
    }
}
