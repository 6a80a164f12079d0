//! Batch operations on skills. Each skill has its own result, so that one failure does not hide the others. The caller sees the
//! progress and can cancel before the next skill.

use super::batch_result::{BatchResult, ItemOutcome, mark_unrecorded, refused, result};
use super::edit::{SkillStatus, lock_refusal};
use super::operations::Operation;
use super::{batch_result, edit};
use crate::Answer;
use crate::ability::operations::uninstall;
use crate::core::blocking::blocking;
use crate::skills_page::SkillsPage;
use apprentice_agents::switches::SwitchChanges;
use apprentice_agents::{ConfigurationError, switches};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::skill::{SkillFinding, SkillScope};
use apprentice_contracts::skill_page::*;
use apprentice_skills::agents::targets::Machine;
use apprentice_skills::discovery::listing::{ListedSkill, Listing};
use apprentice_skills::format::fix;
use apprentice_skills::install::manage;
use apprentice_skills::install::manage::{Batch, InstallNotes};
use apprentice_skills::refusal::{Refusal, RefusalCode};
use apprentice_skills::scan::Finding;
use apprentice_skills::source::fetch::{AUTHORITIES, FetchOptions};
use apprentice_store::sagas::Placement;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::runtime::Handle;
use tokio::sync::OwnedMutexGuard;

/// One skill of a batch.
struct BatchItem<'w> {
    page: &'w SkillsPage,
    stand: &'w ListedSkill,
    facts: SkillStatus,
}

/// What all skills of a batch share. A file that describes many skills is read once, and written at the end.
struct BatchContext<'d> {
    machine: &'d Machine,
    batch: Batch<'d>,
    switching: Option<SwitchChanges>,
    writing: Option<OwnedMutexGuard<()>>,
}

impl BatchContext<'_> {
    /// Locks writes of texts. This lock is always taken before the installer's record; the opposite order could deadlock.
    fn lock_writes(&mut self, page: &SkillsPage) {
        self.writing.get_or_insert_with(|| Arc::clone(&page.writing).blocking_lock_owned());
    }

    fn turn(&mut self, key: &str, enabled: bool) -> Result<(), Refusal> {
        let switching = match &mut self.switching {
            Some(switching) => switching,
            None => self.switching.insert(SwitchChanges::open(self.machine).map_err(unwritable)?),
        };
        switching.set(key, enabled).map_err(unwritable)
    }

    fn end(self) -> Result<(), Refusal> {
        self.batch.end()?;
        self.switching.map_or(Ok(()), SwitchChanges::write).map_err(unwritable)
    }
}

fn unwritable(trouble: ConfigurationError) -> Refusal {
    Refusal::new(RefusalCode::TargetNotWritable, trouble.to_string())
}

impl BatchItem<'_> {
    fn path(&self) -> &str {
        &self.stand.summary.path
    }

    fn name(&self) -> &str {
        &self.stand.summary.name
    }

    /// The folder that installers know.
    fn place(&self) -> PathBuf {
        edit::real(self.stand)
    }

    fn refuse_ability(&self, remedy: &str) -> Result<(), Refusal> {
        if self.facts.ability {
            return Err(Refusal::new(RefusalCode::Learned, format!("{} is an ability. {remedy}", self.name())));
        }
        Ok(())
    }

    /// What came with an agent is not followed by updates of ours.
    fn refuse_system(&self) -> Result<(), Refusal> {
        if self.stand.summary.scope == SkillScope::System {
            let text = "It came with an agent or belongs to all users of this machine; it is not changed here.";
            return Err(Refusal::new(RefusalCode::Locked, text));
        }
        Ok(())
    }

    fn text(&self) -> Result<String, Refusal> {
        edit::read(self.stand).map_err(|failure| Refusal::new(RefusalCode::Unreadable, failure.message))
    }
}

