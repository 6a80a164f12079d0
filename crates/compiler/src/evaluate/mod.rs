//! Evaluates a later run: binds the variables to its values and judges which checkpoints were reached.

mod calls;
mod evidence;
mod looked_up;
mod outcome;
mod page_state;
mod performed;
mod read_back;
pub mod sent;
mod values;

use crate::command::ShellVariables;
use crate::effects::judge::{self, Effect};
use crate::effects::{NewRows, take_out};
use crate::linked::RecordNames;
use crate::pattern::Bindings;
use crate::text::{clip, fold};
use crate::{ReadBack, ReadBackResult, command, linked, normal, pattern, untrusted};
use apprentice_contracts::MASK;
use apprentice_contracts::checkpoint::{
    Checkpoint, CheckpointRole, CheckpointStatus, CheckpointVerdict, EvidencePredicate as Predicate, NotReached, SourcePattern,
};
use apprentice_contracts::graph::{CommandProgram, SentPattern, Variable, VariableBinding, WatchedList, WorkflowGraph};
use apprentice_contracts::observation::{ActionDetails, CommandRun, FileChangeKind, ObservedAction};
use apprentice_contracts::reading::{Reading, ReadingSource, is_page_only};
use evidence::{Evidence, Match, Sighting};
use outcome::repeated_over;
use page_state::PageState;
use std::collections::{BTreeMap, BTreeSet};
use values::{Values, committed, is};

/// What was read again, with sanitized texts.
fn sanitized(read: &ReadBackResult) -> ReadBackResult {
    match read {
        ReadBackResult::Page { url, snapshot } => {
            ReadBackResult::Page { url: url.clone(), snapshot: untrusted::snapshot(snapshot) }
        }
        ReadBackResult::Source(source, reading) => {
            ReadBackResult::Source(source.clone(), reading.clone().map(untrusted::reading))
        }
        other => other.clone(),
    }
}

/// The evaluation of a later run.
///
/// Pass every action to [`observe`](Self::observe), read what [`read_backs`](Self::read_backs) names, and call [`finish`](Self::finish).
#[derive(Clone, Debug)]
pub struct Evaluation {
    progress: Vec<CheckpointProgress>,
    variables: Vec<Variable>,
    values: Values,
    actions: usize,
    /// The last action that submitted what was entered without a complaint.
    sent_at: usize,
    page: PageState,
    asked: Bindings,
    before: BTreeMap<ReadingSource, Reading>,
    /// Readings that came when the run may have changed something already.
    late: BTreeMap<ReadingSource, Reading>,
    /// The names over which the task repeats, and the values of the items so far.
    over: Vec<String>,
    /// Inputs that differ from item to item as well, though no effect compares them.
    also_over: BTreeSet<String>,
    earlier_items: Vec<Bindings>,
    /// What was ticked, by the name of the list input.
    ticked: BTreeMap<String, Vec<String>>,
    /// Pages on which the run did something, or to which that led; the last first.
    pages: Vec<String>,
    /// How many of them are pages of new records, which nobody opened.
    new_pages: usize,
    /// Addresses from which its pages asked for data, the last first; then those at which a site keeps what it was sent.
    data: Vec<String>,
    folder: Option<String>,
    /// Whether a command that only read something gave the folder.
    folder_of_a_look: bool,
    /// Where the shell was at the first command, whatever that did.
    began_in: Option<String>,
    /// What the shells of the run gave to variables.
    shell: ShellVariables,
    /// The name of the folder in which the task was demonstrated.
    home: Option<String>,
    /// Files that commands created or changed, relative to the folder.
    files: Vec<String>,
    /// The recorded commands, and those that the run typed.
    program: Option<CommandProgram>,
    /// What pages of the demonstration sent.
    sent: Vec<SentPattern>,
    /// Lists in which only what the run is about may change.
    lists: Vec<WatchedList>,
    typed: Vec<String>,
    looked_up: looked_up::LookedUp,
    changed: bool,
    commands_changed: bool,
    typed_in_form: TypedInForm,
    form_before: FormBefore,
    signed_in: bool,
    sign_ins: u32,
    new_rows: NewRows,
    /// Pages that were first read when a row had been added that was not stored.
    read_with_new_row: BTreeSet<ReadingSource>,
}

