//! `skills` and `agents`: what lies in the folders of this machine. Works without an engine.

use crate::args::{Agents, Format, ProfileName, Roots, Skills};
use crate::engine::Place;
use crate::output::{Outcome, Report, Trouble};
use apprentice_api::door::Door;
use apprentice_api::edge::machine;
use apprentice_contracts::app::SettingsResponse;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::skill::{FindingSeverity, SkillFinding, SkillScope, SkillTarget, SkillsListResponse};
use apprentice_skills::bundle::{self, Profile};
use apprentice_skills::discover::{self, Root};
use apprentice_skills::targets;
use serde_json::{Value, json};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

pub fn run(place: &Place, command: Skills) -> Outcome {
    match command {
        Skills::List { roots } => list(&discover::list(&chosen(place, &roots)?)),
        Skills::Validate { paths, profile, format } => validate(&paths, profile, format),
        Skills::Read { names, roots } => read(&names, &chosen(place, &roots)?),
    }
}

fn chosen(place: &Place, asked: &Roots) -> Result<Vec<Root>, Trouble> {
    let machine = machine(&place.variables, &place.home);
    if let Some(id) = &asked.target {
        let found = targets::targets(&machine, &[], &[]).into_iter().find(|target| target.target_id == *id);
        let target = found.ok_or_else(|| {
            Trouble::refused(ErrorCode::NotFound, format!("There is no agent “{id}”. `apprentice agents list` names them."))
        })?;
        return Ok(vec![Root { path: target.path.into(), scope: SkillScope::User, agents: vec![target.label] }]);
    }
    if asked.roots.is_empty() {
        let project = asked.project.as_deref().map(absolute).transpose()?;
        return Ok(targets::roots(&machine, &[], project.as_deref()));
    }
    let root = |path: &PathBuf| {
        let path = absolute(path)?;
        match path.is_dir() {
            true => Ok(Root { path, scope: SkillScope::Project, agents: Vec::new() }),
            false => Err(Trouble::refused(ErrorCode::NotFound, format!("{} is not a folder.", path.display()))),
        }
    };
    asked.roots.iter().map(root).collect()
}

fn absolute(path: &Path) -> Result<PathBuf, Trouble> {
    std::path::absolute(path).map_err(Trouble::internal)
}

fn list(found: &SkillsListResponse) -> Outcome {
    let mut text = String::new();
    for root in &found.roots {
        let _ = writeln!(text, "{} ({})", root.path, root.found);
        for skill in found.skills.iter().filter(|skill| skill.root == root.path) {
            let mark = if skill.shadowed_by.is_some() { " (shadowed)" } else { "" };
            let about: String = skill.description.chars().take(100).collect();
            let _ = writeln!(text, "  {}{mark}: {about}", skill.name);
        }
    }
    for skipped in &found.skipped {
        let _ = writeln!(text, "skipped {}: {}", skipped.path, skipped.message);
    }
    if text.is_empty() {
        text = "No skills folder was found.".into();
    }
    Report::new(found, text.trim_end())
}

fn validate(paths: &[PathBuf], profile: ProfileName, format: Format) -> Outcome {
    let profile = match profile {
        ProfileName::Strict => Profile::Strict,
        ProfileName::Lenient => Profile::Lenient,
    };
    let checked: Vec<(String, Vec<SkillFinding>)> = paths
        .iter()
        .map(|path| Ok((path.display().to_string(), check(&absolute(path)?, profile))))
        .collect::<Result<_, Trouble>>()?;
    let is_error = |finding: &SkillFinding| finding.severity == FindingSeverity::Error;
    let files: Vec<Value> = checked
        .iter()
        .map(|(path, findings)| json!({ "path": path, "valid": !findings.iter().any(is_error), "findings": findings }))
        .collect();
    let failed = checked.iter().any(|(_, findings)| findings.iter().any(is_error));
    let document = json!({ "valid": !failed, "skills": files });
    let text =
        if format == Format::Json { document.to_string() } else { checked.iter().map(told).collect::<Vec<_>>().join("\n") };
    Ok(Report::new(&document, text)?.with_findings(failed))
}

