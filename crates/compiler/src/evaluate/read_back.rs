//! The read-back: evidence must still hold when the page or file is read again in another way.

use super::evidence::Evidence;
use super::page_state::{fits, in_one_row, role_fits};
use crate::page::is_transient_role;
use crate::pattern::{self, Bindings};
use crate::text::{clip, mentions};
use crate::{ReadBack, ReadBackResult, address};
use apprentice_contracts::checkpoint::{
    Checkpoint, CheckpointStatus, CheckpointVerdict, ElementPattern, EvidencePredicate as Predicate, NotReached,
};
use apprentice_contracts::observation::{FileChangeKind, PageElement, PageSnapshot};

/// What the read-back says about one predicate.
enum Reading {
    /// There is nothing to read again.
    NotNeeded,
    Confirmed(String),
    Unconfirmed(String),
    Refuted(String),
}

pub(super) fn judge(
    checkpoint: &Checkpoint,
    evidence: &Evidence,
    read: &[ReadBackResult],
    bindings: &Bindings,
) -> CheckpointVerdict {
    let mut words = evidence.words();
    let mut reason = None;
    let mut status = CheckpointStatus::Reached;
    for leaf in evidence.leaves() {
        let bindings = leaf.item.as_ref().map_or(bindings, |item| &item.bindings);
        match reading(leaf, read, bindings) {
            Reading::NotNeeded => {}
            Reading::Confirmed(more) => words = format!("{words} {more}"),
            Reading::Unconfirmed(why) => {
                reason.get_or_insert(format!("It was seen, but could not be confirmed: {why}"));
            }
            Reading::Refuted(why) => {
                status = CheckpointStatus::Failed;
                reason = Some(why);
                break;
            }
        }
    }
    CheckpointVerdict {
        checkpoint_id: checkpoint.checkpoint_id.clone(),
        status,
        evidence: clip(&words, 1000),
        reason: reason.map(|reason| clip(&reason, 400)),
        not_reached: (status == CheckpointStatus::Failed).then_some(NotReached::Refuted),
    }
}

fn reading(leaf: &Evidence, read: &[ReadBackResult], bindings: &Bindings) -> Reading {
    let Some(target) = leaf.seen.as_ref().and_then(|seen| seen.read_back.as_ref()) else { return Reading::NotNeeded };
    let result = read.iter().find(|result| match (result, target) {
        (ReadBackResult::Page { url, .. }, ReadBack::Page { url: wanted }) => url == wanted,
        (ReadBackResult::File { path, .. }, ReadBack::File { path: wanted }) => path == wanted,
        (ReadBackResult::Unavailable { target: given, .. }, wanted) => given == wanted,
        _ => false,
    });
    match (result, &leaf.predicate) {
        (None, _) => Reading::Unconfirmed("it was not read again.".to_owned()),
        (Some(ReadBackResult::Unavailable { reason, .. }), _) => Reading::Unconfirmed(reason.clone()),
        (Some(ReadBackResult::File { exists, .. }), Predicate::File { path, change, .. }) => {
            let shown = clip(path, 120);
            match (exists, change == &FileChangeKind::Removed) {
                (true, false) => Reading::Confirmed("The file is still there.".to_owned()),
                (false, true) => Reading::Confirmed("The file is still gone.".to_owned()),
                (false, false) => {
                    Reading::Refuted(format!("Looked at again, the file “{}” is not there.", filled(&shown, bindings)))
                }
                (true, true) => Reading::Refuted(format!("Looked at again, the file “{}” is there.", filled(&shown, bindings))),
            }
        }
        (Some(ReadBackResult::Page { snapshot, .. }), Predicate::Page { url, title, shows, lacks, .. }) => {
            page(snapshot, url.as_deref(), title.as_deref(), shows, lacks, bindings)
        }
        _ => Reading::Unconfirmed("it was read in another way than it was first seen.".to_owned()),
    }
}

