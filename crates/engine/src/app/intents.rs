//! Configuration intents (§0.2G): every change of configuration is submitted here. The engine checks it, stores it and shows it
//! as a file. Nothing else writes configuration.

use crate::Answer;
use crate::app::{App, settings as choices};
use crate::core::configured;
use crate::core::notify::ChangeNotice;
use crate::core::request;
use crate::core::stale::Projection;
use crate::core::transaction::{ReceiptSubject, WriteTx, payload};
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::app::{Settings, Theme};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::CapabilityId;
use apprentice_contracts::intent::*;
use apprentice_contracts::json;
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_observe::redact::mask_text;
use apprentice_store::abilities::AbilityRecord;
use apprentice_store::intents::IntentRecord;
use apprentice_store::{Connection, StoreError, abilities, intents, proposals, retention, settings};
use garde::Validate;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

/// Number of packs that one ability can be bound to.
const PACKS: usize = 50;

impl App {
    pub(crate) async fn submit_intent(&self, request: SubmitIntentRequest) -> Answer<ConfigurationIntentResponse> {
        let digest = digest(&request)?;
        let (id, seen) = (request.intent_id, digest.clone());
        if let Some(answer) = self.core.store.read(move |db| answered(db, id, &seen)).await? {
            return Ok(answer);
        }
        payload_fits(&request.payload)?;
        request::refuse_secret("correlation_id", request.correlation_id.as_deref())?;
        let chosen = request.target == IntentTarget::UserPreference;
        let answer = self
            .core
            .commit(move |tx| {
                if let Some(answer) = answered(tx.db, request.intent_id, &digest)? {
                    return Ok(answer);
                }
                let intent = as_stored(tx, request);
                let (status, config_path) = apply(tx, &intent)?;
                let answer = ConfigurationIntentResponse { intent, status, config_path };
                intents::add(tx.db, &IntentRecord { answer: answer.clone(), digest })?;
                retention::trim_intents(tx.db)?;
                Ok(answer)
            })
            .await?;
        if chosen && answer.status == IntentStatus::Applied {
            self.core.notifier.notify(ChangeNotice::Settings);
        }
        Ok(answer)
    }

    pub(crate) async fn list_intents(&self, page: PageQuery) -> Answer<ConfigurationIntentsResponse> {
        let (records, total) = self.core.store.read(move |db| intents::list(db, page)).await.map_err(crate::stored)?;
        let intents = records.into_iter().map(|record| record.answer).collect();
        Ok(ConfigurationIntentsResponse { intents, total, page: page.page, page_size: page.page_size })
    }
}

fn digest(request: &SubmitIntentRequest) -> Answer<String> {
    // The same intent, whatever the order of the keys in its payload.
    let mut request = serde_json::to_value(request).map_err(StoreError::from)?;
    request.sort_all_objects();
    let bytes = serde_json::to_vec(&request).map_err(StoreError::from)?;
    Ok(Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect())
}

fn answered(
    db: &Connection,
    id: apprentice_contracts::ids::IntentId,
    digest: &str,
) -> Answer<Option<ConfigurationIntentResponse>> {
    match intents::get(db, id)? {
        Some(record) if record.digest != digest => {
            let message = "intent_id: it was used before with other content. Give every new intent an id of its own.";
            let details = json!({ "field": "intent_id", "intent_id": id });
            Err(Failure::new(ErrorCode::ClientRequestIdReused, message).with_details(details))
        }
        found => Ok(found.map(|record| record.answer)),
    }
}

fn as_stored(tx: &WriteTx<'_>, request: SubmitIntentRequest) -> ConfigurationIntent {
    ConfigurationIntent {
        intent_id: request.intent_id,
        target: request.target,
        capability_id: request.capability_id,
        payload: request.payload,
        requested_by: request.requested_by,
        correlation_id: request.correlation_id.unwrap_or_else(|| tx.correlation.to_string()),
        created_at: request.created_at.unwrap_or(tx.now),
        schema_version: SCHEMA_VERSION,
    }
}

type Applied = (IntentStatus, Option<String>);

fn apply(tx: &WriteTx<'_>, intent: &ConfigurationIntent) -> Answer<Applied> {
    match intent.target {
        IntentTarget::SkillConfig => configure_skill(tx, intent),
        IntentTarget::UserPreference => prefer(tx, intent),
        IntentTarget::SupportPackBinding => bind_packs(tx, intent),
        IntentTarget::ConnectorPolicy => Err(request::invalid(
            "target",
            "connector_policy cannot be set by a program: only the person decides what connectors may do",
        )),
    }
}

