//! Finds files that another program acts on by itself when the folder is opened, installed or checked out: shells, editors, version control,
//! package managers, spreadsheets, desktops, and agents that look for instructions in every folder.
//!
//! A skill needs none of them. A rule names the files, and the words in them that make the difference; without words, the file alone does.

use super::lines::{Context, Line, regex};
use super::{Finding, finding, milder};
use apprentice_contracts::skill::FindingSeverity::{self, Error, Info, Warning};
use regex::Regex;
use std::sync::LazyLock;

/// Files that one kind of program acts on.
struct Rule {
    /// `name`: that file; `*.end`: files with that end; `folder/name`: that file in that folder; `folder/`: every file below it. In lower case.
    files: &'static [&'static str],
    /// The words of one line that it takes. Empty: the file alone is enough.
    words: &'static str,
    code: &'static str,
    severity: FindingSeverity,
    reason: &'static str,
}

const SHELL: &str = "A shell or an interpreter runs this file automatically when it starts or enters the folder";
const EDITOR: &str = "An editor or a development environment runs commands of this file automatically when it opens the folder";
const GIT: &str = "Git runs commands or programs that this file names";
const FETCHES: &str = "A tool that finds this file fetches code from elsewhere and runs it";
const INSTALLS: &str = "Installing, building or loading the folder runs code of this file";
/// Files that tell a service which commands it runs for each change of a repository.
const CI: &[&str] = &[
    ".github/workflows/",
    ".gitlab-ci.yml",
    ".circleci/config.yml",
    ".travis.yml",
    "jenkinsfile",
    "azure-pipelines.yml",
    "bitbucket-pipelines.yml",
    ".drone.yml",
    "appveyor.yml",
    ".appveyor.yml",
    ".buildkite/",
    ".woodpecker.yml",
    ".forgejo/workflows/",
    ".gitea/workflows/",
];
/// Words of such files by which somebody else may run commands: triggers of strangers, their texts, machines of one's own, all permissions.
const CI_RISKS: &str = r"\bpull_request_target\b|\bissue_comment\b|\$\{\{\s*github\.event\.(?:issue|pull_request|comment|review|discussion)\.(?:title|body|user)|\bself-hosted\b|\bwrite-all\b";
const INDEX: &str = "Packages that are installed in this folder come from the place that this file names";
const OPENS: &str = "A double click runs a program, or reaches out, without showing what it does";
const ROUTES: &str = "Settings that send the work of an agent or a program elsewhere, or load code into every program";
const HOST: &str = "The host of a repository runs the commands of this file";

const fn rule(
    files: &'static [&'static str],
    words: &'static str,
    code: &'static str,
    severity: FindingSeverity,
    reason: &'static str,
) -> Rule {
    Rule { files, words, code, severity, reason }
}

