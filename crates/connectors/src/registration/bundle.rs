//! Bundles: zip archives with a server and its `manifest.json`, named `.mcpb`, before that `.dxt` (manifest 0.1 to 0.4).

use super::template::{Part, Text, Word};
use super::{LARGEST_TEXT, Offer, Reach, kind, scalar, scalars, shown, text};
use crate::findings::is_secret_name;
use crate::pins::sha256;
use apprentice_contracts::connector::{McpImportFindingCode as Code, McpImportInput};
use apprentice_skills::format::names::check_path;
use apprentice_skills::source::archive;
use apprentice_skills::source::package::{Limits, Package};
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;
use std::path::Path;

const MIB: u64 = 1024 * 1024;

/// How large a bundle may be. It brings its packages along, which skills never do.
pub const LIMITS: Limits = Limits {
    archive: 100 * MIB,
    total: 400 * MIB,
    file: 150 * MIB,
    files: 20_000,
    ratio: 200,
    left_out: &[".git", "__MACOSX", ".DS_Store"],
};

const MANIFEST: &str = "manifest.json";
/// The versions of the manifest that are known.
const VERSIONS: [&str; 4] = ["0.1", "0.2", "0.3", "0.4"];
/// What ends a bundle with a signature.
const SIGNED: &[u8] = b"MCPB_SIG_END";
/// Programs that download what they start.
const FETCH: [&str; 9] = ["npx", "npm", "uvx", "uv", "pipx", "bunx", "deno", "docker", "podman"];

/// Whether a file begins as a bundle does.
pub fn is_bundle(bytes: &[u8]) -> bool {
    archive::is_zip(bytes)
}

/// The folder of a bundle below `bundles`: the SHA-256 of its file.
pub fn folder_name(bytes: &[u8]) -> String {
    sha256(bytes)
}

/// The server of a bundle. All entries of the archive are checked; only its manifest is unpacked.
pub(super) fn read(bytes: &[u8], bundles: &Path, home: Option<&Path>) -> Result<Offer, String> {
    let mut entries = BTreeSet::new();
    let package = archive::open_zip(Cursor::new(bytes), &LIMITS, &mut |path| {
        entries.insert(path.to_owned());
        Ok(path == MANIFEST)
    });
    let package = package.map_err(|refusal| format!("The bundle cannot be read ({}): {refusal}.", refusal.code.as_str()))?;
    let manifest = package.files.0.get(MANIFEST).ok_or("The archive has no manifest.json at its top, so it is no bundle.")?;
    if manifest.len() > LARGEST_TEXT {
        return Err(format!("manifest.json has more than {} KiB.", LARGEST_TEXT / 1024));
    }
    let manifest: Json = serde_json::from_slice(manifest).map_err(|error| format!("manifest.json is no valid JSON: {error}."))?;
    let folder = bundles.join(folder_name(bytes)).display().to_string();
    let reader = Reader { manifest: &manifest, entries: &entries, folder, home: home.map(|home| home.display().to_string()) };
    let mut offer = reader.offer()?;
    if bytes.ends_with(SIGNED) {
        offer.finding(Code::SignatureNotChecked, "The bundle is signed, and the signature is not checked.".to_owned());
    }
    Ok(offer.checked())
}

/// The files of a bundle, with what it starts made executable. `Err`: why it cannot be unpacked, as a sentence.
pub fn unpack(bytes: &[u8]) -> Result<Package, String> {
    let mut package = archive::open(bytes, &LIMITS).map_err(|refusal| format!("The bundle cannot be unpacked: {refusal}."))?;
    let manifest: Json = package.files.0.get(MANIFEST).and_then(|text| serde_json::from_slice(text).ok()).unwrap_or_default();
    let entry = text(&manifest["server"], "entry_point").trim_start_matches("./").to_owned();
    if text(&manifest["server"], "type") == "binary" && package.files.0.contains_key(&entry) {
        package.executable.insert(entry);
    }
    Ok(package)
}

/// This system, as manifests call it.
pub(super) const PLATFORM: &str = match std::env::consts::OS.as_bytes() {
    b"macos" => "darwin",
    b"windows" => "win32",
    _ => "linux",
};

struct Reader<'a> {
    manifest: &'a Json,
    entries: &'a BTreeSet<String>,
    /// The folder that it will be unpacked to.
    folder: String,
    home: Option<String>,
}

