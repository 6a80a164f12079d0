//! Addresses of pages: what identifies a page, and what is volatile.

use crate::pattern::{self, Bindings};
use apprentice_contracts::reading::{is_page_only, is_route, route_parts};
use std::collections::BTreeSet;
use url::Url;

/// The path without query and final slash. Two addresses of one page have the same path.
pub fn path_of(url: &str) -> String {
    let (base, fragment) = url.split_once('#').unwrap_or((url, ""));
    let base = base.split('?').next().unwrap_or(base).trim_end_matches('/');
    if is_route(fragment) { format!("{base}#{}", route_parts(fragment).0) } else { base.to_owned() }
}

pub fn same_page(one: &str, other: &str) -> bool {
    path_of(one) == path_of(other)
}

/// Whether two pages are of one kind: their paths differ at most in numbers and ids, as `/ticket/5` and `/ticket/6` do.
pub fn same_kind(one: &str, other: &str) -> bool {
    let parts = |url: &str| -> Vec<String> {
        let path = path_of(url);
        path.split('/').map(|part| if is_volatile(part) { "*".to_owned() } else { part.to_owned() }).collect()
    };
    parts(one) == parts(other)
}

/// Whether the address is the start page of an application.
pub fn is_start(url: &str) -> bool {
    Url::parse(url).is_ok_and(|url| {
        segments(url.path()).is_empty() && url.query().is_none() && url.fragment().is_none_or(|route| route.len() < 3)
    })
}

/// Scheme, host and port: pages of one origin belong to one application.
pub fn origin(url: &str) -> Option<String> {
    Url::parse(url).ok().map(|url| url.origin().ascii_serialization())
}

/// `wiki.example.org`; `None` for an address of this machine, or for a text that is not an address.
pub fn public_host(url: &str) -> Option<String> {
    let url = Url::parse(url).ok()?;
    let host = url.host_str()?.trim_matches(['[', ']']).to_owned();
    let local =
        host == "localhost" || host.ends_with(".localhost") || host.starts_with("127.") || host == "::1" || host == "0.0.0.0";
    let speaks = crate::untrusted::addresses_reader(&host);
    (!local && !speaks && matches!(url.scheme(), "http" | "https")).then_some(host)
}

/// What the pages at an address are about: `invoices` for `/invoices/content/?page=2`. `tell` says how a part reads, and `None` for a part
/// that differs in each run.
pub fn noun(url: &str, tell: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    if is_page_only(url) {
        let path = Url::parse(url).map(|url| url.path().to_owned()).unwrap_or_default();
        return segments(&path).iter().rev().filter(|part| !is_volatile(part)).find_map(|part| noun_of_procedure(part));
    }
    // The last parts of an address say how something is shown, the one before them says what.
    let path = path_of(url);
    let path = path.split_once("://").map_or("", |(_, rest)| rest).split_once('/').map_or("", |(_, path)| path);
    let plain = |part: &String| part.chars().count() > 1 && part.chars().all(|letter| letter.is_alphabetic() || letter == ' ');
    let parts = path.rsplit('/').filter(|part| !is_volatile(part)).filter_map(|part| tell(readable(part).trim()));
    let named = parts.map(|part| part.split('.').next().unwrap_or_default().trim().to_owned());
    named.filter(plain).find(|part| !VIEWS.contains(&crate::text::fold(part).as_str()))
}

/// What a procedure is about by its name: `party` of `model.party.search_read`, `entity registry` of `entity_registry.list_for_display`.
fn noun_of_procedure(name: &str) -> Option<String> {
    const ASKS: &[&str] = &[
        "get",
        "list",
        "read",
        "search",
        "find",
        "fetch",
        "load",
        "query",
        "count",
        "filter",
        "subscribe",
        "watch",
        "all",
        "by",
        "for",
        "with",
        "id",
        "ids",
        "display",
        "model",
        "api",
        "rpc",
        "result",
        "event",
        "json",
        "jsonrpc",
        "graphql",
    ];
    let is_noun = |word: &String| !ASKS.contains(&word.as_str()) && word.chars().all(char::is_alphabetic);
    let parts = name.rsplit(['.', ':', ' ']);
    let mut named = parts.map(|part| crate::sent::words(part).into_iter().filter(is_noun).collect::<Vec<_>>().join(" "));
    named.find(|name| name.chars().count() > 1)
}

