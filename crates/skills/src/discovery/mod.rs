//! Finding skills in the folders of agents, listing them, following changes, and searching their text.

pub mod discover;
pub mod listing;
pub mod search;
pub(crate) mod verdict;
pub(crate) mod walk;
pub mod watch;
