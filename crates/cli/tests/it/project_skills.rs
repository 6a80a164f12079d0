//! Skills of the project that a person is in, and of workspaces, plugins and extensions: in every command that finds skills.

use crate::support::{GOOD, Machine, Ran};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

fn skill(root: &Path, name: &str, front: &str, body: &str) {
    fs::create_dir_all(root.join(name)).unwrap();
    fs::write(root.join(name).join("SKILL.md"), format!("---\nname: {name}\n{front}---\n\n{body}\n")).unwrap();
}

/// `deploy` for the user and in the project `work`, a skill of a workspace, one of a plugin, one of an extension.
fn ready() -> Machine {
    let machine = Machine::new();
    machine.skill(".claude/skills", "deploy", "---\nname: deploy\ndescription: The user's.\n---\n\nThe user's way.\n");
    let work = machine.path("work");
    skill(&work.join(".claude/skills"), "deploy", "description: The project's.\n", "The project's way.");
    skill(&work.join(".skills"), "beta", "description: Of the workspace.\n", "Beta.");
    let plugin = machine.path("plugins/acme");
    skill(&plugin.join("skills"), "draw", "description: Draws.\n", "Draw.");
    skill(&machine.path("user/.gemini/extensions/more/skills"), "sing", "description: Sings.\n", "Sing.");
    fs::create_dir_all(machine.path("user/.claude/plugins")).unwrap();
    let plugins = json!({ "version": 2, "plugins": { "acme@market": [{ "installPath": plugin }] } });
    fs::write(machine.path("user/.claude/plugins/installed_plugins.json"), plugins.to_string()).unwrap();
    machine
}

