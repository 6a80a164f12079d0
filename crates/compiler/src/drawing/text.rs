//! Text in a drawing: how wide it is, where its lines break, and how it is written into a file.

use std::fmt::Write as _;

/// Widths of letters, in tenths of the size of the font. Letters of East Asian scripts are as wide as high.
const LETTER: i32 = 5;
const WIDE: i32 = 10;

fn is_wide(letter: char) -> bool {
    matches!(letter, '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe4f}' | '\u{ff00}'..='\u{ff60}' | '\u{1f300}'..='\u{1faff}' | '\u{20000}'..='\u{3ffff}')
}

/// An estimate of the width of a text, in the unit of `font`: the drawing knows no font.
pub fn width(text: &str, font: i32) -> i32 {
    text.chars().map(|letter| if is_wide(letter) { WIDE } else { LETTER }).sum::<i32>() * font / 10
}

/// Breaks a text at its spaces, and within words that are too long. At most `most` lines; the last one then ends with `…`.
pub fn wrapped(text: &str, room: i32, font: i32, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        // What is not drawn need not be measured.
        if lines.len() > most {
            break;
        }
        let joined = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if width(&joined, font) <= room {
            line = joined;
            continue;
        }
        lines.extend(Some(std::mem::take(&mut line)).filter(|line| !line.is_empty()));
        for letter in word.chars() {
            if !line.is_empty() && width(&format!("{line}{letter}"), font) > room {
                lines.push(std::mem::take(&mut line));
                if lines.len() > most {
                    break;
                }
            }
            line.push(letter);
        }
    }
    lines.extend(Some(line).filter(|line| !line.is_empty()));
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            *last = shortened(last);
        }
    }
    lines
}

/// A line with a mark that more follows, at the end of a word where it has several.
fn shortened(line: &str) -> String {
    let kept = match line.rfind(' ').filter(|at| *at > 0) {
        Some(space) => &line[..space],
        None => line.char_indices().next_back().map_or("", |(at, _)| &line[..at]),
    };
    format!("{kept}…")
}

/// Text as it is written into SVG and HTML, between tags or in an attribute in double quotes. Characters that XML 1.0 does not allow are left out.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(letter),
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => {}
            _ => out.push(letter),
        }
    }
    out
}

/// Appends to a file in memory, which cannot fail.
pub fn put(out: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a String returns no error.
    let _ = out.write_fmt(arguments);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces_and_within_long_words() {
        assert_eq!(wrapped("Filled “Title”", 200, 13, 3), ["Filled “Title”"]);
        let german = wrapped("Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen", 200, 13, 3);
        assert!(german.len() > 1);
        assert_eq!(german.concat(), "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen");
        let chinese = wrapped("添加新客户并保存报告然后通知所有人关于这些变化", 120, 13, 9);
        assert!(chinese.iter().all(|line| line.chars().count() <= 9), "{chinese:?}");
        let long = wrapped(&"word ".repeat(200), 200, 13, 3);
        assert_eq!(long.len(), 3);
        assert!(long[2].ends_with('…'));
        assert_eq!(wrapped("  ", 200, 13, 3), Vec::<String>::new());
        assert_eq!(wrapped(&"a".repeat(10_000), 30, 13, 1), ["aaa…"], "one letter gives way to the mark");
    }

    #[test]
    fn no_text_leaves_its_place() {
        assert_eq!(escaped("</title><script>\"'&\u{0}\u{1b}[31m"), "&lt;/title&gt;&lt;script&gt;&quot;&#39;&amp;[31m");
    }
}
