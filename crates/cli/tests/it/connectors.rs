//! `connectors`: how an address is signed in to.

use crate::support::{Machine, Ran};
use apprentice_testkit::web::Web;
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
    for words in ["signed in automatically as the client me at https://auth.example.com", "its key is from the environment"] {
        assert!(shown.contains(words), "{shown}");
    }
    let missing = machine.run(&["connectors", "test", "batch"]);
    assert!(missing.code == 1 && missing.stdout.contains("APPRENTICE_CONNECTOR_BATCH__CREDENTIAL"), "{missing:?}");
    let refused = machine.run(&["connectors", "sign-in", "batch"]);
    assert!(refused.code != 0 && refused.stderr.contains("automatically"), "{refused:?}");
    let (code, cancelled) = machine.json(&["connectors", "sign-in", "batch", "--cancel"]);
    assert_eq!((code, &cancelled["auth_mode"]), (0, &json!("oauth2_client_credentials")), "{cancelled}");
    let (code, edited) = machine.json(&["connectors", "edit", "batch", "--remove-oauth"]);
    assert_eq!((code, edited["server"]["registry"].get("oauth_client")), (0, None), "{edited}");
    assert_eq!(edited["server"]["registry"]["trusted"], false, "it is signed in to in another way now");
}

#[test]
fn a_file_is_shown_whole_and_imported_with_what_it_asks_for() {
    let machine = Machine::new();
    let package = |registry: &str, version: &str| {
        json!({
            "registryType": registry, "identifier": "weather", "version": version,
            "packageArguments": [{ "type": "positional", "valueHint": "place", "isRequired": true, "description": "Where it rains" }],
        })
    };
    let file = json!({ "name": "ada/weather", "packages": [package("npm", "1.0.2"), package("pypi", "1.0.2"), package("npm", "latest")] });
    std::fs::write(machine.path("work").join("server.json"), file.to_string()).unwrap();
    let shown = machine.run(&["connectors", "import", "server.json", "--dry-run"]);
    for words in [
        "npx -y weather@1.0.2 ${place}",
        "uvx weather==1.0.2 ${place}",
        "asks for place (required): Where it rains",
        "no exact version",
    ] {
        assert!(shown.code == 0 && shown.stdout.contains(words), "{words}: {shown:?}");
    }
    for (arguments, words) in [
        (&["server.json", "--yes"][..], "--only 'weather (npm)' or --only 'weather (pypi)'"),
        (&["none.json", "--yes"], "cannot be read"),
        (&["server.json", "--only", "other", "--yes"], "the file offers no server of this name"),
        (&["server.json", "--only", "weather (npm)", "--value", "town=Graz", "--yes"], "values.town"),
        (&["--value", "place=Graz"], "FILE"),
        (&["server.json", "--from", "cursor"], "cannot be used with"),
    ] {
        let refused = machine.run(&[&["connectors", "import"], arguments].concat());
        assert!(refused.code != 0 && refused.stderr.contains(words), "{arguments:?}: {refused:?}");
    }
    let import = ["connectors", "import", "server.json", "--only", "weather (pypi)", "--value", "place=Graz", "--yes"];
    let (code, done) = machine.json(&import);
    assert_eq!((code, &done["servers"][0]["registry"]["trusted"]), (0, &json!(false)), "{done}");
    assert_eq!(done["servers"][0]["registry"]["command"], json!({ "program": "uvx", "arguments": ["weather==1.0.2", "Graz"] }));
}

