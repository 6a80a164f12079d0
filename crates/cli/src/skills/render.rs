//! `skills render`.

use super::{Roots, absolute, chosen};
use crate::engine::CliContext;
use crate::output::{CommandError, CommandResult, Report};
use apprentice_api::environment::machine;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::skill::SkillsListResponse;
use apprentice_skills::bag::write_file;
use apprentice_skills::catalogue::render::{self, Catalogue, Dialect, Limits, LoadedSkill};
use apprentice_skills::discovery::discover;
use clap::{Args, ValueEnum};
use serde_json::json;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct Options {
    #[arg(long, value_enum)]
    dialect: Name,
    /// Characters that the catalogue may have, instead of the program's own limit
    #[arg(long, value_name = "CHARS")]
    budget: Option<usize>,
    /// Tokens of the model's context, of which Codex and Claude Code give a share
    #[arg(long, value_name = "TOKENS")]
    context: Option<usize>,
    /// Only this skill; may be repeated
    #[arg(long = "skill", value_name = "NAME")]
    skills: Vec<String>,
    /// Write the openskills block into this file, such as AGENTS.md
    #[arg(long, value_name = "FILE")]
    sync: Option<PathBuf>,
    #[command(flatten)]
    roots: Roots,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Name {
    SkillsRef,
    #[value(name = "openclaw")]
    OpenClaw,
    #[value(name = "openskills")]
    OpenSkills,
    Codex,
    /// Claude Code's listing
    Claude,
    /// Each skill whole, in the wrapper of the guide for clients
    Activation,
}

pub fn run(context: &CliContext, options: &Options) -> CommandResult {
    let found = discover::list(&chosen(context, &options.roots)?);
    let (skills, unread) = loaded(&found, options)?;
    let catalogue = match options.dialect {
        Name::Activation => activations(&skills, options.budget),
        _ => {
            let limits = Limits {
                budget: options.budget,
                context_tokens: options.context,
                user_home: machine(&context.variables, &context.home).user_home,
                ..Limits::default()
            };
            let entries: Vec<_> = skills.iter().map(|skill| skill.entry.clone()).collect();
            render::catalogue(dialect(options.dialect), &entries, &limits)
        }
    };
    for note in catalogue.notice.iter().chain(&unread) {
        let _ = writeln!(io::stderr(), "apprentice: {note}");
    }
    let document = json!({
        "text": catalogue.text, "total": catalogue.total, "included": catalogue.included,
        "shortened": catalogue.shortened, "notice": catalogue.notice, "unread": unread,
    });
    match &options.sync {
        None => Report::new(&document, catalogue.text),
        Some(file) => Report::new(&document, sync(file, options.dialect, &catalogue)?),
    }
}

const fn dialect(name: Name) -> Dialect {
    match name {
        Name::SkillsRef => Dialect::SkillsRef,
        Name::OpenClaw => Dialect::OpenClaw,
        Name::OpenSkills | Name::Activation => Dialect::OpenSkills,
        Name::Codex => Dialect::Codex,
        Name::Claude => Dialect::Claude,
    }
}

/// The asked-for skills, read, and what could not be. Only Codex loads several skills of one name.
fn loaded(found: &SkillsListResponse, options: &Options) -> Result<(Vec<LoadedSkill>, Vec<String>), CommandError> {
    let names = &options.skills;
    let missing: Vec<&str> =
        names.iter().filter(|name| !found.skills.iter().any(|skill| skill.name == **name)).map(String::as_str).collect();
    if !missing.is_empty() {
        return Err(CommandError::refused(ErrorCode::NotFound, format!("Skill(s) not found: {}", missing.join(", "))));
    }
    let (mut skills, mut unread) = (Vec::new(), Vec::new());
    for skill in &found.skills {
        let is_asked_for = names.is_empty() || names.contains(&skill.name);
        let is_shown = skill.shadowed_by.is_none() || options.dialect == Name::Codex;
        if is_asked_for && is_shown {
            match render::load(skill) {
                Ok(skill) => skills.push(skill),
                Err(problem) => unread.push(format!("{}: {problem}", skill.path)),
            }
        }
    }
    Ok((skills, unread))
}

fn activations(skills: &[LoadedSkill], budget: Option<usize>) -> Catalogue {
    let mut texts = Vec::new();
    let mut used = 0;
    for skill in skills {
        let folder = skill.entry.file.parent().unwrap_or(Path::new(""));
        let text = render::activation(skill, &render::resources(folder));
        used += text.chars().count() + 1;
        if budget.is_some_and(|budget| used > budget + 1) {
            break;
        }
        texts.push(text);
    }
    let left_out = skills.len() - texts.len();
    let notice = (left_out > 0).then(|| format!("{left_out} of {} skills did not fit into the budget", skills.len()));
    Catalogue { text: texts.join("\n"), total: skills.len(), included: texts.len(), shortened: 0, notice }
}

/// Puts the block in place of the one that the file has, or at its end; without skills the block goes.
fn sync(file: &Path, dialect: Name, catalogue: &Catalogue) -> Result<String, CommandError> {
    let invalid = |message: &str| CommandError::refused(ErrorCode::InvalidRequest, message);
    if dialect != Name::OpenSkills {
        return Err(invalid("--sync goes with --dialect openskills only"));
    }
    if file.extension().is_none_or(|extension| extension != "md") {
        return Err(invalid("--sync: the file must be a Markdown file (.md)"));
    }
    let path = absolute(file)?;
    let unwritable =
        |error: io::Error| CommandError::refused(ErrorCode::TargetNotWritable, format!("{}: {error}", path.display()));
    let content = match std::fs::read_to_string(&path) {
        Ok(content) => content,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            format!("# {}\n", path.file_stem().unwrap_or_default().to_string_lossy())
        }
        Err(error) => return Err(unwritable(error)),
    };
    let text = match catalogue.text.is_empty() {
        true => render::remove_section(&content),
        false => render::put_section(&content, &catalogue.text),
    };
    if text != content {
        write_file(&path, &text).map_err(|refusal| CommandError::refused(ErrorCode::TargetNotWritable, refusal.message))?;
    }
    Ok(format!("{}: {} skills", path.display(), catalogue.included))
}