const RULES: &[Rule] = &[
    // Shells, interpreters and debuggers, with the files that they run at their start.
    rule(
        &[
            ".envrc",
            ".autoenv",
            ".autoenv.sh",
            ".autoenv.zsh",
            ".bashrc",
            ".bash_profile",
            ".bash_login",
            ".bash_logout",
            ".bash_aliases",
            ".profile",
            ".zshrc",
            ".zshenv",
            ".zprofile",
            ".zlogin",
            ".zlogout",
            ".kshrc",
            ".mkshrc",
            ".cshrc",
            ".tcshrc",
            ".login",
            "config.fish",
            "fish/conf.d/",
            "profile.ps1",
            "microsoft.powershell_profile.ps1",
            ".xinitrc",
            ".xprofile",
            ".xsession",
            ".tmux.conf",
            ".screenrc",
            ".gdbinit",
            ".lldbinit",
            ".pdbrc",
            ".pythonrc",
            ".pythonrc.py",
            ".irbrc",
            ".pryrc",
            ".rprofile",
            "rprofile.site",
            ".ghci",
            ".ocamlinit",
            ".iex.exs",
            ".sqliterc",
            ".psqlrc",
            "ipython_config.py",
            "jupyter_notebook_config.py",
            "jupyter_server_config.py",
            "profile_default/startup/",
        ],
        "",
        "INSTALL_HOOK",
        Warning,
        SHELL,
    ),
    rule(
        &["mise.toml", ".mise.toml", ".mise.local.toml", "mise.local.toml", ".rtx.toml", "mise/config.toml"],
        r"^\s*\[+\s*hooks|^\s*_\.(?:source|file|path)\s*=|\bexec\s*\(|^\s*(?:enter|leave|cd|postinstall|preinstall)\s*=|^\s*\[+\s*plugins",
        "INSTALL_HOOK",
        Warning,
        SHELL,
    ),
    // Editors.
    rule(
        &[".exrc", ".vimrc", "_vimrc", ".gvimrc", ".nvimrc", ".nvim.lua", ".lvimrc", ".local.vimrc", ".emacs", ".spacemacs"],
        "",
        "INSTALL_HOOK",
        Warning,
        EDITOR,
    ),
    rule(
        &[".dir-locals.el", ".dir-locals-2.el"],
        r"\beval\b|-(?:command|program|executable|hook)\b|\b(?:shell-command|call-process|load-file)\b",
        "INSTALL_HOOK",
        Warning,
        EDITOR,
    ),
    rule(
        &["*.code-workspace", ".vscode/tasks.json", "tasks.json"],
        r#"["']runon["']\s*:\s*["']folderopen"#,
        "HOOKS",
        Warning,
        EDITOR,
    ),
    rule(
        &[".devcontainer.json", "devcontainer.json"],
        r#"["'](?:initialize|oncreate|updatecontent|postcreate|poststart|postattach)command["']\s*:"#,
        "HOOKS",
        Warning,
        EDITOR,
    ),
    rule(
        &[".devcontainer.json", "devcontainer.json"],
        r#"["']--privileged|/var/run/docker\.sock|source=(?:/|\$\{localenv:home\})[,\x22']|["']privileged["']\s*:\s*true"#,
        "GUARD_OFF",
        Warning,
        "Its container reaches the machine that it runs on",
    ),
    rule(
        &[".vscode/settings.json", "*.code-workspace"],
        concat!(
            r#"["']task\.allowautomatictasks["']\s*:\s*["']on|["']security\.workspace\.trust|["'][\w.-]*(?:executablepath|interpreterpath|\.nodepath|\.pythonpath|binarypath|serverpath|"#,
            r#"gopath|toolspath|rustc?path|gitpath|shellargs|automationprofile\.\w+|automationshell\.\w+|runonsavecommands?|emeraldwalk\.runonsave|overridecommand|server\.path|server\.extraenv|commandpath)["']\s*:|"#,
            r#"["']git\.path["']\s*:|["']terminal\.integrated\.(?:env|profiles|shell)\.\w+["']\s*:"#
        ),
        "HOOKS",
        Warning,
        EDITOR,
    ),
    rule(
        &[".idea/"],
        r#"projectstartup|startuptool|watchertask|<taskoptions|beforerunmethod|externaltool|<option\s+name="(?:program|command|script_text|interpreter_path)""#,
        "HOOKS",
        Warning,
        EDITOR,
    ),
    rule(
        &[
            ".gitpod.yml",
            ".replit",
            ".stackblitzrc",
            ".codesandbox/tasks.json",
            ".idx/dev.nix",
            ".zed/tasks.json",
            ".zed/settings.json",
            ".fleet/run.json",
            ".helix/languages.toml",
        ],
        r#"\b(?:init|before|command|run|onboot|startcommand|runatstart|oncreate|onstart|shell_cmd|cmd|path|binary|context_servers)["']?\s*[:=]"#,
        "HOOKS",
        Warning,
        EDITOR,
    ),
    // Version control. The folder `.git` itself is never part of a skill.
    rule(
        &[".gitattributes", "info/attributes", "gitattributes"],
        r"(?:^|\s)filter=(?:[^l\s]|l[^f\s]|lf[^s\s]|lfs\S)",
        "INSTALL_HOOK",
        Warning,
        "Git passes these files through a program of this name at each checkout, if one is set",
    ),
    rule(
        &[".gitattributes", "info/attributes", "gitattributes"],
        r"(?:^|\s)(?:diff|merge)=\S",
        "INSTALL_HOOK",
        Warning,
        "Git shows or merges these files by a program of this name, if one is set",
    ),
    rule(
        &[".gitattributes", "info/attributes", "gitattributes"],
        r"(?:^|\s)export-subst\b|working-tree-encoding=utf-7",
        "INSTALL_HOOK",
        Info,
        "Git changes what these files say when it exports or checks them out",
    ),
    rule(
        &[".gitmodules"],
        r"^\s*update\s*=\s*!|^\s*(?:url|path)\s*=\s*(?:-|ext::|\x22?-|file:|\.\./\.\./|/)|\bupload-pack\b",
        "INSTALL_HOOK",
        Error,
        GIT,
    ),
    rule(&[".gitmodules"], r"^\s*url\s*=", "INSTALL_HOOK", Warning, "Git fetches another repository into the folder"),
    rule(
        &["*.gitconfig", "*gitconfig", "gitconfig.*", ".config/git/config", "config.worktree"],
        concat!(
            r"^\s*(?:fsmonitor|sshcommand|hookspath|pager|editor|askpass|gitproxy|templatedir|external|textconv|clean|smudge|process|driver|cmd|helper|program|sendemail|proxy|sslverify|insteadof)\s*=|",
            r"^\s*\w+\s*=\s*[\x22']?!|^\s*\[\s*include(?:if)?\b|^\s*\[\s*(?:url|credential)\b"
        ),
        "INSTALL_HOOK",
        Warning,
        GIT,
    ),
    rule(
        &[
            "hooks/applypatch-msg",
            "hooks/pre-applypatch",
            "hooks/post-applypatch",
            "hooks/pre-commit",
            "hooks/prepare-commit-msg",
            "hooks/commit-msg",
            "hooks/post-commit",
            "hooks/pre-rebase",
            "hooks/post-checkout",
            "hooks/post-merge",
            "hooks/pre-push",
            "hooks/pre-receive",
            "hooks/update",
            "hooks/post-receive",
            "hooks/post-update",
            "hooks/reference-transaction",
            "hooks/push-to-checkout",
            "hooks/pre-auto-gc",
            "hooks/post-rewrite",
            "hooks/post-index-change",
            "hooks/fsmonitor-watchman",
            ".githooks/",
            ".git-hooks/",
            ".husky/",
            ".git-template/",
            ".hg/hgrc",
            ".hgrc",
        ],
        "",
        "INSTALL_HOOK",
        Warning,
        GIT,
    ),
    rule(
        &[".pre-commit-config.yaml", ".pre-commit-config.yml", "prek.toml"],
        r#"\brepo["']?\s*[:=]\s*["']?(?:https?:|git|ssh|file|\.|/)"#,
        "INSTALL_HOOK",
        Warning,
        FETCHES,
    ),
    rule(
        &[
            ".pre-commit-config.yaml",
            ".pre-commit-config.yml",
            "prek.toml",
            "lefthook.yml",
            "lefthook.yaml",
            ".lefthook.yml",
            ".lefthook.yaml",
            "lefthook.toml",
            ".overcommit.yml",
            ".lintstagedrc",
            ".lintstagedrc.json",
            ".simple-git-hooks.json",
        ],
        r#"\b(?:entry|run|command|script|remotes?|extends|pre-commit|post-checkout|post-merge|pre-push)["']?\s*[:=]"#,
        "INSTALL_HOOK",
        Warning,
        "A hook of version control runs the commands of this file",
    ),
    rule(CI, CI_RISKS, "INSTALL_HOOK", Warning, HOST),
    rule(&["netlify.toml"], CI_RISKS, "INSTALL_HOOK", Warning, HOST),
    rule(CI, "", "INSTALL_HOOK", Info, HOST),
    // Package managers and builds: where packages come from.
    rule(
        &[".npmrc", "npmrc", ".yarnrc", ".bunfig.toml", "bunfig.toml"],
        r"\bregistry[\x22']?\s*[=\s:]\s*[\x22']?(?:https?:)?//",
        "UNSAFE_INSTALL",
        Warning,
        INDEX,
    ),
    rule(
        &[".npmrc", "npmrc", ".yarnrc", ".yarnrc.yml", ".pnpmrc", "bunfig.toml", "pnpm-workspace.yaml"],
        concat!(
            r"^\s*(?:script-shell|node-options|git|shell|init-module|onload-script|globalconfig|userconfig|prefix|yarn-path|proxy|https-proxy|cafile|editor|browser|viewer|preload|pnpmfile|global-pnpmfile)\s*[=:\s]|",
            r"^\s*(?:ignore-scripts\s*=\s*false|strict-ssl\s*=?\s*false|enablescripts\s*:\s*true|enablestrictssl\s*:\s*false|dangerouslyallowallbuilds\s*:\s*true|unsafe-perm\s*=\s*true)|^\s*(?:plugins|npmregistryserver|npmscopes|yarnpath)\s*:"
        ),
        "INSTALL_HOOK",
        Warning,
        INSTALLS,
    ),
    rule(
        &[
            "pip.conf",
            "pip.ini",
            ".pip/pip.conf",
            ".pydistutils.cfg",
            "setup.cfg",
            "uv.toml",
            "pyproject.toml",
            "pipfile",
            "pdm.toml",
            ".pypirc",
            ".condarc",
            "poetry.toml",
        ],
        concat!(
            r"^\s*(?:extra[-_]index[-_]urls?|index[-_]urls?|find[-_]links|trusted[-_]host|default[-_]index|dependency_links|repository|channel_alias)\s*[=:]|",
            r"^\s*\[\[\s*(?:tool\.(?:uv\.index|poetry\.source|pdm\.source)|index|source)\s*\]\]"
        ),
        "UNSAFE_INSTALL",
        Warning,
        INDEX,
    ),
    rule(
        &["requirements*.txt", "constraints*.txt", "*.in", "requirements/"],
        r"^\s*(?:--(?:extra-)?index-url|-i\s|--find-links|-f\s|--trusted-host|-[rc]\s*https?:|-e\s+(?:git|hg|svn|bzr|https?)|--(?:requirement|constraint)[=\s]https?:)|@\s*(?:git|hg|svn|bzr)\+|^\s*(?:git|hg|svn|bzr)\+|^\s*https?://",
        "UNSAFE_INSTALL",
        Warning,
        INDEX,
    ),
    rule(
        &["environment.yml", "environment.yaml", "conda.yml"],
        r"--(?:extra-)?index-url|--trusted-host|\b(?:git|hg)\+|^\s*-\s*https?://",
        "UNSAFE_INSTALL",
        Warning,
        INDEX,
    ),
    rule(
        &["package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml"],
        r#"\b(?:resolved|tarball)["']?\s*[:\s]\s*["']?(?:https?://|git|ssh:|file:/)"#,
        "UNSAFE_INSTALL",
        Warning,
        INDEX,
    ),
    rule(
        &["gemfile", "gems.rb"],
        r#"^\s*source\s*\(?\s*["']https?://|\bgit(?:hub)?["']?\s*(?::|=>)\s*["']|`[^`]+`|%x[\[{(]|\b(?:system|exec|eval|eval_gemfile)\b\s*\(?\s*["'(]"#,
        "UNSAFE_INSTALL",
        Warning,
        INDEX,
    ),
    rule(
        &["nuget.config", "gradle-wrapper.properties", "maven-wrapper.properties", "settings.xml", ".mvn/"],
        r#"<add\s[^>]*value="(?:https?://|\\\\|\.)|^\s*(?:distributionurl|wrapperurl)\s*=\s*https?\\?://|<(?:mirror|extension|repository)>|-javaagent"#,
        "UNSAFE_INSTALL",
        Warning,
        INDEX,
    ),
    // Package managers and builds: what they run.
    rule(
        &["binding.gyp", "extconf.rb", "makefile.pl", "build.pl", ".pnpmfile.cjs", "pnpmfile.js", ".pnpmfile.js", "setup.hs"],
        "",
        "INSTALL_HOOK",
        Warning,
        INSTALLS,
    ),
    rule(
        &["setup.py", "_custom_build.py", "build_backend.py", "hatch_build.py"],
        r"\bcmdclass\b|\bos\.(?:popen|exec\w*|spawn\w*|environ|system)\b|\b(?:exec|eval|compile|__import__)\s*\(|\b(?:import|from)\s+(?:urllib|requests|httpx|socket|ctypes|base64|ftplib|smtplib|importlib|subprocess|marshal|zlib|http)\b|\burlopen\b",
        "INSTALL_HOOK",
        Warning,
        INSTALLS,
    ),
    rule(
        &["pyproject.toml"],
        r"^\s*backend-path\s*=|^\s*\[\s*tool\.(?:hatch\.build(?:\.targets\.\w+)?\.hooks\.custom|poetry\.build|pdm\.build\.(?:run|hooks))|^\s*requires\s*=[^\n]*(?:https?://|git\+|file:)|^\s*build-backend\s*=\s*[\x22'](?:[^shfpmj\n]|backend|build|setup\b)",
        "INSTALL_HOOK",
        Warning,
        INSTALLS,
    ),
    rule(
        &["conftest.py"],
        r"\b(?:subprocess|os\.system|os\.popen|urlopen|requests|socket|exec|eval)\b",
        "INSTALL_HOOK",
        Warning,
        INSTALLS,
    ),
    rule(
        &["composer.json"],
        r#"["'](?:pre|post)-(?:install|update|autoload|root-package-install|create-project|package|command|status|archive|operations)[\w-]*["']\s*:|["']repositories["']\s*:|["']files["']\s*:\s*\["#,
        "INSTALL_HOOK",
        Warning,
        INSTALLS,
    ),
    rule(
        &["build.rs"],
        r#"\bCommand::new\(\s*"(?:\./|/|~|(?:(?:ba|z|da|fi)?sh|curl|wget|python\d?|node|perl|ruby|powershell|pwsh|cmd|osascript|nc)\b)|\b(?:TcpStream|UdpSocket|reqwest|ureq|home_dir)\b"#,
        "INSTALL_HOOK",
        Warning,
        INSTALLS,
    ),
    rule(
        &[".cargo/config.toml", ".cargo/config"],
        r"^\s*(?:runner|linker|rustc|rustc-wrapper|rustc-workspace-wrapper|rustdoc|credential-provider|global-credential-providers|replace-with|registry|index|git-fetch-with-cli|credential-process)\s*=|^\s*\[\s*(?:alias|registries|source|env)",
        "INSTALL_HOOK",
        Warning,
        INSTALLS,
    ),
    rule(&["rust-toolchain.toml", "rust-toolchain"], r"^\s*path\s*=", "INSTALL_HOOK", Warning, INSTALLS),
    rule(
        &["*.csproj", "*.vbproj", "*.fsproj", "directory.build.props", "directory.build.targets", "*.targets", "*.props"],
        r"<exec\b|<usingtask\b|initialtargets\s*=|<(?:pre|post)buildevent\b",
        "INSTALL_HOOK",
        Warning,
        INSTALLS,
    ),
    rule(
        &["*.gemspec"],
        r"\bextensions\s*=|`[^`]*(?:curl|wget|sh)\b|\b(?:system|exec|eval)\s*\(?\s*[\x22']",
        "INSTALL_HOOK",
        Warning,
        INSTALLS,
    ),
    rule(
        &[".rspec", "pytest.ini", "tox.ini", ".bundle/config"],
        r"^\s*--require\b|^\s*addopts\s*=[^\n]*\s-p\s|^\s*bundle_(?:bin|build|mirror)|^\s*(?:commands_pre|install_command|indexserver)\s*=",
        "INSTALL_HOOK",
        Warning,
        INSTALLS,
    ),
    rule(
        &[".user.ini", "php.ini", ".htaccess"],
        r"\bauto_(?:ap|pre)pend_file\b|\b(?:sethandler|addhandler|addtype)\b|\bextension\s*=|\bdisable_functions\s*=",
        "INSTALL_HOOK",
        Warning,
        INSTALLS,
    ),
    rule(
        &["makefile", "gnumakefile", "*.mk", "justfile", ".justfile", "taskfile.yml", "taskfile.yaml"],
        r"\$\(shell\b[^)\n]*(?:\b(?:curl|wget|nc|ssh|base64|eval|python\d?|perl|osascript)\b|\|\s*(?:ba|z)?sh\b|\.ssh|\.aws)|^[\w.]+\s*!?:?=\s*[`!][^\n]*(?:curl|wget|base64)|^\s*(?:shell|\.shell)\s*:?=\s*(?:\./|[^\s/]*(?:curl|evil))",
        "INSTALL_HOOK",
        Warning,
        "The commands run as soon as the file is read, also when a shell completes its targets",
    ),
    rule(
        &["dockerfile", "containerfile", "*.dockerfile", "dockerfile.*"],
        r"^\s*(?:onbuild\s+)?add\s+(?:--\S+\s+)*(?:https?://|git@|git://|ftp://)",
        "FETCH_EXECUTE",
        Warning,
        "The image contains files that are downloaded when it is built, and these can change",
    ),
    rule(&["dockerfile", "containerfile", "*.dockerfile", "dockerfile.*"], r"^\s*onbuild\s", "INSTALL_HOOK", Warning, INSTALLS),
    rule(
        &[
            "docker-compose.yml",
            "docker-compose.yaml",
            "compose.yml",
            "compose.yaml",
            "docker-compose.override.yml",
            "compose.override.yaml",
        ],
        r"\bprivileged\s*:\s*true|/var/run/docker\.sock|^\s*-\s*[\x22']?(?:/|~|\$\{?home\}?)/?(?:\.ssh|\.aws|\.config|etc|root)?\s*:\s*/|\b(?:pid|network_mode|ipc|userns_mode)\s*:\s*[\x22']?host|\bcap_add\b",
        "GUARD_OFF",
        Warning,
        "Its container reaches the machine that it runs on",
    ),
    // Desktops and spreadsheets.
    rule(
        &[
            "autorun.inf",
            "*.hta",
            "*.vbs",
            "*.vbe",
            "*.jse",
            "*.wsf",
            "*.wsh",
            "*.msi",
            "*.msp",
            "*.cpl",
            "*.scf",
            "*.reg",
            "*.gadget",
            "*.settingcontent-ms",
            "*.library-ms",
            "*.search-ms",
            "*.searchconnector-ms",
            "*.iqy",
            "*.slk",
            "*.dqy",
            "*.terminal",
            "*.mobileconfig",
            "*.inetloc",
            "*.fileloc",
            "*.jnlp",
            "*.xll",
            "*.appref-ms",
            "*.diagcab",
            "*.chm",
            "*.pif",
            "*.ade",
            "*.rdp",
        ],
        "",
        "INSTALL_HOOK",
        Warning,
        OPENS,
    ),
    rule(
        &["*.desktop", "*.directory"],
        r"^\s*(?:exec|tryexec)\s*=|^\s*icon\s*=\s*(?:\\\\|//|smb:|https?:)",
        "INSTALL_HOOK",
        Warning,
        OPENS,
    ),
    rule(
        &["desktop.ini", "*.url", "*.webloc"],
        r"\\\\[\w.]|\bfile:|^\s*(?:iconfile|url)\s*=\s*(?:[^h\s]|h[^t\s])|\bclsid\b|<string>[^h]",
        "INSTALL_HOOK",
        Warning,
        OPENS,
    ),
    rule(
        &["*.plist"],
        r"<key>\s*(?:runatload|keepalive|startinterval|programarguments|watchpaths|lsenvironment)\s*<",
        "INSTALL_HOOK",
        Warning,
        OPENS,
    ),
    rule(
        &["*.csv", "*.tsv", "*.tab"],
        r#"(?:^|[,;\t\x22'])\s*[=+\-@][^,;\t\n]*?[\w)]\s*\|\s*['\x22][^\n]*!|(?:^|[,;\t\x22'])\s*[=+\-@][^,;\t\n]*\bdde(?:auto)?\s*\(|(?:^|[,;\t\x22'])\s*[=+\-@]\s*(?:cmd|powershell|mshta|rundll32|regsvr32|msexcel|wscript|cscript)\s*\|"#,
        "ACTIVE_CONTENT",
        Error,
        "A spreadsheet that opens this table runs a program (DDE)",
    ),
    rule(
        &["*.csv", "*.tsv", "*.tab"],
        r#"(?:^|[,;\t\x22'])\s*[=+\-@][^\n]*\b(?:hyperlink|webservice|importxml|importdata|importhtml|importfeed|importrange|image|rtd|call|register(?:\.id)?|exec|filterxml|sql\.request)\s*\("#,
        "ACTIVE_CONTENT",
        Warning,
        "A spreadsheet that opens this table calculates a formula that reaches out",
    ),
    // Variables that programs read from the folder by themselves.
    rule(
        &[
            ".env",
            ".env.*",
            "*.env",
            ".flaskenv",
            ".claude/",
            ".codex/",
            ".gemini/",
            ".cursor/",
            ".qwen/",
            ".opencode/",
            "opencode.json",
            ".vscode/",
        ],
        concat!(
            r"(?:^|[\s\x22'])(?:export\s+)?(?:ld_preload|ld_library_path|ld_audit|dyld_insert_libraries|dyld_library_path|node_options|python(?:startup|path|home|breakpoint|inspect|warnings)|bash_env|prompt_command|env|zdotdir|perl5(?:opt|lib|db)|ruby(?:opt|lib)|java_tool_options|_java_options|jdk_java_options|git_(?:ssh\w*|askpass|external_diff|editor|pager|proxy_command|config\w*|exec_path|template_dir)|",
            r"ssh_askpass|pager|editor|visual|browser|manpager|lesssopen|lessopen|rustc_wrapper|cc|cxx|(?:anthropic|claude\w*|openai|gemini|google|azure_openai|mistral|openrouter|codex)_(?:api_)?(?:base_url|base|endpoint|host|api_url|bedrock_base_url)|https?_proxy|all_proxy|node_extra_ca_certs|node_tls_reject_unauthorized|ssl_cert_file|requests_ca_bundle|curl_ca_bundle|pip_(?:extra_)?index_url|npm_config_\w+|uv_(?:extra_)?index(?:_url)?|docker_host|kubeconfig)[\x22']?\s*[=:]\s*[\x22']?[^\s\x22',}]"
        ),
        "HOOKS",
        Warning,
        ROUTES,
    ),
    // Agents.
    rule(
        &[
            ".claude/settings.json",
            ".claude/settings.local.json",
            ".gemini/",
            ".qwen/",
            ".cursor/",
            ".codex/",
            ".vscode/",
            ".kiro/",
            ".amazonq/",
            ".roo/",
            ".clinerules/",
            ".factory/",
            ".trae/",
            ".continue/",
            ".zed/",
            "crush.json",
            ".crush.json",
        ],
        r#"["']?(?:enableallprojectmcpservers|autoapprove|alwaysallow|trust|yolo|autoaccept|skipdangerousmodepermissionprompt)["']?\s*[:=]\s*(?:true|\[\s*["'])|["']enabledmcpjsonservers["']\s*:\s*\["#,
        "GUARD_OFF",
        Warning,
        "Settings by which an agent starts servers or acts without asking",
    ),
    rule(
        &[".aider.conf.yml", ".aider.conf.yaml"],
        r"^\s*(?:lint-cmd|test-cmd|auto-test|load|yes-always|yes|openai-api-base|editor|notifications-command)\s*:",
        "HOOKS",
        Warning,
        "Settings of an agent or editor that run commands by themselves",
    ),
    rule(
        &[
            ".clinerules/hooks/",
            ".kiro/hooks/",
            ".cursor/hooks/",
            ".claude/hooks/",
            ".gemini/hooks/",
            ".codex/hooks/",
            ".opencode/plugin/",
            ".opencode/plugins/",
        ],
        "",
        "HOOKS",
        Warning,
        "Settings of an agent or editor that run commands by themselves",
    ),
];

