//! With which codes each operation refuses, and so which statuses it answers besides 200. The OpenAPI document says it of every
//! operation; where assertions are on, an answer that it does not foretell is marked, and tests fail on the mark.

use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::error::ErrorCode as E;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// Of an answer that the document does not foretell.
pub(crate) const MARK: &str = "x-undocumented";

/// What every operation may answer: it does not fit, it is too large, it came in at the wrong door, or we failed.
const ALWAYS: [ErrorCode; 5] = [E::InvalidRequest, E::Unauthorized, E::Forbidden, E::PayloadTooLarge, E::Internal];

/// What every operation that writes may answer: the disk is full, or another change of the same moment took it along.
const WRITING: [ErrorCode; 2] = [E::DiskFull, E::Conflict];

/// They write nothing although they are no `GET`.
const READING: [&str; 5] = ["check_for_updates", "check_skill", "explain_match", "lookup", "preview_agent_connection"];

/// What a path names may not be there.
const NAMED: [(&str, ErrorCode); 8] = [
    ("{abilityId}", E::AbilityNotFound),
    ("{agentId}", E::NotFound),
    ("{categoryId}", E::CategoryNotFound),
    ("{eventId}", E::NotFound),
    ("{importId}", E::SkillImportNotFound),
    ("{proposalId}", E::ProposalNotFound),
    ("{sessionId}", E::LearnSessionNotFound),
    ("{terminalId}", E::NotFound),
];

