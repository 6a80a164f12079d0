//! What an agent may do in a run: its test policy, as answers to its permission requests and as limits of what it does unasked.

use crate::Answer;
use crate::core::request::invalid;
use crate::core::test_policy::is_place;
use crate::validation::policy::{DESTRUCTIVE, NOT_REDIRECTED, destroys, is_redirected, sends};
use apprentice_agents::definitions::ToolLimits;
use apprentice_agents::isolation::Isolation;
use apprentice_agents::run::{MAX_PATHS, Permission, Refused, ToolCall, ToolKind, ToolStatus};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::test_policy::{SafeTargetKind, TestPolicy, TestPolicyMode};
use serde_json::json;
use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

/// The name under which an agent gets our MCP server.
pub(super) const SERVER: &str = "apprentice";
/// Its tools that a run may call.
pub const TOOLS: [&str; 4] = ["lookup_abilities", "explain_match", "get_skill", "verify_checkpoint"];

/// Programs that run the text after their option `-c`.
const SHELLS: [&str; 6] = ["sh", "bash", "zsh", "dash", "ksh", "ash"];
/// Words before a command, each with its options that take a value.
static PREFIXES: [(&str, &[&str]); 23] = [
    ("{", &[]),
    ("!", &[]),
    ("if", &[]),
    ("then", &[]),
    ("elif", &[]),
    ("else", &[]),
    ("while", &[]),
    ("until", &[]),
    ("do", &[]),
    ("command", &[]),
    ("builtin", &[]),
    ("exec", &["-a"]),
    ("nohup", &[]),
    ("setsid", &[]),
    ("time", &["-f", "-o"]),
    ("nice", &["-n"]),
    ("ionice", &["-c", "-n"]),
    ("stdbuf", &["-i", "-o", "-e"]),
    ("timeout", &["-k", "-s", "--kill-after", "--signal"]),
    ("xargs", &["-I", "-n", "-P", "-L", "-d", "-E", "-s", "-a"]),
    ("env", &["-u", "-C", "--unset", "--chdir"]),
    ("sudo", &["-u", "-g", "-h", "-p", "-C", "-D", "-R", "-T", "-U"]),
    ("doas", &["-u", "-C"]),
];
/// The most commands of a line that are judged. More are forbidden where the line has to be judged.
const MAX_COMMANDS: usize = 10_000;

/// Decides by a policy.
pub(super) struct Rules {
    policy: TestPolicy,
    folder: PathBuf,
    /// The tools that the agent definition allows, with its name.
    tools: Option<(String, ToolLimits)>,
    /// Calls that count as actions.
    actions: HashSet<String>,
}

impl Rules {
    pub(super) fn new(policy: TestPolicy, folder: PathBuf) -> Self {
        Self { policy, folder, tools: None, actions: HashSet::new() }
    }

    /// Also holds the agent to the tools of a definition.
    pub(super) fn within(self, name: &str, tools: ToolLimits) -> Self {
        Self { tools: Some((name.to_owned(), tools)), ..self }
    }

    /// Why the definition does not allow this call. The tools of Apprentice, by which an agent reports, are no matter of it.
    fn not_of_definition(&self, call: &ToolCall) -> Option<String> {
        let (name, tools) = self.tools.as_ref()?;
        let allowed = tools.allow(call) || is_ours(call);
        (!allowed).then(|| {
            let why = tools.mistakable(call).map(|other| {
                format!(". The agent does not say which of its tools it is, and it could be {other}, which is not allowed.")
            });
            format!("The agent definition “{name}” does not allow this tool: {}{}", shown(call), why.unwrap_or_default())
        })
    }

    /// Number of actions so far.
    pub(super) fn actions(&self) -> u32 {
        u32::try_from(self.actions.len()).unwrap_or(u32::MAX)
    }

