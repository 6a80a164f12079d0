//! Finds commands that run what they download, read credentials, send data away, or cannot be undone.

use super::lines::{Context, Line, ascii, regex};
use super::{Finding, finding, milder};
use apprentice_contracts::skill::FindingSeverity::{self, Error, Info, Warning};
use regex::{Regex, RegexSet};
use std::collections::HashMap;
use std::sync::LazyLock;

struct Rule {
    code: &'static str,
    severity: FindingSeverity,
    pattern: &'static str,
    reason: &'static str,
}

const FETCHED: &str = "It runs what it downloads, which can be something else tomorrow";
const OBSCURED: &str = "It runs code that it unpacks from a form that hides what it does";
const SENDS: &str = "It sends files or settings of the machine away";
const READS: &str = "It reads keys or passwords of the user";
const SHELL: &str = "It gives a stranger a shell on this machine";
const AGAIN: &str = "It makes the machine run something again and again, also after the task is done";
const GONE: &str = "It deletes what cannot be restored";
const SOURCE: &str = "It installs from a place that is not encrypted or not a registry";
const TAMPERS: &str = "It changes the settings of an agent";
const GUARD: &str = "It switches off what protects the machine";

const fn rule(code: &'static str, severity: FindingSeverity, pattern: &'static str, reason: &'static str) -> Rule {
    Rule { code, severity, pattern, reason }
}

