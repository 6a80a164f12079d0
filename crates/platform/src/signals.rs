//! Requests of the system that this program ends.

use crate::system::signals as system;
use std::io;

/// Why the system asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndSignal {
    /// Another program asks (`SIGTERM`).
    Terminate,
    /// The person pressed Ctrl-C (`SIGINT`).
    Interrupt,
    /// The terminal was closed (`SIGHUP`).
    HangUp,
}

/// Listens for requests to end. As long as it exists, and afterwards, those signals do not end the program by themselves.
#[derive(Debug)]
pub struct EndSignals(system::EndSignals);

impl EndSignals {
    /// Listens from now on. Systems without signals hear [`EndSignal::Interrupt`] only.
    ///
    /// Call it within a Tokio runtime.
    ///
    /// # Errors
    /// When the system refuses a handler.
    pub fn listen(signals: &[EndSignal]) -> io::Result<Self> {
        system::EndSignals::listen(signals).map(Self)
    }

    /// Waits for the next request; for ever when none can come.
    pub async fn next(&mut self) {
        self.0.next().await;
    }
}

#[cfg(test)]
#[cfg(all(unix, not(apprentice_no_unix)))]
mod tests {
    use super::*;
    use nix::sys::signal::{Signal, raise};

    /// One test: signals are of the whole process.
    #[tokio::test]
    async fn each_signal_is_heard_by_those_who_listen_for_it() {
        let all = [EndSignal::Terminate, EndSignal::Interrupt, EndSignal::HangUp];
        let mut everything = EndSignals::listen(&all).unwrap();
        for (end, signal) in
            [(EndSignal::Terminate, Signal::SIGTERM), (EndSignal::Interrupt, Signal::SIGINT), (EndSignal::HangUp, Signal::SIGHUP)]
        {
            let mut one = EndSignals::listen(&[end]).unwrap();
            raise(signal).unwrap();
            one.next().await;
            everything.next().await;
        }
    }
}
