//! Finds secrets by the program that they are passed to: `curl -u ada:…`, `mysql -p…`, `sshpass -p …`.

use super::assignments::says_something;
use super::names::{Named, classify};
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
    r"\b(?:echo|printf)\s+(?:-[ne]+\s+)?(?:[\x22']?%s(?:\\n)?[\x22']?\s+)?{W}\s*\|\s*(?:sudo\s+-\S*S|(?:sudo\s+)?cryptsetup|(?:docker|podman|helm|gh|glab)\b[^|;&\n]*(?:--password-stdin|--with-token|--stdin)|(?:sudo\s+)?passwd\s+--stdin)",
    r"<<<\s*{W}[\])]?\s*(?:[\n;,#&|<]|\z)",
    r"\b(?:usermod|useradd)\b{A}\s-p\s+{W}",
    r"\bsnmp(?:get|walk|set)\b{A}\s-[AX]\s+{W}",
    r"\bxfreerdp3?\b{A}\s/p:{W}",
    r"\bpsexec\b{A}\s/?-?p\s+{W}",
    r"\bnet\s+use\s+(?:[A-Za-z*]:?\s+)?\\\\[^\s▮]+\s+(?:/[a-z]+(?::\S+)?\s+)*{W}",
    r"\bredis-cli\b[^;\n▮]*?\s(?i:auth)\s+{W}",
    r"\bredis-cli\b[^;\n▮]*?\s(?i:auth)\s+\S+\s+{W}",
    r"(?i:setuser)\b[^;\n▮]*?[\s\x22']>(?P<w>[^\s\x22'▮]+)",
    r"\b(?:add_user|change_password|set_password|passwd_user|create_user)\s+[^\s▮-]\S*\s+{W}",
    r"\bldappasswd\b{A}\s-[sa]\s*{W}",
    r"\bsnmp\w+\b{A}\s-c\s*{W}",
    r"(?i)\bconvertto-securestring\s+(?:-(?:string|asplaintext|force)\s+)*(?:\x22(?P<d>[^\x22$▮]+)\x22|'(?P<q>[^'▮]+)'|(?P<w>[^\s$('\x22▮-][^\s▮]*))",
    r"\bset_network\s+\S+\s+(?:psk|password|sae_password|wep_key\d)\s+{W}",
    r"\b(?:password|secret|key)\s+[05-9]\s+(?P<w>[^\s▮]{6,})",
    r"\bhttp-basic\.\S+\s+\S+\s+{W}",
    r"\bauth\s+(?:init|login|add)\b{A}\s(?:-t|-k|--access-token)\s+{W}",
    r"\b(?:cargo|vercel|netlify|railway|supabase|sentry-cli|hf|huggingface-cli|wandb|pulumi|doppler|replicate|modal|fly|flyctl)\s+(?:auth\s+)?login\s+(?:-\S+\s+)*(?P<w>[^\s\x22'▮-][^\s\x22'▮]{19,})",
    r"\bIDENTIFIED\s+(?:WITH\s+\S+\s+)?BY\s+(?:PASSWORD\s+)?{W}",
    r"\b(?:CREATE|ALTER)\s+(?:USER|ROLE)\b[^;\n▮]*?\b{A}ASSWORD\s+{W}",
    r"(?i)\bset\s+password\b[^;\n▮]*?=\s*(?:password\()?{W}",
    // An account before it: `-u ada -P …`, `--username ada -w …`. Numbers are ports, and `mysql -p` names a database.
    r"(?:^|[;&|(\[\n])\s*(?:[$#%>❯-]\s+)?(?:\w+=\S+\s+)*(?P<program>[A-Za-z][\w./-]*){A}\s(?:-u|-U|--user|--username|-username|-D)[\s=]+[^\s|;&▮-][^\s|;&▮]*{A}\s(?:-P|-p|-pw|-w|-W|-password)[\s=]+{W}",
    r"(?:^|[;&|(\[\n])\s*(?:[$#%>❯-]\s+)?(?P<program>[A-Za-z][\w./-]*){A}\s(?:-P|-pw|-w|-W|-password)[\s=]+{W}{A}\s(?:-u|-U|--user|--username|-username)[\s=]+[^\s|;&▮-]",
    r"(?:^|[\s;&|(])(?P<program>[A-Za-z][\w./-]*){A}\s-u\s*[^\s,|;&▮-][^\s,|;&▮]*,{W}",
    // `user/password@database`, as database clients take it; a version after a package is none.
    r"(?:^|[;&|(\[\n])\s*(?:[$#%>❯-]\s+)?(?P<package>[A-Za-z][\w./-]*){A}\s[\x22']?(?:[A-Za-z][\w.$#-]*)/(?P<w>[^\s/@\x22'▮]{3,})@(?://)?[A-Za-z][\w.:-]*(?:/[\w.]+)?(?:[\s\x22');|&]|\z)",
    // A login that is piped on, or handed over by a here-string.
    r"\b(?:echo|printf)\s+(?:-[ne]+\s+)?(?:\x22[^\x22:\s▮]{2,}:(?P<d>[^\x22\s▮]{4,})\x22|'[^':\s▮]{2,}:(?P<q>[^'\s▮]{4,})'|[A-Za-z][\w.@-]+:(?P<w>[^\s|\x22'▮/]{4,}))\s*\|",
    // A secret that is piped to what reads one.
    r"\b(?:echo|printf)\s+(?:-[ne]+\s+)?(?:[\x22']?%s(?:\\n)?[\x22']?\s+)?{W}\s*\|[^\n]*?(?:--?(?:[\w-]*(?:pass(?:word|phrase|wd)?|secret|token|auth|login|key|pin)[\w-]*[-_=])?(?:stdin|fd)\b|--key-file[= ]-|\b(?:chpasswd|passwd|cryptsetup|unlock|gopass|pass\s+insert|vncpasswd|secret-tool|sshpass|gpg2?|wpa_passphrase|oathtool|smbpasswd|kinit|su)\b|\bsecrets?\s+(?:create|set|put|add)\b|\blogin\b)",
    // Stores of secrets: what is put into them.
    r"\b[\w-]*(?:secret|vault|credential|keychain|keyvault|ssm|kv)\w*\b[^|;&\n▮]*?\b(?:set|put|create|create-secret|add|write|update|store|put-parameter|put-secret-value|insert|new)\b{A}\s(?:--value|--secret-string|--secret|--body|--data|--plaintext|--from-literal=[\w.-]+|-v|-b|-w|-value)[\s=]+{W}",
    r"\b(?:put-parameter|create-secret|put-secret-value|add-generic-password|add-internet-password)\b{A}\s(?:--value|--secret-string|-w|--secret-binary)[\s=]+{W}",
    r"\bsecrets?\b[^|;&\n▮]*?\s--from-literal[=\s][\x22']?[\w.-]+={W}",
    r"\b(?:secrets?|vault|kv)\b[^|;&\n▮]*?\b(?:set|put|write|create|add|import)\b{A}\s[A-Za-z_][\w.-]*={W}",
    r"\b(?:config:set|config\s+set|secrets?:set|env:set)\b{A}\s[A-Z][A-Z0-9_]*(?:KEY|SECRET|TOKEN|PASS\w*|PWD|PW|CREDENTIALS?|DSN)={W}",
    r"\b(?:secrets?)\s+(?:set|put|add|create)\s+[A-Za-z_][\w.-]*\s+{W}",
    // A secret of keys, of a token of an agent, and of networks, each at its place.
    r"\bvault\s+operator\s+(?:unseal|rekey|generate-root)\s+{O}(?P<w>[0-9A-Za-z+/=]{24,})",
    r"\bset-agent-token\s+{O}\w+\s+{W}",
    r"\bsnmp\w+\b[^|;&\n]*?\s-X\s+{W}",
    r"\bnetworksetup\s+-setairportnetwork\s+\S+\s+(?:\x22[^\x22]*\x22|\S+)\s+{W}",
    r"\bkeyMaterial={W}",
    r"\byes\s+{W}\s*\|\s*(?:sudo\s+)?(?:ssh-keygen|passwd|gpg2?|cryptsetup|kinit|su|smbpasswd)\b",
    // Password managers and what they open.
    r"\b(?:bw|rbw|lpass|op|keepassxc-cli|kpcli|dcli|gopass|nordpass|enpasscli|proton-?pass|pass-cli)\s+(?:-\S+\s+)*(?:unlock|login\s+[^\s▮]+@[^\s▮]+|open\s+\S+)\s+{W}",
    // Keys of wireless networks.
    r"\bwpa_passphrase\s+(?:\x22[^\x22]*\x22|'[^']*'|\S+)\s+{W}",
    r"\biw(?:config)?\b{A}\skey\s+(?:s:)?{W}",
    r"\bnmcli\b{A}\s(?:password|wifi-sec\.psk|802-11-wireless-security\.psk|wep-key\d?)\s+{W}",
    // New passphrases: `ssh-keygen -N`, `openssl passwd`, `rclone obscure`.
    r"\bssh-keygen\b{A}\s-(?:N|P)\s*{W}",
    r"\b(?:openssl\s+passwd|mkpasswd|rclone\s+obscure|ansible-vault\s+encrypt_string|caddy\s+hash-password|bcrypt|argon2)\b(?:\s+-{1,2}[\w-]+(?:[= ](?:sha\S*|md5|\d+))?)*\s+{W}",
    r"\bnet\s+user\s+[^\s/▮]+\s+{W}",
    r"\b(?:dscl|sysadminctl)\b{A}\s-?(?:passwd|newPassword|resetPasswordFor\s+\S+\s+-newPassword)\s+(?:/\S+\s+)?{W}",
    r"\bqpdf\b{A}\s--encrypt\s+{W}",
    r"\b(?:pdftk|qpdf|mutool|gs)\b{A}\s(?:input_pw|user_pw|owner_pw|-sPDFPassword=)\s*{W}",
    r"\bqpdf\b{A}\s--encrypt\s+[^\s]+\s+{W}",
    r"\bsigntool\b{A}\s/p\s+{W}",
    r"\brclone\s+config\s+(?:create|update|password)\b{A}\s(?:pass|password|token|client_secret|secret_access_key)[\s=]+{W}",
    r"\bmc\s+(?:-\S+\s+)*alias\s+set\s+\S+\s+\S+\s+\S+\s+{W}",
    r"\betcdctl\b{A}\s--user[=\s]+[^\s:▮]+:{W}",
    r"\s--?http-auth[=\s]+[^\s:▮]+:{W}",
    r"\bswaks\b{A}\s-ap\s+{W}",
    r"\b(?:sqlplus|sqlcl|rman|expdp|impdp|sqlldr)\b{A}\s[A-Za-z][\w$#-]*/(?:\x22(?P<d>[^\x22▮]+)\x22|(?P<w>[^\s/@.\x22'▮]{3,}))(?:[@\s]|\z)",
    // A login in a file of settings of curl.
    r"\buser\s*=\s*\\?[\x22'][^\x22':\s▮]+:(?P<w>[^\x22'\s▮]{4,})[\x22']",
    // What a program reads as the file of its key: `preshared-key <(echo …)`.
    r"(?i)\b[\w-]*(?:key|psk|pass|password|passphrase|passwd|secret|token)[\w-]*[=\s]+<\(\s*(?:echo|printf)\s+(?:-n\s+|[\x22']?%s(?:\\n)?[\x22']?\s+)?{W}\s*\)",
    // Calls that take host, user and password in this order.
    r"\b(?:new\s+mysqli|mysqli_connect|mysql_connect|new\s+PDO|getConnection|ftp_login|imap_open|ldap_bind|ssh2_auth_password)\s*\(\s*[^,()▮]+,\s*[^,()▮]+,\s*(?:\x22(?P<d>[^\x22▮]+)\x22|'(?P<q>[^'▮]+)')",
    // Functions of databases that take a text and its key.
    r"(?i)\b(?:pgp_sym_\w+|aes_(?:en|de)crypt)\s*\(\s*[^,()▮]+,\s*(?:\x22(?P<d>[^\x22▮]+)\x22|'(?P<q>[^'▮]+)')",
    // Options of Windows after an account: `/ru ada /rp …`.
    r"(?i)\s/(?:u|ru|user|s|v)[: ]\s*[^\s/▮]+{A}\s/(?:p|rp|pw|pwd|pass|password)[: ]\s*{W}",
    r"\bsteghide\b{A}\s-p\s+{W}",
    r"\bcurl\b{A}\s(?:-b|--cookie)\s+[\x22']?[\w.-]*(?:sess|sid|auth|token)[\w.-]*={W}",
    r"\b(?:connect|conn)\s+to\s+\S+\s+user\s+\S+\s+using\s+{W}",
    r"\bexpect\b[^\n▮]*?\bsend\s+[\x22']?{W}",
    r"\b(?:curl|wget|http|https|xh|xhs|httpie)\b{A}\s(?:-u|--user|--proxy-user|-U|-a|--auth)[\s=]*\x22[^\s:\x22▮]*:(?P<d>[^\x22▮]+)\x22",
    r"\b(?:curl|wget|http|https|xh|xhs|httpie)\b{A}\s(?:-u|--user|--proxy-user|-U|-a|--auth)[\s=]*'[^\s:'▮]*:(?P<q>[^'▮]+)'",
];
/// Programs whose `-p` or `-w` after `-u` is no password.
const TAKES_NO_PASSWORD: [&str; 46] = [
    "bash",
    "sh",
    "zsh",
    "fish",
    "env",
    "xargs",
    "mysql",
    "mysqldump",
    "mysqladmin",
    "mariadb",
    "sudo",
    "doas",
    "su",
    "cp",
    "mv",
    "rsync",
    "mkdir",
    "install",
    "patch",
    "ls",
    "ps",
    "pgrep",
    "grep",
    "rg",
    "sort",
    "uniq",
    "diff",
    "tar",
    "git",
    "docker",
    "podman",
    "nmap",
    "find",
    "cut",
    "head",
    "tail",
    "tee",
    "pip",
    "npm",
    "journalctl",
    "systemctl",
    "date",
    "lsof",
    "ssh",
    "scp",
    "unshare",
];
/// Programs for which `name/part@word` is a package, a branch or a host.
const TAKES_PACKAGES: [&str; 26] = [
    "npm", "npx", "yarn", "pnpm", "bun", "bunx", "deno", "go", "cargo", "docker", "podman", "helm", "git", "gh", "glab", "pip",
    "pipx", "uv", "brew", "nix", "code", "ssh", "scp", "rsync", "sftp", "act",
];

