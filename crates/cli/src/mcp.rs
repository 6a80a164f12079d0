//! `apprentice mcp`: the Model Context Protocol over standard input and output, for an agent that starts it. Standard output carries
//! nothing but the protocol. It joins the running engine with an agent's token, or begins one that lasts, and finds it again when it
//! went away.

use crate::engine::{Engine, Place};
use crate::output::{Outcome, Report, Trouble};
use apprentice_api::door::Door;
use apprentice_api::mcp::{Way, serve_pipe};
use apprentice_contracts::error::{ErrorCode, Failure};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;

/// How often somebody who only listens looks whether there is an engine again.
const GLANCE: Duration = Duration::from_secs(2);

pub async fn run(place: Place) -> Outcome {
    let way = Joined { place: Arc::new(place), door: Arc::default() };
    serve_pipe(way, tokio::io::stdin(), tokio::io::stdout()).await.map_err(Trouble::internal)?;
    Ok(Report::silent())
}

/// The engine of a home, whichever process holds it now.
#[derive(Clone)]
struct Joined {
    place: Arc<Place>,
    door: Arc<Mutex<Option<Door>>>,
}

impl Joined {
    async fn join(&self) -> Result<Door, Failure> {
        let home = &self.place.home;
        if let Some(door) = Door::find_as_agent(home).await {
            return Ok(door);
        }
        Engine::lasting(&self.place).await.map_err(Trouble::into_failure)?;
        let text = "The engine runs, but agent.json in the home folder cannot be read. Start Apprentice again.";
        Door::find_as_agent(home).await.ok_or_else(|| Failure::new(ErrorCode::AdapterUnavailable, text))
    }
}

impl Way for Joined {
    async fn door(&self) -> Result<Door, Failure> {
        let mut door = self.door.lock().await;
        match &*door {
            Some(door) => Ok(door.clone()),
            None => Ok(door.insert(self.join().await?).clone()),
        }
    }

    async fn another(&self) -> Result<Door, Failure> {
        let mut door = self.door.lock().await;
        *door = None;
        Ok(door.insert(self.join().await?).clone())
    }

    async fn next(&self) -> Option<Door> {
        loop {
            if let Some(door) = Door::find_as_agent(&self.place.home).await {
                return Some(door);
            }
            tokio::time::sleep(GLANCE).await;
        }
    }
}
