//! Patterns of evidence: `{{name}}` matches the value that a run bound, `*` matches anything, everything else is literal. Whitespace is
//! collapsed and case is ignored.

use crate::forms;
use crate::text::{fold, fold_char, is_word_boundary};
use std::collections::BTreeMap;

pub type Bindings = BTreeMap<String, String>;

#[derive(Clone, Debug, PartialEq)]
enum Piece {
    Text(Vec<char>),
    Any,
    Value(String),
}

/// Longest text that observers record unshortened.
const SHOWN: usize = 140;

/// Splits a pattern into its pieces. Braces without a variable name are literal.
fn parse(pattern: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut literal = Vec::new();
    let mut rest = pattern;
    while let Some(letter) = rest.chars().next() {
        if let Some((name, after)) = placeholder(rest) {
            flush(&mut literal, &mut pieces);
            pieces.push(Piece::Value(name.to_owned()));
            rest = after;
        } else {
            rest = &rest[letter.len_utf8()..];
            if letter == '*' {
                flush(&mut literal, &mut pieces);
                if pieces.last() != Some(&Piece::Any) {
                    pieces.push(Piece::Any);
                }
            } else {
                literal.push(fold_char(letter));
            }
        }
    }
    flush(&mut literal, &mut pieces);
    pieces
}

fn flush(literal: &mut Vec<char>, pieces: &mut Vec<Piece>) {
    if !literal.is_empty() {
        pieces.push(Piece::Text(std::mem::take(literal)));
    }
}

fn placeholder(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix("{{")?;
    let end = inside.find("}}")?;
    let name = &inside[..end];
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    is_name.then(|| (name, &inside[end + 2..]))
}

/// The variables in a pattern, in order, each once.
pub fn variables_in(pattern: &str) -> Vec<String> {
    let mut names = Vec::new();
    for piece in parse(pattern) {
        if let Piece::Value(name) = piece
            && !names.contains(&name)
        {
            names.push(name);
        }
    }
    names
}

/// Whether `text` matches. A variable without a value matches nothing: it is never a wildcard.
pub fn matches(pattern: &str, text: &str, bindings: &Bindings) -> bool {
    let pieces = parse(&crate::text::collapse(pattern));
    let text: Vec<char> = fold(text).chars().collect();
    let mut at = vec![false; text.len() + 1];
    at[0] = true;
    for (index, piece) in pieces.iter().enumerate() {
        let next = match piece {
            Piece::Any => anywhere_after(&at),
            Piece::Text(literal) => advance(&at, &text, literal, false, false),
            Piece::Value(name) => {
                let Some(value) = bindings.get(name).map(|value| fold(value)).filter(|value| !value.is_empty()) else {
                    return false;
                };
                // Observers shorten long texts, so their beginning must suffice.
                if value.chars().count() > SHOWN {
                    let begin: Vec<char> = value.chars().take(SHOWN - 20).collect();
                    at = anywhere_after(&advance(&at, &text, &begin, false, false));
                    continue;
                }
                // Next to a wildcard the value must be a whole word, so that `Ada` is not found in `Adam`.
                let loose_before = index > 0 && pieces[index - 1] == Piece::Any;
                let loose_after = pieces.get(index + 1) == Some(&Piece::Any);
                let mut reached = vec![false; at.len()];
                for form in forms::of(&value) {
                    let next = advance(&at, &text, &form.chars().collect::<Vec<_>>(), loose_before, loose_after);
                    reached.iter_mut().zip(next).for_each(|(here, more)| *here |= more);
                }
                reached
            }
        };
        at = next;
    }
    at[text.len()]
}

fn anywhere_after(at: &[bool]) -> Vec<bool> {
    let mut reached = false;
    at.iter()
        .map(|here| {
            reached |= here;
            reached
        })
        .collect()
}

