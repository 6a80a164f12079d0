//! What a caller may do with an installed ability now.

use apprentice_contracts::ability::AbilitySource;
use apprentice_contracts::action::AbilityAction as A;
use apprentice_store::abilities::AbilityRecord;

/// The operations that are possible now, in the order in which the window offers them. The lane and the switch allow them
/// (`contracts::action`). Only an ability with a proposal can be checked against it, and only one that was taught here can be improved.
pub(crate) fn actions(record: &AbilityRecord) -> Vec<A> {
    let entry = &record.entry;
    let permitted = |action: &A| match action {
        A::Improve | A::UseAsExample => record.proposal_id.is_some() && entry.source == AbilitySource::Learned,
        A::Canary => record.proposal_id.is_some(),
        _ => true,
    };
    let mut actions: Vec<A> = A::of(entry.install_lane, entry.enabled).iter().copied().filter(permitted).collect();
    // Keeping an ability that an agent reported as harmful is the same operation.
    if record.standing.reported_harm.is_some() && !actions.contains(&A::Unquarantine) {
        let after = actions.iter().position(|action| *action == A::Quarantine).map_or(actions.len(), |at| at + 1);
        actions.insert(after, A::Unquarantine);
    }
    actions
}
