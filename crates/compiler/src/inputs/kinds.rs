//! What the form of a value says: its kind, a version, a date.

use apprentice_contracts::graph::VariableKind;

pub(crate) fn value_kind(value: &str, input_type: &str) -> VariableKind {
    let value = value.trim();
    let is_date = |value: &str| {
        let parts: Vec<&str> = value.split(['-', '/', '.']).collect();
        parts.len() == 3
            && parts.iter().all(|part| !part.is_empty() && part.len() <= 4 && part.chars().all(|c| c.is_ascii_digit()))
            && (parts.iter().any(|part| part.len() == 4) || parts.iter().all(|part| part.len() == 2))
    };
    match input_type {
        "email" => VariableKind::Email,
        "number" | "range" => VariableKind::Number,
        "date" | "datetime-local" | "month" | "week" => VariableKind::Date,
        "url" => VariableKind::Url,
        "file" => VariableKind::File,
        _ if value.starts_with("http://") || value.starts_with("https://") => VariableKind::Url,
        _ if is_date(value) => VariableKind::Date,
        _ if value.parse::<f64>().is_ok() => VariableKind::Number,
        _ if !value.contains(' ') && value.split_once('@').is_some_and(|(a, b)| !a.is_empty() && b.contains('.')) => {
            VariableKind::Email
        }
        _ => VariableKind::Text,
    }
}

/// `1.4` and `v1.2.1`.
pub(super) fn is_version(value: &str) -> bool {
    let number = value.strip_prefix('v').unwrap_or(value);
    number.contains('.') && number.chars().all(|letter| letter.is_ascii_digit() || letter == '.')
}

/// `2031-05-09`: many digits in three parts.
pub(super) fn is_date(value: &str) -> bool {
    value.chars().filter(char::is_ascii_digit).count() >= 6 && value.matches(['-', '/', '.']).count() == 2
}

/// What a value of a kind is called. `None`: the kind says nothing.
pub(super) fn kind_word(kind: VariableKind) -> Option<&'static str> {
    match kind {
        VariableKind::Url => Some("web address"),
        VariableKind::Email => Some("e-mail address"),
        VariableKind::Date => Some("date"),
        VariableKind::Text | VariableKind::Number | VariableKind::File | VariableKind::Choice => None,
    }
}
