//! Imports that are fetched from an address, or copied from a folder that an agent of this machine reads.

use super::in_flight::flag;
use super::uploads::{ReceivedArtifact, offered_in_folder, skills, unwritable};
use super::{blocking, uploads};
use crate::Answer;
use crate::core::digest::hex;
use crate::core::idempotency::IdempotencyKey;
use crate::core::request;
use crate::imports::Imports;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::ClientRequestId;
use apprentice_contracts::import::*;
use apprentice_observe::redact::mask_text;
use apprentice_skills::discovery::discover;
use apprentice_skills::install::put;
use apprentice_skills::refusal::{Refusal, RefusalCode};
use apprentice_skills::source::fetch::FetchOptions;
use apprentice_skills::source::locator::SourceLocation;
use apprentice_skills::source::package::{Limits, Package};
use apprentice_skills::source::{fetch, locator, offers, package};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Time limit of a download or a clone.
const PATIENCE: Duration = Duration::from_secs(120);

/// A fetched skill: its folder in the artefact, and its files.
type FetchedSkill = (String, Package);

impl Imports {
    pub(crate) async fn fetch_import(
        &self,
        request: SkillImportFetchRequest,
        hung_up: CancellationToken,
    ) -> Answer<SkillImportUploadResponse> {
        let place = remote_source(&request.address)?;
        let metadata = SkillImportUploadMetadata {
            source: request.source,
            requested_pack_id: request.requested_pack_id.clone(),
            notes: request.notes.clone(),
            client_request_id: request.client_request_id.clone(),
            schema_version: request.schema_version,
        };
        let key = IdempotencyKey::new("fetch_import", "", request.client_request_id.as_ref(), &request)?;
        let filename = shown(&request.address);
        let authorities = self.core.options.machine.variable(fetch::AUTHORITIES).map(PathBuf::from);
        self.import_skills(metadata, key, filename, hung_up, move |to, cancelled| {
            from_address(&place, to, authorities.as_deref(), cancelled)
        })
        .await
    }

    pub(crate) async fn pick_import(
        &self,
        request: SkillImportPickRequest,
        hung_up: CancellationToken,
    ) -> Answer<SkillImportUploadResponse> {
        let metadata = SkillImportUploadMetadata {
            source: request.source,
            requested_pack_id: request.requested_pack_id.clone(),
            notes: request.notes.clone(),
            client_request_id: request.client_request_id.clone(),
            schema_version: request.schema_version,
        };
        let key = IdempotencyKey::new("pick_import", "", request.client_request_id.as_ref(), &request)?;
        // When the request is repeated, the picked folders may be gone.
        if let Some(answer) = self.core.replay(&key).await? {
            return Ok(answer);
        }
        let search = self.catalogue.search().await?;
        let (catalogue, paths) = (self.catalogue.clone(), request.paths.clone());
        let known = move || catalogue.look(search, |listing| unlisted(listing, &paths));
        if let Some(path) = blocking(known).await? {
            let message = format!("paths: {path} is no skill that the list of skills names");
            return Err(Failure::new(ErrorCode::InvalidRequest, message).with_details(json!({ "field": "paths", "path": path })));
        }
        let first = Path::new(&request.paths[0]).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let paths: Vec<PathBuf> = request.paths.iter().map(PathBuf::from).collect();
        self.import_skills(metadata, key, first, hung_up, move |_to, cancelled| from_folders(&paths, cancelled)).await
    }

    async fn import_skills(
        &self,
        metadata: SkillImportUploadMetadata,
        key: IdempotencyKey,
        filename: String,
        hung_up: CancellationToken,
        get: impl FnOnce(&Path, &AtomicBool) -> Result<Vec<FetchedSkill>, Refusal> + Send + 'static,
    ) -> Answer<SkillImportUploadResponse> {
        let imports = self.clone();
        let name = imports.artifact_name();
        let of_request = metadata.client_request_id.as_ref().map_or(name.as_str(), ClientRequestId::as_str);
        let _lock = imports.in_flight.lock(&format!("bring:{of_request}")).await;
        if let Some(answer) = imports.core.replay(&key).await? {
            return Ok(answer);
        }
        let _reservation = imports.in_flight.reserve(&name);
        let (place, cancelled) = (uploads(&imports.core.options.home).join(&name), flag(&hung_up));
        let at = place.clone();
        let written = blocking(move || {
            let fetched_skills = get(&at, &cancelled).map_err(|refusal| failed(&refusal))?;
            let measured = measured(&fetched_skills);
            write(&at, fetched_skills).map_err(|error| unwritable(&at, &error))?;
            let found = offered_in_folder(&at).map_err(|refusal| failed(&refusal))?;
            if cancelled.load(Ordering::Relaxed) {
                return Err(failed(&Refusal::new(RefusalCode::Cancelled, "Cancelled; nothing was kept")));
            }
            Ok::<_, Failure>((skills(&found), measured))
        })
        .await?;
        let taken = match written {
            Ok((skills, (hash, bytes))) => {
                let kind = TempArtifactKind::SkillBundleDir;
                imports.store_artifact(ReceivedArtifact { name, kind, filename, hash, bytes, skills, metadata }, key).await
            }
            Err(failure) => Err(failure),
        };
        if taken.is_err() {
            blocking(move || std::fs::remove_dir_all(&place)).await?.ok();
        }
        taken
    }
}

