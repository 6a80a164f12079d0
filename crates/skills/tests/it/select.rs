//! The choice of skills for a task: hints, limits, events, and how often it is right on labelled tasks.

use crate::corpus::corpus;
use apprentice_contracts::skill::{SkillScope, SkillsListResponse};
use apprentice_skills::catalogue::render::{self, LoadedSkill};
use apprentice_skills::catalogue::select::{self, Document, Limits, References, Selector, Source, StepKind, Strategy};
use apprentice_skills::catalogue::task_plan::{NoTask, Task, next_task};
use apprentice_skills::discovery::discover::{self, Root};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn fixture(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/select").join(name)).unwrap()
}

struct Bench {
    folder: tempfile::TempDir,
}

impl Bench {
    fn new(skills: &[(&str, &str, &str)]) -> Bench {
        let bench = Bench { folder: tempfile::tempdir().unwrap() };
        for (name, description, body) in skills {
            bench.file(name, &format!("---\nname: {name}\ndescription: {description:?}\n---\n\n{body}\n"));
        }
        bench
    }

    fn own() -> Bench {
        let text = fixture("skills.txt");
        let skills: Vec<_> = text.lines().map(|line| line.split(" | ").collect::<Vec<_>>()).collect();
        Bench::new(&skills.iter().map(|parts| (parts[0], parts[1], parts[2])).collect::<Vec<_>>())
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let folder = self.folder.path().join(name);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("SKILL.md"), text).unwrap();
        folder
    }

    fn roots(&self) -> Vec<Root> {
        vec![root(self.folder.path())]
    }

    fn loaded(&self) -> Vec<LoadedSkill> {
        load(&self.roots())
    }

    fn assemble(&self, task: &Task, step: StepKind, limits: &Limits) -> select::Assembled {
        let listed = discover::list(&self.roots());
        select::assemble(&source(&listed), task, step, limits, References::LeaveOut)
    }
}

fn source(listed: &SkillsListResponse) -> Source<'_> {
    Source { listed, read_command: "apprentice skills read", run_id: "run-1" }
}

fn root(path: &Path) -> Root {
    Root { path: path.into(), scope: SkillScope::Project, agents: vec![], namespace: None }
}

fn load(roots: &[Root]) -> Vec<LoadedSkill> {
    let listed = discover::list(roots).skills;
    listed.iter().filter(|skill| skill.shadowed_by.is_none()).map(|skill| render::load(skill).unwrap()).collect()
}

fn names(task: &str, skills: &[LoadedSkill], step: StepKind) -> Vec<String> {
    let selection = select::select(&Task::from_text(task), skills, step, &Limits::default(), "run-1");
    selection.skills.into_iter().map(|chosen| chosen.name).collect()
}

#[test]
fn hints_come_first_and_matches_fill_the_rest() {
    let skills = Bench::own().loaded();
    let task = Task::from_text("Reconcile the bank statement (skill: fold_paper)");
    let selection = select::select(&task, &skills, StepKind::Implementation, &Limits::default(), "run-1");
    let chosen: Vec<_> = selection.skills.iter().map(|chosen| (chosen.name.as_str(), chosen.score.is_some())).collect();
    assert_eq!(chosen, [("fold-paper", false), ("reconcile-bank", true)]);
    assert_eq!((selection.strategy, selection.errors.as_slice()), (Strategy::Hint, &[][..]));
    assert_eq!(selection.skills[0].reason, "the task names it");
    assert!(selection.skills[1].reason.starts_with("fits the task by: ") && selection.skills[1].reason.contains("reconcile"));
    assert_eq!(selection.task_label, "Reconcile the bank statement (skill: fold_paper)");
    assert_eq!(
        names("Reconcile the bank statement (skill: fold-paper)", &skills, StepKind::Review),
        ["fold-paper"],
        "one for a review"
    );
}

