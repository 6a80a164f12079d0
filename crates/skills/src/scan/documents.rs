//! Finds what documents do by themselves when they are opened: scripts and actions of PDF, macros, templates from elsewhere and embedded
//! programs of Office.

use super::{Finding, finding};
use crate::source::archive;
use crate::source::package::Limits;
use apprentice_contracts::skill::FindingSeverity::{self, Error, Warning};
use flate2::read::ZlibDecoder;
use memchr::memmem;
use std::io::Read;

/// The most bytes of the unpacked parts of one document.
const MOST: u64 = 8 * 1024 * 1024;

pub(super) fn check(path: &str, bytes: &[u8]) -> Vec<Finding> {
    let found = if memmem::find(&bytes[..bytes.len().min(1024)], b"%PDF-").is_some() {
        pdf(bytes)
    } else if bytes.starts_with(b"PK\x03\x04") {
        office(bytes)
    } else if bytes.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") {
        compound(bytes)
    } else if bytes.starts_with(b"{\\rt") {
        rich_text(bytes)
    } else {
        None
    };
    found.map(|(severity, reason)| finding("ACTIVE_CONTENT", severity, path, 0, "", reason)).into_iter().collect()
}

type Found = Option<(FindingSeverity, &'static str)>;

fn has(bytes: &[u8], words: &[&str]) -> bool {
    words.iter().any(|word| memmem::find(bytes, word.as_bytes()).is_some())
}

/// Actions of PDF (ISO 32000-1, section 12.6). A link is an action too, but one that a person clicks.
fn pdf(bytes: &[u8]) -> Found {
    let text = named(&with_streams(bytes));
    if names(&text, &["/JavaScript", "/JS"]) {
        return Some((Error, "A PDF with a script that runs when it is opened or clicked"));
    }
    if names(&text, &["/Launch", "/ImportData"]) {
        return Some((Error, "A PDF that starts a program or reads a file"));
    }
    if opens_by_itself(&text) {
        return Some((Error, "A PDF that reaches out by itself when it is opened"));
    }
    names(&text, &["/EmbeddedFile", "/RichMedia", "/SubmitForm", "/XFA"])
        .then_some((Warning, "A PDF that contains files or forms, which the scan does not open"))
}

/// Whether one of the names occurs, and not as the beginning of a longer one.
fn names(text: &[u8], words: &[&str]) -> bool {
    words.iter().any(|word| {
        memmem::find_iter(text, word.as_bytes())
            .any(|at| text.get(at + word.len()).is_none_or(|next| !next.is_ascii_alphanumeric()))
    })
}

/// Whether the action at the opening of a PDF is more than the choice of a page.
fn opens_by_itself(text: &[u8]) -> bool {
    const REACHES: [&str; 4] = ["/URI", "/GoToR", "/GoToE", "/SubmitForm"];
    memmem::find_iter(text, b"/OpenAction").any(|at| {
        let rest = &text[at + 11..text.len().min(at + 400)];
        let digits: Vec<u8> = rest.iter().copied().skip_while(u8::is_ascii_whitespace).take_while(u8::is_ascii_digit).collect();
        if digits.is_empty() {
            let end = memmem::find(rest, b">>").unwrap_or(rest.len());
            return has(&rest[..end], &REACHES);
        }
        let object = [b"\n", digits.as_slice(), b" 0 obj"].concat();
        memmem::find(text, &object).is_some_and(|from| {
            let body = &text[from..];
            let end = memmem::find(body, b"endobj").unwrap_or(body.len());
            has(&body[..end], &REACHES)
        })
    })
}

/// The file, and behind it what its packed streams say: objects may be in them.
fn with_streams(bytes: &[u8]) -> Vec<u8> {
    let mut all = bytes.to_vec();
    let mut left = MOST;
    for at in memmem::find_iter(bytes, b"stream") {
        let mut from = at + 6;
        from += bytes[from..].iter().take(2).take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        // The first byte of zlib's format (RFC 1950).
        if bytes.get(from).is_some_and(|first| first & 0x0f == 8) && left > 0 {
            let mut inner = Vec::new();
            // A stream that is cut off or no zlib gives what could be read.
            drop(ZlibDecoder::new(&bytes[from..]).take(left).read_to_end(&mut inner));
            left -= inner.len() as u64;
            // Pictures and fonts name nothing.
            if inner.contains(&b'/') {
                all.push(b'\n');
                all.extend(inner);
            }
        }
    }
    all
}

/// The text with the escapes of names resolved: `/J#61vaScript`.
fn named(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let escape =
            (bytes[at] == b'#').then(|| bytes.get(at + 1..at + 3)).flatten().and_then(|two| std::str::from_utf8(two).ok());
        match escape.and_then(|two| u8::from_str_radix(two, 16).ok()) {
            Some(byte) if byte.is_ascii_alphanumeric() => {
                out.push(byte);
                at += 3;
            }
            _ => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    out
}

/// Documents that are archives. The names of their parts are not packed.
fn office(bytes: &[u8]) -> Found {
    const MACROS: (FindingSeverity, &str) = (Error, "A document with macros, which are programs");
    let is_document = has(bytes, &["[Content_Types].xml", "META-INF/manifest.xml"]) && !has(bytes, &["META-INF/MANIFEST.MF"]);
    if !is_document {
        return None;
    }
    if has(
        bytes,
        &[
            "vbaProject.bin",
            "vbaData.xml",
            "xl/macrosheets/",
            "Basic/script-lc.xml",
            "Basic/Standard/",
            "Scripts/python/",
            "Scripts/javascript/",
            "Scripts/beanshell/",
        ],
    ) {
        return Some(MACROS);
    }
    let package = archive::open(bytes, &Limits::default()).unwrap_or_default();
    let mut embeds = has(bytes, &["embeddings/oleObject", "/activeX/"]);
    for (name, text) in &package.files.0 {
        if name.ends_with(".rels")
            && has(text, &["attachedTemplate", "oleObject", "/frame\"", "externalLinkPath"])
            && fetches(text)
        {
            return Some((Error, "A document that fetches a template or an object from elsewhere when it is opened"));
        }
        if name.ends_with(".xml") && (has(text, &["DDEAUTO", "<ddeLink", "script:event-listener", "vnd.sun.star.script:"])) {
            return Some((Error, "A document that starts a program or a macro when it is opened"));
        }
        embeds |= name.contains("embeddings/") && name.ends_with(".bin") || name.contains("/activeX/");
    }
    embeds.then_some((Warning, "A document with embedded objects, which the scan does not open"))
}

/// Whether the target of a template or of an object is an address.
fn fetches(relations: &[u8]) -> bool {
    let text = String::from_utf8_lossy(relations);
    text.split("<Relationship ").any(|one| {
        let loads = ["attachedTemplate", "oleObject", "/frame\"", "externalLinkPath"].iter().any(|kind| one.contains(kind));
        let one = one.to_ascii_lowercase();
        loads
            && one.contains("external")
            && ["http://", "https://", "\\\\", "file://", "mhtml:", "ftp://"].iter().any(|scheme| one.contains(scheme))
    })
}

/// Documents of older Office are compound files, whose names are in UTF-16.
fn compound(bytes: &[u8]) -> Found {
    let wide = |text: &str| text.bytes().flat_map(|byte| [byte, 0]).collect::<Vec<u8>>();
    ["_VBA_PROJECT", "VBA", "Macros"]
        .iter()
        .any(|name| memmem::find(bytes, &wide(name)).is_some())
        .then_some((Error, "A document with macros, which are programs"))
}

fn rich_text(bytes: &[u8]) -> Found {
    let text = bytes.to_ascii_lowercase();
    if has(&text, &["\\objupdate", "\\objautlink", "\\ddeauto", "ddeauto "])
        || has(&text, &["\\*\\template http", "\\*\\template \\\\"])
    {
        return Some((Error, "A document that starts or fetches something when it is opened"));
    }
    has(&text, &["\\objdata", "\\objocx"]).then_some((Warning, "A document with embedded objects, which the scan does not open"))
}
