//! Challenges: a server refuses a call until the person signs in, or grants more. The call waits beside those that ask first, and goes on once
//! when the person has signed in or says so.
//!
//! Challenges are in memory alone: with the program ends every call that waits. Invariant: only the person answers, once. Invariant: a call is
//! made again only after a refusal, which had no effect, and at most once.

use super::oauth_client::signs_in_itself;
use super::receipts::{self, Event};
use super::sign_in::{endpoint, state_of};
use super::{ConnectorCaller, Connectors};
use crate::Answer;
use crate::core::notify::ChangeNotice;
use crate::core::request::invalid;
use apprentice_connectors::findings::visible;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::Time;
use apprentice_contracts::connector::*;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{CorrelationId, McpDispatchId, McpServerId, ReceiptId};
use apprentice_store::mcp_servers::{self, McpServerRecord};
use chrono::Duration as Span;
use serde_json::json;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// How long a challenge can be answered.
const ANSWERABLE: Span = Span::minutes(15);
/// Most challenges at a time. They are one for each server and what it wants.
const MOST: usize = 50;

/// The challenges that wait, oldest first, and those that were answered while callers wait.
#[derive(Default)]
pub(super) struct Challenges {
    all: Mutex<Vec<Challenge>>,
    /// Woken by every answer.
    answered: Notify,
}

struct Challenge {
    shown: McpAuthChallenge,
    answer: Option<McpChallengeResolution>,
}

/// A caller that waits for the answer of a challenge. It counts as waiting as long as it lives, so that an answer is kept until it is read.
pub(super) struct Waiting<'a> {
    challenges: &'a Challenges,
    /// The challenge, as it was when the caller joined it.
    pub(super) challenge: McpAuthChallenge,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut all = self.challenges.all();
        if let Some(found) = all.iter_mut().find(|one| one.shown.challenge_id == self.challenge.challenge_id) {
            found.shown.waiting = found.shown.waiting.saturating_sub(1);
        }
        // Nobody asks any more how it was answered.
        all.retain(|one| one.answer.is_none() || one.shown.waiting > 0);
    }
}

impl Challenges {
    fn all(&self) -> MutexGuard<'_, Vec<Challenge>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Those that the person can answer.
    pub(super) fn shown(&self, now: Time) -> Vec<McpAuthChallenge> {
        let all = self.all();
        all.iter().filter(|one| one.answer.is_none() && one.shown.expires_at > now).map(|one| one.shown.clone()).collect()
    }

    /// Lets a caller wait for a challenge like `new`: the one of the same need that can still be answered, else `new`. `None`: too many wait.
    fn join(&self, new: McpAuthChallenge, now: Time) -> Option<Waiting<'_>> {
        let mut all = self.all();
        all.retain(|one| one.shown.expires_at > now || one.shown.waiting > 0);
        let is_same = |one: &Challenge| {
            let shown = &one.shown;
            let can_be_answered = one.answer.is_none() && shown.expires_at > now;
            can_be_answered && (&shown.server_id, shown.kind, &shown.scopes) == (&new.server_id, new.kind, &new.scopes)
        };
        let at = match all.iter().position(is_same) {
            Some(at) => at,
            None if all.len() >= MOST => return None,
            None => {
                all.push(Challenge { shown: new, answer: None });
                all.len() - 1
            }
        };
        all[at].shown.waiting += 1;
        Some(Waiting { challenges: self, challenge: all[at].shown.clone() })
    }

    /// How a challenge was answered.
    fn answer_of(&self, id: &str) -> Option<McpChallengeResolution> {
        self.all().iter().find(|one| one.shown.challenge_id == id)?.answer
    }

    /// Answers the challenges of a server that `is_meant`. `false`: there is none.
    fn answer(&self, resolution: McpChallengeResolution, is_meant: impl Fn(&McpAuthChallenge) -> bool) -> bool {
        let mut all = self.all();
        let mut any = false;
        for one in all.iter_mut().filter(|one| one.answer.is_none() && is_meant(&one.shown)) {
            one.answer = Some(resolution);
            any = true;
        }
        all.retain(|one| one.answer.is_none() || one.shown.waiting > 0);
        drop(all);
        self.answered.notify_waiters();
        any
    }

    /// The person signed in to a server: its calls go on.
    pub(super) fn signed_in(&self, server: &McpServerId) {
        self.answer(McpChallengeResolution::Approved, |shown| shown.server_id == *server);
    }

    /// Ends the challenges of a server that is deleted.
    pub(super) fn forget(&self, server: &McpServerId) {
        self.answer(McpChallengeResolution::Expired, |shown| shown.server_id == *server);
    }

    fn set_sign_in(&self, id: &str, begun: &McpAuthStartResponse) {
        if let Some(one) = self.all().iter_mut().find(|one| one.shown.challenge_id == id) {
            one.shown.sign_in = Some(begun.clone());
        }
    }
}

