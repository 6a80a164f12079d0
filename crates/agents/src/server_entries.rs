//! Servers of tools in the configuration of an agent, replaced by Apprentice and put back: the agent then calls them through our gate.
//!
//! Invariant: an entry is put back only where it is still what we wrote; a file that nobody else changed becomes again what it was, byte by byte.

use crate::clients::{Client, NAME};
use crate::connect::{ConfigurationError, Plan, read};
use crate::edit::{EntryPath, entry_at};
use apprentice_skills::agents::targets::Machine;
use apprentice_skills::files::sha256_hex as sha256;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::path::PathBuf;

/// The fields of an entry that say what is started or reached, in each dialect. Everything else in it is a setting of the person and stays.
const STARTS: [&str; 17] = [
    "type",
    "transport",
    "command",
    "cmd",
    "args",
    "env",
    "envs",
    "env_keys",
    "env_vars",
    "cwd",
    "url",
    "uri",
    "httpUrl",
    "headers",
    "http_headers",
    "env_http_headers",
    "bearer_token_env_var",
];

/// The name of an entry.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EntryName {
    /// The project that it is used in. `None`: everywhere.
    pub project: Option<String>,
    /// Its name in the file.
    pub name: String,
}

/// One entry before and after.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Change {
    entry: EntryName,
    before: Option<Value>,
    after: Option<Value>,
}

/// What is needed to put the entries back. It contains what was in the file, also secrets.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Replaced {
    changes: Vec<Change>,
    /// SHA-256 of the whole file before and after.
    before_sha256: String,
    after_sha256: String,
    /// The bytes of the file after the change that differ, and what was there before.
    start: usize,
    length: usize,
    text: String,
}

/// What of a replacement is no secret: enough to see whether it was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    before_sha256: String,
    after_sha256: String,
    /// The entries with the SHA-256 of what they are after the replacement. `None`: they are not there.
    entries: Vec<(EntryName, Option<String>)>,
}

/// How an entry is replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replacement {
    /// It starts this command instead, under its own name.
    Command(Vec<String>),
    /// It is removed.
    Nothing,
}

impl Client {
    /// The keys of the mapping of servers, everywhere or of one project.
    fn path_of<'a>(&'a self, project: Option<&'a str>) -> Vec<&'a str> {
        match project {
            // Only Claude Code has servers of projects in this file.
            Some(project) => vec!["projects", project, "mcpServers"],
            None => self.path.to_vec(),
        }
    }

    /// An entry that starts `command` in place of `before`, with the other settings of the person in it.
    fn replaced(&self, before: &Value, command: &[String]) -> Value {
        let ours = self.entry(command);
        let mut entry: Map<String, Value> = before.as_object().cloned().unwrap_or_default();
        entry.retain(|key, _| !STARTS.contains(&key.as_str()));
        for (key, value) in ours.as_object().into_iter().flatten() {
            match STARTS.contains(&key.as_str()) {
                true => drop(entry.insert(key.clone(), value.clone())),
                // goose requires some that are no settings of the person.
                false => drop(entry.entry(key).or_insert_with(|| value.clone())),
            }
        }
        Value::Object(entry)
    }
}

/// Plans to replace these entries of an agent's configuration as it is now, and to add our own entry, which starts `ours`, if there is none.
///
/// # Errors
/// `NoHome`, `Unreadable`, `Unchangeable`; `Changed` if an entry is not there.
pub fn replace(
    machine: &Machine,
    client: &Client,
    entries: &[(EntryName, Replacement)],
    ours: Option<&[String]>,
) -> Result<(Plan, Replaced), ConfigurationError> {
    let file = client.file(machine).ok_or(ConfigurationError::NoHome)?;
    let before = read(&file)?.unwrap_or_default();
    let meaning = meaning(&file, client, &before)?;
    let mut changes = Vec::new();
    for (entry, replacement) in entries {
        let found = at(client, &meaning, entry).ok_or_else(|| ConfigurationError::Changed { path: file.clone() })?;
        let after = match replacement {
            Replacement::Command(command) => Some(client.replaced(&found, command)),
            Replacement::Nothing => None,
        };
        changes.push(Change { entry: entry.clone(), before: Some(found), after });
    }
    let own = EntryName { project: None, name: NAME.to_owned() };
    if let Some(command) = ours
        && at(client, &meaning, &own).is_none()
    {
        changes.push(Change { entry: own, before: None, after: Some(client.entry(command)) });
    }
    let after = with(&file, client, &before, changes.iter().map(|change| (&change.entry, change.after.as_ref())))?;
    let (start, length, text) = difference(&before, &after);
    let replaced = Replaced { changes, before_sha256: sha256(&before), after_sha256: sha256(&after), start, length, text };
    Ok((Plan::new(file, Some(before), after), replaced))
}

