//! The details of one skill: its copies, its installer, and whether it may be changed.

use super::actions::SkillFacts;
use super::edit::SkillStatus;
use super::{actions, edit, placed};
use crate::Answer;
use crate::core::blocking::blocking;
use crate::core::refusal::failure_of;
use crate::skills_page::SkillsPage;
use apprentice_agents::switches;
use apprentice_contracts::action::SkillAction;
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::skill::SkillPathQuery;
use apprentice_contracts::skill_page::{SkillLocation, SkillStatusResponse, SkillSwitch};
use apprentice_skills::discovery::listing::{ListedSkill, Listing};
use apprentice_skills::install::manage;
use apprentice_skills::install::manage::{InstallNotes, InstallState};
use apprentice_store::abilities::AbilityRecord;
use apprentice_store::sagas::{OutStage, Placement};
use apprentice_store::{StoreError, abilities, sagas};
use std::collections::BTreeMap;
use std::path::Path;
use tokio::runtime::Handle;

impl SkillsPage {
    pub(crate) async fn skill_standing(&self, query: SkillPathQuery) -> Answer<SkillStatusResponse> {
        let path = query.path.clone();
        let look = move |listing: &Listing, placements: &[Placement]| {
            let path = Path::new(&path);
            let stand = listing.at(path)?;
            let labels = listing.roots_by_path();
            Some((stand, listing.shadowed_by(path), copies(listing, placements, path), placements.to_vec(), labels))
        };
        let Some(found) = self.catalogue.at_listing(look).await? else {
            let id = AbilityId(query.path.clone());
            let read = self.core.store.read(move |db| {
                let record = abilities::get(db, &id)?;
                Ok::<_, StoreError>((record, sagas::placements(db, &id)?))
            });
            let (record, placements) = read.await.map_err(crate::stored)?;
            let record = record.ok_or_else(|| edit::unknown(&query.path))?;
            let work = move || of_ability(&record, &placements);
            return blocking("looking at an ability", work).await;
        };
        let page = self.clone();
        let work = move || {
            let (stand, behind, copies, placements, labels) = found;
            let mut answer = standing(&page, &stand, &placements)?;
            if let Some(placement) = placed(&placements, Path::new(&stand.summary.path)) {
                let id = placement.ability_id.clone();
                let read = page.core.store.read(move |db| abilities::get(db, &id));
                let record = Handle::current().block_on(read).map_err(crate::stored)?;
                answer.actions = record.as_ref().map(actions::of_ability).unwrap_or_default();
            }
            answer.shadows = behind.iter().map(|path| path.display().to_string()).collect();
            answer.places.extend(ways(&stand, &labels));
            answer.places.extend(copies);
            Ok(answer)
        };
        blocking("looking at a skill", work).await?
    }
}

type Labels = BTreeMap<std::path::PathBuf, Vec<String>>;

fn ways(stand: &ListedSkill, labels: &Labels) -> Vec<SkillLocation> {
    let agents = |path: &Path| path.ancestors().skip(1).find_map(|above| labels.get(above)).cloned().unwrap_or_default();
    let place = |path: &std::path::PathBuf| SkillLocation {
        path: path.display().to_string(),
        kind: "link".to_owned(),
        agents: agents(path),
        note: None,
    };
    stand.ways.iter().map(place).collect()
}

/// Other folders into which the same ability was installed.
fn copies(listing: &Listing, placements: &[Placement], path: &Path) -> Vec<SkillLocation> {
    let Some(ours) = placed(placements, path) else { return Vec::new() };
    let others = placements.iter().filter(|other| other.ability_id == ours.ability_id && other.folder() != path);
    let place = |other: &Placement| {
        if other.out.is_some() {
            return out_of(other);
        }
        let place = other.folder();
        let there = listing.at(&place).map(|stand| stand.summary);
        let kind = if there.is_some() { "folder" } else { "missing" };
        SkillLocation {
            path: place.display().to_string(),
            kind: kind.to_owned(),
            agents: there.map(|skill| skill.agents).unwrap_or_default(),
            note: None,
        }
    };
    others.map(place).collect()
}

