//! Coaching: a draft from a typed outline. Nothing was seen, so every checkpoint counts on somebody's word; what the outline leaves open is
//! marked and asked. Where the task was shown as well, the outline names the steps, and the demonstration brings values and evidence.

use crate::evidence::{Applications, EvidenceContext, ValueIndex};
use crate::inputs::Inputs;
use crate::instructions::as_guard;
use crate::lint::{DemonstratedValues, OPEN_GAP, cleaned, cleaned_without, replaced, without_secrets};
use crate::text::{clip, collapse, fold, lower_first, mentions, sentence, snake};
use crate::{Demonstration, Draft, SkillText, effects, loops, meaning, practised, skill_md, triggers};
use apprentice_contracts::checkpoint::{Checkpoint, CheckpointRole};
use apprentice_contracts::graph::{
    DemonstratedValue, NodeKind, ValueChange, ValueSource, Variable, VariableBinding, VariableKind, WorkflowEdge, WorkflowGraph,
    WorkflowNode,
};
use apprentice_contracts::interpretation::{Meaning, ProjectScope};
use apprentice_contracts::proposal::{OpenQuestion, QuestionField};
use apprentice_contracts::session::CoachingOutline;
use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The most questions at a time.
const MOST_QUESTIONS: usize = 5;
/// The most inputs of an outline.
const MOST_INPUTS: usize = 20;

macro_rules! regex {
    ($pattern:literal) => {
        LazyLock::new(|| Regex::new($pattern).expect("a valid expression"))
    };
}