fn names(document: &Value) -> Vec<String> {
    let mut names: Vec<String> =
        document["skills"].as_array().unwrap().iter().map(|skill| skill["name"].as_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

#[test]
fn every_skill_is_listed_and_can_be_read_run_and_selected() {
    let machine = ready();
    let all = ["acme:draw", "beta", "deploy", "deploy", "sing"];
    assert_eq!(names(&machine.json(&["skills", "list"]).1), all);
    assert_eq!(names(&machine.json(&["skills", "list", "--no-project"]).1), ["acme:draw", "deploy", "sing"]);
    let work = machine.path("work").display().to_string();
    let elsewhere = |arguments: &[&str]| {
        let mut command = machine.command(arguments);
        command.current_dir(machine.path("user"));
        command.output().unwrap()
    };
    let listed: Value = serde_json::from_slice(&elsewhere(&["skills", "list", "--project", &work, "--json"]).stdout).unwrap();
    assert_eq!(names(&listed), all, "from everywhere with --project");
    let listed: Value = serde_json::from_slice(&elsewhere(&["skills", "list", "--json"]).stdout).unwrap();
    assert_eq!(names(&listed), ["acme:draw", "deploy", "sing"], "the home is no project");
    for (name, text) in [("beta", "Beta."), ("acme:draw", "Draw."), ("sing", "Sing.")] {
        assert_eq!(machine.run(&["skills", "run", name]).stdout, format!("{text}\n"), "{name}");
        assert_eq!(machine.json(&["skills", "read", name]).0, 0, "{name}");
    }
    let (_, done) = machine.json(&["skills", "select", "--task", "Do it (skill: beta)"]);
    assert_eq!(done["selection"]["skills"][0]["name"], "beta");
    assert_eq!(machine.json(&["skills", "run", "beta", "--target", "skillbag"]).0, 0);
}

#[test]
fn inside_a_project_its_skill_wins_and_says_whom_it_hides() {
    let machine = ready();
    let ran = machine.run(&["skills", "run", "deploy"]);
    assert_eq!(ran.stdout, "The project's way.\n");
    let users = machine.path("user/.claude/skills/deploy").display().to_string();
    assert!(ran.stderr.contains("this project's deploy") && ran.stderr.contains(&format!("hides {users}")), "{}", ran.stderr);
    let (_, document) = machine.json(&["skills", "run", "deploy"]);
    assert_eq!((&document["hides"], &document["findings"][0]["code"]), (&json!([users]), &json!("HIDES_OTHERS")));
    assert_eq!(machine.run(&["skills", "run", "deploy", "--no-project"]).stdout, "The user's way.\n");
    let mut named = machine.command(&["skills", "run", "deploy"]);
    named.current_dir(machine.path("user")).env("APPRENTICE_PROJECT", machine.path("work"));
    let output = named.output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "The project's way.\n", "the variable names the project");
}

#[test]
fn a_project_that_is_named_counts_before_that_of_the_environment() {
    let machine = ready();
    for project in ["work", "other"] {
        let marked = machine.path(project).join(".apprentice");
        skill(&marked.join("skills"), "layered", "description: Of a project.\n", &format!("Of {project}."));
        fs::create_dir_all(marked.join("agents")).unwrap();
        let poet = format!("name: poet\ndescription: Of {project}.\nsystem_prompt: x\n");
        fs::write(marked.join("agents/poet.yaml"), poet).unwrap();
    }
    let work = machine.path("work").display().to_string();
    let run = |arguments: &[&str]| {
        let mut command = machine.command(arguments);
        command.current_dir(machine.path("user")).env("APPRENTICE_PROJECT", machine.path("other"));
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    for (command, named) in [
        (&["skills", "run", "layered", "--target", "three-layer"][..], "Of work.\n"),
        (&["agents", "definitions", "show", "poet"], "Description: Of work."),
    ] {
        let said = run(&[command, &["--project", &work]].concat());
        assert!(said.contains(named), "{command:?}: {said}");
        let said = run(command);
        assert!(said.contains(&named.replace("work", "other")), "without the option the variable counts: {said}");
    }
    let none = run(&["skills", "list", "--target", "three-layer", "--no-project", "--json"]);
    assert_eq!(names(&serde_json::from_str(&none).unwrap()), ["deploy"], "no project is none, whatever the variable says");
}

#[test]
fn what_the_session_permits_is_unknown_unless_it_is_said() {
    let machine = Machine::new();
    machine.skill(".claude/skills", "tidy", "---\nname: tidy\ndescription: Tidies.\nallowed-tools: Read\n---\n\nTidy.\n");
    let (_, document) = machine.json(&["skills", "run", "tidy"]);
    assert_eq!((&document["allowed_tools"], &document["permitted_tools"]), (&json!(["Read"]), &Value::Null));
    assert_eq!(machine.json(&["skills", "run", "tidy", "--tool", "Write"]).1["permitted_tools"], json!([]));
}

#[test]
fn what_a_skill_requires_and_the_machine_lacks_is_said_wherever_it_is_used() {
    let machine = Machine::new();
    let text = "---\nname: brew\ndescription: Brews tea.\nmetadata:\n  openclaw:\n    requires:\n      bins: [no-such-kettle]\n      env: [NO_SUCH_TEA]\n---\n\nBrew.\n";
    machine.skill(".claude/skills", "brew", text);
    let says =
        |ran: &Ran| ran.stderr.contains("'no-such-kettle' was not found") && ran.stderr.contains("'NO_SUCH_TEA' is not set");
    for arguments in [
        &["skills", "run", "brew"][..],
        &["skills", "read", "brew"],
        &["skills", "show", "brew"],
        &["skills", "select", "--task", "Brew (skill: brew)"],
    ] {
        let ran = machine.run(arguments);
        assert!(ran.code == 0 && says(&ran), "{arguments:?}: {ran:?}");
    }
    let (_, document) = machine.json(&["skills", "run", "brew"]);
    let codes: Vec<&str> = document["findings"].as_array().unwrap().iter().map(|found| found["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["MISSING_BINARY", "MISSING_ENV"]);
}

#[test]
fn show_tells_everything_that_was_read() {
    let machine = Machine::new();
    let text = "---\nname: convert\ndescription: Converts files.\nversion: 1.10\nargument-hint: \"[file]\"\narguments: [file]\nallowed-tools: Read Bash(git add:*)\n\
                disable-model-invocation: true\nmodel: opus\nfavourite: [blue, red]\nmetadata:\n  author: Ann\n---\n\nConvert.\n\n## Parameters\n\n\
                ```yaml\nrequired:\n  - name: input\noptional:\n  - name: format\n    default: json\n```\n\n## Dependencies\n\n```yaml\ndependencies:\n  - name: beta\n    version: v1\n    source: https://example.test/b.git\n```\n";
    let folder = machine.skill(".claude/skills", "convert", text);
    fs::create_dir_all(folder.join("agents")).unwrap();
    fs::write(folder.join("agents/openai.yaml"), "interface:\n  display_name: Convert it\n").unwrap();
    let (code, shown) = machine.json(&["skills", "show", "convert"]);
    let field =
        |name: &str| shown["fields"].as_array().unwrap().iter().find(|field| field["name"] == name).cloned().unwrap_or_default();
    assert_eq!((code, &field("version")["value"], &field("started")["value"]), (0, &json!("1.10"), &json!("only by a person")));
    assert_eq!(field("arguments")["value"], json!(["file"]));
    assert_eq!(field("allowed-tools")["value"], json!(["Read", "Bash(git add:*)"]));
    assert_eq!(
        field("parameters")["value"],
        json!([{ "name": "input", "required": true }, { "name": "format", "required": false, "default": "json" }])
    );
    assert_eq!(
        field("dependencies")["value"],
        json!([{ "name": "beta", "version": "v1", "source": "https://example.test/b.git", "required": true }])
    );
    assert_eq!(field("agents/openai.yaml")["value"]["display_name"], "Convert it");
    assert_eq!((&field("favourite")["value"], &field("favourite")["known"]), (&json!(["blue", "red"]), &json!(false)));
    assert_eq!(shown["files"], json!(["agents/openai.yaml"]));
    let text = machine.run(&["skills", "show", "/convert"]).stdout;
    for line in [
        "convert (user, SKILL.md)",
        "  version: 1.10",
        "  started: only by a person",
        "  favourite (unknown field): blue, red",
        "  metadata: author: Ann",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    machine.skill(".claude/skills", "make-tea", GOOD);
    let (code, by_folder) = machine.json(&["skills", "show", folder.to_str().unwrap()]);
    assert_eq!((code, &by_folder["fields"]), (0, &shown["fields"]));
    assert_eq!(machine.json(&["skills", "show", "nobody"]).1["error"]["code"], "NOT_FOUND");
}

#[test]
fn help_explains_commands_and_topics() {
    let machine = Machine::new();
    for topic in ["skills", "agents", "commands", "config", "memory", "tools", "workspace"] {
        let (code, told) = machine.json(&["help", topic]);
        assert!(code == 0 && told["text"].as_str().unwrap().lines().count() > 5, "{topic}: {told}");
    }
    let skills = machine.run(&["help", "skills"]).stdout;
    assert!(skills.contains("the first of a name wins") && skills.contains("Usage: apprentice skills"), "{skills}");
    assert!(machine.run(&["help", "skills", "run"]).stdout.contains("Usage: apprentice skills run"));
    assert!(machine.run(&["help"]).stdout.contains("Topics (apprentice help TOPIC): skills, agents"));
    assert_eq!(machine.json(&["help", "nothing"]).1["error"]["code"], "NOT_FOUND");
}

#[test]
fn a_selection_without_a_task_still_shows_the_skills() {
    let machine = Machine::new();
    machine.skill(".claude/skills", "make-tea", GOOD);
    for (plan, why) in [("- [x] Done\n", "every task of the plan is done"), ("No boxes.\n", "the plan has no task list")] {
        fs::write(machine.path("work/plan.md"), plan).unwrap();
        let (code, done) = machine.json(&["skills", "select", "--plan", "plan.md"]);
        let events: Vec<&str> = done["events"].as_array().unwrap().iter().map(|event| event["event"].as_str().unwrap()).collect();
        assert_eq!((code, events), (1, vec!["SKILLS_DISCOVERED", "SKILLS_SELECTED"]));
        let prompt = done["prompt"].as_str().unwrap();
        assert!(prompt.contains("<name>make-tea</name>") && prompt.contains(why), "{prompt}");
        assert!(machine.run(&["skills", "select", "--plan", "plan.md", "--prompt"]).stdout.contains("<available_skills>"));
    }
}

#[test]
fn the_prompt_names_a_command_that_finds_the_same_skills() {
    let machine = Machine::new();
    let root = machine.skill(".claude/skills", "make-tea", GOOD).parent().unwrap().display().to_string();
    let prompt = machine.run(&["skills", "select", "--task", "Make tea", "--prompt", "--root", &root]).stdout;
    assert!(prompt.contains(&format!("`apprentice skills read --root {root} <skill-name>`")), "{prompt}");
    assert!(!prompt.contains("npx"), "{prompt}");
}