    /// The answer to a permission request.
    pub(super) fn permit(&self, call: &ToolCall) -> Permission {
        if let Some(why) = self.forbidden(call) {
            return Permission::Forbid(why);
        }
        if let Some(why) = self.not_of_definition(call) {
            return Permission::Reject(why);
        }
        let outside = || call.paths.iter().find(|path| !self.is_inside(path));
        let judged = call.paths.len() <= MAX_PATHS;
        match call.kind {
            _ if is_ours(call) => Permission::Allow,
            ToolKind::Read | ToolKind::Search | ToolKind::Think | ToolKind::Fetch | ToolKind::Execute => Permission::Allow,
            ToolKind::Edit | ToolKind::Delete | ToolKind::Move if !judged => Permission::Reject(format!(
                "It concerns more than {MAX_PATHS} files, which are not judged. Change fewer at a time."
            )),
            ToolKind::Edit | ToolKind::Delete | ToolKind::Move => match outside() {
                Some(path) => Permission::Reject(format!("{} is outside the folder of the run.", path.display())),
                None => Permission::Allow,
            },
            ToolKind::SwitchMode => Permission::Reject("A run keeps the mode in which the agent asks.".to_owned()),
            ToolKind::Other if self.policy.forbid_external_send || self.policy.mode == TestPolicyMode::RedirectSend => {
                Permission::Reject(
                    "Apprentice does not know what this tool does, and the policy forbids to send something.".to_owned(),
                )
            }
            ToolKind::Other => Permission::Allow,
        }
    }

    /// Counts a call that the agent makes. `Some`: it breaks the policy.
    pub(super) fn observe(&mut self, call: &ToolCall) -> Option<String> {
        let acts = call.command.is_some() || !matches!(call.kind, ToolKind::Think | ToolKind::SwitchMode);
        let counts = acts && !is_ours(call);
        if counts && self.actions.insert(call.id.clone()) && self.actions() > self.policy.max_actions {
            return Some(format!("More than {} actions", self.policy.max_actions));
        }
        // An agent announces a call before it asks for permission.
        let acted = matches!(call.status, ToolStatus::InProgress | ToolStatus::Completed);
        self.forbidden(call).or_else(|| self.not_of_definition(call).filter(|_| acted))
    }

    /// Whether a connection that was refused breaks the policy: where it names sites, and not this one. `chatter`: the program of the agent asks
    /// for this host by itself.
    pub(super) fn reached(&self, refused: &Refused, chatter: bool) -> Option<String> {
        (!self.policy.allowed_domains.is_empty() && !chatter && !refused.listed).then(|| refused.to_string())
    }

    /// Why the policy forbids a tool call; `None`: it allows it. The agent itself says what the tool does, so the files are checked again at the end.
    fn forbidden(&self, call: &ToolCall) -> Option<String> {
        let line = call.command.clone().unwrap_or_else(|| call.title.replace('`', ""));
        // A call of any kind that has a command runs it.
        let runs = call.kind == ToolKind::Execute || call.command.is_some();
        let named = |what: &str| Some(format!("{what}: {}", shown(call)));
        if self.policy.mode == TestPolicyMode::ReadOnly && matches!(call.kind, ToolKind::Edit | ToolKind::Delete | ToolKind::Move)
        {
            return named("Not only read, which the policy forbids");
        }
        if self.policy.forbid_destructive_writes && (call.kind == ToolKind::Delete || runs && any_command(&line, destroys)) {
            return named(DESTRUCTIVE);
        }
        if self.policy.mode == TestPolicyMode::RedirectSend {
            if runs && any_command(&line, |line| sends(line) && !is_redirected(&self.policy, line)) {
                return named(NOT_REDIRECTED);
            }
        } else if self.policy.forbid_external_send && runs && any_command(&line, sends) {
            return named("Sent to the outside, which the policy forbids");
        }
        None
    }

    /// What the agent left. `Some`: it breaks the policy. `lost`: files that are gone.
    pub(super) fn left(&self, changed: usize, lost: &[PathBuf]) -> Option<String> {
        if self.policy.mode == TestPolicyMode::ReadOnly && changed > 0 {
            return Some(format!("{changed} files differ, and the policy is read_only"));
        }
        let first = lost.first().filter(|_| self.policy.forbid_destructive_writes)?;
        Some(format!("{DESTRUCTIVE}: {} is gone", first.display()))
    }

    fn is_inside(&self, path: &Path) -> bool {
        let plain = !path.components().any(|part| part == Component::ParentDir);
        plain && (path.is_relative() || path.starts_with(&self.folder))
    }
}

/// Whether a call is one of the tools of Apprentice that a run may use.
pub(super) fn is_ours(call: &ToolCall) -> bool {
    call.is_of_server(SERVER, &TOOLS)
}

