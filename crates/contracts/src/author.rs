//! The author: a language model that may improve the draft of the rules.

use crate::Time;
use crate::ids::ProposalId;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Who writes drafts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AuthorProvider {
    /// The rules alone; nothing is sent anywhere.
    #[default]
    Rules,
    /// The person's own agent, as a program on this machine.
    Agent,
    /// A server with the chat interface of OpenAI.
    OpenaiCompatible,
    /// Anthropic.
    Anthropic,
    /// Ollama.
    Ollama,
}

/// A program that can write a draft without its own window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AuthorAgent {
    /// `claude`.
    Claude,
    /// `codex`.
    Codex,
    /// `gemini`.
    Gemini,
    /// `opencode`.
    Opencode,
    /// `goose`.
    Goose,
}

/// `PUT /api/learn/author`: which model may improve drafts. The key of a server is not a part of the settings: it is kept in the keychain
/// ([`AuthorKeyRequest`]), or is in the environment variable `APPRENTICE_AUTHOR_KEY`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields, default)]
pub struct AuthorSettings {
    /// Who writes.
    #[garde(skip)]
    pub provider: AuthorProvider,
    /// The program, for `agent`. Absent: the first one that is found.
    #[garde(skip)]
    pub agent: Option<AuthorAgent>,
    /// Name of the model. Agents have one of their own; servers need it.
    #[garde(inner(length(chars, min = 1, max = 120), pattern("^[A-Za-z0-9][A-Za-z0-9._:/@+-]*$")))]
    pub model: Option<String>,
    /// Address of the server: `https://`, or `http://` on this machine. Absent: the usual one.
    #[garde(length(max = 2048))]
    pub address: Option<String>,
}

/// `GET /api/learn/author`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuthorSettingsResponse {
    /// The settings.
    pub settings: AuthorSettings,
    /// Programs that were found on this machine.
    pub agents: Vec<AuthorAgent>,
    /// Whether there is a key for the address of the server. No response contains the key itself.
    pub has_key: bool,
    /// Where that key is kept. Absent: there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_in: Option<AuthorKeyPlace>,
    /// Why no key can be kept, in the keychain or in the file that replaces it. Absent: one can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_keychain: Option<String>,
    /// Absolute path of the encrypted file that replaces a keychain. Absent: keys are in the keychain of the account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secrets_file: Option<String>,
    /// Where a request would go, in words.
    pub goes_to: String,
    /// What prevents a request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// How the last request to the chosen author ended. Absent: it was not asked since it was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_answer: Option<AuthorLastAnswer>,
}

/// Where the key of a server is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AuthorKeyPlace {
    /// In the environment variable `APPRENTICE_AUTHOR_KEY`, which goes first.
    Environment,
    /// In the keychain of the person's account, or in the encrypted file that replaces it.
    Keychain,
}

/// How a request to an author ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuthorLastAnswer {
    /// When.
    pub at: Time,
    /// Whether it answered.
    pub answered: bool,
    /// The model, or why there was no answer.
    pub words: String,
}

/// `PUT /api/learn/author/key`: keeps the key of the chosen server in the keychain, only for its address. No response,
/// setting, log or receipt contains it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct AuthorKeyRequest {
    /// The key: visible ASCII characters, at most 4096.
    #[garde(length(chars, min = 1, max = 4096), pattern("^[!-~]+$"))]
    pub key: String,
}

impl std::fmt::Debug for AuthorKeyRequest {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("AuthorKeyRequest").finish_non_exhaustive()
    }
}

/// `POST /api/learn/author/test`: the author was asked for one word.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AuthorTestResponse {
    /// Whether it answered.
    pub answered: bool,
    /// Its answer, at most 200 characters, or why there is none.
    pub words: String,
    /// What to do when it did not answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
    /// The model that answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// How long it took, in milliseconds.
    pub milliseconds: u32,
}

/// `GET /api/learn/proposals/:id/author/preview`: exactly what would be sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuthorPreviewResponse {
    /// Where it would go, in words.
    pub goes_to: String,
    /// The instructions.
    pub system: String,
    /// The demonstration and the draft, as data.
    pub user: String,
    /// JSON schema of the answer, which is sent too.
    pub schema: String,
    /// Number of characters of all of it.
    pub characters: u32,
    /// Approximate number of tokens (characters / 4).
    pub token_estimate: u32,
    /// Number of masked values in it, each shown as `▮▮▮▮▮▮`.
    pub masked: u32,
    /// The fields and inputs whose values were masked, by name.
    pub masked_fields: Vec<String>,
    /// SHA-256 of it, in hexadecimal.
    pub fingerprint: String,
}

/// A part of an answer that was not believed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuthorDropped {
    /// The part.
    pub what: String,
    /// Why.
    pub why: String,
}

/// Says that a draft was improved by an author.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AuthorMark {
    /// Who wrote.
    pub provider: AuthorProvider,
    /// The model, as it named itself.
    pub model: String,
    /// Tokens of the request, if they were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens_in: Option<u32>,
    /// Tokens of the answer, if they were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens_out: Option<u32>,
    /// What it cost in US dollars, if that was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// SHA-256 of the request, in hexadecimal.
    pub fingerprint: String,
    /// What was taken over, in words.
    pub kept: Vec<String>,
    /// What was not.
    pub dropped: Vec<AuthorDropped>,
    /// The SKILL.md of the rules, for a comparison.
    pub rules_skill_md: String,
    /// When it was written.
    pub written_at: Time,
}

/// `GET /api/learn/proposals/:id/author`: how the writing of a draft goes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AuthorStatusResponse {
    /// The proposal.
    pub proposal_id: ProposalId,
    /// Whether an author is writing.
    pub writing: bool,
    /// When the last request began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_at: Option<Time>,
    /// Why the last request changed nothing, so that the draft of the rules remains.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// What to do about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
    /// What the person asked to change, if the last request was about that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<String>,
    /// What was not believed of the last answer, when it changed nothing.
    #[serde(default)]
    pub dropped: Vec<AuthorDropped>,
    /// The author of the draft, unless the rules wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<AuthorMark>,
}
