//! Finds payment card numbers: 13 to 19 digits, alone or in groups, of a known issuer, with a right check digit.

use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

static DIGITS: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"[0-9]+(?:[ \u{a0}\u{2009}\u{202f}-][0-9]+)*").expect("constant"));
static GROUP: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"[0-9]+").expect("constant"));

pub(super) fn find(text: &str, found: &mut Vec<Range<usize>>) {
    for run in DIGITS.find_iter(text).filter(|run| run.len() >= 13) {
        let before = text[..run.start()].chars().next_back();
        let after = text[run.end()..].chars().next();
        let groups: Vec<Range<usize>> =
            GROUP.find_iter(run.as_str()).map(|group| run.start() + group.start()..run.start() + group.end()).collect();
        let mut first = 0;
        while first < groups.len() {
            let card = (first..groups.len()).rev().find(|last| is_card(text, &groups[first..=*last]));
            let Some(last) = card else {
                first += 1;
                continue;
            };
            // A letter, an underscore or a point directly beside it: it is part of a name or a fraction.
            let starts_clean = first > 0 || !before.is_some_and(|c| c.is_alphanumeric() || "_.-".contains(c));
            let ends_clean = last + 1 < groups.len() || !after.is_some_and(|c| c.is_alphanumeric() || c == '_');
            if starts_clean && ends_clean {
                found.push(groups[first].start..groups[last].end);
            }
            first = last + 1;
        }
    }
}

fn is_card(text: &str, groups: &[Range<usize>]) -> bool {
    let (Some(first), Some(last)) = (groups.first(), groups.last()) else { return false };
    let digits: Vec<u32> = text[first.start..last.end].chars().filter_map(|character| character.to_digit(10)).collect();
    let sizes: Vec<usize> = groups.iter().map(|group| group.len()).collect();
    let mut between = groups.windows(2).map(|pair| &text[pair[0].end..pair[1].start]);
    let separator = between.next();
    let shaped = matches!(
        sizes.as_slice(),
        [_] | [4, 4, 4, 4] | [4, 4, 4, 4, 1..=3] | [4, 4, 4, 1..=3] | [4, 6, 4 | 5] | [6, 13] | [8, 8]
    );
    shaped && between.all(|other| Some(other) == separator) && is_issued(&digits) && luhn(&digits)
}

/// Ranges of the card networks, each with its lengths.
fn is_issued(digits: &[u32]) -> bool {
    if !(13..=19).contains(&digits.len()) {
        return false;
    }
    let lead = |count: usize| digits[..count].iter().fold(0, |number, digit| number * 10 + digit);
    match digits.len() {
        13 => lead(1) == 4 || lead(2) == 50,
        14 => matches!(lead(2), 36 | 38 | 39) || matches!(lead(3), 300..=305 | 309),
        15 => matches!(lead(2), 34 | 37) || matches!(lead(4), 1800 | 2131),
        16 => {
            matches!(lead(2), 40..=49 | 51..=55 | 62 | 65 | 50 | 56..=58 | 60 | 63 | 67)
                || matches!(lead(3), 644..=649)
                || matches!(lead(4), 2221..=2720 | 3528..=3589 | 2200..=2204 | 6011)
                || matches!(lead(2), 36)
        }
        _ => lead(1) == 4 || matches!(lead(2), 62 | 65 | 50 | 56..=58 | 60 | 63 | 67) || matches!(lead(4), 3528..=3589 | 6011),
    }
}

fn luhn(digits: &[u32]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(place, digit)| match (place % 2, digit * 2) {
            (0, _) => *digit,
            (_, doubled) if doubled > 9 => doubled - 9,
            (_, doubled) => doubled,
        })
        .sum();
    sum.is_multiple_of(10) && digits.iter().any(|digit| *digit != digits[0])
}
