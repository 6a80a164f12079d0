//! What a server asks the person during a call (elicitation): the values of a form, or to open an address. A server is foreign code: a form has
//! few flat fields and asks for no secret, an address is `https:`, and an answer is checked before the server is given it.

use crate::address::{checked, is_loopback};
use crate::connection::Mask;
use crate::findings::visible;
use apprentice_contracts::connector::{McpElicitationChoice, McpElicitationField, McpElicitationKind as Kind};
use apprentice_injection::behind_disguises;
use serde_json::{Map, Value};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use url::Url;

/// What is asked, as the person may see it.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// Values.
    Form {
        /// The words of the server.
        message: String,
        /// Its fields.
        fields: Vec<McpElicitationField>,
    },
    /// To open an address.
    Open {
        /// The words of the server.
        message: String,
        /// The address.
        url: Url,
    },
}

/// What the person answered.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Yes; for a form with its values.
    Accept(Option<Map<String, Value>>),
    /// No.
    Decline,
    /// Nothing.
    Cancel,
}

/// A question on its way to the person. `Err`: why they are not asked, for the server. Dropping it takes the question back.
pub type Asked = Pin<Box<dyn Future<Output = Result<Answer, String>> + Send>>;

/// Asks the person, and waits for the answer. `Err`: a server asks for what the person is not asked, and why; it is answered with a reason.
pub type Asking = Arc<dyn Fn(Result<Question, String>) -> Asked + Send + Sync>;

/// Most fields of a form, and most choices of one.
const FIELDS: usize = 30;
const CHOICES: usize = 200;
/// Longest words of a server, of its names and of an address, in characters.
const MESSAGE: usize = 2_000;
const WORDS: usize = 500;
const NAME: usize = 100;
const ADDRESS: usize = 2_048;
/// Longest text that is answered, in characters.
const ANSWER: usize = 10_000;
/// The longest value of a choice, in characters.
const VALUE: usize = 1_000;

/// A form. `Err`: why the person is not asked.
pub fn form(message: &str, schema: &Value, mask: &Mask) -> Result<Question, String> {
    let message = words(message, MESSAGE, mask);
    let properties = schema["properties"].as_object().ok_or("the form has no fields")?;
    if properties.is_empty() || properties.len() > FIELDS {
        return Err(format!("a form has 1 to {FIELDS} fields"));
    }
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let fields = properties.iter().map(|(name, schema)| field(name, schema, required.contains(&name.as_str()), mask));
    let fields = fields.collect::<Result<Vec<_>, String>>()?;
    let has_other_values = |field: &McpElicitationField| matches!(field.format.as_deref(), Some("email" | "date" | "date-time"));
    let takes_text =
        |field: &McpElicitationField| matches!(field.kind, Kind::Text | Kind::Number | Kind::Integer) && !has_other_values(field);
    let all = fields.iter().filter(|field| takes_text(field));
    let wants = |field: &McpElicitationField| {
        [Some(&field.name), Some(&field.title), field.description.as_ref()].into_iter().flatten().find_map(|words| secret(words))
    };
    let found = all.clone().find_map(wants).or_else(|| all.clone().next().and_then(|_| secret(&message)));
    if let Some(word) = found {
        return Err(format!(
            "a form must not ask for secrets, and this one asks for “{word}”; ask the person to open an address instead"
        ));
    }
    Ok(Question::Form { message, fields })
}

/// An address to open. `local`: the server is on this machine, so its address may be too. `Err`: why the person is not asked.
pub fn open(message: &str, address: &str, local: bool, mask: &Mask) -> Result<Question, String> {
    if address.chars().count() > ADDRESS || visible(address) != address || mask(address) != address {
        return Err("the address is too long, has characters that cannot be seen, or has a secret in it".to_owned());
    }
    let url = checked_page(address)?;
    if is_loopback(&url) && !local {
        return Err("the address is on this machine, and its server is not".to_owned());
    }
    Ok(Question::Open { message: words(message, MESSAGE, mask), url })
}

/// An address of a page. Unlike that of a server it may have a fragment, and values that a server made for this question alone.
fn checked_page(address: &str) -> Result<Url, String> {
    let mut url = Url::parse(address.trim()).map_err(|error| format!("the address is none ({error})"))?;
    let (query, fragment) = (url.query().map(str::to_owned), url.fragment().map(str::to_owned));
    url.set_query(None);
    url.set_fragment(None);
    let mut url = checked(url.as_str()).map_err(|why| format!("the address {why}"))?;
    url.set_query(query.as_deref());
    url.set_fragment(fragment.as_deref());
    Ok(url)
}

