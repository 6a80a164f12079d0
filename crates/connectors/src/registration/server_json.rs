//! `server.json`, the format of the MCP registry (schema 2025-12-11; the spelling before 2025-09-16 is read too), and the answer of a registry
//! that holds one.

use super::{Offer, Part, Reach, Text, Word, kind, scalar, scalars, shown, text};
use crate::findings::is_secret_name;
use apprentice_contracts::connector::{McpImportFindingCode as Code, McpImportInput};
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

const SSE: &str = "It uses the old transport “sse”, which is not supported. Ask for its address of streamable HTTP.";

/// The servers that a `server.json` offers: each package and each address. `Err`: why there is none, as a sentence.
pub fn read(text: &str) -> Result<Vec<Offer>, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let root: Json = serde_json::from_str(text).map_err(|error| format!("The text is no valid JSON: {error}."))?;
    let file = File::of(&root)?;
    let packages = list(&file.server["packages"]).iter().map(|package| file.package(package));
    let remotes = list(&file.server["remotes"]).iter().map(|remote| file.remote(remote));
    let mut offers: Vec<Offer> = packages.chain(remotes).map(Offer::checked).take(super::MOST_OFFERS + 1).collect();
    name_apart(&mut offers, file.name);
    match offers.len() {
        0 => Err("The file offers no server: it has neither packages nor remotes.".to_owned()),
        count if count > super::MOST_OFFERS => Err(format!("The file offers more than {} servers.", super::MOST_OFFERS)),
        _ => Ok(offers),
    }
}

/// The only offer has the name of the file; several of one kind are numbered.
fn name_apart(offers: &mut [Offer], name: &str) {
    if let [only] = offers {
        name.clone_into(&mut only.name);
    }
    for at in 0..offers.len() {
        let same = offers[..at].iter().filter(|before| before.name == offers[at].name).count();
        if same > 0 {
            offers[at].name.push_str(&format!(" {}", same + 1));
        }
    }
}

/// A field, in the current spelling (`registryType`) or the older one (`registry_type`).
fn field<'a>(value: &'a Json, name: &str) -> &'a Json {
    let snake: String = name
        .chars()
        .flat_map(|letter| letter.is_ascii_uppercase().then_some('_').into_iter().chain([letter.to_ascii_lowercase()]))
        .collect();
    value.get(name).or_else(|| value.get(&snake)).unwrap_or(&Json::Null)
}

fn list(value: &Json) -> &[Json] {
    value.as_array().map_or(&[], Vec::as_slice)
}

struct File<'a> {
    server: &'a Json,
    name: &'a str,
    deprecated: bool,
}

impl<'a> File<'a> {
    fn of(root: &'a Json) -> Result<Self, String> {
        let server = root.get("server").filter(|server| server.is_object()).unwrap_or(root);
        let name = Some(text(server, "title")).filter(|title| !title.is_empty()).unwrap_or_else(|| {
            let name = text(server, "name");
            name.rsplit('/').next().unwrap_or(name)
        });
        if name.is_empty() {
            return Err("The file has no name, so it is no server.json.".to_owned());
        }
        let official = |value: &'a Json| text(&value["_meta"]["io.modelcontextprotocol.registry/official"], "status");
        let status = [official(root), official(server), text(server, "status")];
        let deprecated = status.iter().any(|status| ["deprecated", "deleted"].contains(status));
        Ok(Self { server, name, deprecated })
    }

    /// A new offer; `kind` distinguishes it from the others of the file.
    fn offer(&self, kind: &str) -> Offer {
        let name = format!("{} ({kind})", self.name);
        // What cannot be seen in a name is refused by [`Offer::checked`], so it stays here.
        let mut offer = Offer { name, ..Offer::unsupported("", text(self.server, "description"), "") };
        if self.deprecated {
            offer.finding(Code::Deprecated, "The registry calls it deprecated or deleted.".to_owned());
        }
        offer
    }

