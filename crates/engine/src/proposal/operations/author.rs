//! Lets an author improve a draft. The draft of the rules is kept until the answer was checked, and for good if the check fails.

use crate::Answer;
use crate::author::{self, Author, AuthorFailure};
use crate::core::blocking::blocking;
use crate::core::notify::ChangeNotice;
use crate::core::transaction::WriteTx;
use crate::proposal::draft::{self, WorkingDraft};
use crate::proposal::improve;
use crate::proposal::operations::Proposals;
use crate::proposal::record::{ensure_not_testing, session_of_proposal, settle};
use crate::session::transitions::invalid_transition;
use crate::validation::runs::KINDS;
use apprentice_compiler::author::{Asked, AuthorError, AuthorRequest, Authored, Dropped, apply, request, request_to_change};
use apprentice_compiler::{Demonstration, Draft};
use apprentice_contracts::action::ProposalAction;
use apprentice_contracts::author::{AuthorDropped, AuthorMark, AuthorPreviewResponse, AuthorProvider, AuthorStatusResponse};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::ProposalId;
use apprentice_contracts::observation::ActionDetails;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_contracts::{MASK, Time};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::OwnedMutexGuard;
use tokio_util::sync::CancellationToken;

/// How often a cancellation looks whether the request has ended.
const CANCELLING: Duration = Duration::from_millis(20);

/// What authors write now, and how the last request of each proposal ended.
#[derive(Clone, Default)]
pub(crate) struct Writings(Arc<Mutex<BTreeMap<ProposalId, Writing>>>);

#[derive(Clone)]
struct Writing {
    started_at: Time,
    /// `None`: it ended.
    cancel: Option<CancellationToken>,
    /// What the person asked to change.
    asked: Option<String>,
    failure: Option<String>,
    remedy: Option<String>,
    dropped: Vec<AuthorDropped>,
}

impl Writings {
    fn all(&self) -> MutexGuard<'_, BTreeMap<ProposalId, Writing>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What an author is asked, and what its answer is checked against.
struct Task {
    demonstration: Demonstration,
    rules: Draft,
    request: AuthorRequest,
    revision: u32,
}

/// Why a draft stays as it is.
struct Kept {
    why: String,
    remedy: Option<String>,
    dropped: Vec<AuthorDropped>,
}

impl From<String> for Kept {
    fn from(why: String) -> Self {
        Self { why, remedy: None, dropped: Vec::new() }
    }
}

impl From<AuthorFailure> for Kept {
    fn from(failure: AuthorFailure) -> Self {
        Self { why: failure.words, remedy: Some(failure.remedy), dropped: Vec::new() }
    }
}

fn told(dropped: Vec<Dropped>) -> Vec<AuthorDropped> {
    dropped.into_iter().map(|one| AuthorDropped { what: one.what, why: one.why }).collect()
}

impl Proposals {
    pub(crate) async fn preview_author(&self, id: ProposalId) -> Answer<AuthorPreviewResponse> {
        let settings = author::read(&self.core).await?;
        let goes_to = author::goes_to(&settings, &self.core.options.machine);
        let request = self.task(id, None).await?;
        let (request, masked_fields) = (request.request, masked_fields(&request.demonstration, &request.rules));
        let schema = request.schema.to_string();
        let characters = [&request.system, &request.user, &schema].iter().map(|text| text.chars().count()).sum::<usize>() as u32;
        Ok(AuthorPreviewResponse {
            goes_to,
            characters,
            token_estimate: characters / 4,
            masked: request.user.matches(MASK).count() as u32,
            masked_fields,
            system: request.system,
            user: request.user,
            schema,
            fingerprint: request.fingerprint,
        })
    }

    pub(crate) async fn author_status(&self, id: ProposalId) -> Answer<AuthorStatusResponse> {
        let author = WorkingDraft::read(&self.core, id).await?.record.draft.author;
        let writing = self.writings.all().get(&id).cloned();
        Ok(AuthorStatusResponse {
            proposal_id: id,
            writing: writing.as_ref().is_some_and(|one| one.cancel.is_some()),
            started_at: writing.as_ref().map(|one| one.started_at),
            failure: writing.as_ref().and_then(|one| one.failure.clone()),
            remedy: writing.as_ref().and_then(|one| one.remedy.clone()),
            asked: writing.as_ref().and_then(|one| one.asked.clone()),
            dropped: writing.map(|one| one.dropped).unwrap_or_default(),
            author,
        })
    }

