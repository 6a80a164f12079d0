//! Texts of skills: search, read, check while somebody writes, and save.
//!
//! Invariant: only the SKILL.md of a listed skill is written, never through a link, never where an installer of an agent or of
//! the system put it, and never over a change that the writer has not seen.

use super::{placed, versions};
use crate::Answer;
use crate::core::blocking::blocking;
use crate::core::refusal::failure_of;
use crate::core::request;
use crate::skills_page::SkillsPage;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::skill::{SkillContentResponse, SkillFormat, SkillPathQuery, SkillScope};
use apprentice_contracts::skill_page::*;
use apprentice_platform::permissions::is_executable;
use apprentice_skills::discovery::discover::digest;
use apprentice_skills::discovery::listing::ListedSkill;
use apprentice_skills::discovery::search;
use apprentice_skills::format::bundle::{MAX_BYTES, Profile};
use apprentice_skills::format::{bundle, fix};
use apprentice_skills::install::manage::InstallNotes;
use apprentice_skills::install::put;
use apprentice_skills::refusal::{Refusal, RefusalCode};
use apprentice_store::sagas::Placement;
use serde_json::json;
use std::fs;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

/// Number of hits with an excerpt.
const EXCERPTS: usize = 500;
/// Number of bytes of a file that are shown.
const SHOWN_BYTES: u64 = 256 * 1024;

impl SkillsPage {
    pub(crate) async fn search_skills(&self, query: SkillSearchQuery) -> Answer<SkillSearchResponse> {
        let files = self
            .catalogue
            .at_listing(|listing, _| listing.files().map(|(path, file)| (path, file.to_owned())).collect::<Vec<_>>());
        let files = files.await?;
        let look = move || {
            let words: Vec<String> = query.q.split_whitespace().map(str::to_owned).collect();
            let hits = search::search(&files, &words).into_iter().enumerate();
            let hits = hits.map(|(at, hit)| SkillSearchHit {
                path: hit.path.display().to_string(),
                line: hit.line,
                excerpt: if at < EXCERPTS { hit.excerpt } else { String::new() },
            });
            SkillSearchResponse { hits: hits.collect(), searched: u32::try_from(files.len()).unwrap_or(u32::MAX) }
        };
        blocking("searching skills", look).await
    }

    pub(crate) async fn read_skill_file(&self, query: SkillFileQuery) -> Answer<SkillFileResponse> {
        let plain = Path::new(&query.file).components().all(|part| matches!(part, Component::Normal(_)));
        if !plain {
            return Err(request::invalid("file", "it must be a path inside of the skill's folder, as its list of files has it"));
        }
        let path = PathBuf::from(&query.path);
        let look = move |listing: &apprentice_skills::discovery::listing::Listing, _: &[Placement]| listing.at(&path).is_some();
        if !self.catalogue.at_listing(look).await? {
            return Err(unknown(&query.path));
        }
        let read = move || file(Path::new(&query.path), &query.file);
        blocking("reading a file", read).await?
    }

    pub(crate) async fn check_skill(&self, request: CheckSkillRequest) -> Answer<CheckSkillResponse> {
        let work = move || checked(&request.text, &request.folder);
        blocking("checking a skill", work).await
    }

    pub(crate) async fn save_skill(&self, request: SaveSkillRequest) -> Answer<SkillContentResponse> {
        let path = request.path.clone();
        let save = move |listing: &apprentice_skills::discovery::listing::Listing, placements: &[Placement]| {
            let stand = listing.at(Path::new(&request.path)).ok_or_else(|| unknown(&request.path))?;
            Ok::<_, Failure>((request, stand, placements.to_vec()))
        };
        let (request, stand, placements) = self.catalogue.at_listing(save).await??;
        let page = self.clone();
        let write = move || {
            let _writing = page.writing.blocking_lock();
            if let Some(reason) = locked(&stand, SkillStatus::of(&page, &stand, &placements)) {
                return Err(Failure::new(ErrorCode::Forbidden, reason).with_details(json!({ "reason": "LOCKED" })));
            }
            let before = read(&stand)?;
            if digest(&before) != request.base_digest {
                let message = "The file was changed by somebody else since you opened it. Your text was not saved.";
                return Err(Failure::new(ErrorCode::Conflict, message).with_details(json!({ "digest": digest(&before) })));
            }
            readable(&stand, &request.text)?;
            replace(&page.core.options.home, &stand, &before, &request.text, "save", page.core.now())
        };
        blocking("saving a skill", write).await??;
        self.catalogue.read_skill(SkillPathQuery { path }).await
    }
}

pub(super) fn unknown(path: &str) -> Failure {
    Failure::new(ErrorCode::NotFound, format!("There is no skill in {path}."))
}

/// Reads the whole SKILL.md.
pub(super) fn read(stand: &ListedSkill) -> Answer<String> {
    let path = Path::new(&stand.summary.path).join(&stand.summary.file);
    fs::read_to_string(&path)
        .map_err(|error| Failure::new(ErrorCode::NotFound, format!("{} cannot be read: {error}", path.display())))
}