    fn remote(&self, remote: &Json) -> Offer {
        let mut offer = self.offer("address");
        let transport = [text(remote, "type"), text(remote, "transport_type")].concat();
        if transport != "streamable-http" {
            offer.reach = Reach::Unsupported(match transport.as_str() {
                "sse" => SSE.to_owned(),
                other => format!("Its transport “{}” is not known.", shown(other)),
            });
            return offer;
        }
        let mut inputs = Inputs::default();
        let address = inputs.template(text(remote, "url"), &remote["variables"], None);
        for header in list(&remote["headers"]) {
            offer.headers.extend(inputs.pair(header));
        }
        let secret = address.inputs().find(|name| inputs.is_secret(name)).map(str::to_owned);
        offer.reach = match secret {
            Some(name) => {
                Reach::Unsupported(format!("Its address contains the secret {name}, and addresses are shown and logged."))
            }
            None => address_of(address),
        };
        offer.inputs = inputs.all;
        offer
    }

    fn package(&self, package: &Json) -> Offer {
        let registry = field(package, "registryType").as_str().unwrap_or_default();
        let mut offer = self.offer(if registry.is_empty() { "package" } else { registry });
        offer.reach = match command(package, registry, &mut offer) {
            Ok((program, words)) => Reach::Program(program, words, None),
            Err(why) => Reach::Unsupported(why),
        };
        offer
    }
}

/// An address without inputs at its beginning is checked at once, so that the plan says what is wrong.
fn address_of(address: Text) -> Reach {
    let tried: String = address
        .0
        .iter()
        .map(|part| match part {
            Part::Fixed(text) => text.as_str(),
            Part::Input(_) => "x",
        })
        .collect();
    match crate::address::checked(&tried) {
        Err(why) if !matches!(address.0.first(), Some(Part::Input(_))) => Reach::Unsupported(format!("Its address {why}.")),
        _ => Reach::Address(address),
    }
}

/// The program of a package and its arguments, with the version that the file names.
fn command(package: &Json, registry: &str, offer: &mut Offer) -> Result<(String, Vec<Word>), String> {
    let transport = text(&package["transport"], "type");
    match transport {
        "stdio" | "" => {}
        "sse" => return Err(SSE.to_owned()),
        other => {
            return Err(format!(
                "It is started and then reached over “{}”. Start it yourself, and register its address.",
                shown(other)
            ));
        }
    }
    let (program, default_registry) = match registry {
        "npm" => ("npx", "https://registry.npmjs.org"),
        "pypi" => ("uvx", "https://pypi.org"),
        "oci" => ("docker", "https://docker.io"),
        "nuget" => ("dnx", NUGET),
        "mcpb" => return Err(bundle_elsewhere(package)),
        "cargo" => {
            return Err(
                "Its package has to be built by cargo install, once, by you. Do that, and register its program.".to_owned()
            );
        }
        other => return Err(format!("Packages of “{}” are not supported; npm, pypi, nuget, oci and bundles are.", shown(other))),
    };
    let program = match field(package, "runtimeHint").as_str().unwrap_or_default() {
        "" => program,
        "podman" if registry == "oci" => "podman",
        hint if hint == program => program,
        hint => {
            return Err(format!("It wants the runtime “{}”, and {program} is what starts packages of {registry}.", shown(hint)));
        }
    };
    let base = field(package, "registryBaseUrl").as_str().unwrap_or_default().trim_end_matches('/');
    if registry != "oci" && !base.is_empty() && base != default_registry {
        return Err(format!(
            "Its package is in another registry ({}), and {program} would take one of the same name from its own.",
            shown(base)
        ));
    }
    if registry != "oci" && field(package, "fileSha256").is_string() {
        offer.finding(Code::HashNotChecked, format!("The file names a SHA-256, which {program} does not compare."));
    }
    let mut inputs = Inputs::default();
    for variable in list(field(package, "environmentVariables")) {
        offer.environment.extend(inputs.pair(variable));
    }
    let runtime = inputs.words(field(package, "runtimeArguments"));
    let mut given = inputs.words(field(package, "packageArguments"));
    offer.inputs = inputs.all;
    let mut words = match registry {
        "npm" => npm(package, &runtime)?,
        "pypi" => vec![fixed(pinned(package, "==", is_python_name, is_python_version)?)],
        "nuget" => nuget(package, &runtime)?,
        _ => vec![fixed(image(package, base, offer)?)],
    };
    let own: Vec<Word> = runtime.into_iter().filter(|word| !is_yes(word)).collect();
    // dnx takes the options after the package for its own, up to this.
    if registry == "nuget" && !given.is_empty() {
        given.insert(0, fixed("--"));
    }
    if !own.is_empty() {
        let told: Vec<String> = own.iter().flat_map(|word| word.fixed().into_iter().map(shown)).collect();
        let message = format!(
            "The file gives {program} arguments of its own ({}). They decide what is started and what it may reach; read them.",
            told.join(" ")
        );
        offer.finding(Code::RuntimeArguments, message);
    }
    let mut all: Vec<Word> = match registry {
        "oci" => ["run", "-i", "--rm"].map(fixed).into_iter().chain(passed(offer)).collect(),
        _ => Vec::new(),
    };
    let package = words.pop();
    all.extend(words);
    all.extend(own);
    all.extend(package);
    all.extend(given);
    Ok((program.to_owned(), all))
}

