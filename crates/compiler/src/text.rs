//! Operations on text: folding, clipping, names made of labels, values found in sentences.

use apprentice_injection::is_invisible;
pub use apprentice_injection::visible;

/// One lower-case letter for one letter, so that positions in a text and in its folded form agree. All quotation marks fold alike, because
/// quoted names lose theirs.
pub fn fold_char(letter: char) -> char {
    match letter {
        '“' | '”' | '„' | '‟' | '"' | '«' | '»' | '`' | '´' => '\'',
        '<' => '‹',
        '>' => '›',
        _ if letter.is_ascii() => letter.to_ascii_lowercase(),
        _ => letter.to_lowercase().next().unwrap_or(letter),
    }
}

/// What was put into a text: of one that had several lines, only those that are new or other ones. A list of which an entry is another one
/// now is given whole.
pub fn put_in(text: &str, previous: Option<&str>) -> String {
    let (new, old): (Vec<&str>, Vec<&str>) = (text.lines().collect(), previous.unwrap_or_default().lines().collect());
    let same = |one: &&str, other: &&str| one.trim_end() == other.trim_end();
    let start = new.iter().zip(&old).take_while(|(one, other)| same(one, other)).count();
    let rest = new.iter().skip(start).rev().zip(old.iter().skip(start).rev());
    let end = rest.take_while(|(one, other)| same(one, other)).count();
    let middle = new[start..new.len() - end].join("\n");
    if new.len() < 2 {
        return after_prompt(text, previous.unwrap_or_default()).unwrap_or(text).to_owned();
    }
    let is_whole = start + end < old.len() && is_list(&new);
    if start + end == 0 || middle.trim().is_empty() || is_whole {
        text.to_owned()
    } else {
        without_bullet(middle.trim()).to_owned()
    }
}

/// Whether each line is one word, as in a list of addresses.
fn is_list(lines: &[&str]) -> bool {
    const MOST_LINES: usize = 20;
    lines.len() <= MOST_LINES && lines.iter().all(|line| !line.trim().is_empty() && !line.trim().contains(char::is_whitespace))
}

/// What was written behind a text that the page had put into the field, such as `Re: ` or `/* Section */ `.
fn after_prompt<'t>(text: &'t str, prompt: &str) -> Option<&'t str> {
    let is_prompt = prompt.ends_with(' ') && prompt.trim_end().ends_with(|letter: char| !letter.is_alphanumeric());
    text.strip_prefix(prompt).map(str::trim).filter(|rest| is_prompt && !rest.is_empty())
}

/// One line without the sign that makes it an entry of a list, which a page draws in its own way: `* Mint`, `- Mint`.
fn without_bullet(line: &str) -> &str {
    let rest = ["* ", "- ", "+ "].iter().find_map(|sign| line.strip_prefix(sign)).map(str::trim_start);
    rest.filter(|rest| !line.contains('\n') && rest.starts_with(char::is_alphanumeric)).unwrap_or(line)
}

/// The one line of a text of several lines that was changed in a part: what names the line because it stays, and what was put in its place.
/// “Sencha: 31 tins” instead of “Sencha: 8 tins” is “31 tins” in the line “Sencha”: a number goes with its unit.
pub fn edited_line(text: &str, previous: Option<&str>) -> Option<(String, String)> {
    const LONGEST_NAME: usize = 60;
    let (new, old): (Vec<&str>, Vec<&str>) = (text.lines().collect(), previous?.lines().collect());
    if new.len() != old.len() || new.len() < 2 {
        return None;
    }
    let mut changed = new.iter().zip(&old).filter(|(one, other)| one.trim_end() != other.trim_end());
    let ((new, old), None) = (changed.next()?, changed.next()) else { return None };
    let (new, old): (Vec<&str>, Vec<&str>) = (new.split_whitespace().collect(), old.split_whitespace().collect());
    let start = new.iter().zip(&old).take_while(|(one, other)| one == other).count();
    let rest = new[start..].iter().rev().zip(old[start..].iter().rev());
    let mut end = rest.take_while(|(one, other)| one == other).count();
    let is_number = |word: &str| word.starts_with(|letter: char| letter.is_ascii_digit());
    let is_unit = |word: &str| word.chars().all(char::is_alphabetic);
    if end == 1 && start > 0 && new.len() == start + 2 && is_number(new[start]) && is_unit(new[start + 1]) {
        end = 0;
    }
    let put_in = new[start..new.len() - end].join(" ");
    let name = |words: &[&str]| words.join(" ").trim_matches(|letter: char| !letter.is_alphanumeric()).to_owned();
    let names =
        |name: &String| name.chars().filter(|letter| letter.is_alphabetic()).count() > 1 && name.chars().count() <= LONGEST_NAME;
    let kept = [name(&new[..start]), name(&new[new.len() - end..])].into_iter().find(names)?;
    (!put_in.is_empty()).then_some((kept, put_in))
}

