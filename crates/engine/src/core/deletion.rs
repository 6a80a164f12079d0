//! Deleted bytes: SQLite leaves them in its files until they are overwritten.

use crate::Answer;
use crate::core::Core;
use crate::core::transaction::WriteTx;
use apprentice_store::settings;

/// Set by the transaction of a deletion; removed when the database's files hold no byte of it any more.
const DELETED_BYTES: &str = "deleted_bytes_linger";

/// Notes that this transaction deletes bytes that must be overwritten.
pub(crate) fn mark_deleted_bytes(tx: &WriteTx<'_>) -> Answer<()> {
    Ok(settings::put(tx.db, DELETED_BYTES, &true)?)
}

impl Core {
    /// Overwrites deleted bytes in the database's files. A failure is tried again with the upkeep, also after a restart.
    pub(crate) async fn erase_deleted_bytes(&self) {
        let marked = self.store.read(|db| settings::get::<bool>(db, DELETED_BYTES)).await;
        match marked {
            Ok(None) => return,
            Ok(Some(_)) => {}
            Err(error) => tracing::warn!(%error, "it is not known whether deleted bytes remain in the database's files"),
        }
        if let Err(error) = self.store.vacuum().await {
            tracing::warn!(%error, "deleted bytes remain in the database's files; overwriting is tried again");
            return;
        }
        if let Err(failure) = self.change(|tx| Ok(settings::delete(tx.db, DELETED_BYTES)?)).await {
            tracing::warn!(%failure, "the database's files are overwritten once more with the next upkeep");
        }
    }
}
