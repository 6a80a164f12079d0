//! Offers: what a finding of a rehearsal suggests. A person chooses; nothing is changed by a finding alone.

use super::{Offer, Revisable};
use crate::text::{clip, fold, mentions};
use apprentice_contracts::MASK;
use apprentice_contracts::checkpoint::CheckpointRole;
use apprentice_contracts::ids::CheckpointId;
use apprentice_contracts::json;
use serde_json::Value;

/// The most offers of one finding.
const MOST: usize = 4;

/// What could be done about a checkpoint that was not reached. `why` is data: it only orders the offers.
pub fn offers(checkpoint: &CheckpointId, why: &str, draft: &Revisable<'_>) -> Vec<Offer> {
    let Some(at) = draft.checkpoints.iter().position(|one| one.checkpoint_id == *checkpoint) else { return Vec::new() };
    let of = &draft.checkpoints[at];
    let mut texts = vec![of.goal.clone(), of.success_condition.clone()];
    if let Some(evidence) = &of.evidence {
        collect(&json::to_value(evidence).unwrap_or_default(), &mut texts);
    }
    // A value that is in the check as it was demonstrated refutes every run with another permitted value.
    let mut fixed: Vec<_> = draft
        .values
        .iter()
        .filter(|value| !value.changes && value.example.chars().count() > 1 && !value.example.contains(MASK))
        .filter(|value| texts.iter().any(|text| mentions(text, &fold(&value.example))))
        .collect();
    fixed.sort_by_key(|value| !mentions(why, &fold(&value.example)) && !mentions(why, &value.label));
    let mut out: Vec<Offer> = fixed
        .into_iter()
        .take(MOST - 1)
        .map(|value| Offer {
            instruction: format!("“{}” changes", value.example),
            words: format!("“{}” may be another value next time: make it the input {}.", clip(&value.example, 60), value.name),
        })
        .collect();
    if of.role == CheckpointRole::Effect && !of.optional {
        out.push(Offer {
            instruction: format!("checkpoint {} is optional", at + 1),
            words: format!("“{}” is not always needed: make it optional.", clip(&of.goal, 100)),
        });
    }
    out
}

fn collect(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(list) => list.iter().for_each(|one| collect(one, texts)),
        Value::Object(object) => object.values().for_each(|one| collect(one, texts)),
        _ => {}
    }
}
