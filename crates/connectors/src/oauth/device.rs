//! Signing in with a code that the person types on any device (RFC 8628): for a machine without a browser.

use super::flow::with_tokens;
use super::{Client, Discovered, Grant, OAuthError, SafeHttp, Session, words};
use oauth2::basic::BasicTokenResponse;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The pause between two questions if the server names none (RFC 8628 §3.2).
const USUAL_PAUSE: u64 = 5;
/// The shortest pause that is kept, whatever the server says, in seconds.
const SHORTEST_PAUSE: u64 = 1;
/// How much longer a pause gets when the server asks for it (RFC 8628 §3.5).
const SLOWER: Duration = Duration::from_secs(5);
/// The longest pause after a request that failed on its way.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// How long a code is waited for at most, whatever the server says, in seconds.
const LONGEST: u64 = 30 * 60;
/// The longest code that a person is shown, in characters.
const LONGEST_CODE: usize = 40;

/// The answer of the device authorization endpoint (RFC 8628 §3.2).
#[derive(Deserialize)]
struct Answer {
    device_code: String,
    user_code: String,
    // Google names it so.
    #[serde(alias = "verification_url")]
    verification_uri: String,
    #[serde(default)]
    verification_uri_complete: Option<String>,
    expires_in: u64,
    #[serde(default)]
    interval: Option<u64>,
}

/// The refusal of a request (RFC 6749 §5.2).
#[derive(Default, Deserialize)]
#[serde(default)]
struct Refusal {
    error: String,
    error_description: Option<String>,
}

/// A sign-in that waits for the person to type a code. It holds secrets, and is kept in the keychain alone.
#[derive(Serialize, Deserialize)]
pub struct DevicePending {
    /// The code that the person types.
    pub user_code: String,
    /// The address where they type it.
    pub verification_uri: String,
    /// The same address with the code in it.
    pub verification_uri_complete: Option<String>,
    /// How long the code lasts, at most half an hour.
    pub lasts: Duration,
    device_code: String,
    pause: Duration,
    session: Session,
}

impl std::fmt::Debug for DevicePending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DevicePending").field("issuer", &self.session.issuer).finish_non_exhaustive()
    }
}

/// Asks for a code. `now`: seconds since 1970.
///
/// # Errors
/// The server gives none, or what it gives is refused.
pub async fn begin_device(
    http: &SafeHttp,
    discovered: Discovered,
    client: Client,
    now: i64,
) -> Result<DevicePending, OAuthError> {
    let client = client.fitted(&discovered.server)?;
    let endpoint = discovered.server.device_authorization_endpoint.clone().unwrap_or_default();
    let endpoint = http.checked(&endpoint, "the address that gives codes for devices")?;
    let session = Session::new(discovered, client);
    let scopes = session.scopes.join(" ");
    let mut fields = vec![("resource", session.resource.as_str())];
    if !scopes.is_empty() {
        fields.push(("scope", &scopes));
    }
    let (status, body) = session.client.post(http, &endpoint, &session.issuer, &fields, now).await?;
    if status != 200 {
        return Err(denied(&refusal(&body), "the authorization server gives no code"));
    }
    let answer: Answer = serde_json::from_slice(&body)
        .map_err(|_| OAuthError::Unreachable("the authorization server answered with something else than a code".to_owned()))?;
    shown(http, answer, session)
}

/// What the person is shown, checked.
fn shown(http: &SafeHttp, answer: Answer, session: Session) -> Result<DevicePending, OAuthError> {
    let what = "the address where the code is typed";
    let is_code = |letter: char| letter.is_ascii_graphic() || letter == ' ';
    let user_code = answer.user_code.trim().to_owned();
    if user_code.is_empty() || user_code.len() > LONGEST_CODE || !user_code.chars().all(is_code) {
        return Err(OAuthError::Unsafe("the authorization server gives a code that nobody can type".to_owned()));
    }
    let complete = answer.verification_uri_complete.as_deref();
    let lasts = answer.expires_in.clamp(1, LONGEST);
    Ok(DevicePending {
        user_code,
        verification_uri: http.checked(&answer.verification_uri, what)?.to_string(),
        verification_uri_complete: complete.map(|address| http.checked(address, what).map(String::from)).transpose()?,
        lasts: Duration::from_secs(lasts),
        device_code: answer.device_code,
        pause: Duration::from_secs(answer.interval.unwrap_or(USUAL_PAUSE).clamp(SHORTEST_PAUSE, lasts.max(SHORTEST_PAUSE))),
        session,
    })
}

impl DevicePending {
    /// The authorization server.
    pub fn issuer(&self) -> &str {
        &self.session.issuer
    }

    /// The scopes that were asked for.
    pub fn scopes(&self) -> &[String] {
        &self.session.scopes
    }

    /// Names the sign-in among others, for this program alone. It is a secret.
    pub fn device_code(&self) -> &str {
        &self.device_code
    }

    /// Every secret in it, so that they are masked in words of the server.
    pub fn secrets(&self) -> Vec<String> {
        self.session.client.secrets().chain([self.device_code.clone()]).collect()
    }

    /// How long to wait before the next question.
    pub fn pause(&self) -> Duration {
        self.pause
    }

