//! Addresses that a server sends, alone or within a text. One that runs a script, starts a program, or opens a share or a file that nobody
//! asked for is no link for an agent or a person.
//!
//! An address is judged as the most generous reader would read it: with its entities, escapes and percent signs resolved, and without the
//! characters that a browser leaves out.

use crate::findings::hidden_character;
use regex::{Captures, Regex};
use serde_json::Value;
use std::borrow::Cow;
use std::sync::LazyLock;

/// What an address does when somebody opens it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Danger {
    /// It runs a script (`javascript:`, `data:text/html`).
    Script,
    /// It starts or commands a program (`ms-msdt:`, `vscode:`, `command:`).
    Program,
    /// It sends the person's name and the proof of their password to another machine (`\\host\share`, `file://host/`).
    Share,
    /// It opens a file that was not asked for.
    File,
}

impl Danger {
    /// The danger as the end of a sentence about an address.
    pub fn words(self) -> &'static str {
        match self {
            Self::Script => "runs a script",
            Self::Program => "starts or commands a program",
            Self::Share => "opens a share of another machine",
            Self::File => "opens a file that was not asked for",
        }
    }
}

/// The files that a call is about: what its arguments name, and what its server was started for.
#[derive(Clone, Debug, Default)]
pub struct Asked(Vec<String>);

impl Asked {
    /// The absolute paths among the words of a value. `home` represents `~`.
    #[must_use]
    pub fn with(mut self, value: &Value, home: Option<&str>) -> Self {
        match value {
            Value::String(text) => self.add(text, home),
            Value::Array(items) => return items.iter().fold(self, |asked, item| asked.with(item, home)),
            Value::Object(fields) => return fields.values().fold(self, |asked, value| asked.with(value, home)),
            _ => {}
        }
        self
    }

    fn add(&mut self, text: &str, home: Option<&str>) {
        let text = text.trim();
        let path = match (text.strip_prefix('~'), home) {
            (Some(rest), Some(home)) if rest.is_empty() || rest.starts_with('/') => format!("{home}{rest}"),
            _ => match is_scheme(text, "file:") {
                true => file_path(text).unwrap_or_default(),
                // `--root=/home/ada`, and not `https://host/?next=/`.
                false if text.starts_with('-') => text.rsplit_once('=').map_or(text, |(_, path)| path).to_owned(),
                false => text.to_owned(),
            },
        };
        let is_absolute = path.starts_with('/') || matches!(path.as_bytes(), [_, b':', b'/' | b'\\', ..]);
        if is_absolute {
            self.0.push(plain(&path));
        }
    }

    fn covers(&self, path: &str) -> bool {
        let path = plain(path);
        self.0.iter().any(|known| path == *known || path.starts_with(&format!("{}/", known.trim_end_matches('/'))))
    }
}

/// A path without `.`, `..` and doubled slashes, with the slashes of Unix and drives in lower case.
fn plain(path: &str) -> String {
    let path = path.replace('\\', "/");
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let joined = parts.join("/");
    match joined.as_bytes() {
        [drive, b':', ..] if drive.is_ascii_alphabetic() => {
            format!("{}{}", char::from(drive.to_ascii_lowercase()), joined.get(1..).unwrap_or_default())
        }
        _ => format!("/{joined}"),
    }
}

fn is_scheme(text: &str, scheme: &str) -> bool {
    text.get(..scheme.len()).is_some_and(|begins| begins.eq_ignore_ascii_case(scheme))
}

/// The path of a `file:` address on this machine. `None`: it names another one.
fn file_path(address: &str) -> Option<String> {
    let rest = address.get("file:".len()..)?.replace('\\', "/");
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let path = match rest.strip_prefix("//") {
        // `file:////host/share` is a share as well.
        Some(rest) if rest.starts_with("//") => return None,
        Some(rest) => match rest.split_once('/').unwrap_or((rest, "")) {
            ("" | "localhost" | "127.0.0.1" | "[::1]", path) => format!("/{path}"),
            // `file://C:/…`, which is written wrongly and common.
            (drive, path) if drive.len() == 2 && drive.ends_with(':') => format!("{drive}/{path}"),
            _ => return None,
        },
        None => rest.to_owned(),
    };
    Some(percent_decoded(&path))
}

