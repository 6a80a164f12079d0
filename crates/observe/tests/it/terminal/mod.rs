//! The terminal adapter against real shells: through the panel, and through shells of the user's own that evaluate the hook.

mod bash;
mod files;
mod other_shells;
mod panel;
mod stage;
mod watching;