    /// Asks whether the person has typed the code. `None`: not yet; wait for [`Self::pause`] and ask again. `now`: seconds since 1970.
    ///
    /// # Errors
    /// The person, or the server, said no, or the code no longer lasts.
    pub async fn poll(&mut self, http: &SafeHttp, now: i64) -> Result<Option<Session>, OAuthError> {
        let fields = [
            ("grant_type", Grant::Device.name()),
            ("device_code", self.device_code.as_str()),
            ("resource", self.session.resource.as_str()),
        ];
        let endpoint = http.checked(&self.session.token_endpoint, "the address of the token")?;
        let asked = self.session.client.post(http, &endpoint, &self.session.issuer, &fields, now).await;
        match asked {
            Ok((200..300, body)) => {
                let tokens: BasicTokenResponse = serde_json::from_slice(&body)
                    .map_err(|_| OAuthError::Unreachable("the authorization server did not answer with tokens".to_owned()))?;
                with_tokens(self.session.clone(), &tokens, now).map(Some)
            }
            Ok((500.., _)) | Err(OAuthError::Unreachable(_)) => {
                // It may be back (RFC 8628 §3.5).
                self.pause = (self.pause * 2).min(LONGEST_PAUSE.max(self.pause));
                Ok(None)
            }
            Ok((_, body)) => self.refused(&refusal(&body)),
            Err(error) => Err(error),
        }
    }

    fn refused(&mut self, refusal: &Refusal) -> Result<Option<Session>, OAuthError> {
        match refusal.error.as_str() {
            "authorization_pending" => Ok(None),
            "slow_down" => {
                self.pause += SLOWER;
                Ok(None)
            }
            "expired_token" => Err(OAuthError::Expired("nobody typed the code while it lasted".to_owned())),
            "access_denied" => Err(denied(refusal, "the sign-in was refused")),
            _ => Err(denied(refusal, "the authorization server gives no tokens for the code")),
        }
    }
}

fn refusal(body: &[u8]) -> Refusal {
    serde_json::from_slice(body).unwrap_or_default()
}

/// A refusal in words. Only the fields that are meant for people are repeated.
fn denied(refusal: &Refusal, what: &str) -> OAuthError {
    OAuthError::Denied(match (&refusal.error_description, refusal.error.as_str()) {
        (Some(description), _) if !description.is_empty() => format!("{what}: {}", words(description)),
        (_, "" | "access_denied") => what.to_owned(),
        (_, error) => format!("{what} (“{}”)", words(error)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use url::Url;

    async fn pending(answer: Value) -> Result<DevicePending, OAuthError> {
        let http = SafeHttp::for_server(&Url::parse("https://93.184.216.34/mcp").unwrap()).await.unwrap();
        let mut all = json!({
            "device_code": "d", "user_code": "ABCD-EFGH", "verification_uri": "https://a.example/device", "expires_in": 600,
        });
        for (name, value) in answer.as_object().unwrap() {
            all[name] = value.clone();
        }
        let discovered = Discovered { resource: "r".into(), server: super::super::ServerMetadata::default(), scopes: Vec::new() };
        let session = Session::new(discovered, Client::public("me".into()));
        shown(&http, serde_json::from_value(all).unwrap(), session)
    }

    #[tokio::test]
    async fn what_a_person_is_shown_is_checked_and_bounded() {
        for (answer, words) in [
            (json!({ "verification_uri": "javascript:alert(1)" }), "javascript:"),
            (json!({ "verification_uri": "http://a.example/device" }), "https://"),
            (json!({ "verification_uri": "https://10.0.0.1/device" }), "private network"),
            (json!({ "verification_uri": "https://169.254.169.254/" }), "private network"),
            (json!({ "verification_uri_complete": "file:///etc/passwd" }), "file:"),
            (json!({ "verification_uri_complete": "https://ada@a.example/" }), "a name"),
            (json!({ "user_code": "" }), "nobody can type"),
            (json!({ "user_code": "A".repeat(41) }), "nobody can type"),
            (json!({ "user_code": "AB\u{202e}CD" }), "nobody can type"),
            (json!({ "user_code": "AB\nCD" }), "nobody can type"),
        ] {
            let refused = pending(answer.clone()).await.unwrap_err();
            assert!(refused.code() == "SIGN_IN_UNSAFE" && refused.to_string().contains(words), "{answer}: {refused}");
        }
        for (answer, pause, lasts) in [
            (json!({}), 5, 600),
            (json!({ "interval": 0 }), 1, 600),
            (json!({ "interval": 7 }), 7, 600),
            (json!({ "interval": u64::MAX, "expires_in": u64::MAX }), LONGEST, LONGEST),
            (json!({ "interval": 9, "expires_in": 0 }), 1, 1),
        ] {
            let found = pending(answer.clone()).await.unwrap();
            assert_eq!((found.pause.as_secs(), found.lasts.as_secs()), (pause, lasts), "{answer}");
        }
    }

    #[tokio::test]
    async fn each_refusal_waits_slows_down_or_ends() {
        let mut found = pending(json!({ "interval": 2 })).await.unwrap();
        let mut refused = |error: &str| {
            let ended = found.refused(&Refusal { error: error.to_owned(), error_description: None });
            (ended.map(|_| ()).map_err(|why| why.code()), found.pause.as_secs())
        };
        assert_eq!(refused("authorization_pending"), (Ok(()), 2));
        assert_eq!(refused("slow_down"), (Ok(()), 7));
        assert_eq!(refused("slow_down"), (Ok(()), 12));
        assert_eq!(refused("expired_token"), (Err("SIGN_IN_EXPIRED"), 12));
        assert_eq!(refused("access_denied"), (Err("SIGN_IN_DENIED"), 12));
        assert_eq!(refused("invalid_grant"), (Err("SIGN_IN_DENIED"), 12));
        assert_eq!(refused(""), (Err("SIGN_IN_DENIED"), 12));
    }
}
