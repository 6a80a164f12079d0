//! Finds commands and orders that are written in a form which a person does not read: base64, hexadecimal, escapes, ROT13.

use super::lines::{Line, regex};
use super::{Finding, commands, finding, milder, prose};
use apprentice_contracts::skill::FindingSeverity::Error;
use base64::Engine as _;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use regex::Regex;
use std::sync::LazyLock;

const REASON: &str = "What it hides in another form is a command or an order that would be refused if it were written plainly";
/// The longest encoded text that is decoded, in characters.
const LONGEST: usize = 16_384;
/// The most decoded texts within each other.
const DEPTH: usize = 2;

static BASE64: LazyLock<Regex> = LazyLock::new(|| regex(r"[A-Za-z0-9+/_-]{20,}={0,2}"));
static HEX: LazyLock<Regex> = LazyLock::new(|| regex(r"(?:[0-9A-Fa-f]{2}[ :]?){16,}"));
static ESCAPES: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?:\\x[0-9A-Fa-f]{2}|\\[0-7]{3}|\\u00[0-9A-Fa-f]{2}|%[0-9A-Fa-f]{2}){8,}"));
static ENTITIES: LazyLock<Regex> = LazyLock::new(|| regex(r"(?:&#x?[0-9A-Fa-f]{2,4};){8,}"));

/// Words of commands and orders in ROT13. Their line is read in ROT13 only with one of them.
const ROTATED: [&str; 10] =
    ["phey ", "jtrg ", "onfu", "vtaber", "qvfertneq", "vafgehpgvba", "cnffjbeq", "frperg", ".ffu", "riny"];

pub(super) fn check(path: &str, lines: &[Line]) -> Vec<Finding> {
    let mut found = Vec::new();
    for line in lines.iter().filter(|line| line.text.len() >= 20) {
        if decoded(&line.text).iter().any(|text| is_grave(text, DEPTH)) {
            let severity = if line.warned() { milder(Error) } else { Error };
            found.push(finding("OBSCURED_EXECUTE", severity, path, line.number, &line.text, REASON));
        }
    }
    found
}

fn is_grave(text: &str, depth: usize) -> bool {
    text.lines().any(|line| commands::is_grave(line) || prose::is_grave(line))
        || depth > 0 && decoded(text).iter().any(|inner| is_grave(inner, depth - 1))
}

/// What the encoded parts of a text say, as far as they are texts.
fn decoded(text: &str) -> Vec<String> {
    let mut readings = Vec::new();
    let lenient = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    let engine = GeneralPurpose::new(&base64::alphabet::STANDARD, lenient);
    for word in BASE64.find_iter(text).filter(|word| word.len() <= LONGEST) {
        let standard = word.as_str().replace('-', "+").replace('_', "/");
        readings.extend(engine.decode(standard.trim_end_matches('=')).ok().and_then(printed));
    }
    for word in HEX.find_iter(text).filter(|word| word.len() <= LONGEST) {
        let digits: Vec<u8> = word.as_str().bytes().filter(u8::is_ascii_hexdigit).collect();
        readings.extend(printed(digits.chunks_exact(2).filter_map(byte).collect()));
    }
    for word in ESCAPES.find_iter(text).chain(ENTITIES.find_iter(text)).filter(|word| word.len() <= LONGEST) {
        readings.extend(printed(escaped(word.as_str())));
    }
    let lower = text.to_ascii_lowercase();
    if ROTATED.iter().any(|word| lower.contains(word)) {
        readings.push(text.chars().map(rotated).collect());
    }
    readings
}

fn byte(two: &[u8]) -> Option<u8> {
    std::str::from_utf8(two).ok().and_then(|two| u8::from_str_radix(two, 16).ok())
}

/// The bytes of `\\x63\\165%72&#108;`.
fn escaped(text: &str) -> Vec<u8> {
    text.split(['\\', '%', '&'])
        .filter_map(|one| {
            let one = one.trim_end_matches(';');
            match one.as_bytes() {
                [b'#', b'x' | b'X', ..] => u8::from_str_radix(&one[2..], 16).ok(),
                [b'#', ..] => one[1..].parse().ok(),
                [b'x', ..] => u8::from_str_radix(&one[1..], 16).ok(),
                [b'u', ..] => u8::from_str_radix(&one[3..], 16).ok(),
                [_, _, _] => u8::from_str_radix(one, 8).ok(),
                [_, _] => u8::from_str_radix(one, 16).ok(),
                _ => None,
            }
        })
        .collect()
}

/// The bytes as a text, also in UTF-16, which PowerShell takes; `None` where they are data.
fn printed(bytes: Vec<u8>) -> Option<String> {
    let bytes: Vec<u8> =
        if bytes.iter().skip(1).step_by(2).all(|byte| *byte == 0) { bytes.into_iter().step_by(2).collect() } else { bytes };
    let text = String::from_utf8(bytes).ok()?;
    (text.len() >= 8 && text.chars().all(|letter| !letter.is_control() || letter.is_ascii_whitespace())).then_some(text)
}

fn rotated(letter: char) -> char {
    let turn = |first: u8| char::from((letter as u8 - first + 13) % 26 + first);
    match letter {
        'a'..='z' => turn(b'a'),
        'A'..='Z' => turn(b'A'),
        other => other,
    }
}
