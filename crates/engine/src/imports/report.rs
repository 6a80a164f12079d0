//! The compatibility report of a skill: whether a bundle can be made, what is missing on this machine, which names collide, and
//! what is dangerous. Pure functions.

use super::bundle;
use super::requests;
use super::shadowing;
use super::switches::{self, TargetReaders};
use crate::core::scan;
use apprentice_agents::servers;
use apprentice_contracts::ability::AbilitySource;
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::import::{ImportedSkillRecord, ReplacedImport, SkillCompatibilityFinding, SkillCompatibilityReport};
use apprentice_contracts::skill::{FindingSeverity, SkillFinding};
use apprentice_contracts::{SCHEMA_VERSION, Time};
use apprentice_skills::agents::behaviour::is_only_for_a_person;
use apprentice_skills::agents::environment::Environment;
use apprentice_skills::format::bundle::{Bundle, Profile};
use apprentice_skills::format::definition::Definition;
use apprentice_skills::format::{bundle as dialect, names};
use apprentice_skills::source::package::Package;
use apprentice_store::imports::ImportRow;
use std::collections::BTreeSet;

/// The import would replace an earlier one.
pub(super) const REPLACES: &str = "REPLACES_IMPORT";
/// All findings about names.
const OF_NAMES: [&str; 3] = [REPLACES, "NAME_TAKEN_BY_ABILITY", "NAME_TAKEN_BY_SKILL"];

/// Increased when the rules change.
const RULES: &str = "1";
const MAX_FINDINGS: usize = 500;
const MAX_SLUG: usize = 64;
const MAX_TRIGGERS: usize = 20;
const MAX_TRIGGER: usize = 120;

/// What an import is compared with.
#[derive(Debug, Default)]
pub(super) struct ImportContext {
    pub environment: Environment,
    pub abilities: Vec<InstalledName>,
    /// Names of skills in agents' folders, with the folder.
    pub skills: Vec<(String, String)>,
    /// The folders that an installation writes into, unless the person chooses others.
    pub targets: Vec<TargetReaders>,
    pub pack: Option<String>,
}

/// An installed ability and its name.
#[derive(Debug)]
pub(super) struct InstalledName {
    pub slug: String,
    pub id: AbilityId,
    pub title: String,
    pub source: AbilitySource,
    /// When the installed version was imported or created.
    pub since: Time,
}

/// The report, and the name in the skill itself.
pub(super) struct ScanResult {
    pub report: SkillCompatibilityReport,
    pub name: String,
}

/// Examines the files of a skill. `folder`: the name of its folder or archive.
pub(super) fn examine(package: &Package, folder: &str, context: &ImportContext) -> ScanResult {
    let mut report = empty();
    report.file_count = u32::try_from(package.files.0.len()).unwrap_or(u32::MAX);
    report.byte_size = package.files.0.values().map(|bytes| bytes.len() as u64).sum();
    report.suggested_pack_id.clone_from(&context.pack);
    let mut name = folder.to_owned();
    match main_file(package).and_then(|text| Ok((text, dialect::read(text, folder, Profile::Lenient)?))) {
        Err(finding) => report.findings.push(plain(finding, FindingSeverity::Error)),
        Ok((text, read)) => {
            name.clone_from(&read.name);
            report.description = read.description.chars().take(1024).collect();
            match slug(&read.name, folder) {
                Err(finding) => report.findings.push(finding),
                Ok(slug) => with_name(&mut report, package, text, folder, slug, &read, context),
            }
            needs(&mut report, &read.definition, &context.environment);
            report.trigger_phrases = triggers(&report.install_name, &read);
            requests::try_on(&mut report);
        }
    }
    report.findings.extend(of_files(package));
    report.findings.extend(shadowing::findings(package, &report.install_name));
    report.findings = in_order(report.findings);
    ScanResult { report, name }
}

/// Findings about dangerous content.
pub(super) fn of_files(package: &Package) -> Vec<SkillCompatibilityFinding> {
    scan::of_package(package)
}

/// Adds findings that the report does not have yet.
pub(super) fn add(row: &mut ImportRow, findings: Vec<SkillCompatibilityFinding>) {
    let Some(report) = &mut row.report else {
        row.report = Some(SkillCompatibilityReport { compatible: true, findings: in_order(findings), ..empty() });
        return;
    };
    let fresh: Vec<_> = findings.into_iter().filter(|finding| !report.findings.contains(finding)).collect();
    report.findings.extend(fresh);
    report.findings = in_order(std::mem::take(&mut report.findings));
}