/// Replaces `before` by `text` and keeps `before` as a version.
pub(super) fn replace(
    home: &Path,
    stand: &ListedSkill,
    before: &str,
    text: &str,
    cause: &str,
    now: apprentice_contracts::Time,
) -> Answer<()> {
    if before == text {
        return Ok(());
    }
    let path = Path::new(&stand.summary.path).join(&stand.summary.file);
    let unwritable = |error: std::io::Error| {
        Failure::new(ErrorCode::TargetNotWritable, format!("{} cannot be written: {error}. Nothing was changed.", path.display()))
    };
    versions::keep(home, &stand.summary.path, before, cause, now).map_err(unwritable)?;
    fix::write(&path, text).map_err(unwritable)
}

/// Refuses a text that agents could not read, because the skill would disappear from the list.
fn readable(stand: &ListedSkill, text: &str) -> Answer<()> {
    if text.len() > MAX_BYTES {
        let message = format!(
            "text: {} bytes are more than the {MAX_BYTES} that agents read. Move parts into other files of the skill.",
            text.len()
        );
        return Err(Failure::new(ErrorCode::PayloadTooLarge, message));
    }
    let folder = folder_name(&stand.summary.path);
    bundle::read(text, &folder, Profile::Lenient).map(drop).map_err(|finding| {
        let line = finding.line.map(|line| format!(" (line {line})")).unwrap_or_default();
        request::invalid("text", &format!("no agent could read it{line}: {}", finding.message))
    })
}