fn configure_skill(tx: &WriteTx<'_>, intent: &ConfigurationIntent) -> Answer<Applied> {
    let (capability, record) = capability(tx.db, intent)?;
    if !crate::core::stale::is_file_name(capability.as_str()) {
        return Err(request::invalid("capability_id", "only letters, digits, dots, hyphens and underscores can name its file"));
    }
    let projection = Projection::SkillConfig(capability.clone());
    let path = Some(format!("system/{}", projection.path()));
    let before = intents::config(tx.db, &capability)?;
    let mut values = before.as_ref().map(|config| config.values.clone()).unwrap_or_default();
    merge(&mut values, &intent.payload);
    fits("payload", &values)?;
    let mut by_person = before.as_ref().map(|config| config.by_person.clone()).unwrap_or_default();
    let is_changed = |name: &&String| before.as_ref().and_then(|config| config.values.get(*name)) != values.get(*name);
    let changed_names: Vec<&String> = intent.payload.keys().filter(is_changed).collect();
    by_person.retain(|name| values.contains_key(name) && !changed_names.contains(&name));
    if intent.requested_by == IntentSource::Ui {
        // A value that the person sends becomes theirs, also where it stays what it was.
        by_person.extend(intent.payload.keys().filter(|name| values.contains_key(*name)).cloned());
        by_person.sort();
        by_person.dedup();
    } else {
        configured::ensure_data(&values, changed_names, &by_person)?;
    }
    if before.as_ref().map_or(values.is_empty(), |config| config.values == values && config.by_person == by_person) {
        return Ok((IntentStatus::Unchanged, before.and(path)));
    }
    let config = SkillConfig {
        capability_id: capability,
        values,
        by_person,
        intent_id: intent.intent_id,
        updated_at: tx.now,
        schema_version: SCHEMA_VERSION,
    };
    intents::put_config(tx.db, &config)?;
    tx.stale(&projection)?;
    tx.notify(ChangeNotice::Abilities);
    let about =
        ReceiptSubject { proposal: record.proposal_id, ability: Some(record.entry.ability_id), ..ReceiptSubject::default() };
    changed(tx, intent, about, &format!("The configuration of {} was changed", record.entry.title))?;
    Ok((IntentStatus::Applied, path))
}

/// The receipt of an applied intent names the keys, never their values.
fn changed(tx: &WriteTx<'_>, intent: &ConfigurationIntent, about: ReceiptSubject, what: &str) -> Answer<()> {
    let keys: Vec<&str> = intent.payload.keys().map(String::as_str).collect();
    let asked_by = payload(&intent.requested_by)?;
    let reason = format!("asked for by {}", asked_by.as_str().unwrap_or_default());
    tx.receipt(about, ReceiptKind::ConfigurationChanged, &format!("{what}: {}.", keys.join(", ")), Some(&reason)).map(drop)
}

/// Merges a payload: `null` removes a key; an object replaces the former one as a whole.
fn merge(values: &mut Map<String, Value>, payload: &Map<String, Value>) {
    for (key, value) in payload {
        match value {
            Value::Null => drop(values.remove(key)),
            value => drop(values.insert(key.clone(), value.clone())),
        }
    }
}

fn prefer(tx: &WriteTx<'_>, intent: &ConfigurationIntent) -> Answer<Applied> {
    if intent.capability_id.is_some() {
        return Err(request::invalid("capability_id", "a preference of the user belongs to no ability; leave it out"));
    }
    let stored: Option<Settings> = settings::get(tx.db, choices::KEY)?;
    let before = stored.clone().unwrap_or_default();
    let mut after = before.clone();
    for (key, value) in &intent.payload {
        let at = format!("payload.{key}");
        match key.as_str() {
            "agent_display_name" => after.agent_display_name = read(&at, value, "a name, or null")?,
            "theme" => {
                after.theme = read::<Option<Theme>>(&at, value, "light, dark or system")?.unwrap_or_default();
            }
            _ => {
                let why = "an intent cannot change it; agent_display_name and theme can be changed, the rest in the settings";
                return Err(request::invalid(&at, why));
            }
        }
    }
    after.validate().map_err(|report| request::invalid("payload", report.to_string().trim()))?;
    let path = Some(format!("system/{}", Projection::Preferences.path()));
    if after == before {
        return Ok((IntentStatus::Unchanged, stored.and(path)));
    }
    choices::put(tx, &after)?;
    changed(tx, intent, ReceiptSubject::default(), "Preferences were changed")?;
    Ok((IntentStatus::Applied, path))
}

