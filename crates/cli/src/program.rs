//! `doctor`, `repair`, `hook`, `lookup`.

use crate::args::{Repairable, Shell};
use crate::engine::{Place, with_engine};
use crate::output::{Outcome, Report, Trouble, print};
use apprentice_contracts::ability::{AbilityLookupResult, AbilityMatch};
use apprentice_contracts::app::{DoctorResponse, DoctorStatus, RebuildProjectionsResponse};
use apprentice_observe::terminal::{self, hook_script};
use serde_json::json;
use std::fmt::Write;

pub async fn doctor(place: &Place) -> Outcome {
    let found: DoctorResponse = with_engine(place, async |engine| engine.get("/api/doctor").await).await?;
    let mut text = format!("Apprentice {}, in {}\n", found.version, found.home);
    for check in &found.checks {
        let sign = match check.status {
            DoctorStatus::Ok => "ok     ",
            DoctorStatus::Warning => "warning",
            DoctorStatus::Missing => "missing",
        };
        let _ = write!(text, "\n{sign}  {}: {}", check.label, check.message);
        if let Some(remedy) = &check.remedy {
            let _ = write!(text, "\n         run: {remedy}");
        }
    }
    let missing = found.checks.iter().any(|check| check.status == DoctorStatus::Missing);
    Ok(Report::new(&found, text)?.with_findings(missing))
}

pub async fn repair(place: &Place, what: Repairable) -> Outcome {
    match what {
        Repairable::Projections => {
            let done: RebuildProjectionsResponse =
                with_engine(place, async |engine| engine.post("/api/repair/projections", &json!({})).await).await?;
            Report::new(&done, format!("Wrote {} files anew from the database.", done.files_written))
        }
        Repairable::Database => {
            let home = place.home.clone();
            let done = tokio::task::spawn_blocking(move || apprentice_engine::repair_database(&home)).await;
            let message = done.map_err(Trouble::internal)??;
            Report::new(&json!({ "message": message }), message)
        }
    }
}

/// Prints the script and nothing else, with `--json` too: it is made for `eval`.
pub fn hook(place: &Place, shell: Shell) -> Report {
    let shell = match shell {
        Shell::Bash => terminal::Shell::Bash,
        Shell::Zsh => terminal::Shell::Zsh,
        Shell::Fish => terminal::Shell::Fish,
    };
    print(hook_script(shell, &place.home).trim_end());
    Report::silent()
}

pub async fn lookup(place: &Place, query: String, project: Option<String>) -> Outcome {
    let body = json!({ "user_query": query, "project_id": project });
    let found: AbilityLookupResult = with_engine(place, async |engine| engine.post("/api/abilities/lookup", &body).await).await?;
    let text: Vec<String> = found.matches.iter().map(line).collect();
    let text = if text.is_empty() { "No ability fits.".to_owned() } else { text.join("\n") };
    Report::new(&found.matches, text)
}

fn line(found: &AbilityMatch) -> String {
    let mut text = format!("{:.2}  {}  {}", found.score, found.ability_id, found.title);
    if !found.usable_now {
        let _ = write!(text, "  (not usable now: {})", found.reason_unusable.as_deref().unwrap_or("unknown"));
    }
    for reason in &found.match_reasons {
        let _ = write!(text, "\n      {reason}");
    }
    text
}
