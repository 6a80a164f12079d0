//! Configuration intents (§0.2G). A program that wants a setting changed submits an intent; only the engine writes the change.

use crate::Time;
use crate::ids::{CapabilityId, IntentId};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Most bytes of a payload as JSON.
pub const PAYLOAD_LIMIT: usize = 16 * 1024;
/// Most nested levels of a payload; its own keys are the first level.
pub const PAYLOAD_DEPTH: usize = 6;

/// What an intent changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum IntentTarget {
    /// The configuration of one ability. The payload is merged key by key; `null` removes a key.
    SkillConfig,
    /// `agent_display_name` and `theme` of the settings; `null` restores the default.
    UserPreference,
    /// `{"support_pack_refs": [...]}`: the support packs of one ability.
    SupportPackBinding,
    /// Refused: there is no connector to configure yet.
    ConnectorPolicy,
}

/// The kind of program that submits an intent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum IntentSource {
    /// A wrapper around an agent.
    Wrapper,
    /// The user interface: the person. Never an agent.
    Ui,
    /// The repair of an ability.
    Repair,
    /// The promotion of an ability.
    Promotion,
    /// The search for skills in past work.
    SkillMining,
}

/// `POST /api/config/intents`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SubmitIntentRequest {
    /// Idempotency key: the same id with the same content gets the first answer; with other content it is `CLIENT_REQUEST_ID_REUSED`.
    #[garde(skip)]
    pub intent_id: IntentId,
    /// What to change.
    #[garde(skip)]
    pub target: IntentTarget,
    /// Required by `skill_config` and `support_pack_binding`; must be left out with `user_preference`.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    pub capability_id: Option<CapabilityId>,
    /// The change. At most 16 KiB and 6 levels, without anything that looks like a secret. In `skill_config`, a value that was not requested by
    /// `ui` is data: none that instructs its reader, or that has characters that nobody sees.
    #[garde(skip)]
    pub payload: Map<String, Value>,
    /// The kind of program that submits it.
    #[garde(skip)]
    pub requested_by: IntentSource,
    /// Connects the intent with what caused it; a new one when left out.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 200))]
    pub correlation_id: Option<String>,
    /// When the intent was made; the time of its arrival when left out.
    #[serde(default)]
    #[garde(skip)]
    pub created_at: Option<Time>,
    /// Version of this record's shape: 1.
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

/// A stored intent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ConfigurationIntent {
    /// Identifies the intent.
    pub intent_id: IntentId,
    /// What it changes.
    pub target: IntentTarget,
    /// The capability whose configuration it changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capability_id: Option<CapabilityId>,
    /// The change.
    pub payload: Map<String, Value>,
    /// The kind of program that submitted it.
    pub requested_by: IntentSource,
    /// Connects the intent with what caused it.
    pub correlation_id: String,
    /// When the intent was made.
    pub created_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// The effect of an intent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum IntentStatus {
    /// It changed the configuration.
    Applied,
    /// No-op: the configuration already was as requested.
    Unchanged,
}

/// An intent and its effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ConfigurationIntentResponse {
    /// The intent.
    pub intent: ConfigurationIntent,
    /// Its effect.
    pub status: IntentStatus,
    /// The file that shows the result, relative to `<home>`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub config_path: Option<String>,
}

/// `GET /api/config/intents`: newest first.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ConfigurationIntentsResponse {
    /// The intents on this page.
    pub intents: Vec<ConfigurationIntentResponse>,
    /// Number of records on all pages together.
    pub total: u32,
    /// Number of the page, beginning at 1.
    pub page: u32,
    /// Number of records on a page, 1 to 100.
    pub page_size: u32,
}

/// `<home>/system/skills/config/<capability_id>.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillConfig {
    /// The capability that is configured.
    pub capability_id: CapabilityId,
    /// The configuration. Data, no instructions.
    pub values: Map<String, Value>,
    /// The names of the values that a person set (`requested_by: ui`). Agents set the others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_person: Vec<String>,
    /// The intent that changed it last.
    pub intent_id: IntentId,
    /// When the record last changed.
    pub updated_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}
