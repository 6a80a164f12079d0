//! Sources as people type them, and their contents.

use apprentice_skills::source::fetch::{self, FetchOptions};
use apprentice_skills::source::locator::{self, Source, SourceLocation};
use apprentice_skills::source::offers;
use apprentice_skills::source::package::{self, Limits};
use proptest::prelude::*;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

fn parse(text: &str) -> Result<Source, &'static str> {
    locator::parse(text, Path::new("/no/such/base"), Some(Path::new("/no/such/home"))).map_err(|refusal| refusal.code.as_str())
}

fn git(url: &str, reference: Option<&str>, path: Option<&str>) -> SourceLocation {
    SourceLocation::Git { url: url.to_owned(), reference: reference.map(str::to_owned), path: path.map(str::to_owned) }
}

#[test]
fn every_form_is_understood() {
    let hub = "https://github.com/acme/tools.git";
    for (text, place, skill) in [
        ("acme/tools", git(hub, None, None), None),
        ("acme/tools.git", git(hub, None, None), None),
        ("acme/tools/skills/pdf", git(hub, None, Some("skills/pdf")), None),
        ("acme/tools@pdf", git(hub, None, None), Some("pdf")),
        ("acme/tools#v2", git(hub, Some("v2"), None), None),
        ("acme/tools/skills#feature/x@pdf", git(hub, Some("feature/x"), Some("skills")), Some("pdf")),
        ("https://github.com/acme/tools", git(hub, None, None), None),
        ("https://github.com/acme/tools.git#main", git(hub, Some("main"), None), None),
        (
            "https://github.com/acme/tools/tree/main/skills/pdf",
            SourceLocation::GitTree { url: hub.into(), tree: "main/skills/pdf".into() },
            None,
        ),
        (
            "https://github.com/acme/tools/blob/main/skills/pdf/SKILL.md",
            SourceLocation::GitTree { url: hub.into(), tree: "main/skills/pdf".into() },
            None,
        ),
        (
            "https://gitlab.example.org/group/sub/tools/-/tree/main/skills/pdf?ref_type=heads",
            SourceLocation::GitTree {
                url: "https://gitlab.example.org/group/sub/tools.git".into(),
                tree: "main/skills/pdf".into(),
            },
            None,
        ),
        ("https://gitlab.com/group/tools", git("https://gitlab.com/group/tools", None, None), None),
        ("git@example.org:acme/tools.git#v1", git("git@example.org:acme/tools.git", Some("v1"), None), None),
        ("ssh://git@example.org/acme/tools", git("ssh://git@example.org/acme/tools", None, None), None),
        ("file:///srv/tools.git", git("file:///srv/tools.git", None, None), None),
        ("https://example.org/x/pdf.zip", SourceLocation::Zip { url: "https://example.org/x/pdf.zip".into() }, None),
        ("https://example.org/pdf.skill", SourceLocation::Zip { url: "https://example.org/pdf.skill".into() }, None),
        (
            "https://raw.example.org/acme/tools/main/pdf/SKILL.md",
            SourceLocation::SkillMd { url: "https://raw.example.org/acme/tools/main/pdf/SKILL.md".into() },
            None,
        ),
        ("http://127.0.0.1:8000/pdf.zip", SourceLocation::Zip { url: "http://127.0.0.1:8000/pdf.zip".into() }, None),
    ] {
        assert_eq!(parse(text), Ok(Source { place, skill: skill.map(str::to_owned) }), "{text}");
    }
}

