//! Writes a definition into the folder of an agent, and removes it again. A file is changed or removed only as it was when it was looked at:
//! what another program put there in the meantime stays, also when it did so in the last moment.

use super::Compiled;
use crate::connect::{ConfigurationError, diff, digest, read};
use apprentice_platform::files::sync_folder;
use apprentice_platform::rename::{exchange, without_replacing};
use apprentice_skills::files::sha256_hex;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// How the name of a file begins that is being written or removed. The name of the definition follows.
const TEMPORARY: &str = ".apprentice-";
const TEMPORARY_ENDING: &str = ".tmp";

/// What writing a file would change.
#[derive(Clone, Debug)]
pub struct FilePlan {
    /// The file.
    pub file: PathBuf,
    /// Where it really is, if a folder above it is a link.
    pub real: Option<PathBuf>,
    /// A unified diff. Empty: there is nothing to do.
    pub diff: String,
    /// The digest of the place and of the texts before and after.
    pub digest: String,
    /// SHA-256 of the file as it is. `None`: it does not exist.
    pub before: Option<String>,
    /// SHA-256 of the file as it would be.
    pub after: String,
    new: String,
}

/// Looks at what writing this definition would change. Blocks.
///
/// # Errors
/// `Unreadable`.
pub fn plan_file(compiled: &Compiled) -> Result<FilePlan, ConfigurationError> {
    let old = read_plain(&compiled.file)?;
    let real = real_place(&compiled.file);
    Ok(FilePlan {
        diff: diff(old.as_deref().unwrap_or_default(), &compiled.text),
        digest: digest(old.as_deref(), &format!("{}\0{}", real.display(), compiled.text)),
        before: old.as_deref().map(sha256_hex),
        after: sha256_hex(&compiled.text),
        new: compiled.text.clone(),
        real: Some(real).filter(|real| *real != compiled.file),
        file: compiled.file.clone(),
    })
}

/// Writes what was planned, by one rename. Blocks.
///
/// # Errors
/// `Changed` if the file, or the folder that it is in, is another one by now; `Unwritable`.
pub fn write_file(plan: &FilePlan) -> Result<(), ConfigurationError> {
    let unwritable = |source: io::Error| ConfigurationError::Unwritable { path: plan.file.clone(), source };
    let place = plan.real.as_deref().unwrap_or(&plan.file);
    let folder = place.parent().unwrap_or(Path::new("/"));
    let created = missing_folders(folder);
    let wrote = fs::create_dir_all(folder).map_err(unwritable).and_then(|()| {
        // A folder above it may have become a link.
        if real_place(&plan.file) != place {
            return Err(changed(&plan.file));
        }
        let fresh = write_temporary(place, plan.new.as_bytes()).map_err(unwritable)?;
        put(plan, fresh, place)?;
        sync_folder(folder).map_err(unwritable)
    });
    if wrote.is_err() {
        // Only those that are empty go.
        created.iter().for_each(|folder| drop(fs::remove_dir(folder)));
    }
    wrote
}

