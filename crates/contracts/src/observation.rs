//! What an observer may see (§0C.8, §0C.22) and how an observed action is described.

use crate::Time;
use crate::ids::{EventId, LearnSessionId, McpServerId, ReceiptId, TraceId};
use crate::reading::{ReadCell, ReadRecord};
use crate::session::ObservationMode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A kind of observation adapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ObservationAdapterKind {
    /// Actions in the watched browser.
    BrowserDom,
    /// Snapshots of pages in the watched browser.
    BrowserSnapshot,
    /// Actions in other windows, by the accessibility interface.
    AccessibilityUi,
    /// Keyboard shortcuts.
    KeyboardShortcut,
    /// Typed text.
    TextEntry,
    /// Mouse clicks.
    MouseClick,
    /// The clipboard.
    Clipboard,
    /// File dialogs.
    FileDialog,
    /// Started programs.
    ProcessLaunch,
    /// Commands in a watched shell.
    TerminalCommand,
    /// MIDI events.
    Midi,
    /// Receipts of an MCP server.
    McpReceipt,
    /// Receipts of a wrapper.
    WrapperReceipt,
}

impl ObservationAdapterKind {
    /// Every kind, in the order of the specification.
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

    /// The kind on the wire, which is also the `adapter_id`.
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

    /// When the kind is planned: the phase table of §0C.22.
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

/// When an adapter is planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum AdapterPhase {
    /// First phase.
    #[serde(rename = "phase_1")]
    Phase1,
    /// Second phase.
    #[serde(rename = "phase_2")]
    Phase2,
    /// Third phase.
    #[serde(rename = "phase_3")]
    Phase3,
}

/// Status of an adapter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ObservationAdapterStatus {
    /// The kind on the wire, such as `browser_dom`.
    pub adapter_id: String,
    /// The kind.
    pub kind: ObservationAdapterKind,
    /// Whether this version has the adapter.
    pub enabled: bool,
    /// Whether it can observe now.
    pub healthy: bool,
    /// When it is planned.
    pub phase: AdapterPhase,
    /// When it last observed something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_seen_at: Option<Time>,
    /// Such as `BROWSER_MISSING`, `NO_SHELL_WITH_HOOK`, `NOT_BUILT`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_error_code: Option<String>,
    /// One sentence for people: what is wrong and what to do, or which program and version was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// Whose actions are observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ObservationScopeKind {
    /// Those of an agent.
    InsideAgent,
    /// Those of the person.
    OutsideAgent,
    /// Those of both.
    Mixed,
    /// Nobody's.
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

/// State of an observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CaptureState {
    /// It has not started.
    Idle,
    /// It is running.
    Capturing,
    /// It is paused.
    Paused,
    /// It has ended.
    Stopped,
}

/// What is being observed, in full (§0C.8 and the fields that the decisions add).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ObservationScopeRuntime {
    /// The learn session.
    pub learn_session_id: LearnSessionId,
    /// The adapters that observe.
    pub adapters_active: Vec<String>,
    /// Classes of data that they see, such as `field_value`.
    pub data_classes_observed: Vec<String>,
    /// Redaction mode by class of data, such as `field_value` to `mask_secrets`.
    pub redaction_modes: BTreeMap<String, String>,
    /// Whose actions are observed.
    pub scope: ObservationScopeKind,
    /// Sites, programs and folders that the observation is limited to. Empty: no limit.
    pub target_app_whitelist: Vec<String>,
    /// Number of events outside these limits. They were dropped.
    pub off_target_events_dropped: u32,
    /// Number of events that were seen and are lost: they could not be stored (a full disk, or a fault of Apprentice).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub events_lost: Option<u32>,
    /// Number of values that were masked.
    pub masked_values: u32,
    /// State of the observation.
    pub capture_state: CaptureState,
    /// When it started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_at: Option<Time>,
    /// When it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped_at: Option<Time>,
    /// Status of the adapters.
    pub adapters: Vec<ObservationAdapterStatus>,
    /// Shells with the hook that reported in this session.
    pub shells: Vec<WatchedShell>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// A shell that reported itself: the "hook alive" check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WatchedShell {
    /// Such as `bash`.
    pub shell: String,
    /// Process id of the shell.
    pub pid: u32,
    /// Whether it runs in the terminal panel of the window.
    pub embedded: bool,
    /// When it last reported.
    pub last_seen_at: Time,
}

