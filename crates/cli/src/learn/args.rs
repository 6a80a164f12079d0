//! The arguments of `apprentice learn`. Doc comments are the help.

use super::mining::Mining;
use crate::args::{PolicyChoice, named_value};
use crate::skills::gate::GateOptions;
use apprentice_contracts::graph::ValueChange;
use apprentice_contracts::validation::RunKind;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;
use uuid::Uuid;

#[derive(Subcommand)]
pub enum Learn {
    /// Start a demonstration; the engine observes in the background
    Start(StartOptions),
    /// Mark that a goal was reached
    MarkGoal {
        text: String,
        #[command(flatten)]
        session: Chosen,
    },
    /// Mark that a step begins
    MarkStep {
        text: String,
        #[command(flatten)]
        session: Chosen,
    },
    /// Pause capturing
    Pause(Chosen),
    /// Resume capturing
    Resume(Chosen),
    /// End the demonstration
    Stop(Chosen),
    /// Cancel the session; its recording is deleted after seven days
    Cancel(Chosen),
    /// Show the current session, or the last one
    Status(Chosen),
    /// Show the draft of the recording so far: inputs, checkpoints, and controls without a name
    Live(Chosen),
    /// Keep the observations for longer than seven days
    Retain {
        /// Undo it: they are deleted after seven days
        #[arg(long)]
        off: bool,
        #[command(flatten)]
        session: Chosen,
    },
    /// Show what happened in the session
    Events {
        /// Follow until the session is settled; with --json one document per line
        #[arg(long)]
        follow: bool,
        #[command(flatten)]
        session: Chosen,
    },
    /// Let an agent practise a task until the expected results are there
    #[command(subcommand, visible_alias = "practise")]
    Practice(Practice),
    /// Try whether a skill helps an agent, as `agents gate` does
    Gate(GateOptions),
    /// Use the demonstration that `start --example-of` began as an example of its task
    UseExample(Chosen),
    /// Draft a skill from the demonstration, and answer its questions
    Propose {
        /// Answer an open question, such as name="Add a customer"
        #[arg(long = "answer", value_name = "FIELD=TEXT", value_parser = answer)]
        answers: Vec<(String, String)>,
        #[command(flatten)]
        session: Chosen,
    },
    /// Show a drafted skill
    Review { proposal: Uuid },
    /// Show the steps of a drafted or installed ability: loops, choices, inputs, checkpoints and open questions
    Flow {
        proposal: Uuid,
        /// Draw them into this SVG file
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
        /// Replace the file if it exists
        #[arg(long, requires = "svg")]
        replace: bool,
    },
    /// Show the moments of a demonstration: what was done and when, with its inputs and checkpoints
    Filmstrip {
        session: Uuid,
        /// Write them with masked pictures into this HTML file, which a browser plays
        #[arg(long, value_name = "FILE")]
        html: Option<PathBuf>,
        /// Draw them with masked pictures on one sheet, into this SVG file
        #[arg(long, value_name = "FILE", conflicts_with = "html")]
        svg: Option<PathBuf>,
        /// Replace the file if it exists
        #[arg(long)]
        replace: bool,
    },
    /// Run the tests of a drafted skill
    Validate {
        proposal: Uuid,
        /// Only these tests
        #[arg(long = "test", value_name = "KIND", value_parser = run_kind)]
        tests: Vec<RunKind>,
    },
    /// Draft a change of an installed ability from its current text; to demonstrate it again, use start --skill
    Improve {
        /// Its ability_id, such as ability_file-a-report
        ability: String,
        /// Draft the changes that reports of agents suggest (`abilities experience` lists them)
        #[arg(long)]
        from_reports: bool,
        /// Accept a change that weakens a check, by its weakening_id; may be repeated
        #[arg(long = "accept-weaker", value_name = "ID", requires = "from_reports")]
        accept_weaker: Vec<String>,
    },
    /// Change a drafted skill
    Revise(ReviseOptions),
    /// Do the task again while Apprentice verifies the checkpoints
    #[command(subcommand)]
    Rehearse(Rehearse),
    /// Show how to check the result. What Apprentice reads there becomes a checkpoint
    #[command(subcommand)]
    ShowCheck(ShowCheck),
    /// Approve a skill for the workspace or for sharing, and install it
    Approve {
        proposal: Uuid,
        #[arg(long)]
        note: Option<String>,
        /// Accept that this version is weaker than the installed one, by weakening_id; may be repeated
        #[arg(long = "accept-weaker", value_name = "ID")]
        accept_weaker: Vec<String>,
        /// Acknowledge a finding of the scan by its code; may be repeated
        #[arg(long = "acknowledge", value_name = "CODE")]
        acknowledged: Vec<String>,
        /// Install it although no rehearsal of this version passed
        #[arg(long = "without-rehearsal")]
        without_rehearsal: bool,
    },
    /// Reject a drafted skill
    Reject {
        proposal: Uuid,
        #[arg(long)]
        reason: String,
    },
    /// Install a skill; runs its tests first if they did not run yet
    Install(InstallOptions),
    /// List sessions, newest first
    List {
        #[arg(long, default_value_t = 1)]
        page: u32,
    },
    /// List drafted skills, newest first
    Proposals {
        #[arg(long, default_value_t = 1)]
        page: u32,
    },
    /// List the observed actions of a session
    Actions(Chosen),
    /// Delete an observed action before a skill is drafted
    DeleteAction {
        /// The event_id that `actions` shows
        event: Uuid,
        #[command(flatten)]
        session: Chosen,
    },
    /// Move the start or the end of a demonstration to an observed action
    Trim {
        #[arg(value_enum)]
        at: TrimAt,
        /// The event_id that `actions` shows
        event: Uuid,
        #[command(flatten)]
        session: Chosen,
    },
    /// List the checkpoint receipts of a session
    Checkpoints(Chosen),
    /// Show or set the test policy of a rehearsal of the draft
    Policy {
        #[command(flatten)]
        choice: PolicyChoice,
        #[command(flatten)]
        session: Chosen,
    },
    /// Delete a settled session
    Delete { session: Uuid },
    /// Return a drafted skill to testing
    MoreTests { proposal: Uuid },
    /// Find tasks that you repeated successfully, and draft abilities for them
    #[command(subcommand)]
    Mining(Mining),
    /// Show, choose and test the model that may improve drafts
    #[command(subcommand)]
    Author(AuthorCommand),
    /// Let the chosen model improve a draft. Apprentice checks every claim of the response
    Write {
        proposal: Uuid,
        /// Only show exactly what would be sent
        #[arg(long, conflicts_with = "cancel")]
        preview: bool,
        /// Cancel the writing
        #[arg(long)]
        cancel: bool,
        /// Go back to the draft of the rules
        #[arg(long, conflicts_with_all = ["preview", "cancel"])]
        undo: bool,
    },
}

