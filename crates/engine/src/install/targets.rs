//! The folders of an installation, and what is in them already.

use super::{InstallContext, TargetFolder, blocking};
use crate::Answer;
use apprentice_contracts::ability::AbilitySource;
use apprentice_contracts::app::Settings;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{AbilityId, TargetId};
use apprentice_contracts::proposal::{SkillBundleProposal, TargetPreview};
use apprentice_contracts::skill::SkillTarget;
use apprentice_skills::agents::targets;
use apprentice_skills::agents::targets::{CUSTOM, Machine, SANDBOX};
use apprentice_skills::install::put;
use apprentice_skills::install::put::InstallError;
use apprentice_store::sagas::{Before, Placement, SagaTarget, TargetResult};
use apprentice_store::{abilities, sagas};
use serde_json::json;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Resolves the folders of a request: its target ids, or `into`, or (neither) every enabled target. Errors: `INVALID_REQUEST` for
/// an unknown or disabled target, or none at all; the message says what to do.
pub fn places(machine: &Machine, settings: &Settings, targets: &[TargetId], into: Option<&str>) -> Answer<Vec<TargetFolder>> {
    let all = all_targets(machine, settings);
    let chosen: Vec<TargetFolder> = match into {
        Some(_) if !targets.is_empty() => return Err(invalid("Give targets or a folder to install into, not both.")),
        Some(path) => vec![given(path)?],
        None if targets.is_empty() => all.iter().filter(|target| target.enabled).map(place).collect(),
        None => targets.iter().map(|id| named(&all, id)).collect::<Answer<_>>()?,
    };
    if chosen.is_empty() {
        return Err(invalid("No agent's skills folder is switched on. Switch one on in the settings, or name a folder."));
    }
    let mut places: Vec<TargetFolder> = Vec::new();
    for place in chosen {
        if !places.iter().any(|known| known.root == place.root) {
            places.push(place);
        }
    }
    Ok(places)
}

fn all_targets(machine: &Machine, settings: &Settings) -> Vec<SkillTarget> {
    let custom: Vec<PathBuf> = settings.custom_target_paths.iter().map(PathBuf::from).collect();
    targets::targets(machine, &settings.enabled_targets, &custom)
}

fn place(target: &SkillTarget) -> TargetFolder {
    TargetFolder { target_id: target.target_id.clone(), label: target.label.clone(), root: PathBuf::from(&target.path) }
}

fn given(path: &str) -> Answer<TargetFolder> {
    let root = PathBuf::from(path);
    if !root.is_absolute() {
        return Err(invalid(&format!("The folder to install into must be an absolute path; {path:?} is not.")));
    }
    Ok(TargetFolder { target_id: TargetId(format!("{CUSTOM}{path}")), label: path.to_owned(), root })
}

/// The sandbox is in our home and need not be enabled.
fn named(all: &[SkillTarget], id: &TargetId) -> Answer<TargetFolder> {
    match all.iter().find(|target| target.target_id == *id) {
        None => {
            let known: Vec<&str> = all.iter().map(|target| target.target_id.as_str()).collect();
            Err(invalid(&format!("There is no target {:?}. Known ones: {}.", id.as_str(), known.join(", "))))
        }
        Some(target) if !target.enabled && target.target_id != SANDBOX => {
            Err(invalid(&format!("The target {} is switched off. Switch it on in the settings.", target.label))
                .with_details(json!({ "target_id": id })))
        }
        Some(target) => Ok(place(target)),
    }
}

fn invalid(message: &str) -> Failure {
    Failure::new(ErrorCode::InvalidRequest, message)
}

/// Where an installation would write, and the obstacles there; one row per target that is enabled or detected. `practice`: the proposal
/// was taught on the sample page, and is meant for the sandbox.
pub async fn preview(
    context: &InstallContext,
    machine: &Machine,
    settings: &Settings,
    proposal: &SkillBundleProposal,
    practice: bool,
) -> Answer<Vec<TargetPreview>> {
    let ability = proposal.ability_id.clone();
    let mut rows = previews(context, machine, settings, proposal.proposed_skill_slug.clone(), move |ours| {
        ability.as_ref() == Some(&ours.ability_id)
    })
    .await?;
    if practice {
        rows.iter_mut().for_each(|row| row.preselected = row.target_id == SANDBOX);
    }
    Ok(rows)
}

/// The same for an import, which may replace an earlier one.
pub(crate) async fn preview_import(
    context: &InstallContext,
    machine: &Machine,
    settings: &Settings,
    slug: &str,
) -> Answer<Vec<TargetPreview>> {
    let imported = context.read(|db| abilities::all(db)).await?;
    let imported: BTreeSet<AbilityId> = imported
        .into_iter()
        .filter(|record| record.entry.source == AbilitySource::Imported)
        .map(|record| record.entry.ability_id)
        .collect();
    previews(context, machine, settings, slug.to_owned(), move |ours| imported.contains(&ours.ability_id)).await
}

