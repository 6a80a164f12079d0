//! The OpenClaw block below `metadata`. `agents/environment.rs` checks its requirements against the machine.

use crate::format::definition::{as_flag, as_text, words};
use crate::format::findings::Findings;
use crate::format::json5;
use serde_json::{Map, Value};

/// Names of the block, the newest first.
const ALIASES: [&str; 4] = ["openclaw", "clawdbot", "clawdis", "moltbot"];
const MAX_JSON5_BYTES: usize = 8 * 1024;
const MAX_JSON5_BRACKETS: usize = 256;
const MAX_JSON5_DEPTH: usize = 10;

/// The OpenClaw block.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OpenClaw {
    /// Load even if requirements are not met.
    pub always: bool,
    /// Emoji for people.
    pub emoji: Option<String>,
    /// Home page.
    pub homepage: Option<String>,
    /// Key in OpenClaw's configuration, where that is not the name.
    pub skill_key: Option<String>,
    /// The environment variable with the main key.
    pub primary_env: Option<String>,
    /// Requirements of the machine.
    pub requires: Requires,
    /// Environment variables that the skill knows.
    pub env_vars: Vec<EnvVar>,
    /// Ways to install missing programs; unusable ones are left out.
    pub install: Vec<Install>,
}

/// What a skill requires of the machine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Requires {
    /// Programs on the search path, all of them.
    pub bins: Vec<String>,
    /// Programs of which one is enough.
    pub any_bins: Vec<String>,
    /// Environment variables.
    pub env: Vec<String>,
    /// Dotted paths into the agent's configuration that must hold something.
    pub config: Vec<String>,
    /// `darwin`, `linux`, `win32`; empty: any.
    pub os: Vec<String>,
}

/// An environment variable that a skill knows.
#[derive(Clone, Debug, PartialEq)]
pub struct EnvVar {
    /// Name of the variable.
    pub name: String,
    /// Whether the skill needs it.
    pub required: bool,
    /// What it is for.
    pub description: Option<String>,
}

/// One way to install a missing program.
#[derive(Clone, Debug, PartialEq)]
pub struct Install {
    /// Id in the block.
    pub id: Option<String>,
    /// Package manager and package.
    pub kind: InstallKind,
    /// Text for people.
    pub label: Option<String>,
    /// Programs that it provides.
    pub bins: Vec<String>,
    /// Operating systems that it is for; empty: any.
    pub os: Vec<String>,
    /// Other fields as written: `sha256`, `archive`, `stripComponents`, ...
    pub options: Map<String, Value>,
}

/// A package manager and what it installs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InstallKind {
    /// Formula or cask.
    Brew(String),
    /// Package.
    Node(String),
    /// Module.
    Go(String),
    /// Package.
    Uv(String),
    /// Address.
    Download(String),
}

/// The block, when `metadata` has one.
pub(crate) fn read(metadata: &Value, line: Option<u32>, findings: &mut Findings) -> Option<OpenClaw> {
    let (name, written) = ALIASES.iter().find_map(|name| metadata.get(*name).map(|block| (*name, block)))?;
    let block = match written {
        Value::String(text) => match json5(text) {
            Ok(value) => value,
            Err(problem) => {
                findings.report("OPENCLAW_METADATA", format!("Field 'metadata.{name}' is not JSON5: {problem}"), line);
                return None;
            }
        },
        other => other.clone(),
    };
    let Value::Object(block) = block else {
        if !block.is_null() {
            findings.report("OPENCLAW_METADATA", format!("Field 'metadata.{name}' must be a mapping"), line);
        }
        return None;
    };
    Some(from_block(&block, line, findings))
}

