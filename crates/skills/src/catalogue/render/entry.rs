//! A skill as catalogues show it, and a skill with its whole text.

use crate::files::list_files;
use crate::format::bundle::{self, Bundle};
use crate::format::profile::{BodyCap, Profile};
use crate::format::{folder, openai};
use apprentice_contracts::skill::{SkillFormat, SkillScope, SkillSummary};
use std::fs;
use std::path::{Path, PathBuf};

const MAX_RESOURCES: usize = 200;
const MAX_RESOURCE_DEPTH: usize = 4;

/// One skill of a catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogueEntry {
    /// Name of the skill.
    pub name: String,
    /// The description.
    pub description: String,
    /// Claude Code's addition to the description.
    pub when_to_use: Option<String>,
    /// Absolute path of the SKILL.md.
    pub file: PathBuf,
    /// Whose skill it is.
    pub scope: SkillScope,
    /// `disable-model-invocation: true`: only a person starts the skill. Programs that know the field hide it from the model.
    pub for_people_only: bool,
    /// Codex' `policy.allow_implicit_invocation: false` in `agents/openai.yaml`: the model uses the skill only when it is named.
    pub explicit_only: bool,
}

impl CatalogueEntry {
    /// Name of the skill's folder, by which some programs know it.
    pub(crate) fn folder_name(&self) -> &str {
        self.file.parent().and_then(Path::file_name).and_then(|name| name.to_str()).unwrap_or(&self.name)
    }
}

/// One skill, read whole.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedSkill {
    /// The skill's row in a catalogue.
    pub entry: CatalogueEntry,
    /// The file as it is, front matter too.
    pub raw: String,
    /// Its body is not capped.
    pub bundle: Bundle,
}

/// Reads a skill of a listing from its file. `Err`: the reason, for people.
pub fn load(skill: &SkillSummary) -> Result<LoadedSkill, String> {
    load_text(skill, None)
}

/// [`load`] for a caller that has read the skill's file already.
pub(crate) fn load_text(skill: &SkillSummary, read: Option<String>) -> Result<LoadedSkill, String> {
    let (root, place) = (Path::new(&skill.root), Path::new(&skill.path));
    let profile = Profile::Lenient;
    let root = fs::canonicalize(root).map_err(|error| format!("{} cannot be read: {error}", root.display()))?;
    let file = place.join(&skill.file);
    let text = |path: &Path| folder::contained_text(path, &root, profile);
    let raw = match read {
        Some(raw) => raw,
        None => text(&file).map_err(|finding| finding.message)?,
    };
    let mut bundle = match skill.format {
        SkillFormat::SkillMd => {
            let name = place.file_name().and_then(|name| name.to_str()).unwrap_or(&skill.name);
            bundle::read_capped(&raw, name, profile, BodyCap::Bytes(bundle::MAX_BYTES))
        }
        SkillFormat::Legacy => folder::read_folder(place, &root, profile).map(|loaded| loaded.bundle),
    }
    .map_err(|finding| finding.message)?;
    // Fails open, as Codex does: a file that cannot be read forbids nothing.
    let openai = place.join("agents/openai.yaml");
    let policy = openai.exists().then(|| text(&openai).and_then(|text| openai::read(&text, profile)).ok()).flatten();
    let entry = CatalogueEntry {
        name: skill.name.clone(),
        description: skill.description.clone(),
        when_to_use: bundle.definition.when_to_use.clone(),
        for_people_only: bundle.definition.disable_model_invocation,
        explicit_only: policy.as_ref().is_some_and(|policy| !policy.allow_implicit_invocation),
        scope: skill.scope,
        file,
    };
    bundle.definition.openai = policy;
    Ok(LoadedSkill { entry, raw, bundle })
}

/// The files beside the SKILL.md, relative and sorted, at most 200. Names that begin with a dot, links and caches are left out.
pub fn resources(folder: &Path) -> Vec<String> {
    let left_out = |relative: &str, _is_folder: bool| {
        let name = relative.rsplit('/').next().unwrap_or(relative);
        name.starts_with('.') || ["node_modules", "__pycache__"].contains(&name)
    };
    let mut found = list_files(folder, 4 * MAX_RESOURCES + 1, MAX_RESOURCE_DEPTH, left_out);
    found.retain(|path| !path.eq_ignore_ascii_case("SKILL.md"));
    found.sort();
    found.truncate(MAX_RESOURCES);
    found
}
