//! A private key by which a client shows who it is (`private_key_jwt`, RFC 7523): it signs a short statement for each request, so that the
//! authorization server never sees the key.

use super::OAuthError;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use ring::rand::{SecureRandom, SystemRandom};
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, ECDSA_P384_SHA384_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, RSA_PKCS1_SHA256,
    RSA_PSS_SHA256, RsaKeyPair,
};
use rustls::pki_types::PrivateKeyDer;
use rustls::pki_types::pem::PemObject;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The value of `client_assertion_type` (RFC 7523 §2.2).
pub(super) const ASSERTION_TYPE: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
/// How long a statement is worth something, in seconds.
const LASTS: i64 = 120;

/// How a key signs (RFC 7518 §3.1, RFC 8037 §3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Algorithm {
    ES256,
    ES384,
    RS256,
    PS256,
    EdDSA,
}

impl Algorithm {
    fn name(self) -> &'static str {
        match self {
            Self::ES256 => "ES256",
            Self::ES384 => "ES384",
            Self::RS256 => "RS256",
            Self::PS256 => "PS256",
            Self::EdDSA => "EdDSA",
        }
    }
}

/// A private key, with how it signs. It is a secret.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientKey {
    /// The key in PEM.
    pub(super) pem: String,
    algorithm: Algorithm,
}

impl std::fmt::Debug for ClientKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ClientKey").field("algorithm", &self.algorithm).finish_non_exhaustive()
    }
}

/// A key as the library takes it.
enum Signer {
    Ecdsa(EcdsaKeyPair),
    Ed25519(Ed25519KeyPair),
    Rsa(Box<RsaKeyPair>),
}

impl ClientKey {
    /// Reads a private key in PEM: PKCS #8 with P-256, P-384, Ed25519 or RSA from 2,048 bits, or PKCS #1 with RSA.
    ///
    /// # Errors
    /// Why it cannot be used, as the end of a sentence about it, with the remedy.
    pub fn read(pem: &str) -> Result<Self, String> {
        let (_, algorithm) = signer(pem)?;
        Ok(Self { pem: pem.trim().to_owned(), algorithm })
    }

    /// Signs as the authorization server wants. `supported`: what it publishes, if it does.
    ///
    /// # Errors
    /// `NotOffered`: it takes no statement that this key signs.
    pub(super) fn fit(mut self, supported: Option<&[String]>) -> Result<Self, OAuthError> {
        let Some(supported) = supported else { return Ok(self) };
        let takes = |algorithm: Algorithm| supported.iter().any(|name| name == algorithm.name());
        if self.algorithm == Algorithm::RS256 && !takes(Algorithm::RS256) && takes(Algorithm::PS256) {
            self.algorithm = Algorithm::PS256;
        }
        match takes(self.algorithm) {
            true => Ok(self),
            false => Err(OAuthError::NotOffered(format!(
                "the key of the connector signs with {}, and the authorization server takes {}; give it another key",
                self.algorithm.name(),
                super::words(&supported.join(", "))
            ))),
        }
    }