#[derive(Subcommand)]
pub enum AuthorCommand {
    /// Show who improves drafts, and which agents of this machine can
    Show,
    /// Choose who improves drafts. The key of a server is kept in your keychain, or read from APPRENTICE_AUTHOR_KEY
    Set {
        /// Left out: only the key changes
        #[arg(value_enum, required_unless_present_any = ["key_stdin", "forget_key"])]
        provider: Option<Provider>,
        /// The program, with `agent`: claude, codex, gemini, opencode or goose; default: the first one found
        #[arg(long)]
        agent: Option<String>,
        /// Name of the model
        #[arg(long)]
        model: Option<String>,
        /// Address of the server (default: that of the provider)
        #[arg(long, value_name = "URL")]
        address: Option<String>,
        /// Read the key of the server from standard input and keep it in the keychain
        #[arg(long, conflicts_with = "forget_key")]
        key_stdin: bool,
        /// Remove the key of the server from the keychain
        #[arg(long)]
        forget_key: bool,
    },
    /// Request one word to test the connection
    Test,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Provider {
    /// No model: the rules alone
    Rules,
    /// The person's own agent
    Agent,
    #[value(alias = "openai_compatible")]
    OpenaiCompatible,
    Anthropic,
    Ollama,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum TrimAt {
    Start,
    End,
}

#[derive(Args)]
pub struct Chosen {
    /// Use this session instead of the current one
    #[arg(long = "session", value_name = "ID")]
    pub id: Option<Uuid>,
}

#[derive(Args)]
pub struct StartOptions {
    #[arg(long, value_enum, default_value_t = Mode::DemonstratingSkill)]
    pub mode: Mode,
    /// The ability to demonstrate again; with --mode improving-existing-skill
    #[arg(long, value_name = "ABILITY", required_if_eq("mode", "improving-existing-skill"))]
    pub skill: Option<String>,
    /// Demonstrate the task of this draft or installed ability again, to find what changes. Watches the same as the first time
    #[arg(long, value_name = "PROPOSAL_OR_ABILITY", conflicts_with_all = ["mode", "skill"])]
    pub example_of: Option<String>,
    /// What your agents should be able to do afterwards
    #[arg(long)]
    pub goal: Option<String>,
    /// What to watch: browser, terminal. Default: both; with --example-of the same as the first time; with --mode coaching-agent nothing
    #[arg(long, value_delimiter = ',', value_name = "WHAT")]
    pub watch: Vec<Watch>,
    /// A file with the steps of the task, one per line; `-` reads standard input. With --mode coaching-agent
    #[arg(long, value_name = "FILE", required_if_eq("mode", "coaching-agent"))]
    pub outline: Option<PathBuf>,
    /// A hint for the task; may be repeated. With --outline
    #[arg(long = "hint", value_name = "TEXT", requires = "outline")]
    pub hints: Vec<String>,
    /// What must not happen, or when to ask; may be repeated. With --outline
    #[arg(long = "limit", value_name = "TEXT", requires = "outline")]
    pub limits: Vec<String>,
    /// Teach from this call of a connector: a receipt of `connectors receipts`. Watches nothing; may be repeated
    #[arg(long = "from-receipts", value_name = "ID", num_args = 1.., conflicts_with_all = ["watch", "outline", "url", "skill"])]
    pub from_receipts: Vec<Uuid>,
    /// Teach from the calls of this run of an agent: the run_id of a receipt. Watches nothing
    #[arg(long = "from-run", value_name = "ID", conflicts_with_all = ["watch", "outline", "url", "skill", "from_receipts"])]
    pub from_run: Option<String>,
    /// Where the watched browser opens; `practice` for the bundled sample page
    #[arg(long)]
    pub url: Option<String>,
    /// Record only this site, program or folder; may be repeated
    #[arg(long = "allow", value_name = "APP")]
    pub allowed: Vec<String>,
    /// The project of the ability: its id, another name of it, or a folder in it. Default: all projects
    #[arg(long, value_name = "PROJECT", conflicts_with = "example_of")]
    pub project: Option<String>,
}

#[derive(Subcommand)]
pub enum Practice {
    /// Start a practice and follow it to its end. Ctrl-C stops it and keeps the results so far
    Start(Box<PracticeOptions>),
    /// Show the tries of the current session, or of the last one
    Status(Chosen),
}

#[derive(Args)]
pub struct PracticeOptions {
    /// The agent, as `agents runtimes` names it
    #[arg(long)]
    pub agent: String,
    /// What the agent should be able to do
    #[arg(long)]
    pub goal: String,
    /// This file must exist at the end: a path relative to the folder of the try. May be repeated
    #[arg(long = "file", value_name = "PATH")]
    pub files: Vec<String>,
    /// This file must contain this text at the end. May be repeated
    #[arg(long = "contains", value_name = "PATH=TEXT", value_parser = named_value)]
    pub contains: Vec<(String, String)>,
    /// A result that only you can judge. It does not decide a try. May be repeated
    #[arg(long = "word", value_name = "TEXT")]
    pub words: Vec<String>,
    /// What helps; repeat it for each
    #[arg(long = "hint", value_name = "TEXT")]
    pub hints: Vec<String>,
    /// What must not happen; repeat it for each
    #[arg(long = "limit", value_name = "TEXT")]
    pub limits: Vec<String>,
    /// Give each try a copy of this folder. Default: an empty folder
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// Minutes that one try may take (default: 10)
    #[arg(long)]
    pub minutes: Option<u32>,
    /// Maximum number of tries (default: 3)
    #[arg(long)]
    pub tries: Option<u32>,
    /// The test policy of each try, as for `learn policy`. Default: that of the settings, else no deletion, no sending, at most 40 actions
    #[arg(long, value_name = "FILE|MODE")]
    pub policy: Option<PathBuf>,
    /// After a failed try, ask the chosen author (`learn author`) for hints. It receives the goal, the results and the failures
    #[arg(long)]
    pub use_author: bool,
    /// Run the agent even if it cannot be isolated. It can then read and write everything that you can
    #[arg(long)]
    pub without_isolation: bool,
    /// Do not draft a skill automatically; `learn propose` drafts it
    #[arg(long)]
    pub ask_before_build: bool,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Mode {
    #[value(alias = "demonstrating_skill")]
    DemonstratingSkill,
    #[value(alias = "coaching_agent")]
    CoachingAgent,
    #[value(alias = "autonomous_agent_practice")]
    AutonomousAgentPractice,
    #[value(alias = "improving_existing_skill")]
    ImprovingExistingSkill,
    #[value(alias = "import_skill")]
    ImportSkill,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Watch {
    Browser,
    Terminal,
    /// Calls of connectors by your agents, alone
    Connectors,
}

#[derive(Args)]
pub struct ReviseOptions {
    pub proposal: Uuid,
    /// What should change, in words, such as `region always stays EMEA; ask before deleting`
    #[arg(long, value_name = "TEXT")]
    pub instructions: Option<String>,
    /// Only show what the instructions would change
    #[arg(long, requires = "instructions")]
    pub preview: bool,
    /// Confirm instructions that weaken a check, such as `drop checkpoint 2`
    #[arg(long, requires = "instructions")]
    pub confirm_weaker: bool,
    #[arg(long)]
    pub title: Option<String>,
    /// Name of the skill's folder
    #[arg(long)]
    pub slug: Option<String>,
    #[arg(long)]
    pub goal: Option<String>,
    /// Take this file as the whole SKILL.md; `-` reads it from standard input
    #[arg(long, value_name = "FILE")]
    pub skill_md: Option<PathBuf>,
    /// Whether a demonstrated value changes next time: `changes`, `same`, `read` (during the task) or `derived` (from the others).
    /// NAME is its name or the value itself; repeat it for each
    #[arg(long = "value", value_name = "NAME=CHANGE", value_parser = value_change)]
    pub values: Vec<(String, ValueChange)>,
    /// Rename a value; repeat it for each
    #[arg(long = "name", value_name = "OLD=NEW", value_parser = named_value)]
    pub names: Vec<(String, String)>,
}

fn value_change(text: &str) -> Result<(String, ValueChange), String> {
    let (name, change) = text.rsplit_once('=').ok_or("expected NAME=changes, NAME=same, NAME=read or NAME=derived")?;
    let change = match change.trim() {
        "changes" => ValueChange::Changes,
        "same" => ValueChange::Same,
        "read" => ValueChange::Read,
        "derived" => ValueChange::Derived,
        other => return Err(format!("{other} is not changes, same, read or derived")),
    };
    Ok((name.trim().to_owned(), change))
}

#[derive(Subcommand)]
pub enum Rehearse {
    /// Start the rehearsal
    Start {
        proposal: Uuid,
        /// Where the watched browser opens
        #[arg(long)]
        url: Option<String>,
        /// A value that this rehearsal must use, by the name of the input; may be repeated. If omitted, the values that you enter are used
        #[arg(long = "value", value_name = "NAME=VALUE", value_parser = named_value)]
        values: Vec<(String, String)>,
        /// The test policy of this rehearsal only, as for `learn policy`
        #[arg(long, value_name = "FILE|MODE")]
        policy: Option<PathBuf>,
    },
    /// Show which checkpoints were seen
    Status { proposal: Uuid },
    /// Report a checkpoint that Apprentice cannot see
    Mark {
        proposal: Uuid,
        checkpoint: String,
        #[arg(value_enum)]
        status: Marked,
        /// Your observation
        #[arg(long)]
        evidence: String,
        /// Why it was skipped or failed
        #[arg(long)]
        reason: Option<String>,
    },
    /// Open again what you closed, such as the watched browser
    Reopen { proposal: Uuid },
    /// End the rehearsal and evaluate it; exits 1 unless it passed
    Finish {
        proposal: Uuid,
        /// Cancel it without a verdict
        #[arg(long)]
        cancel: bool,
    },
}

#[derive(Subcommand)]
pub enum ShowCheck {
    /// Begin. Then open the page that shows the result, or run a command that shows it
    Start {
        proposal: Uuid,
        /// Where the watched browser opens
        #[arg(long)]
        url: Option<String>,
    },
    /// Show the pages and outputs that were read so far
    Status { proposal: Uuid },
    /// Make the last one a checkpoint
    Finish {
        proposal: Uuid,
        /// The number in `status`; 1 is the last
        #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "cancel")]
        look: usize,
        /// End without a checkpoint
        #[arg(long)]
        cancel: bool,
    },
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Marked {
    Reached,
    Skipped,
    Failed,
}

#[derive(Args)]
pub struct InstallOptions {
    pub proposal: Uuid,
    #[arg(long, value_enum)]
    pub lane: Lane,
    /// Install to this agent instead of every enabled one; may be repeated
    #[arg(long = "target", value_name = "AGENT", conflicts_with = "into")]
    pub targets: Vec<String>,
    /// Install into this skills folder
    #[arg(long, value_name = "DIR")]
    pub into: Option<PathBuf>,
    /// Accept that this version is weaker than the installed one, by weakening_id; may be repeated
    #[arg(long = "accept-weaker", value_name = "ID")]
    pub accept_weaker: Vec<String>,
    /// Acknowledge a finding of the scan by its code; may be repeated
    #[arg(long = "acknowledge", value_name = "CODE")]
    pub acknowledged: Vec<String>,
    /// Install it although no rehearsal of this version passed
    #[arg(long = "without-rehearsal")]
    pub without_rehearsal: bool,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Lane {
    #[value(name = "experimental_private")]
    ExperimentalPrivate,
    #[value(name = "approved_workspace")]
    ApprovedWorkspace,
}

fn answer(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((field, answer)) if !field.trim().is_empty() => Ok((field.trim().to_owned(), answer.to_owned())),
        _ => Err("write FIELD=TEXT".into()),
    }
}

fn run_kind(text: &str) -> Result<RunKind, String> {
    let word = serde_json::Value::String(text.replace('-', "_"));
    serde_json::from_value(word).map_err(|error| error.to_string())
}
