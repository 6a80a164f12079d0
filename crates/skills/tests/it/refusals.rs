//! The codes of refusals: their texts, the errors that they are to callers, and their lines in the documentation.

use apprentice_contracts::error::ErrorCode;
use apprentice_skills::refusal::{Refusal, RefusalCode};
use std::collections::BTreeSet;

#[test]
fn every_code_is_unique_and_documented() {
    let documentation = include_str!("../../../../docs/skills.md");
    let texts: BTreeSet<&str> = RefusalCode::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(texts.len(), RefusalCode::ALL.len(), "two codes share a text");
    let missing: Vec<&&str> = texts.iter().filter(|text| !documentation.contains(&format!("`{text}`"))).collect();
    assert!(missing.is_empty(), "docs/skills.md has no line for {missing:?}");
}

/// The text is the name of the variant, so that a reader who greps for either finds both.
#[test]
fn a_text_is_the_name_of_its_code() {
    for code in RefusalCode::ALL {
        let name: String = code.as_str().split('_').map(|word| word[..1].to_owned() + &word[1..].to_lowercase()).collect();
        assert_eq!(name.to_lowercase(), format!("{code:?}").to_lowercase());
    }
}

#[test]
fn a_code_is_an_error_to_its_caller() {
    for (code, error, force) in [
        (RefusalCode::SourceInvalid, ErrorCode::InvalidRequest, false),
        (RefusalCode::NotInstalled, ErrorCode::NotFound, false),
        (RefusalCode::NotKept, ErrorCode::NotFound, false),
        (RefusalCode::Occupied, ErrorCode::SkillAlreadyExists, true),
        (RefusalCode::LinkOccupied, ErrorCode::SkillAlreadyExists, false),
        (RefusalCode::Edited, ErrorCode::Conflict, true),
        (RefusalCode::NotOurs, ErrorCode::Conflict, true),
        (RefusalCode::Pinned, ErrorCode::Conflict, false),
        (RefusalCode::ScanErrors, ErrorCode::Forbidden, false),
        (RefusalCode::Locked, ErrorCode::Forbidden, false),
        (RefusalCode::TooManyFiles, ErrorCode::PayloadTooLarge, false),
        (RefusalCode::BackupFailed, ErrorCode::TargetNotWritable, false),
        (RefusalCode::RecordDamaged, ErrorCode::Internal, false),
    ] {
        assert_eq!((code.error_code(), code.can_force()), (error, force), "{code}");
    }
    assert_eq!(RefusalCode::ALL.iter().filter(|code| code.can_force()).count(), 3);
    let risky: Vec<_> = RefusalCode::ALL.iter().filter(|code| code.can_accept_risk()).collect();
    assert_eq!(risky, [&RefusalCode::ScanErrors]);
}

#[test]
fn a_refusal_is_written_with_the_text_of_its_code() {
    let refusal = Refusal::new(RefusalCode::UpToDate, "It is up to date with its source");
    let written = serde_json::to_value(&refusal).unwrap();
    assert_eq!(written, serde_json::json!({ "code": "UP_TO_DATE", "message": "It is up to date with its source" }));
    assert_eq!(refusal.to_string(), "It is up to date with its source");
}
