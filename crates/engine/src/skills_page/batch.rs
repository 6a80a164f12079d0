//! What is done to several skills at once. Each has its own answer, so that one that fails hides no other; who waits is told how far
//! it is, and can end it before the next one.

use super::batch_result::{self, Outcome, Told, no, result, unwritten};
use super::edit::{self, Facts, lock_refusal};
use super::operations::Work;
use crate::ability::uninstall;
use crate::core::request;
use crate::engine::Inner;
use crate::{Answer, Engine};
use apprentice_agents::ConfigurationError;
use apprentice_agents::switches::{self, SwitchChanges};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::skill::{SkillFinding, SkillScope};
use apprentice_contracts::skill_page::*;
use apprentice_skills::agents::targets::Machine;
use apprentice_skills::discovery::listing::{Listing, Stand};
use apprentice_skills::format::fix;
use apprentice_skills::install::manage::{self, Batch, Notes};
use apprentice_skills::refusal::Refusal;
use apprentice_skills::scan::Finding;
use apprentice_skills::source::fetch::{AUTHORITIES, Watch};
use apprentice_store::sagas::Placement;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::runtime::Handle;
use tokio::sync::OwnedMutexGuard;

/// One skill that is acted on, with everything around it.
struct One<'w> {
    inner: &'w Inner,
    stand: &'w Stand,
    facts: Facts,
}

/// What all of them share: each file that says something of many is read once, and written when all is done.
struct Doing<'d> {
    machine: &'d Machine,
    batch: Batch<'d>,
    turning: Option<SwitchChanges>,
    writing: Option<OwnedMutexGuard<()>>,
}

impl Doing<'_> {
    /// From now on nobody else changes texts. Before the record is held, as everywhere: in the other order two would wait for each other.
    fn alone(&mut self, inner: &Inner) {
        self.writing.get_or_insert_with(|| Arc::clone(&inner.shelf.writing).blocking_lock_owned());
    }

    fn turn(&mut self, key: &str, enabled: bool) -> Result<(), Refusal> {
        let turning = match &mut self.turning {
            Some(turning) => turning,
            None => self.turning.insert(SwitchChanges::open(self.machine).map_err(unwritable)?),
        };
        turning.set(key, enabled).map_err(unwritable)
    }

    fn end(self) -> Result<(), Refusal> {
        self.batch.end()?;
        self.turning.map_or(Ok(()), SwitchChanges::write).map_err(unwritable)
    }
}

fn unwritable(trouble: ConfigurationError) -> Refusal {
    Refusal::new("TARGET_NOT_WRITABLE", trouble.to_string())
}

impl One<'_> {
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

    fn no_ability(&self, remedy: &str) -> Result<(), Refusal> {
        if self.facts.ability {
            return Err(Refusal::new("LEARNED", format!("{} is an ability. {remedy}", self.name())));
        }
        Ok(())
    }

    fn text(&self) -> Result<String, Refusal> {
        edit::read(self.stand).map_err(|failure| Refusal::new("UNREADABLE", failure.message))
    }
}

impl Engine {
    /// Keeps skills as they are, whatever is updated.
    pub async fn pin_skills(&self, request: SkillsRequest) -> Answer<SkillsResponse> {
        let reason = request.reason.clone().unwrap_or_default();
        self.on_each(request, move |_, doing, one| {
            one.no_ability("It changes only when you install a revision.").map_err(no)?;
            doing.batch.pin(&one.place(), Some(&reason)).map_err(no)?;
            Ok(format!("{} stays as it is.", one.name()).into())
        })
        .await
    }

    pub async fn unpin_skills(&self, request: SkillsRequest) -> Answer<SkillsResponse> {
        self.on_each(request, |_, doing, one| {
            doing.batch.pin(&one.place(), None).map_err(no)?;
            Ok(format!("{} is updated again.", one.name()).into())
        })
        .await
    }

    /// Mends what can be mended without changing what a skill says.
    pub async fn fix_skills(&self, request: SkillsRequest) -> Answer<SkillsResponse> {
        self.on_each(request, |request, _, one| {
            let _one_at_a_time = one.inner.shelf.writing.blocking_lock();
            lock_refusal(one.stand, one.facts).map_err(no)?;
            let before = one.text().map_err(no)?;
            let mended = fix::fix(&before, &edit::folder_name(one.path()));
            if mended.done.is_empty() {
                return Err(no(Refusal::new(
                    "NOTHING_TO_FIX",
                    "There is nothing that can be mended without changing what it says.",
                )));
            }
            if request.apply {
                let (home, now) = (&one.inner.edge.home, one.inner.now());
                let written = edit::replace(home, one.stand, &before, &mended.text, "fix", now);
                written.map_err(|failure| no(Refusal::new("TARGET_NOT_WRITABLE", failure.message)))?;
            }
            let words: Vec<&str> = mended.done.iter().map(|done| done.what.as_str()).collect();
            let diff = fix::diff(&one.stand.summary.file, &before, &mended.text);
            Ok(Told { diff, ..words.join("; ").into() })
        })
        .await
    }

