//! Everything that is decided before the first file is written.

use super::materialize::Identity;
use super::{InstallContext, InstallSource, Installable, blocking, commit, materialize, targets};
use crate::Answer;
use apprentice_contracts::ability::{AbilitySource, CheckpointHealth};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{AbilityId, CapabilityId, CorrelationId, ProposalId, SagaId};
use apprentice_contracts::interpretation::ProjectScope;
use apprentice_contracts::skill::FindingSeverity;
use apprentice_contracts::validation::{OverallResult, ValidationRun};
use apprentice_skills::agents::behaviour::standard_part;
use apprentice_skills::format::bundle;
use apprentice_skills::format::bundle::Profile;
use apprentice_skills::install::put::{Files, fingerprint};
use apprentice_store::abilities::AbilityRecord;
use apprentice_store::sagas::{Placement, Saga, SagaStatus, SagaStep};
use apprentice_store::sessions::SessionRecord;
use apprentice_store::{StoreError, Transaction, abilities, sagas, sessions, validation_runs};
use serde_json::json;
use std::collections::BTreeMap;

/// Checks for obstacles and commits the saga with the states that belong to it.
pub(super) async fn begin(context: &InstallContext, installable: Installable) -> Answer<Saga> {
    check_skill(&installable)?;
    let facts = InstallFacts::read(context, &installable).await?;
    facts.refuse_a_taken_name(&installable)?;
    let materialized = materialize::materialize(&installable, facts.identity(&installable))?;
    let (bundle_fingerprint, bundle) = match installable.import() {
        Some(import) => (import.fingerprint.clone(), import.texts.clone()),
        None => (fingerprint(&as_files(&materialized.bundle)), materialized.bundle),
    };
    let (ability_id, slug) = (materialized.ability.ability_id.clone(), installable.slug.clone());
    let is_retired = |placement: &&Placement| placement.ability_id == ability_id && placement.slug != slug;
    let retired: Vec<Placement> = facts.placements.iter().filter(is_retired).cloned().collect();
    let (folders, surveyed, expected) = (installable.targets, slug.clone(), bundle_fingerprint.clone());
    let targets = blocking(move || targets::survey(&folders, &surveyed, &expected, &facts.placements)).await??;
    let now = context.clock.now();
    let saga = Saga {
        saga_id: SagaId(context.ids.next()),
        proposal_id: proposal_id(&installable.source),
        import_id: None,
        learn_session_id: None,
        ability_id,
        slug,
        lane: installable.lane,
        status: SagaStatus::Running,
        step: SagaStep::Materialize,
        fingerprint: bundle_fingerprint,
        bundle,
        bundle_at: None,
        others: Vec::new(),
        canonical: materialized.canonical,
        ability: materialized.ability,
        targets,
        retired,
        correlation_id: CorrelationId(context.ids.next()),
        failure: None,
        created_at: now,
        updated_at: now,
        removed: None,
    };
    match installable.source {
        InstallSource::Proposal(source) => {
            let saga = Saga { learn_session_id: source.proposal.learn_session_id, ..saga };
            commit::started_from_proposal(context, saga, source.proposal, source.interpretation).await
        }
        InstallSource::Import(source) => {
            let (import_id, bundle_at) = (Some(source.import_id), Some(source.bundle_at));
            commit::started_from_import(context, Saga { import_id, bundle_at, others: source.others, ..saga }).await
        }
    }
}

/// The row of a saga needs a proposal id. An import has no proposal: its saga carries the bytes of the import id.
fn proposal_id(source: &InstallSource) -> ProposalId {
    match source {
        InstallSource::Proposal(source) => source.proposal.proposal_id,
        InstallSource::Import(source) => ProposalId(source.import_id.0),
    }
}

pub(super) fn as_files(bundle: &BTreeMap<String, String>) -> Files {
    Files(bundle.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes())).collect())
}

/// Refuses a skill that some agents could not read. Every agent can read a file with fields that only some of them act on.
fn check_skill(installable: &Installable) -> Answer<()> {
    let finding = match bundle::read(&standard_part(&installable.skill_md), &installable.slug, Profile::Strict) {
        // A skill that somebody else wrote may have warnings.
        Ok(bundle) if installable.import().is_some() => {
            bundle.findings.into_iter().find(|found| found.severity == FindingSeverity::Error)
        }
        Ok(bundle) => bundle.findings.into_iter().next(),
        Err(finding) => Some(finding),
    };
    let Some(finding) = finding else { return Ok(()) };
    let at = finding.line.map_or_else(String::new, |line| format!(" (line {line})"));
    let message = format!("The SKILL.md is not valid{at}: {}", finding.message);
    Err(Failure::new(ErrorCode::CheckpointLintFailed, message).with_details(json!({ "finding": finding })))
}

