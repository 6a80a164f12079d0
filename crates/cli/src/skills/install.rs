//! `skills install`.

use super::absolute;
use super::changes::{Answer, Consent, Installer, Overrides, Scope, refused, verb, words};
use crate::engine::CliContext;
use crate::output::{CommandResult, Report};
use apprentice_skills::install::manage::{self, Destination, InstallRequest, StepResult};
use apprentice_skills::source::{fetch, locator, offers};
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct Options {
    /// A folder, an archive (.zip, .skill, .tar.gz, .tgz), owner/repo[/path][@skill|#ref], a git address, or the address of an archive or a SKILL.md
    source: String,
    /// A skill of the source; may be repeated
    #[arg(long = "skill", value_name = "NAME")]
    skills: Vec<String>,
    /// All skills of the source
    #[arg(long, conflicts_with = "skills")]
    all: bool,
    /// Only list what the source has
    #[arg(long)]
    list: bool,
    /// For this agent instead of every one that is installed; may be repeated
    #[arg(long = "target", value_name = "AGENT", conflicts_with = "into")]
    targets: Vec<String>,
    /// Into this skills folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["project", "copy"])]
    into: Option<PathBuf>,
    #[command(flatten)]
    scope: Scope,
    /// A copy in each agent's folder instead of one copy and links
    #[arg(long)]
    copy: bool,
    #[command(flatten)]
    overrides: Overrides,
    #[command(flatten)]
    consent: Consent,
}

pub fn run(context: &CliContext, options: &Options) -> CommandResult {
    let installer = Installer::of(context);
    let base = absolute(Path::new("."))?;
    let source = locator::parse(&options.source, &base, installer.user_home()).map_err(refused)?;
    let fetched = fetch::materialize(&source.place, &installer.watch()).map_err(refused)?;
    if options.list {
        return listed(&offers::all(&fetched));
    }
    let wanted = options.wanted(source.skill)?;
    let plan = manage::plan_install(&installer.context(), &fetched, &wanted).map_err(refused)?;
    let document = json!({ "plan": plan, "done": [] });
    if !plan.changes() {
        return Report::new(&document, "It is installed already; nothing was changed.");
    }
    let text = words(&plan);
    if let Answer::Shown = options.consent.ask(&text, &json!(plan))? {
        return Report::new(&document, text);
    }
    let done = manage::apply(&installer.context(), &plan).map_err(refused)?;
    Report::new(&json!({ "plan": plan, "done": done }), done_words(&done))
}

impl Options {
    fn wanted(&self, named: Option<String>) -> Result<InstallRequest, crate::output::CommandError> {
        let agents = self.targets.clone();
        let into = match &self.into {
            Some(folder) => Destination::Folder(absolute(folder)?),
            None if self.copy => Destination::Copied { scope: self.scope.base()?, agents },
            None => Destination::Linked { scope: self.scope.base()?, agents },
        };
        let names = if self.skills.is_empty() { named.into_iter().collect() } else { self.skills.clone() };
        Ok(InstallRequest { names, all: self.all, into, force: self.overrides.force, accept_risk: self.overrides.accept_risk })
    }
}

fn listed(found: &offers::Offers) -> CommandResult {
    let offers = found.offers.iter().map(|offer| format!("{}: {}", offer.name, offer.description));
    let others = found.not_offered.iter().map(|other| format!("not {}: {}", other.folder, other.reason));
    let text: Vec<String> = offers.chain(others).collect();
    Report::new(found, if text.is_empty() { "There is no skill in this source.".to_owned() } else { text.join("\n") })
}

pub fn done_words(done: &[StepResult]) -> String {
    let line = |one: &StepResult| {
        let kept = one.kept.as_ref().map(|kept| format!("\n  the former file is in {}", kept.display())).unwrap_or_default();
        let links: String = one.links.iter().map(|link| format!("\n  link {}", link.display())).collect();
        format!("{}: {} {}{links}{kept}", verb(one.what).split(' ').next().unwrap_or_default(), one.name, one.place.display())
    };
    done.iter().map(line).collect::<Vec<_>>().join("\n")
}
