//! The secrets file: what is used instead of the keychain on a machine without one. `<home>/secrets.json` is encrypted (XChaCha20-Poly1305) with a
//! key that is derived (Argon2id) from a file of the person, which lies outside of the home and of every backup.
//!
//! Invariant: nothing is written that the given key cannot open, and a file that it does not open is never replaced.

use super::files;
use apprentice_contracts::json;
use apprentice_platform::keychain::Keychain;
use apprentice_platform::locks::FileLock;
use apprentice_platform::permissions::{self, open_private};
use apprentice_platform::users::is_same_owner;
use argon2::{Algorithm, Argon2, Params, Version};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{Key, KeyInit, XChaCha20Poly1305, XNonce};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The variable of Apprentice's own environment that names the file with the key.
pub const KEY_FILE_VARIABLE: &str = "APPRENTICE_SECRETS_KEY_FILE";

/// File name of the encrypted secrets in the home.
pub(crate) const FILE: &str = "secrets.json";
/// File name of the lock that orders writers.
pub(crate) const LOCK: &str = "secrets.lock";

const FORMAT: u32 = 1;
const CIPHER: &str = "xchacha20poly1305";
const DERIVATION: &str = "argon2id";
/// Bytes that a key file must have, so that nobody guesses it.
const SHORTEST_KEY: usize = 16;
const LARGEST_KEY: u64 = 64 * 1024;
const LARGEST: u64 = 16 * 1024 * 1024;
/// What deriving a key costs (OWASP's recommendation for Argon2id), and the most that a file may ask for.
const MEMORY_KIB: u32 = 19 * 1024;
const MOST_MEMORY_KIB: u32 = 256 * 1024;
const PASSES: u32 = 2;
const MOST_PASSES: u32 = 16;
const LOCK_PAUSE: Duration = Duration::from_millis(10);
const LOCK_RETRIES: u32 = 500;

/// Secrets in an encrypted file.
pub struct SecretsFile {
    path: PathBuf,
    lock: PathBuf,
    key_file: PathBuf,
    /// Deriving a key is slow by intention, so the newest one is kept, with the digest of what it was derived from.
    derived: Mutex<Option<([u8; 32], Key)>>,
}

/// The text of the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sealed {
    format: u32,
    cipher: String,
    derivation: Derivation,
    /// 24 bytes in Base64, new for each writing.
    nonce: String,
    /// The entries by account, as encrypted JSON, in Base64.
    entries: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Derivation {
    name: String,
    memory_kib: u32,
    passes: u32,
    /// 16 bytes in Base64.
    salt: String,
}

type Entries = BTreeMap<String, String>;

/// What is in the file.
struct Opened {
    derivation: Derivation,
    key: Key,
    entries: Entries,
}

impl SecretsFile {
    /// The secrets of this home, with the key in `key_file`. Nothing is read or created yet.
    pub fn new(home: &Path, key_file: PathBuf) -> Self {
        Self { path: home.join(FILE), lock: home.join(LOCK), key_file, derived: Mutex::default() }
    }

    fn read(&self) -> io::Result<Opened> {
        let secret = self.secret()?;
        let file = match File::open(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return self.empty(&secret),
            other => other.map_err(|error| self.about(&error))?,
        };
        let mut text = String::new();
        let read = file.take(LARGEST).read_to_string(&mut text);
        read.map_err(|error| self.about(&error))?;
        let sealed: Sealed = serde_json::from_str(&text).map_err(|_| self.damaged())?;
        self.open(&secret, sealed)
    }

    fn empty(&self, secret: &[u8]) -> io::Result<Opened> {
        let derivation = Derivation {
            name: DERIVATION.to_owned(),
            memory_kib: MEMORY_KIB,
            passes: PASSES,
            salt: BASE64.encode(random::<16>()?),
        };
        let key = self.derive(secret, &derivation)?;
        Ok(Opened { derivation, key, entries: Entries::new() })
    }

