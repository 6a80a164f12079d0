//! Effects on folders, files and outputs of commands.

use super::cells::{Compared, header, page_difference};
use super::difference::{Difference, differences, file_differences};
use super::pages::is_incidental;
use super::shown::output_pattern;
use super::words::{cell_words, told, told_command, words};
use super::{Entered, Found, found};
use crate::SourceReadings;
use crate::command::{self, is_hidden};
use crate::evidence::EvidenceContext;
use crate::text::{fold, list, mentions};
use apprentice_contracts::checkpoint::{CellPattern, EvidencePredicate as Predicate, RecordChange, SourcePattern};
use apprentice_contracts::reading::{ReadRecord, Reading, ReadingSource, RecordKind};
use std::collections::{BTreeSet, HashSet};

/// The most checkpoints about files.
const MOST_FILES: usize = 4;

/// One checkpoint for each file: that it is there, and what it contains. Beyond [`MOST_FILES`], one for all others.
pub(super) fn by_file(found: Vec<Found>) -> Vec<Found> {
    let path = |one: &Found| match &one.predicate {
        Predicate::Records { source: SourcePattern::File { path, .. }, .. } => Some(path.clone()),
        Predicate::Records { source: SourcePattern::Folder, cells, .. } => cells.first().map(|cell| cell.text.clone()),
        _ => None,
    };
    let mut groups: Vec<(Option<String>, Vec<Found>)> = Vec::new();
    for one in found {
        let file = path(&one);
        match groups.iter_mut().find(|(known, _)| file.is_some() && *known == file) {
            Some((_, group)) => group.push(one),
            None => groups.push((file, vec![one])),
        }
    }
    let mut out = Vec::new();
    let mut rest: Vec<Found> = Vec::new();
    let mut names = Vec::new();
    let mut files = 0;
    for (file, group) in groups {
        files += usize::from(file.is_some());
        match file {
            Some(file) if files > MOST_FILES => {
                names.push(told(&file));
                rest.extend(group);
            }
            Some(_) => out.extend(joined(group, None)),
            None => out.extend(group),
        }
    }
    let names = names.into_iter().take(5).collect::<Vec<_>>();
    let are = if names.len() == 1 { "is" } else { "are" };
    out.extend(joined(rest, Some(format!("Besides, {} {are} there", list(&names)))));
    out
}

/// The command that prints what a file must contain.
pub(super) fn made_by(one: &Found) -> Option<&String> {
    match &one.predicate {
        Predicate::Records { source: SourcePattern::File { made_by, .. }, .. } => made_by.as_ref(),
        _ => None,
    }
}

/// Several effects as one. `goal` is what they are together.
pub(super) fn joined(mut group: Vec<Found>, goal: Option<String>) -> Option<Found> {
    if group.len() < 2 {
        return group.pop();
    }
    group.sort_by_key(|one| one.kind != RecordKind::File);
    let content = |one: &Found| match one.kind {
        _ if made_by(one).is_some() => {
            made_by(one).map(|command| format!("what {} prints", told_command(command))).into_iter().collect()
        }
        RecordKind::Row => vec![format!("rows of “{}” with {}", one.place, list(&cell_words(&one.cells)))],
        _ => cell_words(&one.cells),
    };
    let contents: Vec<String> = group.iter().filter(|one| one.kind != RecordKind::File).flat_map(content).collect();
    let content = list(&contents.iter().take(3).cloned().collect::<Vec<_>>());
    let (first_goal, first_success) = words(&group[0]);
    let (goal, success) = match goal {
        Some(goal) => (goal, "Read again, each is new or changed, and not empty.".to_owned()),
        None if group[0].kind == RecordKind::File && !content.is_empty() => {
            (format!("{first_goal} and contains {content}"), first_success)
        }
        None => (first_goal, first_success),
    };
    let covers = group.iter().flat_map(|one| one.covers.iter().cloned()).collect();
    let of = group.iter().map(|one| one.predicate.clone()).collect();
    let first = group.swap_remove(0);
    Some(Found { predicate: Predicate::All { of }, covers, words: Some((goal, success)), ..first })
}

