//! Effects in words: the goal and the success condition of their checkpoints.

use super::Found;
use super::cells::is_whole;
use super::files::made_by;
use super::growth;
use crate::text::{clip, fold, is_telling, list, sentence};
use crate::untrusted::{is_plain_name, label};
use crate::{address, command};
use apprentice_contracts::checkpoint::{CellPattern, EvidencePredicate as Predicate, PLACE, RecordChange, SourcePattern};
use apprentice_contracts::reading::{ReadCell, RecordKind, is_page_only};

pub(super) fn told(pattern: &str) -> String {
    let shown = clip(&label(&pattern.replace('*', "…")), 80);
    match is_whole(pattern) {
        true => format!("`{}`", &pattern[2..pattern.len() - 2]),
        false if shown.contains("{{") => format!("`{}`", shown.replace("{{", "<").replace("}}", ">")),
        false if shown.is_empty() => "nothing".to_owned(),
        false => format!("“{shown}”"),
    }
}

/// A command with its inputs, as it is typed.
pub(super) fn told_command(line: &str) -> String {
    format!("`{}`", clip(&command::spelled(line), 200))
}

/// A pattern that leaves out the rest of a text: what it names, joined.
fn parts_told(pattern: &str) -> String {
    let parts: Vec<&str> = pattern.split('*').map(str::trim).filter(|part| part.chars().any(char::is_alphanumeric)).collect();
    match parts.as_slice() {
        [first, rest @ ..] if pattern.contains('*') && pattern.contains("{{") => {
            let rest: Vec<String> = rest.iter().map(|part| told(part)).collect();
            if rest.is_empty() { told(first) } else { format!("{} with {}", told(first), list(&rest)) }
        }
        _ => told(pattern),
    }
}

/// A header without the signs around it, such as the arrow of a sorted column.
pub(crate) fn plain_header(header: &str) -> &str {
    let plain =
        header.trim_matches(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '(' | ')' | '%' | '€' | '$' | '#'));
    if plain.is_empty() { header } else { plain }
}

/// A header as it is compared: without the signs of sorting, what it counts and the place in the order.
pub(super) fn bare_header(header: &str) -> String {
    let header = fold(crate::inputs::labels::without_range(plain_header(header)));
    let uncounted = header.rsplit_once(" (").filter(|(_, count)| count.trim_end_matches(')').parse::<u32>().is_ok());
    uncounted.map_or(header.as_str(), |(before, _)| before).trim().to_owned()
}

/// Whether two headers are the same column. A list may be sorted by another one, and count other rows.
pub(crate) fn same_header(one: &str, other: &str) -> bool {
    fold(one) == fold(other) || bare_header(one) == bare_header(other)
}

/// The cells under a header.
pub(crate) fn under<'r>(cells: &'r [ReadCell], header: &str) -> Vec<&'r ReadCell> {
    let exact: Vec<&ReadCell> = cells.iter().filter(|cell| fold(&cell.header) == fold(header)).collect();
    if !exact.is_empty() {
        return exact;
    }
    cells.iter().filter(|cell| same_header(&cell.header, header)).collect()
}

pub(super) fn cell_words(cells: &[CellPattern]) -> Vec<String> {
    cells
        .iter()
        .filter(|cell| cell.text != "*")
        .map(|cell| match &cell.header {
            _ if growth::header_of(cell).is_some() => growth_told(cell),
            Some(header)
                if header != "path"
                    && header != "type"
                    && fold(header)
                        != crate::pattern::variables_in(&cell.text)
                            .first()
                            .map(|name| name.replace('_', " "))
                            .unwrap_or_default() =>
            {
                let header = crate::references::referring(header).unwrap_or(header);
                // Applications shorten the names of groups of data: `a.friendly_name`.
                let header = header.strip_prefix("a ").filter(|rest| !rest.trim().is_empty()).unwrap_or(header);
                if header.chars().count() < 2 {
                    return parts_told(&cell.text);
                }
                let name = clip(&label(crate::inputs::labels::without_range(plain_header(header))), 40);
                match is_plain_name(&name) {
                    true => format!("{name} {}", told(&cell.text)),
                    false => format!("“{name}” {}", told(&cell.text)),
                }
            }
            _ => parts_told(&cell.text),
        })
        .collect()
}

