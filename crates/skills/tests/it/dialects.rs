//! Every dialect means what its own readers take it to mean.

use apprentice_contracts::skill::{FindingSeverity, SkillFinding, SkillFormat};
use apprentice_skills::agents::environment::Environment;
use apprentice_skills::format::bundle::{self, BodyCap, Bundle, Profile, read_folder};
use apprentice_skills::format::definition::Context;
use apprentice_skills::format::openclaw::InstallKind;
use apprentice_skills::format::skillbag_fields::{Dependency, Tag};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

fn lenient(front: &str) -> Bundle {
    lenient_text(&format!("---\nname: x\ndescription: d\n{front}\n---\n\nBody.\n"))
}

fn lenient_text(text: &str) -> Bundle {
    bundle::read(text, "x", Profile::Lenient).unwrap()
}

fn codes(findings: &[SkillFinding]) -> Vec<&str> {
    findings.iter().map(|finding| finding.code.as_str()).collect()
}

#[test]
fn all_fields_of_claude_code_have_their_meaning() {
    let read = lenient(
        "when_to_use: For tea\nargument-hint: \"[cup] [sugar]\"\narguments: [cup, sugar]\ndisable-model-invocation: true\n\
         user-invocable: false\nallowed-tools: Read, Bash(git add:*) Write\nmodel: opus\neffort: high\ncontext: inline\n\
         agent: Explore\nhooks:\n  PreToolUse:\n    - matcher: Bash\npaths: src/**, docs/**\nshell: bash\nversion: 1.10\n\
         license: MIT\ncompatibility: Needs git\nvariables:\n  - topic\nkeywords: [a]",
    );
    let definition = read.definition;
    assert_eq!(definition.when_to_use.as_deref(), Some("For tea"));
    assert_eq!(definition.argument_hint.as_deref(), Some("[cup] [sugar]"));
    assert_eq!(definition.arguments, ["cup", "sugar"]);
    assert!(definition.disable_model_invocation && !definition.user_invocable);
    assert_eq!(definition.allowed_tools, ["Read", "Bash(git add:*)", "Write"]);
    assert_eq!((definition.model.as_deref(), definition.effort.as_deref()), (Some("opus"), Some("high")));
    assert_eq!((definition.context, definition.agent.as_deref()), (Context::Inline, Some("Explore")));
    assert_eq!(definition.hooks, Some(json!({ "PreToolUse": [{ "matcher": "Bash" }] })));
    assert_eq!(definition.paths, ["src/**", "docs/**"]);
    assert_eq!(definition.shell.as_deref(), Some("bash"));
    assert_eq!(definition.version.as_deref(), Some("1.10"), "as it is spelled");
    assert_eq!((definition.license.as_deref(), definition.compatibility.as_deref()), (Some("MIT"), Some("Needs git")));
    assert_eq!(definition.variables, ["topic"]);
    assert_eq!(definition.unknown, *json!({ "keywords": ["a"] }).as_object().unwrap(), "unknown fields are kept");
    assert_eq!(codes(&read.findings), [] as [&str; 0]);

    let bare = lenient("license:\nmetadata:");
    assert_eq!((codes(&bare.findings), bare.definition.metadata.is_none()), (vec![], true), "an empty field says nothing");
    let bare = bare.definition;
    assert!(bare.user_invocable && !bare.disable_model_invocation && bare.license.is_none(), "the defaults");
}

#[test]
fn allowed_tools_are_read_in_every_spelling() {
    let check = |written: &str, expected: &[&str]| {
        assert_eq!(lenient(&format!("allowed-tools: {written}")).definition.allowed_tools, expected, "{written}");
    };
    check("Read Write Bash(npm run *)", &["Read", "Write", "Bash(npm run *)"]);
    check("Read, Write,Grep", &["Read", "Write", "Grep"]);
    check("[Read, \"Bash(git:*)\"]", &["Read", "Bash(git:*)"]);
    check("\n  - Read\n  - github__*", &["Read", "github__*"]);
    check("\n- Read\n- Write", &["Read", "Write"]);
    check("\"*\"", &["*"]);
    check("[]", &[]);
    check("", &[]);
    assert_eq!(lenient("allowed_tools: Read").definition.allowed_tools, ["Read"], "with an underscore too");
    assert_eq!(lenient("paths: src/*.{ts,tsx}, docs/**").definition.paths, ["src/*.{ts,tsx}", "docs/**"]);
    let wrong = lenient("allowed-tools:\n  a: b");
    assert_eq!((codes(&wrong.findings), wrong.findings[0].line), (vec!["FIELD_TYPE"], Some(4)));
}

