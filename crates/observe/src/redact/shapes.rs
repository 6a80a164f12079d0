//! Finds secrets by their shape.

use super::names::looks_mixed;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use regex::{Regex, RegexSet};
use std::ops::Range;
use std::sync::LazyLock;

/// The group `s` of a pattern is the secret; without the group, the whole match is.
const PATTERNS: &[&str] = &[
    // Private keys, whole or cut off.
    r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?P<s>[^▮]+?)(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|\z)",
    r"(?P<s>(?:[0-9A-Za-z+/=]{16,}(?:\s|\\n)+)+)-----END [A-Z0-9 ]*PRIVATE KEY",
    r"---- BEGIN SSH2 [A-Z ]*PRIVATE KEY ----(?P<s>[^▮]+?)(?:---- END SSH2|\z)",
    r"\bAGE-SECRET-KEY-1[A-Z0-9]{40,}",
    // Key files of PuTTY, keys of wallets (WIF, BIP 32).
    r"\bPrivate-Lines: ?[0-9]+\s+(?P<s>[0-9A-Za-z+/=\s]+?)(?:Private-MAC|[^0-9A-Za-z+/=\s]|\z)",
    r"\bPrivate-MAC: ?(?P<s>[0-9a-f]{40,64})",
    r"\b(?:5[1-9A-HJ-NP-Za-km-z]{50}|[KLc][1-9A-HJ-NP-Za-km-z]{51})\b",
    r"\b[xyzvtuYZVU]prv[1-9A-HJ-NP-Za-km-z]{90,112}\b",
    r"\b6P[1-9A-HJ-NP-Za-km-z]{56}\b",
    r"\b(?:edsk|spsk|p2sk)[1-9A-HJ-NP-Za-km-z]{50,94}\b",
    r"\bnsec1[02-9ac-hj-np-z]{58}\b",
    // The 64 bytes of a key of Solana, as its files list them.
    r"\[\s*(?P<s>(?:[0-9]{1,3}\s*,\s*){63}[0-9]{1,3})\s*\]",
    // Seeds of one-time codes.
    r"\botpauth(?:-migration)?://[^\s\x22'▮]*?[?&](?:secret|data)=(?P<s>[0-9A-Za-z%+/=_-]{8,})",
    r"(?i)\b(?:oathtool|totp|otp|2fa|mfa|authenticator|oath|ykman|otpauth|base32)\b[^\n▮]*?[\s=:\x22'](?P<s>[A-Z2-7]{4}(?:[ -]?[A-Z2-7]{4}){3,15}={0,6})(?:[\s\x22',.;)]|\z)",
    // Cloud providers.
    r"\b(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA|ANVA|ABIA|ACCA)[A-Z0-9]{16}\b",
    r"\bAIza[0-9A-Za-z_-]{35}",
    r"\bya29\.[0-9A-Za-z_-]{20,}",
    r"\bGOCSPX-[0-9A-Za-z_-]{20,}",
    r"\b1//0[0-9A-Za-z_-]{30,}",
    r"\bdo[opr]_v1_[a-f0-9]{64}\b",
    r"\bdapi[a-f0-9]{32}\b",
    r"\bhv[sbr]\.[0-9A-Za-z_-]{20,}",
    r"\bdckr_(?:pat|oat)_[0-9A-Za-z_-]{20,}",
    r"\bpul-[a-f0-9]{40}\b",
    r"\bdp\.(?:pt|st|ct|sa)\.[0-9A-Za-z._-]{30,}",
    r"\b[0-9A-Za-z]{14}\.atlasv1\.[0-9A-Za-z_=-]{40,}",
    r"\bFlyV1 fm[12][a-z]?_[0-9A-Za-z+/=,_-]{40,}",
    r"\bfo1_[0-9A-Za-z_-]{40,}",
    r"\bcf(?:ut|at|k)_[0-9A-Za-z]{30,}",
    r"\bdose[0-9a-f]{32}\b",
    r"\bcflt[0-9A-Za-z+/]{60}",
    r"\bsb_secret_[0-9A-Za-z_-]{20,}",
    // Code hosts and package registries.
    r"\bgh[pousr]_[0-9A-Za-z]{20,}",
    r"\bgithub_pat_[0-9A-Za-z_]{22,}",
    r"\bgl(?:pat|dt|rt|ptt|ft|cbt|imt|soat|agent|oas|ffct)-[0-9A-Za-z_.-]{20,}",
    r"\bnpm_[0-9A-Za-z]{36}",
    r"\bpypi-Ag[0-9A-Za-z_-]{14,}",
    r"\brubygems_[a-f0-9]{48}",
    r"\bcio[0-9A-Za-z]{32}\b",
    r"\bATATT3[0-9A-Za-z_=-]{60,}",
    r"\bATBB[0-9A-Za-z]{28,}\b",
    // Services.
    r"\bxox[abceoprs](?:\.xox[a-z])?-[0-9A-Za-z-]{10,}",
    r"\bxapp-[0-9]-[0-9A-Za-z-]{20,}",
    r"hooks\.slack\.com/(?:services|workflows|triggers)/(?P<s>[0-9A-Za-z_/]{20,})",
    // Addresses that are a key: who knows one can call it, or read what it shows.
    r"hooks\.zapier\.com/hooks/catch/(?P<s>[0-9]{5,}/[0-9a-z]{5,})",
    r"https?://[^\s/▮]+/hooks/(?P<s>[0-9a-z]{24,40})\b",
    r"maker\.ifttt\.com/trigger/[^\s/▮]+/(?:json/)?with/key/(?P<s>[0-9A-Za-z_-]{16,})",
    r"\bhc-ping\.com/(?P<s>[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})",
    r"/calendar/ical/[^\s/▮]+/private-(?P<s>[0-9a-f]{16,})",
    r"/owa/calendar/[^\s/▮]+/(?P<s>[0-9a-f]{32,})/",
    r"\b(?:infura\.io/(?:ws/)?v3|alchemy(?:api)?\.(?:com|io)/v2|quiknode\.pro)/(?P<s>[0-9A-Za-z_-]{24,})",
    r"discord(?:app)?\.com/api/webhooks/(?P<s>[0-9]{15,}/[0-9A-Za-z_-]{40,})",
    r"\b[MNO][0-9A-Za-z_-]{23,27}\.[0-9A-Za-z_-]{6}\.[0-9A-Za-z_-]{27,}",
    r"(?:\bbot|\b)(?P<s>[0-9]{8,12}:AA[0-9A-Za-z_-]{31,})",
    r"\b[sr]k_(?:live|test)_[0-9A-Za-z]{10,}",
    r"\bwhsec_[0-9A-Za-z+/=]{20,}",
    r"\bsq0(?:atp|csp)-[0-9A-Za-z_-]{22,}",
    r"\bEAAA[A-Z][0-9A-Za-z_-]{58,}\b",
    r"\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b",
    r"\bSG\.[0-9A-Za-z_-]{16,}\.[0-9A-Za-z_-]{16,}",
    r"\bSK[0-9a-f]{32}\b",
    r"\bAC[0-9a-f]{32}:(?P<s>[0-9a-f]{32})\b",
    r"\bkey-[0-9a-z]{32}\b",
    r"\b[0-9a-f]{32}-us[0-9]{1,2}\b",
    r"\b[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}\b",
    r"\bpat\.[0-9A-Za-z_-]{20,24}\.[0-9a-f]{24}\.[0-9A-Za-z]{16,}",
    r"\bAPI-[0-9A-Z]{25,}\b",
    r"\b(?:live|test)_[0-9a-f]{35}\b",
    r"\bsign(?:ing)?key-[a-z]+-[0-9a-f]{32,}",
    r"\btr_(?:dev|stg|prod)_[0-9A-Za-z]{16,}",
    r"\blin_(?:api|oauth)_[0-9A-Za-z]{32,}",
    r"\bsecret_[0-9A-Za-z]{40,}",
    r"\bntn_[0-9A-Za-z]{40,}",
    r"\bpat[0-9A-Za-z]{14}\.[a-f0-9]{64}\b",
    r"\bfigd_[0-9A-Za-z_-]{30,}",
    r"\bdop?_[a-z]*_?[a-f0-9]{64}\b",
    r"\bsntr(?:ys|yu)_[0-9A-Za-z_=+/-]{40,}",
    r"\bglsa_[0-9A-Za-z]{32}_[a-f0-9]{8}\b",
    r"\bglc_[0-9A-Za-z+/=]{32,}",
    r"\bNRAK-[0-9A-Z]{27}\b",
    r"\bPMAK-[a-f0-9]{24}-[a-f0-9]{34}\b",
    r"\btskey-[a-z]+-[0-9A-Za-z-]{16,}",
    r"\bsbp_[a-f0-9]{40}\b",
    r"\b(?:e2b|sq[apu]|fw|tgp_v[0-9]|napi|rnd|nbp|dbt[cu]|apify_api|hca[ix]k|cflt|CCDB1|pdl_(?:live|sdbx)_apikey|os_v2_(?:app|org)|shptka|wandb_v[0-9]|snyk_(?:uat|sat)|ddapp|xaat|gsk|dbn|lmnt)[_.-][0-9A-Za-z_-]{20,}",
    r"\b(?:csk|fc|pa|as|ak)-[0-9A-Za-z]{22,}\b",
    r"\bsk-(?:lf|or|ant)-[0-9A-Za-z-]{20,}",
    r"\b(?:access|secret)-(?:production|development|sandbox|live|test)-[0-9A-Za-z_-]{20,}=?",
    r"\b(?:api|sdk)-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b",
    r"\bv1\.0-[0-9a-f]{24}-[0-9a-f]{100,}",
    r"\bAT(?:TA|CTT3)[0-9A-Za-z_=-]{60,}",
    r"\bEAA[0-9A-Za-z]{60,}",
    r"\bAAAAAAAAAAAAAAAAAAAAA[0-9A-Za-z%]{40,}",
    r"\bperm[:-][0-9A-Za-z+/=]{8,}\.[0-9A-Za-z+/=]{4,}\.[0-9A-Za-z]{20,}",
    r"\bmfa\.[0-9A-Za-z_-]{60,}",
    r"\bcmVmdGtu[0-9A-Za-z]{40,}",
    r"\b0\.[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\.(?P<s>[0-9A-Za-z]{20,}:[0-9A-Za-z+/]{20,}={0,2})",
    r"\b[0-9A-Za-z+/]{30,}(?:\+ASt|ACDb|AzFu|AzSe|AIoT|ACR)[0-9A-Za-z+/]{4,}={0,2}",
    // A prefix that says whose token it is.
    r"\b(?:aio|bk(?:ua|aj|ct)|CCIPAT|CLOJARS|ddp|duffel_(?:live|test)|lsv2_(?:pt|sk)|nfp|pscale_(?:tkn|pw|oauth)|pnu|rdme|shippo_(?:live|test)|sgp|tfp|vc[pka]|ory_[a-z]{2}|fio-u|HRKU|CFPAT|tk-(?:us|eu)|xkeysib|xsmtpsib|FLWSECK(?:_TEST)?|phx|phc|rpa|jina|tvly|cal_(?:live|test)|nvapi)[_-][0-9A-Za-z]{20,}(?:[_-][0-9A-Za-z]{1,60}\b)?",
    r"\b(?:LTAI|EZAK|EZTK|AKCp|AQVN|ops_eyJ)[0-9A-Za-z_-]{20,}",
    r"\bico-[0-9A-Za-z]{32}\b",
    r"\bpcsk_[0-9A-Za-z]{4,8}_[0-9A-Za-z]{40,}",
    r"\bre_[0-9A-Za-z]{6,}_[0-9A-Za-z]{16,}",
    r"\brzp_(?:live|test)_[0-9A-Za-z]{10,}",
    r"\bmlsn\.[0-9A-Za-z]{40,}",
    r"\bsl\.[0-9A-Za-z_.-]{60,}",
    r"\bdt0[a-z][0-9]{2}\.[0-9A-Z]{20,}\.[0-9A-Z]{40,}",
    r"\bsha256~[0-9A-Za-z_-]{40,}",
    r"\boy2[a-z0-9]{43}\b",
    r"\b[0-9A-Za-z]{6}_[0-9A-Za-z]{29}_mmk\b",
    r"\bpat-[a-z]{2}[0-9]-[0-9a-f]{8}-[0-9a-f-]{20,}",
    r"\bA3-[0-9A-Z]{6}-(?:[0-9A-Z]{11}|[0-9A-Z]{6}-[0-9A-Z]{5})(?:-[0-9A-Z]{5}){3}\b",
    r"\b[0-9A-Za-z_~.]{3}[0-9]Q~[0-9A-Za-z_~.-]{30,}",
    r"\b[0-9]/[0-9]{13,}/(?P<s>[0-9]{13,}:[0-9a-f]{32})\b",
    r"\bpk_[0-9]{6,9}_[0-9A-Z]{32}\b",
    r"\bsk\.eyJ[0-9A-Za-z_-]{20,}(?:\.[0-9A-Za-z_-]{10,})?",
    r"webhook\.office\.com/webhookb2/(?P<s>[^\s\x22'▮]{20,})",
    // `host:port:database:user:password`, a line of `.pgpass`.
    r"(?:^|[\s\x22'(\[])[A-Za-z*][\w.*-]*:(?:[0-9]{2,5}|\*):[A-Za-z*][\w*-]*:[A-Za-z*][\w.*-]*:(?P<s>[^\s:\x22'▮)\]]{4,})",
    // `user:password@tcp(host:port)/database`, as programs in Go write it.
    r"\b[A-Za-z][\w.-]*:(?P<s>[^\s@:/\x22'▮]{3,})@(?:tcp|udp|unix)\(",
    r"\bjdbc:[a-z]+:[^\s/@▮]*:[A-Za-z][\w$#-]*/(?P<s>[^\s/@▮]+)@",
    // Models.
    r"\bsk-ant-[0-9A-Za-z_-]{20,}",
    r"\bsk-(?:proj|svcacct|admin|or-v1)-[0-9A-Za-z_-]{20,}",
    r"\bsk-[0-9A-Za-z]{20,}",
    r"\bgsk_[0-9A-Za-z]{40,}",
    r"\bxai-[0-9A-Za-z]{60,}",
    r"\bhf_[0-9A-Za-z]{30,}",
    r"\br8_[0-9A-Za-z]{37}\b",
    r"\bpplx-[0-9A-Za-z]{40,}",
    // JSON web tokens, signed or not.
    r"\beyJ[0-9A-Za-z_-]{8,}\.(?:eyJ|[0-9A-Za-z_-]{4})[0-9A-Za-z_-]{4,}\.[0-9A-Za-z_.-]*",
    // Credentials in headers. The name of the scheme is kept.
    r#"(?i)\b(?:proxy-)?authorization\\?["']?\s*[:=]>?\s*\\?["']?(?:bearer|basic|token|negotiate|apikey|api-key|splunk|ghapp)\s+(?P<s>[^\s"'\\,;▮]+)"#,
    r#"(?i)\b(?:proxy-)?authorization\\?["']?\s*[:=]>?\s*\\?["']?(?:digest|hawk|oauth|aws4-hmac-sha256)\s+(?P<s>[^\r\n▮]+)"#,
    r#"(?i)\b(?:proxy-)?authorization\\?["']?\s*[:=]>?\s*\\?["']?(?P<s>[0-9A-Za-z._~+/=-]{16,})"#,
    r#"(?i)\b(?:proxy-)?authorization\\?["']?\s*[:=]>?\s*\\?["']?[a-z][a-z0-9_-]{1,24}\s+(?P<s>[0-9A-Za-z._~+/=-]{16,})"#,
    r"(?i)\bbearer\s+(?P<s>[0-9A-Za-z._~+/-]{16,}=*)",
    r#"(?i)\b(?:set-)?cookie\\?["']?\s*:\s*\\?["']?(?P<s>[^\s"'\\=;▮]+=[^"'\\\r\n▮]*)"#,
    // The password of an address; a long word before the `@` is a token.
    r#"(?i)\b[a-z][a-z0-9+.-]*://[^\s/:@"'▮]*:(?P<s>[^\s/"'▮]+)@[^\s/]"#,
    r#"(?i)\b[a-z][a-z0-9+.-]*://[^\s/:@"'▮]*:(?P<s>[^\s/@"'▮0-9][^\s@"'▮]*)@[a-z0-9.-]+(?:[:/\s"']|\z)"#,
    r#"(?i)\bhttps?://(?P<s>[0-9a-z_-]{20,})@"#,
    // machine HOST login NAME password SECRET
    r"(?i)\bmachine\s+\S+\s+login\s+\S+\s+password\s+(?P<s>[^\s▮]+)",
    r"\$(?:2[aby]|argon2id?|apr1|scrypt|6|5|1|y)\$[0-9A-Za-z./$=,+-]{20,}",
    r"\b(?:pbkdf2(?:_sha\d+)?|scrypt|bcrypt_sha256|argon2)\$[0-9A-Za-z./$=,+-]{20,}",
];

