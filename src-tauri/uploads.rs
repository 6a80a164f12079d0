//! Uploads to the engine, as multipart forms. Bytes that the page has come piece by piece and are passed on at once. Files that were
//! dropped on the window or chosen are read here, also piece by piece; the page only says where in the form they belong. No file is ever
//! whole in the page, and none in this process, except for a folder while it is packed.

use crate::attachment::Attachment;
use crate::commands::{EngineResponse, Json, of_the_window};
use crate::drag_drop::DroppedFiles;
use crate::dropped_files;
use apprentice_api::client::{ApiResponse, Unreachable};
use apprentice_api::host::refusal;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_engine::Answer;
use futures::stream;
use serde::Serialize;
use specta::datatype::DataType;
use specta::function::FunctionArg;
use specta::{Type, Types};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tauri::async_runtime::JoinHandle;
use tauri::ipc::{Channel, CommandArg, CommandItem, InvokeBody, InvokeError};
use tauri::{AppHandle, Manager, Runtime, State};
use tokio::sync::mpsc::{self, Sender};

/// Pieces that may wait for the engine; the page waits with the next.
const QUEUED_PIECES: usize = 2;

/// The header of [`upload_piece`] that names the upload.
pub const UPLOAD_HEADER: &str = "x-upload";

/// The uploads under way, by the number that the page knows them by.
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
    fn insert(&self, upload: Upload) -> u32 {
        let mut running = self.running();
        running.last += 1;
        let id = running.last;
        running.uploads.insert(id, upload);
        id
    }

    fn take(&self, id: u32) -> Option<Upload> {
        self.running().uploads.remove(&id)
    }

    fn pieces(&self, id: u32) -> Option<Sender<Vec<u8>>> {
        self.running().uploads.get(&id).map(|upload| upload.pieces.clone())
    }

    /// Cancels all uploads. Their bodies end too early, so the engine keeps nothing of them.
    pub fn end_all(&self) {
        self.running().uploads.drain().for_each(|(_, upload)| upload.answer.abort());
    }

    fn running(&self) -> MutexGuard<'_, Running> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Begins an upload whose body has this content type; its number names it to the other commands.
#[tauri::command]
#[specta::specta]
pub async fn begin_upload(app: AppHandle, uploads: State<'_, Uploads>, path: String, kind: String) -> Result<u32, Json> {
    of_the_window("POST", &path).map_err(|failure| Json(refusal(&failure)))?;
    let (pieces, rest) = mpsc::channel::<Vec<u8>>(QUEUED_PIECES);
    let body = stream::unfold(rest, |mut rest| async move { rest.recv().await.map(|piece| (piece, rest)) });
    let answer = tauri::async_runtime::spawn(async move { app.state::<Attachment>().upload(&path, &kind, body).await });
    Ok(uploads.insert(Upload { pieces, answer }))
}

/// The next bytes of an upload: the body of the call, with the number of the upload in its header.
pub struct Piece {
    upload: u32,
    bytes: Vec<u8>,
}

impl<'a, R: Runtime> CommandArg<'a, R> for Piece {
    fn from_command(command: CommandItem<'a, R>) -> Result<Self, InvokeError> {
        let headers = command.message.headers();
        let upload = headers.get(UPLOAD_HEADER).and_then(|id| id.to_str().ok()?.parse().ok()).unwrap_or_default();
        let bytes = match command.message.payload() {
            InvokeBody::Raw(bytes) => bytes.clone(),
            // A web view without a channel for bytes sends them as numbers.
            InvokeBody::Json(numbers) => {
                serde_json::from_value(numbers.clone()).map_err(|_| InvokeError::from("The file could not be handed over."))?
            }
        };
        Ok(Self { upload, bytes })
    }
}

/// No named argument: the bytes are the body of the call.
impl FunctionArg for Piece {
    fn to_datatype(_types: &mut Types) -> Option<DataType> {
        None
    }
}

/// Passes on the next bytes. Arguments cannot carry bytes, so this is called by its name, `UPLOAD_PIECE`, with the bytes as the body and
/// the number of the upload in the header `UPLOAD_HEADER`. `false`: no more are wanted, the engine has answered. Rejects with text.
#[tauri::command]
#[specta::specta]
pub async fn upload_piece(uploads: State<'_, Uploads>, piece: Piece) -> Result<bool, String> {
    match uploads.pieces(piece.upload) {
        Some(pieces) => Ok(pieces.send(piece.bytes).await.is_ok()),
        None => Ok(false),
    }
}

/// A part of 1.
#[derive(Clone, Copy, Debug, Serialize, Type)]
#[serde(transparent)]
pub struct Share(#[specta(type = specta_typescript::Number)] f64);

/// Passes on a dropped or chosen file to its end; packs a folder first. `progress` gets the share that was passed on. `false`: no more is
/// wanted, or the upload was cancelled. Rejects with the error envelope.
#[tauri::command]
#[specta::specta]
pub async fn upload_file(
    files: State<'_, DroppedFiles>,
    uploads: State<'_, Uploads>,
    id: u32,
    file: u32,
    progress: Channel<Share>,
) -> Result<bool, Json> {
    let refuse = |failure: Failure| Json(refusal(&failure));
    let path = files
        .path(file)
        .ok_or_else(|| refuse(Failure::new(ErrorCode::NotFound, "It was dropped too long ago. Drop or choose it once more.")))?;
    let Some(pieces) = uploads.pieces(id) else { return Ok(false) };
    let ended = pieces.clone();
    let sent = tauri::async_runtime::spawn_blocking(move || {
        // Fails only if the page is gone, which cancels the upload.
        let report = |share| drop(progress.send(Share(share)));
        dropped_files::send(&path, &report, &|piece| pieces.blocking_send(piece).is_ok())
    });
    tokio::select! {
        // Packing cannot be interrupted, but nobody waits for it.
        () = ended.closed() => Ok(false),
        sent = sent => match sent {
            Ok(sent) => sent.map_err(refuse),
            Err(error) => Err(refuse(Failure::new(ErrorCode::Internal, format!("It could not be read: {error}")))),
        },
    }
}

/// Ends an upload and answers the response of the engine. Rejects with text when the engine is out of reach.
#[tauri::command]
#[specta::specta]
pub async fn end_upload(uploads: State<'_, Uploads>, id: u32) -> Result<EngineResponse, String> {
    let Upload { pieces, answer } = uploads.take(id).ok_or("The upload has ended already.")?;
    drop(pieces);
    match answer.await.map_err(|error| error.to_string())? {
        Ok(answered) => answered.map(EngineResponse::from).map_err(|gone| gone.to_string()),
        Err(failure) => Ok(failure.into()),
    }
}

/// Cancels an upload. No-op when it has ended.
#[tauri::command]
#[specta::specta]
pub async fn cancel_upload(uploads: State<'_, Uploads>, id: u32) -> Result<(), ()> {
    if let Some(upload) = uploads.take(id) {
        upload.answer.abort();
    }
    Ok(())
}
