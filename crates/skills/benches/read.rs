//! What reading one skill costs. A list of 2,350 in 100 ms leaves 40 microseconds for each on two cores, files included.

use apprentice_skills::format::bundle::{Profile, read, summary};
use apprentice_skills::format::fix::fix;
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

fn skill(fields: &str) -> String {
    let body = "## Step\n\nDo this, then that, and look whether it worked.\n\n```sh\nmake tea\n```\n\n".repeat(100);
    format!("---\nname: make-tea\n{fields}\n---\n\n# Make tea\n\n{body}")
}

fn reading(criterion: &mut Criterion) {
    let description = "description: Makes tea of every sort. Use when somebody asks for tea, or looks thirsty, or it rains.";
    let rich = format!(
        "{description}\nlicense: MIT\nallowed-tools: [Read, Write, \"Bash(git:*)\"]\nuser-invocable: true\nargument-hint: \"[sort]\"\n\
         metadata:\n  version: 1.2.0\n  openclaw:\n    emoji: x\n    requires:\n      bins: [kettle]\n      env: [TEA]\n  keywords:\n{}",
        "    - a word\n".repeat(20)
    );
    let samples = [
        ("plain", skill(description)),
        ("rich", skill(&rich)),
        ("folded", skill("description: >-\n  Makes tea of every sort.\n  Use when somebody asks for tea.\nlicense: MIT")),
        ("rescued", skill("description: Use when: somebody asks for tea\nlicense: MIT")),
        ("windows", skill(description).replace('\n', "\r\n")),
        ("bare", "# Make tea\n\nMakes tea of every sort.\n".to_owned()),
    ];
    for (label, text) in &samples {
        criterion.bench_function(&format!("summary/{label}"), |bencher| {
            bencher.iter(|| summary(black_box(text), "make-tea", Profile::Lenient));
        });
    }
    for (label, text) in &samples[..2] {
        criterion.bench_function(&format!("read/{label}"), |bencher| {
            bencher.iter(|| read(black_box(text), "make-tea", Profile::Lenient));
        });
    }
    criterion.bench_function("fix/rich", |bencher| bencher.iter(|| fix(black_box(&samples[1].1), "make-tea")));
}

criterion_group!(benches, reading);
criterion_main!(benches);
