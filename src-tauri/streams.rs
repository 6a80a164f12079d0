//! Streams that the page follows: each forwards the frames of one SSE response into a channel.

use apprentice_api::host::refusal;
use apprentice_api::{Frame, Frames};
use apprentice_contracts::error::{ErrorCode, Failure};
use futures::StreamExt;
use serde::Serialize;
use specta::Type;
use std::collections::HashMap;
use std::future::Future;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tauri::async_runtime::JoinHandle;
use tauri::ipc::Channel;

/// The event of the last frame of a stream that came to its own end.
pub const STREAM_END: &str = "stream.end";
/// The event of the last frame of a stream that broke off; its data is an error envelope.
pub const STREAM_FAILED: &str = "stream.failed";

/// One frame of a stream of Server-Sent Events.
#[derive(Clone, Debug, Serialize, Type)]
pub struct StreamFrame {
    /// By which the stream is resumed.
    id: Option<String>,
    event: String,
    /// JSON as text.
    data: String,
}

impl StreamFrame {
    fn last(event: &str, data: String) -> Self {
        Self { id: None, event: event.to_owned(), data }
    }
}

impl From<Frame> for StreamFrame {
    fn from(Frame { id, event, data }: Frame) -> Self {
        Self { id, event, data }
    }
}

/// The open streams, by the number that the page knows them by. Dropping it ends them.
#[derive(Default)]
pub struct Streams(Mutex<Running>);

#[derive(Default)]
struct Running {
    last: u32,
    tasks: HashMap<u32, JoinHandle<()>>,
}

impl Streams {
    /// Runs `task` and answers its number.
    pub fn start(&self, task: impl Future<Output = ()> + Send + 'static) -> u32 {
        let mut running = self.running();
        running.tasks.retain(|_, task| !task.inner().is_finished());
        running.last += 1;
        let id = running.last;
        running.tasks.insert(id, tauri::async_runtime::spawn(task));
        id
    }

    /// Ends one stream. No-op when it has ended.
    pub fn end(&self, id: u32) {
        if let Some(task) = self.running().tasks.remove(&id) {
            task.abort();
        }
    }

    /// Ends all streams: the page that followed them is gone.
    pub fn end_all(&self) {
        self.running().tasks.drain().for_each(|(_, task)| task.abort());
    }

    fn running(&self) -> MutexGuard<'_, Running> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sends every frame, then one that says how the stream ended.
pub async fn forward(mut frames: Frames, channel: Channel<StreamFrame>) {
    let mut last = StreamFrame::last(STREAM_END, String::new());
    while let Some(frame) = frames.next().await {
        match frame {
            Ok(frame) => {
                if channel.send(frame.into()).is_err() {
                    return;
                }
            }
            Err(gone) => {
                let failure = Failure::new(ErrorCode::Internal, gone.to_string());
                last = StreamFrame::last(STREAM_FAILED, refusal(&failure).to_string());
            }
        }
    }
    // Fails only if the page is gone.
    let _ = channel.send(last);
}