fn words(text: &str, most: usize, mask: &Mask) -> String {
    visible(&mask(text)).chars().take(most).collect()
}

fn field(name: &str, schema: &Value, required: bool, mask: &Mask) -> Result<McpElicitationField, String> {
    if name.is_empty() || name.chars().count() > NAME || visible(name) != name {
        return Err(format!("the name of a field is empty, longer than {NAME} characters, or cannot be seen whole"));
    }
    let schema_of = |field: &str| schema[field].as_str();
    let wrong = || format!("the field “{name}” is no text, number, yes or no, or choice");
    let (kind, choices) = match schema_of("type").ok_or_else(wrong)? {
        "string" => match choices(schema, mask)? {
            Some(choices) => (Kind::Choice, choices),
            None => (Kind::Text, Vec::new()),
        },
        "array" => (Kind::Choices, choices(&schema["items"], mask)?.ok_or_else(wrong)?),
        "number" => (Kind::Number, Vec::new()),
        "integer" => (Kind::Integer, Vec::new()),
        "boolean" => (Kind::Boolean, Vec::new()),
        _ => return Err(wrong()),
    };
    if schema_of("format") == Some("password") || schema["writeOnly"] == Value::Bool(true) {
        return Err(format!("a form must not ask for secrets, and the field “{name}” is one"));
    }
    let format =
        schema_of("format").filter(|format| kind == Kind::Text && ["email", "uri", "date", "date-time"].contains(format));
    let (least, most) = match kind {
        Kind::Text => ("minLength", "maxLength"),
        Kind::Choices => ("minItems", "maxItems"),
        _ => ("minimum", "maximum"),
    };
    let mut found = McpElicitationField {
        name: name.to_owned(),
        title: words(schema_of("title").unwrap_or(name), NAME, mask),
        description: schema_of("description").map(|text| words(text, WORDS, mask)),
        kind,
        required,
        choices,
        format: format.map(str::to_owned),
        minimum: schema[least].as_f64(),
        maximum: schema[most].as_f64(),
        default: None,
    };
    // What a server proposes is an answer like any other.
    found.default = schema.get("default").filter(|value| fits(&found, value).is_ok()).map(|value| match value {
        Value::String(text) => Value::from(visible(&mask(text))),
        other => other.clone(),
    });
    Ok(found)
}

/// The choices of a schema, of which there may be several forms. `None`: it has none.
fn choices(schema: &Value, mask: &Mask) -> Result<Option<Vec<McpElicitationChoice>>, String> {
    let choice = |value: &str, label: &str| McpElicitationChoice { value: value.to_owned(), label: words(label, NAME, mask) };
    let found: Vec<McpElicitationChoice> = if let Some(values) = schema["enum"].as_array() {
        let names = schema["enumNames"].as_array();
        let label = |at: usize| names.and_then(|names| names.get(at)?.as_str());
        let values = values.iter().filter_map(Value::as_str).enumerate();
        values.map(|(at, value)| choice(value, label(at).unwrap_or(value))).collect()
    } else if let Some(all) = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array()) {
        let of = |one: &Value| Some(choice(one["const"].as_str()?, one["title"].as_str().or_else(|| one["const"].as_str())?));
        all.iter().filter_map(of).collect()
    } else {
        return Ok(None);
    };
    let is_wrong = |one: &McpElicitationChoice| visible(&one.value) != one.value || one.value.chars().count() > VALUE;
    if found.is_empty() || found.len() > CHOICES || found.iter().any(is_wrong) {
        return Err(format!("a choice has 1 to {CHOICES} values of at most {VALUE} characters that can be seen"));
    }
    Ok(Some(found))
}

/// Checks an answer. `Err`: the field, and what is wrong with it.
pub fn check(fields: &[McpElicitationField], content: &Map<String, Value>) -> Result<(), (String, String)> {
    if let Some(name) = content.keys().find(|name| !fields.iter().any(|field| field.name == **name)) {
        return Err((name.clone(), "the form has no such field".to_owned()));
    }
    for field in fields {
        match content.get(&field.name) {
            None if field.required => return Err((field.name.clone(), "it needs a value".to_owned())),
            None => {}
            Some(value) => fits(field, value).map_err(|why| (field.name.clone(), why))?,
        }
    }
    Ok(())
}

