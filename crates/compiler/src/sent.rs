//! Requests that pages sent: what one says, and whether two are of one kind.

use crate::{SourceReadings, address};
use apprentice_contracts::graph::SentPattern;
use apprentice_contracts::reading::{ReadRecord, Reading, ReadingSource, RecordKind, SEND, is_unsafe_address};
use url::Url;

/// Words of paths and operations that only ask for something, tell what the person looks at, or keep a session.
const ASIDE: &[&str] = &[
    "search",
    "filter",
    "query",
    "find",
    "lookup",
    "autocomplete",
    "suggest",
    "suggestions",
    "validate",
    "preview",
    "login",
    "signin",
    "logon",
    "logout",
    "auth",
    "token",
    "tracking",
    "telemetry",
    "analytics",
    "metrics",
    "heartbeat",
    "ping",
    "beacon",
    "poll",
    "render",
    "typeahead",
];

/// How the names of operations of GraphQL begin that change something.
const MUTATION: &str = "mutation ";

/// The most addresses at which what was sent is asked for again.
const MOST_RESOURCES: usize = 8;

/// From this length on, an id represents one thing alone.
pub const UNIQUE: usize = 20;

/// A request that was answered.
#[derive(Clone, Debug)]
pub struct SentRequest<'a> {
    pub method: &'a str,
    /// The decoded parts of the path.
    pub path: Vec<String>,
    /// Names of the parameters of the address, sorted.
    pub parameters: Vec<String>,
    pub status: u16,
    pub operation: &'a str,
    /// Parts of the body, in their order; then the parameters of the address, by `?` and their name.
    pub parts: Vec<(String, String)>,
}

/// The requests of a reading that the application accepted and that are no mere question, in their order.
pub fn accepted(reading: &Reading) -> Vec<SentRequest<'_>> {
    answered(reading).0
}

/// The same, and whether there were others that may have changed something: questions, and requests without an answer.
pub fn answered(reading: &Reading) -> (Vec<SentRequest<'_>>, bool) {
    let refused = |record: &ReadRecord| {
        let status = record.cells.iter().find(|cell| cell.header == ":status");
        status.is_some_and(|cell| cell.text.starts_with(['4', '5']))
    };
    let all = reading.records.iter().filter(|record| !refused(record)).count();
    let requests: Vec<SentRequest<'_>> =
        reading.records.iter().filter_map(SentRequest::of).filter(|one| !one.is_aside()).collect();
    let open = requests.len() < all;
    (requests, open)
}

/// What pages sent, of the readings of a demonstration.
pub fn sent_in(readings: &[SourceReadings]) -> impl Iterator<Item = &Reading> {
    let sent = readings.iter().filter(|one| one.source == ReadingSource::Sent);
    sent.filter_map(|one| one.after.as_ref()?.as_ref().ok())
}

/// A part of a request by its name, or nothing.
fn part<'r>(record: &'r ReadRecord, name: &str) -> &'r str {
    record.cells.iter().find(|cell| cell.header == name).map_or("", |cell| cell.text.as_str())
}

/// The addresses of requests by POST that were answered with something of their own, instead of leading on; and whether the answer is known to
/// be the next page of the tab.
pub fn answered_posts(reading: &Reading) -> impl Iterator<Item = (&str, bool)> {
    let answered = |record: &&ReadRecord| part(record, ":method") == "POST" && part(record, ":status").starts_with('2');
    reading.records.iter().filter(answered).map(|record| (part(record, ":url"), part(record, ":destination") == "document"))
}

/// The addresses at which a site keeps what it was sent: those of PUT and PATCH (RFC 9110, 9.3.4; RFC 5789), and that of the list in which a POST
/// made something (201). GET asks what is there now, which is safe (RFC 9110, 9.2.1). The last first.
pub fn resources(reading: &Reading) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for record in reading.records.iter().rev() {
        let keeps = match part(record, ":method") {
            "PUT" | "PATCH" => part(record, ":status").starts_with('2'),
            "POST" => part(record, ":status") == "201",
            _ => false,
        };
        let url = part(record, ":url").to_owned();
        if keeps && !is_unsafe_address(&url) && !out.contains(&url) && out.len() < MOST_RESOURCES {
            out.push(url);
        }
    }
    out
}