static HOW: LazyLock<Regex> = regex!(r"^(.+?)\s*(?:=>|⇒|->|→)\s*(.+)$");
static NAMED: LazyLock<Regex> = regex!(r"\{\{?\s*([A-Za-z][\w -]{0,40}?)\s*\}?\}");
static QUOTED: LazyLock<Regex> = regex!(r#""([^"]{1,120})"|“([^”]{1,120})”|«([^»]{1,120})»"#);
static VAGUE: LazyLock<Regex> = regex!(
    r"(?i)\.\.\.|…|\?\?|\bTBD\b|\bTODO\b|\betc\b|\bsome(?:thing|how|where)\b|\bthe (?:right|correct|proper|usual|appropriate) \w+|\bas (?:needed|appropriate|usual)\b|\bwhatever\b"
);
static PLACE: LazyLock<Regex> = regex!(
    r"(?i)https?://|\b[a-z0-9-]+\.(?:com|org|net|io|dev|example|local)\b|\b(?:in|on|at|from|into|to) (?:the |our |my |a )?(?:\w+ ){0,3}(?:app|application|site|page|portal|wiki|shop|system|tool|crm|terminal|shell|folder|repository|repo|browser|spreadsheet|mailbox|calendar|database|console|dashboard)\b|\bin [A-Z]\w+|`[^`]+`"
);

/// One step of an outline.
struct Outlined {
    /// As it was typed, without how to tell.
    raw: String,
    /// With inputs as `` `name` ``.
    text: String,
    how: Option<String>,
}

/// A draft of the outline alone.
pub fn draft(demonstration: &Demonstration, outline: &CoachingOutline) -> Draft {
    let (variables, values) = inputs(demonstration, outline);
    let steps: Vec<Outlined> = outline.steps.iter().map(|step| outlined(step, &variables)).collect();
    let mut questions = Vec::new();
    let mut checkpoints = checkpoints(demonstration, &steps, &variables, &mut questions);
    if let Some(practice) = &demonstration.practice {
        practised::add_results(&mut checkpoints, practice, &variables);
    }
    let demonstrated = DemonstratedValues::of(&variables);

    let told = meaning::answer(demonstration, QuestionField::Name).map(str::to_owned);
    let goal = meaning::stated_goal(demonstration).map(|goal| with_names(&goal, &variables));
    let title = told
        .or_else(|| goal.as_deref().map(meaning::imperative))
        .unwrap_or_else(|| steps.first().map_or_else(String::new, |step| step.text.clone()));
    let title = clip(&cleaned_without(&['`'], &title, &demonstrated), 160);
    let title = sentence(title.trim_end_matches(['.', '!', '?', ' ']));
    let mut meaning = Meaning {
        title: title.clone(),
        goal_summary: clip(&format!("{}.", sentence(goal.as_deref().unwrap_or(&title).trim_end_matches('.'))), 600),
        use_conditions: Vec::new(),
        non_use_conditions: Vec::new(),
        project_scope: if demonstration.project_id.is_some() { ProjectScope::ProjectScoped } else { ProjectScope::Global },
        preferred_control_surfaces: Vec::new(),
        success_conditions: checkpoints
            .iter()
            .filter(|one| one.role == CheckpointRole::Effect)
            .map(|one| clip(&one.goal, 240))
            .collect(),
        house_rules: Vec::new(),
        guards: Vec::new(),
        when_it_fails: Vec::new(),
    };
    let place = meaning::answer(demonstration, QuestionField::PreferredSurface);
    match place.or(demonstration.practice.as_ref().map(|_| practised::PLACE)) {
        Some(place) => meaning.house_rules.push(clip(&format!("Where: {}.", collapse(place).trim_end_matches('.')), 240)),
        None if !names_a_place(demonstration, outline) => questions.insert(
            0,
            question(QuestionField::PreferredSurface, "Where is this done: on which site, in which program or folder?"),
        ),
        None => {}
    }
    add_rules(&mut meaning, outline);
    if let Some(practice) = &demonstration.practice {
        practised::add_failures(&mut meaning, practice, &demonstrated);
    }
    questions.truncate(MOST_QUESTIONS);

    let (trigger_phrases, negative_triggers, description) = words(&meaning, goal.as_deref(), &demonstrated);
    let slug = meaning::slug(&title);
    let (skill_md, lint) = skill_md::render(&SkillText {
        slug: &slug,
        description: &description,
        meaning: &meaning,
        trigger_phrases: &trigger_phrases,
        negative_triggers: &negative_triggers,
        variables: &variables,
        checkpoints: &checkpoints,
        execution_mode: demonstration.execution_mode,
        ability_id: demonstration.ability_id.as_deref(),
        tools: &[],
    });
    Draft {
        meaning,
        slug,
        description,
        trigger_phrases,
        negative_triggers,
        graph: graph(&steps, variables),
        checkpoints,
        values,
        checks_at: Vec::new(),
        settled: Vec::new(),
        unused: Vec::new(),
        questions,
        skill_md,
        lint,
    }
}

/// Adds hints as rules of the house and limits as guards.
pub fn add_rules(meaning: &mut Meaning, outline: &CoachingOutline) {
    let clean = |line: &String| without_secrets(&collapse(line));
    meaning.house_rules.extend(outline.hints.iter().map(|hint| clip(&sentence(&clean(hint)), 240)));
    meaning.guards.extend(outline.limits.iter().map(|limit| clip(&guard(&clean(limit)), 240)));
}

/// A limit as a sentence: `ask before deleting` stays, `other customers change` becomes `This must not happen: other customers change.`
fn guard(limit: &str) -> String {
    static SAYS: LazyLock<Regex> = regex!(
        r"(?i)^(?:always\s+)?(?:ask|stop|never|do not|don['’]t|no|must|only|at most|not|confirm|check|if|when|before|after|unless|keep|leave|wait)\b"
    );
    match SAYS.is_match(limit) {
        true => as_guard(limit),
        false => format!("This must not happen: {}.", lower_first(limit.trim_end_matches(['.', '!']))),
    }
}

/// Gives checkpoints of a demonstration the words of the outline, where a step of it is about the same thing. Order decides between equals.
pub fn name_steps(checkpoints: &mut [Checkpoint], outline: &CoachingOutline, variables: &[Variable]) {
    let values = DemonstratedValues::of(variables);
    let mut from = 0;
    for step in &outline.steps {
        let step = outlined(step, variables);
        let wanted = content_words(&step.text);
        let shared = |one: &Checkpoint| {
            let has = content_words(&format!("{} {}", one.goal, one.success_condition));
            wanted.iter().filter(|word| has.contains(word)).count()
        };
        let best = (from..checkpoints.len())
            .map(|at| (shared(&checkpoints[at]), at))
            .max_by_key(|(count, at)| (*count, usize::MAX - at));
        let Some((_, at)) = best.filter(|(count, _)| *count > 0 && *count * 2 >= wanted.len()) else { continue };
        let goal = clip(&cleaned(&sentence(&step.text), &values), 240);
        if checkpoints.iter().all(|one| fold(&one.goal) != fold(&goal)) {
            checkpoints[at].goal = goal;
        }
        from = at + 1;
    }
}

fn content_words(text: &str) -> Vec<String> {
    const SMALL: &[&str] =
        &["the", "and", "for", "with", "from", "into", "that", "this", "its", "are", "was", "has", "new", "then"];
    let words = text.split(|letter: char| !letter.is_alphanumeric()).map(fold).filter(|word| word.len() > 2);
    words.filter(|word| !SMALL.contains(&word.as_str())).map(|word| stem(&word)).collect()
}

/// `approve`, `approves` and `approved` are one word here.
fn stem(word: &str) -> String {
    let word =
        ["ing", "ed", "es", "s", "e"].iter().find_map(|end| word.strip_suffix(end).filter(|rest| rest.len() > 2)).unwrap_or(word);
    word.to_owned()
}

fn outlined(step: &str, variables: &[Variable]) -> Outlined {
    let step = without_secrets(&collapse(step));
    let step =
        step.trim_start_matches(|letter: char| letter.is_ascii_digit() || matches!(letter, '.' | ')' | '-' | '*' | '•' | ' '));
    let (raw, how) = match HOW.captures(step) {
        Some(found) => (found[1].trim().to_owned(), Some(with_names(found[2].trim(), variables))),
        None => (step.to_owned(), None),
    };
    let raw = if raw.is_empty() { "The step".to_owned() } else { raw };
    Outlined { text: sentence(with_names(&raw, variables).trim_end_matches('.')), raw, how }
}

/// Inputs by their names.
pub fn with_names(text: &str, variables: &[Variable]) -> String {
    let named = NAMED.replace_all(text, |found: &regex::Captures<'_>| {
        let name = snake(&found[1]);
        match variables.iter().any(|one| one.name == name) {
            true => format!("`{name}`"),
            false => found[1].to_owned(),
        }
    });
    let mut text = named.into_owned();
    for one in variables.iter().filter(|one| !one.example.is_empty()) {
        for (open, close) in [('"', '"'), ('“', '”'), ('«', '»')] {
            text = text.replace(&format!("{open}{}{close}", one.example), &format!("`{}`", one.name));
        }
        text = replaced(&text, &one.example, &format!("`{}`", one.name)).replace("``", "`");
    }
    text
}