/// What an address does that nobody should open. `asked`: the files that it may open.
pub fn danger(address: &str, asked: &Asked) -> Option<Danger> {
    readings(address).iter().find_map(|reading| of_reading(reading, asked, 0))
}

/// The address as it is written, and as its entities, escapes and percent signs make it, which may be disguised several times.
fn readings(address: &str) -> Vec<String> {
    let mut all = vec![bare(address)];
    for _ in 0..3 {
        let Some(last) = all.last() else { break };
        // Only the front decides, and a long address is not read again and again.
        let front: String = last.chars().take(LONGEST_FRONT).collect();
        let next = bare(&percent_decoded(&unescaped(&front)));
        if next == front {
            break;
        }
        all.push(next);
    }
    all
}

/// How much of an address is looked at for its scheme and its kind of data, in characters.
const LONGEST_FRONT: usize = 4096;

/// The address as a browser reads it: without blanks and control characters at its front, and without line ends, tabs and what cannot be seen
/// anywhere.
fn bare(address: &str) -> String {
    let kept = address.chars().filter(|letter| !matches!(letter, '\t' | '\n' | '\r'));
    let kept: String = kept.filter(|letter| letter.is_ascii() || hidden_character(&letter.to_string()).is_none()).collect();
    kept.trim_start_matches(|letter: char| letter <= ' ' || letter.is_whitespace()).to_owned()
}

/// Schemes whose rest is an address again.
const WRAPPERS: [&str; 5] = ["view-source", "feed", "jar", "wyciwyg", "pcast"];
/// Schemes that run a script.
const SCRIPTS: [&str; 7] = ["javascript", "vbscript", "livescript", "jscript", "mocha", "blob", "filesystem"];
/// Schemes that start or command a program. Those that begin with `ms-` or `x-apple` are among them.
const PROGRAMS: [&str; 35] = [
    "apprentice",
    "android-app",
    "applescript",
    "brave",
    "chrome",
    "chrome-extension",
    "command",
    "cursor",
    "devtools",
    "edge",
    "ext",
    "hcp",
    "intent",
    "iterm2",
    "itms-services",
    "its",
    "jetbrains",
    "kiro",
    "mhtml",
    "microsoft-edge",
    "mk",
    "moz-extension",
    "onenote",
    "res",
    "search-ms",
    "shell",
    "steam",
    "trae",
    "vnd.ms.radio",
    "vscode",
    "vscode-insiders",
    "vscodium",
    "windsurf",
    "wscript",
    "zed",
];
/// Schemes of shares, at which a system signs in by itself.
const SHARES: [&str; 8] = ["smb", "cifs", "afp", "nfs", "dav", "davs", "webdav", "ldap"];
/// Kinds of data that run nothing, by the front of their names.
const HARMLESS_DATA: [&str; 16] = [
    "image/png",
    "image/jpeg",
    "image/jpg",
    "image/gif",
    "image/webp",
    "image/avif",
    "image/bmp",
    "image/x-icon",
    "image/vnd.microsoft.icon",
    "audio/",
    "video/",
    "font/",
    "text/plain",
    "text/csv",
    "application/json",
    "application/octet-stream",
];

