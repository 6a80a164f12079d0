//! The end of a rehearsal: pages are read again, which may take long, while other operations continue.

use crate::Answer;
use apprentice_contracts::error::{ErrorCode, Failure};
use std::sync::atomic::{AtomicBool, Ordering};
use tokio_util::sync::CancellationToken;

#[derive(Default)]
pub(crate) struct FinalReads {
    is_finishing: AtomicBool,
    /// Cancelled when the rehearsal is given up.
    pub cancelled: CancellationToken,
    /// Locked from the moment when the observation leaves its slot until its adapters have ended.
    pub reading: tokio::sync::Mutex<()>,
}

/// Ends the finishing when it is dropped.
pub(crate) struct FinishGuard<'e>(&'e FinalReads);

impl FinalReads {
    /// Errors: `CONFLICT` while the rehearsal is already being finished.
    pub(crate) fn begin(&self) -> Answer<FinishGuard<'_>> {
        if self.is_finishing.swap(true, Ordering::SeqCst) {
            let message = "This rehearsal is being finished already. Wait for its result, or cancel it.";
            return Err(Failure::new(ErrorCode::Conflict, message));
        }
        Ok(FinishGuard(self))
    }

    /// Cancels the reads and waits until nothing is observed any more.
    pub(crate) async fn give_up(&self) {
        self.cancelled.cancel();
        let _ended = self.reading.lock().await;
    }
}

impl Drop for FinishGuard<'_> {
    fn drop(&mut self) {
        self.0.is_finishing.store(false, Ordering::SeqCst);
    }
}