/// What a server wants, as the failure of a call says it, or the failure before for which agents leave it alone.
fn wanted(failure: &Failure, record: &McpServerRecord) -> Option<(McpChallengeKind, Vec<String>)> {
    if failure.code == ErrorCode::McpServerBackoff {
        let is_asked = record.last.code.as_deref() == Some("SIGN_IN_REQUIRED");
        return is_asked.then(|| (McpChallengeKind::SignIn, Vec::new()));
    }
    let details = failure.details.as_ref()?;
    match details["reason"].as_str()? {
        "SIGN_IN_REQUIRED" | "SIGN_IN_EXPIRED" => Some((McpChallengeKind::SignIn, Vec::new())),
        "INSUFFICIENT_SCOPE" => {
            let scopes = details["scopes"].as_array().into_iter().flatten();
            Some((McpChallengeKind::MoreScopes, scopes.filter_map(|scope| scope.as_str().map(str::to_owned)).collect()))
        }
        _ => None,
    }
}

/// Whether a sign-in of the person would help.
fn helps(record: &McpServerRecord, kind: McpChallengeKind) -> bool {
    let has_header = record.entry.headers.iter().any(|header| header.name.eq_ignore_ascii_case("authorization"));
    let can = endpoint(record).is_ok() && !has_header && !signs_in_itself(record);
    can && match kind {
        McpChallengeKind::SignIn => true,
        // What was granted already is not asked for again.
        McpChallengeKind::MoreScopes => record.sign_in().is_some_and(|sign_in| !sign_in.scopes_needed.is_empty()),
    }
}