/// Words of paths that name a view of things.
const VIEWS: &[&str] = &[
    "content", "list", "index", "view", "views", "show", "table", "all", "browse", "overview", "page", "edit", "items", "new",
    "add", "update", "create", "insert", "detail", "details", "search", "results", "home", "main",
];

/// Whether a path segment differs every time: numbers, dates, UUIDs, hashes.
pub fn is_volatile(word: &str) -> bool {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    // The version of an interface (`v1`, `v2.0`) is the same every time.
    let version = word.strip_prefix('v').is_some_and(|number| number.split('.').all(|part| (1..=2).contains(&part.len())));
    let hex = word.len() >= 8 && digits > 0 && word.chars().all(|c| c.is_ascii_hexdigit() || c == '-');
    digits > 0 && !version && (hex || digits * 2 >= word.chars().count())
}

/// Whether a part of a path names a view, such as `add` or `bulk-import`, where a number would name a thing.
fn is_view_part(part: &str) -> bool {
    let mut words = part.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    !part.chars().any(|letter| letter.is_ascii_digit()) && words.any(|word| is_view_word(&crate::text::fold(word)))
}

fn is_view_word(word: &str) -> bool {
    const MORE: &[&str] = &["import", "export", "bulk", "settings", "options", "upload", "copy", "history", "delete", "remove"];
    VIEWS.contains(&word) || MORE.contains(&word)
}

/// The parts of a path that differ every time, such as the number of a record.
pub fn numbers(url: &str) -> Vec<String> {
    let path = Url::parse(url).map(|url| url.path().to_owned()).unwrap_or_default();
    segments(&path).into_iter().filter(|segment| is_volatile(segment)).collect()
}

/// The last part of a path, decoded.
pub fn last_part(url: &str) -> Option<String> {
    Url::parse(url).ok().and_then(|url| segments(url.path()).pop())
}

/// Whether a page answered at an address that has all parts of the one that was asked for, in this order, and more: `/desk/tree/a` at
/// `/desk/spaces/2/tree/a`.
pub fn goes_on(asked: &str, landed: &str) -> bool {
    let (Ok(asked), Ok(landed)) = (Url::parse(asked), Url::parse(landed)) else { return false };
    let (wanted, given) = (segments(asked.path()), segments(landed.path()));
    let mut rest = given.iter();
    asked.origin() == landed.origin()
        && !wanted.is_empty()
        && given.len() > wanted.len()
        && wanted.iter().all(|part| rest.any(|other| other == part))
}

/// The address as a pattern, such as `wiki.example.org/pages/{{title}}` or `*/customers/*`. Volatile segments and local hosts with their
/// ports become `*`; `fill` inserts variables. The query counts only if the path identifies nothing.
pub fn url_pattern(url: &str, fill: &dyn Fn(&str) -> Option<String>) -> String {
    let Ok(parsed) = Url::parse(url) else { return "*".to_owned() };
    let mut out = public_host(url).unwrap_or_else(|| "*".to_owned());
    let segments = segments(parsed.path());
    for segment in &segments {
        out.push('/');
        out.push_str(&part_pattern(segment, fill));
    }
    if segments.is_empty() {
        out.push('/');
    }
    let script = segments.last().is_none_or(|last| last.ends_with(".php") || last.ends_with(".cgi") || last.ends_with(".asp"));
    if script {
        let pairs: Vec<String> = parsed
            .query_pairs()
            .filter(|(name, value)| is_view(name, value) && fill(&readable(value)).is_none())
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        if !pairs.is_empty() {
            out.push('?');
            out.push_str(&pairs.join("&"));
        }
    }
    if let Some(fragment) = parsed.fragment().filter(|fragment| is_route(fragment)) {
        let (route, _) = route_parts(fragment);
        out.push('#');
        out.push_str(&route.split('/').map(|part| part_pattern(part, fill)).collect::<Vec<_>>().join("/"));
    } else if let Some(record) = parsed.fragment().and_then(|fragment| fill(&readable(fragment))) {
        // In an application of one page the fragment may name the record that is shown.
        out.push('#');
        out.push_str(&record);
    }
    out
}