#[test]
fn an_unknown_hint_is_recorded_and_the_selection_continues() {
    let skills = Bench::own().loaded();
    let task = Task::from_text("Brew tea (skills: no-such, brew-tea)");
    let selection = select::select(&task, &skills, StepKind::Implementation, &Limits::default(), "run-1");
    assert_eq!(selection.skills[0].name, "brew-tea");
    assert_eq!(selection.errors, ["The task names the skill 'no-such', which is not installed"]);
    let only =
        select::select(&Task::from_text("Juggle (skill: juggling)"), &skills, StepKind::Implementation, &Limits::default(), "r");
    assert_eq!((only.strategy, only.skills.len(), only.errors.len()), (Strategy::None, 0, 1));
}

#[test]
fn limits_of_each_step_hold_for_hints_too() {
    let skills = Bench::own().loaded();
    let task = Task::from_text("Do it (skills: brew-tea, fold-paper, keep-bees)");
    let selection = select::select(&task, &skills, StepKind::Implementation, &Limits::default(), "run-1");
    assert_eq!(selection.skills.len(), 2);
    assert_eq!(selection.errors, ["At most 2 skills for this step; left out: keep-bees"]);
    let none = Limits { implementation: 0, ..Limits::default() };
    assert_eq!(select::select(&task, &skills, StepKind::Implementation, &none, "run-1").strategy, Strategy::None);
}

#[test]
fn terms_of_the_body_are_found() {
    let body = "Wash the turnips. Peel the turnips. Roast the turnips with salt; turnips need an hour.";
    let bench = Bench::new(&[("sunday-lunch", "What we eat on Sundays", body), ("brew-tea", "Brew tea", "Boil water.")]);
    assert_eq!(names("Roast turnips", &bench.loaded(), StepKind::Implementation), ["sunday-lunch"]);
}

#[test]
fn equal_skills_are_chosen_by_name_every_time() {
    let twins = [("zeta", "Polish brass bells", "x"), ("alpha", "Polish brass bells", "x"), ("other", "Cook rice", "y")];
    let skills = Bench::new(&twins).loaded();
    for _ in 0..20 {
        assert_eq!(names("Polish the brass bells", &skills, StepKind::Implementation), ["alpha", "zeta"]);
    }
    let backwards: Vec<LoadedSkill> = skills.into_iter().rev().collect();
    assert_eq!(names("Polish the brass bells", &backwards, StepKind::Implementation), ["alpha", "zeta"]);
}

#[test]
fn hidden_skills_are_taken_by_name_only() {
    let bench = Bench::new(&[("ring-bell", "Ring bells", "x")]);
    bench
        .file("polish-bell", "---\nname: polish-bell\ndescription: Polish brass bells\ndisable-model-invocation: true\n---\nx\n");
    let skills = bench.loaded();
    assert!(!names("Polish the brass bells", &skills, StepKind::Implementation).contains(&"polish-bell".to_owned()));
    assert_eq!(names("Shine (skill: polish-bell)", &skills, StepKind::Review), ["polish-bell"]);
}

#[test]
fn every_step_of_a_selection_has_an_event() {
    let bench = Bench::new(&[("brew-tea", "Brew tea in a pot", &"Steep. ".repeat(50)), ("fold-paper", "Fold paper", "x")]);
    bench.file("silent", "---\nname: silent\n---\n\nNo description.\n");
    bench.file("broken", "---\nname: [\n---\n");
    let task = next_task("- [x] Shop\n- [ ] Brew tea (skill: cake)\n").unwrap();
    let limits = Limits { max_body_chars: 100, ..Limits::default() };
    let done = bench.assemble(&task, StepKind::Implementation, &limits);
    let events = serde_json::to_value(&done.events).unwrap();
    let kinds: Vec<&str> = events.as_array().unwrap().iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["SKILLS_DISCOVERED", "SKILLS_LOAD_FAILED", "SKILLS_LOAD_FAILED", "SKILLS_SELECTED", "SKILLS_TRUNCATED"]);
    let location = bench.folder.path().to_str().unwrap();
    assert_eq!(
        events[0]["payload"],
        serde_json::json!({"run_id": "run-1", "count": 2, "locations": [location], "names": ["brew-tea", "fold-paper"]})
    );
    let mut failed = [events[1]["payload"]["name"].as_str().unwrap(), events[2]["payload"]["name"].as_str().unwrap()];
    failed.sort_unstable();
    assert_eq!(failed, ["broken", "silent"]);
    assert!(events[1]["payload"]["error"].as_str().is_some_and(|error| !error.is_empty()));
    let selected = &events[3]["payload"];
    for (key, value) in
        [("run_id", "run-1"), ("step_kind", "implementation"), ("task_label", "Brew tea (skill: cake)"), ("strategy", "match")]
    {
        assert_eq!(selected[key], value, "{key}");
    }
    assert_eq!(selected["skills"][0]["name"], "brew-tea");
    assert_eq!(selected["errors"].as_array().unwrap().len(), 1);
    assert_eq!(events[4]["payload"], serde_json::json!({"run_id": "run-1", "name": "brew-tea", "max_chars": 100}));

    let prompt = &done.prompt;
    let order = [
        "<available_skills>",
        "Reading: brew-tea\nBase directory: ",
        "[Cut after 100 of ",
        "Skill read: brew-tea",
        "## Task\n\nBrew tea (skill: cake)",
    ];
    let places: Vec<usize> = order.iter().map(|part| prompt.find(part).unwrap_or_else(|| panic!("{part}: {prompt}"))).collect();
    assert!(places.is_sorted(), "{places:?}");
    assert!(!prompt.contains("Reading: fold-paper"));
    assert!(prompt.contains("`apprentice skills read <skill-name>`") && !prompt.contains("npx"), "{prompt}");
}

