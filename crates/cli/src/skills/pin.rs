//! `skills pin` and `skills unpin`.

use super::changes::{Here, Whose, refused};
use crate::engine::Place;
use crate::output::{Outcome, Report};
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
    whose: Whose,
}

#[derive(Args)]
pub struct UnpinOptions {
    #[arg(required = true)]
    names: Vec<String>,
    #[command(flatten)]
    whose: Whose,
}

pub fn pin(place: &Place, options: &PinOptions) -> Outcome {
    let here = Here::of(place);
    let places = manage::pin(&here.house(), &options.whose.base()?, &options.names, &options.reason).map_err(refused)?;
    told("pinned", &places)
}

pub fn unpin(place: &Place, options: &UnpinOptions) -> Outcome {
    let here = Here::of(place);
    let places = manage::unpin(&here.house(), &options.whose.base()?, &options.names).map_err(refused)?;
    told("unpinned", &places)
}

fn told(word: &str, places: &[PathBuf]) -> Outcome {
    let text = places.iter().map(|place| format!("{word} {}", place.display())).collect::<Vec<_>>().join("\n");
    Report::new(&json!({ word: places }), text)
}
