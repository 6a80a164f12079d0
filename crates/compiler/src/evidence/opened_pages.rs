//! Pages that were opened, and values that were read there.

use super::{Candidate, EvidenceContext, open_page, placeholder, showing};
use crate::address;
use crate::page;
use crate::steps::{Step, committed};
use crate::text::{fold, is_telling, sentence};
use apprentice_contracts::checkpoint::ElementPattern;
use apprentice_contracts::observation::ActionDetails;

impl EvidenceContext<'_> {
    pub(super) fn opened(&self, index: usize) -> Option<Candidate> {
        let step = &self.steps[index];
        if self.steps.get(index + 1).is_some_and(|next| next.sign_in) {
            return None;
        }
        let address = match (step.page(), step.details()) {
            (Some(page), _) => page.url.clone(),
            (None, ActionDetails::Navigate { url, .. }) => url.clone(),
            _ => return None,
        };
        if address::is_start(&address) {
            return self.started(index, &address);
        }
        let moved = step.page_before().is_none_or(|before| !address::same_page(&before.url, &address));
        let title = self.page_name(index);
        let is_page = matches!(step.details(), ActionDetails::Navigate { .. }) || moved;
        let popup =
            step.change.iter().flat_map(page::new_elements).find(|element| element.role == "dialog" && is_telling(&element.name));
        let heading = step
            .change
            .iter()
            .flat_map(page::new_elements)
            .find(|element| element.role == "heading" && is_telling(&element.name));
        let (what, evidence) = match (is_page, popup.or(heading)) {
            (true, _) => (format!("The page “{title}” is open"), open_page(self.url(&address, index))),
            (false, Some(element)) => {
                let name = self.message_pattern(&element.name, index)?;
                let kind = if element.role == "dialog" { "dialog" } else { "view" };
                let shows = vec![ElementPattern { role: element.role.clone(), name: name.clone() }];
                (format!("The {kind} “{}” is open", self.shown(&name)), showing(self.url(&address, index), shows, false))
            }
            (false, None) => return None,
        };
        let success = match is_page {
            true => format!("“{title}” is shown in {}, without an error and without a sign-in form.", self.app_of(&address)),
            false => "It is visible and ready for input.".to_owned(),
        };
        Some(Candidate { step: index, goal: what, success, evidence, weight: 30, optional: false })
    }

    /// A start page may have many names, so the candidate only says that the application is open.
    fn started(&self, index: usize, url: &str) -> Option<Candidate> {
        let step = &self.steps[index];
        let moved = step.page_before().is_none_or(|before| !address::same_page(&before.url, url));
        let app = self.app_of(url);
        moved.then(|| Candidate {
            step: index,
            goal: format!("{} is open", sentence(app)),
            success: "Its start page is shown, without an error and without a sign-in form.".to_owned(),
            evidence: open_page(self.url(url, index)),
            weight: 30,
            optional: false,
        })
    }

    /// The application of an address.
    fn app_of(&self, url: &str) -> &str {
        self.apps.at(url).unwrap_or(&self.app)
    }

    /// Values that were read on another page before they were entered: the task includes that page.
    pub(super) fn read_elsewhere(&self, steps: &[usize]) -> Option<Candidate> {
        let first = *steps.first()?;
        let here = self.steps[..first].iter().rev().find_map(Step::page)?.url.clone();
        steps.iter().find_map(|&index| {
            let value = committed(&self.steps[index]);
            let folded = fold(&value);
            let input = self.inputs.list.iter().find(|input| input.since == index && fold(&input.variable.example) == folded)?;
            // A list offers its values itself.
            let is_offered = matches!(self.steps[index].details(), ActionDetails::Choose { .. });
            if value.chars().count() < 4 || input.variable.secret || is_offered {
                return None;
            }
            let source = self.sources.last_before(first, &value, self.steps)?;
            let page = self.steps[source].page().filter(|page| !address::same_page(&page.url, &here))?;
            let name = placeholder(&input.variable.name);
            Some(Candidate {
                step: source,
                goal: format!("{name} is read from the page “{}” of {}", self.page_name(source), self.app_of(&page.url)),
                success: format!("The page shows {name}; it is taken over exactly as it stands there, unless it was given."),
                evidence: open_page(self.url(&page.url, source)),
                weight: 52,
                optional: false,
            })
        })
    }
}
