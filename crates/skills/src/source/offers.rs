//! The skills in a source: their folders, and why others are not offered.

use crate::format::bundle::{self, MAX_BYTES};
use crate::format::names;
use crate::format::profile::Profile;
use crate::refusal::{Refusal, RefusalCode, refuse};
use crate::source::fetch::{Fetched, Material};
use serde::Serialize;
use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::Path;

/// A skill that can be installed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// The name of its folder once it is installed.
    pub name: String,
    /// Its description.
    pub description: String,
    /// Its folder in the source; `""` when the source is the skill.
    pub folder: String,
    /// Other folders of the source that hold a skill of this name.
    pub also: Vec<String>,
}

/// A SKILL.md that cannot be installed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NotOffered {
    /// Its folder in the source.
    pub folder: String,
    /// Code of the refusal or finding.
    pub code: String,
    /// Why it cannot be installed.
    pub reason: String,
}

/// All skills of a source. Every SKILL.md is in one of the two lists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Offers {
    /// Skills that can be installed.
    pub offers: Vec<Offer>,
    /// Skills that cannot, with reasons.
    pub not_offered: Vec<NotOffered>,
}

const MAX_DEPTH: usize = 8;
const MAX_FOLDERS: usize = 20_000;
const SKIPPED: [&str; 6] = ["node_modules", ".git", "dist", "build", "__pycache__", "target"];
const MANIFEST: &str = ".claude-plugin/marketplace.json";

/// Searches a source: its top folder, `skills/`, agents' folders, the folders of a plugin manifest, then everything else.
pub fn all(fetched: &Fetched) -> Offers {
    let mut found = Offers::default();
    let mut folders: Vec<String> = folders(fetched, &mut found.not_offered).into_iter().collect();
    let named = from_manifest(fetched, &mut found.not_offered);
    folders.extend(named.iter().filter(|folder| text(fetched, &file_in(folder)).is_some()).cloned());
    folders.sort_by_key(|folder| (rank(folder, &named), folder.matches('/').count(), folder.clone()));
    folders.dedup();
    for folder in folders {
        match offer(fetched, &folder) {
            Ok(offer) => match found.offers.iter_mut().find(|known| known.name == offer.name) {
                Some(known) => known.also.push(folder),
                None => found.offers.push(offer),
            },
            Err(refusal) => {
                found.not_offered.push(NotOffered { folder, code: refusal.code.to_string(), reason: refusal.message })
            }
        }
    }
    found
}

/// Chooses the wanted skills. Without `wanted`: the only one, or the one in the top folder.
pub fn choose(found: &Offers, wanted: &[String], all_of_them: bool) -> Result<Vec<Offer>, Refusal> {
    if all_of_them && wanted.is_empty() && !found.offers.is_empty() {
        return Ok(found.offers.clone());
    }
    if wanted.is_empty() {
        return match found.offers.as_slice() {
            [] => refuse(RefusalCode::NoSkill, format!("There is no skill in this source{}", reasons(found))),
            [only] => Ok(vec![only.clone()]),
            [first, ..] if first.folder.is_empty() => Ok(vec![first.clone()]),
            several => refuse(
                RefusalCode::SeveralSkills,
                format!(
                    "There are {} skills in this source. Choose with --skill NAME (or --all): {}",
                    several.len(),
                    names_of(several)
                ),
            ),
        };
    }
    let one = |name: &String| {
        let fits = |offer: &&Offer| offer.name == *name || (!offer.folder.is_empty() && offer.folder == name.trim_matches('/'));
        found.offers.iter().find(fits).cloned().ok_or_else(|| {
            Refusal::new(
                RefusalCode::SkillNotInSource,
                format!("There is no skill {name:?} in this source. There are: {}{}", names_of(&found.offers), reasons(found)),
            )
        })
    };
    let mut chosen: Vec<Offer> = wanted.iter().map(one).collect::<Result<_, _>>()?;
    let mut seen = BTreeSet::new();
    chosen.retain(|offer| seen.insert(offer.name.clone()));
    Ok(chosen)
}

fn names_of(offers: &[Offer]) -> String {
    offers.iter().map(|offer| offer.name.as_str()).collect::<Vec<_>>().join(", ")
}

fn reasons(found: &Offers) -> String {
    let told = found.not_offered.iter().take(5).map(|skipped| format!("; {}: {}", skipped.folder, skipped.reason));
    told.collect()
}

/// Standard folders come first, so that of two skills with one name the intended one wins.
fn rank(folder: &str, named: &[String]) -> u8 {
    match folder {
        "" => 0,
        _ if named.iter().any(|name| name == folder) => 1,
        _ if folder.starts_with("skills/") => 1,
        _ if folder.starts_with('.') && folder.contains("skills/") => 2,
        _ => 3,
    }
}

