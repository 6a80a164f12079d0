//! Live streams as Server-Sent Events (§0C.16C).

use crate::App;
use crate::handler::Answer;
use crate::openapi::Description;
use apprentice_contracts::event::LearnSessionEvent;
use apprentice_contracts::json;
use axum::body::{Body, Bytes};
use axum::response::{IntoResponse, Response};
use futures::FutureExt;
use futures::stream::{BoxStream, Stream, StreamExt, unfold};
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use schemars::JsonSchema;
use serde_json::json;
use std::io;
use std::marker::PhantomData;
use std::time::Duration;

const KEEP_ALIVE: Duration = Duration::from_secs(30);

/// A stream of frames. `T` is the type of the JSON in `data:`.
pub(crate) struct EventStream<T> {
    bytes: BoxStream<'static, io::Result<Bytes>>,
    carried: PhantomData<T>,
}

/// One frame: `id:` (if the stream can be resumed after it), `event:` and `data:`. Neither `event` nor `data` may contain a line break.
pub(crate) fn frame(id: Option<u32>, event: &str, data: &str) -> Bytes {
    let id = id.map(|id| format!("id: {id}\n")).unwrap_or_default();
    format!("{id}event: {event}\ndata: {data}\n\n").into()
}

pub(crate) fn event_frame(event: &LearnSessionEvent, id: Option<u32>) -> Bytes {
    // A struct of strings, numbers and JSON always serializes.
    frame(id, event.event_kind.as_str(), &json::to_text(event).unwrap_or_default())
}

impl<T> EventStream<T> {
    /// Ends when `bytes` ends. When the server closes, it fails instead, so that clients do not take that for the end.
    pub fn new(app: &App, bytes: impl Stream<Item = Bytes> + Send + 'static) -> Self {
        let held = app.streams.hold();
        let closing = app.closing.clone().cancelled_owned();
        let broken = futures::stream::once(closing.map(|()| Err(io::Error::other("the server closes"))));
        let bytes = kept_alive(bytes.inspect(move |_| _ = &held).boxed(), KEEP_ALIVE);
        Self { bytes: ended_by(bytes.map(Ok).boxed(), broken.boxed()).boxed(), carried: PhantomData }
    }
}

/// The items of `first` until it ends, or until `last` yields its one item.
fn ended_by<T: Send + 'static>(first: BoxStream<'static, T>, last: BoxStream<'static, T>) -> impl Stream<Item = T> {
    unfold(Some((first, last)), |both| async {
        let (mut first, mut last) = both?;
        tokio::select! {
            biased;
            item = last.next() => item.map(|item| (item, None)),
            item = first.next() => item.map(|item| (item, Some((first, last)))),
        }
    })
}

/// Sends `:keepalive` after each silence of this length, so that a dead connection is noticed.
fn kept_alive(bytes: BoxStream<'static, Bytes>, silence: Duration) -> impl Stream<Item = Bytes> {
    unfold(bytes, move |mut bytes| async move {
        match tokio::time::timeout(silence, bytes.next()).await {
            Ok(next) => next.map(|next| (next, bytes)),
            Err(_) => Some((Bytes::from_static(b":keepalive\n\n"), bytes)),
        }
    })
}

impl<T: JsonSchema + Send + 'static> Answer for EventStream<T> {
    fn respond(self) -> Response {
        let body = Body::from_stream(self.bytes);
        ([(CONTENT_TYPE, "text/event-stream"), (CACHE_CONTROL, "no-store")], body).into_response()
    }

    fn describe(description: &mut Description<'_>) {
        let text = "Server-Sent Events; the schema is that of each `data:`. `:keepalive` comes every 30 silent seconds.";
        let schema = description.schema_of_answer::<T>();
        description.answers_with(text, json!({ "text/event-stream": { "schema": schema } }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn silence_is_filled_and_the_end_is_passed_on() {
        let (tell, told) = tokio::sync::mpsc::unbounded_channel();
        let bytes = tokio_stream::wrappers::UnboundedReceiverStream::new(told).boxed();
        let mut stream = Box::pin(kept_alive(bytes, Duration::from_secs(30)));
        assert_eq!(stream.next().await.unwrap(), ":keepalive\n\n");
        tell.send(frame(Some(7), "learn.capture.started", "{}")).unwrap();
        assert_eq!(stream.next().await.unwrap(), "id: 7\nevent: learn.capture.started\ndata: {}\n\n");
        assert_eq!(stream.next().await.unwrap(), ":keepalive\n\n");
        drop(tell);
        assert!(stream.next().await.is_none());
    }
}
