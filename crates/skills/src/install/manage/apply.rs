//! Carries a plan out: staged beside the targets, swapped in by renames, written down, or all of it taken back.

use super::locks::Books;
use super::manifest::{self, Census};
use super::plan::{Plan, Step, What};
use super::record::Held;
use super::removed::FORCED_STAMP;
use super::scope::House;
use super::{links, plan};
use crate::disk;
use crate::files::fingerprint;
use crate::install::lock::Lock;
use crate::install::swap;
use crate::refusal::{Refusal, RefusalCode, refuse};
use crate::source::package::Package;
use apprentice_platform::links::symlink;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// One folder that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Done {
    pub name: String,
    pub what: What,
    pub place: PathBuf,
    /// Links that were made.
    pub links: Vec<PathBuf>,
    /// Where the copy of what stood there is, when it was not ours to lose.
    pub kept: Option<PathBuf>,
}

/// Does what `plan` says, or nothing. Whatever moved since the plan was made refuses it.
pub fn apply(house: &House, plan: &Plan) -> Result<Vec<Done>, Refusal> {
    carry_out(house, &mut house.hold()?, &mut Books::of(house), plan)
}

pub(crate) fn carry_out(house: &House, held: &mut Held, books: &mut Books, plan: &Plan) -> Result<Vec<Done>, Refusal> {
    let steps: Vec<&Step> = plan.steps.iter().filter(|step| step.what != What::Nothing).collect();
    steps.iter().try_for_each(|step| unmoved(held, step))?;
    steps.iter().for_each(|step| held.record.put(intended(step)));
    held.write()?;
    let mut moves: Vec<Move> = Vec::new();
    let result = steps.iter().try_for_each(|step| {
        moves.push(Move::of(step));
        let last = moves.len() - 1;
        moves[last].stage(house)
    });
    let result = result.and_then(|()| moves.iter_mut().try_for_each(Move::swap_in));
    let result = result.and_then(|()| {
        moves.iter_mut().try_for_each(Move::link)?;
        books.refresh()?;
        moves.iter().filter(|at| at.step.entry.locked).try_for_each(|at| {
            let book = books.get(at.step.entry.project.as_deref())?;
            book.into_iter().for_each(|book| book.note(&held.record, &at.step.entry, &at.step.package));
            Ok(())
        })
    });
    let before = books.before();
    let result = result.and_then(|()| books.write());
    if let Err(refusal) = result {
        books.drop_changes();
        take_back(&before, held, &mut moves);
        return Err(refusal);
    }
    for at in &moves {
        held.record.put(at.step.entry.clone());
    }
    held.write()?;
    Ok(moves.into_iter().map(Move::finish).collect())
}

/// What the record says while a step is under way.
fn intended(step: &Step) -> super::record::Installed {
    let mut now = step.known.clone().unwrap_or_else(|| {
        let mut fresh = step.entry.clone();
        fresh.files.clear();
        fresh.fresh = true;
        fresh
    });
    now.pending = Some(Box::new(step.entry.clone()));
    now
}

fn unmoved(held: &Held, step: &Step) -> Result<(), Refusal> {
    if held.record.at(&step.place) != step.known.as_ref() || plan::look(&step.place)? != step.expected {
        return refuse(
            RefusalCode::ChangedMeanwhile,
            format!("{} changed since this was planned; try again", step.place.display()),
        );
    }
    Ok(())
}

fn take_back(before: &BTreeMap<Option<PathBuf>, Lock>, held: &mut Held, moves: &mut [Move]) {
    for at in moves.iter_mut().rev() {
        at.undo();
        match &at.step.known {
            Some(known) => held.record.put(known.clone()),
            None => held.record.drop_at(&at.step.place),
        }
    }
    let locked = moves.iter().map(|at| &at.step.entry).filter(|entry| entry.locked);
    let names: Vec<_> = locked.map(|entry| (entry.project.clone(), entry.name.clone())).collect();
    let _its_own_failure_is_told = Books::put_back(before, &names);
    let _the_next_command_settles_it = held.write();
}

/// The plain files of an installed skill.
pub(crate) fn package(place: &Path) -> Result<Package, Refusal> {
    let census = plan::look(place)?.unwrap_or_default();
    let mut package = Package::default();
    for path in census.0.keys() {
        let bytes = fs::read(place.join(path)).map_err(|error| unwritable(place, &error))?;
        package.files.0.insert(path.clone(), bytes);
    }
    Ok(package)
}

/// One step and how far it got.
struct Move<'a> {
    step: &'a Step,
    root: PathBuf,
    stage: PathBuf,
    created: Vec<PathBuf>,
    swapped: bool,
    links: Vec<PathBuf>,
    kept: Option<PathBuf>,
}

impl<'a> Move<'a> {
    fn of(step: &'a Step) -> Self {
        let root = step.place.parent().unwrap_or(&step.place).to_path_buf();
        let stage = stage(&root, &step.name, &fingerprint(&step.package.files));
        Self { step, root, stage, created: Vec::new(), swapped: false, links: Vec::new(), kept: None }
    }

