//! The places that a run may reach, by name and port.

use apprentice_contracts::network::AddressScope;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use url::{Host, Url};

/// The ports of a site that is allowed without a port.
const WEB: [u16; 2] = [80, 443];
/// How many rules a message lists.
const SHOWN: usize = 12;

/// The places that a run may reach. Empty: none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AllowList(Vec<Rule>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Rule {
    /// One host, at the ports of the web, where it is public.
    Site(String),
    /// Every public host whose name ends with this and has something before it, at the ports of the web.
    Ending(String),
    /// Exactly this place.
    Place(Host, u16),
}

/// Which addresses a name may lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grant {
    public: bool,
    private: bool,
    loopback: bool,
}

const PUBLIC: Grant = Grant { public: true, private: false, loopback: false };

impl Grant {
    pub(super) fn allows(self, address: IpAddr) -> bool {
        match AddressScope::of(address) {
            AddressScope::Public => self.public,
            AddressScope::Private => self.private,
            AddressScope::Loopback => self.loopback,
            AddressScope::Never => false,
        }
    }
}

impl AllowList {
    /// Allows a host of a table: `api.example.com`, or with a star in place of the beginning: `*.example.com`, `*-api.example.com`.
    pub fn host(&mut self, host: &str) {
        self.add(host.strip_prefix('*').map_or_else(|| Rule::Site(host.to_owned()), |end| Rule::Ending(end.to_owned())));
    }

    /// Allows an entry of the sites of a test policy: a domain with everything below it (`example.org`, `https://example.org/`), or one place
    /// with its port (`shop.example.org:8443`, `127.0.0.1:8080`), also in the network of the person. An entry that is no site allows nothing.
    pub fn site(&mut self, entry: &str) {
        let entry = entry.trim().to_lowercase();
        let rest = entry.split_once("://").map_or(entry.as_str(), |(_, rest)| rest);
        let site = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let site = site.strip_prefix("*.").unwrap_or(site);
        let Ok(url) = Url::parse(&format!("https://{site}")) else { return };
        let Some(host) = canonical(url.host_str().unwrap_or_default()) else { return };
        let port = site.rsplit_once(':').and_then(|(_, port)| port.parse().ok());
        match (port, host) {
            (Some(port), host) => self.add(Rule::Place(host, port)),
            (None, Host::Domain(name)) => {
                self.add(Rule::Site(name.clone()));
                self.add(Rule::Ending(format!(".{name}")));
            }
            (None, address) => self.add(Rule::Site(address.to_string())),
        }
    }

    /// Allows the one place of an address that the person has set, such as that of a model (`http://127.0.0.1:11434/v1`). Another text allows
    /// nothing.
    pub fn address(&mut self, address: &str) {
        let Ok(url) = Url::parse(address.trim()) else { return };
        if let (Some(host), Some(port)) = (url.host_str().and_then(canonical), url.port_or_known_default()) {
            self.add(Rule::Place(host, port));
        }
    }

    fn add(&mut self, rule: Rule) {
        if !self.0.contains(&rule) {
            self.0.push(rule);
        }
    }

    /// Whether this host is on the list, at whatever port.
    pub fn names(&self, host: &str) -> bool {
        canonical(host).is_some_and(|host| self.0.iter().any(|rule| rule.names(&host)))
    }

    /// Which addresses a place may lead to. `None`: it is not on the list.
    pub(super) fn grant(&self, host: &Host, port: u16) -> Option<Grant> {
        let mut granted: Option<Grant> = None;
        for rule in self.0.iter().filter(|rule| rule.names(host) && rule.has(port)) {
            let more = rule.grant();
            let before = granted.unwrap_or(more);
            granted = Some(Grant {
                public: before.public || more.public,
                private: before.private || more.private,
                loopback: before.loopback || more.loopback,
            });
        }
        granted
    }

    /// Whether this place is allowed as a site of the web, and not by its port. Many sites may share its address.
    pub(super) fn is_site(&self, host: &Host, port: u16) -> bool {
        let place = Rule::Place(host.clone(), port);
        matches!(host, Host::Domain(_)) && !self.0.contains(&place)
    }

    /// The places on this machine, by their ports.
    pub(super) fn on_this_machine(&self) -> impl Iterator<Item = (&Host, u16)> {
        self.0.iter().filter_map(|rule| match rule {
            Rule::Place(host, port) if is_this_machine(host) => Some((host, *port)),
            _ => None,
        })
    }
}

impl fmt::Display for AllowList {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return to.write_str("nothing");
        }
        for (number, rule) in self.0.iter().take(SHOWN).enumerate() {
            let comma = if number == 0 { "" } else { ", " };
            match rule {
                Rule::Site(host) => write!(to, "{comma}{host}")?,
                Rule::Ending(end) => write!(to, "{comma}*{end}")?,
                Rule::Place(host, port) => write!(to, "{comma}{host}:{port}")?,
            }
        }
        match self.0.len().checked_sub(SHOWN) {
            Some(more @ 1..) => write!(to, " and {more} more"),
            _ => Ok(()),
        }
    }
}

