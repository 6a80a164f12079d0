//! Single-flight: one slow read runs at a time, and all callers that wait meanwhile share the next result.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// Reads that are shared by callers with an equal key.
pub(crate) struct SingleFlight<K, T> {
    state: Mutex<State<K, T>>,
    read_ended: Condvar,
}

struct State<K, T> {
    /// Number of started reads.
    started: u64,
    is_reading: bool,
    waiting: usize,
    /// The last result, kept while a caller waits for it.
    last: Option<(u64, K, Arc<T>)>,
}

impl<K, T> Default for SingleFlight<K, T> {
    fn default() -> Self {
        Self { state: Mutex::new(State { started: 0, is_reading: false, waiting: 0, last: None }), read_ended: Condvar::new() }
    }
}

impl<K: PartialEq + Clone, T> SingleFlight<K, T> {
    /// Returns the result of a `read` that started after this call, so that it sees every earlier change. Callers that wait while
    /// another read runs share the next one.
    pub(crate) fn share(&self, key: K, read: impl FnOnce(&K) -> T) -> Arc<T> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let wanted = state.started + 1;
        state.waiting += 1;
        while state.is_reading {
            state = self.read_ended.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.waiting -= 1;
        let shared = state.last.as_ref().filter(|(number, of, _)| *number >= wanted && *of == key);
        if let Some(found) = shared.map(|(_, _, found)| Arc::clone(found)) {
            if state.waiting == 0 {
                state.last = None;
            }
            return found;
        }
        state.started += 1;
        state.is_reading = true;
        state.last = None;
        let number = state.started;
        drop(state);
        let ending = ReadTurn(self);
        let found = Arc::new(read(&key));
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.waiting > 0 {
            state.last = Some((number, key, Arc::clone(&found)));
        }
        drop(state);
        drop(ending);
        found
    }
}

/// Gives the turn to the next reader, also when a read panics.
struct ReadTurn<'w, K, T>(&'w SingleFlight<K, T>);

impl<K, T> Drop for ReadTurn<'_, K, T> {
    fn drop(&mut self) {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner).is_reading = false;
        self.0.read_ended.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc::channel;

    #[test]
    fn one_read_runs_at_a_time_and_waiting_callers_share_the_next() {
        let single_flight: SingleFlight<&str, usize> = SingleFlight::default();
        let (reads, at_once) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let (started, has_begun) = channel();
        let (continue_draft, may_go_on) = channel::<()>();
        let read = |_: &&str| {
            assert_eq!(at_once.fetch_add(1, Ordering::SeqCst), 0, "two read at once");
            let number = reads.fetch_add(1, Ordering::SeqCst) + 1;
            at_once.fetch_sub(1, Ordering::SeqCst);
            number
        };
        std::thread::scope(|scope| {
            let (single_flight, read) = (&single_flight, &read);
            let first = scope.spawn(move || {
                single_flight.share("a", |key| {
                    started.send(()).unwrap();
                    may_go_on.recv().unwrap();
                    read(key)
                })
            });
            has_begun.recv().unwrap();
            let waiting: Vec<_> = (0..8).map(|_| scope.spawn(move || *single_flight.share("a", read))).collect();
            while single_flight.state.lock().unwrap().waiting < 8 {
                std::thread::yield_now();
            }
            continue_draft.send(()).unwrap();
            assert_eq!(*first.join().unwrap(), 1);
            let found: Vec<usize> = waiting.into_iter().map(|one| one.join().unwrap()).collect();
            assert!(found.iter().all(|number| *number == 2), "what was read before they came is not theirs: {found:?}");
        });
        assert_eq!(reads.load(Ordering::SeqCst), 2);
        assert_eq!(*single_flight.share("a", read), 3, "a later caller reads again");
        assert!(single_flight.state.lock().unwrap().last.is_none(), "and nothing is held on to");
        assert_eq!(*single_flight.share("b", read), 4);
    }

    #[test]
    fn a_panicking_read_blocks_nobody() {
        let single_flight: SingleFlight<(), usize> = SingleFlight::default();
        let broken = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| single_flight.share((), |()| panic!("broken"))));
        assert!(broken.is_err());
        assert_eq!(*single_flight.share((), |()| 7), 7);
    }
}
