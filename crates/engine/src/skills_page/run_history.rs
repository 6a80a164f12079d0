//! The history of an ability's health, run by run.

use crate::Answer;
use crate::ability::health;
use crate::ability::record::find;
use crate::skills_page::SkillsPage;
use apprentice_contracts::checkpoint::{CheckpointStatus, CheckpointVerificationReceipt};
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::skill_page::{AbilityHealthHistoryResponse, AbilityRun};
use apprentice_store::checkpoint_receipts;

const AT_MOST: usize = 200;

impl SkillsPage {
    pub(crate) async fn ability_health_history(&self, id: AbilityId) -> Answer<AbilityHealthHistoryResponse> {
        self.core
            .store
            .read(move |db| {
                let record = find(db, &id)?;
                let mut receipts = checkpoint_receipts::of_ability(db, &id)?;
                receipts.retain(|receipt| health::decides(receipt, &record.standing.checkpoints));
                Ok(AbilityHealthHistoryResponse { ability_id: id, runs: runs(&receipts), health: record.entry.checkpoint_health })
            })
            .await
    }
}

/// Sorted by the last receipt of each run.
fn runs(receipts: &[CheckpointVerificationReceipt]) -> Vec<AbilityRun> {
    let mut runs = health::runs_by_id(receipts);
    runs.sort_by_key(|(_, words)| words.iter().map(|word| word.created_at).max());
    let after = health::after_each(&runs);
    let skip = runs.len().saturating_sub(AT_MOST);
    let told = runs.into_iter().zip(after).skip(skip).filter_map(|((run_id, words), health)| {
        let at = words.iter().map(|word| word.created_at).max()?;
        let count = |status| u32::try_from(words.iter().filter(|word| word.status == status).count()).unwrap_or(u32::MAX);
        let (reached, skipped) = (count(CheckpointStatus::Reached), count(CheckpointStatus::Skipped));
        Some(AbilityRun { run_id, at, reached, skipped, failed: count(CheckpointStatus::Failed), health })
    });
    told.collect()
}
