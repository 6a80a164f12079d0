//! Compiles the live draft while a session records.
//!
//! It runs beside the capture: the capture only notes that something was recorded. What was recorded is read in a read transaction, which
//! holds up no writer, and is compiled on a thread of its own.

use crate::Answer;
use crate::core::blocking::blocking;
use crate::core::notify::{ChangeNotice, ChangeNotifier};
use crate::proposal::draft::{compile_so_far, recorded_so_far};
use crate::session::live_draft::{LiveDrafts, LiveTurn};
use crate::session::operations::Sessions;
use crate::session::record::{find_session, load_session};
use apprentice_compiler::Draft;
use apprentice_contracts::error::Failure;
use apprentice_contracts::ids::LearnSessionId;
use apprentice_contracts::live_draft::{
    LiveCheckpoint, LiveDraft, LiveDraftResponse, LiveInput, MAX_LIVE_ACTIONS, MAX_UNNAMED, UnnamedAction,
};
use apprentice_contracts::observation::{ActionDetails, ObservedAction};
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_store::{Store, actions};
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// At most one live draft a second.
const PAUSE: Duration = Duration::from_secs(1);
/// The pause is also this many times as long as the compilation took, so that it uses at most a tenth of one core.
const REST: u32 = 9;

impl Sessions {
    pub(crate) async fn live_draft(&self, id: LearnSessionId) -> Answer<LiveDraftResponse> {
        let state = load_session(&self.core, id).await?.session.state;
        let records = matches!(state, State::Capturing | State::Paused);
        Ok(LiveDraftResponse { live_draft: self.live.of(id).filter(|_| records) })
    }

    /// Compiles the live draft of a session in the background until its recording or its observation ends.
    pub(super) fn follow_live(&self, id: LearnSessionId, observation_ended: CancellationToken) {
        let turn = self.live.begin(id, &observation_ended);
        // Without the core: it would keep a dropped engine alive.
        let (store, notifier) = (self.core.store.clone(), self.core.notifier.clone());
        self.core.supervisor.spawn("compiling the live draft", follow(store, notifier, self.live.clone(), turn));
    }
}

/// Compiles again after each change, one at a time. Changes that come meanwhile are compiled together.
async fn follow(store: Store, notifier: ChangeNotifier, live: LiveDrafts, mut turn: LiveTurn) {
    let ended = turn.ended.clone();
    let following = async {
        while turn.changes.changed().await.is_ok() {
            let begun = Instant::now();
            live.compiles(&mut turn);
            let differs = match compile(&store, turn.session).await {
                Ok(Compiled::Draft(draft)) => live.show(&turn, Some(draft)),
                Ok(Compiled::Nothing) => live.show(&turn, None),
                Ok(Compiled::TooMany) => live.stop_at(&turn, MAX_LIVE_ACTIONS),
                Err(failure) => {
                    tracing::warn!(%failure, "the live draft was not compiled");
                    false
                }
            };
            if differs {
                notifier.notify(ChangeNotice::LiveDraft);
            }
            tokio::time::sleep(PAUSE.max(begun.elapsed() * REST)).await;
        }
    };
    tokio::select! {
        () = ended.cancelled() => {}
        () = following => {}
    }
}

enum Compiled {
    Draft(LiveDraft),
    /// Nothing is recorded, or everything was taken out.
    Nothing,
    TooMany,
}

async fn compile(store: &Store, id: LearnSessionId) -> Answer<Compiled> {
    let recorded = store
        .read(move |db| {
            if actions::count_of_session(db, id)? > MAX_LIVE_ACTIONS {
                return Ok::<_, Failure>(None);
            }
            recorded_so_far(db, &find_session(db, id)?).map(Some)
        })
        .await?;
    let Some((base, demonstration)) = recorded else { return Ok(Compiled::TooMany) };
    if demonstration.actions.is_empty() {
        return Ok(Compiled::Nothing);
    }
    let draft = blocking("compiling the live draft", move || {
        let draft = compile_so_far(base.as_ref(), &demonstration);
        live_draft(id, draft.as_ref(), &demonstration.actions)
    });
    Ok(Compiled::Draft(draft.await?))
}

fn live_draft(id: LearnSessionId, draft: Option<&Draft>, actions: &[ObservedAction]) -> LiveDraft {
    let inputs = draft.iter().flat_map(|draft| &draft.graph.variables).filter(|variable| variable.changes);
    let checkpoints = draft.iter().flat_map(|draft| &draft.checkpoints);
    let mut unnamed: Vec<UnnamedAction> = actions.iter().filter_map(unnamed).collect();
    unnamed.drain(..unnamed.len().saturating_sub(MAX_UNNAMED));
    LiveDraft {
        learn_session_id: id,
        title: draft.map(|draft| draft.meaning.title.clone()),
        inputs: inputs
            .map(|variable| LiveInput {
                name: variable.name.clone(),
                label: variable.label.clone(),
                example: Some(variable.example.clone()).filter(|_| !variable.secret),
                list: variable.list,
            })
            .collect(),
        checkpoints: checkpoints
            .map(|checkpoint| LiveCheckpoint { checkpoint_id: checkpoint.checkpoint_id.clone(), goal: checkpoint.goal.clone() })
            .collect(),
        unnamed,
        actions: u32::try_from(actions.len()).unwrap_or(u32::MAX),
        stopped_at: None,
    }
}

/// What would be asked of an action, if the page gives no name to what it was done with. A click that did nothing is not worth a question,
/// and a control of a record is found by its record.
fn unnamed(action: &ObservedAction) -> Option<UnnamedAction> {
    let question = match &action.details {
        ActionDetails::Fill { target, .. } | ActionDetails::Choose { target, .. } | ActionDetails::Upload { target, .. }
            if target.unnamed || target.name.trim().is_empty() =>
        {
            "Which field was that?"
        }
        ActionDetails::Click { target } if target.unnamed && target.record.is_none() && action.caused_state_change => {
            "What did you click there?"
        }
        ActionDetails::Drag { target, .. } if target.unnamed && target.record.is_none() => "What did you drag there?",
        _ => return None,
    };
    Some(UnnamedAction {
        event_id: action.event_id,
        question: question.to_owned(),
        action_label: action.action_label.clone(),
        window_title: action.window_title.clone(),
    })
}
