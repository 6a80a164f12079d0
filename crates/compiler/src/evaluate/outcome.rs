//! The lasting effects of a run, judged by what its sources show at its end.

use super::{CheckpointProgress, Evaluation, FormBefore};
use crate::ReadBackResult;
use crate::address::url_fits;
use crate::effects::judge::{Effect, Judgement, Run, covers, effects_in, grown, judge, names_path};
use crate::effects::{is_unsafe_address, reads_records};
use crate::pattern::Bindings;
use crate::references::References;
use crate::sent::resources;
use crate::text::{clip, fold, mentions};
use crate::{command, page, pattern, steps};
use apprentice_contracts::checkpoint::{
    CheckpointStatus, CheckpointVerdict, EvidencePredicate as Predicate, NotReached, RecordChange, SourcePattern,
};
use apprentice_contracts::observation::{ActionDetails, CommandRun, FileChangeKind, MaskReason, ObservedAction};
use apprentice_contracts::reading::{ReadRecord, Reading, ReadingSource, RecordKind};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The most links of one change that are remembered.
const LINKS: usize = 4;

/// The most pages of new records that are read.
const MOST_NEW_PAGES: usize = 8;

/// The most pages that are remembered.
const PAGES: usize = 40;

/// The most commands that are remembered.
const MOST_TYPED: usize = 200;

/// Names of the variables over which the evidence repeats.
pub(super) fn repeated_over(evidence: &Predicate) -> Vec<String> {
    match evidence {
        Predicate::Each { over, .. } => over.clone(),
        Predicate::All { of } | Predicate::Any { of } => of.iter().flat_map(repeated_over).collect(),
        _ => Vec::new(),
    }
}

/// The path of the file that an effect expects to be new in the list of a folder, as a pattern.
fn new_file<'a>(effect: &Effect<'a>) -> Option<&'a str> {
    let is_new = effect.change == RecordChange::Added && effect.kind == RecordKind::File;
    let path = effect.cells.iter().find(|cell| cell.header.as_deref() == Some("path")).map(|cell| cell.text.as_str());
    path.filter(|_| is_new && matches!(effect.source, SourcePattern::Folder))
}

impl CheckpointProgress {
    pub(super) fn reads_records(&self) -> bool {
        self.checkpoint.evidence.as_ref().is_some_and(reads_records)
    }
}

