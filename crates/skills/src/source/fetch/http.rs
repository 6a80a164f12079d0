//! Downloads: encrypted unless from this machine, few redirects, each checked again, never from a public address to a private
//! one.

use super::FetchOptions;
use super::client::{self, Body, BodyError};
use crate::refusal::{Refusal, RefusalCode, refuse};
use crate::source::locator::is_loopback;
use apprentice_contracts::network::AddressScope;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::{Client, Response};
use std::net::{IpAddr, SocketAddr};
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tokio::runtime;
use url::{Host, Url};

const MAX_REDIRECTS: usize = 5;

/// The content at `url`, at most `most` bytes.
pub(super) fn content(url: &str, most: u64, watch: &FetchOptions) -> Result<Vec<u8>, Refusal> {
    let (at, body) = (parsed(url)?, get(url, most, watch)?);
    let content = body.decompressed(most).map_err(|error| refused(&at, most, error, &Guard::default()))?;
    Ok(content.unwrap_or(body.bytes))
}

/// What is sent from `url`, at most `most` bytes. On a thread of its own, because the caller may be on one that already runs futures.
pub(super) fn get(url: &str, most: u64, watch: &FetchOptions) -> Result<Body, Refusal> {
    let start = checked(url)?;
    let download = || {
        let guard = Guard::default();
        // Reads the file of authorities, before any future runs.
        let client = client(&guard, watch.authorities)?;
        let made = runtime::Builder::new_current_thread().enable_all().build();
        let runtime = made.map_err(|error| Refusal::new(RefusalCode::DownloadFailed, format!("{start}: {error}")))?;
        let answer = runtime.block_on(follow(&client, &guard, &start, most, watch));
        // A resolver that hangs must not delay the answer.
        runtime.shutdown_background();
        answer
    };
    thread::scope(|scope| scope.spawn(download).join()).unwrap_or_else(|panic| resume_unwind(panic))
}

async fn follow(client: &Client, guard: &Guard, start: &Url, most: u64, watch: &FetchOptions<'_>) -> Result<Body, Refusal> {
    let began = Instant::now();
    let mut at = start.clone();
    for _ in 0..=MAX_REDIRECTS {
        watch.check()?;
        check(&at, start)?;
        let left = watch.patience.checked_sub(began.elapsed()).ok_or_else(|| too_slow(&at))?;
        let mut response = request(client, &at, guard, left).await?;
        let status = response.status();
        if status.is_redirection() {
            at = next(&at, &response)?;
            // A public server may not redirect to a private address.
            guard.public_only.store(guard.was_public.load(Ordering::Relaxed), Ordering::Relaxed);
            continue;
        }
        if !status.is_success() {
            return refuse(RefusalCode::DownloadStatus, format!("{at} answered {status}"));
        }
        let all = response.content_length();
        if all.is_some_and(|all| all > most) {
            return Err(too_large(&at, most));
        }
        let go_on = |bytes| {
            (watch.progress)(bytes, all);
            watch.check().is_ok()
        };
        return Body::receive(&mut response, most, go_on).await.map_err(|error| refused(&at, most, error, guard));
    }
    refuse(RefusalCode::DownloadRedirects, format!("{start} redirects more than {MAX_REDIRECTS} times"))
}

fn parsed(url: &str) -> Result<Url, Refusal> {
    Url::parse(url).map_err(|error| Refusal::new(RefusalCode::SourceInvalid, format!("{url} is not an address: {error}")))
}

/// The address, when it is one that may be asked.
pub(super) fn checked(url: &str) -> Result<Url, Refusal> {
    let start = parsed(url)?;
    check(&start, &start)?;
    Ok(start)
}

fn check(at: &Url, start: &Url) -> Result<(), Refusal> {
    let plain_here = at.scheme() == "http" && is_loopback(at) && is_loopback(start);
    if at.scheme() == "https" || plain_here {
        return Ok(());
    }
    refuse(RefusalCode::DownloadUnencrypted, format!("{at} is not encrypted; use https"))
}

fn next(at: &Url, response: &Response) -> Result<Url, Refusal> {
    let location = response.headers().get("location").and_then(|value| value.to_str().ok());
    let joined = location.and_then(|location| at.join(location).ok());
    joined.ok_or_else(|| Refusal::new(RefusalCode::DownloadRedirects, format!("{at} redirects without an address")))
}

/// Checks the addresses of a name at the moment of connecting: a name that is resolved again later could have moved.
#[derive(Clone, Debug, Default)]
struct Guard {
    public_only: Arc<AtomicBool>,
    was_public: Arc<AtomicBool>,
    refused: Arc<AtomicBool>,
}

impl Guard {
    /// Whether the addresses of one host may be reached.
    fn allows(&self, found: impl Iterator<Item = IpAddr>) -> bool {
        let (public, private): (Vec<_>, Vec<_>) = found.partition(|address| AddressScope::of(*address) == AddressScope::Public);
        let refused = !private.is_empty() && self.public_only.load(Ordering::Relaxed);
        self.refused.fetch_or(refused, Ordering::Relaxed);
        self.was_public.fetch_or(!public.is_empty(), Ordering::Relaxed);
        !refused
    }
}

