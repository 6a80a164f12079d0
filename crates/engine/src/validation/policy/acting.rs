//! The effective test policy (§0C.14): one rule for the rehearsal of a person, the run of an agent, a practice and a gate.
//!
//! The policy of the run applies, else that of the draft, the ability, or the settings, else the safe default. The settings never allow
//! more than the risk of a task permits: what its demonstration deleted or sent must be allowed for the task itself.

use super::{Effect, Guard, allows_a_rehearsal, enforceable, safe_default};
use crate::Answer;
use crate::ability::record;
use crate::app::settings::KEY as SETTINGS;
use crate::core::notify::ChangeNotice;
use crate::core::transaction::{ReceiptSubject, WriteTx};
use crate::proposal::draft;
use crate::validation::Validation;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::app::Settings;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{AbilityId, LearnSessionId, TestPolicyId};
use apprentice_contracts::observation::ObservedAction;
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_contracts::session::LearnSession;
use apprentice_contracts::test_policy::{
    AbilityTestPolicyResponse, ActingTestPolicy, DefaultTestPolicy, SetAbilityTestPolicyRequest, TestPolicy, TestPolicyMode,
    TestPolicySource,
};
use apprentice_observe::RecordedAction;
use apprentice_store::sessions::SessionRecord;
use apprentice_store::{Connection, abilities, proposals, sessions, settings, test_policies};
use serde_json::json;
use uuid::Uuid;

/// What is about to be done.
#[derive(Clone, Debug, Default)]
pub(crate) struct Task {
    /// The session that teaches it, or taught it.
    pub session: Option<LearnSessionId>,
    /// The ability.
    pub ability: Option<AbilityId>,
    /// What was chosen for this run alone.
    pub run: Option<TestPolicy>,
}

/// The policy that acts.
pub(crate) fn acting(db: &Connection, task: &Task) -> Answer<ActingTestPolicy> {
    let record = task.session.map(|id| sessions::get(db, id)).transpose()?.flatten();
    let recorded = match &record {
        Some(record) => recording(db, record)?,
        None => Vec::new(),
    };
    let (policy, source, stricter) = match chosen(db, task, record.as_ref())? {
        Some((policy, source)) => (policy, source, Vec::new()),
        None => {
            let settings: Settings = settings::get(db, SETTINGS)?.unwrap_or_default();
            by_default(&settings.default_test_policy, &recorded)
        }
    };
    let by_default = matches!(source, TestPolicySource::Settings | TestPolicySource::SafeDefault);
    let forbids_the_task = forbidden(&policy, &recorded, by_default);
    Ok(ActingTestPolicy { policy, source, stricter, forbids_the_task })
}

/// The policy of a run that begins. Errors: `TEST_POLICY_VIOLATION` when it allows no run, or forbids what the task does.
pub(crate) fn acting_in_a_run(db: &Connection, task: &Task) -> Answer<ActingTestPolicy> {
    let found = acting(db, task)?;
    allows_a_rehearsal(&found.policy)?;
    match &found.forbids_the_task {
        None => Ok(found),
        Some(why) => {
            let message = format!("{why} Choose another test policy for this run, for the draft or for the ability.");
            let details = json!({ "field": "test_policy", "source": found.source });
            Err(Failure::new(ErrorCode::TestPolicyViolation, message).with_details(details))
        }
    }
}

fn chosen(db: &Connection, task: &Task, record: Option<&SessionRecord>) -> Answer<Option<(TestPolicy, TestPolicySource)>> {
    if let Some(policy) = &task.run {
        return Ok(Some((policy.clone(), TestPolicySource::Run)));
    }
    if let Some(record) = record
        && let Some(policy) = test_policies::of_session(db, record.session.learn_session_id)?
    {
        let installed = installed_from(db, &record.session)?.is_some();
        return Ok(Some((policy, if installed { TestPolicySource::Ability } else { TestPolicySource::Draft })));
    }
    let session = record.map(|record| &record.session);
    // An improvement names the ability that it is of.
    let of_session =
        session.and_then(|session| session.ability_id.clone().or_else(|| session.target_skill_id.clone().map(AbilityId)));
    let policy =
        task.ability.clone().or(of_session).map(|ability| test_policies::of_ability(db, &ability)).transpose()?.flatten();
    Ok(policy.map(|policy| (policy, TestPolicySource::Ability)))
}

