//! Writes a listing as JSON, serialized on all processors and never held as one document.

use super::{EntryStatus, Listing, ListingEntry, SearchedRoot};
use rayon::prelude::*;
use serde::Serialize;
use std::io::{self, Write};

/// Skills that one thread serializes at a time, and how many such pieces are held before they are written.
const PIECE: usize = 128;
const PIECES: usize = 16;

impl Listing {
    /// The same as [`Listing::answer`] as JSON, some skills at a time.
    pub fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(b"{\"skills\":[")?;
        self.write_skills(out)?;
        out.write_all(b"],\"skipped\":[")?;
        write_all(out, self.skipped())?;
        out.write_all(b"],\"roots\":[")?;
        write_all(out, self.roots())?;
        out.write_all(b"],\"note\":")?;
        serde_json::to_writer(&mut *out, &self.note)?;
        out.write_all(b"}")
    }

    fn write_skills(&self, out: &mut impl Write) -> io::Result<()> {
        let programs = self.programs();
        let each: Vec<_> = self.each().collect();
        let written = |piece: &[(&SearchedRoot, &ListingEntry, &EntryStatus)]| {
            let mut out = Vec::new();
            let summaries =
                piece.iter().map(|(searched, entry, status)| self.summary(searched, entry, status, programs.as_ref()));
            write_all(&mut out, summaries).map(|()| out)
        };
        for (index, some) in each.chunks(PIECE * PIECES).enumerate() {
            // For few skills a second thread costs more than it saves.
            let pieces: io::Result<Vec<Vec<u8>>> = match some.len() > PIECE {
                true => some.par_chunks(PIECE).map(written).collect(),
                false => some.chunks(PIECE).map(written).collect(),
            };
            for (place, piece) in pieces?.iter().enumerate() {
                if index + place > 0 {
                    out.write_all(b",")?;
                }
                out.write_all(piece)?;
            }
        }
        Ok(())
    }
}

fn write_all<T: Serialize>(out: &mut impl Write, each: impl Iterator<Item = T>) -> io::Result<()> {
    for (index, item) in each.enumerate() {
        if index > 0 {
            out.write_all(b",")?;
        }
        serde_json::to_writer(&mut *out, &item)?;
    }
    Ok(())
}
