//! What a drafted skill depends on, and on which machines it can work.

use apprentice_contracts::checkpoint::{LintReport, LintSeverity};
use apprentice_contracts::proposal::{Dependency, DependencyKind, DependencyState, Portability, PortabilityGrade};
use apprentice_contracts::validation::{StepResult, ValidationStepResult};

/// Dependencies from the steps of the latest dependency check and from the proposal's packs.
pub(crate) fn dependencies<'a>(steps: impl Iterator<Item = &'a ValidationStepResult>, packs: &[String]) -> Vec<Dependency> {
    let checked = steps.filter_map(|step| {
        let (kind, name) = match step.test_case_id.split_once(':')? {
            ("program", name) => (DependencyKind::Program, name),
            ("site", name) => (DependencyKind::Site, name),
            _ => return None,
        };
        let state = match step.result {
            StepResult::Passed => DependencyState::Present,
            StepResult::Failed => DependencyState::Missing,
            StepResult::Skipped => DependencyState::Unchecked,
        };
        Some(Dependency { kind, name: name.to_owned(), state, note: step.details.clone() })
    });
    let packs = packs.iter().map(|pack| Dependency {
        kind: DependencyKind::SupportPack,
        name: pack.clone(),
        state: DependencyState::Unchecked,
        note: None,
    });
    checked.chain(packs).collect()
}

/// The worst grade that a dependency or a finding causes.
pub(crate) fn grade(dependencies: &[Dependency], lint: &LintReport) -> Portability {
    let mut reasons = Vec::new();
    let bound = lint.findings.iter().filter(|finding| finding.severity == LintSeverity::Error && finding.code == "CKP-004");
    let mut grade = PortabilityGrade::Direct;
    for finding in bound {
        grade = PortabilityGrade::NonPortable;
        reasons.push(format!("A checkpoint names what only the demonstration had: “{}”.", finding.excerpt));
    }
    for needed in dependencies {
        let (at_least, reason) = match needed.kind {
            DependencyKind::Program if needed.name.contains('/') => {
                (PortabilityGrade::LocalOnly, format!("It runs {}, which is a file of this machine.", needed.name))
            }
            DependencyKind::Site if is_local(&needed.name) => {
                (PortabilityGrade::LocalOnly, format!("It works in {}, which only this machine or network reaches.", needed.name))
            }
            DependencyKind::Program if needed.state == DependencyState::Missing => {
                (PortabilityGrade::AdapterRequired, format!("It needs {}, which is not installed here.", needed.name))
            }
            DependencyKind::SupportPack => (PortabilityGrade::AdapterRequired, format!("It needs the pack {}.", needed.name)),
            _ => continue,
        };
        grade = grade.max(at_least);
        reasons.push(reason);
    }
    Portability { grade, reasons }
}

/// Whether other machines cannot reach this host, given with or without a port.
fn is_local(site: &str) -> bool {
    let host = site.rsplit_once(':').map_or(site, |(host, port)| if port.parse::<u16>().is_ok() { host } else { site });
    let host = host.trim_start_matches('[').trim_end_matches(']');
    match host.parse::<std::net::IpAddr>() {
        Ok(std::net::IpAddr::V4(address)) => address.is_loopback() || address.is_private() || address.is_link_local(),
        Ok(std::net::IpAddr::V6(address)) => address.is_loopback() || address.is_unique_local(),
        Err(_) => !host.contains('.') || [".local", ".localhost", ".internal", ".test"].iter().any(|end| host.ends_with(end)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use PortabilityGrade::*;
    use serde_json::json;

    fn step(id: &str, result: &str) -> ValidationStepResult {
        let value = json!({
            "validation_run_id": "01900000-0000-7000-8000-000000000001", "test_case_id": id, "label": "", "result": result,
            "created_at": "2026-01-01T00:00:00Z", "schema_version": 1,
        });
        serde_json::from_value(value).unwrap()
    }

    fn check(steps: &[(&str, &str)], packs: &[&str], expected: PortabilityGrade) {
        let steps: Vec<_> = steps.iter().map(|(id, result)| step(id, result)).collect();
        let packs: Vec<_> = packs.iter().map(ToString::to_string).collect();
        let found = grade(&dependencies(steps.iter(), &packs), &LintReport::default());
        assert_eq!(found.grade, expected, "{steps:?}: {found:?}");
        assert_eq!(found.reasons.is_empty(), expected == Direct, "{found:?}");
    }

    #[test]
    fn the_least_favourable_need_decides() {
        check(&[], &[], Direct);
        check(&[("none", "passed"), ("program:git", "passed"), ("site:wiki.example.org", "skipped")], &[], Direct);
        check(&[("program:pandoc", "failed")], &[], AdapterRequired);
        check(&[], &["legal-tables"], AdapterRequired);
        check(&[("program:pandoc", "failed"), ("program:/home/ada/bin/notes.sh", "passed")], &[], LocalOnly);
        for local in ["localhost:8080", "127.0.0.1:8080", "192.168.1.4", "nas.local", "wiki", "[::1]:80"] {
            check(&[(&format!("site:{local}"), "skipped")], &[], LocalOnly);
        }
        check(&[("site:example.org:8443", "skipped")], &[], Direct);
    }

    #[test]
    fn what_only_the_demonstration_had_cannot_travel() {
        let finding =
            json!({ "code": "CKP-004", "severity": "error", "excerpt": "/home/ada", "message": "m", "suggestion": "s" });
        let lint: LintReport = serde_json::from_value(json!({ "findings": [finding] })).unwrap();
        assert_eq!(grade(&[], &lint).grade, NonPortable);
    }
}