/// The form that was sent last, and whether anything had changed before it was.
#[derive(Clone, Debug, Default)]
struct FormBefore {
    form: TypedInForm,
    changed: bool,
}

/// The names of the fields that were filled in since something was sent.
#[derive(Clone, Debug, Default)]
struct TypedInForm {
    passwords: BTreeSet<String>,
    /// Those whose value is no secret.
    others: BTreeSet<String>,
}

impl TypedInForm {
    /// A sign-in asks for a name and a password. A form with more makes an account for somebody, or changes a password.
    fn signs_in(&self) -> bool {
        self.passwords.len() == 1 && self.others.len() <= 1
    }

    /// Some sites ask for the name on one page and for the password on the next.
    fn is_name_alone(&self) -> bool {
        self.passwords.is_empty() && self.others.len() == 1
    }

    fn is_password_alone(&self) -> bool {
        self.passwords.len() == 1 && self.others.is_empty()
    }
}

/// A checkpoint and how much of its evidence was seen.
#[derive(Clone, Debug)]
struct CheckpointProgress {
    checkpoint: Checkpoint,
    evidence: Option<Evidence>,
    verdict: Option<CheckpointVerdict>,
    /// The closest observation that did not match.
    near_miss: Option<String>,
}

impl Evaluation {
    /// Starts the evaluation of a run with these checkpoints and inputs.
    pub fn new(checkpoints: &[Checkpoint], variables: &[Variable]) -> Self {
        let mut checkpoints = checkpoints.to_vec();
        checkpoints.sort_by_key(|checkpoint| checkpoint.order_hint);
        let mut over: Vec<String> = variables.iter().filter(|one| one.list).map(|one| one.name.clone()).collect();
        over.extend(checkpoints.iter().filter_map(|checkpoint| checkpoint.evidence.as_ref()).flat_map(repeated_over));
        over.sort();
        over.dedup();
        let progress = checkpoints
            .into_iter()
            .map(|checkpoint| CheckpointProgress {
                evidence: checkpoint.evidence.as_ref().map(Evidence::new),
                checkpoint,
                verdict: None,
                near_miss: None,
            })
            .collect();
        Self {
            progress,
            variables: variables.to_vec(),
            values: Values::default(),
            actions: 0,
            sent_at: 0,
            page: PageState::default(),
            asked: BTreeMap::new(),
            before: BTreeMap::new(),
            late: BTreeMap::new(),
            over,
            also_over: BTreeSet::new(),
            earlier_items: Vec::new(),
            ticked: BTreeMap::new(),
            pages: Vec::new(),
            new_pages: 0,
            data: Vec::new(),
            folder: None,
            folder_of_a_look: false,
            began_in: None,
            shell: ShellVariables::default(),
            home: None,
            files: Vec::new(),
            program: None,
            sent: Vec::new(),
            lists: Vec::new(),
            typed: Vec::new(),
            looked_up: looked_up::LookedUp::default(),
            changed: false,
            commands_changed: false,
            typed_in_form: TypedInForm::default(),
            form_before: FormBefore::default(),
            signed_in: false,
            sign_ins: 0,
            new_rows: NewRows::default(),
            read_with_new_row: BTreeSet::new(),
        }
    }

