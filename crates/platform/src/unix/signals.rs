use crate::signals::EndSignal;
use std::future::poll_fn;
use std::io;
use std::task::Poll;
use tokio::signal::unix::{Signal, SignalKind, signal};

#[derive(Debug)]
pub struct EndSignals(Vec<Signal>);

impl EndSignals {
    pub fn listen(signals: &[EndSignal]) -> io::Result<Self> {
        let kind = |end: &EndSignal| match end {
            EndSignal::Terminate => SignalKind::terminate(),
            EndSignal::Interrupt => SignalKind::interrupt(),
            EndSignal::HangUp => SignalKind::hangup(),
        };
        signals.iter().map(|end| signal(kind(end))).collect::<io::Result<_>>().map(Self)
    }

    pub async fn next(&mut self) {
        poll_fn(|context| {
            let came = self.0.iter_mut().any(|signal| signal.poll_recv(context).is_ready());
            if came { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
    }
}
