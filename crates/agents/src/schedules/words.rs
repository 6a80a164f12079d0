//! Says in words when a cron expression or a rule of RFC 5545 takes place. What is not plain is quoted as it is written.

use std::collections::BTreeMap;

const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// Five fields: minute, hour, day of the month, month, day of the week.
pub(super) fn of_cron(expression: &str) -> String {
    plain_cron(expression).unwrap_or_else(|| {
        if expression.trim().is_empty() {
            "The file does not say when".to_owned()
        } else {
            format!("By cron: {}", expression.trim())
        }
    })
}

fn plain_cron(expression: &str) -> Option<String> {
    let fields: Vec<&str> = expression.split_whitespace().collect();
    let [minute, hour, day, month, weekday] = fields.as_slice() else { return None };
    if *month != "*" {
        return None;
    }
    if let ("*", "*", "*", "*") = (*minute, *hour, *day, *weekday) {
        return Some("Every minute".to_owned());
    }
    if let (Some(step), "*", "*", "*") = (minute.strip_prefix("*/"), *hour, *day, *weekday) {
        return Some(of_interval(step.parse::<u64>().ok()?.checked_mul(60)?));
    }
    let minute: u32 = minute.parse().ok().filter(|minute| *minute < 60)?;
    if *day == "*" && *weekday == "*" {
        if *hour == "*" {
            return Some(format!("Every hour at minute {minute}"));
        }
        if let Some(step) = hour.strip_prefix("*/") {
            return Some(format!("Every {} hours at minute {minute}", step.parse::<u32>().ok()?));
        }
    }
    let times = times(hour, minute)?;
    match (*day, *weekday) {
        ("*", "*") => Some(format!("Every day at {times}")),
        (day, "*") => Some(format!("On day {} of every month at {times}", day.parse::<u32>().ok()?)),
        ("*", days) => Some(format!("{} at {times}", weekdays(days)?)),
        _ => None,
    }
}

fn times(hours: &str, minute: u32) -> Option<String> {
    let hours: Vec<u32> = hours.split(',').map(|hour| hour.parse().ok().filter(|hour| *hour < 24)).collect::<Option<_>>()?;
    Some(listed(&hours.iter().map(|hour| format!("{hour:02}:{minute:02}")).collect::<Vec<_>>()))
}

fn weekdays(field: &str) -> Option<String> {
    if let Some((from, to)) = field.split_once('-') {
        return Some(format!("{} to {}", weekday(from)?, weekday(to)?));
    }
    let mut days: Vec<String> = field.split(',').map(|day| weekday(day).map(str::to_owned)).collect::<Option<_>>()?;
    // Sunday may be there as 0 and as 7.
    days.dedup();
    Some(format!("Every {}", listed(&days)))
}

/// 0 and 7 are Sunday; names are their first three letters (crontab(5)).
fn weekday(field: &str) -> Option<&'static str> {
    match field.parse::<usize>() {
        Ok(number) => DAYS.get(if number == 7 { 0 } else { number }).copied(),
        Err(_) if field.len() == 3 => DAYS.into_iter().find(|day| day[..3].eq_ignore_ascii_case(field)),
        Err(_) => None,
    }
}

pub(super) fn of_rule(rule: &str) -> String {
    let rule = rule.trim();
    let rule = rule.strip_prefix("RRULE:").unwrap_or(rule);
    if rule.is_empty() {
        return "The file does not say when".to_owned();
    }
    plain_rule(rule).unwrap_or_else(|| format!("By the rule: {rule}"))
}

