//! *Show me how you check*: watches where the person looks to see that the task worked. Nothing of it is stored until it is finished.

use crate::Answer;
use crate::core::request;
use crate::proposal::draft::WorkingDraft;
use crate::proposal::improve;
use crate::proposal::record::session_of_proposal;
use crate::session::observation::{ActiveObservation, ObservationHandler, ObservationPlan, Purpose, SourceReader, busy};
use crate::session::preflight;
use crate::validation::Validation;
use apprentice_compiler::asks_to_sign_in;
use apprentice_contracts::Time;
use apprentice_contracts::action::ProposalAction;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::ProposalId;
use apprentice_contracts::observation::{ActionDetails, PageIdentity};
use apprentice_contracts::reading::{Reading, ReadingSource};
use apprentice_contracts::shown_check::{MAX_LOOKS, ShownCheckStatus, ShownLook, StartShownCheckRequest};
use apprentice_observe::{Observation, RecordedAction};
use futures::FutureExt;
use serde_json::json;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Time limit of the look that is read at the end.
const READ_TIMEOUT: Duration = Duration::from_secs(15);

/// The check that is being shown; at most one.
#[derive(Default)]
pub(crate) struct ShownChecks {
    live: Mutex<Option<Arc<LiveCheck>>>,
}

pub(crate) struct LiveCheck {
    proposal: ProposalId,
    started_at: Time,
    /// The last first.
    looks: Mutex<Vec<ShownLook>>,
    reader: SourceReader,
}

impl ShownChecks {
    fn live(&self) -> Option<Arc<LiveCheck>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn of(&self, proposal: ProposalId) -> Option<Arc<LiveCheck>> {
        self.live().filter(|live| live.proposal == proposal)
    }

    fn set(&self, live: Option<Arc<LiveCheck>>) {
        *self.live.lock().unwrap_or_else(PoisonError::into_inner) = live;
    }
}

impl LiveCheck {
    fn status(&self) -> ShownCheckStatus {
        ShownCheckStatus { proposal_id: self.proposal, started_at: self.started_at, looks: self.looks().clone() }
    }

    fn looks(&self) -> std::sync::MutexGuard<'_, Vec<ShownLook>> {
        self.looks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a look before all others. The same place counts once.
    fn looked_at(&self, source: ReadingSource, title: String) {
        let mut looks = self.looks();
        let known = looks.iter().position(|look| look.source == source).map(|at| looks.remove(at));
        let title = if title.trim().is_empty() { known.map_or(title, |known| known.title) } else { title };
        looks.insert(0, ShownLook { source, title });
        looks.truncate(MAX_LOOKS);
    }

    fn observe(&self, observation: Observation) {
        match observation {
            Observation::Action(seen) => self.observe_action(*seen),
            Observation::Change { change, .. } => self.landed_on(&change.after),
            Observation::Read(reading) => self.take_title(&reading),
            Observation::Lost { .. } | Observation::Dropped | Observation::Shell(_) => {}
        }
    }

    fn observe_action(&self, seen: RecordedAction) {
        match seen.details {
            ActionDetails::Navigate { url, .. } => {
                self.looked_at(ReadingSource::Page { url }, seen.window_title.unwrap_or_default());
            }
            ActionDetails::Command(run) => {
                let source = ReadingSource::Output { command: run.command_line.clone(), directory: run.directory };
                self.looked_at(source, run.command_line);
            }
            _ => {}
        }
        if let Some(change) = &seen.change {
            self.landed_on(&change.after);
        }
    }

    fn landed_on(&self, page: &PageIdentity) {
        if page.url.starts_with("http") {
            self.looked_at(ReadingSource::Page { url: page.url.clone() }, page.title.clone());
        }
    }

    /// A page tells its title when it is read. Reading it in the background is no look.
    fn take_title(&self, reading: &Reading) {
        if let Some(look) = self.looks().iter_mut().find(|look| look.source == reading.source && look.title.trim().is_empty()) {
            look.title.clone_from(&reading.title);
        }
    }
}

