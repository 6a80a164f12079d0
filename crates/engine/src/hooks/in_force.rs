//! Which skills a session of an agent uses. A skill is in force from the call that reads it to the end of the turn: the agent stops, the
//! person writes again, or the session ends. This is kept in memory; a session that outlives the engine begins without skills.

use crate::Answer;
use crate::catalogue::Catalogue;
use apprentice_agents::hooks::rules::{self, Rules};
use apprentice_contracts::Time;
use apprentice_contracts::hook::{DecideHookRequest, HookEvent};
use apprentice_contracts::skill::SkillSummary;
use apprentice_skills::catalogue::render;
use apprentice_skills::install::put;
use apprentice_store::sagas::Placement;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most sessions that are remembered; the one that began a skill longest ago is forgotten first.
const MOST_SESSIONS: usize = 500;
const MOST_SKILLS: usize = 20;

/// A skill, as it was when it was read.
pub(super) struct SkillInForce {
    pub name: String,
    pub allowed_tools: Vec<String>,
    /// Rules count only for a skill that Apprentice installed and nobody edited since.
    pub rules: Rules,
    pub folder: PathBuf,
}

/// An agent and its session.
type Key = (String, String);

struct Session {
    skills: Vec<Arc<SkillInForce>>,
    began: Time,
}

/// The skills of all sessions.
#[derive(Default)]
pub(super) struct InForce(Mutex<HashMap<Key, Session>>);

fn key(request: &DecideHookRequest) -> Option<Key> {
    Some((request.agent.clone(), request.session_id.clone()?))
}

impl InForce {
    fn sessions(&self) -> MutexGuard<'_, HashMap<Key, Session>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The skills that the session of this request uses.
    pub(super) fn of(&self, request: &DecideHookRequest) -> Vec<Arc<SkillInForce>> {
        let sessions = self.sessions();
        key(request).and_then(|key| sessions.get(&key)).map(|session| session.skills.clone()).unwrap_or_default()
    }

    pub(super) fn end(&self, request: &DecideHookRequest) {
        if let Some(key) = key(request) {
            self.sessions().remove(&key);
        }
    }

    pub(super) fn begin(&self, request: &DecideHookRequest, skill: SkillInForce, now: Time) {
        let Some(key) = key(request) else { return };
        let mut sessions = self.sessions();
        let session = sessions.entry(key).or_insert_with(|| Session { skills: Vec::new(), began: now });
        session.began = now;
        session.skills.retain(|known| known.name != skill.name);
        if session.skills.len() < MOST_SKILLS {
            session.skills.push(Arc::new(skill));
        }
        if sessions.len() > MOST_SESSIONS {
            let oldest = sessions.iter().min_by_key(|(_, session)| session.began).map(|(key, _)| key.clone());
            oldest.map(|key| sessions.remove(&key));
        }
    }
}

/// What names the skill that an event starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Started {
    /// The name of a skill of the agent.
    Skill(String),
    /// The id or slug of an ability, read from Apprentice.
    Ability(String),
}

/// The skill that an event starts: the agent read it, or the person typed its name.
pub(super) fn started(request: &DecideHookRequest) -> Option<Started> {
    let argument = |names: &[&str]| {
        let input = request.tool_input.as_ref()?;
        names.iter().find_map(|name| input.get(name)?.as_str()).map(str::to_owned)
    };
    match (request.event, request.tool_name.as_deref()) {
        (HookEvent::PostToolUse, Some("Skill" | "skill" | "activate_skill")) => {
            argument(&["skill", "name", "command"]).map(Started::Skill)
        }
        (HookEvent::PostToolUse, Some("mcp__apprentice__get_skill")) => argument(&["ability"]).map(Started::Ability),
        (HookEvent::UserPromptSubmit, _) => {
            let name = request.prompt.as_deref()?.strip_prefix(['/', '$'])?.split_whitespace().next()?;
            Some(Started::Skill(name.to_owned()))
        }
        _ => None,
    }
}

