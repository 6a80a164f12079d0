//! Messages of the recorder in a page, and how they become actions: masked again, with a sentence for people.

use crate::redact::{mask_found, mask_text, mask_url, secret_field, secret_question};
use apprentice_contracts::MASK;
use apprentice_contracts::observation::{
    ActionDetails, Control, ControlRecord, DialogKind, FieldValue, FormField, MaskReason, NavigationCause,
};
use apprentice_contracts::reading::{MAX_CELL, ReadCell};
use apprentice_contracts::screen::Screen;
use serde::Deserialize;

pub(super) const NAME_LIMIT: usize = 160;
const VALUE_LIMIT: usize = 2_000;
const LABEL_LIMIT: usize = 240;
const TITLE_LIMIT: usize = 300;
const FORM_LIMIT: usize = 100;
const CELL_LIMIT: usize = 20;

#[derive(Debug, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Message {
    /// A document began.
    Hello { url: String, origin: String },
    /// The document changed since the last message of this kind.
    Mutated,
    /// The user is about to act: the pointer or a key that presses a button went down.
    About,
    /// A click on something without a name; the page may still react to it.
    Touch,
    /// The user began to change a field.
    Editing,
    /// A field that the user changed has its former value again.
    Clean,
    /// The words that a page shows just before the user acts, if the page was not read yet. `None`: too many words.
    Stood { words: Option<String> },
    /// The page is about to be left, or its address is about to change. `by_user`: by an act of the user, not by a script. `back`: through
    /// the history.
    Leaving { by_user: bool, back: bool },
    /// What the person did with the recording bar.
    Bar(Pressed),
    /// What was typed into a secret field. It goes into the memory of the session and nowhere else.
    Secret { value: Secret },
    #[serde(untagged)]
    Act(Box<Step>),
}

/// What the user did, with what the page showed then.
#[derive(Debug, Deserialize)]
pub struct Step {
    #[serde(flatten)]
    pub act: Act,
    /// Read by [`super::screen`]. An action counts without it.
    #[serde(default)]
    screen: Option<serde_json::Value>,
}

/// A press of a button of the recording bar, or its new place.
#[derive(Debug, Deserialize)]
pub struct Pressed {
    pub button: Option<crate::bar::BarButton>,
    /// Opaque: the next page gets it back.
    pub place: Option<serde_json::Value>,
    #[serde(default)]
    pub small: bool,
}

/// A value that is not printed.
#[derive(Deserialize)]
#[serde(transparent)]
pub struct Secret(pub String);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a secret")
    }
}

/// What the user did, by the recorder. `title`: of the document, if it is the top one.
#[derive(Debug, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Act {
    Click {
        control: RawControl,
        title: Option<String>,
        #[serde(default)]
        form: Vec<RawField>,
    },
    Fill(RawFill),
    Choose {
        control: RawControl,
        chosen: Vec<String>,
        offered: Vec<String>,
        title: Option<String>,
    },
    Press {
        control: Option<RawControl>,
        key: String,
        title: Option<String>,
        #[serde(default)]
        form: Vec<RawField>,
    },
    Drag {
        control: RawControl,
        onto: RawControl,
        title: Option<String>,
    },
    Upload {
        control: RawControl,
        files: Vec<String>,
        title: Option<String>,
    },
}

#[derive(Debug, Deserialize)]
pub struct RawControl {
    role: String,
    name: String,
    context: String,
    record: Option<RawRecord>,
    #[serde(default)]
    unnamed: bool,
}

/// The record of a control: its cells as header and text.
#[derive(Debug, Deserialize)]
pub struct RawRecord {
    cells: Vec<(String, String)>,
    name: String,
    own_link: bool,
}

/// What a field holds, with what says whether it is a secret.
#[derive(Debug, Deserialize)]
pub struct RawValue {
    #[serde(rename = "type")]
    input_type: String,
    autocomplete: String,
    /// Its name in the form.
    field: String,
    /// Why the recorder did not send the value.
    mask: Option<MaskReason>,
    value: String,
}

/// A field of a form.
#[derive(Debug, Deserialize)]
pub struct RawField {
    label: String,
    role: String,
    #[serde(flatten)]
    entered: RawValue,
    touched: bool,
}

#[derive(Debug, Deserialize)]
pub struct RawFill {
    control: RawControl,
    #[serde(flatten)]
    entered: RawValue,
    emptied: bool,
    previous: Option<String>,
}

