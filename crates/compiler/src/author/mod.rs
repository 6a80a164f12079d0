//! The author: a language model may improve the draft of the rules. [`request`] says what it is given, [`apply`] believes nothing of what
//! it answers: a check counts only if it holds at the end of the demonstration and not before, and no guard, no proven effect and no masked
//! value gets lost.
//!
//! Pure, like the rest of this crate: who is asked, and how, is decided elsewhere.

mod answer;
mod apply;
mod checkpoints;
mod request;
mod texts;
mod trial;
mod values;

pub(crate) use texts::weakens;

use crate::{Demonstration, Draft};
use std::fmt;

/// What an author is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct AuthorRequest {
    /// The rules.
    pub system: String,
    /// The demonstration as data, and the draft of the rules.
    pub user: String,
    /// JSON schema of the answer.
    pub schema: serde_json::Value,
    /// SHA-256 of the other fields, in hexadecimal.
    pub fingerprint: String,
}

/// The most characters of [`AuthorRequest::system`] and [`AuthorRequest::user`] together.
pub const MAX_REQUEST: usize = 60_000;

/// The longest answer that is read, in bytes.
pub const MAX_ANSWER: usize = 256 * 1024;

/// A draft that an author improved.
#[derive(Clone, Debug)]
pub struct Authored {
    /// The draft of the rules with what was believed of the answer.
    pub draft: Draft,
    /// What was taken over, in words.
    pub kept: Vec<String>,
    /// What was not.
    pub dropped: Vec<Dropped>,
}

/// A part of an answer that was not believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// The part, such as `checkpoint “The invoice is listed”`.
    pub what: String,
    /// Why.
    pub why: String,
}

/// Why nothing of an answer was used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AuthorError {
    /// It is longer than [`MAX_ANSWER`].
    TooLong,
    /// It is not JSON.
    NotJson(String),
    /// It is JSON of another shape.
    WrongShape(String),
    /// Nothing of it could be believed.
    NothingKept(Vec<Dropped>),
    /// The draft would break a rule that the draft of the rules keeps.
    Unsound(String),
}

impl fmt::Display for AuthorError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(out, "The answer is too long."),
            Self::NotJson(why) => write!(out, "The answer is not JSON: {why}."),
            Self::WrongShape(why) => write!(out, "The answer has another shape than was asked for: {why}."),
            Self::NothingKept(_) => write!(out, "Nothing of the answer could be believed."),
            Self::Unsound(why) => write!(out, "The answer would make the draft worse: {why}"),
        }
    }
}

impl std::error::Error for AuthorError {}

/// What an author is asked about a demonstration and the draft that the rules made of it. Deterministic; at most [`MAX_REQUEST`]
/// characters. It contains no masked value.
pub fn request(demonstration: &Demonstration, draft: &Draft) -> AuthorRequest {
    request::request(demonstration, draft, None)
}

/// What a person asks an author to change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// Their words.
    pub words: String,
    /// What a rehearsal found, as data: the id of a checkpoint, and why it was not reached.
    pub findings: Vec<(String, String)>,
}

/// Like [`request`], with what the person asks for after the data. What is answered is held to the same checks.
pub fn request_to_change(demonstration: &Demonstration, draft: &Draft, asked: &Asked) -> AuthorRequest {
    request::request(demonstration, draft, Some(asked))
}

/// Applies an answer to the draft of the rules. `draft` must be the one of the request.
///
/// Errors: the answer cannot be read, or nothing of it can be believed. Then the draft of the rules remains.
pub fn apply(demonstration: &Demonstration, draft: &Draft, answer: &str) -> Result<Authored, AuthorError> {
    apply::apply(demonstration, draft, answer)
}