/// How values of an action are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RedactionMode {
    /// Not produced: unchanged. No adapter stores values without looking for secrets.
    None,
    /// Secrets are masked.
    #[default]
    MaskText,
    /// Not produced: only their hash.
    HashOnly,
}

/// A way to do a task: of the ways in the specification, those that agents of this machine have. A demonstration shows the first two, an import
/// the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ControlSurface {
    /// The agent's browser.
    NativeBrowser,
    /// The agent's shell.
    NativeExec,
    /// A tool of the bridge.
    BridgeTool,
    /// An MCP connector.
    McpConnector,
    /// An MCP server.
    McpServer,
    /// An API of the application.
    AppApi,
    /// A wrapper script.
    WrapperScript,
    /// A keyboard shortcut.
    KeyboardShortcut,
    /// A page, by knowledge of its layout.
    PageKnowledgeUi,
    /// The user interface, without knowledge.
    RawUi,
}

/// One meaningful action (§0C.22), with its details and its effect. Secrets are masked before the record exists.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ObservedAction {
    /// Identifies the action.
    pub event_id: EventId,
    /// The session.
    pub learn_session_id: LearnSessionId,
    /// The trace.
    pub trace_id: TraceId,
    /// 1, 2, 3 ... within the session.
    pub seq: u32,
    /// The adapter that observed it.
    pub adapter_kind: ObservationAdapterKind,
    /// Site host for the browser (`wiki.example.org`), program name for the terminal (`git`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub app_family: Option<String>,
    /// Title of the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window_title: Option<String>,
    /// One sentence in the past tense, at most 240 characters: `Filled “Title” with “Week 47”`.
    pub action_label: String,
    /// How the action was done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control_surface: Option<ControlSurface>,
    /// What was done.
    pub details: ActionDetails,
    /// What it changed on the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<StateChange>,
    /// The whole form that it submitted, untouched fields included; at most 100 fields. Empty when it submitted none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub form: Vec<FormField>,
    /// The stored state before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before_state_ref: Option<String>,
    /// The stored state after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after_state_ref: Option<String>,
    /// Whether it had a visible effect.
    pub caused_state_change: bool,
    /// How its values are stored.
    pub redaction_mode: RedactionMode,
    /// Number of values that were masked in it.
    pub masked: u32,
    /// When it happened.
    pub created_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// A control as a person would name it. Never a selector.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Control {
    /// ARIA role: `button`, `link`, `textbox`, `combobox`, `checkbox`, `tab`, `menuitem` ...
    pub role: String,
    /// Accessible name, at most 160 characters.
    pub name: String,
    /// The nearest named dialog, form, region, table row or heading around it. At most 160 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// The row, card, list item or tree item that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<Box<ControlRecord>>,
    /// Whether the page gives it no name, so that `name` is its text or place. The review asks the person to name it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unnamed: bool,
}

/// The record that a control belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct ControlRecord {
    /// Its cells in reading order, at most 20, without the control itself unless it is the record's own link. A card has one cell.
    pub cells: Vec<ReadCell>,
    /// The text that names the record: of its own link, else of its row header, else its first cell with letters. One of `cells`.
    pub name: String,
    /// Whether the control is the record's own link: a click opens this record.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own_link: bool,
}

/// One field of a form when it was submitted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FormField {
    /// Its label.
    pub label: String,
    /// ARIA role.
    pub role: String,
    /// Its value; labels of choices are joined with `, `; `on` or `off` for a tick box.
    pub value: FieldValue,
    /// Whether the person changed it since the page showed it.
    pub touched: bool,
}

/// The value of a form field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FieldValue {
    /// The committed text, at most 2,000 characters; `▮▮▮▮▮▮` when masked.
    pub text: String,
    /// Why it is masked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub masked: Option<MaskReason>,
}

