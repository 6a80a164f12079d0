//! Builds synthetic demonstrations in the form that the adapters record.

use apprentice_compiler::{Demonstration, Draft, compile};
use apprentice_contracts::ids::EventId;
use apprentice_contracts::observation::*;
use apprentice_contracts::session::{BoundaryKind, BoundarySource, StepKindHint, WorkflowBoundary};

/// A demonstration under construction: the current page, what it shows, and the actions so far.
#[derive(Clone, Default)]
pub struct Script {
    pub actions: Vec<ObservedAction>,
    pub boundaries: Vec<WorkflowBoundary>,
    page: PageIdentity,
    context: Option<String>,
}

pub fn id(number: u32) -> EventId {
    EventId(uuid::Uuid::from_u128(u128::from(number) + 1))
}

pub fn time(second: u32) -> apprentice_contracts::Time {
    chrono::DateTime::from_timestamp(1_790_000_000 + i64::from(second), 0).expect("a time")
}

pub fn row(name: &str) -> PageElement {
    element("row", name)
}

pub fn element(role: &str, name: &str) -> PageElement {
    PageElement { role: role.into(), name: name.into(), context: None }
}

pub fn within(context: &str, mut element: PageElement) -> PageElement {
    element.context = Some(context.into());
    element
}

impl Script {
    pub fn on(url: &str, title: &str) -> Self {
        let mut script = Self::default();
        script.open(url, title, vec![]);
        script
    }

    pub fn push(&mut self, label: &str, details: ActionDetails, change: Option<StateChange>) -> &mut Self {
        let seq = u32::try_from(self.actions.len()).expect("few actions") + 1;
        let is_command = matches!(details, ActionDetails::Command(_));
        self.actions.push(ObservedAction {
            event_id: id(seq),
            learn_session_id: apprentice_contracts::ids::LearnSessionId(uuid::Uuid::nil()),
            trace_id: apprentice_contracts::ids::TraceId(uuid::Uuid::nil()),
            seq,
            adapter_kind: if is_command { ObservationAdapterKind::TerminalCommand } else { ObservationAdapterKind::BrowserDom },
            app_family: None,
            window_title: (!is_command).then(|| self.page.title.clone()),
            action_label: label.into(),
            control_surface: None,
            details,
            caused_state_change: change.is_some(),
            change,
            form: vec![],
            before_state_ref: None,
            after_state_ref: None,
            redaction_mode: RedactionMode::MaskText,
            masked: 0,
            created_at: time(seq),
            schema_version: 1,
        });
        self
    }

    fn change_to(&mut self, url: &str, title: &str, appeared: Vec<PageElement>, vanished: Vec<PageElement>) -> StateChange {
        let before = self.page.clone();
        self.page = PageIdentity { url: url.into(), title: title.into() };
        StateChange { before, after: self.page.clone(), appeared, vanished, changed: vec![], links: vec![] }
    }

    pub fn open(&mut self, url: &str, title: &str, appeared: Vec<PageElement>) -> &mut Self {
        let change = self.change_to(url, title, appeared, vec![]);
        self.push(
            &format!("Opened {title}"),
            ActionDetails::Navigate { url: url.into(), cause: NavigationCause::Typed },
            Some(change),
        )
    }

    /// The following fields are in this form.
    pub fn form(&mut self, name: &str) -> &mut Self {
        self.context = Some(name.into());
        self
    }

    fn control(&self, role: &str, name: &str) -> Control {
        Control { role: role.into(), name: name.into(), context: self.context.clone(), ..Control::default() }
    }

    pub fn fill(&mut self, label: &str, value: &str) -> &mut Self {
        self.fill_over(label, value, None)
    }

    pub fn fill_over(&mut self, label: &str, value: &str, previous: Option<&str>) -> &mut Self {
        let target = self.control("textbox", label);
        let value = FieldValue { text: value.into(), masked: None };
        let details = ActionDetails::Fill { target, value, previous: previous.map(str::to_owned), input_type: "text".into() };
        self.push(&format!("Filled “{label}”"), details, None)
    }

    pub fn password(&mut self, label: &str) -> &mut Self {
        let value = FieldValue { text: apprentice_contracts::MASK.into(), masked: Some(MaskReason::Password) };
        let details =
            ActionDetails::Fill { target: self.control("textbox", label), value, previous: None, input_type: "password".into() };
        self.push(&format!("Filled “{label}”"), details, None)
    }

    pub fn choose(&mut self, role: &str, label: &str, chosen: &str) -> &mut Self {
        let details = ActionDetails::Choose { target: self.control(role, label), chosen: vec![chosen.into()], offered: vec![] };
        self.push(&format!("Chose “{chosen}” in “{label}”"), details, None)
    }

    /// A click without an effect.
    pub fn idle_click(&mut self, role: &str, label: &str) -> &mut Self {
        let target = self.control(role, label);
        self.push(&format!("Clicked “{label}”"), ActionDetails::Click { target }, None)
    }

