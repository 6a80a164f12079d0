//! Choices that outlive a window, and the skills folders that they switch on.

use crate::engine::Inner;
use crate::notices::Notice;
use crate::{Answer, Engine, asked};
use apprentice_contracts::app::{Settings, SettingsResponse};
use apprentice_contracts::skill::SkillTarget;
use apprentice_skills::targets;
use apprentice_store::settings;
use std::path::{Path, PathBuf};

pub(crate) const KEY: &str = "settings";

impl Engine {
    pub async fn settings(&self) -> Answer<SettingsResponse> {
        let settings = self.inner.settings().await?;
        let targets = self.inner.targets(&settings).await?;
        Ok(SettingsResponse { settings, targets })
    }

    pub async fn update_settings(&self, settings: Settings) -> Answer<SettingsResponse> {
        let mut settings = asked::valid(settings)?;
        if let Some(path) = settings.custom_target_paths.iter().find(|path| !Path::new(path).is_absolute()) {
            return Err(asked::invalid("custom_target_paths", &format!("{path} is not an absolute folder")));
        }
        let known = self.inner.targets(&settings).await?;
        if let Some(unknown) = settings.enabled_targets.iter().find(|id| !known.iter().any(|target| target.target_id == **id)) {
            return Err(asked::invalid("enabled_targets", &format!("there is no target {unknown}")));
        }
        settings.enabled_targets.sort();
        settings.enabled_targets.dedup();
        self.inner.commit(move |ledger| Ok(settings::put(ledger.db, KEY, &settings)?)).await?;
        self.inner.notices.tell(Notice::Settings);
        self.settings().await
    }
}

impl Inner {
    /// Nothing is enabled before the user enabled it.
    pub(crate) async fn settings(&self) -> Answer<Settings> {
        Ok(self.store.read(|db| settings::get(db, KEY)).await.map_err(crate::stored)?.unwrap_or_default())
    }

    pub(crate) async fn targets(&self, settings: &Settings) -> Answer<Vec<SkillTarget>> {
        let (machine, settings) = (self.edge.machine.clone(), settings.clone());
        let custom = custom(&settings);
        tokio::task::spawn_blocking(move || targets::targets(&machine, &settings.enabled_targets, &custom))
            .await
            .map_err(|error| crate::internal("looking for skills folders", &error))
    }
}

pub(crate) fn custom(settings: &Settings) -> Vec<PathBuf> {
    settings.custom_target_paths.iter().map(PathBuf::from).collect()
}