#[test]
fn a_field_of_the_wrong_type_is_reported_on_its_line_and_the_default_applies() {
    let check = |written: &str, code: &str| {
        let read = lenient(written);
        assert_eq!(codes(&read.findings), [code], "{written}");
        assert_eq!((read.findings[0].line, read.findings[0].severity), (Some(4), FindingSeverity::Warning), "{written}");
        read.definition
    };
    assert!(check("user-invocable: maybe", "FIELD_TYPE").user_invocable);
    assert!(!check("disable-model-invocation: [true]", "FIELD_TYPE").disable_model_invocation);
    assert_eq!(check("model:\n  a: b", "FIELD_TYPE").model, None);
    assert_eq!(check("effort: enormous", "FIELD_VALUE").effort.as_deref(), Some("enormous"));
    assert_eq!(check("context: elsewhere", "FIELD_VALUE").context, Context::Inline);
    assert_eq!(check("argument-hint: [cup]", "FIELD_TYPE").argument_hint.as_deref(), Some("[cup]"), "what its writer meant");
    assert!(lenient("user-invocable: \"no\"").definition.user_invocable.eq(&false), "every word for it counts");
}

#[test]
fn fork_is_read_and_run_inline_with_a_warning() {
    let read = lenient("context: fork\nagent: Plan");
    assert_eq!(read.definition.context, Context::Fork);
    assert_eq!(read.findings[0].code, "CONTEXT_FORK");
    assert_eq!(read.findings[0].message, "subagent fork not yet supported, running inline");
}

#[test]
fn openclaw_metadata_is_read_under_each_of_its_names_as_a_map_or_as_text() {
    let block = "{ emoji: '🍵', always: true, primaryEnv: 'TEA_KEY', os: ['linux', 'darwin'], requires: { bins: ['kettle'], anyBins: ['a', 'b'], \
                 env: ['TEA_KEY'], config: ['tea.sort'] } }";
    for name in ["openclaw", "clawdbot", "clawdis", "moltbot"] {
        for written in [
            format!("metadata:\n  {name}: {block}"),
            format!("metadata:\n  {name}: \"{}\"", block.replace('"', "\\\"")),
            format!("metadata: \"{{ {name}: {block}, }} // JSON5\""),
        ] {
            let read = lenient(&written);
            let openclaw = read.definition.openclaw.as_ref().unwrap_or_else(|| panic!("{written}: {:?}", read.findings));
            assert_eq!((openclaw.emoji.as_deref(), openclaw.always), (Some("🍵"), true), "{written}");
            assert_eq!(openclaw.primary_env.as_deref(), Some("TEA_KEY"));
            let requires = &openclaw.requires;
            assert_eq!(
                (&requires.bins[..], &requires.any_bins[..]),
                (&["kettle".to_owned()][..], &["a".to_owned(), "b".to_owned()][..])
            );
            assert_eq!((&requires.env[0][..], &requires.config[0][..], requires.os.len()), ("TEA_KEY", "tea.sort", 2));
        }
    }
    let broken = lenient("metadata:\n  openclaw: '{ emoji: '");
    assert_eq!(codes(&broken.findings), ["OPENCLAW_METADATA"], "told, and loaded all the same");
    let hostile = lenient(&format!("metadata:\n  openclaw: '{}'", "[".repeat(4000)));
    assert_eq!(codes(&hostile.findings), ["OPENCLAW_METADATA"]);
}

