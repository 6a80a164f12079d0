//! A connection that ends when nothing moves on it.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// A stream whose reads fail with `TimedOut` when nothing was read from it or written to it for this long.
pub(super) struct Idle<S> {
    stream: S,
    limit: Duration,
    timer: Pin<Box<Sleep>>,
}

impl<S> Idle<S> {
    pub(super) fn new(stream: S, limit: Duration) -> Self {
        Self { stream, limit, timer: Box::pin(sleep(limit)) }
    }

    fn moved(&mut self) {
        self.timer.as_mut().reset(Instant::now() + self.limit);
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Idle<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        match Pin::new(&mut self.stream).poll_read(context, buffer) {
            Poll::Ready(read) => {
                self.moved();
                Poll::Ready(read)
            }
            Poll::Pending if self.timer.as_mut().poll(context).is_ready() => {
                Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "nothing moved on the connection")))
            }
            Poll::Pending => Poll::Pending,
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Idle<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        if written.is_ready() {
            self.moved();
        }
        written
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    #[tokio::test]
    async fn a_connection_ends_when_nothing_moves_either_way() {
        let (near, mut far) = tokio::io::duplex(64);
        let mut idle = Idle::new(near, Duration::from_millis(50));
        let first = idle.timer.deadline();
        idle.write_all(b"x").await.unwrap();
        let second = idle.timer.deadline();
        assert!(second > first, "what is written counts");
        far.write_all(b"y").await.unwrap();
        assert_eq!(idle.read_u8().await.unwrap(), b'y');
        assert!(idle.timer.deadline() > second, "what is read counts");
        assert_eq!(idle.read_u8().await.unwrap_err().kind(), io::ErrorKind::TimedOut);
    }
}
