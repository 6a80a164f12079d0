//! Identifiers: UUIDv7 newtypes, transparent on the wire.

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
    LearnSessionId,
    ProposalId,
    InterpretationId,
    ValidationRunId,
    TestPolicyId,
    EventId,
    BoundaryId,
    QuestionId,
    ReceiptId,
    /// One demonstration's trace: all actions captured between two starts of a session.
    TraceId,
    SagaId,
    CorrelationId,
    TerminalId,
    /// Given by the caller of a configuration intent; submitting the same one again does nothing.
    IntentId,
    CategoryId,
    FrictionId,
    RepairId,
    /// One skill on its way in.
    ImportId,
}

/// Name of an ability, stable over its revisions: `ability_<slug>`. At most 160 characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct AbilityId(pub String);

impl std::fmt::Display for AbilityId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}
