//! Reading that many ask for at once and that takes long: one reads at a time, and whoever waits shares what is read next.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// Reads of what `K` asks for.
pub(crate) struct Walks<K, T> {
    state: Mutex<State<K, T>>,
    ended: Condvar,
}

struct State<K, T> {
    /// Reads that were begun.
    begun: u64,
    under_way: bool,
    waiting: usize,
    /// What came of the last read, while somebody waits for it.
    last: Option<(u64, K, Arc<T>)>,
}

impl<K, T> Default for Walks<K, T> {
    fn default() -> Self {
        Self { state: Mutex::new(State { begun: 0, under_way: false, waiting: 0, last: None }), ended: Condvar::new() }
    }
}

impl<K: PartialEq + Clone, T> Walks<K, T> {
    /// What `read` finds, begun after this call: what was changed before it is seen. All who come while one reads share the next.
    pub(crate) fn share(&self, key: K, read: impl FnOnce(&K) -> T) -> Arc<T> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let wanted = state.begun + 1;
        state.waiting += 1;
        while state.under_way {
            state = self.ended.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.waiting -= 1;
        let shared = state.last.as_ref().filter(|(number, of, _)| *number >= wanted && *of == key);
        if let Some(found) = shared.map(|(_, _, found)| Arc::clone(found)) {
            if state.waiting == 0 {
                state.last = None;
            }
            return found;
        }
        state.begun += 1;
        state.under_way = true;
        state.last = None;
        let number = state.begun;
        drop(state);
        let ending = Ending(self);
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

/// Also when a read panics, the next one has its turn.
struct Ending<'w, K, T>(&'w Walks<K, T>);

impl<K, T> Drop for Ending<'_, K, T> {
    fn drop(&mut self) {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner).under_way = false;
        self.0.ended.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc::channel;

    #[test]
    fn one_reads_at_a_time_and_those_who_wait_share_the_next() {
        let walks: Walks<&str, usize> = Walks::default();
        let (reads, at_once) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let (begun, has_begun) = channel();
        let (go_on, may_go_on) = channel::<()>();
        let read = |_: &&str| {
            assert_eq!(at_once.fetch_add(1, Ordering::SeqCst), 0, "two read at once");
            let number = reads.fetch_add(1, Ordering::SeqCst) + 1;
            at_once.fetch_sub(1, Ordering::SeqCst);
            number
        };
        std::thread::scope(|scope| {
            let (walks, read) = (&walks, &read);
            let first = scope.spawn(move || {
                walks.share("a", |key| {
                    begun.send(()).unwrap();
                    may_go_on.recv().unwrap();
                    read(key)
                })
            });
            has_begun.recv().unwrap();
            let waiting: Vec<_> = (0..8).map(|_| scope.spawn(move || *walks.share("a", read))).collect();
            while walks.state.lock().unwrap().waiting < 8 {
                std::thread::yield_now();
            }
            go_on.send(()).unwrap();
            assert_eq!(*first.join().unwrap(), 1);
            let found: Vec<usize> = waiting.into_iter().map(|one| one.join().unwrap()).collect();
            assert!(found.iter().all(|number| *number == 2), "what was read before they came is not theirs: {found:?}");
        });
        assert_eq!(reads.load(Ordering::SeqCst), 2);
        assert_eq!(*walks.share("a", read), 3, "whoever comes later reads anew");
        assert!(walks.state.lock().unwrap().last.is_none(), "and nothing is held on to");
        assert_eq!(*walks.share("b", read), 4);
    }

    #[test]
    fn a_read_that_panics_holds_nobody_up() {
        let walks: Walks<(), usize> = Walks::default();
        let broken = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| walks.share((), |()| panic!("broken"))));
        assert!(broken.is_err());
        assert_eq!(*walks.share((), |()| 7), 7);
    }
}