/// Why a value is masked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MaskReason {
    /// It is a password.
    Password,
    /// It is a one-time code.
    OneTimeCode,
    /// It is the number of a payment card.
    CardNumber,
    /// It looks like an access token.
    Token,
    /// It looks like a private key.
    PrivateKey,
    /// The label or name of the field says that it contains a secret.
    SecretLabel,
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ActionDetails {
    /// A control was clicked.
    Click {
        /// The control.
        target: Control,
    },
    /// A field value was committed.
    Fill {
        /// The field.
        target: Control,
        /// The committed value.
        value: FieldValue,
        /// The value when the page first showed the field.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        previous: Option<String>,
        /// HTML type of the field, such as `text`.
        input_type: String,
    },
    /// Something was chosen in a list, radio group, checkbox or switch.
    Choose {
        /// The control.
        target: Control,
        /// Visible labels of the choice; `on` or `off` for a checkbox.
        chosen: Vec<String>,
        /// Visible labels of all choices.
        #[serde(default)]
        offered: Vec<String>,
    },
    /// A key that submits, dismisses or gives a command to the page was pressed: `Enter`, `Escape`, `Delete`, `Ctrl+S`.
    Press {
        /// The focused control.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<Control>,
        /// Name of the key.
        key: String,
    },
    /// A page was opened.
    Navigate {
        /// Its address.
        url: String,
        /// What opened it.
        cause: NavigationCause,
    },
    /// Files were chosen in a control.
    Upload {
        /// The control.
        target: Control,
        /// Names of the files.
        file_names: Vec<String>,
    },
    /// A control was dragged onto another.
    Drag {
        /// What was dragged.
        target: Control,
        /// Where it was dropped.
        onto: Control,
    },
    /// A file was downloaded.
    Download {
        /// Name of the file.
        file_name: String,
        /// Whether the download finished.
        finished: bool,
    },
    /// A JavaScript dialog was answered.
    Dialog {
        /// The kind of dialog.
        dialog: DialogKind,
        /// Its message.
        message: String,
        /// Whether it was accepted.
        accepted: bool,
    },
    /// A command ran in a shell.
    Command(CommandRun),
    /// A tool of a connector was called, and answered without an error.
    Call(ConnectorCall),
}

/// A call of a connector's tool that was answered without an error. Secrets are masked before it exists.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ConnectorCall {
    /// The connector.
    pub server_id: McpServerId,
    /// Its name for people.
    pub server_name: String,
    /// The name of the tool.
    pub tool_name: String,
    /// The title of the tool, if its definition has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Whether the tool only reads: its annotations say so, and nothing in its definition speaks against it.
    pub read_only: bool,
    /// The values of the arguments that are no objects or lists, in the order of their paths; at most 60.
    pub arguments: Vec<CallArgument>,
    /// What it answered: every object is a row, its keys are the headers; every line of a text is a line. At most 200 records.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub result: Vec<ReadRecord>,
    /// Whether all arguments and the whole answer are here. Nothing is learned from a call of which something is missing but that it was made.
    pub complete: bool,
    /// The receipt of the call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt_id: Option<ReceiptId>,
}

/// One value among the arguments of a call.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct CallArgument {
    /// Where it is: the names of the argument and of what is within it, with dots; the items of a list by their number from 0: `labels.0`.
    pub path: String,
    /// Its text, at most 2,000 characters; `▮▮▮▮▮▮` when masked.
    pub value: String,
    /// The type of the JSON value.
    pub value_type: ArgumentType,
    /// Whether the definition of the tool lists the values that it may have.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_choice: bool,
}

/// The type of a value among the arguments of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ArgumentType {
    /// A text.
    Text,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
}

/// What opened a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NavigationCause {
    /// The user typed the address, or the window opened with it.
    Typed,
    /// A link.
    Link,
    /// A submitted form.
    FormSubmit,
    /// A reload.
    Reload,
    /// The back or forward button.
    BackForward,
    /// A script of the page.
    Script,
}

/// The kind of a JavaScript dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DialogKind {
    /// `alert`.
    Alert,
    /// `confirm`.
    Confirm,
    /// `prompt`.
    Prompt,
    /// `beforeunload`.
    BeforeUnload,
}

/// A command that ran in a shell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CommandRun {
    /// The line as typed, secrets masked, at most 2,000 characters.
    pub command_line: String,
    /// First word without its folder, such as `git`.
    pub program: String,
    /// Absolute working folder.
    pub directory: String,
    /// Absent while the command is running, or when it was interrupted before the shell reported its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    /// Duration in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<u32>,
    /// `bash`, `zsh`, `fish`.
    pub shell: String,
    /// Process id of the shell.
    pub shell_pid: u32,
    /// Files that were created, changed or removed in `directory` while it ran; at most 50.
    #[serde(default)]
    pub files: Vec<FileChange>,
}

