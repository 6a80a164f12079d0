//! Finds secrets whose name and value are apart: as two fields (`{"name": "DB_PASSWORD", "value": "…"}`, `- name: TOKEN` over
//! `value: …`), as two elements (`<key>AuthToken</key><string>…</string>`), as a name with a list, or as a sentence and the line below it.

use super::names::{Named, classify, looks_drawn, looks_random};
use super::shapes::is_reference;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// A quoted text or one word.
const ONE: &str = r#"(?:\\?"(?P<d>[^"\\▮\n]+)\\?"|'(?P<q>[^'▮\n]+)'|(?P<w>[^\s"'\\,;{}▮<>]+))"#;

static FIELDS: LazyLock<Regex> = LazyLock::new(|| {
    let name =
        r#"\b(?:name|Name|key|Key|[A-Za-z]{1,20}(?:Key|Name))\\?["']?[ \t]*[:=][ \t]*\\?["']?(?P<name>[A-Za-z_][\w.-]*)\\?["']?"#;
    let value = r#"\\?["']?(?:value|Value|[A-Za-z]{1,20}Value)\\?["']?[ \t]*[:=][ \t]*"#;
    Regex::new(&format!(r"{name}(?:[ \t]*,)?\s*{value}{ONE}")).expect("constant")
});

/// `<string name="api_secret">…</string>`, and a key above its value, as property lists have them.
static ELEMENTS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r#"<[A-Za-z][\w:.-]*\s+(?:name|key|id)=["'](?P<name>[A-Za-z][\w.-]*)["'][^<>]*>(?P<w>[^<>\s▮]+)</|"#,
        r"<key>(?P<key>[A-Za-z][\w.-]*)</key>\s*<(?:string|data)>(?P<v>[^<>\s▮]+)</"
    ))
    .expect("constant")
});

/// A list of codes: `"recovery_codes": ["…", "…"]`.
static LIST: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"\\?["'](?P<name>[A-Za-z][\w-]*)\\?["']?\s*:\s*\[(?P<list>[^\[\]{}▮]{4,2000})"#).expect("constant")
});
static LISTED: LazyLock<Regex> = LazyLock::new(|| Regex::new(r#"["']([^"'▮\\\s]{4,128})\\?["']"#).expect("constant"));

/// The private members of a key in JSON (RFC 7518).
static JWK: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#"["'](?:d|p|q|dp|dq|qi|k)\\?["']\s*:\s*\\?["']([0-9A-Za-z_=-]{16,})"#).expect("constant"));

/// A directive and its value with only a blank between, in a line of its own.
static DIRECTIVE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r#"(?mi)(?:^|\bset[ \t]+)[ \t]*(?:requirepass|masterauth|bindpw|rootbindpw|rootpw|admin_pass\w*|neo4j-pass\w*|secretkey|snmp_pass\w*)[ \t]+"?(?P<w>[^\s"▮]+)|\b(?P<setx>setx)[ \t]+(?P<name>[A-Za-z_]\w*)[ \t]+"?(?P<v>[^\s"▮]+)|\b(?:chap|pap)-secrets\b[^\n▮]*?\*[ \t]+(?P<x>[^\s*▮]+)"#,
    )
    .expect("constant")
});

/// A sentence that announces a secret, with the value behind it or in the next line that is not empty.
static ANNOUNCED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)\b(?:password|passphrase|secret|token|unseal key|recovery key|api key|access key|private key)\b[^\n:▮]{0,60}(?:'[^'\n]*'|`[^`\n]*`|[^\n:▮]{0,60}):",
        r"(?:[ \t]*(?:\r?\n[ \t]*){1,2}|[ \t]+)(?P<w>[^\s▮]{8,128})[ \t]*(?:\r?\n|\z)"
    ))
    .expect("constant")
});

/// What is typed after a prompt for a passphrase may have blanks.
static PROMPTED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?mi)^[ \t]*(?:enter |repeat |confirm )?(?:passphrase|password) (?:for|of) [^\n▮]{1,120}?['\x22a-z0-9)]: (?P<w>[^\n▮]{4,128})$")
        .expect("constant")
});

/// Keys of databases that are encrypted.
static DATABASE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:PRAGMA\s+(?:hex)?(?:re)?key\s*=\s*|ATTACH\s+[^;▮]{1,120}\bKEY\s+)['\x22](?P<w>[^'\x22▮]+)")
        .expect("constant")
});

/// A login of two texts: `auth=("ada", "…")`.
static LOGIN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?i)\b(?:auth|basic_?auth|setbasicauth|credentials|login)\s*[=:(]\s*[\[(]?\s*["'][^"'▮\n]{1,80}["']\s*,\s*["'](?P<w>[^"'▮\n]+)["']"#)
        .expect("constant")
});

/// A one-time code in a sentence of another language: “Tu código de verificación es 123456”.
static CODE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)\b(?:c[oó]digo|codice|code|kod\w*|код|koodi|kode|mã)\b[^\n▮\d]{0,20}(?:verif|v[ée]rif|seguridad|segurança|sicurezza|confirm|potvr|weryf|подтв|провер|acceso|acesso|doğrula|xác)",
        r"[^\n▮\d]{0,24}(?:\bes|\best|\bé|\bè|\bis|\bje|\bto|-|–|—|:|là)\s*:?\s*(?P<w>\d{3,4}[ -]?\d{2,4})\b"
    ))
    .expect("constant")
});