    /// A signed statement that `client_id` asks `issuer` for tokens (RFC 7523 §3). `now`: seconds since 1970.
    ///
    /// # Errors
    /// The system gives no random numbers, or the key was damaged where it was kept.
    pub(super) fn assertion(&self, client_id: &str, issuer: &str, now: i64) -> Result<String, OAuthError> {
        let wrong = |why: &str| OAuthError::Unreachable(format!("the request could not be signed: {why}"));
        let random = SystemRandom::new();
        let mut number = [0_u8; 16];
        random.fill(&mut number).map_err(|_| wrong("the system gives no random numbers"))?;
        let header = json!({ "alg": self.algorithm.name(), "typ": "JWT" });
        // The audience is the issuer alone, so that no other server can use the statement.
        let claims = json!({
            "iss": client_id, "sub": client_id, "aud": issuer, "jti": BASE64_URL_SAFE_NO_PAD.encode(number),
            "iat": now, "exp": now.saturating_add(LASTS),
        });
        let encoded = |value: &serde_json::Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
        let text = format!("{}.{}", encoded(&header), encoded(&claims));
        let (signer, _) = signer(&self.pem).map_err(|why| wrong(&format!("its key {why}")))?;
        let signature = self.sign(&signer, &random, text.as_bytes()).map_err(|()| wrong("its key does not sign"))?;
        Ok(format!("{text}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature)))
    }

    fn sign(&self, signer: &Signer, random: &SystemRandom, text: &[u8]) -> Result<Vec<u8>, ()> {
        match signer {
            Signer::Ecdsa(pair) => pair.sign(random, text).map(|signature| signature.as_ref().to_vec()).map_err(|_| ()),
            Signer::Ed25519(pair) => Ok(pair.sign(text).as_ref().to_vec()),
            Signer::Rsa(pair) => {
                let mut signature = vec![0; pair.public().modulus_len()];
                let padding: &'static dyn ring::signature::RsaEncoding = match self.algorithm {
                    Algorithm::PS256 => &RSA_PSS_SHA256,
                    _ => &RSA_PKCS1_SHA256,
                };
                pair.sign(padding, random, text, &mut signature).map(|()| signature).map_err(|_| ())
            }
        }
    }
}

/// The key in a PEM text, and how it signs. The error is the end of a sentence about it.
fn signer(pem: &str) -> Result<(Signer, Algorithm), String> {
    let is_head = |line: &str| line.starts_with("-----BEGIN") || line.starts_with("Proc-Type");
    if pem.lines().any(|line| is_head(line.trim()) && line.contains("ENCRYPTED")) {
        return Err("is encrypted; decrypt it with `openssl pkcs8 -topk8 -nocrypt -in KEY`".to_owned());
    }
    let der = PrivateKeyDer::from_pem_slice(pem.as_bytes())
        .map_err(|_| "is no private key in PEM; it begins with -----BEGIN PRIVATE KEY-----".to_owned())?;
    let bytes = match &der {
        PrivateKeyDer::Pkcs8(key) => key.secret_pkcs8_der(),
        PrivateKeyDer::Pkcs1(key) => {
            let pair = RsaKeyPair::from_der(key.secret_pkcs1_der()).map_err(|why| unusable(&why.to_string()))?;
            return Ok((Signer::Rsa(Box::new(pair)), Algorithm::RS256));
        }
        _ => return Err("has an old form; convert it with `openssl pkcs8 -topk8 -nocrypt -in KEY`".to_owned()),
    };
    let random = SystemRandom::new();
    for (kind, algorithm) in
        [(&ECDSA_P256_SHA256_FIXED_SIGNING, Algorithm::ES256), (&ECDSA_P384_SHA384_FIXED_SIGNING, Algorithm::ES384)]
    {
        if let Ok(pair) = EcdsaKeyPair::from_pkcs8(kind, bytes, &random) {
            return Ok((Signer::Ecdsa(pair), algorithm));
        }
    }
    // Keys of OpenSSL come without their public half.
    if let Ok(pair) = Ed25519KeyPair::from_pkcs8_maybe_unchecked(bytes) {
        return Ok((Signer::Ed25519(pair), Algorithm::EdDSA));
    }
    let pair = RsaKeyPair::from_pkcs8(bytes).map_err(|why| unusable(&why.to_string()))?;
    Ok((Signer::Rsa(Box::new(pair)), Algorithm::RS256))
}

fn unusable(why: &str) -> String {
    format!("cannot be used ({why}); give one with P-256, P-384, Ed25519, or RSA from 2,048 bits")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ring::signature::{ECDSA_P256_SHA256_FIXED, ED25519, KeyPair, UnparsedPublicKey, VerificationAlgorithm};

    fn pem(der: &[u8], label: &str) -> String {
        let text = base64::prelude::BASE64_STANDARD.encode(der);
        format!("-----BEGIN {label}-----\n{text}\n-----END {label}-----\n")
    }

    fn part(jwt: &str, at: usize) -> serde_json::Value {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(jwt.split('.').nth(at).unwrap()).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    fn verified(jwt: &str, algorithm: &'static dyn VerificationAlgorithm, public: &[u8]) -> bool {
        let (text, signature) = jwt.rsplit_once('.').unwrap();
        let signature = BASE64_URL_SAFE_NO_PAD.decode(signature).unwrap();
        UnparsedPublicKey::new(algorithm, public).verify(text.as_bytes(), &signature).is_ok()
    }

    #[test]
    fn a_statement_is_signed_for_one_server_and_a_short_time_and_no_two_are_the_same() {
        let random = SystemRandom::new();
        let der = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, der.as_ref(), &random).unwrap();
        let key = ClientKey::read(&pem(der.as_ref(), "PRIVATE KEY")).unwrap();
        let one = key.assertion("me", "https://auth.example", 1000).unwrap();
        assert!(verified(&one, &ECDSA_P256_SHA256_FIXED, pair.public_key().as_ref()));
        assert_eq!(part(&one, 0), json!({ "alg": "ES256", "typ": "JWT" }));
        let claims = part(&one, 1);
        for (name, value) in [
            ("iss", json!("me")),
            ("sub", json!("me")),
            ("aud", json!("https://auth.example")),
            ("iat", json!(1000)),
            ("exp", json!(1120)),
        ] {
            assert_eq!(claims[name], value, "{name}");
        }
        let two = key.assertion("me", "https://auth.example", 1000).unwrap();
        assert_ne!(claims["jti"], part(&two, 1)["jti"]);
        assert!(!format!("{key:?}").contains(&key.pem[40..60]));

        let der = Ed25519KeyPair::generate_pkcs8(&random).unwrap();
        let pair = Ed25519KeyPair::from_pkcs8(der.as_ref()).unwrap();
        let key = ClientKey::read(&pem(der.as_ref(), "PRIVATE KEY")).unwrap();
        let jwt = key.assertion("me", "https://auth.example", 0).unwrap();
        assert!(verified(&jwt, &ED25519, pair.public_key().as_ref()));
        assert_eq!(part(&jwt, 0)["alg"], "EdDSA");
    }

    #[test]
    fn a_key_that_cannot_be_used_is_refused_with_the_remedy() {
        for (text, words) in [
            ("secret".to_owned(), "-----BEGIN PRIVATE KEY-----"),
            (pem(b"x", "ENCRYPTED PRIVATE KEY"), "openssl pkcs8"),
            (pem(b"x", "EC PRIVATE KEY"), "openssl pkcs8"),
            (pem(b"not a key", "PRIVATE KEY"), "P-256"),
            (pem(b"not a key", "RSA PRIVATE KEY"), "2,048"),
            (pem(b"x", "CERTIFICATE"), "no private key"),
        ] {
            let why = ClientKey::read(&text).unwrap_err();
            assert!(why.contains(words), "{text}: {why}");
        }
    }

    #[test]
    fn a_key_signs_as_the_server_wants_or_not_at_all() {
        let names = |all: &[&str]| all.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let key = |algorithm| ClientKey { pem: String::new(), algorithm };
        for (own, supported, expected) in [
            (Algorithm::ES256, None, Some("ES256")),
            (Algorithm::ES256, Some(names(&["RS256", "ES256"])), Some("ES256")),
            (Algorithm::RS256, Some(names(&["PS256"])), Some("PS256")),
            (Algorithm::RS256, Some(names(&["PS256", "RS256"])), Some("RS256")),
            (Algorithm::ES256, Some(names(&["RS256"])), None),
            (Algorithm::EdDSA, Some(names(&[])), None),
        ] {
            let fitted = key(own).fit(supported.as_deref());
            assert_eq!(fitted.ok().map(|key| key.algorithm.name()), expected, "{own:?} for {supported:?}");
        }
        let why = key(Algorithm::ES256).fit(Some(&names(&["RS256"]))).unwrap_err();
        assert!(why.code() == "SIGN_IN_NOT_OFFERED" && why.to_string().contains("RS256"), "{why}");
    }
}
