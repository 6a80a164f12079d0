//! What a server asks for when it refuses a request: a sign-in, one with more scopes (RFC 6750 §3.1), or that the person opens an address. The
//! person is asked again, and sees which.

use super::{Connectors, identity, oauth_client};
use apprentice_connectors::connection::ConnectionError;
use apprentice_connectors::oauth::Challenge;
use apprentice_contracts::connector::{McpAuthState, McpSignIn};
use apprentice_store::mcp_auth_profiles;
use apprentice_store::mcp_servers::{self, McpServerRecord};

impl Connectors {
    /// Remembers what a server asked for, so that the next sign-in asks for it. Answers what the person can do about it, as sentences that
    /// begin with a space, or nothing.
    pub(super) async fn note_refusal(&self, record: &McpServerRecord, error: &ConnectionError) -> String {
        match error {
            ConnectionError::SignIn(challenge) => {
                self.sign_ins.set_challenge(record, challenge);
                String::new()
            }
            ConnectionError::MoreScopes(challenge) => {
                // Where Apprentice signs in by itself, nobody would be asked for what a server adds.
                if !oauth_client::signs_in_itself(record) {
                    self.sign_ins.set_challenge(record, challenge);
                }
                format!(" {}", self.ask_for_more(record, challenge).await)
            }
            ConnectionError::OpenFirst(_) => " Repeat the same call when the person says that they are done there.".to_owned(),
            ConnectionError::NotOpened(_) => " Repeat the call only if the person wants it.".to_owned(),
            _ => String::new(),
        }
    }

    /// Stores that the person has to grant more, if that helps. Answers what they can do.
    async fn ask_for_more(&self, record: &McpServerRecord, challenge: &Challenge) -> String {
        let (id, wanted) = (record.entry.server_id.clone(), challenge.scopes());
        if oauth_client::signs_in_itself(record) {
            return format!(
                "Let the client have them at its authorization server, and name them with `apprentice connectors edit {id} --oauth-scope`."
            );
        }
        let (server, trusted) = (id.clone(), identity::of(record));
        let stored = self.core.change(move |tx| {
            let found = mcp_servers::get(tx.db, &server)?;
            // What was changed in the meantime has not asked.
            let Some(record) = found.filter(|now| identity::of(now) == trusted) else { return Ok(None) };
            let Some(mut profile) = record.profile else { return Ok(None) };
            let kept = profile.sign_in_of_mut(&server).map(|kept| &mut kept.sign_in);
            let Some(sign_in) = kept.filter(|sign_in| sign_in.state == McpAuthState::Healthy) else { return Ok(None) };
            let helps = asks_again(sign_in, wanted);
            if helps {
                mcp_auth_profiles::put(tx.db, &profile)?;
            }
            Ok(Some(helps))
        });
        match stored.await {
            Ok(Some(true)) => {
                format!("Sign in again to grant them: on the Connectors page, or with `apprentice connectors sign-in {id}`.")
            }
            Ok(Some(false)) => {
                "You have already granted these scopes, so another sign-in does not help. Ask the operator of the server."
                    .to_owned()
            }
            Ok(None) => "Give its header Authorization a token with these scopes.".to_owned(),
            Err(failure) => {
                tracing::error!(%failure, "what a server asked for could not be stored");
                "Sign in again to grant them.".to_owned()
            }
        }
    }
}

/// Adds what a server wants to what the next sign-in asks for. `false`: all of it was granted already, so that asking again would go on for
/// ever.
fn asks_again(sign_in: &mut McpSignIn, wanted: Vec<String>) -> bool {
    let new = wanted.into_iter().filter(|scope| !sign_in.scopes_granted.contains(scope));
    let before = sign_in.scopes_needed.len();
    let mut new: Vec<String> = new.filter(|scope| !sign_in.scopes_needed.contains(scope)).collect();
    sign_in.scopes_needed.append(&mut new);
    sign_in.scopes_needed.truncate(100);
    before > 0 || !sign_in.scopes_needed.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use apprentice_contracts::Time;

    #[test]
    fn a_person_is_asked_again_only_for_what_they_did_not_grant() {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        for (granted, needed, wanted, again, after) in [
            ("a", "", "b", true, "b"),
            ("a", "b", "b c", true, "b c"),
            ("a b", "", "a b", false, ""),
            ("a b", "", "", false, ""),
            ("a", "", "a b", true, "b"),
            ("", "", "a", true, "a"),
        ] {
            let mut sign_in = McpSignIn {
                state: McpAuthState::Healthy,
                issuer: String::new(),
                scopes_asked: Vec::new(),
                scopes_granted: words(granted),
                scopes_needed: words(needed),
                expires_at: None,
                renews: false,
                signed_in_at: Time::default(),
            };
            assert_eq!((asks_again(&mut sign_in, words(wanted)), sign_in.scopes_needed), (again, words(after)), "{wanted}");
        }
    }
}