pub(super) fn of_listing(
    entered: &Entered,
    source: &ReadingSource,
    before: &Reading,
    after: &Reading,
    written: &[String],
) -> Vec<Found> {
    let pattern = match source {
        ReadingSource::Output { command, .. } => SourcePattern::Output { command: command.clone() },
        _ => SourcePattern::Folder,
    };
    let changed = differences(before, after);
    // A file says more than the folder that holds it.
    let paths: Vec<&str> = changed.iter().filter_map(|one| Some(one.record()?.cells.first()?.text.as_str())).collect();
    let holds = |path: &str| {
        paths.iter().any(|other| other.len() > path.len() && other.starts_with(path) && other[path.len()..].starts_with('/'))
    };
    let mut out: Vec<Found> = Vec::new();
    for one in &changed {
        let Some(record) = one.record() else { continue };
        let Some(first) = record.cells.first() else { continue };
        let holes = entered.values.holes(first.text.trim_end_matches('/'));
        let inputs: BTreeSet<String> = holes.used.iter().cloned().collect();
        match record.kind {
            RecordKind::File => {
                if holds(first.text.trim_end_matches('/')) || is_hidden(&first.text) {
                    continue;
                }
                let path = if holes.used.is_empty() {
                    first.text.trim_end_matches('/').to_owned()
                } else {
                    path_pattern(&holes.pattern)
                };
                let path = if one.change == RecordChange::Added { for_each(entered, &path) } else { path };
                let mut cells = vec![CellPattern { header: Some("path".to_owned()), text: path }];
                let kind = record.cells.iter().find(|cell| cell.header == "type").map(|cell| cell.text.clone());
                if let Some(kind) = kind.filter(|kind| kind != "empty" && one.change != RecordChange::Removed) {
                    cells.push(CellPattern { header: Some("type".to_owned()), text: kind });
                }
                let compared = Compared { cells, was: Vec::new(), lacks: Vec::new(), inputs };
                let file = found(pattern.clone(), one.change, RecordKind::File, compared, "working folder");
                match out.iter_mut().find(|known| known.predicate == file.predicate) {
                    Some(known) => known.be_several(),
                    None => out.push(file),
                }
            }
            _ => {
                // A line without a value of the task, such as the hash of a commit, is no effect. A line that is there with
                // another number is the same line.
                let again = |other: &Difference| {
                    other.change == RecordChange::Added
                        && other
                            .record()
                            .and_then(|record| record.cells.first())
                            .is_some_and(|cell| entered.values.holes(&cell.text).pattern == holes.pattern)
                };
                if inputs.is_empty() && !holes.entered || one.change == RecordChange::Removed && changed.iter().any(again) {
                    continue;
                }
                let text = match source {
                    ReadingSource::Output { command, .. } if command == REMOTE_BRANCHES => branch_pattern(&holes.pattern),
                    _ => Some(holes.pattern),
                };
                let Some(text) = text else { continue };
                let cells = vec![CellPattern { header: None, text }];
                out.push(found(
                    pattern.clone(),
                    one.change,
                    record.kind,
                    Compared { cells, was: Vec::new(), lacks: Vec::new(), inputs },
                    output_name(source),
                ));
            }
        }
    }
    // A file that was written again with the content that it had.
    let name = |record: &ReadRecord| record.cells.first().map(|cell| cell.text.clone()).unwrap_or_default();
    let differs: Vec<String> = changed.iter().filter_map(|one| one.record()).map(name).collect();
    for record in after.records.iter().filter(|record| record.kind == RecordKind::File) {
        let path = name(record);
        if !written.contains(&path) || differs.contains(&path) || is_hidden(&path) {
            continue;
        }
        let holes = entered.values.holes(&path);
        let text = if holes.used.is_empty() { path } else { path_pattern(&holes.pattern) };
        let cells = vec![CellPattern { header: Some("path".to_owned()), text }];
        let inputs = holes.used.iter().cloned().collect();
        out.push(found(
            pattern.clone(),
            RecordChange::Present,
            RecordKind::File,
            Compared { cells, was: Vec::new(), lacks: Vec::new(), inputs },
            "working folder",
        ));
    }
    let many = out.len() > 12;
    let lines = changed.iter().filter(|one| one.record().is_some_and(|record| record.kind == RecordKind::Line)).count();
    let explained = out.iter().filter(|one| one.kind == RecordKind::Line).count() == lines;
    for one in &mut out {
        // Somebody else may push, and a run may fetch.
        let of_others = matches!(&pattern, SourcePattern::Output { command } if command == REMOTE_BRANCHES);
        one.only = !many && !of_others && (one.kind == RecordKind::File || explained);
        if let Predicate::Records { others_unchanged, .. } = &mut one.predicate {
            *others_unchanged = one.only;
        }
    }
    if many {
        out.drain(12..);
    }
    out
}

