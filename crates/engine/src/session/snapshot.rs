//! The runtime snapshot (§0C.7) and the observation scope (§0C.8), from the database alone.

use crate::Answer;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::event::LearningRuntimeSnapshot;
use apprentice_contracts::observation::{CaptureState, ObservationScopeKind, ObservationScopeRuntime};
use apprentice_contracts::session::WatchSource;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_store::sessions::SessionRecord;
use apprentice_store::{Connection, abilities, boundaries, proposals, receipts, sessions};
use std::collections::BTreeMap;

/// The snapshot of the session that holds the slot, else of the one that changed last.
pub(crate) fn snapshot(db: &Connection) -> Answer<Option<LearningRuntimeSnapshot>> {
    let Some(record) = sessions::latest(db)? else { return Ok(None) };
    let session = record.session.clone();
    let receipts = receipts::latest_of_session(db, session.learn_session_id, 10)?;
    let proposal = session.proposal_id.map(|id| proposals::get(db, id)).transpose()?.flatten();
    let ability = session.ability_id.as_ref().map(|id| abilities::get(db, id)).transpose()?.flatten();
    let as_of = receipts.iter().map(|receipt| receipt.created_at).chain([session.updated_at]).max();
    Ok(Some(LearningRuntimeSnapshot {
        observed_data_classes: data_classes(&session.watch),
        active_boundary_ref: boundaries::of_session(db, session.learn_session_id)?
            .last()
            .map(|mark| mark.boundary_id.to_string()),
        install_lane: proposal.map(|record| record.proposal.install_lane),
        ability_usable_now: ability.as_ref().map(|record| record.entry.usable_now),
        reason_unusable: ability.and_then(|record| record.entry.reason_unusable),
        latest_receipt_ids: receipts.iter().map(|receipt| receipt.receipt_id).collect(),
        snapshot_as_of: as_of.unwrap_or(session.updated_at),
        learn_session_id: session.learn_session_id,
        entry_mode: session.entry_mode,
        observation_mode: session.observation_mode,
        build_policy: session.build_policy,
        state: session.state,
        interpretation_id: session.interpretation_id,
        proposal_id: session.proposal_id,
        validation_run_id: session.validation_run_id,
        ability_id: session.ability_id,
        schema_version: SCHEMA_VERSION,
    }))
}

/// The observation scope as far as the database knows it. `Sessions` adds the health of the adapters.
pub(crate) fn scope(record: &SessionRecord) -> ObservationScopeRuntime {
    let session = &record.session;
    let capture_state = match session.state {
        State::Idle | State::Armed => CaptureState::Idle,
        State::Capturing => CaptureState::Capturing,
        State::Paused => CaptureState::Paused,
        _ => CaptureState::Stopped,
    };
    let observing = matches!(capture_state, CaptureState::Capturing | CaptureState::Paused);
    ObservationScopeRuntime {
        learn_session_id: session.learn_session_id,
        adapters_active: if observing { adapters(&session.watch) } else { Vec::new() },
        data_classes_observed: data_classes(&session.watch),
        redaction_modes: redaction(&session.watch),
        scope: ObservationScopeKind::from(session.observation_mode),
        target_app_whitelist: session.target_app_whitelist.clone(),
        off_target_events_dropped: record.capture.dropped,
        events_lost: some(record.capture.lost),
        masked_values: record.capture.masked,
        capture_state,
        started_at: record.capture.started_at,
        stopped_at: record.capture.stopped_at,
        adapters: Vec::new(),
        shells: record.capture.shells.clone(),
        schema_version: SCHEMA_VERSION,
    }
}

pub(crate) fn some(count: u32) -> Option<u32> {
    (count > 0).then_some(count)
}

fn adapters(watch: &[WatchSource]) -> Vec<String> {
    let words = watch.iter().flat_map(|source| match source {
        WatchSource::Browser => ["browser_dom", "browser_snapshot"].as_slice(),
        WatchSource::Terminal => ["terminal_command"].as_slice(),
        WatchSource::Connectors => ["mcp_receipt"].as_slice(),
    });
    words.map(|word| (*word).to_owned()).collect()
}

fn data_classes(watch: &[WatchSource]) -> Vec<String> {
    let words = watch.iter().flat_map(|source| match source {
        WatchSource::Browser => ["named_control", "field_value", "page_address", "page_text", "file_name"].as_slice(),
        WatchSource::Terminal => ["command_line", "exit_code", "directory", "file_name"].as_slice(),
        WatchSource::Connectors => ["call_argument", "call_answer"].as_slice(),
    });
    let mut words: Vec<String> = words.map(|word| (*word).to_owned()).collect();
    words.sort();
    words.dedup();
    words
}

fn redaction(watch: &[WatchSource]) -> BTreeMap<String, String> {
    let masked = ["field_value", "page_address", "page_text", "command_line", "call_argument", "call_answer"];
    data_classes(watch)
        .into_iter()
        .filter(|class| masked.contains(&class.as_str()))
        .map(|class| (class, "mask_secrets".to_owned()))
        .collect()
}
