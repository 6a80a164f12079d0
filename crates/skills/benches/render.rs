//! Prompts and catalogues: a prompt below 1 ms (NFR-3F-004), a choice among hundreds of skills in a few.

use apprentice_contracts::skill::SkillScope;
use apprentice_skills::catalogue::render::{self, CatalogueEntry, Dialect, Limits};
use apprentice_skills::catalogue::select::{Document, Index};
use apprentice_skills::format::template::{Invocation, MAX_PROMPT_BYTES, Placeholders, render as fill};
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::path::Path;

fn prompt(criterion: &mut Criterion) {
    let body = "Read {baseDir}/notes.md, then $ARGUMENTS[0] for ${1}, in $SESSION_ID. It costs $100. !`date`\n".repeat(340);
    let arguments = ["first".to_owned(), "second one".to_owned()];
    let with = Invocation {
        arguments: &arguments,
        session_id: "0198-session",
        skill_dir: Path::new("/home/somebody/.claude/skills/tea"),
        placeholders: Placeholders::Common,
        max_bytes: MAX_PROMPT_BYTES,
    };
    assert!(body.len() > 31_000, "as long as a prompt may be");
    criterion.bench_function("prompt_32_kib", |bench| bench.iter(|| fill(black_box(&body), &with)));
}

fn entries(count: usize) -> Vec<CatalogueEntry> {
    let entry = |number: usize| CatalogueEntry {
        name: format!("skill-{number:05}"),
        description: format!("Does the thing number {number} & says when to use it. ").repeat(4),
        when_to_use: None,
        file: format!("/home/somebody/.claude/skills/skill-{number:05}/SKILL.md").into(),
        scope: SkillScope::User,
        for_people_only: false,
        explicit_only: false,
    };
    (0..count).map(entry).collect()
}

fn catalogues(criterion: &mut Criterion) {
    let entries = entries(2_350);
    for dialect in [Dialect::SkillsRef, Dialect::OpenClaw, Dialect::OpenSkills, Dialect::Codex, Dialect::Claude] {
        let name = format!("catalogue_2350_{dialect:?}");
        criterion
            .bench_function(&name, |bench| bench.iter(|| render::catalogue(dialect, black_box(&entries), &Limits::default())));
    }
}

fn choice(criterion: &mut Criterion) {
    let entries = entries(500);
    let body = "Open the page, fill in the form, save the record and check the list.\n".repeat(60);
    let index =
        Index::new(entries.iter().map(|entry| Document { name: &entry.name, description: &entry.description, body: &body }));
    criterion.bench_function("search_500_skills", |bench| {
        bench.iter(|| index.search(black_box("Fill in the form number 42 and save it")))
    });
}

criterion_group!(benches, prompt, catalogues, choice);
criterion_main!(benches);
