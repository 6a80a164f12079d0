//! Test policies (§0C.14): which ones the program can enforce, and which observed actions violate them.
//!
//! Only what is observed can be judged: a command by its text and by the files that changed in its folder, a page by clicks and
//! inputs. A field that the program cannot enforce is refused when it is set.

pub(crate) mod acting;
mod words;

use crate::Answer;
use crate::core::test_policy::{self, host, is_place};
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::TestPolicyId;
use apprentice_contracts::observation::{ActionDetails, CommandRun, DialogKind, FileChange, FileChangeKind};
use apprentice_contracts::test_policy::{RehearsalSafeTarget, SafeTargetKind, TestPolicy, TestPolicyMode};
use apprentice_observe::RecordedAction;
use apprentice_observe::scope::Scope;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Checks that the policy can be enforced. Errors: `INVALID_REQUEST` naming the field.
pub(crate) fn enforceable(policy: &TestPolicy) -> Answer<()> {
    test_policy::enforceable("test_policy", policy.mode, &policy.safe_targets)
}

/// Errors: `TEST_POLICY_VIOLATION` when the policy allows no rehearsal, which acts on real systems.
pub(crate) fn allows_a_rehearsal(policy: &TestPolicy) -> Answer<()> {
    enforceable(policy)?;
    if policy.mode == TestPolicyMode::DryRunOnly {
        let message =
            "test_policy.mode: dry_run_only allows no rehearsal, which is live. Run the dry run, or set another policy.";
        return Err(Failure::new(ErrorCode::TestPolicyViolation, message));
    }
    Ok(())
}

/// The policy of a run for which none was set (§0C.14): nothing is destroyed, nothing is sent, at most 40 actions.
pub(crate) fn safe_default(id: TestPolicyId) -> TestPolicy {
    TestPolicy {
        policy_id: id,
        mode: TestPolicyMode::ControlledLiveTest,
        safe_targets: Vec::new(),
        forbid_destructive_writes: true,
        forbid_external_send: true,
        allowed_domains: Vec::new(),
        max_actions: 40,
        cleanup_required: false,
        schema_version: SCHEMA_VERSION,
    }
}

/// How the words for a destructive breach begin, of a person or an agent.
pub(crate) const DESTRUCTIVE: &str = "Destructive, which the policy forbids";

/// Whether a command line removes files or destroys data.
pub(crate) fn destroys(line: &str) -> bool {
    words::removes(line) || words::destroys(line)
}

/// Whether a command line sends something to the outside.
pub(crate) fn sends(line: &str) -> bool {
    words::sends(line)
}

/// Whether a command line sends only to the safe recipients of the policy.
pub(crate) fn is_redirected(policy: &TestPolicy, line: &str) -> bool {
    words::sends_only_to(line, &|address| is_recipient(policy, address))
}

/// What a breach of `redirect_send` is called.
pub(crate) const NOT_REDIRECTED: &str = "Sent to somebody else than the safe recipients";

fn is_recipient(policy: &TestPolicy, address: &str) -> bool {
    let named = |target: &RehearsalSafeTarget| {
        target.target_kind == SafeTargetKind::SafeEmailRecipient && target.reference.eq_ignore_ascii_case(address)
    };
    policy.safe_targets.iter().any(named)
}

/// What an action does that is forbidden by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    Destroys,
    Sends,
}

/// Checks the actions of one rehearsal against a policy.
pub(crate) struct Guard {
    policy: TestPolicy,
    sites: Scope,
    folders: Vec<PathBuf>,
    any_site: bool,
    allowed: Scope,
    /// Files that the rehearsal created and may remove.
    created: BTreeSet<PathBuf>,
    /// Whether each address that was entered on a site since something was sent there is a safe recipient.
    addressed: BTreeMap<String, bool>,
}

impl Guard {
    pub(crate) fn new(policy: TestPolicy) -> Self {
        let of = |kind: SafeTargetKind| policy.safe_targets.iter().filter(move |target| target.target_kind == kind);
        let sites: Vec<String> =
            of(SafeTargetKind::TestSharepointSite).map(|target| host(&target.reference).to_owned()).collect();
        Self {
            sites: Scope::new(&sites),
            folders: of(SafeTargetKind::TempFolder).map(|target| PathBuf::from(&target.reference)).collect(),
            any_site: of(SafeTargetKind::ManagedBrowserProfile).next().is_some(),
            allowed: Scope::new(&policy.allowed_domains),
            created: BTreeSet::new(),
            addressed: BTreeMap::new(),
            policy,
        }
    }

