//! What an improvement checks, guards or permits less strictly than the installed version. A person accepts each by name; nothing else
//! can: not a report, not a page, not a model.

use crate::Answer;
use crate::core::request;
use crate::proposal::draft::trimmed;
use crate::proposal::improve::{self, Base};
use crate::proposal::record::session_of_proposal;
use apprentice_contracts::checkpoint::Checkpoint;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::improvement::Weakening;
use apprentice_contracts::proposal::ProposalState;
use apprentice_contracts::session::LearnTargetKind;
use apprentice_skills::files::sha256_hex;
use apprentice_skills::format::bundle;
use apprentice_skills::format::bundle::Profile;
use apprentice_store::Connection;
use apprentice_store::proposals::ProposalRecord;
use serde_json::{Value, json};

/// Sections whose lines are guards.
const STOP: &str = "## Stop and ask";
const GUARDS: [&str; 2] = [STOP, "## When not to use"];
/// Front matter that permits.
const PERMISSIONS: [&str; 2] = ["allowed-tools", "allowed_tools"];

pub(crate) fn optional(checkpoint: &Checkpoint) -> Weakening {
    weakening("checkpoint_optional", &checkpoint.checkpoint_id.0, format!("The check “{}” becomes optional.", checkpoint.goal))
}

pub(crate) fn condition(checkpoint: &Checkpoint, new: &str) -> Weakening {
    let sentence = format!("The check “{}” has another condition: {new}", checkpoint.goal);
    weakening("condition_changed", &checkpoint.checkpoint_id.0, sentence)
}

/// The id ends with a hash of the sentence, so that accepting one sentence accepts no other about the same thing.
fn weakening(kind: &str, what: &str, sentence: String) -> Weakening {
    let what: String = what.chars().take(120).collect();
    let hash = sha256_hex(&sentence);
    Weakening { weakening_id: format!("{kind}:{what}:{}", &hash[..8]), sentence }
}

/// What is weaker in this draft than in the ability that it improves. Empty for a draft of another kind. The checks of a new
/// demonstration rest on what was shown; its guards and permissions are compared anyway.
pub(crate) fn of(db: &Connection, record: &ProposalRecord) -> Answer<Vec<Weakening>> {
    let Some(ability) = &record.proposal.ability_id else { return Ok(Vec::new()) };
    let open = !matches!(
        record.proposal.proposal_state,
        ProposalState::InstalledPrivate | ProposalState::Approved | ProposalState::Rejected | ProposalState::Cancelled
    );
    if !open || record.proposal.superseded_by.is_some() {
        return Ok(Vec::new());
    }
    let session = session_of_proposal(db, record.proposal.proposal_id)?;
    if session.session.target_kind != LearnTargetKind::ExistingSkill {
        return Ok(Vec::new());
    }
    let shown_again = !trimmed(db, &session)?.is_empty();
    match improve::find(db, ability.as_str()) {
        Ok(base) if shown_again => Ok(texts(base.installed_text(), &record.draft.skill_md, &[STOP])),
        Ok(base) => Ok(between(&base, record)),
        // An ability whose draft was deleted cannot be compared, and no improvement of it can begin.
        Err(failure) if failure.code == ErrorCode::Internal => Err(failure),
        Err(_) => Ok(Vec::new()),
    }
}

fn between(base: &Base, record: &ProposalRecord) -> Vec<Weakening> {
    let (before, now) = (&base.draft.checkpoints, &record.draft.checkpoints);
    let mut out = Vec::new();
    for old in before {
        let id = &old.checkpoint_id.0;
        match now.iter().find(|new| new.checkpoint_id == old.checkpoint_id) {
            None => out.push(weakening("checkpoint_removed", id, format!("The check “{}” is removed.", old.goal))),
            Some(new) => {
                if new.optional && !old.optional {
                    out.push(optional(old));
                }
                if plain(&new.success_condition) != plain(&old.success_condition) {
                    out.push(condition(old, &new.success_condition));
                }
                if old.evidence.is_some() && new.evidence.is_none() {
                    let sentence = format!("Apprentice can no longer check whether “{}” is true.", old.goal);
                    out.push(weakening("evidence_lost", id, sentence));
                }
            }
        }
    }
    out.extend(texts(base.installed_text(), &record.draft.skill_md, &GUARDS));
    out
}

/// Guards that the new text drops, and tools that it permits.
fn texts(before: &str, now: &str, sections: &[&str]) -> Vec<Weakening> {
    let kept = guards(now, sections);
    let dropped = guards(before, sections).into_iter().filter(|guard| !kept.contains(guard));
    let mut out: Vec<Weakening> =
        dropped.map(|guard| weakening("guard_dropped", &guard, format!("The guard “{guard}” is dropped."))).collect();
    let had = permissions(before);
    let new = permissions(now).into_iter().filter(|tool| !had.contains(tool));
    out.extend(new.map(|tool| weakening("permission_widened", &tool, format!("The skill may use “{tool}” without asking."))));
    out
}

fn guards(text: &str, sections: &[&str]) -> Vec<String> {
    let mut inside = false;
    let mut out = Vec::new();
    for line in text.lines() {
        if line.starts_with('#') {
            inside = sections.contains(&line.trim_end());
        } else if let (true, Some(guard)) = (inside, item(line)) {
            out.push(guard.trim().to_owned());
        }
    }
    out
}

