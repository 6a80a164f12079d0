//! Finds sentences that turn the agent against its user.

use super::lines::{Context, Line, regex};
use super::{Finding, finding, milder};
use apprentice_contracts::skill::FindingSeverity::{self, Error, Warning};
use regex::{Regex, RegexSet};
use std::sync::LazyLock;

struct Rule {
    code: &'static str,
    severity: FindingSeverity,
    pattern: Regex,
    reason: &'static str,
}

static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let rule = |code, severity, pattern: &str, reason| Rule { code, severity, pattern: regex(pattern), reason };
    vec![
        rule(
            "INSTRUCTION_OVERRIDE",
            Error,
            r"(?i)\b(?:ignore|disregard|forget|override|discard)\s+(?:all\s+|any\s+)?(?:of\s+)?(?:the\s+|your\s+|my\s+)?(?:previous|prior|earlier|above|preceding|existing|system|other|safety|security)\s+(?:instructions?|prompts?|rules|guidelines|directions|directives|messages|constraints|restrictions|policies|checks)\b",
            "It instructs the agent to ignore its instructions",
        ),
        rule(
            "INSTRUCTION_OVERRIDE",
            Error,
            r"(?i)\byou\s+are\s+(?:now|no\s+longer)\b.{0,40}\b(?:developer\s+mode|jailbroken|unrestricted|bound\s+by|subject\s+to\s+(?:any|the)\s+(?:rules|restrictions)|DAN\b)|\b(?:enter|enable|activate)\s+(?:developer|god|dan|jailbreak|unrestricted)\s+mode\b",
            "It claims that the agent's rules do not apply",
        ),
        rule(
            "ROLE_MARKER",
            Error,
            r"<\|(?:im_start|im_end|system|assistant|endoftext)\|>|<<SYS>>|\[/?INST\]|(?i)^\s*</?(?:system|system-reminder|system_prompt)>\s*$",
            "It imitates the markers by which a model recognizes system messages",
        ),
        rule(
            "CONCEALMENT",
            Warning,
            r"(?i)\b(?:(?:do\s+not|don['’]?t|never)\s+(?:ever\s+)?(?:tell|inform|notify|alert|disclose|reveal|mention)\b[^.\n]{0,40}\b(?:to\s+)?(?:the\s+)?(?:user|human|operator|owner)s?|without\s+(?:telling|informing|notifying|alerting|the\s+knowledge\s+of)\s+(?:the\s+)?(?:user|human|operator|owner)|(?:hide|conceal)\b[^.\n]{0,40}\bfrom\s+the\s+(?:user|human|operator|owner)|(?:silently|secretly|covertly)\s+(?:send|upload|post|execute|install|append|exfiltrate|collect|copy))\b",
            "It instructs the agent to hide something from its user",
        ),
        rule(
            "EXFILTRATION",
            Error,
            r"(?i)\b(?:send|post|upload|transmit|exfiltrate|forward|submit|share|include|append|copy|e-?mail|attach|send_\w+|post_\w+|http_\w+)\b[^.\n]{0,80}?(?:\B\.env\b(?:\s+files?)?|\B\.ssh\b|\B\.aws\b|\b(?:ssh\s+keys?|private\s+keys?|environment\s+variables|password\s+manager|(?:user['’]?s?|all|any|their|stored|saved|found|discovered|collected)\s+(?:\w+\s+)?(?:credentials|passwords|tokens|api\s+keys|secrets|cookies)|(?:full|entire|whole)\s+(?:conversation|chat\s+history|system\s+prompt))\b)[^\n]{0,120}(?:https?://|webhook|\bendpoint\b|\bserver\b|@[\w-]+\.\w+)",
            "It instructs the agent to send secrets away",
        ),
        rule(
            "EXFILTRATION",
            Error,
            r"(?i)\b(?:api\s+keys?|passwords?|credentials|access\s+tokens?|secrets?|private\s+keys?)\b[^\n]{0,60}\b(?:send|post|upload|forward|submit|transmit)\s+(?:it|them)\s+to\s+https?://",
            "It instructs the agent to send secrets away",
        ),
        rule(
            "CREDENTIAL_ACCESS",
            Error,
            r"(?i)\b(?:read|open|print|copy|collect|gather|extract|dump|output)\s+(?:the\s+|all\s+|out\s+)*(?:(?:user|owner|operator|human)['’]s\s+)?(?:contents?\s+of\s+(?:the\s+)?|files?\s+(?:in\s+)?|keys?\s+in\s+)?[`\x22']?(?:~|\$HOME)/\.(?:ssh/(?:id_|\*|[`\x22'\s])|aws/credentials|netrc|gnupg|git-credentials)",
            "It instructs the agent to read keys or passwords of the user",
        ),
        rule(
            "EXFILTRATION",
            Error,
            r"(?i)!\[[^\]]*\]\(https?://[^)\s]*[?&/=](?:\{|\$\{?|<|%7b|[A-Z]+_)[^)]*(?:secret|token|key|password|data|conversation|context|message|history|env)[^)]*\)",
            "An image whose address would send the conversation to somebody else",
        ),
        rule(
            "EXFILTRATION",
            Error,
            r"(?i)\b(?:fetch|open|request|visit|get|call|load)\s+[`\x22']?https?://[^\s`\x22']*[?&]\w+=[<{\[][^>}\]\n]*\b(?:keys?|tokens?|secrets?|passwords?|credentials|conversation|prompt|cookies)\b",
            "It instructs the agent to send secrets away",
        ),
        rule(
            "EXFILTRATION",
            Error,
            r"!\[[^\]]*\]\(https?://[^)\s]*=[A-Z_]*(?:CONVERSATION|SECRETS?|TOKEN|PASSWORD|HISTORY|API_KEY|PROMPT)[A-Z0-9_]*",
            "An image whose address would send the conversation to somebody else",
        ),
        rule(
            "AGENT_TAMPERING",
            Warning,
            r"(?i)\b(?:append|add|write|put|insert|paste)\b[^.\n]{0,60}(?:~|\$HOME)/\.(?:claude/(?:CLAUDE\.md|settings)|codex/(?:AGENTS\.md|config)|gemini/(?:GEMINI\.md|settings)|cursor/|config/goose/)",
            "It changes the settings of an agent",
        ),
        rule(
            "OBSCURED_EXECUTE",
            Error,
            r"(?i)\b(?:decode|unscramble|decipher|de-?obfuscate|rot-?13|backwards|in\s+(?:hex|base64|reverse))\b[^\n]{0,80}\b(?:and|then)\s+(?:do|follow|run|execute|obey|carry\s+(?:it|them)\s+out|perform)\b(?:\s+(?:what|them|it|these|this|the\s+(?:result|steps|instructions|commands?)))?",
            "It instructs the agent to follow orders in a form that hides their content",
        ),
        rule(
            "GUARD_OFF",
            Warning,
            r"(?i)--dangerously-skip-permissions|\bbypassPermissions\b|--dangerously-bypass-approvals-and-sandbox|\bdisable\s+(?:the\s+)?(?:sandbox|permission\s+prompts?|safety\s+checks?|approval\s+prompts?|antivirus|firewall|gatekeeper)\b",
            "It switches off confirmations or protections",
        ),
        rule(
            "PASSWORD_ARCHIVE",
            Error,
            r"(?i)(?:\b(?:download|extract|unzip|unpack|open)\b[^\n]{0,160}(?:\.(?:zip|rar|7z)\b|\barchive\b)[^\n]{0,120}\bpass(?:word|code|phrase)?\b\s*(?:is|:|=|“|\x22|`|')|\bpass(?:word|phrase)\b\s*(?:is|:|=)[^\n]{0,60}\b(?:extract|unzip|unpack)\b|\bunzip\b[^\n]*\s-P\s*\S+\s[^\n]*\.zip|\b7z\s+x\b[^\n]*\s-p\w+)",
            "An archive behind a password keeps scanners out",
        ),
        rule(
            "PREREQUISITE_DOWNLOAD",
            Error,
            r"(?i)\b(?:must|required|need(?:ed|s)?|first|before)\b[^\n]{0,120}\b(?:download|install|run|paste|execute)\b[^\n]{0,160}https?://(?:[^\s/)]*\.)?(?:glot\.io|rentry\.(?:co|org)|pastebin\.com|hastebin\.com|gist\.githubusercontent\.com|bit\.ly|tinyurl\.com|t\.ly|is\.gd|cutt\.ly|anonfiles\.com|mega\.nz|mediafire\.com|file\.io|transfer\.sh|0x0\.st)[/\s)]",
            "It demands a download from a site where anybody can upload anything",
        ),
    ]
});