#[test]
fn a_connector_is_found_in_the_registry_and_imported_by_its_whole_name() {
    let entry = |name: &str, version: &str| {
        let package = json!({ "registryType": "nuget", "identifier": "Ada.Weather", "version": version,
            "packageArguments": [{ "type": "positional", "valueHint": "place", "isRequired": true, "description": "Where it rains" }] });
        json!({ "server": { "name": name, "title": "Weather", "description": "Of Graz.", "version": version, "packages": [package] } })
    };
    let servers = [entry("io.github.ada/weather", "1.0.2"), entry("io.github.eve/weather", "1.*")];
    let list = json!({ "servers": servers, "metadata": {} }).to_string();
    let web = Web::new(move |_| (200, list.clone()));
    let machine = Machine::new();
    let run = |arguments: &[&str]| {
        let arguments = [&["connectors"], arguments].concat();
        Ran::of(machine.command(&arguments).env("APPRENTICE_MCP_REGISTRY", &web.address).output().unwrap())
    };
    let found = run(&["find", "weather", "graz"]);
    for words in [
        "io.github.ada/weather 1.0.2  “Weather”",
        "dnx --yes --source=https://api.nuget.org/v3/index.json Ada.Weather@1.0.2 -- ${place}",
        "asks for place (required): Where it rains",
        "“1.*” is no exact version",
        "import --registry NAME",
    ] {
        assert!(found.code == 0 && found.stdout.contains(words), "{words}: {found:?}");
    }
    let none = run(&["find", "nothing"]);
    assert!(none.code == 0 && none.stdout.contains("has no server with these words"), "{none:?}");
    for (arguments, words) in [
        (&["find"][..], "WORDS"),
        (&["find", "a", "b"], "at least two characters"),
        (&["import", "--registry", "weather", "--yes"], "no server of this whole name"),
        (&["import", "--registry", "io.github.eve/weather", "--yes"], ""),
        (&["import", "--registry", "io.github.ada/weather", "--from", "cursor"], "cannot be used with"),
        (&["import", "server.json", "--registry", "io.github.ada/weather"], "cannot be used with"),
        (&["import", "--registry", "io.github.ada/weather", "--value", "place", "--yes"], "NAME=VALUE"),
    ] {
        let refused = run(arguments);
        let is_refused = refused.code != 0 || refused.stdout.contains("There is nothing to import.");
        assert!(is_refused && refused.stderr.contains(words), "{arguments:?}: {refused:?}");
    }
    let done = run(&["import", "--registry", "io.github.ada/weather", "--value", "place=Graz", "--yes"]);
    assert!(done.code == 0 && done.stdout.contains("Imported: weather"), "{done:?}");
    let shown = run(&["trust", "weather", "--dry-run"]);
    assert!(shown.stdout.contains("\"Graz\"") && shown.stdout.contains("\"Ada.Weather@1.0.2\""), "{shown:?}");
}

#[test]
fn the_help_of_values_says_how_they_are_written() {
    let machine = Machine::new();
    for (arguments, all) in [
        (["connectors", "answer", "--help"], &["FIELD=VALUE", "room=b", "tags='[", "are JSON"][..]),
        (["connectors", "import", "--help"], &["NAME=VALUE", "“asks for”", "--secret for secrets", "line of standard input"]),
    ] {
        let help = machine.run(&arguments);
        // Lines are broken where the terminal is narrow.
        let said = help.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        for words in all {
            assert!(help.code == 0 && said.contains(words), "{words}: {help:?}");
        }
    }
    let refused = machine.run(&["connectors", "answer", "01900000-0000-7000-8000-000000000001", "--value", "room"]);
    assert!(refused.code == 2 && refused.stderr.contains("room"), "{refused:?}");
}

#[test]
fn an_auth_profile_goes_by_its_name_too_and_a_tenant_needs_a_client() {
    let machine = Machine::new();
    let add = ["connectors", "profiles", "add", "My Work", "--provider", "m365"];
    let refused = machine.run(&[&add[..], &["--tenant", "contoso.example"]].concat());
    assert!(refused.code == 2 && refused.stderr.contains("--client-id"), "{refused:?}");
    let (code, made) = machine.json(&[&add[..], &["--tenant", "contoso.example", "--client-id", "app"]].concat());
    assert_eq!((code, &made["auth_profile_id"]), (0, &json!("my-work")), "{made}");
    for (profile, words) in [
        ("my work", "does not wait any more"),
        ("my-work", "does not wait any more"),
        ("nobody", "There is no auth profile “nobody”. There are: my-work."),
    ] {
        let refused = machine.run(&["connectors", "challenge", "nothing", "--profile", profile]);
        assert!(refused.code != 0 && refused.stderr.contains(words), "{profile}: {refused:?}");
    }
}