/// An action as the contracts describe it: its details, its sentence, the number of masked values.
#[derive(Debug, PartialEq)]
pub struct Action {
    pub details: ActionDetails,
    pub label: String,
    pub masked: u32,
    pub title: Option<String>,
    /// The form that it submits.
    pub form: Vec<FormField>,
    /// What the page showed.
    pub screen: Option<Box<Screen>>,
    /// What was masked, for the memory of the session.
    pub secrets: Secrets,
}

/// Values that were masked. They are not printed.
#[derive(Default, PartialEq)]
pub struct Secrets(pub Vec<String>);

impl std::fmt::Debug for Secrets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} secrets", self.0.len())
    }
}

impl Action {
    pub fn new(details: ActionDetails, masked: u32) -> Self {
        Self {
            label: shorten(&sentence(&details), LABEL_LIMIT),
            details,
            masked,
            title: None,
            form: Vec::new(),
            screen: None,
            secrets: Secrets::default(),
        }
    }

    fn with(details: ActionDetails, masked: Masked) -> Self {
        Self { secrets: Secrets(masked.secrets), ..Self::new(details, masked.count) }
    }

    pub fn navigate(url: &str, cause: NavigationCause) -> Self {
        let (url, masked) = mask_url(url);
        Self::new(ActionDetails::Navigate { url, cause }, masked)
    }

    pub fn dialog(dialog: DialogKind, message: &str, accepted: bool) -> Self {
        let mut masked = Masked::default();
        let message = clean(message, VALUE_LIMIT, &mut masked);
        Self::with(ActionDetails::Dialog { dialog, message, accepted }, masked)
    }

    /// What was typed into the dialog that asks `question`: it is filled in like a field of that name, which held `given`.
    pub fn prompt(question: &str, given: &str, typed: &str) -> Self {
        let control = RawControl {
            role: "textbox".to_owned(),
            name: question.to_owned(),
            context: String::new(),
            record: None,
            unnamed: false,
        };
        let entered = RawValue {
            input_type: "text".to_owned(),
            autocomplete: String::new(),
            field: String::new(),
            mask: secret_question(question),
            value: typed.to_owned(),
        };
        let previous = Some(given.to_owned()).filter(|given| !given.is_empty());
        Self::of_act(Act::Fill(RawFill { control, entered, emptied: typed.is_empty(), previous }))
    }

    pub fn download(file_name: &str, finished: bool) -> Self {
        let mut masked = Masked::default();
        let file_name = clean(file_name, NAME_LIMIT, &mut masked);
        Self::with(ActionDetails::Download { file_name, finished }, masked)
    }

    pub fn of(step: Step) -> Self {
        let screen = step.screen.and_then(super::screen::read).map(Box::new);
        Self { screen, ..Self::of_act(step.act) }
    }

    fn of_act(act: Act) -> Self {
        let mut masked = Masked::default();
        let mut title = None;
        let mut fields = Vec::new();
        let details = match act {
            Act::Click { control, title: reported, form } => {
                (title, fields) = (reported, form);
                ActionDetails::Click { target: control.clean(&mut masked) }
            }
            Act::Fill(fill) => fill.details(&mut masked),
            Act::Choose { control, chosen, offered, title: reported } => {
                title = reported;
                let mut all = |labels: Vec<String>| labels.iter().map(|label| clean(label, NAME_LIMIT, &mut masked)).collect();
                let (chosen, offered) = (all(chosen), all(offered));
                ActionDetails::Choose { target: control.clean(&mut masked), chosen, offered }
            }
            Act::Press { control, key, title: reported, form } => {
                (title, fields) = (reported, form);
                ActionDetails::Press { target: control.map(|control| control.clean(&mut masked)), key }
            }
            Act::Drag { control, onto, title: reported } => {
                title = reported;
                ActionDetails::Drag { target: control.clean(&mut masked), onto: onto.clean(&mut masked) }
            }
            Act::Upload { control, files, title: reported } => {
                title = reported;
                let file_names = files.iter().map(|file| clean(file, NAME_LIMIT, &mut masked)).collect();
                ActionDetails::Upload { target: control.clean(&mut masked), file_names }
            }
        };
        // The form repeats what was filled, and what was masked then is counted already.
        let mut again = Masked::default();
        let form = fields.into_iter().take(FORM_LIMIT).map(|field| field.clean(&mut again)).collect();
        masked.secrets.append(&mut again.secrets);
        Self { form, title: title.map(|title| shorten(&mask_text(&title).0, TITLE_LIMIT)), ..Self::with(details, masked) }
    }
}

