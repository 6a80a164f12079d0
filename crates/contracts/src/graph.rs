//! The internal graph of a workflow. It is never shown to an agent and never part of a SKILL.md (§0C.9A rule 1).

use crate::checkpoint::CellPattern;
use crate::ids::{CheckpointId, EventId, McpServerId};
use crate::reading::RecordKind;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The steps of a demonstration and how often each transition was observed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WorkflowGraph {
    /// The steps, in the order of the demonstration.
    pub nodes: Vec<WorkflowNode>,
    /// The observed transitions between steps.
    pub edges: Vec<WorkflowEdge>,
    /// The inputs of the task.
    pub variables: Vec<Variable>,
    /// The commands, where the task was done in a terminal alone and they can be performed again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<CommandProgram>,
    /// The name of the working folder of the commands, without the folders around it. A run may begin in another folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// What pages sent in the demonstration that may have changed something, in its order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sent: Vec<SentPattern>,
    /// Lists that the demonstration saw before and after, in which only what the task is about may change.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lists: Vec<WatchedList>,
    /// Values that the demonstration read on a page and entered on another one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reads: Vec<ReadValue>,
    /// The tools of connectors that the task needs, in the order of their first use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<NeededTool>,
}

/// A tool of a connector that a task needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NeededTool {
    /// The connector.
    pub server_id: McpServerId,
    /// Its name for people.
    pub server_name: String,
    /// The tool.
    pub tool_name: String,
}

/// A value that the demonstration read on a page and entered on another one, alone or within a text. A run that sees this page and enters
/// something else has made a mistake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReadValue {
    /// The input that is the value, or whose text holds it.
    pub input: String,
    /// Whether the input is the value, and not a text that holds it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub whole: bool,
    /// Pattern of the title of the page.
    pub title: String,
    /// Pattern of the address of the page, where its title names no input and `heading` is empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub url: String,
    /// Pattern of a heading of the page that names an input; empty: the title does, or nothing does.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub heading: String,
    /// Pattern of the text before the value, such as `Water:`; empty: it is identified by its row, or may be anywhere on the page.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Pattern of the name of its row or entry; empty: none names an input.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub row: String,
}

/// A list of a page that was read before the demonstration and after it, in which nothing else changed. It never shows that a run worked; a
/// run that changes another of its records has done damage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WatchedList {
    /// The address of the page, the same in every run.
    pub url: String,
    /// The kind of its records: rows or entries.
    pub record: RecordKind,
    /// What the page is called.
    pub name: String,
    /// The headers of the columns, by which a table is known among those of its page; empty: it has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub headers: Vec<String>,
    /// The inputs whose values are all in a record that may change. Empty: any value of the run says that it may.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub named: Vec<String>,
    /// Whether the rows also say when they were changed last, and the times of the task's rows alone changed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub timed: bool,
}

/// A request that a page sent in the demonstration and that changed something, with the inputs in the place of their values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SentPattern {
    /// The method: `POST`, `PUT`, `PATCH`, `DELETE`; `GET` of a link that acts; `SEND` of a message over a WebSocket.
    pub method: String,
    /// Pattern of the path; `*` matches a part that may differ in each run, such as an id.
    pub path: String,
    /// The operation that the body names; empty: none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub operation: String,
    /// Names of the parameters of the address, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<String>,
    /// The parts of the body that are compared: `header` names the part, `text` is a pattern.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<CellPattern>,
    /// The inputs that name the record of an id: `header` names the part of the body that holds the id, and is absent for the path; `text` is
    /// the hole of the input. Rows of pages and data that have this id say which record it is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<CellPattern>,
    /// Names of the parts of the body of which there is one for each item, such as the ids of ticked rows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<String>,
    /// The compared inputs that differ from round to round of a loop.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub over: Vec<String>,
    /// Names of the compared parts that hold an amount in the hundredth part of its currency: `970` of “9.70”.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub minor: Vec<String>,
    /// How the request is answered: another page (RFC 9110, 15.4), or itself.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub leads_on: bool,
    /// Whether each such request makes a new thing, so that one too many is a fault.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub makes: bool,
    /// Whether the demonstration sent it about several things.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub several: bool,
    /// Whether it says nothing of the task, such as a sign-in: a run that sends nothing else has done nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub aside: bool,
}

