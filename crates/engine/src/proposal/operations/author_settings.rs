//! Chooses and tests the author, and keeps the key of its server.

use crate::Answer;
use crate::author::{self, Author, keys};
use crate::core::blocking::blocking;
use crate::core::notify::ChangeNotice;
use crate::core::transaction::{ReceiptSubject, WriteTx};
use crate::proposal::operations::Proposals;
use apprentice_contracts::author::{
    AuthorKeyRequest, AuthorProvider, AuthorSettings, AuthorSettingsResponse, AuthorTestResponse,
};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::receipt::ReceiptKind;
use std::time::Instant;

impl Proposals {
    pub(crate) async fn author_settings(&self) -> Answer<AuthorSettingsResponse> {
        let (settings, machine) = (author::read(&self.core).await?, self.core.options.machine.clone());
        let key_in = keys::place(&self.core, &settings).await?;
        let places = (keys::no_keychain(&self.core).await, crate::core::keychain::file(&self.core));
        let last = author::last_answer(&self.core).await?;
        blocking("looking for agents", move || author::view(settings, &machine, key_in, places, last)).await
    }

    pub(crate) async fn update_author(&self, settings: AuthorSettings) -> Answer<AuthorSettingsResponse> {
        let settings = author::checked(settings)?;
        let put = move |tx: &WriteTx<'_>| {
            author::put(tx, &settings)?;
            let summary = "Who writes drafts was changed.";
            tx.receipt(ReceiptSubject::default(), ReceiptKind::ConfigurationChanged, summary, None).map(drop)
        };
        self.core.commit(put).await?;
        self.core.notifier.notify(ChangeNotice::Settings);
        self.author_settings().await
    }

    pub(crate) async fn keep_author_key(&self, request: AuthorKeyRequest) -> Answer<AuthorSettingsResponse> {
        keys::put(&self.core, request.key).await?;
        self.core.notifier.notify(ChangeNotice::Settings);
        self.author_settings().await
    }

    pub(crate) async fn forget_author_key(&self) -> Answer<AuthorSettingsResponse> {
        keys::forget(&self.core).await?;
        self.core.notifier.notify(ChangeNotice::Settings);
        self.author_settings().await
    }

    pub(crate) async fn test_author(&self) -> Answer<AuthorTestResponse> {
        let (author, _) = self.chosen_author().await?;
        let began = Instant::now();
        let answer = author::ask(&*author, &author::greeting()).await;
        let milliseconds = u32::try_from(began.elapsed().as_millis()).unwrap_or(u32::MAX);
        author::keep_answer(&self.core, &answer).await;
        self.core.notifier.notify(ChangeNotice::Author);
        Ok(match answer {
            Ok(answer) => AuthorTestResponse {
                answered: true,
                words: answer.text.chars().take(200).collect(),
                remedy: None,
                model: Some(answer.model),
                milliseconds,
            },
            Err(failure) => AuthorTestResponse {
                answered: false,
                words: failure.words,
                remedy: Some(failure.remedy),
                model: None,
                milliseconds,
            },
        })
    }

    pub(super) async fn chosen_author(&self) -> Answer<(Box<dyn Author>, AuthorProvider)> {
        let settings = author::read(&self.core).await?;
        let provider = settings.provider;
        let refuse = |failure: author::AuthorFailure| Failure::new(ErrorCode::AdapterUnavailable, failure.to_string());
        author::chosen_now(&self.core, settings).await?.map(|author| (author, provider)).map_err(refuse)
    }
}
