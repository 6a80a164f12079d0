//! One skill: its front matter and body, checked against a profile.

use crate::format::check;
use crate::format::definition::{ABILITY_KEY, Definition};
use crate::format::findings::{Findings, Refused};
use crate::format::front_matter::{self, Fields, NoFrontMatter, Parts, text_of};
use crate::format::openclaw::Requires;
use crate::format::rescue;
use crate::format::skillbag_fields;
use apprentice_contracts::skill::SkillFinding;
use serde_json::{Map, Value};
use std::borrow::Cow;

pub use crate::format::folder::{FolderSkill, read_folder};
pub use crate::format::profile::{BodyCap, Profile};

/// Larger files are not read: an agent would not either, and a listing must stay quick.
pub const MAX_BYTES: usize = 256_000;

/// The contents of a SKILL.md or of a legacy skill.
#[derive(Clone, Debug, PartialEq)]
pub struct Bundle {
    /// The name, or the folder's.
    pub name: String,
    /// The description, or what the profile takes instead.
    pub description: String,
    /// The fields as they are written.
    pub front_matter: Map<String, Value>,
    /// The fields by their meaning.
    pub definition: Definition,
    /// The text after the front matter, without blank lines around it, up to the cap.
    pub body: String,
    /// Set when the body was longer than the cap: its whole length in bytes.
    pub truncated_from: Option<usize>,
    /// Findings, graded by the profile.
    pub findings: Vec<SkillFinding>,
}

/// What a listing needs of a skill.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// The name, or the folder's.
    pub name: String,
    /// The description, or what the profile takes instead.
    pub description: String,
    /// The id of the ability that it was written from, if Apprentice wrote it.
    pub ability_id: Option<String>,
    /// The key of OpenClaw's configuration for it, where that is not its name.
    pub skill_key: Option<String>,
    /// Its requirements of the machine.
    pub requires: Requires,
    /// The tools that it names (`allowed-tools`).
    pub allowed_tools: Vec<String>,
    /// Findings, graded by the profile.
    pub findings: Vec<SkillFinding>,
}

impl Head {
    fn new(name: String, description: String, definition: Definition, findings: Vec<SkillFinding>) -> Self {
        let id = definition.metadata.as_ref().and_then(|metadata| metadata.get(ABILITY_KEY)).and_then(Value::as_str);
        let ability_id = id.map(str::to_owned);
        let skill_key = definition.openclaw.and_then(|openclaw| openclaw.skill_key);
        let (requires, allowed_tools) = (definition.requires, definition.allowed_tools);
        Self { name, description, ability_id, skill_key, requires, allowed_tools, findings }
    }
}

impl Bundle {
    /// Drops what a listing does not need.
    pub fn into_head(self) -> Head {
        Head::new(self.name, self.description, self.definition, self.findings)
    }
}

/// The front matter.
struct Front<'t> {
    name: String,
    description: String,
    fields: Fields<'t>,
    definition: Definition,
}

/// Reads `text` as the SKILL.md of a folder named `folder`. `Err`: the skill cannot be used; the finding says why and where.
///
/// [`Profile::Strict`] reports every fault of the readable fields at once, as findings of severity `error` in the words of the
/// reference validator. A skill is valid if `findings` is empty.
pub fn read(text: &str, folder: &str, profile: Profile) -> Result<Bundle, SkillFinding> {
    read_capped(text, folder, profile, profile.body_cap())
}

/// [`read`] with another limit for the body.
pub fn read_capped(text: &str, folder: &str, profile: Profile, cap: BodyCap) -> Result<Bundle, SkillFinding> {
    let mut findings = Findings::new(profile);
    match whole(text, folder, cap, &mut findings) {
        Ok(bundle) => Ok(Bundle { findings: findings.list, ..bundle }),
        Err(Refused) => Err(findings.into_reason()),
    }
}