/// The names of the parameters of an address.
pub fn parameters(url: &str) -> BTreeSet<String> {
    Url::parse(url).map(|url| url.query_pairs().map(|(name, _)| name.into_owned()).collect()).unwrap_or_default()
}

/// The values of the parameters of an address.
pub fn values_of_parameters(url: &str) -> Vec<String> {
    Url::parse(url).map(|url| url.query_pairs().map(|(_, value)| value.into_owned()).collect()).unwrap_or_default()
}

/// Whether a query parameter selects a view of a page: `table=customers`.
fn is_view(name: &str, value: &str) -> bool {
    const NAMES: &[&str] =
        &["page", "view", "action", "table", "tab", "section", "module", "route", "p", "do", "mode", "title", "db"];
    NAMES.contains(&name.to_lowercase().as_str())
        && (1..40).contains(&value.len())
        && value.chars().all(|c| c.is_ascii_alphabetic() || matches!(c, '_' | '-' | '/'))
}

fn segments(path: &str) -> Vec<String> {
    path.split('/').filter(|segment| !segment.is_empty()).map(decode).collect()
}

fn part_pattern(part: &str, fill: &dyn Fn(&str) -> Option<String>) -> String {
    let part = decode(part);
    match fill(&readable(&part)) {
        Some(filled) => filled,
        None if is_volatile(&part) => "*".to_owned(),
        None => part.replace(['*', '{', '}', '#', '?', '/'], " "),
    }
}

/// Replaces word separators by blanks, so that `week-47` reads like `Week 47`.
pub fn readable(text: &str) -> String {
    decode(text).chars().map(|c| if matches!(c, '+' | '-' | '_') { ' ' } else { c }).collect()
}

fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let raw = text.as_bytes();
    let mut at = 0;
    while at < raw.len() {
        let escaped = (raw[at] == b'%').then(|| raw.get(at + 1..at + 3)).flatten();
        let code = escaped.and_then(|hex| std::str::from_utf8(hex).ok()).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        bytes.push(code.unwrap_or(raw[at]));
        at += if code.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whether an address matches a pattern of [`url_pattern`], segment by segment.
pub fn url_fits(pattern: &str, url: &str, bindings: &Bindings) -> bool {
    if pattern == "*" {
        return true;
    }
    let Ok(parsed) = Url::parse(url) else { return false };
    let readable_bindings: Bindings = bindings.iter().map(|(name, value)| (name.clone(), readable(value))).collect();
    let part_fits = |pattern: &str, part: &str| {
        pattern::matches(pattern, part, bindings) || pattern::matches(&blanks(pattern), &readable(part), &readable_bindings)
    };
    let (base, route) = pattern.split_once('#').unwrap_or((pattern, ""));
    let (base, query) = base.split_once('?').unwrap_or((base, ""));
    let (host, path) = base.split_once('/').unwrap_or((base, ""));
    let wanted: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let given = segments(parsed.path());
    let host_fits = pattern::matches(host, parsed.host_str().unwrap_or_default(), bindings);
    let id_fits = |want: &str, give: &str| (want != "*" || !is_view_part(give)) && part_fits(want, give);
    let path_fits = wanted.len() == given.len() && wanted.iter().zip(&given).all(|(want, give)| id_fits(want, give));
    let query_fits = query.split('&').filter(|pair| !pair.is_empty()).all(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        parsed.query_pairs().any(|(n, v)| n == name && v == value)
    });
    let fragment = decode(route_parts(parsed.fragment().unwrap_or_default()).0);
    let route_fits = route.is_empty() || {
        let (want, give): (Vec<&str>, Vec<&str>) = (route.split('/').collect(), fragment.split('/').collect());
        want.len() == give.len() && want.iter().zip(&give).all(|(want, give)| id_fits(want, give))
    };
    host_fits && path_fits && query_fits && route_fits
}

