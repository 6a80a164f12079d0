//! The own files of an agent in a run: its configuration and sign-in, without its sessions. Each run gets a copy, so that it leaves nothing there
//! that a later session obeys, and reads nothing of other sessions. Only a sign-in that it renewed is kept. The tries of a gate get copies of what
//! was there when the gate began, so that none knows what another one did.
//!
//! A run and agents that are asked for an answer may have copies of one sign-in at the same time. A renewal in one of them reaches the agent's own
//! file and every other copy that has the same old one, when a further copy is made and when one ends: none goes on with what is worth nothing.
//!
//! Invariant: however a run ends, also by a kill of this program, a sign-in that its agent renewed replaces the old one before its copy is
//! deleted. What was copied is journaled beside the copies, where no run sees it.

use crate::Answer;
use crate::core::digest::sha256;
use crate::core::files;
use crate::core::folder_copy::{self, CopyError, Fidelity, Limits, copy_chosen};
use crate::core::request::invalid;
use apprentice_agents::own::{OwnCopy, SIGN_IN, is_copied};
use apprentice_platform::files::open_no_follow;
use apprentice_platform::permissions::create_private_folders;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Where the copies lie, below the home of Apprentice, which no run shows.
const FOLDER: &str = "run/agent-own";
/// Where the copies of agents lie that are asked for one answer, each in a folder of its own: several may be asked at once.
const ASKED: &str = "run/agent-own-asked";
/// Of the folder, what every try gets.
const KEPT: &str = "kept";
/// Of the folder, what the run or try has that goes on.
const TRY: &str = "try";
/// Beside the copies, what they hold of a sign-in.
const JOURNAL: &str = "sign-in.json";
/// What is copied of one folder at most.
const LIMITS: Limits = Limits { entries: 20_000, bytes: 1 << 30, until: None };
/// How often a folder is copied in which a file vanishes meanwhile, because another session of the agent goes on.
const COPIES: u32 = 3;
/// The longest file of a sign-in, in bytes.
const MAX_SIGN_IN: u64 = 1 << 20;

/// The own files of an agent as every try gets them. Dropping it deletes them.
pub(crate) struct KeptOwn {
    home: PathBuf,
    folder: PathBuf,
    /// The paths at which the agent looks for them.
    own: Vec<PathBuf>,
}

/// The own files of the agent of one run or try. Dropping it keeps a sign-in that was renewed, and deletes them.
pub(crate) struct OwnOfTry {
    home: PathBuf,
    folder: PathBuf,
    pub copies: Vec<OwnCopy>,
    sign_in: Vec<SignIn>,
}

/// A file of a sign-in as a try was given it.
#[derive(Clone, Serialize, Deserialize)]
struct SignIn {
    /// Where the agent looks for it.
    real: PathBuf,
    /// Its copy: the number of its folder, and its name.
    copy: (usize, String),
    /// The SHA-256 of what was copied.
    given: String,
}

impl KeptOwn {
    /// Copies these files and folders. Blocks. Errors: `INVALID_REQUEST` where one is too large or cannot be read.
    pub(crate) fn keep(home: &Path, own: Vec<PathBuf>) -> Answer<Self> {
        delete_left(home).map_err(|error| crate::internal("deleting copies of an agent's files", &error))?;
        let kept = Self { home: home.to_owned(), folder: home.join(FOLDER), own };
        let into = kept.folder.join(KEPT);
        private(&into)?;
        for (of, number) in kept.own.iter().zip(0..) {
            copy(of, &numbered(&into, number), &|name| is_copied(name) && !SIGN_IN.contains(&name))?;
        }
        Ok(kept)
    }

    /// The files of one try, with the sign-in as it is now. Blocks.
    pub(crate) fn for_a_try(&self) -> Answer<OwnOfTry> {
        let kept = self.folder.join(KEPT);
        let from = self.own.iter().zip(0..).map(|(of, number)| (of.as_path(), numbered(&kept, number)));
        OwnOfTry::copied(&self.home, self.folder.join(TRY), from, &|_| true)
    }

    /// Deletes what every try got. Blocks.
    pub(crate) fn delete(&self) {
        delete_logged(&self.folder);
    }
}

