//! Converts between a source and the fields of a lock entry.

use super::{Fields, Lock};
use crate::disk::lexically_normal;
use crate::refusal::{Refusal, RefusalCode, refuse};
use crate::source::locator::{SourceLocation, checked_path, checked_reference};
use std::path::Path;

const HUB: &str = "https://github.com/";

/// Fields of `skills-lock.json` for the skill in `folder` of `place`.
pub fn project_entry(place: &SourceLocation, folder: &str, hash: &str, project: &Path) -> Fields {
    let (source, kind) = named(place, Some(project));
    let url = matches!(kind, "git" | "gitlab").then(|| source.clone());
    vec![
        ("source", Some(source)),
        ("sourceUrl", url),
        ("ref", reference(place)),
        ("sourceType", Some(kind.to_owned())),
        ("skillPath", skill_path(place, folder)),
        ("computedHash", Some(hash.to_owned())),
    ]
}

/// Fields of `.skill-lock.json`; `None` for sources that the other installer does not record there (folders and files of this
/// machine).
pub fn global_entry(
    place: &SourceLocation,
    folder: &str,
    tree_hash: Option<String>,
    installed_at: &str,
    updated_at: &str,
) -> Option<Fields> {
    let (source, kind) = named(place, None);
    let SourceLocation::Git { url, .. } = place else { return None };
    Some(vec![
        ("source", Some(source)),
        ("sourceType", Some(kind.to_owned())),
        ("sourceUrl", Some(url.clone())),
        ("ref", reference(place)),
        ("skillPath", skill_path(place, folder)),
        ("skillFolderHash", Some(tree_hash.unwrap_or_default())),
        ("installedAt", Some(installed_at.to_owned())),
        ("updatedAt", Some(updated_at.to_owned())),
    ])
}

/// Whether the entry `name` names `place` as its source, whichever folder of a repository it was.
pub fn is_from(lock: &Lock, name: &str, place: &SourceLocation, project: Option<&Path>) -> bool {
    let (source, _) = named(place, project);
    let url =
        if let SourceLocation::Git { url, .. } | SourceLocation::GitTree { url, .. } = place { url.as_str() } else { &source };
    let plain = |text: &str| text.trim_end_matches('/').trim_end_matches(".git").to_owned();
    let said = ["source", "sourceUrl"].into_iter().filter_map(|field| lock.field(name, field)).map(plain);
    said.into_iter().any(|said| said == plain(&source) || said == plain(url))
}

fn named(place: &SourceLocation, project: Option<&Path>) -> (String, &'static str) {
    match place {
        SourceLocation::Folder { path } | SourceLocation::Archive { path } => {
            (project.map_or_else(|| path.display().to_string(), |project| portable(path, project)), "local")
        }
        SourceLocation::Git { url, .. } | SourceLocation::GitTree { url, .. } => match url.strip_prefix(HUB) {
            Some(name) => (name.trim_end_matches(".git").to_owned(), "github"),
            None if url.starts_with("https://gitlab.com/") => (url.clone(), "gitlab"),
            None => (url.clone(), "git"),
        },
        SourceLocation::Zip { url } | SourceLocation::SkillMd { url } => (url.clone(), "download"),
    }
}

fn reference(place: &SourceLocation) -> Option<String> {
    if let SourceLocation::Git { reference, .. } = place { reference.clone() } else { None }
}

fn skill_path(place: &SourceLocation, folder: &str) -> Option<String> {
    let SourceLocation::Git { path, .. } = place else { return None };
    let parts = [path.as_deref().unwrap_or_default(), folder, "SKILL.md"];
    Some(parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join("/"))
}

/// The path relative to the project, as the other installer writes it: a lock file is shared between machines.
fn portable(path: &Path, project: &Path) -> String {
    let (mut to, mut from) = (path.components().peekable(), project.components().peekable());
    while to.peek().is_some() && to.peek() == from.peek() {
        to.next();
        from.next();
    }
    let up = from.count();
    let down: Vec<String> = to.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    let joined = std::iter::repeat_n("..".to_owned(), up).chain(down).collect::<Vec<_>>().join("/");
    match joined.as_str() {
        "" => ".".to_owned(),
        path if path.starts_with("..") => joined,
        path => format!("./{path}"),
    }
}

/// The source of the skill `name` of a lock file, and its folder in that source if the entry has one. A lock file is untrusted,
/// so its values are checked like typed ones.
pub fn source_of(lock: &Lock, name: &str, base: &Path) -> Result<(SourceLocation, Option<String>), Refusal> {
    let field = |key| lock.field(name, key).filter(|text| !text.is_empty());
    let Some(source) = field("sourceUrl").or_else(|| field("source")) else {
        return refuse(RefusalCode::LockNoSource, format!("The lock file does not say where {name} comes from"));
    };
    let folder = match field("skillPath") {
        Some(path) => Some(checked_path(path.strip_suffix("SKILL.md").unwrap_or(path))?.unwrap_or_default()),
        None => None,
    };
    let reference = field("ref").map(checked_reference).transpose()?;
    let place = match field("sourceType") {
        Some("local") => local(source, base)?,
        Some("github") if !source.contains("://") && !source.contains('@') => {
            SourceLocation::Git { url: format!("{HUB}{}.git", source.trim_end_matches(".git")), reference, path: None }
        }
        _ => match crate::source::locator::parse(source, Path::new("/"), None)?.place {
            SourceLocation::Git { url, reference: own, path } => SourceLocation::Git { url, reference: reference.or(own), path },
            other => other,
        },
    };
    Ok((place, folder))
}

fn local(source: &str, base: &Path) -> Result<SourceLocation, Refusal> {
    let path = lexically_normal(&base.join(source));
    if path.is_dir() {
        return Ok(SourceLocation::Folder { path });
    }
    if path.is_file() {
        return Ok(SourceLocation::Archive { path });
    }
    refuse(RefusalCode::SourceMissing, format!("There is nothing at {}", path.display()))
}
