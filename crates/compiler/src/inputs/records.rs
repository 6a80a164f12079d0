//! Records that a person chose, ticked or edited as inputs, and what a record is called.

use super::labels::singular;
use super::searched::is_search_field;
use super::{Input, Inputs};
use crate::address;
use crate::effects::{CommonTexts, Mentioned};
use crate::looked_up::CUT;
use crate::steps::{Step, only_navigates};
use crate::text::{fold, mentions, unnumbered};
use crate::untrusted::{BLOCK, LINE, is_line};
use apprentice_contracts::graph::{RecordPlace, VariableBinding, VariableKind};
use apprentice_contracts::observation::{ActionDetails, Control, ControlRecord, StateChange};
use apprentice_contracts::reading::ReadCell;

impl Inputs {
    /// Ticked records are a list.
    pub(super) fn ticked(&mut self, index: usize, step: &Step<'_>, target: &Control, states: &[String]) {
        if states.iter().all(|state| state == "off") {
            return;
        }
        let Some(record) = target.record.as_deref().filter(|record| !record.name.trim().is_empty()) else { return };
        let named = unnumbered(identity(record, &self.common)).to_owned();
        let others: Vec<String> = step
            .others()
            .filter_map(|again| Some(unnumbered(identity(again.target()?.record.as_deref()?, &self.common)).to_owned()))
            .collect();
        if self.is_given(record) {
            return;
        }
        let label = record_label(record, step, &self.common);
        let header = header_of(record, &self.common);
        let binding = VariableBinding::Record { role: target.role.clone(), name: "*".to_owned(), header, place: None };
        if let Some(known) = self.list.iter_mut().find(|input| input.variable.binding == binding) {
            known.variable.list = true;
            for more in std::iter::once(named).chain(others) {
                if more != known.variable.example && !known.variable.more_examples.contains(&more) {
                    known.variable.more_examples.push(more);
                }
            }
            known.variable.source_event_ids.extend(&step.sources);
            return;
        }
        self.add(index, step, "record", &label, VariableKind::Text, &named, false, binding);
        if let Some(input) = self.list.last_mut() {
            input.variable.list = true;
            input.variable.more_examples.clone_from(&others);
            input.other_values = others;
        }
    }

    /// A line of a text that was changed in a part is chosen by the part that stays, and one of the blocks of an editor by what it contained.
    pub(super) fn line(&mut self, index: usize, step: &Step<'_>, target: &Control, mentioned: &Mentioned) {
        let is_alike = mentioned.has_alike(&target.name);
        let Some(line) = line_of(step.details(), is_alike) else { return };
        let name = target.name.clone();
        let binding = VariableBinding::Record { role: target.role.clone(), name, header: LINE.to_owned(), place: None };
        let cells = vec![ReadCell { header: LINE.to_owned(), text: line.to_owned() }];
        let record = ControlRecord { cells, name: line.to_owned(), own_link: false };
        if self.is_given(&record) || self.list.iter().any(|input| input.variable.binding == binding) {
            return;
        }
        self.add(index, step, LINE, LINE, VariableKind::Text, line, false, binding);
        let others = step.others().filter_map(|again| line_of(again.details(), is_alike).map(str::to_owned));
        if let Some(input) = self.list.last_mut() {
            input.other_values = others.collect();
        }
    }

    /// A control of a record chooses the record: `Edit` in the row of Ada, the link “Ada”, an item that is dragged.
    pub(super) fn record(&mut self, index: usize, step: &Step<'_>, target: &Control, mentioned: &Mentioned) {
        let Some(record) = target.record.as_deref().filter(|record| !record.name.trim().is_empty()) else { return };
        // A button below a form is in a row of the form, not of a record.
        if self.is_below_a_form(step) {
            return;
        }
        let named = unnumbered(identity(record, &self.common)).to_owned();
        // What holds many things is none of them.
        let own_link = leads_by_name(record, &self.common);
        let is_part = record.cells.len() == 1 && !own_link && named != target.name && mentions(&named, &target.name);
        if named.chars().count() > 80 || is_part && !target.name.is_empty() {
            return;
        }
        // A menu is a list of links as well. Its items are never among what the task changes.
        // What holds a button besides its words is a thing, and so is a shape of a drawing.
        let is_thing = matches!(target.role.as_str(), "button" | "generic") && !(target.unnamed && target.role == "generic");
        let label = record_label(record, step, &self.common);
        // The goal asks for it: “a project”.
        let is_asked = record.cells.len() > 1 && self.things.contains(&singular(&fold(&label)));
        let about = (record.cells.len() > 1 || is_thing) && !own_link
            || is_asked
            || mentioned.contains(&named)
            || record.cells.iter().any(|cell| mentioned.contains(&cell.text));
        if record.cells.len() == 1 && (self.leads_around(step, record, mentioned) || is_act(&named) || makes_new(&named)) {
            return;
        }
        if own_link && self.is_kind(&named) {
            return;
        }
        // A page may change too late to be seen, and a record that is another one afterwards was meant.
        let had_effect = step.effective() || mentioned.contains(&named) || matches!(step.details(), ActionDetails::Drag { .. });
        if self.is_given(record) || !about || !had_effect {
            return;
        }
        let is_own = own_link || record.own_link && is_hash(&record.name);
        let name = if is_own || target.unnamed { "*".to_owned() } else { target.name.clone() };
        self.add_record(index, step, target, record, name, &label, mentioned);
    }

