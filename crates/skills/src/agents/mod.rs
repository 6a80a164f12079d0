//! The agents that Apprentice knows, where each keeps skills, and which of them an agent would use.

pub mod behaviour;
pub mod environment;
pub mod root;
pub mod rules;
pub mod table;
pub mod targets;
