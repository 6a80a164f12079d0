//! How many connections of one listener are open. When all slots are taken, a new connection takes the slot of the oldest one that has not
//! shown the token of a person. So no other program can keep a person out, by open connections, requests that it never ends, or answers
//! that it never reads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio_util::sync::CancellationToken;

/// The slots of one listener.
pub(crate) struct Slots {
    limit: usize,
    taken: Mutex<Taken>,
}

/// The connections by the order in which they were accepted.
#[derive(Default)]
struct Taken {
    next: u64,
    connections: BTreeMap<u64, Connection>,
}

/// An open connection. Every request carries it as an extension.
#[derive(Clone)]
pub(crate) struct Connection {
    is_persons: Arc<AtomicBool>,
    evicted: CancellationToken,
}

impl Connection {
    /// A request on it has shown the token of a person, so it keeps its slot.
    pub fn keep(&self) {
        self.is_persons.store(true, Ordering::Relaxed);
    }

    /// Returns when another connection has taken its slot.
    pub async fn evicted(&self) {
        self.evicted.cancelled().await;
    }
}

/// A taken slot. It is free again when this is dropped.
pub(crate) struct Slot {
    slots: Arc<Slots>,
    number: u64,
    /// The connection that holds it.
    pub connection: Connection,
}

impl Slots {
    pub fn new(limit: usize) -> Arc<Self> {
        Arc::new(Self { limit, taken: Mutex::default() })
    }

    /// A slot for a new connection. `None`: persons hold all of them.
    pub fn take(self: &Arc<Self>) -> Option<Slot> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if taken.connections.len() >= self.limit {
            let oldest = taken.connections.iter().find(|(_, other)| !other.is_persons.load(Ordering::Relaxed));
            let number = oldest.map(|(number, _)| *number)?;
            if let Some(connection) = taken.connections.remove(&number) {
                connection.evicted.cancel();
            }
        }
        let number = taken.next;
        taken.next += 1;
        let connection = Connection { is_persons: Arc::default(), evicted: CancellationToken::new() };
        taken.connections.insert(number, connection.clone());
        Some(Slot { slots: self.clone(), number, connection })
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.slots.taken.lock().unwrap_or_else(PoisonError::into_inner).connections.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_oldest_connection_that_is_no_persons_gives_way() {
        let slots = Slots::new(3);
        let [person, oldest, other] = [(); 3].map(|()| slots.take().unwrap());
        person.connection.keep();
        let newest = slots.take().expect("a slot");
        oldest.connection.evicted().await;
        assert!(![&person, &other, &newest].iter().any(|slot| slot.connection.evicted.is_cancelled()));
        // It ends after its slot was given away.
        drop(oldest);
        other.connection.keep();
        newest.connection.keep();
        assert!(slots.take().is_none(), "persons hold all of them");
        drop(other);
        assert!(slots.take().is_some());
    }
}