fn in_order(mut findings: Vec<SkillCompatibilityFinding>) -> Vec<SkillCompatibilityFinding> {
    findings.sort_by_key(|finding| (rank(finding.severity), !finding.needs_acknowledgement));
    bounded(findings)
}

/// Limits the number of findings, but keeps one of each kind that a person must read.
fn bounded(mut findings: Vec<SkillCompatibilityFinding>) -> Vec<SkillCompatibilityFinding> {
    let rest = findings.split_off(findings.len().min(MAX_FINDINGS));
    for finding in rest.into_iter().filter(|finding| finding.needs_acknowledgement) {
        if !findings.iter().any(|kept| kept.needs_acknowledgement && kept.code == finding.code) {
            findings.push(finding);
        }
    }
    findings
}

/// The report of the same skill under another name. A replacement must be acknowledged, because the scan did not report it.
pub(super) fn renamed(mut report: SkillCompatibilityReport, slug: String, context: &ImportContext) -> SkillCompatibilityReport {
    report.findings.retain(|finding| !OF_NAMES.contains(&finding.code.as_str()));
    (report.replaces, report.suggested_name) = (None, None);
    collisions(&mut report, &slug, context);
    report.install_name = slug;
    report.findings.retain(|finding| finding.code != shadowing::COMMAND);
    report.findings.extend(shadowing::of_name(&report.install_name));
    requests::try_on(&mut report);
    for finding in report.findings.iter_mut().filter(|finding| finding.code == REPLACES) {
        finding.needs_acknowledgement = true;
    }
    report.findings = in_order(report.findings);
    report
}

/// The report of a skill that an older version staged without a scan.
pub(super) fn unscanned() -> SkillCompatibilityReport {
    SkillCompatibilityReport { compatible: true, ..empty() }
}

/// A report that only says why the scan failed.
pub(super) fn refused(code: &str, message: &str) -> SkillCompatibilityReport {
    SkillCompatibilityReport { findings: vec![new_finding(code, FindingSeverity::Error, message.to_owned())], ..empty() }
}

fn empty() -> SkillCompatibilityReport {
    SkillCompatibilityReport {
        compatible: false,
        requires_adapter: false,
        rule_version: RULES.to_owned(),
        suggested_pack_id: None,
        findings: Vec::new(),
        install_name: String::new(),
        description: String::new(),
        suggested_name: None,
        replaces: None,
        trigger_phrases: Vec::new(),
        tried_requests: Vec::new(),
        person_only: false,
        file_count: 0,
        byte_size: 0,
        schema_version: SCHEMA_VERSION,
    }
}

fn main_file(package: &Package) -> Result<&str, SkillFinding> {
    let refuse = |code: &str, message: &str| SkillFinding {
        code: code.to_owned(),
        severity: FindingSeverity::Error,
        message: message.to_owned(),
        line: None,
        suggestion: None,
    };
    let bytes = package.files.0.get("SKILL.md").ok_or_else(|| refuse("NO_SKILL_FILE", "There is no SKILL.md in its folder."))?;
    if bytes.len() > dialect::MAX_BYTES {
        return Err(refuse("SKILL_TOO_LARGE", "SKILL.md is larger than 256 kB; no agent reads that much."));
    }
    std::str::from_utf8(bytes).map_err(|_| refuse("NOT_UTF8", "SKILL.md is no text in UTF-8."))
}

fn with_name(
    report: &mut SkillCompatibilityReport,
    package: &Package,
    text: &str,
    folder: &str,
    slug: String,
    read: &Bundle,
    context: &ImportContext,
) {
    match bundle::strict_bundle(package, text, folder, &slug) {
        Err(finding) => report.findings.push(plain(finding, FindingSeverity::Error)),
        Ok(made) => {
            report.compatible = true;
            report.person_only = is_only_for_a_person(&made.behaviour);
            // Staging repairs what the strict profile refuses.
            let strict = dialect::inspect(text, folder, Profile::Strict);
            // Fields that agents act on are kept; what moves is listed by name.
            let strict = strict.into_iter().filter(|finding| finding.code != "UNEXPECTED_FIELDS");
            report.findings.extend(strict.map(|finding| plain(finding, FindingSeverity::Info)));
            let lenient = read.findings.iter().filter(|finding| finding.severity != FindingSeverity::Info);
            report.findings.extend(lenient.cloned().map(|finding| plain(finding, FindingSeverity::Warning)));
            tell_moves(report, &made);
            report.findings.extend(switches::findings(&made.behaviour, made.codex_differs, &context.targets));
        }
    }
    collisions(report, &slug, context);
    report.install_name = slug;
    let mut seen = BTreeSet::new();
    report.findings.retain(|finding| seen.insert((finding.code.clone(), finding.message.clone())));
}