/// Plans to put back what [`replace`] took away, in the file as it is now.
///
/// # Errors
/// `NoHome`, `Unreadable`, `Unchangeable`; `EntryChanged` if an entry is neither what was written nor what was there before.
pub fn put_back(machine: &Machine, client: &Client, replaced: &Replaced) -> Result<Plan, ConfigurationError> {
    let file = client.file(machine).ok_or(ConfigurationError::NoHome)?;
    let now = read(&file)?;
    let text = now.clone().unwrap_or_default();
    if sha256(&text) == replaced.after_sha256
        && let Some(before) = replaced.before(&text)
    {
        return Ok(Plan::new(file, now, before));
    }
    let meaning = meaning(&file, client, &text)?;
    for change in &replaced.changes {
        let found = at(client, &meaning, &change.entry);
        if found != change.after && found != change.before {
            return Err(ConfigurationError::EntryChanged { path: file, name: change.entry.name.clone() });
        }
    }
    let after = with(&file, client, &text, replaced.changes.iter().map(|change| (&change.entry, change.before.as_ref())))?;
    Ok(Plan::new(file, now, after))
}

/// Whether the replacement is in the file as it is now. `None`: in part, or the file cannot be read.
pub fn is_replaced(machine: &Machine, client: &Client, mark: &Mark) -> Option<bool> {
    let file = client.file(machine)?;
    let text = read(&file).ok()?.unwrap_or_default();
    let digest = sha256(&text);
    if [&mark.after_sha256, &mark.before_sha256].contains(&&digest) {
        return Some(digest == mark.after_sha256);
    }
    let meaning = client.format.read(&text).ok()?;
    let done = mark.entries.iter().filter(|(entry, after)| at(client, &meaning, entry).map(|found| digest_of(&found)) == *after);
    match done.count() {
        0 => Some(false),
        all if all == mark.entries.len() => Some(true),
        _ => None,
    }
}

impl Replaced {
    /// What of it is no secret.
    pub fn mark(&self) -> Mark {
        let entry = |change: &Change| (change.entry.clone(), change.after.as_ref().map(digest_of));
        Mark {
            before_sha256: self.before_sha256.clone(),
            after_sha256: self.after_sha256.clone(),
            entries: self.changes.iter().map(entry).collect(),
        }
    }

    /// The whole file before, made of the one after.
    fn before(&self, after: &str) -> Option<String> {
        let (head, tail) = (after.get(..self.start)?, after.get(self.start.checked_add(self.length)?..)?);
        let before = format!("{head}{}{tail}", self.text);
        (sha256(&before) == self.before_sha256).then_some(before)
    }
}

fn at(client: &Client, meaning: &Value, entry: &EntryName) -> Option<Value> {
    let path = client.path_of(entry.project.as_deref());
    entry_at(meaning, EntryPath { path: &path, name: &entry.name })
}

fn meaning(file: &std::path::Path, client: &Client, text: &str) -> Result<Value, ConfigurationError> {
    client.format.read(text).map_err(|why| ConfigurationError::Unreadable { path: file.to_path_buf(), why })
}