fn fixed(text: impl Into<String>) -> Word {
    Word::Text(None, Text::fixed_text(text))
}

fn is_yes(word: &Word) -> bool {
    matches!(word.fixed()[..], ["-y" | "--yes"])
}

/// A container is given the variables by their names, so that no value is in the command.
fn passed(offer: &Offer) -> Vec<Word> {
    offer.environment.iter().map(|(name, _)| Word::Passed(name.clone())).collect()
}

/// `-y`, and last the package.
fn npm(package: &Json, runtime: &[Word]) -> Result<Vec<Word>, String> {
    let calls = |text: &&str| ["-c", "--call"].contains(text) || text.starts_with("--call=");
    if runtime.iter().flat_map(Word::fixed).any(|text| calls(&text)) {
        return Err("It makes npx run a command in a shell (--call), which no version names.".to_owned());
    }
    Ok(vec![fixed("-y"), fixed(pinned(package, "@", is_npm_name, is_semantic_version)?)])
}

/// The registry of NuGet packages.
const NUGET: &str = "https://api.nuget.org/v3/index.json";
/// Options of dnx which say where packages are, or which version is taken.
const ELSEWHERE: [&str; 6] = ["--source", "-s", "--add-source", "--configfile", "--version", "--prerelease"];

/// The options of dnx, and last the package. Without `--source` it would take one of the same name from any registry that the person, or the
/// folder where it starts, has in a NuGet.Config.
fn nuget(package: &Json, runtime: &[Word]) -> Result<Vec<Word>, String> {
    // `@FILE` is a file with further options.
    let moves = |text: &&str| text.starts_with('@') || ELSEWHERE.contains(&text.split(['=', ':']).next().unwrap_or_default());
    if let Some(option) = runtime.iter().flat_map(Word::fixed).find(moves) {
        return Err(format!(
            "It gives dnx the option {}, so that another package would be started than it names.",
            shown(option)
        ));
    }
    let package = pinned(package, "@", is_nuget_name, is_nuget_version)?;
    Ok(vec![fixed("--yes"), fixed(format!("--source={NUGET}")), fixed(package)])
}

/// The package with exactly one version.
fn pinned(package: &Json, between: &str, is_name: fn(&str) -> bool, is_version: fn(&str) -> bool) -> Result<String, String> {
    let (name, version) = (text(package, "identifier"), text(package, "version"));
    if !is_name(name) {
        return Err(format!("“{}” is no name of a package.", shown(name)));
    }
    match version {
        "" => Err("It names no version, so that every start could run another program. Ask for a file with one.".to_owned()),
        version if is_version(version) => Ok(format!("{name}{between}{version}")),
        other => Err(format!(
            "“{}” is no exact version, so that every start could run another program. Ask for a file with one.",
            shown(other)
        )),
    }
}

fn is_npm_name(name: &str) -> bool {
    let is_part = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_alphanumeric())
            && part.bytes().all(|letter| letter.is_ascii_alphanumeric() || b"._~-".contains(&letter))
    };
    match name.strip_prefix('@') {
        Some(rest) => rest.split_once('/').is_some_and(|(scope, name)| is_part(scope) && is_part(name)),
        None => is_part(name),
    }
}

fn is_python_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphanumeric())
        && name.bytes().all(|letter| letter.is_ascii_alphanumeric() || b"._-".contains(&letter))
}

/// `1.2.3`, with what may follow it (semver.org).
fn is_semantic_version(version: &str) -> bool {
    has_numbers(version, 3..=3)
}

