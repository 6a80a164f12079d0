//! What is unclear about a repeated task, and the questions about it (§0.4G).

use crate::mining::traces::MinedTrace;
use apprentice_compiler::requests::telling_words;
use apprentice_contracts::interpretation::ProjectScope;
use apprentice_contracts::mining::{MiningAnswer, MiningQuestion, MiningTopic, SkillMiningSettings};

/// The answer that keeps a task in its project.
pub(super) const THIS_PROJECT: &str = "This project only";
const EVERYWHERE: &str = "Everywhere";
/// The answer that adds a guard.
pub(super) const ASK: &str = "Ask me every time";
const NOT_EVERY_TIME: &str = "Only where the draft says so";

/// What is unclear.
pub(super) struct Ambiguity {
    pub scope: ProjectScope,
    /// Whether the name is.
    name: bool,
    /// Whether the project is.
    project: bool,
    pub flags: Vec<String>,
}

impl Ambiguity {
    pub(super) fn of(traces: &[MinedTrace]) -> Self {
        let named: Vec<&str> = traces.iter().filter(|trace| trace.named).map(|trace| trace.title.as_str()).collect();
        let differ = named.windows(2).any(|pair| !alike(pair[0], pair[1]));
        let mut projects: Vec<Option<&str>> = traces.iter().map(|trace| trace.project.as_deref()).collect();
        projects.sort_unstable();
        projects.dedup();
        let scope = match projects[..] {
            [None] => ProjectScope::Unclear,
            [Some(_)] => ProjectScope::ProjectScoped,
            _ => ProjectScope::Global,
        };
        let project = projects.len() == 2 && projects[0].is_none();
        let mut flags = Vec::new();
        if named.is_empty() {
            flags.push("Nobody named the task.".to_owned());
        } else if differ {
            flags.push(format!("It was named in different ways, such as “{}” and “{}”.", named[0], named[named.len() - 1]));
        }
        if project {
            flags.push("Only some of the runs belong to a project.".to_owned());
        }
        Self { scope, name: named.is_empty() || differ, project, flags }
    }

    /// At most five questions, with the last answers.
    pub(super) fn questions(&self, traces: &[MinedTrace], settings: &SkillMiningSettings) -> Vec<MiningQuestion> {
        let must = settings.require_user_feedback_before_build_when_ambiguous;
        let mut names: Vec<String> = Vec::new();
        for trace in traces.iter().rev() {
            if !names.contains(&trace.title) && names.len() < 3 {
                names.push(trace.title.clone());
            }
        }
        let choices = |list: [&str; 2]| list.map(str::to_owned).to_vec();
        let question = |topic, prompt: &str, required, choices| MiningQuestion {
            topic,
            prompt: prompt.to_owned(),
            required,
            choices,
            answer: answer(traces, topic),
        };
        let mut asked = vec![
            question(MiningTopic::Name, "What should this skill be called?", must && self.name, names),
            question(MiningTopic::Use, "When should your agents use it?", false, Vec::new()),
            question(MiningTopic::NonUse, "When should your agents not use it?", false, Vec::new()),
        ];
        if self.scope != ProjectScope::Unclear {
            let prompt = "Does it belong to one project, or is it useful everywhere?";
            asked.push(question(MiningTopic::ProjectScope, prompt, must && self.project, choices([THIS_PROJECT, EVERYWHERE])));
        }
        let prompt = "Does it need your approval every time?";
        asked.push(question(MiningTopic::Approval, prompt, false, choices([ASK, NOT_EVERY_TIME])));
        asked
    }
}

/// Whether two names share more than half of the words of the shorter one.
fn alike(one: &str, two: &str) -> bool {
    let (one, two) = (telling_words(one), telling_words(two));
    one.intersection(&two).count() * 2 > one.len().min(two.len())
}

/// The last answer to a question.
pub(super) fn answer(traces: &[MinedTrace], topic: MiningTopic) -> Option<String> {
    let answers = traces.iter().rev().flat_map(|trace| trace.answers.iter().rev());
    answers.into_iter().find(|answer: &&MiningAnswer| answer.topic == topic).map(|answer| answer.text.clone())
}