    /// Adds the record as an input, under the name of the control that chooses it.
    #[expect(clippy::too_many_arguments, reason = "a step, its control and what is known of them")]
    fn add_record(
        &mut self,
        index: usize,
        step: &Step<'_>,
        target: &Control,
        record: &ControlRecord,
        control: String,
        label: &str,
        mentioned: &Mentioned,
    ) {
        let named = unnumbered(identity(record, &self.common)).to_owned();
        let header = header_of(record, &self.common);
        let mut binding = VariableBinding::Record { role: target.role.clone(), name: control, header, place: None };
        let here = place_of(step, target);
        // What the task changed is chosen in another place than the list that it is on.
        let is_part = |known: &Input| {
            let is_elsewhere = self.places.get(&known.since).is_some_and(|place| *place != here);
            mentioned.contains(&named) && fold(&known.variable.example) != fold(&named) && is_elsewhere
        };
        let is_known = |known: &Input| header_in(&known.variable.binding) == header_in(&binding) && !is_part(known);
        let alike = |at: &usize| is_chosen_alike(&self.list[*at].variable.binding, &binding);
        let alike: Vec<usize> = (0..self.list.len()).filter(alike).collect();
        if alike.iter().any(|at| is_known(&self.list[*at])) {
            return;
        }
        for at in &alike {
            let known = &mut self.list[*at];
            if let Some(place) = self.places.get(&known.since) {
                set_place(&mut known.variable.binding, place.clone());
            }
        }
        if !alike.is_empty() {
            set_place(&mut binding, here.clone());
        }
        self.places.insert(index, here);
        self.add(index, step, "record", label, VariableKind::Text, &named, false, binding);
        let others = step
            .others()
            .filter_map(|again| Some(unnumbered(identity(again.target()?.record.as_deref()?, &self.common)).to_owned()));
        if let Some(input) = self.list.last_mut() {
            input.other_values = others.collect();
        }
    }

    /// A field in the row of a record changes that record: the price in the row of “Tray”. The row of a form is named by the label of its field,
    /// and one that is new by nothing.
    pub(super) fn edited_record(&mut self, index: usize, step: &Step<'_>, target: &Control, mentioned: &Mentioned) {
        let of_records = |record: &&ControlRecord| record.cells.iter().filter(|cell| !cell.header.trim().is_empty()).count() > 1;
        let Some(record) = target.record.as_deref().filter(of_records) else { return };
        let named = unnumbered(identity(record, &self.common)).to_owned();
        let plain = |text: &str| fold(text.trim().trim_end_matches([':', '*']));
        let is_label = plain(&named) == plain(&target.name);
        let is_name = (1..=80).contains(&named.trim().chars().count()) && named.contains(char::is_alphabetic);
        // In each round another record is changed.
        let of_rounds = || step.others().filter_map(|again| Some(again.target()?.record.as_deref()?.name.as_str()));
        let is_repeated = of_rounds().next().is_some() && of_rounds().all(|name| name != record.name);
        let is_meant = mentioned.contains(&named) || is_repeated;
        if is_label || !is_name || self.is_below_a_form(step) || self.is_given(record) || !is_meant {
            return;
        }
        let label = record_label(record, step, &self.common);
        self.add_record(index, step, target, record, target.name.clone(), &label, mentioned);
    }