fn bind_packs(tx: &WriteTx<'_>, intent: &ConfigurationIntent) -> Answer<Applied> {
    let (_, mut record) = capability(tx.db, intent)?;
    if let Some(key) = intent.payload.keys().find(|key| *key != "support_pack_refs") {
        return Err(request::invalid(&format!("payload.{key}"), "a binding may contain only support_pack_refs"));
    }
    let at = "payload.support_pack_refs";
    let named = intent.payload.get("support_pack_refs").ok_or_else(|| request::invalid(at, "is missing"))?;
    let mut packs: Vec<String> = read(at, named, "a list of names")?;
    if packs.len() > PACKS || packs.iter().any(|pack| pack.trim().is_empty() || pack.chars().count() > 240) {
        return Err(request::invalid(at, "at most 50 names, each of 1 to 240 characters"));
    }
    let mut seen = std::collections::HashSet::new();
    packs.retain(|pack| seen.insert(pack.clone()));
    if record.entry.support_pack_refs == packs {
        return Ok((IntentStatus::Unchanged, Some(AVAILABILITY.into())));
    }
    // The next revision of the ability is made from the proposal.
    let proposal = record.proposal_id.map(|id| proposals::get(tx.db, id)).transpose()?.flatten();
    let about = ReceiptSubject {
        session: proposal.as_ref().and_then(|found| found.proposal.learn_session_id),
        proposal: record.proposal_id,
        ability: Some(record.entry.ability_id.clone()),
        import: None,
    };
    if let Some(mut proposal) = proposal {
        proposal.proposal.support_pack_refs.clone_from(&packs);
        proposals::put(tx.db, &proposal)?;
        tx.stale(&Projection::DraftManifest(proposal.proposal.proposal_id))?;
    }
    changed(tx, intent, about.clone(), &format!("The packs of {} were changed", record.entry.title))?;
    let summary = format!("{} is bound to {} support packs.", record.entry.title, packs.len());
    record.entry.support_pack_refs = packs;
    record.updated_at = tx.now;
    abilities::put(tx.db, &record)?;
    tx.receipt(about, ReceiptKind::AbilityAvailabilityUpdated, &summary, Some("support_pack_binding"))?;
    crate::ability::record::refresh(tx)?;
    Ok((IntentStatus::Applied, Some(AVAILABILITY.into())))
}

const AVAILABILITY: &str = "system/abilities/availability_current.json";

/// The ability whose capability the intent names.
fn capability(db: &Connection, intent: &ConfigurationIntent) -> Answer<(CapabilityId, AbilityRecord)> {
    let Some(id) = &intent.capability_id else {
        return Err(request::invalid("capability_id", "is needed: name the capability of an installed ability"));
    };
    let found = abilities::all(db)?.into_iter().find(|record| record.entry.primary_capability_id.as_ref() == Some(id));
    let record = found.ok_or_else(|| {
        let message =
            format!("capability_id: no installed ability has the capability {id}. `GET /api/abilities/availability` lists them.");
        Failure::new(ErrorCode::AbilityNotFound, message).with_details(json!({ "field": "capability_id" }))
    })?;
    Ok((id.clone(), record))
}

fn read<T: serde::de::DeserializeOwned>(field: &str, value: &Value, expected: &str) -> Answer<T> {
    json::from_value(value).map_err(|_| request::invalid(field, &format!("is {expected}")))
}

fn payload_fits(payload: &Map<String, Value>) -> Answer<()> {
    if payload.is_empty() {
        return Err(request::invalid("payload", "is empty: name what should change"));
    }
    fits("payload", payload)?;
    payload.iter().try_for_each(|(key, value)| refuse_secrets(&format!("payload.{key}"), key, value))
}

fn fits(field: &str, payload: &Map<String, Value>) -> Answer<()> {
    let bytes = serde_json::to_vec(payload).map_err(StoreError::from)?.len();
    if bytes > PAYLOAD_LIMIT {
        return Err(request::invalid(field, &format!("{bytes} bytes; at most {PAYLOAD_LIMIT} are kept")));
    }
    if payload.values().map(depth).max().unwrap_or(0) + 1 > PAYLOAD_DEPTH {
        return Err(request::invalid(field, "nested deeper than 6 levels"));
    }
    Ok(())
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Object(map) => 1 + map.values().map(depth).max().unwrap_or(0),
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

/// Refuses a value that looks like a secret. `key` is the name of the value.
fn refuse_secrets(at: &str, key: &str, value: &Value) -> Answer<()> {
    let secret = |text: &str| mask_text(text).1 > 0;
    let found = match value {
        Value::Object(map) => {
            return map.iter().try_for_each(|(key, value)| refuse_secrets(&format!("{at}.{key}"), key, value));
        }
        Value::Array(items) => {
            return items.iter().enumerate().try_for_each(|(n, item)| refuse_secrets(&format!("{at}[{n}]"), key, item));
        }
        Value::Null | Value::Bool(_) => secret(key),
        Value::Number(number) => secret(key) || secret(&format!("{}: {number}", json!(key))),
        Value::String(text) => secret(key) || secret(text) || secret(&format!("{}: {}", json!(key), json!(text))),
    };
    if found {
        let at = mask_text(at).0;
        return Err(request::invalid(
            &at,
            "looks like a secret. Secrets are not kept in the configuration; keep it where the program that needs it asks for it",
        ));
    }
    Ok(())
}