/// [`read`] for listings: the body is not copied, and only its first paragraph is read, if it replaces a missing description.
pub fn summary(text: &str, folder: &str, profile: Profile) -> Result<Head, SkillFinding> {
    let mut findings = Findings::new(profile);
    let read = unix_lines(text, &mut findings).and_then(|text| {
        let (front, _body) = head(&text, folder, &mut findings)?;
        Ok((front.name, front.description, front.definition))
    });
    match read {
        Ok((name, description, definition)) => Ok(Head::new(name, description, definition, findings.list)),
        Err(Refused) => Err(findings.into_reason()),
    }
}

/// Why it is not known which tools a skill limits itself to (`allowed-tools`), or which hooks it has. `None`: both are read, or it has none. Other
/// fields that were repaired or left out are no reason.
pub fn unread_limits(text: &str) -> Option<SkillFinding> {
    const LIMITS: [&str; 3] = ["allowed-tools", "allowed_tools", "hooks"];
    let mut findings = Findings::new(Profile::Lenient);
    let read = unix_lines(text, &mut findings).and_then(|text| {
        let (front, _body) = head(&text, "", &mut findings)?;
        let yaml = parts(&text, &mut Findings::new(Profile::Lenient))?.yaml.to_owned();
        Ok((front.definition, yaml))
    });
    let (definition, yaml) = match read {
        Ok(read) => read,
        Err(Refused) => return Some(findings.into_reason()),
    };
    // A field with a key in quotes, or outside of every field, is lost where the YAML had to be repaired.
    let is_written = |limit: &str| {
        let mut fields = yaml.lines().filter_map(|line| line.split_once(':'));
        fields.any(|(key, _)| key.trim().trim_matches(['"', '\'']) == limit)
    };
    let is_lost = |limit: &&str| match *limit {
        "hooks" => !definition.hooks.as_ref().is_some_and(Value::is_object) && is_written(limit),
        _ => definition.allowed_tools.is_empty() && is_written(limit),
    };
    findings.list.into_iter().find(|finding| match finding.code.as_str() {
        "FRONT_MATTER_NOT_A_MAPPING" => true,
        "FIELD_DROPPED" | "FIELD_TYPE" => LIMITS.iter().any(|limit| finding.message.contains(&format!("'{limit}'"))),
        "YAML_REPAIRED" => LIMITS.iter().any(|limit| is_lost(&limit)),
        _ => false,
    })
}

/// All findings of [`read`], also for a skill that cannot be used.
pub fn inspect(text: &str, folder: &str, profile: Profile) -> Vec<SkillFinding> {
    let mut findings = Findings::new(profile);
    let _unusable = whole(text, folder, profile.body_cap(), &mut findings);
    findings.list
}

fn whole(text: &str, folder: &str, cap: BodyCap, findings: &mut Findings) -> Result<Bundle, Refused> {
    let text = unix_lines(text, findings)?;
    let (front, body) = head(&text, folder, findings)?;
    let mut definition = front.definition;
    skillbag_fields::read(body, line_of_body(&text, body), &mut definition, findings);
    let kept = capped(body, cap);
    if kept.len() < body.len() {
        let message = format!("The body has {} bytes; an agent is shown the first {}", body.len(), kept.len());
        findings.report("BODY_TRUNCATED", message, Some(line_of_body(&text, &body[kept.len()..])));
    }
    Ok(Bundle {
        name: front.name,
        description: front.description,
        front_matter: values(&front.fields),
        definition,
        body: kept.to_owned(),
        truncated_from: (kept.len() < body.len()).then_some(body.len()),
        findings: Vec::new(),
    })
}

