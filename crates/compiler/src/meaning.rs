//! Goal, conditions and names of a task: from the user's words if there are any, or else from the steps.

use crate::Demonstration;
use crate::command;
use crate::english::{self, Verb};
use crate::evidence::{Candidate, EFFECT, EvidenceContext, READ_AGAIN, placeholder};
use crate::lint::{DemonstratedValues, cleaned, cleaned_without};
use crate::page;
use crate::steps::Step;
use crate::text::{clip, fold, kebab, list, lower_first, mentions, sentence};
use crate::untrusted::is_plain_name;
use apprentice_contracts::interpretation::{Meaning, ProjectScope};
use apprentice_contracts::observation::{ActionDetails, Control, FileChangeKind, PageIdentity};
use apprentice_contracts::proposal::QuestionField;
use apprentice_contracts::session::BoundaryKind;

/// The goal in the user's words, if they stated one.
pub fn stated_goal(demonstration: &Demonstration) -> Option<String> {
    let marked = demonstration.boundaries.iter().rev().filter(|mark| mark.kind == BoundaryKind::MarkGoal);
    // A mark says what had been achieved by then; the goal of the session says what all of it is for.
    let wordings = demonstration.goal.iter().chain(marked.filter_map(|mark| mark.label.as_ref()));
    wordings.map(|goal| crate::text::collapse(goal)).find(|goal| !goal.is_empty())
}

pub fn answer(demonstration: &Demonstration, field: QuestionField) -> Option<&str> {
    demonstration
        .answers
        .iter()
        .rev()
        .find(|(asked, text)| *asked == field && !text.trim().is_empty())
        .map(|(_, text)| text.trim())
}