impl Evaluation {
    /// All effects that are read at the end.
    pub(super) fn effects(&self) -> Vec<Effect<'_>> {
        self.progress.iter().filter_map(|one| one.checkpoint.evidence.as_ref()).flat_map(effects_in).collect()
    }

    pub(super) fn run<'a>(&'a self, after: &'a [ReadAgain], items: &'a [Bindings]) -> Run<'a> {
        Run {
            before: &self.before,
            late: &self.late,
            after,
            pages: &self.pages,
            data: &self.data,
            folder: self.folder.as_deref(),
            files: &self.files,
            items,
            variables: &self.variables,
            asked: !self.asked.is_empty(),
        }
    }

    /// The values of each item: those that were asked for, else those that the run entered, else what the names of its files say.
    pub(super) fn items(&self) -> Vec<Bindings> {
        let mut items = self.entered_items();
        if !self.files.is_empty() {
            let paths: Vec<&str> = self.effects().iter().filter_map(new_file).collect();
            items.iter_mut().for_each(|item| self.name_by_files(&paths, item));
        }
        items
    }

    /// Takes a value that nobody named from the one file of the run whose path fits: `week-24` of `parts/shop-week-24.log.gz`, where the
    /// service is known.
    fn name_by_files(&self, paths: &[&str], item: &mut Bindings) {
        for path in paths {
            let is_open = |name: &String| item.get(name).is_none_or(|value| value.trim().is_empty());
            let open: Vec<String> = pattern::variables_in(path).into_iter().filter(is_open).collect();
            let [name] = open.as_slice() else { continue };
            let known = item
                .iter()
                .filter(|(_, value)| !value.trim().is_empty())
                .fold((*path).to_owned(), |path, (name, value)| path.replace(&format!("{{{{{name}}}}}"), value));
            let found: BTreeSet<String> = self
                .files
                .iter()
                .filter_map(|file| pattern::capture(&known, file)?.remove(name))
                .filter(|one| !one.contains('/'))
                .collect();
            if found.len() == 1 {
                item.extend(found.into_iter().map(|value| (name.clone(), value)));
            }
        }
    }

    fn entered_items(&self) -> Vec<Bindings> {
        let now = &self.values.bindings;
        let asked: Vec<(&String, Vec<String>)> =
            self.over.iter().filter_map(|name| Some((name, self.listed(name, self.asked.get(name)?)))).collect();
        let count = asked.iter().map(|(_, values): &(&String, Vec<String>)| values.len()).max().unwrap_or(0);
        if count > 0 {
            // A text that lists as many values as there are items has one for each.
            let more = self.also_over.iter().filter_map(|name| Some((name, self.listed(name, self.asked.get(name)?))));
            let asked: Vec<(&String, Vec<String>)> =
                asked.into_iter().chain(more.filter(|(_, values)| values.len() == count)).collect();
            return (0..count)
                .map(|at| {
                    let mut item = now.clone();
                    for (name, values) in &asked {
                        if let Some(value) = values.get(at).or(values.last()) {
                            item.insert((*name).clone(), value.clone());
                        }
                    }
                    item
                })
                .collect();
        }
        let ticked = self
            .ticked
            .iter()
            .filter(|(name, values)| self.over.contains(name) && !values.is_empty())
            .max_by_key(|(_, values)| values.len());
        if let Some((name, values)) = ticked {
            let item = |value: &String| {
                let mut item = now.clone();
                item.insert(name.clone(), value.clone());
                item
            };
            return values.iter().map(item).collect();
        }
        let mut items: Vec<Bindings> = Vec::new();
        for item in self.earlier_items.iter().chain([now]) {
            let same = |known: &Bindings| self.over.iter().all(|name| known.get(name) == item.get(name));
            match items.iter_mut().find(|known| same(known)) {
                Some(known) => known.clone_from(item),
                None => items.push(item.clone()),
            }
        }
        items
    }

    /// The items of a list that was asked for as one text. A comma within an item parts nothing: `Hedge Row, Kettle, blue` are two things where
    /// a row is called “Kettle, blue”.
    fn listed(&self, name: &str, text: &str) -> Vec<String> {
        const MOST_PARTS: usize = 4;
        let parts: Vec<&str> = text.split(", ").map(str::trim).filter(|part| !part.is_empty()).collect();
        let is_entry = |record: &&ReadRecord| matches!(record.kind, RecordKind::Row | RecordKind::Item);
        let cells = self.before.values().flat_map(|reading| &reading.records).filter(is_entry).flat_map(|record| &record.cells);
        let ticked = self.ticked.get(name).into_iter().flatten();
        let known: BTreeSet<String> = cells.map(|cell| &cell.text).chain(ticked).map(|text| fold(text)).collect();
        // Where its parts are names too, a text that lists them is none.
        let is_name =
            |parts: &[&str]| known.contains(&fold(&parts.join(", "))) && !parts.iter().any(|part| known.contains(&fold(part)));
        let mut out = Vec::new();
        let mut at = 0;
        while at < parts.len() {
            let longest = (at + 2..=parts.len().min(at + MOST_PARTS)).rev();
            let end = longest.into_iter().find(|&end| is_name(&parts[at..end])).unwrap_or(at + 1);
            out.push(parts[at..end].join(", "));
            at = end;
        }
        out
    }

    /// Ticked records of list inputs, all that are ticked now instead of the last one.
    pub(super) fn with_ticked(&mut self, found: Vec<(String, String)>, action: &ObservedAction) -> Vec<(String, String)> {
        let ActionDetails::Choose { target, chosen, .. } = &action.details else { return found };
        if target.record.is_none() || !matches!(target.role.as_str(), "checkbox" | "switch" | "option" | "row") {
            return found;
        }
        let on = chosen.iter().any(|state| state != "off");
        found
            .into_iter()
            .map(|(name, value)| {
                let ticked = self.ticked.entry(name.clone()).or_default();
                ticked.retain(|known| *known != value);
                if on {
                    ticked.push(value);
                }
                (name, ticked.join(", "))
            })
            .filter(|(_, value)| !value.is_empty())
            .collect()
    }

    /// Notes where the site keeps what it was sent.
    pub(super) fn follow_sent(&mut self, sent: &Reading) {
        let new: Vec<String> = resources(sent).into_iter().filter(|url| !self.data.contains(url)).collect();
        self.data.extend(new);
    }

    /// Notes the pages of new records that name a value of the run, where an effect shows on such a page and the run opened none.
    pub(super) fn follow_records(&mut self, source: &ReadingSource, reading: &Reading) {
        let items = self.items();
        let values: Vec<String> = items.iter().flat_map(BTreeMap::values).map(|value| fold(value)).collect();
        let names_value = |record: &ReadRecord| {
            let texts = record.cells.iter().map(|cell| fold(&cell.text));
            texts.filter(|text| text.chars().count() > 2).any(|text| values.contains(&text))
        };
        let run = self.run(&[], &items);
        let open = self.effects().into_iter().map(|effect| effect.source);
        let open: Vec<&str> = open
            .filter(|source| matches!(source, SourcePattern::Page { .. }) && run.sources(source).is_empty())
            .filter_map(SourcePattern::address)
            .collect();
        // Without the list as it was before, nobody can say which of its records is new.
        let Some(before) = self.before.get(source) else { return };
        let known: BTreeSet<&str> = before.records.iter().filter_map(|record| record.link.as_deref()).collect();
        let fits = |link: &str| open.iter().any(|pattern| items.iter().any(|item| url_fits(pattern, link, item)));
        let new = reading.records.iter().filter(|record| names_value(record)).filter_map(|record| record.link.as_deref());
        let new = new.filter(|link| !known.contains(link) && !is_unsafe_address(link) && fits(link));
        let new: BTreeSet<String> = new.filter(|link| !self.pages.iter().any(|page| page == link)).map(str::to_owned).collect();
        let left = MOST_NEW_PAGES.saturating_sub(self.new_pages);
        self.new_pages += new.len().min(left);
        self.pages.extend(new.into_iter().take(left));
    }

    /// A run that goes on in another folder is a run in the nearest one around both: one in which it ran a command, or one that is not above the
    /// folder in which its shell was at first.
    fn widen(&mut self, here: &Path) {
        let (Some(began), Some(folder)) = (&self.began_in, &self.folder) else { return };
        let Some(around) = Path::new(folder).ancestors().find(|around| here.starts_with(around)) else { return };
        let Some(text) = around.to_str().filter(|text| around == here || command::below(began, text).is_some()) else { return };
        let Some(inside) = command::below(text, folder).filter(|inside| !inside.is_empty()) else { return };
        self.files.iter_mut().for_each(|path| *path = command::joined(inside, path));
        self.folder = Some(text.to_owned());
    }

    /// Notes where the run did something.
    pub(super) fn note_place(&mut self, action: &ObservedAction) {
        if let ActionDetails::Command(run) = &action.details {
            let looks = command::is_read_only(run);
            if self.typed.len() < MOST_TYPED {
                self.typed.push(run.command_line.clone());
            }
            self.began_in.get_or_insert_with(|| run.directory.clone());
            let prepares = command::is_navigation(run) || command::only_changes_shell(run);
            if !prepares && (self.folder.is_none() || self.folder_of_a_look && !looks) {
                self.folder = Some(run.directory.clone());
                self.folder_of_a_look = looks;
            }
            if !prepares && !looks {
                self.widen(Path::new(&run.directory));
                // What it wrote by a path upwards is a part of the run.
                written_above(run).iter().for_each(|folder| self.widen(Path::new(folder)));
            }
            let folder = self.folder.clone().unwrap_or_default();
            for file in run.files.iter().filter(|file| file.change != FileChangeKind::Removed && !file.path.ends_with('/')) {
                let path = command::joined(run.directory.trim_end_matches('/'), file.path.trim_start_matches("./"));
                let path = command::below(&folder, &path).unwrap_or(file.path.trim_start_matches("./")).to_owned();
                if !self.files.contains(&path) {
                    self.files.push(path);
                }
            }
            self.find_home();
        }
        let signed_in = self.note_sign_in(action);
        match &action.details {
            ActionDetails::Command(_) => self.commands_changed |= may_change(action),
            ActionDetails::Call(call) => self.changed |= !call.read_only,
            _ => self.changed |= !signed_in && may_change(action),
        }
        let mut see = |url: &str| {
            if url.starts_with("http") {
                self.pages.retain(|known| known != url);
                self.pages.insert(0, url.to_owned());
                self.pages.truncate(PAGES);
            }
        };
        if let ActionDetails::Navigate { url, .. } = &action.details {
            see(url);
        }
        if let Some(change) = &action.change {
            // A link that names a value of the run leads to its record.
            let values: Vec<&String> = self.values.bindings.values().filter(|value| value.chars().count() > 2).collect();
            let own = change.links.iter().filter(|link| values.iter().any(|value| fold(value) == fold(&link.name)));
            own.filter(|link| !is_unsafe_address(&link.url)).take(LINKS).for_each(|link| see(&link.url));
            see(&change.before.url);
            see(&change.after.url);
        }
    }

    /// A run may begin in a folder around the one in which the task was demonstrated: `sed -i … gateway/clients.json` instead of
    /// `cd gateway`. Where it wrote into a folder of that name, this is where its effects are looked for.
    fn find_home(&mut self) {
        let (Some(home), Some(folder)) = (&self.home, &self.folder) else { return };
        if command::base_name(folder) == home {
            return;
        }
        let place = self.files.iter().find_map(|path| {
            let parents: Vec<&str> = path.split('/').collect();
            let at = parents[..parents.len() - 1].iter().position(|part| part == home)?;
            Some(parents[..=at].join("/"))
        });
        let Some(place) = place else { return };
        // A folder may be called as the one around it. The effects say which of them is meant.
        let items = self.items();
        let named = |path: &str| self.effects().iter().any(|effect| names_path(effect, path, &items));
        let below = |path: &String| path.strip_prefix(&format!("{place}/")).is_some_and(named);
        if self.files.iter().any(|path| named(path)) || !self.files.iter().any(below) {
            return;
        }
        let inner = command::joined(folder.trim_end_matches('/'), &place);
        let prefix = format!("{place}/");
        self.files = self.files.iter().filter_map(|path| path.strip_prefix(&prefix)).map(str::to_owned).collect();
        let (outer, inside) = (ReadingSource::Folder { path: folder.clone() }, ReadingSource::Folder { path: inner.clone() });
        for readings in [&mut self.before, &mut self.late] {
            if let Some(reading) = readings.get(&outer).filter(|_| !readings.contains_key(&inside)) {
                let reading = within(reading, &inside, &prefix);
                readings.insert(inside.clone(), reading);
            }
        }
        self.folder = Some(inner);
    }

    /// Whether the action signed somebody in, and did nothing else.
    fn note_sign_in(&mut self, action: &ObservedAction) -> bool {
        match &action.details {
            ActionDetails::Fill { target, value, input_type, .. }
                if input_type == "password" || matches!(value.masked, Some(MaskReason::Password)) =>
            {
                // Of two fields without a name, each counts.
                let name = if target.name.is_empty() { format!("#{}", self.actions) } else { target.name.clone() };
                self.typed_in_form.passwords.insert(name);
                false
            }
            ActionDetails::Fill { target, value, .. } if value.masked.is_none() => {
                self.typed_in_form.others.insert(target.name.clone());
                false
            }
            ActionDetails::Click { .. } | ActionDetails::Press { .. } | ActionDetails::Navigate { .. }
                if action.change.as_ref().is_some_and(page::has_effect) =>
            {
                let form = std::mem::take(&mut self.typed_in_form);
                let asked_before =
                    std::mem::replace(&mut self.form_before, FormBefore { changed: self.changed, ..Default::default() });
                if !form.signs_in() {
                    self.form_before.form = form;
                    return false;
                }
                // The page before only asked for the name.
                if form.is_password_alone() && asked_before.form.is_name_alone() {
                    self.changed = asked_before.changed;
                }
                self.signed_in = true;
                self.sign_ins += 1;
                self.before.retain(|source, _| source.address().is_none());
                self.late.retain(|source, _| source.address().is_none());
                // An administrator gives somebody a name and a password too.
                let button = match &action.details {
                    ActionDetails::Click { target } => target.name.as_str(),
                    _ => "",
                };
                !steps::REGISTER_WORDS.iter().chain(&["save"]).any(|word| mentions(button, word))
            }
            _ => false,
        }
    }

    pub(super) fn judge_effects(&mut self, read: &[ReadBackResult]) {
        let after = self.name_references(readings_of(read));
        let items = self.items();
        let after = self.with_growths(after, &items);
        let judged: Vec<Option<Judgement>> = {
            let run = self.run(&after, &items);
            let expected = self.effects();
            self.progress
                .iter()
                .map(|one| {
                    one.checkpoint
                        .evidence
                        .as_ref()
                        .filter(|evidence| reads_records(evidence))
                        .map(|evidence| judge(evidence, &run, &expected))
                })
                .collect()
        };
        let shown: Vec<String> = self
            .progress
            .iter()
            .zip(&judged)
            .filter(|(_, judgement)| matches!(judgement, Some(Judgement::Holds(_))))
            .filter_map(|(one, _)| one.checkpoint.evidence.as_ref())
            .flat_map(covers)
            .collect();
        let any = judged.iter().any(|judgement| matches!(judgement, Some(Judgement::Holds(_))));
        for (one, judgement) in self.progress.iter_mut().zip(judged) {
            let Some(judgement) = judgement else { continue };
            let elsewhere =
                one.checkpoint.evidence.as_ref().is_some_and(|evidence| covers(evidence).iter().all(|name| shown.contains(name)));
            one.verdict = Some(verdict(one, judgement, any, elsewhere));
        }
    }

    /// Adds to the data that were read what their references represent, before the run and at its end.
    fn name_references(&mut self, mut after: Vec<ReadAgain>) -> Vec<ReadAgain> {
        let before = self.before.values().chain(self.late.values());
        let references = References::of(before.chain(after.iter().filter_map(|(_, reading)| reading.as_ref().ok())));
        let before = self.before.values_mut().chain(self.late.values_mut());
        let after_ones = after.iter_mut().filter_map(|(_, reading)| reading.as_mut().ok());
        before.chain(after_ones).for_each(|reading| references.add_to(reading));
        after
    }

    /// Adds to what was read by how much numbers changed, where an effect compares that.
    fn with_growths(&self, mut after: Vec<ReadAgain>, items: &[Bindings]) -> Vec<ReadAgain> {
        let effects = self.effects();
        for (source, reading) in &mut after {
            let before = self.before.get(source).or_else(|| self.late.get(source));
            if let (Some(before), Ok(reading)) = (before, reading) {
                grown::add_to(reading, before, &effects, items);
            }
        }
        after
    }

    /// Refutes a run that changed a record of a watched list which nobody named.
    pub(super) fn judge_lists(&mut self, read: &[ReadBackResult]) {
        if self.lists.is_empty() {
            return;
        }
        let items = self.items();
        let after = self.with_growths(readings_of(read), &items);
        let damage = {
            let (run, expected) = (self.run(&after, &items), self.effects());
            self.lists.iter().find_map(|list| run.damage_in(list, &expected))
        };
        if let Some(why) = damage {
            self.refute_pages(&why);
        }
    }
}

