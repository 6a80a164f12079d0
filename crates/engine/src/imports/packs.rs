//! Packs: those of existing imports and of installed abilities.

use super::decision::title;
use super::report::slugged;
use crate::Answer;
use crate::imports::Imports;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::error::Failure;
use apprentice_contracts::import::{SkillPackMetadata, SkillPacksListResponse};
use apprentice_store::{abilities, imports};
use std::collections::BTreeMap;

impl Imports {
    pub(crate) async fn skill_packs(&self) -> Answer<SkillPacksListResponse> {
        self.core
            .store
            .read(|db| {
                let mut uses: BTreeMap<String, (u32, u32)> = BTreeMap::new();
                for (pack, count) in imports::packs(db)? {
                    uses.entry(pack).or_default().0 += count;
                }
                for pack in abilities::all(db)?.into_iter().flat_map(|record| record.entry.support_pack_refs) {
                    uses.entry(pack).or_default().1 += 1;
                }
                let packs = uses.into_iter().map(|(pack, uses)| described(pack, uses)).collect();
                Ok::<_, Failure>(SkillPacksListResponse { packs, schema_version: SCHEMA_VERSION })
            })
            .await
    }
}

fn described(pack: String, (imported, used): (u32, u32)) -> SkillPackMetadata {
    SkillPackMetadata {
        title: title(&slugged(&pack)).chars().take(120).collect(),
        description: Some(format!("{imported} imports, {used} installed abilities.")),
        pack_id: pack.chars().take(64).collect(),
        compatibility_target: None,
        active_build_surface: true,
        schema_version: SCHEMA_VERSION,
    }
}
