//! Actions to steps: what one person would explain to another. Noise and erased input are removed.
//!
//! The order of the passes matters: effects are joined to their causes first, so that later passes see what an action did.

use crate::address;
use crate::command;
use crate::normal;
use crate::page::{self, has_effect};
use crate::text::{fold, mentions};
use apprentice_contracts::ids::EventId;
use apprentice_contracts::observation::{
    ActionDetails, CommandRun, Control, FileChangeKind, MaskReason, NavigationCause, ObservationAdapterKind, ObservedAction,
    PageElement, PageIdentity, StateChange,
};

/// One step: its main action, and all events that it was made of.
#[derive(Clone, Debug)]
pub struct Step<'a> {
    pub action: &'a ObservedAction,
    pub change: Option<StateChange>,
    pub sources: Vec<EventId>,
    /// The same step in the other repetitions of a loop, in order.
    pub repeats: Vec<Step<'a>>,
    /// Whether the step signed the person in. Its values are never shown.
    pub sign_in: bool,
    /// Its place among the actions of the first showing: the sequence number of its own action, or of the last one before it.
    pub seq: u32,
    /// The same step in further showings of the task, in their order.
    pub shown_again: Vec<Step<'a>>,
    /// The number of the showing that it is of; 0 is the first.
    pub showing: usize,
    /// Whether a showing of the task did without it.
    pub optional: bool,
    /// The number of the decision of which it is one way.
    pub branch: Option<usize>,
}

impl<'a> Step<'a> {
    fn new(action: &'a ObservedAction) -> Self {
        let change = action.change.clone();
        Self {
            action,
            change,
            sources: vec![action.event_id],
            repeats: Vec::new(),
            sign_in: false,
            seq: action.seq,
            shown_again: Vec::new(),
            showing: 0,
            optional: false,
            branch: None,
        }
    }

    /// The step in each showing that has it.
    pub fn showings(&self) -> impl Iterator<Item = &Step<'a>> {
        std::iter::once(self).chain(&self.shown_again)
    }

    /// The same step with other values: in the other repetitions of a loop, and in further showings.
    pub fn others(&self) -> impl Iterator<Item = &Step<'a>> {
        let again = self.shown_again.iter().flat_map(|step| std::iter::once(step).chain(&step.repeats));
        self.repeats.iter().chain(again)
    }

    pub fn details(&self) -> &'a ActionDetails {
        &self.action.details
    }

    /// Whether the page answered. Where nobody looked before the next action, what was clicked in a record may have had an effect.
    pub fn effective(&self) -> bool {
        let unseen = self.action.adapter_kind == ObservationAdapterKind::BrowserDom
            && matches!(self.details(), ActionDetails::Click { target }
                if target.record.is_some() && (!target.unnamed || target.role == "button"));
        self.action.caused_state_change || self.change.as_ref().map_or(unseen, has_effect)
    }

    pub fn target(&self) -> Option<&'a Control> {
        match self.details() {
            ActionDetails::Click { target }
            | ActionDetails::Fill { target, .. }
            | ActionDetails::Choose { target, .. }
            | ActionDetails::Upload { target, .. } => Some(target),
            ActionDetails::Press { target, .. } => target.as_ref(),
            _ => None,
        }
    }

    pub fn command(&self) -> Option<&'a CommandRun> {
        match self.details() {
            ActionDetails::Command(run) => Some(run),
            _ => None,
        }
    }

    /// The page after the step.
    pub fn page(&self) -> Option<&PageIdentity> {
        self.change.as_ref().map(|change| &change.after).filter(|page| !page.url.is_empty())
    }

    /// The page before the step.
    pub fn page_before(&self) -> Option<&PageIdentity> {
        self.change.as_ref().map(|change| &change.before).filter(|page| !page.url.is_empty())
    }

    pub fn is_input(&self) -> bool {
        matches!(self.details(), ActionDetails::Fill { .. } | ActionDetails::Choose { .. } | ActionDetails::Upload { .. })
    }

    /// Whether the step submits what was entered: a click or key with an effect, after which the same field would be a new input.
    pub fn commits(&self) -> bool {
        matches!(self.details(), ActionDetails::Click { .. } | ActionDetails::Press { .. } | ActionDetails::Navigate { .. })
            && self.effective()
    }

    /// Merges another action into this step.
    fn absorb(&mut self, other: Step<'a>) {
        self.sources.extend(other.sources);
        let Some(more) = other.change else { return };
        match &mut self.change {
            None => self.change = Some(more),
            Some(change) => {
                change.after = more.after;
                change.appeared.retain(|element| !more.vanished.contains(element));
                for element in more.appeared {
                    if !change.appeared.contains(&element) {
                        change.appeared.push(element);
                    }
                }
                change.vanished.extend(more.vanished);
                change.changed.extend(more.changed);
            }
        }
    }
}

