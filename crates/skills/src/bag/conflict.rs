//! Two skills that contradict each other: which one counts (conversation, the user's context, the project's, the alphabet).

use super::Bag;
use serde::Serialize;

/// What decided a conflict, highest precedence first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DecidedBy {
    /// The user's word in the conversation.
    Conversation,
    /// A rule of USER_CONTEXT.md.
    UserContext,
    /// A rule of CONTEXT.md.
    Context,
    /// The first by name.
    Alphabet,
}

/// How much is at stake. The alphabet decides nothing that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stakes {
    /// Nothing that matters: the alphabet may decide.
    Low,
    /// Ambiguous or high-risk: a person decides where no rule does.
    High,
}

/// The decision about a conflict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// The skills that contradict each other, sorted.
    pub skills: Vec<String>,
    /// `None`: ask.
    pub winner: Option<String>,
    /// What decided; `None`: ask.
    pub decided_by: Option<DecidedBy>,
    /// The question for the user, if nothing decides.
    pub question: Option<String>,
}

/// Decides between `skills`. `said` is the skill that the user chose in the conversation.
pub fn decide(bag: &Bag, skills: &[String], said: Option<&str>, stakes: Stakes) -> Verdict {
    let mut skills = skills.to_vec();
    skills.sort();
    skills.dedup();
    let decided = said
        .filter(|said| skills.iter().any(|skill| skill == said))
        .map(|said| (said.to_owned(), DecidedBy::Conversation))
        .or_else(|| rule(bag.user_context.as_ref(), &skills).map(|winner| (winner, DecidedBy::UserContext)))
        .or_else(|| rule(bag.context.as_ref(), &skills).map(|winner| (winner, DecidedBy::Context)))
        .or_else(|| skills.first().filter(|_| stakes == Stakes::Low).map(|first| (first.clone(), DecidedBy::Alphabet)));
    match decided {
        Some((winner, by)) => Verdict { skills, winner: Some(winner), decided_by: Some(by), question: None },
        None => {
            let question =
                format!("{} contradict each other, and no rule decides which one is used. Which one?", skills.join(" and "));
            Verdict { skills, winner: None, decided_by: None, question: Some(question) }
        }
    }
}

/// The last rule of the file that is about all of these skills.
fn rule(context: Option<&super::context::Context>, skills: &[String]) -> Option<String> {
    let fits =
        |rule: &&super::context::Winner| skills.iter().all(|skill| rule.skills.contains(skill)) && skills.contains(&rule.winner);
    context?.winners.iter().rev().find(fits).map(|rule| rule.winner.clone())
}