impl Drop for KeptOwn {
    fn drop(&mut self) {
        self.delete();
    }
}

impl OwnOfTry {
    /// Copies these files and folders for one run. Blocks. Errors: `INVALID_REQUEST` where one is too large or cannot be read.
    pub(crate) fn of(home: &Path, own: &[PathBuf]) -> Answer<Self> {
        delete_left(home).map_err(|error| crate::internal("deleting copies of an agent's files", &error))?;
        let from = own.iter().map(|of| (of.as_path(), of.clone()));
        Self::copied(home, home.join(FOLDER).join(TRY), from, &|name| is_copied(name) && !SIGN_IN.contains(&name))
    }

    /// Copies these files and folders for an agent that is asked for one answer. `name`: another one for each. Blocks. Errors: as for a run.
    pub(crate) fn for_an_answer(home: &Path, name: &str, own: &[PathBuf]) -> Answer<Self> {
        let from = own.iter().map(|of| (of.as_path(), of.clone()));
        Self::copied(home, home.join(ASKED).join(name), from, &|name| is_copied(name) && !SIGN_IN.contains(&name))
    }

    /// Copies into this folder: of what, and from where. The sign-in is always that of now.
    fn copied<'a>(
        home: &Path,
        folder: PathBuf,
        from: impl Iterator<Item = (&'a Path, PathBuf)>,
        is_chosen: &dyn Fn(&str) -> bool,
    ) -> Answer<Self> {
        private(&folder)?;
        // From here on an early return deletes what was copied.
        let mut own = Self { home: home.to_owned(), folder, copies: Vec::new(), sign_in: Vec::new() };
        for ((of, from), number) in from.zip(0..) {
            let to = numbered(&own.folder, number);
            copy(&from, &to, is_chosen)?;
            own.copies.push(OwnCopy { of: of.to_owned(), copy: to });
        }
        own.take_sign_in()?;
        Ok(own)
    }

    /// Copies the sign-in as it is now, and notes what was given.
    fn take_sign_in(&mut self) -> Answer<()> {
        let _alone = sign_ins();
        share(&self.home);
        let places = self.copies.iter().zip(0..).flat_map(|(copy, number)| SIGN_IN.map(|name| (copy, number, name)));
        for (OwnCopy { of, copy: to }, number, name) in places {
            let (real, copy) = (of.join(name), to.join(name));
            if let Some(content) = read_plain(&real) {
                let cannot = |error: io::Error| crate::internal("copying the sign-in of an agent", &error);
                files::replace(&copy, &content).map_err(cannot)?;
                self.sign_in.push(SignIn { real, copy: (number, name.to_owned()), given: sha256(&content) });
            }
        }
        write_journal(&self.folder, &self.sign_in).map_err(|error| crate::internal("noting the sign-in of an agent", &error))
    }

    /// Deletes the files of the try, after a sign-in that its agent renewed was kept. Nothing of the try may run any more. Blocks.
    pub(crate) fn end(self) {
        drop(self);
    }
}

impl Drop for OwnOfTry {
    fn drop(&mut self) {
        let _alone = sign_ins();
        share(&self.home);
        // Another copy may have changed what this one was given.
        carry_back(&self.folder, &journal(&self.folder).unwrap_or_else(|| std::mem::take(&mut self.sign_in)));
        delete_logged(&self.folder);
    }
}

/// The lock of all copies of sign-ins. It is held while one is read, replaced or deleted.
fn sign_ins() -> MutexGuard<'static, ()> {
    static SIGN_INS: Mutex<()> = Mutex::new(());
    SIGN_INS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Puts each sign-in that was renewed in a copy in the place of the old one, and of every other copy of the old one. A copy that is being written
