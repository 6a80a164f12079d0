//! What servers ask the person during a call (elicitation). A question waits beside the calls that ask first, and ends with its call, with its
//! connection, or after ten minutes.
//!
//! Questions and answers are in memory alone. A receipt says that a server asked, what for, and how it was answered, without a value; so does
//! one of what the person was not asked, and why. Invariant: only the person answers, once, and only with what the form takes.

use super::receipts::{self, Event};
use super::{ConnectorCaller, Connectors};
use crate::Answer;
use crate::core::Core;
use crate::core::notify::ChangeNotice;
use crate::core::request::invalid;
use apprentice_connectors::elicit::{self, Asked, Asking, Question};
use apprentice_contracts::connector::*;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{McpDispatchId, McpServerId};
use apprentice_contracts::{SCHEMA_VERSION, Time};
use apprentice_observe::redact::mask_text;
use apprentice_store::mcp_servers::McpServerRecord;
use chrono::Duration as Span;
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;

/// How long a question waits.
const ANSWERABLE: Duration = Duration::from_secs(600);
/// Most questions of one server, and of all, that wait at a time.
const OF_ONE: usize = 3;
const MOST: usize = 20;
/// How many refused questions of one server get a receipt, and within which time: they must not push out other receipts.
const REFUSALS: u32 = 10;
const REFUSALS_WITHIN: Span = Span::hours(1);

/// The questions that wait, oldest first, and how many of each server were refused since when.
#[derive(Default)]
pub(super) struct Questions(Mutex<Vec<Waiting>>, Mutex<HashMap<McpServerId, (Time, u32)>>);

struct Waiting {
    shown: McpElicitation,
    given: oneshot::Sender<elicit::Answer>,
}

/// Takes a question back when nobody waits for its answer any more.
struct TakenBack<'a>(&'a Core, &'a Questions, McpDispatchId);

impl Drop for TakenBack<'_> {
    fn drop(&mut self) {
        self.1.take(self.2);
        self.0.notifier.notify(ChangeNotice::Connectors);
    }
}

impl Questions {
    fn all(&self) -> std::sync::MutexGuard<'_, Vec<Waiting>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn shown(&self) -> Vec<McpElicitation> {
        self.all().iter().map(|waiting| waiting.shown.clone()).collect()
    }

    fn take(&self, id: McpDispatchId) -> Option<Waiting> {
        let mut all = self.all();
        let at = all.iter().position(|waiting| waiting.shown.dispatch_id == id)?;
        Some(all.remove(at))
    }

    fn add(&self, waiting: Waiting) -> Result<(), String> {
        let mut all = self.all();
        let of_one = all.iter().filter(|known| known.shown.server_id == waiting.shown.server_id).count();
        if of_one >= OF_ONE || all.len() >= MOST {
            return Err("too many questions wait for the person already".to_owned());
        }
        all.push(waiting);
        Ok(())
    }

    /// Counts a refused question. Answers which one it is within the hour.
    fn count_refused(&self, server: &McpServerId, now: Time) -> u32 {
        let mut all = self.1.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, (since, _)| now - *since < REFUSALS_WITHIN);
        let (_, count) = all.entry(server.clone()).or_insert((now, 0));
        *count = count.saturating_add(1);
        *count
    }
}

impl Connectors {
    /// How a server asks the person.
    pub(super) fn asking(&self, record: &McpServerRecord) -> Asking {
        // Not the connectors: they hold the connection that holds this.
        let (core, questions) = (self.core.clone(), self.questions.clone());
        let (id, name) = (record.entry.server_id.clone(), record.entry.display_name.clone());
        Arc::new(move |question| -> Asked {
            let (core, questions, id, name) = (core.clone(), questions.clone(), id.clone(), name.clone());
            Box::pin(async move {
                let asked = match question {
                    Ok(question) => ask(&core, &questions, &id, name, question).await,
                    Err(why) => Err(why),
                };
                if let Err(why) = &asked {
                    record_refused(&core, &questions, id, why).await;
                }
                asked
            })
        })
    }

    /// Answers a question. Errors: `NOT_FOUND` when it waits no longer, `INVALID_REQUEST` with the field.
    pub(crate) async fn answer_question(
        &self,
        id: McpDispatchId,
        request: McpElicitationAnswerRequest,
    ) -> Answer<McpElicitationAnswerResponse> {
        let shown = self.questions.shown().into_iter().find(|shown| shown.dispatch_id == id).ok_or_else(gone)?;
        let content = content(&shown, &request)?;
        let waiting = self.questions.take(id).ok_or_else(gone)?;
        let (answer, words) = match request.action {
            McpElicitationAction::Accept => (elicit::Answer::Accept(content), "answered"),
            McpElicitationAction::Decline => (elicit::Answer::Decline, "refused to answer"),
            McpElicitationAction::Cancel => (elicit::Answer::Cancel, "closed"),
        };
        let summary = format!("The person {words}: {}.", subject(&shown));
        let status = match request.action {
            McpElicitationAction::Accept => McpReceiptStatus::Ok,
            _ => McpReceiptStatus::Blocked,
        };
        // Its call may have ended at this moment. What the person said reaches the server whatever becomes of the receipt.
        waiting.given.send(answer).map_err(|_| gone())?;
        let receipt_id = record(&self.core, shown.server_id.clone(), McpReceiptKind::ElicitationAnswer, status, summary).await?;
        let url = shown.url.filter(|_| request.action == McpElicitationAction::Accept);
        Ok(McpElicitationAnswerResponse {
            dispatch_id: id,
            action: request.action,
            url,
            receipt_id,
            schema_version: SCHEMA_VERSION,
        })
    }
}

