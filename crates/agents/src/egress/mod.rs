//! The network of an isolated run. The run has its own network namespace, which contains only a loopback interface. The first program
//! inside ([`enter`]) opens listeners there, passes them to this process, and executes the agent. This process serves them: one as an
//! HTTP proxy ([`proxy`]), one for the MCP server of Apprentice, and one for each place of this machine that the run may reach.
//!
//! Invariant: a connection leaves the walls only to a place of the [`AllowList`], and to an address that was checked after its name was resolved
//! once. Names that are not on the list are not even resolved. Where the person reaches the internet through a proxy ([`Upstream`]), that proxy
//! resolves what this machine cannot; a name that leads to a forbidden address here is refused all the same. A tunnel to a site is one of TLS whose client names that site.

mod allow;
mod enter;
mod hello;
mod idle;
mod proxy;
mod upstream;

pub use allow::AllowList;
pub use enter::enter;
pub use upstream::Upstream;

use crate::run::{McpAddress, Refused, Update, Watcher};
use apprentice_platform::handover::{Handover, MOST};
use proxy::Service;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::net::{IpAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use url::{Host, Url};

/// The first port at which a program without privileges may listen (`ip(7)`, `ip_unprivileged_port_start`).
const FIRST_PORT: u16 = 1024;
/// The first port that is tried for the proxy within the walls.
const PROXY: u16 = 8118;
/// Where the first program lies within the walls.
const PROGRAM: &str = "/run/apprentice/apprentice";
/// Where the folder of the socket lies within the walls.
const FOLDER: &str = "/run/apprentice/handover";
/// The name of the socket in its folder.
const SOCKET: &str = "socket";
/// The hidden command of `apprentice` that calls [`enter`].
const COMMAND: &str = "enter-run";
/// Addresses that bypass the proxy: the loopback of the run's own namespace.
const OWN: &str = "localhost,127.0.0.1";

/// The network of a run within walls. Without walls it has the whole network of the machine.
#[derive(Clone, Debug, Default)]
pub struct Egress {
    /// The places that it may reach, besides the MCP server of Apprentice.
    pub allowed: AllowList,
    /// The program `apprentice`, which starts first within the walls. `None`: it was not found, and no run within walls can start.
    pub program: Option<PathBuf>,
    /// Who resolves names.
    pub names: Names,
    /// The proxy of the person, through which this machine reaches the internet. `None`: it needs none.
    pub upstream: Option<Upstream>,
}

/// Gives the addresses of a name, without blocking.
type Resolve = dyn Fn(&str) -> Vec<IpAddr> + Send + Sync;

/// Who resolves names.
#[derive(Clone, Default)]
pub enum Names {
    /// The system.
    #[default]
    System,
    /// A function that does not block.
    Given(Arc<Resolve>),
}

impl fmt::Debug for Names {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(match self {
            Self::System => "System",
            Self::Given(_) => "Given",
        })
    }
}

impl Names {
    async fn resolve(&self, host: &Host, port: u16) -> std::io::Result<Vec<IpAddr>> {
        match (self, host) {
            (_, Host::Ipv4(address)) => Ok(vec![IpAddr::V4(*address)]),
            (_, Host::Ipv6(address)) => Ok(vec![IpAddr::V6(*address)]),
            (Self::Given(resolve), Host::Domain(name)) => Ok(resolve(name)),
            (Self::System, Host::Domain(name)) => {
                Ok(tokio::net::lookup_host((name.as_str(), port)).await?.map(|found| found.ip()).collect())
            }
        }
    }
}

/// The MCP server of Apprentice: the one path of its address.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Door {
    host: Host,
    port: u16,
    path: String,
}

impl Door {
    fn of(mcp: &McpAddress) -> Option<Self> {
        let url = Url::parse(&mcp.url).ok()?;
        let host = allow::canonical(url.host_str()?)?;
        Some(Self { host, port: url.port_or_known_default()?, path: url.path().to_owned() })
    }

    /// Whether this place is the engine, under whichever of its names.
    fn is(&self, host: &Host, port: u16) -> bool {
        let local = match host {
            Host::Domain(name) => name == "localhost",
            Host::Ipv4(address) => address.is_loopback() || address.is_unspecified(),
            Host::Ipv6(address) => address.is_loopback() || address.is_unspecified(),
        };
        port == self.port && (local || *host == self.host)
    }
}

/// The network of one run: what its listeners share. Dropping it ends all connections.
pub(crate) struct Network {
    shared: Arc<Shared>,
    /// The ports within the walls, with what serves them.
    services: Vec<(u16, Service)>,
    program: PathBuf,
    proxy: u16,
    /// The most threads that the system lets the run have.
    threads: usize,
    socket: Mutex<Option<(tempfile::TempDir, Handover)>>,
    folder: PathBuf,
    tasks: TaskTracker,
}

