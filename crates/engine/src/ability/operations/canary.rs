//! The canary of an installed ability (§1.1I "Reprobe"): reads the files in agents' folders and checks them without changing
//! anything. Five good canaries in a row heal an ability that failures degraded. They end a quarantine of failures only if the observer has
//! seen each failed checkpoint reached since: whole files say nothing about whether a failure is gone. Only a person ends a quarantine that a
//! person set, or that harm caused.

use crate::Answer;
use crate::ability::health_events::{self, HealthEvent, update_health};
use crate::ability::operations::Abilities;
use crate::ability::record::{checkpoints, find, receipt_subject, refresh, session_of_ability};
use crate::ability::{health, lifecycle};
use crate::core::blocking::blocking;
use crate::core::stale::Projection;
use crate::core::transaction::WriteTx;
use crate::proposal::record::steps_of;
use crate::validation::checks;
use crate::validation::checks::{Step, Subject};
use crate::validation::runs::finish_run;
use apprentice_compiler::lint;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::ability::{AbilityAvailabilityEntry, AbilityCanaryResponse, AbilityLookupQuery};
use apprentice_contracts::checkpoint::LintSeverity;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::event::{Event, ValidationStarted};
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::proposal::InstallLane;
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_contracts::validation::{OverallResult, RunKind, StepResult, ValidationRun};
use apprentice_lookup as lookup;
use apprentice_skills::format::bundle;
use apprentice_skills::format::bundle::Profile;
use apprentice_skills::install::put::fingerprint_at;
use apprentice_store::abilities::{AbilityRecord, QuarantinedBy};
use apprentice_store::sagas::Placement;
use apprentice_store::{Connection, abilities, proposals, sagas, validation_runs};
use std::path::{Path, PathBuf};

impl Abilities {
    pub(crate) async fn run_canary(&self, id: AbilityId) -> Answer<AbilityCanaryResponse> {
        let _gate = self.core.gate.lock().await;
        let answer = self.canary(id).await?;
        if let Err(failure) = self.installs.place_abilities().await {
            tracing::warn!(%failure, "an agent's folder waits for the upkeep");
        }
        self.core.deliver_projections().await;
        Ok(answer)
    }
}

impl Abilities {
    /// Probes one ability. The caller holds the gate, so that no installation writes meanwhile, and delivers the projections.
    pub(crate) async fn canary(&self, id: AbilityId) -> Answer<AbilityCanaryResponse> {
        let (wanted, search_path) = (id.clone(), self.core.options.machine.search_path.clone());
        let probe = self.core.store.read(move |db| Probe::load(db, &wanted, search_path)).await?;
        let (steps, missing) = blocking("looking at the installed files", move || probe.look()).await?;
        self.core.change(move |tx| conclude(tx, &id, &steps, missing)).await
    }
}

/// Everything that the probe reads.
struct Probe {
    placements: Vec<Placement>,
    /// The SKILL.md that is written back when the ability is enabled again.
    kept: Option<(String, String)>,
    /// The ability as it is when it can be used.
    entry: AbilityAvailabilityEntry,
    subject: Subject,
}

impl Probe {
    fn load(db: &Connection, id: &AbilityId, search_path: Vec<PathBuf>) -> Answer<Self> {
        let record = find(db, id)?;
        let mut proposal = record.proposal_id.map(|id| proposals::get(db, id)).transpose()?.flatten().ok_or_else(|| {
            Failure::new(ErrorCode::ProposalNotFound, "This ability was not taught here; there is nothing to check it against.")
        })?;
        // The installed checkpoints, with the evidence of those that are unchanged in the draft.
        let mut installed = checkpoints(db, &record)?;
        for checkpoint in &mut installed {
            let same = proposal.draft.checkpoints.iter().find(|drafted| drafted.checkpoint_id == checkpoint.checkpoint_id);
            checkpoint.evidence =
                same.filter(|drafted| drafted.goal == checkpoint.goal).and_then(|drafted| drafted.evidence.clone());
        }
        proposal.draft.checkpoints = installed;
        let entry = usable(&record);
        Ok(Self {
            placements: sagas::placements(db, id)?,
            kept: sagas::last_done(db, id)?.and_then(|mut saga| Some((saga.bundle.remove("SKILL.md")?, saga.slug))),
            subject: Subject {
                record: proposal,
                entry: entry.clone(),
                others: abilities::all(db)?
                    .into_iter()
                    .map(|record| record.entry)
                    .filter(|other| other.ability_id != *id)
                    .collect(),
                goal: String::new(),
                neighbors: Vec::new(),
                actions: Vec::new(),
                readings: Vec::new(),
                folder: PathBuf::new(),
                search_path,
            },
            entry,
        })
    }

