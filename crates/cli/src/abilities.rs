//! `apprentice abilities`: lists installed abilities and changes their state.

use crate::args::PolicyChoice;
use crate::engine::{CliContext, with_engine};
use crate::learn::label;
use crate::output::{CommandResult, Report};
use crate::projects::absolute;
use crate::show::{call, fields, rows};
use crate::test_policy;
use apprentice_api::client::Call;
use apprentice_api::{Operation, operations as op};
use apprentice_contracts::ability::{
    AbilityActivationResponse, AbilityAvailabilityEntry, AbilityAvailabilityResponse, AbilityAvailabilitySnapshot,
    AbilityCanaryResponse, AbilityPlacement, AbilityPromotionResponse, AbilityQuarantineResponse, AbilityRemovedResponse,
};
use apprentice_contracts::improvement::ExperienceResponse;
use apprentice_contracts::test_policy::AbilityTestPolicyResponse;
use apprentice_contracts::validation::{OverallResult, StepResult};
use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fmt::Write;

#[derive(Subcommand)]
pub enum Abilities {
    /// List abilities, and whether they can be used now
    List,
    /// Activate an ability
    Activate { ability: String },
    /// Deactivate an ability and remove it from agents' folders
    Deactivate { ability: String },
    /// Quarantine an ability: exclude it from use, from lookups and from agents' folders
    Quarantine {
        ability: String,
        /// The reason; shown with the ability
        #[arg(long)]
        reason: String,
    },
    /// End a quarantine and restore the lane
    Unquarantine { ability: String },
    /// Share an ability beyond this workspace
    Promote { ability: String },
    /// Uninstall an ability and keep its history; `skills restore` reverts it
    Remove {
        ability: String,
        /// Also remove edited copies; a copy of each edit is kept
        #[arg(long)]
        force: bool,
    },
    /// Check its installed files without changing them; exits 1 if something is wrong
    Canary { ability: String },
    /// Show or set the test policy of the next run of an ability
    Policy {
        ability: String,
        #[command(flatten)]
        choice: PolicyChoice,
    },
    /// Show or choose the projects that an ability is for; look-ups for others, or for none, rank it lower
    Projects {
        ability: String,
        /// Ids, other names or folders of projects; without any, they are shown
        #[arg(value_name = "PROJECT")]
        projects: Vec<String>,
        /// Make it an ability for every project
        #[arg(long, conflicts_with = "projects")]
        all: bool,
    },
    /// Show one ability and whether it can be used now
    Show { ability: String },
    /// Explain why an ability matches a request, or why it does not
    Explain {
        ability: String,
        query: String,
        /// Project that the request belongs to: its id, another name of it, or a folder in it
        #[arg(long, value_name = "PROJECT")]
        project: Option<String>,
    },
    /// Show recent reports of agents on its checkpoints
    Reports { ability: String },
    /// Show the reports on the installed version and the changes that they suggest (learn improve --from-reports drafts them)
    Experience { ability: String },
    /// Show its health history, run by run
    Health { ability: String },
    /// List frictions that agents reported, newest first
    Friction(Reported),
    /// List checkpoints that agents did not reach, open ones first
    Repairs(Reported),
    /// List the checkpoint reports of one dispatch, oldest first
    Dispatch {
        dispatch: String,
        #[arg(long, default_value_t = 1)]
        page: u32,
    },
    /// Show the capabilities as agents see them
    Capabilities {
        /// Their health, the reports on them, or the bridge that agents read
        #[arg(value_enum, default_value_t = View::Health)]
        view: View,
    },
}

