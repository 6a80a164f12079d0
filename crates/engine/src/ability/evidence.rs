//! What the evidence of checkpoints says about the task: the programs, sites and files that it needs, and how well its result is read.

use apprentice_contracts::checkpoint::{Checkpoint, EvidencePredicate, SourcePattern};
use std::collections::BTreeSet;
use url::Url;

/// Words that the shell itself provides.
pub(crate) const BUILTINS: [&str; 36] = [
    ".", ":", "[", "[[", "alias", "bg", "break", "builtin", "cd", "command", "declare", "dirs", "echo", "eval", "exec", "exit",
    "export", "false", "fg", "for", "if", "jobs", "local", "popd", "printf", "pushd", "pwd", "read", "set", "source", "test",
    "time", "true", "type", "unset", "while",
];

/// The predicates without parts, of all checkpoints.
fn leaves(checkpoints: &[Checkpoint]) -> Vec<&EvidencePredicate> {
    let mut waiting: Vec<&EvidencePredicate> = checkpoints.iter().filter_map(|checkpoint| checkpoint.evidence.as_ref()).collect();
    let mut leaves = Vec::new();
    while let Some(evidence) = waiting.pop() {
        match evidence {
            EvidencePredicate::All { of } | EvidencePredicate::Any { of } => waiting.extend(of),
            EvidencePredicate::Each { holds, .. } => waiting.push(holds),
            leaf => leaves.push(leaf),
        }
    }
    leaves
}

/// First words of the commands that the checkpoints mention.
pub(crate) fn first_words(checkpoints: &[Checkpoint]) -> BTreeSet<String> {
    let word = |evidence: &EvidencePredicate| match evidence {
        EvidencePredicate::Command { pattern, .. } => pattern.split_whitespace().next().map(str::to_owned),
        _ => None,
    };
    leaves(checkpoints).into_iter().filter_map(word).collect()
}

/// Programs besides the shell's own that the checkpoints mention.
pub(crate) fn programs(checkpoints: &[Checkpoint]) -> BTreeSet<String> {
    let mut programs = first_words(checkpoints);
    // A relative path depends on the folder in which an agent works.
    let is_named = |program: &String| !program.is_empty() && (!program.contains('/') || program.starts_with('/'));
    programs.retain(|program| is_named(program) && !program.contains(['{', '*', '$']) && !BUILTINS.contains(&program.as_str()));
    programs
}

/// Origins of the sites that the checkpoints mention, such as `https://wiki.example.org`. Not those that differ between runs.
pub(crate) fn sites(checkpoints: &[Checkpoint]) -> BTreeSet<String> {
    fn address(evidence: &EvidencePredicate) -> Option<&str> {
        match evidence {
            EvidencePredicate::Page { url, .. } => url.as_deref(),
            EvidencePredicate::Records { source, .. } => source.address(),
            _ => None,
        }
    }
    let origin = |pattern: &str| {
        let url = Url::parse(pattern).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
        url.host_str().is_some_and(|host| !host.contains(['{', '*'])).then(|| url.origin().ascii_serialization())
    };
    leaves(checkpoints).into_iter().filter_map(address).filter_map(origin).collect()
}

/// Whether the checkpoints mention files of the working folder.
pub(crate) fn uses_files(checkpoints: &[Checkpoint]) -> bool {
    leaves(checkpoints).into_iter().any(|evidence| match evidence {
        EvidencePredicate::File { .. } => true,
        EvidencePredicate::Records { source, .. } => matches!(source, SourcePattern::Folder | SourcePattern::File { .. }),
        _ => false,
    })
}

/// Whether this evidence always rests on something that is read again at the end of a run.
pub(crate) fn is_read_again(evidence: &EvidencePredicate) -> bool {
    match evidence {
        EvidencePredicate::All { of } => of.iter().any(is_read_again),
        EvidencePredicate::Any { of } => !of.is_empty() && of.iter().all(is_read_again),
        EvidencePredicate::Each { holds, .. } => is_read_again(holds),
        EvidencePredicate::Page { durable, .. } | EvidencePredicate::File { durable, .. } => *durable,
        EvidencePredicate::Records { .. } => true,
        _ => false,
    }
}
