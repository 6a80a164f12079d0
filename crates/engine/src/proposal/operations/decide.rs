//! Decisions on a proposal: install, approve, reject.

use crate::ability::{lifecycle, rehearsed};
use crate::core::blocking::blocking;
use crate::core::idempotency::IdempotencyKey;
use crate::core::notify::ChangeNotice;
use crate::core::scan;
use crate::core::transaction::{ReceiptSubject, WriteTx};
use crate::proposal::draft::WorkingDraft;
use crate::proposal::gates;
use crate::proposal::improve;
use crate::proposal::operations::Proposals;
use crate::proposal::record::{ensure_not_testing, session_of_proposal, settle};
use crate::proposal::weakenings;
use crate::session::transitions::invalid_transition;
use crate::{Answer, install};
use apprentice_contracts::action::ProposalAction;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{ProposalId, TargetId};
use apprentice_contracts::interpretation::SemanticWorkflowInterpretation;
use apprentice_contracts::proposal::{
    ApprovalScope, ApproveProposalRequest, InstallLane, ProposalDetailResponse, ProposalInstallRequest, ProposalInstallResponse,
    RejectProposalRequest, RequestedLane,
};
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_skills::agents::targets::SANDBOX;
use apprentice_store::proposals::ProposalRecord;
use apprentice_store::{interpretations, proposals};
use serde_json::json;

/// Who started an installation: a person who read the proposal, or the session, which authorized it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InstallTrigger {
    Person,
    Preauthorized,
}

/// What a person read and accepts of the version that is installed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Accepted<'a> {
    /// By `weakening_id`.
    pub weakenings: &'a [String],
    /// Codes of findings of the scan.
    pub findings: &'a [String],
    /// That no rehearsal of this version passed.
    pub without_rehearsal: bool,
}

impl Proposals {
    pub(crate) async fn install_proposal(
        &self,
        id: ProposalId,
        request: ProposalInstallRequest,
    ) -> Answer<ProposalInstallResponse> {
        let _gate = self.core.gate.lock().await;
        let key = IdempotencyKey::new("install_proposal", id, request.client_request_id.as_ref(), &request)?;
        let into = request.into.as_deref();
        let install = self.install_now(
            id,
            InstallTrigger::Person,
            request.install_lane,
            &request.targets,
            into,
            Accepted {
                weakenings: &request.accepted_weakenings,
                findings: &request.acknowledged_findings,
                without_rehearsal: request.without_rehearsal,
            },
        );
        self.core.run_once(key, install).await
    }

    pub(crate) async fn approve_proposal(
        &self,
        id: ProposalId,
        request: ApproveProposalRequest,
    ) -> Answer<ProposalDetailResponse> {
        let gate = self.core.gate.lock().await;
        let key = IdempotencyKey::new("approve_proposal", id, request.client_request_id.as_ref(), &request)?;
        if self.core.replay::<bool>(&key).await?.is_none() {
            let targets = &request.targets;
            let accepted = Accepted {
                weakenings: &request.accepted_weakenings,
                findings: &request.acknowledged_findings,
                without_rehearsal: request.without_rehearsal,
            };
            self.install_now(id, InstallTrigger::Person, RequestedLane::ApprovedWorkspace, targets, None, accepted).await?;
            self.core
                .commit(move |tx| {
                    approved(tx, id, request.approval_note.as_deref(), &key)?;
                    let ability = proposals::get(tx.db, id)?.and_then(|record| record.proposal.ability_id);
                    match ability.filter(|_| request.approval_scope == ApprovalScope::SharedPromoted) {
                        Some(ability) => lifecycle::promote(tx, &ability),
                        None => Ok(()),
                    }
                })
                .await?;
        }
        drop(gate);
        self.reader.proposal_detail(id).await
    }

    pub(crate) async fn reject_proposal(&self, id: ProposalId, request: RejectProposalRequest) -> Answer<ProposalDetailResponse> {
        let gate = self.core.gate.lock().await;
        let key = IdempotencyKey::new("reject_proposal", id, request.client_request_id.as_ref(), &request)?;
        if self.core.replay::<bool>(&key).await?.is_none() {
            ensure_not_testing(&self.core, id).await?;
            self.validation.give_up_shown_check(id).await;
            self.core
                .commit(move |tx| {
                    let mut record = session_of_proposal(tx.db, id)?;
                    let mut working = WorkingDraft::load(tx.db, id)?;
                    improve::not_replaced(&working.record.proposal)?;
                    settle(tx, &mut record, &mut working, State::Rejected)?;
                    let about = ReceiptSubject::of_session(&record);
                    tx.receipt(about, ReceiptKind::ProposalRejected, "The proposal was rejected.", Some(&request.reason))?;
                    key.store_response(tx, &true)
                })
                .await?;
        }
        drop(gate);
        self.reader.proposal_detail(id).await
    }

