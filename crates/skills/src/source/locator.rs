//! Parses a source as a person or a lock file names it.

use crate::disk::lexically_normal;
use crate::refusal::{Refusal, RefusalCode, refuse};
use crate::source::archive;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use url::Url;

/// A source that [`parse`] understood. Equal sources are written equally.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SourceLocation {
    /// A folder of this machine.
    Folder {
        /// Absolute.
        path: PathBuf,
    },
    /// An archive of this machine: `.zip`, `.skill`, `.tar.gz`, `.tgz`.
    Archive {
        /// Absolute.
        path: PathBuf,
    },
    /// A repository.
    Git {
        /// Address that git understands.
        url: String,
        /// Branch, tag or commit; `None`: the default branch.
        reference: Option<String>,
        /// Folder in the repository; `None`: all of it.
        path: Option<String>,
    },
    /// A repository by the address of a page that shows a folder of it.
    GitTree {
        /// Address of the repository.
        url: String,
        /// Branch or tag, a slash, and a path.
        tree: String,
    },
    /// An archive to download, of the same kinds.
    Zip {
        /// Address, https.
        url: String,
    },
    /// One SKILL.md to download.
    SkillMd {
        /// Address, https.
        url: String,
    },
}

/// A place, and the skill that was named with it (`owner/repo@skill`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Where it is.
    pub place: SourceLocation,
    /// Name of the skill; `None`: none was named.
    pub skill: Option<String>,
}

/// Parses `text`: `./folder`, `x.zip`, `x.skill`, `x.tar.gz`, `x.tgz`, `owner/repo[/path][@skill|#ref]`, a git address, a page of
/// GitHub or GitLab, an address of an archive or of a SKILL.md. Relative paths start at `base`; `home` replaces `~`. A local path
/// counts before a repository of the same name.
pub fn parse(text: &str, base: &Path, home: Option<&Path>) -> Result<Source, Refusal> {
    let text = text.trim();
    if text.is_empty() {
        return refuse(RefusalCode::SourceEmpty, "Name a folder, an archive, owner/repo or an address");
    }
    if text.starts_with('-') || text.chars().any(|c| c.is_control()) {
        return refuse(
            RefusalCode::SourceInvalid,
            format!("{text:?} is not a source: it begins like an option or has control characters"),
        );
    }
    if let Some(path) = local(text, base, home) {
        return on_this_machine(path);
    }
    if text.contains("://") {
        return address(text);
    }
    if let Some(source) = scp(text)? {
        return Ok(source);
    }
    shorthand(text)
}

/// The path that `text` names, if it names one.
fn local(text: &str, base: &Path, home: Option<&Path>) -> Option<PathBuf> {
    if let Some(rest) = text.strip_prefix("~/") {
        return Some(home?.join(rest));
    }
    let path = base.join(text);
    let says_so = text == "." || text == ".." || ["/", "./", "../"].iter().any(|start| text.starts_with(start));
    (says_so || (!text.contains("://") && path.exists())).then(|| lexically_normal(&path))
}

fn on_this_machine(path: PathBuf) -> Result<Source, Refusal> {
    let place = if path.is_dir() {
        SourceLocation::Folder { path }
    } else if path.file_name().is_some_and(|name| name == "SKILL.md") && path.is_file() {
        SourceLocation::Folder { path: path.parent().unwrap_or(&path).to_path_buf() }
    } else if is_archive_name(&path.to_string_lossy()) && path.is_file() {
        SourceLocation::Archive { path }
    } else if path.exists() {
        return refuse(
            RefusalCode::SourceKind,
            format!("{} is neither a folder nor a .zip, .skill, .tar.gz or .tgz", path.display()),
        );
    } else {
        return refuse(RefusalCode::SourceMissing, format!("There is nothing at {}", path.display()));
    };
    Ok(Source { place, skill: None })
}

fn is_archive_name(name: &str) -> bool {
    archive::stem(name).is_some()
}

fn address(text: &str) -> Result<Source, Refusal> {
    let mut url = Url::parse(text)
        .map_err(|error| Refusal::new(RefusalCode::SourceInvalid, format!("{text} is not an address: {error}")))?;
    let fragment = url.fragment().filter(|fragment| !fragment.is_empty()).map(str::to_owned);
    url.set_fragment(None);
    let (reference, skill) = match fragment {
        Some(fragment) => named(&fragment)?,
        None => (None, None),
    };
    let place = match url.scheme() {
        "http" | "https" => web(&url, reference)?,
        "ssh" | "git" | "file" => SourceLocation::Git { url: url.to_string(), reference, path: None },
        other => {
            return refuse(
                RefusalCode::SourceScheme,
                format!("{other}: addresses are not supported; use https, ssh, git or file"),
            );
        }
    };
    if matches!(&place, SourceLocation::Git { url, .. } | SourceLocation::GitTree { url, .. } if Url::parse(url).is_ok_and(|url| url.password().is_some()))
    {
        return refuse(
            RefusalCode::SourceSecret,
            "The address contains a password, which would be stored; let git use its credential helper",
        );
    }
    Ok(Source { place, skill })
}

