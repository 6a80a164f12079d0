//! The strictest check of a task that was done in a terminal: the recorded commands, performed with the values of the run on a copy of its folder as it
//! was before, must leave what the run left.

use super::Evaluation;
use crate::effects::judge::{Effect, effects_in, names_path, text_fits};
use crate::pattern::Bindings;
use crate::program::{self, RunValues, Script};
use crate::text::clip;
use apprentice_contracts::checkpoint::{CheckpointRole, CheckpointStatus, NotReached, RecordChange, SourcePattern};
use apprentice_contracts::reading::{FolderDifference, FolderDifferenceKind};

/// What a run says that left the same.
const SAME: &str = "The recorded commands, performed with these values on a copy of the folder as it was before, leave the same.";

/// Whether a path is in the same folder as the new file of an effect, a folder that the values of the run name, and ends like it.
fn stands_beside(effect: &Effect<'_>, path: &str, items: &[Bindings]) -> bool {
    let named = match effect.source {
        SourcePattern::File { path, .. } => Some(path.as_str()),
        _ => effect.cells.iter().find(|cell| cell.header.as_deref() == Some("path")).map(|cell| cell.text.as_str()),
    };
    let parts = |path: &str| -> Option<(String, String)> {
        let (folder, name) = path.rsplit_once('/')?;
        Some((folder.to_owned(), name.rsplit_once('.')?.1.to_owned()))
    };
    let (Some((folder, ending)), Some((here, own))) = (named.and_then(parts), parts(path)) else { return false };
    effect.change == RecordChange::Added
        && folder.contains("{{")
        && ending == own
        && items.iter().any(|item| text_fits(&folder, &here, item))
}

impl Evaluation {
    /// The folder in which the commands of the run acted, if there were any.
    pub fn folder(&self) -> Option<&str> {
        self.folder.as_deref()
    }

    /// The recorded commands with the values of the run, to be performed in this folder. `None`: there are none, or a value is not known.
    pub fn script(&self, folder: &str) -> Option<Script> {
        let values = RunValues { asked: &self.asked, items: &self.items(), folder };
        program::script(self.program.as_ref()?, &self.variables, &values)
    }

    pub(super) fn judge_performed(&mut self, differences: &[FolderDifference]) {
        let Some(script) = self.folder().and_then(|folder| self.script(folder)) else { return };
        let items = self.items();
        let of_folder: Vec<usize> = (0..self.progress.len()).filter(|&at| self.is_of_folder(at)).collect();
        let names = |at: usize, one: &FolderDifference| {
            let evidence = self.progress[at].checkpoint.evidence.as_ref();
            evidence.is_some_and(|evidence| {
                let mut made = effects_in(evidence).into_iter().filter(|effect| effect.change != RecordChange::Removed);
                let of_repository = one.path.ends_with(".git");
                made.any(|effect| match effect.source {
                    SourcePattern::Output { .. } => of_repository,
                    _ => names_path(&effect, &one.path, &items),
                })
            })
        };
        // Commands that leave what they are about as it was do not fit this run, such as one that replaces what is elsewhere here.
        let idle =
            |one: &FolderDifference| one.kind == FolderDifferenceKind::Untouched && of_folder.iter().any(|&at| names(at, one));
        if differences.iter().any(idle) {
            return;
        }
        // Of several files that are made in a folder of this run, a checkpoint names those of the demonstration.
        let is_beside = |at: usize, one: &FolderDifference| {
            let effects = self.progress[at].checkpoint.evidence.as_ref().map(effects_in).unwrap_or_default();
            one.kind == FolderDifferenceKind::Missing && effects.iter().any(|effect| stands_beside(effect, &one.path, &items))
        };
        let counts = |one: &&FolderDifference| {
            matches!(one.kind, FolderDifferenceKind::Changed | FolderDifferenceKind::Untouched)
                || of_folder.iter().any(|&at| names(at, one) || is_beside(at, one))
        };
        let Some(difference) = differences.iter().find(counts) else {
            self.left_the_same(&of_folder, script.circular);
            return;
        };
        // The checkpoint about this path, else the first one.
        let Some(at) = of_folder.iter().copied().find(|&at| names(at, difference)).or(of_folder.first().copied()) else { return };
        let program = self.program.as_ref();
        let other = program.and_then(|program| program::other_words(program, &self.typed)).flatten();
        let is_refuted = |status| status == CheckpointStatus::Failed;
        let Some(verdict) = self.progress[at].verdict.as_mut().filter(|verdict| !is_refuted(verdict.status)) else { return };
        match other {
            // Whether this is a fault or a value that nobody named, only the person knows.
            Some((shown, typed)) => {
                let why = format!(
                    "Could not be decided: “{}” was typed where the demonstration has “{}”, which is no input. If it changes from run to run, say so under “What changes next time?”. {}",
                    clip(&typed, 60),
                    clip(&shown.replace("{{", "<").replace("}}", ">"), 60),
                    difference.words
                );
                verdict.status = CheckpointStatus::Skipped;
                verdict.not_reached = Some(NotReached::Undecided);
                verdict.reason = Some(clip(&why, 400));
                verdict.evidence = clip(&why, 1000);
            }
            None => {
                let why = format!(
                    "{} The recorded commands were performed with these values on a copy of the folder as it was before.",
                    difference.words
                );
                verdict.status = CheckpointStatus::Failed;
                verdict.not_reached = Some(NotReached::Refuted);
                verdict.reason = Some(clip(&why, 400));
                verdict.evidence = clip(&why, 1000);
            }
        }
    }

    /// `circular`: a value is only known from what the run did, so that being the same proves less than what was read.
    fn left_the_same(&mut self, of_folder: &[usize], circular: bool) {
        for &at in of_folder {
            let Some(verdict) = self.progress[at].verdict.as_mut() else { continue };
            match verdict.status {
                CheckpointStatus::Reached => verdict.evidence = clip(&format!("{} {SAME}", verdict.evidence), 1000),
                _ if circular => {}
                _ => {
                    verdict.status = CheckpointStatus::Reached;
                    verdict.evidence = SAME.to_owned();
                    verdict.reason = None;
                    verdict.not_reached = None;
                }
            }
        }
    }

    /// Whether a checkpoint decides and all it reads is of the folder.
    fn is_of_folder(&self, at: usize) -> bool {
        let checkpoint = &self.progress[at].checkpoint;
        let effects = checkpoint.evidence.as_ref().map(effects_in).unwrap_or_default();
        checkpoint.role == CheckpointRole::Effect
            && !effects.is_empty()
            && effects.iter().all(|effect| effect.source.address().is_none())
    }
}
