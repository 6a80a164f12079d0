//! Whether this machine has what each ability needs (§0B.1-8): its files, programs, a browser and servers of tools. The result is stored with the ability,
//! so that the row, the panel, a lookup and an agent read the same, and none of them touches the file system.
//!
//! It runs at the start, every minute, and after a change of an ability or of an agent's folder.

use crate::Answer;
use crate::ability::operations::Abilities;
use crate::ability::{evidence, health, lifecycle};
use crate::connectors::view::all_tool_prefixes;
use crate::core::blocking::blocking;
use crate::validation::checks;
use apprentice_agents::servers;
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::observation::ControlSurface;
use apprentice_contracts::proposal::InstallLane;
use apprentice_skills::agents::environment::Environment;
use apprentice_skills::format::bundle;
use apprentice_skills::format::bundle::Profile;
use apprentice_skills::format::openclaw::Requires;
use apprentice_store::abilities::{AbilityRecord, Obstacle, ObstacleKind};
use apprentice_store::sagas::Placement;
use apprentice_store::{Connection, StoreError, abilities, proposals, sagas};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// What is known of the machine.
struct MachineFacts {
    search_path: Vec<PathBuf>,
    /// Why there is no browser. `None`: there is one.
    no_browser: Option<String>,
    /// Servers of tools that agents of this machine, or Apprentice, have.
    /// `None`: they cannot be read now.
    connectors: Option<BTreeSet<String>>,
}

/// An ability that is on, and what it needs.
struct Needs {
    id: AbilityId,
    placements: Vec<Placement>,
    /// Programs that its checkpoints mention.
    programs: BTreeSet<String>,
    browser: bool,
    known: Findings,
}

/// What a check finds.
#[derive(PartialEq)]
struct Findings {
    obstacles: Vec<Obstacle>,
    /// As in the standing of the ability.
    programs: Vec<String>,
    /// As in the standing of the ability.
    had_browser: bool,
    /// As in the standing of the ability.
    connectors: Vec<String>,
}

impl Abilities {
    /// Checks every ability that is on and stores what changed. The caller holds the gate, so that no installation writes meanwhile.
    pub(crate) async fn check_usability(&self) -> Answer<()> {
        let read = self.core.store.read(|db| Ok::<_, StoreError>((all_needs(db)?, all_tool_prefixes(db)?)));
        let (needs, registered) = read.await.map_err(crate::stored)?;
        if needs.is_empty() {
            return Ok(());
        }
        let statuses = self.core.options.browser.status();
        let no_browser = (!statuses.iter().any(|status| status.healthy))
            .then(|| statuses.into_iter().find_map(|status| status.note).unwrap_or_default());
        let machine = self.core.options.machine.clone();
        let changed: Vec<(AbilityId, Findings)> = blocking("checking what abilities need", move || {
            // An agent reaches those of Apprentice too.
            let connectors = servers::configured(&machine).map(|mut all| {
                all.extend(registered);
                all
            });
            let facts = MachineFacts { search_path: machine.search_path, no_browser, connectors };
            let found = needs.into_iter().map(|needs| (needs.check(&facts), needs));
            found.filter(|(now, needs)| *now != needs.known).map(|(now, needs)| (needs.id, now)).collect()
        })
        .await?;
        if changed.is_empty() {
            return Ok(());
        }
        self.core
            .change(move |tx| {
                for (id, found) in changed {
                    let Some(mut record) = abilities::get(tx.db, &id)? else { continue };
                    record.standing.programs = found.programs;
                    record.standing.had_browser = found.had_browser;
                    record.standing.connectors = found.connectors;
                    if record.standing.obstacles == found.obstacles {
                        abilities::put(tx.db, &record)?;
                        continue;
                    }
                    record.standing.missing = found.obstacles.iter().any(|obstacle| obstacle.kind == ObstacleKind::FilesMissing);
                    record.standing.obstacles = found.obstacles;
                    lifecycle::save(tx, &mut record, None)?;
                }
                Ok(())
            })
            .await
    }
}

fn all_needs(db: &Connection) -> Result<Vec<Needs>, StoreError> {
    let mut placed: BTreeMap<AbilityId, Vec<Placement>> = BTreeMap::new();
    for placement in sagas::all_placements(db)? {
        placed.entry(placement.ability_id.clone()).or_default().push(placement);
    }
    let mut all = Vec::new();
    for record in abilities::all(db)? {
        // The obstacles of an ability that is off are checked when it is on again.
        if health::is_off(&record) || record.entry.install_lane == InstallLane::Pending {
            continue;
        }
        let placements = placed.remove(&record.entry.ability_id).unwrap_or_default();
        if placements.is_empty() {
            continue;
        }
        let programs = match record.proposal_id {
            Some(id) => {
                proposals::get(db, id)?.map(|proposal| evidence::programs(&proposal.draft.checkpoints)).unwrap_or_default()
            }
            None => BTreeSet::new(),
        };
        all.push(Needs::new(record, placements, programs));
    }
    Ok(all)
}

