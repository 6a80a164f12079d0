//! Identifiers: newtypes of UUIDv7 or of text, which serialize as plain strings.

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
    /// Identifies a call of a connector's tool that asks the person first.
    McpDispatchId,
    /// Identifies a gate: whether a skill helps an agent.
    GateId,
    /// Identifies a task that was repeated and may become an ability: the id of its first session.
    CandidateId,
}

macro_rules! text_id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl $name {
            /// The identifier as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(&self.0)
            }
        }

        impl From<String> for $name {
            fn from(id: String) -> Self {
                Self(id)
            }
        }

        impl From<&str> for $name {
            fn from(id: &str) -> Self {
                Self(id.to_owned())
            }
        }

        /// So that a map from identifiers can be asked by text.
        impl std::borrow::Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl PartialEq<str> for $name {
            fn eq(&self, other: &str) -> bool {
                self.0 == other
            }
        }

        impl PartialEq<&str> for $name {
            fn eq(&self, other: &&str) -> bool {
                self.0 == *other
            }
        }

        impl garde::rules::length::chars::HasChars for $name {
            fn num_chars(&self) -> usize {
                self.0.num_chars()
            }
        }

        impl garde::rules::length::simple::HasSimpleLength for $name {
            fn length(&self) -> usize {
                self.0.length()
            }
        }
    };
}

macro_rules! text_ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        text_id! { $(#[$doc])* $name }

        /// Inline, so that schemars can copy the limits of a field into its schema.
        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                String::json_schema(generator)
            }
        }
    )+};
}

text_ids! {
    /// Identifies a checkpoint within a proposal or ability, such as `cp-01`.
    CheckpointId,
    /// Identifies what an ability can do, over all its revisions: `capability_<slug>`, at most 160 characters.
    CapabilityId,
    /// Identifies one use of an ability; its agent chooses it. At most 160 characters.
    DispatchId,
    /// Identifies a request that its caller may repeat; the caller chooses it. At most 120 characters.
    ClientRequestId,
    /// Identifies a running batch operation; its caller chooses it. At most 80 characters.
    OperationId,
    /// Identifies a skills folder that can be installed into, such as `claude-code` or `custom:/home/ada/skills`.
    TargetId,
    /// Identifies a connector's server: letters, digits and `-`, at most 60 characters.
    McpServerId,
    /// Identifies an auth profile: letters, digits and `-`, at most 60 characters.
    McpAuthProfileId,
    /// Identifies what a category contains: a proposal, an ability, an import or a skill. At most 160 characters.
    ItemId,
}

text_id! {
    /// Identifies an ability over all its revisions: `ability_<slug>`, at most 160 characters.
    #[derive(JsonSchema)]
    AbilityId
}
