//! SkillBag workspaces: catalogue, inputs, dependencies, entry, installation, refresh.

use apprentice_skills::bag::conflict::{self, DecidedBy, Stakes};
use apprentice_skills::bag::dependencies::{self, From};
use apprentice_skills::bag::enter::{Action, enter};
use apprentice_skills::bag::inputs::{Origin, Reason, Request, resolve};
use apprentice_skills::bag::install::{Existing, Policy, Report, Want, install};
use apprentice_skills::bag::refresh::{Snapshot, compare};
use apprentice_skills::bag::{self, Bag, Problem, catalog};
use apprentice_skills::fetch::Watch;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
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

    fn install(&self, wants: &[Want], policy: &Policy) -> Result<Report, Vec<Problem>> {
        let watch = Watch::alone();
        install(&self.bag(), wants, policy, &|source, version| bag::fetch(source, version, self.path(), None, &watch))
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

fn want(name: &str, source: &str) -> Want {
    Want { name: Some(name.into()), source: Some(source.into()), version: None }
}

fn upgrade() -> Policy {
    Policy { existing: Existing::Upgrade, overwrite: BTreeSet::new() }
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

const INPUTS: &str = "## Parameters\n\n```yaml\nrequired:\n  - name: input-path\noptional:\n  - name: format\n    default: json\n    values: [json, csv]\n  - name: output-dir\n    persist: true\n  - name: api-token\n    persist: true\n  - name: template\n    discover: true\n  - name: delimiter\n    required-when: {format: csv}\n```\n";

fn convert() -> Space {
    let space = Space::ready();
    space.skill("convert-data", "Convert data", INPUTS);
    space
}

fn said(values: &[(&str, Value)]) -> Request {
    Request { said: values.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(), ..Request::default() }
}

fn reasons(space: &Space, request: &Request) -> Vec<(String, Reason)> {
    let bag = space.bag();
    let questions = resolve(&bag, &bag.skills["convert-data"], request).questions;
    questions.into_iter().map(|question| (question.parameter.unwrap_or_default(), question.reason)).collect()
}

#[test]
fn inputs_follow_the_precedence() {
    let space = convert();
    space.write("CONTEXT.md", "# Project\n```yaml\nparameters:\n  input-path: project.txt\n  output-dir: first\n  output-dir-2: x\n  format: csv\n```\nLater:\n```yaml\nparameters:\n  output-dir: out\n  delimiter: ;\n```\n".replace("  delimiter: ;", "  delimiter: \";\"").as_str());
    space.write(
        "USER_CONTEXT.md",
        "```yaml\nparameters:\n  convert-data:\n    input-path: mine.txt\n  input-path: everyone.txt\n```\n",
    );
    let bag = space.bag();
    let skill = &bag.skills["convert-data"];
    let resolution = resolve(&bag, skill, &Request::default());
    let values: Vec<_> = resolution.values.iter().map(|input| (input.name.as_str(), input.value.clone(), input.source)).collect();
    assert_eq!(
        values,
        [
            ("input-path", json!("mine.txt"), Origin::UserContext),
            ("format", json!("csv"), Origin::Context),
            ("output-dir", json!("out"), Origin::Context),
            ("delimiter", json!(";"), Origin::Context),
        ],
        "the last definition of a file wins; a value for one skill before one for all"
    );
    assert_eq!(resolution.values[0].overrides, [(Origin::Context, json!("project.txt"))]);
    assert_eq!(resolution.values[1].overrides, [(Origin::SkillDefault, json!("json"))]);
    assert_eq!((resolution.ready, resolution.execution_id.as_str()), (true, "convert_data"));
    let told = said(&[
        ("input-path", json!("a.txt")),
        ("input-path", json!("b.txt")),
        ("output-dir", json!("/tmp")),
        ("api-token", json!("x")),
    ]);
    let resolution = resolve(&bag, skill, &told);
    assert_eq!((resolution.values[0].value.clone(), resolution.values[0].source), (json!("b.txt"), Origin::Conversation));
    assert_eq!(resolution.worth_keeping, ["output-dir"], "a secret is never kept");
}

#[test]
fn what_is_unclear_is_asked_before_anything_runs() {
    let space = convert();
    assert_eq!(reasons(&space, &Request::default()), [("input-path".to_owned(), Reason::Missing)]);
    let mut request = said(&[("input-path", json!("a"))]);
    assert_eq!(reasons(&space, &request), []);
    request.said.push(("format".into(), json!("csv")));
    assert_eq!(reasons(&space, &request), [("delimiter".to_owned(), Reason::Missing)], "conditions hold after defaults");
    request.said.push(("delimiter".into(), json!(",")));
    assert_eq!(reasons(&space, &request), []);
    request.said.push(("format".into(), json!("xml")));
    assert_eq!(reasons(&space, &request), [("format".to_owned(), Reason::NotTaken)]);
    assert_eq!(
        reasons(&space, &said(&[("input-path", json!("a")), ("nonsense", json!(1))])),
        [("nonsense".to_owned(), Reason::Unknown)]
    );
    let risky = Request { risk: Some("it deletes files".into()), ..said(&[("input-path", json!("a"))]) };
    assert_eq!(reasons(&space, &risky), [(String::new(), Reason::Confirm)]);
    assert_eq!(reasons(&space, &Request { confirmed: true, ..risky }), []);
}

#[test]
fn discovery_fills_only_what_is_missing_and_permitted_and_clear() {
    let space = convert();
    let with = |name: &str, values: &[&str]| Request {
        discovered: [(name.to_owned(), values.iter().map(|value| json!(value)).collect())].into(),
        ..said(&[("input-path", json!("a"))])
    };
    let bag = space.bag();
    let found = resolve(&bag, &bag.skills["convert-data"], &with("template", &["t.txt"]));
    assert_eq!(found.values.last().map(|input| (input.value.clone(), input.source)), Some((json!("t.txt"), Origin::Discovered)));
    assert_eq!(reasons(&space, &with("template", &["a", "b"])), [("template".to_owned(), Reason::Ambiguous)]);
    assert_eq!(reasons(&space, &with("output-dir", &["a"])), [("output-dir".to_owned(), Reason::DiscoveryNotPermitted)]);
    let kept = resolve(&bag, &bag.skills["convert-data"], &with("format", &["csv"]));
    assert!(
        kept.values.iter().any(|input| input.name == "format" && input.source == Origin::SkillDefault),
        "it overrides nothing"
    );
}

#[test]
fn a_prohibition_is_not_overridden_from_below() {
    let space = convert();
    space.write("CONTEXT.md", "```yaml\nparameters: {input-path: /etc/passwd}\n```\n");
    space.write("USER_CONTEXT.md", "```yaml\nprohibit:\n  - {parameter: input-path, value: /etc/passwd}\n  - {parameter: format, skill: convert-data}\n```\n");
    assert_eq!(
        reasons(&space, &Request::default()),
        [("input-path".to_owned(), Reason::Prohibited), ("format".to_owned(), Reason::Prohibited)]
    );
    let told = said(&[("input-path", json!("/etc/passwd")), ("format", json!("csv")), ("delimiter", json!(","))]);
    assert_eq!(reasons(&space, &told), [], "the conversation stands above the file");
    space.write("USER_CONTEXT.md", "```yaml\nprohibit:\n  - skill: convert-data\n```\n");
    assert_eq!(reasons(&space, &said(&[("input-path", json!("a"))])), [(String::new(), Reason::Prohibited)]);
}

#[test]
fn conflicts_are_decided_in_order_or_asked() {
    let space = Space::ready();
    space.skill("alpha", "a", "");
    space.skill("beta", "b", "");
    let skills = ["beta".to_owned(), "alpha".to_owned()];
    let decide = |said, stakes| {
        let verdict = conflict::decide(&space.bag(), &skills, said, stakes);
        (verdict.winner, verdict.decided_by, verdict.question.is_some())
    };
    assert_eq!(decide(None, Stakes::Low), (Some("alpha".into()), Some(DecidedBy::Alphabet), false));
    assert_eq!(decide(None, Stakes::High), (None, None, true), "the alphabet decides nothing that matters");
    space.write("CONTEXT.md", "```yaml\nconflict-resolution:\n  - skills: [alpha, beta]\n    winner: beta\n```\n");
    assert_eq!(decide(None, Stakes::High), (Some("beta".into()), Some(DecidedBy::Context), false));
    space.write("USER_CONTEXT.md", "```yaml\nconflict-resolution:\n  - skills: [alpha, beta]\n    winner: alpha\n```\n");
    assert_eq!(decide(None, Stakes::High).1, Some(DecidedBy::UserContext));
    assert_eq!(decide(Some("beta"), Stakes::High), (Some("beta".into()), Some(DecidedBy::Conversation), false));
    space.write("CONTEXT.md", "```yaml\nconflict-resolution:\n  - skills: [alpha]\n    winner: gamma\n```\n");
    assert!(space.codes().contains(&"CONFLICT_RESOLUTION"));
}

fn needs(name: &str, extra: &str) -> String {
    format!("## Dependencies\n\n```yaml\ndependencies:\n  - name: {name}\n{extra}```\n")
}

#[test]
fn dependencies_are_overridden_then_local_then_declared() {
    let space = Space::ready();
    space.skill("alpha", "a", &needs("beta", "    source: https://example.test/one.git\n    version: v1\n"));
    let one = |space: &Space| dependencies::resolve(&space.bag()).remove(0);
    assert_eq!((one(&space).from, one(&space).version.as_deref()), (From::Declaration, Some("v1")));
    assert!(space.codes().contains(&"DEPENDENCY_MISSING"));
    space.skill("beta", "b", "");
    assert_eq!((one(&space).from, one(&space).installed), (From::Local, true));
    space.write(
        "CONTEXT.md",
        "```yaml\ndependencies:\n  - name: beta\n    version: main\n    source: https://example.test/two.git\n```\n",
    );
    assert_eq!((one(&space).from, one(&space).source.as_deref()), (From::Override, Some("https://example.test/two.git")));
    assert_eq!(one(&space).asked_by, ["CONTEXT.md", "alpha"]);
    space.write("CONTEXT.md", "```yaml\ndependencies:\n  - name: beta\n```\n");
    assert!(space.codes().contains(&"CONTEXT_DEPENDENCY"));
}

#[test]
fn cycles_and_conflicts_are_named() {
    let space = Space::ready();
    space.skill("alpha", "a", &needs("beta", ""));
    space.skill("beta", "b", &needs("gamma", ""));
    space.skill("gamma", "c", &needs("alpha", ""));
    catalog::write(&space.bag()).unwrap();
    let problems = bag::check(&space.bag());
    assert_eq!(codes(&problems), ["DEPENDENCY_CYCLE"]);
    assert!(problems[0].message.ends_with("alpha -> beta -> gamma -> alpha"), "{problems:?}");
    let space = Space::ready();
    space.skill("alpha", "a", &needs("delta", "    source: /one\n    version: v1\n"));
    space.skill("beta", "b", &needs("delta", "    source: /one.git/\n    version: v2\n"));
    space.skill("gamma", "c", &needs("delta", "    source: /two\n    version: v1\n"));
    space.skill("delta", "d", "");
    catalog::write(&space.bag()).unwrap();
    assert_eq!(space.codes(), ["DEPENDENCY_CONFLICT", "DEPENDENCY_CONFLICT"]);
    space.write("CONTEXT.md", "```yaml\ndependencies:\n  - {name: delta, version: v1, source: /one}\n```\n");
    assert_eq!(space.codes(), Vec::<&str>::new(), "an override decides");
}

#[test]
fn tags_behind_a_plain_description_are_no_comment() {
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

#[test]
fn entering_reads_in_order_and_runs_what_is_tagged() {
    let space = Space::ready();
    space.skill("zeta", "Z #run/always", "");
    space.skill("audit", "A #run/always #run/last #use/zeta #use/nobody", "");
    space.skill("plain", "P", "");
    space.skill("quiet", "Q #run/always", "");
    space.write("USER_CONTEXT.md", "```yaml\ntags:\n  quiet: {remove: [\"#run/always\"]}\n  plain: {add: run/last}\n```\n");
    let entry = enter(&space.bag());
    let steps: Vec<_> = entry.steps.iter().map(|step| (step.number, step.action, step.target.as_str(), step.present)).collect();
    assert_eq!(
        steps[..4],
        [
            (1, Action::Read, "SKILLBAG.md", true),
            (2, Action::Read, "CONTEXT.md", false),
            (2, Action::Read, "USER_CONTEXT.md", true),
            (3, Action::Read, ".skills/SKILLS.md", true)
        ]
    );
    assert_eq!(steps[4].1, Action::ApplyPrecedence);
    assert_eq!(entry.run_always, ["zeta", "audit"], "those that run last come last");
    assert_eq!(entry.run_last, ["audit", "plain"]);
    assert_eq!(entry.companions, [("audit".to_owned(), vec!["zeta".to_owned()])].into());
    assert!(entry.ready && entry.prompt.is_none());
    space.skill("plain", "P", &needs("absent", ""));
    let entry = enter(&space.bag());
    assert!(!entry.ready && entry.prompt.unwrap().contains("absent"));
    assert!(!enter(&Space::new().bag()).ready);
}

#[test]
fn only_changed_files_that_are_in_use_are_read_again() {
    let space = Space::ready();
    for name in ["alpha", "beta", "gamma"] {
        space.skill(name, name, "");
    }
    catalog::write(&space.bag()).unwrap();
    let before = Snapshot::take(space.path());
    let loaded: BTreeSet<String> = ["alpha".to_owned()].into();
    assert_eq!(compare(&before, &Snapshot::take(space.path()), &loaded), Default::default(), "nothing changed, nothing to do");
    space.skill("alpha", "alpha", "changed");
    space.skill("beta", "beta", "changed");
    space.skill("delta", "new", "");
    space.write("USER_CONTEXT.md", "new");
    fs::remove_dir_all(space.path().join(".skills/gamma")).unwrap();
    let refresh = compare(&before, &Snapshot::take(space.path()), &loaded);
    assert_eq!(refresh.reread, [".skills/SKILLS.md", ".skills/alpha/SKILL.md", "USER_CONTEXT.md"]);
    assert_eq!(refresh.later, [".skills/beta/SKILL.md", ".skills/delta/SKILL.md"]);
    assert_eq!((refresh.added, refresh.removed), (vec!["delta".to_owned()], vec!["gamma".to_owned()]));
}

#[test]
fn installing_takes_skills_with_what_they_need() {
    let far = Space::new();
    far.skill("alpha", "Al", &needs("beta", ""));
    far.skill("beta", "Be", "");
    far.skill("other", "Not wanted", "");
    let script = far.write(".skills/alpha/scripts/run.sh", "echo");
    fs::set_permissions(script, fs::Permissions::from_mode(0o755)).unwrap();
    let source = far.source();
    let space = Space::ready();
    let report = space.install(&[want("alpha", &source)], &Policy::default()).unwrap();
    assert_eq!((report.installed, report.catalog_changed), (vec!["alpha".to_owned(), "beta".to_owned()], true));
    let script = space.path().join(".skills/alpha/scripts/run.sh").metadata().unwrap();
    assert!(script.permissions().mode() & 0o111 != 0 && !space.path().join(".skills/other").exists());
    assert_eq!(space.catalog(), "alpha: Al\nbeta: Be\nskillbag-get-skills: Install one or more skills into .skills/.\n");
    assert_eq!(space.codes(), Vec::<&str>::new());
    let before = space.tree();
    let again = space.install(&[want("alpha", &source)], &upgrade()).unwrap();
    assert_eq!((again.unchanged.len(), again.installed.len(), space.tree()), (1, 0, before), "twice is once");
}

#[test]
fn what_is_there_is_skipped_upgraded_or_protected() {
    let far = Space::new();
    far.skill("alpha", "One", "");
    let source = far.source();
    let space = Space::ready();
    space.install(&[want("alpha", &source)], &Policy::default()).unwrap();
    far.skill("alpha", "Two", "");
    far.source();
    assert_eq!(space.install(&[want("alpha", &source)], &Policy::default()).unwrap().skipped, ["alpha"]);
    assert_eq!(space.install(&[want("alpha", &source)], &upgrade()).unwrap().updated, ["alpha"]);
    assert!(space.catalog().starts_with("alpha: Two\n"));

    space.skill("alpha", "Mine", "");
    far.skill("alpha", "Three", "");
    far.skill("beta", "New", "");
    far.source();
    let before = space.tree();
    let refused = space.install(&[want("beta", &source), want("alpha", &source)], &upgrade()).unwrap_err();
    assert_eq!((codes(&refused), space.tree()), (vec!["LOCAL_EDITS"], before), "nothing at all was changed");
    let told = Policy { existing: Existing::Upgrade, overwrite: ["alpha".to_owned()].into() };
    let report = space.install(&[want("beta", &source), want("alpha", &source)], &told).unwrap();
    assert_eq!((report.installed, report.updated), (vec!["beta".to_owned()], vec!["alpha".to_owned()]));
    space.skill("own", "Never installed", "");
    far.skill("own", "Theirs", "");
    far.source();
    assert_eq!(codes(&space.install(&[want("own", &source)], &upgrade()).unwrap_err()), ["LOCAL_EDITS"]);
}

#[test]
fn a_bad_source_stops_the_whole_run_before_anything_is_written() {
    let good = Space::new();
    good.skill("alpha", "Al", "");
    let good_source = good.source();
    let check = |spoil: &dyn Fn(&Space), code: &str| {
        let far = Space::new();
        far.skill("beta", "Be", "");
        let source = far.source();
        spoil(&far);
        let space = Space::new();
        let refused = space.install(&[want("alpha", &good_source), want("beta", &source)], &Policy::default()).unwrap_err();
        assert!(codes(&refused).contains(&code), "{code}: {refused:?}");
        assert_eq!(space.tree(), [], "{code}: not even the reserved skill");
    };
    check(&|far| fs::remove_file(far.path().join("AGENTS.md")).unwrap(), "SOURCE_AGENTS");
    check(&|far| drop(far.write("AGENTS.md", "A repository with .skills/")), "SOURCE_AGENTS");
    check(&|far| fs::remove_file(far.path().join(".skills/SKILLS.md")).unwrap(), "CATALOG_FILE_MISSING");
    check(&|far| drop(far.write(".skills/SKILLS.md", "beta: Something else\n")), "CATALOG_DESCRIPTION");
    check(&|far| drop(far.write(".skills/beta/SKILL.md", "---\nname: beta\n---\nWords.\n")), "SKILL_DESCRIPTION");
    check(&|far| fs::remove_dir_all(far.path().join(".skills")).unwrap(), "SOURCE_SKILLS");
    check(&|far| std::os::unix::fs::symlink("/etc/passwd", far.path().join(".skills/beta/leak")).unwrap(), "LINK_LEAVES_SOURCE");
    let space = Space::new();
    for (wanted, code) in [
        (want("gamma", &good_source), "SKILL_NOT_IN_SOURCE"),
        (want("alpha", "/no/such/place"), "SOURCE_MISSING"),
        (want("../alpha", &good_source), "SKILL_NAME"),
        (Want { name: Some("alpha".into()), ..Want::default() }, "DEPENDENCY_MISSING"),
    ] {
        assert_eq!(codes(&space.install(&[wanted], &Policy::default()).unwrap_err()), [code]);
    }
    assert_eq!(codes(&space.install(&[], &Policy::default()).unwrap_err()), ["NOTHING_TO_INSTALL"]);
    assert_eq!(space.tree(), []);
}

#[test]
fn conflicts_and_cycles_stop_before_any_change() {
    let (one, two) = (Space::new(), Space::new());
    one.skill("shared", "S", "");
    two.skill("shared", "S", "");
    let (first, second) = (one.source(), two.source());
    let far = Space::new();
    far.skill("alpha", "A", &needs("shared", &format!("    source: {first}\n")));
    far.skill("beta", "B", &needs("shared", &format!("    source: {second}\n")));
    let source = far.source();
    let space = Space::ready();
    let before = space.tree();
    let refused = space.install(&[want("alpha", &source), want("beta", &source)], &Policy::default()).unwrap_err();
    assert_eq!((codes(&refused)[0], space.tree()), ("DEPENDENCY_CONFLICT", before.clone()));
    let wanted = [want("alpha", &source), want("beta", &source), want("shared", &first)];
    let refused = space.install(&wanted, &Policy::default());
    assert!(refused.is_err() || refused.unwrap().installed.len() == 3);

    space.write("CONTEXT.md", &format!("```yaml\ndependencies:\n  - {{name: shared, version: main, source: {first}}}\n```\n"));
    let report = space.install(&[want("alpha", &source), want("beta", &source)], &Policy::default()).unwrap();
    assert_eq!(report.installed, ["alpha", "beta", "shared"], "the project decides");

    let round = Space::new();
    round.skill("ping", "P", &needs("pong", ""));
    round.skill("pong", "P", &needs("ping", ""));
    let source = round.source();
    let fresh = Space::new();
    let refused = fresh.install(&[want("ping", &source)], &Policy::default()).unwrap_err();
    assert_eq!((codes(&refused), fresh.tree()), (vec!["DEPENDENCY_CYCLE"], vec![]));
}

#[test]
fn context_dependencies_come_first_and_extra_steps_are_told() {
    let far = Space::new();
    far.skill("alpha", "A", "");
    let source = far.source();
    far.write("AGENTS.md", "SKILLBAG with .skills/. After installing, run `make`.\n");
    let space = Space::new();
    space.write("CONTEXT.md", &format!("```yaml\ndependencies:\n  - {{name: alpha, version: main, source: {source}}}\n```\n"));
    let report = space.install(&[], &Policy::default()).unwrap();
    assert_eq!(report.installed, ["alpha"]);
    assert!(report.extra_steps[0].text.contains("run `make`"));
    assert!(space.path().join(".skills/skillbag-get-skills/SKILL.md").is_file(), "materialized");
}

#[test]
fn a_failure_while_writing_takes_back_what_was_written() {
    let far = Space::new();
    far.skill("alpha", "A", "");
    let source = far.source();
    let space = Space::ready();
    fs::remove_file(space.path().join(".skills/SKILLS.md")).unwrap();
    fs::create_dir(space.path().join(".skills/SKILLS.md")).unwrap();
    let refused = space.install(&[want("alpha", &source)], &Policy::default()).unwrap_err();
    assert_eq!(codes(&refused), ["NOT_A_FILE"]);
    assert!(!space.path().join(".skills/alpha").exists(), "{refused:?}");
}

fn utils() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/skillbag-utils");
    path.is_dir().then(|| path.canonicalize().unwrap())
}

#[test]
fn the_source_of_other_people_is_valid_and_installs_whole() {
    let Some(utils) = utils() else { return eprintln!("skipped: no ../shared/corpus/skillbag-utils") };
    let bag = Bag::read(&utils);
    assert_eq!(bag.skills.len(), 9, "{:?}", bag.problems);
    assert_eq!(bag.problems, []);
    assert_eq!(catalog::render(bag.skills.values()).trim_end(), bag.catalog.as_ref().unwrap().trim_end(), "byte for byte");
    let space = Space::ready();
    let find = want("skillbag-find-skills-sh", utils.to_str().unwrap());
    let report = space.install(&[find], &Policy::default()).unwrap();
    assert_eq!(
        report.installed,
        ["skillbag-adapt-skill", "skillbag-find-skills-sh", "skillbag-refresh-skill-context"],
        "with what it needs"
    );
    assert_eq!(report.extra_steps, []);
    let everything = Want { source: Some(utils.to_str().unwrap().into()), ..Want::default() };
    let report = space.install(&[everything], &Policy::default()).unwrap();
    assert_eq!((report.installed.len(), report.unchanged.len()), (6, 3));
    assert_eq!(space.codes(), Vec::<&str>::new());
    let entry = enter(&space.bag());
    assert_eq!(entry.run_always, ["skillbag-log-skills", "skillbag-refresh-skill-context", "skillbag-supervisor"]);
    assert_eq!(entry.run_last, ["skillbag-supervisor"]);
    assert_eq!(entry.companions["skillbag-find-skills-sh"], ["skillbag-adapt-skill", "skillbag-refresh-skill-context"]);
    let bag = space.bag();
    let resolution = resolve(&bag, &bag.skills["skillbag-create-skill"], &said(&[("name", json!("x"))]));
    assert_eq!(resolution.questions.iter().map(|q| q.parameter.as_deref().unwrap()).collect::<Vec<_>>(), ["description"]);
}

fn git(folder: &Path, arguments: &[&str]) {
    let mut command = std::process::Command::new("git");
    command.args(["-c", "user.name=T", "-c", "user.email=t@example.test", "-c", "init.defaultBranch=main"]).args(arguments);
    command.env("HOME", folder).env("GIT_CONFIG_NOSYSTEM", "1").current_dir(folder);
    let done = command.output().unwrap();
    assert!(done.status.success(), "{arguments:?}: {done:?}");
}

#[test]
fn a_repository_is_taken_at_the_version_that_is_asked_for() {
    let far = Space::new();
    far.skill("alpha", "One", "");
    far.source();
    git(far.path(), &["init", "-q"]);
    git(far.path(), &["add", "."]);
    git(far.path(), &["commit", "-q", "-m", "one"]);
    git(far.path(), &["tag", "v1.0.0"]);
    far.skill("alpha", "Two", "");
    far.source();
    git(far.path(), &["commit", "-q", "-a", "-m", "two"]);
    let source = format!("file://{}", far.path().display());
    let at = |version: Option<&str>| Want { version: version.map(str::to_owned), ..want("alpha", &source) };
    let space = Space::ready();
    assert_eq!(space.install(&[at(Some("v1.0.0"))], &Policy::default()).unwrap().installed, ["alpha"]);
    assert!(space.catalog().starts_with("alpha: One\n"));
    assert_eq!(space.install(&[at(None)], &upgrade()).unwrap().updated, ["alpha"]);
    assert!(space.catalog().starts_with("alpha: Two\n"), "without a version the default branch");
    let before = space.tree();
    assert!(space.install(&[at(Some("v9"))], &upgrade()).is_err());
    assert_eq!(space.tree(), before);
}

#[test]
fn a_zip_is_a_source_too() {
    use std::io::Write;
    let far = Space::new();
    far.skill("alpha", "One", "");
    far.source();
    let space = Space::ready();
    let zip = space.path().join("bag.zip");
    let mut writer = zip::ZipWriter::new(fs::File::create(&zip).unwrap());
    for (path, text) in far.tree() {
        let inside = format!("skillbag-main{}", path.strip_prefix(far.path().to_str().unwrap()).unwrap());
        writer.start_file(inside, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap();
    assert_eq!(
        space.install(&[want("alpha", "bag.zip")], &Policy::default()).unwrap().installed,
        ["alpha"],
        "relative to the workspace"
    );
}