/// What a repository knows of its remote: each branch with the subject of its last commit.
const REMOTE_BRANCHES: &str = "git remote branches";

/// The pattern of a line that names a branch of a remote and its last commit. If the commit subject contains no value of the task, it is
/// replaced with `*`. `None`: the line contains no value of the task.
fn branch_pattern(line: &str) -> Option<String> {
    let (branch, subject) = line.split_once(' ').unwrap_or((line, ""));
    let subject = if subject.contains("{{") { subject } else { "*" };
    (branch.contains("{{") || subject != "*").then(|| format!("{branch} {subject}"))
}

/// A path in which `*` replaces each folder or file that no command names: a command found the name, for example in the rows of a file.
fn for_each(entered: &Entered, path: &str) -> String {
    if !entered.iterates {
        return path.to_owned();
    }
    let is_typed = |part: &str| {
        let mut words = part.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
        part.contains(['{', '*']) || words.any(|word| entered.commands.contains(&fold(word)))
    };
    let parts: Vec<&str> = path.split('/').map(|part| if is_typed(part) { part } else { "*" }).collect();
    if parts.iter().all(|part| *part == "*") { path.to_owned() } else { parts.join("/") }
}

pub(super) fn output_name(source: &ReadingSource) -> &str {
    match source {
        ReadingSource::Output { command, .. } => command,
        _ => "working folder",
    }
}

pub(super) fn path_pattern(pattern: &str) -> String {
    // Several wildcards in one file name say no more than one.
    let mut out = pattern.to_owned();
    while out.contains("**") {
        out = out.replace("**", "*");
    }
    out
}

/// What the content of a new or changed file shows of the values. A file whose content shows none must still not be empty, which its type says.
/// `before`: what a file contained that is not new.
pub(super) fn of_file(
    context: &EvidenceContext<'_>,
    entered: &Entered,
    path: &str,
    before: Option<&Reading>,
    after: &Reading,
    all: &[SourceReadings],
) -> Vec<Found> {
    let Some(relative) = all.iter().find_map(|other| match &other.source {
        ReadingSource::Folder { path: folder } => crate::command::below(folder, path),
        _ => None,
    }) else {
        return Vec::new();
    };
    let holes = entered.values.holes(relative);
    let file = if holes.used.is_empty() { relative.to_owned() } else { path_pattern(&holes.pattern) };
    let changed = before.map(|before| file_differences(before, after));
    let mut out = match &changed {
        Some(changed) if changed.iter().any(|one| one.record().is_some_and(|record| record.kind == RecordKind::Row)) => {
            rows(entered, &file, changed)
        }
        _ => contents(entered, &file, after, &other_lines(relative, all)),
    };
    out.retain(|one| one.kind != RecordKind::Line || !one.cells.iter().any(|cell| says_command(context, &cell.text)));
    // Existing lines must stay if they stayed in the demonstration: removed or changed lines are replaced by a value of the task.
    let explained = |one: &Difference| match (&one.before, &one.after) {
        (Some(_), Some(new)) => new.cells.first().is_some_and(|cell| {
            let holes = entered.values.holes(&cell.text);
            !holes.used.is_empty() || holes.entered
        }),
        (Some(_), None) => false,
        _ => true,
    };
    out.extend(made_again(context, entered, relative, &file, after, all));
    if changed.is_some_and(|changed| changed.iter().all(explained)) {
        out.iter_mut().filter(|one| one.kind == RecordKind::Line).for_each(|one| one.be_alone(true));
    }
    out
}

