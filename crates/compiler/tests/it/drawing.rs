//! What people see of a task: its flow, and the moments of its demonstration.

use apprentice_compiler::drawing::{FlowSource, flow, flow_svg};
use apprentice_contracts::checkpoint::{Checkpoint, CheckpointRole};
use apprentice_contracts::drawing::{FlowDrawing, FlowEdgeKind, FlowLineKind, FlowNode};
use apprentice_contracts::graph::*;
use apprentice_contracts::ids::*;
use apprentice_contracts::proposal::{LearningQuestion, QuestionField};
use uuid::Uuid;

fn event(number: u128) -> EventId {
    EventId(Uuid::from_u128(number))
}

fn node(number: u32, kind: NodeKind, label: &str) -> WorkflowNode {
    WorkflowNode {
        node_id: format!("n{number}"),
        kind,
        label: label.into(),
        optional: false,
        source_event_ids: vec![event(number.into())],
        checkpoints: Vec::new(),
    }
}

fn edge(from: u32, to: u32, observed: u32) -> WorkflowEdge {
    WorkflowEdge { from: format!("n{from}"), to: format!("n{to}"), observed }
}

fn input(name: &str, source: u128, changes: bool) -> Variable {
    Variable {
        name: name.into(),
        label: format!("The {name}"),
        kind: VariableKind::Text,
        example: "x".into(),
        secret: false,
        source_event_ids: vec![event(source)],
        binding: VariableBinding::Url { pattern: "*".into() },
        changes,
        source: ValueSource::Given,
        source_note: None,
        list: false,
        more_examples: Vec::new(),
        optional: false,
        default: None,
    }
}

fn checkpoint(id: &str, goal: &str, role: CheckpointRole) -> Checkpoint {
    Checkpoint {
        checkpoint_id: id.into(),
        goal: goal.into(),
        success_condition: "It is shown.".into(),
        order_hint: 1,
        optional: false,
        role,
        evidence: None,
    }
}

fn question(field: QuestionField, prompt: &str) -> LearningQuestion {
    LearningQuestion {
        question_id: QuestionId(Uuid::from_u128(7)),
        proposal_id: ProposalId(Uuid::from_u128(8)),
        field,
        prompt: prompt.into(),
        required: true,
        choices: Vec::new(),
        assumed: None,
        created_at: chrono::DateTime::UNIX_EPOCH,
        schema_version: 1,
    }
}

/// Sign in, then fill and add for each of 14 items; a last look that may be left out.
fn graph() -> WorkflowGraph {
    let mut nodes = vec![
        node(1, NodeKind::Decision, "Sign in"),
        node(2, NodeKind::Loop, "For each of 14 items"),
        node(3, NodeKind::Step, "Filled “Summary” with “{{summary}}”"),
        node(4, NodeKind::Step, "Clicked “Add line”"),
        node(5, NodeKind::Step, "Ticked “Mention reviewers”"),
        node(6, NodeKind::Verification, "Opened “Releases”"),
    ];
    nodes[1].source_event_ids = vec![event(3), event(4)];
    nodes[3].checkpoints = vec!["cp-01".into()];
    nodes[4].optional = true;
    let edges = vec![edge(1, 2, 1), edge(2, 3, 14), edge(3, 4, 14), edge(4, 2, 13), edge(2, 5, 1), edge(2, 6, 1), edge(5, 6, 1)];
    let variables = vec![input("summary", 3, true), input("project", 99, true), input("parent", 5, false)];
    WorkflowGraph { nodes, edges, variables, ..WorkflowGraph::default() }
}

fn drawn(graph: &WorkflowGraph, checkpoints: &[Checkpoint], open: &[LearningQuestion]) -> FlowDrawing {
    let open: Vec<_> = open.iter().collect();
    flow(&FlowSource { title: "Post the notes", graph, checkpoints, open: &open })
}