#[test]
fn without_a_task_the_agent_is_shown_what_it_can_choose_from() {
    let bench = Bench::new(&[("brew-tea", "Brew tea in a pot", "x")]);
    bench.file("silent", "---\nname: silent\n---\n\nNo description.\n");
    let listed = discover::list(&bench.roots());
    let done = select::without_task(&source(&listed), StepKind::Review, NoTask::AllDone);
    let events = serde_json::to_value(&done.events).unwrap();
    let kinds: Vec<&str> = events.as_array().unwrap().iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["SKILLS_DISCOVERED", "SKILLS_LOAD_FAILED", "SKILLS_SELECTED"]);
    assert_eq!((&events[2]["payload"]["strategy"], &events[2]["payload"]["step_kind"]), (&"none".into(), &"review".into()));
    assert!(
        done.prompt.contains("<name>brew-tea</name>") && done.prompt.contains("No task was chosen: every task"),
        "{}",
        done.prompt
    );
}

#[test]
fn without_skills_there_is_no_catalogue_and_references_come_when_asked_for() {
    let empty = Bench::new(&[]);
    let done = empty.assemble(&Task::from_text("Brew tea"), StepKind::Implementation, &Limits::default());
    assert_eq!((done.prompt.as_str(), done.selection.strategy), ("## Task\n\nBrew tea", Strategy::None));
    let bench = Bench::new(&[("brew-tea", "Brew tea in a pot", "x")]);
    fs::create_dir_all(bench.folder.path().join("brew-tea/references")).unwrap();
    fs::write(bench.folder.path().join("brew-tea/references/leaves.md"), "Darjeeling\n").unwrap();
    let listed = discover::list(&bench.roots());
    let with = |references| {
        select::assemble(&source(&listed), &Task::from_text("Brew tea"), StepKind::Review, &Limits::default(), references).prompt
    };
    assert!(with(References::Load).contains("--- references/leaves.md ---\n\nDarjeeling"));
    assert!(!with(References::LeaveOut).contains("Darjeeling"));
}

/// Tasks with what is right for them.
fn labelled(name: &str) -> Vec<(String, Vec<String>)> {
    let text = fixture(name);
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| {
            let (task, right) = line.split_once("=>").unwrap();
            (task.trim().to_owned(), right.split_whitespace().map(str::to_owned).collect())
        })
        .collect()
}

#[derive(Debug, Default)]
struct Marks {
    chosen: usize,
    right: usize,
    tasks: usize,
    served: usize,
    quiet: usize,
    left_alone: usize,
}

impl Marks {
    /// Of the chosen skills, how many are right.
    fn precision(&self) -> f64 {
        self.right as f64 / self.chosen.max(1) as f64
    }

    /// Of the tasks that a skill helps with, how many got one that does.
    fn recall(&self) -> f64 {
        self.served as f64 / self.tasks.max(1) as f64
    }
}

