//! The commands of the window; `uploads` has those for bytes. What can be asked is the router's list, not this one's.

use crate::attachment::Attachment;
use crate::downloads::save_new;
use crate::streams::{Streams, forward};
use apprentice_api::Frame;
use apprentice_api::client::ApiResponse;
use apprentice_api::host::refusal;
use serde::Serialize;
use serde_json::Value;
use tauri::ipc::Channel;
use tauri::{AppHandle, Manager, State};

/// What the page gets: the status of the router and its JSON body.
#[derive(Serialize)]
pub struct Response {
    status: u16,
    body: Value,
}

impl Response {
    pub fn new(status: u16, body: Value) -> Self {
        Self { status, body }
    }
}

impl From<ApiResponse> for Response {
    fn from(answered: ApiResponse) -> Self {
        Self::new(answered.status, answered.body)
    }
}

/// Rejects with text when the engine is out of reach.
#[tauri::command]
pub async fn request(
    attachment: State<'_, Attachment>,
    method: String,
    path: String,
    body: Option<Value>,
) -> Result<Response, String> {
    match attachment.request(&method, &path, body.as_ref()).await {
        Ok(answered) => answered.map(Response::from).map_err(|gone| gone.to_string()),
        Err(failure) => Ok(Response::new(failure.code.status(), refusal(&failure))),
    }
}

/// Frames arrive in `channel`; `stream.end` or `stream.failed` is the last one. Rejects with the envelope, or with text.
#[tauri::command]
pub async fn subscribe(
    attachment: State<'_, Attachment>,
    streams: State<'_, Streams>,
    path: String,
    last_event_id: Option<String>,
    channel: Channel<Frame>,
) -> Result<u32, Value> {
    let door = attachment.door().await.map_err(|failure| refusal(&failure))?;
    match door.subscribe(&path, last_event_id.as_deref()).await {
        Ok(Ok(frames)) => Ok(streams.begin(forward(frames, channel))),
        Ok(Err(refused)) if refused.status == 401 => {
            attachment.forget_joined().await;
            Err(Value::String("The engine was started anew.".to_owned()))
        }
        Ok(Err(refused)) => Err(refused.body),
        Err(gone) => {
            attachment.forget_joined().await;
            Err(Value::String(gone.to_string()))
        }
    }
}

#[tauri::command]
pub async fn unsubscribe(streams: State<'_, Streams>, id: u32) -> Result<(), ()> {
    streams.end(id);
    Ok(())
}

/// Keeps a file of the page in the person's Downloads folder (without one: in their home) and answers its path. Rejects with text.
#[tauri::command(async)]
pub fn save(app: AppHandle, name: String, text: String) -> Result<String, String> {
    let folders = app.path();
    let folder = folders
        .download_dir()
        .ok()
        .filter(|folder| folder.is_dir())
        .or_else(|| folders.home_dir().ok())
        .ok_or("There is no Downloads folder and no home folder to save into.")?;
    save_new(&folder, &name, &text)
        .map(|path| path.display().to_string())
        .map_err(|error| format!("{name} could not be saved into {}: {error}. Nothing was left half-written.", folder.display()))
}
