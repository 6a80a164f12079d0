//! Installs an import by the same saga. Its files are in a folder of ours that never changes, not in the row of the saga.

use super::plan::{as_files, begin};
use super::{ImportSource, InstallContext, InstallSource, Installable, TargetFolder, blocking, steps};
use crate::Answer;
use crate::core::digest::sha256;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{ImportId, SagaId};
use apprentice_contracts::proposal::InstallLane;
use apprentice_skills::install::put;
use apprentice_skills::install::put::{Files, InstallError, fingerprint};
use apprentice_skills::source::package;
use apprentice_skills::source::package::{Limits, Package};
use apprentice_store::sagas::{Saga, SagaFile};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;
use std::sync::Arc;

/// Limits of the texts that the saga stores beside the SKILL.md: each one, and all together, in bytes.
const MAX_TEXT: usize = 256 * 1024;
const MAX_TEXTS: usize = 2 * 1024 * 1024;

/// A staged import that is to be installed.
pub(crate) struct StagedImport {
    pub import_id: ImportId,
    pub slug: String,
    pub title: String,
    pub trigger_phrases: Vec<String>,
    /// Folder under `<home>`.
    pub bundle_at: String,
    /// The fingerprint of the files when they were staged. `None`: they were never staged.
    pub fingerprint: Option<String>,
    pub lane: InstallLane,
    pub targets: Vec<TargetFolder>,
    pub pack: Option<String>,
}

/// Runs the saga. Errors: `CONFLICT` when the files are not those that were staged and reviewed. An error before anything was
/// written leaves the import as it was. After a later error everything was undone, and the record of the import says so. The
/// caller holds the gate.
pub(crate) async fn install_import(context: &InstallContext, import: StagedImport) -> Answer<SagaId> {
    let (home, at, staged) = (context.home.clone(), import.bundle_at.clone(), import.fingerprint.clone());
    let package = blocking(move || unchanged(&home, &at, staged.as_deref())).await??;
    let installable = blocking(move || installable(import, &package)).await?;
    let saga = begin(context, installable).await?;
    let id = saga.saga_id;
    steps::forward(context, saga).await?;
    Ok(id)
}

fn installable(staged: StagedImport, package: &Package) -> Installable {
    let texts = texts(package);
    Installable {
        slug: staged.slug,
        title: staged.title,
        trigger_phrases: staged.trigger_phrases,
        negative_triggers: Vec::new(),
        support_pack_refs: staged.pack.into_iter().collect(),
        skill_md: texts.get("SKILL.md").cloned().unwrap_or_default(),
        lane: staged.lane,
        targets: staged.targets,
        source: InstallSource::Import(ImportSource {
            import_id: staged.import_id,
            bundle_at: staged.bundle_at,
            // `unchanged` found that the files have this fingerprint.
            fingerprint: staged.fingerprint.unwrap_or_default(),
            others: others(package, &texts),
            texts,
        }),
    }
}

/// Other files, which an agent can read from the folder.
fn others(package: &Package, texts: &BTreeMap<String, String>) -> Vec<SagaFile> {
    let files = package.files.0.iter().filter(|(path, _)| !texts.contains_key(*path));
    files.map(|(path, bytes)| SagaFile { path: path.clone(), size: bytes.len() as u64, sha256: sha256(bytes) }).collect()
}

/// The bytes of one file in the folder of an import. `None` when it is gone or differs from the reviewed one.
pub(crate) fn staged_file(home: &Path, at: &str, file: &SagaFile) -> Answer<Option<Vec<u8>>> {
    let path = super::files::inside(&format!("{at}/{}", file.path)).map(|path| home.join(path))?;
    let mut bytes = Vec::new();
    let read = path.symlink_metadata().and_then(|there| match there.is_file() {
        // One byte more than expected shows that the file has grown.
        true => File::open(&path)?.take(file.size + 1).read_to_end(&mut bytes),
        false => Err(ErrorKind::NotFound.into()),
    });
    match read {
        Ok(_) => Ok(Some(bytes).filter(|bytes| sha256(bytes) == file.sha256)),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
        Err(error) => Err(crate::internal("reading a staged skill", &error)),
    }
}

/// The SKILL.md, and as many other texts as fit.
fn texts(package: &Package) -> BTreeMap<String, String> {
    let mut room = MAX_TEXTS;
    let mut texts = BTreeMap::new();
    let main = package.files.0.get_key_value("SKILL.md");
    let others = package.files.0.iter().filter(|(path, bytes)| *path != "SKILL.md" && bytes.len() <= MAX_TEXT);
    for (path, bytes) in main.into_iter().chain(others) {
        if let Ok(text) = std::str::from_utf8(bytes)
            && text.len() <= room
            && !text.contains('\0')
        {
            room -= text.len();
            texts.insert(path.clone(), text.to_owned());
        }
    }
    texts
}

/// The files as they were staged. Only what the person reviewed is installed.
fn unchanged(home: &Path, at: &str, staged: Option<&str>) -> Answer<Package> {
    match read(home, at) {
        Ok(package) if staged == Some(fingerprint(&package.files).as_str()) => Ok(package),
        other => {
            if let Err(failure) = other {
                tracing::warn!(%failure, "a staged skill cannot be read");
            }
            let message = "The staged files were changed since they were staged. Nothing was installed. Import the skill and stage it again.";
            Err(Failure::new(ErrorCode::Conflict, message).with_details(json!({ "reason": "STAGED_FILES_CHANGED" })))
        }
    }
}

fn read(home: &Path, at: &str) -> Answer<Package> {
    let folder = super::files::inside(at).map(|at| home.join(at))?;
    // The limits were checked when the bundle was made; here they only protect the read.
    let limits = Limits { files: Limits::default().files + 1, total: Limits::default().total + 1024 * 1024, ..Limits::default() };
    package::read(&folder, &folder, &limits)
        .map_err(|refusal| crate::internal("reading a staged skill", &format!("{}: {refusal}", folder.display())))
}

/// The files that a saga writes into its targets. Clones share them, because they may take 100 MB.
#[derive(Clone, Debug)]
pub(super) struct Contents {
    files: Arc<Files>,
    executable: BTreeSet<String>,
}

impl Contents {
    pub fn put(&self, root: &Path, slug: &str, ours: Option<&str>) -> Result<(), InstallError> {
        put::put_with(root, slug, &self.files, &self.executable, ours).map(drop)
    }
}

/// Errors: the folder of an import is not as it was staged.
pub(super) async fn contents(context: &InstallContext, saga: &Saga) -> Answer<Contents> {
    let Some(at) = saga.bundle_at.clone() else {
        return Ok(Contents { files: Arc::new(as_files(&saga.bundle)), executable: BTreeSet::new() });
    };
    let (home, expected) = (context.home.clone(), saga.fingerprint.clone());
    blocking(move || {
        let package = read(&home, &at)?;
        if fingerprint(&package.files) != expected {
            let what = format!("{at} was changed since it was reviewed; import the skill again");
            return Err(crate::internal("reading a staged skill", &what));
        }
        Ok(Contents { files: Arc::new(package.files), executable: package.executable })
    })
    .await?
}