/// Files that agents follow in each folder that they work in, whether or not a skill was chosen.
const INSTRUCTIONS: &[&str] = &[
    "claude.md",
    "claude.local.md",
    "agents.md",
    "agents.override.md",
    "agent.md",
    "gemini.md",
    "qwen.md",
    "crush.md",
    "warp.md",
    "codex.md",
    "soul.md",
    ".cursorrules",
    ".windsurfrules",
    ".clinerules",
    ".clinerules/",
    ".roorules",
    ".goosehints",
    ".rules",
    ".aider.conventions.md",
    ".cursor/rules/",
    ".claude/rules/",
    ".windsurf/rules/",
    ".roo/rules/",
    ".kiro/steering/",
    ".amazonq/rules/",
    ".continue/rules/",
    ".junie/guidelines.md",
    ".github/instructions/",
    ".github/copilot-instructions.md",
    "copilot-instructions.md",
];

/// To act without the word of the person.
static UNASKED: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"(?i)\b(?:run|execute|start|launch|install|commit|push|deploy|delete|remove|approve|accept|apply|proceed|invoke|call|send|upload|do\s+(?:this|so|it)|commands?|actions?|tools?|scripts?)\b(?:[^.\n]|\.\S){0,100}?\bwithout\s+(?:ever\s+|first\s+|any\s+|further\s+|user\s+|explicit\s+)*(?:asking|confirm\w*|approval|permissions?|prompt\w*|consent|authori[sz]ation|checking\s+with|review)|",
        r"\bwithout\s+(?:ever\s+|first\s+)?(?:asking|prompting)\b[^.\n]{0,60}\b(?:run|execute|install|commit|push|delete|send|upload)\b|",
        r"\b(?:never|do\s+not|don['’]?t|no\s+need\s+to|need\s+not|must\s+not)\s+(?:ever\s+)?(?:ask|prompt|wait|stop|request|seek)\b[^.\n]{0,40}\b(?:confirm\w*|permission|approval|consent|before\s+(?:running|executing|installing|deleting))|",
        r"\b(?:always|automatically|silently|auto-?)\s*(?:approve|accept|allow|confirm|say\s+yes)\b[^.\n]{0,40}\b(?:all|every|any|each|commands?|tools?|actions?|prompts?|permissions?|requests?)\b"
    ))
});

