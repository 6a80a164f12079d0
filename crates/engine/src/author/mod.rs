//! The author: asks a language model to improve the draft of the rules. What it answers is checked by the compiler, which believes
//! nothing of it; here is only how it is asked.
//!
//! Providers: the person's own agent as a program (`agent`), and servers over HTTP (`http`). The key of a server comes from the
//! environment or from the keychain (`keys`) and is never stored by this program.

mod agent;
mod http;
pub(crate) mod keys;

pub use agent::ENVIRONMENT;
pub(crate) use agent::Place;

use crate::core::Core;
use crate::core::blocking::blocking;
use crate::core::transaction::WriteTx;
use crate::{Answer as EngineAnswer, core::request};
use apprentice_compiler::author::AuthorRequest;
use apprentice_contracts::author::{
    AuthorAgent, AuthorKeyPlace, AuthorLastAnswer, AuthorProvider, AuthorSettings, AuthorSettingsResponse,
};
use apprentice_skills::agents::targets::Machine;
use apprentice_skills::source::fetch;
use apprentice_store::settings;
use async_trait::async_trait;
use serde_json::json;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// Environment variable with the key of a server.
pub const KEY_VARIABLE: &str = "APPRENTICE_AUTHOR_KEY";
const STORED: &str = "author";
const LAST: &str = "author_last_answer";
/// The time for one answer.
const PATIENCE: Duration = Duration::from_secs(180);
/// The longest output that is read, in bytes.
const MAX_OUTPUT: usize = 1024 * 1024;

/// An answer of a model.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Answer {
    pub text: String,
    pub tokens_in: Option<u32>,
    pub tokens_out: Option<u32>,
    pub cost: Option<f64>,
    pub model: String,
}

/// Why there is no answer, and what to do, in words for a person. They contain no key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AuthorFailure {
    pub words: String,
    pub remedy: String,
}

impl AuthorFailure {
    pub(crate) fn new(words: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { words: words.into(), remedy: remedy.into() }
    }
}

impl fmt::Display for AuthorFailure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {}", self.words, self.remedy)
    }
}

/// Someone who can write a draft. Dropping the future of [`write`](Self::write) cancels it.
#[async_trait]
pub(crate) trait Author: Send + Sync {
    /// Asks for one answer.
    async fn write(&self, request: &AuthorRequest) -> Result<Answer, AuthorFailure>;
}

/// Asks an author, but not for longer than [`PATIENCE`].
pub(crate) async fn ask(author: &dyn Author, request: &AuthorRequest) -> Result<Answer, AuthorFailure> {
    match tokio::time::timeout(PATIENCE, author.write(request)).await {
        Ok(answer) => answer,
        Err(_) => Err(AuthorFailure::new(
            format!("There was no answer within {} seconds.", PATIENCE.as_secs()),
            "Try again, or choose a faster model.",
        )),
    }
}

/// A request for one word, to see whether an author answers.
pub(crate) fn greeting() -> AuthorRequest {
    AuthorRequest {
        system: "Answer with one JSON object.".to_owned(),
        user: "Answer with {\"word\": \"ready\"}.".to_owned(),
        schema: json!({
            "type": "object", "properties": { "word": { "type": "string" } }, "required": ["word"], "additionalProperties": false,
        }),
        fingerprint: String::new(),
    }
}

/// The stored settings.
pub(crate) async fn read(core: &Core) -> EngineAnswer<AuthorSettings> {
    Ok(core.store.read(|db| settings::get(db, STORED)).await.map_err(crate::stored)?.unwrap_or_default())
}

/// Checks the settings. Errors: `INVALID_REQUEST` with the field.
pub(crate) fn checked(settings: AuthorSettings) -> EngineAnswer<AuthorSettings> {
    if let Some(address) = &settings.address {
        fetch::check(address).map_err(|refusal| request::invalid("address", &refusal.message))?;
        if address.contains('@') {
            return Err(request::invalid("address", "a key is given apart, not in the address"));
        }
    }
    if is_server(settings.provider) && settings.model.is_none() {
        return Err(request::invalid("model", "a server needs the name of a model"));
    }
    Ok(settings)
}

/// Stores the settings. What was known of the answers of the author before is forgotten.
pub(crate) fn put(tx: &WriteTx<'_>, author: &AuthorSettings) -> EngineAnswer<()> {
    if settings::get::<AuthorSettings>(tx.db, STORED)?.as_ref() != Some(author) {
        settings::delete(tx.db, LAST)?;
    }
    Ok(settings::put(tx.db, STORED, author)?)
}

/// How the last request to the chosen author ended.
pub(crate) async fn last_answer(core: &Core) -> EngineAnswer<Option<AuthorLastAnswer>> {
    core.store.read(|db| settings::get(db, LAST)).await.map_err(crate::stored)
}

