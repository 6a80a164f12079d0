//! Numbers of reports by ability: two queries for all abilities.

use crate::StoreError;
use apprentice_contracts::Time;
use rusqlite::Connection;
use std::collections::HashMap;

/// Numbers of reports about one ability. Compacted and trimmed records are included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AbilityStatistics {
    /// Uses with at least one report.
    pub dispatches: u32,
    /// Uses that succeeded.
    pub succeeded: u32,
    /// Uses that failed.
    pub failed: u32,
    /// Uses that were given up.
    pub abandoned: u32,
    /// Reports of reached checkpoints.
    pub checkpoints_reached: u32,
    /// Reports of skipped checkpoints.
    pub checkpoints_skipped: u32,
    /// Reports of failed checkpoints.
    pub checkpoints_failed: u32,
    /// Reports of frictions, without notes.
    pub frictions: u32,
    /// Open repair candidates.
    pub open_repairs: u32,
    /// When the last report arrived.
    pub last_used_at: Option<Time>,
}

/// Statistics by ability id. An ability without reports is missing.
pub fn of_abilities(db: &Connection) -> Result<HashMap<String, AbilityStatistics>, StoreError> {
    let mut all: HashMap<String, AbilityStatistics> = HashMap::new();
    let mut counts = db.prepare_cached(
        "SELECT ability_id, 'dispatch:' || coalesce(outcome, ''), count(*) FROM dispatches GROUP BY ability_id, outcome
         UNION ALL SELECT ability_id, 'checkpoint:' || status, sum(count) FROM checkpoint_counts GROUP BY ability_id, status
         UNION ALL SELECT ability_id, 'friction', count(*) FROM friction
                   WHERE ability_id IS NOT NULL AND kind <> 'note' GROUP BY ability_id
         UNION ALL SELECT ability_id, 'repair', count(*) FROM repairs
                   WHERE state = 'open' AND ability_id IS NOT NULL GROUP BY ability_id
         UNION ALL SELECT ability_id, what, count FROM trimmed",
    )?;
    let mut rows = counts.query([])?;
    while let Some(row) = rows.next()? {
        let (what, count): (String, u32) = (row.get(1)?, row.get(2)?);
        all.entry(row.get(0)?).or_default().add(&what, count);
    }
    let mut seen = db.prepare_cached("SELECT ability_id, max(last_seen) FROM dispatches GROUP BY ability_id")?;
    let mut rows = seen.query([])?;
    while let Some(row) = rows.next()? {
        let at: String = row.get(1)?;
        all.entry(row.get(0)?).or_default().last_used_at = at.parse().ok();
    }
    Ok(all)
}

impl AbilityStatistics {
    fn add(&mut self, what: &str, count: u32) {
        let field = match what {
            "checkpoint:reached" => &mut self.checkpoints_reached,
            "checkpoint:skipped" => &mut self.checkpoints_skipped,
            "checkpoint:failed" => &mut self.checkpoints_failed,
            "friction" => &mut self.frictions,
            "repair" => &mut self.open_repairs,
            _ => {
                self.dispatches += count;
                match what {
                    "dispatch:succeeded" => &mut self.succeeded,
                    "dispatch:failed" => &mut self.failed,
                    "dispatch:abandoned" => &mut self.abandoned,
                    _ => return,
                }
            }
        };
        *field += count;
    }
}
