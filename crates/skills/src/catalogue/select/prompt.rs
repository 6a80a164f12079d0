//! Builds the prompt for an agent from a listing and a task: the catalogue, the whole text of the chosen skills, the task.

use super::{Event, Limits, SkillSelection, StepKind, Strategy, discovered, load_failed, select};
use crate::catalogue::render::{self, CatalogueEntry, Dialect, LoadedSkill};
use crate::catalogue::task_plan::{NoTask, Task};
use crate::format::folder;
use crate::format::profile::Profile;
use apprentice_contracts::skill::SkillsListResponse;
use std::path::Path;

/// Longest file of `references/` that is taken in.
const MAX_REFERENCE_BYTES: u64 = 256_000;

/// A choice with everything that follows from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Assembled {
    /// The choice.
    pub selection: SkillSelection,
    /// In the order in which they happened.
    pub events: Vec<Event>,
    /// The prompt for the agent.
    pub prompt: String,
}

/// Whether the files of `references/` are given with a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum References {
    /// Only the SKILL.md is given.
    LeaveOut,
    /// The Markdown files of `references/` are appended.
    Load,
}

/// What every prompt is made from.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The skills; the first of a name counts.
    pub listed: &'a SkillsListResponse,
    /// The command by which an agent reads a skill: `apprentice skills read`, with the options that find the same skills.
    pub read_command: &'a str,
    /// Id of the run, given by the caller.
    pub run_id: &'a str,
}

/// The prompt for an agent that chooses a task and skills by itself, because `why`.
pub fn without_task(source: &Source<'_>, step_kind: StepKind, why: NoTask) -> Assembled {
    let (skills, events) = source.discover();
    let selection = SkillSelection {
        run_id: source.run_id.to_owned(),
        step_kind,
        task_label: String::new(),
        skills: Vec::new(),
        strategy: Strategy::None,
        errors: vec![why.to_string()],
    };
    let events = events.into_iter().chain([Event::SkillsSelected(selection.clone())]).collect();
    let task =
        format!("## Task\n\nNo task was chosen: {why}. Choose the next open task yourself, and read the skills that fit it.");
    let prompt = source.catalogue(&skills).into_iter().chain([task]).collect::<Vec<_>>().join("\n\n");
    Assembled { selection, events, prompt }
}

impl Source<'_> {
    /// The skills that can be chosen, and the events of finding them.
    fn discover(&self) -> (Vec<LoadedSkill>, Vec<Event>) {
        let (skills, mut failures) = usable(self.listed, self.run_id);
        let names = skills.iter().map(|skill| skill.entry.name.clone()).collect();
        let mut events = vec![discovered(self.run_id, self.listed, names)];
        events.append(&mut failures);
        (skills, events)
    }

    /// The catalogue; `None` without skills.
    fn catalogue(&self, skills: &[LoadedSkill]) -> Option<String> {
        let entries: Vec<CatalogueEntry> = skills.iter().map(|skill| skill.entry.clone()).collect();
        let limits = render::Limits { read_command: Some(self.read_command.to_owned()), ..render::Limits::default() };
        Some(render::catalogue(Dialect::OpenSkills, &entries, &limits).text).filter(|text| !text.is_empty())
    }
}

/// Chooses for `task` among the skills of `source` and writes the prompt. Skills that the
/// orchestrator profile refuses are skipped and reported as events.
pub fn assemble(source: &Source<'_>, task: &Task, step: StepKind, limits: &Limits, references: References) -> Assembled {
    let run_id = source.run_id;
    let (skills, mut events) = source.discover();
    let selection = select(task, &skills, step, limits, run_id);
    events.push(Event::SkillsSelected(selection.clone()));

    let mut parts: Vec<String> = source.catalogue(&skills).into_iter().collect();
    for chosen in &selection.skills {
        let Some(skill) = skills.iter().find(|skill| skill.entry.name == chosen.name) else { continue };
        let (text, truncated) = body(skill, references, limits.max_body_chars);
        if truncated {
            let (run_id, name) = (run_id.to_owned(), chosen.name.clone());
            events.push(Event::SkillsTruncated { run_id, name, max_chars: limits.max_body_chars });
        }
        parts.push(text);
    }
    parts.push(format!("## Task\n\n{}", instructions(task)));
    Assembled { selection, events, prompt: parts.join("\n\n") }
}

fn instructions(task: &Task) -> String {
    let mut text = task.label.clone();
    if !task.details.is_empty() {
        text.push_str(&format!("\n{}", task.details));
    }
    if !task.parents.is_empty() {
        text.push_str(&format!("\n(part of: {})", task.parents.join(" > ")));
    }
    text
}

fn usable(listed: &SkillsListResponse, run_id: &str) -> (Vec<LoadedSkill>, Vec<Event>) {
    let (mut skills, mut failures) = (Vec::new(), Vec::new());
    for skipped in &listed.skipped {
        let name = Path::new(&skipped.path).file_name().and_then(|name| name.to_str()).unwrap_or(&skipped.path);
        failures.push(load_failed(run_id, name, &skipped.message));
    }
    for skill in listed.skills.iter().filter(|skill| skill.shadowed_by.is_none()) {
        let strict = folder::read_folder(Path::new(&skill.path), Path::new(&skill.root), Profile::Orchestrator);
        let loaded = strict.map_err(|finding| finding.message).and_then(|read| {
            // The same file, unless it was renamed since the listing.
            let text = (read.file == skill.file).then_some(read.text);
            render::load_text(skill, text)
        });
        match loaded {
            Ok(loaded) => skills.push(loaded),
            Err(error) => failures.push(load_failed(run_id, &skill.name, &format!("{}: {error}", skill.path))),
        }
    }
    (skills, failures)
}

/// The read form of a skill, at most `most` characters of the file.
fn body(skill: &LoadedSkill, references: References, most: usize) -> (String, bool) {
    let mut skill = skill.clone();
    if references == References::Load {
        skill.raw.push_str(&reference_texts(&skill));
    }
    let length = skill.raw.chars().count();
    let truncated = length > most;
    if truncated {
        let end = skill.raw.char_indices().nth(most).map_or(skill.raw.len(), |(at, _)| at);
        skill.raw.truncate(end);
        let file = skill.entry.file.display();
        skill.raw.push_str(&format!("\n\n[Cut after {most} of {length} characters. Read the rest in {file}]"));
    }
    (render::read_form(&skill), truncated)
}

fn reference_texts(skill: &LoadedSkill) -> String {
    let folder = skill.entry.file.parent().unwrap_or(Path::new(""));
    let mut texts = String::new();
    for file in render::resources(folder).iter().filter(|file| file.starts_with("references/") && file.ends_with(".md")) {
        let path = folder.join(file);
        let small = path.metadata().is_ok_and(|metadata| metadata.len() <= MAX_REFERENCE_BYTES);
        if let Some(text) = small.then(|| std::fs::read_to_string(&path).ok()).flatten() {
            texts.push_str(&format!("\n\n--- {file} ---\n\n{}", text.trim_end()));
        }
    }
    texts
}