/// What was read at the end of a run, or why it could not be.
type ReadAgain = (ReadingSource, Result<Reading, String>);

fn readings_of(read: &[ReadBackResult]) -> Vec<ReadAgain> {
    let reading = |result: &ReadBackResult| match result {
        ReadBackResult::Source(source, reading) => Some((source.clone(), reading.clone())),
        _ => None,
    };
    read.iter().filter_map(reading).collect()
}

fn verdict(one: &CheckpointProgress, judgement: Judgement, any: bool, elsewhere: bool) -> CheckpointVerdict {
    let (status, evidence, reason, not_reached) = match judgement {
        Judgement::Holds(words) => (CheckpointStatus::Reached, words, None, None),
        Judgement::Refuted(why) => (CheckpointStatus::Failed, why.clone(), Some(why), Some(NotReached::Refuted)),
        Judgement::NotVisited(_) if any && elsewhere => {
            (CheckpointStatus::Reached, "Another checkpoint has read the same values again.".to_owned(), None, None)
        }
        Judgement::NotVisited(why) if !any => {
            let why = format!("It was not seen in this run: {why}");
            (CheckpointStatus::Failed, why.clone(), Some(why), Some(NotReached::NotSeen))
        }
        Judgement::Unreadable(why) | Judgement::NotVisited(why) => {
            let why = format!("Could not be read: {why}");
            (CheckpointStatus::Skipped, why.clone(), Some(why), Some(NotReached::Undecided))
        }
    };
    CheckpointVerdict {
        checkpoint_id: one.checkpoint.checkpoint_id.clone(),
        status,
        evidence: clip(&evidence, 1000),
        reason: reason.map(|reason| clip(&reason, 400)),
        not_reached,
    }
}

