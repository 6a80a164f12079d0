//! The program itself: settings, health, terminals.

use crate::ids::TerminalId;
use crate::observation::ObservationAdapterStatus;
use crate::session::WatchSource;
use crate::skill::SkillTarget;
use crate::skill_page::SkillView;
use chrono::{DateTime, Utc};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    Light,
    Dark,
    #[default]
    System,
}

/// What a new demonstration begins with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields, default)]
pub struct ObservationDefaults {
    #[garde(length(max = 2))]
    pub watch: Vec<WatchSource>,
    /// Sites, programs and folders outside of which nothing is recorded. Empty: all of what is watched.
    #[garde(length(max = 20), inner(length(chars, min = 1, max = 120)))]
    pub only_in: Vec<String>,
    /// A demonstration that nobody stops is paused after so many minutes; at the latest after four hours (§0C.16D).
    #[garde(range(min = 5, max = 240))]
    pub pause_after_minutes: u16,
}

impl Default for ObservationDefaults {
    fn default() -> Self {
        Self { watch: vec![WatchSource::Browser, WatchSource::Terminal], only_in: Vec::new(), pause_after_minutes: 240 }
    }
}

/// What closing the window does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnClose {
    /// Ends Apprentice, but asks while something is watched.
    #[default]
    Ask,
    /// Apprentice stays in the background, with its sign in the tray.
    Background,
    /// Ends Apprentice, whatever is watched; a demonstration is paused.
    Quit,
}

/// How the desktop program behaves beside its window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields, default)]
pub struct DesktopChoices {
    /// Tell by the system's notifications what happened while the window was not in front.
    #[garde(skip)]
    pub notifications: bool,
    #[garde(skip)]
    pub on_close: OnClose,
}

impl Default for DesktopChoices {
    fn default() -> Self {
        Self { notifications: true, on_close: OnClose::default() }
    }
}

/// `GET` and `PUT /api/settings`. The one place of choices that outlive a window.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Optional name of the user's agent, for labels. Empty: generic words.
    #[garde(length(chars, max = 60))]
    pub agent_display_name: Option<String>,
    #[garde(skip)]
    pub theme: Theme,
    /// Targets that abilities are projected to.
    #[garde(length(max = 100))]
    pub enabled_targets: Vec<String>,
    /// Further skills folders of the user's own, absolute.
    #[garde(length(max = 50), inner(length(min = 1, max = 4096)))]
    pub custom_target_paths: Vec<String>,
    #[garde(skip)]
    pub first_run_done: bool,
    /// Filters of the Skills page under names.
    #[garde(length(max = 50), dive)]
    pub skill_views: Vec<SkillView>,
    #[garde(dive)]
    pub observation: ObservationDefaults,
    #[garde(dive)]
    pub desktop: DesktopChoices,
    /// Where newer versions of Apprentice are announced: an `https://` address (`http://` only on this machine) that answers a static
    /// JSON file of the Tauri updater, of which `version`, `notes` and `pub_date` are read. Absent: nobody is asked.
    #[garde(length(max = 2048))]
    pub update_feed: Option<String>,
}

/// `POST /api/updates/check`: what `update_feed` announces. Nothing is downloaded or installed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UpdateCheckResponse {
    /// The version that runs.
    pub current: String,
    /// The version that is announced, without a leading `v`.
    pub announced: String,
    /// Whether `announced` comes after `current` by Semantic Versioning 2.0.0 §11.
    pub newer: bool,
    /// The words of the announcement, at most 4,000 characters.
    pub notes: Option<String>,
    /// RFC 3339, where it says a time.
    pub published_at: Option<DateTime<Utc>>,
    pub schema_version: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SettingsResponse {
    pub settings: Settings,
    pub targets: Vec<SkillTarget>,
}

/// `GET /api/doctor`: what works on this machine, what is missing, and the command that mends it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DoctorResponse {
    pub version: String,
    pub home: String,
    pub checks: Vec<DoctorCheck>,
    pub adapters: Vec<ObservationAdapterStatus>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DoctorCheck {
    /// Such as `browser`, `terminal`, `database`, `targets`.
    pub check_id: String,
    pub label: String,
    pub status: DoctorStatus,
    pub message: String,
    /// A command for the user to run.
    pub remedy: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DoctorStatus {
    Ok,
    Warning,
    Missing,
}

/// `POST /api/terminals`: opens a shell in the terminal panel, hooked from its first prompt.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct OpenTerminalRequest {
    #[garde(range(min = 20, max = 500))]
    pub columns: u16,
    #[garde(range(min = 5, max = 200))]
    pub rows: u16,
    /// Absolute; the user's home folder when absent.
    #[serde(default)]
    #[garde(length(max = 4096))]
    pub directory: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OpenTerminalResponse {
    pub terminal_id: TerminalId,
    pub shell: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct TerminalInputRequest {
    /// What the keyboard sent, as UTF-8 text.
    #[garde(length(max = 65536))]
    pub data: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct TerminalResizeRequest {
    #[garde(range(min = 20, max = 500))]
    pub columns: u16,
    #[garde(range(min = 5, max = 200))]
    pub rows: u16,
}

/// Nothing to say but that it was done.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Done {
    pub done: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Deleted {
    pub deleted: bool,
}

/// `POST /api/repair/projections`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "RepairResponse")]
pub struct RebuildProjectionsResponse {
    pub files_written: u32,
}

/// `<home>/endpoint.json`, mode 0600: how a second program finds the first.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Endpoint {
    /// `http://127.0.0.1:PORT`
    pub address: String,
    pub token: String,
    pub pid: u32,
    pub version: String,
}
