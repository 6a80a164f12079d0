//! From 1,000 events to a proposal: below 200 ms.

use apprentice_compiler::{Demonstration, compile};
use apprentice_contracts::ids::{EventId, LearnSessionId, TraceId};
use apprentice_contracts::observation::*;
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

fn action(seq: u32) -> ObservedAction {
    let name = |what: &str| format!("{what} {}", seq / 4);
    let page = |number: u32| PageIdentity {
        url: format!("http://localhost:8080/page/{number}"),
        title: format!("Page {number} – Shop"),
    };
    let target = Control { role: "button".into(), name: name("Save"), context: Some("Form".into()), ..Control::default() };
    let (details, change) = match seq % 4 {
        0 => {
            let appeared = (0..60)
                .map(|n| PageElement {
                    role: "row".into(),
                    name: format!("{n} Value {} {}", seq.saturating_sub(2), name("entry")),
                    context: None,
                })
                .collect();
            let change = StateChange {
                before: page(seq / 4),
                after: page(seq / 4 + 1),
                appeared,
                vanished: vec![],
                changed: vec![],
                links: vec![],
            };
            (ActionDetails::Click { target }, Some(change))
        }
        3 => {
            let run = CommandRun {
                command_line: format!("git tag v1.{seq}"),
                program: "git".into(),
                directory: "/work".into(),
                exit_code: Some(0),
                duration_ms: Some(3),
                shell: "bash".into(),
                shell_pid: 1,
                files: vec![FileChange { path: format!("out-{seq}.txt"), change: FileChangeKind::Created, size: Some(1) }],
            };
            (ActionDetails::Command(run), None)
        }
        _ => {
            let target = Control {
                role: "textbox".into(),
                name: format!("Field {seq}"),
                context: Some("Form".into()),
                ..Control::default()
            };
            let value = FieldValue { text: format!("Value {seq}"), masked: None };
            (ActionDetails::Fill { target, value, previous: None, input_type: "text".into() }, None)
        }
    };
    ObservedAction {
        event_id: EventId(uuid::Uuid::from_u128(u128::from(seq))),
        learn_session_id: LearnSessionId(uuid::Uuid::nil()),
        trace_id: TraceId(uuid::Uuid::nil()),
        seq,
        adapter_kind: ObservationAdapterKind::BrowserDom,
        app_family: None,
        window_title: None,
        action_label: name("Did"),
        control_surface: None,
        details,
        caused_state_change: change.is_some(),
        change,
        form: vec![],
        before_state_ref: None,
        after_state_ref: None,
        redaction_mode: RedactionMode::MaskText,
        masked: 0,
        created_at: chrono::DateTime::from_timestamp(1_790_000_000, 0).expect("a time"),
        schema_version: 1,
    }
}

fn proposal(criterion: &mut Criterion) {
    let demonstration =
        Demonstration { goal: Some("Add entries".into()), actions: (1..=1000).map(action).collect(), ..Default::default() };
    criterion.bench_function("proposal from 1,000 events", |bench| bench.iter(|| compile(black_box(&demonstration)).is_ok()));
}

criterion_group!(benches, proposal);
criterion_main!(benches);