/// Whether an action may have changed something that lasts. Opening pages, searching, signing in and looking do not.
fn may_change(action: &ObservedAction) -> bool {
    let effective = action.change.as_ref().is_some_and(page::has_effect);
    match &action.details {
        ActionDetails::Click { target } => {
            // Applications also lead from page to page by the query of one address.
            let moved_only =
                action.change.as_ref().is_some_and(|change| change.before.url != change.after.url) && target.role == "link";
            effective
                && !moved_only
                && !matches!(target.role.as_str(), "tab" | "treeitem" | "combobox" | "textbox" | "searchbox")
                && !is_sign_in(&target.name)
        }
        ActionDetails::Press { target, key } => {
            let searching = target.as_ref().is_some_and(|target| target.role == "searchbox" || mentions(&target.name, "search"));
            let secret = target.as_ref().is_some_and(|target| mentions(&target.name, "password"));
            key == "Enter" && effective && !searching && !secret
        }
        ActionDetails::Dialog { accepted, .. } => *accepted,
        ActionDetails::Command(run) => {
            let prepares = command::is_navigation(run) || command::only_changes_shell(run);
            !run.files.is_empty() || !prepares && !command::is_read_only(run)
        }
        ActionDetails::Upload { .. } | ActionDetails::Drag { .. } => true,
        _ => false,
    }
}

