//! Connectors: the MCP servers of the person, which their agents reach under a policy (§0.2D).
//!
//! Fields that the specification does not know are optional additions of ours: the command of a local server, its variables, its trust.

mod auth_profile;
mod challenge;
mod elicitation;
mod import;
mod policy;
mod proxy;
mod server;
mod sign_in;
mod switch;
mod tool;

pub use auth_profile::*;
pub use challenge::*;
pub use elicitation::*;
pub use import::*;
pub use policy::*;
pub use proxy::*;
pub use server::*;
pub use sign_in::*;
pub use switch::*;
pub use tool::*;

/// Reads a field that is there, also when it is `null`: `None` is an absent field, `Some(None)` is `null`.
fn present<'de, T: serde::Deserialize<'de>, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Option<T>>, D::Error> {
    serde::Deserialize::deserialize(from).map(Some)
}