#[test]
fn an_invalid_source_says_why() {
    for (text, code) in [
        ("", "SOURCE_EMPTY"),
        ("--upload-pack=touch /tmp/x", "SOURCE_INVALID"),
        ("acme/tools\n--evil", "SOURCE_INVALID"),
        ("pdf", "SOURCE_UNKNOWN"),
        ("./missing", "SOURCE_MISSING"),
        ("~/missing", "SOURCE_MISSING"),
        ("acme/tools/../../etc", "PATH_TRAVERSAL"),
        ("acme/tools/.git/hooks", "PATH_TRAVERSAL"),
        ("acme/tools#--upload-pack=x", "SOURCE_REFERENCE"),
        ("acme/tools#main:refs/heads/x", "SOURCE_REFERENCE"),
        ("acme/tools#HEAD~1", "SOURCE_REFERENCE"),
        ("acme/-tools", "SOURCE_UNKNOWN"),
        ("ext::sh -c touch% /tmp/x", "SOURCE_UNKNOWN"),
        ("ftp://example.org/x.zip", "SOURCE_SCHEME"),
        ("http://example.org/x.zip", "SOURCE_SCHEME"),
        ("https://github.com/acme", "SOURCE_UNKNOWN"),
        ("https://github.com/acme/tools/issues", "SOURCE_UNKNOWN"),
        ("https://github.com/acme/tools/tree/main/%2e%2e/%2e%2e/etc", "SOURCE_UNKNOWN"),
        ("https://user:secret@example.org/acme/tools.git", "SOURCE_SECRET"),
        ("git@-oProxyCommand=x:acme/tools", "SOURCE_UNKNOWN"),
    ] {
        let got = parse(text);
        if text.starts_with("git@-o") {
            // The address stays one word behind `--`, and git itself refuses such a host.
            assert!(
                matches!(&got, Ok(Source { place: SourceLocation::Git { url, .. }, .. }) if url.starts_with("git@"))
                    || got.is_err()
            );
            continue;
        }
        assert_eq!(got.map(|source| source.place), Err(code), "{text:?}");
    }
}

#[test]
fn a_local_path_counts_before_a_repository() {
    let temp = tempfile::tempdir().unwrap();
    skill(temp.path(), "acme/tools", "tools");
    fs::write(temp.path().join("x.skill"), "PK").unwrap();
    fs::write(temp.path().join("x.txt"), "").unwrap();
    let parse = |text: &str| locator::parse(text, temp.path(), Some(temp.path())).map(|source| source.place);
    let folder = |path: &str| SourceLocation::Folder { path: temp.path().join(path) };
    assert_eq!(parse("acme/tools").unwrap(), folder("acme/tools"));
    assert_eq!(parse("./acme/../acme/tools").unwrap(), folder("acme/tools"));
    assert_eq!(parse("~/acme/tools").unwrap(), folder("acme/tools"));
    assert_eq!(parse("./acme/tools/SKILL.md").unwrap(), folder("acme/tools"));
    assert_eq!(parse("x.skill").unwrap(), SourceLocation::Archive { path: temp.path().join("x.skill") });
    assert_eq!(parse("x.txt").unwrap_err().code.as_str(), "SOURCE_KIND");
}

pub fn skill(base: &Path, folder: &str, name: &str) -> PathBuf {
    let folder = base.join(folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("SKILL.md"), format!("---\nname: {name}\ndescription: Does {name}.\n---\n\n# {name}\n")).unwrap();
    folder
}

fn offered(base: &Path) -> offers::Offers {
    offers::all(&fetch::materialize(&SourceLocation::Folder { path: base.to_path_buf() }, &FetchOptions::unattended()).unwrap())
}