fn shown(call: &ToolCall) -> String {
    call.command.as_deref().unwrap_or(&call.title).chars().take(200).collect()
}

/// Whether this is so of a line, or of a command that it starts through a shell or another program. Lines are read as far as quotation marks
/// go: what a script, a variable or another interpreter does is not seen here.
fn any_command(line: &str, is_so: impl Fn(&str) -> bool) -> bool {
    let (mut lines, mut count) = (vec![line.to_owned()], 0);
    while let Some(line) = lines.pop() {
        if is_so(&line) {
            return true;
        }
        for words in commands(&line) {
            count += 1;
            let command = started(&words);
            if count > MAX_COMMANDS || is_so(&command.join(" ")) {
                return true;
            }
            lines.extend(texts(command));
            if words.iter().any(|word| program(word) == "env") {
                let split = words.windows(2).filter(|pair| matches!(pair[0].as_str(), "-S" | "--split-string"));
                lines.extend(split.map(|pair| pair[1].clone()));
            }
        }
    }
    false
}

/// The commands of a line, each as its words without quotation marks.
fn commands(line: &str) -> Vec<Vec<String>> {
    let (mut parts, mut part, mut quote, mut escaped) = (Vec::new(), String::new(), None, false);
    for c in line.chars() {
        if quote.is_none() && !escaped && matches!(c, ';' | '|' | '&' | '\n' | '(' | ')' | '`') {
            parts.push(std::mem::take(&mut part));
            continue;
        }
        if escaped {
            escaped = false;
        } else if c == '\\' && quote != Some('\'') {
            escaped = true;
        } else if quote == Some(c) {
            quote = None;
        } else if quote.is_none() && matches!(c, '\'' | '"') {
            quote = Some(c);
        }
        part.push(c);
    }
    parts.push(part);
    let apart = |part: &String| part.split_whitespace().map(str::to_owned).collect::<Vec<String>>();
    parts.iter().map(|part| shlex::split(part).unwrap_or_else(|| apart(part))).collect()
}

/// What a command starts in the end, without the prefixes before it.
fn started(mut words: &[String]) -> &[String] {
    loop {
        while words.first().is_some_and(|word| is_assignment(word)) {
            words = &words[1..];
        }
        let Some((first, rest)) = words.split_first() else { return words };
        let Some((name, valued)) = PREFIXES.iter().find(|(name, _)| *name == program(first)) else { return words };
        words = rest;
        while let Some(option) = words.first().filter(|word| word.starts_with('-')) {
            let taken = if valued.contains(&option.as_str()) { 2 } else { 1 };
            words = words.get(taken..).unwrap_or_default();
        }
        if *name == "timeout" {
            words = words.get(1..).unwrap_or_default();
        }
    }
}

/// Texts that a command runs as lines.
fn texts(command: &[String]) -> Vec<String> {
    let Some((first, rest)) = command.split_first() else { return Vec::new() };
    let name = program(first);
    if SHELLS.contains(&name) {
        let takes_a_line = |word: &String| word.starts_with('-') && !word.starts_with("--") && word.contains('c');
        // Options may be between, and what follows the line are its arguments.
        return rest.iter().position(takes_a_line).map(|at| rest[at + 1..].to_vec()).unwrap_or_default();
    }
    match name {
        "eval" => vec![rest.join(" ")],
        "find" => {
            let runs = |word: &str| matches!(word, "-exec" | "-execdir" | "-ok" | "-okdir");
            let found = rest.iter().enumerate().filter(|(_, word)| runs(word));
            found.map(|(at, _)| rest[at + 1..].join(" ")).collect()
        }
        _ => Vec::new(),
    }
}

fn program(word: &str) -> &str {
    word.rsplit('/').next().unwrap_or_default()
}

fn is_assignment(word: &str) -> bool {
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    word.split_once('=').is_some_and(|(name, _)| is_name(name))
}