    /// Tells the values that the run is asked to use, by the names of the inputs. The evaluation expects these, whatever the run enters.
    #[must_use]
    pub fn asked(mut self, inputs: &BTreeMap<String, String>) -> Self {
        let example = |name: &String| self.variables.iter().find(|one| one.name == *name).map_or("", |one| one.example.as_str());
        self.asked = inputs.iter().map(|(name, value)| (name.clone(), normal::with_unit(example(name), value))).collect();
        self.values.bindings.extend(
            self.asked.iter().filter(|(_, value)| !value.trim().is_empty()).map(|(name, value)| (name.clone(), value.clone())),
        );
        self
    }

    /// Tells the recorded commands, so that they can be performed with the values of the run ([`script`](Self::script)); what pages sent, so
    /// that it is compared with what those of the run send; lists in which nothing else may change; and where values were read.
    #[must_use]
    pub fn recorded(mut self, graph: &WorkflowGraph) -> Self {
        self.program.clone_from(&graph.program);
        self.home.clone_from(&graph.folder);
        self.sent.clone_from(&graph.sent);
        let of_rounds = graph.sent.iter().flat_map(|one| &one.over).filter(|name| !self.over.contains(name));
        self.also_over = of_rounds.cloned().collect();
        self.lists.clone_from(&graph.lists);
        self.looked_up = looked_up::LookedUp::of(&graph.reads);
        self
    }

    /// The sources to read before the run, at its start. A source that cannot be read then (a sign-in is asked first) may be read after the
    /// first actions, if [`is_unchanged`](Self::is_unchanged) still holds when the reading arrives.
    pub fn sources_before(&self) -> Vec<ReadingSource> {
        let mut out: Vec<ReadingSource> = Vec::new();
        let items = self.items();
        let run = self.run(&[], &items);
        for effect in self.effects() {
            if matches!(effect.source, SourcePattern::Call { .. }) {
                let calls = run.sources(effect.source).into_iter().filter(|source| !out.contains(source)).collect::<Vec<_>>();
                out.extend(calls);
            }
            let Some(url) = effect.source.address() else { continue };
            if matches!(effect.source, SourcePattern::Data { .. })
                && (crate::effects::is_unsafe_address(url) || is_page_only(url))
            {
                continue;
            }
            let fixed = judge::is_fixed(url).then(|| url.to_owned());
            for url in fixed.into_iter().chain(judge::searches(url, &items)) {
                let source = effect.source.at(url);
                if !out.contains(&source) {
                    out.push(source);
                }
            }
        }
        let lists = self.list_sources().filter(|source| !out.contains(source)).collect::<Vec<_>>();
        out.extend(lists);
        out
    }