    /// Fetches sources again and replaces what they have newer.
    pub async fn update_skills(&self, request: SkillsRequest) -> Answer<SkillsResponse> {
        let by_source = |doing: &mut Doing| doing.batch.by_source();
        self.on_each_in(by_source, request, |request, doing, one| {
            one.no_ability("It is updated by improving it.").map_err(no)?;
            let step = doing.batch.plan_update(&one.place(), request.force, request.accept_risk).map_err(no)?;
            let before = one.text().map_err(no)?;
            let after = step.text(&one.stand.summary.file).unwrap_or_default();
            let told = Told {
                message: format!("{} comes anew from {}: {} files.", one.name(), step.source, step.files),
                diff: fix::diff(&one.stand.summary.file, &before, &after),
                findings: step.findings.iter().map(finding).collect(),
                undo: None,
            };
            if !request.apply {
                return Ok(told);
            }
            let _one_at_a_time = one.inner.shelf.writing.blocking_lock();
            let (home, now) = (&one.inner.edge.home, one.inner.now());
            let kept = super::versions::keep(home, one.path(), &before, "update", now);
            kept.map_err(|error| {
                no(Refusal::new("BACKUP_FAILED", format!("No copy of it can be kept ({error}); nothing was changed")))
            })?;
            match doing.batch.update(step) {
                Ok(_) => Ok(Told { message: format!("{} was updated.", one.name()), ..told }),
                Err(refusal) => Err((refusal, Box::new(told))),
            }
        })
        .await
    }

    /// Takes skills out of agents' folders, and uninstalls abilities, which a folder or their id names; what is taken away is kept and
    /// can be brought back.
    pub async fn remove_skills(&self, request: SkillsRequest) -> Answer<SkillsResponse> {
        let order = in_turn(&request);
        self.on_each_or(uninstall_one, order, request, |request, doing, one| {
            // The link that agents read goes, not what it leads to.
            let place = PathBuf::from(one.path());
            if one.stand.summary.scope == SkillScope::System {
                let text = "It came with an agent or stands there for everybody on this machine; it is not taken away here.";
                return Err(no(Refusal::new("LOCKED", text)));
            }
            if one.stand.linked && !place.is_symlink() {
                let text = format!(
                    "A folder above {} is a link, and what it leads to may belong to others. Remove it where it stands: {}",
                    place.display(),
                    one.place().display()
                );
                return Err(no(Refusal::new("LOCKED", text)));
            }
            if request.apply {
                doing.alone(one.inner);
            }
            let removal = doing.batch.plan_removal(&place, request.force).map_err(no)?;
            let links: usize = removal.removed.iter().map(|removed| removed.links.len()).sum();
            let links = if links > 0 { format!(" and {links} links to it") } else { String::new() };
            if !request.apply {
                return Ok(format!("{}{links} would be taken away; a copy is kept.", place.display()).into());
            }
            if let Ok(text) = one.text() {
                let _the_whole_folder_is_kept =
                    super::versions::keep(&one.inner.edge.home, one.path(), &text, "remove", one.inner.now());
            }
            let kept = doing.batch.remove(&removal).map_err(no)?;
            let undo = kept.file_name().map(|name| name.to_string_lossy().into_owned());
            let days = manage::KEPT_FOR.num_days();
            let told = format!("{} was removed. For {days} days it can be brought back.", one.name());
            Ok(Told { undo, ..told.into() })
        })
        .await
    }