impl RawControl {
    fn clean(self, masked: &mut Masked) -> Control {
        let name = clean(&self.name, NAME_LIMIT, masked);
        let context = Some(clean(&self.context, NAME_LIMIT, masked)).filter(|context| !context.is_empty());
        // What is masked around the control is no value of the action.
        let record = self.record.map(|record| Box::new(record.clean(&mut Masked::default())));
        Control { role: self.role, name, context, record, unnamed: self.unnamed }
    }
}

impl RawRecord {
    fn clean(self, masked: &mut Masked) -> ControlRecord {
        let cells = self.cells.into_iter().take(CELL_LIMIT);
        let cells = cells
            .map(|(header, text)| ReadCell { header: clean(&header, NAME_LIMIT, masked), text: clean(&text, MAX_CELL, masked) });
        let cells = cells.collect();
        ControlRecord { cells, name: clean(&self.name, MAX_CELL, masked), own_link: self.own_link }
    }
}

impl RawValue {
    /// Why the field with this label holds a secret. `None`: it does not.
    fn secret(&self, label: &str) -> Option<MaskReason> {
        self.mask.or_else(|| secret_field(&self.input_type, &self.autocomplete, label, &self.field))
    }

    /// The value. `secret`: as [`Self::secret`] says; `empty`: whether the field is empty.
    fn clean(&self, secret: Option<MaskReason>, empty: bool, masked: &mut Masked) -> FieldValue {
        match secret {
            Some(_) if empty => FieldValue { text: String::new(), masked: secret },
            Some(_) => {
                masked.count += 1;
                masked.secrets.push(self.value.clone());
                FieldValue { text: MASK.into(), masked: secret }
            }
            None => {
                let before = masked.count;
                let text = clean(&self.value, VALUE_LIMIT, masked);
                // Part of the text looked like a secret. Only the text itself says which kind.
                FieldValue { text, masked: (masked.count > before).then_some(MaskReason::Token) }
            }
        }
    }
}

impl RawField {
    fn clean(self, masked: &mut Masked) -> FormField {
        let secret = self.entered.secret(&self.label);
        let value = self.entered.clean(secret, self.entered.value.is_empty(), masked);
        FormField { label: clean(&self.label, NAME_LIMIT, masked), role: self.role, value, touched: self.touched }
    }
}

impl RawFill {
    fn details(self, masked: &mut Masked) -> ActionDetails {
        let secret = self.entered.secret(&self.control.name);
        let target = self.control.clean(masked);
        let value = self.entered.clean(secret, self.emptied, masked);
        let previous = self.previous.filter(|_| secret.is_none()).map(|previous| clean(&previous, VALUE_LIMIT, masked));
        ActionDetails::Fill { target, value, previous, input_type: self.entered.input_type }
    }
}

fn clean(text: &str, limit: usize, masked: &mut Masked) -> String {
    let (text, count) = mask_found(text, &mut masked.secrets);
    masked.count += count;
    shorten(&text, limit)
}

/// What was masked in an action.
#[derive(Default)]
struct Masked {
    count: u32,
    /// Never printed.
    secrets: Vec<String>,
}

/// Cuts a text to `limit` characters, the last of which is an ellipsis.
pub fn shorten(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.into();
    }
    text.chars().take(limit - 1).chain(['…']).collect()
}