    fn open(&self, secret: &[u8], sealed: Sealed) -> io::Result<Opened> {
        if sealed.format != FORMAT || sealed.cipher != CIPHER {
            return Err(other(format!("{} was written by another version of Apprentice", self.path.display())));
        }
        let nonce = BASE64.decode(&sealed.nonce).ok().and_then(|bytes| <[u8; 24]>::try_from(bytes).ok());
        let nonce = nonce.ok_or_else(|| self.damaged())?;
        let bytes = BASE64.decode(&sealed.entries).map_err(|_| self.damaged())?;
        let key = self.derive(secret, &sealed.derivation)?;
        let payload = Payload { msg: &bytes, aad: &header(&sealed.derivation) };
        let plain = XChaCha20Poly1305::new(&key).decrypt(&XNonce::from(nonce), payload).map_err(|_| self.closed())?;
        let entries = serde_json::from_slice(&plain).map_err(|_| self.damaged())?;
        Ok(Opened { derivation: sealed.derivation, key, entries })
    }

    /// Changes the entries. Writers wait for each other, also those of other processes.
    fn change(&self, edit: impl FnOnce(&mut Entries) -> bool) -> io::Result<()> {
        let _lock = self.locked()?;
        let mut opened = self.read()?;
        if !edit(&mut opened.entries) {
            return Ok(());
        }
        let plain = serde_json::to_vec(&opened.entries).map_err(other)?;
        let nonce = random::<24>()?;
        let payload = Payload { msg: &plain, aad: &header(&opened.derivation) };
        let encrypted = XChaCha20Poly1305::new(&opened.key).encrypt(&XNonce::from(nonce), payload);
        let sealed = Sealed {
            format: FORMAT,
            cipher: CIPHER.to_owned(),
            derivation: opened.derivation,
            nonce: BASE64.encode(nonce),
            entries: BASE64.encode(encrypted.map_err(|_| other("they could not be encrypted"))?),
        };
        let text = json::to_text(&sealed).map_err(other)?;
        if text.len() as u64 >= LARGEST {
            return Err(other(format!("{} would have more than 16 MiB", self.path.display())));
        }
        files::replace(&self.path, text.as_bytes())
            .map_err(|error| io::Error::new(error.kind(), format!("{} cannot be written: {error}", self.path.display())))
    }

    fn locked(&self) -> io::Result<FileLock> {
        if let Some(folder) = self.lock.parent() {
            permissions::create_private_folders(folder)?;
        }
        let mut file = open_private(File::options().read(true).write(true).create(true).truncate(false), &self.lock)?;
        for _ in 0..LOCK_RETRIES {
            match FileLock::try_exclusive(file) {
                Err((again, error)) if error.kind() == io::ErrorKind::WouldBlock => file = again,
                other => return other.map_err(|(_, error)| error),
            }
            std::thread::sleep(LOCK_PAUSE);
        }
        Err(io::Error::new(io::ErrorKind::WouldBlock, format!("another process keeps {} locked", self.lock.display())))
    }

