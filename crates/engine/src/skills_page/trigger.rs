//! Tests whether words would make an agent choose a skill. The choice is that of `apprentice_skills::catalogue::select` among the
//! skills that its agents can read.

use crate::Answer;
use crate::core::blocking::blocking;
use crate::core::request;
use crate::imports::cut;
use crate::skills_page::SkillsPage;
use apprentice_agents::switches;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{AbilityId, ItemId};
use apprentice_contracts::import::{SkillTriggerTestRequest, SkillTriggerTestResponse};
use apprentice_skills::catalogue::render;
use apprentice_skills::catalogue::render::LoadedSkill;
use apprentice_skills::catalogue::select::{Document, Fit, Limits, fit};
use apprentice_skills::discovery::listing::{Candidate, ListedSkill, Listing};
use apprentice_store::abilities;
use apprentice_store::sagas::Placement;
use serde_json::json;
use std::path::{Path, PathBuf};

impl SkillsPage {
    /// Tests words against an import, an installed ability or a skill.
    pub(crate) async fn trigger_test(&self, mut request: SkillTriggerTestRequest) -> Answer<SkillTriggerTestResponse> {
        let item_id = request.item_id.take();
        match &item_id {
            None if request.import_id.is_none() && request.ability_id.is_none() => {
                return Err(request::invalid("import_id", "give import_id, ability_id or item_id"));
            }
            Some(_) if request.import_id.is_some() || request.ability_id.is_some() => {
                return Err(request::invalid("item_id", "give only one of import_id, ability_id and item_id"));
            }
            Some(id) if !self.is_ability(id).await? => return self.trigger_test_of_skill(id.clone(), request).await,
            _ => {}
        }
        request.ability_id = request.ability_id.or_else(|| item_id.as_ref().map(|id| AbilityId(id.0.clone())));
        self.imports.trigger_test(request, item_id).await
    }

    async fn is_ability(&self, id: &ItemId) -> Answer<bool> {
        let id = AbilityId(id.0.clone());
        let found = self.core.store.read(move |db| abilities::get(db, &id)).await;
        Ok(found.map_err(crate::stored)?.is_some())
    }

    /// Tests words against a skill that is not an ability. Nothing is stored, so that it can run while somebody types.
    pub(crate) async fn trigger_test_of_skill(
        &self,
        id: ItemId,
        request: SkillTriggerTestRequest,
    ) -> Answer<SkillTriggerTestResponse> {
        let wanted = id.clone();
        let look = move |listing: &Listing, _: &[Placement]| {
            let path = listing.path_of(wanted.as_str())?;
            let beside = listing.candidates(&path).into_iter().map(Neighbor::of).collect::<Vec<_>>();
            Some((listing.at(&path)?, beside))
        };
        let (stand, beside) = self.catalogue.at_listing(look).await?.ok_or_else(|| unknown(&id))?;
        let page = self.clone();
        // Compared after the listing is released, so that no other reader waits.
        let test = move || {
            let loaded = render::load(&stand.summary);
            let body = loaded.as_ref().map_or("", |loaded| loaded.bundle.body.as_str());
            let (fit, before) = best(&request, &beside, Path::new(&stand.summary.path), body).ok_or_else(|| unknown(&id))?;
            let mut rejections = obstacles(&page, &stand, &loaded, &fit);
            rejections.extend(shortfalls(&fit, &before));
            Ok(SkillTriggerTestResponse {
                matched: rejections.is_empty(),
                candidate_ability_id: None,
                candidate_import_id: None,
                candidate_item_id: Some(id),
                score: Some((fit.score * 100.0).round() / 100.0),
                reasons: reasons(&fit).into_iter().map(cut).collect(),
                rejection_reasons: rejections.into_iter().map(cut).collect(),
                receipt_id: None,
                schema_version: SCHEMA_VERSION,
            })
        };
        blocking("trying words", test).await?
    }
}

