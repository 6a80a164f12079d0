//! A skill's bundle that comes as `multipart/form-data` (§0C.20 "Multipart upload contract"), taken in as it arrives.

use crate::App;
use crate::extract::{invalid, json_of};
use crate::failure::Problem;
use crate::openapi::describe_upload;
use aide::OperationInput;
use aide::generate::GenContext;
use aide::openapi::Operation;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::import::{MAX_UPLOAD, SkillImportUploadMetadata, SkillImportUploadResponse};
use apprentice_learn::Upload;
use axum::extract::multipart::{Field, Multipart, MultipartError};
use axum::extract::{FromRequest, Request};

/// Most bytes of the part `metadata`.
const MAX_METADATA: usize = 64 * 1024;

/// What is read away of a refused upload, so that its sender gets to hear why.
const MAX_DRAINED: u64 = 4 * MAX_UPLOAD;

pub(crate) struct Bundle(Multipart);

impl<S: Send + Sync> FromRequest<S> for Bundle {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let multipart = Multipart::from_request(request, state).await;
        multipart.map(Self).map_err(|_| invalid("", "send multipart/form-data with the file as part “bundle”"))
    }
}

impl OperationInput for Bundle {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        describe_upload::<SkillImportUploadMetadata>(ctx, operation);
    }
}

impl Bundle {
    pub async fn take_in(mut self, app: &App) -> Result<SkillImportUploadResponse, Problem> {
        let taken = self.parts(app).await;
        if taken.is_err() {
            self.drain().await;
        }
        let (upload, metadata) = taken?;
        Ok(upload.finish(metadata).await?)
    }

    async fn parts(&mut self, app: &App) -> Result<(Upload, SkillImportUploadMetadata), Problem> {
        let mut upload = None;
        let mut metadata = None;
        while let Some(mut field) = self.0.next_field().await.map_err(|error| broken(&error))? {
            match field.name() {
                Some("bundle") if upload.is_none() => upload = Some(file(app, &mut field).await?),
                Some("metadata") if metadata.is_none() => metadata = Some(text(&mut field).await?),
                Some(name @ ("bundle" | "metadata")) => return Err(invalid(name, "is there twice")),
                name => return Err(invalid(name.unwrap_or(""), "is not known; there are the parts bundle and metadata")),
            }
        }
        let Some(upload) = upload else {
            let message = "The part “bundle” is missing: send the zip archive of the skill.";
            return Err(Problem::new(ErrorCode::SkillImportArchiveRequired, message));
        };
        Ok((upload, metadata.unwrap_or_default()))
    }

    async fn drain(&mut self) {
        let mut left = MAX_DRAINED;
        while let Ok(Some(mut field)) = self.0.next_field().await {
            while let Ok(Some(bytes)) = field.chunk().await {
                left = left.saturating_sub(bytes.len() as u64);
                if left == 0 {
                    return;
                }
            }
        }
    }
}

async fn file(app: &App, field: &mut Field<'_>) -> Result<Upload, Problem> {
    let mut upload = app.engine.begin_upload(field.file_name(), field.content_type()).await?;
    while let Some(bytes) = field.chunk().await.map_err(|error| broken(&error))? {
        upload.write(&bytes).await?;
    }
    Ok(upload)
}

async fn text(field: &mut Field<'_>) -> Result<SkillImportUploadMetadata, Problem> {
    let mut text = Vec::new();
    while let Some(bytes) = field.chunk().await.map_err(|error| broken(&error))? {
        if text.len() + bytes.len() > MAX_METADATA {
            return Err(invalid("metadata", "is longer than 64 KiB"));
        }
        text.extend_from_slice(&bytes);
    }
    json_of(&text)
}

fn broken(error: &MultipartError) -> Problem {
    invalid("", &format!("the form ends in the middle or is damaged: {}", error.body_text()))
}
