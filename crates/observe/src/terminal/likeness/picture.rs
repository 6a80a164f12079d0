//! The kind and size of a picture, by the head of its file.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// How much of a file is read: a JPEG may begin with a preview.
const MOST: u64 = 256 << 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Picture {
    kind: &'static str,
    width: u32,
    height: u32,
}

impl fmt::Display for Picture {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "a {} picture of {}×{} pixels", self.kind, self.width, self.height)
    }
}

/// `None`: the file is no PNG, GIF or JPEG, or its size cannot be read.
pub(super) fn of(path: &Path) -> Option<Picture> {
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(MOST).read_to_end(&mut bytes).ok()?;
    in_bytes(&bytes)
}

fn in_bytes(bytes: &[u8]) -> Option<Picture> {
    let of = |kind, width, height| Some(Picture { kind, width, height });
    if let Some(rest) = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n") {
        let header = rest.get(4..16)?.strip_prefix(b"IHDR")?;
        return of("PNG", u32::from_be_bytes(header[..4].try_into().ok()?), u32::from_be_bytes(header[4..].try_into().ok()?));
    }
    if let Some(rest) = bytes.strip_prefix(b"GIF87a").or_else(|| bytes.strip_prefix(b"GIF89a")) {
        let short = |at: usize| rest.get(at..at + 2).map(|two| u32::from(two[0]) | u32::from(two[1]) << 8);
        return of("GIF", short(0)?, short(2)?);
    }
    let mut rest = bytes.strip_prefix(&[0xff, 0xd8])?;
    loop {
        // A segment: its mark, its length, and its content.
        let mark = *rest.strip_prefix(&[0xff])?.first()?;
        if mark == 0xff {
            rest = &rest[1..];
            continue;
        }
        let short = |at: usize| rest.get(at..at + 2).map(|two| u32::from(two[0]) << 8 | u32::from(two[1]));
        // The frame: not a table of Huffman codes (c4), an extension (c8) or arithmetic codes (cc).
        if (0xc0..=0xcf).contains(&mark) && !matches!(mark, 0xc4 | 0xc8 | 0xcc) {
            return of("JPEG", short(7)?, short(5)?);
        }
        let length = usize::try_from(short(2)?).ok()?;
        rest = rest.get(2 + length..)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_of_a_picture_says_its_size() {
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\x01\x00\0\0\0\x20rest";
        let jpeg = [&[0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc2, 0, 8, 8][..], &[0, 32, 1, 0]].concat();
        for (bytes, expected) in [
            (&png[..], Some("a PNG picture of 256×32 pixels")),
            (b"GIF87a\x00\x01\x20\x00", Some("a GIF picture of 256×32 pixels")),
            (&jpeg, Some("a JPEG picture of 256×32 pixels")),
            (&png[..18], None),
            (&jpeg[..12], None),
            (&[0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff], None),
            (b"GIF89a\x00", None),
            (b"PK\x03\x04", None),
            (b"", None),
        ] {
            assert_eq!(in_bytes(bytes).map(|one| one.to_string()).as_deref(), expected, "{bytes:?}");
        }
    }
}
