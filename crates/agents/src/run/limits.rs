//! The limits of memory, processes and threads of a run. Apprentice samples what the processes of the run use and ends the run beyond a limit, so
//! a short peak between two samples is not detected. Where the kernel can, it limits the threads of an isolated run to twice the limit.

use super::{Limits, MARK};
use apprentice_platform::processes::{Usage, usage};
use std::time::Duration;

/// How often it looks.
const STEP: Duration = Duration::from_millis(250);

/// The processes of a run.
#[derive(Clone, Debug)]
pub(super) struct Watched {
    /// The process that was started.
    pub leader: u32,
    /// The mark that identifies processes without a parent. `None`: in an isolated run there are none.
    pub mark: Option<String>,
}

/// Waits until the processes exceed a limit, and returns which one, as a text for people.
pub(super) async fn exceeded(watched: Watched, limits: Limits) -> String {
    let watched = std::sync::Arc::new(watched);
    let mut steps = tokio::time::interval(STEP);
    steps.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        steps.tick().await;
        let of = watched.clone();
        // Reading about processes blocks.
        let used = tokio::task::spawn_blocking(move || {
            let mark = of.mark.as_deref().map(|mark| (MARK, mark));
            usage(of.leader, mark)
        });
        match used.await {
            Ok(used) => {
                if let Some(what) = beyond(used, &limits) {
                    return what;
                }
            }
            Err(error) => tracing::error!(%error, "what a run uses could not be read"),
        }
    }
}

fn beyond(used: Usage, limits: &Limits) -> Option<String> {
    if used.memory > limits.memory {
        return Some(format!("more than {} MiB of memory", limits.memory >> 20));
    }
    if used.processes > limits.processes {
        return Some(format!("more than {} processes at a time", limits.processes));
    }
    (used.threads > limits.threads).then(|| format!("more than {} threads at a time", limits.threads))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_is_named() {
        let limits = Limits { memory: 64 << 20, processes: 8, threads: 32, ..Limits::default() };
        let within = Usage { memory: 64 << 20, processes: 8, threads: 32 };
        assert_eq!(beyond(within, &limits), None);
        for (used, expected) in [
            (Usage { memory: (64 << 20) + 1, ..within }, "more than 64 MiB of memory"),
            (Usage { processes: 9, ..within }, "more than 8 processes at a time"),
            (Usage { threads: 33, ..within }, "more than 32 threads at a time"),
        ] {
            assert_eq!(beyond(used, &limits).as_deref(), Some(expected));
        }
    }
}
