//! The live draft of the session that records: kept in memory, compiled beside the capture, and dropped when the recording ends.

use apprentice_contracts::ids::LearnSessionId;
use apprentice_contracts::live_draft::LiveDraft;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// The live draft of the session that records; at most one. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct LiveDrafts(Arc<Mutex<Option<Live>>>);

struct Live {
    session: LearnSessionId,
    changes: watch::Sender<u64>,
    ended: CancellationToken,
    draft: Option<LiveDraft>,
    /// How often something was deleted of what was recorded.
    deletions: u64,
}

/// The right to compile the live draft of one recording.
pub(crate) struct LiveTurn {
    pub session: LearnSessionId,
    /// Changes when something was recorded. The first wait ends at once.
    pub changes: watch::Receiver<u64>,
    /// Cancelled when the recording ended, or another one began.
    pub ended: CancellationToken,
    /// How often something had been deleted when the last compilation began.
    deletions: u64,
}

impl LiveDrafts {
    fn live(&self) -> MutexGuard<'_, Option<Live>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins the live draft of a recording. It takes the place of an earlier one. `ended`: cancelled when the observation ends.
    pub(crate) fn begin(&self, session: LearnSessionId, ended: &CancellationToken) -> LiveTurn {
        let ended = ended.child_token();
        let (changes, mut receiver) = watch::channel(0);
        receiver.mark_changed();
        let fresh = Live { session, changes, ended: ended.clone(), draft: None, deletions: 0 };
        if let Some(before) = self.live().replace(fresh) {
            before.ended.cancel();
        }
        LiveTurn { session, changes: receiver, ended, deletions: 0 }
    }

    /// Notes that something was recorded. It never waits.
    pub(crate) fn changed(&self, session: LearnSessionId) {
        if let Some(live) = self.live().as_ref().filter(|live| live.session == session) {
            live.changes.send_modify(|count| *count += 1);
        }
    }

    /// Notes that something was deleted of what was recorded. Nothing that was compiled before is shown any more.
    pub(crate) fn deleted(&self, session: LearnSessionId) {
        if let Some(live) = self.live().as_mut().filter(|live| live.session == session) {
            live.draft = None;
            live.deletions += 1;
            live.changes.send_modify(|count| *count += 1);
        }
    }

    /// Notes that a compilation begins, of what is recorded now.
    pub(crate) fn compiles(&self, turn: &mut LiveTurn) {
        if let Some(live) = self.live().as_ref().filter(|live| live.session == turn.session) {
            turn.deletions = live.deletions;
        }
    }

    /// Ends the live draft of a session. What is being compiled is dropped.
    pub(crate) fn end(&self, session: LearnSessionId) {
        if let Some(live) = self.live().take_if(|live| live.session == session) {
            live.ended.cancel();
        }
    }

    /// What is understood of a session so far.
    pub(crate) fn of(&self, session: LearnSessionId) -> Option<LiveDraft> {
        self.live().as_ref().filter(|live| live.session == session && !live.ended.is_cancelled())?.draft.clone()
    }

    /// Shows a draft, unless its recording ended or something was deleted meanwhile. `None`: nothing is recorded. Returns whether it is another
    /// one than before.
    pub(crate) fn show(&self, turn: &LiveTurn, draft: Option<LiveDraft>) -> bool {
        let is_current =
            |live: &&mut Live| live.session == turn.session && live.deletions == turn.deletions && !turn.ended.is_cancelled();
        let mut live = self.live();
        let Some(live) = live.as_mut().filter(is_current) else { return false };
        let differs = live.draft != draft;
        live.draft = draft;
        differs
    }