    /// What the person put into the key file, without the line end.
    fn secret(&self) -> io::Result<Vec<u8>> {
        let shown = self.key_file.display();
        let refused = |why: &str| other(format!("the key file {shown} ({KEY_FILE_VARIABLE}) {why}"));
        // A device or pipe is not opened: that may wait for ever.
        let is_file = fs::metadata(&self.key_file).map_err(|error| refused(&format!("cannot be read: {error}")))?.is_file();
        if !is_file {
            return Err(refused("is no file"));
        }
        let file = File::open(&self.key_file).map_err(|error| refused(&format!("cannot be read: {error}")))?;
        let metadata = file.metadata()?;
        let mode =
            permissions::mode(&metadata).ok_or_else(|| refused("cannot be used: this system does not say who may read it"))?;
        if mode & 0o077 != 0 {
            return Err(refused(&format!("can be read by others than its owner; run `chmod 600 {shown}`")));
        }
        let home = self.path.parent().unwrap_or(Path::new("/"));
        if fs::metadata(home).is_ok_and(|home| !is_same_owner(&home, &metadata)) {
            return Err(refused("belongs to another user than the home folder; give it to the user that Apprentice runs as"));
        }
        let mut bytes = Vec::new();
        file.take(LARGEST_KEY + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > LARGEST_KEY {
            return Err(refused("has more than 64 KiB"));
        }
        while bytes.last().is_some_and(|last| matches!(last, b'\n' | b'\r')) {
            bytes.pop();
        }
        if bytes.len() < SHORTEST_KEY {
            return Err(refused(&format!(
                "has less than {SHORTEST_KEY} bytes; make one with `head -c 32 /dev/urandom | base64 > {shown}`"
            )));
        }
        Ok(bytes)
    }

    fn derive(&self, secret: &[u8], derivation: &Derivation) -> io::Result<Key> {
        let known = derivation.name == DERIVATION
            && (8..=MOST_MEMORY_KIB).contains(&derivation.memory_kib)
            && (1..=MOST_PASSES).contains(&derivation.passes);
        let salt = BASE64.decode(&derivation.salt).ok().filter(|salt| known && salt.len() == 16).ok_or_else(|| self.damaged())?;
        let source: [u8; 32] =
            Sha256::new().chain_update(Sha256::digest(secret)).chain_update(header(derivation)).finalize().into();
        let mut kept = self.derived.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, key)) = kept.as_ref().filter(|(from, _)| *from == source) {
            return Ok(*key);
        }
        let params = Params::new(derivation.memory_kib, derivation.passes, 1, Some(32)).map_err(|_| self.damaged())?;
        let mut key = Key::default();
        let made = Argon2::new(Algorithm::Argon2id, Version::V0x13, params).hash_password_into(secret, &salt, &mut key);
        made.map_err(|error| other(format!("no key could be derived: {error}")))?;
        *kept = Some((source, key));
        Ok(key)
    }

    fn about(&self, error: &io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("{} cannot be read: {error}", self.path.display()))
    }

    fn damaged(&self) -> io::Error {
        let path = self.path.display();
        other(format!("{path} is damaged; put a copy back, or delete it and give the secrets again"))
    }

    fn closed(&self) -> io::Error {
        let (path, key) = (self.path.display(), self.key_file.display());
        other(format!(
            "the key in {key} does not open {path}, or that file is damaged; name the key that it was written with, or delete it and \
             give the secrets again"
        ))
    }
}

/// What is authenticated besides the entries.
fn header(derivation: &Derivation) -> Vec<u8> {
    let Derivation { name, memory_kib, passes, salt } = derivation;
    format!("apprentice secrets {FORMAT}|{CIPHER}|{name}|{memory_kib}|{passes}|{salt}").into_bytes()
}

fn random<const N: usize>() -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| other(format!("the system gives no random bytes: {error}")))?;
    Ok(bytes)
}

fn other(why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::other(why)
}

impl Keychain for SecretsFile {
    fn available(&self) -> io::Result<()> {
        self.read().map(drop)
    }

    fn get(&self, account: &str) -> io::Result<Option<String>> {
        Ok(self.read()?.entries.remove(account))
    }

    fn put(&self, account: &str, key: &str) -> io::Result<()> {
        self.change(|entries| entries.insert(account.to_owned(), key.to_owned()).is_none_or(|before| before != key))
    }

    fn forget(&self, account: &str) -> io::Result<()> {
        self.change(|entries| entries.remove(account).is_some())
    }