fn tell_moves(report: &mut SkillCompatibilityReport, made: &bundle::StrictBundle) {
    if !made.moved.is_empty() {
        let message = format!("These fields are moved below metadata, where agents ignore them: {}.", made.moved.join(", "));
        report.findings.push(new_finding("FIELDS_MOVED", FindingSeverity::Warning, message));
    }
    if !made.dropped.is_empty() {
        let message = format!("There is no room for these fields in the standard's metadata: {}.", made.dropped.join(", "));
        report.findings.push(new_finding("FIELDS_DROPPED", FindingSeverity::Warning, message));
    }
}

fn collisions(report: &mut SkillCompatibilityReport, slug: &str, context: &ImportContext) {
    let own = context.abilities.iter().find(|known| known.slug == slug);
    if let Some(InstalledName { id, title, source, since, .. }) = own {
        if *source == AbilitySource::Imported {
            let message = format!("{title} was imported under this name before; installing this one takes its place.");
            report.findings.push(new_finding(REPLACES, FindingSeverity::Warning, message));
            let (ability_id, title, free_name) = (id.clone(), title.clone(), free(slug, context));
            report.replaces = Some(ReplacedImport { ability_id, title, imported_at: *since, free_name });
        } else {
            let message = format!("The ability {title} has this name. Install the skill under another one.");
            report.findings.push(new_finding("NAME_TAKEN_BY_ABILITY", FindingSeverity::Warning, message));
        }
    }
    let others: Vec<&str> =
        context.skills.iter().filter(|(name, _)| name == slug).map(|(_, path)| path.as_str()).take(3).collect();
    if own.is_none() && !others.is_empty() {
        let message = format!(
            "{} has a skill with this name. It is never overwritten: to install into the same folder, choose another name.",
            others.join(", ")
        );
        report.findings.push(new_finding("NAME_TAKEN_BY_SKILL", FindingSeverity::Warning, message));
    }
    if report.replaces.is_none() && (own.is_some() || !others.is_empty()) {
        report.suggested_name = Some(free(slug, context));
    }
}

/// A free name with the pack as its prefix.
fn free(slug: &str, context: &ImportContext) -> String {
    let pack = context.pack.as_deref().map(slugged).filter(|pack| !pack.is_empty()).unwrap_or_else(|| "imported".to_owned());
    let taken = |name: &str| {
        context.abilities.iter().any(|known| known.slug == name) || context.skills.iter().any(|(known, _)| known == name)
    };
    let named = |tail: &str| {
        let whole: String = format!("{pack}-{slug}").chars().take(MAX_SLUG - tail.len()).collect();
        format!("{}{tail}", whole.trim_end_matches('-'))
    };
    let numbered = (2..1000).map(|number| named(&format!("-{number}")));
    std::iter::once(named("")).chain(numbered).find(|name| !taken(name)).unwrap_or_default()
}

/// Adds findings about requirements that this machine does not meet.
fn needs(report: &mut SkillCompatibilityReport, definition: &Definition, environment: &Environment) {
    let before = report.findings.len();
    let unmet = definition.requires.unmet(environment, Profile::Lenient);
    report.findings.extend(unmet.into_iter().map(|finding| plain(finding, FindingSeverity::Warning)));
    let servers: BTreeSet<&str> = definition.allowed_tools.iter().filter_map(|tool| servers::of_tool(tool)).collect();
    for server in servers {
        let message = format!("It uses tools of the MCP server “{server}”, which the agent must have.");
        report.findings.push(new_finding("NEEDS_MCP_SERVER", FindingSeverity::Warning, message));
    }
    if let Some(agent) = &definition.agent {
        let message = format!("It is made to run in a subagent “{agent}”, which the agent must have.");
        report.findings.push(new_finding("NEEDS_AGENT", FindingSeverity::Warning, message));
    }
    if definition.hooks.is_some() {
        let message = "It brings hooks, which only the agent that it was written for runs.".to_owned();
        report.findings.push(new_finding("NEEDS_HOOKS", FindingSeverity::Warning, message));
    }
    report.requires_adapter = report.findings.len() > before;
}