    /// The same of the records that the run names, whose ids what was read meanwhile says.
    pub fn sources_of_values(&self) -> Vec<ReadingSource> {
        let items = self.items();
        let run = self.run(&[], &items);
        let of_effect = |effect: &judge::Effect<'_>| -> Vec<ReadingSource> {
            let SourcePattern::Data { url } = effect.source else { return Vec::new() };
            let may_ask = judge::is_fixed(url) && !crate::effects::is_unsafe_address(url) && !is_page_only(url);
            let own = run.with_own_ids(url).filter(|_| may_ask).unwrap_or_default();
            own.into_iter().map(|url| effect.source.at(url)).collect()
        };
        self.effects().iter().flat_map(of_effect).collect()
    }

    /// The pages of the lists in which nothing else may change.
    fn list_sources(&self) -> impl Iterator<Item = ReadingSource> + '_ {
        self.lists.iter().map(|list| ReadingSource::Page { url: list.url.clone() })
    }

    /// Whether no action so far can have changed what the run is about.
    pub fn is_unchanged(&self) -> bool {
        !self.changed
    }

    /// Whether somebody signed in since this was last asked. Pages show something else then, so what was read of them before is forgotten,
    /// and [`sources_before`](Self::sources_before) must be read again.
    pub fn take_sign_in(&mut self) -> bool {
        std::mem::take(&mut self.signed_in)
    }

    /// How often somebody signed in so far. A reading that was begun before the last sign-in does not count.
    pub fn sign_ins(&self) -> u32 {
        self.sign_ins
    }

    /// Takes a reading from before the actions that follow. The last reading of a source is used, because a page may draw itself late. A
    /// reading taken after the first change is used only if it does not show the effect, which proves that the effect was absent before.
    pub fn read_before(&mut self, reading: Reading) {
        let is_of_site = reading.source.address().is_some() || matches!(reading.source, ReadingSource::Call { .. });
        let changed = if is_of_site { self.changed } else { self.commands_changed };
        if let ReadingSource::Data { url } = &reading.source {
            self.data.retain(|known| known != url);
            self.data.insert(0, url.clone());
        }
        if self.new_rows.is_open() && !self.before.contains_key(&reading.source) {
            self.read_with_new_row.insert(reading.source.clone());
        }
        if changed {
            // The first one is the nearest to the state before.
            self.late.entry(reading.source.clone()).or_insert_with(|| untrusted::reading(reading));
            return;
        }
        self.before.insert(reading.source.clone(), untrusted::reading(reading));
    }

    /// The same for a page that the person sees. While its data are on the way it is read more than once, until something is sent: the last
    /// reading is the whole one, although the first action came before it.
    pub fn seen_before(&mut self, reading: Reading) {
        let is_page = matches!(reading.source, ReadingSource::Page { .. });
        match self.before.get_mut(&reading.source) {
            // It may show a new row that is not stored yet.
            Some(_) if is_page && self.new_rows.is_open() => {}
            Some(known) if !known.complete => *known = untrusted::reading(reading),
            _ => self.read_before(reading),
        }
    }

    /// Takes what was read so far. It may tell what else is worth reading; then [`read_backs`](Self::read_backs) names more: what a site was sent is
    /// asked for again where the site keeps it, and the page of a record that is new is the one to which its row leads.
    pub fn read_first(&mut self, read: &[ReadBackResult]) {
        for result in read {
            match result {
                ReadBackResult::Source(ReadingSource::Sent, Ok(sent)) => self.follow_sent(sent),
                ReadBackResult::Source(source @ ReadingSource::Page { .. }, Ok(reading)) => self.follow_records(source, reading),
                _ => {}
            }
        }
    }

    /// Reads all that [`read_backs`](Self::read_backs) names, and what it names then. `None`: nobody can read it.
    pub fn read_all(&mut self, read: impl Fn(ReadBack) -> Option<ReadBackResult>) -> Vec<ReadBackResult> {
        let first: Vec<ReadBackResult> = self.read_backs().into_iter().filter_map(&read).collect();
        self.read_first(&first);
        self.read_backs().into_iter().filter_map(read).collect()
    }

    /// Whether tick boxes choose the records of an input.
    fn ticks_records(&self) -> bool {
        let is_box = |role: &str| matches!(role, "checkbox" | "switch");
        self.variables.iter().any(|one| matches!(&one.binding, VariableBinding::Record { role, .. } if is_box(role)))
    }

    /// Takes the next action of the run. Returns the verdicts that it changed.
    pub fn observe(&mut self, action: &ObservedAction) -> Vec<CheckpointVerdict> {
        let mut action = untrusted::action(action.clone());
        self.shell.fill(&mut action);
        if self.ticks_records() && linked::is_plain_tick(&action) {
            RecordNames::of(self.before.values()).name_tick(&mut action, None);
        }
        let action = &action;
        self.actions += 1;
        let found: Vec<(String, String)> = self
            .variables
            .iter()
            .filter_map(|variable| Some((variable.name.clone(), values::value_of(variable, action)?)))
            .collect();
        let found = values::in_their_places(found, &self.variables, action);
        let found = self.with_ticked(found, action);
        let ended = self.values.ended(&found, self.sent_at);
        if ended.iter().any(|name| self.over.contains(name)) && !self.earlier_items.contains(&self.values.bindings) {
            self.earlier_items.push(self.values.bindings.clone());
        }
        if let Some(reading) = calls::seen_before(action).filter(|_| !self.changed) {
            self.read_before(reading);
        }
        self.note_place(action);
        if let Some(row) = self.new_rows.filled(action) {
            for (source, reading) in self.before.iter_mut().chain(&mut self.late) {
                take_out(reading, row, self.read_with_new_row.contains(source));
            }
        }
        for evidence in self.progress.iter_mut().filter_map(|one| one.evidence.as_mut()) {
            evidence.next_item(&ended, &self.values);
        }
        let found: Vec<(String, String)> =
            found.into_iter().filter(|(name, _)| self.asked.get(name).is_none_or(|value| value.trim().is_empty())).collect();
        self.looked_up.compare(&found, &self.values.bindings, &self.over, self.actions, self.sent_at);
        if let Some(change) = &action.change {
            self.looked_up.see(change);
        }
        self.values.take(found, self.actions);
        self.page.take(action, self.actions);
        let mut progress = std::mem::take(&mut self.progress);
        let mut changed = Vec::new();
        for one in &mut progress {
            changed.extend(self.judge(one, action));
        }
        self.progress = progress;
        if values::sends(action) {
            self.sent_at = self.actions;
        }
        changed
    }

    /// The values bound so far, by variable name. Secret values are masked.
    pub fn bindings(&self) -> BTreeMap<String, String> {
        let is_secret = |name: &str| self.variables.iter().any(|variable| variable.name == name && variable.secret);
        self.values
            .bindings
            .iter()
            .map(|(name, value)| (name.clone(), if is_secret(name) { MASK.to_owned() } else { value.clone() }))
            .collect()
    }

    /// The pages and files to read again before [`Evaluation::finish`].
    pub fn read_backs(&self) -> Vec<ReadBack> {
        let mut out: Vec<ReadBack> = Vec::new();
        let items = self.items();
        let run = self.run(&[], &items);
        let lists = self.list_sources().filter(|source| self.before.contains_key(source));
        for source in self.effects().iter().flat_map(|effect| run.sources(effect.source)).chain(lists) {
            let again = ReadBack::Source(source);
            if !out.contains(&again) {
                out.push(again);
            }
        }
        let is_of_data = |effect: &Effect<'_>| matches!(effect.source, SourcePattern::Data { .. });
        if !self.sent.is_empty() || self.effects().iter().any(is_of_data) {
            out.push(ReadBack::Source(ReadingSource::Sent));
        }
        let deciding = self.progress.iter().filter(|one| one.checkpoint.role == CheckpointRole::Effect);
        let holding = deciding.filter_map(|one| one.evidence.as_ref()).filter(|evidence| evidence.holds());
        for again in holding.flat_map(Evidence::leaves).filter_map(|leaf| leaf.seen.as_ref()?.read_back.as_ref()) {
            if !out.contains(again) {
                out.push(again.clone());
            }
        }
        out
    }

    /// Ends the run and returns the final verdict on every checkpoint, in order. Durable evidence is judged by the read-back. A checkpoint
    /// that was not reached is skipped if a later one was reached, and failed if not.
    pub fn finish(&mut self, read: &[ReadBackResult]) -> Vec<CheckpointVerdict> {
        let read = &read.iter().map(sanitized).collect::<Vec<_>>();
        self.judge_effects(read);
        if let Some(differences) = read.iter().find_map(|result| match result {
            ReadBackResult::Performed(differences) => Some(differences),
            _ => None,
        }) {
            self.judge_performed(differences);
        }
        for index in 0..self.progress.len() {
            if self.progress[index].reads_records() {
                continue;
            }
            let verdict = self.progress[index]
                .evidence
                .as_ref()
                .filter(|evidence| evidence.holds())
                .map(|evidence| read_back::judge(&self.progress[index].checkpoint, evidence, read, &self.values.bindings));
            let missing =
                self.progress[index].evidence.as_ref().and_then(|evidence| evidence.missing_item(&self.values, &self.variables));
            if verdict.is_some() {
                self.progress[index].verdict = verdict;
            } else if let Some(missing) = missing {
                self.progress[index].verdict = Some(item_missing(&self.progress[index], &missing));
            }
        }
        let is_reached =
            |one: &CheckpointProgress| one.verdict.as_ref().is_some_and(|verdict| verdict.status == CheckpointStatus::Reached);
        let last_reached = self.progress.iter().rposition(is_reached);
        for (index, one) in self.progress.iter_mut().enumerate() {
            if one.verdict.is_none() {
                one.verdict = Some(unreached(one, last_reached.is_some_and(|last| last > index)));
            }
        }
        let sent = read.iter().find_map(|result| match result {
            ReadBackResult::Source(ReadingSource::Sent, Ok(reading)) => Some(reading),
            _ => None,
        });
        if let Some(sent) = sent {
            self.judge_sent(sent);
        }
        self.judge_lists(read);
        if let Some(why) = self.looked_up.fault() {
            self.refute_pages(&why);
        }
        self.progress.iter().filter_map(|one| one.verdict.clone()).collect()
    }

    fn judge(&self, one: &mut CheckpointProgress, action: &ObservedAction) -> Option<CheckpointVerdict> {
        if one.reads_records() {
            // It is decided by what is read at the end.
            return None;
        }
        let role = one.checkpoint.role;
        let evidence = one.evidence.as_mut()?;
        if evidence.holds() {
            self.update_read_backs(evidence, action);
            return None;
        }
        let mut failure = None;
        for leaf in evidence.leaves_mut().into_iter().filter(|leaf| leaf.seen.is_none()) {
            match self.match_action(&leaf.predicate, leaf.item.as_ref().unwrap_or(&self.values), action) {
                Match::No => {}
                Match::Yes(sighting) => leaf.seen = Some(sighting),
                Match::Contradicted(words) => failure = Some(words),
                Match::NearMiss(words) => one.near_miss = Some(words),
            }
        }
        let checkpoint_id = one.checkpoint.checkpoint_id.clone();
        let verdict = if evidence.holds() {
            CheckpointVerdict {
                checkpoint_id,
                status: CheckpointStatus::Reached,
                evidence: evidence.words(),
                reason: None,
                not_reached: None,
            }
        } else {
            let words = failure?;
            if role == CheckpointRole::Progress {
                one.near_miss = Some(words);
                return None;
            }
            CheckpointVerdict {
                checkpoint_id,
                status: CheckpointStatus::Failed,
                evidence: words.clone(),
                reason: Some(clip(&words, 400)),
                not_reached: Some(NotReached::Refuted),
            }
        };
        // Reached for the previous item and for this one: no new verdict.
        let known = one.verdict.as_ref().is_some_and(|told| told.status == CheckpointStatus::Reached);
        let again = known && verdict.status == CheckpointStatus::Reached;
        one.verdict = Some(verdict.clone());
        (!again).then_some(verdict)
    }

    /// If the evidence of a reached checkpoint is seen again with later values, the read-back uses the last page or file.
    fn update_read_backs(&self, evidence: &mut Evidence, action: &ObservedAction) {
        for leaf in
            evidence.leaves_mut().into_iter().filter(|leaf| leaf.seen.as_ref().is_some_and(|seen| seen.read_back.is_some()))
        {
            if leaf.item.is_none()
                && let Match::Yes(sighting) = self.match_action(&leaf.predicate, &self.values, action)
            {
                leaf.seen = Some(sighting);
            }
        }
    }

    fn match_action(&self, predicate: &Predicate, values: &Values, action: &ObservedAction) -> Match {
        match (predicate, &action.details) {
            (Predicate::Page { url, title, shows, lacks, durable }, _) => self.match_page(
                &page_state::PageRequirement { url: url.as_deref(), title: title.as_deref(), shows, lacks, durable: *durable },
                values,
                action,
            ),
            (Predicate::Call { server_id, tool_name, arguments, .. }, ActionDetails::Call(call))
                if *server_id == call.server_id && *tool_name == call.tool_name =>
            {
                calls::match_call(arguments, call, &values.bindings)
            }
            (Predicate::Command { pattern, exit_code }, ActionDetails::Command(run)) => {
                match_command(pattern, *exit_code, run, values)
            }
            (Predicate::File { path, change, durable }, ActionDetails::Command(run)) => {
                let found = run.files.iter().find(|file| kind_fits(*change, file.change) && path_fits(path, &file.path, values));
                found.map_or(Match::No, |file| {
                    let read_back = durable.then(|| ReadBack::File { path: joined(&run.directory, &file.path) });
                    let words =
                        format!("“{}” left the file “{}” {}.", clip(&run.command_line, 120), file.path, kind_word(file.change));
                    Match::Yes(Sighting { words, read_back })
                })
            }
            (Predicate::Field { role, name, value }, _) => match_field(role, name, value.as_deref(), values, action),
            (Predicate::Used { role, name }, ActionDetails::Click { target } | ActionDetails::Choose { target, .. })
                if is(target, role, name) =>
            {
                matched(format!("“{}” was used.", target.name))
            }
            (Predicate::Used { role, name }, ActionDetails::Press { target: Some(target), .. }) if is(target, role, name) => {
                matched(format!("“{}” was used.", target.name))
            }
            (Predicate::Download { file_name }, ActionDetails::Download { file_name: given, finished: true }) => {
                let fits = pattern::matches(file_name, given, &values.bindings)
                    || pattern::matches(file_name, &without_copy_number(given), &values.bindings);
                if fits {
                    matched(format!("“{given}” was downloaded."))
                } else {
                    Match::NearMiss(format!("“{given}” was downloaded instead."))
                }
            }
            (Predicate::Upload { control }, ActionDetails::Upload { target, file_names })
                if fold(control) == fold(&target.name) =>
            {
                matched(format!("“{}” was chosen in “{}”.", file_names.join(", "), target.name))
            }
            (Predicate::Dialog { message, accepted }, ActionDetails::Dialog { message: given, accepted: yes, .. })
                if pattern::matches(message, given, &values.bindings) =>
            {
                let answer = if *yes { "accepted" } else { "dismissed" };
                let words = format!("The dialog “{}” was {answer}.", clip(given, 200));
                if yes == accepted { matched(words) } else { Match::NearMiss(words) }
            }
            _ => Match::No,
        }
    }
}

