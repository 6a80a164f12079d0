//! Configuration intents (§0.2G): what wants a setting changed says so here, and the engine alone writes it.

use crate::Time;
use crate::ids::IntentId;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Largest payload, in bytes of its JSON.
pub const PAYLOAD_LIMIT: usize = 16 * 1024;
/// Levels of a payload; its own keys are the first.
pub const PAYLOAD_DEPTH: usize = 6;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum IntentTarget {
    /// Values of one ability. The payload is merged key by key; `null` takes a key away.
    SkillConfig,
    /// `agent_display_name` and `theme` of the settings; `null` is the default again.
    UserPreference,
    /// `{"support_pack_refs": [...]}`: the support packs of one ability.
    SupportPackBinding,
    /// Refused: no connector can be configured yet.
    ConnectorPolicy,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum IntentSource {
    Wrapper,
    Ui,
    Repair,
    Promotion,
    SkillMining,
}

/// `POST /api/config/intents`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SubmitIntentRequest {
    /// The same id with the same content is answered as the first time; with other content it is `CLIENT_REQUEST_ID_REUSED`.
    #[garde(skip)]
    pub intent_id: IntentId,
    #[garde(skip)]
    pub target: IntentTarget,
    /// Needed by `skill_config` and `support_pack_binding`; left out of `user_preference`.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    pub capability_id: Option<String>,
    /// At most 16 KiB, 6 levels, and nothing that looks like a secret.
    #[garde(skip)]
    pub payload: Map<String, Value>,
    #[garde(skip)]
    pub requested_by: IntentSource,
    /// Ties it to what it belongs to; a fresh one when left out.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 200))]
    pub correlation_id: Option<String>,
    /// When it was made; the time of its arrival when left out.
    #[serde(default)]
    #[garde(skip)]
    pub created_at: Option<Time>,
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

/// An intent as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ConfigurationIntent {
    pub intent_id: IntentId,
    pub target: IntentTarget,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capability_id: Option<String>,
    pub payload: Map<String, Value>,
    pub requested_by: IntentSource,
    pub correlation_id: String,
    pub created_at: Time,
    pub schema_version: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum IntentStatus {
    Applied,
    /// What it asks for was so already.
    Unchanged,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ConfigurationIntentResponse {
    pub intent: ConfigurationIntent,
    pub status: IntentStatus,
    /// The file that shows the result, relative to `<home>`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub config_path: Option<String>,
}

/// `GET /api/config/intents`: newest first.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ConfigurationIntentsResponse {
    pub intents: Vec<ConfigurationIntentResponse>,
    pub total: u32,
    pub page: u32,
    pub page_size: u32,
}

/// `<home>/system/skills/config/<capability_id>.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillConfig {
    pub capability_id: String,
    pub values: Map<String, Value>,
    /// The intent that changed it last.
    pub intent_id: IntentId,
    pub updated_at: Time,
    pub schema_version: u32,
}