/// Collapses whitespace, trims the ends and removes invisible letters: a page may have any name.
pub fn collapse(text: &str) -> String {
    collapsed(text, |letter| letter)
}

/// In one pass, because drafting does this to every name on every page. Invisible letters are removed before words are separated.
fn collapsed(text: &str, shown: impl Fn(char) -> char) -> String {
    let mut out = String::with_capacity(text.len());
    let mut gap = false;
    for letter in text.chars().filter(|letter| !is_invisible(*letter)) {
        if letter.is_whitespace() || letter.is_control() {
            gap = true;
            continue;
        }
        if gap && !out.is_empty() {
            out.push(' ');
        }
        gap = false;
        out.push(shown(letter));
    }
    out
}

/// Collapsed and in lower case: two texts that fold alike read alike.
pub fn fold(text: &str) -> String {
    collapsed(text, fold_char)
}

/// Clips a text to `max` characters with an ellipsis, between words if possible.
pub fn clip(text: &str, max: usize) -> String {
    let text = collapse(text);
    if text.chars().count() <= max {
        return text;
    }
    // Closing quotation marks need room too.
    let fitting = (0..max).rev().map(|room| cut(&text, room)).find(|cut| cut.chars().count() <= max);
    fitting.unwrap_or_default()
}

/// The first `room` characters or a little less, an ellipsis, and the closing marks of every open quotation.
fn cut(text: &str, limits: usize) -> String {
    let kept: String = text.chars().take(limits).collect();
    let cut = match kept.rfind(' ') {
        Some(space) if space > kept.len() / 2 => &kept[..space],
        _ => kept.as_str(),
    };
    let mut open = Vec::new();
    for mark in cut.chars() {
        match mark {
            '“' => open.push('”'),
            '`' if open.last() != Some(&'`') => open.push('`'),
            '”' | '`' if open.last() == Some(&mark) => drop(open.pop()),
            _ => {}
        }
    }
    let ends: String = open.into_iter().rev().collect();
    format!("{}…{ends}", cut.trim_end_matches([' ', ',', ';', ':', '.', '–']))
}

/// `Full name *` becomes `full_name`; a label without usable letters becomes an empty string. At most 32 characters.
pub fn snake(label: &str) -> String {
    let mut name = joined(label, '_');
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        name.insert_str(0, "n_");
    }
    cut_at(&name, 32, '_')
}

/// The text with the letters of other scripts spelled in Latin ones, each ideograph as a word. Latin text stays as it is.
pub fn spelled(text: &str) -> String {
    let is_foreign = |letter: char| letter.is_alphabetic() && plain(fold_char(letter)).is_none();
    if !text.chars().any(is_foreign) {
        return text.to_owned();
    }
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '\u{3400}'..='\u{9fff}' => out.extend([" ", any_ascii::any_ascii_char(letter), " "]),
            _ if is_foreign(letter) => out.push_str(any_ascii::any_ascii_char(letter)),
            _ => out.push(letter),
        }
    }
    out
}

/// `Add a customer` becomes `add-a-customer`, at most `max` characters.
pub fn kebab(text: &str, max: usize) -> String {
    cut_at(&joined(text, '-'), max, '-')
}

fn joined(text: &str, glue: char) -> String {
    let mut out = String::new();
    for letter in text.chars().map(fold_char) {
        match plain(letter) {
            Some(plain) => out.push_str(plain.as_str()),
            None if !out.is_empty() && !out.ends_with(glue) => out.push(glue),
            None => {}
        }
    }
    out.trim_matches(glue).to_owned()
}

/// Letters that are allowed in names. Common accents are removed.
fn plain(letter: char) -> Option<String> {
    let ascii = match letter {
        'a'..='z' | '0'..='9' => return Some(letter.to_string()),
        'ä' | 'æ' => "ae",
        'ö' | 'œ' | 'ø' => "oe",
        'ü' => "ue",
        'ß' => "ss",
        'à' | 'á' | 'â' | 'ã' | 'å' => "a",
        'ç' => "c",
        'è' | 'é' | 'ê' | 'ë' => "e",
        'ì' | 'í' | 'î' | 'ï' => "i",
        'ñ' => "n",
        'ò' | 'ó' | 'ô' | 'õ' => "o",
        'ù' | 'ú' | 'û' => "u",
        _ => return None,
    };
    Some(ascii.to_owned())
}

fn cut_at(text: &str, max: usize, glue: char) -> String {
    if text.len() <= max {
        return text.to_owned();
    }
    let kept = &text[..max];
    let cut = match kept.rfind(glue) {
        Some(at) if at > max / 2 => &kept[..at],
        _ => kept,
    };
    cut.trim_matches(glue).to_owned()
}