/// Names of files that hold secrets, which are the same in every language.
static SECRET_FILE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)(?:^|[\s\x22'`(~/])(?:\.env\b|\.ssh/|\.aws/|\.netrc\b|\.npmrc\b|\.git-credentials\b|\.gnupg/|\.kube/config|id_(?:rsa|ed25519|ecdsa)\b|/etc/shadow)",
    )
});
/// To send, in the languages that [`apprentice_injection`] knows.
static SEND: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)send|schick|übermittel|lad\w* .{0,60}hoch|envo[iy]|transmet|téléverse|env[ií]a|manda|sube|invia|spedisci|carica|envie|wyślij|przes[łl]|odešli|pošli|odoslať|küld|trimite|",
        r"отправ|пошли|надішл|відправ|изпрати|στείλ|gönder|yolla|gửi|kirim|verstuur|stuur|skicka|lähet|发送|發送|上传|上傳|传到|送信|送って|アップロード|보내|전송|업로드|أرسل|ارسل|ارسال|שלח|भेज|ส่ง|upload|post"
    ))
    .expect("a fixed pattern")
});

/// Orders in other languages, and English ones behind a disguise.
fn elsewhere(path: &str, line: &Line, found: &mut Vec<Finding>) {
    let mut say = |code, severity, reason: &str| found.push(finding(code, severity, path, line.number, &line.text, reason));
    let example = line.warned() || line.context != Context::Prose || quoted(&line.text);
    let grade = |severity| if example { milder(severity) } else { severity };
    if !line.text.is_ascii() || line.text.len() < 400 {
        if apprentice_injection::overrides_in_other_language(&line.text) {
            say("INSTRUCTION_OVERRIDE", grade(Error), "It instructs the agent to ignore its instructions");
        }
        let text = line.text.as_str();
        if text.contains("://") && SECRET_FILE.is_match(text) && SEND.is_match(text) && line.context == Context::Prose {
            say("EXFILTRATION", if line.warned() { Warning } else { Error }, "It instructs the agent to send secrets away");
        }
    }
    for reading in apprentice_injection::behind_disguises(&line.text) {
        for rule in SET.matches(&reading).into_iter().map(|at| &RULES[at]).filter(|rule| !rule.pattern.is_match(&line.text)) {
            say(rule.code, if line.warned() { milder(rule.severity) } else { rule.severity }, rule.reason);
        }
    }
}

