//! What a session may record: the allow-list of §0C.2 ("Capture-scoping rule").

use std::path::Path;

/// An empty list allows everything that is watched. Entries allow only what they name: a host (`wiki.example.org`, `127.0.0.1:8080`;
/// with its subdomains), a program (`git`), or an absolute folder (commands that run in it or below).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    entries: Vec<String>,
    excluded: Vec<String>,
}

impl Scope {
    /// Allows these entries. Case, white space around an entry and a slash at its end do not matter.
    pub fn new(entries: &[String]) -> Self {
        Self {
            entries: entries
                .iter()
                .map(|entry| entry.trim().trim_end_matches('/').to_lowercase())
                .filter(|e| !e.is_empty())
                .collect(),
            excluded: Vec::new(),
        }
    }

    /// Excludes these hosts, whatever the list says: the addresses of Apprentice itself (`127.0.0.1:4710`, `localhost:4710`).
    /// An entry with a port excludes that port only; one without excludes every port of the host.
    #[must_use]
    pub fn excluding(mut self, hosts: &[String]) -> Self {
        self.excluded.extend(hosts.iter().map(|host| host.trim().to_lowercase()).filter(|host| !host.is_empty()));
        self
    }

    /// Whether pages of this host may be recorded. `host` is as in a URL, with its port if it has one.
    pub fn allows_site(&self, host: &str) -> bool {
        let host = host.to_lowercase();
        let bare = host.rsplit_once(':').map_or(host.as_str(), |(name, _)| name);
        if self.excluded.iter().any(|own| *own == host || own == bare) {
            return false;
        }
        self.entries.is_empty()
            || self.entries.iter().any(|entry| {
                let site = entry.split_once("://").map_or(entry.as_str(), |(_, rest)| rest);
                site == host || site == bare || bare.strip_suffix(site).is_some_and(|rest| rest.ends_with('.'))
            })
    }

    /// Whether a command of this program may be recorded that runs in this folder.
    pub fn allows_command(&self, program: &str, directory: &Path) -> bool {
        let directory = directory.to_string_lossy().to_lowercase();
        self.entries.is_empty()
            || self.entries.iter().any(|entry| {
                entry == &program.to_lowercase()
                    || (entry.starts_with('/')
                        && (directory == *entry
                            || directory.strip_prefix(entry.as_str()).is_some_and(|rest| rest.starts_with('/'))))
            })
    }

    /// Whether calls of a connector with this name or id may be recorded.
    pub fn allows_program(&self, name: &str) -> bool {
        self.entries.is_empty() || self.entries.iter().any(|entry| *entry == name.trim().to_lowercase())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scope(entries: &[&str]) -> Scope {
        Scope::new(&entries.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn sites_by_host_port_and_subdomain() {
        let scope = scope(&["example.org", "127.0.0.1:8080"]);
        for (host, allowed) in [
            ("example.org", true),
            ("wiki.example.org", true),
            ("wiki.example.org:8443", true),
            ("badexample.org", false),
            ("example.org.evil.net", false),
            ("127.0.0.1:8080", true),
            ("127.0.0.1:9090", false),
        ] {
            assert_eq!(scope.allows_site(host), allowed, "{host}");
        }
    }

    #[test]
    fn own_addresses_are_never_allowed() {
        for listed in [scope(&[]), scope(&["127.0.0.1"]), scope(&["127.0.0.1:4710"])] {
            let scope = listed.excluding(&["127.0.0.1:4710".into(), "apprentice.localhost".into()]);
            assert!(!scope.allows_site("127.0.0.1:4710"), "the own address");
            assert!(!scope.allows_site("apprentice.localhost:99"), "an own host on any port");
        }
        assert!(scope(&[]).excluding(&["127.0.0.1:4710".into()]).allows_site("127.0.0.1:8080"), "another port is another site");
    }

    #[test]
    fn commands_by_program_and_folder() {
        let scope = scope(&["git", "/home/ada/work"]);
        for (program, directory, allowed) in [
            ("git", "/tmp", true),
            ("ls", "/home/ada/work", true),
            ("ls", "/home/ada/work/release", true),
            ("ls", "/home/ada/workshop", false),
            ("ls", "/tmp", false),
        ] {
            assert_eq!(scope.allows_command(program, Path::new(directory)), allowed, "{program} in {directory}");
        }
    }

    #[test]
    fn an_empty_list_allows_what_is_watched() {
        assert!(scope(&[]).allows_site("anything.example") && scope(&[" "]).allows_command("rm", Path::new("/")));
    }
}
