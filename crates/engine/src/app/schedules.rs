//! What the agents of this machine will do by themselves, and which abilities that uses. Read only.

use crate::Answer;
use crate::app::App;
use crate::core::blocking::blocking;
use crate::core::projects::Projects;
use apprentice_agents::schedules::{self, Entry};
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::ability::{AbilityAvailabilityEntry, AbilityLookupQuery};
use apprentice_contracts::error::Failure;
use apprentice_contracts::proposal::InstallLane;
use apprentice_contracts::schedule::{ScheduledAbility, ScheduledAbilityEvidence, ScheduledWork, SchedulesResponse};
use apprentice_lookup as lookup;
use apprentice_observe::redact::mask_text;
use apprentice_store::abilities;

const MAX_TITLE: usize = 200;
const MAX_PROMPT: usize = 2000;
/// A lookup takes at most so many characters.
const MAX_QUERY: usize = 500;
/// The score from which a broker uses an ability (§0C.11C).
const BROKER_SCORE: f64 = 0.3;

impl App {
    pub(crate) async fn schedules(&self) -> Answer<SchedulesResponse> {
        let machine = self.core.options.machine.clone();
        let read = blocking("reading schedules", move || schedules::read_all(&machine));
        let ((entries, sources), known, settings) = tokio::try_join!(read, self.every_ability(), self.settings.read())?;
        let projects = Projects::of(&settings);
        let schedules = blocking("comparing schedules with abilities", move || {
            entries.into_iter().map(|entry| scheduled(entry, &known, &projects)).collect()
        });
        Ok(SchedulesResponse { schedules: schedules.await?, sources, schema_version: SCHEMA_VERSION })
    }

    async fn every_ability(&self) -> Answer<Vec<AbilityAvailabilityEntry>> {
        let read = |db: &apprentice_store::Transaction<'_>| {
            let mut all = Vec::new();
            abilities::for_each(db, |record| all.push(record.entry))?;
            Ok::<_, Failure>(all)
        };
        self.core.store.read(read).await
    }
}

fn scheduled(entry: Entry, known: &[AbilityAvailabilityEntry], projects: &Projects) -> ScheduledWork {
    let project = entry.folder.as_deref().and_then(|folder| projects.of_folder(folder));
    let abilities = used(&entry.prompt, project, known);
    let masked = |text: &str, most: usize| -> String { mask_text(text).0.chars().take(most).collect() };
    ScheduledWork {
        schedule_id: format!("{}:{}", entry.file.display(), entry.id),
        agent_id: entry.agent_id.to_owned(),
        agent: entry.agent.to_owned(),
        title: masked(&entry.title, MAX_TITLE),
        prompt: masked(&entry.prompt, MAX_PROMPT),
        when: entry.when,
        repeats: entry.repeats,
        enabled: entry.enabled,
        folder: entry.folder,
        file: entry.file.display().to_string(),
        abilities,
    }
}

/// The abilities that a prompt names; if it names none, the one that the lookup finds for it.
fn used(prompt: &str, project_id: Option<String>, known: &[AbilityAvailabilityEntry]) -> Vec<ScheduledAbility> {
    let lower = prompt.to_lowercase();
    let by = |ability: &AbilityAvailabilityEntry, known_by| ScheduledAbility {
        ability_id: ability.ability_id.clone(),
        title: ability.title.clone(),
        known_by,
        usable_now: ability.usable_now,
    };
    let named: Vec<ScheduledAbility> = known
        .iter()
        .filter(|ability| names(&lower, ability))
        .map(|ability| by(ability, ScheduledAbilityEvidence::Named))
        .collect();
    if !named.is_empty() || prompt.trim().is_empty() {
        return named;
    }
    let query = AbilityLookupQuery {
        user_query: prompt.chars().take(MAX_QUERY).collect(),
        project_id,
        room_id: None,
        install_lanes_allowed: vec![InstallLane::ApprovedWorkspace, InstallLane::SharedPromoted],
        include_private_owned_by_user: true,
        explain: false,
        schema_version: SCHEMA_VERSION,
    };
    let best = lookup::best(&query, known.iter().cloned());
    let best = best.into_iter().next().filter(|found| found.score >= BROKER_SCORE);
    let found = best.and_then(|found| known.iter().find(|ability| ability.ability_id == found.ability_id));
    found.map(|ability| by(ability, ScheduledAbilityEvidence::Fits)).into_iter().collect()
}

