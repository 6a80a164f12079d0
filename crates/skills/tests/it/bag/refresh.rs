//! Entering a workspace, and what changed since.

use super::{Space, needs};
use apprentice_skills::bag::catalog;
use apprentice_skills::bag::enter::{Action, enter};
use apprentice_skills::bag::refresh::{Snapshot, compare};
use std::collections::BTreeSet;
use std::fs;

#[test]
fn entering_reads_in_order_and_runs_what_is_tagged() {
    let space = Space::ready();
    space.skill("zeta", "Z #run/always", "");
    space.skill("audit", "A #run/always #run/last #use/zeta #use/nobody", "");
    space.skill("plain", "P", "");
    space.skill("quiet", "Q #run/always", "");
    space.write("USER_CONTEXT.md", "```yaml\ntags:\n  quiet: {remove: [\"#run/always\"]}\n  plain: {add: run/last}\n```\n");
    let entry = enter(&space.bag());
    let steps: Vec<_> = entry.steps.iter().map(|step| (step.number, step.action, step.target.as_str(), step.present)).collect();
    assert_eq!(
        steps[..4],
        [
            (1, Action::Read, "SKILLBAG.md", true),
            (2, Action::Read, "CONTEXT.md", false),
            (2, Action::Read, "USER_CONTEXT.md", true),
            (3, Action::Read, ".skills/SKILLS.md", true)
        ]
    );
    assert_eq!(steps[4].1, Action::ApplyPrecedence);
    assert_eq!(entry.run_always, ["zeta", "audit"], "those that run last come last");
    assert_eq!(entry.run_last, ["audit", "plain"]);
    assert_eq!(entry.companions, [("audit".to_owned(), vec!["zeta".to_owned()])].into());
    assert!(entry.ready && entry.prompt.is_none());
    space.skill("plain", "P", &needs("absent", ""));
    let entry = enter(&space.bag());
    assert!(!entry.ready && entry.prompt.unwrap().contains("absent"));
    assert!(!enter(&Space::new().bag()).ready);
}

#[test]
fn only_changed_files_that_are_in_use_are_read_again() {
    let space = Space::ready();
    for name in ["alpha", "beta", "gamma"] {
        space.skill(name, name, "");
    }
    catalog::write(&space.bag()).unwrap();
    let before = Snapshot::take(space.path());
    let loaded: BTreeSet<String> = ["alpha".to_owned()].into();
    assert_eq!(compare(&before, &Snapshot::take(space.path()), &loaded), Default::default(), "nothing changed, nothing to do");
    space.skill("alpha", "alpha", "changed");
    space.skill("beta", "beta", "changed");
    space.skill("delta", "new", "");
    space.write("USER_CONTEXT.md", "new");
    fs::remove_dir_all(space.path().join(".skills/gamma")).unwrap();
    let refresh = compare(&before, &Snapshot::take(space.path()), &loaded);
    assert_eq!(refresh.reread, [".skills/SKILLS.md", ".skills/alpha/SKILL.md", "USER_CONTEXT.md"]);
    assert_eq!(refresh.later, [".skills/beta/SKILL.md", ".skills/delta/SKILL.md"]);
    assert_eq!((refresh.added, refresh.removed), (vec!["delta".to_owned()], vec!["gamma".to_owned()]));
}