    /// Whether an entry is called as a kind of things that the goal names: “Orders”, where somebody enters an order. It leads to all of them.
    pub(super) fn is_kind(&self, named: &str) -> bool {
        let words: Vec<&str> = named.split_whitespace().collect();
        let is_plain = words.iter().all(|word| word.chars().all(char::is_alphabetic));
        let is_of_goal = |word: &&str| {
            let one = singular(&fold(word));
            one != fold(word) && self.goal_words.contains(&one)
        };
        is_plain && words.len() <= 2 && words.last().is_some_and(is_of_goal)
    }

    /// Whether an entry of a list leads around instead of being a thing: it is on several pages as it is, several entries of a list are
    /// called alike, it narrows, sorts or turns the list on which it is, or it opens a page that says its name nowhere.
    pub(super) fn leads_around(&self, step: &Step<'_>, record: &ControlRecord, mentioned: &Mentioned) -> bool {
        let entry = record.cells.first().map_or("", |cell| cell.text.as_str());
        let narrows = step.change.as_ref().is_some_and(|change| {
            let (from, to) = (&change.before.url, &change.after.url);
            address::narrows(from, to) && !address::turns_to(from, to, entry)
        });
        let is_nameless = record.own_link && step.change.as_ref().is_some_and(|change| opens_another(change, entry));
        narrows || mentioned.is_navigation(entry) || record.own_link && self.common.has(&record.name) || is_nameless
    }

    /// Whether a form on this page was filled in before.
    fn is_below_a_form(&self, step: &Step<'_>) -> bool {
        let here = step.page_before().map(|page| address::path_of(&page.url));
        self.typed_on.is_some() && self.typed_on == here
    }

    /// Whether the record is chosen by a value that is an input already. A sentence that only mentions one is a name of its own: “How do you
    /// make Green Terrace?”.
    fn is_given(&self, record: &ControlRecord) -> bool {
        let values = self.list.iter().map(|input| &input.variable.example).filter(|value| value.chars().count() > 2);
        let named = identity(record, &self.common);
        // The domain of a mailbox is not the mailbox.
        let is_domain = |text: &str, value: &str| {
            let rest = fold(text).replace(&format!("@{}", fold(value)), "@");
            rest != fold(text) && !mentions(&rest, value)
        };
        let tells = |text: &str, value: &str| {
            mentions(text, value) && !is_domain(text, value) && !(text == named && is_sentence_about(text, value))
        };
        values.into_iter().any(|value| record.cells.iter().any(|cell| tells(&cell.text, value)) || tells(&record.name, value))
    }

    /// A control that was used in a row selects that row: `Delete` in the row of Ada. Only for demonstrations of an earlier version, whose
    /// controls do not name their record.
    pub(super) fn row(&mut self, index: usize, step: &Step<'_>, target: &Control) {
        if self.is_below_a_form(step) {
            return;
        }
        let Some(context) = target.context.as_deref().filter(|_| matches!(target.role.as_str(), "button" | "link" | "checkbox"))
        else {
            return;
        };
        let already =
            self.list.iter().any(|input| !input.variable.example.is_empty() && mentions(context, &input.variable.example));
        if crate::loops::in_record(step) && !already {
            let binding = VariableBinding::Context { role: target.role.clone(), name: target.name.clone() };
            self.add(index, step, "record", "record", VariableKind::Text, context, false, binding);
            let others = step.others().filter_map(|again| again.target()?.context.clone());
            if let Some(input) = self.list.last_mut() {
                input.other_values = others.collect();
            }
        }
    }
}

/// Whether a link opened a page on which its own name stands nowhere, nor a number in its address. The page of a thing names the thing, or
/// has its number.
fn opens_another(change: &StateChange, entry: &str) -> bool {
    let (from, to) = (&change.before, &change.after);
    let says = |text: &str| mentions(text, entry);
    let within = address::origin(&to.url).and_then(|origin| to.url.strip_prefix(&origin)).unwrap_or(&to.url);
    let has_number = within.contains(|letter: char| letter.is_ascii_digit());
    !from.url.is_empty()
        && !address::same_page(&from.url, &to.url)
        && (1..CUT).contains(&change.appeared.len())
        && !says(&to.title)
        && !says(&address::readable(&to.url))
        && !has_number
        && !change.appeared.iter().any(|element| says(&element.name))
        && !change.changed.iter().any(|changed| says(&changed.to))
}

/// The line that was changed in a part; `is_alike`: or what the field contained, if it was written over.
fn line_of(details: &ActionDetails, is_alike: bool) -> Option<&str> {
    let ActionDetails::Fill { target, value, previous, input_type } = details else { return None };
    let of_record = target.record.as_deref().filter(|record| matches!(record.cells.as_slice(), [cell] if cell.header == LINE));
    // A row names its own fields, and two fields “City” of a form are not told apart by what they contain.
    let is_block = is_alike && target.record.is_none() && input_type == BLOCK;
    let former = || previous.as_deref().filter(|former| is_block && is_line(former) && fold(former) != fold(&value.text));
    of_record.map(|record| record.name.as_str()).or_else(former)
}