/// What belongs to some operations besides.
const OF: &[(&str, &[ErrorCode])] = &[
    ("ability_skill", &[E::AbilityNotFound, E::AbilityNotUsable]),
    ("ability_skill_file", &[E::AbilityNotFound, E::AbilityNotUsable, E::Conflict, E::NotFound]),
    ("activate_ability", &[E::InstallLaneDenied]),
    ("answer_questions", &[E::InvalidLearnStateTransition, E::ProposalNotFound, E::ValidationInProgress]),
    (
        "approve_proposal",
        &[
            E::AbilityNotFound,
            E::BridgeRebuildFailed,
            E::CheckpointLintFailed,
            E::ClientRequestIdReused,
            E::InstallLaneDenied,
            E::InvalidLearnStateTransition,
            E::LearnSessionNotFound,
            E::SkillAlreadyExists,
            E::TargetNotWritable,
            E::ValidationInProgress,
        ],
    ),
    ("approve_skill_import", INSTALL_IMPORT),
    ("begin_export", &[E::NotFound, E::TargetNotWritable]),
    ("cancel_session", &[E::InvalidLearnStateTransition]),
    ("cancel_skills", &[E::NotFound]),
    ("change_agent_connection", &[E::TargetNotWritable]),
    ("check_for_updates", &[E::AdapterUnavailable, E::NotFound]),
    ("create_category", &[E::CategoryLimitReached, E::ClientRequestIdReused]),
    (
        "create_session",
        &[
            E::AbilityNotFound,
            E::AdapterUnavailable,
            E::ClientRequestIdReused,
            E::InstallLaneDenied,
            E::LearnSessionAlreadyActive,
        ],
    ),
    ("delete_everything", &[E::TargetNotWritable]),
    ("delete_observed_action", &[E::InvalidLearnStateTransition]),
    ("delete_session", &[E::InvalidLearnStateTransition]),
    ("delete_skill_upload", &[E::ClientRequestIdReused, E::NotFound, E::SkillImportUploadInUse]),
    ("discard_skill_import", DECIDE_IMPORT),
    ("explain_match", &[E::AbilityNotFound]),
    ("export_file", &[E::Conflict, E::NotFound]),
    (
        "fetch_skill_bundle",
        &[
            E::ClientRequestIdReused,
            E::SkillImportArchiveRequired,
            E::SkillImportFetchFailed,
            E::SkillImportFileTooLarge,
            E::TargetNotWritable,
        ],
    ),
    ("finish_rehearsal", &[E::InvalidLearnStateTransition, E::LearnSessionNotFound]),
    ("fix_skills", &[E::NotFound]),
    ("folder", &[E::NotFound]),
    ("generate_proposal", &[E::InsufficientTraces, E::InvalidLearnStateTransition, E::ProposalNotFound, E::ValidationInProgress]),
    (
        "install_proposal",
        &[
            E::BridgeRebuildFailed,
            E::CheckpointLintFailed,
            E::ClientRequestIdReused,
            E::InstallLaneDenied,
            E::InvalidLearnStateTransition,
            E::LearnSessionNotFound,
            E::SkillAlreadyExists,
            E::TargetNotWritable,
            E::ValidationInProgress,
        ],
    ),
    ("install_skill_import", INSTALL_IMPORT),
    ("mark_checkpoint", &[E::InvalidLearnStateTransition, E::LearnSessionNotFound]),
    ("mark_goal", &[E::InvalidLearnStateTransition, E::NotFound]),
    ("mark_step", &[E::InvalidLearnStateTransition, E::NotFound]),
    ("open_terminal", &[E::AdapterUnavailable]),
    ("pause_session", &[E::InvalidLearnStateTransition]),
    (
        "pick_skills",
        &[E::ClientRequestIdReused, E::NotFound, E::SkillImportFetchFailed, E::SkillImportFileTooLarge, E::TargetNotWritable],
    ),
    ("pin_skills", &[E::NotFound]),
    ("preview_agent_connection", &[E::Conflict, E::TargetNotWritable]),
    ("promote_ability", &[E::InstallLaneDenied, E::InvalidLearnStateTransition]),
    ("quarantine_ability", &[E::ClientRequestIdReused]),
    ("read_skill", &[E::NotFound]),
    ("read_skill_file", &[E::NotFound]),
    (
        "reject_proposal",
        &[E::ClientRequestIdReused, E::InvalidLearnStateTransition, E::LearnSessionNotFound, E::ValidationInProgress],
    ),
    ("reject_skill_import", DECIDE_IMPORT),
    ("remove_ability", &[E::NotFound, E::TargetNotWritable]),
    ("remove_skills", &[E::NotFound]),
    ("repair_projections", &[E::TargetNotWritable]),
    ("report_observation", &[E::AbilityNotFound, E::ClientRequestIdReused]),
    ("request_more_tests", TEST),
    ("restore_skills", &[E::NotFound]),
    ("resume_session", &[E::AdapterUnavailable, E::InvalidLearnStateTransition]),
    (
        "retry_skill_import",
        &[
            E::ClientRequestIdReused,
            E::InvalidSkillImportTransition,
            E::SkillAlreadyExists,
            E::SkillImportFindingsNotAcknowledged,
            E::SkillImportNotFound,
            E::SkillImportUploadExpired,
            E::SkillImportUploadInUse,
            E::TargetNotWritable,
            E::BridgeRebuildFailed,
            E::NotFound,
        ],
    ),
    (
        "revise_proposal",
        &[E::InvalidLearnStateTransition, E::LearnSessionAlreadyActive, E::LearnSessionNotFound, E::ValidationInProgress],
    ),
    ("run_canary", &[E::ProposalNotFound]),
    ("save_skill", &[E::NotFound, E::TargetNotWritable]),
    (
        "scan_skill_import",
        &[
            E::ClientRequestIdReused,
            E::InvalidSkillImportTransition,
            E::NotFound,
            E::SkillImportSkillPathRequired,
            E::SkillImportUploadExpired,
            E::SkillImportUploadInUse,
            E::TargetNotWritable,
        ],
    ),
    ("set_test_policy", &[E::TestPolicyViolation]),
    ("skill_import_file", &[E::Conflict, E::NotFound, E::SkillImportUploadExpired]),
    ("skill_import_files", &[E::Conflict, E::NotFound, E::SkillImportUploadExpired]),
    ("skill_standing", &[E::Conflict, E::NotFound]),
    ("skill_version", &[E::NotFound]),
    ("skill_versions", &[E::NotFound]),
    (
        "stage_skill_import",
        &[
            E::ClientRequestIdReused,
            E::InvalidSkillImportTransition,
            E::SkillAlreadyExists,
            E::SkillImportNotFound,
            E::SkillImportUploadExpired,
            E::SkillImportUploadInUse,
            E::TargetNotWritable,
        ],
    ),
    ("start_session", &[E::AdapterUnavailable, E::InvalidLearnStateTransition]),
    ("stop_session", &[E::CaptureAlreadyStopped, E::InvalidLearnStateTransition]),
    ("submit_intent", &[E::AbilityNotFound, E::ClientRequestIdReused]),
    ("switch_skills", &[E::NotFound]),
    ("terminal_input", &[E::AdapterUnavailable]),
    ("resize_terminal", &[E::AdapterUnavailable]),
    ("trigger_test", &[E::AbilityNotFound, E::NotFound, E::SkillImportNotFound]),
    ("trim_session", &[E::InvalidLearnStateTransition, E::NotFound]),
    ("unpin_skills", &[E::NotFound]),
    ("update_skills", &[E::NotFound]),
    (
        "upload_skill_bundle",
        &[
            E::ClientRequestIdReused,
            E::SkillImportArchiveRequired,
            E::SkillImportFileTooLarge,
            E::SkillImportUnsupportedExtension,
            E::SkillImportUnsupportedMime,
            E::TargetNotWritable,
        ],
    ),
    ("validate_proposal", TEST),
    ("verify_checkpoint", &[E::AbilityNotFound, E::ClientRequestIdReused, E::LearnSessionNotFound]),
];

const TEST: &[ErrorCode] = &[
    E::AdapterUnavailable,
    E::ClientRequestIdReused,
    E::InvalidLearnStateTransition,
    E::LearnSessionNotFound,
    E::TestPolicyViolation,
    E::ValidationInProgress,
];

const DECIDE_IMPORT: &[ErrorCode] =
    &[E::ClientRequestIdReused, E::InvalidSkillImportTransition, E::SkillImportNotFound, E::SkillImportUploadInUse];