#[test]
fn install_steps_that_could_harm_are_left_out() {
    let read = lenient(
        "metadata:\n  openclaw:\n    install:\n      - {id: a, kind: brew, formula: tea, bins: [tea], label: Brew it}\n      \
         - {kind: node, package: \"@org/tea@1\"}\n      - {kind: node, package: --flag}\n      - {kind: uv, package: ../x}\n      \
         - {kind: go, module: \"https://x/y\"}\n      - {kind: brew, cask: 'a\\b'}\n      - {kind: download, url: \"file:///etc/passwd\"}\n      \
         - {kind: download, url: \"https://x.org/t.tgz\", targetDir: ../../up}\n      - {kind: download, url: \"https://x.org/t.tgz\", sha256: abc}\n      \
         - {kind: curl, url: x}\n      - words",
    );
    let kinds: Vec<InstallKind> = read.definition.openclaw.unwrap().install.into_iter().map(|step| step.kind).collect();
    let expected = [
        InstallKind::Brew("tea".into()),
        InstallKind::Node("@org/tea@1".into()),
        InstallKind::Download("https://x.org/t.tgz".into()),
    ];
    assert_eq!(kinds, expected);
    assert_eq!(codes(&read.findings), ["OPENCLAW_INSTALL"; 8], "each of the others is told: {:#?}", read.findings);
}

#[test]
fn unmet_requirements_are_reported_and_the_skill_loads() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("kettle");
    fs::write(&program, "").unwrap();
    let read = lenient(
        "metadata:\n  openclaw:\n    os: [linux]\n    requires: {bins: [kettle], anyBins: [kettle, pot], env: [TEA], config: [tea.sort]}",
    );
    let requires = read.definition.requires;
    let mut machine =
        Environment { os: "macos".into(), search_path: vec![folder.path().to_path_buf()], ..Environment::default() };
    let unmet = |machine: &Environment| requires.unmet(machine, Profile::Lenient);
    let found = unmet(&machine);
    let expected = ["OTHER_OS", "MISSING_BINARY", "MISSING_BINARY", "MISSING_ENV", "MISSING_CONFIG"];
    assert_eq!(codes(&found), expected, "a file that cannot be run is no program");
    assert!(found.iter().all(|finding| finding.severity == FindingSeverity::Warning && finding.suggestion.is_some()));

    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    }
    machine.os = "linux".into();
    machine.variables.insert("TEA".into());
    machine.config = json!({ "tea": { "sort": "green" } });
    assert_eq!(unmet(&machine), []);
    machine.variables.clear();
    assert_eq!(codes(&unmet(&machine)), ["MISSING_ENV"]);
}

#[test]
fn underscores_are_a_name_to_skillpacks_and_a_finding_to_the_standard() {
    let text = "---\nname: data_basic\ndescription: d\n---\nBody.\n";
    let read = bundle::read(text, "data_basic", Profile::Lenient).unwrap();
    assert_eq!((read.name.as_str(), codes(&read.findings)), ("data_basic", vec![]));
    let strict = bundle::inspect(text, "data_basic", Profile::Strict);
    assert_eq!((codes(&strict), strict[0].severity), (vec!["NAME_UNDERSCORE"], FindingSeverity::Error));
}

#[test]
fn skillbag_tags_parameters_and_dependencies_are_read() {
    let text = "---\nname: x\ndescription: \"Make a file. #run/always #use/other-skill, see https://x.org/#a/b\"\n---\n\n### Parameters\n\n\
                ```yaml\nrequired:\n  - name: input-path\noptional:\n  - name: format\n    default: json\n  - name: list\n    default: []\n```\n\n\
                ### Dependencies\n\n```yaml\ndependencies:\n  - name: other-skill\n    source: https://x.org/y\n    version: v1.0.0\n  \
                - name: third\n    required: false\n```\n";
    let read = bundle::read(text, "x", Profile::Strict).unwrap();
    assert_eq!(read.findings, []);
    let tag = |group: &str, name: &str| Tag { group: group.into(), name: name.into() };
    assert_eq!(read.definition.tags, [tag("run", "always"), tag("use", "other-skill")]);
    let parameters = read.definition.parameters;
    assert_eq!((parameters.required[0].name.as_str(), &parameters.required[0].default), ("input-path", &None));
    assert_eq!(parameters.optional[0].default, Some(json!("json")));
    assert_eq!(parameters.optional[1].default, Some(json!([])));
    let expected = [
        Dependency {
            name: "other-skill".into(),
            source: Some("https://x.org/y".into()),
            version: Some("v1.0.0".into()),
            required: true,
        },
        Dependency { name: "third".into(), source: None, version: None, required: false },
    ];
    assert_eq!(read.definition.dependencies, expected);
}

