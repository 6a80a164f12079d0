//! The decision on a proposal: install, approve, reject.

use crate::ability::lifecycle;
use crate::core::notify::ChangeNotice;
use crate::core::transaction::{ReceiptSubject, WriteTx};
use crate::core::{idempotency, request};
use crate::proposal::draft::WorkingDraft;
use crate::proposal::generate::settle;
use crate::proposal::improve;
use crate::session::transitions::invalid_transition;
use crate::validation::runs::of_proposal;
use crate::{Answer, Engine, install};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::ProposalId;
use apprentice_contracts::interpretation::SemanticWorkflowInterpretation;
use apprentice_contracts::proposal::{
    ApprovalScope, ApproveProposalRequest, InstallLane, ProposalDetailResponse, ProposalInstallRequest, ProposalInstallResponse,
    RejectProposalRequest, RequestedLane,
};
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_store::idempotency::Request;
use apprentice_store::proposals::ProposalRecord;
use apprentice_store::{interpretations, proposals};
use serde_json::json;

/// Who wants an installation: a person who read the proposal, or the session's own permission of beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InstallTrigger {
    Person,
    Preauthorized,
}

/// Longest folder name of a skill.
const MAX_SLUG: usize = 64;

impl Engine {
    /// Installs from a review: privately, or for the workspace (which is an approval).
    pub async fn install_proposal(&self, id: ProposalId, request: ProposalInstallRequest) -> Answer<ProposalInstallResponse> {
        let request = request::valid(request)?;
        let inner = &self.inner;
        let _gate = inner.gate.lock().await;
        let repeatable = idempotency::request("install_proposal", id, request.client_request_id.as_deref(), &request)?;
        if let Some(answer) = inner.answered(repeatable.as_ref()).await? {
            return Ok(answer);
        }
        let answer =
            self.install_now(id, InstallTrigger::Person, request.install_lane, &request.targets, request.into.as_deref()).await?;
        let kept = answer.clone();
        inner.commit(move |tx| idempotency::remember(tx, repeatable.as_ref(), &kept)).await?;
        Ok(answer)
    }

    /// From a review: installs for the workspace, and shares it where that is the scope. From a private installation: raises it, in the same folders unless others are named.
    pub async fn approve_proposal(&self, id: ProposalId, request: ApproveProposalRequest) -> Answer<ProposalDetailResponse> {
        let request = request::valid(request)?;
        let inner = &self.inner;
        let gate = inner.gate.lock().await;
        let repeatable = idempotency::request("approve_proposal", id, request.client_request_id.as_deref(), &request)?;
        if inner.answered::<bool>(repeatable.as_ref()).await?.is_none() {
            self.install_now(id, InstallTrigger::Person, RequestedLane::ApprovedWorkspace, &request.targets, None).await?;
            inner
                .commit(move |tx| {
                    approved(tx, id, request.approval_note.as_deref(), repeatable.as_ref())?;
                    let ability = proposals::get(tx.db, id)?.and_then(|record| record.proposal.ability_id);
                    match ability.filter(|_| request.approval_scope == ApprovalScope::SharedPromoted) {
                        Some(ability) => lifecycle::promote(tx, &ability),
                        None => Ok(()),
                    }
                })
                .await?;
        }
        drop(gate);
        self.proposal_detail(id).await
    }

    pub async fn reject_proposal(&self, id: ProposalId, request: RejectProposalRequest) -> Answer<ProposalDetailResponse> {
        let request = request::valid(request)?;
        let inner = &self.inner;
        let gate = inner.gate.lock().await;
        let repeatable = idempotency::request("reject_proposal", id, request.client_request_id.as_deref(), &request)?;
        if inner.answered::<bool>(repeatable.as_ref()).await?.is_none() {
            inner.ensure_not_testing(id).await?;
            inner
                .commit(move |tx| {
                    let mut record = of_proposal(tx.db, id)?;
                    settle(tx, &mut record, &mut WorkingDraft::load(tx.db, id)?, State::Rejected)?;
                    let about = ReceiptSubject::of_session(&record);
                    tx.receipt(about, ReceiptKind::AbilityDeactivated, "The proposal was rejected.", Some(&request.reason))?;
                    idempotency::remember(tx, repeatable.as_ref(), &true)
                })
                .await?;
        }
        drop(gate);
        self.proposal_detail(id).await
    }

