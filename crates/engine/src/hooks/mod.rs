//! Answers the hooks of agents: the person's rules (`<home>/hooks.yaml`), the rules of skills in force, and their `allowed-tools`.
//!
//! `in_force` knows which skills a session uses, `handlers` asks what a rule names, `gate` puts calls of connectors before the same rules,
//! and `runs` those of agents that Apprentice starts. Every answer that is more than silence is a receipt.
//! Hooks of projects are not read: nothing says yet which projects the person trusts.

mod gate;
mod handlers;
mod in_force;
mod runs;

pub(crate) use runs::{RunHooks, SkillOfRun};

use crate::Answer;
use crate::app::settings::UserSettings;
use crate::catalogue::Catalogue;
use crate::core::Core;
use crate::core::blocking::blocking;
use crate::core::quota::QuotaKind;
use crate::core::transaction::ReceiptSubject;
use apprentice_agents::hooks::Opinion;
use apprentice_agents::hooks::merge::merge;
use apprentice_agents::hooks::rules::{self, Handler, Rules};
use apprentice_agents::hooks::skill_tools;
use apprentice_contracts::hook::{DecideHookRequest, HookAnswer, HookDecision, HookEvent, HookSettings, OutsideSkillTools};
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_observe::redact::mask_text;
use handlers::Asking;
use in_force::{InForce, SkillInForce};
use std::path::PathBuf;
use std::sync::Arc;

/// The file of the person's rules in the home.
pub(crate) const RULES: &str = "hooks.yaml";

/// The policy of the hooks.
#[derive(Clone)]
pub(crate) struct Hooks {
    core: Arc<Core>,
    settings: UserSettings,
    catalogue: Catalogue,
    in_force: Arc<InForce>,
}

/// Rules with what they are called, and the folder that their commands run in.
struct Source {
    name: String,
    rules: Rules,
    folder: PathBuf,
}

impl Hooks {
    pub(crate) fn new(core: Arc<Core>, settings: UserSettings, catalogue: Catalogue) -> Self {
        Self { core, settings, catalogue, in_force: Arc::default() }
    }

    /// What the policy says to an agent.
    pub(crate) async fn decide_hook(&self, request: DecideHookRequest) -> Answer<HookAnswer> {
        let settings = self.settings.read().await?.hooks;
        if !settings.enabled {
            return Ok(HookAnswer::default());
        }
        let skills = self.in_force.of(&request);
        let sources = self.sources(&skills).await?;
        let mut answer = self.asked(&request, &settings, &sources, &skills).await?;
        restrain(&request, &mut answer);
        self.follow(&request, &answer).await?;
        self.record(&request, &answer).await;
        Ok(answer)
    }

    async fn sources(&self, skills: &[Arc<SkillInForce>]) -> Answer<Vec<Source>> {
        let (folder, file) = (self.core.options.home.clone(), self.core.options.home.join(RULES));
        let own = blocking("reading the rules of hooks", move || rules::read_file(&file)).await?;
        let of_skill = |skill: &Arc<SkillInForce>| Source {
            name: format!("skill {}", skill.name),
            rules: skill.rules.clone(),
            folder: skill.folder.clone(),
        };
        Ok(std::iter::once(Source { name: RULES.to_owned(), rules: own, folder }).chain(skills.iter().map(of_skill)).collect())
    }

    /// Asks every handler that fits, all at once, and merges what they say.
    async fn asked(
        &self,
        request: &DecideHookRequest,
        settings: &HookSettings,
        sources: &[Source],
        skills: &[Arc<SkillInForce>],
    ) -> Answer<HookAnswer> {
        let asking = Asking { core: &self.core, settings, event: handlers::event(request) };
        let fitting = sources.iter().flat_map(|source| handlers_of(source, request).map(move |handler| (source, handler)));
        let all = fitting.map(|(source, handler)| asking.ask(handler, &source.name, &source.folder));
        let mut opinions = problems(request, sources);
        opinions.extend(outside(request, settings, skills));
        let mut findings = Vec::new();
        for (opinion, finding) in futures::future::join_all(all).await {
            opinions.extend(opinion);
            findings.extend(finding);
        }
        let mut answer = merge(request.event, opinions);
        answer.findings.splice(0..0, findings);
        Ok(answer)
    }

