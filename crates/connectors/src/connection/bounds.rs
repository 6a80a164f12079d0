//! What a server may make us keep and repeat: requests whose answers it does not read, and streams that it ends at once.
//!
//! The library answers every request of a server in a task of its own, and begins a stream again as soon as its server says. Both are
//! without a bound there.

use super::LARGEST;
use futures::StreamExt;
use futures::future::Either;
use http::{HeaderName, HeaderValue};
use rmcp::model::{ClientJsonRpcMessage, JsonRpcMessage, RequestId, ServerNotification};
use rmcp::service::{RoleClient, RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::common::client_side_sse::BoxedSseResponse;
use rmcp::transport::streamable_http_client::{StreamableHttpClient, StreamableHttpError, StreamableHttpPostResponse};
use std::collections::{HashMap, HashSet};
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Most requests of a server that are not answered yet, or whose answers it has not taken.
pub const MOST_UNANSWERED: usize = 200;
/// The shortest pause before a stream is begun again, whatever its server says.
const SHORTEST_PAUSE: Duration = Duration::from_secs(1);

/// The requests of a server that wait.
#[derive(Clone, Default)]
pub(super) struct Unanswered(Arc<Requests>);

#[derive(Default)]
struct Requests {
    known: Mutex<Known>,
    too_many: CancellationToken,
}

#[derive(Default)]
struct Known {
    /// What is not answered yet.
    waiting: HashSet<RequestId>,
    /// How many answers are on their way. What is taken back now is sent anyway.
    sending: usize,
}

impl Unanswered {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a request. Answers whether it is one too many: the server reads no answers, or asks twice under one name.
    fn is_one_too_many(&self, id: &RequestId) -> bool {
        let mut known = self.known();
        let is_new = known.waiting.insert(id.clone());
        let is_too_many = !is_new || known.waiting.len() + known.sending > MOST_UNANSWERED;
        if is_too_many {
            self.0.too_many.cancel();
        }
        is_too_many
    }

    /// The server took a request back.
    fn take_back(&self, id: &RequestId) {
        self.known().waiting.remove(id);
    }

    /// An answer is on its way, as long as what this returns lives.
    fn answering(&self, id: &RequestId) -> Answering {
        let mut known = self.known();
        known.waiting.remove(id);
        known.sending += 1;
        Answering(self.clone())
    }

    /// Whether the connection was ended for it.
    pub(super) fn were_too_many(&self) -> bool {
        self.0.too_many.is_cancelled()
    }
}

struct Answering(Unanswered);

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.known().sending -= 1;
    }
}

/// A transport that ends when its server asks more than it reads answers.
pub(super) struct Bounded<T> {
    inner: T,
    unanswered: Unanswered,
}

impl<T> Bounded<T> {
    pub(super) fn new(inner: T, unanswered: Unanswered) -> Self {
        Self { inner, unanswered }
    }
}

impl<T: Transport<RoleClient>> Transport<RoleClient> for Bounded<T> {
    type Error = T::Error;

    fn send(&mut self, item: TxJsonRpcMessage<RoleClient>) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        let answered = match &item {
            JsonRpcMessage::Response(response) => Some(response.id.clone()),
            JsonRpcMessage::Error(error) => error.id.clone(),
            _ => None,
        };
        let sending = self.inner.send(item);
        match answered {
            None => Either::Left(sending),
            Some(id) => {
                let answering = self.unanswered.answering(&id);
                let too_many = self.unanswered.0.too_many.clone();
                Either::Right(async move {
                    // Who reads no answers is not waited for: the library would try for seconds before it ends the connection.
                    let sent = too_many.run_until_cancelled(sending).await.unwrap_or(Ok(()));
                    drop(answering);
                    sent
                })
            }
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        let message = self.inner.receive().await?;
        match &message {
            JsonRpcMessage::Request(request) if self.unanswered.is_one_too_many(&request.id) => return None,
            // What it took back is not answered.
            JsonRpcMessage::Notification(notice) => {
                if let ServerNotification::CancelledNotification(cancelled) = &notice.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    self.unanswered.take_back(id);
                }
            }
            _ => {}
        }
        Some(message)
    }

    fn close(&mut self) -> impl Future<Output = Result<(), Self::Error>> + Send {
        self.inner.close()
    }
}

/// A client that begins no stream again at once.
#[derive(Clone)]
pub(super) struct Paced(pub(super) reqwest::Client);

type Failed = StreamableHttpError<reqwest::Error>;
type Headers = HashMap<HeaderName, HeaderValue>;