#[test]
fn tags_after_an_unquoted_description_are_read_and_reported() {
    let check = |line: &str, description: &str, tags: &[&str], codes_expected: &[&str]| {
        let read = lenient_text(&format!("---\nname: x\n{line}\nlicense: MIT # not a tag #run/always\n---\nBody.\n"));
        let found: Vec<String> = read.definition.tags.iter().map(|tag| format!("{}/{}", tag.group, tag.name)).collect();
        assert_eq!(
            (read.description.as_str(), found),
            (description, tags.iter().map(|tag| (*tag).to_owned()).collect()),
            "{line}"
        );
        assert_eq!(codes(&read.findings), codes_expected, "{line}");
    };
    let told = &["TAGS_IN_COMMENT"][..];
    check("description: Does it. #run/always #use/beta", "Does it.", &["run/always", "use/beta"], told);
    check("description: Does it\n  in two lines. #run/last", "Does it in two lines.", &["run/last"], told);
    check("description: \"Does it. #run/last\"", "Does it. #run/last", &["run/last"], &[]);
    check("description: See #a/b in it. #run/last", "See", &["a/b", "run/last"], told);
    check("description: Does it. # only a remark", "Does it.", &[], &[]);
    check("description: >\n  Does it. #run/last", "Does it. #run/last", &["run/last"], &[]);
}

#[test]
fn dependencies_in_the_front_matter_and_the_body_are_one_field() {
    let names = |front: &str, body: &str| {
        let read = lenient_text(&format!("---\nname: x\ndescription: d\n{front}\n---\n{body}\n"));
        let each = read
            .definition
            .dependencies
            .iter()
            .map(|found| format!("{} {}", found.name, found.version.as_deref().unwrap_or("-")));
        (each.collect::<Vec<_>>(), codes(&read.findings).into_iter().map(str::to_owned).collect::<Vec<_>>())
    };
    let body = "## Dependencies\n\n```yaml\ndependencies:\n  - {name: beta, version: v2}\n```";
    let none: Vec<String> = vec![];
    assert_eq!(names("dependencies: [alpha, beta]", ""), (vec!["alpha -".into(), "beta -".into()], none.clone()));
    assert_eq!(
        names("dependencies:\n  - name: alpha\n    version: v1\n  - name: beta", body),
        (vec!["beta v2".into(), "alpha v1".into()], none.clone())
    );
    assert_eq!(
        names("dependencies:\n  - name: Not A Name\n  - version: v1", ""),
        (none.clone(), vec!["DEPENDENCIES_INVALID".to_owned(); 2])
    );
    for packages in ["dependencies: python>=3.8, pandas>=1.5.0", "dependencies:\n  - pandas>=1.5.0"] {
        assert_eq!(names(packages, ""), (none.clone(), none.clone()), "packages of another dialect are no skills");
    }
}

