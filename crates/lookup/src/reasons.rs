//! What speaks for an ability and against it: as the codes of §0C.11C, and in words for people.

use apprentice_contracts::ability::AbilityAvailabilityEntry;
use std::fmt;

/// One part of a score. `Display` writes the code of §0C.11C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The request contains the trigger, or else the trigger contains the request.
    Trigger {
        /// The trigger.
        trigger: String,
        /// Whether the request contains it, and not the other way round.
        in_request: bool,
    },
    /// The request and the trigger share words.
    TriggerWords {
        /// The trigger.
        trigger: String,
        /// The shared words, each once.
        words: Vec<String>,
        /// Number of shared words of the request, repetitions included.
        count: usize,
    },
    /// The title contains words of the request.
    TitleWords {
        /// The shared words, each once.
        words: Vec<String>,
        /// Number of shared words of the request, repetitions included.
        count: usize,
    },
    /// The ability belongs to the project of the request.
    Project(String),
    /// The ability belongs to every project.
    EveryProject,
    /// Agents cannot use the ability now.
    Unusable(Option<String>),
    /// The request contains a negative trigger. The ability is excluded.
    Negative(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Trigger { trigger, .. } => write!(f, "trigger_phrase_match: \"{trigger}\""),
            Self::TriggerWords { count, .. } => write!(f, "trigger_partial_match: {count} tokens"),
            Self::TitleWords { count, .. } => write!(f, "title_match: {count} tokens"),
            Self::Project(project) => write!(f, "project_scope_match: {project}"),
            Self::EveryProject => f.write_str("global_scope"),
            Self::Unusable(reason) => write!(f, "usable_now=false: {}", reason.as_deref().unwrap_or("undefined")),
            Self::Negative(negative) => write!(f, "negative_trigger_match: \"{negative}\""),
        }
    }
}

impl Reason {
    /// Whether words of the request speak for the ability. Without such a reason it is no match.
    pub fn is_textual(&self) -> bool {
        matches!(self, Self::Trigger { .. } | Self::TriggerWords { .. } | Self::TitleWords { .. })
    }

    /// A sentence, or `None` for what every ability has.
    pub fn sentence(&self) -> Option<String> {
        Some(match self {
            Self::Trigger { trigger, in_request: true } => format!("Your words contain its trigger “{trigger}”."),
            Self::Trigger { trigger, in_request: false } => format!("Its trigger “{trigger}” contains your words."),
            Self::TriggerWords { trigger, words, .. } => {
                format!("Your words share {} with its trigger “{trigger}”.", quoted(words))
            }
            Self::TitleWords { words, .. } => format!("Its title contains {}.", quoted(words)),
            Self::Project(project) => format!("It belongs to the project {project}."),
            Self::Unusable(Some(reason)) => format!("Agents cannot use it now: {}", sentence_of(reason)),
            Self::Unusable(None) => "Agents cannot use it now.".to_owned(),
            Self::Negative(negative) => format!("It is not meant for “{negative}”, which is one of its negative triggers."),
            Self::EveryProject => return None,
        })
    }
}

/// Why an ability is not among the matches. `Display` writes the code.
#[derive(Clone, Debug, PartialEq)]
pub enum Rejection {
    /// It is quarantined.
    Quarantined,
    /// Only a person may start it.
    PersonOnly,
    /// The request excludes its lane.
    Lane,
    /// The request contains this negative trigger.
    Negative(String),
    /// No trigger and no title shares enough words with the request.
    NoWords(f64),
    /// The score is below the threshold.
    Score(f64),
    /// Ten others match better.
    Outranked,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Quarantined => f.write_str("quarantined"),
            Self::PersonOnly => f.write_str("only_a_person_may_start_it"),
            Self::Lane => f.write_str("install_lane_not_allowed"),
            Self::Negative(negative) => write!(f, "negative_trigger_match: \"{negative}\""),
            Self::NoWords(score) if *score >= super::THRESHOLD => write!(f, "no_words_match: {score:.2}"),
            Self::NoWords(score) | Self::Score(score) => write!(f, "score_below_threshold: {score:.2} < {}", super::THRESHOLD),
            Self::Outranked => f.write_str("ten_others_match_better"),
        }
    }
}

impl Rejection {
    /// A sentence that says what would change it, where something would.
    pub fn sentence(&self, ability: &AbilityAvailabilityEntry) -> String {
        match self {
            Self::Quarantined => "It is quarantined. End the quarantine to use it again.".to_owned(),
            Self::PersonOnly => "Only you may start it: its file says that agents do not choose it by themselves.".to_owned(),
            Self::Lane => "It is not installed yet.".to_owned(),
            Self::Negative(negative) => format!("It is not meant for “{negative}”, which is one of its negative triggers."),
            Self::NoWords(_) => match ability.trigger_phrases.first() {
                Some(trigger) => format!(
                    "Fewer than two of your words are in one of its triggers or in its title. It is used for “{trigger}”."
                ),
                None => "It has no triggers, and fewer than two of your words are in its title.".to_owned(),
            },
            Self::Score(score) => format!("It matches too weakly: {score:.2}, and {} is needed.", super::THRESHOLD),
            Self::Outranked => "Ten other abilities match better.".to_owned(),
        }
    }
}

fn quoted(words: &[String]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("“{word}”")).collect();
    match quoted.as_slice() {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        all => all.concat(),
    }
}

fn sentence_of(reason: &str) -> String {
    let reason = reason.trim();
    if reason.ends_with(['.', '!', '?']) { reason.to_owned() } else { format!("{reason}.") }
}
