//! Listeners that one process opens and another one serves. A listener stays in the network namespace in which it was opened, so a program
//! outside of a namespace can serve those within it.

use crate::system::handover as system;
use std::io;
use std::net::TcpListener;
use std::path::Path;

/// The most listeners that are handed over at once.
pub const MOST: usize = 16;

/// A socket in a folder, at which another process hands over its listeners once.
#[derive(Debug)]
pub struct Handover(system::Handover);

impl Handover {
    /// Creates the socket. Who may enter its folder may hand something over. Call it within a Tokio runtime.
    ///
    /// # Errors
    /// Those of `bind(2)`, among them `InvalidInput` for a path of more than about 100 bytes; `Unsupported` except on Linux.
    pub fn at(path: &Path) -> io::Result<Self> {
        system::Handover::at(path).map(Self)
    }

    /// Waits for the other process, and answers what it hands over, in its order. The listeners do not block.
    ///
    /// # Errors
    /// `InvalidData` when it hands over something else, or another number than `count`.
    pub async fn receive(self, count: usize) -> io::Result<Vec<TcpListener>> {
        let given = self.0.receive().await?;
        if given.len() != count {
            return Err(io::Error::new(io::ErrorKind::InvalidData, format!("{} listeners came instead of {count}", given.len())));
        }
        for listener in &given {
            // Also distinguishes a listener from another file.
            listener.local_addr()?;
            listener.set_nonblocking(true)?;
        }
        Ok(given)
    }
}

/// Hands listeners over to the process that waits at `path`.
///
/// # Errors
/// `InvalidInput` for more than [`MOST`]; those of `connect(2)` and `sendmsg(2)`; `Unsupported` except on Linux.
pub fn give(path: &Path, listeners: &[TcpListener]) -> io::Result<()> {
    if listeners.len() > MOST {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("more than {MOST} listeners")));
    }
    system::give(path, listeners)
}

#[cfg(test)]
#[cfg(all(target_os = "linux", not(apprentice_no_unix)))]
mod tests {
    use super::*;
    use std::io::{ErrorKind, Write};
    use std::net::TcpStream;
    use tokio::io::AsyncReadExt;

    fn listener() -> TcpListener {
        TcpListener::bind("127.0.0.1:0").unwrap()
    }

    #[tokio::test]
    async fn who_receives_a_listener_serves_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("socket");
        let handover = Handover::at(&path).unwrap();
        let (one, two) = (listener(), listener());
        let (first, second) = (one.local_addr().unwrap(), two.local_addr().unwrap());
        give(&path, &[one, two]).unwrap();
        // Connections that come before it is served wait.
        TcpStream::connect(second).unwrap().write_all(b"hello").unwrap();
        let mut given = handover.receive(2).await.unwrap().into_iter();
        assert_eq!(given.next().unwrap().local_addr().unwrap(), first, "in the order in which they were given");
        let listener = tokio::net::TcpListener::from_std(given.next().unwrap()).unwrap();
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut said = String::new();
        stream.read_to_string(&mut said).await.unwrap();
        assert_eq!(said, "hello");
        drop(listener);
        assert!(TcpStream::connect(second).is_err(), "nobody else holds it");
    }

    #[tokio::test]
    async fn another_number_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("socket");
        let handover = Handover::at(&path).unwrap();
        give(&path, &[listener()]).unwrap();
        assert_eq!(handover.receive(2).await.unwrap_err().kind(), ErrorKind::InvalidData);
        assert!(give(&path, &[listener()]).is_err(), "nobody waits any more");
        let many: Vec<TcpListener> = (0..=MOST).map(|_| listener()).collect();
        assert_eq!(give(&path, &many).unwrap_err().kind(), ErrorKind::InvalidInput);
    }
}