impl Connectors {
    /// Registers that a caller waits for a sign-in. `None`: a sign-in does not help, or nobody would see the challenge.
    pub(super) async fn challenge(
        &self,
        id: &McpServerId,
        tool: &str,
        caller: &ConnectorCaller,
        failure: &Failure,
    ) -> Option<Waiting<'_>> {
        let record = self.record(id).await.ok()?;
        let (kind, scopes) = wanted(failure, &record).filter(|(kind, _)| helps(&record, *kind))?;
        let now = self.core.now();
        let new = McpAuthChallenge {
            challenge_id: self.core.options.ids.next().to_string(),
            correlation_id: self.core.options.ids.next().into(),
            server_id: id.clone(),
            server_name: record.entry.display_name,
            kind,
            scopes: scopes.iter().map(|scope| visible(scope)).collect(),
            tool_name: visible(tool),
            requested_by: match caller {
                ConnectorCaller::Person => "person".to_owned(),
                ConnectorCaller::Apprentice => "apprentice".to_owned(),
                ConnectorCaller::Agent(agent) => format!("agent:{}", visible(agent.name.as_deref().unwrap_or_default())),
            },
            waiting: 0,
            sign_in: None,
            expires_at: now + ANSWERABLE,
            created_at: now,
        };
        let new_id = new.challenge_id.clone();
        let waiting = self.challenges.join(new, now)?;
        if waiting.challenge.challenge_id != new_id {
            return Some(waiting);
        }
        let summary = match kind {
            McpChallengeKind::SignIn => format!("{tool} waits for a sign-in of the person."),
            McpChallengeKind::MoreScopes => format!("{tool} waits until the person grants {}.", scopes.join(", ")),
        };
        let asked = self.record_challenge(&waiting.challenge, Some(caller.clone()), McpReceiptStatus::Ok, summary).await;
        if let Err(failure) = asked {
            tracing::error!(%failure, "a receipt of a challenge could not be stored");
        }
        self.core.notifier.notify(ChangeNotice::Connectors);
        Some(waiting)
    }

    /// Waits until a challenge is answered. `None`: nobody answered in time.
    pub(super) async fn challenge_answer(
        &self,
        waiting: &Waiting<'_>,
        deadline: Instant,
        left: &CancellationToken,
    ) -> Option<McpChallengeResolution> {
        loop {
            let answered = self.challenges.answered.notified();
            // An answer that came before this is seen here.
            if let Some(resolution) = self.challenges.answer_of(&waiting.challenge.challenge_id) {
                return Some(resolution);
            }
            tokio::select! {
                () = answered => {}
                () = tokio::time::sleep_until(deadline) => return None,
                () = left.cancelled() => return None,
            }
        }
    }

    /// Answers a challenge, or a question that asks the person to open an address.
    ///
    /// Errors: `NOT_FOUND` when it does not wait, `INVALID_REQUEST` for a question with values, those of [`Self::start_sign_in`].
    pub(crate) async fn respond_to_challenge(
        self: &Arc<Self>,
        request: McpAuthChallengeRespondRequest,
    ) -> Answer<McpAuthChallengeRespondResponse> {
        let now = self.core.now();
        let found = {
            let all = self.challenges.all();
            let found = all.iter().find(|one| one.shown.challenge_id == request.challenge_id && one.answer.is_none());
            found.map(|one| one.shown.clone())
        };
        let Some(challenge) = found else { return self.respond_to_question(request).await };
        let id = challenge.server_id.clone();
        let note = request.note.as_deref().map(|note| format!(" They say: {note}")).unwrap_or_default();
        let end = |resolution, next_step| (true, resolution, next_step, None::<McpAuthStartResponse>);
        let mut joined_a_sign_in = false;
        let (resolved, resolution, next_step, sign_in) = if challenge.expires_at <= now {
            end(McpChallengeResolution::Expired, McpChallengeNext::Closed)
        } else {
            match request.decision {
                McpChallengeDecision::Deny => end(McpChallengeResolution::Denied, McpChallengeNext::Closed),
                McpChallengeDecision::Retry => {
                    self.end_pause(&id).await?;
                    end(McpChallengeResolution::Retried, McpChallengeNext::RetryConnection)
                }
                McpChallengeDecision::Approve => {
                    if let Some(profile) = request.selected_auth_profile_id {
                        let change = McpServerPatchRequest { auth_profile_id: Some(Some(profile)), ..Default::default() };
                        (_, joined_a_sign_in) = self.change_server(&id, change).await?;
                    }
                    match state_of(&self.record(&id).await?) {
                        McpAuthState::Healthy => end(McpChallengeResolution::Approved, McpChallengeNext::RetryConnection),
                        _ => {
                            let start = McpAuthStartRequest { device_code: request.device_code, ..Default::default() };
                            let begun = self.start_sign_in(&id, start).await?;
                            self.challenges.set_sign_in(&challenge.challenge_id, &begun);
                            let next = McpChallengeNext::AwaitUserSignin;
                            (false, McpChallengeResolution::Approved, next, Some(begun))
                        }
                    }
                }
            }
        };
        let (status, words) = match resolution {
            McpChallengeResolution::Approved => (McpReceiptStatus::Ok, "agreed to sign in for"),
            McpChallengeResolution::Denied => (McpReceiptStatus::Blocked, "refused to sign in for"),
            McpChallengeResolution::Retried => (McpReceiptStatus::Ok, "repeated"),
            McpChallengeResolution::Expired => (McpReceiptStatus::Blocked, "answered too late for"),
        };
        let used = !resolved || self.challenges.answer(resolution, |shown| shown.challenge_id == challenge.challenge_id);
        // The other challenges of the server wait for the same sign-in.
        if joined_a_sign_in {
            self.challenges.signed_in(&id);
        }
        if !used {
            return Err(gone());
        }
        let summary = format!("The person {words} {}.{note}", challenge.tool_name);
        let receipt_id = self.record_challenge(&challenge, Some(ConnectorCaller::Person), status, summary).await?;
        self.core.notifier.notify(ChangeNotice::Connectors);
        Ok(McpAuthChallengeRespondResponse {
            challenge_id: challenge.challenge_id,
            auth_status: self.sign_in_status(&id).await?,
            server_id: id,
            resolved,
            resolution,
            accepted: resolution != McpChallengeResolution::Expired,
            next_step,
            sign_in,
            receipt_id: Some(receipt_id),
            schema_version: SCHEMA_VERSION,
        })
    }

    /// Answers a question that asks the person to open an address before a call goes on.
    async fn respond_to_question(&self, request: McpAuthChallengeRespondRequest) -> Answer<McpAuthChallengeRespondResponse> {
        let question: McpDispatchId = request.challenge_id.parse().map_err(|_| gone())?;
        let waits = self.questions.shown().into_iter().find(|shown| shown.dispatch_id == question).ok_or_else(gone)?;
        if waits.mode != McpElicitationMode::Url {
            let why = format!("this question takes values; answer it with `apprentice connectors answer {question}`");
            return Err(invalid("challenge_id", &why));
        }
        let (action, resolution) = match request.decision {
            McpChallengeDecision::Approve => (McpElicitationAction::Accept, McpChallengeResolution::Approved),
            McpChallengeDecision::Deny => (McpElicitationAction::Decline, McpChallengeResolution::Denied),
            McpChallengeDecision::Retry => {
                return Err(invalid("decision", "a question to open an address is approved or denied"));
            }
        };
        let answer: McpElicitationAnswerRequest = serde_json::from_value(json!({ "action": action }))
            .map_err(|error| crate::internal("answering a question", &error))?;
        let done = self.answer_question(question, answer).await?;
        Ok(McpAuthChallengeRespondResponse {
            challenge_id: request.challenge_id,
            auth_status: self.sign_in_status(&waits.server_id).await?,
            server_id: waits.server_id,
            resolved: true,
            resolution,
            accepted: true,
            next_step: match resolution {
                McpChallengeResolution::Approved => McpChallengeNext::RetryConnection,
                _ => McpChallengeNext::Closed,
            },
            sign_in: None,
            receipt_id: Some(done.receipt_id),
            schema_version: SCHEMA_VERSION,
        })
    }

    /// Lets agents ask a server again at once, because the person wants it.
    async fn end_pause(&self, id: &McpServerId) -> Answer<()> {
        let server = id.clone();
        let ended = self.core.change(move |tx| {
            if let Some(mut record) = mcp_servers::get(tx.db, &server)? {
                record.last.backoff_until = None;
                mcp_servers::put(tx.db, &record)?;
            }
            Ok(())
        });
        ended.await
    }

    async fn record_challenge(
        &self,
        challenge: &McpAuthChallenge,
        caller: Option<ConnectorCaller>,
        status: McpReceiptStatus,
        summary: String,
    ) -> Answer<ReceiptId> {
        let (server, tool) = (challenge.server_id.clone(), challenge.tool_name.clone());
        let correlation: Option<CorrelationId> = Some(challenge.correlation_id);
        self.core
            .change(move |tx| {
                let event = Event::ok(McpReceiptKind::AuthChallenge, &server, summary);
                receipts::add(tx, Event { caller: caller.as_ref(), tool: Some(&tool), status, correlation, ..event })
            })
            .await
    }
}

