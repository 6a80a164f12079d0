//! Improves an installed ability (§0C.4): a new draft starts with the installed version or a new demonstration, and replaces the
//! ability when a person installs it. The installed version is never edited in place.

use crate::Answer;
use crate::ability::record;
use crate::core::request;
use apprentice_compiler::Draft;
use apprentice_contracts::ability::{AbilityAvailabilityEntry, AbilitySource};
use apprentice_contracts::checkpoint::LintReport;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{AbilityId, LearnSessionId};
use apprentice_contracts::interpretation::Meaning;
use apprentice_contracts::proposal::{EditedFields, QuestionField, SkillBundleProposal};
use apprentice_contracts::session::{LearnSession, LearnTargetKind};
use apprentice_store::proposals::{DraftRecord, ProposalRecord};
use apprentice_store::{Connection, interpretations, proposals, sagas};
use serde_json::json;

/// Most trigger phrases of a draft.
const PHRASES: usize = 20;

/// The installed version that an improvement starts from.
pub(crate) struct Base {
    pub entry: AbilityAvailabilityEntry,
    meaning: Meaning,
    pub draft: DraftRecord,
    /// The installed text, if it differs from the text of its draft.
    edited: Option<String>,
    /// The session of its draft.
    session: Option<LearnSessionId>,
}

/// The ability that a session improves. `None` for a session of another kind.
pub(crate) fn base(db: &Connection, session: &LearnSession) -> Answer<Option<Base>> {
    match (session.target_kind, &session.target_skill_id) {
        (LearnTargetKind::ExistingSkill, Some(id)) => find(db, id).map(Some),
        _ => Ok(None),
    }
}

/// Reads the ability. Errors: `ABILITY_NOT_FOUND`, `INVALID_REQUEST` when it was not taught here.
pub(crate) fn find(db: &Connection, id: &str) -> Answer<Base> {
    let ability = record::find(db, &AbilityId(id.to_owned()))?;
    if ability.entry.source != AbilitySource::Learned {
        let message = "this ability was not taught here. Edit its source on the Skills page, or import a newer version";
        return Err(request::invalid("target_skill_id", message));
    }
    let record = ability.proposal_id.map(|id| proposals::get(db, id)).transpose()?.flatten();
    let Some(ProposalRecord { proposal, draft }) = record else {
        let message =
            "the draft of this ability was deleted, so there is nothing to start from. Teach it again under another name";
        return Err(request::invalid("target_skill_id", message));
    };
    let interpretation = proposal.interpretation_id.map(|id| interpretations::get(db, id)).transpose()?.flatten();
    let meaning = interpretation.ok_or_else(|| crate::internal("reading an ability", &"its interpretation is gone"))?.meaning;
    let installed = sagas::last_done(db, &ability.entry.ability_id)?.and_then(|saga| saga.bundle.get("SKILL.md").cloned());
    let edited = installed.filter(|text| draft.skill_md_edited || *text != draft.skill_md);
    Ok(Base { entry: ability.entry, meaning, draft, edited, session: proposal.learn_session_id })
}

impl Base {
    /// The SKILL.md that is installed.
    pub(crate) fn installed_text(&self) -> &str {
        self.edited.as_deref().unwrap_or(&self.draft.skill_md)
    }

    /// Adds the known name, so that it is not asked again.
    pub(crate) fn answers(&self, answers: &mut Vec<(QuestionField, String)>) {
        if answers.iter().all(|(field, _)| *field != QuestionField::Name) {
            answers.push((QuestionField::Name, self.entry.title.clone()));
        }
    }

    /// The installed version as a draft.
    pub(crate) fn into_draft(self) -> Draft {
        Draft {
            slug: self.entry.skill_slug.clone().unwrap_or_default(),
            description: self.draft.description,
            trigger_phrases: self.entry.trigger_phrases,
            negative_triggers: self.entry.negative_triggers,
            graph: self.draft.graph,
            checks_at: Vec::new(),
            checkpoints: self.draft.checkpoints,
            // Nothing was demonstrated that could be compiled again.
            values: Vec::new(),
            settled: Vec::new(),
            unused: Vec::new(),
            questions: Vec::new(),
            skill_md: self.draft.skill_md,
            lint: LintReport::default(),
            meaning: self.meaning,
        }
    }

    /// Gives a new demonstration the name and the trigger phrases of the ability.
    pub(crate) fn shown_again(&self, draft: &mut Draft) {
        draft.slug = self.entry.skill_slug.clone().unwrap_or_else(|| draft.slug.clone());
        draft.meaning.title.clone_from(&self.entry.title);
        keep(&mut draft.trigger_phrases, &self.entry.trigger_phrases);
        keep(&mut draft.negative_triggers, &self.entry.negative_triggers);
        // A guard that a person gave holds however the task is shown.
        let given = &self.meaning.guards;
        draft.meaning.guards.retain(|guard| !given.contains(guard));
        draft.meaning.guards.splice(0..0, given.iter().cloned());
    }

    /// The session in which its task was shown first, and its draft with what the person said of it.
    pub(crate) fn shown_first(&self) -> (Option<LearnSessionId>, &DraftRecord) {
        (self.draft.first_showing.or(self.session), &self.draft)
    }

    /// Links the proposal to the ability.
    pub(crate) fn claim(&self, proposal: &mut SkillBundleProposal) {
        proposal.ability_id = Some(self.entry.ability_id.clone());
        proposal.primary_capability_id.clone_from(&self.entry.primary_capability_id);
        proposal.support_pack_refs.clone_from(&self.entry.support_pack_refs);
    }

    /// The installed text as an edit, when nothing was demonstrated.
    pub(crate) fn text(&self) -> EditedFields {
        EditedFields { skill_md: self.edited.clone(), ..EditedFields::default() }
    }
}

/// Merges phrases: the former ones first, each once.
fn keep(phrases: &mut Vec<String>, before: &[String]) {
    let fresh = std::mem::replace(phrases, before.to_vec());
    phrases.extend(fresh.into_iter().filter(|phrase| before.iter().all(|known| !known.eq_ignore_ascii_case(phrase))));
    phrases.truncate(PHRASES.max(before.len()));
}

/// Refuses a draft whose ability has a newer version.
pub(crate) fn not_replaced(proposal: &SkillBundleProposal) -> Answer<()> {
    let Some(newer) = proposal.superseded_by else { return Ok(()) };
    let message = "A newer version of this ability is installed. Improve that one; this draft can only be read.";
    Err(Failure::new(ErrorCode::Conflict, message).with_details(json!({ "superseded_by": newer })))
}
