//! Finds secrets in the addresses of a text: a password before the host, parameters that are secrets, segments that follow a word of a
//! one-time link.

use super::address::{ONE_TIME, is_secret_parameter};
use super::names::{looks_random, opens, words};
use super::shapes::is_reference;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

static ADDRESS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#"\b[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s"'`<>|\\^{}▮]+"#).expect("constant"));

pub(super) fn find(text: &str, found: &mut Vec<Range<usize>>) {
    for address in ADDRESS.find_iter(text) {
        let whole = address.as_str().trim_end_matches(['.', ',', ';', ')', ']', '!']);
        let Some(at) = whole.find("://").map(|at| at + 3) else { continue };
        let from = address.start();
        let mut push = |range: Range<usize>| found.push(from + range.start..from + range.end);
        let rest = &whole[at..];
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        if let Some(user) = rest[..end].rfind('@') {
            match rest[..user].find(':') {
                Some(colon) if is_reference(&rest[colon + 1..user]) => {}
                Some(colon) if colon + 1 < user => push(at + colon + 1..at + user),
                None if looks_random(&rest[..user]) => push(at..at + user),
                _ => {}
            }
        }
        let path_end = whole.find(['?', '#']).unwrap_or(whole.len());
        let has_hook = words(&whole[..path_end]).iter().any(|word| HOOKS.contains(&word.as_str()));
        segments(whole, at + end..path_end.max(at + end), &mut push);
        parameters(whole, path_end..whole.len(), has_hook, &mut push);
    }
}

/// Words of addresses that anybody who knows them can call. What names the caller there is a key, although it may be a UUID.
const HOOKS: [&str; 5] = ["hook", "hooks", "webhook", "webhooks", "robot"];

fn is_uuid(text: &str) -> bool {
    text.split('-').map(str::len).eq([8, 4, 4, 4, 12]) && text.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
}

fn segments(whole: &str, path: Range<usize>, push: &mut impl FnMut(Range<usize>)) {
    let mut at = path.start;
    let (mut announced, mut hook) = (false, false);
    for segment in whole[path].split('/') {
        if announced && opens(segment) || hook && is_uuid(segment) {
            push(at..at + segment.len());
        }
        announced = words(segment).iter().any(|word| ONE_TIME.contains(&word.as_str()));
        hook = words(segment).iter().any(|word| HOOKS.contains(&word.as_str()));
        at += segment.len() + 1;
    }
}

fn parameters(whole: &str, query: Range<usize>, has_hook: bool, push: &mut impl FnMut(Range<usize>)) {
    let mut at = query.start;
    for pair in whole[query].split(['?', '#', '&', ';']) {
        if let Some((name, value)) = pair.split_once('=')
            && !value.is_empty()
            && (is_secret_parameter(name, value) || has_hook && is_uuid(value))
            && !is_reference(value)
        {
            push(at + name.len() + 1..at + pair.len());
        }
        at += pair.len() + 1;
    }
}
