//! `skills pin` and `skills unpin`.

use super::changes::{Installer, Scope, refused};
use crate::engine::CliContext;
use crate::output::{CommandResult, Report};
use apprentice_skills::install::manage;
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

#[derive(Args)]
pub struct PinOptions {
    #[arg(required = true)]
    names: Vec<String>,
    /// Why it should stay as it is
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    reason: String,
    #[command(flatten)]
    scope: Scope,
}

#[derive(Args)]
pub struct UnpinOptions {
    #[arg(required = true)]
    names: Vec<String>,
    #[command(flatten)]
    scope: Scope,
}

pub fn pin(context: &CliContext, options: &PinOptions) -> CommandResult {
    let installer = Installer::of(context);
    let places = manage::pin(&installer.context(), &options.scope.base()?, &options.names, &options.reason).map_err(refused)?;
    told("pinned", &places)
}

pub fn unpin(context: &CliContext, options: &UnpinOptions) -> CommandResult {
    let installer = Installer::of(context);
    let places = manage::unpin(&installer.context(), &options.scope.base()?, &options.names).map_err(refused)?;
    told("unpinned", &places)
}

fn told(word: &str, places: &[PathBuf]) -> CommandResult {
    let text = places.iter().map(|place| format!("{word} {}", place.display())).collect::<Vec<_>>().join("\n");
    Report::new(&json!({ word: places }), text)
}