/// The commands of a demonstration as a program that can be performed again with other values, on a copy of the folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CommandProgram {
    /// `bash`, `zsh` or `fish`.
    pub shell: String,
    /// The commands in their order.
    pub commands: Vec<ProgramCommand>,
}

/// A command of a [`CommandProgram`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProgramCommand {
    /// The line as it was typed, with `{{name}}` in the place of each value of an input, `{{@folder}}` in that of the working folder, and
    /// `{{@count}}` in that of the number of items.
    pub line: String,
    /// Where it ran, below the working folder; with the same holes. Empty: in the working folder.
    pub folder: String,
    /// How it ended.
    pub exit_code: i32,
    /// The number of the loop that repeats it, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
}

/// One step of a workflow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WorkflowNode {
    /// `n1`, `n2` ...
    pub node_id: String,
    /// What the step does.
    pub kind: NodeKind,
    /// The step in words, with the names of variables instead of their values. At most 240 characters.
    pub label: String,
    /// Whether a showing of the task did without it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    /// The observed actions that the step was made of.
    pub source_event_ids: Vec<EventId>,
    /// Checkpoints on the way that are true after the step. Effects belong to the end of the task.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checkpoints: Vec<CheckpointId>,
}

/// What a step of a workflow does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NodeKind {
    /// Changes something.
    Step,
    /// Depends on the situation, such as a sign-in or an answered question.
    Decision,
    /// Repeats the steps that follow for several items.
    Loop,
    /// Reads a result.
    Verification,
}

/// A transition between two steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WorkflowEdge {
    /// `node_id` of the earlier step.
    pub from: String,
    /// `node_id` of the later step.
    pub to: String,
    /// How often the demonstration took the transition.
    pub observed: u32,
}

/// An input of the task: a value that differs from one run to the next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Variable {
    /// `snake_case`, from the label of the field or the flag of the command. At most 32 characters.
    pub name: String,
    /// The label of the field on the page, or a name for the argument of a command.
    pub label: String,
    /// The kind of value.
    pub kind: VariableKind,
    /// The value of the demonstration, redacted. Never written into a SKILL.md when `secret`.
    pub example: String,
    /// Whether the value was masked as a secret.
    pub secret: bool,
    /// The observed actions that set the value.
    pub source_event_ids: Vec<EventId>,
    /// How to find the value in a later run.
    pub binding: VariableBinding,
    /// Whether its value differs from one run to the next. A value that does not is no input.
    #[serde(default = "changes")]
    pub changes: bool,
    /// Where its value comes from.
    #[serde(default)]
    pub source: ValueSource,
    /// Where a `read` value was shown, or what a `derived` value is made from, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_note: Option<String>,
    /// Whether several values may be given, and the task is done for each of them.
    #[serde(default)]
    pub list: bool,
    /// Further demonstrated values: those of the other rounds of a loop, or of the other ticked rows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more_examples: Vec<String>,
    /// Whether the task can be done without it: a showing left it out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    /// The default of an optional input: the value that the field already had.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
}

/// Variables that were stored before the field existed are inputs.
fn changes() -> bool {
    true
}

/// A demonstrated value, and what the rules or the person say about it: a row of “What changes next time?”.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DemonstratedValue {
    /// The value, redacted. It identifies the row.
    pub example: String,
    /// Name of the input that it is, or would be.
    pub name: String,
    /// The label of the field on the page, or a name for the argument of a command.
    pub label: String,
    /// Whether it differs from one run to the next.
    pub changes: bool,
    /// Where the value comes from; `constant` when it does not change.
    pub source: ValueSource,
    /// Why the rules think so, in words: `typed in “Title”`, `a plain word of the goal`.
    pub evidence: String,
    /// Whether the person said it.
    pub decided: bool,
}