    /// Turns the switch that an agent has for one skill, where it has one.
    pub async fn switch_skills(&self, request: SwitchSkillsRequest) -> Answer<SkillsResponse> {
        let SwitchSkillsRequest { paths, enabled } = request::valid(request)?;
        let request = SkillsRequest { paths, apply: true, force: false, accept_risk: false, reason: None, operation_id: None };
        let answer = self
            .on_each(request, move |_, doing, one| {
                one.no_ability("Activate or deactivate the ability instead.").map_err(no)?;
                let skill = &one.stand.summary;
                let others: Vec<&str> =
                    skill.agents.iter().map(String::as_str).filter(|agent| *agent != switches::AGENT).collect();
                if others.len() == skill.agents.len() || switches::file(&one.inner.edge.machine).is_none() {
                    let text = format!(
                        "{} cannot be switched off: {} has no such setting. Remove it instead.",
                        skill.name,
                        skill.agents.join(", ")
                    );
                    return Err(no(Refusal::new("NO_SWITCH", text)));
                }
                doing.turn(&one.stand.key, enabled).map_err(no)?;
                let word = if enabled { "uses" } else { "no longer uses" };
                let rest =
                    if others.is_empty() { String::new() } else { format!(" {} have no such setting.", others.join(", ")) };
                Ok(format!("{} {word} {}.{rest}", switches::AGENT, skill.name).into())
            })
            .await;
        // A configuration is in no folder that is watched for skills.
        self.inner.catalogue.changed();
        answer
    }

    /// Ends an operation before its next skill. `NOT_FOUND`: it is over.
    pub async fn cancel_skills(&self, request: CancelSkillsRequest) -> Answer<apprentice_contracts::app::Done> {
        let request = request::valid(request)?;
        if self.inner.shelf.works.cancel(&request.operation_id) {
            return Ok(apprentice_contracts::app::Done { done: true });
        }
        Err(Failure::new(ErrorCode::NotFound, "This operation is over, or never was."))
    }