    /// Starts to write. The answer of the author replaces the working draft when it was checked.
    pub(crate) async fn write_draft(&self, id: ProposalId) -> Answer<AuthorStatusResponse> {
        self.write_as_asked(id, None).await
    }

    /// The same, with what the person asks to change.
    pub(super) async fn write_as_asked(&self, id: ProposalId, asked: Option<Asked>) -> Answer<AuthorStatusResponse> {
        let (author, provider) = self.chosen_author().await?;
        ensure_not_testing(&self.core, id).await?;
        let task = self.task(id, asked.clone()).await?;
        let cancel = self.core.cancel.child_token();
        {
            let mut all = self.writings.all();
            if all.values().any(|one| one.cancel.is_some()) {
                let message = "An author is writing already. Wait until it is done, or cancel it.";
                return Err(Failure::new(ErrorCode::Conflict, message));
            }
            let one = Writing {
                started_at: self.core.now(),
                cancel: Some(cancel.clone()),
                asked: asked.map(|asked| asked.words).filter(|words| !words.is_empty()),
                failure: None,
                remedy: None,
                dropped: Vec::new(),
            };
            all.insert(id, one);
        }
        self.core.notifier.notify(ChangeNotice::Author);
        let engine = self.clone();
        self.core.supervisor.spawn("writing a draft", async move {
            let writing = engine.written(id, provider, &*author, task, &cancel);
            let outcome = engine.core.supervisor.watch("writing a draft", writing).await;
            let died = || Err(Kept::from("Apprentice failed unexpectedly; its log says why.".to_owned()));
            engine.ended(id, outcome.unwrap_or_else(died));
        });
        self.author_status(id).await
    }

    pub(crate) async fn cancel_author(&self, id: ProposalId) -> Answer<AuthorStatusResponse> {
        let running = self.writings.all().get(&id).and_then(|one| one.cancel.clone());
        if let Some(running) = running {
            running.cancel();
            // It ends at once, unless its answer is being stored at this moment.
            while self.writings.all().get(&id).is_some_and(|one| one.cancel.is_some()) {
                tokio::time::sleep(CANCELLING).await;
            }
        }
        self.author_status(id).await
    }

    fn ended(&self, id: ProposalId, outcome: Result<(), Kept>) {
        if let Some(one) = self.writings.all().get_mut(&id) {
            one.cancel = None;
            if let Err(kept) = outcome {
                one.failure = Some(format!("{} The draft of the rules remains.", kept.why));
                one.remedy = kept.remedy;
                one.dropped = kept.dropped;
            }
        }
        self.core.notifier.notify(ChangeNotice::Author);
    }

    /// Goes back to the draft of the rules, which is tested again. A draft that the rules wrote stays as it is.
    pub(crate) async fn undo_author(&self, id: ProposalId) -> Answer<AuthorStatusResponse> {
        ensure_not_testing(&self.core, id).await?;
        if WorkingDraft::read(&self.core, id).await?.record.draft.author.is_none() {
            return self.author_status(id).await;
        }
        if self.writings.all().get(&id).is_some_and(|one| one.cancel.is_some()) {
            return Err(Failure::new(ErrorCode::Conflict, "An author is writing. Cancel it first."));
        }
        let Task { rules, revision, .. } = self.task(id, None).await?;
        let gate = self.core.gate.clone().lock_owned().await;
        ensure_not_testing(&self.core, id).await?;
        let state = self.core.commit(move |tx| replace(tx, id, revision, rules, None)).await?;
        self.writings.all().remove(&id);
        self.tested(id, state, gate);
        self.author_status(id).await
    }

    async fn task(&self, id: ProposalId, asked: Option<Asked>) -> Answer<Task> {
        let working = WorkingDraft::read(&self.core, id).await?;
        improve::not_replaced(&working.record.proposal)?;
        let record = self.core.store.read(move |db| session_of_proposal(db, id)).await?;
        let state = record.session.state;
        if state == State::Quarantined || !state.allows_on_proposal(ProposalAction::Revise) {
            return Err(invalid_transition(state, State::DraftingProposal));
        }
        if working.record.draft.skill_md_edited {
            let message =
                "This SKILL.md was edited by hand. A model would not change it; change it yourself, or teach the task again.";
            return Err(Failure::new(ErrorCode::Conflict, message));
        }
        let answers = draft::GivenAnswers::of(&working.record.draft);
        let (demonstration, rules) = draft::compile_demonstration(&self.core, &record, answers).await?;
        let make = move || {
            let request = match &asked {
                Some(asked) => request_to_change(&demonstration, &rules, asked),
                None => request(&demonstration, &rules),
            };
            (demonstration, rules, request)
        };
        let (demonstration, rules, request) = blocking("preparing a request", make).await?;
        Ok(Task { demonstration, rules, request, revision: working.record.proposal.revision })
    }