impl SkillsPage {
    pub(crate) async fn pin_skills(&self, request: SkillsRequest) -> Answer<SkillsResponse> {
        let reason = request.reason.clone().unwrap_or_default();
        self.for_each(request, move |_, context, item| {
            item.refuse_ability("It changes only when you install a revision.").map_err(refused)?;
            item.refuse_system().map_err(refused)?;
            context.batch.pin(&item.place(), Some(&reason)).map_err(refused)?;
            Ok(format!("{} stays as it is.", item.name()).into())
        })
        .await
    }

    pub(crate) async fn unpin_skills(&self, request: SkillsRequest) -> Answer<SkillsResponse> {
        self.for_each(request, |_, context, item| {
            context.batch.pin(&item.place(), None).map_err(refused)?;
            Ok(format!("{} is updated again.", item.name()).into())
        })
        .await
    }

    pub(crate) async fn fix_skills(&self, request: SkillsRequest) -> Answer<SkillsResponse> {
        self.for_each(request, |request, _, item| {
            let _writing = item.page.writing.blocking_lock();
            lock_refusal(item.stand, item.facts).map_err(refused)?;
            let before = item.text().map_err(refused)?;
            let mended = fix::fix(&before, &edit::folder_name(item.path()));
            if mended.done.is_empty() {
                return Err(refused(Refusal::new(
                    RefusalCode::NothingToFix,
                    "Nothing can be fixed without changing what the skill says.",
                )));
            }
            if request.apply {
                let (home, now) = (&item.page.core.options.home, item.page.core.now());
                let written = edit::replace(home, item.stand, &before, &mended.text, "fix", now);
                written.map_err(|failure| refused(Refusal::new(RefusalCode::TargetNotWritable, failure.message)))?;
            }
            let words: Vec<&str> = mended.done.iter().map(|done| done.what.as_str()).collect();
            let diff = fix::diff(&item.stand.summary.file, &before, &mended.text);
            Ok(BatchResult { diff, ..words.join("; ").into() })
        })
        .await
    }

    pub(crate) async fn update_skills(&self, request: SkillsRequest) -> Answer<SkillsResponse> {
        let by_source = |context: &mut BatchContext| context.batch.by_source();
        self.for_each_in(by_source, request, |request, context, item| {
            item.refuse_ability("It is updated by improving it.").map_err(refused)?;
            item.refuse_system().map_err(refused)?;
            let step = context.batch.plan_update(&item.place(), request.force, request.accept_risk).map_err(refused)?;
            let before = item.text().map_err(refused)?;
            let after = step.text(&item.stand.summary.file).unwrap_or_default();
            let result_text = BatchResult {
                message: format!("{} is fetched again from {}: {} files.", item.name(), step.source, step.files),
                diff: fix::diff(&item.stand.summary.file, &before, &after),
                findings: step.findings.iter().map(finding).collect(),
                undo: None,
            };
            if !request.apply {
                return Ok(result_text);
            }
            let _writing = item.page.writing.blocking_lock();
            let (home, now) = (&item.page.core.options.home, item.page.core.now());
            let kept = super::versions::keep(home, item.path(), &before, "update", now);
            kept.map_err(|error| {
                refused(Refusal::new(
                    RefusalCode::BackupFailed,
                    format!("No copy of it can be kept ({error}); nothing was changed"),
                ))
            })?;
            match context.batch.update(step) {
                Ok(_) => Ok(BatchResult { message: format!("{} was updated.", item.name()), ..result_text }),
                Err(refusal) => Err((refusal, Box::new(result_text))),
            }
        })
        .await
    }

