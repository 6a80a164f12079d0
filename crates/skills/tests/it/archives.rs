//! Archives from strangers: each trick is refused with its own code, and nothing is written.

use apprentice_skills::source::archive;
use apprentice_skills::source::package::{Limits, Package};
use proptest::prelude::*;
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

const SKILL: &str = "---\nname: tidy\ndescription: Tidies.\n---\n\n# Tidy\n";

/// A zip whose names the writer does not check, as an attacker's tool writes it.
struct Raw {
    bytes: Vec<u8>,
    directory: Vec<u8>,
    entries: u16,
}

#[derive(Clone, Copy)]
struct Entry<'a> {
    name: &'a [u8],
    data: &'a [u8],
    declared: Option<u32>,
    mode: u32,
    flags: u16,
    method: u16,
}

const PLAIN: Entry = Entry { name: b"SKILL.md", data: b"", declared: None, mode: 0o100_644, flags: 0x800, method: 0 };

impl Raw {
    fn new() -> Self {
        Self { bytes: Vec::new(), directory: Vec::new(), entries: 0 }
    }

    fn common(entry: &Entry) -> Vec<u8> {
        let mut out = Vec::new();
        for word in [20, entry.flags, entry.method, 0, 0x21] {
            out.extend(word.to_le_bytes());
        }
        out.extend(crc(entry.data).to_le_bytes());
        out.extend(u32::try_from(entry.data.len()).unwrap().to_le_bytes());
        out.extend(entry.declared.unwrap_or(u32::try_from(entry.data.len()).unwrap()).to_le_bytes());
        out.extend(u16::try_from(entry.name.len()).unwrap().to_le_bytes());
        out.extend(0u16.to_le_bytes());
        out
    }

    fn local(mut self, entry: &Entry) -> Self {
        self.bytes.extend(b"PK\x03\x04");
        self.bytes.extend(Self::common(entry));
        self.bytes.extend(entry.name);
        self.bytes.extend(entry.data);
        self
    }

    fn listed(mut self, entry: &Entry, offset: usize) -> Self {
        self.directory.extend(b"PK\x01\x02");
        self.directory.extend([20, 3]);
        self.directory.extend(Self::common(entry));
        for word in [0u16, 0, 0] {
            self.directory.extend(word.to_le_bytes());
        }
        self.directory.extend((entry.mode << 16).to_le_bytes());
        self.directory.extend(u32::try_from(offset).unwrap().to_le_bytes());
        self.directory.extend(entry.name);
        self.entries += 1;
        self
    }

    fn add(self, entry: &Entry) -> Self {
        let offset = self.bytes.len();
        self.local(entry).listed(entry, offset)
    }

    fn named(self, name: &str) -> Self {
        self.add(&Entry { name: name.as_bytes(), data: b"x", ..PLAIN })
    }

    fn end(self) -> Vec<u8> {
        let mut out = self.bytes;
        let start = u32::try_from(out.len()).unwrap();
        out.extend(&self.directory);
        out.extend(b"PK\x05\x06\0\0\0\0");
        out.extend(self.entries.to_le_bytes());
        out.extend(self.entries.to_le_bytes());
        out.extend(u32::try_from(self.directory.len()).unwrap().to_le_bytes());
        out.extend(start.to_le_bytes());
        out.extend(0u16.to_le_bytes());
        out
    }
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 })
    })
}

fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer.start_file(*name, SimpleFileOptions::default().compression_method(CompressionMethod::Deflated)).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn open(bytes: &[u8]) -> Result<Package, &'static str> {
    archive::open(bytes, &Limits::default()).map_err(|refusal| {
        assert!(!refusal.message.is_empty());
        refusal.code.as_str()
    })
}

fn code(bytes: &[u8]) -> &'static str {
    open(bytes).map_or_else(|code| code, |package| panic!("it was taken: {:?}", package.files.0.keys()))
}

