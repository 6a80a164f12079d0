//! The fields of a skill by their meaning, from Claude Code, OpenClaw, older formats and SkillBag (FR-3F-003).
//!
//! Nothing here refuses a skill: an unusable value becomes a finding, and the default applies.

use crate::format::findings::Findings;
use crate::format::openai::OpenAi;
use crate::format::openclaw::{self, OpenClaw, Requires};
use crate::format::skillbag_fields::{self, Dependency, Parameters, Tag};
use serde_json::{Map, Value};

/// Key of the front matter's `metadata` by which skills that Apprentice wrote name their ability.
pub const ABILITY_KEY: &str = "apprentice-ability";

/// The fields of a skill except its name and description.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Definition {
    /// When an agent should choose it; shown together with the description.
    pub when_to_use: Option<String>,
    /// As spelled: `1.10` stays `1.10`.
    pub version: Option<String>,
    /// Licence, as written.
    pub license: Option<String>,
    /// Environments that it is made for, as written.
    pub compatibility: Option<String>,
    /// Names of the values that the prompt expects (older formats).
    pub variables: Vec<String>,
    /// Names of the arguments, in order: `$name` in the body.
    pub arguments: Vec<String>,
    /// Shown to a person who types the skill's name.
    pub argument_hint: Option<String>,
    /// Only a person can start it.
    pub disable_model_invocation: bool,
    /// Whether a person can start it.
    pub user_invocable: bool,
    /// Tools that the skill may use without asking; empty: not specified. Exact names, or a prefix and `*`.
    pub allowed_tools: Vec<String>,
    /// Model to run it with.
    pub model: Option<String>,
    /// Effort: `low`, `medium`, `high`, `xhigh` or `max`.
    pub effort: Option<String>,
    /// Where it runs.
    pub context: Context,
    /// Kind of subagent for [`Context::Fork`].
    pub agent: Option<String>,
    /// Hooks of Claude Code, as written.
    pub hooks: Option<Value>,
    /// Patterns of files for which the skill is offered.
    pub paths: Vec<String>,
    /// Shell for its commands.
    pub shell: Option<String>,
    /// Its home page.
    pub homepage: Option<String>,
    /// A mapping of at most 8 KiB and 10 levels.
    pub metadata: Option<Value>,
    /// Hidden from listings of other people's skills (`metadata.internal`).
    pub internal: bool,
    /// The OpenClaw block below `metadata`.
    pub openclaw: Option<OpenClaw>,
    /// Its requirements of the machine; see [`Requires::unmet`]. For a skill with `always`, only the operating system.
    pub requires: Requires,
    /// The contents of `agents/openai.yaml`.
    pub openai: Option<OpenAi>,
    /// `#group/name` tags in the description, or after it on its line.
    pub tags: Vec<Tag>,
    /// The description together with the tags in the comment after it, if there are any.
    pub with_tags: Option<String>,
    /// From the section "Parameters" of the body.
    pub parameters: Parameters,
    /// From the front matter and the section "Dependencies" of the body; of one name the body's entry counts.
    pub dependencies: Vec<Dependency>,
    /// Unknown fields, unchanged.
    pub unknown: Map<String, Value>,
}

/// Where a skill runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Context {
    /// In the conversation.
    #[default]
    Inline,
    /// In a subagent; run inline until those are supported.
    Fork,
}

const EFFORTS: [&str; 5] = ["low", "medium", "high", "xhigh", "max"];

/// Reads values and reports what is wrong with a field, on its line.
struct Teller<'f> {
    findings: &'f mut Findings,
    line: &'f dyn Fn(&str) -> Option<u32>,
}

impl Definition {
    /// Reads the fields of a front matter or a legacy file. `line` returns the line of a field.
    pub(crate) fn read(
        fields: impl Iterator<Item = (impl AsRef<str>, Value)>,
        description: &str,
        line: &dyn Fn(&str) -> Option<u32>,
        findings: &mut Findings,
    ) -> Definition {
        let mut definition =
            Definition { user_invocable: true, tags: skillbag_fields::tags(description), ..Definition::default() };
        let mut teller = Teller { findings, line };
        for (key, value) in fields {
            definition.field(key.as_ref(), value, &mut teller);
        }
        definition.metadata_blocks(&mut teller);
        definition
    }

