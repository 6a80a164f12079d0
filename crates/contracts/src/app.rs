//! The program itself: settings, updates, diagnostics, terminals.

use crate::gate::GateSetting;
use crate::hook::HookSettings;
use crate::ids::{TargetId, TerminalId};
use crate::mining::SkillMiningSettings;
use crate::observation::ObservationAdapterStatus;
use crate::project::ProjectSourceBinding;
use crate::session::WatchSource;
use crate::skill::SkillTarget;
use crate::skill_page::SkillView;
use crate::test_policy::DefaultTestPolicy;
use chrono::{DateTime, Utc};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The colour theme of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// Light.
    Light,
    /// Dark.
    Dark,
    /// The theme of the desktop.
    #[default]
    System,
}

/// The defaults of a new demonstration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields, default)]
pub struct ObservationDefaults {
    /// The sources to observe.
    #[garde(length(max = 2))]
    pub watch: Vec<WatchSource>,
    /// Sites, programs and folders that the observation is limited to. Empty: no limit.
    #[garde(length(max = 20), inner(length(chars, min = 1, max = 120)))]
    pub only_in: Vec<String>,
    /// Minutes after which a running demonstration is paused, 5 to 240 (§0C.16D).
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
    /// Apprentice exits, but asks first while a demonstration is recorded.
    #[default]
    Ask,
    /// Apprentice keeps running in the background, with an icon in the tray.
    Background,
    /// Apprentice exits; a running demonstration is paused.
    Quit,
}

/// How the desktop program behaves apart from its window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields, default)]
pub struct DesktopChoices {
    /// Whether desktop notifications report what happened while the window was not in front.
    #[garde(skip)]
    pub notifications: bool,
    /// What closing the window does.
    #[garde(skip)]
    pub on_close: OnClose,
}

impl Default for DesktopChoices {
    fn default() -> Self {
        Self { notifications: true, on_close: OnClose::default() }
    }
}

/// `GET` and `PUT /api/settings`: every choice that is kept when a window closes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Optional name of the user's agent, used in labels. Absent: labels say "your agent".
    #[garde(length(chars, max = 60))]
    pub agent_display_name: Option<String>,
    /// The colour theme.
    #[garde(skip)]
    pub theme: Theme,
    /// Ids of the targets that abilities are installed into by default.
    #[garde(length(max = 100))]
    pub enabled_targets: Vec<TargetId>,
    /// More skills folders of the user, as absolute paths.
    #[garde(length(max = 50), inner(length(min = 1, max = 4096)))]
    pub custom_target_paths: Vec<String>,
    /// Projects whose skills are listed too, as absolute paths of their folders. The names of these skills begin with the project's.
    #[garde(length(max = 50), inner(length(min = 1, max = 4096)))]
    pub project_paths: Vec<String>,
    /// Other names and folders of projects. A project folder without a binding is a project of its own.
    #[garde(length(max = 50), dive)]
    pub project_bindings: Vec<ProjectSourceBinding>,
    /// Whether the first-run assistant is done.
    #[garde(skip)]
    pub first_run_done: bool,
    /// Saved filters of the Skills page.
    #[garde(length(max = 50), dive)]
    pub skill_views: Vec<SkillView>,
    /// The defaults of a new demonstration.
    #[garde(dive)]
    pub observation: ObservationDefaults,
    /// How the desktop program behaves apart from its window.
    #[garde(dive)]
    pub desktop: DesktopChoices,
    /// Whether an installation for the workspace needs a gate that found that the skill helps.
    #[garde(skip)]
    pub gate: GateSetting,
    /// What a rehearsal, a run of an agent, a practice and a gate may touch where no test policy was chosen for it.
    #[garde(dive)]
    pub default_test_policy: DefaultTestPolicy,
    /// When repeated work becomes a candidate for an ability.
    #[garde(dive)]
    pub mining: SkillMiningSettings,
    /// How hooks of agents are answered.
    #[garde(dive)]
    pub hooks: HookSettings,
    /// Whether the arguments and answers of connectors' calls are kept for seven days, masked, so that a run can be taught from.
    #[garde(skip)]
    pub keep_calls: bool,
    /// Where new versions of Apprentice are announced: an `https://` address (`http://` only on this machine) of a static JSON file of the
    /// Tauri updater, of which `version`, `notes` and `pub_date` are read. Absent: updates are never checked.
    #[garde(length(max = 2048))]
    pub update_feed: Option<String>,
}