impl Reader<'_> {
    fn offer(&self) -> Result<Offer, String> {
        let name = [text(self.manifest, "display_name"), text(self.manifest, "name")].into_iter().find(|name| !name.is_empty());
        let name = name.ok_or("manifest.json has no name.")?;
        // What cannot be seen in a name is refused by [`Offer::checked`], so it stays here.
        let description = text(self.manifest, "description");
        let mut offer = Offer { name: name.to_owned(), ..Offer::unsupported("", description, "") };
        offer.reach = match self.reach(&mut offer) {
            Ok(reach) => reach,
            Err(why) => Reach::Unsupported(why),
        };
        Ok(offer)
    }

    fn reach(&self, offer: &mut Offer) -> Result<Reach, String> {
        let version = [text(self.manifest, "manifest_version"), text(self.manifest, "dxt_version")].concat();
        if !VERSIONS.contains(&version.as_str()) {
            return Err(format!("Its manifest has version “{}”; {} are known.", shown(&version), VERSIONS.join(", ")));
        }
        let platforms = scalars(&self.manifest["compatibility"]["platforms"]);
        if !platforms.is_empty() && !platforms.iter().any(|platform| platform == PLATFORM) {
            return Err(format!("It is for {}, and this is {PLATFORM}.", shown(&platforms.join(", "))));
        }
        let server = &self.manifest["server"];
        let runtime = text(server, "type");
        if !["node", "python", "binary", "uv"].contains(&runtime) {
            return Err(format!("Its kind of server “{}” is not known; node, python, binary and uv are.", shown(runtime)));
        }
        let entry = text(server, "entry_point").trim_start_matches("./");
        if check_path(entry).is_err() || !self.entries.contains(entry) {
            return Err(format!("Its entry_point “{}” is no file of the bundle.", shown(entry)));
        }
        self.command(server, runtime, entry, offer)
    }

    fn command(&self, server: &Json, runtime: &str, entry: &str, offer: &mut Offer) -> Result<Reach, String> {
        let config = &server["mcp_config"];
        let here = &config["platform_overrides"][PLATFORM];
        let choose = |field: &str| here.get(field).or_else(|| config.get(field)).unwrap_or(&Json::Null);
        let mut asked = Asked { reader: self, offer: &mut *offer };
        let (program, arguments) = match choose("command").as_str() {
            Some(command) => (command.to_owned(), scalars(choose("args"))),
            None if runtime == "uv" => {
                ("uv".to_owned(), ["run", "--directory", "${__dirname}", entry].map(str::to_owned).to_vec())
            }
            None => return Err("Its mcp_config names no command.".to_owned()),
        };
        let program = match &asked.template(&program)?.0[..] {
            [Part::Fixed(program)] => self.program(program)?,
            _ => {
                return Err(
                    "Its program depends on what you answer. Only a fixed program can be read before it is trusted.".to_owned()
                );
            }
        };
        let mut words = Vec::new();
        for argument in &arguments {
            words.push(Word::Text(None, asked.template(argument)?));
        }
        let environment: BTreeMap<&String, &Json> =
            [&config["env"], &here["env"]].into_iter().filter_map(Json::as_object).flatten().collect();
        for (name, value) in environment {
            let value = asked.template(&scalar(value).unwrap_or_default())?;
            asked.offer.environment.push((name.clone(), value));
        }
        let base = super::base(&program);
        if FETCH.contains(&base.as_str()) {
            let message =
                format!("{base} downloads what the bundle does not contain. Read its arguments for the version that it takes.");
            offer.finding(Code::FetchesPackages, message);
        }
        Ok(Reach::Program(program, words, Some(self.folder.clone())))
    }

    /// A program in `PATH` by its name, or a file of the bundle by its whole path.
    fn program(&self, program: &str) -> Result<String, String> {
        if !program.contains('/') || Path::new(program).is_absolute() && !program.starts_with(&self.folder) {
            return Ok(program.to_owned());
        }
        let inside = program.strip_prefix(&self.folder).unwrap_or(program).trim_start_matches("./").trim_start_matches('/');
        match check_path(inside).is_ok() && self.entries.contains(inside) {
            true => Ok(format!("{}/{inside}", self.folder)),
            false => Err(format!("Its program “{}” is no file of the bundle.", shown(inside))),
        }
    }

    /// What a placeholder of the system represents. `None`: it is not known.
    fn system(&self, name: &str) -> Option<String> {
        let below = |folder: &str| self.home.as_ref().map(|home| format!("{home}/{folder}"));
        match name {
            "__dirname" => Some(self.folder.clone()),
            "HOME" => self.home.clone(),
            "DESKTOP" => below("Desktop"),
            "DOCUMENTS" => below("Documents"),
            "DOWNLOADS" => below("Downloads"),
            "/" | "pathSeparator" => Some("/".to_owned()),
            _ => None,
        }
    }

    /// A text without inputs, such as a default.
    fn plain(&self, value: &str) -> Result<String, String> {
        let mut plain = String::new();
        for piece in pieces(value)? {
            plain.push_str(&match piece {
                Piece::Text(text) => text.to_owned(),
                Piece::Placeholder(name) => self.system(name).ok_or_else(|| unknown(name))?,
            });
        }
        Ok(plain)
    }
}

