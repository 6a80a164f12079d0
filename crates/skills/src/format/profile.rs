//! How strictly a skill is read.

/// How strictly a skill is read: each finding is graded by it (`codes.rs`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// Agent Skills, as its reference validator reads it. What we write passes this without a finding.
    Strict,
    /// Name from the folder, description from the first paragraph.
    Lenient,
    /// What is invalid, or has no description, is skipped and reported.
    Orchestrator,
}

/// How much of a body an agent is shown (SEC-SKILL-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyCap {
    /// So many bytes, ending at a character.
    Bytes(usize),
    /// So many characters.
    Chars(usize),
}

impl Profile {
    /// 32 KiB; 20,000 characters for the orchestrator.
    pub fn body_cap(self) -> BodyCap {
        match self {
            Profile::Strict | Profile::Lenient => BodyCap::Bytes(32 * 1024),
            Profile::Orchestrator => BodyCap::Chars(20_000),
        }
    }
}
