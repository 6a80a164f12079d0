//! Downloads over loopback: limits hold while the bytes come, redirects are few and checked, anybody can cancel.

use apprentice_skills::refusal::Refusal;
use apprentice_skills::source::fetch::client::{self, BodyError};
use apprentice_skills::source::fetch::{self, FetchOptions};
use apprentice_skills::source::locator::SourceLocation;
use apprentice_skills::source::offers;
use apprentice_skills::source::package::Limits;
use std::io::{BufRead, BufReader, Cursor, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Answers each request by its path; runs until the test ends.
fn serve(answer: impl Fn(&str, &mut TcpStream) + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut stream = stream;
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
            let Some(Ok(first)) = lines.next() else { continue };
            let _headers = lines.by_ref().map_while(Result::ok).take_while(|line| !line.is_empty()).count();
            answer(first.split(' ').nth(1).unwrap_or_default(), &mut stream);
        }
    });
    address
}

fn whole(stream: &mut TcpStream, body: &[u8]) {
    let _ = write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
    let _ = stream.write_all(body);
}

fn skill_zip() -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    writer.start_file("tidy-main/skills/tidy/SKILL.md", zip::write::SimpleFileOptions::default()).unwrap();
    writer.write_all(b"---\nname: tidy\ndescription: Tidies.\n---\n").unwrap();
    writer.finish().unwrap().into_inner()
}

fn get(url: String, watch: &FetchOptions) -> Result<fetch::Fetched, Refusal> {
    fetch::materialize(&SourceLocation::Zip { url }, watch)
}

fn code(result: Result<fetch::Fetched, Refusal>) -> &'static str {
    result.expect_err("it should be refused").code.as_str()
}

