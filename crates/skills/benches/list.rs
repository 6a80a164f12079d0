//! Listing thousands of skills, and how soon a watched listing shows a changed file.
//!
//! The bars: 2,350 skills in under 100 ms by a cold process (`scripts/bench-skills` measures the process), a change in under 50 ms
//! p99 after it was made.

#![allow(clippy::unwrap_used, reason = "a benchmark may panic")]

use apprentice_contracts::skill::SkillScope;
use apprentice_skills::agents::environment::Environment;
use apprentice_skills::discovery::discover::{self, Root};
use apprentice_skills::discovery::watch::{Search, Watch};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};
use tempfile::TempDir;

fn text(index: usize, description: &str) -> String {
    let steps = "Open the page, read what it says, and write it down.\n".repeat(150);
    format!(
        "---\nname: skill-{index}\ndescription: {description}\nlicense: MIT\nmetadata:\n  version: \"1.0\"\n---\n\n# Skill\n\n{steps}"
    )
}

fn skills(count: usize) -> (TempDir, Root) {
    let folder = tempfile::tempdir().unwrap();
    for index in 0..count {
        let skill = folder.path().join(format!("skill-{index}"));
        fs::create_dir(&skill).unwrap();
        fs::write(skill.join("SKILL.md"), text(index, "Does something. Use when it is to be done.")).unwrap();
    }
    let root = Root { path: folder.path().to_path_buf(), scope: SkillScope::User, agents: Vec::new(), namespace: None };
    (folder, root)
}

fn listing(c: &mut Criterion) {
    let mut group = c.benchmark_group("list");
    group.sample_size(10);
    for count in [100, 2_350, 20_000] {
        let (_folder, root) = skills(count);
        let roots = [root];
        group.bench_with_input(BenchmarkId::from_parameter(count), &roots, |b, roots| {
            b.iter(|| black_box(discover::search(roots, &[])).write_json(&mut std::io::sink()).unwrap());
        });
    }
    group.finish();
}

const CHANGES: usize = 300;

/// A distribution, which criterion does not report.
fn change(_: &mut Criterion) {
    for count in [100, 2_350] {
        let (folder, root) = skills(count);
        let (tell, told) = channel();
        let search = Search { roots: vec![root], known: Vec::new(), environment: Environment::default() };
        let watch = Watch::start(search, move |_| tell.send(()).unwrap_or_default()).unwrap();
        let mut took: Vec<Duration> = (0..CHANGES).map(|round| one_change(folder.path(), &watch, &told, count, round)).collect();
        took.sort_unstable();
        let at = |share: usize| took[(CHANGES * share / 100).min(CHANGES - 1)];
        println!("change to visible, {count} skills: p50 {:?}, p99 {:?}, worst {:?}", at(50), at(99), took[CHANGES - 1]);
    }
}

fn one_change(folder: &Path, watch: &Watch, told: &std::sync::mpsc::Receiver<()>, count: usize, round: usize) -> Duration {
    let (index, description) = (round % count, format!("Round {round}."));
    let file = folder.join(format!("skill-{index}/SKILL.md"));
    let content = text(index, &description);
    let began = Instant::now();
    fs::write(file, content).unwrap();
    loop {
        told.recv_timeout(Duration::from_secs(20)).unwrap();
        let took = began.elapsed();
        if watch.look(|listing| listing.skills().any(|skill| skill.description == description)) {
            return took;
        }
    }
}

criterion_group!(benches, listing, change);
criterion_main!(benches);
