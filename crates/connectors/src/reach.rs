//! Which places a connector and what it names may lead to, without SSRF (server-side request forgery): every address that a name resolves to is
//! checked, and only checked addresses are connected to. A name that resolves to something else a moment later (DNS rebinding) gains
//! nothing, because each new connection asks and checks again.

use crate::address::{is_loopback, is_loopback_name, is_private_name};
use apprentice_contracts::network::AddressScope;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::future::Future;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use url::{Host, Url};

/// How long a name may take to be found.
const PATIENCE: Duration = Duration::from_secs(10);
/// Most addresses of a name that are looked at.
const MOST: usize = 32;

/// The addresses of a name, or why there are none.
pub type Found = Pin<Box<dyn Future<Output = Result<Vec<IpAddr>, String>> + Send>>;

/// Finds the addresses of names.
pub trait Lookup: Send + Sync {
    /// The addresses of a name. Names of this machine (`localhost`) are never asked for.
    fn lookup(&self, name: &str) -> Found;
}

/// The names as the system knows them.
#[derive(Clone, Copy, Debug)]
pub struct SystemLookup;

impl Lookup for SystemLookup {
    fn lookup(&self, name: &str) -> Found {
        let name = name.to_owned();
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await.map_err(|error| error.to_string())?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }
}

/// Which addresses may be reached, besides public ones. The person has typed the address of the server; what it names may lie where it lies
/// itself, and no nearer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Reach {
    loopback: bool,
    private: bool,
}

impl Reach {
    /// What a server at `endpoint` may name, where the host has the addresses `own`. The owner of a public name decides what it resolves to,
    /// so such a name never opens this machine, and a private network only if all of its addresses are private (see [`Reachable`]).
    fn of(endpoint: &Url, own: &[IpAddr]) -> Self {
        let is = |scope: AddressScope| move |address: &IpAddr| AddressScope::of(*address) == scope;
        let loopback = own.iter().any(is(AddressScope::Loopback));
        let private = own.iter().any(is(AddressScope::Private));
        match endpoint.host() {
            Some(Host::Domain(_)) if is_loopback(endpoint) => Self { loopback: true, private: false },
            Some(Host::Domain(name)) if !is_private_name(name) => {
                Self { loopback: false, private: !own.is_empty() && own.iter().all(is(AddressScope::Private)) }
            }
            _ => Self { loopback, private },
        }
    }

    fn allows(self, address: IpAddr) -> bool {
        match AddressScope::of(address) {
            AddressScope::Public => true,
            AddressScope::Private => self.private,
            AddressScope::Loopback => self.loopback,
            AddressScope::Never => false,
        }
    }
}

/// The places that may be reached. As the resolver of a client it answers no other addresses.
#[derive(Clone)]
pub(crate) struct Reachable {
    reach: Reach,
    /// The public name that opened the private network. It stays in there: its owner may not lead it out again.
    inside: Option<String>,
    lookup: Arc<dyn Lookup>,
}

impl Reachable {
    /// The server at `endpoint`, and what it may name. `Err`: its name was not found.
    pub(crate) async fn from_server(endpoint: &Url, lookup: Arc<dyn Lookup>) -> Result<Self, String> {
        let own = match endpoint.host() {
            Some(Host::Ipv4(address)) => vec![IpAddr::V4(address)],
            Some(Host::Ipv6(address)) => vec![IpAddr::V6(address)],
            Some(Host::Domain(name)) => found(&*lookup, name).await?,
            None => Vec::new(),
        };
        Ok(Self::of(endpoint, &own, lookup))
    }

    /// A registry: it is public, or on this machine if its address says so.
    pub(crate) fn from_registry(address: &Url, lookup: Arc<dyn Lookup>) -> Self {
        Self { reach: Reach { loopback: is_loopback(address), private: false }, inside: None, lookup }
    }