#[test]
fn a_zip_and_a_skill_md_are_downloaded_with_progress() {
    let address = serve(|path, stream| match path {
        "/tidy.zip" => whole(stream, &skill_zip()),
        "/moved.zip" => {
            drop(write!(stream, "HTTP/1.1 302 Found\r\nLocation: /tidy.zip\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"))
        }
        "/wash/SKILL.md" => whole(stream, b"---\ndescription: Washes.\n---\n\n# Wash\n"),
        "/page.zip" => whole(stream, b"<html>Sign in</html>"),
        _ => drop(stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")),
    });
    let seen = AtomicU64::new(0);
    let progress = |bytes: u64, all: Option<u64>| {
        assert_eq!(all, Some(skill_zip().len() as u64));
        seen.store(bytes, Ordering::Relaxed);
    };
    let watch = FetchOptions { progress: &progress, ..FetchOptions::unattended() };
    for path in ["tidy.zip", "moved.zip"] {
        let found = offers::all(&get(format!("{address}/{path}"), &watch).unwrap());
        assert_eq!((found.offers[0].name.as_str(), found.offers[0].folder.as_str()), ("tidy", "skills/tidy"));
    }
    assert_eq!(seen.load(Ordering::Relaxed), skill_zip().len() as u64);
    let one =
        fetch::materialize(&SourceLocation::SkillMd { url: format!("{address}/wash/SKILL.md") }, &FetchOptions::unattended())
            .unwrap();
    assert_eq!(offers::all(&one).offers[0].name, "wash", "the folder names it");
    assert_eq!(code(get(format!("{address}/page.zip"), &FetchOptions::unattended())), "ARCHIVE_DAMAGED");
    assert_eq!(code(get(format!("{address}/missing.zip"), &FetchOptions::unattended())), "DOWNLOAD_STATUS");
    assert_eq!(code(get("http://127.0.0.1:1/x.zip".into(), &FetchOptions::unattended())), "DOWNLOAD_FAILED");
}

#[test]
fn redirects_are_few_and_never_lead_out_of_encryption() {
    let address = serve(|path, stream| {
        let to = if path == "/away.zip" { "http://example.org/x.zip" } else { "/round.zip" };
        let _ = write!(stream, "HTTP/1.1 301 Moved\r\nLocation: {to}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    });
    assert_eq!(code(get(format!("{address}/round.zip"), &FetchOptions::unattended())), "DOWNLOAD_REDIRECTS");
    assert_eq!(code(get(format!("{address}/away.zip"), &FetchOptions::unattended())), "DOWNLOAD_UNENCRYPTED");
}

#[test]
fn the_limit_holds_for_received_bytes_not_only_for_announced_ones() {
    let address = serve(|path, stream| {
        if path == "/announced.zip" {
            let _ = write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\nConnection: close\r\n\r\n");
            return;
        }
        // Without an end: it continues as long as the client reads.
        let _ = write!(stream, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
        while stream.write_all(&[b'x'; 65_536]).is_ok() {}
    });
    let watch = FetchOptions { limits: Limits { archive: 1 << 20, ..Limits::default() }, ..FetchOptions::unattended() };
    assert_eq!(code(get(format!("{address}/announced.zip"), &watch)), "ARCHIVE_TOO_LARGE");
    assert_eq!(code(get(format!("{address}/endless.zip"), &watch)), "ARCHIVE_TOO_LARGE");
}

#[test]
fn whoever_cancels_or_loses_patience_is_answered_at_once() {
    let address = serve(|path, stream| {
        let _ = write!(stream, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
        if path == "/endless.zip" {
            while stream.write_all(b"x").is_ok() {}
        } else {
            std::thread::park();
        }
    });
    let cancelled = AtomicBool::new(false);
    let progress = |_: u64, _: Option<u64>| cancelled.store(true, Ordering::Relaxed);
    let watch = FetchOptions { cancelled: &cancelled, progress: &progress, ..FetchOptions::unattended() };
    assert_eq!(code(get(format!("{address}/endless.zip"), &watch)), "CANCELLED");
    let hurried = FetchOptions { patience: Duration::from_millis(200), ..FetchOptions::unattended() };
    assert_eq!(code(get(format!("{address}/silent.zip"), &hurried)), "DOWNLOAD_SLOW");
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Answers `/<encoding>` with `body` and that header, whatever the client accepts.
fn serve_compressed(body: impl Fn(&str) -> Vec<u8> + Send + 'static) -> String {
    serve(move |path, stream| {
        let encoding = path.trim_start_matches('/').split('/').next().unwrap().replace("%20", " ");
        let body = body(&encoding);
        let length = body.len();
        let _ = write!(
            stream,
            "HTTP/1.1 200 OK\r\nContent-Encoding: {encoding}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
        );
        let _ = stream.write_all(&body);
    })
}

/// What the clients of servers that are no downloads read.
fn content(url: &str, most: u64) -> Result<Vec<u8>, BodyError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let client = client::builder(None).unwrap().build().unwrap();
    runtime.block_on(async { client::content(&mut client.get(url).send().await.unwrap(), most).await })
}

#[test]
fn a_server_that_always_compresses_is_read() {
    const TEXT: &str = "# Wash\n\nWäscht.\n";
    let address = serve_compressed(|encoding| match encoding.to_ascii_lowercase().as_str() {
        "identity" => TEXT.as_bytes().to_vec(),
        "deflate" => deflate(TEXT.as_bytes()),
        _ => gzip(TEXT.as_bytes()),
    });
    let watch = FetchOptions::unattended();
    for encoding in ["gzip", "GZip", "x-gzip", "deflate", "identity", "identity,%20gzip"] {
        let read = fetch::text(&format!("{address}/{encoding}"), 1000, &watch);
        assert_eq!(read.unwrap(), TEXT, "{encoding}");
        assert_eq!(content(&format!("{address}/{encoding}"), 1000).unwrap(), TEXT.as_bytes(), "{encoding}");
        let short = content(&format!("{address}/{encoding}"), TEXT.len() as u64 - 1);
        assert!(matches!(short, Err(BodyError::TooLarge)), "{encoding}: {short:?}");
    }
    for encoding in ["br", "zstd", "gzip,%20gzip", "compress"] {
        let refused = fetch::text(&format!("{address}/{encoding}"), 1000, &watch).unwrap_err();
        assert_eq!(refused.code.as_str(), "DOWNLOAD_ENCODING", "{encoding}");
        assert!(refused.message.contains(&encoding.replace("%20", " ")), "{refused}");
    }
}

#[test]
fn the_limit_holds_for_decompressed_bytes() {
    let text = |most, encoding: &str| {
        let address = serve_compressed(|encoding| match encoding {
            "deflate" => deflate(&vec![b'x'; 1 << 20]),
            _ => gzip(&vec![b'x'; 1 << 20]),
        });
        fetch::text(&format!("{address}/{encoding}"), most, &FetchOptions::unattended())
    };
    for encoding in ["gzip", "deflate"] {
        assert_eq!(text(1 << 16, encoding).unwrap_err().code.as_str(), "ARCHIVE_TOO_LARGE", "{encoding}");
        assert_eq!(text((1 << 20) - 1, encoding).unwrap_err().code.as_str(), "ARCHIVE_TOO_LARGE", "{encoding}");
        assert_eq!(text(1 << 20, encoding).unwrap().len(), 1 << 20, "{encoding}");
    }
}

#[test]
fn a_damaged_compressed_answer_is_refused_and_an_empty_one_is_empty() {
    let whole = gzip(b"# Wash\n");
    for (body, why) in [(whole[..whole.len() - 3].to_vec(), "cut"), (b"# Wash\n".to_vec(), "not compressed")] {
        let address = serve_compressed(move |_| body.clone());
        let refused = fetch::text(&format!("{address}/gzip"), 1000, &FetchOptions::unattended()).unwrap_err();
        assert_eq!(refused.code.as_str(), "DOWNLOAD_ENCODING", "{why}");
    }
    let address = serve_compressed(|_| Vec::new());
    assert_eq!(fetch::text(&format!("{address}/gzip"), 1000, &FetchOptions::unattended()).unwrap(), "");
}

/// A `.tar.gz` is called a compressed tar file by some servers, and a zip file is really compressed again by others.
#[test]
fn an_archive_is_found_however_the_server_calls_it() {
    let archives = [skill_zip(), gzip(&skill_zip()), tidy_tar_gz(), gzip(&tidy_tar_gz())];
    for (number, archive) in archives.into_iter().enumerate() {
        let address = serve_compressed(move |_| archive.clone());
        let found = get(format!("{address}/gzip/tidy.zip"), &FetchOptions::unattended()).unwrap();
        assert_eq!(offers::all(&found).offers[0].name, "tidy", "{number}");
    }
}

fn tidy_tar_gz() -> Vec<u8> {
    let text = b"---\nname: tidy\ndescription: Tidies.\n---\n";
    let mut header = tar::Header::new_gnu();
    header.set_size(text.len() as u64);
    header.set_mode(0o644);
    let mut builder = tar::Builder::new(Vec::new());
    builder.append_data(&mut header, "tidy/SKILL.md", &text[..]).unwrap();
    gzip(&builder.into_inner().unwrap())
}

/// Answers every request with the skill, encrypted, on one address. Also returns the certificate of the issuer.
fn serve_encrypted() -> (String, String) {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned(), "127.0.0.1".to_owned()]).unwrap();
    let key = rustls::pki_types::PrivatePkcs8KeyDer::from(made.signing_key.serialize_der());
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = Arc::new(config.with_no_client_auth().with_single_cert(vec![made.cert.der().clone()], key.into()).unwrap());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("https://{}/tidy.zip", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for socket in listener.incoming().flatten() {
            let mut stream = rustls::StreamOwned::new(rustls::ServerConnection::new(Arc::clone(&config)).unwrap(), socket);
            let mut asked = [0; 1024];
            // A client that does not trust us disconnects here.
            let Ok(1..) = std::io::Read::read(&mut stream, &mut asked) else { continue };
            let body = skill_zip();
            let _ = write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
            let _ = stream.write_all(&body);
            stream.conn.send_close_notify();
            let _ = stream.flush();
        }
    });
    (address, made.cert.pem())
}

#[test]
fn an_encrypted_download_needs_a_trusted_certificate() {
    let (address, certificate) = serve_encrypted();
    assert_eq!(code(get(address.clone(), &FetchOptions::unattended())), "DOWNLOAD_FAILED", "nobody vouches for it");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("authorities.pem");
    std::fs::write(&file, format!("The company's own.\n{certificate}")).unwrap();
    let trusting = FetchOptions { authorities: Some(&file), ..FetchOptions::unattended() };
    let found = offers::all(&get(address.clone(), &trusting).unwrap());
    assert_eq!(found.offers[0].name, "tidy");
    for (content, why) in [("", "no certificate"), ("-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n", "damaged")] {
        std::fs::write(&file, content).unwrap();
        assert_eq!(code(get(address.clone(), &trusting)), "DOWNLOAD_AUTHORITIES", "{why}");
    }
    std::fs::remove_file(&file).unwrap();
    assert_eq!(code(get(address, &trusting)), "DOWNLOAD_AUTHORITIES", "missing");
}