#[test]
fn an_honest_archive_is_taken_whole() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.add_directory("tidy/", SimpleFileOptions::default()).unwrap();
    writer.start_file("tidy/SKILL.md", SimpleFileOptions::default()).unwrap();
    writer.write_all(SKILL.as_bytes()).unwrap();
    writer.start_file("tidy/scripts/go.sh", SimpleFileOptions::default().unix_permissions(0o755)).unwrap();
    writer.write_all(b"#!/bin/sh\n").unwrap();
    for left_out in ["__MACOSX/tidy/._SKILL.md", "tidy/.DS_Store", "tidy/.git/config"] {
        writer.start_file(left_out, SimpleFileOptions::default()).unwrap();
        writer.write_all(b"x").unwrap();
    }
    let package = open(&writer.finish().unwrap().into_inner()).unwrap();
    assert_eq!(package.files.0.keys().collect::<Vec<_>>(), ["tidy/SKILL.md", "tidy/scripts/go.sh"]);
    assert_eq!(package.executable.iter().collect::<Vec<_>>(), ["tidy/scripts/go.sh"]);
    assert_eq!(package.below("tidy").files.0["SKILL.md"], SKILL.as_bytes());
    assert_eq!(open(&Raw::new().named("SKILL.md").end()).unwrap().files.0["SKILL.md"], b"x", "the tests' own writer is sound");
}

#[test]
fn names_that_leave_the_folder() {
    for (name, expected) in [
        ("../evil.md", "PATH_TRAVERSAL"),
        ("tidy/../../evil.md", "PATH_TRAVERSAL"),
        ("/etc/cron.d/evil", "PATH_ABSOLUTE"),
        ("C:/evil.md", "PATH_ABSOLUTE"),
        ("tidy\\..\\..\\evil.md", "PATH_BACKSLASH"),
        ("\\\\server\\share", "PATH_BACKSLASH"),
    ] {
        assert_eq!(code(&Raw::new().named(name).end()), expected, "{name}");
    }
}

#[test]
fn names_that_mean_something_else_elsewhere() {
    for (name, expected) in [
        ("aux.md", "PATH_WINDOWS"),
        ("SKILL.md:stream", "PATH_WINDOWS"),
        ("SKILL.md.", "PATH_WINDOWS"),
        ("a\nb.md", "PATH_ODD_CHARACTERS"),
        ("invoice\u{202e}dm.exe", "PATH_ODD_CHARACTERS"),
        ("SKILL\u{200b}.md", "PATH_ODD_CHARACTERS"),
    ] {
        assert_eq!(code(&Raw::new().named(name).end()), expected, "{name:?}");
    }
    let latin = Entry { name: b"caf\xe9.md", data: b"x", flags: 0, ..PLAIN };
    assert_eq!(code(&Raw::new().add(&latin).end()), "PATH_NOT_UTF8");
}

#[test]
fn names_that_collide() {
    assert_eq!(code(&Raw::new().named("SKILL.md").named("SKILL.md").end()), "PATH_DUPLICATE");
    assert_eq!(code(&Raw::new().named("SKILL.md").named("Skill.MD").end()), "PATH_COLLISION");
    assert_eq!(code(&Raw::new().named("é.md").named("e\u{301}.md").end()), "PATH_COLLISION");
    assert_eq!(code(&Raw::new().named("a").named("a/b").end()), "PATH_COLLISION");
}

#[test]
fn links_and_devices() {
    let link = Entry { name: b"notes.md", data: b"/etc/passwd", mode: 0o120_777, ..PLAIN };
    assert_eq!(code(&Raw::new().add(&link).end()), "ARCHIVE_LINK");
    let pipe = Entry { name: b"notes.md", mode: 0o010_644, ..PLAIN };
    assert_eq!(code(&Raw::new().add(&pipe).end()), "NOT_A_FILE");
}

#[test]
fn encrypted_entries() {
    let secret = Entry { data: b"0123456789abcdef", flags: 0x801, ..PLAIN };
    assert_eq!(code(&Raw::new().add(&secret).end()), "ARCHIVE_ENCRYPTED");
}

#[test]
fn other_packings() {
    assert_eq!(code(&Raw::new().add(&Entry { data: b"xx", method: 12, ..PLAIN }).end()), "ARCHIVE_COMPRESSION");
    assert_eq!(code(b"Rar!\x1a\x07\0"), "ARCHIVE_DAMAGED");
    assert_eq!(code(b""), "ARCHIVE_DAMAGED");
}

