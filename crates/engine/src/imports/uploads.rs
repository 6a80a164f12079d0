//! Temporary artefacts: what a person uploaded, until it is staged or expires.

use super::in_flight::Reservation;
use super::transitions::{add_receipt, move_to, new_row};
use super::{blocking, uploads};
use crate::Answer;
use crate::core::digest::hex;
use crate::core::idempotency::IdempotencyKey;
use crate::core::notify::ChangeNotice;
use crate::core::transaction::WriteTx;
use crate::imports::Imports;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::ClientRequestId;
use apprentice_contracts::import::*;
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_platform::permissions::open_private;
use apprentice_skills::refusal::{Refusal, RefusalCode};
use apprentice_skills::source::fetch::Fetched;
use apprentice_skills::source::locator::SourceLocation;
use apprentice_skills::source::package::Limits;
use apprentice_skills::source::{archive, fetch, offers};
use apprentice_store::imports;
use apprentice_store::imports::ArtifactRow;
use chrono::Duration;
use serde_json::json;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io;
use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};
use uuid::Uuid;

const EXTENSIONS: [&str; 2] = [".skillbundle.zip", ".zip"];
const TYPES: [&str; 3] = ["application/zip", "application/x-zip-compressed", "application/octet-stream"];
/// Number of bytes that are collected before each write.
const GATHER: usize = 1024 * 1024;

/// A file that is being uploaded. Dropping it deletes the unfinished file.
pub struct Upload {
    imports: Imports,
    name: String,
    filename: String,
    part: PathBuf,
    gathered: Vec<u8>,
    writing: Option<(File, Sha256)>,
    bytes: u64,
    _reservation: Reservation,
}

impl Drop for Upload {
    fn drop(&mut self) {
        // The file does not exist any more when the upload was finished.
        let _ = std::fs::remove_file(&self.part);
    }
}

/// An artefact whose files are in their final place.
pub(super) struct ReceivedArtifact {
    pub name: String,
    pub kind: TempArtifactKind,
    pub filename: String,
    pub hash: String,
    pub bytes: u64,
    pub skills: Vec<ArtifactSkill>,
    pub metadata: SkillImportUploadMetadata,
}

impl Imports {
    pub(crate) async fn begin_upload(&self, filename: Option<&str>, mime: Option<&str>) -> Answer<Upload> {
        let filename = named(filename)?;
        typed(mime)?;
        let name = self.artifact_name();
        let reservation = self.in_flight.reserve(&name);
        let part = uploads(&self.core.options.home).join(format!("{name}.part"));
        let at = part.clone();
        let file = blocking(move || create(&at)).await??;
        Ok(Upload {
            imports: self.clone(),
            name,
            filename,
            part,
            gathered: Vec::with_capacity(GATHER),
            writing: Some((file, Sha256::new())),
            bytes: 0,
            _reservation: reservation,
        })
    }
}

impl Upload {
    /// Appends bytes. Errors: `SKILL_IMPORT_FILE_TOO_LARGE` as soon as the limit is exceeded.
    pub async fn write(&mut self, bytes: &[u8]) -> Answer<()> {
        self.bytes += bytes.len() as u64;
        if self.bytes > MAX_UPLOAD {
            return Err(too_large());
        }
        self.gathered.extend_from_slice(bytes);
        if self.gathered.len() >= GATHER { self.flush().await } else { Ok(()) }
    }

    async fn flush(&mut self) -> Answer<()> {
        let Some((mut file, mut hash)) = self.writing.take() else { return Ok(()) };
        let mut gathered = std::mem::take(&mut self.gathered);
        let part = self.part.clone();
        let (writing, gathered) = blocking(move || {
            hash.update(&gathered);
            file.write_all(&gathered).map_err(|error| unwritable(&part, &error))?;
            gathered.clear();
            Ok::<_, Failure>(((file, hash), gathered))
        })
        .await??;
        (self.writing, self.gathered) = (Some(writing), gathered);
        Ok(())
    }