/// Reads the skill that was started. `None`: Apprentice knows no such skill.
pub(super) async fn find(catalogue: &Catalogue, started: Started) -> Answer<Option<SkillInForce>> {
    catalogue
        .at_listing(move |listing, placements| {
            let there = || placements.iter().filter(|placement| !placement.is_taken_out());
            let skill = match &started {
                Started::Skill(name) => listing.skills().find(|skill| skill.name == *name && skill.shadowed_by.is_none()),
                Started::Ability(id) => {
                    let placement = there().find(|placement| placement.ability_id.0 == *id || placement.slug == *id)?;
                    listing.skills().find(|skill| Path::new(&skill.path) == placement.folder())
                }
            }?;
            let placement = there().find(|placement| placement.folder() == Path::new(&skill.path));
            read(&skill, placement)
        })
        .await
}

fn read(skill: &SkillSummary, placement: Option<&Placement>) -> Option<SkillInForce> {
    let definition = render::load(skill).ok()?.bundle.definition;
    let as_installed = placement.is_some_and(|placement| {
        put::fingerprint_at(Path::new(&placement.root), &placement.slug)
            .is_ok_and(|there| there.as_ref() == Some(&placement.fingerprint))
    });
    let hooks = definition.hooks.filter(|_| as_installed);
    Some(SkillInForce {
        name: skill.name.clone(),
        allowed_tools: definition.allowed_tools,
        rules: hooks.map(|hooks| rules::read(&hooks)).unwrap_or_default(),
        folder: PathBuf::from(&skill.path),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn request(event: HookEvent, session: Option<&str>, tool: Option<&str>) -> DecideHookRequest {
        let tool_input = Some(json!({ "skill": "tea", "ability": "tea-id" }));
        DecideHookRequest {
            agent: "claude-code".into(),
            event,
            session_id: session.map(str::to_owned),
            cwd: None,
            tool_name: tool.map(str::to_owned),
            tool_input,
            cut: false,
            prompt: None,
            stopped_before: false,
        }
    }

    fn skill(name: &str) -> SkillInForce {
        SkillInForce { name: name.into(), allowed_tools: Vec::new(), rules: Rules::default(), folder: PathBuf::new() }
    }

    fn names(in_force: &InForce, request: &DecideHookRequest) -> Vec<String> {
        in_force.of(request).iter().map(|skill| skill.name.clone()).collect()
    }

    #[test]
    fn a_skill_is_in_force_for_its_session_until_it_ends() {
        let in_force = InForce::default();
        let (one, other) = (request(HookEvent::Stop, Some("a"), None), request(HookEvent::Stop, Some("b"), None));
        for name in ["tea", "coffee", "tea"] {
            in_force.begin(&one, skill(name), Time::default());
        }
        assert_eq!((names(&in_force, &one), names(&in_force, &other)), (vec!["coffee".into(), "tea".into()], vec![]));
        in_force.end(&one);
        assert!(in_force.of(&one).is_empty());
        in_force.begin(&request(HookEvent::Stop, None, None), skill("tea"), Time::default());
        assert!(in_force.sessions().is_empty(), "a session without a name is not followed");
    }

    #[test]
    fn sessions_and_skills_are_bounded() {
        let in_force = InForce::default();
        for number in 0..=MOST_SESSIONS {
            let at = Time::default() + chrono::Duration::seconds(i64::try_from(number).unwrap());
            in_force.begin(&request(HookEvent::Stop, Some(&number.to_string()), None), skill("tea"), at);
        }
        assert_eq!(in_force.sessions().len(), MOST_SESSIONS);
        assert!(in_force.of(&request(HookEvent::Stop, Some("0"), None)).is_empty(), "the oldest is forgotten");
    }

    #[test]
    fn a_skill_starts_when_it_is_read_or_typed() {
        let of = |event, tool| started(&request(event, Some("a"), tool));
        assert_eq!(of(HookEvent::PostToolUse, Some("Skill")), Some(Started::Skill("tea".into())));
        assert_eq!(of(HookEvent::PostToolUse, Some("mcp__apprentice__get_skill")), Some(Started::Ability("tea-id".into())));
        assert_eq!(of(HookEvent::PreToolUse, Some("Skill")), None, "it may still be denied");
        assert_eq!(of(HookEvent::PostToolUse, Some("Read")), None);
        let typed = |prompt: &str| {
            let asked =
                DecideHookRequest { prompt: Some(prompt.into()), ..request(HookEvent::UserPromptSubmit, Some("a"), None) };
            started(&asked)
        };
        assert_eq!(typed("/tea green"), Some(Started::Skill("tea".into())));
        assert_eq!((typed("make tea"), typed("/")), (None, None));
    }
}