    /// The steps, and whether the files are missing in every folder.
    fn look(self) -> (Vec<Step>, bool) {
        let mut steps = Vec::new();
        let mut missing = true;
        for placement in &self.placements {
            let (step, stands) = place(placement);
            missing &= !stands;
            steps.push(step);
        }
        if self.placements.is_empty() {
            steps.push(Step::failed("place:none", "It is in a skills folder", "It is installed in no folder.".into()));
        }
        steps.extend(self.text());
        steps.extend(checks::run(RunKind::DependencyCheck, &self.subject));
        steps.extend(self.triggers());
        (steps, missing)
    }

    /// Checks the file that an agent reads against the strict profile and the lint.
    fn text(&self) -> Vec<Step> {
        let (id, label) = ("skill", "An agent can read the SKILL.md");
        let kept = || self.kept.clone().filter(|_| self.placements.iter().any(Placement::is_taken_out));
        let Some((text, slug)) = self.placements.iter().find_map(read).or_else(kept) else {
            return vec![Step::failed(id, label, "It is in no folder.".into())];
        };
        let strict = match bundle::read(&text, &slug, Profile::Strict) {
            Ok(bundle) if bundle.findings.is_empty() => Step::passed(id, label),
            Ok(bundle) => Step::failed(id, label, words(bundle.findings.iter().map(|finding| &finding.message))),
            Err(finding) => Step::failed(id, label, finding.message),
        };
        let draft = &self.subject.record.draft;
        let variables = if draft.skill_md == text { draft.graph.variables.as_slice() } else { &[] };
        let report = lint(&draft.checkpoints, Some(&text), variables);
        let errors = report.findings.iter().filter(|finding| finding.severity == LintSeverity::Error);
        let (id, label) = ("lint", "Checkpoints and SKILL.md pass the lint");
        let linted = if report.has_errors() {
            Step::failed(id, label, words(errors.map(|finding| &finding.message)))
        } else {
            Step::passed(id, label)
        };
        vec![strict, linted]
    }

    /// Checks the trigger phrases among all abilities.
    fn triggers(&self) -> Vec<Step> {
        let found = |phrase: &str| {
            let query = AbilityLookupQuery {
                user_query: phrase.to_owned(),
                project_id: self.entry.project_scopes.first().cloned(),
                room_id: None,
                install_lanes_allowed: vec![InstallLane::ApprovedWorkspace, InstallLane::SharedPromoted],
                include_private_owned_by_user: true,
                explain: false,
                schema_version: SCHEMA_VERSION,
            };
            let all = self.subject.others.iter().chain([&self.entry]).cloned();
            lookup::best(&query, all).iter().any(|found| found.ability_id == self.entry.ability_id)
        };
        let phrases = self.entry.trigger_phrases.iter().enumerate();
        phrases
            .map(|(n, phrase)| {
                let (id, label) = (format!("trigger:{n}"), format!("“{phrase}” finds it"));
                if found(phrase) {
                    Step::passed(&id, &label)
                } else {
                    Step::failed(&id, &label, "Ten other abilities answer to it better, or none does.".into())
                }
            })
            .collect()
    }
}

fn usable(record: &AbilityRecord) -> AbilityAvailabilityEntry {
    let mut record = record.clone();
    if let Some(quarantine) = record.standing.quarantine.take() {
        record.entry.install_lane = quarantine.lane_before;
        record.entry.checkpoint_health = None;
    }
    record.entry.enabled = true;
    record.standing.obstacles.clear();
    health::update_usability(&mut record);
    record.entry
}

/// Whether the folder is as it was written, and whether it exists.
fn place(placement: &Placement) -> (Step, bool) {
    let id = format!("place:{}", placement.target_id);
    let label = format!("{} has it as it was installed", placement.label);
    let path = placement.folder().display().to_string();
    if placement.is_taken_out() {
        let label = format!("{} has it again when it is on", placement.label);
        return match fingerprint_at(Path::new(&placement.root), &placement.slug) {
            Ok(None) => (Step::passed(&id, &label), true),
            Ok(Some(there)) if there == placement.fingerprint => (Step::passed(&id, &label), true),
            Ok(Some(_)) => (Step::failed(&id, &label, format!("Something else is at {path} now.")), true),
            Err(error) => (Step::failed(&id, &label, error.to_string()), true),
        };
    }
    match fingerprint_at(Path::new(&placement.root), &placement.slug) {
        Ok(Some(there)) if there == placement.fingerprint => (Step::passed(&id, &label), true),
        Ok(Some(_)) => (Step::failed(&id, &label, format!("{path} was changed after it was installed.")), true),
        Ok(None) => (Step::failed(&id, &label, format!("{path} is gone.")), false),
        Err(error) => (Step::failed(&id, &label, error.to_string()), true),
    }
}

