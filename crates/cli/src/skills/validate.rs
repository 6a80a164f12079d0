//! `skills validate`.

use super::absolute;
use crate::output::{Outcome, Report, Trouble};
use apprentice_contracts::skill::{FindingSeverity, SkillFinding};
use apprentice_skills::bundle::{self, Profile};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct Options {
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    #[arg(long, value_enum, default_value_t = ProfileName::Strict)]
    profile: ProfileName,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum ProfileName {
    Strict,
    Lenient,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

pub fn run(options: &Options) -> Outcome {
    let profile = match options.profile {
        ProfileName::Strict => Profile::Strict,
        ProfileName::Lenient => Profile::Lenient,
    };
    let checked: Vec<(String, Vec<SkillFinding>)> = options
        .paths
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
    let text = if options.format == Format::Json {
        document.to_string()
    } else {
        checked.iter().map(told).collect::<Vec<_>>().join("\n")
    };
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
        Err(message) => vec![SkillFinding { code: "UNREADABLE".into(), severity: FindingSeverity::Error, message, line: None, suggestion: None }],
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
