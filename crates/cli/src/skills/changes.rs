//! What the commands that change skills have in common: the places, the question before the deed, refusals.

use super::absolute;
use crate::engine::CliContext;
use crate::output::CommandError;
use apprentice_api::environment::machine;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_engine::core::system::SystemClock;
use apprentice_skills::agents::targets::Machine;
use apprentice_skills::install::manage::{InstallContext, InstallPlan, InstallScope, InstallStep, StepAction};
use apprentice_skills::refusal::Refusal;
use apprentice_skills::scan::Finding;
use apprentice_skills::source::fetch::{AUTHORITIES, FetchOptions};
use clap::Args;
use serde_json::json;
use std::fmt::Write as _;
use std::io::{self, BufRead, IsTerminal, Write as _};
use std::path::PathBuf;

/// Scope skills a command is about.
#[derive(Args)]
pub struct Scope {
    /// Those of this project instead of your own
    #[arg(long, value_name = "DIR")]
    pub project: Option<PathBuf>,
}

impl Scope {
    pub fn base(&self) -> Result<InstallScope, CommandError> {
        match &self.project {
            Some(folder) => Ok(InstallScope::Project(absolute(folder)?)),
            None => Ok(InstallScope::User),
        }
    }
}

/// Before something is changed.
#[derive(Args)]
pub struct Consent {
    /// Do it without asking
    #[arg(long, short)]
    yes: bool,
    /// Only show what would be done
    #[arg(long, conflicts_with = "yes")]
    dry_run: bool,
}

/// The problems that a change ignores.
#[derive(Args)]
pub struct Overrides {
    /// Replace edited files and, when installing, files of others. A copy of each is kept
    #[arg(long)]
    pub force: bool,
    /// Continue despite the findings of the scan
    #[arg(long)]
    pub accept_risk: bool,
}

/// What to do once the plan is known.
pub enum Answer {
    Go,
    /// Only to be shown.
    Shown,
}

impl Consent {
    /// Whether nothing must be written.
    pub fn only_shows(&self) -> bool {
        self.dry_run
    }

    /// Shows `plan` and asks. Without a terminal nobody can answer: it is refused, with how to go on.
    pub fn ask(&self, plan: &str, document: &serde_json::Value) -> Result<Answer, CommandError> {
        if self.dry_run {
            return Ok(Answer::Shown);
        }
        let mut stderr = io::stderr().lock();
        if self.yes {
            return Ok(Answer::Go);
        }
        if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
            let _ = writeln!(stderr, "{}", crate::output::without_control_characters(plan));
            let failure =
                Failure::new(ErrorCode::Forbidden, "Nothing was changed: there is no terminal to ask at. Repeat it with --yes.");
            return Err(failure.with_details(json!({ "reason": "NOT_CONFIRMED", "plan": document })).into());
        }
        let _ =
            write!(stderr, "{}\nGo ahead? [y/N] ", crate::output::without_control_characters(plan)).and_then(|()| stderr.flush());
        let mut line = String::new();
        let read = io::stdin().lock().read_line(&mut line);
        if read.is_ok() && ["y", "yes"].contains(&line.trim().to_lowercase().as_str()) {
            return Ok(Answer::Go);
        }
        Err(CommandError::refused(ErrorCode::Forbidden, "Nothing was changed."))
    }
}

/// This machine, for as long as a command works.
pub struct Installer {
    machine: Machine,
    folder: PathBuf,
    state_home: Option<PathBuf>,
    authorities: Option<PathBuf>,
}

impl Installer {
    pub fn of(context: &CliContext) -> Self {
        let state_home = context.variables.get("XDG_STATE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
        Self {
            machine: machine(&context.variables, &context.home),
            folder: context.home.join("skills"),
            state_home,
            authorities: authorities(context),
        }
    }

    pub fn context(&self) -> InstallContext<'_> {
        InstallContext {
            folder: self.folder.clone(),
            machine: &self.machine,
            state_home: self.state_home.clone(),
            clock: &SystemClock,
        }
    }

    /// The usual limits. A person at a terminal sees how much came.
    pub fn watch(&self) -> FetchOptions<'_> {
        let progress: &'static (dyn Fn(u64, Option<u64>) + Sync) = if io::stderr().is_terminal() { &told } else { &|_, _| {} };
        FetchOptions { progress, authorities: self.authorities.as_deref(), ..FetchOptions::unattended() }
    }

    pub fn user_home(&self) -> Option<&std::path::Path> {
        self.machine.user_home.as_deref()
    }
}

/// Certificates that the user's environment trusts in place of the usual ones.
pub fn authorities(context: &CliContext) -> Option<PathBuf> {
    context.variables.get(AUTHORITIES).filter(|path| !path.is_empty()).map(PathBuf::from)
}

fn told(bytes: u64, all: Option<u64>) {
    let of = all.map(|all| format!(" of {:.1}", megabytes(all))).unwrap_or_default();
    let _ = write!(io::stderr(), "\r{:.1}{of} MB ", megabytes(bytes));
}

#[expect(clippy::cast_precision_loss, reason = "it is shown with one digit")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1_000_000.0
}

/// A refusal in the envelope; its own code is `details.reason`.
pub fn refused(refusal: Refusal) -> CommandError {
    Failure::new(refusal.code.error_code(), refusal.message.clone())
        .with_details(json!({ "reason": refusal.code, "message": refusal.message }))
        .into()
}

/// The plan in words.
pub fn words(plan: &InstallPlan) -> String {
    let mut text = String::new();
    for step in plan.steps.iter().filter(|step| step.what != StepAction::Nothing) {
        let _ =
            writeln!(text, "{} {} ({} files, {} bytes) from {}", verb(step.what), step.name, step.files, step.bytes, step.source);
        let _ = writeln!(text, "  into {}", step.place.display());
        for link in &step.links {
            let _ = writeln!(text, "  link {}", link.display());
        }
        tell_findings(step, &mut text);
    }
    if !plan.read_by.is_empty() {
        let _ = writeln!(text, "Read without a link by {}", plan.read_by.join(", "));
    }
    text.trim_end().to_owned()
}

fn tell_findings(step: &InstallStep, text: &mut String) {
    for finding in &step.findings {
        let _ = writeln!(text, "  scan: {}", finding.to_text().replace('\n', "\n      "));
    }
    for note in &step.notes {
        let line = note.line.map(|line| format!(":{line}")).unwrap_or_default();
        let _ = writeln!(text, "  note: SKILL.md{line}: {} [{}]", note.message, note.code);
    }
}

pub const fn verb(what: StepAction) -> &'static str {
    match what {
        StepAction::Install => "Install",
        StepAction::Update => "Update",
        StepAction::Replace => "Replace (a copy is kept)",
        StepAction::Nothing => "Keep",
    }
}

/// Findings in words, one below the other.
pub fn told_findings(findings: &[Finding]) -> String {
    findings.iter().map(Finding::to_text).collect::<Vec<_>>().join("\n")
}
