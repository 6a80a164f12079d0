//! Findings as SARIF 2.1.0, the form in which code hosts and editors take them.

use crate::format::codes::{self, Rule};
use crate::format::profile::Profile;
use apprentice_contracts::skill::{FindingSeverity, SkillFinding};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The findings about one file.
#[derive(Clone, Debug)]
pub struct FileFindings {
    /// Relative, with `/`; or absolute.
    pub path: String,
    /// The findings about the file.
    pub findings: Vec<SkillFinding>,
}

/// One run over `files`. `version` is the version of the program.
pub fn document(files: &[FileFindings], profile: Profile, version: &str) -> Value {
    let mut codes: BTreeMap<&str, usize> =
        files.iter().flat_map(|file| &file.findings).map(|finding| (finding.code.as_str(), 0)).collect();
    for (index, (_, slot)) in codes.iter_mut().enumerate() {
        *slot = index;
    }
    let rules: Vec<Value> = codes.keys().map(|code| rule(code, profile)).collect();
    let results: Vec<Value> = files
        .iter()
        .flat_map(|file| file.findings.iter().map(|finding| result(file, finding, codes.get(finding.code.as_str()).copied())))
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "apprentice", "semanticVersion": version, "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn rule(code: &str, profile: Profile) -> Value {
    let known = codes::rule(code);
    let text = |of: fn(&Rule) -> &'static str| known.map_or(code, of);
    json!({
        "id": code,
        "shortDescription": { "text": text(|rule| rule.title) },
        "help": { "text": text(|rule| rule.remedy) },
        "defaultConfiguration": { "level": level(known.and_then(|rule| rule.grade(profile).severity())) },
    })
}

fn result(file: &FileFindings, finding: &SkillFinding, rule: Option<usize>) -> Value {
    let location = json!({
        "physicalLocation": {
            "artifactLocation": { "uri": uri(&file.path) },
            // A finding about the whole file gets line 1: hosts drop results without a line.
            "region": { "startLine": finding.line.unwrap_or(1).max(1) },
        }
    });
    let message = match &finding.suggestion {
        Some(suggestion) => format!("{}. {suggestion}", finding.message),
        None => finding.message.clone(),
    };
    json!({
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": level(Some(finding.severity)),
        "message": { "text": message },
        "locations": [location],
    })
}

fn level(severity: Option<FindingSeverity>) -> &'static str {
    match severity {
        Some(FindingSeverity::Error) => "error",
        Some(FindingSeverity::Warning) => "warning",
        Some(FindingSeverity::Info) => "note",
        None => "none",
    }
}

/// A path as a URI reference; absolute ones with their scheme.
fn uri(path: &str) -> String {
    let slashed = path.replace('\\', "/");
    if let Some(url) = slashed.starts_with('/').then(|| url::Url::from_file_path(&slashed).ok()).flatten() {
        return url.into();
    }
    let mut out = String::new();
    for byte in slashed.trim_start_matches("./").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'/' => out.push(char::from(byte)),
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}
