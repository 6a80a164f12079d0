//! The proof by which a client knows the engine before it sends its token. A program may have taken the port of an engine that was killed.
//!
//! The client sends a random challenge, and the server answers with its code (HMAC-SHA-256) under the token of the client, which both know
//! from a file that only the owner of the home can read. The address is part of the code, so that nobody can pass on the challenge to an
//! engine at another port.

use crate::scope::Caller;
use apprentice_engine::core::keyed;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// The path of the proof. It is no operation: it needs no token.
pub(crate) const PATH: &str = "/proof";

/// The most characters of a challenge.
const LONGEST: usize = 128;

/// The word for a holder in the query.
pub(crate) const fn holder_name(holder: Caller) -> &'static str {
    match holder {
        Caller::Person => "person",
        Caller::Agent => "agent",
    }
}

fn parts<'p>(challenge: &'p str, authority: &'p str) -> [&'p str; 3] {
    ["apprentice engine", authority, challenge]
}

/// The answer to a challenge, as the server at `authority` (`127.0.0.1:PORT`) gives it. `None`: that is no challenge.
pub(crate) fn answer(token: &str, challenge: &str, authority: &str) -> Option<String> {
    let fits = (16..=LONGEST).contains(&challenge.len());
    fits.then(|| URL_SAFE_NO_PAD.encode(keyed::sign(token.as_bytes(), &parts(challenge, authority))))
}

/// Whether an answer proves that the server at `authority` knows the token.
pub(crate) fn is_proven(token: &str, challenge: &str, authority: &str, answer: &str) -> bool {
    let code = URL_SAFE_NO_PAD.decode(answer.trim()).unwrap_or_default();
    !token.is_empty() && code.len() == 32 && keyed::verify(token.as_bytes(), &parts(challenge, authority), &code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_knows_the_token_answers_and_only_for_its_own_address() {
        let challenge = "a challenge of 24 signs.";
        let said = answer("token", challenge, "127.0.0.1:1").unwrap();
        assert!(is_proven("token", challenge, "127.0.0.1:1", &said));
        assert!(!is_proven("other", challenge, "127.0.0.1:1", &said));
        assert!(!is_proven("token", challenge, "127.0.0.1:2", &said), "passed on from another port");
        assert!(!is_proven("token", "a challenge of 24 words.", "127.0.0.1:1", &said), "said before");
        assert!(
            !is_proven("", challenge, "127.0.0.1:1", &answer("", challenge, "127.0.0.1:1").unwrap()),
            "nobody knows no token"
        );
        for other in ["", "a", challenge, &said[..42], "{}", &said[..22]] {
            assert!(!is_proven("token", challenge, "127.0.0.1:1", other), "{other}");
        }
        for odd in ["", "short", &"x".repeat(129)] {
            assert_eq!(answer("token", odd, "127.0.0.1:1"), None);
        }
    }
}
