//! Registering a server that a file offers: a `server.json` of the MCP registry, or a bundle. As with the configuration of agents the plan is
//! shown first, and what is chosen is read again. Nothing is downloaded, trusted or started; a bundle is unpacked once it is registered.

use super::Connectors;
use super::import::{Candidate, hidden_code, loads_code, shown, twin_of};
use super::secrets::Kind;
use crate::Answer;
use crate::core::blocking::blocking;
use crate::core::home;
use crate::core::request::invalid;
use apprentice_connectors::pins::sha256;
use apprentice_connectors::registration::{self, Answers, Filled, Offer, Reach, Variable, bundle};
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::connector::*;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_store::mcp_servers::{self, McpServerRecord};
use serde_json::json;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The place of a file that is given as its text.
const OF_TEXT: &str = "the text that you gave";

/// A file with what it offers.
struct Offered {
    bytes: Vec<u8>,
    /// `server.json` or `mcpb`.
    kind: &'static str,
    /// Its path, or a name for a text.
    place: String,
    offers: Vec<Offer>,
}

impl Connectors {
    /// Errors: `INVALID_REQUEST` on `path` or `text`.
    pub(crate) async fn plan_file_import(&self, file: McpImportFile) -> Answer<McpImportPlan> {
        let registered = self.core.store.read(|db| mcp_servers::all(db)).await.map_err(crate::stored)?;
        let offered = self.offered(&file).await?;
        let items = offered.candidates(&Answers::new(), &registered)?.into_iter().map(|candidate| candidate.item).collect();
        let source = McpImportSource {
            agent: offered.kind.to_owned(),
            agent_label: offered.label().to_owned(),
            file: offered.place,
            found: true,
            problem: None,
        };
        Ok(McpImportPlan { items, sources: vec![source], schema_version: SCHEMA_VERSION })
    }

    async fn offered(&self, file: &McpImportFile) -> Answer<Offered> {
        let (file, home) = (file.clone(), self.core.options.home.clone());
        let person = self.core.options.machine.user_home.clone();
        blocking("reading a file with connectors", move || read(&file, &home, person.as_deref())).await?
    }

    /// The caller holds the gate. Errors: `CONFLICT` when the file changed since the plan, `INVALID_REQUEST` for a server that cannot be
    /// imported or a value that does not fit, `TARGET_NOT_WRITABLE` when a bundle cannot be unpacked.
    pub(super) async fn import_from_file(&self, file: &McpImportFile, request: &McpImportRequest) -> Answer<McpImportResponse> {
        let [key] = &request.keys[..] else {
            return Err(invalid("keys", "a file offers one server in several ways; choose one of them"));
        };
        let registered = self.core.store.read(|db| mcp_servers::all(db)).await.map_err(crate::stored)?;
        let offered = self.offered(file).await?;
        let at = (0..offered.offers.len()).find(|at| offered.key(*at) == *key).ok_or_else(|| {
            let message = "keys: the file changed since the plan was shown. Look at the plan again; nothing was imported.";
            Failure::new(ErrorCode::Conflict, message).with_details(json!({ "field": "keys", "key": key }))
        })?;
        let candidate = offered.candidate(at, &answers(&request.values), &registered)?;
        candidate.check_importable()?;
        if let Some(name) = offered.filled(at, &answers(&request.values))?.address_lacks {
            return Err(invalid(&format!("values.{name}"), "the address needs it"));
        }
        if offered.kind == "mcpb" {
            self.unpack_bundle(offered.bytes).await?;
        }
        let registered = self.register_candidate(&candidate).await;
        if registered.is_err() {
            self.sweep_bundles().await;
        }
        Ok(McpImportResponse { servers: vec![registered?], schema_version: SCHEMA_VERSION })
    }
}

fn answers(values: &[McpImportValue]) -> Answers {
    let mut answers = Answers::new();
    for McpImportValue { name, value } in values {
        answers.entry(name.clone()).or_default().push(value.clone());
    }
    answers
}

fn read(file: &McpImportFile, home: &Path, person: Option<&Path>) -> Answer<Offered> {
    let (field, bytes, place) = match (&file.path, &file.text) {
        (Some(path), None) => ("path", bytes_of(path)?, path.clone()),
        (None, Some(text)) => ("text", text.clone().into_bytes(), OF_TEXT.to_owned()),
        _ => return Err(invalid("path", "give the path of a file, or the text of a server.json, and not both")),
    };
    let offers = registration::read(&bytes, &home::bundles(home), person).map_err(|why| invalid(field, &why))?;
    Ok(Offered { kind: registration::kind_of(&bytes), place, offers, bytes })
}

/// What the text of a `server.json` would register, as the plan of the same text says it. `Err`: why it offers nothing.
pub(super) fn items_of_text(text: &str, registered: &[McpServerRecord]) -> Result<Vec<McpImportItem>, String> {
    let offers = registration::server_json::read(text)?;
    let offered = Offered { bytes: text.as_bytes().to_vec(), kind: "server.json", place: OF_TEXT.to_owned(), offers };
    let candidates = offered.candidates(&Answers::new(), registered).map_err(|failure| failure.message)?;
    Ok(candidates.into_iter().map(|candidate| candidate.item).collect())
}