/// Each pattern is compiled with `(?i)`; the order does not matter.
const RULES: &[Rule] = &[
    rule(
        "FETCH_EXECUTE",
        Error,
        r#"\b(?:curl|wget|aria2c|fetch|xh|httpie)\b[^;\n]*\|\s*(?:sudo\s+(?:-\S+\s+)*)?(?:env\s+(?:\S+=\S*\s+)+)?(?:/usr/bin/env\s+|/\S*/)?(?:(?:ba|z|da|k|fi|a)?sh|pwsh|iex)\b(?:[^.\w-]|$)"#,
        FETCHED,
    ),
    rule(
        "FETCH_EXECUTE",
        Error,
        r#"\b(?:curl|wget)\b[^;\n]*\|\s*(?:sudo\s+)?(?:python[\d.]*|node|perl|ruby|php|lua|deno|bun)\s*(?:-\s*)?(?:$|[;&|)"'`])"#,
        FETCHED,
    ),
    rule(
        "FETCH_EXECUTE",
        Error,
        r#"(?:\b(?:ba|z|da|k)?sh|\bsource|(?:^|[\s;&])\.)\s+(?:-\w+\s+)*<\(\s*(?:curl|wget)\b"#,
        FETCHED,
    ),
    rule(
        "FETCH_EXECUTE",
        Error,
        r#"\b(?:(?:ba|z|da|k)?sh|python[\d.]*|node|ruby|perl)\s+-[ce]\s*["']?(?:\$\(|`)\s*(?:curl|wget)\b"#,
        FETCHED,
    ),
    rule("FETCH_EXECUTE", Error, r#"\beval\s*["'(]*\s*(?:\$\(|`)\s*(?:curl|wget)\b"#, FETCHED),
    rule(
        "FETCH_EXECUTE",
        Error,
        r#"\b(?:iwr|irm|wget|curl|invoke-webrequest|invoke-restmethod)\b[^|\n]*\|\s*(?:iex|invoke-expression)\b"#,
        FETCHED,
    ),
    rule(
        "FETCH_EXECUTE",
        Error,
        r#"\b(?:iex|invoke-expression)\b[^\n]{0,80}(?:\b(?:iwr|irm|invoke-webrequest|invoke-restmethod)\b|downloadstring|net\.webclient)"#,
        FETCHED,
    ),
    rule(
        "FETCH_EXECUTE",
        Error,
        r#"\b(?:curl|wget)\b[^\n]*(?:&&|;)\s*(?:sudo\s+)?(?:chmod\s+\S+\s+\S+\s*(?:&&|;)\s*)?(?:sudo\s+)?(?:(?:ba|z)?sh\s+(?:\./|/tmp/|\w[\w.-]*\.sh)|\./\S|/tmp/\S)"#,
        FETCHED,
    ),
    rule(
        "FETCH_EXECUTE",
        Error,
        r#"\b(?:exec|eval|compile)\s*\([^\n]*(?:requests\.get|urlopen|httpx\.get|urllib\.request)\s*\("#,
        FETCHED,
    ),
    rule(
        "FETCH_EXECUTE",
        Error,
        r#"(?:\beval|\bnew\s+Function|\bvm\.runIn\w+)\s*\([^\n]*(?:\bfetch|axios\.get|https?\.get|got)\s*\("#,
        FETCHED,
    ),
    rule(
        "FETCH_EXECUTE",
        Error,
        r#"\bmshta\s+https?://|\bregsvr32\b[^\n]*https?://|\bcertutil\b[^\n]*-urlcache|\bbitsadmin\b[^\n]*/transfer|\brundll32\b[^\n]*https?://"#,
        FETCHED,
    ),
    rule(
        "OBSCURED_EXECUTE",
        Error,
        r#"\b(?:base64\s+(?:-\w*[dD]\w*|--decode)|openssl\s+(?:enc\s+)?(?:-?base64|enc)\s+[^\n|]*-d|xxd\s+-r|rev|tr\s+\S+\s+\S+|gunzip|zcat)\b[^|\n]*\|\s*(?:sudo\s+)?(?:(?:ba|z|da)?sh|python[\d.]*|node|perl)\b(?:[^.\w-]|$)"#,
        OBSCURED,
    ),
    rule(
        "OBSCURED_EXECUTE",
        Error,
        r#"(?:\beval\b|(?:ba|z)?sh\s+-c)\s*["'(]*\s*(?:\$\(|`)[^\n]*\bbase64\s+(?:-\w*[dD]|--decode)"#,
        OBSCURED,
    ),
    rule("OBSCURED_EXECUTE", Error, r#"(?:ba|z)?sh\s+<\(\s*(?:echo|printf)[^\n]*base64\s+(?:-\w*[dD]|--decode)"#, OBSCURED),
    rule(
        "OBSCURED_EXECUTE",
        Error,
        r#"\b(?:exec|eval)\s*\(\s*(?:compile\s*\(\s*)?(?:__import__\s*\(\s*['"]\w+['"]\s*\)\s*\.\s*)?(?:base64\.|b64decode|decompress|loads\s*\(|codecs\.decode|zlib\.decompress|bytes\.fromhex|marshal\.loads|atob\s*\(|Buffer\.from\s*\()"#,
        OBSCURED,
    ),
    rule(
        "OBSCURED_EXECUTE",
        Error,
        r#"\b(?:os\.system|subprocess\.\w+|child_process\.\w+|execSync)\s*\(\s*\[?\s*(?:base64\.|codecs\.decode|atob\s*\(|bytes\.fromhex|Buffer\.from\s*\([^)]*(?:base64|hex))"#,
        OBSCURED,
    ),
    rule(
        "OBSCURED_EXECUTE",
        Error,
        r#"\bpowershell(?:\.exe)?\b[^\n]*\s-e(?:nc|ncodedcommand|c)?\s+[A-Za-z0-9+/=]{24,}"#,
        OBSCURED,
    ),
    rule(
        "EXFILTRATION",
        Error,
        r#"(?:^|[\s;&|`(])(?:env|printenv|export\s+-p|set)\s*\|[^\n]*\b(?:curl|wget|nc|ncat|socat)\b"#,
        SENDS,
    ),
    rule(
        "EXFILTRATION",
        Error,
        r#"\b(?:curl|wget|http|xh)\b[^\n]*(?:\s-d|\s--data\S*|\s-F|\s--form|\s-T|\s--upload-file|--post-(?:file|data)|\s\w+=?@)[^\n]*(?:@|\$\(\s*(?:cat|base64|tar)\b|\$\(<|\s)[^\s]*(?:\.ssh\b|\.aws\b|/?\.env\b|\.netrc|/etc/passwd|/etc/shadow|\.npmrc|\.git-credentials|_history|\.kube/|\.gnupg|\.config/gcloud|id_rsa|id_ed25519|\.claude/|\.codex/)"#,
        SENDS,
    ),
    rule(
        "EXFILTRATION",
        Error,
        r#"\b(?:curl|wget)\b[^\n]*(?:\$\(\s*(?:env|printenv|cat\s+[^)]*(?:\.ssh|\.env\b|\.aws|\.netrc|passwd|id_rsa|id_ed25519|credentials)))"#,
        SENDS,
    ),
    rule(
        "EXFILTRATION",
        Error,
        r#"\b(?:cat|tar|zip|base64|gzip)\b[^\n|]*(?:\.ssh\b|\.aws\b|\.env\b|\.netrc|/etc/shadow|\.gnupg|\.git-credentials|id_rsa|id_ed25519|_history|\.kube|\.config\b)[^\n]*\|[^\n]*\b(?:curl|wget|nc|ncat|socat|openssl\s+s_client)\b"#,
        SENDS,
    ),
    rule(
        "EXFILTRATION",
        Error,
        r#"\b(?:curl|wget|fetch|axios\.post|requests\.post|httpx\.post|urlopen|Invoke-RestMethod|Invoke-WebRequest|iwr|irm)\b[^\n]*https?://[^\s/]*(?:webhook\.site|requestbin|pipedream\.net|burpcollaborator|interact\.sh|\.oast\.|oastify\.com|hookbin|dnslog\.|canarytokens)"#,
        SENDS,
    ),
    rule(
        "EXFILTRATION",
        Error,
        r#"\b(?:scp|rsync|sftp)\b[^\n]*(?:~|\$HOME)/\.(?:ssh|aws|gnupg|kube|config)\b[^\n]*\s\S+@?\S*:"#,
        SENDS,
    ),
    rule("EXFILTRATION", Error, r#"\b(?:nc|ncat)\s+(?:-\w+\s+)*[\w.-]+\s+\d+\s*<\s*\S"#, SENDS),
    rule(
        "EXFILTRATION",
        Error,
        r#"\b(?:dig|nslookup|host|ping)\s[^\n]*\$\([^\n]*\)\S*\.\w|\b(?:dig|nslookup|ping)\s+(?:[+-]\S+\s+)*`[^`\n]+`\S*\.\w"#,
        SENDS,
    ),
    rule(
        "EXFILTRATION",
        Error,
        r#"\b(?:requests|httpx|session)\.(?:post|put|get)\s*\([^\n]*(?:dict\(\s*os\.environ\s*\)|os\.environ\s*[,)}]|os\.environ\.copy)"#,
        SENDS,
    ),
    rule(
        "EXFILTRATION",
        Error,
        r#"\b(?:fetch|axios(?:\.\w+)?|\.send|\.write)\s*\([^\n]*(?:JSON\.stringify\(\s*process\.env\s*\)|\.\.\.process\.env\b|process\.env\s*[,)}])"#,
        SENDS,
    ),
    rule(
        "CREDENTIAL_ACCESS",
        Error,
        r#"\bsecurity\s+(?:dump-keychain|find-(?:generic|internet)-password\b[^\n]*\s-\w*[wg])|\bsecret-tool\s+search\b|\bvaultcmd\b|\bgpg\b[^\n]*--export-secret|\bmimikatz\b|\blsass\b"#,
        READS,
    ),
    rule(
        "CREDENTIAL_ACCESS",
        Error,
        r#"(?:Login Data|Cookies|key4\.db|logins\.json|cookies\.sqlite)\b[^\n]*(?:Chrome|Firefox|Chromium|Brave|Edge|User Data|mozilla)|(?:Chrome|Firefox|Chromium|Brave|Edge|User Data|mozilla)[^\n]*/(?:Login Data|Cookies|key4\.db|logins\.json|cookies\.sqlite)\b"#,
        READS,
    ),
    rule(
        "CREDENTIAL_ACCESS",
        Error,
        r#"\b(?:cat|cp|less|head|tail|tar|zip|base64|xxd|open|read_text|read_bytes|readFile(?:Sync)?|Get-Content|type|Path)\b[^\n]*(?:\.ssh/(?:id_\w+|\*|config\b)|\.ssh['")\s]|id_(?:rsa|ed25519|ecdsa|dsa)\b|/etc/shadow|\.gnupg/|wallet\.dat|\.git-credentials|\.claude/\.credentials|\.codex/auth\.json|\.netrc\b)"#,
        READS,
    ),
    rule(
        "CREDENTIAL_ACCESS",
        Warning,
        r#"\b(?:cat|cp|less|head|base64|open|read_text|readFile(?:Sync)?|Get-Content)\b[^\n]*(?:\.aws/credentials|\.docker/config\.json|\.kube/config|\.npmrc|\.pypirc|application_default_credentials|/etc/passwd)"#,
        READS,
    ),
    rule("REVERSE_SHELL", Error, r#"/dev/(?:tcp|udp)/[^\s/]+/\d+"#, SHELL),
    rule(
        "REVERSE_SHELL",
        Error,
        r#"\b(?:nc|ncat|netcat)\b[^\n]*\s-\w*[ec]\s*(?:/bin/)?(?:ba|z)?sh\b|\bmkfifo\b[^\n]*\|[^\n]*\b(?:nc|ncat|openssl)\b|\bsocat\b[^\n]*exec:|\bpty\.spawn\s*\(|\bdup2\s*\(\s*\w+\.fileno\(\)"#,
        SHELL,
    ),
    rule("MINER", Error, r#"\bstratum\+(?:tcp|ssl)://|\bxmrig\b|\bminerd\b|\bcoinhive\b"#, "It mines coins on this machine"),
    rule(
        "PERSISTENCE",
        Error,
        r#">>\s*\S*authorized_keys|\btee\s+(?:-a\s+)?\S*authorized_keys|/etc/ld\.so\.preload"#,
        "It leaves a way back in",
    ),
    rule(
        "PERSISTENCE",
        Error,
        r#"(?:\bcrontab\b|/etc/cron|\.bashrc|\.zshrc|\.profile|\.bash_profile|LaunchAgents|systemd/user)[^\n]*(?:\bcurl\b|\bwget\b|base64\s+-\w*[dD])|(?:\bcurl\b|\bwget\b|base64\s+-\w*[dD])[^\n]*(?:\|\s*crontab|>>\s*\S*(?:\.bashrc|\.zshrc|\.profile|\.bash_profile))"#,
        "It makes the machine fetch and run something again and again",
    ),
    rule(
        "AGENT_TAMPERING",
        Warning,
        r#"(?:>>?|\btee\b(?:\s+-a)?|\bcp\s+\S+|\bmv\s+\S+|\bln\s+-\S+\s+\S+|\bsed\s+(?:-\S+\s+)*-i\S*\s[^\n]*?|\brm\s+(?:-\S+\s+)*|\btruncate\b[^\n]*?|\b(?:Set|Add)-Content\b[^\n]*?|\bOut-File\b[^\n]*?)\s*["']?\S*(?:\.claude/settings(?:\.local)?\.json|\.claude\.json|\.claude/CLAUDE\.md|\.codex/(?:config\.toml|AGENTS\.md)|\.gemini/(?:settings\.json|GEMINI\.md)|\.cursor/mcp\.json|\.config/goose/config\.yaml|\.openclaw/openclaw\.json|opencode\.json|SOUL\.md|\.apprentice/)"#,
        TAMPERS,
    ),
    rule(
        "AGENT_TAMPERING",
        Warning,
        r#"\b(?:writeFile|appendFile|writeFileSync|appendFileSync|createWriteStream|copyfile|move|rename|replace)\s*\([^\n]*(?:\.claude/settings(?:\.local)?\.json|\.claude\.json|\.claude/CLAUDE\.md|\.codex/(?:config\.toml|AGENTS\.md)|\.gemini/(?:settings\.json|GEMINI\.md)|\.cursor/mcp\.json|\.config/goose/config\.yaml|\.openclaw/openclaw\.json|opencode\.json|SOUL\.md|\.apprentice/)|\bopen\s*\([^\n]*(?:\.claude/settings(?:\.local)?\.json|\.claude\.json|\.claude/CLAUDE\.md|\.codex/(?:config\.toml|AGENTS\.md)|\.gemini/(?:settings\.json|GEMINI\.md)|\.cursor/mcp\.json|\.config/goose/config\.yaml|\.openclaw/openclaw\.json|opencode\.json|SOUL\.md|\.apprentice/)[^\n]*,\s*(?:mode\s*=\s*)?["'][rb]?[wax+]|(?:\.claude/settings(?:\.local)?\.json|\.claude\.json|\.claude/CLAUDE\.md|\.codex/(?:config\.toml|AGENTS\.md)|\.gemini/(?:settings\.json|GEMINI\.md)|\.cursor/mcp\.json|\.config/goose/config\.yaml|\.openclaw/openclaw\.json|opencode\.json|SOUL\.md|\.apprentice/)[^\n]*\.(?:write_text|write_bytes|unlink|open\s*\(\s*["'][wax])"#,
        TAMPERS,
    ),
    rule(
        "AGENT_TAMPERING",
        Warning,
        r#"\b(?:claude|codex|gemini|goose|openclaw|opencode|qwen)\s+(?:mcp\s+(?:add|add-json|add-from-claude-desktop|remove|set)|config\s+(?:set|add|unset)|plugins?\s+(?:install|add|enable|marketplace\s+add)|hooks?\s+(?:add|install))\b"#,
        TAMPERS,
    ),
    rule(
        "DESTRUCTIVE",
        Error,
        r#"\brm\s+(?:-\w+\s+)*-(?:\w*r\w*f|\w*f\w*r)\w*\s+(?:--no-preserve-root\s+)?["']?(?:/|~/?|\$HOME/?|\$\{HOME\}/?|/\*|~/\*|\$HOME/\*|/home|/Users|/etc|/usr|/var)["']?(?:\s|$|[;&|`)])"#,
        GONE,
    ),
    rule(
        "DESTRUCTIVE",
        Error,
        r#"\bmkfs(?:\.\w+)?\s+/dev/|\bdd\s+if=/dev/(?:zero|u?random)\s+of=/dev/(?:sd|nvme|disk|hd)|:\(\)\s*\{\s*:\s*\|\s*:\s*&\s*\}\s*;|\bformat\s+[cC]:\s*/"#,
        GONE,
    ),
    rule(
        "GUARD_OFF",
        Error,
        r#"\bspctl\s+--(?:master|global)-disable|\bSet-MpPreference\b[^\n]*-Disable|\bAdd-MpPreference\b[^\n]*-Exclusion|\bcsrutil\s+disable|\bsetenforce\s+0"#,
        GUARD,
    ),
    rule("GUARD_OFF", Warning, r#"\bxattr\s+-(?:\w*d\w*\s+com\.apple\.quarantine|\w*c\w*)\b"#, GUARD),
    rule(
        "UNSAFE_INSTALL",
        Error,
        r#"\b(?:pip[\d.]*|uv)\s+(?:pip\s+)?install\b[^\n]*(?:(?:--(?:extra-)?index-url|-i)[\s=]+http://|\sgit\+http://|\shttp://)|\b(?:npm|pnpm|yarn|bun)\s+(?:i|install|add)\b[^\n]*\shttp://|\bnpm\s+(?:config\s+)?set\s+registry[\s=]+http://"#,
        SOURCE,
    ),
    rule("UNSAFE_INSTALL", Error, r#"\b(?:npx|bunx|uvx|pnpm\s+dlx)\s+(?:-\S+\s+)*(?:https?://|git\+)"#, SOURCE),
    rule(
        "UNSAFE_INSTALL",
        Warning,
        r#"\bpip[\d.]*\s+install\b[^\n]*(?:--trusted-host|\shttps://\S+\.(?:whl|tar\.gz|zip)\b)|\b(?:npm|pnpm)\s+(?:i|install)\b[^\n]*\shttps://\S+\.(?:tgz|tar\.gz)\b"#,
        SOURCE,
    ),
    rule(
        "FETCH_EXECUTE",
        Error,
        r#"\b(?:perl|ruby|php)\b[^\n]*\s-\w*[er]\b[^\n]*\beval\b[^\n]*https?://|\beval\b[^\n]*(?:file_get_contents|URI\.open|LWP::Simple|open-uri)[^\n]*https?://|\b(?:source|\.)\s+/dev/stdin\s*<<<?[^\n]*(?:curl|wget)\b|\.get\s*\([^\n]*https?://[^\n]*\bvm['\x22]?\s*\)?\.runIn\w+|\bhttps?['\x22]\)\.get\s*\([^\n]*\bvm['\x22]\)\.runIn\w+"#,
        FETCHED,
    ),
    rule(
        "FETCH_EXECUTE",
        Error,
        r#"\b(?:ssh\s[^|;\n]*\bcat\b|gh\s+gist\s+view|(?:dig|host|nslookup)\s[^|\n]*\btxt\b|aws\s+s3\s+cp\s[^|\n]*\s-|gsutil\s+cat)[^\n]*\|\s*(?:sudo\s+)?(?:(?:ba|z|da)?sh|python[\d.]*|node)\b(?:[^.\w-]|$)|\b(?:curl|wget)\b[^;\n]*\|\s*(?:sudo\s+)?(?:docker|podman)\s+run\b[^\n]*\s(?:ba|z)?sh\b"#,
        FETCHED,
    ),
    rule(
        "FETCH_EXECUTE",
        Warning,
        r#"\bgit\s+clone\b[^\n]*\s(?:/tmp|/var/tmp|\$TMPDIR)/[\w./-]+[^\n]*(?:&&|;)\s*(?:sudo\s+)?(?:(?:ba|z)?sh\s+)?(?:/tmp|/var/tmp|\$TMPDIR)/\S+"#,
        FETCHED,
    ),
    rule(
        "OBSCURED_EXECUTE",
        Error,
        r#"\$\(\s*(?:printf|echo\s+-e)\s+['\x22]?(?:\\x[0-9a-f]{2}|\\[0-7]{3}){2,}|(?:^|[;&|]\s*)\$'(?:\\x[0-9a-f]{2}){2,}"#,
        OBSCURED,
    ),
    rule("OBSCURED_EXECUTE", Error, r#"(?:^|[;&|]\s*)\$\{?\w+\}?\$\{?\w+\}?\s+[^\n]*https?://"#, OBSCURED),
    rule(
        "EXFILTRATION",
        Error,
        r#"\b(?:gh\s+gist\s+create|rclone\s+(?:copy|copyto|sync|move|rcat)|aws\s+s3\s+(?:cp|sync|mv)|gsutil\s+(?:-m\s+)?(?:cp|rsync)|az\s+storage\s+blob\s+upload|mailx?|sendmail|mutt|ftp|lftp|tftp|magic-wormhole|wormhole\s+send|croc\s+send)\b[^\n]*(?:~|\$HOME|\$\{HOME\})?/?\.(?:ssh|aws|gnupg|kube|netrc|git-credentials|npmrc|pypirc|docker/config|config/gh|config/gcloud|claude/|codex/|bash_history|zsh_history)\b"#,
        SENDS,
    ),
    rule(
        "EXFILTRATION",
        Error,
        r#"\b(?:xclip|xsel|wl-paste|pbpaste|Get-Clipboard)\b[^|\n]*\|[^\n]*\b(?:curl|wget|nc|ncat)\b"#,
        SENDS,
    ),
    rule(
        "CREDENTIAL_ACCESS",
        Error,
        r#"\bdisplay\s+dialog\b[^\n]*\bhidden\s+answer\b|\bGet-Credential\b[^\n]*\bGetNetworkCredential\b"#,
        READS,
    ),
    rule(
        "CREDENTIAL_ACCESS",
        Error,
        r#"(?:^|[\s(])@(?:~|/root|/home/\w+)/\.(?:ssh|aws|gnupg|netrc|config/gh|kube)\b|(?:^|\s)@/etc/(?:passwd|shadow)\b|(?:^|\s)@(?:\.\./){2,}\.env\b"#,
        READS,
    ),
    rule(
        "CREDENTIAL_ACCESS",
        Warning,
        r#"\bhttps?://(?:169\.254\.169\.254|metadata\.google\.internal|\[fd00:ec2::254\])/[^\s]*(?:security-credentials|service-accounts|identity|token)"#,
        READS,
    ),
    rule(
        "REVERSE_SHELL",
        Error,
        r#"\bssh\b[^\n]*\s-\w*R\s*\S*:(?:localhost|127\.0\.0\.1):22\b|\b(?:ngrok|bore)\s+(?:tcp|local)\s+22\b|\bcloudflared\b[^\n]*ssh://(?:localhost|127\.0\.0\.1)"#,
        SHELL,
    ),
    rule(
        "PERSISTENCE",
        Error,
        r#"\bNOPASSWD:\s*ALL\b[^\n]*sudoers|sudoers[^\n]*\bNOPASSWD:\s*ALL\b|\balias\s+(?:sudo|su|ssh|git)=[^\n]*(?:/tmp/|/\.\w)[^\n]*>>|>>[^\n]*(?:bashrc|zshrc|profile)[^\n]*\balias\s+(?:sudo|su|ssh)="#,
        "It leaves a way back in",
    ),
    rule(
        "PERSISTENCE",
        Error,
        r#"\b(?:systemctl|launchctl)\b[^\n]*\s(?:enable|load|bootstrap)\b[^\n]*\s(?:/tmp|/var/tmp|/dev/shm)/|\bgit\s+config\s+--(?:global|system)\s+(?:core\.(?:hooksPath|fsmonitor|sshCommand)|init\.templateDir)\s+['\x22]?(?:/tmp|/var/tmp|/dev/shm)/"#,
        "It leaves a way back in",
    ),
    rule(
        "PERSISTENCE",
        Warning,
        r#"\bcp\b[^\n]*LaunchAgents/[^\n]*\blaunchctl\s+(?:load|bootstrap)\b"#,
        "It makes the machine run something again and again",
    ),
    rule(
        "GUARD_OFF",
        Warning,
        r#"\bgemini\b[^\n]*\s(?:--yolo|-y\b)|\bcopilot\b[^\n]*--allow-all-(?:tools|paths)|\bcodex\b[^\n]*--(?:yolo|full-auto)|\bapproval_policy\s*=\s*["']?never|\bsandbox_mode\s*=\s*["']?danger-full-access|["']?chat\.tools\.(?:global\.)?autoApprove["']?\s*:\s*["'`]?\s*true|["']autoAccept["']\s*:\s*true"#,
        GUARD,
    ),
    rule(
        "GUARD_OFF",
        Warning,
        r#"\b(?:docker|podman)\s+run\b[^\n]*(?:--privileged\b[^\n]*\s-v\s*/:|\s-v\s*/:/\S+[^\n]*--privileged|--pid[= ]host\b[^\n]*--privileged|--privileged\b[^\n]*--pid[= ]host)|\bufw\s+disable\b|\bsetenforce\s+0"#,
        GUARD,
    ),
    rule(
        "DESTRUCTIVE",
        Error,
        r#"\bfind\s+["']?(?:~|/|\$HOME|\$\{HOME\})/?["']?\s+(?:-type\s+f\s+)?-delete\b|\bshred\b[^\n]*\s(?:~|\$HOME)/\.ssh\b"#,
        GONE,
    ),
    rule(
        "UNSAFE_INSTALL",
        Error,
        r#"--registry[=\s]+http://(?:[^l1]|l[^o]|1[^2])|\bGOPROXY=http://|^\s*--(?:extra-)?index-url[=\s]+http://|^\s*[\w.\[\]-]+\s*@\s*http://|^\s*registry\s*=\s*http://(?:[^l1]|l[^o]|1[^2])"#,
        SOURCE,
    ),
    rule(
        "UNSAFE_INSTALL",
        Error,
        r#"^\s*["'][@\w./-]+["']\s*:\s*["']http://\S+\.(?:tgz|tar\.gz|zip)["']|["'](?:dev|peer|optional)?[dD]ependencies["']\s*:\s*\{[^}\n]*["']http://"#,
        SOURCE,
    ),
    rule("EXFILTRATION", Warning, r#"\bgit\s+push\b[^\n]*\s--(?:mirror|all)\b[^\n]*https?://"#, SENDS),
    rule("EXFILTRATION", Error, r#"\btoJSON\s*\(\s*secrets\s*\)"#, SENDS),
    rule(
        "EXFILTRATION",
        Error,
        r#"\b(?:python[\d.]*|node|deno|bun|perl|ruby|php|pwsh|powershell(?:\.exe)?)\s+(?:-\S+\s+)*-(?:c|e|r|E|ne|le|Command|p)\b[^\n]*(?:\.ssh\b|\.aws\b|\.gnupg\b|\.kube\b|\.netrc\b|\.npmrc\b|\.pypirc\b|\.git-credentials\b|\.env\b|\.docker/config|id_(?:rsa|ed25519|ecdsa)\b|/etc/(?:passwd|shadow)\b|environ\s*[),;\]}]|process\.env\s*[),;}]|ENV\.(?:to_h|inspect|map)|%ENV\b|\$_ENV\b|getenv\(\s*\)|env:\s*(?:\||\)|$)|Login Data|Cookies\b|_history\b)[^\n]*(?:https?://|\bsocket\b|http\.client|Net::HTTP|LWP::|IO::Socket|TCPSocket|\bfetch\s*\(|fsockopen|curl_exec|file_get_contents\s*\(\s*[\x27\x22]https?|Invoke-(?:RestMethod|WebRequest)|\birm\b|\biwr\b|WebClient|UploadFile|UploadString|smtplib)"#,
        SENDS,
    ),
    rule(
        "EXFILTRATION",
        Error,
        r#"\b(?:python[\d.]*|node|deno|bun|perl|ruby|php|pwsh|powershell(?:\.exe)?)\s+(?:-\S+\s+)*-(?:c|e|r|E|ne|le|Command|p)\b[^\n]*(?:https?://|\bsocket\b|http\.client|Net::HTTP|LWP::|IO::Socket|TCPSocket|\bfetch\s*\(|fsockopen|curl_exec|file_get_contents\s*\(\s*[\x27\x22]https?|Invoke-(?:RestMethod|WebRequest)|\birm\b|\biwr\b|WebClient|UploadFile|UploadString|smtplib)[^\n]*(?:\.ssh\b|\.aws\b|\.gnupg\b|\.kube\b|\.netrc\b|\.npmrc\b|\.pypirc\b|\.git-credentials\b|\.env\b|\.docker/config|id_(?:rsa|ed25519|ecdsa)\b|/etc/(?:passwd|shadow)\b|environ\s*[),;\]}]|process\.env\s*[),;}]|ENV\.(?:to_h|inspect|map)|%ENV\b|\$_ENV\b|getenv\(\s*\)|env:\s*(?:\||\)|$)|Login Data|Cookies\b|_history\b)"#,
        SENDS,
    ),
    rule(
        "EXFILTRATION",
        Error,
        r#"\b(?:Invoke-RestMethod|Invoke-WebRequest|irm|iwr|UploadFile|UploadString)\b[^\n]*(?:Get-Content|\bgc\b|-InFile|ReadAllText|ReadAllBytes|Get-ChildItem|\bgci\b|\bls\b|\bdir\b)[^\n]*(?:\.ssh\b|\.aws\b|\.gnupg\b|\.kube\b|\.netrc\b|\.npmrc\b|\.pypirc\b|\.git-credentials\b|\.env\b|\.docker/config|id_(?:rsa|ed25519|ecdsa)\b|/etc/(?:passwd|shadow)\b|environ\s*[),;\]}]|process\.env\s*[),;}]|ENV\.(?:to_h|inspect|map)|%ENV\b|\$_ENV\b|getenv\(\s*\)|env:\s*(?:\||\)|$)|Login Data|Cookies\b|_history\b)"#,
        SENDS,
    ),
    rule(
        "EXFILTRATION",
        Error,
        r#"\b(?:Get-Content|Get-ChildItem|gci|gc|dir|ls)\s+[^\n|]*(?:(?:\.ssh\b|\.aws\b|\.gnupg\b|\.kube\b|\.netrc\b|\.npmrc\b|\.pypirc\b|\.git-credentials\b|\.env\b|\.docker/config|id_(?:rsa|ed25519|ecdsa)\b|/etc/(?:passwd|shadow)\b|environ\s*[),;\]}]|process\.env\s*[),;}]|ENV\.(?:to_h|inspect|map)|%ENV\b|\$_ENV\b|getenv\(\s*\)|env:\s*(?:\||\)|$)|Login Data|Cookies\b|_history\b))[^\n]*\|[^\n]*\b(?:Invoke-RestMethod|Invoke-WebRequest|irm|iwr)\b"#,
        SENDS,
    ),
    rule(
        "EXFILTRATION",
        Error,
        r#"\b(?:xxd|base64|base32|od|hexdump|fold|split|cut)\b[^\n]*\b(?:dig|nslookup|host|ping|drill|kdig|getent\s+hosts)\b[^\n]*\$\{?\w+\}?[\x22\x27]?\.\w|\b(?:for|while)\b[^\n]*\b(?:dig|nslookup|host|drill|kdig)\b[^\n]*\$\{?\w+\}?[\x22\x27]?\.[\w-]+\.\w{2,}[^\n]*\bdone\b[^\n]*(?:<\s*\S|$)|\bxargs\b[^\n]*\b(?:dig|nslookup|host|drill)\b[^\n]*(?:\{\}|%)\.[\w-]+\.\w"#,
        SENDS,
    ),
    rule(
        "EXFILTRATION",
        Error,
        r#"\bhttps?://[^\s/\x22\x27]*(?:\$\(|`)\s*(?:whoami|hostname|id\b|uname|cat|env|printenv|base64|xxd|head|tail|ls\b|git\s|security\b|history|echo)[^)`\n]*(?:\)|`)[^\s/]*\.\w"#,
        SENDS,
    ),
    rule(
        "EXFILTRATION",
        Error,
        r#"\b(?:gethostbyname|getaddrinfo|dns\.resolver\.(?:resolve|query)|dns\.(?:promises\.)?(?:lookup|resolve\w*)|Resolve-DnsName|Dns\]::GetHost\w*)\s*[( ][^\n]*(?:\{\w+[^}\n]*\}|\$\{[^}\n]*\}|\$\(?\w+\)?|\+\s*)[\x22\x27]?\.[\w-]+\.\w{2,}"#,
        SENDS,
    ),
    rule(
        "EXFILTRATION",
        Error,
        r#"\b(?:dig|nslookup|host|ping|drill)\s[^\n]*\$\(?[^\n]*(?:\.ssh|\.env\b|\.aws|passwd|base64|whoami|hostname|xxd)[^\n]*\.\w"#,
        SENDS,
    ),
    rule(
        "EXFILTRATION",
        Error,
        r#"\b(?:tar|zip|7z|gzip|find|cat|base64|gpg|git\s+(?:bundle|archive|log|diff)|pg_dump|mysqldump|sqlite3|history|ps|env|printenv|set)\b[^\n]*\|\s*(?:\w+\s[^|\n]*\|\s*)*(?:nc|ncat|netcat|socat|telnet|openssl\s+s_client)\s+(?:-\S+\s+(?:\d+\s+)?)*(?:-\s+\w+:)?(?:[a-km-z02-9]|l[^o]|1[^2])[\w.-]*\.[\w.-]+"#,
        SENDS,
    ),
    rule(
        "EXFILTRATION",
        Error,
        r#"\bsocat\b[^\n]*\b(?:file|open|gopen|rdonly)\b[^\n]*\b(?:tcp|tcp4|udp|openssl|ssl)(?:-connect)?:|\bsocat\b[^\n]*\b(?:tcp|tcp4|udp|openssl|ssl)(?:-connect)?:\S+[^\n]*<\s*\S"#,
        SENDS,
    ),
    rule(
        "EXFILTRATION",
        Error,
        r#"\b(?:aws\s+s3\s+(?:cp|sync|mv)|gsutil\s+(?:-m\s+)?(?:cp|rsync|mv)|gcloud\s+storage\s+(?:cp|rsync|mv)|az\s+storage\s+\w+\s+upload\S*|azcopy\s+(?:copy|sync)|rclone\s+(?:copy|copyto|sync|move)|s3cmd\s+(?:put|sync)|mc\s+(?:cp|mirror)|b2\s+(?:upload-file|sync|file\s+upload)|rsync|scp|doctl|wrangler\s+r2\s+object\s+put|oci\s+os\s+object\s+\S*put|ossutil\s+cp|gh\s+gist\s+create|gh\s+release\s+upload)\b[^\n]*\s[\x22\x27]?(?:~|\$HOME|\$\{HOME\}|/home(?:/\w+)?|/Users(?:/\w+)?|/root|/etc)/?(?:\s|$|[\x22\x27]|(?:Documents|Desktop|Downloads|Library|Pictures)\b)[^\n]*(?:s3:|gs:|https?:|r2:|b2:|oss:|\w+:)"#,
        SENDS,
    ),
    rule(
        "EXFILTRATION",
        Error,
        r#"\b(?:aws\s+s3\s+(?:cp|sync|mv)|gsutil\s+(?:-m\s+)?(?:cp|rsync|mv)|gcloud\s+storage\s+(?:cp|rsync|mv)|az\s+storage\s+\w+\s+upload\S*|azcopy\s+(?:copy|sync)|rclone\s+(?:copy|copyto|sync|move)|s3cmd\s+(?:put|sync)|mc\s+(?:cp|mirror)|gh\s+(?:gist\s+create|release\s+upload|issue\s+create|pr\s+comment|issue\s+comment)|git\s+add\s+(?:-f|--force))\b[^\n]*(?:\s|@|/|\()[\x22\x27]?(?:\.env\b(?:\.local|\.production)?(?:\s|$|[\x22\x27);&|])|id_(?:rsa|ed25519|ecdsa)\b|/etc/(?:passwd|shadow)\b|credentials\.json\b|\.(?:ssh|aws|gnupg|netrc|git-credentials)\b)"#,
        SENDS,
    ),
    rule(
        "EXFILTRATION",
        Warning,
        r#"\b(?:curl|wget|nc|http|xh)\b[^\n]*(?:\s-F|\s--form|\s-T|\s--upload-file|\s--data\S*\s+@|\s-d\s*@|--post-file|\|)[^\n]*\b(?:transfer\.sh|0x0\.st|file\.io|temp\.sh|termbin\.com|bashupload\.com|catbox\.moe|gofile\.io|paste\.rs|ix\.io|oshi\.at|pixeldrain\.com|tmpfiles\.org|uguu\.se|sprunge\.us)\b|\|\s*(?:nc|ncat|curl)\b[^\n]*\b(?:transfer\.sh|0x0\.st|file\.io|temp\.sh|termbin\.com|bashupload\.com|catbox\.moe|gofile\.io|paste\.rs|ix\.io|oshi\.at|tmpfiles\.org|uguu\.se|sprunge\.us)\b"#,
        SENDS,
    ),
    rule(
        "EXFILTRATION",
        Error,
        r#"\b(?:curl|wget|fetch|axios\.post|requests\.post|httpx\.post|urlopen|Invoke-RestMethod|Invoke-WebRequest|iwr|irm)\b[^\n]*https?://[^\s/]*(?:requestcatcher\.com|beeceptor\.com|webhook\.cool|requestrepo\.com|requestinspector\.com|\.ngrok(?:-free)?\.(?:io|app|dev)|\.trycloudflare\.com|\.loca\.lt|\.serveo\.net|\.lhr\.life)[^\n]*(?:@|\$\(|environ|process\.env|Get-Content|open\(|readFile)"#,
        SENDS,
    ),
    rule(
        "EXFILTRATION",
        Error,
        r#"\b(?:curl|wget|fetch|axios\.post|requests\.post|httpx\.post|urlopen|Invoke-RestMethod|Invoke-WebRequest|iwr|irm)\b[^\n]*(?:@|\$\(|environ|process\.env|Get-Content|open\(|readFile)[^\n]*https?://[^\s/]*(?:requestcatcher\.com|beeceptor\.com|webhook\.cool|requestrepo\.com|requestinspector\.com|\.ngrok(?:-free)?\.(?:io|app|dev)|\.trycloudflare\.com|\.loca\.lt|\.serveo\.net|\.lhr\.life)"#,
        SENDS,
    ),
    rule(
        "EXFILTRATION",
        Error,
        r#"\b(?:curl|wget|Invoke-RestMethod|Invoke-WebRequest|iwr|irm|requests\.post|fetch)\b[^\n]*(?:discord(?:app)?\.com/api/webhooks|hooks\.slack\.com|api\.telegram\.org/bot|webhook\.office\.com)[^\n]*(?:\$\(\s*(?:cat|env|printenv|base64|tar|ls|history|git\s+(?:diff|log))\b|=@(?:~|/|\$HOME|\.)|\.env\b|environ|process\.env\s*[),}])"#,
        SENDS,
    ),
    rule(
        "EXFILTRATION",
        Warning,
        r#"\b(?:curl|wget)\b[^\n]*(?:\s-d|\s--data\S*|\s-F|\s-G\b[^\n]*)[^\n]*\$\(\s*(?:whoami|hostname|uname|id|ifconfig|ip\s+a\w*|ps|git\s+(?:log|diff|config|remote)|history|ls|find|tar|cat|base64|gzip)\b"#,
        SENDS,
    ),
    rule(
        "EXFILTRATION",
        Warning,
        r#"\bgit\s+push\b[^\n]*\s[\x22\x27]?(?:https?://|ssh://|git@)\S|\bgit\s+remote\s+(?:add|set-url)\b[^\n]*(?:&&|;)[^\n]*\bgit\s+push\b"#,
        SENDS,
    ),
    rule("REVERSE_SHELL", Warning, r#"\bssh\b[^\n]*\s-\w*R\s*(?:\S+:)?\d+:\S+:\d+|\bautossh\b[^\n]*\s-\w*R\b"#, SHELL),
    rule(
        "REVERSE_SHELL",
        Error,
        r#"\b(?:perl|ruby|php|python[\d.]*|node|lua|awk|gawk)\b[^\n]*(?:Socket|socket|fsockopen|net\.connect|/inet/tcp)[^\n]*(?:exec|spawn|system|popen|subprocess|child_process|/bin/(?:ba|z)?sh|cmd\.exe)|\bTCPClient\s*\([^\n]*(?:iex|Invoke-Expression|GetStream)|\bncat?\b[^\n]*\s--(?:exec|sh-exec)\b|\b(?:bash|sh)\s+-i\b[^\n]*(?:>&|0>&1|/dev/tcp)|\btelnet\s+\S+\s+\d+\s*\|\s*(?:/bin/)?(?:ba|z)?sh\b"#,
        SHELL,
    ),
    rule(
        "PERSISTENCE",
        Error,
        r#"\breg(?:\.exe)?\s+add\b[^\n]*\\+(?:Run|RunOnce|Winlogon|Image File Execution Options)\b|\b(?:New|Set)-ItemProperty\b[^\n]*\\(?:Run|RunOnce)\b|\bStart Menu\\+Programs\\+Startup\\?|shell:startup"#,
        AGAIN,
    ),
    rule(
        "PERSISTENCE",
        Warning,
        r#"\bschtasks(?:\.exe)?\b[^\n]*\s/create\b|\bRegister-ScheduledTask\b|\bNew-Service\b|\bsc(?:\.exe)?\s+create\b|\|\s*crontab\s+-|\bcrontab\s+(?:-u\s+\S+\s+)?(?:/|\w+[./])\S*|(?:>>?|\btee\b(?:\s+-a)?|\bcp\b[^\n]*\s|\bmv\b[^\n]*\s|\bln\b[^\n]*\s|\binstall\b[^\n]*\s)\s*[\x22\x27]?\S*(?:/etc/cron(?:\.\w+|tab)\b|/var/spool/cron|systemd/(?:user|system)/|LaunchAgents/|LaunchDaemons/|\.config/autostart/|/etc/(?:init\.d|rc\.local|profile\.d)\b)|\blaunchctl\s+(?:load|bootstrap|submit)\b|\bupdate-rc\.d\b"#,
        AGAIN,
    ),
    rule(
        "PERSISTENCE",
        Error,
        r#"(?:\bnohup\b|\bbash\s|\bsh\s|\bpython[\d.]*\s|\bnode\s|/tmp/|/dev/shm/|\bnc\s|\bsocat\s|base64|\bcurl\b|\bwget\b)[^\n]*>>\s*[\x22\x27]?(?:~|\$HOME|\$\{HOME\}|/root|/home/\S+|/etc)/\.?(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv|bash_login|config/fish/config\.fish)\b|\bAdd-Content\b[^\n]*\$PROFILE\b|>>\s*\$PROFILE\b"#,
        AGAIN,
    ),
    rule(
        "PERSISTENCE",
        Warning,
        r#"(?:>>?|\btee\b(?:\s+-a)?|\bcp\b[^\n]*\s|\bmv\b[^\n]*\s|\bln\b[^\n]*\s|\binstall\b[^\n]*\s)\s*[\x22\x27]?\S*\.git/hooks/(?:pre|post|commit|prepare|update|applypatch)[\w-]*[^\n]*(?:curl|wget|base64|nc\s|/tmp/|https?://)|(?:curl|wget|base64|https?://)[^\n]*(?:>>?|\btee\b|-o)\s*\S*\.git/hooks/|\bgit\s+config\s+--(?:global|system)\s+(?:core\.(?:hooksPath|fsmonitor|sshCommand|editor|pager)|init\.templateDir|alias\.\w+)\s+[\x22\x27]?(?:!|[^\n]*(?:curl|wget|/tmp/|base64|nc\s))"#,
        AGAIN,
    ),
    rule(
        "OBSCURED_EXECUTE",
        Error,
        r#"\b(?:echo\s+-\w*e\w*|printf)\s+[^\n|]*(?:\\x[0-9a-f]{2}|\\[0-7]{3}){4,}[^\n|]*\|\s*(?:sudo\s+)?(?:(?:ba|z|da)?sh|python[\d.]*|node|perl)\b|(?:^|[;&|]\s*)(?:\$\(|`)\s*(?:echo|printf)\s+\S+\s*\|\s*(?:base64\s+(?:-d|-D|--decode)|xxd\s+-r|rev|tr\s)|\bFromBase64String\b[^\n]*(?:\biex\b|Invoke-Expression|ScriptBlock)|(?:\biex\b|Invoke-Expression|ScriptBlock\]::Create)[^\n]*\bFromBase64String\b|\b(?:eval|exec|Function)\s*\(\s*(?:String\.fromCharCode|unescape|decodeURIComponent|bytes\(\s*\[|[\x22\x27]{2}\.join\(\s*(?:chr|map\(\s*chr))|\bexec\s*\([^\n]*rot_?13"#,
        OBSCURED,
    ),
    rule(
        "OBSCURED_EXECUTE",
        Error,
        r#"\b(?:base64\s+(?:-\w*[dD]\w*|--decode)|xxd\s+-r\S*(?:\s+-p)?|openssl\s+enc\s[^\n]*-d)\b[^\n;|&]*>\s*(\S+)[^\n]*(?:;|&&)\s*(?:sudo\s+)?(?:chmod\s+\S+\s+\S+\s*(?:;|&&)\s*)?(?:(?:ba|z|da)?sh\s|python[\d.]*\s|node\s|\./|/tmp/)"#,
        OBSCURED,
    ),
    rule(
        "PATH_TRAVERSAL",
        Error,
        r#"(?:\.\./){3,}(?:etc|root|home|Users|\.ssh|\.aws|var)\b"#,
        "It reaches out of its folder for files of the system or of the user",
    ),
];

static SET: LazyLock<RegexSet> =
    LazyLock::new(|| RegexSet::new(RULES.iter().map(|rule| ascii(&format!("(?i){}", rule.pattern)))).expect("fixed patterns"));

/// Addresses of the installers of well-known tools; piping them to a shell is their documented way.
static INSTALLERS: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"https://(?:sh\.rustup\.rs|get\.docker\.com|(?:www\.)?bun\.(?:sh|com)/install|deno\.land/|astral\.sh/|install\.python-poetry\.org|get\.pnpm\.io|starship\.rs/|fly\.io/install|",
        r"nixos\.org/nix/install|install\.determinate\.systems|raw\.githubusercontent\.com/(?:Homebrew|nvm-sh|helm|k3d-io|golangci|ohmyzsh|aquasecurity|anchore|pyenv|asdf-vm|rvm|docker)/|",
        r"ollama\.(?:com|ai)/install|tailscale\.com/install|get\.volta\.sh|get\.k3s\.io|mise\.(?:run|jdx\.dev)|claude\.ai/install|opencode\.ai/install|cli\.sentry\.dev|sentry\.io/get-cli|",
        r"get\.sdkman\.io|get\.helm\.sh|rpm\.nodesource\.com|deb\.nodesource\.com|just\.systems|foundry\.paradigm\.xyz|get\.rvm\.io|raw\.githubusercontent\.com/(?:vercel|cloudflare|anthropics|openai|microsoft|google|aws|hashicorp)/)"
    ))
});

/// Quotation marks inside of a word hide it from a reader, not from a shell: `c'u'rl`, `b"a"sh`.
static SPLIT_WORD: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?i)\b[a-z]{1,6}(?:'[a-z]{0,6}'|\x22[a-z]{0,6}\x22|\\)[a-z]{1,6}(?:(?:'[a-z]{0,6}'|\x22[a-z]{0,6}\x22|\\)[a-z]{0,6})*"#,
    )
});

/// What a line says to a shell once its split words are put together, and Cyrillic and other look-alikes are read as Latin letters.
fn undisguised(text: &str) -> Vec<String> {
    let mut readings = apprentice_injection::behind_disguises(text);
    let is_inside = |three: &[u8]| {
        matches!(three[1], b'\'' | b'"' | b'\\') && three[0].is_ascii_alphabetic() && three[2].is_ascii_alphabetic()
    };
    if text.as_bytes().windows(3).any(is_inside) {
        let joined = SPLIT_WORD.replace_all(text, |word: &regex::Captures<'_>| word[0].replace(['\'', '"', '\\'], ""));
        readings.extend((joined != text).then(|| joined.into_owned()));
    }
    readings
}

/// Whether a text has a command that the scan calls an error.
pub(super) fn is_grave(text: &str) -> bool {
    SET.matches(text).into_iter().any(|at| RULES[at].severity == Error)
}

pub(super) fn check(path: &str, lines: &[Line]) -> Vec<Finding> {
    let mut found = Vec::new();
    for line in lines {
        for reading in undisguised(&line.text) {
            for at in SET
                .matches(&reading)
                .into_iter()
                .filter(|at| RULES[*at].severity == Error && !SET.matches(&line.text).matched(*at))
            {
                found.push(finding(
                    RULES[at].code,
                    severity_of(&RULES[at], line),
                    path,
                    line.number,
                    &line.text,
                    RULES[at].reason,
                ));
            }
        }
        for at in SET.matches(&line.text) {
            let rule = &RULES[at];
            let severity = severity_of(rule, line);
            found.push(finding(rule.code, severity, path, line.number, &line.text, rule.reason));
        }
    }
    fetched_then_run(path, lines, &mut found);
    secrets_sent_nearby(path, lines, &mut found);
    found
}

fn severity_of(rule: &Rule, line: &Line) -> FindingSeverity {
    let known = rule.code == "FETCH_EXECUTE" && INSTALLERS.is_match(&line.text) && !line.text.contains("http://");
    let public_key = rule.code == "CREDENTIAL_ACCESS" && line.text.contains(".pub");
    match line.context {
        _ if public_key => Info,
        Context::Comment => milder(milder(rule.severity)),
        _ if known => milder(milder(rule.severity)),
        _ if line.warned() => milder(rule.severity),
        _ => rule.severity,
    }
}

static DOWNLOADED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?i)\b(?:curl|wget)\b[^\n]*?(?:(?:\s-\w*[oO]|\s--output(?:-document)?)[\s=]+["']?([\w./$~{}-]+)|>\s*["']?([\w./$~{}-]+)|https?://\S*/([\w.-]+))"#,
    )
});
static RUNS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?i)^(?:\$\s+)?(?:sudo\s+)?(?:(?:(?:ba|z|da)?sh|python[\d.]*|node|perl|ruby|source|\.)\s+(?:-\w+\s+)*)?["']?((?:\./|/|~/|\$)?[\w./$~{}-]+)"#,
    )
});
static INTERPRETED: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?i)^(?:\$\s+)?(?:sudo\s+)?(?:(?:ba|z|da)?sh|python[\d.]*|node|perl|ruby|source|\.)\s"));

