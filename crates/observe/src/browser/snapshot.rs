//! Reads a page: Chromium's accessibility tree, frame by frame, reduced to its named elements.

use super::cdp::{CallError, Connection};
use super::message::shorten;
use super::panels::PanelField;
use super::records::Records;
use super::tree::{Node, Tree, squeeze};
use super::visibility::{self, Unseen};
use crate::redact::{Memory, is_beside_label, mask_beside, mask_text, mask_url, secret_field};
use apprentice_contracts::MASK;
use apprentice_contracts::observation::{PageElement, PageIdentity, PageSnapshot, SnapshotElement};
use apprentice_contracts::reading::{Reading, ReadingSource};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

const ELEMENT_LIMIT: usize = 3_000;
const NAME_LIMIT: usize = 160;
const VALUE_LIMIT: usize = 2_000;
/// The attributes of this many fields are requested, one by one; the values of all others are masked.
const ASKED_FIELDS: usize = 200;
pub(super) const ANSWER_TIME: Duration = Duration::from_secs(3);

/// One frame to read. The first of a page is its main frame.
#[derive(Clone, Debug)]
pub struct FrameRef {
    pub session: String,
    pub frame: String,
}

/// A snapshot and its name: `ax:` and a digest.
#[derive(Debug)]
pub struct Snapshot {
    pub page: PageSnapshot,
    pub state_ref: String,
    /// The number of elements of the main frame; they come first.
    pub in_main: usize,
    /// The records of the page, if they were asked for.
    pub records: Option<Reading>,
    /// Name and address of the links of the main frame to pages of the same site, as they are.
    pub links: Vec<(String, String)>,
}

impl Snapshot {
    /// The elements that the main frame showed already when it showed these words (see [`comparable`]). Elements of other frames are kept,
    /// because nothing is known of them.
    pub fn already_shown(&self, words: &str) -> Self {
        let stood = |(index, element): &(usize, &SnapshotElement)| {
            let name = element.element.name.trim_end_matches('…');
            *index >= self.in_main
                || name.split(MASK).flat_map(|part| part.split(" | ")).all(|part| words.contains(&comparable(part)))
        };
        let elements = self.page.elements.iter().enumerate().filter(stood).map(|(_, element)| element.clone()).collect();
        let page = PageSnapshot { identity: self.page.identity.clone(), elements };
        Self { page, state_ref: String::new(), in_main: 0, records: None, links: Vec::new() }
    }

    /// A page without elements.
    pub fn empty() -> Self {
        Self { page: PageSnapshot::default(), state_ref: String::new(), in_main: 0, records: None, links: Vec::new() }
    }
}

/// Text without spaces and capitals, in which a page and its tree may differ.
pub fn comparable(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace()).flat_map(char::to_lowercase).collect()
}

/// What is known to be secret on the pages of a session.
#[derive(Clone, Debug)]
pub struct Secrets {
    /// Fields that once were password fields: "show password" makes them plain text. Session and DOM node.
    pub fields: Arc<Mutex<HashSet<(String, i64)>>>,
    /// Values that were masked.
    pub memory: Memory,
}

