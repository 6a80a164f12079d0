//! The settings of the user, and the skills folders that they enable.

use crate::Answer;
use crate::core::blocking::blocking;
use crate::core::notify::ChangeNotice;
use crate::core::projects::{self, Projects};
use crate::core::stale::Projection;
use crate::core::transaction::{ReceiptSubject, WriteTx, payload};
use crate::core::{Core, request, test_policy};
use apprentice_agents::hooks::command;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::app::{Settings, SettingsResponse};
use apprentice_contracts::project::{ProjectsResponse, ResolveProjectQuery, ResolveProjectResponse};
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_contracts::skill::SkillTarget;
use apprentice_skills::agents::targets;
use apprentice_skills::source::fetch;
use apprentice_store::{Connection, mcp_calls, settings};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) use crate::core::SETTINGS as KEY;

/// The settings of the user.
#[derive(Clone)]
pub(crate) struct UserSettings {
    pub core: Arc<Core>,
}

impl UserSettings {
    pub(crate) async fn settings(&self) -> Answer<SettingsResponse> {
        let settings = self.read().await?;
        let targets = self.targets(&settings).await?;
        Ok(SettingsResponse { settings, targets })
    }

    pub(crate) async fn projects(&self) -> Answer<ProjectsResponse> {
        Ok(ProjectsResponse { projects: Projects::of(&self.read().await?).all() })
    }

    pub(crate) async fn resolve_project(&self, query: ResolveProjectQuery) -> Answer<ResolveProjectResponse> {
        Ok(Projects::of(&self.read().await?).resolve(&query.name))
    }

    pub(crate) async fn update_settings(&self, mut settings: Settings) -> Answer<SettingsResponse> {
        if let Some(path) = settings.custom_target_paths.iter().find(|path| !Path::new(path).is_absolute()) {
            return Err(request::invalid("custom_target_paths", &format!("{path} is not an absolute folder")));
        }
        if let Some(path) = settings.project_paths.iter().find(|path| !Path::new(path).is_absolute()) {
            return Err(request::invalid("project_paths", &format!("{path} is not an absolute folder")));
        }
        projects::check(&settings.project_bindings)?;
        if let Some(feed) = &settings.update_feed {
            check_feed(feed)?;
        }
        command::check_list(&settings.hooks.allowed_commands).map_err(|why| request::invalid("hooks.allowed_commands", &why))?;
        let policy = &settings.default_test_policy;
        test_policy::enforceable("default_test_policy", policy.mode, &policy.safe_targets)?;
        let known = self.targets(&settings).await?;
        if let Some(unknown) = settings.enabled_targets.iter().find(|id| !known.iter().any(|target| target.target_id == **id)) {
            return Err(request::invalid("enabled_targets", &format!("there is no target {unknown}")));
        }
        settings.enabled_targets.sort();
        settings.enabled_targets.dedup();
        self.core.commit(move |tx| update(tx, &settings)).await?;
        self.core.notifier.notify(ChangeNotice::Settings);
        self.settings().await
    }
}

fn update(tx: &WriteTx<'_>, after: &Settings) -> Answer<()> {
    let before: Settings = settings::get(tx.db, KEY)?.unwrap_or_default();
    let (before, now) = (payload(&before)?, payload(after)?);
    let names = now.as_object().into_iter().flat_map(Map::keys).filter(|name| before[*name] != now[*name]);
    let names: Vec<String> = names.map(|name| name.replace('_', " ")).collect();
    if names.is_empty() {
        return Ok(());
    }
    put(tx, after)?;
    if !after.keep_calls {
        mcp_calls::delete_all(tx.db)?;
    }
    let summary = format!("Settings were changed: {}.", names.join(", "));
    tx.receipt(ReceiptSubject::default(), ReceiptKind::ConfigurationChanged, &summary, None).map(drop)
}

/// Stores the settings and marks the preferences file as stale.
pub(crate) fn put(tx: &WriteTx<'_>, settings: &Settings) -> Answer<()> {
    settings::put(tx.db, KEY, settings)?;
    tx.stale(&Projection::Preferences)
}

/// The settings that an intent of target `user_preference` can change. `None` when nothing was ever stored.
pub(crate) fn preferences(db: &Connection) -> Answer<Option<Value>> {
    let settings: Option<Settings> = settings::get(db, KEY)?;
    Ok(settings.map(|settings| {
        json!({
            "agent_display_name": settings.agent_display_name, "theme": settings.theme, "schema_version": SCHEMA_VERSION,
        })
    }))
}

impl UserSettings {
    /// The stored settings. By default no target is enabled.
    pub(crate) async fn read(&self) -> Answer<Settings> {
        Ok(self.core.store.read(|db| settings::get(db, KEY)).await.map_err(crate::stored)?.unwrap_or_default())
    }

    pub(crate) async fn targets(&self, settings: &Settings) -> Answer<Vec<SkillTarget>> {
        let (machine, settings) = (self.core.options.machine.clone(), settings.clone());
        let custom = custom(&settings);
        blocking("looking for skills folders", move || targets::targets(&machine, &settings.enabled_targets, &custom)).await
    }
}

pub(crate) fn custom(settings: &Settings) -> Vec<PathBuf> {
    settings.custom_target_paths.iter().map(PathBuf::from).collect()
}

/// Checks the address of an update feed. Errors: `INVALID_REQUEST`.
pub(crate) fn check_feed(feed: &str) -> Answer<()> {
    fetch::check(feed).map_err(|refusal| request::invalid("update_feed", &refusal.message))
}