fn plain_rule(rule: &str) -> Option<String> {
    let parts: BTreeMap<&str, &str> = rule.split(';').filter_map(|part| part.split_once('=')).collect();
    let known = ["FREQ", "INTERVAL", "BYDAY", "BYHOUR", "BYMINUTE"];
    if parts.keys().any(|key| !known.contains(key)) {
        return None;
    }
    let interval: u64 = parts.get("INTERVAL").map_or(Some(1), |interval| interval.parse().ok())?;
    let minute: u32 = parts.get("BYMINUTE").map_or(Some(0), |minute| minute.parse().ok()).filter(|minute| *minute < 60)?;
    let days = || -> Option<Vec<String>> {
        let day = |code: &str| DAYS.into_iter().find(|day| day[..2].eq_ignore_ascii_case(code)).map(str::to_owned);
        parts.get("BYDAY").map_or(Some(Vec::new()), |days| days.split(',').map(day).collect())
    };
    match (*parts.get("FREQ")?, interval) {
        ("MINUTELY", every) if parts.len() <= 2 => Some(of_interval(every.checked_mul(60)?)),
        ("HOURLY", every) if !parts.contains_key("BYHOUR") => {
            let days = days()?;
            let every = of_interval(every.checked_mul(3600)?);
            Some(if days.is_empty() { every } else { format!("{every}, on {}", listed(&days)) })
        }
        ("DAILY", 1) => {
            Some(format!("Every day at {}", times(parts.get("BYHOUR")?, minute)?)).filter(|_| !parts.contains_key("BYDAY"))
        }
        ("WEEKLY", 1) => {
            let (days, times) = (days()?, times(parts.get("BYHOUR")?, minute)?);
            match days.len() {
                0 => None,
                7 => Some(format!("Every day at {times}")),
                5 if !days.iter().any(|day| day.starts_with('S')) => Some(format!("Monday to Friday at {times}")),
                _ => Some(format!("Every {} at {times}", listed(&days))),
            }
        }
        _ => None,
    }
}

pub(super) fn of_interval(seconds: u64) -> String {
    let every = |number: u64, unit: &str| {
        if number == 1 { format!("Every {unit}") } else { format!("Every {number} {unit}s") }
    };
    match seconds {
        0 => "The file does not say when".to_owned(),
        _ if seconds.is_multiple_of(86_400) => every(seconds / 86_400, "day"),
        _ if seconds.is_multiple_of(3600) => every(seconds / 3600, "hour"),
        _ if seconds.is_multiple_of(60) => every(seconds / 60, "minute"),
        _ => every(seconds, "second"),
    }
}

/// A moment in UTC, from milliseconds since 1970.
pub(super) fn of_millis(millis: u64) -> Option<String> {
    let moment = chrono::DateTime::from_timestamp_millis(i64::try_from(millis).ok()?)?;
    Some(moment.format("%Y-%m-%dT%H:%M:%SZ").to_string())
}

fn listed(words: &[String]) -> String {
    match words {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        all => all.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_times_are_said_in_words_and_others_are_quoted() {
        for (cron, expected) in [
            ("* * * * *", "Every minute"),
            ("*/15 * * * *", "Every 15 minutes"),
            ("*/60 * * * *", "Every hour"),
            ("7 * * * *", "Every hour at minute 7"),
            ("0 */2 * * *", "Every 2 hours at minute 0"),
            ("0 9 * * *", "Every day at 09:00"),
            ("30 9,18 * * *", "Every day at 09:30 and 18:30"),
            ("0 9 * * 1-5", "Monday to Friday at 09:00"),
            ("30 18 * * fri", "Every Friday at 18:30"),
            ("0 8 * * 0,7", "Every Sunday at 08:00"),
            ("0 12 1 * *", "On day 1 of every month at 12:00"),
            ("0 9 1 * 1", "By cron: 0 9 1 * 1"),
            ("0 0 9 * * *", "By cron: 0 0 9 * * *"),
            ("0 25 * * *", "By cron: 0 25 * * *"),
            ("@daily", "By cron: @daily"),
            (" ", "The file does not say when"),
        ] {
            assert_eq!(of_cron(cron), expected, "{cron}");
        }
        for (rule, expected) in [
            ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9;BYMINUTE=0", "Monday to Friday at 09:00"),
            ("RRULE:FREQ=WEEKLY;BYDAY=FR;BYHOUR=16;BYMINUTE=30", "Every Friday at 16:30"),
            ("FREQ=HOURLY;INTERVAL=6", "Every 6 hours"),
            ("FREQ=HOURLY;INTERVAL=24;BYDAY=MO", "Every day, on Monday"),
            ("FREQ=DAILY;BYHOUR=7", "Every day at 07:00"),
            ("FREQ=MONTHLY;BYMONTHDAY=1", "By the rule: FREQ=MONTHLY;BYMONTHDAY=1"),
            ("FREQ=DAILY;BYHOUR=7;COUNT=1", "By the rule: FREQ=DAILY;BYHOUR=7;COUNT=1"),
            ("", "The file does not say when"),
        ] {
            assert_eq!(of_rule(rule), expected, "{rule}");
        }
        assert_eq!(of_millis(1_767_225_600_000).as_deref(), Some("2026-01-01T00:00:00Z"));
    }
}