/// Reads the frames. `url` is the address of the page. A frame that disappears meanwhile is left out; a missing main frame is an error.
/// `with_records`: reads the records of the page too. `bar`: the DOM node of the recording bar in the first frame; it is not of the page.
pub async fn take(
    connection: Connection,
    frames: Vec<FrameRef>,
    url: String,
    secrets: Secrets,
    with_records: bool,
    bar: Option<i64>,
) -> Result<Snapshot, CallError> {
    let mut records = with_records.then(Records::default);
    let sessions: BTreeSet<&String> = frames.iter().map(|frame| &frame.session).collect();
    let main = frames.first().map(|frame| frame.session.clone());
    let bar_in = |session: &String| bar.filter(|_| main.as_ref() == Some(session));
    let looks = sessions
        .into_iter()
        .map(async |session| (session.clone(), visibility::look(&connection, session, bar_in(session), with_records).await));
    let asked: Vec<_> = frames.iter().map(|frame| tree_of(&connection, frame)).collect();
    let (unseen, answers) = futures::future::join(futures::future::join_all(looks), futures::future::join_all(asked)).await;
    let unseen: BTreeMap<String, Result<Unseen, CallError>> = unseen.into_iter().collect();
    let mut page = PageSnapshot { identity: PageIdentity { url: mask_url(&url).0, title: String::new() }, elements: Vec::new() };
    let mut in_main = 0;
    let mut links = Vec::new();
    for (index, (frame, answer)) in frames.iter().zip(answers).enumerate() {
        // A frame of which nobody knows what can be seen is not read.
        let seen = match unseen.get(&frame.session) {
            Some(seen) => seen.as_ref().map_err(Clone::clone),
            None => Err(CallError::Closed),
        };
        let (nodes, seen) = match answer.and_then(|nodes| Ok((nodes, seen?))) {
            Ok(read) => read,
            Err(error) if index == 0 => return Err(error),
            Err(_) => {
                if let Some(records) = &mut records {
                    records.complete = false;
                }
                continue;
            }
        };
        let tree = Tree::of(nodes);
        let tree = match bar_in(&frame.session) {
            Some(bar) => tree.without_branch(bar),
            None => tree,
        };
        let tree = tree.without(&seen.nodes).with_spans(&seen.spans);
        if index == 0 {
            page.identity.title = shorten(&mask_text(tree.title()).0, 300);
        }
        let mut masked = secret_nodes(&connection, frame, &tree, &secrets).await;
        masked.extend(&seen.dotted);
        let mut beside = Vec::new();
        read_elements(&tree, &masked, &mut page.elements, &mut beside);
        beside.iter().for_each(|secret: &String| secrets.memory.remember(secret));
        if let Some(records) = &mut records {
            records.add(&tree, &masked, &url);
        }
        if index == 0 {
            in_main = page.elements.len();
            links = links_of(&tree, &url);
        }
    }
    if let Some(records) = &mut records {
        let once_secret = secrets.fields.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
        // Other documents of a session are frames outside what may be seen.
        let of_frame = |session: &String, field: &PanelField| {
            frames.iter().any(|frame| frame.session == *session && frame.frame == field.frame)
        };
        let (secret, open): (Vec<_>, Vec<_>) = unseen
            .iter()
            .filter_map(|(session, seen)| Some((session, seen.as_ref().ok()?)))
            .flat_map(|(session, seen)| seen.panels.iter().map(move |field| (session, seen, field)))
            .filter(|(session, _, field)| of_frame(session, field))
            .partition(|(session, seen, field)| {
                field.secret || seen.dotted.contains(&field.dom) || once_secret.contains(&((*session).clone(), field.dom))
            });
        secret.iter().for_each(|(_, _, field)| secrets.memory.remember(&field.value));
        records.add_panels(open.into_iter().map(|(_, _, field)| field));
    }
    page.elements.truncate(ELEMENT_LIMIT);
    let mut records = records.map(|records| Reading {
        source: ReadingSource::Page { url: page.identity.url.clone() },
        title: page.identity.title.clone(),
        complete: records.complete,
        records: records.list,
    });
    secrets.memory.page(&mut page);
    records.iter_mut().for_each(|reading| secrets.memory.reading(reading));
    Ok(Snapshot { state_ref: state_ref(&page), page, in_main, records, links })
}

/// The most links of a page that are compared.
const LINK_LIMIT: usize = 4_000;

/// The longest address of a link that is compared.
const ADDRESS_LIMIT: usize = 2_000;

/// The links of a page that lead to another place of its site.
fn links_of(tree: &Tree, url: &str) -> Vec<(String, String)> {
    let end = |url: &str| url.match_indices('/').nth(2).map_or(url.len(), |(at, _)| at);
    let site = &url[..end(url)];
    let here = url.split('#').next().unwrap_or_default();
    let leads = |node: &&Node| {
        let to = node.url.as_str();
        node.role == "link"
            && to.len() <= ADDRESS_LIMIT
            && !node.name.trim().is_empty()
            && to[..end(to)] == *site
            && to.trim_end_matches('#') != here
    };
    // A page with more links is compared by those of the lowest addresses, which are the same in each snapshot.
    let mut links: Vec<(String, String)> =
        tree.nodes().filter(leads).map(|node| (node.name.trim().to_owned(), node.url.clone())).collect();
    links.sort_by(|(_, one), (_, other)| one.cmp(other));
    links.truncate(LINK_LIMIT);
    links
}

async fn tree_of(connection: &Connection, frame: &FrameRef) -> Result<Value, CallError> {
    let call = connection.call(Some(&frame.session), "Accessibility.getFullAXTree", json!({ "frameId": frame.frame }));
    let answer = tokio::time::timeout(ANSWER_TIME, call).await;
    answer.unwrap_or(Err(CallError::Refused { method: "Accessibility.getFullAXTree", message: "no answer in time".into() }))
}

