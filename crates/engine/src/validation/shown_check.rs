//! *Show me how you check*: watches where the person looks to see that the task worked. Nothing of it is stored until it is finished.

use crate::Answer;
use crate::core::notify::{ChangeNotice, ChangeNotifier};
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
use apprentice_store::sessions::SessionRecord;
use futures::FutureExt;
use serde_json::json;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Time limit of the look that is read at the end.
const READ_TIMEOUT: Duration = Duration::from_secs(32);

/// How long a check may be shown: as long as a session may wait for its start.
const LONGEST: chrono::Duration = chrono::Duration::hours(1);

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
    notifier: ChangeNotifier,
}

impl ShownChecks {
    fn live(&self) -> Option<Arc<LiveCheck>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The proposal of the check that is being shown.
    pub(crate) fn proposal(&self) -> Option<ProposalId> {
        self.live().map(|live| live.proposal)
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
        self.notifier.notify(ChangeNotice::ShownCheck);
    }

    /// The look that was chosen, or the last one.
    fn chosen(&self, source: Option<&ReadingSource>) -> Answer<ShownLook> {
        let looks = self.looks();
        let Some(last) = looks.first() else {
            let message = "nothing was looked at yet. Open the page that shows the result, or run a command that shows it";
            return Err(request::invalid("source", message));
        };
        match source {
            None => Ok(last.clone()),
            Some(source) => looks
                .iter()
                .find(|look| look.source == *source)
                .cloned()
                .ok_or_else(|| request::invalid("source", "there is no such look; choose one of those that the status lists")),
        }
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

    /// A page reports its title when it is read. Reading it in the background is no look.
    fn take_title(&self, reading: &Reading) {
        let is_news = |look: &&mut ShownLook| look.source == reading.source && look.title != reading.title;
        if let Some(look) = self.looks().iter_mut().find(is_news).filter(|_| !reading.title.trim().is_empty()) {
            look.title.clone_from(&reading.title);
            self.notifier.notify(ChangeNotice::ShownCheck);
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
        allows_a_check(&record)?;
        let plan = ObservationPlan {
            sources: record.session.watch.clone(),
            allowed: record.session.target_app_whitelist.clone(),
            start_url: preflight::start_url(&self.core, request.start_url.as_deref().or(record.start_url.as_deref()))?,
            run_folder: None,
            keep_folder: None,
        };
        let mut observing = ActiveObservation::begin(&self.core, Purpose::ShownCheck(id), plan).await?;
        let live = Arc::new(LiveCheck {
            proposal: id,
            started_at: self.core.now(),
            looks: Mutex::default(),
            reader: observing.reader(),
            notifier: self.core.notifier.clone(),
        });
        // A lost look is not offered; the person can look again.
        observing.deliver_to(self.core.supervisor.clone(), handler(live.clone()), Box::new(|_| ()));
        self.shown_checks.set(Some(live.clone()));
        *self.observation.lock().await = Some(observing);
        self.core.notifier.notify(ChangeNotice::ShownCheck);
        Ok(live.status())
    }

    /// The check that is being shown for this proposal.
    pub(crate) fn shown_check_status(&self, id: ProposalId) -> Option<ShownCheckStatus> {
        self.shown_checks.of(id).map(|live| live.status())
    }

    /// Reads a look afresh; the last one when none is chosen. What is watched goes on, so that the person can look elsewhere if it does
    /// not help.
    pub(crate) async fn read_look(&self, id: ProposalId, source: Option<&ReadingSource>) -> Answer<Reading> {
        let live = self.shown_checks.of(id).ok_or_else(none_is_shown)?;
        self.observation.flush(Purpose::ShownCheck(id)).await;
        let look = live.chosen(source)?;
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
    pub(crate) fn still_shown(&self, id: ProposalId) -> Answer<()> {
        self.shown_checks.of(id).map(drop).ok_or_else(none_is_shown)
    }

    /// Errors: `CONFLICT` when no check of this proposal is shown.
    pub(crate) async fn end_shown_check(&self, id: ProposalId) -> Answer<()> {
        self.still_shown(id)?;
        self.give_up_shown_check(id).await;
        Ok(())
    }

    /// Ends a check that nobody finished in time. The caller holds the gate.
    pub(crate) async fn expire_shown_check(&self) {
        let abandoned = |live: &Arc<LiveCheck>| live.started_at <= self.core.now() - LONGEST;
        if let Some(live) = self.shown_checks.live().filter(abandoned) {
            self.give_up_shown_check(live.proposal).await;
        }
    }

    /// Ends what is shown for this proposal, if anything is.
    pub(crate) async fn give_up_shown_check(&self, id: ProposalId) {
        if self.shown_checks.of(id).is_some() {
            self.observation.end(Purpose::ShownCheck(id)).await;
            self.shown_checks.set(None);
            self.core.notifier.notify(ChangeNotice::ShownCheck);
        }
    }
}

/// Errors: `INVALID_LEARN_STATE_TRANSITION` when the draft cannot be changed, or its recording was deleted.
pub(crate) fn allows_a_check(record: &SessionRecord) -> Answer<()> {
    let state = record.session.state;
    if state.allows_on_proposal(ProposalAction::ShowCheck) && !record.purged {
        return Ok(());
    }
    let message = "A check can be shown while the recording of the draft is there and the draft is not installed.";
    Err(Failure::new(ErrorCode::InvalidLearnStateTransition, message).with_details(json!({ "state": state })))
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
