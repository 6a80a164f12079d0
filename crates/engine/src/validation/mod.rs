//! Tests of a proposal: automatic checks, the guided rehearsal, verdicts on checkpoints, test policies.

pub(crate) mod checks;
pub(crate) mod evaluator;
pub(crate) mod final_reads;
pub(crate) mod policy;
pub(crate) mod rehearsal;
pub(crate) mod runs;
pub(crate) mod verdicts;
