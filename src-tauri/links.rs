//! Deep links to pages of the window: `apprentice://skills?open=…`. A link only shows a page; it never does anything there.

use std::collections::BTreeMap;
use url::Url;

/// The scheme of our links.
pub const SCHEME: &str = "apprentice";

/// Longer links are refused.
const MAX_LINK_BYTES: usize = 2048;
const MAX_VALUE_BYTES: usize = 1024;

/// A page of the interface.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageLink {
    /// Such as `/skills`.
    pub path: String,
    /// The parameters of its search.
    pub search: BTreeMap<String, String>,
    /// A message for the person.
    pub note: Option<String>,
}

impl PageLink {
    /// A page without parameters.
    pub fn page(path: &str) -> Self {
        Self { path: path.to_owned(), ..Self::default() }
    }
}

/// Pages that a link may name, each with the parameters that it may have.
const LINKABLE_PAGES: &[(&str, &[&str])] = &[
    ("", &[]),
    ("active", &[]),
    ("automations", &[]),
    ("connectors", &[]),
    ("learn/active", &[]),
    ("learn/history", &["open"]),
    ("learn/new", &[]),
    ("learn/pending", &[]),
    ("import", &["id"]),
    ("settings", &[]),
    ("skills", &["open"]),
    ("tasks", &[]),
];

/// The page of the first link among the arguments of a program.
pub fn from_arguments(arguments: &[String]) -> Option<PageLink> {
    arguments.iter().find(|argument| argument.starts_with("apprentice:")).map(|link| resolve(link))
}

/// The page of a link; the first page, with a message, if the link is not valid.
pub fn resolve(link: &str) -> PageLink {
    parse(link).unwrap_or_else(|why| PageLink { path: "/".into(), note: Some(why.to_owned()), ..PageLink::default() })
}

fn parse(link: &str) -> Result<PageLink, &'static str> {
    if link.len() > MAX_LINK_BYTES {
        return Err("That link is too long.");
    }
    let unknown = "That link leads to no page of Apprentice.";
    let url = Url::parse(link).map_err(|_| unknown)?;
    if url.scheme() != SCHEME || !url.username().is_empty() || url.password().is_some() || url.port().is_some() {
        return Err(unknown);
    }
    let path = format!("{}/{}", url.host_str().unwrap_or_default(), url.path().trim_matches('/'));
    let path = path.trim_matches('/');
    if let Some(id) = path.strip_prefix("learn/pending/") {
        return if is_id(id) { Ok(PageLink::page(&format!("/{path}"))) } else { Err(unknown) };
    }
    let (page, parameters) = LINKABLE_PAGES.iter().find(|(page, _)| *page == path).ok_or(unknown)?;
    let mut link = PageLink::page(&if *page == "import" { "/skills/import".to_owned() } else { format!("/{page}") });
    for (name, value) in url.query_pairs() {
        let fits = value.len() <= MAX_VALUE_BYTES && !value.chars().any(char::is_control);
        // Parameters that the page does not know are ignored.
        if parameters.contains(&name.as_ref()) && !value.is_empty() {
            if !fits {
                return Err("That link has a parameter that is not valid.");
            }
            link.search.insert(name.into_owned(), value.into_owned());
        }
    }
    Ok(link)
}

/// A UUID: 8-4-4-4-12 hexadecimal digits.
fn is_id(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    parts.iter().map(|part| part.len()).eq([8, 4, 4, 4, 12]) && parts.concat().bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(link: &str, path: &str, search: &[(&str, &str)]) {
        let search = search.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        assert_eq!(resolve(link), PageLink { path: path.into(), search, note: None }, "{link}");
    }

    #[test]
    fn a_link_shows_the_page_that_it_names() {
        check("apprentice://", "/", &[]);
        check("apprentice://skills", "/skills", &[]);
        check("apprentice://skills/", "/skills", &[]);
        check("apprentice:skills", "/skills", &[]);
        check(
            "apprentice://skills?open=%2Fhome%2Fada%2F.claude%2Fskills%2Ftea&install=1",
            "/skills",
            &[("open", "/home/ada/.claude/skills/tea")],
        );
        let pending = "learn/pending/01900000-0000-7000-8000-000000000001";
        check(&format!("apprentice://{pending}"), &format!("/{pending}"), &[]);
        check(&format!("apprentice://{pending}?rehearsal=true"), &format!("/{pending}"), &[]);
        check("apprentice://import?id=a&source=https://example.org/a.zip", "/skills/import", &[("id", "a")]);
        check("apprentice://learn/history?open=a", "/learn/history", &[("open", "a")]);
    }

    #[test]
    fn an_invalid_link_shows_the_first_page_and_a_message() {
        for link in [
            "apprentice://nowhere",
            "apprentice://skills/../settings/x",
            "apprentice://learn/pending/not-an-id",
            "apprentice://learn/pending/01900000-0000-7000-8000-00000000000g",
            "apprentice://api/data/delete",
            "apprentice://user:word@skills",
            "apprentice://skills:80",
            "apprentice://skills?open=a%00b",
            "apprentice://skills?open=a%0Ab",
            "https://skills",
            "apprentice://%zz",
            &format!("apprentice://skills?open={}", "a".repeat(1025)),
            &format!("apprentice://skills?{}", "a".repeat(2048)),
        ] {
            let page = resolve(link);
            assert_eq!((page.path.as_str(), page.search.len()), ("/", 0), "{link}");
            assert!(page.note.is_some(), "{link}");
        }
    }

    #[test]
    fn the_first_link_counts() {
        let arguments = |all: &[&str]| all.iter().map(|argument| (*argument).to_owned()).collect::<Vec<_>>();
        assert_eq!(from_arguments(&arguments(&["apprentice-desktop", "--background"])), None);
        let found = from_arguments(&arguments(&["apprentice-desktop", "apprentice://settings", "apprentice://skills"]));
        assert_eq!(found, Some(PageLink::page("/settings")));
    }
}
