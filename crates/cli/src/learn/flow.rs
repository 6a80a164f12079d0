//! `learn flow`: the steps of a task as text, and as an SVG file.

use crate::engine::{CliContext, with_engine};
use crate::output::{CommandError, CommandResult, Report};
use apprentice_api::operations as op;
use apprentice_contracts::drawing::{FlowDrawing, FlowEdgeKind, FlowKind, FlowNode, FlowResponse};
use apprentice_contracts::error::ErrorCode;
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::Path;
use uuid::Uuid;

pub async fn run(context: &CliContext, id: Uuid, svg: Option<&Path>, replace: bool) -> CommandResult {
    let answer: FlowResponse = with_engine(context, async |engine| engine.call(op::PROPOSAL_FLOW.call([&id])).await).await?;
    if answer.drawing.nodes.is_empty() {
        let message = "The draft has no steps: it was not made from a demonstration or an outline.";
        return if svg.is_some() {
            Err(CommandError::refused(ErrorCode::NotFound, format!("{message} Nothing was written.")))
        } else {
            Report::new(&answer, message)
        };
    }
    match svg {
        None => Report::new(&answer, text(&answer.drawing)),
        Some(file) => {
            let path = save(file, &answer.svg, replace)?;
            Report::new(&answer, format!("Wrote {path}"))
        }
    }
}

/// Writes a drawing into a file for the person. An existing file stays unless `replace`. Returns its path.
pub fn save(file: &Path, text: &str, replace: bool) -> Result<String, CommandError> {
    let path = std::path::absolute(file).map_err(CommandError::internal)?;
    let mut options = OpenOptions::new();
    options.write(true).truncate(true);
    let options = if replace { options.create(true) } else { options.create_new(true) };
    let written = options.open(&path).and_then(|mut file| file.write_all(text.as_bytes()));
    let shown = path.display().to_string();
    written.map(|()| shown.clone()).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            CommandError::refused(ErrorCode::Conflict, format!("{shown} exists. Choose another name, or add --replace."))
        }
        _ => CommandError::refused(ErrorCode::TargetNotWritable, format!("{shown} cannot be written: {error}")),
    })
}

const fn word(kind: FlowKind) -> &'static str {
    match kind {
        FlowKind::Start => "Goal",
        FlowKind::Step => "Step",
        FlowKind::Decision => "Choice",
        FlowKind::Loop => "Loop",
        FlowKind::Verification => "Look",
        FlowKind::End => "End",
    }
}

fn text(drawing: &FlowDrawing) -> String {
    let mut out = format!("{}: {}", drawing.title, drawing.summary);
    for (number, node) in drawing.nodes.iter().enumerate() {
        let optional = if node.optional { " (may be left out)" } else { "" };
        line(&mut out, format_args!("\n{number:>3}  {}: {}{optional}", word(node.kind), node.label));
        notes(&mut out, node);
        for edge in drawing.edges.iter().filter(|edge| edge.from == node.id) {
            let Some(to) = drawing.nodes.iter().position(|other| other.id == edge.to) else { continue };
            let how = match edge.kind {
                FlowEdgeKind::Next if to == number + 1 => continue,
                FlowEdgeKind::Next => "then goes on at",
                FlowEdgeKind::Around => "may go on at",
                FlowEdgeKind::Back => "goes back to",
            };
            let times = edge.times.map(|times| format!(", {times}×")).unwrap_or_default();
            line(&mut out, format_args!("\n     {how} {to}{times}"));
        }
    }
    out
}

fn notes(out: &mut String, node: &FlowNode) {
    for input in &node.inputs {
        line(out, format_args!("\n     input {}: {}", input.name, input.label));
    }
    for one in &node.checkpoints {
        line(out, format_args!("\n     checkpoint {}: {}. {}", one.checkpoint_id, one.goal, one.condition));
    }
    for question in &node.questions {
        line(out, format_args!("\n     question: {}", question.text));
    }
}

/// Appends to text in memory, which cannot fail.
fn line(out: &mut String, arguments: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(arguments);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_existing_file_stays_unless_it_may_be_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("flow.svg");
        save(&file, "<svg>1</svg>", false).unwrap();
        let refused = save(&file, "<svg>2</svg>", false).unwrap_err().into_failure();
        assert_eq!(refused.code, ErrorCode::Conflict);
        assert!(refused.message.contains("--replace"), "{}", refused.message);
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "<svg>1</svg>");
        save(&file, "<svg/>", true).unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "<svg/>");
        let nowhere = save(&folder.path().join("none/flow.svg"), "", false).unwrap_err().into_failure();
        assert_eq!(nowhere.code, ErrorCode::TargetNotWritable);
    }
}