fn has_numbers(version: &str, count: RangeInclusive<usize>) -> bool {
    let (numbers, rest) = version.split_once(['-', '+']).unwrap_or((version, "0"));
    let parts: Vec<&str> = numbers.split('.').collect();
    let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|letter| letter.is_ascii_digit());
    count.contains(&parts.len())
        && parts.iter().all(is_number)
        && !rest.is_empty()
        && rest.bytes().all(|letter| letter.is_ascii_alphanumeric() || b".-+".contains(&letter))
}

/// At most 100 characters, of which the first is no sign, so that it is no option.
fn is_nuget_name(name: &str) -> bool {
    name.len() <= 100
        && name.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '_')
        && name.bytes().all(|letter| letter.is_ascii_alphanumeric() || b"._-".contains(&letter))
}

/// A semantic version, or one of four numbers. dnx takes it for exactly this version; ranges and `*` are none.
fn is_nuget_version(version: &str) -> bool {
    has_numbers(version, 3..=4)
}

/// A version as PEP 440 writes it, without a `*`.
fn is_python_version(version: &str) -> bool {
    version.starts_with(|first: char| first.is_ascii_digit())
        && version.bytes().all(|letter| letter.is_ascii_alphanumeric() || b".!+-_".contains(&letter))
}

/// The reference of an image, by its digest where the file has one. `base`: its registry, which files before 2025-10-11 name apart.
fn image(package: &Json, base: &str, offer: &mut Offer) -> Result<String, String> {
    let reference = text(package, "identifier");
    let is_safe = |text: &str| {
        text.starts_with(|first: char| first.is_ascii_alphanumeric())
            && text.bytes().all(|letter| letter.is_ascii_alphanumeric() || b"._/:-".contains(&letter))
    };
    let (image, digest) = reference.split_once('@').map_or((reference, None), |(image, digest)| (image, Some(digest)));
    if !is_safe(image) {
        return Err(format!("“{}” is no name of an image.", shown(reference)));
    }
    let host = base.strip_prefix("https://").unwrap_or_default();
    let prefix = match host {
        "" | "docker.io" => String::new(),
        host if image.starts_with(&format!("{host}/")) => String::new(),
        host if is_safe(host) => format!("{host}/"),
        _ => return Err(format!("“{}” is no registry of images.", shown(base))),
    };
    let at = image.rfind('/').map_or(0, |slash| slash + 1);
    let (name, tag) = match image[at..].split_once(':') {
        Some((last, tag)) => (format!("{prefix}{}{last}", &image[..at]), tag),
        None => (format!("{prefix}{image}"), text(package, "version")),
    };
    match digest.or_else(|| tag.starts_with("sha256:").then_some(tag)) {
        Some(digest) if is_digest(digest) => Ok(format!("{name}@{digest}")),
        Some(digest) => Err(format!("“{}” is no SHA-256 of an image.", shown(digest))),
        None if tag.is_empty() || tag == "latest" => {
            Err("It names no version of its image, so that every start could run another program. Ask for a file with a digest."
                .to_owned())
        }
        None if is_safe(tag) => {
            let message = format!(
                "The image is named by its tag “{tag}”, and not by a digest: who publishes it can put another one there."
            );
            offer.finding(Code::NoDigest, message);
            Ok(format!("{name}:{tag}"))
        }
        None => Err(format!("“{}” is no version of an image.", shown(tag))),
    }
}

fn is_digest(text: &str) -> bool {
    text.strip_prefix("sha256:").is_some_and(|hash| hash.len() == 64 && hash.bytes().all(|letter| letter.is_ascii_hexdigit()))
}

fn bundle_elsewhere(package: &Json) -> String {
    let hash = field(package, "fileSha256").as_str().unwrap_or_default();
    let hash = if hash.is_empty() { String::new() } else { format!(" Its SHA-256 has to be {}.", shown(hash)) };
    format!(
        "It is a bundle at {}. Nothing is downloaded here: download it yourself, and import the file.{hash}",
        shown(text(package, "identifier"))
    )
}

/// Collects what the person is asked.
#[derive(Default)]
struct Inputs {
    all: Vec<McpImportInput>,
    names: BTreeSet<String>,
}

impl Inputs {
    fn is_secret(&self, name: &str) -> bool {
        self.all.iter().any(|input| input.name == name && input.secret)
    }

