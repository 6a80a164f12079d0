//! The closing looks: after a demonstration has stopped and before its adapters end, the sources that it worked on are read again, so that
//! the draft knows what it changed. The session is `stopped` meanwhile, and its draft waits.

use crate::Answer;
use crate::core::Core;
use crate::core::blocking::blocking;
use crate::core::transaction::WriteTx;
use crate::session::observation::{ObservationSlot, Purpose, SourceReader};
use crate::session::readings::log_limit;
use apprentice_compiler::{SourceReadings, closing_looks};
use apprentice_contracts::error::Failure;
use apprentice_contracts::event::{Event, ReadingResult};
use apprentice_contracts::ids::LearnSessionId;
use apprentice_contracts::observation::ObservedAction;
use apprentice_contracts::reading::{Reading, ReadingSource};
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_store::{actions, readings, sessions};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// What was read may name further sources, such as the page of a new record.
const ROUNDS: usize = 3;
const MAX_SOURCES: usize = 16;
const SOURCE_TIMEOUT: Duration = Duration::from_secs(25);
const ALL_TIMEOUT: Duration = Duration::from_secs(40);

/// The closing looks that are running; at most those of one session.
#[derive(Clone, Default)]
pub(crate) struct ClosingLooks(Arc<Mutex<Option<Live>>>);

#[derive(Clone)]
struct Live {
    session: LearnSessionId,
    cancelled: CancellationToken,
    ended: CancellationToken,
}

/// What is read first, and what the following rounds are derived from.
pub(crate) struct Looks {
    session: LearnSessionId,
    last_seq: u32,
    actions: Arc<Vec<ObservedAction>>,
    readings: Vec<SourceReadings>,
    next: Vec<ReadingSource>,
    /// Sources that were named in this or an earlier round.
    named: BTreeSet<ReadingSource>,
}

/// Removes the looks from the list of those that run when it is dropped.
pub(crate) struct RunningGuard {
    looks: ClosingLooks,
    live: Live,
}

impl Drop for RunningGuard {
    fn drop(&mut self) {
        *self.looks.live() = None;
        self.live.ended.cancel();
    }
}

impl ClosingLooks {
    fn live(&self) -> MutexGuard<'_, Option<Live>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn of(&self, id: LearnSessionId) -> Option<Live> {
        self.live().clone().filter(|live| live.session == id)
    }

    /// Whether the result of this demonstration is being read.
    pub(crate) fn is_reading(&self, id: LearnSessionId) -> bool {
        self.of(id).is_some()
    }

    /// Waits until the result of this demonstration was read.
    pub(crate) async fn wait(&self, id: LearnSessionId) {
        if let Some(live) = self.of(id) {
            live.ended.cancelled().await;
        }
    }

    /// Ends the reading. Returns whether it was running. What was read until now stays.
    pub(crate) async fn give_up(&self, id: LearnSessionId) -> bool {
        let Some(live) = self.of(id) else { return false };
        live.cancelled.cancel();
        live.ended.cancelled().await;
        true
    }

    /// Ends the reading of any session.
    pub(crate) async fn give_up_any(&self) {
        let session = self.live().as_ref().map(|live| live.session);
        if let Some(session) = session {
            self.give_up(session).await;
        }
    }

    /// Marks the looks as running. The caller holds the gate.
    pub(crate) fn begin(&self, session: LearnSessionId) -> RunningGuard {
        let live = Live { session, cancelled: CancellationToken::new(), ended: CancellationToken::new() };
        *self.live() = Some(live.clone());
        RunningGuard { looks: self.clone(), live }
    }
}

impl Looks {
    /// What to read at the end of a demonstration. `None`: nothing.
    pub(crate) async fn plan(core: &Core, session: LearnSessionId) -> Answer<Option<Self>> {
        let (actions, readings) = core
            .store
            .read(move |db| {
                Ok::<_, Failure>((actions::of_session(db, session)?, crate::session::readings::of_session(db, session)?))
            })
            .await?;
        let last_seq = actions.last().map_or(0, |action| action.seq);
        let mut looks =
            Self { session, last_seq, actions: Arc::new(actions), readings, next: Vec::new(), named: BTreeSet::new() };
        looks.find_next().await?;
        Ok(Some(looks).filter(|looks| !looks.next.is_empty()))
    }

    pub(crate) fn progress(&self) -> ReadingResult {
        ReadingResult { read: 0, of: self.planned(MAX_SOURCES), ended: false }
    }

    /// How many sources the next round reads, if `left` may be read beside data.
    fn planned(&self, left: usize) -> u32 {
        let data = self.next.iter().filter(|source| is_data(source)).count();
        (data + (self.next.len() - data).min(left)) as u32
    }

    /// Finds the sources of the next round. Each source is read once.
    async fn find_next(&mut self) -> Answer<()> {
        let (actions, readings) = (self.actions.clone(), self.readings.clone());
        let found = blocking("finding what to read", move || closing_looks(&actions, &readings)).await?;
        self.next = found.into_iter().filter(|source| self.named.insert(source.clone())).collect();
        Ok(())
    }

