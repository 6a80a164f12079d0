//! The manifest of a capability, for programs that route work without reading prose (§1.1B). It states what is known of the ability, and leaves
//! empty what is not. Pure functions.
//!
//! Invariant: of the observer's evidence it contains only the kind, the names of programs and the origins of sites.

use super::Installable;
use super::materialize::{Identity, cut, is_person_only, surfaces};
use crate::ability::evidence;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::capability::{
    BindingKind, CapabilityKind, CapabilityManifest, HealthProbe, HealthProbeKind, LearningPolicy, RuntimeBinding,
    VerificationKind, VerificationRule,
};
use apprentice_contracts::checkpoint::{EvidencePredicate, SourcePattern};
use apprentice_contracts::proposal::InstallLane;
use apprentice_skills::format::bundle;
use apprentice_skills::format::bundle::Profile;
use std::collections::BTreeSet;

/// What the ability needs of the machine and of the agent.
struct Needs {
    programs: BTreeSet<String>,
    /// Origins, such as `https://wiki.example.org`.
    sites: BTreeSet<String>,
    files: bool,
    /// Tools that its SKILL.md names.
    tools: Vec<String>,
}

impl Needs {
    fn of(installable: &Installable) -> Self {
        let checkpoints = installable.checkpoints();
        let head = bundle::summary(&installable.skill_md, &installable.slug, Profile::Lenient).ok();
        let (bins, tools) = head.map(|head| (head.requires.bins, head.allowed_tools)).unwrap_or_default();
        let mut programs = evidence::programs(checkpoints);
        programs.extend(bins);
        Self { programs, sites: evidence::sites(checkpoints), files: evidence::uses_files(checkpoints), tools }
    }

    /// As [`CapabilityManifest::permissions`] says.
    fn permissions(&self) -> Vec<String> {
        let sites =
            self.sites.iter().map(|site| format!("site:{}", site.split_once("://").map_or(site.as_str(), |(_, host)| host)));
        let programs = self.programs.iter().map(|program| format!("program:{program}"));
        let tools = self.tools.iter().map(|tool| format!("tool:{tool}"));
        let files = self.files.then(|| "files:working_folder".to_owned());
        let all: BTreeSet<String> =
            files.into_iter().chain(sites).chain(programs).chain(tools).map(|one| cut(&one, 120)).collect();
        all.into_iter().collect()
    }

    /// Programs first, which a probe finds without a network; then the only site.
    fn probe(&self) -> HealthProbe {
        let is_plain = |name: &&String| name.chars().all(|letter| letter.is_ascii_alphanumeric() || "._+-/".contains(letter));
        let found: Vec<String> = self.programs.iter().filter(is_plain).map(|program| format!("command -v {program}")).collect();
        let mut sites = self.sites.iter();
        let (kind, target) = match (found.is_empty(), sites.next(), sites.next()) {
            (false, ..) => (HealthProbeKind::Command, found.join(" && ")),
            (true, Some(site), None) => (HealthProbeKind::Browser, format!("{site}/")),
            _ => (HealthProbeKind::Noop, String::new()),
        };
        // A part of a command or address is another one.
        let fits = target.chars().count() <= 240;
        let (kind, target) = if fits { (kind, target) } else { (HealthProbeKind::Noop, String::new()) };
        HealthProbe { kind, target, timeout_ms: 3000 }
    }
}

pub(super) fn of(installable: &Installable, identity: &Identity) -> CapabilityManifest {
    let needs = Needs::of(installable);
    let is_taught = installable.import().is_none();
    CapabilityManifest {
        capability_id: identity.capability_id.clone(),
        family: identity.family.clone(),
        kind: CapabilityKind::WorkflowPattern,
        title: cut(&installable.title, 200),
        origin_skill: installable.slug.clone(),
        aliases: installable.trigger_phrases.iter().map(|phrase| cut(phrase, 80)).collect(),
        action_verbs: verbs(&installable.title),
        surface_order: surfaces(installable),
        runtime_binding: RuntimeBinding { binding_kind: BindingKind::WorkflowPattern, target: installable.slug.clone() },
        required_runtime_caps: required_caps(installable, &needs),
        permissions: needs.permissions(),
        requires_supervision: installable.lane == InstallLane::ExperimentalPrivate,
        dry_run_supported: false,
        routing_eligible: !is_person_only(&installable.skill_md),
        verification: verification(installable),
        health_probe: needs.probe(),
        learning_policy: LearningPolicy {
            teach_mode_allowed: is_taught,
            auto_capture_trace: false,
            proposal_required_for_mutation: is_taught,
        },
        schema_version: SCHEMA_VERSION,
    }
}

