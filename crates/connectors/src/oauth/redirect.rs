//! The address of this machine that the browser comes back to (RFC 8252 §7.3). It is open while a person signs in, and answers one path.

use super::OAuthError;
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, REFERRER_POLICY};
use http::{HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::future::Future;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// The path of the address.
const PATH: &str = "/callback";
/// Connections at a time, and how long one may take.
const CONNECTIONS: usize = 16;
const PATIENCE: Duration = Duration::from_secs(60);

/// An open address. Dropping it closes it.
pub struct Redirect {
    listener: TcpListener,
    port: u16,
}

impl Redirect {
    /// Opens an address on a free port.
    ///
    /// # Errors
    /// The system gives none.
    pub async fn open() -> Result<Self, OAuthError> {
        Self::open_again(0).await
    }

    /// Opens the address of a sign-in that began before a restart.
    ///
    /// # Errors
    /// Another program has taken its port.
    pub async fn open_again(port: u16) -> Result<Self, OAuthError> {
        let wrong = |error: std::io::Error| OAuthError::Unreachable(format!("no port of this machine could be opened: {error}"));
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await.map_err(wrong)?;
        let port = listener.local_addr().map_err(wrong)?.port();
        Ok(Self { listener, port })
    }

    /// The port of the address.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The address for the authorization server.
    pub fn uri(&self) -> String {
        format!("http://127.0.0.1:{}{PATH}", self.port)
    }

    /// Hands the query of each answer to `take`, until this future is dropped. `take` answers the page that the browser shows.
    pub async fn serve<F, P>(self, take: F)
    where
        F: Fn(String) -> P + Send + Sync + 'static,
        P: Future<Output = (bool, String)> + Send + 'static,
    {
        let (take, slots, host) = (Arc::new(take), Arc::new(Semaphore::new(CONNECTIONS)), format!("127.0.0.1:{}", self.port));
        let mut connections = tokio::task::JoinSet::new();
        loop {
            let Ok(slot) = slots.clone().acquire_owned().await else { return };
            let Ok((stream, _)) = self.listener.accept().await else { continue };
            while connections.try_join_next().is_some() {}
            let (take, host) = (take.clone(), host.clone());
            connections.spawn(async move {
                let _slot = slot;
                let service = service_fn(move |request| answer(request, take.clone(), host.clone()));
                let mut server = http1::Builder::new();
                let server = server
                    .timer(TokioTimer::new())
                    .header_read_timeout(Duration::from_secs(10))
                    .max_buf_size(32 * 1024)
                    .keep_alive(false);
                // A browser that disconnects has sent nothing.
                let _ended = tokio::time::timeout(PATIENCE, server.serve_connection(TokioIo::new(stream), service)).await;
            });
        }
    }
}

async fn answer<F, P>(request: Request<Incoming>, take: Arc<F>, host: String) -> Result<Response<Full<Bytes>>, Infallible>
where
    F: Fn(String) -> P + Send + Sync + 'static,
    P: Future<Output = (bool, String)> + Send + 'static,
{
    // A page that resolves its own name to this machine sends another host.
    let is_ours = request.headers().get(HOST).is_some_and(|given| given.as_bytes() == host.as_bytes());
    let query = request.uri().query().unwrap_or_default();
    Ok(match (is_ours, request.method() == Method::GET, request.uri().path() == PATH) {
        (true, true, true) => {
            let (is_fine, words) = take(query.to_owned()).await;
            response(if is_fine { StatusCode::OK } else { StatusCode::BAD_REQUEST }, &page(&words))
        }
        _ => response(StatusCode::NOT_FOUND, &page("There is nothing here.")),
    })
}

fn response(status: StatusCode, text: &str) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from(text.to_owned())));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // The address of this page holds the code.
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"));
    response
}

/// A page with one sentence.
pub fn page(words: &str) -> String {
    let escaped = words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    format!("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Apprentice</title><p>{escaped}</p></html>")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    async fn ask(port: u16, request: &str) -> String {
        let mut stream = tokio::net::TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    }

    #[tokio::test]
    async fn only_the_answer_of_a_browser_is_taken() {
        let redirect = Redirect::open().await.unwrap();
        let port = redirect.port;
        assert_eq!(redirect.uri(), format!("http://127.0.0.1:{port}/callback"));
        let serving = tokio::spawn(redirect.serve(|query| async move { (query == "code=a", format!("got <{query}>")) }));
        let host = format!("127.0.0.1:{port}");
        for (line, host, status) in [
            ("GET /callback?code=a", host.as_str(), "200"),
            ("GET /callback?code=b", &host, "400"),
            ("POST /callback?code=a", &host, "404"),
            ("GET /?code=a", &host, "404"),
            ("GET /callback?code=a", "evil.example", "404"),
        ] {
            let answer = ask(port, &format!("{line} HTTP/1.1\r\nHost: {host}\r\n\r\n")).await;
            assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{line}: {answer}");
            assert!(answer.contains("no-referrer") && answer.contains("no-store"), "{answer}");
        }
        let escaped = ask(port, &format!("GET /callback?a=%3Cscript%3E HTTP/1.1\r\nHost: {host}\r\n\r\n")).await;
        assert!(escaped.contains("got &lt;a=%3Cscript%3E&gt;"), "{escaped}");
        serving.abort();
        assert!(serving.await.unwrap_err().is_cancelled());
        assert!(tokio::net::TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await.is_err(), "it is closed with its sign-in");
    }
}