fn bytes_of(path: &str) -> Answer<Vec<u8>> {
    const MOST: u64 = bundle::LIMITS.archive;
    let path = PathBuf::from(path);
    if !path.is_absolute() {
        return Err(invalid("path", "give an absolute path"));
    }
    let unreadable = |error: std::io::Error| invalid("path", &format!("{} cannot be read: {error}", path.display()));
    // A pipe would be waited for.
    if !std::fs::metadata(&path).map_err(unreadable)?.is_file() {
        return Err(invalid("path", &format!("{} is no file", path.display())));
    }
    let mut bytes = Vec::new();
    let file = std::fs::File::open(&path).map_err(unreadable)?;
    file.take(MOST + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    match bytes.len() as u64 > MOST {
        true => Err(invalid("path", &format!("{} has more than {} MiB", path.display(), MOST / 1024 / 1024))),
        false => Ok(bytes),
    }
}

impl Offered {
    fn label(&self) -> &'static str {
        if self.kind == "mcpb" { "Bundle" } else { "server.json" }
    }

    /// Identifies an offer by the content of its file.
    fn key(&self, at: usize) -> String {
        sha256(format!("{}\n{at}", sha256(&self.bytes)))
    }

    fn candidates(&self, answers: &Answers, registered: &[McpServerRecord]) -> Answer<Vec<Candidate>> {
        (0..self.offers.len()).map(|at| self.candidate(at, answers, registered)).collect()
    }

    fn filled(&self, at: usize, answers: &Answers) -> Answer<Filled> {
        self.offers[at].filled(answers).map_err(|(name, why)| invalid(&format!("values.{name}"), &why))
    }

    fn candidate(&self, at: usize, answers: &Answers, registered: &[McpServerRecord]) -> Answer<Candidate> {
        let (offer, filled) = (&self.offers[at], self.filled(at, answers)?);
        let (environment, headers) = (inputs(filled.environment), inputs(filled.headers));
        let command = match &offer.reach {
            Reach::Program(program, _, folder) => {
                Some(McpCommand { program: program.clone(), arguments: filled.arguments, folder: folder.clone() })
            }
            _ => None,
        };
        let (transport, mut problem) = match &offer.reach {
            Reach::Program(..) => (Some(McpTransport::LocalBridge), None),
            Reach::Address(_) => (Some(McpTransport::RemoteHttp), None),
            Reach::Unsupported(why) => (None, Some(why.clone())),
        };
        if let Some(command) = &command {
            problem = hidden_code(&command.arguments, &environment);
        }
        let mut twin = None;
        // An address that lacks a part is no address yet.
        if let (None, Some(transport), None) = (&problem, transport, &filled.address_lacks) {
            match twin_of((transport, command.as_ref(), filled.address.as_deref()), &environment, &headers, registered) {
                Ok(name) => twin = name,
                Err(why) => problem = Some(why),
            }
        }
        let wanted: Vec<&str> = offer
            .inputs
            .iter()
            .filter(|input| input.required && input.default.is_empty() && !answers.contains_key(&input.name))
            .map(|input| input.name.as_str())
            .collect();
        let (verdict, note) = match (problem, twin) {
            (Some(why), _) => (McpImportVerdict::Unsupported, Some(why)),
            (None, Some(name)) => (McpImportVerdict::AlreadyRegistered, Some(format!("It is registered as “{name}”."))),
            (None, None) if wanted.is_empty() => (McpImportVerdict::Ready, None),
            (None, None) => (McpImportVerdict::NeedsValues, Some(format!("It asks for: {}.", wanted.join(", ")))),
        };
        let item = McpImportItem {
            key: self.key(at),
            agent: self.kind.to_owned(),
            agent_label: self.label().to_owned(),
            file: self.place.clone(),
            project: None,
            name: apprentice_connectors::findings::visible(&offer.name),
            transport,
            findings: findings(offer, &environment, command.as_ref()),
            command,
            endpoint_url: filled.address,
            environment: shown(Kind::Environment, &environment),
            headers: shown(Kind::Headers, &headers),
            enabled: true,
            description: Some(offer.description.clone()).filter(|words| !words.is_empty()),
            inputs: offer.inputs.clone(),
            verdict,
            note,
        };
        Ok(Candidate { item, environment, headers })
    }
}

/// What the file was found to say, and variables that make an interpreter load other code than that of the bundle.
fn findings(offer: &Offer, environment: &[McpVariableInput], command: Option<&McpCommand>) -> Vec<McpImportFinding> {
    let folder = command.and_then(|command| command.folder.clone());
    let inside = |value: &str| folder.as_deref().is_some_and(|folder| value.split(':').all(|part| part.starts_with(folder)));
    let loads = environment
        .iter()
        .filter(|variable| loads_code(&variable.name) || moves_packages(&variable.name))
        .filter(|variable| !variable.value.as_deref().is_some_and(inside))
        .map(|variable| McpImportFinding {
            code: McpImportFindingCode::LoadsCode,
            message: format!("{} can make it load other code. Read its value.", variable.name),
        });
    offer.findings.iter().cloned().chain(loads).collect()
}

/// Whether a variable of this name says where npx, uvx, docker or dnx take a package from, where the same name and version is another program,
/// or what .NET starts besides.
fn moves_packages(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["npm_config_", "uv_", "pip_", "docker_", "nuget_", "dotnet_"].iter().any(|prefix| name.starts_with(prefix))
}

fn inputs(variables: Vec<Variable>) -> Vec<McpVariableInput> {
    let input = |Variable { name, value, secret }| McpVariableInput { name, value, secret, from_environment: false };
    variables.into_iter().map(input).collect()
}
