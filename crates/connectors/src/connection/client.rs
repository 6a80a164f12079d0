//! Our side of a connection: it answers what a server asks the person during a call, and counts how often lists changed.

use super::Mask;
use crate::elicit::{self, Answer, Asking, Question};
use rmcp::ClientHandler;
use rmcp::model::{
    ClientConfig, CustomNotification, CustomRequest, CustomResult, ElicitRequestParams, ElicitResult, ElicitationAction,
    ErrorCode, ErrorData,
};
use rmcp::service::{NotificationContext, RequestContext, RoleClient};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use tokio::sync::{Notify, broadcast};

/// How a server says that the person has done what it wanted at an address.
const IS_DONE: &str = "notifications/elicitation/complete";
/// How many of these notifications wait to be read.
const DONE: usize = 64;

/// How a server asks the person something.
#[derive(Clone)]
pub struct Asks {
    /// Asks them.
    pub asking: Asking,
    /// Whether the server is on this machine.
    pub local: bool,
}

/// What waits on a connection.
pub(super) struct Waits {
    /// Calls on their way. A server asks the person during a call alone.
    pub(super) calls: AtomicUsize,
    /// Questions to the person. A call has more time as long as one of its server waits.
    pub(super) questions: AtomicUsize,
    /// Woken when no call is left.
    pub(super) none_left: Notify,
    /// Woken when no question is left.
    pub(super) answered: Notify,
    /// What the server says that the person has done, by the identifiers that it gave the addresses.
    pub(super) done: broadcast::Sender<String>,
}

impl Default for Waits {
    fn default() -> Self {
        let (none_left, answered) = (Notify::new(), Notify::new());
        Self { calls: AtomicUsize::new(0), questions: AtomicUsize::new(0), none_left, answered, done: broadcast::channel(DONE).0 }
    }
}

impl Waits {
    /// Returns when no call is on its way any more.
    async fn no_call(&self) {
        loop {
            let mut none_left = std::pin::pin!(self.none_left.notified());
            // One that ends from here on is heard.
            none_left.as_mut().enable();
            if self.calls.load(Ordering::Acquire) == 0 {
                return;
            }
            none_left.await;
        }
    }
}

/// Counts a call, or a question, as long as it lives, and wakes who waits until none is left.
pub(super) struct Counted<'a>(&'a AtomicUsize, &'a Notify);

impl<'a> Counted<'a> {
    pub(super) fn new(count: &'a AtomicUsize, none_left: &'a Notify) -> Self {
        count.fetch_add(1, Ordering::AcqRel);
        Self(count, none_left)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        if self.0.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.1.notify_waiters();
        }
    }
}

/// Our side. It offers elicitation where somebody can be asked, and no sampling and no roots. It counts how often lists changed.
#[derive(Clone)]
pub(super) struct Client {
    pub(super) config: ClientConfig,
    pub(super) changes: Arc<AtomicU64>,
    pub(super) asks: Option<Asks>,
    pub(super) waits: Arc<Waits>,
    pub(super) mask: Mask,
}

impl Client {
    /// Asks the person what a server wants of them. `Err`: why they are not asked.
    pub(super) async fn ask(&self, params: ElicitRequestParams) -> Result<ElicitResult, String> {
        let asks = self.asks.as_ref().ok_or("nobody can be asked")?;
        let question = match self.question(params, asks.local) {
            Ok(question) => question,
            Err(why) => return Err(self.refused(why).await),
        };
        let _waits = Counted::new(&self.waits.questions, &self.waits.answered);
        let answer = tokio::select! {
            answer = (asks.asking)(Ok(question)) => answer?,
            // Nobody waits for what the server would do with it.
            () = self.waits.no_call() => Answer::Cancel,
        };
        Ok(match answer {
            Answer::Accept(Some(content)) => ElicitResult::new(ElicitationAction::Accept).with_content(Value::Object(content)),
            Answer::Accept(None) => ElicitResult::new(ElicitationAction::Accept),
            Answer::Decline => ElicitResult::new(ElicitationAction::Decline),
            Answer::Cancel => ElicitResult::new(ElicitationAction::Cancel),
        })
    }

    /// What the person is asked. `Err`: why they are not.
    fn question(&self, params: ElicitRequestParams, local: bool) -> Result<Question, String> {
        if self.waits.calls.load(Ordering::Acquire) == 0 {
            return Err("the person is asked during a call alone, and none is on its way".to_owned());
        }
        match params {
            ElicitRequestParams::FormElicitationParams { message, requested_schema, .. } => {
                let schema = serde_json::to_value(&requested_schema).map_err(|error| error.to_string())?;
                elicit::form(&message, &schema, &self.mask)
            }
            ElicitRequestParams::UrlElicitationParams { message, url, .. } => elicit::open(&message, &url, local, &self.mask),
            _ => Err("a question is a form or an address".to_owned()),
        }
    }

    /// Tells that the person is not asked, and answers why, without secrets.
    pub(super) async fn refused(&self, why: String) -> String {
        let why = (self.mask)(&why);
        match &self.asks {
            Some(asks) => (asks.asking)(Err(why.clone())).await.err().unwrap_or(why),
            None => why,
        }
    }
}

impl ClientHandler for Client {
    fn get_info(&self) -> ClientConfig {
        self.config.clone()
    }

    async fn create_elicitation(
        &self,
        params: ElicitRequestParams,
        context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        tokio::select! {
            biased;
            () = context.ct.cancelled() => Ok(ElicitResult::new(ElicitationAction::Cancel)),
            answered = self.ask(params) => answered.map_err(|why| ErrorData::invalid_params(why, None)),
        }
    }

    async fn on_custom_request(&self, request: CustomRequest, _: RequestContext<RoleClient>) -> Result<CustomResult, ErrorData> {
        match request.method.as_str() {
            // Its form could not be read.
            "elicitation/create" => {
                let why = "a form has flat fields: texts, numbers, yes or no, and choices of texts";
                Err(ErrorData::invalid_params(self.refused(why.to_owned()).await, None))
            }
            method => Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, method.to_owned(), None)),
        }
    }

    async fn on_custom_notification(&self, notification: CustomNotification, _: NotificationContext<RoleClient>) {
        let id = notification.params.as_ref().and_then(|params| params["elicitationId"].as_str());
        if let Some(id) = id.filter(|_| notification.method == IS_DONE) {
            // Fails when no call waits for one.
            let _heard = self.waits.done.send(id.to_owned());
        }
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.changes.fetch_add(1, Ordering::AcqRel);
    }

    async fn on_resource_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.changes.fetch_add(1, Ordering::AcqRel);
    }

    async fn on_prompt_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.changes.fetch_add(1, Ordering::AcqRel);
    }
}