/// The address of a page that was not opened itself: a path of a pattern with the values of the run, each spelled as other addresses of the
/// run spell it. `None` where none of them has a value, or where the pattern leaves anything else open.
pub fn spelled_out(pattern: &str, visited: &[String], bindings: &Bindings) -> Option<String> {
    let path = pattern.strip_prefix("*/").filter(|path| !path.contains(['*', '?', '#']))?;
    let mut origin = None;
    let mut parts = Vec::new();
    for part in path.split('/') {
        let names = pattern::variables_in(part);
        let [name] = names.as_slice() else {
            names.is_empty().then(|| parts.push(part.to_owned()))?;
            continue;
        };
        let value = bindings.get(name).filter(|value| !value.trim().is_empty() && part == format!("{{{{{name}}}}}"))?;
        let (url, spelled) = visited.iter().find_map(|url| spelled_in(&Url::parse(url).ok()?, &readable(value)))?;
        origin = Some(url);
        parts.push(spelled);
    }
    Some(format!("{}/{}", origin?, parts.join("/")))
}

/// The origin of an address, and how a part of its path or its query spells a readable value, encoded as a part of a path.
fn spelled_in(url: &Url, value: &str) -> Option<(String, String)> {
    let is_value = |part: &str| crate::text::fold(&readable(part)) == crate::text::fold(value);
    let of_path = url.path().split('/').filter(|part| !part.is_empty()).find(|part| is_value(part)).map(str::to_owned);
    let of_query = || {
        let (_, found) = url.query_pairs().find(|(_, part)| is_value(part))?;
        let mut encoded = Url::parse("http://localhost").ok()?;
        encoded.path_segments_mut().ok()?.push(&found);
        Some(encoded.path().trim_start_matches('/').to_owned())
    };
    Some((url.origin().ascii_serialization(), of_path.or_else(of_query)?))
}

/// Replaces word separators of a pattern by blanks, outside of its placeholders.
fn blanks(pattern: &str) -> String {
    let mut depth = 0;
    let mut out = String::new();
    for letter in pattern.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        out.push(if depth <= 0 && matches!(letter, '-' | '_' | '+') { ' ' } else { letter });
    }
    out
}

/// The values at the placeholders of a path such as `/tickets/{{ticket_id}}`, which may be anywhere in the address.
pub fn url_capture(pattern: &str, url: &str) -> Option<Bindings> {
    let parsed = Url::parse(url).ok()?;
    let wanted: Vec<&str> = pattern.split('/').filter(|part| !part.is_empty() && *part != "*").collect();
    let given = segments(parsed.path());
    if wanted.is_empty() {
        return None;
    }
    given.windows(wanted.len()).find_map(|window| {
        let mut bindings = Bindings::new();
        for (want, give) in wanted.iter().zip(window) {
            bindings.extend(pattern::capture(want, give)?);
        }
        Some(bindings)
    })
}

/// Whether a page is the same list of another container, or of all of them: `/projects/b/hours` and `/hours` for `/projects/a/hours`.
pub fn is_sibling(url: &str, other: &str) -> bool {
    let (Ok(url), Ok(other)) = (Url::parse(url), Url::parse(other)) else { return false };
    let (own, given) = (segments(url.path()), segments(other.path()));
    let differing: Vec<usize> =
        own.iter().zip(&given).enumerate().filter(|(_, (one, two))| one != two).map(|(at, _)| at).collect();
    let is_of_another = || own.len() == given.len() && matches!(differing.as_slice(), [at] if (1..own.len() - 1).contains(at));
    let is_of_all = || !given.is_empty() && given.len() < own.len() && own.ends_with(&given);
    url.origin() == other.origin() && (is_of_another() || is_of_all())
}

