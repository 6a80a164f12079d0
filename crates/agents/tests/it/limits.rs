//! A run that uses more than it may is ended, with its reason.

use crate::scripted::{Notes, Stage};
use apprentice_agents::run::{End, Limits};
use serde_json::json;
use std::sync::Arc;

/// Takes at most one gibibyte, also where nothing ends it.
const HOG: &str =
    "exec node -e \"const all = []; setInterval(() => all.length < 32 && all.push(Buffer.alloc(32 << 20, 1)), 20)\"";
/// Starts at most two hundred processes, which lose their parent.
const FORKS: &str = "for number in $(seq 200); do (setsid sleep 600 &); done; sleep 600";

async fn ends(stage: &mut Stage, limits: Limits, command: &str, expected: &str) {
    stage.limits = Limits { grace: stage.limits.grace, ..limits };
    let notes = Arc::new(Notes::default());
    let end = stage.runs(&json!({ "steps": [{ "run": command }, { "say": "done" }] }), &notes).await;
    assert_eq!(end, End::TooMuch(expected.to_owned()));
    assert!(!notes.said().contains("done"), "{}", notes.said());
}

fn limits() -> Limits {
    Limits { memory: 400 << 20, processes: 60, ..Limits::default() }
}

#[tokio::test]
async fn what_takes_too_much_memory_ends() {
    ends(&mut Stage::new(), limits(), HOG, "more than 400 MiB of memory").await;
}

#[tokio::test]
async fn what_starts_too_many_processes_ends() {
    ends(&mut Stage::new(), limits(), FORKS, "more than 60 processes at a time").await;
}

#[tokio::test]
async fn what_starts_too_many_threads_ends() {
    let limits = Limits { threads: 40, ..limits() };
    let threads = "const { Worker } = require('node:worker_threads'); for (let at = 0; at < 50; at++) new Worker('setInterval(() => {}, 1000)', { eval: true })";
    ends(&mut Stage::new(), limits, &format!("exec node -e \"{threads}\""), "more than 40 threads at a time").await;
}

/// These fail where this machine cannot isolate a run; `scripts/test` leaves them out there, and says so.
mod needs_isolation {
    use super::*;
    use crate::needs_isolation::{said, walled};

    #[tokio::test]
    async fn the_system_lets_a_run_have_no_more_threads_than_twice_the_limit() {
        let mut stage = walled();
        stage.limits.threads = 3000;
        let said = said(&stage, &json!([{ "run": "grep 'Max processes' /proc/self/limits" }])).await;
        let limits: Vec<&str> = said.split_whitespace().collect();
        assert_eq!(limits[2..4], ["6000", "6000"], "{said}");
    }

    #[tokio::test]
    async fn what_is_kept_in_memory_within_walls_is_limited() {
        let stage = walled();
        let home = stage.walls.user_home.clone().unwrap();
        let places = format!("/tmp /dev/shm {}", home.display());
        let command = format!("for place in {places}; do stat -f -c '%b %s' $place; done; touch /new /dev/new || echo closed");
        let said = said(&stage, &json!([{ "run": command }])).await;
        let sizes: Vec<u64> = said
            .lines()
            .filter_map(|line| line.split_once(' '))
            .filter_map(|(blocks, size)| Some(blocks.parse::<u64>().ok()? * size.parse::<u64>().ok()?))
            .collect();
        assert_eq!(sizes, [1 << 30; 3], "{said}");
        assert!(said.contains("closed") && said.matches("Read-only file system").count() == 2, "{said}");
    }

    #[tokio::test]
    async fn what_takes_too_much_memory_ends() {
        ends(&mut walled(), limits(), HOG, "more than 400 MiB of memory").await;
    }

    #[tokio::test]
    async fn what_starts_too_many_processes_ends() {
        ends(&mut walled(), limits(), FORKS, "more than 60 processes at a time").await;
    }
}