    /// Adds an input and answers its name. `wish`: the name that it should have; `flag`: the option before it.
    fn add(&mut self, wish: &str, input: &Json, flag: Option<&str>) -> String {
        let mut name: String = wish.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' }).collect();
        name = name.trim_matches('_').chars().take(80).collect();
        if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            name = format!("VALUE_{name}").trim_end_matches('_').to_owned();
        }
        let numbered = (2..).map(|number| format!("{name}_{number}"));
        let name = std::iter::once(name.clone()).chain(numbered).find(|name| !self.names.contains(name)).unwrap_or(name);
        self.names.insert(name.clone());
        let default = scalars(&input["default"]);
        let secret = field(input, "isSecret") == &Json::Bool(true) || is_secret_name(wish) || flag.is_some_and(is_secret_name);
        self.all.push(McpImportInput {
            name: name.clone(),
            label: shown(wish),
            description: Some(shown(text(input, "description"))).filter(|words| !words.is_empty()),
            required: field(input, "isRequired") == &Json::Bool(true),
            secret,
            many: field(input, "isRepeated") == &Json::Bool(true),
            kind: kind(text(input, "format")),
            default,
            choices: scalars(&input["choices"]),
        });
        name
    }

    /// A variable or header. `None`: it has no name.
    fn pair(&mut self, pair: &Json) -> Option<(String, Text)> {
        let name = pair["name"].as_str()?;
        let text = match scalar(&pair["value"]) {
            Some(value) => self.template(&value, &pair["variables"], Some(name)),
            None => Text(vec![Part::Input(self.add(name, pair, None))]),
        };
        Some((name.to_owned(), text))
    }

    /// A text whose `{NAME}` are inputs where `variables` has them, and stay as they are where it has not.
    fn template(&mut self, value: &str, variables: &Json, flag: Option<&str>) -> Text {
        let (mut parts, mut rest) = (Vec::new(), value);
        let mut known: Vec<(String, String)> = Vec::new();
        let mut plain = String::new();
        while let Some(at) = rest.find('{') {
            plain.push_str(&rest[..at]);
            rest = &rest[at..];
            let name = rest[1..].split_once('}').map(|(name, _)| name).filter(|name| variables[*name].is_object());
            let Some(name) = name else {
                plain.push('{');
                rest = &rest[1..];
                continue;
            };
            rest = &rest[name.len() + 2..];
            let variable = &variables[name];
            if let Some(value) = scalar(&variable["value"]) {
                plain.push_str(&value);
                continue;
            }
            if !plain.is_empty() {
                parts.push(Part::Fixed(std::mem::take(&mut plain)));
            }
            let input = match known.iter().find(|(before, _)| before == name) {
                Some((_, input)) => input.clone(),
                None => self.add(name, variable, flag),
            };
            known.push((name.to_owned(), input.clone()));
            parts.push(Part::Input(input));
        }
        plain.push_str(rest);
        if !plain.is_empty() {
            parts.push(Part::Fixed(plain));
        }
        Text(parts)
    }

    fn words(&mut self, arguments: &Json) -> Vec<Word> {
        list(arguments).iter().map(|argument| self.word(argument)).collect()
    }

    fn word(&mut self, argument: &Json) -> Word {
        let flag = (text(argument, "type") == "named").then(|| text(argument, "name").to_owned()).filter(|flag| !flag.is_empty());
        match scalar(&argument["value"]) {
            Some(value) if !value.is_empty() || flag.is_none() => {
                let text = self.template(&value, &argument["variables"], flag.as_deref());
                Word::Text(flag, text)
            }
            // An option without any value, such as `--verbose`.
            value if flag.is_some() && (value.is_some() || !takes_value(argument)) => fixed(flag.unwrap_or_default()),
            _ => {
                let hint = field(argument, "valueHint").as_str().filter(|hint| !hint.is_empty());
                let wish = hint.or(flag.as_deref()).unwrap_or("argument").to_owned();
                let input = self.add(&wish, argument, flag.as_deref());
                Word::Text(flag, Text(vec![Part::Input(input)]))
            }
        }
    }
}

/// Whether a named argument says anything of a value.
fn takes_value(argument: &Json) -> bool {
    let says = ["default", "format", "choices", "placeholder", "isRequired", "isSecret", "isRepeated", "valueHint"];
    says.iter().any(|name| !field(argument, name).is_null())
}