/// The longest name of an option that completes what was typed, in characters.
const LONGEST_COMPLETION: usize = 80;

/// The steps of a demonstration, in order.
pub fn steps(actions: &[ObservedAction]) -> Vec<Step<'_>> {
    let steps = join_effects(actions);
    let steps = mark_sign_ins(steps);
    let steps = keep_last_values(steps);
    let steps = drop_ways_to_a_day(steps);
    let steps = drop_cancelled(steps);
    let steps = drop_detours(steps);
    let steps = keep_corrected_commands(steps);
    let steps = drop_undone_commands(steps);
    let steps = drop_noise(steps);
    drop_read_only_commands(steps)
}

/// Merges a navigation into the action that caused it, reloads and repeated addresses into the previous step, and a double click into one
/// click.
fn join_effects(actions: &[ObservedAction]) -> Vec<Step<'_>> {
    let mut out: Vec<Step<'_>> = Vec::new();
    for action in actions {
        let step = Step::new(action);
        let last_causes = out.last().is_some_and(|last| {
            matches!(last.details(), ActionDetails::Click { .. } | ActionDetails::Press { .. } | ActionDetails::Dialog { .. })
        });
        match (&action.details, out.last_mut()) {
            (ActionDetails::Navigate { cause: NavigationCause::Reload, .. }, Some(last)) => last.absorb(step),
            (ActionDetails::Navigate { cause, .. }, Some(last))
                if last_causes
                    && matches!(cause, NavigationCause::Link | NavigationCause::FormSubmit | NavigationCause::Script) =>
            {
                last.absorb(step);
            }
            (ActionDetails::Navigate { url, .. }, Some(last))
                if matches!(last.details(), ActionDetails::Navigate { url: before, .. }
                    if address::origin(before) == address::origin(url)) =>
            {
                // Only the final address counts.
                let mut step = step;
                step.sources.splice(0..0, last.sources.drain(..));
                *last = step;
            }
            (_, Some(last)) if is_repeat(last, &step) => last.absorb(step),
            _ => out.push(step),
        }
    }
    out
}

/// Whether the same control was used twice in a row, or the same command ran again.
fn is_repeat(last: &Step<'_>, next: &Step<'_>) -> bool {
    match (last.details(), next.details()) {
        (ActionDetails::Click { target: a }, ActionDetails::Click { target: b }) => page::same_control(a, b),
        (ActionDetails::Press { target: a, key: one }, ActionDetails::Press { target: b, key: two }) => a == b && one == two,
        // Some pages report Enter in a field also as a click on the button.
        (ActionDetails::Press { key, .. }, ActionDetails::Click { target }) => {
            key == "Enter" && target.role == "button" && last.effective() && !next.effective()
        }
        (ActionDetails::Command(a), ActionDetails::Command(b)) => {
            a.command_line == b.command_line && a.directory == b.directory && a.exit_code == b.exit_code
        }
        _ => false,
    }
}

