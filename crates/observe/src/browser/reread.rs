//! Reads pages again by a new request, in a tab that the user does not see.

use super::session;
use super::watch::Watcher;
use crate::ObserveError;
use apprentice_contracts::observation::PageSnapshot;
use serde_json::json;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::Instant;

/// How long a page that is read again may take to load.
const READ_TIME: Duration = Duration::from_secs(15);
/// How long it may then take to settle; after that it is read as it is.
pub(super) const REST_TIME: Duration = Duration::from_secs(3);

pub type ReadAnswer = Result<PageSnapshot, ObserveError>;

/// A page that is read again in the background.
pub(super) struct Read {
    pub url: String,
    pub reply: oneshot::Sender<ReadAnswer>,
    pub deadline: Instant,
    /// In its first address. It identifies the tab until it is attached; then its target does.
    pub mark: String,
    pub target: Option<String>,
    pub loaded: bool,
}

impl Watcher {
    pub(super) fn is_read(&self, target: &str) -> bool {
        self.reads.iter().any(|read| read.target.as_deref() == Some(target))
    }

    pub(super) fn read_failed(&mut self, target: &str, message: String) {
        self.answer_read(target, Err(ObserveError::Failed(message)));
    }

    pub(super) fn answer_read(&mut self, target: &str, answer: ReadAnswer) {
        let Some(at) = self.reads.iter().position(|read| read.target.as_deref() == Some(target)) else { return };
        if answer.is_ok() && !self.reads[at].loaded {
            return;
        }
        let _ = self.reads.swap_remove(at).reply.send(answer);
        self.forget_page(target);
        self.connection.send(None, "Target.closeTarget", json!({ "targetId": target }));
    }

    pub(super) fn read_again(&mut self, url: String, reply: oneshot::Sender<ReadAnswer>) {
        if !self.request.scope.allows_site(&super::navigation::host_of(&url)) {
            let _ = reply.send(Err(ObserveError::Failed("that page is outside what this session may see".into())));
            return;
        }
        let Ok(mark) = session::random_name() else {
            let _ = reply.send(Err(ObserveError::Failed("no randomness".into())));
            return;
        };
        session::open_hidden(self.connection.clone(), format!("about:blank#{mark}"));
        self.reads.push(Read { url, reply, deadline: Instant::now() + READ_TIME, mark, target: None, loaded: false });
    }

    /// Answers with what is known of pages that took too long.
    pub(super) fn end_late_reads(&mut self, now: Instant) {
        while let Some(at) = self.reads.iter().position(|read| read.deadline <= now) {
            let read = self.reads.swap_remove(at);
            let seen = read.target.as_ref().filter(|_| read.loaded).and_then(|target| self.pages.get(target)?.latest());
            let unseen = || ObserveError::Failed(format!("{} was not loaded in time", read.url));
            let _ = read.reply.send(seen.map(|taken| taken.page.clone()).ok_or_else(unseen));
            if let Some(target) = read.target {
                self.forget_page(&target);
                self.connection.send(None, "Target.closeTarget", json!({ "targetId": target }));
            }
        }
    }
}
