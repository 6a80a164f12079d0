//! Scalars on one line for the fast reader. `None`: YAML may give the text a meaning, so the parser must read it.

use std::borrow::Cow;

/// The text, and whether it is written without quotes.
pub(super) fn one_line(text: &str) -> Option<(Cow<'_, str>, bool)> {
    match text.bytes().next()? {
        quote @ (b'"' | b'\'') => Some((quoted(&text[1..], char::from(quote))?, false)),
        first => is_plain(first, text).then_some((Cow::Borrowed(text), true)),
    }
}

/// Whether unquoted text that begins with `first` means only itself.
fn is_plain(first: u8, text: &str) -> bool {
    let begins = first.is_ascii_alphanumeric() || b"$()+./;<=^_~".contains(&first);
    begins && !text.ends_with([' ', ':']) && !text.contains(": ") && !text.contains(" #") && all_letters(text)
}

/// `rest`: what follows the first quote. Of escapes `\"` and `\\` between double quotes, `''` between single ones.
fn quoted(rest: &str, quote: char) -> Option<Cow<'_, str>> {
    let inside = rest.strip_suffix(quote).filter(|inside| all_letters(inside))?;
    let escape = if quote == '"' { '\\' } else { quote };
    if !inside.contains([quote, escape]) {
        return Some(Cow::Borrowed(inside));
    }
    let mut out = String::with_capacity(inside.len());
    let mut letters = inside.chars();
    while let Some(c) = letters.next() {
        out.push(match c == escape {
            true => letters.next().filter(|next| *next == quote || *next == escape)?,
            false => Some(c).filter(|c| *c != quote)?,
        });
    }
    Some(Cow::Owned(out))
}

fn all_letters(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~')) || text.chars().all(letter)
}

/// Neither the end of a line nor something that is not printed.
pub(super) fn letter(c: char) -> bool {
    matches!(c, ' '..='~' | '\u{a0}'..='\u{2027}' | '\u{202a}'..='\u{d7ff}' | '\u{e000}'..='\u{fefe}' | '\u{ff00}'..='\u{fffd}'
        | '\u{10000}'..='\u{1fffd}')
}
