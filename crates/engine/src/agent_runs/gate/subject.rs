//! What a gate tries: the skill, the task in words, and what a try is judged by.

use crate::Answer;
use crate::agent_runs::AgentRuns;
use crate::core::blocking::blocking;
use crate::core::request::invalid;
use crate::proposal::draft::{WorkingDraft, trimmed};
use crate::proposal::{examples, gates};
use crate::session::practice;
use crate::validation::policy::acting::{Task, acting_in_a_run};
use crate::validation::trial;
use apprentice_contracts::agent_practice::{PracticeResult, PracticeResultKind};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::gate::StartGateRequest;
use apprentice_contracts::ids::{AbilityId, LearnSessionId, ProposalId};
use apprentice_contracts::observation::{ActionDetails, ObservedAction};
use apprentice_contracts::skill::SkillSummary;
use apprentice_contracts::test_policy::ActingTestPolicy;
use apprentice_skills::discovery::listing::Listing;
use apprentice_skills::format::bundle::{self, Profile};
use apprentice_skills::install::put::fingerprint;
use apprentice_skills::source::package::{self, Limits};
use apprentice_store::sagas::{self, Placement};
use serde_json::json;
use std::path::{Path, PathBuf};

/// The most recorded actions in the prompt of an agent.
const MAX_ACTIONS: usize = 300;
/// The longest of them, in characters.
const MAX_ACTION: usize = 400;
/// The longest SKILL.md that a gate tries, in bytes.
const MAX_SKILL: u64 = 256 << 10;

/// What is tried.
pub(super) struct Subject {
    pub title: String,
    pub ability: Option<AbilityId>,
    pub proposal: Option<ProposalId>,
    pub skill_md: String,
    /// Identifies its files.
    pub fingerprint: String,
    /// The folder of a skill that was not taught here: it may have more files than its SKILL.md.
    pub folder: Option<PathBuf>,
    /// Where the skill lies on this machine.
    pub copies: Vec<PathBuf>,
    pub goal: String,
    pub judge: Judge,
    pub policy: ActingTestPolicy,
    /// The recorded actions, in words. Errors: why there are none, as a sentence.
    pub trace: Result<Vec<String>, &'static str>,
}

/// What decides whether a try did the task.
pub(super) enum Judge {
    /// The effects of this draft, as in its rehearsals.
    Checkpoints(ProposalId, Box<WorkingDraft>),
    /// What the person named.
    Results(Vec<PracticeResult>),
}

impl AgentRuns {
    /// What a request names. Errors: `INVALID_REQUEST` naming the field, also where nothing is there to judge a try by; `ABILITY_NOT_FOUND`,
    /// `ABILITY_NOT_USABLE`, those of a rehearsal by an agent.
    pub(super) async fn gate_subject(&self, request: &StartGateRequest) -> Answer<Subject> {
        let mut subject = self.named_subject(request).await?;
        // A copy of another agent, or one that nobody installed through Apprentice, would give the skill away as well.
        for copy in self.copies_of(&subject.skill_md).await? {
            if !subject.copies.contains(&copy) {
                subject.copies.push(copy);
            }
        }
        Ok(subject)
    }

    /// The folders of all skills of this machine that have the name of this one, or its text.
    async fn copies_of(&self, skill_md: &str) -> Answer<Vec<PathBuf>> {
        let skill_md = skill_md.to_owned();
        let name = bundle::summary(&skill_md, "", Profile::Lenient).map(|head| head.name).unwrap_or_default();
        let is_copy = move |skill: &SkillSummary| {
            let at = Path::new(&skill.path).join(&skill.file);
            !name.is_empty() && skill.name == name || std::fs::read(at).is_ok_and(|text| text == skill_md.as_bytes())
        };
        let look = move |listing: &Listing, _: &[Placement]| {
            listing.skills().filter(is_copy).map(|skill| PathBuf::from(skill.path)).collect::<Vec<_>>()
        };
        self.catalogue.at_listing(look).await
    }

