//! `skills-ref to-prompt` 0.1.1: every tag and every value on a line of its own, Python's `html.escape`, the location as it is.

use super::{Catalogue, CatalogueEntry, Limits, within_budget};

pub(super) fn render(entries: &[CatalogueEntry], limits: &Limits) -> Catalogue {
    within_budget(entries, limits, block)
}

fn block(entries: &[CatalogueEntry]) -> String {
    let mut text = String::from("<available_skills>\n");
    for entry in entries {
        let lines = [
            "<skill>",
            "<name>",
            &escape(&entry.name),
            "</name>",
            "<description>",
            &escape(&entry.description),
            "</description>",
            "<location>",
            &entry.file.display().to_string(),
            "</location>",
            "</skill>",
        ];
        for line in lines {
            text.push_str(line);
            text.push('\n');
        }
    }
    text.push_str("</available_skills>");
    text
}

/// Python's `html.escape`.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#x27;")
}