    /// Notes that the draft is not compiled any more because more than `limit` actions were recorded. What was shown stays.
    pub(crate) fn stop_at(&self, turn: &LiveTurn, limit: u32) -> bool {
        let shown = self.of(turn.session).unwrap_or_else(|| LiveDraft {
            learn_session_id: turn.session,
            title: None,
            inputs: Vec::new(),
            checkpoints: Vec::new(),
            unnamed: Vec::new(),
            actions: 0,
            stopped_at: None,
        });
        self.show(turn, Some(LiveDraft { stopped_at: Some(limit), ..shown }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn draft(session: LearnSessionId, actions: u32) -> LiveDraft {
        LiveDraft {
            learn_session_id: session,
            title: None,
            inputs: Vec::new(),
            checkpoints: Vec::new(),
            unnamed: Vec::new(),
            actions,
            stopped_at: None,
        }
    }

    #[test]
    fn what_is_compiled_after_the_end_is_not_shown() {
        let (drafts, observation) = (LiveDrafts::default(), CancellationToken::new());
        let id = LearnSessionId(Uuid::from_u128(1));
        let turn = drafts.begin(id, &observation);
        assert!(turn.changes.has_changed().unwrap(), "what was recorded before is compiled at once");
        assert!(drafts.show(&turn, Some(draft(id, 1))));
        assert!(!drafts.show(&turn, Some(draft(id, 1))), "the same draft is no change");
        drafts.end(id);
        assert!(!drafts.show(&turn, Some(draft(id, 2))));
        assert_eq!(drafts.of(id), None);
    }

    #[test]
    fn the_end_of_the_observation_ends_it_too() {
        let (drafts, observation) = (LiveDrafts::default(), CancellationToken::new());
        let id = LearnSessionId(Uuid::from_u128(1));
        let turn = drafts.begin(id, &observation);
        assert!(drafts.show(&turn, Some(draft(id, 1))));
        observation.cancel();
        assert_eq!((drafts.of(id), drafts.show(&turn, Some(draft(id, 2)))), (None, false));
    }

    #[test]
    fn a_later_recording_ends_the_earlier_one() {
        let (drafts, observation) = (LiveDrafts::default(), CancellationToken::new());
        let (first, second) = (LearnSessionId(Uuid::from_u128(1)), LearnSessionId(Uuid::from_u128(2)));
        let earlier = drafts.begin(first, &observation);
        let later = drafts.begin(second, &observation);
        assert!(earlier.ended.is_cancelled() && !later.ended.is_cancelled());
        drafts.changed(first);
        assert!(!drafts.show(&earlier, Some(draft(first, 1))));
    }

    #[test]
    fn beyond_the_limit_what_was_understood_stays() {
        let (drafts, observation) = (LiveDrafts::default(), CancellationToken::new());
        let id = LearnSessionId(Uuid::from_u128(1));
        let turn = drafts.begin(id, &observation);
        drafts.show(&turn, Some(draft(id, 7)));
        assert!(drafts.stop_at(&turn, 9));
        assert_eq!(drafts.of(id), Some(LiveDraft { stopped_at: Some(9), ..draft(id, 7) }));
        assert!(!drafts.stop_at(&turn, 9), "it is said once");
    }

    #[test]
    fn what_was_compiled_before_a_deletion_is_shown_no_more() {
        let (drafts, observation) = (LiveDrafts::default(), CancellationToken::new());
        let id = LearnSessionId(Uuid::from_u128(1));
        let mut turn = drafts.begin(id, &observation);
        drafts.compiles(&mut turn);
        drafts.show(&turn, Some(draft(id, 2)));
        drafts.deleted(id);
        assert_eq!(drafts.of(id), None);
        assert!(turn.changes.has_changed().unwrap(), "it is compiled again");
        assert!(!drafts.show(&turn, Some(draft(id, 2))), "of a compilation that began before the deletion");
        assert_eq!(drafts.of(id), None);
        drafts.compiles(&mut turn);
        assert!(drafts.show(&turn, Some(draft(id, 1))));
        assert!(drafts.show(&turn, None) && drafts.of(id).is_none(), "everything was taken out");
    }
}