/// just now is left for the next time. Blocks.
fn share(home: &Path) {
    let asked = fs::read_dir(home.join(ASKED)).into_iter().flatten().flatten().map(|folder| folder.path());
    let folders = std::iter::once(home.join(FOLDER).join(TRY)).chain(asked);
    let mut all: Vec<(PathBuf, Vec<SignIn>)> = folders.filter_map(|folder| Some((folder.clone(), journal(&folder)?))).collect();
    let renewals: Vec<(SignIn, Vec<u8>)> =
        all.iter().flat_map(|(folder, some)| some.iter().filter_map(|one| renewal(folder, one))).collect();
    for (of, now) in renewals {
        // The first one counts.
        if read_plain(&of.real).is_none_or(|old| sha256(&old) != of.given) || files::replace(&of.real, &now).is_err() {
            continue;
        }
        let fresh = sha256(&now);
        for (folder, some) in &mut all {
            let mut changed = false;
            for one in some.iter_mut().filter(|one| one.real == of.real && one.given == of.given) {
                let copy = one.copy_in(folder);
                let is = read_plain(&copy).map(|content| sha256(&content)).unwrap_or_default();
                if is == fresh || is == of.given && files::replace(&copy, &now).is_ok() {
                    one.given.clone_from(&fresh);
                    changed = true;
                }
            }
            if changed && let Err(error) = write_journal(folder, some) {
                tracing::error!(%error, "a renewed sign-in of an agent was not noted; its next renewal may be lost");
            }
        }
    }
}

/// What a copy has in place of the sign-in that it was given, where that only renews it.
fn renewal(folder: &Path, of: &SignIn) -> Option<(SignIn, Vec<u8>)> {
    let now = read_plain(&of.copy_in(folder)).filter(|now| sha256(now) != of.given)?;
    let old = read_plain(&of.real).filter(|old| sha256(old) == of.given)?;
    is_renewal(&old, &now).then(|| (of.clone(), now))
}

impl SignIn {
    fn copy_in(&self, folder: &Path) -> PathBuf {
        numbered(folder, self.copy.0).join(&self.copy.1)
    }
}

fn journal(folder: &Path) -> Option<Vec<SignIn>> {
    serde_json::from_slice(&read_plain(&folder.join(JOURNAL))?).ok()
}

fn write_journal(folder: &Path, sign_in: &[SignIn]) -> io::Result<()> {
    files::replace(&folder.join(JOURNAL), &serde_json::to_vec(sign_in)?)
}

/// Puts each sign-in that the agent of a try renewed in the place of the old one, which may be worth nothing now. One with anything else in it
/// is not kept: it could hold settings, such as a server that later sessions obey. Neither is one that another session renewed too. Blocks.
fn carry_back(folder: &Path, sign_in: &[SignIn]) {
    for of @ SignIn { real, given, .. } in sign_in {
        let now = read_plain(&of.copy_in(folder)).filter(|now| sha256(now) != *given);
        let old = read_plain(real).filter(|old| sha256(old) == *given);
        let Some((now, old)) = now.zip(old) else { continue };
        if !is_renewal(&old, &now) {
            tracing::error!(file = %real.display(), "a run left another sign-in than a renewed one; the old one is kept");
            continue;
        }
        if let Err(error) = files::replace(real, &now) {
            tracing::error!(%error, "a renewed sign-in of an agent could not be kept; a person may have to sign in again");
        }
    }
}

/// Deletes what a killed program left of runs and answers, after each sign-in that an agent renewed was kept. Nothing of it may run any more.
/// Blocks.
pub(crate) fn recover(home: &Path) -> io::Result<()> {
    delete_left(home)?;
    let _alone = sign_ins();
    let asked = home.join(ASKED);
    for folder in fs::read_dir(&asked).into_iter().flatten().flatten() {
        carry_back_left(&folder.path());
    }
    delete(&asked)
}

/// Deletes what was left of the last run or gate, after a sign-in that its agent renewed was kept. Blocks.
fn delete_left(home: &Path) -> io::Result<()> {
    let _alone = sign_ins();
    let folder = home.join(FOLDER);
    carry_back_left(&folder.join(TRY));
    delete(&folder)
}

fn carry_back_left(folder: &Path) {
    // A copy that was not finished has no journal, and its agent had not begun.
    carry_back(folder, &journal(folder).unwrap_or_default());
}

