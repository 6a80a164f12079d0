//! Downloads: encrypted unless from this machine, few redirects, each checked again, never from a public address to a private
//! one.

use super::FetchOptions;
use crate::refusal::{Refusal, RefusalCode, refuse};
use crate::source::locator::is_loopback;
use apprentice_contracts::network::AddressScope;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use ureq::config::Config;
use ureq::http::Uri;
use ureq::tls::{PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Body};
use url::Url;

const MAX_REDIRECTS: usize = 5;

/// At most `most` bytes from `url`.
pub(super) fn get(url: &str, most: u64, watch: &FetchOptions) -> Result<Vec<u8>, Refusal> {
    let start = checked(url)?;
    let began = Instant::now();
    let guard = Guard::default();
    let agent = agent(&guard, roots(watch.authorities)?);
    let mut at = start.clone();
    for _ in 0..=MAX_REDIRECTS {
        watch.check()?;
        check(&at, &start)?;
        let left = watch.patience.checked_sub(began.elapsed()).ok_or_else(|| too_slow(&at))?;
        let response = agent.get(at.as_str()).config().timeout_global(Some(left)).build().call();
        let mut response = response.map_err(|error| failed(&at, &error, &guard))?;
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
        let all = response.body().content_length();
        if all.is_some_and(|all| all > most) {
            return too_large(&at, most);
        }
        return body(&at, response.body_mut(), all, most, began, watch);
    }
    refuse(RefusalCode::DownloadRedirects, format!("{url} redirects more than {MAX_REDIRECTS} times"))
}

fn body(
    at: &Url,
    body: &mut Body,
    all: Option<u64>,
    most: u64,
    began: Instant,
    watch: &FetchOptions,
) -> Result<Vec<u8>, Refusal> {
    let mut reader = body.as_reader();
    let mut bytes = Vec::new();
    let mut part = vec![0; 64 * 1024];
    loop {
        watch.check()?;
        if began.elapsed() > watch.patience {
            return Err(too_slow(at));
        }
        let count =
            reader.read(&mut part).map_err(|error| Refusal::new(RefusalCode::DownloadFailed, format!("{at}: {error}")))?;
        if count == 0 {
            return Ok(bytes);
        }
        if (bytes.len() + count) as u64 > most {
            return too_large(at, most);
        }
        bytes.extend_from_slice(&part[..count]);
        (watch.progress)(bytes.len() as u64, all);
    }
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

fn next(at: &Url, response: &ureq::http::Response<Body>) -> Result<Url, Refusal> {
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

#[derive(Debug)]
struct Checked {
    inner: DefaultResolver,
    guard: Guard,
}

impl Resolver for Checked {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.inner.resolve(uri, config, timeout)?;
        let private = found.iter().any(|socket| AddressScope::of(socket.ip()) != AddressScope::Public);
        if private && self.guard.public_only.load(Ordering::Relaxed) {
            self.guard.refused.store(true, Ordering::Relaxed);
            return Err(ureq::Error::HostNotFound);
        }
        if !private {
            self.guard.was_public.store(true, Ordering::Relaxed);
        }
        Ok(found)
    }
}

fn roots(authorities: Option<&Path>) -> Result<RootCerts, Refusal> {
    let Some(path) = authorities else { return Ok(RootCerts::WebPki) };
    let unusable =
        |why: String| Refusal::new(RefusalCode::DownloadAuthorities, format!("SSL_CERT_FILE, {}: {why}", path.display()));
    let text = std::fs::read(path).map_err(|error| unusable(error.to_string()))?;
    let mut certificates = Vec::new();
    for item in parse_pem(&text) {
        if let PemItem::Certificate(certificate) = item.map_err(|error| unusable(error.to_string()))? {
            certificates.push(certificate);
        }
    }
    if certificates.is_empty() { Err(unusable("there is no certificate in it".into())) } else { Ok(certificates.into()) }
}

fn agent(guard: &Guard, roots: RootCerts) -> Agent {
    let config = Agent::config_builder()
        .tls_config(TlsConfig::builder().root_certs(roots).build())
        .max_redirects(0)
        .max_redirects_will_error(false)
        .http_status_as_error(false)
        .timeout_connect(Some(Duration::from_secs(20)))
        .timeout_per_read(Some(Duration::from_secs(30)))
        .user_agent(concat!("apprentice/", env!("CARGO_PKG_VERSION")))
        // A proxy would resolve the names itself, unchecked.
        .proxy(None)
        .build();
    let resolver = Checked { inner: DefaultResolver::default(), guard: guard.clone() };
    Agent::with_parts(config, DefaultConnector::default(), resolver)
}

fn failed(at: &Url, error: &ureq::Error, guard: &Guard) -> Refusal {
    if guard.refused.load(Ordering::Relaxed) {
        return Refusal::new(
            RefusalCode::DownloadPrivate,
            format!("{at} is an address of this machine or its network, and a public address redirected there"),
        );
    }
    match error {
        ureq::Error::Timeout(_) => too_slow(at),
        error => Refusal::new(RefusalCode::DownloadFailed, format!("{at}: {error}")),
    }
}

fn too_slow(at: &Url) -> Refusal {
    Refusal::new(RefusalCode::DownloadSlow, format!("{at} took too long"))
}

fn too_large<T>(at: &Url, most: u64) -> Result<T, Refusal> {
    refuse(RefusalCode::ArchiveTooLarge, format!("{at} has more than {most} bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No public host can be reached in a test, so the resolver is asked directly, as if one had been met before.
    #[test]
    fn a_public_host_may_not_send_to_a_private_address() {
        let guard = Guard::default();
        guard.public_only.store(true, Ordering::Relaxed);
        let agent = agent(&guard, RootCerts::WebPki);
        let url = parsed("http://127.0.0.1:9/skill.zip").unwrap();
        let error = agent.get(url.as_str()).call().unwrap_err();
        assert_eq!(failed(&url, &error, &guard).code, RefusalCode::DownloadPrivate);
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