/// What was demonstrated. Empty: nothing was, or it was deleted.
fn recording(db: &Connection, record: &SessionRecord) -> Answer<Vec<RecordedAction>> {
    let draft = record.session.proposal_id.map(|id| proposals::get(db, id)).transpose()?.flatten();
    let first = draft.and_then(|draft| draft.draft.first_showing).filter(|id| *id != record.session.learn_session_id);
    let shown = match first {
        Some(first) => sessions::get(db, first)?,
        None => Some(record.clone()),
    };
    let Some(shown) = shown.filter(|shown| !shown.purged) else { return Ok(Vec::new()) };
    Ok(draft::trimmed(db, &shown)?.into_iter().map(as_recorded).collect())
}

fn as_recorded(action: ObservedAction) -> RecordedAction {
    RecordedAction {
        key: 0,
        adapter_kind: action.adapter_kind,
        at: action.created_at,
        app_family: action.app_family,
        window_title: action.window_title,
        action_label: action.action_label,
        control_surface: action.control_surface,
        details: action.details,
        change: action.change,
        form: action.form,
        screen: None,
        before_state_ref: action.before_state_ref,
        after_state_ref: action.after_state_ref,
        masked: action.masked,
    }
}

/// The default of the settings, and where the risk of the task makes it stricter. A task of which nothing is recorded may do anything.
fn by_default(default: &DefaultTestPolicy, recorded: &[RecordedAction]) -> (TestPolicy, TestPolicySource, Vec<String>) {
    let safe = safe_default(TestPolicyId(Uuid::nil()));
    if *default == DefaultTestPolicy::default() {
        return (safe, TestPolicySource::SafeDefault, Vec::new());
    }
    let mut policy = TestPolicy {
        mode: default.mode,
        safe_targets: default.safe_targets.clone(),
        forbid_destructive_writes: default.forbid_destructive_writes,
        forbid_external_send: default.forbid_external_send,
        allowed_domains: default.allowed_domains.clone(),
        max_actions: default.max_actions,
        cleanup_required: default.cleanup_required,
        ..safe.clone()
    };
    let done = |effect| first(&policy, recorded, effect).map(|label| format!("this task did so: {label}"));
    let unknown = || recorded.is_empty().then(|| "nothing is recorded of this task, so that it might".to_owned());
    let (destroys, sends) = (done(Effect::Destroys).or_else(unknown), done(Effect::Sends).or_else(unknown));
    let risky = destroys.is_some() || sends.is_some();
    let mut stricter = Vec::new();
    if let Some(why) = destroys.filter(|_| !policy.forbid_destructive_writes) {
        policy.forbid_destructive_writes = true;
        stricter.push(format!("The settings allow a run to remove files and destroy data. It is forbidden here, because {why}."));
    }
    if let Some(why) = sends.filter(|_| !policy.forbid_external_send) {
        policy.forbid_external_send = true;
        stricter.push(format!("The settings allow a run to send something to others. It is forbidden here, because {why}."));
    }
    if risky && policy.max_actions > safe.max_actions {
        stricter.push(format!(
            "The settings allow {} actions. {} are allowed here, because the task may destroy or send something.",
            policy.max_actions, safe.max_actions
        ));
        policy.max_actions = safe.max_actions;
    }
    (policy, TestPolicySource::Settings, stricter)
}

/// The first action of the demonstration with this effect, in words.
fn first<'a>(policy: &TestPolicy, recorded: &'a [RecordedAction], effect: Effect) -> Option<&'a str> {
    let mut guard = Guard::new(policy.clone());
    recorded.iter().find(|seen| guard.effect(seen) == Some(effect)).map(|seen| seen.action_label.as_str())
}

/// What the demonstration did and the policy forbids wherever the task is done.
fn forbidden(policy: &TestPolicy, recorded: &[RecordedAction], by_default: bool) -> Option<String> {
    let forbids = [
        (policy.forbid_destructive_writes, Effect::Destroys, "removes files or destroys data"),
        // What the demonstration sent to somebody is sent to a safe recipient now.
        (policy.forbid_external_send && policy.mode != TestPolicyMode::RedirectSend, Effect::Sends, "sends something to others"),
    ];
    for (_, effect, words) in forbids.into_iter().filter(|(forbids, _, _)| *forbids) {
        if let Some(label) = first(policy, recorded, effect) {
            return Some(format!("The task {words} ({label}), and the test policy forbids that."));
        }
    }
    let most = usize::try_from(policy.max_actions).unwrap_or(usize::MAX);
    (by_default && recorded.len() > most)
        .then(|| format!("The demonstration took {} actions, and the test policy allows {most}.", recorded.len()))
}

