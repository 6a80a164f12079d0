//! The files of an ability. Pure functions.
//!
//! Invariant: none of them contains the workflow graph or the observer's evidence predicates (§0C.9A rule 1, R11.2-27).

use super::{InstallSource, Installable, manifest};
use crate::Answer;
use apprentice_contracts::ability::{AbilityAvailabilityEntry, AbilitySource, CheckpointHealth};
use apprentice_contracts::capability::{CapabilityMetadata, SurfaceNote};
use apprentice_contracts::ids::{AbilityId, CapabilityId};
use apprentice_contracts::json;
use apprentice_contracts::observation::ControlSurface;
use apprentice_contracts::{SCHEMA_VERSION, Time};
use apprentice_skills::agents::behaviour::is_only_for_a_person;
use apprentice_skills::format::bundle;
use apprentice_skills::format::bundle::Profile;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What stays the same over the revisions of an ability, and what only the database knows.
pub(super) struct Identity {
    pub ability_id: AbilityId,
    pub capability_id: CapabilityId,
    pub family: String,
    pub project_scopes: Vec<String>,
    pub last_validated_at: Option<Time>,
    pub checkpoint_health: Option<CheckpointHealth>,
}

pub(super) struct Materialized {
    pub ability: AbilityAvailabilityEntry,
    /// Path in the skill's folder to text.
    pub bundle: BTreeMap<String, String>,
    /// Path under `<home>` to text.
    pub canonical: BTreeMap<String, String>,
}

pub(super) fn materialize(installable: &Installable, identity: Identity) -> Answer<Materialized> {
    let slug = &installable.slug;
    let capability = &identity.capability_id;
    let manifest = pretty(&manifest::of(installable, &identity))?;
    let tests = BTreeMap::from([
        ("tests/evals.json", pretty(&evaluations(installable))?),
        ("tests/triggers.json", pretty(&triggers(installable))?),
    ]);

    let mut bundle = BTreeMap::from([("SKILL.md".to_owned(), installable.skill_md.clone())]);
    bundle.insert(format!("capabilities/{capability}.json"), manifest.clone());
    bundle.extend(tests.iter().map(|(path, text)| ((*path).to_owned(), text.clone())));

    if installable.import().is_some() {
        // There is no demonstration to test an import by.
        bundle.clear();
    }
    let installed = format!("system/learning/installed/{slug}");
    let mut canonical = BTreeMap::from([(format!("{installed}/SKILL.md"), installable.skill_md.clone())]);
    canonical.extend(
        tests.into_iter().filter(|_| installable.import().is_none()).map(|(path, text)| (format!("{installed}/{path}"), text)),
    );
    if !installable.support_pack_refs.is_empty() {
        canonical.insert(format!("{installed}/support-packs.json"), pretty(&installable.support_pack_refs)?);
    }
    canonical.insert(format!("system/capabilities/manifests/{capability}.json"), manifest);
    canonical.insert(format!("system/capabilities/metadata/{capability}.json"), pretty(&metadata(installable, &identity))?);
    Ok(Materialized { ability: entry(installable, identity), bundle, canonical })
}

fn metadata(installable: &Installable, identity: &Identity) -> CapabilityMetadata {
    let meaning = installable.interpretation().map(|interpretation| &interpretation.meaning);
    let (draft, session) = match &installable.source {
        InstallSource::Proposal(source) => (source.proposal.draft_skill_path.clone(), source.proposal.learn_session_id),
        InstallSource::Import(source) => (format!("{}/SKILL.md", source.bundle_at), None),
    };
    let session = session.map(|id| format!("learn_session:{id}"));
    let interpretation = installable
        .interpretation()
        .map(|interpretation| format!("system/learning/interpretations/{}.json", interpretation.interpretation_id));
    let sources = [Some(draft), session, interpretation];
    CapabilityMetadata {
        capability_id: identity.capability_id.clone(),
        summary: meaning.map_or_else(|| cut(&installable.title, 1000), |meaning| cut(&meaning.goal_summary, 1000)),
        source_refs: sources.into_iter().flatten().filter(|source| !source.is_empty()).map(|source| cut(&source, 240)).collect(),
        control_surface_notes: meaning.map_or_else(Vec::new, |meaning| {
            let note =
                |surface: &String| SurfaceNote { surface: cut(surface, 80), notes: "Used in the demonstration.".to_owned() };
            meaning.preferred_control_surfaces.iter().map(note).collect()
        }),
        dependency_refs: installable.support_pack_refs.iter().map(|pack| cut(pack, 240)).collect(),
        schema_version: SCHEMA_VERSION,
    }
}