#[test]
fn all_skills_of_a_source_are_found_and_clashes_are_reported() {
    let temp = tempfile::tempdir().unwrap();
    let base = temp.path();
    for (folder, name) in [
        ("skills/pdf", "pdf"),
        ("skills/.curated/doc", "doc"),
        (".claude/skills/pdf", "pdf"),
        ("plugins/deep/skills/xls", "xls"),
        ("skills/pdf/examples/inner", "inner"),
        ("node_modules/x/skills/evil", "evil"),
        ("a/b/c/d/e/f/g/h/i/listed", "listed"),
    ] {
        skill(base, folder, name);
    }
    skill(base, "skills/sly", "../../../pwn");
    fs::create_dir_all(base.join("skills/blank")).unwrap();
    fs::write(base.join("skills/blank/SKILL.md"), "---\nname: blank\n---\n").unwrap();
    fs::create_dir(base.join(".claude-plugin")).unwrap();
    let manifest = r#"{"plugins":[{"source":"./","skills":["./a/b/c/d/e/f/g/h/i/listed","../../../outside"]}]}"#;
    fs::write(base.join(".claude-plugin/marketplace.json"), manifest).unwrap();
    let found = offered(base);
    let names: Vec<&str> = found.offers.iter().map(|offer| offer.name.as_str()).collect();
    assert_eq!(names, ["pdf", "doc", "listed", "xls"]);
    assert_eq!((found.offers[0].folder.as_str(), &found.offers[0].also), ("skills/pdf", &vec![".claude/skills/pdf".to_owned()]));
    let reasons: Vec<(&str, &str)> =
        found.not_offered.iter().map(|skipped| (skipped.folder.as_str(), skipped.code.as_str())).collect();
    assert!(reasons.contains(&("skills/sly", "NAME_IS_PATH")), "{reasons:?}");
    assert!(reasons.contains(&("skills/blank", "SKILL_INVALID")), "{reasons:?}");
    assert!(reasons.iter().any(|(_, code)| *code == "PATH_TRAVERSAL"), "{reasons:?}");

    let choose = |names: &[&str], all| {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        offers::choose(&found, &names, all).map(|chosen| chosen.len()).map_err(|refusal| (refusal.code.as_str(), refusal.message))
    };
    let (code, message) = choose(&[], false).unwrap_err();
    assert!(code == "SEVERAL_SKILLS" && message.contains("pdf, doc, listed, xls"), "a list is shown: {message}");
    assert_eq!(choose(&[], true), Ok(4));
    assert_eq!(choose(&["pdf", "xls", "pdf"], false), Ok(2));
    assert_eq!(choose(&["pwn"], false).unwrap_err().0, "SKILL_NOT_IN_SOURCE");
}

#[test]
fn a_skill_in_the_top_folder_of_a_source_is_the_default() {
    let temp = tempfile::tempdir().unwrap();
    skill(temp.path(), "tidy", "tidy");
    skill(temp.path(), "tidy/skills/other", "other");
    let found = offered(&temp.path().join("tidy"));
    assert_eq!(offers::choose(&found, &[], false).unwrap()[0].name, "tidy");
    assert_eq!(offers::choose(&found, &["other".to_owned()], false).unwrap()[0].folder, "skills/other");
}

/// Defect of a peer: a skill with a link to an outside file was installed with the content of that file.
#[test]
fn links_that_leave_the_source_are_refused_and_links_inside_become_files() {
    let temp = tempfile::tempdir().unwrap();
    let base = temp.path().join("source");
    let tidy = skill(&base, "skills/tidy", "tidy");
    fs::write(temp.path().join("secret"), "secret").unwrap();
    fs::create_dir(base.join("shared")).unwrap();
    fs::write(base.join("shared/note.md"), "note").unwrap();
    symlink("../../shared/note.md", tidy.join("note.md")).unwrap();
    symlink("../../shared", tidy.join("folder")).unwrap();
    let read = || package::read(&tidy, &base, &Limits::default()).map_err(|refusal| refusal.code.as_str());
    let package = read().unwrap();
    assert_eq!(package.files.0["note.md"], b"note");
    assert_eq!(package.files.0["folder/note.md"], b"note");
    for (target, expected) in [
        (temp.path().join("secret"), "LINK_LEAVES_SOURCE"),
        (PathBuf::from("../../../secret"), "LINK_LEAVES_SOURCE"),
        (temp.path().to_path_buf(), "LINK_LEAVES_SOURCE"),
        (PathBuf::from("nowhere"), "LINK_BROKEN"),
        (PathBuf::from("../.."), "LINK_CIRCLE"),
    ] {
        symlink(&target, tidy.join("link")).unwrap();
        assert_eq!(read(), Err(expected), "{}", target.display());
        fs::remove_file(tidy.join("link")).unwrap();
    }
    nix::unistd::mkfifo(&tidy.join("pipe"), nix::sys::stat::Mode::S_IRWXU).unwrap();
    assert_eq!(read(), Err("NOT_A_FILE"), "a pipe would wait for ever");
}