/// The text without a byte order mark and with Unix line ends; copied only where it has others.
fn unix_lines<'t>(text: &'t str, findings: &mut Findings) -> Result<Cow<'t, str>, Refused> {
    if text.len() > MAX_BYTES {
        let message = format!("SKILL.md is larger than {MAX_BYTES} bytes ({})", text.len());
        return Err(findings.refuse("TOO_LARGE", message, None));
    }
    // Readers in C end the text there, and others go on: a person and an agent would not read the same.
    if let Some(at) = memchr::memchr(0, text.as_bytes()) {
        let line = text[..at].matches('\n').count() + 1;
        let message = "SKILL.md has a NUL character, which no text has";
        return Err(findings.refuse("NUL_CHARACTER", message, u32::try_from(line).ok()));
    }
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    if bare.len() != text.len() {
        let message = "SKILL.md must start with YAML frontmatter (---): a byte order mark comes before it";
        findings.report("BOM", message, Some(1));
    }
    if memchr::memchr(b'\r', bare.as_bytes()).is_none() {
        return Ok(Cow::Borrowed(bare));
    }
    let line = bare.split('\r').next().map_or(0, |before| before.matches('\n').count());
    let message = "Windows line ends: some readers do not find the front matter";
    findings.report("CRLF", message, u32::try_from(line + 1).ok());
    Ok(Cow::Owned(bare.replace("\r\n", "\n").replace('\r', "\n")))
}

/// The front matter, and the body without blank lines around it.
fn head<'t>(text: &'t str, folder: &str, findings: &mut Findings) -> Result<(Front<'t>, &'t str), Refused> {
    let parts = parts(text, findings)?;
    let mut fields = match findings.profile {
        Profile::Strict => front_matter::strict(&parts, findings)?,
        Profile::Lenient | Profile::Orchestrator => front_matter::lenient(&parts, findings)?,
    };
    if findings.profile == Profile::Strict {
        check::unexpected(&fields, findings);
    }
    let name = name(&fields, folder, findings);
    let description = description(&fields, parts.body, findings);
    check::compatibility(&fields, findings);
    if fields.get("metadata").is_some_and(|entry| !check::metadata(entry, findings)) {
        fields.entries.retain(|entry| entry.key != "metadata");
    }
    if findings.is_refused() {
        return Err(Refused);
    }
    let values = fields.entries.iter().map(|entry| (&entry.key, entry.node.value()));
    let mut definition = Definition::read(values, &description, &|key| fields.line(key), findings);
    tags_behind(&parts, &fields, &description, &mut definition, findings);
    Ok((Front { name, description, fields, definition }, parts.body.trim()))
}

/// The fields as written: a name that looks like a number stays text.
fn values(fields: &Fields<'_>) -> Map<String, Value> {
    let mut values = fields.values();
    for key in ["name", "description"] {
        if let Some(text) = fields.get(key).and_then(text_of) {
            values.insert(key.to_owned(), Value::String(text.to_owned()));
        }
    }
    values
}

/// SkillBag allows tags after a description without quotes; to YAML ` #run/always` is a comment.
fn tags_behind(parts: &Parts<'_>, fields: &Fields<'_>, description: &str, definition: &mut Definition, findings: &mut Findings) {
    if !parts.yaml.contains(" #") {
        return;
    }
    let Some(line) = fields.line("description") else { return };
    let Some(written) = rescue::written(parts, line) else { return };
    let comment = written.strip_prefix(description).map(str::trim_start).filter(|comment| comment.starts_with('#'));
    let tags = comment.map(skillbag_fields::tags).unwrap_or_default();
    if !tags.is_empty() {
        let message = "The tags after the description are a YAML comment; other agents do not see them";
        findings.report("TAGS_IN_COMMENT", message, Some(line));
        definition.tags.extend(tags);
        definition.with_tags = Some(written);
    }
}

fn parts<'t>(text: &'t str, findings: &mut Findings) -> Result<Parts<'t>, Refused> {
    let bare = text.trim_start_matches([' ', '\t', '\n']);
    if bare.len() < text.len()
        && let Ok(parts) = front_matter::split(bare)
    {
        let skipped = text[..text.len() - bare.len()].matches('\n').count();
        let late = u32::try_from(skipped).unwrap_or(u32::MAX);
        findings.report(
            "FRONT_MATTER_LATE",
            "SKILL.md must start with YAML frontmatter (---): blank lines come before it",
            Some(1),
        );
        return match findings.is_refused() {
            true => Err(Refused),
            false => Ok(Parts { first_line: parts.first_line.saturating_add(late), ..parts }),
        };
    }
    match front_matter::split(text) {
        Ok(parts) => Ok(parts),
        Err(NoFrontMatter::Open) => {
            Err(findings.refuse("FRONT_MATTER_OPEN", "SKILL.md frontmatter not properly closed with ---", Some(1)))
        }
        Err(NoFrontMatter::Missing) => {
            findings.report("FRONT_MATTER_MISSING", "SKILL.md must start with YAML frontmatter (---)", Some(1));
            if findings.is_refused() { Err(Refused) } else { Ok(Parts { first_line: 1, yaml: "", body: text }) }
        }
    }
}

