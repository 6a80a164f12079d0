//! The fields of a definition, taken one by one. What is wrong becomes a finding that names the field and the remedy; what nobody took is
//! left for the end.

use apprentice_contracts::agent_definition::AgentDefinitionFinding;
use apprentice_contracts::skill::FindingSeverity;
use serde_json::{Map, Value};

/// The fields that are not taken yet, and what was found so far.
#[derive(Default)]
pub(super) struct Fields {
    values: Map<String, Value>,
    pub findings: Vec<AgentDefinitionFinding>,
}

/// What is wrong, as a finding.
pub(super) fn finding(severity: FindingSeverity, code: &str, field: Option<&str>, message: String) -> AgentDefinitionFinding {
    AgentDefinitionFinding { code: code.to_owned(), severity, field: field.map(str::to_owned), message }
}

impl Fields {
    pub(super) fn new(values: Map<String, Value>) -> Self {
        Self { values, findings: Vec::new() }
    }

    pub(super) fn error(&mut self, code: &str, field: &str, message: &str) {
        self.findings.push(finding(FindingSeverity::Error, code, Some(field), format!("{field}: {message}")));
    }

    pub(super) fn warn(&mut self, code: &str, field: &str, message: &str) {
        self.findings.push(finding(FindingSeverity::Warning, code, Some(field), format!("{field}: {message}")));
    }

    /// The value of a field. `None`: it is absent or empty.
    pub(super) fn take(&mut self, field: &str) -> Option<Value> {
        self.values.remove(field).filter(|value| !value.is_null())
    }

    /// Whether a field has a value.
    pub(super) fn has(&self, field: &str) -> bool {
        self.values.get(field).is_some_and(|value| !value.is_null())
    }

    /// Gives a value back that was only looked at.
    pub(super) fn put(&mut self, field: &str, value: Value) {
        self.values.insert(field.to_owned(), value);
    }

    /// A text of at most `most` characters, trimmed. `None`: it is absent, empty or wrong.
    pub(super) fn text(&mut self, field: &str, most: usize) -> Option<String> {
        let value = self.take(field)?;
        let Value::String(text) = value else {
            self.error("WRONG_TYPE", field, "has to be a text. Put it in quotation marks.");
            return None;
        };
        let text = text.trim();
        if text.chars().count() > most {
            self.error("TOO_LONG", field, &format!("is longer than {most} characters. Shorten it."));
            return None;
        }
        self.check_hidden(field, text);
        (!text.is_empty()).then(|| text.to_owned())
    }

    /// Characters that a person does not see could say something else to the model than to the reader.
    pub(super) fn check_hidden(&mut self, field: &str, text: &str) {
        if let Some(hidden) = text.chars().find(|c| is_hidden(*c)) {
            let message = format!("has a character that is not seen (U+{:04X}). Remove it.", u32::from(hidden));
            self.error("HIDDEN_CHARACTERS", field, &message);
        }
    }

    /// A list of texts. A text is read as a list whose entries are separated by commas where `commas` says so.
    pub(super) fn list(&mut self, field: &str, most: usize, commas: bool) -> Option<Vec<String>> {
        let entries: Vec<String> = match self.take(field)? {
            Value::Array(values) => {
                let texts: Option<Vec<String>> =
                    values.iter().map(|value| value.as_str().map(|text| text.trim().to_owned())).collect();
                let Some(texts) = texts else {
                    self.error("WRONG_TYPE", field, "has an entry that is no text. Put each entry in quotation marks.");
                    return None;
                };
                texts
            }
            Value::String(text) if commas => {
                text.split(',').map(str::trim).filter(|entry| !entry.is_empty()).map(str::to_owned).collect()
            }
            _ => {
                self.error("WRONG_TYPE", field, "has to be a list, such as [read_file, web_search].");
                return None;
            }
        };
        if entries.len() > most {
            self.error(
                "TOO_MANY",
                field,
                &format!("has {} entries, and {most} are read at most. Shorten the list.", entries.len()),
            );
            return None;
        }
        let mut once: Vec<String> = Vec::with_capacity(entries.len());
        for entry in entries {
            if once.contains(&entry) {
                self.warn("DUPLICATE", field, &format!("lists “{}” twice.", clip(&entry)));
            } else {
                once.push(entry);
            }
        }
        Some(once)
    }

    /// A whole number between these.
    pub(super) fn whole(&mut self, field: &str, least: u32, most: u32) -> Option<u32> {
        let value = self.take(field)?;
        let number =
            value.as_u64().and_then(|number| u32::try_from(number).ok()).filter(|number| (least..=most).contains(number));
        if number.is_none() {
            self.error("OUT_OF_RANGE", field, &format!("has to be a whole number from {least} to {most}."));
        }
        number
    }

    /// A number between these.
    pub(super) fn number(&mut self, field: &str, least: f64, most: f64) -> Option<f64> {
        let value = self.take(field)?;
        let number = value.as_f64().filter(|number| (least..=most).contains(number));
        if number.is_none() {
            self.error("OUT_OF_RANGE", field, &format!("has to be a number from {least} to {most}."));
        }
        number
    }

    /// The names of the fields that nobody took.
    pub(super) fn rest(&mut self) -> Vec<String> {
        std::mem::take(&mut self.values).into_iter().map(|(name, _)| clip(&name)).collect()
    }
}

fn is_hidden(c: char) -> bool {
    let control = c.is_control() && !matches!(c, '\n' | '\t' | '\r');
    let of_format = matches!(u32::from(c), 0xAD | 0x61C | 0x180E | 0x200B | 0x200E..=0x200F | 0x202A..=0x202E | 0x2060..=0x2069 | 0xFEFF | 0xE0000..=0xE007F);
    control || of_format
}

/// A text as a message shows it.
pub(super) fn clip(text: &str) -> String {
    let short: String = text.chars().filter(|c| !is_hidden(*c) && *c != '\n').take(60).collect();
    if short.len() < text.len() && text.chars().count() > 60 { format!("{short}…") } else { short }
}