fn gone() -> Failure {
    let message = "This question does not wait any more: it was answered, its call ended, or its time is over.";
    Failure::new(ErrorCode::NotFound, message)
}

/// The values of an answer, after every check.
fn content(shown: &McpElicitation, request: &McpElicitationAnswerRequest) -> Answer<Option<Map<String, Value>>> {
    if request.action != McpElicitationAction::Accept || shown.mode == McpElicitationMode::Url {
        return match request.content.is_empty() {
            true => Ok(None),
            false => Err(invalid("content", "only a form that is accepted takes values")),
        };
    }
    elicit::check(&shown.fields, &request.content).map_err(|(field, why)| invalid(&format!("content.{field}"), &why))?;
    let is_secret = |(_, value): &(&String, &Value)| value.as_str().is_some_and(|text| mask_text(text).0 != text);
    if let Some((name, _)) = request.content.iter().find(is_secret) {
        let why = "it looks like a secret, and a form is no place for one: the server and its logs would have it in the clear";
        return Err(invalid(&format!("content.{name}"), why));
    }
    Ok(Some(request.content.clone()))
}

/// What a question is about, for a receipt.
fn subject(shown: &McpElicitation) -> String {
    match &shown.host {
        Some(host) => format!("to open an address of {host}"),
        None => shown.fields.iter().map(|field| field.name.as_str()).collect::<Vec<_>>().join(", "),
    }
}

async fn ask(
    core: &Core,
    questions: &Questions,
    server_id: &McpServerId,
    server_name: String,
    question: Question,
) -> Result<elicit::Answer, String> {
    let (given, answered) = oneshot::channel();
    let dispatch_id: McpDispatchId = core.options.ids.next().into();
    let created_at = core.now();
    let expires_at = created_at + Span::from_std(ANSWERABLE).unwrap_or_default();
    let (mode, message, fields, url) = match question {
        Question::Form { message, fields } => (McpElicitationMode::Form, message, fields, None),
        Question::Open { message, url } => (McpElicitationMode::Url, message, Vec::new(), Some(url)),
    };
    let host = url.as_ref().and_then(|url| url.host_str().map(str::to_owned));
    let url = url.map(|url| url.to_string());
    let shown = McpElicitation {
        dispatch_id,
        server_id: server_id.clone(),
        server_name,
        mode,
        message,
        fields,
        url,
        host,
        expires_at,
        created_at,
    };
    let asked = subject(&shown);
    questions.add(Waiting { shown, given })?;
    let _asked = TakenBack(core, questions, dispatch_id);
    let kind = McpReceiptKind::Elicitation;
    let summary = format!("It asks the person: {asked}.");
    record(core, server_id.clone(), kind, McpReceiptStatus::Ok, summary).await.map_err(|failure| failure.message)?;
    core.notifier.notify(ChangeNotice::Connectors);
    match tokio::time::timeout(ANSWERABLE, answered).await {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(_)) => Ok(elicit::Answer::Cancel),
        Err(_) => {
            let summary = format!("Nobody answered in time: {asked}.");
            record(core, server_id.clone(), kind, McpReceiptStatus::Blocked, summary).await.map_err(|failure| failure.message)?;
            Ok(elicit::Answer::Cancel)
        }
    }
}

/// Leaves a receipt of what the person was not asked.
async fn record_refused(core: &Core, questions: &Questions, server: McpServerId, why: &str) {
    let count = questions.count_refused(&server, core.now());
    if count > REFUSALS {
        return;
    }
    let last = if count == REFUSALS { " Further ones within the hour are not listed." } else { "" };
    let summary = format!("A question of it did not reach the person: {why}.{last}");
    if let Err(failure) = record(core, server, McpReceiptKind::Elicitation, McpReceiptStatus::Blocked, summary).await {
        tracing::error!(%failure, "a receipt of a refused question could not be stored");
    }
}

async fn record(
    core: &Core,
    server: McpServerId,
    kind: McpReceiptKind,
    status: McpReceiptStatus,
    summary: String,
) -> Answer<apprentice_contracts::ids::ReceiptId> {
    // A server asks, and the person answers.
    let caller = (kind == McpReceiptKind::ElicitationAnswer).then_some(&ConnectorCaller::Person);
    core.change(move |tx| receipts::add(tx, Event { caller, status, ..Event::ok(kind, &server, summary) })).await
}