fn match_command(wanted: &str, exit_code: i32, run: &CommandRun, values: &Values) -> Match {
    let line = clip(&run.command_line, 200);
    let Some(code) = run.exit_code else { return Match::No };
    let fits = command::matches(wanted, &run.command_line, code == 0, &values.bindings);
    match (fits, code == exit_code) {
        (true, true) => matched(format!("“{line}” ended with exit code {code}.")),
        (_, false) if fits || command::same_call(wanted, &run.command_line) => {
            Match::Contradicted(format!("“{line}” ended with exit code {code}; expected {exit_code}."))
        }
        (false, true) if command::same_call(wanted, &run.command_line) => {
            Match::NearMiss(format!("The closest command was “{line}”."))
        }
        _ => Match::No,
    }
}

fn match_field(role: &str, name: &str, value: Option<&str>, values: &Values, action: &ObservedAction) -> Match {
    let Some((target, given)) = committed(&action.details).filter(|(target, _)| is(target, role, name)) else {
        return Match::No;
    };
    let shown = if given.contains(MASK) { MASK.to_owned() } else { clip(&given, 120) };
    match value {
        Some(pattern) if !pattern::matches(pattern, &given, &values.bindings) => {
            Match::NearMiss(format!("“{}” was set to “{shown}”.", target.name))
        }
        _ => matched(format!("“{}” was set to “{shown}”.", target.name)),
    }
}