fn repository(base: &Path) -> PathBuf {
    let folder = base.join("repository");
    skill(&folder, "skills/tidy", "tidy");
    skill(&folder, "skills/sweep", "sweep");
    let hook = folder.join("hook");
    fs::write(&hook, "#!/bin/sh\ntouch ran\n").unwrap();
    for arguments in [
        &["init", "--quiet", "--initial-branch=main"][..],
        &["add", "-A"],
        &["-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "--quiet", "-m", "one"],
        &["branch", "feature/new"],
        &["tag", "v1"],
    ] {
        assert!(Command::new("git").args(arguments).current_dir(&folder).env("HOME", base).status().unwrap().success());
    }
    folder
}

#[test]
fn a_repository_is_cloned_and_a_branch_with_a_slash_is_no_path() {
    let temp = tempfile::tempdir().unwrap();
    let url = format!("file://{}", repository(temp.path()).display());
    let fetched = fetch::materialize(&git(&url, None, None), &FetchOptions::unattended()).unwrap();
    assert_eq!(offers::all(&fetched).offers.len(), 2);
    assert_eq!(fetched.commit.as_ref().map(String::len), Some(40));
    let package = fetched.take("skills/tidy", &Limits::default()).unwrap();
    assert_eq!(package.files.0.keys().collect::<Vec<_>>(), ["SKILL.md"]);
    for (tree, reference, path) in [
        ("feature/new/skills/tidy", "feature/new", Some("skills/tidy")),
        ("main/skills", "main", Some("skills")),
        ("v1", "v1", None),
    ] {
        let fetched =
            fetch::materialize(&SourceLocation::GitTree { url: url.clone(), tree: tree.into() }, &FetchOptions::unattended())
                .unwrap();
        assert_eq!(fetched.place, git(&url, Some(reference), path), "{tree}");
    }
    let commit = fetched.commit.as_deref();
    assert!(
        fetch::materialize(&git(&url, commit, Some("skills/tidy")), &FetchOptions::unattended()).is_ok(),
        "a commit is a reference too"
    );
    let code = |place: &SourceLocation| fetch::materialize(place, &FetchOptions::unattended()).unwrap_err().code.as_str();
    assert_eq!(code(&git(&url, Some("nothing"), None)), "GIT_FAILED");
    assert_eq!(code(&git(&url, None, Some("nothing"))), "SOURCE_MISSING");
    assert_eq!(code(&git(&format!("{url}-missing"), None, None)), "GIT_FAILED");
    assert_eq!(code(&git("ext::sh -c touch% ran", None, None)), "GIT_FAILED", "only four protocols");
}

#[test]
fn nobody_waits_for_a_clone_that_was_cancelled() {
    let cancelled = std::sync::atomic::AtomicBool::new(true);
    let watch = FetchOptions { cancelled: &cancelled, ..FetchOptions::unattended() };
    assert_eq!(fetch::materialize(&git("file:///x", None, None), &watch).unwrap_err().code.as_str(), "CANCELLED");
}

proptest! {
    #[test]
    fn any_source_text_never_panics(text in ".{0,60}") {
        let _ = parse(&text);
    }

    #[test]
    fn any_source_never_leaves_the_repository(text in "[a-z]{1,3}/[a-z]{1,3}(/[a-z.%~]{1,4}){0,4}(#[a-z./~:-]{0,8})?(@[a-z./]{0,4})?") {
        if let Ok(Source { place: SourceLocation::Git { reference, path, .. }, .. }) = parse(&text) {
            prop_assert!(path.is_none_or(|path| !path.split('/').any(|part| part.starts_with("..") && part.len() == 2 || part == ".git")));
            prop_assert!(reference.is_none_or(|reference| !reference.starts_with('-') && !reference.contains(':')));
        }
    }
}
