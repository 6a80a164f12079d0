//! Commands by which the page reaches the engine. `uploads` has those for bytes. What can be requested is the router's list, not this one.

use crate::attachment::Attachment;
use crate::downloads::save_new;
use crate::streams::{StreamFrame, Streams, forward};
use apprentice_api::client::ApiResponse;
use apprentice_api::host::refusal;
use apprentice_api::window;
use apprentice_contracts::error::{ErrorCode, Failure};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use specta::Type;
use tauri::ipc::Channel;
use tauri::{AppHandle, Manager, State};

/// Any JSON. The types of bodies are those of `openapi.json`.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
#[serde(transparent)]
pub struct Json(#[specta(type = specta_typescript::Unknown)] pub Value);

/// JSON text that the page reads; the shell only passes it on.
#[derive(Serialize, Type)]
#[serde(transparent)]
pub struct RawJson(#[specta(type = specta_typescript::Unknown)] Box<RawValue>);

/// The answer of the router.
#[derive(Serialize, Type)]
pub struct EngineResponse {
    /// As in HTTP.
    status: u16,
    body: RawJson,
}

impl From<ApiResponse> for EngineResponse {
    fn from(ApiResponse { status, text }: ApiResponse) -> Self {
        match RawValue::from_string(text) {
            Ok(body) => Self { status, body: RawJson(body) },
            Err(error) => Failure::new(ErrorCode::Internal, format!("The engine answered something unexpected: {error}")).into(),
        }
    }
}

/// A failure that no router answered, as the router would answer it.
impl From<Failure> for EngineResponse {
    fn from(failure: Failure) -> Self {
        // A value is always JSON.
        let body = to_raw_value(&refusal(&failure)).unwrap_or_default();
        Self { status: failure.code.status(), body: RawJson(body) }
    }
}

/// Refuses what the window does not use: a script that got into the page must not reach every operation.
pub fn of_the_window(method: &str, path: &str) -> Result<(), Failure> {
    if window::allows(method, path) {
        return Ok(());
    }
    let path = path.split('?').next().unwrap_or_default();
    Err(Failure::new(ErrorCode::Forbidden, format!("The window does not use {method} {path}. Use the command line.")))
}

/// Sends one request to the engine. Rejects with text when the engine is out of reach.
#[tauri::command]
#[specta::specta]
pub async fn request(
    attachment: State<'_, Attachment>,
    method: String,
    path: String,
    body: Option<Json>,
) -> Result<EngineResponse, String> {
    if let Err(failure) = of_the_window(&method, &path) {
        return Ok(failure.into());
    }
    match attachment.request(&method, &path, body.as_ref().map(|body| &body.0)).await {
        Ok(answered) => answered.map(EngineResponse::from).map_err(|gone| gone.to_string()),
        Err(failure) => Ok(failure.into()),
    }
}

/// Opens a stream of events; its number closes it. Frames arrive in `channel`, and last of all one whose event is `STREAM_END` or
/// `STREAM_FAILED`. Rejects with the error envelope, or with text.
#[tauri::command]
#[specta::specta]
pub async fn subscribe(
    attachment: State<'_, Attachment>,
    streams: State<'_, Streams>,
    path: String,
    last_event_id: Option<String>,
    channel: Channel<StreamFrame>,
) -> Result<u32, Json> {
    let text = |text: String| Json(Value::String(text));
    of_the_window("GET", &path).map_err(|failure| Json(refusal(&failure)))?;
    let client = attachment.client().await.map_err(|failure| Json(refusal(&failure)))?;
    match client.subscribe(&path, last_event_id.as_deref()).await {
        Ok(Ok(frames)) => Ok(streams.start(forward(frames, channel))),
        Ok(Err(refused)) if refused.status == 401 => {
            attachment.forget_lost().await;
            Err(text("The engine was restarted.".to_owned()))
        }
        Ok(Err(refused)) => Err(Json(refused.read().unwrap_or_default())),
        Err(gone) => {
            attachment.forget_lost().await;
            Err(text(gone.to_string()))
        }
    }
}

/// Closes a stream of events.
#[tauri::command]
#[specta::specta]
pub async fn unsubscribe(streams: State<'_, Streams>, id: u32) -> Result<(), ()> {
    streams.end(id);
    Ok(())
}

/// Saves a file of the page in the person's Downloads folder, or in their home if there is none. Answers its path; rejects with text.
#[tauri::command(async)]
#[specta::specta]
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