fn of_reading(address: &str, asked: &Asked, depth: usize) -> Option<Danger> {
    if names_share(address) {
        return Some(Danger::Share);
    }
    let (scheme, rest) = address.split_once(':')?;
    let scheme = scheme.to_ascii_lowercase();
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '+' | '.' | '-');
    if !scheme.starts_with(|letter: char| letter.is_ascii_alphabetic()) || !scheme.chars().all(is_name) {
        return None;
    }
    let name = scheme.as_str();
    if WRAPPERS.contains(&name) {
        // What is wrapped more often than that is no honest address.
        return if depth > 3 { Some(Danger::Script) } else { of_reading(rest, asked, depth + 1) };
    }
    match name {
        _ if SCRIPTS.contains(&name) => Some(Danger::Script),
        "data" => {
            let kind = rest.split([',', ';']).next().unwrap_or_default().trim().to_ascii_lowercase();
            // What is no kind counts as plain text.
            let is_harmless = !kind.contains('/') || HARMLESS_DATA.iter().any(|known| kind.starts_with(known));
            (!is_harmless).then_some(Danger::Script)
        }
        "about" => (!matches!(rest.split(['?', '#']).next(), Some("blank" | "srcdoc"))).then_some(Danger::Program),
        // An editor opens a file, and does nothing else.
        "vscode" | "vscode-insiders" | "vscodium" | "cursor" | "windsurf" | "zed" if rest.starts_with("//file/") => None,
        _ if PROGRAMS.contains(&name) || name.starts_with("ms-") || name.starts_with("x-apple") => Some(Danger::Program),
        _ if SHARES.contains(&name) => Some(Danger::Share),
        "file" => match file_path(address) {
            None => Some(Danger::Share),
            Some(path) => (!asked.covers(&path)).then_some(Danger::File),
        },
        // A host that is an option of a program.
        _ if rest.trim_start_matches('/').starts_with('-') && rest.starts_with("//") => Some(Danger::Program),
        _ => None,
    }
}

/// Whether an address is `\\host\share`, however often its backslashes are escaped. A pattern such as `\\d+` is none.
fn names_share(address: &str) -> bool {
    let rest = address.trim_start_matches('\\');
    let signs = address.len() - rest.len();
    // `\\?\UNC\host\share` is another way to write it.
    let long = rest.get(..6).filter(|front| front.eq_ignore_ascii_case("?\\unc\\"));
    let rest = long.map_or(rest, |front| &rest[front.len()..]);
    let host = rest.find(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '.' | '-' | '_'));
    signs > 1 && host.is_some_and(|end| end > 1 && rest[end..].starts_with(['\\', '/', '@']))
}

/// A text with each `%XX` of ASCII resolved.
fn percent_decoded(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let mut rest = text;
    let mut plain = String::with_capacity(text.len());
    while let Some(at) = rest.find('%') {
        plain.push_str(&rest[..at]);
        let code = rest.get(at + 1..at + 3).and_then(|code| u8::from_str_radix(code, 16).ok());
        match code.filter(u8::is_ascii) {
            Some(letter) => {
                plain.push(char::from(letter));
                rest = &rest[at + 3..];
            }
            None => {
                plain.push('%');
                rest = &rest[at + 1..];
            }
        }
    }
    plain.push_str(rest);
    plain
}

static ESCAPES: LazyLock<Regex> = LazyLock::new(|| {
    // Entities of HTML, with or without their semicolon, escapes of JSON and of scripts, and those of Markdown.
    pattern(
        r"&#[xX]0*([0-9a-fA-F]{1,6});?|&#0*([0-9]{1,7});?|&([A-Za-z]{2,9});|\\u([0-9a-fA-F]{4})|\\u\{([0-9a-fA-F]{1,6})\}|\\x([0-9a-fA-F]{2})|\\([!-/:-@\[-`{-~])",
    )
});

/// A text with its entities and escapes resolved.
fn unescaped(text: &str) -> String {
    if !text.contains(['&', '\\']) {
        return text.to_owned();
    }
    let letter = |found: &Captures<'_>| {
        let number = |group: usize, base: u32| Some(u32::from_str_radix(found.get(group)?.as_str(), base).ok());
        if let Some(code) =
            [(1, 16), (2, 10), (4, 16), (5, 16), (6, 16)].into_iter().find_map(|(group, base)| number(group, base))
        {
            return code.and_then(char::from_u32).map(String::from).unwrap_or_default();
        }
        if let Some(name) = found.get(3) {
            let known = match name.as_str() {
                "colon" => ":",
                "Tab" | "tab" => "\t",
                "NewLine" | "newline" => "\n",
                "lpar" => "(",
                "rpar" => ")",
                "sol" => "/",
                "bsol" => "\\",
                "comma" => ",",
                "semi" => ";",
                "period" => ".",
                "amp" => "&",
                "quot" => "\"",
                "apos" => "'",
                "lt" => "<",
                "gt" => ">",
                "num" => "#",
                "percnt" => "%",
                "shy" | "zwnj" | "zwj" => "",
                _ => return found[0].to_owned(),
            };
            return known.to_owned();
        }
        found.get(7).map_or_else(String::new, |sign| sign.as_str().to_owned())
    };
    ESCAPES.replace_all(text, letter).into_owned()
}

