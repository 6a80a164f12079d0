//! Previews the files of an import before it is installed.

use super::contents::SkillLocation;
use super::transitions::find;
use super::uploads::upload_expired;
use super::{blocking, staged};
use crate::Answer;
use crate::core::request;
use crate::imports::Imports;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::ImportId;
use apprentice_contracts::import::{SkillImportState as S, *};
use apprentice_skills::format::names;
use apprentice_skills::refusal::Refusal;
use apprentice_skills::source::package::FileEntry;
use apprentice_store::imports::ArtifactRow;
use apprentice_store::{Connection, imports};
use serde_json::json;
use std::path::PathBuf;

/// Longest text of a preview, in bytes.
const MAX_TEXT: usize = 256 * 1024;

/// Where the files are, without the path of the home.
enum FileSource {
    Bundle(ImportId),
    Artifact(Box<ArtifactRow>, String),
    Legacy(PathBuf),
}

impl Imports {
    pub(crate) async fn import_files(&self, id: ImportId) -> Answer<ImportFilesResponse> {
        let place = self.import_place(id).await?;
        let listed = blocking(move || place.list()).await?.map_err(|refusal| refused(&refusal))?;
        let files: Vec<ImportFile> = listed.into_iter().map(file).collect();
        Ok(ImportFilesResponse { byte_size: files.iter().map(|file| file.byte_size).sum(), files })
    }

    pub(crate) async fn import_file(&self, id: ImportId, query: ImportFileQuery) -> Answer<ImportFileResponse> {
        names::check_path(&query.path).map_err(|refusal| request::invalid("path", &refusal.message))?;
        let place = self.import_place(id).await?;
        let path = query.path.clone();
        let found = blocking(move || place.beginning(&path, MAX_TEXT as u64)).await?.map_err(|refusal| refused(&refusal))?;
        let found = found.ok_or_else(|| {
            Failure::new(ErrorCode::NotFound, format!("The skill has no file {:?}.", query.path))
                .with_details(json!({ "field": "path" }))
        })?;
        let truncated = found.bytes.len() as u64 != found.size;
        let text = text(found.bytes, truncated);
        Ok(ImportFileResponse { path: query.path, byte_size: found.size, truncated: truncated && text.is_some(), text })
    }

    async fn import_place(&self, id: ImportId) -> Answer<SkillLocation> {
        let home = self.core.options.home.clone();
        let found = self.core.store.read(move |db| source(db, id)).await?;
        Ok(match found {
            FileSource::Bundle(id) => SkillLocation::Folder { root: staged(&home).join(id.to_string()), folder: String::new() },
            FileSource::Artifact(artifact, path) => SkillLocation::of(&home, &artifact.temp, &path),
            FileSource::Legacy(path) => SkillLocation::Folder { root: path, folder: String::new() },
        })
    }
}

fn source(db: &Connection, id: ImportId) -> Answer<FileSource> {
    let row = find(db, id)?;
    if matches!(
        row.record.stage_state,
        S::ReadyForReview | S::InstallQueued | S::InstallFailed | S::InstalledPrivate | S::Approved
    ) {
        return Ok(FileSource::Bundle(id));
    }
    if let Some(path) = row.legacy_path.filter(|_| !row.record.stage_state.is_terminal()) {
        return Ok(FileSource::Legacy(path.into()));
    }
    let artifact = row.artifact_ref.as_deref().map(|name| imports::artifact(db, name)).transpose()?.flatten();
    let artifact = artifact.filter(|artifact| !artifact.gone).ok_or_else(upload_expired)?;
    let only = match artifact.skills.as_slice() {
        [only] => only.skill_path.clone(),
        _ => String::new(),
    };
    Ok(FileSource::Artifact(Box::new(artifact), row.record.skill_path.unwrap_or(only)))
}

fn file(listed: FileEntry) -> ImportFile {
    ImportFile {
        hidden: listed.path.split('/').any(|part| part.starts_with('.')),
        path: listed.path,
        byte_size: listed.size,
        executable: listed.executable,
    }
}

/// `None` for a file that is not text. An incomplete last character is dropped.
fn text(bytes: Vec<u8>, truncated: bool) -> Option<String> {
    if bytes.contains(&0) {
        return None;
    }
    match String::from_utf8(bytes) {
        Ok(text) => Some(text),
        Err(error) if truncated && error.utf8_error().error_len().is_none() => {
            let whole = error.utf8_error().valid_up_to();
            let mut bytes = error.into_bytes();
            bytes.truncate(whole);
            String::from_utf8(bytes).ok()
        }
        Err(_) => None,
    }
}

/// The scan reports the same obstacle.
fn refused(refusal: &Refusal) -> Failure {
    Failure::new(ErrorCode::Conflict, format!("Its files cannot be shown: {}", refusal.message))
        .with_details(json!({ "reason": refusal.code }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_may_be_cut_within_a_letter_and_what_is_no_text_is_none() {
        for (bytes, truncated, expected) in [
            (&b"tea"[..], false, Some("tea")),
            ("té".as_bytes(), false, Some("té")),
            (&"té".as_bytes()[..2], true, Some("t")),
            (&"té".as_bytes()[..2], false, None),
            (b"t\xffa", true, None),
            (b"t\0a", true, None),
            (b"", false, Some("")),
        ] {
            assert_eq!(text(bytes.to_vec(), truncated).as_deref(), expected, "{bytes:?} {truncated}");
        }
    }
}
