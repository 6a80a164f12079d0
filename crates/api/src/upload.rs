//! Uploads of skill bundles as `multipart/form-data` (§0C.20 "Multipart upload contract"), written as they arrive.

use crate::App;
use crate::failure::Problem;
use crate::handler::{Argument, Request, Takes};
use crate::openapi::Description;
use crate::validation::{invalid, valid_json};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::import::{MAX_UPLOAD, SkillImportUploadMetadata, SkillImportUploadResponse};
use apprentice_engine::Upload;
use axum::body::Body;
use axum::extract::multipart::{Field, Multipart, MultipartError};
use axum::extract::{DefaultBodyLimit, FromRequest};
use futures::stream::{Stream, StreamExt, poll_fn};
use std::task::Poll;

/// Largest part `metadata`, in bytes.
const MAX_METADATA: usize = 64 * 1024;

/// How many bytes of a refused upload are read and dropped, so that its sender can read the refusal.
const MAX_DRAINED: u64 = 4 * MAX_UPLOAD;

/// A form on its way.
pub(crate) struct Bundle(http::Request<Body>);

impl Argument for Bundle {
    const TAKES: Takes = Takes::STREAM;

    fn read(request: &mut Request) -> Result<Self, Problem> {
        let mut form = http::Request::new(std::mem::take(&mut request.body));
        *form.headers_mut() = request.parts.headers.clone();
        Ok(Self(form))
    }

    fn describe(description: &mut Description<'_>) {
        description.upload::<SkillImportUploadMetadata>();
    }
}

/// Backpressure: the multipart reader buffers every chunk that is ready, which is the whole file if its sender is faster than the disk. So this
/// stream is pending once after each chunk.
fn one_by_one<S: Stream + Unpin>(mut pieces: S) -> impl Stream<Item = S::Item> {
    let mut pauses = false;
    poll_fn(move |context| {
        if std::mem::take(&mut pauses) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let piece = pieces.poll_next_unpin(context);
        pauses = matches!(piece, Poll::Ready(Some(_)));
        piece
    })
}

impl Bundle {
    /// Takes the form in. A refused one is read to its end, up to [`MAX_DRAINED`].
    pub async fn take_in(self, app: &App) -> Result<SkillImportUploadResponse, Problem> {
        Form::open(self.0).await?.take_in(app).await
    }
}

/// A form whose boundary is known.
struct Form(Multipart);

impl Form {
    async fn open(request: http::Request<Body>) -> Result<Self, Problem> {
        let mut request = request.map(|body| Body::from_stream(one_by_one(body.into_data_stream())));
        // The engine keeps its own limit while the file arrives.
        DefaultBodyLimit::disable().apply(&mut request);
        let multipart = Multipart::from_request(request, &()).await;
        multipart.map(Self).map_err(|_| invalid("", "send multipart/form-data with the file as part “bundle”"))
    }

    async fn take_in(mut self, app: &App) -> Result<SkillImportUploadResponse, Problem> {
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
    valid_json(&text)
}

fn broken(error: &MultipartError) -> Problem {
    invalid("", &format!("the form ends in the middle or is damaged: {}", error.body_text()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Bytes;
    use http::header::CONTENT_TYPE;
    use std::convert::Infallible;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[tokio::test]
    async fn of_a_file_that_comes_fast_no_more_is_here_than_a_piece_or_two() {
        const PIECE: usize = 10_000;
        let mut pieces = vec![Bytes::from("--b\r\ncontent-disposition: form-data; name=\"bundle\"; filename=\"a.zip\"\r\n\r\n")];
        pieces.extend((0..60).map(|_| Bytes::from(vec![7; PIECE])));
        pieces.push(Bytes::from("\r\n--b--\r\n"));
        let came = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&came);
        let body = futures::stream::iter(pieces.into_iter().map(Ok::<_, Infallible>)).inspect(move |piece| {
            counted.fetch_add(piece.as_ref().map_or(0, Bytes::len), Ordering::Relaxed);
        });
        let request =
            http::Request::post("/").header(CONTENT_TYPE, "multipart/form-data; boundary=b").body(Body::from_stream(body));
        let mut form = Form::open(request.unwrap()).await.unwrap();
        let mut file = form.0.next_field().await.unwrap().unwrap();
        let mut taken = 0;
        while let Some(bytes) = file.chunk().await.unwrap() {
            taken += bytes.len();
            let here = came.load(Ordering::Relaxed) - taken;
            assert!(here < 2 * PIECE, "{here} bytes are here that nobody took");
        }
        assert_eq!(taken, 60 * PIECE);
    }
}