/// How much of an address is looked at. The patterns below say it too.
const LONGEST_ADDRESS: usize = 300;

/// Places of a text in which an address is a link, in Markdown, HTML, CSS, JSON, AsciiDoc, Org and forums.
static PLACES: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    [
        r"\]\(\s*<?([^)>]{1,300})",
        r"(?m)^(?:[ \t>*+-]|\d{1,9}[.)][ \t])*\[(?:[^\]\\]|\\.){1,999}\]:\s*<?(\S{1,300})",
        r"<\s*([A-Za-z][A-Za-z0-9+.\-&#;%\\]{1,60}:[^<>]{0,300})>",
        r#"(?i)\b(?:xlink:href|href|src|srcdoc|action|formaction|poster|background|ping|manifest|codebase|lowsrc|dynsrc|data)\s*=\s*(?:"([^"]{1,300})|'([^']{1,300})|([^\s"'>]{1,300}))"#,
        r#"(?i)\burl\s*[=(]\s*["']?\s*([^"')>\]]{1,300})"#,
        r#"(?i)["'](?:href|url|uri|src|link)["']\s*:\s*["']([^"']{1,300})"#,
        r"(?i)\blink:(\S{1,300}?)\[",
        r"\[\[([^\]\[]{1,300})\]",
        r#"(?i)\[(?:url|img|link)\]\s*["']?([^\[\]]{1,300})"#,
    ]
    .iter()
    .map(|place| pattern(place))
    .collect()
});

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a pattern that is a constant")
}

/// The first link of a text that nobody should open. A word of a text that is no link is none: honest words speak of `javascript:` too.
pub fn dangerous_link(text: &str, asked: &Asked) -> Option<Danger> {
    // Each of them needs a colon, however it is written, or is a share.
    if !text.contains([':', '&', '%', '\\']) {
        return None;
    }
    let found = |place: &Regex| {
        let mut from = 0;
        // The next one may begin within this one.
        while let Some(link) = place.captures_at(text, from) {
            let address = link.iter().skip(1).flatten().next()?;
            if let Some(danger) = of_link(&text[..address.start()], address.as_str(), asked) {
                return Some(danger);
            }
            from = address.start();
        }
        None
    };
    whole_address(text, asked).or_else(|| PLACES.iter().find_map(found))
}

/// What a text does that is nothing but an address which runs a script or opens a share. A sentence that begins like one has a blank behind the
/// colon.
pub fn whole_address(text: &str, asked: &Asked) -> Option<Danger> {
    let trimmed = text.trim();
    let is_sentence = trimmed.contains(' ')
        && trimmed.split_once(':').is_none_or(|(_, rest)| rest.starts_with(char::is_whitespace))
        && !names_share(trimmed);
    if is_sentence || does_nothing(trimmed) {
        return None;
    }
    danger(text, asked).filter(|danger| matches!(danger, Danger::Script | Danger::Share))
}

/// What the link of a text does. `before`: what is before its address.
fn of_link(before: &str, address: &str, asked: &Asked) -> Option<Danger> {
    // A picture in a page runs nothing.
    let is_picture = || is_scheme(address.trim_start(), "data:image/svg+xml") && shows_picture(before);
    if does_nothing(address) || is_picture() {
        return None;
    }
    // `<file:name>` is a name of XML.
    let names_file = || {
        let mut all = readings(address).into_iter();
        all.any(|one| is_scheme(&one, "file:") && one["file:".len()..].starts_with(['/', '\\']))
    };
    let found = danger(address, asked).filter(|danger| *danger != Danger::File || names_file());
    found.or_else(|| hides_behind_padding(address).then_some(Danger::Script))
}