/// An offer and what it asks so far.
struct Asked<'a, 'r> {
    reader: &'a Reader<'r>,
    offer: &'a mut Offer,
}

impl Asked<'_, '_> {
    fn template(&mut self, value: &str) -> Result<Text, String> {
        if value.contains("${__dirname}") && value.split(['/', '\\']).any(|part| part == "..") {
            return Err(format!("“{}” leads out of the bundle.", shown(value)));
        }
        let (mut parts, mut fixed) = (Vec::new(), String::new());
        for piece in pieces(value)? {
            let name = match piece {
                Piece::Text(text) => {
                    fixed.push_str(text);
                    continue;
                }
                Piece::Placeholder(name) => name,
            };
            match name.strip_prefix("user_config.") {
                None => fixed.push_str(&self.reader.system(name).ok_or_else(|| unknown(name))?),
                Some(key) => {
                    if !fixed.is_empty() {
                        parts.push(Part::Fixed(std::mem::take(&mut fixed)));
                    }
                    parts.push(Part::Input(self.input(key)?));
                }
            }
        }
        if !fixed.is_empty() {
            parts.push(Part::Fixed(fixed));
        }
        Ok(Text(parts))
    }

    /// The input of a key of `user_config`, by its name.
    fn input(&mut self, key: &str) -> Result<String, String> {
        let option = &self.reader.manifest["user_config"][key];
        if !option.is_object() {
            return Err(format!("It uses user_config.{}, which its manifest does not describe.", shown(key)));
        }
        let name: String = key.chars().map(|letter| if letter == '-' || letter == '.' { '_' } else { letter }).collect();
        let name = name.to_ascii_uppercase();
        if !super::is_name(&name) {
            return Err(format!("“{}” in user_config is no name: it may have letters, digits, -, _ and dots.", shown(key)));
        }
        let label = Some(text(option, "title")).filter(|title| !title.is_empty()).unwrap_or(key);
        if let Some(known) = self.offer.inputs.iter().find(|input| input.name == name) {
            return match known.label == shown(label) {
                true => Ok(name),
                false => Err(format!("Two of its values would have the name {name}.")),
            };
        }
        let wanted = text(option, "type");
        if !["string", "number", "boolean", "directory", "file"].contains(&wanted) {
            return Err(format!("Its value “{}” has the unknown type “{}”.", shown(label), shown(wanted)));
        }
        let default = scalars(&option["default"]).iter().map(|value| self.reader.plain(value)).collect::<Result<Vec<_>, _>>()?;
        self.offer.inputs.push(McpImportInput {
            name: name.clone(),
            label: shown(label),
            description: Some(shown(text(option, "description"))).filter(|words| !words.is_empty()),
            required: option["required"] == Json::Bool(true),
            secret: option["sensitive"] == Json::Bool(true) || is_secret_name(key),
            many: option["multiple"] == Json::Bool(true),
            kind: kind(wanted),
            default,
            choices: Vec::new(),
        });
        Ok(name)
    }
}

enum Piece<'a> {
    Text(&'a str),
    /// What is between `${` and `}`.
    Placeholder(&'a str),
}

/// The pieces of a text. `Err`: a placeholder has no end, or another one in it.
fn pieces(text: &str) -> Result<Vec<Piece<'_>>, String> {
    let (mut pieces, mut rest) = (Vec::new(), text);
    while let Some((before, after)) = rest.split_once("${") {
        pieces.push(Piece::Text(before));
        let (name, after) =
            after.split_once('}').ok_or_else(|| format!("“{}” has a placeholder without an end.", shown(text)))?;
        if name.contains(['$', '{']) {
            return Err(format!("“{}” has a placeholder within a placeholder.", shown(text)));
        }
        pieces.push(Piece::Placeholder(name));
        rest = after;
    }
    pieces.push(Piece::Text(rest));
    Ok(pieces)
}

fn unknown(name: &str) -> String {
    format!("It uses ${{{}}}, which nothing fills in.", shown(name))
}