fn at<'a>(drawing: &'a FlowDrawing, id: &str) -> &'a FlowNode {
    drawing.nodes.iter().find(|node| node.id == id).unwrap()
}

fn way(drawing: &FlowDrawing, from: &str, to: &str) -> (FlowEdgeKind, Option<u32>) {
    let found = drawing.edges.iter().find(|edge| edge.from == from && edge.to == to).unwrap();
    (found.kind, found.times)
}

#[test]
fn the_steps_are_drawn_between_the_goal_and_the_end_and_do_not_overlap() {
    let drawing = drawn(&graph(), &[], &[]);
    let ids: Vec<&str> = drawing.nodes.iter().map(|node| node.id.as_str()).collect();
    assert_eq!(ids, ["start", "n1", "n2", "n3", "n4", "n5", "n6", "end"]);
    assert!(drawing.nodes.windows(2).all(|pair| pair[1].y > pair[0].y + pair[0].height));
    let last = drawing.nodes.last().unwrap();
    assert!(drawing.height >= last.y + last.height && drawing.nodes.iter().all(|node| node.x + node.width <= drawing.width));
    let inside = |node: &FlowNode| node.lines.iter().all(|line| line.y > node.y && line.y < node.y + node.height);
    assert!(drawing.nodes.iter().all(inside), "each text is in its node");
    assert_eq!(drawing.summary, "5 steps, a loop, a choice");
    assert_eq!(way(&drawing, "start", "n1"), (FlowEdgeKind::Next, None));
    assert_eq!(way(&drawing, "n6", "end"), (FlowEdgeKind::Next, None));
}

#[test]
fn what_repeats_is_indented_and_leads_back_and_what_may_be_left_out_is_passed_by() {
    let drawing = drawn(&graph(), &[], &[]);
    assert!(at(&drawing, "n3").x > at(&drawing, "n2").x);
    assert_eq!(at(&drawing, "n5").x, at(&drawing, "n2").x, "after the loop");
    assert_eq!(way(&drawing, "n4", "n2"), (FlowEdgeKind::Back, Some(13)));
    assert_eq!(way(&drawing, "n2", "n6").0, FlowEdgeKind::Next, "the way on from a loop leaves nothing out");
    let mut other = graph();
    other.edges = vec![edge(4, 6, 1)];
    assert_eq!(way(&drawn(&other, &[], &[]), "n4", "n6").0, FlowEdgeKind::Around);
    let mut looped = graph();
    looped.nodes.truncate(4);
    looped.edges.truncate(4);
    let looped = drawn(&looped, &[], &[]);
    let ends: Vec<&str> = looped.edges.iter().filter(|edge| edge.to == "end").map(|edge| edge.from.as_str()).collect();
    assert_eq!(ends, ["n2"], "a task that ends in a loop ends from its head");
}

#[test]
fn checkpoints_inputs_and_open_questions_are_on_their_nodes() {
    let checkpoints = [
        checkpoint("cp-01", "The line `summary` is added", CheckpointRole::Progress),
        checkpoint("cp-02", "The page is published", CheckpointRole::Effect),
    ];
    let open = [
        question(QuestionField::Step, "How can somebody tell that “Sign in” is done?"),
        question(QuestionField::Decision, "When is which way right?"),
        question(QuestionField::SuccessCondition, "How do you see that it worked?"),
        question(QuestionField::Name, "What is it called?"),
    ];
    let drawing = drawn(&graph(), &checkpoints, &open);
    let on = |node: &FlowNode| (node.questions.len(), node.checkpoints.len(), node.inputs.len());
    let all: Vec<_> = drawing.nodes.iter().map(|node| (node.id.as_str(), on(node))).filter(|(_, on)| *on != (0, 0, 0)).collect();
    // An input that no step enters is given with the goal; a value that never changes is no input.
    assert_eq!(all, [("start", (1, 0, 1)), ("n1", (2, 0, 0)), ("n3", (0, 0, 1)), ("n4", (0, 1, 0)), ("end", (1, 1, 0))]);
    assert_eq!(drawing.summary, "5 steps, a loop, a choice, 4 questions");
    let notes: Vec<_> = at(&drawing, "n4").lines.iter().filter(|line| line.kind == FlowLineKind::Checkpoint).collect();
    assert_eq!(notes.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(), ["The line summary is added"]);
    assert_eq!(at(&drawing, "end").label, "Done when");
}