/// What a further showing of the task settled (*Use as Example*).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SettledPoint {
    /// What it is about.
    pub kind: SettledKind,
    /// What was seen and what follows, in one sentence.
    pub text: String,
}

/// What a point that a further showing settled is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SettledKind {
    /// A value differs: it is an input.
    Input,
    /// A value is the same in every showing: it is always the same.
    Same,
    /// A showing did without a step or a value: it is optional.
    Optional,
    /// The examples differ at a step, so it depends on the case.
    Decision,
    /// A result is not in every showing, or not in the same words: it is required less strictly.
    Result,
    /// A showing was not used, because it is of another task.
    Unused,
}

/// What a person says of a demonstrated value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct ValueAnswer {
    /// The value as the table of values shows it. Case and spacing do not matter.
    #[garde(length(chars, min = 1, max = 10_000))]
    pub example: String,
    /// Name of the input: 1 to 32 lower-case letters, digits and underscores, beginning with a letter. Left out, it keeps its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[garde(inner(length(chars, max = 200)))]
    pub name: Option<String>,
    /// Whether it changes, and where it comes from then.
    #[garde(skip)]
    pub changes: ValueChange,
}

/// Whether a value changes from one run to the next, and where it comes from then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ValueChange {
    /// It is given in the request.
    Changes,
    /// It is the same in every run.
    Same,
    /// It is read while the task is done.
    Read,
    /// It follows from other values, or from the time.
    Derived,
}

/// Where the value of an input comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ValueSource {
    /// It is in the request.
    #[default]
    Given,
    /// It is read on a page, in a file or in an output while the task is done.
    Read,
    /// The application makes it, such as the number of a new record.
    Made,
    /// It follows from another value, or from the time: today, a counter.
    Derived,
    /// It is the same in every run.
    Constant,
}

/// The kind of value of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VariableKind {
    /// Any text.
    Text,
    /// A number.
    Number,
    /// A date.
    Date,
    /// An e-mail address.
    Email,
    /// A web address.
    Url,
    /// A file name or path.
    File,
    /// One of several offered choices.
    Choice,
}

/// Where a record is on its application.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordPlace {
    /// Pattern of the address of its page; empty if it is not known.
    pub page: String,
    /// Name of the group or the heading that the record belongs to; empty when it has none.
    pub group: String,
}

/// How to find the value of a variable in a later run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum VariableBinding {
    /// The committed value of a form field.
    Field {
        /// ARIA role of the field.
        role: String,
        /// Accessible name of the field; `*` for every field of a radio group.
        name: String,
    },
    /// The text at the placeholder of a command line such as `git tag {{version}}`.
    Command {
        /// Command line with `{{name}}` placeholders.
        pattern: String,
    },
    /// The text at the placeholder of a URL pattern.
    Url {
        /// Path with `{{name}}` placeholders, such as `*/tickets/{{ticket_id}}`.
        pattern: String,
    },
    /// A file chosen in, or downloaded from, the page.
    File {
        /// Accessible name of the control that takes the file.
        control: String,
    },
    /// The record whose control was used, by the text of one of its cells: the row that was ticked, the link that was opened.
    Record {
        /// ARIA role of the control.
        role: String,
        /// Accessible name of the control; `*` when it is the record's own link or has no name.
        name: String,
        /// Header of the cell that names the record; empty when it has none.
        header: String,
        /// Where the record is, if another input is chosen by such a control too: the list “House repairs”, then an entry of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        place: Option<RecordPlace>,
    },
    /// A value among the arguments of a connector's tool.
    Argument {
        /// The connector.
        server_id: McpServerId,
        /// The tool.
        tool_name: String,
        /// Where it is, as in [`CallArgument`](crate::observation::CallArgument).
        path: String,
    },
    /// The row (or other named context) in which a control was used: `Delete` in the row of a customer.
    Context {
        /// ARIA role of the control.
        role: String,
        /// Accessible name of the control.
        name: String,
    },
}