/// What the connections of a run share.
struct Shared {
    egress: Egress,
    door: Option<Door>,
    watcher: Arc<dyn Watcher>,
    /// Why a refused connection ends the run.
    broken: Mutex<Option<String>>,
    /// Cancelled when a refused connection ends the run.
    breach: CancellationToken,
    /// Why the listeners of the run are not served.
    unserved: tokio::sync::watch::Sender<Option<String>>,
    /// Cancelled when the run has ended.
    stop: CancellationToken,
}

impl Shared {
    /// Reports a refused connection. `why`: the end of a sentence about the place.
    fn refuse(&self, host: &str, port: u16, why: String) -> String {
        let listed = self.egress.allowed.names(host);
        let refused = Refused { host: host.to_owned(), port, why, listed };
        let message = refused.to_string();
        if !self.stop.is_cancelled()
            && let Some(breach) = self.watcher.hear(Update::Refused(refused))
        {
            self.broken.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(breach);
            self.breach.cancel();
        }
        message
    }
}

impl Network {
    /// Prepares the network of a run. `threads`: the limit that the kernel enforces. Call it within a Tokio runtime.
    ///
    /// # Errors
    /// Why it cannot be had, for people.
    pub(crate) fn new(
        egress: Egress,
        mcp: Option<&McpAddress>,
        watcher: Arc<dyn Watcher>,
        threads: usize,
    ) -> Result<Self, String> {
        let program = egress.program.clone().filter(|program| program.is_file());
        let Some(program) = program else {
            return Err("the program `apprentice` was not found, which starts first within the walls; install Apprentice again"
                .to_owned());
        };
        let door = mcp.map(|mcp| Door::of(mcp).ok_or("the address of the MCP server cannot be read")).transpose()?;
        let mut services = BTreeMap::new();
        for (host, port) in egress.allowed.on_this_machine() {
            if port < FIRST_PORT {
                return Err(format!(
                    "it may reach {host}:{port}, and a run can be given places of this machine from port {FIRST_PORT} on; let that program listen there"
                ));
            }
            services.insert(port, Service::Place(host.clone(), port));
        }
        if let Some(door) = &door {
            // It is reached by its path alone, whatever else is allowed.
            services.insert(door.port, Service::Door);
        }
        let proxy = (PROXY..).find(|port| !services.contains_key(port)).unwrap_or(PROXY);
        services.insert(proxy, Service::Proxy);
        if services.len() > MOST {
            return Err(format!(
                "it may reach {} places of this machine, and at most {} can be carried",
                services.len(),
                MOST - 2
            ));
        }
        let failed = |error: std::io::Error| format!("the socket of its network could not be made: {error}");
        let folder = tempfile::Builder::new().prefix("apprentice-net-").tempdir().map_err(failed)?;
        let handover = Handover::at(&folder.path().join(SOCKET)).map_err(failed)?;
        let shared = Shared {
            egress,
            door,
            watcher,
            broken: Mutex::default(),
            breach: CancellationToken::new(),
            unserved: tokio::sync::watch::Sender::new(None),
            stop: CancellationToken::new(),
        };
        Ok(Self {
            shared: Arc::new(shared),
            services: services.into_iter().collect(),
            program,
            proxy,
            threads,
            folder: folder.path().to_owned(),
            socket: Mutex::new(Some((folder, handover))),
            tasks: TaskTracker::new(),
        })
    }

    /// What is shown within the walls: from where, and at which place.
    pub(crate) fn shows(&self) -> [(&Path, &Path); 2] {
        [(self.program.as_path(), Path::new(PROGRAM)), (self.folder.as_path(), Path::new(FOLDER))]
    }

    /// The command that starts `program` within the walls.
    pub(crate) fn command(&self, program: &Path, arguments: &[OsString]) -> (PathBuf, Vec<OsString>) {
        let ports: Vec<String> = self.services.iter().map(|(port, _)| port.to_string()).collect();
        let mut all: Vec<OsString> = vec![
            COMMAND.into(),
            Path::new(FOLDER).join(SOCKET).into(),
            ports.join(",").into(),
            self.threads.to_string().into(),
            program.into(),
        ];
        all.extend(arguments.iter().cloned());
        (PROGRAM.into(), all)
    }