    /// Notes which skills the session uses from now on.
    async fn follow(&self, request: &DecideHookRequest, answer: &HookAnswer) -> Answer<()> {
        if matches!(request.event, HookEvent::UserPromptSubmit | HookEvent::SessionEnd)
            || request.event == HookEvent::Stop && answer.decision != HookDecision::Deny
        {
            self.in_force.end(request);
        }
        let Some(started) = in_force::started(request) else { return Ok(()) };
        if let Some(skill) = in_force::find(&self.catalogue, started).await? {
            self.in_force.begin(request, skill, self.core.now());
        }
        Ok(())
    }

    /// Keeps a receipt of an answer that is more than silence. The answer stands without it: no trouble of the disk lets a call through.
    async fn record(&self, request: &DecideHookRequest, answer: &HookAnswer) {
        if *answer == HookAnswer::default() {
            return;
        }
        let (summary, reason) = (summary(request, answer), mask_text(&answer.findings.join(" ")).0);
        let size = summary.len() + reason.len();
        if let Err(failure) = self.core.quotas.charge(QuotaKind::Hooks, &request.agent, size, self.core.now()) {
            tracing::warn!(%failure, "a decision of a hook leaves no receipt");
            return;
        }
        let kept = self.core.change(move |tx| {
            let reason = Some(reason.as_str()).filter(|reason| !reason.is_empty());
            tx.receipt(ReceiptSubject::default(), ReceiptKind::HookDecided, &summary, reason).map(drop)
        });
        if let Err(failure) = kept.await {
            tracing::warn!(%failure, "the receipt of a decision of a hook was not stored");
        }
    }
}

fn handlers_of<'a>(source: &'a Source, request: &'a DecideHookRequest) -> impl Iterator<Item = &'a Handler> {
    let fits = move |rule: &&rules::Rule| rule.fits(request.event, request.tool_name.as_deref());
    source.rules.rules.iter().filter(fits).flat_map(|rule| &rule.handlers)
}

/// Rules that were not understood might have denied the call, so the person decides.
fn problems(request: &DecideHookRequest, sources: &[Source]) -> Vec<Opinion> {
    let broken = sources.iter().filter(|source| request.event == HookEvent::PreToolUse && !source.rules.problems.is_empty());
    let say = |source: &Source| {
        let first = source.rules.problems.first().map(String::as_str).unwrap_or_default();
        Opinion::new(HookDecision::Ask, format!("Rules of {} cannot be read: {first}", source.name))
    };
    broken.map(say).collect()
}

/// A tool is permitted only if every skill in force covers it (SEC-SKILL-04).
fn outside(request: &DecideHookRequest, settings: &HookSettings, skills: &[Arc<SkillInForce>]) -> Option<Opinion> {
    let tool = request.tool_name.as_deref().filter(|_| request.event == HookEvent::PreToolUse)?;
    let covers = |skill: &SkillInForce| {
        skill_tools::covers(&skill.allowed_tools, tool, request.tool_input.as_ref(), request.cwd.as_deref())
    };
    let skill = skills.iter().find(|skill| !covers(skill))?;
    let decision = match settings.outside_skill_tools {
        OutsideSkillTools::Deny => HookDecision::Deny,
        OutsideSkillTools::Ask => HookDecision::Ask,
    };
    let listed = skill.allowed_tools.join(", ");
    Some(Opinion::new(decision, format!("The skill “{}” is in use, and this call is not among its tools: {listed}.", skill.name)))
}

/// What an answer must not do, whatever a rule said.
fn restrain(request: &DecideHookRequest, answer: &mut HookAnswer) {
    if request.cut && answer.updated_input.take().is_some() {
        answer.findings.push("The arguments cannot be replaced here.".to_owned());
    }
    if request.stopped_before && request.event == HookEvent::Stop && answer.decision == HookDecision::Deny {
        answer.decision = HookDecision::Continue;
        answer.reason = None;
        answer.findings.push("It was not let stop once already, so it may stop now.".to_owned());
    }
}

fn summary(request: &DecideHookRequest, answer: &HookAnswer) -> String {
    let decided = match answer.decision {
        HookDecision::Deny => "denied",
        HookDecision::Ask => "ask the person",
        HookDecision::Allow => "allowed",
        HookDecision::Continue => "no objection",
    };
    let tool = request.tool_name.as_deref().map(|tool| format!(" of {tool}")).unwrap_or_default();
    let reason = answer.reason.as_deref().map(|reason| format!(" {reason}")).unwrap_or_default();
    mask_text(&format!("{}{tool}, asked by {}: {decided}.{reason}", request.event.name(), request.agent)).0
}