static SET: LazyLock<RegexSet> = LazyLock::new(|| RegexSet::new(PATTERNS).expect("the patterns are constant"));
static EACH: LazyLock<Vec<Regex>> =
    LazyLock::new(|| PATTERNS.iter().map(|pattern| Regex::new(pattern).expect("the patterns are constant")).collect());
static BASE64_40: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"[0-9A-Za-z/+=_-]{40,}").expect("constant"));

static BASE64: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\b[0-9A-Za-z+/_-]{10,}={0,2}").expect("constant"));

/// Words joined by `_` or `-`, of which the last but one says that a key follows: `acme_sk_…`, `my-token-v2-…`.
static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:[A-Za-z][0-9A-Za-z]{0,11}[_-]){0,3}(?P<name>sk|rk|key|apikey|tok|token|pat|secret|live|prod)(?:[_-](?:live|prod|test|v[0-9]))?[_-](?P<s>[0-9A-Za-z]{24,})\b")
        .expect("constant")
});

/// Whether this is drawn, and no hash, word or number: digits and letters of both sizes; of hexadecimal, only what is called a key.
fn is_drawn(name: &str, text: &str) -> bool {
    let count = |test: fn(&char) -> bool| text.chars().filter(test).count();
    let mixed = count(char::is_ascii_digit) >= 2 && count(char::is_ascii_uppercase) >= 4 && count(char::is_ascii_lowercase) >= 4;
    let is_key = !matches!(name, "live" | "prod");
    let is_hexadecimal = text.bytes().all(|byte| byte.is_ascii_hexdigit());
    (mixed || looks_mixed(text)) && !is_hexadecimal
        || is_key && is_hexadecimal && text.len() >= 32 && count(char::is_ascii_digit) >= 4
}

