//! The lint rules CKP-001 to CKP-009: what a checkpoint or a SKILL.md must not contain. Each finding says what to write instead.

use crate::text::{Words, clip, fold, mentions, search_word};
use apprentice_contracts::checkpoint::{Checkpoint, LintFinding, LintReport, LintSeverity};
use apprentice_contracts::graph::{Variable, VariableKind};
use regex::Regex;
use std::sync::LazyLock;

/// A rule about a single text.
struct Rule {
    code: &'static str,
    pattern: LazyLock<Regex>,
    message: &'static str,
    suggestion: &'static str,
    /// What cleaning writes instead.
    replacement: &'static str,
}

macro_rules! regex {
    ($pattern:literal) => {
        LazyLock::new(|| Regex::new($pattern).expect("a valid expression"))
    };
}

static RULES: [Rule; 6] = [
    Rule {
        code: "CKP-005",
        pattern: regex!(
            r"(?x) AKIA[0-9A-Z]{16} | gh[pousr]_[A-Za-z0-9]{20,} | github_pat_[A-Za-z0-9_]{20,} | glpat-[A-Za-z0-9_-]{16,}
            | \bsk[-_](?:live|test|ant|proj)?[-_]?[A-Za-z0-9_-]{20,} | xox[abprs]-[A-Za-z0-9-]{10,} | AIza[0-9A-Za-z_-]{30,} | npm_[A-Za-z0-9]{30,}
            | eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]* | -----BEGIN[\ A-Z]*PRIVATE\ KEY-----
            | (?i:\bbearer\ +[a-z0-9._~+/-]{12,}) | ://[^\s/:@]+:[^\s/@]+@
            | (?i:\b(?:password|passwd|passphrase|secret|api[\ _-]?key|access[\ _-]?token)\b\ *[:=]\ *[^\s`<.,;]{4,})"
        ),
        message: "This looks like a secret.",
        suggestion: "Remove it. Say which credential is needed and that the user enters it; never write its value.",
        replacement: "a secret",
    },
    Rule {
        code: "CKP-001",
        pattern: regex!(
            r#"(?x) \b(?i:div|span|btn|button|input|ul|li|td|tr|ng|ember|react|mui|ext-gen|yui)[-_](?:[a-z]+[-_])*\d{2,}\b
            | (?:^|[\s"'`“(=,;])\#[A-Za-z][\w]*(?:[-_][\w]+)+
            | (?:^|[\s"'`“(=,;])\.[a-z][a-z0-9]*(?:(?:-|--|__)[a-z0-9]+)+\b
            | \b[a-z][a-z0-9]*(?:\#[A-Za-z][\w-]*|\.[a-z][\w]*(?:-[\w]+)+|\[[a-zA-Z-]+[~|^$*]?=[^\]]*\])
            | (?:^|[\s"'`“(])//[a-zA-Z*]+(?:\[[^\]]*\]|/[a-zA-Z*@]+)
            | \b(?:xpath|css|selector|data-testid|getElementById|querySelector(?:All)?)\s*[=:(]
            | :nth-(?:child|of-type)\( | \bdata-[a-z-]+=|\[(?:id|class|name|role|aria-[a-z]+)="#
        ),
        message: "This is a DOM selector or an element id; it means nothing to an agent and breaks with the next release.",
        suggestion: "Name what a person sees: the label, the heading, the message, the row.",
        replacement: " the element",
    },
    Rule {
        code: "CKP-002",
        pattern: regex!(
            r"(?x) \(\s*\d{1,5}(?:\.\d+)?\s*(?:px)?\s*,\s*\d{1,5}(?:\.\d+)?\s*(?:px)?\s*\) | (?i:\b[xy]\s*[=:]\s*\d{1,5}\b) | (?i:\b(?:at|coordinates?|position|pixel)\s+\d{1,5}\s*[,x×]\s*\d{1,5}\b)"
        ),
        message: "These are screen coordinates; they are only right for one screen.",
        suggestion: "Say which thing it is by its label, or what is visible when it worked.",
        replacement: "a place on the page",
    },
    Rule {
        code: "CKP-004",
        pattern: regex!(
            r#"(?x) (?:^|[\s"'`“(=:,;])(?:file://)?/(?:home|Users|root|tmp|mnt|media|Volumes|private|run/user|var/folders|srv|opt|data)/[^\s"'`”),;]* | \b[A-Za-z]:\\[^\s"'`”),;]* | \bhttps?://(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?[^\s"'`”),;]*"#
        ),
        message: "This is a path or an address of one machine.",
        suggestion: "Say “the working folder”, name the file relative to it, or call the web application by its title.",
        replacement: " the working place",
    },
    Rule {
        code: "CKP-003",
        pattern: regex!(
            r"(?ix) \b(?:click|tap|press|type|hit|double-click)\b[^.;\n]{0,80}?(?:,|\bthen\b|\band\b|→|->|>)\s*(?:then\s+)?(?:click|tap|press|type|hit|double-click)\b
            | \bpress(?:es|ed)?\s+(?:the\s+)?(?:tab|enter|return|escape|esc|ctrl|alt|cmd|shift|f\d{1,2}|arrow)\b
            | \b(?:ctrl|cmd|alt|shift)\s?\+\s?[a-z0-9]\b"
        ),
        message: "This is a click-by-click or key-by-key sequence.",
        suggestion: "Say what is true afterwards, such as “the record is saved and listed”, and leave the way to the agent.",
        replacement: "use the controls",
    },
    Rule {
        code: "CKP-007",
        pattern: regex!(
            r"(?ix) \b(?:wait|waits|waiting|pause|sleep|delay)\b[^.;\n]{0,20}?\b(?:\d+|a\ few|some|several)\s*(?:ms|s|secs?|seconds?|milliseconds?|minutes?|mins?)\b | \bafter\s+\d+\s*(?:ms|s|secs?|seconds?|minutes?)\b"
        ),
        message: "Elapsed time proves nothing.",
        suggestion: "Say what is visible when it is done, such as “the progress bar is gone and the file is listed”.",
        replacement: "until it is done",
    },
];

static STATE: LazyLock<Regex> = regex!(
    r"(?i)\b(?:is|are|was|were|be|been|has|have|had|exists?|shows?|shown|appears?|contains?|holds?|displays?|visible|lists?|listed|reads|says|matches|equals|passes|ends|ended|returns?|confirms?|cannot|can|gone|belongs?|there|open|opened|no longer|succeeds?|succeeded|finished|completed?|saved|created|present|absent|reports?|remains?|stands?|starts|reacts)\b"
);
static ACTION: LazyLock<Regex> = regex!(
    r"(?i)^\W*(?:then\s+|next,?\s+|now\s+)?(?:click|press|type|tap|hit|select|choose|enter|fill|drag|scroll|hover|go to|navigate|open|run|submit|push|check|tick|pick|double-click|right-click)\b"
);
static NEGATION: LazyLock<Regex> =
    regex!(r"(?i)\b(?:is|are|does|do|was|has|have)?\s*(?:not|no longer|never|n't|absent|gone|missing)\b|\b(?:cannot be)\b");

/// Applies CKP-001 to CKP-009 to checkpoints and, if given, to the whole file.
pub fn lint(checkpoints: &[Checkpoint], skill_md: Option<&str>, variables: &[Variable]) -> LintReport {
    let variables = &DemonstratedValues::of(variables);
    let mut findings = Vec::new();
    for checkpoint in checkpoints {
        for text in [&checkpoint.goal, &checkpoint.success_condition] {
            let at = |finding: LintFinding| LintFinding { checkpoint_id: Some(checkpoint.checkpoint_id.clone()), ..finding };
            findings.extend(text_findings(text, variables).into_iter().map(at));
        }
        findings.extend(instruction(checkpoint));
        if checkpoint.success_condition.contains(OPEN_GAP) || checkpoint.goal.contains(OPEN_GAP) {
            let message = "The outline does not say how to check that this is done, or which value it needs.";
            let open =
                finding("CKP-012", &checkpoint.goal, message, "Answer the question about it, or say it in the checkpoint.");
            findings.push(LintFinding { checkpoint_id: Some(checkpoint.checkpoint_id.clone()), ..open });
        }
    }
    findings.extend(duplicates(checkpoints));
    findings.extend(too_many_or_none(checkpoints));
    findings.extend(skill_md.map(|text| file_findings(text, variables)).unwrap_or_default());
    LintReport { findings }
}

/// What is in a draft where an outline says too little. A draft with it is not installed.
pub const OPEN_GAP: &str = "Still open:";

fn finding(code: &str, excerpt: &str, message: &str, suggestion: &str) -> LintFinding {
    LintFinding {
        code: code.to_owned(),
        severity: LintSeverity::Error,
        checkpoint_id: None,
        line: None,
        excerpt: clip(excerpt, 120),
        message: message.to_owned(),
        suggestion: suggestion.to_owned(),
    }
}

/// The values of a demonstration, each with its search word.
pub struct DemonstratedValues<'a>(Vec<(&'a Variable, Option<String>)>);

impl<'a> DemonstratedValues<'a> {
    pub fn of(variables: &'a [Variable]) -> Self {
        Self(variables.iter().map(|variable| (variable, search_word(&variable.example))).collect())
    }

    /// The variables whose values the text can contain.
    fn possible_in(&self, text: &str) -> Vec<&'a Variable> {
        let words = Words::of(text);
        let possible = |word: &Option<String>| word.as_ref().is_none_or(|word| words.contain(word));
        self.0.iter().filter(|(variable, word)| variable.secret || possible(word)).map(|(variable, _)| *variable).collect()
    }
}

/// The findings about one text.
fn text_findings(text: &str, values: &DemonstratedValues<'_>) -> Vec<LintFinding> {
    let mut out = Vec::new();
    for rule in &RULES {
        let Some(found) = rule.pattern.find(text) else { continue };
        // Waiting for something visible is fine.
        if rule.code == "CKP-007" && STATE.is_match(&rule.pattern.replace_all(text, " ")) {
            continue;
        }
        let excerpt = if rule.code == "CKP-005" { "(not repeated here)" } else { found.as_str().trim() };
        out.push(finding(rule.code, excerpt, rule.message, rule.suggestion));
    }
    if card_number(text).is_some() {
        out.push(finding("CKP-005", "(not repeated here)", "This looks like a card number.", RULES[0].suggestion));
    }
    for variable in values.possible_in(text) {
        if variable.secret && variable.example.chars().count() > 3 && text.contains(&variable.example) {
            out.push(finding("CKP-005", "(not repeated here)", "This is a secret of the demonstration.", RULES[0].suggestion));
        } else if let Some(severity) = demonstrated(text, variable) {
            let message = "This value was typed in the demonstration; the next run has another one.";
            let suggestion = format!("Write `{}`, the name of the input, instead.", variable.name);
            out.push(LintFinding { severity, ..finding("CKP-004", &variable.example, message, &suggestion) });
        }
    }
    out
}

/// Whether a value cannot occur in a text by chance. A single plain word, such as the name of a folder, can.
pub fn is_distinctive(value: &str) -> bool {
    value.contains(|c: char| c.is_whitespace() || c.is_numeric() || c.is_uppercase() || "@./_-".contains(c))
}

/// Whether the text contains the demonstrated value of this variable. Short and common words do not count.
fn demonstrated(text: &str, variable: &Variable) -> Option<LintSeverity> {
    let value = fold(&variable.example);
    let letters = value.chars().count();
    let in_label = mentions(&variable.label, &value) || mentions(&variable.name.replace('_', " "), &value);
    let says_nothing = !value.contains(char::is_alphanumeric);
    if variable.secret
        || letters < 3
        || says_nothing
        || in_label
        || value.contains(apprentice_contracts::MASK)
        || !mentions(text, &value)
    {
        return None;
    }
    let certain = is_distinctive(&variable.example) && variable.kind != VariableKind::Choice && !OWN_WORDS.contains(&value);
    Some(if certain { LintSeverity::Error } else { LintSeverity::Warning })
}

/// Words that every skill contains. It means nothing if the demonstration typed one of them.
static OWN_WORDS: LazyLock<std::collections::HashSet<String>> = LazyLock::new(|| {
    let phrases = "the working folder exists listed confirms without an error another application browser terminal record signed answered with yes \
                   question named right before confirmed closed holds given field value form exactly message shown opened again table \
                   heading page shows longer every other entry still there command ends exit code repository script finished packages \
                   installed remote branch folder copy changed content downloaded complete empty handed received chosen available program";
    let words = |text: &str| text.split(|c: char| !c.is_alphanumeric() && !"-_".contains(c)).map(fold).collect::<Vec<_>>();
    words(phrases).into_iter().chain(words(&crate::skill_md::boilerplate())).collect()
});

fn card_number(text: &str) -> Option<String> {
    static DIGITS: LazyLock<Regex> = regex!(r"\b(?:\d[ -]?){13,19}\b");
    DIGITS
        .find_iter(text)
        .map(|found| found.as_str().chars().filter(char::is_ascii_digit).collect::<String>())
        .find(|digits| luhn(digits))
}

fn luhn(digits: &str) -> bool {
    let sum: u32 = digits
        .chars()
        .rev()
        .filter_map(|c| c.to_digit(10))
        .enumerate()
        .map(|(place, digit)| match (place % 2, digit * 2) {
            (0, _) => digit,
            (_, double) if double > 9 => double - 9,
            (_, double) => double,
        })
        .sum();
    (13..=19).contains(&digits.len()) && sum.is_multiple_of(10) && digits.chars().any(|c| c != '0')
}

/// CKP-006: an instruction instead of an outcome.
fn instruction(checkpoint: &Checkpoint) -> Option<LintFinding> {
    let instructs = |text: &str| ACTION.is_match(text) && !STATE.is_match(&ACTION.replace(text, ""));
    let suggestion = "Say what is visible when it worked: “the file exists in …”, “the page shows …”.";
    let (severity, text) = if instructs(&checkpoint.success_condition) {
        (LintSeverity::Error, &checkpoint.success_condition)
    } else if checkpoint.success_condition.trim().is_empty() || checkpoint.goal.trim().is_empty() {
        (LintSeverity::Error, &checkpoint.goal)
    } else if instructs(&checkpoint.goal) {
        (LintSeverity::Warning, &checkpoint.goal)
    } else {
        return None;
    };
    let message = "This is an instruction, not an observable outcome.";
    Some(LintFinding {
        severity,
        checkpoint_id: Some(checkpoint.checkpoint_id.clone()),
        ..finding("CKP-006", text, message, suggestion)
    })
}

/// CKP-008: two checkpoints that say the same, or the opposite.
fn duplicates(checkpoints: &[Checkpoint]) -> Vec<LintFinding> {
    let mut out = Vec::new();
    for (index, one) in checkpoints.iter().enumerate() {
        for other in &checkpoints[index + 1..] {
            // Several things may be looked at in the same way, such as the files that a task wrote.
            let same = fold(&one.goal) == fold(&other.goal);
            let message = match (same, contradicts(&one.goal, &other.goal)) {
                (true, _) => format!("It says the same as {}.", one.checkpoint_id),
                (false, true) => format!("It says the opposite of {}.", one.checkpoint_id),
                (false, false) => continue,
            };
            let suggestion = "Keep one of the two, or say what makes them different.";
            let place = Some(other.checkpoint_id.clone());
            out.push(LintFinding { checkpoint_id: place, ..finding("CKP-008", &other.goal, &message, suggestion) });
        }
    }
    out
}

/// Whether one checkpoint denies what the other states. A quoted name is only a name: a file called `not` denies nothing.
fn contradicts(one: &str, other: &str) -> bool {
    let core = |text: &str| {
        let parts = parts(text);
        let denied = parts.iter().any(|(text, is_name)| !is_name && NEGATION.is_match(text));
        (denied, parts.iter().flat_map(|(text, is_name)| core_words(text, *is_name)).collect::<Vec<String>>())
    };
    let ((denied, one), (other_denied, other)) = (core(one), core(other));
    denied != other_denied && one == other
}

/// The parts of the text in order, and whether each is a quoted name.
fn parts(text: &str) -> Vec<(&str, bool)> {
    // A mark of inches does not open a quotation.
    static QUOTED: LazyLock<Regex> = regex!(r#"“[^”]*”|`[^`]*`|\B"[^"]*"\B"#);
    let mut out = Vec::new();
    let mut at = 0;
    for name in QUOTED.find_iter(text) {
        out.extend([(&text[at..name.start()], false), (name.as_str(), true)]);
        at = name.end();
    }
    out.push((&text[at..], false));
    out
}

/// The words that name the subject; all words of a name.
fn core_words(text: &str, is_name: bool) -> Vec<String> {
    let folded = fold(text);
    let bare = if is_name { folded } else { NEGATION.replace_all(&folded, " ").into_owned() };
    let is_filler = |word: &str| !is_name && matches!(word, "is" | "are" | "does" | "do" | "was" | "has" | "have");
    let words = bare.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty() && !is_filler(word));
    words.map(|word| word.trim_end_matches('s').to_owned()).collect()
}

/// CKP-009: too many checkpoints, or none.
fn too_many_or_none(checkpoints: &[Checkpoint]) -> Option<LintFinding> {
    match checkpoints.len() {
        0 => Some(finding(
            "CKP-009",
            "0 checkpoints",
            "There is no checkpoint, so nobody can check whether it worked.",
            "Add 3 to 12.",
        )),
        count @ 13.. => Some(finding(
            "CKP-009",
            &format!("{count} checkpoints"),
            "More than 12 checkpoints are a recording, not a skill.",
            "Merge neighbours until 3 to 12 are left.",
        )),
        _ => None,
    }
}

/// Errors in the words of a field, such as the goal. Warnings are reported at their line of the file.
pub fn field_errors(field: &str, words: &str, values: &DemonstratedValues<'_>) -> Vec<LintFinding> {
    let errors = text_findings(words, values).into_iter().filter(|finding| finding.severity == LintSeverity::Error);
    errors.map(|finding| LintFinding { message: format!("In the {field}: {}", finding.message), ..finding }).collect()
}

/// The part of a line that comes from a demonstration or a person: no identifier, and no sentence that every file has.
fn checked_part(line: &str, number: u32) -> &str {
    static CHECKPOINT_ID: LazyLock<Regex> = regex!(r" \(`cp-[0-9]+`[^`]*\)$");
    let identifier = number <= 4 && line.starts_with("name: ") || line.starts_with("- `ability_id`: ");
    if identifier || crate::skill_md::is_fixed_line(line) {
        return "";
    }
    CHECKPOINT_ID.find(line).map_or(line, |id| &line[..id.start()])
}

fn file_findings(text: &str, values: &DemonstratedValues<'_>) -> Vec<LintFinding> {
    let mut out = Vec::new();
    let none = DemonstratedValues::of(&[]);
    let mut clicks = 0;
    for (line, number) in text.lines().zip(1..) {
        let line = checked_part(line, number);
        let inputs = line.contains("e.g. ");
        let found = text_findings(line, if inputs { &none } else { values });
        out.extend(found.into_iter().map(|finding| LintFinding { line: Some(number), ..finding }));
        static CLICK: LazyLock<Regex> =
            regex!(r"(?i)^\s*(?:[-*]|\d+[.)])\s*(?:\*\*)?(?:then\s+)?(?:click|tap|press|type|double-click|hit|drag|scroll)\b");
        clicks = if CLICK.is_match(line) { clicks + 1 } else { 0 };
        if clicks == 2 {
            out.push(LintFinding { line: Some(number), ..finding("CKP-003", line, RULES[4].message, RULES[4].suggestion) });
        }
    }
    let tokens = text.chars().count() / 4;
    if tokens > crate::skill_md::TOKENS {
        let message = format!("The file has about {tokens} tokens; agents follow at most 2,000 reliably.");
        out.push(LintFinding {
            severity: LintSeverity::Warning,
            ..finding("SKILL_TOO_LONG", &format!("{tokens} tokens"), &message, "Shorten it.")
        });
    }
    out
}

/// Cleans a text until it passes: replaces offending words by harmless ones, and demonstrated values by the names of their variables.
pub fn cleaned(text: &str, values: &DemonstratedValues<'_>) -> String {
    let mut text = crate::text::collapse(text);
    for _ in 0..4 {
        let findings = text_findings(&text, values);
        if findings.is_empty() {
            break;
        }
        for rule in RULES.iter().filter(|rule| findings.iter().any(|finding| finding.code == rule.code)) {
            text = crate::text::collapse(&rule.pattern.replace_all(&text, rule.replacement));
        }
        if card_number(&text).is_some() {
            text = text.chars().map(|c| if c.is_ascii_digit() { '…' } else { c }).collect();
        }
        for variable in values.possible_in(&text) {
            if demonstrated(&text, variable) == Some(LintSeverity::Error) {
                text = named(&text, &variable.example, &variable.name);
            }
        }
    }
    let still = text_findings(&text, values).iter().any(|finding| finding.severity == LintSeverity::Error);
    if still { "What was asked for is done and can be seen".to_owned() } else { text }
}

/// Like [`cleaned`], and without these characters. Repeats, because their removal may create an offending word.
pub fn cleaned_without(signs: &[char], text: &str, values: &DemonstratedValues<'_>) -> String {
    let mut text = text.to_owned();
    for _ in 0..4 {
        let clean = cleaned(&text, values).replace(signs, "");
        if clean == text {
            break;
        }
        text = clean;
    }
    text
}

/// Cleans a whole file line by line. A last resort: its fields are clean, but together they may read like a sequence of clicks.
pub fn cleaned_file(file: &str, values: &DemonstratedValues<'_>) -> String {
    let errors: Vec<u32> =
        file_findings(file, values).iter().filter(|f| f.severity == LintSeverity::Error).filter_map(|f| f.line).collect();
    let lines = file.lines().zip(1..).map(|(line, number)| {
        if !errors.contains(&number) {
            return line.to_owned();
        }
        let words = checked_part(line, number);
        let text = words.trim_start_matches(|c: char| {
            c.is_whitespace() || c == '-' || c == '*' || c == '#' || c.is_ascii_digit() || c == '.'
        });
        let lead = &words[..words.len() - text.len()];
        format!("{lead}{}{}", cleaned(text, values), &line[words.len()..])
    });
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

/// The text with each whole occurrence of a value replaced by the name of its variable: a span of code, or `<name>` within one.
fn named(text: &str, value: &str, name: &str) -> String {
    let mut code = false;
    let part = |part: &str| {
        let with = if code { format!("<{name}>") } else { format!("`{name}`") };
        code = !code;
        replaced(part, value, &with)
    };
    // A value that itself holds a backtick is in no part alone.
    let out = text.split('`').map(part).collect::<Vec<_>>().join("`");
    if mentions(&out, value) { replaced(text, value, &format!("`{name}`")) } else { out }
}

/// The text with each whole occurrence of a value replaced.
pub fn replaced(text: &str, value: &str, with: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let folded: Vec<char> = letters.iter().copied().map(crate::text::fold_char).collect();
    let value: Vec<char> = fold(value).chars().collect();
    let mut out = String::new();
    let mut at = 0;
    for place in crate::text::whole_words(&folded, &value) {
        if place < at {
            continue;
        }
        out.extend(&letters[at..place]);
        out.push_str(with);
        at = place + value.len();
    }
    out.extend(&letters[at..]);
    out
}

/// The text without anything that looks like a secret.
pub fn without_secrets(text: &str) -> String {
    let text = RULES[0].pattern.replace_all(text, RULES[0].replacement).into_owned();
    match card_number(&text) {
        Some(_) => text.chars().map(|letter| if letter.is_ascii_digit() { '…' } else { letter }).collect(),
        None => text,
    }
}