fn web(url: &Url, reference: Option<String>) -> Result<SourceLocation, Refusal> {
    let path = url.path();
    if url.scheme() == "http" && !is_loopback(url) {
        return refuse(
            RefusalCode::SourceScheme,
            format!("{url} is not encrypted, so its content could be changed on the way; use https"),
        );
    }
    if path.ends_with("/SKILL.md") && !crate::source::hosts::is_page(url) {
        return Ok(SourceLocation::SkillMd { url: url.to_string() });
    }
    if is_archive_name(path) {
        return Ok(SourceLocation::Zip { url: url.to_string() });
    }
    crate::source::hosts::repository(url, reference)
}

pub(crate) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(url::Host::Domain(name)) => name.eq_ignore_ascii_case("localhost"),
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// `git@host:owner/repo.git`.
fn scp(text: &str) -> Result<Option<Source>, Refusal> {
    let Some((host, rest)) = text.split_once(':').filter(|(host, _)| host.contains('@') && !host.contains('/')) else {
        return Ok(None);
    };
    let (path, reference) = match rest.split_once('#') {
        Some((path, reference)) => (path, Some(checked_reference(reference)?)),
        None => (rest, None),
    };
    if host.starts_with('@') || path.is_empty() || path.starts_with('-') || host.contains(char::is_whitespace) {
        return refuse(RefusalCode::SourceInvalid, format!("{text:?} is not a git address"));
    }
    Ok(Some(Source { place: SourceLocation::Git { url: format!("{host}:{path}"), reference, path: None }, skill: None }))
}

/// `owner/repo[/path][@skill|#ref]`.
fn shorthand(text: &str) -> Result<Source, Refusal> {
    let (rest, reference, mut skill) = match text.split_once('#') {
        Some((rest, fragment)) => {
            let (reference, skill) = named(fragment)?;
            (rest, reference, skill)
        }
        None => (text, None, None),
    };
    let rest = match rest.split_once('@') {
        Some((rest, name)) if !name.is_empty() => {
            skill = Some(name.to_owned());
            rest
        }
        _ => rest,
    };
    let parts: Vec<&str> = rest.split('/').filter(|part| !part.is_empty()).collect();
    let plain =
        |part: &&str| !part.starts_with(['.', '-']) && part.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    let (Some(owner), Some(repository)) = (parts.first().filter(plain_of(&plain)), parts.get(1).filter(plain_of(&plain))) else {
        return refuse(RefusalCode::SourceUnknown, format!("{text:?} is not a file here and does not have the form owner/repo"));
    };
    let path = checked_path(&parts[2..].join("/"))?;
    let url = format!("https://github.com/{owner}/{}.git", repository.trim_end_matches(".git"));
    Ok(Source { place: SourceLocation::Git { url, reference, path }, skill })
}

fn plain_of<'a>(plain: &'a impl Fn(&&str) -> bool) -> impl Fn(&&&str) -> bool + 'a {
    move |part| plain(part)
}

/// `ref`, or `ref@skill`.
fn named(fragment: &str) -> Result<(Option<String>, Option<String>), Refusal> {
    let (reference, skill) = match fragment.split_once('@') {
        Some((reference, skill)) => (reference, (!skill.is_empty()).then(|| skill.to_owned())),
        None => (fragment, None),
    };
    let reference = if reference.is_empty() { None } else { Some(checked_reference(reference)?) };
    Ok((reference, skill))
}

/// Checks a branch, tag or commit: git must not take it for an option, a refspec or a revision expression.
pub(crate) fn checked_reference(text: &str) -> Result<String, Refusal> {
    let plain = text.chars().all(|c| c.is_alphanumeric() || "-_./+".contains(c));
    if plain && !text.is_empty() && !text.starts_with(['-', '+', '/', '.']) && !text.contains("..") && !text.ends_with(['/', '.'])
    {
        return Ok(text.to_owned());
    }
    refuse(RefusalCode::SourceReference, format!("{text:?} is not a branch, a tag or a commit"))
}

/// A path in a source: relative, staying inside. `None` for the source itself.
pub(crate) fn checked_path(path: &str) -> Result<Option<String>, Refusal> {
    let path = path.trim_matches('/');
    if path.is_empty() || path == "." {
        return Ok(None);
    }
    crate::format::names::check_path(path)?;
    if path.split('/').any(|part| part.eq_ignore_ascii_case(".git")) {
        return refuse(RefusalCode::PathTraversal, format!("{path:?} leads into git's own folder"));
    }
    Ok(Some(path.to_owned()))
}

impl std::fmt::Display for SourceLocation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Folder { path } | Self::Archive { path } => write!(f, "{}", path.display()),
            Self::Zip { url } | Self::SkillMd { url } => f.write_str(url),
            Self::GitTree { url, tree } => write!(f, "{url} ({tree})"),
            Self::Git { url, reference, path } => {
                f.write_str(url)?;
                path.iter().try_for_each(|path| write!(f, " {path}"))?;
                reference.iter().try_for_each(|reference| write!(f, "#{reference}"))
            }
        }
    }
}