/// Whether two paths have as many parts.
pub fn has_as_many_parts(url: &str, other: &str) -> bool {
    let parts = |url: &str| Url::parse(url).map(|url| segments(url.path()).len()).ok();
    parts(url) == parts(other)
}

/// Whether the query of an address holds this value: `/search?q=scale`.
pub fn asks_for(url: &str, value: &str) -> bool {
    let folded = crate::text::fold(value);
    url::Url::parse(url).is_ok_and(|url| url.query_pairs().any(|(_, asked)| crate::text::fold(&asked) == folded))
}

/// Whether a link stays on its page and only adds to its query or turns it: a filter, a sorted column, another part of a list.
pub fn narrows(from: &str, to: &str) -> bool {
    let (Ok(from), Ok(to)) = (url::Url::parse(from), url::Url::parse(to)) else { return false };
    let keys = |url: &url::Url| url.query_pairs().map(|(key, _)| key.into_owned()).collect::<std::collections::BTreeSet<_>>();
    let (old, new) = (keys(&from), keys(&to));
    from.origin() == to.origin()
        && from.path() == to.path()
        && from.fragment() == to.fragment()
        && from.query() != to.query()
        && old.is_subset(&new)
}

/// Whether a link stays on its page and shows another thing there, which the id in its query is made of: `?list=work` to `?list=garden_tools`
/// by “Garden tools”.
pub fn turns_to(from: &str, to: &str, name: &str) -> bool {
    let (Ok(from), Ok(to)) = (Url::parse(from), Url::parse(to)) else { return false };
    let pairs = |url: &Url| url.query_pairs().into_owned().collect::<Vec<(String, String)>>();
    let old = pairs(&from);
    pairs(&to).iter().any(|(key, value)| {
        let was = old.iter().find(|(known, _)| known == key);
        crate::sent::is_id(key)
            && was.is_some_and(|(_, was)| was != value)
            && name_in_id(value).is_some_and(|named| named == crate::text::fold(name))
    })
}

