//! Checks before a session starts: its fields agree, its adapters can watch, its address can be opened.

use crate::Answer;
use crate::core::Core;
use crate::core::request::invalid;
use crate::session::{from_calls, outline, practice};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::observation::{AdapterPhase, ObservationAdapterKind, ObservationAdapterStatus};
use apprentice_contracts::session::{
    BuildPolicy, CreateLearnSessionRequest, LearnTargetKind, LearningEntryMode, ObservationMode, WatchSource,
};
use serde_json::json;

/// Checks that the fields of a request agree, and completes them.
pub(crate) fn checked(mut request: CreateLearnSessionRequest) -> Answer<CreateLearnSessionRequest> {
    let improves = request.entry_mode == LearningEntryMode::ImprovingExistingSkill;
    let coaches = request.entry_mode == LearningEntryMode::CoachingAgent;
    let practises = request.entry_mode == LearningEntryMode::AutonomousAgentPractice;
    if request.entry_mode == LearningEntryMode::ImportSkill {
        let message = "Import Skill is no session: a bundle is uploaded, scanned and installed under /api/imports. Use Import in the window, \
                       or `apprentice imports`.";
        return Err(unavailable(message, "import_skill", &["demonstrating_skill".into()]));
    }
    if request.room_id.is_some() {
        return Err(invalid("room_id", "sessions belong to no conversation; leave it out"));
    }
    if request.requested_safe_target_ref.is_some() {
        let why = "what a rehearsal may write to is part of the test policy, as safe_targets; leave it out and set the policy";
        return Err(invalid("requested_safe_target_ref", why));
    }
    outline::check(coaches, &mut request)?;
    practice::check(practises, &mut request)?;
    match (improves, &request.target_skill_id) {
        (true, None) => return Err(invalid("target_skill_id", "name the ability to improve, such as ability_file-a-report")),
        (true, Some(_)) => request.target_kind = LearnTargetKind::ExistingSkill,
        (false, _) if request.target_kind == LearnTargetKind::NewSkill => {}
        (false, _) => {
            return Err(invalid(
                "target_kind",
                "must be new_skill; improving_existing_skill is for an ability that is installed",
            ));
        }
    }
    from_calls::check(&mut request)?;
    request.watch.sort();
    request.watch.dedup();
    if request.watch.contains(&WatchSource::Connectors) {
        if request.watch.len() > 1 {
            return Err(invalid("watch", "connectors are watched alone; name connectors, or browser and terminal"));
        }
        // Who calls connectors through the gate is an agent.
        request.observation_mode = ObservationMode::InsideAgent;
        return allowed(request);
    }
    match request.observation_mode {
        // What the person types is what such a session captures.
        ObservationMode::InsideAgent | ObservationMode::OutsideAgent | ObservationMode::Mixed
            if coaches && request.watch.is_empty() =>
        {
            request.observation_mode = ObservationMode::None;
        }
        // The agent acts in runs of Apprentice itself.
        ObservationMode::None | ObservationMode::InsideAgent if practises => {
            request.observation_mode = ObservationMode::InsideAgent
        }
        ObservationMode::InsideAgent => {
            let message = "Of an agent's own actions, only its calls of connectors can be watched: watch connectors. Or demonstrate the task yourself: observation_mode outside_agent.";
            return Err(unavailable(message, "inside_agent", &["connectors".into(), "outside_agent".into()]));
        }
        ObservationMode::Mixed => {
            let message = "Watching a person and an agent in one demonstration is not available. Demonstrate the task yourself: observation_mode outside_agent.";
            return Err(unavailable(message, "mixed", &["outside_agent".into()]));
        }
        ObservationMode::OutsideAgent if request.watch.is_empty() => {
            return Err(invalid(
                "watch",
                "name at least one of browser, terminal, or connectors; observation needs something to watch",
            ));
        }
        ObservationMode::None if !request.watch.is_empty() => request.observation_mode = ObservationMode::OutsideAgent,
        _ => {}
    }
    allowed(request)
}