/// The failure of a call that waits for a sign-in, with what answers it.
pub(super) fn with_challenge(mut failure: Failure, challenge: &McpAuthChallenge) -> Failure {
    if let Some(details) = &mut failure.details {
        details["challenge_id"] = json!(challenge.challenge_id);
        details["correlation_id"] = json!(challenge.correlation_id);
        details["expires_at"] = json!(challenge.expires_at);
    }
    failure
}

/// The refusal of a call of `tool` whose challenge the person refused. Calls of several tools may wait for one challenge.
pub(super) fn denied(challenge: &McpAuthChallenge, tool: &str) -> Failure {
    let message = format!("The person refused to sign in to “{}”, so {} is not called.", challenge.server_name, visible(tool));
    let details = json!({ "reason": "challenge", "server_id": challenge.server_id, "challenge_id": challenge.challenge_id });
    Failure::new(ErrorCode::McpCallDenied, message).with_details(details)
}

fn gone() -> Failure {
    let message = "This challenge does not wait any more: it was answered, its time is over, or Apprentice ended meanwhile.";
    Failure::new(ErrorCode::NotFound, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn challenge(id: u32, server: &str, now: Time) -> McpAuthChallenge {
        serde_json::from_value(json!({
            "challenge_id": id.to_string(), "correlation_id": "01900000-0000-7000-8000-000000000001", "server_id": server,
            "server_name": server, "kind": "sign_in", "scopes": [], "tool_name": "echo", "requested_by": "person", "waiting": 0,
            "expires_at": now + ANSWERABLE, "created_at": now,
        }))
        .unwrap()
    }

    #[test]
    fn an_answer_waits_for_every_caller_that_joined_before_it() {
        let (challenges, now) = (Challenges::default(), Time::default());
        let first = challenges.join(challenge(1, "a", now), now).unwrap();
        let second = challenges.join(challenge(2, "a", now), now).unwrap();
        assert_eq!((second.challenge.challenge_id.as_str(), second.challenge.waiting), ("1", 2));
        assert!(challenges.answer(McpChallengeResolution::Denied, |shown| shown.challenge_id == "1"));
        drop(first);
        assert_eq!(challenges.answer_of("1"), Some(McpChallengeResolution::Denied), "no caller takes a refusal for a retry");
        let third = challenges.join(challenge(3, "a", now), now).unwrap();
        assert_eq!(third.challenge.challenge_id, "3", "an answer holds for those who asked");
        drop(second);
        assert_eq!(challenges.answer_of("1"), None);
    }

    #[test]
    fn nobody_joins_a_challenge_whose_time_is_over_and_their_number_is_limited() {
        let (challenges, now) = (Challenges::default(), Time::default());
        let late = challenges.join(challenge(1, "a", now), now).unwrap();
        let then = now + ANSWERABLE;
        let next = challenges.join(challenge(2, "a", then), then).unwrap();
        assert_eq!(next.challenge.challenge_id, "2");
        drop((late, next));
        let servers = |count: usize| (3..).map(|id: u32| (id, id.to_string())).take(count);
        let all: Vec<Waiting<'_>> =
            servers(MOST - 1).filter_map(|(id, server)| challenges.join(challenge(id, &server, then), then)).collect();
        assert_eq!(all.len(), MOST - 1);
        assert!(challenges.join(challenge(1000, "last", then), then).is_none());
    }
}
