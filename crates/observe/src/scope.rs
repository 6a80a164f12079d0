//! What a session may see: the allow-list of §0C.2 ("Capture-scoping rule").

use std::path::Path;

/// Empty: everything that is watched. Otherwise only what an entry names: a site host (`wiki.example.org`,
/// `127.0.0.1:8080`; a host also allows its subdomains), a program (`git`), or an absolute folder (a command run in it or below).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    entries: Vec<String>,
    excluded: Vec<String>,
}

impl Scope {
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

    /// Never these sites, whatever the list says: the addresses of Apprentice itself (`127.0.0.1:4710`, `localhost:4710`).
    /// An entry with a port excludes that port only; one without excludes every port of the host.
    #[must_use]
    pub fn excluding(mut self, hosts: &[String]) -> Self {
        self.excluded.extend(hosts.iter().map(|host| host.trim().to_lowercase()).filter(|host| !host.is_empty()));
        self
    }

    /// `host` as in a URL, with its port when there is one.
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

    /// A command of this program, run in this folder.
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