    /// The violation of this action, which is number `count` of the rehearsal.
    pub(crate) fn violation(&mut self, seen: &RecordedAction, count: u32) -> Option<String> {
        self.address(seen);
        let found = self.look(seen, count);
        if self.sends(seen)
            && let Some(host) = site(seen)
        {
            self.addressed.remove(host);
        }
        if let ActionDetails::Command(run) = &seen.details {
            self.created.extend(paths(run, FileChangeKind::Created));
        }
        found.map(|why| format!("{why}: {}", seen.action_label))
    }

    fn look(&self, seen: &RecordedAction, count: u32) -> Option<String> {
        let policy = &self.policy;
        if count > policy.max_actions {
            return Some(format!("More than {} actions", policy.max_actions));
        }
        if let Some(host) = site(seen)
            && !policy.allowed_domains.is_empty()
            && !self.allowed.allows_site(host)
        {
            return Some(format!("{host} is not among the allowed sites"));
        }
        if policy.forbid_destructive_writes && self.destroys(seen) {
            return Some(DESTRUCTIVE.into());
        }
        if policy.mode == TestPolicyMode::RedirectSend {
            if self.sends(seen) && !self.is_redirected(seen) {
                return Some(NOT_REDIRECTED.into());
            }
        } else if policy.forbid_external_send && self.sends(seen) {
            return Some("Sent to the outside, which the policy forbids".into());
        }
        let writes = writes(seen);
        match policy.mode {
            TestPolicyMode::ReadOnly if writes => Some("Not only read, and the policy is read_only".into()),
            TestPolicyMode::SafeTargetOnly if !self.is_safe(seen) => Some("Outside the safe targets".into()),
            // Safe targets limit writes in every mode.
            _ if writes && policy.safe_targets.iter().any(is_place) && !self.is_safe(seen) => {
                Some("Written outside the safe targets".into())
            }
            _ => None,
        }
    }

    /// The actions of a task that this policy forbids at any place: it removes something, or sends something.
    fn effect(&mut self, seen: &RecordedAction) -> Option<Effect> {
        let destroys = self.destroys(seen).then_some(Effect::Destroys);
        let found = destroys.or_else(|| self.sends(seen).then_some(Effect::Sends));
        if let ActionDetails::Command(run) = &seen.details {
            self.created.extend(paths(run, FileChangeKind::Created));
        }
        found
    }

    /// Remembers who a message is going to be sent to.
    fn address(&mut self, seen: &RecordedAction) {
        let (ActionDetails::Fill { target, value, .. }, Some(host)) = (&seen.details, site(seen)) else { return };
        if !words::is_for_recipients(&target.name) {
            return;
        }
        // One without an address, such as a name or one that is masked, may be anybody.
        let is_one = |text: &str| {
            let mut addresses = text.split([' ', '<', '>']).filter(|part| part.contains('@')).peekable();
            addresses.peek().is_some() && addresses.all(|address| is_recipient(&self.policy, address))
        };
        let mut each = value.text.split([',', ';']).map(str::trim).filter(|text| !text.is_empty()).peekable();
        let is_safe = each.peek().is_some() && each.all(is_one);
        let all_safe = self.addressed.get(host).copied().unwrap_or(true) && is_safe;
        self.addressed.insert(host.to_owned(), all_safe);
    }

    /// Whether everything is sent only to the safe recipients. On a site this is known only if the addresses were entered.
    fn is_redirected(&self, seen: &RecordedAction) -> bool {
        match &seen.details {
            ActionDetails::Command(run) => is_redirected(&self.policy, &run.command_line),
            ActionDetails::Click { .. } => site(seen).and_then(|host| self.addressed.get(host)).copied().unwrap_or_default(),
            _ => false,
        }
    }

    fn is_safe(&self, seen: &RecordedAction) -> bool {
        match &seen.details {
            ActionDetails::Command(run) => {
                let inside = |path: &Path| self.folders.iter().any(|folder| path.starts_with(folder));
                let changed = run.files.iter().map(|file| absolute(run, file));
                inside(Path::new(&run.directory)) && changed.into_iter().all(|path| inside(&path))
            }
            _ => self.any_site || site(seen).is_some_and(|host| self.is_safe_site(host)),
        }
    }