    /// Reads, stores what was read, and ends the observation.
    pub(crate) async fn run(
        mut self,
        core: Arc<Core>,
        reader: SourceReader,
        observation: ObservationSlot,
        running: RunningGuard,
    ) {
        let session = self.session;
        let cancelled = running.live.cancelled.clone();
        let mut progress = self.progress();
        let read = tokio::select! {
            read = self.read_all(&core, &reader, &mut progress) => read,
            () = cancelled.cancelled() => Ok(()),
        };
        if let Err(failure) = read {
            tracing::warn!(%failure, "the result of a demonstration could not be read to its end");
        }
        observation.end(Purpose::Demonstration(session)).await;
        // Before the event, so that a client that asks again finds that it has ended.
        drop(running);
        let ended = ReadingResult { ended: true, ..progress };
        if let Err(failure) = core.change(move |tx| report(tx, session, ended)).await {
            tracing::warn!(%failure, "the end of the reading could not be stored");
        }
    }

    async fn read_all(&mut self, core: &Core, reader: &SourceReader, progress: &mut ReadingResult) -> Answer<()> {
        let deadline = Instant::now() + ALL_TIMEOUT;
        let mut left = MAX_SOURCES;
        for round in 1..=ROUNDS {
            let mut kept = 0;
            self.next.retain(|source| {
                kept += usize::from(!is_data(source));
                is_data(source) || kept <= left
            });
            left -= kept.min(left);
            if self.next.is_empty() {
                return Ok(());
            }
            let (pages, others): (Vec<_>, Vec<_>) =
                std::mem::take(&mut self.next).into_iter().partition(|source| matches!(source, ReadingSource::Page { .. }));
            let (sender, mut results) = tokio::sync::mpsc::unbounded_channel();
            let read = futures::future::join(
                read_in_order(reader, pages, deadline, sender.clone()),
                read_in_order(reader, others, deadline, sender),
            );
            let store = async {
                while let Some((source, after)) = results.recv().await {
                    progress.read += 1;
                    progress.of = progress.of.max(progress.read);
                    self.take(core, source, after, *progress).await?;
                }
                Ok::<_, Failure>(())
            };
            futures::future::join(read, store).await.1?;
            if round == ROUNDS || Instant::now() >= deadline {
                return Ok(());
            }
            self.find_next().await?;
            progress.of = progress.read + self.planned(left);
        }
        Ok(())
    }

    /// Keeps and stores what was read.
    async fn take(
        &mut self,
        core: &Core,
        source: ReadingSource,
        after: Result<Reading, String>,
        progress: ReadingResult,
    ) -> Answer<()> {
        match self.readings.iter_mut().find(|one| one.source == source) {
            Some(known) => known.after = Some(after.clone()),
            None => self.readings.push(SourceReadings {
                source: source.clone(),
                before: None,
                seen_after: self.last_seq,
                after: Some(after.clone()),
            }),
        }
        let (session, last_seq) = (self.session, self.last_seq);
        core.change(move |tx| {
            if sessions::get(tx.db, session)?.is_some_and(|record| record.session.state == State::Stopped) {
                log_limit(readings::put_after(tx.db, session, last_seq, &source, &after)?, session);
            }
            report(tx, session, progress)
        })
        .await
    }
}

/// Data of pages and what they sent are not counted: asking for them again takes no time.
fn is_data(source: &ReadingSource) -> bool {
    matches!(source, ReadingSource::Data { .. } | ReadingSource::Sent)
}

/// Sends each source with what was read of it, or why not.
async fn read_in_order(
    reader: &SourceReader,
    sources: Vec<ReadingSource>,
    deadline: Instant,
    results: tokio::sync::mpsc::UnboundedSender<(ReadingSource, Result<Reading, String>)>,
) {
    for source in sources {
        // What pages sent was kept while they were watched: it costs no time, and shows what the task changed.
        let left = match source {
            ReadingSource::Sent => SOURCE_TIMEOUT,
            _ => deadline.saturating_duration_since(Instant::now()),
        };
        let after = match left.is_zero() {
            true => Err("there was no time left to read it".to_owned()),
            // What no adapter reads stays unknown.
            false => match reader.read(&source, SOURCE_TIMEOUT.min(left)).await {
                Some(after) => after,
                None => continue,
            },
        };
        if results.send((source, after)).is_err() {
            return;
        }
    }
}

/// Adds an event, unless the session was cancelled or deleted meanwhile.
fn report(tx: &WriteTx<'_>, session: LearnSessionId, progress: ReadingResult) -> Answer<()> {
    if sessions::get(tx.db, session)?.is_some_and(|record| record.session.state == State::Stopped) {
        tx.event(session, &Event::CaptureReadingResult(progress))?;
    }
    Ok(())
}
