//! Standard error as the place of the log. A log line that cannot be written (a full disk, a closed pipe) is dropped and counted, so that
//! logging ends neither a task nor the program.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};

static DROPPED: AtomicU64 = AtomicU64::new(0);

/// A writer to standard error whose writes always succeed.
#[derive(Clone, Copy, Debug, Default)]
pub struct LossyStderr;

/// Number of writes that [`LossyStderr`] dropped since the program started.
pub fn dropped_writes() -> u64 {
    DROPPED.load(Ordering::Relaxed)
}

impl Write for LossyStderr {
    /// Writes all of `bytes`, or drops what is left of them.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(write_or_count(&mut io::stderr(), bytes, &DROPPED))
    }

    fn flush(&mut self) -> io::Result<()> {
        // Standard error is not buffered.
        Ok(())
    }
}

fn write_or_count(target: &mut dyn Write, bytes: &[u8], dropped: &AtomicU64) -> usize {
    if target.write_all(bytes).is_err() {
        dropped.fetch_add(1, Ordering::Relaxed);
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes so many bytes, then fails like a full disk.
    struct Filling(usize);

    impl Write for Filling {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            match self.0.min(bytes.len()) {
                0 => Err(io::ErrorKind::StorageFull.into()),
                taken => {
                    self.0 -= taken;
                    Ok(taken)
                }
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn what_cannot_be_written_is_dropped_and_counted() {
        let dropped = AtomicU64::new(0);
        let mut full = Filling(6);
        for expected in [0, 1, 2] {
            assert_eq!(write_or_count(&mut full, b"line\n", &dropped), 5, "the caller sees a whole write");
            assert_eq!(dropped.load(Ordering::Relaxed), expected);
        }
    }
}
