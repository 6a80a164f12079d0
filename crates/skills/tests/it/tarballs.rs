//! Tar files packed with gzip from strangers: the same tricks as in zip archives, and those of their own.

use apprentice_skills::source::archive;
use apprentice_skills::source::package::{Limits, Package};
use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;
use std::io::Write;
use tar::{Builder, EntryType, Header};

const SKILL: &[u8] = b"---\nname: tidy\ndescription: Tidies.\n---\n\n# Tidy\n";

struct Entry<'a> {
    name: &'a [u8],
    data: &'a [u8],
    kind: EntryType,
    mode: u32,
}

const FILE: Entry = Entry { name: b"SKILL.md", data: SKILL, kind: EntryType::Regular, mode: 0o644 };

/// Names go into the header as they are: the crate's own writer would refuse the evil ones.
fn tar(entries: &[Entry]) -> Vec<u8> {
    let mut builder = Builder::new(Vec::new());
    for entry in entries {
        let mut header = Header::new_gnu();
        header.as_gnu_mut().unwrap().name[..entry.name.len()].copy_from_slice(entry.name);
        header.set_size(entry.data.len() as u64);
        header.set_mode(entry.mode);
        header.set_entry_type(entry.kind);
        header.set_cksum();
        builder.append(&header, entry.data).unwrap();
    }
    builder.into_inner().unwrap()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn packed(entries: &[Entry]) -> Vec<u8> {
    gzip(&tar(entries))
}

fn open(bytes: &[u8], limits: &Limits) -> Result<Package, &'static str> {
    archive::open(bytes, limits).map_err(|refusal| {
        assert!(!refusal.message.is_empty());
        refusal.code.as_str()
    })
}

fn code(bytes: &[u8]) -> &'static str {
    open(bytes, &Limits::default()).map_or_else(|code| code, |package| panic!("it was taken: {:?}", package.files.0.keys()))
}

#[test]
fn an_honest_one_is_taken_whole() {
    let folder = |name| Entry { name, data: b"", kind: EntryType::Directory, mode: 0o755 };
    let bytes = packed(&[
        Entry {
            name: b"pax_global_header",
            data: b"52 comment=0123456789012345678901234567890123456789\n",
            kind: EntryType::XGlobalHeader,
            ..FILE
        },
        folder(b"./"),
        folder(b"./tidy/"),
        Entry { name: b"./tidy/SKILL.md", ..FILE },
        Entry { name: b"tidy/scripts/go.sh", data: b"#!/bin/sh\n", mode: 0o755, ..FILE },
        Entry { name: b"tidy/.git/config", data: b"x", ..FILE },
    ]);
    let package = open(&bytes, &Limits::default()).unwrap();
    assert_eq!(package.files.0.keys().collect::<Vec<_>>(), ["tidy/SKILL.md", "tidy/scripts/go.sh"]);
    assert_eq!(package.executable.iter().collect::<Vec<_>>(), ["tidy/scripts/go.sh"]);
    assert_eq!(package.files.0["tidy/SKILL.md"], SKILL);
}

#[test]
fn names_longer_than_a_header_are_read() {
    let name = format!("tidy/{}/{}.md", "a".repeat(90), "b".repeat(90));
    let mut builder = Builder::new(Vec::new());
    let mut header = Header::new_gnu();
    header.set_size(SKILL.len() as u64);
    header.set_mode(0o644);
    builder.append_data(&mut header, &name, SKILL).unwrap();
    let package = open(&gzip(&builder.into_inner().unwrap()), &Limits::default()).unwrap();
    assert_eq!(package.files.0.keys().collect::<Vec<_>>(), [&name]);
}

#[test]
fn names_that_leave_the_folder_or_mean_another_thing() {
    for (name, expected) in [
        (&b"../evil.md"[..], "PATH_TRAVERSAL"),
        (b"tidy/../../evil.md", "PATH_TRAVERSAL"),
        (b"./../evil.md", "PATH_TRAVERSAL"),
        (b"/etc/cron.d/evil", "PATH_ABSOLUTE"),
        (b"C:/evil.md", "PATH_ABSOLUTE"),
        (b"tidy\\..\\evil.md", "PATH_BACKSLASH"),
        (b"aux.md", "PATH_WINDOWS"),
        (b"caf\xe9.md", "PATH_NOT_UTF8"),
        ("x\u{202e}dm.exe".as_bytes(), "PATH_ODD_CHARACTERS"),
    ] {
        assert_eq!(code(&packed(&[Entry { name, ..FILE }])), expected, "{}", String::from_utf8_lossy(name));
    }
    assert_eq!(code(&packed(&[FILE, FILE])), "PATH_DUPLICATE");
    assert_eq!(code(&packed(&[FILE, Entry { name: b"./SKILL.md", ..FILE }])), "PATH_DUPLICATE");
    assert_eq!(code(&packed(&[FILE, Entry { name: b"skill.MD", ..FILE }])), "PATH_COLLISION");
    assert_eq!(code(&packed(&[Entry { name: b"a", ..FILE }, Entry { name: b"a/b", ..FILE }])), "PATH_COLLISION");
}