pub(super) fn surfaces(installable: &Installable) -> Vec<ControlSurface> {
    let known: Vec<ControlSurface> = installable
        .interpretation()
        .into_iter()
        .flat_map(|interpretation| &interpretation.meaning.preferred_control_surfaces)
        .filter_map(|surface| json::from_value(&Value::String(surface.clone())).ok())
        .collect();
    if known.is_empty() { vec![ControlSurface::RawUi] } else { known }
}

/// Evaluation cases in the format of the Agent Skills guide: one run, judged by what must be true after it.
fn evaluations(installable: &Installable) -> Value {
    let goal = installable.interpretation().map_or(installable.title.as_str(), |found| found.meaning.goal_summary.as_str());
    let assertions: Vec<&str> = installable
        .checkpoints()
        .iter()
        .filter(|checkpoint| !checkpoint.optional)
        .map(|checkpoint| checkpoint.success_condition.as_str())
        .collect();
    json!({
        "skill_name": installable.slug,
        "evals": [{
            "id": 1,
            "prompt": installable.trigger_phrases.first().unwrap_or(&installable.title),
            "expected_output": goal,
            "files": [],
            "assertions": assertions,
        }],
    })
}

/// Requests that should, and should not, select this skill.
fn triggers(installable: &Installable) -> Value {
    let case = |phrases: &[String], should: bool| -> Vec<Value> {
        phrases.iter().map(|phrase| json!({ "query": phrase, "should_trigger": should })).collect()
    };
    let mut cases = case(&installable.trigger_phrases, true);
    cases.extend(case(&installable.negative_triggers, false));
    Value::Array(cases)
}

fn entry(installable: &Installable, identity: Identity) -> AbilityAvailabilityEntry {
    AbilityAvailabilityEntry {
        ability_id: identity.ability_id,
        title: cut(&installable.title, 200),
        family: identity.family,
        source: if installable.import().is_some() { AbilitySource::Imported } else { AbilitySource::Learned },
        skill_slug: Some(installable.slug.clone()),
        primary_capability_id: Some(identity.capability_id),
        install_lane: installable.lane,
        enabled: true,
        usable_now: true,
        reason_unusable: None,
        person_only: is_person_only(&installable.skill_md),
        trigger_phrases: installable.trigger_phrases.clone(),
        negative_triggers: installable.negative_triggers.clone(),
        aliases: vec![],
        project_scopes: identity.project_scopes,
        preferred_control_surfaces: surfaces(installable),
        support_pack_refs: installable.support_pack_refs.clone(),
        checkpoint_health: identity.checkpoint_health.or(Some(CheckpointHealth::NoData)),
        last_validated_at: identity.last_validated_at,
        schema_version: SCHEMA_VERSION,
    }
}

pub(super) fn is_person_only(skill_md: &str) -> bool {
    bundle::read(skill_md, "", Profile::Lenient).is_ok_and(|read| is_only_for_a_person(&read.front_matter))
}

pub(super) fn cut(text: &str, characters: usize) -> String {
    text.chars().take(characters).collect()
}

pub(super) fn pretty<T: Serialize>(record: &T) -> Answer<String> {
    let mut text = json::to_pretty_text(record).map_err(apprentice_store::StoreError::from)?;
    text.push('\n');
    Ok(text)
}