/// One sentence in the past tense.
fn sentence(details: &ActionDetails) -> String {
    match details {
        ActionDetails::Click { target } => format!("Clicked {}", place(target)),
        ActionDetails::Fill { target, value, .. } if value.text.is_empty() => format!("Cleared {}", place(target)),
        ActionDetails::Fill { target, value, .. } if value.text == MASK => {
            format!("Filled {} with a secret that is not kept", place(target))
        }
        ActionDetails::Fill { target, value, .. } => format!("Filled {} with {}", place(target), quoted(&value.text, 80)),
        ActionDetails::Choose { target, chosen, .. } => match chosen.as_slice() {
            [state] if state == "on" && matches!(target.role.as_str(), "row" | "option") => format!("Selected {}", place(target)),
            [state] if state == "off" && matches!(target.role.as_str(), "row" | "option") => {
                format!("Deselected {}", place(target))
            }
            [state] if state == "on" || state == "off" => format!("Turned {} {state}", place(target)),
            [] => format!("Chose nothing for {}", place(target)),
            [choice] if *choice == target.name => format!("Chose {}", place(target)),
            choices => format!("Chose {} for {}", list(choices), place(target)),
        },
        ActionDetails::Press { target: Some(target), key } => format!("Pressed {key} in {}", place(target)),
        ActionDetails::Press { target: None, key } => format!("Pressed {key}"),
        ActionDetails::Navigate { url, cause } => match cause {
            NavigationCause::Typed => format!("Opened {url}"),
            NavigationCause::Reload => format!("Loaded {url} again"),
            NavigationCause::BackForward => format!("Went back or forward to {url}"),
            NavigationCause::Link | NavigationCause::FormSubmit | NavigationCause::Script => format!("Came to {url}"),
        },
        ActionDetails::Upload { target, file_names } => format!("Chose the file {} for {}", list(file_names), place(target)),
        ActionDetails::Drag { target, onto } => format!("Dragged {} onto {}", place(target), place(onto)),
        ActionDetails::Download { file_name, finished: true } => format!("Downloaded {}", quoted(file_name, 120)),
        ActionDetails::Download { file_name, finished: false } => {
            format!("Started the download of {} that did not finish", quoted(file_name, 120))
        }
        ActionDetails::Dialog { dialog: DialogKind::Alert, message, .. } => format!("Read the message {}", quoted(message, 160)),
        ActionDetails::Dialog { message, accepted: true, .. } => format!("Accepted the question {}", quoted(message, 160)),
        ActionDetails::Dialog { message, accepted: false, .. } => format!("Declined the question {}", quoted(message, 160)),
        ActionDetails::Command(run) => format!("Ran {}", quoted(&run.command_line, 160)),
        ActionDetails::Call(call) => format!("Called {}", quoted(call.title.as_deref().unwrap_or(&call.tool_name), 160)),
    }
}

fn place(target: &Control) -> String {
    let name = if target.name.is_empty() { format!("the {}", target.role) } else { quoted(&target.name, 80) };
    match &target.context {
        Some(context) => format!("{name} in {}", quoted(context, 60)),
        None => name,
    }
}

fn list(names: &[String]) -> String {
    names.iter().take(5).map(|name| quoted(name, 60)).collect::<Vec<_>>().join(", ")
}

fn quoted(text: &str, limit: usize) -> String {
    format!("“{}”", shorten(&text.split_whitespace().collect::<Vec<_>>().join(" "), limit))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(json: &str) -> Action {
        match serde_json::from_str(json).unwrap() {
            Message::Act(act) => Action::of(*act),
            other => panic!("not an action: {other:?}"),
        }
    }

    #[test]
    fn sentences() {
        for (json, label) in [
            (
                r#"{"t":"click","control":{"role":"button","name":"Delete","context":"Week 47"},"title":null}"#,
                "Clicked “Delete” in “Week 47”",
            ),
            (
                r#"{"t":"choose","control":{"role":"checkbox","name":"Urgent","context":""},"chosen":["off"],"offered":[],"title":null}"#,
                "Turned “Urgent” off",
            ),
            (
                r#"{"t":"choose","control":{"role":"combobox","name":"Status","context":""},"chosen":["Open"],"offered":["Open"],"title":null}"#,
                "Chose “Open” for “Status”",
            ),
            (r#"{"t":"press","control":null,"key":"Escape","title":null}"#, "Pressed Escape"),
            (
                r#"{"t":"upload","control":{"role":"button","name":"","context":""},"files":["a.csv"],"title":null}"#,
                "Chose the file “a.csv” for the button",
            ),
        ] {
            assert_eq!(reported(json).label, label);
        }
        assert!(Action::dialog(DialogKind::Confirm, &"x".repeat(900), true).label.chars().count() <= LABEL_LIMIT);
    }

    #[test]
    fn a_value_that_the_recorder_did_not_send_is_a_mask() {
        let action = reported(
            r#"{"t":"fill","control":{"role":"textbox","name":"Secret","context":""},"mask":"password","type":"password","autocomplete":"","field":"p","value":"","emptied":false,"previous":null}"#,
        );
        assert_eq!(action.masked, 1);
        assert_eq!(action.label, "Filled “Secret” with a secret that is not kept");
    }

    #[test]
    fn signals_are_not_actions() {
        assert!(matches!(serde_json::from_str(r#"{"t":"mutated"}"#).unwrap(), Message::Mutated));
        assert!(serde_json::from_str::<Message>(r#"{"t":"nonsense"}"#).is_err());
    }
}