fn delete(folder: &Path) -> io::Result<()> {
    match folder_copy::delete(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn delete_logged(folder: &Path) {
    if let Err(error) = delete(folder) {
        tracing::warn!(%error, "copies of an agent's files stay until the next start");
    }
}

fn private(folder: &Path) -> Answer<()> {
    create_private_folders(folder).map_err(|error| crate::internal("making room for copies of an agent's files", &error))
}

fn numbered(folder: &Path, number: usize) -> PathBuf {
    folder.join(number.to_string())
}

fn copy(from: &Path, to: &Path, is_chosen: &dyn Fn(&str) -> bool) -> Answer<()> {
    let refused = |why: String| invalid("agent", &format!("{why}, so no run can begin with a copy of it"));
    let failed = |error: io::Error| refused(format!("{} cannot be copied: {error}", from.display()));
    let real = from.canonicalize().map_err(failed)?;
    if real.is_file() {
        return fs::copy(&real, to).map(drop).map_err(failed);
    }
    for left in (0..COPIES).rev() {
        fs::create_dir(to).map_err(failed)?;
        match copy_chosen(&real, to, LIMITS, Fidelity::Exact, is_chosen) {
            Ok(_) => return Ok(()),
            Err(CopyError::Io(_, error)) if left > 0 && error.kind() == io::ErrorKind::NotFound => {
                folder_copy::delete(to).map_err(failed)?;
            }
            Err(CopyError::Entries) => {
                return Err(refused(format!("{} has more than {} files", from.display(), LIMITS.entries)));
            }
            Err(CopyError::Bytes) => {
                return Err(refused(format!("{} has more than {} MiB", from.display(), LIMITS.bytes >> 20)));
            }
            Err(CopyError::Io(path, error)) => return Err(refused(format!("{} cannot be copied: {error}", path.display()))),
            Err(CopyError::Time) => return Err(crate::internal("copying an agent's files", &"it has no time limit")),
        }
    }
    Ok(())
}

/// Names under which a sign-in says what it is.
const KINDS: [&str; 2] = ["type", "auth_mode"];

/// Whether a sign-in has the structure of the old one, and leads to no other place.
fn is_renewal(old: &[u8], now: &[u8]) -> bool {
    let (Ok(old), Ok(now)) = (std::str::from_utf8(old), std::str::from_utf8(now)) else { return false };
    match (serde_json::from_str(old), serde_json::from_str(now)) {
        (Ok(old), Ok(now)) => is_alike("", &old, &now),
        // A text that was cut off in the middle has fewer lines.
        (Err(_), Err(_)) => !now.trim().is_empty() && old.lines().count() == now.lines().count() && leads_nowhere_new(old, now),
        _ => false,
    }
}

fn is_alike(name: &str, old: &Value, now: &Value) -> bool {
    match (old, now) {
        (Value::Object(old), Value::Object(now)) => {
            old.len() == now.len() && old.iter().all(|(name, old)| now.get(name).is_some_and(|now| is_alike(name, old, now)))
        }
        (Value::Array(old), Value::Array(now)) => {
            old.len() == now.len() && old.iter().zip(now).all(|(old, now)| is_alike(name, old, now))
        }
        (Value::String(old), Value::String(now)) => old == now || !KINDS.contains(&name) && leads_nowhere_new(old, now),
        (Value::Number(_), Value::Number(_)) => true,
        _ => old == now,
    }
}

/// Whether every address and host in a text was in the old one.
fn leads_nowhere_new(old: &str, now: &str) -> bool {
    let known: Vec<&str> = words(old).collect();
    words(now).all(|word| known.contains(&word) || !is_place(word))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| letter.is_whitespace() || matches!(letter, '"' | '\'' | ',' | ';'))
}

/// Whether a word is an address, or the name or number of a host. The parts of a signed token are longer than those of a name.
fn is_place(word: &str) -> bool {
    let host = word.split('/').next().unwrap_or_default();
    let host = host.rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok()).map_or(host, |(host, _)| host);
    let labels: Vec<&str> = host.trim_end_matches('.').split('.').collect();
    let is_label =
        |label: &&str| (1..=63).contains(&label.len()) && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let is_name = labels.last().is_some_and(|last| last.len() <= 24 && last.bytes().all(|byte| byte.is_ascii_alphabetic()));
    let is_number = labels.iter().all(|label| label.parse::<u8>().is_ok());
    word.contains("://")
        || word.starts_with("//")
        || word.starts_with('[')
        || host.eq_ignore_ascii_case("localhost")
        || labels.len() > 1 && labels.iter().all(is_label) && (is_name || is_number)
}

