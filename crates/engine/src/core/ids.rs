//! The one place that makes identifiers.

use apprentice_contracts::runtime::Ids;
use uuid::Uuid;

pub struct SystemIds;

impl Ids for SystemIds {
    #[expect(clippy::disallowed_methods, reason = "the edge: everyone else is handed Ids")]
    fn next(&self) -> Uuid {
        Uuid::now_v7()
    }
}