/// Whether two records are chosen by controls that are called alike.
fn is_chosen_alike(one: &VariableBinding, other: &VariableBinding) -> bool {
    match (one, other) {
        (VariableBinding::Record { role, name, .. }, VariableBinding::Record { role: other, name: called, .. }) => {
            (role, name) == (other, called)
        }
        _ => false,
    }
}

fn header_in(binding: &VariableBinding) -> Option<&str> {
    if let VariableBinding::Record { header, .. } = binding { Some(header) } else { None }
}

fn set_place(binding: &mut VariableBinding, known: RecordPlace) {
    if let VariableBinding::Record { place, .. } = binding {
        *place = Some(known);
    }
}

/// Where the control is.
fn place_of(step: &Step<'_>, target: &Control) -> RecordPlace {
    let page = step.page_before().or(step.page()).map(|page| address::url_pattern(&page.url, &|_| None)).unwrap_or_default();
    RecordPlace { page, group: crate::page::group_of(target).to_owned() }
}

/// Whether a text says more than a value with what kind of thing it is: three words beside it.
fn is_sentence_about(text: &str, value: &str) -> bool {
    let words =
        |text: &str| text.split_whitespace().filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1).count();
    words(text) >= words(value) + 3
}

/// Whether a step only opens a page at the end, by a link that is an entry of its own: somebody looks what became of the task. After a search
/// it opens what the task is about.
pub(super) fn is_last_look(steps: &[Step<'_>], index: usize) -> bool {
    if index + 1 != steps.len() {
        return false;
    }
    let record = steps[index].target().and_then(|target| target.record.as_deref());
    let by_name = record.is_some_and(|record| record.own_link && record.cells.len() == 1);
    let has_acted = steps[..index].iter().any(|step| !step.sign_in && !step.is_input() && !only_navigates(step));
    let last_typed = steps[..index].iter().rev().find(|step| step.is_input()).and_then(Step::target);
    let has_searched = last_typed.is_some_and(is_search_field);
    by_name && only_navigates(&steps[index]) && has_acted && !has_searched
}

pub(super) fn is_chosen(input: &Input) -> bool {
    matches!(input.variable.binding, VariableBinding::Record { .. } | VariableBinding::Context { .. })
}

/// The names of the records that a step selects, in all its rounds.
pub(super) fn selected_records<'s>(step: &'s Step<'_>) -> Vec<&'s str> {
    let of = |details: &'s ActionDetails| match details {
        ActionDetails::Choose { target, chosen, .. } if target.role == "option" && !chosen.iter().all(|state| state == "off") => {
            target.record.as_deref().map(|record| record.name.as_str()).filter(|name| !name.trim().is_empty())
        }
        _ => None,
    };
    std::iter::once(step.details()).chain(step.others().map(Step::details)).filter_map(of).collect()
}

/// Whether a list offers what can be done with the records that were ticked before: “Bulk actions”. What was chosen there is the task itself.
pub(super) fn names_acts(list: &Control, before: &[Step<'_>]) -> bool {
    const WORDS: &[&str] = &["select", "choose", "bulk", "batch", "mass", "group", "action", "actions", "with", "selected"];
    let named = fold(&list.name);
    let words: Vec<&str> = named.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_called_so =
        !words.is_empty() && words.iter().all(|word| WORDS.contains(word)) && words.iter().any(|word| word.starts_with("action"));
    list.role != "radio" && is_called_so && before.iter().any(|step| step.target().is_some_and(is_tick))
}

/// Whether the control ticks a record.
pub fn is_tick(target: &Control) -> bool {
    target.record.is_some() && matches!(target.role.as_str(), "checkbox" | "switch" | "row" | "option" | "menuitemcheckbox")
}

/// The text that people call a record by: of its own link, else under a header that says so, else what the page shows first.
pub(super) fn identity<'a>(record: &'a ControlRecord, common: &CommonTexts) -> &'a str {
    const NAMES: &[&str] = &["name", "title", "subject", "full name", "label", "summary", "description", "username", "user name"];
    if leads_by_name(record, common) {
        return &record.name;
    }
    let named = NAMES
        .iter()
        .find_map(|name| record.cells.iter().find(|cell| fold(&cell.header) == *name && !cell.text.trim().is_empty()))
        .filter(|cell| !common.has(&cell.text));
    // What a row offers to do, its number, and what other rows say as well are no names.
    let tells = |text: &str| {
        text.chars().any(char::is_alphabetic)
            && crate::english::verb(&fold(text)).is_none()
            && text.trim() != "checked"
            && !is_act(text)
            && !is_hash(text)
            && !common.has(text)
    };
    let shown = record.cells.iter().find(|cell| tells(&cell.text) && cell.text.chars().count() <= 80);
    match named {
        Some(cell) => &cell.text,
        None if tells(&record.name) => &record.name,
        None => shown.map_or(&record.name, |cell| &cell.text),
    }
}

