//! The keychain of the person's account, or the encrypted file that replaces it (`secrets_file`), asked with patience and away from the threads that serve requests.

use crate::core::Core;
use apprentice_platform::keychain::Keychain;
use std::io;
use std::time::Duration;
use tokio::sync::oneshot;

/// The time in which a keychain says whether it is there.
pub(crate) const SOON: Duration = Duration::from_secs(3);
/// The time in which a person unlocks it.
pub(crate) const UNLOCKING: Duration = Duration::from_secs(90);

/// Calls the keychain on a thread of its own: one that waits for a person must not delay the end of the program. The error is a clause for
/// people.
pub(crate) async fn call<T: Send + 'static>(
    core: &Core,
    patience: Duration,
    work: impl FnOnce(&dyn Keychain) -> io::Result<T> + Send + 'static,
) -> Result<T, String> {
    let keychain = core.options.keychain.clone();
    let (send, answer) = oneshot::channel();
    let started = std::thread::Builder::new().name("keychain".to_owned()).spawn(move || {
        // Nobody waits any more after the time.
        let _late = send.send(work(&*keychain));
    });
    started.map_err(|error| error.to_string())?;
    match tokio::time::timeout(patience, answer).await {
        Ok(Ok(result)) => result.map_err(|error| error.to_string()),
        Ok(Err(_)) => Err("the keychain gave no answer".to_owned()),
        Err(_) => Err("the keychain was not unlocked in time".to_owned()),
    }
}

/// The encrypted file that replaces a keychain.
pub(crate) fn file(core: &Core) -> Option<String> {
    core.options.keychain.file().map(|path| path.display().to_string())
}

/// Why there is no keychain. `None`: there is one.
pub(crate) async fn missing(core: &Core) -> Option<String> {
    call(core, SOON, |keychain| keychain.available()).await.err()
}
