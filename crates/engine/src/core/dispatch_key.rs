//! The ids of dispatches. An id carries a code under a secret of the home, so that the engine knows the ids that it gave out without storing
//! them: reading a skill writes nothing.

use crate::core::keyed;
use apprentice_contracts::ids::{AbilityId, DispatchId};
use apprentice_platform::permissions::open_private;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use uuid::Uuid;

/// The file of the secret in the home.
pub(crate) const FILE: &str = "dispatch.key";
const LENGTH: usize = 32;

/// The secret of a home.
#[derive(Clone)]
pub struct DispatchKey([u8; LENGTH]);

impl DispatchKey {
    /// Reads the secret of a home, or creates it. If it was lost or cut off, a new one is created, and earlier ids are no longer known.
    ///
    /// # Errors
    /// Those of reading and writing a file; no randomness.
    pub fn open(home: &Path) -> io::Result<Self> {
        let path = home.join(FILE);
        match fs::read(&path) {
            Ok(bytes) => {
                if let Ok(key) = bytes.try_into() {
                    return Ok(Self(key));
                }
                tracing::warn!(path = %path.display(), "the key of dispatches is damaged; a new one is made");
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        let mut key = [0; LENGTH];
        getrandom::fill(&mut key).map_err(io::Error::other)?;
        let new = path.with_extension("new");
        // Left by a start that was cut off.
        let _ = fs::remove_file(&new);
        let mut file = open_private(File::options().write(true).create_new(true), &new)?;
        file.write_all(&key)?;
        file.sync_all()?;
        fs::rename(&new, &path)?;
        Ok(Self(key))
    }

    /// The id of a new use of an ability. `id` is new.
    pub fn issue(&self, ability: &AbilityId, id: Uuid) -> DispatchId {
        let code = keyed::sign(&self.0, &["dispatch", &id.to_string(), ability.as_str()]);
        let mut first = [0; 16];
        first.copy_from_slice(&code[..16]);
        // Both halves look like ids as programs make them, so that no filter takes the code for a password.
        DispatchId(format!("{id}.{}", Uuid::from_bytes(first)))
    }

    /// Whether [`DispatchKey::issue`] made this id for this ability.
    pub fn issued(&self, ability: &AbilityId, id: &DispatchId) -> bool {
        let Some((given_id, given_code)) = id.as_str().split_once('.') else { return false };
        let (Ok(id), Ok(code)) = (given_id.parse::<Uuid>(), given_code.parse::<Uuid>()) else { return false };
        // Another spelling of the same id would be another dispatch.
        let as_issued = id.to_string() == given_id && code.to_string() == given_code;
        as_issued && keyed::verify(&self.0, &["dispatch", &id.to_string(), ability.as_str()], code.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ability(name: &str) -> AbilityId {
        AbilityId(name.to_owned())
    }

    #[test]
    fn only_ids_that_were_given_out_for_an_ability_are_known_for_it() {
        let home = tempfile::tempdir().unwrap();
        let key = DispatchKey::open(home.path()).unwrap();
        let issued = key.issue(&ability("tea"), Uuid::from_u128(7));
        assert!(key.issued(&ability("tea"), &issued));
        assert!(DispatchKey::open(home.path()).unwrap().issued(&ability("tea"), &issued), "also after a restart");
        assert!(!key.issued(&ability("coffee"), &issued), "for another ability");
        let other = tempfile::tempdir().unwrap();
        assert!(!DispatchKey::open(other.path()).unwrap().issued(&ability("tea"), &issued), "of another home");
        let (id, code) = issued.as_str().split_once('.').unwrap();
        let zeros = Uuid::nil();
        for invented in [
            String::new(),
            "d-1".to_owned(),
            id.to_owned(),
            format!("{id}."),
            format!(".{code}"),
            format!("{code}.{id}"),
            format!("{id}.{zeros}"),
            format!("{zeros}.{code}"),
            format!("{id}.{code}.{code}"),
            format!("{id}.{}", &code[..8]),
            issued.as_str().to_uppercase(),
            issued.as_str().replace('-', ""),
            format!("{{{id}}}.{code}"),
            format!("urn:uuid:{id}.{code}"),
            format!("{issued} "),
        ] {
            assert!(!key.issued(&ability("tea"), &DispatchId(invented.clone())), "{invented}");
        }
    }

    #[test]
    fn a_damaged_key_is_replaced_and_nobody_else_can_read_it() {
        let home = tempfile::tempdir().unwrap();
        for damaged in [&b""[..], b"short", &[0; 33]] {
            fs::write(home.path().join(FILE), damaged).unwrap();
            let key = DispatchKey::open(home.path()).unwrap();
            assert_ne!(key.0, [0; LENGTH]);
            assert_eq!(DispatchKey::open(home.path()).unwrap().0, key.0, "it is stored");
        }
        assert!(apprentice_platform::permissions::open_private(File::options().read(true), &home.path().join(FILE)).is_ok());
    }
}
