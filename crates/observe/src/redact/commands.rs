//! Finds secrets by the program that they are passed to: `curl -u ada:…`, `mysql -p…`, `sshpass -p …`.

use super::shapes::is_reference;
use regex::{Regex, RegexSet};
use std::ops::Range;
use std::sync::LazyLock;

/// `{W}` is the secret as a shell word, `{A}` the arguments before it within the same command, `{O}` the same, often none.
const PATTERNS: &[&str] = &[
    r"\b(?:mysql|mysqldump|mysqladmin|mysqlimport|mysqlcheck|mysqlshow|mariadb[a-z-]*|mycli)\b{A}\s-p{W}",
    r"\b(?:curl|wget|http|https|xh|xhs|httpie)\b{A}\s(?:-u|--user|--proxy-user|-U|-a|--auth)[\s=]*[\x22']?[^\s:\x22'▮]*:{W}",
    r"\bsshpass\s+{O}-p\s*{W}",
    r"\b(?:docker|podman|nerdctl|helm|oras|crane|buildah|skopeo|az|oc|cf)\b[^|;&\n▮]*?\blogin\b{A}\s-p[\s=]*{W}",
    r"\bredis-cli\b{A}\s-a\s+{W}",
    r"\bopenssl\b{A}\s-(?:passin|passout|pass)\s+[\x22']?pass:{W}",
    r"\bopenssl\b{A}\s-k\s+{W}",
    r"\b(?:7z|7za|7zr|rar|unrar)\b{A}\s-(?:p|hp){W}",
    r"\b(?:zip|unzip|zipcloak)\b{A}\s-P\s*{W}",
    r"\b(?:ldapsearch|ldapadd|ldapmodify|ldapdelete|ldappasswd|ldapwhoami)\b{A}\s-w\s*{W}",
    r"\b(?:smbclient|smbget|rpcclient|net)\b{A}\s-U\s*[\x22']?[^\s%\x22'▮]+%{W}",
    r"\bhtpasswd\b{A}\s-[a-zA-Z]*b[a-zA-Z]*\s+\S+\s+\S+\s+{W}",
    r"\bhtpasswd\b{A}\s-[a-zA-Z]*nb[a-zA-Z]*\s+\S+\s+{W}",
    r"\b(?:sqlcmd|bcp|mongo|mongosh|mongodump|mongorestore|cqlsh|clickhouse-client|influx|rabbitmqadmin|isql)\b{A}\s(?:-P|-p)\s*{W}",
    r"\bvault\s+login\s+(?:-[^\s▮]+\s+)*{W}",
    r"\baws\s+configure\s+set\s+\S*(?:secret|token)\S*\s+{W}",
    r"\b(?:npm|pnpm|yarn)\s+config\s+set\s+\S*(?:_auth|_authToken|_password|npmAuthToken)\s+{W}",
    r"\bgit\s+config\s+{O}\S*(?:token|password|secret)\s+{W}",
    r"\b(?:gh|glab|fly|flyctl|doctl|heroku|npm|stripe|wrangler)\s+(?:secrets?|variables?|config)\s*(?:set|:set|put)\s+{O}(?:--body|-b|-v)[\s=]+{W}",
    r"\becho\s+(?:-n\s+)?[\x22']?[^\s:\x22'|▮]+:{W}\s*\|\s*(?:sudo\s+)?chpasswd",
    r"\b(?:echo|printf)\s+(?:-[ne]+\s+)?{W}\s*\|\s*(?:sudo\s+-\S*S|(?:sudo\s+)?cryptsetup|(?:docker|podman|helm|gh|glab)\b[^|;&\n]*(?:--password-stdin|--with-token|--stdin)|(?:sudo\s+)?passwd\s+--stdin)",
    r"<<<\s*{W}\s*(?:\n|\z)",
    r"\b(?:usermod|useradd)\b{A}\s-p\s+{W}",
    r"\bsnmp(?:get|walk|set)\b{A}\s-[AX]\s+{W}",
    r"\bxfreerdp3?\b{A}\s/p:{W}",
    r"\b(?:psexec|net use)\b{A}\s/?-?p\s+{W}",
    r"\bIDENTIFIED\s+(?:WITH\s+\S+\s+)?BY\s+(?:PASSWORD\s+)?{W}",
    r"\b(?:CREATE|ALTER)\s+(?:USER|ROLE)\b[^;\n▮]*?\b{A}ASSWORD\s+{W}",
    r"(?i)\bset\s+password\b[^;\n▮]*?=\s*(?:password\()?{W}",
    r"\b(?:curl|wget|http|https|xh|xhs|httpie)\b{A}\s(?:-u|--user|--proxy-user|-U|-a|--auth)[\s=]*\x22[^\s:\x22▮]*:(?P<d>[^\x22▮]+)\x22",
    r"\b(?:curl|wget|http|https|xh|xhs|httpie)\b{A}\s(?:-u|--user|--proxy-user|-U|-a|--auth)[\s=]*'[^\s:'▮]*:(?P<q>[^'▮]+)'",
];
const WORD: &str = r#"(?:"(?P<d>(?:[^"\\▮]|\\[^▮])+)"|'(?P<q>[^'▮]+)'|(?P<w>(?:[^\s"'|;&<>()▮\\]|\\[^▮])(?:[^\s"'|;&<>()▮\\]|\\[^▮]|"[^"▮]*"|'[^'▮]*')*))"#;

static RULES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let rule =
        |pattern: &&str| pattern.replace("{A}", r"[^|;&\n▮]*?").replace("{O}", r"(?:[^|;&\n▮]*?\s)??").replace("{W}", WORD);
    PATTERNS.iter().map(rule).collect()
});
static SET: LazyLock<RegexSet> = LazyLock::new(|| RegexSet::new(RULES.iter()).expect("the patterns are constant"));
static EACH: LazyLock<Vec<Regex>> =
    LazyLock::new(|| RULES.iter().map(|rule| Regex::new(rule).expect("the patterns are constant")).collect());

pub(super) fn find(text: &str, found: &mut Vec<Range<usize>>) {
    for index in SET.matches(text) {
        for captures in EACH[index].captures_iter(text) {
            let word = captures.name("d").or_else(|| captures.name("q")).or_else(|| captures.name("w"));
            let Some(word) = word.filter(|word| !is_reference(word.as_str())) else { continue };
            // A here-string can be any input. It is a secret only for programs that read one.
            let here_string = PATTERNS[index].starts_with("<<<");
            if !here_string || asks_for_secret(line_before(text, word.start())) {
                found.push(word.range());
            }
        }
    }
}

fn line_before(text: &str, end: usize) -> &str {
    let start = text[..end].rfind('\n').map_or(0, |newline| newline + 1);
    &text[start..end]
}

fn asks_for_secret(command: &str) -> bool {
    ["--password-stdin", "--with-token", "--passphrase-fd", "sudo -S", "passwd", "cryptsetup", "--stdin"]
        .iter()
        .any(|word| command.contains(word))
}
