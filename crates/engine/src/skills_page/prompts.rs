//! Skills that a person starts by name through their agent: every skill of this machine that is made for it, with its placeholders
//! filled in. Of projects, those count that the settings name: the engine does not know which folder the agent works in.

use crate::Answer;
use crate::ability::operations::PersonalSkill;
use crate::core::blocking::blocking;
use crate::core::request::invalid;
use crate::skills_page::SkillsPage;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::skill::SkillSummary;
use apprentice_contracts::skill_prompt::*;
use apprentice_skills::catalogue::render;
use apprentice_skills::format::bundle::{self, BodyCap, Bundle, MAX_BYTES, Profile};
use apprentice_skills::format::template::{self, Invocation, MAX_PROMPT_BYTES, Placeholders, Prompt};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What the person wants of an ability this time.
const REQUEST: &str = "request";
/// All words, for a skill that names no arguments.
const ARGUMENTS: &str = "arguments";
const MAX_ARGUMENTS: usize = 64;
/// Characters of one argument.
const MAX_ARGUMENT: usize = 4000;

/// A skill of the list, not read yet.
enum Listed {
    Ability(AbilityId),
    Skill(Box<SkillSummary>),
}

/// A skill that was read.
struct ReadSkill {
    prompt: SkillPrompt,
    bundle: Bundle,
    /// The whole file of an ability.
    ability: Option<PersonalSkill>,
    folder: Option<PathBuf>,
}

impl SkillsPage {
    pub(crate) async fn skill_prompts(&self, page: PageQuery) -> Answer<SkillPromptsResponse> {
        let all = self.listed().await?;
        let total = u32::try_from(all.len()).unwrap_or(u32::MAX);
        let (first, size) = ((page.page as usize - 1) * page.page_size as usize, page.page_size as usize);
        let mut prompts = Vec::new();
        for (name, listed) in all.into_iter().skip(first).take(size) {
            // A skill that cannot be read any more is no longer there.
            if let Some(read) = self.read_listed(&name, listed).await? {
                prompts.push(read.prompt);
            }
        }
        Ok(SkillPromptsResponse { prompts, total, page: page.page, page_size: page.page_size, schema_version: SCHEMA_VERSION })
    }

    /// Errors: `NOT_FOUND`, `INVALID_REQUEST` for an argument that the skill does not take.
    pub(crate) async fn skill_prompt(&self, request: SkillPromptRequest) -> Answer<SkillPromptResponse> {
        let unknown =
            || Failure::new(ErrorCode::NotFound, format!("There is no skill “{}” that a person can start.", request.name));
        let found = self.listed().await?.into_iter().find(|(name, _)| *name == request.name);
        let (name, listed) = found.ok_or_else(unknown)?;
        let read = self.read_listed(&name, listed).await?.ok_or_else(unknown)?;
        check(&read.prompt, &request.arguments)?;
        let session_id = self.core.options.ids.next().to_string();
        let prompt = filled(&read, &request.arguments, &session_id);
        Ok(SkillPromptResponse {
            text: prompt.text,
            truncated: prompt.truncated,
            folder: read.folder.map(|folder| folder.display().to_string()),
            dispatch_id: read.ability.map(|ability| ability.dispatch_id),
            prompt: read.prompt,
            schema_version: SCHEMA_VERSION,
        })
    }

    /// Abilities first, each name once.
    async fn listed(&self) -> Answer<Vec<(String, Listed)>> {
        let abilities = self.abilities.usable_slugs().await?;
        let skills = self
            .catalogue
            .at_listing(|listing, placements| {
                let ours = |path: &str| super::placed(placements, Path::new(path)).is_some();
                let winners = listing.skills().filter(|skill| skill.shadowed_by.is_none() && !ours(&skill.path));
                winners.collect::<Vec<_>>()
            })
            .await?;
        let abilities = abilities.into_iter().map(|(id, slug)| (slug, Listed::Ability(id)));
        let skills = skills.into_iter().map(|skill| (skill.name.clone(), Listed::Skill(Box::new(skill))));
        let mut seen = BTreeSet::new();
        Ok(abilities.chain(skills).filter(|(name, _)| seen.insert(name.clone())).collect())
    }

    /// `None`: it cannot be read, or is not made to be started by a person.
    async fn read_listed(&self, name: &str, listed: Listed) -> Answer<Option<ReadSkill>> {
        let read = match listed {
            Listed::Ability(id) => self.abilities.for_a_person(&id).await?.and_then(|skill| of_ability(name, skill)),
            Listed::Skill(skill) => {
                let read = move || render::load(&skill).ok().map(|loaded| of_skill(&skill, loaded.bundle));
                blocking("reading a skill", read).await?
            }
        };
        Ok(read.filter(|read| read.bundle.definition.user_invocable))
    }
}

fn of_ability(slug: &str, skill: PersonalSkill) -> Option<ReadSkill> {
    let bundle = bundle::read_capped(&skill.skill_md, slug, Profile::Lenient, BodyCap::Bytes(MAX_BYTES)).ok()?;
    let prompt = SkillPrompt {
        name: slug.to_owned(),
        title: skill.title.clone(),
        description: bundle.description.clone(),
        arguments: arguments(&bundle, REQUEST, "What you want this time: names, dates, places that differ"),
        ability_id: Some(skill.ability_id.clone()),
    };
    let folder = skill.folder.clone();
    Some(ReadSkill { prompt, bundle, ability: Some(skill), folder })
}

