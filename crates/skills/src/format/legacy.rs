//! The older format: `skill.json` beside `prompt.md` (FR-3F-001), in its three known variants: name, description and variables;
//! with inputs, tools, permissions, an entrypoint and constraints; with category, icon and schedule.

use crate::format::bundle::{Bundle, capped, first_paragraph};
use crate::format::check;
use crate::format::definition::{Definition, as_text, words};
use crate::format::findings::{Findings, Refused};
use crate::format::profile::Profile;
use apprentice_contracts::skill::SkillFinding;
use serde_json::{Map, Value};

/// The prompt file of a legacy skill, unless `entrypoint` names another.
pub const PROMPT: &str = "prompt.md";

/// Fields that distinguish a skill's skill.json from others.
const TELLTALES: [&str; 7] = ["entrypoint", "variables", "inputs", "tools", "permissions", "required_permissions", "prompt"];

/// Whether `fields` describe a skill, and not a package or something else of the same file name.
fn is_skill(fields: &Map<String, Value>, has_prompt: bool) -> bool {
    let named = fields.get("name").is_some_and(Value::is_string);
    let entered = fields.get("entrypoint").is_some_and(Value::is_string);
    entered || named && (has_prompt || TELLTALES.iter().any(|key| fields.contains_key(*key)))
}

/// The prompt file: `entrypoint`, or `prompt.md`. `None`: `json` does not describe a skill.
pub fn prompt_file(json: &str, has_prompt: bool) -> Option<String> {
    let Ok(Value::Object(fields)) = serde_json::from_str(bare(json)) else { return None };
    is_skill(&fields, has_prompt).then(|| fields.get("entrypoint").and_then(as_text).unwrap_or_else(|| PROMPT.to_owned()))
}

/// Reads the text of a skill.json and of its prompt as the skill of a folder named `folder`.
pub fn read(json: &str, prompt: Option<&str>, folder: &str, profile: Profile) -> Result<Bundle, SkillFinding> {
    let mut findings = Findings::new(profile);
    match whole(json, prompt, folder, &mut findings) {
        Ok(bundle) if !findings.is_refused() => Ok(Bundle { findings: findings.list, ..bundle }),
        _ => Err(findings.into_reason()),
    }
}

fn whole(json: &str, prompt: Option<&str>, folder: &str, findings: &mut Findings) -> Result<Bundle, Refused> {
    let fields = match serde_json::from_str(bare(json)) {
        Ok(Value::Object(fields)) => fields,
        Ok(_) => {
            return Err(findings.refuse("NOT_A_SKILL", "skill.json is not a mapping, so it does not describe a skill", Some(1)));
        }
        Err(problem) => {
            let line = u32::try_from(problem.line().max(1)).ok();
            return Err(findings.refuse("LEGACY_INVALID", format!("skill.json is not valid JSON: {problem}"), line));
        }
    };
    if !is_skill(&fields, prompt.is_some()) {
        let message = "skill.json does not describe a skill: it has no 'name' with a prompt.md, and no 'entrypoint'";
        return Err(findings.refuse("NOT_A_SKILL", message, Some(1)));
    }
    let Some(prompt) = prompt else {
        let file = fields.get("entrypoint").and_then(as_text).unwrap_or_else(|| PROMPT.to_owned());
        let message = format!("skill.json needs {file:?} in the same folder, which does not exist");
        return Err(findings.refuse("LEGACY_PROMPT_MISSING", message, line_of(json, "entrypoint").or(Some(1))));
    };
    findings.report("LEGACY_FORMAT", "skill.json is an older format that few agents read", None);
    let line = |key: &str| line_of(json, key);
    let name = fields.get("name").and_then(as_text).unwrap_or_else(|| {
        findings.report("NAME_INFERRED", "skill.json has no name; the folder's name is used", Some(1));
        folder.to_owned()
    });
    check::name(&name, line("name"), folder, findings);
    let body = bare(prompt).replace("\r\n", "\n");
    let body = body.trim();
    let description = fields.get("description").and_then(as_text).or_else(|| described(body, findings));
    let Some(description) = description else {
        let message = "skill.json has no description";
        return Err(findings.refuse("NO_DESCRIPTION", message, line("description").or(Some(1))));
    };
    check::description(&description, line("description"), findings);
    let kept = capped(body, findings.profile.body_cap());
    if kept.len() < body.len() {
        let message = format!("The prompt has {} bytes; an agent is shown the first {}", body.len(), kept.len());
        findings.report("BODY_TRUNCATED", message, None);
    }
    Ok(Bundle {
        definition: definition(&fields, &description, &line, findings),
        truncated_from: (kept.len() < body.len()).then_some(body.len()),
        body: kept.to_owned(),
        name,
        description,
        front_matter: fields,
        findings: Vec::new(),
    })
}

/// The first paragraph of the prompt, where the profile allows it.
fn described(body: &str, findings: &mut Findings) -> Option<String> {
    let paragraph = first_paragraph(body).filter(|_| findings.profile == Profile::Lenient)?;
    findings.report("DESCRIPTION_INFERRED", "skill.json has no description; the first paragraph of the prompt is used", Some(1));
    Some(paragraph)
}

fn definition(
    fields: &Map<String, Value>,
    description: &str,
    line: &dyn Fn(&str) -> Option<u32>,
    findings: &mut Findings,
) -> Definition {
    let mut known = fields.clone();
    if let Some(tools) = known.remove("tools") {
        known.entry("allowed-tools").or_insert(tools);
    }
    let constraints = known.remove("constraints").unwrap_or_default();
    let inputs = known.get("inputs").and_then(Value::as_object).map(|inputs| inputs.keys().cloned().collect::<Vec<_>>());
    let mut definition = Definition::read(known.into_iter(), description, line, findings);
    if definition.variables.is_empty() {
        definition.variables = inputs.unwrap_or_default();
    }
    let list = |key: &str| constraints.get(key).and_then(words).unwrap_or_default();
    definition.requires.os.extend(list("os"));
    definition.requires.bins.extend(list("binaries"));
    definition
}

fn bare(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn line_of(json: &str, key: &str) -> Option<u32> {
    let index = json.lines().position(|line| line.contains(&format!("\"{key}\"")))?;
    u32::try_from(index + 1).ok()
}
