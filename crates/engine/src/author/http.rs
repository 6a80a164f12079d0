//! Servers: the chat interfaces of OpenAI, Anthropic and Ollama.
//!
//! A redirect is refused, because a key and a demonstration go to the address that the person named and nowhere else. Plain HTTP is for
//! this machine alone.

use super::{Answer, Author, AuthorFailure, MAX_OUTPUT, PATIENCE};
use crate::core::blocking::blocking;
use apprentice_compiler::author::AuthorRequest;
use apprentice_contracts::author::AuthorProvider;
use apprentice_skills::source::fetch;
use apprentice_skills::source::fetch::client::{self, BodyError, Client};
use async_trait::async_trait;
use serde_json::{Value, json};
use std::path::PathBuf;

/// What to do where nothing better is known.
const AGAIN: &str = "Try again, or choose another model.";
/// The most tokens of an answer.
const MAX_TOKENS: u32 = 8_192;

/// A server.
#[derive(Clone)]
pub(super) struct HttpAuthor {
    pub provider: AuthorProvider,
    /// The whole address that is asked.
    pub address: String,
    pub model: String,
    pub key: Option<String>,
    pub authorities: Option<PathBuf>,
}

/// The address that is asked.
pub(super) fn address(provider: AuthorProvider, given: Option<&str>) -> String {
    let (usual, path) = match provider {
        AuthorProvider::Anthropic => ("https://api.anthropic.com", "/v1/messages"),
        AuthorProvider::Ollama => ("http://127.0.0.1:11434", "/api/chat"),
        _ => ("https://api.openai.com/v1", "/chat/completions"),
    };
    let base = given.unwrap_or(usual).trim_end_matches('/');
    if base.ends_with(path) { base.to_owned() } else { format!("{base}{path}") }
}

#[async_trait]
impl Author for HttpAuthor {
    async fn write(&self, request: &AuthorRequest) -> Result<Answer, AuthorFailure> {
        fetch::check(&self.address)
            .map_err(|refusal| AuthorFailure::new(refusal.message, "Give another address in Settings."))?;
        self.answer(request).await
    }
}

impl HttpAuthor {
    async fn answer(&self, request: &AuthorRequest) -> Result<Answer, AuthorFailure> {
        let client = self.client().await?;
        let mut answered = self.post(&client, &self.body(request, true)).await?;
        // A server may not know schemas.
        if answered.0 == 400 && self.provider == AuthorProvider::OpenaiCompatible {
            answered = self.post(&client, &self.body(request, false)).await?;
        }
        let (status, text) = answered;
        if status != 200 {
            let (why, remedy) = match status {
                300..=399 => {
                    ("it sends elsewhere, which is refused".to_owned(), "Give the address that it sends to, if you trust it.")
                }
                401 | 403 if self.key.is_none() => ("it wants a key, and there is none".to_owned(), super::keys::GIVE),
                401 | 403 => ("it does not accept the key".to_owned(), "Give a key that this server accepts."),
                404 => ("there is no such address or model".to_owned(), self.no_model()),
                429 => ("too much was asked of it".to_owned(), "Try again later, or look at the limits of your account."),
                _ => (self.without_key(&text).chars().take(200).collect(), AGAIN),
            };
            return Err(AuthorFailure::new(format!("{} answered {status}: {why}.", self.address), remedy));
        }
        let body: Value = serde_json::from_str(&text).map_err(|_| {
            let words = format!("{} did not answer as such a server does.", self.address);
            AuthorFailure::new(words, "Check the address and the kind of server.")
        })?;
        self.read(&body).ok_or_else(|| AuthorFailure::new(format!("{} answered without words.", self.address), AGAIN))
    }