/// Whether a value is one of a field. `Err`: why not.
fn fits(field: &McpElicitationField, value: &Value) -> Result<(), String> {
    let is_choice = |value: &Value| value.as_str().is_some_and(|text| field.choices.iter().any(|one| one.value == text));
    let within = |size: f64| {
        let least = field.minimum.filter(|least| size < *least).map(|least| format!("at least {least}"));
        let most = field.maximum.filter(|most| size > *most).map(|most| format!("at most {most}"));
        least.or(most).map_or(Ok(()), |bound| Err(format!("it has to be {bound}")))
    };
    match (field.kind, value) {
        (Kind::Boolean, Value::Bool(_)) => Ok(()),
        (Kind::Choice, value) if is_choice(value) => Ok(()),
        (Kind::Choices, Value::Array(all)) if all.iter().all(is_choice) => within(all.len() as f64),
        (Kind::Integer, value) if value.as_i64().is_none() && value.as_f64().is_none_or(|number| number.fract() != 0.0) => {
            Err("it has to be a whole number".to_owned())
        }
        (Kind::Number | Kind::Integer, Value::Number(number)) => within(number.as_f64().unwrap_or(f64::NAN)),
        (Kind::Text, Value::String(text)) => {
            let length = text.chars().count();
            if length > ANSWER {
                return Err(format!("it has more than {ANSWER} characters"));
            }
            within(length as f64).map_err(|why| format!("{why} characters long"))?;
            match field.format.as_deref() {
                Some(format) if !has_format(format, text) => Err(format!("it is no {format}")),
                _ => Ok(()),
            }
        }
        (Kind::Choice | Kind::Choices, _) => Err("it has to be one of the choices".to_owned()),
        (Kind::Boolean, _) => Err("it has to be yes or no (true or false)".to_owned()),
        (Kind::Number | Kind::Integer, _) => Err("it has to be a number".to_owned()),
        (Kind::Text, _) => Err("it has to be a text".to_owned()),
    }
}

fn has_format(format: &str, text: &str) -> bool {
    let digits = |text: &str, count: usize| text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_date = |text: &str| {
        let parts: Vec<&str> = text.split('-').collect();
        let in_range = |text: &str, most: u32| text.parse().is_ok_and(|number: u32| (1..=most).contains(&number));
        matches!(parts[..], [year, month, day] if digits(year, 4) && digits(month, 2) && digits(day, 2) && in_range(month, 12) && in_range(day, 31))
    };
    match format {
        "email" => text.split_once('@').is_some_and(|(name, host)| {
            !name.is_empty() && host.contains('.') && !host.contains('@') && !text.contains(char::is_whitespace)
        }),
        "uri" => Url::parse(text).is_ok(),
        "date" => is_date(text),
        "date-time" => text.split_once(['T', 't']).is_some_and(|(date, time)| {
            let clock: String = time.chars().take(8).collect();
            let zone =
                time.get(8..).unwrap_or_default().trim_start_matches(|letter: char| letter == '.' || letter.is_ascii_digit());
            let parts: Vec<&str> = clock.split(':').collect();
            is_date(date)
                && parts.len() == 3
                && parts.iter().all(|part| digits(part, 2))
                && (zone.eq_ignore_ascii_case("z") || zone.len() == 6)
        }),
        _ => true,
    }
}

/// Words for secrets, in the languages of most people. A blank represents any sign between words.
const SECRETS: [&str; 62] = [
    "password",
    "passwords",
    "passwd",
    "passphrase",
    "passcode",
    "pwd",
    "pin",
    "secret",
    "secrets",
    "credential",
    "credentials",
    "api key",
    "apikey",
    "access key",
    "private key",
    "secret key",
    "ssh key",
    "signing key",
    "encryption key",
    "license key",
    "token",
    "access token",
    "auth token",
    "bearer",
    "jwt",
    "session cookie",
    "cookie",
    "cookies",
    "otp",
    "totp",
    "one time code",
    "2fa",
    "mfa",
    "verification code",
    "security code",
    "recovery code",
    "backup code",
    "seed phrase",
    "recovery phrase",
    "mnemonic",
    "cvv",
    "cvc",
    "card number",
    "credit card",
    "iban",
    "account number",
    "ssn",
    "social security",
    "passwort",
    "kennwort",
    "geheimnis",
    "kreditkarte",
    "contraseña",
    "clave secreta",
    "mot de passe",
    "senha",
    "parola",
    "wachtwoord",
    "пароль",
    "密码",
    "パスワード",
    "비밀번호",
];

