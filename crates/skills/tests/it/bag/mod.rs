//! SkillBag workspaces: catalogue, inputs, dependencies, entry, installation, refresh.

mod install;
mod refresh;
mod resolve;

use apprentice_skills::bag::install::{Existing, Plan, Policy, Report, Want, apply, plan};
use apprentice_skills::bag::{self, Bag, Problem, catalog};
use apprentice_skills::source::fetch::FetchOptions;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};

struct Space(tempfile::TempDir);

impl Space {
    fn new() -> Space {
        Space(tempfile::tempdir().unwrap())
    }

    /// With an entrypoint and the reserved skill.
    fn ready() -> Space {
        let space = Space::new();
        bag::init::init(space.path()).unwrap();
        space
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, path: &str, text: &str) -> PathBuf {
        let place = self.path().join(path);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::write(&place, text).unwrap();
        place
    }

    fn skill(&self, name: &str, description: &str, rest: &str) {
        self.write(
            &format!(".skills/{name}/SKILL.md"),
            &format!("---\nname: {name}\ndescription: {description:?}\n---\n\n{rest}\n"),
        );
    }

    fn bag(&self) -> Bag {
        Bag::read(self.path())
    }

    fn codes(&self) -> Vec<&'static str> {
        codes(&bag::check(&self.bag()))
    }

    fn catalog(&self) -> String {
        fs::read_to_string(self.path().join(".skills/SKILLS.md")).unwrap()
    }

    /// Makes it a source that keeps the rules.
    fn source(&self) -> String {
        self.write(
            "AGENTS.md",
            "This is a `SKILLBAG` source. Skills live under `.skills/`.\nNo additional installation steps required.\n",
        );
        catalog::write(&self.bag()).unwrap();
        self.path().to_str().unwrap().to_owned()
    }

    fn plan(&self, wants: &[Want], policy: &Policy) -> Result<Plan, Vec<Problem>> {
        let watch = FetchOptions::unattended();
        plan(&self.bag(), wants, policy, &|source, version| bag::fetch(source, version, self.path(), None, &watch))
    }

    fn install(&self, wants: &[Want], policy: &Policy) -> Result<Report, Vec<Problem>> {
        apply(&self.bag(), self.plan(wants, policy)?)
    }

    /// Every file with its bytes.
    fn tree(&self) -> Vec<(String, String)> {
        fn walk(folder: &Path, into: &mut Vec<(String, String)>) {
            for entry in fs::read_dir(folder).unwrap().flatten() {
                match entry.path().is_dir() {
                    true => walk(&entry.path(), into),
                    false => into.push((entry.path().display().to_string(), fs::read_to_string(entry.path()).unwrap())),
                }
            }
        }
        let mut all = Vec::new();
        walk(self.path(), &mut all);
        all.sort();
        all
    }
}

fn codes(problems: &[Problem]) -> Vec<&'static str> {
    problems.iter().map(|problem| problem.code).collect()
}

fn needs(name: &str, extra: &str) -> String {
    format!("## Dependencies\n\n```yaml\ndependencies:\n  - name: {name}\n{extra}```\n")
}

fn want(name: &str, source: &str) -> Want {
    Want { name: Some(name.into()), source: Some(source.into()), version: None }
}

fn upgrade() -> Policy {
    Policy { existing: Existing::Upgrade, ..Policy::default() }
}

#[test]
fn init_makes_a_workspace_that_passes_the_check_and_keeps_what_is_there() {
    let space = Space::new();
    space.write(".git/HEAD", "x");
    space.write(".gitignore", "target");
    let done = bag::init::init(space.path()).unwrap();
    assert_eq!(done.created, ["SKILLBAG.md", ".skills/skillbag-get-skills/SKILL.md", ".skills/SKILLS.md", ".gitignore"]);
    assert_eq!(space.codes(), Vec::<&str>::new());
    assert_eq!(space.catalog(), "skillbag-get-skills: Install one or more skills into .skills/.\n");
    assert_eq!(fs::read_to_string(space.path().join(".gitignore")).unwrap(), "target\nUSER_CONTEXT.md\n");
    let before = space.tree();
    let again = bag::init::init(space.path()).unwrap();
    assert_eq!((again.created, again.kept.len(), space.tree()), (vec![], 4, before));
}

#[test]
fn the_reserved_skill_has_its_parameters() {
    let space = Space::ready();
    let bag = space.bag();
    let found: Vec<_> =
        bag.skills["skillbag-get-skills"].parameters.iter().map(|p| (p.name.clone(), p.default.clone().unwrap())).collect();
    let expected = [
        ("skills", json!([])),
        ("destination", json!(".skills/")),
        ("upgrade", json!(false)),
        ("persist-nonsecret-parameters", json!(true)),
    ];
    assert_eq!(found, expected.map(|(name, value)| (name.to_owned(), value)));
}

