//! Finds secrets by how a document sets out their names: in a table, in HTML, in blocks of YAML and TOML, in a secret of Kubernetes, in a
//! sentence about an account.

use super::assignments::{looks_chosen, says_something};
use super::names::{Named, classify, looks_random};
use super::shapes::is_reference;
use super::shown::is_beside_label;
use regex::{Captures, Regex};
use std::ops::Range;
use std::sync::LazyLock;

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("constant")
}

/// The cells of a line of a table: `| Password | … |`. A pipe of a shell begins no line.
static ROW: LazyLock<Regex> = LazyLock::new(|| regex(r"(?m)(?:^|[\x22'])[ \t]*\|(?P<cells>[^\n]+)"));

/// `<td>Password</td><td>…</td>`, `<b>Password:</b> <code>…</code>`
static ELEMENT: LazyLock<Regex> =
    LazyLock::new(|| regex(r"<\w+[^<>]*>(?P<label>[^<>▮]{2,60})</\w+>\s*:?\s*(?:<\w+[^<>]*>\s*)*(?P<v>[^<>\s▮]{3,})\s*<"));

/// `<input type="password" value="…">`, in either order.
static INPUT: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"(?i)<input\b[^<>▮]*\btype=[\x22']?password\b[^<>▮]*\bvalue=[\x22'](?P<v>[^\x22'▮]+)|",
        r"<input\b[^<>▮]*\bvalue=[\x22'](?P<w>[^\x22'▮]+)[\x22'][^<>▮]*\btype=[\x22']?password\b"
    ))
});

/// A text of several lines below its name, in YAML: `password: |`.
static BLOCK: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"(?m)(?:^|[ \t])(?P<name>[A-Za-z_][\w.-]*):[ \t]*[|>][+-]?\d?[ \t]*\r?\n(?P<v>(?:[ \t]+[^\s▮][^\n▮]*(?:\n|\z))+)")
});

/// `password: &anchor …`, `password: !!str …`
static ANCHORED: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?P<name>[A-Za-z_][\w.-]*):[ \t]+(?:&[\w-]+|!!?[\w:/.-]+)[ \t]+[\x22']?(?P<v>[^\s\x22'▮]+)"));

/// A text of several lines in TOML and Python.
static TRIPLE: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"(?P<name>[A-Za-z_][\w.-]*)[ \t]*[=:][ \t]*(?:\x22{3}|'{3})\s*(?P<v>[^\x22'▮]+?)\s*(?:\x22{3}|'{3})")
});

/// The values of a secret of Kubernetes, whatever their names are.
static DATA: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?m)^[ \t]*(?:data|stringData):[ \t]*\r?\n(?P<values>(?:[ \t]+[\w.-]+:[^\n]*(?:\n|\z))+)"));
static DATUM: LazyLock<Regex> = LazyLock::new(|| regex(r"(?m)^[ \t]+[\w.-]+:[ \t]+[\x22']?(?P<v>[^\s\x22'▮|>][^\n\x22'▮]*)"));

/// `creds: ada / …`, `log in as ada with …`.
static ACCOUNT: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"(?i)\b(?:creds|credentials|zugangsdaten|identifiants|credenciales|credenziali)\b\s*[:=]\s*[^\s/|▮]+\s*[/|,]\s*(?P<v>[^\s▮]{4,})|",
        r"\b(?:log|sign)[ -]?in\s+(?:as|with|using)\s+[^\s▮]+\s+(?:with|using|and|/)\s+(?:the\s+)?(?:password\s+)?(?P<w>[^\s▮]{4,})|",
        r"\b[A-Za-z][\w.@-]*:(?P<x>[^\s:/▮]{4,})\s+(?:is|are)\s+(?:the|my|our|your)\s+(?:login|credentials|account)\b"
    ))
});
/// A number that is kept for something: `PIN for the card is …`.
static NUMBER: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?i)\b(?:pin|puk|cvv|cvc)\s+(?:for|of|to)\s+(?:[\p{L}-]+\s+){1,3}(?:is|:|=)\s*(?P<v>[0-9]{3,8})\b"));

