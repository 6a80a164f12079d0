//! Which sources are read at the end of a demonstration.

use crate::effects::{differences, is_unsafe_address, visited};
use crate::sent::{resources, sent_in};
use crate::text::{fold, mentions};
use crate::{SourceReadings, command};
use apprentice_contracts::checkpoint::RecordChange;
use apprentice_contracts::observation::{ActionDetails, CommandRun, ObservedAction};
use apprentice_contracts::reading::{Reading, ReadingSource, RecordKind, is_page_only};

/// The most sources of all rounds, beside data of pages.
const MOST: usize = 16;
const PAGES: usize = 8;
const FILES: usize = 8;
const RECORD_PAGES: usize = 3;
const LOOKS: usize = 3;
const MODELS: usize = 2;

pub fn closing(actions: &[ObservedAction], readings: &[SourceReadings]) -> Vec<ReadingSource> {
    let done: Vec<&ReadingSource> = readings.iter().filter(|one| one.after.is_some()).map(|one| &one.source).collect();
    let mut wanted: Vec<ReadingSource> = Vec::new();
    let pages = visited(actions).into_iter().filter(|url| !is_unsafe_address(url));
    wanted.extend(pages.take(PAGES).map(|url| ReadingSource::Page { url }));
    wanted.extend(
        readings
            .iter()
            .map(|one| &one.source)
            .filter(|source| matches!(source, ReadingSource::Folder { .. } | ReadingSource::Output { .. }))
            .cloned(),
    );
    wanted.extend(readings.iter().flat_map(written_files).take(FILES));
    wanted.extend(printed_files(actions));
    wanted.extend(own_looks(actions));
    wanted.extend(models(actions));
    wanted.extend(record_pages(actions, readings));
    let is_data = |source: &ReadingSource| matches!(source, ReadingSource::Data { .. } | ReadingSource::Sent);
    let left = MOST.saturating_sub(done.iter().filter(|source| !is_data(source)).count());
    let mut out: Vec<ReadingSource> = Vec::new();
    for source in wanted {
        if !done.contains(&&source) && !out.contains(&source) && out.len() < left {
            out.push(source);
        }
    }
    // The pages that asked for data are still open, so asking again takes no time, except where a page has to be opened for it.
    let acts = |source: &ReadingSource| source.address().is_some_and(is_unsafe_address);
    let data = readings
        .iter()
        .map(|one| &one.source)
        .filter(|source| matches!(source, ReadingSource::Data { .. }) && !done.contains(source));
    let mut data: Vec<&ReadingSource> = data.filter(|source| !acts(source)).collect();
    data.sort_by_key(|source| source.address().is_some_and(is_page_only));
    out.extend(data.into_iter().cloned());
    for source in sent_in(readings).flat_map(resources).map(|url| ReadingSource::Data { url }) {
        if !done.contains(&&source) && !out.contains(&source) {
            out.push(source);
        }
    }
    if !visited(actions).is_empty() && !done.contains(&&ReadingSource::Sent) {
        out.push(ReadingSource::Sent);
    }
    out
}

pub fn asks_to_sign_in(page: &Reading) -> bool {
    const WORDS: &[&str] = &[
        "password",
        "passphrase",
        "pass phrase",
        "passwort",
        "kennwort",
        "contraseña",
        "mot de passe",
        "senha",
        "wachtwoord",
        "パスワード",
        "密码",
    ];
    let fields = page.records.iter().filter(|record| record.kind == RecordKind::Field).flat_map(|record| &record.cells);
    fields.into_iter().any(|cell| WORDS.iter().any(|word| fold(&cell.header).contains(word)))
}

/// Commands with which the person looked whether it worked: they succeeded, changed no file, and follow a command that did something. The
/// observer runs only those again that can do nothing but read. The last first.
fn own_looks(actions: &[ObservedAction]) -> Vec<ReadingSource> {
    let runs: Vec<&CommandRun> = actions
        .iter()
        .filter_map(|action| match &action.details {
            ActionDetails::Command(run) => Some(run),
            _ => None,
        })
        .collect();
    let is_look = |run: &CommandRun| {
        let words = command::words(&run.command_line);
        // What an address does is not known; such a look counts when the person chooses it.
        let asks_a_server = words.first().is_some_and(|word| word.text == "curl");
        run.exit_code == Some(0)
            && run.files.is_empty()
            && words.len() > 1
            && words.iter().all(|word| !word.operator)
            && !asks_a_server
    };
    let looks = runs.iter().skip(1).rev().take_while(|run| is_look(run)).take(LOOKS);
    looks
        .map(|run| ReadingSource::Output {
            command: command::written(&command::words(&run.command_line)),
            directory: run.directory.clone(),
        })
        .collect()
}