/// Whether a prompt in lower case contains the slug of an ability as a word of its own, as `/slug` and `$slug` do. A slug of one word may
/// be any word, so it needs the sign before it.
fn names(prompt: &str, ability: &AbilityAvailabilityEntry) -> bool {
    let Some(slug) = ability.skill_slug.as_deref().filter(|slug| !slug.is_empty()).map(str::to_lowercase) else { return false };
    let part = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '_';
    prompt.match_indices(&slug).any(|(at, _)| {
        let before = prompt[..at].chars().next_back();
        let after = prompt[at + slug.len()..].chars().next();
        let own = !before.is_some_and(part) && !after.is_some_and(part);
        own && (slug.contains('-') || before.is_some_and(|sign| "/$@".contains(sign)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use apprentice_contracts::app::Settings;
    use serde_json::json;

    fn ability(slug: &str, trigger: &str) -> AbilityAvailabilityEntry {
        serde_json::from_value(json!({
            "ability_id": format!("ability_{slug}"), "title": slug, "family": "", "source": "learned", "skill_slug": slug,
            "install_lane": "approved_workspace", "enabled": true, "usable_now": true, "trigger_phrases": [trigger],
            "negative_triggers": [], "aliases": [], "project_scopes": [], "preferred_control_surfaces": [],
            "support_pack_refs": [], "schema_version": 1,
        }))
        .unwrap()
    }

    #[test]
    fn an_ability_is_known_by_its_name_or_by_the_lookup() {
        let known = [ability("make-the-report", "make the monthly report"), ability("notes", "write the release notes")];
        let used = |prompt: &str| -> Vec<(String, ScheduledAbilityEvidence)> {
            used(prompt, None, &known).into_iter().map(|ability| (ability.title, ability.known_by)).collect()
        };
        let named = |slug: &str| vec![(slug.to_owned(), ScheduledAbilityEvidence::Named)];
        assert_eq!(used("Use /make-the-report and send it"), named("make-the-report"));
        assert_eq!(used("Run make-the-report."), named("make-the-report"));
        assert_eq!(used("$notes for this week"), named("notes"));
        assert_eq!(used("remake-the-reports"), []);
        assert_eq!(used("take notes"), [], "an ordinary word names nothing");
        assert_eq!(used("Please write the release notes of this week"), [("notes".to_owned(), ScheduledAbilityEvidence::Fits)]);
        assert_eq!(used(""), []);
    }

    #[test]
    fn the_project_of_its_folder_decides_between_equal_abilities() {
        let of = |slug: &str, project: &str| AbilityAvailabilityEntry {
            project_scopes: vec![project.to_owned()],
            ..ability(slug, "write the release notes")
        };
        let known = [of("a-notes", "shop"), of("b-notes", "website")];
        let settings = Settings { project_paths: vec!["/home/ada/website".into()], ..Settings::default() };
        let projects = Projects::of(&settings);
        let found = |folder: Option<&str>| {
            let entry = Entry {
                id: "1".into(),
                agent_id: "claude-code",
                agent: "Claude Code",
                title: "Notes".into(),
                prompt: "Please write the release notes of this week".into(),
                when: "daily".into(),
                repeats: true,
                enabled: Some(true),
                folder: folder.map(str::to_owned),
                file: "/home/ada/schedules.json".into(),
            };
            scheduled(entry, &known, &projects).abilities.remove(0).title
        };
        assert_eq!(found(Some("/home/ada/website/docs")), "b-notes");
        assert_eq!(found(Some("/home/ada/shop")), "a-notes");
        assert_eq!(found(None), "a-notes", "without a project the ids decide");
    }
}