pub(super) fn folder_name(path: &str) -> String {
    Path::new(path).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// What is known of a skill besides its folder.
#[derive(Clone, Copy)]
pub(super) struct SkillStatus {
    /// The engine installed it. It is improved, not edited.
    pub ability: bool,
    pub pinned: bool,
}

impl SkillStatus {
    pub(super) fn of(page: &SkillsPage, stand: &ListedSkill, placements: &[Placement]) -> Self {
        let path = Path::new(&stand.summary.path);
        let ability = placed(placements, path).is_some();
        Self { ability, pinned: InstallNotes::read(&page.core.installer()).of(path).pinned }
    }
}

pub(super) const OF_AN_ABILITY: &str = "It is an ability: improve what you taught, or import the changed skill again. An edit of its files would keep later revisions from being installed.";

/// Why the text of a skill must not be changed here. `None`: it may be.
pub(super) fn locked(stand: &ListedSkill, status: SkillStatus) -> Option<String> {
    let skill = &stand.summary;
    let path = Path::new(&skill.path);
    if status.ability {
        return Some(OF_AN_ABILITY.to_owned());
    }
    if skill.format == SkillFormat::Legacy {
        return Some("It is written in the older form of skill.json, which is only read.".to_owned());
    }
    if skill.scope == SkillScope::System {
        return Some("It came with an agent or belongs to all users of this machine.".to_owned());
    }
    let real = fs::canonicalize(path).ok();
    let is_link = fs::symlink_metadata(path.join(&skill.file)).is_ok_and(|metadata| metadata.is_symlink());
    if stand.linked || is_link {
        let to = if is_link { fs::canonicalize(path.join(&skill.file)).ok() } else { real };
        let to = to.map(|to| format!(" {}", to.display())).unwrap_or_default();
        return Some(format!("A link leads to it, and its target may belong to others. Edit the skill at its own place:{to}"));
    }
    if status.pinned {
        return Some("It is pinned. Unpin it first.".to_owned());
    }
    put::writable(path).err().map(|error| error.to_string())
}

/// Whether another installer left a note in the skill's folder.
pub(super) fn has_installer_note(stand: &ListedSkill) -> bool {
    let folder = Path::new(&stand.summary.path);
    folder.join(".openskills.json").is_file() || folder.join(".clawhub").is_dir()
}

/// The same as a refusal with its own code, for batch operations.
pub(super) fn lock_refusal(stand: &ListedSkill, status: SkillStatus) -> Result<(), Refusal> {
    let code = match status {
        SkillStatus { ability: true, .. } => RefusalCode::Learned,
        SkillStatus { pinned: true, .. } => RefusalCode::Pinned,
        _ => RefusalCode::Locked,
    };
    locked(stand, status).map_or(Ok(()), |reason| Err(Refusal::new(code, reason)))
}

pub(super) fn checked(text: &str, folder: &str) -> CheckSkillResponse {
    let findings = findings(text, folder);
    let mended = fix::fix(text, folder);
    let left = if mended.done.is_empty() { Vec::new() } else { findings_of(&mended.text, folder) };
    let fixable = |code: &str| !mended.done.is_empty() && !left.iter().any(|after| after.code == code);
    let findings_with_fixes =
        findings.into_iter().map(|finding| CheckedFinding { fixable: fixable(&finding.code), finding }).collect();
    let fixed = (!mended.done.is_empty()).then(|| FixedSkill {
        diff: fix::diff("SKILL.md", text, &mended.text),
        done: mended.done.iter().map(|done| done.what.clone()).collect(),
        text: mended.text,
    });
    CheckSkillResponse { findings: findings_with_fixes, fixed }
}

fn findings(text: &str, folder: &str) -> Vec<apprentice_contracts::skill::SkillFinding> {
    let mut found = findings_of(text, folder);
    found.sort_by_key(|finding| finding.line.unwrap_or(0));
    found
}

fn findings_of(text: &str, folder: &str) -> Vec<apprentice_contracts::skill::SkillFinding> {
    if text.len() > MAX_BYTES {
        let message = format!("It is larger than {MAX_BYTES} bytes; agents do not read it");
        return vec![apprentice_skills::finding(Profile::Strict, "TOO_LARGE", message, None)];
    }
    match bundle::read(text, folder, Profile::Strict) {
        Ok(bundle) => bundle.findings,
        Err(finding) => vec![finding],
    }
}

fn file(place: &Path, name: &str) -> Answer<SkillFileResponse> {
    let missing =
        || Failure::new(ErrorCode::NotFound, format!("The skill has no file {name}.")).with_details(json!({ "field": "file" }));
    let (own, real) = match (fs::canonicalize(place), fs::canonicalize(place.join(name))) {
        (Ok(own), Ok(real)) => (own, real),
        _ => return Err(missing()),
    };
    if !real.starts_with(&own) {
        let text = format!("{name} is a link out of the skill's folder and is not followed.");
        return Err(failure_of(Refusal::new(RefusalCode::Locked, text)));
    }
    let metadata = fs::metadata(&real).map_err(|_| missing())?;
    if !metadata.is_file() {
        return Err(missing());
    }
    let mut bytes = Vec::new();
    let read = fs::File::open(&real).and_then(|file| file.take(SHOWN_BYTES).read_to_end(&mut bytes));
    read.map_err(|error| Failure::new(ErrorCode::NotFound, format!("{name} cannot be read: {error}")))?;
    Ok(SkillFileResponse {
        file: name.to_owned(),
        cut: metadata.len() > bytes.len() as u64,
        bytes: metadata.len(),
        executable: is_executable(&metadata),
        text: text(bytes),
    })
}

/// Decodes text; an incomplete last character is dropped. `None` for a file that is not text.
fn text(bytes: Vec<u8>) -> Option<String> {
    if bytes.contains(&0) {
        return None;
    }
    match std::str::from_utf8(&bytes) {
        Ok(text) => Some(text.to_owned()),
        Err(error) if error.error_len().is_none() => Some(String::from_utf8_lossy(&bytes[..error.valid_up_to()]).into_owned()),
        Err(_) => None,
    }
}

/// The folder of a skill with links resolved.
pub(super) fn real(stand: &ListedSkill) -> PathBuf {
    let path = PathBuf::from(&stand.summary.path);
    if stand.linked { fs::canonicalize(&path).unwrap_or(path) } else { path }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_checked_line_by_line_and_what_can_be_mended_is() {
        let text = "---\nname: Tidy\ndescription: Use when: tidy\n---\n\nBody.\n";
        let answer = checked(text, "tidy");
        let codes = |answer: &CheckSkillResponse| -> Vec<(String, Option<u32>, bool)> {
            answer.findings.iter().map(|one| (one.finding.code.clone(), one.finding.line, one.fixable)).collect()
        };
        assert_eq!(codes(&answer), [("YAML".to_owned(), Some(3), true)]);
        let fixed = answer.fixed.unwrap();
        assert!(fixed.diff.contains("-description: Use when: tidy"), "{}", fixed.diff);
        let again = checked(&fixed.text, "tidy");
        assert_eq!(
            (codes(&again), again.fixed),
            (vec![("NAME_CASE".to_owned(), Some(2), false), ("NAME_DIR_MISMATCH".to_owned(), Some(2), false)], None)
        );
    }

    #[test]
    fn a_good_text_has_nothing_to_say() {
        let answer = checked("---\nname: tidy\ndescription: Tidies. Use when it is untidy.\n---\n\nBody.\n", "tidy");
        assert_eq!((answer.findings, answer.fixed), (vec![], None));
    }

    #[test]
    fn files_are_shown_as_far_as_they_are_text() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("tidy");
        fs::create_dir_all(&place).unwrap();
        fs::write(place.join("long.txt"), format!("{}é", "a".repeat(SHOWN_BYTES as usize - 1))).unwrap();
        fs::write(place.join("binary"), [0, 159, 146]).unwrap();
        fs::write(folder.path().join("secret"), "x").unwrap();
        std::os::unix::fs::symlink(folder.path().join("secret"), place.join("out")).unwrap();
        // Larger than memory; only its size is read.
        fs::File::create(place.join("model.bin")).unwrap().set_len(1 << 40).unwrap();
        let model = file(&place, "model.bin").unwrap();
        assert_eq!((model.bytes, model.cut, model.text), (1 << 40, true, None));
        let long = file(&place, "long.txt").unwrap();
        assert!(long.cut && long.text.is_some_and(|text| text.len() == SHOWN_BYTES as usize - 1));
        assert_eq!(file(&place, "binary").unwrap().text, None);
        assert_eq!(file(&place, "out").unwrap_err().code, ErrorCode::Forbidden);
        assert_eq!(file(&place, "gone").unwrap_err().code, ErrorCode::NotFound);
    }
}