pub(super) fn find(text: &str, found: &mut Vec<Range<usize>>) {
    let mut push = |range: Range<usize>| {
        if !is_reference(&text[range.clone()]) {
            found.push(range);
        }
    };
    let chosen = looks_like_value;
    let named = |captures: &Captures<'_>| classify(&captures["name"]) == Named::Secret && says_something(captures["v"].trim());
    let mut all = |pattern: &Regex, is_secret: &dyn Fn(&Captures<'_>) -> bool| {
        for captures in pattern.captures_iter(text).filter(is_secret) {
            value_of(&captures).into_iter().for_each(|value| push(trimmed(text, value.range())));
        }
    };
    // Most texts have none of these signs; a page has thousands of texts.
    if text.contains('<') {
        all(&ELEMENT, &|captures| chosen(&captures["v"]) && is_beside_label(&captures["label"]));
        all(&INPUT, &|_| true);
    }
    if text.contains(['&', '!']) {
        all(&ANCHORED, &named);
    }
    if text.contains('\n') {
        all(&BLOCK, &named);
    }
    if text.contains("\"\"\"") || text.contains("'''") {
        all(&TRIPLE, &named);
    }
    all(&ACCOUNT, &|captures| value_of(captures).is_some_and(|value| chosen(value.as_str())));
    all(&NUMBER, &|_| true);
    columns(text, &mut push);
    for cells in text.contains('|').then(|| ROW.captures_iter(text)).into_iter().flatten().filter_map(|row| row.name("cells")) {
        let mut at = cells.start();
        let mut label = "";
        for cell in cells.as_str().split('|') {
            let value = cell.trim_matches([' ', '\t', '`', '*', '_']);
            if chosen(value)
                && !value.contains(char::is_whitespace)
                && is_beside_label(label.trim_matches([' ', '\t', '*', '_', ':']))
            {
                let start = at + cell.find(value).unwrap_or_default();
                push(start..start + value.len());
            }
            label = cell;
            at += cell.len() + 1;
        }
    }
    if text.contains("kind: Secret") {
        for values in DATA.captures_iter(text).filter_map(|captures| captures.name("values")) {
            for value in DATUM.captures_iter(values.as_str()).filter_map(|captures| captures.name("v")) {
                push(trimmed(text, values.start() + value.start()..values.start() + value.end()));
            }
        }
    }
}

fn value_of<'t>(captures: &Captures<'t>) -> Option<regex::Match<'t>> {
    ["v", "w", "x"].iter().find_map(|group| captures.name(group))
}

/// The cells below a heading such as “Password”: `| User | Password |` over `| ada | … |`.
fn columns(text: &str, push: &mut impl FnMut(Range<usize>)) {
    let mut secret: Vec<usize> = Vec::new();
    let mut in_table = false;
    let mut begin = 0;
    for line in text.split_inclusive('\n') {
        let is_row = line.trim_start().starts_with('|');
        let mut at = begin;
        for (column, cell) in line.split('|').enumerate() {
            let value = cell.trim_matches(|letter: char| letter.is_whitespace() || "`*_".contains(letter));
            if is_row && !in_table && is_beside_label(value) {
                secret.push(column);
            } else if is_row
                && in_table
                && secret.contains(&column)
                && !value.contains(char::is_whitespace)
                && looks_like_value(value)
            {
                let start = at + cell.find(value).unwrap_or_default();
                push(start..start + value.len());
            }
            at += cell.len() + 1;
        }
        in_table = is_row;
        if !is_row {
            secret.clear();
        }
        begin += line.len();
    }
}

fn looks_like_value(value: &str) -> bool {
    looks_chosen(value) || looks_random(value)
}

/// The range without white space at its ends, and without the quotes and the signs of a sentence behind it.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let value = &text[range.clone()];
    let start = range.start + value.len() - value.trim_start().len();
    start..start + value.trim().trim_end_matches(['.', ',', ';', ')', '\'', '"', '`']).len()
}
