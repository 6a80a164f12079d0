//! Where an effect is read at the end of a run: the addresses, files and commands that a pattern represents.

use super::matching::text_fits;
use super::{Effect, Run};
use crate::pattern::{Bindings, variables_in};
use crate::references::References;
use crate::text::mentions;
use crate::{address, command, effects};
use apprentice_contracts::checkpoint::{ArgumentPattern, RecordChange, SourcePattern};
use apprentice_contracts::graph::Variable;
use apprentice_contracts::ids::McpServerId;
use apprentice_contracts::observation::CallArgument;
use apprentice_contracts::reading::{ReadingSource, is_page_only};
use std::collections::BTreeSet;

/// The most pages of one pattern that are read at the end of a run.
const MOST_PAGES: usize = 6;

/// The most lists of other containers that are read at the end of a run.
const MOST_SIBLINGS: usize = 3;

/// The same where there are many items.
const MOST_PAGES_OF_ITEMS: usize = 40;

impl Run<'_> {
    /// The sources in which an effect is read at the end of the run.
    pub fn sources(&self, pattern: &SourcePattern) -> Vec<ReadingSource> {
        match pattern {
            SourcePattern::Page { url } | SourcePattern::Data { url } => {
                let asked = |url: &String| !is_page_only(url) || self.data.contains(url);
                let shape = if is_fixed(url) { address::url_pattern(url, &|_| None) } else { url.clone() };
                let by_search = is_search(url);
                let seen = if matches!(pattern, SourcePattern::Data { .. }) { self.data } else { self.pages };
                let known = seen
                    .iter()
                    .filter(|page| !matches!(pattern, SourcePattern::Data { .. }) || !effects::is_unsafe_address(page))
                    .filter(|_| !by_search)
                    .filter(|page| self.items.iter().any(|item| address::url_fits(&shape, page, item)));
                let own = match pattern {
                    SourcePattern::Data { .. } if is_fixed(url) => self.with_own_ids(url),
                    _ => None,
                };
                // What the address of the demonstration answers is about another record then, even if it was read before the run.
                let is_other = |asked: &String| own.as_ref().is_some_and(|own| asked == url && !own.contains(url));
                let known = known.filter(|asked| !is_other(asked));
                let fixed = own.clone().unwrap_or_else(|| is_fixed(url).then(|| url.clone()).into_iter().collect());
                // Each item may have a page of its own.
                let most = MOST_PAGES.max(self.items.len()).min(MOST_PAGES_OF_ITEMS);
                let mut out: Vec<ReadingSource> = Vec::new();
                let siblings = self.siblings(pattern).into_iter();
                let other = known.cloned().chain(siblings);
                for url in fixed.into_iter().chain(searches(url, self.items)).filter(asked).chain(other) {
                    let source = pattern.at(url);
                    if !out.contains(&source) && out.len() < most {
                        out.push(source);
                    }
                }
                if out.is_empty() && matches!(pattern, SourcePattern::Page { .. }) {
                    let spelled = self.items.iter().filter_map(|item| address::spelled_out(url, self.pages, item));
                    out.extend(
                        spelled.filter(|url| !effects::is_unsafe_address(url)).take(MOST_PAGES).map(|url| pattern.at(url)),
                    );
                }
                out
            }
            SourcePattern::Folder => {
                self.folder.map(|path| ReadingSource::Folder { path: path.to_owned() }).into_iter().collect()
            }
            SourcePattern::Call { server_id, tool_name, arguments, .. } => self.calls_of(server_id, tool_name, arguments),
            SourcePattern::Output { command } => self.outputs_of(command),
            SourcePattern::File { path, made_by } => {
                let mut out = self.files_of(path);
                out.extend(made_by.iter().flat_map(|command| self.outputs_of(command)));
                out
            }
        }
    }

    /// Pages of the run that are the same list as that of an effect, of another container: the hours of another project.
    fn siblings(&self, pattern: &SourcePattern) -> Vec<String> {
        let SourcePattern::Page { url } = pattern else { return Vec::new() };
        let pages = self.pages.iter().filter(|page| is_fixed(url) && address::is_sibling(url, page));
        pages.filter(|page| !effects::is_unsafe_address(page)).take(MOST_SIBLINGS).cloned().collect()
    }

    /// Whether an effect may show on this page. In the list of another container it may where the container is a value of the run, which the
    /// title says, or where it is about a record that was there before: its values say which one.
    pub(super) fn may_stand_for(&self, effect: &Effect<'_>, source: &ReadingSource) -> bool {
        if let (SourcePattern::Data { url }, ReadingSource::Data { url: asked }) = (effect.source, source)
            && effect.change == RecordChange::Removed
        {
            // Who left a group is still among all, and in another group.
            return address::parameters(url).is_subset(&address::parameters(asked)) && !self.is_of_another(url, asked);
        }
        let (SourcePattern::Page { url }, ReadingSource::Page { url: page }) = (effect.source, source) else { return true };
        if !is_fixed(url) || !address::is_sibling(url, page) {
            return true;
        }
        let title = |source: &ReadingSource| {
            let after = self.after(source).and_then(|reading| reading.as_ref().ok());
            after.or_else(|| self.before.get(source)).map(|reading| reading.title.clone()).unwrap_or_default()
        };
        let (own, other) = (title(&effect.source.at(url.clone())), title(source));
        let in_title = |one: &&Variable| one.example.chars().count() > 2 && mentions(&own, &one.example);
        let named: Vec<&String> = self.variables.iter().filter(in_title).map(|one| &one.name).collect();
        let is_named = |item: &Bindings| named.iter().all(|name| item.get(*name).is_some_and(|value| mentions(&other, value)));
        match effect.change {
            RecordChange::Removed | RecordChange::Changed if named.is_empty() || !address::has_as_many_parts(url, page) => true,
            _ => !named.is_empty() && self.items.iter().any(is_named),
        }
    }

    /// Whether data are those of a record which the run is not about: `member_of` is the id of a group that no value names. Ids that are in the
    /// address of the effect too, such as that of the workspace, are the same every time.
    fn is_of_another(&self, url: &str, asked: &str) -> bool {
        let own = address::values_of_parameters(url);
        let ids = address::values_of_parameters(asked).into_iter().filter(|id| !own.contains(id)).collect::<Vec<_>>();
        if ids.is_empty() {
            return false;
        }
        let known = References::of(self.before.values());
        let names: Vec<&str> = ids.iter().filter_map(|id| known.name_of_id(id)).collect();
        let is_value =
            |name: &&str| self.items.iter().flat_map(Bindings::values).any(|value| crate::normal::is_same(value, name));
        !names.is_empty() && !names.iter().any(is_value)
    }

    /// The calls of a tool with the values of each item. Without a value that it needs, a tool is not called.
    fn calls_of(&self, server_id: &McpServerId, tool_name: &str, arguments: &[ArgumentPattern]) -> Vec<ReadingSource> {
        let filled = |pattern: &ArgumentPattern, item: &Bindings| {
            let known = |text: String, name: &String| {
                let value = item.get(name).filter(|value| !value.trim().is_empty())?;
                Some(text.replace(&format!("{{{{{name}}}}}"), value))
            };
            let value = variables_in(&pattern.text).iter().try_fold(pattern.text.clone(), known)?;
            Some(CallArgument { path: pattern.path.clone(), value, value_type: pattern.value_type, is_choice: false })
        };
        let mut out: Vec<ReadingSource> = Vec::new();
        for item in self.items {
            let given: Option<Vec<CallArgument>> = arguments.iter().map(|pattern| filled(pattern, item)).collect();
            let source = given.map(|arguments| ReadingSource::Call {
                server_id: server_id.clone(),
                tool_name: tool_name.to_owned(),
                arguments,
            });
            if let Some(source) = source.filter(|source| !out.contains(source) && out.len() < MOST_PAGES_OF_ITEMS) {
                out.push(source);
            }
        }
        out
    }

    pub(super) fn outputs_of(&self, pattern: &str) -> Vec<ReadingSource> {
        let Some(folder) = self.folder else { return Vec::new() };
        let commands: BTreeSet<String> = self.items.iter().filter_map(|item| filled_command(pattern, item)).collect();
        let of = |command| ReadingSource::Output { command, directory: folder.to_owned() };
        commands.into_iter().take(MOST_PAGES).map(of).collect()
    }

    fn files_of(&self, pattern: &str) -> Vec<ReadingSource> {
        let Some(folder) = self.folder else { return Vec::new() };
        let mut out = Vec::new();
        let mut add = |relative: &str| {
            let source = ReadingSource::File { path: format!("{}/{}", folder.trim_end_matches('/'), relative) };
            if !out.contains(&source) && out.len() < 16 {
                out.push(source);
            }
        };
        for item in self.items {
            let filled = variables_in(pattern)
                .iter()
                .try_fold(pattern.to_owned(), |text, name| Some(text.replace(&format!("{{{{{name}}}}}"), item.get(name)?)));
            if let Some(path) = filled.filter(|path| !path.contains('*')) {
                add(&path);
            }
            for file in self.files.iter().filter(|file| text_fits(pattern, file, item)) {
                add(file);
            }
        }
        out
    }
}