/// `POST /api/updates/check`: what `update_feed` announces. Nothing is downloaded or installed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UpdateCheckResponse {
    /// The running version.
    pub current: String,
    /// The announced version, without a leading `v`.
    pub announced: String,
    /// Whether `announced` comes after `current` by Semantic Versioning 2.0.0 §11.
    pub newer: bool,
    /// Notes of the announcement, at most 4,000 characters.
    pub notes: Option<String>,
    /// When the version was published, if the announcement says so.
    pub published_at: Option<DateTime<Utc>>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// The settings and the targets they refer to.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SettingsResponse {
    /// The settings.
    pub settings: Settings,
    /// Every target on this machine.
    pub targets: Vec<SkillTarget>,
}

/// `GET /api/doctor`: what works on this machine, what is missing, and the command that fixes it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DoctorResponse {
    /// The running version.
    pub version: String,
    /// Absolute path of the home folder of Apprentice.
    pub home: String,
    /// The results.
    pub checks: Vec<DoctorCheck>,
    /// Status of the observation adapters.
    pub adapters: Vec<ObservationAdapterStatus>,
}

/// The result of one diagnostic check.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DoctorCheck {
    /// Such as `browser`, `terminal`, `database`, `targets`.
    pub check_id: String,
    /// What was checked, in words.
    pub label: String,
    /// The result.
    pub status: DoctorStatus,
    /// What was found, in words.
    pub message: String,
    /// A command for the user to run.
    pub remedy: Option<String>,
}

/// The result of a diagnostic check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DoctorStatus {
    /// It works.
    Ok,
    /// It works with limits.
    Warning,
    /// It does not work.
    Missing,
}

/// `POST /api/terminals`: opens a shell in the terminal panel. The hook is active from the first prompt.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct OpenTerminalRequest {
    /// Width in characters, 20 to 500.
    #[garde(range(min = 20, max = 500))]
    pub columns: u16,
    /// Height in lines, 5 to 200.
    #[garde(range(min = 5, max = 200))]
    pub rows: u16,
    /// Absolute working folder; the user's home folder when left out.
    #[serde(default)]
    #[garde(length(max = 4096))]
    pub directory: Option<String>,
}

/// An open terminal.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OpenTerminalResponse {
    /// Identifies the terminal.
    pub terminal_id: TerminalId,
    /// The shell that runs in it, such as `bash`.
    pub shell: String,
}

/// Keyboard input for a terminal.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct TerminalInputRequest {
    /// The input as UTF-8 text, at most 64 KiB.
    #[garde(length(max = 65536))]
    pub data: String,
}

/// A new size for a terminal.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct TerminalResizeRequest {
    /// Width in characters, 20 to 500.
    #[garde(range(min = 20, max = 500))]
    pub columns: u16,
    /// Height in lines, 5 to 200.
    #[garde(range(min = 5, max = 200))]
    pub rows: u16,
}

/// The answer of an operation that returns nothing else.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Done {
    /// Always true.
    pub done: bool,
}

/// The answer of a deletion.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Deleted {
    /// Whether something was deleted.
    pub deleted: bool,
}

/// `POST /api/repair/projections`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "RepairResponse")]
pub struct RebuildProjectionsResponse {
    /// Number of files under `<home>/system` that were written again.
    pub files_written: u32,
}

/// `<home>/endpoint.json`, mode 0600: how other programs find the running engine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Endpoint {
    /// `http://127.0.0.1:PORT`
    pub address: String,
    /// Bearer token of a person's programs.
    pub token: String,
    /// Process id of the engine.
    pub pid: u32,
    /// Version of the engine.
    pub version: String,
}
