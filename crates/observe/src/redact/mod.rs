//! Masks secrets before anything is stored: tokens, keys and card numbers in any text, and whole values of secret fields.
//!
//! A secret is found by its shape ([`shapes`]), by the name that it is assigned to ([`assignments`]), by how it is passed to a program
//! ([`commands`]), by its place in an address ([`urls`]), by its check digits ([`cards`], [`identity`]), by its words ([`wallets`]), by the
//! label beside it ([`shown`]), by a name that is apart from it ([`pairs`]), by how a document sets it out ([`written`]), by a sentence that tells it ([`told`]), or because it was
//! masked before ([`Memory`]). Each text in quotes, brackets or code marks is also read as a text of its own ([`enclosed`]). Invariant: no rule
//! matches the mask, so masking is idempotent.

mod address;
mod assignments;
mod cards;
mod commands;
mod enclosed;
mod fields;
mod identity;
mod memory;
mod names;
mod pairs;
mod shapes;
mod shown;
mod told;
mod urls;
mod wallets;
mod written;

pub use address::{mask_link, mask_url};
pub(crate) use fields::WORDS_OF_CHIPS;
pub use fields::{secret_field, secret_question};
pub use memory::Memory;
pub(crate) use names::words as words_of_name;
pub use shown::{is_beside_label, mask_beside};

use apprentice_contracts::MASK;
use std::ops::Range;

/// The character that [`MASK`] is made of. No rule matches it.
const MASK_CHAR: char = '▮';

/// Replaces every secret in `text` with [`apprentice_contracts::MASK`]. Answers the text and the number of secrets.
pub fn mask_text(text: &str) -> (String, u32) {
    mask_found(text, &mut Vec::new())
}

/// [`mask_text`]; `found` receives the secrets.
pub(crate) fn mask_found(text: &str, found: &mut Vec<String>) -> (String, u32) {
    let mut text = text.to_owned();
    let mut count = 0;
    // Masking one secret can reveal another (`-p` of a second command). Every round removes at least one character that is not a mask, so
    // this ends.
    loop {
        let secrets = secrets_in(&text);
        if secrets.is_empty() {
            return (text, count);
        }
        for secret in secrets.iter().rev() {
            found.push(text[secret.clone()].to_owned());
            text.replace_range(secret.clone(), MASK);
        }
        count += u32::try_from(secrets.len()).unwrap_or(u32::MAX);
    }
}

/// The ranges of the secrets: in order, without overlaps, never empty, never over a mask.
fn secrets_in(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    if is_plain(text) {
        wallets::find(text, &mut found);
        found.retain(|range| !text[range.clone()].contains(MASK_CHAR));
        return found;
    }
    find_within(text, &mut found);
    if let Some(plain) = enclosed::without_escapes(text) {
        find_within(&plain, &mut found);
    }
    found.retain(|range| !range.is_empty() && !text[range.clone()].contains(MASK_CHAR));
    found.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    let mut apart: Vec<Range<usize>> = Vec::new();
    for range in found {
        match apart.last_mut() {
            Some(last) if range.start < last.end => last.end = last.end.max(range.end),
            _ => apart.push(range),
        }
    }
    apart
}

/// What the rules find in a text and in the texts within it.
fn find_within(text: &str, found: &mut Vec<Range<usize>>) {
    find(text, found);
    for inner in enclosed::spans(text) {
        let mut within = Vec::new();
        find(&text[inner.clone()], &mut within);
        found.extend(within.into_iter().map(|range| inner.start + range.start..inner.start + range.end));
    }
}

/// What each rule finds in a text.
fn find(text: &str, found: &mut Vec<Range<usize>>) {
    shapes::find(text, found);
    assignments::find(text, found);
    commands::find(text, found);
    pairs::find(text, found);
    cards::find(text, found);
    urls::find(text, found);
    identity::find(text, found);
    wallets::find(text, found);
    written::find(text, found);
    told::find(text, found);
}

/// Whether the text is only words, as most names on a page are. Then no rule can match but that of seed phrases; a page has thousands of such texts.
fn is_plain(text: &str) -> bool {
    const TELLING: [&str; 4] = ["password", "login", "secret", "token"];
    let marks = text.bytes().any(|byte| byte.is_ascii_digit() || b"=:@-|<+/\"'$".contains(&byte));
    let longest = text.split(char::is_whitespace).map(str::len).max().unwrap_or(0);
    !marks && longest < 16 && {
        let lower = text.to_ascii_lowercase();
        !TELLING.iter().any(|word| lower.contains(word))
    }
}