/// Checks that a session may install what it says. Errors: `INSTALL_LANE_DENIED`.
fn allowed(request: CreateLearnSessionRequest) -> Answer<CreateLearnSessionRequest> {
    if request.build_policy == BuildPolicy::PrivateAutoInstall && !request.allow_private_install {
        let message = "private_auto_install installs without asking again; it needs allow_private_install.";
        return Err(Failure::new(ErrorCode::InstallLaneDenied, message));
    }
    Ok(request)
}

/// Checks that every requested source can be watched now. Errors: `ADAPTER_UNAVAILABLE` with the alternatives.
pub(crate) fn adapters(core: &Core, request: &CreateLearnSessionRequest) -> Answer<()> {
    let browser = core.options.browser.status();
    let terminal = core.options.terminal.status();
    let calls = core.call_adapter.status();
    let healthy = |statuses: &[ObservationAdapterStatus]| statuses.iter().any(|status| status.healthy);
    let mut alternatives = Vec::new();
    for (source, word, statuses) in [(WatchSource::Browser, "browser", &browser), (WatchSource::Terminal, "terminal", &terminal)]
    {
        if healthy(statuses) {
            alternatives.push(word.to_owned());
        } else if request.watch.contains(&source) {
            let note = statuses.iter().find_map(|status| status.note.clone()).unwrap_or_default();
            let other =
                if word == "browser" { healthy(&terminal).then_some("terminal") } else { healthy(&browser).then_some("browser") };
            let instead = other.map(|other| format!(" You can watch the {other} instead.")).unwrap_or_default();
            let message = format!("The {word} cannot be watched. {note}{instead}");
            return Err(unavailable(&message, word, &other.map(str::to_owned).into_iter().collect::<Vec<_>>()));
        }
    }
    for kind in &request.require_adapters {
        let known = browser.iter().chain(&terminal).chain(&calls).find(|status| status.kind == *kind);
        if !known.is_some_and(|status| status.healthy) {
            return Err(required(*kind, known, &alternatives));
        }
    }
    Ok(())
}

fn required(kind: ObservationAdapterKind, known: Option<&ObservationAdapterStatus>, alternatives: &[String]) -> Failure {
    let why = match (known.and_then(|status| status.note.clone()), kind.phase()) {
        (Some(note), _) => note,
        (None, AdapterPhase::Phase1) => "It is not available yet.".into(),
        (None, _) => "It is not available on this version.".into(),
    };
    let instead = if alternatives.is_empty() { String::new() } else { format!(" You can watch: {}.", alternatives.join(", ")) };
    unavailable(&format!("Adapter not available: {}. {why}{instead}", kind.as_str()), kind.as_str(), alternatives)
}

fn unavailable(message: &str, what: &str, alternatives: &[String]) -> Failure {
    Failure::new(ErrorCode::AdapterUnavailable, message)
        .with_details(json!({ "unavailable": what, "alternatives": alternatives }))
}

/// The start address that opens the bundled sample page.
pub(crate) const SAMPLE_PAGE: &str = "practice";

/// The address that the watched browser opens first. Errors: `INVALID_REQUEST`.
pub(crate) fn start_url(core: &Core, requested: Option<&str>) -> Answer<Option<String>> {
    match requested.map(str::trim) {
        None | Some("") => Ok(None),
        Some(SAMPLE_PAGE) => core.addresses().sample_page_url.clone().map(Some).ok_or_else(|| {
            Failure::new(
                ErrorCode::InvalidRequest,
                "start_url: the sample page is served by the window and by `apprentice serve`; it is not running here.",
            )
        }),
        Some(url) if url == "about:blank" || url.starts_with("http://") || url.starts_with("https://") => {
            Ok(Some(url.to_owned()))
        }
        Some(_) => Err(Failure::new(
            ErrorCode::InvalidRequest,
            "start_url: must begin with http:// or https://, or be about:blank or practice.",
        )),
    }
}