/// `path` is the folder of a skill or its SKILL.md.
fn check(path: &Path, profile: Profile) -> Vec<SkillFinding> {
    let file = if path.is_dir() { path.join("SKILL.md") } else { path.to_path_buf() };
    let folder = file.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let read = fs::read(&file).map_err(|error| format!("{} cannot be read: {error}", file.display()));
    let text = read.and_then(|bytes| String::from_utf8(bytes).map_err(|_| format!("{} is not UTF-8 text", file.display())));
    match text.map(|text| bundle::read(&text, &folder, profile)) {
        Ok(Ok(bundle)) => bundle.findings,
        Ok(Err(finding)) => vec![finding],
        Err(message) => vec![SkillFinding { code: "unreadable".into(), severity: FindingSeverity::Error, message, line: None }],
    }
}

fn told((path, findings): &(String, Vec<SkillFinding>)) -> String {
    if findings.is_empty() {
        return format!("{path}: fine");
    }
    let line = |finding: &SkillFinding| {
        let severity = match finding.severity {
            FindingSeverity::Error => "error",
            FindingSeverity::Warning => "warning",
            FindingSeverity::Info => "info",
        };
        let place = finding.line.map(|line| format!(":{line}")).unwrap_or_default();
        format!("{path}{place}: {severity}: {} [{}]", finding.message, finding.code)
    };
    findings.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The form that agents know: `Reading:`, `Base directory:`, the file, `Skill read:`.
fn read(names: &[String], roots: &[Root]) -> Outcome {
    let found = discover::list(roots);
    let mut wanted: Vec<&str> = names.iter().map(|name| name.trim()).filter(|name| !name.is_empty()).collect();
    let mut seen = std::collections::HashSet::new();
    wanted.retain(|name| seen.insert(*name));
    let winner = |name: &&str| found.skills.iter().find(|skill| skill.name == **name && skill.shadowed_by.is_none());
    let missing: Vec<&str> = wanted.iter().copied().filter(|name| winner(name).is_none()).collect();
    if !missing.is_empty() {
        let folders: Vec<&str> = found.roots.iter().map(|root| root.path.as_str()).collect();
        let text = format!("Skill(s) not found: {}. Searched: {}", missing.join(", "), folders.join(", "));
        return Err(Trouble::refused(ErrorCode::NotFound, text));
    }
    let read: Vec<_> =
        wanted.iter().filter_map(winner).filter_map(|skill| discover::read(roots, Path::new(&skill.path))).collect();
    let form = |skill: &apprentice_contracts::skill::SkillContentResponse| {
        let (name, path) = (&skill.skill.name, &skill.skill.path);
        format!("Reading: {name}\nBase directory: {path}\n\n{}\n\nSkill read: {name}", skill.content.trim_end())
    };
    let text = read.iter().map(form).collect::<Vec<_>>().join("\n\n");
    Report::new(&json!({ "skills": read }), text)
}

pub async fn agents(place: &Place, command: &Agents) -> Outcome {
    let all = known_targets(place).await?;
    let shown: Vec<SkillTarget> = match command {
        Agents::List => all.into_iter().filter(|target| target.detected).collect(),
        Agents::SkillsDirs => all,
    };
    let line = |target: &SkillTarget| {
        let enabled = if target.enabled { "enabled" } else { "       " };
        let note = target.note.as_deref().map(|note| format!("  ({note})")).unwrap_or_default();
        format!("{:<14}{enabled}  {:<24}{}{note}", target.target_id, target.label, target.path)
    };
    let text = shown.iter().map(line).collect::<Vec<_>>().join("\n");
    Report::new(&json!({ "agents": shown }), text)
}

/// With the choices of the settings when an engine runs; without them otherwise.
async fn known_targets(place: &Place) -> Result<Vec<SkillTarget>, Trouble> {
    if let Some(door) = Door::find(&place.home).await {
        let settings: SettingsResponse = door.request("GET", "/api/settings", None).await?.into()?;
        return Ok(settings.targets);
    }
    Ok(targets::targets(&machine(&place.variables, &place.home), &[], &[]))
}
