//! Streams that the page follows: each forwards the frames of one SSE response into a channel.

use apprentice_api::host::refusal;
use apprentice_api::{Frame, Frames};
use apprentice_contracts::error::{ErrorCode, Failure};
use futures::StreamExt;
use std::collections::HashMap;
use std::future::Future;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tauri::async_runtime::JoinHandle;
use tauri::ipc::Channel;

/// The running ones, by the number that the page knows them by. Dropping it ends them.
#[derive(Default)]
pub struct Streams(Mutex<Running>);

#[derive(Default)]
struct Running {
    last: u32,
    tasks: HashMap<u32, JoinHandle<()>>,
}

impl Streams {
    pub fn begin(&self, work: impl Future<Output = ()> + Send + 'static) -> u32 {
        let mut running = self.running();
        running.tasks.retain(|_, task| !task.inner().is_finished());
        running.last += 1;
        let id = running.last;
        running.tasks.insert(id, tauri::async_runtime::spawn(work));
        id
    }

    pub fn end(&self, id: u32) {
        if let Some(task) = self.running().tasks.remove(&id) {
            task.abort();
        }
    }

    pub fn end_all(&self) {
        self.running().tasks.drain().for_each(|(_, task)| task.abort());
    }

    fn running(&self) -> MutexGuard<'_, Running> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Every frame, then how it ended.
pub async fn forward(mut frames: Frames, channel: Channel<Frame>) {
    let mut last = Frame { event: "stream.end".into(), ..Frame::default() };
    while let Some(frame) = frames.next().await {
        match frame {
            Ok(frame) => {
                if channel.send(frame).is_err() {
                    return;
                }
            }
            Err(gone) => {
                let failure = Failure::new(ErrorCode::Internal, gone.to_string());
                last = Frame { event: "stream.failed".into(), data: refusal(&failure).to_string(), ..Frame::default() };
            }
        }
    }
    let _ = channel.send(last);
}