    fn field(&mut self, key: &str, value: Value, teller: &mut Teller<'_>) {
        // Every field is written in two ways: `allowed-tools` and `allowed_tools`.
        match key.replace('_', "-").as_str() {
            "name" | "description" => {}
            "when-to-use" => self.when_to_use = teller.text(key, &value),
            "version" => self.version = teller.text(key, &value),
            "license" => self.license = teller.text(key, &value),
            "compatibility" => self.compatibility = teller.text(key, &value),
            "variables" => self.variables = teller.words(key, &value),
            "arguments" => self.arguments = teller.words(key, &value),
            "argument-hint" => self.argument_hint = teller.text(key, &value),
            "disable-model-invocation" => self.disable_model_invocation = teller.flag(key, &value, false),
            "user-invocable" => self.user_invocable = teller.flag(key, &value, true),
            "allowed-tools" => self.allowed_tools = teller.words(key, &value),
            "model" => self.model = teller.text(key, &value),
            "effort" => self.effort = teller.one_of(key, &value, &EFFORTS),
            "context" => self.context = teller.context(key, &value),
            "agent" => self.agent = teller.text(key, &value),
            "hooks" => self.hooks = (!value.is_null()).then_some(value),
            "paths" => self.paths = teller.words(key, &value),
            "shell" => self.shell = teller.text(key, &value),
            "homepage" => self.homepage = teller.text(key, &value),
            "dependencies" if skillbag_fields::names_skills(&value) => {
                let line = (teller.line)(key);
                let mut say = |message| teller.findings.report("DEPENDENCIES_INVALID", message, line);
                skillbag_fields::dependencies(&value, &mut self.dependencies, &mut say);
            }
            "metadata" => self.metadata = (!value.is_null()).then_some(value),
            _ => {
                self.unknown.insert(key.to_owned(), value);
            }
        }
    }

    /// Reads the fields below `metadata`.
    fn metadata_blocks(&mut self, teller: &mut Teller<'_>) {
        let line = (teller.line)("metadata");
        if let Some(Value::String(text)) = &self.metadata {
            // Not every text there is meant as a mapping.
            self.metadata = openclaw::json5(text).ok().filter(Value::is_object);
        }
        let Some(metadata) = &self.metadata else { return };
        self.internal = metadata.get("internal").is_some_and(|flag| as_flag(flag) == Some(true));
        if self.version.is_none() {
            self.version = metadata.get("version").and_then(as_text);
        }
        if let Some(block) = openclaw::read(metadata, line, teller.findings) {
            self.requires = match block.always {
                true => Requires { os: block.requires.os.clone(), ..Requires::default() },
                false => block.requires.clone(),
            };
            self.openclaw = Some(block);
        }
    }
}

impl Teller<'_> {
    fn tell(&mut self, code: &str, key: &str, message: &str) {
        let line = (self.line)(key);
        self.findings.report(code, format!("Field '{key}' {message}"), line);
    }

    fn text(&mut self, key: &str, value: &Value) -> Option<String> {
        match value {
            Value::Null => None,
            // `argument-hint: [topic]` is a list to YAML and a hint to its writer.
            Value::Array(_) => {
                self.tell("FIELD_TYPE", key, "must be text; put the brackets in quotes");
                let words = words(value)?;
                Some(format!("[{}]", words.join(", ")))
            }
            Value::Object(_) => {
                self.tell("FIELD_TYPE", key, "must be text");
                None
            }
            other => as_text(other),
        }
    }

    fn flag(&mut self, key: &str, value: &Value, default: bool) -> bool {
        if value.is_null() {
            return default;
        }
        as_flag(value).unwrap_or_else(|| {
            self.tell("FIELD_TYPE", key, "must be true or false");
            default
        })
    }

    /// A list, or text with commas or spaces between the words.
    fn words(&mut self, key: &str, value: &Value) -> Vec<String> {
        words(value).unwrap_or_else(|| {
            self.tell("FIELD_TYPE", key, "must be a list of words");
            Vec::new()
        })
    }

    fn one_of(&mut self, key: &str, value: &Value, known: &[&str]) -> Option<String> {
        let text = self.text(key, value)?;
        if !known.contains(&text.as_str()) {
            self.tell("FIELD_VALUE", key, &format!("is '{text}'; use one of {}", known.join(", ")));
        }
        Some(text)
    }

    fn context(&mut self, key: &str, value: &Value) -> Context {
        match self.one_of(key, value, &["inline", "fork"]).as_deref() {
            Some("fork") => {
                let line = (self.line)(key);
                self.findings.report("CONTEXT_FORK", "subagent fork not yet supported, running inline", line);
                Context::Fork
            }
            _ => Context::Inline,
        }
    }
}

/// Text of a scalar; `None` for empty text, lists and mappings.
pub(crate) fn as_text(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        Value::Bool(flag) => flag.to_string(),
        _ => return None,
    };
    (!text.is_empty()).then_some(text)
}

/// Flags as YAML 1.1 and 1.2 spell them; people use all spellings.
pub(crate) fn as_flag(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(flag) => Some(*flag),
        Value::String(text) => match text.trim().to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" => Some(true),
            "false" | "no" | "off" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// A list of scalars, or one text cut at commas and spaces outside of brackets: `Bash(git add:*), Read` or `src/*.{ts,tsx} docs/**`.
pub(crate) fn words(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::Null => Some(Vec::new()),
        Value::Array(items) => items.iter().map(as_text).collect(),
        Value::Object(_) => None,
        other => Some(split_words(&as_text(other).unwrap_or_default())),
    }
}

fn split_words(text: &str) -> Vec<String> {
    let text = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let mut open = 0_usize;
    let cut = |c: char| {
        match c {
            '(' | '{' => open += 1,
            ')' | '}' => open = open.saturating_sub(1),
            _ => {}
        }
        open == 0 && (c == ',' || c.is_whitespace())
    };
    text.split(cut).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}