fn is_password(step: &Step<'_>) -> bool {
    match step.details() {
        ActionDetails::Fill { value, input_type, .. } => {
            input_type == "password" || matches!(value.masked, Some(MaskReason::Password | MaskReason::OneTimeCode))
        }
        _ => false,
    }
}

/// Words of forms that make an account or change a password.
pub const REGISTER_WORDS: &[&str] = &["create", "register", "sign up", "new", "add", "invite", "change password", "reset"];
const SIGN_IN_WORDS: &[&str] =
    &["log in", "login", "log on", "sign in", "signin", "sign-in", "anmelden", "authenticate", "verify", "unlock"];

/// Merges a password, the user name before it and the button after it into one sign-in.
fn mark_sign_ins(mut steps: Vec<Step<'_>>) -> Vec<Step<'_>> {
    let mut at = 0;
    while at < steps.len() {
        if !is_password(&steps[at]) {
            at += 1;
            continue;
        }
        let start = (0..at).rev().take_while(|&i| steps[i].is_input()).last().unwrap_or(at);
        let start = name_asked_first(&steps, start).unwrap_or(start);
        let end = (at..steps.len()).find(|&i| !steps[i].is_input()).unwrap_or(steps.len() - 1);
        let others =
            (start..end).filter(|&i| !is_password(&steps[i]) && matches!(steps[i].details(), ActionDetails::Fill { .. })).count();
        let words = surrounding_words(&steps[start..=end]);
        let says_sign_in = SIGN_IN_WORDS.iter().any(|word| mentions(&words, word));
        let says_register = REGISTER_WORDS.iter().any(|word| mentions(&words, word));
        if others <= 1 && (says_sign_in || !says_register) {
            let ends_with_submit = matches!(steps[end].details(), ActionDetails::Click { .. } | ActionDetails::Press { .. });
            let last = if ends_with_submit { end } else { end.saturating_sub(1).max(at) };
            let mut group = steps.drain(start..=last);
            if let Some(mut first) = group.next() {
                group.by_ref().for_each(|step| first.absorb(step));
                drop(group);
                first.sign_in = true;
                steps.insert(start, first);
            }
            at = start + 1;
        } else {
            at = end + 1;
        }
    }
    steps
}

/// Where a sign-in begins that asks for the name on a page of its own and for the password on the next one: a field, what sends it, and then only
/// the password.
fn name_asked_first(steps: &[Step<'_>], password: usize) -> Option<usize> {
    let (name, sends) = (password.checked_sub(2)?, password.checked_sub(1)?);
    let is_alone = !name.checked_sub(1).is_some_and(|before| steps[before].is_input());
    let is_name = is_alone && names_somebody(&steps[name]);
    (is_password(&steps[password]) && is_name && steps[sends].commits()).then_some(name)
}

/// Whether a step enters the name of an account.
fn names_somebody(step: &Step<'_>) -> bool {
    const WORDS: &[&str] = &["user", "username", "email", "e-mail", "mail", "login", "account", "phone", "benutzername", "id"];
    let ActionDetails::Fill { target, input_type, .. } = step.details() else { return false };
    input_type == "email" || WORDS.iter().any(|word| mentions(&target.name, word))
}

fn surrounding_words(steps: &[Step<'_>]) -> String {
    let mut words = String::new();
    for step in steps {
        for text in [
            step.page_before().map(|page| page.title.as_str()),
            step.page_before().map(|page| page.url.as_str()),
            step.target().map(|target| target.name.as_str()).filter(|_| !is_password(step)),
            step.target().and_then(|target| target.context.as_deref()),
            step.action.window_title.as_deref(),
        ]
        .into_iter()
        .flatten()
        {
            words.push_str(text);
            words.push_str(" · ");
        }
    }
    words.replace(['/', '_', '?', '='], " ")
}

/// Keeps only the last value of a field within one form. A value that ends as it began is dropped.
fn keep_last_values(steps: Vec<Step<'_>>) -> Vec<Step<'_>> {
    let mut dropped = vec![false; steps.len()];
    let mut open: Vec<usize> = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        if step.sign_in || (step.commits() && !is_focus(step)) {
            open.clear();
            continue;
        }
        let Some(target) = step.target().filter(|_| step.is_input()) else { continue };
        if index > 0 && is_rewritten(&steps[index - 1], step) {
            dropped[index] = true;
            continue;
        }
        let is_same = |i: &usize| same_target(&steps[*i], target) && !is_another_field(&steps[*i], step);
        let earlier: Vec<usize> = open.iter().copied().filter(is_same).collect();
        for &i in &earlier {
            dropped[i] = true;
        }
        let origin = original(&steps[earlier.first().copied().unwrap_or(index)]);
        let is_upload = matches!(step.details(), ActionDetails::Upload { .. });
        if !is_upload && origin.is_some_and(|origin| fold(&origin) == fold(&committed(step))) {
            dropped[index] = true;
        }
        open.push(index);
    }
    retain(steps, &dropped)
}

/// Whether a page wrote a value that was typed in its own way, into another control in the same place: `54.50` as `54.5000`.
fn is_rewritten(typed: &Step<'_>, shown: &Step<'_>) -> bool {
    match (typed.details(), shown.details()) {
        (ActionDetails::Fill { target, value, .. }, ActionDetails::Fill { target: other, value: rewritten, .. }) => {
            target.role != other.role
                && fold(&target.name) == fold(&other.name)
                && target.context == other.context
                && normal::is_same(&value.text, &rewritten.text)
        }
        _ => false,
    }
}

/// Whether a field that is called as one that was filled before is another one, because it was empty when it was filled: the next paragraph of a
/// text in an editor of blocks.
fn is_another_field(earlier: &Step<'_>, later: &Step<'_>) -> bool {
    let is_blank = |text: &str| !text.chars().any(|letter| !letter.is_whitespace() && !matches!(letter, '\u{feff}' | '\u{200b}'));
    match (earlier.details(), later.details()) {
        (ActionDetails::Fill { value, .. }, ActionDetails::Fill { previous: Some(previous), input_type, .. }) => {
            input_type == "richtext" && !is_blank(&value.text) && is_blank(previous)
        }
        _ => false,
    }
}

/// Leaves out the year and the month that lead to a day in a calendar: the date says them.
fn drop_ways_to_a_day(steps: Vec<Step<'_>>) -> Vec<Step<'_>> {
    const PARTS: &[&str] = &["year", "month", "day"];
    const NEAR: usize = 6;
    let value = |step: &Step<'_>| match step.details() {
        ActionDetails::Click { target } => target.name.clone(),
        _ => committed(step),
    };
    let leads = |at: usize| {
        let step = &steps[at];
        let names_a_part = |target: &Control| PARTS.iter().any(|part| mentions(&target.name, part));
        let part = value(step);
        step.is_input()
            && step.target().is_some_and(names_a_part)
            && steps[at + 1..].iter().take(NEAR).any(|later| normal::is_part_of_date(&part, &value(later)))
    };
    let dropped: Vec<bool> = (0..steps.len()).map(leads).collect();
    retain(steps, &dropped)
}

fn same_target(step: &Step<'_>, target: &Control) -> bool {
    step.target().is_some_and(|other| page::same_control(other, target))
}

/// The value of the field before the step, if it is known.
fn original(step: &Step<'_>) -> Option<String> {
    match step.details() {
        ActionDetails::Fill { previous, .. } => Some(previous.clone().unwrap_or_default()),
        ActionDetails::Choose { target, chosen, .. } => {
            let changed = step.change.iter().flat_map(|change| &change.changed);
            let first = changed.into_iter().find(|change| fold(&change.element.name) == fold(&target.name));
            match first {
                Some(first) if first.property == "checked" => Some(if first.from == "true" { "on" } else { "off" }.to_owned()),
                Some(first) => Some(first.from.clone()),
                None if chosen.len() == 1 && chosen[0] == "on" => Some("off".to_owned()),
                None if chosen.len() == 1 && chosen[0] == "off" => Some("on".to_owned()),
                None => None,
            }
        }
        _ => None,
    }
}

/// What the person put into a field, or chose.
pub fn committed(step: &Step<'_>) -> String {
    match step.details() {
        ActionDetails::Fill { value, .. } => value.text.clone(),
        ActionDetails::Choose { chosen, .. } => chosen.join(", "),
        ActionDetails::Upload { file_names, .. } => file_names.join(", "),
        _ => String::new(),
    }
}

fn is_focus(step: &Step<'_>) -> bool {
    matches!(step.details(), ActionDetails::Click { target } if page::is_input_role(&target.role) && target.role != "button")
}

fn retain<'a>(steps: Vec<Step<'a>>, dropped: &[bool]) -> Vec<Step<'a>> {
    steps.into_iter().zip(dropped).filter(|(_, dropped)| !**dropped).map(|(step, _)| step).collect()
}

const CANCEL_WORDS: &[&str] =
    &["cancel", "close", "dismiss", "abort", "discard", "never mind", "abbrechen", "schließen", "×", "✕", "x"];

fn cancels(step: &Step<'_>) -> bool {
    match step.details() {
        ActionDetails::Press { key, .. } => key == "Escape",
        ActionDetails::Click { target } => CANCEL_WORDS.contains(&fold(&target.name).as_str()),
        ActionDetails::Dialog { accepted, .. } => !accepted,
        _ => false,
    }
}

fn is_popup(element: &PageElement) -> bool {
    matches!(element.role.as_str(), "dialog" | "alertdialog" | "menu" | "listbox" | "tooltip")
}

/// Whether a step did something, or may have: nobody looked at what a quick click did.
fn may_have_done(step: &Step<'_>) -> bool {
    step.commits() || step.change.is_none() && matches!(step.details(), ActionDetails::Click { .. })
}

/// Drops a dialog that was opened, filled and cancelled, and a question that was answered with no.
fn drop_cancelled(steps: Vec<Step<'_>>) -> Vec<Step<'_>> {
    let mut dropped = vec![false; steps.len()];
    for end in 0..steps.len() {
        if !cancels(&steps[end]) {
            continue;
        }
        if matches!(steps[end].details(), ActionDetails::Dialog { .. }) {
            dropped[end] = true;
            if end > 0 && matches!(steps[end - 1].details(), ActionDetails::Click { .. }) {
                dropped[end - 1] = true;
            }
            continue;
        }
        let gone = |element: &&PageElement| {
            let vanished = steps[end].change.as_ref().is_some_and(|change| change.vanished.contains(element));
            is_popup(element) && (vanished || steps[end].change.is_none())
        };
        let opened =
            (0..end).rev().find(|&i| steps[i].change.as_ref().is_some_and(|change| change.appeared.iter().any(|e| gone(&e))));
        match opened {
            Some(start) if (start..end).all(|i| i == start || !may_have_done(&steps[i]) || dropped[i]) => {
                dropped[start..=end].fill(true)
            }
            _ => {
                dropped[end] =
                    dropped[end] || !steps[end].effective() || matches!(steps[end].details(), ActionDetails::Press { .. })
            }
        }
    }
    retain(steps, &dropped)
}

pub fn only_navigates(step: &Step<'_>) -> bool {
    match step.details() {
        ActionDetails::Navigate { .. } => true,
        ActionDetails::Click { target } => {
            matches!(target.role.as_str(), "link" | "tab" | "menuitem" | "treeitem")
                || step.change.as_ref().is_some_and(|c| !address::same_page(&c.before.url, &c.after.url))
                    && target.role != "button"
        }
        _ => false,
    }
}

/// Drops pages that were visited and left again, unless something was read there: a value that is typed later, or proof of an earlier one.
/// Links that never leave the page are no visit: they open a part of it.
fn drop_detours(steps: Vec<Step<'_>>) -> Vec<Step<'_>> {
    let mut dropped = vec![false; steps.len()];
    let values: Vec<Option<String>> = steps
        .iter()
        .map(|step| (step.is_input() && !step.sign_in).then(|| committed(step)).filter(|value| value.chars().count() >= 3))
        .collect();
    let mut start = 0;
    while start < steps.len() {
        let from = steps[start].page_before().map(|page| page.url.clone());
        let back = from.filter(|_| only_navigates(&steps[start])).and_then(|from| {
            let is_there = |&i: &usize| steps[i].page().is_some_and(|page| page.url == from);
            // A link that asks something first does more than lead somewhere.
            let asks = |i: usize| steps.get(i + 1).is_some_and(|next| matches!(next.details(), ActionDetails::Dialog { .. }));
            let visit = (start..steps.len()).take_while(|&i| only_navigates(&steps[i]) && !asks(i)).take(12);
            let end = visit.filter(is_there).last()?;
            (start..end).any(|i| !is_there(&i)).then_some(end)
        });
        match back {
            Some(end) if !reads_something(&steps[start..=end], &values) => {
                dropped[start..=end].fill(true);
                start = end + 1;
            }
            _ => start += 1,
        }
    }
    retain(steps, &dropped)
}

/// Searches the pages of a detour for values, except the last one, which is where it began.
fn reads_something(detour: &[Step<'_>], values: &[Option<String>]) -> bool {
    let away = &detour[..detour.len().saturating_sub(1)];
    away.iter()
        .filter_map(|step| step.change.as_ref())
        .flat_map(|change| &change.appeared)
        .any(|element| !page::is_input_role(&element.role) && values.iter().flatten().any(|value| mentions(&element.name, value)))
}

/// Of a command that failed and was retried, keeps only the last attempt. A failed command that changed nothing is dropped too, unless it
/// is the last one.
fn keep_corrected_commands(steps: Vec<Step<'_>>) -> Vec<Step<'_>> {
    let mut dropped = vec![false; steps.len()];
    for (index, step) in steps.iter().enumerate() {
        let Some(run) = step.command().filter(|run| run.exit_code.is_some_and(|code| code != 0)) else { continue };
        let later: Vec<&CommandRun> = steps[index + 1..].iter().filter_map(Step::command).collect();
        let corrected = later.iter().take(8).any(|next| command::is_retry(run, next));
        dropped[index] = corrected || (run.files.is_empty() && !later.is_empty());
    }
    retain(steps, &dropped)
}

/// Drops a command that only made something, and the later command that only removed it again.
fn drop_undone_commands(steps: Vec<Step<'_>>) -> Vec<Step<'_>> {
    let mut dropped = vec![false; steps.len()];
    let only = |run: &CommandRun, change: FileChangeKind| {
        let paths: Vec<String> =
            run.files.iter().map(|file| format!("{}/{}", run.directory, file.path.trim_end_matches('/'))).collect();
        (!paths.is_empty() && run.files.iter().all(|file| file.change == change)).then_some(paths)
    };
    for end in 0..steps.len() {
        let Some(removed) = steps[end].command().and_then(|run| only(run, FileChangeKind::Removed)) else { continue };
        let made = (0..end).rev().find(|&start| {
            let made = steps[start].command().and_then(|run| only(run, FileChangeKind::Created));
            made.is_some_and(|made| made.iter().all(|path| removed.contains(path)) && removed.len() == made.len())
        });
        let Some(start) = made else { continue };
        let names: Vec<&str> = removed.iter().map(|path| command::base_name(path)).collect();
        let used = steps[start + 1..end]
            .iter()
            .filter_map(Step::command)
            .any(|run| names.iter().any(|name| mentions(&run.command_line, name)));
        if !used {
            dropped[start] = true;
            dropped[end] = true;
        }
    }
    retain(steps, &dropped)
}

/// Drops clicks into fields, on options of a list that was chosen from, and on things without an effect.
fn drop_noise(steps: Vec<Step<'_>>) -> Vec<Step<'_>> {
    let mut dropped = vec![false; steps.len()];
    for index in 0..steps.len() {
        let step = &steps[index];
        let follows_input = index > 0 && steps[index - 1].is_input();
        let is_last = index + 1 == steps.len();
        dropped[index] = match step.details() {
            _ if step.sign_in => false,
            ActionDetails::Click { target } => {
                let near = steps[index.saturating_sub(1)..(index + 2).min(steps.len())].iter();
                let leads_to_input = near.filter(|other| other.is_input()).any(|other| same_target(other, target));
                let next_follows = steps.get(index + 1).is_some_and(|next| {
                    matches!(
                        next.details(),
                        ActionDetails::Dialog { .. } | ActionDetails::Download { .. } | ActionDetails::Upload { .. }
                    )
                });
                leads_to_input
                    || is_focus(step)
                    || (target.role == "option")
                    || (!step.effective() && !follows_input && !next_follows)
            }
            ActionDetails::Press { key, .. } => !step.effective() && (key != "Enter" || !follows_input || !is_last),
            ActionDetails::Download { finished, .. } => !finished,
            ActionDetails::Fill { value, previous, .. } => {
                value.text.is_empty() && previous.as_deref().unwrap_or_default().is_empty()
                    || steps.get(index + 1).is_some_and(|next| found_by_typing(step, next))
            }
            _ => false,
        };
    }
    retain(steps, &dropped)
}

/// Whether the text was typed only to find the option that was chosen next: in the same control, or in a list that the page offered for it.
fn found_by_typing(typed: &Step<'_>, chosen: &Step<'_>) -> bool {
    let (Some(field), Some(list)) = (typed.target(), chosen.target()) else { return false };
    let part = fold(&committed(typed));
    let part = part.trim();
    match chosen.details() {
        ActionDetails::Choose { .. } => {
            list.role == "combobox" && fold(&field.name) == fold(&list.name) && fold(&committed(chosen)).contains(part)
        }
        ActionDetails::Click { target } => {
            let stays = chosen.change.as_ref().is_none_or(|change| change.before.url == change.after.url);
            // What is completed begins as it was typed, and is no sentence that has a value in it.
            let name = fold(&target.name);
            let completes = name.starts_with(part) && name.len() > part.len() && name.chars().count() <= LONGEST_COMPLETION;
            stays
                && completes
                && !part.is_empty()
                && matches!(target.role.as_str(), "link" | "menuitem" | "listitem" | "generic" | "row" | "cell")
                && (field.context == target.context || target.context.is_none())
        }
        _ => false,
    }
}

/// Drops commands that only change their shell, and read-only commands unless there is nothing else to learn.
fn drop_read_only_commands(steps: Vec<Step<'_>>) -> Vec<Step<'_>> {
    let prepares: Vec<bool> = steps.iter().map(|step| step.command().is_some_and(command::only_changes_shell)).collect();
    let steps = retain(steps, &prepares);
    let looks: Vec<bool> = steps.iter().map(|step| step.command().is_some_and(command::is_read_only)).collect();
    let other = steps.iter().zip(&looks).any(|(step, look)| !look && worth_learning(step));
    let dropped: Vec<bool> =
        if other { looks } else { steps.iter().map(|step| step.command().is_some_and(command::is_navigation)).collect() };
    retain(steps, &dropped)
}

/// Whether the step is an action with an effect, a committed value or a command.
pub fn worth_learning(step: &Step<'_>) -> bool {
    match step.details() {
        _ if step.sign_in => false,
        ActionDetails::Navigate { .. } => false,
        ActionDetails::Click { .. } | ActionDetails::Press { .. } => step.effective(),
        _ => true,
    }
}
