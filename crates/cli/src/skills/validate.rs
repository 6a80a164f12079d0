//! `skills validate`.

use crate::output::{CommandResult, Report};
use apprentice_contracts::skill::{FindingSeverity, SkillFinding};
use apprentice_skills::finding;
use apprentice_skills::format::bundle::Profile;
use apprentice_skills::format::check_files::{Checked, Mended, check, mend, skill_files};
use apprentice_skills::format::sarif::{self, FileFindings};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct Options {
    /// SKILL.md files, folders of skills, or folders to search for skills
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    #[arg(long, value_enum, default_value_t = ProfileName::Strict)]
    profile: ProfileName,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Mend what can be mended without changing what a skill says
    #[arg(long)]
    fix: bool,
    /// With --fix: show what would change, and change nothing
    #[arg(long, requires = "fix")]
    dry_run: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum ProfileName {
    Strict,
    Lenient,
    Orchestrator,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Sarif,
}

impl From<ProfileName> for Profile {
    fn from(name: ProfileName) -> Profile {
        match name {
            ProfileName::Strict => Profile::Strict,
            ProfileName::Lenient => Profile::Lenient,
            ProfileName::Orchestrator => Profile::Orchestrator,
        }
    }
}

/// One file, what was found, and what was mended.
struct Row {
    /// As the user named it: the file, or the folder of the skill.
    path: PathBuf,
    checked: Checked,
    mended: Option<Mended>,
}

impl Options {
    /// Whether it writes what it fixes.
    pub fn fixes(&self) -> bool {
        self.fix
    }
}

pub fn run(options: &Options) -> CommandResult {
    let profile = Profile::from(options.profile);
    let mut rows = Vec::new();
    for path in &options.paths {
        let found = skill_files(path);
        if found.is_empty() {
            let missing = finding(profile, "NO_SKILL_FILE", "Missing required file: SKILL.md", None);
            let checked = Checked { path: path.clone(), findings: vec![missing] };
            rows.push(Row { path: path.clone(), checked, mended: None });
        }
        rows.extend(found.into_iter().map(|file| row(path, &file, profile, options)));
    }
    let failed = rows.iter().any(|row| !is_valid(&row.checked));
    let document = document(&rows, failed);
    let text = match options.format {
        Format::Json => document.to_string(),
        Format::Sarif => sarif(&rows, profile),
        Format::Text => rows.iter().map(told).collect::<Vec<_>>().join("\n"),
    };
    Ok(Report::new(&document, text)?.with_findings(failed))
}

fn row(asked: &Path, file: &Path, profile: Profile, options: &Options) -> Row {
    let path = if asked == file { asked } else { file.parent().unwrap_or(asked) };
    let mended = options.fix.then(|| mend(file, options.dry_run));
    // After mending, the file may have another name.
    let file = mended.as_ref().map_or(file, |mended| mended.path.as_path());
    Row {
        path: path.to_path_buf(),
        checked: check(file, profile),
        mended: mended.filter(|mended| !mended.done.is_empty() || mended.problem.is_some()),
    }
}

fn is_valid(checked: &Checked) -> bool {
    !checked.findings.iter().any(|finding| finding.severity == FindingSeverity::Error)
}

fn document(rows: &[Row], failed: bool) -> Value {
    let skills: Vec<Value> = rows
        .iter()
        .map(|row| {
            let Checked { path: file, findings } = &row.checked;
            let mut value = json!({ "path": row.path, "file": file, "valid": is_valid(&row.checked), "findings": findings });
            if let Some(mended) = &row.mended {
                let done: Vec<Value> =
                    mended.done.iter().map(|done| json!({ "code": done.code, "line": done.line, "what": done.what })).collect();
                value["fixed"] =
                    json!({ "done": done, "diff": mended.diff, "written": mended.written, "problem": mended.problem });
            }
            value
        })
        .collect();
    json!({ "valid": !failed, "skills": skills })
}

fn sarif(rows: &[Row], profile: Profile) -> String {
    let files: Vec<FileFindings> = rows
        .iter()
        .map(|row| FileFindings { path: row.checked.path.display().to_string(), findings: row.checked.findings.clone() })
        .collect();
    let document = sarif::document(&files, profile, env!("CARGO_PKG_VERSION"));
    serde_json::to_string_pretty(&document).unwrap_or_else(|_| document.to_string())
}

fn told(row: &Row) -> String {
    let path = row.checked.path.display();
    let mut lines = Vec::new();
    if let Some(mended) = &row.mended {
        let verb = if mended.written { "fixed" } else { "would fix" };
        lines.extend(mended.done.iter().map(|done| format!("{path}:{}: {verb}: {} [{}]", done.line, done.what, done.code)));
        lines.extend(mended.problem.iter().map(|problem| format!("{path}: not fixed: {problem}")));
        lines.extend((!mended.written).then(|| mended.diff.trim_end().to_owned()).filter(|diff| !diff.is_empty()));
    }
    if row.checked.findings.is_empty() {
        lines.push(format!("{path}: fine"));
    }
    for finding in &row.checked.findings {
        lines.push(format!("{path}{}", sentence(finding)));
        lines.extend(finding.suggestion.iter().map(|suggestion| format!("    {suggestion}")));
    }
    lines.join("\n")
}

fn sentence(finding: &SkillFinding) -> String {
    let severity = match finding.severity {
        FindingSeverity::Error => "error",
        FindingSeverity::Warning => "warning",
        FindingSeverity::Info => "info",
    };
    let place = finding.line.map(|line| format!(":{line}")).unwrap_or_default();
    format!("{place}: {severity}: {} [{}]", finding.message, finding.code)
}