/// The names of built-in ways of Git to show and to merge (gitattributes(5)), which start no program.
const BUILT_IN: [&str; 34] = [
    "ada",
    "astextplain",
    "bash",
    "bibtex",
    "cpp",
    "csharp",
    "css",
    "dts",
    "elixir",
    "fortran",
    "fountain",
    "golang",
    "html",
    "java",
    "kotlin",
    "markdown",
    "matlab",
    "objc",
    "pascal",
    "perl",
    "php",
    "python",
    "ruby",
    "rust",
    "scheme",
    "tex",
    "ini",
    "lfs",
    "text",
    "binary",
    "union",
    "ours",
    "nodiff",
    "r",
];

static EACH: LazyLock<Vec<Option<Regex>>> = LazyLock::new(|| {
    let compiled = |rule: &Rule| (!rule.words.is_empty()).then(|| regex(&format!("(?i){}", rule.words)));
    RULES.iter().map(compiled).collect()
});

/// Whether `pattern` (see [`Rule::files`]) names the file `path`, which is in lower case.
fn names(pattern: &str, path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    if let Some(folder) = pattern.strip_suffix('/') {
        return path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')) || path.contains(&format!("/{folder}/"));
    }
    if pattern.contains('/') {
        return path == pattern || path.strip_suffix(pattern).is_some_and(|before| before.ends_with('/'));
    }
    match pattern.split_once('*') {
        Some((before, after)) => name.len() >= before.len() + after.len() && name.starts_with(before) && name.ends_with(after),
        None => name == pattern,
    }
}

