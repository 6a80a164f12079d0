//! Tries requests on a scanned skill (§1.1P): at least three of its own, three in other words, and three for other tasks. The score is that
//! of the lookup (§0C.11C).

use super::report::new_finding;
use super::trigger::entry_of;
use apprentice_compiler::requests::{self, TaskWords};
use apprentice_contracts::import::{SkillCompatibilityReport, TriedRequest, TriedRequestKind as Kind};
use apprentice_contracts::skill::FindingSeverity;
use apprentice_lookup::score;

/// Requests of each kind.
const EACH: usize = 4;
/// Fewer requests of a kind test nothing.
const ENOUGH: usize = 3;

/// The name and the description say so little that no requests can be made.
const FEW: &str = "TRIGGERS_TOO_FEW";
/// Agents would not find it when somebody asks for it in other words.
const NARROW: &str = "TRIGGERS_TOO_NARROW";
/// Agents would find it for other tasks.
const WIDE: &str = "TRIGGERS_TOO_WIDE";

/// Fills `tried_requests` of a report, and adds what they show to its findings.
pub(super) fn try_on(report: &mut SkillCompatibilityReport) {
    report.findings.retain(|finding| ![FEW, NARROW, WIDE].contains(&finding.code.as_str()));
    report.tried_requests.clear();
    if !report.compatible || report.install_name.is_empty() || report.person_only {
        return;
    }
    let entry = entry_of(report.install_name.clone(), report, None);
    let task = TaskWords { title: &entry.title, goal: &report.description, trigger_phrases: &report.trigger_phrases };
    let is_own = |phrase: &String| requests::is_own(phrase, &entry.title, &report.trigger_phrases);
    let own: Vec<String> = report.trigger_phrases.clone();
    let others = requests::paraphrases(&task).into_iter().filter(|phrase| !is_own(phrase));
    // Half of the other tasks share words with this one.
    let (near, far) = (requests::near_misses(&task), requests::unrelated(&task));
    let other_tasks = near.into_iter().take(EACH / 2).chain(far);
    let of = |kind: Kind, texts: &mut dyn Iterator<Item = String>| -> Vec<TriedRequest> {
        let tried = texts.take(EACH).map(|text| TriedRequest { found: score(&text, &entry, None).is_match(), text, kind });
        tried.collect()
    };
    let own = of(Kind::OwnPhrase, &mut own.into_iter());
    let paraphrases = of(Kind::Paraphrase, &mut others.into_iter());
    let other_tasks = of(Kind::OtherTask, &mut other_tasks.into_iter());
    let texts = |tried: &[TriedRequest], found: bool| {
        let texts: Vec<&str> = tried.iter().filter(|one| one.found == found).map(|one| one.text.as_str()).collect();
        texts.iter().map(|text| format!("“{text}”")).collect::<Vec<_>>()
    };
    let (missed, taken) = (texts(&paraphrases, false), texts(&other_tasks, true));
    let (few, all) = (own.len().min(paraphrases.len()) < ENOUGH, paraphrases.len());
    let mut tell = |code: &str, message: String| report.findings.push(new_finding(code, FindingSeverity::Warning, message));
    if few {
        let message = "Its description says too little to try it with three requests of its own and three in other words: agents may not find it.";
        tell(FEW, message.to_owned());
    } else if missed.len() * 2 > all {
        tell(NARROW, format!("An agent would not find it for {}.", missed.join(", ")));
    }
    if !taken.is_empty() {
        tell(WIDE, format!("An agent would find it for another task: {}.", taken.join(", ")));
    }
    report.tried_requests = [own, paraphrases, other_tasks].concat();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::imports::report::refused;

    fn scanned(name: &str, description: &str, phrases: &[&str]) -> SkillCompatibilityReport {
        let mut report = refused("X", "x");
        report.findings.clear();
        report.compatible = true;
        report.install_name = name.to_owned();
        report.description = description.to_owned();
        report.trigger_phrases = phrases.iter().map(|phrase| (*phrase).to_owned()).collect();
        try_on(&mut report);
        report
    }

    fn codes(report: &SkillCompatibilityReport) -> Vec<&str> {
        report.findings.iter().map(|finding| finding.code.as_str()).collect()
    }

    #[test]
    fn a_described_task_is_tried_three_times_in_each_way() {
        let phrases = ["add customer", "create a new customer", "register a customer in the shop"];
        let report = scanned("add-customer", "Add a customer to the shop.", &phrases);
        for kind in [Kind::OwnPhrase, Kind::Paraphrase, Kind::OtherTask] {
            let tried = report.tried_requests.iter().filter(|one| one.kind == kind);
            assert!(tried.clone().count() >= 3, "{kind:?}: {:#?}", report.tried_requests);
        }
        assert!(report.tried_requests.iter().filter(|one| one.kind == Kind::OwnPhrase).all(|one| one.found), "{report:#?}");
        assert!(!codes(&report).contains(&FEW) && !codes(&report).contains(&WIDE), "{report:#?}");
    }

    #[test]
    fn a_word_of_everything_takes_other_tasks_and_a_word_of_nothing_takes_none() {
        let greedy = scanned("add-customer", "Add a customer to the shop.", &["customer", "add customer", "add a customer"]);
        assert!(codes(&greedy).contains(&WIDE), "{greedy:#?}");
        let vague = scanned("helper", "Helps.", &["helper"]);
        assert!(codes(&vague).contains(&FEW), "{vague:#?}");
    }

    #[test]
    fn what_only_a_person_starts_is_not_tried() {
        let mut report = scanned("add-customer", "Add a customer to the shop.", &["add customer"]);
        report.person_only = true;
        try_on(&mut report);
        assert!(report.tried_requests.is_empty() && report.findings.is_empty());
    }
}