impl Validation {
    /// Begins to watch where the person looks. The caller holds the gate.
    pub(crate) async fn start_shown_check(&self, id: ProposalId, request: &StartShownCheckRequest) -> Answer<ShownCheckStatus> {
        if self.is_watching().await {
            return Err(busy());
        }
        let working = WorkingDraft::read(&self.core, id).await?;
        let record = self.core.store.read(move |db| session_of_proposal(db, id)).await?;
        improve::not_replaced(&working.record.proposal)?;
        let state = record.session.state;
        if !state.allows_on_proposal(ProposalAction::ShowCheck) || record.purged {
            let message = "A check can be shown while the draft is changed: its recording is there, and it is not installed.";
            return Err(Failure::new(ErrorCode::InvalidLearnStateTransition, message).with_details(json!({ "state": state })));
        }
        let plan = ObservationPlan {
            sources: record.session.watch.clone(),
            allowed: record.session.target_app_whitelist.clone(),
            start_url: preflight::start_url(&self.core, request.start_url.as_deref().or(record.start_url.as_deref()))?,
        };
        let mut observing = ActiveObservation::begin(&self.core, Purpose::ShownCheck(id), plan).await?;
        let live = Arc::new(LiveCheck {
            proposal: id,
            started_at: self.core.now(),
            looks: Mutex::default(),
            reader: observing.reader(),
        });
        observing.deliver_to(handler(live.clone()));
        self.shown_checks.set(Some(live.clone()));
        *self.observation.lock().await = Some(observing);
        Ok(live.status())
    }

    /// The check that is being shown for this proposal.
    pub(crate) fn shown_check_status(&self, id: ProposalId) -> Option<ShownCheckStatus> {
        self.shown_checks.of(id).map(|live| live.status())
    }

    /// Reads the last look afresh. What is watched goes on, so that the person can look elsewhere if it does not help.
    pub(crate) async fn read_last_look(&self, id: ProposalId) -> Answer<Reading> {
        let live = self.shown_checks.of(id).ok_or_else(none_is_shown)?;
        self.observation.flush(Purpose::ShownCheck(id)).await;
        let look = live.looks().first().cloned();
        let Some(look) = look else {
            let message = "Nothing was looked at yet. Open the page where the result stands, or run a command that shows it";
            return Err(request::invalid("looks", message));
        };
        let unusable = |why: String| {
            let message = format!("“{}” cannot be used as a check: {why}. Look somewhere else, then finish again.", look.title);
            Failure::new(ErrorCode::Conflict, message).with_details(json!({ "source": look.source }))
        };
        match live.reader.read(&look.source, READ_TIMEOUT).await {
            None => Err(unusable("nothing that is watched can read it".to_owned())),
            Some(Err(why)) => Err(unusable(why)),
            Some(Ok(reading)) if reading.source != look.source => {
                Err(unusable("opened again, its address leads to another page".to_owned()))
            }
            Some(Ok(reading)) if asks_to_sign_in(&reading) => Err(unusable("it asks to sign in".to_owned())),
            Some(Ok(reading)) => Ok(reading),
        }
    }

    /// Errors: `CONFLICT` when no check of this proposal is shown.
    pub(crate) async fn end_shown_check(&self, id: ProposalId) -> Answer<()> {
        self.shown_checks.of(id).ok_or_else(none_is_shown)?;
        self.give_up_any_shown_check().await;
        Ok(())
    }

    /// Ends what is shown, if anything is.
    pub(crate) async fn give_up_any_shown_check(&self) {
        if let Some(live) = self.shown_checks.live() {
            self.observation.end(Purpose::ShownCheck(live.proposal)).await;
            self.shown_checks.set(None);
        }
    }
}

fn none_is_shown() -> Failure {
    Failure::new(ErrorCode::Conflict, "No check is being shown for this proposal. Begin with “Show me how you check”.")
}

fn handler(live: Arc<LiveCheck>) -> ObservationHandler {
    Box::new(move |batch| {
        let live = live.clone();
        async move {
            for observation in batch {
                live.observe(observation);
            }
        }
        .boxed()
    })
}