/// What the database says about the installation.
struct InstallFacts {
    abilities: Vec<AbilityRecord>,
    placements: Vec<Placement>,
    session: Option<SessionRecord>,
    runs: Vec<ValidationRun>,
}

impl InstallFacts {
    async fn read(context: &InstallContext, installable: &Installable) -> Answer<Self> {
        let proposal = proposal_id(&installable.source);
        let session = installable.proposal().and_then(|proposal| proposal.learn_session_id);
        context
            .read(move |db: &Transaction<'_>| {
                Ok::<_, StoreError>(Self {
                    abilities: abilities::all(db)?,
                    placements: sagas::all_placements(db)?,
                    session: session.map(|id| sessions::get(db, id)).transpose()?.flatten(),
                    runs: validation_runs::latest_of_each_kind(db, proposal)?,
                })
            })
            .await
    }

    /// The ability that this installation replaces.
    fn before(&self, installable: &Installable) -> Option<&AbilityRecord> {
        let slug = Some(&installable.slug);
        self.abilities.iter().find(|record| match installable.proposal() {
            // A draft that improves the ability replaces it. The caller refuses a draft that was superseded itself.
            Some(proposal) => {
                let improved = proposal.ability_id.as_ref() == Some(&record.entry.ability_id);
                record.proposal_id == Some(proposal.proposal_id) || improved
            }
            // A newer version of an imported skill replaces it.
            None => record.entry.source == AbilitySource::Imported && record.entry.skill_slug.as_ref() == slug,
        })
    }

    /// Refuses a name that another ability has, because they would overwrite each other's files.
    fn refuse_a_taken_name(&self, installable: &Installable) -> Answer<()> {
        let slug = &installable.slug;
        let own = self.ability_id(installable);
        let taken = self.abilities.iter().find(|record| {
            let same = record.entry.skill_slug.as_ref() == Some(slug) || record.entry.ability_id == own;
            same && self.before(installable).is_none_or(|before| before.entry.ability_id != record.entry.ability_id)
        });
        let Some(taken) = taken else { return Ok(()) };
        let whose = match taken.entry.source {
            AbilitySource::Learned => "You already taught",
            _ => "There already is",
        };
        let message =
            format!("{whose} an ability named {slug} ({}). Choose another name, or improve that one.", taken.entry.title);
        Err(Failure::new(ErrorCode::SkillAlreadyExists, message).with_details(json!({ "ability_id": taken.entry.ability_id })))
    }

    fn ability_id(&self, installable: &Installable) -> AbilityId {
        let before = self.before(installable).map(|record| record.entry.ability_id.clone());
        let fresh = || AbilityId(format!("ability_{}", installable.slug));
        before.or_else(|| installable.proposal().and_then(|proposal| proposal.ability_id.clone())).unwrap_or_else(fresh)
    }

    fn identity(&self, installable: &Installable) -> Identity {
        let before = self.before(installable).map(|record| &record.entry);
        let session = self.session.as_ref().map(|record| &record.session);
        let capability = before.and_then(|entry| entry.primary_capability_id.clone());
        let scoped = installable.interpretation().is_some_and(|found| found.meaning.project_scope == ProjectScope::ProjectScoped);
        let project = session.and_then(|session| session.project_id.clone()).filter(|_| scoped);
        let passed = self.runs.iter().filter(|run| run.overall_result == OverallResult::Passed);
        Identity {
            ability_id: self.ability_id(installable),
            capability_id: capability
                .or_else(|| installable.proposal().and_then(|proposal| proposal.primary_capability_id.clone()))
                .unwrap_or_else(|| CapabilityId(format!("capability_{}", installable.slug))),
            family: session.and_then(|session| session.target_app_family.clone()).unwrap_or_else(|| "general".to_owned()),
            project_scopes: project.into_iter().collect(),
            last_validated_at: passed.filter_map(|run| run.completed_at).max(),
            checkpoint_health: before
                .and_then(|entry| entry.checkpoint_health)
                .filter(|health| *health != CheckpointHealth::Quarantined),
        }
    }
}