impl Needs {
    fn new(record: AbilityRecord, placements: Vec<Placement>, programs: BTreeSet<String>) -> Self {
        let surfaces = &record.entry.preferred_control_surfaces;
        Self {
            browser: !surfaces.is_empty() && surfaces.iter().all(|surface| *surface == ControlSurface::NativeBrowser),
            id: record.entry.ability_id,
            placements,
            programs,
            known: Findings {
                obstacles: record.standing.obstacles,
                programs: record.standing.programs,
                had_browser: record.standing.had_browser,
                connectors: record.standing.connectors,
            },
        }
    }

    fn check(&self, facts: &MachineFacts) -> Findings {
        let mut found = Vec::new();
        let mut report = |kind, reason: String| found.push(Obstacle { kind, reason });
        // A copy that waits to be restored, or that cannot be looked at, is not gone.
        let is_gone = |placement: &Placement| {
            placement.out.is_none() && matches!(placement.folder().join("SKILL.md").try_exists(), Ok(false))
        };
        if self.placements.iter().all(is_gone) {
            let reason = "Its files are not in any agent's folder any more. Install it again, or remove it.";
            report(ObstacleKind::FilesMissing, reason.to_owned());
        }
        let (requires, tools) = self.requires();
        let environment =
            Environment { os: std::env::consts::OS.to_owned(), search_path: facts.search_path.clone(), ..Environment::default() };
        for unmet in requires.unmet(&environment, Profile::Lenient) {
            match unmet.code.as_str() {
                "OTHER_OS" => report(ObstacleKind::OtherSystem, format!("{}. Use it on such a machine.", unmet.message)),
                _ => report(ObstacleKind::ProgramMissing, format!("{}. Install it to use this ability.", unmet.message)),
            }
        }
        // A command of the demonstration may be an alias of the person's shell; only a program that was here once can be missing.
        let (here, away): (BTreeSet<&String>, BTreeSet<&String>) =
            self.programs.iter().partition(|program| checks::is_installed(program, &facts.search_path));
        let known = self.known.programs.iter().filter(|program| self.programs.contains(*program));
        let programs: BTreeSet<&String> = here.into_iter().chain(known).collect();
        for program in programs.intersection(&away).filter(|program| !requires.bins.contains(**program)) {
            let reason = format!("The program '{program}' was not found. Install it to use this ability.");
            report(ObstacleKind::ProgramMissing, reason);
        }
        // An agent may bring its own browser; only one that was here once can be missing.
        let had_browser = self.browser && (self.known.had_browser || facts.no_browser.is_none());
        if let Some(note) = facts.no_browser.as_ref().filter(|_| had_browser) {
            report(ObstacleKind::BrowserMissing, format!("It works in a browser. {note}").trim().to_owned());
        }
        // A server may belong to a plugin or to an account, where no file of this machine names it; only one that was here once can be missing.
        let named: BTreeSet<String> = tools.iter().filter_map(|tool| servers::of_tool(tool)).map(servers::tool_prefix).collect();
        let is_here = |server: &String| facts.connectors.as_ref().is_some_and(|all| all.contains(server));
        let was_here = |server: &&String| is_here(server) || self.known.connectors.contains(*server);
        let connectors: Vec<String> = named.iter().filter(was_here).cloned().collect();
        for server in connectors.iter().filter(|server| facts.connectors.is_some() && !is_here(server)) {
            let reason =
                format!("It uses tools of the server '{server}', which no agent of this machine has any more. Add it again.");
            report(ObstacleKind::ConnectorMissing, reason);
        }
        Findings { obstacles: found, programs: programs.into_iter().cloned().collect(), had_browser, connectors }
    }

    /// What the first copy that can be read requires of any machine, and the tools that it names. Variables and settings are left to the agent that reads it: they
    /// are its own.
    fn requires(&self) -> (Requires, Vec<String>) {
        let texts = self.placements.iter().filter(|placement| !placement.is_taken_out());
        let text = texts.map(|placement| placement.folder().join("SKILL.md")).find_map(|file| std::fs::read_to_string(file).ok());
        let head = text.and_then(|text| bundle::summary(&text, "", Profile::Lenient).ok());
        let (requires, tools) = head.map(|head| (head.requires, head.allowed_tools)).unwrap_or_default();
        (Requires { env: Vec::new(), config: Vec::new(), ..requires }, tools)
    }
}
