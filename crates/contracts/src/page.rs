//! Pagination of lists.

use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(crate) fn default_page() -> u32 {
    1
}

pub(crate) fn default_page_size() -> u32 {
    50
}

/// `?page=1&page_size=50`. Both may be left out.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct PageQuery {
    /// Number of the page, beginning at 1; 1 when left out.
    #[serde(default = "default_page")]
    #[garde(range(min = 1))]
    pub page: u32,
    /// Number of records on a page, 1 to 100; 50 when left out.
    #[serde(default = "default_page_size")]
    #[garde(range(min = 1, max = 100))]
    pub page_size: u32,
}

/// `?page=1&page_size=50`, or everything when both are left out: for a list that a client shows as a whole.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct WholeOrPageQuery {
    /// Number of the page, beginning at 1.
    #[serde(default)]
    #[garde(inner(range(min = 1)))]
    pub page: Option<u32>,
    /// Number of records on a page, 1 to 100; 50 when only the page is given.
    #[serde(default)]
    #[garde(inner(range(min = 1, max = 100)))]
    pub page_size: Option<u32>,
}

impl WholeOrPageQuery {
    /// The page. `None`: everything.
    pub fn page(self) -> Option<PageQuery> {
        let given = self.page.is_some() || self.page_size.is_some();
        given.then(|| PageQuery {
            page: self.page.unwrap_or_else(default_page),
            page_size: self.page_size.unwrap_or_else(default_page_size),
        })
    }
}

impl Default for PageQuery {
    fn default() -> Self {
        Self { page: default_page(), page_size: default_page_size() }
    }
}

impl PageQuery {
    /// Number of records before this page.
    pub fn offset(self) -> u32 {
        (self.page.max(1) - 1).saturating_mul(self.page_size)
    }
}