fn path_fits(pattern: &str, path: &str, values: &Values) -> bool {
    let path = path.trim_start_matches("./").trim_end_matches('/');
    let filled: Bindings =
        values.bindings.iter().map(|(name, value)| (name.clone(), value.trim_start_matches("./").to_owned())).collect();
    let bases: Bindings = filled.iter().map(|(name, value)| (name.clone(), command::base_name(value).to_owned())).collect();
    pattern::matches(pattern, path, &filled) || pattern::matches(pattern, command::base_name(path), &bases)
}

fn matched(words: String) -> Match {
    Match::Yes(Sighting { words, read_back: None })
}

/// A task that was done for some items only is not done.
fn item_missing(one: &CheckpointProgress, missing: &str) -> CheckpointVerdict {
    let near = one.near_miss.as_deref().map(|near| format!(" {near}")).unwrap_or_default();
    CheckpointVerdict {
        checkpoint_id: one.checkpoint.checkpoint_id.clone(),
        status: CheckpointStatus::Failed,
        evidence: clip(&one.evidence.as_ref().map(Evidence::words).unwrap_or_default(), 1000),
        reason: Some(clip(&format!("It was seen for other items, but not for {missing}.{near}"), 400)),
        not_reached: Some(NotReached::NotSeen),
    }
}