/// The DOM nodes whose value is a secret. The tree does not say what a field is for, so this reads its attributes.
async fn secret_nodes(connection: &Connection, frame: &FrameRef, tree: &Tree, secrets: &Secrets) -> HashSet<i64> {
    let fields: Vec<&Node> = tree.nodes().filter(|node| node.is_field() && !node.value.is_empty()).collect();
    let (asked, rest) = fields.split_at(fields.len().min(ASKED_FIELDS));
    let mut masked: HashSet<i64> = rest.iter().map(|node| node.dom).collect();
    let calls = asked.iter().map(|node| {
        let call = connection.call(Some(&frame.session), "DOM.describeNode", json!({ "backendNodeId": node.dom }));
        async move { (node, tokio::time::timeout(ANSWER_TIME, call).await) }
    });
    for (node, answer) in futures::future::join_all(calls).await {
        let attributes = match answer {
            Ok(Ok(described)) => attributes(&described["node"]["attributes"]),
            // Treat an unknown field as secret.
            _ => BTreeMap::from([("type".to_owned(), "password".to_owned())]),
        };
        let get = |name: &str| attributes.get(name).map_or("", String::as_str);
        let field_name = if get("name").is_empty() { get("id") } else { get("name") };
        let key = (frame.session.clone(), node.dom);
        let mut fields = secrets.fields.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let is_password = get("type").eq_ignore_ascii_case("password");
        if is_password {
            fields.insert(key.clone());
        }
        if fields.contains(&key) || secret_field(get("type"), get("autocomplete"), &node.name, field_name).is_some() {
            // The value of a password field is a row of dots here.
            if !is_password {
                secrets.memory.remember(&node.value);
            }
            masked.insert(node.dom);
        }
    }
    masked
}

fn attributes(flat: &Value) -> BTreeMap<String, String> {
    let words: Vec<&str> = flat.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    words.chunks_exact(2).map(|pair| (pair[0].to_lowercase(), pair[1].to_owned())).collect()
}

/// `beside` receives the values that are beside a label such as “Password”.
fn read_elements(tree: &Tree, masked: &HashSet<i64>, elements: &mut Vec<SnapshotElement>, beside: &mut Vec<String>) {
    let mut reader = Reader { tree, masked, heading: String::new(), elements, labelled: 0, beside };
    reader.read(tree.root(), &Around::default());
}

/// What surrounds a node.
#[derive(Clone, Default)]
struct Around {
    /// Name of the nearest named row, dialog, form ...
    context: String,
    /// Name of the nearest element around it. Text that repeats the name is left out.
    covered: String,
}

struct Reader<'a> {
    tree: &'a Tree,
    masked: &'a HashSet<i64>,
    heading: String,
    elements: &'a mut Vec<SnapshotElement>,
    /// How many of the next texts are beside a label of a secret.
    labelled: usize,
    beside: &'a mut Vec<String>,
}

/// The texts after a label of a secret that may belong to it: a list of backup codes has many.
const BESIDE: usize = 20;

impl Reader<'_> {
    fn read(&mut self, node: &Node, around: &Around) {
        if self.elements.len() >= ELEMENT_LIMIT || matches!(node.role.as_str(), "LabelText" | "ListMarker" | "InlineTextBox") {
            return;
        }
        let mut inside = around.clone();
        let name = if node.ignored { String::new() } else { self.tree.element_name(node) };
        if !name.is_empty() {
            self.push(node, &name, around);
            inside.covered.clone_from(&name);
            if node.role == "heading" {
                self.heading.clone_from(&name);
            }
        }
        if let Some(context) = self.tree.context_name(node, &name) {
            inside.context = context;
        }
        // The content of a field is its value.
        if !node.is_field() {
            self.read_children(node, &inside);
        }
    }

    /// Joins adjacent static texts: `Hello <b>bold</b> world` is one text.
    fn read_children(&mut self, node: &Node, inside: &Around) {
        let mut run = String::new();
        for child in self.tree.children(node) {
            if child.role == "StaticText" && !child.ignored {
                run.push_str(&child.name);
                continue;
            }
            self.push_text(&std::mem::take(&mut run), inside);
            self.read(child, inside);
        }
        self.push_text(&run, inside);
    }

    fn push_text(&mut self, text: &str, around: &Around) {
        let text = squeeze(text);
        if text.chars().any(char::is_alphanumeric) && !around.covered.contains(&text) {
            self.add("text", &text, around, BTreeMap::new());
        }
    }

    fn push(&mut self, node: &Node, name: &str, around: &Around) {
        let mut states = node.states.clone();
        if !node.value.is_empty() {
            let value =
                if self.masked.contains(&node.dom) { MASK.into() } else { shorten(&mask_text(&node.value).0, VALUE_LIMIT) };
            states.insert("value".into(), value);
        }
        self.add(node.word(), name, around, states);
    }

    /// Masks the values that are shown beside a label of a secret: in the next texts, or in the next cell of its row.
    fn guarded(&mut self, role: &str, name: &str) -> String {
        if role == "row" {
            let mut labelled = false;
            let cells: Vec<String> = name
                .split(" | ")
                .map(|cell| {
                    let shown = if labelled { mask_beside(cell, self.beside) } else { cell.to_owned() };
                    labelled = is_beside_label(cell);
                    shown
                })
                .collect();
            return cells.join(" | ");
        }
        if !matches!(
            role,
            "text" | "cell" | "gridcell" | "rowheader" | "columnheader" | "heading" | "term" | "definition" | "listitem" | "code"
        ) {
            return name.to_owned();
        }
        if is_beside_label(name) {
            self.labelled = BESIDE;
            return name.to_owned();
        }
        if self.labelled == 0 {
            return name.to_owned();
        }
        let shown = mask_beside(name, self.beside);
        // A word that is no value ends what belongs to the label, except a remark such as “Keep them safe”.
        self.labelled = if shown == name && role == "heading" { 0 } else { self.labelled - 1 };
        shown
    }

    fn add(&mut self, role: &str, name: &str, around: &Around, states: BTreeMap<String, String>) {
        let context = if around.context.is_empty() && role != "heading" { &self.heading } else { &around.context };
        let context = Some(shorten(&mask_text(context).0, NAME_LIMIT)).filter(|context| !context.is_empty() && context != name);
        let name = shorten(&mask_text(&self.guarded(role, name)).0, NAME_LIMIT);
        self.elements.push(SnapshotElement { element: PageElement { role: role.into(), name, context }, states });
    }
}