/// A name without the number that a list writes in front of it: `3. Prices are wrong`, `#3 Prices are wrong` and `(3) Prices are wrong` are “Prices
/// are wrong”. A number that belongs to the name (`3 Kings Road`, `12-A`) stays.
pub fn unnumbered(name: &str) -> &str {
    let name = name.trim();
    let marked = name.starts_with(['#', '(', '[']);
    let rest = name.trim_start_matches(['#', '(', '[']);
    let digits = rest.len() - rest.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    let after = &rest[digits..];
    let text = after.trim_start_matches(['.', ')', ']', ':']).trim_start_matches(" - ").trim_start_matches(" – ");
    let parted = text.len() < after.len() || marked;
    let begins = text.trim_start();
    let is_name = begins.chars().filter(|letter| letter.is_alphabetic()).count() > 2 && text.starts_with(char::is_whitespace)
        || parted && after.starts_with([' ']) && begins.chars().filter(|letter| letter.is_alphabetic()).count() > 2;
    if digits > 0 && parted && is_name { begins } else { name }
}

/// Whether a name says anything: it has a letter or a digit.
pub fn is_telling(name: &str) -> bool {
    name.chars().any(char::is_alphanumeric)
}

/// Capitalises the first letter.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Puts the first letter into lower case: a title as part of a sentence.
pub fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

/// `a`, `a and b`, `a, b and c`.
pub fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// Whether a value may end between these neighbours: not inside a longer word or number.
pub fn is_word_boundary(inside: char, outside: Option<char>, beyond: Option<char>) -> bool {
    let Some(outside) = outside else { return true };
    if !inside.is_alphanumeric() {
        return true;
    }
    if inside.is_numeric() && matches!(outside, 'v' | 'V' | 'x') && !beyond.is_some_and(char::is_alphanumeric) {
        // The number of a version follows its `v`: `v1.2`. `x` says how often or how wide: `x3`, `16x`.
        return true;
    }
    if outside.is_alphanumeric() {
        return false;
    }
    // `5` is not found in `5.50`, but it is in `5.`
    !(inside.is_numeric() && matches!(outside, '.' | ',') && beyond.is_some_and(char::is_numeric))
}

/// Positions of `value` in `text` as a whole word, both folded. Positions count characters.
pub fn whole_words(text: &[char], value: &[char]) -> Vec<usize> {
    if value.is_empty() || value.len() > text.len() {
        return Vec::new();
    }
    (0..=text.len() - value.len())
        .filter(|&at| text[at..at + value.len()] == *value)
        .filter(|&at| {
            let end = at + value.len();
            let before = at.checked_sub(1).and_then(|i| text.get(i)).copied();
            let before_that = at.checked_sub(2).and_then(|i| text.get(i)).copied();
            is_word_boundary(value[0], before, before_that)
                && is_word_boundary(value[value.len() - 1], text.get(end).copied(), text.get(end + 1).copied())
        })
        .collect()
}

/// Whether `text` contains `value` as a whole word, regardless of case and spacing.
pub fn mentions(text: &str, value: &str) -> bool {
    let (text, value) = (fold(text), fold(value));
    // Fast path: most texts do not contain it.
    text.contains(&value) && {
        let (text, value): (Vec<char>, Vec<char>) = (text.chars().collect(), value.chars().collect());
        !whole_words(&text, &value).is_empty()
    }
}

/// The word of a value to search for: one with a digit, or the longest. `None`: it has no word.
pub fn search_word(value: &str) -> Option<String> {
    let folded = fold(value);
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.max_by_key(|word| (word.contains(char::is_numeric), word.len())).map(str::to_owned)
}

/// A word, and the number in it that follows the `v` of a version or is beside the sign of a count: `1` of `v1`, `3` of `x3`.
pub fn numbers_beside_a_sign(word: &str) -> impl Iterator<Item = &str> {
    let numeric = |rest: &&str| rest.chars().all(char::is_numeric);
    let counted = word.strip_prefix('x').or_else(|| word.strip_suffix('x')).filter(numeric);
    [Some(word), word.strip_prefix('v'), counted].into_iter().flatten()
}

/// The words of a text, to exclude quickly what it cannot contain.
pub struct Words(std::collections::HashSet<String>);

impl Words {
    pub fn of(text: &str) -> Self {
        let folded = fold(text);
        let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        Self(words.flat_map(numbers_beside_a_sign).map(str::to_owned).collect())
    }

    pub fn into_words(self) -> impl Iterator<Item = String> {
        self.0.into_iter()
    }