/// Keeps how a request ended, for the doctor and the settings.
pub(crate) async fn keep_answer(core: &Core, result: &Result<Answer, AuthorFailure>) {
    let last = AuthorLastAnswer {
        at: core.now(),
        answered: result.is_ok(),
        words: match result {
            Ok(answer) => answer.model.chars().take(200).collect(),
            Err(failure) => failure.words.clone(),
        },
    };
    if let Err(failure) = core.change(move |tx| Ok(settings::put(tx.db, LAST, &last)?)).await {
        tracing::warn!(%failure, "the last answer of the author could not be kept");
    }
}

fn is_server(provider: AuthorProvider) -> bool {
    matches!(provider, AuthorProvider::OpenaiCompatible | AuthorProvider::Anthropic | AuthorProvider::Ollama)
}

/// The address that is asked, for a server.
pub(crate) fn address(settings: &AuthorSettings) -> Option<String> {
    is_server(settings.provider).then(|| http::address(settings.provider, settings.address.as_deref()))
}

/// The settings with what is known of this machine.
pub(crate) fn view(
    settings: AuthorSettings,
    machine: &Machine,
    key_in: Option<AuthorKeyPlace>,
    (no_keychain, secrets_file): (Option<String>, Option<String>),
    last_answer: Option<AuthorLastAnswer>,
) -> AuthorSettingsResponse {
    let agents = agent::found(machine).into_iter().map(|(agent, _)| agent).collect();
    let here = Place { machine: machine.clone(), ..Place::default() };
    let problem = chosen(&settings, &here, key_in.map(|_| String::new())).err().map(|failure| failure.to_string());
    AuthorSettingsResponse {
        agents,
        has_key: key_in.is_some(),
        key_in,
        no_keychain,
        secrets_file,
        goes_to: goes_to(&settings, machine),
        problem: problem.filter(|_| settings.provider != AuthorProvider::Rules),
        last_answer: last_answer.filter(|_| settings.provider != AuthorProvider::Rules),
        settings,
    }
}

/// Where a request would go, in words.
pub(crate) fn goes_to(settings: &AuthorSettings, machine: &Machine) -> String {
    match settings.provider {
        AuthorProvider::Rules => "nowhere; the rules write alone".to_owned(),
        AuthorProvider::Agent => match agent_of(settings, machine) {
            Some((agent, program)) => format!("{} ({}), and the model that it uses", agent::name(agent), program.display()),
            None => "no agent was found on this machine".to_owned(),
        },
        provider => http::address(provider, settings.address.as_deref()),
    }
}

/// The author of these settings, or what is missing.
pub(crate) fn chosen(settings: &AuthorSettings, place: &Place, key: Option<String>) -> Result<Box<dyn Author>, AuthorFailure> {
    let missing = |words: &str, remedy: &str| Err(AuthorFailure::new(words, remedy));
    match settings.provider {
        AuthorProvider::Rules => missing("No model is chosen: the rules write alone.", CHOOSE),
        AuthorProvider::Agent => match agent_of(settings, &place.machine) {
            Some((agent, program)) => {
                let (model, place) = (settings.model.clone(), place.clone());
                Ok(Box::new(agent::AgentAuthor { agent, program, model, place }))
            }
            None => missing("The agent was not found on this machine.", "Install it, or choose another author."),
        },
        provider => {
            let Some(model) = settings.model.clone() else {
                return missing("A server needs the name of a model.", CHOOSE);
            };
            let address = http::address(provider, settings.address.as_deref());
            if provider == AuthorProvider::Anthropic && key.is_none() {
                return missing("There is no key for this server.", keys::GIVE);
            }
            let authorities = place.machine.variable(fetch::AUTHORITIES).map(PathBuf::from);
            Ok(Box::new(http::HttpAuthor { provider, address, model, key, authorities }))
        }
    }
}

/// The author of the stored settings with its key, or what is missing.
pub(crate) async fn chosen_now(core: &Core, settings: AuthorSettings) -> EngineAnswer<Result<Box<dyn Author>, AuthorFailure>> {
    let options = &core.options;
    let place = Place {
        home: options.home.clone(),
        machine: options.machine.clone(),
        command_line: options.command_line.clone(),
        // Engines of several processes may be given the same ids, such as those of tests.
        mark: format!("author-{}-{}", options.ids.next(), std::process::id()),
    };
    let key = match keys::key(core, &settings).await {
        Ok(key) => key,
        Err(failure) => return Ok(Err(failure)),
    };
    blocking("looking for agents", move || chosen(&settings, &place, key)).await
}

/// Where an author is chosen.
const CHOOSE: &str = "Choose who writes under “Who writes the draft” in Settings, or with `apprentice learn author set`.";

fn agent_of(settings: &AuthorSettings, machine: &Machine) -> Option<(AuthorAgent, PathBuf)> {
    agent::found(machine).into_iter().find(|(agent, _)| settings.agent.is_none_or(|wanted| wanted == *agent))
}