    pub(crate) async fn remove_skills(&self, request: SkillsRequest) -> Answer<SkillsResponse> {
        let order = request_order(&request);
        self.for_each_or(uninstall_one, order, request, |request, context, item| {
            // Removes the link that agents read, not its target.
            let place = PathBuf::from(item.path());
            if item.stand.summary.scope == SkillScope::System {
                let text = "It came with an agent or belongs to all users of this machine; it cannot be removed here.";
                return Err(refused(Refusal::new(RefusalCode::Locked, text)));
            }
            if item.stand.linked && !place.is_symlink() {
                let text = format!(
                    "A folder above {} is a link, and its target may belong to others. Remove the skill at its own place: {}",
                    place.display(),
                    item.place().display()
                );
                return Err(refused(Refusal::new(RefusalCode::Locked, text)));
            }
            if request.apply {
                context.lock_writes(item.page);
            }
            let removal = context.batch.plan_removal(&place, request.force).map_err(refused)?;
            let links: usize = removal.removed.iter().map(|removed| removed.links.len()).sum();
            let links = if links > 0 { format!(" and {links} links to it") } else { String::new() };
            if !request.apply {
                return Ok(format!("{}{links} would be removed; a copy is kept.", place.display()).into());
            }
            if let Ok(text) = item.text() {
                // A failure is harmless: the whole folder is kept as well.
                let _ = super::versions::keep(&item.page.core.options.home, item.path(), &text, "remove", item.page.core.now());
            }
            let kept = context.batch.remove(&removal).map_err(refused)?;
            let undo = kept.file_name().map(|name| name.to_string_lossy().into_owned());
            let days = manage::KEPT_FOR.num_days();
            let result_text = format!("{} was removed. It can be restored for {days} days.", item.name());
            Ok(BatchResult { undo, ..result_text.into() })
        })
        .await
    }

    pub(crate) async fn switch_skills(&self, request: SwitchSkillsRequest) -> Answer<SkillsResponse> {
        let SwitchSkillsRequest { paths, enabled } = request;
        let request = SkillsRequest { paths, apply: true, force: false, accept_risk: false, reason: None, operation_id: None };
        let answer = self
            .for_each(request, move |_, context, item| {
                item.refuse_ability("Activate or deactivate the ability instead.").map_err(refused)?;
                let skill = &item.stand.summary;
                let others: Vec<&str> =
                    skill.agents.iter().map(String::as_str).filter(|agent| *agent != switches::AGENT).collect();
                if others.len() == skill.agents.len() || switches::file(&item.page.core.options.machine).is_none() {
                    let text = format!(
                        "{} cannot be switched off: {} has no such setting. Remove it instead.",
                        skill.name,
                        skill.agents.join(", ")
                    );
                    return Err(refused(Refusal::new(RefusalCode::NoSwitch, text)));
                }
                context.turn(&item.stand.key, enabled).map_err(refused)?;
                let word = if enabled { "uses" } else { "no longer uses" };
                let rest =
                    if others.is_empty() { String::new() } else { format!(" {} have no such setting.", others.join(", ")) };
                Ok(format!("{} {word} {}.{rest}", switches::AGENT, skill.name).into())
            })
            .await;
        // The configuration is in no watched folder.
        self.catalogue.changed();
        answer
    }

    pub(crate) async fn cancel_skills(&self, request: CancelSkillsRequest) -> Answer<apprentice_contracts::app::Done> {
        if self.operations.cancel(&request.operation_id) {
            return Ok(apprentice_contracts::app::Done { done: true });
        }
        Err(Failure::new(ErrorCode::NotFound, "This operation is over, or never was."))
    }

