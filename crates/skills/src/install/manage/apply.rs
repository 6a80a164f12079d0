//! Executes a plan: stages beside the targets, swaps by renames, writes the record, and undoes everything after a failure.

use super::locks::ManagedLocks;
use super::manifest::{self, Manifest};
use super::plan::{InstallPlan, InstallStep, StepAction};
use super::record::LockedRecord;
use super::removed::FORCED_STAMP;
use super::scope::InstallContext;
use super::{links, plan};
use crate::disk;
use crate::files::fingerprint;
use crate::install::lock::Lock;
use crate::install::swap::{self, WrittenStage};
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
pub struct StepResult {
    /// Name of the skill.
    pub name: String,
    /// What was done.
    pub what: StepAction,
    /// The skill's folder.
    pub place: PathBuf,
    /// Links that were made.
    pub links: Vec<PathBuf>,
    /// The copy of the replaced folder, if it was not ours to lose.
    pub kept: Option<PathBuf>,
}

/// Executes `plan`, all or nothing. Refuses if anything changed since the plan was made.
pub fn apply(context: &InstallContext, plan: &InstallPlan) -> Result<Vec<StepResult>, Refusal> {
    execute(context, &mut context.lock_record()?, &mut ManagedLocks::of(context), plan)
}

pub(crate) fn execute(
    context: &InstallContext,
    held: &mut LockedRecord,
    locks: &mut ManagedLocks,
    plan: &InstallPlan,
) -> Result<Vec<StepResult>, Refusal> {
    let steps: Vec<&InstallStep> = plan.steps.iter().filter(|step| step.what != StepAction::Nothing).collect();
    steps.iter().try_for_each(|step| check_unchanged(held, step))?;
    steps.iter().for_each(|step| held.record.put(pending_entry(step)));
    held.write()?;
    let mut moves: Vec<StagedStep> = Vec::new();
    let result = steps.iter().try_for_each(|step| {
        moves.push(StagedStep::of(step));
        let last = moves.len() - 1;
        moves[last].stage(context)
    });
    let result = result.and_then(|()| moves.iter_mut().try_for_each(StagedStep::swap_in));
    let result = result.and_then(|()| {
        moves.iter_mut().try_for_each(StagedStep::link)?;
        locks.refresh()?;
        moves.iter().filter(|at| at.step.entry.locked).try_for_each(|at| {
            let lock_file = locks.get(at.step.entry.project.as_deref())?;
            lock_file.into_iter().for_each(|lock_file| lock_file.note(&held.record, &at.step.entry, &at.step.package));
            Ok(())
        })
    });
    let before = locks.before();
    let result = result.and_then(|()| locks.write());
    if let Err(refusal) = result {
        locks.drop_changes();
        roll_back(&before, held, &mut moves);
        return Err(refusal);
    }
    for at in &moves {
        held.record.put(at.step.entry.clone());
    }
    held.write()?;
    Ok(moves.into_iter().map(StagedStep::finish).collect())
}

/// The record entry while a step is under way.
fn pending_entry(step: &InstallStep) -> super::record::RecordEntry {
    let mut now = step.known.clone().unwrap_or_else(|| {
        let mut fresh = step.entry.clone();
        fresh.files.clear();
        fresh.fresh = true;
        fresh
    });
    now.pending = Some(Box::new(step.entry.clone()));
    now
}

fn check_unchanged(held: &LockedRecord, step: &InstallStep) -> Result<(), Refusal> {
    if held.record.at(&step.place) != step.known.as_ref() || plan::read_manifest(&step.place)? != step.expected {
        return refuse(
            RefusalCode::ChangedMeanwhile,
            format!("{} changed since this was planned; try again", step.place.display()),
        );
    }
    Ok(())
}

fn roll_back(before: &BTreeMap<Option<PathBuf>, Lock>, held: &mut LockedRecord, moves: &mut [StagedStep]) {
    for at in moves.iter_mut().rev() {
        at.undo();
        match &at.step.known {
            Some(known) => held.record.put(known.clone()),
            None => held.record.drop_at(&at.step.place),
        }
    }
    let locked = moves.iter().map(|at| &at.step.entry).filter(|entry| entry.locked);
    let names: Vec<_> = locked.map(|entry| (entry.project.clone(), entry.name.clone())).collect();
    let _its_own_failure_is_told = ManagedLocks::put_back(before, &names);
    let _the_next_command_settles_it = held.write();
}

/// Reads the plain files of an installed skill.
pub(crate) fn package(place: &Path) -> Result<Package, Refusal> {
    let manifest = plan::read_manifest(place)?.unwrap_or_default();
    let mut package = Package::default();
    for path in manifest.0.keys() {
        let bytes = fs::read(place.join(path)).map_err(|error| unwritable(place, &error))?;
        package.files.0.insert(path.clone(), bytes);
    }
    Ok(package)
}