#[test]
fn faulty_parameters_and_dependencies_are_reported_on_their_lines() {
    let check = |body: &str, expected: &[(&str, u32)]| {
        let read = bundle::read(&format!("---\nname: x\ndescription: d\n---\n{body}\n"), "x", Profile::Lenient).unwrap();
        let found: Vec<(&str, u32)> = read.findings.iter().map(|f| (f.code.as_str(), f.line.unwrap())).collect();
        assert_eq!(found, expected, "{body}: {:#?}", read.findings);
        read.definition
    };
    let twice = "## Parameters\n```yaml\nrequired:\n  - name: a\n    default: 1\noptional:\n  - name: a\n  - default: 2\n```";
    let definition = check(twice, &[("PARAMETERS_INVALID", 7), ("PARAMETERS_INVALID", 7), ("PARAMETERS_INVALID", 7)]);
    assert_eq!((definition.parameters.required.len(), definition.parameters.optional.len()), (1, 0));
    check("## Parameters\n```yaml\nrequired:\n  - name: [\n```", &[("PARAMETERS_INVALID", 8)]);
    check("## Parameters\n```yaml\nrequired: all\n```", &[("PARAMETERS_INVALID", 7)]);
    let names = "## Dependencies\n```yaml\ndependencies:\n  - name: Not_Canonical\n  - name: b\n  - name: b\n```";
    assert_eq!(check(names, &[("DEPENDENCIES_INVALID", 7), ("DEPENDENCIES_INVALID", 7)]).dependencies.len(), 1);
    check("## Parameters\n```yaml\nhost: localhost\nport: 80\n```", &[]);
    check("```md\n## Parameters\n```\n\n```yaml\nrequired: all\n```", &[]);
}

#[test]
fn bodies_are_cut_at_their_cap_and_the_cut_is_reported() {
    let text = |body: &str| format!("---\nname: x\ndescription: d\n---\n\n{body}\n");
    let fits = bundle::read(&text(&"ä".repeat(16 * 1024)), "x", Profile::Strict).unwrap();
    assert_eq!((fits.body.len(), fits.truncated_from, fits.findings.len()), (32 * 1024, None, 0));
    let over = bundle::read(&text(&format!("a{}", "ä".repeat(16 * 1024))), "x", Profile::Lenient).unwrap();
    assert_eq!((over.body.len(), over.truncated_from), (32 * 1024 - 1, Some(32 * 1024 + 1)), "cut between two characters");
    assert_eq!((codes(&over.findings), over.findings[0].line), (vec!["BODY_TRUNCATED"], Some(6)));
    let long = text(&"ä".repeat(20_001));
    let read = bundle::read(&long, "x", Profile::Orchestrator).unwrap();
    assert_eq!((read.body.chars().count(), read.truncated_from), (20_000, Some(40_002)));
    let read = bundle::read_capped(&long, "x", Profile::Lenient, BodyCap::Chars(5)).unwrap();
    assert_eq!(read.body, "äääää");
}

#[test]
fn the_orchestrator_skips_what_is_invalid_or_has_no_description() {
    let check = |front: &str, code: &str| {
        let finding = bundle::read(&format!("---\n{front}\n---\nA paragraph.\n"), "x", Profile::Orchestrator).unwrap_err();
        assert_eq!((finding.code.as_str(), finding.severity), (code, FindingSeverity::Error), "{front}");
        assert!(finding.line.is_some(), "{front}");
    };
    check("name: x", "NO_DESCRIPTION");
    check("name: x\ndescription: ''", "NO_DESCRIPTION");
    check("name: x\ndescription: Use when: always", "YAML_REPAIRED");
    check("description: d", "NAME_MISSING");
    check("name: Upper\ndescription: d", "NAME_CASE");
    check(&format!("name: x\ndescription: {}", "d".repeat(1025)), "DESCRIPTION_TOO_LONG");
    check("name: x\nname: x\ndescription: d", "DUPLICATE_KEY");
    let fine = "---\nname: x\ndescription: d\nversion: 1\nuser-invocable: true\n---\nBody\n";
    assert_eq!(bundle::read(fine, "x", Profile::Orchestrator).unwrap().findings, [], "fields of other dialects are no fault");
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = root.path().join("tea").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    root
}

fn load(root: &Path) -> Result<bundle::FolderSkill, SkillFinding> {
    read_folder(&root.join("tea"), root, Profile::Lenient)
}

const TEA: &str = "---\nname: tea\ndescription: Make tea.\n---\n\nBoil water.\n";