/// What is written as `{name}`, and quoted examples. A quoted example is named by the word before it.
fn inputs(demonstration: &Demonstration, outline: &CoachingOutline) -> (Vec<Variable>, Vec<DemonstratedValue>) {
    let (mut variables, mut values): (Vec<Variable>, Vec<DemonstratedValue>) = (Vec::new(), Vec::new());
    let lines = demonstration.goal.iter().chain(&outline.steps).chain(&outline.hints).chain(&outline.limits);
    let lines: Vec<String> = lines.map(|line| without_secrets(&collapse(line))).collect();
    for found in lines.iter().flat_map(|line| NAMED.captures_iter(line)) {
        let name = snake(&found[1]);
        if !name.is_empty() && variables.len() < MOST_INPUTS && !variables.iter().any(|one| one.name == name) {
            variables.push(variable(&name, found[1].trim(), "", ValueSource::Given));
        }
    }
    for (at, line) in lines.iter().enumerate() {
        for found in QUOTED.captures_iter(line) {
            let (Some(whole), Some(example)) = (found.get(0), found.get(1).or(found.get(2)).or(found.get(3))) else { continue };
            let example = example.as_str().trim();
            let known = values.iter().any(|value| fold(&value.example) == fold(example));
            if known || example.is_empty() || NAMED.is_match(whole.as_str()) || values.len() >= MOST_INPUTS {
                continue;
            }
            let label = named_before(&line[..whole.start()]).unwrap_or_else(|| format!("value {}", values.len() + 1));
            let said = demonstration.value_answers.iter().find(|answer| fold(&answer.example) == fold(example));
            let mut name = said.and_then(|answer| answer.name.clone()).unwrap_or_else(|| snake(&label));
            if name.is_empty() || variables.iter().any(|one| one.name == name) {
                name = format!("value_{}", values.len() + 1);
            }
            let source = match said.map(|answer| answer.changes) {
                Some(ValueChange::Same) => ValueSource::Constant,
                Some(ValueChange::Read) => ValueSource::Read,
                Some(ValueChange::Derived) => ValueSource::Derived,
                Some(ValueChange::Changes) | None => ValueSource::Given,
            };
            let changes = source != ValueSource::Constant;
            let place = if demonstration.goal.is_some() && at == 0 { "the goal" } else { "the outline" };
            values.push(DemonstratedValue {
                example: example.to_owned(),
                name: name.clone(),
                label: label.clone(),
                changes,
                source,
                evidence: format!("quoted in {place}"),
                decided: said.is_some(),
            });
            if changes {
                variables.push(variable(&name, &label, example, source));
            }
        }
    }
    (variables, values)
}

