//! Parses Server-Sent Events, for programs that follow a stream.

use crate::client::Unreachable;
use futures::stream::{BoxStream, Stream, StreamExt};
use serde::Serialize;
use std::collections::VecDeque;
use std::fmt::Display;

/// One frame of a stream.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Frame {
    /// The id to resume after, if the stream can be resumed.
    pub id: Option<String>,
    /// The kind of the event.
    pub event: String,
    /// The payload, JSON for the events of sessions.
    pub data: String,
}

/// The frames of a stream as they arrive. An error means that the stream was cut before its end.
pub type Frames = BoxStream<'static, Result<Frame, Unreachable>>;

/// The frames of `bytes`.
pub(crate) fn parse_frames<B, E>(bytes: impl Stream<Item = Result<B, E>> + Send + 'static) -> Frames
where
    B: AsRef<[u8]> + Send + 'static,
    E: Display + Send + 'static,
{
    let state = (bytes.boxed(), Parser::default(), VecDeque::new());
    futures::stream::unfold(state, |(mut bytes, mut parser, mut ready)| async move {
        loop {
            if let Some(frame) = ready.pop_front() {
                return Some((Ok(frame), (bytes, parser, ready)));
            }
            match bytes.next().await? {
                Ok(bytes) => parser.feed(bytes.as_ref(), &mut ready),
                Err(error) => {
                    let nothing = futures::stream::empty().boxed();
                    return Some((Err(Unreachable::new(error)), (nothing, parser, ready)));
                }
            }
        }
    })
    .boxed()
}

/// A parser for what our own server sends: lines end in a line feed, frames in an empty line.
#[derive(Default)]
struct Parser {
    rest: Vec<u8>,
    frame: Frame,
    has_data: bool,
}

impl Parser {
    fn feed(&mut self, bytes: &[u8], ready: &mut VecDeque<Frame>) {
        self.rest.extend_from_slice(bytes);
        while let Some(end) = self.rest.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.rest.drain(..=end).collect();
            self.line(String::from_utf8_lossy(&line[..end]).trim_end_matches('\r'), ready);
        }
    }

    fn line(&mut self, line: &str, ready: &mut VecDeque<Frame>) {
        if line.is_empty() {
            let frame = std::mem::take(&mut self.frame);
            if std::mem::take(&mut self.has_data) {
                ready.push_back(frame);
            }
            return;
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "id" => self.frame.id = Some(value.to_owned()),
            "event" => value.clone_into(&mut self.frame.event),
            "data" => {
                if self.has_data {
                    self.frame.data.push('\n');
                }
                self.frame.data.push_str(value);
                self.has_data = true;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    async fn read(pieces: &[&str]) -> Vec<Frame> {
        let pieces: Vec<_> = pieces.iter().map(|piece| Ok::<_, Infallible>(piece.to_string())).collect();
        parse_frames(futures::stream::iter(pieces)).map(Result::unwrap).collect().await
    }

    #[tokio::test]
    async fn frames_are_read_however_the_bytes_are_cut() {
        let text = ":keepalive\n\nid: 1\nevent: learn.capture.started\ndata: {\"a\":\"ü:\"}\n\nevent: output\ndata: eA==\n\nevent: torn\nda";
        let expected = vec![
            Frame { id: Some("1".into()), event: "learn.capture.started".into(), data: "{\"a\":\"ü:\"}".into() },
            Frame { id: None, event: "output".into(), data: "eA==".into() },
        ];
        assert_eq!(read(&[text]).await, expected);
        for cut in (1..text.len()).filter(|cut| text.is_char_boundary(*cut)) {
            assert_eq!(read(&[&text[..cut], &text[cut..]]).await, expected, "cut at {cut}");
        }
    }

    #[tokio::test]
    async fn a_stream_that_breaks_off_says_so_once() {
        let pieces = vec![Ok("event: a\ndata: 1\n\nevent: b\nda"), Err("cut")];
        let read: Vec<_> = parse_frames(futures::stream::iter(pieces)).collect().await;
        assert_eq!(read.len(), 2);
        assert_eq!(read[0].as_ref().unwrap().event, "a");
        assert!(read[1].as_ref().unwrap_err().to_string().contains("cut"));
    }
}