/// A download in one line and its execution in a later one.
fn fetched_then_run(path: &str, lines: &[Line], found: &mut Vec<Finding>) {
    let mut files: HashMap<String, &Line> = HashMap::new();
    for line in lines.iter().filter(|line| matches!(line.context, Context::Fence(_) | Context::Script)) {
        if let Some(capture) = DOWNLOADED.captures(&line.text) {
            let name = capture.get(1).or_else(|| capture.get(2)).or_else(|| capture.get(3)).map(|name| base(name.as_str()));
            if let Some(name) = name.filter(|name| name.len() > 1) {
                files.insert(name, line);
            }
            continue;
        }
        let Some(run) = RUNS.captures(&line.text).and_then(|capture| capture.get(1)) else { continue };
        let text = run.as_str();
        let is_run = INTERPRETED.is_match(&line.text)
            || text.starts_with("./")
            || text.starts_with('/')
            || text.starts_with("~/")
            || text.starts_with('$');
        let fetched = files.get(&base(text)).filter(|fetched| is_run && line.number - fetched.number < 12);
        if let Some(fetched) = fetched {
            let unsafe_way = fetched.text.contains("http://") || line.context == Context::Script;
            let severity = if unsafe_way && !line.warned() && !fetched.warned() { Error } else { Warning };
            found.push(finding("FETCH_EXECUTE", severity, path, line.number, &line.text, FETCHED));
        }
    }
}