/// The verb of a title, in small letters: its first word where a determiner follows, because a title in other words may begin with anything.
pub(super) fn verbs(title: &str) -> Vec<String> {
    const DETERMINERS: [&str; 16] = [
        "a", "an", "the", "one", "all", "each", "every", "this", "these", "my", "our", "its", "their", "another", "new",
        "several",
    ];
    let mut words = title.split_whitespace();
    let (Some(first), Some(next)) = (words.next(), words.next()) else { return Vec::new() };
    let (first, next) = (first.to_lowercase(), next.to_lowercase());
    let is_determiner = |word: &str| DETERMINERS.contains(&word);
    let is_verb = first.chars().all(char::is_alphabetic) && !is_determiner(&first) && is_determiner(&next);
    if is_verb { vec![cut(&first, 80)] } else { Vec::new() }
}

/// A rule for each checkpoint, or one for the whole.
fn verification(installable: &Installable) -> Vec<VerificationRule> {
    let rules: Vec<VerificationRule> = installable
        .checkpoints()
        .iter()
        .map(|checkpoint| VerificationRule {
            kind: checkpoint.evidence.as_ref().map_or(VerificationKind::ManualConfirmation, kind),
            target: cut(&checkpoint.goal, 240),
            expected: Some(cut(&checkpoint.success_condition, 240)),
        })
        .collect();
    if !rules.is_empty() {
        return rules;
    }
    let target = cut(&installable.title, 240);
    vec![VerificationRule { kind: VerificationKind::ManualConfirmation, target, expected: None }]
}

/// Where the result is looked for. Of several parts, the one that is read again counts, else the first.
fn kind(evidence: &EvidencePredicate) -> VerificationKind {
    use EvidencePredicate as E;
    match evidence {
        E::All { of } | E::Any { of } => {
            let part = of.iter().find(|part| evidence::is_read_again(part)).or_else(|| of.first());
            part.map_or(VerificationKind::ManualConfirmation, kind)
        }
        E::Each { holds, .. } => kind(holds),
        E::Page { .. } | E::Field { .. } | E::Used { .. } | E::Upload { .. } | E::Dialog { .. } => {
            VerificationKind::SnapshotLabel
        }
        E::Command { .. } | E::Call { .. } => VerificationKind::ToolResult,
        E::File { .. } | E::Download { .. } => VerificationKind::FileHash,
        E::Records { source, .. } => match source {
            SourcePattern::Page { .. } => VerificationKind::SnapshotLabel,
            SourcePattern::Data { .. } => VerificationKind::ApiState,
            SourcePattern::Folder | SourcePattern::File { .. } => VerificationKind::FileHash,
            SourcePattern::Output { .. } | SourcePattern::Call { .. } => VerificationKind::ToolResult,
        },
    }
}

/// What an agent must be able to do: `browser` or `shell`, as the demonstration used them, and `program:NAME` for each program that the
/// checkpoints mention or the SKILL.md requires. Sorted, each at most 120 characters.
fn required_caps(installable: &Installable, needs: &Needs) -> Vec<String> {
    let used = installable.interpretation().into_iter().flat_map(|found| &found.meaning.preferred_control_surfaces);
    let caps = used.filter_map(|surface| match surface.as_str() {
        "native_browser" => Some("browser".to_owned()),
        "native_exec" => Some("shell".to_owned()),
        _ => None,
    });
    let programs = needs.programs.iter().map(|program| cut(&format!("program:{program}"), 120));
    let all: BTreeSet<String> = caps.chain(programs).collect();
    all.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::verbs;

    #[test]
    fn a_title_has_a_verb_where_a_determiner_follows() {
        for (title, verb) in [("Add a customer", "add"), ("Publish the weekly release", "publish"), ("Ändere My Name", "ändere")]
        {
            assert_eq!(verbs(title), [verb], "{title}");
        }
        for title in ["", "Release", "Weekly report", "brew-tea", "Close issues", "The one thing", "2nd a"] {
            assert!(verbs(title).is_empty(), "{title}: {:?}", verbs(title));
        }
    }
}
