//! The end of a rehearsal: pages are read once more, which takes as long as their sites do, and others may go on meanwhile.

use crate::Answer;
use apprentice_contracts::error::{ErrorCode, Failure};
use std::sync::atomic::{AtomicBool, Ordering};
use tokio_util::sync::CancellationToken;

#[derive(Default)]
pub(crate) struct FinalReads {
    is_finishing: AtomicBool,
    /// Somebody does not want its verdict any more.
    pub cancelled: CancellationToken,
    /// Held from when the slot of what is watched is emptied until its adapters have ended.
    pub reading: tokio::sync::Mutex<()>,
}

/// Ends with it.
pub(crate) struct FinishGuard<'e>(&'e FinalReads);

impl FinalReads {
    /// `CONFLICT` while it is being finished already.
    pub(crate) fn begin(&self) -> Answer<FinishGuard<'_>> {
        if self.is_finishing.swap(true, Ordering::SeqCst) {
            let message = "This rehearsal is being finished already. Wait for its result, or cancel it.";
            return Err(Failure::new(ErrorCode::Conflict, message));
        }
        Ok(FinishGuard(self))
    }

    /// Cuts it short and waits until nothing is watched for it any more.
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