    /// The command that starts `program` confined by Landlock, which its first program requests. It can read and write only the named places.
    pub(crate) fn confined_command(
        &self,
        (readable, writable): &(Vec<PathBuf>, Vec<PathBuf>),
        program: &Path,
        arguments: &[OsString],
    ) -> (PathBuf, Vec<OsString>) {
        let named = |letter: &str, path: &PathBuf| {
            let mut word = OsString::from(letter);
            word.push(path);
            word
        };
        let places =
            readable.iter().map(|path| named(enter::READS, path)).chain(writable.iter().map(|path| named(enter::WRITES, path)));
        let places: Vec<OsString> = places.collect();
        let (_, words) = self.command(program, arguments);
        let mut all: Vec<OsString> = vec![COMMAND.into(), enter::CONFINED.into(), places.len().to_string().into()];
        all.extend(places);
        // Nothing is shown at another place.
        all.push(self.folder.join(SOCKET).into());
        all.extend(words.into_iter().skip(2));
        (self.program.clone(), all)
    }

    /// The variables that lead programs to the proxy.
    pub(crate) fn environment(&self) -> Vec<(&'static str, String)> {
        let proxy = format!("http://127.0.0.1:{}", self.proxy);
        let to = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"];
        let past = ["NO_PROXY", "no_proxy"].map(|name| (name, OWN.to_owned()));
        // Node reads the others only with this one, from version 24 on.
        to.map(|name| (name, proxy.clone())).into_iter().chain(past).chain([("NODE_USE_ENV_PROXY", "1".to_owned())]).collect()
    }

    /// Waits for the listeners of the run and serves them, until it is stopped.
    pub(crate) fn serve(&self) {
        let Some((folder, handover)) = self.socket.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
        let (shared, services) = (self.shared.clone(), self.services.clone());
        let (tasks, stop) = (self.tasks.clone(), self.shared.stop.clone());
        let connections = tasks.clone();
        let served = async move {
            let given = handover.receive(services.len()).await;
            // Nobody needs it any more.
            drop(folder);
            let listening = given.and_then(|given| {
                given
                    .into_iter()
                    .zip(services)
                    .try_for_each(|(listener, (_, service))| listen(listener, service, &shared, &connections))
            });
            if let Err(error) = listening {
                shared.unserved.send_replace(Some(format!("its network could not be taken over: {error}")));
            }
        };
        tasks.spawn(async move {
            tokio::select! {
                () = served => {}
                () = stop.cancelled() => {}
            }
        });
    }

    /// Waits until a refused connection ends the run.
    pub(crate) async fn breach(&self) {
        self.shared.breach.cancelled().await;
    }

    /// Waits until it is known that the run has no network. Why, for people.
    pub(crate) async fn unserved(&self) -> String {
        let mut unserved = self.shared.unserved.subscribe();
        let why = unserved.wait_for(Option::is_some).await.ok().and_then(|why| why.clone());
        match why {
            Some(why) => why,
            // The sender is in `shared`, so this is never reached.
            None => std::future::pending().await,
        }
    }

    /// Why a refused connection ends the run.
    pub(crate) fn broken(&self) -> Option<String> {
        self.shared.broken.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Cancelling it ends all connections, and no other one is made.
    pub(crate) fn connections(&self) -> CancellationToken {
        self.shared.stop.clone()
    }

    /// Ends all connections, and waits until they are gone.
    pub(crate) async fn end(&self) {
        self.shared.stop.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        self.shared.stop.cancel();
    }
}

fn listen(listener: TcpListener, service: Service, shared: &Arc<Shared>, tasks: &TaskTracker) -> std::io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    tasks.spawn(proxy::accept(listener, service, shared.clone(), tasks.clone()));
    Ok(())
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;
    use crate::run::{Permission, ToolCall};
    use futures::future::BoxFuture;

    struct Nobody;

    impl Watcher for Nobody {
        fn permit<'a>(&'a self, _: &'a ToolCall) -> BoxFuture<'a, Permission> {
            Box::pin(std::future::ready(Permission::Allow))
        }

        fn hear(&self, _: Update) -> Option<String> {
            None
        }
    }

    #[tokio::test]
    async fn a_network_that_cannot_be_taken_over_is_told() {
        let egress = Egress { program: std::env::current_exe().ok(), ..Egress::default() };
        let network = Network::new(egress, None, Arc::new(Nobody), 100).unwrap();
        let socket = network.folder.join(SOCKET);
        network.serve();
        let listener = || TcpListener::bind("127.0.0.1:0").unwrap();
        apprentice_platform::handover::give(&socket, &[listener(), listener()]).unwrap();
        let why = network.unserved().await;
        assert!(why.contains("could not be taken over") && why.contains("2 listeners came instead of 1"), "{why}");
        network.end().await;
    }
}
