//! The YAML that SkillBag keeps in Markdown: fenced blocks below a heading.

use serde_json::{Map, Value};

/// A fenced `yaml` block.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fence {
    /// The nearest heading above it, in lower case.
    pub heading: String,
    pub fields: Map<String, Value>,
    /// 1-based line of the opening fence.
    pub line: u32,
}

/// A block that cannot be read, and its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BadFence {
    pub line: u32,
    pub message: String,
}

/// Every `yaml` block of `text`, in order. A block inside a longer fence, such as a template that is shown, is text.
pub(crate) fn fences(text: &str) -> (Vec<Fence>, Vec<BadFence>) {
    let (mut found, mut bad) = (Vec::new(), Vec::new());
    let mut heading = String::new();
    let mut open: Option<(String, bool, u32, String)> = None;
    for (index, line) in text.lines().enumerate() {
        let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
        let trimmed = line.trim();
        let Some((marks, is_yaml, at, content)) = &mut open else {
            if let Some((marks, language)) = opening(trimmed) {
                open = Some((marks, ["yaml", "yml"].contains(&language.as_str()), number, String::new()));
            } else if let Some(title) = title(trimmed) {
                heading = title;
            }
            continue;
        };
        if trimmed.starts_with(marks.as_str()) && trimmed.trim_start_matches(['`', '~']).is_empty() {
            if *is_yaml {
                match yaml(content) {
                    Ok(Value::Object(fields)) => found.push(Fence { heading: heading.clone(), fields, line: *at }),
                    Ok(Value::Null) => {}
                    Ok(_) => bad.push(BadFence { line: *at, message: "the block is not a mapping of keys to values".to_owned() }),
                    Err(message) => bad.push(BadFence { line: *at, message }),
                }
            }
            open = None;
        } else {
            content.push_str(line);
            content.push('\n');
        }
    }
    if let Some((_, _, line, _)) = open {
        bad.push(BadFence { line, message: "the block is never closed".to_owned() });
    }
    (found, bad)
}

fn opening(line: &str) -> Option<(String, String)> {
    let mark = line.chars().next().filter(|mark| ['`', '~'].contains(mark))?;
    let marks: String = line.chars().take_while(|c| *c == mark).collect();
    let language = line[marks.len()..].trim().to_ascii_lowercase();
    (marks.len() >= 3 && !language.contains('`')).then_some((marks, language))
}

fn title(line: &str) -> Option<String> {
    let text = line.trim_start_matches('#');
    (text.len() < line.len() && text.starts_with(' ')).then(|| text.trim().trim_end_matches('#').trim().to_lowercase())
}

/// Parses `text` as YAML within a budget, so that a hostile file costs little. `Err`: the problem, on one line.
pub(crate) fn yaml(text: &str) -> Result<Value, String> {
    if text.trim().is_empty() {
        return Ok(Value::Null);
    }
    let limits = serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_depth: 12,
            max_nodes: 4_000,
            max_events: 16_000,
            max_aliases: 16,
            max_anchors: 16,
            max_documents: 1,
            max_total_scalar_bytes: 128 * 1024,
        },
        with_snippet: false,
    };
    serde_saphyr::from_str_with_options(text, limits)
        .map_err(|problem| problem.to_string().split_whitespace().collect::<Vec<_>>().join(" ").chars().take(300).collect())
}