/// Parses an address. A path of this machine is refused.
fn remote_source(address: &str) -> Answer<locator::Source> {
    let invalid = |why: &str| request::invalid("address", why);
    // An empty folder, so that no word of the address is taken for a local file.
    let nowhere = Path::new("/nonexistent");
    let source = locator::parse(address, nowhere, None).map_err(|refusal| invalid(&refusal.message))?;
    let local = match &source.place {
        SourceLocation::Folder { .. } | SourceLocation::Archive { .. } => true,
        SourceLocation::Git { url, .. } | SourceLocation::GitTree { url, .. } => url.starts_with("file:"),
        SourceLocation::Zip { .. } | SourceLocation::SkillMd { .. } => false,
    };
    if local { Err(invalid("is a place on this machine; upload the archive, or pick a skill of the list")) } else { Ok(source) }
}

/// The address as it is stored: without its query (which may be a signature), without credentials, and without known secrets.
fn shown(address: &str) -> String {
    let plain = address.split('?').next().unwrap_or_default();
    let plain = match plain.split_once("://") {
        Some((scheme, rest)) => {
            let (host, path) = rest.split_at(rest.find(['/', '#']).unwrap_or(rest.len()));
            format!("{scheme}://{}{path}", host.rsplit('@').next().unwrap_or(host))
        }
        None => plain.to_owned(),
    };
    mask_text(&plain).0.chars().take(240).collect()
}

/// `to`: the final folder, so that the upkeep deletes what a killed clone leaves beside it.
fn from_address(
    source: &locator::Source,
    to: &Path,
    authorities: Option<&Path>,
    cancelled: &AtomicBool,
) -> Result<Vec<FetchedSkill>, Refusal> {
    let watch = FetchOptions {
        limits: Limits::default(),
        patience: PATIENCE,
        cancelled,
        progress: &|_, _| {},
        authorities,
        beside: Some(to),
    };
    let fetched = fetch::materialize(&source.place, &watch)?;
    let found = offers::all(&fetched);
    let named: Vec<String> = source.skill.iter().cloned().collect();
    let chosen = offers::choose(&found, &named, true)?;
    let mut fetched_skills = Vec::new();
    let mut room = RemainingLimits(watch.limits);
    for offer in chosen.into_iter().take(MAX_SKILLS) {
        if cancelled.load(Ordering::Relaxed) {
            return Err(Refusal::new(RefusalCode::Cancelled, "Cancelled; nothing was kept"));
        }
        let package = room.take(|limits| fetched.take(&offer.folder, limits))?;
        // A skill at the root of the source gets a folder with its name, beside the others.
        let folder = if offer.folder.is_empty() { offer.name } else { offer.folder };
        fetched_skills.push((folder, package));
    }
    Ok(fetched_skills)
}

/// The first of `paths` that the list of skills does not contain.
fn unlisted(listing: &apprentice_skills::discovery::listing::Listing, paths: &[String]) -> Option<String> {
    paths.iter().find(|path| discover::content(listing, Path::new(path)).is_none()).cloned()
}