/// Parts of words that nothing else has: `userpassword`.
const STEMS: [&str; 6] = ["password", "passwd", "passphrase", "passcode", "passwort", "kennwort"];

/// The word of a text that names a secret. `max_tokens` and `primary key` name none.
fn secret(text: &str) -> Option<&'static str> {
    let split: String = text.chars().fold(String::new(), |mut split, letter| {
        // `apiKey` has two words.
        if letter.is_uppercase() && split.ends_with(char::is_lowercase) {
            split.push(' ');
        }
        split.push(letter);
        split
    });
    let readings =
        std::iter::once(split.to_lowercase()).chain(std::iter::once(text.to_lowercase())).chain(behind_disguises(text));
    let spaced = |reading: String| {
        let letters: String = reading.chars().map(|letter| if letter.is_alphanumeric() { letter } else { ' ' }).collect();
        format!(" {} ", letters.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let readings: Vec<String> = readings.map(spaced).collect();
    let names = |word: &&&str| {
        // What has no blanks between its words is looked for anywhere.
        let wanted = if word.is_ascii() { format!(" {word} ") } else { (**word).to_owned() };
        readings.iter().any(|reading| reading.contains(&wanted))
    };
    let holds = |stem: &&&str| readings.iter().any(|reading| reading.contains(**stem));
    STEMS.iter().find(holds).or_else(|| SECRETS.iter().find(names)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn mask() -> Mask {
        Arc::new(|text| text.replace("hunter2", "▮▮▮▮▮▮"))
    }

    fn asked(properties: Value) -> Result<Question, String> {
        form("Which one?", &json!({ "type": "object", "properties": properties, "required": ["a"] }), &mask())
    }

    fn fields(properties: Value) -> Vec<McpElicitationField> {
        match asked(properties).unwrap() {
            Question::Form { fields, .. } => fields,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_kind_of_field_is_read_and_its_answers_are_checked() {
        let all = fields(json!({
            "a": { "type": "string", "title": "Name\u{200b}", "description": "hunter2", "minLength": 2, "maxLength": 5 },
            "b": { "type": "string", "enum": ["x", "y"], "enumNames": ["The X"], "default": "y" },
            "c": { "type": "string", "oneOf": [{ "const": "1", "title": "One" }, { "const": "2" }] },
            "d": { "type": "array", "items": { "type": "string", "enum": ["p", "q"] }, "minItems": 1, "maxItems": 1 },
            "e": { "type": "integer", "minimum": 1, "maximum": 9, "default": 12 },
            "f": { "type": "number", "maximum": 0.5 },
            "g": { "type": "boolean", "default": true },
            "h": { "type": "string", "format": "email" },
            "i": { "type": "string", "format": "date" },
            "j": { "type": "string", "format": "date-time" },
            "k": { "type": "string", "format": "uri" },
        }));
        assert_eq!((all[0].title.as_str(), all[0].description.as_deref()), ("Name⟨U+200B⟩", Some("▮▮▮▮▮▮")));
        let labels: Vec<&str> = all[1].choices.iter().chain(&all[2].choices).map(|choice| choice.label.as_str()).collect();
        assert_eq!(labels, ["The X", "y", "One", "2"]);
        assert_eq!((&all[1].default, &all[4].default, &all[6].default), (&Some(json!("y")), &None, &Some(json!(true))));
        let good = json!({ "a": "Ada", "b": "x", "c": "2", "d": ["q"], "e": 3, "f": -1.5, "g": false, "h": "a@b.de", "i": "2026-02-28", "j": "2026-02-28T10:00:00Z", "k": "https://a.b" });
        let answer = |changes: Value| {
            let mut content = good.as_object().unwrap().clone();
            content.extend(changes.as_object().unwrap().clone());
            check(&all, &content)
        };
        answer(json!({ "j": "2026-02-28t10:00:00.5+01:00", "e": 3.0 })).unwrap();
        for (field, wrong) in [
            ("a", json!("A")),
            ("a", json!("Adalbert")),
            ("a", json!(3)),
            ("a", json!(null)),
            ("b", json!("z")),
            ("b", json!(["x"])),
            ("c", json!("One")),
            ("d", json!([])),
            ("d", json!(["p", "q"])),
            ("d", json!("p")),
            ("e", json!(0)),
            ("e", json!(10)),
            ("e", json!(1.5)),
            ("e", json!("3")),
            ("f", json!(0.6)),
            ("f", json!("a")),
            ("g", json!("true")),
            ("h", json!("a.de")),
            ("h", json!("a b@c.de")),
            ("i", json!("2026-13-01")),
            ("i", json!("28.2.2026")),
            ("j", json!("2026-02-28")),
            ("k", json!("a b")),
            ("z", json!(1)),
        ] {
            assert_eq!(answer(json!({ field: wrong })).unwrap_err().0, field, "{wrong}");
        }
        assert_eq!(check(&all, &Map::new()).unwrap_err(), ("a".to_owned(), "it needs a value".to_owned()));
    }

    #[test]
    fn a_form_that_asks_for_a_secret_is_refused_in_disguise() {
        let string = || json!({ "type": "string" });
        for name in [
            "password",
            "userPassword",
            "API_KEY",
            "apiKey",
            "pin",
            "token",
            "access-token",
            "otp",
            "cvv",
            "p\u{430}ssword",
            "pаsswоrd",
            "passwort",
            "clientSecret",
        ] {
            assert!(asked(json!({ name: string() })).unwrap_err().contains("secret"), "{name}");
        }
        for words in [
            "Your password",
            "Enter your PIN",
            "DBPassword",
            "Password1",
            "The 6-digit verification code",
            "Mot de passe",
            "密码",
            "credit-card no",
            "your seed phrase",
        ] {
            for field in ["title", "description"] {
                let mut schema = string();
                schema[field] = json!(words);
                assert!(asked(json!({ "a": schema })).is_err(), "{words}");
            }
            assert!(form(words, &json!({ "properties": { "a": string() } }), &mask()).is_err(), "{words}");
        }
        assert!(asked(json!({ "a": { "type": "string", "format": "password" } })).is_err());
        assert!(asked(json!({ "a": { "type": "string", "writeOnly": true } })).is_err());
        for name in [
            "max_tokens",
            "issue_key",
            "primary key",
            "keyboard",
            "author",
            "spinner",
            "pinned",
            "tokenizer",
            "secretary",
            "compass",
        ] {
            assert!(asked(json!({ name: string() })).is_ok(), "{name}");
        }
        assert!(form("Forget the saved password?", &json!({ "properties": { "a": { "type": "boolean" } } }), &mask()).is_ok());
    }

    #[test]
    fn a_form_that_is_no_flat_form_is_refused() {
        let many: Map<String, Value> = (0..31).map(|number| (format!("f{number}"), json!({ "type": "string" }))).collect();
        let choices: Vec<String> = (0..201).map(|number| number.to_string()).collect();
        for wrong in [
            json!({}),
            Value::Object(many),
            json!({ "a": { "type": "object", "properties": {} } }),
            json!({ "a": { "type": "array", "items": { "type": "object" } } }),
            json!({ "a": { "$ref": "#" } }),
            json!({ "a": { "type": "string", "enum": choices } }),
            json!({ "a": { "type": "string", "enum": [] } }),
            json!({ "a": { "type": "string", "enum": ["x\u{202e}"] } }),
            json!({ "a\u{200b}": { "type": "string" } }),
            json!({ "": { "type": "string" } }),
            json!({ "a": 3 }),
        ] {
            assert!(asked(wrong.clone()).is_err(), "{wrong}");
        }
        assert!(form("a", &json!({ "type": "object" }), &mask()).is_err());
    }

    #[test]
    fn only_a_page_that_is_encrypted_or_of_this_machine_is_opened() {
        let url = |address: &str, local: bool| open("Sign in.", address, local, &mask());
        for address in ["https://example.com/sign?token=abc#part", "https://example.com:8443/"] {
            assert!(matches!(url(address, false).unwrap(), Question::Open { url, .. } if url.as_str() == address));
        }
        assert!(url("http://127.0.0.1:8000/x?a=b", true).is_ok());
        for address in [
            "http://example.com/",
            "http://127.0.0.1:8000/",
            "https://localhost/x",
            "javascript:alert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
            "vscode:mcp/install",
            "https://ada:word@example.com/",
            "example.com",
            "https://exa\u{200b}mple.com/",
            "https://example.com/?a=hunter2",
        ] {
            assert!(url(address, false).is_err(), "{address}");
        }
        assert!(url(&format!("https://example.com/{}", "a".repeat(3000)), false).is_err());
        let Question::Open { url, .. } = url("https://аpple.com/", false).unwrap() else { panic!() };
        assert_eq!(url.host_str(), Some("xn--pple-43d.com"), "letters that look alike are told apart");
    }
}
