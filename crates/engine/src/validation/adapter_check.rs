//! The adapter check (§0C.10): whether what a rehearsal of this proposal needs is here, and what to do when it is not. Each watched
//! source is really started and ended again.

use crate::Answer;
use crate::author::{self, keys};
use crate::proposal::record::session_of_proposal;
use crate::session::observation::{ActiveObservation, ObservationPlan, Purpose};
use crate::validation::Validation;
use crate::validation::checks::Step;
use apprentice_contracts::author::AuthorProvider;
use apprentice_contracts::ids::{ProposalId, ValidationRunId};
use apprentice_contracts::session::{LearnSession, WatchSource};
use std::time::Duration;

/// How long a source may take to start.
const PATIENCE: Duration = Duration::from_secs(45);

const BROWSER_REMEDY: &str = "Install Chromium, for example with `sudo apt-get install chromium`, and run the check again.";
const GATE_REMEDY: &str = "Connect your agent to Apprentice, so that its calls pass through the gate.";
const SHELL_REMEDY: &str = "Install bash 5, zsh or fish, and run the check again.";
const HOOK_REMEDY: &str = "Use the terminal panel of a rehearsal, or put `eval \"$(apprentice hook bash)\"` into the start-up file of your shell and open a new one.";

impl Validation {
    /// Checks the adapters that a rehearsal of this proposal needs. The caller holds the gate.
    pub(super) async fn adapter_steps(&self, id: ProposalId) -> Answer<Vec<Step>> {
        let session = &self.core.store.read(move |db| session_of_proposal(db, id)).await?.session;
        let mut steps = Vec::new();
        if session.watch.is_empty() {
            let why = "The session watches nothing, so its rehearsal is judged by a person alone.";
            steps.push(Step::skipped("watch:none", "A source is watched", why.into()));
        }
        for source in &session.watch {
            steps.extend(self.source_steps(session, *source).await);
        }
        steps.push(self.author_step().await?);
        Ok(steps)
    }

    async fn source_steps(&self, session: &LearnSession, source: WatchSource) -> Vec<Step> {
        let options = &self.core.options;
        let (word, statuses, remedy) = match source {
            WatchSource::Browser => ("browser", options.browser.status(), BROWSER_REMEDY),
            WatchSource::Terminal => ("terminal", options.terminal.status(), SHELL_REMEDY),
            WatchSource::Connectors => ("connectors", self.core.call_adapter.status(), GATE_REMEDY),
        };
        let (id, label) = (format!("adapter:{word}"), format!("The {word} can be watched"));
        let note = statuses.iter().find_map(|status| status.note.clone()).unwrap_or_default();
        if !statuses.iter().any(|status| status.healthy) {
            return vec![Step::failed(&id, &label, format!("{note} {remedy}").trim().to_owned())];
        }
        let mut steps = vec![Step { details: Some(note), ..Step::passed(&id, &label) }];
        steps.push(self.start_step(session, source, word, remedy).await);
        if source == WatchSource::Terminal {
            let (id, label) = ("adapter:hook", "A shell with the hook is running");
            let waiting = statuses.iter().any(|status| status.last_error_code.is_some());
            steps.push(if waiting { Step::skipped(id, label, HOOK_REMEDY.into()) } else { Step::passed(id, label) });
        }
        steps
    }

    /// Starts to watch a source, and ends it again. Nothing is recorded.
    async fn start_step(&self, session: &LearnSession, source: WatchSource, word: &str, remedy: &str) -> Step {
        let (id, label) = (format!("start:{word}"), format!("The {word} starts"));
        if self.is_watching().await {
            return Step::skipped(&id, &label, "Something is being watched now, so nothing else was started.".into());
        }
        let plan = ObservationPlan {
            sources: vec![source],
            allowed: session.target_app_whitelist.clone(),
            start_url: None,
            run_folder: None,
            keep_folder: None,
        };
        let purpose = Purpose::Rehearsal(ValidationRunId(self.core.options.ids.next()));
        let started = tokio::time::timeout(PATIENCE, ActiveObservation::begin(&self.core, purpose, plan)).await;
        match started {
            Ok(Ok(observing)) => {
                observing.end().await;
                Step::passed(&id, &label)
            }
            Ok(Err(failure)) => Step::failed(&id, &label, format!("{} {remedy}", failure.message)),
            Err(_) => Step::failed(&id, &label, format!("It did not start within {} seconds. {remedy}", PATIENCE.as_secs())),
        }
    }

    /// Whether the key of the chosen model can be read. A rehearsal works without a model, so it never fails the check.
    async fn author_step(&self) -> Answer<Step> {
        let (id, label) = ("author", "The key of the chosen model can be read");
        let settings = author::read(&self.core).await?;
        if matches!(settings.provider, AuthorProvider::Rules | AuthorProvider::Agent) {
            return Ok(Step::skipped(id, label, "No server of a model is chosen, so no key is needed.".into()));
        }
        Ok(match keys::place(&self.core, &settings).await? {
            Some(_) => Step::passed(id, label),
            None => {
                let keychain = keys::no_keychain(&self.core).await.unwrap_or_default();
                Step::skipped(id, label, format!("There is no key. {keychain} {}", keys::GIVE).trim().to_owned())
            }
        })
    }
}