    fn no_model(&self) -> &'static str {
        match self.provider {
            AuthorProvider::Ollama => {
                "Check the name of the model; `ollama list` shows those that are there, `ollama pull` gets one."
            }
            _ => "Check the address and the name of the model.",
        }
    }

    fn body(&self, request: &AuthorRequest, with_schema: bool) -> Value {
        let (system, user) = (&request.system, &request.user);
        let messages = json!([{ "role": "system", "content": system }, { "role": "user", "content": user }]);
        match self.provider {
            AuthorProvider::Anthropic => json!({
                "model": self.model, "max_tokens": MAX_TOKENS,
                "system": format!("{system}\n\nJSON schema of the answer:\n{}", request.schema),
                "messages": [{ "role": "user", "content": user }],
            }),
            AuthorProvider::Ollama => {
                json!({ "model": self.model, "stream": false, "format": request.schema, "messages": messages })
            }
            _ if with_schema => json!({
                "model": self.model, "messages": messages,
                "response_format": { "type": "json_schema", "json_schema": { "name": "draft", "schema": request.schema } },
            }),
            _ => {
                let system = format!("{system}\n\nJSON schema of the answer:\n{}", request.schema);
                json!({ "model": self.model, "messages": [{ "role": "system", "content": system }, { "role": "user", "content": user }] })
            }
        }
    }

    fn read(&self, body: &Value) -> Option<Answer> {
        let (text, tokens_in, tokens_out) = match self.provider {
            AuthorProvider::Anthropic => {
                let parts = body["content"].as_array()?.iter().filter_map(|part| part["text"].as_str());
                (parts.collect::<String>(), &body["usage"]["input_tokens"], &body["usage"]["output_tokens"])
            }
            AuthorProvider::Ollama => {
                (body["message"]["content"].as_str()?.to_owned(), &body["prompt_eval_count"], &body["eval_count"])
            }
            _ => {
                let text = body["choices"][0]["message"]["content"].as_str()?.to_owned();
                (text, &body["usage"]["prompt_tokens"], &body["usage"]["completion_tokens"])
            }
        };
        let count = |value: &Value| value.as_u64().and_then(|count| u32::try_from(count).ok());
        let model = body["model"].as_str().unwrap_or(&self.model).chars().take(120).collect();
        let answer = Answer { tokens_in: count(tokens_in), tokens_out: count(tokens_out), cost: None, model, text };
        (!answer.text.trim().is_empty()).then_some(answer)
    }

    /// The file of certificates is read away from the threads that serve requests.
    async fn client(&self) -> Result<Client, AuthorFailure> {
        let authorities = self.authorities.clone();
        let built = blocking("preparing a connection", move || client::builder(authorities.as_deref())).await;
        let built = built.map_err(|error| AuthorFailure::new(error.message, AGAIN))?;
        let built =
            built.map_err(|why| AuthorFailure::new(format!("{why}."), "Name a file of certificates, or unset the variable."))?;
        built.timeout(PATIENCE).build().map_err(|error| self.failed(&client::cause(&error)))
    }

    fn failed(&self, why: &str) -> AuthorFailure {
        let reach = match self.provider {
            AuthorProvider::Ollama => "Start Ollama with `ollama serve`, or check the address.",
            _ => "Check the address, and that the server can be reached from here.",
        };
        AuthorFailure::new(format!("{}: {}.", self.address, self.without_key(why)), reach)
    }

    async fn post(&self, client: &Client, body: &Value) -> Result<(u16, String), AuthorFailure> {
        let mut post = client.post(&self.address).json(body);
        if let Some(key) = &self.key {
            post = match self.provider {
                AuthorProvider::Anthropic => post.header("x-api-key", key),
                _ => post.bearer_auth(key),
            };
        }
        if self.provider == AuthorProvider::Anthropic {
            post = post.header("anthropic-version", "2023-06-01");
        }
        let mut response = post.send().await.map_err(|error| self.failed(&client::cause(&error)))?;
        let read = client::content(&mut response, MAX_OUTPUT as u64).await.map_err(|error| match error {
            BodyError::Failed(error) => self.failed(&client::cause(&error)),
            BodyError::Encoding(why) => self.failed(&why),
            BodyError::TooLarge | BodyError::Ended => self.failed("the answer is longer than 1 MiB"),
        })?;
        let text = String::from_utf8(read).map_err(|_| self.failed("the answer is not UTF-8"))?;
        Ok((response.status().as_u16(), text))
    }

    /// A server may repeat what it was sent.
    fn without_key(&self, text: &str) -> String {
        match self.key.as_deref().filter(|key| !key.is_empty()) {
            Some(key) => text.replace(key, apprentice_contracts::MASK),
            None => text.to_owned(),
        }
    }
}
