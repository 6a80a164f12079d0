//! The skills that stand in agents' folders.

use crate::{Answer, Engine, asked, settings};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::skill::{SkillContentResponse, SkillPathQuery, SkillSummary, SkillsListResponse};
use apprentice_skills::discover::{self, Root};
use apprentice_skills::targets;
use apprentice_store::sagas::{self, Placement};
use std::path::Path;

impl Engine {
    pub async fn list_skills(&self) -> Answer<SkillsListResponse> {
        let (roots, placements) = self.roots_and_placements().await?;
        let mut list = tokio::task::spawn_blocking(move || discover::list(&roots))
            .await
            .map_err(|error| crate::internal("listing skills", &error))?;
        for skill in &mut list.skills {
            skill.ability_id = installed_by_us(&placements, skill);
        }
        Ok(list)
    }

    pub async fn read_skill(&self, query: SkillPathQuery) -> Answer<SkillContentResponse> {
        let query = asked::valid(query)?;
        let (roots, placements) = self.roots_and_placements().await?;
        let path = query.path.clone();
        let mut found = tokio::task::spawn_blocking(move || discover::read(&roots, Path::new(&path)))
            .await
            .map_err(|error| crate::internal("reading a skill", &error))?
            .ok_or_else(|| Failure::new(ErrorCode::NotFound, format!("There is no skill in {}.", query.path)))?;
        found.skill.ability_id = installed_by_us(&placements, &found.skill);
        Ok(found)
    }

    async fn roots_and_placements(&self) -> Answer<(Vec<Root>, Vec<Placement>)> {
        let settings = self.inner.settings().await?;
        let roots = targets::roots(&self.inner.edge.machine, &settings::custom(&settings), None);
        let placements = self.inner.store.read(|db| sagas::all_placements(db)).await.map_err(crate::stored)?;
        Ok((roots, placements))
    }
}

fn installed_by_us(placements: &[Placement], skill: &SkillSummary) -> Option<String> {
    let ours = placements.iter().find(|placement| Path::new(&placement.root).join(&placement.slug) == Path::new(&skill.path));
    ours.map(|placement| placement.ability_id.0.clone())
}
