//! What an observer read of a page, folder, file or command output at one moment: records with cells.
//!
//! The lasting effect of a task is the difference between two readings of the same source, one before and one after it. The compiler learns
//! the difference from the demonstration, and the evaluation compares it with the difference that a later run made.

use crate::ids::McpServerId;
use crate::observation::CallArgument;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most records of one reading. A reading that had more is not complete.
pub const MAX_RECORDS: usize = 5_000;
/// The longest text of one cell, in characters. A longer text ends in `…`.
pub const MAX_CELL: usize = 400;

/// The most buttons of a record that are named.
pub const MAX_CONTROLS: usize = 12;

/// The records of one source at one moment. Secrets are masked before it exists.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reading {
    /// What was read.
    pub source: ReadingSource,
    /// Title of the page; empty for other sources.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Whether every record is here. `false`: the limit was reached, or a part could not be read.
    pub complete: bool,
    /// The records, in reading order; at most [`MAX_RECORDS`].
    pub records: Vec<ReadRecord>,
}

/// What is read.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ReadingSource {
    /// A page.
    Page {
        /// Its address, with the query, as in [`PageIdentity`](crate::observation::PageIdentity).
        url: String,
    },
    /// The data that a page asked its site for, read as JSON: the answer to a GET request, to a question by POST or over a WebSocket, or what it
    /// received over a WebSocket without having asked. Every object of it is a row; its keys are the headers. Unlike the page it shows everything, also what is drawn
    /// late, in part, or only after a click.
    Data {
        /// Its address, with the query, as in [`PageIdentity`](crate::observation::PageIdentity). That of a POST request has the operation that its
        /// body names as a last part of the path, and [`POSTED`] and the parts of the body in the query; that of a message over a WebSocket has its
        /// operation or the name of its event there, and [`SOCKET`] and the parts of the question in the query. Apprentice sends nothing to these
        /// two; it opens the page that asked, which asks again.
        url: String,
    },
    /// The files below a folder, at most four levels deep.
    Folder {
        /// Absolute path.
        path: String,
    },
    /// The content of a file: the lines of a text, or the entries of an archive.
    File {
        /// Absolute path.
        path: String,
    },
    /// What a read-only command printed.
    Output {
        /// The command: a name of the fixed table, such as `git branches`, or a command line that can only read.
        command: String,
        /// Absolute path of the folder in which it ran.
        directory: String,
    },
    /// What the watched pages sent that may have changed something: requests with a method that is not safe (RFC 9110, 9.2.1), in their order,
    /// since the watching began. Reading it again asks the observer, and sends nothing.
    Sent,
    /// What a tool of a connector answers that only reads. Reading it again calls the tool.
    Call {
        /// The connector.
        server_id: McpServerId,
        /// The tool.
        tool_name: String,
        /// The arguments, in the order of their paths.
        arguments: Vec<CallArgument>,
    },
}

/// The first parameter in the address of [`ReadingSource::Data`] that a page asks for by POST.
pub const POSTED: &str = "POST";
/// The parameter in the address of [`ReadingSource::Data`] that a page receives over a WebSocket.
pub const SOCKET: &str = "WebSocket";

/// The `:method` of a [`RecordKind::Request`] that is a message over a WebSocket.
pub const SEND: &str = "SEND";

/// Whether an address is that of data for which only a page can ask: they are read by opening the page again.
pub fn is_page_only(url: &str) -> bool {
    let first = url.split_once('?').and_then(|(_, query)| query.split('&').next());
    first.is_some_and(|pair| [POSTED, SOCKET].contains(&pair.trim_end_matches('=')))
}

/// Whether a fragment leads to another page of an application instead of to a part of this one: `/orders`, `!/orders`, `orders/5`,
/// `shop/order/5;name=Tea`. What begins with anything but a plain word may be a key, or a place on a map.
pub fn is_route(fragment: &str) -> bool {
    let is_word = |text: &str| {
        text.starts_with(|letter: char| letter.is_ascii_lowercase())
            && text.chars().all(|letter| letter.is_ascii_lowercase() || "-_.".contains(letter))
    };
    let (path, _) = route_parts(fragment);
    let is_path = path.split_once('/').is_some_and(|(first, rest)| is_word(first) && !rest.contains(char::is_whitespace));
    fragment.starts_with('/') || fragment.starts_with("!/") || is_path
}

