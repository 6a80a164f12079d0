//! `learn flow`: the steps of a task as text, and as an SVG file.

use crate::engine::{CliContext, with_engine};
use crate::output::{CommandError, CommandResult, Report};
use apprentice_api::operations as op;
use apprentice_contracts::drawing::{FlowDrawing, FlowEdgeKind, FlowKind, FlowNode, FlowResponse};
use apprentice_contracts::error::ErrorCode;
use apprentice_skills::bag::write_file;
use std::fmt::Write as _;
use std::fs::{self, File};
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

/// Writes a drawing into a file for the person. An existing file stays unless `replace`, and stays as it is if the new one cannot be written as
/// a whole. Returns its path.
pub(super) fn save(file: &Path, text: &str, replace: bool) -> Result<String, CommandError> {
    let path = std::path::absolute(file).map_err(CommandError::internal)?;
    let shown = path.display().to_string();
    let refused = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            CommandError::refused(ErrorCode::Conflict, format!("{shown} exists. Choose another name, or add --replace."))
        }
        _ => CommandError::refused(ErrorCode::TargetNotWritable, format!("{shown} cannot be written: {error}")),
    };
    match fs::canonicalize(&path).ok().filter(|_| replace) {
        Some(before) => write_file(&before, text)
            .map_err(|refusal| CommandError::refused(ErrorCode::TargetNotWritable, refusal.to_string()))?,
        None => create(&path, text).map_err(refused)?,
    }
    Ok(shown)
}

/// Creates a file. Nothing is left of one that cannot be written as a whole.
fn create(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(text.as_bytes()).inspect_err(|_| {
        // The error that is reported is the one of the write.
        let _ = fs::remove_file(path);
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
        let link = folder.path().join("link.svg");
        apprentice_platform::links::symlink(&file, &link).unwrap();
        save(&link, "<svg>3</svg>", true).unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "<svg>3</svg>", "a link is kept");
        let nowhere = save(&folder.path().join("none/flow.svg"), "", false).unwrap_err().into_failure();
        assert_eq!(nowhere.code, ErrorCode::TargetNotWritable);
    }

    /// These fail where this user may not mount a file system; `scripts/test` leaves them out there, and says so.
    mod needs_mounts {
        use super::*;

        #[test]
        fn a_full_disk_keeps_the_drawing_before() {
            let temp = tempfile::tempdir().unwrap();
            let mount = std::process::Command::new("mount")
                .args(["-t", "tmpfs", "-o", "size=256k", "none"])
                .arg(temp.path())
                .output()
                .unwrap();
            assert!(mount.status.success(), "needs to mount a small file system, as root: {mount:?}");
            let (file, fresh) = (temp.path().join("flow.svg"), temp.path().join("other.svg"));
            save(&file, "<svg>old</svg>", false).unwrap();
            let large = "x".repeat(400_000);
            let replaced = save(&file, &large, true).unwrap_err().into_failure();
            let created = save(&fresh, &large, false).unwrap_err().into_failure();
            let kept = fs::read_to_string(&file);
            let left = fs::read_dir(temp.path()).unwrap().count();
            assert!(std::process::Command::new("umount").arg(temp.path()).status().unwrap().success());
            for (failure, name) in [(replaced, &file), (created, &fresh)] {
                assert_eq!(failure.code, ErrorCode::TargetNotWritable);
                assert!(failure.message.contains(&name.display().to_string()), "{}", failure.message);
            }
            assert_eq!((kept.unwrap().as_str(), left), ("<svg>old</svg>", 1));
        }
    }
}