#[test]
fn a_checkpoint_that_no_step_names_belongs_to_the_end() {
    let mut old = graph();
    old.nodes[3].checkpoints.clear();
    let drawing = drawn(&old, &[checkpoint("cp-01", "The line is added", CheckpointRole::Progress)], &[]);
    assert_eq!(at(&drawing, "end").checkpoints.len(), 1);
}

#[test]
fn a_draft_without_steps_has_nothing_to_draw() {
    assert!(drawn(&WorkflowGraph::default(), &[], &[]).nodes.is_empty());
}

/// The elements of a file: every tag that is opened, by its name.
fn tags(text: &str) -> Vec<&str> {
    let names = text.split('<').skip(1).filter(|part| !part.starts_with(['/', '?', '!']));
    names.map(|part| part.split([' ', '>', '/', '\n']).next().unwrap_or_default()).collect()
}

#[test]
fn no_text_of_a_page_becomes_part_of_the_file() {
    let mut hostile = graph();
    hostile.nodes[0].label = "</title><script>alert(1)</script>\" onload=\"x \u{1b}[31m \u{0}".into();
    let drawing = flow(&FlowSource {
        title: "A </title><image href=\"http://evil.example/\"/> & more",
        graph: &hostile,
        checkpoints: &[checkpoint("cp-01", "<iframe src=x>", CheckpointRole::Effect)],
        open: &[&question(QuestionField::Name, "]]><script>")],
    });
    let svg = flow_svg(&drawing);
    let known = ["svg", "title", "style", "defs", "marker", "path", "rect", "text", "g", "circle"];
    assert_eq!(tags(&svg).into_iter().filter(|tag| !known.contains(tag)).collect::<Vec<_>>(), Vec::<&str>::new());
    assert!(!svg.contains('\u{0}') && !svg.contains('\u{1b}'), "XML 1.0 forbids these characters");
    assert!(!svg.contains("\" onload=\"") && !svg.contains("href=\""));
    assert_eq!(svg.matches("<g>").count(), drawing.nodes.len());
    assert!(svg.contains(">13×</text>"));
}

#[test]
fn long_and_foreign_labels_stay_within_three_lines() {
    let mut long = graph();
    for (node, label) in long.nodes.iter_mut().zip(["word ".repeat(60), "نص طويل ".repeat(40), "添加新客户并保存报告".repeat(20)])
    {
        node.label = label;
    }
    let drawing = drawn(&long, &[], &[]);
    for id in ["n1", "n2", "n3"] {
        let lines = at(&drawing, id).lines.iter().filter(|line| line.kind == FlowLineKind::Label).count();
        assert_eq!(lines, 3, "{id}");
    }
}

#[derive(serde::Serialize)]
struct Drawings {
    plain: FlowDrawing,
    asked: FlowDrawing,
    long: FlowDrawing,
}