    /// Checks what the table and the lint say, then runs the saga. The caller holds the gate.
    pub(crate) async fn install_now(
        &self,
        id: ProposalId,
        trigger: InstallTrigger,
        lane: RequestedLane,
        targets: &[String],
        into: Option<&str>,
    ) -> Answer<ProposalInstallResponse> {
        let inner = &self.inner;
        inner.ensure_not_testing(id).await?;
        let working = inner.working(id).await?;
        let record = working.record.clone();
        improve::not_replaced(&record.proposal)?;
        let (lane, goal) = match lane {
            RequestedLane::ExperimentalPrivate => (InstallLane::ExperimentalPrivate, State::InstallingPrivate),
            RequestedLane::ApprovedWorkspace => (InstallLane::ApprovedWorkspace, State::Approved),
        };
        let session = inner.store.read(move |db| of_proposal(db, id)).await?.session;
        allowed(session.state, goal, &record)?;
        let settings = inner.settings().await?;
        let same = match targets.is_empty() && into.is_none() && session.state == State::InstalledPrivate {
            true => inner.same_places(&record).await?,
            false => Vec::new(),
        };
        // It stands nowhere any more when it was removed.
        let places = if !same.is_empty() {
            same
        } else {
            let (machine, targets, into) = (inner.options.machine.clone(), targets.to_vec(), into.map(str::to_owned));
            blocking_io(move || install::places(&machine, &settings, &targets, into.as_deref())).await??
        };
        let interpretation = inner.store.read(move |db| confirmed(db, &working, trigger)).await?;
        let (slug, taken) = (record.proposal.proposed_skill_slug.clone(), places.clone());
        let order = install::Order {
            skill_md: record.draft.skill_md.clone(),
            checkpoints: record.draft.checkpoints.clone(),
            proposal: record.proposal,
            interpretation,
            lane,
            places,
            import: None,
        };
        let installed = install::install(&inner.install_context(), order).await;
        inner.settle().await;
        // The ability stands in the groups of its draft.
        inner.notifier.notify(ChangeNotice::Categories);
        let installed = match installed {
            Err(failure) if failure.code == ErrorCode::SkillAlreadyExists => {
                return Err(suggest_name(failure, &blocking_io(move || free_name(&slug, &taken)).await?));
            }
            other => other?,
        };
        Ok(ProposalInstallResponse {
            proposal: installed.proposal,
            ability_id: installed.ability_id,
            saga_id: installed.saga_id,
            files: installed.files,
        })
    }
}

impl crate::engine::Inner {
    /// The folders in which an ability stands already.
    async fn same_places(&self, record: &ProposalRecord) -> Answer<Vec<install::TargetFolder>> {
        let Some(ability) = record.proposal.ability_id.clone() else { return Ok(Vec::new()) };
        let placements =
            self.store.read(move |db| apprentice_store::sagas::placements(db, &ability)).await.map_err(crate::stored)?;
        let place = |placed: apprentice_store::sagas::Placement| install::TargetFolder {
            target_id: placed.target_id,
            label: placed.label,
            root: placed.root.into(),
        };
        Ok(placements.into_iter().map(place).collect())
    }
}

/// The next name that none of these folders has.
pub(crate) fn free_name(slug: &str, places: &[install::TargetFolder]) -> String {
    let taken = |name: &String| places.iter().any(|place| place.root.join(name).symlink_metadata().is_ok());
    let numbered = (2_u32..).map(|n| {
        let tail = format!("-{n}");
        let stem: String = slug.chars().take(MAX_SLUG - tail.len()).collect();
        format!("{}{tail}", stem.trim_end_matches('-'))
    });
    numbered.take(1000).find(|name| !taken(name)).unwrap_or_default()
}

/// A name that is taken comes with one that is free.
pub(crate) fn suggest_name(mut failure: Failure, suggestion: &str) -> Failure {
    let mut details = failure.details.take().unwrap_or_else(|| json!({}));
    details["suggestion"] = suggestion.into();
    failure.details = Some(details);
    failure
}

/// Folders may lie on a slow disk.
pub(crate) async fn blocking_io<T: Send + 'static>(look: impl FnOnce() -> T + Send + 'static) -> Answer<T> {
    tokio::task::spawn_blocking(look).await.map_err(|error| crate::internal("looking for skills folders", &error))
}

/// The state table; and where a draft failed its lint, that is what is said.
fn allowed(is: State, goal: State, record: &ProposalRecord) -> Answer<()> {
    let lint = &record.draft.lint;
    if lint.has_errors() {
        let message = "The lint found errors in the checkpoints or the SKILL.md. Revise the proposal first.";
        return Err(Failure::new(ErrorCode::CheckpointLintFailed, message).with_details(json!({ "findings": lint.findings })));
    }
    if is.may_become(goal) {
        return Ok(());
    }
    let refusal = invalid_transition(is, goal);
    let message = match is {
        State::Quarantined => {
            "Its last installation failed and was undone, or its ability was quarantined. Revise the proposal (a note will do), then install it again."
        }
        State::InstalledPrivate => "It is already installed privately. Approve it to write it again for the workspace.",
        State::Approved => "It is already approved and installed.",
        _ => return Err(refusal),
    };
    Err(Failure { message: message.into(), ..refusal })
}

/// A person who installs what was drafted has confirmed its meaning; the saga stores it so.
fn confirmed(
    db: &apprentice_store::Connection,
    working: &WorkingDraft,
    trigger: InstallTrigger,
) -> Answer<Option<SemanticWorkflowInterpretation>> {
    let found = working.record.proposal.interpretation_id.map(|id| interpretations::get(db, id)).transpose()?.flatten();
    let confirmed = |found: SemanticWorkflowInterpretation| SemanticWorkflowInterpretation {
        user_confirmed: found.user_confirmed || trigger == InstallTrigger::Person,
        ..found
    };
    Ok(found.map(confirmed))
}

fn approved(tx: &WriteTx<'_>, id: ProposalId, note: Option<&str>, repeatable: Option<&Request>) -> Answer<()> {
    let record = of_proposal(tx.db, id)?;
    let mut working = WorkingDraft::load(tx.db, id)?;
    working.confirmed = true;
    working.save(tx)?;
    tx.receipt(ReceiptSubject::of_session(&record), ReceiptKind::AbilityActivated, "Approved for the workspace.", note)?;
    idempotency::remember(tx, repeatable, &true)
}