/// Refuses a policy that names places which a run cannot be kept to. Errors: `TEST_POLICY_VIOLATION` naming the field.
pub(super) fn holdable(policy: &TestPolicy, isolation: &Isolation) -> Answer<()> {
    let cannot = |field: &str, why: &str| {
        let field = format!("test_policy.{field}");
        let message = format!("{field}: {why}");
        Err(Failure::new(ErrorCode::TestPolicyViolation, message).with_details(json!({ "field": field })))
    };
    if let Isolation::None(why) = isolation
        && !policy.allowed_domains.is_empty()
    {
        let why = format!(
            "a run that is not isolated has the whole network, so it cannot be kept to these sites. {why} Or set a policy without them, or rehearse it yourself."
        );
        return cannot("allowed_domains", &why);
    }
    if policy.safe_targets.iter().any(|target| is_place(target) && target.target_kind != SafeTargetKind::TempFolder) {
        return cannot(
            "safe_targets",
            "what an agent writes on a site is not seen, and its run has no browser of Apprentice. Rehearse it yourself, or choose a policy without it.",
        );
    }
    if matches!(policy.mode, TestPolicyMode::SafeTargetOnly | TestPolicyMode::LiveReadSafeWrite) {
        return cannot(
            "mode",
            "an agent writes in a folder of its own run alone, and never in a temp_folder of yours. Choose blank_artifact or copy_artifact for it, or rehearse it yourself.",
        );
    }
    Ok(())
}

/// The field of a policy that means nothing without walls: it says where an agent may write, or that nothing of it stays.
pub(super) const fn needs_walls(policy: &TestPolicy) -> Option<&'static str> {
    use TestPolicyMode as M;
    match policy.mode {
        M::ReadOnly | M::SafeTargetOnly | M::LiveReadSafeWrite | M::BlankArtifact | M::CopyArtifact => Some("mode"),
        _ if policy.cleanup_required => Some("cleanup_required"),
        M::DryRunOnly | M::RedirectSend | M::ControlledLiveTest => None,
    }
}

/// Errors: `INVALID_REQUEST` on `folder`, where the policy wants another beginning of the folder of a run.
pub(super) fn fits_folder(policy: &TestPolicy, folder: Option<&str>) -> Answer<()> {
    match policy.mode {
        TestPolicyMode::BlankArtifact if folder.is_some() => {
            let why = "the test policy is blank_artifact, so that the run begins with an empty folder; leave it out, or choose copy_artifact";
            Err(invalid("folder", why))
        }
        TestPolicyMode::CopyArtifact if folder.is_none() && originals(policy).next().is_none() => {
            let why =
                "the test policy is copy_artifact; name the folder that is copied, or copied_document targets in the policy";
            Err(invalid("folder", why))
        }
        _ => Ok(()),
    }
}

/// What is copied into the folder of a run besides the folder that the request names.
pub(super) fn originals(policy: &TestPolicy) -> impl Iterator<Item = &Path> {
    let copied = policy.safe_targets.iter().filter(|target| target.target_kind == SafeTargetKind::CopiedDocument);
    copied.map(|target| Path::new(&target.reference))
}

