//! Sessions as they are looked back on: how they ended, and which of them are asked for.

use crate::Time;
use crate::ids::{AbilityId, CategoryId, LearnSessionId, ProposalId};
use crate::page::PageQuery;
use crate::session::LearningEntryMode;
use crate::state::LearnSessionState;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// `GET /api/learn/history`: a page, and which sessions. What is left out lets every one through.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct HistoryQuery {
    #[serde(default = "crate::page::default_page")]
    #[garde(range(min = 1))]
    pub page: u32,
    #[serde(default = "crate::page::default_page_size")]
    #[garde(range(min = 1, max = 100))]
    pub page_size: u32,
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    pub ability_id: Option<String>,
    /// Only those begun then or later.
    #[serde(default)]
    #[garde(skip)]
    pub from: Option<Time>,
    /// Only those begun earlier.
    #[serde(default)]
    #[garde(skip)]
    pub to: Option<Time>,
    #[serde(default)]
    #[garde(skip)]
    pub outcome: Option<HistoryOutcome>,
    /// Only those whose title holds every word of this, in whatever case.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 200))]
    pub text: Option<String>,
    /// Only those whose ability or proposal is in this category.
    #[serde(default)]
    #[garde(skip)]
    pub category_id: Option<CategoryId>,
}

/// Which sessions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HistoryFilter {
    pub ability_id: Option<String>,
    pub from: Option<Time>,
    pub to: Option<Time>,
    pub outcome: Option<HistoryOutcome>,
    pub text: Option<String>,
    pub category_id: Option<CategoryId>,
}

impl From<PageQuery> for HistoryQuery {
    fn from(page: PageQuery) -> Self {
        Self { page: page.page, page_size: page.page_size, ..Self::default() }
    }
}

impl HistoryQuery {
    pub fn page_and_filter(self) -> (PageQuery, HistoryFilter) {
        let Self { page, page_size, ability_id, from, to, outcome, text, category_id } = self;
        (PageQuery { page, page_size }, HistoryFilter { ability_id, from, to, outcome, text, category_id })
    }
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LearnHistoryResponse {
    pub items: Vec<HistoryItem>,
    pub total: u32,
    /// How many sessions ended how, whatever `outcome` asks for; an outcome that none has is left out.
    pub outcome_counts: BTreeMap<HistoryOutcome, u32>,
    pub page: u32,
    pub page_size: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HistoryItem {
    pub learn_session_id: LearnSessionId,
    pub entry_mode: LearningEntryMode,
    pub state: LearnSessionState,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    pub created_at: Time,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<Time>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal_id: Option<ProposalId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_id: Option<AbilityId>,
    pub outcome: HistoryOutcome,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HistoryOutcome {
    Approved,
    Rejected,
    Cancelled,
    InProgress,
    Quarantined,
}

impl HistoryOutcome {
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
