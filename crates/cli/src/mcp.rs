//! `apprentice mcp`: the Model Context Protocol over standard input and output, for an agent that starts it. Standard output carries
//! nothing but the protocol. It joins the running engine with an agent's token, or begins one that lasts, and finds it again when it
//! went away.

use crate::engine::{Engine, Place};
use crate::output::{Outcome, Report, Trouble};
use apprentice_api::client::Client;
use apprentice_api::mcp::{Reconnect, serve_stdio};
use apprentice_contracts::error::{ErrorCode, Failure};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;

/// How often somebody who only listens looks whether there is an engine again.
const GLANCE: Duration = Duration::from_secs(2);

pub async fn run(place: Place) -> Outcome {
    let engine = Joined { place: Arc::new(place), client: Arc::default() };
    serve_stdio(engine, tokio::io::stdin(), tokio::io::stdout()).await.map_err(Trouble::internal)?;
    Ok(Report::silent())
}

/// The engine of a home, whichever process holds it now.
#[derive(Clone)]
struct Joined {
    place: Arc<Place>,
    client: Arc<Mutex<Option<Client>>>,
}

impl Joined {
    async fn join(&self) -> Result<Client, Failure> {
        let home = &self.place.home;
        if let Some(client) = Client::connect_as_agent(home).await {
            return Ok(client);
        }
        Engine::lasting(&self.place).await.map_err(Trouble::into_failure)?;
        let text = "The engine runs, but agent.json in the home folder cannot be read. Start Apprentice again.";
        Client::connect_as_agent(home).await.ok_or_else(|| Failure::new(ErrorCode::AdapterUnavailable, text))
    }
}

impl Reconnect for Joined {
    async fn client(&self) -> Result<Client, Failure> {
        let mut client = self.client.lock().await;
        match &*client {
            Some(client) => Ok(client.clone()),
            None => Ok(client.insert(self.join().await?).clone()),
        }
    }

    async fn reconnect(&self) -> Result<Client, Failure> {
        let mut client = self.client.lock().await;
        *client = None;
        Ok(client.insert(self.join().await?).clone())
    }

    async fn next_client(&self) -> Option<Client> {
        loop {
            if let Some(client) = Client::connect_as_agent(&self.place.home).await {
                return Some(client);
            }
            tokio::time::sleep(GLANCE).await;
        }
    }
}
