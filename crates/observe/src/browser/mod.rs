//! "Watch a browser window": the installed Chromium, Chrome or Edge on a private profile, over the DevTools protocol.

use crate::{Adapter, ObserveError, WatchRequest, Watching};
use apprentice_contracts::observation::{ObservationAdapterKind, ObservationAdapterStatus};
use std::path::PathBuf;

/// How to start the browser. The edge reads the environment and hands it in (`cli.md`, last paragraph).
#[derive(Clone, Debug, Default)]
pub struct BrowserOptions {
    /// `APPRENTICE_BROWSER`.
    pub program: Option<PathBuf>,
    /// `APPRENTICE_HEADLESS=1`.
    pub headless: bool,
    /// `APPRENTICE_BROWSER_DEBUG_PORT`: a second, loopback door for tests that act as the user.
    pub debug_port: Option<u16>,
    /// Folders searched for a browser (`PATH`).
    pub search_path: Vec<PathBuf>,
}

pub struct Browser {
    #[allow(dead_code)]
    options: BrowserOptions,
}

impl Browser {
    pub fn new(options: BrowserOptions) -> Self {
        Self { options }
    }
}

#[async_trait::async_trait]
impl Adapter for Browser {
    fn kinds(&self) -> &'static [ObservationAdapterKind] {
        &[ObservationAdapterKind::BrowserDom, ObservationAdapterKind::BrowserSnapshot]
    }

    fn status(&self) -> Vec<ObservationAdapterStatus> {
        todo!()
    }

    async fn watch(&self, _request: WatchRequest) -> Result<Box<dyn Watching>, ObserveError> {
        todo!()
    }
}