#[test]
fn what_is_no_plain_file() {
    for (kind, expected) in [
        (EntryType::Symlink, "ARCHIVE_LINK"),
        (EntryType::Link, "ARCHIVE_LINK"),
        (EntryType::Char, "NOT_A_FILE"),
        (EntryType::Block, "NOT_A_FILE"),
        (EntryType::Fifo, "NOT_A_FILE"),
        (EntryType::new(b'V'), "NOT_A_FILE"),
    ] {
        assert_eq!(code(&packed(&[Entry { kind, data: b"", ..FILE }])), expected, "{kind:?}");
    }
    assert!(archive::open(&packed(&[Entry { kind: EntryType::GNUSparse, data: b"", ..FILE }]), &Limits::default()).is_err());
}

#[test]
fn bombs_and_sizes() {
    let zeros = vec![0; 50 * 1024 * 1024];
    let bomb = packed(&[Entry { data: &zeros, ..FILE }]);
    assert!(bomb.len() < 100_000);
    assert_eq!(code(&bomb), "ARCHIVE_BOMB");
    let small = Limits { total: 1_000, file: 600, files: 3, archive: 10_000, ..Limits::default() };
    let of = |entries: &[Entry]| open(&packed(entries), &small).map_or_else(|code| code, |_| "");
    let many: Vec<String> = (0..4).map(|index| format!("f{index}")).collect();
    assert_eq!(of(&many.iter().map(|name| Entry { name: name.as_bytes(), ..FILE }).collect::<Vec<_>>()), "TOO_MANY_FILES");
    assert_eq!(of(&[Entry { data: &[b'x'; 601], ..FILE }]), "TOO_LARGE");
    assert_eq!(of(&[Entry { data: &[b'x'; 600], ..FILE }, Entry { name: b"b", data: &[b'x'; 500], ..FILE }]), "TOO_LARGE");
    assert_eq!(of(&[Entry { data: &[b'x'; 600], ..FILE }]), "");
    let folders: Vec<String> = (0..7).map(|index| format!("d{index}/")).collect();
    let folders: Vec<Entry> =
        folders.iter().map(|name| Entry { name: name.as_bytes(), data: b"", kind: EntryType::Directory, ..FILE }).collect();
    assert_eq!(of(&folders), "TOO_MANY_FILES");
    let tiny = Limits { archive: 50, ..small };
    assert_eq!(open(&packed(&[FILE]), &tiny), Err("ARCHIVE_TOO_LARGE"));
}

#[test]
fn damaged_ones_are_refused_and_never_a_panic() {
    let whole = packed(&[FILE, Entry { name: b"a/b.md", data: b"words", ..FILE }]);
    for length in 2..whole.len() {
        assert_eq!(code(&whole[..length]), "ARCHIVE_DAMAGED", "{length}");
    }
    assert_eq!(code(&gzip(b"no tar at all")), "ARCHIVE_DAMAGED");
    assert_eq!(code(&gzip(b"")), "ARCHIVE_DAMAGED");
    let mut lying = tar(&[FILE]);
    lying[148] ^= 1;
    assert_eq!(code(&gzip(&lying)), "ARCHIVE_DAMAGED", "the header's sum is wrong");
    let cut = &tar(&[FILE])[..520];
    assert!(open(&gzip(cut), &Limits::default()).is_err(), "less than its header says");
}

proptest! {
    #[test]
    fn any_damage_to_a_tar_never_panics(at in 0usize..2048, byte in any::<u8>(), cut in 0usize..2048) {
        let mut bytes = tar(&[FILE, Entry { name: b"scripts/x.py", data: b"print(1)\n", ..FILE }]);
        let length = bytes.len();
        bytes[at % length] = byte;
        bytes.truncate(length - cut % 600);
        if let Ok(package) = archive::open(&gzip(&bytes), &Limits::default()) {
            for path in package.files.0.keys() {
                let inside = std::path::Path::new(path).components().all(|part| matches!(part, std::path::Component::Normal(_)));
                prop_assert!(inside, "{}", path);
            }
        }
    }

    #[test]
    fn any_damage_to_a_gzip_never_panics(at in 0usize..400, byte in any::<u8>(), cut in 0usize..400) {
        let mut bytes = packed(&[FILE]);
        let length = bytes.len();
        bytes[at % length] = byte;
        bytes.truncate(length - cut % 20);
        let _either_way = archive::open(&bytes, &Limits::default());
    }
}
