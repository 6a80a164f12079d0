//! Idempotency: a request that comes again with the same `client_request_id` and the same body gets the stored response. The same id
//! with another body is refused, because one of the two requests would be lost.

use crate::Answer;
use crate::core::Core;
use crate::core::digest::sha256;
use crate::core::transaction::{WriteTx, payload};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::ClientRequestId;
use apprentice_contracts::json;
use apprentice_store::idempotency::Request;
use apprentice_store::{Connection, StoreError, idempotency};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fmt::Display;

/// Identifies a request of a client. A request without an id is never replayed and never stored.
#[derive(Clone)]
pub(crate) struct IdempotencyKey(Option<Request>);

impl IdempotencyKey {
    /// The key of a request for `operation` on `resource`, which is what the path of the request names.
    pub(crate) fn new<T: Serialize>(
        operation: &'static str,
        resource: impl Display,
        id: Option<&ClientRequestId>,
        body: &T,
    ) -> Answer<Self> {
        let Some(id) = id else { return Ok(Self::none()) };
        // The same request, whatever the order of the keys of an object in it.
        let mut body = serde_json::to_value(body).map_err(StoreError::from)?;
        body.sort_all_objects();
        let digest = sha256(serde_json::to_vec(&body).map_err(StoreError::from)?);
        Ok(Self(Some(Request { operation, resource: resource.to_string(), key: id.clone(), digest })))
    }

    /// The key of a request that carries no id.
    pub(crate) fn none() -> Self {
        Self(None)
    }

    pub(crate) fn is_some(&self) -> bool {
        self.0.is_some()
    }

    /// The stored response, read inside the transaction that would store it. Use it where no gate keeps two requests apart.
    pub(crate) fn replay<T: DeserializeOwned>(&self, tx: &WriteTx<'_>) -> Answer<Option<T>> {
        parse(self.0.as_ref().map(|request| stored(tx.db, request)).transpose()?.flatten())
    }

    /// Stores the response for a repetition of the request.
    pub(crate) fn store_response<T: Serialize>(&self, tx: &WriteTx<'_>, response: &T) -> Answer<()> {
        match &self.0 {
            Some(request) => Ok(idempotency::put(tx.db, request, &payload(response)?, tx.now)?),
            None => Ok(()),
        }
    }
}

impl Core {
    /// The response that was stored for this request. Errors: `CLIENT_REQUEST_ID_REUSED` when its id came with another body.
    pub(crate) async fn replay<T: DeserializeOwned>(&self, key: &IdempotencyKey) -> Answer<Option<T>> {
        let Some(request) = key.0.clone() else { return Ok(None) };
        parse(self.store.read(move |db| stored(db, &request)).await?)
    }

    /// Commits a change once for this request: a repetition gets the stored response and changes nothing.
    pub(crate) async fn commit_once<T, F>(&self, key: IdempotencyKey, change: F) -> Answer<T>
    where
        F: FnOnce(&WriteTx<'_>) -> Answer<T> + Send + 'static,
        T: Serialize + DeserializeOwned + Send + 'static,
    {
        if let Some(response) = self.replay(&key).await? {
            return Ok(response);
        }
        self.commit(move |tx| once(tx, &key, change)).await
    }

    /// Runs an operation of several transactions once for this request. The caller holds a lock that keeps equal requests apart.
    pub(crate) async fn run_once<T>(&self, key: IdempotencyKey, operation: impl Future<Output = Answer<T>>) -> Answer<T>
    where
        T: Serialize + DeserializeOwned + Clone + Send + 'static,
    {
        if let Some(response) = self.replay(&key).await? {
            return Ok(response);
        }
        let response = operation.await?;
        let stored = response.clone();
        self.commit(move |tx| key.store_response(tx, &stored)).await?;
        Ok(response)
    }
}

/// Runs a change once for this request, inside one transaction.
pub(crate) fn once<T: Serialize + DeserializeOwned>(
    tx: &WriteTx<'_>,
    key: &IdempotencyKey,
    change: impl FnOnce(&WriteTx<'_>) -> Answer<T>,
) -> Answer<T> {
    if let Some(response) = key.replay(tx)? {
        return Ok(response);
    }
    let response = change(tx)?;
    key.store_response(tx, &response)?;
    Ok(response)
}

fn stored(db: &Connection, request: &Request) -> Answer<Option<Value>> {
    match idempotency::get(db, request)? {
        Some((digest, _)) if digest != request.digest => {
            let message = "client_request_id: it was used before with another request. Give every new request an id of its own.";
            let details = json!({ "field": "client_request_id", "client_request_id": request.key });
            Err(Failure::new(ErrorCode::ClientRequestIdReused, message).with_details(details))
        }
        found => Ok(found.map(|(_, response)| response)),
    }
}

fn parse<T: DeserializeOwned>(response: Option<Value>) -> Answer<Option<T>> {
    response.map(|response| json::from_value(&response).map_err(|error| StoreError::from(error).into())).transpose()
}
