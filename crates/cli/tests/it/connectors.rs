//! `connectors`: how an address is signed in to.

use crate::support::Machine;
use serde_json::json;

const ADD: [&str; 8] =
    ["connectors", "add", "Batch", "--url", "https://batch.example.com/mcp", "--oauth-client-id", "me", "--oauth-by-itself"];

#[test]
fn a_client_is_registered_shown_and_forgotten() {
    let machine = Machine::new();
    let with = |more: &[&str]| machine.run(&[&ADD, more].concat());
    for (more, words) in [
        (&[][..], "oauth_client.client_auth"),
        (&["--oauth-auth", "private_key_jwt"], "the private key in PEM"),
        (&["--oauth-auth", "client_secret_basic", "--oauth-from-env"], "oauth_client.issuer"),
        (&["--oauth-auth", "private_key_jwt", "--oauth-from-env", "--oauth-issuer", "http://a.example.com"], "https://"),
        (&["--oauth-auth", "guess"], "client_secret_basic"),
    ] {
        let refused = with(more);
        assert!(refused.code != 0 && refused.stderr.contains(words), "{more:?}: {refused:?}");
    }
    let how = ["--oauth-auth", "private_key_jwt", "--oauth-from-env", "--oauth-issuer", "https://auth.example.com"];
    let scopes = ["--oauth-scope", "read", "--oauth-scope", "write"];
    let (code, added) = machine.json(&[&ADD[..], &how, &scopes].concat());
    assert_eq!(code, 0, "{added}");
    let client = json!({
        "auth_mode": "oauth2_client_credentials", "client_id": "me", "client_auth": "private_key_jwt",
        "credential": "environment", "issuer": "https://auth.example.com", "scopes": ["read", "write"],
    });
    assert_eq!(added["server"]["registry"]["oauth_client"], client);
    let shown = machine.run(&["connectors", "show", "batch"]).stdout;
    for words in ["signed in by itself as the client me at https://auth.example.com", "its key is from the environment"] {
        assert!(shown.contains(words), "{shown}");
    }
    let missing = machine.run(&["connectors", "test", "batch"]);
    assert!(missing.code == 1 && missing.stdout.contains("APPRENTICE_CONNECTOR_BATCH__CREDENTIAL"), "{missing:?}");
    let refused = machine.run(&["connectors", "sign-in", "batch"]);
    assert!(refused.code != 0 && refused.stderr.contains("by itself"), "{refused:?}");
    let (code, cancelled) = machine.json(&["connectors", "sign-in", "batch", "--cancel"]);
    assert_eq!((code, &cancelled["auth_mode"]), (0, &json!("oauth2_client_credentials")), "{cancelled}");
    let (code, edited) = machine.json(&["connectors", "edit", "batch", "--remove-oauth"]);
    assert_eq!((code, edited["server"]["registry"].get("oauth_client")), (0, None), "{edited}");
    assert_eq!(edited["server"]["registry"]["trusted"], false, "it is signed in to in another way now");
}
