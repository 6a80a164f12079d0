//! The messages of an agent, one a line, within limits.

use super::Limits;
use futures::{Sink, SinkExt, Stream, StreamExt};
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::codec::{FramedRead, FramedWrite, LinesCodec, LinesCodecError};

/// Why no more messages are read. Shared with the client, which ends the run with it.
#[derive(Clone, Default)]
pub(super) struct Overflow(Arc<Mutex<Option<String>>>);

impl Overflow {
    pub(super) fn take(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn set(&self, why: String) -> io::Error {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(|| why.clone());
        io::Error::other(why)
    }
}

/// The messages of the agent. The stream ends with an error at the first message beyond a limit; a longer line is never kept in memory.
pub(super) fn incoming(
    output: impl AsyncRead + Send + 'static,
    limits: &Limits,
    overflow: Overflow,
) -> impl Stream<Item = io::Result<String>> + Send + 'static {
    let Limits { message, messages, count, .. } = *limits;
    let (mut bytes, mut number) = (0_u64, 0_u64);
    FramedRead::new(output, LinesCodec::new_with_max_length(message)).map(move |line| match line {
        Ok(line) => {
            bytes = bytes.saturating_add(line.len() as u64);
            number += 1;
            if bytes > messages {
                return Err(overflow.set(format!("more than {} MiB of messages", messages >> 20)));
            }
            if number > count {
                return Err(overflow.set(format!("more than {count} messages")));
            }
            Ok(line)
        }
        Err(LinesCodecError::MaxLineLengthExceeded) => Err(overflow.set(format!("a message of more than {} KiB", message >> 10))),
        Err(LinesCodecError::Io(error)) => Err(error),
    })
}

/// What is sent to the agent.
pub(super) fn outgoing(input: impl AsyncWrite + Send + 'static) -> impl Sink<String, Error = io::Error> + Send + 'static {
    let lines = FramedWrite::new(input, LinesCodec::new());
    SinkExt::<String>::sink_map_err(lines, |error: LinesCodecError| match error {
        LinesCodecError::Io(error) => error,
        LinesCodecError::MaxLineLengthExceeded => io::Error::other("the message is too long"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read(text: &'static [u8], limits: Limits) -> (Vec<String>, Option<String>) {
        let overflow = Overflow::default();
        let lines: Vec<io::Result<String>> = incoming(text, &limits, overflow.clone()).collect().await;
        (lines.into_iter().filter_map(Result::ok).collect(), overflow.take())
    }

    #[tokio::test]
    async fn messages_are_read_until_a_limit() {
        let limits = Limits { message: 4, messages: 1 << 20, count: 3, ..Limits::default() };
        let line = |text: &str| text.to_owned();
        assert_eq!(read(b"one\ntwo\n", limits).await, (vec![line("one"), line("two")], None));
        let (lines, why) = read(b"one\nlonger\ntwo\n", Limits { message: 2048, ..limits }).await;
        assert_eq!((lines.len(), why), (3, None));
        let (lines, why) = read(b"one\nlonger\n", limits).await;
        assert_eq!((lines, why.as_deref()), (vec![line("one")], Some("a message of more than 0 KiB")));
        let (lines, why) = read(b"1\n2\n3\n4\n", limits).await;
        assert_eq!((lines.len(), why.as_deref()), (3, Some("more than 3 messages")));
        let (lines, why) = read(b"123\n456\n", Limits { messages: 4, ..limits }).await;
        assert_eq!((lines.len(), why.as_deref()), (1, Some("more than 0 MiB of messages")));
    }

    #[tokio::test]
    async fn a_line_without_an_end_is_not_held_in_memory() {
        let endless = tokio::io::repeat(b'x');
        let overflow = Overflow::default();
        let limits = Limits { message: 1 << 16, ..Limits::default() };
        let first = Box::pin(incoming(endless, &limits, overflow.clone())).next().await.unwrap();
        assert!(first.is_err());
        assert_eq!(overflow.take().as_deref(), Some("a message of more than 64 KiB"));
    }
}
