//! `skills list`.

use super::{Roots, listing};
use crate::engine::CliContext;
use crate::output::{CommandError, CommandResult, Report};
use apprentice_contracts::skill::{AgentVerdict, SkillSummary};
use apprentice_platform::pipes::stdout;
use apprentice_skills::discovery::listing::Listing;
use clap::Args;
use std::fmt::Write as _;
use std::io::{self, BufWriter, Write as _};

#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    roots: Roots,
}

pub fn run(context: &CliContext, options: &Options, json: bool) -> CommandResult {
    let found = listing(context, &options.roots)?;
    if json {
        write(&found).map_err(CommandError::internal)?;
        return Ok(Report::silent());
    }
    Report::new(&(), text(&found))
}

/// Some skills at a time, so that a list of thousands is never held as a document. A reader that has gone is not an error.
fn write(found: &Listing) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(64 * 1024, stdout());
    let written = found.write_json(&mut out).and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush());
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            // What is left in the buffer must not be tried again.
            let _ = out.into_parts();
            Ok(())
        }
        other => other,
    }
}

/// Findings about the machine, not the skill.
const LACKING: [&str; 4] = ["MISSING_BINARY", "MISSING_CONFIG", "MISSING_ENV", "OTHER_OS"];

fn text(found: &Listing) -> String {
    let mut text = String::new();
    let mut skills = found.skills().peekable();
    for root in found.roots() {
        let _ = writeln!(text, "{} ({})", root.path, root.found);
        while let Some(skill) = skills.next_if(|skill| skill.root == root.path) {
            let about: String = skill.description.chars().take(100).collect();
            let _ = writeln!(text, "  {}: {about}", headed(&skill));
            // An agent that leaves it out for that reason has reported so.
            let loads = skill.for_agent.as_ref().is_none_or(|standing| standing.verdict != AgentVerdict::Refused);
            for lacking in skill.findings.iter().filter(|finding| loads && LACKING.contains(&finding.code.as_str())) {
                let _ = writeln!(text, "    warning: {}", lacking.message);
            }
        }
    }
    for skipped in found.skipped() {
        let _ = writeln!(text, "skipped {}: {}", skipped.path, skipped.message);
    }
    let text = text.trim_end();
    if text.is_empty() { "No skills folder was found.".into() } else { text.into() }
}

/// The name, and what keeps the skill from being simply loaded.
fn headed(skill: &SkillSummary) -> String {
    match &skill.for_agent {
        None if skill.shadowed_by.is_some() => format!("{} (shadowed)", skill.name),
        None => skill.name.clone(),
        Some(standing) => {
            let reason = standing.reason.as_deref().unwrap_or_default();
            match standing.verdict {
                AgentVerdict::Loaded => standing.name.clone(),
                AgentVerdict::Shadowed => format!("{} (shadowed: {reason})", standing.name),
                AgentVerdict::Refused => format!("{} (refused: {reason})", standing.name),
                AgentVerdict::OnDemand => format!("{} (on demand: {reason})", standing.name),
            }
        }
    }
}
