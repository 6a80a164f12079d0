//! `<home>/system/capabilities/bridge_current.json`: all installed abilities in one file, for programs that route work.
//!
//! It is rebuilt whole and swapped in by one rename. When that fails the file of before stays, marked as stale where even that
//! can be written (§0C.13: "keep previous bridge current; mark degraded if rebuild fails").

use super::{Context, blocking, files, materialize};
use crate::Answer;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::ability::CheckpointHealth;
use apprentice_contracts::capability::{BridgeCurrent, BridgeEntry, BridgeState, HealthStatus, OriginOwner};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::proposal::InstallLane;
use apprentice_store::Transaction;
use apprentice_store::abilities::{self, AbilityRecord};
use apprentice_store::sagas::Saga;
use std::collections::BTreeMap;

pub(super) const PATH: &str = "system/capabilities/bridge_current.json";

/// What the file says when the database is as it is; `None`: nothing was ever installed, and there is no file.
pub(crate) fn render(db: &Transaction<'_>) -> Answer<Option<String>> {
    text(abilities::all(db)?)
}

/// Rebuilds the file from the abilities in the database. `BRIDGE_REBUILD_FAILED` leaves the file of before.
pub(super) async fn rebuild(context: &Context) -> Answer<()> {
    write(context, None).await
}

/// The same with the ability that a saga is about to make usable.
pub(super) async fn rebuild_with(context: &Context, saga: &Saga) -> Answer<()> {
    write(context, Some(saga.clone())).await
}

async fn write(context: &Context, saga: Option<Saga>) -> Answer<()> {
    let mut records = context.read(|db| abilities::all(db)).await?;
    if let Some(saga) = saga {
        let before = records.iter().position(|record| record.entry.ability_id == saga.ability_id).map(|at| records.remove(at));
        let created_at = before.map_or(saga.created_at, |record| record.created_at);
        let (entry, proposal_id) = (saga.ability, Some(saga.proposal_id));
        records.push(AbilityRecord { entry, proposal_id, created_at, updated_at: saga.created_at });
    }
    let (home, text) = (context.home.clone(), text(records)?);
    let written = blocking(move || match text {
        Some(text) => files::put_all(&home, &BTreeMap::from([(PATH.to_owned(), text)])),
        None => files::remove_all(&home, [&PATH.to_owned()]),
    })
    .await?;
    if let Err(failure) = written {
        mark_stale(context).await;
        return Err(Failure::new(
            ErrorCode::BridgeRebuildFailed,
            format!("The list of abilities could not be renewed: {failure}"),
        ));
    }
    Ok(())
}

/// The last good entries stay; only their state changes.
async fn mark_stale(context: &Context) {
    let home = context.home.clone();
    let marked = blocking(move || -> Answer<()> {
        let Ok(text) = std::fs::read_to_string(home.join(PATH)) else { return Ok(()) };
        let Ok(mut bridge) = serde_json::from_str::<BridgeCurrent>(&text) else { return Ok(()) };
        bridge.bridge_state = BridgeState::Stale;
        files::put_all(&home, &BTreeMap::from([(PATH.to_owned(), materialize::pretty(&bridge)?)]))
    })
    .await;
    if let Ok(Err(failure)) | Err(failure) = marked {
        tracing::warn!(%failure, "the bridge could not be marked as stale");
    }
}

/// The same abilities give the same bytes: its time is that of the newest change.
fn text(records: Vec<AbilityRecord>) -> Answer<Option<String>> {
    let Some(rebuilt_at) = records.iter().map(|record| record.updated_at).max() else { return Ok(None) };
    let mut entries: Vec<BridgeEntry> = records.into_iter().filter_map(entry).collect();
    entries.sort_by(|one, other| one.capability_id.cmp(&other.capability_id));
    let bridge = BridgeCurrent { bridge_state: BridgeState::Current, entries, rebuilt_at, schema_version: SCHEMA_VERSION };
    materialize::pretty(&bridge).map(Some)
}

fn entry(record: AbilityRecord) -> Option<BridgeEntry> {
    let ability = record.entry;
    let capability_id = ability.primary_capability_id?;
    let health_status = match ability.checkpoint_health {
        _ if ability.install_lane == InstallLane::Quarantined => HealthStatus::Quarantined,
        _ if !ability.enabled => HealthStatus::Disabled,
        Some(CheckpointHealth::Strong | CheckpointHealth::Moderate) => HealthStatus::Healthy,
        Some(CheckpointHealth::Weak) => HealthStatus::Degraded,
        Some(CheckpointHealth::Quarantined) => HealthStatus::Quarantined,
        Some(CheckpointHealth::NoData) | None => HealthStatus::Unknown,
    };
    Some(BridgeEntry {
        metadata_ref: format!("system/capabilities/metadata/{capability_id}.json"),
        capability_id,
        family: ability.family,
        title: ability.title,
        aliases: ability.trigger_phrases.iter().take(20).map(|phrase| phrase.chars().take(80).collect()).collect(),
        action_verbs: vec![],
        route_tier: 3,
        requires_supervision: ability.install_lane == InstallLane::ExperimentalPrivate,
        dry_run_supported: false,
        routing_eligible: ability.usable_now,
        health_status,
        health_reason_code: ability.reason_unusable.map(|reason| reason.chars().take(120).collect()),
        origin_owner: OriginOwner::Skills,
        updated_at: record.updated_at,
        schema_version: SCHEMA_VERSION,
    })
}