/// A number by how much it changed: `“Paid” larger by `amount``.
fn growth_told(cell: &CellPattern) -> String {
    let (grown, header) = growth::header_of(cell).unwrap_or((true, ""));
    let name = clip(&label(crate::inputs::labels::without_range(plain_header(header))), 40);
    let name = if name.trim().is_empty() { "a number".to_owned() } else { format!("“{name}”") };
    format!("{name} {} by {}", if grown { "larger" } else { "smaller" }, told(&cell.text))
}

/// Where a page is, as an agent types it after the address of the application: `/issue…`. `None` where it says nothing.
pub(super) fn path_of(source: &SourcePattern) -> Option<String> {
    let url = source.address()?;
    let after_scheme = url.split_once("://").map_or(url, |(_, rest)| rest);
    let path = &after_scheme[after_scheme.find('/')?..];
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let query: Vec<&str> = query.split('&').filter(|pair| !pair.is_empty() && !is_passing(pair)).collect();
    let long = query.iter().map(|pair| pair.chars().count()).sum::<usize>() > 60;
    let query = match (query.is_empty(), long) {
        (true, _) => String::new(),
        (false, true) => "?…".to_owned(),
        (false, false) => format!("?{}", query.iter().map(|pair| readable(&without_chance(pair))).collect::<Vec<_>>().join("&")),
    };
    let shown = clip(&label(&format!("{path}{query}").replace('*', "…")), 120).replace("{{", "<").replace("}}", ">");
    (shown.len() > 1 && is_telling(&shown) && !shown.contains(['`', ' '])).then(|| format!("`{shown}`"))
}

/// A part of a query without a value that the application made: `member_of=…`, `id=…`.
fn without_chance(pair: &str) -> String {
    let is_number = |value: &str| !value.is_empty() && value.bytes().all(|letter| letter.is_ascii_digit());
    match pair.split_once('=') {
        Some((name, value))
            if value.chars().count() > 6 && address::is_volatile(value) || crate::sent::is_id(name) && is_number(value) =>
        {
            format!("{name}=…")
        }
        _ => pair.to_owned(),
    }
}

/// A part of a query without the escapes that it can do without: `q=inacct:food` for `q=inacct%3Afood%20`.
fn readable(pair: &str) -> String {
    let trimmed = pair.trim_end_matches("%20").trim_end_matches('+');
    // The name and the sign after it are read as they are.
    let Some((name, value)) = trimmed.split_once('=') else { return trimmed.to_owned() };
    let alone = format!("={value}");
    let Some((_, decoded)) = url::form_urlencoded::parse(alone.as_bytes()).next() else { return trimmed.to_owned() };
    // These letters end or begin something in an address or in a text.
    let needs_escape = |letter: char| letter.is_whitespace() || letter.is_control() || "&#+%`\"<>\u{fffd}".contains(letter);
    if decoded.replace("{{", "").replace("}}", "").chars().any(needs_escape) {
        trimmed.to_owned()
    } else {
        format!("{name}={decoded}")
    }
}

/// Whether a part of a query is about one visit only: a message to show once, a token, where a visitor came from.
fn is_passing(pair: &str) -> bool {
    let name = pair.split('=').next().unwrap_or_default().to_lowercase();
    ["message", "msg", "notice", "flash", "csrf", "token", "utm_"].iter().any(|part| name.contains(part))
}

