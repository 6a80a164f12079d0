//! What instructions in words mean for a stored draft.

use crate::proposal::draft::{WorkingDraft, merge};
use apprentice_compiler::instructions::{KINDS, Revisable, Unclear, Understood, offers, understand};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::proposal::{EditedFields, RevisionFinding, RevisionOffer, UnclearInstruction};
use serde_json::json;

/// Reads instructions against the draft as it is after `edits`.
pub(crate) fn meant(working: &WorkingDraft, edits: &EditedFields, words: &str) -> Understood {
    with_view(working, edits, |view| understand(words, view))
}

/// What would settle these findings. A finding about a checkpoint that is gone offers nothing.
pub(crate) fn offered(working: &WorkingDraft, findings: &[RevisionFinding]) -> Vec<RevisionOffer> {
    with_view(working, &EditedFields::default(), |view| {
        let mut out: Vec<RevisionOffer> = Vec::new();
        for offer in findings.iter().flat_map(|finding| offers(&finding.checkpoint_id, &finding.why, view)) {
            if out.iter().all(|known| known.instruction != offer.instruction) {
                out.push(RevisionOffer { instruction: offer.instruction, words: offer.words });
            }
        }
        out
    })
}

fn with_view<T>(working: &WorkingDraft, edits: &EditedFields, then: impl FnOnce(&Revisable<'_>) -> T) -> T {
    let mut edited =
        WorkingDraft { record: working.record.clone(), meaning: working.meaning.clone(), confirmed: working.confirmed };
    edited.edit(edits);
    let (proposal, draft, meaning) = (&edited.record.proposal, &edited.record.draft, &edited.meaning);
    then(&Revisable {
        title: &proposal.title,
        use_conditions: &meaning.use_conditions,
        non_use_conditions: &meaning.non_use_conditions,
        guards: &meaning.guards,
        trigger_phrases: &proposal.trigger_phrases,
        negative_triggers: &proposal.negative_triggers,
        checkpoints: &draft.checkpoints,
        values: &draft.values,
        value_answers: &draft.value_answers,
    })
}

/// The edits of the fields, then those of the words.
pub(crate) fn all_edits(mut edits: EditedFields, understood: &Understood) -> EditedFields {
    merge(&mut edits, &understood.edits);
    edits
}

pub(crate) fn told(unclear: &[Unclear]) -> Vec<UnclearInstruction> {
    unclear.iter().map(|one| UnclearInstruction { words: one.words.clone(), why: one.why.clone() }).collect()
}

/// Refuses what is not done for words alone, and what needs a confirmation that is missing.
pub(crate) fn permitted(understood: &Understood, confirmed: bool) -> Result<(), Failure> {
    if let Some(first) = understood.refused.first() {
        let message = format!("revision_instructions: “{}” is refused. {}", first.words, first.why);
        return Err(Failure::new(ErrorCode::InvalidRequest, message)
            .with_details(json!({ "field": "revision_instructions", "refused": told(&understood.refused) })));
    }
    if !understood.weaker.is_empty() && !confirmed {
        let message = format!(
            "revision_instructions: this weakens the skill and needs a confirmation: {} Send it again with confirm_weaker, if you want that.",
            understood.weaker.join(" ")
        );
        return Err(Failure::new(ErrorCode::Conflict, message)
            .with_details(json!({ "field": "confirm_weaker", "needs_confirmation": understood.weaker })));
    }
    Ok(())
}

/// Nobody understands the words: says what the rules understand, and how to choose an author.
pub(crate) fn nobody_understands(unclear: &[Unclear], no_author: &str) -> Failure {
    let first = unclear.first().map(|one| format!("“{}” is not understood. {} ", one.words, one.why)).unwrap_or_default();
    let message = format!(
        "revision_instructions: {first}Nothing was changed. The rules understand {}. For other words an author is needed: {no_author}",
        KINDS.join("; ")
    );
    Failure::new(ErrorCode::InvalidRequest, message)
        .with_details(json!({ "field": "revision_instructions", "unclear": told(unclear), "kinds": KINDS }))
}

/// A finding without words changes nothing by itself.
pub(crate) fn choose_one(offers: &[RevisionOffer], no_author: &str) -> Failure {
    let listed: Vec<String> = offers.iter().map(|offer| format!("“{}”", offer.instruction)).collect();
    let message = match listed.is_empty() {
        true => format!("findings: no rule can settle them. Change the checkpoint, or let an author do it: {no_author}"),
        false => format!("findings: say which change you want as revision_instructions: {}.", listed.join(", or ")),
    };
    Failure::new(ErrorCode::InvalidRequest, message).with_details(json!({ "field": "findings", "offers": offers }))
}