fn offer(fetched: &Fetched, folder: &str) -> Result<Offer, Refusal> {
    let own = folder.rsplit('/').next().filter(|name| !name.is_empty()).unwrap_or(&fetched.called);
    let Some(text) = text(fetched, &file_in(folder)) else {
        return refuse(
            RefusalCode::Unreadable,
            "SKILL.md cannot be read as text, is too large, or is a link that leaves the source",
        );
    };
    let bundle =
        bundle::read(&text, own, Profile::Lenient).map_err(|finding| Refusal::new(RefusalCode::SkillInvalid, finding.message))?;
    Ok(Offer {
        name: names::skill_folder(&bundle.name, own)?,
        description: bundle.description,
        folder: folder.to_owned(),
        also: Vec::new(),
    })
}

fn file_in(folder: &str) -> String {
    if folder.is_empty() { "SKILL.md".to_owned() } else { format!("{folder}/SKILL.md") }
}

/// A text file of the source, if it is inside and small enough.
fn text(fetched: &Fetched, path: &str) -> Option<String> {
    let bytes = match &fetched.material {
        Material::Memory(package) => package.files.0.get(path)?.clone(),
        Material::Disk { root, start, .. } => {
            let real = fs::canonicalize(start.join(path)).ok()?;
            if !real.starts_with(fs::canonicalize(root).ok()?) || !real.is_file() {
                return None;
            }
            let mut bytes = Vec::new();
            fs::File::open(real).ok()?.take(MAX_BYTES as u64 * 2 + 1).read_to_end(&mut bytes).ok()?;
            bytes
        }
    };
    if bytes.len() > MAX_BYTES * 2 { None } else { String::from_utf8(bytes).ok() }
}

fn folders(fetched: &Fetched, not_offered: &mut Vec<NotOffered>) -> BTreeSet<String> {
    match &fetched.material {
        Material::Memory(package) => {
            let of = |path: &String| match path.rsplit_once('/') {
                None => (path == "SKILL.md").then(String::new),
                Some((folder, file)) => (file == "SKILL.md").then(|| folder.to_owned()),
            };
            let all: BTreeSet<String> = package.files.0.keys().filter_map(of).collect();
            all.iter().filter(|folder| !is_part(folder, &all)).cloned().collect()
        }
        Material::Disk { start, .. } => {
            let mut walk = Walk { found: BTreeSet::new(), left: MAX_FOLDERS, not_offered };
            walk.enter(start, "", 0);
            walk.found
        }
    }
}

/// Below a skill other than the uppermost, a SKILL.md is a part of that skill: an example, a template.
fn is_part(folder: &str, all: &BTreeSet<String>) -> bool {
    folder.match_indices('/').any(|(at, _)| all.contains(&folder[..at]))
}

struct Walk<'a> {
    found: BTreeSet<String>,
    left: usize,
    not_offered: &'a mut Vec<NotOffered>,
}

impl Walk<'_> {
    fn enter(&mut self, folder: &Path, name: &str, depth: usize) {
        let Ok(entries) = fs::read_dir(folder) else { return };
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        if self.left == 0 {
            let reason = format!("The source has more than {MAX_FOLDERS} folders; the rest was not searched");
            self.not_offered.push(NotOffered { folder: name.to_owned(), code: "TOO_MANY_FOLDERS".to_owned(), reason });
        }
        let mut below = Vec::new();
        for entry in entries.flatten() {
            let (Ok(kind), Ok(own)) = (entry.file_type(), entry.file_name().into_string()) else { continue };
            if own == "SKILL.md" {
                self.found.insert(name.to_owned());
            }
            // Links between agents' folders show the same skills again; they are not followed.
            if kind.is_dir() && depth < MAX_DEPTH && !SKIPPED.contains(&own.as_str()) {
                below.push(own);
            }
        }
        if self.found.contains(name) && !name.is_empty() {
            return;
        }
        below.sort();
        for own in below {
            let path = if name.is_empty() { own.clone() } else { format!("{name}/{own}") };
            self.enter(&folder.join(own), &path, depth + 1);
        }
    }
}

/// Folders of a plugin manifest, also deeper than the search goes.
fn from_manifest(fetched: &Fetched, not_offered: &mut Vec<NotOffered>) -> Vec<String> {
    let manifest = text(fetched, MANIFEST).and_then(|text| serde_json::from_str::<serde_json::Value>(&text).ok());
    let plugins = manifest.as_ref().and_then(|manifest| manifest["plugins"].as_array()).map(Vec::as_slice).unwrap_or_default();
    let mut named = Vec::new();
    for plugin in plugins {
        let base = plugin["source"].as_str().unwrap_or_default();
        let skills = plugin["skills"].as_array().map(Vec::as_slice).unwrap_or_default();
        for skill in skills.iter().filter_map(|skill| skill.as_str()) {
            let joined = format!("{}/{}", plain(base), plain(skill));
            match crate::source::locator::checked_path(&joined) {
                Ok(Some(folder)) => named.push(folder),
                Ok(None) => {}
                Err(refusal) => not_offered.push(NotOffered {
                    folder: joined,
                    code: refusal.code.to_string(),
                    reason: format!("{MANIFEST} names it: {}", refusal.message),
                }),
            }
        }
    }
    named
}

/// Without the `./` that manifests begin their paths with.
fn plain(path: &str) -> &str {
    path.trim_start_matches("./").trim_end_matches('/').trim_end_matches('/')
}