#[test]
fn bombs() {
    assert_eq!(code(&zip(&[("SKILL.md", SKILL.as_bytes()), ("zeros", &vec![0; 40 << 20])])), "ARCHIVE_BOMB");
    let small = Limits { total: 1 << 20, ..Limits::default() };
    let noise: Vec<u8> = (0..700_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let refusal = archive::open(&zip(&[("a", &noise), ("b", &noise)]), &small).unwrap_err();
    assert_eq!(refusal.code.as_str(), "TOO_LARGE", "together they are too large");
    let few = Limits { files: 3, ..Limits::default() };
    let many: Vec<String> = (0..5).map(|n| format!("f{n}")).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|name| (name.as_str(), &b"x"[..])).collect();
    assert_eq!(archive::open(&zip(&many), &few).unwrap_err().code.as_str(), "TOO_MANY_FILES");
    let tiny = Limits { archive: 10, ..Limits::default() };
    assert_eq!(archive::open(&zip(&many), &tiny).unwrap_err().code.as_str(), "ARCHIVE_TOO_LARGE");
}

#[test]
fn entries_that_share_their_bytes() {
    let (one, two) = (Entry { name: b"a.md", data: b"same", ..PLAIN }, Entry { name: b"b.md", data: b"same", ..PLAIN });
    let raw = Raw::new().local(&one).listed(&one, 0).listed(&two, 0);
    assert_eq!(code(&raw.end()), "ARCHIVE_OVERLAP");
}

#[test]
fn sizes_that_lie() {
    let more = Entry { data: b"four", declared: Some(5), ..PLAIN };
    let less = Entry { data: b"four", declared: Some(3), ..PLAIN };
    assert!(["ARCHIVE_SIZE_LIE", "ARCHIVE_DAMAGED"].contains(&code(&Raw::new().add(&more).end())));
    assert!(["ARCHIVE_SIZE_LIE", "ARCHIVE_DAMAGED"].contains(&code(&Raw::new().add(&less).end())));
    // A deflated entry that says it is small, in both headers, and is not.
    let mut grows = zip(&[("zeros", &vec![0; 5 << 20])]);
    let real = (5u32 << 20).to_le_bytes();
    let places: Vec<usize> = grows.windows(4).enumerate().filter(|(_, four)| *four == real).map(|(at, _)| at).collect();
    assert_eq!(places.len(), 2);
    for at in places {
        grows[at..at + 4].copy_from_slice(&1000u32.to_le_bytes());
    }
    assert!(["ARCHIVE_SIZE_LIE", "ARCHIVE_DAMAGED"].contains(&code(&grows)));
}

#[test]
fn directories_that_disagree_with_their_entries() {
    let (shown, hidden) = (Entry { name: b"good.md", ..PLAIN }, Entry { name: b"evil.md", ..PLAIN });
    assert_eq!(code(&Raw::new().local(&hidden).listed(&shown, 0).end()), "ARCHIVE_INCONSISTENT");
    let unlisted = Raw::new().add(&PLAIN).local(&hidden);
    assert_eq!(code(&unlisted.end()), "ARCHIVE_INCONSISTENT", "an entry that the directory does not list");
}

#[test]
fn cut_off_or_flipped_it_is_an_error_and_never_a_panic() {
    let whole = zip(&[("SKILL.md", SKILL.as_bytes()), ("a/b.md", b"words words words words")]);
    for length in 0..whole.len() {
        assert!(open(&whole[..length]).is_err(), "{length}");
    }
    for at in 0..whole.len() {
        let mut flipped = whole.clone();
        flipped[at] ^= 0x55;
        let _either_way = open(&flipped);
    }
}

proptest! {
    #[test]
    fn any_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        let _ = archive::open(&bytes, &Limits::default());
    }

    #[test]
    fn any_entry_names_are_taken_as_they_are_or_refused(names in proptest::collection::vec("[a-zA-Z./\\\\:\u{202e}é \u{301}]{1,12}", 1..6)) {
        let raw = names.iter().fold(Raw::new(), |raw, name| raw.named(name));
        if let Ok(package) = archive::open(&raw.end(), &Limits::default()) {
            for path in package.files.0.keys() {
                let inside = std::path::Path::new(path).components().all(|part| matches!(part, std::path::Component::Normal(_)));
                prop_assert!(inside && names.contains(path), "{}", path);
            }
        }
    }

    #[test]
    fn any_damage_to_an_honest_archive_never_panics(at in 0usize..400, byte in any::<u8>(), cut in 0usize..400) {
        let mut bytes = zip(&[("SKILL.md", SKILL.as_bytes()), ("scripts/x.py", b"print(1)\nprint(1)\n")]);
        let length = bytes.len();
        bytes[at % length] = byte;
        bytes.truncate(length - cut % 3);
        let _ = archive::open(&bytes, &Limits::default());
    }
}