fn variable(name: &str, label: &str, example: &str, source: ValueSource) -> Variable {
    Variable {
        name: name.to_owned(),
        label: sentence(&label.replace('_', " ")),
        kind: VariableKind::Text,
        example: example.to_owned(),
        secret: false,
        source_event_ids: Vec::new(),
        // A later run shows it in a field of that name, if it has one.
        binding: VariableBinding::Field { role: "*".to_owned(), name: label.replace('_', " ") },
        changes: true,
        source,
        source_note: None,
        list: false,
        more_examples: Vec::new(),
        optional: false,
        default: None,
    }
}

/// `set the region to` names `region`.
fn named_before(text: &str) -> Option<String> {
    const LINKS: &[&str] = &[
        "to", "as", "is", "be", "with", "called", "named", "for", "of", "the", "a", "an", "in", "on", "at", "by", "from", "and",
        "or",
    ];
    let words = text.split_whitespace().rev().map(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric()));
    words.take(4).map(str::to_lowercase).find(|word| word.chars().count() > 2 && !LINKS.contains(&word.as_str()))
}

fn question(field: QuestionField, prompt: &str) -> OpenQuestion {
    OpenQuestion { field, prompt: clip(prompt, 400), required: true, choices: Vec::new(), assumed: None }
}

fn checkpoints(
    demonstration: &Demonstration,
    steps: &[Outlined],
    variables: &[Variable],
    questions: &mut Vec<OpenQuestion>,
) -> Vec<Checkpoint> {
    let answer = |prompt: &str| {
        let found = demonstration.gap_answers.iter().rev().find(|(asked, _)| asked == prompt);
        found.map(|(_, text)| with_names(&collapse(text), variables)).filter(|text| !text.is_empty())
    };
    let values = DemonstratedValues::of(variables);
    let mut seen: Vec<String> = Vec::new();
    let mut out = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        // Only what is meant to last decides a run: the last step, and what the person says how to tell. The results of a practice are beside
        // its steps.
        let is_effect = demonstration.practice.is_none() && at + 1 == steps.len() || step.how.is_some();
        let shown = clip(&step.raw, 160);
        let mut goal = step.text.clone();
        if demonstration.practice.is_none() && VAGUE.is_match(&step.raw) {
            let prompt = format!("“{shown}” leaves something open. Which value, or which one, is meant?");
            match answer(&prompt) {
                Some(text) => goal = format!("{goal} ({})", text.trim_end_matches('.')),
                None => {
                    goal = format!("{goal} ({OPEN_GAP} which one?)");
                    questions.push(question(QuestionField::Step, &prompt));
                }
            }
        }
        let prompt = format!("How can somebody check that this is done: “{shown}”?");
        let success = match (step.how.clone().or_else(|| answer(&prompt)), is_effect) {
            (Some(how), _) => format!("{}.", sentence(how.trim_end_matches('.'))),
            (None, false) => format!("Done: {}.", lower_first(step.text.trim_end_matches('.'))),
            (None, true) => {
                questions.push(question(QuestionField::Step, &prompt));
                format!("{OPEN_GAP} how can somebody check it?")
            }
        };
        let mut goal = clip(&cleaned(&goal, &values), 230);
        if seen.contains(&fold(&goal)) {
            goal = format!("{goal} ({})", at + 1);
        }
        seen.push(fold(&goal));
        out.push(Checkpoint {
            checkpoint_id: format!("cp-{:02}", at + 1).into(),
            goal,
            success_condition: clip(&cleaned(&success, &values), 400),
            order_hint: at as u32 + 1,
            optional: false,
            role: if is_effect { CheckpointRole::Effect } else { CheckpointRole::Progress },
            evidence: None,
        });
    }
    out
}