impl<'a> SentRequest<'a> {
    /// `None`: the record is no request, or the request was refused, not answered or sent on.
    fn of(record: &'a ReadRecord) -> Option<Self> {
        let cell = |name: &str| record.cells.iter().find(|cell| cell.header == name).map(|cell| cell.text.as_str());
        let status: u16 = cell(":status")?.parse().ok()?;
        if record.kind != RecordKind::Request || !matches!(status, 200..=206 | 301..=303) {
            return None;
        }
        let parsed = Url::parse(cell(":url")?).ok()?;
        let decoded = |part: &str| percent_decoded(part);
        let path: Vec<String> =
            parsed.path_segments().into_iter().flatten().filter(|part| !part.is_empty()).map(decoded).collect();
        let asked: Vec<(String, String)> = parsed.query_pairs().into_owned().collect();
        let mut parameters: Vec<String> = asked.iter().map(|(name, _)| name.clone()).collect();
        parameters.sort();
        parameters.dedup();
        let own = record.cells.iter().filter(|cell| !cell.header.starts_with(':'));
        let mut parts: Vec<(String, String)> = own.map(|cell| (cell.header.clone(), cell.text.clone())).collect();
        let asked = asked.iter().flat_map(|(name, value)| listed(value).map(move |one| (format!("?{name}"), one.to_owned())));
        parts.extend(asked);
        without_own_number(&mut parts, &path);
        Some(Self {
            method: cell(":method")?,
            path,
            parameters,
            status,
            operation: cell(":operation").unwrap_or_default(),
            parts,
        })
    }

    /// Whether it only asks for something, or keeps a session.
    fn is_aside(&self) -> bool {
        let last = self.path.iter().rev().take(2).map(String::as_str).chain([self.operation]);
        (self.method == "GET" || !self.changes()) && last.flat_map(words).any(|word| ASIDE.contains(&word.as_str()))
    }

    /// Whether an application sends such a thing by itself, when somebody only looks.
    pub fn is_by_itself(&self) -> bool {
        const LOOKS: &[&str] =
            &["seen", "view", "viewed", "views", "read", "lock", "unlock", "presence", "visit", "visited", "open", "opened"];
        let last = self.path.iter().rev().take(2).map(String::as_str).chain([self.operation]);
        let mut named = last.flat_map(words);
        self.method != "DELETE" && named.any(|word| ASIDE.contains(&word.as_str()) || LOOKS.contains(&word.as_str()))
    }

    /// The id of what it is about, with what that is called: the last part of the path that differs from thing to thing. A small number says
    /// nothing without its name.
    pub fn id(&self) -> Option<Id<'_>> {
        let at = self.path.iter().rposition(|part| address::is_volatile(part))?;
        let name = self.path[..at].last().map_or("", String::as_str);
        Some(Id { of: thing_of(name), text: &self.path[at] })
    }

    /// The things that its address names, in its path and its parameters: `/orders/5/cancel`, `/?op=pause&uuid=…`.
    pub fn things(&self) -> Vec<Id<'_>> {
        let is_thing = |(name, text): &&(String, String)| name.starts_with('?') && is_id(name) && address::is_volatile(text);
        let asked = self.parts.iter().filter(is_thing).flat_map(|(name, _)| self.ids_of(name));
        self.id().into_iter().chain(asked).collect()
    }

    /// The ids in a part of the body. `orders`, or `ids` of a request to `/orders/…`.
    pub fn ids_of<'s>(&'s self, name: &str) -> impl Iterator<Item = Id<'s>> {
        let mut named = words(name);
        if is_id(name) {
            named.pop();
        }
        let of = named.pop().or_else(|| self.path.iter().rev().find(|part| !address::is_volatile(part)).cloned());
        let of = thing_of(&of.unwrap_or_default());
        let parts = self.parts.iter().filter(move |(known, text)| known == name && !text.trim().is_empty());
        parts.map(|(_, text)| Id { of: of.clone(), text }).collect::<Vec<_>>().into_iter()
    }

    /// Whether a part of the body, or a parameter of what changes something, has ids: it is called so, or it has a long one that records of
    /// these readings have, whatever it is called.
    pub fn holds_ids(&self, name: &str, known: &[&Reading]) -> bool {
        let is_known = |id: Id<'_>| id.text.len() >= UNIQUE && !rows_of(&id, known).is_empty();
        let may_hold = self.method != "GET" || !name.starts_with('?');
        is_id(name) || may_hold && self.ids_of(name).any(is_known)
    }

    /// How many different values a part has.
    pub fn count(&self, name: &str) -> usize {
        let values = self.parts.iter().filter(|(known, _)| known == name).map(|(_, text)| text);
        values.collect::<std::collections::BTreeSet<_>>().len()
    }

    /// Whether it answers with another page.
    pub fn leads_on(&self) -> bool {
        self.status >= 300
    }

    /// Whether it surely changes something. A POST that is answered with a content may only ask.
    pub fn changes(&self) -> bool {
        self.is_final() || self.method == SEND || self.operation.starts_with(MUTATION)
    }

    /// Whether its address says that it sets something: `/ajax/editbooks/publishers`.
    pub fn acts_by_name(&self) -> bool {
        const ACTS: &[&str] = &["set", "change", "move", "assign", "modify", "write", "put"];
        const BEGINNINGS: &[&str] = &["edit", "update", "save", "rename"];
        let mut named = self.path.iter().map(String::as_str).chain([self.operation]).flat_map(words);
        named.any(|word| ACTS.contains(&word.as_str()) || word != "editor" && BEGINNINGS.iter().any(|act| word.starts_with(act)))
    }

    /// Whether it surely was accepted, too. Some applications answer a mistake in a form with its page, or with a content that says so.
    pub fn is_final(&self) -> bool {
        match self.method {
            "POST" => self.status != 200,
            // Nothing answered it.
            SEND => self.status != 202,
            _ => true,
        }
    }

    /// Whether it is of the kind that was demonstrated, whatever it is about.
    pub fn is_of_kind(&self, pattern: &SentPattern) -> bool {
        let names = |wanted: &str| self.parts.iter().any(|(name, _)| name == wanted);
        self.method == pattern.method
            && self.operation == pattern.operation
            && self.leads_on() == pattern.leads_on
            && self.parameters == pattern.parameters
            && fits_path(&pattern.path, &self.path)
            && pattern.parts.iter().all(|part| part.header.as_deref().is_none_or(names))
    }
}