/// A file that is no link: an agent could lead a link to what it must not read.
fn read_plain(path: &Path) -> Option<Vec<u8>> {
    fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file)?;
    let mut content = Vec::new();
    open_no_follow(path).ok()?.take(MAX_SIGN_IN + 1).read_to_end(&mut content).ok()?;
    (content.len() as u64 <= MAX_SIGN_IN).then_some(content)
}

#[cfg(test)]
mod tests {
    use super::*;
    use apprentice_platform::links::symlink;

    struct World {
        folder: tempfile::TempDir,
    }

    impl World {
        fn new() -> Self {
            let world = Self { folder: tempfile::tempdir().unwrap() };
            for (name, text) in [
                ("user/.agent/notes.md", "notes"),
                ("user/.agent/auth.json", "old key"),
                ("user/.agent/sessions/one.jsonl", "what it did"),
                ("user/.agent/state.sqlite", "what it did"),
                ("user/.agent/prompts.jsonl", "what it was asked"),
                ("user/.agent/skills/copy/SKILL.md", "a skill"),
                ("user/.agent.json", "{}"),
            ] {
                world.write(name, text);
            }
            world
        }

        fn path(&self, name: &str) -> PathBuf {
            self.folder.path().join(name)
        }

        fn write(&self, name: &str, text: &str) {
            fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
            fs::write(self.path(name), text).unwrap();
        }

        fn keep(&self) -> Answer<KeptOwn> {
            KeptOwn::keep(&self.path("home"), vec![self.path("user/.agent"), self.path("user/.agent.json")])
        }

        fn key(&self) -> String {
            fs::read_to_string(self.path("user/.agent/auth.json")).unwrap()
        }
    }

    #[test]
    fn each_try_gets_the_same_files_without_sessions_and_leaves_a_renewed_sign_in_alone() {
        let world = World::new();
        let kept = world.keep().unwrap();
        world.write("user/.agent/notes.md", "changed meanwhile");
        for renewed in ["second key", "third key"] {
            let own = kept.for_a_try().unwrap();
            let copy = own.copies[0].copy.clone();
            assert_eq!((own.copies[0].of.clone(), own.copies.len()), (world.path("user/.agent"), 2));
            assert_eq!(fs::read_to_string(copy.join("notes.md")).unwrap(), "notes");
            assert_eq!(fs::read_to_string(copy.join("auth.json")).unwrap(), world.key(), "the sign-in of now");
            assert_eq!(fs::read_dir(&copy).unwrap().count(), 2, "neither sessions, nor skills, nor what a try left");
            assert_eq!(fs::read_to_string(&own.copies[1].copy).unwrap(), "{}");
            fs::write(copy.join("notes.md"), "what I learned").unwrap();
            fs::write(copy.join("learned.md"), "what I learned").unwrap();
            fs::write(copy.join("auth.json"), renewed).unwrap();
            own.end();
            assert!(!copy.exists());
            assert_eq!(world.key(), renewed);
        }
        assert_eq!(fs::read_to_string(world.path("user/.agent/notes.md")).unwrap(), "changed meanwhile");
        drop(kept);
        assert!(!world.path("home").join(FOLDER).exists());
    }

    #[test]
    fn a_run_gets_a_copy_and_leaves_a_renewed_sign_in_alone() {
        let world = World::new();
        let of = [world.path("user/.agent"), world.path("user/.agent.json")];
        let own = OwnOfTry::of(&world.path("home"), &of).unwrap();
        let copy = own.copies[0].copy.clone();
        assert_eq!(own.copies.iter().map(|copy| copy.of.clone()).collect::<Vec<_>>(), of);
        assert_eq!(fs::read_dir(&copy).unwrap().count(), 2, "neither sessions, nor skills");
        fs::write(copy.join("settings.json"), "a hook").unwrap();
        fs::write(&own.copies[1].copy, "a server").unwrap();
        fs::write(copy.join("auth.json"), "new key").unwrap();
        own.end();
        assert_eq!((world.key().as_str(), world.path("user/.agent/settings.json").exists()), ("new key", false));
        assert_eq!(fs::read_to_string(&of[1]).unwrap(), "{}");
        assert!(!copy.exists());
        let large = fs::File::create(world.path("user/.agent/large")).unwrap();
        large.set_len(LIMITS.bytes + 1).unwrap();
        let Err(failure) = OwnOfTry::of(&world.path("home"), &of) else { panic!("it is too large") };
        assert!(failure.message.starts_with("agent: ") && failure.message.contains("1024 MiB"), "{failure}");
        assert!(!world.path("home").join(FOLDER).join(TRY).exists());
    }