#[test]
fn the_check_names_everything_that_is_wrong_with_a_catalogue() {
    let space = Space::ready();
    space.skill("alpha", "First", "");
    space.skill("beta", "Second", "");
    space.skill("gamma", "Third", "");
    space.write(".skills/broken/SKILL.md", "---\nname: other\ndescription: x\n---\n");
    space.write(".skills/SKILLS.md", "beta: Second\nalpha: Wrong\nbeta: Second\nno line\nnobody: Gone\nbroken: x\nskillbag-get-skills: Install one or more skills into .skills/.\n");
    let problems = bag::check(&space.bag());
    let found: Vec<_> = problems.iter().map(|problem| (problem.code, problem.line)).collect();
    assert_eq!(
        found,
        [
            ("SKILL_NAME", None),
            ("CATALOG_ORDER", Some(2)),
            ("CATALOG_DESCRIPTION", Some(2)),
            ("CATALOG_DUPLICATE", Some(3)),
            ("CATALOG_LINE", Some(4)),
            ("CATALOG_UNKNOWN", Some(5)),
            ("CATALOG_ORDER", Some(6)),
            ("CATALOG_INVALID", Some(6)),
            ("CATALOG_MISSING", None),
        ]
    );
    assert!(catalog::write(&space.bag()).unwrap());
    assert_eq!(
        space.catalog(),
        "alpha: First\nbeta: Second\ngamma: Third\nskillbag-get-skills: Install one or more skills into .skills/.\n"
    );
    assert_eq!(space.codes(), ["SKILL_NAME"]);
    assert!(!catalog::write(&space.bag()).unwrap(), "written once");
}

#[test]
fn skills_that_are_not_valid_say_why() {
    for (folder, text, code) in [
        ("a-b", "---\nname: a-b\n---\nWords.\n", "SKILL_DESCRIPTION"),
        ("a_b", "---\nname: a_b\ndescription: x\n---\n", "SKILL_NAME"),
        ("a--b", "---\nname: a--b\ndescription: x\n---\n", "SKILL_NAME"),
        ("a-b", "---\ndescription: x\n---\n", "SKILL_NAME"),
        ("a-b", "no front matter", "SKILL_NAME"),
        (
            "a-b",
            "---\nname: a-b\ndescription: x\n---\n\n## Parameters\n\n```yaml\nrequired:\n  - name: p\n    default: 1\n```\n",
            "PARAMETERS",
        ),
        (
            "a-b",
            "---\nname: a-b\ndescription: x\n---\n\n## Parameters\n\n```yaml\noptional:\n  - name: p\n  - name: p\n```\n",
            "PARAMETERS",
        ),
        (
            "a-b",
            "---\nname: a-b\ndescription: x\n---\n\n## Dependencies\n\n```yaml\ndependencies:\n  - name: not_canonical\n```\n",
            "DEPENDENCIES",
        ),
    ] {
        let space = Space::ready();
        space.write(&format!(".skills/{folder}/SKILL.md"), text);
        assert!(space.codes().contains(&code), "{folder} {text}: {:?}", bag::check(&space.bag()));
    }
    let bare = Space::new();
    assert_eq!(bare.codes(), ["ENTRYPOINT_MISSING"]);
    bare.skill("alpha", "x", "");
    assert_eq!(bare.codes(), ["ENTRYPOINT_MISSING", "CATALOG_FILE_MISSING"]);
}

#[test]
fn tags_after_a_plain_description_are_no_comment() {
    let space = Space::ready();
    for (name, line) in [
        ("plain", "Does it. #run/always #use/beta"),
        ("quoted", "\"Does it. #run/last\""),
        ("remark", "Does it. # only a remark"),
    ] {
        space.write(&format!(".skills/{name}/SKILL.md"), &format!("---\nname: {name}\ndescription: {line}\n---\nBody\n"));
    }
    let bag = space.bag();
    let of = |name: &str| (bag.skills[name].description.clone(), bag.skills[name].tags.clone());
    assert_eq!(of("plain"), ("Does it. #run/always #use/beta".into(), vec!["run/always".into(), "use/beta".into()]));
    assert_eq!(of("quoted"), ("Does it. #run/last".into(), vec!["run/last".into()]));
    assert_eq!(of("remark"), ("Does it.".into(), vec![]));
}