/// Puts the new file into its place.
fn put(plan: &FilePlan, fresh: NamedTempFile, place: &Path) -> Result<(), ConfigurationError> {
    let unwritable = |source: io::Error| ConfigurationError::Unwritable { path: plan.file.clone(), source };
    let Some(before) = &plan.before else {
        return match fresh.persist_noclobber(place) {
            Ok(_) => Ok(()),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Err(changed(&plan.file)),
            Err(error) => Err(unwritable(error.error)),
        };
    };
    let is_before = |path: &Path| matches!(read_plain(path), Ok(Some(text)) if sha256_hex(&text) == *before);
    if !is_before(place) {
        return Err(changed(&plan.file));
    }
    match exchange(fresh.path(), place) {
        Ok(()) if is_before(fresh.path()) => Ok(()),
        // Somebody saved a change between the look and the exchange: it goes back.
        Ok(()) => exchange(fresh.path(), place).map_err(unwritable).and(Err(changed(&plan.file))),
        Err(error) if error.kind() == io::ErrorKind::Unsupported => {
            fresh.persist(place).map(drop).map_err(|error| unwritable(error.error))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(changed(&plan.file)),
        Err(error) => Err(unwritable(error)),
    }
}

/// SHA-256 of a file. `None`: it does not exist. Blocks.
///
/// # Errors
/// `Unreadable`; a link is no file that Apprentice wrote.
pub fn fingerprint_of(file: &Path) -> Result<Option<String>, ConfigurationError> {
    Ok(read_plain(file)?.map(sha256_hex))
}

/// Removes a file that still has this fingerprint. One that is gone is no error. Blocks.
///
/// # Errors
/// `Changed` if somebody edited it; `Unreadable`, `Unwritable`.
pub fn remove_file(file: &Path, fingerprint: &str) -> Result<(), ConfigurationError> {
    let unwritable = |source: io::Error| ConfigurationError::Unwritable { path: file.to_path_buf(), source };
    let is_ours = |path: &Path| fingerprint_of(path).map(|now| now.map(|now| now == fingerprint));
    match is_ours(file)? {
        None => return Ok(()),
        Some(true) => {}
        Some(false) => return Err(changed(file)),
    }
    let folder = file.parent().unwrap_or(Path::new("/"));
    let aside = folder.join(format!("{}0{TEMPORARY_ENDING}", temporary_name(file)));
    match without_replacing(file, &aside) {
        Ok(()) if is_ours(&aside)? == Some(true) => fs::remove_file(&aside).map_err(unwritable)?,
        // Somebody saved a change between the look and the rename: it goes back.
        Ok(()) => return without_replacing(&aside, file).map_err(unwritable).and(Err(changed(file))),
        Err(error) if error.kind() == io::ErrorKind::Unsupported => fs::remove_file(file).map_err(unwritable)?,
        Err(error) => return Err(unwritable(error)),
    }
    sync_folder(folder).map_err(unwritable)
}

/// Takes away what a killed program left beside a file that it was about to write or to remove. `ours`: the fingerprint of the file as Apprentice
/// wrote it before; `next`: as it was about to write it. What somebody else saved in the last moment goes back to its place. Blocks.
///
/// # Errors
/// `Unwritable`, `Unreadable`.
pub fn clear_leftovers(file: &Path, ours: Option<&str>, next: Option<&str>) -> Result<(), ConfigurationError> {
    let unwritable = |source: io::Error| ConfigurationError::Unwritable { path: file.to_path_buf(), source };
    for left in leftovers(file) {
        let was = fs::read(&left).map_err(unwritable)?;
        let now = read_plain(file)?;
        // The file before, or the beginning of the new one.
        let is_ours = ours.is_none_or(|ours| sha256_hex(&was) == ours)
            || next.is_some() && now.as_ref().is_some_and(|now| now.as_bytes().starts_with(&was));
        match next {
            _ if is_ours => {}
            Some(next) if now.map(sha256_hex).as_deref() == Some(next) => exchange(&left, file).map_err(unwritable)?,
            Some(_) => {}
            None => {
                without_replacing(&left, file).map_err(unwritable)?;
                continue;
            }
        }
        fs::remove_file(&left).map_err(unwritable)?;
    }
    Ok(())
}

fn leftovers(file: &Path) -> Vec<PathBuf> {
    let beginning = temporary_name(file);
    let is_left = |name: &OsStr| {
        let name = name.to_str().and_then(|name| name.strip_prefix(&beginning)?.strip_suffix(TEMPORARY_ENDING));
        // Names of definitions have hyphens, and the end of ours has none.
        name.is_some_and(|end| end.chars().all(|c| c.is_ascii_alphanumeric()))
    };
    let entries = file.parent().and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
    entries.filter(|entry| is_left(&entry.file_name())).map(|entry| entry.path()).collect()
}

fn temporary_name(file: &Path) -> String {
    format!("{TEMPORARY}{}-", file.file_stem().unwrap_or_default().to_string_lossy())
}

/// Writes and flushes the new file beside its place.
fn write_temporary(place: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let beginning = temporary_name(place);
    let mut builder = tempfile::Builder::new();
    let mut file = builder.prefix(&beginning).suffix(TEMPORARY_ENDING).tempfile_in(place.parent().unwrap_or(Path::new("/")))?;
    file.write_all(bytes)?;
    if let Ok(metadata) = fs::symlink_metadata(place) {
        file.as_file().set_permissions(metadata.permissions())?;
    }
    file.as_file().sync_all()?;
    Ok(file)
}

/// The text of a file that is no link.
fn read_plain(file: &Path) -> Result<Option<String>, ConfigurationError> {
    if fs::symlink_metadata(file).is_ok_and(|metadata| metadata.is_symlink()) {
        let why = "it is a link, which Apprentice did not write. Remove it, or put the file itself there".to_owned();
        return Err(ConfigurationError::Unreadable { path: file.to_path_buf(), why });
    }
    read(file)
}

/// A path with the links of its folders resolved, as far as they exist.
fn real_place(file: &Path) -> PathBuf {
    let above = || file.ancestors().skip(1);
    let real = above().find_map(|folder| Some((folder, fs::canonicalize(folder).ok()?)));
    let below = |folder| file.strip_prefix(folder).unwrap_or(file);
    real.map_or_else(|| file.to_path_buf(), |(folder, real)| real.join(below(folder)))
}

/// The folders that have to be created for this one, the lowest first.
fn missing_folders(folder: &Path) -> Vec<PathBuf> {
    folder.ancestors().take_while(|folder| fs::symlink_metadata(folder).is_err()).map(Path::to_path_buf).collect()
}

fn changed(file: &Path) -> ConfigurationError {
    ConfigurationError::Changed { path: file.to_path_buf() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use apprentice_platform::links::symlink;
    use std::sync::Barrier;

    fn compiled(file: &Path, text: &str) -> Compiled {
        Compiled { agent_id: "gemini", file: file.to_path_buf(), text: text.to_owned(), findings: Vec::new() }
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn is_changed(result: &Result<(), ConfigurationError>) -> bool {
        matches!(result, Err(ConfigurationError::Changed { .. }))
    }

    #[test]
    fn of_two_who_write_one_file_at_once_one_succeeds_and_the_other_is_told() {
        let temp = tempfile::tempdir().unwrap();
        for round in 0..40 {
            let file = temp.path().join(format!("{round}/a.md"));
            let texts = ["of one\n", "of the other\n"];
            let start = Barrier::new(2);
            let write = |plan: FilePlan| {
                start.wait();
                write_file(&plan)
            };
            let both = |plans: [FilePlan; 2]| {
                std::thread::scope(|scope| plans.map(|plan| scope.spawn(|| write(plan))).map(|done| done.join().unwrap()))
            };
            let results = both(texts.map(|text| plan_file(&compiled(&file, text)).unwrap()));
            let winner = results.iter().position(Result::is_ok).expect("one succeeds");
            assert!(is_changed(&results[1 - winner]), "{results:?}");
            assert_eq!(fs::read_to_string(&file).unwrap(), texts[winner]);
            // Both replace the same file.
            let texts = ["of one again\n", "of the other again\n"];
            let results = both(texts.map(|text| plan_file(&compiled(&file, text)).unwrap()));
            let now = fs::read_to_string(&file).unwrap();
            for (result, text) in results.iter().zip(texts) {
                assert_eq!(result.is_ok(), now == text, "{results:?} {now}");
                assert!(result.is_ok() || is_changed(result), "{results:?}");
            }
            assert_eq!(names(file.parent().unwrap()), ["a.md"]);
        }
    }

    #[test]
    fn a_folder_that_became_a_link_is_not_written_through() {
        let temp = tempfile::tempdir().unwrap();
        let (folder, elsewhere) = (temp.path().join("agents"), temp.path().join("elsewhere"));
        fs::create_dir_all(&folder).unwrap();
        fs::create_dir_all(&elsewhere).unwrap();
        let shown = plan_file(&compiled(&folder.join("a.md"), "x")).unwrap();
        fs::remove_dir(&folder).unwrap();
        symlink(&elsewhere, &folder).unwrap();
        assert!(is_changed(&write_file(&shown)));
        assert_eq!(names(&elsewhere), [""; 0]);
        // The link of a person is followed where it was shown.
        let again = plan_file(&compiled(&folder.join("a.md"), "x")).unwrap();
        assert!(again.digest != shown.digest && again.real == Some(fs::canonicalize(&elsewhere).unwrap().join("a.md")));
        write_file(&again).unwrap();
        assert_eq!(names(&elsewhere), ["a.md"]);
        // A link in the place of the file is nobody's but its author's.
        let linked = folder.join("b.md");
        symlink(&elsewhere.join("a.md"), &linked).unwrap();
        assert!(matches!(plan_file(&compiled(&linked, "y")), Err(ConfigurationError::Unreadable { .. })));
        assert!(remove_file(&linked, &sha256_hex("x")).is_err());
        assert_eq!(names(&elsewhere), ["a.md", "b.md"]);
    }

    #[test]
    fn what_a_killed_program_left_is_taken_away_and_what_is_somebody_elses_goes_back() {
        let temp = tempfile::tempdir().unwrap();
        let file = temp.path().join("a.md");
        let (old, new) = (sha256_hex("old"), sha256_hex("new"));
        for (there, left, ours, next, expected) in [
            // While it was written for the first time, and over another one: before and after the exchange.
            (None, "ne", None, Some(&new), None),
            (Some("old"), "ne", Some(&old), Some(&new), Some("old")),
            (Some("new"), "old", Some(&old), Some(&new), Some("new")),
            (Some("new"), "edited", Some(&old), Some(&new), Some("edited")),
            (Some("new"), "ne", Some(&old), Some(&new), Some("new")),
            // While it was removed: before and after it was looked at.
            (None, "old", Some(&old), None, None),
            (None, "edited", Some(&old), None, Some("edited")),
        ] {
            let _ = fs::remove_file(&file);
            there.into_iter().for_each(|text| fs::write(&file, text).unwrap());
            fs::write(temp.path().join(".apprentice-a-0Zz9.tmp"), left).unwrap();
            fs::write(temp.path().join(".apprentice-a-b-0Zz9.tmp"), "of another one").unwrap();
            clear_leftovers(&file, ours.map(String::as_str), next.map(String::as_str)).unwrap();
            assert_eq!(fs::read_to_string(&file).ok().as_deref(), expected, "{there:?} {left}");
            let others: Vec<String> = names(temp.path()).into_iter().filter(|name| name != "a.md").collect();
            assert_eq!(others, [".apprentice-a-b-0Zz9.tmp"], "{there:?} {left}");
        }
        // Where somebody took the place, both stay.
        fs::write(&file, "theirs").unwrap();
        fs::write(temp.path().join(".apprentice-a-0.tmp"), "edited").unwrap();
        clear_leftovers(&file, Some(&old), None).unwrap_err();
        assert_eq!(names(temp.path()).len(), 3);
    }
}
