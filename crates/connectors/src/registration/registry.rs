//! Looks servers up by their name in a registry of MCP servers (API v0.1, and v0 where that is not known). What it answers of each is a
//! `server.json`, which is then read like one of a file.
//!
//! A registry is foreign: it is asked only for what the person looks for, and what it answers is small, of a place that everybody can reach, and
//! about what was asked.

use super::{LARGEST_TEXT, shown, text};
use crate::oauth::SafeHttp;
use serde_json::Value as Json;

/// The registry of the protocol's own project.
pub const OFFICIAL: &str = "https://registry.modelcontextprotocol.io";
/// Where registries list their servers, by the version of their interface.
const LISTS: [&str; 2] = ["v0.1/servers", "v0/servers"];
/// Most servers of an answer.
const MOST: usize = 50;
/// Longest name of a server.
const LONGEST_NAME: usize = 200;
const ABOUT: &str = "io.modelcontextprotocol.registry/official";

/// What a registry answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The servers, those first that are called like the first word.
    pub servers: Vec<Listed>,
    /// Whether it has more of them.
    pub more: bool,
    /// How many could not be read.
    pub left_out: u32,
}

/// A server in a registry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its name in the registry, such as `io.github.ada/weather`. Its first part belongs to who published it.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its name for people, which anybody can choose.
    pub title: String,
    /// What it says about itself.
    pub description: String,
    /// Its `server.json`, as the registry answered it.
    pub text: String,
}

/// Why a registry gives no answer. The words are a sentence about it without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RegistryError {
    /// Its address is not allowed.
    #[error("its address {0}")]
    Address(String),
    /// It cannot be reached, or refuses to answer.
    #[error("{0}")]
    Unreachable(String),
    /// It wants a pause.
    #[error("it asks for a pause (HTTP 429)")]
    RateLimited,
    /// It answers something else than a list of servers.
    #[error("{0}")]
    Wrong(String),
}

impl RegistryError {
    /// The failure as a code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Address(_) => "ADDRESS",
            Self::Unreachable(_) => "UNREACHABLE",
            Self::RateLimited => "RATE_LIMITED",
            Self::Wrong(_) => "PROTOCOL",
        }
    }
}

/// Looks for servers whose name, title or description has all these words. One of them has to be in the name: a registry looks nowhere else.
///
/// # Errors
/// The registry gives no answer, or one that is none.
pub async fn search(registry: &str, words: &str) -> Result<Found, RegistryError> {
    let base = crate::address::checked(registry).map_err(RegistryError::Address)?;
    let http = SafeHttp::for_registry(&base).map_err(|error| RegistryError::Unreachable(error.to_string()))?;
    let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    let asked = words.iter().max_by_key(|word| word.chars().count()).map(String::as_str).unwrap_or_default();
    for list in LISTS {
        let mut url = base.clone();
        url.set_path(&format!("{}/{list}", base.path().trim_end_matches('/')));
        let limit = MOST.to_string();
        url.query_pairs_mut().extend_pairs([("search", asked), ("version", "latest"), ("limit", limit.as_str())]);
        let private =
            |_| RegistryError::Address("lies in a private network; a registry is public, or on this machine".to_owned());
        let url = http.checked(url.as_str(), "the registry").map_err(private)?;
        let (status, body) = http.get(&url).await.map_err(|error| RegistryError::Unreachable(error.to_string()))?;
        return match status {
            200 => read(&body, &words),
            404 => continue,
            429 => Err(RegistryError::RateLimited),
            300..400 => Err(RegistryError::Wrong(format!("it leads elsewhere (HTTP {status}), which is not followed"))),
            _ => Err(RegistryError::Unreachable(format!("it answered with HTTP {status}"))),
        };
    }
    Err(RegistryError::Wrong("it has no list of servers (HTTP 404); look whether it is a registry of MCP servers".to_owned()))
}

fn read(body: &[u8], words: &[String]) -> Result<Found, RegistryError> {
    let wrong = || RegistryError::Wrong("it answered with something else than a list of servers".to_owned());
    let root: Json = serde_json::from_slice(body).map_err(|_| wrong())?;
    let all = root["servers"].as_array().ok_or_else(wrong)?;
    let mut found = Found { more: !text(&root["metadata"], "nextCursor").is_empty(), ..Found::default() };
    for entry in all.iter().filter(|entry| is_current(entry)) {
        match listed(entry) {
            None => found.left_out = found.left_out.saturating_add(1),
            Some(listed) if !listed.has(words) => {}
            Some(_) if found.servers.len() == MOST => found.more = true,
            Some(listed) => found.servers.push(listed),
        }
    }
    found.servers.sort_by_key(|listed| !words.first().is_some_and(|word| listed.is_called(word)));
    Ok(found)
}