fn of_skill(skill: &SkillSummary, bundle: Bundle) -> ReadSkill {
    let prompt = SkillPrompt {
        name: skill.name.clone(),
        title: skill.name.clone(),
        description: skill.description.clone(),
        arguments: arguments(&bundle, ARGUMENTS, "Words that fill the places of the skill"),
        ability_id: None,
    };
    ReadSkill { prompt, bundle, ability: None, folder: Some(PathBuf::from(&skill.path)) }
}

/// The named arguments of a skill, or `all` for a skill without, and its SkillBag parameters.
fn arguments(bundle: &Bundle, all: &str, about: &str) -> Vec<SkillPromptArgument> {
    let definition = &bundle.definition;
    let argument =
        |name: &str, description: String, required| SkillPromptArgument { name: name.to_owned(), description, required };
    let hint = definition.argument_hint.clone();
    let mut found: Vec<SkillPromptArgument> = match definition.arguments.as_slice() {
        [] => vec![argument(all, hint.unwrap_or_else(|| about.to_owned()), false)],
        names => names.iter().map(|name| argument(name, hint.clone().unwrap_or_default(), false)).collect(),
    };
    let parameters = &definition.parameters;
    let required = parameters.required.iter().map(|parameter| (parameter, true));
    for (parameter, required) in required.chain(parameters.optional.iter().map(|parameter| (parameter, false))) {
        let default = parameter.default.as_ref().map(|value| format!("{value} when left out")).unwrap_or_default();
        if found.iter().all(|known| known.name != parameter.name) {
            found.push(argument(&parameter.name, default, required));
        }
    }
    found.truncate(MAX_ARGUMENTS);
    found
}

fn check(prompt: &SkillPrompt, given: &BTreeMap<String, String>) -> Answer<()> {
    let known: Vec<&str> = prompt.arguments.iter().map(|argument| argument.name.as_str()).collect();
    for (name, value) in given {
        if !known.contains(&name.as_str()) {
            return Err(invalid(name, &format!("there is no such argument; there is {}", known.join(", "))));
        }
        if value.chars().count() > MAX_ARGUMENT {
            return Err(invalid(name, &format!("is longer than {MAX_ARGUMENT} characters")));
        }
    }
    match prompt.arguments.iter().find(|argument| argument.required && !given.contains_key(&argument.name)) {
        Some(missing) => Err(invalid(&missing.name, "the skill needs this value")),
        None => Ok(()),
    }
}

/// The text with its placeholders filled in, and the values that have no place in it at its end.
fn filled(read: &ReadSkill, given: &BTreeMap<String, String>, session_id: &str) -> Prompt {
    let definition = &read.bundle.definition;
    let names = definition.arguments.as_slice();
    let words = words(read, given);
    let unnamed = PathBuf::from(&read.prompt.name);
    let with = |arguments| Invocation {
        arguments,
        session_id,
        skill_dir: read.folder.as_deref().unwrap_or(&unnamed),
        placeholders: if names.is_empty() { Placeholders::Common } else { Placeholders::Claude { names } },
        max_bytes: if read.ability.is_some() { MAX_BYTES } else { MAX_PROMPT_BYTES },
    };
    let body = read.ability.as_ref().map_or(read.bundle.body.as_str(), |ability| ability.skill_md.as_str());
    let mut prompt = template::render(body, &with(&words));
    if read.ability.is_some() {
        // What the person wants is said beside the text, so it is not repeated where the text has no place for it.
        let bare = template::render(body, &with(&[]));
        if prompt.text == format!("{}\n\nARGUMENTS: {}", bare.text, words.join(" ")) {
            prompt = bare;
        }
    }
    let taken = |name: &str| names.iter().any(|known| known == name) || name == REQUEST || name == ARGUMENTS;
    let rest: Vec<String> =
        given.iter().filter(|(name, _)| !taken(name)).map(|(name, value)| format!("- {name}: {value}")).collect();
    if !rest.is_empty() {
        prompt.text.push_str(&format!("\n\nParameters:\n{}", rest.join("\n")));
    }
    if let Some(ability) = &read.ability {
        prompt.text.push_str(&ability.configuration.text(given));
    }
    prompt
}

/// The arguments in order. A named one that is left out before another one is empty.
fn words(read: &ReadSkill, given: &BTreeMap<String, String>) -> Vec<String> {
    let names = &read.bundle.definition.arguments;
    let last = names.iter().rposition(|name| given.contains_key(name)).map_or(0, |last| last + 1);
    if last > 0 {
        return names[..last].iter().map(|name| given.get(name).cloned().unwrap_or_default()).collect();
    }
    if let Some(request) = given.get(REQUEST).map(|text| text.trim()).filter(|text| !text.is_empty()) {
        return vec![request.to_owned()];
    }
    let text = given.get(ARGUMENTS).map_or("", String::as_str);
    shlex::split(text).unwrap_or_else(|| text.split_whitespace().map(str::to_owned).collect())
}