fn is_one_of(files: &[&str], path: &str) -> bool {
    files.iter().any(|pattern| names(pattern, path))
}

/// Whether a file is one that a program acts on, so that its text is read whatever else it holds.
pub(super) fn is_acted_on(path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    RULES.iter().any(|rule| is_one_of(rule.files, &path)) || is_one_of(INSTRUCTIONS, &path)
}

/// Looks at a file by its name, whatever it holds.
pub(super) fn check_name(path: &str) -> Vec<Finding> {
    let lower = path.to_ascii_lowercase();
    let alone = RULES.iter().filter(|rule| rule.words.is_empty() && is_one_of(rule.files, &lower));
    let mut found: Vec<Finding> = alone.map(|rule| finding(rule.code, rule.severity, path, 0, "", rule.reason)).collect();
    if is_one_of(INSTRUCTIONS, &lower) {
        let reason = "Agents follow this file by themselves when they work in the folder, whether or not they chose the skill";
        found.push(finding("AGENT_INSTRUCTIONS", Info, path, 0, "", reason));
    }
    found
}

/// Looks at the words of a file.
pub(super) fn check(path: &str, text: &str, lines: &[Line]) -> Vec<Finding> {
    let lower = path.to_ascii_lowercase();
    let mut found = Vec::new();
    let rules = RULES.iter().zip(EACH.iter()).filter_map(|(rule, words)| Some((rule, words.as_ref()?)));
    let rules: Vec<(&Rule, &Regex)> = rules.filter(|(rule, _)| is_one_of(rule.files, &lower)).collect();
    let plain = (!rules.is_empty()).then(|| without_spelling(path, text)).flatten();
    for (rule, words) in rules {
        let mut hit = false;
        let is_honest = |text: &str| is_built_in(&lower, text) || rule.reason == INDEX && leads_to_a_registry(text);
        for line in lines.iter().filter(|line| !is_comment(&line.text)) {
            if words.is_match(&line.text) && !is_honest(&line.text) {
                found.push(finding(rule.code, rule.severity, path, line.number, &line.text, rule.reason));
                hit = true;
            }
        }
        // Escapes, and names and values on lines of their own, hide words from a line and not from a reader of JSON.
        if let Some(line) =
            plain.iter().flat_map(|plain| plain.lines()).find(|line| !hit && words.is_match(line) && !is_honest(line))
        {
            found.push(finding(rule.code, rule.severity, path, 0, line, rule.reason));
        }
    }
    found.extend(unasked(path, &lower, lines));
    found
}

