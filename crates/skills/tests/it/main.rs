//! What the crate promises, over real folders.

mod bundle;
mod corpus;
mod discover;
mod install;
mod targets;