const INSTALL_IMPORT: &[ErrorCode] = &[
    E::BridgeRebuildFailed,
    E::ClientRequestIdReused,
    E::InvalidSkillImportTransition,
    E::SkillAlreadyExists,
    E::SkillImportFindingsNotAcknowledged,
    E::SkillImportNotFound,
    E::TargetNotWritable,
];

/// The codes of one operation by their status.
type Codes = BTreeMap<u16, Vec<ErrorCode>>;

fn codes(method: &str, path: &str, id: &str) -> Codes {
    let mut all: Vec<ErrorCode> = ALWAYS.to_vec();
    if method != "get" && !READING.contains(&id) {
        all.extend(WRITING);
    }
    all.extend(NAMED.iter().filter(|(name, _)| path.contains(name)).map(|(_, code)| *code));
    all.extend(OF.iter().filter(|(of, _)| *of == id).flat_map(|(_, codes)| *codes));
    let mut codes = Codes::new();
    for code in all {
        let known = codes.entry(code.status()).or_default();
        if !known.contains(&code) {
            known.push(code);
        }
    }
    codes
}

/// Writes the answers of every operation that are failures into the document. Operations of one status share its description; which
/// codes an operation answers stands in its `x-error-codes`.
pub(crate) fn describe(document: &mut Value) {
    let mut shared = BTreeSet::new();
    for (path, method, operation) in operations(document) {
        let id = operation["operationId"].as_str().unwrap_or_default();
        let codes = codes(&method, &path, id);
        operation["x-error-codes"] = json!(codes.values().flatten().collect::<Vec<_>>());
        if let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) {
            for status in codes.keys() {
                responses.insert(status.to_string(), json!({ "$ref": format!("#/components/responses/{status}") }));
                shared.insert(*status);
            }
        }
    }
    let envelope = json!({ "application/json": { "schema": { "$ref": "#/components/schemas/ApiErrorEnvelope" } } });
    let described = shared.iter().map(|status| {
        let name = http::StatusCode::from_u16(*status).ok().and_then(|status| status.canonical_reason()).unwrap_or_default();
        (status.to_string(), json!({ "description": format!("{name}. The code says which failure it is."), "content": envelope }))
    });
    document["components"]["responses"] = Value::Object(described.collect());
}

/// Path, method and description of every operation.
fn operations(document: &mut Value) -> impl Iterator<Item = (String, String, &mut Value)> {
    let paths = document.get_mut("paths").and_then(Value::as_object_mut).into_iter().flat_map(Map::iter_mut);
    paths.flat_map(|(path, methods)| {
        let path = path.clone();
        let methods = methods.as_object_mut().into_iter().flat_map(Map::iter_mut);
        methods.map(move |(method, operation)| (path.clone(), method.clone(), operation))
    })
}

/// What the document says of each operation, for who looks it up with every request.
#[derive(Clone)]
pub(crate) struct Described(Arc<HashMap<(String, String), Takes>>);

pub(crate) struct Takes {
    pub body: bool,
    pub query: bool,
    codes: Vec<ErrorCode>,
}

impl Described {
    pub fn by(document: &mut Value) -> Self {
        let takes = |operation: &Value| {
            let parameters = operation["parameters"].as_array();
            Takes {
                body: operation.get("requestBody").is_some(),
                query: parameters.is_some_and(|all| all.iter().any(|parameter| parameter["in"] == "query")),
                codes: serde_json::from_value(operation["x-error-codes"].clone()).unwrap_or_default(),
            }
        };
        let all = operations(document).map(|(path, method, operation)| ((method, path), takes(operation)));
        Self(Arc::new(all.collect()))
    }

    /// `method` in capitals, `path` as its template. `None`: the document does not know it.
    pub fn operation(&self, method: &str, path: &str) -> Option<&Takes> {
        let method = if method == "HEAD" { "get".to_owned() } else { method.to_lowercase() };
        self.0.get(&(method, path.to_owned()))
    }
}

impl Takes {
    pub fn answers(&self, code: ErrorCode) -> bool {
        self.codes.contains(&code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_of_an_operation_and_every_operation_says_how_it_fails() {
        let mut document = crate::openapi::document();
        let known: Vec<String> =
            operations(&mut document).map(|(_, _, operation)| operation["operationId"].as_str().unwrap().to_owned()).collect();
        for id in OF.iter().map(|(id, _)| *id).chain(READING) {
            assert!(known.iter().any(|known| known == id), "there is no operation {id} any more");
            assert!(OF.iter().filter(|(of, _)| *of == id).count() <= 1, "{id} stands twice");
        }
        for (path, method, operation) in operations(&mut document) {
            let responses = operation["responses"].as_object().unwrap();
            assert!(!responses.contains_key("default"), "{method} {path}: whatever is answered would be documented");
            assert!(responses.contains_key("200"), "{method} {path}: what does it answer?");
            for status in ["400", "401", "403", "413", "500"] {
                assert!(responses.contains_key(status), "{method} {path}: {status}");
            }
        }
    }
}
