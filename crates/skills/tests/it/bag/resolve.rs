//! Values of inputs, conflicts and dependencies: who decides, and what is asked first.

use super::{Space, codes, needs};
use apprentice_skills::bag::conflict::{self, DecidedBy, Stakes};
use apprentice_skills::bag::dependencies::{self, From};
use apprentice_skills::bag::inputs::{Origin, Reason, Request, resolve};
use apprentice_skills::bag::{self, catalog};
use serde_json::{Value, json};

const INPUTS: &str = "## Parameters\n\n```yaml\nrequired:\n  - name: input-path\noptional:\n  - name: format\n    default: json\n    values: [json, csv]\n  - name: output-dir\n    persist: true\n  - name: api-token\n    persist: true\n  - name: template\n    discover: true\n  - name: delimiter\n    required-when: {format: csv}\n```\n";

fn convert() -> Space {
    let space = Space::ready();
    space.skill("convert-data", "Convert data", INPUTS);
    space
}

pub(super) fn said(values: &[(&str, Value)]) -> Request {
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
fn unclear_inputs_become_questions_before_anything_runs() {
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
    assert_eq!(reasons(&space, &told), [], "the conversation has precedence over the file");
    space.write("USER_CONTEXT.md", "```yaml\nprohibit:\n  - skill: convert-data\n```\n");
    assert_eq!(reasons(&space, &said(&[("input-path", json!("a"))])), [(String::new(), Reason::Prohibited)]);
}

#[test]
fn the_entrypoint_counts_after_both_contexts() {
    let space = convert();
    let entrypoint = "# Bag\n```yaml\nparameters:\n  input-path: bag.txt\n  format: csv\n  delimiter: \";\"\n```\nAn example:\n```yaml\ndependencies:\n  - name: nobody\n```\n";
    space.write("SKILLBAG.md", entrypoint);
    space.write("CONTEXT.md", "```yaml\nparameters: {input-path: project.txt}\n```\n");
    let bag = space.bag();
    let values: Vec<_> = resolve(&bag, &bag.skills["convert-data"], &Request::default())
        .values
        .into_iter()
        .map(|input| (input.name, input.value, input.source, input.overrides))
        .collect();
    let expected = [
        ("input-path", json!("project.txt"), Origin::Context, vec![(Origin::Skillbag, json!("bag.txt"))]),
        ("format", json!("csv"), Origin::Skillbag, vec![(Origin::SkillDefault, json!("json"))]),
        ("delimiter", json!(";"), Origin::Skillbag, vec![]),
    ];
    assert_eq!(values, expected.map(|(name, value, origin, overrides)| (name.to_owned(), value, origin, overrides)));
    assert_eq!(dependencies::resolve(&bag), [], "its other blocks are examples");
    space.write("SKILLBAG.md", "```yaml\nprohibit:\n  - {parameter: format, value: json}\n  - {parameter: input-path}\n```\n");
    assert_eq!(
        reasons(&space, &Request::default()),
        [("format".to_owned(), Reason::Prohibited)],
        "CONTEXT.md has precedence over it"
    );
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