/// Whether this is base64 of `user:password`, as HTTP's basic authentication sends it (RFC 7617).
fn is_encoded_login(word: &str) -> bool {
    if word.len() > 400 || word.trim_end_matches('=').len() % 4 == 1 {
        return false;
    }
    let decoded = STANDARD_NO_PAD.decode(word.trim_end_matches('='));
    let Some(decoded) = decoded.ok().and_then(|bytes| String::from_utf8(bytes).ok()) else { return false };
    let Some((user, password)) = decoded.split_once(':') else { return false };
    let name = |letter: char| letter.is_ascii_alphanumeric() || "._@+-".contains(letter);
    user.len() >= 2 && password.len() >= 3 && user.chars().all(name) && password.chars().all(|letter| letter.is_ascii_graphic())
}

pub(super) fn find(text: &str, found: &mut Vec<Range<usize>>) {
    for index in SET.matches(text) {
        for captures in EACH[index].captures_iter(text) {
            let secret = captures.name("s").or_else(|| captures.get(0));
            found.extend(secret.map(|secret| secret.range()).filter(|range| !is_reference(&text[range.clone()])));
        }
    }
    for captures in NAMED.captures_iter(text) {
        let (Some(name), Some(secret)) = (captures.name("name"), captures.name("s")) else { continue };
        found.extend(is_drawn(name.as_str(), secret.as_str()).then(|| secret.range()));
    }
    found.extend(BASE64_40.find_iter(text).filter(|word| is_aws_secret(word.as_str())).map(|word| word.range()));
    found.extend(BASE64.find_iter(text).filter(|word| is_encoded_login(word.as_str())).map(|word| word.range()));
}