/// Whether an address only shows a picture: in Markdown (`![…](`), in CSS (`url(`), or in an element for pictures.
fn shows_picture(before: &str) -> bool {
    const ELEMENTS: [&str; 5] = ["<img", "<image", "<source", "<input", "<body"];
    let before = before.trim_end_matches(|letter: char| letter.is_whitespace() || matches!(letter, '"' | '\'' | '<'));
    if let Some(text) = before.strip_suffix("](") {
        return text.rfind('[').is_some_and(|at| text[..at].ends_with('!'));
    }
    let lower = before[before.char_indices().rev().nth(400).map_or(0, |(at, _)| at)..].to_ascii_lowercase();
    let element = lower.rfind('<').map(|at| &lower[at..]).filter(|element| !element.contains('>'));
    lower.ends_with("url(") || element.is_some_and(|element| ELEMENTS.iter().any(|known| element.starts_with(known)))
}

/// Whether an address is cut off before its scheme has ended, because signs that browsers leave out are in front of it, or in it.
fn hides_behind_padding(address: &str) -> bool {
    let is_scheme_alone = |reading: &String| {
        // A disguised letter may be cut off as well: `&Ta` of `&Tab;`.
        let end = reading.rfind(['&', '%', '\\']).filter(|end| reading.len() - end < 10).unwrap_or(reading.len());
        reading[..end].trim().chars().all(|letter| letter.is_ascii_alphabetic())
    };
    address.chars().count() >= LONGEST_ADDRESS && readings(address).last().is_some_and(is_scheme_alone)
}

/// Whether an address is one that pages use for a link without a target.
fn does_nothing(address: &str) -> bool {
    let lower = address.trim().to_ascii_lowercase();
    let Some(script) = lower.strip_prefix("javascript:") else { return false };
    let script: String = script.chars().filter(|letter| !letter.is_whitespace() && *letter != ';').collect();
    matches!(
        script.as_str(),
        "" | "void(0)" | "void0" | "void(null)" | "//" | "history.back()" | "history.go(-1)" | "window.print()"
    )
}