    async fn named_subject(&self, request: &StartGateRequest) -> Answer<Subject> {
        let mut results = request.results.clone();
        practice::check_results(&mut results, "results")?;
        if results.iter().any(|result| result.kind == PracticeResultKind::OnYourWord) {
            return Err(invalid(
                "results",
                "a gate uses only results that Apprentice can read; remove those that only you can judge",
            ));
        }
        match (&request.ability, request.proposal_id, &request.skill) {
            (Some(named), None, None) => {
                let found = self.ability(named).await?;
                let id = found.entry.ability_id;
                let missing = || {
                    let message = format!("{id} has no installed skill that could be tried. Activate it first.");
                    Failure::new(ErrorCode::AbilityNotUsable, message).with_details(json!({ "ability_id": id }))
                };
                let skill = self.abilities.for_a_person(&id).await?.ok_or_else(missing)?;
                let copies = self.copies(&id).await?;
                match found.proposal_id {
                    Some(proposal) => {
                        let taught = self.taught(proposal, request, results).await?;
                        let fingerprint = self.installed_files(&id).await?.unwrap_or_else(|| gates::of_draft(&skill.skill_md));
                        let skill_md = skill.skill_md;
                        Ok(Subject { ability: Some(id), title: skill.title, skill_md, fingerprint, copies, ..taught })
                    }
                    None => {
                        let other = self.other(request, results, skill.title, skill.skill_md, Some(&id)).await?;
                        let fingerprint = match &skill.folder {
                            Some(folder) => files_of(folder.clone()).await?,
                            // The agent gets the one file.
                            None => other.fingerprint.clone(),
                        };
                        Ok(Subject { ability: Some(id), folder: skill.folder, fingerprint, copies, ..other })
                    }
                }
            }
            (None, Some(proposal), None) => {
                let taught = self.taught(proposal, request, results).await?;
                let copies = match &taught.ability {
                    Some(ability) => self.copies(ability).await?,
                    None => Vec::new(),
                };
                Ok(Subject { copies, ..taught })
            }
            (None, None, Some(folder)) => {
                let folder = PathBuf::from(folder);
                let (home, named) = (self.core.options.home.clone(), folder.clone());
                let (folder, skill_md) = blocking("reading a skill", move || skill_in(&named, &home)).await??;
                let of_folder = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                let head = bundle::summary(&skill_md, &of_folder, Profile::Lenient).ok();
                let title = head.map(|head| head.name).filter(|name| !name.is_empty()).unwrap_or(of_folder);
                let other = self.other(request, results, title, skill_md, None).await?;
                let fingerprint = files_of(folder.clone()).await?;
                Ok(Subject { copies: vec![folder.clone()], folder: Some(folder), fingerprint, ..other })
            }
            _ => Err(invalid("ability", "name one thing: an ability, a draft by proposal_id, or the folder of a skill by skill")),
        }
    }

    async fn taught(&self, id: ProposalId, request: &StartGateRequest, results: Vec<PracticeResult>) -> Answer<Subject> {
        let chosen = request.test_policy.clone();
        let (record, working, policy) = self.validation.check_agent_rehearsal(id, &request.inputs, chosen).await?;
        let judge = match (trial::can_be_judged(&working.record.draft.checkpoints), results.is_empty()) {
            (true, true) => Judge::Checkpoints(id, Box::new(working.clone())),
            (true, false) => {
                return Err(invalid("results", "this skill has effects of its own by which a try is judged; leave results out"));
            }
            (false, true) => return Err(nothing_to_judge_by("None of its effects is read in files")),
            (false, false) => Judge::Results(results),
        };
        let proposal = &working.record.proposal;
        let goal = request.goal.clone().or_else(|| record.session.goal.clone()).filter(|goal| !goal.trim().is_empty());
        Ok(Subject {
            title: proposal.title.clone(),
            ability: proposal.ability_id.clone(),
            proposal: Some(id),
            folder: None,
            copies: Vec::new(),
            goal: goal.unwrap_or_else(|| proposal.title.clone()),
            judge,
            policy,
            trace: self.trace(working.record.draft.first_showing.unwrap_or(record.session.learn_session_id)).await?,
            fingerprint: gates::of_draft(&working.record.draft.skill_md),
            skill_md: working.record.draft.skill_md,
        })
    }

    /// A skill that was not taught here.
    async fn other(
        &self,
        request: &StartGateRequest,
        results: Vec<PracticeResult>,
        title: String,
        skill_md: String,
        ability: Option<&AbilityId>,
    ) -> Answer<Subject> {
        if results.is_empty() {
            return Err(nothing_to_judge_by("It was not taught here, so that it has no checkpoints"));
        }
        let Some(goal) = request.goal.clone().filter(|goal| !goal.trim().is_empty()) else {
            return Err(invalid("goal", "say what the agent is to do, in words that do not give the skill away"));
        };
        let task = Task { session: None, ability: ability.cloned(), run: request.test_policy.clone() };
        let policy = self.core.store.read(move |db| acting_in_a_run(db, &task)).await?;
        Ok(Subject {
            title,
            ability: None,
            proposal: None,
            fingerprint: gates::of_draft(&skill_md),
            skill_md,
            folder: None,
            copies: Vec::new(),
            goal,
            judge: Judge::Results(results),
            policy,
            trace: Err("It was not taught here, so there is no recording to compare it with."),
        })
    }

