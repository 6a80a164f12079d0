//! The forms in which one value is written: `Q4 2031`, `q4-2031`; `2031-04-09`, `April 9, 2031`; `1200`, `1,200.00`.

use chrono::NaiveDate;

/// Longer values are sentences, which have one form.
const LONGEST: usize = 60;

/// The folded forms of a folded value, itself first.
pub fn of(value: &str) -> Vec<String> {
    let mut forms = vec![value.to_owned()];
    if value.chars().count() > LONGEST {
        return forms;
    }
    let mut add = |form: String| {
        if !form.is_empty() && !forms.contains(&form) {
            forms.push(form);
        }
    };
    // What is typed as a text of JSON or of a query is shown without its quotation marks.
    if let Some(inner) = unquoted(value) {
        of(inner).into_iter().for_each(add);
        return forms;
    }
    if let Some(date) = date(value) {
        for format in [
            "%Y-%m-%d",
            "%B %-d, %Y",
            "%b. %-d, %Y",
            "%b %-d, %Y",
            "%-d %B %Y",
            "%-d %b %Y",
            "%d.%m.%Y",
            "%m/%d/%Y",
            "%d/%m/%Y",
            "%Y/%m/%d",
            "%Y%m%d",
        ] {
            add(date.format(format).to_string().to_lowercase());
        }
        return forms;
    }
    if let Some(amount) = amount(value) {
        let (whole, cents) = (amount.trunc().abs() as u64, (amount.abs().fract() * 100.0).round() as u64);
        let sign = if amount < 0.0 { "-" } else { "" };
        add(format!("{sign}{whole}.{cents:02}"));
        add(format!("{sign}{}.{cents:02}", grouped(whole, ",")));
        add(format!("{sign}{},{cents:02}", grouped(whole, ".")));
        if cents == 0 {
            add(format!("{sign}{whole}"));
            add(format!("{sign}{}", grouped(whole, ",")));
            add(format!("{sign}{whole}.0"));
        } else {
            add(format!("{sign}{whole},{cents:02}"));
            add(format!("{sign}{}", amount.abs()));
        }
        return forms;
    }
    let separated = value.chars().any(|letter| matches!(letter, ' ' | '-' | '_')) && value.chars().any(char::is_alphanumeric);
    if separated && !value.contains(['/', '\\', '@']) {
        for separator in [" ", "-", "_"] {
            add(value.split([' ', '-', '_']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(separator));
        }
    }
    forms
}

/// What is between the quotation marks of a value that is all in them: `north` of `"north"`.
pub fn unquoted(value: &str) -> Option<&str> {
    let inner = ['"', '\''].into_iter().find_map(|mark| value.strip_prefix(mark)?.strip_suffix(mark))?;
    (!inner.trim().is_empty() && !inner.contains(['"', '\''])).then_some(inner)
}

fn date(value: &str) -> Option<NaiveDate> {
    (8..=10).contains(&value.len()).then(|| NaiveDate::parse_from_str(value, "%Y-%m-%d").ok()).flatten()
}

/// A number without a leading zero and with at most two decimals: money or a count, not an id or a version.
fn amount(value: &str) -> Option<f64> {
    let digits = value.strip_prefix('-').unwrap_or(value);
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
    let plain = |text: &str| text.chars().all(|letter| letter.is_ascii_digit());
    let fits = (1..=9).contains(&whole.len())
        && plain(whole)
        && decimals.len() <= 2
        && plain(decimals)
        && !(whole.len() > 1 && whole.starts_with('0'));
    fits.then(|| value.parse().ok()).flatten()
}

fn grouped(number: u64, separator: &str) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let mut groups: Vec<&str> = if first > 0 { vec![&digits[..first]] } else { Vec::new() };
    groups.extend((first..digits.len()).step_by(3).map(|at| &digits[at..at + 3]));
    groups.join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_known_in_its_other_forms() {
        for (value, other) in [
            ("q4-2031", "q4 2031"),
            ("quarterly report", "quarterly-report"),
            ("2031-04-09", "april 9, 2031"),
            ("2031-04-09", "09.04.2031"),
            ("1200", "1,200.00"),
            ("12.5", "12.50"),
            ("ada", "ada"),
        ] {
            assert!(of(value).contains(&other.to_owned()), "{value}: {:?}", of(value));
        }
        assert_eq!(of("007"), ["007"], "an id is no amount");
        assert_eq!(of("a/b-c"), ["a/b-c"], "a path has one form");
    }
}
