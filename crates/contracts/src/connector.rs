//! Connectors: the MCP servers of the person, which their agents reach under a policy (§0.2D).
//!
//! Fields that the specification does not know are optional additions of ours: the command of a local server, its variables, its trust.

mod elicitation;
mod import;
mod policy;
mod proxy;
mod server;
mod sign_in;
mod switch;
mod tool;

pub use elicitation::*;
pub use import::*;
pub use policy::*;
pub use proxy::*;
pub use server::*;
pub use sign_in::*;
pub use switch::*;
pub use tool::*;
