//! Reads what a session observes now: the runtime snapshot (§0C.7) and the observation scope (§0C.8).

use crate::Answer;
use crate::session::observation;
use crate::session::observation::Purpose;
use crate::session::operations::Sessions;
use crate::session::record::find_session;
use crate::session::snapshot::{scope, snapshot, some};
use apprentice_contracts::event::RuntimeCurrentResponse;
use apprentice_contracts::ids::LearnSessionId;
use apprentice_contracts::observation::ObservationScopeRuntime;
use apprentice_contracts::session::WatchSource;

/// The error code of an adapter that lost what it watched, such as a browser that was closed. Pause and resume open it again; in a
/// rehearsal, `reopen_rehearsal` does.
const ADAPTER_LOST: &str = "ADAPTER_LOST";

impl Sessions {
    pub(crate) async fn runtime_current(&self) -> Answer<RuntimeCurrentResponse> {
        Ok(RuntimeCurrentResponse { current: self.core.store.read(|db| snapshot(db)).await? })
    }

    /// Why something is watched now.
    pub(crate) async fn purpose(&self) -> Option<Purpose> {
        self.observation.lock().await.as_ref().map(|observing| observing.purpose)
    }

    pub(crate) async fn observation_scope(&self, id: LearnSessionId) -> Answer<ObservationScopeRuntime> {
        let record = self.core.store.read(move |db| find_session(db, id)).await?;
        let mut scope = scope(&record);
        self.with_live_adapters(&mut scope, &record.session.watch).await;
        Ok(scope)
    }
}

impl Sessions {
    /// Adds what only this machine knows: the health of the adapters, and lost events that are not stored yet.
    pub(crate) async fn with_live_adapters(&self, scope: &mut ObservationScopeRuntime, watch: &[WatchSource]) {
        scope.events_lost = some(scope.events_lost.unwrap_or_default() + self.lost.of(scope.learn_session_id));
        scope.adapters = watch.iter().flat_map(|source| observation::adapter(&self.core, *source).status()).collect();
        let mut lost = self.observation.lost(Purpose::Demonstration(scope.learn_session_id));
        if let Some(run) = self.validation.rehearsal_of_session(scope.learn_session_id) {
            lost.extend(self.observation.lost(Purpose::Rehearsal(run)));
        }
        for adapter in scope.adapters.iter_mut().filter(|adapter| lost.contains(&adapter.kind)) {
            adapter.healthy = false;
            adapter.last_error_code = Some(ADAPTER_LOST.into());
        }
    }
}
