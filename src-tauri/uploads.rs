//! Files on their way to the engine, as the parts of a form. What the page has comes piece by piece and goes on as it comes; what was dropped
//! on the window or chosen is read here piece by piece, and the page only says where in the form it stands. No file is ever whole in the page,
//! and none in this process, save a folder while it is packed.

use crate::attachment::Attachment;
use crate::commands::Response;
use crate::drag_drop::DroppedFiles;
use crate::dropped_files;
use apprentice_api::client::{ApiResponse, Unreachable};
use apprentice_api::host::refusal;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_engine::Answer;
use futures::stream;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tauri::async_runtime::JoinHandle;
use tauri::ipc::{Channel, InvokeBody, Request};
use tauri::{AppHandle, Manager, State};
use tokio::sync::mpsc::{self, Sender};

/// Pieces that may wait for the engine; the page waits with the next.
const QUEUED_PIECES: usize = 2;

/// Those under way, by the number that the page knows them by.
#[derive(Default)]
pub struct Uploads(Mutex<Running>);

#[derive(Default)]
struct Running {
    last: u32,
    uploads: HashMap<u32, Upload>,
}

struct Upload {
    pieces: Sender<Vec<u8>>,
    answer: JoinHandle<Answer<Result<ApiResponse, Unreachable>>>,
}

impl Uploads {
    fn insert(&self, uploads: Upload) -> u32 {
        let mut running = self.running();
        running.last += 1;
        let id = running.last;
        running.uploads.insert(id, uploads);
        id
    }

    fn take(&self, id: u32) -> Option<Upload> {
        self.running().uploads.remove(&id)
    }

    /// Their bodies end too early, so the engine keeps nothing of them.
    pub fn end_all(&self) {
        self.running().uploads.drain().for_each(|(_, uploads)| uploads.answer.abort());
    }

    fn running(&self) -> MutexGuard<'_, Running> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Opens the way for a body of this content type; the answer names the upload to the other commands.
#[tauri::command]
pub async fn begin_upload(app: AppHandle, uploads: State<'_, Uploads>, path: String, kind: String) -> Result<u32, ()> {
    let (pieces, rest) = mpsc::channel::<Vec<u8>>(QUEUED_PIECES);
    let body = stream::unfold(rest, |mut rest| async move { rest.recv().await.map(|piece| (piece, rest)) });
    let answer = tauri::async_runtime::spawn(async move { app.state::<Attachment>().hand_over(&path, &kind, body).await });
    Ok(uploads.insert(Upload { pieces, answer }))
}

/// The next bytes; the header `x-upload` says of which. `false`: no more are wanted, the answer is there. Rejects with text.
#[tauri::command]
pub async fn upload_piece(uploads: State<'_, Uploads>, request: Request<'_>) -> Result<bool, String> {
    let id = request.headers().get("x-upload").and_then(|id| id.to_str().ok()?.parse().ok()).unwrap_or_default();
    let piece = match request.body() {
        InvokeBody::Raw(bytes) => bytes.clone(),
        // A web view without a channel for bytes sends them as numbers.
        InvokeBody::Json(numbers) => serde_json::from_value(numbers.clone()).map_err(|_| "The file could not be handed over.")?,
    };
    let pieces = uploads.running().uploads.get(&id).map(|uploads| uploads.pieces.clone());
    match pieces {
        Some(pieces) => Ok(pieces.send(piece).await.is_ok()),
        None => Ok(false),
    }
}

/// Next comes what was offered (see `drops`), to its end: a folder is packed first. `progress` hears the share of 1 that went on. `false`: no more
/// is wanted, or it was cancelled. Rejects with the envelope.
#[tauri::command]
pub async fn upload_offered(
    drops: State<'_, DroppedFiles>,
    uploads: State<'_, Uploads>,
    id: u32,
    offered: u64,
    progress: Channel<f64>,
) -> Result<bool, Value> {
    let path = drops.path(offered).ok_or_else(|| {
        refusal(&Failure::new(ErrorCode::NotFound, "It was dropped too long ago. Drop or choose it once more."))
    })?;
    let Some(pieces) = uploads.running().uploads.get(&id).map(|uploads| uploads.pieces.clone()) else { return Ok(false) };
    let ended = pieces.clone();
    let sent = tauri::async_runtime::spawn_blocking(move || {
        let report = |share| drop(progress.send(share));
        dropped_files::send(&path, &report, &|piece| pieces.blocking_send(piece).is_ok())
    });
    tokio::select! {
        // Packing cannot be broken off, but nobody waits for it.
        () = ended.closed() => Ok(false),
        sent = sent => match sent {
            Ok(sent) => sent.map_err(|failure| refusal(&failure)),
            Err(error) => Err(refusal(&Failure::new(ErrorCode::Internal, format!("It could not be read: {error}")))),
        },
    }
}

/// No more comes. Rejects with text when the engine is out of reach.
#[tauri::command]
pub async fn end_upload(uploads: State<'_, Uploads>, id: u32) -> Result<Response, String> {
    let Upload { pieces, answer } = uploads.take(id).ok_or("The upload was ended before.")?;
    drop(pieces);
    match answer.await.map_err(|error| error.to_string())? {
        Ok(answered) => answered.map(Response::from).map_err(|gone| gone.to_string()),
        Err(failure) => Ok(Response::new(failure.code.status(), refusal(&failure))),
    }
}

#[tauri::command]
pub async fn cancel_upload(uploads: State<'_, Uploads>, id: u32) -> Result<(), ()> {
    if let Some(uploads) = uploads.take(id) {
        uploads.answer.abort();
    }
    Ok(())
}