fn names_a_place(demonstration: &Demonstration, outline: &CoachingOutline) -> bool {
    demonstration.goal.iter().chain(&outline.steps).chain(&outline.hints).any(|line| PLACE.is_match(line))
}

/// Triggers, negative triggers and description of what has no steps that are watched.
pub(crate) fn words(
    meaning: &Meaning,
    goal: Option<&str>,
    values: &DemonstratedValues<'_>,
) -> (Vec<String>, Vec<String>, String) {
    let (steps, rounds) = loops::collapse(Vec::new());
    let inputs = Inputs::of(&steps, &[], &[], &effects::Mentioned::of(&[], None), None);
    let context = EvidenceContext {
        steps: &steps,
        rounds: &rounds,
        sources: ValueIndex::of(&steps),
        apps: Applications::of(&steps, &inputs),
        form_answers: BTreeSet::new(),
        inputs: &inputs,
        app: String::new(),
    };
    let goal = goal.filter(|goal| !goal.contains('`') && !mentions(&meaning.title, goal));
    let positive = triggers::positive(&meaning.title, goal, &context);
    let negative = triggers::negative(&meaning.title, &positive, values);
    let description = triggers::description(meaning, &positive, &negative, &context);
    (positive, negative, cleaned_without(&['<', '>', '`'], &description, values))
}

fn graph(steps: &[Outlined], variables: Vec<Variable>) -> WorkflowGraph {
    let node = |(step, number): (&Outlined, usize)| WorkflowNode {
        node_id: format!("n{number}"),
        kind: NodeKind::Step,
        label: clip(&step.text, 240),
        source_event_ids: Vec::new(),
        checkpoints: Vec::new(),
        optional: false,
    };
    let edge = |number: usize| WorkflowEdge { from: format!("n{number}"), to: format!("n{}", number + 1), observed: 0 };
    WorkflowGraph {
        nodes: steps.iter().zip(1..).map(node).collect(),
        edges: (1..steps.len()).map(edge).collect(),
        variables,
        program: None,
        folder: None,
        sent: Vec::new(),
        lists: Vec::new(),
        reads: Vec::new(),
        tools: Vec::new(),
    }
}