/// Whether a variable of a shell and its value may be kept as they are: the name says nothing of a secret, and the value is words, numbers, a
/// path or a date. A mix of letters and digits, as passwords have it, is none of these.
pub fn is_open_assignment(name: &str, value: &str) -> bool {
    const SECRETS: &[&str] =
        &["pass", "pw", "secret", "token", "key", "auth", "cred", "pin", "otp", "phrase", "login", "sesam", "wort"];
    let name = name.to_lowercase();
    let part = |part: &str| {
        let digits = part.chars().filter(char::is_ascii_digit).count();
        digits == 0 || digits == part.chars().count() || part.chars().count() <= 3
    };
    name.len() > 1
        && !SECRETS.iter().any(|word| name.contains(word))
        && !value.is_empty()
        && value.chars().all(|letter| letter.is_alphanumeric() || "-_./:@, +".contains(letter))
        && value.split(|letter: char| !letter.is_alphanumeric()).all(part)
}

/// A file that changed while a command ran.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileChange {
    /// Path relative to the working folder of the command.
    pub path: String,
    /// What happened to it.
    pub change: FileChangeKind,
    /// Size in bytes; absent for a removed file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<f64>")]
    pub size: Option<u64>,
}

/// What happened to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FileChangeKind {
    /// It was created.
    Created,
    /// It was changed.
    Changed,
    /// It was removed.
    Removed,
}

/// The semantic difference between the page before an action and the page after it settled.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StateChange {
    /// The page before the action.
    pub before: PageIdentity,
    /// The page after the action.
    pub after: PageIdentity,
    /// Elements that are new, at most 60; the most meaningful first (alerts, dialogs, headings, rows, cells, links, then text).
    pub appeared: Vec<PageElement>,
    /// Elements that are gone, at most 60.
    pub vanished: Vec<PageElement>,
    /// Elements that changed, at most 60.
    pub changed: Vec<ElementChange>,
    /// Links to pages of the same site that are new, at most 40: the page of a record that was just made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<PageLink>,
}

/// A link to a page of the same site.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct PageLink {
    /// Accessible name, at most 160 characters.
    pub name: String,
    /// Where it leads, with secrets masked. The fragment is kept where it routes or is the name.
    pub url: String,
}

/// Address and title of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PageIdentity {
    /// Origin and path. Names of query parameters are kept and secret values masked. The fragment is dropped unless it is a route
    /// (`#/...`).
    pub url: String,
    /// The title.
    pub title: String,
}

/// A named node of the accessibility tree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct PageElement {
    /// ARIA role; `text` for static text.
    pub role: String,
    /// Accessible name, at most 160 characters.
    pub name: String,
    /// The nearest named element around it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
}

/// A change of one element.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ElementChange {
    /// The element.
    pub element: PageElement,
    /// `value`, `checked`, `selected`, `expanded`, `disabled`.
    pub property: String,
    /// The value before.
    pub from: String,
    /// The value after.
    pub to: String,
}

/// A page as an observer reads it: its identity and its named elements in reading order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PageSnapshot {
    /// Address and title.
    pub identity: PageIdentity,
    /// At most 3,000.
    pub elements: Vec<SnapshotElement>,
}

/// An element of a snapshot with its states.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SnapshotElement {
    /// The element. Its fields are part of this object on the wire.
    #[serde(flatten)]
    pub element: PageElement,
    /// The states that are set: `value`, `checked`, `selected`, `expanded`, `disabled`. Secrets are masked.
    #[serde(default)]
    pub states: BTreeMap<String, String>,
}

/// `GET /api/learn/sessions/:id/observed-actions`: the timeline, for review before a proposal (§0C.22, rule 7).
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ObservedActionsResponse {
    /// The actions of the page, in order.
    pub actions: Vec<ObservedAction>,
    /// Number of actions of the session.
    pub total: u32,
    /// Number of the page, beginning at 1.
    pub page: u32,
    /// Number of actions on a page; that of all when no page was asked for.
    pub page_size: u32,
}