async fn previews(
    context: &InstallContext,
    machine: &Machine,
    settings: &Settings,
    slug: String,
    replaces: impl Fn(&Placement) -> bool + Send + 'static,
) -> Answer<Vec<TargetPreview>> {
    let (machine, settings) = (machine.clone(), settings.clone());
    let placements = context.read(|db| sagas::all_placements(db)).await?;
    blocking(move || {
        let all = all_targets(&machine, &settings).into_iter().filter(|target| target.enabled || target.detected);
        all.map(|target| {
            let here = |placed: &&Placement| placed.root == target.path && placed.slug == slug && replaces(placed);
            let ours = placements.iter().find(here);
            row(target, &slug, ours)
        })
        .collect()
    })
    .await
}

fn row(target: SkillTarget, slug: &str, ours: Option<&Placement>) -> TargetPreview {
    let root = Path::new(&target.path);
    let problem = match put::fingerprint_at(root, slug) {
        Ok(Some(there)) => match ours {
            Some(ours) if ours.fingerprint == there => None,
            Some(_) => Some(InstallError::EditedByUser { path: root.join(slug) }),
            None => Some(InstallError::Occupied { slug: slug.to_owned(), root: root.to_path_buf() }),
        },
        Ok(None) => None,
        Err(problem) => Some(problem),
    };
    TargetPreview {
        path: root.join(slug).display().to_string(),
        target_id: target.target_id,
        label: target.label,
        enabled: target.enabled,
        preselected: target.enabled,
        writable: target.writable,
        occupied: matches!(problem, Some(InstallError::Occupied { .. } | InstallError::EditedByUser { .. })),
        note: problem.map(|problem| problem.to_string()).or(target.note),
    }
}

/// What the saga will find in each folder. The first obstacle is the error.
pub(super) fn survey(folders: &[TargetFolder], slug: &str, fresh: &str, placements: &[Placement]) -> Answer<Vec<SagaTarget>> {
    folders.iter().map(|folder| look(folder, slug, fresh, placements)).collect()
}

fn look(place: &TargetFolder, slug: &str, fresh: &str, placements: &[Placement]) -> Answer<SagaTarget> {
    let root = place.root.display().to_string();
    let ours = placements.iter().find(|placement| placement.root == root && placement.slug == slug);
    let refusal = |error: InstallError| refusal(&error, &place.target_id, &place.root.join(slug));
    let before = match (put::fingerprint_at(&place.root, slug), ours) {
        (Err(error), _) => return Err(refusal(error)),
        (Ok(None), _) => Before::Absent,
        (Ok(Some(there)), _) if there == fresh => Before::Same,
        (Ok(Some(there)), Some(ours)) if ours.fingerprint == there => Before::Ours { fingerprint: there, saga_id: ours.saga_id },
        (Ok(Some(_)), Some(_)) => return Err(refusal(InstallError::EditedByUser { path: place.root.join(slug) })),
        (Ok(Some(_)), None) => {
            return Err(refusal(InstallError::Occupied { slug: slug.to_owned(), root: place.root.clone() }));
        }
    };
    if before != Before::Same {
        put::writable(&place.root).map_err(refusal)?;
    }
    Ok(SagaTarget {
        target_id: place.target_id.clone(),
        label: place.label.clone(),
        root,
        before,
        result: TargetResult::Pending,
        note: None,
    })
}

/// Maps an obstacle in a target folder to a failure.
pub(super) fn refusal(error: &InstallError, target_id: &TargetId, path: &Path) -> Failure {
    let code = match error {
        InstallError::Occupied { .. } => ErrorCode::SkillAlreadyExists,
        InstallError::EditedByUser { .. } => ErrorCode::Conflict,
        InstallError::NotWritable { .. } => ErrorCode::TargetNotWritable,
        InstallError::Refused(_) => ErrorCode::InvalidRequest,
    };
    let message = match error {
        InstallError::EditedByUser { .. } => {
            format!("{error} Move your version away, or install under another name.")
        }
        _ => error.to_string(),
    };
    Failure::new(code, message).with_details(json!({ "target_id": target_id, "path": path }))
}

/// Longest name of a skill folder, in characters.
const MAX_SLUG: usize = 64;

/// The next numbered name that is free in all of these folders.
pub(crate) fn free_name(slug: &str, places: &[TargetFolder]) -> String {
    let taken = |name: &String| places.iter().any(|place| place.root.join(name).symlink_metadata().is_ok());
    let numbered = (2_u32..).map(|n| {
        let tail = format!("-{n}");
        let stem: String = slug.chars().take(MAX_SLUG - tail.len()).collect();
        format!("{}{tail}", stem.trim_end_matches('-'))
    });
    numbered.take(1000).find(|name| !taken(name)).unwrap_or_default()
}

/// Adds a free name to the failure.
pub(crate) fn suggest_name(mut failure: Failure, suggestion: &str) -> Failure {
    let mut details = failure.details.take().unwrap_or_else(|| json!({}));
    details["suggestion"] = suggestion.into();
    failure.details = Some(details);
    failure
}