/// One step and its progress.
struct StagedStep<'a> {
    step: &'a InstallStep,
    root: PathBuf,
    stage: PathBuf,
    written: Option<WrittenStage>,
    created: Vec<PathBuf>,
    swapped: bool,
    links: Vec<PathBuf>,
    kept: Option<PathBuf>,
}

impl<'a> StagedStep<'a> {
    fn of(step: &'a InstallStep) -> Self {
        let root = step.place.parent().unwrap_or(&step.place).to_path_buf();
        let stage = stage_path(&root, &step.name, &fingerprint(&step.package.files));
        Self { step, root, stage, written: None, created: Vec::new(), swapped: false, links: Vec::new(), kept: None }
    }

    fn stage(&mut self, context: &InstallContext) -> Result<(), Refusal> {
        let failed = |error: io::Error| unwritable(&self.step.place, &error);
        self.created = swap::create_missing(&self.root).map_err(failed)?;
        if self.is_in_place() {
            return Ok(());
        }
        let written = swap::write_stage(&self.stage, &self.step.package.files, &self.step.package.executable);
        self.written = Some(written.map_err(failed)?);
        if self.step.what == StepAction::Replace {
            self.kept = Some(backup(context, &self.step.name, &self.step.place)?);
        }
        Ok(())
    }

    /// The files are in place; only the record or a link is missing.
    fn is_in_place(&self) -> bool {
        self.step.expected.as_ref().is_some_and(|there| there.0 == self.step.entry.files)
    }

    fn swap_in(&mut self) -> Result<(), Refusal> {
        let place = &self.step.place;
        if self.is_in_place() {
            return Ok(());
        }
        let Some(expected) = &self.step.expected else {
            swap::move_in(&self.stage, place).map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists | io::ErrorKind::DirectoryNotEmpty => changed(place),
                _ => unwritable(place, &error),
            })?;
            self.swapped = true;
            // If somebody exchanged the stage at the last moment, what was moved is theirs.
            return self
                .written
                .as_ref()
                .map_or(Ok(()), |written| written.check_at(place).map_err(|error| unwritable(place, &error)));
        };
        swap::exchange(&self.stage, place).map_err(|error| unwritable(place, &error))?;
        self.swapped = true;
        if let Some(Err(error)) = self.written.as_ref().map(|written| written.check_at(place)) {
            return Err(unwritable(place, &error));
        }
        // Somebody may have saved a change between the check and the swap; then it is swapped back.
        if manifest::read(&self.stage).ok().flatten().as_ref() == Some(expected) { Ok(()) } else { Err(changed(place)) }
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

    fn finish(self) -> StepResult {
        // The stage now holds the old version; if it was somebody's, a copy was kept.
        let _swept_by_the_next_command = disk::remove_tree(&self.stage);
        let _ = swap::sync(&self.root);
        StepResult {
            name: self.step.name.clone(),
            what: self.step.what,
            place: self.step.place.clone(),
            links: self.links,
            kept: self.kept,
        }
    }
}

pub(crate) fn stage_path(root: &Path, name: &str, print: &str) -> PathBuf {
    root.join(format!("{}{name}-{}", disk::STAGE, &print[..12]))
}

fn changed(place: &Path) -> Refusal {
    Refusal::new(
        RefusalCode::ChangedMeanwhile,
        format!("{} changed while it was being replaced; nothing was changed", place.display()),
    )
}

pub(crate) fn unwritable(place: &Path, error: &io::Error) -> Refusal {
    let reason = disk::write_failure(error);
    Refusal::new(RefusalCode::TargetNotWritable, format!("{} cannot be written: {reason}", place.display()))
}

/// Copies `place` to the backups. Links are copied as links.
pub(crate) fn backup(context: &InstallContext, name: &str, place: &Path) -> Result<PathBuf, Refusal> {
    let manifest: Manifest = plan::read_manifest(place)?.unwrap_or_default();
    let stamp = context.clock.now().format(FORCED_STAMP).to_string();
    let folder = context.backups();
    let to = (0..1000)
        .map(|number| folder.join(if number == 0 { format!("{name}-{stamp}") } else { format!("{name}-{stamp}-{number}") }))
        .find(|path| fs::symlink_metadata(path).is_err());
    let Some(to) = to else { return refuse(RefusalCode::TargetNotWritable, format!("{} is full of copies", folder.display())) };
    copy(&manifest, place, &to).map_err(|error| {
        let _half = disk::remove_tree(&to);
        Refusal::new(
            RefusalCode::BackupFailed,
            format!("No copy of {} can be kept in {} ({error}); nothing was changed", place.display(), folder.display()),
        )
    })?;
    Ok(to)
}

pub(crate) fn copy(manifest: &Manifest, from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for (path, mark) in &manifest.0 {
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
