//! Tasks as a person performs them in the scripted browser, with any values.

use crate::actions::{SITE, control, seen};
use crate::world::World;
use apprentice_contracts::ids::LearnSessionId;
use apprentice_contracts::observation::*;
use apprentice_contracts::reading::{ReadCell, ReadRecord, Reading, ReadingSource, RecordKind};
use apprentice_contracts::runtime::Clock;
use apprentice_contracts::session::*;
use apprentice_engine::Engine;
use apprentice_observe::Observation;

/// The elements of the page that lists the customers.
pub fn listed(name: &str, email: &str) -> Vec<PageElement> {
    let row = |name: String| PageElement { role: "row".into(), name, context: Some("customers".into()) };
    vec![row("1 Grace grace@example.org".into()), row(format!("17 {name} {email}"))]
}

/// What is read of the page that lists the customers.
pub fn customers(rows: &[(&str, &str)]) -> Reading {
    let cell = |header: &str, text: &str| ReadCell { header: header.into(), text: text.into() };
    let row = |(name, email): &(&str, &str)| ReadRecord {
        kind: RecordKind::Row,
        place: Some("customers".into()),
        cells: vec![cell("name", name), cell("email", email)],
        controls: Vec::new(),
        link: None,
    };
    let identity = page("/customers/content/", "Content – customers");
    Reading {
        source: ReadingSource::Page { url: identity.url },
        title: identity.title,
        complete: true,
        records: rows.iter().map(row).collect(),
    }
}

fn page(path: &str, title: &str) -> PageIdentity {
    PageIdentity { url: format!("http://{SITE}{path}"), title: title.into() }
}

impl World {
    fn does(&self, label: &str, details: ActionDetails, before: &PageIdentity, after: PageIdentity, appeared: Vec<PageElement>) {
        let key = self.browser.act(seen(self.clock.now(), label, details));
        let change = StateChange { before: before.clone(), after, appeared, ..StateChange::default() };
        let change = Observation::Change { key, change: Box::new(change), after_state_ref: None };
        match &mut *self.browser.late.lock().unwrap() {
            Some(late) => late.push(change),
            None => self.browser.tell(change),
        }
    }

    fn types(&self, label: &str, value: &str, on: &PageIdentity) {
        let target = Control { context: Some("customers".into()), ..control("textbox", label) };
        let value = FieldValue { text: value.into(), masked: None };
        let details = ActionDetails::Fill { target, value, previous: None, input_type: "text".into() };
        self.does(&format!("Filled “{label}”"), details, on, on.clone(), Vec::new());
    }

    /// Inserts a customer through a form and then opens the list.
    pub fn inserts_a_customer(&self, name: &str, email: &str) {
        self.fills_the_form(name, email);
        let inserted = page("/customers/insert/", "Insert – customers");
        let click = ActionDetails::Click { target: control("link", "Content") };
        let shown = listed(name, email);
        self.does("Clicked “Content”", click, &inserted, page("/customers/content/", "Content – customers"), shown);
    }

    /// Like [`Self::inserts_a_customer`], so fast that every page is read only after the last action.
    pub fn inserts_a_customer_in_a_hurry(&self, name: &str, email: &str) {
        *self.browser.late.lock().unwrap() = Some(Vec::new());
        self.inserts_a_customer(name, email);
        let late = self.browser.late.lock().unwrap().take().unwrap();
        late.into_iter().for_each(|change| self.browser.tell(change));
    }

    /// Like [`Self::inserts_a_customer`], without opening the list.
    pub fn fills_the_form(&self, name: &str, email: &str) {
        let list = page("/customers/", "customers");
        let form = page("/customers/insert/", "Insert – customers");
        let open = ActionDetails::Navigate { url: list.url.clone(), cause: NavigationCause::Typed };
        self.does("Opened customers", open, &PageIdentity::default(), list.clone(), Vec::new());
        let heading = PageElement { role: "heading".into(), name: "Insert row".into(), context: None };
        let insert = |role| ActionDetails::Click { target: control(role, "Insert") };
        self.does("Clicked “Insert”", insert("link"), &list, form.clone(), vec![heading]);
        self.types("name", name, &form);
        self.types("email", email, &form);
        let alert = PageElement { role: "alert".into(), name: "1 row inserted in 0.004 s".into(), context: None };
        self.does("Clicked “Insert”", insert("button"), &form, form.clone(), vec![alert]);
    }

    /// From now on, reading the list again returns these elements.
    pub fn list_shows(&self, elements: Vec<PageElement>) {
        let elements = elements.into_iter().map(|element| SnapshotElement { element, ..SnapshotElement::default() }).collect();
        let snapshot = PageSnapshot { identity: page("/customers/content/", "Content – customers"), elements };
        *self.browser.page.lock().unwrap() = Some(snapshot);
    }

    /// Opens the list of customers, so that the browser first reads it as it is before the task.
    pub fn opens_the_list(&self, before: &[(&str, &str)]) {
        let list = page("/customers/content/", "Content – customers");
        self.browser.tell(Observation::Read(Box::new(customers(before))));
        let open = ActionDetails::Navigate { url: list.url.clone(), cause: NavigationCause::Typed };
        self.does("Opened the list", open, &PageIdentity::default(), list, Vec::new());
    }

    /// Opens the start page, which changes nothing.
    pub fn opens_a_page(&self) {
        let start = page("/", "Start");
        let open = ActionDetails::Navigate { url: start.url.clone(), cause: NavigationCause::Typed };
        self.does("Opened the start page", open, &PageIdentity::default(), start, Vec::new());
    }

    /// Creates a session, demonstrates the task and stops the capture.
    pub async fn demonstrates(&self, engine: &Engine, request: CreateLearnSessionRequest) -> LearnSessionId {
        let id = engine.create_session(request).await.unwrap().session.learn_session_id;
        engine.start_session(id, BoundarySource::UserClick).await.unwrap();
        self.inserts_a_customer("Ada Lovelace", "ada@example.net");
        engine.stop_session(id, BoundarySource::UserClick).await.unwrap();
        id
    }

    /// Enables the sandbox as a target.
    pub async fn with_a_target(&self, engine: &Engine) {
        let mut settings = engine.settings().await.unwrap().settings;
        settings.enabled_targets = vec!["sandbox".into()];
        engine.update_settings(settings).await.unwrap();
    }
}
