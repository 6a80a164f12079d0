//! Splits instructions into clauses. Quoted words are never split.

use crate::text::collapse;

/// Clauses longer than this are cut: an instruction has at most 2,000 characters anyway.
const MOST: usize = 40;

/// One instruction a line or sentence, without bullets and without words of politeness.
pub fn clauses(text: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let letters: Vec<char> = text.chars().collect();
    let mut open: Option<char> = None;
    for (at, &letter) in letters.iter().enumerate() {
        let next = letters.get(at + 1);
        open = quotation(open, letter, at.checked_sub(1).map(|before| letters[before]), next.copied(), &letters[at..]);
        let ends = match letter {
            '\n' | ';' => true,
            '.' | '!' | '?' => next.is_none_or(|next| next.is_whitespace()),
            _ => false,
        };
        if ends && (open.is_none() || letter == '\n') {
            open = None;
            out.push(String::new());
        } else if let Some(clause) = out.last_mut() {
            clause.push(letter);
        }
    }
    out.iter().map(|clause| plain(clause)).filter(|clause| clause.contains(char::is_alphabetic)).take(MOST).collect()
}

/// The quotation mark that closes what is open after this letter.
fn quotation(open: Option<char>, letter: char, before: Option<char>, next: Option<char>, rest: &[char]) -> Option<char> {
    if let Some(close) = open {
        return (letter != close).then_some(close);
    }
    let close = match letter {
        '“' => '”',
        '„' => '“',
        '«' => '»',
        '`' => '`',
        '"' => '"',
        // An apostrophe opens nothing.
        '\'' if before.is_none_or(char::is_whitespace) && next.is_some_and(char::is_alphanumeric) => '\'',
        _ => return None,
    };
    // A mark that nothing closes is only a mark.
    rest.iter().skip(1).take_while(|letter| **letter != '\n').any(|letter| *letter == close).then_some(close)
}

fn plain(clause: &str) -> String {
    let text = collapse(clause);
    let mut text = text.trim_start_matches(['-', '*', '•', '–', ' ']).trim();
    if let Some((number, rest)) = text.split_once(['.', ')'])
        && !number.is_empty()
        && number.chars().all(|letter| letter.is_ascii_digit())
        && rest.starts_with(' ')
    {
        text = rest.trim();
    }
    const LEADS: &[&str] = &[
        "please",
        "can you",
        "could you",
        "would you",
        "and",
        "then",
        "also,",
        "but",
        "i want you to",
        "you should",
        "we should",
        "let's",
        "actually,",
        "ok,",
        "okay,",
    ];
    while let Some(rest) = LEADS.iter().find_map(|lead| {
        let head = text.get(..lead.len())?;
        let rest = text.get(lead.len()..)?;
        (head.eq_ignore_ascii_case(lead) && rest.starts_with([' ', ','])).then(|| rest.trim_start_matches([' ', ',']))
    }) {
        text = rest;
    }
    text.trim_end_matches([',', ' ']).trim_end_matches(" please").trim().to_owned()
}

/// The parts around `and`, `but` and commas, outside quotations.
pub fn parts(clause: &str) -> Vec<String> {
    let letters: Vec<char> = clause.chars().collect();
    let mut out = vec![String::new()];
    let mut open = None;
    let mut at = 0;
    while at < letters.len() {
        let before = at.checked_sub(1).map(|before| letters[before]);
        open = quotation(open, letters[at], before, letters.get(at + 1).copied(), &letters[at..]);
        let rest = &letters[at..];
        let joint = [", and ", ", but ", ", then ", " and ", " but ", ", "]
            .iter()
            .find(|joint| rest.iter().take(joint.len()).map(char::to_ascii_lowercase).eq(joint.chars()));
        match joint.filter(|_| open.is_none()) {
            Some(joint) => {
                out.push(String::new());
                at += joint.len();
            }
            None => {
                if let Some(part) = out.last_mut() {
                    part.push(letters[at]);
                }
                at += 1;
            }
        }
    }
    out.iter().map(|part| plain(part)).filter(|part| !part.is_empty()).collect()
}
