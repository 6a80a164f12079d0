//! Improving an ability that is installed (§0C.4): a draft of its own, which begins with what stands or is shown again, and takes its
//! place when a person installs it. What is installed is never edited in place.

use crate::Answer;
use crate::ability::record;
use crate::core::request;
use apprentice_compiler::Draft;
use apprentice_contracts::ability::{AbilityAvailabilityEntry, AbilitySource};
use apprentice_contracts::checkpoint::LintReport;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::interpretation::Meaning;
use apprentice_contracts::proposal::{EditedFields, QuestionField, SkillBundleProposal};
use apprentice_contracts::session::{LearnSession, LearnTargetKind};
use apprentice_store::proposals::{DraftRecord, ProposalRecord};
use apprentice_store::{Connection, interpretations, proposals, sagas};
use serde_json::json;

/// Most trigger phrases of a draft.
const PHRASES: usize = 20;

/// What an improvement begins with: the ability as it is installed.
pub(crate) struct Base {
    pub entry: AbilityAvailabilityEntry,
    meaning: Meaning,
    draft: DraftRecord,
    /// As it was installed, when that is not what its draft says by itself.
    edited: Option<String>,
}

/// The ability that a session improves; `None` for a session of another kind.
pub(crate) fn base(db: &Connection, session: &LearnSession) -> Answer<Option<Base>> {
    match (session.target_kind, &session.target_skill_id) {
        (LearnTargetKind::ExistingSkill, Some(id)) => find(db, id).map(Some),
        _ => Ok(None),
    }
}

/// `ABILITY_NOT_FOUND`, or `INVALID_REQUEST` when it is none that was taught here.
pub(crate) fn find(db: &Connection, id: &str) -> Answer<Base> {
    let ability = record::find(db, &AbilityId(id.to_owned()))?;
    if ability.entry.source != AbilitySource::Learned {
        let message = "this ability was not taught here. Edit its source on the Skills page, or import a newer version";
        return Err(request::invalid("target_skill_id", message));
    }
    let record = ability.proposal_id.map(|id| proposals::get(db, id)).transpose()?.flatten();
    let Some(ProposalRecord { proposal, draft }) = record else {
        let message = "the draft of this ability is gone, so there is nothing to begin with. Teach it anew under another name";
        return Err(request::invalid("target_skill_id", message));
    };
    let interpretation = proposal.interpretation_id.map(|id| interpretations::get(db, id)).transpose()?.flatten();
    let meaning = interpretation.ok_or_else(|| crate::internal("reading an ability", &"its interpretation is gone"))?.meaning;
    let installed = sagas::last_done(db, &ability.entry.ability_id)?.and_then(|saga| saga.bundle.get("SKILL.md").cloned());
    let edited = installed.filter(|text| draft.skill_md_edited || *text != draft.skill_md);
    Ok(Base { entry: ability.entry, meaning, draft, edited })
}

impl Base {
    /// What it is called is known and not asked again.
    pub(crate) fn answers(&self, answers: &mut Vec<(QuestionField, String)>) {
        if answers.iter().all(|(field, _)| *field != QuestionField::Name) {
            answers.push((QuestionField::Name, self.entry.title.clone()));
        }
    }

    /// The ability as it stands, as a draft.
    pub(crate) fn into_draft(self) -> Draft {
        Draft {
            slug: self.entry.skill_slug.clone().unwrap_or_default(),
            description: self.draft.description,
            trigger_phrases: self.entry.trigger_phrases,
            negative_triggers: self.entry.negative_triggers,
            graph: self.draft.graph,
            checkpoints: self.draft.checkpoints,
            questions: Vec::new(),
            skill_md: self.draft.skill_md,
            lint: LintReport::default(),
            meaning: self.meaning,
        }
    }

    /// A new demonstration under the old name; what it answered to, it answers to still.
    pub(crate) fn shown_again(&self, draft: &mut Draft) {
        draft.slug = self.entry.skill_slug.clone().unwrap_or_else(|| draft.slug.clone());
        draft.meaning.title.clone_from(&self.entry.title);
        keep(&mut draft.trigger_phrases, &self.entry.trigger_phrases);
        keep(&mut draft.negative_triggers, &self.entry.negative_triggers);
    }

    /// The proposal stands for the ability from the first.
    pub(crate) fn claim(&self, proposal: &mut SkillBundleProposal) {
        proposal.ability_id = Some(self.entry.ability_id.clone());
        proposal.primary_capability_id.clone_from(&self.entry.primary_capability_id);
        proposal.support_pack_refs.clone_from(&self.entry.support_pack_refs);
    }

    /// The text as it is installed, where nothing was shown that it could be written from.
    pub(crate) fn text(&self) -> EditedFields {
        EditedFields { skill_md: self.edited.clone(), ..EditedFields::default() }
    }
}

/// The old ones first, each once.
fn keep(phrases: &mut Vec<String>, before: &[String]) {
    let fresh = std::mem::replace(phrases, before.to_vec());
    phrases.extend(fresh.into_iter().filter(|phrase| before.iter().all(|known| !known.eq_ignore_ascii_case(phrase))));
    phrases.truncate(PHRASES.max(before.len()));
}

/// A draft whose ability has a newer one: it can be read, not installed.
pub(crate) fn not_replaced(proposal: &SkillBundleProposal) -> Answer<()> {
    let Some(newer) = proposal.superseded_by else { return Ok(()) };
    let message = "A newer version of this ability is installed. Improve that one; this draft can only be read.";
    Err(Failure::new(ErrorCode::Conflict, message).with_details(json!({ "superseded_by": newer })))
}
