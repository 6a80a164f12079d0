//! Identifiers: UUIDv7 newtypes, which serialize as plain strings.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = uuid::Error;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }

        impl From<Uuid> for $name {
            fn from(id: Uuid) -> Self {
                Self(id)
            }
        }
    )+};
}

ids! {
    /// Identifies a learn session.
    LearnSessionId,
    /// Identifies a proposal.
    ProposalId,
    /// Identifies the interpretation of a demonstration.
    InterpretationId,
    /// Identifies one test of a proposal.
    ValidationRunId,
    /// Identifies a test policy.
    TestPolicyId,
    /// Identifies an observed action.
    EventId,
    /// Identifies a boundary of a trace.
    BoundaryId,
    /// Identifies a question of a proposal.
    QuestionId,
    /// Identifies a receipt.
    ReceiptId,
    /// Identifies a trace: all actions captured between two starts of a session.
    TraceId,
    /// Identifies an installation.
    SagaId,
    /// Connects the records and log lines of one request.
    CorrelationId,
    /// Identifies an open terminal.
    TerminalId,
    /// Identifies a configuration intent. The caller chooses it; submitting the same one again is a no-op.
    IntentId,
    /// Identifies a category.
    CategoryId,
    /// Identifies a friction record.
    FrictionId,
    /// Identifies a repair candidate.
    RepairId,
    /// Identifies an import.
    ImportId,
}

/// Identifies an ability over all its revisions: `ability_<slug>`, at most 160 characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct AbilityId(pub String);

impl std::fmt::Display for AbilityId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}