/// A placement of an ability, which may be off.
fn out_of(placement: &Placement) -> SkillLocation {
    let out = placement.out.as_ref();
    let kind = match out.map(|out| (out.stage, &out.note)) {
        Some((OutStage::Taken, None)) => "taken_out",
        Some((OutStage::Left, _)) => "edited",
        Some(_) => "waiting",
        None if placement.folder().is_dir() => "folder",
        None => "missing",
    };
    SkillLocation {
        path: placement.folder().display().to_string(),
        kind: kind.to_owned(),
        agents: vec![placement.label.clone()],
        note: out.and_then(|out| out.note.clone()),
    }
}

/// The details of an ability that was requested by its id.
fn of_ability(record: &AbilityRecord, placements: &[Placement]) -> SkillStatusResponse {
    let places: Vec<SkillLocation> = placements.iter().map(out_of).collect();
    let stands = places.iter().any(|place| place.kind == "folder");
    let locked = if stands { edit::OF_AN_ABILITY } else { "Its files are in no agent's folder." };
    SkillStatusResponse {
        path: record.entry.ability_id.0.clone(),
        installer: Some("apprentice".to_owned()),
        source: None,
        commit: None,
        state: "learned".to_owned(),
        pinned: false,
        pinned_reason: None,
        changed: Vec::new(),
        places,
        shadowed_by: None,
        shadows: Vec::new(),
        installed_at: Some(record.created_at),
        updated_at: None,
        locked: Some(locked.to_owned()),
        switches: Vec::new(),
        actions: actions::of_ability(record),
    }
}

fn standing(page: &SkillsPage, stand: &ListedSkill, placements: &[Placement]) -> Answer<SkillStatusResponse> {
    let skill = &stand.summary;
    let installer = page.core.installer();
    let status = manage::status_at(&installer, &edit::real(stand)).map_err(failure_of)?;
    let ours = placed(placements, Path::new(&skill.path)).is_some();
    let kind = if stand.linked { "link" } else { "folder" };
    let mut places =
        vec![SkillLocation { path: skill.path.clone(), kind: kind.to_owned(), agents: skill.agents.clone(), note: None }];
    // Existing links are part of the listing.
    let broken = status.links.iter().filter(|link| link.state != "ok");
    places.extend(broken.map(|link| SkillLocation {
        path: link.path.display().to_string(),
        kind: link.state.to_owned(),
        agents: Vec::new(),
        note: None,
    }));
    let changed = status.changed.iter().chain(&status.added).chain(&status.removed).cloned().collect();
    let locked = edit::locked(stand, SkillStatus::of(page, stand, placements));
    Ok(SkillStatusResponse {
        actions: if ours { Vec::new() } else { actions_of(page, stand, locked.is_some()) },
        path: skill.path.clone(),
        installer: if ours { Some("apprentice".to_owned()) } else { status.tool.map(str::to_owned) },
        source: status.source,
        commit: status.commit,
        state: if ours { "learned" } else { word(status.state) }.to_owned(),
        pinned: status.pinned.is_some(),
        pinned_reason: status.pinned.filter(|reason| !reason.is_empty()),
        changed,
        places,
        shadowed_by: skill.shadowed_by.clone(),
        shadows: Vec::new(),
        installed_at: status.installed_at,
        updated_at: status.updated_at,
        locked,
        switches: if ours { Vec::new() } else { switch(page, stand).into_iter().collect() },
    })
}

fn actions_of(page: &SkillsPage, stand: &ListedSkill, locked: bool) -> Vec<SkillAction> {
    let machine = &page.core.options.machine;
    let note = InstallNotes::read(&page.core.installer()).of(&edit::real(stand));
    let has_switch = actions::has_switch(machine);
    let switched_on = actions::switched_on(has_switch, &switches::read_all(machine), &stand.summary.agents, &stand.key);
    SkillFacts::of_detail(stand, &note, locked, switched_on).actions()
}

fn word(state: InstallState) -> &'static str {
    match state {
        InstallState::Clean => "clean",
        InstallState::Edited => "edited",
        InstallState::Missing => "missing",
        InstallState::Outdated => "outdated",
        InstallState::Untracked => "untracked",
        InstallState::Unknown => "unknown",
        InstallState::Learned => "learned",
    }
}

fn switch(page: &SkillsPage, stand: &ListedSkill) -> Option<SkillSwitch> {
    let machine = &page.core.options.machine;
    let file = switches::file(machine).filter(|_| stand.summary.agents.iter().any(|agent| agent == switches::AGENT))?;
    let enabled = !switches::read_all(machine).is_off(&stand.key);
    Some(SkillSwitch { agent: switches::AGENT.to_owned(), enabled, config_path: file.display().to_string() })
}
