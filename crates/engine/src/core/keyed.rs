//! Message authentication codes (HMAC-SHA-256) under a secret.

use hmac::{Hmac, KeyInit, Mac};
use hmac_sha2::Sha256;

/// The code of the parts, each with its length before it, so that no two lists of parts have the same message.
fn mac(key: &[u8], parts: &[&str]) -> Hmac<Sha256> {
    #[expect(clippy::expect_used, reason = "HMAC takes a key of any length")]
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("a key of any length");
    for part in parts {
        mac.update(&(part.len() as u64).to_be_bytes());
        mac.update(part.as_bytes());
    }
    mac
}

/// The 32 bytes of the code of the parts.
pub fn sign(key: &[u8], parts: &[&str]) -> [u8; 32] {
    mac(key, parts).finalize().into_bytes().into()
}

/// Whether `code`, of at least 16 bytes, begins the code of the parts. Takes the same time wherever they differ.
pub fn verify(key: &[u8], parts: &[&str], code: &[u8]) -> bool {
    code.len() >= 16 && mac(key, parts).verify_truncated_left(code).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_parts_under_the_same_key_have_the_code() {
        let code = sign(b"key", &["a", "bc"]);
        assert!(verify(b"key", &["a", "bc"], &code));
        assert!(verify(b"key", &["a", "bc"], &code[..16]), "a code may be shortened to 16 bytes");
        for (key, parts) in
            [(&b"kez"[..], &["a", "bc"][..]), (b"key", &["ab", "c"]), (b"key", &["abc"]), (b"key", &["a", "bc", ""])]
        {
            assert!(!verify(key, parts, &code), "{parts:?}");
        }
        for short in [&code[..0], &code[..15]] {
            assert!(!verify(b"key", &["a", "bc"], short), "{} bytes say too little", short.len());
        }
    }
}
