//! What an observer may see (§0C.8, §0C.22) and how a seen action is told.

use crate::Time;
use crate::ids::{EventId, LearnSessionId, TraceId};
use crate::session::ObservationMode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ObservationAdapterKind {
    BrowserDom,
    BrowserSnapshot,
    AccessibilityUi,
    KeyboardShortcut,
    TextEntry,
    MouseClick,
    Clipboard,
    FileDialog,
    ProcessLaunch,
    TerminalCommand,
    Midi,
    McpReceipt,
    WrapperReceipt,
}

impl ObservationAdapterKind {
    pub const ALL: [Self; 13] = [
        Self::BrowserDom,
        Self::BrowserSnapshot,
        Self::AccessibilityUi,
        Self::KeyboardShortcut,
        Self::TextEntry,
        Self::MouseClick,
        Self::Clipboard,
        Self::FileDialog,
        Self::ProcessLaunch,
        Self::TerminalCommand,
        Self::Midi,
        Self::McpReceipt,
        Self::WrapperReceipt,
    ];

    /// The word on the wire, which is also the `adapter_id`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::BrowserDom => "browser_dom",
            Self::BrowserSnapshot => "browser_snapshot",
            Self::AccessibilityUi => "accessibility_ui",
            Self::KeyboardShortcut => "keyboard_shortcut",
            Self::TextEntry => "text_entry",
            Self::MouseClick => "mouse_click",
            Self::Clipboard => "clipboard",
            Self::FileDialog => "file_dialog",
            Self::ProcessLaunch => "process_launch",
            Self::TerminalCommand => "terminal_command",
            Self::Midi => "midi",
            Self::McpReceipt => "mcp_receipt",
            Self::WrapperReceipt => "wrapper_receipt",
        }
    }

    /// Phase table of §0C.22.
    pub const fn phase(self) -> AdapterPhase {
        match self {
            Self::BrowserDom
            | Self::BrowserSnapshot
            | Self::McpReceipt
            | Self::WrapperReceipt
            | Self::TerminalCommand
            | Self::ProcessLaunch => AdapterPhase::Phase1,
            Self::KeyboardShortcut | Self::FileDialog | Self::Midi => AdapterPhase::Phase2,
            Self::AccessibilityUi | Self::MouseClick | Self::Clipboard | Self::TextEntry => AdapterPhase::Phase3,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum AdapterPhase {
    #[serde(rename = "phase_1")]
    Phase1,
    #[serde(rename = "phase_2")]
    Phase2,
    #[serde(rename = "phase_3")]
    Phase3,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ObservationAdapterStatus {
    pub adapter_id: String,
    pub kind: ObservationAdapterKind,
    pub enabled: bool,
    pub healthy: bool,
    pub phase: AdapterPhase,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_seen_at: Option<Time>,
    /// Such as `BROWSER_MISSING`, `NO_SHELL_WITH_HOOK`, `NOT_BUILT`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_error_code: Option<String>,
    /// One sentence for people: what is wrong and what to do, or what was found (program and version).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    pub schema_version: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ObservationScopeKind {
    InsideAgent,
    OutsideAgent,
    Mixed,
    None,
}

impl From<ObservationMode> for ObservationScopeKind {
    fn from(mode: ObservationMode) -> Self {
        match mode {
            ObservationMode::None => Self::None,
            ObservationMode::InsideAgent => Self::InsideAgent,
            ObservationMode::OutsideAgent => Self::OutsideAgent,
            ObservationMode::Mixed => Self::Mixed,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CaptureState {
    Idle,
    Capturing,
    Paused,
    Stopped,
}

/// What is being observed, in full (§0C.8 plus the fields that decisions add).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ObservationScopeRuntime {
    pub learn_session_id: LearnSessionId,
    pub adapters_active: Vec<String>,
    pub data_classes_observed: Vec<String>,
    /// Data class to redaction mode, such as `field_value` to `mask_secrets`.
    pub redaction_modes: BTreeMap<String, String>,
    pub scope: ObservationScopeKind,
    pub target_app_whitelist: Vec<String>,
    pub off_target_events_dropped: u32,
    /// Events that were seen and are lost, because the database could not be written for a minute (a full disk).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub events_lost: Option<u32>,
    pub masked_values: u32,
    pub capture_state: CaptureState,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_at: Option<Time>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped_at: Option<Time>,
    pub adapters: Vec<ObservationAdapterStatus>,
    /// Shells that carry the hook and were heard from in this session.
    pub shells: Vec<WatchedShell>,
    pub schema_version: u32,
}

/// A shell that reported itself: the "hook alive" check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WatchedShell {
    /// Such as `bash`.
    pub shell: String,
    pub pid: u32,
    /// Whether it runs in the terminal panel of the window.
    pub embedded: bool,
    pub last_seen_at: Time,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RedactionMode {
    None,
    #[default]
    MaskText,
    HashOnly,
}

/// Union of both readings of the text's `ControlSurface`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ControlSurface {
    NativeBrowser,
    NativeExec,
    BridgeTool,
    McpConnector,
    McpServer,
    AppApi,
    WrapperScript,
    KeyboardShortcut,
    PageKnowledgeUi,
    RawUi,
}

/// One meaningful action (§0C.22), with its details and what it changed. Secrets are masked before this exists.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ObservedAction {
    pub event_id: EventId,
    pub learn_session_id: LearnSessionId,
    pub trace_id: TraceId,
    /// 1, 2, 3 ... within the session.
    pub seq: u32,
    pub adapter_kind: ObservationAdapterKind,
    /// Site host for the browser (`wiki.example.org`), program name for the terminal (`git`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub app_family: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window_title: Option<String>,
    /// One past-tense sentence, at most 240 characters: `Filled “Title” with “Week 47”`.
    pub action_label: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control_surface: Option<ControlSurface>,
    pub details: ActionDetails,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<StateChange>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before_state_ref: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after_state_ref: Option<String>,
    pub caused_state_change: bool,
    pub redaction_mode: RedactionMode,
    /// How many values were masked in this action.
    pub masked: u32,
    /// When the action happened.
    pub created_at: Time,
    pub schema_version: u32,
}

/// A control as a person would name it. Never a selector.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Control {
    /// ARIA role: `button`, `link`, `textbox`, `combobox`, `checkbox`, `tab`, `menuitem` ...
    pub role: String,
    /// Accessible name, at most 160 characters.
    pub name: String,
    /// Where it stands: the nearest named dialog, form, region, table row or heading. At most 160 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FieldValue {
    /// The committed text, at most 2,000 characters; [`crate::MASK`] when masked.
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub masked: Option<MaskReason>,
}

/// Why a value is not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MaskReason {
    Password,
    OneTimeCode,
    CardNumber,
    Token,
    PrivateKey,
    /// The field's label or name says that it holds a secret.
    SecretLabel,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ActionDetails {
    Click {
        target: Control,
    },
    /// A committed field value. `previous` is what stood there when the page first showed it.
    Fill {
        target: Control,
        value: FieldValue,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        previous: Option<String>,
        input_type: String,
    },
    /// A choice in a list, radio group, checkbox or switch; `chosen` are the visible labels (`on`/`off` for a checkbox).
    Choose {
        target: Control,
        chosen: Vec<String>,
        #[serde(default)]
        offered: Vec<String>,
    },
    /// A key that submits or dismisses: `Enter`, `Escape`.
    Press {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<Control>,
        key: String,
    },
    Navigate {
        url: String,
        cause: NavigationCause,
    },
    Upload {
        target: Control,
        file_names: Vec<String>,
    },
    Download {
        file_name: String,
        finished: bool,
    },
    /// A JavaScript dialog.
    Dialog {
        dialog: DialogKind,
        message: String,
        accepted: bool,
    },
    Command(CommandRun),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NavigationCause {
    /// First page of a window, or an address that the user typed.
    Typed,
    Link,
    FormSubmit,
    Reload,
    BackForward,
    Script,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DialogKind {
    Alert,
    Confirm,
    Prompt,
    BeforeUnload,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CommandRun {
    /// As typed, secrets masked, at most 2,000 characters.
    pub command_line: String,
    /// First word, without its folder: `git`.
    pub program: String,
    pub directory: String,
    /// `None` while it runs or when it was interrupted before the shell said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<u32>,
    /// `bash`, `zsh`, `fish`.
    pub shell: String,
    pub shell_pid: u32,
    /// Files created, changed or removed under `directory` while it ran; at most 50, paths relative to `directory`.
    #[serde(default)]
    pub files: Vec<FileChange>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileChange {
    pub path: String,
    pub change: FileChangeKind,
    /// Bytes; absent for a removed file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<f64>")]
    pub size: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FileChangeKind {
    Created,
    Changed,
    Removed,
}

/// The semantic difference between the page before an action and after it settled.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StateChange {
    pub before: PageIdentity,
    pub after: PageIdentity,
    /// At most 60 each; the most meaningful first (alerts, dialogs, headings, rows, cells, links, then text).
    pub appeared: Vec<PageElement>,
    pub vanished: Vec<PageElement>,
    pub changed: Vec<ElementChange>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PageIdentity {
    /// Origin and path; query names kept, values of secret parameters masked; no fragment unless it routes (`#/...`).
    pub url: String,
    pub title: String,
}

/// A named node of the accessibility tree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct PageElement {
    /// ARIA role; `text` for static text.
    pub role: String,
    /// At most 160 characters.
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ElementChange {
    pub element: PageElement,
    /// `value`, `checked`, `selected`, `expanded`, `disabled`.
    pub property: String,
    pub from: String,
    pub to: String,
}

/// A page as an observer reads it: its identity and its named elements in reading order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PageSnapshot {
    pub identity: PageIdentity,
    /// At most 3,000.
    pub elements: Vec<SnapshotElement>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SnapshotElement {
    #[serde(flatten)]
    pub element: PageElement,
    /// Value, checked, selected, expanded, disabled, where they are set. Masked like a field value.
    #[serde(default)]
    pub states: BTreeMap<String, String>,
}

/// `GET /api/learn/sessions/:id/observed-actions`: the timeline, for review before a proposal (§0C.22, rule 7).
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ObservedActionsResponse {
    pub actions: Vec<ObservedAction>,
    pub total: u32,
}
