//! `learn events`: what happened in a session, and what goes on.

use super::args::Chosen;
use super::{latest, nothing_under_way};
use crate::engine::{CliContext, Engine, with_engine};
use crate::output::{CommandError, CommandResult, Report, print, print_text};
use apprentice_api::client::Call;
use apprentice_api::operations as op;
use apprentice_contracts::event::{CapturedAction, Event, LearnSessionEvent};
use apprentice_contracts::json;
use futures::StreamExt;
use std::time::Duration;

const AGAIN: Duration = Duration::from_millis(500);

pub async fn run(context: &CliContext, chosen: &Chosen, follow: bool, json: bool) -> CommandResult {
    if follow {
        return follow_until_settled(context, chosen, json).await;
    }
    with_engine(context, async |engine| {
        let session = latest(engine, chosen).await?.ok_or_else(nothing_under_way)?;
        let mut events = Vec::new();
        let stored = op::SESSION_EVENTS.call([&session]).query("follow", false);
        read(engine, &stored, None, &mut |event| events.push(event)).await?;
        let text: Vec<String> = events.iter().map(line).collect();
        Report::new(&events, text.join("\n"))
    })
    .await
}

/// Goes on where it was when the engine was restarted in between.
async fn follow_until_settled(context: &CliContext, chosen: &Chosen, json: bool) -> CommandResult {
    let mut last = None;
    let mut tell = |event: LearnSessionEvent| {
        last = Some(event.seq);
        if json {
            print(&json::to_text(&event).unwrap_or_default());
        } else {
            print_text(&line(&event));
        }
        last
    };
    let mut after = None;
    loop {
        // Held here instead, the home would be closed to every other command for as long as this one follows.
        let engine = Engine::connect_lasting(context).await?;
        let session = latest(&engine, chosen).await?.ok_or_else(nothing_under_way)?;
        let ended = read(&engine, &op::SESSION_EVENTS.call([&session]), after, &mut |event| after = tell(event)).await;
        match ended {
            Ok(Ended::AtItsEnd) => return Ok(Report::silent()),
            Ok(Ended::BrokeOff) => tokio::time::sleep(AGAIN).await,
            Err(error) => return Err(error),
        }
    }
}

enum Ended {
    AtItsEnd,
    BrokeOff,
}

async fn read(
    engine: &Engine,
    call: &Call,
    after: Option<u32>,
    tell: &mut impl FnMut(LearnSessionEvent),
) -> Result<Ended, CommandError> {
    let after = after.map(|seq| seq.to_string());
    let mut frames = match engine.client.subscribe(&call.path(), after.as_deref()).await? {
        Ok(frames) => frames,
        Err(refused) => return Err(refused.into::<()>().map_or_else(CommandError::from, |()| CommandError::internal("refused"))),
    };
    while let Some(frame) = frames.next().await {
        let Ok(frame) = frame else { return Ok(Ended::BrokeOff) };
        tell(json::read(&frame.data).map_err(CommandError::internal)?);
    }
    Ok(Ended::AtItsEnd)
}

fn line(event: &LearnSessionEvent) -> String {
    let time = event.timestamp.format("%H:%M:%S");
    let said = match event.event() {
        Ok(Event::CaptureAction(CapturedAction::Observed(action))) => Some(action.action_label),
        Ok(Event::SessionChanged(session)) => Some(session.state.as_str().to_owned()),
        Ok(Event::CaptureReadingResult(reading)) if reading.ended => Some(format!("{} of {} read", reading.read, reading.of)),
        Ok(Event::CaptureReadingResult(reading)) => Some(format!("{} of {}", reading.read, reading.of)),
        Ok(Event::Error(error)) => Some(error.message),
        Ok(Event::CheckpointReached(receipt) | Event::CheckpointSkipped(receipt) | Event::CheckpointFailed(receipt)) => {
            Some(receipt.checkpoint_id.0)
        }
        // Others say everything by their names; a payload of another shape was stored by another version.
        _ => None,
    };
    format!("{:>5}  {time}  {:<28}{}", event.seq, event.event_kind, said.unwrap_or_default()).trim_end().to_owned()
}
