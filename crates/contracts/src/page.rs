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