/// Goal and success condition. The success condition says where to look, and what is there.
pub(super) fn words(one: &Found) -> (String, String) {
    let cells: Vec<CellPattern> = one.cells.iter().filter(|cell| cell.header.as_deref() != Some("type")).cloned().collect();
    let (places, cells): (Vec<CellPattern>, Vec<CellPattern>) =
        cells.into_iter().partition(|cell| cell.header.as_deref() == Some(PLACE));
    let below: String = places.iter().map(|cell| format!(" below {}", told(&cell.text))).collect();
    let values = list(&cell_words(&cells)) + &below;
    let place = &one.place;
    let thing = match one.kind {
        RecordKind::Row => "row",
        RecordKind::Item => "entry",
        RecordKind::File => "file",
        _ => "text",
    };
    let unchanged = match (one.only, one.change) {
        (false, _) => String::new(),
        (true, RecordChange::Removed | RecordChange::Changed) => format!(", and every other {thing} is as before"),
        (true, _) => format!(", and no other {thing} has changed"),
    };
    let source = match &one.predicate {
        Predicate::Records { source, .. } => path_of(source),
        _ => None,
    };
    let table = match &one.predicate {
        Predicate::Records { source: SourcePattern::File { path, .. }, record: RecordKind::Row, .. } => Some(told(path)),
        _ => None,
    };
    let is_data = super::is_of_data(one);
    let is_page_only =
        matches!(&one.predicate, Predicate::Records { source: SourcePattern::Data { url }, .. } if is_page_only(url));
    // A part of the address, or “page”, is no name of a page.
    let is_of_address = |path: &String| {
        !is_data && (place == "page" || path.trim_matches('`').split(['/', '?', '#', '&', '=', '.']).any(|part| part == place))
    };
    let shown_at = match source.as_ref().filter(|path| is_of_address(path)) {
        Some(path) if path.contains('…') => "the page of the record".to_owned(),
        Some(path) => format!("the page {path}"),
        None => format!("“{place}”"),
    };
    let title = if shown_at.starts_with('“') { format!(" ({shown_at})") } else { String::new() };
    let shown_at = sentence(&shown_at);
    let open = match (source, table) {
        _ if is_page_only => "Open the page that shows it again".to_owned(),
        (Some(path), _) if is_data => format!("Look at it again (the page asks {path} for it)"),
        (_, _) if is_data => "Look at it again".to_owned(),
        (Some(path), _) => format!("Open {path} again"),
        (None, Some(file)) => format!("Query {file} again"),
        (None, None) => "Open it again".to_owned(),
    };
    match (one.kind, one.change) {
        (RecordKind::File, RecordChange::Added) => {
            (format!("The file {values} exists"), format!("It is new and not empty{unchanged}."))
        }
        (RecordKind::File, RecordChange::Removed) => {
            (format!("The file {values} is gone"), format!("It cannot be found any more{unchanged}."))
        }
        (RecordKind::File, RecordChange::Present) => {
            (format!("The file {values} exists"), "It was written by this run.".to_owned())
        }
        (RecordKind::File, RecordChange::Changed) => {
            (format!("The file {values} has its new content"), format!("It was changed by this run{unchanged}."))
        }
        (RecordKind::Line | RecordKind::Entry, change) => {
            let place = if place.contains("{{") || place.contains('.') || place.contains('/') {
                told(place)
            } else {
                format!("“{place}”")
            };
            match change {
                RecordChange::Removed => (
                    format!("{} no longer lists {values}", sentence(&place)),
                    format!("Read {place} again: it does not contain it."),
                ),
                _ if made_by(one).is_some() => {
                    let command = made_by(one).map(|command| told_command(command)).unwrap_or_default();
                    (
                        format!("{} contains what {command} prints", sentence(&place)),
                        format!("Run it again: {place} has exactly these lines."),
                    )
                }
                _ => {
                    let rest = match (one.only, one.was.is_empty()) {
                        (true, true) => ", and every line that was there before",
                        (true, false) => " instead of the former line, and every other line that was there before",
                        (false, true) => "",
                        (false, false) => " instead of the former line",
                    };
                    (format!("{} contains {values}", sentence(&place)), format!("Read {place} again: it contains it{rest}."))
                }
            }
        }
        (RecordKind::Field, _) => {
            // An address with a number that the application gave names a page that nobody can type.
            let open = match open.contains('…') && !is_data {
                true => open.replacen("Open ", "Open the page of the record again, ", 1).trim_end_matches(" again").to_owned(),
                false => open,
            };
            let instead = match cell_words(&one.lacks).as_slice() {
                [] => String::new(),
                lacks => format!(" and no longer {}", list(lacks)),
            };
            (format!("The record shows {values}{instead}"), format!("{open}{title}: it shows exactly that."))
        }
        (_, RecordChange::Added) => {
            let is_several = matches!(&one.predicate, Predicate::Records { several: true, .. });
            let count = if is_several { format!("such {thing}s are new") } else { format!("exactly one such {thing} is new") };
            (format!("{shown_at} lists {values}"), format!("{open}: {count}{unchanged}."))
        }
        (_, RecordChange::Removed) => {
            (format!("{shown_at} no longer lists {values}"), format!("{open}: that {thing} is gone{unchanged}."))
        }
        (_, RecordChange::Changed) => {
            let instead = match cell_words(&one.was).as_slice() {
                [] => String::new(),
                was => format!(" instead of {}", list(was)),
            };
            let instead = match cell_words(&one.lacks).as_slice() {
                [] => instead,
                lacks => format!("{instead} and no longer {}", list(lacks)),
            };
            (format!("{shown_at} shows {values}{instead}"), format!("{open}: that {thing} has changed{unchanged}."))
        }
        (_, RecordChange::Present) => {
            (format!("{shown_at} shows {values}"), format!("{open}: it shows exactly that{unchanged}."))
        }
    }
}
