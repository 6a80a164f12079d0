//! `skills scan`.

use super::absolute;
use super::changes::told_findings;
use crate::output::{CommandResult, Report};
use apprentice_contracts::skill::FindingSeverity;
use apprentice_skills::scan::{self, Finding};
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct Options {
    /// Folders of skills, folders that hold several, single files, .zip, .skill, .tar.gz or .tgz
    #[arg(required = true)]
    paths: Vec<PathBuf>,
}

pub fn run(options: &Options) -> CommandResult {
    let mut documents = Vec::new();
    let mut texts = Vec::new();
    let mut failed = false;
    for path in &options.paths {
        for skill in skills(&absolute(path)?) {
            let findings = scan::path(&skill).unwrap_or_else(|refusal| vec![unread(&refusal)]);
            let errors = findings.iter().any(|finding| finding.severity == FindingSeverity::Error);
            failed |= errors;
            let words =
                if findings.is_empty() { "nothing was found".to_owned() } else { format!("\n{}", told_findings(&findings)) };
            texts.push(format!("{}: {words}", skill.display()));
            documents.push(json!({ "path": skill, "safe": !errors, "findings": findings }));
        }
    }
    Ok(Report::new(&json!({ "safe": !failed, "skills": documents }), texts.join("\n"))?.with_findings(failed))
}

/// What cannot be read whole is not known to be safe.
fn unread(refusal: &apprentice_skills::refusal::Refusal) -> Finding {
    Finding {
        code: refusal.code.as_str(),
        severity: FindingSeverity::Error,
        file: String::new(),
        line: None,
        excerpt: String::new(),
        reason: refusal.message.clone(),
    }
}

/// The skill itself; for a folder that is not a skill, the skills right below it.
fn skills(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() || path.join("SKILL.md").exists() {
        return vec![path.to_path_buf()];
    }
    let Ok(entries) = std::fs::read_dir(path) else { return vec![path.to_path_buf()] };
    let mut below: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|path| path.join("SKILL.md").exists()).collect();
    below.sort();
    if below.is_empty() { vec![path.to_path_buf()] } else { below }
}
