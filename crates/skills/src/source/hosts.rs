//! Pages of GitHub and GitLab that show a repository or a folder of one.

use crate::refusal::{Refusal, RefusalCode, refuse};
use crate::source::locator::{SourceLocation, checked_path};
use url::Url;

/// Whether the address is a page about a file rather than the file.
pub(crate) fn is_page(url: &Url) -> bool {
    let parts = parts(url);
    let shown = |part: &&String| ["blob", "tree"].contains(&part.as_str());
    match url.host_str() {
        Some("github.com" | "www.github.com") => parts.get(2).is_some_and(|part| shown(&part)),
        _ => parts.iter().any(|part| part == "-") && parts.iter().any(|part| shown(&part)),
    }
}

/// The repository of a web page.
pub(crate) fn repository(url: &Url, reference: Option<String>) -> Result<SourceLocation, Refusal> {
    let parts = parts(url);
    if parts.is_empty() {
        return refuse(RefusalCode::SourceUnknown, format!("{url} names no repository"));
    }
    if matches!(url.host_str(), Some("github.com" | "www.github.com")) {
        return github(url, &parts, reference);
    }
    // GitLab, on any host: group/sub/repo/-/tree/ref/path.
    if let Some(dash) = parts.iter().position(|part| part == "-") {
        let address = with_path(url, &parts[..dash]);
        return match parts.get(dash + 1).map(String::as_str) {
            Some("tree" | "blob") if dash > 0 => tree(address, &parts[dash + 2..], reference),
            _ => refuse(RefusalCode::SourceUnknown, format!("{url} is a page that does not show a folder of a repository")),
        };
    }
    Ok(SourceLocation::Git { url: url.to_string(), reference, path: None })
}

fn github(url: &Url, parts: &[String], reference: Option<String>) -> Result<SourceLocation, Refusal> {
    let [_, _, rest @ ..] = parts else {
        return refuse(RefusalCode::SourceUnknown, format!("{url} names an owner without a repository"));
    };
    let address = with_path(url, &parts[..2]);
    match rest.first().map(String::as_str) {
        None => Ok(SourceLocation::Git { url: address, reference, path: None }),
        Some("tree" | "blob") => tree(address, &rest[1..], reference),
        Some(other) => {
            refuse(RefusalCode::SourceUnknown, format!("{url} is a page ({other}) that does not show a folder of a repository"))
        }
    }
}

/// Only the repository knows where the branch ends and the path begins: branches may contain slashes.
fn tree(url: String, parts: &[String], reference: Option<String>) -> Result<SourceLocation, Refusal> {
    let joined = parts.join("/");
    let joined = joined.strip_suffix("/SKILL.md").unwrap_or(&joined);
    if let Some(reference) = reference {
        let path = joined.strip_prefix(&reference).unwrap_or(joined);
        return Ok(SourceLocation::Git { url, path: checked_path(path)?, reference: Some(reference) });
    }
    match checked_path(joined)? {
        Some(tree) => Ok(SourceLocation::GitTree { url, tree }),
        None => Ok(SourceLocation::Git { url, reference: None, path: None }),
    }
}

fn with_path(url: &Url, parts: &[String]) -> String {
    let mut url = url.clone();
    let path = parts.join("/");
    url.set_path(&format!("{}.git", path.trim_end_matches(".git")));
    url.set_query(None);
    url.to_string()
}

/// The parts of the path with percent signs decoded, so that `%2e%2e` is recognized.
fn parts(url: &Url) -> Vec<String> {
    let Some(parts) = url.path_segments() else { return Vec::new() };
    parts.filter(|part| !part.is_empty()).map(decoded).collect()
}

fn decoded(part: &str) -> String {
    let bytes = part.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = bytes
            .get(at + 1..at + 3)
            .and_then(|hex| std::str::from_utf8(hex).ok())
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match code.filter(|_| bytes[at] == b'%') {
            Some(code) => {
                out.push(code);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}