fn from_block(block: &Map<String, Value>, line: Option<u32>, findings: &mut Findings) -> OpenClaw {
    let text = |key: &str| block.get(key).and_then(as_text);
    let requires = block.get("requires").cloned().unwrap_or_default();
    let list = |owner: &Value, key: &str| owner.get(key).and_then(words).unwrap_or_default();
    let whole = Value::Object(block.clone());
    OpenClaw {
        always: block.get("always").and_then(as_flag).unwrap_or(false),
        emoji: text("emoji"),
        homepage: text("homepage"),
        skill_key: text("skillKey"),
        primary_env: text("primaryEnv"),
        requires: Requires {
            bins: list(&requires, "bins"),
            any_bins: list(&requires, "anyBins"),
            env: list(&requires, "env"),
            config: list(&requires, "config"),
            os: list(&whole, "os"),
        },
        env_vars: items(block.get("envVars")).filter_map(env_var).collect(),
        install: items(block.get("install"))
            .filter_map(|spec| {
                install(spec)
                    .map_err(|problem| findings.report("OPENCLAW_INSTALL", format!("An install step {problem}"), line))
                    .ok()
            })
            .collect(),
    }
}

fn items(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    value.and_then(Value::as_array).into_iter().flatten()
}

fn env_var(value: &Value) -> Option<EnvVar> {
    Some(EnvVar {
        name: as_text(value.get("name")?)?,
        required: value.get("required").and_then(as_flag).unwrap_or(true),
        description: value.get("description").and_then(as_text),
    })
}

/// `Err` completes a sentence that begins "An install step".
fn install(spec: &Value) -> Result<Install, String> {
    let Value::Object(fields) = spec else { return Err("is no mapping".to_owned()) };
    let text = |key: &str| fields.get(key).and_then(as_text);
    let named = |keys: &[&str]| {
        let found = keys.iter().find_map(|key| text(key)).ok_or_else(|| format!("needs '{}'", keys.join("' or '")))?;
        if found.starts_with('-') || found.contains('\\') || found.contains("..") || found.contains("://") {
            return Err(format!("names {found:?}, which is not a plain package name"));
        }
        Ok(found)
    };
    let kind = match text("kind").as_deref() {
        Some("brew") => InstallKind::Brew(named(&["formula", "cask"])?),
        Some("node") => InstallKind::Node(named(&["package"])?),
        Some("go") => InstallKind::Go(named(&["module", "package"])?),
        Some("uv") => InstallKind::Uv(named(&["package"])?),
        Some("download") => InstallKind::Download(address(text("url"))?),
        Some(other) => return Err(format!("has the unknown kind {other:?}; use brew, node, go, uv or download")),
        None => return Err("needs 'kind'".to_owned()),
    };
    if text("targetDir").is_some_and(|folder| folder.contains("..") || folder.contains('\\') || folder.starts_with('-')) {
        return Err("has a 'targetDir' that leaves its folder".to_owned());
    }
    let list = |key: &str| fields.get(key).and_then(words).unwrap_or_default();
    let known_fields = ["id", "kind", "label", "bins", "os"];
    Ok(Install {
        id: text("id"),
        kind,
        label: text("label"),
        bins: list("bins"),
        os: list("os"),
        options: fields
            .iter()
            .filter(|(key, _)| !known_fields.contains(&key.as_str()))
            .map(|(k, v)| (k.clone(), v.clone()))
            .collect(),
    })
}

fn address(url: Option<String>) -> Result<String, String> {
    let url = url.ok_or("needs 'url'")?;
    let parsed = url::Url::parse(&url).map_err(|problem| format!("has the address {url:?}: {problem}"))?;
    match parsed.scheme() {
        "https" | "http" => Ok(url),
        other => Err(format!("has an address of scheme {other:?}; https is needed")),
    }
}

/// Text as JSON5, within the limits of metadata.
pub(crate) fn json5(text: &str) -> Result<Value, String> {
    if text.len() > MAX_JSON5_BYTES {
        return Err(format!("it is longer than {MAX_JSON5_BYTES} bytes"));
    }
    // The parser recurses for every level, so brackets are counted before it runs.
    if text.bytes().filter(|byte| b"[{".contains(byte)).count() > MAX_JSON5_BRACKETS {
        return Err(format!("it has more than {MAX_JSON5_BRACKETS} lists and mappings"));
    }
    let value = json5::parse(text)?;
    if levels(&value) > MAX_JSON5_DEPTH {
        return Err(format!("it is nested more than {MAX_JSON5_DEPTH} levels deep"));
    }
    Ok(value)
}

fn levels(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(levels).max().unwrap_or(0),
        Value::Object(fields) => 1 + fields.values().map(levels).max().unwrap_or(0),
        _ => 0,
    }
}