/// Trigger phrases: the name, "when to use", tags, and the sentences of the description.
fn triggers(slug: &str, read: &Bundle) -> Vec<String> {
    let mut phrases = vec![slug.replace('-', " ")];
    phrases.extend(read.definition.tags.iter().map(|tag| tag.name.replace(['-', '_'], " ")));
    let words = [read.definition.when_to_use.as_deref().unwrap_or_default(), &read.description];
    for text in words {
        phrases.extend(text.split('"').skip(1).step_by(2).map(str::to_owned));
        phrases.extend(text.split(['.', ';', '\n', '!', '?']).map(str::to_owned));
    }
    let mut seen = BTreeSet::new();
    let tidy = |phrase: String| -> String { phrase.trim().chars().take(MAX_TRIGGER).collect::<String>().trim().to_owned() };
    let kept = phrases.into_iter().map(tidy).filter(|phrase| phrase.chars().count() > 2);
    kept.filter(|phrase| seen.insert(phrase.to_lowercase())).take(MAX_TRIGGERS).collect()
}

/// The name of the installed folder.
fn slug(said_name: &str, folder: &str) -> Result<String, SkillCompatibilityFinding> {
    let name = names::skill_folder(said_name, folder)
        .map_err(|refusal| new_finding(refusal.code.as_str(), FindingSeverity::Error, refusal.message))?;
    match slugged(&name) {
        slug if slug.is_empty() => {
            Err(new_finding("NAME_INVALID", FindingSeverity::Error, format!("No folder name can be made of {said_name:?}.")))
        }
        slug => Ok(slug),
    }
}

pub(super) fn slugged(text: &str) -> String {
    let plain: String = text.to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let parts: Vec<&str> = plain.split('-').filter(|part| !part.is_empty()).collect();
    parts.join("-").chars().take(MAX_SLUG).collect::<String>().trim_end_matches('-').to_owned()
}

pub(super) fn new_finding(code: &str, severity: FindingSeverity, message: String) -> SkillCompatibilityFinding {
    SkillCompatibilityFinding {
        code: code.to_owned(),
        severity,
        message: message.chars().take(1000).collect(),
        path_hint: None,
        line: None,
        excerpt: None,
        needs_acknowledgement: false,
    }
}

fn plain(finding: SkillFinding, severity: FindingSeverity) -> SkillCompatibilityFinding {
    let remedy = finding.suggestion.map(|suggestion| format!(" {suggestion}")).unwrap_or_default();
    let message = format!("{}.{remedy}", finding.message.trim_end_matches('.'));
    SkillCompatibilityFinding {
        line: finding.line,
        path_hint: Some("SKILL.md".into()),
        ..new_finding(&finding.code, severity, message)
    }
}

const fn rank(severity: FindingSeverity) -> u8 {
    match severity {
        FindingSeverity::Error => 0,
        FindingSeverity::Warning => 1,
        FindingSeverity::Info => 2,
    }
}

/// Replaces the findings of these codes.
pub(super) fn replace(report: &mut SkillCompatibilityReport, codes: &[&str], findings: Vec<SkillCompatibilityFinding>) {
    report.findings.retain(|finding| !codes.contains(&finding.code.as_str()));
    report.findings.extend(findings);
    report.findings = in_order(std::mem::take(&mut report.findings));
}

/// Codes of serious findings that a person must have read.
pub(super) fn to_acknowledge(report: Option<&SkillCompatibilityReport>) -> Vec<String> {
    report.map(|report| scan::to_acknowledge(&report.findings)).unwrap_or_default()
}

/// Why a person must decide about the name of a staged import. `None`: the name is free, or the report is about another name.
pub(super) fn name_taken(record: &ImportedSkillRecord, report: Option<&SkillCompatibilityReport>) -> Option<String> {
    let report = report.filter(|report| record.install_as.as_ref() == Some(&report.install_name))?;
    let found = report.findings.iter().find(|finding| OF_NAMES.contains(&finding.code.as_str()))?;
    Some(found.message.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_findings_of_one_kind_hide_no_other_kind_that_must_be_read() {
        let grave = |code: &str, number: usize| SkillCompatibilityFinding {
            needs_acknowledgement: true,
            ..new_finding(code, FindingSeverity::Error, format!("in file {number}"))
        };
        let flood = (0..MAX_FINDINGS + 100).map(|number| grave("FETCH", number));
        let all: Vec<_> = flood.chain([grave("HIDDEN", 0), grave("HIDDEN", 1)]).collect();
        let kept = bounded(all);
        assert_eq!(kept.len(), MAX_FINDINGS + 1);
        assert_eq!(kept.last().map(|finding| finding.code.as_str()), Some("HIDDEN"));
        let few = vec![grave("FETCH", 0), new_finding("NOTE", FindingSeverity::Info, "small".to_owned())];
        assert_eq!(bounded(few.clone()), few);
    }
}