/// Whether a line only says which command wrote it and with which options, as a patch does: another way has others.
fn says_command(context: &EvidenceContext<'_>, line: &str) -> bool {
    let mut words = line.split_whitespace();
    let (Some(program), Some(option)) = (words.next(), words.next().filter(|word| word.starts_with('-'))) else { return false };
    context.steps.iter().filter_map(|step| step.command()).any(|run| {
        let words = crate::command::words(&run.command_line);
        crate::command::simple_commands(&words).any(|part| part.len() > 1 && part[0].text == program && part[1].text == option)
    })
}

/// A file contains the output of a read-only command of the task. This is learned only if running it again printed the same.
fn made_again(
    context: &EvidenceContext<'_>,
    entered: &Entered,
    relative: &str,
    file: &str,
    after: &Reading,
    all: &[SourceReadings],
) -> Option<Found> {
    let runs = context.steps.iter().flat_map(|step| std::iter::once(step).chain(&step.repeats)).filter_map(|step| step.command());
    let (command, _) = runs.filter_map(|run| command::printed_into(&run.command_line)).rfind(|(_, into)| into == relative)?;
    let again = all.iter().find_map(|one| match (&one.source, &one.after) {
        (ReadingSource::Output { command: known, .. }, Some(Ok(again))) if *known == command => Some(again),
        _ => None,
    })?;
    if after.records.is_empty() || !is_same_text(after, again) {
        return None;
    }
    let pattern = output_pattern(entered, &command);
    let inputs = crate::pattern::variables_in(&pattern).into_iter().collect();
    let source = SourcePattern::File { path: file.to_owned(), made_by: Some(pattern) };
    let cells = vec![CellPattern { header: None, text: "*".to_owned() }];
    let compared = Compared { cells, was: Vec::new(), lacks: Vec::new(), inputs };
    Some(found(source, RecordChange::Present, RecordKind::Line, compared, file))
}

/// Whether two readings have the same lines, and all of them are known.
pub(super) fn is_same_text(one: &Reading, other: &Reading) -> bool {
    let lines = |reading: &Reading| -> Vec<String> {
        reading.records.iter().flat_map(|record| &record.cells).map(|cell| cell.text.trim_end().to_owned()).collect()
    };
    one.complete && other.complete && lines(one) == lines(other)
}

/// The rows of a database that the task made, changed or deleted.
fn rows(entered: &Entered, file: &str, changed: &[Difference]) -> Vec<Found> {
    let mut out: Vec<Found> = Vec::new();
    let mut explained = true;
    for one in changed.iter().filter(|one| one.record().is_some_and(|record| record.kind == RecordKind::Row)) {
        let Some(compared) = page_difference(entered, one) else {
            explained &= is_incidental(one);
            continue;
        };
        let table = one.record().and_then(|record| record.place.clone()).unwrap_or_default();
        let source = SourcePattern::File { path: file.to_owned(), made_by: None };
        let row = found(source, one.change, RecordKind::Row, compared, &table);
        match out
            .iter_mut()
            .find(|known| known.predicate == row.predicate || known.cells == row.cells && known.change == row.change)
        {
            Some(known) => known.be_several(),
            None => out.push(row),
        }
    }
    let new: Vec<&ReadRecord> = changed.iter().filter(|one| one.before.is_none()).filter_map(|one| one.after.as_ref()).collect();
    let distinct = new.iter().collect::<HashSet<_>>().len() == new.len();
    for one in &mut out {
        one.be_alone(explained);
    }
    // Intended equal rows cannot be distinguished from a task that was done twice.
    out.retain(|one| distinct || one.change != RecordChange::Added);
    out.sort_by_key(|one| std::cmp::Reverse(one.covers.len()));
    out.truncate(MOST_ROWS);
    out
}

