//! The terminal adapter against real shells: through the panel, and through shells of the user's own that evaluate the hook.

#![allow(clippy::unwrap_used, reason = "the steps that tests share may panic as tests do")]

mod bash;
mod files;
mod other_shells;
mod panel;
mod readings;
mod stage;
mod watching;
