//! Requests that come twice: the same `client_request_id` for the same thing, with the same body, gets the first answer. With another
//! body it is refused, because one of the two would be lost.

use crate::Answer;
use crate::core::transaction::{WriteTx, payload};
use crate::engine::Inner;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_store::idempotency::{self, Request};
use apprentice_store::{Connection, StoreError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fmt::Display;

/// A request for `operation` on what the path names. `None`: it carries no id, and nothing is remembered of it.
pub(crate) fn request<T: Serialize>(
    operation: &'static str,
    resource: impl Display,
    key: Option<&str>,
    body: &T,
) -> Answer<Option<Request>> {
    let Some(key) = key else { return Ok(None) };
    let bytes = serde_json::to_vec(body).map_err(StoreError::from)?;
    let digest = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(Some(Request { operation, resource: resource.to_string(), key: key.to_owned(), digest }))
}

/// Keeps the answer for when the request comes again.
pub(crate) fn remember<T: Serialize>(tx: &WriteTx<'_>, request: Option<&Request>, answer: &T) -> Answer<()> {
    match request {
        Some(request) => Ok(idempotency::put(tx.db, request, &payload(answer)?, tx.now)?),
        None => Ok(()),
    }
}

fn answer(db: &Connection, request: &Request) -> Answer<Option<Value>> {
    match idempotency::get(db, request)? {
        Some((digest, _)) if digest != request.digest => {
            let message = "client_request_id: it was used before with another request. Give every new request an id of its own.";
            let details = json!({ "field": "client_request_id", "client_request_id": request.key });
            Err(Failure::new(ErrorCode::ClientRequestIdReused, message).with_details(details))
        }
        found => Ok(found.map(|(_, answer)| answer)),
    }
}

/// The same as [`Inner::answered`] for a change that needs no gate: the writer itself keeps two requests apart.
pub(crate) fn answered<T: DeserializeOwned>(tx: &WriteTx<'_>, request: Option<&Request>) -> Answer<Option<T>> {
    let found = request.map(|request| answer(tx.db, request)).transpose()?.flatten();
    found.map(|answer| serde_json::from_value(answer).map_err(|error| StoreError::from(error).into())).transpose()
}

impl Inner {
    /// What was answered to this request before; `CLIENT_REQUEST_ID_REUSED` when its id came with another body.
    pub(crate) async fn answered<T: DeserializeOwned>(&self, request: Option<&Request>) -> Answer<Option<T>> {
        let Some(request) = request.cloned() else { return Ok(None) };
        let found = self.store.read(move |db| answer(db, &request)).await?;
        found.map(|answer| serde_json::from_value(answer).map_err(|error| StoreError::from(error).into())).transpose()
    }
}