/// Which reports of agents.
#[derive(Args)]
pub struct Reported {
    /// Only of this ability
    #[arg(long, value_name = "ID")]
    ability: Option<String>,
    #[arg(long, default_value_t = 1)]
    page: u32,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum View {
    Health,
    Stats,
    Bridge,
}

pub async fn run(context: &CliContext, command: Abilities) -> CommandResult {
    match command {
        Abilities::List => list(context).await,
        Abilities::Activate { ability } => {
            let told =
                |done: &AbilityActivationResponse| format!("{} is active.{}", done.ability_id, where_it_stands(&done.places));
            decide(context, op::ACTIVATE_ABILITY.call([&ability]), told).await
        }
        Abilities::Deactivate { ability } => {
            let told = |done: &AbilityActivationResponse| {
                format!("{} is deactivated.{}", done.ability_id, where_it_stands(&done.places))
            };
            decide(context, op::DEACTIVATE_ABILITY.call([&ability]), told).await
        }
        Abilities::Quarantine { ability, reason } => {
            let told = |done: &AbilityQuarantineResponse| {
                let places = where_it_stands(&done.places);
                format!("{} is quarantined: {}{places}", done.ability_id, done.reason.as_deref().unwrap_or_default())
            };
            decide(context, op::QUARANTINE_ABILITY.call([&ability]).json(json!({ "reason": reason })), told).await
        }
        Abilities::Unquarantine { ability } => {
            let told = |done: &AbilityQuarantineResponse| {
                format!("{} is out of quarantine.{}", done.ability_id, where_it_stands(&done.places))
            };
            decide(context, op::UNQUARANTINE_ABILITY.call([&ability]), told).await
        }
        Abilities::Promote { ability } => {
            let told = |done: &AbilityPromotionResponse| {
                let warned = done.gate.as_ref().map_or_else(String::new, |gate| format!("\nWarning: {}", gate.message));
                format!("{} is shared beyond this workspace.{warned}", done.ability_id)
            };
            decide(context, op::PROMOTE_ABILITY.call([&ability]), told).await
        }
        Abilities::Remove { ability, force } => remove(context, &ability, force).await,
        Abilities::Canary { ability } => canary(context, &ability).await,
        Abilities::Policy { ability, choice } => policy(context, &ability, &choice).await,
        Abilities::Projects { ability, projects, all } => self::projects(context, &ability, &projects, all).await,
        Abilities::Show { ability } => call(context, op::ABILITY_AVAILABILITY.call([&ability]), &fields).await,
        Abilities::Explain { ability, query, project } => {
            let body = json!({ "ability_id": ability, "user_query": query, "project_id": project.as_deref().map(absolute) });
            call(context, op::EXPLAIN_MATCH.call([]).json(body), &fields).await
        }
        Abilities::Reports { ability } => {
            let text = |answer: &Value| rows(answer, "receipts", &REPORT, "No agent reported anything.");
            call(context, op::ABILITY_REPORTS.call([&ability]), &text).await
        }
        Abilities::Experience { ability } => experience(context, &ability).await,
        Abilities::Health { ability } => {
            let text =
                |answer: &Value| rows(answer, "runs", &["at", "reached", "skipped", "failed", "health"], "It was not run yet.");
            call(context, op::ABILITY_HEALTH_HISTORY.call([&ability]), &text).await
        }
        Abilities::Friction(of) => {
            let columns = ["created_at", "ability_id", "kind", "summary"];
            let text = |answer: &Value| rows(answer, "frictions", &columns, "No agent reported a friction.");
            call(context, reported(&op::FRICTIONS, of), &text).await
        }
        Abilities::Repairs(of) => {
            let columns = ["state", "ability_id", "checkpoint_id", "failures", "reason"];
            let text = |answer: &Value| rows(answer, "repairs", &columns, "Nothing needs a repair.");
            call(context, reported(&op::REPAIRS, of), &text).await
        }
        Abilities::Dispatch { dispatch, page } => {
            let request = op::DISPATCH_CHECKPOINT_RECEIPTS.call([&dispatch]).query("page", page);
            call(context, request, &|answer| rows(answer, "receipts", &REPORT, "Nothing was reported of this dispatch.")).await
        }
        Abilities::Capabilities { view } => capabilities(context, view).await,
    }
}

/// The changes that the reports suggest, with their evidence.
async fn experience(context: &CliContext, ability: &str) -> CommandResult {
    with_engine(context, async |engine| {
        let found: ExperienceResponse = engine.call(op::ABILITY_EXPERIENCE.call([&ability])).await?;
        let mut text = format!("{} runs reported checkpoints.", found.runs);
        if found.changes.is_empty() {
            text.push_str(" Nothing needs a change.");
        }
        for change in &found.changes {
            let _ = write!(text, "\n{}\n  → {}", change.evidence, change.words);
            if let Some(weak) = &change.weakening {
                let _ = write!(text, "\n  weaker: {} Accept it: --accept-weaker {}", weak.sentence, weak.weakening_id);
            }
        }
        Report::new(&found, text)
    })
    .await
}

/// The columns of a checkpoint report.
const REPORT: [&str; 4] = ["created_at", "checkpoint_id", "status", "evidence"];

fn reported(operation: &Operation, Reported { ability, page }: Reported) -> Call {
    let request = operation.call([]).query("page", page);
    match ability {
        Some(ability) => request.query("ability_id", ability),
        None => request,
    }
}

async fn capabilities(context: &CliContext, view: View) -> CommandResult {
    let (operation, list, columns) = match view {
        View::Health => (op::CAPABILITY_HEALTH, "capabilities", ["capability_id", "health_status", "reason_codes"]),
        View::Stats => (op::CAPABILITY_STATS, "capabilities", ["capability_id", "dispatches", "checkpoints_failed"]),
        View::Bridge => (op::CAPABILITY_BRIDGE, "entries", ["capability_id", "route_tier", "title"]),
    };
    call(context, operation.call([]), &|answer| rows(answer, list, &columns, "There is no capability.")).await
}

async fn list(context: &CliContext) -> CommandResult {
    let found: AbilityAvailabilitySnapshot =
        with_engine(context, async |engine| engine.call(op::AVAILABILITY.call([])).await).await?;
    let mut lines: Vec<String> = found.abilities.iter().map(line).collect();
    if lines.is_empty() {
        lines.push("Nothing was taught yet. `apprentice learn start` begins.".to_owned());
    }
    if found.stale {
        lines.push("(refreshing abilities…)".to_owned());
    }
    Report::new(&found, lines.join("\n"))
}

fn line(ability: &AbilityAvailabilityEntry) -> String {
    let mut text = format!("{}  {}  {}", ability.ability_id, ability.title, label(&ability.install_lane));
    if let Some(health) = &ability.checkpoint_health {
        let _ = write!(text, "  checkpoints: {}", label(health));
    }
    if let Some(reason) = &ability.reason_unusable {
        let _ = write!(text, "\n      not usable now: {reason}");
    }
    text
}

async fn decide<T: DeserializeOwned + Serialize>(
    context: &CliContext,
    call: Call,
    told: impl FnOnce(&T) -> String,
) -> CommandResult {
    let done: T = with_engine(context, async |engine| engine.call(call).await).await?;
    Report::new(&done, told(&done))
}

/// One line for each agent's folder.
fn where_it_stands(places: &[AbilityPlacement]) -> String {
    places.iter().fold(String::new(), |mut text, place| {
        let note = place.note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
        let _ = write!(text, "\n  {}: {}{note}  {}", place.label, label(&place.standing).replace('_', " "), place.path);
        text
    })
}

async fn policy(context: &CliContext, ability: &str, choice: &PolicyChoice) -> CommandResult {
    let request = match choice.read()? {
        Some(policy) => op::SET_ABILITY_TEST_POLICY.call([&ability]).json(json!({ "test_policy": policy })),
        None => op::ABILITY_TEST_POLICY.call([&ability]),
    };
    let found: AbilityTestPolicyResponse = with_engine(context, async |engine| engine.call(request).await).await?;
    let text = test_policy::words(&found.acting);
    Report::new(&found, text)
}

async fn projects(context: &CliContext, ability: &str, projects: &[String], all: bool) -> CommandResult {
    let request = match projects.is_empty() && !all {
        true => op::ABILITY_AVAILABILITY.call([&ability]),
        false => op::SET_ABILITY_PROJECTS
            .call([&ability])
            .json(json!({ "project_scopes": projects.iter().map(|project| absolute(project)).collect::<Vec<_>>() })),
    };
    let found: AbilityAvailabilityResponse = with_engine(context, async |engine| engine.call(request).await).await?;
    let ability = &found.ability;
    let text = match ability.project_scopes.is_empty() {
        true => format!("{} is for every project.", ability.title),
        false => format!("{} is for: {}.", ability.title, ability.project_scopes.join(", ")),
    };
    Report::new(&json!({ "ability_id": ability.ability_id, "project_scopes": ability.project_scopes }), text)
}

async fn remove(context: &CliContext, ability: &str, force: bool) -> CommandResult {
    let call = op::REMOVE_ABILITY.call([&ability]).query("force", force);
    let done: AbilityRemovedResponse = with_engine(context, async |engine| engine.call(call).await).await?;
    let text = format!("{} is removed.{}", done.ability_id, where_it_stands(&done.places));
    Report::new(&done, text)
}

async fn canary(context: &CliContext, ability: &str) -> CommandResult {
    let call = op::RUN_CANARY.call([&ability]);
    let done: AbilityCanaryResponse = with_engine(context, async |engine| engine.call(call).await).await?;
    let failed = done.validation_run.overall_result != OverallResult::Passed;
    let mut text =
        format!("{}: {} ({})", done.ability_id, label(&done.validation_run.overall_result), label(&done.health_status));
    for step in done.steps.iter().filter(|step| step.result == StepResult::Failed) {
        let _ = write!(text, "\n  {}: {}", step.label, step.details.as_deref().unwrap_or("failed"));
    }
    Ok(Report::new(&done, text)?.with_findings(failed))
}