    /// What identifies the files of its last installation.
    async fn installed_files(&self, ability: &AbilityId) -> Answer<Option<String>> {
        let wanted = ability.clone();
        let saga = self.core.store.read(move |db| sagas::last_done(db, &wanted)).await.map_err(crate::stored)?;
        Ok(saga.as_ref().map(gates::of_installation))
    }

    async fn copies(&self, ability: &AbilityId) -> Answer<Vec<PathBuf>> {
        let wanted = ability.clone();
        let placements = self.core.store.read(move |db| sagas::placements(db, &wanted)).await.map_err(crate::stored)?;
        Ok(placements.iter().filter(|placement| !placement.is_taken_out()).map(Placement::folder).collect())
    }

    async fn trace(&self, id: LearnSessionId) -> Answer<Result<Vec<String>, &'static str>> {
        let read = move |db: &apprentice_store::Transaction<'_>| match examples::recorded(db, id) {
            Ok(record) => trimmed(db, &record),
            // It was deleted.
            Err(_) => Ok(Vec::new()),
        };
        let actions: Vec<ObservedAction> = self.core.store.read(read).await?;
        let lines: Vec<String> = actions.iter().map(line).take(MAX_ACTIONS).collect();
        match lines.is_empty() {
            true => Ok(Err("Nothing recorded is left of its demonstration, so there is no recording to compare it with.")),
            false => Ok(Ok(lines)),
        }
    }
}

fn nothing_to_judge_by(why: &str) -> Failure {
    let message = format!(
        "{why}: there is nothing to judge a try by. Name what must be true at the end, as files that are there or what they contain"
    );
    invalid("results", &message)
}

/// An action as it was recorded: values that were masked stay masked.
fn line(action: &ObservedAction) -> String {
    let text = match &action.details {
        ActionDetails::Command(run) => format!("Ran `{}` in {}", run.command_line, run.directory),
        _ => action.action_label.clone(),
    };
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MAX_ACTION).collect()
}

/// What identifies the files in the folder of a skill, as for an import of it. Errors: `INVALID_REQUEST` where it is no skill that could be
/// imported.
pub(super) async fn files_of(folder: PathBuf) -> Answer<String> {
    let read = move || package::read(&folder, &folder, &Limits::default()).map(|package| fingerprint(&package.files));
    blocking("reading a skill", read).await?.map_err(|refusal| invalid("skill", &refusal.to_string()))
}

/// The folder of a skill and its SKILL.md. Blocks. Errors: `INVALID_REQUEST`.
fn skill_in(folder: &Path, home: &Path) -> Answer<(PathBuf, String)> {
    let refused = |why: String| invalid("skill", &why);
    if !folder.is_absolute() {
        return Err(refused("name the folder of the skill by its absolute path".to_owned()));
    }
    let cannot = |error: std::io::Error| refused(format!("{} cannot be read: {error}", folder.display()));
    let real = folder.canonicalize().map_err(cannot)?;
    if real.starts_with(home.canonicalize().unwrap_or_else(|_| home.to_owned())) {
        return Err(refused("no agent gets what lies in the folder of Apprentice".to_owned()));
    }
    let file = real.join("SKILL.md");
    let size = std::fs::metadata(&file).map_err(|error| refused(format!("{} cannot be read: {error}", file.display())))?.len();
    if size > MAX_SKILL {
        return Err(refused(format!("its SKILL.md has more than {} KiB", MAX_SKILL >> 10)));
    }
    let text = std::fs::read_to_string(&file).map_err(|error| refused(format!("{} cannot be read: {error}", file.display())))?;
    Ok((real, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_skill_that_cannot_be_read_is_refused_with_the_field() {
        let world = tempfile::tempdir().unwrap();
        let (home, skill) = (world.path().join("home"), world.path().join("skills/copy"));
        for folder in [&home.join("inner"), &skill] {
            std::fs::create_dir_all(folder).unwrap();
        }
        for (folder, words) in [
            (PathBuf::from("skills/copy"), "absolute"),
            (world.path().join("missing"), "cannot be read"),
            (skill.clone(), "SKILL.md cannot be read"),
            (home.join("inner"), "folder of Apprentice"),
        ] {
            let failure = skill_in(&folder, &home).unwrap_err();
            assert!(failure.message.starts_with("skill: ") && failure.message.contains(words), "{}", failure.message);
        }
        std::fs::write(skill.join("SKILL.md"), "x".repeat(300 << 10)).unwrap();
        assert!(skill_in(&skill, &home).unwrap_err().message.contains("256 KiB"));
        std::fs::write(skill.join("SKILL.md"), "---\nname: copy\n---\n").unwrap();
        assert_eq!(skill_in(&skill, &home).unwrap().1, "---\nname: copy\n---\n");
    }
}