fn base(path: &str) -> String {
    path.trim_matches(['"', '\'']).rsplit('/').next().unwrap_or(path).to_owned()
}

static READS_SECRET: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?i)\b(?:open|read_text|read_bytes|readFile(?:Sync)?|cat|Path|glob|expanduser|join)\b[^\n]*(?:\.ssh\b|\.aws\b|\.netrc|\.gnupg|\.git-credentials|id_rsa|id_ed25519|\.env['"\s)]|\.npmrc|\.kube/config|wallet)|\bdict\(\s*os\.environ\s*\)|JSON\.stringify\(\s*process\.env\s*\)|=\s*os\.environ\.copy\(|\bfor\s+\w+\s+in\s+[^\n]*(?:\.ssh|\.aws|\.gnupg)\b|(?:for\b[^\n]*\bin|=)\s+os\.environ(?:\.items\(\))?\s*:?$"#,
    )
});
static SENDS_OUT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?i)\b(?:requests|httpx|session|axios)\.(?:post|put)\s*\(|\burlopen\s*\(|\burllib\.request\.Request\s*\(|\bfetch\s*\(\s*['"`]https?://|\bcurl\b[^\n]*(?:\s-d|\s--data|\s-F|\s-T|-X\s*POST)|\bsocket\.(?:create_)?connect|\bsmtplib\b|\bhttps?\.request\s*\("#,
    )
});

static FETCHES: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?i)\b(?:requests|httpx)\.get\s*\(|\burlopen\s*\(|\bfetch\s*\(|\.get\s*\(\s*["'`]https?://|\bdownloadstring\b|\b(?:iwr|irm|invoke-webrequest|invoke-restmethod)\b"#,
    )
});
static EXECUTES: LazyLock<Regex> = LazyLock::new(|| {
    regex(r#"(?i)(?:^|[^.0-9A-Za-z_])(?:exec|eval)\s*\(\s*[a-z_]|\bnew\s+Function\s*\(|\b(?:iex|invoke-expression)\s+\$"#)
});
const NEAR: usize = 8;

/// One line downloads into a variable and another one runs it.
fn fetched_into_variable(path: &str, block: &[&Line], found: &mut Vec<Finding>) {
    for line in block.iter().filter(|line| EXECUTES.is_match(&line.text)) {
        let fetched = block
            .iter()
            .any(|other| other.number <= line.number && line.number - other.number <= NEAR && FETCHES.is_match(&other.text));
        if fetched {
            let severity = if line.warned() || line.context != Context::Script { Warning } else { Error };
            found.push(finding("FETCH_EXECUTE", severity, path, line.number, &line.text, FETCHED));
        }
    }
}

/// A script that reads secrets and also sends something away, or that runs what it fetched.
fn secrets_sent_nearby(path: &str, lines: &[Line], found: &mut Vec<Finding>) {
    let blocks: HashMap<usize, Vec<&Line>> = lines.iter().fold(HashMap::new(), |mut blocks, line| {
        let block = match line.context {
            Context::Fence(number) => number,
            Context::Script => 0,
            Context::Prose | Context::Comment => return blocks,
        };
        blocks.entry(block).or_default().push(line);
        blocks
    });
    for block in blocks.values() {
        fetched_into_variable(path, block, found);
        let reads = block
            .iter()
            .find(|line| READS_SECRET.is_match(&line.text) && !line.text.contains(".pub") && !line.text.contains(".env.example"));
        let sends = block.iter().any(|line| SENDS_OUT.is_match(&line.text));
        if let Some(line) = reads.filter(|_| sends) {
            // Programs commonly load settings from `.env` and call a service.
            let plain = line.text.contains(".env") && !line.text.contains("environ") && !line.text.contains("process.env");
            let severity = if plain || line.warned() { Warning } else { Error };
            found.push(finding(
                "EXFILTRATION",
                severity,
                path,
                line.number,
                &line.text,
                "It reads secrets and sends something to the network nearby",
            ));
        }
    }
}