    pub fn contain(&self, word: &str) -> bool {
        self.0.contains(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_several_lines_the_new_ones_were_put_in() {
        assert_eq!(put_in("a\nb\nc", Some("a\nb\n")), "c");
        assert_eq!(put_in("a\nx\ny\nb", Some("a\nb")), "x\ny");
        assert_eq!(put_in("a b\nb C\nc", Some("a b\nb c\nc")), "b C", "a line that is another one");
        assert_eq!(put_in("a\nB\nc", Some("a\nb\nc\n")), "a\nB\nc", "a list with another entry");
        assert_eq!(put_in("a\nc", Some("a\nb\nc")), "a\nc", "a line that is gone");
        assert_eq!(put_in("a b c", Some("a b")), "a b c", "one line is one value");
        assert_eq!(put_in("/* Tins */ Agreed", Some("/* Tins */ ")), "Agreed", "the page had written the rest");
        assert_eq!(put_in("https://a.org", Some("https://")), "https://a.org");
        assert_eq!(put_in("a\n* Mint", Some("a\n")), "Mint", "an entry of a list");
        assert_eq!(put_in("x\ny", Some("a\nb")), "x\ny", "nothing stayed");
        assert_eq!(put_in("x\ny", None), "x\ny");
    }

    #[test]
    fn a_line_that_was_changed_in_a_part_is_called_by_the_rest() {
        let edited = |new: &str, old: &str| edited_line(new, Some(old));
        let is = |kept: &str, put_in: &str| Some((kept.to_owned(), put_in.to_owned()));
        assert_eq!(edited("a\nSencha: 31 tins", "a\nSencha: 8 tins"), is("Sencha", "31 tins"), "a number with its unit");
        assert_eq!(edited("a\nport: 9090", "a\nport: 8080"), is("port", "9090"));
        assert_eq!(edited("a\n- [x] Milk", "a\n- [ ] Milk"), is("Milk", "[x]"), "by what follows");
        assert_eq!(edited("a\nAnn (away)", "a\nAnn"), is("Ann", "(away)"));
        assert_eq!(edited("a\nMint", "a\nSencha"), None, "another line");
        assert_eq!(edited("a\nAnn", "a\nAnn (away)"), None, "nothing was put in");
        assert_eq!(edited("a\nb 1\nc 1", "a\nb 2\nc 2"), None, "two lines");
        assert_eq!(edited("a\nb 1\nc", "a\nb 2"), None, "one more line");
        assert_eq!(edited("Tea 2", "Tea 1"), None, "no text of several lines");
    }

    #[test]
    fn the_number_of_a_list_is_no_part_of_a_name() {
        for (name, plain) in [
            ("3. Prices are wrong", "Prices are wrong"),
            ("#12 Prices are wrong", "Prices are wrong"),
            ("(3) Prices", "Prices"),
            ("7: Prices", "Prices"),
            ("7 - Prices", "Prices"),
            ("3 Kings Road", "3 Kings Road"),
            ("12-A", "12-A"),
            ("2031.5 edition", "2031.5 edition"),
            ("#12", "#12"),
            ("3. ", "3."),
            ("Prices", "Prices"),
        ] {
            assert_eq!(unnumbered(name), plain, "{name}");
        }
    }

    #[test]
    fn labels_become_names() {
        for (label, name) in [
            ("Full name *", "full_name"),
            ("E-Mail (required)", "e_mail_required"),
            ("Größe", "groesse"),
            ("2nd line", "n_2nd_line"),
            ("***", ""),
            ("日本", ""),
        ] {
            assert_eq!(snake(label), name, "{label}");
        }
    }

    #[test]
    fn collapsed_text_contains_no_terminal_sequence() {
        assert_eq!(collapse(" A\tname\u{1b}[2J \r\n of\u{7}a\u{9b}page "), "A name [2J of a page");
    }

    #[test]
    fn values_are_whole_words() {
        assert!(mentions("1  Ada Lovelace ada@example.org", "ada lovelace"));
        assert!(!mentions("Adam", "Ada"), "part of a longer word");
        assert!(!mentions("10", "1"), "part of a longer number");
        assert!(!mentions("5.50", "5"), "part of a decimal");
        assert!(mentions("It costs 5.", "5"), "the end of a sentence");
        assert!(mentions("tag v1.2.0", "1.2.0"), "the number of a version");
    }

    #[test]
    fn clipping_keeps_whole_words() {
        assert_eq!(clip("one two three", 9), "one two…");
        assert_eq!(clip("short", 9), "short");
    }

    #[test]
    fn a_quotation_that_is_cut_off_ends_within_the_limit() {
        assert_eq!(clip("“one two three”", 9), "“one…”");
        assert_eq!(clip("say “run `a b c d e f`”", 18), "say “run `a b c…`”");
        for text in ["“aaaaaaaaaaaaaaaaaaaa”", "`aaaaaaaaaaaaaaaaaaa`", "““““““““““““““““a”", "no quotation in here"]
        {
            for max in 0..20 {
                let cut = clip(text, max);
                assert!(cut.chars().count() <= max, "{max}: {cut}");
            }
        }
    }
}