    fn of(endpoint: &Url, own: &[IpAddr], lookup: Arc<dyn Lookup>) -> Self {
        let reach = Reach::of(endpoint, own);
        let inside = endpoint.domain().filter(|name| reach.private && !is_private_name(name));
        Self { reach, inside: inside.map(|name| name.trim_end_matches('.').to_owned()), lookup }
    }

    /// Whether a server of this machine may be named.
    pub(crate) fn opens_this_machine(&self) -> bool {
        self.reach.loopback
    }

    /// Whether an address that a server named may be reached or opened, as far as that can be seen before its name is resolved. `Err`: why
    /// not, as the end of a sentence about it.
    pub(crate) fn check(&self, url: &Url) -> Result<(), &'static str> {
        match url.host() {
            // The person's browser would look it up where no check of ours reaches.
            Some(Host::Domain(name))
                if is_private_name(name) && !is_loopback(url) && !self.reach.private && !self.reach.loopback =>
            {
                Err("has a name of a private network, where the server must not send Apprentice")
            }
            None => Err("names no host"),
            _ => self.check_number(url),
        }
    }

    /// Whether an address in numbers may be reached, for which no client asks its resolver. `Err`: as of [`Reachable::check`].
    pub(crate) fn check_number(&self, url: &Url) -> Result<(), &'static str> {
        let address = match url.host() {
            Some(Host::Ipv4(address)) => IpAddr::V4(address),
            Some(Host::Ipv6(address)) => IpAddr::V6(address),
            Some(Host::Domain(_)) if is_loopback(url) => IpAddr::V4(Ipv4Addr::LOCALHOST),
            _ => return Ok(()),
        };
        match self.reach.allows(address) {
            true => Ok(()),
            false => Err("lies in a private network, where the server must not send Apprentice"),
        }
    }

    fn allows(&self, name: &str, address: IpAddr) -> bool {
        self.reach.allows(address) && (!self.stays(name) || AddressScope::of(address) == AddressScope::Private)
    }

    /// Whether this name must not leave the private network.
    fn stays(&self, name: &str) -> bool {
        self.inside.as_ref().is_some_and(|inside| name.trim_end_matches('.').eq_ignore_ascii_case(inside))
    }

    /// The addresses of a name that may be connected to. `Err`: there are none, in words.
    async fn resolved(&self, name: &str) -> Result<Vec<IpAddr>, String> {
        let mut found = found(&*self.lookup, name).await?;
        found.retain(|address| self.allows(name, *address));
        match (found.is_empty(), self.stays(name)) {
            (false, _) => Ok(found),
            (true, true) => Err("its name led into the private network, and leads out of it now".to_owned()),
            (true, false) => {
                Err("its name leads into a private network or to this machine, where the server must not send Apprentice"
                    .to_owned())
            }
        }
    }
}

impl Resolve for Reachable {
    fn resolve(&self, name: Name) -> Resolving {
        let reachable = self.clone();
        Box::pin(async move {
            let found = reachable.resolved(name.as_str()).await?;
            Ok(Box::new(found.into_iter().map(|address| SocketAddr::new(address, 0))) as Addrs)
        })
    }
}