/// The text of a list item: Markdown begins it with `-`, `*` or `+`.
fn item(line: &str) -> Option<&str> {
    let line = line.trim_start();
    ["- ", "* ", "+ "].iter().find_map(|mark| line.strip_prefix(mark))
}

/// The tools that the front matter permits, however its YAML writes them.
fn permissions(text: &str) -> Vec<String> {
    // A front matter that cannot be read permits nothing: the strict profile refuses its installation.
    let Ok(bundle) = bundle::read(text, "skill", Profile::Lenient) else { return Vec::new() };
    let named = bundle.front_matter.iter().filter(|(name, _)| PERMISSIONS.contains(&name.to_lowercase().as_str()));
    let mut out: Vec<String> = Vec::new();
    named.for_each(|(_, value)| tools(value, &mut out));
    out
}

/// A list of tools, or a text that separates them by commas or spaces. Words in parentheses belong to their tool: `Bash(git commit *)`.
fn tools(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| tools(item, out)),
        Value::Object(fields) => out.extend(fields.iter().map(|(name, value)| format!("{name}: {value}"))),
        Value::String(text) => {
            let mut depth = 0_u32;
            let apart = |letter: char| {
                match letter {
                    '(' => depth += 1,
                    ')' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                depth == 0 && (letter == ',' || letter.is_whitespace())
            };
            out.extend(text.split(apart).filter(|tool| !tool.is_empty()).map(str::to_owned));
        }
        Value::Null => {}
        other => out.push(other.to_string()),
    }
}

/// Signs count: “under 500” and “over 500” may differ in one. A full stop at the end does not.
fn plain(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ").trim_end_matches('.').to_owned()
}

/// Refuses an installation with a weakening that was not accepted. Errors: `INVALID_REQUEST` on `accepted_weakenings`.
pub(crate) fn ensure_accepted(db: &Connection, record: &ProposalRecord, accepted: &[String]) -> Answer<()> {
    let open: Vec<Weakening> = of(db, record)?.into_iter().filter(|weak| !accepted.contains(&weak.weakening_id)).collect();
    if open.is_empty() {
        return Ok(());
    }
    let sentences: Vec<&str> = open.iter().map(|weak| weak.sentence.as_str()).collect();
    let ids: Vec<&str> = open.iter().map(|weak| weak.weakening_id.as_str()).collect();
    let message = format!(
        "this version is weaker than the installed one. {} Change the draft, or accept each by its weakening_id: {}",
        sentences.join(" "),
        ids.join(", ")
    );
    let failure: Failure = request::invalid("accepted_weakenings", &message);
    Err(failure.with_details(json!({ "weakenings": open })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dropped_guards_and_new_tools_are_named() {
        let before = "---\nname: a\nallowed-tools: Read\n---\n\n## Stop and ask\n\n- Ask for a missing name.\n- Never pay.\n";
        let now = "---\nname: a\nallowed-tools: Read, Bash\n---\n\n## Stop and ask\n\n- Ask for a missing name.\n";
        let ids: Vec<String> = texts(before, now, &GUARDS).into_iter().map(|weak| weak.weakening_id).collect();
        assert!(ids[0].starts_with("guard_dropped:Never pay.:") && ids[1].starts_with("permission_widened:Bash:"), "{ids:?}");
        assert!(
            texts(now, before, &GUARDS).iter().all(|weak| !weak.weakening_id.starts_with("guard")),
            "a new guard weakens nothing"
        );
    }

    #[test]
    fn permissions_are_read_as_yaml_and_guards_as_markdown() {
        let with = |field: &str| permissions(&format!("---\nname: a\n{field}\n---\n\nText\n"));
        for field in [
            "allowed-tools: Read, Bash",
            "allowed-tools: [Read, \"Bash\"]",
            "\"allowed-tools\": [Read, Bash]",
            "Allowed-Tools:\n  - Read\n  - 'Bash'",
            "allowed-tools: >-\n  Read\n  Bash",
            "allowed-tools: [ # what it may use\n  Read,\n  Bash ]",
        ] {
            assert_eq!(with(field), ["Read", "Bash"], "{field}");
        }
        assert_eq!(with("allowed-tools: Bash(git commit *), Read"), ["Bash(git commit *)", "Read"]);
        assert_eq!(with("description: 'allowed-tools: Bash'"), [] as [&str; 0], "words of a text permit nothing");
        let before = "## Stop and ask\n\n* Never pay.\n+ Never sell.\n- Never lend.\n";
        let dropped = texts(before, "## Stop and ask\n\n- Never pay.\n", &GUARDS);
        assert_eq!(dropped.len(), 2, "{dropped:?}");
    }

    #[test]
    fn what_was_accepted_is_one_sentence() {
        let one = weakening("condition_changed", "cp-02", "“Paid” counts as well.".into());
        let other = weakening("condition_changed", "cp-02", "“Failed” counts as well.".into());
        assert_ne!(one.weakening_id, other.weakening_id);
        let long = |end: &str| weakening("guard_dropped", &"x".repeat(200), format!("{}{end}", "x".repeat(200))).weakening_id;
        assert!(long("a") != long("b") && long("a").len() < 200);
    }
}
