//! `bag init`, `bag check`, `bag catalog`.

use super::{Workspace, has_errors, refused, told};
use crate::output::{CommandResult, Report};
use apprentice_skills::bag::{self, CATALOG, Problem, catalog};
use apprentice_skills::source::fetch::FetchOptions;
use clap::Args;
use serde_json::json;

#[derive(Args)]
pub struct Check {
    #[command(flatten)]
    workspace: Workspace,
    /// Check it as a source that others install from
    #[arg(long)]
    source: bool,
}

#[derive(Args)]
pub struct Catalog {
    #[command(flatten)]
    workspace: Workspace,
    /// Write nothing; exit 1 if the file is out of date
    #[arg(long)]
    check: bool,
}

pub fn init(workspace: &Workspace) -> CommandResult {
    let done = bag::init::init(&workspace.folder()?).map_err(refused)?;
    let line = |what: &str, paths: &[String]| paths.iter().map(|path| format!("{what} {path}")).collect::<Vec<_>>();
    let lines = [line("wrote", &done.created), line("kept", &done.kept)].concat();
    Report::new(&done, lines.join("\n"))
}

pub fn check(options: &Check) -> CommandResult {
    let folder = options.workspace.folder()?;
    let problems = match options.source {
        false => bag::check(&options.workspace.read()?),
        true => {
            let (package, _) =
                bag::fetch(&folder.to_string_lossy(), None, &folder, None, &FetchOptions::unattended()).map_err(refused)?;
            bag::check_source(&package, &folder.to_string_lossy())
        }
    };
    report(&problems, "Everything is as it should be.")
}

fn report(problems: &[Problem], fine: &str) -> CommandResult {
    let valid = !has_errors(problems);
    let text = if problems.is_empty() { fine.to_owned() } else { problems.iter().map(told).collect::<Vec<_>>().join("\n") };
    Ok(Report::new(&json!({ "valid": valid, "problems": problems }), text)?.with_findings(!valid))
}

pub fn catalog(options: &Catalog) -> CommandResult {
    let bag = options.workspace.read()?;
    let text = catalog::render(bag.skills.values());
    let was_right = bag.catalog.as_deref() == Some(text.as_str());
    let changed = if options.check { false } else { catalog::write(&bag).map_err(refused)? };
    let document = json!({
        "path": bag.folder.join(CATALOG), "changed": changed, "in_sync": was_right || changed,
        "skills": bag.skills.keys().collect::<Vec<_>>(), "problems": bag.problems,
    });
    let wrong = has_errors(&bag.problems) || (options.check && !was_right);
    let lines = bag.problems.iter().map(told).chain([match (was_right, changed) {
        (true, _) => format!("{CATALOG} is as it should be ({} skills).", bag.skills.len()),
        (false, true) => format!("Wrote {CATALOG} ({} skills).", bag.skills.len()),
        (false, false) => format!("{CATALOG} is not as it should be; `apprentice bag catalog` writes it."),
    }]);
    Ok(Report::new(&document, lines.collect::<Vec<_>>().join("\n"))?.with_findings(wrong))
}