fn is_sign_in(name: &str) -> bool {
    ["log in", "login", "sign in", "signin", "search", "filter", "find", "anmelden"].iter().any(|word| mentions(name, word))
}

/// The part of the reading of a folder that is about a folder in it.
fn within(reading: &Reading, inside: &ReadingSource, prefix: &str) -> Reading {
    let mut reading = reading.clone();
    reading.source = inside.clone();
    reading.records.retain_mut(|record| {
        record.cells.iter_mut().find(|cell| cell.header == "path").is_none_or(|path| match path.text.strip_prefix(prefix) {
            Some(rest) if !rest.is_empty() => {
                path.text = rest.to_owned();
                true
            }
            _ => false,
        })
    });
    reading
}

/// The folders above its own into which a command printed: `/work` of `echo a >> ../../list.csv` in `/work/rooms/hall`.
fn written_above(run: &CommandRun) -> Vec<String> {
    let words = command::words(&run.command_line);
    let targets = words.windows(2).filter(|pair| pair[0].operator && matches!(pair[0].text.as_str(), ">" | ">>"));
    let folder = |path: &str| {
        let mut folder = Path::new(&run.directory);
        let mut rest = path;
        while let Some(inner) = rest.strip_prefix("../") {
            (folder, rest) = (folder.parent()?, inner);
        }
        (rest != path && !rest.contains("..")).then(|| folder.to_str().map(str::to_owned)).flatten()
    };
    targets.filter_map(|pair| folder(&pair[1].text)).collect()
}
