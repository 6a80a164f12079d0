#![allow(clippy::unwrap_used, reason = "a test may panic; the setting in clippy.toml does not reach helper functions")]

mod learn;
XXmod program;
mod serve;
mod skills;
mod skills_install;
mod support;
mod validate;
