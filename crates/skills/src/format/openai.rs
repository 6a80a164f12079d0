//! `agents/openai.yaml`, which Codex reads beside a SKILL.md. It fails open: a missing or broken file does not keep the skill
//! from loading.

use crate::format::definition::{as_flag, as_text};
use crate::format::findings::finding;
use crate::format::profile::Profile;
use crate::format::yaml;
use apprentice_contracts::skill::SkillFinding;
use serde_json::Value;

/// The contents of `agents/openai.yaml` that count.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenAi {
    /// Name for people.
    pub display_name: Option<String>,
    /// Description for people.
    pub short_description: Option<String>,
    /// Prompt to start with.
    pub default_prompt: Option<String>,
    /// Tools that the skill depends on.
    pub tools: Vec<Tool>,
    /// Whether the agent may choose the skill by itself; `true` by default.
    pub allow_implicit_invocation: bool,
}

/// A tool that a skill depends on.
#[derive(Clone, Debug, PartialEq)]
pub struct Tool {
    /// Such as `mcp`.
    pub kind: String,
    /// Its name or address.
    pub value: String,
    /// What it is for.
    pub description: Option<String>,
}

/// Reads the text of `agents/openai.yaml`.
pub fn read(text: &str, profile: Profile) -> Result<OpenAi, SkillFinding> {
    let fault = |message: String, line| finding(profile, "CODEX_METADATA", format!("agents/openai.yaml: {message}"), line);
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let document = yaml::read(text, 1).map_err(|problem| {
        let message = if problem.message.is_empty() { "it must be a mapping".to_owned() } else { problem.message };
        fault(message, Some(problem.line))
    })?;
    if let Some((field, line)) = document.too_deep {
        return Err(fault(format!("'{field}' is nested too deep"), Some(line)));
    }
    let fields = Value::Object(yaml::as_fields(&document.entries));
    let word = |path: &str| fields.pointer(path).and_then(as_text);
    let implicit = fields.pointer("/policy/allow_implicit_invocation").filter(|flag| !flag.is_null());
    Ok(OpenAi {
        display_name: word("/interface/display_name"),
        short_description: word("/interface/short_description"),
        default_prompt: word("/interface/default_prompt"),
        tools: fields.pointer("/dependencies/tools").and_then(Value::as_array).into_iter().flatten().filter_map(tool).collect(),
        allow_implicit_invocation: match implicit {
            None => true,
            Some(flag) => {
                as_flag(flag).ok_or_else(|| fault("'policy.allow_implicit_invocation' must be true or false".to_owned(), None))?
            }
        },
    })
}

/// Writes into an `agents/openai.yaml` that Codex must not choose the skill by itself. `text`: the file, if there is one. `None`: the
/// file cannot be read, or has a `policy` that says otherwise.
pub fn only_by_a_person(text: Option<&str>) -> Option<String> {
    const POLICY: &str = "policy:\n  allow_implicit_invocation: false\n";
    let Some(text) = text else { return Some(POLICY.to_owned()) };
    if !read(text, Profile::Lenient).ok()?.allow_implicit_invocation {
        return Some(text.to_owned());
    }
    let longer = format!("{}\n{POLICY}", text.trim_end());
    (!has_policy(text) && read(&longer, Profile::Lenient).is_ok_and(|read| !read.allow_implicit_invocation)).then_some(longer)
}

fn has_policy(text: &str) -> bool {
    yaml::read(text.strip_prefix('\u{feff}').unwrap_or(text), 1)
        .is_ok_and(|document| yaml::as_fields(&document.entries).contains_key("policy"))
}

fn tool(value: &Value) -> Option<Tool> {
    Some(Tool {
        kind: as_text(value.get("type")?)?,
        value: as_text(value.get("value")?)?,
        description: value.get("description").and_then(as_text),
    })
}
