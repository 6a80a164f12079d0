//! Actions and changes as the scripted browser reports them.

use apprentice_contracts::Time;
use apprentice_contracts::observation::*;
use apprentice_contracts::session::CreateLearnSessionRequest;
use apprentice_observe::{RecordedAction, next_key};
use serde_json::json;

/// A request to create a session, as the interface sends it.
pub fn demonstrating() -> CreateLearnSessionRequest {
    serde_json::from_value(json!({
        "entry_mode": "demonstrating_skill", "observation_mode": "outside_agent", "watch": ["browser"],
        "goal": "Add a customer", "start_url": "http://127.0.0.1:8080/customers",
    }))
    .unwrap()
}

/// The site of the demonstrations.
pub const SITE: &str = "127.0.0.1:8080";

/// An action that the browser observed on [`SITE`].
pub fn seen(at: Time, label: &str, details: ActionDetails) -> RecordedAction {
    RecordedAction {
        key: next_key(),
        adapter_kind: ObservationAdapterKind::BrowserDom,
        at,
        app_family: Some(SITE.into()),
        window_title: Some("Customers".into()),
        action_label: label.into(),
        control_surface: Some(ControlSurface::NativeBrowser),
        details,
        change: None,
        form: Vec::new(),
        screen: None,
        before_state_ref: None,
        after_state_ref: None,
        masked: 0,
    }
}

/// A control without context.
pub fn control(role: &str, name: &str) -> Control {
    Control { role: role.into(), name: name.into(), context: None, ..Control::default() }
}

/// A click.
pub fn click(at: Time, role: &str, name: &str) -> RecordedAction {
    seen(at, &format!("Clicked {role} “{name}”"), ActionDetails::Click { target: control(role, name) })
}

/// A field that was filled.
pub fn fill(at: Time, name: &str, value: &str) -> RecordedAction {
    let details = ActionDetails::Fill {
        target: control("textbox", name),
        value: FieldValue { text: value.into(), masked: None },
        previous: None,
        input_type: "text".into(),
    };
    seen(at, &format!("Filled “{name}” with “{value}”"), details)
}

/// The change of a page: `appeared` lists role and name of each new element.
pub fn change(path: &str, title: &str, appeared: &[(&str, &str)]) -> StateChange {
    let identity = PageIdentity { url: format!("http://{SITE}{path}"), title: title.into() };
    let appeared = appeared.iter().map(|(role, name)| PageElement { role: (*role).into(), name: (*name).into(), context: None });
    StateChange {
        before: identity.clone(),
        after: identity,
        appeared: appeared.collect(),
        vanished: Vec::new(),
        changed: Vec::new(),
        links: Vec::new(),
    }
}
