//! Finds characters that a person does not see and a model reads, and letters that look like others.

use super::{Finding, finding};
use apprentice_contracts::skill::FindingSeverity::{Error, Info, Warning};

pub(super) fn check(path: &str, text: &str) -> Vec<Finding> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if !line.is_ascii() {
            let line = if index == 0 { line.trim_start_matches('\u{feff}') } else { line };
            of_line(path, index + 1, line, &mut found);
        }
    }
    found
}

fn of_line(path: &str, number: usize, line: &str, found: &mut Vec<Finding>) {
    let mut say = |code, severity, reason: &str| found.push(finding(code, severity, path, number, line, reason));
    if tags(line) {
        say("HIDDEN_TAG_CHARACTERS", Error, "Invisible tag characters can hold instructions that only a model reads");
    }
    let count = |test: fn(char) -> bool| line.chars().filter(|c| test(*c)).count();
    if count(|c| matches!(c, '\u{202d}' | '\u{202e}')) > 0 {
        say("HIDDEN_BIDI", Error, "A direction override makes the text look different from what is written");
    } else if count(|c| matches!(c, '\u{202a}' | '\u{202b}' | '\u{2066}'..='\u{2068}')) > 0 && !has_rtl(line) {
        say("HIDDEN_BIDI", Warning, "Direction marks in text that has no right-to-left letters");
    }
    if count(is_selector) > 3 {
        say("HIDDEN_DATA", Error, "A run of variation selectors can hold hidden data");
    }
    let zero = zero_width(line);
    if zero >= 6 {
        say("HIDDEN_ZERO_WIDTH", Error, "So many zero-width characters in one line can hold hidden words");
    } else if zero > 0 {
        say("HIDDEN_ZERO_WIDTH", Warning, "A zero-width character that no script or emoji here needs");
    }
    if count(|c| ('\u{e000}'..='\u{f8ff}').contains(&c)) > 20 {
        say("HIDDEN_DATA", Info, "Many private-use characters; fonts decide what they look like");
    }
    if let Some(word) = line.split(|c: char| !c.is_alphanumeric()).find(|word| mixed(word)) {
        let reason = format!("“{word}” mixes letters of two scripts that look alike");
        say("HOMOGLYPH_TEXT", Warning, &reason);
    }
    if let Some(host) = hosts(line).find(|host| host.split(['.', '-']).any(mixed)) {
        let reason = format!("The address {host} mixes letters of two scripts that look alike");
        say("HOMOGLYPH_ADDRESS", Error, &reason);
    }
}

/// Tag characters outside of a flag (a black flag, tags, a cancel tag).
fn tags(line: &str) -> bool {
    let mut in_flag = false;
    for c in line.chars() {
        match c {
            '\u{1f3f4}' => in_flag = true,
            '\u{e0020}'..='\u{e007e}' if in_flag => {}
            '\u{e007f}' if in_flag => in_flag = false,
            '\u{e0000}'..='\u{e007f}' => return true,
            _ => in_flag = false,
        }
    }
    false
}

fn is_selector(c: char) -> bool {
    matches!(c, '\u{e0100}'..='\u{e01ef}' | '\u{fe00}'..='\u{fe0d}')
}

fn has_rtl(line: &str) -> bool {
    line.chars().any(|c| matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'))
}

/// Zero-width characters without a use: joiners belong between emoji and in several scripts.
fn zero_width(line: &str) -> usize {
    let chars: Vec<char> = line.chars().collect();
    let near = |at: usize, test: fn(char) -> bool| {
        let before = at.checked_sub(1).and_then(|at| chars.get(at)).is_some_and(|c| test(*c));
        before || chars.get(at + 1).is_some_and(|c| test(*c))
    };
    let useless = |(at, c): (usize, &char)| match c {
        '\u{200c}' | '\u{200d}' => !near(at, needs_joiner),
        '\u{200b}' => !near(
            at,
            |c| matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3000}'..='\u{9fff}'),
        ),
        '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{180e}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' => true,
        _ => false,
    };
    chars.iter().enumerate().filter(|one| useless(*one)).count()
}

fn needs_joiner(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{8ff}' | '\u{900}'..='\u{dff}' | '\u{fe0f}' | '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

/// Letters of the Latin alphabet together with Cyrillic, or with Greek ones that look Latin.
pub(super) fn mixed(word: &str) -> bool {
    let latin = word.chars().filter(char::is_ascii_alphabetic).count();
    let cyrillic = word.chars().filter(|c| ('\u{400}'..='\u{52f}').contains(c)).count();
    let greek = word.chars().filter(|c| "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονι".contains(*c)).count();
    (latin > 0 && cyrillic > 0) || (latin > 2 && greek > 0)
}

fn hosts(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices("://").map(|(at, _)| line[at + 3..].split(|c: char| "/?#:\"'`)> ".contains(c)).next().unwrap_or_default())
}