fn judge(tasks: &[(String, Vec<String>)], skills: &[LoadedSkill], told: &mut Vec<String>) -> Marks {
    let mut marks = Marks::default();
    let selector = Selector::new(skills);
    for (task, right) in tasks {
        let selection = selector.select(&Task::from_text(task), StepKind::Implementation, &Limits::default(), "run-1");
        let chosen: Vec<String> = selection.skills.into_iter().map(|chosen| chosen.name).collect();
        let hits = chosen.iter().filter(|name| right.contains(name)).count();
        marks.chosen += chosen.len();
        marks.right += hits;
        if right.is_empty() {
            marks.quiet += 1;
            marks.left_alone += usize::from(chosen.is_empty());
        } else {
            marks.tasks += 1;
            marks.served += usize::from(hits > 0);
        }
        if hits < chosen.len() || (hits == 0 && !right.is_empty()) {
            told.push(format!("{task}: {chosen:?} instead of {right:?}"));
        }
    }
    marks
}

fn halves(tasks: Vec<(String, Vec<String>)>) -> BTreeMap<bool, Vec<(String, Vec<String>)>> {
    let mut halves: BTreeMap<bool, Vec<_>> = BTreeMap::new();
    for (number, task) in tasks.into_iter().enumerate() {
        halves.entry(number % 2 == 1).or_default().push(task);
    }
    halves
}

/// Weights were chosen on the tasks with even numbers; those with odd numbers judge.
fn check(file: &str, skills: &[LoadedSkill], precision: f64, recall: f64) {
    let mut halves = halves(labelled(file));
    for (judging, tasks) in std::mem::take(&mut halves) {
        let mut told = Vec::new();
        let marks = judge(&tasks, skills, &mut told);
        println!(
            "{file} {}: precision {:.3} recall {:.3} {marks:?}\n  {}",
            if judging { "judged" } else { "chosen on" },
            marks.precision(),
            marks.recall(),
            told.join("\n  ")
        );
        assert!(marks.precision() >= precision && marks.recall() >= recall, "{marks:?} {told:#?}");
        assert!(marks.left_alone * 10 >= marks.quiet * 9, "tasks that nothing fits get nothing: {marks:?} {told:#?}");
    }
}

#[test]
fn labelled_tasks_over_a_dozen_skills() {
    check("own.txt", &Bench::own().loaded(), 0.9, 0.8);
}

#[test]
fn labelled_tasks_over_two_hundred_skills_of_the_corpus() {
    check("corpus.txt", &load(&[root(&corpus("skills"))]), 0.8, 0.85);
}

#[test]
fn the_reasons_for_choosing_or_not_choosing_a_skill_are_given() {
    let skills = [
        ("brew-tea", "Brews tea. Use when somebody is thirsty.", "Preheat the samovar."),
        ("fold-paper", "Folds paper into cranes and boats.", ""),
        ("water-plants", "Waters the plants on the balcony and in the hall.", ""),
        ("wash-dishes", "Washes plates, cups and pans.", ""),
    ];
    let documents = skills.map(|(name, description, body)| Document { name, description, body });
    let told = |text: &str, own: usize| select::fit(text, own, &documents, &Limits::default()).unwrap();
    let brewed = told("brew some tea", 0);
    assert!(brewed.chosen && brewed.score >= brewed.least && brewed.only_in_body.is_empty(), "{brewed:?}");
    assert_eq!((brewed.because.as_slice(), brewed.better.len()), (&["brew".to_owned(), "tea".to_owned()][..], 0));
    let other = told("brew some tea", 1);
    assert!(!other.chosen && other.score == 0.0, "{other:?}");
    assert_eq!(other.better.iter().map(|(index, _)| *index).collect::<Vec<_>>(), [0], "who comes before it is told");
    // Agents do not see the body when they choose.
    let hidden = told("heat up the samovar", 0);
    assert!(!hidden.chosen && hidden.only_in_body == ["samovar"], "{hidden:?}");
    let named = told("be quick (skill: fold_paper)", 1);
    assert!(named.chosen && named.named && named.score == 0.0, "{named:?}");
    assert_eq!(select::fit("tea", 4, &documents, &Limits::default()), None);
}