    /// Checks the state table, the lint and the scan, then runs the saga. The caller holds the gate.
    pub(crate) async fn install_now(
        &self,
        id: ProposalId,
        trigger: InstallTrigger,
        lane: RequestedLane,
        targets: &[TargetId],
        into: Option<&str>,
        accepted: Accepted<'_>,
    ) -> Answer<ProposalInstallResponse> {
        ensure_not_testing(&self.core, id).await?;
        let working = WorkingDraft::read(&self.core, id).await?;
        let record = working.record.clone();
        improve::not_replaced(&record.proposal)?;
        let (lane, action, goal) = match lane {
            RequestedLane::ExperimentalPrivate => {
                (InstallLane::ExperimentalPrivate, ProposalAction::Install, State::InstallingPrivate)
            }
            RequestedLane::ApprovedWorkspace => (InstallLane::ApprovedWorkspace, ProposalAction::Approve, State::Approved),
        };
        let session = self.core.store.read(move |db| session_of_proposal(db, id)).await?.session;
        allowed(session.state, action, goal, &record)?;
        let (compared, weaker) = (record.clone(), accepted.weakenings.to_vec());
        self.core.store.read(move |db| weakenings::ensure_accepted(db, &compared, &weaker)).await?;
        let findings = scan::to_acknowledge(&scan::of_text(&record.draft.skill_md));
        scan::ensure_acknowledged(&findings, accepted.findings, ErrorCode::SkillFindingsNotAcknowledged)?;
        let files = gates::of_draft(&record.draft.skill_md);
        let gate = self.core.store.read(move |db| gates::consult(db, lane, &files)).await?;
        let settings = self.settings.read().await?;
        let same = match targets.is_empty() && into.is_none() && session.state == State::InstalledPrivate {
            true => self.same_places(&record).await?,
            false => Vec::new(),
        };
        // An ability that was removed has no folders.
        let places = if !same.is_empty() {
            same
        } else {
            let unnamed = targets.is_empty() && into.is_none();
            let practice = unnamed && self.reader.is_practice(&record.proposal).await?;
            let targets = if practice { vec![TargetId(SANDBOX.to_owned())] } else { targets.to_vec() };
            let (machine, into) = (self.core.options.machine.clone(), into.map(str::to_owned));
            blocking("looking for skills folders", move || install::places(&machine, &settings, &targets, into.as_deref()))
                .await??
        };
        // The session authorized its installation before there was anything to rehearse.
        let asks = trigger == InstallTrigger::Person && !accepted.without_rehearsal;
        if asks && !self.is_practised(&record, lane, &places).await? {
            let rehearsed = record.clone();
            self.core.store.read(move |db| rehearsed::ensure(db, &rehearsed)).await?;
        }
        self.validation.give_up_shown_check(id).await;
        let interpretation = self.core.store.read(move |db| confirmed(db, &working, trigger)).await?;
        let (slug, taken) = (record.proposal.proposed_skill_slug.clone(), places.clone());
        let ProposalRecord { proposal, draft } = record;
        let source = install::ProposalSource { proposal, interpretation, checkpoints: draft.checkpoints };
        let installable = install::Installable::of_proposal(draft.skill_md, source, lane, places);
        let installed = install::install(&install::InstallContext::of(&self.core), installable).await;
        self.core.deliver_projections().await;
        // The ability inherits the categories of its draft.
        self.core.notifier.notify(ChangeNotice::Categories);
        let installed = match installed {
            Err(failure) if failure.code == ErrorCode::SkillAlreadyExists => {
                return Err(install::suggest_name(
                    failure,
                    &blocking("looking for skills folders", move || install::free_name(&slug, &taken)).await?,
                ));
            }
            other => other?,
        };
        Ok(ProposalInstallResponse {
            proposal: installed.proposal,
            ability_id: installed.ability_id,
            saga_id: installed.saga_id,
            files: installed.files,
            gate,
        })
    }
}

impl Proposals {
    /// Whether the draft of the practice is installed for the person alone, into the sandbox and nowhere else. Any other draft is served to
    /// agents from there (`get_skill`), although no agent reads the folder.
    async fn is_practised(&self, record: &ProposalRecord, lane: InstallLane, places: &[install::TargetFolder]) -> Answer<bool> {
        let apart = lane == InstallLane::ExperimentalPrivate && places.iter().all(|place| place.target_id.0 == SANDBOX);
        Ok(apart && self.reader.is_practice(&record.proposal).await?)
    }

    /// The folders in which the ability is installed.
    async fn same_places(&self, record: &ProposalRecord) -> Answer<Vec<install::TargetFolder>> {
        let Some(ability) = record.proposal.ability_id.clone() else { return Ok(Vec::new()) };
        let placements =
            self.core.store.read(move |db| apprentice_store::sagas::placements(db, &ability)).await.map_err(crate::stored)?;
        let place = |placed: apprentice_store::sagas::Placement| install::TargetFolder {
            target_id: placed.target_id,
            label: placed.label,
            root: placed.root.into(),
        };
        Ok(placements.into_iter().map(place).collect())
    }
}

/// Checks that the state allows the installation, which leads to `goal`. If the lint failed, that is the error.
fn allowed(is: State, action: ProposalAction, goal: State, record: &ProposalRecord) -> Answer<()> {
    let lint = &record.draft.lint;
    if lint.has_errors() {
        let message = "The lint found errors in the checkpoints or the SKILL.md. Revise the proposal first.";
        return Err(Failure::new(ErrorCode::CheckpointLintFailed, message).with_details(json!({ "findings": lint.findings })));
    }
    if is.allows_on_proposal(action) {
        return Ok(());
    }
    let refusal = invalid_transition(is, goal);
    let message = match is {
        State::Quarantined => {
            "Its last installation failed and was undone, or its ability was quarantined. Revise the proposal (“try again” as the instruction will do), then install it again."
        }
        State::InstalledPrivate => "It is already installed privately. Approve it to write it again for the workspace.",
        State::Approved => "It is already approved and installed.",
        _ => return Err(refusal),
    };
    Err(Failure { message: message.into(), ..refusal })
}

/// An installation by a person confirms the meaning.
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

fn approved(tx: &WriteTx<'_>, id: ProposalId, note: Option<&str>, key: &IdempotencyKey) -> Answer<()> {
    let record = session_of_proposal(tx.db, id)?;
    let mut working = WorkingDraft::load(tx.db, id)?;
    working.confirmed = true;
    working.save(tx)?;
    tx.receipt(ReceiptSubject::of_session(&record), ReceiptKind::ProposalApproved, "Approved for the workspace.", note)?;
    key.store_response(tx, &true)
}