/// The values of a parameter: long ids between commas are several.
fn listed(value: &str) -> impl Iterator<Item = &str> {
    let is_list = value.contains(',') && value.split(',').all(|one| one.len() >= UNIQUE && !one.contains(char::is_whitespace));
    value.split(if is_list { ',' } else { '\0' })
}

/// An id, and what has it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Id<'a> {
    /// `order` for `/orders/5`.
    of: String,
    text: &'a str,
}

impl Id<'_> {
    /// Whether two ids are those of things of one kind.
    pub fn is_alike(&self, other: &Self) -> bool {
        self.of == other.of
    }
}

/// Fields of a form that is about one record may end in its number: `method3`, `qty[3]`, where another part or the path says 3. They are called
/// the same for each record then: `method#`. Fields that are numbered one after the other keep their numbers.
fn without_own_number(parts: &mut [(String, String)], path: &[String]) {
    fn ends(name: &str) -> Option<(&str, &str, &str)> {
        let (open, close) = name.strip_suffix(']').map_or((name, ""), |open| (open, "]"));
        let stem = open.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let number = &open[stem.len()..];
        (!number.is_empty() && stem.chars().any(char::is_alphabetic)).then_some((stem, number, close))
    }
    let names: Vec<String> = parts.iter().map(|(name, _)| name.clone()).collect();
    let is_own = |name: &str| {
        let (stem, number, _) = ends(name)?;
        let says = |(other, text): &(String, String)| other != name && ends(other).is_none() && text.trim() == number;
        let is_alone = names.iter().filter_map(|other| ends(other)).all(|(of, other, _)| of != stem || other == number);
        (is_alone && (path.iter().any(|part| part == number) || parts.iter().any(says))).then(|| name.to_owned())
    };
    let own: Vec<String> = names.iter().filter_map(|name| is_own(name)).collect();
    for (name, _) in parts.iter_mut().filter(|(name, _)| own.contains(name)) {
        if let Some((stem, _, close)) = ends(name) {
            *name = format!("{stem}#{close}");
        }
    }
}

/// What a part of an address is about, in the singular: `order` for `orders`.
pub fn thing_of(name: &str) -> String {
    let last = words(name).pop().unwrap_or_default();
    let is_class = ["sses", "xes", "ches", "shes"].iter().any(|end| last.ends_with(end));
    let one = match last.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        Some(stem) => Some(format!("{stem}y")),
        None if is_class => last.strip_suffix("es").map(str::to_owned),
        None => last.strip_suffix('s').filter(|stem| !stem.ends_with('s')).map(str::to_owned),
    };
    one.unwrap_or(last)
}