fn from_folders(paths: &[PathBuf], cancelled: &AtomicBool) -> Result<Vec<FetchedSkill>, Refusal> {
    let mut room = RemainingLimits(Limits::default());
    let mut fetched_skills: Vec<FetchedSkill> = Vec::new();
    for path in paths {
        if cancelled.load(Ordering::Relaxed) {
            return Err(Refusal::new(RefusalCode::Cancelled, "Cancelled; nothing was kept"));
        }
        // A skill's folder may itself be a link; links inside must not lead out of its target.
        let package = room.take(|limits| package::read(path, path, limits))?;
        let own = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_else(|| "skill".to_owned());
        let taken =
            |name: &String| fetched_skills.iter().any(|(folder, _)| folder == name || folder.starts_with(&format!("{name}/")));
        let number = (fetched_skills.len() + 1..).find(|number| !taken(&number.to_string())).unwrap_or_default();
        let folder = if taken(&own) { format!("{number}/{own}") } else { own };
        apprentice_skills::format::names::check_path(&folder)?;
        fetched_skills.push((folder, package));
    }
    Ok(fetched_skills)
}

fn size(package: &Package) -> u64 {
    package.files.0.values().map(|bytes| bytes.len() as u64).sum()
}

/// The limits that remain for the next skills. What exceeds them is not read.
struct RemainingLimits(Limits);

impl RemainingLimits {
    fn take(&mut self, get: impl FnOnce(&Limits) -> Result<Package, Refusal>) -> Result<Package, Refusal> {
        let package = get(&self.0).map_err(|refusal| match refusal.code {
            RefusalCode::TooLarge => too_large(),
            RefusalCode::TooManyFiles => too_many(),
            _ => refusal,
        })?;
        self.0.total = self.0.total.checked_sub(size(&package)).ok_or_else(too_large)?;
        self.0.files = self.0.files.checked_sub(package.files.0.len()).ok_or_else(too_many)?;
        Ok(package)
    }
}

fn too_large() -> Refusal {
    let Limits { total, file, .. } = Limits::default();
    let words = format!("more than {} MB together, or a file of more than {} MB; name one of them", total >> 20, file >> 20);
    Refusal::new(RefusalCode::TooLarge, format!("The skills have {words}"))
}

fn too_many() -> Refusal {
    Refusal::new(
        RefusalCode::TooManyFiles,
        format!("The skills have more than {} files together; name one of them", Limits::default().files),
    )
}

/// The folder becomes visible only when it is complete.
fn write(place: &Path, fetched_skills: Vec<FetchedSkill>) -> std::io::Result<()> {
    let mut all = Package::default();
    for (folder, package) in fetched_skills {
        let inside = |path: String| if folder.is_empty() { path } else { format!("{folder}/{path}") };
        all.files.0.extend(package.files.0.into_iter().map(|(path, bytes)| (inside(path), bytes)));
        all.executable.extend(package.executable.into_iter().map(inside));
    }
    put::replace_folder(place, &all.files, &all.executable)
}

/// A hash of the sorted `path:sha256` lines, and the total number of bytes.
fn measured(fetched_skills: &[FetchedSkill]) -> (String, u64) {
    let mut lines: Vec<String> = Vec::new();
    for (folder, package) in fetched_skills {
        lines.extend(package.files.0.iter().map(|(path, bytes)| format!("{folder}/{path}:{}", hex(&Sha256::digest(bytes)))));
    }
    lines.sort_unstable();
    let bytes: u64 = fetched_skills.iter().map(|(_, package)| size(package)).sum();
    (hex(&Sha256::digest(lines.join("\n"))), bytes.max(1))
}

/// Packs what a person dropped on the window or chose, as an archive that an upload accepts. Errors: as for a fetch.
pub fn pack(path: &Path) -> Answer<Vec<u8>> {
    apprentice_skills::source::pack::pack(path, &Limits::default()).map_err(|refusal| failed(&refusal))
}

fn failed(refusal: &Refusal) -> Failure {
    let code = match refusal.code.error_code() {
        ErrorCode::PayloadTooLarge => ErrorCode::SkillImportFileTooLarge,
        _ => ErrorCode::SkillImportFetchFailed,
    };
    Failure::new(code, format!("The skill could not be fetched: {}", refusal.message))
        .with_details(json!({ "reason": refusal.code }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_kept_without_its_secrets() {
        for (address, expected) in [
            ("owner/repo", "owner/repo"),
            ("git@example.org:owner/repo.git", "git@example.org:owner/repo.git"),
            ("https://example.org/tea.zip", "https://example.org/tea.zip"),
            ("https://me:word@example.org/tea.zip", "https://example.org/tea.zip"),
            ("https://example.org/tea.zip?X-Amz-Signature=0123", "https://example.org/tea.zip"),
            ("https://me@example.org", "https://example.org"),
        ] {
            assert_eq!(shown(address), expected, "{address}");
        }
    }
}
