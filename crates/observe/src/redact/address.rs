//! Masks addresses: removes user info, masks secret parameters and path segments.

use super::names::{Named, classify, looks_drawn, looks_random, opens};
use super::{mask_text, secrets_in};
use apprentice_contracts::MASK;
use apprentice_contracts::reading::{is_route, route_parts};
use url::Url;

/// [`MASK`] in an address.
const MASK_ENCODED: &str = "%E2%96%AE%E2%96%AE%E2%96%AE%E2%96%AE%E2%96%AE%E2%96%AE";

/// Origin, path and query with the values of secret parameters masked, user info removed, fragment kept only when it routes.
pub fn mask_url(url: &str) -> (String, u32) {
    let (mut masked, mut count) = mask_once(url);
    // A mask can replace a separator of the address, so it is parsed again.
    for _ in 0..8 {
        let (again, more) = mask_once(&masked);
        count += more;
        if again == masked {
            break;
        }
        masked = again;
    }
    (masked, count)
}

/// [`mask_url`] of a link. The fragment is kept as well where it is the name of the link, as in an application of one page that shows the
/// record that its address names.
pub fn mask_link(url: &str, name: &str) -> String {
    let masked = mask_url(url).0;
    let fragment = Url::parse(url).ok().and_then(|url| url.fragment().map(str::to_owned)).unwrap_or_default();
    // A fragment with parameters, such as the token of a sign-in, is no name.
    if fragment.contains(['=', '&']) {
        return masked;
    }
    let decoded: String = url::form_urlencoded::parse(fragment.as_bytes()).map(|(text, _)| text.into_owned()).collect();
    let plain =
        |text: &str| text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    let is_name = decoded.chars().count() > 2 && plain(&decoded) == plain(name) && !plain(name).is_empty();
    if is_name && !masked.contains('#') && mask_text(&decoded).1 == 0 { format!("{masked}#{fragment}") } else { masked }
}

fn mask_once(url: &str) -> (String, u32) {
    let Ok(parsed) = Url::parse(url) else { return mask_text(url) };
    let readable = |text: &str| text.replace(MASK_ENCODED, MASK);
    // The address contains the content of the page.
    if matches!(parsed.scheme(), "data" | "javascript") {
        let kept = if parsed.scheme() == "data" { url.split(',').next().unwrap_or_default() } else { "javascript:" };
        return mask_text(kept);
    }
    let mut count = u32::from(parsed.password().is_some());
    let mut masked = format!("{}:", parsed.scheme());
    if parsed.has_host() || parsed.scheme() == "file" {
        masked.push_str("//");
        masked.push_str(parsed.host_str().unwrap_or_default());
        if let Some(port) = parsed.port() {
            masked.push_str(&format!(":{port}"));
        }
    }
    let origin = masked.clone();
    masked.push_str(&mask_path(&readable(parsed.path()), &mut count));
    // `/?` is the same page as `/`.
    if let Some(query) = parsed.query().filter(|query| !query.is_empty()) {
        masked.push('?');
        masked.push_str(&mask_query(&readable(query), &mut count));
    }
    if let Some(route) = parsed.fragment().map(readable).filter(|fragment| is_route(fragment)) {
        masked.push_str(&mask_route(&route, &mut count));
    }
    // Secrets that only the whole address shows, such as the path of a webhook. The host is never masked: a mask would look like another
    // host.
    let last_resort = format!("{origin}/{MASK}");
    if masked == last_resort {
        return (masked, count);
    }
    let (whole, more) = mask_text(&masked);
    (if whole.starts_with(&origin) { whole } else { last_resort }, count + more)
}

/// A route with its `#`. One of an application that begins with a plain word, and then has a key, is no page that can be opened by others.
fn mask_route(route: &str, count: &mut u32) -> String {
    let (path, parameters) = route_parts(route);
    let is_plain = !route.starts_with(['/', '!']);
    if is_plain && path.split('/').any(|segment| opens(&decoded(segment))) {
        *count += 1;
        return String::new();
    }
    let begins = usize::from(!parameters.is_empty());
    format!("#{}{}{}", mask_path(path, count), &parameters[..begins], mask_query(&parameters[begins..], count))
}

/// Words of one-time links: the segment after them opens something.
pub(super) const ONE_TIME: &[&str] = &[
    "reset",
    "invite",
    "invitation",
    "verify",
    "verification",
    "token",
    "confirm",
    "confirmation",
    "activate",
    "activation",
    "magic",
    "unsubscribe",
    "password",
    "join",
    "share",
    "auth",
    "login",
    "signin",
    "recover",
    "recovery",
    "unlock",
    "otp",
    "session",
    "webhook",
    "webhooks",
    "hooks",
];

/// Masks segments that are secrets, or that follow a word of a one-time link.
fn mask_path(path: &str, count: &mut u32) -> String {
    let mut announced = false;
    let masked: Vec<String> = path
        .split('/')
        .map(|segment| {
            let plain = decoded(&segment.replace('&', "%26").replace('+', "%2B"));
            let secret = !secrets_in(&plain).is_empty() || (announced && opens(&plain));
            announced = super::names::words(&plain).iter().any(|word| ONE_TIME.contains(&word.as_str()));
            if plain == MASK {
                return MASK.to_owned();
            }
            if !secret {
                return segment.to_owned();
            }
            *count += 1;
            MASK.to_owned()
        })
        .collect();
    masked.join("/")
}

/// Whether the value of a parameter is a secret by its name.
pub(super) fn is_secret_parameter(name: &str, value: &str) -> bool {
    const RANDOM: &[&str] = &[
        "code",
        "state",
        "hash",
        "oobcode",
        "sid",
        "h",
        "t",
        "k",
        "s",
        "samlresponse",
        "samlrequest",
        "relaystate",
        "credential",
        "invitation",
        "invite",
    ];
    let (name, plain) = (decoded(name), decoded(value));
    match classify(&name) {
        Named::Secret => !plain.is_empty() && plain != MASK,
        Named::Digits => plain.len() >= 3 && plain.chars().all(|character| character.is_ascii_digit()) || looks_random(&plain),
        Named::Perhaps => looks_random(&plain) || plain.len() >= 16 && looks_drawn(&plain),
        Named::Plain => RANDOM.contains(&name.to_lowercase().as_str()) && looks_random(&plain),
    }
}

fn mask_query(query: &str, count: &mut u32) -> String {
    let mask_pair = |pair: &str| {
        let Some((name, value)) = pair.split_once('=') else {
            let plain = decoded(pair);
            let secret = plain != MASK && !secrets_in(&plain).is_empty();
            *count += u32::from(secret);
            return if secret || plain == MASK { MASK.to_owned() } else { pair.to_owned() };
        };
        let plain = decoded(value);
        let secret = is_secret_parameter(name, value);
        let secret = secret || !secrets_in(&plain).is_empty();
        if plain == MASK {
            return format!("{name}={MASK}");
        }
        if !secret {
            return pair.to_owned();
        }
        *count += 1;
        format!("{name}={MASK}")
    };
    let masked: Vec<String> = query.split('&').map(mask_pair).collect();
    masked.join("&")
}

fn decoded(text: &str) -> String {
    let pair = format!("v={text}");
    url::form_urlencoded::parse(pair.as_bytes()).next().map(|(_, value)| value.into_owned()).unwrap_or_default()
}
