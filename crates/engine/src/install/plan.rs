//! Everything that is decided before the first file is written.

use super::materialize::Identity;
use super::{InstallContext, Order, blocking, commit, materialize, targets};
use crate::Answer;
use apprentice_contracts::ability::{AbilitySource, CheckpointHealth};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{AbilityId, CorrelationId, SagaId};
use apprentice_contracts::interpretation::ProjectScope;
use apprentice_contracts::skill::FindingSeverity;
use apprentice_contracts::validation::{OverallResult, ValidationRun};
use apprentice_skills::format::bundle;
use apprentice_skills::format::bundle::Profile;
use apprentice_skills::install::put::{Files, fingerprint};
use apprentice_store::abilities::AbilityRecord;
use apprentice_store::sagas::{Placement, Saga, SagaStatus, SagaStep};
use apprentice_store::sessions::SessionRecord;
use apprentice_store::{StoreError, Transaction, abilities, sagas, sessions, validation_runs};
use serde_json::json;
use std::collections::BTreeMap;

/// Checks what stands in the way, and commits the saga with the state that goes with it.
pub(super) async fn begin(context: &InstallContext, order: Order) -> Answer<Saga> {
    check_skill(&order)?;
    let facts = InstallFacts::read(context, &order).await?;
    facts.refuse_a_taken_name(&order)?;
    let materialized = materialize::materialize(&order, facts.identity(&order))?;
    let import = order.import.clone();
    let (fresh, bundle) = match &import {
        Some(import) => (import.fingerprint.clone(), import.texts.clone()),
        None => (fingerprint(&as_files(&materialized.bundle)), materialized.bundle),
    };
    let ability_id = materialized.ability.ability_id.clone();
    let slug = order.proposal.proposed_skill_slug.clone();
    let retired =
        facts.placements.iter().filter(|placement| placement.ability_id == ability_id && placement.slug != slug).cloned();
    let retired: Vec<Placement> = retired.collect();

    let (proposal, lane, placements, of_bundle) = (order.proposal.clone(), order.lane, facts.placements, fresh.clone());
    let meaning = order.interpretation.clone();
    let targets = blocking(move || targets::survey(&order, &of_bundle, &placements)).await??;
    let now = context.clock.now();
    let saga = Saga {
        saga_id: SagaId(context.ids.next()),
        proposal_id: proposal.proposal_id,
        import_id: import.as_ref().map(|import| import.import_id),
        learn_session_id: proposal.learn_session_id,
        ability_id,
        slug,
        lane,
        status: SagaStatus::Running,
        step: SagaStep::Materialize,
        fingerprint: fresh,
        bundle,
        bundle_at: import.as_ref().map(|import| import.bundle_at.clone()),
        others: import.map(|import| import.others).unwrap_or_default(),
        canonical: materialized.canonical,
        ability: materialized.ability,
        targets,
        retired,
        correlation_id: CorrelationId(context.ids.next()),
        failure: None,
        created_at: now,
        updated_at: now,
    };
    commit::started(context, saga, proposal, meaning).await
}

pub(super) fn as_files(bundle: &BTreeMap<String, String>) -> Files {
    Files(bundle.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes())).collect())
}

/// What lies in a target must be a skill that every agent can read.
fn check_skill(order: &Order) -> Answer<()> {
    let finding = match bundle::read(&order.skill_md, &order.proposal.proposed_skill_slug, Profile::Strict) {
        // What others wrote may be longer than is best.
        Ok(bundle) if order.import.is_some() => {
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

/// What the database says that matters here.
struct InstallFacts {
    abilities: Vec<AbilityRecord>,
    placements: Vec<Placement>,
    session: Option<SessionRecord>,
    runs: Vec<ValidationRun>,
}

impl InstallFacts {
    async fn read(context: &InstallContext, order: &Order) -> Answer<Self> {
        let (proposal, session) = (order.proposal.proposal_id, order.proposal.learn_session_id);
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

    /// An ability that came from this proposal before.
    fn before(&self, order: &Order) -> Option<&AbilityRecord> {
        let slug = Some(&order.proposal.proposed_skill_slug);
        self.abilities.iter().find(|record| match &order.import {
            // A newer version of what was imported takes its place.
            Some(_) => record.entry.source == AbilitySource::Imported && record.entry.skill_slug.as_ref() == slug,
            // A draft that improves it takes its place; one that was replaced itself is refused before.
            None => {
                let improved = order.proposal.ability_id.as_ref() == Some(&record.entry.ability_id);
                record.proposal_id == Some(order.proposal.proposal_id) || improved
            }
        })
    }

    /// Two abilities of one name would overwrite each other's files.
    fn refuse_a_taken_name(&self, order: &Order) -> Answer<()> {
        let slug = &order.proposal.proposed_skill_slug;
        let own = self.ability_id(order);
        let taken = self.abilities.iter().find(|record| {
            let same = record.entry.skill_slug.as_ref() == Some(slug) || record.entry.ability_id == own;
            same && self.before(order).is_none_or(|before| before.entry.ability_id != record.entry.ability_id)
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

    fn ability_id(&self, order: &Order) -> AbilityId {
        let before = self.before(order).map(|record| record.entry.ability_id.clone());
        let fresh = || AbilityId(format!("ability_{}", order.proposal.proposed_skill_slug));
        before.or_else(|| order.proposal.ability_id.clone()).unwrap_or_else(fresh)
    }

    fn identity(&self, order: &Order) -> Identity {
        let before = self.before(order).map(|record| &record.entry);
        let session = self.session.as_ref().map(|record| &record.session);
        let capability = before.and_then(|entry| entry.primary_capability_id.clone());
        let scoped =
            order.interpretation.as_ref().is_some_and(|found| found.meaning.project_scope == ProjectScope::ProjectScoped);
        let project = session.and_then(|session| session.project_id.clone()).filter(|_| scoped);
        let passed = self.runs.iter().filter(|run| run.overall_result == OverallResult::Passed);
        Identity {
            ability_id: self.ability_id(order),
            capability_id: capability
                .or_else(|| order.proposal.primary_capability_id.clone())
                .unwrap_or_else(|| format!("capability_{}", order.proposal.proposed_skill_slug)),
            family: session.and_then(|session| session.target_app_family.clone()).unwrap_or_else(|| "general".to_owned()),
            project_scopes: project.into_iter().collect(),
            last_validated_at: passed.filter_map(|run| run.completed_at).max(),
            checkpoint_health: before
                .and_then(|entry| entry.checkpoint_health)
                .filter(|health| *health != CheckpointHealth::Quarantined),
        }
    }
}