fn read(placement: &Placement) -> Option<(String, String)> {
    let file = placement.folder().join("SKILL.md");
    if placement.is_taken_out() {
        return None;
    }
    Some((std::fs::read_to_string(file).ok()?, placement.slug.clone()))
}

fn words<'w>(messages: impl Iterator<Item = &'w String>) -> String {
    messages.map(String::as_str).collect::<Vec<_>>().join("; ")
}

fn conclude(tx: &WriteTx<'_>, id: &AbilityId, steps: &[Step], missing: bool) -> Answer<AbilityCanaryResponse> {
    let mut record = find(tx.db, id)?;
    let good = !steps.iter().any(|step| step.result == StepResult::Failed);
    let run = started(tx, &record)?;
    let run = finish_run(tx, run, steps, if good { OverallResult::Passed } else { OverallResult::Failed })?;
    record.standing.missing = missing;
    record.standing.canary_failed = !good;
    record.standing.good_canaries = if good { record.standing.good_canaries + 1 } else { 0 };
    if good {
        record.entry.last_validated_at = Some(tx.now);
    }
    record.updated_at = tx.now;
    let good_canaries = record.standing.good_canaries;
    heal(tx, &mut record, good_canaries)?;
    abilities::put(tx.db, &record)?;
    refresh(tx)?;
    Ok(AbilityCanaryResponse {
        ability_id: id.clone(),
        steps: steps_of(tx.db, std::slice::from_ref(&run))?,
        validation_run: run,
        health_status: health::status(&record),
        quarantined: record.standing.quarantine.is_some(),
        good_canaries,
        schema_version: SCHEMA_VERSION,
    })
}

fn heal(tx: &WriteTx<'_>, record: &mut AbilityRecord, good_canaries: u32) -> Answer<()> {
    if good_canaries < health::CANARIES {
        return Ok(());
    }
    match &record.standing.quarantine {
        Some(quarantine) if quarantine.by != QuarantinedBy::Failures => Ok(()),
        Some(quarantine) if !health_events::are_failures_gone(tx, record, quarantine.since)? => Ok(()),
        Some(_) => {
            let summary = format!("{} passed {good_canaries} canaries and is out of quarantine.", record.entry.title);
            lifecycle::release(tx, record, &summary)
        }
        None if health::is_degraded(record) => lifecycle::reset_failures(tx, record),
        None => Ok(()),
    }
}

fn started(tx: &WriteTx<'_>, record: &AbilityRecord) -> Answer<ValidationRun> {
    let proposal_id = record.proposal_id.ok_or_else(|| crate::internal("checking an ability", &"it has no proposal"))?;
    let run = ValidationRun {
        validation_run_id: tx.id(),
        proposal_id,
        run_kind: RunKind::Canary,
        started_at: tx.now,
        completed_at: None,
        agent: None,
        overall_result: OverallResult::Partial,
        result_refs: vec![format!("ability:{}", record.entry.ability_id)],
        schema_version: SCHEMA_VERSION,
    };
    validation_runs::put(tx.db, &run)?;
    tx.stale(&Projection::ValidationRuns)?;
    tx.receipt(receipt_subject(tx.db, record)?, ReceiptKind::ValidationStarted, "Started the canary.", None)?;
    if let Some(session) = session_of_ability(tx.db, record)? {
        let started = Event::ValidationStarted(ValidationStarted::Canary(run.clone()));
        tx.event(session.session.learn_session_id, &started)?;
    }
    Ok(run)
}

impl Abilities {
    /// Recomputes the health of degraded abilities, because failures expire after a week.
    pub(crate) async fn expire_old_failures(&self) -> Answer<()> {
        let failing = self.core.store.read(|db| abilities::failing(db)).await.map_err(crate::stored)?;
        if failing.is_empty() {
            return Ok(());
        }
        self.core
            .change(move |tx| failing.iter().try_for_each(|id| update_health(tx, id, HealthEvent::TimePassed).map(drop)))
            .await
    }
}
