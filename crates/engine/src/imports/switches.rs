//! The fields by which the author of a skill limits or steers agents, and the targets whose agents do not act on them. The files
//! keep every field; what an agent ignores must have been read by a person before the skill is given to it.

use super::report::new_finding;
use super::{blocking, report};
use crate::imports::Imports;
use crate::{Answer, install};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{ImportId, TargetId};
use apprentice_contracts::import::{SkillCompatibilityFinding, SkillCompatibilityReport};
use apprentice_contracts::skill::FindingSeverity;
use apprentice_skills::agents::behaviour;
use apprentice_skills::agents::table::Agent;
use apprentice_skills::agents::targets::{CUSTOM, Machine, SANDBOX};
use apprentice_skills::format::bundle::{self, MAX_BYTES, Profile};
use serde_json::{Map, Value, json};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Agents of a target ignore a limit.
pub(super) const NOT_HELD: &str = "SWITCH_NOT_HELD";
/// Agents of a target ignore a field that is no limit.
const IGNORED: &str = "FIELD_IGNORED";

/// A folder to install into, and the agents that read it.
#[derive(Debug)]
pub(super) struct TargetReaders {
    label: String,
    /// Empty: no agent is known to read it.
    readers: Vec<&'static Agent>,
}

impl TargetReaders {
    fn of(machine: &Machine, folder: &install::TargetFolder) -> Option<Self> {
        // No agent reads the sandbox.
        let sandbox = folder.target_id == SANDBOX;
        let custom = folder.target_id.as_str().starts_with(CUSTOM);
        let label = if custom { folder.root.display().to_string() } else { folder.label.clone() };
        (!sandbox).then(|| Self { label, readers: behaviour::readers(machine, &folder.root) })
    }

    /// Who ignores the field. `None`: everybody acts on it.
    fn ignoring(&self, field: &behaviour::BehaviourField) -> Option<String> {
        let ignoring: Vec<&str> = self.readers.iter().filter(|agent| !field.is_held_by(agent)).map(|agent| agent.label).collect();
        match (self.readers.is_empty(), ignoring.is_empty()) {
            (true, _) => Some(format!("whatever agent reads {}", self.label)),
            (false, true) => None,
            (false, false) if ignoring == [self.label.as_str()] => Some(self.label.clone()),
            (false, false) => Some(format!("{} (which reads {})", ignoring.join(", "), self.label)),
        }
    }
}

/// What must be said about the fields for these targets. `codex_differs`: why Codex's own file does not say what SKILL.md says.
pub(super) fn findings(
    fields: &Map<String, Value>,
    codex_differs: Option<&str>,
    targets: &[TargetReaders],
) -> Vec<SkillCompatibilityFinding> {
    let mut found = Vec::new();
    for (key, value) in fields {
        let Some(field) = behaviour::field(key).filter(|field| field.changes_something(value)) else { continue };
        let ignoring: Vec<String> = targets.iter().filter_map(|target| target.ignoring(field)).collect();
        if ignoring.is_empty() {
            continue;
        }
        let (code, needs_acknowledgement) = if field.limits { (NOT_HELD, true) } else { (IGNORED, false) };
        let who = ignoring.join("; ");
        let message = format!("The skill says “{key}” ({}), and that is ignored by {who}.", field.meaning);
        found.push(SkillCompatibilityFinding { needs_acknowledgement, ..new_finding(code, FindingSeverity::Warning, message) });
    }
    let for_codex = targets.iter().any(|target| target.readers.iter().any(|agent| agent.id == "codex"));
    if let Some(why) = codex_differs.filter(|_| for_codex) {
        let message = format!("Only a person may start the skill, but Codex would start it automatically: {why}.");
        found.push(SkillCompatibilityFinding {
            needs_acknowledgement: true,
            ..new_finding(NOT_HELD, FindingSeverity::Warning, message)
        });
    }
    found
}

impl Imports {
    /// The enabled targets and their readers.
    pub(super) async fn target_readers(&self, targets: Vec<TargetId>) -> Answer<Vec<TargetReaders>> {
        let settings = self.settings.read().await?;
        let machine = self.core.options.machine.clone();
        // Without an enabled target nothing can be installed, which the installation says.
        let read = move || {
            let folders = install::places(&machine, &settings, &targets, None).unwrap_or_default();
            folders.iter().filter_map(|folder| TargetReaders::of(&machine, folder)).collect()
        };
        blocking(read).await
    }

    /// Refuses an installation into targets whose agents ignore a limit of the skill, unless the person has read that.
    pub(super) async fn check_switches(&self, id: ImportId, targets: &[TargetId], acknowledged: &[String]) -> Answer<()> {
        let found: Vec<_> = self.switch_findings(id, targets.to_vec()).await?;
        let missing = found.iter().find(|finding| finding.needs_acknowledgement);
        let Some(missing) = missing.filter(|_| !acknowledged.iter().any(|code| code == NOT_HELD)) else { return Ok(()) };
        let message = format!("{} Read it, then send {NOT_HELD} as acknowledged_findings.", missing.message);
        Err(Failure::new(ErrorCode::SkillImportFindingsNotAcknowledged, message).with_details(json!({ "codes": [NOT_HELD] })))
    }

    /// The report of a staged import with the findings about its fields for the targets that are enabled now.
    pub(super) async fn with_switches(
        &self,
        id: ImportId,
        mut report: SkillCompatibilityReport,
    ) -> Answer<SkillCompatibilityReport> {
        let found = self.switch_findings(id, Vec::new()).await?;
        report::replace(&mut report, &[NOT_HELD, IGNORED], found);
        Ok(report)
    }

    async fn switch_findings(&self, id: ImportId, targets: Vec<TargetId>) -> Answer<Vec<SkillCompatibilityFinding>> {
        let targets = self.target_readers(targets).await?;
        let folder = super::staged(&self.core.options.home).join(id.to_string());
        let find = move || {
            let fields = staged_fields(&folder);
            let differs = (behaviour::is_only_for_a_person(&fields) && !codex_agrees(&folder))
                .then_some("agents/openai.yaml has a policy of its own");
            findings(&fields, differs, &targets)
        };
        blocking(find).await
    }
}

/// The fields of a staged SKILL.md. Empty when it cannot be read: then nothing is installed.
fn staged_fields(folder: &Path) -> Map<String, Value> {
    let read = text(&folder.join("SKILL.md")).and_then(|text| bundle::read(&text, "", Profile::Lenient).ok());
    let fields = read.map(|read| read.front_matter).unwrap_or_default();
    fields.into_iter().filter(|(key, _)| behaviour::field(key).is_some()).collect()
}

fn codex_agrees(folder: &Path) -> bool {
    let read = text(&folder.join(super::bundle::OPENAI));
    let read = read.and_then(|text| apprentice_skills::format::openai::read(&text, Profile::Lenient).ok());
    read.is_some_and(|read| !read.allow_implicit_invocation)
}

fn text(path: &PathBuf) -> Option<String> {
    let mut text = String::new();
    std::fs::File::open(path).ok()?.take(MAX_BYTES as u64 + 1).read_to_string(&mut text).ok()?;
    Some(text)
}