/// The path of a route, and its parameters behind it, with the `?` or `;` before them.
pub fn route_parts(route: &str) -> (&str, &str) {
    let begins = |at: usize| route.as_bytes()[at] == b'?' || !route[at..].contains('/');
    match route.find(['?', ';']).filter(|at| begins(*at)) {
        Some(at) => route.split_at(at),
        None => (route, ""),
    }
}

/// Whether an address says that opening it does something, or ends the session: `/orders/5/cancel`, `?do=logout`. Such an address is never opened by
/// itself. A text that is no address is such one.
pub fn is_unsafe_address(url: &str) -> bool {
    const ACTS: &[&str] = &[
        "delete",
        "del",
        "rm",
        "erase",
        "remove",
        "destroy",
        "drop",
        "purge",
        "logout",
        "signout",
        "sign_out",
        "log_out",
        "sign-out",
        "log-out",
        "log-off",
        "logoff",
        "unsubscribe",
        "approve",
        "reject",
        "cancel",
        "toggle",
        "run",
        "execute",
        "trigger",
        "reset",
        "clear",
        "revoke",
        "disable",
        "enable",
        "activate",
        "deactivate",
        "publish",
        "unpublish",
        "archive",
        "restore",
        "merge",
        "close",
        "reopen",
        "pay",
        "send",
        "buy",
        "checkout",
        "vote",
        "confirm",
        "start",
        "stop",
        "restart",
    ];
    let Some((_, place)) = url.split_once(':') else { return true };
    let place = place.trim_start_matches('/');
    let place = place.find(['/', '?', '#']).map_or("", |start| &place[start..]);
    // The last part of the path says what a page asks for by POST; the query says what it asks about.
    let place = if is_page_only(url) { place.split('?').next().unwrap_or_default() } else { place };
    let words = without_names(&place.to_lowercase());
    let has = |with: char| {
        words.split(move |letter: char| !letter.is_alphanumeric() && letter != with).any(|word| ACTS.contains(&word))
    };
    // `sign_out` and `sign-out` are one word, `delete_user` are two.
    has('_') || has('-') || has(' ')
}

/// A place without the values of its query that only name a thing: `?id=start` is the page “start” of a wiki. Any other word that acts stays,
/// and so does each with a name that may say what is done.
fn without_names(place: &str) -> String {
    const NAMING: &[&str] = &["id", "name", "title", "q", "query", "search", "tag", "tags", "category", "slug", "topic", "ns"];
    const NOUNS: &[&str] = &["start", "archive", "run", "stop", "vote", "pay"];
    let Some((path, rest)) = place.split_once('?') else { return place.to_owned() };
    let (query, fragment) = rest.split_once('#').unwrap_or((rest, ""));
    let kept = query.split(['&', ';']).map(|pair| match pair.split_once('=') {
        Some((name, value)) if NAMING.contains(&name) && NOUNS.contains(&value) => name,
        _ => pair,
    });
    format!("{path}?{}#{fragment}", kept.collect::<Vec<_>>().join("&"))
}

impl ReadingSource {
    /// The address of a page or of its data.
    pub fn address(&self) -> Option<&str> {
        match self {
            Self::Page { url } | Self::Data { url } => Some(url),
            Self::Folder { .. } | Self::File { .. } | Self::Output { .. } | Self::Sent | Self::Call { .. } => None,
        }
    }
}