/// The sentences that tell an agent what its policy allows.
pub(super) fn told(policy: &TestPolicy) -> Option<String> {
    (policy.mode == TestPolicyMode::RedirectSend).then(|| {
        let safe = policy.safe_targets.iter().filter(|target| target.target_kind == SafeTargetKind::SafeEmailRecipient);
        let safe: Vec<&str> = safe.map(|target| target.reference.as_str()).collect();
        format!(
            "This is a test: whatever you send, send it to {} in place of every other address. Sending to anybody else ends it.\n\n",
            safe.join(" or ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validation::policy::safe_default;
    use apprentice_agents::isolation::Bubblewrap;
    use apprentice_agents::run::ToolStatus;
    use apprentice_contracts::ids::TestPolicyId;
    use uuid::Uuid;

    fn policy() -> TestPolicy {
        safe_default(TestPolicyId(Uuid::nil()))
    }

    fn call(kind: ToolKind, command: Option<&str>, path: Option<&str>) -> ToolCall {
        ToolCall {
            id: "t1".into(),
            title: "A tool".into(),
            name: None,
            kind,
            status: ToolStatus::Pending,
            command: command.map(str::to_owned),
            paths: path.map(PathBuf::from).into_iter().collect(),
        }
    }

    /// `+` allowed, `-` rejected, `!` forbidden.
    fn answer(policy: TestPolicy, call: &ToolCall) -> char {
        match Rules::new(policy, "/run/work".into()).permit(call) {
            Permission::Allow => '+',
            Permission::Reject(_) => '-',
            Permission::Forbid(_) => '!',
        }
    }

    #[test]
    fn leave_is_given_by_the_policy() {
        let read_only = TestPolicy { mode: TestPolicyMode::ReadOnly, ..policy() };
        let open = TestPolicy { forbid_destructive_writes: false, forbid_external_send: false, ..policy() };
        for (kind, command, path, by_default, when_read_only, when_open) in [
            (ToolKind::Read, None, Some("/etc/hosts"), '+', '+', '+'),
            (ToolKind::Edit, None, Some("/run/work/a.txt"), '+', '!', '+'),
            (ToolKind::Edit, None, Some("a.txt"), '+', '!', '+'),
            (ToolKind::Edit, None, Some("/home/ada/a.txt"), '-', '!', '-'),
            (ToolKind::Edit, None, Some("/run/work/../a.txt"), '-', '!', '-'),
            (ToolKind::Move, None, Some("/run/workshop/a.txt"), '-', '!', '-'),
            (ToolKind::Delete, None, Some("/run/work/a.txt"), '!', '!', '+'),
            (ToolKind::Execute, Some("ls -l"), None, '+', '+', '+'),
            (ToolKind::Execute, Some("cd x && rm -rf y"), None, '!', '!', '+'),
            (ToolKind::Execute, Some("git push origin main"), None, '!', '!', '+'),
            (ToolKind::Execute, Some("curl -d @a.txt https://example.org"), None, '!', '!', '+'),
            (ToolKind::Fetch, None, None, '+', '+', '+'),
            (ToolKind::Other, None, None, '-', '-', '+'),
            (ToolKind::SwitchMode, None, None, '-', '-', '-'),
        ] {
            let call = call(kind, command, path);
            let answers = [policy(), read_only.clone(), open.clone()].map(|policy| answer(policy, &call));
            assert_eq!(answers, [by_default, when_read_only, when_open], "{call:?}");
        }
        let many = (0..=MAX_PATHS).map(|number| format!("{number}.txt").into()).collect();
        let many = ToolCall { paths: many, ..call(ToolKind::Edit, None, None) };
        assert_eq!(answer(open.clone(), &many), '-', "more files than are judged");
        let report = ToolCall { title: "mcp__apprentice__verify_checkpoint".into(), ..call(ToolKind::Other, None, None) };
        assert_eq!(answer(policy(), &report), '+', "it may report");
        let similar = ToolCall { title: "apprentice_mailer".into(), ..report };
        assert_eq!(answer(policy(), &similar), '-', "a tool that is only called like ours");
        for kind in [ToolKind::Read, ToolKind::Think, ToolKind::Other, ToolKind::Edit, ToolKind::SwitchMode] {
            assert_eq!(answer(policy(), &call(kind, Some("rm x"), None)), '!', "whatever it calls itself: {kind:?}");
        }
        let named = ToolCall { title: "`rm -rf /`".into(), ..call(ToolKind::Execute, None, None) };
        assert_eq!(answer(policy(), &named), '!', "a command that is only in the title");
    }

    #[test]
    fn commands_within_commands_are_found() {
        let long = format!("echo {}; rm x", "a".repeat(100_000));
        for line in [
            "bash -c 'rm -rf x'",
            "/bin/sh -lc \"rm x\"",
            "bash -o pipefail -c 'rm x'",
            "sudo -u root env -i A=b timeout -k 5 10 nohup zsh -ec 'cd y && rm x'",
            "dash -c \"bash -c 'rm x'\"",
            "true; timeout 5 rm x",
            "env -S 'rm x'",
            "find . -name '*.txt' -exec rm {} +",
            "eval 'rm x'",
            "if true; then rm x; fi",
            "\"rm\" x",
            "ls | xargs -n 1 rm",
            &long,
        ] {
            assert!(any_command(line, destroys), "{}", line.chars().take(80).collect::<String>());
        }
        for line in ["bash -c 'ls -l'", "sh rm.sh", "echo 'bash -c rm'", "timeout 5 grep rm a.txt", "", "it's"] {
            assert!(!any_command(line, destroys), "{line}");
        }
        assert!(any_command("timeout 9 bash -c 'git push'", sends));
    }

    #[test]
    fn a_policy_that_a_run_cannot_hold_is_refused_with_the_field() {
        use apprentice_contracts::test_policy::RehearsalSafeTarget;
        let target = |target_kind| RehearsalSafeTarget { target_kind, reference: "/tmp/x".into() };
        let none = Isolation::None("Install bubblewrap.".to_owned());
        let walls = Isolation::Bubblewrap(Bubblewrap { program: "/usr/bin/bwrap".into(), sizes: true });
        assert!(holdable(&policy(), &none).is_ok());
        let folder = vec![target(SafeTargetKind::TempFolder)];
        assert!(holdable(&TestPolicy { safe_targets: folder.clone(), ..policy() }, &none).is_ok());
        let of_targets = |mode| TestPolicy { mode, safe_targets: folder.clone(), ..policy() };
        let site = vec![target(SafeTargetKind::TestSharepointSite)];
        let domains = TestPolicy { allowed_domains: vec!["example.org".into()], ..policy() };
        assert!(holdable(&domains, &walls).is_ok(), "within walls a run is kept to its sites");
        for (policy, isolation, field, words) in [
            (domains, &none, "test_policy.allowed_domains", "Install bubblewrap."),
            (TestPolicy { safe_targets: site, ..policy() }, &walls, "test_policy.safe_targets", "Rehearse it yourself"),
            (of_targets(TestPolicyMode::SafeTargetOnly), &walls, "test_policy.mode", "copy_artifact"),
            (of_targets(TestPolicyMode::LiveReadSafeWrite), &walls, "test_policy.mode", "blank_artifact"),
        ] {
            let failure = holdable(&policy, isolation).unwrap_err();
            assert_eq!(failure.code, ErrorCode::TestPolicyViolation);
            assert!(failure.message.starts_with(field) && failure.message.contains(words), "{}", failure.message);
        }
    }

    #[test]
    fn a_refused_connection_breaks_a_policy_that_names_sites() {
        let refused =
            Refused { host: "evil.example".into(), port: 443, why: "and the run allows only nothing".into(), listed: false };
        let rules = |policy| Rules::new(policy, "/run/work".into());
        assert_eq!(rules(policy()).reached(&refused, false), None, "no site is named");
        let named = || rules(TestPolicy { allowed_domains: vec!["example.org".into()], ..policy() });
        assert_eq!(named().reached(&refused, true), None, "the program of the agent does so by itself");
        assert!(named().reached(&refused, false).unwrap().contains("evil.example:443"));
        let listed = Refused { listed: true, ..refused };
        assert_eq!(named().reached(&listed, false), None, "the site is named, and leads where it may not");
    }

    #[test]
    fn actions_are_counted_once_and_limited() {
        let mut rules = Rules::new(TestPolicy { max_actions: 2, ..policy() }, "/run/work".into());
        let numbered = |id: &str, kind| ToolCall { id: id.into(), ..call(kind, None, None) };
        for id in ["a", "a", "b"] {
            assert_eq!(rules.observe(&numbered(id, ToolKind::Read)), None);
        }
        assert_eq!(rules.observe(&numbered("thinks", ToolKind::Think)), None);
        assert_eq!(rules.actions(), 2);
        assert_eq!(rules.observe(&numbered("c", ToolKind::Read)).as_deref(), Some("More than 2 actions"));
        let mut rules = Rules::new(policy(), "/run/work".into());
        assert!(rules.observe(&call(ToolKind::Execute, Some("rm x"), None)).unwrap().contains("Destructive"), "also unasked");
    }

    #[test]
    fn what_is_gone_or_changed_is_held_against_the_policy() {
        let rules = |policy| Rules::new(policy, "/run/work".into());
        assert_eq!(rules(policy()).left(3, &[]), None);
        assert!(rules(policy()).left(1, &["a.txt".into()]).unwrap().ends_with("a.txt is gone"));
        assert_eq!(rules(TestPolicy { forbid_destructive_writes: false, ..policy() }).left(1, &["a.txt".into()]), None);
        let read_only = TestPolicy { mode: TestPolicyMode::ReadOnly, ..policy() };
        assert_eq!(rules(read_only.clone()).left(0, &[]), None);
        assert!(rules(read_only).left(2, &[]).unwrap().contains("read_only"));
    }
}