/// All patterns at once.
static SET: LazyLock<RegexSet> =
    LazyLock::new(|| RegexSet::new(RULES.iter().map(|rule| rule.pattern.as_str())).expect("the patterns of the rules"));

/// Whether a text has an order that the scan calls an error.
pub(super) fn is_grave(text: &str) -> bool {
    SET.matches(text).into_iter().any(|at| RULES[at].severity == Error)
}

pub(super) fn check(path: &str, lines: &[Line]) -> Vec<Finding> {
    let mut found = Vec::new();
    for line in lines {
        elsewhere(path, line, &mut found);
        for rule in SET.matches(&line.text).into_iter().map(|at| &RULES[at]) {
            // Quoted examples are shown in blocks and in scripts that detect them.
            let example = line.warned() || line.context != Context::Prose || quoted(&line.text);
            let severity =
                if example && rule.code != "EXFILTRATION" || line.warned() { milder(rule.severity) } else { rule.severity };
            found.push(finding(rule.code, severity, path, line.number, &line.text, rule.reason));
        }
    }
    found
}

/// A table row, a quotation, or a line that is one quoted sentence.
fn quoted(text: &str) -> bool {
    let text = text.trim_start_matches(['-', '*', ' ']);
    text.starts_with('|') || text.starts_with('>') || text.starts_with(['"', '“', '`'])
}