/// The ability that was installed from the draft of a session.
fn installed_from(db: &Connection, session: &LearnSession) -> Answer<Option<AbilityId>> {
    let Some(ability) = &session.ability_id else { return Ok(None) };
    let found = abilities::get(db, ability)?;
    let from_here = found.is_some_and(|found| found.proposal_id.is_some() && found.proposal_id == session.proposal_id);
    Ok(from_here.then(|| ability.clone()))
}

/// Chooses the policy of a draft, and of the ability that was installed from it. Changes `session` without storing it.
pub(crate) fn choose_for_draft(db: &Connection, session: &mut LearnSession, policy: Option<&TestPolicy>) -> Answer<()> {
    let installed = installed_from(db, session)?;
    match policy {
        Some(policy) => {
            test_policies::put(db, session.learn_session_id, policy)?;
            installed.map(|ability| test_policies::put_of_ability(db, &ability, policy)).transpose()?;
        }
        None => {
            test_policies::delete(db, session.learn_session_id)?;
            installed.map(|ability| test_policies::delete_of_ability(db, &ability)).transpose()?;
        }
    }
    session.test_policy_ref = policy.map(|policy| policy.policy_id.to_string());
    Ok(())
}

impl Validation {
    /// The effective policy of the next run of an ability. Errors: `ABILITY_NOT_FOUND`.
    pub(crate) async fn ability_test_policy(&self, id: AbilityId) -> Answer<AbilityTestPolicyResponse> {
        self.core.store.read(move |db| of_ability(db, id)).await
    }

    pub(crate) async fn set_ability_test_policy(
        &self,
        id: AbilityId,
        request: SetAbilityTestPolicyRequest,
    ) -> Answer<AbilityTestPolicyResponse> {
        request.test_policy.as_ref().map_or(Ok(()), enforceable)?;
        self.core
            .commit(move |tx| {
                choose_for_ability(tx, &id, request.test_policy.as_ref())?;
                of_ability(tx.db, id)
            })
            .await
    }
}

/// The drafts of an ability follow it: its next rehearsal has the same limits, by a person or an agent.
fn choose_for_ability(tx: &WriteTx<'_>, id: &AbilityId, policy: Option<&TestPolicy>) -> Answer<()> {
    let found = record::find(tx.db, id)?;
    match policy {
        Some(policy) => test_policies::put_of_ability(tx.db, id, policy)?,
        None => test_policies::delete_of_ability(tx.db, id)?,
    }
    let mut about = ReceiptSubject { ability: Some(id.clone()), ..ReceiptSubject::default() };
    if let Some(mut session) = session_of(tx.db, id)? {
        choose_for_draft(tx.db, &mut session.session, policy)?;
        about = ReceiptSubject::of_session(&session);
        tx.session(&mut session)?;
    }
    let what = if policy.is_some() { "chosen" } else { "that of the settings again" };
    let summary = format!("The test policy of {} is {what}.", found.entry.title);
    tx.receipt(about, ReceiptKind::ConfigurationChanged, &summary, None)?;
    tx.notify(ChangeNotice::Abilities);
    Ok(())
}

fn session_of(db: &Connection, id: &AbilityId) -> Answer<Option<SessionRecord>> {
    let proposal = record::find(db, id)?.proposal_id.map(|id| proposals::get(db, id)).transpose()?.flatten();
    let session = proposal.and_then(|proposal| proposal.proposal.learn_session_id);
    Ok(session.map(|id| sessions::get(db, id)).transpose()?.flatten())
}

fn of_ability(db: &Connection, id: AbilityId) -> Answer<AbilityTestPolicyResponse> {
    let session = session_of(db, &id)?.map(|record| record.session.learn_session_id);
    let task = Task { session, ability: Some(id.clone()), run: None };
    let acting = acting(db, &task)?;
    let test_policy = (acting.source == TestPolicySource::Ability).then(|| acting.policy.clone());
    Ok(AbilityTestPolicyResponse { ability_id: id, test_policy, acting, schema_version: SCHEMA_VERSION })
}

#[cfg(test)]
#[path = "acting_test.rs"]
mod tests;