    /// Stores the artefact and an import in state `uploaded`. Errors: `SKILL_IMPORT_ARCHIVE_REQUIRED` for a file that is not a
    /// zip archive.
    pub async fn finish(mut self, metadata: SkillImportUploadMetadata) -> Answer<SkillImportUploadResponse> {
        self.flush().await?;
        let Some((file, hash)) = self.writing.take() else { return Err(crate::internal("uploading", &"it failed before")) };
        let hash = hex(&hash.finalize());
        let imports = self.imports.clone();
        let key = metadata.client_request_id.clone();
        let _lock =
            imports.in_flight.lock(&format!("upload:{}", key.as_ref().map_or(self.name.as_str(), ClientRequestId::as_str))).await;
        let key = IdempotencyKey::new("upload_import", "", key.as_ref(), &(&metadata, &hash))?;
        if let Some(answer) = imports.core.replay(&key).await? {
            return Ok(answer);
        }
        let place = uploads(&imports.core.options.home).join(format!("{}.zip", self.name));
        let (part, at, called) = (self.part.clone(), place.clone(), stem(&self.filename));
        let skills = blocking(move || {
            if !is_zip(&part) {
                let message = "The file is no zip archive. Pack the skill's folder as a zip and upload that.";
                return Err(Failure::new(ErrorCode::SkillImportArchiveRequired, message));
            }
            let skills = skills_in_zip(&part, &called);
            file.sync_all().and_then(|()| std::fs::rename(&part, &at)).map_err(|error| unwritable(&at, &error))?;
            Ok(skills)
        })
        .await??;
        let received = ReceivedArtifact {
            name: self.name.clone(),
            kind: TempArtifactKind::SkillBundleZip,
            filename: self.filename.clone(),
            hash,
            bytes: self.bytes,
            skills,
            metadata,
        };
        let stored = imports.store_artifact(received, key).await;
        if stored.is_err() {
            // The upkeep deletes what stays.
            let _ = std::fs::remove_file(&place);
        }
        stored
    }
}

impl Imports {
    pub(super) fn artifact_name(&self) -> String {
        format!("upload_{}", self.core.options.ids.next().simple())
    }

    /// Stores an artefact whose files are in their final place, and the import that waits for its scan.
    pub(super) async fn store_artifact(
        &self,
        received: ReceivedArtifact,
        key: IdempotencyKey,
    ) -> Answer<SkillImportUploadResponse> {
        let answer = self.core.commit(move |tx| stored(tx, received, &key)).await?;
        self.core.notifier.notify(ChangeNotice::Imports);
        Ok(answer)
    }
}

fn stored(tx: &WriteTx<'_>, received: ReceivedArtifact, key: &IdempotencyKey) -> Answer<SkillImportUploadResponse> {
    let temp = TempArtifactRef {
        temp_artifact_ref: received.name,
        artifact_kind: received.kind,
        original_filename: Some(received.filename.chars().take(240).collect()),
        content_hash_sha256: received.hash,
        byte_size: received.bytes,
        created_at: tx.now,
        expires_at: tx.now + Duration::hours(ARTIFACT_HOURS),
        schema_version: SCHEMA_VERSION,
    };
    let name = match received.skills.as_slice() {
        [only] => only.name.clone(),
        _ => stem(&received.filename),
    };
    let mut row = new_row(tx, received.metadata.source, &temp.temp_artifact_ref, &name);
    row.record.original_filename.clone_from(&temp.original_filename);
    row.record.skill_pack.clone_from(&received.metadata.requested_pack_id);
    row.notes.extend(received.metadata.notes.clone());
    let import_id = row.record.import_id;
    move_to(tx, &mut row, SkillImportState::Uploaded)?;
    imports::put_artifact(
        tx.db,
        &ArtifactRow {
            temp: temp.clone(),
            source: received.metadata.source,
            requested_pack_id: received.metadata.requested_pack_id,
            notes: received.metadata.notes,
            skills: received.skills.clone(),
            import_id,
            gone: false,
        },
    )?;
    let summary = format!("{} was uploaded ({} bytes).", received.filename, temp.byte_size);
    add_receipt(tx, &row, ReceiptKind::ImportUploaded, &summary, None)?;
    let answer = SkillImportUploadResponse {
        temp_artifact: temp,
        accepted: true,
        import_id,
        skills: received.skills,
        schema_version: SCHEMA_VERSION,
    };
    key.store_response(tx, &answer)?;
    Ok(answer)
}

/// The file name without the path that some browsers send.
fn named(filename: Option<&str>) -> Answer<String> {
    let name = filename.unwrap_or_default().rsplit(['/', '\\']).next().unwrap_or_default().trim();
    let lower = name.to_lowercase();
    if EXTENSIONS.iter().any(|end| lower.ends_with(end)) {
        return Ok(name.chars().filter(|c| !c.is_control()).take(240).collect());
    }
    let shown: String = name.chars().take(80).collect();
    let message = format!("{shown:?} is not taken: the file's name must end with .zip or .skillbundle.zip.");
    Err(Failure::new(ErrorCode::SkillImportUnsupportedExtension, message).with_details(json!({ "accepted": EXTENSIONS })))
}

fn typed(mime: Option<&str>) -> Answer<()> {
    let Some(mime) = mime.map(|mime| mime.split(';').next().unwrap_or_default().trim().to_lowercase()) else { return Ok(()) };
    if TYPES.contains(&mime.as_str()) {
        return Ok(());
    }
    let message = format!("Files of the type {mime:?} are not taken; a zip archive is application/zip.");
    Err(Failure::new(ErrorCode::SkillImportUnsupportedMime, message).with_details(json!({ "accepted": TYPES })))
}

