//! Receipts as a file (`GET /api/learn/receipts/export`): written while they are read, so that no list is too long.

use crate::handler::Answer;
use crate::openapi::Description;
use apprentice_contracts::error::Failure;
use apprentice_contracts::json;
use apprentice_contracts::receipt::{ExportFormat, LearningReceipt, ReceiptsExport};
use axum::body::{Body, Bytes};
use axum::response::{IntoResponse, Response};
use futures::stream::{BoxStream, Stream, StreamExt, once};
use http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use serde_json::json;
use std::future::ready;
use std::io;

/// The columns of the CSV form, in their order.
const COLUMNS: [&str; 10] = [
    "created_at",
    "kind",
    "summary",
    "reason",
    "learn_session_id",
    "proposal_id",
    "ability_id",
    "import_id",
    "correlation_id",
    "receipt_id",
];

/// All receipts of a filter, as a file to keep.
pub(crate) struct ReceiptsFile {
    format: ExportFormat,
    bytes: BoxStream<'static, io::Result<Bytes>>,
}

impl ReceiptsFile {
    /// A failure on the way breaks the answer off, so that half a file is not taken for a whole one.
    pub fn new(
        format: ExportFormat,
        batches: impl Stream<Item = Result<Vec<LearningReceipt>, Failure>> + Send + 'static,
    ) -> Self {
        let (head, foot) = match format {
            ExportFormat::Json => ("{\"receipts\":[".to_owned(), "\n]}\n"),
            ExportFormat::Csv => (row(COLUMNS.map(str::to_owned)), ""),
        };
        let mut first = true;
        let body = batches.map(move |batch| {
            let batch = batch.map_err(|failure| io::Error::other(failure.message))?;
            let mut text = String::new();
            for receipt in &batch {
                text.push_str(&written(format, receipt, std::mem::take(&mut first))?);
            }
            Ok(text.into())
        });
        let around = |text: String| once(ready(Ok(Bytes::from(text))));
        Self { format, bytes: around(head).chain(body).chain(around(foot.to_owned())).boxed() }
    }
}

fn written(format: ExportFormat, receipt: &LearningReceipt, first: bool) -> io::Result<String> {
    match format {
        ExportFormat::Json => {
            Ok(format!("{}\n{}", if first { "" } else { "," }, json::to_text(receipt).map_err(io::Error::other)?))
        }
        ExportFormat::Csv => {
            let fields = json::to_value(receipt).map_err(io::Error::other)?;
            Ok(row(COLUMNS.map(|column| fields[column].as_str().unwrap_or_default().to_owned())))
        }
    }
}

/// A line of RFC 4180.
fn row<const N: usize>(cells: [String; N]) -> String {
    cells.map(|cell| cell_of(&cell)).join(",") + "\r\n"
}

/// A spreadsheet runs what begins like a formula; an apostrophe before it says that it is text.
fn cell_of(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    let text = if formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\r', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

impl Answer for ReceiptsFile {
    fn respond(self) -> Response {
        let (kind, ending) = match self.format {
            ExportFormat::Json => ("application/json", "json"),
            ExportFormat::Csv => ("text/csv; charset=utf-8", "csv"),
        };
        let name = format!("attachment; filename=\"apprentice-receipts.{ending}\"");
        let headers = [(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, name), (CACHE_CONTROL, "no-store".to_owned())];
        (headers, Body::from_stream(self.bytes)).into_response()
    }

    fn describe(description: &mut Description<'_>) {
        let text = "All receipts that the query lets through, newest first, as a file to keep.";
        let schema = description.schema_of_answer::<ReceiptsExport>();
        let content = json!({ "application/json": { "schema": schema }, "text/csv": { "schema": { "type": "string" } } });
        description.answers_with(text, content);
    }
}

#[cfg(test)]
mod tests {
    use super::{cell_of, row};

    #[test]
    fn a_cell_is_quoted_where_it_must_be_and_never_runs() {
        for (text, cell) in [
            ("plain", "plain"),
            ("", ""),
            ("a,b", "\"a,b\""),
            ("say \"so\"", "\"say \"\"so\"\"\""),
            ("two\nlines", "\"two\nlines\""),
            ("=HYPERLINK(\"x\")", "\"'=HYPERLINK(\"\"x\"\")\""),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\tx", "'\tx"),
            ("\rx", "\"'\rx\""),
            ("1-2", "1-2"),
        ] {
            assert_eq!(cell_of(text), cell, "{text:?}");
        }
        assert_eq!(row(["a".into(), "b,c".into()]), "a,\"b,c\"\r\n");
    }
}
