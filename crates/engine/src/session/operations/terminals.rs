//! The terminals of the panel.

use crate::Answer;
use crate::core::blocking::blocking;
use crate::session::operations::Sessions;
use apprentice_contracts::app::{Done, OpenTerminalRequest, OpenTerminalResponse, TerminalInputRequest, TerminalResizeRequest};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::TerminalId;
use apprentice_observe::ObserveError;
use apprentice_observe::terminal::panel::TerminalOutput;
use futures::stream::BoxStream;

impl Sessions {
    pub(crate) async fn open_terminal(&self, request: OpenTerminalRequest) -> Answer<OpenTerminalResponse> {
        let (panel, id) = (self.core.options.panel.clone(), TerminalId(self.core.options.ids.next()));
        blocking("opening a terminal", move || panel.open(id, &request)).await?.map_err(|error| no_terminal(&error))
    }

    pub(crate) async fn terminal_input(&self, id: TerminalId, request: TerminalInputRequest) -> Answer<Done> {
        let panel = self.core.options.panel.clone();
        // Writing blocks while the shell does not read.
        blocking("writing to a terminal", move || panel.write(id, &request.data)).await?.map_err(|error| gone(&error))?;
        Ok(Done { done: true })
    }

    pub(crate) async fn resize_terminal(&self, id: TerminalId, request: TerminalResizeRequest) -> Answer<Done> {
        self.core.options.panel.resize(id, request.columns, request.rows).map_err(|error| gone(&error))?;
        Ok(Done { done: true })
    }

    pub(crate) async fn close_terminal(&self, id: TerminalId) -> Answer<Done> {
        self.core.options.panel.close(id);
        Ok(Done { done: true })
    }

    pub(crate) fn terminal_output(&self, id: TerminalId) -> Answer<BoxStream<'static, TerminalOutput>> {
        let missing = || Failure::new(ErrorCode::NotFound, format!("There is no terminal {id}."));
        self.core.options.panel.follow(id).ok_or_else(missing)
    }
}

fn no_terminal(error: &ObserveError) -> Failure {
    Failure::new(ErrorCode::AdapterUnavailable, error.to_string())
}

fn gone(error: &ObserveError) -> Failure {
    Failure::new(ErrorCode::NotFound, error.to_string())
}
