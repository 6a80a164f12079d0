//! Pages of a list.

use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(crate) fn default_page() -> u32 {
    1
}

pub(crate) fn default_page_size() -> u32 {
    50
}

/// `?page=1&page_size=50`; `page_size` is 1 to 100.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct PageQuery {
    #[serde(default = "default_page")]
    #[garde(range(min = 1))]
    pub page: u32,
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
    pub fn offset(self) -> u32 {
        (self.page.max(1) - 1).saturating_mul(self.page_size)
    }
}
