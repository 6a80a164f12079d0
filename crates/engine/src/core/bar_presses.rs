//! What persons press in the recording bars of watched pages. The composition root does it.

use apprentice_observe::bar::BarButton;
use std::sync::Arc;
use tokio::sync::{Mutex, mpsc};

/// What persons press in bars, and the one who does it.
#[derive(Clone)]
pub(crate) struct BarPresses {
    pub sender: mpsc::UnboundedSender<BarButton>,
    pub received: Arc<Mutex<mpsc::UnboundedReceiver<BarButton>>>,
}

impl BarPresses {
    pub(crate) fn new() -> Self {
        let (sender, received) = mpsc::unbounded_channel();
        Self { sender, received: Arc::new(Mutex::new(received)) }
    }
}
