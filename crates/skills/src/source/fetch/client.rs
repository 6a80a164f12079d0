//! The HTTP clients of downloads, of servers that write drafts, and of connectors: no redirection is followed, no proxy is used, and a body
//! is bounded, also when it is decompressed.

use super::AUTHORITIES;
use flate2::read::{MultiGzDecoder, ZlibDecoder};
pub use reqwest::Client;
use reqwest::header::{ACCEPT_ENCODING, CONTENT_ENCODING, HeaderMap, HeaderValue};
use reqwest::{ClientBuilder, Response, redirect};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use std::error::Error;
use std::fs;
use std::io::Read;
use std::iter;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// A builder of any client: without redirections, without a proxy, which would resolve the names itself, unchecked, and without compression,
/// so that a length that a server announces is that of the content.
pub fn plain() -> ClientBuilder {
    let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static("identity"))]);
    Client::builder().redirect(redirect::Policy::none()).no_proxy().default_headers(headers)
}

/// A builder with everything set but the time for a whole request. `authorities`: a file of certificates (PEM) in place of Mozilla's. Reads
/// that file, so it is called where a thread may block.
///
/// # Errors
/// The file cannot be read or contains no certificate; the text names it.
pub fn builder(authorities: Option<&Path>) -> Result<ClientBuilder, String> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let tls = tls.map_err(|error| error.to_string())?.with_root_certificates(roots(authorities)?).with_no_client_auth();
    Ok(plain()
        .tls_backend_preconfigured(tls)
        .connect_timeout(Duration::from_secs(20))
        .user_agent(concat!("apprentice/", env!("CARGO_PKG_VERSION"))))
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
    /// It has more bytes than the limit, as it was sent or decompressed.
    TooLarge,
    /// It is compressed in a way that is not read, or damaged; the text says which.
    Encoding(String),
    /// The connection failed.
    Failed(reqwest::Error),
    /// The observer ended it.
    Ended,
}

/// How a body is compressed. Nothing of it is asked for; some servers compress always.
#[derive(Clone, Copy, Debug)]
enum Encoding {
    Identity,
    Gzip,
    Deflate,
}

impl Encoding {
    fn of(response: &Response) -> Result<Self, BodyError> {
        let mut named = Vec::new();
        for value in response.headers().get_all(CONTENT_ENCODING) {
            named.extend(String::from_utf8_lossy(value.as_bytes()).split(',').map(|name| name.trim().to_ascii_lowercase()));
        }
        named.retain(|name| !name.is_empty() && name != "identity");
        match named.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            [] => Ok(Self::Identity),
            ["gzip" | "x-gzip"] => Ok(Self::Gzip),
            ["deflate"] => Ok(Self::Deflate),
            _ => {
                let named: String = named.join(", ").chars().filter(|char| !char.is_control()).take(60).collect();
                Err(BodyError::Encoding(format!("it is compressed as “{named}”, and only gzip and deflate are read")))
            }
        }
    }
}

/// A body as it was sent.
#[derive(Debug)]
pub struct Body {
    /// At most as many as were allowed.
    pub bytes: Vec<u8>,
    encoding: Encoding,
}

impl Body {
    /// Receives the body of a response, at most `most` bytes. `go_on` gets the number of bytes so far after each part, and ends the reading
    /// with `false`.
    ///
    /// # Errors
    /// See [`BodyError`].
    pub async fn receive(response: &mut Response, most: u64, mut go_on: impl FnMut(u64) -> bool) -> Result<Self, BodyError> {
        let (encoding, mut bytes) = (Encoding::of(response)?, Vec::new());
        while let Some(part) = response.chunk().await.map_err(BodyError::Failed)? {
            if (bytes.len() + part.len()) as u64 > most {
                return Err(BodyError::TooLarge);
            }
            bytes.extend_from_slice(&part);
            if !go_on(bytes.len() as u64) {
                return Err(BodyError::Ended);
            }
        }
        Ok(Self { bytes, encoding })
    }

    /// The content. `None`: the body was sent as it is. Decompresses at most `most` bytes, whatever a few bytes of a bomb grow to.
    ///
    /// # Errors
    /// [`BodyError::TooLarge`], and [`BodyError::Encoding`] if it is damaged.
    pub fn decompressed(&self, most: u64) -> Result<Option<Vec<u8>>, BodyError> {
        match self.encoding {
            // A header without a body is no damage.
            Encoding::Gzip | Encoding::Deflate if self.bytes.is_empty() => Ok(None),
            Encoding::Identity => Ok(None),
            Encoding::Gzip => bounded(MultiGzDecoder::new(&self.bytes[..]), most).map(Some),
            Encoding::Deflate => bounded(ZlibDecoder::new(&self.bytes[..]), most).map(Some),
        }
    }
}

fn bounded(decoder: impl Read, most: u64) -> Result<Vec<u8>, BodyError> {
    let mut bytes = Vec::new();
    let read = decoder.take(most.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|error| BodyError::Encoding(format!("it is not compressed as the server says: {error}")))?;
    if bytes.len() as u64 > most { Err(BodyError::TooLarge) } else { Ok(bytes) }
}

/// The content of a response, decompressed, at most `most` bytes.
///
/// # Errors
/// See [`BodyError`].
pub async fn content(response: &mut Response, most: u64) -> Result<Vec<u8>, BodyError> {
    let body = Body::receive(response, most, |_| true).await?;
    Ok(body.decompressed(most)?.unwrap_or(body.bytes))
}

/// The innermost cause of a failure: the outer ones say only that a request failed, and its address.
pub fn cause(error: &dyn Error) -> String {
    iter::successors(error.source(), |&found| found.source()).last().map_or_else(|| error.to_string(), ToString::to_string)
}