    /// A scope without sites would allow every site.
    fn is_safe_site(&self, host: &str) -> bool {
        let named = self.policy.safe_targets.iter().any(|target| target.target_kind == SafeTargetKind::TestSharepointSite);
        named && self.sites.allows_site(host)
    }

    fn destroys(&self, seen: &RecordedAction) -> bool {
        match &seen.details {
            ActionDetails::Command(run) => {
                let removed: Vec<PathBuf> = paths(run, FileChangeKind::Removed).collect();
                let own = !removed.is_empty() && removed.iter().all(|path| self.created.contains(path));
                let moved = words::moves(&run.command_line) && removed.len() <= paths(run, FileChangeKind::Created).count();
                let removes = words::removes(&run.command_line) || (!removed.is_empty() && !moved);
                (removes && !own) || words::destroys(&run.command_line)
            }
            ActionDetails::Click { target } => words::is_destructive(&target.name),
            ActionDetails::Call(call) => !call.read_only && parts_of(&call.tool_name).any(|word| words::is_destructive(&word)),
            ActionDetails::Dialog { message, accepted: true, .. } => message.split_whitespace().any(words::is_destructive),
            _ => false,
        }
    }

    fn sends(&self, seen: &RecordedAction) -> bool {
        let outside = site(seen).is_some_and(|host| !words::is_this_machine(host) && !self.is_safe_site(host));
        match &seen.details {
            ActionDetails::Command(run) => words::sends(&run.command_line),
            ActionDetails::Click { target } => outside && words::is_sending(&target.name),
            ActionDetails::Call(call) => !call.read_only && parts_of(&call.tool_name).any(|word| words::is_sending(&word)),
            ActionDetails::Upload { .. } => {
                let allowed = !self.policy.allowed_domains.is_empty();
                outside && !allowed
            }
            _ => false,
        }
    }
}

/// The words of the name of a tool: `sendMail` and `send_mail` are `send` and `mail`.
fn parts_of(name: &str) -> impl Iterator<Item = String> {
    let mut spaced = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() || !letter.is_alphanumeric() {
            spaced.push(' ');
        }
        spaced.extend(letter.to_lowercase().filter(|letter| letter.is_alphanumeric()));
    }
    spaced.split_whitespace().map(str::to_owned).collect::<Vec<_>>().into_iter()
}

/// The site of an action in the browser.
fn site(seen: &RecordedAction) -> Option<&str> {
    seen.app_family.as_deref().filter(|_| !matches!(seen.details, ActionDetails::Command(_) | ActionDetails::Call(_)))
}

fn absolute(run: &CommandRun, file: &FileChange) -> PathBuf {
    Path::new(&run.directory).join(&file.path)
}

fn paths(run: &CommandRun, change: FileChangeKind) -> impl Iterator<Item = PathBuf> {
    run.files.iter().filter(move |file| file.change == change).map(|file| absolute(run, file))
}

/// Whether the action does more than read: an input outside of search fields, a button that does not only show something, or a
/// changed file.
fn writes(seen: &RecordedAction) -> bool {
    match &seen.details {
        ActionDetails::Click { target } => target.role == "button" && !words::is_looking(&target.name),
        ActionDetails::Fill { target, input_type, .. } => target.role != "searchbox" && input_type != "search",
        ActionDetails::Press { target, key } => {
            key == "Enter" && target.as_ref().is_some_and(|target| !matches!(target.role.as_str(), "searchbox" | "link"))
        }
        ActionDetails::Choose { .. } | ActionDetails::Upload { .. } | ActionDetails::Drag { .. } => true,
        ActionDetails::Dialog { dialog, accepted, .. } => *accepted && matches!(dialog, DialogKind::Confirm | DialogKind::Prompt),
        ActionDetails::Navigate { .. } | ActionDetails::Download { .. } => false,
        ActionDetails::Call(call) => !call.read_only,
        ActionDetails::Command(run) => {
            !run.files.is_empty() || words::removes(&run.command_line) || words::destroys(&run.command_line)
        }
    }
}

#[cfg(test)]
#[path = "policy_test.rs"]
mod tests;