/// A text without links that do nothing (`javascript:void(0)`), which are no order either.
pub fn without_idle_links(text: &str) -> Cow<'_, str> {
    static IDLE: LazyLock<Regex> = LazyLock::new(|| {
        let calls = r"void\s*\(\s*(?:0|null)\s*\)|void\s+0|history\.back\(\)|history\.go\(-1\)|window\.print\(\)|//";
        pattern(&format!(r#"(?i)javascript:\s*(?:{calls})?\s*;?\s*(["'>)]|$)"#))
    });
    if text.contains(':') { IDLE.replace_all(text, "#$1") } else { Cow::Borrowed(text) }
}

/// The words of an address, as somebody reads them who looks for an order in it.
pub fn words_of(address: &str) -> String {
    percent_decoded(&unescaped(address)).replace(['-', '_', '+', '/', '?', '&', '=', '.'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn asked() -> Asked {
        let arguments = json!({ "path": "/home/ada/Notes", "more": ["file:///srv/x%20y", "~/.config", "plain", "C:\\Work"] });
        Asked::default().with(&arguments, Some("/home/ada")).with(&json!(["--root=/opt/app/"]), None)
    }

    #[test]
    fn addresses_that_nobody_should_open_are_known_in_every_disguise() {
        use Danger::*;
        for (address, expected) in [
            ("javascript:alert(1)", Script),
            ("JaVaScRiPt:alert(1)", Script),
            (" \u{1}\u{2}\tjavascript:alert(1)", Script),
            ("java\nscript:alert(1)", Script),
            ("java\t\r\nscript\t:alert(1)", Script),
            ("java\u{200b}script:alert(1)", Script),
            ("\u{feff}javascript:alert(1)", Script),
            ("\u{a0}javascript:alert(1)", Script),
            ("&#106;avascript:alert(1)", Script),
            ("&#x6A&#x61;vascript&colon;alert(1)", Script),
            ("&#0000106;avascript:x", Script),
            ("java&Tab;script:x", Script),
            ("java&NewLine;script&colon;x", Script),
            ("javascript%3Aalert(1)", Script),
            ("%6a%61vascript%3aalert(1)", Script),
            ("javascript%253Aalert(1)", Script),
            ("&amp;#106;avascript:x", Script),
            ("javascript\\:alert(1)", Script),
            ("\\u006aavascript:alert(1)", Script),
            ("\\x6aavascript:alert(1)", Script),
            ("\\u{6a}avascript:x", Script),
            ("javascript:void(0)", Script),
            ("javascript://example.com/%0aalert(1)", Script),
            ("vbscript:msgbox(1)", Script),
            ("livescript:x", Script),
            ("data:text/html,<script>x</script>", Script),
            ("data:text/html;base64,PHNjcmlwdD4=", Script),
            ("DATA: Text/HTML ,x", Script),
            ("data:application/xhtml+xml,x", Script),
            ("data:image/svg+xml;base64,PHN2Zz4=", Script),
            ("data:text/xml,x", Script),
            ("data:application/javascript,x", Script),
            ("blob:https://example.com/1", Script),
            ("filesystem:https://example.com/temporary/x.html", Script),
            ("view-source:javascript:alert(1)", Script),
            ("feed:feed:javascript:alert(1)", Script),
            ("jar:data:text/html,x!/", Script),
            ("feed:feed:feed:feed:feed:https://example.com", Script),
            ("command:workbench.action.terminal.new?x", Program),
            ("ms-msdt:/id PCWDiagnostic", Program),
            ("ms-officecmd:{}", Program),
            ("search-ms:query=x&crumb=location:\\\\evil", Program),
            ("vscode:mcp/install?%7B%7D", Program),
            ("vscode://publisher.extension/run", Program),
            ("cursor://anysphere.cursor-deeplink/mcp/install?name=x", Program),
            ("apprentice://install", Program),
            ("intent://scan/#Intent;scheme=x;end", Program),
            ("chrome://settings", Program),
            ("about:config", Program),
            ("ext::sh -c 'id'", Program),
            ("ssh://-oProxyCommand=id/x", Program),
            ("x-apple.systempreferences:com.apple", Program),
            ("smb://evil.example/share", Share),
            ("\\\\evil.example\\share\\a", Share),
            ("file://evil.example/share/a", Share),
            ("file:////evil.example/share", Share),
            ("file:\\\\evil.example\\share", Share),
            ("%5c%5cevil.example%5cshare", Share),
            ("ldap://evil.example/x", Share),
            ("file:///etc/passwd", File),
            ("FILE:///etc/passwd", File),
            ("file:/etc/passwd", File),
            ("file://localhost/etc/passwd", File),
            ("file:///home/ada/Notes/../../root/x", File),
            ("file:///home/ada/Notes/%2e%2e/%2e%2e/x", File),
            ("file:///home/ada/Notes2/a", File),
            ("file:///D:/Work/a", File),
            ("file:etc/passwd", File),
        ] {
            assert_eq!(danger(address, &asked()), Some(expected), "{address}");
        }
    }

    #[test]
    fn honest_addresses_are_no_danger() {
        for address in [
            "https://example.com/a?b=javascript:alert(1)",
            "https://example.com/javascript:alert(1)",
            "http://localhost:3000/x",
            "mailto:ada@example.com",
            "tel:+491234",
            "note://one",
            "postgres://db/table",
            "git://example.com/x",
            "resource://config",
            "ui://widget/1",
            "urn:isbn:0451450523",
            "javascript.html",
            "docs/javascript:the-good-parts.md",
            "./a:b",
            "#javascript:",
            "data:image/png;base64,aGk=",
            "data:,hello",
            "data:text/plain,hello",
            "about:blank",
            "vscode://file/home/ada/a.rs:1",
            "file:///home/ada/Notes/a.txt",
            "file:///home/ada/Notes",
            "file:///home/ada/Notes/b/../a%20b.txt#L10",
            "file:///srv/x%20y/z",
            "file:///home/ada/.config/a",
            "file:///opt/app/data/x",
            "file:///c:/Work/a",
            "C:\\Work\\a",
            "100%",
            "",
        ] {
            assert_eq!(danger(address, &asked()), None, "{address}");
        }
    }

    #[test]
    fn only_links_that_do_nothing_are_left_out() {
        let text = "<a href=\"javascript:void(0);\">a</a> [b](javascript:) <a href='JavaScript:history.back()'>";
        assert_eq!(without_idle_links(text), "<a href=\"#\">a</a> [b](#) <a href='#'>");
        for text in [
            "<a href='javascript:void(0),x()'>",
            "[a](javascript:void(x()))",
            "javascript:x()",
            "<a href='javascript:history.back(),x()'>",
        ] {
            assert_eq!(without_idle_links(text), text);
        }
    }

    #[test]
    fn links_within_texts_are_found_where_they_are_links() {
        for text in [
            "[a](javascript:alert(1))",
            "[a]( <java\tscript:alert(1)>)",
            "![a](data:text/html,x)",
            "[a][1]\n\n[1]: javascript:alert(1)",
            "> - [x]: <vbscript:x>",
            "see <javascript:alert(1)>",
            "<a href='javascript:steal()'>x</a>",
            "<a href = javascript&colon;steal()>x</a>",
            "<iframe srcdoc=x src=\"data:text/html;base64,eA==\">",
            "<form><button formaction=javascript:x()>",
            "<meta http-equiv=refresh content='0;url=javascript:x()'>",
            "a { background: url(javascript:x) }",
            "{\"href\": \"javascript:x()\"}",
            "{\"url\":\"\\u006aavascript:x()\"}",
            "link:javascript:x()[click]",
            "[[javascript:x()][click]]",
            "[url]javascript:x()[/url]",
            "[url=javascript:x()]a[/url]",
            "javascript:fetch('//evil')",
            "[a](file:///etc/shadow)",
            "[a](&#106avascript:x)",
            "[install](vscode:mcp/install?x)",
            "![a](\\\\\\\\evil\\share)",
            r"![a](\\?\UNC\evil.example\share)",
            r"![a](\\köln\share)",
            "[a](x [b](javascript:alert(1))",
            "src=\" <a href=\"javascript:x()\">c</a>",
            "1. [x]: javascript:x()",
            "[a\nb]: javascript:x()",
            "[b](file&colon;///etc/shadow)",
            r"[b](file:\\\etc\shadow)",
            "<iframe src=\"data:image/svg+xml,<svg onload=x()>\">",
            "[a](data:image/svg+xml,x)",
            &format!("<a href=\"{}javascript:x()\">", " ".repeat(301)),
            &format!("[a](java{}script:x())", "&Tab;".repeat(75)),
            &format!("[{}]: javascript:x()", "a".repeat(500)),
        ] {
            assert!(dangerous_link(text, &asked()).is_some(), "{text}");
        }
        for text in [
            "The scheme javascript: runs a script; never open javascript:alert(1).",
            "<a href=\"javascript:void(0)\">Menu</a>",
            "<a href='javascript:;'>x</a> <a href=\"javascript:history.back()\">Back</a>",
            "[JavaScript: The Good Parts](https://example.com/js)",
            "const url = \"https://example.com/?q=javascript:x\"",
            "<img src=\"data:image/png;base64,aGk=\"> <img src='data:image/svg+xml;utf8,<svg/>'>",
            "[a](file:///home/ada/Notes/a.md)",
            "[note](note://one) <https://example.com/a:b>",
            "data: 1\nfile: a.txt\nblob: yes",
            "href=\"\\d+\" src=\"\\\\d+:\" url: a, C:\\Users\\ada",
            "Vec<std::string::String>, <T: Display>",
            "{\"uri\": \"/a/b\", \"action\": \"open\"}",
            "[[Page name]] and [x]: see below",
            "![a](data:image/svg+xml,x) a { background: url('data:image/svg+xml,x') }",
            "javascript: a language of pages",
            &format!("<a href=\"https://example.com/{}\">", "a".repeat(400)),
        ] {
            assert_eq!(dangerous_link(text, &asked()), None, "{text}");
        }
    }
}
