//! One call of a tool, with what the server asks the person during it.

use super::client::Counted;
use super::{Connection, ConnectionError};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ElicitRequestParams, ElicitationAction, ErrorCode, InputRequest, InputRequests,
    InputResponses,
};
use rmcp::service::ServiceError;
use serde_json::{Map, Value};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use url::Url;

/// How often one call may ask the person, and for how many things at a time (2026-07-28).
const ROUNDS: usize = 10;
const MOST_REQUESTS: usize = 10;
/// The error with which a server refuses a call until the person has opened addresses (2025-11-25).
const ADDRESSES_FIRST: ErrorCode = ErrorCode(-32042);
/// How long a call may take with all of its questions.
const LONGEST_CALL: Duration = Duration::from_secs(1800);

impl Connection {
    /// Calls a tool, and answers its result in the form of the protocol. A result that says of itself that it failed is an answer.
    ///
    /// # Errors
    /// There is no result; the call may have had an effect anyway.
    pub async fn call(&self, tool: &str, arguments: Map<String, Value>, patience: Duration) -> Result<Value, ConnectionError> {
        let mut request = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let _on_its_way = Counted::new(&self.client.waits.calls, &self.client.waits.none_left);
        let began = Instant::now();
        for _ in 0..ROUNDS {
            let left = || LONGEST_CALL.saturating_sub(began.elapsed());
            let too_long = |_| ConnectionError::Timeout(LONGEST_CALL);
            let result = match self.call_once(request.clone(), patience, began).await? {
                Called::Answered(CallToolResponse::Complete(result)) => {
                    return serde_json::to_value(&result).map_err(|error| ConnectionError::Protocol(error.to_string()));
                }
                Called::Answered(CallToolResponse::InputRequired(result)) => result,
                // A task that goes on.
                Called::Answered(_) => {
                    return Err(ConnectionError::Refused("it answers later, which Apprentice does not follow yet".to_owned()));
                }
                Called::OpenFirst(data) => {
                    tokio::time::timeout(left(), self.opened(data, patience)).await.map_err(too_long)??;
                    continue;
                }
            };
            let answers = tokio::time::timeout(left(), self.asked(result.input_requests.unwrap_or_default())).await;
            request.input_responses = Some(answers.map_err(too_long)??);
            request.request_state = result.request_state;
        }
        Err(ConnectionError::Refused(format!("it asked the person more than {ROUNDS} times during one call")))
    }

    /// Sends a call once. A question to the person stops its time, up to [`LONGEST_CALL`] in all.
    async fn call_once(
        &self,
        request: CallToolRequestParams,
        patience: Duration,
        began: Instant,
    ) -> Result<Called, ConnectionError> {
        let mut calling = std::pin::pin!(self.service.peer().call_tool_once(request));
        let waits = &self.client.waits;
        loop {
            // After an answer of the person, the time limit starts again.
            let is_over = tokio::select! {
                answer = &mut calling => return match answer {
                    Ok(answer) => Ok(Called::Answered(answer)),
                    Err(ServiceError::McpError(error)) if error.code == ADDRESSES_FIRST => Ok(Called::OpenFirst(error.data)),
                    Err(error) => Err(self.service_error(error)),
                },
                () = waits.answered.notified() => false,
                () = tokio::time::sleep(patience) => waits.questions.load(Ordering::Acquire) == 0,
            };
            if is_over || began.elapsed() >= LONGEST_CALL {
                return Err(ConnectionError::Timeout(patience));
            }
        }
    }

    /// The answers of the person to what a call needs (2026-07-28), one after the other.
    async fn asked(&self, requests: InputRequests) -> Result<InputResponses, ConnectionError> {
        if requests.len() > MOST_REQUESTS {
            return Err(ConnectionError::Refused(format!("it asked for more than {MOST_REQUESTS} things at a time")));
        }
        let mut answers = InputResponses::new();
        for (name, request) in requests {
            let InputRequest::Elicitation(request) = request else {
                let message = "it wants a model to write for it (sampling) or a list of folders, which Apprentice does not offer";
                return Err(ConnectionError::Refused(message.to_owned()));
            };
            let answer = self.client.ask(request.params).await.map_err(|why| ConnectionError::Refused(self.clip(&why)))?;
            let answer = serde_json::to_value(answer).map_err(|error| ConnectionError::Protocol(error.to_string()))?;
            answers.insert(name, answer);
        }
        Ok(answers)
    }

    /// Asks the person to open what a server wants opened before it takes a call, and waits until it says that they are done there, at most
    /// `patience`. `Err`: the failure for the caller.
    async fn opened(&self, data: Option<Value>, patience: Duration) -> Result<(), ConnectionError> {
        let refused = |why: &str| ConnectionError::Refused(format!("it wants an address opened first, and {}", self.clip(why)));
        let wanted = match addresses(data.unwrap_or_default()) {
            Ok(wanted) => wanted,
            Err(why) => return Err(refused(&self.client.refused(why).await)),
        };
        // The person may be done before they say that they agree.
        let mut done = self.client.waits.done.subscribe();
        let (mut waited, mut hosts) = (Vec::new(), Vec::new());
        for Address { id, host, params } in wanted {
            let answer = self.client.ask(params).await.map_err(|why| refused(&why))?;
            if answer.action != ElicitationAction::Accept {
                return Err(ConnectionError::NotOpened(self.clip(&host)));
            }
            waited.push(id);
            hosts.push(host);
        }
        hosts.dedup();
        // An address without an identifier is never said to be done.
        let patience = if waited.iter().any(String::is_empty) { Duration::ZERO } else { patience };
        let all_done = async {
            while !waited.is_empty() {
                // `Err`: more were said than are kept.
                let id = done.recv().await.unwrap_or_default();
                waited.retain(|waited| *waited != id);
            }
        };
        let is_done = tokio::time::timeout(patience, all_done).await;
        is_done.map_err(|_| ConnectionError::OpenFirst(self.clip(&hosts.join(", "))))
    }
}

/// How a request for a call ended.
enum Called {
    Answered(CallToolResponse),
    /// The person has to open addresses first; what the error says of them.
    OpenFirst(Option<Value>),
}

/// An address that a server wants opened before it takes a call.
struct Address {
    /// What the server calls it when it says that the person is done.
    id: String,
    host: String,
    params: ElicitRequestParams,
}

/// The addresses of an error -32042. `Err`: why nobody is asked.
fn addresses(mut data: Value) -> Result<Vec<Address>, String> {
    let Some(Value::Array(all)) = data.get_mut("elicitations").map(Value::take) else { return Err("it names none".to_owned()) };
    if all.is_empty() || all.len() > MOST_REQUESTS {
        return Err(format!("it names {} of them, where 1 to {MOST_REQUESTS} are possible", all.len()));
    }
    let read = |params: Value| {
        let params = serde_json::from_value(params).ok()?;
        let ElicitRequestParams::UrlElicitationParams { url, elicitation_id, .. } = &params else { return None };
        let host = Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default();
        Some(Address { id: elicitation_id.clone(), host, params })
    };
    all.into_iter().map(read).collect::<Option<_>>().ok_or_else(|| "it asks for something else with it".to_owned())
}