    #[test]
    fn a_sign_in_that_is_not_its_own_is_not_kept() {
        let world = World::new();
        world.write("user/secret", "a secret");
        let kept = world.keep().unwrap();
        // A link to what the agent must not read.
        let own = kept.for_a_try().unwrap();
        let key = own.copies[0].copy.join("auth.json");
        fs::remove_file(&key).unwrap();
        symlink(&world.path("user/secret"), &key).unwrap();
        own.end();
        assert_eq!(world.key(), "old key");
        // A sign-in that another session renewed meanwhile.
        let own = kept.for_a_try().unwrap();
        fs::write(own.copies[0].copy.join("auth.json"), "of the try").unwrap();
        world.write("user/.agent/auth.json", "of the other session");
        own.end();
        assert_eq!(world.key(), "of the other session");
        // A sign-in that was not there.
        fs::remove_file(world.path("user/.agent/auth.json")).unwrap();
        let own = kept.for_a_try().unwrap();
        fs::write(own.copies[0].copy.join("auth.json"), "new").unwrap();
        own.end();
        assert!(!world.path("user/.agent/auth.json").exists());
    }

    #[test]
    fn a_sign_in_is_renewed_by_other_values_and_by_nothing_else() {
        let world = World::new();
        let old = r#"{"one":{"type":"oauth","access":"aa.bb.cc-1","expires":1,"scopes":["https://x.example/a b"]},"extra":null}"#;
        let ends = |now: &str| {
            world.write("user/.agent/auth.json", old);
            let own = OwnOfTry::of(&world.path("home"), &[world.path("user/.agent")]).unwrap();
            fs::write(own.copies[0].copy.join("auth.json"), now).unwrap();
            own.end();
            world.key() == now
        };
        let renewed = old.replace("aa.bb.cc-1", "ya29.1//0g-dd_ee").replace("expires\":1", "expires\":22");
        assert!(ends(&renewed) && ends(&renewed.replace("https://x.example/a b", "b https://x.example/a")));
        for (from, to) in [
            (r#""extra":null"#, r#""https://x.example":{"type":"wellknown","key":"a","token":"b"}"#),
            (r#""extra":null"#, r#""extra":null,"more":1"#),
            (r#","extra":null"#, ""),
            ("null", r#""a""#),
            ("null", "{}"),
            (r#""oauth""#, r#""wellknown""#),
            (r#""aa.bb.cc-1""#, r#""https://evil.example""#),
            (r#""aa.bb.cc-1""#, r#""a evil.example:8443/b""#),
            (r#""aa.bb.cc-1""#, r#""10.0.0.1""#),
            (r#""aa.bb.cc-1""#, r#""localhost:80""#),
            (r#"/a b"]"#, r#"/a b","c"]"#),
            (old, "no JSON"),
        ] {
            assert!(old.contains(from) && !ends(&old.replace(from, to)), "{from} became {to}");
            assert_eq!(world.key(), old);
        }
    }

    #[test]
    fn a_sign_in_that_was_renewed_is_kept_after_a_kill_and_whatever_drops_the_run() {
        let world = World::new();
        let of = [world.path("user/.agent")];
        let killed = |now: &str| {
            world.write("user/.agent/auth.json", "old key");
            let own = OwnOfTry::of(&world.path("home"), &of).unwrap();
            fs::write(own.copies[0].copy.join(SIGN_IN[1]), now).unwrap();
            own
        };
        assert_eq!(SIGN_IN[1], "auth.json");
        for (now, kept) in [
            ("new key", "new key"),
            ("", "old key"),
            ("new key\nserver: x", "old key"),
            ("key of https://evil.example", "old key"),
            ("{}", "old key"),
        ] {
            // Nothing is dropped where a program is killed.
            std::mem::forget(killed(now));
            delete_left(&world.path("home")).unwrap();
            assert_eq!(world.key(), kept, "{now:?}");
            assert!(!world.path("home").join(FOLDER).exists());
        }
        drop(killed("new key"));
        assert_eq!(world.key(), "new key");
        // Another session renewed it before the next start.
        std::mem::forget(killed("of the run"));
        world.write("user/.agent/auth.json", "of the other session");
        delete_left(&world.path("home")).unwrap();
        assert_eq!(world.key(), "of the other session");
        // A kill in the middle of copying: what is not journaled was given to nobody.
        std::mem::forget(killed("new key"));
        fs::remove_file(world.path("home").join(FOLDER).join(TRY).join(JOURNAL)).unwrap();
        delete_left(&world.path("home")).unwrap();
        assert_eq!(world.key(), "old key");
        // An agent that was asked for an answer, while a run begins.
        let asked = OwnOfTry::for_an_answer(&world.path("home"), "one", &of).unwrap();
        fs::write(asked.copies[0].copy.join("auth.json"), "of the answer").unwrap();
        drop(OwnOfTry::of(&world.path("home"), &of).unwrap());
        assert!(asked.copies[0].copy.exists(), "a run leaves it alone");
        std::mem::forget(asked);
        recover(&world.path("home")).unwrap();
        assert_eq!(world.key(), "of the answer");
        assert!(!world.path("home").join(ASKED).exists());
        // What the run has for itself is not the journal.
        let own = killed("new key");
        assert!(own.copies.iter().all(|one| !own.folder.join(JOURNAL).starts_with(&one.copy)));
        let journal = fs::read_to_string(own.folder.join(JOURNAL)).unwrap();
        assert!(!journal.contains("old key"), "it holds no secret: {journal}");
    }

    #[test]
    fn a_sign_in_that_is_renewed_in_one_copy_reaches_every_other_copy_of_it() {
        let world = World::new();
        let of = [world.path("user/.agent")];
        let run = OwnOfTry::of(&world.path("home"), &of).unwrap();
        let read = |own: &OwnOfTry| fs::read_to_string(own.copies[0].copy.join("auth.json")).unwrap();
        let renew = |own: &OwnOfTry, key: &str| fs::write(own.copies[0].copy.join("auth.json"), key).unwrap();
        let asked = |name| OwnOfTry::for_an_answer(&world.path("home"), name, &of).unwrap();
        // The run renews it: an agent that is asked later begins with the new one.
        renew(&run, "second key");
        let (one, other) = (asked("one"), asked("other"));
        assert_eq!((read(&one), read(&other), world.key()), ("second key".into(), "second key".into(), "second key".into()));
        // An answer renews it: the run and the other answer go on with the new one.
        renew(&one, "third key");
        drop(one);
        assert_eq!((read(&run), read(&other), world.key()), ("third key".into(), "third key".into(), "third key".into()));
        // What is no renewal reaches nobody.
        renew(&other, "key of https://evil.example");
        drop(other);
        assert_eq!((read(&run), world.key()), ("third key".into(), "third key".into()));
        // The run renews it again, and that is kept as well.
        renew(&run, "fourth key");
        run.end();
        assert_eq!(world.key(), "fourth key");
        assert!(fs::read_dir(world.path("home").join(ASKED)).unwrap().next().is_none());
    }

    #[test]
    fn what_a_killed_program_left_is_deleted_and_what_is_too_large_refused() {
        let world = World::new();
        let kept = world.keep().unwrap();
        // Nothing is dropped where a program is killed.
        std::mem::forget(kept.for_a_try().unwrap());
        std::mem::forget(kept);
        assert!(world.path("home").join(FOLDER).join(TRY).exists());
        delete_left(&world.path("home")).unwrap();
        assert!(!world.path("home").join(FOLDER).exists());
        delete_left(&world.path("home")).unwrap();
        let large = fs::File::create(world.path("user/.agent/large")).unwrap();
        large.set_len(LIMITS.bytes + 1).unwrap();
        let Err(failure) = world.keep() else { panic!("it is too large") };
        assert!(failure.message.starts_with("agent: ") && failure.message.contains("1024 MiB"), "{failure}");
        assert!(!world.path("home").join(FOLDER).exists());
    }
}
