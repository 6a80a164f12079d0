//! The applications of a demonstration, each with one name for all of its pages.

use crate::address;
use crate::inputs::Inputs;
use crate::meaning;
use crate::steps::Step;
use apprentice_contracts::observation::PageIdentity;
use std::collections::{HashMap, HashSet};

/// Names by the origin of the pages. Empty if all pages belong to one application.
#[derive(Default)]
pub struct Applications(HashMap<String, String>);

impl Applications {
    pub fn of(steps: &[Step<'_>], inputs: &Inputs) -> Self {
        let origins: HashSet<String> =
            steps.iter().filter_map(Step::page).filter_map(|page| address::origin(&page.url)).collect();
        if origins.len() < 2 {
            return Self::default();
        }
        let mut pages: HashMap<String, Vec<&PageIdentity>> = HashMap::new();
        for page in meaning::pages(steps) {
            if let Some(origin) = address::origin(&page.url) {
                pages.entry(origin).or_default().push(page);
            }
        }
        let label = |name: &str| inputs.template(name, |name| name.replace('_', " ")).0;
        Self(pages.into_iter().map(|(origin, pages)| (origin, meaning::web_app(&pages, &label))).collect())
    }

    /// The application of an address, if there are several.
    pub(super) fn at(&self, url: &str) -> Option<&str> {
        self.0.get(&address::origin(url)?).map(String::as_str)
    }
}
