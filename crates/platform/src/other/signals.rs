use crate::signals::EndSignal;
use std::io;

#[derive(Debug)]
pub struct EndSignals {
    hears_interrupt: bool,
}

impl EndSignals {
    pub fn listen(signals: &[EndSignal]) -> io::Result<Self> {
        Ok(Self { hears_interrupt: signals.contains(&EndSignal::Interrupt) })
    }

    pub async fn next(&mut self) {
        if !self.hears_interrupt || tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