    fn stage(&mut self, house: &House) -> Result<(), Refusal> {
        let failed = |error: io::Error| unwritable(&self.step.place, &error);
        self.created = swap::create_missing(&self.root).map_err(failed)?;
        if self.stands_already() {
            return Ok(());
        }
        swap::write_stage(&self.stage, &self.step.package.files).map_err(failed)?;
        swap::make_executable(&self.stage, &self.step.package.executable).map_err(failed)?;
        if self.step.what == What::Replace {
            self.kept = Some(keep(house, &self.step.name, &self.step.place)?);
        }
        Ok(())
    }

    /// Only the record or a link is missing.
    fn stands_already(&self) -> bool {
        self.step.expected.as_ref().is_some_and(|there| there.0 == self.step.entry.files)
    }

    fn swap_in(&mut self) -> Result<(), Refusal> {
        let place = &self.step.place;
        if self.stands_already() {
            return Ok(());
        }
        let Some(expected) = &self.step.expected else {
            swap::move_in(&self.stage, place).map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists | io::ErrorKind::DirectoryNotEmpty => changed(place),
                _ => unwritable(place, &error),
            })?;
            self.swapped = true;
            return Ok(());
        };
        swap::exchange(&self.stage, place).map_err(|error| unwritable(place, &error))?;
        self.swapped = true;
        // Somebody may have saved a change between our look and the swap; then it goes back.
        if manifest::take(&self.stage).ok().flatten().as_ref() == Some(expected) { Ok(()) } else { Err(changed(place)) }
    }

    fn link(&mut self) -> Result<(), Refusal> {
        for link in &self.step.links {
            if links::make(link, &self.step.place)? {
                self.links.push(link.clone());
            }
        }
        Ok(())
    }

    fn undo(&mut self) {
        for link in &self.links {
            let _ = links::drop(link, &self.step.place);
        }
        if self.swapped {
            let back = match &self.step.expected {
                Some(_) => swap::exchange(&self.stage, &self.step.place),
                None => fs::rename(&self.step.place, &self.stage),
            };
            if back.is_err() {
                return;
            }
        }
        let _ = disk::remove_tree(&self.stage);
        swap::remove_empty(&self.created);
    }

    fn finish(self) -> Done {
        // What stood there before; its copy, if it was somebody's, is kept.
        let _swept_by_the_next_command = disk::remove_tree(&self.stage);
        let _ = swap::sync(&self.root);
        Done {
            name: self.step.name.clone(),
            what: self.step.what,
            place: self.step.place.clone(),
            links: self.links,
            kept: self.kept,
        }
    }
}

pub(crate) fn stage(root: &Path, name: &str, print: &str) -> PathBuf {
    root.join(format!("{}{name}-{}", disk::STAGE, &print[..12]))
}

fn changed(place: &Path) -> Refusal {
    Refusal::new(
        RefusalCode::ChangedMeanwhile,
        format!("{} changed while it was being replaced; nothing was changed", place.display()),
    )
}

pub(crate) fn unwritable(place: &Path, error: &io::Error) -> Refusal {
    let reason = match error.kind() {
        io::ErrorKind::PermissionDenied => "you have no permission to write there".to_owned(),
        io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only".to_owned(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => "the disk is full".to_owned(),
        io::ErrorKind::NotADirectory => "a file stands where a folder should be".to_owned(),
        _ => error.to_string(),
    };
    Refusal::new(RefusalCode::TargetNotWritable, format!("{} cannot be written: {reason}", place.display()))
}

/// Copies what stands at `place` out of the way of harm. Links are copied as links.
pub(crate) fn keep(house: &House, name: &str, place: &Path) -> Result<PathBuf, Refusal> {
    let census: Census = plan::look(place)?.unwrap_or_default();
    let stamp = house.clock.now().format(FORCED_STAMP).to_string();
    let folder = house.backups();
    let to = (0..1000)
        .map(|number| folder.join(if number == 0 { format!("{name}-{stamp}") } else { format!("{name}-{stamp}-{number}") }))
        .find(|path| fs::symlink_metadata(path).is_err());
    let Some(to) = to else { return refuse(RefusalCode::TargetNotWritable, format!("{} is full of copies", folder.display())) };
    copy(&census, place, &to).map_err(|error| {
        let _half = disk::remove_tree(&to);
        Refusal::new(
            RefusalCode::BackupFailed,
            format!("No copy of {} can be kept in {} ({error}); nothing was changed", place.display(), folder.display()),
        )
    })?;
    Ok(to)
}

pub(crate) fn copy(census: &Census, from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for (path, mark) in &census.0 {
        let (from, to) = (from.join(path), to.join(path));
        if let Some(parent) = to.parent() {
            fs::create_dir_all(parent)?;
        }
        if mark.starts_with("link:") {
            symlink(&fs::read_link(&from)?, &to)?;
        } else if mark == "special" {
            return Err(io::Error::other(format!("{} is no plain file", from.display())));
        } else {
            fs::copy(&from, &to)?;
            fs::File::open(&to)?.sync_all()?;
        }
    }
    swap::sync(to)
}
