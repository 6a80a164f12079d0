//! Calls of connectors in a later run.

use super::evidence::Match;
use super::matched;
use crate::pattern::{self, Bindings};
use crate::text::clip;
use apprentice_contracts::checkpoint::ArgumentPattern;
use apprentice_contracts::observation::{ActionDetails, ArgumentType, CallArgument, ConnectorCall, ObservedAction};
use apprentice_contracts::reading::{Reading, ReadingSource};

/// Whether a call of the right tool has the arguments of a pattern.
pub(super) fn match_call(wanted: &[ArgumentPattern], call: &ConnectorCall, bindings: &Bindings) -> Match {
    let other = wanted.iter().find(|one| !has(one, call, bindings));
    match other {
        None => matched(format!("“{}” of “{}” answered without an error.", call.tool_name, call.server_name)),
        Some(one) => {
            let given = call.arguments.iter().find(|argument| argument.path == one.path);
            let given = given.map_or("nothing".to_owned(), |argument| format!("“{}”", clip(&argument.value, 80)));
            Match::NearMiss(format!("“{}” was called with {given} as “{}”.", call.tool_name, clip(&one.path, 60)))
        }
    }
}

fn has(wanted: &ArgumentPattern, call: &ConnectorCall, bindings: &Bindings) -> bool {
    let fits = |argument: &CallArgument| match wanted.value_type {
        // `1.0` is the number 1.
        ArgumentType::Number => {
            let number = |text: &str| text.trim().parse::<f64>().ok();
            pattern::matches(&wanted.text, &argument.value, bindings)
                || number(&argument.value).is_some() && number(&argument.value) == number(&wanted.text)
        }
        ArgumentType::Text | ArgumentType::Boolean => pattern::matches(&wanted.text, &argument.value, bindings),
    };
    call.arguments.iter().filter(|argument| argument.path == wanted.path).any(fits)
}

/// What a reading call of the run answered, as a reading of its source.
pub(super) fn seen_before(action: &ObservedAction) -> Option<Reading> {
    let ActionDetails::Call(call) = &action.details else { return None };
    let plain = |argument: &CallArgument| CallArgument { is_choice: false, ..argument.clone() };
    call.read_only.then(|| Reading {
        source: ReadingSource::Call {
            server_id: call.server_id.clone(),
            tool_name: call.tool_name.clone(),
            arguments: call.arguments.iter().map(plain).collect(),
        },
        title: String::new(),
        complete: call.complete,
        records: call.result.clone(),
    })
}