/// The most rows of a database that are compared.
const MOST_ROWS: usize = 3;

/// The lines of other files, as they were before: a program may take parts of a line from them.
fn other_lines(relative: &str, all: &[SourceReadings]) -> Vec<String> {
    let is_other = |path: &str| !path.ends_with(&format!("/{relative}"));
    let files = all.iter().filter(|one| matches!(&one.source, ReadingSource::File { path } if is_other(path)));
    let lines = files.filter_map(|one| one.before.as_ref()).flat_map(|reading| &reading.records).take(2_000);
    lines.filter(|record| record.kind == RecordKind::Line).filter_map(|record| Some(record.cells.first()?.text.clone())).collect()
}

/// Replaces the part of a line that a program copied from another file with `*`, because no command contains it.
fn looked_up(pattern: &str, entered: &Entered, others: &[String]) -> String {
    let parts: Vec<&str> = pattern.split("{{").flat_map(|part| part.split("}}")).collect();
    let mut out = pattern.to_owned();
    // Every second part is the name of a value.
    for part in parts.iter().step_by(2) {
        let part = part.trim_matches(|letter: char| !letter.is_alphanumeric());
        let in_line = |line: &&String| mentions(line, part);
        let is_typed = entered.commands.contains(&fold(part));
        if !is_typed
            && part.chars().filter(|letter| letter.is_alphanumeric()).count() >= 3
            && others.iter().any(|line| in_line(&line))
        {
            out = out.replacen(part, "*", 1);
        }
    }
    path_pattern(&out)
}

fn contents(entered: &Entered, file: &str, after: &Reading, others: &[String]) -> Vec<Found> {
    let mut out: Vec<Found> = Vec::new();
    for record in after.records.iter().filter(|record| matches!(record.kind, RecordKind::Line | RecordKind::Entry)).take(400) {
        let Some(cell) = record.cells.first() else { continue };
        // Some programs write an archive without its folders; what is in them says the same.
        let is_inside = |other: &ReadRecord| {
            other.cells.first().is_some_and(|inner| inner.text.starts_with(&cell.text) && inner.text != cell.text)
        };
        if record.kind == RecordKind::Entry && cell.text.ends_with('/') && after.records.iter().any(is_inside) {
            continue;
        }
        let holes = entered.values.holes(&cell.text);
        if holes.used.is_empty() && !holes.entered {
            continue;
        }
        let mut inputs: BTreeSet<String> = holes.used.iter().cloned().collect();
        inputs.extend(crate::pattern::variables_in(file));
        // A line that is there once must be there once.
        let again = |other: &&ReadRecord| {
            other.kind == RecordKind::Line
                && other.cells.first().is_some_and(|cell| entered.values.holes(&cell.text).pattern == holes.pattern)
        };
        let once = record.kind == RecordKind::Line && after.records.iter().take(2_000).filter(again).count() == 1;
        let change = if once { RecordChange::Added } else { RecordChange::Present };
        let text = looked_up(&holes.pattern, entered, others);
        let cells = vec![CellPattern { header: header(&cell.header), text }];
        let one = found(
            SourcePattern::File { path: file.to_owned(), made_by: None },
            change,
            record.kind,
            Compared { cells, was: Vec::new(), lacks: Vec::new(), inputs },
            file,
        );
        if !out.iter().any(|known| known.predicate == one.predicate) && out.len() < 3 {
            out.push(one);
        }
    }
    out
}
