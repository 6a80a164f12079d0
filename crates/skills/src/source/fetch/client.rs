//! The HTTP client of downloads and of servers that write drafts: no redirection is followed, no proxy is used, and certificates are
//! checked against Mozilla's authorities or those of a file.

use super::AUTHORITIES;
use reqwest::{Client, ClientBuilder, Response, redirect};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use std::error::Error;
use std::fs;
use std::iter;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// A builder with everything set but the time for a whole request. `authorities`: a file of certificates (PEM) in place of Mozilla's.
///
/// # Errors
/// The file cannot be read or contains no certificate; the text names it.
pub fn builder(authorities: Option<&Path>) -> Result<ClientBuilder, String> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let tls = tls.map_err(|error| error.to_string())?.with_root_certificates(roots(authorities)?).with_no_client_auth();
    Ok(Client::builder()
        .tls_backend_preconfigured(tls)
        .redirect(redirect::Policy::none())
        .connect_timeout(Duration::from_secs(20))
        .user_agent(concat!("apprentice/", env!("CARGO_PKG_VERSION")))
        // A proxy would resolve the names itself, unchecked.
        .no_proxy())
}

fn roots(authorities: Option<&Path>) -> Result<RootCertStore, String> {
    let Some(path) = authorities else { return Ok(webpki_roots::TLS_SERVER_ROOTS.iter().cloned().collect()) };
    let unusable = |why: &dyn ToString| format!("{AUTHORITIES}, {}: {}", path.display(), why.to_string());
    let text = fs::read(path).map_err(|error| unusable(&error))?;
    let certificates: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&text).collect();
    let mut store = RootCertStore::empty();
    match store.add_parsable_certificates(certificates.map_err(|error| unusable(&error))?) {
        (0, 0) => Err(unusable(&"there is no certificate in it")),
        (0, _) => Err(unusable(&"no certificate in it can be read")),
        _ => Ok(store),
    }
}

/// Why a body was not read.
#[derive(Debug)]
pub enum BodyError {
    /// It has more bytes than the limit.
    TooLarge,
    /// The connection failed.
    Failed(reqwest::Error),
    /// The observer ended it.
    Ended,
}

/// The body of a response, at most `most` bytes. `go_on` gets the number of bytes so far after each part, and ends the reading with `false`.
///
/// # Errors
/// See [`BodyError`].
pub async fn body(response: &mut Response, most: u64, mut go_on: impl FnMut(u64) -> bool) -> Result<Vec<u8>, BodyError> {
    let mut bytes = Vec::new();
    while let Some(part) = response.chunk().await.map_err(BodyError::Failed)? {
        if (bytes.len() + part.len()) as u64 > most {
            return Err(BodyError::TooLarge);
        }
        bytes.extend_from_slice(&part);
        if !go_on(bytes.len() as u64) {
            return Err(BodyError::Ended);
        }
    }
    Ok(bytes)
}

/// The innermost cause of a failure: the outer ones say only that a request failed, and its address.
pub fn cause(error: &dyn Error) -> String {
    iter::successors(error.source(), |&found| found.source()).last().map_or_else(|| error.to_string(), ToString::to_string)
}