/// The name; empty if there is none and the profile does not use the folder's name.
fn name(fields: &Fields<'_>, folder: &str, findings: &mut Findings) -> String {
    let line = fields.line("name");
    if let Some(text) = fields.get("name").and_then(text_of).filter(|text| !text.trim().is_empty()) {
        check::name(text, line, folder, findings);
        return text.trim().to_owned();
    }
    match line {
        None => findings.report("NAME_MISSING", "Missing required field in frontmatter: name", Some(1)),
        Some(_) => findings.report("NAME_EMPTY", "Field 'name' must be a non-empty string", line),
    }
    findings.report("NAME_INFERRED", "The front matter has no name; the folder's name is used", line.or(Some(1)));
    folder.to_owned()
}

fn description(fields: &Fields<'_>, body: &str, findings: &mut Findings) -> String {
    let line = fields.line("description");
    if let Some(text) = fields.get("description").and_then(text_of).filter(|text| !text.trim().is_empty()) {
        check::description(text, line, findings);
        return text.trim().to_owned();
    }
    let missing = match line {
        None => "Missing required field in frontmatter: description",
        Some(_) => "Field 'description' must be a non-empty string",
    };
    let at = line.or(Some(1));
    if findings.profile != Profile::Lenient {
        findings.report("NO_DESCRIPTION", missing, at);
        return String::new();
    }
    if let Some(text) = fields.word("when_to_use").or_else(|| fields.word("when-to-use")) {
        findings.report("DESCRIPTION_INFERRED", "The front matter has no description; 'when_to_use' is used", at);
        return text;
    }
    match first_paragraph(body) {
        Some(paragraph) => {
            findings.report("DESCRIPTION_INFERRED", "The front matter has no description; the first paragraph is used", at);
            paragraph
        }
        None => {
            findings.report("NO_DESCRIPTION", "There is no description, and no paragraph to take one from", at);
            String::new()
        }
    }
}

/// The first lines that are prose: no heading, fence, comment, rule, table or quotation.
pub(crate) fn first_paragraph(body: &str) -> Option<String> {
    let mut fenced = false;
    let mut found: Vec<&str> = Vec::new();
    for line in body.lines().map(str::trim) {
        if line.starts_with("```") || line.starts_with("~~~") {
            fenced = !fenced;
        }
        let prose = !fenced && line.starts_with(|first: char| !"#`~<|>!".contains(first)) && !line.starts_with("---");
        if prose {
            found.push(line);
        } else if !found.is_empty() {
            break;
        }
    }
    let text = found.join(" ");
    (!text.is_empty()).then(|| text.chars().take(check::MAX_DESCRIPTION).collect())
}

/// As much of `body` as the cap allows, ending between two characters.
pub(crate) fn capped(body: &str, cap: BodyCap) -> &str {
    let end = match cap {
        BodyCap::Bytes(most) if body.len() <= most => body.len(),
        BodyCap::Bytes(most) => body.floor_char_boundary(most),
        BodyCap::Chars(most) => body.char_indices().nth(most).map_or(body.len(), |(at, _)| at),
    };
    &body[..end]
}

/// 1-based line of `text` on which its part `rest` begins.
fn line_of_body(text: &str, rest: &str) -> u32 {
    let before = (rest.as_ptr() as usize).saturating_sub(text.as_ptr() as usize).min(text.len());
    u32::try_from(text.as_bytes()[..before].iter().filter(|byte| **byte == b'\n').count() + 1).unwrap_or(u32::MAX)
}
