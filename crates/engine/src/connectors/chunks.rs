//! Long values in a keychain whose entries are short (2,560 bytes on Windows). The parts are written under a new name before the entry names
//! them, so that a write that is cut off leaves the value before.

use apprentice_platform::keychain::Keychain;
use std::io;

/// Bytes of a part. A character of the store may take two.
const PART: usize = 1200;

/// Round and number of parts.
fn head(keychain: &dyn Keychain, account: &str) -> io::Result<Option<(u64, usize)>> {
    let text = keychain.get(account)?;
    Ok(text.and_then(|text| {
        let (round, parts) = text.split_once(' ')?;
        Some((round.parse().ok()?, parts.parse().ok()?))
    }))
}

fn part(account: &str, round: u64, number: usize) -> String {
    format!("{account}:{round}:{number}")
}

pub(super) fn get(keychain: &dyn Keychain, account: &str) -> io::Result<Option<String>> {
    let Some((round, parts)) = head(keychain, account)? else { return Ok(None) };
    let mut text = String::new();
    for number in 0..parts {
        match keychain.get(&part(account, round, number))? {
            Some(found) => text.push_str(&found),
            None => return Ok(None),
        }
    }
    Ok(Some(text))
}

pub(super) fn put(keychain: &dyn Keychain, account: &str, text: &str) -> io::Result<()> {
    let before = head(keychain, account)?;
    let round = before.map_or(1, |(round, _)| round.wrapping_add(1));
    let mut parts = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let end = (0..=PART.min(rest.len())).rev().find(|at| rest.is_char_boundary(*at)).unwrap_or(rest.len());
        keychain.put(&part(account, round, parts), &rest[..end])?;
        rest = &rest[end..];
        parts += 1;
    }
    keychain.put(account, &format!("{round} {parts}"))?;
    if let Some((round, parts)) = before {
        for number in 0..parts {
            // What stays is named by nothing.
            let _stays = keychain.forget(&part(account, round, number));
        }
    }
    Ok(())
}

pub(super) fn forget(keychain: &dyn Keychain, account: &str) -> io::Result<()> {
    if let Some((round, parts)) = head(keychain, account)? {
        for number in 0..parts {
            keychain.forget(&part(account, round, number))?;
        }
    }
    keychain.forget(account)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use std::sync::Mutex;

    /// A keychain that fails after so many writes.
    struct Failing(Mutex<BTreeMap<String, String>>, Mutex<usize>);

    impl Keychain for Failing {
        fn available(&self) -> io::Result<()> {
            Ok(())
        }

        fn get(&self, account: &str) -> io::Result<Option<String>> {
            Ok(self.0.lock().unwrap().get(account).cloned())
        }

        fn put(&self, account: &str, key: &str) -> io::Result<()> {
            let mut left = self.1.lock().unwrap();
            *left = left.checked_sub(1).ok_or_else(|| io::Error::other("it is locked"))?;
            assert!(key.len() <= 2560 / 2, "an entry is short");
            self.0.lock().unwrap().insert(account.to_owned(), key.to_owned());
            Ok(())
        }

        fn forget(&self, account: &str) -> io::Result<()> {
            self.0.lock().unwrap().remove(account);
            Ok(())
        }
    }

    #[test]
    fn a_write_that_is_cut_off_leaves_the_value_before_and_nothing_stays() {
        let (old, new) = ("ä".repeat(2000), "neu".repeat(3000));
        for writes in 0..12 {
            let keychain = Failing(Mutex::default(), Mutex::new(1000));
            put(&keychain, "a", &old).unwrap();
            *keychain.1.lock().unwrap() = writes;
            let expected = if put(&keychain, "a", &new).is_ok() { &new } else { &old };
            assert_eq!(get(&keychain, "a").unwrap().as_ref(), Some(expected), "after {writes} writes");
            *keychain.1.lock().unwrap() = 1000;
            put(&keychain, "a", "short").unwrap();
            assert_eq!(get(&keychain, "a").unwrap().as_deref(), Some("short"));
        }
        let keychain = Failing(Mutex::default(), Mutex::new(1000));
        put(&keychain, "a", &old).unwrap();
        put(&keychain, "a", &new).unwrap();
        forget(&keychain, "a").unwrap();
        assert!(keychain.0.lock().unwrap().is_empty());
        assert_eq!(get(&keychain, "a").unwrap(), None);
    }
}