    fn file(&self) -> Option<&Path> {
        Some(&self.path)
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_types, clippy::disallowed_methods, reason = "tests set up conditions of one system")]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::{Command, Stdio};

    struct Place(tempfile::TempDir);

    impl Place {
        fn new() -> Self {
            let place = Self(tempfile::tempdir().unwrap());
            place.key("key", "correct horse battery staple\n", 0o600);
            place
        }

        fn key(&self, name: &str, text: &str, mode: u32) -> PathBuf {
            let path = self.0.path().join(name);
            fs::write(&path, text).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            path
        }

        fn opened_with(&self, key: &str) -> SecretsFile {
            SecretsFile::new(&self.0.path().join("home"), self.0.path().join(key))
        }

        fn file(&self) -> PathBuf {
            self.0.path().join("home").join(FILE)
        }
    }

    #[test]
    fn what_was_put_is_got_by_the_same_key_and_is_not_readable_in_the_file() {
        let place = Place::new();
        let secrets = place.opened_with("key");
        secrets.available().unwrap();
        assert!(!place.file().exists(), "looking creates nothing");
        assert_eq!(secrets.get("mcp:a:x").unwrap(), None);
        secrets.forget("mcp:a:x").unwrap();
        assert!(!place.file().exists(), "nothing to forget");
        secrets.put("mcp:a:x", "hunter2-hunter2").unwrap();
        secrets.put("mcp:b:y", "ä\n\0").unwrap();
        let text = fs::read_to_string(place.file()).unwrap();
        assert!(!text.contains("hunter2") && !text.contains("mcp:a"), "{text}");
        assert_eq!(permissions::mode(&place.file().metadata().unwrap()), Some(0o600));
        // A line end at the end of the key makes no difference, as an editor adds one.
        place.key("again", "correct horse battery staple", 0o400);
        let again = place.opened_with("again");
        assert_eq!(again.get("mcp:a:x").unwrap().as_deref(), Some("hunter2-hunter2"));
        again.put("mcp:a:x", "other").unwrap();
        again.forget("mcp:b:y").unwrap();
        assert_eq!((secrets.get("mcp:a:x").unwrap().as_deref(), secrets.get("mcp:b:y").unwrap()), (Some("other"), None));
        let before = fs::read(place.file()).unwrap();
        again.put("mcp:a:x", "other").unwrap();
        assert_eq!(fs::read(place.file()).unwrap(), before, "no-op when unchanged");
        again.put("mcp:a:x", "third").unwrap();
        let nonce = |text: &[u8]| serde_json::from_slice::<Sealed>(text).unwrap().nonce;
        assert_ne!(nonce(&fs::read(place.file()).unwrap()), nonce(&before), "no nonce is used twice");
    }

    #[test]
    fn another_key_opens_and_changes_nothing() {
        let place = Place::new();
        place.opened_with("key").put("a", "secret").unwrap();
        let before = fs::read(place.file()).unwrap();
        place.key("wrong", "another horse battery staple", 0o600);
        let wrong = place.opened_with("wrong");
        for refused in [wrong.available(), wrong.get("a").map(drop), wrong.put("a", "new"), wrong.forget("a")] {
            let why = refused.unwrap_err().to_string();
            assert!(why.contains("does not open") && why.contains(FILE), "{why}");
        }
        assert_eq!(fs::read(place.file()).unwrap(), before);
        assert_eq!(place.opened_with("key").get("a").unwrap().as_deref(), Some("secret"));
    }

    #[test]
    fn a_key_file_that_others_may_read_or_that_is_none_is_refused_with_the_remedy() {
        let place = Place::new();
        place.key("shared", "correct horse battery staple", 0o640);
        place.key("public", "correct horse battery staple", 0o604);
        place.key("short", "password", 0o600);
        place.key("empty", "\n\n", 0o600);
        place.key("long", &"x".repeat(70_000), 0o600);
        fs::create_dir(place.0.path().join("folder")).unwrap();
        for (key, word) in [
            ("shared", "chmod 600"),
            ("public", "chmod 600"),
            ("short", "/dev/urandom"),
            ("empty", "less than 16 bytes"),
            ("long", "64 KiB"),
            ("folder", "is no file"),
            ("missing", "cannot be read"),
        ] {
            let secrets = place.opened_with(key);
            let why = secrets.put("a", "b").unwrap_err().to_string();
            assert!(why.contains(word) && why.contains(KEY_FILE_VARIABLE), "{key}: {why}");
            assert_eq!(secrets.available().unwrap_err().to_string(), why);
        }
        assert!(!place.file().exists());
        symlink(place.0.path().join("key"), place.0.path().join("link")).unwrap();
        place.opened_with("link").put("a", "b").unwrap();
    }

    #[test]
    fn a_damaged_file_is_refused_and_stays() {
        let place = Place::new();
        let secrets = place.opened_with("key");
        secrets.put("a", "secret").unwrap();
        let whole = fs::read_to_string(place.file()).unwrap();
        let sealed: serde_json::Value = serde_json::from_str(&whole).unwrap();
        let changed = |pointer: &str, value: serde_json::Value| {
            let mut sealed = sealed.clone();
            *sealed.pointer_mut(pointer).unwrap() = value;
            sealed.to_string()
        };
        let entries = sealed["entries"].as_str().unwrap();
        let flipped = format!("{}{}", if entries.starts_with('A') { 'B' } else { 'A' }, &entries[1..]);
        for text in [
            String::new(),
            whole[..whole.len() / 2].to_owned(),
            "{}".to_owned(),
            "[1]".to_owned(),
            changed("/entries", flipped.into()),
            changed("/entries", "".into()),
            changed("/entries", "!".into()),
            changed("/nonce", "AAAA".into()),
            changed("/nonce", BASE64.encode([0; 24]).into()),
            changed("/format", 2.into()),
            changed("/cipher", "none".into()),
            changed("/derivation/passes", 3.into()),
            // What would take a minute or the whole memory.
            changed("/derivation/passes", 4_000_000_000_u32.into()),
            changed("/derivation/memory_kib", 4_000_000_000_u32.into()),
            changed("/derivation/memory_kib", 0.into()),
            changed("/derivation/salt", "AAAA".into()),
            changed("/derivation/name", "none".into()),
        ] {
            fs::write(place.file(), &text).unwrap();
            let why = secrets.put("b", "new").unwrap_err().to_string();
            assert!(why.contains(FILE), "{why}");
            assert!(secrets.get("a").is_err() && secrets.available().is_err(), "{text}");
            assert_eq!(fs::read_to_string(place.file()).unwrap(), text, "it is not replaced");
        }
        fs::write(place.file(), &whole).unwrap();
        assert_eq!(secrets.get("a").unwrap().as_deref(), Some("secret"));
    }

    #[test]
    fn a_full_disk_leaves_the_secrets_before() {
        let place = Place::new();
        let secrets = place.opened_with("key");
        secrets.put("a", "secret").unwrap();
        let temporary = PathBuf::from(format!("{}.tmp", place.file().display()));
        symlink("/dev/full", &temporary).unwrap();
        let error = secrets.put("a", "new").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{error}");
        assert!(error.to_string().contains("secrets.json cannot be written"), "{error}");
        assert_eq!(secrets.get("a").unwrap().as_deref(), Some("secret"));
        fs::remove_file(temporary).unwrap();
        secrets.put("a", "new").unwrap();
        assert_eq!(secrets.get("a").unwrap().as_deref(), Some("new"));
    }

    const CHILD: &str = "APPRENTICE_TEST_SECRETS_FOLDER";

    /// The child of the test below; without its variable it has nothing to do.
    #[test]
    fn child() {
        let Some(folder) = std::env::var_os(CHILD).map(PathBuf::from) else { return };
        let secrets = SecretsFile::new(&folder.join("home"), folder.join("key"));
        for round in 0..25 {
            secrets.put(&format!("child:{round}"), "of the child").unwrap();
        }
    }

    #[test]
    fn two_processes_that_write_at_once_lose_nothing() {
        let place = Place::new();
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["core::secrets_file::tests::child", "--exact"])
            .env(CHILD, place.0.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let secrets = place.opened_with("key");
        for round in 0..25 {
            secrets.put(&format!("parent:{round}"), "of the parent").unwrap();
        }
        assert!(child.wait().unwrap().success());
        let entries = secrets.read().unwrap().entries;
        assert_eq!(entries.len(), 50);
        for who in ["child", "parent"] {
            for round in 0..25 {
                assert_eq!(entries.get(&format!("{who}:{round}")), Some(&format!("of the {who}")));
            }
        }
    }

    #[test]
    fn a_writer_waits_for_the_one_before() {
        let place = Place::new();
        let secrets = place.opened_with("key");
        let held = secrets.locked().unwrap();
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| secrets.put("a", "b"));
            drop(held);
            waiting.join().unwrap().unwrap();
        });
        assert_eq!(secrets.get("a").unwrap().as_deref(), Some("b"));
    }
}