/// The text with these entries.
fn with<'a>(
    file: &PathBuf,
    client: &Client,
    text: &str,
    entries: impl Iterator<Item = (&'a EntryName, Option<&'a Value>)>,
) -> Result<String, ConfigurationError> {
    let mut text = text.to_owned();
    for (entry, value) in entries {
        let path = client.path_of(entry.project.as_deref());
        let target = EntryPath { path: &path, name: &entry.name };
        text = client.format.set_entry(&text, target, value).map_err(|why| {
            // The entry may hold secrets, so no text to add by hand is shown.
            let snippet = format!("{}: see the connector “{}”", file.display(), entry.name);
            ConfigurationError::Unchangeable { path: file.clone(), why, snippet }
        })?;
    }
    Ok(text)
}

/// Where two texts differ: the position, the number of bytes there in `after`, and what `before` has there. Both ends are whole lines.
fn difference(before: &str, after: &str) -> (usize, usize, String) {
    let (mut start, mut end) = (0, 0);
    for (one, other) in before.split_inclusive('\n').zip(after.split_inclusive('\n')) {
        if one != other {
            break;
        }
        start += one.len();
    }
    let (rest, other) = (&before[start..], &after[start..]);
    let lines = |text: &str| text.split_inclusive('\n').map(str::len).collect::<Vec<_>>();
    for (one, two) in lines(rest).into_iter().rev().zip(lines(other).into_iter().rev()) {
        let (from, to) = (rest.len() - end, other.len() - end);
        if one != two || rest[from - one..from] != other[to - two..to] {
            break;
        }
        end += one;
    }
    (start, other.len() - end, rest[..rest.len() - end].to_owned())
}

