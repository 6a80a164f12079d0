//! Bytes from the page to the engine: files that were dropped, as the parts of a form.

use crate::attachment::Attachment;
use crate::commands::Response;
use apprentice_api::host::refusal;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::import::MAX_UPLOAD;
use serde_json::Value;
use tauri::State;
use tauri::ipc::{InvokeBody, Request};

/// An upload and what a form writes around it. More is refused by the engine as well, but not before it was copied.
const MAX_FORM: usize = MAX_UPLOAD as usize + 1024 * 1024;

fn too_large() -> Response {
    let failure = Failure::new(ErrorCode::SkillImportFileTooLarge, "The file is larger than 100 MB, the most that is taken.");
    Response::new(failure.code.status(), refusal(&failure))
}

/// The body is the body of the request; the headers `x-method`, `x-path` and `x-kind` say the rest. Rejects with text when the engine is
/// out of reach.
#[tauri::command]
pub async fn upload(attachment: State<'_, Attachment>, request: Request<'_>) -> Result<Response, String> {
    let header = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    let (method, path, kind) = (header("x-method"), header("x-path"), header("x-kind"));
    let body = match request.body() {
        InvokeBody::Raw(bytes) if bytes.len() > MAX_FORM => return Ok(too_large()),
        InvokeBody::Raw(bytes) => bytes.clone(),
        InvokeBody::Json(Value::Array(numbers)) if numbers.len() > MAX_FORM => return Ok(too_large()),
        // A web view without a channel for bytes sends them as numbers.
        InvokeBody::Json(numbers) => serde_json::from_value(numbers.clone()).map_err(|_| "The file could not be handed over.")?,
    };
    match attachment.hand_over(&method, &path, &kind, body).await {
        Ok(answered) => answered.map(Response::from).map_err(|gone| gone.to_string()),
        Err(failure) => Ok(Response::new(failure.code.status(), refusal(&failure))),
    }
}