fn advance(at: &[bool], text: &[char], literal: &[char], edge_before: bool, edge_after: bool) -> Vec<bool> {
    let mut next = vec![false; at.len()];
    for start in (0..at.len()).filter(|&start| at[start]) {
        let end = start + literal.len();
        if end > text.len() || text[start..end] != *literal {
            continue;
        }
        let before = start.checked_sub(1).map(|i| text[i]);
        let before_that = start.checked_sub(2).map(|i| text[i]);
        let whole = (!edge_before || is_word_boundary(literal[0], before, before_that))
            && (!edge_after || is_word_boundary(literal[literal.len() - 1], text.get(end).copied(), text.get(end + 1).copied()));
        next[end] |= whole;
    }
    next
}

/// The values at the placeholders of a single word. `None` when the word does not match, or when one name would have two values.
pub fn capture(pattern: &str, text: &str) -> Option<Bindings> {
    let pieces = parse(pattern);
    let letters: Vec<char> = text.chars().collect();
    let mut failed = vec![false; (pieces.len() + 1) * (letters.len() + 1)];
    let mut found = Vec::new();
    if !read(&pieces, &letters, 0, 0, &mut failed, &mut found) {
        return None;
    }
    let mut bindings = Bindings::new();
    for (name, place) in found {
        let value: String = letters[place].iter().collect();
        if bindings.get(&name).is_some_and(|known| fold(known) != fold(&value)) {
            return None;
        }
        bindings.insert(name, value);
    }
    Some(bindings)
}

/// Names with the ranges of their values.
type Found = Vec<(String, std::ops::Range<usize>)>;

fn read(pieces: &[Piece], text: &[char], index: usize, at: usize, failed: &mut [bool], found: &mut Found) -> bool {
    let Some(piece) = pieces.get(index) else { return at == text.len() };
    let memo = index * (text.len() + 1) + at;
    if failed[memo] {
        return false;
    }
    let fits = match piece {
        Piece::Text(literal) => {
            let end = at + literal.len();
            end <= text.len()
                && text[at..end].iter().map(|c| fold_char(*c)).eq(literal.iter().copied())
                && read(pieces, text, index + 1, end, failed, found)
        }
        Piece::Any => (at..=text.len()).any(|end| read(pieces, text, index + 1, end, failed, found)),
        Piece::Value(name) => (at + 1..=text.len()).any(|end| {
            found.push((name.clone(), at..end));
            let fits = read(pieces, text, index + 1, end, failed, found);
            if !fits {
                found.pop();
            }
            fits
        }),
    };
    failed[memo] = !fits;
    fits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound(pairs: &[(&str, &str)]) -> Bindings {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn patterns_fit_what_they_say() {
        let run = bound(&[("name", "Ada"), ("cups", "5"), ("star", "*")]);
        for (pattern, text, expected) in [
            ("*{{name}}*", "1 ADA  ada@x", true),
            ("*{{name}}*", "1 Adam", false),
            ("*{{name}}*{{cups}}*", "1 Ada Oolong 5 Edit", true),
            ("*{{name}}*{{cups}}*", "1 Ada Oolong 50 Edit", false),
            ("v{{cups}}", "v5", true),
            ("{{missing}}", "anything", false),
            ("*{{missing}}*", "anything", false),
            ("{{star}}", "anything", false),
            ("* row inserted", "1 row inserted", true),
            ("{{Not A Name}}", "{{not a name}}", true),
            ("", "", true),
            ("", "x", false),
        ] {
            assert_eq!(matches(pattern, text, &run), expected, "{pattern} against {text}");
        }
    }

    #[test]
    fn captures_keep_the_case_and_refuse_two_values_for_one_name() {
        assert_eq!(capture("v{{version}}", "v1.2-RC1"), Some(bound(&[("version", "1.2-RC1")])));
        assert_eq!(capture("{{a}}-{{a}}", "x-y"), None);
        assert_eq!(capture("v{{version}}", "release"), None);
        let long = "a".repeat(2_000);
        assert_eq!(capture("*a*a*a*a*a*{{x}}b", &long), None, "and it does not take for ever");
    }
}