impl Resolve for Guard {
    fn resolve(&self, name: Name) -> Resolving {
        let guard = self.clone();
        Box::pin(async move {
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            match guard.allows(found.iter().map(SocketAddr::ip)) {
                true => Ok(Box::new(found.into_iter()) as Addrs),
                false => Err("it leads into a private network".into()),
            }
        })
    }
}

fn client(guard: &Guard, authorities: Option<&Path>) -> Result<Client, Refusal> {
    let made = client::builder(authorities).map_err(|why| Refusal::new(RefusalCode::DownloadAuthorities, why))?;
    let made = made.read_timeout(Duration::from_secs(30)).dns_resolver(Arc::new(guard.clone())).build();
    made.map_err(|error| Refusal::new(RefusalCode::DownloadFailed, client::cause(&error)))
}

async fn request(client: &Client, at: &Url, guard: &Guard, left: Duration) -> Result<Response, Refusal> {
    // The resolver is not asked about these.
    let literal = match at.host() {
        Some(Host::Ipv4(address)) => Some(IpAddr::V4(address)),
        Some(Host::Ipv6(address)) => Some(IpAddr::V6(address)),
        _ => None,
    };
    if literal.is_some_and(|address| !guard.allows([address].into_iter())) {
        return Err(private(at));
    }
    client.get(at.clone()).timeout(left).send().await.map_err(|error| failed(at, &error, guard))
}

fn failed(at: &Url, error: &reqwest::Error, guard: &Guard) -> Refusal {
    if guard.refused.load(Ordering::Relaxed) {
        private(at)
    } else if error.is_timeout() {
        too_slow(at)
    } else {
        Refusal::new(RefusalCode::DownloadFailed, format!("{at}: {}", client::cause(error)))
    }
}

fn private(at: &Url) -> Refusal {
    Refusal::new(
        RefusalCode::DownloadPrivate,
        format!("{at} is an address of this machine or its network, and a public address redirected there"),
    )
}

fn too_slow(at: &Url) -> Refusal {
    Refusal::new(RefusalCode::DownloadSlow, format!("{at} took too long"))
}

fn too_large(at: &Url, most: u64) -> Refusal {
    Refusal::new(RefusalCode::ArchiveTooLarge, format!("{at} has more than {most} bytes"))
}

fn refused(at: &Url, most: u64, error: BodyError, guard: &Guard) -> Refusal {
    match error {
        BodyError::TooLarge => too_large(at, most),
        BodyError::Encoding(why) => {
            Refusal::new(RefusalCode::DownloadEncoding, format!("The answer of {at} cannot be read: {why}"))
        }
        BodyError::Failed(error) => failed(at, &error, guard),
        BodyError::Ended => super::cancelled(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No public host can be reached in a test, so the request is made as if one had been met before. `localhost` represents a name of
    /// an attacker that leads here.
    #[tokio::test]
    async fn a_public_host_may_not_send_to_a_private_address() {
        let guard = Guard::default();
        let client = client(&guard, None).unwrap();
        for host in ["127.0.0.1", "[::1]", "10.0.0.3", "2130706433", "localhost"] {
            let url = parsed(&format!("http://{host}:9/skill.zip")).unwrap();
            guard.public_only.store(true, Ordering::Relaxed);
            guard.refused.store(false, Ordering::Relaxed);
            let error = request(&client, &url, &guard, Duration::from_secs(9)).await.unwrap_err();
            assert_eq!(error.code, RefusalCode::DownloadPrivate, "{host}");
        }
        assert!(!guard.was_public.load(Ordering::Relaxed));
        guard.public_only.store(false, Ordering::Relaxed);
        guard.refused.store(false, Ordering::Relaxed);
        let here = parsed("http://127.0.0.1:9/skill.zip").unwrap();
        let error = request(&client, &here, &guard, Duration::from_secs(9)).await.unwrap_err();
        assert_eq!(error.code, RefusalCode::DownloadFailed, "allowed, and nobody answers");
    }

    /// What follows after a public host is met is decided by this.
    #[test]
    fn a_host_is_public_if_one_of_its_addresses_is() {
        let guard = Guard::default();
        let of = |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect::<Vec<IpAddr>>();
        assert!(guard.allows(of(&["10.0.0.3"]).into_iter()) && !guard.was_public.load(Ordering::Relaxed));
        assert!(guard.allows(of(&["1.1.1.1", "10.0.0.3"]).into_iter()) && guard.was_public.load(Ordering::Relaxed));
        guard.public_only.store(true, Ordering::Relaxed);
        assert!(!guard.allows(of(&["1.1.1.1", "10.0.0.3"]).into_iter()) && guard.refused.load(Ordering::Relaxed));
    }

    #[test]
    fn plain_http_is_for_this_machine_alone() {
        let here = parsed("http://127.0.0.1/x").unwrap();
        let https = parsed("https://example.org/x").unwrap();
        let http = parsed("http://example.org/x").unwrap();
        assert!(check(&here, &here).is_ok() && check(&https, &here).is_ok());
        assert_eq!(check(&http, &https).unwrap_err().code, RefusalCode::DownloadUnencrypted);
        assert_eq!(check(&here, &https).unwrap_err().code, RefusalCode::DownloadUnencrypted);
    }
}