fn unreached(one: &CheckpointProgress, later_reached: bool) -> CheckpointVerdict {
    let near = one.near_miss.as_deref().map(|near| format!(" {near}")).unwrap_or_default();
    let on_the_way = one.checkpoint.role == CheckpointRole::Progress;
    let (status, reason) = match (one.evidence.is_none(), one.checkpoint.optional, later_reached) {
        (false, ..) if on_the_way => {
            (CheckpointStatus::Skipped, format!("It was not seen; that does not matter for the result.{near}"))
        }
        (true, _, _) => (CheckpointStatus::Skipped, "Only a person or an agent can judge it, and nobody reported it.".to_owned()),
        (_, true, _) => (CheckpointStatus::Skipped, "It was not needed in this run.".to_owned()),
        (_, _, true) => (CheckpointStatus::Skipped, format!("It was not seen, although a later one was reached.{near}")),
        _ => (CheckpointStatus::Failed, format!("It was not seen in this run.{near}")),
    };
    let evidence = one.near_miss.clone().unwrap_or_else(|| "Nothing was seen that matches.".to_owned());
    CheckpointVerdict {
        checkpoint_id: one.checkpoint.checkpoint_id.clone(),
        status,
        evidence: clip(&evidence, 1000),
        reason: Some(clip(&reason, 400)),
        not_reached: (status == CheckpointStatus::Failed).then_some(NotReached::NotSeen),
    }
}

/// A file that was created in the demonstration may be overwritten by a later run.
fn kind_fits(wanted: FileChangeKind, given: FileChangeKind) -> bool {
    (wanted == FileChangeKind::Removed) == (given == FileChangeKind::Removed)
}

fn kind_word(kind: FileChangeKind) -> &'static str {
    match kind {
        FileChangeKind::Created => "new",
        FileChangeKind::Changed => "changed",
        FileChangeKind::Removed => "removed",
    }
}

fn joined(directory: &str, path: &str) -> String {
    if path.starts_with('/') {
        path.to_owned()
    } else {
        format!("{}/{}", directory.trim_end_matches('/'), path.trim_start_matches("./"))
    }
}

/// `report (1).pdf` is a second download of `report.pdf`.
fn without_copy_number(name: &str) -> String {
    let Some((stem, ending)) = name.rsplit_once('.') else { return name.to_owned() };
    match stem.rsplit_once(" (") {
        Some((first, number)) if number.trim_end_matches(')').chars().all(|c| c.is_ascii_digit()) => format!("{first}.{ending}"),
        _ => name.to_owned(),
    }
}
