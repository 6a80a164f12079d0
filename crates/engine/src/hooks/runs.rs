//! Runs of agents that Apprentice starts: each call that the agent asks leave for is put before the rules of the person, those of the skill of
//! the run, and its `allowed-tools`, as if an agent's own hook had asked. In a run nobody is asked: what a rule would ask is refused.

use super::handlers::{self, Asking};
use super::in_force::{self, SkillInForce, Started};
use super::{Hooks, problems, restrain};
use crate::Answer;
use apprentice_agents::hooks::merge::merge;
use apprentice_agents::hooks::rules::Rules;
use apprentice_agents::hooks::skill_tools::{covers_in_run, inputs_in_run, names_in_run};
use apprentice_agents::hooks::{Opinion, rules};
use apprentice_agents::run::{MAX_PATHS, Permission, ToolCall, ToolStatus};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::hook::{DecideHookRequest, HookAnswer, HookDecision, HookEvent, HookSettings, OutsideSkillTools};
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::skill::SkillFinding;
use apprentice_skills::format::bundle::{self, Profile};
use apprentice_skills::format::codes::rule;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The skill by which a run does its task.
pub(crate) struct SkillOfRun<'a> {
    /// The ability, if it is an installed one.
    pub ability: Option<&'a AbilityId>,
    /// Its `SKILL.md`, as the agent gets it.
    pub skill_md: &'a str,
}

/// What holds in one run, as it was when the run began.
pub(crate) struct RunHooks {
    hooks: Hooks,
    settings: HookSettings,
    skill: Vec<Arc<SkillInForce>>,
    agent: String,
    run: String,
    folder: PathBuf,
}

impl Hooks {
    /// Refuses a run by a skill whose `allowed-tools` or hooks cannot be read: nobody knows what they forbid. Errors: `INVALID_REQUEST` with the
    /// reason and the remedy.
    pub(crate) async fn ensure_readable(&self, skill_md: &str) -> Answer<()> {
        match self.settings.read().await?.hooks.enabled.then(|| bundle::unread_limits(skill_md)).flatten() {
            Some(finding) => Err(unread(&finding)),
            None => Ok(()),
        }
    }

    /// What holds in a run of `agent` in `folder`. `run` names it in receipts. The rules of a skill count only if Apprentice installed it and
    /// nobody edited it since; its `allowed-tools` always do. `None`: hooks are switched off.
    pub(crate) async fn of_run(
        &self,
        agent: &str,
        run: String,
        folder: &Path,
        skill: Option<SkillOfRun<'_>>,
    ) -> Answer<Option<Arc<RunHooks>>> {
        let settings = self.settings.read().await?.hooks;
        if !settings.enabled {
            return Ok(None);
        }
        let mut in_force = Vec::new();
        if let Some(SkillOfRun { ability, skill_md }) = skill {
            let installed = match ability {
                Some(id) => in_force::find(&self.catalogue, Started::Ability(id.0.clone())).await?,
                None => None,
            };
            let folder_name = installed.as_ref().map(|found| found.name.clone()).unwrap_or_default();
            let head = bundle::summary(skill_md, &folder_name, Profile::Lenient).map_err(|finding| unread(&finding))?;
            let (rules, folder) =
                installed.map_or_else(|| (Rules::default(), self.core.options.home.clone()), |found| (found.rules, found.folder));
            in_force.push(Arc::new(SkillInForce { name: head.name, allowed_tools: head.allowed_tools, rules, folder }));
        }
        let (hooks, folder, agent) = (self.clone(), folder.to_owned(), agent.to_owned());
        Ok(Some(Arc::new(RunHooks { hooks, settings, skill: in_force, agent, run, folder })))
    }
}

fn unread(finding: &SkillFinding) -> Failure {
    let line = finding.line.map(|line| format!(" (line {line})")).unwrap_or_default();
    let remedy = finding.suggestion.as_deref().or_else(|| rule(&finding.code).map(|rule| rule.remedy)).unwrap_or_default();
    let message = format!(
        "The head of the SKILL.md cannot be read, so that nobody knows which tools and hooks it sets: {}{line}. {remedy}",
        finding.message.trim_end_matches('.')
    );
    Failure::new(ErrorCode::InvalidRequest, message).with_details(json!({ "field": "skill_md", "finding": finding.code }))
}