    /// A click that stays on the page.
    pub fn click(&mut self, role: &str, label: &str, appeared: Vec<PageElement>, vanished: Vec<PageElement>) -> &mut Self {
        let (url, title) = (self.page.url.clone(), self.page.title.clone());
        self.go(role, label, &url, &title, appeared, vanished)
    }

    /// A click that leads to another page.
    pub fn go(
        &mut self,
        role: &str,
        label: &str,
        url: &str,
        title: &str,
        appeared: Vec<PageElement>,
        vanished: Vec<PageElement>,
    ) -> &mut Self {
        let target = self.control(role, label);
        self.context = None;
        let change = self.change_to(url, title, appeared, vanished);
        self.push(&format!("Clicked “{label}”"), ActionDetails::Click { target }, Some(change))
    }

    /// Says of which record the control of the last action is a part.
    pub fn in_record(&mut self, record: ControlRecord) -> &mut Self {
        match self.actions.last_mut().map(|action| &mut action.details) {
            Some(ActionDetails::Click { target } | ActionDetails::Choose { target, .. } | ActionDetails::Fill { target, .. }) => {
                target.record = Some(Box::new(record))
            }
            other => panic!("no control: {other:?}"),
        }
        self
    }

    pub fn click_in(
        &mut self,
        context: &str,
        role: &str,
        label: &str,
        appeared: Vec<PageElement>,
        vanished: Vec<PageElement>,
    ) -> &mut Self {
        self.context = Some(context.into());
        let result = self.click(role, label, appeared, vanished);
        result.context = None;
        result
    }

    pub fn press(&mut self, key: &str, appeared: Vec<PageElement>) -> &mut Self {
        let (url, title) = (self.page.url.clone(), self.page.title.clone());
        let change = (!appeared.is_empty()).then(|| self.change_to(&url, &title, appeared, vec![]));
        self.push(&format!("Pressed {key}"), ActionDetails::Press { target: None, key: key.into() }, change)
    }

    pub fn upload(&mut self, control: &str, file: &str, appeared: Vec<PageElement>) -> &mut Self {
        let (url, title) = (self.page.url.clone(), self.page.title.clone());
        let target = self.control("button", control);
        let change = self.change_to(&url, &title, appeared, vec![]);
        self.push(&format!("Uploaded {file}"), ActionDetails::Upload { target, file_names: vec![file.into()] }, Some(change))
    }

    pub fn download(&mut self, file: &str) -> &mut Self {
        let details = ActionDetails::Download { file_name: file.into(), finished: true };
        self.push(&format!("Downloaded {file}"), details, None)
    }

    pub fn dialog(&mut self, message: &str, accepted: bool) -> &mut Self {
        let details = ActionDetails::Dialog { dialog: DialogKind::Confirm, message: message.into(), accepted };
        self.push("Answered a dialog", details, None)
    }

    pub fn run(&mut self, line: &str) -> &mut Self {
        self.ran(line, 0, &[])
    }

    pub fn ran(&mut self, line: &str, exit_code: i32, files: &[(&str, FileChangeKind)]) -> &mut Self {
        let files =
            files.iter().map(|(path, change)| FileChange { path: (*path).into(), change: *change, size: Some(10) }).collect();
        let run = CommandRun {
            command_line: line.into(),
            program: line.split(' ').next().unwrap_or_default().into(),
            directory: "/home/ada/work".into(),
            exit_code: Some(exit_code),
            duration_ms: Some(12),
            shell: "bash".into(),
            shell_pid: 7,
            files,
        };
        self.push(&format!("Ran {line}"), ActionDetails::Command(run), None)
    }

    pub fn mark(&mut self, kind: BoundaryKind, label: &str) -> &mut Self {
        let after_seq = u32::try_from(self.actions.len()).expect("few actions");
        self.boundaries.push(WorkflowBoundary {
            boundary_id: apprentice_contracts::ids::BoundaryId(uuid::Uuid::from_u128(u128::from(after_seq))),
            learn_session_id: apprentice_contracts::ids::LearnSessionId(uuid::Uuid::nil()),
            kind,
            source: BoundarySource::UserClick,
            label: Some(label.into()),
            step_kind_hint: Some(StepKindHint::Action),
            source_event_id: None,
            after_seq,
            created_at: time(after_seq),
            schema_version: 1,
        });
        self
    }

    pub fn demonstration(&self, goal: Option<&str>) -> Demonstration {
        Demonstration {
            goal: goal.map(str::to_owned),
            actions: self.actions.clone(),
            boundaries: self.boundaries.clone(),
            ..Demonstration::default()
        }
    }

    pub fn draft(&self, goal: Option<&str>) -> Draft {
        compile(&self.demonstration(goal)).expect("something to learn")
    }
}

/// A page for a read-back.
pub fn snapshot(url: &str, title: &str, elements: Vec<PageElement>) -> PageSnapshot {
    let elements = elements.into_iter().map(|element| SnapshotElement { element, states: Default::default() }).collect();
    PageSnapshot { identity: PageIdentity { url: url.into(), title: title.into() }, elements }
}