/// Tests and pictures of the window show this drawing: a loop, a choice, a step that was left out once, inputs and checkpoints. `asked` has
/// open questions, `long` is as long as texts may be.
#[test]
#[expect(clippy::disallowed_methods, reason = "`make bindings` asks by a variable")]
fn bindings_the_flow_in_the_tests_of_the_window_is_drawn_here() {
    let id = |number: u128| EventId(Uuid::from_u128(0x0190_0000_0000_7000_8000_0000_0000_0000 + number));
    let step = |number: u32, kind: NodeKind, label: &str| WorkflowNode {
        source_event_ids: vec![id(0x100 + u128::from(number))],
        ..node(number, kind, label)
    };
    let mut nodes = vec![
        step(1, NodeKind::Step, "Ran “git log --merges --since={{since}}”"),
        step(2, NodeKind::Decision, "Sign in"),
        step(3, NodeKind::Step, "Filled “Title” with “{{week}}”"),
        step(4, NodeKind::Loop, "For each of 14 items"),
        step(5, NodeKind::Step, "Filled “Summary” with “{{summary}}”"),
        step(6, NodeKind::Step, "Clicked “Add line”"),
        step(7, NodeKind::Step, "Ticked “Mention reviewers”"),
        step(8, NodeKind::Verification, "Opened “Releases / {{week}}”"),
    ];
    nodes[0].checkpoints = vec!["cp-01".into()];
    nodes[2].checkpoints = vec!["cp-02".into()];
    nodes[6].optional = true;
    let ways = [(1, 2, 1), (2, 3, 1), (3, 4, 1), (4, 5, 14), (5, 6, 14), (6, 4, 13), (4, 7, 1), (4, 8, 1), (7, 8, 1)];
    let edges = ways.map(|(from, to, observed)| edge(from, to, observed)).to_vec();
    let named = |name: &str, label: &str, source: u128| Variable {
        label: label.into(),
        source_event_ids: vec![id(source)],
        ..input(name, 0, true)
    };
    let variables = vec![named("since", "since", 0x101), named("week", "Title", 0x103), named("summary", "Summary", 0x105)];
    let checkpoints = [
        ("cp-01", "Merged changes of the week are listed", "The list of merges since last week ends without an error."),
        ("cp-02", "A draft page named for the `week` exists", "The editor shows a page whose title is the week."),
        ("cp-03", "Reviewers are mentioned", "Everybody whose change was merged is named once."),
        (
            "cp-04",
            "The page is published and readable",
            "Read again, the page of the week says Published and stands under Releases.",
        ),
    ]
    .map(|(id, goal, condition)| Checkpoint {
        success_condition: condition.into(),
        ..checkpoint(id, goal, CheckpointRole::Effect)
    });
    let asked = |number: u128, field: QuestionField, prompt: &str| LearningQuestion {
        question_id: QuestionId(id(number).0),
        ..question(field, prompt)
    };
    let open = [
        asked(0x501, QuestionField::Step, "When does “Sign in” come?"),
        asked(0x502, QuestionField::SuccessCondition, "How does one know that the page is complete?"),
    ];
    let graph = WorkflowGraph { nodes, edges, variables, ..WorkflowGraph::default() };
    let title = "Post the weekly release notes";
    let flow_of = |graph: &WorkflowGraph, checkpoints: &[Checkpoint], open: &[LearningQuestion]| {
        flow(&FlowSource { title, graph, checkpoints, open: &open.iter().collect::<Vec<_>>() })
    };
    let mut long = graph.clone();
    let word = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen";
    long.nodes
        .iter_mut()
        .for_each(|node| node.label = format!("{} {word} {}", node.label, "and what follows from it ".repeat(6)));
    let wordy =
        checkpoints.clone().map(|one| Checkpoint { goal: format!("{} {word} {}", one.goal, "once more ".repeat(12)), ..one });
    // A struct: the order of the keys of a map depends on a feature that other crates of a build may turn on.
    let drawings = Drawings {
        plain: flow_of(&graph, &checkpoints, &[]),
        asked: flow_of(&graph, &checkpoints, &open),
        long: flow_of(&long, &wordy, &open),
    };
    let fresh = serde_json::to_string_pretty(&drawings).unwrap() + "\n";
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui/src/test/flow.gen.json");
    if std::env::var("UPDATE_BINDINGS").is_ok() {
        std::fs::write(&path, &fresh).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == fresh, "ui/src/test/flow.gen.json is stale: run `make bindings` and commit what changes");
}