    async fn written(
        &self,
        id: ProposalId,
        provider: AuthorProvider,
        author: &dyn Author,
        task: Task,
        cancel: &CancellationToken,
    ) -> Result<(), Kept> {
        let cancelled = || Kept::from("It was cancelled.".to_owned());
        let answer = tokio::select! {
            () = cancel.cancelled() => return Err(cancelled()),
            answer = author::ask(author, &task.request) => answer,
        };
        author::keep_answer(&self.core, &answer).await;
        let answer = answer?;
        let Task { demonstration, rules, request, revision } = task;
        let text = answer.text;
        let check = move || (apply(&demonstration, &rules, &text), rules.skill_md);
        let (checked, rules_skill_md) = blocking("checking an answer", check).await.map_err(|failure| failure.message)?;
        let Authored { draft, kept, dropped } = checked.map_err(|error| Kept {
            why: error.to_string(),
            remedy: Some("Try again, or choose another model.".to_owned()),
            dropped: match error {
                AuthorError::NothingKept(dropped) => told(dropped),
                _ => Vec::new(),
            },
        })?;
        let mark = AuthorMark {
            provider,
            model: answer.model,
            tokens_in: answer.tokens_in,
            tokens_out: answer.tokens_out,
            cost: answer.cost,
            fingerprint: request.fingerprint,
            kept,
            dropped: told(dropped),
            rules_skill_md,
            written_at: self.core.now(),
        };
        let gate = self.core.gate.clone().lock_owned().await;
        ensure_not_testing(&self.core, id).await.map_err(|failure| failure.message)?;
        if cancel.is_cancelled() {
            return Err(cancelled());
        }
        let replaced = self.core.commit(move |tx| replace(tx, id, revision, draft, Some(mark))).await;
        let state = replaced.map_err(|failure| failure.message)?;
        self.tested(id, state, gate);
        Ok(())
    }

    /// Tests a draft that was replaced, in the background: what was committed is tested also when somebody cancels now.
    fn tested(&self, id: ProposalId, state: State, gate: OwnedMutexGuard<()>) {
        let engine = self.clone();
        self.core.supervisor.spawn("testing a draft", async move {
            if state == State::DraftingProposal
                && let Err(failure) = engine.validation.test(id, &KINDS).await
            {
                tracing::warn!(%failure, "a written draft could not be tested");
            }
            drop(gate);
        });
    }
}

/// The fields and inputs whose values are masked, by name, each once.
fn masked_fields(demonstration: &Demonstration, rules: &Draft) -> Vec<String> {
    let mut names = BTreeSet::new();
    let further = demonstration.examples.iter().flat_map(|example| &example.actions);
    for action in demonstration.actions.iter().chain(further) {
        if let ActionDetails::Fill { target, value, .. } = &action.details
            && value.masked.is_some()
        {
            names.insert(target.name.clone());
        }
        names.extend(action.form.iter().filter(|field| field.value.masked.is_some()).map(|field| field.label.clone()));
    }
    names.extend(rules.graph.variables.iter().filter(|variable| variable.secret).map(|variable| variable.label.clone()));
    names.into_iter().filter(|name| !name.is_empty()).collect()
}

fn replace(tx: &WriteTx<'_>, id: ProposalId, revision: u32, draft: Draft, mark: Option<AuthorMark>) -> Answer<State> {
    let mut record = session_of_proposal(tx.db, id)?;
    let mut working = WorkingDraft::load(tx.db, id)?;
    let state = record.session.state;
    if working.record.proposal.revision != revision || !state.allows_on_proposal(ProposalAction::Revise) {
        let message = "The draft was changed while the author wrote.";
        return Err(Failure::new(ErrorCode::Conflict, message));
    }
    let slug = working.record.proposal.ability_id.is_some().then(|| working.record.proposal.proposed_skill_slug.clone());
    working.compiled(tx, draft);
    if let Some(slug) = slug {
        working.record.proposal.proposed_skill_slug = slug;
    }
    working.record.draft.author = mark;
    working.finish(record.session.execution_mode);
    if state == State::ReadyForReview {
        settle(tx, &mut record, &mut working, State::DraftingProposal)?;
    } else {
        working.save(tx)?;
        tx.session(&mut record)?;
    }
    Ok(record.session.state)
}
