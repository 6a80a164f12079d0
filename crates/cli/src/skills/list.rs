//! `skills list`.

use super::{Roots, chosen};
use crate::engine::Place;
use crate::output::{Outcome, Report};
use apprentice_skills::discover;
use clap::Args;
use std::fmt::Write;

#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    roots: Roots,
}

pub fn run(place: &Place, options: &Options) -> Outcome {
    let found = discover::list(&chosen(place, &options.roots)?);
    let mut text = String::new();
    for root in &found.roots {
        let _ = writeln!(text, "{} ({})", root.path, root.found);
        for skill in found.skills.iter().filter(|skill| skill.root == root.path) {
            let mark = if skill.shadowed_by.is_some() { " (shadowed)" } else { "" };
            let about: String = skill.description.chars().take(100).collect();
            let _ = writeln!(text, "  {}{mark}: {about}", skill.name);
        }
    }
    for skipped in &found.skipped {
        let _ = writeln!(text, "skipped {}: {}", skipped.path, skipped.message);
    }
    if text.is_empty() {
        text = "No skills folder was found.".into();
    }
    Report::new(&found, text.trim_end())
}