#[test]
fn the_file_of_a_skill_is_found_in_every_spelling() {
    let check = |files: &[(&str, &str)], file: &str, expected: &[&str]| {
        let root = folder(files);
        let loaded = load(root.path()).unwrap();
        assert_eq!((loaded.file.as_str(), codes(&loaded.bundle.findings)), (file, expected.to_vec()), "{files:?}");
        loaded
    };
    check(&[("SKILL.md", TEA)], "SKILL.md", &[]);
    check(&[("skill.md", TEA)], "skill.md", &["FILE_NAME"]);
    check(&[("Skill.md", TEA)], "Skill.md", &["FILE_NAME_CASE"]);
    check(&[("skill.md", TEA), ("SKILL.md", TEA)], "SKILL.md", &[]);
    let both =
        check(&[("SKILL.md", TEA), ("skill.json", "{\"name\":\"other\"}"), ("prompt.md", "p")], "SKILL.md", &["LEGACY_SHADOWED"]);
    assert_eq!(
        (both.format, both.bundle.description.as_str()),
        (SkillFormat::SkillMd, "Make tea."),
        "SKILL.md wins, and that is told"
    );
    assert_eq!(load(folder(&[("README.md", "x")]).path()).unwrap_err().code, "NO_SKILL_FILE");
}

#[test]
fn both_variants_of_the_legacy_format_are_read() {
    let first = "{\"name\": \"tea\", \"description\": \"Make tea.\", \"variables\": [\"sort\"]}";
    let root = folder(&[("skill.json", first), ("prompt.md", "Make {{sort}} tea.\n")]);
    let loaded = load(root.path()).unwrap();
    assert_eq!((loaded.format, loaded.file.as_str()), (SkillFormat::Legacy, "skill.json"));
    assert_eq!((loaded.bundle.name.as_str(), loaded.bundle.body.as_str()), ("tea", "Make {{sort}} tea."));
    assert_eq!(loaded.bundle.definition.variables, ["sort"]);
    assert_eq!(codes(&loaded.bundle.findings), ["LEGACY_FORMAT"]);

    let second = json!({
        "name": "tea", "version": "0.1.0", "description": "Make tea.", "inputs": { "cup": { "type": "string" } }, "tools": ["kettle.boil"],
        "permissions": { "required": ["fs.read"] }, "entrypoint": "main.md", "state": "draft", "icon": "cup",
        "constraints": { "os": ["linux"], "binaries": ["kettle"] },
    });
    let root = folder(&[("skill.json", &second.to_string()), ("main.md", "Boil.")]);
    let read = load(root.path()).unwrap().bundle;
    assert_eq!(read.body, "Boil.");
    let definition = read.definition;
    assert_eq!((definition.version.as_deref(), &definition.variables[..]), (Some("0.1.0"), &["cup".to_owned()][..]));
    assert_eq!(definition.allowed_tools, ["kettle.boil"]);
    assert_eq!((&definition.requires.os[0][..], &definition.requires.bins[0][..]), ("linux", "kettle"));
    assert_eq!(definition.unknown["state"], "draft");
}

#[test]
fn a_skill_json_of_something_else_is_not_mistaken_for_a_skill() {
    let check = |json: &str, prompt: bool, code: &str| {
        let mut files = vec![("skill.json", json)];
        files.extend(prompt.then_some(("prompt.md", "Prompt.")));
        let found = load(folder(&files).path()).unwrap_err();
        assert_eq!(found.code, code, "{json}");
        assert!(found.suggestion.is_some());
    };
    check("[{\"name\": \"a\"}]", true, "NOT_A_SKILL");
    check("\"name\"", true, "NOT_A_SKILL");
    check("{\"version\": \"1.0.0\", \"dependencies\": {}}", true, "NOT_A_SKILL");
    check("{\"name\": \"pkg\", \"version\": \"1.0.0\", \"description\": \"A package\", \"scripts\": {}}", false, "NOT_A_SKILL");
    check("{\"name\": \"tea\", \"variables\": []}", false, "LEGACY_PROMPT_MISSING");
    check("{\"name\": \"tea\", \"entrypoint\": \"other.md\"}", true, "LEGACY_PROMPT_MISSING");
    check("{\"name\": ", true, "LEGACY_INVALID");
    check(&format!("{}1{}", "[".repeat(5000), "]".repeat(5000)), true, "LEGACY_INVALID");
}