impl Rule {
    fn names(&self, host: &Host) -> bool {
        match (self, host) {
            (Self::Site(site), _) => *site == host.to_string(),
            (Self::Ending(end), Host::Domain(name)) => name.strip_suffix(end.as_str()).is_some_and(|rest| !rest.is_empty()),
            (Self::Ending(_), _) => false,
            (Self::Place(place, _), _) => place == host,
        }
    }

    fn has(&self, port: u16) -> bool {
        match self {
            Self::Site(_) | Self::Ending(_) => WEB.contains(&port),
            Self::Place(_, own) => *own == port,
        }
    }

    fn grant(&self) -> Grant {
        match self {
            Self::Site(_) | Self::Ending(_) => PUBLIC,
            // A name that the person wrote with its port may be in their network. Only `localhost` and an address may be this machine: who answers
            // for another name could send it here.
            Self::Place(Host::Domain(name), _) if name == "localhost" => Grant { public: false, private: false, loopback: true },
            Self::Place(Host::Domain(_), _) => Grant { private: true, ..PUBLIC },
            Self::Place(..) => Grant { public: true, private: true, loopback: true },
        }
    }
}

/// A host in its one form: in lower case, without the dot of the root, numbers in every notation as an address. `None`: it is no host.
pub(super) fn canonical(host: &str) -> Option<Host> {
    let host = host.strip_suffix('.').unwrap_or(host);
    Host::parse(host).ok()
}

fn is_this_machine(host: &Host) -> bool {
    match host {
        Host::Domain(name) => name == "localhost",
        Host::Ipv4(address) => *address == Ipv4Addr::LOCALHOST,
        Host::Ipv6(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list() -> AllowList {
        let mut list = AllowList::default();
        list.host("api.example.com");
        list.host("*.model.example");
        list.host("*-ai.example");
        list.site("https://Shop.example/");
        list.site("intranet.example:8443");
        list.site("10.0.0.7:8080");
        list.site("10.0.0.8");
        list.address("http://127.0.0.1:11434/v1");
        list.address("http://localhost:8080");
        list.address("https://gateway.example/v1");
        list.site("not a site");
        list.address("neither");
        list
    }

    #[test]
    fn places_are_allowed_by_name_and_port() {
        let list = list();
        for (host, port, expected) in [
            ("api.example.com", 443, true),
            ("API.example.com.", 80, true),
            ("api.example.com", 22, false),
            ("x.api.example.com", 443, false),
            ("example.com", 443, false),
            ("a.model.example", 443, true),
            ("a.b.model.example", 443, true),
            ("model.example", 443, false),
            ("evilmodel.example", 443, false),
            ("west-ai.example", 443, true),
            ("-ai.example", 443, false),
            ("shop.example", 443, true),
            ("cdn.shop.example", 80, true),
            ("shop.example.evil.example", 443, false),
            ("notshop.example", 443, false),
            ("intranet.example", 8443, true),
            ("intranet.example", 443, false),
            ("10.0.0.7", 8080, true),
            ("10.0.0.7", 80, false),
            ("127.0.0.1", 11434, true),
            ("127.1", 11434, true),
            ("2130706433", 11434, true),
            ("127.0.0.1", 11435, false),
            ("127.0.0.2", 11434, false),
            ("localhost", 8080, true),
            ("localhost", 11434, false),
            ("gateway.example", 443, true),
            ("gateway.example", 80, false),
            ("evil.example", 443, false),
        ] {
            let found = canonical(host).and_then(|host| list.grant(&host, port));
            assert_eq!(found.is_some(), expected, "{host}:{port}");
        }
        assert!(list.names("shop.example") && list.names("127.0.0.1") && !list.names("evil.example"));
        assert_eq!(list.on_this_machine().map(|(_, port)| port).collect::<Vec<_>>(), [11434, 8080]);
    }

    #[test]
    fn a_name_leads_only_where_its_rule_says() {
        let list = list();
        for (host, port, public, private, loopback) in [
            ("api.example.com", 443, true, false, false),
            ("shop.example", 443, true, false, false),
            ("10.0.0.8", 443, true, false, false),
            ("intranet.example", 8443, true, true, false),
            ("10.0.0.7", 8080, true, true, true),
            ("localhost", 8080, false, false, true),
            ("127.0.0.1", 11434, true, true, true),
        ] {
            let grant = list.grant(&canonical(host).unwrap(), port).unwrap();
            let allows = |address: &str| grant.allows(address.parse().unwrap());
            assert_eq!(allows("93.184.216.34"), public, "{host}");
            assert_eq!(allows("10.0.0.7"), private, "{host}");
            assert_eq!(allows("127.0.0.1"), loopback, "{host}");
            assert!(!allows("169.254.169.254") && !allows("fe80::1"), "no rule leads to the metadata of clouds: {host}");
        }
    }

    #[test]
    fn the_list_is_shown_in_few_words() {
        assert_eq!(AllowList::default().to_string(), "nothing");
        let mut short = AllowList::default();
        short.host("api.example.com");
        short.host("api.example.com");
        short.site("shop.example");
        short.address("http://127.0.0.1:11434/v1");
        assert_eq!(short.to_string(), "api.example.com, shop.example, *.shop.example, 127.0.0.1:11434");
        (0..20).for_each(|number| short.host(&format!("h{number}.example")));
        assert!(short.to_string().ends_with(", h7.example and 12 more"), "{short}");
    }
}