/// The name of which an id is made, folded: `house repairs` of `todo.house_repairs`. `None`: it is made of nothing that people say.
pub fn name_in_id(id: &str) -> Option<String> {
    let last = id.rsplit(['.', ':', '/']).next().unwrap_or(id);
    let plain = last.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '-' | ' '));
    (plain && !is_volatile(last))
        .then(|| crate::text::fold(readable(last).trim()))
        .filter(|name| name.chars().any(char::is_alphabetic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_keep_what_identifies_the_page() {
        let fill = |part: &str| (part.to_lowercase() == "week 47").then(|| "{{title}}".to_owned());
        for (url, pattern) in [
            ("http://127.0.0.1:8080/customers/17?x=1", "*/customers/*"),
            ("https://wiki.example.org/pages/week-47", "wiki.example.org/pages/{{title}}"),
            ("http://localhost:3000/#/orders", "*/#/orders"),
            ("http://localhost:3000/#Week%2047", "*/#{{title}}"),
            ("http://localhost:3000/notes#top", "*/notes"),
            ("http://localhost:3000/", "*/"),
            ("http://localhost/index.php?table=customers&id=4", "*/index.php?table=customers"),
            ("not a url", "*"),
        ] {
            assert_eq!(url_pattern(url, &fill), pattern, "{url}");
        }
    }

    #[test]
    fn data_are_named_by_the_procedure_that_was_asked() {
        let named = |url: &str| noun(url, &|part| Some(part.to_owned()));
        for (url, name) in [
            ("http://a/api/websocket/todo/item/subscribe?WebSocket=&entity_id=todo.house", "item"),
            ("http://a/rpc/model.party.party.search_read?POST=&params=1", "party"),
            ("http://a/live/config/entity_registry/list_for_display?WebSocket=", "entity registry"),
            ("http://a/graphql/GetOrders?POST=", "orders"),
            ("http://a/api/runs/filter?POST=&limit=200", "runs"),
        ] {
            assert_eq!(named(url).as_deref(), Some(name), "{url}");
        }
    }

    #[test]
    fn an_id_may_be_made_of_a_name() {
        assert_eq!(name_in_id("todo.house_repairs").as_deref(), Some("house repairs"));
        assert_eq!(name_in_id("garden-tools").as_deref(), Some("garden tools"));
        assert_eq!((name_in_id("3704038de7"), name_in_id("42"), name_in_id("a=b")), (None, None, None));
        let turns =
            |to: &str, name: &str| turns_to("http://h/todo?entity_id=todo.work&tab=open", &format!("http://h/todo?{to}"), name);
        assert!(turns("entity_id=todo.house_repairs&tab=open", "House repairs"));
        assert!(!turns("entity_id=todo.house_repairs", "Groceries") && !turns("entity_id=todo.work&tab=closed", "Closed"));
    }

    #[test]
    fn an_address_may_go_on() {
        let goes = |asked: &str, landed: &str| goes_on(&format!("http://h{asked}"), &format!("http://h{landed}"));
        assert!(goes("/desk", "/desk/2"));
        assert!(goes("/desk/tree/a", "/desk/spaces/2/tree/a"));
        assert!(!goes("/desk", "/desk"), "the same page");
        assert!(!goes("/", "/sign-in") && !goes("/desk/tree/a", "/desk/2") && !goes("/desk", "/desktop"));
        assert!(!goes_on("http://h/desk", "http://other/desk/2"));
    }

    #[test]
    fn addresses_fit_by_segment() {
        let run = Bindings::from([("title".to_owned(), "Week 48".to_owned())]);
        for (pattern, url, expected) in [
            ("wiki.example.org/pages/{{title}}", "https://wiki.example.org/pages/Week_48/", true),
            ("wiki.example.org/pages/{{title}}", "https://wiki.example.org/pages/week-47", false),
            ("wiki.example.org/pages/{{other}}", "https://wiki.example.org/pages/week-48", false),
            ("*/customers/*", "http://127.0.0.1:9/customers/3?saved=1", true),
            ("*/", "http://127.0.0.1:9/customers", false),
            ("*/#/orders", "http://127.0.0.1:9/#/orders", true),
            ("*/#{{title}}", "http://127.0.0.1:9/#Week%2048", true),
            ("*/#{{title}}", "http://127.0.0.1:9/#Week%2049", false),
            ("*/#{{title}}", "http://127.0.0.1:9/", false),
            ("*/#/orders", "http://127.0.0.1:9/#/customers", false),
            ("*/my-page", "http://127.0.0.1:9/my-page", true),
        ] {
            assert_eq!(url_fits(pattern, url, &run), expected, "{pattern} against {url}");
        }
    }

    #[test]
    fn a_page_that_was_not_opened_is_spelled_as_the_run_spells_it() {
        let run = Bindings::from([("title".to_owned(), "Tea & cups".to_owned())]);
        let spelled = |pattern: &str, url: &str| spelled_out(pattern, &[url.to_owned()], &run);
        let page = Some("http://127.0.0.1:9/wiki/Tea_&_cups".to_owned());
        assert_eq!(spelled("*/wiki/{{title}}", "http://127.0.0.1:9/wiki/Special:Move/Tea_&_cups"), page);
        assert_eq!(spelled("*/wiki/{{title}}", "http://127.0.0.1:9/wiki?title=Tea_%26_cups&action=edit"), page);
        assert_eq!(spelled("*/wiki/{{title}}", "http://127.0.0.1:9/wiki/Mugs"), None, "nothing says how it is spelled");
        assert_eq!(spelled("*/wiki/{{title}}/*", "http://127.0.0.1:9/wiki/Tea_&_cups"), None, "more is open");
        assert_eq!(spelled("*/wiki/{{other}}", "http://127.0.0.1:9/wiki/Tea_&_cups"), None, "no such value");
    }

    #[test]
    fn values_are_read_from_addresses() {
        let found = url_capture("*/tickets/{{ticket_id}}", "http://localhost/app/tickets/4711/edit?x=1");
        assert_eq!(found.and_then(|found| found.get("ticket_id").cloned()).as_deref(), Some("4711"));
    }
}
