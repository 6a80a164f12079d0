//! The history of sessions: how each ended, and how to filter them.

use crate::Time;
use crate::ids::{AbilityId, CategoryId, LearnSessionId, ProposalId};
use crate::page::PageQuery;
use crate::session::LearningEntryMode;
use crate::state::LearnSessionState;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// `GET /api/learn/history`: a page and a filter. A field that is left out filters nothing.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct HistoryQuery {
    /// Number of the page, beginning at 1.
    #[serde(default = "crate::page::default_page")]
    #[garde(range(min = 1))]
    pub page: u32,
    /// Number of records on a page, 1 to 100.
    #[serde(default = "crate::page::default_page_size")]
    #[garde(range(min = 1, max = 100))]
    pub page_size: u32,
    /// Only sessions of this ability.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    #[schemars(with = "Option<String>")]
    pub ability_id: Option<AbilityId>,
    /// Only sessions that were created at this time or later.
    #[serde(default)]
    #[garde(skip)]
    pub from: Option<Time>,
    /// Only sessions that were created before this time.
    #[serde(default)]
    #[garde(skip)]
    pub to: Option<Time>,
    /// Only sessions with this outcome.
    #[serde(default)]
    #[garde(skip)]
    pub outcome: Option<HistoryOutcome>,
    /// Only sessions whose title contains every word of this text. Case does not matter.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 200))]
    pub text: Option<String>,
    /// Only sessions whose ability or proposal is in this category.
    #[serde(default)]
    #[garde(skip)]
    pub category_id: Option<CategoryId>,
}

/// The filter of a `HistoryQuery`, without its page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HistoryFilter {
    /// Only sessions of this ability.
    pub ability_id: Option<AbilityId>,
    /// Only sessions that were created at this time or later.
    pub from: Option<Time>,
    /// Only sessions that were created before this time.
    pub to: Option<Time>,
    /// Only sessions with this outcome.
    pub outcome: Option<HistoryOutcome>,
    /// Only sessions whose title contains every word of this text.
    pub text: Option<String>,
    /// Only sessions whose ability or proposal is in this category.
    pub category_id: Option<CategoryId>,
}

impl From<PageQuery> for HistoryQuery {
    fn from(page: PageQuery) -> Self {
        Self { page: page.page, page_size: page.page_size, ..Self::default() }
    }
}

impl HistoryQuery {
    /// Splits the query into its page and its filter.
    pub fn page_and_filter(self) -> (PageQuery, HistoryFilter) {
        let Self { page, page_size, ability_id, from, to, outcome, text, category_id } = self;
        (PageQuery { page, page_size }, HistoryFilter { ability_id, from, to, outcome, text, category_id })
    }
}

/// A page of the history, newest first.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LearnHistoryResponse {
    /// The sessions on this page.
    pub items: Vec<HistoryItem>,
    /// Number of records on all pages together.
    pub total: u32,
    /// Number of sessions per outcome, counted without the `outcome` filter. An outcome without sessions is left out.
    pub outcome_counts: BTreeMap<HistoryOutcome, u32>,
    /// Number of the page, beginning at 1.
    pub page: u32,
    /// Number of records on a page, 1 to 100.
    pub page_size: u32,
}

/// One session in the history.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HistoryItem {
    /// The learn session.
    pub learn_session_id: LearnSessionId,
    /// How the session began.
    pub entry_mode: LearningEntryMode,
    /// State of the session.
    pub state: LearnSessionState,
    /// Title of its proposal, or the stated goal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// When the record was created.
    pub created_at: Time,
    /// When the session was settled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<Time>,
    /// Its proposal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal_id: Option<ProposalId>,
    /// The ability that it taught.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_id: Option<AbilityId>,
    /// How it ended.
    pub outcome: HistoryOutcome,
}

/// How a session ended: `approved` (its ability was approved for the workspace), `rejected` (its proposal was rejected), `cancelled`,
/// `quarantined` (its installation failed or its ability was quarantined), `in_progress` (everything else, also a private installation).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "documented variants change the schema of maps that have them as keys")]
pub enum HistoryOutcome {
    Approved,
    Rejected,
    Cancelled,
    InProgress,
    Quarantined,
}

impl HistoryOutcome {
    /// The outcome that follows from a state.
    pub fn of(state: LearnSessionState) -> Self {
        match state {
            LearnSessionState::Approved => Self::Approved,
            LearnSessionState::Rejected => Self::Rejected,
            LearnSessionState::Cancelled => Self::Cancelled,
            LearnSessionState::Quarantined => Self::Quarantined,
            _ => Self::InProgress,
        }
    }
}