    async fn on_each<F>(&self, request: SkillsRequest, act: F) -> Answer<SkillsResponse>
    where
        F: Fn(&SkillsRequest, &mut Doing<'_>, &One) -> Outcome + Send + 'static,
    {
        let order = in_turn(&request);
        self.on_each_in(order, request, act).await
    }

    /// In another order than the one in which they are answered.
    async fn on_each_in<O, F>(&self, order: O, request: SkillsRequest, act: F) -> Answer<SkillsResponse>
    where
        O: Fn(&mut Doing<'_>) -> Result<Vec<usize>, Refusal> + Send + 'static,
        F: Fn(&SkillsRequest, &mut Doing<'_>, &One) -> Outcome + Send + 'static,
    {
        self.on_each_or(|_, _, _| None, order, request, act).await
    }

    /// `ability` answers for abilities that are treated otherwise than a skill in a folder.
    async fn on_each_or<A, O, F>(&self, ability: A, order: O, request: SkillsRequest, act: F) -> Answer<SkillsResponse>
    where
        A: Fn(&Arc<Inner>, &SkillsRequest, &AbilityId) -> Option<(String, Outcome)> + Send + 'static,
        O: Fn(&mut Doing<'_>) -> Result<Vec<usize>, Refusal> + Send + 'static,
        F: Fn(&SkillsRequest, &mut Doing<'_>, &One) -> Outcome + Send + 'static,
    {
        let request = request::valid(request)?;
        // Before the look, which may take a while: from now on it can be cancelled.
        let work = self.inner.shelf.works.begin(request.operation_id.clone());
        let paths = request.paths.clone();
        let look = move |listing: &Listing, placements: &[Placement], _: &Inner| {
            let there = placements.iter().filter(|at| !at.is_taken_out());
            let ours: HashMap<PathBuf, AbilityId> = there.map(|at| (at.folder(), at.ability_id.clone())).collect();
            (paths.iter().map(|path| listing.at(Path::new(path))).collect::<Vec<_>>(), ours)
        };
        let (stands, ours) = self.inner.at_listing(look).await?;
        let inner = self.inner.clone();
        let run = move || {
            let ability = |path: &str| {
                // What is no folder is the id of an ability.
                let id = match ours.get(Path::new(path)) {
                    Some(id) => id.clone(),
                    None if Path::new(path).is_absolute() => return None,
                    None => AbilityId(path.to_owned()),
                };
                ability(&inner, &request, &id)
            };
            each(&inner, &request, (&stands, &ours), &work, &ability, &order, &act)
        };
        tokio::task::spawn_blocking(run).await.map_err(|error| crate::internal("working on skills", &error))
    }
}

/// As they are named.
fn in_turn(request: &SkillsRequest) -> impl Fn(&mut Doing<'_>) -> Result<Vec<usize>, Refusal> + Send + use<> {
    let count = request.paths.len();
    move |_: &mut Doing<'_>| Ok((0..count).collect())
}

/// Removes the ability of this id, where there is one; its folders are emptied with those of the others.
fn uninstall_one(inner: &Arc<Inner>, request: &SkillsRequest, id: &AbilityId) -> Option<(String, Outcome)> {
    // This thread is one that may wait.
    let here = Handle::current();
    let removal = match here.block_on(inner.removal(id, request.force)) {
        Err(failure) if failure.code == ErrorCode::AbilityNotFound => return None,
        removal => removal,
    };
    let name = removal.as_ref().map_or_else(|_| id.0.clone(), |(record, ..)| record.entry.title.clone());
    let outcome = removal.and_then(|(record, placements, _)| {
        if !request.apply {
            return Ok(format!("It would be uninstalled{}; it can be brought back.", uninstall::from(&placements)).into());
        }
        let undo = here.block_on(inner.remove_of_many(id, request.force))?;
        Ok(Told { undo: Some(undo), ..format!("{} was removed.", record.entry.title).into() })
    });
    let refused = |failure: Failure| {
        let reason = failure.details.as_ref().and_then(|details| details["reason"].as_str());
        let code = match reason {
            Some("EDITED") => "EDITED",
            Some("INSTALLING") => "INSTALLING",
            _ => "NOT_REMOVED",
        };
        no(Refusal::new(code, failure.message))
    };
    Some((name, outcome.map_err(refused)))
}

fn each(
    inner: &Arc<Inner>,
    request: &SkillsRequest,
    (stands, ours): (&[Option<Stand>], &HashMap<PathBuf, AbilityId>),
    work: &Work,
    ability: &dyn Fn(&str) -> Option<(String, Outcome)>,
    order: &dyn Fn(&mut Doing<'_>) -> Result<Vec<usize>, Refusal>,
    act: &dyn Fn(&SkillsRequest, &mut Doing<'_>, &One) -> Outcome,
) -> SkillsResponse {
    let mut results: Vec<(usize, SkillResult)> = Vec::with_capacity(stands.len());
    let mut cancelled = false;
    // Before the others: these hold until their end what removing an ability takes.
    for (at, path) in request.paths.iter().enumerate() {
        cancelled |= work.is_cancelled();
        if cancelled {
            break;
        }
        if let Some((name, outcome)) = ability(path) {
            results.push((at, result(path, &name, outcome)));
            work.tell(results.len(), stands.len(), path);
        }
    }
    if request.apply && results.iter().any(|(_, result)| result.ok) {
        Handle::current().block_on(inner.after_removals());
    }
    let decided: HashSet<usize> = results.iter().map(|(at, _)| *at).collect();
    let house = inner.house();
    let authorities = inner.edge.machine.variable(AUTHORITIES).map(PathBuf::from);
    let watch = Watch { cancelled: &work.cancelled, authorities: authorities.as_deref(), ..Watch::alone() };
    let places = request.paths.iter().zip(stands).map(|(path, stand)| stand.as_ref().map_or_else(|| path.into(), edit::real));
    let batch = Batch::new(&house, &watch, places.collect());
    let mut doing = Doing { machine: &inner.edge.machine, batch, turning: None, writing: None };
    let notes = Notes::read(&house);
    let ordered = order(&mut doing);
    let broken = ordered.as_ref().err().cloned();
    for at in ordered.unwrap_or_else(|_| (0..stands.len()).collect()) {
        if decided.contains(&at) {
            continue;
        }
        let (path, stand) = (&request.paths[at], &stands[at]);
        work.tell(results.len(), stands.len(), path);
        cancelled |= work.is_cancelled();
        let name = stand.as_ref().map_or_else(|| edit::folder_name(path), |stand| stand.summary.name.clone());
        let outcome = match (stand, &broken) {
            _ if cancelled => Err(no(batch_result::cancelled())),
            (None, _) => Err(no(Refusal::new("NOT_INSTALLED", format!("There is no skill in {path}.")))),
            (Some(_), Some(refusal)) => Err(no(refusal.clone())),
            (Some(stand), None) => {
                let place = Path::new(path);
                let facts = Facts { ability: ours.contains_key(place), pinned: notes.of(place).pinned };
                act(request, &mut doing, &One { inner, stand, facts })
            }
        };
        results.push((at, result(path, &name, outcome)));
    }
    work.tell(results.len(), stands.len(), "");
    results.sort_by_key(|(at, _)| *at);
    let mut results: Vec<SkillResult> = results.into_iter().map(|(_, result)| result).collect();
    if let Err(refusal) = doing.end() {
        let written = |(at, result): &(usize, &mut SkillResult)| result.ok && !decided.contains(at);
        results.iter_mut().enumerate().filter(written).for_each(|(_, result)| unwritten(result, &refusal));
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