/// The command line with these values in its holes, each a part of one word. `None`: a value is not known.
pub fn filled_command(pattern: &str, item: &Bindings) -> Option<String> {
    let mut words = command::words(pattern);
    for word in &mut words {
        for name in variables_in(&word.text) {
            let value = item.get(&name).filter(|value| !value.trim().is_empty())?;
            word.text = word.text.replace(&format!("{{{{{name}}}}}"), value);
        }
    }
    Some(command::written(&words))
}

pub fn is_fixed(url: &str) -> bool {
    url.starts_with("http") && !url.contains("{{")
}

/// Whether an address searches a list for values of the run. It can be read before the run and after it.
pub fn is_search(url: &str) -> bool {
    url.starts_with("http")
        && !url.contains('*')
        && url.split_once('?').is_some_and(|(path, query)| is_fixed(path) && query.contains("{{"))
}

/// The addresses of a search for the values of each item.
pub fn searches(url: &str, items: &[Bindings]) -> Vec<String> {
    if !is_search(url) {
        return Vec::new();
    }
    let filled = |item: &Bindings| {
        variables_in(url).iter().try_fold(url.to_owned(), |url, name| {
            let value = item.get(name).filter(|value| !value.trim().is_empty())?;
            let value: String = url::form_urlencoded::byte_serialize(value.as_bytes()).collect();
            Some(url.replace(&format!("{{{{{name}}}}}"), &value))
        })
    };
    let mut out: Vec<String> = Vec::new();
    for url in items.iter().filter_map(filled) {
        if !out.contains(&url) {
            out.push(url);
        }
    }
    out
}