/// Whether the control is the link that is called as the record; `edit` in each row is none.
fn leads_by_name(record: &ControlRecord, common: &CommonTexts) -> bool {
    // Nothing says that the number is what people call it by.
    let is_numbered = is_place_in_list(&record.name) && record.cells.iter().all(|cell| cell.header.trim().is_empty());
    let names_nothing = is_act(&record.name) || common.has(&record.name) || is_hash(&record.name) || is_numbered;
    record.own_link && !(record.cells.len() > 1 && names_nothing)
}

/// Whether a text is a short number, such as that of a row. People call a record by its words then.
fn is_place_in_list(text: &str) -> bool {
    const MOST_DIGITS: usize = 3;
    let text = text.trim().trim_start_matches(['#', '№']);
    (1..=MOST_DIGITS).contains(&text.len()) && text.chars().all(|letter| letter.is_ascii_digit())
}

/// Whether a text is the number that a program made for a record, which nobody says: `3704038de7`, a UUID.
fn is_hash(text: &str) -> bool {
    let text = text.trim().trim_matches(['[', ']']);
    let is_of_hash = |letter: char| matches!(letter, '0'..='9' | 'a'..='f' | '-');
    let (digits, letters) =
        (text.chars().filter(char::is_ascii_digit).count(), text.chars().filter(char::is_ascii_lowercase).count());
    text.len() >= 7 && text.chars().all(is_of_hash) && digits > 1 && letters > 0
}

pub(super) fn is_act(text: &str) -> bool {
    ["edit", "delete", "select", "view", "open", "remove", "show", "details", "more", "modify", "copy", "clone", "null"]
        .contains(&fold(text).as_str())
}

/// Whether an entry leads to the form of a new thing: “New ticket”, “Add a link”.
pub fn makes_new(text: &str) -> bool {
    let text = fold(text);
    matches!(text.as_str(), "new" | "add" | "create")
        || ["new ", "add ", "create ", "+ "].iter().any(|lead| text.starts_with(lead))
}

/// The header of the cell that names a record.
pub(super) fn header_of(record: &ControlRecord, common: &CommonTexts) -> String {
    let named = identity(record, common);
    record.cells.iter().find(|cell| cell.text == named).map(|cell| cell.header.clone()).unwrap_or_default()
}

/// What a record is: the header of the cell that names it, or the thing that the page lists.
pub(super) fn record_label(record: &ControlRecord, step: &Step<'_>, common: &CommonTexts) -> String {
    const GENERAL: &[&str] =
        &["", "#", "id", "no", "no.", "nr", "name", "title", "number", "key", "label", "subject", "file name", "filename"];
    let header = match header_of(record, common) {
        header if !header.is_empty() => header,
        // A cell may say more than the name: “Ada Lovelace ada@example.net” under *Author*.
        _ => {
            let begins = |text: &str| text.strip_prefix(identity(record, common)).is_some_and(|rest| rest.starts_with(' '));
            record.cells.iter().find(|cell| begins(&cell.text)).map(|cell| cell.header.clone()).unwrap_or_default()
        }
    };
    let page = step.page_before().or(step.page());
    let of_address = page.and_then(|page| address::noun(&page.url, &|part| Some(part.to_owned()))).map(|word| singular(&word));
    match (GENERAL.contains(&fold(&header).as_str()), of_address) {
        (false, _) => header,
        (true, Some(thing))
            if fold(&header).is_empty() || matches!(fold(&header).as_str(), "#" | "name" | "title" | "label" | "subject") =>
        {
            thing
        }
        (true, Some(thing)) => format!("{thing} {}", fold(&header).trim_end_matches('.')),
        (true, None) if header.trim().is_empty() => "record".to_owned(),
        (true, None) => header,
    }
}