/// What kind of thing a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RecordKind {
    /// A row of a table or grid. Its cells are in the order of the columns, empty ones included; `header` is the header of the column.
    Row,
    /// An item of a list or tree, a card, an article. One cell.
    Item,
    /// A value with a label: a form field, or a row of a table with one header cell and one value. One cell; `header` is the label.
    Field,
    /// A heading. One cell.
    Heading,
    /// Other text. One cell.
    Text,
    /// A message that a page shows for a moment: an alert or status. One cell.
    Message,
    /// A file. Cells: `path` (relative to the folder), `type` (`text`, `archive`, `binary`, `empty`, `folder`), `size` in bytes, `digest`
    /// (SHA-256 in hex; absent for a folder and for more than 16 MiB).
    File,
    /// A line of a text file or of an output. One cell.
    Line,
    /// An entry of an archive. Cells: `path`, `size` in bytes.
    Entry,
    /// A request. Cells: `:method`, `:url` with its query, `:status` of the answer (absent where none came), `:destination` “document” where
    /// the answer is the next page of the tab, `:operation` that the body names (of GraphQL and JSON-RPC), and the parts of the body by their
    /// names: `order.items.sku`.
    Request,
}

/// One record of a reading.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct ReadRecord {
    /// What kind of thing it is.
    pub kind: RecordKind,
    /// Name of the table or list, or the nearest heading before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// Its cells.
    pub cells: Vec<ReadCell>,
    /// Of a row or item: the names of its buttons, in reading order, at most [`MAX_CONTROLS`]. They may be a part of its state: a tag,
    /// `Reopen`. A toggle button that is on ends in ` (on)`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub controls: Vec<String>,
    /// Address of the page of this record: the first link whose name is the text of a cell. For an item: with which its text begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
}

/// One cell of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct ReadCell {
    /// Header or label; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub header: String,
    /// Its text, at most [`MAX_CELL`] characters, with the values of controls in it: `checked` for a tick box that is on.
    pub text: String,
}

/// Where the folder of a run differs from the copy on which the recorded commands were performed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderDifference {
    /// Path below the folder. `.git` or a path that ends in it: the state of a repository.
    pub path: String,
    /// How it differs.
    pub kind: FolderDifferenceKind,
    /// What is seen there, and what was expected, in one sentence; masked.
    pub words: String,
}

/// How a path of a folder differs from what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FolderDifferenceKind {
    /// It was there before the run, or is there now, and is not as expected: changed, gone, or still there.
    Changed,
    /// It is expected to be new, and is not there.
    Missing,
    /// It is new, and not expected.
    Extra,
    /// It was there before the run and has changed, and the recorded commands left it as it was.
    Untouched,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_lead_to_pages() {
        for route in ["/orders", "!/orders/5", "orders/5", "shop/model/party.party/5;name=%22A%20b%22", "inbox/"] {
            assert!(is_route(route), "{route}");
        }
        let parts =
            ["", "top", "L10-L20", "t=30", ":~:text=a/b", "https://example.org/a", "a b/c", "12.5/52.5/13.4", "map=12/52/13"];
        for part in parts.into_iter().chain(["kF3xQ/vT9", "model=order&id=5", "code=Splx&state=xyz", "page=3&zoom=auto"]) {
            assert!(!is_route(part), "{part}");
        }
        assert_eq!(route_parts("shop/order/5;name=5"), ("shop/order/5", ";name=5"));
        assert_eq!(route_parts("/a;lang=en/reset/x"), ("/a;lang=en/reset/x", ""), "a parameter within the path");
    }

    #[test]
    fn addresses_that_act_are_unsafe() {
        for url in [
            "http://a/orders/5/cancel",
            "http://a/?do=logout",
            "http://a/#/users/sign_out",
            "http://a/delete_user/5",
            "http://a/graphql/cancel?POST=&id=5",
            "http://a/doku.php?id=start&do=logout",
            "http://a/tools?action=start",
            "http://a/list?status=delete",
            "http://a/orders/5?status=cancel",
            "http://a/letters?id=5;action=cancel",
            "http://a/letters?id=start&state=disable",
            "nothing",
        ] {
            assert!(is_unsafe_address(url), "{url}");
        }
        for url in [
            "http://a/orders/5",
            "http://a/doku.php?id=start&do=admin&page=users",
            "http://a/mail?tag=archive&q=pay#list",
            "http://send.example.org/letters?page=2",
            "http://a",
            "http://a/table?POST=&draw=1&start=0",
            "https://a/live?WebSocket=",
        ] {
            assert!(!is_unsafe_address(url), "{url}");
        }
    }
}