/// The addresses of a name. Nobody is asked for those of this machine (RFC 6761 §6.3): another answer would lead what is not encrypted out of it.
async fn found(lookup: &dyn Lookup, name: &str) -> Result<Vec<IpAddr>, String> {
    if is_loopback_name(name) {
        return Ok(vec![IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)]);
    }
    match tokio::time::timeout(PATIENCE, lookup.lookup(name)).await {
        Ok(Ok(mut found)) => {
            found.truncate(MOST);
            Ok(found)
        }
        Ok(Err(why)) => Err(format!("{name} was not found: {why}")),
        Err(_) => Err(format!("{name} was not found in time")),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use std::sync::Mutex;

    /// A resolver that answers each name from a list, one answer after the other, the last one for ever.
    pub(crate) struct Names(Mutex<BTreeMap<String, Vec<Vec<IpAddr>>>>);

    pub(crate) fn names(all: &[(&str, &[&[&str]])]) -> Arc<Names> {
        let parsed = |answer: &&[&str]| answer.iter().map(|address| address.parse().unwrap()).collect();
        let all = all.iter().map(|(name, answers)| ((*name).to_owned(), answers.iter().map(parsed).collect()));
        Arc::new(Names(Mutex::new(all.collect())))
    }

    impl Lookup for Names {
        fn lookup(&self, name: &str) -> Found {
            let mut all = self.0.lock().unwrap();
            let answer = all.get_mut(name.trim_end_matches('.')).map(|answers| match answers.len() {
                1 => answers[0].clone(),
                _ => answers.remove(0),
            });
            Box::pin(async move { answer.ok_or_else(|| "no such name".to_owned()) })
        }
    }

    async fn reachable(endpoint: &str, names: Arc<Names>) -> Reachable {
        Reachable::from_server(&Url::parse(endpoint).unwrap(), names).await.unwrap()
    }

    /// The addresses are those that a resolver answers, which the owner of the name decides.
    #[test]
    fn a_public_name_opens_no_network_by_what_it_resolves_to() {
        let (near, private) = (Reach { loopback: true, private: false }, Reach { loopback: false, private: true });
        for (endpoint, own, expected) in [
            ("https://evil.example/mcp", &["203.0.114.5", "127.0.0.1"][..], Reach::default()),
            ("https://evil.example/mcp", &["203.0.114.5", "10.0.0.3"], Reach::default()),
            ("https://evil.example/mcp", &["127.0.0.1"], Reach::default()),
            ("https://evil.example/mcp", &["::1", "10.0.0.3"], Reach::default()),
            ("https://evil.example/mcp", &["169.254.169.254"], Reach::default()),
            ("https://evil.example/mcp", &[], Reach::default()),
            ("https://evil.example/mcp", &["203.0.114.5"], Reach::default()),
            ("https://mcp.corp.example.com/mcp", &["10.0.0.3", "fd00::1"], private),
            ("https://nas.local/mcp", &["192.168.1.7", "203.0.114.5"], private),
            ("http://localhost/mcp", &["127.0.0.1", "::1"], near),
            ("http://localhost./mcp", &["203.0.114.5"], near),
            ("http://127.0.0.1/mcp", &["127.0.0.1"], near),
            ("https://10.0.0.3/mcp", &["10.0.0.3"], private),
        ] {
            let addresses: Vec<IpAddr> = own.iter().map(|address| address.parse().unwrap()).collect();
            assert_eq!(Reach::of(&Url::parse(endpoint).unwrap(), &addresses), expected, "{endpoint} at {own:?}");
        }
    }

    #[test]
    fn a_name_that_opened_the_private_network_stays_in_it() {
        for (endpoint, own, name, expected) in [
            ("https://evil.example/mcp", "10.0.0.3", "evil.example", [true, false]),
            ("https://evil.example./mcp", "10.0.0.3", "EVIL.example", [true, false]),
            ("https://evil.example/mcp", "10.0.0.3", "evil.example.", [true, false]),
            // Its authorization server may lie elsewhere.
            ("https://evil.example/mcp", "10.0.0.3", "auth.example", [true, true]),
            ("https://evil.example/mcp", "203.0.114.5", "evil.example", [false, true]),
            // Only the network of the person resolves such a name.
            ("https://nas.local/mcp", "10.0.0.3", "nas.local", [true, true]),
            ("https://10.0.0.3/mcp", "10.0.0.3", "auth.example", [true, true]),
        ] {
            let reachable = Reachable::of(&Url::parse(endpoint).unwrap(), &[own.parse().unwrap()], names(&[]));
            let allowed = ["10.0.0.9", "203.0.114.5"].map(|address| reachable.allows(name, address.parse().unwrap()));
            assert_eq!(allowed, expected, "{name} for {endpoint} at {own}");
        }
    }

    #[tokio::test]
    async fn of_the_addresses_of_a_name_only_those_that_may_be_reached_are_left() {
        let bad = [
            "127.0.0.1",
            "127.9.9.9",
            "10.0.0.3",
            "172.16.0.1",
            "192.168.1.1",
            "100.64.0.1",
            "169.254.169.254",
            "100.100.100.200",
            "0.0.0.0",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.3",
            "::ffff:169.254.169.254",
            "::ffff:0:7f00:1",
            "64:ff9b::7f00:1",
            "64:ff9b::a9fe:a9fe",
            "64:ff9b:1::1",
            "2002:7f00:1::",
            "2001:0:1::1",
            "fe80::1",
            "fd00::1",
            "fd00:ec2::254",
            "fec0::1",
            "ff02::1",
        ];
        for address in bad {
            let names = names(&[
                ("mcp.example", &[&["93.184.216.34"]]),
                ("auth.example", &[&[address]]),
                ("mixed.example", &[&[address, "93.184.216.35"]]),
            ]);
            let reachable = reachable("https://mcp.example/mcp", names).await;
            let why = reachable.resolved("auth.example").await.unwrap_err();
            assert!(why.contains("private network"), "{address}: {why}");
            let left = reachable.resolved("mixed.example").await.unwrap();
            assert_eq!(left, ["93.184.216.35".parse::<IpAddr>().unwrap()], "{address}");
        }
    }

    #[tokio::test]
    async fn a_name_that_moves_between_two_looks_is_refused_at_the_second() {
        let names = names(&[
            ("mcp.example", &[&["93.184.216.34"], &["93.184.216.34"], &["127.0.0.1"], &["10.0.0.3"], &["169.254.169.254"]]),
            ("corp.example", &[&["10.0.0.3"], &["10.0.0.4"], &["93.184.216.34"], &["127.0.0.1"]]),
        ]);
        let public = reachable("https://mcp.example/mcp", names.clone()).await;
        assert!(public.resolved("mcp.example").await.is_ok());
        for _ in 0..3 {
            assert!(public.resolved("mcp.example").await.unwrap_err().contains("private network"));
        }
        let private = reachable("https://corp.example/mcp", names).await;
        assert!(private.resolved("corp.example").await.is_ok());
        for _ in 0..2 {
            assert!(private.resolved("corp.example").await.unwrap_err().contains("leads out of it"));
        }
    }

    #[tokio::test]
    async fn names_of_this_machine_are_asked_of_nobody() {
        let lying = names(&[("localhost", &[&["93.184.216.34"]]), ("a.localhost", &[&["93.184.216.34"]])]);
        let near = reachable("http://a.localhost/mcp", lying.clone()).await;
        for name in ["localhost", "LOCALHOST", "localhost.", "a.localhost", "b.a.localhost."] {
            let found = near.resolved(name).await.unwrap();
            assert!(found.iter().all(IpAddr::is_loopback) && found.len() == 2, "{name}: {found:?}");
        }
        let public = reachable("https://93.184.216.34/mcp", lying).await;
        assert!(public.resolved("localhost").await.unwrap_err().contains("private network"));
        assert!(public.resolved("nowhere.example").await.unwrap_err().contains("was not found: no such name"));
    }

    /// A resolver that never answers.
    struct Silent;

    impl Lookup for Silent {
        fn lookup(&self, _name: &str) -> Found {
            Box::pin(std::future::pending())
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_resolver_that_does_not_answer_is_not_waited_for() {
        let endpoint = Url::parse("https://mcp.example/mcp").unwrap();
        let why = Reachable::from_server(&endpoint, Arc::new(Silent)).await.err().unwrap();
        assert!(why.contains("in time"), "{why}");
    }
}