/// The rows and items of some readings that have an id: in the path or a parameter of their link, or in the data about such things.
pub fn rows_of<'r>(id: &Id<'_>, readings: &[&'r Reading]) -> Vec<&'r ReadRecord> {
    // Of long ids there are no two.
    let is_unique = id.text.len() >= UNIQUE;
    let leads_there = |link: &str| {
        let Ok(parsed) = Url::parse(link) else { return false };
        let path: Vec<&str> =
            parsed.path_segments().into_iter().flatten().chain(parsed.fragment().unwrap_or_default().split(['/', '?'])).collect();
        let follows = |at: usize| at > 0 && thing_of(path[at - 1]) == id.of;
        let asked = parsed.query_pairs().any(|(name, text)| text == id.text && (is_unique || thing_of(&name) == id.of));
        asked || (0..path.len()).any(|at| path[at] == id.text && (is_unique || follows(at)))
    };
    let mut out = Vec::new();
    for reading in readings {
        let is_about = reading.source.address().is_some_and(|url| {
            let path = Url::parse(url).map(|url| url.path().to_owned()).unwrap_or_default();
            path.split('/').any(|part| thing_of(part) == id.of)
        });
        let has = |record: &&ReadRecord| {
            matches!(record.kind, RecordKind::Row | RecordKind::Item)
                && (record.link.as_deref().is_some_and(leads_there)
                    || (is_unique || is_about) && record.cells.iter().any(|cell| cell.text == id.text && is_id(&cell.header)))
        };
        out.extend(reading.records.iter().filter(has));
    }
    out
}

/// Whether a name is that of an id: `id`, `order_id`, `productIds`, `#`.
pub fn is_id(name: &str) -> bool {
    const IDS: &[&str] = &["id", "pk", "key", "uuid", "guid", "oid", "rowid", "number"];
    // What distinguishes one try from the next.
    const OF_THE_REQUEST: &[&str] = &["idempotency", "mutation", "request", "nonce", "correlation", "trace"];
    let is_one = |word: &String| IDS.contains(&word.strip_suffix('s').unwrap_or(word));
    let words = words(name);
    let of_request = words.iter().any(|word| OF_THE_REQUEST.contains(&word.as_str()));
    name.trim() == "#" || !of_request && words.last().is_some_and(is_one)
}

/// Whether a path has the parts of a pattern, with anything in its holes.
fn fits_path(pattern: &str, path: &[String]) -> bool {
    let wanted: Vec<&str> = pattern.split('/').filter(|part| !part.is_empty()).collect();
    let fits = |(wanted, given): (&&str, &String)| *wanted == "*" || wanted.contains("{{") || *wanted == given.as_str();
    wanted.len() == path.len() && wanted.iter().zip(path).all(fits)
}

/// The words of a name: `searchOrders`, `find_all`.
pub fn words(name: &str) -> Vec<String> {
    let mut out: Vec<String> = vec![String::new()];
    let mut was_small = false;
    for letter in name.chars() {
        let begins = !letter.is_alphanumeric() || letter.is_uppercase() && was_small;
        if begins && out.last().is_some_and(|word| !word.is_empty()) {
            out.push(String::new());
        }
        if letter.is_alphanumeric()
            && let Some(word) = out.last_mut()
        {
            word.extend(letter.to_lowercase());
        }
        was_small = letter.is_lowercase() || letter.is_ascii_digit();
    }
    out.retain(|word| !word.is_empty());
    out
}

fn percent_decoded(part: &str) -> String {
    // A plus sign in a path is one.
    let pair = format!("={}", part.replace('+', "%2B").replace('&', "%26"));
    url::form_urlencoded::parse(pair.as_bytes()).next().map_or_else(|| part.to_owned(), |(_, text)| text.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_names() {
        for (name, expected) in [
            ("searchOrders", vec!["search", "orders"]),
            ("find_all", vec!["find", "all"]),
            ("GET-IDs", vec!["get", "ids"]),
            ("v2", vec!["v2"]),
        ] {
            assert_eq!(words(name), expected, "{name}");
        }
        for (many, one) in
            [("orders", "order"), ("categories", "category"), ("class", "class"), ("classes", "class"), ("boxes", "box")]
        {
            assert_eq!(thing_of(many), one);
        }
        assert!(["id", "order_id", "productIds", "uuids[]", "#"].into_iter().all(is_id));
        assert!(!["valid", "name", "", "idle"].into_iter().any(is_id));
        assert_eq!(percent_decoded("a%20b+c&d"), "a b+c&d");
        let (one, other) = ("e6d0cefaee29c10db5f3813af9596577", "89c43eed5104f09c120fda396dd68335");
        assert_eq!(listed(&format!("{one},{other}")).collect::<Vec<_>>(), [one, other]);
        assert_eq!(listed("Crumble, on Sunday").collect::<Vec<_>>(), ["Crumble, on Sunday"]);
        assert_eq!(listed("").collect::<Vec<_>>(), [""]);
    }
}
