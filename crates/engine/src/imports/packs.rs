//! Packs: skills that belong together, with what a person says of them.
//!
//! A pack exists while an import or an installed ability belongs to it, or while it is described.

use super::decision::title;
use super::report::slugged;
use crate::Answer;
use crate::core::notify::ChangeNotice;
use crate::imports::Imports;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::error::Failure;
use apprentice_contracts::import::{DescribeSkillPackRequest, SkillPackMember, SkillPackMetadata, SkillPacksListResponse};
use apprentice_store::{Connection, abilities, imports, settings};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The key of the descriptions in the table of settings: by pack.
const KEY: &str = "skill_packs";

/// What a person says of a pack.
#[derive(Serialize, Deserialize)]
struct Description {
    title: String,
    description: Option<String>,
    compatibility_target: Option<String>,
}

impl Imports {
    pub(crate) async fn skill_packs(&self) -> Answer<SkillPacksListResponse> {
        self.core
            .store
            .read(|db| Ok::<_, Failure>(SkillPacksListResponse { packs: all(db)?, schema_version: SCHEMA_VERSION }))
            .await
    }

    pub(crate) async fn describe_skill_pack(&self, asked: DescribeSkillPackRequest) -> Answer<SkillPacksListResponse> {
        self.core
            .commit(move |tx| {
                let mut known: BTreeMap<String, Description> = settings::get(tx.db, KEY)?.unwrap_or_default();
                let DescribeSkillPackRequest { pack_id, title, description, compatibility_target } = asked;
                known.insert(pack_id, Description { title, description, compatibility_target });
                settings::put(tx.db, KEY, &known)?;
                tx.notify(ChangeNotice::Imports);
                Ok(SkillPacksListResponse { packs: all(tx.db)?, schema_version: SCHEMA_VERSION })
            })
            .await
    }
}

fn all(db: &Connection) -> Answer<Vec<SkillPackMetadata>> {
    let mut described: BTreeMap<String, Description> = settings::get(db, KEY)?.unwrap_or_default();
    let mut members = members(db)?;
    described.keys().for_each(|pack| {
        members.entry(pack.clone()).or_default();
    });
    Ok(members.into_iter().map(|(pack, members)| metadata(described.remove(&pack), pack, members)).collect())
}

/// The members of each pack. An import and the ability that it became are one.
fn members(db: &Connection) -> Answer<BTreeMap<String, BTreeSet<SkillPackMember>>> {
    let mut packs: BTreeMap<String, BTreeSet<SkillPackMember>> = BTreeMap::new();
    let mut imported = BTreeSet::new();
    for row in imports::in_packs(db)? {
        let record = row.record;
        let Some(pack) = record.skill_pack else { continue };
        if let Some(ability) = &record.ability_id
            && !imported.insert((pack.clone(), ability.clone()))
        {
            continue;
        }
        let member =
            SkillPackMember { name: record.skill_name, import_id: Some(record.import_id), ability_id: record.ability_id };
        packs.entry(pack).or_default().insert(member);
    }
    for entry in abilities::all(db)?.into_iter().map(|record| record.entry) {
        for pack in entry.support_pack_refs {
            if !imported.contains(&(pack.clone(), entry.ability_id.clone())) {
                let (name, ability_id) = (entry.title.clone(), Some(entry.ability_id.clone()));
                packs.entry(pack).or_default().insert(SkillPackMember { name, import_id: None, ability_id });
            }
        }
    }
    Ok(packs)
}

fn metadata(described: Option<Description>, pack: String, members: BTreeSet<SkillPackMember>) -> SkillPackMetadata {
    let own = || title(&slugged(&pack)).chars().take(120).collect();
    let (title, description, compatibility_target) = match described {
        Some(described) => (described.title, described.description, described.compatibility_target),
        None => (own(), None, None),
    };
    SkillPackMetadata {
        title,
        description,
        pack_id: pack.chars().take(64).collect(),
        compatibility_target,
        active_build_surface: true,
        members: members.into_iter().collect(),
        schema_version: SCHEMA_VERSION,
    }
}