/// Files that the person looked at before they typed a text as a here-document: what they took over from there was not given. The last first.
fn models(actions: &[ObservedAction]) -> Vec<ReadingSource> {
    let runs: Vec<&CommandRun> = actions
        .iter()
        .filter_map(|action| match &action.details {
            ActionDetails::Command(run) => Some(run),
            _ => None,
        })
        .collect();
    let Some(typed) = runs.iter().rposition(|run| command::here_document(&run.command_line).is_some()) else { return Vec::new() };
    let shown = |run: &&CommandRun| {
        let words = command::words(&run.command_line);
        let shows = matches!(words.first().map(|word| word.text.as_str()), Some("cat" | "head" | "tail" | "less" | "bat"));
        let file = words.iter().skip(1).rfind(|word| !word.operator && !word.text.starts_with('-'))?;
        let path = command::joined(run.directory.trim_end_matches('/'), file.text.trim_start_matches("./"));
        let is_plain =
            words.iter().all(|word| !word.operator) && !file.text.contains(['*', '~', '$']) && !file.text.contains("..");
        let path = if file.text.starts_with('/') { file.text.clone() } else { path };
        (shows && is_plain && run.exit_code == Some(0)).then_some(ReadingSource::File { path })
    };
    runs[..typed].iter().copied().rev().filter_map(|run| shown(&run)).take(MODELS).collect()
}

/// The pipelines that printed into files. The observer runs only those again that can do nothing but read. The last first.
fn printed_files(actions: &[ObservedAction]) -> Vec<ReadingSource> {
    let of = |action: &ObservedAction| match &action.details {
        ActionDetails::Command(run) if run.exit_code == Some(0) => {
            let (command, _) = command::printed_into(&run.command_line)?;
            Some(ReadingSource::Output { command, directory: run.directory.clone() })
        }
        _ => None,
    };
    actions.iter().rev().filter_map(of).take(LOOKS).collect()
}

/// New and changed files with a content that can be read.
fn written_files(of: &SourceReadings) -> Vec<ReadingSource> {
    let (ReadingSource::Folder { path }, Some(before), Some(Ok(after))) = (&of.source, &of.before, &of.after) else {
        return Vec::new();
    };
    // A database is binary too.
    let readable = |kind: &str| matches!(kind, "text" | "archive" | "binary");
    differences(before, after)
        .iter()
        .filter(|one| one.change != RecordChange::Removed)
        .filter_map(|one| one.after.as_ref())
        .filter(|record| record.cells.iter().any(|cell| cell.header == "type" && readable(&cell.text)))
        .filter_map(|record| record.cells.iter().find(|cell| cell.header == "path"))
        .map(|cell| ReadingSource::File { path: format!("{}/{}", path.trim_end_matches('/'), cell.text) })
        .collect()
}

/// The pages of records that are new, by their own links.
fn record_pages(actions: &[ObservedAction], readings: &[SourceReadings]) -> Vec<ReadingSource> {
    let entered: Vec<String> = actions.iter().filter_map(entered).filter(|value| value.chars().count() > 2).collect();
    let is_new = |before: Option<&Reading>, link: &str| {
        !before.is_some_and(|before| before.records.iter().any(|record| record.link.as_deref() == Some(link)))
    };
    let linked = readings.iter().filter_map(|one| Some((one.before.as_ref(), one.after.as_ref()?.as_ref().ok()?)));
    linked
        .flat_map(|(before, after)| {
            let new = after.records.iter().filter(move |record| record.link.as_deref().is_some_and(|link| is_new(before, link)));
            new.filter(|record| record.cells.iter().any(|cell| entered.iter().any(|value| mentions(&cell.text, value))))
        })
        .filter_map(|record| record.link.clone())
        .chain(made_links(actions, &entered))
        .filter(|link| !is_unsafe_address(link))
        .take(RECORD_PAGES)
        .map(|url| ReadingSource::Page { url })
        .collect()
}

/// Links that an action made appear and that are called exactly as a value that was entered: an application of one page shows a new record
/// by its link alone. The last first. No other link is followed: a page could offer any address under a longer name.
fn made_links<'a>(actions: &'a [ObservedAction], entered: &'a [String]) -> impl Iterator<Item = String> + 'a {
    let links = || actions.iter().rev().filter_map(|action| action.change.as_ref()).flat_map(|change| &change.links);
    let is_value = |name: &str| entered.iter().any(|value| fold(name) == *value);
    links().filter(move |link| is_value(&link.name)).map(|link| link.url.clone())
}

fn entered(action: &ObservedAction) -> Option<String> {
    match &action.details {
        ActionDetails::Fill { value, .. } if value.masked.is_none() => Some(fold(&value.text)),
        _ => None,
    }
}