fn base_name(program: &str) -> &str {
    program.rsplit('/').next().unwrap_or(program)
}

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
    here_documents(text, found);
    // A command that goes on in the next line is one command. The blanks keep the places of what follows.
    let joined = text.contains("\\\n").then(|| text.replace("\\\n", "  "));
    let text = joined.as_deref().unwrap_or(text);
    for index in SET.matches(text) {
        for captures in EACH[index].captures_iter(text) {
            let word = captures.name("d").or_else(|| captures.name("q")).or_else(|| captures.name("w"));
            let Some(word) = word.filter(|word| !is_reference(word.as_str())) else { continue };
            let program = captures.name("program").map(|program| base_name(program.as_str()));
            let port =
                word.as_str().chars().all(|letter| letter.is_ascii_digit() || ":./".contains(letter)) && word.as_str().len() < 6;
            let option =
                program.is_some() && (word.as_str().starts_with('-') || port || word.as_str().starts_with(['/', '.', '~']));
            if option || program.is_some_and(|program| TAKES_NO_PASSWORD.contains(&program)) {
                continue;
            }
            // `curl -u https://…`: an address, no login.
            if word.as_str().starts_with("//") {
                continue;
            }
            let package = captures.name("package").map(|package| base_name(package.as_str()));
            if package.is_some_and(|package| TAKES_PACKAGES.contains(&package)) {
                continue;
            }
            // `IDENTIFIED BY is a clause`
            if PATTERNS[index].contains("IDENTIFIED") && !says_something(word.as_str()) {
                continue;
            }
            // A here-string can be any input. It is a secret only for programs that read one.
            let here_string = PATTERNS[index].starts_with("<<<");
            // Of a login that is piped, the password is the secret. What is no login is a pair of any words.
            let piped = PATTERNS[index].starts_with(r"\b(?:echo|printf)");
            if piped && captures.name("w").is_some() && word.as_str().contains(':') {
                continue;
            }
            let pair = piped && PATTERNS[index].ends_with(r"\s*\|");
            if pair && !tells_login(text, word.range()) {
                continue;
            }
            if !here_string || asks_for_secret(line_before(text, word.start())) {
                found.push(word.range());
            }
        }
    }
}