fn state_ref(page: &PageSnapshot) -> String {
    let bytes = serde_json::to_vec(page).unwrap_or_default();
    let digest = Sha256::digest(bytes);
    digest.iter().take(8).fold(String::from("ax:"), |text, byte| format!("{text}{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _};

    /// `id parent role name [value]` per line.
    fn page(lines: &[(i64, i64, &str, &str, &str)]) -> Vec<(String, String, Option<String>)> {
        let nodes: Vec<Value> = lines
            .iter()
            .map(|(id, parent, role, name, value)| {
                let children: Vec<String> = lines.iter().filter(|line| line.1 == *id).map(|line| line.0.to_string()).collect();
                json!({ "nodeId": id.to_string(), "parentId": (*parent != 0).then(|| parent.to_string()), "ignored": false, "childIds": children,
                    "role": { "value": role }, "name": { "value": name }, "value": { "value": value }, "backendDOMNodeId": id })
            })
            .collect();
        let tree = Tree::of(json!({ "nodes": nodes }));
        let mut elements = Vec::new();
        read_elements(&tree, &HashSet::from([91]), &mut elements, &mut Vec::new());
        elements
            .into_iter()
            .map(|e| {
                (
                    e.element.role,
                    format!("{}{}", e.element.name, e.states.get("value").map_or(String::new(), |v| format!("={v}"))),
                    e.element.context,
                )
            })
            .collect()
    }

    fn line(role: &str, name: &str, context: &str) -> (String, String, Option<String>) {
        (role.into(), name.into(), Some(context.to_owned()).filter(|c| !c.is_empty()))
    }

    #[test]
    fn rows_are_their_cells_and_name_their_content() {
        let read = page(&[
            (1, 0, "RootWebArea", "T", ""),
            (2, 1, "table", "Customers", ""),
            (3, 2, "row", "", ""),
            (4, 3, "cell", "Ada", ""),
            (5, 4, "StaticText", "Ada", ""),
            (6, 3, "cell", "Delete", ""),
            (7, 6, "button", "Delete", ""),
            (8, 7, "StaticText", "Delete", ""),
        ]);
        assert_eq!(
            read,
            [
                line("table", "Customers", ""),
                line("row", "Ada", "Customers"),
                line("cell", "Ada", "Customers"),
                line("button", "Delete", "Ada")
            ]
            .into_iter()
            .map(|mut l| {
                if l.0 == "cell" {
                    l.2 = None;
                }
                l
            })
            .collect::<Vec<_>>()
        );
    }

    /// A browser whose pages say “Shown”. `styles`: what it answers when it is asked what can be seen in a session; `None`: nothing.
    fn browser(styles: impl Fn(&str) -> Option<Value> + Send + 'static) -> Connection {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let (input, output) = tokio::io::split(ours);
        tokio::spawn(async move {
            let (input, mut output) = tokio::io::split(theirs);
            let mut requests = tokio::io::BufReader::new(input).split(0);
            while let Ok(Some(request)) = requests.next_segment().await {
                let request: Value = serde_json::from_slice(&request).unwrap();
                let session = request["sessionId"].as_str().unwrap_or_default();
                let node = |id: &str, role: &str, name: String, inside: &[&str]| json!({ "nodeId": id, "parentId": (id != "1").then_some("1"), "childIds": inside, "ignored": false, "role": { "value": role }, "name": { "value": name }, "backendDOMNodeId": 1 });
                let tree =
                    [node("1", "RootWebArea", "T".into(), &["2"]), node("2", "StaticText", format!("Shown in {session}"), &[])];
                let answer = match request["method"].as_str() {
                    Some("Accessibility.getFullAXTree") => Some(json!({ "result": { "nodes": tree } })),
                    _ => styles(session),
                };
                let Some(mut answer) = answer else { continue };
                answer["id"] = request["id"].clone();
                output.write_all(format!("{answer}\0").as_bytes()).await.unwrap();
            }
        });
        Connection::open(input, output, |_| {})
    }

    async fn read_two_frames(browser: Connection) -> Result<Snapshot, CallError> {
        let frame = |session: &str| FrameRef { session: session.into(), frame: "F".into() };
        let secrets = Secrets { fields: Arc::default(), memory: Memory::new().unwrap() };
        take(browser, vec![frame("main"), frame("inner")], "https://shop.example/".into(), secrets, true, None).await
    }

    #[tokio::test(start_paused = true)]
    async fn where_nobody_knows_what_can_be_seen_nothing_is_read() {
        let empty = || Some(json!({ "result": { "documents": [], "strings": [] } }));
        let texts = |read: &Snapshot| read.page.elements.iter().map(|one| one.element.name.clone()).collect::<Vec<_>>();
        let whole = read_two_frames(browser(move |_| empty())).await.unwrap();
        assert_eq!(texts(&whole), ["Shown in main", "Shown in inner"]);
        assert!(whole.records.unwrap().complete);
        for bad in [
            None,
            Some(json!({ "error": { "message": "no" } })),
            Some(json!({ "result": {} })),
            Some(json!({ "result": { "documents": "none", "strings": [] } })),
            Some(json!({ "result": { "documents": [{}], "strings": [] } })),
        ] {
            let of_all = bad.clone();
            assert!(read_two_frames(browser(move |_| of_all.clone())).await.is_err(), "{bad:?}");
            let of_main = bad.clone();
            let main = move |session: &str| if session == "main" { of_main.clone() } else { empty() };
            assert!(read_two_frames(browser(main)).await.is_err(), "{bad:?}");
            let of_inner = bad.clone();
            let inner = move |session: &str| if session == "inner" { of_inner.clone() } else { empty() };
            let read = read_two_frames(browser(inner)).await.unwrap();
            assert_eq!(texts(&read), ["Shown in main"], "{bad:?}");
            assert!(!read.records.unwrap().complete, "it says that a part is missing");
        }
    }

    #[test]
    fn a_page_nested_without_end_is_read_as_far_as_it_goes() {
        let nested = |id: i64| {
            let parent = (id > 1).then(|| (id - 1).to_string());
            json!({ "nodeId": id.to_string(), "parentId": parent, "childIds": [(id + 1).to_string()],
                "role": { "value": "group" }, "name": { "value": format!("Group {id}") } })
        };
        let nodes: Vec<Value> = (1..50_000).map(nested).collect();
        let mut elements = Vec::new();
        read_elements(&Tree::of(json!({ "nodes": nodes })), &HashSet::new(), &mut elements, &mut Vec::new());
        assert!((100..1_000).contains(&elements.len()), "{}", elements.len());
    }

    #[test]
    fn text_runs_join_messages_speak_and_secrets_do_not() {
        let read = page(&[
            (1, 0, "RootWebArea", "T", ""),
            (2, 1, "heading", "Sign in", ""),
            (3, 2, "StaticText", "Sign in", ""),
            (10, 1, "paragraph", "", ""),
            (11, 10, "StaticText", "Hello ", ""),
            (12, 10, "StaticText", "world", ""),
            (20, 1, "alert", "", ""),
            (21, 20, "StaticText", "Wrong password", ""),
            (91, 1, "textbox", "Word", "hunter2"),
            (92, 91, "generic", "", ""),
            (93, 92, "StaticText", "hunter2", ""),
        ]);
        assert_eq!(
            read,
            [
                line("heading", "Sign in", ""),
                line("text", "Hello world", "Sign in"),
                line("alert", "Wrong password", "Sign in"),
                line("textbox", "Word=▮▮▮▮▮▮", "Sign in"),
            ]
        );
    }
}