/// A skill that an agent can read beside the tested one.
struct Neighbor {
    name: String,
    description: String,
    path: PathBuf,
}

impl Neighbor {
    fn of(beside: Candidate<'_>) -> Self {
        Self { name: beside.name.to_owned(), description: beside.description.to_owned(), path: beside.path }
    }
}

fn unknown(id: &ItemId) -> Failure {
    let message = format!("There is no skill or ability {:?}. Take the item_id of a row of `GET /api/skills`.", id.as_str());
    Failure::new(ErrorCode::NotFound, message).with_details(json!({ "field": "item_id" }))
}

/// The better result of the words alone and of the words with their context, and the names of better matches.
fn best(request: &SkillTriggerTestRequest, beside: &[Neighbor], path: &Path, body: &str) -> Option<(Fit, Vec<String>)> {
    let own = beside.iter().position(|other| other.path == path)?;
    let mut documents: Vec<Document> =
        beside.iter().map(|other| Document { name: &other.name, description: &other.description, body: "" }).collect();
    documents[own].body = body;
    let test = |text: &str| fit(text, own, &documents, &Limits::default());
    let alone = test(&request.trigger_text)?;
    let context = request.context_excerpt.as_deref().filter(|context| !context.trim().is_empty());
    let together = context.and_then(|context| test(&format!("{} {context}", request.trigger_text)));
    let better = |one: &Fit| (alone.chosen, alone.score) < (one.chosen, one.score);
    let fit = together.filter(better).unwrap_or(alone);
    let before = fit.better.iter().map(|(index, score)| format!("{} ({score:.2})", beside[*index].name)).collect();
    Some((fit, before))
}

/// Why an agent would not use the skill, even if the words match.
fn obstacles(page: &SkillsPage, stand: &ListedSkill, loaded: &Result<LoadedSkill, String>, fit: &Fit) -> Vec<String> {
    let (mut found, skill) = (Vec::new(), &stand.summary);
    if let Some(winner) = &skill.shadowed_by {
        found.push(format!("shadowed: {winner} has the same name and comes first"));
    }
    if switches::read_all(&page.core.options.machine).off_for_all(&skill.agents, &stand.key) {
        found.push(format!("switched_off: the configuration of {} disables it", skill.agents.join(", ")));
    }
    match loaded {
        Ok(loaded) if loaded.entry.for_people_only => {
            found.push("for_people_only: disable-model-invocation is set; only a person starts it".to_owned());
        }
        Ok(loaded) if loaded.entry.explicit_only && !fit.named => {
            found.push("explicit_only: agents/openai.yaml allows no implicit invocation; it is used when it is named".to_owned());
        }
        Ok(_) => {}
        Err(reason) => found.push(format!("unreadable: {reason}")),
    }
    found
}

fn reasons(fit: &Fit) -> Vec<String> {
    let mut reasons = Vec::new();
    if fit.named {
        reasons.push("named: the words name it".to_owned());
    }
    if !fit.because.is_empty() {
        reasons.push(format!("words_match: {}", quoted(&fit.because)));
    }
    reasons
}

/// Why the words do not match.
fn shortfalls(fit: &Fit, before: &[String]) -> Vec<String> {
    if fit.chosen {
        return Vec::new();
    }
    let mut found = Vec::new();
    if fit.score < fit.least {
        found.push(format!("score_below_threshold: {:.2} < {:.2}", fit.score, fit.least));
    }
    if !before.is_empty() {
        found.push(format!("better_match: {}", before.join(", ")));
    }
    if !fit.only_in_body.is_empty() {
        let words = quoted(&fit.only_in_body);
        found.push(format!("only_in_text: {words}; agents choose by name and description, so say it there"));
    }
    if found.is_empty() {
        found.push("no_match: none of the words distinguishes it from others".to_owned());
    }
    found
}

fn quoted(words: &[String]) -> String {
    words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ")
}