fn page(
    snapshot: &PageSnapshot,
    url: Option<&str>,
    title: Option<&str>,
    shows: &[ElementPattern],
    lacks: &[ElementPattern],
    bindings: &Bindings,
) -> Reading {
    let identity = &snapshot.identity;
    let here = if identity.title.is_empty() { &identity.url } else { &identity.title };
    let arrived = url.is_none_or(|pattern| address::url_fits(pattern, &identity.url, bindings));
    if !arrived {
        let words = format!("{} {}", identity.url.replace(['/', '_', '-', '?'], " "), identity.title);
        let sign_in = ["login", "log in", "signin", "sign in", "auth"].iter().any(|word| mentions(&words, word));
        return match sign_in {
            true => Reading::Unconfirmed(format!("reading again led to “{}”, which asks to sign in.", clip(here, 120))),
            false => Reading::Refuted(format!("Read again, the address leads to another page: “{}”.", clip(here, 160))),
        };
    }
    if !title.is_none_or(|pattern| pattern::matches(pattern, &identity.title, bindings)) {
        return Reading::Refuted(format!("Read again, the page is titled “{}”.", clip(&identity.title, 160)));
    }
    let pool = texts(snapshot);
    for lack in lacks {
        if let Some(element) = pool.iter().find(|element| fits(lack, element, bindings)) {
            return Reading::Refuted(format!("Read again, the page still shows “{}”.", clip(&element.name, 200)));
        }
    }
    // A message that was shown once may be gone; that proves nothing.
    let lasting: Vec<&ElementPattern> = shows.iter().filter(|pattern| !is_transient_role(&pattern.role)).collect();
    let places: Vec<Vec<usize>> =
        lasting.iter().map(|pattern| (0..pool.len()).filter(|&i| fits(pattern, &pool[i], bindings)).collect()).collect();
    if places.iter().all(|found| !found.is_empty()) && in_one_row(&pool, &places) {
        let shown = places.first().and_then(|found| found.first()).map(|&place| format!(" “{}”", clip(&pool[place].name, 200)));
        return Reading::Confirmed(format!("Read again, the page shows{}.", shown.unwrap_or_else(|| " the same".to_owned())));
    }
    Reading::Refuted(match closest(&lasting, &pool, bindings) {
        Some(element) => format!("Read again, the page shows “{}” instead.", clip(&element.name, 240)),
        None => format!("Read again, the page “{}” does not show it.", clip(here, 120)),
    })
}

/// The elements of a snapshot with all texts that they contain: names, values of fields, and rows assembled from cells.
fn texts(snapshot: &PageSnapshot) -> Vec<PageElement> {
    let mut pool: Vec<PageElement> = snapshot.elements.iter().map(|element| element.element.clone()).collect();
    for element in &snapshot.elements {
        if let Some(value) = element.states.get("value").filter(|value| !value.is_empty()) {
            let base = &element.element;
            pool.push(PageElement { name: value.clone(), ..base.clone() });
            pool.push(PageElement { name: format!("{}: {value}", base.name), ..base.clone() });
        }
    }
    pool.extend(rows_of_cells(snapshot));
    pool
}

/// Rows without a name of their own, read cell by cell. Only if the snapshot separates rows.
fn rows_of_cells(snapshot: &PageSnapshot) -> Vec<PageElement> {
    let mut rows: Vec<PageElement> = Vec::new();
    let mut open = false;
    for element in snapshot.elements.iter().map(|element| &element.element) {
        match element.role.as_str() {
            "row" => {
                rows.push(PageElement { role: "row".to_owned(), name: String::new(), context: element.context.clone() });
                open = true;
            }
            "cell" | "gridcell" | "rowheader" if open => {
                if let Some(row) = rows.last_mut() {
                    row.name = format!("{} {}", row.name, element.name).trim().to_owned();
                }
            }
            "table" | "grid" | "heading" => open = false,
            _ => {}
        }
    }
    rows.retain(|row| !row.name.is_empty());
    rows
}

/// The element that contains most of the expected values.
fn closest<'a>(patterns: &[&ElementPattern], pool: &'a [PageElement], bindings: &Bindings) -> Option<&'a PageElement> {
    let values: Vec<&String> =
        patterns.iter().flat_map(|pattern| pattern::variables_in(&pattern.name)).filter_map(|name| bindings.get(&name)).collect();
    let count = values.len();
    // The first values name the record, so they weigh more.
    let score = |element: &PageElement| -> usize {
        values.iter().enumerate().filter(|(_, value)| mentions(&element.name, value)).map(|(place, _)| 2 * count - place).sum()
    };
    pool.iter()
        .filter(|element| patterns.iter().any(|pattern| role_fits(&pattern.role, &element.role)))
        .map(|element| (score(element), element))
        .filter(|(score, _)| *score > 0)
        .max_by_key(|(score, _)| *score)
        .map(|(_, element)| element)
}

fn filled(pattern: &str, bindings: &Bindings) -> String {
    bindings.iter().fold(pattern.to_owned(), |text, (name, value)| text.replace(&format!("{{{{{name}}}}}"), value))
}