/// The first line of a request, which has an address without its scheme.
static REQUEST_LINE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b(?:GET|POST|PUT|PATCH|DELETE|HEAD)[ \t]+/[^\s?#▮]*\?(?P<query>[^\s▮]+)").expect("constant"));

pub(super) fn find(text: &str, found: &mut Vec<Range<usize>>) {
    let lower = text.to_ascii_lowercase();
    let has = |word: &str| lower.contains(word);
    let mut push = |range: Range<usize>| {
        if !is_reference(&text[range.clone()]) {
            found.push(range);
        }
    };
    if has("value") {
        for captures in FIELDS.captures_iter(text) {
            let value = captures.name("d").or_else(|| captures.name("q")).or_else(|| captures.name("w"));
            if let Some(value) = value.filter(|value| tells(&captures["name"], value.as_str())) {
                push(value.range());
            }
        }
    }
    if text.contains("</") {
        for captures in ELEMENTS.captures_iter(text) {
            let name = captures.name("name").or_else(|| captures.name("key"));
            let value = captures.name("w").or_else(|| captures.name("v"));
            if let (Some(name), Some(value)) = (name, value)
                && tells(name.as_str(), value.as_str())
            {
                push(value.range());
            }
        }
    }
    if text.contains('[') {
        for captures in LIST.captures_iter(text) {
            let Some(list) = captures.name("list").filter(|_| lists_secrets(&captures["name"])) else { continue };
            for one in LISTED.captures_iter(list.as_str()).filter_map(|one| one.get(1)) {
                if one.as_str().bytes().any(|byte| byte.is_ascii_digit()) {
                    push(list.start() + one.start()..list.start() + one.end());
                }
            }
        }
    }
    if has("kty") {
        JWK.captures_iter(text).filter_map(|captures| captures.get(1)).for_each(|value| push(value.range()));
    }
    for captures in DIRECTIVE.captures_iter(text) {
        if captures.name("setx").is_some() && !captures.name("v").is_some_and(|value| tells(&captures["name"], value.as_str())) {
            continue;
        }
        let value = captures.name("w").or_else(|| captures.name("v")).or_else(|| captures.name("x"));
        value.into_iter().for_each(|value| push(value.range()));
    }
    for captures in ANNOUNCED.captures_iter(text) {
        let Some(value) = captures.name("w") else { continue };
        let hexadecimal = value.len() >= 20 && value.as_str().bytes().all(|byte| byte.is_ascii_hexdigit());
        let told = ["generated", "temporary", "initial", "following", "recovery", "unseal"]
            .iter()
            .any(|word| captures[0].to_ascii_lowercase().contains(word));
        // A drawn password has a digit, or a capital letter within.
        let mixed = |text: &str| {
            let capital = text.chars().any(char::is_lowercase) && text.chars().skip(1).any(char::is_uppercase);
            text.chars().any(char::is_alphabetic) && (capital || text.bytes().any(|byte| byte.is_ascii_digit()))
        };
        if told && mixed(value.as_str()) && !value.as_str().contains(['/', '('])
            || looks_random(value.as_str())
            || hexadecimal
            || looks_drawn(value.as_str())
        {
            push(value.range());
        }
    }
    for pattern in [&*PROMPTED, &*DATABASE, &*LOGIN, &*CODE] {
        pattern.captures_iter(text).filter_map(|captures| captures.name("w")).for_each(|value| push(value.range()));
    }
    for captures in REQUEST_LINE.captures_iter(text) {
        let Some(query) = captures.name("query") else { continue };
        let mut at = query.start();
        for pair in query.as_str().split(['&', ';']) {
            if let Some((name, value)) = pair.split_once('=')
                && super::address::is_secret_parameter(name, value)
            {
                push(at + name.len() + 1..at + pair.len());
            }
            at += pair.len() + 1;
        }
    }
}

fn tells(name: &str, value: &str) -> bool {
    const NOTHING: [&str; 8] = ["true", "false", "null", "none", "string", "required", "optional", "enabled"];
    match classify(name) {
        Named::Secret => value.len() >= 4 && !NOTHING.contains(&value.to_ascii_lowercase().as_str()),
        Named::Digits => value.bytes().all(|byte| byte.is_ascii_digit()) || looks_random(value),
        Named::Perhaps => looks_random(value) || looks_drawn(value),
        Named::Plain => false,
    }
}

fn lists_secrets(name: &str) -> bool {
    let name = name.to_ascii_lowercase().replace(['_', '-'], "");
    let codes =
        ["recoverycodes", "backupcodes", "scratchcodes", "mfacodes", "otpcodes", "recoverykeys", "unsealkeys", "keysbase64"];
    codes.iter().any(|code| name.ends_with(code)) || ["passwords", "apikeys", "secrets"].contains(&name.as_str())
}