/// `$TOKEN`, `${TOKEN}`, `$(cat file)`, `<your token>`, `{{ token }}`, `%TOKEN%`, `****`: a placeholder for a secret.
pub(super) fn is_reference(value: &str) -> bool {
    // Marks of a quotation and of emphasis are around it, and no part of it.
    let bare = value.trim().trim_matches(['"', '\'', '`', '“', '”', '«', '»', '「', '」', '\\']);
    let value = if bare.ends_with("**") && !bare.starts_with('*') { bare.trim_end_matches('*') } else { bare };
    let wrapped = |open: &str, close: &str| value.len() > open.len() && value.starts_with(open) && value.ends_with(close);
    let name = |text: &str| {
        text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && text.chars().all(|character| character.is_ascii_alphanumeric() || "_.:".contains(character))
    };
    value.is_empty()
        || value.strip_prefix("$env:").or_else(|| value.strip_prefix('$')).is_some_and(name)
        || wrapped("${", "}")
        || value.starts_with("$(")
        || wrapped("{{", "}}")
        || (wrapped("<", ">") && !value.contains(char::is_whitespace))
        || (wrapped("<", ">") && value.chars().all(|character| character.is_alphanumeric() || " <>_-.".contains(character)))
        || (wrapped("%", "%") && name(value.trim_matches('%')))
        || (value.chars().count() >= 3 && value.chars().all(|character| "*•●xX.…-_".contains(character)))
        || value.starts_with("{{")
        || is_told_to_be_replaced(value)
        || ["os.environ", "process.env.", "ENV[", "env.", "secrets.", "vars.", "var.", "config.", "self.", "this."]
            .iter()
            .any(|prefix| value.starts_with(prefix))
}

/// `your_api_key_here`, `YOUR-TOKEN`.
fn is_told_to_be_replaced(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let words = lower.chars().all(|letter| letter.is_ascii_lowercase() || "_- ".contains(letter));
    words && lower.starts_with("your") && ["here", "key", "token", "secret", "password"].iter().any(|end| lower.ends_with(end))
}

/// Forty characters of base64 that are neither a hash nor a path: a secret access key of AWS.
fn is_aws_secret(word: &str) -> bool {
    let count = |test: fn(&char) -> bool| word.chars().filter(test).count();
    let class = |character: char| match character {
        'a'..='z' => 0,
        'A'..='Z' => 1,
        '0'..='9' => 2,
        _ => 3,
    };
    let turns = word.chars().zip(word.chars().skip(1)).filter(|(one, next)| class(*one) != class(*next)).count();
    word.len() == 40
        && !word.contains(['_', '-', '='])
        && count(char::is_ascii_uppercase) >= 6
        && count(char::is_ascii_lowercase) >= 6
        && count(char::is_ascii_digit) >= 1
        && turns >= 15
}