#[cfg(unix)]
#[test]
fn nothing_outside_of_the_root_is_read() {
    use std::os::unix::fs::symlink;
    let outside = tempfile::tempdir().unwrap();
    let secret = outside.path().join("secret.md");
    fs::write(&secret, TEA).unwrap();

    let root = folder(&[("notes.md", "")]);
    symlink(&secret, root.path().join("tea/SKILL.md")).unwrap();
    assert_eq!(load(root.path()).unwrap_err().code, "LINK_LEAVES_ROOT");
    let root = folder(&[("notes.md", "")]);
    symlink("nowhere", root.path().join("tea/SKILL.md")).unwrap();
    assert_eq!(load(root.path()).unwrap_err().code, "LINK_BROKEN");

    let entry = json!({ "name": "tea", "description": "d", "entrypoint": secret }).to_string();
    assert_eq!(load(folder(&[("skill.json", &entry)]).path()).unwrap_err().code, "LINK_LEAVES_ROOT");
    let root = folder(&[("skill.json", "{\"name\":\"tea\",\"description\":\"d\",\"entrypoint\":\"../other.md\"}")]);
    fs::write(root.path().join("other.md"), "Of another skill.").unwrap();
    assert_eq!(load(root.path()).unwrap_err().code, "LINK_LEAVES_ROOT", "not even another skill's");

    let root = folder(&[("SKILL.md", TEA), ("agents/notes", "")]);
    symlink(&secret, root.path().join("tea/agents/openai.yaml")).unwrap();
    assert_eq!(codes(&load(root.path()).unwrap().bundle.findings), ["CODEX_METADATA"], "it fails open");
    let root = folder(&[("SKILL.md/x", "")]);
    assert_eq!(load(root.path()).unwrap_err().code, "NOT_A_FILE");
}

#[test]
fn codex_metadata_is_read_and_fails_open() {
    let yaml = "interface:\n  display_name: Tea\n  short_description: Hot\ndependencies:\n  tools:\n    - type: mcp\n      value: kettle\n\
                policy:\n  allow_implicit_invocation: false\n";
    let openai =
        load(folder(&[("SKILL.md", TEA), ("agents/openai.yaml", yaml)]).path()).unwrap().bundle.definition.openai.unwrap();
    assert_eq!((openai.display_name.as_deref(), openai.allow_implicit_invocation), (Some("Tea"), false));
    assert_eq!((openai.tools[0].kind.as_str(), openai.tools[0].value.as_str()), ("mcp", "kettle"));
    for broken in ["interface: [", "words", "policy:\n  allow_implicit_invocation: perhaps"] {
        let bundle = load(folder(&[("SKILL.md", TEA), ("agents/openai.yaml", broken)]).path()).unwrap().bundle;
        assert_eq!((bundle.name.as_str(), codes(&bundle.findings)), ("tea", vec!["CODEX_METADATA"]), "{broken}");
        assert_eq!(bundle.definition.openai, None);
    }
}