/// Whether the registry calls it the newest version, and has not taken it away.
fn is_current(entry: &Json) -> bool {
    let about = &entry["_meta"][ABOUT];
    about["isLatest"] != Json::Bool(false) && text(about, "status") != "deleted"
}

/// `None`: it has no name of a registry, or is too large.
fn listed(entry: &Json) -> Option<Listed> {
    let server = entry.get("server").unwrap_or(entry);
    let name = text(server, "name");
    let file = entry.to_string();
    let field = |name| shown(text(server, name));
    (is_name(name) && file.len() <= LARGEST_TEXT).then(|| Listed {
        name: name.to_owned(),
        version: field("version"),
        title: field("title"),
        description: field("description"),
        text: file,
    })
}

/// Whether it is a name of a registry: that of who publishes it, `/`, and its own. No letter in it looks like another.
fn is_name(name: &str) -> bool {
    let is_part =
        |part: &str| !part.is_empty() && part.bytes().all(|letter| letter.is_ascii_alphanumeric() || b"._-".contains(&letter));
    name.len() <= LONGEST_NAME && name.split_once('/').is_some_and(|(owner, own)| is_part(owner) && is_part(own))
}

impl Listed {
    fn has(&self, words: &[String]) -> bool {
        let said = [&self.name, &self.title, &self.description].map(|text| text.to_lowercase());
        words.iter().all(|word| said.iter().any(|text| text.contains(word)))
    }

    fn is_called(&self, word: &str) -> bool {
        let name = self.name.to_lowercase();
        name == word || name.rsplit('/').next() == Some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn entry(name: &str, description: &str) -> Json {
        let packages = json!([{ "registryType": "npm", "identifier": "weather", "version": "1.0.2" }]);
        json!({ "server": { "name": name, "description": description, "version": "1.0.2", "packages": packages }, "_meta": { ABOUT: { "isLatest": true, "status": "active" } } })
    }

    fn read(servers: Json, words: &str) -> Found {
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        super::read(json!({ "servers": servers, "metadata": {} }).to_string().as_bytes(), &words).unwrap()
    }

    fn names(found: &Found) -> Vec<&str> {
        found.servers.iter().map(|listed| listed.name.as_str()).collect()
    }

    #[test]
    fn only_current_servers_that_were_asked_for_are_found() {
        let mut old = entry("io.github.ada/weather", "Old.");
        old["_meta"][ABOUT]["isLatest"] = json!(false);
        let mut gone = entry("io.github.bob/weather", "Gone.");
        gone["_meta"][ABOUT]["status"] = json!("deleted");
        let all = json!([
            old,
            gone,
            entry("io.github.ada/weather-pro", "For Graz\u{200b}."),
            entry("io.github.ada/weather", "Weather of Graz."),
            entry("com.example/time", "Not asked for."),
            // Before the answer had two parts.
            { "name": "io.github.carl/old-weather", "description": "Graz", "version": "1.0.2" },
        ]);
        let found = read(all.clone(), "weather graz");
        assert_eq!(names(&found), ["io.github.ada/weather", "io.github.ada/weather-pro", "io.github.carl/old-weather"]);
        assert_eq!((found.more, found.left_out), (false, 0));
        assert_eq!(found.servers[1].description, "For Graz⟨U+200B⟩.");
        assert_eq!(names(&read(all, "IO.github.ada/weather-pro".to_lowercase().as_str())), ["io.github.ada/weather-pro"]);
        let offers = crate::registration::server_json::read(&found.servers[0].text).unwrap();
        assert_eq!(offers[0].name, "weather", "what it answers is read like a file");
    }

    #[test]
    fn a_registry_that_answers_too_much_or_something_else_is_cut_or_refused() {
        let many: Vec<Json> = (0..60).map(|number| entry(&format!("io.github.ada/weather{number}"), "")).collect();
        let found = read(json!(many), "weather");
        assert_eq!((found.servers.len(), found.more), (50, true));
        let bad = json!([
            entry("weather", "No owner."),
            entry("io.github.аda/weather", "Cyrillic."),
            entry("io.github.ada/weather/x", ""),
            entry("io.github.ada/wea\u{200b}ther", ""),
            entry(&format!("a/{}weather", "a".repeat(200)), ""),
            entry("io.github.ada/weather", &"a".repeat(300_000)),
            "weather",
            null,
            {},
        ]);
        let found = read(bad, "weather");
        assert_eq!((names(&found), found.left_out), (vec![], 9));
        for body in ["", "<html>", "[]", "{}", r#"{"servers":{}}"#, &format!("{}1", "[".repeat(200))] {
            assert!(matches!(super::read(body.as_bytes(), &[]), Err(RegistryError::Wrong(_))), "{body}");
        }
    }
}