    async fn for_each<F>(&self, request: SkillsRequest, act: F) -> Answer<SkillsResponse>
    where
        F: Fn(&SkillsRequest, &mut BatchContext<'_>, &BatchItem) -> ItemOutcome + Send + 'static,
    {
        let order = request_order(&request);
        self.for_each_in(order, request, act).await
    }

    /// Processes the skills in another order than that of the results.
    async fn for_each_in<O, F>(&self, order: O, request: SkillsRequest, act: F) -> Answer<SkillsResponse>
    where
        O: Fn(&mut BatchContext<'_>) -> Result<Vec<usize>, Refusal> + Send + 'static,
        F: Fn(&SkillsRequest, &mut BatchContext<'_>, &BatchItem) -> ItemOutcome + Send + 'static,
    {
        self.for_each_or(|_, _, _| None, order, request, act).await
    }

    /// `ability` handles the skills that are abilities.
    async fn for_each_or<A, O, F>(&self, ability: A, order: O, request: SkillsRequest, act: F) -> Answer<SkillsResponse>
    where
        A: Fn(&SkillsPage, &SkillsRequest, &AbilityId) -> Option<(String, ItemOutcome)> + Send + 'static,
        O: Fn(&mut BatchContext<'_>) -> Result<Vec<usize>, Refusal> + Send + 'static,
        F: Fn(&SkillsRequest, &mut BatchContext<'_>, &BatchItem) -> ItemOutcome + Send + 'static,
    {
        // Registered before the listing is read, so that the operation can be cancelled from now on.
        let operation = self.operations.begin(request.operation_id.clone());
        let paths = request.paths.clone();
        let look = move |listing: &Listing, placements: &[Placement]| {
            let there = placements.iter().filter(|at| !at.is_taken_out());
            let ours: HashMap<PathBuf, AbilityId> = there.map(|at| (at.folder(), at.ability_id.clone())).collect();
            (paths.iter().map(|path| listing.at(Path::new(path))).collect::<Vec<_>>(), ours)
        };
        let (stands, ours) = self.catalogue.at_listing(look).await?;
        let page = self.clone();
        let run = move || {
            let ability = |path: &str| {
                // A relative name is the id of an ability.
                let id = match ours.get(Path::new(path)) {
                    Some(id) => id.clone(),
                    None if Path::new(path).is_absolute() => return None,
                    None => AbilityId(path.to_owned()),
                };
                ability(&page, &request, &id)
            };
            run_batch(&page, &request, (&stands, &ours), &operation, &ability, &order, &act)
        };
        blocking("working on skills", run).await
    }
}

/// The order of the request.
fn request_order(request: &SkillsRequest) -> impl Fn(&mut BatchContext<'_>) -> Result<Vec<usize>, Refusal> + Send + use<> {
    let count = request.paths.len();
    move |_: &mut BatchContext<'_>| Ok((0..count).collect())
}

/// Uninstalls the ability with this id, if there is one. The folders of all removed abilities are updated together.
fn uninstall_one(page: &SkillsPage, request: &SkillsRequest, id: &AbilityId) -> Option<(String, ItemOutcome)> {
    // This thread may block.
    let here = Handle::current();
    let removal = match here.block_on(page.abilities.removal(id, request.force)) {
        Err(failure) if failure.code == ErrorCode::AbilityNotFound => return None,
        removal => removal,
    };
    let name = removal.as_ref().map_or_else(|_| id.0.clone(), |(record, ..)| record.entry.title.clone());
    let outcome = removal.and_then(|(record, placements, _)| {
        if !request.apply {
            return Ok(format!("It would be uninstalled{}; it can be restored.", uninstall::from_folders(&placements)).into());
        }
        let undo = here.block_on(page.abilities.remove_in_batch(id, request.force))?;
        Ok(BatchResult { undo: Some(undo), ..format!("{} was removed.", record.entry.title).into() })
    });
    let removal_refused = |failure: Failure| {
        let reason = failure.details.as_ref().and_then(|details| details["reason"].as_str());
        let code = match reason {
            Some("EDITED") => RefusalCode::Edited,
            Some("INSTALLING") => RefusalCode::Installing,
            _ => RefusalCode::NotRemoved,
        };
        refused(Refusal::new(code, failure.message))
    };
    Some((name, outcome.map_err(removal_refused)))
}

fn run_batch(
    page: &SkillsPage,
    request: &SkillsRequest,
    (stands, ours): (&[Option<ListedSkill>], &HashMap<PathBuf, AbilityId>),
    operation: &Operation,
    ability: &dyn Fn(&str) -> Option<(String, ItemOutcome)>,
    order: &dyn Fn(&mut BatchContext<'_>) -> Result<Vec<usize>, Refusal>,
    act: &dyn Fn(&SkillsRequest, &mut BatchContext<'_>, &BatchItem) -> ItemOutcome,
) -> SkillsResponse {
    let mut results: Vec<(usize, SkillResult)> = Vec::with_capacity(stands.len());
    let mut cancelled = false;
    // Abilities come first, because the batch holds locks that removing an ability needs.
    for (at, path) in request.paths.iter().enumerate() {
        cancelled |= operation.is_cancelled();
        if cancelled {
            break;
        }
        if let Some((name, outcome)) = ability(path) {
            results.push((at, result(path, &name, outcome)));
            operation.report_progress(results.len(), stands.len(), path);
        }
    }
    if request.apply && results.iter().any(|(_, result)| result.ok) {
        Handle::current().block_on(page.abilities.after_removals());
    }
    let decided: HashSet<usize> = results.iter().map(|(at, _)| *at).collect();
    let installer = page.core.installer();
    let authorities = page.core.options.machine.variable(AUTHORITIES).map(PathBuf::from);
    let watch =
        FetchOptions { cancelled: &operation.cancelled, authorities: authorities.as_deref(), ..FetchOptions::unattended() };
    let places = request.paths.iter().zip(stands).map(|(path, stand)| stand.as_ref().map_or_else(|| path.into(), edit::real));
    let batch = Batch::new(&installer, &watch, places.collect());
    let mut context = BatchContext { machine: &page.core.options.machine, batch, switching: None, writing: None };
    let notes = InstallNotes::read(&installer);
    let ordered = order(&mut context);
    let broken = ordered.as_ref().err().cloned();
    for at in ordered.unwrap_or_else(|_| (0..stands.len()).collect()) {
        if decided.contains(&at) {
            continue;
        }
        let (path, stand) = (&request.paths[at], &stands[at]);
        operation.report_progress(results.len(), stands.len(), path);
        cancelled |= operation.is_cancelled();
        let name = stand.as_ref().map_or_else(|| edit::folder_name(path), |stand| stand.summary.name.clone());
        let outcome = match (stand, &broken) {
            _ if cancelled => Err(refused(batch_result::cancelled())),
            (None, _) => Err(refused(Refusal::new(RefusalCode::NotInstalled, format!("There is no skill in {path}.")))),
            (Some(_), Some(refusal)) => Err(refused(refusal.clone())),
            (Some(stand), None) => {
                let place = Path::new(path);
                let facts = SkillStatus { ability: ours.contains_key(place), pinned: notes.of(place).pinned };
                act(request, &mut context, &BatchItem { page, stand, facts })
            }
        };
        results.push((at, result(path, &name, outcome)));
    }
    operation.report_progress(results.len(), stands.len(), "");
    results.sort_by_key(|(at, _)| *at);
    // What the request overrules already does not help again.
    let result = |(_, result): (usize, SkillResult)| SkillResult {
        can_force: result.can_force && !request.force,
        can_accept_risk: result.can_accept_risk && !request.accept_risk,
        ..result
    };
    let mut results: Vec<SkillResult> = results.into_iter().map(result).collect();
    if let Err(refusal) = context.end() {
        let written = |(at, result): &(usize, &mut SkillResult)| result.ok && !decided.contains(at);
        results.iter_mut().enumerate().filter(written).for_each(|(_, result)| mark_unrecorded(result, &refusal));
    }
    SkillsResponse { results, cancelled }
}

fn finding(found: &Finding) -> SkillFinding {
    SkillFinding {
        code: found.code.to_owned(),
        severity: found.severity,
        message: format!("{}: {}", found.file, found.reason),
        line: found.line,
        suggestion: None,
    }
}