#[test]
fn hostile_front_matter_costs_little_and_is_explained() {
    let deep = |levels: usize| (1..=levels).fold(String::new(), |text, level| format!("{text}\n{}k:", "  ".repeat(level))) + " v";
    let check = |front: String, expected: Result<&[&str], &str>| {
        let text = format!("---\nname: x\ndescription: d\n{front}\n---\nBody\n");
        let found = bundle::read(&text, "x", Profile::Lenient);
        let found = found.as_ref().map(|read| codes(&read.findings)).map_err(|finding| finding.code.as_str());
        assert_eq!(found, expected.map(<[&str]>::to_vec), "{}", &front[..front.len().min(80)]);
    };
    check(format!("metadata:{}", deep(10)), Ok(&[]));
    check(format!("metadata:{}", deep(11)), Ok(&["METADATA_TOO_DEEP"]));
    check(format!("hooks:{}", deep(10)), Ok(&[]));
    check(format!("hooks:{}", deep(11)), Err("YAML_TOO_DEEP"));
    check(format!("metadata: {}1{}", "[".repeat(40), "]".repeat(40)), Ok(&["METADATA_TOO_DEEP"]));
    // Other readers may run out of stack, so nothing is taken of such a text, also where it is no YAML.
    check(format!("metadata: {}", "[".repeat(100_000)), Err("YAML_TOO_DEEP"));
    for levels in [70, 200, 5_000] {
        for (open, close) in [("[", "]"), ("{a: ", "}"), ("[{a: ", "}]")] {
            check(format!("metadata: {}1{}", open.repeat(levels), close.repeat(levels)), Err("YAML_TOO_DEEP"));
            check(format!("metadata: {}", open.repeat(levels)), Err("YAML_TOO_DEEP"));
            check(format!("x: {}1{}", open.repeat(levels), close.repeat(levels)), Err("YAML_TOO_DEEP"));
        }
        check(format!("metadata:\n  {}x", "- ".repeat(levels)), Err("YAML_TOO_DEEP"));
    }
    check(format!("metadata:\n  a: {}", "m".repeat(8 * 1024)), Ok(&["METADATA_TOO_LARGE"]));
    check((0..5_000).fold(String::new(), |text, n| format!("{text}k{n}: v\n")), Err("YAML_TOO_LARGE"));
    let laughs = (1..12).fold("a0: &a0 [lol]".to_owned(), |text, n| {
        format!("{text}\na{n}: &a{n} [{}]", vec![format!("*a{}", n - 1); 9].join(", "))
    });
    check(laughs, Err("YAML_TOO_LARGE"));
    let metadata =
        bundle::read(&format!("---\nname: x\ndescription: d\nmetadata:{}\n---\n", deep(11)), "x", Profile::Strict).unwrap();
    assert_eq!((metadata.front_matter.get("metadata"), metadata.findings[0].severity), (None, FindingSeverity::Error));
    assert_eq!(metadata.definition.metadata, None::<Value>);
}

#[test]
fn one_broken_field_costs_that_field_only() {
    let read = lenient("license: [MIT\nmetadata:\n  note: a: b\n  ok: yes\nversion: 2\nhooks:\n  - x\n  y: z");
    assert_eq!(read.definition.license.as_deref(), Some("[MIT"));
    assert_eq!(read.definition.metadata, Some(json!({ "note": "a: b", "ok": "yes" })));
    assert_eq!(read.definition.version.as_deref(), Some("2"));
    assert_eq!(read.definition.hooks, None);
    let found: Vec<(&str, Option<u32>)> = read.findings.iter().map(|f| (f.code.as_str(), f.line)).collect();
    assert_eq!(found, [("YAML_REPAIRED", Some(4)), ("YAML_REPAIRED", Some(5)), ("FIELD_DROPPED", Some(9))]);
}

#[test]
fn descriptions_that_peers_get_wrong_are_read_whole() {
    let check = |written: &str, expected: &str| {
        let text = format!("---\nname: x\ndescription: {written}\n---\n\n# Heading\n\nParagraph.\n");
        let read = bundle::read(&text, "x", Profile::Lenient).unwrap();
        assert_eq!(read.description, expected, "{written:?}");
        assert_eq!(bundle::summary(&text, "x", Profile::Lenient).unwrap().description, expected, "{written:?}");
    };
    check(">-\n  Folded by a\n  formatter", "Folded by a formatter");
    check("|\n  Two\n  lines", "Two\nlines");
    check("Wrapped by a\n  formatter", "Wrapped by a formatter");
    check("\"In quotes\"", "In quotes");
    check("'It''s'", "It's");
    check("b --- c", "b --- c");
    check("\"a\\nb\"", "a\nb");
    check("# no text", "Paragraph.");
    check("Use when: it rains", "Use when: it rains");
    check("\n  Use when: it rains\n  Or: it snows", "Use when: it rains Or: it snows");
    check("[TODO] write this", "[TODO] write this");
    check("\"never closed", "never closed");
    check("@mention first", "@mention first");
    check("Tab\tinside", "Tab\tinside");
    check("<b> & \"c\"", "<b> & \"c\"");
}