/// Orders to act without the word of the person.
fn unasked(path: &str, lower: &str, lines: &[Line]) -> Vec<Finding> {
    let always_read = is_one_of(INSTRUCTIONS, lower);
    if !super::lines::is_markdown(path) && !always_read {
        return Vec::new();
    }
    let ordered = lines.iter().filter(|line| matches!(line.context, Context::Prose | Context::Script));
    let ordered = ordered.filter(|line| UNASKED.is_match(&line.text) && !guards(&line.text) && (always_read || !line.warned()));
    let severity = |line: &Line| if always_read && !line.warned() { Warning } else { milder(Warning) };
    let reason = "It instructs agents to act without asking the person";
    ordered.map(|line| finding("GUARD_OFF", severity(line), path, line.number, &line.text, reason)).collect()
}

/// `Never push without asking.`, and not `Never hesitate to push without asking.`
fn guards(text: &str) -> bool {
    static URGES: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)\b(?:never|do\s+not|don['’]?t|must\s+not|should\s+not)\s+(?:ever\s+)?(?:hesitate|wait|stop|pause|ask|prompt|request|seek|worry|forget|fail|skip|be)\b",
        )
    });
    static GUARDS: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)\b(?:never|do\s+not|don['’]?t|must\s+not|should\s+not|avoid|refuse\s+to|cannot|can['’]?t)\b[^.;:\n]{0,100}\bwithout\b",
        )
    });
    GUARDS.is_match(&URGES.replace_all(text, ""))
}

