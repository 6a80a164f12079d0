//! The format of records in the pipe.
//!
//! `STX kind US token US shell US pid US more US part ETX`, at most 4,096 bytes each, so that writes of several shells never mix.
//! A long payload comes in parts; `more` is `1` for all but the last.

use apprentice_contracts::Time;
use std::collections::HashMap;

const START: u8 = 0x02;
const END: u8 = 0x03;
const SEPARATOR: u8 = 0x1f;
/// No shell writes longer records; what is longer is not ours.
const MAX_BYTES: usize = 64 * 1024;

/// A whole record. Its token is not checked yet.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Record {
    pub token: String,
    pub shell: String,
    pub pid: u32,
    pub body: RecordBody,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum RecordBody {
    /// The shell shows its prompt and has the hook.
    Ready {
        directory: String,
    },
    /// `at`: `None` if the shell has no clock.
    Started {
        at: Option<Time>,
        directory: String,
        line: String,
    },
    Finished {
        at: Option<Time>,
        exit_code: Option<i32>,
        directory: String,
        duration_ms: Option<u32>,
    },
    /// A mark of the watcher.
    Mark {
        number: u64,
    },
}

/// Assembles records from the bytes that were read.
#[derive(Default)]
pub(super) struct Assembler {
    unread: Vec<u8>,
    parts: HashMap<(String, u32, Vec<u8>), Vec<u8>>,
}

impl Assembler {
    pub(super) fn push(&mut self, bytes: &[u8]) -> Vec<Record> {
        self.unread.extend_from_slice(bytes);
        let mut records = Vec::new();
        while let Some(end) = self.unread.iter().position(|byte| *byte == END) {
            let rest = self.unread.split_off(end + 1);
            let whole = std::mem::replace(&mut self.unread, rest);
            // Before the last start are records that were never finished.
            let start = whole.iter().rposition(|byte| *byte == START).map(|start| start + 1);
            records.extend(start.and_then(|start| self.record(&whole[start..end])));
        }
        if self.unread.len() > MAX_BYTES {
            self.unread.clear();
        }
        records
    }

    fn record(&mut self, bytes: &[u8]) -> Option<Record> {
        let mut fields = bytes.splitn(6, |byte| *byte == SEPARATOR);
        let kind = fields.next()?.to_vec();
        let mut text = || fields.next().and_then(|field| std::str::from_utf8(field).ok());
        let (token, shell, pid, more) = (text()?.to_owned(), text()?.to_owned(), text()?.parse().ok()?, text()? == "1");
        let part = fields.next()?;
        let key = (token, pid, kind);
        // Bound the memory for senders that never finish.
        if self.parts.len() > 1_000 {
            self.parts.clear();
        }
        let payload = self.parts.entry(key.clone()).or_default();
        payload.extend_from_slice(part);
        if payload.len() > MAX_BYTES {
            payload.truncate(MAX_BYTES);
        }
        if more {
            return None;
        }
        let payload = self.parts.remove(&key)?;
        let (token, pid, kind) = key;
        Some(Record { token, shell, pid, body: parse_body(&kind, &payload)? })
    }
}

fn parse_body(kind: &[u8], payload: &[u8]) -> Option<RecordBody> {
    let mut fields = payload.splitn(if kind == b"S" { 3 } else { 4 }, |byte| *byte == SEPARATOR);
    let mut text = || fields.next().map(|field| String::from_utf8_lossy(field).into_owned());
    Some(match kind {
        b"R" => {
            let _at = text()?;
            RecordBody::Ready { directory: text()? }
        }
        b"S" => RecordBody::Started { at: time(&text()?), directory: text()?, line: text()? },
        b"F" => RecordBody::Finished {
            at: time(&text()?),
            exit_code: text()?.parse().ok(),
            directory: text()?,
            duration_ms: text().and_then(|duration| duration.parse().ok()),
        },
        b"M" => RecordBody::Mark { number: text()?.parse().ok()? },
        _ => return None,
    })
}

/// Seconds with a fraction (`1763760000.25`, or with the comma of the user's language), or whole microseconds.
fn time(text: &str) -> Option<Time> {
    let micros = match text.split_once(['.', ',']) {
        Some((seconds, fraction)) => {
            let fraction: String = fraction.chars().chain("000000".chars()).take(6).collect();
            seconds.parse::<i64>().ok()?.checked_mul(1_000_000)?.checked_add(fraction.parse().ok()?)?
        }
        None => text.parse().ok()?,
    };
    chrono::DateTime::from_timestamp_micros(micros)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(kind: &str, more: u8, part: &str) -> Vec<u8> {
        format!("\u{2}{kind}\u{1f}word\u{1f}bash\u{1f}7\u{1f}{more}\u{1f}{part}\u{3}").into_bytes()
    }

    fn started(line: &str) -> RecordBody {
        RecordBody::Started {
            at: chrono::DateTime::from_timestamp_micros(1_500_000),
            directory: "/tmp".into(),
            line: line.into(),
        }
    }

    #[test]
    fn a_record_may_come_in_any_pieces() {
        let whole = bytes("S", 0, "1.5\u{1f}/tmp\u{1f}echo \u{1f} ä\nb");
        for cut in 0..whole.len() {
            let mut assembler = Assembler::default();
            let mut records = assembler.push(&whole[..cut]);
            records.extend(assembler.push(&whole[cut..]));
            assert_eq!(records.len(), 1, "cut at {cut}");
            assert_eq!(records[0].body, started("echo \u{1f} ä\nb"), "cut at {cut}");
        }
    }

    #[test]
    fn parts_of_two_shells_do_not_mix() {
        let mut assembler = Assembler::default();
        let other =
            String::from_utf8(bytes("S", 0, "1500000\u{1f}/tmp\u{1f}other")).unwrap().replace("\u{1f}7\u{1f}", "\u{1f}8\u{1f}");
        assert!(assembler.push(&bytes("S", 1, "1,5\u{1f}/tmp\u{1f}one ")).is_empty());
        assert_eq!(assembler.push(other.as_bytes())[0].body, started("other"));
        assert_eq!(assembler.push(&bytes("S", 0, "two"))[0].body, started("one two"));
    }

    #[test]
    fn other_bytes_are_ignored() {
        let mut assembler = Assembler::default();
        assert!(assembler.push(b"noise \x03 \x02S\x1fcut off").is_empty());
        assert!(
            assembler.push(b"\x02X\x1fword\x1fbash\x1f7\x1f0\x1f\x03\x02S\x1fword\x1fbash\x1fnot a pid\x1f0\x1f\x03").is_empty()
        );
        assert_eq!(assembler.push(&bytes("F", 0, "2.0\u{1f}130\u{1f}/tmp")).len(), 1);
        assert!(assembler.push(&vec![b'x'; 2 * MAX_BYTES]).is_empty());
        assert_eq!(assembler.push(&bytes("R", 0, "1.5\u{1f}/tmp")).len(), 1);
    }

    #[test]
    fn fish_reports_a_duration_and_no_time() {
        let mut assembler = Assembler::default();
        let reported = &assembler.push(&bytes("F", 0, "\u{1f}1\u{1f}/tmp\u{1f}42"))[0].body;
        assert_eq!(
            *reported,
            RecordBody::Finished { at: None, exit_code: Some(1), directory: "/tmp".into(), duration_ms: Some(42) }
        );
    }
}
