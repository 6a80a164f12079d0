//! Serves the embedded interface: the files that `ui/` builds, as `build.rs` stores them.

use crate::failure::Problem;
use crate::routes::not_found;
use crate::scope::is_operation;
use apprentice_contracts::error::ErrorCode;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use flate2::read::GzDecoder;
use http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, VARY};
use http::{HeaderMap, Method};
use rust_embed::RustEmbed;
use std::borrow::Cow;
use std::io::Read;

#[derive(RustEmbed)]
#[folder = "$OUT_DIR/ui"]
struct Files;

/// The window's policy (`tauri.conf.json`) without its own schemes.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

/// A file, or `index.html` for the addresses that the page itself routes.
pub(crate) async fn serve(request: Request) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    let reading = matches!(*request.method(), Method::GET | Method::HEAD);
    // MCP clients look below `.well-known` for an authorization server, and must not take the page for one.
    if !reading || is_operation(request.uri().path()) || path.starts_with(".well-known/") {
        return not_found(request).await.into_response();
    }
    let name = if path.rsplit('/').next().is_some_and(|last| last.contains('.')) { path } else { "index.html" };
    match file(name, request.headers()) {
        Some(response) => response,
        None => Problem::into_response(not_found(request).await),
    }
}

fn file(name: &str, headers: &HeaderMap) -> Option<Response> {
    // Vite names assets by their content, so they never change. Everything else is revalidated.
    let cache = if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let kind = mime_guess::from_path(name).first_or_octet_stream();
    let kind = if kind.type_() == mime_guess::mime::TEXT { format!("{kind}; charset=utf-8") } else { kind.to_string() };
    let headers_of_file = [(CONTENT_TYPE, kind), (CACHE_CONTROL, cache.to_owned()), (CONTENT_SECURITY_POLICY, POLICY.to_owned())];
    let body = match Files::get(&format!("{name}.gz")) {
        Some(file) => compressed(file.data, headers),
        None => Files::get(name)?.data.into_owned().into_response(),
    };
    Some((headers_of_file, body).into_response())
}

/// A body that is stored with gzip: as it is for a client that accepts that, unpacked for others (RFC 9110, section 12.5.3).
pub(crate) fn compressed(stored: Cow<'static, [u8]>, headers: &HeaderMap) -> Response {
    if accepts_gzip(headers) {
        return ([(CONTENT_ENCODING, "gzip"), (VARY, "accept-encoding")], stored.into_owned()).into_response();
    }
    let mut plain = Vec::new();
    match GzDecoder::new(&*stored).read_to_end(&mut plain) {
        Ok(_) => ([(VARY, "accept-encoding")], plain).into_response(),
        Err(error) => Problem::new(ErrorCode::Internal, format!("The file cannot be unpacked: {error}.")).into_response(),
    }
}

/// Whether `gzip` is in the list, with a weight other than 0.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let listed = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok()).flat_map(|list| list.split(','));
    listed.map(|coding| coding.split(';').map(str::trim)).any(|mut parts| {
        let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        let weight = parts.find_map(|part| part.strip_prefix("q=")).and_then(|weight| weight.parse::<f32>().ok());
        named && weight != Some(0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(value: &str) -> HeaderMap {
        HeaderMap::from_iter([(ACCEPT_ENCODING, value.parse().unwrap())])
    }

    #[test]
    fn gzip_is_sent_only_to_those_who_accept_it() {
        for (value, expected) in [
            ("gzip", true),
            ("br, GZIP;q=0.5", true),
            ("gzip;q=0", false),
            ("gzip; q=0.0, br", false),
            ("br", false),
            ("", false),
        ] {
            assert_eq!(accepts_gzip(&header(value)), expected, "{value}");
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
    }

    #[tokio::test]
    async fn a_stored_file_arrives_whole_either_way() {
        let stored = Files::get("index.html.gz").unwrap().data;
        let packed = compressed(stored.clone(), &header("gzip"));
        assert_eq!(packed.headers()[CONTENT_ENCODING], "gzip");
        let plain = compressed(stored, &HeaderMap::new());
        assert!(plain.headers().get(CONTENT_ENCODING).is_none());
        let [packed, plain] = [packed, plain].map(|response| axum::body::to_bytes(response.into_body(), usize::MAX));
        let (packed, plain) = (packed.await.unwrap(), plain.await.unwrap());
        let mut unpacked = Vec::new();
        GzDecoder::new(&*packed).read_to_end(&mut unpacked).unwrap();
        assert_eq!(unpacked, plain);
        assert!(plain.starts_with(b"<!doctype html>"), "{plain:?}");
    }
}