/// A stream whose server asks for no pause that is shorter than [`SHORTEST_PAUSE`].
fn paced(stream: BoxedSseResponse) -> BoxedSseResponse {
    let shortest = u64::try_from(SHORTEST_PAUSE.as_millis()).unwrap_or(u64::MAX);
    let paced = stream.map(move |event| {
        event.map(|mut event| {
            event.retry = event.retry.map(|pause| pause.max(shortest));
            event
        })
    });
    paced.boxed()
}

impl StreamableHttpClient for Paced {
    type Error = reqwest::Error;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        token: Option<String>,
        headers: Headers,
    ) -> Result<StreamableHttpPostResponse, Failed> {
        self.post_message_with_max_sse_event_size(uri, message, session, token, headers, LARGEST).await
    }

    async fn post_message_with_max_sse_event_size(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        token: Option<String>,
        headers: Headers,
        largest: usize,
    ) -> Result<StreamableHttpPostResponse, Failed> {
        let posted = self.0.post_message_with_max_sse_event_size(uri, message, session, token, headers, largest).await?;
        Ok(match posted {
            StreamableHttpPostResponse::Sse(stream, session) => StreamableHttpPostResponse::Sse(paced(stream), session),
            other => other,
        })
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session: Arc<str>,
        token: Option<String>,
        headers: Headers,
    ) -> Result<(), Failed> {
        self.0.delete_session(uri, session, token, headers).await
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last: Option<String>,
        token: Option<String>,
        headers: Headers,
    ) -> Result<BoxedSseResponse, Failed> {
        self.get_stream_with_max_sse_event_size(uri, session, last, token, headers, LARGEST).await
    }

    async fn get_stream_with_max_sse_event_size(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last: Option<String>,
        token: Option<String>,
        headers: Headers,
        largest: usize,
    ) -> Result<BoxedSseResponse, Failed> {
        self.0.get_stream_with_max_sse_event_size(uri, session, last, token, headers, largest).await.map(paced)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn number(number: i64) -> RequestId {
        RequestId::Number(number)
    }

    #[test]
    fn a_request_counts_until_its_answer_was_taken() {
        let unanswered = Unanswered::default();
        let most = i64::try_from(MOST_UNANSWERED).unwrap();
        // Answers that are on their way count, also of what is taken back in the meantime.
        let sending: Vec<_> = (0..most)
            .map(|id| {
                assert!(!unanswered.is_one_too_many(&number(id)));
                let sending = unanswered.answering(&number(id));
                unanswered.take_back(&number(id));
                sending
            })
            .collect();
        assert!(!unanswered.were_too_many());
        drop(sending);
        // Those that were taken back before an answer, and those whose answers were taken, do not.
        for id in 0..most * 3 {
            assert!(!unanswered.is_one_too_many(&number(id)));
            match id % 2 {
                0 => unanswered.take_back(&number(id)),
                _ => drop(unanswered.answering(&number(id))),
            }
        }
        let _sending: Vec<_> = (0..most)
            .map(|id| {
                assert!(!unanswered.is_one_too_many(&number(id)));
                unanswered.answering(&number(id))
            })
            .collect();
        assert!(unanswered.is_one_too_many(&number(most)) && unanswered.were_too_many());
    }

    #[test]
    fn two_requests_of_one_name_are_one_too_many() {
        let unanswered = Unanswered::default();
        assert!(!unanswered.is_one_too_many(&number(1)));
        assert!(unanswered.is_one_too_many(&number(1)) && unanswered.were_too_many());
    }

    /// A server that asks without end, and takes no answer.
    struct Deaf(i64);

    impl Transport<RoleClient> for Deaf {
        type Error = std::io::Error;

        fn send(
            &mut self,
            _item: TxJsonRpcMessage<RoleClient>,
        ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
            std::future::pending()
        }

        async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
            self.0 += 1;
            let ping = json!({ "jsonrpc": "2.0", "id": self.0, "method": "ping" });
            Some(serde_json::from_value(ping).unwrap())
        }

        async fn close(&mut self) -> Result<(), Self::Error> {
            Ok(())
        }
    }

    #[tokio::test]
    async fn answers_are_not_waited_for_once_there_were_too_many_requests() {
        let mut bounded = Bounded::new(Deaf(0), Unanswered::default());
        let mut answers = Vec::new();
        while let Some(JsonRpcMessage::Request(request)) = bounded.receive().await {
            let answer = json!({ "jsonrpc": "2.0", "id": request.id, "result": {} });
            answers.push(tokio::spawn(bounded.send(serde_json::from_value(answer).unwrap())));
        }
        assert_eq!(answers.len(), MOST_UNANSWERED);
        for answer in answers {
            answer.await.unwrap().unwrap();
        }
    }
}