/// A comment in the languages of these files; `* text` is not a comment.
fn is_comment(text: &str) -> bool {
    ["#", "//", "/*", "<!--", ";"].iter().any(|mark| text.starts_with(mark)) && !text.starts_with("#!")
}

/// Whether each address of a line is one of the places where everybody gets packages from, over https.
fn leads_to_a_registry(text: &str) -> bool {
    const PLACES: [&str; 17] = [
        "registry.npmjs.org",
        "registry.yarnpkg.com",
        "npm.jsr.io",
        "pypi.org",
        "files.pythonhosted.org",
        "upload.pypi.org",
        "download.pytorch.org",
        "rubygems.org",
        "api.nuget.org",
        "www.nuget.org",
        "services.gradle.org",
        "repo.maven.apache.org",
        "repo1.maven.org",
        "plugins.gradle.org",
        "conda.anaconda.org",
        "static.crates.io",
        "index.crates.io",
    ];
    let addresses: Vec<&str> = text.split("://").collect();
    let ends_in_https = |before: &str| before.trim_end_matches('\\').ends_with("https");
    addresses.len() > 1
        && addresses.windows(2).all(|two| {
            let host =
                two[1].split(|letter: char| !letter.is_ascii_alphanumeric() && !".-".contains(letter)).next().unwrap_or_default();
            let is_whole = !two[1][host.len()..].starts_with(['@', ':']);
            (ends_in_https(two[0]) || ends_in_https(two[0].trim_end_matches(':'))) && is_whole && PLACES.contains(&host)
        })
}

/// Whether a line of `.gitattributes` names only what Git has itself, and what its extension for large files has.
fn is_built_in(path: &str, line: &str) -> bool {
    let named =
        |word: &str| ["filter=", "diff=", "merge="].iter().find_map(|kind| word.strip_prefix(kind).map(str::to_ascii_lowercase));
    path.ends_with("attributes")
        && !line.contains("export-subst")
        && !line.contains("encoding=")
        && line.split_whitespace().filter_map(named).all(|name| BUILT_IN.contains(&name.as_str()))
}

/// A file of JSON with each name and its value on one line, without escapes and comments.
pub(super) fn without_spelling(path: &str, text: &str) -> Option<String> {
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    if ![".json", ".jsonc", ".json5", ".code-workspace", ".lintstagedrc", ".stackblitzrc"].iter().any(|end| name.ends_with(end)) {
        return None;
    }
    let value = crate::format::openclaw::json5(text).ok()?;
    serde_json::to_string_pretty(&value).ok()
}
