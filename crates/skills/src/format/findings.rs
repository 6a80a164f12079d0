//! The findings about one skill, graded by the profile that it is read with.

use crate::format::codes::{self, Grade};
use crate::format::profile::Profile;
use apprentice_contracts::skill::{FindingSeverity, SkillFinding};

/// A finding, graded by `profile`; an `info` if the profile does not report the code.
pub fn finding(profile: Profile, code: &str, message: impl Into<String>, line: Option<u32>) -> SkillFinding {
    let rule = codes::rule(code);
    debug_assert!(rule.is_some(), "{code} has no row in codes.rs");
    SkillFinding {
        code: code.to_owned(),
        severity: rule.and_then(|rule| rule.grade(profile).severity()).unwrap_or(FindingSeverity::Info),
        message: message.into(),
        line,
        suggestion: rule.map(|rule| rule.remedy.to_owned()),
    }
}

/// Collects findings, and remembers the first one that makes the skill unusable.
pub(crate) struct Findings {
    pub profile: Profile,
    pub list: Vec<SkillFinding>,
    refused: Option<usize>,
}

/// The skill cannot be used; the collected findings say why.
#[derive(Debug)]
pub(crate) struct Refused;

impl Findings {
    pub(crate) fn new(profile: Profile) -> Findings {
        Findings { profile, list: Vec::new(), refused: None }
    }

    pub(crate) fn report(&mut self, code: &str, message: impl Into<String>, line: Option<u32>) {
        let grade = codes::rule(code).map_or(Grade::Error, |rule| rule.grade(self.profile));
        if grade == Grade::Refuse {
            self.refused.get_or_insert(self.list.len());
        }
        if grade != Grade::Silent {
            self.list.push(finding(self.profile, code, message, line));
        }
    }

    /// Adds a finding that ends the reading.
    pub(crate) fn refuse(&mut self, code: &str, message: impl Into<String>, line: Option<u32>) -> Refused {
        self.refused.get_or_insert(self.list.len());
        self.list.push(SkillFinding { severity: FindingSeverity::Error, ..finding(self.profile, code, message, line) });
        Refused
    }

    pub(crate) fn is_refused(&self) -> bool {
        self.refused.is_some()
    }

    /// The finding for which the skill is refused.
    pub(crate) fn into_reason(mut self) -> SkillFinding {
        let index = self.refused.unwrap_or(0);
        if index < self.list.len() {
            return self.list.swap_remove(index);
        }
        finding(self.profile, "UNREADABLE", "The skill cannot be read", None)
    }
}