/// The application in a sentence: `the web application “Shop”`, `the terminal`. Of several, the one in which something was last entered or
/// submitted.
pub fn app(steps: &[Step<'_>], label: &dyn Fn(&str) -> String) -> String {
    let works = |step: &&Step<'_>| step.is_input() || step.commits() && !matches!(step.details(), ActionDetails::Navigate { .. });
    let main = steps.iter().rev().filter(works).filter_map(|step| step.page().or(step.page_before())).next();
    let origin = main.and_then(|page| crate::address::origin(&page.url));
    let here = |page: &&PageIdentity| origin.is_none() || crate::address::origin(&page.url) == origin;
    // A page to sign in has a title of its own, and may be at the address of another page.
    let sign_in: Vec<&PageIdentity> = steps.iter().filter(|step| step.sign_in).filter_map(Step::page_before).collect();
    let mut pages: Vec<_> = pages(steps).filter(here).collect();
    if pages.iter().any(|page| !sign_in.contains(page)) {
        pages.retain(|page| !sign_in.contains(page));
    }
    if pages.is_empty() && steps.iter().all(|step| step.command().is_some()) {
        return "the terminal".to_owned();
    }
    web_app(&pages, label)
}

/// All pages before and after the steps, in order.
pub fn pages<'a>(steps: &'a [Step<'_>]) -> impl Iterator<Item = &'a PageIdentity> {
    steps.iter().flat_map(|step| [step.page_before(), step.page()]).flatten()
}

/// The application of these pages, in a sentence.
pub fn web_app(pages: &[&PageIdentity], label: &dyn Fn(&str) -> String) -> String {
    // What a title says of a record of the task names no application.
    let without_values = |page: &&PageIdentity| {
        let parts = page::title_parts(&page.title);
        let general: Vec<String> = parts.iter().filter(|part| label(part) == **part).cloned().collect();
        let title = if general.len() == parts.len() { page.title.clone() } else { general.join(" - ") };
        PageIdentity { url: page.url.clone(), title }
    };
    let general: Vec<PageIdentity> = pages.iter().map(without_values).filter(|page| !page.title.is_empty()).collect();
    let general: Vec<&PageIdentity> = general.iter().collect();
    if let Some(name) = page::app_name(&general).or_else(|| page::app_name(pages)) {
        return format!("the web application “{}”", clip(&label(&name), 60));
    }
    match pages.iter().find_map(|page| crate::address::public_host(&page.url)) {
        Some(host) => format!("the web application at {host}"),
        None => "the web application".to_owned(),
    }
}

/// An imperative title of at most 160 characters.
pub fn title(demonstration: &Demonstration, context: &EvidenceContext<'_>) -> String {
    let variables = context.inputs.variables();
    let values = DemonstratedValues::of(&variables);
    let words = match (answer(demonstration, QuestionField::Name), stated_goal(demonstration)) {
        (Some(name), _) => name.to_owned(),
        (None, Some(goal)) => imperative(&goal),
        (None, None) => derived_title(context),
    };
    let general = context.inputs.generalised(&words);
    let title = clip(&cleaned_without(&['`'], &general, &values), 160);
    let title = sentence(title.trim_end_matches(['.', '!', '?', ' ']));
    if title.is_empty() { "Repeat the demonstrated task".to_owned() } else { title }
}

/// Makes an imperative: `I want my agent to add customers` becomes `Add customers`.
pub fn imperative(goal: &str) -> String {
    let mut goal = goal.trim().trim_end_matches(['.', '!', '?']).trim().to_owned();
    const LEADS: &[&str] = &[
        "i want my agents to",
        "i want my agent to",
        "my agents should be able to",
        "my agent should be able to",
        "i want to",
        "i would like to",
        "i'd like to",
        "please",
        "how to",
        "how do i",
        "learn to",
        "learn how to",
        "teach you to",
        "be able to",
        "the goal is to",
        "goal:",
        "we want to",
        "to",
    ];
    for _ in 0..3 {
        let lower = goal.to_lowercase();
        let lead = LEADS
            .iter()
            .filter(|lead| lower.strip_prefix(**lead).is_some_and(|rest| rest.starts_with(' ')))
            .max_by_key(|lead| lead.len());
        let Some(rest) = lead.and_then(|lead| goal.get(lead.len()..)) else { break };
        goal = rest.trim().to_owned();
    }
    // In a goal of several sentences the first one names the task.
    let first = goal.split(". ").next().unwrap_or(&goal).to_owned();
    sentence(if first.chars().count() > 8 { &first } else { &goal })
}

fn derived_title(context: &EvidenceContext<'_>) -> String {
    let commands: Vec<&Step<'_>> = context.steps.iter().filter(|step| step.command().is_some()).collect();
    let control = context.steps.iter().rev().find_map(|step| match step.details() {
        ActionDetails::Click { target } if target.role == "button" && step.effective() && !step.sign_in => Some((step, target)),
        _ => None,
    });
    // The title is in the description, where a name that a page chose must not read like ours.
    let place = context.app.trim_start_matches("the web application ").to_owned();
    let quotable = !place.contains('“') || is_plain_name(place.trim_matches(['“', '”']));
    let place = if quotable { place } else { "the web application".to_owned() };
    let file = context.steps.iter().find_map(|step| match step.details() {
        ActionDetails::Upload { .. } => Some(format!("Upload a file to {place}")),
        ActionDetails::Download { .. } => Some(format!("Download a file from {place}")),
        _ => None,
    });
    match (control, file) {
        (_, Some(file)) => file,
        (Some((step, target)), None) => control_title(context, step, target, &place),
        (None, None) if commands.is_empty() => format!("Fill in a form in {place}"),
        (None, None) => command_title(context, &commands),
    }
}

/// A title from a control: `Place order` becomes `Place an order`; `Add` in the form “New customer” becomes `Add a customer`.
fn control_title(context: &EvidenceContext<'_>, step: &Step<'_>, target: &Control, place: &str) -> String {
    let name = context.with_placeholders(&target.name, usize::MAX).replace('`', "");
    let page = step.page_before().map(|page| page.title.as_str());
    let candidates = target.context.as_deref().into_iter().chain(page).map(|text| context.with_placeholders(text, usize::MAX));
    let object = candidates.filter(|text| !text.contains('`')).find_map(|text| page::title_parts(&text).into_iter().next());
    let object = object.unwrap_or_else(|| place.trim_matches(['“', '”']).to_owned());
    let named = is_plain_name(&object);
    let Some((verb, rest)) = english::split(&name).filter(|_| is_plain_name(&name)) else {
        return if named { format!("Complete “{object}” in {place}") } else { format!("Complete a task in {place}") };
    };
    if named
        && SENDING.contains(&verb.base)
        && let Some(title) = named_by_form(&object)
    {
        return title;
    }
    let new = ["new ", "add ", "create "].iter().find_map(|lead| fold(&object).strip_prefix(lead).map(str::to_owned));
    let new = new.filter(|_| named);
    match (rest.is_empty(), new) {
        (false, _) => format!("{} {}", sentence(verb.base), with_article(&rest.to_lowercase())),
        (true, Some(thing)) => format!("{} {}", sentence(verb.base), with_article(&thing)),
        (true, None) if named => format!("{} an entry in “{object}”", sentence(verb.base)),
        (true, None) => format!("{} an entry in {place}", sentence(verb.base)),
    }
}

/// Verbs that submit any form.
const SENDING: &[&str] = &["save", "submit", "send", "update", "set", "change", "post"];

/// A title from a form: “New contact” becomes `Add a contact`, “Request leave” stays.
fn named_by_form(form: &str) -> Option<String> {
    let (first, thing) = form.trim().split_once(' ')?;
    match fold(first).as_str() {
        "new" => Some(format!("Add {}", with_article(&thing.to_lowercase()))),
        first @ ("add" | "create" | "edit" | "change") => {
            Some(format!("{} {}", sentence(first), with_article(&thing.to_lowercase())))
        }
        first => english::third_person(first).map(|_| sentence(&form.to_lowercase())),
    }
}

/// Adds an article: `order` becomes `an order`. Plurals and things with an article stay.
pub fn with_article(thing: &str) -> String {
    let has_article = ["a ", "an ", "the ", "my ", "this ", "all "].iter().any(|article| thing.starts_with(article));
    if has_article || thing.ends_with('s') || thing.is_empty() {
        return thing.to_owned();
    }
    let article = if thing.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {thing}")
}

fn command_title(context: &EvidenceContext<'_>, commands: &[&Step<'_>]) -> String {
    let mut calls: Vec<String> = Vec::new();
    for run in commands.iter().filter_map(|step| step.command()) {
        let words = command::words(&run.command_line);
        let call = english::script(&words).unwrap_or_else(|| command::call_name(&words));
        if !call.is_empty() && !calls.contains(&call) {
            calls.push(call);
        }
    }
    let made = commands.iter().rev().filter_map(|step| step.command()).flat_map(|run| &run.files).next();
    let Some(file) = made.filter(|file| is_plain_path(&file.path)) else { return format!("Run {}", list(&calls)) };
    let verb = match file.change {
        FileChangeKind::Created => "Create",
        FileChangeKind::Changed => "Update",
        FileChangeKind::Removed => "Remove",
    };
    let made = context.with_placeholders(command::base_name(&file.path), usize::MAX);
    let input = made.trim_matches('`');
    let made = context.inputs.by_name(input).map_or(made.replace('`', ""), |input| with_article(&input.variable.label));
    format!("{verb} {made} with {}", list(&calls))
}

fn is_plain_path(path: &str) -> bool {
    path.chars().all(|c| c.is_alphanumeric() || "._-/ ".contains(c)) && is_plain_name(&path.replace('.', " "))
}

/// The folder name: `add-customer` is the title without small words, at most 64 characters. Letters of other scripts are spelled in Latin
/// ones, so that `为客人订茶` is `wei-ke-ren-ding-cha`.
pub fn slug(title: &str) -> String {
    let title = &crate::text::spelled(title);
    let small =
        ["a", "an", "the", "given", "of", "to", "in", "on", "at", "for", "with", "and", "into", "from", "by", "my", "our"];
    let words: Vec<&str> = title.split_whitespace().collect();
    let telling: Vec<&str> = words.iter().copied().filter(|word| !small.contains(&fold(word).as_str())).take(7).collect();
    let slug = kebab(&telling.join(" "), 64);
    if slug.is_empty() { "learned-task".to_owned() } else { slug }
}

pub fn meaning(demonstration: &Demonstration, context: &EvidenceContext<'_>, chosen: &[Candidate], title: &str) -> Meaning {
    let variables = context.inputs.variables();
    let values = DemonstratedValues::of(&variables);
    let clean = |text: String, max: usize| clip(&cleaned(&text, &values), max);
    let lines = |field| {
        answer(demonstration, field).map(|text| split_lines(text).into_iter().map(|line| clip(&line, 240)).collect::<Vec<_>>())
    };
    let literal = crate::questions::is_literal_answer(answer(demonstration, QuestionField::UseConditions).unwrap_or_default());
    let derived = |lines: Vec<String>| lines.into_iter().map(|line| clean(line, 240)).collect();
    let success = lines(QuestionField::SuccessCondition).unwrap_or_else(|| success_conditions(chosen));
    let goal_summary = match answer(demonstration, QuestionField::GoalSummary) {
        Some(text) => clip(text, 600),
        None => clean(goal_summary(demonstration, context, title), 600),
    };
    Meaning {
        title: title.to_owned(),
        goal_summary,
        use_conditions: lines(QuestionField::UseConditions)
            .filter(|_| !literal)
            .unwrap_or_else(|| derived(use_conditions(title))),
        non_use_conditions: lines(QuestionField::NonUseConditions)
            .filter(|lines| !lines.iter().any(|line| crate::questions::is_consent(line)))
            .unwrap_or_else(|| derived(non_use_conditions(title))),
        project_scope: scope(demonstration),
        preferred_control_surfaces: surfaces(demonstration, context.steps),
        success_conditions: success.into_iter().map(|text| clean(text, 240)).collect(),
        house_rules: Vec::new(),
        guards: Vec::new(),
        when_it_fails: Vec::new(),
    }
}

pub fn split_lines(text: &str) -> Vec<String> {
    text.split(['\n', ';'])
        .map(|line| line.trim().trim_start_matches(['-', '*', '•']).trim().to_owned())
        .filter(|line| !line.is_empty())
        .take(8)
        .collect()
}

fn success_conditions(chosen: &[Candidate]) -> Vec<String> {
    let mut best: Vec<&Candidate> = chosen.iter().filter(|candidate| candidate.weight >= READ_AGAIN).collect();
    if best.is_empty() {
        best = chosen.iter().filter(|candidate| candidate.weight >= 80).collect();
    }
    if best.is_empty() {
        best = chosen.iter().filter(|candidate| candidate.weight >= 75).collect();
    }
    if best.is_empty() {
        best = chosen.iter().filter(|candidate| candidate.weight >= EFFECT).collect();
    }
    if best.is_empty() {
        best = chosen.iter().rev().take(1).collect();
    }
    let skip = best.len().saturating_sub(4);
    best.into_iter().skip(skip).map(|candidate| candidate.goal.clone()).collect()
}

fn goal_summary(demonstration: &Demonstration, context: &EvidenceContext<'_>, title: &str) -> String {
    let told = stated_goal(demonstration).map(|goal| context.inputs.template(&goal, placeholder).0);
    let lead = match told {
        Some(goal) if fold(&goal).len() > fold(title).len() + 12 => sentence(goal.trim_end_matches('.')),
        _ if mentions(title, context.app.trim_start_matches("the web application ").trim_matches(['“', '”'])) => {
            title.to_owned()
        }
        _ if context.app == "the terminal" => format!("{title}, from the terminal"),
        _ => format!("{title}, in {}", context.app),
    };
    let both = context.app != "the terminal" && context.steps.iter().any(|step| step.command().is_some());
    let lead = if both { format!("{lead} and in the terminal") } else { lead };
    match start(context) {
        Some(address) => format!("{lead}. Start at {address}."),
        None => format!("{lead}."),
    }
}

/// The page on which the task began, as an agent may open it. `None` where another run begins on another page.
fn start(context: &EvidenceContext<'_>) -> Option<String> {
    let sign_ins: Vec<&str> =
        context.steps.iter().filter(|step| step.sign_in).filter_map(Step::page_before).map(|page| page.url.as_str()).collect();
    let begun = |step: &&Step<'_>| !step.sign_in && step.command().is_none();
    let mut pages = context.steps.iter().filter(begun).filter_map(|step| match step.details() {
        ActionDetails::Navigate { .. } => step.page(),
        _ => step.page_before(),
    });
    let page = pages.find(|page| !sign_ins.contains(&page.url.as_str()))?;
    context.told_address(&page.url).filter(|address| !address.contains(['…', '<']))
}

fn use_conditions(title: &str) -> Vec<String> {
    vec![clip(&format!("The user asks to {}, or describes that outcome in other words.", lower_first(title)), 240)]
}

/// What is said of a task whose verb has an opposite. The description says it as well.
pub fn non_use_conditions(title: &str) -> Vec<String> {
    let (verb, rest) = verb_and_object(title);
    let Some([first, second, ..]) = verb.map(|verb| verb.opposite) else { return Vec::new() };
    let object = rest.unwrap_or_else(|| "something".to_owned());
    vec![clip(&format!("The user wants to {first} or {second} {object}; that is another task."), 240)]
}

/// The verb of the title, and its object without the application: `a customer`.
pub fn verb_and_object(title: &str) -> (Option<&'static Verb>, Option<String>) {
    let Some((verb, rest)) = english::split(title) else { return (None, None) };
    let object = [
        " in the ",
        " in “",
        " to ",
        " into ",
        " onto ",
        " with ",
        " on the ",
        " from ",
        " using ",
        " via ",
        " through ",
        " that ",
        " which ",
        " who ",
        " whose ",
        ", ",
        " then ",
        " and ",
    ]
    .iter()
    .filter_map(|cut| rest.find(cut))
    .min()
    .map_or(rest.as_str(), |at| &rest[..at])
    .trim()
    .to_owned();
    (Some(verb), (!object.is_empty()).then_some(object))
}

fn scope(demonstration: &Demonstration) -> ProjectScope {
    let answered = answer(demonstration, QuestionField::ProjectScope).map(fold);
    match answered.as_deref() {
        Some(text) if mentions(text, "unclear") => ProjectScope::Unclear,
        Some(text) if text.contains("project") && !mentions(text, "every project") && !mentions(text, "all projects") => {
            ProjectScope::ProjectScoped
        }
        Some(_) => ProjectScope::Global,
        None if demonstration.project_id.is_some() => ProjectScope::ProjectScoped,
        None => ProjectScope::Global,
    }
}

/// The terminal before the browser, because a command needs no page.
fn surfaces(demonstration: &Demonstration, steps: &[Step<'_>]) -> Vec<String> {
    if let Some(preferred) = answer(demonstration, QuestionField::PreferredSurface) {
        return split_lines(preferred).into_iter().map(|line| clip(&line, 80)).collect();
    }
    let mut out = Vec::new();
    if steps.iter().any(|step| step.command().is_some()) {
        out.push("native_exec".to_owned());
    }
    if steps.iter().any(|step| step.command().is_none()) {
        out.push("native_browser".to_owned());
    }
    out
}
