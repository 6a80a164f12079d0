//! The end of a rehearsal: pages are read once more, which takes as long as their sites do, and others may go on meanwhile.

use crate::Answer;
use apprentice_contracts::error::{ErrorCode, Failure};
use std::sync::atomic::{AtomicBool, Ordering};
use tokio_util::sync::CancellationToken;

#[derive(Default)]
pub(crate) struct Ending {
    under_way: AtomicBool,
    /// Somebody does not want its verdict any more.
    pub given_up: CancellationToken,
    /// Held from when the slot of what is watched is emptied until its adapters have ended.
    pub reading: tokio::sync::Mutex<()>,
}

/// Ends with it.
pub(crate) struct UnderWay<'e>(&'e Ending);

impl Ending {
    /// `CONFLICT` while it is being finished already.
    pub(crate) fn begin(&self) -> Answer<UnderWay<'_>> {
        if self.under_way.swap(true, Ordering::SeqCst) {
            let message = "This rehearsal is being finished already. Wait for its result, or cancel it.";
            return Err(Failure::new(ErrorCode::Conflict, message));
        }
        Ok(UnderWay(self))
    }

    /// Cuts it short and waits until nothing is watched for it any more.
    pub(crate) async fn give_up(&self) {
        self.given_up.cancel();
        let _ended = self.reading.lock().await;
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.0.under_way.store(false, Ordering::SeqCst);
    }
}