fn digest_of(value: &Value) -> String {
    sha256(value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clients::{CLIENTS, find};
    use std::fs;

    struct World {
        folder: tempfile::TempDir,
        machine: Machine,
    }

    impl World {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let machine = Machine { user_home: Some(folder.path().to_path_buf()), ..Machine::default() };
            Self { folder, machine }
        }

        fn file(&self, client: &Client, text: &str) -> PathBuf {
            let file = client.file(&self.machine).unwrap();
            assert!(file.starts_with(self.folder.path()));
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, text).unwrap();
            file
        }
    }

    fn named(name: &str) -> EntryName {
        EntryName { project: None, name: name.to_owned() }
    }

    fn command(name: &str) -> Vec<String> {
        ["/opt/apprentice", "mcp-proxy", "--connector", name].map(str::to_owned).to_vec()
    }

    fn wrapped(names: &[&str]) -> Vec<(EntryName, Replacement)> {
        names.iter().map(|name| (named(name), Replacement::Command(command(name)))).collect()
    }

    fn removed(names: &[&str]) -> Vec<(EntryName, Replacement)> {
        names.iter().map(|name| (named(name), Replacement::Nothing)).collect()
    }

    const OURS: [&str; 2] = ["/opt/apprentice", "mcp"];

    /// A configuration of each agent with a comment before, within, between and after its two servers.
    fn text_of(client: &Client) -> &'static str {
        match client.id {
            "codex" => {
                "# the model\nmodel = \"x\"\n\n# files\n[mcp_servers.files]\n# the program\ncommand = \"npx\"\nargs = [\"files\"]\nstartup_timeout_sec = 20\n\n[mcp_servers.files.env]\nTOKEN = \"abc\" # mine\n\n# mail\n[mcp_servers.mail]\nurl = \"https://mail.example/mcp\"\n\n[tui]\ntheme = \"dark\" # last\n"
            }
            "goose" => {
                "# the model\nGOOSE_MODEL: x\nextensions:\n  # files\n  files:\n    enabled: true # on\n    type: stdio\n    name: files\n    cmd: npx\n    args: [files]\n    envs:\n      TOKEN: abc\n    timeout: 20\n  # mail\n  mail:\n    type: streamable_http\n    name: mail\n    uri: https://mail.example/mcp\n    enabled: true\nlast: 1 # last\n"
            }
            "openclaw" => {
                "{\n  // the model\n  model: 'x',\n  mcp: {\n    servers: {\n      // files\n      files: { command: 'npx', /* the server */ args: ['files'], env: { TOKEN: 'abc' }, timeout: 20 },\n      // mail\n      mail: { url: 'https://mail.example/mcp' },\n    },\n  }, // last\n}\n"
            }
            _ => {
                "{\n  // the model\n  \"model\": \"x\",\n  \"mcpServers\": {\n    // files\n    \"files\": {\n      \"command\": \"npx\", // the server\n      \"args\": [\"files\"],\n      \"env\": { \"TOKEN\": \"abc\" },\n      \"timeout\": 20\n    },\n    // mail\n    \"mail\": { \"type\": \"http\", \"url\": \"https://mail.example/mcp\" }\n  },\n  \"last\": 1 // last\n}\n"
            }
        }
    }

    #[test]
    fn every_agent_is_switched_over_and_back_byte_by_byte() {
        for client in &CLIENTS {
            for (entries, ours) in
                [(wrapped(&["files", "mail"]), false), (removed(&["files", "mail"]), true), (wrapped(&["mail"]), false)]
            {
                let world = World::new();
                let file = world.file(client, text_of(client));
                let own: Vec<String> = OURS.map(str::to_owned).to_vec();
                let (plan, replaced) = replace(&world.machine, client, &entries, ours.then_some(&own[..])).unwrap();
                let mark = replaced.mark();
                assert!(!serde_json::to_string(&mark).unwrap().contains("abc"), "a mark has no secret");
                assert_eq!(is_replaced(&world.machine, client, &mark), Some(false), "{}", client.id);
                let digest = plan.digest.clone();
                plan.apply(&digest).unwrap();
                let after = fs::read_to_string(&file).unwrap();
                assert_eq!(is_replaced(&world.machine, client, &mark), Some(true), "{}", client.id);
                let meaning = client.format.read(&after).unwrap();
                let starts_us =
                    |name: &str| at(client, &meaning, &named(name)).is_some_and(|found| client.starts(&found, &command(name)));
                assert!(starts_us("mail") != ours, "{after}");
                assert!(ours || !after.contains("mail.example"), "{after}");
                for kept in ["the model", "last"] {
                    assert!(after.contains(kept), "{}: {after}", client.id);
                }
                if entries.len() == 2 && !ours {
                    assert!(starts_us("files") && !after.contains("abc") && after.contains("20"), "{after}");
                    assert!(
                        after.find("files").unwrap() < after.find("mail").unwrap(),
                        "{}: the order is kept: {after}",
                        client.id
                    );
                    for comment in ["files\n", "mail\n"] {
                        assert!(
                            after.lines().any(|line| line.trim_start().trim_start_matches(['#', '/', ' ']) == comment.trim()),
                            "{after}"
                        );
                    }
                }
                // As it is stored.
                let kept: Replaced = serde_json::from_str(&serde_json::to_string(&replaced).unwrap()).unwrap();
                let plan = put_back(&world.machine, client, &kept).unwrap();
                let digest = plan.digest.clone();
                plan.apply(&digest).unwrap();
                assert_eq!(fs::read_to_string(&file).unwrap(), text_of(client), "{}", client.id);
                assert_eq!(is_replaced(&world.machine, client, &mark), Some(false));
            }
        }
    }

    #[test]
    fn what_the_agent_wrote_in_the_meantime_stays() {
        for client in &CLIENTS {
            for (entries, ours) in [(wrapped(&["files", "mail"]), false), (removed(&["files", "mail"]), true)] {
                let world = World::new();
                let file = world.file(client, text_of(client));
                let own: Vec<String> = OURS.map(str::to_owned).to_vec();
                let (plan, replaced) = replace(&world.machine, client, &entries, ours.then_some(&own[..])).unwrap();
                let digest = plan.digest.clone();
                plan.apply(&digest).unwrap();
                let other = EntryPath { path: client.path, name: "other" };
                let entry = serde_json::json!({ "command": "x" });
                let text = client.format.set_entry(&fs::read_to_string(&file).unwrap(), other, Some(&entry)).unwrap();
                fs::write(&file, &text).unwrap();
                assert_eq!(is_replaced(&world.machine, client, &replaced.mark()), Some(true), "{}", client.id);
                let plan = put_back(&world.machine, client, &replaced).unwrap();
                let digest = plan.digest.clone();
                plan.apply(&digest).unwrap();
                let meaning = client.format.read(&fs::read_to_string(&file).unwrap()).unwrap();
                let expected = client.format.set_entry(text_of(client), other, Some(&entry)).unwrap();
                assert_eq!(meaning, client.format.read(&expected).unwrap(), "{}", client.id);
            }
        }
    }

    #[test]
    fn an_entry_that_was_changed_is_refused_and_nothing_is_written() {
        for client in &CLIENTS {
            let world = World::new();
            let file = world.file(client, text_of(client));
            let (plan, replaced) = replace(&world.machine, client, &wrapped(&["files", "mail"]), None).unwrap();
            let digest = plan.digest.clone();
            plan.apply(&digest).unwrap();
            let target = EntryPath { path: client.path, name: "mail" };
            for entry in [Some(serde_json::json!({ "command": "mine" })), None] {
                let text = client.format.set_entry(&fs::read_to_string(&file).unwrap(), target, entry.as_ref()).unwrap();
                fs::write(&file, &text).unwrap();
                let refused = put_back(&world.machine, client, &replaced).unwrap_err();
                assert!(matches!(&refused, ConfigurationError::EntryChanged { name, .. } if name == "mail"), "{refused}");
                assert_eq!(fs::read_to_string(&file).unwrap(), text, "{}", client.id);
                assert_eq!(is_replaced(&world.machine, client, &replaced.mark()), None, "in part");
            }
            // Who restored it by hand has nothing to lose.
            fs::write(&file, text_of(client)).unwrap();
            assert_eq!(put_back(&world.machine, client, &replaced).unwrap().diff, "");
        }
    }

    #[test]
    fn a_file_that_changed_since_the_preview_is_refused() {
        let world = World::new();
        let client = find("codex").unwrap();
        let file = world.file(client, text_of(client));
        let (shown, _) = replace(&world.machine, client, &wrapped(&["files"]), None).unwrap();
        let text = text_of(client).replace("\"x\"", "\"y\"");
        fs::write(&file, &text).unwrap();
        let (again, _) = replace(&world.machine, client, &wrapped(&["files"]), None).unwrap();
        assert!(matches!(again.apply(&shown.digest), Err(ConfigurationError::Changed { .. })));
        assert!(
            matches!(shown.clone().apply(&shown.digest), Err(ConfigurationError::Changed { .. })),
            "also within the last moment"
        );
        let missing = replace(&world.machine, client, &wrapped(&["nobody"]), None);
        assert!(matches!(missing, Err(ConfigurationError::Changed { .. })));
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }

    #[test]
    fn servers_of_a_project_are_replaced_too() {
        let world = World::new();
        let client = find("claude-code").unwrap();
        let text = "{\"projects\": {\"/work/a.b\": {\"mcpServers\": {\"db\": {\"command\": \"x\"}}, \"other\": 1}}}\n";
        let file = world.file(client, text);
        let entry = EntryName { project: Some("/work/a.b".into()), name: "db".into() };
        let (plan, replaced) =
            replace(&world.machine, client, &[(entry.clone(), Replacement::Command(command("db")))], None).unwrap();
        let digest = plan.digest.clone();
        plan.apply(&digest).unwrap();
        let meaning = client.format.read(&fs::read_to_string(&file).unwrap()).unwrap();
        assert!(client.starts(&at(client, &meaning, &entry).unwrap(), &command("db")), "{meaning}");
        let plan = put_back(&world.machine, client, &replaced).unwrap();
        let digest = plan.digest.clone();
        plan.apply(&digest).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }

    #[test]
    fn the_difference_is_found_at_every_position() {
        for (before, after) in [
            ("a\nb\nc\n", "a\nx\nc\n"),
            ("a\n", "a\na\n"),
            ("a\na\n", "a\n"),
            ("", "a"),
            ("a", ""),
            ("same\n", "same\n"),
            ("ä\nb", "ä\nc"),
            ("x\ny\nx\ny\n", "x\ny\n"),
        ] {
            let (start, length, text) = difference(before, after);
            assert_eq!(format!("{}{text}{}", &after[..start], &after[start + length..]), before, "{before:?} {after:?}");
        }
    }
}