impl RunHooks {
    /// The answer to a permission request that the test policy allows. Every decision but silence is a receipt.
    pub(crate) async fn permit(&self, call: &ToolCall) -> Permission {
        let request = self.request(call, None);
        let answer = match self.ask(call, &request).await {
            Ok(answer) => answer,
            Err(failure) => {
                return Permission::Reject(format!("The rules of hooks could not be read: {}", failure.message));
            }
        };
        self.hooks.record(&request, &answer).await;
        let reason = answer.reason.unwrap_or_else(|| "a rule says so".to_owned());
        match answer.decision {
            HookDecision::Deny => Permission::Reject(reason),
            HookDecision::Ask => Permission::Reject(format!("{reason} In a run nobody is asked.")),
            HookDecision::Allow | HookDecision::Continue => Permission::Allow,
        }
    }

    /// Why the run ends: the agent uses, without leave, a tool that the skill does not list. `None`: it does not.
    pub(crate) fn breach(&self, call: &ToolCall) -> Option<String> {
        // Some agents say that a call is in progress before they ask for it.
        let acts = call.status == ToolStatus::Completed;
        let denies = self.settings.outside_skill_tools == OutsideSkillTools::Deny;
        self.outside(call).filter(|_| acts && denies)
    }

    /// Why the `allowed-tools` of the skill do not cover a call.
    fn outside(&self, call: &ToolCall) -> Option<String> {
        let skill = self.skill.iter().find(|skill| !covers_in_run(&skill.allowed_tools, call, &self.folder))?;
        let listed = skill.allowed_tools.join(", ");
        Some(format!("The skill “{}” is in use, and this call is not among its tools: {listed}.", skill.name))
    }

    /// The event of a call. `input`: what it is called for, if rules are asked of one of several files.
    fn request(&self, call: &ToolCall, input: Option<Value>) -> DecideHookRequest {
        let shown = call.name.clone().or_else(|| names_in_run(call).into_iter().next());
        DecideHookRequest {
            agent: self.agent.clone(),
            event: HookEvent::PreToolUse,
            session_id: Some(self.run.clone()),
            cwd: Some(self.folder.display().to_string()),
            tool_name: Some(shown.unwrap_or_else(|| call.title.chars().take(200).collect())),
            tool_input: input.or_else(|| inputs_in_run(call).into_iter().next().flatten()),
            cut: true,
            prompt: None,
            stopped_before: false,
        }
    }

    async fn ask(&self, call: &ToolCall, request: &DecideHookRequest) -> Answer<HookAnswer> {
        let sources = self.hooks.sources(&self.skill).await?;
        let names = names_in_run(call);
        let fits = |rule: &&rules::Rule| match names.is_empty() {
            // It may be any tool.
            true => rule.event == request.event,
            false => names.iter().any(|name| rule.fits(request.event, Some(name))),
        };
        let fitting: Vec<_> = sources
            .iter()
            .flat_map(|source| {
                let rules = source.rules.rules.iter().filter(fits);
                rules.flat_map(|rule| &rule.handlers).map(move |handler| (source, handler))
            })
            .collect();
        let mut opinions = problems(request, &sources);
        let decision = match self.settings.outside_skill_tools {
            OutsideSkillTools::Deny => HookDecision::Deny,
            OutsideSkillTools::Ask => HookDecision::Ask,
        };
        opinions.extend(self.outside(call).map(|why| Opinion::new(decision, why)));
        let mut findings = Vec::new();
        if !fitting.is_empty() && call.paths.len() > MAX_PATHS {
            let why = format!("It concerns more than {MAX_PATHS} files, and rules are asked about each. Use fewer at a time.");
            opinions.push(Opinion::new(HookDecision::Deny, why));
        }
        // Each file is a question of its own, and the strictest answer counts. After a denial nothing is left to ask.
        for input in inputs_in_run(call) {
            let event = handlers::event(&self.request(call, input));
            let asking = Asking { core: &self.hooks.core, settings: &self.settings, event };
            let all = fitting.iter().map(|(source, handler)| asking.ask(handler, &source.name, &source.folder));
            for (opinion, finding) in futures::future::join_all(all).await {
                opinions.extend(opinion);
                findings.extend(finding.filter(|finding| !findings.contains(finding)));
            }
            if opinions.iter().any(|opinion| opinion.decision == HookDecision::Deny) {
                break;
            }
        }
        let mut answer = merge(request.event, opinions);
        answer.findings.splice(0..0, findings);
        restrain(request, &mut answer);
        Ok(answer)
    }
}
