//! `<home>/system/capabilities/bridge_current.json`: all installed abilities in one file, for programs that route work.
//!
//! The file is replaced as a whole by a rename. When that fails, the former file stays and is marked as stale if possible
//! (§0C.13: "keep previous bridge current; mark degraded if rebuild fails").

use super::{InstallContext, blocking, files, manifest, materialize};
use crate::Answer;
use crate::ability::health;
use apprentice_contracts::ability::CheckpointHealth;
use apprentice_contracts::capability::{
    BridgeCurrent, BridgeEntry, BridgeState, CapabilityHealthStatus, HealthStatus, OriginOwner,
};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::CapabilityId;
use apprentice_contracts::json;
use apprentice_contracts::proposal::InstallLane;
use apprentice_contracts::{SCHEMA_VERSION, Time};
use apprentice_store::abilities::{AbilityRecord, Standing};
use apprentice_store::sagas::Saga;
use apprentice_store::{Transaction, abilities};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::Path;

pub(super) const PATH: &str = "system/capabilities/bridge_current.json";

/// The content of the file. `None`: nothing was ever installed, and there is no file.
pub(crate) fn render(db: &Transaction<'_>) -> Answer<Option<String>> {
    text(abilities::all(db)?)
}

/// Rebuilds the file from the database. Errors: `BRIDGE_REBUILD_FAILED`; the former file stays.
pub(super) async fn rebuild(context: &InstallContext) -> Answer<()> {
    write(context, None).await
}

/// Rebuilds the file with the ability that a saga is about to make usable.
pub(super) async fn rebuild_with(context: &InstallContext, saga: &Saga) -> Answer<()> {
    write(context, Some(saga.clone())).await
}

async fn write(context: &InstallContext, saga: Option<Saga>) -> Answer<()> {
    let mut records = context.read(|db| abilities::all(db)).await?;
    if let Some(saga) = saga {
        let before = records.iter().position(|record| record.entry.ability_id == saga.ability_id).map(|at| records.remove(at));
        let created_at = before.map_or(saga.created_at, |record| record.created_at);
        let (entry, proposal_id) = (saga.ability, saga.import_id.is_none().then_some(saga.proposal_id));
        let standing = Standing::default();
        records.push(AbilityRecord { entry, proposal_id, created_at, updated_at: saga.created_at, standing });
    }
    let (home, text) = (context.home.clone(), text(records)?);
    let written = blocking(move || match text {
        Some(text) => files::put_all(&home, &BTreeMap::from([(PATH.to_owned(), text)])),
        None => files::remove_all(&home, [&PATH.to_owned()]),
    })
    .await?;
    if let Err(failure) = written {
        let home = context.home.clone();
        blocking(move || mark_stale(&home)).await?;
        return Err(Failure::new(
            ErrorCode::BridgeRebuildFailed,
            format!("The list of abilities could not be renewed: {failure}"),
        ));
    }
    Ok(())
}

/// Marks the file as stale; its entries stay. If that fails, the outbox still knows that the file is stale.
pub(crate) fn mark_stale(home: &Path) {
    let Some(mut bridge) = last_good(home) else { return };
    bridge.bridge_state = BridgeState::Stale;
    let marked = materialize::pretty(&bridge).and_then(|text| files::put_all(home, &BTreeMap::from([(PATH.to_owned(), text)])));
    if let Err(failure) = marked {
        tracing::warn!(%failure, "the bridge could not be marked as stale");
    }
}

/// The content of the file. `None` when it cannot be read.
pub(crate) fn last_good(home: &Path) -> Option<BridgeCurrent> {
    json::read(std::fs::read(home.join(PATH)).ok()?).ok()
}

/// Capabilities whose entries differ, ignoring their times.
pub(crate) fn renewed(before: Option<BridgeCurrent>, after: Option<BridgeCurrent>) -> Vec<CapabilityId> {
    let timeless = |bridge: Option<BridgeCurrent>| {
        let entries = bridge.map(|bridge| bridge.entries).unwrap_or_default();
        let entry = |entry: BridgeEntry| (entry.capability_id.clone(), BridgeEntry { updated_at: Time::default(), ..entry });
        entries.into_iter().map(entry).collect::<BTreeMap<_, _>>()
    };
    let (before, after) = (timeless(before), timeless(after));
    let all: BTreeSet<&CapabilityId> = before.keys().chain(after.keys()).collect();
    all.into_iter().filter(|id| before.get(*id) != after.get(*id)).cloned().collect()
}

/// Whether the file is marked as stale, read from its first bytes.
pub(crate) fn is_marked_stale(home: &Path) -> bool {
    let mut head = [0; 64];
    let read = std::fs::File::open(home.join(PATH)).and_then(|mut file| file.read(&mut head)).unwrap_or(0);
    String::from_utf8_lossy(&head[..read]).contains("\"bridge_state\": \"stale\"")
}

/// The bridge as the database has it. `otherwise`: its time when there are no abilities.
pub(crate) fn current(db: &Transaction<'_>, otherwise: Time) -> Answer<BridgeCurrent> {
    Ok(made(abilities::all(db)?).unwrap_or_else(|| BridgeCurrent {
        bridge_state: BridgeState::Current,
        entries: Vec::new(),
        rebuilt_at: otherwise,
        schema_version: SCHEMA_VERSION,
    }))
}

/// Equal abilities give equal bytes: the time is that of the newest change.
fn made(records: Vec<AbilityRecord>) -> Option<BridgeCurrent> {
    let rebuilt_at = records.iter().map(|record| record.updated_at).max()?;
    let mut entries: Vec<BridgeEntry> = records.into_iter().filter_map(entry).collect();
    entries.sort_by(|one, other| one.capability_id.cmp(&other.capability_id));
    Some(BridgeCurrent { bridge_state: BridgeState::Current, entries, rebuilt_at, schema_version: SCHEMA_VERSION })
}

fn text(records: Vec<AbilityRecord>) -> Answer<Option<String>> {
    made(records).map(|bridge| materialize::pretty(&bridge)).transpose()
}

fn entry(record: AbilityRecord) -> Option<BridgeEntry> {
    let health_status = match health::status(&record) {
        CapabilityHealthStatus::Quarantined => HealthStatus::Quarantined,
        CapabilityHealthStatus::Disabled => HealthStatus::Disabled,
        CapabilityHealthStatus::Degraded => HealthStatus::Degraded,
        CapabilityHealthStatus::Healthy => match record.entry.checkpoint_health {
            Some(CheckpointHealth::NoData) | None => HealthStatus::Unknown,
            Some(_) => HealthStatus::Healthy,
        },
    };
    let health_reason_code = health::reason_codes(&record).into_iter().next();
    let ability = record.entry;
    let capability_id = ability.primary_capability_id?;
    Some(BridgeEntry {
        metadata_ref: format!("system/capabilities/metadata/{capability_id}.json"),
        capability_id,
        action_verbs: manifest::verbs(&ability.title),
        family: ability.family,
        title: ability.title,
        aliases: ability.trigger_phrases.iter().take(20).map(|phrase| phrase.chars().take(80).collect()).collect(),
        route_tier: 3,
        requires_supervision: ability.install_lane == InstallLane::ExperimentalPrivate,
        dry_run_supported: false,
        routing_eligible: ability.usable_now && !ability.person_only,
        health_status,
        health_reason_code,
        origin_owner: OriginOwner::Skills,
        updated_at: record.updated_at,
        schema_version: SCHEMA_VERSION,
    })
}