/// The first line that a program which asks for a secret reads from a here-document: `sudo -S true <<EOF`.
fn here_documents(text: &str, found: &mut Vec<Range<usize>>) {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        at += line.len();
        let Some((command, delimiter)) = line.split_once("<<").filter(|(_, rest)| !rest.starts_with('<')) else { continue };
        let delimiter = delimiter.trim().trim_matches(['-', ' ', '\'', '"', '\\']);
        let secret = text[at..].lines().next().unwrap_or_default();
        let is_delimiter = delimiter.starts_with(|first: char| first.is_ascii_alphabetic()) && secret.trim() != delimiter;
        if is_delimiter && asks_for_secret(command) && !is_reference(secret) {
            found.push(at..at + secret.len());
        }
    }
}

/// Whether the part after a colon is a password: it has a digit or a sign, or what it is piped to reads logins.
fn tells_login(text: &str, password: Range<usize>) -> bool {
    let chosen = text[password.clone()].chars().any(|letter| !letter.is_alphabetic());
    let rest = text[password.end..].lines().next().unwrap_or_default();
    chosen || ["chpasswd", "base64", "curl", "smbpasswd", "htpasswd", "newusers"].iter().any(|program| rest.contains(program))
}

fn line_before(text: &str, end: usize) -> &str {
    let start = text[..end].rfind('\n').map_or(0, |newline| newline + 1);
    &text[start..end]
}

fn asks_for_secret(command: &str) -> bool {
    // `read -r PASS <<<`
    let names = command.trim_end_matches(['<', ' ', '\'', '"']).rsplit(' ').next().unwrap_or_default();
    if command.contains("read ") && classify(names) == Named::Secret {
        return true;
    }
    [
        "--password-stdin",
        "--with-token",
        "--passphrase-fd",
        "sudo -S",
        "passwd",
        "cryptsetup",
        "--stdin",
        "kinit",
        "keepassxc-cli",
        "env add",
        "secrets set",
        "secret put",
        "smbpasswd",
        "bw unlock",
    ]
    .iter()
    .any(|word| command.contains(word))
}
