//! `learn filmstrip`: the moments of a demonstration as text, and as an HTML or SVG file.

use super::flow::save;
use crate::engine::{CliContext, with_engine};
use crate::output::{CommandError, CommandResult, Report};
use apprentice_api::operations as op;
use apprentice_contracts::drawing::{FilmFileResponse, FilmMoment, FilmstripResponse};
use apprentice_contracts::error::ErrorCode;
use serde_json::json;
use std::path::PathBuf;
use uuid::Uuid;

/// The file that the person wants.
pub struct Wanted {
    format: &'static str,
    file: PathBuf,
}

impl Wanted {
    pub fn of(html: Option<PathBuf>, svg: Option<PathBuf>) -> Option<Self> {
        let html = html.map(|file| Self { format: "html", file });
        html.or_else(|| svg.map(|file| Self { format: "svg", file }))
    }
}

pub async fn run(context: &CliContext, id: Uuid, wanted: Option<Wanted>, replace: bool) -> CommandResult {
    let nothing = "Nothing was recorded in this session, or its recording was deleted.";
    let Some(Wanted { format, file }) = wanted else {
        let answer: FilmstripResponse =
            with_engine(context, async |engine| engine.call(op::SESSION_FILMSTRIP.call([&id])).await).await?;
        let text = if answer.moments.is_empty() { nothing.to_owned() } else { text(&answer) };
        return Report::new(&answer, text);
    };
    let request = op::FILMSTRIP_FILE.call([&id]).query("format", format);
    let answer: FilmFileResponse = with_engine(context, async |engine| engine.call(request).await).await?;
    if answer.moments == 0 {
        return Err(CommandError::refused(ErrorCode::NotFound, format!("{nothing} Nothing was written.")));
    }
    let path = save(&file, &answer.text, replace)?;
    Report::new(&json!({ "moments": answer.moments, "file": path }), format!("Wrote {path}"))
}

fn text(filmstrip: &FilmstripResponse) -> String {
    let heading = if filmstrip.title.is_empty() { None } else { Some(filmstrip.title.clone()) };
    heading
        .into_iter()
        .chain(filmstrip.moments.iter().enumerate().flat_map(|(number, moment)| lines(number + 1, moment)))
        .collect::<Vec<_>>()
        .join("\n")
}

fn lines(number: usize, moment: &FilmMoment) -> Vec<String> {
    let (minutes, seconds) = (moment.at_ms / 60_000, moment.at_ms / 1_000 % 60);
    let inputs = moment.inputs.iter().map(|input| format!("     input {}: {}", input.name, input.label));
    let checkpoints = moment.checkpoints.iter().map(|one| format!("     checkpoint {}: {}", one.checkpoint_id, one.goal));
    std::iter::once(format!("{number:>3}  {minutes}:{seconds:02}  {}", moment.label)).chain(inputs).chain(checkpoints).collect()
}