fn too_large() -> Failure {
    Failure::new(ErrorCode::SkillImportFileTooLarge, "The file is larger than 100 MB, the most that is taken.")
        .with_details(json!({ "max_bytes": MAX_UPLOAD }))
}

fn create(part: &Path) -> Answer<File> {
    let folder = part.parent().unwrap_or(part);
    std::fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    let file = open_private(File::options().write(true).create_new(true), part);
    file.map_err(|error| unwritable(part, &error))
}

pub(super) fn unwritable(path: &Path, error: &io::Error) -> Failure {
    let code = match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => ErrorCode::DiskFull,
        _ => ErrorCode::TargetNotWritable,
    };
    Failure::new(code, format!("{} cannot be written: {error}", path.display()))
}

fn is_zip(path: &Path) -> bool {
    let mut head = [0; 4];
    File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok() && archive::is_zip(&head)
}

/// The file name without its extension.
pub(super) fn stem(filename: &str) -> String {
    let lower = filename.to_lowercase();
    let end = EXTENSIONS.iter().find(|end| lower.ends_with(*end)).map_or(0, |end| end.len());
    let cut = filename.len() - end;
    filename.get(..cut).filter(|stem| !stem.is_empty()).unwrap_or(filename).to_owned()
}

/// The skills in an archive. Empty when it cannot be opened; the scan reports that.
fn skills_in_zip(path: &Path, called: &str) -> Vec<ArtifactSkill> {
    offered_in_zip(path, called).map(|found| skills(&found)).unwrap_or_default()
}

/// Finds the skills of an archive by their main files alone.
pub(super) fn offered_in_zip(path: &Path, called: &str) -> Result<offers::Offers, Refusal> {
    let file =
        File::open(path).map_err(|error| Refusal::new(RefusalCode::Unreadable, format!("The upload cannot be read: {error}")))?;
    let package = archive::open_zip(BufReader::new(file), &Limits::default(), &mut |path| {
        Ok(path == "SKILL.md" || path.ends_with("/SKILL.md") || path.ends_with(".claude-plugin/marketplace.json"))
    })?;
    Ok(offers::all(&Fetched::here(package, called)))
}

/// Finds the skills of a folder.
pub(super) fn offered_in_folder(path: &Path) -> Result<offers::Offers, Refusal> {
    let fetched = fetch::materialize(&SourceLocation::Folder { path: path.to_path_buf() }, &fetch::FetchOptions::unattended())?;
    Ok(offers::all(&fetched))
}

pub(super) fn skills(found: &offers::Offers) -> Vec<ArtifactSkill> {
    let all = found.offers.iter().flat_map(|offer| {
        std::iter::once(&offer.folder).chain(&offer.also).map(|folder| ArtifactSkill {
            skill_path: folder.clone(),
            name: offer.name.clone(),
            description: offer.description.chars().take(1024).collect(),
        })
    });
    all.take(MAX_SKILLS).collect()
}

/// Reads an artefact. Errors: `SKILL_IMPORT_UPLOAD_EXPIRED` when it was deleted, `NOT_FOUND` when it never existed.
pub(super) fn find_artifact(db: &apprentice_store::Connection, name: &str) -> Answer<ArtifactRow> {
    match imports::artifact(db, name)? {
        Some(row) if !row.gone => Ok(row),
        Some(_) => Err(upload_expired()),
        None => {
            let message = format!("There is no upload {name:?}. Upload the skill first.");
            Err(Failure::new(ErrorCode::NotFound, message).with_details(json!({ "field": "temp_artifact_ref" })))
        }
    }
}

pub(super) fn upload_expired() -> Failure {
    Failure::new(
        ErrorCode::SkillImportUploadExpired,
        format!("The upload is gone: uploads that are not staged are deleted after {ARTIFACT_HOURS} hours. Upload it again."),
    )
}

/// Path of the files of an artefact. Its name is `upload_` and 32 hexadecimal digits.
pub(super) fn place(home: &Path, artifact: &TempArtifactRef) -> PathBuf {
    let name = &artifact.temp_artifact_ref;
    debug_assert!(name.strip_prefix("upload_").is_some_and(|id| Uuid::try_parse(id).is_ok()), "{name} is ours");
    match artifact.artifact_kind {
        TempArtifactKind::SkillBundleZip => uploads(home).join(format!("{name}.zip")),
        TempArtifactKind::SkillBundleDir | TempArtifactKind::GeneratedBundle => uploads(home).join(name),
    }
}
